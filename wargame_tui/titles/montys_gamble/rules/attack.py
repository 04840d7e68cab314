"""Attacks (rule 10): participants, attack and defence value, the result."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.event import Modifier
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.engine.staged import Stage, Staged
from wargame_tui.titles.montys_gamble.commands import Fight, Forward, Join, Point, Support
from wargame_tui.titles.montys_gamble.events import battles, told
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, enemy
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.rules import areas, casualties, supply
from wargame_tui.titles.montys_gamble.rules.advantage import ask
from wargame_tui.titles.montys_gamble.rules.movement import HALF, halves_spent, mover_of
from wargame_tui.titles.montys_gamble.state import DIS1, FRESH, SPENT, Draft, Table, Unit, book_of, traits

Result = Literal["failed", "stalemate", "success"]
Scene = Literal["impulse", "airborne", "ground"]
"""Where an attack takes place: in an impulse, in the D-Day Airborne Phase, in the D-Day ground assault (20)."""


# Who takes part


def began_inside(table: Table, unit: Unit, space: str) -> bool:
    """Whether a unit began the impulse in a space, activated, that is under attack from inside (10.6)."""
    mover = mover_of(table, unit)
    return unit.location == space and mover.origin is None and mover.by is None


def may_join(table: Table, unit: Unit, space: str) -> Refusal | None:
    """Why a unit may not take part in an attack in a space (10.1, 10.3, 15.12)."""
    if unit.location != space:
        return Refusal("it is not in the area under attack", "10.1")
    if unit.type == "tower":
        return Refusal("FLAK towers never attack", "4.125")
    if mover_of(table, unit).infiltrator == "in":
        return Refusal("it has infiltrated", "8.222")
    if unit.id not in table.now.ready or unit.condition != FRESH:
        return Refusal("only Fresh units that began the impulse in the activated area fight", "10.1")
    if began_inside(table, unit, space) and space in table.now.attacked and space not in table.now.reopened:
        return Refusal("the area has been attacked in this impulse", "9.1")
    if not began_inside(table, unit, space) and space in table.now.reopened:
        return Refusal("only units that began the impulse there attack it again", "12.3")
    if _is_dead_weight(table, unit) and not mover_of(table, unit).mandatory:
        return Refusal("artillery that moved in this impulse takes no part in attacks", "15.12")
    if began_inside(table, unit, space):
        price = _inside_price(table, space)
        if halves_spent(table, unit) + price > areas.allowance(table, unit):
            return Refusal(f"an attack inside the area takes {price / HALF:g} movement points", "10.1")
    return None


def eligible(table: Table, space: str) -> list[Unit]:
    """The units that may take part."""
    return [unit for unit in areas.units_in(table, space, table.now.side) if may_join(table, unit, space) is None]


def mandatory(table: Table, units: Iterable[Unit]) -> list[str]:
    """Those under mandatory attack (10.2)."""
    return [unit.id for unit in units if mover_of(table, unit).mandatory]


def attack_refusal(table: Table, space: str) -> Refusal | None:
    """Why no attack can be declared in a space (9.1, 10.3)."""
    book, side = book_of(table), table.now.side
    if space not in book.edges or areas.is_vacant(table, space, side):
        return Refusal("there is no enemy to attack", "10.1")
    if space in table.now.attacked and space not in table.now.reopened:
        return Refusal("each area may be attacked once in an impulse", "9.1")
    if not any(areas.may_lead(unit) for unit in eligible(table, space)):
        return Refusal("an attack needs a Fresh point unit, infantry or armour, that may attack there", "10.3")
    return None


def support_refusal(table: Table, unit: Unit, space: str, attackers: Sequence[str]) -> Refusal | None:
    """Why an artillery unit may not support an attack (15.12, 14.4)."""
    if unit.side != table.now.side or unit.type != "artillery" or unit.condition != FRESH:
        return refused("only your Fresh artillery may support", "10.72C")
    if unit.id in attackers:
        return Refusal("it is in the attack itself", "10.72C")
    if mover_of(table, unit).origin is not None or mover_of(table, unit).by is not None:
        return Refusal("artillery that moved in this impulse gives no support", "15.12")
    if not reaches(table, unit, space):
        return refused("out of range", "15.12")
    if "corps" in traits(table, unit):
        return None
    if unit.division is None:
        return Refusal("artillery without a division supports no attacks", "15.12")
    if not any(
        table.units[name].division == unit.division and table.units[name].type != "artillery" for name in attackers
    ):
        return Refusal(f"no other unit of its division ({unit.division}) is in the attack", "15.12")
    return None


def ranged(table: Table, gun: Unit) -> frozenset[str]:
    """The spaces into which artillery can fire: from a Free area in range, otherwise its own (11.111, 14.4, 15.12)."""
    book, here = book_of(table), gun.location
    if here not in book.adjacent_areas or not areas.is_free(table, here, gun.side):
        return frozenset({here})
    return book.within_two[here] if "corps" in traits(table, gun) else book.adjacent_areas[here]


def reaches(table: Table, gun: Unit, space: str) -> bool:
    """Whether artillery can fire into a space."""
    return space in ranged(table, gun)


# Values


def attack_value(table: Table, attackers: Sequence[str], point: str, support: Sequence[str]) -> tuple[Modifier, ...]:
    """The terms of the attack value (10.72)."""
    chart, units = book_of(table).charts.attack, [table.units[name] for name in attackers]
    found = [Modifier(table.units[point].id, table.units[point].attack, "10.72A")]
    others = [unit for unit in units if unit.id != point and not _is_dead_weight(table, unit)]
    if others:
        found.append(Modifier(f"{len(others)} more units", chart.participant * len(others), "10.72B"))
    if support:
        found.append(Modifier(f"{len(support)} artillery in support", chart.support * len(support), "10.72C"))
    engaged = [unit for unit in units if not _is_dead_weight(table, unit)]
    engaged += [table.units[name] for name in support]
    for division in sorted({unit.division for unit in engaged if unit.division}):
        if sum(unit.division == division for unit in engaged) >= chart.division_units:
            found.append(Modifier(f"division {division}", chart.division, "10.72D"))
    if mixes(engaged):
        found.append(Modifier("SS and Wehrmacht together", chart.mixed, "10.72E"))
    return tuple(found)


def _is_dead_weight(table: Table, unit: Unit) -> bool:
    """Artillery that moved shares the fate of a mandatory attack but adds nothing to it (10.72B, 15.12)."""
    return unit.type == "artillery" and mover_of(table, unit).by is not None


def mixes(units: Iterable[Unit]) -> bool:
    """SS and other Germans together (10.72E, Q59)."""
    kinds = {unit.branch == "SS" for unit in units if unit.side != ALLIED}
    return len(kinds) > 1


def crossing_terms(table: Table, attackers: Sequence[str], defender: Side) -> list[Modifier]:
    """What the worst crossing of the attackers adds: a bridge (C) or no bridge (D), the larger only (10.73)."""
    best: list[Modifier] = []
    for name in attackers:
        terms = _crossing_of(table, table.units[name], defender)
        if sum(term.value for term in terms) > sum(term.value for term in best):
            best = terms
    return best


def _crossing_of(table: Table, unit: Unit, defender: Side) -> list[Modifier]:
    chart, mover = book_of(table).charts.attack, mover_of(table, unit)
    if mover.by in ("canal", "ferry", "boat"):
        return [Modifier(f"across by {mover.by}", chart.no_bridge, "10.73D")]
    if mover.by != "bridge" or not mover.mandatory or mover.crossed is None or mover.origin is None:
        return []
    terms = [Modifier(f"over bridge {mover.crossed}", chart.bridge, "10.73C")]
    if table.crossings[mover.crossed].holder == defender:
        terms.append(Modifier("defender holds it", chart.bridge_held, "10.73C"))
    if book_of(table).edges[mover.origin][unit.location].water == "river":
        terms.append(Modifier("over a river", chart.bridge_river, "10.73C"))
    return terms


def defence_value(table: Table, space: str, attackers: Sequence[str], forward: str) -> tuple[Modifier, ...]:
    """The terms of the defence value (10.73)."""
    book, unit = book_of(table), table.units[forward]
    found = [Modifier(unit.id, unit.defence if unit.condition == FRESH else unit.spent, "10.73A")]
    if book.charts.disruption[unit.condition]:
        found.append(Modifier(unit.condition, -book.charts.disruption[unit.condition], "10.73A"))
    found.append(Modifier("terrain", book.spaces[space].tem, "10.73B"))
    found += crossing_terms(table, attackers, unit.side)
    others = [other for other in areas.fresh(areas.units_in(table, space, unit.side)) if other.id != forward]
    if not supply.traced(table, space, ALLIED):
        others = [other for other in others if other.range is None]
    if others:
        found.append(Modifier(f"{len(others)} more Fresh", book.charts.attack.fresh_defender * len(others), "10.73E"))
    return tuple(found)


def total(terms: Iterable[Modifier]) -> int:
    """Their sum."""
    return sum(term.value for term in terms)


def forward_refusal(table: Table, space: str, name: str, side: Side) -> Refusal | None:
    """Why a unit cannot be the forward unit (10.73A, 15.1)."""
    here = areas.units_in(table, space, side)
    unit = next((unit for unit in here if unit.id == name), None)
    if unit is None:
        return Refusal("it does not defend there", "10.73A")
    if unit.type == "artillery" and any(other.type != "artillery" for other in here):
        return Refusal("artillery cannot be forward unit while another type is there", "15.1")
    return None


def capacity(table: Table, units: Iterable[Unit]) -> int:
    """Casualty points that units absorb up to their elimination (C3)."""
    chart = book_of(table).charts.capacity
    return sum(chart[unit.condition] for unit in units)


def overwhelms(table: Table, points: int, units: Iterable[Unit]) -> bool:
    """Whether casualty points are more than units absorb (10.8)."""
    return points > capacity(table, units)


def result_of(margin: int) -> Result:
    """What the difference of the totals means (10.74)."""
    return "failed" if margin < 0 else "stalemate" if margin == 0 else "success"


def casualty_points(table: Table, space: str, margin: int) -> int:
    """Casualty points of a success by a margin (10.743, 10.81)."""
    entry = book_of(table).spaces[space]
    saved = book_of(table).charts.attack.terrain_cp if entry.high or entry.polder else 0
    return max(0, margin - saved)


def can_overrun(table: Table, space: str, attackers: Sequence[str], scene: Scene) -> bool:
    """Whether terrain, crossing and phase allow an overrun at all (10.5, 20.4)."""
    entry = book_of(table).spaces[space]
    if entry.high or entry.polder or scene == "airborne":
        return False
    return not any(mover_of(table, table.units[name]).by in ("canal", "ferry", "boat") for name in attackers)


# The attack


class AttackStage(Stage["Assailing", Table, Draft]):
    """A stage of an attack."""

    told: ClassVar[str]
    """What goes on in it, for the battle's table."""


