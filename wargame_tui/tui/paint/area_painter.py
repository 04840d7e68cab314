"""The ground of an area map: land and its borders, waters of constant width, roads as curves, towns, framed zones."""

from collections.abc import Mapping, Sequence
from math import hypot

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageChops, ImageDraw

from wargame_tui.board.area import AreaMapEntry
from wargame_tui.board.look import PLAIN, Look
from wargame_tui.tui.map.layout import Layout
from wargame_tui.tui.map.shapes import VOID
from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.area_ground import AreaGround
from wargame_tui.tui.paint.area_roads import AreaRoads, Span
from wargame_tui.tui.paint.area_shape import AreaShape
from wargame_tui.tui.paint.area_towns import Towns
from wargame_tui.tui.paint.canvas import Canvas, Grain, Line, Pixels, Spot, mixed
from wargame_tui.tui.paint.style import MapStyle
from wargame_tui.tui.paint.textures import ROOM

UNITS = {"far": 0.55, "middle": 1.0, "near": 1.7}
"""How large things are drawn at a zoom, beside a map of hexes at its near one."""
HIGH = ("heights", "hills", "peaks", "summits", "ravines")
"""What high ground is strewn with."""
FIELDS = ("furrows",)
WIDE = {"major": 1.35, "minor": 0.55, "canal": 0.75}
"""How wide water is, in widths of a river on a map of hexes."""


