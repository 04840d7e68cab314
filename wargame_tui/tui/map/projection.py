"""Where points of the globe lie on a grid: straight lines between the latitudes and longitudes that a frame names."""

from bisect import bisect_right
from collections.abc import Mapping

from wargame_tui.board.area import FrameEntry, Point


class Projection:
    """A frame laid over a grid of columns and rows, perhaps enlarged: so many times across and down."""

    def __init__(self, frame: FrameEntry, columns: int, rows: int, factors: tuple[float, float] = (1.0, 1.0)) -> None:
        across = {frame.west: 0.0, frame.east: float(columns)} | dict(frame.meridians)
        # Rows count from the north: latitudes are turned round, so that both scales rise.
        down = {frame.north: 0.0, frame.south: float(rows)} | dict(frame.parallels)
        self._across = _knots(across, factors[0])
        self._down = _knots({-latitude: row for latitude, row in down.items()}, factors[1])

    def __call__(self, point: Point) -> tuple[float, float]:
        """Column and row of a point."""
        latitude, longitude = point
        return _between(longitude, *self._across), _between(-latitude, *self._down)


def _knots(knots: Mapping[float, float], factor: float) -> tuple[list[float], list[float]]:
    places = sorted(knots)
    return places, [knots[place] * factor for place in places]


def _between(value: float, places: list[float], values: list[float]) -> float:
    """A straight line from knot to knot, carried on beyond the outer ones."""
    n = min(max(bisect_right(places, value), 1), len(places) - 1)
    part = (value - places[n - 1]) / (places[n] - places[n - 1])
    return values[n - 1] + part * (values[n] - values[n - 1])
