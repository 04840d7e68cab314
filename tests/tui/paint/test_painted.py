"""A painted hex map: what is fitted anew when something changes is what a map made anew would show."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.tui.map.chart_sample import chart_entry, chart_scene
from tests.tui.map.hex_sample import counter, hex_map
from tests.tui.map.looks import LOOK
from tests.tui.map.shaped_sample import shaped_map, shaped_scene
from wargame_tui.board.scene import Overlay, Scene, SpaceScene
from wargame_tui.tui.map.chart_layout import lay_out_chart
from wargame_tui.tui.map.glyphs import GLYPH_SETS
from wargame_tui.tui.map.hex_layout import SCALES, HexLayout
from wargame_tui.tui.map.hex_terrain import HexTerrain
from wargame_tui.tui.map.layout import compute_layout
from wargame_tui.tui.map.palette import PALETTES
from wargame_tui.tui.map.view import Box, Surface, View
from wargame_tui.tui.paint.painted import PaintedComposer
from wargame_tui.tui.paint.surface import painted_areas, painted_chart, painted_hexes

ENTRY = hex_map()
SHAPES, CHART = shaped_map(), chart_entry("france")
Row = list[tuple[str, str]]


def composer(view: View, zoom: str = "near", cache: Path | None = None, style: str = "paper") -> PaintedComposer:
    layout = HexLayout(HexTerrain(ENTRY, LOOK), SCALES[zoom])
    made = painted_hexes(layout, GLYPH_SETS["full"], view, Surface(style, "quadrants", cache))
    made.forget_all()
    return made


def rows(made: PaintedComposer) -> list[Row]:
    """Every row: texts and styles."""
    palette, layout = PALETTES["truecolor"], made.layout
    return [
        [(text, str(style)) for text, style, _ in made.segments(y, 0, layout.width, palette)]
        for y in range(layout.height)
    ]


def cursor(view: View) -> set[str]:
    view.cursor = "0304"
    return {"0304"}


def hover(view: View) -> set[str]:
    view.hover = "0205"
    return {"0205"}


def highlight(view: View) -> set[str]:
    view.overlay = Overlay(highlights={"0304": "reach", "W0203": "battle"})
    return {"0304", "W0203"}


def blown(view: View) -> set[str]:
    view.scene = replace(view.scene, bridges={"0304-0305": False})
    return {"0304", "0305"}


def bond(view: View) -> set[str]:
    view.overlay = Overlay(hexsides={"0304-0305": "bond"})
    return {"0304", "0305"}


def unit(view: View) -> set[str]:
    view.scene = Scene(spaces={"0404": SpaceScene(counters=(counter("1", "german"),))})
    return {"0404"}


@pytest.mark.parametrize("change", [cursor, hover, highlight, blown, bond, unit])
@pytest.mark.parametrize("zoom", ["far", "middle", "near"])
def test_what_changes_is_drawn_anew_and_nothing_else(change: Callable[[View], set[str]], zoom: str) -> None:
    view = View(look=LOOK)
    made = composer(view, zoom)
    before = rows(made)
    dirty = made.forget(sorted(change(view)))
    told = {y for box in dirty for y in range(box.y, box.y + box.height)}
    after = rows(made)
    assert after == rows(composer(view, zoom))
    assert {y for y, row in enumerate(after) if row != before[y]} <= told
    if change is not unit or zoom != "far":
        assert after != before


@pytest.mark.parametrize("left", [0, 7])
def test_rows_mended_one_change_after_the_other_are_as_if_composed_at_once(left: int) -> None:
    view, palette = View(look=LOOK), PALETTES["truecolor"]
    made = composer(view)

    def seen(composed: PaintedComposer) -> list[Row]:
        layout = composed.layout
        return [
            [(text, str(style)) for text, style, _ in composed.segments(y, left, layout.width - left, palette)]
            for y in range(layout.height)
        ]

    seen(made)
    for change in (cursor, unit, hover, highlight):
        made.forget(sorted(change(view)))
        assert seen(made) == seen(composer(view))
    for space in ("0405", "0203", "0304", "0404"):
        before, view.cursor = view.cursor, space
        made.forget(sorted({space, before or space}), labels_only=True)
        made.forget([space], labels_only=True)  # Twice before anybody looks.
        assert seen(made) == seen(composer(view))


@pytest.mark.parametrize(
    ("kind", "zoom"), [("areas", "middle"), ("areas", "near"), ("chart", "middle"), ("chart", "near")]
)
def test_steps_of_the_cursor_over_areas_and_charts_leave_what_a_map_made_anew_would_show(kind: str, zoom: str) -> None:
    entry, scene = (SHAPES, shaped_scene()) if kind == "areas" else (CHART, chart_scene(CHART))

    def composed(view: View) -> PaintedComposer:
        glyphs, surface = GLYPH_SETS["full"], Surface("paper", "octants")
        made = (
            painted_areas(entry, compute_layout(entry, zoom), glyphs, view, surface, {})
            if kind == "areas"
            else painted_chart(entry, lay_out_chart(entry, zoom), glyphs, view, surface)
        )
        made.forget_all()
        return made

    view = View(look=LOOK, scene=scene)
    made = composed(view)
    view.window = Box(10, 5, made.layout.width // 2, made.layout.height // 2)
    rows(made)
    spaces = [*made.layout.boxes]
    for space in (spaces[0], spaces[1], spaces[-1]):
        before, view.cursor = view.cursor, space
        made.forget(sorted({space, before or space}), labels_only=True)
        assert rows(made) == rows(composed(view)), space


def test_hexes_out_of_play_are_covered() -> None:
    view = View(look=LOOK, scene=Scene(spaces={}))
    before = rows(composer(view))
    view.scene = Scene(spaces={}, outside=frozenset({"0304"}))
    assert rows(composer(view)) != before


def test_a_counter_is_found_under_the_mouse() -> None:
    view = View(look=LOOK, scene=Scene(spaces={"0404": SpaceScene(counters=(counter("1", "german"),))}))
    made = composer(view)
    box = made.layout.boxes["0404"]
    cells = [(x, y) for y in range(box.y, box.y + box.height) for x in range(box.x, box.x + box.width)]
    found = [cell for cell in cells if made.unit_at(*cell) == "1"]
    assert found
    assert made.unit_at(box.x + box.width // 2, box.y + 3 * box.height) is None


def test_tiles_on_disk_show_the_same_map_and_damaged_ones_are_painted_again(tmp_path: Path) -> None:
    view = View(look=LOOK)
    first = rows(composer(view, cache=tmp_path))
    kept = sorted(path for path in tmp_path.rglob("*-*") if path.is_file())
    assert kept
    kept[0].write_bytes(b"damaged")
    assert rows(composer(view, cache=tmp_path)) == first
    assert kept[0].read_bytes() != b"damaged"


def test_another_style_has_tiles_of_its_own(tmp_path: Path) -> None:
    view = View(look=LOOK)
    paper = rows(composer(view, cache=tmp_path))
    night = rows(composer(view, cache=tmp_path, style="night"))
    assert paper != night
    assert len([*tmp_path.glob("painted-*")]) == 2
