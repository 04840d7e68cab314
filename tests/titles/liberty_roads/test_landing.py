"""The invasion landing phase (rule 13), and the PLUTO markers that it brings (5.6)."""

from collections.abc import Mapping, Sequence
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
from tests.titles.liberty_roads.test_combat import attack, expected, ladder, rig
from wargame_tui.board import pages
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.liberty_roads import TITLE
from wargame_tui.titles.liberty_roads.printed import names
from wargame_tui.titles.liberty_roads.printed.book import fixed_unit
from wargame_tui.titles.liberty_roads.rules.assault import Defending, Landing
from wargame_tui.titles.liberty_roads.rules.control import is_active
from wargame_tui.titles.liberty_roads.state import ELIMINATED, REMOVED, Unit
from wargame_tui.tui.session import Session
from wargame_tui.tui.table.story import story_of

CHART, ZONES, BEACHES = BOOK.charts.landing, BOOK.map.zones, BOOK.map.beaches
OMAHA, GOLD, SWORD, UTAH, CARTERET = "1109", "1208", "1309", "1008", "0908"
BOULOGNE, SURTAINVILLE = "1705", "1009"
AMERICANS = ("US-30", "US-29", "US-4", "US-5", "US-8", "US-28", "US-35", "US-79", "US-83", "US-90")
BRITISH = ("UK-3", "UK-49", "UK-50", "UK-51", "UK-53", "UK-59")
ENGLAND = [unit(name, "England") for name in (*AMERICANS, *BRITISH)]
WALL = [name for name, each in CHART.wall.items() for _ in range(each.count)]
"""The Atlantic Wall markers in the order in which a die of so many faces draws them."""


def die_of(*names: str) -> list[int]:
    """The dice that draw Atlantic Wall markers."""
    left, found = [*WALL], []
    for name in names:
        found.append(left.index(name) + 1)
        left.remove(name)
    return found


NOTHING = die_of("blockhouse", "blockhouse", "blockhouse")
"""Dice that draw what finds nothing to cancel."""


def invasion(*units: Unit, **changes: Any) -> Game:
    """The invasion landing phase of the first turn, with infantry in England."""
    there: dict[str, Any] = {"phase": "landing", "turn": 1, "dice": NOTHING} | changes
    return position(*ENGLAND, *units, **there)


def land(
    game: Game, landings: Mapping[str, Sequence[str]], dday: Mapping[str, Sequence[str]] | None = None
) -> list[Event]:
    """Plan landings with their assault units and D-Day markers, and make them."""
    do(game, *(f"land {hex_}" for hex_ in landings))
    do(game, *(f"assault {name} {hex_}" for hex_, names in landings.items() for name in names))
    do(game, *(f"assign {name} {hex_}" for hex_, names in (dday or {}).items() for name in names))
    return do(game, "end")


def ashore(game: Game) -> None:
    """Let nobody who has landed go on, nobody follow."""
    while at(game, "inland") or at(game, "following_up"):
        do(game, "end")


def landing(game: Game) -> Landing:
    """The landing in hand."""
    return next(step for step in reversed(game.state.stack) if isinstance(step, Landing))


def revealed(events: Sequence[Event], hex_: str) -> Any:
    """The Atlantic Wall markers of a hex."""
    return next(event.data["wall"] for event in told(events, "revealed") if event.data["hex"] == hex_)


# Markers and dates (13.1)


@pytest.mark.rule("13.3.2")
def test_the_beaches_with_most_assault_units_and_least_coast_defence_are_listed_first() -> None:
    listed = [each.hex for each in invasion().legal() if each.verb == "land"]  # type: ignore[attr-defined]
    worth = [
        next(zone.assault for zone in ZONES.values() if hex_ in zone.coast) - BEACHES[hex_].level for hex_ in listed
    ]
    assert worth == sorted(worth, reverse=True)
    assert {*listed[:2]} == {UTAH, GOLD}


@pytest.mark.rule("13.1.1", "13.1.2", "13.1.3", "13.1.4")
@pytest.mark.parametrize("hexes", [(GOLD, OMAHA, CARTERET), ("1706", GOLD, "2926")], ids=["together", "apart"])
def test_up_to_three_landings_a_turn_each_in_a_beach_hex_of_its_own_beside_each_other_or_not(
    hexes: Sequence[str],
) -> None:
    game = invasion()
    do(game, *(f"land {hex_}" for hex_ in hexes))
    assert refused(game, f"land {UTAH}").rule == "13.1.2"
    again = invasion()
    do(again, f"land {GOLD}")
    assert refused(again, f"land {GOLD}").rule == "13.1.4"


@pytest.mark.rule("13.1.1", "13.1.5")
@pytest.mark.parametrize(("used", "left"), [(3, 2), (2, 3)])
def test_five_markers_serve_both_invasions(used: int, left: int) -> None:
    assert CHART.markers == 5
    game = invasion(turn=8, campaign={"invasions": 1, "landings": used})
    hexes = (GOLD, OMAHA, CARTERET)
    do(game, *(f"land {hex_}" for hex_ in hexes[:left]))
    assert refused(game, f"land {UTAH}").rule == "13.1.2"


@pytest.mark.rule("13.1.5")
@pytest.mark.parametrize(
    ("turn", "made", "able"),
    [(1, 0, True), (2, 1, False), (6, 1, False), (7, 1, True), (10, 1, True), (11, 1, False), (9, 2, False)],
)
def test_the_second_invasion_is_made_from_august_to_turn_10_and_is_the_last(turn: int, made: int, able: bool) -> None:
    assert BOOK.row(6).month == "July"
    assert BOOK.row(7).month == "August"
    game = invasion(turn=turn, campaign={"invasions": made, "landings": 3 * bool(made)})
    assert at(game, "planning") == able


