"""Rule 8: activation, movement, its costs, and demolition as far as it touches the mover.

Roads are those of the map; an example's name stands in the docstring of its test.
"""

import pytest

from tests.titles.tigers_in_the_mist.kit import ALLIED, GERMAN, TITLE, do, legal, position, refused, rolls, unit
from wargame_tui.core.game import Game
from wargame_tui.core.step import Refusal
from wargame_tui.titles.tigers_in_the_mist.book import open_book
from wargame_tui.titles.tigers_in_the_mist.table import Unit

BOOK = open_book("tigers_in_the_mist/campaign")


def spent(game: Game, name: str) -> int:
    """Movement points that a unit has used in this activation."""
    points: int = game.state.units[name].mp_spent
    return points


def where(game: Game, name: str) -> str:
    """The space of a unit."""
    space: str = game.state.units[name].location
    return space


def go(game: Game, name: str, *path: str) -> None:
    """Move one unit along a path; bridges on it are left standing."""
    do(game, f"move {name}")
    for space in path:
        do(game, f"to {space}")
        if "pass" in legal(game):
            do(game, "pass")


def barred(game: Game, command: str, rule: str, *words: str) -> Refusal:
    """A command is refused under a rule, in words that name what matters."""
    refusal = refused(game, command)
    assert refusal.rule == rule, refusal
    for word in words:
        assert word in refusal.reason, refusal
    return refusal


def flags(game: Game, name: str) -> set[str]:
    """The markers on a unit."""
    scene = TITLE.scene(game.state)
    return {str(flag) for s in scene.spaces.values() for c in s.counters if c.id == name for flag in c.flags}


# 8.1 Impulses


@pytest.mark.parametrize(("side", "area", "to"), [(GERMAN, "45", "46"), (ALLIED, "61", "66")])
@pytest.mark.rule("8.1", "8.25")
def test_a_unit_is_activated_in_one_impulse_of_the_turn(side: str, area: str, to: str) -> None:
    game = position(unit("U", f"{side} armour 4 @{area}"), unit("V", f"{side} armour 4 @{area}"), side=side)
    go(game, "U", to)
    do(game, "stop")
    barred(game, "move U", "8.25", "U", "activated this turn")
    do(game, "end")
    while game.side != side or TITLE.turn(game.state) != "17-2":
        do(game, "end")
    barred(game, "move U", "8.25", "activated this turn")
    assert "move V" in legal(game)
    do(game, "move V", f"to {to}", "stop")
    while TITLE.turn(game.state) != "18-1" or game.side != side:
        do(game, "end")
    assert {"move U", "move V"} <= legal(game)  # a new turn


@pytest.mark.rule("8.1")
def test_units_move_only_in_impulses_of_their_own_side() -> None:
    game = position(unit("G", "German armour 4 @45"), unit("A", "Allied armour 4 @61"))
    barred(game, "move A", "8.1", "A", "German")
    do(game, "end")
    assert game.side == ALLIED
    barred(game, "move G", "8.1", "G", "Allied")
    assert "move A" in legal(game)


@pytest.mark.rule("8.1")
def test_a_unit_that_moved_still_defends_in_every_enemy_impulse() -> None:
    game = position(unit("G", "German armour 4 @70"), unit("A", "Allied infantry 3 @68"), dice=[10] * 99)
    go(game, "G", "68")
    do(game, "end", "call 0", "call 0")  # the lone defender's and the lone attacker's targets are forced
    while game.side != ALLIED or "end" not in legal(game):
        do(game, "done" if "done" in legal(game) else "end")
    assert game.state.units["G"].marked
    do(game, "end", "battle 68", "attack A") if "attack A" in legal(game) else do(game, "end", "battle 68")
    assert game.side == GERMAN  # its guns answer first
    assert "call 1" in legal(game)


# 8.2 Movement


@pytest.mark.parametrize(
    ("words", "there"),
    [
        ("German infantry 3 @51", "71"),  # over the Our, no bridge
        ("German infantry 3 @56", "57"),  # Roth-Vianden: no bridge left standing
        ("German armour 4 @45", "47"),  # over the Schnee Eifel
        ("Allied motorized 3 @60", "68"),  # Wiltz-Clervaux, the forest of Eschweiler
        ("Allied infantry 3 @61", "73"),  # not even neighbours
    ],
)
@pytest.mark.rule("8.2", "3.22", "8.34")
def test_no_road_no_move(words: str, there: str) -> None:
    game = position(unit("U", words), side=words.split()[0])
    do(game, "move U")
    assert f"to {there}" not in legal(game)
    barred(game, f"to {there}", "8.2", "no road", BOOK.spaces[there].name)


