"""Operations (4.3): step 4, in which the player moves, attacks, digs in and looks around as long as SP last."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.remembered import Remembered
from wargame_tui.core.step import Prompt, Refusal
from wargame_tui.titles.commander.rounding import up
from wargame_tui.titles.desert_commander import events
from wargame_tui.titles.desert_commander.commands import Add, Blitz, DigIn, End, Go, Operation, Recon, Sortie
from wargame_tui.titles.desert_commander.printed.book import AXIS, ENEMY
from wargame_tui.titles.desert_commander.rules.battle import begin_battle
from wargame_tui.titles.desert_commander.rules.decision import Decision
from wargame_tui.titles.desert_commander.rules.fog import seen
from wargame_tui.titles.desert_commander.rules.normandy import interdicted
from wargame_tui.titles.desert_commander.rules.supply_points import overstretch, too_dear
from wargame_tui.titles.desert_commander.state import (
    FOG,
    Draft,
    Force,
    Table,
    areas_with,
    book_of,
    class_of,
    clear,
    ids,
    labels,
    owned_by,
    present,
    room,
)


def operations_left(table: Table, force: Force) -> int:
    """Operations that a force has left this turn (4.2.2)."""
    return max(0, book_of(table).charts.areas.operations[class_of(table, force).move] - force.operations)


def why_not_ready(table: Table, force: Force, blitz: bool) -> Refusal | None:
    """Why a force cannot take part in an operation or blitz; None if it can (4.3.5, 4.3.9)."""
    if force.spent:
        return Refusal(f"{force.label} is spent", "4.3.7")
    left = operations_left(table, force)
    if not blitz:
        return None if left else Refusal(f"{force.label} has no operation left", "4.2.2")
    if class_of(table, force).move != "M":
        return Refusal(f"{force.label} is no M force", "4.3.9")
    if not force.won:
        return Refusal(f"{force.label} has won no assault this turn", "4.3.9")
    if left:
        return Refusal(f"{force.label} has an operation left", "4.3.9")
    return Refusal(f"{force.label} has done its blitz", "4.3.9") if force.blitzed else None


def _ready(table: Table, area: str, blitz: bool) -> tuple[Force, ...]:
    likely = (force for force in present(table, area, AXIS) if force.won or not blitz)
    return tuple(force for force in likely if why_not_ready(table, force, blitz) is None)


ready = Remembered(_ready, "forces", "index", most=128)
"""Forces of an Area that can take part in an operation or blitz, in Force order: asked for every goal."""


def cost(table: Table, origin: str, count: int, blitz: bool) -> int:
    """The SP of an operation of so many forces (4.3.2, 4.3.4, 4.3.9)."""
    economy = book_of(table).charts.economy
    return up(count, economy.forces_per_sp) + overstretch(table, origin) + (economy.blitz if blitz else 0)


def why_no_room(table: Table, area: str, count: int) -> Refusal | None:
    """Where the forces would stand with others, in an Area of their own or a contested one, they need room (4.3.6)."""
    assault = present(table, area, ENEMY) and not owned_by(table, area, "contested")
    if assault or room(table, area, AXIS) >= count:
        return None
    limit = book_of(table).charts.areas.stack
    return Refusal(f"over the stacking limit: more than {limit} forces in {book_of(table).areas[area].name}", "4.3.6")


@dataclass(frozen=True, slots=True)
class Operations(Decision):
    """Step 4: operations and other actions one at a time (4.1.1)."""

    kind: Literal["operations"] = "operations"
    passes_alone: ClassVar[bool] = True
    heading: ClassVar[str] = "Axis operations"
    meant: ClassVar[type[Command]] = Operation

    def prompt(self, table: Table) -> Prompt:
        """What to do."""
        return Prompt(f"Choose an operation ({table.sp} SP), or end the turn", "4.3.5")

    def candidates(self, table: Table) -> Iterator[Command]:
        """Operations and blitzes along every link from forces that are ready, then the other actions."""
        links = book_of(table).links
        held = areas_with(table, AXIS)
        for kind in (Operation, Blitz):
            for area in held:
                if ready(table, area, kind.blitz):
                    yield from (kind(area, there) for there in links[area])
        yield from (DigIn(area) for area in held)
        if FOG in table.options:
            yield from (Recon(area) for area in book_of(table).areas if present(table, area, ENEMY))
        yield End()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """Rules 4.3.2 to 4.3.15, 4.9.12."""
        match command:
            case Sortie():
                return _sortie_refusal(table, command)
            case DigIn(area):
                return _dig_refusal(table, area)
            case Recon(area):
                return _recon_refusal(table, area)
            case End():
                return None
            case Add() | Go():
                return Refusal("first begin an operation: `operation FROM TO`", "4.3.5")
        return self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        """Begin it, or do it."""
        economy = book_of(g).charts.economy
        match command:
            case Sortie():
                g.push(Forming(command.origin, command.area, blitz=command.blitz))
            case DigIn(area):
                g.sp -= economy.dig_in
                g.change_area(area, dig=True)
                g.tell(events.DugIn(rule="4.3.14", side=AXIS, area=area, sp=economy.dig_in))
            case Recon(area):
                g.sp -= economy.recon
                g.reveal(area)
                found = present(g, area, ENEMY)
                g.tell(events.Recon(area=area, forces=list(ids(found)), labels=labels(found), sp=economy.recon))
            case End():
                g.finish()


def _sortie_refusal(table: Table, begun: Sortie) -> Refusal | None:
    """Whether an operation can be begun, which it can if one force can carry it out."""
    book, origin, area, blitz = book_of(table), begun.origin, begun.area, begun.blitz
    if area not in book.links.get(origin, ()):
        return Refusal(f"no link leads from `{origin}` to `{area}`", "4.3.5")
    if not ready(table, origin, blitz):
        return _nobody_ready(table, origin, blitz)
    if table.turn < book.campaign.closed_until.get(origin, 0):
        first = book.campaign.closed_until[origin]
        return Refusal(f"no operation may start in {book.areas[origin].name} before turn {first}", "4.9.12")
    return why_no_room(table, area, 1) or too_dear(table, cost(table, origin, 1, blitz))


def _nobody_ready(table: Table, origin: str, blitz: bool) -> Refusal:
    here = present(table, origin, AXIS)
    if len(here) == 1:
        return why_not_ready(table, here[0], blitz) or Refusal("it is not ready", "4.3.5")
    name = book_of(table).areas[origin].name
    if not here:
        return Refusal(f"you have no force in {name}", "4.3.5")
    if blitz:
        return Refusal(f"no M force in {name} has won an assault and used up its operations", "4.3.9")
    return Refusal(f"no force in {name} has an operation left", "4.3.5")


def _dig_refusal(table: Table, area: str) -> Refusal | None:
    if area not in table.areas:
        return Refusal(f"no Area `{area}`", "4.3.14")
    name = book_of(table).areas[area].name
    if not clear(table, area) or not present(table, area, AXIS):
        return Refusal(f"{name} is no Area of yours with your forces and without the enemy's", "4.3.14")
    if table.areas[area].dig:
        return Refusal(f"{name} has a dig marker", "4.2.5")
    return too_dear(table, book_of(table).charts.economy.dig_in)


def _recon_refusal(table: Table, area: str) -> Refusal | None:
    if FOG not in table.options:
        return Refusal("without the option `fog` all is seen", "4.3.15")
    if not present(table, area, ENEMY):
        return Refusal(f"there is no enemy in `{area}`", "4.3.15")
    if seen(table, area):
        return Refusal(f"you see the forces in {book_of(table).areas[area].name}", "4.3.15")
    if not any(class_of(table, f).recon for there in book_of(table).links[area] for f in present(table, there, AXIS)):
        return Refusal("no reconnaissance force of yours is in a linked Area", "4.3.15")
    return too_dear(table, book_of(table).charts.economy.recon)


@dataclass(frozen=True, slots=True)
class Forming(Decision):
    """An operation being formed: force by force, then it goes (4.3.5)."""

    origin: str
    area: str
    forces: tuple[str, ...] = ()
    blitz: bool = False
    kind: Literal["forming"] = "forming"
    passes_alone: ClassVar[bool] = True
    meant: ClassVar[type[Command]] = Add
    suggested: ClassVar[Command] = Go()

    def title(self, table: Table) -> str:
        """Its way."""
        areas = book_of(table).areas
        kind = "Blitz" if self.blitz else "Operation"
        return f"{kind} from {areas[self.origin].name} to {areas[self.area].name}"

    def prompt(self, table: Table) -> Prompt:
        """Who takes part."""
        if not self.forces:
            return Prompt("Add the forces that take part", "4.3.5")
        price = cost(table, self.origin, len(self.forces), self.blitz)
        return Prompt(f"Add more forces, or go ({len(self.forces)} for {price} SP)", "4.3.5")

    def candidates(self, table: Table) -> Iterator[Command]:
        """Every force of the Area that is not in it yet; the start."""
        yield from (Add(force.id) for force in ready(table, self.origin, self.blitz) if force.id not in self.forces)
        yield Go()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """Rules 4.3.2, 4.3.5, 4.3.6, 4.3.9."""
        match command:
            case Add(name):
                return self._add_refusal(table, table.forces.get(name), name)
            case Go():
                return None if self.forces else Refusal("add a force first", "4.3.5")
        return self.not_now(table)

    def _add_refusal(self, table: Table, force: Force | None, name: str) -> Refusal | None:
        book = book_of(table)
        if force is None or force.side != AXIS or force.area != self.origin:
            return Refusal(f"you have no force `{name}` in {book.areas[self.origin].name}", "4.3.5")
        if name in self.forces:
            return Refusal(f"{force.label} takes part already", "4.3.5")
        if refusal := why_not_ready(table, force, self.blitz):
            return refusal
        count = len(self.forces) + 1
        if count > book.charts.economy.most_forces:
            return Refusal(f"an operation has at most {book.charts.economy.most_forces} forces", "4.3.5")
        return why_no_room(table, self.area, count) or too_dear(table, cost(table, self.origin, count, self.blitz))

    def do(self, g: Draft, command: Command) -> None:
        """Take it along, or go."""
        match command:
            case Add(name):
                g.swap(forces=(*self.forces, name))
            case Go():
                g.finish()
                self._go(g)

    def _go(self, g: Draft) -> None:
        """Pay, use up the operations, and move or attack unless aircraft forbid it (4.3.5 to 4.3.9, 4.9.10)."""
        price = cost(g, self.origin, len(self.forces), self.blitz)
        g.sp -= price
        going = [g.forces[name] for name in self.forces]
        for force in going:
            change = {"blitzed": True} if self.blitz else {"operations": force.operations + 1}
            g.change(force.id, **change)
        g.tell(
            events.OperationBegun(
                rule="4.3.9" if self.blitz else "4.3.5",
                origin=self.origin,
                area=self.area,
                sp=price,
                overstretch=overstretch(g, self.origin),
                blitz=self.blitz,
                forces=list(self.forces),
                labels=labels(going),
            )
        )
        if not interdicted(g, self.origin):
            self.arrive(g)

    def arrive(self, g: Draft) -> None:
        """Into an Area without enemies, an assault, or a counter-attack in a contested Area (4.3.6, 4.3.7, 4.9.5)."""
        assault = bool(present(g, self.area, ENEMY))
        contested = owned_by(g, self.area, "contested")
        if assault and not contested:
            begin_battle(g, self.area, self.forces, self.origin, "assault")
            return
        going = [g.forces[name] for name in self.forces]
        g.tell(
            events.Moved(
                rule="4.3.6",
                side=AXIS,
                origin=self.origin,
                area=self.area,
                forces=list(self.forces),
                labels=labels(going),
            )
        )
        g.move(self.forces, self.area, "4.3.6")
        if assault:
            begin_battle(g, self.area, ids(present(g, self.area, AXIS)), self.area, "assault")
