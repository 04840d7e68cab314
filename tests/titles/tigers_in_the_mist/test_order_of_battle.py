"""Chapters 4, 5, 7.1 and 11, and the scenarios: counters, set-up, reinforcements and reserves in the data files."""

from collections import Counter, defaultdict
from collections.abc import Iterable

import pytest

from wargame_tui.board.files import load
from wargame_tui.board.plain import scenarios_folder
from wargame_tui.titles.tigers_in_the_mist.printed.charts import ChartsFile
from wargame_tui.titles.tigers_in_the_mist.printed.data import MapFile, ScenarioFile, Side, UnitsFile, UnitType

FOLDER = scenarios_folder() / "tigers_in_the_mist"
MAP = load(FOLDER / "map.yaml", MapFile)
UNITS = load(FOLDER / "units.yaml", UnitsFile).units
CHARTS = load(FOLDER / "charts.yaml", ChartsFile)
SCENARIOS = {
    name: load(FOLDER / f"{name}.yaml", ScenarioFile)
    for name in ("campaign", "first_three_days", "fifth_panzer_army", "seventh_army")
}
CAMPAIGN = SCENARIOS["campaign"]
ARRIVALS = {unit: arrival for arrival in CAMPAIGN.arrivals for unit in arrival.units}
RESERVES = {unit: reserve for reserve in CAMPAIGN.reserves.values() for unit in reserve.units}
ROADS: dict[str, dict[str, str | None]] = defaultdict(dict)
for link in MAP.links:
    if link.road:
        one, other = link.between
        ROADS[one][other] = ROADS[other][one] = link.bridge
BOXES = [f"{date}-{impulse}" for date in range(16, 22) for impulse in (1, 2, 3)] + ["22-1"]
SIDES: tuple[Side, ...] = ("German", "Allied")


def place(name: str) -> str:
    """Number or letter of the space with a name."""
    return next(space for space, entry in MAP.spaces.items() if entry.name == name)


def stacks(side: str) -> dict[str, list[str]]:
    """Units of a side by area of set-up."""
    found: dict[str, list[str]] = defaultdict(list)
    for unit, space in CAMPAIGN.setup.items():
        if UNITS[unit].side == side:
            found[space].append(unit)
    return found


def strength(units: Iterable[str]) -> int:
    return sum(UNITS[unit].strength for unit in units)


def reach(sources: Iterable[str], closed: set[str]) -> set[str]:
    """Spaces that roads join with the sources without entering a closed one."""
    found, todo = set(sources), list(sources)
    while todo:
        for space in ROADS[todo.pop()]:
            if space not in found and space not in closed:
                found.add(space)
                todo.append(space)
    return found


def supplied(space: str, sources: Iterable[str], enemies: set[str], blown_allowed: int) -> bool:
    """13.12 and 13.14: a line from the space to a source over so many destroyed bridges at most."""
    todo, seen = [(space, 0)], {(space, 0)}
    while todo:
        here, blown = todo.pop()
        if here in sources:
            return True
        if MAP.spaces[here].kind == "zone":
            continue
        for there, bridge in ROADS[here].items():
            state = (there, blown + (bridge == "destroyed"))
            if state[1] <= blown_allowed and there not in enemies and state not in seen:
                seen.add(state)
                todo.append(state)
    return False


def in_play(name: str) -> set[str]:
    """Units of a scenario, those of the campaign less the removed where it is based on it."""
    scenario = SCENARIOS[name]
    base = SCENARIOS[scenario.based_on] if scenario.based_on else scenario
    units = set(base.setup) | {unit for arrival in base.arrivals for unit in arrival.units}
    units |= {unit for reserve in base.reserves.values() for unit in reserve.units}
    return units - set(scenario.removed)


# ------------------------------------------------------------------ counters


@pytest.mark.rule("4.11", "4.17")
def test_every_type_is_used_and_has_its_three_numbers() -> None:
    assert {unit.type for unit in UNITS.values()} == set(CHARTS.types)
    assert sorted(CHARTS.types, key=lambda kind: CHARTS.types[kind].quality) == [
        "engineer", "armour", "mechanized", "motorized", "infantry",
    ]  # fmt: skip
    assert not [unit for unit, entry in UNITS.items() if entry.attack or entry.defence]
    for kind, chart in CHARTS.types.items():
        assert chart.movement == (5 if kind == "infantry" else 8)
        assert chart.infantry_type == (kind != "armour")
        assert chart.attack <= chart.defence
        assert chart.defence < CHARTS.types["armour"].defence or kind == "armour"


