"""Operation Fortitude (rule 14)."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.titles.liberty_roads.kit import BOARD, BOOK, GERMAN, at, do, legal, place, position, refused, told, unit
from wargame_tui.core.game import Game
from wargame_tui.titles.liberty_roads.rules.fortitude import is_held
from wargame_tui.titles.liberty_roads.state import Unit

CHART = BOOK.charts.fortitude
SEVENTH, FIFTEENTH, FIRST, SOUTH, GERMANY = "1412", "1808", "1118", "2020", "3005"
"""A hex in each of four army zones, and one in Germany."""
HELD = {"fortitude": True, "south_held": True}
UNITS = (
    unit("G-21Pz", SEVENTH), unit("G-352", SEVENTH), unit("G-116Pz", FIFTEENTH), unit("G-331", FIFTEENTH),
    unit("G-2Pz", FIFTEENTH), unit("G-11Pz", FIRST), unit("G-708", FIRST), unit("G-9Pz", SOUTH), unit("G-198", SOUTH),
    unit("G-48", GERMANY),
)  # fmt: skip


def german(*units: Unit, die: int = 1, **changes: Any) -> Game:
    """The German movement phase of the second turn, under Fortitude."""
    there: dict[str, Any] = {"turn": 2, "dice": (die,), "campaign": HELD} | changes
    return position(*(units or UNITS), side=GERMAN, **there)


def movers(game: Game) -> set[str]:
    """Who may be taken up."""
    return {text.split()[1] for text in legal(game, "move")}


@pytest.mark.rule("14.1.1", "14.1.2", "14.1.3")
def test_on_turn_1_there_is_no_roll_and_only_exempted_units_move() -> None:
    """Units in Germany, reinforcements (the 198th came as one), units of an army with Allies in its zone."""
    game = german(turn=1)
    assert not told(game.opening, "fortitude")
    assert movers(game) == {"G-48", "G-198"}
    assert refused(game, "move G-352").rule == "14.1.2"
    ashore = german(*UNITS, unit("US-30", "1109"), turn=1)
    assert movers(ashore) == {"G-48", "G-198", "G-21Pz", "G-352"}


@pytest.mark.rule("14.1.2")
def test_the_zones_are_those_of_the_map() -> None:
    state = german(unit("US-30", "1904"), *UNITS, turn=1).state
    assert not is_held(state, state.units["G-331"])
    assert is_held(state, state.units["G-352"])
    assert not [name for name in ("G-2Pz", "G-116Pz") if is_held(state, state.units[name])]


@pytest.mark.rule("14.1.2")
def test_a_hex_in_nobodys_zone_exempts_nobody() -> None:
    nobodys = "2816"
    assert BOARD.army_zone[BOARD.index[nobodys]] is None
    state = german(unit("G-352", nobodys), unit("US-30", "1904"), turn=1).state
    assert is_held(state, state.units["G-352"])


@pytest.mark.rule("14.1.3", "14.1.4")
@pytest.mark.parametrize("turn", range(1, 9))
def test_from_turn_2_to_6_a_die_is_rolled_at_the_start_of_german_movement(turn: int) -> None:
    rolled = told(german(turn=turn).opening, "fortitude")
    assert bool(rolled) == (2 <= turn <= 6)
    if rolled:
        assert rolled[0].data["die"] == 1
        assert rolled[0].data["result"] == 1 + CHART.modifiers[turn]


@pytest.mark.rule("14.1.4")
def test_so_many_armoured_divisions_are_released_exempted_units_not_counted() -> None:
    assert CHART.modifiers[2] == 0
    game = german(die=2)
    assert {text.split()[1] for text in legal(game, "release")} == {"G-21Pz", "G-116Pz", "G-2Pz", "G-11Pz"}
    assert refused(game, "release G-331").rule == refused(game, "release G-198").rule == "14.1.4"
    assert game.prompt.text.startswith("Declare Festungen, release armoured divisions (2 left), select a unit")
    do(game, "release G-116Pz")
    assert "(1 left)" in game.prompt.text
    assert refused(game, "release G-116Pz").rule == "14.1.4"
    do(game, "release G-2Pz")
    assert not legal(game, "release")
    assert refused(game, "release G-21Pz").rule == "14.1.4"
    assert movers(game) == {"G-48", "G-198", "G-116Pz", "G-2Pz"}
    do(game, "move G-116Pz", "to 1709")
    assert place(game, "G-116Pz") == "1709"


@pytest.mark.rule("14.1.4", "1.1.6")
def test_an_armoured_kampfgruppe_counts_as_a_division() -> None:
    """A64."""
    game = german(unit("KG-A1", FIFTEENTH), unit("G-331", FIFTEENTH))
    do(game, "release KG-A1")
    assert movers(game) == {"KG-A1"}


TURN = next(turn for turn, by in CHART.modifiers.items() if by >= CHART.ends_at - CHART.natural)
"""A turn on which a six ends the operation."""


@pytest.mark.rule("14.1.5", "14.1.6")
def test_from_7_on_fortitude_ends_for_good_with_a_natural_6_for_the_south_too() -> None:
    game = german(turn=TURN, die=6)
    assert told(game.opening, "fortitude")[0].data["over"]
    assert movers(game) == {each.id for each in UNITS}
    state = game.state.campaign
    assert not state.fortitude
    assert not state.south_held
    later = german(turn=TURN + 1, campaign={"fortitude": False, "south_held": False})
    assert not told(later.opening, "fortitude")


@pytest.mark.rule("14.1.6")
def test_without_a_natural_6_the_19th_army_stays_held_until_an_ally_is_in_its_zone() -> None:
    free = {"fortitude": False, "south_held": True}
    game = german(turn=TURN, campaign=free)
    assert movers(game) == {each.id for each in UNITS} - {"G-9Pz"}
    invaded = german(*UNITS, unit("US-3", "2626"), turn=TURN, campaign=free)
    assert movers(invaded) == {each.id for each in UNITS}


@pytest.mark.rule("14.1.6")
def test_once_an_ally_has_been_in_its_zone_the_19th_army_is_free_for_good() -> None:
    free = {"fortitude": False, "south_held": True}
    assert german(turn=TURN, campaign=free).state.campaign.south_held
    assert not german(*UNITS, unit("US-3", "2626"), turn=TURN, campaign=free).state.campaign.south_held


@pytest.mark.rule("14.1.7")
def test_from_turn_7_on_the_19th_army_moves_though_fortitude_was_over_before() -> None:
    game = german(turn=max(CHART.modifiers) + 1, campaign={"fortitude": False, "south_held": True})
    assert not game.state.campaign.south_held
    assert "G-9Pz" in movers(game)


@pytest.mark.rule("14.1.6")
def test_a_modified_7_without_a_natural_6_leaves_the_south_held() -> None:
    turn = max(CHART.modifiers, key=lambda each: CHART.modifiers[each])
    die = CHART.ends_at - CHART.modifiers[turn]
    assert die < CHART.natural
    game = german(turn=turn, die=die)
    assert not game.state.campaign.fortitude
    assert game.state.campaign.south_held
    assert "G-9Pz" not in movers(game)
    assert "G-352" in movers(game)


@pytest.mark.rule("14.1.6")
def test_a_natural_6_below_7_releases_nobody_in_the_south() -> None:
    game = german(die=6)
    assert not told(game.opening, "fortitude")[0].data["over"]
    assert refused(game, "release G-9Pz").rule == "14.1.6"


@pytest.mark.rule("14.1.6")
def test_the_19th_army_zone_lies_east_of_column_12() -> None:
    south = [BOARD.names[hex_] for hex_ in range(BOARD.grid.size) if BOARD.army_zones["9"] >> hex_ & 1]
    assert south
    assert min(int(name[:2]) for name in south) > 12


@pytest.mark.rule("14.1.7")
@pytest.mark.parametrize("turn", [7, 12])
def test_from_turn_7_on_everybody_moves(turn: int) -> None:
    game = german(turn=turn)
    assert movers(game) == {each.id for each in UNITS}
    assert not game.state.campaign.south_held


@pytest.mark.rule("14.1.2")
@pytest.mark.parametrize("mode", ["strategic", "rail"])
def test_held_units_do_not_go_by_road_or_rail_either(mode: Sequence[str]) -> None:
    game = german(unit("G-331", FIFTEENTH), unit("HQ-15G", "1908"), hand=("flak-1",))
    do(game, "spend flak-1")
    assert refused(game, "move G-331").rule == "14.1.2"
    assert at(game, "movement")
    assert mode
