"""The air step: CAP and STRIKE, escort, targets, flak, strikes, special attacks (3.9.6 to 3.9.15, 3.3.10, 3.13.3)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, Step
from wargame_tui.titles.commander.checks import hits_of
from wargame_tui.titles.commander.rounding import up
from wargame_tui.titles.pacific_commander.commands import DiceAt, SplitAir, Target
from wargame_tui.titles.pacific_commander.events.battles import (
    AirSplit,
    DiceCancelled,
    FewerDice,
    NoStrike,
    StrikeAimed,
)
from wargame_tui.titles.pacific_commander.printed.book import JAPAN, SHIPS, SIDES, US, enemy
from wargame_tui.titles.pacific_commander.printed.data import Side
from wargame_tui.titles.pacific_commander.rules import plans
from wargame_tui.titles.pacific_commander.rules.choice import Choice, among, called
from wargame_tui.titles.pacific_commander.rules.engagement import (
    Aimed,
    air_in_battle,
    hit_ashore,
    in_battle,
    in_hand,
    line,
    lose_air_points,
    note_round,
    rear,
)
from wargame_tui.titles.pacific_commander.rules.search import flying, located_targets, order_of_strikes
from wargame_tui.titles.pacific_commander.state import (
    Draft,
    Force,
    Table,
    air_points,
    book_of,
    posture,
    ratings,
    special_attacks,
    steps_left,
)

Box = Literal["REAR", "LINE"]

# Splitting air points


def split(g: Draft) -> None:
    """Each side divides its air points into CAP and STRIKE dice (3.9.6)."""
    if flying(g):
        note_round(g, experience=_experience(g))
        g.push(Split())


def _experience(table: Table) -> int:
    """What the airmen's level adds: if more than half of the US air points are Veterans' or Green Forces' (3.13.3)."""
    chart, points = book_of(table).charts.experience, air_in_battle(table, US)
    for level, worth in (("Veteran", chart.air), ("Green", -chart.air)):
        theirs = sum(air_points(table, force) for force in in_battle(table, US) if force.level == level)
        if 2 * theirs > points:  # more than half
            return worth
    return 0


def share(points: int, percent: int) -> int:
    """A percentage of air points, up (2.9)."""
    return up(points * percent, 100)


def _half(table: Table) -> int:
    """The player's air points that fly CAP by the rule of thumb (5.3)."""
    return share(air_in_battle(table, US), book_of(table).charts.battle.auto_cap_percent)


_FOUND: Mapping[tuple[Side, ...], str] = {
    (): "Neither side found the enemy's REAR: both strike at once",
    (US,): "Only you found the enemy's REAR: you strike first",
    (JAPAN,): "Only Japan found your REAR: it strikes first",
    SIDES: "Both sides found the enemy's REAR: they strike at once",
}
"""What the search has brought (3.9.5), by those who found the enemy REAR."""


@dataclass(frozen=True, slots=True)
class Split(Choice):
    """The player says how many of his air points are CAP (3.9.6)."""

    kind: Literal["split"] = "split"

    def open(self, table: Table) -> bool:
        """With air points on both sides; against an enemy without, all strike."""
        return all(air_in_battle(table, side) for side in SIDES)

    def prompt(self, table: Table) -> Prompt:
        """How many?"""
        us, japan = (air_in_battle(table, side) for side in SIDES)
        found = _FOUND[in_hand(table).now.located]
        many = f"{us} air points: how many fly CAP? The others strike"
        asked = many if us > 1 else "Your only air point: CAP or strike?"
        return Prompt(f"{found}. {asked}; Japan has {japan}.", "3.9.6")

    def answers(self, table: Table) -> Iterator[Command]:
        """None to all."""
        return (SplitAir(cap) for cap in range(air_in_battle(table, US) + 1))

    def objection(self, table: Table, command: Command) -> Refusal | None:
        """No more than there are."""
        if not isinstance(command, SplitAir):
            return self.not_now(table)
        points = air_in_battle(table, US)
        return (
            None if 0 <= command.cap <= points else Refusal(f"you have only {points} air points in the battle", "3.9.6")
        )

    def answer(self, g: Draft, command: Command) -> None:
        """The player's split, and Japan's."""
        if isinstance(command, SplitAir):
            self._split(g, command.cap)

    def automatically(self, g: Draft) -> None:
        """Half as CAP, up (5.3)."""
        self._split(g, _half(g))

    def thumb(self, table: Table) -> Sequence[Command]:
        """The same as a number."""
        return (SplitAir(_half(table)),)

    def _split(self, g: Draft, us_cap: int) -> None:
        japanese_cap = share(air_in_battle(g, JAPAN), book_of(g).charts.orders.postures[posture(g)].cap_percent)
        cap = {US: us_cap, JAPAN: japanese_cap} if self.open(g) else {US: 0, JAPAN: 0}
        strike = {side: air_in_battle(g, side) - cap[side] + plans.strike_dice(g, side) for side in SIDES}
        note_round(g, cap=cap, strike=strike)
        g.tell(AirSplit(cap=cap, strike=strike, experience=in_hand(g).now.experience))
        g.finish()