@pytest.mark.rule("4.11")
def test_airborne_units_are_infantry() -> None:
    airborne = [u for u in UNITS.values() if "Airborne" in u.formation or "Parachute Regiment" in u.name]
    assert len(airborne) > 12
    assert {unit.type for unit in airborne} == {"infantry"}


@pytest.mark.rule("4.11")
@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        (("Engineer",), {"engineer"}),
        (("Panzer Regiment", "Panzer Battalion", "Tank", "Assault Gun", "Armored Regiment"), {"armour"}),
        (("Cavalry", "Reconnaissance", "Armored Infantry"), {"mechanized"}),
        (("Panzergrenadier", "panzergrenadier"), {"mechanized", "motorized"}),
        (("Grenadier Regiment", "Fusilier Regiment"), {"infantry", "motorized"}),
        (("Infantry Regiment", "Infantry Brigade"), {"infantry", "motorized"}),
    ],
)
def test_the_type_fits_the_name(words: tuple[str, ...], kinds: set[str]) -> None:
    named = {unit for unit, entry in UNITS.items() if any(word in entry.name for word in words)}
    assert len(named) > 3
    assert {unit: UNITS[unit].type for unit in named if UNITS[unit].type not in kinds} == {}


@pytest.mark.rule("4.12")
def test_branches_belong_to_their_sides() -> None:
    sides = {"SS": "German", "Army": "German", "Luftwaffe": "German"}
    assert {unit.branch for unit in UNITS.values()} == {*sides, "US", "British", "Norwegian", "Belgian"}
    for name, unit in UNITS.items():
        assert unit.side == sides.get(unit.branch, "Allied"), name
        assert ("SS" in unit.formation.split()) == (unit.branch == "SS") or "Corps" in unit.formation, name
        if unit.branch == "Luftwaffe":
            assert "Parachute" in unit.formation, name
    garrisons = [unit for unit in UNITS.values() if unit.branch in ("Norwegian", "Belgian")]
    assert {unit.strength for unit in garrisons} == {1}


@pytest.mark.rule("4.13")
def test_every_unit_has_a_name_of_its_own() -> None:
    names = Counter((unit.formation, unit.name) for unit in UNITS.values())
    assert [name for name, count in names.items() if count > 1] == []
    assert [unit for unit in UNITS if len(unit) > 8] == []


@pytest.mark.rule("4.14")
def test_every_unit_has_one_place_or_one_time() -> None:
    times = Counter([*CAMPAIGN.setup, *(u for a in CAMPAIGN.arrivals for u in a.units)])
    times.update(unit for reserve in CAMPAIGN.reserves.values() for unit in reserve.units)
    assert {unit for unit, count in times.items() if count > 1} == set()
    assert set(times) == set(UNITS)


@pytest.mark.rule("4.16")
def test_strength_is_one_to_four() -> None:
    assert {unit.strength for unit in UNITS.values()} == {1, 2, 3, 4}
    assert {unit.strength for unit in UNITS.values() if unit.type == "engineer"} == {1, 2}
    assert 90 <= sum(unit.side == "German" for unit in UNITS.values()) <= 120
    assert 90 <= sum(unit.side == "Allied" for unit in UNITS.values()) <= 120


# ------------------------------------------------------------------ values


def battle(attackers: dict[UnitType, int], defence: int, calls: int, arms: bool) -> tuple[float, float]:
    """Expected losses of attackers and of an entrenched regiment of so much strength on the start line."""
    drm = CHARTS.modifiers
    guns = CHARTS.artillery
    help_ = 0 if arms else -drm.no_combined_arms.drm
    fire = defence * (CHARTS.types["infantry"].defence + help_) / CHARTS.die
    fire += guns.succeeds.allied / CHARTS.die * (guns.hits.defender + help_) / CHARTS.die
    left = 1 - fire / sum(attackers.values())
    hits = sum(
        left * points * (CHARTS.types[kind].attack - drm.entrenched.drm) / CHARTS.die
        for kind, points in attackers.items()
    )
    success = guns.succeeds.german_start_line / CHARTS.die
    return fire, hits + calls * success * (guns.hits.attacker - drm.entrenched.drm) / CHARTS.die


