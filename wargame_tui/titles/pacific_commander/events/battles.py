"""Battles (3.8 to 3.12)."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from wargame_tui.board.phrases import first_up, listed, plural
from wargame_tui.core.event import event
from wargame_tui.core.wording import Name
from wargame_tui.titles.pacific_commander.events.kinds import OfSide, PacificEvent, verb
from wargame_tui.titles.pacific_commander.printed.book import JAPAN, US
from wargame_tui.titles.pacific_commander.printed.data import Side
from wargame_tui.titles.pacific_commander.printed.names import PEOPLE, force_name, force_names, place

Sort = Literal["battle", "raid", "submarines"]
"""A battle with rounds (3.8.3), a carrier raid (3.5.4), a meeting in which a side has submarines only (3.8.2)."""
_BATTLES: Mapping[Sort, str] = {
    "battle": "Battle of {}",
    "raid": "Carrier raid on {}",
    "submarines": "Submarine action at {}",
}
_ENDS: Mapping[Sort, str] = {
    "battle": "Battle of {} over",
    "raid": "Carrier raid on {} over",
    "submarines": "{} is quiet again",
}


@event("battle", "3.8.1", block="opens")
class BattleBegun(PacificEvent):
    """A battle begins: which Forces of each side are there."""

    area: str
    sort: Sort
    forces: Mapping[Side, Sequence[str]]

    def words(self, name: Name) -> str:
        us, japan = (len(self.forces[side]) for side in (US, JAPAN))
        return f"{_BATTLES[self.sort].format(place(self.area))}: {plural(us, 'US Force')} against {japan} Japanese"

    def brief(self, name: Name) -> str:
        """What it is, and where."""
        return _BATTLES[self.sort].format(place(self.area))


@event("rear", "3.8.4", "{force} moves to REAR", weight="quiet")
class WentIntoRear(PacificEvent):
    """A damaged ship is kept back."""

    force: str
    name: str


@event("support", "3.8.5", "{force} from {origin} gives air support", weight="quiet")
class Supported(PacificEvent):
    """LBA joins the battle from its Area."""

    force: str
    name: str
    side: Side
    origin: str


@event("rounds", "3.8.7", "The battle lasts {rounds:round}", short="{rounds:round}", weight="quiet")
class RoundsKnown(PacificEvent):
    """How long the battle lasts."""

    rounds: int


@event("round", "3.9.1", "Round {number} of {of}, {day:Day|Night}", weight="quiet")
class RoundBegun(PacificEvent):
    """A round begins."""

    number: int
    of: int
    day: bool


@event("raid_home", "3.5.4")
class RaidersHome(PacificEvent):
    """A raid goes to its port."""

    forces: Sequence[str]
    to: str

    def words(self, name: Name) -> str:
        return f"The raiders return to {place(self.to)}: {force_names(self.forces)}"


@event("battle_ended", "3.11.8", short="{won:won|over}", block="ends", weight="headline")
class BattleEnded(PacificEvent):
    """A battle is over."""

    area: str
    sort: Sort
    won: bool
    """Whether the US has won it."""
    left: Mapping[Side, Sequence[str]]

    def words(self, name: Name) -> str:
        return _ENDS[self.sort].format(place(self.area)) + (": the US has won" if self.won else "")


@event("plans", "3.8.8", "Japan has {count:plan} for the battle", weight="quiet")
class PlansCounted(PacificEvent):
    """How many Battle Plans Japan has."""

    count: int


@event("plan_shown", "3.9.2", "Japan shows {chit}; {left:plan} left")
class PlanShown(PacificEvent):
    """Japan draws a Battle Plan."""

    side: Side
    chit: str
    left: int


@event("plan_played", "3.9.2", "The US plays {chit}")
class PlanPlayed(PacificEvent):
    """The US plays a Battle Plan."""

    side: Side
    chit: str


@event("located", "3.9.5")
class Located(PacificEvent):
    """Who has found the other's carriers."""

    sides: Sequence[Side]

    def words(self, name: Name) -> str:
        match self.sides:
            case []:
                return "Neither side finds the enemy's REAR: both strike at once"
            case ["US"]:
                return "Only you find the enemy's REAR: you strike first"
            case ["Japan"]:
                return "Only Japan finds your REAR: it strikes first"
        return "Both find the enemy's REAR: they strike at once"


