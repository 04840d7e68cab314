"""Hex maps with a coast: sea, lands out of play, further terrains, straits, makeshift bridges, who holds a town."""

import pytest

from tests.tui.map.looks import HEX_TERRAINS, LOOK
from wargame_tui.board.hexes import HexMapEntry
from wargame_tui.board.scene import Counter, Scene, SpaceScene
from wargame_tui.tui.map.glyphs import FULL, GLYPH_SETS
from wargame_tui.tui.map.hex_compose import HexComposer
from wargame_tui.tui.map.hex_far import FarComposer
from wargame_tui.tui.map.hex_layout import HEX_ZOOMS, SCALES, HexLayout
from wargame_tui.tui.map.hex_map import composer_of
from wargame_tui.tui.map.hex_terrain import HexTerrain
from wargame_tui.tui.map.palette import Sides, held_ink
from wargame_tui.tui.map.text import grid_text
from wargame_tui.tui.map.view import View

LETTERS = dict(zip("clfrwtybmhMH~x", HEX_TERRAINS, strict=True))
ROWS = (
    "~~~~~~~~~~~~~", "~~~~~~~~~~~~~", "~~~~~~~~~~~~~", "cbbmmhhMMHHcx", "cccccccccccxx", "ccccccccccccc",
    "ccccccccccccc", "ccccccccccccc", "ccccccccccccc",
)  # fmt: skip
"""The north of the sample map is sea; south of it a row with every terrain; its east is out of play."""
EMPTY = Scene(spaces={})
OUTLINED = [zoom for zoom in HEX_ZOOMS if SCALES[zoom].rows >= 4]


@pytest.fixture
def coast(hex_entry: HexMapEntry) -> HexMapEntry:
    return hex_entry.model_copy(update={"legend": LETTERS, "terrain": ROWS, "rivers": {}, "roads": (), "places": ()})


def composed(entry: HexMapEntry, zoom: str, scene: Scene = EMPTY) -> HexComposer | FarComposer:
    composer = composer_of(HexLayout(HexTerrain(entry, LOOK), SCALES[zoom]), FULL, View(look=LOOK, scene=scene))
    composer.forget_all()
    return composer


def runs(entry: HexMapEntry, zoom: str, scene: Scene = EMPTY) -> list[tuple[str, str, str]]:
    composer = composed(entry, zoom, scene)
    return [run for y in range(composer.layout.height) for run in composer.row(y)]


def of_row(entry: HexMapEntry, row: int) -> list[str]:
    """The numbers of the hexes in a row from the north."""
    terrain = HexTerrain(entry, LOOK)
    return [terrain.grid.names[column[row]] for column in terrain.squares]


@pytest.mark.parametrize("zoom", OUTLINED)
def test_the_sea_has_neither_numbers_nor_outlines(coast: HexMapEntry, zoom: str) -> None:
    text = "\n".join(grid_text(coast, EMPTY, zoom, look=LOOK))
    assert all(number not in text for number in (*of_row(coast, 0), *of_row(coast, 1)))
    assert all(number in text for number in of_row(coast, 6))
    assert not any(ground == "hex.ocean" and ink == "hex.side" for _, ground, ink in runs(coast, zoom))
    assert any(ink == "hex.coast" for _, _, ink in runs(coast, zoom))


@pytest.mark.parametrize("zoom", OUTLINED)
def test_a_sea_hex_with_something_in_it_shows_its_number(coast: HexMapEntry, zoom: str) -> None:
    number = of_row(coast, 0)[4]
    scene = Scene(spaces={number: SpaceScene(markers=("PLUTO",))})
    text = "\n".join(grid_text(coast, scene, zoom, look=LOOK))
    assert number in text
    assert FULL.of_title(LOOK).signs["PLUTO"] in text


@pytest.mark.parametrize("zoom", [zoom for zoom in HEX_ZOOMS if SCALES[zoom].slant])
@pytest.mark.parametrize("pattern", ["hedges", "reeds", "hills", "peaks", "summits"])
def test_terrains_are_strewn_with_their_pattern(coast: HexMapEntry, zoom: str, pattern: str) -> None:
    assert any(FULL.strewn[pattern] in text and ink == f"strewn.{pattern}" for text, _, ink in runs(coast, zoom))


def test_the_coast_shows_from_afar(coast: HexMapEntry) -> None:
    grounds = {ground for _, ground, _ in runs(coast, "far")}
    assert {"hex.ocean", "hex.olive", "hex.meadow", "hex.peat", "hex.ash"} <= grounds


@pytest.mark.parametrize("zoom", OUTLINED)
def test_a_strait_looks_like_a_lake(coast: HexMapEntry, zoom: str) -> None:
    terrain = HexTerrain(coast, LOOK)
    strait = terrain.grid.hexside(terrain.squares[4][6], terrain.squares[4][7])
    wide = coast.model_copy(update={"sea_hexsides": (strait,)})
    assert not any(ink == "hex.water.lake" for _, _, ink in runs(coast, zoom))
    assert any(ink == "hex.water.lake" for _, _, ink in runs(wide, zoom))


@pytest.mark.parametrize("zoom", OUTLINED)
def test_a_makeshift_bridge_is_drawn(coast: HexMapEntry, zoom: str) -> None:
    terrain = HexTerrain(coast, LOOK)
    side = terrain.grid.hexside(terrain.squares[4][6], terrain.squares[4][7])
    assert not any(ink == "bridge" for _, _, ink in runs(coast, zoom))
    assert any(ink == "bridge" for _, _, ink in runs(coast, zoom, Scene({}, {side: True})))
    assert any(ink == "bridge.down" for _, _, ink in runs(coast, zoom, Scene({}, {side: False})))


@pytest.mark.parametrize("zoom", HEX_ZOOMS)
def test_a_town_s_sign_tells_who_holds_it(hex_entry: HexMapEntry, zoom: str) -> None:
    enemies = SpaceScene(counters=(Counter("a", "Allied", "a", "infantry", "US", "5", "5-5-3"),))
    others = SpaceScene(counters=(Counter("g", "German", "g", "infantry", "Army", "5", "5-5-3"),))
    for side, ink in (("Allied", "held.blue"), ("German", "held.earth")):
        scene = Scene({"W0408": SpaceScene(control=side), "0101": enemies, "0103": others})
        assert any(found == ink and FULL.places["city"] in text for text, _, found in runs(hex_entry, zoom, scene))


def test_nobody_s_town_has_no_holder() -> None:
    assert held_ink(None, Sides(["German"], LOOK)) is None
    assert held_ink("Dutch", Sides(["German"], LOOK)) is None


@pytest.mark.parametrize("glyphs", GLYPH_SETS)
@pytest.mark.parametrize("zoom", HEX_ZOOMS)
def test_a_title_that_says_nothing_of_its_looks_is_drawn(coast: HexMapEntry, zoom: str, glyphs: str) -> None:
    jungle = coast.model_copy(update={"legend": LETTERS | {"c": "jungle", "b": "\u68ee"}})
    units = [Counter(side, side, side, "zouave", "Guard", "5", "5-5-3") for side in ("Red", "Blue")]
    scene = Scene({f"010{n}": SpaceScene(unit.side, (unit,), ("well 3",)) for n, unit in enumerate(units, 1)})
    text = "\n".join(grid_text(jungle, scene, zoom, glyphs=glyphs))
    assert zoom == "far" or ("J" in text and "?" in text)
    assert Sides(["Red", "Blue"])["Red"] != Sides(["Red", "Blue"])["Blue"]
