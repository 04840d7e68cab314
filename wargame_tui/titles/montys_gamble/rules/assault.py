"""Assault and infiltration impulses (rules 8.21, 8.22): repair, movement, seizure and attacks, demolition."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.event import Modifier
from wargame_tui.core.step import Prompt, Refusal, Step, refused
from wargame_tui.engine.staged import Stage, Staged
from wargame_tui.titles.montys_gamble import commands
from wargame_tui.titles.montys_gamble.commands import Boat, Cross, Ferry, Move
from wargame_tui.titles.montys_gamble.events import days, moves
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, GERMAN, UK, enemy
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.rules import advantage, areas, bridges, movement, reinforcements
from wargame_tui.titles.montys_gamble.rules.attack import attack_refusal, open_attack
from wargame_tui.titles.montys_gamble.rules.movement import How
from wargame_tui.titles.montys_gamble.state import FIRST_DATE, FRESH, SPENT, Draft, Table, Unit, book_of

STEPS: dict[type[Command], How] = {
    Move: "move",
    Cross: "cross",
    Ferry: "ferry",
    Boat: "boat",
}
Maker = Callable[[str, str], Command]
"""Makes the command of a unit for a place."""
TO_STEP: Mapping[How, Maker] = {how: cache(command) for command, how in STEPS.items()}
_seize = cache(commands.Seize)
"""Commands that are listed over and over again, made once."""


# Activation (8.1, 12.3, 14.5)


def is_demolition_only(table: Table) -> bool:
    """German impulse 0 of D-Day: nothing but demolition (20.61); after a purchase, the first impulse (23.51)."""
    return bool(table.date == FIRST_DATE and table.now.side == GERMAN and table.first_impulse)


def assault_refusal(table: Table, space: str) -> Refusal | None:
    """Why a space cannot be activated for an assault impulse (8.21)."""
    side = table.now.side
    if space == UK:
        return _uk_refusal(table)
    if space not in book_of(table).ground:
        return refused("there is no such area or zone", "8.1")
    quiet = is_demolition_only(table)
    if not quiet:
        if space in areas.actors(table, side) and (not table.now.movers or startable(table, space)):
            return None
        if next(bridges.repairable(table, space, side), None):
            return None
    if next(bridges.blowable(table, space, side), None):
        return None
    if quiet:
        return refused("in their first impulse of 17 September the Germans only blow bridges", "20.61")
    return refused("no Fresh unit of yours there, and no bridge to blow or repair", "8.21")


def _uk_refusal(table: Table) -> Refusal | None:
    if table.now.side != ALLIED:
        return refused("the UK box is Allied", "18.4")
    if UK in table.now.activated:
        return refused("only three units leave the UK box in an impulse", "18.41")
    if table.weather != "clear":
        return refused("no drops in Overcast weather", "17.3")
    return None if reinforcements.can_drop(table) else refused("no unit can leave the UK box", "18.4")


def startable(table: Table, space: str) -> list[Unit]:
    """The Fresh units that an activation of a space lets act."""
    movers = table.now.movers
    return [unit for unit in areas.actors(table, table.now.side).get(space, ()) if unit.id not in movers]


def activate(g: Draft, space: str, how: Literal["assault", "infiltration"] = "assault") -> None:
    """Activate a space: its Fresh units may act; an attacked area may be attacked again from inside (12.3)."""
    units = () if is_demolition_only(g) or space == UK else tuple(unit.id for unit in startable(g, space))
    again = (space,) if space in g.now.attacked else ()
    extra = len(g.now.activated) > 0 and not g.now.double
    g.tell(days.Activated(space=space, side=g.now.side, how=how, rule="8.21" if how == "assault" else "8.22"))
    g.note(
        activated=(*g.now.activated, space),
        ready=(*g.now.ready, *(name for name in units if name not in g.now.ready)),
        reopened=(*g.now.reopened, *again),
        zone_f=g.now.zone_f or extra,
    )


def double_refusal(table: Table) -> Refusal | None:
    """Why the Advantage cannot make this a double impulse (12.3)."""
    now = table.now
    if table.advantage.holder != now.side:
        return refused("you do not hold the Advantage", "12.3")
    if now.kind == "dday":
        return refused("in the D-Day phases the Advantage gives a reroll only", "12.2")
    if now.kind == "air":
        return refused("an air bombardment is never part of a double impulse", "16.21")
    if now.zone_f:
        return refused("Zone F was activated in addition: there is no third activation", "14.5")
    return None if now.kind else refused("activate a first area", "12.3")


def extra_refusal(table: Table, space: str) -> Refusal | None:
    """Why Zone F, or another space after Zone F, cannot be activated in addition (14.5)."""
    now, entry = table.now, book_of(table).named["entry"]
    if now.side != ALLIED:
        return refused("one activation in an impulse", "8.1")
    if now.double or now.zone_f or len(now.activated) != 1:
        return refused("there is no third activation", "14.5")
    if now.kind == "dday":
        return refused("not before the Daylight Phase", "14.5")
    if now.kind == "air":
        return refused("an air bombardment is the only action of its impulse", "14.5")
    if entry not in (space, now.activated[0]) or space == now.activated[0]:
        return refused("only Zone F is activated in addition to another space", "14.5")
    return None


def second_refusal(table: Table, space: str) -> Refusal | None:
    """Why a space cannot be the second activation of the impulse."""
    if table.now.double:
        return None if len(table.now.activated) < 2 else refused("both halves have been used", "12.3")
    return extra_refusal(table, space)


def flip_movers(g: Draft) -> None:
    """Who moved or fought is Spent; who dropped and did nothing stays Fresh (8.3, 18.42)."""
    done = [
        name
        for name, mover in g.now.movers.items()
        if g.units[name].condition == FRESH and (mover.halves or mover.stopped or mover.origin is not None)
    ]
    if done:
        g.change_all(done, condition=SPENT)
        g.tell(days.Spent(units=done))
    g.note(ready=())


# The assault (8.21)


class Acting(Stage["Operations", Table, Draft]):
    """Units move, seize bridges and attack."""

    mends: ClassVar[bool] = False
    """Whether repairs may be tried: they come first."""
    moves: ClassVar[bool] = True
    """Whether units may still act: demolition comes last."""

    def decider(self, step: "Operations", table: Table) -> Side:
        return table.now.side

    def prompt(self, step: "Operations", table: Table) -> Prompt:
        if is_demolition_only(table):
            return Prompt("Blow bridges of the activated area, or end: nothing else in this impulse", "20.61")
        return Prompt("Move, seize bridges and attack with the activated units, or end", "8.21")

    def candidates(self, step: "Operations", table: Table) -> Iterator[Command]:
        """Whatever units and bridges of the activated spaces could do."""
        yield from self.actions(step, table)
        yield from self.others(step, table)

    def actions(self, step: "Operations", table: Table) -> Iterator[Command]:
        """The legal steps and seizures of every unit; units alike are asked once."""
        known: dict[object, list[tuple[Maker, str]]] = {}
        for name in step.only or table.now.ready:
            if self._unit_refusal(step, table, name) is None:
                alike = movement.alike(table, table.units[name])
                ways = known.get(alike)
                if ways is None:
                    ways = known[alike] = _ways_to_act(table, table.units[name], alike)
                for make, to in ways:
                    yield make(name, to)

    def others(self, step: "Operations", table: Table) -> Iterator[Command]:
        """What is no action of a single unit, legal or not."""
        bridges_of = book_of(table).bridges_of
        borders = list(dict.fromkeys(border for space in table.now.activated for border in bridges_of[space]))
        if self.mends:
            yield from (commands.Repair(border) for border in borders if table.crossings[border].blown)
        if self.moves:
            fighting = {table.units[name].location for name in table.now.ready}
            yield from (commands.Attack(space) for space in areas.contested(table) if space in fighting)
            yield commands.Double()
            yield from (commands.Assault(space) for space in _seconds(table))
        held = bridges.standing(table, table.now.side)
        yield from (commands.Blow(border) for border in borders if border in held)
        yield commands.End()

    def refusal(self, step: "Operations", table: Table, command: Command) -> Refusal | None:
        match command:
            case Move(name) | Cross(name) | Ferry(name) | Boat(name):
                return self._unit_refusal(step, table, name) or movement.step_refusal(
                    table, table.units[name], command.space, STEPS[type(command)]
                )
            case commands.Seize(name, border):
                return self._unit_refusal(step, table, name) or _seize_refusal(table, table.units[name], border)
            case commands.Attack(space):
                return self._too_late() or attack_refusal(table, space)
            case commands.Repair(border):
                return self._repair_refusal(step, table, border)
            case commands.Blow(border):
                return _blow_refusal(step, table, border)
            case commands.Double():
                used = refused("the Advantage has been used", "12.5") if table.now.double else double_refusal(table)
                return self._too_late() or used
            case commands.Assault(space):
                return self._too_late() or second_refusal(table, space) or assault_refusal(table, space)
            case commands.End():
                return unfought(table)
        return step.not_now(table)

    def _too_late(self) -> Refusal | None:
        return None if self.moves else refused("demolition comes last", "8.21")

    def _unit_refusal(self, step: "Operations", table: Table, name: str) -> Refusal | None:
        if name not in table.units:
            return Refusal(f"no unit `{name}`")
        if table.units[name].type == "tower":
            return refused("FLAK towers never move", "9.64")
        if name not in table.now.ready or (step.only and name not in step.only):
            return refused("only Fresh units that began the impulse in the activated area act, each once", "8.21")
        return self._too_late()

    def _repair_refusal(self, step: "Operations", table: Table, border: str) -> Refusal | None:
        if is_demolition_only(table):
            return refused("in their first impulse of 17 September the Germans only blow bridges", "20.61")
        if not self.mends or step.only:
            return refused("repairs come before movement", "8.21")
        here = [space for space in table.now.activated[step.since :] if border in book_of(table).bridges_of[space]]
        if not here or UK in here:
            return refused("that bridge is not on the boundary of the activated area", "19.2")
        refusals = [bridges.repair_refusal(table, space, border, table.now.side) for space in here]
        return None if None in refusals else refusals[0]

    def do(self, step: "Operations", g: Draft, command: Command) -> None:
        match command:
            case Move(name, space) | Cross(name, space) | Ferry(name, space) | Boat(name, space):
                movement.go(g, g.units[name], space, STEPS[type(command)])
                reinforcements.release(g)
                g.swap(stage="act")
            case commands.Seize(name, border):
                _pay_for_seizure(g, g.units[name])
                g.swap(stage="act", rolling=(name, border))
                bridges.try_seizure(g, g.units[name], border)
            case commands.Attack(space):
                g.swap(stage="act")
                open_attack(g, space)
            case commands.Repair(border):
                g.swap(rolling=("", border))
                bridges.try_works(g, border, g.now.side, repair=True)
            case commands.Blow(border):
                g.swap(stage="blow", rolling=("", border))
                bridges.try_works(g, border, g.now.side, repair=False)
            case commands.Double():
                g.note(double=True)
                advantage.use(g, g.now.side)
            case commands.Assault(space):
                begin_assault(g, space)
            case commands.End():
                flip_movers(g)
                g.finish()


class Repairing(Acting):
    """Bridges are repaired; with the first action of a unit the time for it is over."""

    mends = True


class Blowing(Acting):
    """Bridges are blown, and nothing else is done any more (19.4)."""

    asks = Prompt("Blow bridges, or end the impulse", "19.4")

    moves = False


@dataclass(frozen=True, slots=True)
class Operations(Staged[Table, Draft]):
    """The three steps of an assault impulse: repairs, then movement, seizure and attacks, then demolition."""

    stage: Literal["repair", "act", "blow"] = "repair"
    only: tuple[str, ...] = ()
    """Units that may act; empty: all of the activated space (D-Day ground assault, 20.5)."""
    since: int = 0
    """Spaces activated in an earlier half of the impulse: their time for repairs is over."""
    rolling: tuple[str, str] | None = None
    """Unit and boundary of a roll in hand."""
    kind: Literal["operations"] = "operations"
    stages: ClassVar[Mapping[str, Acting]] = {"repair": Repairing(), "act": Acting(), "blow": Blowing()}

    def title(self, table: Table) -> str:
        return "Assault from " + ", ".join(table.now.activated)

    def legal(self, table: Table) -> Iterator[Command]:
        """The units' actions, which are legal one and all, and whatever else is."""
        stage = self.stages[self.stage]
        yield from stage.actions(self, table)
        yield from (command for command in stage.others(self, table) if self.refusal(table, command) is None)

    def resumed(self, g: Draft, result: Any) -> None:
        """A roll for a bridge, or an attack that is over."""
        if self.rolling is None:
            reinforcements.release(g)
            return
        purpose, (die,) = result
        name, border = self.rolling
        g.swap(rolling=None)
        if purpose == "seizure":
            unit = g.units[name]
            needs = bridges.seizure_needs(g, border, unit.location, unit.side)
            bridges.seized(g, border, unit.side, die, needs)
        elif purpose == "repair":
            bridges.repaired(g, border, g.now.side, die)
        else:
            bridges.blown(g, border, g.now.side, die)


