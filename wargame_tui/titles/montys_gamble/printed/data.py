"""The data files of Monty's Gamble: Market Garden: map.yaml, units.yaml, charts.yaml and one file a scenario."""

from typing import Annotated, Literal

from pydantic import Field

from wargame_tui.board.area import AreaMapEntry, LinkEntry, SpaceEntry, SpaceId
from wargame_tui.board.files import Entry
from wargame_tui.board.library import CountersFile, VariantEntry

Side = Literal["German", "Allied"]
Control = Literal["German", "airborne", "XXX"]
"""Who controls a space (7.2): the Germans, Allied airborne, British XXX Corps."""
UnitType = Literal["infantry", "armour", "artillery", "flak", "tower"]
Branch = Literal["SS", "Wehrmacht", "Luftwaffe", "British", "Polish", "Dutch", "US"]
Trait = Literal["parachute", "glider", "glider_pilot", "mechanized", "corps", "reconnaissance", "engineer"]
Division = Literal["1", "82", "101"]
"""An Allied airborne division, by whose symbol a unit's operational range is printed (3.26)."""
UnitId = Annotated[str, Field(pattern=r"^[A-Za-z0-9./-]+$", max_length=14)]
Date = Annotated[int, Field(ge=17, le=26)]
"""A day of September 1944: a turn (6.1)."""


FIRST_DATE = 17
"""D-Day (20)."""


class Space(SpaceEntry):
    """An area, a zone or the UK box (3.2 to 3.4)."""

    tem: int = Field(default=1, ge=1, le=4)
    """Terrain effect modifier (3.23a); zones have one too (Q49)."""
    high: bool = False
    """High ground: square ID (3.22)."""
    polder: bool = False
    """Polder: blue outline (3.22)."""
    vp: int = Field(default=0, ge=0)
    """Victory points printed at a red name (3.25)."""
    drop: Literal["green", "red"] | None = None
    """Colour of the ID of a drop area (3.261): red British 1st, green US 82nd and 101st."""
    airhead: bool = False
    """Airhead supply symbol (3.262)."""
    ranges: tuple[Division, ...] = ()
    """Division symbols (3.26)."""
    roads_apart: tuple[tuple[SpaceId, ...], ...] = ()
    """Where the roads of an area do not all meet: the neighbours whose roads do, group by group (9.4)."""


class Link(LinkEntry):
    """A common boundary of two areas, or a printed arrow to or between zones (3.2, 14.2).

    `river` names the river or canal on it; `bridge` says that it has a bridge in a yellow circle (3.24); `road` that
    a road crosses it, on its bridge if there is water.
    """

    bridge_name: str | None = None
    ferry: bool = False
    """A ferry crossing box (3.11)."""
    ferry_road: bool = False
    """The ferry counts as a road connection (3.21)."""


class MapFile(AreaMapEntry):
    """map.yaml"""

    spaces: dict[SpaceId, Space]
    links: tuple[Link, ...]


class UnitEntry(Entry):
    """A counter (rule 4)."""

    name: str
    """Full historical name, for the unit pane."""
    short: str = Field(min_length=1, max_length=9)
    """What the counter says."""
    side: Side
    branch: Branch
    type: UnitType
    traits: tuple[Trait, ...] = ()
    size: Literal["II", "III", "X", "XX"] = "II"
    """Size symbol (4.21)."""
    division: str | None = None
    """Parent division printed left of the symbol (4.21): artillery support and the bonus of 10.72D."""
    range: Division | None = None
    """Division symbol: an airborne unit, bound to that operational range (3.26)."""
    attack: int = Field(ge=0, le=12)
    """Attack factor; of artillery and FLAK the yellow one (4.123)."""
    defence: int = Field(ge=0, le=12)
    mf: int = Field(ge=0, le=12)
    spent: int = Field(ge=0, le=12)
    """Spent defence factor (4.22)."""
    source: str


class UnitsFile(CountersFile[UnitEntry]):
    """units.yaml"""


class Arrival(Entry):
    """Reinforcements of a date (18)."""

    units: tuple[UnitId, ...] = Field(min_length=1)
    date: Date
    space: SpaceId
    """A zone, `UK`, or area 9 for the special arrivals at Deelen (22.2)."""
    drops: dict[UnitId, SpaceId] = {}
    """Drop area printed on the back of each airborne unit (18.41, 18.5)."""
    after: tuple[SpaceId, ...] = ()
    """Conditional units (18.3): they come as soon as the Allies control all of these and no German is in them."""
    source: str


class ScenarioFile(VariantEntry):
    """One scenario."""

    last: Date
    checks: dict[Date, int]
    """Victory points that decide at the end of a date (21.2, 22.1)."""
    extended: bool = False
    """Whether the rules of chapter 22 are in force."""
    setup: dict[UnitId, SpaceId] = {}
    drops: dict[UnitId, SpaceId] = {}
    """Drop areas of the D-Day airborne units (20.4)."""
    arrivals: tuple[Arrival, ...] = ()
    source: str

    @property
    def turns(self) -> int:
        """One a day (6.1)."""
        return self.last - FIRST_DATE + 1
