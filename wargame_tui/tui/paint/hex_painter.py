"""The ground of a hex map: continuous country, relief, water along the hexsides, roads as curves, towns, the grid."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFilter

from wargame_tui.board.look import Tone
from wargame_tui.tui.map.hex_layout import AnyHexLayout
from wargame_tui.tui.map.hex_terrain import pair
from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.canvas import Canvas, Grain, Mask, Pixels, Spot, curved, rounded, sharpened
from wargame_tui.tui.paint.hex_shape import HexShape
from wargame_tui.tui.paint.style import MapStyle
from wargame_tui.tui.paint.textures import strew

ROADS = ("railway", "secondary", "primary")
"""From below to above."""
WIDE = {"river": 1.0, "canal": 0.8, "meuse": 1.7, "rhine": 2.0, "major": 1.7}
"""How wide water of a kind is, in widths of a river; of other kinds 1.5."""
BLOCKS: dict[str, tuple[Spot, ...]] = {
    "hamlet": ((0, 0),),
    "village": ((0, 0), (-0.9, -0.5), (0.8, 0.6)),
    "town": ((0, 0), (-1, -0.7), (1, 0.7), (0.9, -0.8), (-1.2, 0.8), (2, 0), (-2, 0.1)),
    "city": tuple((x, y) for x in (-3, -2, -1, 0, 1, 2, 3) for y in (-2, -1, 0, 1, 2) if abs(x) + abs(y) < 5),
}
"""The blocks of houses of a place, in blocks from its middle."""


class HexPainter:
    """Paints any part of a hex layout."""

    def __init__(self, layout: AnyHexLayout, style: MapStyle) -> None:
        self.layout = layout
        self.style = style
        self.shape = HexShape(layout)
        self._terrain = layout.terrain
        self._grid = layout.terrain.grid
        self._unit = self.shape.rows / 4
        """What is drawn is as large as the hexes are, beside those of the near zoom."""

    def paint(self, box: Box, grain: Grain) -> Pixels:
        """The ground of some cells."""
        canvas = Canvas(box, grain, self.style.beyond)
        here = self._near(box)
        self._lay_ground(canvas, here)
        self._lay_relief(canvas)
        self._lay_country(canvas, here)
        self._draw_grid(canvas, here)
        self._draw_water(canvas)
        self._draw_roads(canvas)
        self._draw_places(canvas, here)
        return canvas.pixels()

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

    # -- ground ---------------------------------------------------------------------------------------

    def _lay_ground(self, canvas: Canvas, here: Sequence[int]) -> None:
        for hex_ in here:
            canvas.fill(self.shape.corners(hex_), self.style.ground)

    def _lay_relief(self, canvas: Canvas) -> None:
        """The sunny and the shady slopes: the light comes from the north-west."""
        slope = self._slope
        if slope is None:
            return
        box, layout = canvas.box, self.layout
        wide, high = slope.size
        part = slope.resize(
            canvas.size, Image.Resampling.BICUBIC,
            (box.x * wide / layout.width, box.y * high / layout.height,
             (box.x + box.width) * wide / layout.width, (box.y + box.height) * high / layout.height),
        )  # fmt: skip
        share = np.asarray(part, np.float32) / 127.5 - 1
        on_map = self._on_map(canvas)
        canvas.lay(self.style.relief.light, np.clip(share, 0, 1) * on_map)
        canvas.lay(self.style.relief.dark, np.clip(-share, 0, 1) * on_map)

    def _on_map(self, canvas: Canvas) -> Mask:
        grain, box = canvas.grain, canvas.box
        return (self.owners(box, grain.across, grain.down) >= 0).astype(np.float32)

    @cached_property
    def _slope(self) -> Image.Image | None:
        """The whole map's slopes in small: 127 is level."""
        relief = self._terrain.entry.relief
        if not relief:
            return None
        layout = self.layout
        fine = max(0.25, 12 / self.shape.rows / 2)
        size = round(layout.width * fine / 2), round(layout.height * fine)
        height = np.zeros(size[::-1], np.float32)
        for item in relief:
            mask = Image.new("L", size)
            draw = ImageDraw.Draw(mask)
            spots = [
                (x * size[0] / layout.width, y * size[1] / layout.height)
                for x, y in map(
                    self.shape.middle, (self._grid.index[name] for name in item.path if name in self._grid.index)
                )
            ]
            thick = self.shape.rows * size[1] / layout.height
            if item.kind != "plateau" and len(spots) > 1:
                draw.line(spots, fill=255, width=round(0.7 * thick), joint="curve")
            for x, y in spots:
                wide = thick * (0.75 if item.kind == "plateau" else 0.35)
                draw.ellipse((x - wide, y - wide, x + wide, y + wide), fill=255)
            soft = np.asarray(mask.filter(ImageFilter.GaussianBlur(0.55 * thick)), np.float32) / 255
            height += (-soft if item.kind in ("gorge", "valley") else soft) * (0.6 if item.kind == "valley" else 1.0)
        down, across = np.gradient(height)
        slope = (across + down) * self.shape.rows * size[1] / layout.height * 0.55
        return Image.fromarray(np.clip(127.5 + 127.5 * slope, 0, 255).astype(np.uint8))

    def _lay_country(self, canvas: Canvas, here: Sequence[int]) -> None:
        """Terrain of one kind runs together; it covers the middles of its hexes and no others."""
        looks = self._terrain.looks
        kinds: dict[Tone, list[int]] = {}
        for hex_ in here:
            kinds.setdefault(looks[hex_].tone, []).append(hex_)
        wild = canvas.noise(self.shape.rows / 4)
        for tone, hexes in kinds.items():
            look = self.style.tones[tone]
            if look.fill is None:
                continue
            sea = tone == "ocean"
            mask = canvas.country(map(self.shape.corners, hexes), 0.22 * self.shape.rows, None if sea else 0.55 * wild)
            canvas.lay(look.fill, mask)
            if look.edge:
                dense = sharpened(wild, 0.08, 6) * mask
                canvas.lay(look.edge, 0.55 * dense)
            if look.texture:
                strew(
                    canvas,
                    look.texture,
                    look.fill,
                    [(self.shape.middle(hex_), hex_) for hex_ in hexes],
                    self.shape.rows,
                )

    # -- lines ----------------------------------------------------------------------------------------

    def _draw_grid(self, canvas: Canvas, here: Sequence[int]) -> None:
        blind, grid = self._terrain.blind, self._grid
        for hex_ in here:
            for direction in (2, 3, 4):
                other = grid.neighbours[hex_][direction]
                if hex_ in blind and (other is None or other in blind):
                    continue
                canvas.line(self.shape.side(hex_, direction), self.style.grid, 0.055 * self._unit)

    @cached_property
    def _rivers(self) -> list[tuple[float, list[Spot]]]:
        """Every stretch of water along hexsides as a smooth line, and how wide it is."""
        found = []
        for river in self._terrain.entry.rivers.values():
            width = WIDE.get(river.kind, 1.5)
            for line in joined_sides(self._sides(river.hexsides)):
                found.append((width, rounded(line)))
        for sides in ([self._side(hexside)] for hexside in self._terrain.entry.sea_hexsides):
            found += [(2.2, line) for line in joined_sides(sides)]
        for hex_, (one, other) in self._terrain.through.items():
            corners = self.shape.corners(hex_)
            found.append((1.0, curved([corners[one], self.shape.middle(hex_), corners[other]])))
        return found

    def _sides(self, hexsides: Sequence[str]) -> Iterator[tuple[Spot, Spot]]:
        for hexside in hexsides:
            yield self._side(hexside)

    def _side(self, hexside: str) -> tuple[Spot, Spot]:
        return self.shape.between(*self._grid.pair(hexside))

    def _draw_water(self, canvas: Canvas) -> None:
        seen = [(width, line) for width, line in self._rivers if canvas.sees(line)]
        for width, line in seen:
            canvas.line(line, self.style.water.edge, (0.22 * width + 0.14) * self._unit)
        for width, line in seen:
            canvas.line(line, self.style.water.fill, 0.22 * width * self._unit)

    @cached_property
    def _roads(self) -> dict[str, list[list[Spot]]]:
        """The roads of every class as curves through the middles of their hexes; no stretch is drawn twice."""
        drawn: set[tuple[int, int]] = set()
        found: dict[str, list[list[Spot]]] = {}
        index = self._grid.index
        for kind in reversed(ROADS):
            for road in self._terrain.entry.roads:
                if road.kind == kind:
                    path = [index[name] for name in road.path]
                    found.setdefault(kind, []).extend(self._stretches(path, drawn))
        return found

    def _stretches(self, path: Sequence[int], drawn: set[tuple[int, int]]) -> Iterator[list[Spot]]:
        """The parts of a path that are not yet drawn."""
        curve = [self.shape.middle(hex_) for hex_ in path]
        steps = 6
        whole = curved(curve, steps) if len(curve) > 2 else None
        part: list[Spot] = []
        for n, (one, other) in enumerate(pairwise(path)):
            if pair(one, other) in drawn:
                if part:
                    yield part
                part = []
                continue
            drawn.add(pair(one, other))
            stretch = whole[n * steps : (n + 1) * steps + 1] if whole else curve
            part += stretch[1:] if part else stretch
        if part:
            yield part

    def _draw_roads(self, canvas: Canvas) -> None:
        for kind in ROADS:
            look = self.style.roads[kind]
            seen = [line for line in self._roads.get(kind, ()) if canvas.sees(line)]
            for line in seen:
                canvas.line(line, look.edge, look.width * self._unit)
            if look.edge != look.fill:
                for line in seen:
                    canvas.line(line, look.fill, 0.62 * look.width * self._unit)

    # -- places ---------------------------------------------------------------------------------------

    def _draw_places(self, canvas: Canvas, here: Sequence[int]) -> None:
        """Houses, the more the larger the place."""
        places, size = self._terrain.places, 0.30 * self._unit
        for hex_ in here:
            place = places.get(hex_)
            if place is None:
                continue
            x, y = self.shape.middle(hex_)
            for across, down in BLOCKS.get(place.kind, BLOCKS["town"]):
                at = x + 2 * across * size * 1.05, y + down * size * 1.05
                canvas.block(*at, size * 1.12, size * 1.12, self.style.town.edge)
                canvas.block(*at, size * 0.85, size * 0.85, self.style.town.fill)


def joined_sides(sides: Sequence[tuple[Spot, Spot]] | Iterator[tuple[Spot, Spot]]) -> Iterator[list[Spot]]:
    """Sides in the order of a river as lines from corner to corner."""
    line: list[Spot] = []
    keys: list[tuple[int, int]] = []
    for one, other in sides:
        a, b = _key(one), _key(other)
        if len(line) == 2 and keys[0] in (a, b) and keys[-1] not in (a, b):
            line.reverse()
            keys.reverse()
        if line and keys[-1] in (a, b):
            beyond = other if keys[-1] == a else one
            line.append(beyond)
            keys.append(_key(beyond))
            continue
        if line:
            yield line
        line, keys = [one, other], [a, b]
    if line:
        yield line


def _key(spot: Spot) -> tuple[int, int]:
    return round(spot[0] * 64), round(spot[1] * 64)
