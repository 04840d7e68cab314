"""Rule 8: activation, movement, its costs, and demolition as far as it touches the mover.

Roads are those of the map; the name of an example of the rules reference stands in its test's docstring.
"""

import pytest

from tests.titles.tigers_in_the_mist.kit import ALLIED, GERMAN, TITLE, do, legal, position, refused, rolls, unit
from tests.titles.tigers_in_the_mist.referee import (
    BOOK,
    barred,
    go,
    has_stopped,
    markers,
    moving,
    name,
    of,
    play_on,
    spent,
    where,
)
from wargame_tui.core.game import Game
from wargame_tui.titles.tigers_in_the_mist.rules.movement import allowance
from wargame_tui.titles.tigers_in_the_mist.state import SpecialForces, Unit

CLEAR_MISSES = [10] * 99

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
    barred(game, "move A", "8.1", "A", "enemy unit")
    do(game, "end")
    assert game.side == ALLIED
    barred(game, "move G", "8.1", "G", "enemy unit")
    assert "move A" in legal(game)


@pytest.mark.rule("8.1")
def test_a_unit_that_moved_still_defends_in_every_enemy_impulse() -> None:
    game = position(unit("G", "German armour 4 @70"), unit("A", "Allied infantry 3 @68"), dice=CLEAR_MISSES)
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
        ("German infantry 3 @55", "57"),  # Gemund-Vianden: no bridge left standing
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
    barred(game, f"to {there}", "8.2", "no road", name(there))


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
    do(game, "move Arm", "with Inf", "to 43", "to 76", "to 44", "to 45")
    barred(game, "to 42", "8.38", "Inf", "1 MP left", "costs 2")
    do(game, "to 46")
    assert has_stopped(game, "Arm")


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
    assert spent(game, "U") < 5  # enough left for the next road
    assert BOOK.road_to[there, onward].cost == 1
    assert has_stopped(game, "U")
    assert not {f"to {onward}", "move U"} & legal(game)


@pytest.mark.rule("8.22", "9.12")
def test_who_stopped_before_enemies_stays_for_the_rest_of_the_turn() -> None:
    game = position(unit("G", "German armour 4 @70"), unit("A", "Allied infantry 3 @68"), dice=CLEAR_MISSES)
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
        dice=CLEAR_MISSES,
    )
    go(game, "P", "68")
    go(game, "Q", "46")
    assert "moved" not in markers(game, "Q")
    do(game, "stop")
    assert {"moved", "must_fight"} <= markers(game, "P")
    assert "moved" in markers(game, "Q")
    assert "must_fight" not in markers(game, "Q")
    assert not {"moved", "must_fight"} & markers(game, "R")
    do(game, "end", "call 0", "call 0")
    assert game.side == ALLIED
    assert "moved" in markers(game, "P")
    assert "must_fight" not in markers(game, "P")


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
    """The Allied unit moves in 17-1 and is attacked in 17-2; in its own impulses of the 17th it may not answer."""
    game = position(
        unit("A", "Allied infantry 3 @67"),
        unit("G", "German armour 3 @70"),
        unit("H", "German armour 3 @70"),
        side=ALLIED,
        dice=CLEAR_MISSES,
    )
    go(game, "A", "68")
    do(game, "stop")
    assert TITLE.turn(game.state) == "17-2"
    go(game, "G", "68")
    play_on(game, lambda game: TITLE.turn(game.state) == "18-1")
    battles = [event.data["side"] for entry in game.entries for event in entry.events if event.kind == "battle"]
    assert battles == [GERMAN]
    play_on(game, lambda game: "battle 68" in legal(game) and game.side == ALLIED)  # a new turn
    assert TITLE.turn(game.state) == "18-1"


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
    go(game, "A", "D")
    assert spent(game, "A") == 1


@pytest.mark.rule("8.26", "11.21")
def test_enemies_in_his_area_do_not_bar_the_allied_player_from_his_zone() -> None:
    """11.21 closes a zone that the enemy occupies, not the way into it (A39)."""
    game = position(unit("A", "Allied armour 4 @41"), unit("G", "German infantry 1 @41"), side=ALLIED)
    go(game, "A", "D")
    assert where(game, "A") == "D"


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
    barred(game, f"to {there}", "8.27", name(here), name(there), "enemy units")


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


