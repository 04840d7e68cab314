"""The data files of Pacific Commander: map.yaml, units.yaml, charts.yaml and one file a campaign."""

from typing import Annotated, Literal, Self, get_args

from pydantic import Field, model_validator

from wargame_tui.board.area import AreaMapEntry, SpaceEntry, SpaceId
from wargame_tui.board.files import Entry
from wargame_tui.titles.commander.files import CampaignEntry
from wargame_tui.titles.commander.levels import Difficulty, Level

Side = Literal["US", "Japan"]
ForceClass = Literal[
    "CV", "CVL", "CVE", "YBB", "FBB", "BB", "CRU", "DD", "TRN", "SS", "MAR", "INF", "GAR", "BTN", "LBA",
]  # fmt: skip
Order = Literal["INVADE", "SORTIE", "PATROL", "EXPRESS", "REINFORCE", "FORTIFY", "AIR", "HOLD", "WITHDRAW"]
Posture = Literal["Offensive", "Contest", "Shield", "Last stand"]
OPERATIONS: frozenset[str] = frozenset(
    (
        "code_break",
        "commerce_raid",
        "carrier_raid",
        "seabees",
        "dig_in",
        "coastwatchers",
        "air_lift",
        "bomber_offensive",
    )
)
"""Special Operations (3.5.1)."""
Year = Annotated[int, Field(ge=1942, le=1945)]
Count = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(ge=1)]
Source = Annotated[str, Field(min_length=1)]


class Rating(Entry):
    """`NxH` (2.3): dice, each hitting on a number or less."""

    dice: Count = 0
    hit: Count = 0

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, given: object) -> object:
        if isinstance(given, str):
            dice, _, hit = given.partition("x")
            return {"dice": int(dice), "hit": int(hit)} if dice.isdigit() and hit.isdigit() else given
        return given


class Space(SpaceEntry):
    """An Area (3.2.1). The row order of the file is the Area index."""

    airfield: Count
    port: Annotated[int, Field(ge=0, le=3)]
    ground_cap: Count
    def_: Annotated[int, Field(le=0, alias="def")]
    """Added to the hit number of ground Forces whose enemy is the Holder (3.2.2)."""
    objective_in: tuple[Year, ...] = ()
    base: bool = False
    """A US base (3.2.9)."""
    closed: bool = False
    """Closed to the US, always Japanese-held (3.2.5, 3.2.6)."""
    history: str
    land: tuple[str, ...] = ()
    """Names of islands and shores of the Area, for its sheet."""


class MapFile(AreaMapEntry):
    """map.yaml"""

    spaces: dict[SpaceId, Space]

    @model_validator(mode="after")
    def _in_one_piece(self) -> Self:
        reached, edge = set[str](), {*[*self.spaces][:1]}
        while edge:
            reached |= edge
            touched = {area for link in self.links if edge & {*link.between} for area in link.between}
            edge = touched - reached
        if cut_off := self.spaces.keys() - reached:
            raise ValueError(f"no chain of links leads to {', '.join(sorted(cut_off))}; distances need one (3.2.3)")
        return self


class ClassEntry(Entry):
    """What a class of counters is (3.3.2, 3.3.3)."""

    name: str
    counter: str
    """What one counter stands for."""
    steps: Positive
    air: Count = 0
    """Air points; of LBA per step."""
    aa: Rating = Rating()
    gun: Rating = Rating()
    torp: Rating = Rating()
    bom: Rating = Rating()
    asw: Rating = Rating()
    load: Count = 0
    ground_hit: Count = 0
    """Hit number in ground combat, a die a step; 0 rolls none."""
    cost: Count = 0
    """SP to buy one; 0 cannot be bought (3.3.3, 3.3.4)."""
    source: Source


class UnitsFile(Entry):
    """units.yaml"""

    title: str
    credits: tuple[str, ...]
    order: tuple[ForceClass, ...]
    """Class order (3.3.1)."""
    classes: dict[Side, dict[ForceClass, ClassEntry]]


