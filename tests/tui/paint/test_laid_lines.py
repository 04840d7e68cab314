"""The lines of an overlay as strokes on painted maps."""

from wargame_tui.board.scene import MapLine
from wargame_tui.tui.paint.canvas import Spot
from wargame_tui.tui.paint.laid_lines import line_strokes, route_strokes
from wargame_tui.tui.paint.style import map_style
from wargame_tui.tui.paint.tiles import Stroke

SPOTS: dict[str, Spot] = {"1": (2.0, 2.0), "2": (10.0, 2.0), "3": (10.0, 6.0)}
PAPER = map_style("paper")


def strokes(*lines: MapLine) -> list[Stroke]:
    return list(line_strokes(lines, SPOTS.get, PAPER, 1.0))


def test_what_routes_share_is_drawn_once() -> None:
    one, other = MapLine(("1", "2", "3"), "supply"), MapLine(("2", "3"), "supply")
    assert strokes(one, other) == strokes(one)
    assert [each.dashed for each in strokes(one)] == [False, True], "on its halo"
    assert [len(each.line) for each in strokes(other, one)] == [2, 2, 2, 2], "the rest of it, once"
    assert {each.color for each in strokes(one)} == {PAPER.halo, PAPER.ink}


def test_bonds_are_solid_and_arrows_have_heads() -> None:
    bond = strokes(MapLine(("1", "2"), "bond"))[-1]
    assert (bond.color, bond.dashed) == (PAPER.highlights["bond"].color, False)
    head = strokes(MapLine(("1", "3"), "arrow"))[-1]
    assert len(head.line) == 3
    assert head.line[1] == SPOTS["3"]


def test_the_route_from_the_cursor_stands_out_to_its_source() -> None:
    lines = MapLine(("1", "2"), "supply"), MapLine(("2", "3"), "supply"), MapLine(("3", "1"), "bond")
    whole = [each.line for each in route_strokes(lines, "1", SPOTS.get, PAPER, 1.0) if each.color == PAPER.cursor]
    assert whole == [(SPOTS["1"], SPOTS["2"]), (SPOTS["2"], SPOTS["3"])], "to the HQ, and on from there"
    assert not [*route_strokes(lines, "3", SPOTS.get, PAPER, 1.0)]
    assert not [*route_strokes(lines, None, SPOTS.get, PAPER, 1.0)]
    assert not any(each.dashed for each in route_strokes(lines, "2", SPOTS.get, PAPER, 1.0))


def test_spaces_that_are_not_on_the_map_are_left_out() -> None:
    assert not strokes(MapLine(("1", "nowhere"), "path"))
