"""Two moments beside each other: what differs, in words and on the map, and where the two lines of play part."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from wargame_tui.board.compare import (
    Change,
    Comparison,
    Kind,
    Moment,
    by_kind,
    change_words,
    no_changes,
    parting_lines,
    standing,
)
from wargame_tui.board.scene import Highlight, Overlay
from wargame_tui.tui.coats import side_color, sides_of
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.screens.side_panel import SidePanel
from wargame_tui.tui.session import Session
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import DIM, HEAD, keyed

NAMES = "Marked", "This"
"""What the two moments are called."""
LIGHTS: Mapping[Kind, Highlight] = {"lost": "battle", "changed": "battle"}
"""How places are lit where something was lost or weakened; all others are lit as a way."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list, and where it leads: to a place on the map, or to a moment of the game on view."""

    words: Content
    place: str | None = None
    moment: int | None = None

    @property
    def leads(self) -> bool:
        """Whether it leads anywhere."""
        return self.place is not None or self.moment is not None


class CompareScreen(SidePanel[int | None]):
    """Shows what differs; returns the moment to go to, if the player picked one."""

    BINDINGS = [
        Binding("escape,q,x", "dismiss(None)", "back", priority=True),
        Binding("space,tab", "flip", "the other table", priority=True),
    ]

    DEFAULT_CSS = """
    CompareScreen {
        & OptionList { height: 1fr; border: none; background: $panel; padding: 0; scrollbar-size-vertical: 1; }
        & OptionList:focus { border: none; background-tint: 0%; }
        & OptionList > .option-list--option { padding: 0 1; }
        & OptionList > .option-list--option-disabled { color: $foreground; }
        & OptionList:focus > .option-list--option-highlighted { background: #4a4128; color: #ffffff; text-style: bold; }
    }
    """

    def __init__(
        self,
        session: Session,
        table: Screen[Any],
        comparison: Comparison,
        names: Mapping[str, str],
        show: Callable[[Moment, Overlay], None],
        go_to: Callable[[str], None],
    ) -> None:
        """`names` are those of the spaces on the map, which is to `show` a moment and to `go_to` a space."""
        super().__init__(session, table)
        self._found, self._show_moment, self._go_to = comparison, show, go_to
        self._rows = [*_rows(comparison, names, sides_of(session.title))]
        self._first_on_view = False

    def compose(self) -> ComposeResult:
        """Both moments, what differs, the keys."""
        with Vertical():
            yield Words(id="compare-head", classes="head")
            yield OptionList(*(Option(row.words, disabled=not row.leads) for row in self._rows))
            yield Words(id="compare-keys", classes="keys")

    def on_mount(self) -> None:
        """The second moment, with the places that differ."""
        self._show()

    def _show(self) -> None:
        found = self._found
        moment = found.first if self._first_on_view and not found.other_map else found.second
        lights: dict[str, Highlight] = {place: LIGHTS.get(kind, "path") for place, kind in found.places.items()}
        self._show_moment(moment, Overlay(lights))
        self.query_one("#compare-head", Words).update(self._heading())
        other = "this" if self._first_on_view else "marked"
        keys = [keyed("↑↓", "to the place"), keyed("Esc", "back", "screen.dismiss(None)")]
        if not found.other_map:
            keys.insert(1, keyed("Space", f"show {other}", "screen.flip"))
        self.query_one("#compare-keys", Words).update(Content("  ").join(keys))

    def _heading(self) -> Content:
        found, rows = self._found, []
        both = zip(NAMES, (found.first, found.second), found.scores, strict=True)
        for number, (name, moment, score) in enumerate(both):
            shown = self._first_on_view == (number == 0)
            head = (f"{'▸' if shown else ' '} {name}: ", "bold" if shown else DIM)
            rows.append(Content.assemble(head, standing(moment), (f" · {score}", DIM)))
        return Content("\n").join(rows)

    def action_flip(self) -> None:
        """Show the map of the other moment."""
        self._first_on_view = not self._first_on_view
        self._show()

    @on(OptionList.OptionHighlighted)
    @on(OptionList.OptionSelected)
    def _picked(self, event: OptionList.OptionHighlighted | OptionList.OptionSelected) -> None:
        row = self._rows[event.option_index]
        if row.place is not None:
            self._go_to(row.place)
        elif row.moment is not None and isinstance(event, OptionList.OptionSelected):
            self.dismiss(row.moment)


def _rows(found: Comparison, names: Mapping[str, str], sides: Sides) -> Iterator[Row]:
    shared = found.parting.shared
    for number, line in enumerate(parting_lines(found, NAMES)):
        leads = number == 0 and shared <= found.second.at
        words = Content.assemble(line, ("  Enter goes there", DIM)) if leads else Content(line)
        yield Row(words, moment=shared if leads else None)
    if nothing := no_changes(found):
        yield Row(Content.styled(nothing, DIM))
    for heading, changes in by_kind(found.changes):
        yield Row(Content.styled(heading, HEAD))
        for change in changes:
            yield Row(_change_line(change, names, sides), next(iter(change.places), None))


def _change_line(change: Change, names: Mapping[str, str], sides: Sides) -> Content:
    color = side_color(sides, change.side) if change.side else ""
    return Content.assemble("  ", (change_words(change, names), color))
