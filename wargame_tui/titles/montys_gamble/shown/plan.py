"""The refit plan: what depots could pay for, weighed before anything is paid (13.4 to 13.7)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from wargame_tui.board.fact import Fact
from wargame_tui.board.steps import top
from wargame_tui.board.title import Plan, PlanLine, PlanSource, PlanWay
from wargame_tui.core.command import Command
from wargame_tui.core.step import Refusal
from wargame_tui.core.wording import plural
from wargame_tui.titles.montys_gamble.commands import End, refitting
from wargame_tui.titles.montys_gamble.printed.names import CONDITIONS, depot_name
from wargame_tui.titles.montys_gamble.rules import refit
from wargame_tui.titles.montys_gamble.rules.areas import contested, is_free
from wargame_tui.titles.montys_gamble.rules.refit_phase import Refitting
from wargame_tui.titles.montys_gamble.shown import pieces
from wargame_tui.titles.montys_gamble.state import BETTER, Draft, State, Table, Unit, book_of

_FIRST_DEPOTS = Refusal("place the depots on the map first, then end", "13.4")
_FOR_ANY = frozenset({"oss", "air"})
"""Kinds of depot that serve any unit of their side (13.423, 13.424)."""
_NO_POINTS = Refusal("the depots that reach it have no points left for it", "13.6")
_NO_WAY = Refusal("no depot reaches it", "13.6")


def planning(state: State) -> str | None:
    """`refit` where depots are placed or refit is paid for."""
    step = top(state)
    return "refit" if isinstance(step, Refitting) and step.stage in ("depots", "refit") else None


def plan(state: State, chosen: Mapping[str, Command | None]) -> Plan | None:
    """What the depots can pay for; in the stage of depots, what they could if it ended now."""
    step = top(state)
    if planning(state) is None:
        return None
    g = Draft(state)
    waiting = _FIRST_DEPOTS if step.stage == "depots" else None
    if waiting:
        step.do(g, End())
    before = {name: depot.points for name, depot in g.depots.items()}
    units = _ailing(g, step.side)
    paid: dict[str, PlanLine] = {}
    for name, wish in chosen.items():
        line = _with(_line(state, g, units[name]), wish) if name in units else None
        if line and line.chosen and line.chosen.command:
            g.stack[-1].do(g, line.chosen.command)
            paid[name] = line
    lines = [paid.get(name) or _line(state, g, unit) for name, unit in units.items()]
    commands = tuple(line.chosen.command for line in paid.values() if line.chosen and line.chosen.command)
    sources = tuple(_source(g, name, before[name]) for name in g.depots)
    idle = bool(commands) and all(isinstance(command, End) for command in g.stack[-1].legal(g))
    return Plan(
        heading=f"{step.side} refit",
        rule=waiting.rule if waiting and waiting.rule else "13.6",
        sources=sources,
        lines=tuple(lines),
        totals=tuple(_totals(g, sources, paid)),
        commands=commands,
        note="Nothing more to do then: the phase goes on to surrender and ends (13.9)" if idle and not waiting else "",
        waiting=waiting,
    )


def _ailing(table: Table, side: str) -> Mapping[str, Unit]:
    """A side's units that may still recover a level, space by space."""
    order = {space: number for number, space in enumerate(book_of(table).ground)}
    units = [unit for unit in table.units.values() if refit.unit_refusal(table, unit.id, unit.side) is None]
    own = [unit for unit in units if unit.side == side and unit.location in order]
    return {unit.id: unit for unit in sorted(own, key=lambda unit: order[unit.location])}


# Depots


def _source(g: Draft, name: str, points: int) -> PlanSource:
    depot = g.depots[name]
    kept = depot.location is not None and is_free(g, depot.location, depot.side)
    if depot.location is None:
        note = "place it, or its points are lost (13.4)"
    elif kept:
        note = "its area is Free: unused points go to the Reserve (13.7)"
    else:
        note = "its area is not Free: it serves only units there, and unused points are lost (13.61)"
    return PlanSource(name, depot_name(name), depot.location, points, depot.points, kept, note)


def _totals(g: Draft, sources: tuple[PlanSource, ...], paid: Mapping[str, PlanLine]) -> Iterator[Fact]:
    """What is spent, what is saved, what is lost."""
    placed = [source for source in sources if source.space]
    spent = sum(source.points - source.left for source in placed)
    saved = sum(source.left for source in placed if source.kept)
    lost = sum(source.left for source in placed if not source.kept)
    reserve = g.reserve[g.stack[-1].side]
    yield Fact("in the plan", plural(len(paid), "unit"))
    yield Fact("cost", f"{spent} of {sum(source.points for source in placed)} points", "13.6")
    yield Fact("Reserve", f"{reserve} → {reserve + saved}", "13.7")
    if lost:
        yield Fact("lost", plural(lost, "point"), "13.61")


# Units


def _line(state: State, g: Draft, unit: Unit) -> PlanLine:
    """A unit with every way to pay for it from what is left."""
    ways = tuple(_ways(g, unit))
    return PlanLine(
        id=unit.id,
        counter=pieces.counter(state, unit),
        space=unit.location,
        before=CONDITIONS[unit.condition],
        after=CONDITIONS[BETTER[unit.condition]],
        ways=ways,
        chosen=None,
        why_not=None if any(way.command for way in ways) else _NO_POINTS if ways else _NO_WAY,
    )


def _with(line: PlanLine, wish: Command | None) -> PlanLine:
    """A line put into the plan, paid as wished if that is possible; as it was if nothing can pay for it."""
    payable = [way for way in line.ways if way.command]
    chosen = next((way for way in payable if way.command == wish), next(iter(payable), None))
    return replace(line, chosen=chosen)


def _ways(g: Draft, unit: Unit) -> list[PlanWay]:
    """Every depot that reaches a unit, and every two that can pay for it together; the best first."""
    payable = set(refit.offers(g, unit))
    alone = {(name,) for name, depot in g.depots.items() if refit.refit_price(g, depot, unit) is not None}
    found = sorted(alone | payable, key=lambda names: _rank(g, unit, names))
    return [_way(g, unit, names, names in payable) for names in found]


def _rank(g: Draft, unit: Unit, names: tuple[str, ...]) -> tuple[object, ...]:
    """The cheaper first; then one depot before two, points that would be lost, depots that serve fewer units."""
    depots = [g.depots[name] for name in names]
    order = list(g.depots)
    return (
        refit.common_price(g, unit, *names),
        len(names),
        all(is_free(g, depot.location or "", depot.side) for depot in depots),
        any(depot.kind in _FOR_ANY for depot in depots),
        [order.index(name) for name in names],
    )


def _way(g: Draft, unit: Unit, names: tuple[str, ...], payable: bool) -> PlanWay:
    farthest = max((g.depots[name] for name in names), key=lambda depot: refit.refit_price(g, depot, unit) or 0)
    route = tuple(refit.way(g, farthest, unit.location))
    return PlanWay(
        sources=names,
        price=refit.common_price(g, unit, *names),
        route=route,
        dear=frozenset(route[1:-1]) & frozenset(contested(g)),  # a point more each (13.6)
        command=refitting(unit.id, names) if payable else None,
    )
