"""The order of battle: facts of the reference, history month by month, and that every scenario stands on the map."""

from collections import Counter
from collections.abc import Iterator

import pytest

from wargame_tui.board.files import load
from wargame_tui.board.hexes import HexGrid
from wargame_tui.board.plain import scenarios_folder
from wargame_tui.board.sources import SourcesFile, citations
from wargame_tui.core.dice import Dice
from wargame_tui.titles.liberty_roads.printed.data import MapFile, ScenarioFile, UnitEntry, UnitsFile
from wargame_tui.titles.liberty_roads.rules import stacking, supply
from wargame_tui.titles.liberty_roads.start import insist_on_sense, start

FOLDER = scenarios_folder() / "liberty_roads"
DATA = load(FOLDER / "units.yaml", UnitsFile)
UNITS = DATA.units
MAP = load(FOLDER / "map.yaml", MapFile)
GRID = HexGrid(MAP.grid)
NAMES = ("campaign", "cobra", "to_the_rhine")
"""Of the scenarios with a set-up of their own."""
SCENARIOS = {name: load(FOLDER / f"{name}.yaml", ScenarioFile) for name in NAMES}
CAMPAIGN, OVERLORD = SCENARIOS["campaign"], load(FOLDER / "overlord.yaml", ScenarioFile)

AIRBORNE = {"glider", "paratroop", "motorised_paratroop"}
ERSATZ = {"ersatz", "ersatz_mountain"}
BESIDE = {"hq", "engineer"}
"""What does not count for stacking (1.10.4)."""
PLAYS_AS = {"British": "British", "Canadian": "British", "Polish": "British", "US": "American", "French": "American"}
LAST_TURN = {"June": 3, "July": 6, "August": 9, "September": 12, "October": 15, "November": 18, "December": 21}
CLOSED = {"sea", "abroad", "high_mountain"}


def bare(name: str) -> str:
    """A unit's id without the marks of a set-up."""
    return name.rstrip("*+")


def placed(scenario: ScenarioFile) -> dict[str, str]:
    """Where each unit stands."""
    return {bare(name): place for place, names in scenario.setup.items() for name in names}


def stacks(scenario: ScenarioFile) -> Iterator[tuple[str, list[str], list[UnitEntry]]]:
    """Every hex with units: its number, the names with marks, the units."""
    for place, names in scenario.setup.items():
        if place in GRID.index:
            yield place, list(names), [UNITS[bare(name)] for name in names]


def letter(rows: tuple[str, ...], hex_: str) -> str:
    """The character of a hex in rows of the map file."""
    column, row = GRID.column_row(GRID.index[hex_])
    return rows[row - 1][column - 1]


def divisions(side: str, *services: str) -> list[tuple[str, UnitEntry]]:
    """The divisions and brigades of a side that history sent."""
    left_out = {"hq", "engineer", "flak"}
    return [
        (name, entry)
        for name, entry in UNITS.items()
        if entry.side == side and entry.type not in left_out and not entry.kg and not entry.ffl
        and entry.service != "Kriegsmarine" and (not services or entry.service in services)
    ]  # fmt: skip


# Facts of the reference


@pytest.mark.rule("17.3.2")
def test_the_british_fiftieth_division_is_there() -> None:
    entry = UNITS["UK-50"]
    assert entry.service == "British"
    assert entry.turn is None
    assert len(entry.attack) == 2
    assert placed(CAMPAIGN)["UK-50"] == "England"


@pytest.mark.rule("1.2")
def test_headquarters_of_the_example_are_american_and_supply_the_thirtieth_division() -> None:
    assert all(UNITS[name].service == "US" for name in ("HQ-1US", "HQ-3US", "US-30"))
    assert all(UNITS[name].command for name in ("HQ-1US", "HQ-3US"))
    assert UNITS["US-30"].type == "infantry"


