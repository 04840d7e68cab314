"""The turn, Resupply, Special Operations, movement, experience (3.1 to 3.6, 3.11.11, 3.13, 3.15)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from wargame_tui.board.phrases import listed, plural
from wargame_tui.core.event import Event, Leg, event
from wargame_tui.core.wording import Name
from wargame_tui.titles.pacific_commander.events.kinds import (
    Counter,
    EnemyAct,
    OfEnemyForce,
    OfForce,
    PacificEvent,
)
from wargame_tui.titles.pacific_commander.printed.book import DATA, US
from wargame_tui.titles.pacific_commander.printed.data import ForceClass, Side
from wargame_tui.titles.pacific_commander.printed.names import (
    OPERATIONS,
    STEPS,
    by_class,
    force_name,
    force_names,
    named,
    place,
)


@event("stage", "3.1.1", "{called}, turn {turn} of {year}", short="", block="apart", weight="quiet")
class StageBegun(PacificEvent):
    """A step of the turn begins."""

    stage: str
    turn: int
    year: int

    @property
    def called(self) -> str:
        """The step."""
        return STEPS[self.stage]


@event("campaign", "3.15.6", "The campaign of {year} begins", weight="quiet")
class CampaignBegun(PacificEvent):
    """A campaign of the career begins."""

    year: int


@event("blockade", "3.15.5", weight="headline")
class Blockade(PacificEvent):
    """The track of the blockade rises."""

    areas: Sequence[str]
    track: int

    def words(self, name: Name) -> str:
        return f"Blockade of Japan from {listed([place(area) for area in self.areas])}: track {self.track}"


@event("citadel_fallen", "3.2.13", "{area} has fallen: the campaign is lost", weight="headline")
class CitadelFallen(PacificEvent):
    """Japan has taken the citadel."""

    area: str


@event("campaign_over", "3.15.1", "The campaign of {year} ends: {score}, {level}", weight="headline")
class CampaignOver(PacificEvent):
    """A campaign ends."""

    year: int
    score: int
    level: str


@event("career", "3.13.4", "{level}: {gained:+d} for the career, {points:point}", weight="headline")
class CareerPoints(PacificEvent):
    """What a campaign was worth for the career."""

    level: str
    gained: int
    points: int


# Resupply (3.4)


@event("supply", "3.4.2", weight="quiet")
class SupplyGained(PacificEvent):
    """Supply Points of the turn."""

    lost: int
    gained: int
    sp: int

    def words(self, name: Name) -> str:
        lost = f", {self.lost} unspent lost" if self.lost else ""
        return f"{self.gained} SP received{lost}: now {self.sp} SP"

    def place(self) -> str | None:
        """The fleet base."""
        return DATA.charts.economy.fallback[0]


@event("arrival", "3.4.3")
class Arrived(OfForce):
    """A Force comes into play."""

    side: Side
    area: str
    meant: str
    """Where it should have come."""

    def words(self, name: Name) -> str:
        aside = f" instead of {place(self.meant)}" if self.meant != self.area else ""
        return f"{self.who} arrives in {place(self.area)}{aside}"


@dataclass(frozen=True, slots=True, kw_only=True)
class EnemyArrived(Arrived, EnemyAct):
    """One of Japan does."""

    rule: str | None = "3.4.14"


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidFor(OfForce):
    """What is done to a Force for SP; how much damage it has now."""

    side: Side
    area: str
    hits: int
    airloss: int
    sp: int


@event("repaired", weight="quiet")
class Repaired(PacificEvent):
    """A ship loses a hit: in port, with what it has cost and what is left, or by damage control (3.4.5, 3.12.3)."""

    force: str
    name: str
    side: Side
    cls: ForceClass | None = None
    area: str | None = None
    hits: int | None = None
    airloss: int | None = None
    sp: int | None = None

    def words(self, name: Name) -> str:
        if self.area is None or self.cls is None:
            return f"Damage control saves a step of {force_name(self.force)}"
        left = f"{plural(self.hits, 'hit')} left" if self.hits else "as good as new"
        who = named(self.side, self.cls, self.name)
        return f"{who} is repaired at {place(self.area)}: {left} ({self.sp} SP left)"


@event("restored", "3.4.6", weight="quiet")
class Restored(PaidFor):
    """A ground Force or LBA regains a step."""

    def words(self, name: Name) -> str:
        left = f"{plural(self.hits, 'step')} still missing" if self.hits else "full strength"
        return f"{self.who} regains a step: {left} ({self.sp} SP left)"


@event("air_restored", "3.4.7", weight="quiet")
class AirRestored(PaidFor):
    """A carrier regains air points."""

    points: int

    def words(self, name: Name) -> str:
        missing = f", {self.airloss} still missing" if self.airloss else ""
        return f"{self.who} regains {plural(self.points, 'air point')}{missing} ({self.sp} SP left)"


@event("bought", "3.4.4", weight="quiet")
class Bought(PacificEvent):
    """A Force is bought."""

    cls: ForceClass
    sp: int

    def words(self, name: Name) -> str:
        return f"{self.cls} bought, arrives next turn ({self.sp} SP left)"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanTaken(PacificEvent):
    """A Battle Plan comes to the hand, out of so many."""

    chit: str
    of: int
    sp: int


@event("plan_drawn", "3.4.9", "You draw {chit} ({sp} SP left)", weight="quiet")
class PlanDrawn(PlanTaken):
    """By the die."""


@event("plan_chosen", "3.4.9", "You choose {chit} ({sp} SP left)", weight="quiet")
class PlanChosen(PlanTaken):
    """By name."""


@event("enemy_repair", "3.4.15", weight="quiet")
class EnemyRepair(OfEnemyForce):
    """Japan repairs a ship."""

    hits: int

    def words(self, name: Name) -> str:
        left = f"{plural(self.hits, 'hit')} left" if self.hits else "as good as new"
        return f"{self.called('A Japanese ship')} is repaired at {place(self.area)}: {left}"


@event("enemy_air", "3.4.16", weight="quiet")
class EnemyAir(OfEnemyForce):
    """A Japanese carrier regains air points."""

    points: int
    airloss: int

    def words(self, name: Name) -> str:
        missing = f", {self.airloss} still missing" if self.airloss else ""
        who = f"{self.called('A Japanese carrier')} at {place(self.area)}"
        return f"{who} regains {plural(self.points, 'air point')}{missing}"


# Special Operations (3.5)


@event("operation", "3.5.1", weight="quiet")
class OperationOrdered(PacificEvent):
    """A Special Operation is paid for."""

    operation: str
    sp: int

    def words(self, name: Name) -> str:
        return f"{OPERATIONS[self.operation]} ordered ({self.sp} SP left)"


@event("code_break", "3.5.2", "Signals about {area}: {success:code broken|no success}", weight="headline")
class CodeBroken(PacificEvent):
    """Signals are read, or not."""

    area: str
    success: bool


@event("commerce_raid", "3.5.3")
class CommerceRaided(PacificEvent):
    """What submarines take from Japan."""

    hits: int
    repairs: int
    air: int
    battalions: int
    pool: int

    def words(self, name: Name) -> str:
        if not self.hits:
            return "Commerce raid: no losses that matter"
        taken = [plural(self.repairs, "repair"), plural(self.air, "air point")]
        if self.battalions:
            taken.append(plural(self.battalions, "battalion"))
        return f"Commerce raid: Japan loses {listed(taken)}; {self.pool} left in its pool of battalions"


@event("carrier_raid", "3.5.4")
class CarriersRaid(PacificEvent):
    """Carriers and others go on a raid."""

    ships: Sequence[str]
    origin: str
    area: str
    port: str

    def words(self, name: Name) -> str:
        way = f"from {place(self.origin)} on {place(self.area)}"
        return f"Carrier raid {way}: {force_names(self.ships)}; home to {place(self.port)}"


@event("seabees", "3.5.5", "Seabees at {area}: {success:airfield enlarged|no success}")
class SeabeesBuilt(PacificEvent):
    """An airfield is enlarged, or not."""

    area: str
    success: bool


@event("fort", form="The fort at {area} is now level {now}", weight="quiet")
class FortChanged(PacificEvent):
    """A fort rises, or shells take a level off it (3.5.6, 3.10.8)."""

    area: str
    side: Side | None = None
    fort: int | None = None
    """Its level, after digging in."""
    level: int | None = None
    """Its level, after shells."""
    change: int | None = None

    @property
    def now(self) -> int | None:
        """Its level."""
        return self.level if self.fort is None else self.fort


@event("air_lift", "3.5.8", "{who} is flown from {origin} to {area}", weight="quiet")
class Lifted(OfForce):
    """A garrison is flown somewhere."""

    origin: str
    area: str


@event(
    "bomber_offensive", "3.5.9", "Bomber offensive: {success:no repairs in Japan this turn, fewer aircraft|no success}"
)
class JapanBombed(PacificEvent):
    """The industry of Japan is bombed."""

    success: bool
    air: int


@event("bombed", "3.5.9", "{who} is destroyed on the ground in {area}", weight="headline")
class DestroyedByBombs(OfForce):
    """Aircraft are lost at home."""

    side: Side
    area: str


# Movement (3.6)


@event("sail", "3.6.1", block="apart")
class Sailed(PacificEvent):
    """A task force goes."""

    ships: Sequence[Counter]
    cargo: Sequence[Counter]
    origin: str
    area: str
    paid: int
    sp: int

    def words(self, name: Name) -> str:
        cargo = [named(US, cls, each) for _, cls, each in self.cargo]
        sail = by_class((cls, each) for _, cls, each in self.ships)
        # Where to comes first: a long list of ships may be cut off.
        way = f"A task force sails from {place(self.origin)} to {place(self.area)}"
        words = f"{way}: {sail}" + (f" with {listed(cargo)}" if cargo else "")
        return words + (f" ({self.paid} SP for the landing, {self.sp} left)" if self.paid else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Went(OfForce):
    """A Force moves by itself."""

    side: Side
    origin: str
    area: str

    def leg(self) -> Leg:
        return Leg((self.who,), self.area)


@event("shuttle", "3.6.4", "{who} moves from {origin} to {area}", block="apart", weight="quiet")
class Shuttled(Went):
    """By shuttle."""


@event("flight", "3.6.6", "{who} flies from {origin} to {area}", block="apart", weight="quiet")
class Flew(Went):
    """By air."""


# After the battles (3.11.11, 3.13)


@event("experience", "3.13.2", block="apart", weight="quiet")
class ExperienceGained(PacificEvent):
    """Who has learnt from a victory."""

    area: str
    needed: int
    rolled: Sequence[Sequence[Any]]
    """Of each Force id, name, class, die, and the level it has now."""

    def words(self, name: Name) -> str:
        gained = [f"{named(US, cls, each)} {level}" for _, each, cls, die, level in self.rolled if die >= self.needed]
        faces = ", ".join(str(die) for _, _, _, die, _ in self.rolled)
        return f"Experience at {place(self.area)}, {self.needed} or more needed, {faces}: {listed(gained) or 'none'}"


@event("excess", "3.11.11", block="apart", weight="quiet")
class Excess(OfForce):
    """A Force finds no room."""

    side: Side
    area: str
    target: str | None

    def words(self, name: Name) -> str:
        fate = f"moves to {place(self.target)}" if self.target else "is disbanded"
        return f"{self.who} finds no room at {place(self.area)} and {fate}"


def part(event: Event, trail: Sequence[str]) -> Sequence[str]:
    """The turn and the step of it that an event begins (3.1.1)."""
    if not isinstance(event, StageBegun):
        return ()
    files = DATA.scenarios.values()
    played = next(file.campaign for file in files if file.campaign and file.campaign.year == event.year)
    return (played.turn_words(event.turn), STEPS[event.stage])
