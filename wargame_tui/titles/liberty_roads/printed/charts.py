"""charts.yaml: the numbers of the rules, tables T1 to T25 of the reference.

What the text gives is `source: rulebook` with its number; every other table is a reconstruction, says so, and may be
replaced by an owner of the game with the numbers of his own.
"""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from wargame_tui.board.files import Entry
from wargame_tui.titles.liberty_roads.printed.data import Nationality, Sea, Side, Terrain, Turn

HalfPoints = Annotated[float, Field(ge=0, multiple_of=0.5)]
Weather = Literal["Clear", "Overcast", "Bad", "Storm"]
Month = Literal["June", "July", "August", "September", "October", "November", "December"]
Ground = Literal[
    "clear", "bocage", "forest", "marsh", "rough", "mountain", "minor_city", "major_city", "siegfried", "festung",
    "beach",
]  # fmt: skip
"""What a hex is to movement and combat; several may apply (1.7.1)."""
DropFate = Literal["destroyed", "loses a step", "unharmed"]
Water = Literal["river", "major", "beachhead"]
"""What may stand in for the hex's terrain in tactical results (7.9.4, 7.9.5)."""
AttackerResult = Literal["-", "AR", "D1", "E", "E2", "E3"]
DefenderResult = Literal["-", "S", "SS", "DR"]
TwoDice = Annotated[int, Field(ge=2, le=12)]


class Source(Entry):
    """A table that says on what it rests."""

    source: str = Field(min_length=1)


class TurnRow(Source):
    """A box of the turn track (T24)."""

    name: str
    """`1-10 August`."""
    month: Month
    weather: dict[TwoDice, Weather]
    """By 2d6 (3.1.1): every sum from 2 to 12."""
    rail: int = Field(ge=0)
    """Rail capacity (6.3.4)."""
    replacements: dict[Nationality, int]
    """Allied RPs (10.3.1)."""
    markers: dict[str, int] = {}
    """Support markers that join their side's pool (10.1, 10.2.2)."""

    @model_validator(mode="after")
    def _complete(self) -> "TurnRow":
        if set(self.weather) != set(range(2, 13)):
            raise ValueError("the weather of every sum from 2 to 12")
        return self


class WeatherRow(Source):
    """What a weather does (3.2)."""

    support: int
    """On the Allied support roll."""
    air: bool
    """Whether air markers may be played as events."""
    landings: bool
    drops: bool
    german_elite: bool
    """Whether German attackers may use their elite bonus (7.6.3)."""
    beachhead_lost: int | None
    """2d6 from which on a Beachhead is lost; None: no roll."""


class GroundRow(Source):
    """A row of the terrain effects chart for hexes (T25)."""

    infantry: HalfPoints
    armour: HalfPoints
    defence: float = Field(ge=1)
    """Factor of the defenders' strength (7.5.1)."""
    drop: int
    """Modifier of a drop (12.2.7)."""
    ignores: int = Field(ge=0)
    """How many S of the defender's result are ignored (7.9.2)."""
    holds: bool
    """Whether DR becomes S (7.9.2)."""


class WaterRow(Source):
    """A row of the terrain effects chart for hexsides."""

    infantry: HalfPoints
    armour: HalfPoints
    """Added to the cost of the hex."""
    defence: float = Field(ge=1)
    """Factor of the defenders' strength if all attackers attack across it and the defender chooses it (1.7.1)."""
    ignores: int = Field(ge=0)
    holds: bool


class Movement(Source):
    """Numbers of chapters 6, 8 and 20."""

    road: HalfPoints
    siegfried: HalfPoints
    """For Allied units into an uncontrolled hex (20.1.1)."""
    german_strategic: int
    allied_strategic: dict[int, int]
    """By printed allowance, the factor (6.2.2, 6.2.3)."""
    rail_infantry: int
    rail_armour: int


class Result(Entry):
    """A cell of the combat results table (7.2.3)."""

    losses: tuple[int, int]
    """Steps of the attacker, of the defender."""
    attacker: AttackerResult
    defender: DefenderResult
    ladders: tuple[int, int] = (0, 0)
    """Colours of the two tactical results: which ladder of `ladders` an elite bonus goes up (7.9.3)."""


class Combat(Source):
    """The combat results table and its odds (7)."""

    columns: tuple[str, ...]
    """`1/2` to `6/1`."""
    results: dict[TwoDice, tuple[Result, ...]]
    attacker_ladders: tuple[tuple[AttackerResult, ...], ...]
    defender_ladders: tuple[tuple[DefenderResult, ...], ...]
    """By colour: results in the order in which each may be replaced by one behind it."""
    retreat: dict[Literal["AR", "S", "SS", "DR"], int]
    """Hexes."""
    exploiting: dict[Literal["E", "E2", "E3"], int]
    """Units that may be marked (7.12.2)."""
    refuge: int
    """What a unit that retreated into a hex earlier adds to its defence (7.10.11)."""

    @model_validator(mode="after")
    def _complete(self) -> "Combat":
        if set(self.results) != set(range(2, 13)):
            raise ValueError("a row for every sum from 2 to 12")
        if any(len(row) != len(self.columns) for row in self.results.values()):
            raise ValueError(f"{len(self.columns)} results in every row")
        return self


class DrawRow(Entry):
    """A row of the Allied Support Table (5.3.3)."""

    ports: int
    """From so many functional ports on."""
    draws: dict[int, int]
    """Markers by the modified roll, from each number on; below the first as for it."""


