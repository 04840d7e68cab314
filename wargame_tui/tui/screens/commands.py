"""The command palette: everything that can be done now, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.binding import Binding
from textual.command import DiscoveryHit, Hit, Hits, Provider

if TYPE_CHECKING:
    from wargame_tui.tui.screens.table import TableScreen

_KEY_NAMES = {
    "question_mark,f1": "?",
    "colon": ":",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "g,slash": "g",
    "plus,equals_sign": "+",
    "minus": "-",
    "ctrl+s": "Ctrl+S",
    "ctrl+e": "Ctrl+E",
    "left_curly_bracket": "{",
    "right_curly_bracket": "}",
    "left_parenthesis": "(",
    "right_parenthesis": ")",
    "full_stop": ".",
    "comma": ",",
}
_ONLY_PAST = ("play_on", "look(1)", "seek('phase', 1)", "seek('turn', 1)")
_ONLY_PRESENT = ("undo", "command_line", "next_place(1)", "next_place(-1)")
_NEVER = ("back", "light(1)", "light(-1)")


def offered(table: TableScreen) -> list[tuple[str, str, Callable[[], Any]]]:
    """What can be done now: words, then notation or key, then what to call."""
    found: list[tuple[str, str, Callable[[], Any]]] = []
    for choice in table.choices:
        note = " · ".join(part for part in (choice.notation, table.place_name(choice.space)) if part)
        found.append((choice.text, note, partial(table.give, choice.command)))
    for binding in table.BINDINGS:
        assert isinstance(binding, Binding)
        if _valid(table, binding.action):
            key = _KEY_NAMES.get(binding.key, binding.key)
            run = partial(table.run_action, binding.action)
            found.append((binding.description.capitalize(), f"key {key}", run))
    return found


def _valid(table: TableScreen, action: str) -> bool:
    past = table.session.viewed is not None
    if action == "mail" and not table.session.by_mail:
        return False
    if action in ("play_on", "save") and table.session.by_mail:
        return False
    if action == "plan" and (not table.session.deciding or table.session.title.planning(table.session.state) is None):
        return False
    if action == "film" and table.session.enemy_turn() is None:
        return False
    if action == "desk" and table.session.title.desk(table.session.state) is None:
        return False
    return action not in _NEVER and action not in (_ONLY_PRESENT if past else _ONLY_PAST)


class TableCommands(Provider):
    """What the table offers."""

    @property
    def _table(self) -> TableScreen | None:
        from wargame_tui.tui.screens.table import TableScreen

        return self.screen if isinstance(self.screen, TableScreen) else None

    async def discover(self) -> Hits:
        """Everything, before anything is typed."""
        if self._table is not None:
            for words, note, run in offered(self._table):
                yield DiscoveryHit(words, run, help=note)

    async def search(self, query: str) -> Hits:
        """What fits the words typed, in its words or its notation."""
        if self._table is None:
            return
        matcher = self.matcher(query)
        for words, note, run in offered(self._table):
            score = max(matcher.match(words), matcher.match(note) * 0.9)
            if score > 0:
                yield Hit(score, matcher.highlight(words), run, help=note)
