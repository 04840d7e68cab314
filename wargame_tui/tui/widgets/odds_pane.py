"""What the dice would decide, before they are rolled."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import groupby, zip_longest

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content

from wargame_tui.board.phrases import DOUBTFUL, percent
from wargame_tui.core.title import Chance, Odds
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import DIM, bar, rule_style, term

_BAR = "#c9a24a"
"""Outcomes less likely than this share one line."""
SHORTEST_BAR, LONGEST_BAR = 6, 20
MOST_ROWS = 8
"""More outcomes than this stand in two columns if they are short."""
FEW, MOST_TOLD = 3, 3
"""Outcomes that say it all themselves; details that are told in short before them."""
LEAD = "bold #e3b652"
COLUMN_GAP = 2
SHORTEST_IN_TWO = 4


class OddsPane(VerticalScroll, can_focus=False):
    """The odds of the highlighted command: outcomes as bars, then details, modifiers and assumptions."""

    DEFAULT_CSS = """
    OddsPane {
        height: auto;
        max-height: 50%;
        padding: 0 1;
        background: $surface;
        border-top: solid $panel-lighten-1;
        display: none;
        scrollbar-size-vertical: 1;
        scrollbar-gutter: stable;
        &.-shown { display: block; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[Odds, str] | None = None

    def compose(self) -> ComposeResult:
        """One text."""
        yield Words(id="odds")

    def show(self, odds: Odds | None, heading: str = "") -> None:
        """Show odds, or nothing."""
        shown = odds is not None and bool(odds.outcomes or odds.modifiers or odds.details)
        self.set_class(shown, "-shown")
        if odds is not None and shown:
            self._shown = (odds, heading)
            self._draw()
            self.scroll_home(animate=False)

    def on_resize(self) -> None:
        """Lay the bars out for the new width."""
        self._draw()

    def _draw(self) -> None:
        if self._shown is not None:
            odds, heading = self._shown
            width = max(24, self.scrollable_content_region.width if self.size.width else 36)
            self.query_one("#odds", Words).update(odds_text(odds, heading, width))


def in_words(odds: Odds, spoken: Callable[[str], str]) -> Odds:
    """The odds as players read them."""
    return replace(
        odds,
        modifiers=tuple(replace(modifier, name=spoken(modifier.name)) for modifier in odds.modifiers),
        details=tuple((spoken(name), chances) for name, chances in odds.details),
        assumptions=tuple(map(spoken, odds.assumptions)),
    )


def odds_text(odds: Odds, heading: str, width: int) -> Content:
    """Odds in words and bars."""
    rows: list[Content] = []
    if heading:
        rows.append(Content.assemble(("Odds ", "bold"), (heading, DIM)))
    rows += [Content.styled(line, LEAD) for line in in_short(odds)]
    rows += _chances(odds.outcomes, width)
    for name, chances in odds.details:
        rows.append(Content.styled(name, "bold #c8ccc4"))
        rows += _chances(chances, width)
    for modifier in odds.modifiers:
        value, name = term(f"{modifier.value:+d}", modifier.name)
        rows.append(Content.assemble((value, "bold"), f"{name} ", (modifier.rule, rule_style(modifier.rule))))
    if odds.compared:
        rows.append(Content(odds.compared))
    rows += [Content.styled(f"assumed: {words}", f"italic {DIM}") for words in odds.assumptions]
    return Content("\n").join(rows)


def in_short(odds: Odds) -> list[str]:
    """What comes first, of many outcomes: how likely a yes is, and the losses of each side on the average."""
    if len(odds.outcomes) <= FEW:
        return []
    told = [_in_short(name, chances) for name, chances in odds.details]
    found = [words for words in told[:MOST_TOLD] if words]
    return [", ".join(found)] if found else []


def _in_short(name: str, chances: tuple[Chance, ...]) -> str:
    yes = next((chance.p for chance in chances if chance.text == "yes"), None)
    if yes is not None:
        return f"{name} {percent(yes)}"
    if chances and all(chance.text.isdigit() for chance in chances):
        return f"{name} {sum(chance.p * int(chance.text) for chance in chances):.1f}"
    return ""


def _chances(chances: tuple[Chance, ...], width: int) -> list[Content]:
    likely = [chance for chance in chances if chance.p >= DOUBTFUL]
    if not likely:
        return []
    if len(chances) - len(likely) == 1:
        likely = [*chances]  # A line says what it is, as well as that there is one.
    half = (width - COLUMN_GAP) // 2
    longest = max(len(chance.text) for chance in likely)
    rows: list[Content] = []
    if sum(_is_short(chance, half) for chance in likely) > MOST_ROWS:
        room = min(LONGEST_BAR, half - 7 - max(len(chance.text) for chance in likely if _is_short(chance, half)))
        for short, some in groupby(likely, lambda chance: _is_short(chance, half)):
            lines = _lines(some, room, half if short else width)
            rows += _in_two(lines, half) if short else lines
    else:
        rows += _lines(likely, max(SHORTEST_BAR, min(LONGEST_BAR, width - longest - 7)), width)
    if rare := len(chances) - len(likely):
        rows.append(Content.styled(f" <1% each of {rare} more", DIM))
    return rows


def _is_short(chance: Chance, half: int) -> bool:
    return len(chance.text) <= half - SHORTEST_IN_TWO - 7


def _lines(chances: Iterable[Chance], room: int, width: int) -> list[Content]:
    rows: list[Content] = []
    for chance in chances:
        block = bar(chance.p, room)
        line = Content.assemble(
            (f"{percent(chance.p):>4} ", "bold"), (block, _BAR), " " * (room - len(block) + 1), chance.text
        )
        rows += hanging(line, width, room + 6)
    return rows


def _in_two(rows: list[Content], half: int) -> list[Content]:
    """Many short lines in two columns."""
    middle = (len(rows) + 1) // 2
    left, right = rows[:middle], rows[middle:]
    pairs = zip_longest(left, right, fillvalue=Content(""))
    return [
        Content.assemble(one, " " * (half + COLUMN_GAP - one.cell_length), other) if other else one
        for one, other in pairs
    ]


def hanging(line: Content, width: int, indent: int) -> list[Content]:
    """A line wrapped to a width, all but its first row indented."""
    if line.cell_length <= width:
        return [line]
    rest = line[indent:].wrap(max(8, width - indent))
    return [Content.assemble(line[:indent], rest[0]), *(more.pad_left(indent) for more in rest[1:])]
