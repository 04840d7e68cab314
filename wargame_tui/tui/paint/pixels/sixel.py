"""Tiles as sixels: pictures of up to 256 colours that are written over the text after each frame.

Characters wipe out the pixels of their cells, so a frame of text leaves holes which are filled anew: the lines in which
anything was written, cell by cell where nothing else stands. Six lines of pixels are a band; bands are encoded once
and remembered by their content, so that scrolling encodes what came into view.

Sources: DEC's VT330/VT340 Programmer Reference (sixel), xterm's ctlseqs (DECSC, XTSMGRAPHICS) and its graphics.c.
"""

from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt
from PIL import Image
from rich.segment import Segment
from rich.style import Style

from wargame_tui.tui.paint.canvas import Pixels
from wargame_tui.tui.paint.pixels import LIMIT, Run, Write
from wargame_tui.tui.paint.terminal import USUAL_CELL, Abilities

Indices = npt.NDArray[np.uint8]
BAND = 6
BANDS = 4000
"""How many encoded bands are remembered: some windows full, and some megabytes."""
CLEAR = 255
"""Stands among the indices for a pixel that is left as it is; so the palette has one colour less."""
_CUBE = [(red, green, blue) for red in (0, 128, 255) for green in (0, 128, 255) for blue in (0, 128, 255)]
TOGETHER = 40
"""Bands that are encoded at a time, which bounds the memory."""
_SHORT = 3
"""Equal sixels that are written one by one."""


class Palette:
    """The colours of all pictures: those of a sample, and a few of every kind for what comes later."""

    def __init__(self, sample: Pixels, registers: int) -> None:
        many = max(2, min(CLEAR, registers))
        spare = _CUBE if many > 2 * len(_CUBE) else []
        image = Image.fromarray(np.ascontiguousarray(sample[..., :3])).quantize(
            many - len(spare), Image.Quantize.MEDIANCUT
        )
        triples = np.array(image.getpalette() or [0, 0, 0], np.uint8).reshape(-1, 3)[: many - len(spare)]
        self.colours = np.concatenate([triples, np.array(spare, np.uint8).reshape(-1, 3)])
        self._image = Image.new("P", (1, 1))
        # What is left over of the 256 repeats the last colour, which is found first where it stands first.
        self._image.putpalette(
            np.concatenate([self.colours, *[self.colours[-1:]] * (256 - len(self.colours))]).tobytes()
        )
        self.names = [b"#%d;2;%d;%d;%d" % (at, *rgb) for at, rgb in enumerate(np.rint(self.colours / 2.55).astype(int))]

    def indices(self, pixels: Pixels) -> Indices:
        """The nearest colour of each pixel by its number."""
        image = Image.fromarray(np.ascontiguousarray(pixels[..., :3]))
        found: Indices = np.asarray(image.quantize(palette=self._image, dither=Image.Dither.NONE))
        return np.minimum(found, np.uint8(len(self.colours) - 1))


