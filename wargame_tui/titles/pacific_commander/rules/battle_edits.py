"""Whether the steps of a battle make sense in a position set up by hand (5.4)."""

from collections.abc import Iterable, Iterator
from typing import Any

from wargame_tui.titles.pacific_commander.printed.book import SIDES, US
from wargame_tui.titles.pacific_commander.rules import (
    air,
    battle,
    landing,
    plans,
    search,
    submarines,
    surface,
    withdrawal,
)
from wargame_tui.titles.pacific_commander.rules.engagement import Record, in_hand
from wargame_tui.titles.pacific_commander.state import Table, book_of


def problems(table: Table, step: Any) -> Iterator[str]:
    """What is wrong with a step of a battle, with its place in the step. The battle itself comes before what stands on
    it."""
    match step:
        case battle.Battles(next=number) if not 0 <= number <= len(book_of(table).areas):
            yield f"/next: 0 to {len(book_of(table).areas)}"
        case battle.Battle():
            yield from _battle_problems(table, step)
        case air.Strike() | air.StrikeAim() if not _dice_known(in_hand(table)):
            yield ": CAP and STRIKE dice of both sides are wanting"
        case air.StrikeAim(made=made, named=named):
            names = [force.id for force in search.located_targets(table, US)]
            yield from _unknown([aimed.force for aimed in made], names, "/made", "a located target")
            yield from _unknown([named] if named else [], names, "/named", "a located target")
            if sum(aimed.count for aimed in made) > in_hand(table).now.strike[US]:
                yield "/made: more dice than the strike has"
        case submarines.SubmarineAttack(boat=boat):
            if boat not in table.forces or table.forces[boat].cls != "SS":
                yield f"/boat: no submarine `{boat}`"
        case surface.GunAim(aims=aims):
            yield from _gun_problems(table, aims)
        case landing.Losses(forces=forces):
            if len({table.forces[name].side for name in forces if name in table.forces}) > 1:
                yield "/forces: Forces of one side"
        case plans.DamageControl(left=left) if left < 0:
            yield "/left: negative"
        case withdrawal.Withdrawing(area=area):
            if withdrawal.refuge_refusal(table, area) is not None:
                yield f"/area: no ship can withdraw to `{area}`"


def _battle_problems(table: Table, step: battle.Battle) -> Iterator[str]:
    record, book = step.record, book_of(table)
    if step.stage not in battle.STAGES[record.sort]:
        yield f"/stage: a {record.sort} has no such stage"
    if record.area not in book.areas or record.port not in (None, *book.areas):
        yield "/record/area: no such Area" if record.area not in book.areas else "/record/port: no such Area"
        return
    most = max(book.charts.battle.rounds.values())
    if not 0 <= record.now.number <= most or not 0 <= record.rounds <= most:
        yield f"/record/rounds: 0 to {most}"
    yield from _chit_problems(table, record)
    yield from _unknown([aimed.force for aimed in record.now.targets], table.forces, "/record/now/targets", "a Force")
    if step.stage == "strikes" and table.stack[-1] is step and not _dice_known(record):
        yield "/record/now: CAP and STRIKE dice of both sides are wanting"
    if step.stage == "fire":
        yield from _fire_problems(table, step)
    if any(aimed.count < 0 for aimed in (*record.now.targets, *record.now.pending)):
        yield "/record/now: negative number of dice or hits"
    if any(number < 0 for dice in (record.now.cap, record.now.strike) for number in dice.values()):
        yield "/record/now: negative number of dice"


def _dice_known(record: Record) -> bool:
    return all(side in record.now.cap and side in record.now.strike for side in SIDES)


def _fire_problems(table: Table, step: battle.Battle) -> Iterator[str]:
    now = step.record.now
    if any(not surface.in_sight(table, side) for side in now.firing):
        yield "/record/now/firing: no ship in sight"
    aimed = table.stack[-1] is not step or len(now.aims) == len(surface.dice_of(table, US))
    if US in now.firing and not aimed:
        yield "/record/now/aims: a target for each die"


def _chit_problems(table: Table, record: Record) -> Iterator[str]:
    charts = book_of(table).charts
    for number, chit in enumerate(record.now.chits):
        if chit.id not in charts.plans[chit.side]:
            yield f"/record/now/chits/{number}: no Battle Plan `{chit.id}`"
    japanese = charts.plans[SIDES[1]]
    for name in set(record.drawn):
        if name not in japanese or record.drawn.count(name) > japanese[name].copies:
            yield f"/record/drawn: `{name}` is not so often in the cup"


def _gun_problems(table: Table, aims: tuple[str, ...]) -> Iterator[str]:
    if US not in in_hand(table).now.firing:
        yield ": the US does not fire"
        return
    targets = [ship.id for ship in surface.in_sight(table, US)]
    if len(aims) > len(surface.dice_of(table, US)) or not targets:
        yield "/aims: more than there are dice, or no ship in sight"
    yield from _unknown(aims, targets, "/aims", "a ship in sight")


def _unknown(names: Iterable[str], known: Iterable[str], place: str, what: str) -> Iterator[str]:
    there = set(known)
    yield from (f"{place}: `{name}` is not {what}" for name in names if name not in there)
