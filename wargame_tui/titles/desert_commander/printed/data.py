"""The data files of Desert Commander: map.yaml, units.yaml, charts.yaml and one file a campaign."""

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from wargame_tui.board.area import AreaMapEntry, SpaceEntry, SpaceId
from wargame_tui.board.files import Entry
from wargame_tui.titles.commander.files import CampaignEntry
from wargame_tui.titles.commander.levels import Difficulty, Level

Side = Literal["Axis", "Enemy"]
Owner = Literal["Axis", "Enemy", "contested"]
ForceClass = Literal[
    "PZ", "PZA", "MOT", "REC", "INF", "ART", "FLK", "ENG", "PAR", "IIN", "IAR", "IMO", "STA",
    "TNK", "CRU", "CAV", "IN2", "FRT", "GAR", "ARM",
]  # fmt: skip
Terrain = Literal["open", "forest", "river", "city", "bocage", "pass", "box", "beach", "fort"]
Move = Literal["M", "L", "S"]
Order = Literal["HOLD", "DIG_IN", "REFIT", "RETREAT", "SHIFT", "ATTACK", "OFFENSIVE"]
Role = Literal["attacking", "defending"]
Support = Literal["landing", "contested", "ATTACK", "OFFENSIVE"]
MapName = Literal["france", "africa", "normandy"]
Procedure = Literal["overland", "beachhead"]
Count = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(ge=1)]
Malus = Annotated[int, Field(le=0)]
Source = Annotated[str, Field(min_length=1)]


class Space(SpaceEntry):
    """An Area. The row order of a map is the Area index (4.7.1, 4.8.1, 4.9.1)."""

    vp: Count
    terrain: Terrain


class CampaignMap(AreaMapEntry):
    """The map of a campaign."""

    title: str = "Desert Commander"
    credits: tuple[str, ...] = ()
    spaces: dict[SpaceId, Space]


class MapFile(Entry):
    """map.yaml: the maps of all campaigns; an id of three letters is an Area of its own map only."""

    title: str
    credits: tuple[str, ...]
    maps: dict[MapName, CampaignMap]


class ClassEntry(Entry):
    """What a class of forces is (4.2.1)."""

    name: str
    cv: tuple[Positive, Positive]
    """Hit number of a full and of a reduced force."""
    speed: Annotated[int, Field(ge=1, le=6)]
    move: Move
    armour: bool = False
    recon: bool = False
    """May look into linked Areas (4.3.15)."""
    small_arms: bool = False
    """A die that shows exactly its hit number does no harm to armour (9.3)."""
    source: Source


class UnitsFile(Entry):
    """units.yaml: the row order inside a side is the class order (4.2.1)."""

    title: str
    credits: tuple[str, ...]
    classes: dict[Side, dict[ForceClass, ClassEntry]]


class AreasChart(Entry):
    """Areas and moves (4.2.2 to 4.2.7)."""

    terrain: dict[Terrain, Malus]
    """What is added to an attacker's hit number (4.2.4)."""
    dig: Malus
    dig_rounds: Count
    """The dig marker and the rounds in which it counts (4.2.5)."""
    stack: Positive
    """The most forces of a side in an Area (4.2.7)."""
    operations: dict[Move, Count]
    """Operations of a turn in which a force takes part (4.2.2)."""
    source: Source


class EconomyChart(Entry):
    """Supply points and operations (4.3)."""

    carried: Count
    """SP that outlast a turn (4.3.16)."""
    hand: Positive
    most_forces: Positive
    forces_per_sp: Positive
    """Forces of an operation, and how many go for 1 SP (4.3.2, 4.3.5)."""
    overstretch_free: Count
    overstretch_links: Positive
    overstretch_cut_off: Count
    """Links without overstretch, links for each SP beyond, SP without a chain (4.3.4)."""
    unsupplied: Malus
    refit: Positive
    buy_plan: Positive
    blitz: Positive
    air_support: Positive
    press_on: Positive
    dig_in: Positive
    recon: Positive
    source: Source