class Sixels:
    """Tiles written over the text."""

    def __init__(self, write: Write, abilities: Abilities, ground: str = "default") -> None:
        self._write, self._registers, self._largest = write, abilities.registers, abilities.largest
        self._cell = abilities.cell or USUAL_CELL
        # xterm has room for sixteen pictures and lets the topmost go first: what is seen has to be one picture.
        self._whole = abilities.name == "xterm"
        self._style = Style(bgcolor=ground)
        self._palette: Palette | None = None
        self._tiles: OrderedDict[Hashable, Indices] = OrderedDict()
        self._bytes = 0
        self._bands: OrderedDict[bytes, bytes] = OrderedDict()

    def learn(self, sample: Pixels) -> None:
        """Take the colours from a sample of all that will be shown; else they come from the first tile."""
        self._palette = Palette(sample, self._registers)
        self.clear()
        self._bands.clear()

    def fits(self, columns: int, rows: int) -> bool:
        """Whether a widget of so many cells is not too large for the terminal (xterm: its resource maxGraphicSize)."""
        width, height = columns * self._cell[0], rows * self._cell[1]
        return self._largest is None or (width <= self._largest[0] and height <= self._largest[1])

    def has(self, key: Hashable) -> bool:
        """Whether a tile is known; it will be used."""
        known = key in self._tiles
        if known:
            self._tiles.move_to_end(key)
        return known

    def put(self, key: Hashable, pixels: Pixels, columns: int, rows: int) -> None:
        """Remember a tile; it has as many pixels as its cells on the screen."""
        if pixels.shape[:2] != (rows * self._cell[1], columns * self._cell[0]):
            raise ValueError("a tile has the pixels of its cells")
        if not self.has(key):
            if self._palette is None:
                self._palette = Palette(pixels, self._registers)
            self._tiles[key] = self._palette.indices(pixels)
            self._bytes += self._tiles[key].nbytes

    def cells(self, key: Hashable, row: int, start: int, end: int) -> Segment:
        """Blanks, over which the tile is written."""
        return Segment(" " * (end - start), self._style)

    def prepare(self, runs: Sequence[Run]) -> None:
        """Encode while the screen still shows the frame before."""
        if runs:
            self._encoded(self._together(runs)[2])

    def lay(self, runs: Sequence[Run], rewritten: frozenset[int]) -> None:
        """Write what was overwritten."""
        seen = [run for run in runs if run.y in rewritten]
        if seen and self._whole:
            self._show(runs)
        elif seen:
            for lines in _stretches({run.y for run in seen}):
                self._show([run for run in seen if run.y in lines])
        self._make_room({run.key for run in runs})

    def clear(self) -> None:
        """Forget the tiles: of the terminal nothing is asked, since characters wipe out pictures."""
        self._tiles.clear()
        self._bytes = 0

    def _show(self, runs: Sequence[Run]) -> None:
        x, y, indices = self._together(runs)
        height, width = indices.shape
        body = self._encoded(indices).decode("ascii")
        self._write(f'\x1b7\x1b[{y + 1};{x + 1}H\x1bP0;1q"1;1;{width};{height}{body}\x1b\\\x1b8')

    def _together(self, runs: Sequence[Run]) -> tuple[int, int, Indices]:
        """Where the smallest rectangle begins that holds the runs, and its pixels."""
        wide, high = self._cell
        left, top = min(run.x for run in runs), min(run.y for run in runs)
        columns, rows = max(run.x + run.width for run in runs) - left, max(run.y for run in runs) + 1 - top
        indices = np.full((rows * high, columns * wide), CLEAR, np.uint8)
        for run in runs:
            self._tiles.move_to_end(run.key)
            down, across = slice(run.row * high, (run.row + 1) * high), run.column * wide
            part = self._tiles[run.key][down, across : across + run.width * wide]
            x, y = (run.x - left) * wide, (run.y - top) * high
            indices[y : y + high, x : x + part.shape[1]] = part
        return left, top, indices

    def _encoded(self, indices: Indices) -> bytes:
        """The bands of a picture: colours first, then those known and those new."""
        assert self._palette is not None
        blocks = [indices[y : y + BAND] for y in range(0, len(indices), BAND)]
        keys = [block.tobytes() for block in blocks]
        new = dict(zip(keys, blocks, strict=True))
        for key in keys:
            if key in self._bands:
                self._bands.move_to_end(key)
                new.pop(key, None)
        self._bands.update(zip(new, encode(list(new.values())), strict=True))
        body = b"-".join([self._bands[key] for key in keys])
        while len(self._bands) > BANDS:
            self._bands.popitem(last=False)
        used = np.flatnonzero(np.bincount(indices.ravel(), minlength=256)[:CLEAR])
        return b"".join([self._palette.names[colour] for colour in used]) + body

    def _make_room(self, shown: set[Hashable]) -> None:
        while self._bytes > LIMIT // 4 and next(iter(self._tiles)) not in shown:
            self._bytes -= self._tiles.popitem(last=False)[1].nbytes


def _stretches(lines: Iterable[int]) -> list[range]:
    """Numbers as ranges without gaps."""
    found: list[range] = []
    for line in sorted(lines):
        if found and found[-1].stop == line:
            found[-1] = range(found[-1].start, line + 1)
        else:
            found.append(range(line, line + 1))
    return found


# -- encoding -----------------------------------------------------------------------------------------


