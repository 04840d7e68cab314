"""A scenario's fixed data as rules use it: areas and boundaries, charts, roster, schedule (rules 3 to 5, 18)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from wargame_tui.board.area import border_id
from wargame_tui.board.library import DataFolder
from wargame_tui.board.packs import beside
from wargame_tui.board.plain import DataError
from wargame_tui.board.printed_map import contradictions
from wargame_tui.engine.sides import opponents
from wargame_tui.titles.montys_gamble.printed import data
from wargame_tui.titles.montys_gamble.printed.charts import ChartsFile

TITLE_ID = "montys_gamble"
GERMAN: data.Side = "German"
ALLIED: data.Side = "Allied"
SIDES: tuple[data.Side, data.Side] = (GERMAN, ALLIED)
enemy = opponents(GERMAN, ALLIED)
"""The other side."""
UK = "UK"
Water = Literal["plain", "canal", "river"]


@dataclass(frozen=True, slots=True)
class Edge:
    """A boundary as seen from one of its sides (3.23b)."""

    to: str
    id: str
    """Both spaces, areas by number, then zones: `13-17`."""
    water: Water
    road: bool
    bridge: bool
    """Whether there is a circled bridge (3.24), standing or blown."""
    ferry: bool
    ferry_road: bool
    """Whether the ferry counts as a road connection (3.21)."""


@dataclass(frozen=True)
class Book:
    """Everything about a scenario that no command can change."""

    scenario_id: str
    scenario: data.ScenarioFile
    map: data.MapFile
    charts: ChartsFile
    roster: Mapping[str, data.UnitEntry]

    @cached_property
    def spaces(self) -> Mapping[str, data.Space]:
        """Areas, zones and the UK box."""
        return self.map.spaces

    @cached_property
    def areas(self) -> tuple[str, ...]:
        """The numbered areas (3.2)."""
        return tuple(space for space, entry in self.spaces.items() if entry.kind == "area")

    @cached_property
    def zones(self) -> frozenset[str]:
        """The zones (3.3)."""
        return frozenset(space for space, entry in self.spaces.items() if entry.kind == "zone")

    @cached_property
    def ground(self) -> tuple[str, ...]:
        """Areas and zones: where there is something to control."""
        return tuple(space for space, entry in self.spaces.items() if entry.kind != "box")

    @cached_property
    def edges(self) -> Mapping[str, Mapping[str, Edge]]:
        """The boundaries of every space, by neighbour, in the order of the map."""
        found: dict[str, dict[str, Edge]] = {space: {} for space in self.spaces}
        for link in self.map.links:
            for here, there in (link.between, link.between[::-1]):
                found[here][there] = Edge(
                    to=there,
                    id=border_id(*link.between),
                    water="plain" if link.river is None else self.map.rivers[link.river].kind,
                    road=link.road is not None,
                    bridge=link.bridge is not None,
                    ferry=link.ferry,
                    ferry_road=link.ferry_road,
                )
        order = {space: number for number, space in enumerate(self.spaces)}
        return {space: dict(sorted(near.items(), key=lambda item: order[item[0]])) for space, near in found.items()}

    @cached_property
    def waters(self) -> Mapping[str, data.Link]:
        """Every boundary over a river or canal."""
        return {border_id(*link.between): link for link in self.map.links if link.river}

    @cached_property
    def banks(self) -> Mapping[str, tuple[str, str]]:
        """The two spaces of every boundary over water."""
        return {border: link.between for border, link in self.waters.items()}

    @cached_property
    def rivers(self) -> frozenset[str]:
        """The boundaries over rivers."""
        return frozenset(edge.id for near in self.edges.values() for edge in near.values() if edge.water == "river")

    @cached_property
    def bridges_of(self) -> Mapping[str, tuple[str, ...]]:
        """The boundaries of every space that have a circled bridge (3.24)."""
        return {space: tuple(edge.id for edge in near.values() if edge.bridge) for space, near in self.edges.items()}

    @cached_property
    def bridges(self) -> tuple[str, ...]:
        """The boundaries with a circled bridge (3.24)."""
        return tuple(border for border, link in self.waters.items() if link.bridge)

    @cached_property
    def interdictable(self) -> tuple[str, ...]:
        """Drop areas and airhead supply areas: where interdiction markers go (16.4)."""
        return tuple(area for area in self.areas if self.spaces[area].drop or self.spaces[area].airhead)

    @cached_property
    def open_ground(self) -> Mapping[str, frozenset[str]]:
        """The areas beyond each space's plain boundaries that are neither high ground nor polder (8.221)."""
        flat = {area for area in self.areas if not self.spaces[area].high and not self.spaces[area].polder}
        return {
            space: frozenset(edge.to for edge in near.values() if edge.water == "plain" and edge.to in flat)
            for space, near in self.edges.items()
        }

    @cached_property
    def ferries(self) -> tuple[str, ...]:
        """The boundaries with a ferry (3.11)."""
        return tuple(border_id(*link.between) for link in self.map.links if link.ferry)

    def roads_meet(self, space: str, one: str, other: str) -> bool:
        """Whether inside a space the roads to two of its neighbours are connected (9.4)."""
        groups = self.spaces[space].roads_apart
        return not groups or any(one in group and other in group for group in groups)

    @cached_property
    def adjacent_areas(self) -> Mapping[str, frozenset[str]]:
        """Each area with its adjacent areas: the range of artillery (11.111)."""
        areas = set(self.areas)
        return {space: frozenset({space} | (areas & self.edges[space].keys())) for space in self.areas}

    @cached_property
    def within_two(self) -> Mapping[str, frozenset[str]]:
        """The areas within two boundaries of each area: the range of corps artillery (11.111)."""
        near = self.adjacent_areas
        return {space: frozenset().union(*(near[other] for other in near[space])) for space in near}

    @cached_property
    def named(self) -> Mapping[str, str]:
        """The spaces that rules name."""
        return self.charts.victory_areas

    @cached_property
    def base(self) -> "Book | None":
        """The scenario whose set-up this one takes over."""
        return open_book(beside(self.scenario_id, self.scenario.based_on)) if self.scenario.based_on else None

    @cached_property
    def setup(self) -> Mapping[str, str]:
        """Where each unit begins (5.2)."""
        return {**(self.base.setup if self.base else {}), **self.scenario.setup}

    @cached_property
    def drops(self) -> Mapping[str, str]:
        """The drop areas of the D-Day airborne units (20.4)."""
        return {**(self.base.drops if self.base else {}), **self.scenario.drops}

    @cached_property
    def arrivals(self) -> tuple[data.Arrival, ...]:
        """The reinforcement schedule (18)."""
        return (self.base.arrivals if self.base else ()) + self.scenario.arrivals

    @cached_property
    def mechanized(self) -> frozenset[str]:
        """The mechanized units (4.12)."""
        return frozenset(name for name, entry in self.roster.items() if "mechanized" in entry.traits)

    @cached_property
    def drop_areas(self) -> Mapping[str, tuple[str, ...]]:
        """The drop areas of each airborne division: its colour inside its range (3.261)."""
        colours = {"1": "red", "82": "green", "101": "green"}
        return {
            division: tuple(
                area for area in self.areas if self.spaces[area].drop == colour and division in self.spaces[area].ranges
            )
            for division, colour in colours.items()
        }

    def fits(self, space: str, count: int) -> bool:
        """Whether a space holds so many units of a side (7.1); zones have no limit (14.3)."""
        return count <= self.charts.limits.stacking or space in self.zones

    def bears(self, crossed: int) -> bool:
        """Whether a bridge bears another unit after those that have crossed it (9.62, 10.91)."""
        return crossed < self.charts.limits.bridge

    def is_level(self, space: str) -> bool:
        """Whether the ground of a space is easy enough for air supply (13.424), and for drops by choice (23.2)."""
        return self.spaces[space].tem <= self.charts.depots.air_tem

    def name(self, space: str) -> str:
        """A space in words: `13 Arnhem`, `Zone F (Neerpelt)`."""
        return space_name(space)