class Declaring(AttackStage):
    """The attacker names participants, point unit and support (10.72)."""

    told = "the attacker chooses units, point unit and support"

    def decider(self, step: "Assailing", table: Table) -> Side:
        return table.now.side

    def prompt(self, step: "Assailing", table: Table) -> Prompt:
        if step.point is None:
            return Prompt("Choose the attacking units and the point unit", "10.72A")
        return Prompt("Add units and supporting artillery, then fight", "10.72")

    def candidates(self, step: "Assailing", table: Table) -> Iterator[Command]:
        """Every unit in every part it could play."""
        side = table.now.side
        here = areas.units_in(table, step.space, side)
        yield from (Join(unit.id) for unit in here)
        yield from (Point(unit.id) for unit in here)
        guns = [unit for unit in table.units.values() if unit.type == "artillery" and unit.side == side]
        yield from (Support(gun.id) for gun in guns if gun.condition == FRESH and reaches(table, gun, step.space))
        yield Fight()

    def refusal(self, step: "Assailing", table: Table, command: Command) -> Refusal | None:
        match command:
            case Join(name) | Point(name) | Support(name) if name not in table.units:
                return Refusal(f"no unit `{name}`")
            case Join(name):
                return self._join_refusal(step, table, name)
            case Point(name):
                return self._point_refusal(step, table, name)
            case Support(name):
                if name in step.support:
                    return Refusal("it already supports", "10.72C")
                return support_refusal(table, table.units[name], step.space, step.attackers)
            case Fight():
                return step.fight_refusal(table)
        return step.not_now(table)

    def _join_refusal(self, step: "Assailing", table: Table, name: str) -> Refusal | None:
        if name in step.attackers or name in step.support:
            return Refusal("it is already in the attack", "10.3")
        return may_join(table, table.units[name], step.space)

    def _point_refusal(self, step: "Assailing", table: Table, name: str) -> Refusal | None:
        if name == step.point:
            return Refusal("it is already the point unit", "10.72A")
        if not areas.may_lead(table.units[name]):
            return Refusal("the point unit is infantry or armour", "10.72A")
        return None if name in step.attackers else self._join_refusal(step, table, name)

    def do(self, step: "Assailing", g: Draft, command: Command) -> None:
        """Take note; on when all is declared."""
        match command:
            case Join(name):
                g.swap(attackers=(*step.attackers, name))
            case Point(name):
                joined = step.attackers if name in step.attackers else (*step.attackers, name)
                g.swap(attackers=joined, point=name)
            case Support(name):
                g.swap(support=(*step.support, name))
            case Fight():
                assert step.point
                g.tell(
                    battles.AttackDeclared(
                        space=step.space,
                        attackers=step.attackers,
                        point=step.point,
                        support=step.support,
                        side=g.now.side,
                    )
                )
                step.onward(g)


