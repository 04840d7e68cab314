"""Battles: which are fought, their set-up, and the nine steps of a round (3.8, 3.9.1, 3.11.8, 3.5.4)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Step
from wargame_tui.titles.commander.checks import roll_on_table
from wargame_tui.titles.pacific_commander.commands import Done, Rear, Support
from wargame_tui.titles.pacific_commander.events.battles import (
    BattleBegun,
    BattleEnded,
    RaidersHome,
    RoundBegun,
    RoundsKnown,
    Sort,
    Supported,
    WentIntoRear,
)
from wargame_tui.titles.pacific_commander.events.dice import LengthRoll
from wargame_tui.titles.pacific_commander.printed.book import CARRIERS, JAPAN, SIDES, US, enemy
from wargame_tui.titles.pacific_commander.printed.data import Side
from wargame_tui.titles.pacific_commander.rules import (
    air,
    bombardment,
    landing,
    plans,
    search,
    submarines,
    surface,
    withdrawal,
)
from wargame_tui.titles.pacific_commander.rules.choice import Naming
from wargame_tui.titles.pacific_commander.rules.engagement import (
    Record,
    Round,
    day,
    in_hand,
    line,
    note,
    ship_steps,
    ships,
    there,
)
from wargame_tui.titles.pacific_commander.state import (
    Draft,
    Force,
    Table,
    Victory,
    all_of_class,
    book_of,
    damaged,
    present,
)

# Which battles are fought


@dataclass(frozen=True, slots=True)
class Battles(Step[Table, Draft]):
    """Step 6 of the turn: a battle in each Area that holds Forces of both sides when its index comes (3.8.1)."""

    next: int = 0
    """Index of the Area that comes next."""
    kind: Literal["battles"] = "battles"
    heading: ClassVar[str] = "Battles"

    def proceed(self, g: Draft) -> None:
        """Begin the next battle, or finish."""
        areas = [*book_of(g).areas]
        for number in range(self.next, len(areas)):
            if all(present(g, areas[number], side).forces for side in SIDES):
                g.swap(next=number + 1)
                open_battle(g, areas[number])
                return
        g.finish()


def open_battle(g: Draft, area: str) -> None:
    """Begin the battle of an Area that holds Forces of both sides (3.8.1, 3.8.2)."""
    _begin(g, area, _sort(g, area))


def _sort(table: Table, area: str) -> Sort:
    """If a side has only submarines there, there are no rounds (3.8.2)."""
    return "battle" if all(present(table, area, side).real for side in SIDES) else "submarines"


def raid(g: Draft, ships: Sequence[str], area: str, port: str) -> None:
    """Carriers and other warships fight one Day round in an Area, then go to a port (3.5.4)."""
    g.place(ships, area)
    _begin(g, area, "raid", port)


def _begin(g: Draft, area: str, sort: Sort, port: str | None = None) -> None:
    real = bool(present(g, area, JAPAN).real)
    g.push(Battle(Record(area, sort, port, real), STAGES[sort][0]))
    g.revealed = tuple(dict.fromkeys([*g.revealed, area]))  # 9.1
    names = {side: [force.id for force in there(g, side)] for side in SIDES}
    g.tell(BattleBegun(area=area, sort=sort, forces=names))


# Set-up


def boxes(g: Draft) -> None:
    """Carriers and TRN are in REAR, other ships in LINE but for damaged ones of the player's choice (3.8.4)."""
    behind = [ship.id for side in SIDES for ship in ships(g, side) if ship.cls in CARRIERS or ship.cls == "TRN"]
    note(g, rear=tuple(behind))
    g.push(Boxes())


@dataclass(frozen=True, slots=True)
class Boxes(Naming):
    """The player puts damaged ships into REAR (3.8.4)."""

    kind: Literal["boxes"] = "boxes"
    asks: ClassVar[Prompt] = Prompt("Which damaged ships go to REAR?", "3.8.4")
    at_force: ClassVar[type[Command]] = Rear
    no_more: ClassVar[type[Command]] = Done
    why_not: ClassVar[str] = "no damaged ship of yours in LINE"

    def waiting(self, table: Table) -> Sequence[Force]:
        """Damaged ships in LINE."""
        return [ship for ship in line(table, US) if damaged(ship)]

    def name(self, g: Draft, force: Force) -> None:
        """Into REAR."""
        note(g, rear=(*in_hand(g).rear, force.id))
        g.tell(WentIntoRear(force=force.id, name=force.name))


