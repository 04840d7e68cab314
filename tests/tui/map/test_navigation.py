"""The arrow keys."""

from wargame_tui.board.area import AreaMapEntry
from wargame_tui.tui.map.layout import Layout
from wargame_tui.tui.map.navigation import DIRECTIONS, compass


def test_every_space_can_be_reached_from_every_other(laid_out: tuple[AreaMapEntry, Layout]) -> None:
    _all_can_be_reached(*laid_out)


def test_so_can_those_of_a_map_with_shapes(shaped: tuple[AreaMapEntry, Layout]) -> None:
    _all_can_be_reached(*shaped)


def _all_can_be_reached(entry: AreaMapEntry, layout: Layout) -> None:
    ways = compass(layout.boxes, entry.links)
    for start in ways:
        seen, stack = {start}, [start]
        while stack:
            for other in ways[stack.pop()].values():
                if other not in seen:
                    seen.add(other)
                    stack.append(other)
        assert len(seen) == len(ways), start


def test_arrows_lead_roughly_where_they_point(laid_out: tuple[AreaMapEntry, Layout]) -> None:
    _ways_point_right(*laid_out)


def test_so_do_those_of_a_map_with_shapes(shaped: tuple[AreaMapEntry, Layout]) -> None:
    _ways_point_right(*shaped)


def _ways_point_right(entry: AreaMapEntry, layout: Layout) -> None:
    for space, ways in compass(layout.boxes, entry.links).items():
        box = layout.boxes[space]
        for direction, other in ways.items():
            there = layout.boxes[other]
            dx, dy = DIRECTIONS[direction]
            across = (there.x + there.width / 2 - box.x - box.width / 2) / 2
            down = there.y + there.height / 2 - box.y - box.height / 2
            assert dx * across + dy * down > 0, (space, direction, other)
