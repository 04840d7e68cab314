"""D-Day, 17 September (rule 20): bombs on the FLAK towers, the barrage, the airborne landings, the ground assault."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.event import Event
from wargame_tui.core.step import Prompt, Refusal, Step
from wargame_tui.engine.staged import Stage, Staged, Work
from wargame_tui.titles.montys_gamble.commands import Bomb, ChooseDrop, Cross, DropAction, DropArea, End, Move, Seize
from wargame_tui.titles.montys_gamble.events import battles, days
from wargame_tui.titles.montys_gamble.printed.book import ALLIED
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.rules import advantage, assault, bridges, movement, reinforcements, supply
from wargame_tui.titles.montys_gamble.rules.areas import is_contested, is_vacant, may_lead, put, units_in
from wargame_tui.titles.montys_gamble.rules.attack import attack_refusal, open_attack
from wargame_tui.titles.montys_gamble.rules.bombardment import Bombardment, bombard_refusal
from wargame_tui.titles.montys_gamble.rules.movement import How
from wargame_tui.titles.montys_gamble.state import FRESH, SPENT, Draft, Table, Unit, book_of

EIGHTH = "8AF"
"""The US 8th Air Force marker (16.1)."""


@dataclass(frozen=True, slots=True)
class AirPhase(Step[Table, Draft]):
    """Every area with a FLAK tower is bombed, the tower as primary target (20.2)."""

    bombed: tuple[str, ...] = ()
    kind: Literal["air_phase"] = "air_phase"
    heading = "Air Bombardment Phase"
    asks = Prompt("8th Air Force: bomb which FLAK tower next?", "20.2")
    passes_alone = True

    def _towers(self, table: Table) -> list[Unit]:
        return [
            unit
            for unit in table.units.values()
            if unit.type == "tower" and unit.location in book_of(table).edges and unit.location not in self.bombed
        ]

    def decider(self, table: Table) -> Side | None:
        """The Allies, while towers are left."""
        return ALLIED if self._towers(table) else None

    def candidates(self, table: Table) -> Iterator[Command]:
        """The towers whose area has not been bombed."""
        return (Bomb(unit.id) for unit in self._towers(table))

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        if not isinstance(command, Bomb):
            return self.not_now(table)
        known = any(unit.id == command.unit for unit in self._towers(table))
        return None if known else Refusal("no FLAK tower in an area that has not been bombed", "20.2")

    def do(self, g: Draft, command: Command) -> None:
        assert isinstance(command, Bomb)
        space = g.units[command.unit].location
        g.swap(bombed=(*self.bombed, space))
        g.tell(
            battles.Bombardment(
                space=space, lead=None, marker=EIGHTH, target=command.unit, support=(), barrage=False, rule="20.2"
            )
        )
        g.push(Bombardment(space, EIGHTH, target=command.unit, stage="roll"))

    def proceed(self, g: Draft) -> None:
        g.finish()


@dataclass(frozen=True, slots=True)
class BarragePhase(Step[Table, Draft]):
    """The corps artillery of XXX Corps fires a barrage in Zone F (20.3)."""

    fired: bool = False
    kind: Literal["barrage_phase"] = "barrage_phase"
    heading = "Artillery Bombardment Phase"

    def proceed(self, g: Draft) -> None:
        """Fire once, if there is anything to fire and anything to hit; the 8th Air Force goes over to supply (20.3)."""
        g.air = {**g.air, EIGHTH: "supply"}
        entry = book_of(g).named["entry"]
        if self.fired or bombard_refusal(g, entry):
            g.finish()
        else:
            g.swap(fired=True)
            g.push(Bombardment(entry, corps_only=True))


# The Airborne Phase (20.4)


class Choosing(Stage["AirbornePhase", Table, Draft]):
    """The Allies may choose drop areas, if the option lets them (23.2)."""

    asks = Prompt("Choose other drop areas, or end to drop as the card says", "23.2")
    keys: ClassVar[Mapping[type[Command], str]] = {End: "0"}

    def decider(self, step: "AirbornePhase", table: Table) -> Side | None:
        return ALLIED if step.drops and "drop_choice" in table.optional else None

    def candidates(self, step: "AirbornePhase", table: Table) -> Iterator[Command]:
        for name, _ in step.drops:
            division = table.units[name].range or ""
            yield from (ChooseDrop(name, area) for area in book_of(table).drop_areas[division])
        yield End()

    def refusal(self, step: "AirbornePhase", table: Table, command: Command) -> Refusal | None:
        match command:
            case ChooseDrop(name, area):
                return choice_refusal(table, step.drops, name, area)
            case End():
                return None
        return step.not_now(table)

    def do(self, step: "AirbornePhase", g: Draft, command: Command) -> None:
        if isinstance(command, ChooseDrop):
            changed = (command.unit, command.area)
            g.swap(drops=tuple(changed if unit == command.unit else (unit, area) for unit, area in step.drops))
        else:
            step.onward(g)

    def proceed(self, step: "AirbornePhase", g: Draft) -> None:
        if step.drops:
            step.onward(g)
            return
        # A position set up by hand need not have all of them.
        drops = tuple((unit, area) for unit, area in book_of(g).drops.items() if unit in g.units)
        g.swap(drops=drops, stage="choose" if drops else "act")


def _land(step: "AirbornePhase", g: Draft) -> None:
    """Place all, then interdict each (20.4)."""
    for name, area in step.drops:
        g.change(name, drop=None)
        g.tell(days.Dropped(unit=name, space=area, rule="20.4"))
        put(g, name, area)
    hit = [(name, area) for name, area in step.drops if reinforcements.interdiction_value(g, g.units[name], area) > 0]
    g.push(*(reinforcements.Interdicted(name, area) for name, area in reversed(hit)))


class Acting(Stage["AirbornePhase", Table, Draft]):
    """The drop areas act, each once, in the order that the Allies choose (20.4)."""

    asks = Prompt("Choose the next drop area to act", "20.4")

    def _waiting(self, step: "AirbornePhase", table: Table) -> list[str]:
        """Drop areas with a Fresh unit that have not acted."""
        areas = dict.fromkeys(area for _, area in step.drops)
        return [area for area in areas if area not in step.acted and fresh_airborne(table, area)]

    def decider(self, step: "AirbornePhase", table: Table) -> Side | None:
        return ALLIED if self._waiting(step, table) else None

    def candidates(self, step: "AirbornePhase", table: Table) -> Iterator[Command]:
        return (DropArea(area) for area in self._waiting(step, table))

    def refusal(self, step: "AirbornePhase", table: Table, command: Command) -> Refusal | None:
        if not isinstance(command, DropArea):
            return step.not_now(table)
        known = command.area in self._waiting(step, table)
        return None if known else Refusal("no Fresh unit there that has not acted", "20.4")

    def do(self, step: "AirbornePhase", g: Draft, command: Command) -> None:
        assert isinstance(command, DropArea)
        g.swap(acted=(*step.acted, command.area))
        g.push(DropAreaActs(command.area))


@dataclass(frozen=True, slots=True)
class AirbornePhase(Staged[Table, Draft]):
    """All D-Day airborne units land, the Germans interdict, then each drop area acts once (20.4)."""

    stage: Literal["choose", "land", "act"] = "choose"
    drops: tuple[tuple[str, str], ...] = ()
    """Unit and drop area."""
    acted: tuple[str, ...] = ()
    kind: Literal["airborne_phase"] = "airborne_phase"
    heading = "Airborne Phase"
    stages: ClassVar[Mapping[str, Stage[Any, Any, Any]]] = {
        "choose": Choosing(),
        "land": Work(_land),
        "act": Acting(),
    }


def fresh_airborne(table: Table, area: str) -> list[Unit]:
    """Fresh airborne units in an area."""
    return [unit for unit in units_in(table, area, ALLIED) if unit.range and unit.condition == FRESH]


def choice_refusal(table: Table, drops: tuple[tuple[str, str], ...], name: str, area: str) -> Refusal | None:
    """Why a D-Day unit may not drop in another area (23.2)."""
    book, where = book_of(table), dict(drops)
    if name not in where:
        return Refusal("it does not drop today", "23.2")
    if where[name] == area:
        return Refusal("it drops there already", "23.2")
    division = table.units[name].range
    if division is None or area not in book.drop_areas[division]:
        return Refusal("not a drop area of its division", "23.2")
    if not book.is_level(area) and not book.spaces[area].airhead:
        return Refusal("only TEM 1 or 2, or an airhead supply area", "23.2")
    if not joined_to_airhead(table, area, division):
        return Refusal("no way from there to an airhead supply area", "23.2")
    limit = book.charts.limits.choice_drop_in.get(area, book.charts.limits.choice_drop)
    if sum(other == area for other in where.values()) >= limit:
        return Refusal(f"at most {limit} units drop there", "23.2")
    return None


def joined_to_airhead(table: Table, area: str, division: str) -> bool:
    """Whether a supply line leads from one of the division's airheads to an area (23.2, 13.8, Q31).

    Before the landings every area and bridge is German (9.62): a line enters the next area and goes no further.
    """
    spaces = book_of(table).spaces
    airheads = [here for here in book_of(table).areas if spaces[here].airhead and division in spaces[here].ranges]
    return supply.joined(table, airheads, area, ALLIED)


@dataclass(frozen=True, slots=True)
class DropAreaActs(Step[Table, Draft]):
    """The one action of a drop area: attack, seize a bridge, move, or pass (20.4 A to D)."""

    area: str
    action: Literal["attack", "seize", "move"] | None = None
    moved: tuple[str, ...] = ()
    seizing: tuple[str, str] | None = None
    over: bool = False
    kind: Literal["drop_area"] = "drop_area"

    def title(self, table: Table) -> str:
        return book_of(table).name(self.area)

    def decider(self, table: Table) -> Side | None:
        return None if self.over else ALLIED

    def prompt(self, table: Table) -> Prompt:
        if self.action == "seize":
            return Prompt("Choose the unit and the bridge", "20.4")
        if self.action == "move":
            return Prompt("Move units to adjacent Vacant areas, or end", "20.4")
        words = {"attack": "attack", "seize": "seize a bridge", "move": "move", "pass": "pass"}
        able = [words[action] for action in words if self._action_refusal(table, action) is None]
        *others, last = able
        choice = f"{', '.join(others)} or {last}" if others else last
        return Prompt(f"{book_of(table).name(self.area)}: {choice}", "20.4")

    def candidates(self, table: Table) -> Iterator[Command]:
        """Actions; units with bridges or areas."""
        if self.action is None:
            yield from (DropAction(action) for action in ("attack", "seize", "move", "pass"))
            return
        for unit in fresh_airborne(table, self.area):
            if self.action == "seize":
                yield from (Seize(unit.id, border) for border in book_of(table).bridges_of[self.area])
            else:
                for edge in book_of(table).edges[self.area].values():
                    yield Move(unit.id, edge.to)
                    if edge.water == "canal":
                        yield Cross(unit.id, edge.to)
        if self.action == "move":
            yield End()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        match command:
            case DropAction(action) if self.action is None:
                return self._action_refusal(table, action)
            case Seize(name, border) if self.action == "seize":
                return self._not_here(table, name) or bridges.seizure_refusal(table, table.units[name], border)
            case Move(name, space) | Cross(name, space) if self.action == "move":
                return self._move_refusal(table, name, space, "move" if isinstance(command, Move) else "cross")
            case End() if self.action == "move":
                return None if self.moved else Refusal("move a unit", "20.4")
        return self.not_now(table)

    def _not_here(self, table: Table, name: str) -> Refusal | None:
        here = fresh_airborne(table, self.area)
        return None if any(unit.id == name for unit in here) else Refusal("no Fresh airborne unit there", "20.4")

    def _move_refusal(self, table: Table, name: str, space: str, how: How) -> Refusal | None:
        if refusal := self._not_here(table, name):
            return refusal
        if space not in book_of(table).areas or not is_vacant(table, space, ALLIED):
            return Refusal("only into adjacent Vacant areas", "20.4")
        return movement.step_refusal(table, table.units[name], space, how)

    def _action_refusal(self, table: Table, action: str) -> Refusal | None:
        fought = is_contested(table, self.area)
        match action:
            case "pass":
                return None
            case "attack":
                if not fought:
                    return Refusal("nobody to attack", "20.4")
                leaders = any(may_lead(unit) for unit in fresh_airborne(table, self.area))
                return None if leaders else Refusal("an attack needs a Fresh point unit", "10.3")
            case "seize" | "move":
                if fought:
                    return Refusal("the area is contested: attack or pass", "20.4")
                trial = DropAreaActs(self.area, "seize" if action == "seize" else "move")
                if any(not isinstance(command, End) for command in trial.legal(table)):
                    return None
                return Refusal("no bridge to seize" if action == "seize" else "nowhere to go", "20.4")
        return Refusal("`attack`, `seize`, `move` or `pass`", "20.4")

    def do(self, g: Draft, command: Command) -> None:
        match command:
            case DropAction("pass"):
                g.tell(days.DropPass(area=self.area))
                g.swap(over=True)
            case DropAction("attack"):
                g.swap(over=True)
                g.note(ready=tuple(unit.id for unit in fresh_airborne(g, self.area)))
                open_attack(g, self.area, "airborne")
            case DropAction(action):
                g.swap(action=action)
            case Seize(name, border):
                g.swap(seizing=(name, border), over=True)
                bridges.try_seizure(g, g.units[name], border)
            case Move(name, space) | Cross(name, space):
                movement.go(g, g.units[name], space, "move" if isinstance(command, Move) else "cross")
                g.worsen(name, "20.4", SPENT)
                g.swap(moved=(*self.moved, name))
            case End():
                g.swap(over=True)

    def resumed(self, g: Draft, result: Any) -> None:
        if self.seizing:
            name, border = self.seizing
            needs = bridges.seizure_needs(g, border, self.area, ALLIED)
            bridges.seized(g, border, ALLIED, result[1][0], needs)
            g.worsen(name, "20.4", SPENT)

    def proceed(self, g: Draft) -> None:
        """Done; who acted is Spent whatever the result."""
        g.note(ready=(), movers={})
        g.finish()


# The ground assault (20.5)


def _attack_zone_f(step: "GroundPhase", g: Draft) -> None:
    """The Fresh units in Zone F attack, if they can."""
    entry = book_of(g).named["entry"]
    g.note(ready=tuple(unit.id for unit in assault.startable(g, entry)), activated=(entry,))
    if not attack_refusal(g, entry):
        open_attack(g, entry, "ground")


def _exploit(step: "GroundPhase", g: Draft) -> None:
    """Overrunning units may go on (10.5)."""
    overran = tuple(name for name in g.now.ready if name in g.now.movers)
    if overran:
        g.push(assault.Operations("act", overran))


class Ending(Stage["GroundPhase", Table, Draft]):
    """Who moved or fought is Spent (8.3)."""

    def proceed(self, step: "GroundPhase", g: Draft) -> None:
        assault.flip_movers(g)
        step.onward(g)


@dataclass(frozen=True, slots=True)
class GroundPhase(Staged[Table, Draft]):
    """At least one Guards Armoured unit attacks the Germans in Zone F; an overrun moves on (20.5, 10.5)."""

    stage: Literal["attack", "go on", "end"] = "attack"
    kind: Literal["ground_phase"] = "ground_phase"
    heading = "XXX Corps Ground Assault Phase"
    stages: ClassVar[Mapping[str, Stage[Any, Any, Any]]] = {
        "attack": Work(_attack_zone_f),
        "go on": Work(_exploit),
        "end": Ending(),
    }


# The whole (20.1)


def _opening(begins: Event, phase: Step[Table, Draft]) -> "Work[DDay, Table, Draft]":
    def open_phase(step: "DDay", g: Draft) -> None:
        advantage.begin(g, ALLIED, "dday")
        g.tell(begins)
        g.push(advantage.Aftermath(), phase)

    return Work(open_phase)


@dataclass(frozen=True, slots=True)
class DDay(Staged[Table, Draft]):
    """The four special phases that replace the Dawn Phase of 17 September (20.1)."""

    stage: Literal["air", "artillery", "airborne", "ground", "end"] = "air"
    kind: Literal["dday"] = "dday"
    heading = "D-Day"
    stages: ClassVar[Mapping[str, Stage[Any, Any, Any]]] = {
        "air": _opening(days.AirPhase(), AirPhase()),
        "artillery": _opening(days.ArtilleryPhase(), BarragePhase()),
        "airborne": _opening(days.AirbornePhase(), AirbornePhase()),
        "ground": _opening(days.GroundPhase(), GroundPhase()),
        "end": Stage(),
    }
