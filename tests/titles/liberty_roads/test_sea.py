"""Sea transport (rule 11)."""

from typing import Any

import pytest

from tests.titles.liberty_roads.kit import (
    ALLIED,
    BOARD,
    BOOK,
    at,
    do,
    legal,
    place,
    position,
    refused,
    told,
    unit,
)
from wargame_tui.core.game import Game
from wargame_tui.core.step import Refusal
from wargame_tui.titles.liberty_roads import TITLE
from wargame_tui.titles.liberty_roads.rules.sea import cost, points
from wargame_tui.titles.liberty_roads.state import AIRBORNE_ZONE, Unit

CHERBOURG, GRANVILLE, ANTWERP, BREST, NAZAIRE, MARSEILLE, SETE = "1007", "1010", "2403", "0311", "0814", "2626", "2126"
SCHELDT = BOOK.map.estuaries["Scheldt"]
UTAH = "1008"
ENGLAND, SOUTH = "England", "Mediterranean"


def sailing(*units: Unit, **changes: Any) -> Game:
    """The sea transport phase."""
    return position(*units, **({"phase": "sea"} | changes))


def goals(game: Game, name: str) -> set[str]:
    """Where a unit may be carried."""
    return {text.split()[2] for text in legal(game, "ship") if text.split()[1] == name}


# The boxes (11.1)


@pytest.mark.rule("11.1.1", "11.1.2", "11.1.3")
def test_the_campaign_begins_with_all_allies_in_the_boxes_without_limit_airborne_ones_in_their_zone() -> None:
    state = Game(TITLE, "liberty_roads/campaign", 1, {}).state
    zones = {*AIRBORNE_ZONE.values()}
    for name, each in state.units.items():
        if each.side == ALLIED and each.location != "off":
            assert each.location in (zones if BOOK.pieces[name].airborne else {ENGLAND, SOUTH})
    assert sum(each.location == ENGLAND for each in state.units.values()) > 4


@pytest.mark.rule("11.1.4", "11.1.5", "11.2.2")
def test_units_in_england_reach_every_sea_but_the_mediterranean_and_those_in_the_south_only_that() -> None:
    held = (CHERBOURG, GRANVILLE, NAZAIRE, SETE)
    game = sailing(unit("US-30", ENGLAND), unit("US-3", SOUTH), unit("UK-6AB", AIRBORNE_ZONE[ENGLAND]), allied=held)
    assert goals(game, "US-30") == goals(game, "UK-6AB") == {CHERBOURG, GRANVILLE, NAZAIRE, SOUTH}
    assert goals(game, "US-3") == {SETE, ENGLAND}
    assert refused(game, f"ship US-30 {SETE}").rule == refused(game, f"ship US-3 {CHERBOURG}").rule == "11.1.4"


@pytest.mark.rule("11.2.2")
def test_only_friendly_ports_and_beachheads_are_reached() -> None:
    game = sailing(unit("US-30", ENGLAND), campaign={"beachheads": (UTAH,)}, allied=(UTAH,))
    assert goals(game, "US-30") == {UTAH, SOUTH}
    assert refused(game, f"ship US-30 {CHERBOURG}").rule == refused(game, "ship US-30 1412").rule == "11.2.2"
    german = sailing(unit("US-30", ENGLAND), unit("G-352", CHERBOURG))
    assert refused(german, f"ship G-352 {ENGLAND}").rule == refused(german, f"ship US-000 {SOUTH}").rule == "11.2"


@pytest.mark.rule("11.2.2", "11.1.4", "11.1.3")
def test_the_boxes_are_joined_and_units_may_go_back() -> None:
    """A51."""
    game = sailing(unit("UK-6AB", AIRBORNE_ZONE[ENGLAND]), unit("US-30", CHERBOURG), allied=(CHERBOURG,))
    do(game, f"ship UK-6AB {SOUTH}", f"ship US-30 {ENGLAND}")
    assert place(game, "UK-6AB") == AIRBORNE_ZONE[SOUTH]
    assert place(game, "US-30") == ENGLAND
    inland = sailing(unit("US-30", "1412"), unit("US-29", CHERBOURG), allied=(CHERBOURG, GRANVILLE))
    assert refused(inland, f"ship US-30 {ENGLAND}").rule == "11.2.2"
    assert refused(inland, f"ship US-29 {GRANVILLE}").rule == "11.2.2"
    assert refused(inland, f"ship US-29 {SOUTH}").rule == "11.1.4"


# Points (11.2)


