"""The outlines of shapes: which border runs along which side of the squares, and what a corner of four looks like.

A corner of squares has up to four arms, one along each of the sides that meet in it. Lines are drawn in the last
cell of the square up and left of the corner, so that they join without gaps; a river covers the quarter squares
around every corner through which it runs, and is therefore a square wide.
"""

from collections.abc import Collection, Mapping

from wargame_tui.tui.map.shapes import Squares

NOTHING, PLAIN, CANAL, RIVER, FRAME = range(5)
"""What runs along a side: nothing inside a shape; FRAME is the outline of a zone or a box."""

Corner = tuple[int, int, int, int]
"""What runs from a corner up, right, down and left."""
NO_CORNER: Corner = (NOTHING, NOTHING, NOTHING, NOTHING)


class Outlines:
    """The outlines of a grid of squares; rows of corners are worked out when they are first wanted."""

    def __init__(self, squares: Squares, waters: Mapping[tuple[int, int], int], framed: Collection[int]) -> None:
        self._squares = squares
        self._waters = waters
        self._framed = framed
        self._rows: list[list[Corner] | None] = [None] * (squares.rows + 1)
        self._known: dict[tuple[int, int, int, int], Corner] = {}

    def corners(self, row: int) -> list[Corner]:
        """The corners at the upper edge of a row of squares, from the left edge of the map to the right one."""
        found = self._rows[row]
        if found is None:
            found = self._rows[row] = self._corners(row)
        return found

    def _corners(self, row: int) -> list[Corner]:
        columns, owner = self._squares.columns, self._squares.owner
        if row in (0, self._squares.rows):
            return [NO_CORNER] * (columns + 1)
        above = owner[(row - 1) * columns : row * columns]
        below = owner[row * columns : (row + 1) * columns]
        known = self._known
        corners = [NO_CORNER]
        for four in zip(above, above[1:], below, below[1:], strict=False):
            corner = known.get(four)
            if corner is None:
                corner = known[four] = self._corner(*four)
            corners.append(corner)
        corners.append(NO_CORNER)
        return corners

    def _corner(self, north_west: int, north_east: int, south_west: int, south_east: int) -> Corner:
        if north_west == north_east == south_west == south_east:
            return NO_CORNER
        return (
            self._side(north_west, north_east),
            self._side(north_east, south_east),
            self._side(south_west, south_east),
            self._side(north_west, south_west),
        )

    def _side(self, one: int, other: int) -> int:
        if one == other:
            return NOTHING
        if one in self._framed or other in self._framed:
            return FRAME
        return self._waters.get((min(one, other), max(one, other)), PLAIN)

    def drawn(self, row: int) -> int:
        """The cells of a row of squares in which an outline is drawn, as bits."""
        cells = 0
        for x, corner in [(x, corner) for x, corner in enumerate(self.corners(row + 1)) if corner is not NO_CORNER]:
            cells |= (3 if corner[1] or RIVER in corner else 1) << 2 * x
        for x in [x for x, corner in enumerate(self.corners(row)) if corner is not NO_CORNER and RIVER in corner]:
            cells |= 3 << 2 * x
        return cells >> 1
