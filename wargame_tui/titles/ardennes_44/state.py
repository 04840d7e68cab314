"""What lies on the table: units, markers, the player turn in hand, the draft for the rules (2, 8, 9)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar

from wargame_tui.board.drafts import UnitDraft
from wargame_tui.board.positions import ELIMINATED as ELIMINATED
from wargame_tui.board.positions import NOWHERE as NOWHERE
from wargame_tui.board.positions import OFF_MAP as OFF_MAP
from wargame_tui.board.positions import Positions, arranged, differing
from wargame_tui.core.codec import STRICT
from wargame_tui.core.dice import Dice
from wargame_tui.core.event import Modifier
from wargame_tui.core.remembered import Following, Remembered
from wargame_tui.core.state import Outcome, state
from wargame_tui.core.state import changed as changed
from wargame_tui.core.step import StepsOf
from wargame_tui.titles.ardennes_44.events.fights import Eliminated, Reduced, RemnantLeft, Shaken
from wargame_tui.titles.ardennes_44.events.specials import RoerDamsReleased
from wargame_tui.titles.ardennes_44.events.turns import ControlPassed
from wargame_tui.titles.ardennes_44.printed.book import EDGE as EDGE
from wargame_tui.titles.ardennes_44.printed.book import EXITED as EXITED
from wargame_tui.titles.ardennes_44.printed.book import SIDES, Board, Book, Piece, open_book
from wargame_tui.titles.ardennes_44.printed.book import SURRENDERED as SURRENDERED
from wargame_tui.titles.ardennes_44.printed.data import Side

Value = TypeVar("Value")
Status = Literal["fresh", "disrupted", "routed"]
Marker = Literal["none", "SM", "truck", "PM"]
"""Strategic movement, its backs: truck (Allied) and prime mover (German) (12, 22.3)."""
Mode = Literal["normal", "extended", "tactical", "strategic", "shift"]
"""Ways to move (11.1 to 11.3, 12.1, 22.2)."""
DIE = 6
GONE = frozenset({*NOWHERE, SURRENDERED, EXITED})


@dataclass(frozen=True, slots=True)
class Unit:
    """A counter with its markers; what is printed on it is its Piece in the book."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    id: str
    side: Side
    location: str
    """A hex, a box, `edgeA` beside an entry hex, `off`, `eliminated` (dead pile), `surrendered` or `exited`."""
    reduced: bool = False
    status: Status = "fresh"
    eng: bool = False
    """Engaged (16.5)."""
    oos: bool = False
    fired: bool = False
    """Artillery on its fired side (22.5)."""
    marker: Marker = "none"
    night: bool = False
    """Night marker (25.3)."""
    replaced: bool = False
    """Replacement marker (25.25)."""
    points: int = 0
    """Surrender points of its group (23.7)."""
    pocket: str | None = None
    """The isolated group of which it was when that last rolled, by a unit of it (23.9)."""
    due: int | None = None
    """Turn of arrival, until it has arrived."""
    cut_off: bool = False
    """Disrupted by a retreat over the army boundary: no recovery until it is back (11.10)."""


@dataclass(frozen=True, slots=True)
class Works:
    """A bridge that is down (7)."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    builder: Side | None = None
    """Who has it under construction."""
    begun: int = 0
    """In the bridge phase of this turn."""


@dataclass(frozen=True, slots=True)
class Position:
    """An improved position (15.8)."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    side: Side
    built: bool = True
    """False: under construction."""
    begun: int = 0
    """In this turn."""


@dataclass(frozen=True, slots=True)
class Advantage:
    """An attacker advantage marker (16.6)."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    side: Side
    hex: str
    """Where it lies."""
    target: str
    units: tuple[str, ...]
    """Those that were under it at first."""
    begun: int
    """Moment at which it was placed (`moment`)."""


@dataclass(frozen=True, slots=True)
class Mover:
    """What a unit has done in the movement phase in hand."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    mode: Mode | Literal["boarded", "placed", "built"] = "normal"
    halves: int = 0
    """Half movement points spent."""
    hexes: int = 0


