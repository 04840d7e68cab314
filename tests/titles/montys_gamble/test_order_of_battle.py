"""Chapters 4, 5, 15, 18, 20 and 22 in the data files: counters, set-up, drops and reinforcements."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

import pytest

from wargame_tui.board.files import load
from wargame_tui.board.plain import scenarios_folder
from wargame_tui.titles.montys_gamble.printed.charts import ChartsFile
from wargame_tui.titles.montys_gamble.printed.data import Arrival, MapFile, ScenarioFile, Side, UnitEntry, UnitsFile

FOLDER = scenarios_folder() / "montys_gamble"
MAP = load(FOLDER / "map.yaml", MapFile)
CHARTS = load(FOLDER / "charts.yaml", ChartsFile)
UNITS = load(FOLDER / "units.yaml", UnitsFile).units
BASIC = load(FOLDER / "basic.yaml", ScenarioFile)
EXTENDED = load(FOLDER / "extended.yaml", ScenarioFile)
SCENARIOS = {"basic": BASIC, "extended": EXTENDED}
ARRIVALS = BASIC.arrivals + EXTENDED.arrivals
LIFTS = tuple(arrival for arrival in ARRIVALS if arrival.space == "UK")
DROPS = {17: BASIC.drops} | {
    date: {unit: area for lift in LIFTS if lift.date == date for unit, area in lift.drops.items()} for date in (18, 19)
}
"""Drop area of every airborne unit, by date."""
PLACES = {**BASIC.setup, **BASIC.drops}
"""Where the units of D-Day begin it."""
ARRIVES = {unit: arrival for arrival in ARRIVALS for unit in arrival.units}
COLOURS = {"1": "red", "82": "green", "101": "green"}
SIDES: tuple[Side, ...] = ("German", "Allied")
NEAR: dict[str, set[str]] = defaultdict(set)
ROADS: dict[str, set[str]] = defaultdict(set)
for link in MAP.links:
    for here, there in (link.between, link.between[::-1]):
        NEAR[here].add(there)
        if link.road:
            ROADS[here].add(there)


def those(side: Side | None = None, *, trait: str | None = None, **printed: object) -> set[str]:
    """Units of a side with a trait and certain printed values."""
    return {
        unit
        for unit, entry in UNITS.items()
        if side in (None, entry.side)
        and (trait is None or trait in entry.traits)
        and all(getattr(entry, name) == value for name, value in printed.items())
    }


def may_lead(unit: str) -> bool:
    """Infantry and armour can be the point unit (9.65, 10.72A)."""
    return UNITS[unit].type in ("infantry", "armour")


def in_space(places: Mapping[str, str], space: str, side: Side) -> set[str]:
    return {unit for unit, where in places.items() if where == space and UNITS[unit].side == side}


def stacks(places: Mapping[str, str], side: Side) -> Counter[str]:
    """Number of a side's units by space."""
    return Counter(space for unit, space in places.items() if UNITS[unit].side == side)


def interdiction(area: str, places: Mapping[str, str]) -> int:
    """IV of a drop area against Fresh flak at certain places (18.44)."""
    flak = [unit for unit in places if UNITS[unit].type in ("flak", "tower")]
    return sum(places[unit] in {area, *NEAR[area]} for unit in flak)


def attack_value(units: Iterable[str], support: int = 0) -> int:
    """AV of Fresh units with so many supporting artillery units of the same division (10.72)."""
    entries = [UNITS[unit] for unit in units]
    point = max(entry.attack for entry in entries if entry.type in ("infantry", "armour"))
    divisions = Counter(entry.division for entry in entries if entry.division)
    bonus = sum(number + support >= 3 for number in divisions.values())
    mixed = len({entry.branch == "SS" for entry in entries if entry.side == "German"}) == 2
    return point + len(entries) - 1 + support + bonus - mixed


def defence_value(units: Iterable[str], area: str, *, spent: bool = False, supplied: bool = True) -> int:
    """DV of units, all Fresh or all Spent, without crossings (10.73)."""
    entries = [UNITS[unit] for unit in units]
    forward = max(entry.spent if spent else entry.defence for entry in entries if entry.type != "artillery")
    return forward + MAP.spaces[area].tem + (0 if spent or not supplied else len(entries) - 1)


