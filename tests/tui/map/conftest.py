"""The sample map and its layouts, computed once."""

import importlib.util
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from wargame_tui.board.area import AreaMapEntry
from wargame_tui.board.files import load
from wargame_tui.board.hexes import HexMapEntry
from wargame_tui.board.plain import scenarios_folder
from wargame_tui.board.scene import Scene
from wargame_tui.tui.map.layout import ZOOMS, Layout, compute_layout


@cache
def _module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"area_map_{name}", Path(__file__).with_name(f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def _entry(name: str) -> AreaMapEntry:
    if name == "sample":
        entry: AreaMapEntry = _module("sample").sample_map()
        return entry
    if name == "shapes":
        shapes: AreaMapEntry = _module("shaped_sample").shaped_map()
        return shapes
    if name == "tigers":
        from wargame_tui.titles.tigers_in_the_mist.printed import data as tigers

        return load(scenarios_folder() / "tigers_in_the_mist" / "map.yaml", tigers.MapFile)
    from wargame_tui.titles.montys_gamble.printed import data as montys

    return load(scenarios_folder() / "montys_gamble" / "map.yaml", montys.MapFile)


@cache
def _layout(name: str, zoom: str) -> Layout:
    return compute_layout(_entry(name), zoom)


@pytest.fixture(scope="session")
def hex_entry() -> HexMapEntry:
    """The sample hex map."""
    made: HexMapEntry = _module("hex_sample").hex_map()
    return made


@pytest.fixture(scope="session")
def hex_scene() -> Scene:
    """Invented counters on it."""
    made: Scene = _module("hex_sample").hex_scene()
    return made


@pytest.fixture(scope="session")
def entry() -> AreaMapEntry:
    """The sample map."""
    return _entry("sample")


@pytest.fixture(scope="session")
def scene(entry: AreaMapEntry) -> Scene:
    """Invented counters on the sample map."""
    made: Scene = _module("sample").sample_scene(entry)
    return made


@pytest.fixture(scope="session", params=[(name, zoom) for name in ("sample", "tigers") for zoom in ZOOMS])
def laid_out(request: pytest.FixtureRequest) -> tuple[AreaMapEntry, Layout]:
    """Each map at each zoom."""
    name, zoom = request.param
    return _entry(name), _layout(name, zoom)


@pytest.fixture(scope="session")
def shaped_entry() -> AreaMapEntry:
    """The sample map with shapes."""
    return _entry("shapes")


@pytest.fixture(scope="session")
def shaped_scene() -> Scene:
    """Invented counters on it."""
    made: Scene = _module("shaped_sample").shaped_scene()
    return made


@pytest.fixture(scope="session", params=[(name, zoom) for name in ("shapes", "montys") for zoom in ZOOMS])
def shaped(request: pytest.FixtureRequest) -> tuple[AreaMapEntry, Layout]:
    """Each map with shapes at each zoom."""
    name, zoom = request.param
    return _entry(name), _layout(name, zoom)


@pytest.fixture(scope="session")
def chart_kit() -> ModuleType:
    """The charts of the shipped titles, with invented counters."""
    return _module("chart_sample")
