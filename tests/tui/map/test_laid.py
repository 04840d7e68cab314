"""What characters make of lines and tints."""

from wargame_tui.board.scene import MapLine, Overlay
from wargame_tui.tui.map.laid import laid_on, with_lines_marked


def test_the_way_of_a_route_is_marked_where_nothing_of_more_weight_is() -> None:
    overlay = Overlay({"2": "supplied", "3": "objective"}, lines=(MapLine(("1", "2", "3", "4", "5"), "supply"),))
    assert with_lines_marked(overlay).highlights == {"2": "path", "3": "objective", "4": "path"}
    bond = Overlay(lines=(MapLine(("1", "2", "3"), "bond"),))
    assert with_lines_marked(bond) is bond


def test_a_highlight_hides_a_tint_but_a_choice_does_not() -> None:
    overlay = Overlay({"1": "zoc", "2": "choice"}, tints={"1": "night", "2": "night"})
    assert (laid_on(overlay, "1"), laid_on(overlay, "2"), laid_on(overlay, "3")) == ("zoc", "night", None)
