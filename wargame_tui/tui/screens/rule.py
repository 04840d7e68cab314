"""The rule viewer: a rule in words, the rules it cites, search, and the way back."""

import re
from asyncio import Lock
from collections.abc import Callable, Iterator, Sequence

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Markdown, OptionList
from textual.widgets.option_list import Option

from wargame_tui.board.rulebook import Rulebook, RuleText, blocks, meant, numbered
from wargame_tui.tui.hint import Hint
from wargame_tui.tui.widgets.hint_bar import HintBar
from wargame_tui.tui.widgets.rule_text import CITED, RuleTable
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import DIM, KEY, RULE_COLOR

MOST_FOUND = 200
LIST_WIDTH = 40
"""Columns of the list of rules found."""
BEFORE = 12
"""Characters of a rule before the words looked for."""


class RuleScreen(Screen[None]):
    """One rule at a time. Digits open cited rules, Backspace goes back, Esc leaves."""

    BINDINGS = [
        Binding("escape,q", "leave", "back to the game"),
        Binding("backspace", "back", "previous rule"),
        Binding("f9", "leave_all", "back to the game"),
        Binding("slash", "search", "search"),
        Binding("c", "contents", "contents"),
        Binding("left_square_bracket", "turn(-1)", "rule before"),
        Binding("right_square_bracket", "turn(1)", "rule after"),
        *(Binding(str(n), f"cited({n - 1})", show=False) for n in range(1, 10)),
    ]

    DEFAULT_CSS = """
    RuleScreen {
        & #rule-head { height: 1; background: $panel; padding: 0 1; }
        & #rule-body { padding: 1 2; }
        & #rule-text { height: auto; }
        & Markdown { max-width: 120; padding: 0; margin: 0; background: $background; }
        & #rule-list { width: 40; background: $surface; display: none; }
        &.-searching #rule-list { display: block; }
        &.-contents #rule-list { display: block; }
        &.-contents #rule-list Input { display: none; }
        & .marked { height: auto; border-left: thick #e3b652; padding: 0 0 0 1; margin: 0 0 1 0; }
        & .around { height: auto; padding: 0 0 0 2; }
        & #rule-list Input { margin: 0 1; }
        & #rule-list OptionList { height: 1fr; border: none; background: $surface; padding: 0; }
        & #rule-list .option-list--option-highlighted { background: #4a4128; color: #ffffff; }
        & #rule-list OptionList:focus { border: none; background-tint: 0%; }
        & #rule-cites { height: auto; max-height: 4; padding: 0 2; background: $surface; }
    }
    """

    def __init__(
        self, book: Rulebook, number: str, title: str, *, searching: bool = False, contents: bool = False
    ) -> None:
        """`searching`: begin with a search; `contents`: with the list of all chapters and rules beside the text."""
        super().__init__()
        self._search_first, self._contents_first = searching, contents
        self._book, self._title = book, title
        self._number = number
        self._before: list[str] = []
        self._writing = Lock()
        self._found: list[RuleText] = []

    def compose(self) -> ComposeResult:
        """Heading, list and text side by side, cited rules, keys."""
        yield Words(id="rule-head")
        with Horizontal():
            with Vertical(id="rule-list"):
                yield Input(placeholder="words or a number", compact=True)
                yield OptionList()
            with VerticalScroll(id="rule-body"):
                yield Vertical(id="rule-text")
        yield Words(id="rule-cites")
        yield HintBar()

    def on_mount(self) -> None:
        """Show the rule that was asked for."""
        self.query_one("#rule-body").focus()
        self._show(self._number)
        if self._search_first:
            self.action_search()
        elif self._contents_first:
            self.action_contents()

    @property
    def number(self) -> str:
        """The rule on view."""
        return self._number

    def open(self, number: str) -> None:
        """Go on to another rule; Backspace returns to this one."""
        if number != self._number:
            self._before.append(self._number)
            self._show(number)

    def action_leave(self) -> None:
        """Out of the search, then out of the rules."""
        if self.has_class("-searching"):
            self.remove_class("-searching")
            self.query_one("#rule-body").focus()
            self._show(self._number)
        else:
            self.dismiss(None)

    def action_leave_all(self) -> None:
        """Back to the game at once."""
        self.dismiss(None)

    def action_contents(self) -> None:
        """Chapters and rules beside the text, or no longer."""
        self.remove_class("-searching")
        if self.has_class("-contents"):
            self.remove_class("-contents")
            self.query_one("#rule-body").focus()
            return
        self.add_class("-contents")
        self._list_contents()
        self.query_one(OptionList).focus()

    def _list_contents(self) -> None:
        """Every chapter and rule, the one on view lit."""
        self._found, chapter, options = [], "", list[Option]()
        for rule in self._book.own.values():
            first, chapter = rule.chapter != chapter, rule.chapter
            options.append(Option(_contents_line(rule, first=first)))
            self._found.append(rule)
        listed = self.query_one(OptionList)
        listed.set_options(options)
        now = self._book.find(self._number)
        listed.highlighted = next((n for n, each in enumerate(self._found) if now and each.number == now.number), 0)

    def action_back(self) -> None:
        """The rule seen before."""
        if self._before:
            self._show(self._before.pop())
        else:
            self.query_one(HintBar).notice("This is the first rule you opened; Esc goes back to the game")

    def action_cited(self, number: int) -> None:
        """One of the rules cited."""
        cites = self._book.cited(self._number)
        if number < len(cites):
            self.open(cites[number])

    def action_turn(self, by: int) -> None:
        """The rule printed before or after."""
        numbers = list(self._book.rules)
        rule = self._book.find(self._number)
        if rule:
            place = numbers.index(rule.number) + by
            if 0 <= place < len(numbers):
                self.open(numbers[place])

    def action_search(self) -> None:
        """Look for words."""
        self.remove_class("-contents")
        self.add_class("-searching")
        self.query_one(Input).focus()
        self._search(self.query_one(Input).value)
        found = [Hint("Enter", "to the rules found"), Hint("Esc", "end the search", "screen.leave")]
        self.query_one(HintBar).hints(found)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._search(event.value)
        if self._found and event.value.strip():
            self._show(self._found[0].number)

    @on(Input.Submitted)
    def _entered(self) -> None:
        if self._found:
            self.query_one(OptionList).focus()
            self.query_one(OptionList).highlighted = 0

    @on(OptionList.OptionHighlighted)
    def _lit(self, event: OptionList.OptionHighlighted) -> None:
        if self.query_one(OptionList).has_focus and event.option_index < len(self._found):
            self._show(self._found[event.option_index].number)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_index < len(self._found):  # Else the search went on since the click.
            self.open(self._found[event.option_index].number)
            if self.has_class("-searching"):
                self.action_leave()
            else:
                self.query_one("#rule-body").focus()

    @on(Markdown.LinkClicked)
    def _clicked(self, event: Markdown.LinkClicked) -> None:
        self.open(event.href.removeprefix("rule:"))

    def _search(self, words: str) -> None:
        found = self._book.search(words) if words.strip() else list(self._book.rules.values())
        self._found = found[:MOST_FOUND]
        self.query_one(OptionList).set_options(Option(_found_line(rule, meant(words))) for rule in self._found)

    def _show(self, number: str) -> None:
        self._number = number
        rule = self._book.find(number)
        head = Content.assemble((f"{self._title} ", "bold"), (f"rule {number}", f"bold {RULE_COLOR}"))
        if rule is None:
            text, cites = f"The rules of this title have no rule {number}.", []
        else:
            if rule.number != number:
                head = Content.assemble(head, (f" (under {rule.number})", DIM))
            head = Content.assemble(head, (f"  {rule.chapter}", DIM))
            text, cites = _as_printed(rule), self._book.cited(rule.number)
        self.query_one("#rule-head", Words).update(head)
        self.run_worker(self._write(number, text), group="text")
        self._show_cites(cites)
        if self.has_class("-searching"):
            return
        hints = [Hint("Esc", "back to the game", "screen.leave"), Hint("/", "search", "screen.search")]
        hints.append(Hint("c", "contents", "screen.contents"))
        if self._before:
            hints.insert(1, Hint("Backspace", f"back to {self._before[-1]}", "screen.back"))
        hints += [Hint("[ ]", "rule before, after"), Hint("↑↓", "scroll")]
        if cites:
            hints.insert(1, Hint("1-9", "open a cited rule"))
        self.query_one(HintBar).hints(hints)

    async def _write(self, number: str, text: str) -> None:
        """Show a rule's text; while somebody types, only that of the rule he has come to."""
        async with self._writing:
            if number == self._number:
                body = self.query_one("#rule-text")
                await body.remove_children()
                section = None if self.has_class("-searching") else self._book.section(number)
                if section is None:
                    await body.mount_all(self._parts(text))
                    self.query_one("#rule-body").scroll_home(animate=False)
                    return
                before, rule, after = section
                marked = Vertical(*self._parts(_as_printed(rule)), classes="marked")
                around = [
                    Vertical(*self._parts(_several(rules)), classes="around") for rules in (before, after) if rules
                ]
                await body.mount_all([*around[: bool(before)], marked, *around[bool(before) :]])
                self.call_after_refresh(self.query_one("#rule-body").scroll_to_widget, marked, animate=False, top=True)

    def _parts(self, text: str) -> Iterator[Widget]:
        """The widgets that show a rule's text."""
        for part in blocks(text):
            if isinstance(part, str):
                yield Markdown(_with_links(part, self._is_other), open_links=False)
            else:
                yield RuleTable(part, self._is_other)

    def _is_other(self, number: str) -> bool:
        """Whether this opens a rule that is not on view.

        A letter with a number must be one; a rule that is not printed has one around it.
        """
        known = number in self._book.rules if number[0].isalpha() else self._book.find(number) is not None
        return known and number != self._number

    def _show_cites(self, cites: list[str]) -> None:
        parts: list[Content] = []
        for n, cited in enumerate(cites[:9], 1):
            rule = self._book.find(cited)
            words = (rule.heading if rule.is_table else _plain(rule.text))[:28] if rule else ""
            parts.append(
                Content.assemble((f"{n} ", KEY), (cited, RULE_COLOR), (f" {words}…", DIM)).stylize(_click(n - 1))
            )
        cites_line = self.query_one("#rule-cites", Words)
        cites_line.display = bool(parts)
        cites_line.update(Content("  ").join(parts))