@pytest.mark.rule("13.1.5")
def test_the_second_invasion_takes_two_markers_and_is_optional() -> None:
    """A58, with the switch for one."""
    second: dict[str, Any] = {"turn": 8, "campaign": {"invasions": 1, "landings": 3}}
    game = invasion(**second)
    do(game, f"land {GOLD}", f"assault UK-3 {GOLD}")
    assert refused(game, "end").rule == "13.1.5"
    do(game, f"land {OMAHA}", f"assault US-30 {OMAHA}")
    assert "end" in legal(game)
    assert "end" in legal(invasion(**second))
    single = invasion(**second, options=("single",))
    do(single, f"land {GOLD}", f"assault UK-3 {GOLD}")
    assert "end" in legal(single)


@pytest.mark.rule("13.1.5", "13.6")
def test_a_landing_is_called_off_when_the_invasion_cannot_be_made_as_planned() -> None:
    game = invasion(turn=8, campaign={"invasions": 1, "landings": 3})
    do(game, f"land {GOLD}")
    assert refused(game, f"assign naval {OMAHA}").rule == refused(game, f"assign flak {GOLD}").rule == "13.6"
    assert refused(game, f"call_off {GOLD}").rule == "13.6"
    do(game, f"assault UK-3 {GOLD}", f"assign naval {GOLD}")
    assert refused(game, f"call_off {OMAHA}").rule == "13.6"
    do(game, f"call_off {GOLD}")
    assert game.state.stack[-1].assault == game.state.stack[-1].dday == {}
    assert {"end", f"land {GOLD}"} <= {*legal(game)}


@pytest.mark.rule("3.2", "13.1.5")
@pytest.mark.parametrize(("weather", "able"), [("Clear", True), ("Overcast", True), ("Bad", False), ("Storm", False)])
def test_there_is_no_landing_in_bad_weather(weather: str, able: bool) -> None:
    assert at(invasion(weather=weather), "planning") == able


@pytest.mark.rule("13.1.6", "6.1", "5.6.1", "5.6.2")
def test_a_successful_landing_leaves_a_beachhead_and_brings_pluto(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, losses=(1, 1))
    game = invasion(unit("G-352", "1412"))
    events = land(game, {GOLD: ("UK-3", "UK-49")})
    events += do(game, "lose UK-3")
    assert told(events, "landed")[0].data == {"hex": GOLD, "units": ["UK-3", "UK-49"]}
    assert game.state.campaign.beachheads == (GOLD,)
    assert place(game, "UK-3") == GOLD
    assert place(game, fixed_unit(GOLD)) == "off"
    ashore(game)
    assert legal(game, "place_pluto") == {f"place_pluto {hex_}" for hex_ in BOARD.names}
    assert refused(game, "place_pluto nowhere").rule == "5.6.2"
    do(game, "place_pluto 1412")
    assert game.state.campaign.pluto == ("1412",)
    assert place(game, "G-352") == "1412"
    assert not is_active(game.state, GOLD)


