"""What the dice would decide, before they are rolled."""

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content

from wargame_tui.core.title import Chance, Odds
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import DIM, bar, rule_style

_BAR = "#c9a24a"
RAREST = 0.005
"""Outcomes less likely than this share one line."""
SHORTEST_BAR, LONGEST_BAR = 6, 20


class OddsPane(VerticalScroll, can_focus=False):
    """The odds of the highlighted command: outcomes as bars, then details, modifiers and assumptions."""

    DEFAULT_CSS = """
    OddsPane {
        height: auto;
        max-height: 50%;
        padding: 0 1;
        background: $surface;
        border-top: solid $panel-lighten-1;
        display: none;
        scrollbar-size-vertical: 1;
        scrollbar-gutter: stable;
        &.-shown { display: block; }
    }
    """

    def compose(self) -> ComposeResult:
        """One text."""
        yield Words(id="odds")

    def show(self, odds: Odds | None, heading: str = "") -> None:
        """Show odds, or nothing."""
        shown = odds is not None and bool(odds.outcomes or odds.modifiers or odds.details)
        self.set_class(shown, "-shown")
        if odds is not None and shown:
            width = max(24, self.scrollable_content_region.width if self.size.width else 36)
            self.query_one("#odds", Words).update(odds_text(odds, heading, width))
            self.scroll_home(animate=False)


def odds_text(odds: Odds, heading: str, width: int) -> Content:
    """Odds in words and bars."""
    rows: list[Content] = []
    if heading:
        rows.append(Content.assemble(("Odds ", "bold"), (heading, DIM)))
    rows += _chances(odds.outcomes, width)
    for name, chances in odds.details:
        rows.append(Content.styled(name, "bold #c8ccc4"))
        rows += _chances(chances, width)
    for modifier in odds.modifiers:
        rows.append(
            Content.assemble(
                (f"{modifier.value:+d} ", "bold"), f"{modifier.name} ", (modifier.rule, rule_style(modifier.rule))
            )
        )
    rows += [Content.styled(f"assumed: {words}", f"italic {DIM}") for words in odds.assumptions]
    return Content("\n").join(rows)


def _chances(chances: tuple[Chance, ...], width: int) -> list[Content]:
    likely = [chance for chance in chances if chance.p >= RAREST]
    if not likely:
        return []
    longest = max(len(chance.text) for chance in likely)
    room = max(SHORTEST_BAR, min(LONGEST_BAR, width - longest - 7))
    rows: list[Content] = []
    for chance in likely:
        block = bar(chance.p, room)
        line = Content.assemble(
            (f"{_percent(chance.p):>4} ", "bold"), (block, _BAR), " " * (room - len(block) + 1), chance.text
        )
        rows += hanging(line, width, room + 6)
    if rare := len(chances) - len(likely):
        rows.append(Content.styled(f" <1% each of {rare} more", DIM))
    return rows


def hanging(line: Content, width: int, indent: int) -> list[Content]:
    """A line wrapped to a width, all but its first row indented."""
    if line.cell_length <= width:
        return [line]
    rest = line[indent:].wrap(max(8, width - indent))
    return [Content.assemble(line[:indent], rest[0]), *(more.pad_left(indent) for more in rest[1:])]


def _percent(p: float) -> str:
    """Whole percents, but never 100 % for the doubtful."""
    return ">99%" if 1 - RAREST <= p < 1 else f"{p:.0%}"