@pytest.mark.rule("8.2")
def test_a_space_that_does_not_exist_is_refused() -> None:
    game = position(unit("U", "German infantry 3 @51"))
    do(game, "move U")
    barred(game, "to 99", "8.2", "99")


@pytest.mark.rule("8.21")
def test_units_of_one_area_move_as_a_stack_or_singly() -> None:
    game = position(*(unit(name, "German motorized 2 @53") for name in ("P", "Q", "R")))
    do(game, "move P", "with Q", "to 46", "to 45", "stop")
    assert (where(game, "P"), where(game, "Q"), where(game, "R")) == ("45", "45", "53")
    assert (spent(game, "P"), spent(game, "Q"), spent(game, "R")) == (2, 2, 0)
    go(game, "R", "52")
    assert where(game, "R") == "52"


@pytest.mark.rule("8.21")
def test_a_stack_goes_at_the_pace_of_its_slowest_unit() -> None:
    game = position(unit("Arm", "German armour 4 @42"), unit("Inf", "German infantry 3 @42"))
    do(game, "move Arm", "with Inf", "to 43", "to 76", "to 44", "to 45", "to 46")
    barred(game, "to 53", "8.38", "Inf", "0 movement points left")


@pytest.mark.rule("8.21")
def test_only_units_of_the_same_area_at_the_start_of_the_turn_form_a_stack() -> None:
    game = position(
        unit("P", "German motorized 2 @46"),
        unit("Q", "German motorized 2 @46", area_at_turn_start="53"),
        unit("R", "German motorized 2 @45"),
    )
    do(game, "move P")
    barred(game, "with Q", "8.21", "Q", "same area at the start of the turn")
    barred(game, "with R", "8.21", "R")
    barred(game, "with P", "8.21")


@pytest.mark.rule("8.21")
def test_nobody_joins_a_stack_on_the_way() -> None:
    game = position(
        unit("P", "German motorized 2 @53"), unit("Q", "German motorized 2 @46"), unit("R", "German motorized 2 @53")
    )
    do(game, "move P", "to 46")
    barred(game, "with Q", "8.21")
    barred(game, "with R", "8.21")
    barred(game, "move R", "8.21", "finish the move of P")
    barred(game, "end", "8.24", "finish the move of P")


@pytest.mark.rule("8.21", "8.37")
def test_a_second_group_into_the_same_area_pays_for_the_first() -> None:
    """A42."""
    game = position(unit("P", "German motorized 2 @53"), unit("Q", "German motorized 2 @53"))
    go(game, "P", "46")
    do(game, "stop")
    go(game, "Q", "46")
    assert (spent(game, "P"), spent(game, "Q")) == (1, 2)


@pytest.mark.parametrize(
    ("side", "area", "there", "onward"),
    [(GERMAN, "70", "68", "67"), (ALLIED, "67", "68", "70"), (GERMAN, "8", "10", "11")],
)
@pytest.mark.rule("8.22")
def test_who_enters_an_area_with_enemies_stops_at_once(side: str, area: str, there: str, onward: str) -> None:
    foe = ALLIED if side == GERMAN else GERMAN
    game = position(unit("U", f"{side} motorized 3 @{area}"), unit("Foe", f"{foe} armour 2 @{there}"), side=side)
    do(game, "move U", f"to {there}")
    assert game.state.units["U"].marked
    assert spent(game, "U") < 8
    barred(game, f"to {onward}", "8.21")  # nobody is moving any more
    barred(game, "move U", "8.25")


@pytest.mark.rule("8.22", "9.12")
def test_who_stopped_before_enemies_stays_for_the_rest_of_the_turn() -> None:
    game = position(unit("G", "German armour 4 @70"), unit("A", "Allied infantry 3 @68"), dice=[10] * 99)
    go(game, "G", "68")
    do(game, "end", "call 0", "call 0")
    while TITLE.turn(game.state) != "17-3" or game.side != GERMAN:
        do(game, "done" if "done" in legal(game) else "end")
    assert not any("G" in command.split() for command in legal(game))


@pytest.mark.rule("8.23", "9.12")
def test_who_entered_must_attack_all_the_enemies_there() -> None:
    game = position(
        unit("P", "German armour 4 @70"),
        unit("Q", "German armour 4 @46"),
        *(unit(f"A{k}", "Allied infantry 2 @68") for k in (1, 2, 3)),
        unit("B", "Allied infantry 2 @48"),
    )
    go(game, "P", "68")
    go(game, "Q", "48")
    do(game, "end")
    assert legal(game) == {"battle 68", "battle 48"}
    barred(game, "done", "9.12", "must attack")
    [battle] = rolls(do(game, "battle 68"), "battle")
    assert battle.data["attackers"] == ["P"]
    assert set(battle.data["defenders"]) == {"A1", "A2", "A3"}