@pytest.mark.rule("13.1.7", "6.3", "5.6.1")
@pytest.mark.parametrize("cell", [{"attacker": "AR"}, {"losses": (2, 0)}], ids=["AR", "wiped out"])
def test_a_landing_that_fails_costs_the_units_and_the_marker(
    cell: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    rig(monkeypatch, **cell)
    game = invasion(unit("G-352", "1412"))
    events = land(game, {GOLD: ("UK-3",)})
    assert told(events, "landing_failed")[0].data["hex"] == GOLD
    assert place(game, "UK-3") == ELIMINATED
    assert place(game, fixed_unit(GOLD)) == "off"
    assert (game.state.campaign.landings, game.state.campaign.beachheads) == (1, ())
    assert is_active(game.state, GOLD)
    assert not game.state.campaign.pluto
    assert not at(game, "new_pluto")


# Beaches (13.2)


@pytest.mark.rule("13.2.1", "13.2.3", "13.1.1")
def test_only_beaches_can_be_invaded() -> None:
    game = invasion()
    zoned = {hex_ for zone in ZONES.values() for hex_ in zone.coast}
    assert {text.split()[1] for text in legal(game, "land")} == BEACHES.keys() & zoned == BEACHES.keys()
    for hex_ in ("1007", "0610", "1412"):
        assert refused(game, f"land {hex_}").rule == "13.2.1"


@pytest.mark.rule("13.2.2", "1.1.8", "13.5.1", "13.6")
@pytest.mark.parametrize("hex_", [GOLD, OMAHA, "1706"])
def test_the_level_of_a_beach_is_the_strength_of_its_defence_and_the_number_of_its_markers(
    hex_: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig(monkeypatch, attacker="AR")
    level = BEACHES[hex_].level
    game = invasion(dice=die_of(*("blockhouse", "blockhouse", "blockhouse", "flak")[:level]))
    events = land(game, {hex_: ("UK-3", "UK-49", "UK-50")})
    assert len(revealed(events, hex_)) == level
    odds = told(events, "odds")[0].data
    assert (odds["defenders"], odds["defence"]) == ([fixed_unit(hex_)], level)


@pytest.mark.rule("1.1.8", "13.2.2", "13.6")
def test_ex_1_a_fixed_unit_of_5_defends_0410(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, attacker="AR")
    counter = BOOK.pieces[fixed_unit("0410")]
    assert (counter.attack, counter.defence, counter.movement) == ((0, 0), (5, 5), 0)
    game = invasion()
    do(game, "land 0410", "assault US-30 0410", "end")
    for _ in range(5):
        events = do(game, min(legal(game, "assign")))
    odds = told(events, "odds")[0].data
    assert (odds["defenders"], odds["defence"]) == ([fixed_unit("0410")], 5)


@pytest.mark.rule("13.2.4")
def test_coast_defences_do_not_count_in_other_combat() -> None:
    assert is_active(invasion().state, OMAHA)
    empty = position(unit("US-30", "1209"), phase="combat")
    assert not legal(empty, "attack")
    game = position(unit("US-30", "1209"), unit("US-29", "1209"), unit("G-352", OMAHA), phase="combat")
    shown = told(attack(game, OMAHA, "US-30", "US-29"), "odds")[0].data
    assert shown["defenders"] == ["G-352"]


@pytest.mark.rule("13.2.5", "1.1.10")
@pytest.mark.parametrize(("here", "open_"), [(unit("US-30", OMAHA), True), (unit("US-82AB", OMAHA, drop=True), False)])
def test_a_beach_with_allies_at_the_end_of_the_combat_phase_is_theirs_and_lies_open(here: Unit, open_: bool) -> None:
    there = (unit("G-352", "1412"), unit("US-90", "1512"))
    game = position(here, *there, phase="combat")
    if here.drop:
        attack(game, OMAHA, here.id)
    do(game, "end")
    assert (OMAHA in game.state.campaign.deactivated) == open_
    assert (game.state.control[OMAHA] == ALLIED) == open_
    assert is_active(game.state, OMAHA) != open_


@pytest.mark.rule("13.2.5")
def test_no_landing_where_allies_are_ashore_already() -> None:
    assert refused(invasion(unit("US-101AB", OMAHA)), f"land {OMAHA}").rule == "13.2.5"
    assert f"land {OMAHA}" in legal(invasion(unit("US-101AB", OMAHA, drop=True)))


@pytest.mark.rule("13.2.6", "13.6")
def test_in_an_invasion_the_beach_counts_and_not_the_terrain_supply_or_markers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Omaha is bocage; the Germans in it are out of supply."""
    rig(monkeypatch, attacker="AR")
    here = unit("G-352", OMAHA, oos=True)
    game = invasion(here, played={"flak-1": "G-352", "air_support-1": OMAHA})
    odds = told(land(game, {OMAHA: ("US-30", "US-29")}), "odds")[0].data
    whole = BOOK.pieces["G-352"].defence[0] + BEACHES[OMAHA].level
    assert odds["defence"] == whole * BOOK.charts.ground["beach"].defence
    assert odds["shifts"] == []


@pytest.mark.rule("13.2.6", "7.9.1")
@pytest.mark.parametrize("code", ["S", "DR"])
def test_results_are_those_of_the_beach(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not BOOK.charts.ground["beach"].holds
    assert not BOOK.charts.ground["beach"].ignores
    rig(monkeypatch, losses=(0, 1), defender=code)
    game = invasion(unit("G-352", OMAHA), unit("HQ-7G", "1412"))
    land(game, {OMAHA: ("US-30", "US-29")})
    do(game, f"lose {fixed_unit(OMAHA)}")
    assert at(game, "retreating" if code == "DR" else "shaken")


# Zones (13.3)


@pytest.mark.rule("13.3.1")
def test_every_beach_lies_on_one_zone() -> None:
    for hex_ in BEACHES:
        assert sum(hex_ in zone.coast for zone in ZONES.values()) == 1


@pytest.mark.rule("13.3.2", "13.3.4", "13.4.1")
def test_a_zone_limits_assault_units_and_d_day_markers_and_a_hex_too() -> None:
    zone = ZONES["cotentin_saint_malo"]
    game = invasion(unit("US-2A", "England"))
    do(game, f"land {CARTERET}", f"land {SURTAINVILLE}")
    assert refused(game, f"assault US-2A {CARTERET}").rule == "13.3.2"
    do(game, *(f"assault {name} {CARTERET}" for name in AMERICANS[:3]))
    assert refused(game, f"assault {AMERICANS[3]} {CARTERET}").rule == "13.3.4"
    do(game, *(f"assault {name} {SURTAINVILLE}" for name in AMERICANS[3 : zone.assault]))
    assert refused(game, f"assault {AMERICANS[zone.assault]} {SURTAINVILLE}").rule == "13.3.2"
    do(game, *(f"assign {name} {CARTERET}" for name in ("naval", "naval", "naval", "air")))
    assert refused(game, f"assign air {CARTERET}").rule == "13.3.4"
    do(game, *(f"assign {name} {SURTAINVILLE}" for name in ("partisans", "partisans", "funnies")[: zone.dday - 4]))
    assert refused(game, f"assign amphibious {SURTAINVILLE}").rule == "13.3.2"


@pytest.mark.rule("13.3.2", "13.4.2")
def test_air_support_needs_a_zone_with_the_aircraft_symbol() -> None:
    game = invasion()
    do(game, f"land {GOLD}", f"assault UK-3 {GOLD}", "land 0511")
    assert f"assign air {GOLD}" in legal(game)
    assert refused(game, "assign air 0511").rule == "13.4.2"


@pytest.mark.rule("13.3.3")
def test_of_several_zones_the_lower_figures_apply() -> None:
    """A57."""
    low, high = ZONES["biscay"], ZONES["normandy"]
    assert low.assault < high.assault
    assert low.dday < high.dday
    game = invasion()
    do(game, f"land {GOLD}", "land 1016", f"assault UK-3 {GOLD}", f"assault UK-49 {GOLD}", "assault US-30 1016")
    assert low.assault == 3
    assert refused(game, "assault US-29 1016").rule == "13.3.2"
    game = invasion()
    do(game, f"land {GOLD}", f"assault UK-3 {GOLD}", *(f"assign {name} {GOLD}" for name in ("naval",) * 3 + ("air",)))
    do(game, "land 1016", "assault US-30 1016")
    assert low.dday == 3
    assert refused(game, "end").rule == "13.3.3"


@pytest.mark.rule("13.3.3", "13.3.4")
def test_follow_up_units_are_limited_by_all_zones_chosen_though_a_landing_failed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    low = ZONES["biscay"].follow_up
    game = invasion(dice=(*die_of("blockhouse", "blockhouse", "blockhouse"), 7))
    rig(monkeypatch, attacker="AR")
    landings: Mapping[str, Sequence[str]] = {"0713": ("US-30",), GOLD: ("UK-3",)}
    monkeypatch.setattr(Landing, "fail", _fail_but(GOLD, Landing.fail))
    land(game, landings)
    do(game, "end")
    assert at(game, "following_up")
    assert low == ZONES["south_brittany"].follow_up < ZONES["normandy"].follow_up
    assert game.state.stack[-1].total == low


def _fail_but(hex_: str, failure: Any) -> Any:
    def judge(step: Landing, g: Any) -> None:
        if step.hex == hex_:
            g.change(fixed_unit(hex_), location="off")
            step.succeed(g)
        else:
            failure(step, g)

    return judge


@pytest.mark.rule("13.3.2", "13.3.4", "13.6")
def test_follow_up_units_one_of_them_armoured_go_ashore_and_one_hex_on(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, losses=(0, 1))
    around = {BOARD.names[each] for each in BOARD.land[BOARD.index[GOLD]]}
    held = min(around - {SWORD})
    british = [unit(name, "England") for name in ("UK-7A", "UK-GdsA", "HQ-2UK")]
    game = invasion(*british, unit("US-3", "Mediterranean"), unit("G-352", held))
    land(game, {GOLD: ("UK-3", "UK-49")})
    assert at(game, "inland")
    assert {text.split()[1] for text in legal(game, "place")} == {"UK-3", "UK-49"}
    assert {text.split()[2] for text in legal(game, "place")} == around - {held}
    assert refused(game, "place UK-3 1412").rule == "13.6"
    assert refused(game, f"place UK-3 {held}").rule == "6.1.6"
    do(game, f"place UK-3 {SWORD}")
    assert {text.split()[1] for text in legal(game, "place")} == {"UK-49"}
    do(game, "end", f"follow_up UK-7A {GOLD}")
    assert at(game, "inland")
    assert refused(game, f"place UK-49 {SWORD}").rule == "13.6"
    do(game, f"place UK-7A {SWORD}")
    assert refused(game, f"follow_up UK-GdsA {GOLD}").rule == "13.3.2"
    assert refused(game, f"follow_up US-3 {GOLD}").rule == refused(game, f"follow_up UK-50 {SWORD}").rule == "13.6"
    do(game, f"follow_up HQ-2UK {GOLD}", "end", f"follow_up UK-50 {GOLD}", "end", f"follow_up UK-51 {GOLD}")
    assert {place(game, name) for name in ("UK-49", "UK-50", "UK-51", "HQ-2UK")} == {GOLD}
    do(game, "end")
    assert at(game, "new_pluto"), "four units have followed"


# D-Day markers (13.4)


@pytest.mark.rule("13.4.2")
def test_there_are_twelve_d_day_and_seventeen_atlantic_wall_markers() -> None:
    assert {name: each.count for name, each in CHART.dday.items()} == {
        "naval": 3, "air": 3, "partisans": 2, "rangers": 1, "commandos": 1, "funnies": 1, "amphibious": 1,
    }  # fmt: skip
    assert sum(each.count for each in CHART.dday.values()) == 12
    assert len(WALL) == 17
    game = invasion()
    do(game, f"land {GOLD}", f"assault UK-3 {GOLD}", f"assign funnies {GOLD}")
    assert refused(game, f"assign funnies {GOLD}").rule == "13.4.2"


@pytest.mark.rule("13.4.2", "7.5.4")
@pytest.mark.parametrize(
    ("markers", "columns", "die", "strength"),
    [
        (("naval",), 2, 0, 0),
        (("naval", "naval"), 4, 0, 0),
        (("air",), 1, 0, 0),
        (("rangers",), 0, 1, 0),
        (("commandos",), 0, 1, 0),
        (("funnies",), 0, 2, 0),
        (("amphibious",), 0, 0, 2),
    ],
)
def test_d_day_markers_shift_columns_and_dice_and_add_strength(
    markers: Sequence[str], columns: int, die: int, strength: int
) -> None:
    """A66: in every round."""
    game = invasion(unit("G-352", OMAHA), dice=(*die_of("militia", "militia", "fortress"), 2, 3, 2, 3))
    events = land(game, {OMAHA: ("US-30", "US-29")}, {OMAHA: markers})
    while at(game, "losing") and len(told(events, "combat")) < 2:
        events += do(game, max(legal(game, "lose")))
    for odds in told(events, "odds")[:1]:
        assert sum(shift[1] for shift in odds.data["shifts"]) == columns
        assert odds.data["attack"] == 10 + strength
    rounds = told(events, "combat")
    assert rounds
    assert all(each.data["modifier"] == die for each in rounds)


@pytest.mark.rule("13.4.2")
def test_amphibious_tanks_spare_a_step_in_the_first_round_only(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, losses=(1, 0))
    game = invasion(unit("G-352", OMAHA), dice=(*die_of("militia", "militia", "fortress"),))
    events = land(game, {OMAHA: ("US-30", "US-29")}, {OMAHA: ("amphibious",)})
    assert [each.data["losses"][0] for each in told(events, "combat")] == [0, 1]
    assert not told(events, "step")
    assert at(game, "losing")


@pytest.mark.rule("13.4.3")
@pytest.mark.parametrize(("unit_", "able"), [("UK-3", False), ("US-30", True)])
def test_ex_12_a_british_landing_has_no_rangers(unit_: str, able: bool) -> None:
    game = invasion()
    do(game, f"land {OMAHA}", f"assault {unit_} {OMAHA}")
    assert (f"assign rangers {OMAHA}" in legal(game)) == able
    if not able:
        assert refused(game, f"assign rangers {OMAHA}").rule == "13.4.3"
    late = invasion()
    do(late, f"land {OMAHA}", f"assign rangers {OMAHA}", f"assault {unit_} {OMAHA}")
    assert ("end" in legal(late)) == able


@pytest.mark.rule("7.1.12", "13.6")
def test_a_landing_is_of_one_nationality() -> None:
    game = invasion()
    do(game, f"land {OMAHA}", f"land {GOLD}", f"assault US-30 {OMAHA}", f"assault UK-3 {GOLD}")
    assert refused(game, f"assault UK-49 {OMAHA}").rule == "7.1.12"


@pytest.mark.rule("11.1.4", "13.6")
def test_assault_units_come_from_the_box_on_that_sea_and_no_one_else() -> None:
    game = invasion(unit("US-3", "Mediterranean"), unit("US-82AB", "England-Air"), unit("ENG-1056", "England"))
    do(game, f"land {OMAHA}")
    assert {refused(game, f"assault {name} {OMAHA}").rule for name in ("US-3", "US-82AB")} == {"13.6"}
    assert refused(game, f"assault ENG-1056 {OMAHA}").rule == "13.3.2"
    south = invasion(unit("US-3", "Mediterranean"))
    do(south, "land 2926", "assault US-3 2926")
    assert refused(south, "assault US-30 2926").rule == "13.6"


# Atlantic Wall markers (13.5)


@pytest.mark.rule("13.5.2", "13.6")
@pytest.mark.parametrize(
    ("dday", "wall", "left", "die"),
    [
        (("naval", "naval"), ("blockhouse",), ("naval",), 0),
        (("naval",), ("blockhouse", "blockhouse"), (), 0),
        (("air", "naval"), ("flak",), ("naval",), 0),
        (("partisans",), ("militia",), (), 0),
        (("funnies",), ("hedgehogs",), (), 0),
        (("amphibious",), ("hedgehogs",), (), 0),
        (("funnies", "amphibious"), ("hedgehogs", "hedgehogs"), (), 0),
        (("naval",), ("hedgehogs",), ("naval",), -1),
        (("rangers", "commandos"), ("minefield",), (), 0),
        (("rangers",), ("minefield",), (), 0),
        (("naval",), ("minefield", "minefield"), ("naval",), -2),
        ((), ("fortress", "fortress"), (), 0),
    ],
)
def test_atlantic_wall_markers_cancel_d_day_markers(
    dday: Sequence[str], wall: Sequence[str], left: Sequence[str], die: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig(monkeypatch, attacker="D1")
    spare = [name for name in ("fortress", "fortress", "militia") if (name, "partisans") not in {("militia", *dday)}]
    dice = die_of(*wall, *spare[: 3 - len(wall)])
    game = invasion(unit("G-352", OMAHA), unit("G-77", OMAHA), dice=dice)
    events = land(game, {OMAHA: ("US-30", "US-29")}, {OMAHA: dday})
    while at(game, "landing") and legal(game, "cancel"):
        events += do(game, min(legal(game, "cancel")))
    assert sorted(landing(game).dday) == sorted(left)
    assert landing(game).die == die
    assert len(told(events, "cancelled")) == len(dday) - len(left)


@pytest.mark.rule("13.5.2")
def test_the_german_chooses_what_hedgehogs_cancel() -> None:
    """A52."""
    game = invasion(unit("G-352", OMAHA), dice=die_of("hedgehogs", "fortress", "fortress"))
    land(game, {OMAHA: ("US-30", "US-29")}, {OMAHA: ("funnies", "amphibious")})
    assert (game.side, legal(game)) == (GERMAN, {"cancel funnies", "cancel amphibious"})
    assert TITLE.rule_of(game.state, game.legal()[0]) == "13.5.2"


@pytest.mark.rule("13.5.2", "13.4.2")
@pytest.mark.parametrize(
    ("wall", "able"),
    [("infantry_reserve", {"G-352", "G-17SS"}), ("motorised_reserve", {"G-352", "G-17SS", "G-21Pz", "G-12SS"})],
)
def test_reserves_bring_up_a_division_from_within_five_hexes(
    wall: str, able: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rig(monkeypatch, attacker="AR")
    near = [unit("G-352", "1412"), unit("G-17SS", "1310"), unit("G-21Pz", "1309"), unit("G-12SS", "1410")]
    far = [unit("G-77", "1514"), unit("HQ-7G", "1310")]
    assert (
        GRID.distance(BOARD.index[OMAHA], BOARD.index["1412"])
        <= 5
        < GRID.distance(BOARD.index[OMAHA], BOARD.index["1514"])
    )
    game = invasion(*near, *far, dice=die_of(wall, "fortress", "fortress"))
    land(game, {OMAHA: ("US-30",)})
    assert game.side == GERMAN
    assert legal(game) == {f"place {name} {OMAHA}" for name in able} | {"pass"}
    assert refused(game, f"place G-77 {OMAHA}").rule == "13.5.2"
    events = do(game, f"place G-352 {OMAHA}")
    assert place(game, "G-352") == OMAHA
    assert set(told(events, "odds")[0].data["defenders"]) == {
        "G-352",
        fixed_unit(OMAHA),
    }


@pytest.mark.rule("13.5.2", "1.10.3")
def test_a_reserve_does_not_come_into_a_full_hex(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, attacker="AR")
    there = [unit(name, OMAHA) for name in ("G-352", "G-716", "G-709")]
    for full in (False, True):
        game = invasion(
            unit("G-77", "1412"), *there[: 3 if full else 2], dice=die_of("infantry_reserve", *["fortress"] * 2)
        )
        land(game, {OMAHA: ("US-30",)})
        assert (f"place G-77 {OMAHA}" in legal(game)) != full


@pytest.mark.rule("13.4.2", "13.5.2")
def test_partisans_cancel_a_reserve_and_the_allies_choose_which() -> None:
    """A52."""
    game = invasion(unit("G-352", "1309"), dice=die_of("infantry_reserve", "motorised_reserve", "fortress"))
    land(game, {OMAHA: ("US-30",)}, {OMAHA: ("partisans",)})
    assert (game.side, legal(game)) == (ALLIED, {"cancel infantry_reserve", "cancel motorised_reserve"})
    assert TITLE.rule_of(game.state, game.legal()[0]) == "13.4.2"
    do(game, "cancel infantry_reserve")
    assert game.side == GERMAN
    assert legal(game, "place") == {f"place G-352 {OMAHA}"}
    one = invasion(unit("G-352", "1309"), dice=die_of("infantry_reserve", "fortress", "fortress"))
    events = land(one, {OMAHA: ("US-30",)}, {OMAHA: ("partisans",)})
    assert [event.data["marker"] for event in told(events, "cancelled")] == ["infantry_reserve"]
    assert not legal(one, "place")


@pytest.mark.rule("13.5.2", "13.6", "6.5.4")
def test_a_fortress_marker_puts_a_division_of_the_hex_under_a_festung_without_a_roll(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rig(monkeypatch, attacker="AR")
    hex_ = "0911"
    assert BOARD.ports[hex_].fortress
    dice = die_of("fortress", "infantry_reserve", "blockhouse", "blockhouse")
    game = invasion(unit("G-352", hex_), unit("G-77", "0912"), dice=dice)
    land(game, {hex_: ("US-30", "US-29")})
    assert legal(game) == {f"festung {hex_} G-352", "pass"}
    assert game.side == GERMAN
    rolls = game.state.dice.count
    do(game, f"festung {hex_} G-352")
    assert game.state.units["G-352"].festung
    assert game.state.dice.count == rolls
    assert legal(game) == {f"place G-77 {hex_}", "pass"}, "reserves come after"
    events = do(game, "pass")
    factor = BOOK.charts.ground["festung"].defence
    whole = BOOK.pieces["G-352"].defence[0] * factor + BEACHES[hex_].level * BOOK.charts.ground["beach"].defence
    assert told(events, "odds")[0].data["defence"] == whole


@pytest.mark.rule("13.5.2")
def test_without_the_fortress_symbol_it_is_a_false_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, attacker="AR")
    game = invasion(unit("G-352", OMAHA), dice=die_of("fortress", "fortress", "fortress"))
    events = land(game, {OMAHA: ("US-30", "US-29")})
    assert told(events, "landing_failed")
    assert not game.state.units["G-352"].festung


# The assault (13.6)


@pytest.mark.rule("13.6")
def test_plans_come_first_then_markers_then_the_fights(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, losses=(0, 2))
    dice = die_of("blockhouse", "blockhouse", "blockhouse", "flak")
    game = invasion(dice=dice)
    events = land(game, {GOLD: ("UK-3",), UTAH: ("US-30",)}, {GOLD: ("naval",), UTAH: ("naval",)})
    kinds = [event.kind for event in events if event.kind in ("revealed", "cancelled", "odds", "landed")]
    assert kinds == ["revealed", "revealed", "cancelled", "cancelled", "odds", "landed", "odds", "landed"]


@pytest.mark.rule("13.6", "13.5.1")
def test_at_level_5_the_german_chooses_his_markers_before_the_draws() -> None:
    game = invasion(dice=(1, 1))
    land(game, {GOLD: ("UK-3",), BOULOGNE: ("UK-49",)})
    step = game.state.stack[-1]
    assert isinstance(step, Defending)
    assert game.side == GERMAN
    assert GOLD not in step.wall
    assert legal(game) == {f"assign {name} {BOULOGNE}" for name in CHART.wall}
    chosen = ("minefield", "minefield", "infantry_reserve", "blockhouse", "blockhouse")
    for number, name in enumerate(chosen):
        if number == 2:
            assert refused(game, f"assign minefield {BOULOGNE}")
        events = do(game, f"assign {name} {BOULOGNE}")
    assert revealed(events, BOULOGNE) == [*chosen]
    assert revealed(events, GOLD) == ["blockhouse", "flak"], "one Blockhouse is left"


@pytest.mark.rule("13.6", "12.2.13")
def test_airborne_divisions_in_the_hex_take_markers_away_and_join_the_assault(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, attacker="AR")
    game = invasion(unit("US-82AB", OMAHA, drop=True), unit("UK-6AB", OMAHA, drop=True))
    events = land(game, {OMAHA: ("US-30",)})
    assert len(revealed(events, OMAHA)) == BEACHES[OMAHA].level - 2
    assert set(told(events, "odds")[0].data["attackers"]) == {"US-30", "US-82AB", "UK-6AB"}


@pytest.mark.rule("6.2", "13.6")
def test_rounds_go_on_until_a_side_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, losses=(0, 1))
    game = invasion(unit("G-352", OMAHA), unit("G-77", "1514"))
    events = land(game, {OMAHA: ("US-30", "US-29")})
    events += do(game, "lose G-352")
    odds = [event.data["defence"] for event in told(events, "odds")]
    whole, level = BOOK.pieces["G-352"].defence, BEACHES[OMAHA].level
    assert odds[:2] == [whole[0] + level, whole[1] + level], "computed anew"
    events += do(game, f"lose {fixed_unit(OMAHA)}")
    assert len(told(events, "combat")) == 3
    assert told(events, "landed")


@pytest.mark.rule("6.3", "7.5.5")
def test_below_1_to_2_the_landing_fails() -> None:
    """A65."""
    game = invasion(unit("G-12SS", OMAHA), unit("G-1SS", OMAHA))
    events = land(game, {OMAHA: ("US-30",)})
    assert told(events, "odds")[0].data["cancelled"]
    assert told(events, "landing_failed")
    assert place(game, "US-30") == ELIMINATED
    assert place(game, "G-12SS") == OMAHA


@pytest.mark.rule("6.3", "13.1.7")
def test_the_story_counts_every_division_that_is_lost_in_a_landing(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, attacker="AR")
    game = invasion(unit("G-352", OMAHA))
    land(game, {OMAHA: ("US-30", "US-29")})
    costs = story_of(Session(game)).costs["Allied"]
    whole = pages.steps_left(game.title, game.states[0])
    assert sorted(costs.units) == sorted(names.unit_name(each) for each in ("US-29", "US-30"))
    assert costs.steps == whole["US-29"] + whole["US-30"]


@pytest.mark.rule("6.1", "6.3", "12.2.13")
def test_airborne_units_fight_on_alone_but_the_hex_is_not_won(monkeypatch: pytest.MonkeyPatch) -> None:
    """A38."""
    rig(monkeypatch, losses=(1, 0))
    game = invasion(unit("US-82AB", OMAHA, drop=True), unit("G-352", OMAHA), dice=(1, 1))
    events = land(game, {OMAHA: ("US-30",)})
    events += do(game, "pass", "lose US-30", "pass", "lose US-30")
    assert place(game, "US-30") == ELIMINATED
    assert not told(events, "landing_failed")
    assert [event.data["attackers"] for event in told(events, "odds")][-1] == ["US-82AB"]
    rig(monkeypatch, losses=(0, 3))
    events = do(game, "pass")
    assert told(events, "landing_failed")
    assert place(game, "US-82AB") == ELIMINATED
    assert is_active(game.state, OMAHA)


@pytest.mark.rule("13.6", "7.6.1")
def test_elite_bonuses_are_allowed_and_e_results_have_no_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    """A36."""
    rig(monkeypatch, losses=(0, 1), attacker="E3", ladders=ladder(["E", "E2", "E3"]))
    game = invasion(unit("US-1", "England"), unit("G-3FJ", OMAHA))
    land(game, {OMAHA: ("US-1", "US-30")})
    assert (game.side, legal(game)) == (ALLIED, {"elite", "pass"})
    do(game, "elite")
    assert game.side == GERMAN
    events = do(game, "elite")
    assert told(events, "combat")[0].data["attacker"] == "-"
    assert game.state.units["G-3FJ"].reduced, "the first loss is the elite unit's"
    assert not any(each.exploiting for each in game.state.units.values())


@pytest.mark.rule("13.6", "7.9.3")
def test_an_elite_bonus_turns_d1_into_nothing_and_asks_about_no_e_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """A36."""
    rig(monkeypatch, attacker="D1", ladders=ladder(["D1", "E", "E2"]))
    game = invasion(unit("US-1", "England"))
    land(game, {OMAHA: ("US-1", "US-30")})
    do(game, "elite")
    assert (game.side, legal(game)) == (ALLIED, {"result D1", "result -"})
    rig(monkeypatch, defender="S", ladders=ladder(["-", "E"]))
    other = invasion(unit("US-1", "England"))
    land(other, {OMAHA: ("US-1", "US-30")})
    do(other, "elite")
    assert other.side == GERMAN


@pytest.mark.rule("13.6")
def test_the_words_in_the_bar_name_the_landing_that_is_fought() -> None:
    game = invasion(unit("US-1", "England"), unit("CA-3", "England"))
    land(game, {OMAHA: ("US-1",), SWORD: ("CA-3",)})
    titles = [step.title(game.state) for step in game.state.stack if isinstance(step, Landing)]
    assert sorted(map(bool, titles)) == [False, True]


@pytest.mark.rule("7.10.7", "13.6")
def test_no_retreat_ends_in_a_hex_under_invasion(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, losses=(0, 1), defender="DR")
    dice = die_of("blockhouse", "blockhouse", "blockhouse", "flak")
    game = invasion(unit("G-352", SWORD), unit("HQ-7G", UTAH), dice=(*dice, 4, 4))
    land(game, {OMAHA: ("US-30",), SWORD: ("UK-3", "UK-49")})
    steps = [step.hex for step in game.state.stack if isinstance(step, Landing)]
    assert {*steps} == {OMAHA, SWORD}
    do(game, f"lose {fixed_unit(SWORD)}")
    free = expected(SWORD, BOOK.charts.combat.retreat["DR"], set(), {UTAH, *_germany()}, {OMAHA})
    assert free == {place(game, "G-352")}, "the only way is gone unasked"


def _germany() -> set[str]:
    return {BOARD.names[hex_] for hex_ in BOARD.german_sources}


@pytest.mark.rule("1.1.9", "13.6")
def test_a_fixed_unit_that_must_retreat_is_eliminated(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, defender="DR")
    game = invasion()
    events = land(game, {OMAHA: ("US-30",)})
    assert [event.data["unit"] for event in told(events, "eliminated")] == [fixed_unit(OMAHA)]
    assert told(events, "landed")
    assert place(game, "US-30") != REMOVED


@pytest.mark.rule("12.2.12", "13.6")
def test_paratroopers_left_on_an_active_beach_are_lost_at_the_end() -> None:
    game = invasion(unit("US-82AB", OMAHA, drop=True), unit("UK-6AB", "1209", drop=True))
    do(game, "end")
    assert (place(game, "US-82AB"), place(game, "UK-6AB")) == (ELIMINATED, "1209")
    bad = invasion(unit("US-82AB", OMAHA, drop=True), weather="Bad")
    assert place(bad, "US-82AB") == ELIMINATED, "A56"


# Unopposed landings (13.7)


@pytest.mark.rule("13.7.1", "13.7.2", "13.7.3", "13.7.4", "5.6.1")
def test_an_open_beach_without_germans_is_taken_without_a_fight() -> None:
    game = invasion(campaign={"deactivated": (GOLD,)}, dice=(3,))
    do(game, f"land {GOLD}", f"assault UK-3 {GOLD}")
    assert refused(game, f"assign naval {GOLD}").rule == "13.7.2"
    events = do(game, "end")
    assert not told(events, "revealed")
    assert not told(events, "combat")
    assert told(events, "landed")[0].data["hex"] == GOLD
    assert at(game, "inland")
    do(game, f"place UK-3 {SWORD}")
    assert at(game, "following_up")
    do(game, "end", "place_pluto 1412")
    assert game.state.campaign.beachheads == (GOLD,)


@pytest.mark.rule("13.7.1")
def test_an_open_beach_with_germans_is_fought_for_without_its_defence(monkeypatch: pytest.MonkeyPatch) -> None:
    """A37."""
    rig(monkeypatch, attacker="AR")
    game = invasion(unit("G-352", GOLD), campaign={"deactivated": (GOLD,)})
    events = land(game, {GOLD: ("UK-3",)})
    assert revealed(events, GOLD) == []
    assert told(events, "odds")[0].data["defenders"] == ["G-352"]


# The German reaction (13.8)


def landed(*units: Unit, die: int = 1, hexes: Sequence[str] = (GOLD,), **changes: Any) -> Game:
    """The reaction to unopposed landings."""
    open_ = {"deactivated": tuple(hexes), "fortitude": True, "south_held": True}
    game = invasion(*units, campaign=open_, dice=(die,), **changes)
    land(game, {hex_: (name,) for hex_, name in zip(hexes, BRITISH, strict=False)})
    ashore(game)
    do(game, "place_pluto 1412")
    return game


@pytest.mark.rule("13.8.1", "13.8.2", "13.8.3")
@pytest.mark.parametrize(("die", "hexes"), [(1, (GOLD,)), (4, (GOLD,)), (2, (GOLD, SWORD, UTAH))])
def test_a_die_and_the_new_beachheads_say_how_many_divisions_react(die: int, hexes: Sequence[str]) -> None:
    names = ("G-352", "G-77", "G-21Pz", "G-353", "G-275", "G-331", "G-326", "G-84")
    there = [unit(name, ("1410", "1411", "1412")[number % 3]) for number, name in enumerate(names)]
    game = landed(*there, die=die, hexes=hexes)
    count = die + len(hexes)
    for name in names[:count]:
        assert at(game, "reaction")
        assert game.side == GERMAN
        do(game, f"move {name}", "end")  # it stays: that is no movement
        do(game, f"move {name}")
        do(game, min(legal(game, "to")), "end")
    assert not at(game, "reaction")


@pytest.mark.rule("13.8.3", "13.8.4", "14.1.2")
def test_divisions_within_six_hexes_of_who_landed_react_whatever_their_army() -> None:
    inside, outside = "1510", "1812"
    assert (
        GRID.distance(BOARD.index[GOLD], BOARD.index[inside])
        <= 6
        < GRID.distance(BOARD.index[GOLD], BOARD.index[outside])
    )
    game = landed(unit("G-12SS", inside), unit("G-Lehr", outside), unit("HQ-7G", inside), die=3)
    assert legal(game) == {"move G-12SS", "end"}
    assert refused(game, "move G-Lehr").rule == refused(game, "move HQ-7G").rule == "13.8.3"
    do(game, "move G-12SS")
    beside = [f"to {BOARD.names[each]}" for each in BOARD.land[BOARD.index[GOLD]]]
    assert legal(game) & {*beside}, "they may end beside the enemy"
    do(game, min(legal(game) & {*beside}), "end")
    assert place(game, "G-12SS") in {text.split()[1] for text in beside}


@pytest.mark.rule("13.8.5")
def test_no_strategic_or_rail_movement_in_the_reaction() -> None:
    game = landed(unit("G-12SS", "1410"), unit("HQ-7G", "1412"), die=3, hand=("flak-1",))
    do(game, "move G-12SS")
    assert not legal(game, "mode")
    assert refused(game, "mode strategic").rule == refused(game, "mode rail").rule == "13.8.5"
