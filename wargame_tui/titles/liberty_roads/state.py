"""What lies on the table: units, support markers, tracks, the player turn in hand, the draft for the rules (1)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from wargame_tui.board.drafts import UnitDraft
from wargame_tui.board.hexes import bits
from wargame_tui.board.positions import ELIMINATED as ELIMINATED
from wargame_tui.board.positions import OFF_MAP as OFF_MAP
from wargame_tui.board.positions import Positions, arranged
from wargame_tui.core.codec import STRICT
from wargame_tui.core.dice import Dice
from wargame_tui.core.remembered import Following, Resting
from wargame_tui.core.state import Outcome, state
from wargame_tui.core.state import changed as changed
from wargame_tui.core.step import StepsOf
from wargame_tui.titles.liberty_roads.printed.book import BOXES, SIDES, Board, Book, Piece, open_book
from wargame_tui.titles.liberty_roads.printed.book import REMOVED as REMOVED
from wargame_tui.titles.liberty_roads.printed.book import RESERVE as RESERVE
from wargame_tui.titles.liberty_roads.printed.charts import Marker, Weather
from wargame_tui.titles.liberty_roads.printed.data import Nationality, Side

DIE = 6
LARGEST_DIE = 60
"""Faces of the largest die: a draw from a pool of markers or units is a roll among so many."""
AIRBORNE_ZONE: Mapping[str, str] = {"England": "England-Air", "Mediterranean": "Mediterranean-Air"}
"""The Airborne zone of each box (11.1.3)."""
HOLDING = frozenset({*BOXES, *AIRBORNE_ZONE.values(), RESERVE})
"""Places beside the map."""
Mode = Literal["normal", "strategic", "rail"]
Where = Literal["pool", "available", "played", "reserve", "removed", "later"]
"""A support marker: in its pool, in Available Support, on the map, in the Strategic Reserve, gone, not yet in play."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A counter with its markers; what is printed on it is its Piece in the book."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    id: str
    side: Side
    location: str
    """A hex, a box or Airborne zone, `reserve`, `off` (not yet in play), `eliminated` or `removed`."""
    reduced: bool = False
    oos: bool = False
    """Out of Supply marker (4.2.2)."""
    festung: bool = False
    """Under a Festung marker (6.5)."""
    drop: bool = False
    """Under a Paratroop Drop marker (12.3)."""
    exploiting: bool = False
    """Exploitation marker (7.12)."""
    pontoon: int | None = None
    """Direction of the hexside that an HQ on its pontoon side bridges (4.1.3)."""
    functional: bool = False
    """An engineer on its Functional port side (15.1.4)."""
    due: int | None = None
    """Turn on which it comes as a reinforcement."""


@dataclass(frozen=True, slots=True)
class Support:
    """A support marker (5)."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    id: str
    where: Where
    place: str | None = None
    """Of a played one: its hex, or the unit to which it is attached; None: it holds for the turn."""
    free: bool = False
    """The free Air Support of this turn: must be played (5.3.2)."""
    fresh: bool = False
    """Drawn in this support phase: may go to the Strategic Reserve (18.1.1)."""


@dataclass(frozen=True, slots=True)
class Approval:
    """The Fuehrer's approval (9)."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    value: int
    maximum: int
    dismissals: int = 0
    one_marker: bool = False
    """Only one marker is drawn in the next support phase (9.2.3)."""
    no_replacements: bool = False
    """In the next reinforcement and replacement phase."""
    halved: bool = False
    """Movement in the next German movement phase."""
    flipped: bool = False


@dataclass(frozen=True, slots=True)
class Drop:
    """A Paratroop Drop marker (12.3)."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    id: str
    zone: str | None
    """The Airborne zone in which it lies; None while it is used, or until it is available again."""
    back: int | None = None
    """Turn on which it is available again."""


@dataclass(frozen=True, slots=True)
class Campaign:
    """What lasts longer than a turn: the tracks and the great decisions of the game."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    ffi: int = 0
    """The FFI marker on the FFL track (16)."""
    liberated: tuple[str, ...] = ()
    """Cities and ports for which FFI points have been counted (A34)."""
    pluto: tuple[str, ...] = ()
    """Hexes of the PLUTO markers (5.6)."""
    landings: int = 0
    """Invasion Landing markers used up (13.1)."""
    invasions: int = 0
    """Invasion landing phases with a landing so far (13.1.5)."""
    beachheads: tuple[str, ...] = ()
    deactivated: tuple[str, ...] = ()
    """Beach hexes without their coast defence (13.2.5)."""
    open_coast: bool = False
    """All coastal hexes of France are deactivated (19.1.3)."""
    fortitude: bool = True
    """Whether Operation Fortitude goes on (14)."""
    south_held: bool = True
    """Whether the 19th Army zone is still held back (14.1.6)."""
    vaterland: Literal["waiting", "due", "placed"] = "waiting"
    withdrawn: bool = False
    """The German has declared the Withdrawal from France (19)."""
    counteroffensive: bool = False
    """The Strategic Reserve has been used (18.2)."""
    rps_lost: bool = False
    """A withdrawal could not be made: no German RPs for the rest of the game (17.2.1)."""


