"""The sample map and its layouts, computed once."""

import importlib.util
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from wargame_tui.board.area import AreaMapEntry
from wargame_tui.board.files import load
from wargame_tui.board.plain import scenarios_folder
from wargame_tui.board.scene import Scene
from wargame_tui.tui.map.layout import ZOOMS, Layout, compute_layout


@cache
def _sample() -> ModuleType:
    spec = importlib.util.spec_from_file_location("area_map_sample", Path(__file__).with_name("sample.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def _entry(name: str) -> AreaMapEntry:
    if name == "sample":
        entry: AreaMapEntry = _sample().sample_map()
        return entry
    from wargame_tui.titles.tigers_in_the_mist.data import MapFile

    return load(scenarios_folder() / "tigers_in_the_mist" / "map.yaml", MapFile)


@cache
def _layout(name: str, zoom: str) -> Layout:
    return compute_layout(_entry(name), zoom)


@pytest.fixture(scope="session")
def entry() -> AreaMapEntry:
    """The sample map."""
    return _entry("sample")


@pytest.fixture(scope="session")
def scene(entry: AreaMapEntry) -> Scene:
    """Invented counters on the sample map."""
    made: Scene = _sample().sample_scene(entry)
    return made


@pytest.fixture(scope="session", params=[(name, zoom) for name in ("sample", "tigers") for zoom in ZOOMS])
def laid_out(request: pytest.FixtureRequest) -> tuple[AreaMapEntry, Layout]:
    """Each map at each zoom."""
    name, zoom = request.param
    return _entry(name), _layout(name, zoom)
