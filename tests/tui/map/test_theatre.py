"""The theatre: large maps as a whole on a small screen; and where hexes lie, for painters as for the mouse."""

from functools import cache

import pytest

from tests.tui.map.looks import LOOK
from wargame_tui.board.hexes import HexMapEntry
from wargame_tui.board.scene import Counter, Overlay, Scene, SpaceScene
from wargame_tui.board.title import BoardTitle
from wargame_tui.core.game import Game
from wargame_tui.core.title import find_title
from wargame_tui.tui.map.glyphs import ASCII, FULL
from wargame_tui.tui.map.hex_asides import Asides
from wargame_tui.tui.map.hex_layout import SCALES, HexLayout, TheatreLayout, hex_layout, theatre_scale, zooms_of
from wargame_tui.tui.map.hex_map import AnyHexComposer, composer_of
from wargame_tui.tui.map.hex_terrain import HexTerrain
from wargame_tui.tui.map.maps import map_widget
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.map.theatre import TheatreComposer
from wargame_tui.tui.map.view import SMALL, THEATRE, WHOLE, Surface, View

LARGE = ["ardennes_44/campaign", "liberty_roads/campaign"]
OTHERS = ["montys_gamble/basic", "tigers_in_the_mist/seventh_army", "pacific_commander/1942"]


@cache
def terrain_of(scenario: str) -> tuple[HexTerrain, Scene]:
    title = find_title(scenario.partition("/")[0])
    assert isinstance(title, BoardTitle)
    state = Game.new(scenario, 3).state
    entry = title.map_of(state)
    assert isinstance(entry, HexMapEntry)
    return HexTerrain(entry, LOOK), title.scene(state)


def composed(scenario: str, zoom: str, view: View) -> AnyHexComposer:
    composer = composer_of(hex_layout(terrain_of(scenario)[0], zoom), FULL, view)
    composer.forget_all()
    return composer


def text_of(composer: AnyHexComposer) -> str:
    rows = range(composer.layout.height)
    return "\n".join("".join(text for text, _, _ in composer.window(y, 0, composer.layout.width)[1]) for y in rows)


def stack(side: str, strength: int = 4) -> SpaceScene:
    unit = Counter(f"{side}{strength}", side, "1", "infantry", "", str(strength), f"{strength}-4")
    return SpaceScene(counters=(unit,))


@pytest.mark.parametrize("scenario", [*LARGE, "first_command/mortain"])
def test_only_maps_that_are_too_large_have_a_theatre(scenario: str) -> None:
    terrain, _ = terrain_of(scenario)
    far = HexLayout(terrain, SCALES["far"])
    fits = far.width <= SMALL.width and far.height <= SMALL.height
    assert (THEATRE in zooms_of(terrain)) == (not fits)
    assert (theatre_scale(terrain) is None) == fits


@pytest.mark.parametrize("scenario", LARGE)
@pytest.mark.parametrize("zoom", [THEATRE, *SCALES])
def test_painters_and_the_mouse_agree_where_hexes_are(scenario: str, zoom: str) -> None:
    """In the middle of every hex, and in most cells; with hexes smaller than cells in the middle of every cell."""
    pytest.importorskip("numpy")
    from wargame_tui.tui.paint.hex_shape import HexShape

    terrain, _ = terrain_of(scenario)
    layout = hex_layout(terrain, zoom)
    shape, names = HexShape(layout), terrain.grid.names
    for hex_ in range(0, terrain.grid.size, 7):
        x, y = shape.middle(hex_)
        assert shape.owners(x - 0.5, y - 0.5, 1, 1, 1, 1)[0, 0] == hex_
        found = layout.space_on(x, y) if isinstance(layout, TheatreLayout) else layout.space_at(int(x), int(y - 0.01))
        assert found == names[hex_]
    width, height = min(layout.width, 200), min(layout.height, 120)
    owners = shape.owners(0, 0, width, height, 1, 1)
    told = agreed = 0
    for y in range(height):
        for x in range(width):
            space = layout.space_at(x, y)
            if space not in layout.asides:
                told += 1
                agreed += space == (None if owners[y, x] < 0 else names[owners[y, x]])
    assert agreed == told if zoom == THEATRE else agreed / told > 0.85


@pytest.mark.parametrize("scenario", LARGE)
def test_every_hex_has_a_cell_of_the_theatre(scenario: str) -> None:
    terrain, _ = terrain_of(scenario)
    layout = hex_layout(terrain, THEATRE)
    assert isinstance(layout, TheatreLayout)
    assert layout.boxes.keys() == {*terrain.grid.names, *terrain.entry.boxes}
    for box in layout.boxes.values():
        assert 0 <= box.x < box.x + box.width <= layout.width
        assert 0 <= box.y < box.y + box.height <= layout.height
    for row in range(layout.height):
        line = "".join(text for text, _, _ in composed(scenario, THEATRE, View(look=LOOK)).window(row, 0, 9)[1])
        assert len(line) == layout.width


