"""Maps that come with shapes: neighbours are linked, water runs along borders, roads keep inside their areas."""

from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from tests.tui.map.looks import LOOK
from wargame_tui.board.area import AreaMapEntry, LinkEntry, ShapesEntry, border_id
from wargame_tui.board.scene import Scene, SpaceScene
from wargame_tui.tui.map.compose import Composer
from wargame_tui.tui.map.glyphs import FULL, GLYPH_SETS, GlyphSet
from wargame_tui.tui.map.layout import (
    SCALES,
    ZOOMS,
    Layout,
    compute_layout,
    layout_for,
    spaces_of,
    touching,
    waters_of,
)
from wargame_tui.tui.map.outlines import RIVER, Outlines
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.map.shapes import VOID, Squares, enlarge, find_towns, place_of, read_squares
from wargame_tui.tui.map.text import grid_text
from wargame_tui.tui.map.view import View

LaidOut = tuple[AreaMapEntry, Layout]
EMPTY = Scene(spaces={})


def _areas(entry: AreaMapEntry) -> set[str]:
    return {space for space, item in spaces_of(entry).items() if item.kind == "area"}


def _near(square: int, columns: int) -> tuple[int, int, int, int]:
    return square - columns, square + 1, square + columns, square - 1


def _pieces(squares: set[int], columns: int) -> int:
    pieces, left = 0, set(squares)
    while left:
        pieces += 1
        stack = [left.pop()]
        while stack:
            for other in _near(stack.pop(), columns):
                if other in left:
                    left.remove(other)
                    stack.append(other)
    return pieces


def _rows(entry: AreaMapEntry, scene: Scene, layout: Layout, glyphs: GlyphSet = FULL) -> list[list[tuple[str, str]]]:
    """Glyph and ink of every cell."""
    composer = Composer(entry, layout, glyphs, View(look=LOOK, scene=scene))
    composer.forget_all()
    return [[(char, ink) for text, _, ink in composer.row(y) for char in text] for y in range(layout.height)]


def test_areas_touch_if_and_only_if_they_are_linked(shaped: LaidOut) -> None:
    entry, layout = shaped
    areas = _areas(entry)
    drawn = {pair for pair in touching(layout) if pair <= areas}
    assert drawn == {frozenset(link.between) for link in entry.links if areas >= set(link.between)}


def test_zones_and_boxes_touch_nothing(shaped: LaidOut) -> None:
    entry, layout = shaped
    assert all(pair <= _areas(entry) for pair in touching(layout))