@pytest.mark.rule("1.6.2")
def test_airborne_units_and_shaef_are_british_and_american() -> None:
    allied = {name: entry for name, entry in UNITS.items() if entry.side == "Allied"}
    assert {name for name, entry in allied.items() if entry.both} == {
        "HQ-SHAEF", *(name for name, entry in allied.items() if entry.type in AIRBORNE)
    }  # fmt: skip
    assert {"UK-1AB", "UK-6AB", "US-82AB", "US-101AB"} <= {name for name, entry in allied.items() if entry.both}
    assert not any(entry.both for entry in UNITS.values() if entry.side == "German")


@pytest.mark.rule("1.1.3")
def test_divisions_have_two_steps_the_second_no_better() -> None:
    one_step = {name for name, entry in divisions("Allied") + divisions("German") if len(entry.attack) == 1}
    assert one_step == {"PL-1P", *(name for name in UNITS if name.endswith("PzB")), "G-FBB", "G-FGB"}, "brigades alone"
    for name, entry in UNITS.items():
        assert len(entry.attack) == len(entry.defence), name
        assert entry.attack[-1] <= entry.attack[0], name
        assert entry.defence[-1] <= entry.defence[0], name


@pytest.mark.rule("1.3.2")
def test_headquarters_and_engineers_have_one_step_and_no_attack() -> None:
    for name, entry in UNITS.items():
        assert (entry.command is not None) == (entry.type == "hq"), name
        if entry.type in BESIDE:
            assert (entry.attack, len(entry.defence)) == ((0,), 1), name


@pytest.mark.rule("6.2.2")
def test_allied_units_move_2_3_or_4_and_armour_4() -> None:
    for name, entry in UNITS.items():
        if entry.side == "Allied":
            assert entry.movement in (2, 3, 4), name
        if entry.type == "armour" and not name.startswith("KG-H"):
            assert entry.movement == 4, name


@pytest.mark.rule("7.13.3")
@pytest.mark.rule("7.13.4")
def test_kampfgruppen_of_three_sorts() -> None:
    groups = [entry for entry in UNITS.values() if entry.kg]
    armoured = Counter(len(entry.defence) if entry.defence[0] else 0 for entry in groups if entry.type == "armour")
    assert armoured == {2: 3, 1: 3, 0: 2}, "two steps, one step, and counters that mean none"
    infantry = {
        (entry.name, entry.attack, entry.defence, entry.movement) for entry in groups if entry.type == "infantry"
    }
    assert len(infantry) == 1, "all alike"
    assert len({entry.attack for entry in groups if entry.type == "infantry"} - {(2,)}) == 0
    elite = {entry.type == "armour" for entry in UNITS.values() if entry.side == "German" and entry.elite}
    assert elite == {True, False}, "both kinds can be called for"


@pytest.mark.rule("20.2.1")
def test_seven_divisions_of_the_vaterland_on_the_frontier() -> None:
    entries = [entry for entry in UNITS.values() if entry.vaterland]
    assert len(entries) == 7
    for entry in entries:
        assert entry.vaterland is not None
        assert letter(MAP.countries, entry.vaterland) in "GN", entry.name
        assert MAP.legend[letter(MAP.terrain, entry.vaterland)] not in CLOSED, entry.name
    assert len({entry.vaterland for entry in entries}) == 7


@pytest.mark.rule("17.1.2")
def test_only_ersatz_divisions_are_converted_into_divisions_that_come_no_other_way() -> None:
    rows = {name: entry for name, entry in UNITS.items() if entry.becomes}
    assert len(rows) == 6
    for name, entry in rows.items():
        assert entry.type in ERSATZ, name
        assert entry.becomes_on, name
        after = UNITS[entry.becomes or ""]
        assert after.turn is None, name
        assert after.type not in ERSATZ, name
        assert after.attack[0] >= entry.attack[0], name


@pytest.mark.rule("17.2.1")
def test_withdrawals_can_be_met_from_what_is_there() -> None:
    rows = [row for row in DATA.withdrawals if row.side == "German"]
    assert {row.armour for row in rows} == {True, False}, "infantry and armour"
    for row in rows:
        services = row.services or ("Wehrmacht", "Luftwaffe", "Waffen-SS")
        there = [entry for _, entry in divisions("German", *services) if (entry.turn or 0) < row.turn]
        fit = [entry for entry in there if (entry.type == "armour") == row.armour and entry.attack[0] >= row.attack]
        assert len(fit) >= 2 * row.count, row


