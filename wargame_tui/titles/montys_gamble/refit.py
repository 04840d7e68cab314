"""The Refit Phase (rules 6.4, 13.3 to 13.9, 19.23): depots, refit, night repair, Reserve, surrender, reorganization."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from heapq import heappop, heappush
from typing import Any, Literal, NamedTuple

from wargame_tui.core.command import Command
from wargame_tui.core.remembered import Following, Remembered
from wargame_tui.core.step import Prompt, Refusal, Step
from wargame_tui.titles.montys_gamble import bridges, supply
from wargame_tui.titles.montys_gamble.advantage import DIE, Aftermath, ask, begin
from wargame_tui.titles.montys_gamble.book import ALLIED, GERMAN, UK, enemy
from wargame_tui.titles.montys_gamble.commands import (
    Buy,
    End,
    MoveDepot,
    NightRepair,
    PlaceDepot,
    Raise,
    Refit,
    Reorganize,
    Share,
)
from wargame_tui.titles.montys_gamble.data import Division, Side
from wargame_tui.titles.montys_gamble.regroup import over_own_bridge
from wargame_tui.titles.montys_gamble.reinforcements import interdiction_value
from wargame_tui.titles.montys_gamble.table import (
    BETTER,
    DIS1,
    DIS2,
    NOWHERE,
    SPENT,
    WORSE,
    Condition,
    Depot,
    Draft,
    Table,
    Unit,
    book_of,
    contested,
    controls,
    is_contested,
    is_free,
    positions,
    settle_control,
    units_in,
)

DIVISIONS: tuple[Division, ...] = ("1", "82", "101")
"""Airborne divisions with a depot of their own (13.422)."""
HAULED = frozenset({"german", "zone_f", "oss"})
"""Kinds of depot that may be moved (table S1)."""
REORGANIZED = frozenset({"infantry", "armour", "artillery"})
"""Types that reorganize (23.6)."""
BASE = 1
"""Supply points for a Spent unit in the depot's area, and for each boundary and contested area on the way (13.6)."""


# Depots (13.4, 13.5, table S1)


def capacity(table: Table, depot: Depot) -> int:
    """Supply points of a depot where it is, by the weather that began the turn, less interdiction (13.5, 17.41)."""
    chart, clear = book_of(table).charts.depots, table.start_weather == "clear"
    match depot.kind:
        case "german":
            return chart.german_clear if clear else chart.german_overcast
        case "zone_f":
            return chart.zone_f_points
        case "oss":
            return chart.oss
        case "air":
            full = chart.air
        case _:
            full = chart.airborne_clear if clear else chart.airborne_overcast
    return max(0, full - interdiction_value(table, None, depot.location)) if depot.location else full


def sites(table: Table, depot: Depot) -> Iterator[str]:
    """The spaces where a depot may be placed (table S1)."""
    book = book_of(table)
    match depot.kind:
        case "german":
            yield from (space for space in book.ground if book.is_zone(space))
        case "zone_f":
            yield book.named["entry"]
        case "oss":
            yield book.named["oss"]
        case "air":
            for space in book.ground:
                if book.spaces[space].tem <= book.charts.depots.air_tem and controls(table, space, ALLIED):
                    yield space
        case division:
            for space in book.areas:
                entry = book.spaces[space]
                reached = controls(table, space, ALLIED) or is_contested(table, space)
                if entry.airhead and division in entry.ranges and reached:
                    yield space


def issue_depots(g: Draft, side: Side) -> None:
    """The depots of a side, those with but one place already there; what cannot be placed is lost (13.4)."""
    chart, named = book_of(g).charts.depots, book_of(g).named
    found: dict[str, Depot] = {}
    if side == GERMAN:
        found |= {f"G{number}": Depot("german", side, None, 0) for number in range(1, chart.german + 1)}
    else:
        found |= {f"F{number}": Depot("zone_f", side, None, 0) for number in range(1, chart.zone_f + 1)}
        found |= {division: Depot(division, side, None, 0) for division in DIVISIONS}
        if is_free(g, named["oss"], side):
            found["OSS"] = Depot("oss", side, None, 0)
        if g.start_weather == "clear":
            found["AIR"] = Depot("air", side, None, 0)
    g.depots = {}
    for name, depot in found.items():
        places = list(sites(g, depot))
        if not places:
            g.tell("depot_lost", _RULES[depot.kind], depot=name)
            continue
        g.depots = {**g.depots, name: replace(depot, points=capacity(g, depot))}
        if depot.kind in ("zone_f", "oss"):
            place_depot(g, name, places[0])


