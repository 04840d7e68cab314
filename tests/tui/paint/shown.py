"""A map-like picture in a scrolling widget with names, panes and a window above it, for tests and for looking at it.

    python -m tests.tui.paint.shown [auto|kitty|sixel|cells]

Arrows scroll, t shows a small window over the picture, m a screen above it, q leaves.
"""

import os
import sys
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from PIL import Image, ImageDraw
from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.geometry import Region, Size
from textual.screen import ModalScreen
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Footer, Label, Static

from wargame_tui.tui.paint.canvas import Pixels
from wargame_tui.tui.paint.late import patient_driver
from wargame_tui.tui.paint.pixels import PixelSurface, Run, Write
from wargame_tui.tui.paint.pixels.choice import pixel_surface
from wargame_tui.tui.paint.pixels.pictures import Pictures, terminal_of
from wargame_tui.tui.paint.terminal import TRUECOLOR, Abilities, cell_size, probe

TILE = 40, 20
"""Cells of a tile."""
GROUND = "#ece3c8"
SHEET = 320, 140
"""Cells of the picture."""
NAMES = {
    (30 + 53 * n % 260, 4 + 17 * n % 130): name for n, name in enumerate(("Bastogne", "Houffalize", "St. Vith") * 9)
}


def painted(columns: int, rows: int, cell: tuple[int, int]) -> Pixels:
    """Country with hexes, woods, a river and roads, in the pixels of so many cells."""
    wide, high = cell
    image = Image.new("RGB", (columns * wide, rows * high), GROUND)
    draw = ImageDraw.Draw(image)
    chance = np.random.default_rng(1944)
    for _ in range(columns * rows // 300):
        x, y = chance.uniform(0, columns) * wide, chance.uniform(0, rows) * high
        for _ in range(12):
            dx, dy, r = chance.normal(0, 40), chance.normal(0, 30), chance.uniform(8, 26)
            draw.ellipse((x + dx - r, y + dy - r, x + dx + r, y + dy + r), "#7a9d58")
    for row in range(-1, rows // 4 + 1):
        for column in range(-1, columns // 9 + 1):
            x, y = column * 9 * wide, (row * 4 + column % 2 * 2) * high
            spots = [(0, 0), (6, 0), (9, 2), (6, 4), (0, 4)]
            draw.line([(x + a * wide, y + b * high) for a, b in spots], "#b9ad8c", 1)
    for color, width, phase in (("#3f6fb5", 13, 0), ("#6aa6dc", 9, 0), ("#5b1d16", 8, 2), ("#cf4034", 5, 2)):
        line = [(x, rows * high * (0.5 + 0.3 * np.sin(x / 400 + phase))) for x in range(0, columns * wide, 6)]
        draw.line(line, color, width, joint="curve")
    return np.asarray(image)


class Sheet(ScrollView, can_focus=True):
    """The picture; its names are characters."""

    DEFAULT_CSS = "Sheet { width: 1fr; scrollbar-size: 0 0; }"

    def __init__(self, abilities: Abilities, write: Write | None = None) -> None:
        super().__init__()
        self.virtual_size = Size(*SHEET)
        self.abilities, self._write = abilities, write
        self.picture = painted(*SHEET, abilities.cell or (10, 20))
        self.surface: PixelSurface | None = None
        self.pictures: Pictures | None = None

    def on_mount(self) -> None:
        """The terminal is there."""
        self._begin()

    def on_resize(self) -> None:
        """With another font cells have another size: everything is painted anew."""
        cell = cell_size(self.abilities)
        if self.pictures and self._write is None and cell != self.abilities.cell:
            self.pictures.close()
            self.abilities = replace(self.abilities, cell=cell)
            self.picture = painted(*SHEET, cell or (10, 20))
            self._begin()

    def _begin(self) -> None:
        self.surface = pixel_surface(self.abilities, self._write or terminal_of(self.app), GROUND)
        if self.surface:
            self.surface.learn(self.picture[::6, ::6])
            self.pictures = Pictures(self, self.surface, self._seen)

    def on_unmount(self) -> None:
        """The end."""
        if self.pictures:
            self.pictures.close()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Lines with tiles, or plain ones where tiles cannot be shown."""
        if self.pictures:
            self.pictures.frame(crop)
        return [self._line(y).crop(*crop.column_span) for y in crop.line_range]

    def _line(self, y: int) -> Strip:
        width, sheet_y = self.size.width, self.scroll_offset.y + y
        if not self.pictures or not self.pictures.shown:
            return Strip([Segment(" " * width, Style(bgcolor="#cfc6a8"))], width)
        segments, at = [], 0
        for run in self._seen(y):
            segments += self._named(at, run.x, sheet_y)
            segments.append(self.surface.cells(run.key, run.row, run.column, run.column + run.width))
            at = run.x + run.width
        return Strip([*segments, *self._named(at, width, sheet_y)], width)

    def _named(self, start: int, end: int, y: int) -> Iterable[Segment]:
        left = self.scroll_offset.x
        text = "".join(self._letters(y).get(left + x, " ") for x in range(start, end))
        return [Segment(text, Style(color="#2a1d10", bgcolor=GROUND, bold=True))] if text else []

    def _letters(self, y: int) -> dict[int, str]:
        return {x + n: letter for (x, at), name in NAMES.items() if at == y for n, letter in enumerate(name)}

    def _seen(self, y: int) -> list[Run]:
        """Runs of a line, without the cells that have letters."""
        (left, top), width = self.scroll_offset, self.size.width
        row, letters = top + y, self._letters(top + y)
        found: list[Run] = []
        for x in range(min(width, SHEET[0] - left) if row < SHEET[1] else 0):
            tile, column = divmod(left + x, TILE[0])
            if left + x in letters:
                continue
            if found and found[-1].x + found[-1].width == x and found[-1].key[0] == tile:
                found[-1] = found[-1]._replace(width=found[-1].width + 1)
            else:
                found.append(Run(x, y, 1, self._tile(tile, row // TILE[1]), row % TILE[1], column))
        return found

    def _tile(self, column: int, row: int) -> tuple[int, int]:
        assert self.surface is not None
        if not self.surface.has((column, row)):
            wide, high = self.abilities.cell or (10, 20)
            x, y = column * TILE[0], row * TILE[1]
            part = self.picture[y * high : (y + TILE[1]) * high, x * wide : (x + TILE[0]) * wide]
            self.surface.put((column, row), part, TILE[0], TILE[1])
        return column, row


class Above(ModalScreen[None]):
    """A screen through which the one below is seen."""

    DEFAULT_CSS = "Above { align: center middle; } Above Static { width: 40; height: 7; background: #203040; }"
    BINDINGS = [("m,escape", "dismiss", "Back")]

    def compose(self) -> ComposeResult:
        """A box."""
        yield Static("A screen of its own, in the middle")


class Shown(App[None]):
    """The picture beside a pane."""

    CSS = """
    Screen { layers: base above; }
    #pane { width: 30; background: #102030; }
    #window { layer: above; width: 34; height: 6; offset: 20 5; background: #5a2a2a; display: none; }
    """
    BINDINGS = [("t", "window", "Window"), ("m", "above", "Screen"), ("q", "quit", "Leave")]

    def __init__(self, abilities: Abilities, write: Write | None = None, owed: bytes | None = None) -> None:
        super().__init__(driver_class=None if owed is None else patient_driver(owed))
        self.sheet = Sheet(abilities, write)

    def compose(self) -> ComposeResult:
        """Pane, picture, window."""
        yield Label("A picture among text")
        with Horizontal():
            yield Static("A pane of text", id="pane")
            yield self.sheet
        yield Static("A small window over it", id="window")
        yield Footer()

    def on_mount(self) -> None:
        """The picture takes the keys."""
        self.sheet.focus()

    def action_window(self) -> None:
        """Show the window, or not."""
        window = self.query_one("#window")
        window.display = not window.display

    def action_above(self) -> None:
        """Show the screen."""
        self.push_screen(Above())


if __name__ == "__main__":
    probed = probe()
    wanted = probed.abilities.wanted(sys.argv[1] if len(sys.argv) > 1 else "auto")
    if wanted.colours == TRUECOLOR:
        os.environ["COLORTERM"] = "truecolor"
    Shown(wanted, owed=probed.owed).run()
    print(wanted)
