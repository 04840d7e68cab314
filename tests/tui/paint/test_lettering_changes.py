"""What is lettered anew after a change is what a map made anew would say, and where it changed is told."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.tui.map.chart_sample import chart_entry, chart_scene
from tests.tui.map.hex_sample import hex_map, hex_scene
from tests.tui.map.looks import LOOK
from tests.tui.map.shaped_sample import shaped_map, shaped_scene
from tests.tui.paint.lettered import AnyLettering, MapEntry, lettering, zooms_of
from wargame_tui.board.scene import Overlay, Scene
from wargame_tui.tui.map.view import View

HEXES, SHAPES, CHART = hex_map(), shaped_map(), chart_entry("france")
MAPS: dict[str, tuple[MapEntry, Scene]] = {
    "hexes": (HEXES, hex_scene()),
    "areas": (SHAPES, shaped_scene()),
    "chart": (CHART, chart_scene(CHART)),
}
CASES = [(name, zoom) for name, (entry, _) in MAPS.items() for zoom in zooms_of(entry)]


def standing(view: View) -> list[str]:
    return [space for space, here in view.scene.spaces.items() if here.counters]


def cursor(view: View) -> set[str]:
    view.cursor = standing(view)[0]
    return {view.cursor}


def next_cursor(view: View) -> set[str]:
    before, view.cursor = standing(view)[0], standing(view)[1]
    return {before, view.cursor}


def hover(view: View) -> set[str]:
    view.hover = standing(view)[1]
    return {view.hover}


def overlay(view: View) -> set[str]:
    one, other = standing(view)[:2]
    view.overlay = Overlay(highlights={one: "choice", other: "reach"}, notes={other: "4"})
    return {one, other}


def jumps(view: View) -> set[str]:
    view.jumps = {standing(view)[0]: "aa"}
    return {*view.jumps}


def no_jumps(view: View) -> set[str]:
    spaces, view.jumps = {*view.jumps}, {}
    return spaces


def left(view: View) -> set[str]:
    space = standing(view)[0]
    here = replace(view.scene.spaces[space], counters=())
    view.scene = replace(view.scene, spaces={**view.scene.spaces, space: here})
    return {space}


def read(made: AnyLettering) -> list[list[tuple[object, ...]]]:
    return [[*map(tuple, made.row(y))] for y in range(made.layout.height)]


@pytest.mark.parametrize(("name", "zoom"), CASES)
def test_one_change_after_the_other(name: str, zoom: str) -> None:
    entry, scene = MAPS[name]
    view = View(scene=scene, look=LOOK)
    made = lettering(entry, view, zoom)
    before = read(made)
    changes: list[Callable[[View], set[str]]] = [cursor, next_cursor, hover, overlay, jumps, no_jumps, left]
    for change in changes:
        dirty = made.forget(sorted(change(view)))
        after, told = read(made), {y for box in dirty for y in range(box.y, box.y + box.height)}
        assert {y for y, row in enumerate(after) if row != before[y]} <= told, change
        for got, wanted in zip(after, read(lettering(entry, view, zoom)), strict=True):
            assert got == wanted, change
        before = after
