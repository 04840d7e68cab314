"""The gate at a table for two: whose turn begins, or whom a short question is for, and by which key he takes over."""

from textual.content import Content
from textual.message import Message

from wargame_tui.tui.coats import SIDE_INK
from wargame_tui.tui.table.telling import Asked
from wargame_tui.tui.widgets.text import Words


class Gate(Words):
    """Lies over the top of the map: a card before a turn, a band for a short question in the other's turn."""

    DEFAULT_CSS = """
    Gate {
        dock: top;
        width: 1fr;
        height: auto;
        display: none;
        color: #101418;
        &.-shown { display: block; }
        &.-band { padding: 0 1; }
        &.-card { padding: 1 2; text-align: center; }
    }
    """

    class Opened(Message):
        """It was clicked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: Asked | None = None
        """What it says; None while it is not there."""

    def show(self, asked: Asked | None, color: str) -> None:
        """Say who is asked what, in the colour of his side; None takes it away."""
        if asked == self.asked:
            return
        self.asked = asked
        self.set_class(asked is not None, "-shown")
        if asked is None:
            return
        self.set_class(asked.is_turn, "-card")
        self.set_class(not asked.is_turn, "-band")
        self.styles.background = color
        who = (f"{asked.who.upper()} PLAYER", "bold")
        if asked.is_turn:
            lines = [Content.assemble(who), Content(asked.when), Content(asked.question)]
        else:
            about = f" · {asked.when}" if asked.when else ""
            lines = [Content.assemble(who, about, "   ", (asked.question, "bold"))]
        keys = [Content.assemble((f" {key} ", f"bold {color} on {SIDE_INK}"), f" {words}") for key, words in asked.keys]
        lines.append(Content("   ").join(keys))
        self.update(Content("\n").join(lines))

    def on_click(self) -> None:
        """The side that is asked takes over."""
        if self.asked is not None and self.asked.is_closed:
            self.post_message(self.Opened())
