"""The data files as rules use them."""

from collections.abc import Collection, Mapping
from pathlib import Path

from wargame_tui.board.library import DataFolder
from wargame_tui.board.printed_map import map_json
from wargame_tui.engine.sides import opponents

from skeleton.printed.data import ChartsFile, ScenarioFile, Side, UnitsFile
from skeleton.printed.map import MapFile

SIDES: tuple[Side, Side] = ("Red", "Blue")
FOLDER = Path(__file__).parent.parent / "data"
DATA = DataFolder("skeleton", MapFile, UnitsFile, ChartsFile, ScenarioFile, folder=FOLDER)
enemy = opponents(*SIDES)


@DATA.cached
def _links() -> Mapping[str, Collection[str]]:
    return {space: printed["neighbours"].keys() for space, printed in map_json(DATA.map)["spaces"].items()}


def near(space: str) -> Collection[str]:
    """The spaces next to one."""
    return _links()[space]