class BattleChart(Entry):
    """Battles (4.4)."""

    rounds: Positive
    press_on: Count
    """Rounds that can be added (4.3.11)."""
    support_hit: Positive
    air_dice: Positive
    air_hit: Positive
    retreat_ratio: Positive
    retreat_test: Positive
    """Defenders may retreat below one in so many; the face at which the program does (4.4.8)."""
    plans_base: Count
    plans_forces: Positive
    """Enemy chits: base + forces / this, down (4.4.2)."""
    auto_air: Count
    auto_press_on: tuple[Positive, Positive]
    """Defenders' CV from which `auto` calls aircraft; it presses on if first x own CV > second x the enemy's (5.3)."""
    source: Source


class PlanEntry(Entry):
    """A Battle Plan chit (4.4.13, 4.4.14): copies in the cup, and what it does for the side that plays it."""

    copies: Positive
    words: str
    when: Role | None = None
    """It works only for the side in this role."""
    lasts: Literal["round", "battle"] = "round"
    with_: Annotated[tuple[ForceClass, ...], Field(alias="with")] = ()
    """It works only with a force of one of these classes on its side."""
    hit: int = 0
    armour_hit: int = 0
    enemy_hit: int = 0
    """Added to the hit numbers of all own forces, of own armour, of all enemy forces."""
    terrain_less: Count = 0
    ignores_terrain: tuple[Terrain, ...] = ()
    ignores_dig: bool = False
    dice_of: ForceClass | None = None
    more_dice: Count = 0
    """Each force of this class rolls so many dice more."""
    rerolls: Count = 0
    """So many first misses of own forces in the round are rolled again."""
    fewer_chits: Count = 0
    retreat_hits: Count = 0
    """Hits on an enemy who retreats, before he goes."""
    no_retreat: bool = False
    retreats: bool = False
    """Its side retreats at once, if it can."""
    gun_dice: Count = 0
    gun_hit: Count = 0
    """Dice against the other side before the first Speed, and their hit number."""
    reserve: ForceClass | None = None
    """One new reduced force of this class joins."""
    no_air: bool = False
    source: Source


class ProcedureEntry(Entry):
    """A pair of columns of the order table and how its orders are carried out (4.5.2 to 4.5.11)."""

    quiet: tuple[Order, ...]
    """By the die without an Axis Area next door, or without a target."""
    contact: tuple[Order, ...]
    hold_refits: bool
    refits: Positive
    shift_leaves: Count
    """M and L forces that a SHIFT leaves behind."""
    attackers: Positive
    ratios: dict[Literal["ATTACK", "OFFENSIVE"], Positive] = {}
    """Least ratio of an attack (4.5.10, 4.5.11)."""
    source: Source


class OrdersChart(Entry):
    """Enemy orders (4.5)."""

    procedures: dict[Procedure, ProcedureEntry]
    difficulty: dict[Difficulty, int]
    retreat_vp: Count
    retreat_ratio: tuple[Positive, Positive]
    """RETREAT at this worth or less, if first x own CV < second x Axis CV (4.5.7)."""
    attack_ratio: tuple[Positive, Positive]
    """ATTACK if first x Axis CV <= second x own CV (4.5.9)."""
    ratio_base: Positive
    ratio_scale: Positive
    most_ratio: Positive
    vp_weight: Count
    """Numbers of the ratio and the choice of 4.5.10."""
    source: Source

    @model_validator(mode="after")
    def _as_many_rows(self) -> Self:
        if len({len(column) for entry in self.procedures.values() for column in (entry.quiet, entry.contact)}) != 1:
            raise ValueError("every column has the same number of rows")
        return self


class CareerChart(Entry):
    """The career (4.6.3)."""

    sp: Count
    veteran: Count
    most_cv: Positive
    """SP on turn 1 for a campaign won, and what a Veteran's CV is higher, up to this."""
    won: Positive
    """Campaigns to be won for the career to be won."""
    source: Source


class ChartsFile(Entry):
    """charts.yaml"""

    title: str
    credits: tuple[str, ...]
    die: Annotated[int, Field(ge=4, le=20)]
    areas: AreasChart
    economy: EconomyChart
    battle: BattleChart
    plans: dict[Side, dict[str, PlanEntry]]
    orders: OrdersChart
    career: CareerChart

    @model_validator(mode="after")
    def _a_row_a_face(self) -> Self:
        for name, entry in self.orders.procedures.items():
            if len(entry.quiet) != self.die:
                raise ValueError(f"orders.procedures.{name}: a row for each of the {self.die} faces")
        return self


