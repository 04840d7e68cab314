"""The front: between which neighbouring spaces it runs, as the counters on the map tell it."""

from collections.abc import Mapping, Sequence

from wargame_tui.board.scene import Scene

REACH = 3
"""Steps from a counter of either side beyond which there is no front."""


def front(scene: Scene, near: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    """Pairs of neighbours, one nearer to the one side's counters and one to the other's, or held by them.

    A space where both stand belongs to nobody: the front runs all round it. What is as near to both goes to the one of
    them that comes first by name. `near`: the neighbours of every space on the map.
    """
    held = {space: here.control for space, here in scene.spaces.items() if here.control and not here.counters}
    nearest: dict[str, str | None] = {}
    for space, here in scene.spaces.items():
        if here.counters and space in near:
            sides = {counter.side for counter in here.counters}
            nearest[space] = sides.pop() if len(sides) == 1 else None
    rim = nearest
    for _ in range(REACH):
        found: dict[str, str | None] = {}
        for space, side in rim.items():
            for other in near[space]:
                if other not in nearest and other not in scene.outside:
                    reached = held.get(other, side)
                    found[other] = min(filter(None, (reached, found.get(other))), default=None)
        nearest |= found
        rim = found
    return [
        (space, other)
        for space, side in nearest.items()
        for other in near[space]
        if side and (there := nearest.get(other)) != side and (there is None or space < other) and other in nearest
    ]
