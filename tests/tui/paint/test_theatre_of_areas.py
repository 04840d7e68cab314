"""The whole of large area maps, painted: the far map made smaller, with marks and the greatest names."""

from functools import cache

import numpy as np
import pytest

from tests.benchmarks.bench_paint import painted
from wargame_tui.tui.map.map_widget import MapWidget
from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.cells import GRAINS
from wargame_tui.tui.paint.painted import PaintedComposer

SCENARIOS = {"tigers_in_the_mist/campaign": "Bastogne", "montys_gamble/basic": "Nijmegen"}


@cache
def whole(scenario: str) -> MapWidget:
    return painted(scenario, "quadrants", None)


def composer(scenario: str) -> PaintedComposer:
    found = whole(scenario)._farthest.composer
    assert isinstance(found, PaintedComposer)
    return found


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_it_fits_a_small_screen_and_names_the_places_that_matter(scenario: str) -> None:
    layout = whole(scenario).whole
    assert layout.width <= 80
    assert layout.height <= 22
    written = [whole(scenario).line_of_whole(y, whole(scenario).zooms[0]).text for y in range(layout.height)]
    assert all(len(line) == layout.width for line in written)
    assert SCENARIOS[scenario] in "\n".join(written)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_cell_has_the_space_that_the_layout_says(scenario: str) -> None:
    layout, painter = whole(scenario).whole, composer(scenario).ground.painter
    box = Box(0, 0, layout.width, layout.height)
    owners = painter.owners(box, 1, 1)
    assert owners.shape == (layout.height, layout.width)
    told = [layout.space_at(x, y) for y in range(layout.height) for x in range(layout.width)]
    meant = [None if number < 0 else painter.spaces[number] for number in owners.ravel().tolist()]
    same = np.mean([one == other for one, other in zip(told, meant, strict=True) if one is not None])
    assert same > 0.9, "only along borders a smooth line leaves another cell to each"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_part_is_painted_as_the_whole_is(scenario: str) -> None:
    painter, grain = composer(scenario).ground.painter, GRAINS["quadrants"]
    wide, part = painter.paint(Box(8, 4, 24, 12), grain), painter.paint(Box(16, 8, 8, 4), grain)
    assert part.shape == (4 * grain.shown_down, 8 * grain.shown_across, 3)
    middle = wide[4 * grain.shown_down : 8 * grain.shown_down, 8 * grain.shown_across : 16 * grain.shown_across]
    inner = np.s_[2:-2, 2:-2]
    assert np.abs(middle[inner].astype(int) - part[inner].astype(int)).mean() < 6


def test_whoever_stands_somewhere_can_be_picked() -> None:
    scenario = "tigers_in_the_mist/campaign"
    cells, layout = composer(scenario), whole(scenario).whole
    stood = [space for space, here in whole(scenario).scene.spaces.items() if here.counters]
    found = {cells.unit_at(layout.boxes[space].x, layout.boxes[space].y) for space in stood}
    assert len(found - {None}) > len(stood) // 2


def test_the_cursor_is_drawn_anew_and_little_else() -> None:
    scenario = "tigers_in_the_mist/campaign"
    field, fresh = painted(scenario, "quadrants", None), painted(scenario, "quadrants", None)
    one, other = list(field.whole.boxes)[3:5]

    def rows(of: MapWidget) -> list[str]:
        return [of.line_of_whole(y, of.zooms[0]).text for y in range(of.whole.height)]

    field.go_to(one)
    rows(field)
    dirty = field._farthest.composer.forget([one, other], labels_only=True)
    assert sum(box.height for box in dirty) < field.whole.height
    field.go_to(other)
    fresh.go_to(other)
    assert rows(field) == rows(fresh)