@pytest.mark.rule("11.2.1", "11.2.4", "11.2.5", "15.1.4")
@pytest.mark.parametrize(
    ("ports", "working", "found"),
    [
        ((), True, 3),
        ((GRANVILLE,), True, 3),
        ((CHERBOURG,), False, 3),
        ((CHERBOURG,), True, 4),
        ((CHERBOURG, BREST), True, 4),
        ((ANTWERP,), True, 5),
        ((ANTWERP,), False, 3),
    ],
)
def test_three_points_one_more_for_a_functional_major_port_and_one_for_antwerp(
    ports: tuple[str, ...], working: bool, found: float
) -> None:
    names = ("ENG-1056", "ENG-1055")
    there = [unit(name, hex_, functional=working) for name, hex_ in zip(names, ports, strict=False)]
    assert points(position(*there, allied=(*ports, *SCHELDT)).state) == found


@pytest.mark.rule("11.2.3")
@pytest.mark.parametrize(
    ("origin", "goal", "found"),
    [
        (ENGLAND, CHERBOURG, 1),
        (ENGLAND, BREST, 1),
        (ENGLAND, "1904", 1),
        (ENGLAND, UTAH, 1),
        (ENGLAND, NAZAIRE, 1.5),
        (SOUTH, MARSEILLE, 1),
        (ENGLAND, SOUTH, 1.5),
        (SOUTH, ENGLAND, 1.5),
        (CHERBOURG, ENGLAND, 1),
        (NAZAIRE, ENGLAND, 1.5),
    ],
    ids=[
        "Channel",
        "Brest",
        "North Sea",
        "Beachhead",
        "EX-14",
        "Mediterranean",
        "boxes",
        "boxes back",
        "back",
        "Atlantic back",
    ],
)
def test_ex_14_what_a_unit_costs(origin: str, goal: str, found: float) -> None:
    ports = {CHERBOURG, BREST, "1904", UTAH, NAZAIRE, MARSEILLE}
    game = sailing(unit("US-30", origin), allied=tuple(ports - {UTAH}), campaign={"beachheads": (UTAH,)})
    assert cost(game.state, origin, goal) == found
    do(game, f"ship US-30 {goal}")
    assert place(game, "US-30") == goal
    assert told(game.opening, "sea_points")[0].data["points"] == 3


@pytest.mark.rule("11.2.1", "11.2.3", "11.2.6")
def test_points_run_out_and_all_may_go_through_one_major_port_functional_or_not() -> None:
    names = ("US-30", "HQ-1US", "ENG-1056", "US-29")
    game = sailing(*(unit(name, ENGLAND) for name in names), allied=(CHERBOURG,))
    do(game, *(f"ship {name} {CHERBOURG}" for name in names[:2]))
    assert game.state.now.sea == 1
    assert refused(game, f"ship US-29 {SOUTH}").rule == "11.2.3"
    do(game, f"ship ENG-1056 {CHERBOURG}")
    assert {place(game, name) for name in names[:3]} == {CHERBOURG}
    assert not at(game, "sea")


@pytest.mark.rule("11.2.4", "11.2.5")
def test_the_further_points_are_not_tied_to_their_ports() -> None:
    names = ("US-30", "US-29", "US-4", "US-5")
    game = sailing(
        *(unit(name, ENGLAND) for name in names),
        unit("ENG-1056", CHERBOURG, functional=True),
        allied=(CHERBOURG, BREST),
    )
    do(game, *(f"ship {name} {BREST}" for name in names))
    assert [place(game, name) for name in names] == [BREST] * 4


@pytest.mark.rule("11.2.7", "15.1.2")
@pytest.mark.parametrize("hex_", [GRANVILLE, UTAH])
def test_one_unit_a_turn_through_a_minor_port_or_a_beachhead(hex_: str) -> None:
    there = (unit("US-30", ENGLAND), unit("US-29", ENGLAND), unit("US-4", hex_))
    game = sailing(*there, allied=(GRANVILLE, CHERBOURG), campaign={"beachheads": (UTAH,)})
    do(game, f"ship US-30 {hex_}")
    assert refused(game, f"ship US-29 {hex_}").rule == refused(game, f"ship US-4 {ENGLAND}").rule == "11.2.7"
    assert f"ship US-29 {CHERBOURG}" in legal(game)


@pytest.mark.rule("11.2.8")
def test_who_came_by_sea_may_move() -> None:
    game = sailing(unit("US-30", ENGLAND), allied=(CHERBOURG,))
    do(game, f"ship US-30 {CHERBOURG}", "end") if at(game, "sea") else None
    do(game, *(("end",) if at(game, "sea") else ()))
    assert at(game, "movement")
    assert "move US-30" in legal(game)
    do(game, "move US-30", f"to {UTAH}")
    assert place(game, "US-30") == UTAH


@pytest.mark.rule("15.1.5", "11.2.6")
def test_a_port_in_an_estuary_is_used_only_if_the_whole_estuary_is_allied() -> None:
    there = (unit("US-30", ENGLAND), unit("US-29", ANTWERP))
    game = sailing(*there, allied=(ANTWERP, SCHELDT[0]))
    assert refused(game, f"ship US-30 {ANTWERP}").rule == refused(game, f"ship US-29 {ENGLAND}").rule == "15.1.5"
    game = sailing(*there, allied=(ANTWERP, *SCHELDT))
    assert {f"ship US-30 {ANTWERP}", f"ship US-29 {ENGLAND}"} <= legal(game)


