"""A scenario's fixed data in the form that rules use: graph, charts, roster, schedule (rules 3 to 5, 11)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from wargame_tui.board import printed_map
from wargame_tui.board.area import border_id
from wargame_tui.board.library import DataFolder
from wargame_tui.board.packs import beside
from wargame_tui.board.plain import DataError
from wargame_tui.board.printed_map import contradictions
from wargame_tui.engine.sides import opponents
from wargame_tui.engine.ways import nearest, way
from wargame_tui.titles.tigers_in_the_mist.printed.charts import ChartsFile, MovementCosts
from wargame_tui.titles.tigers_in_the_mist.printed.data import (
    Arrival,
    MapFile,
    Reserve,
    ScenarioFile,
    Side,
    Space,
    UnitEntry,
    UnitsFile,
    UnitType,
)

TITLE_ID = "tigers_in_the_mist"
GERMAN: Side = "German"
ALLIED: Side = "Allied"
SIDES: tuple[Side, Side] = (GERMAN, ALLIED)


enemy = opponents(GERMAN, ALLIED)
"""The other side."""


@dataclass(frozen=True, slots=True)
class Road:
    """A road out of a space."""

    here: str
    to: str
    cost: int
    """Movement points on an intact road (8.33)."""
    bridge: str | None
    """Bridge on the road, `40-41`."""
    road_class: str


@dataclass(frozen=True)
class Book:
    """Everything about a scenario that no command can change."""

    scenario_id: str
    scenario: ScenarioFile
    map: MapFile
    charts: ChartsFile
    roster: Mapping[str, UnitEntry]

    @cached_property
    def spaces(self) -> Mapping[str, Space]:
        """Every space of the map, in or out of the scenario's section."""
        return self.map.spaces

    @cached_property
    def space_set(self) -> frozenset[str]:
        """The same, for quick tests."""
        return frozenset(self.spaces)

    @cached_property
    def zones(self) -> tuple[str, ...]:
        """The boundary zones, in the order of their letters (3.21)."""
        return tuple(sorted(space for space, entry in self.spaces.items() if entry.kind == "zone"))

    @cached_property
    def zone_set(self) -> frozenset[str]:
        """The same, for quick tests."""
        return frozenset(self.zones)

    @cached_property
    def areas(self) -> tuple[str, ...]:
        """The areas (3.22)."""
        return tuple(space for space, entry in self.spaces.items() if entry.kind == "area")

    @cached_property
    def section(self) -> frozenset[str]:
        """The spaces in play."""
        wanted = self.scenario.section
        return frozenset(s for s, entry in self.spaces.items() if wanted is None or wanted in entry.sections)

    @cached_property
    def in_play(self) -> tuple[str, ...]:
        """The same, in the order of the map."""
        return tuple(space for space in self.spaces if space in self.section)

    @cached_property
    def allowances(self) -> Mapping[tuple[UnitType, bool], int]:
        """Movement points of a turn by type of unit, and whether it is on foot (8.31, 8.32, 8.34)."""
        found: dict[tuple[UnitType, bool], int] = {}
        for kind, chart in self.charts.types.items():
            found[kind, False] = chart.movement
            found[kind, True] = chart.movement if chart.movement_on_foot is None else chart.movement_on_foot
        return found

    @cached_property
    def costs(self) -> MovementCosts:
        """Movement costs (T2, T3)."""
        return self.charts.movement

    @cached_property
    def limits(self) -> tuple[int, int]:
        """The most units and strength points of a side in an area (7.1)."""
        return self.charts.stacking.units, self.charts.stacking.strength

    @cached_property
    def roads(self) -> Mapping[str, tuple[Road, ...]]:
        """The roads out of every space."""
        costs, found = self.charts.movement.road, {space: list[Road]() for space in self.spaces}
        for link in self.map.links:
            if link.road is None:
                continue
            bridge = border_id(*link.between) if link.bridge else None
            for here, there in (link.between, link.between[::-1]):
                found[here].append(Road(here, there, costs[link.road], bridge, link.road))
        return {space: tuple(roads) for space, roads in found.items()}

    @cached_property
    def road_to(self) -> Mapping[tuple[str, str], Road]:
        """The road between two spaces, by both."""
        return {(space, road.to): road for space, roads in self.roads.items() for road in roads}

    @cached_property
    def supply_roads(self) -> Mapping[str, tuple[Road, ...]]:
        """The roads along which supply may be traced: those inside the scenario's section (13.11)."""
        inside = self.section
        return {
            space: tuple(road for road in roads if road.to in inside)
            for space, roads in self.roads.items()
            if space in inside
        }

    @cached_property
    def bridges(self) -> Mapping[str, tuple[str, str]]:
        """Every bridge with its two banks."""
        return {border_id(*link.between): link.between for link in self.map.links if link.bridge}

    @cached_property
    def destroyed_at_start(self) -> frozenset[str]:
        """Rule 5.1 and the scenario's own exceptions."""
        printed = {border_id(*link.between) for link in self.map.links if link.bridge == "destroyed"}
        return frozenset(printed | set(self.scenario.destroyed))

    @cached_property
    def base(self) -> "Book | None":
        """The scenario whose set-up this one takes over."""
        return open_book(beside(self.scenario_id, self.scenario.based_on)) if self.scenario.based_on else None

    @cached_property
    def first_date(self) -> int:
        """The date on which it begins."""
        return int(self.scenario.first.partition("-")[0])

    @cached_property
    def setup(self) -> Mapping[str, str]:
        """Where each unit begins (5.21)."""
        inherited = self.base.setup if self.base else {}
        return {u: space for u, space in {**inherited, **self.scenario.setup}.items() if u not in self.scenario.removed}

    def marked(self, mark: Literal["entrenched", "yellow", "red"]) -> frozenset[str]:
        """Units entrenched at start (5.22), that may move in 16-1 (5.23), or may not move until 16-2 (5.24)."""
        return frozenset(getattr(self.scenario, mark)) | (self.base.marked(mark) if self.base else frozenset())

    @cached_property
    def arrivals(self) -> tuple[Arrival, ...]:
        """The reinforcement schedule (11.1); units that the scenario removes are left out of it."""
        return (self.base.arrivals if self.base else ()) + self.scenario.arrivals

    @cached_property
    def reserves(self) -> Mapping[str, Reserve]:
        """German reserve groups (11.3)."""
        return {**(self.base.reserves if self.base else {}), **self.scenario.reserves}

    @cached_property
    def barred_boxes(self) -> frozenset[tuple[Side, int, int]]:
        """Side, date and impulse of the boxes in which some of its units may not move (5.23, 5.24)."""
        boxes = ((side, box.split("-")) for side, boxes in self.charts.barred_at_start.items() for box in boxes)
        return frozenset((side, int(date), int(impulse)) for side, (date, impulse) in boxes)

    @cached_property
    def setup_overstacks(self) -> frozenset[str]:
        """The areas in which the German set-up exceeds the stacking limit (7.1)."""
        most, strongest = self.limits
        count: dict[str, list[int]] = {}
        for unit, space in self.setup.items():
            if self.roster[unit].side == GERMAN and self.spaces[space].kind == "area":
                count.setdefault(space, []).append(self.roster[unit].strength)
        return frozenset(a for a, units in count.items() if len(units) > most or sum(units) > strongest)

    @cached_property
    def zone_distance(self) -> Mapping[tuple[str, str], int]:
        """How many zones lie between two zones along the map edge, the last one counted (11.14)."""
        order = self.zones
        return {(a, b): abs(order.index(a) - order.index(b)) for a in order for b in order}

    @cached_property
    def first_control(self) -> Mapping[str, Side]:
        """Who holds each area at start: who is set up there; VP areas are Allied (A48); others, the nearer side."""
        occupied = {space: self.roster[unit].side for unit, space in self.setup.items()}
        held: dict[str, Side] = {area: side for area, side in occupied.items() if area in self.areas}
        held |= {area: ALLIED for area in self.areas if self.spaces[area].vp and area not in held}
        starts = sorted(held, key=lambda area: (held[area] == GERMAN, area))
        near = nearest(starts, lambda here: [road.to for road in self.roads[here] if road.to in self.areas])
        return held | {area: held[way(near, area)[0]] for area in near}

    def is_zone(self, space: str) -> bool:
        """Whether a space is a boundary zone."""
        return space in self.zone_set

    @staticmethod
    def name(space: str) -> str:
        """A space in words: `70 Marnach`, `Zone C (Trier)`."""
        entry = DATA.map.spaces[space]
        return f"{space} {entry.name}" if entry.kind == "area" else f"Zone {space} ({entry.name})"


