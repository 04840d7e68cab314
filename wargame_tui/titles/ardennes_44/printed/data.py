"""The data files of Ardennes '44: map.yaml, units.yaml, charts.yaml and one file a scenario."""

from typing import Annotated, Literal

from pydantic import Field

from wargame_tui.board.files import Entry
from wargame_tui.board.hexes import HexBoxEntry, HexId, HexMapEntry, HexsideId
from wargame_tui.board.library import CountersFile, VariantEntry

Side = Literal["German", "Allied"]
Terrain = Literal["clear", "light_woods", "forest", "forest_ravine", "westwall"]
UnitType = Literal[
    "tank", "tank_destroyer", "assault_gun", "heavy_assault", "armour", "recon", "flak", "artillery", "nebelwerfer",
    "mech_infantry", "motor_infantry", "infantry", "parachute", "glider", "mountain", "engineer", "fortress",
]  # fmt: skip
"""What a counter shows (2.4, TA1). The first four are silhouettes, battalions with little or no infantry (2.4c)."""
Nation = Literal["US", "British", "Army", "SS", "Luftwaffe"]
Army = Literal["6Pz", "5Pz", "7A", "Nordwind"]
Morale = Literal["elite", "veteran", "recruit"]
Letter = Annotated[str, Field(pattern=r"^[A-HJ-N]$")]
"""An entry hex; the letter I is not used (T12)."""
BoxId = Literal["SE", "SW", "NW", "N"]
Edge = Literal["north", "east", "south", "west"]
UnitId = Annotated[str, Field(pattern=r"^[A-Za-z0-9.-]+$", max_length=12)]
Turn = Annotated[int, Field(ge=1, le=22)]
"""A day turn: 1 is the morning of 16 December 1944, 22 the afternoon of the 26th."""
Steps = Annotated[tuple[int, ...], Field(min_length=1, max_length=2)]
"""A number of the full and, if there is one, of the reduced side."""


class EntryHex(Entry):
    """An entry hex (11.9, 13)."""

    hex: HexId
    name: str
    """The road by which one comes."""
    side: Side
    box: BoxId | None = None
    """The off-map box joined to it (11.9)."""
    roads: int = Field(ge=1, le=4)
    """Roads from off the map into it: stacks that may attack it from there (13.5)."""
    source: str


class NamedHex(Entry):
    """A hex that rules name: a victory hex (30.2, 31), a place where the fuel dump may be (32)."""

    hex: HexId
    name: str
    source: str


class OffMapBox(HexBoxEntry):
    """An off-map box (11.9)."""

    at_edge: dict[Edge, tuple[HexId, HexId]]
    """The map edges joined to it: first and last hex."""


class StartArea(Entry):
    """The deployment area of a German division (3.4) and the hexes behind it (29.3)."""

    army: Army
    corps: str
    hexes: tuple[HexId, ...]
    rear: tuple[HexId, ...] = ()
    west: tuple[HexId, ...] = ()
    """Hexes west of the Our for the two regiments of 3.4b."""
    source: str


class Wood(Entry):
    """A forest, light woods or a wooded gorge, from which the terrain of its hexes is drawn."""

    name: str
    ground: Literal["light_woods", "forest", "forest_ravine"]
    sure: Literal["good", "fair", "rough"]
    """How well its outline is known."""
    outline: tuple[tuple[float, float], ...] = ()
    """Latitudes and longitudes around it: hexes whose middle lies inside belong to it."""
    hexes: tuple[HexId, ...] = ()
    """Or its hexes by number."""
    source: str


class MapFile(HexMapEntry):
    """map.yaml"""

    woods: tuple[Wood, ...] = ()

    boxes: dict[BoxId, OffMapBox]  # type: ignore[assignment]
    destroyed: tuple[HexsideId, ...]
    """Bridges blown at start (3.5)."""
    completed: tuple[HexsideId, ...]
    """Those of them that are complete on 16PM (7.10)."""
    ouren: HexsideId
    """The bridge of 7.8."""
    entries: dict[Letter, EntryHex]
    supply: dict[Side, tuple[HexId, ...]]
    """Supply sources beside the entry hexes (23.2)."""
    victory: tuple[NamedHex, ...]
    liege: tuple[HexId, ...]
    meuse_towns: dict[str, HexId]
    """The towns of goal C (30.2)."""
    west_of_ourthe: dict[int, int]
    """For each row, from which column on hexes count as west of the Ourthe (6.5)."""
    congestion: tuple[HexId, ...]
    """The St. Vith congestion hexes (24.7)."""
    st_vith: tuple[HexId, ...]
    dumps: tuple[NamedHex, ...]
    """Where the fuel dump may be (32)."""
    start_areas: dict[str, StartArea]
    army_boundary: dict[str, tuple[HexsideId, ...]]
    """The boundaries between two armies, named by them, `6Pz-5Pz` (11.10)."""
    monschau_pair: tuple[HexId, ...]
    """Hexes whose loss releases the regiments of the Roer dams (27.6)."""
    roadblocks: tuple[HexId, ...]
    """Where the Allied roadblocks stand at start (24.8)."""


