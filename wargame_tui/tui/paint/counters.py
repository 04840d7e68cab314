"""Counters as pictures: the cardboard of the printed games at any size, alone, in stacks and spread out.

A picture is made of what a counter shows, not of whose it is: units that look alike share one. The pictures are kept
(`KEPT` of them, and as many stacks) and are the same object every time: paste them, do not draw on them.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import ceil, sqrt
from typing import NamedTuple, cast

from PIL import Image, ImageDraw, ImageFont

from wargame_tui.board.look import Symbol
from wargame_tui.board.scene import Counter, Flag
from wargame_tui.tui.map.labels import FLAG_ORDER
from wargame_tui.tui.paint.canvas import mixed
from wargame_tui.tui.paint.counter_face import (
    CARDS,
    CHOSEN,
    DARK,
    DIM,
    OFFERED,
    PAPER,
    SHADE,
    TONES,
    Card,
    CounterStyle,
    Face,
    Stripe,
    face_of,
)
from wargame_tui.tui.paint.symbols import (
    BADGES,
    LETTERS,
    SIGNS,
    SIZES,
    Rect,
    draw_shapes,
    draw_size,
    letters,
    size_width,
)

Size = tuple[int, int]
"""Pixels across and down."""
Styled = Callable[[Counter], CounterStyle]
"""How each counter is printed."""

KEPT = 512
"""Counters that are kept, and stacks: of 60 by 40 pixels 5 MB each, of 120 by 120 30 MB."""
SMALL = 24
"""Below so many pixels a counter is a sign: its branch, its size as notches, its strength."""
BARE = 12
"""Below so many pixels nothing is printed on it."""
LEAST = 7
"""Pixels of the smallest letters."""
CAPITALS = 0.711
"""Height of capitals and digits in the size of the letters."""
FRAMED = 6
"""Lines' widths from which a box is high enough to have an outline."""
EDGES = 3
"""Counters of a stack whose edges are seen below the first."""


# -- where everything stands ---------------------------------------------------------------------------


class Letters(NamedTuple):
    """A text: its letters, where its ink begins and its base line, in pixels."""

    text: str
    font: ImageFont.FreeTypeFont
    x: float
    base: float

    @property
    def box(self) -> Rect:
        """Where its ink lies."""
        left, top, right, bottom = self.font.getbbox(self.text, anchor="ls")
        return self.x, self.base + top, self.x + right - left, self.base + bottom


class Plan(NamedTuple):
    """Where everything on a counter stands, in pixels."""

    inner: Rect
    """What is printed on: right of the band, within the edges."""
    mark: tuple[float, float, float]
    """Middle, top and height of the mark of size."""
    box: Rect
    """Of the sign."""
    texts: Sequence[Letters]
    badges: Sequence[tuple[str, Rect]]
    """A state, or what stands in the same row: the number of a stack, a word, what is printed beside the numbers."""


def planned(face: Face, px: Size) -> Plan:
    """Where everything stands on a counter of so many pixels."""
    width, height = px
    edge = max(1, round(min(px) / 32), _ring_width(face.flags, px) + (min(px) >= SMALL))
    band = max(3, round(width * 0.09)) if face.style.stripe else 0
    inner = (edge + band + 1, edge, width - edge - 1, height - edge)
    return _sign_plan(face, inner) if min(px) < SMALL else _full_plan(face, inner)


def _full_plan(face: Face, inner: Rect) -> Plan:
    left, top, right, bottom = inner
    height = bottom - top
    factors = _factors(face, (left, bottom - 0.36 * height, right, bottom - 0.06 * height), bottom)
    mark = round((0.13 if face.size in SIZES else 0.09) * height)
    above = round(top + 0.06 * height)
    box_top = above + mark + round(0.05 * height)
    box_bottom = round(bottom - 0.42 * height)
    across = round(min(1.5 * (box_bottom - box_top), 0.54 * (right - left)))
    disc = max(8, round(0.26 * height))
    lowest = top + disc if face.has_badges else box_top
    names, shift = _names(face, (left, max(box_top, lowest), right, box_bottom), across, 0.2 * height)
    half = size_width(face.size, mark) / 2 + 1
    middle = max(shift + across / 2, left + half)
    if face.has_badges and right - middle - half < disc:
        middle = left + half
    badges = _badges(face, (left, top + 1, middle - half, right), middle + half, disc)
    box = (shift, box_top, shift + across, box_bottom)
    return Plan(inner, (middle, above, mark), box, [*factors, *names], badges)


