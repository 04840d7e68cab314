"""A unit as a card: its counter, both sides of it, steps, state, facts in columns; and a stack as small counters."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from textual.content import Content
from textual.style import Style

from wargame_tui.board.fact import Fact
from wargame_tui.board.scene import Counter
from wargame_tui.board.title import UnitSheet
from wargame_tui.tui.coats import chip_style
from wargame_tui.tui.map.glyphs import GlyphSet
from wargame_tui.tui.map.labels import FLAG_ORDER
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.table.sourced import ESTIMATED
from wargame_tui.tui.words import BAD, DIM, GOOD, RULE_COLOR

Draw = Callable[[Counter, int, int], Sequence[Content]]
"""Draws a counter in so many columns and rows."""
ART, HIGH = 10, 3
"""Columns and rows of the counter on a card."""
SMALL, WIDER = 10, 13
"""Columns of a counter among others, of two rows, and where names need them."""
RULES_FROM = 60
"""Columns from which rules stand beside the facts."""
HANG = "  "
"""Before lines that go on."""
GAP = "   "
"""Between facts beside each other."""
STATE = "bold #e3b652"
ESTIMATE = "bold #d8c48a"
_NAMES = {
    "moved": "moved",
    "entrenched": "entrenched",
    "unsupplied": "out of supply",
    "on_foot": "on foot",
    "must_fight": "must fight",
    "selected": "selected",
    "locked": "may not move yet",
}


class Row(NamedTuple):
    """A line of the pane, the rule behind it and the units that it shows, from which column to which."""

    words: Content
    rule: str | None = None
    units: tuple[tuple[int, int, str], ...] = ()


def states(counter: Counter) -> str:
    """A counter's states in words."""
    return ", ".join(_NAMES[flag] for flag in _NAMES if flag in counter.flags)


def in_characters(sides: Sides, glyphs: GlyphSet) -> Draw:
    """Counters as the map of characters has them: sign and name over the numbers, the marks of states at the right."""

    def draw(counter: Counter, width: int, height: int) -> Sequence[Content]:
        style = chip_style(counter, sides)
        name = f"{glyphs.symbol(counter.symbol)} {counter.label}"
        marks = "".join(glyphs.flags[flag] for flag in FLAG_ORDER if flag in counter.flags)[:3]
        numbers = (counter.numbers or counter.strength).removeprefix(f"{counter.symbol} ")
        room = width - len(marks)
        rows = [name[:width].ljust(width), f"{numbers[: room - 1].ljust(room)}{marks}"]
        rows += [f"{text[:width].ljust(width)}" for text in (counter.formation or counter.quality,)][: height - 2]
        return [Content.styled(row, style) for row in rows]

    return draw


