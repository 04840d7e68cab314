"""What is printed: map.yaml, units.yaml, charts.yaml, a file a scenario, and how rules come by them."""

from typing import Literal

from wargame_tui.board.files import Entry
from wargame_tui.board.hex_board import HexBoard
from wargame_tui.board.hexes import HexId, HexMapEntry
from wargame_tui.board.library import DataFolder, ScenarioEntry
from wargame_tui.engine.sides import opponents

Side = Literal["German", "American"]
Weather = Literal["dark", "fog", "clear"]
GERMAN: Side = "German"
AMERICAN: Side = "American"
enemy = opponents(GERMAN, AMERICAN)


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
    hexes: tuple[HexId, ...]
    """Where it stands at the start or, from `turn` on, may arrive (10)."""
    turn: int | None = None
    waits: int | None = None
    """Before this turn it neither moves nor attacks (4.6)."""
    source: str


class UnitsFile(Entry):
    """units.yaml"""

    title: str
    credits: tuple[str, ...]
    units: dict[str, UnitEntry]


class ChartsFile(Entry):
    """charts.yaml, whose comments name the rules."""

    title: str
    ground: dict[str, tuple[int, int, int]]
    built: dict[str, int]
    river: int
    zone: int
    stacking: int
    unsupplied: int
    support: dict[Weather, dict[Side, int]]
    eyes: HexId
    columns: tuple[str, ...]
    effects: dict[str, tuple[int, int, str]]
    results: dict[int, tuple[str, ...]]


class ScenarioFile(ScenarioEntry):
    """A scenario's file."""

    title: str
    name: str
    summary: str
    playing_time: str
    turns: int
    track: tuple[tuple[str, int | None], ...]
    supply: dict[Side, tuple[HexId, ...]]
    places: dict[HexId, int]
    exits: tuple[HexId, ...]
    levels: tuple[tuple[int, Side, str], ...]
    source: str


DATA = DataFolder("first_command", HexMapEntry, UnitsFile, ChartsFile, ScenarioFile)


@DATA.cached
def board() -> HexBoard:
    """The map."""
    return HexBoard(DATA.map)


def entry(unit: str) -> UnitEntry:
    """What is printed on a counter."""
    return DATA.units.units[unit]


def scenario_of(scenario: str) -> ScenarioFile:
    """A scenario's file, by `TITLE/SCENARIO`."""
    return DATA.scenarios[DATA.take_up(scenario)]
