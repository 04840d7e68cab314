"""What tests of several parts share: the titles that `wargame-tui new-title` writes, installed."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from wargame_tui.new_title import Kind, write

ENTRY_POINTS = "[wargame_tui.titles]\n{name} = {name}:TITLE\n"
METADATA = "Metadata-Version: 2.1\nName: wargame-tui-{name}\nVersion: 0\n"


@pytest.fixture(scope="session")
def new_titles(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A folder for a new title of each kind of map, each as good as installed while it is on sys.path."""
    parent = tmp_path_factory.mktemp("new_titles")
    folders = {}
    for kind in get_args(Kind):
        name = f"new_{kind}"
        folders[kind] = write(name, kind, parent)
        told = folders[kind] / f"{name}-0.dist-info"
        told.mkdir()
        (told / "METADATA").write_text(METADATA.format(name=name))
        (told / "entry_points.txt").write_text(ENTRY_POINTS.format(name=name))
    return folders


@pytest.fixture(params=get_args(Kind))
def new_title(request: pytest.FixtureRequest, new_titles: dict[str, Path]) -> Iterator[str]:
    """The id of an installed new title."""
    path = str(new_titles[request.param])
    sys.path.insert(0, path)
    yield f"new_{request.param}"
    sys.path.remove(path)
