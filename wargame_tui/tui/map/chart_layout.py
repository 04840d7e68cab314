"""The layout of a chart at one zoom: land and sea, a box for every space, lines for links and rivers. No colours."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from wargame_tui.board.area import AreaMapEntry, ChartEntry, LinkEntry, SpaceEntry
from wargame_tui.tui.map.chart_boxes import place_boxes
from wargame_tui.tui.map.chart_ground import find_land, is_land
from wargame_tui.tui.map.chart_lines import LANE, LEADER, PRIMARY, RIVER, SECONDARY, Pen, Spot, Stroke, path_past
from wargame_tui.tui.map.layout import spaces_of
from wargame_tui.tui.map.projection import Projection
from wargame_tui.tui.map.view import SMALL, WHOLE, Box, Cells

CHART_SCALES = {"far": 1.0, "middle": 2.5, "near": 5.0, "close": 7.5}
"""How far the cells of the chart entry are enlarged."""
ROOMY = 1.6
"""How far a chart that fills the screen is enlarged where its boxes have room for names and forces."""
TALLER, BROADER = 1.5, 1.2
"""How far such a chart may be stretched down, or across, to fill a screen of another shape."""
LOOSE = 2.5
"""Columns between a place and the head of its box from which on a line joins them; a row is worth two."""


class Factors(NamedTuple):
    """How far the cells of a chart entry are enlarged."""

    across: float
    down: float

    @property
    def mean(self) -> float:
        """How far both ways, for what is not stretched with the chart."""
        return sqrt(self.across * self.down)


@dataclass(frozen=True, slots=True)
class _Room:
    """Room for a box at a zoom, in cells."""

    rows: int
    narrowest: int
    widest: int
    beside_name: int
    """Columns kept beside id and name for marks and badges; zero: no name at this zoom."""
    gap: tuple[int, int]


_ROOMS = {
    "far": _Room(rows=1, narrowest=8, widest=8, beside_name=0, gap=(1, 0)),
    "middle": _Room(rows=3, narrowest=18, widest=30, beside_name=12, gap=(2, 0)),
    "near": _Room(rows=8, narrowest=30, widest=40, beside_name=12, gap=(3, 1)),
    "close": _Room(rows=12, narrowest=40, widest=52, beside_name=12, gap=(4, 1)),
}


@dataclass(frozen=True, slots=True)
class ChartLayout:
    """A chart laid out at one zoom."""

    zoom: str
    """That for which boxes have room."""
    factors: Factors
    width: int
    height: int
    land: list[bytearray]
    """Row by row, for every cell the quarters that are land."""
    boxes: dict[str, Box]
    """The most that a space's box may take."""
    spots: dict[str, tuple[int, int]]
    """The cell where the place itself lies."""
    lines: dict[tuple[int, int], Stroke]
    """By row and column."""
    places: tuple[tuple[int, int, str], ...]
    """Small towns and islands: cell and name."""
    owners: list[list[tuple[int, int, str]]]
    """By row: columns from and to that belong to a space."""

    def space_at(self, x: int, y: int) -> str | None:
        """The space whose box or place is at a cell."""
        if 0 <= y < self.height:
            return next((space for left, right, space in self.owners[y] if left <= x < right), None)
        return None

    def ground_at(self, x: int, y: int) -> str:
        """Land or sea, as a ground of the palette."""
        return "chart.land" if is_land(self.land[y][x]) else "chart.sea"

    def nearest_space(self, x: int, y: int) -> str:
        """The space whose place lies nearest to a cell."""

        def apart(space: str) -> int:
            column, row = self.spots[space]
            return (column - x) ** 2 + 4 * (row - y) ** 2

        return min(self.spots, key=apart)


def factors_of(chart: ChartEntry, zoom: str, screen: Cells) -> Factors:
    """How far a chart is enlarged at a zoom, as a whole for a screen."""
    if zoom != WHOLE:
        return Factors(CHART_SCALES[zoom], CHART_SCALES[zoom])
    across, down, most = screen.width / chart.columns, screen.height / chart.rows, CHART_SCALES["middle"]
    across = min(across, BROADER * down, most)
    return Factors(across, min(down, TALLER * across))