class AreaPainter:
    """Paints any part of an area layout."""

    def __init__(
        self,
        entry: AreaMapEntry,
        layout: Layout,
        style: MapStyle,
        look: Look = PLAIN,
        terrain: Mapping[str, str] | None = None,
    ) -> None:
        """`terrain`: that of the spaces that have one, as the scene tells it; `look` says how it is drawn."""
        self.layout = layout
        self.style = style
        self.shape = AreaShape(entry, layout)
        self.roads = AreaRoads(self.shape)
        self._entry = entry
        self._unit = UNITS[layout.zoom]
        self._towns = Towns(entry, self.roads, self._unit)
        self._looks = {layout.ids.index(space): look.terrain(word) for space, word in (terrain or {}).items()}
        self._ground = AreaGround(
            self.shape,
            self._unit,
            high=self._strewn(HIGH),
            polder=self._strewn(FIELDS),
            valleys=not layout.shaped,
        )

    def _strewn(self, patterns: Sequence[str]) -> frozenset[int]:
        return frozenset(space for space, look in self._looks.items() if look.strewn in patterns)

    @property
    def spaces(self) -> Sequence[str]:
        """The spaces by number."""
        return self.layout.ids

    @property
    def spans(self) -> Mapping[int, Span]:
        """Where bridges and ferries lie, by the number of their link: their state is for others to draw."""
        return self.roads.spans

    def outline(self, space: str) -> list[Spot]:
        """A line around a space."""
        return self.shape.outline(self.layout.ids.index(space))

    def owners(self, box: Box, across: int, down: int) -> npt.NDArray[np.int32]:
        """The space of every pixel of some cells, by its place in `spaces`; -1 beside the map."""
        return self.shape.owners(box, across, down)

    def paint(self, box: Box, grain: Grain) -> Pixels:
        """The ground of some cells."""
        canvas = Canvas(box, grain, self.style.beyond)
        land = self._lay_land(canvas)
        if land is not None:
            self._lay_fields(canvas)
            self._lay_relief(canvas, land)
            self._lay_woods(canvas, land)
        self._draw_towns(canvas)
        self._draw_borders(canvas)
        self._draw_water(canvas)
        self._draw_roads(canvas)
        self._draw_abutments(canvas)
        self._draw_houses(canvas)
        self._draw_panels(canvas)
        return canvas.pixels()

    # -- land -----------------------------------------------------------------------------------------

    def _lay_land(self, canvas: Canvas) -> Image.Image | None:
        """The areas in their tints, and where they are; None if there is none here."""
        aside = {VOID, *self.shape.aside}
        seen = self.shape.near(canvas.box)
        if all(space in aside for space, _ in seen):
            return None
        land = Image.new("L", canvas.size)
        draw = ImageDraw.Draw(land)
        for space, ring in seen:
            line = canvas.spots(map(tuple, ring.tolist()))
            draw.polygon(line, fill=0 if space in aside else 255)
            canvas.fill_spots(line, self.style.beyond if space == VOID else self._tint(space))
        return land

    def _tint(self, space: int) -> str:
        look = self._looks.get(space)
        if look is None or look.tint is None:
            return self.style.ground
        return mixed(self.style.ground, self.style.tints[look.tint], 0.6)

    def _lay_relief(self, canvas: Canvas, land: Image.Image) -> None:
        for color, slopes in (
            (self.style.relief.light, self._ground.light),
            (self.style.relief.dark, self._ground.dark),
        ):
            part = ImageChops.multiply(self._ground.part(slopes, canvas), land)
            canvas.image.paste(color, (0, 0), part)

    def _lay_fields(self, canvas: Canvas) -> None:
        """Polders: narrow fields of many greens, and the ditches between them."""
        seen = [ditch for ditch in self._ground.ditches if canvas.sees(ditch.line)]
        if not seen:
            return
        green = mixed(self.style.ground, self.style.tints["grass"], 0.6)
        fresh, ripe = mixed(green, self.style.tones["moss"].fill or green, 0.5), mixed(green, self.style.ground, 0.5)
        for ditch in seen:
            color = mixed(green, fresh if ditch.hue > 0 else ripe, abs(ditch.hue))
            canvas.line(ditch.line, color, 0.56 * self._unit)
        water = mixed(green, self.style.water.fill, 0.55)
        if canvas.grain.shown_down * self._unit >= ROOM:
            for ditch in seen:
                canvas.line(ditch.line, water, 0.05 * self._unit)

    def _lay_woods(self, canvas: Canvas, land: Image.Image) -> None:
        if self._ground.woods is None:
            return
        deep = self._ground.part(self._ground.woods, canvas)
        if deep.getextrema()[1] < 120:
            return
        look = self.style.tones["pine"]
        fill = look.fill or self.style.ground
        canvas.image.paste(fill, (0, 0), ImageChops.multiply(deep.point(_STEEP), land))
        canvas.image.paste(look.edge or fill, (0, 0), ImageChops.multiply(deep.point(_DEEP), land))
        if canvas.grain.shown_across >= ROOM:
            self._plant(canvas, fill)

    def _plant(self, canvas: Canvas, fill: str) -> None:
        shade, crown, light = mixed(fill, "#000000", 0.35), mixed(fill, "#1c4010", 0.28), mixed(fill, "#ffffff", 0.18)
        box = canvas.box
        for x, y, size in self._ground.trees:
            if box.x - 2 < x < box.x + box.width + 2 and box.y - 1 < y < box.y + box.height + 1:
                canvas.dot(x + 0.5 * size, y + 0.4 * size, size, shade)
                canvas.dot(x, y, size, crown)
                canvas.dot(x - 0.6 * size, y - 0.3 * size, 0.35 * size, light)

    # -- lines ----------------------------------------------------------------------------------------

    def _draw_borders(self, canvas: Canvas) -> None:
        aside = self.shape.aside
        plain: list[Line] = []
        for arc in self.shape.arcs:
            if arc.left in aside or arc.right in aside or not canvas.sees(arc.line):
                continue
            if VOID in (arc.left, arc.right):
                canvas.line(arc.line, mixed(self.style.area, self.style.ink, 0.4), 0.13 * self._unit)
            elif self.shape.water_at(arc) is None:
                canvas.line(arc.line, mixed(self.style.ground, self.style.area, 0.42), 0.26 * self._unit)
                plain.append(arc.line)
        if canvas.grain.shown_down * self._unit >= ROOM:
            for line in plain:
                canvas.dashes(line, self.style.area, 0.09 * self._unit, 0.5 * self._unit)

    def _draw_water(self, canvas: Canvas) -> None:
        seen = [(self._width(water.name), water.line) for water in self.shape.water if canvas.sees(water.line)]
        for width, line in seen:
            canvas.line(line, self.style.water.edge, (0.22 * width + 0.12) * self._unit)
        for width, line in seen:
            canvas.line(line, self.style.water.fill, 0.22 * width * self._unit)

    def _width(self, name: str) -> float:
        river = self._entry.rivers.get(name)
        return WIDE["major"] if river is None else WIDE["canal" if river.kind == "canal" else river.width]

    def _draw_roads(self, canvas: Canvas) -> None:
        for kind in ("secondary", "primary"):
            look = self.style.roads[kind]
            seen = [line for line in self.roads.lines[kind] if canvas.sees(line)]
            for line in seen:
                canvas.line(line, look.edge, look.width * self._unit)
            for line in seen:
                canvas.line(line, look.fill, 0.62 * look.width * self._unit)

    # -- places ---------------------------------------------------------------------------------------

    def _draw_towns(self, canvas: Canvas) -> None:
        """Built-up ground, under the roads."""
        for town in self._towns.near(canvas.box):
            if town.ground:
                canvas.fill(town.ground, mixed(self.style.ground, self.style.town.fill, 0.3))

    def _draw_houses(self, canvas: Canvas) -> None:
        fine = canvas.grain.down * self._unit >= 24
        for town in self._towns.near(canvas.box):
            for house in town.houses:
                canvas.fill(house, self.style.town.fill)
                if fine:
                    canvas.line([*house, house[0]], self.style.town.edge, 0.03 * self._unit)

    def _draw_abutments(self, canvas: Canvas) -> None:
        """The ends of bridges on the banks; whether the bridge stands is for others to draw."""
        width = 0.22 * WIDE["major"] * self._unit
        for link, span in self.spans.items():
            entry = self._entry.links[link]
            if entry.bridge is None or not canvas.sees([span.at], 2 * self._unit):
                continue
            dx, dy = (span.towards[0] - span.at[0]) / 2, span.towards[1] - span.at[1]
            far = hypot(dx, dy) or 1.0
            dx, dy = dx / far, dy / far
            for way in (-1, 1):
                x, y = span.at[0] + 2 * way * width * dx, span.at[1] + way * width * dy
                wing = 0.3 * self._unit
                ends = [(x - 2 * wing * dy, y + wing * dx), (x + 2 * wing * dy, y - wing * dx)]
                canvas.line(ends, self.style.bridge.edge, 0.13 * self._unit)

    def _draw_panels(self, canvas: Canvas) -> None:
        """Zones and boxes: frames with soft hatching."""
        seen = [(space, ring) for space, ring in self.shape.near(canvas.box) if space in self.shape.aside]
        if not seen:
            return
        zone = self.style.zone
        mask = Image.new("L", canvas.size)
        draw = ImageDraw.Draw(mask)
        for _, ring in seen:
            draw.polygon(canvas.spots(map(tuple, ring.tolist())), fill=255)
        canvas.image.paste(zone.fill, (0, 0), mask)
        hatched = ImageChops.multiply(mask, Image.fromarray(self._hatching(canvas)))
        canvas.image.paste(zone.edge, (0, 0), hatched)
        for _, ring in seen:
            line = list(map(tuple, ring.tolist()))
            canvas.line([*line, line[0]], zone.edge, 0.2 * self._unit)

    def _hatching(self, canvas: Canvas) -> Pixels:
        """Slanting lines that belong to the map."""
        box, grain = canvas.box, canvas.grain
        x = (np.arange(canvas.size[0]) / grain.across + box.x) / 2
        y = np.arange(canvas.size[1]) / grain.down + box.y
        step = 0.7 * self._unit
        share = ((x[None, :] + y[:, None]) / step) % 1
        return np.where(share < 0.22, 46, 0).astype(np.uint8)


def _ramp(middle: int, steep: float, most: int) -> list[int]:
    return [round(min(most, max(0, (n - middle) * steep + most / 2))) for n in range(256)]


_STEEP = _ramp(128, 10, 255)
_DEEP = _ramp(175, 6, 150)
