"""Port repair and the control of ports (rule 15)."""

from typing import Any

import pytest

from tests.titles.liberty_roads.kit import (
    ALLIED,
    BOARD,
    BOOK,
    GERMAN,
    GRID,
    at,
    do,
    legal,
    place,
    position,
    refused,
    told,
    unit,
)
from tests.titles.liberty_roads.test_combat import ELSEWHERE, attack, rig
from wargame_tui.core.game import Game
from wargame_tui.titles.liberty_roads import TITLE
from wargame_tui.titles.liberty_roads.rules import supply
from wargame_tui.titles.liberty_roads.rules.support import ports_held
from wargame_tui.titles.liberty_roads.state import Unit

CHERBOURG, CAEN, GRANVILLE, ANTWERP = "1007", "1309", "1010", "2403"
SCHELDT = BOOK.map.estuaries["Scheldt"]
ENGINEER = unit("ENG-1056", CHERBOURG)


def repairing(*units: Unit, pluto: str | None = CHERBOURG, **changes: Any) -> Game:
    """The port repair phase, Cherbourg in Allied hands."""
    where = {"pluto": (pluto,) if pluto else ()}
    return position(*(units or (ENGINEER,)), phase="ports", **({"allied": (CHERBOURG,), "campaign": where} | changes))


def away(hexes: int) -> str:
    """A hex so far from Cherbourg."""
    return next(name for name in BOARD.names if GRID.distance(BOARD.index[CHERBOURG], BOARD.index[name]) == hexes)


@pytest.mark.rule("15.1.1", "15.1.2", "15.1.3", "4.3.1", "4.3.2")
def test_minor_ports_and_beachheads_work_when_held_and_major_ports_when_repaired() -> None:
    assert {port.size for port in BOARD.ports.values()} == {"major", "minor"}
    state = position(allied=(CHERBOURG, GRANVILLE), campaign={"beachheads": ("1208",)}).state
    assert supply.port_works(state, GRANVILLE)
    assert not supply.port_works(state, CHERBOURG)
    works = {BOARD.names[hex_] for hex_ in range(GRID.size) if supply.sources(state, ALLIED) >> hex_ & 1}
    assert works == {GRANVILLE, "1208"}
    assert not supply.port_works(position().state, GRANVILLE)


@pytest.mark.rule("15.1.4")
@pytest.mark.parametrize(
    ("hexes", "die", "works"), [(0, 1, True), (2, 3, True), (2, 2, False), (5, 6, True), (6, 6, False)]
)
def test_a_die_less_the_hexes_to_pluto_repairs_a_major_port(hexes: int, die: int, works: bool) -> None:
    """A32: the hexes, the port excluded and PLUTO's included."""
    game = repairing(pluto=away(hexes), dice=(die,))
    assert legal(game) == {f"repair {CHERBOURG}", "end"}
    events = do(game, f"repair {CHERBOURG}")
    assert told(events, "repair")[0].data["result"] == die - hexes
    assert told(events, "repair")[0].data["works"] == works
    assert game.state.units["ENG-1056"].functional == works
    assert supply.port_works(game.state, CHERBOURG) == works == bool(ports_held(game.state))


@pytest.mark.rule("15.1.4")
def test_without_pluto_no_port_is_repaired() -> None:
    game = repairing(pluto=None, dice=(6,))
    do(game, f"repair {CHERBOURG}")
    assert not game.state.units["ENG-1056"].functional


@pytest.mark.rule("15.1.4")
def test_the_nearest_pluto_counts() -> None:
    game = repairing(campaign={"pluto": (away(9), away(1))}, dice=(2,))
    do(game, f"repair {CHERBOURG}")
    assert game.state.units["ENG-1056"].functional


@pytest.mark.rule("15.1.4", "5.6.7", "1.5.2")
def test_support_markers_add_one_each_near_pluto() -> None:
    game = repairing(pluto=away(3), dice=(1,), hand=("surprise-1", "montgomery-1", "naval_gunfire-1"))
    do(game, f"repair {CHERBOURG}")
    assert legal(game, "spend") == {"spend surprise-1", "spend montgomery-1", "spend naval_gunfire-1"}
    assert refused(game, "spend air_support-1").rule == "5.1.2"
    events = do(game, "spend surprise-1", "spend montgomery-1", "spend naval_gunfire-1")
    assert told(events, "repair")[0].data["result"] == 1
    assert game.state.units["ENG-1056"].functional
    assert {game.state.support[name].where for name in ("surprise-1", "montgomery-1")} == {"pool"}


@pytest.mark.rule("15.1.4", "5.6.7")
def test_dv_13_beyond_three_hexes_no_marker_is_spent_and_a_3_fails_at_four() -> None:
    game = repairing(pluto=away(4), dice=(3,), hand=("surprise-1",))
    events = do(game, f"repair {CHERBOURG}")
    assert not told(events, "spent")
    assert told(events, "repair")[0].data["result"] == -1
    assert not told(events, "repair")[0].data["works"]
    assert game.state.support["surprise-1"].where == "available"


