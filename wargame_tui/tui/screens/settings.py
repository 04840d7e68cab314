"""The settings: one line each, changed with Left and Right."""

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
    GLYPHS,
    MAPS,
    NARROWEST_LOG,
    PALETTES,
    PICTURES,
    SEEN,
    WIDEST_LOG,
    Settings,
)
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import DIM, keyed

_SAMPLES = {"auto": "as the terminal says", "full": "┏━┓ ⊠ ★ ▲", "narrow": "⢎⠉⡱ ⊠ ✪ ▴", "ascii": "+-+ I $ ^"}
_CHOICES: dict[str, tuple[str, ...]] = {
    "glyphs": GLYPHS,
    "palette": PALETTES,
    "map": MAPS,
    "cells": CELLS,
    "pictures": PICTURES,
    "battles": BATTLES,
    "enemy_turns": FILMS,
    "panes": SEEN,
    "minimap": SEEN,
}
_WORDS = {
    "glyphs": "Map characters",
    "palette": "Map colours",
    "map": "Map style",
    "cells": "Map blocks",
    "pictures": "Map in pixels",
    "battles": "Dice of battles",
    "enemy_turns": "Enemy's turn",
    "panes": "Panes",
    "minimap": "Minimap",
    "log_width": "Log width",
}


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
        & > Vertical { width: 62; max-width: 90%; height: auto; background: $panel; padding: 1 2; }
        & OptionList { height: auto; border: none; background: $panel; padding: 0; margin: 1 0; }
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
            yield OptionList(*(Option(self._line(name)) for name in _WORDS))
            keys = [keyed("↑↓", "which"), keyed("←→", "change"), keyed("Enter", "keep"), keyed("Esc", "forget")]
            yield Words(Content("  ").join(keys))

    def on_mount(self) -> None:
        """Start at the first."""
        self.query_one(OptionList).highlighted = 0

    def action_keep(self) -> None:
        """Keep what was changed."""
        self.dismiss(self._settings)

    def action_change(self, by: int) -> None:
        """Change the highlighted setting."""
        listed = self.query_one(OptionList)
        name = list(_WORDS)[listed.highlighted or 0]
        value = getattr(self._settings, name)
        if name == "log_width":
            value = max(NARROWEST_LOG, min(WIDEST_LOG, value + 2 * by))
        else:
            choices = _CHOICES[name]
            value = choices[(choices.index(value) + by) % len(choices)]
        self._settings = replace(self._settings, **{name: value})
        listed.replace_option_prompt_at_index(listed.highlighted or 0, self._line(name))

    def _line(self, name: str) -> Content:
        value = str(getattr(self._settings, name))
        sample = f"   {_SAMPLES[value]}" if name == "glyphs" else ""
        return Content.assemble(f"{_WORDS[name]:<18}", ("◂ ", DIM), (value, "bold"), (" ▸", DIM), (sample, DIM))
