"""What follows from a position set up by hand, and whether the steps on its stack fit together (4.1, 4.2.6)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from wargame_tui.titles.desert_commander.printed.book import AT_SEA, AXIS, ENEMY
from wargame_tui.titles.desert_commander.rules import battle, normandy, operations, orders, sequence, supply_points
from wargame_tui.titles.desert_commander.state import Draft, Table, book_of, owned_by, present

_ON_TURN: Mapping[sequence.Stage, type[Any]] = {
    "promotion": sequence.Promotion,
    "landings": normandy.Landings,
    "enemy_orders": orders.EnemyOrders,
    "axis_resupply": supply_points.Resupply,
    "axis_operations": operations.Operations,
    "final_orders": orders.EnemyOrders,
}
_ON_BATTLE = (battle.AirCall, battle.PlanChoice, battle.Losses, battle.RetreatChoice, battle.PressOnChoice)
_UNDER_BATTLE = (normandy.Landings, orders.EnemyOrders, operations.Operations)


def settle(g: Draft, before: Table) -> None:
    """After an edit Areas belong to who stands in them, but where the edit says itself whose they are (4.2.6)."""
    for area in book_of(g).areas:
        if g.areas[area] == before.areas.get(area):
            own = [side for side in (AXIS, ENEMY) if present(g, area, side)]
            if len(own) == 1:
                g.own(area, own[0], "4.2.6")


def stack_problems(table: Table) -> Iterator[str]:
    """What is wrong with the stack of steps, with its place in the state."""
    below: Any = None
    for number, step in enumerate(table.stack):
        problem = "" if _fits(below, step) else f": the step `{step.kind}` cannot stand here"
        problem = problem or next(_step_problems(table, step), "")
        if problem:
            yield f"/stack/{number}{problem}"
            return
        below = step
    if table.over is None and below is not None and below.decider(table) is not None and not any(below.legal(table)):
        yield f"/stack/{len(table.stack) - 1}: no command would be legal in this step"


def _fits(below: Any, step: Any) -> bool:
    """Whether a step may stand on another, or lowest."""
    match step:
        case sequence.Turn() | sequence.NextCampaign():
            return below is None
        case operations.Forming():
            return isinstance(below, operations.Operations)
        case battle.Battle():
            return isinstance(below, _UNDER_BATTLE)
    if isinstance(step, _ON_BATTLE):
        return isinstance(below, battle.Battle)
    return isinstance(below, sequence.Turn) and type(step) is _ON_TURN.get(below.stage)


def _step_problems(table: Table, step: Any) -> Iterator[str]:
    match step:
        case normandy.Landings() | orders.EnemyOrders():
            if step.next < 0:
                yield "/next: negative"
        case operations.Forming():
            yield from _forming_problems(table, step)
        case battle.Battle():
            yield from _battle_problems(table, step)


def _forming_problems(table: Table, step: operations.Forming) -> Iterator[str]:
    if step.area not in book_of(table).links.get(step.origin, ()):
        yield "/area: no link leads there"
    ready = {force.id for force in operations.ready(table, step.origin, step.blitz)}
    if len({*step.forces}) != len(step.forces) or not ready.issuperset(step.forces):
        yield "/forces: forces of the Area that can take part, each once"


def _battle_problems(table: Table, step: battle.Battle) -> Iterator[str]:
    book = book_of(table)
    if step.area not in book.areas or (step.origin != AT_SEA and step.origin not in book.areas):
        yield "/area: no such Area"
        return
    if step.origin == step.area and not owned_by(table, step.area, "contested"):
        yield "/origin: the Area is not contested"
    for name in step.attackers:
        if name in table.forces and (table.forces[name].side, table.forces[name].area) != (step.side, step.origin):
            yield f"/attackers: `{name}` is no attacker in {step.origin}"
    if min(step.support, step.chits, step.speed, step.rerolls, step.pressed) < 0 or step.round < 1:
        yield "/round: negative number"
    shown = Counter(played.chit for played in step.played if played.side == ENEMY)
    if any(played.chit not in book.plans(played.side) for played in step.played):
        yield "/played: no such Battle Plan"
    elif any(count > book.plans(ENEMY)[chit].copies for chit, count in shown.items()):
        yield "/played: more chits than there are copies"
