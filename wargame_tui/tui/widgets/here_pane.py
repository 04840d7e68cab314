"""What is under the cursor: the units as counters with their numbers, then the space and its neighbours."""

import re
from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content

from wargame_tui.board.fact import Fact
from wargame_tui.board.scene import Counter
from wargame_tui.board.title import SpaceSheet, UnitSheet
from wargame_tui.tui.coats import chip_style
from wargame_tui.tui.hint import Hint
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.table.sourced import ESTIMATED, NO_DOUBTS, Doubts
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import DIM, GOOD, HEAD, cited, rule_link

ESTIMATE = "bold #d8c48a"
_STATES = {
    "moved": "moved",
    "entrenched": "entrenched",
    "unsupplied": "out of supply",
    "on_foot": "on foot",
    "must_fight": "must fight",
    "selected": "in hand",
    "locked": "may not move yet",
}


class HerePane(VerticalScroll):
    """Units and facts of one space."""

    hints = (Hint("↑↓", "scroll"), Hint("Esc", "to the map", "screen.back"))

    DEFAULT_CSS = """
    HerePane {
        padding: 0 1;
        background: $surface;
        scrollbar-size-vertical: 1;
        scrollbar-gutter: stable;
    }
    """

    def compose(self) -> ComposeResult:
        """One text."""
        yield Words(id="here")

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[SpaceSheet | None, Sequence[UnitSheet], Sides, Doubts] = (None, (), Sides(), NO_DOUBTS)

    def show(
        self,
        space: SpaceSheet | None,
        units: Sequence[UnitSheet],
        sides: Sides,
        first: str | None,
        doubts: Doubts = NO_DOUBTS,
    ) -> None:
        """Show a space; a unit pointed at comes first, and values that are in doubt have a mark."""
        self._shown = (space, sorted(units, key=lambda sheet: sheet.counter.unit != first), sides, doubts)
        self._draw()
        self.scroll_home(animate=False)

    def on_resize(self) -> None:
        """Wrap the lines for the new width."""
        self._draw()

    def _draw(self) -> None:
        space, units, sides, doubts = self._shown
        width = max(20, self.scrollable_content_region.width or self.app.size.width - 4)
        parts: list[Content] = []
        if space is not None:
            heading = Content.assemble(_mark(bool(doubts.space)), (space.heading, HEAD))
            parts += hanging(Content("  ").join([heading, *(_fact(f, doubts.space) for f in space.facts)]), width)
        for sheet in units:
            parts += _unit(sheet, sides, width, doubts.units.get(sheet.counter.unit, frozenset()))
        if space is not None and space.links:
            parts.append(Content.styled("Neighbours", "bold"))
            for link in space.links:
                parts += hanging(_fact(link, doubts.space), width, 1)
        self.query_one("#here", Words).update(Content("\n").join(parts))


def hanging(line: Content, width: int, indent: int = 0) -> list[Content]:
    """A line wrapped to a width, what follows the first line two columns further in."""
    first, *rest = line.wrap(width - indent)
    if rest:
        rest = Content(" ").join(rest).wrap(width - indent - 2)
    return [first.pad_left(indent), *(more.pad_left(indent + 2) for more in rest)]


def counter_chip(counter: Counter, sides: Sides) -> Content:
    """A counter in one line: name, strength and printed numbers in its side's colours."""
    return Content.assemble(
        (f" {counter.label} {counter.strength} ", chip_style(counter, sides)), (f" {counter.numbers}", "bold")
    )


def states(counter: Counter) -> str:
    """A counter's states in words."""
    return ", ".join(_STATES[flag] for flag in _STATES if flag in counter.flags)


def _mark(estimated: bool) -> tuple[str, str]:
    """The sign of a value that rests on an estimate."""
    return (f"{ESTIMATED} ", ESTIMATE) if estimated else ("", "")


def _fact(fact: Fact, doubts: frozenset[str]) -> Content:
    link = rule_link(fact.rule)
    named = {fact.label.lower(), *re.split(r"[-/ ]", fact.label.lower()), fact.label.partition(" ")[0]}
    words = Content.assemble(_mark(not named.isdisjoint(doubts)), (f"{fact.label} ", DIM), fact.value)
    return Content.assemble(words, " ", link) if link else words


def _unit(sheet: UnitSheet, sides: Sides, width: int, doubts: frozenset[str]) -> list[Content]:
    chip = counter_chip(sheet.counter, sides)
    heading = Content.assemble(_mark(bool(doubts)), chip, " ", (sheet.name, "bold"))
    rows = hanging(Content.assemble(heading, (f"  {sheet.formation}", DIM)), width)
    facts = [_fact(fact, doubts) for fact in sheet.facts]
    condition = states(sheet.counter)
    if condition:
        facts.insert(0, Content.styled(condition, "bold #d8c48a"))
    if facts:
        rows += hanging(Content(" · ").join(facts), width, 2)
    if sheet.may:
        rows += hanging(Content.styled(f"may {', '.join(sheet.may)}", GOOD), width, 2)
    elif sheet.why_not is not None:
        rows += hanging(cited(sheet.why_not.reason, sheet.why_not.rule, DIM), width, 2)
    return rows