def chart_size(chart: ChartEntry, factors: Factors) -> Cells:
    """How large a chart is, enlarged so far."""
    return Cells(round(chart.columns * factors.across), round(chart.rows * factors.down))


def lay_out_chart(entry: AreaMapEntry, zoom: str, screen: Cells = SMALL) -> ChartLayout:
    """Lay a chart out at a zoom, as a whole for a screen. Raises ValueError if the map has none."""
    chart = entry.chart
    if chart is None:
        raise ValueError("the map has no `chart`")
    factors = factors_of(chart, zoom, screen)
    if zoom == WHOLE:
        zoom = "middle" if factors.mean >= ROOMY else "far"
    room = _ROOMS[zoom]
    width, height = chart_size(chart, factors)
    project = Projection(chart, chart.columns, chart.rows, factors)
    spaces = spaces_of(entry)
    land = find_land(chart, project, width, height)
    spots = {space: _inside(project(item.at), width, height) for space, item in spaces.items()}
    sizes = [(_width(space, item, room), room.rows) for space, item in spaces.items()]
    boxes = dict(zip(spaces, place_boxes(list(spots.values()), sizes, room.gap, land, width, height), strict=True))
    towns = {name: place.at for name, place in entry.places.items()}
    names = ((name, project(point)) for name, point in (chart.islands | towns).items())
    return ChartLayout(
        zoom=zoom,
        factors=factors,
        width=width,
        height=height,
        land=land,
        boxes=boxes,
        spots=spots,
        lines=_draw_lines(entry, project, boxes, spots, Pen(width, height)),
        places=tuple((int(x), int(y), name) for name, (x, y) in names if 0 <= x < width and 0 <= y < height),
        owners=_owners(boxes, spots, height),
    )


def _inside(spot: Spot, width: int, height: int) -> tuple[int, int]:
    """The cell of a spot, or the nearest one on the chart."""
    return min(max(int(spot[0]), 0), width - 1), min(max(int(spot[1]), 0), height - 1)


def _width(space: str, item: SpaceEntry, room: _Room) -> int:
    """Columns of a box."""
    words = len(space) + 1 + len(item.name) + room.beside_name if room.beside_name else 0
    return min(max(words, room.narrowest), room.widest)


def _draw_lines(
    entry: AreaMapEntry,
    project: Projection,
    boxes: dict[str, Box],
    spots: dict[str, tuple[int, int]],
    pen: Pen,
) -> dict[tuple[int, int], Stroke]:
    """Rivers, lines from boxes to their places, and links: from head to head, past other boxes."""
    for river in entry.rivers.values():
        for line in river.lines:
            pen.draw([project(point) for point in line], RIVER)
    for space, (x, y) in spots.items():
        box = boxes[space]
        if max(box.x - x, x - box.x - box.width + 1, 2 * abs(y - box.y)) > LOOSE:
            pen.draw([(x + 0.5, y + 0.5), head_of(box)], LEADER)
    for link in entry.links:
        pen.draw(link_path(link, project, boxes), _kind(link))
    return pen.cells


def link_path(link: LinkEntry, project: Projection, boxes: Mapping[str, Box]) -> Sequence[Spot]:
    """The spots through which a link is drawn, in cells: those of the map file, or past the boxes in its way."""
    a, b = link.between
    if link.via:
        return [head_of(boxes[a]), *(project(point) for point in link.via), head_of(boxes[b])]
    return path_past(
        head_of(boxes[a]), head_of(boxes[b]), (box for space, box in boxes.items() if space not in link.between)
    )


def _kind(link: LinkEntry) -> int:
    return PRIMARY if link.road == "primary" else SECONDARY if link.road else LANE


def head_of(box: Box) -> Spot:
    """Where links meet a box: the middle of its first line, which is always drawn."""
    return box.x + box.width / 2, box.y + 0.5


def _owners(boxes: dict[str, Box], spots: dict[str, tuple[int, int]], height: int) -> list[list[tuple[int, int, str]]]:
    """Boxes first, then the places themselves with a cell on either side."""
    rows: list[list[tuple[int, int, str]]] = [[] for _ in range(height)]
    for space, box in boxes.items():
        for y in range(box.y, box.y + box.height):
            rows[y].append((box.x, box.x + box.width, space))
    for space, (x, y) in spots.items():
        rows[y].append((x - 1, x + 2, space))
    return rows
