"""A painted map in pixels: ground, tints, strokes, then names and counters drawn where cells would have them."""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from wargame_tui.board.scene import Counter, Scene
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.canvas import Pixels
from wargame_tui.tui.paint.counter_face import CounterStyle, strength_apart, style_of
from wargame_tui.tui.paint.counters import draw_counter, draw_stack
from wargame_tui.tui.paint.faces import set_in_fonts
from wargame_tui.tui.paint.painted import PaintedComposer
from wargame_tui.tui.paint.painter import Text
from wargame_tui.tui.paint.tiles import Ground

LEAST = 26
"""Pixels below which counters are not drawn side by side but as stacks."""
MOST = 72
"""Pixels of the largest counter."""
GAP = 3
"""Pixels between two."""
SMALLEST = 7
"""Pixels of the smallest letters."""
AROUND = 8
"""Rows above and below a picture whose texts may belong to counters that reach into it."""


class Stand(NamedTuple):
    """Counters of a space, and the pixels where they are drawn: left, top, right, bottom of the map."""

    counters: Sequence[Counter]
    place: tuple[int, int, int, int]


Place = tuple[int, int, int, int]
"""Left and top of a rectangle, its width and height, in pixels."""


class Picture:
    """One layout under a view in pixels."""

    def __init__(self, ground: Ground, cells: PaintedComposer) -> None:
        """`ground`: the tiles in pixels; `cells`: the same map in cells, which knows what lies over it."""
        self.layout = ground.layout
        self._ground = ground
        self._cells = cells
        self._sides = Sides()
        self._apart = False
        self._space_of: dict[str, str] = {}
        self._read: Scene | None = None

    @property
    def cell(self) -> tuple[int, int]:
        """Pixels of a cell across and down."""
        return self._ground.grain.shown_across, self._ground.grain.shown_down

    def _read_scene(self) -> None:
        """Whose counters stand where, if the scene is another."""
        scene = self._cells.view.scene
        if scene is not self._read:
            self._read = scene
            self._space_of = {each.unit: space for space, here in scene.spaces.items() for each in here.counters}
            counters = [each for here in scene.spaces.values() for each in here.counters]
            self._sides = Sides({each.side for each in counters}, self._cells.view.look)
            self._apart = strength_apart(counters)

    def rest(self) -> None:
        """Keep no ground."""
        self._ground.rest()

    # -- drawing --------------------------------------------------------------------------------------

    def image(self, box: Box) -> Pixels:
        """Some cells of the map."""
        self._read_scene()
        across, down = self.cell
        sheet = Image.new("RGB", (box.width * across, box.height * down))
        for place in self._ground.under(box):
            tile = self._ground.tile(*place)
            x, y = max(box.x, tile.box.x), max(box.y, tile.box.y)
            part = Box(x, y, min(box.x + box.width, tile.box.x + tile.box.width) - x,
                       min(box.y + box.height, tile.box.y + tile.box.height) - y)  # fmt: skip
            pixels = self._ground.shown(tile, part, self._cells.tints, self._cells.strokes)
            sheet.paste(Image.fromarray(pixels), ((x - box.x) * across, (y - box.y) * down))
        self._write(sheet, box, lists=False)
        for stand in self._stands(box):
            self._set_up(sheet, stand, box)
        self._write(sheet, box, lists=True)
        return np.asarray(sheet)

    def _write(self, sheet: Image.Image, box: Box, *, lists: bool) -> None:
        """Names, numbers and marks, or lists, which cover counters.

        In letters as wide as they come, over the cells that the lettering gives them.
        """
        draw = ImageDraw.Draw(sheet)
        across, down = self.cell
        for y in range(box.y, box.y + box.height):
            for text in self._cells.lettering.row(y):
                if (
                    text.listed != lists
                    or (text.unit and not lists)
                    or text.x + len(text.words) <= box.x - 2
                    or text.x >= box.x + box.width + 2
                ):
                    continue
                left, top = (text.x - box.x) * across, (y - box.y) * down
                self._letter(draw, text, left, top)

    def _letter(self, draw: ImageDraw.ImageDraw, text: Text, left: int, top: int) -> None:
        """A text in the middle of its cells, of a list at the left; with a halo where it has no ground of its own."""
        across, down = self.cell
        width, words = len(text.words) * across, text.words.strip()
        if text.ground:
            draw.rectangle((left, top, left + width - 1, top + down - 1), fill=text.ground)
        if not words:
            return
        parts, wide = _fitted(words, width + across, round(down * 0.78), text.bold)
        at, base = left + (across / 2 if text.listed else (width - wide) / 2), top + round(down * 0.78)
        halo = 0 if text.ground else max(1, down // 9)
        for part, font in parts:
            draw.text(
                (at, base), part, font=font, fill=text.ink, anchor="ls", stroke_width=halo,
                stroke_fill=self._cells.style.halo,
            )  # fmt: skip
            at += font.getlength(part)

    # -- counters -------------------------------------------------------------------------------------

    def _stands(self, box: Box) -> Iterator[Stand]:
        """Where counters stand that may reach into some cells: where the lettering has their texts."""
        cells: dict[str, list[tuple[int, int, int]]] = {}
        for y in range(max(0, box.y - AROUND), min(self.layout.height, box.y + box.height + AROUND)):
            for text in self._cells.lettering.row(y):
                space = self._space_of.get(text.unit) if text.unit and not text.listed else None
                if space:
                    cells.setdefault(space, []).append((text.x, y, len(text.words)))
        across, down = self.cell
        for space, found in cells.items():
            left, top = min(x for x, _, _ in found) * across, min(y for _, y, _ in found) * down
            right = max(x + wide for x, _, wide in found) * across
            bottom = (max(y for _, y, _ in found) + 1) * down
            box = self.layout.boxes[space]
            # Cardboard is square: there is a row to spare below the two that characters take.
            bottom = min(bottom + down, max(bottom, (box.y + box.height) * down))
            yield Stand(self._cells.view.scene.spaces[space].counters, (left, top, right, bottom))

    def _set_up(self, sheet: Image.Image, stand: Stand, box: Box) -> None:
        """Side by side if there is room; else a stack for each side."""
        across, down = self.cell
        left, top, right, bottom = stand.place
        left, right = left - box.x * across, right - box.x * across
        top, bottom = top - box.y * down, bottom - box.y * down
        width, height, many = right - left, bottom - top, len(stand.counters)
        size, columns = _fitting(width, height, many)
        if size >= LEAST:
            start = left + (width - columns * (size + GAP) + GAP) // 2
            for n, counter in enumerate(stand.counters):
                x, y = start + n % columns * (size + GAP), top + n // columns * (size + GAP)
                _paste(sheet, draw_counter(counter, (size, size), self._styled(counter)), x, y)
            return
        stacks = [[each for each in stand.counters if each.side == side] for side in self._sides]
        self._pile_up(sheet, [stack for stack in stacks if stack], (left, top, width, height))

    def _pile_up(self, sheet: Image.Image, stacks: Sequence[Sequence[Counter]], place: Place) -> None:
        """A stack for each side in a rectangle, beside it how many counters it has, if there is room."""
        (across, down), (left, top, width, height) = self.cell, place
        size = max(8, min(MOST, height + down // 2, width // len(stacks)))
        tails = [f"×{len(stack)}" if len(stack) > 1 else "" for stack in stacks]
        wide = [size + across * len(tail) for tail in tails]
        told = sum(wide) <= width
        at, ink = left + (width - (sum(wide) if told else size * len(stacks))) // 2, self._cells.style.ink
        for stack, tail, step in zip(stacks, tails, wide, strict=True):
            _paste(sheet, draw_stack(stack, (size, size), self._styled), at, top + (height - size) // 2)
            if told:
                text = Text(0, tail, ink, None, True)
                self._letter(ImageDraw.Draw(sheet), text, at + size, top + (height - down) // 2)
            at += step if told else size

    def _styled(self, counter: Counter) -> CounterStyle:
        stripe = self._cells.view.stripe(counter) if self._cells.view.stripe else ()
        return style_of(counter, self._sides, self._cells.view.look, stripe, apart=self._apart)


def _fitting(width: int, height: int, many: int) -> tuple[int, int]:
    """The largest counters of which so many stand in a rectangle, and how many of them in a row."""
    best = 0, 1
    for columns in range(1, many + 1):
        size = min((width + GAP) // columns - GAP, (height + GAP) // ceil(many / columns) - GAP, MOST)
        best = max(best, (size, columns))
    return best


def _paste(sheet: Image.Image, image: Image.Image, x: int, y: int) -> None:
    sheet.paste(image, (x, y), image)


def _fitted(words: str, width: int, size: int, bold: bool) -> tuple[list[tuple[str, ImageFont.FreeTypeFont]], float]:
    """A text in its fonts, smaller if it would be too wide, and how wide it is."""
    parts = set_in_fonts(words, size, bold=bold)
    wide = sum(font.getlength(part) for part, font in parts)
    if wide > width and size > SMALLEST:
        return _fitted(words, width, max(SMALLEST, int(size * width / wide)), bold)
    return parts, wide
