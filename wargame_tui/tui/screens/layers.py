"""The layers over the map: each is switched on and off by its letter, beside the map, which shows them at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from wargame_tui.board.layers import LETTERS
from wargame_tui.board.title import OverlayInfo
from wargame_tui.tui.screens.side_panel import SidePanel
from wargame_tui.tui.session import Session
from wargame_tui.tui.table.over_map import OverMap
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import DIM, GOOD, HEAD, KEY, keyed, rule_link


class Switches(Protocol):
    """What switches layers at the table."""

    @property
    def over_map(self) -> OverMap:
        """What is on."""

    @property
    def marks(self) -> Mapping[str, str]:
        """The signs of highlights on the map."""

    def switch_layer(self, layer: str) -> None:
        """Switch a layer on or off."""

    def hide_layers(self) -> bool:
        """Switch all of them off; whether any was on."""


class LayersScreen(SidePanel[None]):
    """`v` at the table. Letters switch, Esc leaves everything as it is."""

    BINDINGS = [
        Binding("escape,q", "dismiss(None)", "back", priority=True),
        Binding("space", "switch", "on or off", priority=True),
        Binding("backspace,0", "none", "all off", priority=True),
        Binding("full_stop", "rule", "the rule", priority=True),
    ]

    DEFAULT_CSS = """
    LayersScreen {
        & OptionList { height: 1fr; border: none; background: $panel; padding: 0; scrollbar-size-vertical: 1; }
        & OptionList:focus { border: none; background-tint: 0%; }
        & OptionList > .option-list--option { padding: 0 1; }
        & #layers-legend { height: auto; max-height: 12; padding: 0 1; background: $panel-lighten-1; }
    }
    """

    def __init__(self, session: Session, table: Screen[Any], switches: Switches) -> None:
        """`table` is the screen with the map, `switches` what lays layers over it."""
        super().__init__(session, table)
        self._switches = switches
        self._rows = sorted(switches.over_map.infos(session), key=_place)

    def compose(self) -> ComposeResult:
        """The heading, a line for each layer, what the marks of those that are on mean, the keys."""
        with Vertical():
            yield Words(Content.styled("Layers over the map", HEAD), classes="head")
            yield OptionList(*map(self._option, self._rows))
            yield Words(id="layers-legend")
            yield Words(classes="keys", id="layers-keys")

    def on_mount(self) -> None:
        """Begin at the first layer that is on."""
        super().on_mount()
        listed, laid = self.query_one(OptionList), self._switches.over_map.laid
        listed.highlighted = next((n for n, info in enumerate(self._rows) if info.id in laid), 0)
        listed.focus()
        keys = [keyed("letter Space", "on or off"), keyed("0", "all off", "screen.none")]
        keys += [keyed(".", "rule", "screen.rule"), keyed("Esc", "back", "screen.dismiss(None)")]
        self.query_one("#layers-keys", Words).update(Content("  ").join(keys))
        self._tell()

    def on_key(self, event: events.Key) -> None:
        """A letter switches its layer."""
        number = next((n for n, info in enumerate(self._rows) if info.key and info.key == event.character), None)
        if number is not None:
            event.stop()
            event.prevent_default()
            self.query_one(OptionList).highlighted = number
            self._switch(number)
        elif (letter := (event.character or "").lower()) in LETTERS and letter:
            event.stop()
            self.query_one("#layers-keys", Words).update(f"{event.character}: this game has no {LETTERS[letter]}")

    def action_switch(self) -> None:
        """Switch the highlighted layer."""
        number = self.query_one(OptionList).highlighted
        if number is not None:
            self._switch(number)

    def action_none(self) -> None:
        """Switch all layers off."""
        self._switches.hide_layers()
        self._draw()

    def action_rule(self) -> None:
        """Open the rule of the highlighted layer."""
        number = self.query_one(OptionList).highlighted
        if number is not None and (rule := self._rows[number].rule):
            self.app.call_later(self.app.run_action, f"rule({rule!r})")

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self._switch(event.option_index)

    def _switch(self, number: int) -> None:
        self._switches.switch_layer(self._rows[number].id)
        self._draw()

    def _draw(self) -> None:
        listed = self.query_one(OptionList)
        for number, info in enumerate(self._rows):
            listed.replace_option_prompt_at_index(number, self._words(info))
        self._tell()

    def _option(self, info: OverlayInfo) -> Option:
        return Option(self._words(info))

    def _words(self, info: OverlayInfo) -> Content:
        is_on = info.id in self._switches.over_map.laid
        mark = ("■ ", GOOD) if is_on else ("· ", DIM)
        rule = Content.assemble("  ", rule_link(info.rule)) if info.rule else Content("")
        return Content.assemble((f"{info.key or ' '} ", KEY), mark, (info.name, "bold" if is_on else ""), rule)

    def _tell(self) -> None:
        """What the marks mean of the layers that are on, and which lie above which."""
        signs = self._switches.marks
        over_map = self._switches.over_map
        told = dict.fromkeys(entry for info in over_map.on(self._session) for entry in info.legend)
        marks = [Content.assemble((f"{signs[kind]}\u00a0", KEY), words.replace(" ", "\u00a0")) for kind, words in told]
        rows = [Content("   ").join(marks)] if marks else []
        if len(over_map.laid) > 1:
            order = ", ".join(info.key for info in reversed(over_map.on(self._session)))
            rows.append(
                Content.styled(f"Where two mark a space, the first of {order} shows; notes are shown together.", DIM)
            )
        self.query_one("#layers-legend", Words).update(Content("\n").join(rows))


def _place(info: OverlayInfo) -> tuple[bool, str, bool]:
    """Layers by their letters, the first side's before the second's."""
    return not info.key, info.key.lower(), info.key.isupper()
