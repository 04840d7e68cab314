"""Lists of a stack in pixels: they lie over counters, and the counters themselves stay where they stand."""

from dataclasses import replace

import numpy as np

from tests.tui.map.hex_sample import counter, hex_map
from tests.tui.map.looks import LOOK
from tests.tui.paint.lettered import opening
from wargame_tui.board.scene import Scene, SpaceScene
from wargame_tui.tui.map.glyphs import FULL, GLYPH_SETS
from wargame_tui.tui.map.hex_layout import SCALES, HexLayout
from wargame_tui.tui.map.hex_terrain import HexTerrain
from wargame_tui.tui.map.maps import painted_for
from wargame_tui.tui.map.view import Box, Surface, View
from wargame_tui.tui.paint.canvas import Grain
from wargame_tui.tui.paint.picture import Picture
from wargame_tui.tui.paint.surface import painted_hexes


def test_a_fleet_in_a_box_is_a_stack_with_the_number_of_its_ships_and_no_other() -> None:
    entry, view = opening("pacific_commander/1942")
    here, drawn = view.scene.spaces["HAW"], []
    for counters in (here.counters[:-1], here.counters):
        scene = Scene(spaces={"HAW": replace(here, counters=counters)})
        cells = painted_for(entry, "middle", FULL, replace(view, scene=scene), Surface("paper", "quadrants"))
        cells.forget_all()
        box = cells.layout.boxes["HAW"]
        read = [text for y in range(box.y, box.y + box.height) for text in cells.lettering.row(y)]
        assert [text.unit for text in read if text.words.startswith("+")] not in ([], [None]), "part of the stack"
        drawn.append(Picture(cells.ground.of_grain(Grain(12, 24, 6, 12)), cells).image(box))
    assert (drawn[0] != drawn[1]).any(), "as many as there are"


def test_a_stack_at_the_cursor_stays_in_its_hex_and_is_listed_beside_it() -> None:
    layout = HexLayout(HexTerrain(hex_map(), LOOK), SCALES["near"])
    scene = Scene(spaces={"0304": SpaceScene(counters=tuple(counter(str(n)) for n in range(4)))})
    view = View(scene=scene, look=LOOK)
    cells = painted_hexes(layout, GLYPH_SETS["full"], view, Surface("paper", "quadrants"))
    cells.forget_all()
    picture = Picture(cells.ground.of_grain(Grain(12, 24, 6, 12)), cells)
    box = Box(0, 0, layout.width, layout.height)
    before = picture.image(box)
    view.cursor = "0304"
    told = cells.forget(["0304"])
    after = picture.image(box)
    hex_ = layout.boxes["0304"]
    rows, columns = slice((hex_.y + 1) * 12, (hex_.y + 3) * 12), slice((hex_.x + 3) * 6, (hex_.x + 9) * 6)
    assert np.array_equal(before[rows, columns], after[rows, columns]), "the counters"
    changed = {int(y) // 12 for y in np.flatnonzero((before != after).any(axis=(1, 2)))}
    assert changed <= {y for dirty in told for y in range(dirty.y, dirty.y + dirty.height)}
    assert {text.unit for y in range(layout.height) for text in cells.lettering.row(y) if text.listed} >= {"0", "3"}
