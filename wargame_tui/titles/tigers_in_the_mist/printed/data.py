"""The data files of Tigers in the Mist: map.yaml, units.yaml, charts.yaml and one file a scenario (rules 3 to 6)."""

from typing import Annotated, Literal

from pydantic import Field

from wargame_tui.board.area import AreaMapEntry, SpaceEntry, SpaceId
from wargame_tui.board.files import Entry
from wargame_tui.board.library import CountersFile, VariantEntry

Side = Literal["German", "Allied"]
UnitType = Literal["engineer", "armour", "mechanized", "motorized", "infantry"]
Branch = Literal["SS", "Army", "Luftwaffe", "US", "British", "Norwegian", "Belgian"]
UnitId = Annotated[str, Field(pattern=r"^[A-Za-z0-9./]+$", max_length=12)]
Stamp = Annotated[str, Field(pattern=r"^(1[6-9]|2[0-2])-[123]$")]
"""A box of the turn track, `date-impulse` (8.1)."""
Section = Literal["green", "red"]
BridgeId = Annotated[str, Field(pattern=r"^[A-Za-z0-9]+-[A-Za-z0-9]+$")]
"""The two spaces that a bridge joins, lower number first, zones last: `40-41`, `7-A`."""


class Space(SpaceEntry):
    """An area or zone (rule 3.2)."""

    start_line: bool = False
    """Number in a white circle: on the Allied start line (3.25)."""
    vp: int = Field(default=0, ge=0)
    """Victory points a turn for the German who controls the area (3.26)."""
    tank: bool = False
    """Tank silhouette: superiority here may release German reserves (3.27, 11.3)."""
    owner: Side | None = None
    """Zones: the side that controls the zone at start (11.22, 11.23)."""
    multiplier: int = Field(default=0, ge=0, le=3)
    """Zones: victory points a strength point at game end (3.28)."""
    sections: tuple[Section, ...] = ()
    """Scenario sections of the map to which the space belongs: `green` practice, `red` Fifth Panzer Army."""


class MapFile(AreaMapEntry):
    """map.yaml"""

    spaces: dict[SpaceId, Space]


class UnitEntry(Entry):
    """A counter (rule 4)."""

    name: str
    """Full historical name, for the unit pane."""
    side: Side
    branch: Branch
    formation: str
    """Division, brigade group or corps to which it belongs."""
    type: UnitType
    strength: int = Field(ge=1, le=6)
    attack: int | None = Field(default=None, ge=1, le=10)
    """Only where the counter differs from its type's value in charts.yaml."""
    defence: int | None = Field(default=None, ge=1, le=10)
    source: str


class UnitsFile(CountersFile[UnitEntry]):
    """units.yaml"""


class Arrival(Entry):
    """When and where units enter (rule 11.1)."""

    units: tuple[UnitId, ...]
    due: Stamp
    """Game impulse of arrival."""
    zones: tuple[SpaceId, ...] = Field(min_length=1)
    source: str


class Reserve(Entry):
    """A group of German reserves released by superiority in any one of the areas (rule 11.3)."""

    units: tuple[UnitId, ...]
    name: str
    areas: tuple[SpaceId, ...] = Field(min_length=1)
    since: Stamp
    """First box at whose end superiority is tested (A20)."""
    zones: tuple[SpaceId, ...] = Field(min_length=1)
    source: str


class VictoryLevel(Entry):
    """A line of the victory table (T13)."""

    at_least: int
    level: str
    winner: Side | None


class ScenarioFile(VariantEntry):
    """One scenario."""

    section: Section | None = None
    """Part of the map in play; none: all of it."""
    first: Stamp = "16-1"
    last: Stamp
    last_half: Side = "Allied"
    """The side whose impulse in `last` is the last of the game."""
    setup: dict[UnitId, SpaceId] = {}
    entrenched: tuple[UnitId, ...] = ()
    yellow: tuple[UnitId, ...] = ()
    """Allied units that may move in 16-1 (5.23)."""
    red: tuple[UnitId, ...] = ()
    """German units that may not move until 16-2 (5.24)."""
    arrivals: tuple[Arrival, ...] = ()
    reserves: dict[str, Reserve] = {}
    removed: tuple[UnitId, ...] = ()
    """Units of `based_on` that take no part."""
    destroyed: tuple[BridgeId, ...] = ()
    """Bridges destroyed at start beside those of 5.1, which the map shows."""
    sources: dict[Side, tuple[SpaceId, ...]]
    """Zones that are supply sources (T11)."""
    attrition_on_last_date: bool
    """Whether the attrition phase takes place on the last date (6.0, A27, A29)."""
    victory: Literal["points", "first_three_days", "seventh_army"]
    towns: tuple[SpaceId, ...] = ()
    """Victory towns of the scenario."""
    levels: tuple[VictoryLevel, ...] = ()
    source: str

    @property
    def turns(self) -> int:
        """Dates from the first to the last."""
        return int(self.last.partition("-")[0]) - int(self.first.partition("-")[0]) + 1
