"""A scenario's fixed data as rules use it: the map, the counters and markers, the charts (1)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal

from wargame_tui.board.hex_board import Contradiction, HexBoard, map_contradictions
from wargame_tui.board.hexes import HexGrid, bits
from wargame_tui.board.library import DataFolder
from wargame_tui.board.packs import beside
from wargame_tui.board.plain import DataError
from wargame_tui.titles.liberty_roads.printed.charts import ChartsFile, Ground, GroundRow, Marker, TurnRow, WaterRow
from wargame_tui.titles.liberty_roads.printed.data import (
    Box,
    MapFile,
    Nationality,
    Port,
    ScenarioFile,
    Side,
    UnitEntry,
    UnitsFile,
    UnitType,
)

TITLE_ID = "liberty_roads"
ALLIED: Side = "Allied"
GERMAN: Side = "German"
SIDES: tuple[Side, Side] = (ALLIED, GERMAN)
BRITISH: Nationality = "British"
AMERICAN: Nationality = "American"
ENGLAND: Box = "England"
MEDITERRANEAN: Box = "Mediterranean"
BOXES: tuple[Box, Box] = (ENGLAND, MEDITERRANEAN)
REMOVED = "removed"
"""Location of units that leave the game for good (1.3.4)."""
RESERVE = "reserve"
"""The German Strategic Reserve (18)."""
TURN = "turn"
"""Where a marker is played that holds for the whole turn (5.5.3)."""

Mover = Literal["infantry", "armour"]
"""The columns of the terrain effects chart."""
NATIONALITIES: Mapping[Side, tuple[Nationality, ...]] = {ALLIED: (AMERICAN, BRITISH), GERMAN: ("German",)}
PLAYS_AS: Mapping[str, frozenset[Nationality]] = {
    **dict.fromkeys(("British", "Canadian", "Polish"), frozenset({BRITISH})),
    **dict.fromkeys(("US", "French"), frozenset({AMERICAN})),
    **dict.fromkeys(("Wehrmacht", "Waffen-SS", "Luftwaffe", "Kriegsmarine"), frozenset[Nationality]({"German"})),
}
"""Nationality by the colour of a counter (1.6.1, T3)."""
AIRBORNE = frozenset({"glider", "paratroop", "motorised_paratroop"})
"""Icons of units that may drop (12.1.1)."""
CITIES: Mapping[str, Ground] = {"town": "minor_city", "city": "major_city"}
FIXED = "fixed-"
"""Before the number of a beach hex: its fixed defence unit (1.1.8)."""


def enemy(side: Side) -> Side:
    """The other side."""
    return GERMAN if side == ALLIED else ALLIED


@dataclass(frozen=True, slots=True)
class Piece:
    """What is printed on a counter, with what follows from its type (1.1)."""

    id: str
    name: str
    short: str
    side: Side
    service: str
    type: UnitType
    nationalities: frozenset[Nationality]
    """British and American at the same time for airborne divisions and SHAEF (1.6.2)."""
    attack: tuple[int, int]
    """Of the full and the reduced side."""
    defence: tuple[int, int]
    steps: int
    movement: int = 0
    command: int = 0
    """Command range of an HQ (1.1.5), else 0."""
    elite: bool = False
    armour: bool = False
    """Armoured division or KG (1.1.4); every other division is infantry."""
    airborne: bool = False
    """An Allied unit that can drop (12.1)."""
    kg: bool = False
    fixed: bool = False
    """Fixed defence unit of a coastal hex (1.1.8)."""
    hq: bool = False
    engineer: bool = False
    division: bool = False
    """Division or KG: counts for stacking (1.10.3), may attack (7.3.3)."""
    ffl: bool = False
    entry: UnitEntry | None = None
    """None: of a fixed defence unit."""

    @property
    def mover(self) -> Mover:
        """The column of the terrain effects chart."""
        return "armour" if self.armour else "infantry"


def _piece(name: str, entry: UnitEntry) -> Piece:
    airborne = entry.side == ALLIED and entry.type in AIRBORNE
    return Piece(
        name,
        entry.name,
        entry.short,
        entry.side,
        entry.service,
        entry.type,
        frozenset({BRITISH, AMERICAN}) if entry.both or airborne else PLAYS_AS[entry.service],
        (entry.attack[0], entry.attack[-1]),
        (entry.defence[0], entry.defence[-1]),
        max(len(entry.attack), len(entry.defence)),
        entry.movement,
        entry.command or 0,
        entry.elite,
        armour=entry.type == "armour",
        airborne=airborne,
        kg=entry.kg,
        hq=entry.type == "hq",
        engineer=entry.type == "engineer",
        division=entry.type not in ("hq", "engineer"),
        ffl=entry.ffl,
        entry=entry,
    )


def _fixed(hex_: str, level: int) -> Piece:
    """The fixed defence unit of a beach hex: 0-N-0 (1.1.8)."""
    name, words, marines = fixed_unit(hex_), f"Coast defence of {hex_}", PLAYS_AS["Kriegsmarine"]
    return Piece(
        name, words, "coast", GERMAN, "Kriegsmarine", "static", marines, (0, 0), (level, level), steps=1, fixed=True
    )


@dataclass(frozen=True, eq=False)
class Board(HexBoard):
    """The map of France: hexes are numbers, a hexside seen from a hex is `6 * hex + direction`."""

    map: MapFile
    charts: ChartsFile

    # What hexes are

    @cached_property
    def closed(self) -> int:
        """Hexes that nobody enters: sea, high mountain, abroad (7.10.7)."""
        return bits(hex_ for hex_, kind in enumerate(self.terrain) if kind in self.charts.impassable)

    @cached_property
    def sea(self) -> int:
        """Hexes of the sea."""
        return bits(hex_ for hex_, kind in enumerate(self.terrain) if kind == "sea")

    @cached_property
    def coast(self) -> int:
        """Land hexes on the sea."""
        return bits(
            hex_
            for hex_, near in enumerate(self.grid.near)
            if not self.closed >> hex_ & 1 and any(self.sea >> other & 1 for other in near)
        )

    @cached_property
    def grounds(self) -> tuple[tuple[Ground, ...], ...]:
        """What each hex is: its terrain, its city, the Siegfried Line (1.7.1)."""
        line = self.numbers(self.map.siegfried)
        found: list[tuple[Ground, ...]] = []
        for hex_, terrain in enumerate(self.terrain):
            open_ = terrain not in self.charts.impassable
            kinds: list[Ground] = [ground for ground in self.charts.ground if open_ and ground == terrain]
            if city := CITIES.get(self.built.get(hex_, "")):
                kinds.append(city)
            if hex_ in line:
                kinds.append("siegfried")
            found.append(tuple(kinds))
        return tuple(found)

    def rows(self, hex_: int) -> Iterator[GroundRow]:
        """The rows of the terrain effects chart that hold in a hex."""
        return (self.charts.ground[ground] for ground in self.grounds[hex_])

    @cached_property
    def effects(self) -> Mapping[str, GroundRow | WaterRow]:
        """The rows of the terrain effects chart for hexes and hexsides, by what a defender may choose (1.7.1)."""
        rows: dict[str, GroundRow | WaterRow] = {}
        rows.update(self.charts.ground.items())
        rows.update(self.charts.water.items())
        return rows

    @cached_property
    def siegfried(self) -> frozenset[int]:
        """The Siegfried Line (20.1)."""
        return self.numbers(self.map.siegfried)

    def _by_letter(self, rows: Sequence[str], letter: str) -> int:
        found = []
        for hex_ in range(self.grid.size):
            x, y = self.grid.square(hex_)
            if rows[y][x] == letter:
                found.append(hex_)
        return bits(found)

    @cached_property
    def country(self) -> Mapping[str, int]:
        """The hexes of France, Belgium, the Netherlands, Germany, Luxembourg, by their initials."""
        return {letter: self._by_letter(self.map.countries, letter) for letter in "FBNGL"}

    @cached_property
    def army_zones(self) -> Mapping[str, int]:
        """The hexes of each German army zone (14.1.2)."""
        return {letter: self._by_letter(self.map.armies, letter) for letter in "7519N"}

    @cached_property
    def army_zone(self) -> Sequence[str | None]:
        """The letter of the army zone in which each hex lies."""
        zones = self.army_zones.items()
        return [next((letter for letter, zone in zones if zone >> hex_ & 1), None) for hex_ in range(self.grid.size)]

    # Cities and ports

    @cached_property
    def major_cities(self) -> frozenset[int]:
        """Hexes of major cities."""
        return frozenset(hex_ for hex_, kind in self.built.items() if kind == "city")

    @cached_property
    def cities(self) -> frozenset[int]:
        """Hexes of all cities."""
        return frozenset(hex_ for hex_, kind in self.built.items() if kind in CITIES)

    @cached_property
    def german_cities(self) -> frozenset[int]:
        """Cities of Germany, major and minor (6.2.1, 12.2.3, 20.1.2)."""
        return frozenset(hex_ for hex_ in self.cities if self.country["G"] >> hex_ & 1)

    @cached_property
    def german_sources(self) -> frozenset[int]:
        """Major cities of Germany: German supply sources (4.4.1) and places of arrival (10.2.2)."""
        return self.german_cities & self.major_cities

    @cached_property
    def ports(self) -> Mapping[str, Port]:
        """The port in each hex that has one, by its printed number."""
        return {port.hex: port for port in self.map.ports.values()}

    @cached_property
    def tracked(self) -> frozenset[str]:
        """Hexes of which it matters who controls them (1.9): cities, ports, beaches, the line, strategic hexes."""
        named = {*self.ports, *self.map.beaches, *self.map.siegfried, *self.map.strategic}
        named |= {hex_ for hexes in self.map.estuaries.values() for hex_ in hexes}
        return frozenset(named | {self.names[hex_] for hex_ in self.cities})

    # Hexsides

    @cached_property
    def barred(self) -> Sequence[bool]:
        """Hexsides that nobody crosses: wide water between two land hexes, and whatever borders a closed hex."""
        wide = self.spread({self.grid.pair(side): True for side in self.map.sea_hexsides}, False)
        return [
            there is None or wide[key] or bool(self.closed >> there & 1) or bool(self.closed >> key // 6 & 1)
            for key, there in ((key, self.grid.neighbours[key // 6][key % 6]) for key in range(6 * self.grid.size))
        ]

    @cached_property
    def rail(self) -> Sequence[bool]:
        """Whether a railway runs over each hexside (6.3)."""
        pairs = {
            (self.index[one], self.index[other]): True
            for road in self.map.roads
            if road.kind == "railway"
            for one, other in zip(road.path, road.path[1:], strict=False)
        }
        return self.spread(pairs, False)

    @cached_property
    def land(self) -> tuple[tuple[int, ...], ...]:
        """The hexes that can be entered from each hex."""
        return tuple(
            tuple(other for turn, other in enumerate(around) if other is not None and not self.barred[6 * hex_ + turn])
            for hex_, around in enumerate(self.grid.neighbours)
        )


@cache
def step_costs(board: Board, mover: Mover) -> Sequence[int | None]:
    """Half points to cross each hexside: by road, or the dearest ground and the river (6.1.8, 1.7.1); None: barred.

    Where a river lies, `river_costs` has what a pontoon saves (6.4).
    """
    enter = [2 * max((getattr(row, mover) for row in board.rows(hex_)), default=0) for hex_ in range(board.grid.size)]
    road = int(2 * board.charts.movement.road)
    found: list[int | None] = []
    for key, barred in enumerate(board.barred):
        there = board.grid.neighbours[key // 6][key % 6]
        if barred or there is None:
            found.append(None)
        elif board.road[key]:
            found.append(road)
        else:
            found.append(int(enter[there]) + river_costs(board, mover)[key])
    return found


@cache
def river_costs(board: Board, mover: Mover) -> Sequence[int]:
    """Half points that the river on each hexside costs where no road crosses it (6.4)."""
    rows = board.charts.water
    return [
        int(2 * getattr(rows["major" if water == "major" else "river"], mover)) if water and not road else 0
        for water, road in zip(board.water, board.road, strict=True)
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
        """Every counter, with the fixed defence units of the beaches."""
        found = {name: _piece(name, entry) for name, entry in self.units.units.items()}
        return found | {
            piece.id: piece for piece in (_fixed(hex_, beach.level) for hex_, beach in self.map.beaches.items())
        }

    @cached_property
    def setup(self) -> Mapping[str, Sequence[str]]:
        """By hex or box the units there at start: the scenario's, or those of the one on which it is based."""
        base = self.scenario.based_on
        return open_book(beside(self.id, base)).setup if base else self.scenario.setup

    @cached_property
    def tracked(self) -> frozenset[str]:
        """Hexes of which it matters who controls them (1.9): those of the map, and what the scenario counts (T41)."""
        goals = self.scenario.victory.goals if self.scenario.victory else ()
        return self.board.tracked | {hex_ for goal in goals if not goal.held and not goal.works for hex_ in goal.hexes}

    @cached_property
    def hqs(self) -> Mapping[Side, Sequence[str]]:
        """The HQs of each side."""
        return {side: [piece.id for piece in self.pieces.values() if piece.hq and piece.side == side] for side in SIDES}

    @cached_property
    def others(self) -> Mapping[tuple[Side, Nationality], Sequence[str]]:
        """The units of a side that do not play as a nationality."""
        return {
            (side, each): [
                name for name, piece in self.pieces.items() if piece.side == side and each not in piece.nationalities
            ]
            for side, kinds in NATIONALITIES.items()
            for each in kinds
        }

    @cached_property
    def engineers(self) -> Sequence[str]:
        """The engineers, who make ports work (15.1)."""
        return [piece.id for piece in self.pieces.values() if piece.engineer]

    @cached_property
    def markers(self) -> Mapping[str, Marker]:
        """Every support marker that can come into play, by its own id: the kind, a dash, a number."""
        found = {}
        for kind, marker in self.charts.markers.items():
            later = sum(row.markers.get(kind, 0) for row in self.charts.turns)
            for number in range(1, marker.count + later + 1):
                found[f"{kind}-{number}"] = marker
        return found

    def row(self, turn: int) -> TurnRow:
        """A box of the turn track."""
        return self.charts.turns[turn - 1]