def chance(lead: int) -> float:
    """Chance that the attacker's total exceeds the defender's, if AV is so much more than DV (10.74)."""
    dice = range(1, 7)
    totals = [a + b - c - d + lead for a in dice for b in dice for c in dice for d in dice]
    return sum(total > 0 for total in totals) / len(totals)


def battalions(division: str, kind: str) -> int:
    return len(those(division=division, type=kind))


# ------------------------------------------------------------------ counters


@pytest.mark.rule("4.11")
def test_branches_belong_to_their_sides() -> None:
    german = {"SS", "Wehrmacht", "Luftwaffe"}
    assert {unit.branch for unit in UNITS.values()} == {*german, "British", "Polish", "Dutch", "US"}
    for name, unit in UNITS.items():
        assert (unit.branch in german) == (unit.side == "German"), name
    assert {unit for unit, entry in UNITS.items() if entry.branch == "US"} == those(range="82") | those(range="101")
    assert len(those(branch="Polish")) == 3
    assert len(those(branch="Dutch")) == 1


@pytest.mark.rule("4.11", "4.21")
def test_ss_divisions_are_ss() -> None:
    for division in ("9SS", "10SS"):
        assert len(those(division=division)) > 5
        assert {UNITS[unit].branch for unit in those(division=division)} == {"SS"}
    for name, unit in UNITS.items():
        if "SS" in unit.name.split():
            assert unit.branch == "SS", name


@pytest.mark.rule("4.12", "4.121", "4.1211", "4.122", "4.124", "4.125", "15.13")
def test_traits_fit_types() -> None:
    assert Counter(unit.type for unit in UNITS.values()).keys() == {"infantry", "armour", "artillery", "flak", "tower"}
    fitting = {
        "parachute": {"infantry", "artillery"},
        "glider": {"infantry", "artillery"},
        "glider_pilot": {"infantry"},
        "mechanized": {"infantry"},
        "corps": {"artillery"},
        "reconnaissance": {"infantry", "armour"},
        "engineer": {"infantry"},
    }
    assert {trait for unit in UNITS.values() for trait in unit.traits} == set(fitting)
    for name, unit in UNITS.items():
        assert len(unit.traits) == len(set(unit.traits)), name
        assert all(unit.type in fitting[trait] for trait in unit.traits), name
        assert len({"parachute", "glider", "glider_pilot"} & set(unit.traits)) <= 1, name


@pytest.mark.rule("4.122")
def test_armour_is_british_and_german() -> None:
    assert {UNITS[unit].branch for unit in those("Allied", type="armour")} == {"British"}
    assert len(those("German", type="armour")) > 7
    recce = {unit for unit in those(trait="reconnaissance") if not UNITS[unit].range and UNITS[unit].side == "Allied"}
    assert {UNITS[unit].type for unit in recce} == {"armour"}
    assert recce == {"2Welsh", "43Recce", "61Recce", "2HCR"}


@pytest.mark.rule("4.124", "4.125")
def test_flak_is_german_and_towers_are_fixed() -> None:
    flak, towers = those(type="flak"), those(type="tower")
    assert len(flak) > 4
    assert {UNITS[unit].side for unit in flak | towers} == {"German"}
    for unit in towers:
        assert (UNITS[unit].attack, UNITS[unit].mf) == (0, 0)
        assert UNITS[unit].defence >= 3
    assert all(UNITS[unit].mf > 0 for unit in UNITS.keys() - towers)