@pytest.mark.rule("4.17", "9.21")
def test_values_give_a_regiment_one_to_two_days_against_nine() -> None:
    lost, gained = battle({"infantry": 9}, 3, calls=3, arms=False)
    assert 1.5 <= gained <= 2.0  # two days of attacks
    assert 1.5 <= lost <= 2.5
    lost, gained = battle({"armour": 4, "mechanized": 3, "motorized": 3}, 3, calls=3, arms=True)
    assert 2.1 <= gained <= 2.7  # one or two days
    assert lost < 2.0


# ------------------------------------------------------------------ set-up


@pytest.mark.rule("5.21")
def test_set_up_areas_exist() -> None:
    for unit, space in CAMPAIGN.setup.items():
        assert MAP.spaces[space].kind == "area", unit


@pytest.mark.rule("5.21")
def test_sides_set_up_on_their_side_of_the_front() -> None:
    german, allied = stacks("German"), stacks("Allied")
    assert not german.keys() & allied.keys()
    line = {space for space, entry in MAP.spaces.items() if entry.start_line}
    assert len(line) >= 10
    assert not line & german.keys()
    east = reach(CAMPAIGN.sources["German"], line | allied.keys())
    assert german.keys() <= east
    assert not allied.keys() & east
    west = reach(CAMPAIGN.sources["Allied"], set(german))
    assert allied.keys() <= west


@pytest.mark.rule("5.21", "13.11")
def test_everybody_starts_in_supply() -> None:
    for side, other in zip(SIDES, reversed(SIDES), strict=True):
        enemies = set(stacks(other))
        for space, stack in stacks(side).items():
            bridges = min(CHARTS.types[UNITS[unit].type].blown_bridges_in_supply_line for unit in stack)
            assert supplied(space, CAMPAIGN.sources[side], enemies, bridges), (space, stack)


@pytest.mark.rule("5.21")
def test_every_start_line_area_on_a_german_road_has_a_defender_behind_it() -> None:
    allied = stacks("Allied")
    fronts = {there for space in stacks("German") for there in ROADS[space] if MAP.spaces[there].start_line}
    for space in fronts:
        assert space in allied or allied.keys() & ROADS[space].keys(), MAP.spaces[space].name


@pytest.mark.rule("5.21", "10.12")
def test_german_engineers_wait_at_every_destroyed_bridge() -> None:
    engineers = {CAMPAIGN.setup[u] for u in CAMPAIGN.setup if UNITS[u].side == "German" and UNITS[u].type == "engineer"}
    destroyed = [set(link.between) for link in MAP.links if link.bridge == "destroyed"]
    assert len(destroyed) == 5
    for banks in destroyed:
        assert banks & engineers, banks


@pytest.mark.rule("5.22")
def test_the_front_line_is_entrenched() -> None:
    assert len(CAMPAIGN.entrenched) == len(set(CAMPAIGN.entrenched))
    for unit in CAMPAIGN.entrenched:
        entry = UNITS[unit]
        assert entry.side == "Allied"
        assert CHARTS.types[entry.type].entrench_cost is not None, unit
        assert MAP.spaces[CAMPAIGN.setup[unit]].start_line, unit
    line = {unit for unit, space in CAMPAIGN.setup.items() if MAP.spaces[space].start_line}
    exposed = {unit for unit in line if CHARTS.types[UNITS[unit].type].infantry_type} - set(CAMPAIGN.entrenched)
    assert exposed == {"9/2", "38/2", "395/99"}  # attacking towards the Roer dams


@pytest.mark.rule("5.23")
def test_yellow_units_are_few_allied_and_on_the_map() -> None:
    assert 3 <= len(CAMPAIGN.yellow) <= 6
    for unit in CAMPAIGN.yellow:
        assert UNITS[unit].side == "Allied"
        assert unit in CAMPAIGN.setup
        assert unit not in CAMPAIGN.entrenched


@pytest.mark.rule("5.24")
def test_red_units_are_the_second_wave() -> None:
    for unit in CAMPAIGN.red:
        assert UNITS[unit].side == "German"
        space = CAMPAIGN.setup[unit]
        assert not any(MAP.spaces[there].start_line for there in ROADS[space]), unit
    assert {"Pz/1SS", "Pz/12SS", "Pz/Lehr"} <= set(CAMPAIGN.red)
    assert not {"Pz1/2P", "39/26V", "27/12V"} & set(CAMPAIGN.red)
    assert strength(CAMPAIGN.red) * 3 < strength(u for s in stacks("German").values() for u in s)


