"""Enemy orders (4.5): step 2, one roll for each Area, and what each order does; the enemy's arrivals of step 1."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from wargame_tui.core.event import Modifier
from wargame_tui.core.step import Step
from wargame_tui.titles.commander.checks import roll_on_table
from wargame_tui.titles.desert_commander import events
from wargame_tui.titles.desert_commander.printed.book import AXIS, ENEMY, Counter
from wargame_tui.titles.desert_commander.printed.data import Order
from wargame_tui.titles.desert_commander.rules import normandy
from wargame_tui.titles.desert_commander.rules.battle import begin_battle
from wargame_tui.titles.desert_commander.rules.fog import told
from wargame_tui.titles.desert_commander.state import (
    Draft,
    Force,
    OrderLine,
    Table,
    book_of,
    cv,
    cv_at,
    cv_total,
    havens,
    ids,
    in_force_order,
    labels,
    mobile,
    owned_by,
    present,
    room,
    weakest,
)


@dataclass(frozen=True, slots=True)
class Scored:
    """A target that was weighed (4.5.9, 4.5.10)."""

    area: str
    vp: int
    cv: int
    """CV total of the Axis forces there."""
    fit: bool
    """Whether the forces are strong enough for it."""
    ratio: int | None = None
    score: int | None = None
    """Of the beachhead procedure only."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What an order comes to."""

    order: Order
    """After what replaces an order that cannot be carried out."""
    target: str | None = None
    forces: tuple[Force, ...] = ()
    scores: tuple[Scored, ...] = ()


# Step 1


def begin_arrivals(g: Draft) -> None:
    """The enemy arrivals of the turn (4.5.12)."""
    due = [counter for counter in book_of(g).arrivals.get(g.turn, ()) if counter.side == ENEMY]
    if book_of(g).campaign.invasion:
        normandy.arrive(g, due)
    else:
        for counter in due:
            _arrive(g, counter)


def _arrive(g: Draft, counter: Counter) -> None:
    """An arrival comes to its Area; if that is Axis-owned, to the nearest enemy-owned one (tie: index) (4.5.12)."""
    away = book_of(g).distances[counter.area]
    owned = [area for area in book_of(g).areas if owned_by(g, area, ENEMY) and area in away]
    g.arrive(counter, min(owned, key=away.__getitem__, default=None), "4.5.12")


# Step 2


def begin_orders(g: Draft) -> None:
    """Enemy forces are unused, what was seen of them is seen no more; then the Areas in turn (4.1.4, 4.5.1, 9.1)."""
    g.change_all([force.id for force in g.forces.values() if force.used], used=False)
    g.orders, g.revealed = (), ()
    g.push(EnemyOrders())


@dataclass(frozen=True, slots=True)
class EnemyOrders(Step[Table, Draft]):
    """The Areas with enemy forces, in index order (4.5.1)."""

    next: int = 0
    """The index of the next Area to look at."""
    kind: Literal["enemy_orders"] = "enemy_orders"

    def title(self, table: Table) -> str:
        """Its name."""
        return f"{book_of(table).campaign.enemy.adjective} orders"

    def proceed(self, g: Draft) -> None:
        """The order of one Area, or the end."""
        for index, area in enumerate(book_of(g).areas):
            if index >= self.next and (units := unused(g, area)):
                g.swap(next=index + 1)
                if owned_by(g, area, "contested"):
                    normandy.attack_from_within(g, area, units)
                else:
                    _give_order(g, area, units)
                return
        g.finish()


def unused(table: Table, area: str) -> list[Force]:
    """Enemy forces in an Area that had no order yet, in Force order."""
    return [force for force in present(table, area, ENEMY) if not force.used]


def next_door(table: Table, area: str) -> list[str]:
    """Linked Axis-owned Areas, empty or not, but for sheltered ones (4.5.2)."""
    sheltered = book_of(table).campaign.sheltered
    return [there for there in book_of(table).links[area] if owned_by(table, there, AXIS) and there not in sheltered]


def targets(table: Table, area: str) -> list[str]:
    """The Areas that put an Area into contact (4.5.2)."""
    if book_of(table).campaign.procedure == "beachhead":
        return normandy.targets(table, area)
    return next_door(table, area)


def modifiers(table: Table) -> list[Modifier]:
    """Modifiers of the order die (4.5.3, 2.19)."""
    book = book_of(table)
    found = [Modifier(each.name, each.value, "4.5.3") for each in book.campaign.modifiers if table.turn in each.turns]
    difficulty = book.charts.orders.difficulty[table.difficulty]
    return [*found, Modifier(table.difficulty, difficulty, "2.19")] if difficulty else found


