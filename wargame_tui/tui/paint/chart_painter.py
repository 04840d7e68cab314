"""The ground of a chart: sea and land, the graticule, rivers, links between places, and a panel for every box."""

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageColor, ImageDraw

from wargame_tui.board.area import AreaMapEntry, ChartEntry
from wargame_tui.board.look import PLAIN, Look
from wargame_tui.tui.map.chart_layout import CHART_SCALES, LOOSE, ChartLayout, head_of, link_path
from wargame_tui.tui.map.layout import spaces_of
from wargame_tui.tui.map.projection import Projection
from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.canvas import Canvas, Grain, Pixels, Spot, curved, eased, mixed
from wargame_tui.tui.paint.coast import Coast, islet, smooth_outline
from wargame_tui.tui.paint.relief import Heights, lay_slopes, ticks
from wargame_tui.tui.paint.style import MapStyle

REACH, SHELF = 2.6, 6.0
"""Rows of the near zoom over which water is pale along the coast, and over which the sea deepens."""
BEND = 1.2
"""Rows of the near zoom by which corners of the coast are rounded."""
ISLET = 0.3
"""Rows of the near zoom that an island too small for an outline measures from its middle."""
WIDER = 1.3
"""Widths of roads beside those of other maps."""
EASE = 1.5
"""Rows of the near zoom by which the bends of links are rounded."""
STEPS = (1.0, 2.0, 5.0, 10.0, 20.0)
"""Degrees between the lines of the graticule, as near as there is room for."""
PANE, SHADE = 112, 11
"""How much of 255 there is of the colour of a panel below its band, and of shadow in each of its steps."""
APART = 7.0
"""Rows that they are apart, at the least."""


