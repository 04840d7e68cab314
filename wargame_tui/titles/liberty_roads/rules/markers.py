"""What played support markers do (5.5); how they are drawn and played is in support.py."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from wargame_tui.core.remembered import Remembered
from wargame_tui.titles.liberty_roads.events.course import MarkerDetached
from wargame_tui.titles.liberty_roads.printed.book import marker_kind
from wargame_tui.titles.liberty_roads.printed.charts import Marker
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.state import Draft, Support, Table, Unit

Use = Literal["play", "spend", "store"]
"""What a player may do with a marker that he has; to give one back is to spend it for nothing."""


def _on_map(table: Table) -> Sequence[tuple[Support, Marker]]:
    known = table.book.markers
    lying = (each for each in table.support.values() if each.where == "played")
    return [(each, known[each.id]) for each in lying if each.id in known]


on_map: Remembered[Sequence[tuple[Support, Marker]]] = Remembered(_on_map, "support")
"""The markers played on the map."""


def played(table: Table, side: Side | None = None) -> Iterator[tuple[Support, Marker]]:
    """The markers played on the map, of one side or both."""
    return (each for each in on_map(table) if side in (None, each[1].side))


def on(table: Table, place: str, effect: str | None = None) -> list[Support]:
    """Markers on a hex, or attached to a unit; of one effect or all."""
    return [each for each, marker in played(table) if each.place == place and effect in (None, marker.effect)]


def detach(g: Draft, unit: str) -> None:
    """A unit leaves the map: markers attached to it return to the pool (5.5.6)."""
    for each in on(g, unit):
        g.put(each.id, "pool")
        g.tell(MarkerDetached(marker=each.id, unit=unit))


def longer_range(table: Table, unit: Unit) -> int:
    """Hexes that markers add to an HQ's command range."""
    return sum(table.marker_of(each.id).amount for each in on(table, unit.id, "supply"))


def _in_revolt(table: Table) -> frozenset[str]:
    places = {each.place for each, marker in played(table) if marker.effect == "insurrection"}
    cities = (city.hexes for city in table.book.map.places if places & {*city.hexes}) if places else ()
    return frozenset(hex_ for city in cities for hex_ in city)


in_revolt: Remembered[frozenset[str]] = Remembered(_in_revolt, "support")
"""The hexes of cities in which an insurrection goes on: in Paris one counts in all its hexes (16.2.3)."""


def risen(table: Table, hex_: str) -> bool:
    """Whether an insurrection goes on in a city hex (16.2.3)."""
    return hex_ in in_revolt(table)


def distinct(markers: Iterable[Support]) -> list[Support]:
    """One of each kind: two identical markers are not used in the same combat (5.5.7)."""
    found: dict[str, Support] = {}
    for each in markers:
        found.setdefault(marker_kind(each.id), each)
    return [*found.values()]


def _choice(table: Table, side: Side, use: Use) -> Sequence[Support]:
    hand = table.available(side)
    if use == "play":
        hand.sort(key=lambda each: not each.free)
    else:
        hand = [each for each in hand if (each.fresh if use == "store" else not each.free)]
    return distinct(hand)


choice: Remembered[Sequence[Support]] = Remembered(_choice, "support")
"""The markers of a side's Available Support among which it chooses for a use, one of each kind (5.1).

To be played the free one comes before others like it; it serves for nothing else (5.3.2). Only what was received in
this turn is stored (18.1.1).
"""


def in_combat(table: Table, side: Side, hex_: str, units: Sequence[Unit]) -> list[Support]:
    """A side's markers that count in a combat for a hex: those on the hex and those of its units (5.5.7)."""
    places = {hex_, *(unit.id for unit in units)}
    return distinct(each for each, _ in played(table, side) if each.place in places)