@pytest.mark.rule("8.24")
def test_the_markers_of_a_completed_move() -> None:
    """The plain side after a move, the side with the arrow after one into an enemy area, until the battle is over."""
    game = position(
        unit("P", "German armour 4 @70"),
        unit("Q", "German armour 4 @53"),
        unit("R", "German armour 4 @9"),
        unit("A", "Allied infantry 4 @68"),
        dice=[10] * 99,
    )
    go(game, "P", "68")
    go(game, "Q", "46")
    assert "moved" not in flags(game, "Q")
    do(game, "stop")
    assert {"moved", "must_fight"} <= flags(game, "P")
    assert "moved" in flags(game, "Q")
    assert "must_fight" not in flags(game, "Q")
    assert not {"moved", "must_fight"} & flags(game, "R")
    do(game, "end", "call 0", "call 0")
    assert game.side == ALLIED
    assert "moved" in flags(game, "P")
    assert "must_fight" not in flags(game, "P")


@pytest.mark.rule("8.24")
def test_a_move_may_end_at_any_step_but_not_before_the_first() -> None:
    game = position(unit("P", "German armour 4 @70"))
    do(game, "move P")
    barred(game, "stop", "8.24", "not moved yet")
    do(game, "to 68", "stop")
    assert where(game, "P") == "68"
    assert game.state.units["P"].marked


@pytest.mark.rule("8.25")
def test_who_moved_in_an_earlier_impulse_does_not_attack() -> None:
    """The Allied unit moves in 17-1 and is attacked in 17-2; in its own 17-2 it may not answer."""
    game = position(
        unit("A", "Allied infantry 3 @67"), unit("G", "German armour 3 @70"), side=ALLIED, at="17-1", dice=[10] * 99
    )
    go(game, "A", "68")
    do(game, "stop", "end")
    assert TITLE.turn(game.state) == "17-2"
    go(game, "G", "68")
    do(game, "end", "call 0", "call 0")
    assert game.side == ALLIED
    barred(game, "move A", "8.25")
    events = do(game, "end") if "end" in legal(game) else []
    if "battle 68" in legal(game):
        raise AssertionError("A may attack")
    assert not rolls(events, "battle")


@pytest.mark.parametrize(
    "others", [[], ["Allied infantry 3 @K"], ["German infantry 3 @K"], ["German infantry 3 @K", "Allied infantry 3 @K"]]
)
@pytest.mark.parametrize("area", ["26", "1"])
@pytest.mark.rule("8.26", "11.21", "9.17")
def test_a_zone_costs_its_road_whoever_is_there(area: str, others: list[str]) -> None:
    there = [unit(f"O{k}", words) for k, words in enumerate(others)]
    game = position(unit("G", f"German armour 4 @{area}"), *there)
    go(game, "G", "K")
    assert spent(game, "G") == 1
    do(game, "stop" if "stop" in legal(game) else "end")
    assert not game.state.units["G"].entered_enemy
    assert not any(command.startswith("battle") for command in legal(game))


@pytest.mark.parametrize("others", [[], ["Allied infantry 3 @D"], ["German infantry 3 @D"]])
@pytest.mark.rule("8.26")
def test_the_allied_side_pays_no_more_for_a_zone_either(others: list[str]) -> None:
    """A39: Allied units may go back into their zones."""
    game = position(unit("A", "Allied armour 4 @41"), *(unit("O", words) for words in others), side=ALLIED)
    do(game, "move A")
    if others and others[0].startswith("German"):
        barred(game, "to D", "8.28")  # the zone is no source any more and nothing else joins it (13.12)
    else:
        do(game, "to D")
        assert spent(game, "A") == 1


@pytest.mark.parametrize(
    ("side", "here", "there"), [(GERMAN, "70", "68"), (GERMAN, "69", "60"), (ALLIED, "68", "70"), (ALLIED, "61", "60")]
)
@pytest.mark.rule("8.27")
def test_d3_no_move_from_enemies_to_enemies(side: str, here: str, there: str) -> None:
    """D3."""
    foe = ALLIED if side == GERMAN else GERMAN
    game = position(
        unit("U", f"{side} infantry 3 @{here}"),
        unit("X", f"{foe} armour 2 @{here}"),
        unit("Y", f"{foe} armour 2 @{there}"),
        side=side,
    )
    do(game, "move U")
    assert f"to {there}" not in legal(game)
    barred(game, f"to {there}", "8.27", BOOK.spaces[here].name, BOOK.spaces[there].name, "enemy units")