def fixed_unit(hex_: str) -> str:
    """The id of the fixed defence unit of a beach hex (1.1.8)."""
    return f"{FIXED}{hex_}"


def marker_kind(marker: str) -> str:
    """The kind of a support marker by its id."""
    return marker.rpartition("-")[0]


DATA = DataFolder(TITLE_ID, MapFile, UnitsFile, ChartsFile, ScenarioFile)
"""The title's data files."""


@DATA.cached
def open_board() -> Board:
    """The map, the same for all scenarios. Raises DataError."""
    return Board(DATA.map, DATA.charts)


@DATA.opened
def open_book(scenario_id: str) -> Book:
    """The book of a scenario, `liberty_roads/campaign`.

    Raises DataError if its files contradict each other.
    """
    name = DATA.take_up(scenario_id)
    scenario = DATA.scenarios[name]
    found = [*_contradictions(open_board().grid, DATA.map, DATA.units), *_scenario_contradictions(name, scenario)]
    if found:
        raise DataError([(DATA.place(file, loc), words) for file, loc, words in found])
    return Book(scenario_id, scenario, open_board(), DATA.charts, DATA.units)


def _contradictions(grid: HexGrid, map_: MapFile, units: UnitsFile) -> Iterator[Contradiction]:
    """What one file says that another, or the grid, does not know."""
    yield from map_contradictions(grid, map_)
    for name, rows in (("countries", map_.countries), ("armies", map_.armies)):
        if len(rows) != grid.rows or any(len(row) != grid.columns for row in rows):
            yield "map", (name,), f"{grid.rows} rows of {grid.columns} characters, like the terrain"
    for name, hexes in _named_hexes(map_):
        for hex_ in hexes:
            if hex_ not in grid.index:
                yield "map", (name,), f"no hex {hex_}"
    for name, entry in units.units.items():
        if entry.vaterland and entry.vaterland not in grid.index:
            yield "units", ("units", name, "vaterland"), f"no hex {entry.vaterland} on the map"
        if entry.becomes and entry.becomes not in units.units:
            yield "units", ("units", name, "becomes"), f"no unit {entry.becomes}"


def _named_hexes(map_: MapFile) -> Iterator[tuple[str, Sequence[str]]]:
    yield "siegfried", map_.siegfried
    yield "ports", [port.hex for port in map_.ports.values()]
    yield "estuaries", [hex_ for hexes in map_.estuaries.values() for hex_ in hexes]
    yield "beaches", [*map_.beaches]
    yield "zones", [hex_ for zone in map_.zones.values() for hex_ in zone.coast]
    yield "strategic", [*map_.strategic]


def _scenario_contradictions(name: str, scenario: ScenarioFile) -> Iterator[Contradiction]:
    grid = open_board().grid
    for place, units in scenario.setup.items():
        if place not in grid.index and place not in BOXES:
            yield name, ("setup", place), f"no hex or box {place}"
        for unit in units:
            if unit.rstrip("*+") not in DATA.units.units:
                yield name, ("setup", place), f"no unit {unit.rstrip('*+')}"
