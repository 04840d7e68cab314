"""Step 2 of a turn, US Special Operations: each once a turn, for SP (3.5)."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.titles.commander.checks import hits_of
from wargame_tui.titles.pacific_commander.commands import (
    Add,
    AirLift,
    BomberOffensive,
    CarrierRaid,
    Coastwatchers,
    CodeBreak,
    CommerceRaid,
    DigIn,
    End,
    Go,
    Seabees,
)
from wargame_tui.titles.pacific_commander.events.turn import (
    CarriersRaid,
    CodeBroken,
    CommerceRaided,
    DestroyedByBombs,
    FortChanged,
    JapanBombed,
    Lifted,
    OperationOrdered,
    SeabeesBuilt,
)
from wargame_tui.titles.pacific_commander.printed.book import CARRIERS, US, WARSHIPS
from wargame_tui.titles.pacific_commander.printed.data import ForceClass
from wargame_tui.titles.pacific_commander.rules import battle
from wargame_tui.titles.pacific_commander.rules.choice import UsStep
from wargame_tui.titles.pacific_commander.rules.resupply import repair_port, too_dear, us_force
from wargame_tui.titles.pacific_commander.state import (
    Draft,
    Force,
    Table,
    all_of_class,
    book_of,
    friendly,
    friendly_areas,
    held,
    held_areas,
    in_force_order,
    present,
    room_for_ground,
)


@dataclass(frozen=True, slots=True)
class SpecialOps(UsStep):
    """The player buys Special Operations, one at a time (3.5.1)."""

    kind: Literal["special_ops"] = "special_ops"
    heading: ClassVar[str] = "US Special Operations"
    asks: ClassVar[Prompt] = Prompt("Order a Special Operation, or end", "3.5.1")

    def candidates(self, table: Table) -> Iterator[Command]:
        """The operations that are still to be had, with all places and Forces that make sense."""
        for kind in _DEEDS:
            if _general_refusal(table, kind.verb) is None:
                yield from _CHOICES[kind](table)
        yield End()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """Why an operation cannot be done."""
        if isinstance(command, End):
            return None
        if type(command) not in _DEEDS:
            return self.not_now(table)
        return _general_refusal(table, command.verb) or _REFUSALS[type(command)](table, command)

    def do(self, g: Draft, command: Command) -> None:
        """Pay and carry out, or begin to name Forces."""
        if isinstance(command, End):
            g.finish()
            return
        g.operations_done = (*g.operations_done, command.verb)
        if not isinstance(command, CommerceRaid):  # 3.5.3: paid for each SS
            _pay(g, command.verb)
        _DEEDS[type(command)](g, command)


def _general_refusal(table: Table, operation: str) -> Refusal | None:
    """Once a turn, while SP last (3.5.1)."""
    if operation in table.operations_done:
        return refused("already ordered this turn", "3.5.1")
    return too_dear(table, _price(table, operation), "3.5.1")


def _price(table: Table, operation: str) -> int:
    return book_of(table).charts.operations[operation].sp


def _pay(g: Draft, operation: str) -> None:
    g.sp -= _price(g, operation)
    g.tell(OperationOrdered(operation=operation, sp=g.sp))


def _succeeds(g: Draft, operation: str, rule: str) -> bool:
    """The roll of an operation (3.5.1)."""
    return g.check(book_of(g).charts.operations[operation].success, operation, rule)


# code_break


def _code_break_refusal(table: Table, command: CodeBreak) -> Refusal | None:
    return None if command.area in book_of(table).areas else refused("no such Area", "3.5.2")


def _break_code(g: Draft, command: CodeBreak) -> None:
    """Battles and an order there are known beforehand (3.5.2)."""
    success = _succeeds(g, command.verb, "3.5.2")
    if success:
        g.code_break, g.reroll_left = command.area, True
    g.tell(CodeBroken(area=command.area, success=success))


# commerce_raid


def _free_submarines(table: Table) -> list[Force]:
    return [force for force in all_of_class(table, US, "SS") if not force.moved]


def _commerce_refusal(table: Table, command: CommerceRaid) -> Refusal | None:
    return None if _free_submarines(table) else refused("no submarines are left that have not moved", "3.5.3")


@dataclass(frozen=True, slots=True)
class CommerceRaiding(UsStep):
    """The submarines that go after merchantmen are named one by one (3.5.3)."""

    ships: tuple[str, ...] = ()
    kind: Literal["commerce_raiding"] = "commerce_raiding"
    heading: ClassVar[str] = "Commerce raid"
    asks: ClassVar[Prompt] = Prompt("Name submarines for the commerce raid, then go", "3.5.3")
    at_force: ClassVar[type[Command]] = Add

    def candidates(self, table: Table) -> Iterator[Command]:
        """Submarines that have not moved."""
        yield from (Add(force.id) for force in _free_submarines(table) if force.id not in self.ships)
        yield Go()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """Each costs SP; one at least must go."""
        if isinstance(command, Go):
            return None if self.ships else refused("name a submarine first", "3.5.3")
        if not isinstance(command, Add):
            return self.not_now(table)
        force = us_force(table, command.force)
        if force is None:
            return refused("the US has no such submarines in play", "3.5.3")
        if force.cls != "SS":
            return refused("only submarines raid commerce", "3.5.3")
        if force.moved or force.id in self.ships:
            return refused("these submarines have moved or are named already", "3.5.3")
        return too_dear(table, _price(table, CommerceRaid.verb), "3.5.3")

    def do(self, g: Draft, command: Command) -> None:
        """Pay for submarines, or send them."""
        if isinstance(command, Add):
            _pay(g, CommerceRaid.verb)
            g.swap(ships=(*self.ships, command.force))
            return
        g.finish()
        _raid_commerce(g, self.ships)


def _raid_commerce(g: Draft, ships: tuple[str, ...]) -> None:
    """A die for each SS; successes take repairs, air points and battalions from Japan (3.5.3)."""
    chart = book_of(g).charts.economy
    for ship in ships:
        g.change(ship, moved=True)
    torpedo = book_of(g).values(US).torpedo
    hits = hits_of(g.checks([torpedo] * len(ships), CommerceRaid.verb, "3.5.3"))
    g.repair_cut += hits * chart.raid_repairs
    g.air_cut += hits * chart.raid_air
    battalions = min(hits * chart.raid_battalions, g.pool)
    g.pool -= battalions
    g.tell(
        CommerceRaided(
            hits=hits, repairs=hits * chart.raid_repairs, air=hits * chart.raid_air, battalions=battalions, pool=g.pool
        )
    )


# carrier_raid


def _unmoved(table: Table, area: str, classes: frozenset[ForceClass]) -> list[Force]:
    return [force for force in present(table, area, US).ships if force.cls in classes and not force.moved]


def _raid_choices(table: Table) -> Iterator[Command]:
    areas = book_of(table).areas
    targets = [area for area in areas if _target_refusal(table, area) is None]
    ports = [area for area in friendly_areas(table) if repair_port(table, area)]
    for origin in areas:
        if _unmoved(table, origin, CARRIERS):
            yield from (CarrierRaid(origin, area, port) for area in targets for port in ports)


def _target_refusal(table: Table, area: str) -> Refusal | None:
    """Where a raid can go (3.5.4)."""
    if area in book_of(table).closed:
        return refused("the Area is closed to the US", "3.2.5")
    if not present(table, area, "Japan").real:
        return refused("no real Japanese Forces are there", "3.5.4")
    if present(table, area, US).forces:
        return refused("US Forces are there", "3.5.4")
    return None


def _raid_refusal(table: Table, command: CarrierRaid) -> Refusal | None:
    if not {command.origin, command.area, command.port} <= book_of(table).areas.keys():
        return refused("no such Area", "3.5.4")
    if not _unmoved(table, command.origin, CARRIERS):
        return refused("no carrier there that has not moved", "3.5.4")
    if not repair_port(table, command.port):
        return refused("the raid ends in a friendly Area with a repair port", "3.5.4")
    return _target_refusal(table, command.area)


@dataclass(frozen=True, slots=True)
class CarrierRaiding(UsStep):
    """The ships that raid are named one by one (3.5.4)."""

    origin: str
    area: str
    port: str
    ships: tuple[str, ...] = ()
    kind: Literal["carrier_raiding"] = "carrier_raiding"
    asks: ClassVar[Prompt] = Prompt("Name carriers and other warships for the raid, then go", "3.5.4")
    at_force: ClassVar[type[Command]] = Add

    def title(self, table: Table) -> str:
        """What is being prepared."""
        return f"Carrier raid on {book_of(table).areas[self.area].name}"

    def candidates(self, table: Table) -> Iterator[Command]:
        """Warships of the Area from which the raid starts."""
        yield from (Add(force.id) for force in _unmoved(table, self.origin, WARSHIPS) if force.id not in self.ships)
        yield Go()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """At most so many carriers and so many others; one carrier at least."""
        if isinstance(command, Go):
            named = self._named(table, carriers=True)
            return None if named else refused("at least one carrier must take part", "3.5.4")
        if not isinstance(command, Add):
            return self.not_now(table)
        force = us_force(table, command.force)
        if force is None or force.area != self.origin:
            return refused("no such US warship in the Area from which the raid starts", "3.5.4")
        if force.cls not in WARSHIPS:
            return refused("only carriers and other warships raid", "3.5.4")
        if force.moved or force.id in self.ships:
            return refused("the ship has moved or is named already", "3.5.4")
        carrier, chart = force.cls in CARRIERS, book_of(table).charts.economy
        most = chart.raid_carriers if carrier else chart.raid_warships
        if self._named(table, carriers=carrier) >= most:
            return refused(f"at most {most} {'carriers' if carrier else 'other warships'}", "3.5.4")
        return None

    def _named(self, table: Table, *, carriers: bool) -> int:
        return sum((table.forces[ship].cls in CARRIERS) == carriers for ship in self.ships)

    def do(self, g: Draft, command: Command) -> None:
        """Name a ship, or go."""
        if isinstance(command, Add):
            g.swap(ships=(*self.ships, command.force))
            return
        g.finish()
        ships = tuple(force.id for force in in_force_order(g, [g.forces[ship] for ship in self.ships]))
        g.tell(CarriersRaid(ships=ships, origin=self.origin, area=self.area, port=self.port))
        battle.raid(g, ships, self.area, self.port)


# seabees, dig_in, coastwatchers


def _held_refusal(table: Table, area: str, rule: str) -> Refusal | None:
    if area not in book_of(table).areas:
        return refused("no such Area", rule)
    return None if held(table, area) else refused("the US does not Hold this Area", rule)


def _seabees_refusal(table: Table, command: Seabees) -> Refusal | None:
    refusal = _held_refusal(table, command.area, "3.5.5")
    if refusal is None and table.areas[command.area].enlarged:
        return refused("the airfield is enlarged already", "3.5.5")
    return refusal


def _enlarge(g: Draft, command: Seabees) -> None:
    """The airfield is one larger for the US for good (3.5.5)."""
    success = _succeeds(g, command.verb, "3.5.5")
    if success:
        g.change_area(command.area, enlarged=True)
    g.tell(SeabeesBuilt(area=command.area, success=success))


def _dig_refusal(table: Table, command: DigIn) -> Refusal | None:
    refusal = _held_refusal(table, command.area, "3.5.6")
    most = book_of(table).charts.economy.dig_in_most
    if refusal is None and table.areas[command.area].fort >= most:
        return refused(f"the fort has level {most} already", "3.5.6")
    return refusal


def _dig_in(g: Draft, command: DigIn) -> None:
    """The fort level rises by 1 (3.5.6)."""
    fort = g.areas[command.area].fort + 1
    g.change_area(command.area, fort=fort)
    g.tell(FortChanged(rule="3.5.6", area=command.area, side=US, fort=fort))


def _watch(g: Draft, command: Coastwatchers) -> None:
    """Coastwatchers help the search this turn (3.5.7)."""
    g.coastwatchers = True


# air_lift


def _lift_choices(table: Table) -> Iterator[Command]:
    for force in all_of_class(table, US, "GAR"):
        if not force.moved and force.carried_by is None:
            yield from (AirLift(force.id, area) for area in held_areas(table))


def _lift_refusal(table: Table, command: AirLift) -> Refusal | None:
    force, book = us_force(table, command.force), book_of(table)
    if force is None or force.cls != "GAR":
        return refused("the US has no such garrison in play", "3.5.8")
    if force.moved or force.carried_by is not None:
        return refused("the garrison has moved or is embarked", "3.5.8")
    if not friendly(table, force.area):
        return refused("the garrison is not in a friendly Area", "3.5.8")
    if refusal := _held_refusal(table, command.area, "3.5.8"):
        return refusal
    if not 1 <= book.distances[force.area][command.area] <= book.charts.economy.lift_range:
        return refused(f"the Area is not at distance 1 to {book.charts.economy.lift_range}", "3.5.8")
    if room_for_ground(table, command.area, US) < 1:
        return refused("the ground cap of the Area is reached", "3.2.2")
    return None


def _lift(g: Draft, command: AirLift) -> None:
    """The garrison goes there (3.5.8)."""
    force = g.forces[command.force]
    g.place([force.id], command.area, moved=True)
    g.tell(Lifted(force=force.id, name=force.name, cls=force.cls, origin=force.area, area=command.area))


# bomber_offensive


def _bomber_refusal(table: Table, command: BomberOffensive) -> Refusal | None:
    book = book_of(table)
    chart = book.charts.economy
    if book.campaign.year not in chart.bomber_years:
        return refused("no bombers have the range yet", "3.5.9")
    if not any(present(table, area, US).aircraft and held(table, area) for area in chart.bomber_from):
        names = ", ".join(book.areas[area].name for area in chart.bomber_from)
        return refused(f"it needs US LBA in one of these Areas, Held: {names}", "3.5.9")
    return None


def _bomb(g: Draft, command: BomberOffensive) -> None:
    """Japan repairs no ship and restores fewer air points; later successes destroy LBA at home (3.5.9)."""
    chart = book_of(g).charts
    success = _succeeds(g, command.verb, "3.5.9")
    g.tell(JapanBombed(success=success, air=chart.economy.bomber_air if success else 0))
    if not success:
        return
    g.no_repairs = True
    g.air_cut += chart.economy.bomber_air
    g.bomber_successes += 1
    at_home = present(g, chart.orders.home[0], "Japan").aircraft
    if g.bomber_successes >= chart.economy.bomber_losses_from and at_home:
        lost = at_home[0]
        g.tell(DestroyedByBombs(force=lost.id, name=lost.name, cls=lost.cls, side=lost.side, area=lost.area))
        g.remove(lost.id)


_CHOICES: Mapping[type[Command], Callable[[Table], Iterator[Command]]] = {
    CodeBreak: lambda table: (CodeBreak(area) for area in book_of(table).areas),
    CommerceRaid: lambda table: iter([CommerceRaid()]),
    CarrierRaid: _raid_choices,
    Seabees: lambda table: (Seabees(area) for area in held_areas(table)),
    DigIn: lambda table: (DigIn(area) for area in held_areas(table)),
    Coastwatchers: lambda table: iter([Coastwatchers()]),
    AirLift: _lift_choices,
    BomberOffensive: lambda table: iter([BomberOffensive()]),
}
_REFUSALS: Mapping[type[Command], Callable[..., Refusal | None]] = {
    CodeBreak: _code_break_refusal,
    CommerceRaid: _commerce_refusal,
    CarrierRaid: _raid_refusal,
    Seabees: _seabees_refusal,
    DigIn: _dig_refusal,
    Coastwatchers: lambda table, command: None,
    AirLift: _lift_refusal,
    BomberOffensive: _bomber_refusal,
}
_DEEDS: Mapping[type[Command], Callable[..., None]] = {
    CodeBreak: _break_code,
    CommerceRaid: lambda g, command: g.push(CommerceRaiding()),
    CarrierRaid: lambda g, command: g.push(CarrierRaiding(command.origin, command.area, command.port)),
    Seabees: _enlarge,
    DigIn: _dig_in,
    Coastwatchers: _watch,
    AirLift: _lift,
    BomberOffensive: _bomb,
}