def _sign_plan(face: Face, inner: Rect) -> Plan:
    """Branch over strength; beside it on a wide counter."""
    left, top, right, bottom = inner
    width, height = right - left, bottom - top
    mark = 1 if height < 16 else max(2, round(0.12 * height))
    number = face.strength or face.word or _leading(face.numbers)
    if width > 1.6 * height:
        box = (left, top + mark, left + round(0.52 * width), bottom - 1)
        room = (box[2] + 1, top + 0.2 * height, right, bottom - 0.2 * height)
    else:
        box = (left, top + mark, right, top + mark + round(0.42 * height))
        room = (left, box[3], right, bottom)
    font = _fitted(number, room[2] - room[0], room[3] - room[1])
    flag = next((flag for flag in FLAG_ORDER if flag in face.flags & BADGES.keys()), None)
    dot = max(4, round(0.28 * height))
    badges = [(flag, (right - dot, top, right, top + dot))] if flag else []
    texts = [_set(number, font, room, bottom)] if font else []
    return Plan(inner, ((box[0] + box[2]) / 2, top, mark), box, texts, badges)


def _leading(numbers: str) -> str:
    return numbers.partition("-")[0].partition(" ")[0]


def _fitted(text: str, width: float, capitals: float, least: int = LEAST) -> ImageFont.FreeTypeFont | None:
    """The largest letters in which a text is no wider, its capitals no higher; None if it does not fit."""
    for size in range(max(least, round(capitals / CAPITALS)), least - 1, -1):
        if letters(size).getlength(text) <= width:
            return letters(size)
    return None


def _set(text: str, font: ImageFont.FreeTypeFont, room: Rect, floor: float | None = None) -> Letters:
    """A text in the middle of a room, what hangs below its base line no lower than a floor."""
    left, _, right, below = font.getbbox(text, anchor="ls")
    capitals = -font.getbbox("0", anchor="ls")[1]
    base = (room[1] + room[3] + capitals) / 2
    if floor is not None:
        base = min(base, floor - below)
    return Letters(text, font, round((room[0] + room[2] - (right - left)) / 2), round(base))


def _factors(face: Face, room: Rect, floor: float) -> list[Letters]:
    """The numbers as printed, in one line or two, or the first of them alone; a strength of its own before them."""
    left, top, right, bottom = room
    found = []
    if face.strength and (font := _fitted(face.strength, right - left, (bottom - top) * 1.1)):
        found.append(Letters(face.strength, font, left + 1, round(bottom)))
        left += font.getlength(face.strength) + 3
        top += 0.2 * (bottom - top)
    inset = 0.03 * (right - left)
    room = (left + inset, top, right - inset, bottom)
    lines = _lines(face.numbers, room)
    if not lines and not found:
        lines = _lines(_leading(face.numbers), room)
    return [*found, *(_set(line, font, at, floor) for line, font, at in lines)]