@dataclass(frozen=True, slots=True)
class Now:
    """The player turn, or half of a night turn, in hand: what its rules must remember."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    side: Side
    readied: int = 0
    """Artillery turned to its ready side (5.2)."""
    tried: tuple[str, ...] = ()
    """Bridges of which demolition was tried (7.2)."""
    built: tuple[str, ...] = ()
    """Bridges on which work began or ended in this bridge phase (7.9)."""
    movers: Mapping[str, Mover] = field(default_factory=dict)
    passed: tuple[str, ...] = ()
    """Enemy roadblocks entered in this phase (24.8)."""
    began: tuple[str, ...] = ()
    """Units that began an improved position in this phase and may not attack (15.8)."""
    attacked: tuple[str, ...] = ()
    """Hexes attacked (14.1)."""
    defended: tuple[str, ...] = ()
    """Units attacked, wherever they have gone since (14.1)."""
    fought: tuple[str, ...] = ()
    """Units that attacked (14.1)."""
    withdrawn: tuple[str, ...] = ()
    """Units that used the withdrawal table and left (20.1)."""
    asked: tuple[str, ...] = ()
    """Units of which it is decided whether they withdraw (20.5)."""
    retreated: tuple[str, ...] = ()
    """Units that retreated in this combat phase (17.5)."""
    air: int = 0
    """Air support markers left (15.6)."""
    placed: tuple[str, ...] = ()
    """Roadblocks placed in this traffic phase (24.8)."""
    replacements: Mapping[Side, int] = field(default_factory=dict)
    """Replacement points left (25.21)."""
    vehicles_rebuilt: tuple[Side, ...] = ()
    """Who has used a point for a tank, recon or flak unit in this night (25.21)."""
    infiltrated: tuple[str, ...] = ()
    """Units moved by night infiltration (34)."""
    supporters: tuple[str, ...] = ()
    """Units that fight beside Kampfgruppe Peiper in the first night (27.5)."""
    hexes_passed: tuple[str, ...] = ()
    """Hexes of enemy markers advanced into (24.8)."""


@dataclass(frozen=True, slots=True)
class Specials:
    """Units and events with rules of their own (7.8, 27, 32)."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    ouren: Literal["untried", "intact", "blown"] = "untried"
    brigade: Literal["hidden", "used", "exposed"] = "hidden"
    """150th Panzer Brigade: `used` in this turn, exposed at its end (27.1)."""
    jpz653: Literal["waiting", "arriving", "in play", "never"] = "waiting"
    ccb: Literal["free", "bound"] = "free"
    """9Arm/CCB, under the option of 27.8."""
    rrd_released: bool = False
    released: tuple[str, ...] = ()
    """Red-box artillery next to which a German has advanced (29.1)."""
    remains: Mapping[str, str] = field(default_factory=dict)
    """Remnants of units that may not move on the first turns, to those units (A-36)."""
    dump: str | None = None
    """Hex of the fuel dump (32.1)."""
    dump_seen: bool = False
    dump_told: tuple[str, ...] = ()
    """Places of which the German knows whether the dump is there (32.1)."""
    dump_state: Literal["none", "guarded", "open", "captured", "shipped", "gone"] = "none"
    """`open`: without its guard and in no German hands (32.2)."""
    meuse_crossed: int | None = None
    """Turn in which a German unit first crossed the Meuse between Givet and Liege (33.3)."""


