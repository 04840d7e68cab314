"""The command line: notation with completion over what is legal now, and a history."""

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input

from wargame_tui.tui.hint import Hint
from wargame_tui.tui.session import Choice
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import BAD, DIM, KEY

MOST_SHOWN = 6
UNKNOWN = "no legal command begins like this"
LATER = "judged when the commands before it are carried out"


class CommandLine(Vertical):
    """Opened with `:`; Enter carries out, Tab completes, Up and Down walk through the history, Esc closes."""

    BINDINGS = [
        Binding("tab", "complete", "complete", priority=True),
        Binding("up", "history(-1)", "earlier"),
        Binding("down", "history(1)", "later"),
        Binding("escape", "close", "back"),
    ]

    hints = (
        Hint("Enter", "carry out"),
        Hint("Tab", "complete"),
        Hint("↑↓", "earlier lines"),
        Hint("Esc", "close", "screen.back"),
    )

    DEFAULT_CSS = """
    CommandLine {
        height: auto;
        background: $panel;
        display: none;
        &.-open { display: block; }
        & > #matches { height: auto; padding: 0 1; }
        & > Horizontal { height: 1; }
        & #colon { width: 2; padding: 0 0 0 1; color: $primary; text-style: bold; }
        & Input { border: none; height: 1; padding: 0; background: $panel; }
        & Input:focus { border: none; background-tint: 0%; }
    }
    """

    class Submitted(Message):
        """Commands were given."""

        def __init__(self, commands: list[str]) -> None:
            self.commands = commands
            super().__init__()

    class Closed(Message):
        """The line was closed without a command."""

    def __init__(self) -> None:
        super().__init__()
        self._choices: list[Choice] = []
        self._history: list[str] = []
        self._place = 0

    def compose(self) -> ComposeResult:
        """Matches above the line."""
        yield Words(id="matches")
        with Horizontal():
            yield Words(":", id="colon")
            yield Input(placeholder="type a command (Tab completes, ; between several)", compact=True)

    def open(self, choices: list[Choice]) -> None:
        """Open the line for what is legal now."""
        self._choices, self._place = choices, len(self._history)
        self.add_class("-open")
        line = self.query_one(Input)
        line.value = ""
        # At once, not with `line.focus()` later on: keys typed meanwhile would go to the map.
        self.screen.set_focus(line)
        self._match("")

    def close(self) -> None:
        """Close the line."""
        self.remove_class("-open")

    def refuse(self, words: Content) -> None:
        """Say why the line was not carried out, and keep it for mending."""
        self.query_one("#matches", Words).update(Content.assemble(("✗ ", BAD), words))

    def action_close(self) -> None:
        """Close without a command."""
        self.close()
        self.post_message(self.Closed())

    def action_complete(self) -> None:
        """Complete the last command as far as all that fit agree."""
        line = self.query_one(Input)
        before, _, last = line.value.rpartition(";")
        start = f"{before}; " if before else ""
        fitting = self._fitting(last)
        if fitting:
            common = _common_start([choice.notation for choice in fitting])
            if len(fitting) == 1 or len(common) > len(last.strip()):
                line.value = start + common
                line.cursor_position = len(line.value)

    def action_history(self, by: int) -> None:
        """Fetch an earlier or later line."""
        if self._history:
            self._place = max(0, min(len(self._history), self._place + by))
            line = self.query_one(Input)
            line.value = self._history[self._place] if self._place < len(self._history) else ""
            line.cursor_position = len(line.value)

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        event.stop()
        before, _, last = event.value.rpartition(";")
        self._match(last, UNKNOWN if not before.strip() else LATER)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        commands = [" ".join(part.split()) for part in event.value.split(";") if part.strip()]
        if not commands:
            self.action_close()
            return
        if not self._history or self._history[-1] != event.value:
            self._history.append(event.value)
        self.post_message(self.Submitted(commands))

    def _fitting(self, typed: str) -> list[Choice]:
        typed = " ".join(typed.split()) + (" " if typed.endswith(" ") and typed.strip() else "")
        return [choice for choice in self._choices if choice.notation.startswith(typed.lstrip())]

    def _match(self, typed: str, otherwise: str = UNKNOWN) -> None:
        fitting = self._fitting(typed)
        width = max((len(choice.notation) for choice in fitting[:MOST_SHOWN]), default=0)
        rows = [
            Content.assemble((f"{choice.notation:<{width}}", KEY), (f"  {choice.text}", DIM))
            for choice in fitting[:MOST_SHOWN]
        ]
        if len(fitting) > MOST_SHOWN:
            rows.append(Content.styled(f"and {len(fitting) - MOST_SHOWN} more", DIM))
        if not fitting:
            rows.append(Content.styled(otherwise, DIM))
        self.query_one("#matches", Words).update(Content("\n").join(rows))


def _common_start(texts: list[str]) -> str:
    """What all the texts begin with."""
    first, last = min(texts), max(texts)
    length = next((n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    return first[:length]