def _seconds(table: Table) -> Iterator[str]:
    """Spaces that could be the second activation."""
    now, entry = table.now, book_of(table).named["entry"]
    if (now.double and len(now.activated) < 2) or now.activated == (entry,):
        yield from dict.fromkeys((*areas.actors(table, now.side), *bridges.works(table, now.side)))
    elif not now.double and not now.zone_f:
        yield entry


def _blow_refusal(step: Operations, table: Table, border: str) -> Refusal | None:
    if not any(border in book_of(table).bridges_of[space] for space in table.now.activated) or step.only:
        return refused("that bridge is not on the boundary of the activated area", "19.4")
    return bridges.demolition_refusal(table, border, table.now.side) or unfought(table)


def _ways_to_act(table: Table, unit: Unit, kin: tuple[object, ...]) -> list[tuple[Maker, str]]:
    """The steps and seizures that a unit may try from where it stands."""
    found = [(TO_STEP[how], to) for how, to in movement.steps(table, unit, kin)]
    if areas.may_lead(unit):
        held = bridges.standing(table, enemy(unit.side))
        for border in book_of(table).bridges_of[unit.location]:
            if border in held and _seize_refusal(table, unit, border) is None:
                found.append((_seize, border))
    return found


def begin_assault(g: Draft, space: str) -> None:
    """Activate a space inside operations; the UK box opens its drop first (18.4)."""
    activate(g, space)
    if space == UK:
        g.push(reinforcements.Dropping())


