"""What the composed hex map shows, read from its cells and texts."""

import unicodedata
from dataclasses import replace

import pytest

from tests.tui.map.looks import LOOK
from wargame_tui.board.hexes import HexMapEntry
from wargame_tui.board.scene import Counter, Overlay, Scene, SpaceScene
from wargame_tui.tui.map.glyphs import FULL, GLYPH_SETS
from wargame_tui.tui.map.hex_compose import HexComposer
from wargame_tui.tui.map.hex_far import FarComposer
from wargame_tui.tui.map.hex_layout import HEX_ZOOMS, SCALES, HexLayout
from wargame_tui.tui.map.hex_map import composer_of
from wargame_tui.tui.map.hex_terrain import HexTerrain
from wargame_tui.tui.map.maps import names
from wargame_tui.tui.map.palette import PALETTES
from wargame_tui.tui.map.text import grid_text
from wargame_tui.tui.map.view import View

EMPTY = Scene(spaces={})
SLANTED = [zoom for zoom in HEX_ZOOMS if SCALES[zoom].slant]
OUTLINED = [zoom for zoom in HEX_ZOOMS if SCALES[zoom].rows >= 4]


def _counter(unit: str, side: str = "German", **changes: object) -> Counter:
    made = Counter(unit, side, unit, "infantry", "Army", "5", "5-6-4", frozenset(), "regiment", "T3")
    return replace(made, **changes)  # type: ignore[arg-type]


def _layout(entry: HexMapEntry, zoom: str) -> HexLayout:
    return HexLayout(HexTerrain(entry, LOOK), SCALES[zoom])


def _composer(entry: HexMapEntry, zoom: str, view: View) -> HexComposer | FarComposer:
    composer = composer_of(_layout(entry, zoom), FULL, view)
    composer.forget_all()
    return composer


def _rows(composer: HexComposer | FarComposer) -> list[list[tuple[str, str, str]]]:
    return [list(composer.row(y)) for y in range(composer.layout.height)]


def _in_hex(entry: HexMapEntry, scene: Scene, zoom: str, space: str, overlay: Overlay | None = None) -> list[str]:
    box = _layout(entry, zoom).boxes[space]
    lines = grid_text(entry, scene, zoom, overlay=overlay, look=LOOK)
    return [line.ljust(400)[box.x : box.x + box.width] for line in lines[box.y : box.y + box.height]]


def _one(space: str, *counters: Counter, **more: tuple[str, ...]) -> Scene:
    return Scene(spaces={space: SpaceScene(counters=counters, **more)})  # type: ignore[arg-type]


@pytest.mark.parametrize("zoom", OUTLINED)
def test_every_hex_shows_its_number(hex_entry: HexMapEntry, zoom: str) -> None:
    for space in HexTerrain(hex_entry, LOOK).grid.names:
        assert space in _in_hex(hex_entry, EMPTY, zoom, space)[0]


@pytest.mark.parametrize("zoom", OUTLINED)
def test_a_counter_shows_all_that_is_printed_on_it(hex_entry: HexMapEntry, zoom: str) -> None:
    text = "\n".join(_in_hex(hex_entry, _one("0302", _counter("77")), zoom, "0302"))
    for words in ("0302", FULL.symbols["infantry"] + FULL.sizes["regiment"], "77", "5-6-4"):
        assert words in text
    roomy = "\n".join(_in_hex(hex_entry, _one("0302", _counter("77")), "close", "0302"))
    assert "5-6-4 T3" in roomy


@pytest.mark.parametrize("zoom", OUTLINED)
@pytest.mark.parametrize("flag", ["reduced", "disrupted", "routed", "engaged", "unsupplied", "fired", "moved"])
def test_states_are_marks(hex_entry: HexMapEntry, zoom: str, flag: str) -> None:
    text = "\n".join(_in_hex(hex_entry, _one("0302", _counter("77", flags=frozenset({flag}))), zoom, "0302"))
    assert FULL.flags[flag] in text


@pytest.mark.parametrize("zoom", OUTLINED)
def test_two_of_a_stack_are_readable_and_all_are_counted(hex_entry: HexMapEntry, zoom: str) -> None:
    stack = [_counter(str(n), numbers=f"{n}-6-4") for n in (5, 6, 7, 9)]
    text = "\n".join(_in_hex(hex_entry, _one("0302", *stack), zoom, "0302"))
    assert "5-6-4" in text
    assert "6-6-4" in text
    assert ("7-6-4" in text) == (zoom == "closest")
    assert f"{FULL.times}4" in text


def test_middle_zoom_sums_up_a_stack(hex_entry: HexMapEntry) -> None:
    first, second = _in_hex(hex_entry, _one("0302", _counter("a"), _counter("b")), "middle", "0302")
    assert f"{FULL.symbols['infantry']}{FULL.times}2" in first
    assert "10" in second


def test_small_counters_leave_rivers_to_be_seen(hex_entry: HexMapEntry) -> None:
    """The counter of a hex with a river on its lower side is one row high."""
    rows = _in_hex(hex_entry, _one("0505", _counter("77")), "middle", "0505")
    assert f"{FULL.symbols['infantry']}5" in rows[0]
    assert FULL.waters["river"][2] in rows[1]


