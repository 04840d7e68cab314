"""Refit (rule 13.6) and night repair (19.23): what a unit costs from which depot, and paying it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from typing import NamedTuple

from wargame_tui.core.remembered import Following, remembered
from wargame_tui.core.step import Refusal
from wargame_tui.titles.montys_gamble.events import nights
from wargame_tui.titles.montys_gamble.printed.book import GERMAN, UK
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.rules import bridges, supply
from wargame_tui.titles.montys_gamble.rules.areas import contested, controls, is_free, units_in
from wargame_tui.titles.montys_gamble.rules.depots import DEPOT_RULES, DIVISIONS, no_depot, twin
from wargame_tui.titles.montys_gamble.state import BETTER, DIS1, DIS2, NOWHERE, Depot, Draft, Table, Unit, book_of

BASE = 1
"""Supply points for a Spent unit in the depot's area, and for each boundary and contested area on the way (13.6)."""


class Routes(NamedTuple):
    """The best ways of supplies from a space."""

    prices: Mapping[str, int]
    """What the way costs, to every space that is reached."""
    last: Mapping[str, str]
    """The space before, on the way to a space where it ends."""
    came: Mapping[str, str]
    """The same for a space that it passes."""
    over: tuple[object, ...]
    """What all this rests upon."""


def _follow_routes(table: Table, known: Routes | None, start: str, side: Side) -> Routes:
    over = (table.control, table.crossings, table.ferries, contested(table), is_free(table, start, side))
    return known if known and known.over == over else _find_routes(table, start, side, over)


def _find_routes(table: Table, start: str, side: Side, over: tuple[object, ...]) -> Routes:
    """The best ways from a space; none leave a space that is not Free.

    Rules 13.6, 13.61, Q20, Q58.
    """
    last: dict[str, str] = {}
    came: dict[str, str] = {}
    prices, passed = {start: 0}, {start: 0}
    if not is_free(table, start, side):
        return Routes(prices, last, came, over)
    edges, fought = book_of(table).edges, frozenset(contested(table))
    ahead = [(0, start)]
    while ahead:
        price, here = heappop(ahead)
        if price > passed[here]:
            continue
        onward = price + BASE + (BASE if here in fought else 0)
        for edge in edges[here].values():
            crossed = supply.carries(table, edge, side)
            if (crossed or edge.water == "canal") and onward < prices.get(edge.to, onward + BASE):
                prices[edge.to], last[edge.to] = onward, here
            if crossed and controls(table, edge.to, side) and onward < passed.get(edge.to, onward + BASE):
                passed[edge.to], came[edge.to] = onward, here
                heappush(ahead, (onward, edge.to))
    return Routes(prices, last, came, over)


_routes: Following[Routes] = Following(_follow_routes, "control", "crossings", "ferries", "units", most=256)
"""More than there are spaces of both sides: where depots might be placed, every one is asked for."""


@remembered("depots", "control", "crossings", "ferries", "units")
def reach(table: Table) -> Mapping[str, Mapping[str, int]]:
    """To which spaces the ways of each depot lead, and what they cost."""
    placed = ((name, depot) for name, depot in table.depots.items() if depot.location is not None)
    return {name: _routes(table, depot.location, depot.side).prices for name, depot in placed}


def way_price(table: Table, depot: Depot, space: str) -> int | None:
    """What the way from a depot to a space costs; None if there is none."""
    return None if depot.location is None else _routes(table, depot.location, depot.side).prices.get(space)


def way(table: Table, depot: Depot, space: str) -> list[str]:
    """The best way from a depot to a space, both included; empty if there is none."""
    if depot.location is None or way_price(table, depot, space) is None:
        return []
    routes, found = _routes(table, depot.location, depot.side), [space]
    if space != depot.location:
        found.append(routes.last[space])
        while found[-1] != depot.location:
            found.append(routes.came[found[-1]])
    return found[::-1]


def serves(depot: Depot, unit: Unit) -> bool:
    """Whether a unit is among those for whom a depot is (table S1)."""
    if depot.side != unit.side:
        return False
    if depot.kind in DIVISIONS:
        return unit.range == depot.kind
    return unit.range is None or depot.kind != "zone_f"