def pocket(*more: Unit, side: str = GERMAN, intact: tuple[str, ...] = (), free: tuple[str, ...] = ()) -> Game:
    """Clervaux (68) and Marnach (70) ringed in by Allied units at 67, 69 and 71, the bridge of Dasburg destroyed.

    Tanks there are out of supply; foot soldiers at either place trace over the bridge.
    """
    ring = [unit(f"Ring{area}", f"Allied infantry 2 @{area}") for area in ("67", "69", "71") if area not in free]
    return position(*ring, *more, side=side, intact=intact)


@pytest.mark.rule("8.28")
def test_no_move_out_of_supply() -> None:
    """From a contested area a line may start, but none from its neighbour may pass through it (13.13)."""
    here = [unit("G", "German mechanized 4 @70"), unit("A", "Allied infantry 2 @70")]
    game = pocket(*here, intact=("51-70",))
    do(game, "move G")
    barred(game, "to 68", "8.28", "G", "out of supply", "Clervaux")
    assert "to 51" in legal(game)
    game = pocket(*here, intact=("51-70",), free=("71",))
    do(game, "move G")
    assert {"to 68", "to 71"} <= legal(game)  # another way round, by Weiswampach and Ouren


@pytest.mark.rule("8.28")
def test_no_allied_move_out_of_supply() -> None:
    here = [unit("A", "Allied motorized 3 @61"), unit("G", "German infantry 2 @61")]
    ring = [unit(f"Ring{area}", f"German infantry 2 @{area}") for area in ("60", "66", "68")]
    game = position(*here, *ring, side=ALLIED)
    do(game, "move A")
    barred(game, "to 67", "8.28", "A", "out of supply", "Longvilly")
    game = position(*here, *(block for block in ring if block.location != "66"), side=ALLIED)
    do(game, "move A")
    assert "to 67" in legal(game)


@pytest.mark.rule("8.28", "QA-2")
def test_x9_not_even_in_passing() -> None:
    """X9: Longvilly would be out of supply; Noville behind it, though contested, has a line of its own."""
    ring = [unit(f"Ring{area}", f"German infantry 2 @{area}") for area in ("60", "66", "68")]
    beyond = position(unit("A", "Allied motorized 3 @66"), *ring, side=ALLIED)
    assert "unsupplied" not in markers(beyond, "A")
    game = position(unit("A", "Allied motorized 3 @61"), unit("G", "German infantry 2 @61"), *ring, side=ALLIED)
    do(game, "move A")
    barred(game, "to 67", "8.28", "Longvilly")
    assert not any("to 67" in [step.notation() for step in way] for way in TITLE.routes(game.state).values())


@pytest.mark.rule("8.29", "QA-3")
def test_x10_a_unit_out_of_supply_moves_one_area() -> None:
    """X10: into another area without supply, and no further."""
    game = pocket(unit("G", "German armour 4 @68"))
    assert "unsupplied" in markers(game, "G")
    go(game, "G", "70")
    assert where(game, "G") == "70"
    assert "unsupplied" in markers(game, "G")
    assert of(game, "G").marked
    barred(game, "move G", "8.25")


@pytest.mark.rule("8.29", "QA-3")
def test_x10_on_the_allied_side() -> None:
    ring = [unit(f"Ring{area}", f"German infantry 2 @{area}") for area in ("24", "25", "60", "62", "66", "68")]
    game = position(unit("A", "Allied mechanized 3 @61"), *ring, side=ALLIED)
    assert "unsupplied" in markers(game, "A")
    go(game, "A", "67")
    assert where(game, "A") == "67"
    assert of(game, "A").marked


@pytest.mark.rule("8.29")
def test_one_unit_out_of_supply_holds_its_stack_back() -> None:
    game = pocket(unit("Arm", "German armour 4 @70"), unit("Inf", "German infantry 3 @70"))
    assert ("unsupplied" in markers(game, "Arm"), "unsupplied" in markers(game, "Inf")) == (True, False)
    do(game, "move Inf", "with Arm", "to 68")
    assert of(game, "Arm").marked
    assert of(game, "Inf").marked


@pytest.mark.rule("8.29", "13.23")
def test_an_engineer_out_of_supply_moves_one_area_and_may_dig_in_there() -> None:
    game = pocket(unit("Eng", "German engineer 2 @68"), unit("Bolt", "Allied infantry 2 @51"))
    assert "unsupplied" in markers(game, "Eng")
    do(game, "move Eng", "to 70")
    barred(game, "to 68", "8.29", "Eng", "one area only")
    do(game, "entrench Eng")
    assert of(game, "Eng").entrenched


