"""Landing, ground combat and their losses (3.11.1 to 3.11.6)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt
from wargame_tui.titles.commander.checks import hits_of
from wargame_tui.titles.pacific_commander.commands import Done, Land, Lose
from wargame_tui.titles.pacific_commander.events.battles import BargeLanded, Landed
from wargame_tui.titles.pacific_commander.printed.book import JAPAN, SIDES, US, enemy
from wargame_tui.titles.pacific_commander.printed.data import Side
from wargame_tui.titles.pacific_commander.rules import plans
from wargame_tui.titles.pacific_commander.rules.choice import Naming
from wargame_tui.titles.pacific_commander.rules.engagement import (
    day,
    ground,
    holder,
    in_hand,
    note_round,
    strongest,
    total_steps,
)
from wargame_tui.titles.pacific_commander.state import (
    Draft,
    Force,
    Table,
    book_of,
    has_level,
    present,
    ratings,
    room_for_ground,
    steps_left,
)

# Landing


def begin(g: Draft) -> None:
    """Step 7, by Day: the player says what he lands (3.11.1)."""
    if day(g):
        g.push(LandingChoice())


@dataclass(frozen=True, slots=True)
class LandingChoice(Naming):
    """The player names the cargo that lands (3.11.1)."""

    kind: Literal["landing_choice"] = "landing_choice"
    asks: ClassVar[Prompt] = Prompt("Which of your embarked Forces land?", "3.11.1")
    at_force: ClassVar[type[Command]] = Land
    no_more: ClassVar[type[Command]] = Done
    why_not: ClassVar[str] = "no such cargo waiting to land here"

    def waiting(self, table: Table) -> Sequence[Force]:
        """Cargo that is not named yet."""
        record = in_hand(table)
        return [force for force in present(table, record.area, US).cargo if force.id not in record.now.landing]

    def name(self, g: Draft, force: Force) -> None:
        """Note it."""
        note_round(g, landing=(*in_hand(g).now.landing, force.id))


def go_ashore(g: Draft) -> None:
    """Both sides land at once, Japan all it has; then who stood on an unmatched shore fires (3.11.1, 3.11.2)."""
    if not day(g):
        return
    before = {side: ground(g, side) for side in SIDES}
    wanted = in_hand(g).now.landing
    landing = {
        US: [force for force in present(g, in_hand(g).area, US).cargo if force.id in wanted],
        JAPAN: [*present(g, in_hand(g).area, JAPAN).cargo],
    }
    going = [force.id for side in SIDES for force in landing[side]]
    note_round(g, landed=tuple(going))
    g.put_ashore(going)
    for side in SIDES:
        if landing[side]:
            g.tell(Landed(side=side, area=in_hand(g).area, forces=[force.id for force in landing[side]]))
            if not before[side] and before[enemy(side)]:
                _landing_fire(g, before[enemy(side)], landing[side])


def _landing_fire(g: Draft, firing: Sequence[Force], landed: Sequence[Force]) -> None:
    """The first Forces ashore roll a die per step at those who land (3.11.2)."""
    chart, side = book_of(g).charts.battle, landed[0].side
    number = next((plan.landing_fire_at for plan in plans.in_force(g, side) if plan.landing_fire_at), None)
    numbers = [number or chart.landing_fire_hit]
    hits = 0
    for force in firing[: chart.landing_fire_forces]:
        dice = numbers * steps_left(g, force)
        hits += hits_of(g.checks(dice, "landing_fire", "3.11.2", side=force.side, force=force.id))
    _lose(g, [force.id for force in landed], hits, "3.11.2")


def barges(g: Draft) -> None:
    """Pool BTN that chits bring Ashore by Day, after the landing (3.12.4)."""
    area = in_hand(g).area
    for _ in range(plans.added(g, JAPAN, "battalions") if day(g) else 0):
        if g.pool and ground(g, JAPAN) and room_for_ground(g, area, JAPAN) > 0:
            g.pool -= 1
            force = g.enter_new(JAPAN, "BTN", area)
            g.tell(BargeLanded(force=force.id, name=force.name, area=area, pool=g.pool))


# Ground combat


def combat(g: Draft) -> None:
    """Step 8: the strongest Forces of both sides fight, simultaneously (3.11.3)."""
    fighting = {side: fighters(g, side) for side in SIDES}
    if not all(fighting.values()):
        return
    hits = {side: sum(_fight(g, force) for force in fighting[side]) for side in SIDES}
    for side in SIDES:
        count = hits[enemy(side)] + plans.added(g, side, "extra_loss")
        _lose(g, [force.id for force in fighting[side]], count, "3.11.5")


def fighters(table: Table, side: Side) -> list[Force]:
    """The Forces with most steps left, so many at most, in Force order (3.11.3, 2.4)."""
    ashore = ground(table, side)
    most = book_of(table).charts.battle.ground_forces
    chosen = sorted(ashore, key=lambda force: -steps_left(table, force))[:most]
    return [force for force in ashore if force in chosen]


def _fight(g: Draft, force: Force) -> int:
    numbers = [ground_number(g, force)] * steps_left(g, force)
    return hits_of(g.checks(numbers, "ground", "3.11.3", side=force.side, force=force.id))


def ground_number(table: Table, force: Force) -> int:
    """The number of a Force's dice in ground combat (3.11.4)."""
    book, other = book_of(table), enemy(force.side)
    number = ratings(table, force).ground_hit + plans.added(table, force.side, "ground")
    if has_level(force):
        worth = book.charts.experience.ground
        number += {"Green": -worth, "Regular": 0, "Veteran": worth}[force.level]
    if holder(table) == other:
        number += book.areas[in_hand(table).area].def_ - plans.fort(table, other)
    return number