@dataclass(frozen=True, slots=True)
class Now:
    """The player turn in hand: what its rules must remember."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    side: Side
    moved: Mapping[str, Mode] = field(default_factory=dict)
    """Units that have moved in the movement phase, and how (6.1.3, A28)."""
    paid: bool = False
    """The German has spent a marker for strategic movement (6.2.4)."""
    declared: tuple[str, ...] = ()
    """Ports declared Festungen before anything moved: one roll for all divisions under the marker (6.5.4, A59)."""
    rail: int = 0
    """Rail capacity left (6.3.4)."""
    sea: float = 0
    """Sea transport points left (11.2)."""
    harbours: tuple[str, ...] = ()
    """Minor ports and beachheads used by a unit (11.2.7)."""
    released: tuple[str, ...] = ()
    """German divisions that Fortitude lets move (14.1.4)."""
    releases: int = 0
    """How many armoured divisions may still be released."""
    attacked: tuple[str, ...] = ()
    """Hexes attacked in the combat or exploitation phase in hand (7.1.8)."""
    fought: tuple[str, ...] = ()
    """Units that attacked in it (7.1.9)."""
    retreated: tuple[str, ...] = ()
    """Units that retreated in it (7.10.11)."""
    idle: tuple[str, ...] = ()
    """HQs found unsupplied in this combat phase (7.4.4)."""
    points: Mapping[Nationality, int] = field(default_factory=dict)
    """Replacement points left (10.3)."""
    poor: int = 0
    """Weak units rebuilt for the one RP of 10.3.8 (A46)."""
    halved: bool = False
    """German movement of this turn, after a dismissal (9.2.3)."""
    british_columns: int = 0
    """What the Montgomery die gave (5.5.2)."""
    patton: bool = False
    landed: tuple[str, ...] = ()
    """Units that came by sea in this turn: those of an invasion draw the German reaction (11.4.1, 13.8.3)."""
    new_beachheads: int = 0


@state
class State:
    """Everything that commands change, as rules read it. Collections are never changed in place."""

    scenario: str
    """`liberty_roads/campaign`."""
    optional: tuple[str, ...]
    """Switches of ambiguous rules in force (A3, A58)."""
    stack: Annotated[tuple[Any, ...], StepsOf(__name__)]
    """Steps, from the turn to the decision in hand."""
    dice: Dice
    """Where the dice stand."""
    over: Outcome | None
    """The result, once there is one."""
    turn: int
    """The turn: 1 is 6 to 10 June 1944."""
    weather: Weather
    """Of this turn (3)."""
    units: Mapping[str, Unit]
    """Every counter."""
    support: Mapping[str, Support]
    """Every support marker of the game, FFL units in the Allied pool under their own names (16.1.3)."""
    control: Mapping[str, Side]
    """Who controls each hex for which that matters (1.9)."""
    ever: tuple[str, ...]
    """Those of them that the Allies have ever controlled (6.3.2, 6.5.10, 20.1.3)."""
    approval: Approval
    """The Fuehrer's approval."""
    drops: Mapping[str, Drop]
    """Paratroop Drop markers."""
    campaign: Campaign
    """Tracks and great decisions."""
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

    # Units and markers

    def piece(self, unit: Unit | str) -> Piece:
        """What is printed on a counter."""
        return open_book(self.scenario).pieces[unit if isinstance(unit, str) else unit.id]

    def marker_of(self, marker: str) -> Marker:
        """What is printed on a support marker. Raises KeyError for an FFL unit in the pool."""
        return open_book(self.scenario).markers[marker]

    def is_alive(self, unit: str) -> bool:
        """Whether a unit is in play: on the map or beside it."""
        return self.units[unit].location not in (OFF_MAP, ELIMINATED, REMOVED)

    def strength_of(self, unit: Unit, what: Literal["attack", "defence"]) -> int:
        """Attack or defence as printed on the side that is up, halved out of supply, fractions up (4.5.2)."""
        printed: tuple[int, int] = getattr(self.piece(unit), what)
        value = printed[unit.reduced]
        return (value + 1) // 2 if unit.oos else value

    def steps_of(self, unit: Unit) -> int:
        """Steps that a unit has left (1.3)."""
        return self.piece(unit).steps - unit.reduced

    def available(self, side: Side) -> list[Support]:
        """The markers in a side's Available Support box; FFL units are never there (16.2.1)."""
        markers, held = self.book.markers, (each for each in self.support.values() if each.where == "available")
        return [each for each in held if each.id in markers and markers[each.id].side == side]

    # Who is where

    def hex_of(self, unit: Unit | str) -> int | None:
        """The hex in which a unit stands; None off the map."""
        where = self.units[unit].location if isinstance(unit, str) else unit.location
        return self.board.index.get(where)

    def left(self, units: Iterable[str]) -> list[Unit]:
        """Those of several units that are still on the map."""
        return [self.units[unit] for unit in units if self.hex_of(unit) is not None]

    def stacks(self, side: Side) -> Mapping[str, Sequence[Unit]]:
        """The units of a side by hex or box: the same object until one of them changes."""
        found: Mapping[str, Sequence[Unit]] = positions(self).of_side[side]
        return found

    def units_in(self, place: str, side: Side | None = None) -> Sequence[Unit]:
        """The units in a hex or box, of one side or both."""
        if side is not None:
            return self.stacks(side).get(place, ())
        return tuple(unit for each in SIDES for unit in self.stacks(each).get(place, ()))

    def on_map(self, side: Side) -> Iterator[Unit]:
        """A side's units on the map."""
        index = self.board.index
        return (unit for place, stack in self.stacks(side).items() if place in index for unit in stack)

    def hqs(self, side: Side) -> Iterator[tuple[Unit, int]]:
        """A side's HQs on the map, with their hexes."""
        units, index = self.units, self.board.index
        for name in self.book.hqs[side]:
            where = index.get(units[name].location)
            if where is not None:
                yield units[name], where

    def controls(self, side: Side, hex_: str) -> bool:
        """Whether a side controls a hex for which that matters (1.9)."""
        return self.control.get(hex_) == side


