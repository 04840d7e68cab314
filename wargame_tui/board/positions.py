"""Who stands where: the units of each side by space, kept up to date from one position to the next."""

from bisect import insort
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

OFF_MAP = "off"
"""Location of a unit that has not arrived."""
ELIMINATED = "eliminated"
"""Location of a unit that is out of the game."""
NOWHERE = frozenset({OFF_MAP, ELIMINATED})


class Placed(Protocol):
    """A unit as far as its place goes."""

    @property
    def id(self) -> str:
        """Its name, the key under which it is kept."""

    @property
    def side(self) -> Any:
        """Whose it is."""

    @property
    def location(self) -> str:
        """A space, `off` or `eliminated`."""


U = TypeVar("U", bound=Placed)
Stacked = Callable[[Iterable[Any]], Sequence[Any]]
"""Makes a stack of units: `tuple`, or a title's own kind of tuple."""


@dataclass(frozen=True, slots=True)
class Positions:
    """Who stands where, worked out once for each set of units.

    What a change of units leaves alone stays the same object: a stack, a side's stacks, the spaces that it occupies.
    """

    units: Mapping[str, Any]
    order: Mapping[str, int]
    """The number of each counter."""
    of_side: Mapping[str, Mapping[str, Any]]
    """The stacks of each side, in the order of the first counter of each."""
    occupied: Mapping[str, frozenset[str]]
    """Spaces with units of each side."""


def arranged(
    units: Mapping[str, U], last: Positions | None, sides: Iterable[str], stacked: Stacked = tuple
) -> Positions:
    """The positions of units; found from the last ones, if these were of the same counters."""
    return (last and _rearranged(last, units, stacked)) or _laid_out(units, sides, stacked)


def _laid_out(units: Mapping[str, U], sides: Iterable[str], stacked: Stacked) -> Positions:
    """The positions of units, from nothing."""
    found: dict[str, dict[str, list[U]]] = {side: {} for side in sides}
    for unit in units.values():
        if unit.location not in NOWHERE:
            found[unit.side].setdefault(unit.location, []).append(unit)
    order = {name: number for number, name in enumerate(units)}
    of_side = {side: {space: stacked(there) for space, there in stacks.items()} for side, stacks in found.items()}
    return Positions(units, order, of_side, {side: frozenset(stacks) for side, stacks in of_side.items()})


def _rearranged(last: Positions, units: Mapping[str, U], stacked: Stacked) -> Positions | None:
    """The same by what has changed since the last positions; None if these were of other counters."""
    changes = [(old, new) for old, new in zip(last.units.values(), units.values(), strict=False) if old is not new]
    if len(last.units) != len(units) or any(old.id != new.id for old, new in changes):
        return None
    of_side, occupied = dict(last.of_side), dict(last.occupied)
    for side in {unit.side for change in changes for unit in change}:
        gone = [old for old, _ in changes if old.side == side and old.location not in NOWHERE]
        come = [new for _, new in changes if new.side == side and new.location not in NOWHERE]
        of_side[side] = _restacked(of_side[side], gone, come, last.order, stacked)
        if of_side[side].keys() != occupied[side]:
            occupied[side] = frozenset(of_side[side])
    return Positions(units, last.order, of_side, occupied)


def _restacked(
    stacks: Mapping[str, Sequence[U]], gone: Sequence[U], come: Sequence[U], order: Mapping[str, int], stacked: Stacked
) -> Mapping[str, Sequence[U]]:
    left = {unit.id for unit in gone}
    touched = {
        space: [unit for unit in stacks.get(space, ()) if unit.id not in left]
        for space in {unit.location for unit in (*gone, *come)}
    }
    for unit in come:
        insort(touched[unit.location], unit, key=lambda unit: order[unit.id])
    found = [stack for stack in stacks.items() if stack[0] not in touched]
    for space, there in touched.items():
        if there:
            insort(found, (space, stacked(there)), key=lambda stack: order[stack[1][0].id])
    return dict(found)