def aftermath(g: Draft) -> None:
    """LBA of a side that alone has no ground Ashore are destroyed (3.11.6)."""
    for side in SIDES:
        if ground(g, enemy(side)) and not ground(g, side):
            for force in present(g, in_hand(g).area, side).aircraft:
                g.hit(force.id, steps_left(g, force), "3.11.6")


# Losses


def _lose(g: Draft, forces: Sequence[str], hits: int, rule: Literal["3.11.2", "3.11.5"]) -> None:
    """Hits on some Forces of a side: its owner spreads them (3.11.5)."""
    if hits:
        g.push(Losses(tuple(forces), hits, rule))


@dataclass(frozen=True, slots=True)
class Losses(Naming):
    """Hits go one by one to Forces that fought or landed: the player's as he likes (3.11.2, 3.11.5)."""

    forces: tuple[str, ...]
    hits: int
    rule: Literal["3.11.2", "3.11.5"]
    kind: Literal["losses"] = "losses"
    at_force: ClassVar[type[Command]] = Lose
    why_not: ClassVar[str] = "not one of the Forces that take these losses"

    def waiting(self, table: Table) -> Sequence[Force]:
        """Those that are left."""
        return [table.forces[name] for name in self.forces if name in table.forces]

    def name(self, g: Draft, force: Force) -> None:
        """It loses a step."""
        g.swap(hits=self.hits - 1)
        g.hit(force.id, 1, self.rule)

    def open(self, table: Table) -> bool:
        """For the player's Forces, if there are several and not all of them are lost."""
        left = self.waiting(table)
        return len(left) > 1 and left[0].side == US and 0 < self.hits < total_steps(table, left)

    def prompt(self, table: Table) -> Prompt:
        """Which?"""
        return Prompt(f"Which Force takes the next of {self.hits} hits?", self.rule)

    def automatically(self, g: Draft) -> None:
        """Each hit to the Force with most steps left, the first of several (3.11.5, 5.3)."""
        for _ in range(self.hits):
            left = self.waiting(g)
            if left:
                g.hit(strongest(g, left).id, 1, self.rule)
        g.finish()

    def thumb(self, table: Table) -> Sequence[Command]:
        """The same hit by hit."""
        left = {force.id: steps_left(table, force) for force in self.waiting(table)}
        found: list[Command] = []
        for _ in range(self.hits):
            worst = max(left, key=lambda name: left[name])
            left[worst] -= 1
            found.append(Lose(worst))
        return found
