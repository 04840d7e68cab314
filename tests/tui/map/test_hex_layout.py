"""The geometry of hex maps: cells and hexes, hexsides, roads, boxes."""

from collections.abc import Iterator
from itertools import product

import pytest

from tests.tui.map.looks import LOOK
from wargame_tui.board.hexes import HexMapEntry
from wargame_tui.board.scene import Scene
from wargame_tui.tui.map.glyphs import FULL
from wargame_tui.tui.map.hex_compose import HexComposer
from wargame_tui.tui.map.hex_far import FarComposer
from wargame_tui.tui.map.hex_layout import HEX_ZOOMS, SCALES, HexLayout
from wargame_tui.tui.map.hex_map import composer_of
from wargame_tui.tui.map.hex_terrain import HexTerrain
from wargame_tui.tui.map.palette import LIKE
from wargame_tui.tui.map.view import View

OUTLINED = [zoom for zoom in HEX_ZOOMS if SCALES[zoom].rows >= 4]
SLANTED = [zoom for zoom in HEX_ZOOMS if SCALES[zoom].slant]


def _composer(entry: HexMapEntry, zoom: str, scene: Scene | None = None) -> HexComposer | FarComposer:
    layout = HexLayout(HexTerrain(entry, LOOK), SCALES[zoom])
    composer = composer_of(layout, FULL, View(look=LOOK, scene=scene or Scene(spaces={})))
    composer.forget_all()
    return composer


def _cells(composer: HexComposer | FarComposer) -> Iterator[tuple[int, int, str, str, str]]:
    """Column, row, glyph, ground and ink of every cell."""
    for y in range(composer.layout.height):
        x = 0
        for text, ground, ink in composer.row(y):
            for char in text:
                yield x, y, char, ground, ink
                x += 1
        assert x == composer.layout.width


def _about(x: int, y: int) -> Iterator[tuple[int, int]]:
    for dx, dy in product((-1, 0, 1), repeat=2):
        yield x + dx, y + dy


@pytest.mark.parametrize("zoom", HEX_ZOOMS)
def test_a_cell_belongs_to_the_hex_whose_ground_it_shows(hex_entry: HexMapEntry, zoom: str) -> None:
    """What the mouse finds is what is drawn, cell by cell, beside the map too."""
    bare = hex_entry.model_copy(update={"rivers": {}, "roads": (), "places": ()})
    composer = _composer(bare, zoom)
    terrain = composer.layout.terrain
    terrain.grounds[:] = [f"hex {name}" for name in terrain.grid.names]
    seen = set()
    for x, y, _, ground, ink in _cells(composer):
        space = composer.layout.space_at(x, y)
        if space in composer.layout.asides:
            assert ground == "hex.box"
        elif space is None:
            assert ground == "void"
        else:
            assert f"hex {space}" in (ground, ink.removeprefix(LIKE))
            seen.add(space)
    assert seen == set(terrain.grid.names)


@pytest.mark.parametrize("zoom", HEX_ZOOMS)
def test_hexes_lie_where_their_neighbours_say(hex_entry: HexMapEntry, zoom: str) -> None:
    """North is up, and going round a hex leads through its six neighbours clockwise."""
    layout = HexLayout(HexTerrain(hex_entry, LOOK), SCALES[zoom])
    grid, scale = layout.terrain.grid, SCALES[zoom]
    half = scale.rows / 2
    ways = [(0, -1), (1, -0.5), (1, 0.5), (0, 1), (-1, 0.5), (-1, -0.5)]
    for hex_ in range(grid.size):
        x, y = layout.corner(*grid.square(hex_))
        for other, (dx, dy) in zip(grid.neighbours[hex_], ways, strict=True):
            if other is not None:
                other_x, other_y = layout.corner(*grid.square(other))
                assert other_x - x == dx * scale.pitch
                assert abs(other_y - y - dy * scale.rows) <= half * (scale.slant == 0)


@pytest.mark.parametrize("zoom", HEX_ZOOMS)
def test_waters_run_where_their_hexes_meet(hex_entry: HexMapEntry, zoom: str) -> None:
    """Every hexside with water is drawn, between its two hexes and nowhere else."""
    composer = _composer(hex_entry.model_copy(update={"roads": ()}), zoom)
    layout, terrain = composer.layout, composer.layout.terrain
    names = terrain.grid.names
    found: dict[frozenset[str], int] = {}
    pairs = {frozenset((names[a], names[b])) for a, b in terrain.water}
    for x, y, _, _, ink in _cells(composer):
        if ink.startswith("hex.water."):
            here = {space for cell in _about(x, y) if (space := layout.space_at(*cell))}
            touching = {hexside for hexside in pairs if hexside <= here}
            assert touching, (x, y, here)
            for hexside in touching:
                found[hexside] = found.get(hexside, 0) + 1
    assert found.keys() == pairs
    assert min(found.values()) >= max(1, SCALES[zoom].slant)


