"""What lies on the table: units, bridges, special forces, and the draft on which the rules write (rules 3, 4)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, ClassVar, Literal

from wargame_tui.board.drafts import UnitDraft
from wargame_tui.board.positions import ELIMINATED as ELIMINATED
from wargame_tui.board.positions import OFF_MAP as OFF_MAP
from wargame_tui.board.positions import Positions, arranged
from wargame_tui.core.codec import STRICT
from wargame_tui.core.dice import Dice
from wargame_tui.core.event import Modifier
from wargame_tui.core.remembered import following, remembered
from wargame_tui.core.state import Outcome, changed, state
from wargame_tui.core.step import StepsOf
from wargame_tui.titles.tigers_in_the_mist import events
from wargame_tui.titles.tigers_in_the_mist.printed.book import ALLIED, GERMAN, SIDES, Book, enemy, open_book
from wargame_tui.titles.tigers_in_the_mist.printed.charts import TypeChart
from wargame_tui.titles.tigers_in_the_mist.printed.data import Branch, Side, UnitType


@dataclass(frozen=True, slots=True)
class Unit:
    """A combat counter with its markers (4.1)."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    id: str
    side: Side
    type: UnitType
    branch: Branch
    attack: int
    defence: int
    strength: int
    start_strength: int
    location: str
    """A space, `off` or `eliminated`."""
    scheduled: str | None = None
    """Game impulse of arrival; of a reserve, the one in which it was released."""
    entry_zones: tuple[str, ...] = ()
    """Zones on its card (11.11), until it has entered the map."""
    group: str | None = None
    """Reserve group (11.31)."""
    yellow: bool = False
    """May move in 16-1 (5.23)."""
    red: bool = False
    """May not move before 16-2 (5.24)."""
    marked: bool = False
    """Activation of this turn used up (8.24, 9.14)."""
    moved: bool = False
    """Moved to another space this turn (10.29)."""
    attacked: bool = False
    """Attacked this turn (9.11)."""
    entered_enemy: bool = False
    """Entered an area with enemy units in this impulse: must attack (8.23)."""
    entered_from: str | None = None
    """Where its last step of this impulse began."""
    crossed_river: bool = False
    """Its last step of this impulse crossed a river (9.71)."""
    area_at_turn_start: str | None = None
    mp_spent: int = 0
    """In this turn's activation."""
    on_foot: bool = False
    """Vehicles abandoned (8.35)."""
    entrenched: bool = False
    demolition_checks: int = 0
    """In this impulse (10.23)."""
    bridging_attempted: bool = False
    """In this turn (10.14)."""
    outside_since: int | None = None
    """Date on which the unit appeared outside the scenario's section ("Fifth Panzer Army")."""


@dataclass(frozen=True, slots=True)
class Bridge:
    """A bridge (10)."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    intact: bool
    failures: int = 0
    """Failed attempts to build it, each worth -1 on the next (10.16)."""
    checked: bool = False
    """Demolition tried in this impulse (10.25)."""
    tried: bool = False
    """Building tried in this impulse (10.17)."""


@dataclass(frozen=True, slots=True)
class SpecialForces:
    """The German special forces (14)."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    used_dates: tuple[int, ...] = ()
    used_effects: tuple[str, ...] = ()
    area: str | None = None
    """Where the unit on the map stands."""
    effect: str | None = None
    supported: bool = False
    """Whether battlefield support has been given (14.24)."""


@dataclass(frozen=True, slots=True)
class Score:
    """A line of the account of victory points."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    turn: str
    source: str
    """A space, or `gaps`."""
    points: int


ReserveState = Literal["locked", "earned", "released"]


@state
class State:
    """Everything that commands change, as rules read it. Collections are never changed in place."""

    scenario: str
    """`tigers_in_the_mist/SCENARIO`."""
    stack: Annotated[tuple[Any, ...], StepsOf(__name__)]
    """The steps from the turn down to the decision in hand."""
    dice: Dice
    """Where the dice stand."""
    over: Outcome | None
    """The result, once there is one."""
    date: int
    """Day of December 1944."""
    impulse: int
    """1 to 3."""
    active: Side
    """Whose impulse it is."""
    units: Mapping[str, Unit]
    """Every unit of the scenario; never changed in place."""
    bridges: Mapping[str, Bridge]
    """Every bridge; never changed in place."""
    control: Mapping[str, Side]
    """Who controls each area (12.22)."""
    contested_at_start: tuple[str, ...] = ()
    """Spaces that held units of both sides when this impulse began (9.13, 9.73, 10.24)."""
    unsupplied_at_start: tuple[str, ...] = ()
    """Units that were out of supply when this impulse began (A17)."""
    unsupplied_for_combat: tuple[str, ...] = ()
    """Units out of supply after movement (13.16)."""
    battles_fought: tuple[str, ...] = ()
    """Areas whose battle of this impulse is over."""
    special: SpecialForces = field(default_factory=SpecialForces)
    """German special forces (14)."""
    reserves: Mapping[str, ReserveState] = field(default_factory=dict)
    """German reserve groups (11.3)."""
    vp: int = 0
    """German victory points."""
    vp_log: tuple[Score, ...] = ()
    """Where they come from."""
    gap_claims: Mapping[Side, int] = field(default_factory=dict)
    """Each side's count of the gaps (A30)."""


