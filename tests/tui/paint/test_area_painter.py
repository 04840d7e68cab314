"""The ground of an area map: pixels belong to the area that the mouse finds there, borders and rivers agree with it."""

from functools import cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest

from tests.tui.map.sample import sample_map
from tests.tui.map.shaped_sample import shaped_map
from wargame_tui.board.area import AreaMapEntry
from wargame_tui.board.files import load
from wargame_tui.board.look import Look
from wargame_tui.board.plain import scenarios_folder
from wargame_tui.tui.map.layout import ZOOMS, Layout, compute_layout, spaces_of, touching
from wargame_tui.tui.map.shapes import VOID
from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.area_painter import AreaPainter
from wargame_tui.tui.paint.canvas import Grain
from wargame_tui.tui.paint.style import STYLES, StyleName, map_style

MONTY, TIGERS = "montys_gamble", "tigers_in_the_mist"
MAPS = [(title, zoom) for title in (MONTY, TIGERS) for zoom in ZOOMS]
every_map = pytest.mark.parametrize(("title", "zoom"), MAPS)
GRAIN = Grain(8, 16, 2, 4)
ACROSS, DOWN = 2, 4
"""Pixels a cell when it matters who owns them."""
Owners = npt.NDArray[np.int32]
Points = npt.NDArray[np.float64]


@cache
def entry_of(title: str) -> AreaMapEntry:
    if title == MONTY:
        from wargame_tui.titles.montys_gamble.printed.data import MapFile as MontysMap

        return load(scenarios_folder() / title / "map.yaml", MontysMap)
    from wargame_tui.titles.tigers_in_the_mist.printed.data import MapFile as TigersMap

    return load(scenarios_folder() / title / "map.yaml", TigersMap)


@cache
def layout_of(title: str, zoom: str) -> Layout:
    return compute_layout(entry_of(title), zoom)


def made(title: str, zoom: str, style: StyleName = "paper") -> AreaPainter:
    look = load(scenarios_folder() / title / "look.yaml", Look)
    spaces = spaces_of(entry_of(title)).items()
    terrain = {name: "polder" for name, space in spaces if getattr(space, "polder", False)}
    terrain |= {name: "high" for name, space in spaces if getattr(space, "high", False)}
    return AreaPainter(entry_of(title), layout_of(title, zoom), map_style(style), look, terrain)


@cache
def painter(title: str, zoom: str) -> AreaPainter:
    return made(title, zoom)


@cache
def owners(title: str, zoom: str) -> Owners:
    layout = layout_of(title, zoom)
    return painter(title, zoom).owners(Box(0, 0, layout.width, layout.height), ACROSS, DOWN)


def cells(layout: Layout) -> Owners:
    """For every cell the space that the mouse finds there."""
    return np.repeat(np.asarray(layout.owner).reshape(layout.rows, layout.columns), 2, axis=1)


def owner_at(title: str, zoom: str, x: float, y: float) -> int:
    return int(owners(title, zoom)[int(y * DOWN), int(x * ACROSS)])


def along_waters(made: AreaPainter) -> Points:
    """Points along all waters, in rows both ways, four a row at least."""
    parts = []
    for water in made.shape.water:
        line = np.asarray(water.line) / (2, 1)
        for one, other in pairwise(line):
            parts.append(np.linspace(one, other, 2 + int(4 * np.hypot(*(other - one)))))
    return np.concatenate(parts)


@every_map
def test_the_middle_of_a_cell_is_of_the_area_that_the_mouse_finds(title: str, zoom: str) -> None:
    layout = layout_of(title, zoom)
    found = painter(title, zoom).owners(Box(0, 0, layout.width, layout.height), 1, 1)
    wanted = cells(layout)
    assert (found == wanted).mean() > 0.97
    # What differs lies beside a border: within a square of the grid that is smoothed; along rivers two.
    reach = painter(title, zoom).shape.factor if layout.shaped else 2
    wide = np.pad(wanted, ((reach, reach), (2 * reach, 2 * reach)), mode="edge")
    inner = np.ones_like(wanted, bool)
    for down in range(2 * reach + 1):
        for across in range(4 * reach + 1):
            inner &= wide[down : down + layout.height, across : across + layout.width] == wanted
    assert (found == wanted)[inner].all()


@every_map
def test_towns_and_labels_keep_to_their_areas(title: str, zoom: str) -> None:
    layout, shape = layout_of(title, zoom), painter(title, zoom).shape
    for number, space in enumerate(layout.ids):
        box = layout.boxes[space]
        assert owner_at(title, zoom, box.x + box.width / 2, box.y + box.height / 2) == number, space
        assert owner_at(title, zoom, *shape.town(number)) == number, space


@every_map
def test_areas_touch_as_in_the_layout(title: str, zoom: str) -> None:
    layout, found = layout_of(title, zoom), owners(title, zoom)
    sides: dict[frozenset[str], int] = {}
    for one, other in ((found[1:], found[:-1]), (found[:, 1:], found[:, :-1])):
        parted = (one != other) & (one != VOID) & (other != VOID)
        for a, b in zip(one[parted].tolist(), other[parted].tolist(), strict=True):
            pair = frozenset((layout.ids[a], layout.ids[b]))
            sides[pair] = sides.get(pair, 0) + 1
    assert {pair for pair, count in sides.items() if count > 1} == touching(layout)


@every_map
def test_every_area_has_its_outline(title: str, zoom: str) -> None:
    layout = layout_of(title, zoom)
    for space in layout.ids:
        outline = np.asarray(painter(title, zoom).outline(space))
        assert len(outline) >= 4
        assert (outline >= -0.01).all()
        assert (outline <= (layout.width + 0.01, layout.height + 0.01)).all()


