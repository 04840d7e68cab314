"""The painted ground in tiles: painted once, tinted and fitted to cells as the game changes what lies over it."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from wargame_tui.tui.map.view import Box, MapLayout
from wargame_tui.tui.paint.canvas import Canvas, Grain, Pixels, Spot
from wargame_tui.tui.paint.painter import Painter

ACROSS, DOWN = 64, 32
"""Cells of a tile."""
KEPT = 24 << 20
"""Bytes of tiles that are kept at a zoom: some screens full."""
CLEAR = 0.5
"""How much of its difference from open ground a glaze spares what lies there."""


class Tints:
    """What is laid over the ground of every space, by its number: several colours become one."""

    def __init__(self, spaces: int, ground: str) -> None:
        """`ground`: the colour of open ground, for glazes."""
        self._ground = np.asarray(rgb(ground), np.float32)
        self.colors = np.zeros((spaces + 1, 3), np.float32)
        """Already weighed; the last is that of no space."""
        self.shares = np.zeros(spaces + 1, np.float32)

    def lay(self, space: int, color: str, share: float) -> None:
        """Lay a colour over a space and over what lies there."""
        self.colors[space] = self.colors[space] * (1 - share) + np.asarray(rgb(color), np.float32) * share
        self.shares[space] = 1 - (1 - self.shares[space]) * (1 - share)

    def glaze(self, space: int, color: str, share: float) -> None:
        """Lay a colour over a space as thin paint: open ground takes the share, what lies there stays clearer."""
        left = 1 - (1 - CLEAR) * share
        laid = np.asarray(rgb(color), np.float32) - CLEAR * self._ground
        self.colors[space] = self.colors[space] * left + laid * share
        self.shares[space] = 1 - (1 - self.shares[space]) * left

    def differ(self, other: "Tints") -> npt.NDArray[np.int64]:
        """The numbers of the spaces that differ."""
        apart = (self.shares != other.shares) | (self.colors != other.colors).any(1)
        return np.flatnonzero(apart[:-1])

    def over(self, pixels: Pixels, owners: npt.NDArray[np.int16]) -> Pixels:
        """Pixels with the tints of their spaces."""
        if not self.shares.any():
            return pixels
        share = self.shares[owners][..., None]
        tinted: Pixels = np.clip(pixels * (1 - share) + self.colors[owners], 0, 255).astype(np.uint8)
        return tinted


class Stroke(NamedTuple):
    """A line, or with no width a shape, over ground and tints; its width in rows."""

    line: tuple[Spot, ...]
    color: str
    width: float
    dashed: bool
    box: Box
    """The cells that it may touch."""


def stroke(line: Iterable[Spot], color: str, width: float = 0.0, *, dashed: bool = False) -> Stroke:
    """A stroke with its box."""
    spots = tuple(line)
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    margin = 1 + width
    left, top = max(0, int(min(xs) - 2 * margin)), max(0, int(min(ys) - margin))
    box = Box(left, top, int(max(xs) + 2 * margin) - left + 1, int(max(ys) + margin) - top + 1)
    return Stroke(spots, color, width, dashed, box)


class Tile(NamedTuple):
    """A part of the ground."""

    box: Box
    pixels: Pixels
    owners: npt.NDArray[np.int16]


class Keeps(Protocol):
    """Where tiles are kept over the day."""

    def taken(self, column: int, row: int, box: Box, grain: Grain) -> Tile | None:
        """A tile that was put there."""

    def put(self, column: int, row: int, tile: Tile) -> None:
        """Keep a tile."""


class Ground:
    """The tiles of one layout at one grain."""

    def __init__(
        self, painter: Painter, layout: MapLayout, grain: Grain, shelves: Callable[[Grain], Keeps | None]
    ) -> None:
        """`shelves`: where tiles of a grain are kept over the day, if they are."""
        self.painter = painter
        self.layout = layout
        self.grain = grain
        self._shelves = shelves
        self._shelf = shelves(grain)
        self._size = layout.width, layout.height
        self._bytes = 0
        self._tiles: OrderedDict[tuple[int, int], Tile] = OrderedDict()

    def of_grain(self, grain: Grain) -> "Ground":
        """The same ground as fine as another grain."""
        return Ground(self.painter, self.layout, grain, self._shelves)

    def tile(self, column: int, row: int) -> Tile:
        """A tile by its place among the tiles, painted if need be."""
        tile = self._tiles.get((column, row))
        if tile is None:
            tile = self._tiles[column, row] = self._paint(column, row)
            self._bytes += tile.pixels.nbytes + tile.owners.nbytes
            while self._bytes > KEPT and len(self._tiles) > 1:
                _, old = self._tiles.popitem(last=False)
                self._bytes -= old.pixels.nbytes + old.owners.nbytes
        else:
            self._tiles.move_to_end((column, row))
        return tile

    def _paint(self, column: int, row: int) -> Tile:
        width, height = self._size
        x, y = column * ACROSS, row * DOWN
        box = Box(x, y, min(ACROSS, width - x), min(DOWN, height - y))
        grain = self.grain
        tile = self._shelf.taken(column, row, box, grain) if self._shelf else None
        if tile is None:
            owners = self.painter.owners(box, grain.shown_across, grain.shown_down).astype(np.int16)
            tile = Tile(box, self.painter.paint(box, grain), owners)
            if self._shelf:
                self._shelf.put(column, row, tile)
        return tile

    def under(self, box: Box) -> Iterator[tuple[int, int]]:
        """The tiles that a rectangle of cells touches."""
        width, height = self._size
        for row in range(max(0, box.y) // DOWN, (min(box.y + box.height, height) - 1) // DOWN + 1):
            for column in range(max(0, box.x) // ACROSS, (min(box.x + box.width, width) - 1) // ACROSS + 1):
                yield column, row

    def shown(self, tile: Tile, box: Box, tints: Tints, strokes: Sequence[Stroke]) -> Pixels:
        """The pixels of a part of a tile, with everything over it."""
        across, down = self.grain.shown_across, self.grain.shown_down
        x, y = (box.x - tile.box.x) * across, (box.y - tile.box.y) * down
        part = np.s_[y : y + box.height * down, x : x + box.width * across]
        return self._stroked(tints.over(tile.pixels[part], tile.owners[part]), box, strokes)

    def _stroked(self, pixels: Pixels, box: Box, strokes: Iterable[Stroke]) -> Pixels:
        seen = [each for each in strokes if touch(each.box, box)]
        if not seen:
            return pixels
        glass = Canvas(box, self.grain, None)
        for each in seen:
            draw(glass, each)
        over = glass.pixels().astype(np.float32)
        share = over[..., 3:] / 255
        return (pixels * (1 - share) + over[..., :3] * share).astype(np.uint8)


def draw(canvas: Canvas, each: Stroke) -> None:
    """Draw a each."""
    if not each.width:
        canvas.fill(each.line, each.color)
    elif each.dashed:
        canvas.dashes(each.line, each.color, each.width)
    else:
        canvas.line(each.line, each.color, each.width)


def touch(one: Box, other: Box) -> bool:
    """Whether two rectangles have cells in common."""
    return (
        one.x < other.x + other.width and other.x < one.x + one.width
        and one.y < other.y + other.height and other.y < one.y + one.height
    )  # fmt: skip


def rgb(color: str) -> tuple[int, int, int]:
    """The parts of a colour."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)