@event("split", "3.9.6", weight="quiet")
class AirSplit(PacificEvent):
    """How both sides divide their air points."""

    cap: Mapping[Side, int]
    strike: Mapping[Side, int]
    experience: int
    """What US airmen add to their numbers (3.13.3)."""

    def words(self, name: Name) -> str:
        sides = [f"{PEOPLE[side]} CAP {self.cap[side]}, strike {self.strike[side]}" for side in (US, JAPAN)]
        level = {1: "; Veteran airmen", -1: "; Green airmen"}.get(self.experience, "")
        return f"Air points: {'; '.join(sides)}{level}"


@event("no_strike", "3.9.7", "No {people} strike", weight="quiet")
class NoStrike(OfSide):
    """A side has nothing to strike with."""


@event("fewer_dice", "3.9.13", weight="quiet")
class FewerDice(OfSide):
    """A second strike has fewer dice."""

    left: int

    def words(self, name: Name) -> str:
        return f"The {self.people} strike comes second: {plural(self.left, 'die', 'dice')} left"


@event("cancelled", weight="quiet")
class DiceCancelled(OfSide):
    """Dice in the air are lost (3.9.8 to 3.9.12)."""

    of: Literal["cap", "strike"]
    count: int
    left: int

    def words(self, name: Name) -> str:
        kind = f"{self.people} {'CAP' if self.of == 'cap' else 'strike'}"
        return f"{plural(self.count, f'{kind} die', f'{kind} dice')} lost, {self.left} left"


@event("targets", "3.9.10", weight="quiet")
class StrikeAimed(OfSide):
    """At whom how many dice of a strike go."""

    targets: Sequence[Sequence[Any]]

    def words(self, name: Name) -> str:
        aimed = [f"{plural(count, 'die', 'dice')} at {force_name(force)}" for force, count in self.targets]
        return f"The {self.people} strike goes in: {listed(aimed)}"


@event("air_loss", form="{force} loses an air point, {left} left")
class AirLost(PacificEvent):
    """A carrier loses an air point (3.3.7)."""

    force: str
    name: str
    side: Side
    left: int


@event("no_effect", "3.9.15", "{force} can lose no more to bombs and shells this round", weight="quiet")
class NoEffect(PacificEvent):
    """A hit Ashore that takes nothing."""

    force: str
    name: str
    side: Side


@event("held_back", "3.10.1", "{force} does not attack", weight="quiet")
class HeldBack(PacificEvent):
    """A submarine does not attack."""

    force: str


@event("no_surface", "3.12.3", "Smoke: no surface fight in this round", weight="quiet")
class NoSurfaceFight(PacificEvent):
    """A Battle Plan keeps the lines apart."""


@event("consent", "3.10.2", weight="quiet")
class SurfaceWished(PacificEvent):
    """Who seeks the surface fight."""

    wishes: Mapping[Side, bool]

    def words(self, name: Name) -> str:
        match [side for side in (US, JAPAN) if self.wishes[side]]:
            case []:
                return "Neither side seeks a surface fight"
            case [side]:
                return f"Only {'the US' if side == US else 'Japan'} seeks the surface fight"
        return "Both sides seek the surface fight"


@event("bombarded", "3.10.8")
class Bombarded(PacificEvent):
    """What shells do to the shore of a side."""

    side: Side
    counted: int
    """Hits that count."""
    left: int
    """Of them, past the fort."""

    def words(self, name: Name) -> str:
        if not self.counted:
            return "The bombardment misses"
        stopped = self.counted - self.left
        fort = f", {stopped} stopped by the fort" if stopped else ""
        least = "; at most one ground step is lost, and never the last" if self.left else ""
        return f"Bombardment: {plural(self.counted, 'hit')}{fort}{least}"


@event("landed", "3.11.1", block="result", weight="headline")
class Landed(PacificEvent):
    """Ground Forces go Ashore."""

    side: Side
    area: str
    forces: Sequence[str]

    def words(self, name: Name) -> str:
        who = first_up(force_names(self.forces))
        return f"{who} {verb(self.forces, 'lands', 'land')} at {place(self.area)}"


@event("raised", "3.12.4", "{force} lands by barge; {pool} left in the pool")
class BargeLanded(PacificEvent):
    """A battalion of the pool comes Ashore."""

    force: str
    name: str
    area: str
    pool: int


@event("withdrew")
class Withdrew(PacificEvent):
    """Ships and submarines leave the battle (3.11.7, 3.11.8)."""

    side: Side
    origin: str
    to: str
    forces: Sequence[str]

    def words(self, name: Name) -> str:
        return f"{force_names(self.forces)} {verb(self.forces, 'withdraws', 'withdraw')} to {place(self.to)}"
