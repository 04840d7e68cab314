"""The data files: units.yaml, charts.yaml and one file a scenario; the model of map.yaml is in map.py."""

from typing import Literal

from pydantic import Field
from wargame_tui.board.files import Entry
from wargame_tui.board.library import ScenarioEntry

Side = Literal["Red", "Blue"]


class UnitEntry(Entry):
    """What is printed on a counter."""

    name: str
    side: Side
    type: Literal["infantry", "armour"]
    strength: int = Field(ge=1, le=3)
    source: str


class ChartsFile(Entry):
    """charts.yaml"""

    title: str
    hits_from: dict[int, int]
    """The lowest number of the die that hits, by the attacker's strength (3.2)."""
    source: str


class ScenarioFile(ScenarioEntry):
    """One scenario."""

    turns: int = Field(ge=1)
    setup: dict[str, str]
    """Units with the spaces in which they start."""
    objective: str
    """The space that decides the game (4.1)."""
    source: str
