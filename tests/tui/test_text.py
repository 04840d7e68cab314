"""Lines of lists: how they are wrapped."""

from textual.content import Content
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions

from tests.tui.test_chooser_list import kept, listed
from wargame_tui.tui.widgets.text import Hung


def rows(hung: Hung, width: int) -> list[str]:
    """What is shown at a width."""
    strips: list[Strip] = hung.render_strips(width, None, Style(), RenderOptions(lambda _: Style(), {}))
    assert hung.get_height({}, width) == len(strips)
    return [strip.text.rstrip() for strip in strips]


def test_what_follows_the_first_row_of_a_line_is_indented() -> None:
    line = Hung(Content("▶ Ardennes '44: Six turns\n  17 December, German to play · 23 Nov 23:58"))
    assert rows(line, 60) == ["▶ Ardennes '44: Six turns", "  17 December, German to play · 23 Nov 23:58"]
    assert rows(line, 22) == [
        "▶ Ardennes '44: Six",
        "  turns",
        "  17 December, German",
        "  to play · 23 Nov",
        "  23:58",
    ]
    assert str(line) == "▶ Ardennes '44: Six turns\n  17 December, German to play · 23 Nov 23:58"


def test_a_place_behind_a_line_stands_there_whole_or_in_a_row_of_its_own() -> None:
    line = Hung(Content("1 304  7 choices"), Content("  0702 Brouains"))
    assert rows(line, 31) == ["1 304  7 choices  0702 Brouains"]
    assert rows(line, 30) == ["1 304  7 choices", "  0702 Brouains"]
    assert rows(line, 12) == ["1 304  7", "  choices", "  0702", "  Brouains"]


def test_a_saved_game_in_a_narrow_list_keeps_its_indent() -> None:
    words = next(words for row, words in listed([kept(1)]) if row == kept(1))
    first, *more = rows(Hung(Content(words)), 20)
    assert first == "▶ Tigers"
    assert all(row.startswith("  ") for row in more)
    assert len(more) > 1