@pytest.mark.rule("8.29", "13.23")
def test_who_is_out_of_supply_may_entrench_instead_of_moving() -> None:
    game = pocket(unit("Inf", "German infantry 2 @68"), unit("Bolt", "Allied infantry 2 @51"))
    assert "unsupplied" in markers(game, "Inf")
    do(game, "entrench Inf")
    assert of(game, "Inf").entrenched
    barred(game, "move Inf", "8.25")


@pytest.mark.rule("8.29")
def test_supply_for_movement_is_that_before_the_move() -> None:
    """13.15: a unit that comes into supply with its first step has still moved its one area."""
    game = pocket(unit("Arm", "German armour 4 @68"), unit("Inf", "German infantry 2 @50"), free=("71",))
    assert "unsupplied" not in markers(game, "Arm")
    game = pocket(unit("Arm", "German armour 4 @68"))
    do(game, "move Arm", "to 71")  # contested, but with a line over the bridge of Ouren
    assert "unsupplied" not in markers(game, "Arm")
    assert of(game, "Arm").marked


# 8.31 to 8.34 Movement points and the cost of roads

NORTH_GERMAN = ("43", "76", "44", "45", "46", "53", "52", "51", "52")
"""From Schleiden, nine steps along primary roads."""
ALLIED_HIGHWAY = ("2", "24", "61", "66", "65", "86", "84", "73", "74")
"""From Luxembourg, nine steps along primary roads."""


@pytest.mark.parametrize(("side", "start", "path"), [(GERMAN, "42", NORTH_GERMAN), (ALLIED, "5", ALLIED_HIGHWAY)])
@pytest.mark.parametrize("kind", ["armour", "mechanized", "motorized", "engineer"])
@pytest.mark.rule("8.31", "8.33", "8.38")
def test_vehicles_have_8_points(side: str, start: str, path: tuple[str, ...], kind: str) -> None:
    game = position(unit("U", f"{side} {kind} 3 @{start}"), side=side)
    go(game, "U", *path[:7])
    assert "1 MP left" in game.prompt.text
    do(game, f"to {path[7]}")
    assert (where(game, "U"), spent(game, "U")) == (path[7], 8)
    assert has_stopped(game, "U")


@pytest.mark.parametrize(("side", "start", "path"), [(GERMAN, "42", NORTH_GERMAN), (ALLIED, "5", ALLIED_HIGHWAY)])
@pytest.mark.rule("8.32", "8.33", "8.38")
def test_infantry_has_5_points(side: str, start: str, path: tuple[str, ...]) -> None:
    game = position(unit("U", f"{side} infantry 3 @{start}"), side=side)
    go(game, "U", *path[:4])
    assert "1 MP left" in game.prompt.text
    do(game, f"to {path[4]}")
    assert (where(game, "U"), spent(game, "U")) == (path[4], 5)
    assert has_stopped(game, "U")


@pytest.mark.parametrize("area", BOOK.areas)
@pytest.mark.rule("8.33", "3.22", "3.24")
def test_every_road_costs_1_or_2_by_its_class_and_by_nothing_else(area: str) -> None:
    """Borders, woods, swamps, towns and standing bridges cost nothing (3.24)."""
    links = [link for link in BOOK.map.links if area in link.between and link.road and link.bridge != "destroyed"]
    for link in links:
        [there] = set(link.between) - {area}
        side = ALLIED if there in "DEFGHIJKLMNP" else GERMAN
        game = position(unit("U", f"{side} infantry 3 @{area}"), side=side)
        go(game, "U", there)
        assert spent(game, "U") == {"primary": 1, "secondary": 2}[link.road], link
        assert where(game, "U") == there


@pytest.mark.parametrize(
    ("here", "there", "road"),
    [
        ("51", "70", "primary"),
        ("40", "41", "primary"),
        ("10", "11", "primary"),
        ("55", "69", "secondary"),
        ("19", "20", "secondary"),
    ],
)
@pytest.mark.rule("8.33", "8.34")
def test_a_destroyed_bridge_costs_3_and_no_road(here: str, there: str, road: str) -> None:
    assert BOOK.road_to[here, there].road_class == road
    game = position(unit("U", f"German infantry 3 @{here}"))
    go(game, "U", there)
    assert spent(game, "U") == 3
    game = position(unit("U", f"Allied infantry 3 @{there}"), unit("V", "Allied infantry 3 @" + there), side=ALLIED)
    go(game, "U", here)  # the same from the other bank
    assert spent(game, "U") == 3


