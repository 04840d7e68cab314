"""The data files of Liberty Roads: map.yaml, units.yaml and one file a scenario."""

from typing import Annotated, Literal

from pydantic import Field

from wargame_tui.board.files import Entry
from wargame_tui.board.hexes import HexId, HexMapEntry
from wargame_tui.board.library import CountersFile, VariantEntry

Side = Literal["German", "Allied"]
"""In the order of the other titles: to Python the same values in another order are the same type."""
Nationality = Literal["British", "American", "German"]
"""For play there are two Allied nationalities and one German (1.6.1)."""
Terrain = Literal["clear", "bocage", "forest", "marsh", "rough", "mountain", "high_mountain", "sea", "abroad"]
"""`abroad`: neutral or out of play, as impassable as high mountain."""
Country = Literal["France", "Belgium", "Netherlands", "Germany", "Luxembourg", "abroad"]
Army = Literal["7th", "15th", "1st", "19th", "Netherlands"]
"""German army zones (14.1.2)."""
Sea = Literal["channel", "north_sea", "atlantic", "mediterranean"]
"""The English Channel includes Brest (5.3.3)."""
Box = Literal["England", "Mediterranean"]
"""The holding boxes England and Mediterranean Front (11.1)."""
Service = Literal[
    "British", "Canadian", "Polish", "US", "French", "Wehrmacht", "Waffen-SS", "Luftwaffe", "Kriegsmarine"
]
"""The colour of a counter (T3)."""
UnitType = Literal[
    "armour", "infantry", "motorised", "volksgrenadier", "static", "ersatz", "security", "mountain",
    "ersatz_mountain", "glider", "paratroop", "motorised_paratroop", "flak", "hq", "engineer",
]  # fmt: skip
"""What a counter shows (1.1.4); armoured divisions and KGs are `armour`, everything else is infantry in the rules."""
UnitId = Annotated[str, Field(pattern=r"^[A-Za-z0-9.-]+$", max_length=14)]
Turn = Annotated[int, Field(ge=1, le=30)]
Steps = Annotated[tuple[int, ...], Field(min_length=1, max_length=2)]
"""A number of the full and, if there is one, of the reduced side."""


class Port(Entry):
    """A port (15.1)."""

    hex: HexId
    size: Literal["major", "minor"]
    sea: Sea
    fortress: bool = False
    """Fortress symbol: may become a Festung (6.5.2)."""
    estuary: str | None = None
    """The estuary whose hexes must all be Allied (15.1.5)."""
    antwerp: bool = False
    """Counts as two ports and gives the fifth sea transport point (5.3.3, 11.2.5)."""
    source: str


class Beach(Entry):
    """A beach hex (13.2); coastal hexes that are none have a black outline."""

    name: str
    level: int = Field(ge=1, le=5)
    """Coast defence strength."""
    source: str


class InvasionZone(Entry):
    """A sea area with the figures around its landing-craft icon (13.3.2)."""

    name: str
    sea: Sea
    coast: tuple[HexId, ...]
    """The coastal hexes before which it lies."""
    assault: int = Field(ge=0)
    follow_up: int = Field(ge=0)
    dday: int = Field(ge=0)
    aircraft: bool = False
    """Aircraft symbol: drops on its coast, free and D-Day Air Support (5.3.1, 12.2.2, 13.4)."""
    source: str


class StrategicHex(Entry):
    """A row of the Strategic Hex Table (9.2)."""

    name: str
    value: int = Field(ge=0)
    withdrawn: int = Field(ge=0)
    """Value after the Withdrawal from France (19.1.3)."""
    source: str


class MapFile(HexMapEntry):
    """map.yaml. A city is a place: `city` a major one, `town` a minor one, every other kind a name only."""

    countries: tuple[str, ...]
    """Row by row like `terrain`: F, B, N, G, L as their initials; `.` for sea and abroad."""
    armies: tuple[str, ...]
    """Army zones row by row: 7, 5 (15th), 1, 9 (19th), N; `.` for none."""
    siegfried: tuple[HexId, ...]
    ports: dict[str, Port]
    estuaries: dict[str, tuple[HexId, ...]]
    beaches: dict[HexId, Beach]
    zones: dict[str, InvasionZone]
    strategic: dict[HexId, StrategicHex]
    north_rows: int
    """The last row of the north of the map (12.2.4)."""