def _lines(numbers: str, room: Rect) -> list[tuple[str, ImageFont.FreeTypeFont, Rect]]:
    """Numbers in a line, or in two where that is larger; none if they do not fit."""
    left, top, right, bottom = room
    hanging = 0.88 if "(" in numbers else 1.0
    one = _fitted(numbers, right - left, hanging * (bottom - top))
    words = numbers.split(" ")
    half = -(-len(words) // 2)
    lines = [" ".join(words[:half]), " ".join(words[half:])]
    fonts = [font for line in lines if line and (font := _fitted(line, right - left, (bottom - top) * 0.5))]
    if len(fonts) == 2 and (one is None or min(font.size for font in fonts) > one.size):
        middle, font = (top + bottom) / 2, min(fonts, key=lambda font: font.size)
        rooms = ((left, top - 2, right, middle - 2), (left, middle, right, bottom))
        return [(line, font, at) for line, at in zip(lines, rooms, strict=True)]
    return [(numbers, one, room)] if one else []


def _names(face: Face, room: Rect, across: int, size: float) -> tuple[list[Letters], int]:
    """Name right of the box, formation left of it, where they fit; and where the box begins.

    The box stands in the middle, or at the left where that gives the name clearly larger letters.
    """
    left, top, right, bottom = room
    size = max(LEAST, round(min(size, (bottom - top) / CAPITALS)))
    middle, beside = round((left + right - across) / 2), round(left) + 1
    for label in _shorter(face.label):
        fonts = {at: _in_size(label, right - at - across - 3, size) for at in (beside, middle)}
        aside, centred = fonts[beside], fonts[middle]
        if centred and aside and centred.size >= 0.85 * aside.size:
            found = [_set(label, centred, (middle + across + 1, top, right, bottom))]
            other = _in_size(face.formation, middle - left - 3, round(centred.size)) if face.formation else None
            if other and other.size >= 0.7 * centred.size:
                found.append(_set(face.formation, other, (left, top, middle - 1, bottom)))
            return found, middle
        if aside:
            return [_set(label, aside, (beside + across + 1, top, right, bottom))], beside
    return [], middle


def _shorter(label: str) -> Iterator[str]:
    """A name, its first word, the regiment before its division, what can be cut off with a point."""
    yield label
    yield from (part for part in (label.partition(" ")[0], label.partition("/")[0]) if 2 < len(part) < len(label))
    yield from (f"{label[:n].rstrip()}." for n in range(len(label) - 2, 3, -1) if not label[n - 1 : n + 1].isdigit())


def _in_size(text: str, width: float, size: int) -> ImageFont.FreeTypeFont | None:
    """Letters of a size, or a little smaller."""
    return next((letters(s) for s in range(size, LEAST - 1, -1) if letters(s).getlength(text) <= width), None)


def _badges(face: Face, row: Rect, after: float, size: int) -> list[tuple[str, Rect]]:
    """The first row: right of the mark of size, then left of it. States that do not fit are told by `more`.

    `row` is where it begins from the left, its top, where the mark begins, where it ends; `after` where the mark ends.
    """
    left, top, before, right = row
    wanted = [f"×{face.depth}"] * bool(face.depth) + [face.word] * bool(face.word)
    wanted += [flag for flag in FLAG_ORDER if flag in face.flags & BADGES.keys()]
    places = _places([*wanted, face.quality], left, before, after, right, size)
    beside = places.pop()
    room = len(places) if None not in places else places.index(None)
    shown = [(word, place) for word, place in zip(wanted[:room], places, strict=False) if place]
    if room < len(wanted) and room > 1:
        shown[-1] = ("more", shown[-1][1])
    elif beside and face.quality:
        shown.append((face.quality, beside))
    return [(word, (start, top, end, top + size)) for word, (start, end) in shown]


def _places(
    wanted: Sequence[str], left: float, before: float, after: float, right: float, size: int
) -> list[tuple[float, float] | None]:
    """From where to where each stands: from the right, then from the left; None for what has no room."""
    found: list[tuple[float, float] | None] = []
    for word in wanted:
        width = size if word in BADGES else round(letters(max(LEAST, round(size * 0.85))).getlength(word)) + 3
        if right - width >= after:
            found.append((right - width, right))
            right -= width + 1
        elif left + width <= before:
            found.append((left, left + width))
            left += width + 1
        else:
            found.append(None)
    return found


# -- drawing -------------------------------------------------------------------------------------------


def draw_counter(counter: Counter, px: Size, style: CounterStyle) -> Image.Image:
    """A counter of so many pixels, its corners glass."""
    return _picture(face_of(counter, style), px)


@lru_cache(maxsize=KEPT)
def _picture(face: Face, px: Size) -> Image.Image:
    if min(px) < BARE:
        return _cardboard(face.card, px, 4).reduce(4)
    plan, fine = planned(face, px), 4 if max(px) <= 72 else 3
    image = _printed(face, plan, px, fine).reduce(fine)
    draw = ImageDraw.Draw(image)
    for text in plan.texts:
        on_band = "reduced" in face.flags and _between(text.box, _reduced_band(plan, px))
        _write(draw, text, DARK if on_band else face.card.ink)
    if "moved" in face.flags:
        image = _dimmed(image)
    for word, place in plan.badges:
        _badge(image, word, place, fine)
    _ring(image, face.flags)
    return image


def _between(box: Rect, band: Rect) -> bool:
    return band[1] <= (box[1] + box[3]) / 2 <= band[3]


def _write(draw: ImageDraw.ImageDraw, text: Letters, ink: str) -> None:
    offset = text.font.getbbox(text.text, anchor="ls")[0]
    draw.text((text.x - offset, text.base), text.text, fill=ink, font=text.font, anchor="ls")


def _printed(face: Face, plan: Plan, px: Size, fine: int) -> Image.Image:
    """The cardboard with all but its letters, so many times as fine."""
    image = _cardboard(face.card, px, fine)
    draw = ImageDraw.Draw(image)
    _draw_stripe(draw, face.style.stripe, plan, fine)
    if "reduced" in face.flags:
        draw.rectangle(_times(_reduced_band(plan, px), fine), fill=PAPER, outline=DARK, width=max(1, fine // 2))
    _draw_sign(draw, face, _times(plan.box, fine), fine * max(1, round((plan.box[3] - plan.box[1]) / 14)))
    middle, top, mark = (fine * x for x in plan.mark)
    if min(px) >= SMALL:
        draw_size(draw, face.size, middle, top, mark, face.card.ink, fine)
    else:
        _draw_notches(draw, face.size, middle, (top, top + mark - 1), fine, face.card.ink)
    return image


def _times(box: Rect, fine: int) -> Rect:
    left, top, right, bottom = box
    return fine * left, fine * top, fine * right - 1, fine * bottom - 1


def _reduced_band(plan: Plan, px: Size) -> Rect:
    """The white band of a reduced counter: across its sign, or under the number of a small one."""
    left, top, right, bottom = plan.inner
    if min(px) < SMALL:
        wide = right - left > 1.6 * (bottom - top)
        return (plan.box[2] + 1, top, right, bottom) if wide else (left, plan.box[3] + 1, right, bottom)
    return left - 1, plan.box[1], right + 1, plan.box[3]


def _cardboard(card: Card, px: Size, fine: int) -> Image.Image:
    """An empty counter: its ground with an outline, lit from the upper left."""
    width, height = px[0] * fine, px[1] * fine
    edge = fine * max(1, round(min(px) / 32))
    round_off = min(px) * fine * (0.07 if min(px) >= SMALL else 0.05)
    outline = mixed(DARK, PAPER, 0.3) if card.ground == CARDS["black"].ground else DARK
    image = Image.new("RGBA", (width, height))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((0, 0, width - 1, height - 1), round_off, fill=mixed(card.ground, DARK, 0.4))
    draw.rounded_rectangle((0, 0, width - 1 - edge, height - 1 - edge), round_off, fill=mixed(card.ground, PAPER, 0.45))
    draw.rounded_rectangle((edge, edge, width - 1 - edge, height - 1 - edge), round_off * 0.7, fill=card.ground)
    draw.rounded_rectangle((0, 0, width - 1, height - 1), round_off, outline=outline, width=max(1, fine // 2))
    return image


def _draw_stripe(draw: ImageDraw.ImageDraw, stripe: Stripe, plan: Plan, fine: int) -> None:
    """The band at the left edge, its colours one above the other."""
    left, right = fine * plan.inner[1], fine * (plan.inner[0] - 1)
    top, bottom = fine * plan.inner[1], fine * plan.inner[3]
    for n, color in enumerate(stripe):
        share = (bottom - top) / len(stripe)
        draw.rectangle((left, top + n * share, right - 1, top + (n + 1) * share - 1), fill=color)
    if stripe:
        draw.line((right, top, right, bottom - 1), fill=DARK, width=max(1, fine // 2))


def _draw_sign(draw: ImageDraw.ImageDraw, face: Face, box: Rect, line: int) -> None:
    """The box with the sign of a branch; of others the letters of their type."""
    draw.rectangle(box, fill=face.card.box)
    word = LETTERS.get(face.symbol, "") or ("" if face.symbol in SIGNS else _short(face.symbol))
    if word:
        font = _fitted(word, box[2] - box[0] - 3 * line, 0.62 * (box[3] - box[1]), 4)
        if font:
            _write(draw, _set(word, font, box), DARK)
    else:
        inset = line / 2
        inner = (box[0] + inset, box[1] + inset, box[2] - inset, box[3] - inset)
        draw_shapes(draw, SIGNS[cast("Symbol", face.symbol)], inner, DARK, line)
    if box[3] - box[1] >= FRAMED * line:
        draw.rectangle(box, outline=DARK, width=line)


def _short(kind: str) -> str:
    """A type that has no sign: its abbreviation, or its first letter."""
    return kind if kind.isupper() else kind[:1].upper() or "?"


def _draw_notches(
    draw: ImageDraw.ImageDraw, size: str, middle: float, rows: tuple[float, float], fine: int, ink: str
) -> None:
    """The mark of a size where there is no room for it: narrow notches for I, wide ones for X."""
    mark = SIZES.get(size, "")
    width = fine * (3 if "X" in mark else 1)
    x = fine * round((middle - (len(mark) * (width + fine) - fine) / 2) / fine)
    for n in range(len(mark)):
        left = x + n * (width + fine)
        draw.rectangle((left, rows[0], left + width - 1, rows[1]), fill=ink)


def _dimmed(image: Image.Image) -> Image.Image:
    """As if it lay in the shade: a counter that has moved."""
    shade = Image.new("RGBA", image.size, SHADE)
    shade.putalpha(image.getchannel("A"))
    return Image.blend(image, shade, DIM)


def _badge(image: Image.Image, word: str, place: Rect, fine: int) -> None:
    """The mark of a state on a disc, or a word on black."""
    left, top, right, bottom = (round(x) for x in place)
    width, height = (right - left) * fine, (bottom - top) * fine
    small = Image.new("RGBA", (width, height))
    draw = ImageDraw.Draw(small)
    badge = BADGES.get(cast("Flag", word))
    ground, ink = TONES[badge.tone] if badge else (DARK, PAPER)
    round_off = height / 2 if badge and badge.tone != "bad" else height * 0.2
    draw.rounded_rectangle((0, 0, width - 1, height - 1), round_off, fill=ground, outline=DARK, width=max(1, fine // 2))
    if badge:
        inset = 0.24 * height
        draw_shapes(draw, badge.shapes, (inset, inset, width - inset, height - inset), ink, max(fine, height // 9))
        image.alpha_composite(small.reduce(fine), (left, top))
        return
    image.alpha_composite(small.reduce(fine), (left, top))
    text = "…" if word == "more" else word
    font = letters(max(LEAST, round((bottom - top) * 0.85)))
    _write(ImageDraw.Draw(image), _set(text, font, (left, top, right, bottom)), ink)


def _ring_width(flags: frozenset[Flag], px: Size) -> int:
    """A counter that is chosen has a broad ring, one that can be a thin one."""
    if "selected" in flags:
        return max(2, round(min(px) / 16))
    return max(1, round(min(px) / 30)) if "choice" in flags else 0


def _ring(image: Image.Image, flags: frozenset[Flag]) -> None:
    (width, height), broad = image.size, _ring_width(flags, image.size)
    draw = ImageDraw.Draw(image)
    color = CHOSEN if "selected" in flags else OFFERED
    rims = ((0, broad, color),) if min(image.size) < SMALL else ((0, broad + 2, DARK), (1, broad, color))
    for inset, wide, ink in rims if broad else ():
        draw.rectangle((inset, inset, width - 1 - inset, height - 1 - inset), outline=ink, width=wide)


# -- stacks --------------------------------------------------------------------------------------------


def draw_stack(counters: Sequence[Counter], px: Size, style: Styled) -> Image.Image:
    """A stack with its shadow, its first counter on top: the edges of those below, their number if it is deeper."""
    step = max(1, round(min(px) * 0.045))
    edges = max(0, min(len(counters) - 1, EDGES, (min(px) - BARE) // step - 1))
    depth = len(counters) if len(counters) > edges + 1 else 0
    below = tuple(face_of(each, style(each)).card for each in counters[1 : edges + 1])
    return _stacked(face_of(counters[0], style(counters[0]), depth), below, px, step)


@lru_cache(maxsize=KEPT)
def _stacked(top: Face, below: Sequence[Card], px: Size, step: int) -> Image.Image:
    """A counter over the edges of others, each so many pixels further to the right and down."""
    shadow = (len(below) + 1) * step
    size = px[0] - shadow, px[1] - shadow
    image = Image.new("RGBA", px)
    ImageDraw.Draw(image).rounded_rectangle((shadow, shadow, px[0] - 1, px[1] - 1), step, fill=f"{DARK}88")
    for n in range(len(below), 0, -1):
        image.alpha_composite(_cardboard(below[n - 1], size, 2).reduce(2), (n * step, n * step))
    image.alpha_composite(_picture(top, size))
    return image


def draw_fan(counters: Sequence[Counter], px: Size, style: Styled, columns: int = 0) -> Image.Image:
    """All counters of a stack side by side on a dark tray, each of so many pixels; in about as many rows as columns."""
    columns = columns or ceil(sqrt(len(counters)))
    rows, gap = -(-len(counters) // columns), max(2, round(min(px) * 0.08))
    size = columns * (px[0] + gap) + gap, rows * (px[1] + gap) + gap
    image = Image.new("RGBA", size)
    ImageDraw.Draw(image).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), 2 * gap, "#1c1a15f0", DARK, 1)
    for n, counter in enumerate(counters):
        row, column = divmod(n, columns)
        place = gap + column * (px[0] + gap), gap + row * (px[1] + gap)
        image.alpha_composite(draw_counter(counter, px, style(counter)), place)
    return image
