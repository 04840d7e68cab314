"""What lies on the table: Forces, Areas, and the draft on which the rules write (3.2, 3.3, 5.4)."""

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Literal

from wargame_tui.core.dice import Dice
from wargame_tui.core.remembered import Following, Remembered
from wargame_tui.core.state import Draft as KernelDraft
from wargame_tui.core.state import Outcome, changed, record, state
from wargame_tui.core.step import StepsOf
from wargame_tui.titles.commander.checks import Check, roll_checks
from wargame_tui.titles.commander.levels import Difficulty, Level
from wargame_tui.titles.commander.places import relisted
from wargame_tui.titles.pacific_commander.events.dice import DiceRolled, Hit
from wargame_tui.titles.pacific_commander.printed.book import (
    ASHORE,
    GROUND,
    JAPAN,
    LEVELLED,
    REAL,
    SHIPS,
    SIDES,
    US,
    Book,
    Counter,
    enemy,
    force_id,
    open_book,
)
from wargame_tui.titles.pacific_commander.printed.data import ClassEntry, ForceClass, Order, Posture, Rating, Side

Owner = Literal["US", "Japan", "contested", "empty"]
Experience = Literal["Green", "Regular", "Veteran"]
EXPERIENCE: tuple[Experience, ...] = ("Green", "Regular", "Veteran")


@record
class Force:
    """A counter in play (3.3). A destroyed one leaves the table (2.10)."""

    id: str
    side: Side
    cls: ForceClass
    name: str
    serial: int
    """Order of entry (2.7)."""
    area: str
    hits: int = 0
    airloss: int = 0
    """Air points that a carrier has lost (3.3.7)."""
    level: Experience = "Regular"
    moved: bool = False
    air_used: bool = False
    """Gave air support this turn (3.8.5)."""
    carried_by: str | None = None
    """The ship whose cargo it is (3.3.8)."""


@record
class AreaState:
    """What changes about an Area."""

    holder: Side | None = None
    """Who was alone Ashore last (3.2.7)."""
    fort: int = 0
    """It helps the Holder (3.2.11)."""
    enlarged: bool = False
    """The airfield is one larger for the US (3.5.5)."""


@record
class Purchase:
    """A Force that was bought and comes next turn (3.4.3)."""

    cls: ForceClass


@record
class OrderLine:
    """A line of the enemy activity track: what a fleet or garrison rolled this turn and what came of it (3.7)."""

    area: str
    group: Literal["carrier fleet", "surface fleet", "garrison", "submarine"]
    die: int
    """Face rolled; 0 of submarines, which do not roll."""
    row: int
    """The row of the table after modifiers and limits; 0 of submarines."""
    rolled: Order
    carried_out: Order
    """After the chain of 3.7.5."""
    target: str | None
    forces: tuple[str, ...]
    """Ids of the Forces that moved, came or were made by it."""


@record
class Victory:
    """A battle that the US won this turn: where, and which LBA supported (3.13.2)."""

    area: str
    support: tuple[str, ...]


@record
class Grade:
    """How a campaign of the career ended."""

    year: int
    score: int
    level: Level


