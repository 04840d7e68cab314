"""The settings, grouped: a line each with what it does below, changed with Left and Right."""

from collections.abc import Mapping
from dataclasses import replace

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from wargame_tui.tui.screens.over_table import OverTable
from wargame_tui.tui.settings import (
    BATTLES,
    CELLS,
    FILMS,
    GATES,
    GLYPHS,
    MAPS,
    NARROWEST_LOG,
    PALETTES,
    PICTURES,
    SEEN,
    SPEEDS,
    SWITCH,
    WIDEST_LOG,
    Settings,
)
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import DIM, KEY, WORDS, keyed

_SAMPLES = {"auto": "as the terminal says", "full": "┏━┓ ⊠ ★ ▲", "narrow": "⢎⠉⡱ ⊠ ✪ ▴", "ascii": "+-+ I $ ^"}
_CHOICES: dict[str, tuple[str, ...]] = {
    "glyphs": GLYPHS,
    "palette": PALETTES,
    "map": MAPS,
    "cells": CELLS,
    "pictures": PICTURES,
    "battles": BATTLES,
    "animation": SWITCH,
    "enemy_turns": FILMS,
    "film_speed": SPEEDS,
    "gate": GATES,
    "summary": SEEN,
    "warnings": SWITCH,
    "panes": SEEN,
    "minimap": SEEN,
}
_GROUPS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "Map": {
        "map": ("Style", "painted: paper is light, night is dark; or in characters"),
        "palette": ("Colours", "how many the terminal has; mono: none"),
        "glyphs": ("Characters", "narrow or ascii if signs or frames look broken"),
        "cells": ("Blocks", "the finest blocks in the font, of which painted maps are made"),
        "pictures": ("In pixels", "painted maps as pictures, where the terminal can show them"),
        "minimap": ("Overview", "the whole map in a corner of large screens"),
        "panes": ("Panes", "list, units and log beside the map; d hides them at the table"),
        "log_width": ("Log width", "columns of the log on wide terminals"),
    },
    "Dice and films": {
        "battles": ("Dice", "step: Space uncovers each; at once: all; off: only on b"),
        "animation": ("Animation", "dice roll, counters slide, cards come and go; a key skips any of it"),
        "enemy_turns": ("Enemy's turn", "step: what the program or a letter did, step by step"),
        "film_speed": ("Film speed", "how long a step of a film stands; < and > change it while it plays"),
    },
    "Two players": {
        "gate": ("Handing over", "letter: a side's initial takes over; hide: secrets too; off: at once"),
        "summary": ("Turn summary", "a turn begins with what the other side did, lost and took"),
    },
    "Warnings": {
        "warnings": ("Warnings at E", "E says once what would hurt before a phase ends"),
    },
}
"""The settings in groups, each with its name and what it does."""
_NAMES = {name: words for group in _GROUPS.values() for name, words in group.items()}


class SettingsScreen(OverTable[Settings | None]):
    """Returns the changed settings, or None."""

    BINDINGS = [
        Binding("escape", "dismiss(None)", "back"),
        Binding("enter", "keep", "keep", priority=True),
        Binding("left", "change(-1)", "less", priority=True),
        Binding("right,space", "change(1)", "more", priority=True),
    ]

    DEFAULT_CSS = """
    SettingsScreen {
        align: center middle;
        background: $background 40%;
        & > Vertical { width: 78; max-width: 100%; height: auto; background: $panel; padding: 0 2; }
        & OptionList { height: auto; border: none; background: $panel; padding: 0; margin: 0 0 1 0; }
        & OptionList > .option-list--option-disabled { color: #f0e6c8; text-style: bold; }
        & OptionList:focus { border: none; background-tint: 0%; }
    }
    """

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings

    def compose(self) -> ComposeResult:
        """The settings and the keys."""
        with Vertical():
            yield Words(Content.styled("Settings", "bold"))
            listed = OptionList()
            for group, settings in _GROUPS.items():
                listed.add_option(Option(f"\n{group}", disabled=True))
                listed.add_options(Option(self._line(name), id=name) for name in settings)
            yield listed
            keys = [keyed("↑↓", "which"), keyed("←→", "change"), keyed("Enter", "keep"), keyed("Esc", "forget")]
            yield Words(Content("  ").join(keys))

    def on_mount(self) -> None:
        """Start at the first."""
        self.query_one(OptionList).highlighted = 1

    def on_resize(self) -> None:
        """What does not fit on the screen scrolls."""
        self.query_one(OptionList).styles.max_height = self.size.height - 4

    def action_keep(self) -> None:
        """Keep what was changed."""
        self.dismiss(self._settings)

    def action_change(self, by: int) -> None:
        """Change the highlighted setting."""
        listed = self.query_one(OptionList)
        lit = listed.highlighted_option
        if lit is None or lit.id is None:
            return
        name = lit.id
        value = getattr(self._settings, name)
        if name == "log_width":
            value = max(NARROWEST_LOG, min(WIDEST_LOG, value + 2 * by))
        else:
            choices = _CHOICES[name]
            value = choices[(choices.index(value) + by) % len(choices)]
        self._settings = replace(self._settings, **{name: value})
        listed.replace_option_prompt(name, self._line(name))

    def _line(self, name: str) -> Content:
        value = str(getattr(self._settings, name))
        sample = f"   {_SAMPLES[value]}" if name == "glyphs" else ""
        title, words = _NAMES[name]
        head = Content.assemble(f"{title:<15}", ("◂ ", DIM), (value, KEY), (" ▸", DIM), (sample, DIM))
        return Content("\n").join([head, Content.styled(f"  {words}", WORDS)])