def unfought(table: Table) -> Refusal | None:
    """Mandatory attacks still to be made (10.2); without a point unit, interdicted perhaps, there can be none."""
    for name in table.now.ready:
        unit = table.units[name]
        if movement.mover_of(table, unit).mandatory and attack_refusal(table, unit.location) is None:
            return Refusal(f"{name} must attack in {book_of(table).name(unit.location)}", "10.2")
    return None


def _seize_refusal(table: Table, unit: Unit, border: str) -> Refusal | None:
    price = int(book_of(table).charts.costs.seizure * movement.HALF)
    spent = movement.halves_spent(table, unit)
    if movement.mover_of(table, unit).stopped or spent + price > areas.allowance(table, unit):
        return refused("it has no movement points left", "9.22")
    return bridges.seizure_refusal(table, unit, border)


def _pay_for_seizure(g: Draft, unit: Unit) -> None:
    price = int(book_of(g).charts.costs.seizure * movement.HALF)
    mover, spent = movement.mover_of(g, unit), movement.halves_spent(g, unit)
    g.moves(unit.id, halves=(mover.halves or spent) + price, bonus=(mover.bonus or spent) + price)


# Infiltration (8.22)


def infiltration_refusal(table: Table, space: str) -> Refusal | None:
    """Why a space cannot be activated for infiltration (8.22)."""
    if table.now.side != GERMAN:
        return refused("only the Germans infiltrate", "8.22")
    if is_demolition_only(table):
        return refused("in their first impulse of 17 September the Germans only blow bridges", "20.61")
    if space not in book_of(table).ground or not areas.is_free(table, space, GERMAN):
        return refused("only from a Free area or zone", "8.22")
    for unit in {unit.type: unit for unit in startable(table, space)}.values():  # units of a type may do the same
        for to in book_of(table).open_ground[space]:
            if infiltrate_refusal(table, unit, to) is None:
                return None
    return refused("no Fresh infantry or armour there can infiltrate", "8.22")


