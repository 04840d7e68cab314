"""Areas and their links: who is next to whom, and how far apart Areas are (2.7, 3.2.3, 4.9.6)."""

from collections import deque
from collections.abc import Iterable, Mapping


def neighbours(areas: Iterable[str], links: Iterable[tuple[str, str]]) -> Mapping[str, tuple[str, ...]]:
    """The Areas linked with each, both in the order in which the Areas are given: the Area index (2.7)."""
    order = {area: number for number, area in enumerate(areas)}
    found: dict[str, set[str]] = {area: set() for area in order}
    for one, other in links:
        found[one].add(other)
        found[other].add(one)
    return {area: tuple(sorted(there, key=order.__getitem__)) for area, there in found.items()}


def all_distances(links: Mapping[str, Iterable[str]]) -> Mapping[str, Mapping[str, int]]:
    """The least number of links between any two Areas, through any Areas; none where no chain joins them."""
    return {area: _distances_from(area, links) for area in links}


def _distances_from(start: str, links: Mapping[str, Iterable[str]]) -> Mapping[str, int]:
    found, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for there in links[here]:
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found
