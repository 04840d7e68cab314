"""The layout's promises, on the sample map and on that of the first title, at every zoom."""

from collections.abc import Iterable
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from wargame_tui.board.area import AreaMapEntry, border_id
from wargame_tui.tui.map import layout as layout_module
from wargame_tui.tui.map.layout import Layout, compute_layout, layout_for, spaces_of

LaidOut = tuple[AreaMapEntry, Layout]


def _pieces(squares: set[int], columns: int) -> int:
    """Of how many connected pieces a set of squares consists."""
    pieces, left = 0, set(squares)
    while left:
        pieces += 1
        stack = [left.pop()]
        while stack:
            square = stack.pop()
            x = square % columns
            near = [square - columns, square + columns]
            near += [square - 1] * (x > 0) + [square + 1] * (x < columns - 1)
            for other in near:
                if other in left:
                    left.remove(other)
                    stack.append(other)
    return pieces


def _squares(layout: Layout, space: str) -> set[int]:
    """The squares under a label box."""
    box = layout.boxes[space]
    return {
        y * layout.columns + x
        for y in range(box.y, box.y + box.height)
        for x in range(box.x // 2, (box.x + box.width) // 2)
    }


def _touch(one: Iterable[int], other: set[int], columns: int) -> bool:
    return any(square + step in other for square in one for step in (-columns, -1, 1, columns))


def test_every_square_has_an_owner(laid_out: LaidOut) -> None:
    entry, layout = laid_out
    assert len(layout.owner) == layout.columns * layout.rows
    assert set(layout.owner) == set(range(len(spaces_of(entry))))


def test_regions_are_in_one_piece_and_hold_their_label(laid_out: LaidOut) -> None:
    _, layout = laid_out
    for number, space in enumerate(layout.ids):
        region = {square for square, owner in enumerate(layout.owner) if owner == number}
        assert _pieces(region, layout.columns) == 1, space
        assert _squares(layout, space) <= region, space


def test_label_boxes_lie_apart_and_inside_the_map(laid_out: LaidOut) -> None:
    _, layout = laid_out
    for box in layout.boxes.values():
        assert box.x >= 0
        assert box.y >= 0
        assert box.x + box.width <= layout.width
        assert box.y + box.height <= layout.height
    for (a, one), (b, other) in combinations(layout.boxes.items(), 2):
        apart_x = max(one.x, other.x) - min(one.x + one.width, other.x + other.width)
        apart_y = max(one.y, other.y) - min(one.y + one.height, other.y + other.height)
        assert apart_x >= 2 or apart_y >= 1, (a, b)


def test_label_boxes_have_room_for_number_and_name(laid_out: LaidOut) -> None:
    entry, layout = laid_out
    for space, item in spaces_of(entry).items():
        needed = len(space) if layout.zoom == "far" else len(space) + 1 + len(item.name)
        assert layout.boxes[space].width >= needed


def test_labels_cover_neither_rivers_nor_roads(laid_out: LaidOut) -> None:
    _, layout = laid_out
    roads = {square for road in layout.roads for square in road.squares}
    for space in layout.ids:
        assert not _squares(layout, space) & (roads | layout.rivers.keys()), space


def test_every_road_runs_from_box_to_box(laid_out: LaidOut) -> None:
    entry, layout = laid_out
    drawn = {frozenset((road.a, road.b)) for road in layout.roads}
    assert drawn == {frozenset(link.between) for link in entry.links if link.road}
    for road in layout.roads:
        squares = road.squares
        assert squares, (road.a, road.b)
        for one, other in pairwise(squares):
            step = abs(one - other)
            assert step in (1, layout.columns)
            assert step != 1 or one // layout.columns == other // layout.columns
        assert _touch(squares[:1], _squares(layout, road.a), layout.columns)
        assert _touch(squares[-1:], _squares(layout, road.b), layout.columns)


def test_roads_cross_rivers_where_links_say_so(laid_out: LaidOut) -> None:
    entry, layout = laid_out
    for road in layout.roads:
        link = entry.links[road.link]
        assert (road.bridge is not None) == (link.river is not None)
        if link.river:
            assert road.wet, f"{road.a}-{road.b} crosses no river"
            assert set(road.wet) <= set(road.squares) & layout.rivers.keys()


def test_zones_lie_at_the_edge(laid_out: LaidOut) -> None:
    entry, layout = laid_out
    for number, (space, item) in enumerate(spaces_of(entry).items()):
        if item.kind == "zone":
            squares = [square for square, owner in enumerate(layout.owner) if owner == number]
            across = {square % layout.columns for square in squares}
            down = {square // layout.columns for square in squares}
            edges = (0 in across, 0 in down, layout.columns - 1 in across, layout.rows - 1 in down)
            assert any(edges), space


def test_places_keep_their_order(laid_out: LaidOut) -> None:
    """Of linked areas the eastern one does not lie west of the other, nor the northern one south of it.

    Where that is clear on the ground; half a label is allowed for the crush.
    """
    entry, layout = laid_out
    spaces = spaces_of(entry)
    for link in entry.links:
        one, other = (spaces[space] for space in link.between)
        if "zone" in (one.kind, other.kind):
            continue
        a, b = (layout.boxes[space] for space in link.between)
        north, east = one.at[0] - other.at[0], (other.at[1] - one.at[1]) * 0.64
        right = b.x + b.width / 2 - a.x - a.width / 2
        down = b.y + b.height / 2 - a.y - a.height / 2
        if abs(east) > 2 * abs(north):
            assert right * east >= 0 or abs(right) <= a.width / 2, link.between
        if abs(north) > 2 * abs(east):
            assert down * north >= 0 or abs(down) <= a.height / 2, link.between


def test_layout_is_the_same_every_time(entry: AreaMapEntry) -> None:
    assert compute_layout(entry, "far") == compute_layout(entry, "far")


def test_bridge_ids_name_the_lower_number_first_and_zones_last() -> None:
    assert border_id("41", "40") == border_id("40", "41") == "40-41"
    assert border_id("A", "7") == "7-A"
    assert border_id("9", "10") == "9-10"


def test_cache_gives_the_same_layout(entry: AreaMapEntry, tmp_path: Path) -> None:
    fresh = layout_for(entry, "far", tmp_path)
    assert len(list(tmp_path.glob("layout-*-far.json"))) == 1
    assert layout_for(entry, "far", tmp_path) == fresh


@pytest.mark.parametrize("damage", ["", "{}", "[]", "null", "7", "cut", "changed"])
def test_damaged_cache_is_computed_again(entry: AreaMapEntry, tmp_path: Path, damage: str) -> None:
    fresh = layout_for(entry, "far", tmp_path)
    (path,) = tmp_path.glob("layout-*-far.json")
    text = path.read_text("utf-8")
    if damage == "cut":
        path.write_text(text[: len(text) // 2], "utf-8")
    elif damage == "changed":
        path.write_text(text.replace('"rows":', '"rows":1', 1), "utf-8")
    else:
        path.write_text(damage, "utf-8")
    assert layout_for(entry, "far", tmp_path) == fresh
    assert path.read_text("utf-8") == text


def test_cache_notices_other_map_data(entry: AreaMapEntry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    layout_for(entry, "far", tmp_path)
    layout_for(entry.model_copy(update={"links": entry.links[:-1]}), "far", tmp_path)
    assert len(list(tmp_path.iterdir())) == 2
    monkeypatch.setattr(layout_module, "LAYOUT_VERSION", -1)
    layout_for(entry, "far", tmp_path)
    assert len(list(tmp_path.iterdir())) == 3


def test_cache_folder_that_cannot_be_made_is_no_harm(entry: AreaMapEntry, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    assert layout_for(entry, "far", blocked / "cache") == compute_layout(entry, "far")