_RULES: Mapping[str, str] = {
    "german": "13.41",
    "zone_f": "13.421",
    "oss": "13.423",
    "air": "13.424",
    **dict.fromkeys(DIVISIONS, "13.422"),
}


def place_depot(g: Draft, name: str, space: str) -> None:
    """Put a depot down; interdiction lowers what came by air (13.5)."""
    placed = replace(g.depots[name], location=space)
    placed = replace(placed, points=capacity(g, placed))
    g.depots = {**g.depots, name: placed}
    g.tell("depot_placed", _RULES[placed.kind], depot=name, space=space, points=placed.points)


def _find_twins(table: Table) -> Mapping[str, tuple[str, ...]]:
    alike: dict[Depot, list[str]] = {}
    for name, depot in table.depots.items():
        alike.setdefault(depot, []).append(name)
    return {name: tuple(alike[depot]) for name, depot in table.depots.items()}


_twins = Remembered(_find_twins, "depots")


def twin(table: Table, name: str, *, without: str = "") -> str:
    """The first depot that is in every respect like a depot: it is taken first."""
    return next(other for other in _twins(table)[name] if other != without)


def place_refusal(table: Table, name: str, space: str) -> Refusal | None:
    """Why a depot cannot be placed in a space."""
    depot = table.depots.get(name)
    if depot is None:
        return _no_depot(name)
    rule = _RULES[depot.kind]
    if depot.location is not None:
        return Refusal("it has been placed", rule)
    if (first := twin(table, name)) != name:
        return Refusal(f"place {first} first: they are alike", rule)
    return None if space in sites(table, depot) else Refusal(_PLACES[depot.kind], rule)


_PLACES: Mapping[str, str] = {
    "german": "German depots are placed in zones",
    "zone_f": "Zone F depots are placed in Zone F",
    "oss": "the Oss depot is placed in Zone I",
    "air": "air supply goes to an Allied-controlled area or zone with TEM +1 or +2",
    **dict.fromkeys(DIVISIONS, "only to an airhead area of its division, Allied-controlled or contested"),
}


def _no_depot(name: str) -> Refusal:
    return Refusal(f"you have no depot `{name}`", "13.4")


# Moving depots (13.41, 13.421, 13.423, Q21)


def _find_roads(table: Table, start: str, side: Side, shut: tuple[str, ...]) -> frozenset[str]:
    """The spaces to which roads lead through Free spaces, some bridges being shut."""
    book, foes = book_of(table), positions(table).occupied[enemy(side)]
    found: set[tuple[str, str]] = set()
    through: list[tuple[str, str | None]] = [(start, None)]
    while through:
        here, came = through.pop()
        for edge in book.edges[here].values():
            if not edge.road or edge.id in shut or edge.to in foes or not controls(table, edge.to, side):
                continue
            if edge.water != "plain" and not over_own_bridge(table, edge, side):
                continue
            if (edge.to, here) not in found and (came is None or book.roads_meet(here, came, edge.to)):
                found.add((edge.to, here))
                through.append((edge.to, here))
    return frozenset(space for space, _ in found) - {start}


_roads = Remembered(_find_roads, "control", "crossings", "units")


def hauls(table: Table, depot: Depot, opened: tuple[str, ...]) -> frozenset[str]:
    """The Free spaces to which a depot may be moved; at night only those that a repair has opened (19.23)."""
    if depot.location is None or _stuck(table, depot):
        return frozenset()
    reached = _roads(table, depot.location, depot.side, ())
    return reached - _roads(table, depot.location, depot.side, opened) if opened else reached


def _stuck(table: Table, depot: Depot) -> Refusal | None:
    """Why a depot cannot be moved at all."""
    rule = _RULES[depot.kind]
    if depot.location is None:
        return Refusal("place it first", rule)
    if depot.kind not in HAULED:
        return Refusal("it cannot move once it has landed", rule)
    if depot.moved:
        return Refusal("it has been moved", rule)
    if depot.points != capacity(table, depot):
        return Refusal("it has been drawn upon", rule)
    if not is_free(table, depot.location, depot.side):
        return Refusal(f"{book_of(table).name(depot.location)} is not Free", rule)
    return None


