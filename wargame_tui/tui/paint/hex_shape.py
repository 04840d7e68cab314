"""Where the hexes of a layout lie, in cell coordinates: middles, corners, the sides between two of them."""

import math
from collections.abc import Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from wargame_tui.tui.map.hex_layout import AnyHexLayout
from wargame_tui.tui.paint.canvas import Outlines, Spot


class HexShape:
    """The geometry of a hex layout; where hexes have no slanted sides, as if they had."""

    def __init__(self, layout: AnyHexLayout) -> None:
        self.layout = layout
        self.grid = layout.terrain.grid
        scale = layout.scale
        self.pitch, self.rows = float(scale.pitch), float(scale.rows)
        self.slant = float(scale.slant) if scale.slant else self.pitch / 4
        self._back = 0.0 if scale.slant else self.slant / 2

    @cached_property
    def middles(self) -> npt.NDArray[np.float64]:
        """Column and row of every hex's middle."""
        layout = self.layout
        column, row = np.asarray([self.grid.square(hex_) for hex_ in range(self.grid.size)]).T
        high = (column % 2 == 0) == layout.terrain.is_high(0)
        x = layout.left - self._back + column * self.pitch + (self.pitch + self.slant) / 2
        return np.stack((x, layout.top + (row + np.where(high, 0.5, 1.0)) * self.rows), axis=1)

    def place(self, latitude: float, longitude: float) -> Spot:
        """Where a point of the globe lies."""
        east, north = self.grid.plane_of(latitude, longitude)
        first_east, first_north = self.grid.plane(*self.grid.column_row(0))
        x, y = self.middle(0)
        return x + (east - first_east) * 2 / math.sqrt(3) * self.pitch, y - (north - first_north) * self.rows

    def middle(self, hex_: int) -> Spot:
        """Column and row of a hex's middle."""
        return self._spots[hex_]

    @cached_property
    def _spots(self) -> list[Spot]:
        """The middles once more: to take one out of an array takes ten times as long."""
        return [*map(tuple, self.middles.tolist())]

    def corners(self, hex_: int) -> list[Spot]:
        """Its six corners, clockwise from that between N and NE."""
        x, y = self.middle(hex_)
        return [(x + across, y + down) for across, down in self._around]

    def outlines(self, hexes: Sequence[int]) -> Outlines:
        """The corners of some hexes."""
        return self._about(self.middles[hexes])

    def with_rim(self, hexes: Sequence[int]) -> Outlines:
        """The corners of some hexes, and of those that would be beside them if the map went on."""
        steps = [(0, -1), (1, -0.5), (1, 0.5), (0, 1), (-1, 0.5), (-1, -0.5)]
        beyond = [
            (x + across * self.pitch, y + down * self.rows)
            for hex_ in hexes
            if hex_ in self._rim
            for x, y in [self.middle(hex_)]
            for other, (across, down) in zip(self.grid.neighbours[hex_], steps, strict=True)
            if other is None
        ]
        middles = np.concatenate((self.middles[hexes], np.asarray(beyond).reshape(-1, 2)))
        return self._about(middles)

    def _about(self, middles: npt.NDArray[np.float64]) -> Outlines:
        found: Outlines = middles[:, None] + np.asarray(self._around)
        return found

    @cached_property
    def _rim(self) -> frozenset[int]:
        """The hexes at the edge of the map."""
        return frozenset(hex_ for hex_, beside in enumerate(self.grid.neighbours) if None in beside)

    @cached_property
    def _around(self) -> list[Spot]:
        flat, tip, half = (self.pitch - self.slant) / 2, (self.pitch + self.slant) / 2, self.rows / 2
        return [(flat, -half), (tip, 0), (flat, half), (-flat, half), (-tip, 0), (-flat, -half)]

    def side(self, hex_: int, direction: int) -> tuple[Spot, Spot]:
        """The two corners of a side, by its place in DIRECTIONS."""
        corners = self.corners(hex_)
        return corners[(direction - 1) % 6], corners[direction]

    def between(self, one: int, other: int) -> tuple[Spot, Spot]:
        """The side between two adjacent hexes. Raises ValueError if they are not."""
        direction = self.grid.direction(one, other)
        if direction is None:
            raise ValueError(f"{self.grid.names[one]} and {self.grid.names[other]} are not adjacent")
        return self.side(one, direction)

    def owners(self, left: float, top: float, width: int, height: int, across: int, down: int) -> npt.NDArray[np.int32]:
        """The hex of every pixel of a rectangle of cells, -1 beside the map."""
        x = left + (np.arange(width * across) + 0.5) / across
        y = top + (np.arange(height * down) + 0.5) / down
        return self._nearest(x[None, :], y[:, None])

    def _nearest(self, x: npt.NDArray[np.float64], y: npt.NDArray[np.float64]) -> npt.NDArray[np.int32]:
        """By the two columns of hexes that share a strip: beyond the slant it is the left one."""
        grid, terrain = self.grid, self.layout.terrain
        first_x, first_y = self.middle(terrain.squares[0][0])
        left = first_x - (self.pitch + self.slant) / 2
        column = np.floor((x - left) / self.pitch).astype(np.int32)
        inner = (x - left) - column * self.pitch
        lower = self.rows / 2
        top = first_y - self.rows / 2 - (0.0 if terrain.is_high(0) else lower)

        def rows_of(columns: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
            down = np.where((columns % 2 == 0) == terrain.is_high(0), 0.0, lower)
            return np.floor((y - top - down) / self.rows).astype(np.int32)

        row = rows_of(column)
        down = np.where((column % 2 == 0) == terrain.is_high(0), 0.0, lower)
        within = (y - top - down) - row * self.rows
        edge = self.slant * np.abs(within - self.rows / 2) / (self.rows / 2)
        west = inner < edge
        column = np.where(west, column - 1, column)
        row = np.where(west, rows_of(column), row)
        inside = (column >= 0) & (column < grid.columns) & (row >= 0) & (row < grid.rows)
        squares = np.asarray(terrain.squares, np.int32)
        found = squares[np.clip(column, 0, grid.columns - 1), np.clip(row, 0, grid.rows - 1)]
        return np.where(inside, found, -1)
