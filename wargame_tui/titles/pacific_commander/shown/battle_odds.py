"""Distributions of what a battle rolls: strikes, gunfire, bombardment, landing fire, ground combat (3.9 to 3.11)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from wargame_tui.engine.spread import NOTHING, Spread, evenly, mapped, mixed, total
from wargame_tui.titles.commander.checks import hits_on, within_limits
from wargame_tui.titles.pacific_commander.printed.book import GROUND, enemy
from wargame_tui.titles.pacific_commander.printed.data import ForceClass, Side
from wargame_tui.titles.pacific_commander.rules import air, landing, plans, surface
from wargame_tui.titles.pacific_commander.rules.engagement import (
    Aimed,
    ground,
    ground_can_be_hit,
    holder,
    in_hand,
    line,
    total_steps,
)
from wargame_tui.titles.pacific_commander.rules.search import located_targets
from wargame_tui.titles.pacific_commander.state import Force, Table, book_of, present, rating, steps_left

Aims = Callable[[int], Sequence[Aimed]]
"""How so many strike dice are aimed."""
BOXES: tuple[air.Box, ...] = ("REAR", "LINE")


@dataclass(frozen=True, slots=True)
class Losses:
    """The steps that a side may lose: in all, and of each Force by itself."""

    steps: Spread
    each: Mapping[str, Spread]


def hits(table: Table, numbers: Iterable[int]) -> Spread:
    """Hits of dice of the game, each against its number (2.1)."""
    return hits_on(numbers, book_of(table).charts.die)


def hits_of_die(table: Table, number: int, at: ForceClass | None) -> Spread:
    """Hits of a strike die at a class, or of a submarine's, of which low faces are worth more (3.9.11, 3.10.1)."""
    charts = book_of(table).charts
    needed = within_limits(number, charts.die)
    faces = evenly(range(1, charts.die + 1))
    found = mapped(faces, lambda face: charts.battle.hits_of(face, at) if face <= needed else 0)
    return {count: float(p) for count, p in sorted(found.items())}


# Strikes (3.9.8 to 3.9.15)


