"""What can happen, and how it is told: with every die against its number."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from wargame_tui.board.phrases import first_up, listed, plural
from wargame_tui.core.event import Event, Leg, event
from wargame_tui.core.wording import Name
from wargame_tui.titles.commander.events import Checked, Drawn, TableRolled
from wargame_tui.titles.commander.phrases import rolled
from wargame_tui.titles.desert_commander.printed.book import AT_SEA, AXIS, DATA, ENEMY
from wargame_tui.titles.desert_commander.printed.data import CampaignMap, Order, Owner, Side
from wargame_tui.titles.desert_commander.printed.names import (
    adjective,
    campaign_on,
    order_name,
    plan_name,
    plan_text,
    share,
    step_words,
)


def _map(name: str) -> CampaignMap | None:
    maps: Mapping[Any, CampaignMap] = DATA.map.maps
    return maps.get(name)


@dataclass(frozen=True, kw_only=True)  # Without slots, so that it goes together with what both titles tell.
class DesertEvent(Event):
    """Something that happened on the map of a campaign."""

    map: str = ""
    """On which its Areas lie; the draft that tells it knows."""

    def at(self, area: str | None) -> str:
        """An Area by its name."""
        entry = _map(self.map)
        if entry is not None and area in entry.spaces:
            return entry.spaces[area].name
        return "the sea" if area == AT_SEA else str(area)

    @property
    def foe(self) -> str:
        """The enemy as an adjective."""
        return adjective(self.map, ENEMY)

    @property
    def people(self) -> str:
        """The enemy: `the British`."""
        return campaign_on(self.map).enemy.people

    @property
    def they(self) -> str:
        """The same at the beginning of a sentence."""
        return first_up(self.people)

    @property
    def whose(self) -> str:
        """Its side as an adjective."""
        whole: Any = self
        return adjective(self.map, whole.side)

    def words(self, name: Name) -> str:
        """By its form: what it names are Areas of its own map."""
        return super().words(self.at)

    def place(self) -> str | None:
        """Where it led to, else where it happened, else where it came from."""
        entry = _map(self.map)
        areas = (getattr(self, field, None) for field in ("target", "area", "origin"))
        return next((str(area) for area in areas if entry is not None and area in entry.spaces), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class OfForces(DesertEvent):
    """Something that forces did; of those that are not seen only how many (9.1)."""

    forces: Sequence[str]
    labels: Sequence[str]
    count: int | None = None
    """How many they are, where some may not be seen."""

    @property
    def who(self) -> str:
        """Who they are, or how many."""
        return listed([*self.labels]) or (plural(self.count, f"{self.foe} force") if self.count else "nobody")

    def many(self, one: str, several: str) -> str:
        """A verb that fits how many they are."""
        return one if (self.count or len(self.labels)) == 1 else several


# Dice

CHECKS: Mapping[str, tuple[str, str, str]] = {
    "support": ("Support fire at {area}", "", ""),
    "air_support": ("Air support at {area}", "", ""),
    "guns": ("{side} guns at {area}", "", ""),
    "retreat": ("Retreat test at {area}", "the defenders retreat", "the defenders stand"),
    "interdiction": ("Interdiction at {area}", "aircraft stop the operation", "it gets through"),
}
"""What dice are rolled for, and what success and failure mean where they do not just hit or miss."""


def _hits(count: int) -> str:
    return plural(count, "hit") if count else "no hit"


@event("check", weight="quiet")
class Check(Checked, DesertEvent):
    """Dice against their numbers."""

    area: str
    side: Side

    def words(self, name: Name) -> str:
        what, success, failure = CHECKS[self.purpose]
        came = (success if self.hits else failure) if success else _hits(self.hits)
        head = first_up(what.format(area=self.at(self.area), side=self.whose))
        return f"{head}: {self.dice_words}: {came}"


@event("table_roll", "4.5.1", block="apart", short="{area}: order die {row}", weight="quiet")
class OrderRoll(TableRolled, DesertEvent):
    """An order die with its modifiers, and the column in which it is read."""

    area: str
    column: str

    def words(self, name: Name) -> str:
        column = "in contact" if self.column == "contact" else "no contact"
        read = f", read as {self.row}" if self.added else ""
        return f"Order die at {self.at(self.area)} ({column}): {self.dice[0]}{self.added}{read}"


@event("draw", "2.6", short="", weight="quiet")
class Draw(Drawn, DesertEvent):
    """A Battle Plan is drawn."""

    def words(self, name: Name) -> str:
        return f"Battle Plan die {self.dice[0]} of {self.faces}: {plan_name(self.chit)}"


@event("fire", "4.4.5", short="{whose} {who}: {thrown}: {hits:hit}")
class Fire(DesertEvent):
    """The dice of a side at one Speed."""

    area: str
    side: Side
    speed: int
    round: int
    forces: Sequence[str]
    """Whose each die is."""
    labels: Sequence[str]
    faces: int
    needed: Sequence[int]
    dice: Sequence[int]
    missed: Sequence[Sequence[int]]
    """Misses rolled again: the place of the die, and what it showed first."""
    hits: int

    def words(self, name: Name) -> str:
        who = listed(list(dict.fromkeys(self.labels)))
        again = f" (after rerolling {', '.join(str(face) for _, face in self.missed)})" if self.missed else ""
        dice = rolled(self.needed, self.dice, self.faces)
        return f"Speed {self.speed}, {self.whose}: {who}: {dice}{again}: {_hits(self.hits)}"

    @property
    def thrown(self) -> str:
        """The dice."""
        return " ".join(map(str, self.dice))

    @property
    def who(self) -> str:
        """Who fires."""
        return listed(list(dict.fromkeys(self.labels)))


@event(
    "hit",
    form="{label} is {destroyed:destroyed|reduced}",
    short="{label} {destroyed:destroyed|reduced}",
    block="result",
)
class Hit(DesertEvent):
    """A force is hit (2.10, 4.4.9)."""

    force: str
    label: str
    side: Side
    area: str
    destroyed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Stranded(Hit):
    """A force has nowhere to retreat to: no die hit it (4.4.9)."""


# The turn


@event("stage", "4.1.1", block="apart", weight="quiet")
class StageBegun(DesertEvent):
    """A step of the turn begins."""

    stage: str
    turn: int

    def words(self, name: Name) -> str:
        return f"{step_words(self.map, self.stage)}, turn {self.turn}"


@event("total_noted", "4.6.2", weight="quiet")
class TotalNoted(DesertEvent):
    """What is held, and what of it counts even if it is lost again."""

    total: int
    best: int

    def words(self, name: Name) -> str:
        divisor = campaign_on(self.map).best_total_divisor
        counts = f" ({share(divisor)} of it counts at the end)" if divisor else ""
        return f"{self.total} VP held; high tide so far {self.best}{counts}"


@event("campaign", "4.6.3")
class CampaignBegun(DesertEvent):
    """A campaign of a career begins."""

    campaign: str
    bonus: int

    def words(self, name: Name) -> str:
        return f"{self.campaign} begins" + (f", with {self.bonus} extra SP" if self.bonus else "")


@event("veteran", "4.6.3", "{label} at {area} is the Veteran of this campaign", weight="quiet")
class VeteranChosen(DesertEvent):
    """A force becomes the Veteran."""

    force: str
    label: str
    area: str


@event("campaign_over", "4.6.2", "{campaign} ends: score {score}, {level}", weight="headline")
class CampaignOver(DesertEvent):
    """A campaign ends."""

    campaign: str
    score: int
    level: str


# The enemy

_INSTEAD: Mapping[tuple[str, str], str] = {
    ("RETREAT", "HOLD"): "no need, or nowhere to go",
    ("HOLD", "REFIT"): "holding, it refits",
    ("ATTACK", "SHIFT"): "no target weak enough",
    ("ATTACK", "DIG_IN"): "no target weak enough, and the Axis is next door",
    ("OFFENSIVE", "SHIFT"): "no target weak enough",
    ("OFFENSIVE", "DIG_IN"): "no target weak enough, and the Axis is next door",
    ("SHIFT", "DIG_IN"): "the Axis is next door",
}
"""Why an order is replaced by another (4.5.4 to 4.5.11)."""
_IDLE: Mapping[str, str] = {"HOLD": " stays put", "SHIFT": " looks for a better place and stays"}
"""What comes of orders that move nobody, behind the Area."""


@event("order", block="apart", weight="quiet")
class OrderGiven(OfForces):
    """An order: what was rolled, what replaced it and why, what comes of it, the targets that were weighed."""

    area: str
    order: Order
    carried_out: Order
    target: str | None
    scores: Sequence[Mapping[str, Any]]

    def words(self, name: Name) -> str:
        why = _INSTEAD.get((self.order, self.carried_out))
        instead = "" if self.order == self.carried_out else f" (rolled {order_name(self.order).capitalize()}"
        because = f": {why})" if instead and why else ")" if instead else ""
        return f"{self.at(self.area)}{self._deed()}{instead}{because}{self._weighed()}"

    def _deed(self) -> str:
        """What is done, behind the Area that does it."""
        target = self.at(self.target)
        match self.carried_out:
            case "DIG_IN":
                return " digs in"
            case "REFIT":
                return f": {self.who} {self.many('refits', 'refit')}" if self.count else " has nothing to refit"
            case "SHIFT" if self.target:
                return f": {self.who} {self.many('moves', 'move')} to {target}"
            case "RETREAT" if self.target:
                return f": {self.who} {self.many('retreats', 'retreat')} to {target}"
            case "ATTACK" | "OFFENSIVE" if self.target:
                where = "the Axis there" if self.target == self.area else target
                return f": {self.who} {self.many('attacks', 'attack')} {where}"
        return _IDLE.get(self.carried_out, ": nothing happens")

    def _weighed(self) -> str:
        """The targets among which an attack chose, if there were several or one was too strong."""
        return f"; weighed: {', '.join(self._scored(each) for each in self.scores)}" if len(self.scores) > 1 else ""

    def _scored(self, scored: Mapping[str, Any]) -> str:
        parts = [f"{scored['vp']} VP", f"CV {scored['cv']}"]
        if scored["ratio"] is not None:
            parts += [f"ratio {scored['ratio']}", f"worth {scored['score']}"]
        if not scored["fit"]:
            parts.append("too strong")
        return f"{self.at(scored['area'])} ({', '.join(parts)})"


@event("landing", "4.9.3", "Landing at {area}: {who}", weight="headline")
class Landing(OfForces):
    """Forces land."""

    area: str


@event("waiting", "4.9.8", "{label} waits at sea off {area}", weight="quiet")
class Waiting(DesertEvent):
    """A force cannot land yet."""

    area: str | None
    label: str


# Supply and operations


@event("arrived", block="apart", weight="quiet")
class Arrived(OfForces):
    """Reinforcements arrive (4.3.1, 4.5.12, 4.9.8)."""

    side: Side
    area: str
    due: str | None
    """Where they should have arrived."""

    def words(self, name: Name) -> str:
        aside = f" instead of {self.at(self.due)}" if self.due != self.area else ""
        side = first_up(self.whose)
        return f"{side}: {self.who} {self.many('arrives', 'arrive')} in {self.at(self.area)}{aside}"


@event("arrival_lost", form="{label} finds no Area to arrive in and is lost", weight="headline")
class ArrivalLost(DesertEvent):
    """A reinforcement finds no place (4.3.1, 4.5.12)."""

    side: Side
    area: str
    label: str


@event("sp_gained", "4.3.1", block="apart", weight="quiet")
class SpGained(DesertEvent):
    """Supply points come."""

    sources: Sequence[Sequence[str | int]]
    """An Area, `turn` or `career`, and how many it gives."""
    sp: int
    """What there is now."""

    def words(self, name: Name) -> str:
        more = {"turn": "the turn", "career": "the campaign won before"}
        parts = [f"{sp} for {more.get(str(source)) or self.at(str(source))}" for source, sp in self.sources]
        return f"{sum(int(sp) for _, sp in self.sources)} SP received ({listed(parts)}): now {self.sp} SP"

    def place(self) -> str | None:
        """The first base."""
        return campaign_on(self.map).bases[0]


@event("sp_lost", "4.3.16", "{sp} SP lost, {kept} kept", weight="quiet")
class SpLost(DesertEvent):
    """More supply points than can be kept."""

    sp: int
    kept: int


@event("refitted", weight="quiet")
class Refitted(OfForces):
    """Forces are at full strength again (4.3.12, 4.5.6)."""

    side: Side
    area: str
    origin: str | None = None
    sp: int | None = None

    def words(self, name: Name) -> str:
        price = f" ({self.sp} SP)" if self.sp is not None else ""
        return f"{self.who} at {self.at(self.area)} {self.many('is', 'are')} refitted to full strength{price}"


@event("plan_bought", "4.3.13", weight="quiet")
class PlanBought(DesertEvent):
    """A Battle Plan is paid for."""

    chit: str
    faces: int
    left: int

    def words(self, name: Name) -> str:
        return f"You draw {plan_text(AXIS, self.chit)}; {self.left} left in the cup"


@event("cup_renewed", "4.3.13", "The cup is empty: {chits:chit} of the discard go back in", weight="quiet")
class CupRenewed(DesertEvent):
    """The discard goes back into the cup."""

    chits: int


@event("chits_withdrawn", "4.9.13", weight="quiet")
class ChitsWithdrawn(DesertEvent):
    """Battle Plans leave the game."""

    chits: Sequence[str]
    count: int

    def words(self, name: Name) -> str:
        names = listed([plan_name(chit) for chit in self.chits])
        return f"Out of the game: {names} ({plural(self.count, 'chit')})"


@event("operation", "4.3.5", block="apart")
class OperationBegun(OfForces):
    """An operation is paid for (4.3.5, 4.3.9)."""

    origin: str
    area: str
    sp: int
    overstretch: int
    blitz: bool

    def words(self, name: Name) -> str:
        what = "Blitz" if self.blitz else "Operation"
        more = f", {self.overstretch} of them for overstretch" if self.overstretch else ""
        return f"{what} from {self.at(self.origin)} to {self.at(self.area)}: {self.who} ({self.sp} SP{more})"


@event("moved", block="apart", weight="quiet")
class Moved(OfForces):
    """Forces go somewhere (4.3.6, 4.4.9, 4.5.7 to 4.5.11)."""

    side: Side
    origin: str
    area: str

    def words(self, name: Name) -> str:
        way = f"from {self.at(self.origin)} to {self.at(self.area)}"
        return f"{first_up(self.who)} {self.many('moves', 'move')} {way}"

    def leg(self) -> Leg:
        return Leg((self.who,), self.at(self.area))


@event("owner", block="apart", weight="headline")
class OwnerChanged(DesertEvent):
    """An Area changes hands (4.2.6, 4.9.4)."""

    area: str
    owner: Owner
    before: Owner

    def words(self, name: Name) -> str:
        area = self.at(self.area)
        whose: dict[Owner, str] = {AXIS: f"{area} is yours now", ENEMY: f"{self.they} own {area} now"}
        return whose.get(self.owner, f"{area} is contested")


@event("dug_in", weight="quiet")
class DugIn(DesertEvent):
    """A side digs in (4.3.14, 4.5.5)."""

    side: Side
    area: str
    sp: int | None = None

    def words(self, name: Name) -> str:
        return f"{first_up('you' if self.side == AXIS else self.people)} dig in at {self.at(self.area)}"


@event("recon", "4.3.15", "Reconnaissance at {area}: {who}", weight="quiet")
class Recon(OfForces):
    """What stands in an Area is seen."""

    area: str
    sp: int


# Battle


@event("battle_begins", "4.4.1", block="opens")
class BattleBegins(DesertEvent):
    """Who meets whom; of an enemy with chits how many."""

    area: str
    side: Side
    form: str
    origin: str
    chits: int
    attackers: Sequence[str]
    defenders: Sequence[str]
    attacker_labels: Sequence[str]
    defender_labels: Sequence[str]

    @property
    def heads(self) -> Mapping[str, str]:
        """What it is called, by its form."""
        return {"assault": "Assault on", "attack": f"{self.they} attack", "landing": "Landing at"}

    def labels_of(self, side: Side) -> Mapping[str, str]:
        """What the forces of a side are called, by their ids."""
        mine = (self.attackers, self.attacker_labels) if side == self.side else (self.defenders, self.defender_labels)
        return dict(zip(*mine, strict=True))

    def words(self, name: Name) -> str:
        chits = f"; {plural(self.chits, f'{self.foe} plan')}" if self.chits else ""
        attackers, defenders = (listed([*each]) or "nobody" for each in (self.attacker_labels, self.defender_labels))
        return f"{self.heads[self.form]} {self.at(self.area)}: {attackers} against {defenders}{chits}"

    def brief(self, name: Name) -> str:
        """What it is, and where."""
        return f"{self.heads[self.form]} {self.at(self.area)}"


@event("air_support", "4.3.10", "Air support called ({sp} SP)", weight="quiet")
class AirSupportCalled(DesertEvent):
    """Aircraft come."""

    area: str
    sp: int


@event("air_called_off", "4.4.4", "{foe} air cover keeps your aircraft away; the SP are lost")
class AirCalledOff(DesertEvent):
    """Aircraft do not come."""

    area: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanEvent(DesertEvent):
    """A Battle Plan is shown."""

    shown_by: ClassVar[Side]
    area: str
    chit: str
    works: bool

    @property
    def plan(self) -> str:
        """What it does, and whether it finds anything to work on."""
        return plan_text(self.shown_by, self.chit) + ("" if self.works else "; no effect here")


@event("plan_played", "4.4.3", "You play {plan}")
class PlanPlayed(PlanEvent):
    """You play a Battle Plan."""

    shown_by: ClassVar[Side] = AXIS


@event("enemy_plan", "4.4.3", "{they} show {plan}")
class EnemyPlan(PlanEvent):
    """The enemy shows a Battle Plan."""

    shown_by: ClassVar[Side] = ENEMY
    faces: int


@event("reserve", "4.4.14", "{label}, reduced, joins {people}")
class Reserve(DesertEvent):
    """A reserve joins the enemy."""

    area: str
    force: str
    label: str


@event("retreat", "4.4.9", "The {whose} defenders retreat from {origin} to {area}")
class Retreated(DesertEvent):
    """The defenders retreat."""

    area: str
    origin: str
    side: Side


@event("press_on", "4.3.11", "You press on for one more round ({sp} SP)")
class PressedOn(DesertEvent):
    """One round more."""

    area: str
    sp: int


@event("battle_ends", "4.4.11", short="{verdict}", block="ends", weight="headline")
class BattleEnds(DesertEvent):
    """A battle ends."""

    area: str
    side: Side
    form: str
    won: bool
    contested: bool

    def words(self, name: Name) -> str:
        where = f"Battle of {self.at(self.area)}"
        if self.contested:
            return f"{where}: the landed forces hold on"
        if self.won:
            return f"{where}: won by {'the Axis' if self.side == AXIS else self.people}"
        return f"{where}: the {self.whose} attack is repulsed"

    @property
    def verdict(self) -> str:
        """How it ends, in short."""
        return "they hold on" if self.contested else "won" if self.won else "repulsed"


def in_enemy_turn(event: Event) -> bool:
    """Whether the program did it for the enemy: his arrivals, orders and landings (4.5, 4.9.3, 4.9.4, 4.9.8)."""
    match event:
        case OrderRoll() | OrderGiven() | Landing() | Waiting():
            return True
        case Arrived() | ArrivalLost() | Refitted() | DugIn():
            return event.side == ENEMY
        case Moved():  # Of an order it is told how many go.
            return event.count is not None
    return False


def part(event: Event, trail: Sequence[str]) -> Sequence[str]:
    """The turn and the step of it that an event begins, after what is known of the trail (4.1.1)."""
    if not isinstance(event, StageBegun):
        return ()
    turn = event.turn
    campaigns = [file.campaign for file in DATA.scenarios.values() if file.campaign]
    titles = [[played.turn_words(number + 1) for number in range(len(played.turns))] for played in campaigns]
    known = [each[turn - 1] for each in titles if trail and trail[0] in each[max(turn - 2, 0) : turn]]
    return (known[0] if known else f"Turn {turn}", step_words(event.map, event.stage))