@pytest.mark.parametrize("kind", ["mechanized", "motorized", "engineer"])
@pytest.mark.rule("8.34", "8.35", "QA-4")
def test_x11_vehicles_are_left_behind_to_cross(kind: str) -> None:
    """X11: allowed, with 5 points from now on, and marked."""
    game = position(unit("U", f"German {kind} 3 @51"))
    do(game, "move U")
    barred(game, "to 70", "8.35", "U", "destroyed", "abandon its vehicles")
    assert [event.data["unit"] for event in do(game, "abandon U") if event.kind == "vehicles_abandoned"] == ["U"]
    assert "on_foot" in markers(game, "U")
    do(game, "to 70")
    assert spent(game, "U") == 3
    do(game, "to 68")
    barred(game, "to 69", "8.38", "1 MP left", "costs 2")
    do(game, "to 67")
    assert spent(game, "U") == 5
    assert has_stopped(game, "U")


@pytest.mark.rule("8.33", "8.34")
def test_armour_never_crosses_a_destroyed_bridge() -> None:
    game = position(unit("Arm", "German armour 4 @51"), unit("Mech", "German mechanized 3 @51"))
    do(game, "move Arm")
    barred(game, "to 70", "8.33", "Arm", "cannot cross on foot", "destroyed")
    barred(game, "abandon Arm", "8.34", "no vehicles")
    do(game, "with Mech", "abandon Mech")
    barred(game, "to 70", "8.33", "Arm")


@pytest.mark.rule("8.34")
def test_infantry_has_no_vehicles_to_abandon() -> None:
    game = position(unit("U", "German infantry 3 @51"))
    do(game, "move U")
    barred(game, "abandon U", "8.34", "U", "no vehicles")


def bridgehead(at: str = "17-3", side: str = ALLIED, **changes: bool) -> Game:
    """A mechanized unit on foot at Holzhum; its only line of supply crosses the destroyed bridge of Gemund."""
    ring = [unit(f"Ring{area}", f"Allied infantry 2 @{area}") for area in ("58", "59", "60", "68", "70")]
    return position(unit("U", "German mechanized 3 @69", on_foot=True, **changes), *ring, at=at, side=side)


@pytest.mark.rule("8.35", "QA-4")
def test_x11_on_foot_until_a_line_without_a_destroyed_bridge() -> None:
    """X11: in this turn and in the next ones, as long as every line crosses one."""
    game = bridgehead()
    for box in ("18-1", "19-1", "20-1"):
        play_on(game, moving(GERMAN, box))
        assert "on_foot" in markers(game, "U"), box
        assert "unsupplied" not in markers(game, "U"), box
    do(game, "move U", "to 55")
    assert spent(game, "U") == 3
    assert "2 MP left" in game.prompt.text


@pytest.mark.rule("8.35")
def test_vehicles_come_back_with_the_line() -> None:
    """A34: when a line exists at the start or the end of a player impulse; here the Allied unit at Marnach leaves."""
    game = bridgehead(at="17-1")
    go(game, "Ring70", "68")
    do(game, "stop")
    assert "on_foot" in markers(game, "U")  # not in the middle of an impulse
    events = do(game, "end")
    assert [event.data["unit"] for event in rolls(events, "vehicles_recovered")] == ["U"]
    assert "on_foot" not in markers(game, "U")
    do(game, "move U", "to 70")
    assert "7 MP left" in game.prompt.text


@pytest.mark.rule("8.35", "QA-4")
def test_the_allowance_stays_5_in_the_impulse_of_the_crossing() -> None:
    """A34: although Marnach has a line over the bridge of Ouren, vehicles do not come back during the move."""
    game = position(unit("U", "German motorized 3 @51"))
    do(game, "move U", "abandon U", "to 70", "to 68")
    assert "on_foot" in markers(game, "U")
    assert "1 MP left" in game.prompt.text
    do(game, "stop", "end")
    assert "on_foot" not in markers(game, "U")


