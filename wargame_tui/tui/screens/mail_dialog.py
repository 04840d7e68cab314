"""The dialogs of games by mail: a wide panel in the middle, as high as what it holds."""

from typing import TypeVar

from wargame_tui.tui.screens.over_table import OverTable

T = TypeVar("T")


class MailDialog(OverTable[T]):
    """A modal screen of one panel, which holds what its `compose` puts into a Vertical."""

    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-high")]

    DEFAULT_CSS = """
    MailDialog {
        align: center middle;
        background: $background 40%;
        & > Vertical { width: 86; max-width: 100%; height: auto; max-height: 96%; background: $panel; padding: 1 2; }
        & Words { height: auto; }
        & OptionList { height: auto; border: none; background: $panel; padding: 0; scrollbar-size-vertical: 1; }
        & OptionList:focus { border: none; background-tint: 0%; }
        & OptionList:focus > .option-list--option-highlighted { background: #4a4128; color: #ffffff; }
    }
    """