def air_support(g: Draft) -> None:
    """The player calls LBA from linked Areas; not for a raid (3.8.5, 3.5.4)."""
    if in_hand(g).sort == "battle":
        g.push(AirSupport())


def japanese_air_support(g: Draft) -> None:
    """All Japanese LBA that can support do (3.8.5)."""
    for force in can_support(g, JAPAN):
        _support(g, force)


def can_support(table: Table, side: Side) -> list[Force]:
    """LBA in linked Areas without real enemy Forces that have not supported this turn, in Force order (3.8.5)."""
    linked = book_of(table).links[in_hand(table).area]
    return [
        force
        for force in all_of_class(table, side, "LBA")
        if force.area in linked and not force.air_used and not present(table, force.area, enemy(side)).real
    ]


def _support(g: Draft, force: Force) -> None:
    note(g, support=(*in_hand(g).support, force.id))
    g.change(force.id, air_used=True)
    g.tell(Supported(force=force.id, name=force.name, side=force.side, origin=force.area))


@dataclass(frozen=True, slots=True)
class AirSupport(Naming):
    """The player names LBA that join the battle (3.8.5)."""

    kind: Literal["air_support"] = "air_support"
    asks: ClassVar[Prompt] = Prompt("Which LBA of linked Areas join the battle?", "3.8.5")
    at_force: ClassVar[type[Command]] = Support
    no_more: ClassVar[type[Command]] = Done
    why_not: ClassVar[str] = "no free LBA in a linked Area without real enemy Forces"

    def waiting(self, table: Table) -> Sequence[Force]:
        """LBA that can join."""
        return can_support(table, US)

    def name(self, g: Draft, force: Force) -> None:
        """It joins."""
        _support(g, force)


def start_steps(g: Draft) -> None:
    """The ship steps of now are remembered; how many plans Japan has (3.8.6, 3.8.8)."""
    note(g, start_steps={side: ship_steps(g, side) for side in SIDES})
    plans.number_of_plans(g)


def length(g: Draft) -> None:
    """How many rounds there are (3.8.7); a raid has one (3.5.4)."""
    if in_hand(g).sort == "raid":
        note(g, rounds=1)
        return
    book = book_of(g)
    die, area = book.charts.die, in_hand(g).area
    _, row = roll_on_table(g, LengthRoll, die, die, [], purpose="rounds", rule="3.8.7", area=area)
    note(g, rounds=book.charts.battle.rounds_of(row))
    g.tell(RoundsKnown(rounds=in_hand(g).rounds))


# Rounds


def next_round(g: Draft) -> None:
    """Chits, searches and dice of the last round are gone (3.12.2, 3.9.4)."""
    hits = {ship.id: ship.hits for ship in ships(g, US) if ship.hits}
    note(g, now=Round(in_hand(g).now.number + 1, hits))
    g.tell(RoundBegun(number=in_hand(g).now.number, of=in_hand(g).rounds, day=day(g)))


def us_plan(g: Draft) -> None:
    """The player's chit (3.9.2)."""
    g.push(plans.PlanChoice())


def decided(table: Table) -> bool:
    """Whether a side has no Force left in the Area (3.11.8)."""
    return not all(there(table, side) for side in SIDES)


def after_ground_combat(g: Draft) -> None:
    """The battle is over if a side has no Force left after step 8 (3.11.8)."""
    if decided(g):
        g.swap(stage="over")


def after_withdrawal(g: Draft) -> None:
    """Likewise after step 9; else the next round, or after the last one who has to go (3.11.8)."""
    record = in_hand(g)
    if decided(g):
        g.swap(stage="over")
    elif record.now.number < record.rounds:
        g.swap(stage="round")


