"""Dice, and the steps that they cost (2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wargame_tui.board.phrases import first_up, listed, plural
from wargame_tui.core.event import event
from wargame_tui.core.wording import Name
from wargame_tui.titles.commander.events import Checked, Drawn, TableRolled
from wargame_tui.titles.pacific_commander.events.kinds import EnemyAct, OfForce, PacificEvent
from wargame_tui.titles.pacific_commander.printed.book import DATA, SHIPS
from wargame_tui.titles.pacific_commander.printed.data import Side
from wargame_tui.titles.pacific_commander.printed.names import PEOPLE, force_name, named, place, plan_name

CHECKS: Mapping[str, str] = {
    "code_break": "Code break",
    "commerce_raid": "Commerce raid",
    "seabees": "Seabees",
    "bomber_offensive": "Bomber offensive",
    "search": "{side} search",
    "escort": "{side} escort",
    "cap": "{side} CAP",
    "flak": "{side} {box} flak",
    "strike": "{side} strike at {force}",
    "torpedo": "{force} attacks {targets}",
    "asw": "{side} escorts against {force}",
    "pursuit": "{side} pursuit",
    "gun": "{force} fires its guns at {targets}",
    "torp": "{force} fires torpedoes at {targets}",
    "bombard": "{force} bombards",
    "landing_fire": "{force} fires at the landing",
    "ground": "{force} in ground combat",
}
"""What dice are rolled for, with what the event says of it."""
_TESTS = frozenset({"code_break", "seabees", "bomber_offensive", "search", "pursuit"})
"""Dice that succeed or fail; the others hit or miss."""
_SUBMARINE = "a submarine"
"""Who attacks where no counter does (3.12.4)."""


@event("check", weight="quiet")
class DiceRolled(Checked, PacificEvent):
    """Dice against their numbers."""

    side: Side | None = None
    force: str | None = None
    """Who rolls, or is rolled against."""
    targets: Sequence[str] | None = None
    """At whom each die is aimed."""
    box: str | None = None

    @property
    def firer(self) -> str:
        """The Force that rolls."""
        return force_name(self.force) if self.force else _SUBMARINE

    def words(self, name: Name) -> str:
        targets = listed([force_name(target) for target in dict.fromkeys(self.targets or ())])
        side = PEOPLE[self.side] if self.side else ""
        what = CHECKS[self.purpose].format(side=side, box=self.box, force=self.firer, targets=targets)
        return f"{first_up(what)}: {self.dice_words}: {self._success}"

    @property
    def _success(self) -> str:
        if self.purpose in _TESTS:
            return "success" if self.hits else "failure"
        return plural(self.hits, "hit") if self.hits else "no hit"


@dataclass(frozen=True, slots=True, kw_only=True)
class TorpedoFired(DiceRolled):
    """The die of a submarine, of a chit's too, which is no Force (3.10.1, 3.12.4)."""

    force: str | None


@event("table_roll", short="", weight="quiet")
class TableRoll(TableRolled, PacificEvent):
    """A die read in a row of a table."""

    area: str
    group: str | None = None
    posture: str | None = None

    def words(self, name: Name) -> str:
        read = f", read as {self.row}" if self.added else ""
        return f"Order die at {place(self.area)}: {self.dice[0]}{self.added}{read}"


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderRoll(TableRoll, EnemyAct):
    """The order die of a group (3.7.4)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LengthRoll(TableRoll):
    """How many rounds a battle lasts (3.8.7)."""

    def words(self, name: Name) -> str:
        rounds = plural(DATA.charts.battle.rounds_of(self.row), "round")
        return f"Length of the battle at {place(self.area)}: {self.dice[0]}, so {rounds}"


@event("draw", "2.6", short="", weight="quiet")
class Draw(Drawn, PacificEvent):
    """A Battle Plan is drawn."""

    def words(self, name: Name) -> str:
        return f"Battle Plan die {self.dice[0]} of {self.faces}: {plan_name(self.chit)}"


@event("roll", "3.10.2")
class FightRoll(PacificEvent):
    """A die that must show so much at least, for a fight that one side wants."""

    purpose: str
    faces: int
    at_least: int
    dice: Sequence[int]
    hits: int

    def words(self, name: Name) -> str:
        made = "there is a fight" if self.hits else "the other side gets away"
        return f"Surface fight: rolled {self.dice[0]} ({self.at_least} or more): {made}"


@event("hit", block="result")
class Hit(OfForce):
    """A Force loses steps (2.10)."""

    side: Side
    lost: int
    left: int
    area: str
    cargo: Sequence[str]
    """The names of what goes down with it."""
    aboard: Sequence[Sequence[Any]] | None = None
    """The same: ids, classes, names and the steps that they had left."""

    def words(self, name: Name) -> str:
        if self.left:
            return f"{self.who} loses {plural(self.lost, 'step')}, {self.left} left"
        lost = "sinks" if self.cls in SHIPS or self.cls == "SS" else "is destroyed"
        told = ((named(self.side, cls, each), steps) for _, cls, each, steps in self.aboard or ())
        aboard = [f"{each} ({plural(steps, 'step')})" for each, steps in told]
        return f"{self.who} {lost}" + (f" with {listed(aboard)} aboard" if aboard else "")