class UnitEntry(Entry):
    """A counter (1.1)."""

    name: str
    """Full historical name, for the unit pane."""
    short: str = Field(min_length=1, max_length=9)
    """What the counter says."""
    side: Side
    service: Service
    type: UnitType
    attack: Steps
    defence: Steps
    movement: int = Field(ge=0, le=12)
    command: int | None = None
    """Command range of an HQ in hexes (1.1.5)."""
    elite: bool = False
    both: bool = False
    """Counts as British and American at the same time (1.6.2)."""
    kg: bool = False
    """A Kampfgruppe (1.1.6); with attack and defence 0 the counter that means none is formed (7.13.3)."""
    ffl: bool = False
    """Enters by the FFL track (16)."""
    turn: Turn | None = None
    """Turn of arrival as a reinforcement (10.1, 10.2)."""
    vaterland: HexId | None = None
    """Hex of a division that comes when Germany or the Netherlands are entered (20.2)."""
    becomes: UnitId | None = None
    """The named division that replaces an Ersatz division (17.1.2)."""
    becomes_on: Turn | None = None
    source: str


class WithdrawalEntry(Entry):
    """Divisions that leave on a turn (17.2, 17.3)."""

    turn: Turn
    side: Side = "German"
    unit: UnitId | None = None
    """A division named; None: of the owner's choice."""
    count: int = Field(default=1, ge=1)
    attack: int = Field(default=0, ge=0)
    """Least attack strength of each."""
    armour: bool | None = None
    """None: either."""
    services: tuple[Service, ...] = ()
    """None named: any but the Kriegsmarine."""
    source: str


class UnitsFile(CountersFile[UnitEntry]):
    """units.yaml"""

    withdrawals: tuple[WithdrawalEntry, ...] = ()
    """What the German must take off the map, by turn (17.2)."""


class Goal(Entry):
    """Hexes that count for victory at the end."""

    name: str
    points: int
    hexes: tuple[HexId, ...] = Field(min_length=1)
    count: Literal["all", "any", "each"] = "all"
    """Whether all must be Allied, one will do, or each counts."""
    most: int | None = None
    """Points at the most, where each counts."""
    held: bool = False
    """An Allied unit in supply must stand there; else control is enough."""
    works: bool = False
    """The port there must work (15.1)."""
    source: str


class Victory(Entry):
    """How a scenario is decided: by points of the Allies."""

    allied: int
    """Points from which on the Allies win."""
    german: int
    """Points up to which the Germans win; a draw between."""
    goals: tuple[Goal, ...] = ()
    strategic: bool = False
    """Strategic hexes in Allied hands count their values."""
    german_armour: int | None = None
    """So many eliminated German armoured divisions are a point."""
    allied_divisions: int | None = None
    """So many eliminated Allied divisions cost a point."""
    dismissals: int | None = None
    """Every dismissal beyond so many is a point."""
    driven_out: Turn | None = None
    """From this turn on the Germans win at once if no Allied port or Beachhead is left."""
    reich: int | None = None
    """The Allies win at once with so many major cities of Germany."""
    source: str


class ScenarioFile(VariantEntry):
    """One scenario."""

    first: Turn
    last: Turn
    basic: bool = False
    """Played with the basic rules alone, chapters 1 to 10."""
    sea: bool = False
    """Sea transport is used all the same: reinforcements must come from the boxes."""
    approval: int = Field(ge=1, le=10)
    setup: dict[str, tuple[str, ...]] = {}
    """By hex or box the units there; a star behind one that is reduced, `+` behind one under a Festung marker. Empty:
    as in the scenario on which it is based."""
    stacking: dict[HexId, int] = {}
    """Divisions and KGs that hexes of a crowded front hold, in place of the limit of every other hex (1.10.3)."""
    controlled: tuple[HexId, ...] = ()
    """What the Allies hold at start besides hexes with their units."""
    beachheads: tuple[HexId, ...] = ()
    pluto: tuple[HexId, ...] = ()
    functional: tuple[str, ...] = ()
    """Major ports that work at start."""
    eliminated: tuple[UnitId, ...] = ()
    removed: tuple[UnitId, ...] = ()
    """Units that have gone before it begins."""
    victory: Victory | None = None
    source: str

    @property
    def turns(self) -> int:
        """From the first to the last."""
        return self.last - self.first + 1