@state
class State:
    """Everything that commands change, as rules read it. Collections are never changed in place."""

    scenario: str
    stack: Annotated[tuple[Any, ...], StepsOf(__name__)]
    dice: Dice
    over: Outcome | None
    difficulty: Difficulty
    options: tuple[str, ...]
    """Optional rules in force (9): `fog`, `single_ships`."""
    forces: Mapping[str, Force]
    areas: Mapping[str, AreaState]
    index: int = 0
    """Which campaign of the career is being played."""
    turn: int = 1
    serial: int = 0
    """Order of entry of the next Force (2.7)."""
    bought: Mapping[ForceClass, int] = field(default_factory=dict)
    """New Forces of each class so far, of the US by purchase, of Japan from the pool."""
    sp: int = 0
    hand: tuple[str, ...] = ()
    cup: tuple[str, ...] = ()
    """The US cup in the order of the table."""
    discard: tuple[str, ...] = ()
    pool: int = 0
    """BTN that Japan may still raise (3.4.17)."""
    due: tuple[Purchase, ...] = ()
    operations_done: tuple[str, ...] = ()
    """Special Operations of this turn (3.5.1)."""
    code_break: str | None = None
    """The Area of a successful `code_break` of this turn (3.5.2)."""
    reroll_left: bool = False
    """Whether its second roll is still to be had."""
    coastwatchers: bool = False
    repair_cut: int = 0
    no_repairs: bool = False
    air_cut: int = 0
    """What this turn's operations take from Japan's repairs and air points (3.5.3, 3.5.9)."""
    bomber_successes: int = 0
    """Of `bomber_offensive` in this campaign."""
    track: int = 0
    """The blockade (3.15.5)."""
    orders: tuple[OrderLine, ...] = ()
    """Enemy activity of this turn."""
    victories: tuple[Victory, ...] = ()
    """Battles that the US won this turn, in the order fought (3.11.9)."""
    revealed: tuple[str, ...] = ()
    """Areas seen in a battle (9.1)."""
    points: int = 0
    """Of the career (3.13.4)."""
    grades: tuple[Grade, ...] = ()
    """How the campaigns played so far ended."""


Table = State
"""What rules read: a state, or a draft of one, which is written to where it comes from alone."""