@pytest.mark.rule("7.1")
def test_the_german_exceeds_the_limit_in_exactly_two_areas() -> None:
    limit = CHARTS.stacking
    assert (limit.units, limit.strength) == (4, 10)
    over = {
        side: {s for s, u in stacks(side).items() if len(u) > limit.units or strength(u) > limit.strength}
        for side in SIDES
    }
    losheim, dasburg = place("Losheim"), place("Dasburg")
    assert over == {"German": {losheim, dasburg}, "Allied": set()}
    assert set(stacks("German")[losheim]) == {"27/12V", "48/12V", "89/12V", "Pi/12V", "5/3FJ", "9/3FJ", "Pi/18V"}
    assert set(stacks("German")[dasburg]) == {
        "Pz1/2P", "Pz2/2P", "2/2P", "304/2P", "Rc/2P", "Pi/2P", "600Pi",
    }  # fmt: skip


@pytest.mark.rule("7.1", "7.2")
def test_a_road_leads_out_of_each_crowded_area() -> None:
    for name in ("Losheim", "Dasburg"):
        exits = [there for there in ROADS[place(name)] if there not in stacks("German")]
        assert exits, name


# ------------------------------------------------------------------ reinforcements


@pytest.mark.rule("11.11", "11.22", "11.23")
def test_reinforcements_enter_through_zones_of_their_side() -> None:
    for arrival in CAMPAIGN.arrivals:
        for zone in arrival.zones:
            assert MAP.spaces[zone].kind == "zone"
            assert {MAP.spaces[zone].owner} == {UNITS[unit].side for unit in arrival.units}, arrival.units
            assert ROADS[zone], zone


@pytest.mark.rule("11.11")
def test_only_allied_units_have_a_choice_of_zones() -> None:
    several = [arrival for arrival in CAMPAIGN.arrivals if len(arrival.zones) > 1]
    assert len(several) > 5
    assert {UNITS[unit].side for arrival in several for unit in arrival.units} == {"Allied"}


@pytest.mark.rule("11.11")
def test_neighbouring_zones_only() -> None:
    order = "DEFGHIJKLMNP"
    for arrival in CAMPAIGN.arrivals:
        if arrival.zones[0] in order:
            assert "".join(arrival.zones) in order, arrival


@pytest.mark.rule("11.3", "11.31", "11.32", "11.33")
def test_reserves_are_german_and_name_tank_areas() -> None:
    assert len(CAMPAIGN.reserves) >= 3
    for name, reserve in CAMPAIGN.reserves.items():
        assert len(reserve.areas) >= 2, name
        for area in reserve.areas:
            assert MAP.spaces[area].tank, (name, area)
        for zone in reserve.zones:
            assert MAP.spaces[zone].owner == "German", name
        assert {UNITS[unit].side for unit in reserve.units} == {"German"}
        assert any(UNITS[unit].type == "armour" for unit in reserve.units)
        assert BOXES.index(reserve.since) >= BOXES.index("17-1")
    named = {area for reserve in CAMPAIGN.reserves.values() for area in reserve.areas}
    assert named == {space for space, entry in MAP.spaces.items() if entry.tank}


@pytest.mark.rule("5.21", "11.11")
def test_strength_by_date() -> None:
    total: dict[str, dict[int, int]] = {}
    for side in SIDES:
        start = strength(u for s in stacks(side).values() for u in s)
        arriving = [(int(a.due[:2]), u) for u, a in ARRIVALS.items() if UNITS[u].side == side]
        arriving += [(int(r.since[:2]) + 1, u) for u, r in RESERVES.items() if UNITS[u].side == side]
        total[side] = {d: start + strength(u for on, u in arriving if on <= d) for d in range(16, 23)}
    german, allied = total["German"], total["Allied"]
    assert 1.8 <= german[16] / allied[16] <= 2.3  # losses apart; a fifth of the Germans may not move at first
    assert 1.3 <= german[17] / allied[17] <= 1.7
    assert german[18] >= allied[18]
    assert 0.95 <= german[19] / allied[19] <= 1.1  # parity
    assert german[20] <= allied[20]
    assert 230 <= allied[22] <= 260
    assert 210 <= german[22] <= 235