def refit_price(table: Table, depot: Depot, unit: Unit) -> int | None:
    """Supply points for a level of a unit from a depot (table S2); None if the depot cannot supply it."""
    if not serves(depot, unit):
        return None
    way = way_price(table, depot, unit.location)
    return None if way is None else level_price(table, unit, way)


def ways_from(table: Table, space: str, side: Side) -> Mapping[str, int]:
    """What the ways of supplies from a space cost, to every space that is reached."""
    return _routes(table, space, side).prices


def level_price(table: Table, unit: Unit, way: int) -> int:
    """Supply points for a level of a unit to which the way costs some."""
    return BASE + way + (book_of(table).charts.depots.dis if unit.condition in (DIS1, DIS2) else 0)


def unit_refusal(table: Table, name: str, side: Side) -> Refusal | None:
    """Why a unit cannot be refitted from any depot."""
    unit = table.units.get(name)
    if unit is None or unit.side != side:
        return Refusal(f"you have no unit `{name}`", "13.6")
    if unit.location in NOWHERE or unit.location == UK:
        return Refusal("it is not on the map", "13.6")
    if unit.condition not in BETTER:
        return Refusal("it is Fresh", "13.6")
    return Refusal("one level a turn", "13.6") if name in table.refitted else None


def _find_price(table: Table, unit: Unit, name: str, *, without: Sequence[str] = ()) -> int | Refusal:
    """What a unit costs from a depot, whether or not the depot has so much; or why it cannot come from there."""
    depot = table.depots.get(name)
    if depot is None:
        return no_depot(name)
    if depot.location is None:
        return Refusal("that depot was not placed", "13.4")
    if not serves(depot, unit):
        return Refusal("that depot is not for this unit", DEPOT_RULES[depot.kind])
    price = refit_price(table, depot, unit)
    if price is None:
        if not is_free(table, depot.location, depot.side):
            return Refusal("its area is not Free: it serves only units there", "13.61")
        return Refusal("no route from the depot to the unit", "13.6")
    return _twin_refusal(table, name, without=without) or price


def _twin_refusal(table: Table, name: str, *, without: Sequence[str] = ()) -> Refusal | None:
    first = twin(table, name, without=without)
    return None if first == name else Refusal(f"draw on {first} first: they are alike", "13.6")


def refit_refusal(table: Table, unit: Unit, *names: str) -> Refusal | None:
    """Why a unit cannot be refitted from a depot, or from several together."""
    prices: list[int] = []
    for count, name in enumerate(names):
        if name in names[:count]:
            return Refusal("name several depots, each once", "13.6")
        price = _find_price(table, unit, name, without=names[:count])
        if isinstance(price, Refusal):
            return price
        prices.append(price)
    return _together_refusal(table, names, prices)


def _together_refusal(table: Table, names: Sequence[str], prices: Sequence[int]) -> Refusal | None:
    """Why depots do not pay together, by what the unit costs from each; all but the last give everything."""
    points, order = [table.depots[name].points for name in names], list(table.depots)
    if len(names) > 1 and not all(points):
        return Refusal("every depot named must have supply points", "13.6")
    if len(names) > 1 and max(prices[:-1]) <= sum(points[:-1]):
        return Refusal(f"{' and '.join(names[:-1])} can pay without the last", "13.6")
    if sorted(names[:-1], key=order.index) != list(names[:-1]):
        return Refusal("name the depots that give everything in order, then the last", "13.6")
    return _points_refusal(max(prices), sum(points))


def _points_refusal(price: int, points: int, rule: str = "13.6") -> Refusal | None:
    return None if price <= points else Refusal(f"it costs {price} supply points and there are {points}", rule)


def offers(table: Table, unit: Unit) -> Iterator[tuple[str, ...]]:
    """The depots, alone or together, that can refit a unit."""
    here = unit.location
    prices = {
        name: level_price(table, unit, ways[here])
        for name, ways in reach(table).items()
        if here in ways and table.depots[name].points and serves(table.depots[name], unit)
    }
    yield from _joined(table, prices)