@pytest.mark.rule("QA-6", "QA-4")
def test_x13_a_standing_bridge_is_used() -> None:
    """X13: soldiers on foot pay for the road, not for the river, and the enemy may blow the bridge before them."""
    enemies = unit("A", "Allied infantry 3 @71")
    for kind in ("infantry", "mechanized"):
        game = position(unit("U", f"German {kind} 3 @50", on_foot=kind == "mechanized"), enemies)
        do(game, "move U", "to 71")
        assert game.side == ALLIED
        assert "blow 50-71 A" in legal(game)
        do(game, "pass")
        assert spent(game, "U") == 2 + 1


# 8.36, 8.37 Additional costs (T3)

IMPEDE = SpecialForces((17,), ("impede movement",), "67", "impede movement")
"""German special forces at Longvilly."""
FRIEND, FOE, BOTH, NOBODY = ["own"], ["enemy"], ["own", "enemy"], list[str]()


def others_at(side: str, space: str, who: list[str]) -> list[Unit]:
    """Armour of one side or both in a space."""
    foe = ALLIED if side == GERMAN else GERMAN
    sides = {"own": side, "enemy": foe}
    return [unit(f"{each}@{space}", f"{sides[each]} armour 1 @{space}") for each in who]


@pytest.mark.parametrize(
    ("side", "here", "there", "road"),
    [(GERMAN, "68", "67", 1), (GERMAN, "69", "60", 2), (ALLIED, "61", "66", 1), (ALLIED, "67", "60", 2)],
)
@pytest.mark.parametrize(
    ("left", "entered", "extra"),
    [
        (NOBODY, NOBODY, 0),
        (FRIEND, NOBODY, 0),  # leaving friends costs nothing
        (FOE, NOBODY, 1),
        (BOTH, NOBODY, 1),
        (NOBODY, FRIEND, 1),
        (NOBODY, FOE, 1),
        (NOBODY, BOTH, 1),  # one +1, however many are there (8.37)
        (FRIEND, FOE, 1),
        (FOE, FRIEND, 2),  # cumulative
    ],
)
@pytest.mark.rule("8.36", "8.37")
def test_d1_entering_company_and_leaving_enemies(
    side: str, here: str, there: str, road: int, left: list[str], entered: list[str], extra: int
) -> None:
    """D1: infantry that leaves enemies by a secondary road for an empty area pays 1 + 2."""
    game = position(
        unit("U", f"{side} infantry 3 @{here}"),
        *others_at(side, here, left),
        *others_at(side, there, entered),
        side=side,
    )
    go(game, "U", there)
    assert spent(game, "U") == road + extra


@pytest.mark.parametrize(
    ("left", "entered", "cost"),
    [(NOBODY, NOBODY, 3), (NOBODY, FOE, 4), (NOBODY, FRIEND, 4), (FOE, NOBODY, 4), (FOE, FRIEND, 5)],
)
@pytest.mark.rule("8.36", "8.34")
def test_additional_costs_of_a_river_on_foot(left: list[str], entered: list[str], cost: int) -> None:
    game = position(
        unit("U", "German infantry 3 @51"), *others_at(GERMAN, "51", left), *others_at(GERMAN, "70", entered)
    )
    go(game, "U", "70")
    assert spent(game, "U") == cost


@pytest.mark.parametrize(
    ("side", "path", "cost"),
    [
        (ALLIED, ["61", "67"], 1 + 1),  # enter
        (ALLIED, ["67", "61"], 1 + 1),  # leave
        (ALLIED, ["61", "67", "68"], 1 + 1 + 1 + 1),  # pass through
        (GERMAN, ["68", "67", "61"], 1 + 1),
    ],
)
@pytest.mark.rule("8.36")
def test_special_forces_impede_allied_movement_only(side: str, path: list[str], cost: int) -> None:
    """T3 (14.22)."""
    game = position(unit("U", f"{side} infantry 3 @{path[0]}"), side=side, special=IMPEDE)
    go(game, "U", *path[1:])
    assert spent(game, "U") == cost


@pytest.mark.rule("8.36", "8.37")
def test_impediment_adds_to_company() -> None:
    game = position(
        unit("U", "Allied infantry 3 @67"),
        unit("G", "German armour 1 @67"),
        unit("A", "Allied armour 1 @60"),
        side=ALLIED,
        special=IMPEDE,
    )
    go(game, "U", "60")
    assert spent(game, "U") == 2 + 1 + 1 + 1  # secondary road, enemies left, friends entered, special forces left