# A strike


def strikes(g: Draft) -> None:
    """The strikes of both sides, one after the other (3.9.5)."""
    if flying(g):
        first, second = order_of_strikes(g)
        g.push(Strike(second, second=not in_hand(g).now.at_once), Strike(first))


def count_hits(g: Draft) -> None:
    """The hits of strikes at once now count (3.9.5)."""
    pending = in_hand(g).now.pending
    note_round(g, pending=())
    for aimed in pending:
        _hit(g, aimed)


def _hit(g: Draft, aimed: Aimed) -> None:
    """Hits of a strike on a target; those on a Force that is gone already are lost (3.9.11, 3.9.15)."""
    force = g.forces.get(aimed.force)
    if force is not None and force.cls in SHIPS:
        g.hit(force.id, aimed.count, "3.9.11")
        return
    for _ in range(aimed.count):
        if aimed.force in g.forces:
            hit_ashore(g, g.forces[aimed.force], "3.9.11")


def cap_number(table: Table, side: Side) -> int:
    """A side's CAP number, for CAP and escort dice (3.3.9, 3.13.3)."""
    return book_of(table).values(side).cap + plans.added(table, side, "cap") + _airmen(table, side)


def strike_number(table: Table, side: Side, target: Force) -> int:
    """The number of a strike die against a target (3.9.11)."""
    book = book_of(table)
    if target.cls in SHIPS:
        if side == JAPAN and special_attacks(table):
            return book.charts.battle.special_attack  # whatever the plans say (3.3.10)
        return book.values(side).strike_ship + plans.strike_at(table, side, target.cls) + _airmen(table, side)
    fort = 0 if target.cls == "LBA" else plans.fort(table, target.side)
    return book.values(side).strike_ashore + _airmen(table, side) - fort


def _airmen(table: Table, side: Side) -> int:
    return in_hand(table).now.experience if side == US else 0


def _cancel(g: Draft, side: Side, dice: Literal["cap", "strike"], hits: int, rule: str) -> None:
    """Dice of a side are cancelled, each with an air point (3.9.12)."""
    left = getattr(in_hand(g).now, dice)
    gone = min(hits, left[side])
    if gone:
        note_round(g, **{dice: {**left, side: left[side] - gone}})
        g.tell(DiceCancelled(rule=rule, side=side, of=dice, count=gone, left=left[side] - gone))
        lose_air_points(g, side, gone, "3.9.12")