class YearValues(Entry):
    """Hit numbers of a side in a year, and its flak bonus (3.3.9)."""

    cap: int
    strike_ship: int
    strike_ashore: int
    search: int
    torpedo: int
    flak: int


class OperationEntry(Entry):
    """A Special Operation (3.5.1)."""

    sp: Positive
    success: Count = 0
    """Number to be rolled; 0 is automatic, or needs none."""


class PlanEntry(Entry):
    """A Battle Plan chit (3.12): copies in the cup, and what it adds in the round in which it is shown."""

    copies: Positive
    words: str
    search: int = 0
    enemy_search: int = 0
    strike_dice: Count = 0
    """With an own carrier that has an air point in the battle."""
    strike_class: ForceClass | None = None
    """The carrier that `strike_dice` need must be of this class, if it says so."""
    cap: int = 0
    flak: int = 0
    strike_ship: int = 0
    strike_light: int = 0
    """Strike against TRN, DD and CRU, with an own LBA in the battle."""
    gun: int = 0
    torp: int = 0
    torp_class: ForceClass | None = None
    """Only of this class, if it says so."""
    no_surface: bool = False
    night: bool = False
    bombard_hits: Count = 0
    fort_less: Count = 0
    landing_fire_at: Count = 0
    """Hit number of landing fire at this side's Forces; 0 leaves it."""
    repair: Count = 0
    ground: int = 0
    extra_loss: Count = 0
    fort: Count = 0
    submarine_at: Count = 0
    """One more submarine attack at this number, without answer; 0 is none."""
    battalions: Count = 0
    source: Source


class PostureEntry(Entry):
    """A row of the order table: the order of each face (3.7.4), and the share of air points kept as CAP (3.9.6)."""

    orders: Annotated[tuple[Order, ...], Field(min_length=10, max_length=10)]
    cap_percent: Annotated[int, Field(ge=0, le=100)]


class OrdersChart(Entry):
    """How the Japanese choose and carry out orders (3.7)."""

    postures: dict[Posture, PostureEntry]
    chain: dict[Order, Order]
    """What replaces an order that cannot be carried out (3.7.5)."""
    garrison: tuple[Order, ...]
    """Orders that a garrison can carry out (3.7.5)."""
    us_present: int
    garrison_modifier: int
    difficulty: dict[Difficulty, int]
    air_point_strength: int
    """S of an air point (3.7.7)."""
    objective_value: int
    other_value: int
    """V of an Area (3.7.8)."""
    range_carriers: Positive
    range_others: Positive
    """Range of a fleet (3.7.9)."""
    submarine_range: Positive
    cruiser_capacity: Count
    """Cargo on the first CRU of an invasion (3.7.11)."""
    invade_value: int
    invade_distance: int
    invade_step: int
    invade_battalions: Count
    """Weights of 3.7.11; the pool fills up to this number of cargo (3.7.12)."""
    sortie_value: int
    sortie_distance: int
    sortie_warships: Positive
    """Warships of a fleet that SORTIE needs (3.7.13)."""
    sortie_ratio: tuple[int, int]
    """Weights of 3.7.13: `us x S(US) <= own x S(warships)`."""
    most_fort: Positive
    carrier_fleet: dict[ForceClass, Positive]
    """Ships that go with the carriers: the first so many of each class (3.7.2)."""
    express_range: Positive
    """Distance of the Areas that EXPRESS can reach (3.7.15)."""
    home: Annotated[tuple[SpaceId, ...], Field(min_length=1)]
    """Where chains of REINFORCE end and AIR finds its LBA; the first is where Forces come from and withdraw to (3.7.16,
    3.7.18, 3.7.20, 3.4.14)."""
    never_invaded: tuple[SpaceId, ...]
    """No targets of INVADE; `citadel` of the charts is none while US ground is Ashore there (3.2.12)."""
    no_sortie: tuple[SpaceId, ...]
    """No targets of SORTIE (3.7.13)."""
    source: Source

    @model_validator(mode="after")
    def _chains_end(self) -> Self:
        for first in get_args(Order):
            order, passed = first, set[Order]()
            while order != "HOLD":
                passed.add(order)
                order = self.chain.get(order, first)
                if order in passed:
                    raise ValueError(f"chain: {first} does not lead to HOLD, which can always be carried out (3.7.5)")
        return self