@pytest.mark.rule("5.21")
@pytest.mark.parametrize(
    ("german", "american"),
    [
        (("Losheim", "Hellenthal"), ("Losheimergraben", "Lanzerath")),
        (("Dasburg", "Gemund"), ("Marnach", "Holzhum")),
    ],
)
def test_three_to_one_at_the_points_of_main_effort(german: tuple[str, ...], american: tuple[str, ...]) -> None:
    attackers = strength(u for name in german for u in stacks("German")[place(name)])
    defenders = strength(u for name in american for u in stacks("Allied")[place(name)])
    assert attackers >= 3 * defenders


# ------------------------------------------------------------------ history


@pytest.mark.rule("5.21")
@pytest.mark.parametrize(
    ("unit", "name"),
    [
        ("3/395", "Monschau"),  # at Höfen
        ("395/99", "Rocherath"),  # the right of the attack on Wahlerscheid
        ("38Cav", "Monschau"),
        ("393/99", "Rocherath"),
        ("38/2", "Rocherath"),
        ("23/2", "Elsenborn"),
        ("394/99", "Losheimergraben"),
        ("254Eng", "Büllingen"),
        ("18Cav", "Lanzerath"),
        ("32Cav", "Vielsalm"),
        ("422/106", "Auw"),
        ("423/106", "Bleialf"),
        ("424/106", "Habscheid"),
        ("112/28", "Lützkampen"),  # the only regiment of its division east of the Our
        ("2/112", "Weiswampach"),
        ("168Eng", "St. Vith"),
        ("1/110", "Marnach"),
        ("2/110", "Clervaux"),
        ("3/110", "Holzhum"),
        ("44Eng", "Wiltz"),
        ("35Eng", "Bastogne"),
        ("2/109", "Vianden"),
        ("3/109", "Wallendorf"),
        ("1/109", "Diekirch"),
        ("60AI/9A", "Beaufort"),
        ("1/12", "Berdorf"),
        ("2/12", "Echternach"),
        ("3/12", "Osweiler"),
        ("8/4", "Wasserbillig"),
        ("22/4", "Grevenmacher"),  # the right wing on the Mosel
        ("291Eng", "Malmedy"),
        ("51Eng", "Marche"),
        ("5Fus", "Stavelot"),
        ("27/12V", "Losheim"),
        ("9/3FJ", "Losheim"),
        ("Pz/12SS", "Schleiden"),
        ("294/18V", "Stadtkyll"),
        ("293/18V", "Prüm"),
        ("Pz1/2P", "Dasburg"),
        ("600Pi", "Dasburg"),
        ("77/26V", "Gemund"),
        ("Pz/Lehr", "Neuerburg"),
        ("1128/560", "Daleiden"),
        ("164/62V", "Pronsfeld"),
        ("15/5FJ", "Körperich"),
        ("987/276V", "Bollendorf"),
        ("423/212V", "Irrel"),
    ],
)
def test_unit_starts_where_it_was(unit: str, name: str) -> None:
    assert MAP.spaces[CAMPAIGN.setup[unit]].name == name


@pytest.mark.rule("11.11")
@pytest.mark.parametrize(
    ("unit", "date", "zone"),
    [
        ("26/1", "17", "E"),
        ("31Tk/7A", "17", "E"),
        ("17Tk/7A", "17", "D"),
        ("99Nor", "17", "E"),
        ("11Tk/10A", "17", "P"),
        ("119/30", "18", "E"),
        ("3Tk/10A", "17", "N"),
        ("501/101", "18", "K"),
        ("505/82", "18", "K"),
        ("33AR/3A", "19", "E"),
        ("334/84", "20", "G"),
        ("318/80", "20", "P"),
        ("3RTR", "20", "I"),
        ("10/5", "20", "P"),
        ("66AR/2A", "22", "G"),
        ("291/75", "22", "F"),
        ("8/3FJ", "17", "B"),
        ("506Pz", "18", "B"),
        ("226/79V", "21", "C"),
    ],
)
def test_unit_arrives_when_it_came(unit: str, date: str, zone: str) -> None:
    assert ARRIVALS[unit].due[:2] == date
    assert zone in ARRIVALS[unit].zones


