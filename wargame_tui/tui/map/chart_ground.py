"""Land and sea of a chart: which quarters of every cell are land. No colours.

A row of cells is two rows of quarters; of each row of quarters the land is filled between the sides of the outlines.
"""

from collections.abc import Callable, Iterable, Sequence

from wargame_tui.board.area import ChartEntry, Point

UPPER_LEFT, UPPER_RIGHT, LOWER_LEFT, LOWER_RIGHT = 1, 2, 4, 8
SEA, LAND = 0, 15

Project = Callable[[Point], tuple[float, float]]


def find_land(chart: ChartEntry, project: Project, width: int, height: int) -> list[bytearray]:
    """Row by row, for every cell the quarters that are land."""
    columns, lines = 2 * width, 2 * height
    quarters = [bytearray(columns) for _ in range(lines)]
    for outline in chart.land:
        corners = [project(point) for point in outline]
        for line, spans in _spans([(2 * x, 2 * y) for x, y in corners], lines):
            for left, right in spans:
                start, end = max(0, left), min(columns, right)
                if start < end:
                    quarters[line][start:end] = b"\1" * (end - start)
    cells = [_cells(upper, lower) for upper, lower in zip(quarters[::2], quarters[1::2], strict=True)]
    for x, y in map(project, chart.islands.values()):
        if 0 <= x < width and 0 <= y < height:
            cells[int(y)][int(x)] = LAND
    return cells


def _spans(corners: Sequence[tuple[float, float]], lines: int) -> Iterable[tuple[int, list[tuple[int, int]]]]:
    """The stretches inside an outline of every line whose middle it crosses."""
    crossings: dict[int, list[float]] = {}
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        if ay == by:
            continue
        slope = (bx - ax) / (by - ay)
        top, bottom = min(ay, by), max(ay, by)
        for y in range(max(0, round(top)), min(lines, round(bottom))):
            crossings.setdefault(y, []).append(ax + (y + 0.5 - ay) * slope)
    for y, found in crossings.items():
        found.sort()
        yield y, [(round(left), round(right)) for left, right in zip(found[::2], found[1::2], strict=False)]


def _cells(upper: bytearray, lower: bytearray) -> bytearray:
    pairs = zip(upper[::2], upper[1::2], lower[::2], lower[1::2], strict=True)
    return bytearray(a + 2 * b + 4 * c + 8 * d for a, b, c, d in pairs)


def is_land(quarters: int) -> bool:
    """Whether at least half of a cell is land."""
    return quarters.bit_count() >= 2
