"""What lies on the table: forces, Areas, and the draft on which the rules write (4.2, 5.4)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NamedTuple

from wargame_tui.core.codec import STRICT
from wargame_tui.core.dice import Dice
from wargame_tui.core.event import Event
from wargame_tui.core.remembered import Following
from wargame_tui.core.state import Draft as KernelDraft
from wargame_tui.core.state import Outcome, changed, state
from wargame_tui.core.step import StepsOf
from wargame_tui.titles.commander.checks import Check, roll_checks
from wargame_tui.titles.commander.levels import Difficulty, Level
from wargame_tui.titles.commander.places import relisted
from wargame_tui.titles.desert_commander import events
from wargame_tui.titles.desert_commander.printed.book import AXIS, ENEMY, Book, Counter, enemy, force_id, open_book
from wargame_tui.titles.desert_commander.printed.data import ClassEntry, ForceClass, Order, Owner, Side

FOG = "fog"
ARMOUR = "armour"


@dataclass(frozen=True, slots=True)
class Force:
    """A force in play (4.2.1). A destroyed one leaves the table (2.10)."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    id: str
    side: Side
    cls: ForceClass
    name: str
    serial: int
    """Order of entry (2.7)."""
    area: str
    """Where it is, or AT_SEA."""
    bound: str | None = None
    """Where a force at sea is to land (4.9.3, 4.9.8)."""
    reduced: bool = False
    veteran: bool = False
    """Its CV is higher (4.6.3)."""
    operations: int = 0
    """Operations of this turn in which it took part (4.2.2)."""
    spent: bool = False
    """It does nothing more this turn (4.3.7, 4.3.12)."""
    won: bool = False
    """An assault this turn (4.3.9)."""
    blitzed: bool = False
    """It has done its blitz of this turn (4.3.9)."""
    used: bool = False
    """An enemy force that had its order this turn (4.5.1)."""

    @property
    def label(self) -> str:
        """Class and name."""
        return f"{self.cls} {self.name}"

    @property
    def steps(self) -> int:
        """Hits that it can take (2.10)."""
        return 1 if self.reduced else 2


@dataclass(frozen=True, slots=True)
class AreaState:
    """What changes about an Area."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    owner: Owner = ENEMY
    """Whose it is (4.2.6, 4.9.4)."""
    dig: bool = False
    """Whether it has a dig marker (4.2.5)."""


@dataclass(frozen=True, slots=True)
class OrderLine:
    """A line of the enemy activity track: what an Area rolled this turn and what came of it (4.5)."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    area: str
    die: int
    """Face rolled; 0 where no order is rolled: a landing, a contested Area (4.9.3, 4.9.4)."""
    row: int
    """The row of the table after modifiers and limits; 0 as well."""
    rolled: Order
    carried_out: Order
    """After what replaces an order that cannot be carried out."""
    target: str | None
    forces: tuple[str, ...]
    """Ids of the forces that moved, attacked or were refitted."""


@dataclass(frozen=True, slots=True)
class Grade:
    """How a campaign ended."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    campaign: str
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
    """Optional rules in force (9): `armour`, `fog`."""
    forces: Mapping[str, Force]
    areas: Mapping[str, AreaState]
    index: int = 0
    """Which campaign of the career is being played."""
    turn: int = 1
    serial: int = 0
    """Order of entry of the next force (2.7)."""
    reserves: int = 0
    """Local reserves that the enemy raised so far (4.4.14)."""
    sp: int = 0
    bonus: int = 0
    """SP more on turn 1 for the campaign won before (4.6.3)."""
    hand: tuple[str, ...] = ()
    cup: tuple[str, ...] = ()
    """The player's cup in the order of the table."""
    discard: tuple[str, ...] = ()
    best: int = 0
    """The highest VP total noted (4.6.2)."""
    orders: tuple[OrderLine, ...] = ()
    """Enemy activity of this turn."""
    revealed: tuple[str, ...] = ()
    """Areas seen since the enemy's last orders (9.1)."""
    grades: tuple[Grade, ...] = ()
    """How the campaigns played so far ended."""


Table = State
"""What rules read: a state, or a draft of one, which is written to where it comes from alone."""