class Draft(KernelDraft[Any], State):
    """A state of this title in the making."""

    # Forces

    def change(self, force: str, **changes: Any) -> None:
        """Change fields of a Force that do not move it."""
        self.forces = {**self.forces, force: changed(self.forces[force], **changes)}

    def change_all(self, forces: Iterable[str], **changes: Any) -> None:
        """Change fields of Forces that do not move them, all to the same."""
        self.forces = {**self.forces, **{name: changed(self.forces[name], **changes) for name in forces}}

    def change_area(self, area: str, **changes: Any) -> None:
        """Change fields of an Area."""
        self.areas = {**self.areas, area: changed(self.areas[area], **changes)}

    def enter(self, *counters: Counter, level: Experience = "Regular") -> list[Force]:
        """New Forces in their Areas, last in the order of entry (2.7)."""
        come = [
            Force(each.id, each.side, each.cls, each.name, serial, each.area, level=level)
            for serial, each in enumerate(counters, self.serial)
        ]
        self.serial += len(come)
        self.forces = {**self.forces, **{force.id: force for force in come}}
        self.settle({force.area for force in come})
        return come

    def enter_new(self, side: Side, cls: ForceClass, area: str, *, level: Experience = "Regular") -> Force:
        """A bought or pool Force, named after its class and number (3.4.8, 3.4.17)."""
        number = self.bought.get(cls, 0) + 1
        self.bought = {**self.bought, cls: number}
        name = f"{cls} N{number}"
        return self.enter(Counter(force_id(side, cls, name), side, cls, name, area), level=level)[0]

    def place(self, forces: Iterable[str], area: str, **changes: Any) -> None:
        """Put Forces into an Area, with their cargo, which stays on board."""
        going = {*forces}
        going |= {cargo.id for ship in going for cargo in cargo_of(self, ship)}
        left = {self.forces[name].area for name in going}
        moved = {name: changed(self.forces[name], area=area, **changes) for name in going}
        self.forces = {**self.forces, **moved}
        self.settle([*left, area])

    def load(self, cargo: Iterable[str], ship: str) -> None:
        """Put ground Forces on board a ship, wherever that is (3.3.8); the ship is about to go."""
        going = {*cargo}
        left = {self.forces[name].area for name in going}
        there = self.forces[ship].area
        for name in going:
            self.change(name, carried_by=ship, area=there, moved=True)
        self.settle(left - {there})

    def put_ashore(self, cargo: Iterable[str]) -> None:
        """Land cargo in the Area of its ship."""
        going = [*cargo]
        for name in going:
            self.change(name, carried_by=None)
        self.settle({self.forces[name].area for name in going})

    def remove(self, force: str) -> None:
        """Take a Force off the table, its cargo with it (3.3.8)."""
        gone = {force, *(each.id for each in self.forces.values() if each.carried_by == force)}
        area = self.forces[force].area
        self.forces = {name: each for name, each in self.forces.items() if name not in gone}
        self.settle([area])

    def hit(self, force: str, hits: int, rule: str) -> int:
        """Take steps off a Force, the Force itself with the last (2.10); the steps it lost."""
        before = self.forces.get(force)
        if before is None or hits < 1:
            return 0
        lost = min(hits, steps_left(self, before))
        left = steps_left(self, before) - lost
        if left:
            self.change(force, hits=before.hits + lost)
        cargo = [each for each in self.forces.values() if each.carried_by == force] if not left else []
        drowned = [[each.id, each.cls, each.name, steps_left(self, each)] for each in cargo]
        self.tell(
            Hit(
                rule=rule,
                force=force,
                name=before.name,
                cls=before.cls,
                side=before.side,
                lost=lost,
                left=left,
                area=before.area,
                cargo=[each.name for each in cargo],
                aboard=drowned or None,
            )
        )
        if not left:
            self.remove(force)
        return lost

    def settle(self, areas: Iterable[str]) -> None:
        """What follows at once when Forces come or go: cargo goes Ashore, the Holder changes."""
        for area in areas:
            self._settle_cargo(area)
            self._settle_holder(area)

    def _settle_cargo(self, area: str) -> None:
        """Cargo goes Ashore at once where the enemy has no real Forces (3.6.7)."""
        for side in SIDES:
            cargo = present(self, area, side).cargo
            if cargo and not present(self, area, enemy(side)).real:
                for force in cargo:
                    self.change(force.id, carried_by=None)

    def _settle_holder(self, area: str) -> None:
        """The Holder is who is alone Ashore, or was last; with another one or none the fort goes (3.2.7, 3.2.11)."""
        owner, state = owner_of(self, area), self.areas[area]
        holder = state.holder if owner == "contested" else None if owner == "empty" else owner
        if holder != state.holder:
            self.change_area(area, holder=holder, fort=0)

    # Dice

    def check(self, number: int, purpose: str, rule: str, **about: Any) -> bool:
        """One die of the game against a number (2.1)."""
        return self.checks([number], purpose, rule, **about)[0].hit

    def checks(
        self, numbers: Iterable[int], purpose: str, rule: str, kind: type[DiceRolled] = DiceRolled, **about: Any
    ) -> tuple[Check, ...]:
        """A die of the game against each number (2.3)."""
        die = book_of(self).charts.die
        return roll_checks(self, kind, die, numbers, purpose=purpose, rule=rule, **about)


def book_of(table: Table) -> Book:
    """The fixed data of the campaign being played."""
    return open_book(table.scenario, table.index)


def printed(table: Table) -> Book:
    """What is printed, the same in every campaign of a game: the map, the classes, the charts."""
    return open_book(table.scenario)


# Forces


def ratings(table: Table, force: Force) -> ClassEntry:
    """What the class of a Force is printed with."""
    return printed(table).units.classes[force.side][force.cls]


def steps_left(table: Table, force: Force) -> int:
    """Steps that a Force has left (2.10)."""
    return ratings(table, force).steps - force.hits


def damaged(force: Force) -> bool:
    """Whether a ship has a hit (3.3.5)."""
    return force.hits > 0 and force.cls in SHIPS


WEAKENED = ("gun", "torp", "bom")
"""Weapons that suffer from damage (3.3.5)."""


def rating(table: Table, force: Force, weapon: str) -> Rating:
    """A Force's rating as it stands: of a damaged ship the hit number of gun, torp and bom falls (3.3.5)."""
    printed: Rating = getattr(ratings(table, force), weapon)
    if not damaged(force) or weapon not in WEAKENED:
        return printed
    return Rating(dice=printed.dice, hit=max(printed.hit + book_of(table).charts.damage, 0))


