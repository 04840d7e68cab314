"""What lies on the table: units, bridges, control, the impulse in hand, the draft for the rules (3 to 8)."""

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Any, Literal

from wargame_tui.board.drafts import UnitDraft
from wargame_tui.board.positions import ELIMINATED as ELIMINATED
from wargame_tui.board.positions import NOWHERE as NOWHERE
from wargame_tui.board.positions import OFF_MAP as OFF_MAP
from wargame_tui.core.dice import Dice
from wargame_tui.core.state import Outcome, record, state
from wargame_tui.core.state import changed as changed
from wargame_tui.core.step import StepsOf
from wargame_tui.titles.montys_gamble.events import moves
from wargame_tui.titles.montys_gamble.printed.book import Book, open_book
from wargame_tui.titles.montys_gamble.printed.data import FIRST_DATE as FIRST_DATE
from wargame_tui.titles.montys_gamble.printed.data import Branch, Control, Division, Side, UnitType

Condition = Literal["fresh", "spent", "dis1", "dis2", "eliminated"]
FRESH, SPENT, DIS1, DIS2 = "fresh", "spent", "dis1", "dis2"
WORSE: Mapping[str, Condition] = {"fresh": "spent", "spent": "dis1", "dis1": "dis2", "dis2": "eliminated"}
BETTER: Mapping[str, Condition] = {"spent": "fresh", "dis1": "spent", "dis2": "dis1"}
POINT_TYPES = frozenset({"infantry", "armour"})
"""Types that may lead a move or an attack (9.65, 10.72A)."""
Weather = Literal["clear", "overcast"]
ImpulseKind = Literal["assault", "infiltration", "bombardment", "air", "interdiction", "pass", "dday"]


@record
class Unit:
    """A counter (4.1)."""

    id: str
    side: Side
    type: UnitType
    branch: Branch
    division: str | None
    range: Division | None
    """Airborne: the division to whose operational range it is bound (9.66)."""
    attack: int
    defence: int
    mf: int
    spent: int
    """Spent defence factor."""
    location: str
    """A space, `UK`, `off` or `eliminated`."""
    condition: Condition = "fresh"
    due: int | None = None
    """Date of arrival, until it has arrived (4.23)."""
    drop: str | None = None
    """Drop area on its back, until it has dropped (18.5)."""


@record
class Crossing:
    """A boundary over a river or canal, with its bridge, if it has one (4.6, 10.4, 19.1)."""

    holder: Side
    """For whom the boundary, and a standing bridge on it, is open; a blown bridge keeps the last one (Q29)."""
    blown: bool = False
    works: Mapping[Side, int] = field(default_factory=dict)
    """Level of each side's construction marker on the blown bridge (19.21)."""


@record
class Advantage:
    """The Advantage (12)."""

    holder: Side | None
    """None from its use until the end of the impulse (12.5)."""
    heir: Side | None = None
    """Who gets it at the end of the impulse."""


@record
class Mover:
    """What a unit has done in the impulse in hand (9)."""

    halves: int = 0
    """Half movement points spent, the road bonus left aside (9.4)."""
    bonus: int = 0
    """The same with the road bonus, while it lasts."""
    on_road: bool = True
    """So far along the road net through Free areas only (9.4)."""
    road_from: str | None = None
    """Neighbour from whose road it came into its area (9.4)."""
    origin: str | None = None
    """Where it was immediately before (10.741)."""
    crossed: str | None = None
    """Boundary by which it came."""
    by: Literal["land", "bridge", "canal", "ferry", "boat", "drop"] | None = None
    mandatory: bool = False
    """Must attack (10.2)."""
    stopped: bool = False
    """May not move on: whole MF spent, enemies met, polder (9.67)."""
    drop_halves: int = 0
    """Cost of entering the drop area, due if the unit acts in this impulse (18.42)."""
    infiltrator: Literal["in", "failed"] | None = None
    """Result of its infiltration (8.222)."""


@record
class Now:
    """The impulse, or D-Day phase, in hand: what its rules must remember (8, algorithm 5)."""

    side: Side
    kind: ImpulseKind | None = None
    control: Mapping[str, Control] = field(default_factory=dict)
    """At its start (7.2)."""
    contested: tuple[str, ...] = ()
    """At its start (10.2)."""
    crossings: Mapping[str, Crossing] = field(default_factory=dict)
    """At its start (19.4)."""
    activated: tuple[str, ...] = ()
    double: bool = False
    """The Advantage makes it a double impulse (12.3)."""
    zone_f: bool = False
    """Zone F was activated in addition (14.5)."""
    ready: tuple[str, ...] = ()
    """Fresh units that began the impulse in an activated space and have not finished."""
    movers: Mapping[str, Mover] = field(default_factory=dict)
    attacked: tuple[str, ...] = ()
    """Areas attacked: closed for entry (9.1)."""
    reopened: tuple[str, ...] = ()
    """Attacked areas activated afterwards, which may be attacked again from inside (12.3)."""
    inside: Mapping[str, int] = field(default_factory=dict)
    """Half points that every unit of an activated contested area has spent by the attack there (10.6)."""
    crossed: Mapping[str, int] = field(default_factory=dict)
    """Units over each bridge (9.62)."""
    retreated: Mapping[str, int] = field(default_factory=dict)
    """Retreating units over each bridge (10.91)."""
    seized: tuple[str, ...] = ()
    """Bridges seized by a die: others pay more (9.22)."""
    seizers: tuple[str, ...] = ()
    """Who tried to seize what: `2Para 13-17`."""
    tried: tuple[str, ...] = ()
    """What was tried once and may not be again: `seize 13-17`, `blow 13-17`, `repair 13-17`."""
    losses: Mapping[Side, int] = field(default_factory=dict)
    """Units eliminated (12.4)."""
    sunset: int | None = None
    """The sunset DR, unmodified (6.31)."""
    dropped: int = 0
    """Units out of the UK box (18.41)."""
    drm: int = 0
    """The sunset DRM at its start (12.41)."""
    quiet: tuple[Side, ...] = ()
    """Sides that want no more offers of a reroll in this impulse."""


