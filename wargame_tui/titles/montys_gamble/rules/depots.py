"""Depots (rules 13.4, 13.5): which there are, where they are placed, where they may be moved, their points."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from wargame_tui.core.remembered import remembered
from wargame_tui.core.step import Refusal
from wargame_tui.engine.ways import nearest
from wargame_tui.titles.montys_gamble.events import nights
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, GERMAN
from wargame_tui.titles.montys_gamble.printed.data import Division, Side
from wargame_tui.titles.montys_gamble.rules.areas import controls, free_spaces, is_contested, is_free
from wargame_tui.titles.montys_gamble.rules.regroup import over_own_bridge
from wargame_tui.titles.montys_gamble.rules.reinforcements import interdiction_value
from wargame_tui.titles.montys_gamble.state import Depot, Draft, Table, book_of

DIVISIONS: tuple[Division, ...] = ("1", "82", "101")
"""Airborne divisions with a depot of their own (13.422)."""
HAULED = frozenset({"german", "zone_f", "oss"})
"""Kinds of depot that may be moved (table S1)."""


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
            yield from (space for space in book.ground if space in book.zones)
        case "zone_f":
            yield book.named["entry"]
        case "oss":
            yield book.named["oss"]
        case "air":
            for space in book.ground:
                if book.is_level(space) and controls(table, space, ALLIED):
                    yield space
        case division:
            for space in book.areas:
                entry = book.spaces[space]
                its_airhead = entry.airhead and division in entry.ranges
                if its_airhead and (controls(table, space, ALLIED) or is_contested(table, space)):
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
            g.tell(nights.DepotLost(depot=name, rule=DEPOT_RULES[depot.kind]))
            continue
        g.depots = {**g.depots, name: replace(depot, points=capacity(g, depot))}
        if depot.kind in ("zone_f", "oss"):
            place_depot(g, name, places[0])


DEPOT_RULES: Mapping[str, str] = {
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
    g.tell(nights.DepotPlaced(depot=name, space=space, points=placed.points, rule=DEPOT_RULES[placed.kind]))


@remembered("depots")
def _twins(table: Table) -> Mapping[str, tuple[str, ...]]:
    alike: dict[Depot, list[str]] = {}
    for name, depot in table.depots.items():
        alike.setdefault(depot, []).append(name)
    return {name: tuple(alike[depot]) for name, depot in table.depots.items()}


def twin(table: Table, name: str, *, without: Sequence[str] = ()) -> str:
    """The first depot that is in every respect like a depot: it is taken first."""
    alike = _twins(table)[name]
    return next(other for other in alike if other not in without) if without else alike[0]


def place_refusal(table: Table, name: str, space: str) -> Refusal | None:
    """Why a depot cannot be placed in a space."""
    depot = table.depots.get(name)
    if depot is None:
        return no_depot(name)
    rule = DEPOT_RULES[depot.kind]
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


def no_depot(name: str) -> Refusal:
    return Refusal(f"you have no depot `{name}`", "13.4")


# Moving depots (13.41, 13.421, 13.423, Q21)


@remembered("control", "crossings", "units")
def _roads(table: Table, start: str, side: Side, shut: tuple[str, ...]) -> frozenset[str]:
    """The spaces to which roads lead through Free spaces, some bridges being shut."""
    book, free = book_of(table), free_spaces(table, side)

    def onward(place: tuple[str, str | None]) -> Iterator[tuple[str, str | None]]:
        here, came = place
        for edge in book.edges[here].values():
            if not edge.road or edge.id in shut or edge.to not in free:
                continue
            crossed = edge.water == "plain" or over_own_bridge(table, edge, side)
            if crossed and (came is None or book.roads_meet(here, came, edge.to)):
                yield edge.to, here

    begin: tuple[str, str | None] = (start, None)
    return frozenset(space for space, _ in nearest([begin], onward)) - {start}


def hauls(table: Table, depot: Depot, opened: tuple[str, ...]) -> frozenset[str]:
    """The Free spaces to which a depot may be moved; at night only those that a repair has opened (19.23)."""
    if depot.location is None or _stuck(table, depot):
        return frozenset()
    reached = _roads(table, depot.location, depot.side, ())
    return reached - _roads(table, depot.location, depot.side, opened) if opened else reached


def _stuck(table: Table, depot: Depot) -> Refusal | None:
    """Why a depot cannot be moved at all."""
    rule = DEPOT_RULES[depot.kind]
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
        return no_depot(name)
    if refusal := _stuck(table, depot):
        return refusal
    if (first := twin(table, name)) != name:
        return Refusal(f"move {first} first: they are alike", DEPOT_RULES[depot.kind])
    if space in hauls(table, depot, opened):
        return None
    if opened and space in hauls(table, depot, ()):
        return Refusal("by night depots move over the repaired bridge", "19.23")
    return Refusal("no road leads there through Free areas and over own bridges", DEPOT_RULES[depot.kind])


def haul(g: Draft, name: str, space: str) -> None:
    """Move a depot."""
    depot = g.depots[name]
    assert depot.location
    g.depots = {**g.depots, name: replace(depot, location=space, moved=True)}
    g.tell(nights.DepotMoved(depot=name, origin=depot.location, to=space, rule=DEPOT_RULES[depot.kind]))