class NamingForward(AttackStage):
    """The defender names his forward unit (10.73A)."""

    told = "the defender chooses the forward unit"
    asks = Prompt("Choose the forward unit", "10.73A")

    def decider(self, step: "Assailing", table: Table) -> Side:
        return enemy(table.now.side)

    def candidates(self, step: "Assailing", table: Table) -> Iterator[Command]:
        return (Forward(unit.id) for unit in areas.units_in(table, step.space, enemy(table.now.side)))

    def refusal(self, step: "Assailing", table: Table, command: Command) -> Refusal | None:
        if isinstance(command, Forward):
            return forward_refusal(table, step.space, command.unit, enemy(table.now.side))
        return step.not_now(table)

    def do(self, step: "Assailing", g: Draft, command: Command) -> None:
        assert isinstance(command, Forward)
        g.tell(battles.ForwardNamed(unit=command.unit, space=step.space))
        g.swap(forward=command.unit)
        step.onward(g)


class Rolling(AttackStage):
    """The dice are thrown and the totals compared (10.74)."""

    told = "the dice have been rolled"

    def proceed(self, step: "Assailing", g: Draft) -> None:
        ask(g, "attack", step.space)

    def resumed(self, step: "Assailing", g: Draft, result: Any) -> None:
        assert step.point
        assert step.forward
        attacker, defender = result[1]
        av = attack_value(g, step.attackers, step.point, step.support)
        dv = defence_value(g, step.space, step.attackers, step.forward)
        margin = total(av) + attacker - total(dv) - defender
        found = result_of(margin)
        g.tell(
            battles.AttackResult(
                space=step.space, result=found, margin=margin, dice=(attacker, defender), av=told(av), dv=told(dv)
            )
        )
        g.note(attacked=(*g.now.attacked, step.space), reopened=tuple(s for s in g.now.reopened if s != step.space))
        _charge_inside(g, step.space, step.attackers)
        g.swap(result=found, dice=(attacker, defender))
        step.onward(g)
        if found == "failed":
            self._fail(step, g)
        elif found == "stalemate":
            self._stall(step, g)
        else:
            self._succeed(step, g, casualty_points(g, step.space, margin))

    def _fail(self, step: "Assailing", g: Draft) -> None:
        """All participants Dis1; mandatory attackers retreat, others may (10.741)."""
        able = [name for name in step.attackers if self._may_retreat(step, g, name)]
        forced = tuple(mandatory(g, (g.units[name] for name in able)))
        free = tuple(name for name in able if name not in forced)
        for name in step.attackers:
            g.worsen(name, "10.741", DIS1)
        self._finish_units(step, g)
        g.push(casualties.FallBack(forced, free))

    def _stall(self, step: "Assailing", g: Draft) -> None:
        """The point unit Dis1, the others Spent; crossings are taken; attackers may retreat (10.742)."""
        free = tuple(name for name in step.attackers if self._may_retreat(step, g, name))
        for name in step.attackers:
            g.worsen(name, "10.742", DIS1 if name == step.point else SPENT)
        self._take_crossings(step, g, "10.742")
        self._finish_units(step, g)
        g.push(casualties.FallBack((), free))

    def _succeed(self, step: "Assailing", g: Draft, points: int) -> None:
        """Casualty points; an overrun lets the attackers move on (10.743, 10.5)."""
        self._take_crossings(step, g, "10.743")
        defenders = areas.units_in(g, step.space, enemy(g.now.side))
        overwhelmed = overwhelms(g, points, defenders)
        if overwhelmed and can_overrun(g, step.space, step.attackers, step.scene):
            g.tell(battles.Overrun(space=step.space))
            for name in step.attackers:
                g.moves(name, stopped=False, mandatory=False, by=mover_of(g, g.units[name]).by or "land")
        else:
            for name in step.attackers:
                g.worsen(name, "10.743", SPENT)
            self._finish_units(step, g)
        if overwhelmed:
            for unit in defenders:
                g.lose(unit.id, "10.8")
            areas.settle_control(g, step.space)
            g.swap(stage="close")
        elif points:
            g.push(casualties.Absorb(step.space, enemy(g.now.side), points, step.forward))

    def _take_crossings(self, step: "Assailing", g: Draft, rule: str) -> None:
        """Water that mandatory attackers crossed becomes theirs (10.2, 10.4)."""
        for name in step.attackers:
            mover = mover_of(g, g.units[name])
            if mover.mandatory and mover.crossed:
                areas.hold(g, mover.crossed, g.now.side, rule)

    def _may_retreat(self, step: "Assailing", table: Table, name: str) -> bool:
        """Not who began there, came by air, or attacks from Zone F (10.741, Q7, 20.4)."""
        mover = mover_of(table, table.units[name])
        entry = book_of(table).named["entry"]
        return step.scene == "impulse" and mover.origin not in (None, entry) and mover.by != "drop"

    def _finish_units(self, step: "Assailing", g: Draft) -> None:
        """The attackers' part in the impulse is over."""
        g.note(ready=tuple(name for name in g.now.ready if name not in step.attackers))


