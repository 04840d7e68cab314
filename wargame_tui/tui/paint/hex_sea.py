"""The sea side of a hex map, the mouths of its rivers, and the borders between its countries."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

import numpy as np
from PIL import Image, ImageDraw

from wargame_tui.board.look import Tone
from wargame_tui.tui.map.hex_layout import AnyHexLayout
from wargame_tui.tui.paint.canvas import Canvas, Spot, chained, corner_key, mixed, rounded
from wargame_tui.tui.paint.coast import Coast, smooth_outline
from wargame_tui.tui.paint.hex_shape import HexShape
from wargame_tui.tui.paint.style import MapStyle

SEA, ABROAD = "ocean", "ash"
"""The tones of the sea and of what is out of play."""
REACH, SHELF, BEND = 0.55, 1.8, 0.1
"""In hexes: how far off the coast water is pale, over how much it deepens, and by how much corners are rounded."""
ESTUARY, STRAIT = (0.09, 0.45), 0.22
"""How wide an estuary is where it begins and at the sea, and a strait, in hexes."""
MOUTH = 0.9
"""Hexes from its last hexside within which a river finds the sea."""
Side = tuple[Spot, Spot]


class HexSea:
    """Sea and borders of a layout; no sea where the look has no coast."""

    def __init__(self, layout: AnyHexLayout, shape: HexShape, style: MapStyle) -> None:
        self.layout, self.shape, self.style = layout, shape, style
        self._terrain = layout.terrain
        self._unit = math.sqrt(shape.rows / 4)

    @cached_property
    def coast(self) -> Coast | None:
        """The coast."""
        outlines, rows = self._terrain.look.scenery.coast, self.shape.rows
        if not outlines:
            return None
        land = [smooth_outline([self.shape.place(*point) for point in line], BEND * rows) for line in outlines]
        return Coast(land, self.layout.width, self.layout.height, REACH * rows, SHELF * rows)

    def lay(self, canvas: Canvas, here: Sequence[int]) -> None:
        """Sea wherever there is no land, with the grid of the hexes on the coast."""
        coast, style = self.coast, self.style
        if coast is None:
            return
        outlines = coast.outlines_on(canvas)
        estuaries = [canvas.spots(line) for line in self._estuaries if canvas.sees(line)]
        sea = Image.new("L", canvas.size, 255)
        shape = ImageDraw.Draw(sea)
        for fill, lines in ((0, outlines), (255, estuaries)):
            for line in lines:
                shape.polygon(line, fill=fill)
        if not sea.getbbox():
            return
        base = Canvas(canvas.box, canvas.grain.coarse, style.beyond)
        coast.lay_sea(base, style)
        ink = mixed(style.sea, style.coast, 0.45)
        for hex_ in here:
            if hex_ in self._coastal:
                corners = self.shape.corners(hex_)
                base.line([*corners, corners[0]], ink, 0.05 * self._unit)
        coast.stroke(canvas, [*outlines, *estuaries], style.coast, 0.24 * self._unit)
        canvas.put(base, sea)

    @cached_property
    def _estuaries(self) -> list[list[Spot]]:
        """The outlines of estuaries and straits: an estuary widens towards the sea."""
        coast, rows = self.coast, self.shape.rows
        if coast is None:
            return []
        found = []
        for line in chained(self._sides(self._terrain.entry.sea_hexsides)):
            first, last = (coast.nearest_sea(*end, MOUTH * rows) for end in (line[0], line[-1]))
            wet = [bool(coast.off_land(*end)) for end in (line[0], line[-1])]
            if last is None and not wet[1]:
                line, first, last, wet = line[::-1], last, first, wet[::-1]
            way = [*([first] if first else []), *line, *([last] if last else [])]
            narrow = STRAIT if first or wet[0] else ESTUARY[0]
            found.append(widened(rounded(way), narrow * rows, (ESTUARY[1] if narrow != STRAIT else STRAIT) * rows))
        return found

    def _sides(self, hexsides: Iterable[str]) -> Iterator[Side]:
        for hexside in hexsides:
            yield self.shape.between(*self._terrain.grid.pair(hexside))

    @cached_property
    def _coastal(self) -> set[int]:
        """The hexes of land with sea at a corner or beside them."""
        coast, terrain = self.coast, self._terrain
        return {
            hex_
            for hex_ in range(terrain.grid.size)
            if hex_ not in terrain.blind
            and coast is not None
            and (
                any(terrain.looks[other].tone == SEA for other in terrain.grid.near[hex_])
                or any(coast.off_land(*corner) for corner in self.shape.corners(hex_))
            )
        }

    def mouth(self, line: Sequence[Spot]) -> list[Spot]:
        """A river, carried on to the sea if its last hexside ends near the coast and in no estuary."""
        coast, end = self.coast, line[-1]
        if coast is None or corner_key(end) in self._wet_corners:
            return [*line]
        way = coast.nearest_sea(*end, MOUTH * self.shape.rows)
        return [*line, way] if way else [*line]

    @cached_property
    def _wet_corners(self) -> set[tuple[int, int]]:
        """The corners of estuaries, and those at which several waters meet."""
        entry = self._terrain.entry
        found = {corner_key(spot) for side in self._sides(entry.sea_hexsides) for spot in side}
        known: set[tuple[int, int]] = set()
        for river in entry.rivers.values():
            corners = {corner_key(spot) for side in self._sides(river.hexsides) for spot in side}
            found |= corners & known
            known |= corners
        return found

    def tones(self) -> list[Tone]:
        """The ground of every hex: of one at sea that of most land beside it, which may reach into it."""
        looks, near = self._terrain.looks, self._terrain.grid.near
        tones = [look.tone for look in looks]
        if self.coast is None:
            return tones
        return [
            Counter([tones[other] for other in near[hex_] if tones[other] != SEA] or [tone]).most_common(1)[0][0]
            if tone == SEA else tone
            for hex_, tone in enumerate(tones)
        ]  # fmt: skip

    # -- borders --------------------------------------------------------------------------------------

    @cached_property
    def borders(self) -> list[list[Spot]]:
        """The borders between countries, and around what is out of play, as smooth lines."""
        return [rounded(line) for line in chained(self._border_sides())]

    def _border_sides(self) -> Iterator[Side]:
        entry, grid, looks = self._terrain.entry, self._terrain.grid, self._terrain.looks
        if not entry.countries:
            return

        def country(hex_: int) -> str:
            column, row = grid.square(hex_)
            return entry.countries[row][column]

        for hex_ in range(grid.size):
            for direction in (1, 2, 3):
                other = grid.neighbours[hex_][direction]
                if other is None or SEA in (looks[hex_].tone, looks[other].tone) or country(hex_) == country(other):
                    continue
                yield self.shape.side(hex_, direction)

    def draw_borders(self, canvas: Canvas) -> None:
        """Dashes over a pale ribbon."""
        seen = [line for line in self.borders if canvas.sees(line)]
        if not seen:
            return
        mask = Image.new("L", canvas.size)
        draw = ImageDraw.Draw(mask)
        for line in seen:
            draw.line(
                canvas.spots(line), fill=64, width=max(1, round(0.5 * self._unit * canvas.grain.down)), joint="curve"
            )
        box = mask.getbbox()
        if box:
            canvas.image.paste(self.style.border, box, mask.crop(box))
        for line in seen:
            canvas.dashes(line, self.style.border, 0.13 * self._unit)


def widened(line: Sequence[Spot], narrow: float, wide: float) -> list[Spot]:
    """The outline of a water along a line, so many rows wide where it begins and where it ends."""
    spots = np.asarray(line, float) * (0.5, 1)
    way = np.gradient(spots, axis=0)
    way /= np.maximum(1e-9, np.hypot(way[:, 0], way[:, 1]))[:, None]
    half = np.linspace(narrow, wide, len(spots))[:, None] / 2
    aside = np.stack((-way[:, 1], way[:, 0]), axis=1) * half
    return [(2 * x, y) for x, y in [*(spots + aside).tolist(), *(spots - aside)[::-1].tolist()]]