def test_no_division_is_in_two_corners_of_the_map() -> None:
    """Units of a division set up within 45 km of one another."""
    for formation in {UNITS[unit].formation for unit in CAMPAIGN.setup}:
        if "Division" not in formation or "9th Armored" in formation:
            continue
        spots = [MAP.spaces[s].at for u, s in CAMPAIGN.setup.items() if UNITS[u].formation == formation]
        for a in spots:
            for b in spots:
                assert ((a[0] - b[0]) * 111) ** 2 + ((a[1] - b[1]) * 71) ** 2 < 45**2, formation


# ------------------------------------------------------------------ scenarios


@pytest.mark.rule("13.11")
def test_the_sources_of_the_scenarios() -> None:
    owned = {s: {z for z, e in MAP.spaces.items() if e.kind == "zone" and e.owner == s} for s in SIDES}
    assert owned == {"German": set("ABC"), "Allied": set("DEFGHIJKLMNP")}
    for name in ("campaign", "first_three_days"):
        assert {s: set(z) for s, z in SCENARIOS[name].sources.items()} == owned
    fifth, seventh = SCENARIOS["fifth_panzer_army"], SCENARIOS["seventh_army"]
    assert fifth.sources == {"German": ("B", "C"), "Allied": ("G", "H", "I", "J", "K")}
    assert seventh.sources == {"German": ("C",), "Allied": ("P",)}
    for scenario in (fifth, seventh):
        for zones in scenario.sources.values():
            assert all(scenario.section in MAP.spaces[zone].sections for zone in zones)


def test_lengths_and_victory_tables() -> None:
    found = {
        name: (s.order, s.first, s.last, s.last_half, s.attrition_on_last_date, s.victory, s.section)
        for name, s in SCENARIOS.items()
    }
    assert found == {
        "seventh_army": (1, "16-1", "18-3", "Allied", True, "seventh_army", "green"),
        "fifth_panzer_army": (2, "16-1", "22-1", "German", False, "points", "red"),
        "first_three_days": (3, "16-1", "18-3", "Allied", False, "first_three_days", None),
        "campaign": (4, "16-1", "22-1", "Allied", False, "points", None),
    }
    levels = {name: [(x.at_least, x.level, x.winner) for x in s.levels] for name, s in SCENARIOS.items()}
    assert levels["campaign"] == [
        (40, "decisive", "German"), (30, "limited", "German"), (25, "draw", None),
        (15, "limited", "Allied"), (0, "decisive", "Allied"),
    ]  # fmt: skip
    assert levels["first_three_days"] == [
        (13, "decisive", "German"), (10, "tactical", "German"), (8, "draw", None),
        (6, "tactical", "Allied"), (0, "decisive", "Allied"),
    ]  # fmt: skip
    assert levels["fifth_panzer_army"] == [
        (16, "decisive", "German"), (13, "tactical", "German"), (10, "draw", None),
        (7, "tactical", "Allied"), (0, "decisive", "Allied"),
    ]  # fmt: skip
    assert levels["seventh_army"] == []


def test_towns() -> None:
    names = {n: [MAP.spaces[town].name for town in s.towns] for n, s in SCENARIOS.items() if s.towns}
    assert names == {
        "first_three_days": [
            "Luxembourg", "Arlon", "Martelange", "Bastogne", "Noville", "Houffalize",
            "Vielsalm", "Stavelot", "Malmedy", "Hoffrai", "Monschau",
        ],
        "seventh_army": ["Luxembourg", "Mersch"],
    }  # fmt: skip
    points = CHARTS.first_three_days
    assert (points.controlled, points.contested, points.gap) == (2, 1, 3)


def test_the_first_three_days_use_every_unit_of_the_campaign() -> None:
    scenario = SCENARIOS["first_three_days"]
    assert scenario.based_on == "campaign"
    assert (scenario.removed, scenario.setup, scenario.arrivals) == ((), {}, ())
    assert in_play("first_three_days") == set(UNITS)


def test_the_bridge_of_the_fifth_panzer_army() -> None:
    (bridge,) = SCENARIOS["fifth_panzer_army"].destroyed
    one, other = bridge.split("-")
    assert {MAP.spaces[one].name, MAP.spaces[other].name} == {"Diekirch", "Ettlebruck"}
    assert int(one) < int(other)
    assert ROADS[one][other] == "intact"
    assert not any(s.destroyed for n, s in SCENARIOS.items() if n != "fifth_panzer_army")