@pytest.mark.rule("8.37")
def test_a_stack_is_no_company_to_itself() -> None:
    game = position(unit("P", "German motorized 2 @53"), unit("Q", "German motorized 2 @53"))
    do(game, "move P", "with Q", "to 46")
    assert (spent(game, "P"), spent(game, "Q")) == (1, 1)


@pytest.mark.parametrize("who", [FRIEND, FOE, BOTH])
@pytest.mark.rule("8.37", "8.26")
def test_zones_are_exempt(who: list[str]) -> None:
    game = position(unit("U", "German armour 3 @28"), *others_at(GERMAN, "I", who))
    go(game, "U", "I")
    assert spent(game, "U") == 1


@pytest.mark.rule("8.38")
def test_no_entry_without_the_whole_cost() -> None:
    game = position(unit("U", "German infantry 3 @45"), unit("V", "German armour 1 @48"))
    go(game, "U", "46", "53", "49")  # 3 spent
    barred(game, "to 48", "8.38", "U", "2 MP left", "Bleialf", "costs 3")
    assert "to 50" in legal(game)  # an empty area at the end of the same sort of road
    do(game, "to 50")
    assert spent(game, "U") == 5


@pytest.mark.rule("8.38")
def test_there_is_no_minimum_move() -> None:
    """Enemies and special forces left, a river crossed and friends entered: 1 + 1 + 3 + 1, more than infantry has."""
    game = position(
        unit("U", "Allied infantry 3 @61"),
        unit("G", "German armour 1 @61"),
        unit("A", "Allied armour 1 @62"),
        side=ALLIED,
        destroyed=["61-62"],
        special=SpecialForces((17,), ("impede movement",), "61", "impede movement"),
    )
    do(game, "move U")
    barred(game, "to 62", "8.38", "5 MP left", "costs 6")


@pytest.mark.rule("8.39")
def test_battles_come_after_all_movement() -> None:
    game = position(
        unit("P", "German armour 4 @70"),
        unit("Q", "German armour 4 @46"),
        unit("R", "German armour 4 @9"),
        unit("A", "Allied infantry 2 @68"),
        unit("B", "Allied infantry 2 @48"),
    )
    go(game, "P", "68")
    go(game, "Q", "48")
    assert {"move R", "end"} <= legal(game)
    assert not any(command.startswith("battle") for command in legal(game))
    do(game, "end")
    assert legal(game) == {"battle 68", "battle 48"}
    assert game.side == GERMAN
    assert refused(game, "move R").reason


# 8.4 Demolition during movement


@pytest.mark.parametrize("kind", ["infantry", "motorized", "mechanized", "engineer"])
@pytest.mark.rule("8.41")
def test_the_other_player_may_blow_a_bridge_about_to_be_crossed(kind: str) -> None:
    game = position(unit("G", "German armour 4 @50"), unit("A", f"Allied {kind} 2 @71"), dice=[1])
    do(game, "move G", "to 71")
    assert game.side == ALLIED
    assert where(game, "G") == "50"
    assert legal(game) == {"blow 50-71 A", "pass"}
    do(game, "blow 50-71 A")
    assert not game.state.bridges["50-71"].intact
    assert game.side == GERMAN


@pytest.mark.rule("8.41")
def test_the_german_too_blows_bridges() -> None:
    game = position(unit("A", "Allied armour 4 @71"), unit("G", "German infantry 2 @50"), side=ALLIED, dice=[1])
    do(game, "move A", "to 50")
    assert game.side == GERMAN
    do(game, "blow 50-71 G")
    assert not game.state.bridges["50-71"].intact


@pytest.mark.rule("8.41")
def test_no_question_without_a_bridge_a_unit_or_infantry() -> None:
    for there, foe in (("68", "Allied infantry 2 @68"), ("71", "Allied armour 2 @71"), ("71", "Allied infantry 2 @85")):
        start = "70" if there == "68" else "50"
        game = position(unit("G", f"German armour 4 @{start}"), unit("A", foe))
        do(game, "move G", f"to {there}")
        assert game.side == GERMAN
        assert where(game, "G") == there


