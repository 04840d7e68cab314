"""Tiles by kitty's graphics protocol: sent once each, then shown wherever characters or placements name them.

Where the terminal knows Unicode placeholders (kitty since 0.28, ghostty) a tile's cells are characters, U+10EEEE with
two marks that tell row and column, in a colour that is the picture's number: they are scrolled, cut and covered like
any text. Else parts of tiles are placed over the cells where they are seen, and moved after each frame.

Source: sw.kovidgoyal.net/kitty/graphics-protocol, also for the marks (its rowcolumn-diacritics.txt).
"""

import os
import zlib
from base64 import standard_b64encode
from collections import OrderedDict
from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from rich.color import Color
from rich.segment import Segment
from rich.style import Style

from wargame_tui.tui.paint.canvas import Pixels
from wargame_tui.tui.paint.pixels import LIMIT, Run, Write

PLACEHOLDER = "\U0010eeee"
CHUNK = 4096
"""The most of a picture that one sequence may carry."""

_MARKS = (
    "305 30d-30e 310 312 33d-33f 346 34a-34c 350-352 357 35b 363-36f 483-487 592-595 597-599 59c-5a1 5a8-5a9 "
    "5ab-5ac 5af 5c4 610-617 657-65b 65d-65e 6d6-6dc 6df-6e2 6e4 6e7-6e8 6eb-6ec 730 732-733 735-736 73a 73d "
    "73f-741 743 745 747 749-74a 7eb-7f1 7f3 816-819 81b-823 825-827 829-82d 951 953-954 f82-f83 f86-f87 135d-135f "
    "17dd 193a 1a17 1a75-1a7c 1b6b 1b6d-1b73 1cd0-1cd2 1cda-1cdb 1ce0 1dc0-1dc1 1dc3-1dc9 1dcb-1dcc 1dd1-1de6 1dfe "
    "20d0-20d1 20d4-20d7 20db-20dc 20e1 20e7 20e9 20f0 2cef-2cf1 2de0-2dff a66f a67c-a67d a6f0-a6f1 a8e0-a8f1 aab0 "
    "aab2-aab3 aab7-aab8 aabe-aabf aac1 fe20-fe26 10a0f 10a38 1d185-1d189 1d1aa-1d1ad 1d242-1d244"
)


def _marks() -> Iterator[str]:
    for stretch in _MARKS.split():
        first, _, last = stretch.partition("-")
        yield from map(chr, range(int(first, 16), int(last or first, 16) + 1))


MARKS = tuple(_marks())
"""The mark that stands for a number: rows and columns up to 296."""


@lru_cache(maxsize=4096)
def placeholders(row: int, start: int, end: int) -> str:
    """The characters of some columns of a picture's row."""
    return "".join(f"{PLACEHOLDER}{MARKS[row]}{MARKS[column]}" for column in range(start, end))


def transmission(number: int, pixels: Pixels, columns: int, rows: int, *, virtual: bool) -> str:
    """What sends a picture under a number; `virtual`: to be shown over so many cells where placeholders stand."""
    height, width, depth = pixels.shape
    packed = standard_b64encode(zlib.compress(np.ascontiguousarray(pixels).tobytes(), 1)).decode()
    shown = f"a=T,U=1,c={columns},r={rows}" if virtual else "a=t"
    head = f"{shown},i={number},f={24 if depth == 3 else 32},o=z,s={width},v={height},q=2,"
    parts = [packed[start : start + CHUNK] for start in range(0, len(packed), CHUNK)]
    last = len(parts) - 1
    return "".join(f"\x1b_G{'q=2,' if at else head}m={int(at < last)};{part}\x1b\\" for at, part in enumerate(parts))


class _Tile(NamedTuple):
    number: int
    size: int
    """Bytes of its pixels."""
    columns: int
    rows: int
    width: int
    height: int
    """In pixels."""
    style: Style