def _give_order(g: Draft, area: str, units: list[Force]) -> None:
    """Roll an Area's order, decide what it comes to, record it and carry it out (4.5.1 to 4.5.3)."""
    book = book_of(g)
    column = "contact" if targets(g, area) else "quiet"
    orders: tuple[Order, ...] = book.procedure.contact if column == "contact" else book.procedure.quiet
    faces, rows = book.charts.die, len(orders)
    die, row = roll_on_table(g, events.OrderRoll, faces, rows, modifiers(g), purpose="order", area=area, column=column)
    order = orders[row - 1]
    decision = decide(g, area, units, order)
    g.change_all(ids(units), used=True)
    line = OrderLine(area, die, row, order, decision.order, decision.target, ids(decision.forces))
    g.orders = (*g.orders, line)
    places = (area, decision.target)
    g.tell(
        events.OrderGiven(
            rule=_rule(g, decision.order),
            area=area,
            order=order,
            carried_out=decision.order,
            target=decision.target,
            count=len(line.forces),
            forces=told(g, places, line.forces),
            labels=told(g, places, labels(decision.forces)),
            scores=[asdict(each) for each in decision.scores],
        )
    )
    _carry_out(g, area, decision)


RULES: Mapping[Order, str] = {
    "HOLD": "4.5.4",
    "DIG_IN": "4.5.5",
    "REFIT": "4.5.6",
    "RETREAT": "4.5.7",
    "SHIFT": "4.5.8",
    "ATTACK": "4.5.9",
    "OFFENSIVE": "4.5.11",
}


def _rule(table: Table, order: Order) -> str:
    """The rule under which an order is carried out."""
    beachhead = order == "ATTACK" and book_of(table).campaign.procedure == "beachhead"
    return "4.5.10" if beachhead else RULES[order]


# What an order comes to


def decide(table: Table, area: str, units: list[Force], order: Order) -> Decision:
    """What an order comes to for the unused forces of an Area (4.5.4 to 4.5.11)."""
    match order:
        case "HOLD":
            return _hold(table, units)
        case "DIG_IN":
            return Decision("DIG_IN", area)
        case "REFIT":
            return _refit(table, units)
        case "RETREAT":
            return _retreat(table, area, units)
        case "SHIFT":
            return _shift(table, area, units)
        case "ATTACK" | "OFFENSIVE":
            return _attack(table, area, units, order)


def _hold(table: Table, units: list[Force]) -> Decision:
    """Nothing, or a refit where the campaign says so (4.5.4)."""
    return _refit(table, units) if book_of(table).procedure.hold_refits else Decision("HOLD")


def _refit(table: Table, units: list[Force]) -> Decision:
    """Reduced forces become full, the highest full CV first (tie: Force order) (4.5.6)."""
    reduced = [force for force in units if force.reduced]
    best = sorted(reduced, key=lambda force: -cv_at(table, force, reduced=False))
    return Decision("REFIT", forces=tuple(best[: book_of(table).procedure.refits]))


def _movers(table: Table, units: Iterable[Force]) -> list[Force]:
    """The M and L forces, in Force order."""
    return [force for force in units if mobile(table, force)]


def _distance_to(table: Table, area: str, wanted: Iterable[str]) -> int | None:
    """Links to the nearest of some Areas, through any Areas."""
    away = book_of(table).distances[area]
    return min((away[there] for there in wanted if there in away), default=None)


def _retreat(table: Table, area: str, units: list[Force]) -> Decision:
    """Away from a stronger enemy, out of an Area that is worth little; otherwise HOLD (4.5.7)."""
    book = book_of(table)
    chart = book.charts.orders
    own, theirs = chart.retreat_ratio
    against = cv_total(table, [force for there in book.links[area] for force in present(table, there, AXIS)])
    movers = _movers(table, units)
    places = havens(table, area, ENEMY)
    weak = own * cv_total(table, units) < theirs * against
    if book.areas[area].vp > chart.retreat_vp or not weak or not places or not movers:
        return _hold(table, units)
    axis = [there for there in book.areas if owned_by(table, there, AXIS)]
    place = max(places, key=lambda there: _distance_to(table, there, axis) or 0)
    return Decision("RETREAT", place, tuple(movers[: room(table, place, ENEMY)]))


def _shift(table: Table, area: str, units: list[Force]) -> Decision:
    """Dig in beside the Axis, else move up towards it (4.5.8)."""
    book = book_of(table)
    fronts = [there for there in book.areas if not owned_by(table, there, ENEMY)]
    if any(there in fronts and there not in book.campaign.sheltered for there in book.links[area]):
        return Decision("DIG_IN", area)
    here = _distance_to(table, area, fronts)
    nearer = [
        (away, there)
        for there in havens(table, area, ENEMY)
        if (away := _distance_to(table, there, fronts)) is not None and here is not None and away < here
    ]
    movers = _movers(table, units)[book.procedure.shift_leaves :]
    if not nearer or not movers:
        return Decision("SHIFT")
    place = min(nearer, key=lambda each: each[0])[1]
    return Decision("SHIFT", place, tuple(movers[: room(table, place, ENEMY)]))


