"""The data files: units.yaml, charts.yaml and one file a scenario."""

from typing import Annotated, Literal

from pydantic import Field
from wargame_tui.board.files import Entry, every
from wargame_tui.board.library import CountersFile, ScenarioEntry

from skeleton.printed.map import Space

Side = Literal["Red", "Blue"]
STRENGTHS = range(1, 4)


class UnitEntry(Entry):
    """What is printed on a counter."""

    name: str
    side: Side
    type: Literal["infantry", "armour"]
    strength: int = Field(ge=min(STRENGTHS), le=max(STRENGTHS))
    source: str


UnitsFile = CountersFile[UnitEntry]


class ChartsFile(Entry):
    """charts.yaml"""

    title: str
    hits_from: Annotated[dict[int, int], every(STRENGTHS)]
    """The lowest number of the die that hits, by the attacker's strength (3.2)."""
    source: str


class ScenarioFile(ScenarioEntry):
    """One scenario."""

    turns: int = Field(ge=1)
    setup: dict[str, Space]
    """Units with the spaces in which they start."""
    objective: Space
    """The space that decides the game (4.1)."""
    source: str