def infiltrate_refusal(table: Table, unit: Unit, space: str) -> Refusal | None:
    """Why a unit may not try to infiltrate an area (8.221)."""
    book = book_of(table)
    edge = book.edges[unit.location].get(space)
    if edge is None or space not in book.adjacent_areas:
        return refused("not an adjacent area", "8.22")
    if not areas.may_lead(unit):
        return refused("only infantry and armour infiltrate", "8.22")
    if unit.id in table.now.movers:
        return refused("an attempt takes all its movement points", "8.22")
    if areas.controls(table, space, GERMAN) or space in table.now.contested:
        return refused("only into an Allied-controlled area that is not contested", "8.22")
    if space not in book.open_ground[unit.location]:
        return refused("only across a plain boundary, and not into high ground or polder", "8.221")
    if unit.type == "armour" and not edge.road:
        return refused("armour needs a road", "8.221")
    if space in table.now.attacked:
        return refused("the area has been attacked in this impulse", "9.3")
    return refused("no room there", "9.61") if areas.is_full(table, space, GERMAN) else None


def infiltration_limit(table: Table, space: str) -> int:
    """Highest number on the die that succeeds (8.222)."""
    return sum(term.value for term in infiltration_terms(table, space))


def infiltration_terms(table: Table, space: str) -> Iterator[Modifier]:
    """How that number comes about."""
    yield Modifier("terrain", book_of(table).spaces[space].tem, "8.222")
    if table.weather == "clear":
        yield Modifier("Clear weather", -1, "8.222")