class Draft(KernelDraft[Any], State):
    """A state of this title in the making."""

    def tell(self, event: Event) -> None:
        """Record an event, with the map on which its Areas lie."""
        object.__setattr__(event, "map", book_of(self).campaign.map)  # nobody else has it yet
        super().tell(event)

    # Forces

    def change(self, force: str, **changes: Any) -> None:
        """Change fields of a force."""
        self.change_all([force], **changes)

    def change_all(self, forces: Iterable[str], **changes: Any) -> None:
        """Change fields of several forces."""
        self.forces = {**self.forces, **{name: changed(self.forces[name], **changes) for name in forces}}

    def change_area(self, area: str, **changes: Any) -> None:
        """Change fields of an Area."""
        self.areas = {**self.areas, area: changed(self.areas[area], **changes)}

    def enter(self, side: Side, cls: ForceClass, name: str, area: str, **fields: Any) -> Force:
        """A new force, last in the order of entry (2.7)."""
        force = Force(force_id(side, cls, name), side, cls, name, self.serial, area, **fields)
        self.serial += 1
        self.forces = {**self.forces, force.id: force}
        return force

    def arrive(self, counter: Counter, area: str | None, rule: str) -> None:
        """A force of the order of battle comes to an Area; if there is none for it, it is lost (4.3.1, 4.5.12)."""
        due, side = counter.area, counter.side
        if area is None:
            self.tell(events.ArrivalLost(rule=rule, side=side, area=due, label=counter.label))
            return
        force = self.enter(side, counter.cls, counter.name, area)
        self.tell(events.Arrived(rule=rule, side=side, area=area, forces=[force.id], labels=[force.label], due=due))

    def move(self, forces: Iterable[str], area: str, rule: str, **changes: Any) -> None:
        """Put forces into an Area: it becomes their side's if the other side has none there (4.2.6)."""
        going = [self.forces[name] for name in forces]
        left = {force.area for force in going}
        self.change_all([force.id for force in going], area=area, bound=None, **changes)
        if going and not present(self, area, enemy(going[0].side)):
            self.own(area, going[0].side, rule)
        self.settle_contested(left)

    def remove(self, force: str) -> None:
        """Take a force off the table."""
        self.forces = {name: each for name, each in self.forces.items() if name != force}

    def hit(self, force: str, rule: str) -> None:
        """A hit: a full force is reduced, a reduced one destroyed (2.10)."""
        struck = self.forces[force]
        self.tell(
            events.Hit(
                rule=rule, force=force, label=struck.label, side=struck.side, area=struck.area, destroyed=struck.reduced
            )
        )
        if struck.reduced:
            self.remove(force)
        else:
            self.change(force, reduced=True)

    # Areas

    def own(self, area: str, owner: Owner, rule: str) -> None:
        """An Area's new owner; its dig marker goes, unless it was only contested and is the Axis' again (4.2.5)."""
        before = self.areas[area]
        if before.owner == owner:
            return
        kept = before.dig and (owner == "contested" or (before.owner == "contested" and owner == AXIS))
        self.change_area(area, owner=owner, dig=kept)
        self.tell(events.OwnerChanged(rule=rule, area=area, owner=owner, before=before.owner))

    def settle_contested(self, areas: Iterable[str]) -> None:
        """When one side has no force left in a contested Area, the other owns it (4.9.4)."""
        for area in areas:
            if area in self.areas and self.areas[area].owner == "contested":
                sides: list[Owner] = [side for side in (AXIS, ENEMY) if present(self, area, side)]
                if len(sides) == 1:
                    self.own(area, sides[0], "4.9.4")

    def reveal(self, area: str) -> None:
        """The player sees the enemy forces of an Area (9.1)."""
        if FOG in self.options and area not in self.revealed:
            self.revealed = (*self.revealed, area)

    # Dice

    def check(self, number: int, purpose: str, rule: str, **about: Any) -> bool:
        """One die of the game against a number (2.1)."""
        return self.checks([number], purpose, rule, **about)[0].hit

    def checks(self, numbers: Iterable[int], purpose: str, rule: str, **about: Any) -> tuple[Check, ...]:
        """A die of the game against each number (2.3)."""
        die = book_of(self).charts.die
        return roll_checks(self, events.Check, die, numbers, purpose=purpose, rule=rule, **about)


def book_of(table: Table) -> Book:
    """The fixed data of the campaign being played."""
    return open_book(table.scenario, table.index)


# Forces


def class_of(table: Table, force: Force) -> ClassEntry:
    """What the class of a force is (4.2.1)."""
    return book_of(table).units.classes[force.side][force.cls]