DATA = DataFolder(TITLE_ID, MapFile, UnitsFile, ChartsFile, ScenarioFile)
"""The title's data files."""


def called(id_: str) -> str:
    """A space in words; anything else, a unit for one, is called by its id."""
    return Book.name(id_) if id_ in DATA.map.spaces else id_


def company(units: Iterable[str]) -> str:
    """Units in short, those of a division together: `914, 915/352V and 11StuG`."""
    parts: dict[str, list[str]] = {}
    for unit in units:
        name, stroke, division = unit.rpartition("/")
        parts.setdefault(stroke + division if stroke else "", []).append(name if stroke else unit)
    *others, last = [", ".join(names) + division for division, names in parts.items()] or [""]
    return f"{', '.join(others)} and {last}" if others else last


@DATA.opened
def open_book(scenario_id: str) -> Book:
    """The book of a scenario, `tigers_in_the_mist/campaign`.

    Raises DataError if its files contradict each other.
    """
    name = DATA.take_up(scenario_id)
    book = Book(scenario_id, DATA.scenarios[name], DATA.map, DATA.charts, DATA.units.units)
    problems = [(DATA.place(file, loc), words) for file, loc, words in _contradictions(book, name)]
    if problems:
        raise DataError(problems)
    return book


Contradiction = tuple[str, tuple[str | int, ...], str]
"""File, place in it and what is wrong there."""