@pytest.mark.rule("7.5.3")
def test_the_scale_reaches_the_odds_of_the_example() -> None:
    good = sorted((entry.attack[0] for _, entry in divisions("Allied")), reverse=True)
    assert max(entry.attack[0] for entry in UNITS.values()) == 8
    assert sum(good[:6]) >= 35, "two full hexes"
    assert any(entry.defence[0] == 3 for _, entry in divisions("German"))


# Every unit in its place


def test_names_on_the_counters_tell_units_of_one_service_apart() -> None:
    named = Counter((entry.service, entry.short, entry.type) for entry in UNITS.values() if not entry.kg)
    assert [key for key, count in named.items() if count > 1] == []


def test_every_unit_says_what_it_rests_on() -> None:
    works = load(FOLDER / "sources.yaml", SourcesFile).works
    assert all(citations(entry.source, works) for entry in UNITS.values())
    assert all(scenario.source for scenario in SCENARIOS.values())


@pytest.mark.rule("11.1.1")
def test_in_the_campaign_every_unit_has_one_way_in() -> None:
    at_start, conversions = placed(CAMPAIGN), {entry.becomes for entry in UNITS.values() if entry.becomes}
    for name, entry in UNITS.items():
        ways = [
            name in at_start,
            entry.turn is not None,
            entry.vaterland is not None,
            entry.ffl,
            entry.kg,
            name in conversions,
        ]
        assert sum(ways) == 1, name
        assert entry.turn is None or CAMPAIGN.first < entry.turn <= CAMPAIGN.last, name
    assert not CAMPAIGN.eliminated
    assert not CAMPAIGN.removed
    assert CAMPAIGN.approval == 10


@pytest.mark.rule("11.1.1")
def test_the_campaign_begins_with_all_allies_in_england() -> None:
    assert {place for name, place in placed(CAMPAIGN).items() if UNITS[name].side == "Allied"} == {"England"}


@pytest.mark.parametrize("name", ["cobra", "to_the_rhine"])
def test_a_later_scenario_knows_where_everybody_is(name: str) -> None:
    scenario = SCENARIOS[name]
    where, gone = placed(scenario), [*scenario.eliminated, *scenario.removed]
    assert len(gone) == len(set(gone))
    assert not set(gone) & where.keys()
    conversions = {entry.becomes for entry in UNITS.values() if entry.becomes}
    for unit, entry in UNITS.items():
        if entry.kg or entry.ffl or entry.vaterland or unit in conversions:
            continue
        to_come = entry.turn is not None and entry.turn >= scenario.first
        assert to_come or (unit in where) + (unit in gone) == 1, unit
        assert not (to_come and unit in where), unit
    for unit, entry in UNITS.items():
        if entry.becomes in where:
            assert unit in gone, "its Ersatz division has gone"


@pytest.mark.parametrize("name", NAMES)
def test_units_are_named_once_and_marked_with_sense(name: str) -> None:
    scenario = SCENARIOS[name]
    names = [bare(unit) for units in scenario.setup.values() for unit in units]
    assert len(names) == len(set(names))
    assert set(names) <= UNITS.keys()
    for unit in (unit for units in scenario.setup.values() for unit in units):
        assert "*" not in unit or len(UNITS[bare(unit)].attack) == 2, f"{unit} has one step"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.rule("1.10")
def test_stacks_are_within_the_limits(name: str) -> None:
    scenario = SCENARIOS[name]
    for hex_, names, units in stacks(scenario):
        fighting = [unit for unit in units if unit.type not in BESIDE]
        most = scenario.stacking.get(hex_, 4 if hex_ in scenario.beachheads else 3)
        assert len(fighting) <= most, (hex_, names)
        assert max(Counter(unit.type for unit in units if unit.type in BESIDE).values(), default=0) <= 1, (hex_, names)
        assert len({unit.side for unit in units}) == 1, (hex_, names)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.rule("1.10.5")
