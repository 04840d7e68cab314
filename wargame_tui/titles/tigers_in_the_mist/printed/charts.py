"""charts.yaml: every number of the printed tables, so that no rule code holds one as a literal (T1 to T9)."""

from typing import Annotated, Literal

from pydantic import Field

from wargame_tui.board.area import Road, SpaceId
from wargame_tui.board.files import Entry
from wargame_tui.titles.tigers_in_the_mist.printed.data import Side, UnitType

Target = Annotated[int, Field(ge=1, le=10)]
"""Highest result of a ten-sided die, after modifiers, that is a hit or a success."""
Cost = Annotated[int, Field(ge=0)]
"""Movement points."""
SpecialEffect = Literal["impede movement", "prevent demolition", "battlefield support"]


class DemolitionTargets(Entry):
    """Demolition check of a unit type (10.29)."""

    unmoved: Target
    """The unit has not yet moved in the current turn; attacking and entrenching are not moving (10.29, A16)."""
    moved: Target


class TypeChart(Entry):
    """What a unit's type decides (4.11, 4.17)."""

    attack: Target
    """Hit on this or less when the unit's side is the moving side (9.21)."""
    defence: Target
    """Hit on this or less when the unit's side is not the moving side (9.21)."""
    movement: Cost
    """Allowance of a turn (8.31, 8.32)."""
    movement_on_foot: Cost | None
    """Allowance with abandoned vehicles (8.34, 8.35); none: cannot go on foot."""
    quality: int = Field(ge=1, le=5)
    """Rank for fire between units, 1 the highest (9.51)."""
    infantry_type: bool
    """Engineer, mechanized, motorized and infantry: may entrench, wade and blow bridges (8.51, 10.22)."""
    has_vehicles: bool
    """Has vehicles that it may abandon (8.34); foot infantry and armour have none to leave behind."""
    entrench_cost: Cost | Literal["all"] | None
    """8.36, 8.52, 8.53; none: cannot entrench (8.54)."""
    builds_bridges: bool
    """10.11; the attempt costs the whole allowance (8.36)."""
    demolition: DemolitionTargets | None
    """10.29; none: cannot blow bridges (10.22)."""
    blown_bridges_in_supply_line: int = Field(ge=0)
    """Destroyed bridges that a supply line of the unit may cross (13.14)."""
    source: str


class MovementCosts(Entry):
    """Movement costs (T2, T3)."""

    road: dict[Road, Cost]
    """Of entering an area along a road of the class (8.33)."""
    destroyed_bridge: Cost
    """Crossing on foot at a destroyed bridge, instead of the road cost (8.34)."""
    zone_link: Road
    """Class of road that links a zone with an area (11.13)."""
    enter_occupied: Cost
    """Entering an area with other units of either side (8.36, 8.37); zones are exempt (8.26)."""
    leave_enemy: Cost
    """Leaving an area with enemy units (8.36)."""
    bridge_blown: Cost
    """A bridge is blown while the unit crosses it (8.36, 8.42)."""
    impede_enter: Cost
    """Allied unit entering the area of special forces that impede movement (14.22)."""
    impede_leave: Cost
    """Allied unit leaving that area (14.22)."""
    zone_shift: Cost
    """Entering one zone away from the scheduled one, for each zone (11.14)."""
    zone_shift_impulses: int = Field(ge=0)
    """Impulses of delay for each zone of shift (11.14)."""
    areas_out_of_supply: int = Field(ge=0)
    """Areas that a unit out of supply may move (8.29)."""


class ArtilleryTargets(Entry):
    """A call succeeds on this or less (9.43 to 9.45)."""

    allied: Target
    german_start_line: Target
    """For a battle in an area of the Allied start line (9.44)."""
    german_elsewhere: Target
    """For any other area, those east of the start line included (9.45)."""


class ArtilleryHits(Entry):
    """An artillery counter hits on this or less (9.48)."""

    attacker: Target
    defender: Target


class Artillery(Entry):
    """Artillery (T4, T5)."""

    strength_per_call: int = Field(ge=1)
    """One call for so much strength in the battle, fractions dropped (9.42)."""
    defender_minimum: int = Field(ge=0)
    """Calls that the defender has in any case (9.42)."""
    succeeds: ArtilleryTargets
    hits: ArtilleryHits
    counter_strength: int = Field(ge=1)
    """What each counter placed takes off its unit type's total for the next target (9.46, A5)."""


class Modifier(Entry):
    """A modifier added to the die (9.71); `-1` helps the side that fires."""

    drm: int = Field(ge=-9, le=9)
    artillery: bool
    """Whether the modifier applies to artillery fire too (9.49)."""


class CombatModifiers(Entry):
    """Combat modifiers, all cumulative (T6, 9.74)."""

    entrenched: Modifier
    """Attacker fires at an entrenched unit (8.56, 9.71)."""
    out_of_supply: Modifier
    """The firing unit is out of supply (9.71, 13.22)."""
    no_combined_arms: Modifier
    """Defender fires at attackers without combined arms (9.6)."""
    river: Modifier
    """Defender fires at attackers that all crossed a river (9.71 to 9.73)."""
    battlefield_support: Modifier
    """Allied fire in the battle that special forces support (14.24)."""


class Bridging(Entry):
    """Building a bridge (T8)."""

    target: Target
    """10.15."""
    drm_per_failure: int = Field(le=0)
    """Cumulative modifier for each failed attempt on the bridge (10.16)."""


class Demolition(Entry):
    """Limits of demolition beside the types' targets (T9)."""

    bridges_per_unit: int = Field(ge=1)
    """Different bridges that a unit may try in one enemy impulse (10.23)."""
    checks_per_bridge: int = Field(ge=1)
    """Checks of one bridge in one impulse (10.25)."""
    prevented: Target
    """Target while special forces prevent demolition (14.23)."""
    allied_from: int = Field(ge=16, le=22)
    """First date on which the Allied side may try (10.26)."""


class Stacking(Entry):
    """Limits of one side in one area at the end of its movement impulse (7.1); zones have none (7.3)."""

    units: int = Field(ge=1)
    strength: int = Field(ge=1)


class SpecialForces(Entry):
    """German special forces (14)."""

    dates: tuple[int, ...]
    """One unit on each (14.11)."""
    effects: tuple[SpecialEffect, ...]
    """Each once a game (14.21)."""
    no_impede_in_impulse: int = Field(ge=1, le=3)
    """Impulse of a turn in which the unit may not impede movement (14.22)."""


class TownPoints(Entry):
    """Victory points of "The First Three Days" (scenario S3)."""

    controlled: int = Field(ge=0)
    contested: int = Field(ge=0)
    gap: int = Field(ge=0)
    """For each gap in the Allied line (A30)."""


class ChartsFile(Entry):
    """charts.yaml"""

    title: str
    credits: tuple[str, ...]
    die: int = Field(ge=2)
    """Faces of the die; 0 reads as the highest (1.0)."""
    types: dict[UnitType, TypeChart]
    movement: MovementCosts
    artillery: Artillery
    modifiers: CombatModifiers
    bridging: Bridging
    demolition: Demolition
    stacking: Stacking
    special_forces: SpecialForces
    attrition: int = Field(ge=0)
    """Strength that a unit out of supply loses in the attrition phase (13.21)."""
    closed_zones: dict[Side, tuple[SpaceId, ...]]
    """Zones that a side's units may not enter (11.22, 11.23)."""
    barred_at_start: dict[Side, tuple[str, ...]]
    """Boxes of the turn track in which a side's barred units may not move (5.23, 5.24)."""
    first_three_days: TownPoints
    source: str
