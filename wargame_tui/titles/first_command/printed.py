"""What is printed: map.yaml, units.yaml, charts.yaml, a file a scenario, and how rules come by them."""

from typing import Annotated, Literal, get_args

from pydantic import Field

from wargame_tui.board.combat import OddsChart
from wargame_tui.board.files import Entry, every
from wargame_tui.board.hexes import HexId, HexMapEntry
from wargame_tui.board.library import CountersFile, DataFolder, ScenarioEntry
from wargame_tui.engine.sides import opponents

Side = Literal["German", "American"]
Weather = Literal["dark", "fog", "clear"]
GERMAN: Side = "German"
AMERICAN: Side = "American"
SIDES = (GERMAN, AMERICAN)
enemy = opponents(*SIDES)


class UnitEntry(Entry):
    """A counter (1.3)."""

    name: str
    short: str
    side: Side
    branch: Literal["Army", "SS", "US"]
    type: Literal["infantry", "mechanized", "armour", "tank_destroyer"]
    size: str
    strength: tuple[int, int]
    """With both steps, and reduced."""
    movement: int
    hexes: tuple[HexId, ...] = Field(min_length=1)
    """Where it stands at the start or, from `turn` on, may arrive (10)."""
    turn: int | None = None
    waits: int | None = None
    """Before this turn it neither moves nor attacks (4.6)."""
    source: str


class ChartsFile(OddsChart):
    """charts.yaml, whose comments name the rules."""

    title: str
    ground: dict[str, tuple[int, int, int]]
    built: dict[str, int]
    river: int
    zone: int
    stacking: int
    unsupplied: int
    support: Annotated[dict[Weather, Annotated[dict[Side, int], every(SIDES)]], every(get_args(Weather))]
    eyes: HexId
    effects: dict[str, tuple[int, int, str]]


class ScenarioFile(ScenarioEntry):
    """A scenario's file."""

    turns: int
    track: tuple[tuple[str, int | None], ...]
    supply: Annotated[dict[Side, tuple[HexId, ...]], every(SIDES)]
    places: dict[HexId, int]
    exits: tuple[HexId, ...]
    levels: tuple[tuple[int, Side, str], ...]
    source: str

    @property
    def dates(self) -> tuple[str, ...]:
        """The turns in words."""
        return tuple(date for date, _ in self.track)


DATA = DataFolder("first_command", HexMapEntry, CountersFile[UnitEntry], ChartsFile, ScenarioFile)