@pytest.mark.parametrize(("scenario", "names"), [(LARGE[0], ["Bastogne", "Liège"]), (LARGE[1], ["Paris", "Lyon"])])
@pytest.mark.parametrize("zoom", [THEATRE, "far"])
def test_great_towns_are_named_whoever_stands_there(scenario: str, names: list[str], zoom: str) -> None:
    terrain, _ = terrain_of(scenario)
    for name in names:
        town = next(hex_ for hex_, place in terrain.places.items() if place.name == name)
        around = {town, *(hex_ for hex_ in terrain.grid.neighbours[town] if hex_ is not None)}
        stood = {terrain.grid.names[hex_]: stack("German") for hex_ in around}
        assert name in text_of(composed(scenario, zoom, View(look=LOOK, scene=Scene(stood))))


def test_the_front_is_seen_with_both_sides() -> None:
    terrain, scene = terrain_of(LARGE[0])
    composer = composed(LARGE[0], THEATRE, View(look=LOOK, scene=scene))
    text = text_of(composer)
    for mark in FULL.sides[:2]:
        assert text.count(mark) > 20
    one, other = "1720", "1820"
    boxes = composer.layout.boxes
    near = next(name for name in terrain.grid.names if boxes[name] == boxes[one] and name != one)
    both = Scene({one: stack("German", 3), near: stack("Allied", 5), other: stack("German")})
    assert FULL.contested in text_of(composed(LARGE[0], THEATRE, View(look=LOOK, scene=both)))


def test_a_change_is_drawn() -> None:
    """Units, cursor, jump letters, highlights; boxes beside the map."""
    view = View(look=LOOK)
    composer = composed(LARGE[0], THEATRE, view)
    assert isinstance(composer, TheatreComposer)
    empty = text_of(composer)
    view.scene = Scene({"1720": stack("German"), "NW": stack("Allied")})
    composer.forget_all()
    stood = text_of(composer)
    assert stood != empty
    x, y, _, _ = composer.layout.boxes["1720"]
    assert composer.unit_at(x, y) in ("German4", None)
    view.cursor = "1720"
    dirty = composer.forget(["1720"], labels_only=True)
    assert [box.y for box in dirty] == [y]
    assert any(ink == "cursor" for _, _, ink in composer.window(y, 0, 1)[1])
    view.jumps = {"1720": "a"}
    composer.forget(["1720"], labels_only=True)
    assert any((text, ink) == ("a", "jump") for text, _, ink in composer.window(y, 0, 1)[1])
    view.overlay = Overlay(dict.fromkeys(("1709", "1710", "1711", "1712"), "reach"))
    assert composer.forget(["1709", "1710", "1711", "1712"])
    row = composer.window(composer.layout.boxes["1710"].y, 0, 1)[1]
    assert any("reach" in ground + ink for _, ground, ink in row)
    box = composer.layout.boxes["NW"]
    found = {composer.unit_at(at, box.y) for at in range(box.x, box.x + box.width)}
    assert "Allied4" in found


def test_without_half_blocks_a_cell_has_one_ground() -> None:
    terrain, scene = terrain_of(LARGE[1])
    composer = composer_of(hex_layout(terrain, THEATRE), ASCII, View(look=LOOK, scene=scene))
    composer.forget_all()
    text = text_of(composer)
    assert "Paris" in text
    assert "▄" not in text


@pytest.mark.parametrize(
    "scenario", ["montys_gamble/basic", "tigers_in_the_mist/seventh_army", "pacific_commander/1942"]
)
def test_every_zoom_of_other_maps_is_painted(scenario: str) -> None:
    pytest.importorskip("numpy")
    title = find_title(scenario.partition("/")[0])
    assert isinstance(title, BoardTitle)
    entry = title.map_of(Game.new(scenario, 3).state)
    surface = Surface("paper", "halves")
    field = map_widget(entry, glyphs="full", palette="truecolor", cache_dir=None, look=title.look(), surface=surface)
    for zoom in field.zooms:
        stage = field._stage_at(zoom)
        assert stage.composer.segments(0, 0, 8, field.palette)


@pytest.mark.parametrize("scenario", LARGE)
@pytest.mark.parametrize("zoom", [THEATRE, WHOLE, "far"])
def test_boxes_beside_a_small_map_have_their_names_whole(scenario: str, zoom: str) -> None:
    terrain, _ = terrain_of(scenario)
    laden = Scene(spaces={box: stack("Allied", 12) for box in terrain.entry.boxes})
    asides = Asides(hex_layout(terrain, zoom), FULL, View(scene=laden, look=LOOK))
    asides.forget_all(Sides(("Allied",), LOOK))
    for box, item in terrain.entry.boxes.items():
        lines = ["".join(span.text for span in line) for line in asides.lines(box)]
        assert " ".join(" ".join(lines).split()).startswith(item.name), lines


@pytest.mark.parametrize("scenario", LARGE)
def test_boxes_beside_a_small_map_lie_apart_and_on_the_screen(scenario: str) -> None:
    layout = hex_layout(terrain_of(scenario)[0], THEATRE)
    assert layout.width <= SMALL.width
    cells = [(x, y) for box in layout.asides.values()
             for y in range(box.y, box.y + box.height) for x in range(box.x, box.x + box.width)]  # fmt: skip
    assert len(cells) == len({*cells})