def air_points(table: Table, force: Force) -> int:
    """Air points of a carrier or LBA (3.3.6)."""
    printed = ratings(table, force)
    if force.cls == "LBA":
        return printed.air * steps_left(table, force)
    lost = book_of(table).charts.damage_air if force.hits and force.cls == "CV" else 0
    return max(printed.air - lost - force.airloss, 0)


def has_level(force: Force) -> bool:
    """Whether a Force has a level of experience (3.13.1)."""
    return force.side == US and force.cls in LEVELLED


# Who is where


@dataclass(frozen=True)
class Presence:
    """Who is in an Area."""

    forces: tuple[Force, ...]
    """All of a side in Force order (2.7), cargo included."""

    @cached_property
    def real(self) -> tuple[Force, ...]:
        """Ships, ground and LBA, cargo included; not submarines (3.3.1)."""
        return tuple([force for force in self.forces if force.cls in REAL])

    @cached_property
    def ships(self) -> tuple[Force, ...]:
        """Ships (3.3.1)."""
        return tuple([force for force in self.forces if force.cls in SHIPS])

    @cached_property
    def submarines(self) -> tuple[Force, ...]:
        """SS."""
        return tuple([force for force in self.forces if force.cls == "SS"])

    @cached_property
    def ground(self) -> tuple[Force, ...]:
        """Ground Forces Ashore (3.2.4)."""
        return tuple([force for force in self.forces if force.cls in GROUND and force.carried_by is None])

    @cached_property
    def cargo(self) -> tuple[Force, ...]:
        """Embarked ground Forces (3.3.8)."""
        return tuple([force for force in self.forces if force.carried_by is not None])

    @cached_property
    def aircraft(self) -> tuple[Force, ...]:
        """LBA."""
        return tuple([force for force in self.forces if force.cls == "LBA"])

    @cached_property
    def ashore(self) -> tuple[Force, ...]:
        """Ground Forces and LBA Ashore (3.2.4)."""
        return tuple([force for force in self.forces if force.cls in ASHORE and force.carried_by is None])


NOBODY = Presence(())


@dataclass(frozen=True, slots=True)
class Positions:
    """Who is where, found from the positions before: what a change leaves alone stays the same object."""

    book: Book
    """On whose map."""
    forces: Mapping[str, Force]
    present: Mapping[Side, Mapping[str, Presence]]
    """The Forces of each side in each Area that has any."""
    owners: Mapping[str, Owner]
    """Whose each Area is by who is Ashore (3.2.6)."""
    blocked: frozenset[str]
    """Areas through which supply does not pass (3.4.11)."""


def _positions(table: Table, last: Positions | None) -> Positions:
    book = printed(table)
    if last is None or last.book is not book:
        last = Positions(book, {}, {side: {} for side in SIDES}, {}, frozenset())
    found = {side: dict(last.present[side]) for side in SIDES}
    touched = relisted(
        last.forces,
        table.forces,
        lambda area, side: found[side].pop(area, NOBODY).forces,
        force_order(table),
    )
    for (area, side), there in touched.items():
        if there:
            found[side][area] = Presence(tuple(there))
    areas = {area for area, _ in touched} if last.owners else {*book.areas}
    both = {area: (found[US].get(area, NOBODY), found[JAPAN].get(area, NOBODY)) for area in areas}
    owners = {area: _owner(book, area, us, japan) for area, (us, japan) in both.items()}
    blocked = {area for area, (us, japan) in both.items() if _blocks(book, area, us, japan)}
    return Positions(book, table.forces, found, {**last.owners, **owners}, last.blocked - areas | blocked)


positions = Following(_positions, "forces")
"""Who is where, whose the Areas are, and where supply does not pass."""


def present(table: Table, area: str, side: Side) -> Presence:
    """A side's Forces in an Area."""
    return positions(table).present[side].get(area, NOBODY)


def areas_with(table: Table, side: Side) -> list[str]:
    """The Areas in which a side has Forces, in index order."""
    mine = positions(table).present[side]
    return [area for area in book_of(table).areas if area in mine]


