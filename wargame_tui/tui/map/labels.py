"""What is written in a space's label box at each zoom: name, badges, highlight, counters."""

from collections.abc import Sequence
from typing import NamedTuple

from wargame_tui.board.scene import Counter, Flag, SpaceScene
from wargame_tui.tui.map.glyphs import GlyphSet
from wargame_tui.tui.map.palette import Sides

COUNTER_LABEL = 9
"""Letters of a unit's label on a counter of the near zoom."""
NARROWEST, WIDEST = 10, 13
"""Columns of a counter in the box of a shape."""
NAME_LINES = 3
"""Lines that name and badges may take in the box of a shape."""
CHIP = 8
"""Columns that a stack of the middle zoom wants beside another."""

FLAG_ORDER: tuple[Flag, ...] = (
    "selected", "must_fight", "engaged", "routed", "disrupted", "unsupplied", "reduced", "on_foot", "entrenched",
    "dropped", "exploiting", "fortress", "bridging", "working", "supported", "elite", "fired", "strategic", "moved",
    "choice", "locked",
)  # fmt: skip
"""Where there is room for few marks, the first of these win."""


class Span(NamedTuple):
    """A run of text on one ground (None: that of the region), perhaps a counter."""

    text: str
    ground: str | None
    ink: str
    unit: str | None = None


Line = list[Span]

SPACE = Span(" ", None, "plain")


class Subject(NamedTuple):
    """A space with all that decides how its label looks."""

    space: str
    name: str
    zone: bool
    """Off the map: a zone or box."""
    scene: SpaceScene
    outside: bool
    highlight: str | None
    note: str
    cursor: bool
    hover: bool


