"""Submarines: attacks on ships in any box, and what the escorts answer (3.10.1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt
from wargame_tui.titles.commander.checks import hits_of
from wargame_tui.titles.pacific_commander.commands import HoldBack, Torpedo
from wargame_tui.titles.pacific_commander.events.battles import HeldBack
from wargame_tui.titles.pacific_commander.events.dice import TorpedoFired
from wargame_tui.titles.pacific_commander.printed.book import SIDES, US, enemy
from wargame_tui.titles.pacific_commander.printed.data import Side
from wargame_tui.titles.pacific_commander.rules import plans
from wargame_tui.titles.pacific_commander.rules.choice import Naming, called
from wargame_tui.titles.pacific_commander.rules.engagement import by_groups, in_hand, ships
from wargame_tui.titles.pacific_commander.state import Draft, Force, Table, book_of, present, ratings


def attacks(g: Draft) -> None:
    """Every SS may attack, those of the US first (3.10.1)."""
    here = in_hand(g).area
    boats = [boat for side in SIDES for boat in present(g, here, side).submarines]
    g.push(*(SubmarineAttack(boat.id) for boat in reversed(boats)))


def extra_attacks(g: Draft) -> None:
    """Attacks of chits, which nothing answers (3.12.4, `i_boats`)."""
    for side in SIDES:
        for plan in plans.in_force(g, side):
            targets = prey(g, side)
            if plan.submarine_at and targets:
                _torpedo(g, side, targets[0], plan.submarine_at, None)


def prey(table: Table, side: Side) -> list[Force]:
    """Enemy ships in the order in which Japanese submarines choose them."""
    return by_groups(table, ships(table, enemy(side)), book_of(table).charts.battle.submarine_order)


def torpedo_number(table: Table, side: Side) -> int:
    """The number of a submarine's attack (3.3.9)."""
    return book_of(table).values(side).torpedo + plans.torpedoes(table, side, "SS")


def escorts(table: Table, side: Side) -> list[int]:
    """The numbers of a side's best asw dice in the Area (3.10.1)."""
    weapons = [ratings(table, ship).asw for ship in ships(table, side)]
    numbers = sorted((asw.hit for asw in weapons for _ in range(asw.dice)), reverse=True)
    return numbers[: book_of(table).charts.battle.asw_dice]


def _torpedo(g: Draft, side: Side, target: Force, number: int, boat: str | None) -> None:
    """One attack: its hits count at once (3.10.1)."""
    (check,) = g.checks([number], "torpedo", "3.10.1", TorpedoFired, side=side, force=boat, targets=[target.id])
    if check.hit:
        g.hit(target.id, book_of(g).charts.battle.hits_of(check.face, None), "3.10.1")


@dataclass(frozen=True, slots=True)
class SubmarineAttack(Naming):
    """An SS attacks a ship; the player may hold his back (3.10.1)."""

    boat: str
    kind: Literal["submarine_attack"] = "submarine_attack"
    at_force: ClassVar[type[Command]] = Torpedo
    no_more: ClassVar[type[Command]] = HoldBack
    why_not: ClassVar[str] = "no enemy ship here"

    def waiting(self, table: Table) -> Sequence[Force]:
        """Enemy ships in the Area, in any box (3.10.1)."""
        return prey(table, table.forces[self.boat].side)

    def open(self, table: Table) -> bool:
        """For a boat of the player with a target."""
        return table.forces[self.boat].side == US and bool(self.waiting(table))

    def prompt(self, table: Table) -> Prompt:
        """Which ship?"""
        return Prompt(f"Which ship does {called(table.forces[self.boat])} attack?", "3.10.1")

    def name(self, g: Draft, force: Force) -> None:
        """It is attacked."""
        g.finish()
        self._attack(g, force)

    def close(self, g: Draft) -> None:
        """It holds back."""
        g.finish()
        g.tell(HeldBack(force=self.boat))

    def automatically(self, g: Draft) -> None:
        """Always attack, in the order of the Japanese (5.3)."""
        g.finish()
        targets = self.waiting(g)
        if targets:
            self._attack(g, targets[0])

    def thumb(self, table: Table) -> Sequence[Command]:
        """The first target."""
        return Naming.thumb(self, table)[:1]

    def _attack(self, g: Draft, target: Force) -> None:
        boat = g.forces[self.boat]
        _torpedo(g, boat.side, target, torpedo_number(g, boat.side), boat.id)
        numbers = escorts(g, target.side)
        if hits_of(g.checks(numbers, "asw", "3.10.1", side=target.side, force=boat.id)):
            g.hit(boat.id, ratings(g, boat).steps, "3.10.1")