def _attack(table: Table, area: str, units: list[Force], order: Order) -> Decision:
    """The best target for the M and L forces; without one SHIFT (4.5.9 to 4.5.11)."""
    movers = _movers(table, units)
    choose = _beachhead_target if book_of(table).campaign.procedure == "beachhead" else _overland_target
    decision = choose(table, area, movers, order) if movers else None
    return decision or _shift(table, area, units)


def _overland_target(table: Table, area: str, movers: list[Force], order: Order) -> Decision | None:
    """The most VP, then the lowest Axis CV total, then the index, of those weak enough (4.5.9)."""
    book = book_of(table)
    theirs, own = book.charts.orders.attack_ratio
    strength = cv_total(table, movers)
    scores = []
    for there in next_door(table, area):
        against = cv_total(table, present(table, there, AXIS))
        scores.append(Scored(there, book.areas[there].vp, against, theirs * against <= own * strength))
    best = min((each for each in scores if each.fit), key=lambda each: (-each.vp, each.cv), default=None)
    if best is None:
        return None
    empty = not present(table, best.area, AXIS)
    forces = [weakest(table, movers)] if empty else movers[: book.procedure.attackers]
    return Decision(order, best.area, tuple(forces), tuple(scores))


def _beachhead_target(table: Table, area: str, movers: list[Force], order: Order) -> Decision | None:
    """The highest ratio and worth of those with ratio enough, for the strongest forces (4.5.10, 4.5.11)."""
    book = book_of(table)
    picked = sorted(movers, key=lambda force: -cv(table, force))[: book.procedure.attackers]
    least = book.procedure.ratios.get("OFFENSIVE" if order == "OFFENSIVE" else "ATTACK", 0)
    scores = []
    for there in normandy.targets(table, area):
        ratio = _ratio(table, there, cv_total(table, picked))
        fit = ratio >= least and (not owned_by(table, there, "contested") or room(table, there, ENEMY) > 0)
        vp = book.areas[there].vp
        worth = ratio + book.charts.orders.vp_weight * vp
        scores.append(Scored(there, vp, cv_total(table, present(table, there, AXIS)), fit, ratio, worth))
    best = max((each for each in scores if each.fit), key=lambda each: each.score or 0, default=None)
    if best is None:
        return None
    if owned_by(table, best.area, "contested"):
        picked = picked[: room(table, best.area, ENEMY)]
    return Decision(order, best.area, tuple(in_force_order(table, picked)), tuple(scores))


def _ratio(table: Table, area: str, strength: int) -> int:
    """How far an attack outweighs the defence of an Area, in hundredths, down, up to a limit (4.5.10)."""
    chart = book_of(table).charts.orders
    against = cv_total(table, present(table, area, AXIS))
    if not against:
        return chart.most_ratio
    weight = against * (chart.ratio_base - book_of(table).malus(area))
    return min(chart.ratio_scale * chart.ratio_base * strength // weight, chart.most_ratio)


# Carrying it out


def _carry_out(g: Draft, area: str, decision: Decision) -> None:
    """Do what an order came to."""
    match decision.order:
        case "DIG_IN":
            if not g.areas[area].dig:
                g.change_area(area, dig=True)
                g.tell(events.DugIn(rule="4.5.5", side=ENEMY, area=area))
        case "REFIT":
            g.change_all(ids(decision.forces), reduced=False)
            if decision.forces:
                _tell_forces(g, events.Refitted, "4.5.6", area, area, decision.forces)
        case "RETREAT" | "SHIFT":
            if decision.target:
                _move(g, area, decision.target, decision.forces, RULES[decision.order])
        case "ATTACK" | "OFFENSIVE":
            if decision.target:
                _launch(g, area, decision.target, decision.forces, decision.order)


def _tell_forces(
    g: Draft, kind: type[events.Moved | events.Refitted], rule: str, origin: str, area: str, forces: Sequence[Force]
) -> None:
    shown, names = (told(g, (origin, area), each) for each in (ids(forces), labels(forces)))
    g.tell(kind(rule=rule, side=ENEMY, origin=origin, area=area, count=len(forces), forces=shown, labels=names))


def _move(g: Draft, origin: str, area: str, forces: Sequence[Force], rule: str) -> None:
    _tell_forces(g, events.Moved, rule, origin, area, forces)
    g.move(ids(forces), area, rule)


def _launch(g: Draft, origin: str, area: str, forces: tuple[Force, ...], order: Literal["ATTACK", "OFFENSIVE"]) -> None:
    """Enter an empty target, join the fight in a contested one, or attack from where they are (4.5.9, 4.5.10)."""
    rule = _rule(g, order)
    dice = normandy.support(g, order)
    if not present(g, area, AXIS):
        _move(g, origin, area, forces, rule)
    elif owned_by(g, area, "contested"):
        joined = unused(g, area)
        _move(g, origin, area, forces, rule)
        g.change_all(ids(joined), used=True)
        begin_battle(g, area, (*ids(forces), *ids(joined)), area, "attack", dice)
    else:
        begin_battle(g, area, ids(forces), origin, "attack", dice)