@every_map
def test_water_lies_on_the_borders_that_are_named_after_it(title: str, zoom: str) -> None:
    made = painter(title, zoom)
    waters = along_waters(made)
    for arc in made.shape.arcs:
        if made.shape.water_at(arc):
            for spot in np.asarray(arc.line)[:: max(1, len(arc.line) // 6)] / (2, 1):
                apart = np.hypot(*(waters - spot).T).min()
                assert apart < 1.1, (arc.left, arc.right)


def test_shaped_rivers_have_the_right_area_on_either_side() -> None:
    made = painter(MONTY, "near")
    layout = made.layout
    for water in made.shape.water:
        for (x, y), (to_x, to_y) in list(pairwise(water.line))[4:-4:7]:
            # Two rows to the left and right of the stream.
            dx, dy = (to_x - x) / 2, to_y - y
            far = max(np.hypot(dx, dy), 0.01)
            sides = {
                owner_at(MONTY, "near", x + way * 4 * dy / far, y - way * 2 * dx / far)
                for way in (-1, 1)
                if 0 <= x + way * 4 * dy / far < layout.width and 0 <= y - way * 2 * dx / far < layout.height
            }
            assert len(sides) == 2, (water.name, x, y)


def test_a_named_river_is_one_line_to_the_edge_of_the_map() -> None:
    made = painter(MONTY, "near")
    for name in ("Maas", "IJssel", "Wilhelmina Canal", "Maas-Waal Canal"):
        lines = [water.line for water in made.shape.water if water.name == name]
        assert len(lines) == 1, name
    for name in ("Rhine", "Waal", "Maas"):
        west = min(spot for water in made.shape.water if water.name == name for spot in water.line)
        around = owners(MONTY, "near")[int((west[1] - 2) * DOWN) : int((west[1] + 2) * DOWN), int((west[0] - 2) * 2)]
        assert VOID in around, name


@every_map
def test_roads_lead_from_area_to_area(title: str, zoom: str) -> None:
    made = painter(title, zoom)
    layout, ids = made.layout, made.layout.ids
    for road in layout.roads:
        curve = made.roads.curves[road.link]
        seen = {owner_at(title, zoom, x, y) for x, y in curve if 0 <= x < layout.width and 0 <= y < layout.height}
        for space in (road.a, road.b):
            number = ids.index(space)
            if number not in made.shape.aside:
                assert number in seen, (road.a, road.b)


@every_map
def test_bridges_span_their_water(title: str, zoom: str) -> None:
    made = painter(title, zoom)
    waters = along_waters(made)
    assert made.spans
    for span in made.spans.values():
        assert np.hypot(*(waters - np.asarray(span.at) / (2, 1)).T).min() < 0.5
        assert span.at != span.towards


@pytest.mark.parametrize("zoom", ZOOMS)
def test_a_road_with_a_blown_bridge_crosses_its_river_once(zoom: str) -> None:
    """Nusbaum-Beaufort was drawn across the Sauer twice, blown on both."""
    made, links = painter(TIGERS, zoom), entry_of(TIGERS).links
    blown = [number for number, link in enumerate(links) if link.bridge == "destroyed"]
    assert [{*links[number].between} for number in blown].count({"19", "20"}) == 1
    spots = [made.spans[number].at for number in blown]
    assert len(set(spots)) == len(spots), "each has a spot of its own"


@pytest.mark.parametrize("style", STYLES)
@every_map
def test_the_same_ground_every_time_and_tile_by_tile(title: str, zoom: str, style: StyleName) -> None:
    layout = layout_of(title, zoom)
    box = Box(layout.width // 3, layout.height // 3, 24, 12)
    whole = made(title, zoom, style).paint(box, GRAIN)
    assert whole.shape == (box.height * 4, box.width * 2, 3)
    other = made(title, zoom, style)
    parts = [other.paint(Box(box.x + x, box.y, 12, box.height), GRAIN) for x in (12, 0)]
    apart = np.abs(np.hstack(parts[::-1]).astype(int) - whole)
    assert (apart.max(axis=2) > 24).mean() < 0.02
    assert (made(title, zoom, style).paint(box, GRAIN) == whole).all()


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("entry", [sample_map(), shaped_map()], ids=["grown", "shaped"])
def test_a_map_may_have_neither_roads_nor_rivers(entry: AreaMapEntry, zoom: str) -> None:
    bare = entry.model_copy(update={"links": (), "rivers": {}, "places": {}})
    for each in (entry, bare):
        layout = compute_layout(each, zoom)
        made = AreaPainter(each, layout, map_style("paper"))
        pixels = made.paint(Box(0, 0, layout.width, layout.height), GRAIN)
        assert pixels.shape == (layout.height * 4, layout.width * 2, 3)
        assert bool(made.spans) == (each is entry)


def test_terrain_is_painted_where_the_scene_has_it() -> None:
    made = painter(MONTY, "near")
    x, y = made.shape.town(made.layout.ids.index("20"))
    field = made.paint(Box(int(x) - 12, int(y) - 8, 12, 6), GRAIN).astype(int)
    x, y = made.shape.town(made.layout.ids.index("57"))
    plain = made.paint(Box(int(x) - 12, int(y) - 8, 12, 6), GRAIN).astype(int)
    assert (field[..., 1] > field[..., 0]).mean() > 0.6
    assert (plain[..., 1] <= plain[..., 0]).mean() > 0.8
