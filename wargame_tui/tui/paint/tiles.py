"""The painted ground in tiles: painted once, tinted and fitted to cells as the game changes what lies over it."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from wargame_tui.tui.map.view import Box, MapLayout
from wargame_tui.tui.paint.canvas import Canvas, Glass, Grain, Pixels, Spot
from wargame_tui.tui.paint.painter import Painter

ACROSS, DOWN = 32, 16
"""Cells of a tile."""
BLOCK = 2
"""Tiles across and down that are painted at once at the most."""
SCREENS, SCREEN = 8, 200 * 60
"""So many screens full of tiles are kept at a zoom, each of so many cells."""
MOST = 24 << 20
"""Bytes of tiles that are kept at a zoom at the most: fewer screens of pixels."""
PIXEL = 5
"""Bytes of a pixel: its colour, and the space to which it belongs."""
SMOOTH = 24
"""Points from which on a line is a curve, without corners worth rounding."""
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

    def copy(self) -> "Tints":
        """The same once more, to be laid over further."""
        made = Tints(0, "#000000")
        made._ground, made.colors, made.shares = self._ground, self.colors.copy(), self.shares.copy()
        return made

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


def cells_under(each: Stroke) -> npt.NDArray[np.bool_]:
    """Rows and columns of a stroke's rectangle: the cells that it may touch."""
    box, reach = each.box, each.width / 2 + 0.25
    found = np.zeros((box.height, box.width), np.bool_)
    line = np.asarray(each.line, float) - (box.x, box.y)
    one, way = line[:-1], np.diff(line, axis=0)
    steps = max(1, ceil(np.abs(way / (2, 1)).max(initial=0) / reach))
    spots = (one[:, None] + way[:, None] * (np.arange(steps + 1) / steps)[:, None]).reshape(-1, 2)
    for across in (-2 * reach, 0, 2 * reach):
        columns = np.clip(np.floor(spots[:, 0] + across).astype(np.int64), 0, box.width - 1)
        for down in (-reach, 0, reach):
            found[np.clip(np.floor(spots[:, 1] + down).astype(np.int64), 0, box.height - 1), columns] = True
    return found


class Tile(NamedTuple):
    """A part of the ground."""

    box: Box
    pixels: Pixels
    owners: npt.NDArray[np.int16]


class Chosen(NamedTuple):
    """Some cells of a tile."""

    tile: Tile
    rows: npt.NDArray[np.int64]
    columns: npt.NDArray[np.int64]


