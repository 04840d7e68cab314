"""Retreat (rules 10.9 to 10.93): where a unit may go, and going there."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from wargame_tui.titles.montys_gamble.events import moves
from wargame_tui.titles.montys_gamble.printed.book import Edge
from wargame_tui.titles.montys_gamble.rules import areas
from wargame_tui.titles.montys_gamble.state import Draft, Table, Unit, book_of


@dataclass(frozen=True, slots=True)
class Refuge:
    """A space where a unit may end its retreat, and the bridges on the way."""

    space: str
    bridges: tuple[str, ...]


def refuges(table: Table, unit: Unit, start: str | None = None) -> Mapping[str, Refuge]:
    """The spaces among which a unit's owner may choose: all of the best priority there is (10.92).

    Through areas at the stacking limit the retreat goes on (10.91), by the same priorities.
    """
    return _from(table, unit, start or unit.location, (), frozenset({unit.location}))


def _from(table: Table, unit: Unit, here: str, bridges: tuple[str, ...], seen: frozenset[str]) -> Mapping[str, Refuge]:
    ranked: dict[tuple[int, int], list[tuple[Edge, tuple[str, ...]]]] = {}
    for edge, over in _exits(table, unit, here, bridges):
        if edge.to not in seen:
            ranked.setdefault(_priority(table, unit, edge.to), []).append((edge, over))
    for rank in sorted(ranked):
        if rank[0] != FULL:
            return {edge.to: Refuge(edge.to, over) for edge, over in ranked[rank]}
        beyond: dict[str, Refuge] = {}
        for edge, over in ranked[rank]:
            for space, refuge in _from(table, unit, edge.to, over, seen | {edge.to}).items():
                beyond.setdefault(space, refuge)
        if beyond:
            return beyond
    return {}


def _exits(table: Table, unit: Unit, here: str, bridges: tuple[str, ...]) -> Iterator[tuple[Edge, tuple[str, ...]]]:
    """The boundaries over which a unit may retreat, with the bridges used so far (10.9 A to D, 10.91)."""
    if unit.type == "tower":
        return
    for edge in book_of(table).edges[here].values():
        if not areas.in_range(table, unit, edge.to):
            continue
        if not areas.controls(table, edge.to, unit.side) and not areas.is_contested(table, edge.to):
            continue
        if edge.water == "plain":
            yield edge, bridges
        elif table.crossings[edge.id].holder == unit.side:
            crowd = table.now.retreated.get(edge.id, 0) + bridges.count(edge.id)
            if areas.bridge_stands(table, edge.id) and book_of(table).bears(crowd):
                yield edge, (*bridges, edge.id)
            elif edge.water == "canal" and unit.type == "infantry":
                yield edge, bridges


FULL = 4


def _priority(table: Table, unit: Unit, space: str) -> tuple[int, int]:
    """Rank of a space: the number of 10.92, then, among Free areas, adjacent enemy-controlled areas."""
    book, side = book_of(table), unit.side
    if space in book.zones:
        return 5, 0
    if areas.is_full(table, space, side):
        return FULL, 0
    if areas.is_free(table, space, side):
        near = book.edges[space]
        return 1, sum(1 for other in near if other not in book.zones and not areas.controls(table, other, side))
    return (2, 0) if areas.controls(table, space, side) else (3, 0)


def withdraw(g: Draft, unit: Unit, refuge: Refuge, rule: str) -> None:
    """Carry out a retreat; control may change where the unit ends (10.92)."""
    counts = g.now.retreated
    for bridge in refuge.bridges:
        counts = g.count(counts, bridge)
    g.note(retreated=counts)
    left = unit.location
    g.tell(moves.Retreated(unit=unit.id, origin=left, to=refuge.space, rule=rule))
    areas.put(g, unit.id, refuge.space)


def way_back(table: Table, unit: Unit, origin: str) -> Mapping[str, Refuge]:
    """Where an attacker retreats: to where it came from, or on from there if that is full (10.9, 10.91)."""
    mover = table.now.movers[unit.id]
    over = (mover.crossed,) if mover.by == "bridge" and mover.crossed else ()
    if not areas.is_full(table, origin, unit.side):
        return {origin: Refuge(origin, over)}
    return _from(table, unit, origin, over, frozenset({unit.location, origin}))