def test_british_and_americans_stand_apart(name: str) -> None:
    for hex_, names, units in stacks(SCENARIOS[name]):
        nations = {PLAYS_AS[unit.service] for unit in units if unit.side == "Allied" and not unit.both}
        assert len(nations) <= 1, (hex_, names)


@pytest.mark.parametrize("name", NAMES)
def test_everybody_stands_on_land(name: str) -> None:
    for hex_, names, _ in stacks(SCENARIOS[name]):
        assert MAP.legend[letter(MAP.terrain, hex_)] not in CLOSED, (hex_, names)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.rule("4.2.1")
def test_everybody_is_in_supply_when_a_scenario_begins(name: str) -> None:
    state = start(f"liberty_roads/{name}", {}, Dice(1))
    insist_on_sense(state)
    for side in ("Allied", "German"):
        without = [f"{unit.id} in {unit.location}" for unit in state.on_map(side) if not supply.supplied(state, unit)]
        assert without == []


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.rule("6.5")
def test_a_festung_is_a_fortress_port_with_a_division(name: str) -> None:
    ports = {port.hex: port for port in MAP.ports.values()}
    for hex_, names, _ in stacks(SCENARIOS[name]):
        if any(unit.endswith("+") for unit in names):
            assert hex_ in ports, (hex_, names)
            assert ports[hex_].fortress, (hex_, names)


@pytest.mark.parametrize("name", NAMES)
def test_what_the_allies_hold_at_start_is_on_the_map(name: str) -> None:
    scenario = SCENARIOS[name]
    assert len(scenario.beachheads) <= 5
    assert set(scenario.beachheads) <= MAP.beaches.keys()
    assert {*scenario.controlled, *scenario.pluto} <= GRID.index.keys()
    ports = {port: MAP.ports[port] for port in scenario.functional}
    held = {hex_ for hex_, _, units in stacks(scenario) if any(unit.type == "engineer" for unit in units)}
    assert all(port.size == "major" and port.hex in held for port in ports.values()), (
        "an engineer keeps it going (15.1.4)"
    )
    german = {hex_ for hex_, _, units in stacks(scenario) if units[0].side == "German"}
    assert not german & {*scenario.controlled, *scenario.beachheads}


@pytest.mark.parametrize("name", NAMES)
def test_victory_is_about_land_and_leaves_room_for_a_draw(name: str) -> None:
    victory = SCENARIOS[name].victory
    assert victory is not None
    assert victory.german + 1 < victory.allied
    for goal in victory.goals:
        assert all(MAP.legend[letter(MAP.terrain, hex_)] not in CLOSED for hex_ in goal.hexes), goal.name
        assert len(set(goal.hexes)) == len(goal.hexes), goal.name


def test_the_line_of_december_is_an_allied_victory_but_not_by_germany() -> None:
    held = {hex_: row.value for hex_, row in MAP.strategic.items() if letter(MAP.countries, hex_) in "FB"}
    history = sum(held.values()) + sum(MAP.strategic[hex_].value for hex_ in ("2702", "2705"))
    victory = CAMPAIGN.victory
    assert victory is not None
    assert history == 28, "France, Belgium, Nijmegen and Aachen"
    assert victory.german < sum(held.values()) / 2 < victory.allied < history


# History

ZONES = {
    "N": "347 16LF 719 165R",
    "5": "712 48 18LF 19LF 182R 47 49 331 326 344 348 85 84 245 17LF 346 711 1SS 2Pz 116Pz",
    "7": "716 352 709 243 91 21Pz 77 266 353 343 265 275 3FJ 5FJ",
    "1": "158R 708 159R 276 11Pz 17SS",
    "9": "272 277 271 338 244 242 148R 157R 189R 9Pz 2SS",
}
"""The divisions of each army on 6 June 1944, reserves by where they lay. Not 12 SS and Panzer Lehr, the high command's
about the border of Seventh and Fifteenth Armies; Fifteenth Army's 165th stood on Walcheren, in the zone of the
Netherlands."""