def test_far_zoom_shows_side_and_strength(hex_entry: HexMapEntry) -> None:
    scene = _one("0302", _counter("77"))
    scene = Scene(spaces={**scene.spaces, "0504": SpaceScene(counters=(_counter("1", "Allied", branch="US"),))})
    text = "\n".join(grid_text(hex_entry, scene, "far", look=LOOK))
    assert f"{FULL.sides[0]}5" in text
    assert f"{FULL.sides[1]}5" in text


@pytest.mark.parametrize("zoom", HEX_ZOOMS)
def test_names_of_towns_can_be_read(hex_entry: HexMapEntry, zoom: str) -> None:
    text = "\n".join(grid_text(hex_entry, EMPTY, zoom, look=LOOK))
    assert "Bastogne" in text
    assert "Liège" in text
    assert ("Losheimer" in text) == (zoom != "far")
    assert ("Ourthe" in text) == (zoom in OUTLINED)


@pytest.mark.parametrize("zoom", ["middle", "far"])
def test_names_make_room_for_units(hex_entry: HexMapEntry, zoom: str) -> None:
    grid = HexTerrain(hex_entry, LOOK).grid
    town = grid.index["0707"]
    around = {grid.names[hex_]: SpaceScene(counters=(_counter("x"),)) for hex_ in (town, *grid.near[town][:3])}
    assert "Bastogne" in "\n".join(grid_text(hex_entry, Scene(spaces=around), zoom, look=LOOK))


@pytest.mark.parametrize("zoom", OUTLINED)
def test_markers_and_victory_hexes_are_badges(hex_entry: HexMapEntry, zoom: str) -> None:
    scene = _one("0302", markers=("roadblock",), badges=("victory",))
    first = _in_hex(hex_entry, scene, zoom, "0302")[0]
    assert FULL.of_title(LOOK).signs["roadblock"] in first
    assert FULL.of_title(LOOK).signs["victory"] in first


@pytest.mark.parametrize("zoom", SLANTED)
def test_overlays_show_movement_points_left(hex_entry: HexMapEntry, zoom: str) -> None:
    overlay = Overlay({"0302": "reach"}, {"0302": "3½"})
    assert "3½" in _in_hex(hex_entry, EMPTY, zoom, "0302", overlay)[0]
    composer = _composer(hex_entry, zoom, View(look=LOOK, scene=EMPTY, overlay=overlay))
    grounds = {ground for row in _rows(composer) for _, ground, _ in row}
    assert any(ground.startswith("hex.") and ground.endswith(".reach") for ground in grounds)


@pytest.mark.parametrize("zoom", OUTLINED)
def test_bonds_along_hexsides_are_marked(hex_entry: HexMapEntry, zoom: str) -> None:
    grid = HexTerrain(hex_entry, LOOK).grid
    hex_ = grid.index["0302"]
    for other in grid.near[hex_]:
        overlay = Overlay(hexsides={grid.hexside(hex_, other): "bond"})
        composer = _composer(hex_entry, zoom, View(look=LOOK, scene=EMPTY, overlay=overlay))
        marked = "".join(text for row in _rows(composer) for text, _, ink in row if ink == "hex.bond")
        assert marked.count(FULL.highlights["bond"]) == 1
        assert len(marked) >= SCALES[zoom].slant


@pytest.mark.parametrize("zoom", SLANTED)
def test_the_cursor_is_an_outline(hex_entry: HexMapEntry, zoom: str) -> None:
    composer = _composer(hex_entry, zoom, View(look=LOOK, scene=EMPTY, cursor="0302"))
    scale = SCALES[zoom]
    cells = sum(len(text) for row in _rows(composer) for text, _, ink in row if ink == "hex.cursor")
    assert cells == 2 * scale.flat + 2 * scale.rows


@pytest.mark.parametrize("zoom", HEX_ZOOMS)
def test_hexes_out_of_play_show_nothing(hex_entry: HexMapEntry, zoom: str) -> None:
    west = frozenset(name for name in HexTerrain(hex_entry, LOOK).grid.names if name.startswith("W"))
    composer = _composer(hex_entry, zoom, View(look=LOOK, scene=Scene(spaces={}, outside=west)))
    seen = {ground for row in _rows(composer) for _, ground, _ in row}
    assert "outside" in seen
    assert "W0304" not in "\n".join("".join(text for text, _, _ in row) for row in _rows(composer))


@pytest.mark.parametrize("zoom", HEX_ZOOMS)
def test_counters_in_boxes_can_be_seen_and_picked(hex_entry: HexMapEntry, hex_scene: Scene, zoom: str) -> None:
    composer = _composer(hex_entry, zoom, View(look=LOOK, scene=hex_scene))
    box = composer.layout.asides["south_west"]
    found = {composer.unit_at(x, y) for x in range(box.x, box.x + box.width) for y in range(box.y, box.y + box.height)}
    units = {counter.unit for counter in hex_scene.spaces["south_west"].counters}
    assert found - {None} <= units
    assert found & units if zoom in ("far", "middle") else found >= units


