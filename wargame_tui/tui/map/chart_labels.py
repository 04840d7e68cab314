"""What stands in a space's box on a chart: who holds it, its name and badges, and the forces of either side.

Few counters are drawn one by one; many as stacks by class, `CV 4  BB 3  TRN 2`, each side on lines of its own.
"""

from collections.abc import Sequence

from wargame_tui.board.scene import Counter, Flag
from wargame_tui.tui.map.glyphs import GlyphSet
from wargame_tui.tui.map.labels import (
    FLAG_ORDER,
    Line,
    Span,
    Subject,
    counter_lines,
    line_width,
    name_ink,
    shared_marks,
    shares,
    short_badge,
    stacks_of,
)
from wargame_tui.tui.map.layout import NEAR
from wargame_tui.tui.map.palette import COATS, Sides

SHORTEST = 12
"""Letters of a name that badges leave."""
ABBREVIATIONS = (("Islands", "Is."), ("Island", "I."), ("and", "&"), ("New", "N."))
"""What is shortened first in a name that is too long."""
COLUMNS = 2
"""Counters drawn one by one stand so many in a line."""
TELLING: tuple[Flag, ...] = ("selected", "choice", "reduced")
"""Flags of which a stack tells how many counters have them, where not all do."""
MARKED = ("reach", "battle", "supplied", "unsupplied", "objective", "path", "zoc", "bond")
"""Highlights with a colour of their own."""
_GAP = Span(" ", "chart.body", "plain")


def chart_label(
    zoom: str,
    subject: Subject,
    width: int,
    rows: int,
    glyphs: GlyphSet,
    sides: Sides,
) -> list[Line]:
    """The lines of a box, all of one width, at most `width` wide and `rows` of them; the first is its head."""
    stacks = stacks_of(subject.scene.counters, sides)
    if zoom == "far":
        return [_far(subject, stacks, width, glyphs, sides)]
    head = _head(subject, len(stacks) > 1, width, glyphs, sides)
    body = forces(zoom, stacks, width, rows - 1, glyphs, sides) if stacks else []
    widest = max(map(line_width, (head, *body)))
    head.append(Span(" " * (widest - line_width(head)), head[-1].ground, head[-1].ink))
    lines = [head, *([*line, Span(" " * (widest - line_width(line)), "chart.body", "plain")] for line in body)]
    return [_bracketed(line, glyphs) if subject.cursor and n == 0 else line for n, line in enumerate(lines)]


def _bracketed(line: Line, glyphs: GlyphSet) -> Line:
    left, right = glyphs.cursor
    return [Span(left, None, "hover"), *line, Span(right, None, "hover")]


def holder_of(subject: Subject, sides: Sides) -> str:
    """The role of the side that controls a space, or `none`."""
    return sides.get(subject.scene.control or "", "none")


def tag_of(subject: Subject, glyphs: GlyphSet, sides: Sides) -> str:
    """Mark of the holder, and the id."""
    holder = holder_of(subject, sides)
    mark = glyphs.place if holder == "none" else glyphs.sides[COATS.index(holder)]
    return f"{mark}{subject.space}"


def _head(subject: Subject, contested: bool, width: int, glyphs: GlyphSet, sides: Sides) -> Line:
    """Who holds the space, its id and name, then as much as fits of: highlight with note, badges."""
    holder = holder_of(subject, sides)
    ground = f"highlight.{subject.highlight}" if subject.highlight in MARKED else "chart.plate"
    name = f"{glyphs.contested}{subject.name}" if contested else subject.name
    extras: Line = []
    if subject.highlight or subject.note:
        mark = glyphs.highlights[subject.highlight] if subject.highlight else ""
        extras.append(Span(mark + subject.note, ground, "badge" if subject.highlight == "choice" else "note"))
    extras += [
        Span(short_badge(badge, glyphs), ground, "badge") for badge in (*subject.scene.badges, *subject.scene.markers)
    ]
    tag = Span(f" {tag_of(subject, glyphs, sides)} ", f"chart.{holder}", f"chart.{holder}")
    room = width - len(tag.text) - 2 - sum(1 + len(extra.text) for extra in extras)
    name = shortened(name, max(room, SHORTEST))
    line = [tag, Span(f" {name} ", ground, name_ink(subject._replace(cursor=False), contested))]
    for extra in extras:
        if line_width(line) + len(extra.text) + 1 <= width:
            line += [extra, Span(" ", ground, "plain")]
    return [Span(span.text, "cursor", "cursor") for span in line] if subject.cursor else line


def shortened(name: str, room: int) -> str:
    """A name in so many letters: words abbreviated as far as need be, then the last ones left out, then cut."""
    for word, short in ABBREVIATIONS:
        if len(name) > room:
            name = " ".join(short if part == word else part for part in name.split(" "))
    while len(name) > room and " " in name:
        name = name.rpartition(" ")[0].removesuffix(" &").removesuffix(" and")
    return name if len(name) <= room else name[: room - 1] + "."


WORTH = ("objective", "goal", "VP")
"""Badges of places that count for victory, which show however small the map is."""