def stack(counters: Sequence[Counter], opened: str | None, draw: Draw, width: int) -> Iterator[Row]:
    """Small counters in rows, two lines each; the one that is opened is pointed at."""
    named = max(len(draw(counter, WIDER, 2)[0].plain.rstrip()) for counter in counters)
    wide = WIDER if named > SMALL and width > 2 * WIDER else SMALL
    columns = max(1, (width + 1) // (wide + 1))
    for first in range(0, len(counters), columns):
        here = counters[first : first + columns]
        drawn = [draw(counter, wide, 2) for counter in here]
        spans = tuple((n * (wide + 1), n * (wide + 1) + wide, each.unit) for n, each in enumerate(here))
        for line in range(2):
            parts: list[Content | str] = []
            for counter, art in zip(here, drawn, strict=True):
                lit = counter.unit == opened
                parts += [art[line], Content.styled("◂" if lit else " ", STATE) if line == 0 else " "]
            yield Row(Content.assemble(*parts[:-1] if columns * (wide + 1) - 1 == width else parts), None, spans)


def card(sheet: UnitSheet, draw: Draw, width: int, doubts: frozenset[str] = frozenset()) -> Iterator[Row]:
    """Counter with name, formation, both sides and steps beside it; below them state, facts, what it may do."""
    right = width - ART - 1
    art = draw(sheet.counter, ART, HIGH)
    marked = f"{ESTIMATED} " if doubts else ""
    kind = next((fact.value for fact in sheet.facts if not fact.label), "")
    whose = Content.styled(_belongs(kind, sheet, right), DIM)
    faces, state = _faces(sheet), _silent(sheet)
    fits = faces.cell_length + len(state) + 2 <= right
    if fits:
        faces = Content.assemble(faces, "  ", (state, STATE))
    beside = [Content.assemble((marked, ESTIMATE), (sheet.name, "bold")), whose, faces]
    if beside[0].cell_length > right:
        beside = _long(beside[0], whose, faces, right)
    told = [line for words in beside for line in (words.wrap(right) if words.cell_length > right else [words])]
    for line, words in zip_longest(art, told, fillvalue=Content(" " * ART)):
        yield Row(Content.assemble(line, " ", words), None, ((0, ART, sheet.counter.unit),))
    yield from _condition(sheet, "" if fits else state, width)
    yield from facts([fact for fact in sheet.facts if fact.value != kind or fact.label], width, doubts)
    yield from _may(sheet, width)


def _belongs(kind: str, sheet: UnitSheet, width: int) -> str:
    """What a unit is and belongs to, as far up as there is room; not what its counter beside it says."""
    shown = sheet.counter.formation
    above = [part for part in sheet.formation.split(", ") if not shown or shown not in part.split()]
    while above and len(f"{kind} · {', '.join(above)}") > width:
        above.pop()
    return " · ".join(filter(None, (kind, ", ".join(above))))


def _long(name: Content, whose: Content, faces: Content, width: int) -> list[Content]:
    """A name over two lines; what the unit is, or its numbers, behind it where there is room."""
    first, *rest = name.wrap(width)
    second = Content(" ").join(rest)
    if second.cell_length + 2 + whose.cell_length <= width:
        return [first, Content.assemble(second, "  ", whose), faces]
    if second.cell_length + 2 + faces.cell_length <= width:
        return [first, Content.assemble(second, "  ", faces), whose]
    return [first, second, whose, faces]


def _faces(sheet: UnitSheet) -> Content:
    """The numbers of both sides of the counter, the one that lies up in bold, and its steps as pips."""
    left, full = sheet.steps or (1, 1)
    up = 1 if len(sheet.faces) > 1 and "reduced" in sheet.counter.flags else 0
    numbers = sheet.faces or (sheet.counter.numbers or sheet.counter.strength,)
    parts: list[tuple[str, str]] = []
    for number, words in enumerate(numbers):
        parts += [(" ▸ ", DIM)] * (number > 0) + [(words, "bold" if number == up else DIM)]
    if sheet.steps is not None:
        parts.append(("  ", ""))
        parts.append(("●" * left + "○" * (full - left), STATE) if full <= 8 else (f"{left} of {full} steps", STATE))
    return Content.assemble(*parts)


def _silent(sheet: UnitSheet) -> str:
    """The states that the counter shows and no fact tells."""
    told = " ".join(f"{fact.label} {fact.value}" for fact in (*sheet.condition, *sheet.facts)).lower()
    return ", ".join(words for words in states(sheet.counter).split(", ") if words and words not in told)


def _condition(sheet: UnitSheet, more: str, width: int) -> Iterator[Row]:
    """States, each with what it means; those that only the counter shows in a line."""
    for fact in sheet.condition:
        words = Content.assemble((fact.label, STATE), (f" {fact.value}" if fact.value else "", DIM))
        yield from _ruled(words, fact.rule, width)
    if more:
        yield Row(Content.styled(more, STATE))


def _may(sheet: UnitSheet, width: int) -> Iterator[Row]:
    """What it may do, or why nothing, in a line."""
    if sheet.may:
        yield from _ruled(Content.styled(f"may {', '.join(sheet.may)}", GOOD), None, width)
    elif sheet.why_not is not None:
        words = Content.assemble(("✗ ", BAD), (sheet.why_not.reason, DIM))
        yield from _ruled(words, sheet.why_not.rule, width)


def facts(told: Sequence[Fact], width: int, doubts: frozenset[str] = frozenset()) -> Iterator[Row]:
    """Facts, short ones beside each other as far as they fit; where there is room for rules each in a line with its."""
    if width >= RULES_FROM:
        yield from table(told, width, doubts)
        return
    rows: list[tuple[list[Content], str | None]] = []
    late: list[Fact] = []
    for fact in told:
        words = _short(fact, doubts)
        if words.cell_length > width:
            late.append(fact)
            continue
        fitting = (
            row for row, _ in rows if sum(each.cell_length + len(GAP) for each in row) + words.cell_length <= width
        )
        if (row := next(fitting, None)) is not None:
            row.append(words)
        else:
            rows.append(([words], fact.rule))
    for cells, rule in rows:
        yield Row(Content(GAP).join(cells), rule)
    yield from table(late, width, doubts)


def table(told: Sequence[Fact], width: int, doubts: frozenset[str] = frozenset()) -> Iterator[Row]:
    """Facts in two columns, a line each or more; what stands behind a long label goes on below it."""
    room = width - (8 if width >= RULES_FROM else 0)
    label = min(room * 2 // 5, max((len(fact.label) + 1 for fact in told), default=0))
    for fact in told:
        if len(fact.label) < label or len(fact.label) + len(fact.value) < room:
            yield from _lines(fact, fact.label, label, width, room, doubts)
        else:
            yield from _ruled(_short(fact, doubts), fact.rule, width)


def _short(fact: Fact, doubts: frozenset[str]) -> Content:
    return Content.assemble(_doubt(fact, doubts), (f"{fact.label} " if fact.label else "", DIM), fact.value)


def _lines(fact: Fact, name: str, label: int, width: int, room: int, doubts: frozenset[str]) -> Iterator[Row]:
    """A fact across the pane, its value wrapped under itself."""
    head = Content.assemble(_doubt(fact, doubts), (name, DIM))
    gap = max(label, head.cell_length + 1) if name else head.cell_length
    rows = Content(fact.value).wrap(max(8, room - gap)) or [Content("")]
    for number, row in enumerate(rows):
        words = Content.assemble(head.pad_right(gap - head.cell_length), row) if number == 0 else row.pad_left(gap)
        yield from _ruled(words, fact.rule, width) if number == 0 else [Row(words, fact.rule)]


def _doubt(fact: Fact, doubts: frozenset[str]) -> tuple[str, str]:
    """The sign of a value that rests on an estimate."""
    label = fact.label.lower()
    named = {label, *re.split(r"[-/ ]", label), label.partition(" ")[0]}
    return ("", "") if named.isdisjoint(doubts) else (f"{ESTIMATED} ", ESTIMATE)


def _ruled(words: Content, rule: str | None, width: int) -> Iterator[Row]:
    """Words with their rule at the right edge, where there is room for it; wrapped, with what follows set in."""
    shown = rule if rule and width >= RULES_FROM else ""
    room = width - len(shown) - bool(shown)
    first, *rest = [words] if words.cell_length <= room else words.wrap(room - len(HANG))
    if shown:
        link = Style.parse(f"underline {RULE_COLOR}") + Style.from_meta({"@click": f"app.rule({rule!r})"})
        first = Content.assemble(first.pad_right(room + 1 - first.cell_length), (shown, link))
    yield Row(first, rule)
    for line in rest:
        yield Row(Content.assemble(HANG, line), rule)
