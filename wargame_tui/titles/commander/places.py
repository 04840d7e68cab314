"""Who is where: the Forces of each side in each Area, found from what has changed (2.7)."""

from bisect import insort
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from wargame_tui.board.positions import Named, changes


class Placed(Named, Protocol):
    """A Force as far as its place goes."""

    @property
    def area(self) -> str:
        """The Area in which it is."""

    @property
    def side(self) -> Any:
        """Whose it is."""


F = TypeVar("F", bound=Placed)


def relisted(
    old: Mapping[str, F],
    new: Mapping[str, F],
    there: Callable[[str, Any], Sequence[F]],
    order: Callable[[F], Any],
) -> Mapping[tuple[str, Any], list[F]]:
    """The Forces of each side in each Area in which any of them came, went or changed, in Force order.

    `there` gives those that were in an Area when the Forces were the old ones, `order` says where each
    comes in Force order.
    """
    gone, come = changes(old, new)
    names = {force.id for force in gone}
    found: dict[tuple[str, Any], list[F]] = {(force.area, force.side): [] for force in gone}
    for force in come:
        found.setdefault((force.area, force.side), []).append(force)
    for (area, side), arrived in found.items():
        listed = found[area, side] = [force for force in there(area, side) if force.id not in names]
        for force in arrived:
            insort(listed, force, key=order)
    return found
