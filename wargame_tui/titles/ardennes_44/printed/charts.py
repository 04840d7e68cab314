"""charts.yaml: the numbers of the rules, tables TA1 to TA17 and T1 to T12 of the reference."""

from typing import Annotated, Literal

from pydantic import Field

from wargame_tui.board.files import Entry
from wargame_tui.titles.ardennes_44.printed.data import Side, Turn

HalfPoints = Annotated[float, Field(ge=0, multiple_of=0.5)]
Mover = Literal["foot", "mech", "vehicle"]
"""The columns of the terrain effects chart (TA4): non-mechanized, mechanized infantry, vehicle."""
Result = Literal["D1*", "DR4*", "DR3", "DR2", "FF", "FF(+1)", "EX", "Eng", "A1/Eng", "A1"]
Duel = Literal["D1", "DR2", "A1/D1", "A1/DR2", "Eng+", "A1/Eng"]
Stand = Literal["Yes (EX)", "Yes (-1)", "No (CA)", "No", "No (-1)"]
Six = Annotated[tuple[int, ...], Field(min_length=6, max_length=6)]


class Cost(Entry):
    """What it costs to enter a kind of ground, in movement points (TA4); None: prohibited except by road."""

    mud: HalfPoints | None
    frozen: HalfPoints | None
    """From 21AM on (28.1)."""


class Ground(Entry):
    """A row of the terrain effects chart for hexes (TA4)."""

    foot: Cost | None = None
    mech: Cost | None = None
    vehicle: Cost | None = None
    """None: as the hex's other terrain."""
    dcb: int = 0
    """Defensive combat bonus (15.1)."""
    armour_shift: bool = True
    """Whether tanks may earn a column shift against it (21.3)."""
    stand: bool = False
    """Whether last stand is possible (16.7)."""
    source: str


class Roads(Entry):
    """Costs along roads (TA4, 11.7)."""

    primary: dict[Mover, HalfPoints]
    secondary: dict[Mover, HalfPoints]
    forest: dict[Mover, HalfPoints]
    """Secondary road into forest or forest-ravine (11.7a)."""
    source: str


class Movement(Entry):
    """Numbers of chapters 11, 12 and 22."""

    leave_zoc: HalfPoints
    extended: int
    """Points that extended movement adds (11.2)."""
    tactical: int
    """Hexes of tactical movement (11.3)."""
    disrupted: int
    """Hexes for disrupted and routed units (18.2, Ambiguity 1)."""
    trucks: int
    """Points of a unit in trucks (12.6)."""
    prime_mover: int
    """Points of artillery with a prime mover (22.3)."""
    board_distance: int
    """Least hexes from an enemy to board trucks (12.6)."""
    markers: dict[Side, int]
    """Strategic movement markers (12.4)."""
    prime_movers: dict[str, int]
    """Prime movers of each army (22.3)."""
    traffic: HalfPoints
    """More into a hex with an enemy traffic marker or roadblock (24.2)."""
    congestion: HalfPoints
    congestion_held: HalfPoints
    """St. Vith congestion hexes, before and after the German controls St. Vith (24.7)."""
    leave_map: HalfPoints


class Combat(Entry):
    """Tables TA2, TA3, TA6, TA8, TA9 and the numbers of chapters 14 to 22."""

    columns: tuple[str, ...]
    """The odds of the columns of the CRT, `3-1`."""
    crt: dict[int, tuple[Result, ...]]
    """Die to the results in the order of the columns (TA2)."""
    firefight: tuple[Duel, ...]
    stand: tuple[Stand, ...]
    defensive_artillery: dict[Side, tuple[Literal["ToT", 0, 1, 2], ...]]
    """Shifts left by die, or time on target (TA8)."""
    jabo: Six
    """Shifts left by die (TA9)."""
    ip_dcb: int
    silhouette_dcb: int
    """Highest DCB of silhouettes (15.1d)."""
    withdrawal: tuple[Literal["yes", "yes+D", "no", "no+D"], ...]
    recovery: int
    """Highest modified die that recovers (18.4)."""
    artillery: int
    """Units that may support a side in a combat (22.6)."""
    divisions: int
    """In one attack (14.3)."""
    group_defence: int
    """Most defence strength of a combat group (8.2d)."""
    stacking: int
    units: int
    source: str


