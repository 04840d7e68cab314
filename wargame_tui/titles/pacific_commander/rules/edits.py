"""What follows from a position set up by hand, and whether the steps on its stack fit together (3.1, 3.2, 3.6.7)."""

from collections.abc import Iterator, Mapping
from typing import Any

from wargame_tui.titles.pacific_commander.printed.book import JAPAN, SHIPS, US, WARSHIPS
from wargame_tui.titles.pacific_commander.rules import (
    battle,
    battle_edits,
    enemy_resupply,
    movement,
    orders,
    post_battle,
    resupply,
    sequence,
    special_ops,
)
from wargame_tui.titles.pacific_commander.state import Draft, Table, book_of


def settle(g: Draft, before: Table) -> None:
    """After an edit cargo goes Ashore and Holders change, but where the edit says itself what an Area is like."""
    edited = {area: state for area, state in g.areas.items() if state != before.areas.get(area)}
    g.settle(book_of(g).areas)
    g.areas = {**g.areas, **edited}


_ON_TURN: Mapping[sequence.Stage, type[Any]] = {
    "us_resupply": resupply.Resupply,
    "us_special_ops": special_ops.SpecialOps,
    "us_move": movement.Movement,
    "jp_resupply": enemy_resupply.EnemyResupply,
    "jp_orders": orders.Orders,
    "battles": battle.Battles,
    "post_battle": post_battle.PostBattle,
}
_ON: Mapping[type[Any], tuple[type[Any], ...]] = {
    special_ops.SpecialOps: (special_ops.CommerceRaiding, special_ops.CarrierRaiding, battle.Battle),
    movement.Movement: (movement.TaskForce,),
    orders.Orders: (orders.OrderAgain,),
    battle.Battles: (battle.Battle,),
}
"""What stands on a step of the turn. Decisions of a battle stand on the battle and on one another."""


def stack_problems(table: Table) -> Iterator[str]:
    """What is wrong with the stack of steps, with its place in the state."""
    below: Any = None
    for number, step in enumerate(table.stack):
        if not _fits(below, step):
            yield f"/stack/{number}: the step `{step.kind}` cannot stand here"
            return
        problems = [f"/stack/{number}{problem}" for problem in _step_problems(table, step)]
        yield from problems
        if problems:
            return
        below = step
    if table.over is None and below is not None and below.decider(table) is not None and not any(below.legal(table)):
        yield f"/stack/{len(table.stack) - 1}: no command would be legal in this step"


def _fits(below: Any, step: Any) -> bool:
    """Whether a step may stand on another, or lowest."""
    lowest = isinstance(step, sequence.Turn | sequence.NextCampaign)
    if below is None or lowest:
        return below is None and lowest
    if isinstance(below, sequence.Turn):
        return type(step) is _ON_TURN.get(below.stage)
    if isinstance(below, sequence.NextCampaign):
        return False
    known = {kind for kinds in (_ON_TURN.values(), *_ON.values()) for kind in kinds}
    if type(below) in known and not isinstance(below, battle.Battle):
        return type(step) in _ON.get(type(below), ())
    return type(step) not in known


def _step_problems(table: Table, step: Any) -> Iterator[str]:
    match step:
        case special_ops.CommerceRaiding():
            yield from _missing(table, step.ships, "/ships", "SS")
        case special_ops.CarrierRaiding():
            yield from _no_areas(table, {"origin": step.origin, "area": step.area, "port": step.port})
            yield from _missing(table, step.ships, "/ships", *WARSHIPS, area=step.origin)
        case movement.TaskForce():
            yield from _no_areas(table, {"area": step.area})
            yield from _missing(table, step.ships, "/ships", *SHIPS, "SS", area=step.area)
            yield from _load_problems(table, step)
        case orders.Orders():
            yield from _missing(table, step.submarines, "/submarines", "SS", side=JAPAN)
            for number, group in enumerate(step.groups):
                yield from _group_problems(table, group, f"/groups/{number}")
            if step.rolled is not None and not step.groups:
                yield "/rolled: no group is there that has rolled"
            yield from _roll_problems(table, step.rolled)
        case orders.OrderAgain():
            yield from _group_problems(table, step.group, "/group")
            yield from _roll_problems(table, step.rolled)
        case _:
            yield from battle_edits.problems(table, step)


def _no_areas(table: Table, named: Mapping[str, str]) -> Iterator[str]:
    for field, area in named.items():
        if area not in book_of(table).areas:
            yield f"/{field}: no Area `{area}`"


def _missing(
    table: Table, names: tuple[str, ...], place: str, *classes: str, side: str = US, area: str | None = None
) -> Iterator[str]:
    for number, name in enumerate(names):
        force = table.forces.get(name)
        if force is None or force.side != side or force.cls not in classes or area not in (None, force.area):
            yield f"{place}/{number}: no Force `{name}` of the right class there"


def _load_problems(table: Table, step: movement.TaskForce) -> Iterator[str]:
    for number, loading in enumerate(step.loads):
        cargo = table.forces.get(loading.force)
        if loading.ship not in step.ships or table.forces[loading.ship].cls != "TRN":
            yield f"/loads/{number}/ship: no transport of the task force"
        elif cargo is None or cargo.side != US or cargo.carried_by is not None:
            yield f"/loads/{number}/force: no US Force Ashore"


def _group_problems(table: Table, group: orders.Group, place: str) -> Iterator[str]:
    if group.area not in book_of(table).areas:
        yield f"{place}/area: no Area `{group.area}`"
    yield from _missing(table, group.ships, f"{place}/ships", *SHIPS, side=JAPAN, area=group.area)


def _roll_problems(table: Table, rolled: orders.Rolled | None) -> Iterator[str]:
    rows = min(len(posture.orders) for posture in book_of(table).charts.orders.postures.values())
    if rolled is not None and not 1 <= rolled.row <= rows:
        yield f"/rolled/row: 1 to {rows}"
