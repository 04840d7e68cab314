"""The ground of a hex map: continuous country, relief, water along the hexsides, roads as curves, towns, the grid."""

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from math import ceil, floor

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from wargame_tui.board.look import Tone
from wargame_tui.tui.map.hex_layout import AnyHexLayout
from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.canvas import (
    Canvas,
    Courses,
    Grain,
    Pixels,
    Spot,
    curved,
    curves,
    joined,
    mixed,
    rounded,
    sharpened,
    stretches,
)
from wargame_tui.tui.paint.hex_sea import ABROAD, SEA, HexSea
from wargame_tui.tui.paint.hex_shape import HexShape
from wargame_tui.tui.paint.relief import Heights, lay_slopes
from wargame_tui.tui.paint.style import MapStyle, RoadKind
from wargame_tui.tui.paint.textures import strew

ROADS: tuple[RoadKind, ...] = ("railway", "secondary", "primary")
"""From below to above."""
HEIGHTS: tuple[Tone, ...] = ("umber", "peat", "granite")
"""High ground."""
STEPS = 6
"""Points of a road's curve from hex to hex."""
RUGGED = 0.8
"""How uneven slopes are."""
WIDE, MAJOR = {"river": 1.0, "canal": 0.8}, 1.7
"""How wide water of a kind is, in widths of a river; of all other kinds, which titles name as they like."""
COARSE, PARTLY, FULL = range(3)
"""How much there is room to see: by pixels from one column of hexes to the next."""
CROWDED, PALE = 12, 0.55
"""Pixels from one column of hexes to the next, were there a main road in every hex, below which roads are a net over
everything, and how much of the ground is in their colour then, so that coasts, rivers and woods are seen under them;
from twice as many pixels on they have their own colour."""
THIN = 0.4
"""The share of the land with main roads below which fewer of them make no difference."""
GRID = 0.34
"""How much of the ink is in the lines of the grid on terrain that has a colour of its own."""
SMALL = (("hamlet", "village"), ("hamlet",), ())
"""The places for which there is none."""
MODEST = 0.45
"""How much of the ground is in the colour of villages where there is little room: they are many."""
BLOCKS: dict[str, tuple[Spot, ...]] = {
    "hamlet": ((0, 0),),
    "village": ((0, 0), (-0.9, -0.5), (0.8, 0.6)),
    "town": ((0, 0), (-1, -0.7), (1, 0.7), (0.9, -0.8), (-1.2, 0.8), (2, 0), (-2, 0.1)),
    "city": tuple((x, y) for x in (-3, -2, -1, 0, 1, 2, 3) for y in (-2, -1, 0, 1, 2) if abs(x) + abs(y) < 5),
}
"""The blocks of houses of a place, in blocks from its middle."""
HOUSES = ((0.85, 0.85), (1.0, 0.6), (0.6, 0.9), (0.75, 0.65), (0.95, 0.8))
"""How wide and high they are, one after the other: towns are not built of squares alone."""


def grid_on(style: MapStyle, tone: Tone) -> str:
    """The colour of the grid on a terrain: of its own where that has a colour, or it would not be seen."""
    fill = style.tones[tone].fill
    return mixed(fill, style.ink, GRID) if fill else style.grid