@state
class State:
    """Everything that commands change, as rules read it. Collections are never changed in place."""

    scenario: str
    """`ardennes_44/campaign`."""
    optional: tuple[str, ...]
    """Optional rules in force (27.8, 32 to 34)."""
    stack: Annotated[tuple[Any, ...], StepsOf(__name__)]
    """Steps, from the turn to the decision in hand."""
    dice: Dice
    """Where the dice stand."""
    over: Outcome | None
    """The result, once there is one."""
    turn: int
    """The day turn, 1 to 22 (T1)."""
    night: bool
    """Whether it is the night after that turn (25)."""
    units: Mapping[str, Unit]
    """Every counter."""
    bridges: Mapping[str, Works]
    """The bridges that are down (7)."""
    ips: Mapping[str, Position]
    """Improved positions by hex (15.8)."""
    traffic: Mapping[str, str | None]
    """Traffic markers, `German1` to `Allied6`, to their hex, None in the holding box; gone ones are missing."""
    roadblocks: Mapping[str, str | None]
    """Roadblocks, `German1` to `Allied2`, to their hex (24.8)."""
    control: Mapping[str, Side]
    """Who was last in or through the hexes for which that matters (A-15)."""
    advantages: tuple[Advantage, ...]
    """Attacker advantage markers (16.6)."""
    parents: Mapping[str, str]
    """Split units on the map to the unit from which they came (26.4)."""
    exits: Mapping[str, int]
    """Attack strength of German units that left by each exit hex (30.2, 31)."""
    held: int
    """Victory phases in a row in which the Allies held three start areas (30.3)."""
    specials: Specials
    """Units and events with rules of their own."""
    now: Now
    """The player turn in hand."""

    @property
    def book(self) -> Book:
        """The fixed data of the scenario being played."""
        return open_book(self.scenario)

    @property
    def board(self) -> Board:
        """The map."""
        return open_book(self.scenario).board

    @property
    def moment(self) -> int:
        """A number that grows from player turn to player turn: German, Allied, then the two halves of a night."""
        second = self.now.side != "German"
        return 4 * self.turn + (2 + (not second) if self.night else second)

    def piece(self, unit: Unit | str) -> Piece:
        """What is printed on a counter."""
        return open_book(self.scenario).pieces[unit if isinstance(unit, str) else unit.id]

    def attack(self, unit: Unit) -> int:
        """Attack strength."""
        return self.piece(unit).attack[unit.reduced]

    def defence(self, unit: Unit) -> int:
        """Defence strength."""
        return self.piece(unit).defence[unit.reduced]

    def tank_quality(self, unit: Unit) -> int:
        """Tank quality, one less out of supply; 0 without one (2.9, 23.4)."""
        printed = self.piece(unit).tq
        return max(printed - unit.oos, 0)

    def is_last_step(self, unit: Unit) -> bool:
        """Whether the loss of a step eliminates a unit (16.4)."""
        return unit.reduced or self.piece(unit).steps == 1

    def arm(self, unit: str) -> tuple[str, str, str]:
        """Side, nation and arm of a unit, armour or infantry, as remnants have them (16.4)."""
        printed = self.piece(unit)
        nation = "German" if printed.side == "German" and printed.type != "parachute" else printed.nation
        return printed.side, nation, "armour" if printed.tank else "infantry"

    def units_in(self, place: str, side: Side) -> Sequence[Unit]:
        """A side's units in a hex or box."""
        here: Sequence[Unit] = positions(self).of_side[side].get(place, ())
        return here

    def holder(self, hex_: str) -> Side | None:
        """The side with units in a hex."""
        here = positions(self).of_side
        return next((side for side in SIDES if hex_ in here[side]), None)

    def occupied(self, side: Side) -> int:
        """The hexes in which a side has units, as a set."""
        return front(self, side).occupied

    def hex_of(self, unit: Unit | str) -> int | None:
        """The hex of a unit; None if it is not on the map."""
        found = self.units[unit] if isinstance(unit, str) else unit
        return self.board.index.get(found.location)

    def on_map(self, side: Side) -> Iterable[Unit]:
        """A side's units on the map."""
        index = self.board.index
        for place, units in positions(self).of_side[side].items():
            if place in index:
                yield from units


Table = State
"""What rules read: a state, or a draft of one, which is written to where it comes from alone."""