def force_order(table: Table) -> Callable[[Force], tuple[int, int]]:
    """Where a Force comes in Force order (2.7)."""
    order = printed(table).class_order
    return lambda force: (order[force.cls], force.serial)


def in_force_order(table: Table, forces: Iterable[Force]) -> list[Force]:
    """Forces in Force order (2.7)."""
    return sorted(forces, key=force_order(table))


def all_forces(table: Table, side: Side) -> list[Force]:
    """A side's Forces over the whole map, in Force order."""
    return in_force_order(table, [force for force in table.forces.values() if force.side == side])


def all_of_class(table: Table, side: Side, cls: ForceClass) -> list[Force]:
    """A side's Forces of a class over the whole map, in Force order."""
    forces = table.forces.values()
    return in_force_order(table, [force for force in forces if force.cls == cls and force.side == side])


def cargo_of(table: Table, ship: str) -> tuple[Force, ...]:
    """What a ship carries, in Force order."""
    carrier = table.forces[ship]
    aboard = present(table, carrier.area, carrier.side).cargo
    return tuple(force for force in aboard if force.carried_by == ship)


# Areas


def _owner(book: Book, area: str, us: Presence, japan: Presence) -> Owner:
    """Whose an Area is by who is Ashore (3.2.6)."""
    if area in book.closed:
        return JAPAN
    if us.ashore and japan.ashore:
        return "contested"
    return US if us.ashore else JAPAN if japan.ashore else "empty"


def owner_of(table: Table, area: str) -> Owner:
    """Whose an Area is by who is Ashore (3.2.6)."""
    return positions(table).owners[area]


def fort_for(table: Table, area: str, side: Side) -> int:
    """The fort level that helps a side in an Area: its own if it is the Holder (3.2.11)."""
    state = table.areas[area]
    return state.fort if state.holder == side else 0


def fort_room(table: Table, area: str) -> int:
    """Levels by which the fort of an Area may still rise (3.7.17)."""
    return printed(table).charts.orders.most_fort - table.areas[area].fort


def airfield(table: Table, area: str, side: Side) -> int:
    """The most LBA that a side may base in an Area (3.2.2, 3.5.5)."""
    return printed(table).areas[area].airfield + (side == US and table.areas[area].enlarged)


def room_for_ground(table: Table, area: str, side: Side) -> int:
    """Ground Forces that a side may still base in an Area by choice; embarked ones count (3.2.2)."""
    there = present(table, area, side)
    return printed(table).areas[area].ground_cap - len(there.ground) - len(there.cargo)


def room_for_air(table: Table, area: str, side: Side) -> int:
    """LBA that a side may still base in an Area by choice (3.2.2)."""
    return airfield(table, area, side) - len(present(table, area, side).aircraft)


def _blocks(book: Book, area: str, us: Presence, japan: Presence) -> bool:
    """Whether supply does not pass through an Area (3.4.11)."""
    if area in book.closed:
        return True
    return not us.ships and bool(japan.ships or (japan.aircraft and not us.ashore))


def _free_airfields(table: Table) -> tuple[str, ...]:
    return tuple(area for area in friendly_areas(table) if room_for_air(table, area, US) > 0)


free_airfields = Remembered(_free_airfields, "forces", "areas")
"""The friendly Areas in which the US may still base LBA (3.6.6), in index order."""


def blocked(table: Table, area: str) -> bool:
    """Whether supply does not pass through an Area (3.4.11)."""
    return area in positions(table).blocked


@dataclass(frozen=True, slots=True)
class Control:
    """What the US can rely on; the same as long as every Area belongs to the same side and lets supply pass or not."""

    book: Book
    owners: Mapping[str, Owner]
    blocked: frozenset[str]
    supplied: frozenset[str]
    held: tuple[str, ...]
    friendly: tuple[str, ...]