@pytest.mark.rule("15.1.4")
@pytest.mark.parametrize(
    ("units", "changes"),
    [
        ((unit("US-30", CHERBOURG), unit("ENG-1056", "1008")), {}),
        ((unit("ENG-1056", GRANVILLE),), {"allied": (GRANVILLE,)}),
        ((unit("ENG-1056", CHERBOURG, functional=True),), {}),
    ],
    ids=["no engineer", "minor port", "works already"],
)
def test_there_must_be_an_engineer_on_a_major_port_that_does_not_work(
    units: tuple[Unit, ...], changes: dict[str, Any]
) -> None:
    game = repairing(*units, **changes)
    assert not at(game, "ports")


@pytest.mark.rule("15.1.1", "15.1.4")
def test_a_port_that_the_allies_do_not_control_is_not_repaired() -> None:
    assert at(repairing(), "ports")
    assert not at(repairing(allied=()), "ports")


@pytest.mark.rule("15.1.4")
def test_each_port_is_tried_once_a_turn() -> None:
    brest = unit("ENG-1055", "0311")
    game = repairing(ENGINEER, brest, allied=(CHERBOURG, "0311"), pluto=away(6), dice=(1,))
    do(game, f"repair {CHERBOURG}")
    assert legal(game) == {"repair 0311", "end"}
    assert refused(game, f"repair {CHERBOURG}").rule == "15.1.4"


@pytest.mark.rule("15.1.4")
def test_the_port_works_only_while_its_engineer_stays() -> None:
    """A33."""
    there = (unit("ENG-1056", CHERBOURG, functional=True), unit("US-30", CHERBOURG))
    game = position(*there, allied=(CHERBOURG,))
    do(game, "move ENG-1056", "to 1008", "end")
    assert not game.state.units["ENG-1056"].functional
    assert not supply.port_works(game.state, CHERBOURG)
    do(game, "end")
    assert ports_held(game.state) == 0


@pytest.mark.rule("15.1.4", "1.3.2")
def test_an_engineer_on_its_port_side_has_one_step(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, losses=(0, 1))
    game = position(
        unit("ENG-1056", CHERBOURG, functional=True),
        unit("G-352", "1008"),
        *ELSEWHERE,
        side=GERMAN,
        phase="combat",
        allied=(CHERBOURG,),
    )
    attack(game, CHERBOURG, "G-352")
    while legal(game, "terrain"):
        do(game, min(legal(game, "terrain")))
    assert place(game, "ENG-1056") == "eliminated"
    assert not supply.port_works(game.state, CHERBOURG)


@pytest.mark.rule("15.1.5")
@pytest.mark.parametrize("hexes", [(), SCHELDT[:1], SCHELDT])
def test_a_port_in_an_estuary_takes_the_whole_estuary(hexes: tuple[str, ...]) -> None:
    whole = len(hexes) == len(SCHELDT)
    works = unit("ENG-1056", ANTWERP, functional=True)
    state = position(works, allied=(ANTWERP, *hexes)).state
    assert supply.port_works(state, ANTWERP) == whole
    assert bool(ports_held(state)) == whole
    assert bool(supply.sources(state, ALLIED) >> BOARD.index[ANTWERP] & 1) == whole
    minor = next(port.hex for port in BOARD.ports.values() if port.estuary and port.size == "minor")
    needs = BOOK.map.estuaries[BOARD.ports[minor].estuary or ""]
    assert not supply.port_works(position(allied=(minor,)).state, minor)
    assert supply.port_works(position(allied=(minor, *needs)).state, minor)


@pytest.mark.rule("15.2.1")
def test_on_turn_1_all_ports_are_german() -> None:
    state = Game(TITLE, "liberty_roads/campaign", 1, {}).state
    assert state.turn == 1
    assert {state.control[hex_] for hex_ in BOARD.ports} == {GERMAN}


@pytest.mark.rule("15.2.2", "1.9.1")
def test_a_port_changes_hands_with_its_hex() -> None:
    game = position(unit("US-30", "1010"), allied=())
    do(game, "end")
    assert game.state.control[GRANVILLE] == ALLIED
    back = position(unit("G-352", "1110"), unit("HQ-7G", "1211"), side=GERMAN, allied=(GRANVILLE,))
    do(back, "move G-352", f"to {GRANVILLE}", "end")
    assert back.state.control[GRANVILLE] == GERMAN


@pytest.mark.rule("15.2.3")
def test_a_german_on_a_beachhead_eliminates_it_for_good() -> None:
    game = position(
        unit("G-352", "1209"),
        unit("HQ-7G", "1410"),
        side=GERMAN,
        campaign={"beachheads": ("1208", "1008")},
        allied=("1208",),
    )
    events = do(game, "move G-352", "to 1208", "end")
    assert game.state.campaign.beachheads == ("1008",)
    assert [(event.rule, event.data["hex"]) for event in told(events, "beachhead_lost")] == [("15.2.3", "1208")]
