"""Help for the step in hand: what to decide, how to do it here, and which rules say so."""

from collections.abc import Sequence

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
from wargame_tui.tui.words import DIM, HEAD, KEY, keyed, linked, rule_style

KEYS = (
    ("Arrows", "move the cursor on the map; the pane on the right follows it"),
    ("Enter", "do it: pick what is under the cursor, or the highlighted command"),
    ("Esc", "go back: to the map, out of a list, out of the past; put down what is in hand"),
    (
        "Space",
        "uncover the dice, close a battle that is over, take over from the other player; it decides nothing: "
        "else it lets arrows and dragging pan the map, until Esc",
    ),
    ("0-9 A-Z", "give the command with this key in the list"),
    ("n N", "to the next or previous place with something to decide"),
    ("Tab", "from the map to the commands, to what is here, to the log"),
    ("w", "why can nothing be picked here?"),
    ("r", "the rule behind the highlighted command or log line"),
    ("s", "sources: where the numbers come from, here and on the charts"),
    (":", "type commands; Tab completes, ; parts several"),
    ("u", "undo"),
    (", .", "highlight another command and see its odds, without leaving the map"),
    ("[ ] { } ( )", "back and forward in time by command, phase, turn; ? tells more there"),
    ("k x", "mark this moment; compare another one with it"),
    ("g /", "go to a place by name or number"),
    ("f", "jump letters over the map"),
    ("v", "layers over the map, several at once, each by its letter: zones, bonds, supply, threat, odds ..."),
    ("e", "legend: the signs on the screen, with their rules"),
    ("i", "the ground under the cursor: costs, effects in combat, what lies on each side"),
    ("h", "bands of the counters: by division, army, supply, strength, moved, or none"),
    ("o", "overview of the whole map: a click goes there, dragging in it pans"),
    ("+ -", "zoom, from the whole theatre to a single hex; the cursor stays where it is"),
    ("a z", "the whole map; as near as what is decided, or is shown by a layer, can be seen at once"),
    ("Mouse", "click: pick; middle button: drag the map; wheel: scroll, with Shift sideways, with Ctrl zoom"),
    ("b", "show or hide the battle"),
    ("p", "plan before paying, where a phase has something to pay for"),
    ("t", "against the program, or by mail: the last turn or letter, step by step; in the log: from that line on"),
    ("c", "against the program: the commander's desk"),
    ("m", "by mail: your letter, the answer, standing orders"),
    ("d", "hide the panes, so that the map fills the screen, or show them"),
    ("Ctrl+S", "save under a name"),
    ("Ctrl+E", "export: a report with maps and a film of the game, as files"),
    ("Ctrl+P", "by name: actions, commands, places, units, rules, saved games"),
    ("F2", "settings"),
    ("q", "leave the game; it is kept"),
)


class HelpScreen(OverTable[None]):
    """`?` or F1, on the table and elsewhere."""

    BINDINGS = [
        Binding("escape,question_mark,f1,q", "dismiss(None)", "back"),
        Binding("r", "first_rule", "rule"),
        Binding("j", "scroll('down')", "down", show=False),
        Binding("k", "scroll('up')", "up", show=False),
        Binding("space", "scroll('page_down')", "page down", show=False),
    ]

    DEFAULT_CSS = """
    HelpScreen {
        align: center middle;
        background: $background 40%;
        & > Vertical { width: 84; max-width: 96%; height: auto; background: $panel; padding: 1 2; }
        & VerticalScroll { height: auto; max-height: 80vh; scrollbar-size-vertical: 1; }
        & #help-keys { margin-top: 1; }
    }
    """

    def __init__(self, help_: Help, prompt: str, sections: Sequence[tuple[str, str]] = KEYS) -> None:
        super().__init__()
        self._help, self._prompt, self._sections = help_, prompt, sections

    def compose(self) -> ComposeResult:
        """The step's help, then the keys."""
        rows = [Content.styled(self._help.heading, HEAD)]
        if self._prompt and self._prompt != self._help.heading:
            rows.append(linked(self._prompt))
        rows.append(Content(""))
        rows += [Content.assemble(("• ", DIM), linked(line)) for line in self._help.lines]
        if self._help.rules:
            numbers = [Content.assemble("  ", (n, rule_style(n))) for n in self._help.rules]
            rows += [Content(""), Content.assemble(("Rules", DIM), *numbers, ("  r reads the first", DIM))]
        rows += [Content(""), Content.styled("Keys", HEAD)]
        with Vertical():
            with VerticalScroll():
                yield Words(Content("\n").join(rows))
                yield Static(self._key_table(), id="help-table")
            keys = [keyed("↑↓ Space", "scroll"), keyed("Esc", "back", "screen.dismiss(None)")]
            yield Words(Content("  ").join(keys), id="help-keys")

    def _key_table(self) -> Table:
        """The keys in a column of their own, long explanations wrapped beside it."""
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(style=KEY, no_wrap=True)
        table.add_column(style=DIM)
        for key, words in self._sections:
            table.add_row(Text(key), Text(words))
        return table

    def on_mount(self) -> None:
        """Let the arrows scroll."""
        self.query_one(VerticalScroll).focus()

    def action_scroll(self, way: str) -> None:
        """By a line or a page, as keys of pagers do."""
        body = self.query_one(VerticalScroll)
        {"down": body.scroll_down, "up": body.scroll_up, "page_down": body.scroll_page_down}[way](animate=False)

    def action_first_rule(self) -> None:
        """Open the first of the step's rules."""
        if self._help.rules:
            self.app.call_later(self.app.run_action, f"rule({self._help.rules[0]!r})")