def _contradictions(book: Book, name: str) -> Iterator[Contradiction]:
    """Names in one file that another file does not know."""
    yield from contradictions(book.map)
    scenario = book.scenario
    for unit, space in scenario.setup.items():
        if unit not in book.roster:
            yield name, ("setup", unit), f"no unit `{unit}` in units.yaml"
        if space not in book.spaces:
            yield name, ("setup", unit), f"no space `{space}` in map.yaml"
    for field in ("entrenched", "yellow", "red", "removed"):
        for unit in set(getattr(scenario, field)) - book.roster.keys():
            yield name, (field,), f"no unit `{unit}` in units.yaml"
    for index, arrival in enumerate(scenario.arrivals):
        yield from _unknown_in_entry(book, name, ("arrivals", index), arrival)
    for group, reserve in scenario.reserves.items():
        yield from _unknown_in_entry(book, name, ("reserves", group), reserve)
        for area in set(reserve.areas) - set(book.areas):
            yield name, ("reserves", group, "areas"), f"no area `{area}` in map.yaml"
    for bridge in set(scenario.destroyed) - book.bridges.keys():
        yield name, ("destroyed",), f"no bridge `{bridge}` in map.yaml"
    for area in set(scenario.towns) - set(book.areas):
        yield name, ("towns",), f"no area `{area}` in map.yaml"


def _unknown_in_entry(
    book: Book, name: str, loc: tuple[str | int, ...], entry: Arrival | Reserve
) -> Iterator[Contradiction]:
    for unit in set(entry.units) - book.roster.keys():
        yield name, (*loc, "units"), f"no unit `{unit}` in units.yaml"
    for zone in set(entry.zones) - book.zone_set:
        yield name, (*loc, "zones"), f"no zone `{zone}` in map.yaml"


def map_json(book: Book) -> dict[str, Any]:
    """The map as the engine protocol gives it."""
    found = printed_map.map_json(book.map)
    for space, shown in found["spaces"].items():
        fields = ("owner", "multiplier") if book.is_zone(space) else ("start_line", "vp", "tank")
        first = {"name": shown["name"], "kind": shown["kind"], "in_play": space in book.section}
        found["spaces"][space] = first | {name: shown[name] for name in (*fields, "neighbours")}
    return found