@pytest.mark.rule("4.22")
def test_factors_are_plausible() -> None:
    ranges = {
        "infantry": (range(2, 7), range(2, 7), range(3, 8)),
        "armour": (range(4, 10), range(3, 8), range(6, 11)),
        "artillery": (range(3, 7), range(1, 3), range(5, 8)),
        "flak": (range(3), range(2, 4), range(4, 6)),
        "tower": (range(1), range(3, 6), range(1)),
    }
    for name, unit in UNITS.items():
        attack, defence, mf = ranges[unit.type]
        assert unit.attack in attack, name
        assert unit.defence in defence, name
        assert unit.mf in mf, name
        assert 1 <= unit.spent <= max(1, (unit.defence + 1) // 2), name


@pytest.mark.rule("4.22", "9.2")
def test_good_troops_can_enter_an_area_with_fresh_enemies() -> None:
    for name, unit in UNITS.items():
        if unit.type == "armour" or (unit.type == "infantry" and (unit.side == "Allied" or unit.branch == "SS")):
            assert unit.mf >= CHARTS.costs.fresh, name


@pytest.mark.rule("9.2", "9.22", "4.22")
def test_parachute_and_glider_battalions_have_four_movement_points() -> None:
    for name in those("Allied", trait="parachute", type="infantry") | those("Allied", trait="glider", type="infantry"):
        assert UNITS[name].mf == 4 or "reconnaissance" in UNITS[name].traits, name


@pytest.mark.rule("4.21")
def test_size_symbols() -> None:
    assert those(size="X") == {"PrIrene"}
    assert {UNITS[unit].side for unit in those(size="III")} == {"German"}
    assert not those(size="XX")
    assert len(those(size="II")) > 3 * len(those(size="III"))


@pytest.mark.rule("4.21")
def test_counters_can_be_told_apart() -> None:
    assert {short: n for short, n in Counter(unit.short for unit in UNITS.values()).items() if n > 1} == {}
    assert {name: n for name, n in Counter(unit.name for unit in UNITS.values()).items() if n > 1} == {}


@pytest.mark.rule("4.21", "10.72")
@pytest.mark.parametrize(
    ("division", "infantry", "armour", "artillery"),
    [
        ("Gds", 4, 4, 2),
        ("43", 9, 1, 3),
        ("50", 9, 1, 3),
        ("52", 3, 0, 0),
        ("1", 16, 0, 1),
        ("82", 13, 0, 4),
        ("101", 13, 0, 3),
        ("9SS", 3, 2, 0),
        ("10SS", 5, 3, 1),
        ("2FJ", 3, 0, 0),
        ("406", 4, 0, 0),
        ("59", 4, 0, 1),
        ("245", 2, 0, 0),
        ("712", 2, 0, 0),
        ("180", 2, 0, 0),
        ("107", 1, 1, 0),
    ],
)
def test_composition_of_divisions(division: str, infantry: int, armour: int, artillery: int) -> None:
    assert (battalions(division, "infantry"), battalions(division, "armour")) == (infantry, armour)
    assert battalions(division, "artillery") == artillery


@pytest.mark.rule("3.26", "4.21")
@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("The Parachute Regiment", 6),
        ("1st Polish Independent Parachute Brigade", 3),
        ("The Glider Pilot Regiment", 2),
        ("504th Parachute Infantry", 3),
        ("505th Parachute Infantry", 3),
        ("508th Parachute Infantry", 3),
        ("325th Glider Infantry", 3),
        ("501st Parachute Infantry", 3),
        ("502nd Parachute Infantry", 3),
        ("506th Parachute Infantry", 3),
        ("327th Glider Infantry", 3),
    ],
)
def test_battalions_of_airborne_regiments(name: str, number: int) -> None:
    found = {unit for unit, entry in UNITS.items() if name in entry.name}
    assert len(found) == number
    assert len({UNITS[unit].range for unit in found} - {None}) == 1


@pytest.mark.rule("3.26", "4.121", "22.2")
def test_airborne_units_are_those_with_a_range() -> None:
    airborne = {
        unit for unit in those("Allied") if {"parachute", "glider", "glider_pilot"} & set(UNITS[unit].traits)
    } - those(division="52")
    assert airborne == {unit for unit, entry in UNITS.items() if entry.range}
    assert all(UNITS[unit].division == UNITS[unit].range for unit in airborne)
    assert {UNITS[unit].type for unit in airborne} == {"infantry", "artillery"}
    assert those(trait="glider_pilot") == {"1GP", "2GP"}


@pytest.mark.rule("15.12")
def test_exactly_four_german_artillery_battalions_are_independent() -> None:
    independent = those("German", type="artillery", division=None)
    assert independent == {"Schwapp", "ArtFeldt", "Art191", "Werf102"}
    assert {UNITS[unit].size for unit in independent} == {"II"}


@pytest.mark.rule("15.12")
def test_divisional_artillery_has_its_division_to_support() -> None:
    for unit in those(type="artillery"):
        entry = UNITS[unit]
        if entry.division:
            assert any(may_lead(other) for other in those(entry.side, division=entry.division)), unit
        elif entry.side == "Allied":
            assert "corps" in entry.traits, unit