@dataclass(frozen=True, slots=True)
class Strike(Step[Table, Draft]):
    """One side's strike: escort, CAP, targets, flak, strike (3.9.7 to 3.9.11)."""

    side: Side
    second: bool = False
    """It strikes after the enemy's hits have counted (3.9.13)."""
    stage: Literal["escort", "cap", "targets", "REAR", "LINE", "dice"] = "escort"
    kind: Literal["strike"] = "strike"

    def proceed(self, g: Draft) -> None:
        """The next piece of the strike."""
        match self.stage:
            case "escort":
                self._escort(g)
            case "cap":
                self._cap(g)
            case "targets":
                self._targets(g)
            case "REAR" | "LINE":
                g.swap(stage="LINE" if self.stage == "REAR" else "dice")
                _flak(g, self.side, self.stage)
            case "dice":
                self._strike(g)

    def _escort(self, g: Draft) -> None:
        self._limit(g)
        now, other = in_hand(g).now, enemy(self.side)
        if not now.strike[self.side] or not located_targets(g, self.side):  # 3.9.7
            g.tell(NoStrike(side=self.side))
            g.finish()
            return
        g.swap(stage="cap")
        dice = min(now.strike[self.side] // book_of(g).charts.battle.escort_share, now.cap[other])
        checks = g.checks([cap_number(g, self.side)] * dice, "escort", "3.9.8", side=self.side)
        _cancel(g, other, "cap", hits_of(checks), "3.9.8")

    def _limit(self, g: Draft) -> None:
        """A second strike has no more dice than air points that are left beside CAP (3.9.13)."""
        now = in_hand(g).now
        if self.second:
            most = max(air_in_battle(g, self.side) - now.cap[self.side], 0)
            note_round(g, strike={**now.strike, self.side: min(now.strike[self.side], most)})
            if most < now.strike[self.side]:
                g.tell(FewerDice(side=self.side, left=most))

    def _cap(self, g: Draft) -> None:
        g.swap(stage="targets")
        other = enemy(self.side)
        dice = in_hand(g).now.cap[other]
        checks = g.checks([cap_number(g, other)] * dice, "cap", "3.9.9", side=other)
        _cancel(g, self.side, "strike", hits_of(checks), "3.9.9")

    def _targets(self, g: Draft) -> None:
        """The striker names his targets (3.9.10)."""
        if not in_hand(g).now.strike[self.side]:
            g.finish()
            return
        g.swap(stage="REAR")
        if self.side == US:
            g.push(StrikeAim())
        else:
            _aim(g, self.side, spread(g, located_targets(g, self.side), in_hand(g).now.strike[self.side]))

    def _strike(self, g: Draft) -> None:
        """The dice that are left (3.9.11)."""
        targets = in_hand(g).now.targets
        found = tuple(self._roll(g, aimed) for aimed in targets)
        note_round(g, targets=(), pending=(*in_hand(g).now.pending, *found))
        g.finish()
        if not in_hand(g).now.at_once:
            count_hits(g)

    def _roll(self, g: Draft, aimed: Aimed) -> Aimed:
        target = g.forces[aimed.force]
        number = strike_number(g, self.side, target)
        hits_of_face = book_of(g).charts.battle.hits_of
        checks = g.checks([number] * aimed.count, "strike", "3.9.11", side=self.side, force=target.id)
        if self.side == JAPAN and target.cls in SHIPS and special_attacks(g):
            lose_air_points(g, self.side, aimed.count, "3.3.10")
        return Aimed(target.id, sum(hits_of_face(check.face, target.cls) for check in checks if check.hit))


# Targets


def _aim(g: Draft, side: Side, targets: Sequence[Aimed]) -> None:
    note_round(g, targets=tuple(targets))
    g.tell(StrikeAimed(side=side, targets=[[aimed.force, aimed.count] for aimed in targets]))


def spread(table: Table, targets: Sequence[Force], dice: int) -> list[Aimed]:
    """Strike dice over targets in their order: so many for each remaining step, any excess on the last (3.9.14)."""
    found: list[Aimed] = []
    for number, target in enumerate(targets, 1):
        most = book_of(table).charts.battle.strike_dice_per_step * steps_left(table, target)
        count = dice if number == len(targets) else min(dice, most)
        found += [Aimed(target.id, count)] if count else []
        dice -= count
    return found


@dataclass(frozen=True, slots=True)
class StrikeAim(Choice):
    """The player names targets one by one, and the dice at each (3.9.10)."""

    made: tuple[Aimed, ...] = ()
    named: str | None = None
    """The target that waits for its dice."""
    kind: Literal["strike_aim"] = "strike_aim"
    at_force: ClassVar[type[Command]] = Target

    def _left(self, table: Table) -> int:
        return in_hand(table).now.strike[US] - sum(aimed.count for aimed in self.made)

    def _targets(self, table: Table) -> list[Force]:
        """Targets not named yet."""
        taken = {self.named, *(aimed.force for aimed in self.made)}
        return [force for force in located_targets(table, US) if force.id not in taken]

    def open(self, table: Table) -> bool:
        """With a choice of targets, or of dice for the one that is named."""
        targets, left = self._targets(table), self._left(table)
        return left > 1 and bool(targets) if self.named else left > 0 and len(targets) > 1

    def prompt(self, table: Table) -> Prompt:
        """Which target, or how many dice?"""
        left = self._left(table)
        if self.named:
            return Prompt(f"How many of {left} strike dice at their {called(table.forces[self.named])}?", "3.9.10")
        return Prompt(f"Name the next target for {left} strike dice.", "3.9.10")

    def answers(self, table: Table) -> Iterator[Command]:
        """Targets, or numbers of dice."""
        if self.named:
            return (DiceAt(count) for count in range(1, self._left(table) + 1))
        return (Target(force.id) for force in self._targets(table))

    def objection(self, table: Table, command: Command) -> Refusal | None:
        """Located targets, each named once; dice that are left (3.9.10)."""
        match command:
            case Target(force) if not self.named:
                names = [each.id for each in self._targets(table)]
                return among(table, force, names, "not a located target, or already named", "3.9.10")
            case DiceAt(count) if self.named:
                left = self._left(table)
                return None if 1 <= count <= left else Refusal(f"1 to {left} dice can be aimed", "3.9.10")
        return self.not_now(table)

    def answer(self, g: Draft, command: Command) -> None:
        """Note the target, or its dice."""
        match command:
            case Target(force):
                g.swap(named=force)
            case DiceAt(count) if self.named:
                g.swap(made=(*self.made, Aimed(self.named, count)), named=None)

    def automatically(self, g: Draft) -> None:
        """The dice that are left as Japan would aim them, at first at the target just named (5.3, 3.9.14)."""
        rest = self._rest(g)
        g.finish()
        _aim(g, US, [*self.made, *rest])

    def _rest(self, table: Table) -> list[Aimed]:
        waiting = [table.forces[self.named]] if self.named else []
        return spread(table, [*waiting, *self._targets(table)], self._left(table))

    def thumb(self, table: Table) -> Sequence[Command]:
        """Each target, and the dice at it; the one just named gets its dice first."""
        found: list[Command] = []
        for aimed in self._rest(table):
            found += [] if aimed.force == self.named else [Target(aimed.force)]
            found.append(DiceAt(aimed.count))
        return found


# Flak


def _flak(g: Draft, striker: Side, box: Box) -> None:
    """The flak of a box at the dice aimed at ships in it; each hit cancels one, the last assigned first (3.9.10)."""
    targets = in_hand(g).now.targets
    if not any(box_of(g, aimed) == box for aimed in targets):
        return
    side = enemy(striker)
    checks = g.checks(flak_numbers(g, side, box), "flak", "3.9.10", side=side, box=box)
    aimed_at = sum(aimed.count for aimed in targets if box_of(g, aimed) == box)
    cancelled = min(hits_of(checks), aimed_at)
    note_round(g, targets=without_last(g, targets, box, cancelled))
    _cancel(g, striker, "strike", cancelled, "3.9.10")


def box_of(table: Table, aimed: Aimed) -> Box | None:
    target = table.forces[aimed.force]
    if target.cls not in SHIPS:
        return None
    return "REAR" if target.id in in_hand(table).rear else "LINE"


def flak_numbers(table: Table, side: Side, box: Box) -> list[int]:
    """The flak dice of a box: of its ships, for REAR of LINE too, the best of them up to the limit (3.9.10)."""
    book = book_of(table)
    firing = [*line(table, side), *(rear(table, side) if box == "REAR" else [])]
    printed = [ratings(table, ship).aa for ship in firing]
    numbers = sorted((aa.hit for aa in printed for _ in range(aa.dice)), reverse=True)
    bonus = book.values(side).flak + plans.added(table, side, "flak")
    return [number + bonus for number in numbers[: book.charts.battle.flak_dice]]


def without_last(table: Table, targets: Sequence[Aimed], box: Box, count: int) -> tuple[Aimed, ...]:
    """Targets less some dice aimed at a box, the last assigned first."""
    kept: list[Aimed] = []
    for aimed in reversed(targets):
        gone = min(count, aimed.count) if box_of(table, aimed) == box else 0
        count -= gone
        if aimed.count > gone:
            kept.insert(0, Aimed(aimed.force, aimed.count - gone))
    return tuple(kept)
