"""Where the boxes of a chart stand: each by its place, none over another; the same on every machine.

Every spot around its place has a price for a box: how far its head is from the place, how much coast and which other
places it hides. In turns each box takes the cheapest, other boxes considered more and more, so that those of crowded
places give way to each other little by little, and each keeps to the side of its neighbours on which its place lies.
What still overlaps is settled cell by cell.
"""

from collections.abc import Sequence

from wargame_tui.tui.map.chart_ground import LAND, SEA
from wargame_tui.tui.map.view import Box

TURNS = 9
"""How often every box chooses anew."""
FIRST, GROWTH = 0.03, 1.65
"""How much other boxes count in the first turn, and how that grows from turn to turn until it is all."""
DOWN, ALONG, OFF, SPOT = 1.2, 0.5, 0.12, 2.5
"""What a box pays for each row between its head and its spot, for each column, for each column that its middle is off
the spot, and for hiding its own spot."""
COAST, BODY, PLACE, NEAR = 0.4, 0.12, 8.0, 4.0
"""For a cell of coast that its head hides, or the rest of it, which is not always drawn; for another place, and for
one beside it, which might seem to be its own."""
OVERLAP, ORDER = 3.0, 8.0
"""For a cell of another box, and for standing on the wrong side of it."""
FAR_OUT = 1.7
"""Sizes of a box within which it looks for a place."""

_COAST = bytes(0 if cell in (SEA, LAND) else 1 for cell in range(256))

Cell = tuple[int, int]
Size = tuple[int, int]


def place_boxes(
    cells: Sequence[Cell], sizes: Sequence[Size], gap: Size, land: Sequence[bytearray], width: int, height: int
) -> list[Box]:
    """A box for every cell that is a place: `sizes` and `gap` in columns and rows."""
    coast = [bytes(row.translate(_COAST)) for row in land]
    sites = [_Site(n, cells, size, coast, width, height) for n, size in enumerate(sizes)]
    boxes = [site.cheapest((), gap, 0) for site in sites]
    for turn in range(TURNS):
        weight = min(1.0, FIRST * GROWTH**turn)
        for n, site in enumerate(sites):
            boxes[n] = site.cheapest(boxes, gap, weight)
    return _settled(boxes, gap, width, height)


class _Site:
    """A place that wants a box: what the places around it cost."""

    def __init__(
        self, n: int, cells: Sequence[Cell], size: Size, coast: Sequence[bytes], width: int, height: int
    ) -> None:
        self._coast = coast
        self._spot = x, y = cells[n]
        w, h = size
        out = FAR_OUT + 1
        self._others = [
            (m, (ox, oy))
            for m, (ox, oy) in enumerate(cells)
            if m != n and abs(ox - x) < out * w and abs(oy - y) < out * h + 4
        ]
        """The places whose boxes may come into the way."""
        self._hides: dict[Box, float] = {}
        """What boxes pay for what they hide, as far as that has been asked."""
        self._offers = sorted((self._distance(box), box) for box in self._around(size, width, height))

    def _around(self, size: Size, width: int, height: int) -> list[Box]:
        """Boxes around the spot that lie on the chart."""
        (x, y), (w, h) = self._spot, size
        aside, reach = round(FAR_OUT * w), round(FAR_OUT * h) + 2
        columns = {*range(x - aside - w // 2, x + aside - w // 2, max(1, w // 8)), x - w // 2, x + 2, x - w - 1}
        rows = {*range(y - reach, y + reach + 1, max(1, h // 3)), y, y + 1, y - h}
        return [
            Box(column, row, w, h)
            for column in columns
            for row in rows
            if 1 <= column < width - w and 0 <= row <= height - h
        ]

    def _distance(self, box: Box) -> float:
        """What a box pays for where its spot is; best its head is just below it."""
        x, y = self._spot
        along, down = max(box.x - x, x - box.x - box.width + 1, 0), abs(box.y - y)
        off = OFF * abs(box.x + box.width // 2 - x)
        if not along and box.y <= y < box.y + box.height:
            return off + DOWN * down + (SPOT if box.height > 1 else 0)
        return off + DOWN * max(0, down - 1) + ALONG * max(0, along - 2) + (1 if box.y < y or along else 0)

    def _hidden(self, box: Box) -> float:
        """What a box pays for coast and for other places."""
        left, right = box.x, box.x + box.width
        price = COAST * self._coast[box.y].count(1, left, right)
        if box.height > 1:
            body = self._coast[box.y + 1 : box.y + box.height]
            price += BODY * sum([row.count(1, left, right) for row in body])
        for _, (x, y) in self._others:
            if left - 2 <= x < right + 2 and box.y - 1 <= y <= box.y + box.height:
                price += PLACE if left <= x < right and box.y <= y < box.y + box.height else NEAR
        return price

    def _strife(self, box: Box, boxes: Sequence[Box], gap: Size) -> float:
        """What a box pays for those of other places: for overlapping them, and for standing on the wrong side."""
        price = 0.0
        for m, (x, y) in self._others:
            other = boxes[m]
            price += OVERLAP * _shared(box, other, gap)
            dx, dy = x - self._spot[0], y - self._spot[1]
            if abs(dx) >= 2 * abs(dy):
                wrong = (2 * other.x + other.width - 2 * box.x - box.width) * dx < 0
            else:
                wrong = (other.y - box.y) * dy < 0
            if wrong:
                price += ORDER
        return price

    def cheapest(self, boxes: Sequence[Box], gap: Size, weight: float) -> Box:
        """The best place, other boxes considered as far as they count now: not at all, or more and more."""
        best, chosen = float("inf"), self._offers[0][1]
        for price, box in self._offers:
            if price >= best:
                break
            if box not in self._hides:
                self._hides[box] = self._hidden(box)
            price += self._hides[box]
            if weight and price < best:
                price += weight * self._strife(box, boxes, gap)
            if price < best:
                best, chosen = price, box
        return chosen


def _shared(one: Box, other: Box, gap: Size) -> int:
    """Cells of two boxes together, the gap between them included."""
    x, y, width, height = one
    ox, oy, other_width, other_height = other
    across = (x + width if x + width < ox + other_width else ox + other_width) - (x if x > ox else ox) + gap[0]
    if across <= 0:
        return 0
    down = (y + height if y + height < oy + other_height else oy + other_height) - (y if y > oy else oy) + gap[1]
    return across * down if down > 0 else 0


def _settled(boxes: Sequence[Box], gap: Size, width: int, height: int) -> list[Box]:
    """The boxes, none over another: one that still is goes to the nearest free place."""
    found: list[Box] = []
    for box in boxes:
        free = box
        for room in (gap, (1, 0)):
            if not any(_shared(box, other, room) for other in found):
                break
            place = _nearest_free(box, found, room, width, height)
            if place:
                free = place
                break
        found.append(free)
    return found


def _nearest_free(box: Box, found: Sequence[Box], gap: Size, width: int, height: int) -> Box | None:
    """The free place nearest to that of a box."""
    spots = [
        Box(x, y, box.width, box.height) for x in range(1, width - box.width) for y in range(height - box.height + 1)
    ]
    spots.sort(key=lambda spot: (abs(spot.x - box.x) + 2 * abs(spot.y - box.y), spot))
    return next((spot for spot in spots if not any(_shared(spot, other, gap) for other in found)), None)