@pytest.mark.rule("10.72")
def test_44th_tank_regiment_is_independent() -> None:
    assert (UNITS["44RTR"].type, UNITS["44RTR"].division, UNITS["44RTR"].range) == ("armour", None, None)


# ------------------------------------------------------------------ places


@pytest.mark.rule("5.2", "18.1")
def test_every_unit_has_one_place_in_the_extended_game() -> None:
    places = [*BASIC.setup, *BASIC.drops, *EXTENDED.setup, *EXTENDED.drops]
    places += [unit for arrival in ARRIVALS for unit in arrival.units]
    assert Counter(places) == Counter(UNITS.keys())


@pytest.mark.rule("5.2", "22.1")
def test_the_basic_game_ignores_what_comes_after_the_20th() -> None:
    assert {arrival.date for arrival in BASIC.arrivals} == {18, 19, 20}
    assert not EXTENDED.setup
    assert not EXTENDED.drops
    assert {arrival.date for arrival in EXTENDED.arrivals} <= set(range(21, EXTENDED.last + 1))
    assert 110 <= len(PLACES) + sum(len(arrival.units) for arrival in BASIC.arrivals) <= 160


@pytest.mark.rule("21.2", "22.1")
def test_dates_of_the_two_games() -> None:
    assert (BASIC.last, BASIC.checks, BASIC.extended, BASIC.based_on) == (20, {20: 10}, False, None)
    assert (EXTENDED.last, EXTENDED.checks) == (26, {20: 10, 24: 15, 26: 21})
    assert (EXTENDED.extended, EXTENDED.based_on) == (True, "basic")
    assert BASIC.order < EXTENDED.order


@pytest.mark.rule("5.2")
@pytest.mark.parametrize("name", SCENARIOS)
def test_all_places_are_on_the_map(name: str) -> None:
    scenario = SCENARIOS[name]
    spaces = {*scenario.setup.values(), *scenario.drops.values()}
    spaces |= {arrival.space for arrival in scenario.arrivals}
    spaces |= {space for arrival in scenario.arrivals for space in (*arrival.drops.values(), *arrival.after)}
    assert spaces <= MAP.spaces.keys()
    assert {MAP.spaces[space].kind for space in scenario.setup.values()} <= {"area", "zone"}
    assert {MAP.spaces[space].kind for space in scenario.drops.values()} <= {"area"}


@pytest.mark.rule("7.1", "5.2", "14.3")
@pytest.mark.parametrize("side", SIDES)
def test_no_area_begins_over_the_stacking_limit(side: Side) -> None:
    limit = CHARTS.limits.stacking
    for date, drops in DROPS.items():
        together = {**BASIC.setup, **drops} if date == 17 else drops
        for space, number in stacks(together, side).items():
            assert number <= limit or MAP.spaces[space].kind == "zone", (date, space)


@pytest.mark.rule("5.2", "7.2", "7.3")
def test_zone_f_and_grave_hold_both_sides() -> None:
    """In Grave a battalion lands beside the guns of the bridge."""
    assert set(stacks(PLACES, "German")) & set(stacks(PLACES, "Allied")) == {"F", "36"}
    assert in_space(PLACES, "36", "German") == {"TwrGrave"}


@pytest.mark.rule("20.3", "20.5", "15.13")
def test_zone_f() -> None:
    allies, germans = in_space(BASIC.setup, "F", "Allied"), in_space(BASIC.setup, "F", "German")
    assert those(division="Gds") <= allies
    assert any(may_lead(unit) for unit in those(division="Gds") & allies)
    assert those(trait="corps") <= allies
    assert those(division="Gds", type="artillery") <= allies
    assert not those(division="Gds") & those(trait="corps")
    assert any(may_lead(unit) for unit in germans)
    assert {UNITS[unit].side for unit in those(trait="corps")} == {"Allied"}


@pytest.mark.rule("20.2")
def test_flak_towers_stand_one_to_an_area_from_the_start() -> None:
    towers = [BASIC.setup[unit] for unit in those(type="tower")]
    assert len(towers) == len(set(towers)) == 5
    assert {MAP.spaces[space].kind for space in towers} == {"area"}
    assert {"9", "17", "28", "36"} <= set(towers)


