"""Help for the step in hand: what to decide, how to do it here, and which rules say so."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Group
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from wargame_tui.board.title import Help
from wargame_tui.tui.screens.over_table import OverTable
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import DIM, HEAD, KEY, WORDS, keyed, linked, rule_style


@dataclass(frozen=True, slots=True)
class Section:
    """Keys under a heading, each with what it does."""

    name: str
    rows: Sequence[tuple[str, str]]


class HelpScreen(OverTable[None]):
    """`?` or F1, on the table and elsewhere: what to decide, then the keys, section by section."""

    BINDINGS = [
        Binding("escape,question_mark,f1,q", "dismiss(None)", "back"),
        Binding("r", "first_rule", "rule"),
        Binding("j", "scroll('down')", "down", show=False),
        Binding("k", "scroll('up')", "up", show=False),
        Binding("space", "scroll('page_down')", "page down", show=False),
        Binding("right,tab", "turn(1)", "next section", show=False, priority=True),
        Binding("left,shift+tab", "turn(-1)", "previous section", show=False, priority=True),
        *(Binding(str(number), f"open({number})", show=False) for number in range(1, 10)),
    ]

    DEFAULT_CSS = """
    HelpScreen {
        align: center middle;
        background: $background 40%;
        & > Vertical { width: 84; max-width: 100%; height: auto; background: $panel; padding: 0 2; }
        & VerticalScroll { height: auto; scrollbar-size-vertical: 1; }
        & .help-now { height: auto; padding: 1 0 0 0; }
        & .help-section { height: auto; padding: 1 0 0 0; }
        & #help-keys { margin-top: 1; }
    }
    """

    def __init__(self, help_: Help, prompt: str, sections: Sequence[Section]) -> None:
        super().__init__()
        self._help, self._prompt, self._sections = help_, prompt, sections
        self._at = 0
        """The section that was turned to; the first one is the decision's own."""

    def compose(self) -> ComposeResult:
        """The decision's own help, then the keys."""
        rows = [Content.styled(self._help.heading, HEAD)]
        if self._prompt and self._prompt != self._help.heading:
            rows.append(linked(self._prompt))
        rows.append(Content(""))
        rows += [Content.assemble(("• ", DIM), linked(line)) for line in self._help.lines]
        if self._help.rules:
            numbers = [Content.assemble("  ", (n, rule_style(n))) for n in self._help.rules]
            rows += [Content(""), Content.assemble(("Rules", DIM), *numbers, ("  r reads the first", DIM))]
        names = ["Now", *(section.name for section in self._sections)]
        tabs = [keyed(str(number), name, f"screen.open({number})") for number, name in enumerate(names, 1)]
        with Vertical():
            yield Words(Content("  ").join(tabs), id="help-tabs")
            with VerticalScroll():
                yield Words(Content("\n").join(rows), classes="help-now")
                for section in self._sections:
                    yield Static(_key_table(section), classes="help-section")
            keys = [keyed("↑↓ Space", "scroll"), keyed("←→", "section"), keyed("Esc", "back", "screen.dismiss(None)")]
            yield Words(Content("  ").join(keys), id="help-keys")

    def on_mount(self) -> None:
        """Let the arrows scroll."""
        self.query_one(VerticalScroll).focus()

    def on_resize(self) -> None:
        """All the room but that of the sections' names and the line of keys."""
        self.query_one(VerticalScroll).styles.max_height = self.size.height - 4

    def action_scroll(self, way: str) -> None:
        """By a line or a page, as keys of pagers do."""
        body = self.query_one(VerticalScroll)
        {"down": body.scroll_down, "up": body.scroll_up, "page_down": body.scroll_page_down}[way](animate=False)

    def action_turn(self, by: int) -> None:
        """To the next section, or the one before."""
        self.action_open(self._at + 1 + by)

    def action_open(self, number: int) -> None:
        """To a section by its number; the first one is the decision's own."""
        body = self.query_one(VerticalScroll)
        if 0 < number <= len(body.children):
            self._at = number - 1
            body.scroll_to(y=body.children[self._at].virtual_region.y + (self._at > 0), animate=False)

    def action_first_rule(self) -> None:
        """Open the first of the step's rules."""
        if self._help.rules:
            self.app.call_later(self.app.run_action, f"rule({self._help.rules[0]!r})")


def _key_table(section: Section) -> Group:
    """The keys in a column of their own, long explanations wrapped beside it."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style=KEY, no_wrap=True)
    table.add_column(style=WORDS)
    for key, words in section.rows:
        table.add_row(Text(key), Text(words))
    return Group(Text(section.name, style=HEAD), table)
