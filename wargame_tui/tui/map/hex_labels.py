"""What is written in a hex at each zoom: number or name, notes and badges, counters, the sign of a place."""

from collections.abc import Sequence
from typing import NamedTuple

from wargame_tui.board.scene import Counter, SpaceScene
from wargame_tui.tui.map.glyphs import GlyphSet
from wargame_tui.tui.map.hex_layout import Scale
from wargame_tui.tui.map.hex_terrain import Place
from wargame_tui.tui.map.labels import Span, marks_of_one, short_badge, strength_of
from wargame_tui.tui.map.palette import Sides, held_ink


class HexSubject(NamedTuple):
    """A hex with all that decides what is written in it."""

    number: str
    place: Place | None
    scene: SpaceScene
    highlight: str | None
    note: str
    cursor: bool
    hover: bool
    jump: str
    free: bool
    """Whether its lower side is free: no water, no highlight."""
    apart: bool = False
    """Whether the name of its place is set over several hexes."""


class Placed(NamedTuple):
    """A piece of text at its place in a tile; what is right of the tile lies in the next strip."""

    x: int
    y: int
    span: Span


def hex_label(scale: Scale, subject: HexSubject, glyphs: GlyphSet, sides: Sides) -> list[Placed]:
    """The texts of a hex; later ones cover earlier ones."""
    found = _chip(scale, subject, glyphs, sides) if scale.rows < 4 else _card(scale, subject, glyphs, sides)
    if subject.jump:
        found.append(Placed(scale.slant, 0, Span(subject.jump, "jump", "jump")))
    return found


# -- hexes with outlines -------------------------------------------------------------------------------


def _card(scale: Scale, subject: HexSubject, glyphs: GlyphSet, sides: Sides) -> list[Placed]:
    """Number, name, counters: all that is printed."""
    counters, place = subject.scene.counters, subject.place
    name = place.name if place and not subject.apart else ""
    below = row_of_name(scale, counters)
    crowded = below >= scale.rows - 1
    found = _head(scale, subject, name if name and crowded else subject.number, glyphs)
    if place and not counters:
        x, y = scale.middle
        found.append(Placed(x, y, _sign(place, glyphs, held_ink(subject.scene.control, sides))))
    if counters:
        found += _counters(scale, counters, glyphs, sides)
    if name and not crowded:
        found.append(_name(scale, name, _name_ink(subject), below))
    return found


def row_of_name(scale: Scale, counters: Sequence[Counter]) -> int:
    """The first row below the sign of a place, or below the counters there."""
    return max(scale.middle[1] + 1, 1 + _lines_of(scale, counters) * len(counters[: _most(scale)]))