def cv_at(table: Table, force: Force, *, reduced: bool) -> int:
    """The CV of a force, full or reduced; a Veteran's is higher, up to a limit (4.2.1, 4.6.3)."""
    printed = class_of(table, force).cv[reduced]
    if not force.veteran:
        return printed
    career = book_of(table).charts.career
    return min(printed + career.veteran, career.most_cv)


def cv(table: Table, force: Force) -> int:
    """The present CV of a force (4.2.1)."""
    return cv_at(table, force, reduced=force.reduced)


def cv_total(table: Table, forces: Iterable[Force]) -> int:
    """The sum of the present CV of some forces (4.2.3)."""
    return sum(cv(table, force) for force in forces)


def mobile(table: Table, force: Force) -> bool:
    """Whether it is an M or L force (4.2.2)."""
    return class_of(table, force).move != "S"


def labels(forces: Iterable[Force]) -> list[str]:
    """Class and name of some forces, for events."""
    return [force.label for force in forces]


def ids(forces: Iterable[Force]) -> tuple[str, ...]:
    """The ids of some forces."""
    return tuple(force.id for force in forces)


# Who is where


class Positions(NamedTuple):
    """Who is where, found from the positions before."""

    forces: Mapping[str, Force]
    present: Mapping[tuple[str, Side], tuple[Force, ...]]
    """The forces of each side in each Area that has any, in Force order."""


def _positions(table: Table, last: Positions | None) -> Positions:
    last = last or Positions({}, {})
    found = dict(last.present)
    touched = relisted(
        last.forces,
        table.forces,
        lambda area, side: found.pop((area, side), ()),
        force_order(table),
    )
    for place, there in touched.items():
        if there:
            found[place] = tuple(there)
    return Positions(table.forces, found)


positions = Following(_positions, "forces")
"""Who is where."""


def present(table: Table, area: str, side: Side) -> tuple[Force, ...]:
    """A side's forces in an Area, in Force order (2.7)."""
    return positions(table).present.get((area, side), ())


def areas_with(table: Table, side: Side) -> list[str]:
    """The Areas in which a side has forces, in index order."""
    found = positions(table).present
    return [area for area in book_of(table).areas if (area, side) in found]


def stacks(table: Table, side: Side) -> Mapping[str, tuple[Force, ...]]:
    """A side's forces by Area, in Force order: the Areas by the first of each."""
    forces = in_force_order(table, [force for force in table.forces.values() if force.side == side])
    return {area: present(table, area, side) for area in dict.fromkeys(force.area for force in forces)}


def force_order(table: Table) -> Callable[[Force], tuple[int, int]]:
    """Where a force comes in Force order (2.7)."""
    order = open_book(table.scenario).class_order  # as in every campaign
    return lambda force: (order[force.side, force.cls], force.serial)


def in_force_order(table: Table, forces: Iterable[Force]) -> list[Force]:
    """Forces in Force order (2.7)."""
    return sorted(forces, key=force_order(table))


def weakest(table: Table, forces: Iterable[Force]) -> Force:
    """The force with the lowest present CV (tie: Force order)."""
    return min(in_force_order(table, forces), key=lambda force: cv(table, force))


# Areas


def owned_by(table: Table, area: str, owner: Owner) -> bool:
    """Whether an Area is somebody's (4.2.6)."""
    return table.areas[area].owner == owner


def clear(table: Table, area: str) -> bool:
    """Whether an Area is Axis-owned and without enemy forces (4.2.7)."""
    return owned_by(table, area, AXIS) and not present(table, area, ENEMY)


def room(table: Table, area: str, side: Side) -> int:
    """How many more forces of a side may end a move, shift or retreat in an Area (4.2.7)."""
    if side == AXIS and area in book_of(table).campaign.bases:
        return len(table.forces)
    return max(book_of(table).charts.areas.stack - len(present(table, area, side)), 0)


def havens(table: Table, area: str, side: Side) -> list[str]:
    """Linked Areas of a side without enemies and with room, in index order (4.4.8, 4.5.7)."""
    return [
        there
        for there in book_of(table).links[area]
        if owned_by(table, there, side) and not present(table, there, enemy(side)) and room(table, there, side)
    ]


def total(table: Table) -> int:
    """VP of the Axis-owned Areas now (4.6.2)."""
    return sum(entry.vp for area, entry in book_of(table).areas.items() if owned_by(table, area, AXIS))


def score(table: Table) -> int:
    """The score if it were taken now, with the share of the best noted total (4.6.2)."""
    divisor = book_of(table).campaign.best_total_divisor
    return total(table) + (table.best // divisor if divisor else 0)
