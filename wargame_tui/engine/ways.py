"""Shortest ways, whatever the map: over spaces, hexes or anything else that can be a key."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from heapq import heappop, heappush
from itertools import count
from typing import TypeVar

Place = TypeVar("Place", bound=Hashable)
Found = Mapping[Place, tuple[int, Place | None]]
"""For every place reached: what the way there costs, and the place before it; None at a start."""


def cheapest(
    starts: Iterable[Place], steps: Callable[[Place, int], Iterable[tuple[Place, int]]], most: int | None = None
) -> dict[Place, tuple[int, Place | None]]:
    """The cheapest ways from any of the starts to everywhere, in the order of what they cost.

    `steps` gives the places next to one that was reached at a cost, each with what the step costs (0 or more). Ways
    that cost more than `most` are not found. Of ways that cost the same the first one found stays.
    """
    best: dict[Place, tuple[int, Place | None]] = {}
    order = count()
    waiting: list[tuple[int, int, Place, Place | None]] = [(0, next(order), start, None) for start in starts]
    while waiting:
        cost, _, place, before = heappop(waiting)
        if place in best:
            continue
        best[place] = cost, before
        for following, price in steps(place, cost):
            if following not in best and (most is None or cost + price <= most):
                heappush(waiting, (cost + price, next(order), following, place))
    return best


def nearest(
    starts: Iterable[Place], steps: Callable[[Place], Iterable[Place]], most: int | None = None
) -> dict[Place, tuple[int, Place | None]]:
    """The same where every step counts one."""
    return cheapest(starts, lambda place, _: ((following, 1) for following in steps(place)), most)


def way(found: Mapping[Place, tuple[int, Place | None]], goal: Place) -> list[Place]:
    """The places of the way to a goal that was found, from its start on; nothing if it was not found."""
    places: list[Place] = []
    place: Place | None = goal if goal in found else None
    while place is not None:
        places.append(place)
        place = found[place][1]
    return places[::-1]