@pytest.mark.rule("20.2", "4.125")
def test_bridge_towers_stand_at_bridges() -> None:
    for unit in those(type="tower") - {"TwrDeelen"}:
        space = BASIC.setup[unit]
        assert any(space in link.between and link.bridge for link in MAP.links), unit


@pytest.mark.rule("4.23")
def test_germans_begin_near_their_garrisons() -> None:
    assert BASIC.setup["TwrDeelen"] == BASIC.setup["Weber"] == "9"
    assert BASIC.setup["TwrArnhem"] == "17"
    assert garrison("13") == []
    assert garrison("28") == ["TwrNijm"]
    assert BASIC.setup["Kussin"] in NEAR["13"]
    assert {"26", "D"} <= {BASIC.setup[unit] for unit in those(division="406") if unit in BASIC.setup}
    assert BASIC.setup["Eindh"] == "63"
    assert "64" in BASIC.setup.values()
    assert BASIC.setup["Krafft"] == "4"


# ------------------------------------------------------------------ airborne


@pytest.mark.rule("20.4", "3.261", "18.5")
@pytest.mark.parametrize("date", DROPS)
def test_drop_areas_have_the_colour_and_range_of_the_division(date: int) -> None:
    assert DROPS[date]
    for unit, area in DROPS[date].items():
        division = UNITS[unit].range
        assert division, unit
        assert MAP.spaces[area].drop == COLOURS[division], unit
        assert division in MAP.spaces[area].ranges, unit


@pytest.mark.rule("18.4", "18.5", "20.4", "3.4")
def test_every_airborne_unit_drops_once() -> None:
    airborne = {unit for unit, entry in UNITS.items() if entry.range}
    assert Counter(unit for drops in DROPS.values() for unit in drops) == Counter(airborne)
    assert {lift.date for lift in LIFTS} == {18, 19}
    for lift in LIFTS:
        assert set(lift.drops) == set(lift.units)
        assert not lift.after
    assert not any(arrival.drops for arrival in ARRIVALS if arrival.space != "UK")


@pytest.mark.rule("18.41", "9.65")
@pytest.mark.parametrize("date", DROPS)
def test_airborne_artillery_lands_beside_point_units(date: int) -> None:
    """On D-Day and in its own lift, or where an earlier lift of the division landed."""
    for unit, area in DROPS[date].items():
        if UNITS[unit].type == "artillery":
            before = {other for day in range(17, date + 1) for other, there in DROPS[day].items() if there == area}
            assert any(may_lead(other) and UNITS[other].range == UNITS[unit].range for other in before), unit


@pytest.mark.rule("20.4", "18.43", "18.44")
def test_d_day_lands_on_open_ground() -> None:
    """No Germans but a tower in a D-Day drop area, and flak never so near that most of a drop is lost."""
    for area in set(BASIC.drops.values()):
        assert all(UNITS[unit].type == "tower" for unit in in_space(BASIC.setup, area, "German")), area
        assert interdiction(area, BASIC.setup) <= 2, area


@pytest.mark.rule("20.4", "23.2")
def test_d_day_drop_areas_of_the_american_regiments() -> None:
    regiments: dict[str, set[str]] = defaultdict(set)
    for unit, area in BASIC.drops.items():
        if UNITS[unit].branch == "US" and UNITS[unit].type == "infantry":
            regiments[UNITS[unit].short.rpartition("/")[2]].add(area)
    assert regiments == {
        "501": {"45", "51"},
        "502": {"54"},
        "506": {"54"},
        "504": {"32", "36"},
        "505": {"33"},
        "508": {"33"},
        "307 Eng": {"33"},
    }
    assert len(in_space(BASIC.drops, "54", "Allied")) <= CHARTS.limits.choice_drop_in["54"]


@pytest.mark.rule("18.44")
def test_some_flak_interdicts_a_later_drop() -> None:
    areas = {*DROPS[18].values(), *DROPS[19].values()}
    assert any(interdiction(area, BASIC.setup) for area in areas)


