"""What is under the cursor: the units as counters with their numbers, then the space and its roads."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content

from wargame_tui.board.scene import Counter
from wargame_tui.board.title import Fact, SpaceSheet, UnitSheet
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import DIM, GOOD, chip_style, cited, rule_link

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

    DEFAULT_CSS = """
    HerePane {
        padding: 0 1;
        background: $surface;
        scrollbar-size-vertical: 1;
    }
    """

    def compose(self) -> ComposeResult:
        """One text."""
        yield Words(id="here")

    def show(
        self, space: SpaceSheet | None, units: Sequence[UnitSheet], sides: Sequence[str], first: str | None
    ) -> None:
        """Show a space; a unit pointed at comes first."""
        ordered = sorted(units, key=lambda sheet: sheet.counter.unit != first)
        parts: list[Content] = []
        if space is not None:
            facts = [_fact(fact) for fact in space.facts]
            parts.append(Content.assemble((space.heading, "bold #f0e6c8"), "  ", Content("  ").join(facts)))
        parts += [_unit(sheet, sides) for sheet in ordered]
        if space is not None and space.links:
            parts.append(Content.styled("Roads", "bold"))
            parts += [Content.assemble(" ", _fact(link, link.label)) for link in space.links]
        self.query_one("#here", Words).update(Content("\n").join(parts))
        self.scroll_home(animate=False)


def counter_chip(counter: Counter, sides: Sequence[str]) -> Content:
    """A counter in one line: name, strength and printed numbers in its side's colours."""
    return Content.assemble(
        (f" {counter.label} {counter.strength} ", chip_style(counter, sides)), (f" {counter.numbers}", "bold")
    )


def states(counter: Counter) -> str:
    """A counter's states in words."""
    return ", ".join(_STATES[flag] for flag in _STATES if flag in counter.flags)


def _fact(fact: Fact, label: str | None = None) -> Content:
    link = rule_link(fact.rule)
    words = Content.assemble((f"{label or fact.label} ", DIM), fact.value)
    return Content.assemble(words, " ", link) if link else words


def _unit(sheet: UnitSheet, sides: Sequence[str]) -> Content:
    rows = [
        Content.assemble(counter_chip(sheet.counter, sides), " ", (sheet.name, "bold"), (f"  {sheet.formation}", DIM))
    ]
    condition = states(sheet.counter)
    facts = Content(" · ").join(_fact(fact) for fact in sheet.facts)
    if condition:
        facts = Content.assemble((condition, "bold #d8c48a"), " · " if facts else "", facts)
    if facts:
        rows.append(Content.assemble("  ", facts))
    if sheet.may:
        rows.append(Content.styled(f"  may {', '.join(sheet.may)}", GOOD))
    elif sheet.why_not is not None:
        rows.append(Content.assemble("  ", cited(sheet.why_not.reason, sheet.why_not.rule, DIM)))
    return Content("\n").join(rows)