def haul_refusal(table: Table, name: str, space: str, opened: tuple[str, ...]) -> Refusal | None:
    """Why a depot cannot be moved to a space."""
    depot = table.depots.get(name)
    if depot is None:
        return _no_depot(name)
    if refusal := _stuck(table, depot):
        return refusal
    if (first := twin(table, name)) != name:
        return Refusal(f"move {first} first: they are alike", _RULES[depot.kind])
    if space in hauls(table, depot, opened):
        return None
    if opened and space in hauls(table, depot, ()):
        return Refusal("by night depots move over the repaired bridge", "19.23")
    return Refusal("no road leads there through Free areas and over own bridges", _RULES[depot.kind])


def haul(g: Draft, name: str, space: str) -> None:
    """Move a depot."""
    depot = g.depots[name]
    g.depots = {**g.depots, name: replace(depot, location=space, moved=True)}
    g.tell("depot_moved", _RULES[depot.kind], depot=name, origin=depot.location, to=space)


# Refit (13.6)


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


_routes: Following[Routes] = Following(_follow_routes, "control", "crossings", "ferries", "units")


def _find_reach(table: Table) -> Mapping[str, Mapping[str, int]]:
    placed = ((name, depot) for name, depot in table.depots.items() if depot.location is not None)
    return {name: _routes(table, depot.location, depot.side).prices for name, depot in placed}


reach = Remembered(_find_reach, "depots", "control", "crossings", "ferries", "units")
"""To which spaces the ways of each depot lead, and what they cost."""


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
    return None if way is None else _level_price(table, unit, way)


def _level_price(table: Table, unit: Unit, way: int) -> int:
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


def _find_price(table: Table, unit: Unit, name: str, *, without: str = "") -> int | Refusal:
    """What a unit costs from a depot, whether or not the depot has so much; or why it cannot come from there."""
    depot = table.depots.get(name)
    if depot is None:
        return _no_depot(name)
    if depot.location is None:
        return Refusal("it was not placed", "13.4")
    if not serves(depot, unit):
        return Refusal("that depot is not for this unit", _RULES[depot.kind])
    price = refit_price(table, depot, unit)
    if price is None:
        if not is_free(table, depot.location, depot.side):
            return Refusal("its area is not Free: it serves only units there", "13.61")
        return Refusal("no route from the depot to the unit", "13.6")
    return _twin_refusal(table, name, without=without) or price


def _twin_refusal(table: Table, name: str, *, without: str = "") -> Refusal | None:
    first = twin(table, name, without=without)
    return None if first == name else Refusal(f"draw on {first} first: they are alike", "13.6")


def refit_refusal(table: Table, unit: Unit, name: str) -> Refusal | None:
    """Why a unit cannot be refitted from a depot alone."""
    price = _find_price(table, unit, name)
    if isinstance(price, Refusal):
        return price
    return _points_refusal(price, table.depots[name].points)


def _points_refusal(price: int, points: int, rule: str = "13.6") -> Refusal | None:
    return None if price <= points else Refusal(f"it costs {price} supply points and there are {points}", rule)


def share_refusal(table: Table, unit: Unit, name: str, other: str) -> Refusal | None:
    """Why a unit cannot be refitted from two depots together."""
    if name == other:
        return Refusal("two depots share", "13.6")
    one = _find_price(table, unit, name)
    if isinstance(one, Refusal):
        return one
    two = _find_price(table, unit, other, without=name)
    if isinstance(two, Refusal):
        return two
    return _together_refusal(table, name, other, one, two)


def _together_refusal(table: Table, name: str, other: str, one: int, two: int) -> Refusal | None:
    """Why two depots do not share, by what the unit costs from each of them."""
    first, second = table.depots[name].points, table.depots[other].points
    if not first or not second:
        return Refusal("both must have supply points", "13.6")
    if one <= first:
        return Refusal(f"{name} alone can pay", "13.6")
    return _points_refusal(max(one, two), first + second)