def _joined(
    table: Table, prices: Mapping[str, int], giving: tuple[str, ...] = (), price: int = 0, points: int = 0
) -> Iterator[tuple[str, ...]]:
    """Ways to pay in which some depots, too few by themselves, give everything: so many points, where it costs more."""
    order = list(prices)
    for place, name in enumerate(order):
        if name in giving or twin(table, name, without=giving) != name:
            continue
        highest, all_points = max(price, prices[name]), points + table.depots[name].points
        if highest <= all_points:
            yield (*giving, name)
        elif not giving or order.index(giving[-1]) < place:
            yield from _joined(table, prices, (*giving, name), highest, all_points)


def common_price(table: Table, unit: Unit, *names: str) -> int:
    """What a unit costs from depots that can supply it: as if all came from the farthest (13.6)."""
    return max(refit_price(table, table.depots[name], unit) or 0 for name in names)


def spend(g: Draft, points: int, *names: str) -> tuple[tuple[str, int], ...]:
    """Take supply points from depots, from the first as far as they go; what each has given."""
    given = []
    for name in names:
        part = min(points, g.depots[name].points)
        g.depots = {**g.depots, name: replace(g.depots[name], points=g.depots[name].points - part)}
        given.append((name, part))
        points -= part
    return tuple(given)


def refit(g: Draft, name: str, rule: str, given: tuple[tuple[str, int], ...] = ()) -> None:
    """A unit recovers one level, and no second in this turn (13.6)."""
    better = BETTER[g.units[name].condition]
    g.change(name, condition=better)
    g.refitted = (*g.refitted, name)
    g.tell(nights.Refitted(unit=name, condition=better, space=g.units[name].location, depots=given, rule=rule))


def refit_at_oss(g: Draft, side: Side) -> None:
    """Units in Zone I need no depot; of the Germans while they control it (13.411, 13.423, Q55)."""
    oss = book_of(g).named["oss"]
    if side == GERMAN and not controls(g, oss, side):
        return
    for unit in units_in(g, oss, side):
        if unit_refusal(g, unit.id, side) is None:
            refit(g, unit.id, "13.411" if side == GERMAN else "13.423")


# Night repair (19.23, Q19)


@dataclass(frozen=True, slots=True)
class Site:
    """Where a bridge can be repaired from, and for how much."""

    space: str
    price: int


def night_site(table: Table, border: str, name: str) -> Site | Refusal:
    """The cheaper bank from which a side may repair a bridge with a depot's supply points."""
    depot = table.depots[name]
    found: list[Site] = []
    refusal: Refusal | None = None
    for bank in book_of(table).banks[border]:
        wrong = bridges.repair_refusal(table, bank, border, depot.side)
        way = way_price(table, depot, bank)
        if wrong is None and way is not None:
            found.append(Site(bank, BASE + way))
        refusal = refusal or wrong
    if found:
        return min(found, key=lambda site: site.price)
    return refusal or Refusal("no route from the depot to the bridge", "19.23")


def may_mend(depot: Depot) -> bool:
    return depot.side == GERMAN or depot.kind == "zone_f"


def night_offers(table: Table, border: str, side: Side) -> Iterator[str]:
    """The depots that can pay for a repair of a bridge."""
    banks = book_of(table).banks[border]
    open_to = [bank for bank in banks if bridges.repair_refusal(table, bank, border, side) is None]
    for name, ways in reach(table).items() if open_to else ():
        depot = table.depots[name]
        prices = [BASE + ways[bank] for bank in open_to if bank in ways]
        if prices and min(prices) <= depot.points and may_mend(depot) and twin(table, name) == name:
            yield name


def night_refusal(table: Table, border: str, name: str) -> Refusal | None:
    """Why a repair cannot be tried by night with supply points of a depot."""
    if border not in table.crossings or not book_of(table).waters[border].bridge:
        return Refusal(f"no bridge `{border}`", "19.23")
    depot = table.depots.get(name)
    if depot is None:
        return no_depot(name)
    if not may_mend(depot):
        return Refusal("only Zone F depots pay for night construction", "19.23")
    site = night_site(table, border, name)
    if isinstance(site, Refusal):
        return site
    return _points_refusal(site.price, depot.points, "19.23") or _twin_refusal(table, name)