def _far(subject: Subject, stacks: list[list[Counter]], width: int, glyphs: GlyphSet, sides: Sides) -> Line:
    """Who holds the space, its id, and how many counters each side has there, the holder first."""
    holder = holder_of(subject, sides)
    ground = f"highlight.{subject.highlight}" if subject.highlight in MARKED else f"chart.{holder}"
    stacks = sorted(stacks, key=lambda stack: stack[0].side != subject.scene.control)
    name = tag_of(subject, glyphs, sides) if len(stacks) < 2 else subject.space
    line = [Span(name, "cursor" if subject.cursor else ground, name_ink(subject, len(stacks) > 1))]
    for stack in stacks:
        role = sides.paint(stack[0])
        alone = len(stacks) == 1 and subject.scene.control == stack[0].side
        mark = " " if alone else glyphs.sides[sides.rank(stack[0].side)]
        count = str(len(stack)) if line_width(line) + 1 + len(str(len(stack))) <= width else "+"
        line.append(Span(mark + count, role, role, stack[0].unit))
    if subject.highlight and line_width(line) < width:
        line.append(Span(glyphs.highlights[subject.highlight], ground, "note"))
    worth = next((short_badge(badge, glyphs) for badge in subject.scene.badges if badge.split()[0] in WORTH), "")
    if worth and line_width(line) + len(worth) <= width:
        line.append(Span(worth, "chart.plate", "badge"))
    return _bracketed(line, glyphs) if subject.cursor else line


def forces(zoom: str, stacks: list[list[Counter]], width: int, rows: int, glyphs: GlyphSet, sides: Sides) -> list[Line]:
    """The forces: one by one near by, if there is room; else by class; a number for each side if need be."""
    if rows < len(stacks):
        return [_counted(stacks, glyphs, sides)] if rows else []
    marks = [_side_mark(stack[0], glyphs, sides) for stack in stacks]
    if zoom in NEAR and sum(-(-len(stack) // COLUMNS) for stack in stacks) <= rows:
        return [
            [_GAP if n else mark, *_filled(line)]
            for mark, stack in zip(marks, stacks, strict=True)
            for n, line in enumerate(counter_lines([stack], (width - 3) // COLUMNS, COLUMNS, rows, glyphs, sides))
        ]
    chips = [_chips(stack, zoom in NEAR, glyphs, sides) for stack in stacks]
    needs = [len(_wrapped(mark, made, width, len(made))) for mark, made in zip(marks, chips, strict=True)]
    given = shares(needs, rows)
    return [
        line
        for mark, made, share in zip(marks, chips, given, strict=True)
        if share
        for line in _wrapped(mark, made, width, share)
    ]


def _counted(stacks: Sequence[Sequence[Counter]], glyphs: GlyphSet, sides: Sides) -> Line:
    """How many counters each side has, in a line."""
    line: Line = []
    for stack in stacks:
        mark, role = glyphs.sides[sides.rank(stack[0].side)], sides.paint(stack[0])
        line += [*([_GAP] if line else []), Span(f"{mark}{len(stack)}", role, role, stack[0].unit)]
    return line


def _filled(line: Line) -> Line:
    """A line on the ground of the box where it has none of its own."""
    return [span if span.ground else span._replace(ground="chart.body") for span in line]


def _side_mark(counter: Counter, glyphs: GlyphSet, sides: Sides) -> Span:
    """The mark of a counter's side."""
    return Span(glyphs.sides[sides.rank(counter.side)], "chart.body", f"held.{sides[counter.side]}")


def _chips(stack: Sequence[Counter], roomy: bool, glyphs: GlyphSet, sides: Sides) -> list[tuple[Span, int]]:
    """A chip for every class of a side's counters, in the title's order, and how many they are."""
    chips = []
    for kind in dict.fromkeys(counter.symbol for counter in stack):
        same = [counter for counter in stack if counter.symbol == kind]
        role, symbol, marks = sides.paint(same[0]), glyphs.symbol(kind), _marks_in(same, glyphs)
        between = glyphs.times if symbol[-1].isdigit() else ""  # IN2 and a number must not read as one
        text = f" {symbol} {len(same)}{marks} " if roomy else f"{symbol}{between}{len(same)}{marks}"
        chips.append((Span(text, role, role, _spokesman(same)), len(same)))
    return chips


def _wrapped(mark: Span, chips: Sequence[tuple[Span, int]], width: int, rows: int) -> list[Line]:
    """Chips in lines, the side's mark before them; if they are too many, `+5` counters at the end, the first of which
    a click means."""
    lines: list[list[tuple[Span, int]]] = [[]]
    left = sum(count for _, count in chips)
    for chip in chips:
        if lines[-1] and not _fits(lines[-1], len(chip[0].text), width):
            if len(lines) == rows:
                break
            lines.append([])
        lines[-1].append(chip)
        left -= chip[1]
    while left and len(lines[-1]) > 1 and not _fits(lines[-1], len(f"+{left}"), width):
        left += lines[-1].pop()[1]
    written = []
    for n, line in enumerate(lines):
        spans = [_GAP if n else mark]
        for span, _ in line:
            spans += [_GAP, span]
        written.append(spans)
    if left:
        first = chips[sum(map(len, lines))][0]
        written[-1] += [_GAP, Span(f"+{left}", "chart.body", "badge", first.unit)]
    return written


def _fits(line: Sequence[tuple[Span, int]], more: int, width: int) -> bool:
    return 1 + sum(1 + len(span.text) for span, _ in line) + 1 + more <= width


def _spokesman(counters: Sequence[Counter]) -> str:
    """The counter that a click on its class means: one that can be chosen, if there is one."""
    return next((counter.unit for counter in counters if "choice" in counter.flags), counters[0].unit)


def _marks_in(counters: Sequence[Counter], glyphs: GlyphSet) -> str:
    """The flags that all of a class share, and how many have those that tell."""
    marks = shared_marks(counters, glyphs)
    for flag in FLAG_ORDER:
        having = sum(flag in counter.flags for counter in counters)
        if flag in TELLING and 0 < having < len(counters):
            marks += f"{glyphs.flags[flag]}{having}"
    return marks