def strike_dice(table: Table, side: Side, strike: int, cap: int) -> Spread:
    """Strike dice that are left after escort and CAP (3.9.8, 3.9.9)."""
    escort = min(strike // book_of(table).charts.battle.escort_share, cap)
    number, answer = air.cap_number(table, side), air.cap_number(table, enemy(side))
    left = mixed(
        (p, mapped(hits(table, [answer] * (cap - gone)), lambda lost: max(strike - lost, 0)))
        for gone, p in hits(table, [number] * escort).items()
    )
    return dict(sorted(left.items()))


def auto_aims(table: Table, side: Side) -> Aims:
    """Strike dice as the Japanese aim them, carriers first (3.9.14)."""
    targets = located_targets(table, side)
    return lambda dice: air.spread(table, targets, dice)


def strike_losses(table: Table, side: Side, dice: Spread, aims: Aims) -> Losses:
    """What a strike destroys: flak of each box, then the dice that are left (3.9.10, 3.9.11)."""
    cases: dict[tuple[Aimed, ...], float] = {}
    for count, p in dice.items():
        for left, share in _after_flak(table, side, aims(count)):
            cases[left] = cases.get(left, 0.0) + p * share
    known: dict[Aimed, Spread] = {}
    return _mix([(p, _of_aimed(table, side, left, known)) for left, p in cases.items()])


def _after_flak(table: Table, side: Side, aimed: Sequence[Aimed]) -> Iterable[tuple[tuple[Aimed, ...], float]]:
    """The dice that flak leaves, with the chance of each case."""
    cases: list[tuple[tuple[Aimed, ...], float]] = [(tuple(aimed), 1.0)]
    for box in BOXES:
        if any(air.box_of(table, each) == box for each in aimed):
            flak = hits(table, air.flak_numbers(table, enemy(side), box))
            cases = [
                (air.without_last(table, left, box, stopped), share * p)
                for left, share in cases
                for stopped, p in flak.items()
            ]
    return cases


def _of_aimed(table: Table, side: Side, aimed: Sequence[Aimed], known: dict[Aimed, Spread]) -> Losses:
    """What dice at these targets destroy; ground Forces lose a step at most, and never the last (3.9.15)."""
    for each in aimed:
        if each not in known:
            known[each] = _hits_at(table, side, table.forces[each.force], each.count)
    found = {each.force: known[each] for each in aimed}
    ships = {name: part for name, part in found.items() if table.forces[name].cls not in GROUND}
    lost = _capped(table, ships)
    ashore = total([part for name, part in found.items() if name not in ships])
    most = book_of(table).charts.battle.bomb_ground_most if ground_can_be_hit(table, enemy(side)) else 0
    return Losses(total([*lost.values(), _at_most(ashore, most)]), lost)


def _capped(table: Table, hits: Mapping[str, Spread]) -> Mapping[str, Spread]:
    """Steps that Forces lose by hits: no more than they have."""
    steps = {name: steps_left(table, table.forces[name]) for name in hits}
    return {name: _at_most(part, steps[name]) for name, part in hits.items()}


def _at_most(part: Spread, most: int) -> Spread:
    return mapped(part, lambda count: min(count, most))


def _hits_at(table: Table, side: Side, target: Force, count: int) -> Spread:
    """Hits of strike dice at a target (3.9.11)."""
    return total([hits_of_die(table, air.strike_number(table, side, target), target.cls)] * count)


def _mix(parts: Sequence[tuple[float, Losses]]) -> Losses:
    """One of several outcomes, each with its probability; who is not aimed at in one of them loses nothing there."""
    names = dict.fromkeys(name for _, losses in parts for name in losses.each)
    each = {name: mixed((p, losses.each.get(name, NOTHING)) for p, losses in parts) for name in names}
    return Losses(mixed((p, losses.steps) for p, losses in parts) if parts else NOTHING, each)


# Guns and torpedoes (3.10.3 to 3.10.6)


def fire_losses(table: Table, side: Side, aims: Sequence[str]) -> Losses:
    """What a side's fire destroys, its first dice aimed so."""
    numbers: dict[str, list[int]] = {}
    for target, (ship, weapon) in zip(aims, surface.dice_of(table, side), strict=False):
        numbers.setdefault(target, []).append(surface.fire_number(table, ship, weapon))
    each = _capped(table, {name: hits(table, dice) for name, dice in numbers.items()})
    return Losses(total(each.values()), each)


def fire(table: Table, side: Side) -> Losses:
    """What a side's fire destroys if the program aims it (3.10.5)."""
    return fire_losses(table, side, surface.spread(table, side, len(surface.dice_of(table, side))))


# Bombardment (3.10.7, 3.10.8)


def bombardment_hits(table: Table, side: Side) -> Spread:
    """Hits of a side's bombardment that count, before the fort."""
    book = book_of(table)
    weapons = [rating(table, ship, "bom") for ship in line(table, side)]
    rolled = hits(table, [bom.hit for bom in weapons for _ in range(bom.dice)])
    more = plans.added(table, side, "bombard_hits")
    return mapped(rolled, lambda count: min(count + more, book.charts.battle.bombard_most))


def past_the_fort(table: Table, side: Side, hits: Spread) -> Spread:
    """Bombardment hits of a side that the enemy's fort does not stop."""
    other = enemy(side)
    if holder(table) != other:
        return hits
    fort = max(plans.fort(table, other) - plans.added(table, side, "fort_less"), 0)
    return mapped(hits, lambda count: max(count - fort, 0))


def shelled(table: Table, side: Side, hits: Spread) -> Spread:
    """Steps that shells take which the fort lets through: of ground Forces few, then of LBA (3.10.8, 3.9.15)."""
    other = enemy(side)
    most = book_of(table).charts.battle.bomb_ground_most if ground_can_be_hit(table, other) else 0
    aircraft = total_steps(table, present(table, in_hand(table).area, other).aircraft)
    return _at_most(hits, most + aircraft)


# Ashore (3.11.2 to 3.11.5)


def landing_fire(table: Table, side: Side) -> Spread:
    """Hits at a side that lands where it has no ground Ashore and the enemy has."""
    chart, firing = book_of(table).charts.battle, ground(table, enemy(side))
    if ground(table, side) or not firing:
        return NOTHING
    chits = [plan.landing_fire_at for plan in plans.in_force(table, side) if plan.landing_fire_at]
    number = chits[0] if chits else chart.landing_fire_hit
    dice = sum(steps_left(table, force) for force in firing[: chart.landing_fire_forces])
    return hits(table, [number] * dice)


def ground_hits(table: Table, side: Side) -> Spread:
    """Hits of a side in ground combat, with what chits add to the enemy's losses (3.11.3, 3.12.4)."""
    forces = landing.fighters(table, side)
    numbers = [landing.ground_number(table, force) for force in forces for _ in range(steps_left(table, force))]
    more = plans.added(table, enemy(side), "extra_loss")
    most = total_steps(table, landing.fighters(table, enemy(side)))
    return mapped(hits(table, numbers), lambda count: min(count + more, most))