@pytest.mark.rule("8.42", "8.36")
def test_a_blown_bridge_costs_1_and_the_stack_may_go_elsewhere() -> None:
    game = position(
        unit("P", "German armour 4 @50"),
        unit("Q", "German motorized 3 @50"),
        unit("A", "Allied infantry 2 @71"),
        dice=[1],
    )
    do(game, "move P", "with Q", "to 71", "blow 50-71 A")
    assert (spent(game, "P"), spent(game, "Q")) == (1, 1)
    assert (where(game, "P"), where(game, "Q")) == ("50", "50")
    barred(game, "to 71", "8.33", "P")
    do(game, "to 52")
    assert (spent(game, "P"), spent(game, "Q")) == (3, 3)


@pytest.mark.rule("8.42")
def test_after_a_blown_bridge_the_stack_may_stop() -> None:
    game = position(unit("P", "German armour 4 @50"), unit("A", "Allied infantry 2 @71"), dice=[1])
    do(game, "move P", "to 71", "blow 50-71 A", "stop")
    assert where(game, "P") == "50"
    assert of(game, "P").marked


@pytest.mark.rule("8.42", "8.36")
def test_a_bridge_that_holds_costs_nothing_more() -> None:
    for answer, dice in (("blow 50-71 A", [10]), ("pass", [])):
        game = position(unit("P", "German armour 4 @50"), unit("A", "Allied infantry 2 @71"), dice=dice)
        do(game, "move P", "to 71", answer)
        assert where(game, "P") == "71"
        assert spent(game, "P") == 2 + 1


@pytest.mark.rule("QA-5", "8.42", "8.36")
def test_x12_infantry_before_a_blown_bridge() -> None:
    """X12: 5 points, less 1 for the blown bridge, less 3 for the river and 1 for the enemies beyond."""
    game = position(unit("A", "German infantry 3 @50"), unit("X", "Allied infantry 2 @71"), dice=[1])
    do(game, "move A", "to 71", "blow 50-71 X")
    assert "4 MP left" in game.prompt.text
    do(game, "to 71")
    assert where(game, "A") == "71"
    assert spent(game, "A") == 5


@pytest.mark.rule("QA-5")
def test_x12_one_step_further_away_it_is_too_far() -> None:
    """As X12, but the infantry has come from Pronsfeld by a secondary road."""
    game = position(unit("A", "German infantry 3 @53"), unit("X", "Allied infantry 2 @71"), dice=[1])
    do(game, "move A", "to 50", "to 71", "blow 50-71 X")
    barred(game, "to 71", "8.38", "2 MP left", "costs 4")


@pytest.mark.rule("QA-7", "8.35")
def test_x14_vehicles_may_be_abandoned_after_the_demolition_is_seen() -> None:
    """X14: as long as no more than 5 points are spent, the blown bridge's included."""
    game = position(unit("M", "German mechanized 3 @45"), unit("X", "Allied infantry 2 @71"), dice=[1])
    do(game, "move M", "to 46", "to 53", "to 50", "to 71", "blow 50-71 X")
    assert spent(game, "M") == 5
    do(game, "abandon M")
    assert "on_foot" in markers(game, "M")
    assert has_stopped(game, "M")


@pytest.mark.rule("QA-7")
def test_d5_blown_bridge_crossed_on_foot_into_the_enemy() -> None:
    """D5: 1 + 3 + 1 = 5, and the vehicles stay behind."""
    game = position(unit("M", "German mechanized 3 @50"), unit("X", "Allied infantry 2 @71"), dice=[1])
    do(game, "move M", "to 71", "blow 50-71 X")
    barred(game, "to 71", "8.35", "M", "abandon")
    do(game, "abandon M", "to 71")
    assert where(game, "M") == "71"
    assert spent(game, "M") == 5
    assert "on_foot" in markers(game, "M")


@pytest.mark.rule("QA-7")
def test_d7_too_late_to_abandon_vehicles() -> None:
    """D7: after 6 points, whether all were spent on roads or one on a blown bridge."""
    game = position(unit("M", "German mechanized 3 @44"))
    do(game, "move M", "to 45", "to 46", "to 53", "to 50")
    assert "abandon M" in legal(game)  # 5 spent
    game = position(unit("M", "German mechanized 3 @44"))
    do(game, "move M", "to 45", "to 46", "to 53", "to 52", "to 51", "to 52")
    assert spent(game, "M") == 6
    barred(game, "abandon M", "QA-7", "M", "more than 5")
    game = position(unit("M", "German mechanized 3 @44"), unit("X", "Allied infantry 2 @71"), dice=[1])
    do(game, "move M", "to 45", "to 46", "to 53", "to 50", "to 71", "blow 50-71 X")
    assert spent(game, "M") == 6
    barred(game, "abandon M", "QA-7")