def label(zoom: str, subject: Subject, width: int, rows: int, glyphs: GlyphSet, sides: Sides) -> list[Line]:
    """The lines of a label, none wider than `width` and at most `rows` of them; the first holds the name."""
    stacks = stacks_of(subject.scene.counters, sides)
    if zoom == "far":
        return [_far(subject, stacks, width, glyphs, sides)]
    lines = _name_lines(subject, len(stacks) > 1, width, 1, glyphs)
    if stacks and zoom == "middle":
        lines.append(_chips(stacks, width, glyphs, sides))
    elif stacks:
        lines += counter_lines(stacks, (width - 1) // 2, 2, rows - 1, glyphs, sides)
    return lines


def shaped_label(zoom: str, subject: Subject, width: int, rows: int, glyphs: GlyphSet, sides: Sides) -> list[Line]:
    """The same for the box of a shape, whose size is what the shape leaves: what there is room for, the name broken."""
    stacks = stacks_of(subject.scene.counters, sides)
    if zoom == "far" and rows == 1:
        return [_far(subject, stacks, width, glyphs, sides)]
    if zoom == "far":
        room = width - len(subject.space) - 1
        name = subject.name if len(subject.name) <= room else subject.name[: room - 1] + "."
        short = subject._replace(name=name)
        title = _name_lines(short, len(stacks) > 1, width, 1, glyphs)
        return title + [_marks_of(stacks, glyphs, sides)] * bool(stacks)
    lines = _name_lines(subject, len(stacks) > 1, width, max(1, min(NAME_LINES, rows - bool(stacks))), glyphs)
    left = rows - len(lines)
    if stacks and zoom == "middle" and left:
        together = left < len(stacks) or width >= CHIP * len(stacks)
        lines += [_chips(one, width, glyphs, sides) for one in ([stacks] if together else ([s] for s in stacks))]
    elif stacks and left:
        room, columns = _columns(stacks, width, left)
        counters = counter_lines(stacks, room, columns, left, glyphs, sides)
        widest = max(map(line_width, counters))
        lines += [[*line, Span(" " * (widest - line_width(line)), None, "plain")] for line in counters]
    return lines


def _columns(stacks: list[list[Counter]], width: int, rows: int) -> tuple[int, int]:
    """How wide counters are drawn, and how many in a line: as few as need be, and no narrower than the box demands."""
    most = max(1, (width + 1) // (NARROWEST + 1))
    columns = max(1, min(most, (width + 1) // (NARROWEST + 3), 2))
    while columns < most and sum(-(-len(stack) // columns) for stack in stacks) > rows:
        columns += 1
    return min(WIDEST, (width + 1) // columns - 1), columns


def line_width(line: Line) -> int:
    """Columns that a line takes."""
    return sum(len(span.text) for span in line)


def stacks_of(counters: Sequence[Counter], sides: Sides) -> list[list[Counter]]:
    """The counters by side, in the order of the coats."""
    present = sorted(sorted({counter.side for counter in counters}), key=sides.rank)
    return [[counter for counter in counters if counter.side == side] for side in present]


def name_ink(subject: Subject, contested: bool) -> str:
    """How a name is written: what is pointed at, out of play or contested shows in it."""
    if subject.cursor:
        return "cursor"
    if subject.outside:
        return "name.outside"
    if subject.hover:
        return "hover"
    if contested:
        return "contested"
    return "name.zone" if subject.zone else "name"


def _name_lines(subject: Subject, contested: bool, width: int, most: int, glyphs: GlyphSet) -> list[Line]:
    """Number and name, then as much as fits of: highlight with note, badges; a blank stays on either side.

    The name is broken, and what does not fit beside it goes below, as long as there are lines: `most` of them.
    """
    ground = "cursor" if subject.cursor else None
    name = subject.space if subject.name == subject.space else f"{subject.space} {subject.name}"
    if contested:
        name = f"{glyphs.contested}{name}"
    ink = name_ink(subject, contested)
    lines: list[Line] = [[Span(words, ground, ink)] for words in _broken(name, width, most)]
    extras: Line = []
    if subject.highlight or subject.note:
        mark = glyphs.highlights[subject.highlight] if subject.highlight else ""
        ink = "cursor" if subject.cursor else "badge" if subject.highlight == "choice" else "note"
        extras.append(Span(mark + subject.note, ground, ink))
    for badge in (*subject.scene.badges, *subject.scene.markers):
        extras.append(Span(short_badge(badge, glyphs), ground, "cursor" if subject.cursor else "badge"))
    for extra in extras:
        if line_width(lines[-1]) + 1 + len(extra.text) <= width - 2:
            lines[-1] += [Span(" ", ground, "plain"), extra]
        elif len(lines) < most and len(extra.text) <= width:
            lines.append([extra])
    if subject.cursor:
        left, right = glyphs.cursor
        lines[0] = [Span(left, None, "hover"), *lines[0], Span(right, None, "hover")]
    return lines


def _broken(name: str, width: int, most: int) -> list[str]:
    """A name in at most two lines, broken after a blank or hyphen; cut off if it must be."""
    if len(name) <= width or most == 1:
        return [name]
    at = max((n for n in range(1, width + 1) if name[n - 1] in " -"), default=width)
    rest = name[at:].strip()
    return [name[:at].strip(), rest if len(rest) <= width else rest[: width - 1] + "."]


def short_badge(badge: str, glyphs: GlyphSet) -> str:
    """A badge with its first word replaced by its glyph: `VP 2` becomes `★2`."""
    word, _, rest = badge.partition(" ")
    return glyphs.signs[word] + rest if word in glyphs.signs else badge


def shared_marks(counters: Sequence[Counter], glyphs: GlyphSet) -> str:
    """The flags that all these counters share, as marks, the most important first."""
    shared = frozenset.intersection(*(counter.flags for counter in counters))
    return "".join(glyphs.flags[flag] for flag in FLAG_ORDER if flag in shared)


def marks_of_one(counter: Counter, glyphs: GlyphSet, flags: frozenset[Flag] | None = None) -> str:
    """The marks of a counter's flags, or of some of them, the most important first."""
    shown = counter.flags if flags is None else flags
    return "".join(glyphs.flags[flag] for flag in FLAG_ORDER if flag in shown)


def strength_of(counters: Sequence[Counter]) -> int:
    """Total strength of the counters that show a number."""
    return sum(int(counter.strength) for counter in counters if counter.strength.isdigit())


def _chips(stacks: list[list[Counter]], width: int, glyphs: GlyphSet, sides: Sides) -> Line:
    """One chip a side: unit type on top, total strength, number of units if several, shared state."""
    room = (width - len(stacks) + 1) // len(stacks)
    line: Line = []
    for stack in stacks:
        role = sides.paint(stack[0])
        count = f"{glyphs.times}{len(stack)}" if len(stack) > 1 else ""
        text = f"{glyphs.symbol(stack[0].symbol)}{strength_of(stack)}{count}"
        text += shared_marks(stack, glyphs)[: max(0, room - len(text))][:2]
        if len(text) + 2 <= room:
            text = f" {text} "
        line += [Span(text, role, role, stack[0].unit), SPACE]
    return line[:-1]


def _far(subject: Subject, stacks: list[list[Counter]], width: int, glyphs: GlyphSet, sides: Sides) -> Line:
    """The space's number and how many units of each side stand in it."""
    ground = "cursor" if subject.cursor else None
    line = [Span(subject.space, ground, name_ink(subject, len(stacks) > 1)), *_marks_of(stacks, glyphs, sides)]
    if subject.highlight and line_width(line) < width:
        line.append(Span(glyphs.highlights[subject.highlight], ground, "note"))
    if subject.cursor:
        left, right = glyphs.cursor
        line = [Span(left, None, "hover"), *line, Span(right, None, "hover")]
    return line


def marks_of_sides(counters: Sequence[Counter], glyphs: GlyphSet, sides: Sides) -> Line:
    """The mark of each side and how many its counters are."""
    return _marks_of(stacks_of(counters, sides), glyphs, sides)


def side_mark_of(counters: Sequence[Counter], glyphs: GlyphSet, sides: Sides) -> tuple[str, str, str]:
    """Ground, ink and glyph that stand for a stack where there is room for nothing else."""
    role = sides.paint(counters[0])
    return role, role, glyphs.sides[sides.rank(counters[0].side)]


def _marks_of(stacks: list[list[Counter]], glyphs: GlyphSet, sides: Sides) -> Line:
    """The mark of each side and how many its units are."""
    line: Line = []
    for stack in stacks[:2]:
        role = sides.paint(stack[0])
        count = str(len(stack)) if len(stack) < 10 else "+"
        line.append(Span(glyphs.sides[sides.rank(stack[0].side)] + count, role, role, stack[0].unit))
    return line


def counter_lines(
    stacks: list[list[Counter]], room: int, columns: int, rows: int, glyphs: GlyphSet, sides: Sides
) -> list[Line]:
    """Counters `room` wide, each side on lines of its own; what does not fit is counted as `+7 more`."""
    lines: list[Line] = []
    needs = [-(-len(stack) // columns) for stack in stacks]
    for stack, share in zip(stacks, shares(needs, rows), strict=True):
        shown = stack if len(stack) <= share * columns else stack[: max(0, share * columns - 1)]
        cells = [_counter(counter, room, glyphs, sides) for counter in shown]
        if share and len(shown) < len(stack):
            cells.append([Span(f"+{len(stack) - len(shown)} more".ljust(room), None, "badge")])
        for n in range(0, len(cells), columns):
            line: Line = []
            for cell in cells[n : n + columns]:
                line += [SPACE, *cell] if line else cell
            lines.append(line)
    return lines


def shares(needs: Sequence[int], rows: int) -> list[int]:
    """Lines for each side: as many as it needs, or an equal share and what the others leave of theirs."""
    given = [min(need, rows // len(needs)) for need in needs]
    for n, need in enumerate(needs):
        given[n] += min(need - given[n], rows - sum(given))
    return given


def _counter(counter: Counter, width: int, glyphs: GlyphSet, sides: Sides) -> Line:
    """A counter in two parts: type and strength in the branch's colours, then the label with its marks."""
    role = sides.paint(counter)
    head = f"{glyphs.symbol(counter.symbol)}{counter.strength}"
    marks = shared_marks([counter], glyphs)
    room = width - len(head) - 1
    name = counter.label[: min(COUNTER_LABEL, room)]
    marks = marks[: room - len(name)]
    return [
        Span(f"{head} {name.ljust(room - len(marks))}{marks}", role, role, counter.unit),
    ]
