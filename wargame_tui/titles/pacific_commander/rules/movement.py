"""Step 3 of a turn, US movement: task forces, transports, shuttles between bases, flights (3.6)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

from wargame_tui.core.command import Command
from wargame_tui.core.remembered import Remembered, Resting
from wargame_tui.core.state import record
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.titles.pacific_commander import commands
from wargame_tui.titles.pacific_commander.commands import Add, AddAll, End, Fly, Load, Sail, Shuttle
from wargame_tui.titles.pacific_commander.events.turn import Flew, Sailed, Shuttled, Went
from wargame_tui.titles.pacific_commander.printed.book import GROUND, JAPAN, SHIPS, US, WARSHIPS
from wargame_tui.titles.pacific_commander.rules.choice import UsStep
from wargame_tui.titles.pacific_commander.rules.resupply import too_dear, us_force
from wargame_tui.titles.pacific_commander.state import (
    Draft,
    Force,
    Table,
    all_of_class,
    areas_with,
    book_of,
    cargo_of,
    free_airfields,
    friendly,
    in_force_order,
    present,
    printed,
    ratings,
    room_for_ground,
)

GOES = SHIPS | {"SS"}
"""What a task force is made of (3.6.1)."""


@dataclass(frozen=True, slots=True)
class Movement(UsStep):
    """The player moves each Force at most once (3.6.2)."""

    kind: Literal["movement"] = "movement"
    heading: ClassVar[str] = "US movement"
    asks: ClassVar[Prompt] = Prompt("Form a task force, shuttle ground Forces between bases, fly LBA, or end", "3.6.2")
    at_area: ClassVar[type[Command]] = commands.TaskForce

    def candidates(self, table: Table) -> Iterator[Command]:
        """Areas with ships, ground Forces in bases, aircraft: none but legal ones."""
        forms = (commands.TaskForce(area) for area in areas_with(table, US))
        yield from (command for command in forms if self.refusal(table, command) is None)
        for base in book_of(table).bases:
            for force in present(table, base, US).ground:
                yield from _shuttles(table, force.id)
        for force in all_of_class(table, US, "LBA"):
            yield from _flights(table, force.id)
        yield End()

    def legal(self, table: Table) -> Iterator[Command]:
        """All candidates."""
        return self.candidates(table)

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """Why that cannot move so."""
        match command:
            case commands.TaskForce():
                return _form_refusal(table, command.area)
            case Shuttle():
                return _shuttle_refusal(table, command)
            case Fly():
                return _fly_refusal(table, command)
            case End():
                return None
        return self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        """Move, or begin to form a task force."""
        match command:
            case commands.TaskForce():
                g.push(TaskForce(command.area))
            case Shuttle():
                _go(g, command.force, command.area, Shuttled)
            case Fly():
                _go(g, command.force, command.area, Flew)
            case End():
                g.finish()


def _go(g: Draft, force: str, area: str, kind: type[Went]) -> None:
    """A Force moves by itself."""
    going = g.forces[force]
    g.place([force], area, moved=True)
    g.tell(kind(force=force, name=going.name, cls=going.cls, side=US, origin=going.area, area=area))


def _form_refusal(table: Table, area: str) -> Refusal | None:
    if area not in book_of(table).areas:
        return refused("no such Area", "3.6.1")
    free = _free_ships(table, area)
    if not any(_has_target(table, _voyage(table, area, (ship.id,), ())) for ship in free):
        return refused("no US ships or submarines there that can still move", "3.6.2")
    return None


def _free_ships(table: Table, area: str) -> list[Force]:
    return [force for force in present(table, area, US).forces if force.cls in GOES and not force.moved]


def _shuttle_refusal(table: Table, command: Shuttle) -> Refusal | None:
    force, bases = us_force(table, command.force), printed(table).bases
    if force is None or force.cls not in GROUND:
        return refused("the US has no such ground Force in play", "3.6.4")
    if force.carried_by is not None:
        return refused("the Force is embarked: it moves with its ship", "3.6.8")
    if force.moved:
        return refused("the Force has moved", "3.6.2")
    if force.area not in bases or command.area not in bases or command.area == force.area:
        return refused("without transports ground Forces move from one US base to another only", "3.6.4")
    return None if room_for_ground(table, command.area, US) > 0 else refused("ground cap reached", "3.2.2")


def _find_shuttles(table: Table, force: str) -> tuple[Command, ...]:
    ways = (Shuttle(force, base) for base in _open_bases(table))
    return tuple(way for way in ways if _shuttle_refusal(table, way) is None)


_open_bases = Remembered(
    lambda table: tuple(base for base in printed(table).bases if room_for_ground(table, base, US) > 0), "forces"
)
"""The US bases with room for ground Forces."""
_shuttles = Resting(
    _find_shuttles, lambda table, force: table.forces[force], lambda table, force: _open_bases(table), most=512
)
"""Where a ground Force in a base may go by itself (3.6.4), found once as long as neither it nor room there changes."""


def _fly_refusal(table: Table, command: Fly) -> Refusal | None:
    force = us_force(table, command.force)
    if force is None or force.cls != "LBA":
        return refused("the US has no such LBA in play", "3.6.6")
    if force.moved:
        return refused("the Force has moved", "3.6.2")
    if command.area not in printed(table).areas or command.area == force.area:
        return refused("LBA fly to another Area", "3.6.6")
    if not friendly(table, command.area):
        return refused("LBA fly to friendly Areas", "3.6.6")
    return None if command.area in free_airfields(table) else refused("no airfield place is free", "3.2.2")


def _find_flights(table: Table, force: str) -> tuple[Command, ...]:
    ways = (Fly(force, area) for area in free_airfields(table))
    return tuple(way for way in ways if _fly_refusal(table, way) is None)


_flights = Resting(
    _find_flights, lambda table, force: table.forces[force], lambda table, force: free_airfields(table), most=512
)
"""Where an LBA may fly (3.6.6), found once as long as neither it nor free airfields change."""


# Task forces


@record
class Loading:
    """A ground Force that a transport will take on board."""

    ship: str
    force: str


@dataclass(frozen=True, slots=True)
class TaskForce(UsStep):
    """Ships of an Area that will go together; what they load is carried out when they sail (3.6.1, 3.6.3)."""

    area: str
    ships: tuple[str, ...] = ()
    loads: tuple[Loading, ...] = ()
    kind: Literal["task_force"] = "task_force"
    at_area: ClassVar[type[Command]] = Sail

    def title(self, table: Table) -> str:
        """What is being formed."""
        return f"Task force at {book_of(table).areas[self.area].name}"

    def prompt(self, table: Table) -> Prompt:
        """What to do with it, and what it is so far."""
        if not self.ships:
            return Prompt("Task force: add ships", "3.6.1")
        loads = "load ground Forces, " if any(table.forces[ship].cls == "TRN" for ship in self.ships) else ""
        return Prompt(f"Task force of {_so_far(table, self)}: {loads}add more, or sail", "3.6.1")

    def candidates(self, table: Table) -> Iterator[Command]:
        """Cargo for the transports that were added, ships to add, targets."""
        transports = [ship for ship in self.ships if table.forces[ship].cls == "TRN"]
        if transports:
            cargo = [force.id for force in _loadable(table, self.area)]
            yield from (Load(ship, force) for ship in transports for force in cargo)
        free = [ship for ship in _free_ships(table, self.area) if ship.id not in self.ships]
        yield from (Add(ship.id) for ship in free)
        yield AddAll()
        if self.ships:
            yield from (Sail(area) for area in book_of(table).areas)

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """Why it cannot go so."""
        match command:
            case Add():
                return _add_refusal(table, self, us_force(table, command.force))
            case AddAll():
                several = len(_warships_left(table, self)) > 1
                return None if several else refused("no two more warships can go", "3.6.2")
            case Load():
                return _load_refusal(table, self, command)
            case Sail():
                voyage = _voyage(table, self.area, self.ships, self.loads) if self.ships else None
                return _sail_refusal(table, voyage, command.area)
        return self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        """Form it, or sail."""
        match command:
            case Add():
                g.swap(ships=(*self.ships, command.force))
            case AddAll():
                g.swap(ships=(*self.ships, *(ship.id for ship in _warships_left(g, self))))
            case Load():
                g.swap(loads=(*self.loads, Loading(command.ship, command.force)))
            case Sail():
                g.finish()
                _sail(g, self, command.area)


def _so_far(table: Table, task_force: TaskForce) -> str:
    """A task force in short: `CV 2, TRN 1 with 24th Inf`."""
    ships = in_force_order(table, [table.forces[ship] for ship in task_force.ships])
    counts = ", ".join(f"{cls} {count}" for cls, count in Counter(ship.cls for ship in ships).items())
    cargo = [force.name for ship in ships for force in cargo_of(table, ship.id)]
    cargo += [table.forces[loading.force].name for loading in task_force.loads]
    return f"{counts} with {', '.join(cargo)}" if cargo else counts


def _warships_left(table: Table, task_force: TaskForce) -> list[Force]:
    free = [ship for ship in _free_ships(table, task_force.area) if ship.cls in WARSHIPS]
    left = [ship for ship in free if ship.id not in task_force.ships]
    grown = (*task_force.ships, *(ship.id for ship in left))
    return left if left and _has_target(table, _voyage(table, task_force.area, grown, task_force.loads)) else []


def _add_refusal(table: Table, task_force: TaskForce, ship: Force | None) -> Refusal | None:
    if ship is None or ship.area != task_force.area:
        return refused("no such US ship or submarines in the Area of the task force", "3.6.1")
    if ship.cls not in GOES:
        return refused("ground Forces and LBA are no part of a task force; transports load ground Forces", "3.6.3")
    if ship.moved or ship.id in task_force.ships:
        return refused("it has moved or is part of the task force already", "3.6.2")
    if not _has_target(table, _voyage(table, ship.area, (*task_force.ships, ship.id), task_force.loads)):
        return refused("with it the task force could sail nowhere: no Area has room, or too few SP", "3.6.5")
    return None


# Cargo


def _loadable(table: Table, area: str) -> Iterator[Force]:
    """Ground Forces that a transport of an Area may load: there, or in any friendly Area (3.6.3)."""
    for here in book_of(table).areas:
        if here == area or friendly(table, here):
            yield from (force for force in present(table, here, US).ground if not force.moved)


def _load_refusal(table: Table, task_force: TaskForce, command: Load) -> Refusal | None:
    ship, force = us_force(table, command.ship), us_force(table, command.force)
    if ship is None or ship.cls != "TRN" or ship.id not in task_force.ships:
        return refused("no such transport in the task force", "3.6.3")
    if force is None or force.cls not in GROUND:
        return refused("the US has no such ground Force in play", "3.6.3")
    if force.carried_by is not None:
        return refused("the Force is embarked already", "3.6.3")
    if force.moved or any(loading.force == force.id for loading in task_force.loads):
        return refused("the Force has moved or is to be loaded already", "3.6.2")
    if force.area != task_force.area and not friendly(table, force.area):
        return refused("cargo is loaded in the transport's own Area or in a friendly one", "3.6.3")
    on_board = [loading.force for loading in task_force.loads if loading.ship == ship.id]
    if cargo_of(table, ship.id) or len(on_board) >= ratings(table, ship).load:
        return refused("the transport is full, or still carries cargo", "3.6.3")
    if any(table.forces[other].area != force.area for other in on_board):
        return refused("a transport loads in one Area only", "3.6.3")
    loads = (*task_force.loads, Loading(ship.id, force.id))
    if not _has_target(table, _voyage(table, task_force.area, task_force.ships, loads)):
        return refused("with it the task force could sail nowhere: no Area has room, or too few SP", "3.6.5")
    return None


# Sailing


class Voyage(NamedTuple):
    """What counts for where a task force can sail."""

    origin: str
    carried: int
    """Ground Forces that it will bring: what is still on board, and what it loads (3.6.5)."""
    loaded_at: frozenset[str] = frozenset()
    """Areas in which it loads."""
    loads_only: bool = False
    """Whether it is made of ships that load, and no others."""


def _find_voyage(table: Table, area: str, ships: Sequence[str], loads: Sequence[Loading]) -> Voyage:
    carried = len(loads) + sum(force.carried_by in ships for force in present(table, area, US).cargo)
    if not loads:
        return Voyage(area, carried)
    loaded_at = frozenset(table.forces[loading.force].area for loading in loads)
    return Voyage(area, carried, loaded_at, {loading.ship for loading in loads} == {*ships})


_voyage = Remembered(_find_voyage, "forces", most=256)
"""That of a task force at an Area, of some ships that load this."""


def _find_target(table: Table, voyage: Voyage) -> bool:
    return any(_sail_refusal(table, voyage, area) is None for area in book_of(table).areas)


_has_target = Remembered(_find_target, "forces", "index", "sp", most=128)
"""Whether it could be sailed at all: what is begun must have an end."""


def _sail_refusal(table: Table, voyage: Voyage | None, area: str) -> Refusal | None:
    book = book_of(table)
    if area not in book.areas:
        return refused("no such Area", "3.6.1")
    if area in book.closed:
        return refused("the Area is closed to the US", "3.2.5")
    if voyage is None:
        return refused("add ships first", "3.6.1")
    if area in voyage.loaded_at:
        return refused("cargo sails to another Area than the one where it was loaded", "3.6.3")
    if area == voyage.origin and not voyage.loads_only:
        return refused("ships sail to another Area; only transports that load elsewhere may return", "3.6.3")
    if voyage.carried and room_for_ground(table, area, US) < voyage.carried:
        return refused("there is no room for the cargo under the ground cap", "3.2.2")
    return too_dear(table, landing_cost(table, area, voyage.carried), "3.6.5")


def landing_cost(table: Table, area: str, forces: int) -> int:
    """SP for ground Forces that transports bring to an Area where Japanese are Ashore (3.6.5)."""
    opposed = forces and present(table, area, JAPAN).ashore
    return book_of(table).charts.economy.landing * forces if opposed else 0


def _sail(g: Draft, task_force: TaskForce, area: str) -> None:
    """Pay, load, go; cargo goes Ashore at once where the enemy has no real Forces (3.6.3, 3.6.5, 3.6.7)."""
    cost = landing_cost(g, area, _voyage(g, task_force.area, task_force.ships, task_force.loads).carried)
    g.sp -= cost
    for ship in task_force.ships:
        if cargo := [loading.force for loading in task_force.loads if loading.ship == ship]:
            g.load(cargo, ship)
    cargo = [force.id for ship in task_force.ships for force in cargo_of(g, ship)]
    g.place(task_force.ships, area, moved=True)
    g.tell(
        Sailed(
            ships=_in_order(g, task_force.ships),
            cargo=_in_order(g, cargo),
            origin=task_force.area,
            area=area,
            paid=cost,
            sp=g.sp,
        )
    )


def _in_order(g: Draft, names: Iterable[str]) -> list[list[str]]:
    """Ids, classes and names in Force order."""
    return [[force.id, force.cls, force.name] for force in in_force_order(g, [g.forces[name] for name in names])]