class BattleChart(Entry):
    """Battles (3.8 to 3.11)."""

    rounds: dict[Positive, Positive]
    """Highest face to number of rounds (3.8.7)."""
    plans_most: Count
    plans_base: Count
    plans_forces: Positive
    """Plans of Japan: base + Forces / this, down, at most `plans_most` (3.8.8)."""
    search_lba: int
    search_no_air: int
    flak_dice: Positive
    strike_dice_per_step: Positive
    """Of the Japanese on one target (3.9.14)."""
    strike_order: tuple[tuple[ForceClass, ...], ...]
    """Groups of targets of a Japanese strike, the first first (3.9.14)."""
    submarine_order: tuple[tuple[ForceClass, ...], ...]
    """Groups of targets of Japanese submarines (3.10.1)."""
    escort_share: Positive
    """STRIKE dice to an escort die (3.9.8)."""
    auto_cap_percent: Annotated[int, Field(ge=0, le=100)]
    """Share of the US air points that `auto` keeps as CAP (5.3)."""
    light: tuple[ForceClass, ...]
    """Ships for which the chits' `strike_light` is meant (3.12.3)."""
    double_face: Positive
    double_hits: Positive
    double_classes: tuple[ForceClass, ...]
    """A strike die of this face or less against these classes, or a submarine's against any, is so many hits (3.9.11,
    3.10.1)."""
    special_attack: int
    """Strike number against ships of special attacks (3.3.10)."""
    asw_dice: Positive
    surface_ratio: dict[Literal["day", "night"], tuple[int, int]]
    """Japan wants a surface fight if first x own sum >= second x US sum (3.10.2)."""
    surface_one_wants: Positive
    pursuit: Positive
    pursuit_hit: int
    night_torp_japan: dict[Year, int]
    night_gun_us: dict[Year, int]
    bombard_most: Positive
    bombard_fort: Positive
    """Hits counted at most; hits that lower the fort (3.10.8)."""
    bomb_ground_most: Positive
    landing_fire_forces: Positive
    landing_fire_hit: Positive
    ground_forces: Positive
    retreat_steps: tuple[int, int]
    """Japan withdraws if second x its steps <= first x start steps (3.11.7)."""
    source: Source

    def hits_of(self, face: int, at: ForceClass | None) -> int:
        """Hits of a face that hits: of a strike at a class, of a submarine's torpedo without one (3.9.11, 3.10.1)."""
        is_much = face <= self.double_face and (at is None or at in self.double_classes)
        return self.double_hits if is_much else 1

    def rounds_of(self, row: int) -> int:
        """How many rounds a row gives (3.8.7)."""
        return self.rounds[min(highest for highest in self.rounds if row <= highest)]


class ExperienceChart(Entry):
    """Experience and rank (3.13)."""

    gain_from: Positive
    """Face from which a Force gains a level (3.13.2)."""
    ground: int
    air: int
    """What a level above or below Regular adds or takes (3.11.4, 3.13.3)."""
    points: dict[Level, int]
    """Career points of a level; Dismal ends the career (3.13.4)."""
    ranks: dict[str, int]
    """Rank to the points that it needs, the highest first."""
    source: Source