def over(g: Draft) -> None:
    """The battle is over: a raid goes home; a victory is noted, for experience (3.5.4, 3.13.2)."""
    record = in_hand(g)
    us = [force.id for force in there(g, US)]
    if record.sort == "raid" and record.port and us:
        g.tell(RaidersHome(forces=us, to=record.port))
        g.place(us, record.port, moved=True)
    won = record.sort == "battle" and record.real_japanese and bool(us) and not present(g, record.area, JAPAN).real
    if won:
        support = tuple(name for name in record.support if name in g.forces and g.forces[name].side == US)
        g.victories = (*g.victories, Victory(record.area, support))
    left = {US: us, JAPAN: [force.id for force in there(g, JAPAN)]}
    g.tell(BattleEnded(area=record.area, sort=record.sort, won=won, left=left))
    g.finish()


HEADINGS: Mapping[Sort, str] = {"battle": "Battle of", "raid": "Carrier raid on", "submarines": "Submarines at"}
"""What a battle is called, before the name of its Area."""
Stage = Literal[
    "boxes", "air support", "Japanese air support", "plans", "rounds", "round", "US plan", "Japanese plan", "search",
    "split", "strikes", "hits", "submarines", "more submarines", "surface", "fire", "bombardment", "shells",
    "landing", "ashore", "barges", "ground combat", "aftermath", "damage control", "after ground combat",
    "withdrawal", "Japanese withdrawal", "after withdrawal", "last withdrawal", "over",
]  # fmt: skip
WORK: Mapping[Stage, Callable[[Draft], None]] = {
    "boxes": boxes,
    "air support": air_support,
    "Japanese air support": japanese_air_support,
    "plans": start_steps,
    "rounds": length,
    "round": next_round,
    "US plan": us_plan,
    "Japanese plan": plans.draw_japanese,
    "search": search.search,
    "split": air.split,
    "strikes": air.strikes,
    "hits": air.count_hits,
    "submarines": submarines.attacks,
    "more submarines": submarines.extra_attacks,
    "surface": surface.begin,
    "fire": surface.fire,
    "bombardment": bombardment.begin,
    "shells": bombardment.shells,
    "landing": landing.begin,
    "ashore": landing.go_ashore,
    "barges": landing.barges,
    "ground combat": landing.combat,
    "aftermath": landing.aftermath,
    "damage control": plans.damage_control,
    "after ground combat": after_ground_combat,
    "withdrawal": withdrawal.begin,
    "Japanese withdrawal": withdrawal.japanese_withdrawal,
    "after withdrawal": after_withdrawal,
    "last withdrawal": withdrawal.last_withdrawal,
    "over": over,
}
"""What is done in each stage of a battle, in their order (3.8.3, 3.9.1)."""
_NOT_IN_A_RAID = (
    "landing", "ashore", "barges", "ground combat", "aftermath", "after ground combat", "withdrawal",
    "Japanese withdrawal", "after withdrawal", "last withdrawal",
)  # fmt: skip
"""A raid has the steps 1 to 6 of one round (3.5.4)."""
STAGES: Mapping[Sort, tuple[Stage, ...]] = {
    "battle": tuple(WORK),
    "raid": tuple(stage for stage in WORK if stage not in _NOT_IN_A_RAID),
    "submarines": ("submarines", "over"),
}


_NEXT: Mapping[Sort, Mapping[Stage, Stage]] = {sort: dict(pairwise(stages)) for sort, stages in STAGES.items()}
"""The stage after each."""


@dataclass(frozen=True, slots=True)
class Battle(Step[Table, Draft]):
    """A battle, a carrier raid or a meeting of submarines, with its record."""

    record: Record
    stage: Stage
    kind: Literal["battle"] = "battle"

    def title(self, table: Table) -> str:
        """Where it is fought, and the round."""
        name, now = book_of(table).areas[self.record.area].name, self.record.now
        what = HEADINGS[self.record.sort]
        when = f", round {now.number} of {self.record.rounds}, {'Day' if day(table) else 'Night'}" if now.number else ""
        return f"{what} {name}{when}"

    def proceed(self, g: Draft) -> None:
        """Do the work of the stage; the next one follows unless the work says otherwise."""
        if self.stage != "over":
            g.swap(stage=_NEXT[self.record.sort][self.stage])
        WORK[self.stage](g)