class Row(Entry):
    """Forces that start or arrive in an Area, by class (4.7.2, 4.8.2, 4.9.2)."""

    side: Side
    at: SpaceId
    forces: dict[ForceClass, tuple[Annotated[str, Field(min_length=1)], ...]]
    source: Source | None = None


class TurnModifier(Entry):
    """A modifier of the order die on some turns (4.5.3)."""

    name: str
    turns: tuple[Positive, ...]
    value: int


class Invasion(Entry):
    """What comes from the sea (4.9)."""

    order: tuple[SpaceId, ...]
    """The Areas in the order of the landings (4.9.3)."""
    beaches: tuple[SpaceId, ...]
    """In the order in which arrivals look for another one (4.9.6, 4.9.8)."""
    support: dict[Support, Count]
    """Support dice of each kind of attack (4.9.3, 4.9.4, 4.9.7)."""
    storm: tuple[Positive, ...] = ()
    """Turns without enemy arrivals, support and interdiction (4.9.4, 4.9.7, 4.9.9, 4.9.10)."""
    radius: tuple[Count | None, ...]
    """Of each turn; null is any distance (4.9.6)."""


class Nation(Entry):
    """Whom the Axis fights, in words."""

    adjective: str
    people: str
    """With its article, in the plural: `the Allies`."""


class Campaign(Entry):
    """A campaign (4.6.1)."""

    map: MapName
    enemy: Nation
    turns: tuple[str, ...]
    """The dates of each turn."""
    sp: tuple[Count, ...]
    """Of each turn."""
    sp_for: dict[SpaceId, Positive] = {}
    """SP more for Axis-owned Areas."""
    plan_limit: Count
    levels: dict[Level, int]
    bases: tuple[SpaceId, ...]
    ports: tuple[SpaceId, ...] = ()
    """Areas that, when clear, count as bases for overstretch (4.3.4)."""
    sheltered: tuple[SpaceId, ...] = ()
    """Areas that the enemy leaves alone (4.5.2, 4.5.8)."""
    fallback: tuple[SpaceId, ...] = ()
    """Where Axis arrivals go whose Area is not clear (4.3.1)."""
    axis_owns_all: bool = False
    """At start (4.2.6)."""
    dig: tuple[SpaceId, ...] = ()
    """Start dig markers (4.9.11)."""
    first_stage: Literal["axis_resupply", "landings"]
    """With which turn 1 begins (4.1.2)."""
    procedure: Procedure
    air_support: bool = False
    """Whether the Axis has aircraft (4.3.10)."""
    interdiction: Count = 0
    """Face up to which an operation is interdicted (4.9.10)."""
    best_total_divisor: Positive | None = None
    """The share of the highest noted total in the score, down (4.6.2)."""
    modifiers: tuple[TurnModifier, ...] = ()
    invasion: Invasion | None = None
    closed_until: dict[SpaceId, Positive] = {}
    """First turn on which an operation may start there (4.9.12)."""
    withdrawn_chits: dict[Positive, tuple[str, ...]] = {}
    """Chits that leave the game at the start of step 3 of a turn (4.9.13)."""
    setup: tuple[Row, ...]
    arrivals: dict[Positive, tuple[Row, ...]]

    @model_validator(mode="after")
    def _fits_the_turns(self) -> Self:
        if len(self.sp) != len(self.turns):
            raise ValueError("as many entries of `sp` as turns")
        if self.invasion and len(self.invasion.radius) != len(self.turns):
            raise ValueError("as many entries of `invasion.radius` as turns")
        if (self.first_stage == "landings" or self.procedure == "beachhead") and self.invasion is None:
            raise ValueError("landings and the beachhead procedure need `invasion`")
        return self

    @property
    def support(self) -> Mapping[Support, int]:
        """Support dice of each kind of attack; none without an invasion."""
        return self.invasion.support if self.invasion else {}

    def turn_words(self, turn: int) -> str:
        """A turn with its dates: `Turn 2, 13 to 15 May 1940`."""
        return f"Turn {turn}, {self.turns[turn - 1]}"

    def storm(self, turn: int) -> bool:
        """Whether a storm rages (4.9.9)."""
        return self.invasion is not None and turn in self.invasion.storm


class CampaignFile(CampaignEntry[Campaign]):
    """A campaign, or a career of several (4.6.3)."""