@pytest.mark.rule("14.1.2")
@pytest.mark.parametrize("zone", ZONES)
def test_each_german_army_has_its_divisions(zone: str) -> None:
    where = placed(CAMPAIGN)
    wrong = {name: where[f"G-{name}"] for name in ZONES[zone].split() if letter(MAP.armies, where[f"G-{name}"]) != zone}
    assert wrong == {}


def test_german_divisions_in_the_west_on_d_day() -> None:
    """58 with the 319th on the Channel Islands, which the map leaves out; without the security division of Paris."""
    where = placed(CAMPAIGN)
    present = {name: entry for name, entry in divisions("German") if name in where and entry.type != "security"}
    assert len(present) == 57
    mobile = {name for name, entry in present.items() if entry.type in ("armour", "motorised")}
    assert mobile == {
        f"G-{name}" for name in ["1SS", "2SS", "12SS", "17SS", "2Pz", "9Pz", "11Pz", "21Pz", "116Pz", "Lehr"]
    }
    assert {name for name in present if UNITS[name].service == "Luftwaffe"} == {
        f"G-{name}" for name in ["16LF", "17LF", "18LF", "19LF", "3FJ", "5FJ"]
    }


def test_allied_divisions_in_england_on_d_day() -> None:
    """Overlord's 23 infantry and 4 airborne divisions; armour without the 79th, whose tanks are D-Day markers."""
    where = placed(CAMPAIGN)
    kinds = Counter(
        "airborne" if entry.type in AIRBORNE else entry.type for name, entry in divisions("Allied") if name in where
    )
    assert kinds == {"infantry": 23, "airborne": 4, "armour": 11}
    assert Counter(entry.service for name, entry in divisions("Allied") if name in where) == {
        "US": 20, "British": 13, "Canadian": 3, "Polish": 1, "French": 1
    }  # fmt: skip


@pytest.mark.parametrize(
    ("month", "american", "british", "french"),
    [
        ("June", 21, 17, 1),
        ("July", 26, 17, 5),
        ("August", 30, 18, 7),
        ("September", 35, 19, 8),
        ("October", 44, 19, 8),
        ("November", 48, 19, 8),
        ("December", 50, 19, 8),
    ],
)
def test_allied_divisions_at_the_end_of_a_month(month: str, american: int, british: int, french: int) -> None:
    """In England, on the continent or with the armies of Provence; 1st Airborne Task Force and brigade counted."""

    def there(*services: str) -> int:
        return sum((entry.turn or 0) <= LAST_TURN[month] for _, entry in divisions("Allied", *services))

    assert (there("US"), there("British", "Canadian", "Polish"), there("French")) == (american, british, french)


@pytest.mark.parametrize(
    ("month", "names"),
    [
        ("June", "2FJ 9SS 10SS 198 89"),
        ("July", "363 6FJ 64 59"),
        ("August", "226 30SS 3PG 15PG 553 559 105PzB 106PzB"),
        ("September", "462 36 19VG 7FJ 111PzB 112PzB 113PzB 107PzB 108PzB 12VG 183 246 256 361 416"),
        ("October", "363VG 18VG 708VG"),
        ("November", "272VG 277VG 26VG 47VG 212VG 352VG 276VG 340VG 269 62VG 326VG 25PG"),
        ("December", "257VG 560VG 79VG 9VG 167VG FBB FGB 6SS"),
    ],
)
def test_german_reinforcements_of_a_month(month: str, names: str) -> None:
    last = LAST_TURN[month]
    came = {name for name, entry in divisions("German") if entry.turn and last - 2 <= entry.turn <= last}
    assert came == {f"G-{name}" for name in names.split()}