DATA = DataFolder(TITLE_ID, data.MapFile, data.UnitsFile, ChartsFile, data.ScenarioFile)
"""The title's data files."""


def space_name(space: str) -> str:
    """A space in words: `13 Arnhem`, `Zone F (Neerpelt)`."""
    entry = DATA.map.spaces[space]
    if entry.kind == "box":
        return entry.name
    return f"{space} {entry.name}" if entry.kind == "area" else f"Zone {space} ({entry.name})"


@DATA.opened
def open_book(scenario: str) -> Book:
    """The book of a scenario, `montys_gamble/basic`.

    Raises DataError if its files contradict each other.
    """
    name = DATA.take_up(scenario)
    book = Book(scenario, DATA.scenarios[name], DATA.map, DATA.charts, DATA.units.units)
    problems = [(DATA.place(file, loc), words) for file, loc, words in _contradictions(book, name)]
    if problems:
        raise DataError(problems)
    return book


Contradiction = tuple[str, tuple[str | int, ...], str]
"""File, place in it and what is wrong there."""


def _contradictions(book: Book, name: str) -> Iterator[Contradiction]:
    """Names in one file that another file does not know."""
    yield from contradictions(book.map)
    for index, link in enumerate(book.map.links):
        if link.river is not None and link.river not in book.map.rivers:
            yield "map", ("links", index, "river"), f"no river or canal `{link.river}`"
    for rule, space in book.named.items():
        if space not in book.spaces:
            yield "charts", ("victory_areas", rule), f"no space `{space}` in map.yaml"
    for field, places in (("setup", book.scenario.setup), ("drops", book.scenario.drops)):
        for unit, space in places.items():
            yield from _unknown(book, name, (field, unit), unit, space)
    for index, arrival in enumerate(book.scenario.arrivals):
        for unit in arrival.units:
            yield from _unknown(book, name, ("arrivals", index, "units"), unit, arrival.space)
        for unit, space in arrival.drops.items():
            yield from _unknown(book, name, ("arrivals", index, "drops", unit), unit, space)