def encode(blocks: Sequence[Indices]) -> list[bytes]:
    """Each block, of at most six lines and all of one width, as a band of sixels.

    Of a band the commonest colour fills all that is not clear, and the others are written over it.
    """
    bands: list[bytes] = []
    for start in range(0, len(blocks), TOGETHER):
        bands += _bands(blocks[start : start + TOGETHER])
    return bands


def _bands(blocks: Sequence[Indices]) -> Iterator[bytes]:
    found = [_planes(block) for block in blocks]
    text, ends = _written(
        np.concatenate([planes for _, planes in found]), np.concatenate([names for names, _ in found])
    )
    begin, row = 0, 0
    for names, _ in found:
        row += len(names)
        end = int(ends[row - 1]) if row else 0
        yield text[begin : max(begin, end - 1)]  # Without the return to the left margin at its end.
        begin = end


def _planes(block: Indices) -> tuple[npt.NDArray[np.intp], Indices]:
    """The colours of a band, the commonest first, and the sixels of each by column."""
    width = block.shape[1]
    counts = np.bincount(block.ravel(), minlength=256)
    clear = bool(counts[CLEAR])
    counts[CLEAR] = 0
    found = np.flatnonzero(counts)
    found = found[np.argsort(-counts[found], kind="stable")]
    number = np.full(256, len(found))
    number[found] = np.arange(len(found))
    bits = np.repeat(1 << np.arange(len(block)), width)
    at = (number[block] * width + np.arange(width)).ravel()
    planes = np.bincount(at, weights=bits, minlength=(len(found) + 1) * width).astype(np.uint8)
    planes = planes.reshape(-1, width)[: len(found)]
    if len(found):
        whole = (1 << len(block)) - 1
        planes[0] = whole - _clear_bits(block) if clear else whole
    return found, planes


def _clear_bits(block: Indices) -> Indices:
    bits = (1 << np.arange(len(block), dtype=np.uint8))[:, None]
    found: Indices = ((block == CLEAR) * bits).sum(axis=0, dtype=np.uint8)
    return found


def _written(planes: Indices, colours: npt.NDArray[np.intp]) -> tuple[bytes, npt.NDArray[np.intp]]:
    """Rows of sixels, each as `#colour`, its runs and `$`; and where each ends in the text."""
    rows, width = planes.shape
    if not rows:
        return b"", np.zeros(0, np.intp)
    flat = planes.ravel()
    new = np.empty(flat.size, bool)
    new[0] = True
    np.not_equal(flat[1:], flat[:-1], out=new[1:])
    new[::width] = True
    starts = np.flatnonzero(new)
    counts = np.diff(starts, append=flat.size)
    values, row_of = flat[starts], starts // width
    blank_end = (values == 0) & np.append(row_of[1:] != row_of[:-1], True)
    counts[blank_end] = 0
    long = counts > _SHORT
    digits = 1 + (counts >= 10) + (counts >= 100) + (counts >= 1000)
    sizes = np.where(long, 2 + digits, counts)
    heads = 2 + (colours >= 10) + (colours >= 100)  # "#" and the number.
    before = np.cumsum(heads + 1) - 1  # The heads up to a row's own, the "$" up to those before it.
    offsets = np.cumsum(sizes) - sizes + before[row_of]
    ends = np.cumsum(np.bincount(row_of, weights=sizes, minlength=rows).astype(np.intp)) + np.cumsum(heads + 1)
    out = np.empty(int(ends[-1]), np.uint8)
    out[ends - 1] = ord("$")
    begins = np.concatenate([[0], ends[:-1]])
    out[begins] = ord("#")
    _number(out, begins + 1, colours, heads - 1)
    sixels = values + np.uint8(63)
    for more in range(_SHORT):
        some = ~long & (counts > more)
        out[offsets[some] + more] = sixels[some]
    out[offsets[long]] = ord("!")
    _number(out, offsets[long] + 1, counts[long], digits[long])
    out[offsets[long] + 1 + digits[long]] = sixels[long]
    return out.tobytes(), ends


def _number(
    out: Indices, at: npt.NDArray[np.intp], numbers: npt.NDArray[np.intp], digits: npt.NDArray[np.intp]
) -> None:
    """Write numbers of so many digits at places of a text."""
    for place in range(int(digits.max(initial=0))):
        some = digits > place
        out[at[some] + digits[some] - 1 - place] = 48 + numbers[some] // 10**place % 10