def _most(scale: Scale) -> int:
    """How many counters of a stack are shown."""
    return max(2, scale.rows // 2 - 1)


def _lines_of(scale: Scale, counters: Sequence[Counter]) -> int:
    """Lines that each of them takes."""
    return 2 if scale.rows >= 6 or len(counters) == 1 else 1


def _name_ink(subject: HexSubject) -> str:
    kind = subject.place.kind if subject.place else ""
    return "hex.village" if kind == "hamlet" else "name"


def _sign(place: Place, glyphs: GlyphSet, held: str | None) -> Span:
    """A village is a dot, a town a square, in the ink of who holds it; a hamlet has nothing but its name."""
    if place.kind == "hamlet":
        return Span(glyphs.place, None, "hex.village")
    return Span(glyphs.places[place.kind], None, held or ("hex.village" if place.kind == "village" else "town"))


def _name(scale: Scale, name: str, ink: str, y: int) -> Placed:
    """A name in the middle of a row, as long as the row is between the slants."""
    left = scale.slant_at(y) + 1
    room = scale.pitch + scale.slant - 2 * left
    words = shortened(name, room)
    return Placed(left + (room - len(words) + 1) // 2, y, Span(words, None, ink))


def shortened(name: str, room: int) -> str:
    """A name cut to a width, with a point."""
    return name if len(name) <= room else name[: room - 1].rstrip(" -") + "."


def _head(scale: Scale, subject: HexSubject, words: str, glyphs: GlyphSet) -> list[Placed]:
    """The first row: number or name, then from the right what there is to tell of the hex."""
    extras = _extras(subject, glyphs, _most(scale))
    room = scale.flat
    kept: list[tuple[str, str]] = []
    for text, ink in extras:
        if len(text) + bool(kept) <= room:
            kept.append((text, ink))
            room -= len(text)
    if kept and len(words) > room:
        words = subject.number
    number = words == subject.number
    words = shortened(words, room) if not number else words if len(words) <= room else ""
    ground = "cursor" if subject.cursor else None
    ink = "cursor" if subject.cursor else "hover" if subject.hover else "hex.number" if number else "name"
    found = [Placed(scale.slant, 0, Span(words, ground, ink))] if words else []
    x = scale.slant + scale.flat
    for text, ink in kept:
        x -= len(text)
        found.append(Placed(x, 0, Span(text, None, ink)))
    return found


def _extras(subject: HexSubject, glyphs: GlyphSet, shown: int = 2) -> list[tuple[str, str]]:
    """Highlight with its note, the count of a stack if not all are shown, markers and badges: the important first."""
    extras: list[tuple[str, str]] = []
    if subject.highlight or subject.note:
        mark = glyphs.highlights[subject.highlight] if subject.highlight else ""
        extras.append((mark + subject.note, "badge" if subject.highlight == "choice" else "note"))
    if len(subject.scene.counters) > shown:
        extras.append((f"{glyphs.times}{len(subject.scene.counters)}", "badge"))
    for badge in (*subject.scene.markers, *subject.scene.badges):
        extras.append((short_badge(badge, glyphs), "badge"))
    return extras


def _counters(scale: Scale, counters: Sequence[Counter], glyphs: GlyphSet, sides: Sides) -> list[Placed]:
    """The first of a stack, each on two lines if there is room."""
    width = scale.flat
    shown, per = counters[: _most(scale)], _lines_of(scale, counters)
    found = []
    for n, counter in enumerate(shown):
        role = sides.paint(counter)
        lines = _two_lines(counter, width, glyphs) if per == 2 else [_one_line(counter, width, glyphs)]
        for m, words in enumerate(lines):
            ground = f"{role}.low" if n else role
            found.append(Placed(scale.slant, 1 + n * per + m, Span(words, ground, role, counter.unit)))
    return found


def _two_lines(counter: Counter, width: int, glyphs: GlyphSet) -> list[str]:
    """Type, size and name; numbers and marks."""
    symbol = glyphs.symbol(counter.symbol)
    apart = " " if symbol.isalpha() else ""
    size = glyphs.sizes.get(counter.size, "")
    room = width - len(symbol) - len(apart)
    # A name that is whole without the size is not cut for it.
    head = symbol + apart + (size if len(size) + len(counter.label) <= room or len(counter.label) > room else "")
    gap = " " if len(head) + 1 + len(counter.label) <= width else ""
    first = f"{head}{gap}{counter.label}"[:width].ljust(width)
    marks = marks_of_one(counter, glyphs)
    words = counter.numbers
    if counter.quality and len(words) + 1 + len(counter.quality) + len(marks) <= width:
        words = f"{words} {counter.quality}"
    second = words[:width].ljust(width - len(marks))[: max(width - len(marks), len(words))]
    return [first, (second + marks)[:width].ljust(width)]


def _one_line(counter: Counter, width: int, glyphs: GlyphSet) -> str:
    """Type, numbers and marks."""
    marks = marks_of_one(counter, glyphs)
    words = f"{glyphs.symbol(counter.symbol)}{counter.numbers}"
    return (words[:width].ljust(max(len(words), width - len(marks))) + marks)[:width].ljust(width)


# -- the middle zoom -----------------------------------------------------------------------------------


def _chip(scale: Scale, subject: HexSubject, glyphs: GlyphSet, sides: Sides) -> list[Placed]:
    """Type and size of the topmost unit, the strength of all; or the sign of a place, the first note."""
    counters, left, width = subject.scene.counters, scale.slant, scale.flat
    if counters:
        top = counters[0]
        role = sides.paint(top)
        rows = _chip_rows(subject, width, glyphs)
        grounds = (role, f"{role}.low")
        return [Placed(left, y, Span(words, grounds[y], role, top.unit)) for y, words in enumerate(rows)]
    found = []
    if subject.place and subject.place.kind != "hamlet":
        found.append(Placed(*scale.middle, _sign(subject.place, glyphs, held_ink(subject.scene.control, sides))))
    for text, ink in _extras(subject._replace(highlight=None) if subject.note else subject, glyphs)[:1]:
        found.append(Placed(left, 0, Span(text[:width], None, ink)))
    return found


def _chip_rows(subject: HexSubject, width: int, glyphs: GlyphSet) -> list[str]:
    """Two rows, or one where the lower side is to be seen."""
    counters = subject.scene.counters
    top, several = counters[0], len(counters) > 1
    symbol, strength = glyphs.symbol(top.symbol), str(strength_of(counters) or "")
    shared = frozenset.intersection(*(counter.flags for counter in counters))
    marks = marks_of_one(top, glyphs, shared)
    if not subject.free:
        count = f"{glyphs.times}{len(counters)}" if several and len(strength) < 2 else ""
        return [(symbol + strength + count + marks)[:width].ljust(width)]
    size = f"{glyphs.times}{len(counters)}" if several else glyphs.sizes.get(top.size, "")
    bare = subject._replace(scene=_bare(subject.scene), note="")
    badge = "".join(text for text, _ in _extras(bare, glyphs)[:1])
    first = (symbol + size).ljust(width)[:width]
    rest = (marks + badge)[: width - len(strength)]
    return [first, strength.ljust(width - len(rest)) + rest]


def _bare(scene: SpaceScene) -> SpaceScene:
    """A scene without its counters: what else there is."""
    return SpaceScene(badges=scene.badges, markers=scene.markers)