Table = State
"""What rules read: a state, or a draft of one, which is written to where it comes from alone."""


class Draft(UnitDraft, State):
    """A state of this title in the making."""

    def change_bridge(self, bridge: str, **changes: Any) -> None:
        """Change fields of a bridge."""
        self.bridges = {**self.bridges, bridge: changed(self.bridges[bridge], **changes)}

    def change_bridges(self, **changes: Any) -> None:
        """Change fields of every bridge that has other values there."""
        stale = {
            name: changed(bridge, **changes)
            for name, bridge in self.bridges.items()
            if any(getattr(bridge, field) != value for field, value in changes.items())
        }
        if stale:
            self.bridges = {**self.bridges, **stale}

    def eliminate(self, unit: str) -> None:
        """Take a unit off the map for good."""
        self.change(unit, location=ELIMINATED, strength=0, entrenched=False)

    def lose(self, unit: str, hits: int, rule: str) -> int:
        """Take strength off a unit, the unit itself with the last point (9.21, 9.22, 9.23); the points it lost."""
        before: Unit = self.units[unit]
        lost = min(hits, before.strength)
        if lost == 0:
            return 0
        left = before.strength - lost
        if left:
            self.change(unit, strength=left)
        else:
            self.eliminate(unit)
        self.tell(events.Loss(unit=unit, lost=lost, left=left, space=before.location, rule=rule))
        return lost

    def test(
        self, kind: type[events.Tested], needed: int, modifiers: Iterable[Modifier] = (), dice: int = 1, **data: Any
    ) -> int:
        """Roll dice against a number (low is good), record the roll with its modifiers; the number of successes."""
        listed = tuple(modifiers)
        drm = sum(modifier.value for modifier in listed)
        shown = self.roll(book_of(self).charts.die, dice)
        successes = sum(die + drm <= needed for die in shown)
        told: list[list[str | int]] = [[m.name, m.value, m.rule] for m in listed]
        self.tell(kind(dice=shown, needed=needed, modifiers=told, successes=successes, **data))
        return successes


def book_of(table: Table) -> Book:
    """The fixed data of the scenario being played."""
    return open_book(table.scenario)


def chart_of(table: Table, unit: Unit) -> TypeChart:
    """What a unit's type decides (T1)."""
    return open_book(table.scenario).charts.types[unit.type]


def stamp(table: Table) -> str:
    """The box of the turn track, `16-1` (8.1)."""
    return f"{table.date}-{table.impulse}"


@cache
def stamp_number(box: str) -> int:
    """Boxes counted from 16-1 on, for comparing them."""
    date, impulse = box.split("-")
    return (int(date) - 16) * 3 + int(impulse) - 1


def strength(units: Iterable[Unit]) -> int:
    """Total strength."""
    return sum([unit.strength for unit in units])


class Stack(tuple[Unit, ...]):
    """Units of a side in a space, in the order of the counters, or on the move together."""

    strength: int
    """Their total strength."""

    def __new__(cls, units: Iterable[Unit] = ()) -> "Stack":
        """A stack of these units."""
        stack = super().__new__(cls, units)
        stack.strength = strength(stack)
        return stack


NOBODY = Stack()
Stacks = Mapping[str, Stack]
"""The units in each space that holds any, in the order of the first of each."""


@following("units")
def positions(table: Table, last: Positions | None) -> Positions:
    """Who stands where."""
    return arranged(table.units, last, SIDES, Stack)


@following("bridges")
def destroyed(table: Table, last: frozenset[str] | None) -> frozenset[str]:
    """The destroyed bridges."""
    found = frozenset([name for name, bridge in table.bridges.items() if not bridge.intact])
    return last if last is not None and found == last else found


def units_in(table: Table, space: str, side: Side | None = None) -> Sequence[Unit]:
    """The units in a space, of one side or of both."""
    stacks: Mapping[str, Stacks] = positions(table).of_side
    if side is not None:
        return stacks[side].get(space, NOBODY)
    return (*stacks[GERMAN].get(space, NOBODY), *stacks[ALLIED].get(space, NOBODY))


def holds(table: Table, space: str, side: Side) -> bool:
    """Whether a side has units in a space."""
    return space in positions(table).occupied[side]


@remembered("units")
def contested(table: Table) -> tuple[str, ...]:
    """Spaces with units of both sides, in the order of the map."""
    found = positions(table).occupied
    both = found[GERMAN] & found[ALLIED]
    return tuple([space for space in book_of(table).spaces if space in both])


def in_enemy_company(table: Table, unit: Unit) -> bool:
    """Whether enemy units stand in the unit's space."""
    return holds(table, unit.location, enemy(unit.side))