@pytest.mark.parametrize("name", ["fifth_panzer_army", "seventh_army"])
def test_units_of_a_section_are_in_it_or_can_come(name: str) -> None:
    scenario = SCENARIOS[name]
    assert scenario.based_on == "campaign"
    units = in_play(name)
    inside = {space for space, entry in MAP.spaces.items() if scenario.section in entry.sections}
    assert set(scenario.removed) <= set(UNITS)
    assert len(scenario.removed) == len(set(scenario.removed))
    for unit in units:
        if unit in CAMPAIGN.setup:
            start = CAMPAIGN.setup[unit]
            # 44 Losheim, 45 Stadtkyll, 75 Lanzerath and 78 Bütgenbach lie one or two roads outside the red line
            assert start in inside or (name == "fifth_panzer_army" and start in {"44", "45", "75", "78"}), unit
    for side in SIDES:
        assert any(UNITS[unit].side == side for unit in units & CAMPAIGN.setup.keys())
    assert units & set(CAMPAIGN.entrenched)


def test_the_practice_scenario_is_the_seventh_army_against_the_fourth_division() -> None:
    scenario = SCENARIOS["seventh_army"]
    units = in_play("seventh_army")
    inside = {space for space, entry in MAP.spaces.items() if "green" in entry.sections}
    assert {unit for unit in units if UNITS[unit].formation == "28th Infantry Division"} == {"3/109"}  # Wallendorf
    gone = {MAP.spaces[CAMPAIGN.setup[unit]].name for unit in ("1/109", "2/109")}
    assert gone == {"Vianden", "Diekirch"}
    assert {"1/109", "2/109"} <= set(scenario.removed)
    set_up = {unit for unit, space in CAMPAIGN.setup.items() if space in inside} - {"1/109", "2/109"}
    lehr = {unit for unit in set_up if UNITS[unit].formation == "Panzer Lehr Division"}  # waits at Bitburg for the Our
    assert units & CAMPAIGN.setup.keys() == set_up - lehr
    assert {"2/12", "8/4", "22/4", "60AI/9A", "19Tk/9A", "320/212V", "987/276V", "11Tk/10A"} <= units
    for unit in units - CAMPAIGN.setup.keys():
        assert BOXES.index(ARRIVALS[unit].due) <= BOXES.index("18-3"), unit
        assert inside & set(ARRIVALS[unit].zones), unit
    assert not units & RESERVES.keys()
    assert "3Tk/10A" not in units  # on its way to Bastogne


def test_reinforcements_from_outside_the_section_can_reach_it_in_their_turn() -> None:
    """Scenario S2: who is not in the section at the end of his turn of arrival is eliminated."""
    inside = {space for space, entry in MAP.spaces.items() if "red" in entry.sections}
    outside = [u for u in in_play("fifth_panzer_army") & ARRIVALS.keys() if not inside & set(ARRIVALS[u].zones)]
    assert {"31Tk/7A", "3Tk/10A", "8Tk/4A"} <= set(outside)
    costs = CHARTS.movement.road
    roads = {frozenset(link.between): costs[link.road] for link in MAP.links if link.road}
    for unit in outside:
        spent = dict.fromkeys(ARRIVALS[unit].zones, 0)
        todo = list(spent)
        while todo:
            here = todo.pop(0)
            for there in ROADS[here]:
                cost = spent[here] + roads[frozenset((here, there))]
                if MAP.spaces[there].kind == "area" and cost < spent.get(there, 99):
                    spent[there] = cost
                    todo.append(there)
        nearest = min(cost for space, cost in spent.items() if space in inside)
        assert nearest + CHARTS.movement.enter_occupied <= CHARTS.types[UNITS[unit].type].movement, unit


def test_the_fifth_panzer_army_has_its_corps() -> None:
    units = in_play("fifth_panzer_army")
    formations = {UNITS[unit].formation for unit in units}
    assert {
        "2nd Panzer Division", "26th Volksgrenadier Division", "Panzer Lehr Division", "116th Panzer Division",
        "560th Volksgrenadier Division", "28th Infantry Division", "101st Airborne Division",
    } <= formations  # fmt: skip
    assert not {"326th Volksgrenadier Division", "99th Infantry Division", "1st SS Panzer Division"} & formations