@pytest.mark.parametrize("zoom", SLANTED)
def test_rivers_major_rivers_and_lakes_look_different(hex_entry: HexMapEntry, zoom: str) -> None:
    cells = {(char, ink) for _, _, char, _, ink in _cells(_composer(hex_entry, zoom)) if ink.startswith("hex.water.")}
    looks = {kind: {char for char, ink in cells if ink == f"hex.water.{kind}"} for kind in FULL.waters}
    assert {kind: "".join(sorted(chars)) for kind, chars in looks.items()} == {
        kind: "".join(sorted(chars)) for kind, chars in FULL.waters.items()
    }


@pytest.mark.parametrize("zoom", SLANTED)
def test_rivers_flow_through_towns(hex_entry: HexMapEntry, zoom: str) -> None:
    """From the corner where the hexsides end to that where they go on."""
    around = hex_entry.rivers["Ring"]
    river = around.model_copy(update={"hexsides": ("0606-0706", "0506-0605"), "through": ("0606",)})
    composer = _composer(hex_entry.model_copy(update={"rivers": {"Ring": river}, "roads": ()}), zoom)
    flowing = {composer.layout.space_at(x, y) for x, y, char, _, _ in _cells(composer) if char == FULL.river}
    assert flowing == {"0606"}


@pytest.mark.parametrize("zoom", SLANTED)
def test_roads_run_on_without_a_gap(hex_entry: HexMapEntry, zoom: str) -> None:
    """Every arm of a road cell meets an arm of the next, a bridge or what is written over the road."""
    composer = _composer(hex_entry, zoom)
    arms = {glyph: arms for arms, glyph in FULL.roads.items() if any(arms)}
    cells = {(x, y): (char, ink) for x, y, char, _, ink in _cells(composer)}
    roads = {cell: arms[char] for cell, (char, ink) in cells.items() if ink.startswith("road.")}
    assert roads
    for (x, y), found in roads.items():
        for side, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
            if found[side]:
                _, ink = cells[x + dx, y + dy]
                meets = roads.get((x + dx, y + dy), (0, 0, 0, 0))[(side + 2) % 4]
                assert meets or ink in ("bridge", "name", "town", "hex.village"), (x, y, ink)


@pytest.mark.parametrize("zoom", SLANTED)
def test_a_road_crosses_each_hexside_on_its_way(hex_entry: HexMapEntry, zoom: str) -> None:
    composer = _composer(hex_entry.model_copy(update={"places": ()}), zoom)
    layout, terrain = composer.layout, composer.layout.terrain
    names = terrain.grid.names
    roads = {(x, y) for x, y, _, _, ink in _cells(composer) if ink.startswith("road.") or ink == "bridge"}
    crossed = set()
    for x, y in roads:
        here = layout.space_at(x, y)
        crossed |= {frozenset((here, layout.space_at(*cell))) for cell in ((x + 1, y), (x, y + 1)) if cell in roads}
    wanted = {
        frozenset((names[hex_], names[other]))
        for hex_, arms in terrain.roads.items()
        for kind, other in zip(arms, terrain.grid.neighbours[hex_], strict=True)
        if kind and other is not None
    }
    assert wanted <= crossed


@pytest.mark.parametrize("zoom", SLANTED)
def test_bridges_stand_or_are_blown(hex_entry: HexMapEntry, zoom: str) -> None:
    terrain = HexTerrain(hex_entry, LOOK)
    bridges = [terrain.grid.hexside(*hexside) for hexside in terrain.crossings]
    assert len(bridges) == 3
    standing = [cell[4] for cell in _cells(_composer(hex_entry, zoom))]
    fallen = [
        (cell[2], cell[4])
        for cell in _cells(_composer(hex_entry, zoom, Scene(spaces={}, bridges=dict.fromkeys(bridges, False))))
    ]
    assert standing.count("bridge") == 3
    assert "bridge.down" not in standing
    assert fallen.count((FULL.bridges[2], "bridge.down")) == 3


@pytest.mark.parametrize("zoom", HEX_ZOOMS)
def test_boxes_lie_beside_the_map_at_their_edges(hex_entry: HexMapEntry, zoom: str) -> None:
    layout = HexLayout(HexTerrain(hex_entry, LOOK), SCALES[zoom])
    north, west = layout.asides["north"], layout.asides["west"]
    south_west, south_east = layout.asides["south_west"], layout.asides["south_east"]
    assert north.y + north.height <= layout.top
    assert west.x + west.width <= layout.left
    assert south_west.y >= layout.bottom
    assert south_west.x + south_west.width < south_east.x
    for space, box in layout.asides.items():
        assert layout.space_at(box.x, box.y) == space
        assert layout.space_at(box.x + box.width - 1, box.y + box.height - 1) == space
        assert 0 <= box.x < box.x + box.width <= layout.width
        assert 0 <= box.y < box.y + box.height <= layout.height


def test_a_campaign_map_fits_a_large_screen_at_the_far_zoom(hex_entry: HexMapEntry) -> None:
    """70 columns by 43 rows."""
    grid = hex_entry.grid.model_copy(
        update={"sheets": (hex_entry.grid.sheets[0].model_copy(update={"columns": 70}),), "rows": 43}
    )
    layout = HexLayout(HexTerrain(hex_entry.model_copy(update={"grid": grid}), LOOK), SCALES["far"])
    assert layout.width <= 146
    assert layout.height <= 55