@pytest.mark.rule("QA-7")
def test_vehicles_may_be_abandoned_before_the_first_step_or_on_the_way() -> None:
    for before in ((), ("to 50",)):
        game = position(unit("M", "German motorized 3 @53"))
        do(game, "move M", *before, "abandon M")
        assert "on_foot" in markers(game, "M")
        barred(game, "abandon M", "8.35", "on foot already")


@pytest.mark.rule("QA-7")
def test_each_unit_of_a_stack_abandons_its_own_vehicles() -> None:
    game = position(
        unit("P", "German motorized 3 @51"), unit("Q", "German engineer 2 @51"), unit("R", "German engineer 2 @51")
    )
    do(game, "move P", "with Q", "abandon P")
    barred(game, "to 70", "8.35", "Q")
    barred(game, "abandon R", "8.35", "R")
    do(game, "abandon Q", "to 70")
    assert (where(game, "P"), where(game, "Q")) == ("70", "70")


# A refused command


@pytest.mark.rule("8.38", "8.27", "8.22")
def test_refused_commands_change_nothing() -> None:
    game = position(
        unit("U", "German infantry 3 @70"), unit("X", "Allied armour 2 @70"), unit("Y", "Allied armour 2 @68"), dice=[3]
    )
    before, journal = game.state, list(game.entries)
    for command in ("to 68", "stop", "entrench U", "move X", "abandon U", "battle 70", "blow 50-71 X", "move Nobody"):
        assert refused(game, command).reason
        assert game.state is before
    do(game, "move U")
    taken_up = game.state
    for command in ("to 68", "with X", "end", "move U", "to 99"):
        assert refused(game, command).reason
        assert game.state is taken_up
    assert [entry.text for entry in game.entries] == [*(entry.text for entry in journal), "move U"]


# What is lit on the map


def walked(game: Game, unit_: str) -> dict[str, str]:
    """Every space that a unit comes to by playing on step by step, with the most points left there."""
    found: dict[str, int] = {}
    do(game, f"move {unit_}")
    waiting = [game]
    while waiting:
        here = waiting.pop()
        for words in sorted(legal(here)):
            verb, _, space = words.partition(" ")
            if verb != "to":
                continue
            after = here.branch()
            do(after, words)
            mover = after.state.units[unit_]
            left = allowance(after.state, mover) - mover.mp_spent
            if left > found.get(space, -1):
                found[space] = left
                waiting += [after] if after.state.stack[-1].kind == "moving" else []
    found.pop(game.state.units[unit_].location, None)
    return {space: str(left) for space, left in found.items()}


@pytest.mark.rule("8.22", "8.3", "8.36")
@pytest.mark.parametrize("kind", ["mechanized", "infantry"])
def test_what_is_lit_is_what_can_be_reached_step_by_step(kind: str) -> None:
    foes = [unit(f"A{area}", f"Allied armour 2 @{area}") for area in ("66", "61")]
    friends = [unit("Fr", "German infantry 2 @68")]
    game = position(unit("G", f"German {kind} 3 @70"), *friends, *foes)
    lit = TITLE.reach(game.state, "G")
    assert lit.notes == walked(game, "G")
    assert {space for space, how in lit.highlights.items() if how == "battle"} <= {"66", "61"}


@pytest.mark.rule("8.29")
def test_out_of_supply_only_the_next_area_is_lit() -> None:
    game = pocket(unit("G", "German armour 4 @68"))
    assert TITLE.reach(game.state, "G").highlights.keys() == {"67", "69", "70", "71"}
    do(game, "move G")
    assert TITLE.reach(game.state, "G").highlights.keys() == {"67", "69", "70", "71"}
    assert not TITLE.routes(game.state)
    engineer = pocket(unit("Eng", "German engineer 2 @68"), unit("Bolt", "Allied infantry 2 @51"))
    do(engineer, "move Eng", "to 70")
    assert not TITLE.reach(engineer.state, "Eng").highlights
