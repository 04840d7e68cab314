"""Where the arrow keys lead: from each space to a neighbour in each direction, so that all can be reached."""

from collections import deque
from collections.abc import Mapping, Sequence
from math import hypot

from wargame_tui.board.area import LinkEntry
from wargame_tui.tui.map.view import Box

DIRECTIONS = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}

Compass = dict[str, dict[str, str]]
"""Space to direction to space."""


def compass(boxes: Mapping[str, Box], links: Sequence[LinkEntry]) -> Compass:
    """The best neighbour of every space in each direction, by angle and distance, linked ones preferred."""
    linked = {frozenset(link.between) for link in links}
    middle = {s: (b.x / 2 + b.width / 4, b.y + b.height / 2) for s, b in boxes.items()}
    found: Compass = {}
    for space, (x, y) in middle.items():
        ways: dict[str, tuple[float, str]] = {}
        for other, (ox, oy) in middle.items():
            dx, dy = ox - x, oy - y
            if other == space:
                continue
            direction = _direction(dx, dy)
            along, aside = (abs(dx), abs(dy)) if direction in ("left", "right") else (abs(dy), abs(dx))
            cost = hypot(along, 2 * aside) * (0.6 if frozenset((space, other)) in linked else 1)
            if direction not in ways or (cost, other) < ways[direction]:
                ways[direction] = cost, other
        found[space] = {direction: other for direction, (_, other) in ways.items()}
    _open_up(found, middle)
    return found


def _direction(dx: float, dy: float) -> str:
    if abs(dx) >= abs(dy):
        return "right" if dx > 0 else "left"
    return "down" if dy > 0 else "up"


def _open_up(ways: Compass, middle: dict[str, tuple[float, float]]) -> None:
    """Turn ways until every space can be reached from the first: each lost one from its nearest neighbour.

    Only ways that are not needed to reach another space are turned, so each turn gains one space or more.
    """
    start = next(iter(ways))
    while True:
        tree = _tree(ways, start)
        lost = [space for space in ways if space not in tree]
        if not lost:
            return
        needed = {parent for parent in tree.values() if parent}
        choices = []
        for space in lost:
            x, y = middle[space]
            for other in tree:
                ox, oy = middle[other]
                direction = _direction(x - ox, y - oy)
                target = ways[other].get(direction)
                if target is None or (other, direction) not in needed:
                    choices.append((hypot(x - ox, y - oy), space, other, direction))
        _, space, other, direction = min(choices)
        ways[other][direction] = space


def _tree(ways: Compass, start: str) -> dict[str, tuple[str, str] | None]:
    """Every space that can be reached, with the way that first led to it."""
    tree: dict[str, tuple[str, str] | None] = {start: None}
    queue = deque([start])
    while queue:
        space = queue.popleft()
        for direction, other in ways[space].items():
            if other not in tree:
                tree[other] = (space, direction)
                queue.append(other)
    return tree