class Keeps(Protocol):
    """Where tiles are kept over the day."""

    def has(self, column: int, row: int) -> bool:
        """Whether a tile was put there."""

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
        self._most = min(MOST, SCREENS * SCREEN * PIXEL * grain.shown_across * grain.shown_down)
        self._tiles: OrderedDict[tuple[int, int], Tile] = OrderedDict()
        self._unpainted: set[tuple[int, int]] | None = None
        """The tiles that were never painted, as far as is known; None if nobody has asked."""

    def of_grain(self, grain: Grain) -> "Ground":
        """The same ground as fine as another grain."""
        return Ground(self.painter, self.layout, grain, self._shelves)

    def rest(self) -> None:
        """Keep no tile."""
        self._tiles.clear()
        self._bytes = 0

    def tile(self, column: int, row: int, wanted: Box | None = None) -> Tile:
        """A tile by its place among the tiles; if it must be painted, some of the `wanted` cells beside it as well."""
        tile = self._tiles.get((column, row))
        if tile is not None:
            self._tiles.move_to_end((column, row))
            return tile
        tile = self._shelf.taken(column, row, self._box(column, row), self.grain) if self._shelf else None
        if tile is not None:
            self._keep((column, row), tile)
            return tile
        self._paint(self._block(column, row, wanted))
        return self._tiles[column, row]

    def _keep(self, place: tuple[int, int], tile: Tile) -> None:
        """Keep a tile; of too many the oldest go."""
        self._tiles[place] = tile
        self._bytes += tile.pixels.nbytes + tile.owners.nbytes
        while self._bytes > self._most and len(self._tiles) > BLOCK * BLOCK:
            _, old = self._tiles.popitem(last=False)
            self._bytes -= old.pixels.nbytes + old.owners.nbytes

    def prepare(self, box: Box) -> bool:
        """Paint some tiles before they are seen, the nearest to a rectangle of cells; whether any were left."""
        everywhere = Box(0, 0, *self._size)
        if self._unpainted is None:
            shelf = self._shelf
            self._unpainted = {place for place in self.under(everywhere) if not (shelf and shelf.has(*place))}
        self._unpainted -= self._tiles.keys()
        if not self._unpainted or (self._bytes > self._most // 2 and not self._shelf):
            return False
        x, y = (box.x + box.width / 2) / ACROSS - 0.5, (box.y + box.height / 2) / DOWN - 0.5
        place = min(self._unpainted, key=lambda place: (abs(place[0] - x) + abs(place[1] - y), place))
        seen = list(self._tiles)
        self.tile(*place, everywhere)
        for known in seen:  # What is seen goes last, now that the shelf has what is not.
            if known in self._tiles:
                self._tiles.move_to_end(known)
        return True

    def prepare_within(self, box: Box) -> bool:
        """Paint some tiles of a rectangle of cells before they are seen; whether any were left."""
        missing = next((place for place in self.under(box) if self._is_missing(place)), None)
        if missing:
            self.tile(*missing, box)
        return missing is not None

    def _box(self, column: int, row: int) -> Box:
        """The cells of a tile."""
        width, height = self._size
        x, y = column * ACROSS, row * DOWN
        return Box(x, y, min(ACROSS, width - x), min(DOWN, height - y))

    def _block(self, column: int, row: int, wanted: Box | None) -> list[tuple[int, int]]:
        """A tile and those right of it and below it that have to be painted as well: a rectangle of tiles."""
        places = {*self.under(wanted)} if wanted else ()
        right = column
        while right - column + 1 < BLOCK and (right + 1, row) in places and self._is_missing((right + 1, row)):
            right += 1
        columns, bottom = range(column, right + 1), row
        while bottom - row + 1 < BLOCK and all(
            (across, bottom + 1) in places and self._is_missing((across, bottom + 1)) for across in columns
        ):
            bottom += 1
        return [(across, down) for down in range(row, bottom + 1) for across in columns]

    def _is_missing(self, place: tuple[int, int]) -> bool:
        return place not in self._tiles and not (self._shelf and self._shelf.has(*place))

    def _paint(self, places: Sequence[tuple[int, int]]) -> None:
        """Paint a rectangle of tiles at once: to begin a canvas takes as long as to paint a tile."""
        first, last, grain = self._box(*places[0]), self._box(*places[-1]), self.grain
        whole = Box(first.x, first.y, last.x + last.width - first.x, last.y + last.height - first.y)
        owners = self.painter.owners(whole, grain.shown_across, grain.shown_down).astype(np.int16)
        pixels = self.painter.paint(whole, grain)
        for place in places:
            box = self._box(*place)
            part = _part(box, whole, grain)
            # Copies, lest one tile that is kept keeps all.
            tile = Tile(box, pixels[part].copy(), owners[part].copy())
            self._keep(place, tile)
            if self._shelf:
                self._shelf.put(*place, tile)

    def under(self, box: Box) -> Iterator[tuple[int, int]]:
        """The tiles that a rectangle of cells touches."""
        width, height = self._size
        for row in range(max(0, box.y) // DOWN, (min(box.y + box.height, height) - 1) // DOWN + 1):
            for column in range(max(0, box.x) // ACROSS, (min(box.x + box.width, width) - 1) // ACROSS + 1):
                yield column, row

    def shown(self, tile: Tile, box: Box, tints: Tints, strokes: Sequence[Stroke]) -> Pixels:
        """The pixels of a part of a tile, with everything over it."""
        part = _part(box, tile.box, self.grain)
        return self._stroked(tints.over(tile.pixels[part], tile.owners[part]), box, strokes)

    def _stroked(self, pixels: Pixels, box: Box, strokes: Iterable[Stroke]) -> Pixels:
        glass = self._glass(box, strokes)
        return glass.over(pixels, box) if glass else pixels

    def _glass(self, box: Box, strokes: Iterable[Stroke]) -> Glass | None:
        """What of some strokes lies in a rectangle of cells; None if nothing does."""
        seen = [each for each in strokes if touch(each.box, box)]
        if not seen:
            return None
        glass = Glass(common(box, [each.box for each in seen]), self.grain)
        for each in seen:
            draw(glass, each)
        return glass

    def shown_cells(self, chosen: Sequence[Chosen], tints: Tints, strokes: Sequence[Stroke]) -> Pixels:
        """Some cells of several tiles, with everything over them: cell, row, column, colour."""
        grain = self.grain
        parts = []
        for tile, rows, columns in chosen:
            shape = tile.box.height, grain.shown_down, tile.box.width, grain.shown_across
            where = rows, slice(None), columns
            parts.append((tile.pixels.reshape(*shape, 3)[where], tile.owners.reshape(shape)[where]))
        pixels, owners = (np.concatenate(part) for part in zip(*parts, strict=True))
        down = np.concatenate([rows + tile.box.y for tile, rows, _ in chosen])
        across = np.concatenate([columns + tile.box.x for tile, _, columns in chosen])
        tinted = tints.over(pixels, owners)
        left, top = int(across.min()), int(down.min())
        glass = self._glass(Box(left, top, int(across.max()) - left + 1, int(down.max()) - top + 1), strokes)
        if glass is None:
            return tinted
        box, found = glass.box, tinted.copy()
        under = np.flatnonzero(
            (across >= box.x) & (across < box.x + box.width) & (down >= box.y) & (down < box.y + box.height)
        )
        found[under] = glass.over_cells(found[under], down[under] - box.y, across[under] - box.x)
        return found


def _part(box: Box, whole: Box, grain: Grain) -> tuple[slice, slice]:
    """Where the pixels of some cells are among those of more."""
    across, down = grain.shown_across, grain.shown_down
    x, y = (box.x - whole.x) * across, (box.y - whole.y) * down
    return np.s_[y : y + box.height * down, x : x + box.width * across]


def draw(canvas: Canvas, each: Stroke) -> None:
    """Draw a stroke."""
    if not each.width:
        canvas.fill(each.line, each.color)
    elif each.dashed:
        canvas.dashes(each.line, each.color, each.width)
    else:
        canvas.line(each.line, each.color, each.width, bent=len(each.line) < SMOOTH)


def common(box: Box, others: Sequence[Box]) -> Box:
    """What of a rectangle lies between the edges of some that touch it."""
    left, top = max(box.x, min(each.x for each in others)), max(box.y, min(each.y for each in others))
    right = min(box.x + box.width, max(each.x + each.width for each in others))
    bottom = min(box.y + box.height, max(each.y + each.height for each in others))
    return Box(left, top, right - left, bottom - top)


def touch(one: Box, other: Box) -> bool:
    """Whether two rectangles have cells in common."""
    return (
        one.x < other.x + other.width and other.x < one.x + one.width
        and one.y < other.y + other.height and other.y < one.y + one.height
    )  # fmt: skip


def rgb(color: str) -> tuple[int, int, int]:
    """The parts of a colour."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)
