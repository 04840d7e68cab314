"""The whole of a painted map: it fills the screen, the paper goes on beside it, and the overview is a picture of it."""

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import ImageColor
from textual.app import App, ComposeResult

from tests.benchmarks.bench_paint import painted
from wargame_tui.board.scene import Overlay
from wargame_tui.tui.map.front import front
from wargame_tui.tui.map.map_widget import MapWidget
from wargame_tui.tui.map.view import SMALL
from wargame_tui.tui.paint.hex_over import HexOver
from wargame_tui.tui.paint.hex_painter import HexPainter
from wargame_tui.tui.paint.painted import PaintedComposer

ALL = (
    "first_command/mortain", "ardennes_44/campaign", "ardennes_44/three_days", "liberty_roads/campaign",
    "montys_gamble/basic", "tigers_in_the_mist/campaign", "pacific_commander/1942", "desert_commander/france_1940",
)  # fmt: skip
SCALED = ("ardennes_44/three_days", "liberty_roads/campaign", "pacific_commander/1942", "desert_commander/france_1940")


class Field(App[None]):
    """Nothing but a painted map."""

    def __init__(self, scenario: str, cache: Path | None = None) -> None:
        super().__init__()
        self.map = painted(scenario, "halves", cache)

    def compose(self) -> ComposeResult:
        yield self.map


def composer(field: MapWidget, zoom: str) -> PaintedComposer:
    found = field._stage_at(zoom).composer
    assert isinstance(found, PaintedComposer)
    return found


@pytest.mark.parametrize("scenario", ALL)
async def test_of_the_zooms_that_show_all_of_the_map_one_is_left(scenario: str) -> None:
    app = Field(scenario)
    async with app.run_test(size=(200, 60)):
        first, *nearer = map(app.map._layout, app.map.zooms)
        assert first.width <= 200
        assert first.height <= 60
        large = [layout.width > 200 or layout.height > 60 for layout in nearer]
        assert all(large) or app.map.zooms[0] == "near"
        app.map.set_zoom("theatre")
        assert app.map.zoom_name == app.map.zooms[0], "there is no way to a smaller picture"


@pytest.mark.parametrize("scenario", SCALED)
async def test_it_fills_the_screen_at_every_size(scenario: str) -> None:
    app = Field(scenario)
    async with app.run_test(size=(80, 21)) as pilot:
        field, seen = app.map, set()
        field.go_to(field.amid)
        field.set_zoom(field.zooms[0])
        for width, height in (SMALL, (120, 40), (200, 60), (120, 40), SMALL):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            layout = field.layout_now
            seen.add((layout.width, layout.height))
            assert field.zoom_name == field.zooms[0], "who sees all of it goes on seeing all of it"
            assert max(layout.width / width, layout.height / height) > 0.85
            assert layout.width <= width
            assert layout.height <= height
            assert field.cursor in field.spaces_in_view
            assert field.render_line(height // 2).cell_length == width
        assert len(seen) == 3


async def test_who_looks_nearer_keeps_his_zoom_on_another_screen() -> None:
    app = Field(SCALED[0])
    async with app.run_test(size=(80, 21)) as pilot:
        await pilot.resize_terminal(200, 60)
        await pilot.pause()
        assert app.map.zoom_name == "near"


@pytest.mark.parametrize("scenario", ["ardennes_44/three_days", "montys_gamble/basic", "pacific_commander/1942"])
async def test_while_nobody_asks_for_anything_the_next_steps_are_painted(
    scenario: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A step nearer and one farther then wait for no painter, wherever the cursor is, and show what is there now."""
    app = Field(scenario, tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        field = app.map
        field.go_to(field.amid)
        field.set_zoom(field.zooms[1])
        field._preparing = rest = field.set_timer(100, lambda: None)
        for _ in range(100):
            field._prepare_steps()
            if field._preparing is rest:
                break
            rest = field._preparing
            rest.stop()
        else:
            raise AssertionError("it never ends")
        bare = {space: replace(here, counters=()) for space, here in field.scene.spaces.items()}
        field.show(replace(field.scene, spaces=bare))
        for zoom in (field.zooms[2], field.zooms[0]):
            ground = composer(field, zoom).ground
            with monkeypatch.context() as patch:
                patch.setattr(ground.painter, "paint", lambda *_: pytest.fail("something is left to be painted"))
                field.set_zoom(zoom)
                await pilot.pause()
                found = [field.render_line(y).text for y in range(40)]
            field._stage.forget_all()
            assert found == [field.render_line(y).text for y in range(40)]
            field.set_zoom(field.zooms[1])


async def test_beside_the_map_the_paper_goes_on() -> None:
    app = Field("montys_gamble/basic")
    async with app.run_test(size=(200, 60)):
        app.map.set_zoom(app.map.zooms[0])
        field = app.map
        assert field.layout_now.width < 198
        style = next(iter(field.render_line(30))).style
        assert style is not None
        assert style.bgcolor is not None
        assert tuple(style.bgcolor.triplet or ()) == ImageColor.getrgb(composer(field, field.zooms[0]).style.beyond)


def test_the_overview_is_a_picture_of_the_ground() -> None:
    """Finer than a space: coast and woods, not one colour for each."""
    field = painted("liberty_roads/campaign", "quadrants", None)
    rows = field.picture(40, 14)
    assert rows is not None
    assert [len(row) for row in rows] == [40] * 14
    assert sum(char != " " for row in rows for char, _, _ in row) > 100
    reds, blues = ([ImageColor.getrgb(cell[1])[n] for row in rows for cell in row] for n in (0, 2))
    watery = sum(blue > red + 20 for red, blue in zip(reds, blues, strict=True))
    assert 0.1 < watery / len(reds) < 0.6, "Biscay and the Channel, and France"


def test_the_overview_is_made_anew_only_when_tints_change() -> None:
    field = painted("montys_gamble/basic", "halves", None)
    before = field.picture(32, 12)
    field.go_to(field.amid)
    assert field.picture(32, 12) is before
    field.overlay(Overlay(highlights=dict.fromkeys(field.layout_now.boxes, "reach")))
    assert field.picture(32, 12) != before


def test_no_front_runs_over_the_sea() -> None:
    field = painted("liberty_roads/cobra", "halves", None)
    cells = composer(field, "middle")
    painter, over = cells.ground.painter, cells._over
    assert isinstance(painter, HexPainter)
    assert isinstance(over, HexOver)
    terrain = painter.layout.terrain
    sea = {terrain.grid.names[hex_] for hex_ in terrain.blind}
    pairs = front(field.scene, over._near)
    assert len(pairs) > 5
    assert not [pair for pair in pairs if sea.intersection(pair)]