@pytest.mark.rule("8.27")
def test_from_an_empty_area_of_the_enemy_one_may_attack() -> None:
    """A1: what counts are the units in the area, not who controls it."""
    game = position(
        unit("G", "German infantry 3 @68"), unit("A", "Allied armour 2 @67"), control={"67": ALLIED, "68": ALLIED}
    )
    go(game, "G", "67")
    assert where(game, "G") == "67"
    game = position(
        unit("G", "German infantry 3 @68"),
        unit("A", "Allied armour 2 @67"),
        unit("B", "Allied armour 2 @68"),
        control={"67": GERMAN, "68": GERMAN},
    )
    do(game, "move G")
    barred(game, "to 67", "8.27")


@pytest.mark.rule("8.27")
def test_two_steps_round_the_ban_are_allowed() -> None:
    """From a contested area to an empty one and on to the enemy: nothing forbids it."""
    game = position(
        unit("G", "German motorized 3 @70"), unit("A", "Allied armour 2 @70"), unit("B", "Allied armour 2 @67")
    )
    go(game, "G", "68", "67")
    assert where(game, "G") == "67"
    assert spent(game, "G") == (1 + 1) + (1 + 1)


# 8.28, 8.29 Supply


def cut_off(*more: Unit, **rest: object) -> Game:
    """Clervaux (68) behind Allied units in all of its neighbours but Marnach; the line runs 70-71-50."""
    return position(
        unit("W", "Allied infantry 2 @67"),
        unit("S", "Allied infantry 2 @69"),
        *more,
        **rest,  # type: ignore[arg-type]
    )


@pytest.mark.rule("8.28")
def test_a_unit_in_supply_makes_no_move_out_of_supply() -> None:
    """Behind Longvilly and Holzhum the road runs 70-71-85; with Allied units at 71 and 85 nothing is left of it."""
    block = [unit("N", "Allied infantry 2 @71"), unit("W", "Allied infantry 2 @67"), unit("S", "Allied infantry 2 @69")]
    game = position(unit("G", "German armour 4 @51"), unit("I", "German infantry 4 @51"), *block, intact=["51-70"])
    do(game, "move G", "to 70")
    do(game, "to 68")  # in supply: 68-70-51
    game = position(unit("G", "German armour 4 @70"), *block)
    assert "unsupplied" in flags(game, "G")  # the bridge behind it is down, and tanks trace over none
    game = position(unit("I", "German infantry 4 @70"), *block)
    assert "unsupplied" not in flags(game, "I")
    do(game, "move I", "to 68")  # foot soldiers trace over one


@pytest.mark.parametrize(("kind", "works"), [("armour", False), ("infantry", True), ("motorized", True)])
@pytest.mark.rule("8.28", "13.14")
def test_tanks_stay_on_this_side_of_what_they_cannot_be_supplied_over(kind: str, works: bool) -> None:
    """From Bastogne, its Ourthe side cut: every line of Ortheuville's runs over a destroyed bridge or through Germans."""
    game = position(
        unit("A", f"Allied {kind} 3 @63"),
        unit("G", "German infantry 2 @30"),
        unit("H", "German infantry 2 @26"),
        unit("J", "German infantry 2 @61"),
        side=ALLIED,
        destroyed=["62-66"],
    )
    out = "unsupplied" in flags(game, "A")
    do(game, "move A")
    if works or out:
        assert "to 62" in legal(game)
    else:
        barred(game, "to 62", "8.28", "A", "out of supply", "Ortheuville")


@pytest.mark.rule("8.28", "QA-2")
def test_x9_not_even_on_the_way_to_supply() -> None:
    """X9: Stoumont (82) has no line: Allied units at its every neighbour but Spa (35), where a line begins again."""
    block = [unit(f"A{area}", f"Allied infantry 2 @{area}") for area in ("33", "34", "81")]
    road = [unit("X", "Allied infantry 2 @36")]
    game = position(unit("G", "German motorized 3 @83"), *block, *road, destroyed=["82-83"])
    do(game, "move G", "abandon G")
    # Stoumont is joined to Trois Ponts by a destroyed bridge: one is allowed to foot soldiers.
    assert "to 82" in legal(game)
    game = position(unit("G", "German motorized 3 @83"), *block, *road, destroyed=["82-83", "83-84"])
    do(game, "move G")
    assert game.state.units["G"].location == "83"


@pytest.mark.rule("8.29", "QA-3")
def test_x10_a_unit_out_of_supply_moves_one_area_only() -> None:
    """X10: it may go to another area without supply; a second step is illegal."""
    ring = [unit(f"A{area}", f"Allied infantry 2 @{area}") for area in ("24", "25", "60", "62", "65")]
    game = position(
        unit("G", "German armour 3 @61"), unit("H", "German armour 3 @67"), *ring, unit("A", "Allied infantry 2 @68")
    )
    assert "unsupplied" in flags(game, "G")
    do(game, "move G", "to 66")
    assert where(game, "G") == "66"
    assert game.state.units["G"].marked  # its movement of the turn is over
    barred(game, "to 61", "8.21")
    barred(game, "move G", "8.25")