def _as_printed(rule: RuleText) -> str:
    """A rule with its number, one that has a heading of its own under that."""
    if rule.chapter.startswith(f"{rule.number} "):
        return f"**{rule.chapter}**\n\n{rule.text}"
    return numbered(rule.number, rule.text)


def _several(rules: Sequence[RuleText]) -> str:
    """Rules one after the other."""
    return "\n\n".join(_as_printed(rule) for rule in rules if rule.text or rule.chapter.startswith(f"{rule.number} "))


def _contents_line(rule: RuleText, *, first: bool) -> Content:
    """A rule in the contents: with the heading of its chapter above it, if it is the first under that."""
    room = LIST_WIDTH - 4
    headed = rule.chapter.startswith(f"{rule.number} ")
    chapter = Content.styled(rule.chapter, "bold #e3b652").truncate(room, ellipsis=True)
    if headed:
        return chapter
    words = _plain(rule.text) if rule.heading in rule.chapter else rule.heading
    line = Content.assemble("  ", (f"{rule.number} ", RULE_COLOR), words).truncate(room, ellipsis=True)
    return Content("\n").join([chapter, line]) if first else line


def _found_line(rule: RuleText, terms: Sequence[str]) -> Content:
    """Number and heading of a rule, and below them its words around what was looked for."""
    room = LIST_WIDTH - 4
    first = Content.assemble((f"{rule.number} ", RULE_COLOR), (rule.heading, "bold")).truncate(room, ellipsis=True)
    text = _plain(rule.text)
    places = [text.lower().find(term) for term in terms]
    start = max(0, min((place for place in places if place >= 0), default=0) - BEFORE)
    second = f"…{text[start:]}" if start else text
    return Content("\n").join([first, Content.styled(second, DIM).truncate(room, ellipsis=True)])


def _plain(text: str) -> str:
    """A rule's text on one line, without its Markdown."""
    return " ".join(re.sub(r"\|[-|]+\||[*`|]+", " ", text).split()).strip(" -")


def _click(number: int) -> str:
    return f"@click=screen.cited({number})"


def _with_links(text: str, known: Callable[[str], bool]) -> str:
    """Markdown whose rule numbers are links; code blocks are left alone."""
    pieces = re.split(r"(```.*?```|`[^`]*`)", text, flags=re.DOTALL)

    def link(match: re.Match[str]) -> str:
        number = match.group()
        return f"[{number}](rule:{number})" if known(number) else number

    return "".join(piece if n % 2 else CITED.sub(link, piece) for n, piece in enumerate(pieces))