class Draft(UnitDraft, State):
    """A state of this title in the making."""

    def mark(self, **changes: Any) -> None:
        """Change what is remembered of special units and events."""
        self.specials = changed(self.specials, **changes)

    def lose(self, unit: str, rule: str, place: str = ELIMINATED) -> None:
        """Take a unit off the map: to the dead pile, or for good with surrender points (16.4, 23.9)."""
        gone = self.units[unit]
        surrendered = place == ELIMINATED and gone.points > 0
        clean = Unit(unit, gone.side, SURRENDERED if surrendered else place, gone.reduced)
        self.units = {**self.units, unit: clean}
        self.parents = {split: parent for split, parent in self.parents.items() if split != unit}
        self.tell(Eliminated(unit=unit, hex=gone.location, surrendered=surrendered or place == SURRENDERED, rule=rule))

    def lose_step(self, unit: str, rule: str) -> str | None:
        """A step loss: reduce the unit, replace it by a remnant, or take it off (16.4).

        The id of what is left, None if nothing is.
        """
        hit = self.units[unit]
        if not self.is_last_step(hit):
            self.change(unit, reduced=True)
            self.tell(Reduced(unit=unit, hex=hit.location, rule=rule))
            return unit
        self.lose(unit, rule)
        left = _remnant_for(self, unit) if self.piece(hit).entry.large else None
        if left is not None:
            self.units = {**self.units, left: changed(hit, id=left, reduced=False, marker="none", night=False)}
            self.tell(RemnantLeft(unit=left, of=unit, hex=hit.location))
        return left

    def disrupt(self, unit: str, rule: str, *, rout: bool = False) -> bool:
        """Disrupt or rout a unit; a routed one that retreats again is eliminated (18.1). Whether it survives."""
        now = self.units[unit]
        if now.status == "routed":
            self.lose(unit, "18.1")
            return False
        status: Status = "routed" if rout or now.status == "disrupted" else "disrupted"
        self.change(unit, status=status)
        self.tell(Shaken(unit=unit, status=status, hex=now.location, rule=rule))
        return True

    def pass_through(self, unit_side: Side, hex_: str) -> None:
        """A unit is in a hex: who was last there, as far as that matters (A-15, 27.6)."""
        if hex_ in self.board.tracked and self.control.get(hex_) != unit_side:
            self.control = {**self.control, hex_: unit_side}
            self.tell(ControlPassed(hex=hex_, side=unit_side))
            if unit_side == "German" and hex_ in self.book.map.monschau_pair and not self.specials.rrd_released:
                self.mark(rrd_released=True)
                self.tell(RoerDamsReleased(hex=hex_))


# Numbers on counters as they now are


def on_six(die: int, drm: Iterable[Modifier]) -> int:
    """A modified die, never below 1 or above 6."""
    return min(max(die + sum(each.value for each in drm), 1), DIE)


# Who stands where


Stacks = Mapping[str, Sequence[Unit]]
"""A side's units by place."""


def _find_positions(table: Table, last: Positions | None) -> Positions:
    return arranged(table.units, last, SIDES)


positions = Following(_find_positions, "units")
"""Who stands where."""


def changes_since(table: Table, units: Mapping[str, Unit]) -> Iterable[tuple[Unit, Unit]]:
    """What has changed since the same counters were as given: the old and the new ones."""
    now = positions(table)
    return now.changes if now.before is units else differing(units.values(), now.units.values())


class OfSide(Generic[Value]):
    """A function of where a side's units are, found from its last value and remembered while none of them changes.

    Like the function of a Following it may take over from its last value, if there is one, what has not changed.
    """

    def __init__(self, function: Callable[[Table, Side, Value | None], Value]) -> None:
        self._function = function
        self._known: dict[tuple[str, Side], tuple[Mapping[str, Unit], Stacks, Value]] = {}

    def __call__(self, table: Table, side: Side) -> Value:
        """The function's value for a side's stacks."""
        units, known = table.units, self._known.get((table.scenario, side))
        if known is not None and known[0] is units:
            return known[2]
        stacks = positions(table).of_side[side]
        same = known is not None and known[1] is stacks
        value = known[2] if known and same else self._function(table, side, known[2] if known else None)
        self._known[table.scenario, side] = units, stacks, value
        return value


@dataclass(frozen=True, slots=True)
class Front:
    """Where a side's units are, as sets of hexes."""

    stacks: Stacks
    occupied: int
    narrow: int
    """Those of them with silhouettes only (9.4)."""