class TankQuality(Entry):
    """Tank quality (2.9): red cannot earn an armour shift when attacking (21.2)."""

    value: int = Field(ge=1, le=7)
    colour: Literal["grey", "red"]


class SetUp(Entry):
    """How a unit begins on the map (2.7)."""

    hex: HexId
    """The printed hex of an Allied unit; of a German one where history had it."""
    area: str | None = None
    """The division area in which a German unit is placed (3.4)."""
    corps: str | None = None
    """Corps artillery: in an area of a division of this corps (3.4)."""
    red: bool = False
    """Red box: may not move or withdraw on the first turn (29.1)."""
    ip: bool = False
    """A dot: begins in an improved position (3.3)."""


class Arrival(Entry):
    """When and where a unit comes (2.6, 13)."""

    turn: Turn
    entry: tuple[Letter, ...] = ()
    place: Literal["towns", "drop", "roll", "box"] | None = None
    """Not by an entry hex or not for certain: engineers (13.2), airborne drop (27.2), die (27.9), box (33.2)."""


class UnitEntry(Entry):
    """A counter (2.2)."""

    name: str
    """Full historical name, for the unit pane."""
    short: str = Field(min_length=1, max_length=9)
    """What the counter says."""
    side: Side
    nation: Nation
    type: UnitType
    model: str | None = None
    """Vehicle of a silhouette."""
    size: Literal["X", "III", "II", "I", "TF", "Gp", "CC", "Sq", "Bn"]
    division: str | None = None
    """What is printed first on the counter (2.5)."""
    group: str | None = None
    """Units of one group stack as one unit (8.2a, 8.2b)."""
    army: Army | None = None
    """Colour of a German unit (2.11)."""
    corps: str | None = None
    attack: Steps
    defence: Steps
    parenthesised: bool = False
    """Defence strength in parentheses: no DCB (15.1)."""
    movement: int = Field(ge=0, le=16)
    fired_movement: int | None = None
    """Of Allied artillery on its fired side (22.1)."""
    stacking: Steps
    large: bool = False
    """Leaves a remnant when its reduced side is lost (16.4)."""
    morale: Morale = "veteran"
    tq: TankQuality | None = None
    range: int | None = None
    """Of artillery, in hexes (22.4)."""
    setup: SetUp | None = None
    arrival: Arrival | None = None
    optional: str | None = None
    """The optional formation to which it belongs (33)."""
    peiper: bool = False
    """One of the four units of Kampfgruppe Peiper (27.5)."""
    rrd: bool = False
    """2nd Division at the Roer dams (27.6)."""
    role: Literal["brigade150", "heydte", "jpz653", "ccb9"] | None = None
    """Units with rules of their own (27)."""
    source: str


class UnitsFile(CountersFile[UnitEntry]):
    """units.yaml"""

    splits: dict[UnitId, UnitEntry]
    """Counters for split units (26)."""
    remnants: dict[UnitId, UnitEntry]
    """Counters for remnants of large units (16.4)."""


class Points(Entry):
    """How a short scenario is decided (31)."""

    german: int
    """Points with which the German wins."""
    exit_strength: int
    """Attack strength off the west edge for a point."""


class LateArrival(Entry):
    """Units that come otherwise than scheduled (31)."""

    units: tuple[UnitId, ...]
    turn: Turn
    spent: int
    """Movement points spent on the way, in strategic movement."""
    markers_from: Turn
    """From this turn on they need their strategic movement markers."""
    source: str


class ScenarioFile(VariantEntry):
    """One scenario."""

    last: Turn
    sheets: tuple[str, ...]
    """Prefixes of the map sheets in play."""
    points: Points | None = None
    """None: the campaign's victory conditions (30)."""
    late: LateArrival | None = None
    source: str

    @property
    def turns(self) -> int:
        """The last one has their number."""
        return self.last
