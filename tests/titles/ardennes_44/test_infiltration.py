"""Chapter 34, optional: night infiltration."""

import pytest

from tests.titles.ardennes_44.fights import WIDE, ahead
from tests.titles.ardennes_44.kit import ALLIED, GERMAN, at, do, legal, place, position, refused, told, unit
from tests.titles.ardennes_44.terrain import steps
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.rules import sequence
from wargame_tui.titles.ardennes_44.rules.night_turn import NightTurn
from wargame_tui.titles.ardennes_44.state import Unit

NEXT, SOUTH = ahead(WIDE, 0), ahead(WIDE, 3)
AWAY = "3413"


def night(*units: Unit, side=ALLIED, turn: int = 4, on: bool = True, stage: str = "movement", **more) -> Game:
    """The night movement, or combat, of a side."""
    steps_ = (sequence.Turn(turn, "end"), NightTurn(f"{side} {stage}"))  # type: ignore[arg-type]
    options = ("infiltration",) if on else ()
    return position(*units, side=side, turn=turn, night=True, stack=steps_, options=options, **more)


def goals(game: Game, hex_: str) -> set[str]:
    """Where the stack of a hex may infiltrate."""
    return {text.split()[2] for text in legal(game, "infiltrate") if text.split()[1] == hex_}


@pytest.mark.rule("34.1")
def test_an_unused_marker_moves_a_stack_a_hex():
    game = night(unit("2-9", WIDE), unit("741Tnk", WIDE))
    assert len(goals(game, WIDE)) == 6
    do(game, f"infiltrate {WIDE} {NEXT}")
    assert place(game, "2-9") == place(game, "741Tnk") == NEXT
    assert refused(game, f"infiltrate {NEXT} {ahead(NEXT, 0)}").rule == "34", "one hex"


@pytest.mark.rule("34.1")
def test_one_hex_only():
    game = night(unit("2-9", WIDE))
    assert refused(game, f"infiltrate {WIDE} {ahead(WIDE, 0, 2)}").rule == "34"
    assert refused(game, f"infiltrate {AWAY} 3313").rule == "34", "nobody is there"


@pytest.mark.rule("34.1")
def test_without_the_option_nobody_does():
    game = night(unit("2-9", WIDE), unit("2-38", AWAY, night=True), on=False)
    assert not legal(game, "infiltrate")
    assert refused(game, f"infiltrate {WIDE} {NEXT}").rule == "34"


@pytest.mark.rule("34.1")
def test_by_day_nobody_does():
    game = position(unit("2-9", WIDE), side=ALLIED, turn=4, options=("infiltration",))
    assert not legal(game, "infiltrate")
    assert refused(game, f"infiltrate {WIDE} {NEXT}").rule == "34"


@pytest.mark.rule("34.1", "34.7")
@pytest.mark.parametrize("marked", [0, 1, 2, 3])
def test_as_many_stacks_as_markers_were_not_used(marked: int):
    names = ("2-9", "2-38", "2-23", "99-393", "99-394", "106-424", "1-26")
    hexes = (WIDE, AWAY, "2126", "2532", "W1122", "3219", "W0908")
    units = [unit(name, hex_, night=i < marked) for i, (name, hex_) in enumerate(zip(names, hexes, strict=True))]
    game = night(*units)
    done = 0
    while legal(game, "infiltrate"):
        do(game, min(legal(game, "infiltrate")))
        done += 1
    assert done == 3 - marked


@pytest.mark.rule("34.9")
def test_e34_1_one_marked_stack_and_two_others():
    """The marked stack uses its full allowance and may attack; two others move a hex and do not."""
    units = (unit("2-9", AWAY, night=True), unit("2-38", WIDE), unit("2-23", "2126"), unit("99-393", "W1122"))
    game = night(*units)
    do(game, "move 2-9")
    assert len(legal(game, "to")) > 6
    do(game, "end", f"infiltrate {WIDE} {NEXT}")
    do(game, f"infiltrate 2126 {min(goals(game, '2126'))}")
    assert refused(game, f"infiltrate W1122 {ahead('W1122', 0)}").rule == "34"
    assert "move 2-9" in legal(game)


@pytest.mark.rule("34.2")
def test_across_rivers_for_infantry_not_for_vehicles():
    one, other = next(steps(("clear",), ("clear", "light_woods"), water="river"))
    assert other in goals(night(unit("2-9", one)), one)
    game = night(unit("741Tnk", one))
    assert other not in goals(game, one)
    assert refused(game, f"infiltrate {one} {other}").rule == "34"


@pytest.mark.rule("34.2")
def test_into_forest_for_infantry_not_for_vehicles_without_a_road():
    one, other = next(steps(("clear",), ("forest",)))
    assert other in goals(night(unit("2-9", one)), one)
    assert other not in goals(night(unit("741Tnk", one)), one)


@pytest.mark.rule("34.2")
def test_of_a_mixed_stack_go_those_that_can():
    one, other = next(steps(("clear",), ("clear", "light_woods"), water="river"))
    game = night(unit("2-9", one), unit("741Tnk", one))
    do(game, f"infiltrate {one} {other}")
    assert (place(game, "2-9"), place(game, "741Tnk")) == (other, one)