def _find_front(table: Table, side: Side, last: Front | None) -> Front:
    stacks, was = positions(table).of_side[side], last.stacks if last else {}
    occupied_, narrow = (last.occupied, last.narrow) if last else (0, 0)
    index, pieces = table.board.index, table.book.pieces
    changes = [place for place, units in stacks.items() if was.get(place) is not units]
    for place in chain(changes, was.keys() - stacks.keys()):
        if place in index:
            bit, units = 1 << index[place], stacks.get(place, ())
            occupied_ = occupied_ | bit if units else occupied_ & ~bit
            alike = units and all(pieces[unit.id].silhouette for unit in units)
            narrow = narrow | bit if alike else narrow & ~bit
    return Front(stacks, occupied_, narrow)


front = OfSide(_find_front)
"""Where a side's units are."""


def _find_unmoved(table: Table, side: Side) -> Sequence[Unit]:
    movers, stacks = table.now.movers, positions(table).of_side[side].values()
    return [unit for unit in chain.from_iterable(stacks) if unit.id not in movers]


unmoved = Remembered(_find_unmoved, "units", "now")
"""A side's units on the map, in boxes and beside the map that have done nothing in the movement phase in hand."""


class OfUnit(Generic[Value]):
    """A function of a unit and a few facts, remembered for each unit of a side while it and the facts stay the same."""

    def __init__(
        self,
        function: Callable[[Table, Unit], Value | None],
        facts: Callable[[Table, Side], tuple[Any, ...]] = lambda table, side: (),
    ) -> None:
        self._function = function
        self._facts = facts
        self._known: dict[tuple[str, Side], tuple[tuple[Any, ...], dict[str, tuple[Unit, Value | None]]]] = {}

    def __call__(self, table: Table, side: Side, units: Iterable[Unit]) -> Iterator[Value]:
        """The function's values for some units of a side, those left out for which it is None."""
        facts = self._facts(table, side)
        known = self._known.get((table.scenario, side))
        if known is None or known[0] != facts:
            known = self._known[table.scenario, side] = facts, {}
        values, unknown = known[1], (None, None)
        for unit in units:
            of, value = values.get(unit.id, unknown)
            if of is not unit:
                value = self._function(table, unit)
                values[unit.id] = unit, value
            if value is not None:
                yield value


@dataclass(frozen=True, slots=True)
class _Selection:
    """Units of which something is true, and all units among which they were found."""

    among: Mapping[str, Unit]
    units: Mapping[str, Unit]


class Such:
    """The units of which something is true that depends on nothing but the unit and the scenario, in their order."""

    def __init__(self, test: Callable[[Book, Unit], bool]) -> None:
        self._test = test
        self._selected = Following(self._select, "units")

    def __call__(self, table: Table) -> Mapping[str, Unit]:
        """These units; the same mapping as long as none of them changes."""
        return self._selected(table).units

    def _select(self, table: Table, last: _Selection | None) -> _Selection:
        book, units, test = table.book, table.units, self._test
        if last is None or len(last.among) != len(units):
            return _Selection(units, {name: unit for name, unit in units.items() if test(book, unit)})
        found, order = last.units, positions(table).order
        for _, unit in changes_since(table, last.among):
            if test(book, unit):
                found = {**found, unit.id: unit}
            elif unit.id in found:
                found = {name: other for name, other in found.items() if name != unit.id}
        if found.keys() != last.units.keys():
            found = dict(sorted(found.items(), key=lambda item: order[item[0]]))
        return _Selection(units, found)


# Changes that many rules make


def _remnant_for(table: Table, unit: str) -> str | None:
    wanted = table.arm(unit)
    free = (name for name in table.book.units.remnants if table.units[name].location == OFF_MAP)
    return next((name for name in free if table.arm(name) == wanted), None)


with_markers = Such(lambda book, unit: unit.marker != "none")
"""Units with strategic movement, truck or prime mover markers."""


def _find_markers_free(table: Table, side: Side) -> int:
    used = sum(unit.side == side for unit in with_markers(table).values())
    return table.book.charts.movement.markers[side] - used


markers_free = Remembered(_find_markers_free, "units")
"""Strategic movement markers not in use; trucks and prime movers are their backs (12.4, 22.3)."""