@pytest.mark.rule("20.4", "18.4")
def test_the_three_lifts() -> None:
    lifts = {date: Counter(UNITS[unit].range for unit in drops) for date, drops in DROPS.items()}
    assert lifts == {
        17: {"1": 11, "82": 11, "101": 9},
        18: {"1": 3, "82": 3, "101": 3},
        19: {"1": 3, "82": 3, "101": 4},
    }
    assert {UNITS[unit].branch for unit in DROPS[19] if UNITS[unit].range == "1"} == {"Polish"}
    assert {"1Para", "2Para", "3Para", "7KOSB", "1Border", "2SStaff"} <= set(DROPS[17])
    assert {"10Para", "11Para", "156Para"} <= set(DROPS[18])


# ------------------------------------------------------------------ reinforcements


def going_to_zone_f() -> list[Arrival]:
    return [arrival for arrival in ARRIVALS if arrival.space == "F"]


@pytest.mark.rule("18.2", "22.2")
def test_german_reinforcements_come_in_zones() -> None:
    for arrival in ARRIVALS:
        for unit in arrival.units:
            if UNITS[unit].side == "German" and unit != "PiLehr":
                assert MAP.spaces[arrival.space].kind == "zone", unit
                assert arrival.space != "F", unit
                assert not arrival.after, unit


@pytest.mark.rule("18.3")
def test_ground_reinforcements_come_in_zone_f() -> None:
    for arrival in ARRIVALS:
        for unit in arrival.units:
            if UNITS[unit].side == "Allied" and not UNITS[unit].range and UNITS[unit].division != "52":
                assert arrival.space == "F", unit


@pytest.mark.rule("18.3")
def test_the_conditional_reinforcements_are_those_of_the_18th_and_20th() -> None:
    conditional = [arrival for arrival in ARRIVALS if arrival.after]
    assert {arrival.date for arrival in conditional} == {18, 20}
    assert conditional == [arrival for arrival in going_to_zone_f() if arrival.date <= 20]


@pytest.mark.rule("18.3", "14.2")
def test_conditions_are_the_maas_and_the_waal() -> None:
    """XXX Corps beyond the bridge of Grave on the 18th, beyond that of Nijmegen on the 20th."""
    first, second = (
        {arrival.after for arrival in ARRIVALS if arrival.after and arrival.date == day} for day in (18, 20)
    )
    assert (first, second) == ({("32",)}, {("23",)})
    for there, here, river in (("32", "36", "Maas"), ("23", "28", "Waal")):
        [link] = [link for link in MAP.links if set(link.between) == {here, there}]
        assert (link.river, link.bridge) == (river, "intact")


@pytest.mark.rule("22.2")
def test_the_special_arrivals_at_deelen() -> None:
    special = [arrival for arrival in ARRIVALS if arrival.space == "9"]
    assert {unit: arrival.date for arrival in special for unit in arrival.units} == {
        "5HLI": 21, "6HLI": 21, "1GlasH": 21, "PiLehr": 22,
    }  # fmt: skip
    assert special == [arrival for arrival in EXTENDED.arrivals if arrival.space == "9"]
    for unit in those(division="52"):
        assert (UNITS[unit].range, UNITS[unit].branch, UNITS[unit].type) == (None, "British", "infantry")


@pytest.mark.rule("18.2", "4.23")
@pytest.mark.parametrize(
    ("unit", "date", "zones"),
    [
        ("Fuerst", 18, "D"),
        ("1221-180", 18, "E"),
        ("Becker", 19, "D"),
        ("Hermann", 20, "D"),
        ("2107Pz", 19, "E"),
        ("Knaust", 18, "BC"),
        ("StuG280", 19, "BC"),
        ("Lippert", 18, "J"),
        ("Pz224", 20, "J"),
        ("1034-59", 18, "GH"),
        ("Huber", 22, "GHI"),
        ("Pz506", 24, "BC"),
    ],
)
def test_dates_and_zones_of_known_arrivals(unit: str, date: int, zones: str) -> None:
    assert ARRIVES[unit].date == date
    assert ARRIVES[unit].space in zones


# ------------------------------------------------------------------ strength


def garrison(space: str) -> list[str]:
    return sorted(in_space(BASIC.setup, space, "German"))


@pytest.mark.rule("10.72", "10.73", "10.743")
@pytest.mark.parametrize("regiment", ["504", "505", "508", "501", "502", "506"])
def test_a_parachute_regiment_probably_beats_a_garrison(regiment: str) -> None:
    """Three battalions against the garrison of Eindhoven, Best or Nijmegen alone in an area of TEM 2."""
    battalions = [f"{number}-{regiment}" for number in (1, 2, 3)]
    for defender in ("Eindh", "Rink", "LdsMW", "HGErs", "Melitz"):
        assert chance(attack_value(battalions) - UNITS[defender].defence - 2) > 0.6, defender


