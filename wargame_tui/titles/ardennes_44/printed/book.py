"""A scenario's fixed data as rules use it: the grid with its terrain, roads and rivers, charts, counters (2, 3)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain
from typing import Literal, get_args

from wargame_tui.board.hex_board import Contradiction, HexBoard, map_contradictions
from wargame_tui.board.hexes import HexGrid, Links, bits, links, members
from wargame_tui.board.library import DataFolder
from wargame_tui.board.plain import DataError
from wargame_tui.engine.sides import opponents
from wargame_tui.titles.ardennes_44.printed.charts import ChartsFile, Cost, Ground, Mover
from wargame_tui.titles.ardennes_44.printed.data import (
    Army,
    MapFile,
    Morale,
    Nation,
    ScenarioFile,
    Side,
    UnitEntry,
    UnitsFile,
    UnitType,
)

TITLE_ID = "ardennes_44"
GERMAN: Side = "German"
ALLIED: Side = "Allied"
SIDES: tuple[Side, Side] = (GERMAN, ALLIED)
Weather = Literal["mud", "frozen"]
SURRENDERED = "surrendered"
"""Location of units that never come back (23.9)."""
EXITED = "exited"
"""Location of German units that left the map for victory (11.9)."""
EDGE = "edge"
"""With the letter of an entry hex: the place just off the map beside it, of units that seal it (13.4)."""

SILHOUETTES = frozenset({"tank", "tank_destroyer", "assault_gun", "heavy_assault"})
ARTILLERY = frozenset({"artillery", "nebelwerfer"})
MECHANIZED_INFANTRY = frozenset({"mech_infantry", "motor_infantry"})
VEHICLES = SILHOUETTES | {"armour", "recon", "flak"}
WATER_OF_MEUSE = "meuse"
LAKE = "lake"
WOODED = frozenset({"forest", "forest_ravine"})
CLOSED_TO_VEHICLES = frozenset({"forest", "forest_ravine", "westwall"})
"""Hexes that vehicles enter and leave along roads only (11.5, 11.6)."""


enemy = opponents(GERMAN, ALLIED)
"""The other side."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What is printed on a counter, with what follows from its type (2.2 to 2.11, TA1)."""

    id: str
    entry: UnitEntry
    side: Side
    type: UnitType
    nation: Nation
    division: str | None
    army: Army | None
    attack: tuple[int, int]
    """Of the full and the reduced side."""
    defence: tuple[int, int]
    stacking: tuple[int, int]
    steps: int
    """Of the counter, 1 or 2."""
    morale: Morale
    tq: int
    """Tank quality, 0 without one."""
    grey: bool
    """Whether the tank quality can earn a shift when attacking (21.2)."""
    silhouette: bool
    artillery: bool
    vehicle: bool
    """Vehicle-type (2.4b)."""
    infantry: bool
    """Infantry-type."""
    mechanized: bool
    tank: bool
    """Tank unit: silhouette or armour (21)."""
    recon: bool
    mover: Mover
    split: bool
    remnant: bool

    @property
    def optional(self) -> str | None:
        """The optional formation to which it belongs (33)."""
        return self.entry.optional


def _piece(name: str, entry: UnitEntry, kind: str) -> Piece:
    artillery, silhouette = entry.type in ARTILLERY, entry.type in SILHOUETTES
    vehicle = entry.type in VEHICLES
    motorized = entry.type in MECHANIZED_INFANTRY
    return Piece(
        name,
        entry,
        entry.side,
        entry.type,
        entry.nation,
        entry.division,
        entry.army,
        (entry.attack[0], entry.attack[-1]),
        (entry.defence[0], entry.defence[-1]),
        (entry.stacking[0], entry.stacking[-1]),
        max(len(entry.attack), len(entry.defence)),
        entry.morale,
        entry.tq.value if entry.tq else 0,
        entry.tq is not None and entry.tq.colour == "grey",
        silhouette,
        artillery,
        vehicle,
        not vehicle and not artillery,
        vehicle or motorized or (artillery and entry.side == ALLIED),
        silhouette or entry.type == "armour",
        entry.type == "recon",
        "vehicle" if vehicle or artillery else "mech" if motorized else "foot",
        kind == "split",
        kind == "remnant",
    )