@pytest.mark.parametrize("zoom", HEX_ZOOMS)
def test_every_top_counter_is_found_where_it_is_drawn(hex_entry: HexMapEntry, hex_scene: Scene, zoom: str) -> None:
    composer = _composer(hex_entry, zoom, View(look=LOOK, scene=hex_scene))
    layout = composer.layout
    for space, here in hex_scene.spaces.items():
        if here.counters and space not in layout.asides:
            box = layout.boxes[space]
            cells = [(x, y) for x in range(box.x, box.x + box.width) for y in range(box.y, box.y + box.height)]
            found = {composer.unit_at(x, y) for x, y in cells if layout.space_at(x, y) == space}
            assert here.counters[0].unit in found
            most = 3 if zoom == "closest" else 2
            assert found <= {None, *(counter.unit for counter in here.counters[:most])}


@pytest.mark.parametrize("zoom", HEX_ZOOMS)
@pytest.mark.parametrize("glyphs", GLYPH_SETS)
def test_glyph_sets_keep_their_promise(hex_entry: HexMapEntry, hex_scene: Scene, zoom: str, glyphs: str) -> None:
    """But for the names of places, ASCII is ASCII and the narrow set has no ambiguous widths."""
    overlay = Overlay({"0302": "zoc", "0303": "bond", "0304": "choice"}, {"0302": "3"}, {"0402-0502": "bond"})
    text = "".join(grid_text(hex_entry, hex_scene, zoom, overlay=overlay, cursor="0605", glyphs=glyphs, look=LOOK))
    chars = set(text) - set("Liège")
    if glyphs == "ascii":
        assert not {char for char in chars if not " " <= char <= "~"}
    if glyphs == "narrow":
        assert not {char for char in chars if unicodedata.east_asian_width(char) in "AWF"}


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
@pytest.mark.parametrize("zoom", HEX_ZOOMS)
def test_every_style_exists(hex_entry: HexMapEntry, hex_scene: Scene, zoom: str, palette: object) -> None:
    overlay = Overlay({"0302": "zoc", "0303": "bond"}, {}, {"0402-0502": "bond", "0401-0501": "battle"})
    view = View(hex_scene, LOOK, overlay, cursor="0605", hover="0604", jumps={"0707": "a"})
    for row in _rows(_composer(hex_entry, zoom, view)):
        for _, ground, ink in row:
            palette.style(ground, ink)  # type: ignore[attr-defined]


@pytest.mark.parametrize("zoom", HEX_ZOOMS)
def test_a_changed_hex_composes_only_what_it_touches(hex_entry: HexMapEntry, hex_scene: Scene, zoom: str) -> None:
    """After any change the map is the same as one composed anew; cells outside the dirty rectangles did not change."""
    view = View(look=LOOK, scene=hex_scene)
    composer = _composer(hex_entry, zoom, view)
    spaces = ["0304", "0404", "0707", "south_west"]
    before = _grid(composer)
    moved = {space: here for space, here in hex_scene.spaces.items() if space not in spaces}
    moved["0404"] = hex_scene.spaces["0304"]
    view.scene = replace(hex_scene, spaces=moved)
    dirty = composer.forget(spaces)
    after = _grid(composer)
    assert after == _grid(_composer(hex_entry, zoom, View(look=LOOK, scene=view.scene)))
    inside = {
        (x, y) for box in dirty for x in range(box.x, box.x + box.width) for y in range(box.y, box.y + box.height)
    }
    assert {cell for cell in before if before[cell] != after[cell]} <= inside


@pytest.mark.parametrize("zoom", SLANTED)
def test_moving_the_cursor_touches_its_hex_only(hex_entry: HexMapEntry, hex_scene: Scene, zoom: str) -> None:
    view = View(look=LOOK, scene=hex_scene, cursor="0606")
    composer = _composer(hex_entry, zoom, view)
    before = _grid(composer)
    view.cursor = "0404"
    dirty = composer.forget(["0404", "0606"], labels_only=True)
    after = _grid(composer)
    assert after == _grid(_composer(hex_entry, zoom, view))
    assert len(dirty) == 2
    inside = {
        (x, y) for box in dirty for x in range(box.x, box.x + box.width) for y in range(box.y, box.y + box.height)
    }
    assert {cell for cell in before if before[cell] != after[cell]} <= inside


def _grid(composer: HexComposer | FarComposer) -> dict[tuple[int, int], tuple[str, str, str]]:
    cells = {}
    for y, row in enumerate(_rows(composer)):
        x = 0
        for text, ground, ink in row:
            for char in text:
                cells[x, y] = (char, ground, ink)
                x += 1
    return cells


def test_names_of_all_spaces(hex_entry: HexMapEntry) -> None:
    found = names(hex_entry)
    assert found["0707"] == "0707 Bastogne"
    assert found["0706"] == "0706 Bastogne"
    assert found["0101"] == "0101"
    assert found["south_east"] == "South-east"
