"""The names of places on a hex map: which count most at a zoom, and where each might stand."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, cached_property, partial
from heapq import heappop, heappush
from math import ceil, floor
from operator import attrgetter, itemgetter
from typing import NamedTuple

from wargame_tui.tui.map.hex_layout import HexLayout
from wargame_tui.tui.map.hex_terrain import RANKS, Place
from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.canvas import Spot
from wargame_tui.tui.paint.hex_painter import BLOCKS
from wargame_tui.tui.paint.hex_shape import HexShape
from wargame_tui.tui.paint.lettering.placer import Cells, Cheapest, Offer, Wish, dotted

GREAT = ("fort", "city", "town")
"""Places whose names stand further away, with a leader, if they must."""
SHOWN = {"theatre": GREAT, "whole": GREAT, "far": GREAT, "middle": (*GREAT, "village")}
"""Places with names at the zooms of small hexes; nearer all have theirs."""
WATER, ROAD, SIGN = 0.7, 0.12, 0.5
"""What a name pays for a cell that it covers: of water, of road, of the signs of a small map."""
TWO_LINES, LEADER = 2.5, 6.0
"""What it pays for standing in two lines, and for a leader."""
ROOM = {"theatre": 50, "whole": 50, "far": 50, "middle": 60}
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

    def rest(self) -> None:
        """Keep no wishes: they are many, and names are seldom placed anew on a map that is not shown."""
        self._wished.clear()

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
        room = ROOM.get(layout.scale.zoom)
        if room:
            order = order[: round((layout.right - layout.left) * (layout.bottom - layout.top) / room)]
        return [self._wish(number, tails.get(number, "")) for number in order]

    def _wish(self, number: str, tail: str) -> Wish:
        """A name, the cheapest positions first."""
        hex_, place = self.named[number]
        name = Name(place.name, tail)
        wish = self._wished.get((hex_, name))
        if wish is None:
            near = Cheapest(self._cheapest(hex_, place, next(name.broken())))
            further, leader = cache(partial(self._further, hex_, place, name)), partial(self._line, hex_)
            wish = self._wished[hex_, name] = Wish(number, near, further, leader)
        return wish

    def _further(self, hex_: int, place: Place, name: Name) -> list[Offer]:
        """The other positions; of places that are worth it, also those with a leader."""
        great = place.kind in (GREAT if self.layout.scale.rows >= 2 else GREAT[:2])
        found: list[Offer] = []
        for n, lines in enumerate(name.broken()):
            for corners in (*([self._beside] if n else []), self._out, *([self._afar] if great else [])):
                starts = corners(hex_, place, max(map(len, lines)), len(lines))
                found += self._priced(starts, lines, led=corners == self._afar)
        return sorted(found, key=_price)

    def _rank(self, number: str, valued: bool) -> tuple[float, int, str]:
        """By kind, forts and cities alike, before others of the kind with victory points; then by roads."""
        hex_, place = self.named[number]
        kind = max(RANKS.index("city"), RANKS.index(place.kind))
        return kind - valued / 2, -sum(self._terrain.roads.get(hex_, ())), number

    # -- positions ------------------------------------------------------------------------------------

    def _cheapest(self, hex_: int, place: Place, lines: tuple[str, ...]) -> Iterator[Offer]:
        """The positions right beside a place, the cheapest first; what one covers is counted when its turn may come."""
        corners = sorted(self._beside(hex_, place, max(map(len, lines)), len(lines)), key=itemgetter(2))
        counted: list[tuple[float, int, Offer]] = []
        for n, corner in enumerate(corners):
            while counted and counted[0][0] < corner[2]:
                yield heappop(counted)[2]
            for offer in self._priced([corner], lines, led=False):
                heappush(counted, (offer.price, n, offer))
        while counted:
            yield heappop(counted)[2]

    def _priced(self, corners: Iterable[Corner], lines: tuple[str, ...], *, led: bool) -> Iterator[Offer]:
        """The positions on the map that begin in some corners, clear of all signs but very small ones."""
        layout, width, height = self.layout, max(map(len, lines)), len(lines)
        left, right, top, bottom = layout.left, layout.right - width, layout.top - 1, layout.bottom - height
        all_signs, all_wet, all_paved, mask = self._signs.rows, self._wet.rows, self._paved.rows, (1 << width) - 1
        small, broken = layout.scale.rows < 2, TWO_LINES if height > 1 else 0.0
        for x, y, price in corners:
            if x < max(left, 0) or x > right or y < top or y > bottom:
                continue
            signs = wet = paved = 0
            for row in range(y, y + height):  # Tens of thousands of times: counted here, without a call for each.
                signs += (all_signs.get(row, 0) >> x & mask).bit_count()
                wet += (all_wet.get(row, 0) >> x & mask).bit_count()
                paved += (all_paved.get(row, 0) >> x & mask).bit_count()
            if small or not signs:
                yield Offer(price + SIGN * signs + WATER * wet + ROAD * paved + broken, x, y, lines, led)

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

    def _line(self, hex_: int, box: Box) -> tuple[tuple[int, int], ...]:
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
        return tuple(found)[1:]

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
        return dotted(self.shape.between(one, other) for one, other in self._terrain.water)

    @cached_property
    def _paved(self) -> Cells:
        """The cells of roads."""
        return dotted(
            (self.shape.middle(hex_), self.shape.middle(beyond))
            for hex_, roads in self._terrain.roads.items()
            for road, beyond in zip(roads, self._grid.neighbours[hex_], strict=True)
            if road and beyond is not None and hex_ < beyond
        )


_price = attrgetter("price")


def _level(y: float, height: int) -> set[int]:
    """The rows where a name begins that is on a level with a spot."""
    return {ceil(y) - ceil(height / 2), floor(y) - height // 2}