def test_the_bridgehead_of_24_july_1944() -> None:
    """The divisions ashore, the last two just landed, and the German line before the Americans."""
    where = placed(SCENARIOS["cobra"])
    ashore = {name for name, _ in divisions("Allied") if where.get(name) in GRID.index}
    american = "1 2 4 5 8 9 28 29 30 35 79 83 90 2A 3A 4A 5A 6A"
    british = "3 15 43 49 50 51 53 59 6AB GdsA 7A 11A"
    assert ashore == {f"US-{name}" for name in american.split()} | {f"UK-{name}" for name in british.split()} | {
        "CA-2", "CA-3"
    }  # fmt: skip
    waiting = {name for name, _ in divisions("Allied") if where.get(name) == "England"}
    assert waiting == {"US-7A", "US-80", "FR-2DB", "CA-4A", "PL-1A"}
    assert {where[f"US-{name}"] for name in ("29", "35", "2A")} == {"1109"}, "at Saint-Lô"
    assert {where[f"G-{name}"] for name in ("353", "91", "5FJ")} == {"1009"}, "Lessay to Périers"
    assert where["G-12SS"] == "1310", "Vimont and Mézidon"


@pytest.mark.rule("1.10.3")
def test_only_in_cobra_do_hexes_hold_more_than_the_rulebook_says() -> None:
    assert {name for name in NAMES if SCENARIOS[name].stacking} == {"cobra"}
    state = start("liberty_roads/cobra", {}, Dice(1))
    assert [stacking.most_divisions(state, hex_) for hex_ in ("1109", "1009", "1310", "1110")] == [8, 6, 4, 3]
    assert stacking.most_divisions(start("liberty_roads/campaign", {}, Dice(1)), "1109") == 3


def test_the_garrisons_of_boulogne_and_calais_and_the_divisions_that_had_left() -> None:
    where = placed(SCENARIOS["to_the_rhine"])
    assert {name: where[name] for name in ("KM-Bou", "KM-Cal", "G-64", "G-331")} == {
        "KM-Bou": "1705", "KM-Cal": "1804", "G-64": "2202", "G-331": "1906"
    }  # fmt: skip


def test_the_german_seventh_army_as_printed() -> None:
    printed = UNITS["HQ-7G"]
    assert (printed.command, printed.defence, printed.movement) == (5, (1,), 3)


def test_overlord_begins_as_the_campaign_does() -> None:
    overlord, campaign = (start(f"liberty_roads/{name}", {}, Dice(1)) for name in ("overlord", "campaign"))
    assert {unit.id: unit.location for unit in overlord.units.values()} == {
        unit.id: unit.location for unit in campaign.units.values()
    }
    assert (OVERLORD.first, OVERLORD.last, OVERLORD.basic, OVERLORD.approval) == (1, 9, False, 10)


def test_flying_bombs_and_the_east_edge_are_worth_points() -> None:
    for scenario, name, hexes in (
        (OVERLORD, "V-1 launching sites", ("1804", "1805", "1806", "1905", "1906")),
        (CAMPAIGN, "The east edge of the map", tuple(f"34{row:02}" for row in range(1, 14))),
    ):
        assert scenario.victory is not None
        goal = next(goal for goal in scenario.victory.goals if goal.name == name)
        assert (goal.count, goal.hexes) == ("each", hexes)


def test_allied_headquarters() -> None:
    found = {name: entry for name, entry in UNITS.items() if entry.side == "Allied" and entry.type == "hq"}
    assert found.keys() == {f"HQ-{name}" for name in ["1US", "3US", "9US", "7US", "2UK", "1CA", "1FR", "SHAEF"]}


def test_engineers_for_the_ports_of_the_campaign() -> None:
    engineers = [entry for entry in UNITS.values() if entry.type == "engineer"]
    assert Counter(entry.service for entry in engineers) == {"US": 5, "British": 3}


def test_cobra_begins_on_the_turn_of_the_breakout_and_the_middle_scenario_beyond_the_seine() -> None:
    assert (SCENARIOS["cobra"].first, SCENARIOS["cobra"].last, SCENARIOS["cobra"].basic) == (6, 9, True)
    assert (SCENARIOS["to_the_rhine"].first, SCENARIOS["to_the_rhine"].last) == (10, 16)
    ashore = [
        name
        for name, place in placed(SCENARIOS["cobra"]).items()
        if UNITS[name].side == "Allied" and place in GRID.index
    ]
    assert {"US-1", "US-9", "US-30", "US-3A", "CA-2", "CA-3", "UK-43"} <= set(ashore)