Table = State
"""What rules read: a state, or a draft of one, which is written to where it comes from alone."""


class Draft(UnitDraft, State):
    """A state of this title in the making."""

    def put(self, marker: str, where: Where, place: str | None = None, **changes: Any) -> None:
        """Put a support marker somewhere."""
        last = self.support[marker]
        self.support = {**self.support, marker: changed(last, where=where, place=place, **changes)}

    def record(self, **changes: Any) -> None:
        """Change what lasts for the game."""
        self.campaign = changed(self.campaign, **changes)

    def esteem(self, **changes: Any) -> None:
        """Change the approval track."""
        self.approval = changed(self.approval, **changes)

    def set_control(self, side: Side, hexes: Iterable[str]) -> list[str]:
        """Give a side control of hexes (1.9); those that it had not. What follows from it is for `control.py`."""
        gained = [hex_ for hex_ in hexes if hex_ in self.control and self.control[hex_] != side]
        if gained:
            self.control = {**self.control, **dict.fromkeys(gained, side)}
            if side == "Allied":
                self.ever = (*self.ever, *(hex_ for hex_ in gained if hex_ not in self.ever))
        return gained


def _positions(table: Table, last: Positions | None) -> Positions:
    return arranged(table.units, last, SIDES)


positions: Following[Positions] = Following(_positions, "units")
"""Who stands where."""


def _occupied(table: Table, side: Side) -> int:
    index = table.board.index
    return bits(index[place] for place in positions(table).occupied[side] if place in index)


occupied: Resting[int] = Resting(_occupied, lambda table, side: positions(table).occupied[side])
"""The hexes with units of a side, as a set. All scenarios have the same map."""


def friendly(table: Table, side: Side, nationality: Nationality, units: Iterable[Unit]) -> Iterator[Unit]:
    """Those units of a side that play as a nationality (1.6)."""
    return (unit for unit in units if unit.side == side and nationality in table.piece(unit).nationalities)