class EconomyChart(Entry):
    """Supply Points (3.4)."""

    carried: Count
    repair: Positive
    restore_step: Positive
    air_points_per_sp: Positive
    draw_plan: Positive
    choose_plan: Positive
    hand: Positive
    landing: Positive
    supply_range: Positive
    repair_port: Positive
    fallback: tuple[SpaceId, SpaceId]
    """Where arrivals go whose Area is not fit, and bought Forces appear (last) (3.4.3)."""
    raid_carriers: Positive
    raid_warships: Positive
    raid_repairs: Count
    raid_air: Count
    raid_battalions: Count
    """What a success of `commerce_raid` takes (3.5.3)."""
    bomber_air: Count
    bomber_from: tuple[SpaceId, ...]
    bomber_years: tuple[Year, ...]
    coastwatchers: tuple[SpaceId, ...]
    coastwatchers_search: int
    code_break_search: int
    code_break_plans: int
    lift_range: Positive
    dig_in_most: Positive
    bomber_losses_from: Positive
    """The success of `bomber_offensive` from which each destroys an LBA too (3.5.9)."""
    source: Source


class ChartsFile(Entry):
    """charts.yaml"""

    title: str
    credits: tuple[str, ...]
    die: Annotated[int, Field(ge=4, le=20)]
    damage: int
    """What a hit takes off gun, torp and bom numbers (3.3.5)."""
    damage_air: int
    """Air points that a damaged CV lacks."""
    citadel: SpaceId
    """The base whose fall ends a campaign (3.2.13)."""
    fog_range: Count
    """Distance from US LBA at which enemy Forces are seen with the option `fog` (9.1)."""
    years: dict[Year, dict[Side, YearValues]]
    economy: EconomyChart
    operations: dict[str, OperationEntry]
    orders: OrdersChart
    battle: BattleChart
    plans: dict[Side, dict[str, PlanEntry]]
    experience: ExperienceChart

    @model_validator(mode="after")
    def _all_operations(self) -> Self:
        if missing := OPERATIONS - self.operations.keys():
            raise ValueError(f"operations: {', '.join(sorted(missing))} is missing (3.5.1)")
        return self


class Row(Entry):
    """Forces that start or arrive in an Area, by class (3.14)."""

    side: Side
    at: SpaceId
    forces: dict[ForceClass, tuple[Annotated[str, Field(min_length=1)], ...]]
    source: Source | None = None


class Damage(Entry):
    """Hits with which a Force starts, and the turn from which they can be repaired (3.15.4)."""

    force: str
    hits: Positive
    until: Positive


class Blockade(Entry):
    """The blockade track (3.15.5)."""

    of: SpaceId
    within: Positive
    needed: Positive
    points: Positive


class Campaign(Entry):
    """One year's campaign (3.14, 3.15.1)."""

    year: Year
    turns: tuple[str, ...]
    """The months of each turn."""
    sp: Count
    repairs: Count
    air: Count
    pool: Count
    """SP a turn, Japanese repairs and air points a turn, BTN pool (3.4.1)."""
    postures: tuple[Posture, ...]
    """The Japanese posture of each turn (3.7.4)."""
    special_attacks_from: Positive | None = None
    """First turn with special attacks (3.3.10)."""
    levels: dict[Level, int]
    worth: dict[SpaceId, Positive] = {}
    """Objectives that are worth more than 1 (3.15.1)."""
    forts: dict[SpaceId, Positive]
    damage: tuple[Damage, ...] = ()
    blockade: Blockade | None = None
    formerly: dict[str, str] = {}
    """Forces that had another name in an earlier year, and that name (3.15.7)."""
    setup: tuple[Row, ...]
    arrivals: dict[Positive, tuple[Row, ...]]

    @model_validator(mode="after")
    def _one_posture_a_turn(self) -> Self:
        if len(self.postures) != len(self.turns):
            raise ValueError("as many postures as turns")
        return self

    def turn_words(self, turn: int) -> str:
        """A turn with its months: `Turn 2, March and April 1942`."""
        return f"Turn {turn}, {self.turns[turn - 1]} {self.year}"


class CampaignFile(CampaignEntry[Campaign]):
    """A campaign, or a career of several (3.15.6)."""
