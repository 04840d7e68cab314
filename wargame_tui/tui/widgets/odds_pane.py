"""What the dice would decide, before they are rolled."""

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content

from wargame_tui.core.title import Chance, Odds
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import DIM, bar, rule_style

_BAR = "#c9a24a"


class OddsPane(VerticalScroll, can_focus=False):
    """The odds of the highlighted command: outcomes as bars, then details, modifiers and assumptions."""

    DEFAULT_CSS = """
    OddsPane {
        height: auto;
        max-height: 14;
        padding: 0 1;
        background: $surface;
        border-top: solid $panel-lighten-1;
        display: none;
        scrollbar-size-vertical: 1;
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
            width = max(24, self.size.width - 3 if self.size.width else 36)
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
    if not chances:
        return []
    label = min(max(len(chance.text) for chance in chances), width - 12)
    room = width - label - 8
    return [
        Content.assemble(
            f"{chance.text[:label]:<{label}} ",
            (f"{_percent(chance.p):>5} ", "bold"),
            (bar(chance.p, room), _BAR),
        )
        for chance in chances
    ]


def _percent(p: float) -> str:
    """Whole percents, but never 0 % for the possible nor 100 % for the doubtful."""
    if 0 < p < 0.005:
        return "<1%"
    if 0.995 <= p < 1:
        return ">99%"
    return f"{p:.0%}"