def _control(table: Table, last: Control | None) -> Control:
    book, now = printed(table), positions(table)
    if last and last.book is book and last.owners == now.owners and last.blocked == now.blocked:
        return last
    found = _supplied(book, now)
    held = tuple(area for area in book.areas if area in found and now.owners[area] == US)
    mine = {*held, *(base for base in book.bases if now.owners[base] in (US, "empty"))}
    return Control(book, now.owners, now.blocked, found, held, tuple(area for area in book.areas if area in mine))


def _supplied(book: Book, now: Positions) -> frozenset[str]:
    passable = book.areas.keys() - now.blocked
    sources, found = [*book.bases], {*book.bases}
    for source in sources:
        reached = _within_reach(book, source, passable)
        sources += [area for area in reached - {*sources} if now.owners[area] == US]
        found |= reached
    return frozenset(found)


def _within_reach(book: Book, source: str, passable: Set[str]) -> set[str]:
    """Areas up to the supply range from a source, through Areas that are not blocked (3.4.13)."""
    edge, found = {source}, {source}
    for _ in range(book.charts.economy.supply_range):
        edge = {there for here in edge for there in book.links[here] if there in passable} - found
        found |= edge
    return found


control = Following(_control, "forces")
"""Which Areas are In-Supply, Held and friendly."""


def supplied(table: Table) -> frozenset[str]:
    """The Areas that are In-Supply (3.4.12, 3.4.13)."""
    return control(table).supplied


def supply_routes(table: Table) -> Mapping[str, str]:
    """For every Area that is In-Supply the next one on its way to a US base; nothing for a base (3.4.12, 3.4.13)."""
    book, now = printed(table), positions(table)
    passable, before = book.areas.keys() - now.blocked, dict[str, str]()
    sources, known = list(book.bases), {*book.bases}
    while sources:
        edge = sources
        for _ in range(book.charts.economy.supply_range):
            steps = ((there, here) for here in edge for there in book.links[here])
            new: dict[str, str] = {}
            for there, here in steps:
                if there in passable and there not in before and there not in book.bases:
                    new.setdefault(there, here)
            before.update(new)
            edge = [*new]
        sources = [area for area in before if area not in known and now.owners[area] == US]
        known.update(sources)
    return before


def held_areas(table: Table) -> tuple[str, ...]:
    """The Areas that the US Holds (3.2.8), in index order."""
    return control(table).held


def friendly_areas(table: Table) -> tuple[str, ...]:
    """The friendly Areas, in index order: US bases without Japanese Ashore, and Held Areas (3.2.9)."""
    return control(table).friendly


def held(table: Table, area: str) -> bool:
    """Whether the US Holds an Area (3.2.8)."""
    return area in held_areas(table)


def friendly(table: Table, area: str) -> bool:
    """A US base without Japanese Ashore, or a Held Area (3.2.9)."""
    return area in friendly_areas(table)


def japanese_base(table: Table, area: str) -> bool:
    """A Japanese-held Area with a repair port and no US ships (3.2.10)."""
    is_port = area in book_of(table).repair_ports
    return is_port and owner_of(table, area) == JAPAN and not present(table, area, US).ships


def nearest_base(table: Table, area: str) -> str | None:
    """The nearest other Japanese base, the larger port, then the lower index (3.7.19, 3.11.7)."""
    book = book_of(table)
    bases = [other for other in book.areas if other != area and japanese_base(table, other)]
    return min(bases, key=lambda base: (book.distances[area][base], -book.areas[base].port), default=None)


def score(table: Table) -> int:
    """Worth of the Objectives Held now, without the blockade (3.15.1)."""
    return sum(worth for area, worth in book_of(table).objectives.items() if held(table, area))


def posture(table: Table) -> Posture:
    """The Japanese posture of the turn (3.7.4)."""
    return book_of(table).campaign.postures[table.turn - 1]


def special_attacks(table: Table) -> bool:
    """Whether the Japanese make special attacks this turn (3.3.10)."""
    since = book_of(table).campaign.special_attacks_from
    return since is not None and table.turn >= since