@pytest.mark.rule("34.2", "9.2")
def test_not_into_a_hex_with_enemies():
    game = night(unit("2-9", WIDE), unit("26VG-39", NEXT))
    assert NEXT not in goals(game, WIDE)
    assert refused(game, f"infiltrate {WIDE} {NEXT}").rule == "34"


@pytest.mark.rule("34.3")
def test_a_stack_that_infiltrated_does_not_attack():
    units = (unit("2-9", SOUTH), unit("2-38", ahead(WIDE, 1), night=True), unit("26VG-39", NEXT))
    game = night(*units)
    do(game, f"infiltrate {SOUTH} {WIDE}", "end")
    while not at(game, "combat"):
        do(game, "end")
    do(game, f"attack {NEXT}")
    assert legal(game, "with") == {"with 2-38"}
    assert refused(game, "with 2-9").rule == "25.3"


@pytest.mark.rule("34.4")
@pytest.mark.parametrize("changes", [{"eng": True}, {"replaced": True}])
def test_engaged_units_and_those_with_a_replacement_marker_do_not(changes):
    game = night(unit("2-9", WIDE, **changes), unit("2-38", AWAY))
    assert not goals(game, WIDE)
    assert refused(game, f"infiltrate {WIDE} {NEXT}").rule == "34"


@pytest.mark.rule("34.5")
@pytest.mark.parametrize(("name", "side"), [("2-9", ALLIED), ("101-501", ALLIED), ("26VG-39", GERMAN)])
def test_veterans_and_elite_enter_enemy_zones(name: str, side):
    enemy = "26VG-77" if side == ALLIED else "2-9"
    game = night(unit(name, SOUTH), unit(enemy, NEXT), side=side)
    assert WIDE in goals(game, SOUTH)


@pytest.mark.rule("34.5")
def test_and_go_from_zone_to_zone():
    game = night(unit("2-9", WIDE), unit("26VG-39", NEXT))
    assert {ahead(WIDE, 1), ahead(WIDE, 5)} <= goals(game, WIDE)


@pytest.mark.rule("34.5", "10.2")
def test_never_into_or_across_an_enemy_bond():
    """Germans two hexes apart in line: the hex between is barred."""
    units = (unit("26VG-39", NEXT), unit("26VG-77", SOUTH))
    side = ahead(WIDE, 1)
    game = night(unit("2-9", side), *units)
    assert WIDE not in goals(game, side)
    assert refused(game, f"infiltrate {side} {WIDE}").rule == "34"
    # and across a hexside bond: from between the two of them to the other common neighbour
    game = night(unit("2-9", side), unit("26VG-39", NEXT), unit("26VG-77", ahead(WIDE, 2)))
    assert WIDE not in goals(game, side)


@pytest.mark.rule("34.6")
@pytest.mark.parametrize(
    ("name", "changes"), [("78-309", {}), ("2-9", {"status": "disrupted"}), ("2-9", {"status": "routed"})]
)
def test_recruits_disrupted_and_routed_units_stay_out_of_enemy_zones(name: str, changes):
    game = night(unit(name, SOUTH, **changes), unit("26VG-39", NEXT))
    assert WIDE not in goals(game, SOUTH)
    assert refused(game, f"infiltrate {SOUTH} {WIDE}").rule == "34"
    assert ahead(SOUTH, 3) in goals(game, SOUTH), "elsewhere they may go"


@pytest.mark.rule("34.7", "25.3a")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_no_marker_is_placed_beforehand(side):
    """With no marked stack at all there is a night movement phase for it."""
    name = "26VG-39" if side == GERMAN else "2-9"
    game = night(unit(name, WIDE), side=side)
    assert at(game, "movement")
    (event,) = told(do(game, f"infiltrate {WIDE} {NEXT}"), "infiltrated")
    assert event.data["units"] == [name]


@pytest.mark.rule("34.8")
def test_units_that_used_their_full_allowance_in_the_pm_turn_may_too():
    game = position(unit("2-23", WIDE), side=ALLIED, turn=4, options=("infiltration",))
    goal = ahead(WIDE, 3, 3)
    do(game, "move 2-23", f"to {goal}")
    while not (game.state.night and at(game, "movement")):
        do(game, "end" if "end" in legal(game) else min(legal(game)))
    assert goals(game, goal)


@pytest.mark.rule("34.9", "25.3")
def test_a_marked_stack_moves_under_its_marker():
    game = night(unit("2-9", WIDE, night=True))
    assert not goals(game, WIDE)
    assert "move 2-9" in legal(game)


@pytest.mark.rule("34.3", "34.1")
def test_who_infiltrated_moves_no_more():
    game = night(unit("2-9", WIDE), unit("2-38", AWAY, night=True))
    do(game, f"infiltrate {WIDE} {NEXT}")
    assert "move 2-9" not in legal(game)


@pytest.mark.rule("34.3", "27.5")
def test_nor_does_kampfgruppe_peiper_attack_after_it():
    units = (unit("1SS-1Pz", SOUTH), unit("1SS-501", ahead(WIDE, 1)), unit("2-9", NEXT))
    game = night(*units, side=GERMAN, turn=2)
    do(game, f"infiltrate {SOUTH} {WIDE}", "end")
    while not at(game, "combat"):
        do(game, "end")
    do(game, f"attack {NEXT}")
    assert legal(game, "with") == {"with 1SS-501"}
