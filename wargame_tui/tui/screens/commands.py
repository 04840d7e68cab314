"""Everything by name: what can be done now, and whatever else can be found: places, units, rules, saved games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from textual.binding import Binding
from textual.screen import Screen

from wargame_tui.tui.screens.pick import Item, PickScreen, parts_of
from wargame_tui.tui.words import key_name

MOST_SHOWN = 80
"""Lines of the list: who looks for more types another letter."""
ALSO = {
    "help": "keys what to do",
    "app.settings": "options preferences colours characters glyphs theme",
    "layers": "overlays show on the map zoc supply",
    "legend": "signs marks symbols what do they mean",
    "card": "terrain effects chart movement cost",
    "overview": "minimap whole map",
    "show_all": "theatre fit overview",
    "show_region": "fit battle units overlay",
    "drawer": "fullscreen full screen map only sidebar log",
    "go_to": "find search jump place unit hex area",
    "undo": "undo take back",
    "conduct": "standing orders answers always never",
    "save": "keep saves game name",
    "leave": "chooser menu exit close saves games",
    "export": "report film share write",
    "rules": "rulebook charts tables crt tec",
    "rule_here": "why",
    "sources": "estimate history bibliography books data origin",
    "packs": "data edition own copy",
    "mail": "post send e-mail",
    "app.mail": "post e-mail letters",
    "record": "medals results best",
    "dismiss(None)": "exit leave close",
    "look(-1)": "history replay past",
    "seed": "dice",
    "look_up('battle_order')": "oob order of battle roster units formations divisions strength unmoved out of supply",
    "look_up('calendar')": "reinforcements withdrawals schedule arrivals turn track weather events days",
    "look_up('losses')": "casualties dead pile eliminated steps killed",
    "look_up('victory')": "points vp score who wins objectives levels forecast",
    "look_up('charts')": "tables crt tec terrain effects movement costs combat results hit weather",
    "look_up('hand')": "markers plans chits support air battle plans special forces",
    "look_up('rules')": "contents chapters sections",
}
"""Other words for actions under which players look for them."""
_FIRST = ("help", "undo", "go_to", "layers", "legend", "plan", "film", "desk", "mail", "save", "export", "leave")
"""Actions that head the list; the others follow in the order of their keys."""
_NEVER = ("back", "light(1)", "light(-1)", "commands", "to_list")


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that can be done or found."""

    words: str
    note: str
    """Notation, key, place: shown beside the words, and searched as well."""
    run: Callable[[], Any]
    also: str = ""
    """Searched, not shown."""
    found: bool = False
    """Listed only once something has been typed."""


class CommandsScreen(PickScreen):
    """Lists entries and narrows them down; returns the number of the picked one as text."""

    DEFAULT_CSS = """
    CommandsScreen {
        & > Vertical { width: 90; }
    }
    """


def open_commands(screen: Screen[Any], entries: Sequence[Entry]) -> None:
    """Let a player pick among entries by name, and do what he picks."""
    items = [Item(str(number), entry.words, entry.note) for number, entry in enumerate(entries)]

    def narrowed(items: Sequence[Item], typed: str) -> list[Item]:
        return [items[number] for number in fitting(entries, typed)[:MOST_SHOWN]]

    def done(picked: str | None) -> None:
        if picked is not None:
            screen.call_later(entries[int(picked)].run)

    screen.app.push_screen(
        CommandsScreen("Find a command, place, unit, rule or game", items, search=True, find=narrowed), done
    )


def fitting(entries: Sequence[Entry], typed: str) -> list[int]:
    """Numbers of the entries that have every word typed: first those that begin with them, then in their order."""
    wanted = typed.lower().split()
    if not wanted:
        return [number for number, entry in enumerate(entries) if not entry.found]

    def rank(entry: Entry) -> int:
        words, more = entry.words.lower(), f"{entry.note} {entry.also}".lower()
        if not all(word in words or word in more for word in wanted):
            return 4
        if words.startswith(" ".join(wanted)):
            return 0
        heads = parts_of(words)
        if all(any(head.startswith(word) for head in heads) for word in wanted):
            return 1
        heads += parts_of(more)
        if all(any(head.startswith(word) for head in heads) for word in wanted):
            return 2
        return 4 if any(word.isdigit() for word in wanted) else 3

    ranked = [(rank(entry), entry.found, number) for number, entry in enumerate(entries)]
    return [number for place, _, number in sorted(ranked) if place < 4]


def actions_of(screen: Screen[Any], valid: Callable[[str], bool]) -> Iterator[Entry]:
    """What the screen's keys do, as far as their actions are valid now, and the settings."""
    bindings = [binding for binding in screen.BINDINGS if isinstance(binding, Binding)]
    for binding in sorted(bindings, key=lambda b: _FIRST.index(b.action) if b.action in _FIRST else len(_FIRST)):
        action = binding.action
        if action in _NEVER or not binding.show or not valid(action):
            continue
        key = binding.key.partition(",")[0]
        words = binding.description[0].upper() + binding.description[1:]
        yield Entry(words, f"key {key_name(key)}", partial(screen.run_action, action), ALSO.get(action, ""))
    settings = "app.settings"
    yield Entry("Settings", "key F2", partial(screen.run_action, settings), ALSO[settings])