class Withdrawing(AttackStage):
    """Losses and retreats; when they are over the other defenders may go (10.93)."""

    told = "losses and retreats"

    def proceed(self, step: "Assailing", g: Draft) -> None:
        step.onward(g)
        g.push(casualties.Withdraw(step.space, enemy(g.now.side)))


class Closing(AttackStage):
    """The end of an attack."""

    told = "the defender may retreat"

    def proceed(self, step: "Assailing", g: Draft) -> None:
        areas.settle_control(g, step.space)
        step.onward(g)


@dataclass(frozen=True, slots=True)
class Assailing(Staged[Table, Draft]):
    """One attack (10.7): the attacker names participants, point unit and support, the defender his forward unit."""

    space: str
    attackers: tuple[str, ...]
    point: str | None = None
    support: tuple[str, ...] = ()
    forward: str | None = None
    scene: Scene = "impulse"
    stage: Literal["declare", "forward", "roll", "withdraw", "close"] = "declare"
    result: Result | None = None
    dice: tuple[int, ...] = ()
    kind: Literal["attack"] = "attack"
    passes_alone: ClassVar[bool] = True
    stages: ClassVar[Mapping[str, AttackStage]] = {
        "declare": Declaring(),
        "forward": NamingForward(),
        "roll": Rolling(),
        "withdraw": Withdrawing(),
        "close": Closing(),
    }

    def title(self, table: Table) -> str:
        return f"Attack at {book_of(table).name(self.space)}"

    def goes_without_saying(self, command: Command) -> bool:
        """A single possible forward unit needs no asking."""
        return isinstance(command, Forward)

    def fight_refusal(self, table: Table) -> Refusal | None:
        """Why it cannot be fought as declared."""
        if self.point is None:
            return Refusal("choose a point unit first", "10.72A")
        if self.scene == "ground" and not any(table.units[name].division == "Gds" for name in self.attackers):
            return Refusal("at least one unit of the Guards Armoured Division attacks", "20.5")
        return None


def _inside_price(table: Table, space: str) -> int:
    """Half points that an attack inside an area takes: more if a defender is Fresh (10.1, 10.6)."""
    costs = book_of(table).charts.costs
    foes = areas.units_in(table, space, enemy(table.now.side))
    return int(HALF * (costs.inside_fresh if areas.fresh(foes) else costs.inside_spent))


def _charge_inside(g: Draft, space: str, attackers: Sequence[str]) -> None:
    """An attack from inside costs every unit there 1 or 2 movement points if it moves afterwards (10.6)."""
    inside = [name for name in attackers if began_inside(g, g.units[name], space)]
    if not inside:
        return
    price = _inside_price(g, space)
    g.note(inside={**g.now.inside, space: max(price, g.now.inside.get(space, 0))})
    for name in inside:
        g.moves(name, halves=max(price, halves_spent(g, g.units[name])), on_road=False)


def open_attack(g: Draft, space: str, scene: Scene = "impulse") -> None:
    """Declare an attack: mandatory attackers take part, and the rest are named (10.7)."""
    must = mandatory(g, eligible(g, space))
    g.push(Assailing(space, tuple(must), scene=scene))
