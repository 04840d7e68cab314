"""The data files as rules use them."""

from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path

from wargame_tui.board.library import CountersFile, DataFolder
from wargame_tui.board.printed_map import map_json
from wargame_tui.engine.sides import opponents

from skeleton.printed.data import ChartsFile, ScenarioFile, Side, UnitEntry
from skeleton.printed.map import MapFile

SIDES: tuple[Side, Side] = ("Red", "Blue")
FOLDER = Path(__file__).parent.parent / "data"
DATA = DataFolder("skeleton", MapFile, CountersFile[UnitEntry], ChartsFile, ScenarioFile, folder=FOLDER)
enemy = opponents(*SIDES)


@cache
def neighbours() -> Mapping[str, Collection[str]]:
    """The spaces next to each space."""
    return {space: printed["neighbours"].keys() for space, printed in map_json(DATA.map)["spaces"].items()}