@pytest.mark.rule("10.72", "10.73", "11.112", "20.3", "20.5")
def test_the_guards_can_break_out_of_zone_f() -> None:
    """The barrage makes at least half the Germans Spent on average; then one group of the Guards hardly fails."""
    germans = garrison("F")
    guns = [UNITS[unit] for unit in those(trait="corps")]
    value = 2 * max(gun.attack for gun in guns) + len(guns) - 1
    attrition = value - 2 * MAP.spaces["F"].tem
    assert attrition >= sum(3 if UNITS[unit].type == "armour" else 2 for unit in germans) / 2
    group = attack_value(["2Irish", "3Irish", "1Welsh"], support=2)
    assert chance(group - defence_value(germans, "F")) > 0.5
    assert chance(group - defence_value(germans, "F", spent=True)) > 0.9


@pytest.mark.rule("10.72", "10.73", "14.2")
def test_the_guards_can_then_take_valkenswaard() -> None:
    second = attack_value(["2Gren", "1Gren", "5Cold"])
    assert chance(second - defence_value(garrison("64"), "64")) > 0.6


@pytest.mark.rule("10.72", "10.73", "13.8")
def test_arnhem_bridge_holds_for_some_days() -> None:
    """The three battalions of 1st Parachute Brigade, cut off, against five units of 9th SS."""
    defence = defence_value(["1Para", "2Para", "3Para"], "13", supplied=False)
    attack = attack_value(["Spindler", "Moeller", "Harder", "Grabner", "Allword"])
    assert 0.3 < chance(attack - defence) < 0.9
    assert attack - defence <= 3


@pytest.mark.rule("10.72", "10.73")
def test_a_battalion_reaches_the_bridge_of_arnhem_on_d_day() -> None:
    """Oosterbeek is taken in the Airborne Phase: 1 from Renkum, then 2 for empty Arnhem and 1 for the bridge."""
    assert BASIC.drops["2Para"] in NEAR["7"]
    assert "13" in NEAR["7"]
    assert UNITS["2Para"].mf == CHARTS.costs.free + CHARTS.costs.vacant + CHARTS.costs.seizure
    assert garrison("7") == garrison("13") == []


@pytest.mark.rule("10.72", "10.73", "20.2", "20.4")
def test_the_attack_on_the_spent_tower_of_grave_is_four_against_two() -> None:
    assert BASIC.drops["2-504"] == BASIC.setup["TwrGrave"] == "36"
    assert attack_value(["2-504"]) == 4
    assert defence_value(["TwrGrave"], "36", spent=True) == 2


@pytest.mark.rule("9.2", "20.2", "20.4")
def test_an_american_battalion_attacks_nijmegen_if_its_tower_is_spent() -> None:
    """1 for the heights, its own by then, and 3 for an area with Spent enemies; 4 for Fresh ones are too many."""
    assert "34" in NEAR[BASIC.drops["1-508"]] & NEAR["28"]
    cost = CHARTS.costs
    assert cost.free + cost.spent <= UNITS["1-508"].mf < cost.free + cost.fresh


@pytest.mark.rule("10.72")
def test_a_division_s_units_earn_its_bonus() -> None:
    """Guards, Americans and both SS divisions have three or more units that can attack together (10.72D)."""
    for division in ("Gds", "1", "82", "101", "43", "50", "9SS", "10SS", "2FJ", "406", "59"):
        assert sum(may_lead(unit) for unit in those(division=division)) >= 3, division


def printed(entry: UnitEntry) -> str:
    return f"{entry.attack}-{entry.defence}-{entry.mf}"


@pytest.mark.rule("4.22")
@pytest.mark.parametrize(
    ("better", "worse"), [("Pz506", "SSPz10"), ("2Para", "1Border"), ("Spindler", "Kussin"), ("1-FJR6", "Penal6")]
)
def test_better_units_have_better_factors(better: str, worse: str) -> None:
    one, other = UNITS[better], UNITS[worse]
    assert one.attack > other.attack, printed(one)
    assert one.defence >= other.defence, printed(one)