class Support(Source):
    """Chapter 5."""

    most: int
    """Available markers after the support phase (5.1.4)."""
    keep: int
    """Markers given back for each one kept (5.2.3)."""
    rows: tuple[DrawRow, ...]
    """By functional ports, rounded down, from the fewest."""
    beachheads: dict[int, int]
    """The special line: beachheads and minor ports only."""
    port_weight: dict[Sea, float]
    antwerp: float
    german_first: int
    """Markers that the German draws on the first turn, and after a dismissal (5.4.1)."""
    free_months: tuple[Month, ...]
    montgomery: dict[int, int]
    """Columns for British attacks by the die of the "Montgomery" marker (5.5.2)."""


class Pluto(Source):
    """Chapter 5.6."""

    range: int
    moves: dict[int, int]
    """Hexes by markers spent."""


class Approval(Source):
    """The Fuehrer's approval track (9)."""

    draws: tuple[int, ...]
    """Support markers by box, 0 to 10."""
    replacements: tuple[int, ...]
    maxima: tuple[int, ...]
    """After each dismissal; the last one for all later ones (T12)."""
    after_withdrawal: int
    """Where the marker goes at the Withdrawal from France (19.1.3)."""
    withdrawal_least: int
    withdrawal_from: Turn
    withdrawal_replacements: int


class Festung(Source):
    """The roll of a Festung (T6): by die, what the FFL track and the approval change."""

    ffl: dict[int, int]
    approval: dict[int, int]


class SeaTransport(Source):
    """Chapter 11."""

    points: float
    major_port: float
    antwerp: float
    cost: float
    far: float
    """Any other sea move (11.2.3)."""
    drop_hq: int


class Drops(Source):
    """Chapter 12; modifiers of terrain are in the terrain effects chart."""

    range: int
    near_enemy: int
    on_enemy: int
    on_friends: int
    destroyed_below: int
    unharmed_from: int
    alone: int
    """Columns for units that attack where they dropped without help from next door (12.2.9)."""
    markers: int

    def fate(self, result: int) -> DropFate:
        """What becomes of a unit that drops, by the result of its roll (12.2.7)."""
        if result < self.destroyed_below:
            return "destroyed"
        return "loses a step" if result < self.unharmed_from else "unharmed"


class DDay(Source):
    """A kind of D-Day marker (T14)."""

    name: str
    count: int
    columns: int = 0
    die: int = 0
    strength: int = 0
    spares: int = 0
    """Own step losses fewer in the first round."""
    aircraft: bool = False
    nationality: Nationality | None = None
    cancels: tuple[str, ...] = ()
    """Wall markers that it cancels."""


class Wall(Source):
    """A kind of Atlantic Wall marker (T15)."""

    name: str
    count: int
    cancels: tuple[str, ...] = ()
    all_of_them: bool = False
    """Cancels each kind it can, not one marker only (A52)."""
    die: int = 0
    """If it finds nothing to cancel."""
    reserve: Literal["none", "infantry", "any"] = "none"
    festung: bool = False


class Landing(Source):
    """Chapter 13."""

    markers: int
    at_once: int
    second_from: Turn
    second_until: Turn
    second_least: int
    """Markers of the second landing (A58)."""
    assault_hex: int
    follow_up_hex: int
    follow_up_armour: int
    dday_hex: int
    reserve_range: int
    reaction_range: int
    chosen_level: int
    """Coast defence at which the German chooses his markers (13.6)."""
    dday: dict[str, DDay]
    wall: dict[str, Wall]


class Fortitude(Source):
    """Chapter 14."""

    modifiers: dict[Turn, int]
    """Of the die, on the turns on which it is rolled (14.1.3)."""
    ends_at: int
    """Result from which on the operation ends; a lower one is the number of armoured divisions released."""
    natural: int
    """The unmodified die that sets the 19th Army free (14.1.6)."""


class Resistance(Source):
    """Chapters 15 and 16."""

    port_minor: int
    port_major: int
    city_minor: int
    city_major: int
    """FFI points (16.1.1)."""
    top: int


class Reserve(Source):
    """Chapter 18."""

    divisions: int
    markers: int


class Marker(Source):
    """A kind of support marker (5)."""

    name: str
    side: Side
    count: int = Field(ge=0)
    """In the pool at the beginning of the campaign."""
    nationality: Nationality | None = None
    """None: for every unit of its side (1.6.1)."""
    pluto: bool = False
    """The letter P (5.6.7)."""
    air: bool = False
    """Not in bad weather (5.5.5)."""
    free: bool = False
    """May be taken free (5.3.1)."""
    placed: Literal["unit", "hq", "hex", "city", "turn"]
    """Attached to a unit or HQ (5.5.6), laid on a hex or city, or in force for the turn."""
    coastal: bool = False
    """Only on coastal hexes."""
    enemy_turn: bool = False
    """May be used in the enemy turn (5.5.1)."""
    attack: int = 0
    """Columns to the right for its side's attacks."""
    defence: int = 0
    """Columns to the left when its side is attacked."""
    effect: Literal["shift", "surprise", "montgomery", "patton", "insurrection", "model", "fuel", "supply", "rail"]
    """What else it does; its numbers are in `amount`."""
    amount: int = 0
    spends: bool = True
    """Whether it may be spent to move PLUTO (5.6.5)."""
    words: str
    """What it does, for players."""


class ChartsFile(Entry):
    """charts.yaml"""

    title: str
    credits: tuple[str, ...]
    turns: tuple[TurnRow, ...]
    weather: dict[Weather, WeatherRow]
    ground: dict[Ground, GroundRow]
    water: dict[Water, WaterRow]
    impassable: tuple[Terrain, ...]
    movement: Movement
    stacking: dict[Literal["divisions", "beachhead", "hq", "engineer"], int]
    combat: Combat
    support: Support
    pluto: Pluto
    approval: Approval
    festung: Festung
    sea: SeaTransport
    drops: Drops
    landing: Landing
    fortitude: Fortitude
    resistance: Resistance
    reserve: Reserve
    markers: dict[str, Marker]