@dataclass(frozen=True, eq=False)
class Board(HexBoard):
    """The map as rules use it; hexes are numbers, a hexside seen from a hex is `6 * hex + direction`."""

    map: MapFile
    charts: ChartsFile

    @cached_property
    def ravine(self) -> Sequence[bool]:
        """Whether each hexside is a forest-ravine hexside: dark green, the edge of a forest-ravine hex (11.6)."""
        deep = {hex_ for hex_, kind in enumerate(self.terrain) if kind == "forest_ravine"}
        return [
            key // 6 in deep or self.grid.neighbours[key // 6][key % 6] in deep for key in range(6 * self.grid.size)
        ]

    @cached_property
    def boundary(self) -> frozenset[int]:
        """Hexsides of the army boundaries, seen from both hexes (11.10)."""
        pairs = {self.grid.pair(side): True for sides in self.map.army_boundary.values() for side in sides}
        return frozenset(key for key, there in enumerate(self.spread(pairs, False)) if there)

    # What a step costs (TA4)

    def ground(self, hex_: int) -> Ground:
        """The row of the terrain effects chart whose costs hold in a hex."""
        return self.charts.ground["city" if self.is_city(hex_) else self.terrain[hex_]]

    def is_closed(self, hex_: int) -> bool:
        """Whether vehicles enter and leave a hex along roads only (11.5, 11.6)."""
        return self.terrain[hex_] in CLOSED_TO_VEHICLES and not self.is_city(hex_)

    # Zones of control and bonds (9, 10)

    @cached_property
    def silhouette_zone(self) -> tuple[int, ...]:
        """The ZOC of silhouettes in each hex: not into or out of forest-ravine but along a road (9.4)."""
        return tuple(
            bits(
                other
                for turn, other in enumerate(self.grid.neighbours[hex_])
                if other is not None and (not self.ravine[6 * hex_ + turn] or self.road[6 * hex_ + turn])
            )
            for hex_ in range(self.grid.size)
        )

    @cached_property
    def silhouette_steps(self) -> Links:
        """The same as steps."""
        return links(map(members, self.silhouette_zone))

    def bonds_of(self, hex_: int) -> Mapping[int, tuple[int, ...]]:
        """The hexes with which units in a hex may form a bond, and what lies between (10.1, 10.3)."""
        return dict(self._bonds_of(hex_))

    def _bonds_of(self, hex_: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Not across two river hexsides or two forest-ravine hexsides (10.3, Ambiguity 4)."""
        around, wet, ravine = self.grid.neighbours, self.is_river, self.ravine
        for turn in range(6):
            one, two = around[hex_][turn], around[hex_][(turn + 1) % 6]
            if one is None:
                continue
            near, straight = 6 * hex_ + turn, around[one][turn]
            far = 6 * one + turn
            if straight is not None and not (wet[near] and wet[far]) and not (ravine[near] and ravine[far]):
                yield straight, (one,)
            bent = around[one][(turn + 1) % 6]
            if two is None or bent is None:
                continue
            ends = near, 6 * hex_ + (turn + 1) % 6, 6 * one + (turn + 1) % 6, 6 * two + turn
            deep = self.terrain[one] == self.terrain[two] == "forest_ravine"
            if not deep and not (wet[ends[0]] and wet[ends[1]] and wet[ends[2]] and wet[ends[3]]):
                yield bent, (one, two)

    @cached_property
    def is_river(self) -> Sequence[bool]:
        """Whether each hexside is a river hexside, the Meuse included."""
        return [water is not None and water != LAKE for water in self.water]

    # Named hexes

    @cached_property
    def congestion(self) -> frozenset[int]:
        """The St. Vith congestion hexes (24.7)."""
        return self.numbers(self.map.congestion)

    @cached_property
    def is_west_of_ourthe(self) -> Sequence[bool]:
        """Of each hex (6.5)."""
        found = []
        for hex_ in range(self.grid.size):
            column, row = self.grid.column_row(hex_)
            found.append(row in self.map.west_of_ourthe and column >= self.map.west_of_ourthe[row])
        return found

    @cached_property
    def tracked(self) -> frozenset[str]:
        """Hexes of which it matters who was there last (A-15)."""
        named = {entry.hex for entry in self.map.victory} | {*self.map.st_vith, *self.map.liege}
        named |= {*self.map.meuse_towns.values(), *self.map.monschau_pair}
        return frozenset(named | {self.names[hex_] for hex_ in self.urban})

    @cached_property
    def german_at_start(self) -> frozenset[int]:
        """Hexes behind the German front of 16 December (A-15)."""
        return frozenset(
            hex_ for area in self.map.start_areas.values() for hex_ in self.numbers((*area.hexes, *area.rear))
        )


@cache
def road_costs(board: Board, mover: Mover) -> Sequence[int | None]:
    """Half points to cross each hexside along its road, with all bridges standing; None without a road (11.7)."""
    roads = board.charts.roads
    primary, secondary, forest = (int(2 * table[mover]) for table in (roads.primary, roads.secondary, roads.forest))
    wooded = [terrain in WOODED for terrain in board.terrain]
    found: list[int | None] = []
    for kind, to in zip(board.road, chain.from_iterable(board.grid.neighbours), strict=True):
        if kind is None or to is None:
            found.append(None)
        else:
            found.append(primary if kind == "primary" else forest if wooded[to] else secondary)
    return found


@cache
def _open_costs(board: Board, mover: Mover, weather: Weather) -> Sequence[int | None]:
    """Half points to cross each hexside off the road; None if prohibited, or a matter of tactical movement."""
    enter = [_ground_cost(board, hex_, mover, weather) for hex_ in range(board.grid.size)]
    rough = _rough(board, mover)
    tos = chain.from_iterable(board.grid.neighbours)
    return [None if to is None or bad else enter[to] for to, bad in zip(tos, rough, strict=True)]


@cache
def _rough(board: Board, mover: Mover) -> Sequence[bool]:
    """Whether water, a ravine or closed ground is in the way over each hexside, off the roads."""
    closed = [mover == "vehicle" and board.is_closed(hex_) for hex_ in range(board.grid.size)]
    sides = zip(chain.from_iterable(board.grid.neighbours), board.water, board.ravine, strict=True)
    return [
        bool(water) or ravine or closed[key // 6] or (to is not None and closed[to])
        for key, (to, water, ravine) in enumerate(sides)
    ]


def _ground_cost(board: Board, hex_: int, mover: Mover, weather: Weather) -> int | None:
    cost: Cost | None = getattr(board.ground(hex_), mover)
    points = getattr(cost, weather) if cost else None
    return None if points is None else int(2 * points)


@cache
def step_costs(board: Board, mover: Mover, weather: Weather, bridges: bool = True) -> Sequence[int | None]:
    """Half points of every step with all bridges standing, or with none; None: not allowed (TA4)."""
    by_road, off = road_costs(board, mover), _open_costs(board, mover, weather)
    if not bridges:
        by_road = [None if bridge else cost for cost, bridge in zip(by_road, board.bridge, strict=True)]
    return [
        one if other is None else other if one is None else min(one, other)
        for one, other in zip(by_road, off, strict=True)
    ]


@cache
def least_cost(board: Board, mover: Mover) -> int:
    """Half points that no step costs less than, whatever the weather and the bridges."""
    off = (_open_costs(board, mover, weather) for weather in get_args(Weather))
    return min(cost for cost in chain(road_costs(board, mover), *off) if cost is not None)


@cache
def tactical_steps(board: Board, mover: Mover, first: bool, bridges: bool = True) -> Sequence[int | None]:
    """Half points of every tactical step, 0, with all bridges standing, or with none; None: not allowed (11.3 to 11.6).

    The first step of infantry crosses rivers and forest-ravine hexsides as well (11.4, 11.6).
    """
    able = first and mover != "vehicle"
    tos = chain.from_iterable(board.grid.neighbours)
    sides = zip(tos, board.water, board.road, board.bridge, _rough(board, mover), strict=True)
    return [
        0 if to is not None and water != LAKE and (able or not rough or (road and (bridges or not bridge))) else None
        for to, water, road, bridge, rough in sides
    ]


@dataclass(frozen=True, eq=False)
class Book:
    """What does not change while a scenario is played."""

    id: str
    scenario: ScenarioFile
    board: Board
    charts: ChartsFile
    units: UnitsFile

    @cached_property
    def map(self) -> MapFile:
        """The map file."""
        return self.board.map

    @cached_property
    def pieces(self) -> Mapping[str, Piece]:
        """Every counter, those for split units and remnants included."""
        kinds = {"unit": self.units.units, "split": self.units.splits, "remnant": self.units.remnants}
        return {name: _piece(name, entry, kind) for kind, given in kinds.items() for name, entry in given.items()}

    @cached_property
    def inside(self) -> int:
        """The hexes in play, as a set."""
        return bits(
            hex_ for hex_, name in enumerate(self.board.names) if name.rstrip("0123456789") in self.scenario.sheets
        )

    @cached_property
    def edge_bonds(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """Hexside bonds of each hex with the edge of the map in play (10.6)."""
        grid, deep = self.board.grid, [kind == "forest_ravine" for kind in self.board.terrain]
        return tuple(
            tuple((one, other) for one, other in grid.edge_pairs(hex_, self.inside) if not (deep[one] and deep[other]))
            for hex_ in range(grid.size)
        )

    def is_inside(self, hex_: int) -> bool:
        """Whether a hex is in play."""
        return bool(self.inside >> hex_ & 1)

    @cached_property
    def entry_of(self) -> Mapping[str, tuple[str, ...]]:
        """Each entry hex in play with its letters."""
        found: dict[str, tuple[str, ...]] = {}
        for letter, entry in self.map.entries.items():
            if self.is_inside(self.board.index[entry.hex]):
                found[entry.hex] = (*found.get(entry.hex, ()), letter)
        return found

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """Letters of the entry hexes in play."""
        return tuple(letter for letters in self.entry_of.values() for letter in letters)

    @cached_property
    def boxes(self) -> tuple[str, ...]:
        """Off-map boxes in play: those with an entry hex."""
        used = {entry.box for entry in self.map.entries.values() if self.is_inside(self.board.index[entry.hex])}
        return tuple(box for box in self.map.boxes if box in used)

    def sources(self, side: Side) -> frozenset[int]:
        """Supply sources in play: a side's entry hexes, and more roads over the edge (23.2)."""
        entries = (entry.hex for entry in self.map.entries.values() if entry.side == side)
        named = (*entries, *self.map.supply.get(side, ()))
        return frozenset(hex_ for hex_ in self.board.numbers(named) if self.is_inside(hex_))

    @cached_property
    def areas(self) -> Mapping[str, frozenset[int]]:
        """The start area of each German division."""
        return {name: self.board.numbers(area.hexes) for name, area in self.map.start_areas.items()}


DATA = DataFolder(TITLE_ID, MapFile, UnitsFile, ChartsFile, ScenarioFile)
"""The title's data files."""


@DATA.cached
def open_board() -> Board:
    """The map, the same for all scenarios. Raises DataError."""
    return Board(DATA.map, DATA.charts)


@DATA.opened
def open_book(scenario_id: str) -> Book:
    """The book of a scenario, `ardennes_44/campaign`.

    Raises DataError if its files contradict each other.
    """
    name = DATA.take_up(scenario_id)
    problems = [
        (DATA.place(file, loc), words) for file, loc, words in _contradictions(open_board().grid, DATA.map, DATA.units)
    ]
    if problems:
        raise DataError(problems)
    return Book(scenario_id, DATA.scenarios[name], open_board(), DATA.charts, DATA.units)


def _contradictions(grid: HexGrid, map_: MapFile, units: UnitsFile) -> Iterator[Contradiction]:
    """What one file says that another, or the grid, does not know."""
    yield from map_contradictions(grid, map_)
    for name, entry in units.units.items():
        if entry.setup and entry.setup.hex not in grid.index:
            yield "units", ("units", name, "setup"), f"no hex {entry.setup.hex} on the map"
        if entry.setup and entry.setup.area and entry.setup.area not in map_.start_areas:
            yield "units", ("units", name, "setup"), f"no start area `{entry.setup.area}` in map.yaml"
        for letter in entry.arrival.entry if entry.arrival else ():
            if letter not in map_.entries:
                yield "units", ("units", name, "arrival"), f"no entry hex {letter} in map.yaml"