class Bridges(Entry):
    """Table TA5 and TA12."""

    blown: int
    """Highest modified die that blows a bridge."""
    enemy_turn: int
    hampered: int
    ouren: int
    """Highest die with which the bridge of Ouren counts as blown."""
    first: Turn
    """First turn with demolition (7.7)."""


class Fuel(Entry):
    """Table TA7."""

    first: Turn
    """First turn with a fuel shortage phase."""
    clear_drm: int
    dump_drm: int
    tables: tuple[dict[int, tuple[str, ...]], ...]
    """Of each table: modified die to the divisions; `west 5Pz` or `west 6Pz` is west of the Ourthe (6.5)."""
    both: tuple[tuple[int, int], ...]
    """Table and die of results that hit all divisions named, not one of them."""
    optional: dict[str, str]
    """Optional divisions that share the result of another one (33.3a)."""


class Supply(Entry):
    """Chapters 5 and 23, tables TA11, T4, T5."""

    overland: int
    """Hexes of the overland part (23.3)."""
    readied: int
    """German artillery a turn (5.2)."""
    readied_on: dict[Turn, int]
    surrender: Six
    """Surrender points added by die (TA11)."""
    surrender_drm: int
    """Of the Allies in clear weather (23.7)."""
    levels: dict[str, int]
    source: str


class Traffic(Entry):
    """Chapter 24."""

    markers: int
    german_from: Turn
    removed: dict[Turn, int]
    """German marker that leaves the game (24.6)."""
    roadblocks: int
    roadblock_range: int


class Night(Entry):
    """Chapter 25."""

    stacks: int
    replacements: dict[Turn, dict[Side, int]]
    """Replacement points of the night after a turn (25.21)."""
    strategic: bool
    """Whether strategic movement is allowed at night (A-9)."""
    no_rebuild_tq: int
    """Least TQ of German tanks that are never rebuilt (25.26)."""
    source: str


class Events(Entry):
    """Dates (T1, TA17) and single dice (T6)."""

    frozen: Turn
    clear: Turn
    boundary_lifted: Turn
    brigade_last: Turn
    infiltration: int
    """Highest die with which the 150th Panzer Brigade succeeds (27.1)."""
    heydte: tuple[Literal["full", "reduced", "eliminated"], ...]
    jpz653: tuple[Literal["arrives", "delayed", "never"], ...]
    jpz653_first: Turn
    ccb_turn: Turn
    ccb_last: Turn
    ccb_bound: int
    """Highest die with which 9Arm/CCB must go to St. Vith (27.8)."""
    ccb_distance: int
    dump_bridge_phase: int
    dump_combat: int
    """Highest dice that destroy the dump (32.3)."""
    dump_defence: int
    dump_last: Turn
    optional_first: Turn
    """Earliest turn of the optional panzer divisions (33.3)."""


class Victory(Entry):
    """Chapter 30."""

    east_hexes: int
    west_hexes: int
    exit_strength: int
    meuse_towns: int
    start_areas: int
    checks: int
    """Victory phases in a row (30.3)."""
    seal: int
    """Defence strength that seals an entry hex (13.4)."""


class ChartsFile(Entry):
    """charts.yaml"""

    title: str
    credits: tuple[str, ...]
    ground: dict[str, Ground]
    """Terrain of hexes; over it `village`, `town` and `city`."""
    roads: Roads
    movement: Movement
    combat: Combat
    bridges: Bridges
    fuel: Fuel
    supply: Supply
    traffic: Traffic
    night: Night
    events: Events
    victory: Victory