@record
class Depot:
    """A supply depot in its owner's Refit Phase (13.4)."""

    kind: Literal["german", "zone_f", "1", "82", "101", "oss", "air"]
    side: Side
    location: str | None
    """None until it is placed."""
    points: int
    moved: bool = False


@state
class State:
    """Everything that commands change, as rules read it. Collections are never changed in place."""

    scenario: str
    """`montys_gamble/basic`."""
    optional: tuple[str, ...]
    """Optional rules in force (23)."""
    stack: Annotated[tuple[Any, ...], StepsOf(__name__)]
    """Steps, from the turn to the decision in hand."""
    dice: Dice
    """Where the dice stand."""
    over: Outcome | None
    """The result, once there is one."""
    date: int
    """Day of September 1944 (3.6)."""
    impulse: int
    """Space of the impulse track (3.7)."""
    start_weather: Weather
    """At the start of the turn (17.41)."""
    weather: Weather
    """Now (4.8)."""
    weather_turns: bool
    """It changes with the next German impulse (17.4)."""
    advantage: Advantage
    """Who holds it (12)."""
    sunset_drm: int
    """Distance of the sunset DRM marker from 0: Sun positive, Moon negative (12.41)."""
    units: Mapping[str, Unit]
    """Every counter."""
    control: Mapping[str, Control]
    """Of every area and zone (7.2)."""
    crossings: Mapping[str, Crossing]
    """Every boundary over water (10.4, 19)."""
    ferries: Mapping[str, str]
    """`ready`, `used` or `destroyed` (9.63)."""
    air: Mapping[str, str]
    """Allied air markers: `ready` or `used`; the 8th Air Force `bomb` or `supply` (16.1)."""
    interdiction: tuple[str, ...]
    """Areas with a German interdiction marker (16.4)."""
    boat: bool
    """River Assault marker available (9.5)."""
    construction_used: Mapping[Side, int]
    """Construction markers in the Used space (19.21)."""
    repairs: Mapping[Side, tuple[str, ...]]
    """Bridges each side has tried to repair today (19.2)."""
    depots: Mapping[str, Depot]
    """Depots of the Refit Phase in hand (13.4)."""
    reserve: Mapping[Side, int]
    """Saved supply points (13.7)."""
    shift: Mapping[Side, int]
    """Impulses bought for the next day (13.7)."""
    passes: int
    """Passes in a row (8.24)."""
    first_impulse: bool
    """The first German impulse of 17 September is still to come (20.61)."""
    refitted: tuple[str, ...]
    """Units refitted in this turn (13.6)."""
    now: Now
    """The impulse in hand."""
    eindhoven: bool
    """Reached on 17 September (21.31)."""
    cards: Mapping[Side, tuple[int, ...]] = field(default_factory=dict)
    """Combat cards out, by number (23.7)."""
    bids: Mapping[Side, tuple[Side, int]] = field(default_factory=dict)
    """Bids made (23.51)."""
    seats: Mapping[Side, str] = field(default_factory=dict)
    """Who plays which side, after a bidding (23.51)."""


Table = State
"""What rules read: a state, or a draft of one, which is written to where it comes from alone."""


class Draft(UnitDraft, State):
    """A state of this title in the making."""

    def change_crossing(self, border: str, **changes: Any) -> None:
        """Change fields of a boundary over water."""
        self.crossings = {**self.crossings, border: changed(self.crossings[border], **changes)}

    def moves(self, unit: str, **changes: Any) -> None:
        """Change what a unit has done in this impulse."""
        mover = changed(self.now.movers.get(unit, STILL), **changes)
        self.note(movers={**self.now.movers, unit: mover})

    def count(self, what: Mapping[str, int], key: str) -> Mapping[str, int]:
        """A tally with one more for a key."""
        return {**what, key: what.get(key, 0) + 1}

    def lose(self, unit: str, rule: str) -> None:
        """Eliminate a unit; counts as a loss of the impulse in hand (12.4, Q46)."""
        self.eliminate(unit, rule)
        side = self.units[unit].side
        self.note(losses={**self.now.losses, side: self.now.losses.get(side, 0) + 1})

    def eliminate(self, unit: str, rule: str) -> None:
        """Take a unit off the map for good."""
        space = self.units[unit].location
        self.change(unit, location=ELIMINATED, condition="eliminated")
        self.tell(moves.Eliminated(unit=unit, space=space, rule=rule))

    def worsen(self, unit: str, rule: str, condition: str | None = None) -> None:
        """Make a unit Spent, Dis1 or Dis2, by one step or to a condition; past Dis2 it is eliminated (10.8)."""
        worse = condition or WORSE[self.units[unit].condition]
        if worse == "eliminated":
            self.lose(unit, rule)
        elif worse != self.units[unit].condition:
            self.change(unit, condition=worse)
            self.tell(moves.Worsened(unit=unit, condition=worse, space=self.units[unit].location, rule=rule))


STILL = Mover()
"""A unit that has done nothing in this impulse."""


def book_of(table: Table) -> Book:
    """The fixed data of the scenario being played."""
    return open_book(table.scenario)


def traits(table: Table, unit: Unit) -> tuple[str, ...]:
    """What is printed on the counter beyond its factors (4.12)."""
    return open_book(table.scenario).roster[unit.id].traits
