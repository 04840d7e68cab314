"""charts.yaml: the numbers of the rules (tables of the reference, chapters 6 to 23), and dice compared with numbers."""

from typing import Annotated, Literal

from pydantic import Field

from wargame_tui.board.files import Entry
from wargame_tui.titles.montys_gamble.printed.data import Side

HalfPoints = Annotated[float, Field(ge=0, multiple_of=0.5)]


class Limits(Entry):
    """Table L1."""

    stacking: int
    """Units of a side in an area (7.1)."""
    bridge: int
    """Units over a bridge in an impulse (9.62); also retreating units (10.91, Q8)."""
    drops: int
    """Units out of the UK box in an impulse (18.41)."""
    bought: int
    """Impulses a player may buy for the next day (13.7)."""
    impulse_price: int
    """Reserve points an impulse costs (13.7)."""
    repairs: dict[Side, int]
    """Bridges that a side may try to repair in a turn (19.2)."""
    construction: int
    """Highest level of a construction marker (19.21)."""
    choice_drop: int
    """Units in a drop area under the drop choice (23.2)."""
    choice_drop_in: dict[str, int]
    """The same where the limit differs (23.2)."""


class Track(Entry):
    """The impulse track (IT1)."""

    first: int
    """Lowest space: both players' bought impulses together (13.7)."""
    last: int
    """Last space; the marker leaves the track behind it (6.31, Q15)."""


class Costs(Entry):
    """Table M1, in movement points."""

    road: HalfPoints
    free: HalfPoints
    vacant: HalfPoints
    spent: HalfPoints
    fresh: HalfPoints
    seizure: HalfPoints
    seized: HalfPoints
    """More for others that cross a bridge seized by a die in the same impulse."""
    inside_spent: HalfPoints
    inside_fresh: HalfPoints


class Rolls(Entry):
    """Numbers to reach with one die (tables B1, B2) and their modifiers."""

    seizure: int
    seizure_vacant: int
    seizure_fresh: int
    seizure_river: int
    works: int
    """Demolition and repair."""
    works_free: int
    works_own_contested: int
    works_enemy_contested: int
    works_river: int
    works_repair: int
    weather_clear: int
    """Least number on the die for Clear weather at dawn (6.21)."""
    first_weather: int
    """Date of the first weather die."""


class Attack(Entry):
    """Table C1."""

    participant: int
    support: int
    division: int
    division_units: int
    """Units of a division that earn its bonus (10.72D)."""
    mixed: int
    """SS and Wehrmacht together (10.72E)."""
    bridge: int
    bridge_held: int
    bridge_river: int
    no_bridge: int
    """Across a canal without bridge, by ferry or boat (10.73D)."""
    fresh_defender: int
    terrain_cp: int
    """Casualty points that high ground and polder save (10.81)."""


class Attrition(Entry):
    """Table C5: attrition points a step costs."""

    fresh: int
    worn: int


class Bombardment(Entry):
    """Tables C4 and C5."""

    air: int
    """Attack value of an air marker (4.31)."""
    terrain: int
    """Times the TEM (11.3)."""
    support: int
    fresh_gun: int
    """Each Fresh artillery unit, against air each Fresh FLAK or tower, in the target area."""
    mixed: int
    barrage: int
    """Times the lead's attack factor (11.112)."""
    armour: Attrition
    other: Attrition


class Depots(Entry):
    """Table S1, in supply points."""

    german: int
    german_clear: int
    german_overcast: int
    zone_f: int
    zone_f_points: int
    airborne_clear: int
    airborne_overcast: int
    oss: int
    air: int
    air_tem: int
    """Highest TEM of an area for the air supply marker (13.424)."""
    dis: int
    """More for a disrupted unit (13.6)."""


class Victory(Entry):
    """Table V1."""

    advantage: int
    eindhoven: int
    arnhem_airborne: int
    arnhem: int
    penalty_sum: int
    penalty: int


class ChartsFile(Entry):
    """charts.yaml"""

    title: str
    capacity: dict[str, int]
    """Casualty points that a unit absorbs up to its elimination, by condition (C3)."""
    surrender: dict[str, int]
    """Level of each condition (S3)."""
    disruption: dict[str, int]
    """What a condition takes off the forward unit's defence (10.73A)."""
    limits: Limits
    track: Track
    costs: Costs
    rolls: Rolls
    attack: Attack
    bombardment: Bombardment
    depots: Depots
    victory: Victory
    lost_advantage: dict[Side, int]
    """Units lost in one impulse that cost the holder the Advantage (12.4)."""
    sunset_free: dict[Side, int]
    """Units lost in one impulse, without holding the Advantage, that do not yet move the marker (AD1)."""
    cards: dict[int, int]
    """Combat cards by value (D1)."""
    victory_areas: dict[str, str]
    """The areas that rules name: arnhem, eindhoven, breakout, entry, oss, deelen, exit (64)."""


def holds_out(die: int, level: int) -> bool:
    """Whether an isolated unit of a level does not surrender, nor suffers (S3)."""
    return die > level


def landing(die: int, value: int) -> Literal["spent", "dis1"] | None:
    """What interdiction of a value does to a unit that comes by air; None if nothing (18.44)."""
    if die > value:
        return None
    return "spent" if die == value else "dis1"


def ends_day(roll: int, drm: int, impulse: int) -> bool:
    """Whether the sun sets at an impulse (6.31)."""
    return roll + drm < impulse