# HQs and airborne units (11.3, 11.4)


def hqs(*units: Unit, **changes: Any) -> Game:
    """An American HQ in England, a supplied division on the road from Utah."""
    ashore = {"beachheads": (UTAH,)}
    return sailing(unit("HQ-1US", ENGLAND), unit("US-30", "1109"), *units, campaign=ashore, allied=(UTAH,), **changes)


@pytest.mark.rule("11.3.1", "11.3.2", "11.2.7")
def test_an_hq_goes_straight_to_a_supplied_division_of_its_nationality_for_a_point() -> None:
    game = hqs(unit("US-29", ENGLAND), unit("HQ-3US", UTAH))
    assert legal(game, "land_hq") == {"land_hq HQ-1US 1109"}
    for name in ("US-29", "HQ-3US"):
        assert refused(game, f"land_hq {name} 1109") == Refusal("only an HQ in a box", "11.3.1")
    do(game, "land_hq HQ-1US 1109")
    assert place(game, "HQ-1US") == "1109"
    assert game.state.now.sea == 2
    assert not game.state.now.harbours
    assert f"ship US-29 {UTAH}" in legal(game)


@pytest.mark.rule("11.3.1")
@pytest.mark.parametrize(
    ("others", "hex_", "changes"),
    [
        ((), "1110", {}),
        ((unit("UK-3", "1208"),), "1208", {}),
        ((unit("G-352", "1110"),), "1109", {}),
        ((unit("US-29", "0908"),), "0908", {}),
        ((unit("HQ-3US", "1109"),), "1109", {}),
    ],
    ids=["no division", "a British one", "an enemy beside it", "no supply", "another HQ"],
)
def test_it_goes_nowhere_else(others: tuple[Unit, ...], hex_: str, changes: dict[str, Any]) -> None:
    game = hqs(*others, **changes)
    assert refused(game, f"land_hq HQ-1US {hex_}").rule in ("11.3.1", "1.10.4")


@pytest.mark.rule("11.3.2")
def test_it_takes_a_point() -> None:
    game = hqs(unit("US-29", ENGLAND), unit("US-4", ENGLAND), unit("US-5", ENGLAND))
    do(game, f"ship US-29 {UTAH}", f"ship US-4 {SOUTH}")
    assert game.state.now.sea < 1
    assert not at(game, "sea") or refused(game, "land_hq HQ-1US 1109").rule == "11.3.2"


@pytest.mark.rule("11.4.1")
@pytest.mark.parametrize(
    ("hex_", "zone"),
    [(GRANVILLE, AIRBORNE_ZONE[ENGLAND]), (SETE, AIRBORNE_ZONE[SOUTH]), (UTAH, AIRBORNE_ZONE[ENGLAND])],
)
def test_an_airborne_unit_on_a_functional_port_returns_to_its_zone_for_nothing(hex_: str, zone: str) -> None:
    """A Beachhead is such a port (15.1.1, 15.1.2)."""
    there = (unit("UK-6AB", hex_), unit("US-30", hex_), unit("US-29", ENGLAND))
    game = sailing(*there, allied=(GRANVILLE, SETE), campaign={"beachheads": (UTAH,)})
    assert refused(game, "return US-30").rule == "11.4.1"
    do(game, "return UK-6AB")
    assert place(game, "UK-6AB") == zone
    assert game.state.now.sea == 3


@pytest.mark.rule("11.4.1")
def test_not_from_a_broken_port_or_inland_or_in_the_phase_in_which_it_came() -> None:
    there = (unit("UK-6AB", CHERBOURG), unit("US-82AB", "1412"), unit("US-101AB", AIRBORNE_ZONE[ENGLAND]))
    game = sailing(*there, allied=(CHERBOURG, GRANVILLE))
    assert refused(game, "return UK-6AB").rule == refused(game, "return US-82AB").rule == "11.4.1"
    do(game, f"ship US-101AB {GRANVILLE}")
    assert refused(game, "return US-101AB").rule == "11.4.1"


@pytest.mark.rule("1.10.5", "11.2.6")
def test_there_is_no_stacking_check_at_the_end_of_the_phase() -> None:
    names = ("US-30", "US-29", "US-4", "US-5")
    game = sailing(unit("US-30", ENGLAND), *(unit(name, CHERBOURG) for name in names[1:]), allied=(CHERBOURG,))
    do(game, f"ship US-30 {CHERBOURG}")
    do(game, *(("end",) if at(game, "sea") else ()))
    assert at(game, "movement")
    assert [place(game, name) for name in names] == [CHERBOURG] * 4


def test_the_board_knows_the_ports() -> None:
    assert BOARD.ports[ANTWERP].antwerp
