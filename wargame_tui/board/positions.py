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


class Named(Protocol):
    """A unit as far as its name goes."""

    @property
    def id(self) -> str:
        """Its name, the key under which it is kept."""


class Placed(Named, Protocol):
    """A unit as far as its place goes."""

    @property
    def side(self) -> Any:
        """Whose it is."""

    @property
    def location(self) -> str:
        """A space, `off` or `eliminated`."""


N = TypeVar("N", bound=Named)
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
    before: Mapping[str, Any] | None = None
    """The units from whose positions these were found."""
    changes: Sequence[tuple[Any, Any]] = ()
    """What has changed among them: the old and the new ones."""


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
    if len(last.units) != len(units):
        return None
    changes: dict[str, list[tuple[U, U]]] = {}
    pairs = differing(last.units.values(), units.values())
    for old, new in pairs:
        if old.id != new.id or old.side != new.side:
            return None
        changes.setdefault(old.side, []).append((old, new))
    of_side, occupied = dict(last.of_side), dict(last.occupied)
    for side, changed in changes.items():
        of_side[side] = _restacked(of_side[side], changed, last.order, stacked)
        if of_side[side].keys() != occupied[side]:
            occupied[side] = frozenset(of_side[side])
    return Positions(units, last.order, of_side, occupied, last.units, pairs)


def differing(old: Iterable[U], new: Iterable[U]) -> list[tuple[U, U]]:
    """What has changed among as many units in the same order: the old and the new ones."""
    return [(one, other) for one, other in zip(old, new, strict=True) if one is not other]


def changes(old: Mapping[str, N], new: Mapping[str, N]) -> tuple[list[N], list[N]]:
    """What is gone since units were the old ones, and what has come; what has changed is in both."""
    lost = [] if len(old) <= len(new) else [old[name] for name in old.keys() - new.keys()]
    kept = [unit for name, unit in old.items() if name in new] if lost else [*old.values()]
    pairs = [(one, other) for one, other in zip(kept, new.values(), strict=False) if one is not other]
    if all(one.id == other.id for one, other in pairs):  # those that stay keep their order, new ones come behind them
        return [*lost, *(one for one, _ in pairs)], [*(other for _, other in pairs), *[*new.values()][len(kept) :]]
    gone = [unit for name, unit in old.items() if new.get(name) is not unit]
    return gone, [unit for name, unit in new.items() if old.get(name) is not unit]


def _restacked(
    stacks: Mapping[str, Sequence[U]], changes: Sequence[tuple[U, U]], order: Mapping[str, int], stacked: Stacked
) -> Mapping[str, Sequence[U]]:
    """The stacks of a side after some of its units have changed, from what they were to what they are."""
    old = {unit.id for unit, _ in changes}
    spaces = {unit.location for change in changes for unit in change} - NOWHERE
    touched = {space: [unit for unit in stacks.get(space, ()) if unit.id not in old] for space in spaces}
    for _, unit in changes:
        if unit.location in touched:
            insort(touched[unit.location], unit, key=lambda unit: order[unit.id])
    found, displaced = dict(stacks), list[tuple[str, Sequence[U]]]()
    for space, there in touched.items():
        if there and space in found and found[space][0].id == there[0].id:
            found[space] = stacked(there)
            continue
        found.pop(space, None)
        if there:
            displaced.append((space, stacked(there)))
    if not displaced:
        return found
    in_order = [*found.items()]
    for stack in displaced:
        insort(in_order, stack, key=lambda stack: order[stack[1][0].id])
    return dict(in_order)