class HexPainter:
    """Paints any part of a hex layout."""

    def __init__(self, layout: AnyHexLayout, style: MapStyle) -> None:
        self.layout = layout
        self.style = style
        self.shape = HexShape(layout)
        self._sea = HexSea(layout, self.shape, style)
        self._terrain = layout.terrain
        self._grid = layout.terrain.grid
        self._unit = math.sqrt(self.shape.rows / 4)
        """How wide lines are, beside those of the near zoom: they shrink less than the hexes do."""

    def paint(self, box: Box, grain: Grain) -> Pixels:
        """The ground of some cells."""
        here = self._near(box)
        canvas = Canvas.upon(self.lay_land(box, grain.coarse), grain)
        self._strew(canvas, here)
        self._sea.draw_borders(canvas)
        self._draw_grid(canvas, here)
        self._draw_water(canvas)
        self._sea.lay(canvas, here)
        self._draw_roads(canvas)
        self._draw_bridges(canvas)
        self._draw_places(canvas, here)
        self._lay_beyond(canvas, here)
        return canvas.pixels()

    def lay_land(self, box: Box, grain: Grain) -> Canvas:
        """Open ground, relief and country, as if they went on beside the map, which is laid over them last."""
        canvas = Canvas(box, grain, self.style.ground)
        kinds = self._kinds(self._near(box))
        self._lay_heights(canvas, kinds)
        self._lay_relief(canvas)
        self._lay_country(canvas, kinds)
        return canvas

    def owners(self, box: Box, across: int, down: int) -> npt.NDArray[np.int32]:
        """The space of every pixel of some cells, by its place in `spaces`; -1 beside the map."""
        return self.shape.owners(box.x, box.y, box.width, box.height, across, down)

    @property
    def spaces(self) -> Sequence[str]:
        """The spaces by number."""
        return self._grid.names

    def outline(self, space: str) -> list[Spot]:
        """The corners of a space."""
        return self.shape.corners(self._grid.index[space])

    def _near(self, box: Box) -> list[int]:
        """The hexes on some cells, and those around them."""
        shape = self.shape
        x, y = shape.middles[:, 0], shape.middles[:, 1]
        across, down = 1.5 * (shape.pitch + shape.slant), 1.5 * shape.rows
        inside = (
            (x > box.x - across) & (x < box.x + box.width + across)
            & (y > box.y - down) & (y < box.y + box.height + down)
        )  # fmt: skip
        return np.flatnonzero(inside).tolist()

    def _detail(self, canvas: Canvas) -> int:
        """How much there is room to see."""
        room = canvas.grain.shown_across * self.shape.pitch
        return FULL if room >= 16 else PARTLY if room >= 8 else COARSE

    # -- ground ---------------------------------------------------------------------------------------

    def _lay_relief(self, canvas: Canvas) -> None:
        """The sunny and the shady slopes: the light comes from the north-west."""
        if self._slopes is not None:
            lay_slopes(canvas, self._slopes, self.layout.width, self.layout.height, self.style.relief)

    def _lay_beyond(self, canvas: Canvas, here: Sequence[int]) -> None:
        """What lies beside the map, over all that reaches beyond its hexes."""
        if self._is_inland(canvas.box):
            return
        mask = Image.new("L", canvas.size, 255)
        draw = ImageDraw.Draw(mask)
        left, top, right, bottom = self._inland
        (x, y), (to_x, to_y) = canvas.spots([(left, top), (right, bottom)])
        if ceil(x) < floor(to_x) and ceil(y) < floor(to_y):
            draw.rectangle((ceil(x), ceil(y), floor(to_x) - 1, floor(to_y) - 1), fill=0)
        (xs, ys), across, down = self.shape.middles[here].T, self.shape.pitch, self.shape.rows
        rim = (xs < left + across) | (xs > right - across) | (ys < top + down) | (ys > bottom - down)
        for outline in self.shape.outlines(np.asarray(here)[rim].tolist()).tolist():
            draw.polygon(canvas.spots(outline), fill=0)
        canvas.image.paste(self.style.beyond, (0, 0), mask)

    def _is_inland(self, box: Box) -> bool:
        """Whether there are hexes everywhere in some cells."""
        left, top, right, bottom = self._inland
        return box.x >= left and box.x + box.width <= right and box.y >= top and box.y + box.height <= bottom

    @cached_property
    def _inland(self) -> tuple[float, float, float, float]:
        """Columns and rows between which there are hexes everywhere: left, top, right, bottom."""
        layout, shape = self.layout, self.shape
        across, down = shape.slant, shape.rows
        return layout.left + across, layout.top + down, layout.right - shape.pitch - across, layout.bottom - down

    @cached_property
    def _slopes(self) -> Image.Image | None:
        """The whole map's slopes in small."""
        layout, rows, index = self.layout, self.shape.rows, self._grid.index
        relief, ranges = self._terrain.entry.relief, self._terrain.look.scenery.relief.values()
        if not relief and not ranges:
            return None
        heights = Heights(layout.width, layout.height, max(0.25, 6 / rows))
        for item in relief:
            spots = [self.shape.middle(index[name]) for name in item.path if name in index]
            flat = item.kind == "plateau"
            by = {"gorge": -1.0, "valley": -0.6}.get(item.kind, 1.0)
            heights.raise_line(spots, (1.5 if flat else 0.7) * rows, by, line=not flat)
        for line in (line for item in ranges if item.kind == "range" for line in item.lines):
            heights.raise_line([self.shape.place(*point) for point in line], 0.7 * rows, 1.0)
        return heights.slopes(0.55 * rows, RUGGED, 0.7 * rows)

    @cached_property
    def _tones(self) -> list[Tone]:
        """The ground of every hex."""
        return self._sea.tones()

    def _kinds(self, here: Sequence[int]) -> dict[Tone, list[int]]:
        """The hexes of every ground."""
        kinds: dict[Tone, list[int]] = {}
        for hex_ in here:
            kinds.setdefault(self._tones[hex_], []).append(hex_)
        return kinds

    def _lay_heights(self, canvas: Canvas, kinds: dict[Tone, list[int]]) -> None:
        """High ground, which begins softly; below light and shade."""
        for tone in HEIGHTS:
            fill = self.style.tones[tone].fill
            if tone in kinds and fill:
                canvas.lay(fill, canvas.country(self.shape.with_rim(kinds[tone]), 0.4 * self.shape.rows, steep=2.2))

    def _lay_country(self, canvas: Canvas, kinds: dict[Tone, list[int]]) -> None:
        """Terrain of one kind runs together; it covers the middles of its hexes and no others."""
        wild = canvas.noise(self.shape.rows / 4)
        for tone, hexes in kinds.items():
            look = self.style.tones[tone]
            sea = tone == SEA
            if look.fill is None or tone in HEIGHTS or (sea and self._sea.coast):
                continue
            plain = tone in (SEA, ABROAD)
            mask = canvas.country(self.shape.with_rim(hexes), 0.22 * self.shape.rows, None if plain else 0.55 * wild)
            canvas.lay(look.fill, mask)
            if look.edge:
                dense = sharpened(wild, 0.08, 6) * mask
                canvas.lay(look.edge, 0.55 * dense)

    def _strew(self, canvas: Canvas, here: Sequence[int]) -> None:
        """Trees, hedges, reeds."""
        looks = self._terrain.looks
        for hex_ in here:
            look = self.style.tones[looks[hex_].tone]
            if look.texture and look.fill:
                strew(canvas, look.texture, look.fill, self.shape.middle(hex_), hex_, self.shape.rows)

    # -- lines ----------------------------------------------------------------------------------------

    def _draw_grid(self, canvas: Canvas, here: Sequence[int]) -> None:
        """Of every hex the three sides in the east; at sea there are none."""
        if self._detail(canvas) == COARSE:
            return
        blind, grid, width = self._terrain.blind, self._grid, 0.055 * self._unit
        for tone, hexes in self._kinds([hex_ for hex_ in here if hex_ not in blind]).items():
            canvas.lines(self.shape.outlines(hexes)[:, :4], grid_on(self.style, tone), width)
        for hex_ in (hex_ for hex_ in here if hex_ in blind):
            corners, around = self.shape.corners(hex_), grid.neighbours[hex_]
            for direction in (1, 2, 3):
                if around[direction] not in (None, *blind):
                    canvas.line(corners[direction - 1 : direction + 1], self.style.grid, width)

    @cached_property
    def _rivers(self) -> tuple[list[float], Courses]:
        """Every stretch of water along hexsides: how wide it is, and a smooth line."""
        found: list[tuple[float, list[Spot]]] = []
        kinds = [river.kind for river in self._terrain.entry.rivers.values()]
        for kind, (_, lines) in zip(kinds, self.courses(), strict=True):
            found += [(WIDE.get(kind, MAJOR), line) for line in lines]
        if self._sea.coast is None:
            found += [(2.2, [*self._side(hexside)]) for hexside in self._terrain.entry.sea_hexsides]
        for hex_, (one, other) in self._terrain.through.items():
            corners = self.shape.corners(hex_)
            found.append((1.0, curved([corners[one], self.shape.middle(hex_), corners[other]])))
        return [width for width, _ in found], Courses(line for _, line in found)

    def courses(self) -> Iterator[tuple[Sequence[str], list[list[Spot]]]]:
        """Of every river the hexsides, and the smooth lines along them."""
        for river in self._terrain.entry.rivers.values():
            yield river.hexsides, [rounded(self._sea.mouth(line)) for line in joined(self._sides(river.hexsides))]

    def _sides(self, hexsides: Sequence[str]) -> Iterator[tuple[Spot, Spot]]:
        for hexside in hexsides:
            yield self._side(hexside)

    def _side(self, hexside: str) -> tuple[Spot, Spot]:
        return self.shape.between(*self._grid.pair(hexside))

    def _draw_water(self, canvas: Canvas) -> None:
        widths, courses = self._rivers
        seen = [(widths[n], courses.lines[n]) for n in courses.seen(canvas)]
        for width, line in seen:
            canvas.line(line, self.style.water.edge, (0.22 * width + 0.14) * self._unit)
        for width, line in seen:
            canvas.line(line, self.style.water.fill, 0.22 * width * self._unit)

    @cached_property
    def _roads(self) -> dict[str, Courses]:
        """The roads of every class as curves through the middles of their hexes; no stretch is drawn twice."""
        index, middle = self._grid.index, self.shape.middle
        paths = [
            (kind, [index[name] for name in road.path])
            for kind in reversed(ROADS)
            for road in self._terrain.entry.roads
            if road.kind == kind
        ]
        lines = curves([[middle(hex_) for hex_ in path] for _, path in paths], STEPS)
        drawn: set[tuple[int, int]] = set()
        found: dict[str, list[list[Spot]]] = {}
        for (kind, path), line in zip(paths, lines, strict=True):
            found.setdefault(kind, []).extend(stretches(path, line, STEPS if len(path) > 2 else 1, drawn))
        return {kind: Courses(lines) for kind, lines in found.items()}

    def _draw_roads(self, canvas: Canvas) -> None:
        pale = PALE * self._crowding(canvas)
        cased = pale < PALE / 2
        for kind in ROADS if self._detail(canvas) > COARSE else ROADS[-1:]:
            look = self.style.roads[kind]
            fill, edge = (mixed(color, self.style.ground, pale) for color in (look.fill, look.edge))
            courses = self._roads.get(kind)
            seen = [courses.lines[n] for n in courses.seen(canvas)] if courses else []
            if cased:
                for line in seen:
                    canvas.line(line, edge, look.width * self._unit)
            if not cased or look.edge != look.fill:
                for line in seen:
                    canvas.line(line, fill, 0.62 * look.width * self._unit)

    def _crowding(self, canvas: Canvas) -> float:
        """How much roads are a net over everything: 0 not at all, 1 altogether."""
        room = canvas.grain.shown_across * self.shape.pitch
        return min(1.0, max(0.0, 2 - room / (CROWDED * self._net)))

    @cached_property
    def _net(self) -> float:
        """The share of the land that has a main road."""
        paved = {name for road in self._terrain.entry.roads if road.kind == "primary" for name in road.path}
        return max(THIN, len(paved) / max(1, self._grid.size - len(self._terrain.blind)))

    def _draw_bridges(self, canvas: Canvas) -> None:
        """Where a road crosses a river, a parapet on either side of it; bridges that can be blown are drawn above."""
        if self._detail(canvas) < FULL:
            return
        for one, other in self._terrain.crossings:
            (x, y), (to_x, to_y) = self.shape.middle(one), self.shape.middle(other)
            at = (x + to_x) / 2, (y + to_y) / 2
            if not canvas.sees((at,)):
                continue
            long = math.hypot((to_x - x) / 2, to_y - y)
            along, across = (to_x - x) / 2 / long, (to_y - y) / long
            for side in (-0.2, 0.2):
                from_x, from_y = at[0] - 2 * across * side * self._unit, at[1] + along * side * self._unit
                reach = 0.26 * self._unit
                ends = [(from_x + 2 * along * way * reach, from_y + across * way * reach) for way in (-1, 1)]
                canvas.line(ends, self.style.bridge.edge, 0.07 * self._unit)

    # -- places ---------------------------------------------------------------------------------------

    def _draw_places(self, canvas: Canvas, here: Sequence[int]) -> None:
        """Houses, the more the larger the place."""
        places, size, town = self._terrain.places, 0.30 * self._unit, self.style.town
        detail = self._detail(canvas)
        small = SMALL[detail]
        modest = [mixed(color, self.style.ground, MODEST) for color in (town.edge, town.fill)]
        for hex_ in here:
            place = places.get(hex_)
            if place is None or place.kind in small:
                continue
            edge, fill = modest if detail < FULL and place.kind == "village" else (town.edge, town.fill)
            x, y = self.shape.middle(hex_)
            for n, (across, down) in enumerate(BLOCKS.get(place.kind, BLOCKS["town"])):
                wide, high = HOUSES[(hex_ + n) % len(HOUSES)]
                at = x + 2 * across * size * 1.05, y + down * size * 1.05
                canvas.block(*at, size * (wide + 0.27), size * (high + 0.27), edge)
                canvas.block(*at, size * wide, size * high, fill)