def test_every_zoom_enlarges_the_same_shapes(shaped: LaidOut) -> None:
    entry, layout = shaped
    far = compute_layout(entry, "far")
    factor = SCALES[layout.zoom]
    assert (layout.columns, layout.rows) == (far.columns * factor, far.rows * factor)
    changed = sum(
        owner != far.owner[n // layout.columns // factor * far.columns + n % layout.columns // factor]
        for n, owner in enumerate(layout.owner)
    )
    assert changed < 0.03 * len(layout.owner), "only corners are rounded"


def test_shapes_stay_in_one_piece(shaped: LaidOut) -> None:
    _, layout = shaped
    for number, space in enumerate(layout.ids):
        region = {square for square, owner in enumerate(layout.owner) if owner == number}
        assert _pieces(region, layout.columns) == 1, space


def test_there_is_no_space_in_the_void(shaped: LaidOut) -> None:
    _, layout = shaped
    assert layout.space_at(0, 0) is None
    for square, owner in enumerate(layout.owner):
        y, x = divmod(square, layout.columns)
        assert layout.space_at(2 * x + 1, y) == (None if owner == VOID else layout.ids[owner])


def test_roads_keep_inside_their_two_areas(shaped: LaidOut) -> None:
    entry, layout = shaped
    areas = _areas(entry)
    assert {road.link for road in layout.roads} == {n for n, link in enumerate(entry.links) if link.road}
    for road in layout.roads:
        for one, other in pairwise(road.squares):
            assert other in _near(one, layout.columns)
        owners = [layout.owner[square] for square in road.squares]
        passed = [layout.ids[owner] for n, owner in enumerate(owners) if owner != VOID and owners[n - 1 : n] != [owner]]
        assert passed == [space for space in (road.a, road.b) if space in areas], (road.a, road.b)
        if {road.a, road.b} <= areas:
            assert VOID not in owners
        for space, end in ((road.a, road.squares[0]), (road.b, road.squares[-1])):
            number = layout.ids.index(space)
            if space in areas:
                assert end == layout.towns[number] or getattr(spaces_of(entry)[space], "roads_apart", ())
            else:
                assert number in {layout.owner[near] for near in _near(end, layout.columns)}


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("groups", [(("4", "6", "9"), ("8",)), (("8",), ("4", "6", "9"))])
def test_roads_that_do_not_meet_are_drawn_so(
    shaped_entry: AreaMapEntry, zoom: str, groups: tuple[tuple[str, ...], ...]
) -> None:
    """As in an area whose two roads pass each other by."""
    spaces = dict(spaces_of(shaped_entry))
    spaces["7"] = spaces["7"].model_copy(update={"roads_apart": groups})
    layout = compute_layout(shaped_entry.model_copy(update={"spaces": spaces}), zoom)
    inside: list[set[int]] = [set(), set()]
    for road in layout.roads:
        if "7" in (road.a, road.b):
            squares = {square for square in road.squares if layout.ids[layout.owner[square]] == "7"}
            assert squares, "every road enters the area"
            other = road.b if road.a == "7" else road.a
            inside[other in groups[1]] |= squares
    assert not inside[0] & inside[1]
    assert layout.towns[layout.ids.index("7")] in inside[0]


def test_crossings_lie_on_their_border_and_on_their_road(shaped: LaidOut) -> None:
    entry, layout = shaped
    assert {crossing.link for crossing in layout.crossings} == {n for n, link in enumerate(entry.links) if link.river}
    roads = {road.link: road.squares for road in layout.roads}
    for crossing in layout.crossings:
        link = entry.links[crossing.link]
        ends = crossing.a, crossing.b
        assert {layout.ids[layout.owner[end]] for end in ends} == set(link.between)
        assert link.river is not None
        assert crossing.river == (entry.rivers[link.river].kind == "river")
        assert crossing.ferry == getattr(link, "ferry", False)
        if link.road:
            assert set(ends) <= set(roads[crossing.link])


def test_labels_lie_in_their_shape_beside_rivers_and_borders(shaped: LaidOut) -> None:
    entry, layout = shaped
    outlines = Outlines(Squares(layout.columns, layout.rows, layout.owner), waters_of(entry), ())
    for space, box in layout.boxes.items():
        for y in range(box.y, box.y + box.height):
            drawn = outlines.drawn(y)
            for x in range(box.x, box.x + box.width):
                assert layout.space_at(x, y) == space
                assert not drawn >> x & 1, (space, x, y)


def test_labels_have_room(shaped: LaidOut) -> None:
    entry, layout = shaped
    for space, item in spaces_of(entry).items():
        box = layout.boxes[space]
        if layout.zoom == "far":
            assert box.width >= len(space) + 2
        elif layout.zoom == "middle":
            assert box.width >= min(len(item.name), 10)
            assert box.height >= 2
        elif item.kind == "area":
            assert (box.width + 1) // 11 * (box.height - 2) >= 20, space


@pytest.mark.parametrize("glyphs", list(GLYPH_SETS))
def test_water_runs_without_gaps_along_every_border_that_names_it(shaped: LaidOut, glyphs: str) -> None:
    entry, layout = shaped
    glyph_set = GLYPH_SETS[glyphs]
    above, below, both = glyph_set.water
    rows = _rows(entry, EMPTY, layout, glyph_set)
    waters = waters_of(entry)
    over = {"bridge", "bridge.down", "ferry", "road.primary", "road.secondary", "town"}
    for y in range(layout.rows - 1):
        for x in range(layout.columns - 1):
            square = y * layout.columns + x
            here = layout.owner[square]
            for across, there in ((True, layout.owner[square + 1]), (False, layout.owner[square + layout.columns])):
                if waters.get((min(here, there), max(here, there))) != RIVER:
                    continue
                beside = [(2 * x + 1, y, both), (2 * x + 2, y, both)]
                under = [(2 * x + dx, y + dy, half + both) for dx in (0, 1) for dy, half in ((0, below), (1, above))]
                if above == " ":
                    under = under[::2]  # Without half blocks the upper of the two rows is the river.
                cells = beside if across else under
                for column, row, wet in cells:
                    char, ink = rows[row][column]
                    assert (char in wet and ink == "water") or ink in over, (column, row, char, ink)


def test_rivers_are_drawn_nowhere_else(shaped: LaidOut) -> None:
    entry, layout = shaped
    waters = waters_of(entry)
    rows = _rows(entry, EMPTY, layout)
    for y, row in enumerate(rows):
        for x, (_, ink) in enumerate(row):
            if ink == "water":
                around = {
                    layout.owner[(y + dy) * layout.columns + x // 2 + dx] for dy in (-1, 0, 1) for dx in (-1, 0, 1)
                }
                assert any(
                    waters.get((min(pair), max(pair))) == RIVER for pair in combinations(around, 2)
                ), (x, y)  # fmt: skip


def test_canals_are_lines_on_their_borders(shaped_entry: AreaMapEntry) -> None:
    layout = compute_layout(shaped_entry, "middle")
    text = "\n".join("".join(char for char, ink in row if ink == "canal") for row in _rows(shaped_entry, EMPTY, layout))
    assert {"═", "║", "╗"} <= set(text)
    assert not set(text) - set("═║╔╗╚╝╠╣╦╩╬╞╡╟╢╥╨╤╧╪╫\n")


def _with_bridges(entry: AreaMapEntry, **scene: object) -> Scene:
    return replace(EMPTY, **scene)  # type: ignore[arg-type]


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("glyphs", list(GLYPH_SETS.values()), ids=list(GLYPH_SETS))
def test_bridges_tell_their_state_and_holder_in_glyphs(shaped_entry: AreaMapEntry, zoom: str, glyphs: GlyphSet) -> None:
    layout = compute_layout(shaped_entry, zoom)

    def inks(scene: Scene) -> dict[str, str]:
        found: dict[str, str] = {}
        for row in _rows(shaped_entry, scene, layout, glyphs):
            for char, ink in row:
                if ink.startswith(("bridge", "held", "ferry")):
                    found[ink] = found.get(ink, "") + char
        return found

    bridges = [link for link in shaped_entry.links if link.bridge]
    ids = [border_id(*link.between) for link in bridges]
    standing = inks(replace(EMPTY, bridges=dict.fromkeys(ids, True)))
    assert set(standing) == {"bridge", "ferry"}
    assert glyphs.bridge_down[0] not in standing["bridge"]
    blown = inks(replace(EMPTY, bridges=dict.fromkeys(ids, False), holders=dict.fromkeys(ids, "German")))
    assert set(blown) == {"bridge.down", "ferry"}
    assert blown["bridge.down"].count(glyphs.bridge_down[0]) >= len(bridges)
    held = inks(replace(EMPTY, bridges=dict.fromkeys(ids, True), holders=dict.fromkeys(ids, "German")))
    assert set(held) == {"bridge.earth", "ferry"}
    assert held["bridge.earth"].count(glyphs.sides[0]) >= len(bridges)
    both = {border_id(*link.between): "Allied" for link in shaped_entry.links if link.river}
    allied = inks(replace(EMPTY, bridges=dict.fromkeys(ids, True), holders=both))
    bare = [link for link in shaped_entry.links if link.river and not link.bridge and not getattr(link, "ferry", False)]
    assert set(allied) == {"bridge.blue", "held.blue"}, "a ferry too takes its holder's colour"
    assert allied["held.blue"] == glyphs.sides[1] * len(bare)


@pytest.mark.parametrize("glyphs", list(GLYPH_SETS.values()), ids=list(GLYPH_SETS))
def test_ferries_tell_their_state(shaped_entry: AreaMapEntry, glyphs: GlyphSet) -> None:
    layout = compute_layout(shaped_entry, "middle")
    shown = {}
    for state in ("ready", "used", "destroyed"):
        rows = _rows(shaped_entry, replace(EMPTY, ferries={"1-3": state}), layout, glyphs)
        shown[state] = "".join(
            char for row in rows for char, ink in row if ink == ("bridge.down" if state == "destroyed" else "ferry")
        )
    assert set(glyphs.ferry[0] + glyphs.ferry[2]) <= set(shown["ready"])
    assert glyphs.ferry_used in shown["used"]
    assert glyphs.bridge_down[0] in shown["destroyed"]
    assert glyphs.ferry[0] not in shown["destroyed"]


def test_arrows_lead_to_zones_and_towns_are_marked(shaped: LaidOut) -> None:
    entry, layout = shaped
    rows = _rows(entry, EMPTY, layout)
    areas = _areas(entry)
    for road in layout.roads:
        for space, square in ((road.a, road.squares[0]), (road.b, road.squares[-1])):
            y, x = divmod(square, layout.columns)
            char, ink = rows[y][2 * x]
            if space in areas:
                if square in layout.towns:  # A road that keeps apart from others ends elsewhere.
                    assert char == FULL.town or ink.startswith(("name", "bridge")), space
            else:
                assert char in FULL.arrows


def test_terrain_shows_in_ground_and_glyph(shaped_entry: AreaMapEntry) -> None:
    layout = compute_layout(shaped_entry, "near")
    scene = Scene(spaces={"3": SpaceScene("German", terrain="polder"), "8": SpaceScene("XXX", terrain="high"),
                          "1": SpaceScene("German", terrain="swamp")})  # fmt: skip
    composer = Composer(shaped_entry, layout, FULL, View(look=LOOK, scene=scene))
    composer.forget_all()
    seen: dict[str, set[str]] = {}
    for y in range(layout.height):
        for text, ground, ink in composer.row(y):
            if ink.startswith("strewn"):
                seen.setdefault(ground.split(".", 1)[1], set()).update(text.strip())
    assert {role.split(".", 2)[2]: glyphs for role, glyphs in seen.items() if role.count(".") == 2} == {
        "grass": {FULL.strewn["furrows"]},
        "ochre": {FULL.strewn["heights"]},
    }
    assert {role.split(".")[0] for role in seen} == {"earth", "blue"}
    assert [glyphs for role, glyphs in seen.items() if role.count(".") == 1] == [{"S"}], "not known: its initial"


def test_void_is_not_strewn_like_spaces_out_of_play(shaped_entry: AreaMapEntry) -> None:
    layout = compute_layout(shaped_entry, "middle")
    scene = Scene(spaces={"3": SpaceScene(terrain="polder")}, outside=frozenset({"3"}))
    rows = _rows(shaped_entry, scene, layout)
    strewn = {layout.space_at(x, y) for y, row in enumerate(rows) for x, (_, ink) in enumerate(row) if ink == "outside"}
    assert strewn == {"3"}
    assert not any(ink.startswith("terrain") for row in rows for _, ink in row)


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("glyphs", list(GLYPH_SETS))
def test_every_name_can_be_read(shaped_entry: AreaMapEntry, shaped_scene: Scene, zoom: str, glyphs: str) -> None:
    layout = compute_layout(shaped_entry, zoom)
    lines = grid_text(shaped_entry, shaped_scene, zoom, glyphs=glyphs, look=LOOK)
    for space, item in spaces_of(shaped_entry).items():
        box = layout.boxes[space]
        text = "\n".join(line[box.x : box.x + box.width] for line in lines[box.y : box.y + box.height])
        assert (space if zoom == "far" else f"{space} {item.name}") in text, space


def test_near_zoom_shows_ten_units_a_side(shaped_entry: AreaMapEntry, shaped_scene: Scene) -> None:
    text = "\n".join(grid_text(shaped_entry, shaped_scene, "near", look=LOOK))
    for counter in shaped_scene.spaces["7"].counters:
        assert counter.label in text
    assert "more" not in text
    assert f"{FULL.times}10" in "\n".join(grid_text(shaped_entry, shaped_scene, "middle", look=LOOK))


def test_towns_follow_parallels_and_meridians() -> None:
    plain = ShapesEntry(north=52.0, south=51.0, west=5.0, east=6.0, rows=("..  1" * 4,) * 10)
    assert place_of(plain, (51.5, 5.5)) == pytest.approx((1 + len(plain.rows[0]) // 2 / 2, 6))
    bent = plain.model_copy(update={"parallels": ((51.5, 2.0),), "meridians": ((5.2, 8.0),)})
    assert place_of(bent, (51.5, 5.2)) == pytest.approx((9, 3))
    assert place_of(bent, (51.75, 5.1)) == pytest.approx((5, 2))


def test_shapes_that_name_no_space_are_refused() -> None:
    shapes = ShapesEntry(north=52.0, south=51.0, west=5.0, east=6.0, rows=(" 1 1", " 1 7"))
    with pytest.raises(ValueError, match="row 2: there is no space '7'"):
        read_squares(shapes, ["1"])
    with pytest.raises(ValueError, match="space 9 has no square"):
        read_squares(shapes, ["1", "7", "9"])


def test_rounding_keeps_what_touches() -> None:
    """Stairs, a neck one square wide and shapes that meet at a corner only."""
    rows = (" 1 1 1 2 2 3", " 1 1 2 2 3 3", " 1 2 2 3 3 3", " 4 4 2 5 5 3", " 4 4 4 5 5 5")
    shapes = ShapesEntry(north=52.0, south=51.0, west=5.0, east=6.0, rows=rows)
    small = read_squares(shapes, ["1", "2", "3", "4", "5"])

    def pairs(squares: Squares) -> set[tuple[int, int]]:
        owner = squares.owner
        return {
            (min(owner[n], owner[n + step]), max(owner[n], owner[n + step]))
            for step in (1, squares.columns)
            for n in range(len(owner) - step)
            if owner[n] != owner[n + step]
        }

    for factor in (2, 3, 4):
        large = enlarge(small, factor, (), ())
        assert pairs(large) == pairs(small)
        assert large.owner != enlarge(small, factor, (), range(-1, 5)).owner, "something is rounded"
        for space in range(5):
            assert _pieces({n for n, owner in enumerate(large.owner) if owner == space}, large.columns) == 1


def test_towns_keep_off_the_rim_and_inside_their_shape() -> None:
    shapes = ShapesEntry(north=52.0, south=51.0, west=5.0, east=6.0, rows=(" 1 1 1",) * 3)
    squares = read_squares(shapes, ["1"])
    assert squares.place(find_towns(squares, [(1.2, 2.5)])[0]) == (2, 2)
    assert squares.place(find_towns(squares, [(-9.0, -9.0)])[0]) == (2, 2)
    strip = read_squares(shapes.model_copy(update={"rows": ("..1", " 1", " 1")}), ["1"])
    assert find_towns(strip, [(5.0, 2.5)])[0] in {n for n, owner in enumerate(strip.owner) if owner == 0}


def test_cache_keeps_shaped_layouts(shaped_entry: AreaMapEntry, tmp_path: Path) -> None:
    fresh = layout_for(shaped_entry, "far", tmp_path)
    assert layout_for(shaped_entry, "far", tmp_path) == fresh
    assert len(list(tmp_path.iterdir())) == 1
    assert shaped_entry.shapes
    moved = shaped_entry.shapes.model_copy(update={"north": 52.07})
    layout_for(shaped_entry.model_copy(update={"shapes": moved}), "far", tmp_path)
    assert len(list(tmp_path.iterdir())) == 2


def test_changed_holder_redraws_both_banks(shaped_entry: AreaMapEntry) -> None:
    view = View(look=LOOK, scene=EMPTY)
    composer = Composer(shaped_entry, compute_layout(shaped_entry, "far"), FULL, view)
    composer.forget_all()
    before = [composer.row(y) for y in range(composer.layout.height)]
    view.scene = replace(EMPTY, holders={"2-4": "German"})
    composer.sides = Sides(["German"], LOOK)
    composer.forget(["2", "4"])
    after = [composer.row(y) for y in range(composer.layout.height)]
    fresh = Composer(shaped_entry, composer.layout, FULL, view)
    fresh.forget_all()
    assert before != after == [fresh.row(y) for y in range(composer.layout.height)]


def test_a_link_without_common_border_has_no_road(shaped_entry: AreaMapEntry) -> None:
    far = LinkEntry(between=("1", "9"), road="primary", source="estimate")
    layout = compute_layout(shaped_entry.model_copy(update={"links": (far,)}), "far")
    assert not layout.roads