def offers(table: Table, unit: Unit) -> Iterator[tuple[str, ...]]:
    """The depots, alone or two together, that can refit a unit."""
    depots, here = table.depots, unit.location
    prices = {
        name: _level_price(table, unit, ways[here])
        for name, ways in reach(table).items()
        if here in ways and depots[name].points and serves(depots[name], unit)
    }
    for name, price in prices.items():
        if twin(table, name) != name:
            continue
        if _points_refusal(price, depots[name].points) is None:
            yield (name,)
            continue
        for other, farther in prices.items():
            like = twin(table, other, without=name) if other != name else ""
            if like == other and _together_refusal(table, name, other, price, farther) is None:
                yield name, other


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
    g.tell("refit", rule, unit=name, condition=better, space=g.units[name].location, depots=given)


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


def _may_mend(depot: Depot) -> bool:
    return depot.side == GERMAN or depot.kind == "zone_f"


def _mendable(table: Table, border: str, side: Side) -> bool:
    """Whether a side may repair a bridge, supply points aside."""
    return any(bridges.repair_refusal(table, bank, border, side) is None for bank in book_of(table).banks[border])


def night_refusal(table: Table, border: str, name: str) -> Refusal | None:
    """Why a repair cannot be tried by night with supply points of a depot."""
    if border not in table.crossings or not book_of(table).waters[border].bridge:
        return Refusal(f"no bridge `{border}`", "19.23")
    depot = table.depots.get(name)
    if depot is None:
        return _no_depot(name)
    if not _may_mend(depot):
        return Refusal("only Zone F depots pay for night construction", "19.23")
    site = night_site(table, border, name)
    if isinstance(site, Refusal):
        return site
    return _points_refusal(site.price, depot.points, "19.23") or _twin_refusal(table, name)


# Reserve (13.7, 23.4)


def gains(table: Table, points: int) -> Mapping[str, int]:
    """What each airborne depot gains if all are raised by some points, none above a full depot (23.4, Q30)."""
    most = book_of(table).charts.depots.airborne_clear
    landed = {name: depot for name, depot in table.depots.items() if depot.kind in DIVISIONS and depot.location}
    return {name: max(0, min(points, most - capacity(table, depot))) for name, depot in landed.items()}


def raise_refusal(table: Table, side: Side, points: int, *, raised: bool) -> Refusal | None:
    """Why the airborne depots cannot be raised by some points each."""
    most = book_of(table).charts.depots.airborne_clear
    if "use_of_reserve" not in table.optional or side != ALLIED:
        return Refusal("the Reserve adds nothing to depots", "13.7")
    room = list(gains(table, most).values())
    if not room:
        return Refusal("no airborne depot has landed", "23.4")
    if raised:
        return Refusal("they have been raised", "23.4")
    if not all(room):
        return Refusal(f"only if all airborne depots have less than {most} points", "23.4")
    if not 1 <= points <= max(room):
        return Refusal(f"by 1 to {max(room)} points", "23.4")
    price = sum(gains(table, points).values())
    if price > table.reserve[side]:
        return Refusal(f"that takes {price} points and the Reserve has {table.reserve[side]}", "23.4")
    return None


def raise_depots(g: Draft, points: int) -> None:
    """Raise every airborne depot from the Reserve."""
    added = gains(g, points)
    raised = {name: replace(g.depots[name], points=g.depots[name].points + gain) for name, gain in added.items()}
    g.depots = {**g.depots, **raised}
    g.reserve = {**g.reserve, ALLIED: g.reserve[ALLIED] - sum(added.values())}
    g.tell("depots_raised", "23.4", depots=tuple(added.items()), points=sum(added.values()))


def save_points(g: Draft, side: Side) -> None:
    """Unused supply points of depots in Free areas go to the Reserve, others are lost; the depots go (13.7, 13.61)."""
    unused = [depot for depot in g.depots.values() if depot.location and depot.points]
    saved = sum(depot.points for depot in unused if is_free(g, depot.location or "", side))
    lost = sum(depot.points for depot in unused) - saved
    g.depots = {}
    if saved or lost:
        g.reserve = {**g.reserve, side: g.reserve[side] + saved}
        g.tell("reserve", "13.7", side=side, points=saved, lost=lost, reserve=g.reserve[side])


