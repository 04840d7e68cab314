"""The data files as rules use them."""

from collections.abc import Collection
from pathlib import Path

from wargame_tui.board.hexes import HexMapEntry
from wargame_tui.board.library import DataFolder
from wargame_tui.engine.sides import opponents

from skeleton.printed.data import ChartsFile, ScenarioFile, Side, UnitsFile

SIDES: tuple[Side, Side] = ("Red", "Blue")
FOLDER = Path(__file__).parent.parent / "data"
DATA = DataFolder("skeleton", HexMapEntry, UnitsFile, ChartsFile, ScenarioFile, folder=FOLDER)
enemy = opponents(*SIDES)


def near(space: str) -> Collection[str]:
    """The hexes next to one; `DATA.board` also knows what is in each, and the roads and rivers between them."""
    return DATA.board.near(space)