def _unknown(book: Book, file: str, loc: tuple[str | int, ...], unit: str, space: str) -> Iterator[Contradiction]:
    if unit not in book.roster:
        yield file, loc, f"no unit `{unit}` in units.yaml"
    if space not in book.spaces:
        yield file, loc, f"no space `{space}` in map.yaml"


def map_json(book: Book) -> dict[str, Any]:
    """The map as the engine protocol gives it."""
    return {"kind": "area", "spaces": {space: _space_json(book, space) for space in book.spaces}}


def _space_json(book: Book, space: str) -> dict[str, Any]:
    entry = book.spaces[space]
    shown: dict[str, Any] = {"name": entry.name, "kind": entry.kind}
    if entry.kind != "box":
        shown |= entry.model_dump(include={"tem", "high", "polder", "vp", "drop", "airhead"})
        shown |= {"ranges": list(entry.ranges), "roads_apart": [list(group) for group in entry.roads_apart]}
    return {**shown, "neighbours": {to: _edge_json(book, edge) for to, edge in book.edges[space].items()}}


def _edge_json(book: Book, edge: Edge) -> dict[str, Any]:
    shown: dict[str, Any] = {"border": edge.water, "road": edge.road, "ferry": edge.ferry}
    if edge.water != "plain":
        shown |= {"river": book.waters[edge.id].river}
    if edge.bridge:
        shown |= {"bridge": edge.id, "bridge_name": book.waters[edge.id].bridge_name}
    return shown