def buy_refusal(table: Table, side: Side, impulses: int) -> Refusal | None:
    """Why a side cannot move the start of the next day by some impulses (13.7)."""
    limits = book_of(table).charts.limits
    if not 1 <= abs(impulses) <= limits.bought:
        return Refusal(f"1 to {limits.bought} impulses, forward or backward", "13.7")
    price = abs(impulses) * limits.impulse_price
    if price > table.reserve[side]:
        return Refusal(f"that costs {price} points and the Reserve has {table.reserve[side]}", "13.7")
    return None


def spend_on_impulses(g: Draft, side: Side, impulses: int) -> None:
    """Pay for moving the start of the next day (13.7)."""
    price = abs(impulses) * book_of(g).charts.limits.impulse_price
    g.reserve = {**g.reserve, side: g.reserve[side] - price}
    g.shift = {**g.shift, side: impulses}
    g.tell("impulses_bought", "13.7", side=side, impulses=impulses, price=price, reserve=g.reserve[side])


# Surrender (13.9)


def surrender_result(table: Table, condition: Condition, die: int) -> Condition:
    """What the die makes of an isolated unit (table S3)."""
    level = book_of(table).charts.surrender[condition]
    if die > level:
        return condition
    return "eliminated" if die < level else WORSE[condition]


def ask_surrender(g: Draft, unit: Unit) -> None:
    """Roll for an isolated unit, with the numbers beyond which neither side could wish for more."""
    results = {die: surrender_result(g, unit.condition, die) for die in range(1, DIE + 1)}
    safe = min(die for die, result in results.items() if result == unit.condition)
    worst = max(die for die, result in results.items() if result == results[1])
    ask(g, "surrender", unit.id, goods={unit.side: safe, enemy(unit.side): -worst})


def surrender(g: Draft, name: str, die: int) -> None:
    """The result for a unit. It counts for nothing in rule 12 (12.4)."""
    unit = g.units[name]
    result = surrender_result(g, unit.condition, die)
    level = book_of(g).charts.surrender[unit.condition]
    g.tell("surrender", "13.9", unit=name, space=unit.location, die=die, level=level, result=result)
    if result == "eliminated":
        g.eliminate(name, "13.9")
        settle_control(g, unit.location)
    else:
        g.worsen(name, "13.9", result)


# Reorganization (23.6)


def reorganize_refusal(table: Table, side: Side, name: str, other: str, done: tuple[str, ...]) -> Refusal | None:
    """Why a unit cannot recover by the elimination of another."""
    unit, given = table.units.get(name), table.units.get(other)
    if unit is None or given is None or unit.side != side or given.side != side:
        return Refusal("two units of yours", "23.6")
    if name == other or unit.type != given.type or unit.type not in REORGANIZED:
        return Refusal("two units of the same type: infantry, armour or artillery", "23.6")
    if unit.location != given.location or unit.location in NOWHERE:
        return Refusal("two units in the same area", "23.6")
    if unit.condition not in (SPENT, DIS1):
        return Refusal("only a Spent or Dis1 unit recovers", "23.6")
    if given.condition not in (DIS1, DIS2):
        return Refusal("the other unit must be Dis1 or Dis2", "23.6")
    return Refusal("a unit reorganizes once", "23.6") if name in done else None


def reorganize(g: Draft, name: str, other: str) -> None:
    """One unit recovers a level, the other is eliminated."""
    better = BETTER[g.units[name].condition]
    g.eliminate(other, "23.6")
    g.change(name, condition=better)
    g.tell("reorganized", "23.6", unit=name, other=other, condition=better, space=g.units[name].location)


# The phase


Stage = Literal["open", "depots", "refit", "buy", "surrender", "reorganize", "close"]
_DECIDED = frozenset({"depots", "refit", "buy", "reorganize"})
_PROMPTS: Mapping[str, Prompt] = {
    "depots": Prompt("Place and move depots, or end", "13.4"),
    "refit": Prompt("Refit units and repair bridges with supply points, or end", "13.6"),
    "buy": Prompt("Buy impulses of the next day, forward or backward, or end", "13.7"),
    "reorganize": Prompt("Reorganize units, or end", "23.6"),
}


_LISTED_IF_LEGAL = (Refit, Share, PlaceDepot, MoveDepot, End)
_refit, _share = cache(Refit), cache(Share)
"""Commands that are listed over and over again, made once."""