@dataclass(frozen=True, slots=True)
class Infiltrating(Step[Table, Draft]):
    """An infiltration impulse: attempts one by one, then one mandatory attack of those who failed in each area."""

    trying: tuple[str, str] | None = None
    fighting: bool = False
    kind: Literal["infiltrating"] = "infiltrating"

    def decider(self, table: Table) -> Side:
        return GERMAN

    def title(self, table: Table) -> str:
        return "Infiltration from " + ", ".join(table.now.activated)

    def prompt(self, table: Table) -> Prompt:
        if unfought(table):
            return Prompt("The units that failed must attack", "8.222")
        if self.fighting:
            return Prompt("The attacks are over: end the impulse", "8.222")
        return Prompt("Infiltrate with units, or end the attempts", "8.22")

    def candidates(self, table: Table) -> Iterator[Command]:
        for name in table.now.ready:
            yield from (commands.Infiltrate(name, space) for space in book_of(table).edges[table.units[name].location])
        yield from (commands.Attack(space) for space in areas.contested(table))
        yield commands.End()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """No attempts after the first attack; no end before the last."""
        match command:
            case commands.Infiltrate(name, space):
                if name not in table.now.ready or self.fighting:
                    return refused("only Fresh units of the activated space, and before the attacks", "8.22")
                return infiltrate_refusal(table, table.units[name], space)
            case commands.Attack(space):
                return attack_refusal(table, space)
            case commands.End():
                return unfought(table)
        return self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        match command:
            case commands.Infiltrate(name, space):
                limit = infiltration_limit(g, space)
                g.swap(trying=(name, space))
                g.tell(moves.InfiltrationAttempt(unit=name, space=space, limit=limit))
                advantage.ask(g, "infiltration", name, goods={GERMAN: -limit, ALLIED: limit + 1})
            case commands.Attack(space):
                g.swap(fighting=True)
                open_attack(g, space)
            case commands.End():
                flip_movers(g)
                g.finish()

    def resumed(self, g: Draft, result: Any) -> None:
        """In either case the unit is in the area (8.222)."""
        if self.trying is None:
            return
        name, space = self.trying
        success = result[1][0] <= infiltration_limit(g, space)
        unit = g.units[name]
        g.swap(trying=None)
        g.tell(moves.Infiltrated(unit=name, space=space, success=success, die=result[1][0]))
        g.moves(
            name,
            halves=areas.allowance(g, unit),
            on_road=False,
            origin=unit.location,
            by="land",
            stopped=True,
            infiltrator="in" if success else "failed",
            mandatory=not success and not areas.is_vacant(g, space, GERMAN),
        )
        areas.put(g, name, space)
        if success:
            g.note(ready=tuple(other for other in g.now.ready if other != name))
            g.worsen(name, "8.222", SPENT)
