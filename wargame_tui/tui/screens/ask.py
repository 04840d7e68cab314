"""Small questions: yes or no, or a name."""

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input

from wargame_tui.tui.screens.over_table import OverTable
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import keyed

_CSS = """
    {name} {{
        align: center middle;
        background: $background 40%;
        & > Vertical {{ width: 64; max-width: 90%; height: auto; background: $panel; padding: 1 2; }}
        & VerticalScroll {{ height: auto; max-height: 80vh; }}
        & .keys {{ margin-top: 1; }}
        & Input {{ margin-top: 1; }}
    }}
"""


class ConfirmScreen(OverTable[bool]):
    """A question answered with y or n."""

    BINDINGS = [
        Binding("y", "dismiss(True)", "yes"),
        Binding("n,escape", "dismiss(False)", "no"),
    ]
    DEFAULT_CSS = _CSS.format(name="ConfirmScreen")

    def __init__(self, question: Content | str, yes: str = "yes", no: str = "no") -> None:
        super().__init__()
        self._question, self._yes, self._no = question, yes, no

    def compose(self) -> ComposeResult:
        """The question and its keys."""
        with Vertical():
            with VerticalScroll():
                yield Words(self._question)
            answers = [keyed("y", self._yes, "screen.dismiss(True)"), keyed("n", self._no, "screen.dismiss(False)")]
            yield Words(Content("   ").join(answers), classes="keys")


class NameScreen(OverTable[str | None]):
    """A question answered with a line of text."""

    BINDINGS = [Binding("escape", "dismiss(None)", "back")]
    DEFAULT_CSS = _CSS.format(name="NameScreen")

    def __init__(self, question: str, value: str = "") -> None:
        super().__init__()
        self._question, self._value = question, value

    def compose(self) -> ComposeResult:
        """The question, a line, the keys."""
        with Vertical():
            yield Words(self._question)
            yield Input(self._value, compact=True)
            yield Words(Content("   ").join([keyed("Enter", "done"), keyed("Esc", "back")]), classes="keys")

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())