@dataclass(frozen=True, slots=True)
class Refitting(Step[Table, Draft]):
    """One side's half of the Refit Phase: depots, refit, Reserve, surrender, reorganization (6.4, 13.3).

    The Advantage used in it passes on at its end (Q57).
    """

    side: Side
    stage: Stage = "open"
    opened: tuple[str, ...] = ()
    """Bridges repaired in this phase, over which depots may still move (19.23)."""
    raised: bool = False
    """Whether the airborne depots have been raised (23.4)."""
    isolated: tuple[str, ...] = ()
    """Units that still have to roll for surrender."""
    reorganized: tuple[str, ...] = ()
    border: str | None = None
    """The bridge of the night repair in hand."""
    kind: Literal["refit"] = "refit"

    passes_alone = True

    def goes_without_saying(self, command: Command) -> bool:
        """Nothing but the end of a stage in which nothing can be done."""
        return isinstance(command, End)

    def decider(self, table: Table) -> Side | None:
        """The side, but for surrender."""
        return self.side if self.stage in _DECIDED else None

    def title(self, table: Table) -> str:
        """Its name."""
        return "Refit"

    def prompt(self, table: Table) -> Prompt:
        """What is done in this stage."""
        return _PROMPTS[self.stage]

    # What may be done

    def candidates(self, table: Table) -> Iterator[Command]:
        """What the stage offers, and its end."""
        match self.stage:
            case "depots":
                yield from self._placings(table)
                yield from self._hauls(table)
            case "refit":
                yield from self._refits(table)
                yield from self._nights(table)
                if self.opened:
                    yield from self._hauls(table)
                yield from self._raises(table)
            case "buy":
                most = book_of(table).charts.limits.bought
                yield from (Buy(number) for number in range(-most, most + 1) if number)
            case "reorganize":
                yield from self._pairs(table)
        yield End()

    def _placings(self, table: Table) -> Iterator[Command]:
        for name, depot in table.depots.items():
            if depot.location is None and twin(table, name) == name:
                yield from (PlaceDepot(name, space) for space in sites(table, depot))

    def _hauls(self, table: Table) -> Iterator[Command]:
        order = book_of(table).ground
        for name, depot in table.depots.items():
            open_to = hauls(table, depot, self.opened) if twin(table, name) == name else frozenset()
            if open_to:
                yield from (MoveDepot(name, space) for space in order if space in open_to)

    def _refits(self, table: Table) -> Iterator[Command]:
        """What depots can pay, all of it legal; units alike in place, disruption and range are offered the same."""
        done = frozenset(table.refitted)
        found: dict[tuple[str, bool, str | None], list[tuple[str, ...]]] = {}
        for unit in table.units.values():
            if unit.side == self.side and unit.condition in BETTER and unit.id not in done:
                alike = (unit.location, unit.condition == SPENT, unit.range)
                if alike not in found:
                    found[alike] = list(offers(table, unit))
                for names in found[alike]:
                    yield _refit(unit.id, *names) if len(names) == 1 else _share(unit.id, *names)

    def _nights(self, table: Table) -> Iterator[Command]:
        payers = [name for name, depot in table.depots.items() if _may_mend(depot) and twin(table, name) == name]
        for border, crossing in table.crossings.items():
            if crossing.blown and _mendable(table, border, self.side):
                yield from (NightRepair(border, name) for name in payers)

    def _raises(self, table: Table) -> Iterator[Command]:
        if "use_of_reserve" in table.optional and self.side == ALLIED:
            most = max(gains(table, table.reserve[ALLIED]).values(), default=0)
            yield from (Raise(points) for points in range(1, most + 1))

    def _pairs(self, table: Table) -> Iterator[Command]:
        for units in positions(table).of_side[self.side].values():
            given = [unit for unit in units if unit.condition in (DIS1, DIS2)]
            yield from (
                Reorganize(unit.id, other.id) for unit in units if unit.condition in (SPENT, DIS1) for other in given
            )

    def legal(self, table: Table) -> Iterator[Command]:
        """The candidates that are not refused; what is done with depots and refits are legal one and all."""
        for command in self.candidates(table):
            if isinstance(command, _LISTED_IF_LEGAL) or self.refusal(table, command) is None:
                yield command

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """The rules of each stage."""
        match self.stage, command:
            case _, End():
                return None
            case "depots", PlaceDepot(name, space):
                return place_refusal(table, name, space)
            case "depots", MoveDepot(name, space):
                return haul_refusal(table, name, space, ())
            case "refit", MoveDepot(name, space) if self.opened:
                return haul_refusal(table, name, space, self.opened)
            case "refit", Refit(unit, name):
                return unit_refusal(table, unit, self.side) or refit_refusal(table, table.units[unit], name)
            case "refit", Share(unit, name, other):
                return unit_refusal(table, unit, self.side) or share_refusal(table, table.units[unit], name, other)
            case "refit", NightRepair(border, name):
                return night_refusal(table, border, name)
            case "refit", Raise(points):
                return raise_refusal(table, self.side, points, raised=self.raised)
            case "buy", Buy(impulses):
                return buy_refusal(table, self.side, impulses)
            case "reorganize", Reorganize(name, other):
                return reorganize_refusal(table, self.side, name, other, self.reorganized)
        return self.not_now(table)

    # Doing it

    def do(self, g: Draft, command: Command) -> None:
        """Carry it out; the end of a stage leads to the next."""
        match command:
            case PlaceDepot(name, space):
                place_depot(g, name, space)
            case MoveDepot(name, space):
                haul(g, name, space)
            case Refit(unit, name):
                self._pay_refit(g, unit, name)
            case Share(unit, name, other):
                self._pay_refit(g, unit, name, other)
            case NightRepair(border, name):
                self._repair(g, border, name)
            case Raise(points):
                g.swap(raised=True)
                raise_depots(g, points)
            case Buy(impulses):
                spend_on_impulses(g, self.side, impulses)
                self._enter(g, "surrender")
            case Reorganize(name, other):
                g.swap(reorganized=(*self.reorganized, name))
                reorganize(g, name, other)
            case _:
                self._next(g)

    def _pay_refit(self, g: Draft, unit: str, *names: str) -> None:
        refit(g, unit, "13.6", spend(g, common_price(g, g.units[unit], *names), *names))

    def _repair(self, g: Draft, border: str, name: str) -> None:
        site = night_site(g, border, name)
        assert isinstance(site, Site)
        spend(g, site.price, name)
        g.tell("night_repair", "19.23", border=border, depot=name, points=site.price, space=site.space)
        g.swap(border=border)
        bridges.try_repair(g, border, self.side)

    def _next(self, g: Draft) -> None:
        """The stage after the one that the player has ended."""
        match self.stage:
            case "depots":
                refit_at_oss(g, self.side)
                self._enter(g, "refit")
            case "refit":
                save_points(g, self.side)
                self._enter(g, "buy" if self._may_buy(g) else "surrender")
            case "buy":
                self._enter(g, "surrender")
            case _:
                self._enter(g, "close")

    def _may_buy(self, table: Table) -> bool:
        """Whether a purchase could be paid for and have an effect (Q52)."""
        book = book_of(table)
        return bool(table.reserve[self.side] >= book.charts.limits.impulse_price and table.date < book.scenario.last)

    def _enter(self, g: Draft, stage: Stage) -> None:
        if stage == "surrender":
            g.swap(isolated=tuple(unit.id for unit in supply.isolated_units(g, self.side)))
        g.swap(stage=stage)

    def proceed(self, g: Draft) -> None:
        """Open the phase; roll for surrender; close it."""
        match self.stage:
            case "open":
                begin(g, self.side)
                issue_depots(g, self.side)
                self._enter(g, "depots")
            case "surrender" if self.isolated:
                ask_surrender(g, g.units[self.isolated[0]])
            case "surrender":
                self._enter(g, "reorganize" if "reorganization" in g.optional else "close")
            case _:
                g.push(Aftermath())

    def resumed(self, g: Draft, result: Any) -> None:
        """A die has spoken; or the Advantage has passed on."""
        match result:
            case ("surrender", (die,)):
                g.swap(isolated=self.isolated[1:])
                surrender(g, self.isolated[0], die)
            case ("repair", (die,)):
                assert self.border is not None
                bridges.repaired(g, self.border, self.side, die)
                mended = () if g.crossings[self.border].blown else (self.border,)
                g.swap(border=None, opened=(*self.opened, *mended))
            case ("aftermath", _):
                g.finish(("refit_done", ()))
