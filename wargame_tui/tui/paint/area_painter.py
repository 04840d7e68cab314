"""The ground of an area map: land and its borders, waters of constant width, roads as curves, towns, framed zones."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import hypot

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageChops, ImageDraw

from wargame_tui.board.area import AreaMapEntry
from wargame_tui.board.look import PLAIN, Look, Tone
from wargame_tui.tui.map.layout import Layout
from wargame_tui.tui.map.shapes import VOID
from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.area_ground import AreaGround
from wargame_tui.tui.paint.area_roads import AreaRoads, Span
from wargame_tui.tui.paint.area_shape import AreaShape, Sheaf, corners
from wargame_tui.tui.paint.area_towns import Towns
from wargame_tui.tui.paint.canvas import Canvas, Grain, Line, Pixels, Spot, mixed
from wargame_tui.tui.paint.style import MapStyle, RoadStyle
from wargame_tui.tui.paint.textures import ROOM

UNITS = {"far": 0.55, "middle": 1.0, "near": 1.7, "close": 2.2}
"""How large things are drawn at a zoom, beside a map of hexes at its near one."""
GROWN_UNITS = {"far": 0.5, "middle": 0.72, "near": 1.0, "close": 1.25}
"""The same for maps without shapes, whose zooms differ less."""
CASED = 2.5
"""Pixels of a road from which on its casing is drawn."""
THIN = 0.34
"""Rows: finer lines are widened to a pixel, but not beyond this."""
BORDER = 0.62
"""How much of their colour is in the borders of areas, under the dashes: they are what an area map is about."""
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
        self._unit = (UNITS if layout.shaped else GROWN_UNITS)[layout.zoom]
        self._looks = {layout.ids.index(space): look.terrain(word) for space, word in (terrain or {}).items()}
        high = self._strewn(HIGH)
        self._towns = Towns(entry, self.roads, self._unit, high)
        self._ground = AreaGround(
            self.shape, self._unit, high=high, polder=self._strewn(FIELDS), valleys=not layout.shaped
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
        canvas = Canvas.upon(self._country(box, grain), grain)
        self._lay_fields(canvas)
        self._plant(canvas)
        self._draw_towns(canvas)
        self._draw_borders(canvas)
        self._draw_water(canvas)
        self._draw_roads(canvas)
        self._draw_abutments(canvas)
        self._draw_houses(canvas)
        self._draw_panels(canvas)
        return canvas.pixels()

    # -- land -----------------------------------------------------------------------------------------

    def _country(self, box: Box, grain: Grain) -> Canvas:
        """The areas in their tints, relief and woods: soft, so that it need be no finer than it is shown."""
        across, down = grain.shown_across, grain.shown_down
        canvas = Canvas(box, grain._replace(across=across, down=down), self.style.beyond)
        land = Image.new("L", canvas.size)
        draw, draw_land = ImageDraw.Draw(canvas.image), ImageDraw.Draw(land)
        for space, ring in self.shape.near(box):
            line = corners(ring, box, across, down)
            draw.polygon(line, fill=self.style.beyond if space == VOID else self._tint(space))
            draw_land.polygon(line, fill=0 if space == VOID or space in self.shape.aside else 255)
        if land.getbbox():
            self._lay_relief(canvas, land)
            self._lay_woods(canvas, land)
        return canvas

    def _tint(self, space: int) -> str:
        look = self._looks.get(space)
        if look is None or look.tint is None:
            return self.style.ground
        return mixed(self.style.ground, self.style.tints[look.tint], 0.6)

    def _lay_relief(self, canvas: Canvas, land: Image.Image) -> None:
        soft, relief = self._ground.soft, self.style.relief
        for color, slopes in ((relief.light, soft.light), (relief.dark, soft.dark)):
            part = canvas.part_of(slopes, self.layout.width, self.layout.height, 0)
            canvas.image.paste(color, (0, 0), ImageChops.multiply(part, land))

    def _lay_woods(self, canvas: Canvas, land: Image.Image) -> None:
        fields: tuple[tuple[Image.Image | None, Tone], ...]
        fields = (self._ground.soft.slopes, "moss"), (self._ground.soft.woods, "pine")
        for field, tone in fields:
            if field is not None:
                deep = canvas.part_of(field, self.layout.width, self.layout.height, 0)
                look = self.style.tones[tone]
                fill = look.fill or self.style.ground
                canvas.image.paste(fill, (0, 0), ImageChops.multiply(deep.point(_STEEP), land))
                canvas.image.paste(look.edge or fill, (0, 0), ImageChops.multiply(deep.point(_DEEP), land))

    def _lay_fields(self, canvas: Canvas) -> None:
        """Polders: narrow fields of several greens, and the ditches between them."""
        green = mixed(self.style.ground, self.style.tints["grass"], 0.6)
        fresh = mixed(green, self.style.tones["moss"].fill or green, 0.5)
        ripe = mixed(green, self.style.ground, 0.45)
        seen = [fields.near(canvas.box, 0) for fields in self._ground.fields]
        for number, fields in enumerate(seen):
            share = 2 * number / (len(seen) - 1) - 1
            color = mixed(green, fresh if share > 0 else ripe, abs(share))
            for field in fields:
                canvas.fill(field, color)
        if canvas.grain.shown_down * self._unit >= ROOM:
            water = mixed(green, self.style.water.fill, 0.55)
            for field in (field for fields in seen for field in fields):
                canvas.line(field[:2], water, 0.05 * self._unit, bent=False)

    def _plant(self, canvas: Canvas) -> None:
        """Single trees in the woods, where there is room to see them."""
        if canvas.grain.shown_across < ROOM:
            return
        fill, box = self.style.tones["pine"].fill or self.style.ground, canvas.box
        shade, crown, light = mixed(fill, "#000000", 0.35), mixed(fill, "#1c4010", 0.28), mixed(fill, "#ffffff", 0.18)
        for x, y, size in self._ground.trees:
            if box.x - 2 < x < box.x + box.width + 2 and box.y - 1 < y < box.y + box.height + 1:
                canvas.dot(x + 0.5 * size, y + 0.4 * size, size, shade)
                canvas.dot(x, y, size, crown)
                canvas.dot(x - 0.6 * size, y - 0.3 * size, 0.35 * size, light)

    # -- lines ----------------------------------------------------------------------------------------

    @cached_property
    def _borders(self) -> tuple[Sheaf, Sheaf]:
        """The dry borders between areas, and the edge of the map."""
        aside = self.shape.aside
        dry: list[Line] = []
        edge: list[Line] = []
        for arc in self.shape.arcs:
            if arc.left not in aside and arc.right not in aside:
                if VOID in (arc.left, arc.right):
                    edge.append(arc.line)
                elif self.shape.water_at(arc) is None:
                    dry.append(arc.line)
        return Sheaf(dry, whole=True), Sheaf(edge)

    def _draw_borders(self, canvas: Canvas) -> None:
        dry, edge = self._borders
        seen = dry.near(canvas.box, 1)
        band = mixed(self.style.ground, self.style.area, BORDER)
        for line in seen:
            canvas.line(line, band, 0.26 * self._unit, bent=False)
        if canvas.grain.shown_down * self._unit >= ROOM:
            for line in seen:
                canvas.dashes(line, self.style.area, 0.1 * self._unit)
        for line in edge.near(canvas.box, 1):
            canvas.line(line, mixed(self.style.area, self.style.ink, 0.4), 0.13 * self._unit, bent=False)

    @cached_property
    def _waters(self) -> list[tuple[float, str, Sheaf]]:
        """The waters with their width and the colour of their edge."""
        look = self.style.water
        lines: dict[tuple[float, str], list[Line]] = {}
        for water in self.shape.water:
            edge = mixed(look.edge, "#000000", 0.35) if self._is_canal(water.name) else look.edge
            lines.setdefault((self._width(water.name), edge), []).append(water.line)
        return [(*key, Sheaf(found)) for key, found in lines.items()]

    def _draw_water(self, canvas: Canvas) -> None:
        seen = [(width, edge, line) for width, edge, lines in self._waters for line in lines.near(canvas.box, 1)]
        for width, edge, line in seen:
            canvas.line(line, edge, (0.22 * width + 0.12) * self._unit, bent=False)
        for width, _, line in seen:
            least = min(1.3, width + 0.2) * min(THIN, 1 / canvas.grain.shown_down)
            canvas.line(line, self.style.water.fill, max(0.22 * width * self._unit, least), bent=False)

    def _is_canal(self, name: str) -> bool:
        river = self._entry.rivers.get(name)
        return river is not None and river.kind == "canal"

    def _width(self, name: str) -> float:
        river = self._entry.rivers.get(name)
        return WIDE["canal" if self._is_canal(name) else river.width if river else "major"]

    @cached_property
    def _roads(self) -> list[tuple[RoadStyle, float, Sheaf]]:
        """The roads from below to above, with their width; the small ones must not pass for borders."""
        lines, looks = self.roads.lines, self.style.roads
        return [
            (looks["secondary"], 1.2 * looks["secondary"].width * self._unit, Sheaf(lines["secondary"])),
            (looks["primary"], looks["primary"].width * self._unit, Sheaf(lines["primary"])),
        ]

    def _draw_roads(self, canvas: Canvas) -> None:
        for look, width, lines in self._roads:
            seen = lines.near(canvas.box, 1)
            fine = width * canvas.grain.shown_down >= CASED
            if fine:
                for line in seen:
                    canvas.line(line, look.edge, width, bent=False)
            inner = 0.62 * width if fine else max(width, min(THIN, 1 / canvas.grain.shown_down))
            for line in seen:
                canvas.line(line, look.fill, inner, bent=False)

    # -- places ---------------------------------------------------------------------------------------

    def _draw_towns(self, canvas: Canvas) -> None:
        """Built-up ground, under the roads."""
        for town in self._towns.near(canvas.box):
            if town.ground:
                canvas.fill(town.ground, mixed(self.style.ground, self.style.town.fill, 0.24))

    def _draw_houses(self, canvas: Canvas) -> None:
        fine = canvas.grain.down * self._unit >= 24
        for town in self._towns.near(canvas.box):
            for house in town.houses:
                canvas.fill(house, self.style.town.fill)
                if fine:
                    canvas.line([*house, house[0]], self.style.town.edge, 0.03 * self._unit)

    def _draw_abutments(self, canvas: Canvas) -> None:
        """The ends of bridges on the banks; whether the bridge stands is for others to draw."""
        for link, span in self.spans.items():
            entry = self._entry.links[link]
            if entry.bridge is None or not canvas.sees([span.at], 2 * self._unit):
                continue
            dx, dy = (span.towards[0] - span.at[0]) / 2, span.towards[1] - span.at[1]
            far = hypot(dx, dy) or 1.0
            dx, dy = dx / far, dy / far
            width = (0.11 * self._width(entry.river or "") + 0.13) * self._unit
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
            draw.polygon(corners(ring, canvas.box, canvas.grain.across, canvas.grain.down), fill=255)
        canvas.image.paste(zone.fill, (0, 0), mask)
        part = mask.getbbox()
        if part:
            hatched = ImageChops.multiply(mask.crop(part), Image.fromarray(self._hatching(canvas, part)))
            canvas.image.paste(zone.edge, part[:2], hatched)
        for _, ring in seen:
            line = list(map(tuple, ring.tolist()))
            canvas.line([*line, line[0]], zone.edge, 0.2 * self._unit)

    def _hatching(self, canvas: Canvas, part: tuple[int, int, int, int]) -> Pixels:
        """Slanting lines that belong to the map, on some of a canvas: left, top, right, bottom."""
        box, grain = canvas.box, canvas.grain
        x = (np.arange(part[0], part[2], dtype=np.float32) / grain.across + box.x) / 2
        y = np.arange(part[1], part[3], dtype=np.float32) / grain.down + box.y
        step = 0.7 * self._unit
        share = (x / step % 1)[None, :] + (y / step % 1)[:, None]
        return np.where((share < 0.22) | ((share >= 1) & (share < 1.22)), 46, 0).astype(np.uint8)


def _ramp(middle: int, steep: float, most: int) -> list[int]:
    return [round(min(most, max(0, (n - middle) * steep + most / 2))) for n in range(256)]


_STEEP = _ramp(128, 10, 255)
_DEEP = _ramp(175, 6, 150)
