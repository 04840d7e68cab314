"""Supply (rule 13): lines along roads to the zones that a side controlled at the start."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from wargame_tui.engine.ways import Found, cheapest, way
from wargame_tui.titles.tigers_in_the_mist import events
from wargame_tui.titles.tigers_in_the_mist.printed.book import DATA, SIDES, enemy, open_book
from wargame_tui.titles.tigers_in_the_mist.printed.data import Side
from wargame_tui.titles.tigers_in_the_mist.state import Draft, Table, Unit, book_of, chart_of, destroyed, positions

Lines = Mapping[str, int]
"""For each space with a line of supply, the fewest destroyed bridges that a line from it must cross: 0 or 1."""
MOST_BLOWN = 1


def lines(table: Table, side: Side) -> Lines:
    """The spaces from which the side can trace supply as the table now lies (13.11 to 13.14)."""
    return trace(table.scenario, side, positions(table).occupied[enemy(side)], destroyed(table))


def route(table: Table, side: Side, space: str) -> list[str]:
    """The spaces of a line of supply, from the source to a space; nothing if there is none (13.11 to 13.14)."""
    return way(_traced(table.scenario, side, positions(table).occupied[enemy(side)], destroyed(table)), space)


@DATA.forgotten
@lru_cache(maxsize=512)
def trace(scenario: str, side: Side, hostile: frozenset[str], blown: frozenset[str]) -> Lines:
    """The spaces from which a side can trace supply past spaces with enemy units and over destroyed bridges."""
    return {space: crossed for space, (crossed, _) in _traced(scenario, side, hostile, blown).items()}


@DATA.forgotten
@lru_cache(maxsize=512)
def _traced(scenario: str, side: Side, hostile: frozenset[str], blown: frozenset[str]) -> Found[str]:
    """The same with the space before each on its line."""
    book = open_book(scenario)
    sources = [zone for zone in book.scenario.sources[side] if zone not in hostile]  # 13.12, A38

    def onward(here: str, _: int) -> Iterator[tuple[str, int]]:
        if here in sources or not (here in hostile or book.is_zone(here)):  # 13.12, 13.13
            yield from ((road.to, int(road.bridge in blown)) for road in book.supply_roads.get(here, ()))

    return cheapest(sources, onward, MOST_BLOWN)


def supplied_at(table: Table, unit: Unit, space: str) -> bool:
    """Whether the unit would be in supply in a space (13.11, 13.14)."""
    crossed = lines(table, unit.side).get(space)
    return crossed is not None and crossed <= chart_of(table, unit).blown_bridges_in_supply_line


def in_supply(table: Table, unit: Unit) -> bool:
    """Whether the unit is in supply where it stands (13.11).

    In a scenario on a part of the map, units that appear outside that part are in supply on the date on which
    they appear (scenario "Fifth Panzer Army").
    """
    if unit.location not in book_of(table).section:
        return unit.outside_since == table.date
    return supplied_at(table, unit, unit.location)


def unsupplied(table: Table) -> tuple[str, ...]:
    """Every unit on the map that is out of supply."""
    found: list[str] = []
    for side in SIDES:
        safe, stacks = lines(table, side), positions(table).of_side[side]
        for space, units in stacks.items():
            if safe.get(space) != 0:
                found += [unit.id for unit in units if not in_supply(table, unit)]
    return tuple(found)


def recover_vehicles(g: Draft) -> None:
    """Units that abandoned vehicles get them back once a line crosses no destroyed bridge (8.35, A34)."""
    for unit in [unit for unit in g.units.values() if unit.on_foot and unit.strength]:
        if lines(g, unit.side).get(unit.location) != 0:
            continue
        g.change(unit.id, on_foot=False)
        g.tell(events.VehiclesRecovered(unit=unit.id, space=unit.location))


def attrition(g: Draft) -> None:
    """The attrition phase (13.2): every unit out of supply loses strength, both sides at once (13.21)."""
    loss = book_of(g).charts.attrition
    for unit in unsupplied(g):
        g.lose(unit, loss, "13.21")
    recover_vehicles(g)