class _Pictures:
    """The tiles that the terminal has, by key; those not used for longest go when there are too many."""

    virtual: bool

    def __init__(self, write: Write, limit: int = LIMIT) -> None:
        self._write, self._limit = write, limit
        self._tiles: OrderedDict[Hashable, _Tile] = OrderedDict()
        self._bytes = 0
        # Numbers are the terminal's, not the program's: another one may have pictures there too.
        self._number = 1 + int.from_bytes(os.urandom(3)) % ((1 << 24) - 1)

    def learn(self, sample: Pixels) -> None:
        """All colours can be shown."""

    def fits(self, columns: int, rows: int) -> bool:
        """Any size can: tiles are sent one by one."""
        return True

    def has(self, key: Hashable) -> bool:
        """Whether the terminal has a tile; it will be used."""
        known = key in self._tiles
        if known:
            self._tiles.move_to_end(key)
        return known

    def put(self, key: Hashable, pixels: Pixels, columns: int, rows: int) -> None:
        """Send a tile, and make room for it."""
        if self.has(key):
            return
        self._number = self._number % ((1 << 24) - 1) + 1
        self._write(transmission(self._number, pixels, columns, rows, virtual=self.virtual))
        height, width, _ = pixels.shape
        style = Style(color=Color.from_rgb(self._number >> 16, self._number >> 8 & 255, self._number & 255))
        self._tiles[key] = _Tile(self._number, pixels.nbytes, columns, rows, width, height, style)
        self._bytes += pixels.nbytes

    def prepare(self, runs: Sequence[Run]) -> None:
        """Nothing is to be encoded."""

    def clear(self) -> None:
        """Delete all tiles."""
        for key in list(self._tiles):
            self._delete(key)

    def _make_room(self, shown: set[Hashable]) -> None:
        """Delete tiles that are not seen while they are too many."""
        for key in [key for key in self._tiles if key not in shown] if self._bytes > self._limit else []:
            self._delete(key)
            if self._bytes <= self._limit:
                break

    def _delete(self, key: Hashable) -> None:
        tile = self._tiles.pop(key)
        self._bytes -= tile.size
        self._write(f"\x1b_Ga=d,d=I,i={tile.number},q=2\x1b\\")


class Placeholders(_Pictures):
    """Tiles where placeholder characters stand."""

    virtual = True

    def cells(self, key: Hashable, row: int, start: int, end: int) -> Segment:
        """The characters in whose place part of a tile is seen."""
        return Segment(placeholders(row, start, end), self._tiles[key].style)

    def lay(self, runs: Sequence[Run], rewritten: frozenset[int]) -> None:
        """The characters do it; only what is seen no more may go."""
        self._make_room({run.key for run in runs})


class _Placed(NamedTuple):
    """Part of a tile on the screen, in cells."""

    x: int
    y: int
    width: int
    height: int
    key: Hashable
    row: int
    column: int


class Placements(_Pictures):
    """Tiles over the text. (Under it kitty 0.26 gets the grounds of all cells wrong.)"""

    virtual = False

    def __init__(self, write: Write, ground: str = "default", limit: int = LIMIT) -> None:
        super().__init__(write, limit)
        self._style = Style(bgcolor=ground)
        self._placed: dict[_Placed, int] = {}
        self._placements = 0

    def cells(self, key: Hashable, row: int, start: int, end: int) -> Segment:
        """Blanks, over which the tile is placed."""
        return Segment(" " * (end - start), self._style)

    def lay(self, runs: Sequence[Run], rewritten: frozenset[int]) -> None:
        """Place what came into view, take away what left it."""
        wanted = set(rectangles(runs))
        new = sorted(wanted - self._placed.keys(), key=lambda part: part[:4])
        out = [self._place(part) for part in new]
        out += [self._take(part) for part in self._placed.keys() - wanted]
        if out:
            self._write("\x1b7" + "".join(out) + "\x1b8")
        self._make_room({run.key for run in runs})

    def clear(self) -> None:
        """Delete all tiles, and with them where they are seen."""
        super().clear()
        self._placed.clear()

    def _place(self, part: _Placed) -> str:
        tile = self._tiles[part.key]
        self._placements += 1
        self._placed[part] = self._placements
        left, top = part.column * tile.width // tile.columns, part.row * tile.height // tile.rows
        right = (part.column + part.width) * tile.width // tile.columns
        bottom = (part.row + part.height) * tile.height // tile.rows
        return (
            f"\x1b[{part.y + 1};{part.x + 1}H\x1b_Ga=p,i={tile.number},p={self._placements},x={left},y={top},"
            f"w={right - left},h={bottom - top},c={part.width},r={part.height},z=1,C=1,q=2\x1b\\"
        )

    def _take(self, part: _Placed) -> str:
        number = self._placed.pop(part)
        tile = self._tiles.get(part.key)
        return f"\x1b_Ga=d,d=i,i={tile.number},p={number},q=2\x1b\\" if tile else ""


def rectangles(runs: Sequence[Run]) -> Iterator[_Placed]:
    """Runs that continue each other downwards as one."""
    open_: dict[tuple[int, int, Hashable, int], _Placed] = {}
    for run in sorted(runs, key=lambda run: (run.y, run.x)):
        at = run.x, run.width, run.key, run.column
        above = open_.get(at)
        if above and (above.y + above.height, above.row + above.height) == (run.y, run.row):
            open_[at] = above._replace(height=above.height + 1)
            continue
        if above:
            yield above
        open_[at] = _Placed(run.x, run.y, run.width, 1, run.key, run.row, run.column)
    yield from open_.values()
