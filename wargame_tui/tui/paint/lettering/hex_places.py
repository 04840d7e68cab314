"""The names of places on a hex map: which count most at a zoom, and where each might stand."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, cached_property, partial
from math import ceil, floor
from typing import NamedTuple

from wargame_tui.tui.map.hex_layout import HexLayout
from wargame_tui.tui.map.hex_terrain import RANKS, Place
from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.canvas import Spot
from wargame_tui.tui.paint.hex_painter import BLOCKS
from wargame_tui.tui.paint.hex_shape import HexShape
from wargame_tui.tui.paint.lettering.placer import Cells, Position, Priced, Wish, priced

SHOWN = {
    "theatre": ("fort", "city", "town"), "far": ("fort", "city", "town"), "middle": ("fort", "city", "town", "village"),
}  # fmt: skip
"""Places with names at the zooms of small hexes; nearer all have theirs."""
GREAT = ("fort", "city", "town")
"""Places whose names stand further away, with a leader, if they must."""
WATER, ROAD, SIGN = 0.7, 0.12, 0.5
"""What a name pays for a cell that it covers: of water, of road, of the signs of a small map."""
TWO_LINES, LEADER = 2.5, 6.0
"""What it pays for standing in two lines, and for a leader."""
ROOM = 50
"""Cells of a small map for each name on it."""
LONG = 9
"""Letters from which on a name of several words may stand in two lines."""


Corner = tuple[int, int, float]
"""Column and row where a name may begin, and the price."""
Corners = Callable[[int, Place, int, int], Iterable[Corner]]
"""The corners around a place for a name of so many columns and rows."""


class Name(NamedTuple):
    """A name with what is told beside it."""

    words: str
    tail: str
    """Victory points and the like; stands behind the last line."""

    def broken(self) -> Iterator[tuple[str, ...]]:
        """Whole, or in two lines."""
        whole = self.words + self.tail
        yield (whole,)
        cuts = [n + 1 for n, char in enumerate(self.words) if char in " -" and 2 < n < len(self.words) - 3]
        if len(self.words) >= LONG and cuts:
            at = min(cuts, key=lambda cut: abs(2 * cut - len(whole)))
            yield self.words[:at].strip(), whole[at:].strip()


class HexPlaces:
    """The places of a layout."""

    def __init__(self, layout: HexLayout) -> None:
        self.layout = layout
        self.shape = HexShape(layout)
        self._terrain = layout.terrain
        self._grid = layout.terrain.grid
        self._wished: dict[tuple[int, Name], Wish] = {}

    @cached_property
    def named(self) -> dict[str, tuple[int, Place]]:
        """The places with names at this zoom, by the number of their hex."""
        kinds = SHOWN.get(self.layout.scale.zoom, RANKS)
        found = self._terrain.places.items()
        return {self._grid.names[hex_]: (hex_, place) for hex_, place in found if place.name and place.kind in kinds}

    def wishes(self, valued: Collection[str], tails: Mapping[str, str]) -> list[Wish]:
        """The names, the most important first, as many as a small map bears.

        `valued` are worth victory points; `tails` are told beside the names, by hex.
        """
        order = sorted(self.named, key=lambda number: self._rank(number, number in valued))
        layout = self.layout
        if layout.scale.rows < 2:
            order = order[: round((layout.right - layout.left) * (layout.bottom - layout.top) / ROOM)]
        return [self._wish(number, tails.get(number, "")) for number in order]

    def _wish(self, number: str, tail: str) -> Wish:
        """A name, the cheapest positions first."""
        hex_, place = self.named[number]
        name = Name(place.name, tail)
        wish = self._wished.get((hex_, name))
        if wish is None:
            near = sorted(self._priced(hex_, place, next(name.broken()), self._beside), key=_price)
            wish = self._wished[hex_, name] = Wish(number, near, cache(partial(self._further, hex_, place, name)))
        return wish

    def _further(self, hex_: int, place: Place, name: Name) -> list[Priced]:
        """The other positions; of places that are worth it, also those with a leader."""
        great = place.kind in (GREAT if self.layout.scale.rows >= 2 else GREAT[:2]) or self.layout.scale.rows >= 4
        found: list[Priced] = []
        for n, lines in enumerate(name.broken()):
            for corners in (*([self._beside] if n else []), self._out, *([self._afar] if great else [])):
                found += self._priced(hex_, place, lines, corners)
        return sorted(found, key=_price)

    def _rank(self, number: str, valued: bool) -> tuple[float, int, str]:
        """By kind, forts and cities alike, before others of the kind with victory points; then by roads."""
        hex_, place = self.named[number]
        kind = max(RANKS.index("city"), RANKS.index(place.kind))
        return kind - valued / 2, -sum(self._terrain.roads.get(hex_, ())), number

    # -- positions ------------------------------------------------------------------------------------

    def _priced(self, hex_: int, place: Place, lines: tuple[str, ...], corners: Corners) -> Iterator[Priced]:
        """The positions on the map that begin in some corners, clear of all signs but very small ones."""
        layout, width, height = self.layout, max(map(len, lines)), len(lines)
        for x, y, price in corners(hex_, place, width, height):
            if x < layout.left or x + width > layout.right or y < layout.top - 1 or y + height > layout.bottom:
                continue
            box = Box(x, y, width, height)
            signs = self._signs.covered(box)
            if signs and layout.scale.rows >= 2:
                continue
            price += SIGN * signs + WATER * self._wet.covered(box) + ROAD * self._paved.covered(box)
            leader = tuple(self._line(hex_, box)) if corners == self._afar else ()
            yield priced(Position(box, lines, price + (TWO_LINES if height > 1 else 0.0), leader))

    def _beside(self, hex_: int, place: Place, width: int, height: int) -> Iterator[Corner]:
        """Below and above a sign, right and left of it."""
        x, y = self.shape.middle(hex_)
        across, _ = self.sign(place.kind)
        above, below = self._next_rows(hex_, place, height)
        middle = round(x - width / 2)
        for row, price in ((below, 0.0), (above, 0.6)):
            yield middle, row, price
            for n, shift in enumerate((1, -1, 2, -2)):
                if abs(shift) <= width / 2:
                    yield middle + shift, row, price + 0.3 + 0.2 * n
            yield floor(x), row, price + 1.2
            yield ceil(x) - width, row, price + 1.5
        for row in _level(y, height):
            yield ceil(x + across - 0.1), row, 0.5
            yield floor(x - across + 0.1) - width, row, 1.0

    def _next_rows(self, hex_: int, place: Place, height: int) -> tuple[int, int]:
        """The rows where a name begins that is right above a sign, and right below it."""
        y, down = self.shape.middle(hex_)[1], self.sign(place.kind)[1]
        return floor(y - down + 0.05) - height, ceil(y + down - 0.05)

    def _out(self, hex_: int, place: Place, width: int, height: int) -> Iterator[Corner]:
        """Beside the counter of a hex, beside its tips, some rows above and below."""
        x, y = self.shape.middle(hex_)
        above, below = self._next_rows(hex_, place, height)
        rim, tip = self._rim
        for row in _level(y, height):
            for extra, far in enumerate((rim, tip)):
                yield round(x + far), row, 2.2 + extra
                yield round(x - far) - width, row, 2.5 + extra
        middle = round(x - width / 2)
        for step in (1, 2) if self.layout.scale.rows >= 2 else ():
            for shift in (0, 3, -3, 6, -6):
                yield middle + shift, below + step, 2.5 + step + abs(shift) / 6
                yield middle + shift, above - step, 2.7 + step + abs(shift) / 6

    def _afar(self, hex_: int, place: Place, width: int, height: int) -> Iterator[Corner]:
        """Corners around a place, up to two hexes and more away."""
        (x, y), tip = self.shape.middle(hex_), self._rim[1]
        rows = max(round(self.layout.scale.rows), 1)
        for step in range(1, 2 * rows + 2):
            for shift in (0, width // 2 + 1, -width // 2 - 1, width, -width):
                far = LEADER + 0.5 * step + abs(shift) / 8
                yield round(x - width / 2) + shift, ceil(y + rows / 2) + step, far
                yield round(x - width / 2) + shift, floor(y - rows / 2) - step - height, far
        for step in range(2, 3 * round(self.layout.scale.pitch), 2):
            for shift in (0, 1, -1, rows // 2, -rows // 2):
                far = LEADER + 0.2 * step + abs(shift) / 2
                yield round(x + tip) + step, floor(y) + shift, far
                yield round(x - tip) - step - width, floor(y) + shift, far

    @cached_property
    def _rim(self) -> tuple[float, float]:
        """Columns from the middle of a hex to the side of its counter, and to its tip."""
        scale = self.layout.scale
        return max((scale.pitch - scale.slant) / 2, 0.5), max((scale.pitch + scale.slant) / 2, 1.0)

    def _line(self, hex_: int, box: Box) -> Iterator[tuple[int, int]]:
        """The cells between a place and its name."""
        x, y = self.shape.middle(hex_)
        to_x = min(max(x, box.x + 0.5), box.x + box.width - 0.5)
        to_y = min(max(y, box.y + 0.5), box.y + box.height - 0.5)
        steps = max(1, ceil(max(abs(to_x - x), abs(to_y - y))))
        found: dict[tuple[int, int], None] = {}
        for n in range(1, steps):
            cell = floor(x + (to_x - x) * n / steps), floor(y + (to_y - y) * n / steps)
            inside = box.x <= cell[0] < box.x + box.width and box.y <= cell[1] < box.y + box.height
            if not inside:
                found[cell] = None
        yield from list(found)[1:]

    # -- what lies on the ground ----------------------------------------------------------------------

    def sign(self, kind: str) -> Spot:
        """Half the columns and half the rows of the houses of a place."""
        size, blocks = 0.30 * self.shape.rows / 4, BLOCKS.get(kind, BLOCKS["town"])
        across = max(2 * x for x, _ in blocks) * size * 1.05 + size * 1.12
        return across, max(y for _, y in blocks) * size * 1.05 + size * 0.56

    @cached_property
    def _signs(self) -> Cells:
        """The cells of houses; of hamlets none, which are a block each."""
        found = Cells()
        for hex_, place in self._terrain.places.items():
            if place.kind in SHOWN.get(self.layout.scale.zoom, RANKS[:-1]):
                x, y = self.shape.middle(hex_)
                across, down = self.sign(place.kind)
                left, top = floor(x - across + 0.35), floor(y - down + 0.3)
                right, bottom = ceil(x + across - 0.35), ceil(y + down - 0.3)
                found.add(Box(left, top, max(1, right - left), max(1, bottom - top)))
        return found

    @cached_property
    def _wet(self) -> Cells:
        """The cells of rivers and lakes."""
        found = Cells()
        for one, other in self._terrain.water:
            self._dot(found, *self.shape.between(one, other))
        return found

    @cached_property
    def _paved(self) -> Cells:
        """The cells of roads."""
        found = Cells()
        for hex_, roads in self._terrain.roads.items():
            for direction, road in enumerate(roads):
                beyond = self._grid.neighbours[hex_][direction]
                if road and beyond is not None:
                    self._dot(found, self.shape.middle(hex_), self.shape.middle(beyond))
        return found

    def _dot(self, cells: Cells, one: Spot, other: Spot) -> None:
        steps = max(1, ceil(2 * max(abs(other[0] - one[0]), abs(other[1] - one[1]))))
        for n in range(steps + 1):
            cells.dot(floor(one[0] + (other[0] - one[0]) * n / steps), floor(one[1] + (other[1] - one[1]) * n / steps))


def _price(offer: Priced) -> float:
    return offer.position.price


def _level(y: float, height: int) -> set[int]:
    """The rows where a name begins that is on a level with a spot."""
    return {ceil(y) - ceil(height / 2), floor(y) - height // 2}