class ChartPainter:
    """Paints any part of a chart's layout."""

    def __init__(self, entry: AreaMapEntry, layout: ChartLayout, style: MapStyle, look: Look = PLAIN) -> None:
        if entry.chart is None:
            raise ValueError("the map has no `chart`")
        self.entry = entry
        self.layout = layout
        self.style = style
        self._scenery = look.scenery
        self._chart: ChartEntry = entry.chart
        self._project = Projection(self._chart, self._chart.columns, self._chart.rows, layout.factors)
        self._unit = (layout.factors.mean / CHART_SCALES["near"]) ** 0.5
        """What is drawn becomes smaller at the further zooms, but less so than the map."""

    def paint(self, box: Box, grain: Grain) -> Pixels:
        """The ground of some cells."""
        canvas = Canvas(box, grain, self.style.beyond)
        self._lay_sea_and_land(canvas)
        self._draw_rivers(canvas)
        self._draw_links(canvas)
        self._draw_places(canvas)
        self._draw_plates(canvas)
        self._lay_beyond(canvas)
        return canvas.pixels()

    @cached_property
    def spaces(self) -> Sequence[str]:
        """The spaces by number."""
        return tuple(spaces_of(self.entry))

    def owners(self, box: Box, across: int, down: int) -> npt.NDArray[np.int32]:
        """The space of every pixel of some cells, by its place in `spaces`; -1 in the open and beside the chart."""
        found = np.full((box.height, box.width), -1, np.int32)
        left, top = max(box.x, 0), max(box.y, 0)
        part = self._cells[top : max(0, box.y + box.height), left : max(0, box.x + box.width)]
        found[top - box.y : top - box.y + part.shape[0], left - box.x : left - box.x + part.shape[1]] = part
        return found.repeat(down, axis=0).repeat(across, axis=1)

    @cached_property
    def _cells(self) -> npt.NDArray[np.int32]:
        """The space of every cell, as the layout has it."""
        numbers = {space: number for number, space in enumerate(self.spaces)}
        cells = np.full((self.layout.height, self.layout.width), -1, np.int32)
        for y, row in enumerate(self.layout.owners):
            for left, right, space in reversed(row):
                cells[y, max(0, left) : right] = numbers[space]
        return cells

    def outline(self, space: str) -> list[Spot]:
        """The corners of a space's box, cut off a little."""
        x, y, width, height = self.layout.boxes[space]
        cut = self._corner
        return [
            (x + 2 * cut, y), (x + width - 2 * cut, y), (x + width, y + cut), (x + width, y + height - cut),
            (x + width - 2 * cut, y + height), (x + 2 * cut, y + height), (x, y + height - cut), (x, y + cut),
        ]  # fmt: skip

    # -- sea and land ---------------------------------------------------------------------------------

    @cached_property
    def _coast(self) -> Coast:
        unit = self._unit
        outlines = [
            smooth_outline([self._project(point) for point in outline], BEND * unit) for outline in self._chart.land
        ]
        islets = [islet(*self._project(point), ISLET * unit) for point in self._chart.islands.values()]
        return Coast([*outlines, *islets], self.layout.width, self.layout.height, REACH * unit, SHELF * unit)

    def _lay_sea_and_land(self, canvas: Canvas) -> None:
        style, coast = self.style, self._coast
        base = Canvas(canvas.box, canvas.grain.coarse, None)
        coast.lay_sea(base, style)
        self._draw_graticule(base)
        canvas.put(base)
        outlines = coast.outlines_on(canvas)
        if outlines:
            coast.stroke(canvas, outlines, style.coast, 0.16 * self._unit)
            self._lay_land(base)
            self._draw_graticule(base)
            canvas.put(base, coast.mask(canvas, outlines))
            self._draw_scarps(canvas)

    @cached_property
    def _is_desert(self) -> bool:
        """Whether the land is desert."""
        chart = self._chart
        latitude, longitude = (chart.north + chart.south) / 2, (chart.west + chart.east) / 2
        return any(
            frame.south <= latitude <= frame.north and frame.west <= longitude <= frame.east
            for frame in self._scenery.deserts
        )

    def _lay_land(self, canvas: Canvas) -> None:
        """Nothing but land: the colours of its latitudes, and its heights."""
        box, layout = canvas.box, self.layout
        colors, rows = self._climates
        down = np.arange(box.y, box.y + box.height + 1)
        made = np.stack([np.interp(down, rows, colors[:, n]) for n in range(3)], axis=1)
        column = Image.fromarray(np.rint(made).astype(np.uint8)[:, None, :])
        canvas.image.paste(column.resize(canvas.size, Image.Resampling.BILINEAR, (0, 0.5, 1, box.height + 0.5)))
        patches = 0.75 * np.clip(canvas.noise(1.6 * self._unit), 0, 0.5)
        canvas.lay(self.style.chart.dunes if self._is_desert else self.style.chart.woods, patches)
        if self._relief["range"]:
            lay_slopes(canvas, self._slopes, layout.width, layout.height, self.style.relief)
        for rim in self._relief["depression"]:
            if canvas.sees(rim):
                canvas.fill(rim, self.style.chart.hollow)

    @cached_property
    def _relief(self) -> dict[str, list[list[Spot]]]:
        """The lines of relief by kind."""
        found: dict[str, list[list[Spot]]] = {"range": [], "escarpment": [], "depression": []}
        for item in self._scenery.relief.values():
            found[item.kind] += [curved([self._project(point) for point in line], 4) for line in item.lines]
        return found

    @cached_property
    def _slopes(self) -> Image.Image:
        layout, unit = self.layout, self._unit
        heights = Heights(layout.width, layout.height, min(6.0, 320 / layout.height))
        for line in self._relief["range"]:
            heights.raise_line(line, 0.7 * unit, 1.0)
        return heights.slopes(1.1 * unit, 3.0, 1.1 * unit)

    @cached_property
    def _scarps(self) -> list[list[Spot]]:
        """The hachures of escarpments and of the rims of depressions."""
        lines = self._relief["escarpment"] + self._relief["depression"]
        return [tick for line in lines for tick in ticks(line, 0.4 * self._unit, 0.7 * self._unit)]

    def _draw_scarps(self, canvas: Canvas) -> None:
        for tick in self._scarps:
            if canvas.sees(tick):
                canvas.line(tick, self.style.chart.heights, 0.1 * self._unit)

    @cached_property
    def _climates(self) -> tuple[npt.NDArray[np.float64], list[float]]:
        """Colours of the land, and the rows on which it has them."""
        look, chart = self.style.chart, self._chart
        if self._is_desert:
            return np.asarray([ImageColor.getrgb(look.desert)], float), [0.0]
        bands = [*((-latitude, color) for latitude, color in reversed(look.land)), *look.land]
        rows = [self._project((latitude, chart.west))[1] for latitude, _ in bands]
        colors = np.asarray([ImageColor.getrgb(color) for _, color in bands], float)
        return colors[::-1], rows[::-1]

    def _lay_beyond(self, canvas: Canvas) -> None:
        """What lies beside the chart."""
        width, height, far = self.layout.width, self.layout.height, 10_000
        for left, top, right, bottom in (
            (-far, -far, 0, far), (width, -far, far, far), (-far, -far, far, 0), (-far, height, far, far),
        ):  # fmt: skip
            (start, end) = canvas.spots([(left, top), (right, bottom)])
            if start[0] < canvas.size[0] and end[0] > 0 and start[1] < canvas.size[1] and end[1] > 0:
                canvas.image.paste(self.style.beyond, _whole(canvas, start, end))

    # -- lines ----------------------------------------------------------------------------------------

    def _draw_graticule(self, canvas: Canvas) -> None:
        """Parallels and meridians, very faint."""
        width, height = canvas.size
        mask = Image.new("L", canvas.size)
        draw = ImageDraw.Draw(mask)
        across, down = self._graticule
        for x, _ in canvas.spots((x, 0) for x in across):
            draw.line([(x, 0), (x, height)], fill=60)
        for _, y in canvas.spots((0, y) for y in down):
            draw.line([(0, y), (width, y)], fill=60)
        if mask.getbbox():
            canvas.image.paste(self.style.chart.graticule, (0, 0), mask)

    @cached_property
    def _graticule(self) -> tuple[list[float], list[float]]:
        """The columns of meridians and the rows of parallels."""
        chart, layout, project = self._chart, self.layout, self._project
        across = [project((chart.north, mark))[0] for mark in _marks(chart.west, chart.east, layout.width / 2)]
        down = [project((mark, chart.west))[1] for mark in _marks(chart.south, chart.north, layout.height)]
        return _spaced(across, APART), _spaced(down, APART / 2)

    @cached_property
    def _rivers(self) -> list[tuple[float, list[Spot]]]:
        return [
            (1.5 if river.width == "major" else 1.0, curved([self._project(point) for point in line], 4))
            for river in self.entry.rivers.values()
            for line in river.lines
        ]

    def _draw_rivers(self, canvas: Canvas) -> None:
        water, unit = self.style.water, self._unit
        seen = [(width, line) for width, line in self._rivers if canvas.sees(line)]
        for width, line in seen:
            canvas.line(line, water.edge, 0.24 * width * unit)
        for width, line in seen:
            canvas.line(line, water.fill, 0.14 * width * unit)

    @cached_property
    def _links(self) -> list[tuple[str, list[Spot]]]:
        """Every link as a smooth line, and what it is drawn as."""
        bare = "track" if any(link.road for link in self.entry.links) else "lane"
        found = []
        for link in self.entry.links:
            line = eased(link_path(link, self._project, self.layout.boxes), EASE * self._unit, 7)
            found.append((link.road or bare, line))
        return found

    def _draw_links(self, canvas: Canvas) -> None:
        style, unit = self.style, self._unit
        for kind, line in self._links:
            if not canvas.sees(line):
                continue
            if kind in ("lane", "track"):
                color = style.chart.lane if kind == "lane" else style.chart.track
                canvas.dashes(line, color, 0.16 * unit)
                continue
            road = style.roads["primary" if kind == "primary" else "secondary"]
            canvas.line(line, road.edge, WIDER * road.width * unit)
            canvas.line(line, road.fill, 0.62 * WIDER * road.width * unit)

    # -- places and boxes -----------------------------------------------------------------------------

    @cached_property
    def _places(self) -> tuple[list[Spot], list[tuple[Spot, Box]]]:
        """Where small places lie, and the places of spaces with their boxes."""
        small = [self._project(place.at) for place in self.entry.places.values()]
        items = spaces_of(self.entry).items()
        return small, [(self._project(item.at), self.layout.boxes[space]) for space, item in items]

    def _draw_places(self, canvas: Canvas) -> None:
        """Small places as dots; that of a space as a ring, joined to its box."""
        look, unit = self.style.chart, self._unit
        small, placed = self._places
        for spot in small:
            if canvas.sees([spot]):
                canvas.dot(*spot, 0.13 * unit, look.place)
        for spot, box in placed:
            head = head_of(box)
            if not canvas.sees([spot, head]):
                continue
            aside = max(box.x - spot[0], spot[0] - box.x - box.width)
            if max(aside, 2 * abs(box.y - spot[1])) > LOOSE:
                canvas.line([spot, head], look.place, 0.07 * unit)
            for radius, color in ((0.34, look.place), (0.25, look.plate), (0.13, look.place)):
                canvas.dot(*spot, radius * unit, color)

    @cached_property
    def _corner(self) -> float:
        """Rows cut off the corners of a panel."""
        return 0.2 + 0.25 * float(self._unit)

    def _draw_plates(self, canvas: Canvas) -> None:
        """The panels of the boxes: a band for the name, below it a pane, under which the country shows; a shadow."""
        look = self.style.chart
        seen = [
            box
            for box in self.layout.boxes.values()
            if canvas.sees([(box.x, box.y), (box.x + box.width, box.y + box.height)], 2)
        ]
        if not seen:
            return
        mask = Image.new("L", canvas.size)
        draw = ImageDraw.Draw(mask)
        for box in seen:
            for step in range(4):
                self._panel(draw, canvas, box, 0.22 - 0.09 * step, 0.16, SHADE * (1 + step))
        for box in seen:
            self._panel(draw, canvas, box, 0, 0, 0)
        self._paste(canvas, look.shadow, mask, seen)
        mask.paste(0, (0, 0, *mask.size))
        for box in seen:
            self._panel(draw, canvas, box, 0, 0, PANE)
        self._paste(canvas, look.plate, mask, seen)
        draw = ImageDraw.Draw(canvas.image)
        thick = max(1, round(0.06 * canvas.grain.down))
        for box in seen:
            head = box._replace(height=1)
            single = box.height == 1
            self._panel(draw, canvas, head, 0, 0, look.head, lower=single)
            if not single:
                line = canvas.spots([(box.x, box.y + 1), (box.x + box.width, box.y + 1)])
                draw.line(line, fill=mixed(look.head, look.rim, 0.5), width=thick)
            self._panel(draw, canvas, box, 0, 0, None, rim=look.rim, thick=thick)

    @staticmethod
    def _paste(canvas: Canvas, color: str, mask: Image.Image, boxes: Sequence[Box]) -> None:
        """A colour where a mask has panels, each part of it once."""
        left, top, right, bottom = mask.getbbox() or (0, 0, 0, 0)
        canvas.image.paste(color, (left, top, right, bottom), mask.crop((left, top, right, bottom)))

    def _panel(
        self, draw: ImageDraw.ImageDraw, canvas: Canvas, box: Box, more: float, off: float,
        fill: int | str | None, *, lower: bool = True, rim: str | None = None, thick: int = 1,
    ) -> None:  # fmt: skip
        """A box with round corners, so many rows larger on every side and so many further south-east."""
        start, end = canvas.spots(
            [
                (box.x - 2 * (more - off), box.y - more + off),
                (box.x + box.width + 2 * (more + off), box.y + box.height + more + off),
            ]
        )
        draw.rounded_rectangle(
            (start[0], start[1], end[0] - 1, end[1] - 1), self._corner * canvas.grain.down, fill=fill, outline=rim,
            width=thick if rim else 0, corners=(True, True, lower, lower),
        )  # fmt: skip


def _marks(start: float, end: float, rows: float) -> Iterator[float]:
    """The latitudes or longitudes that are drawn between two, over so many rows."""
    step = next((step for step in STEPS if rows * step / (end - start) >= APART), STEPS[-1])
    mark = -(-start // step) * step
    while mark <= end:
        yield mark
        mark += step


def _spaced(marks: Sequence[float], apart: float) -> list[float]:
    """Those of some marks that are so far apart."""
    found: list[float] = []
    for mark in sorted(marks):
        if not found or mark - found[-1] >= apart:
            found.append(mark)
    return found


def _whole(canvas: Canvas, start: Spot, end: Spot) -> tuple[int, int, int, int]:
    """A rectangle in pixels that lies on the canvas."""
    width, height = canvas.size
    return max(0, round(start[0])), max(0, round(start[1])), min(width, round(end[0])), min(height, round(end[1]))
