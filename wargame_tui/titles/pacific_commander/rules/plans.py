"""Battle Plans: playing and drawing them, and what those in force add (3.8.8, 3.9.2, 3.12)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal
from wargame_tui.titles.commander.checks import draw, full_cup, less
from wargame_tui.titles.pacific_commander.commands import PassPlan, PlayPlan, RepairHit
from wargame_tui.titles.pacific_commander.events.battles import PlanPlayed, PlansCounted, PlanShown
from wargame_tui.titles.pacific_commander.events.dice import Draw
from wargame_tui.titles.pacific_commander.events.turn import Repaired
from wargame_tui.titles.pacific_commander.printed.book import CARRIERS, JAPAN, US, enemy
from wargame_tui.titles.pacific_commander.printed.data import ForceClass, PlanEntry, Side
from wargame_tui.titles.pacific_commander.rules.choice import Choice, Naming
from wargame_tui.titles.pacific_commander.rules.engagement import (
    Chit,
    fort_level,
    holder,
    in_battle,
    in_hand,
    note,
    note_round,
    ships,
    there,
)
from wargame_tui.titles.pacific_commander.state import Draft, Force, Table, air_points, book_of

# What chits add


def in_force(table: Table, side: Side) -> list[PlanEntry]:
    """A side's chits in force in this round (3.12.2)."""
    plans = book_of(table).charts.plans[side]
    return [plans[chit.id] for chit in in_hand(table).now.chits if chit.side == side]


def added(table: Table, side: Side, effect: str) -> int:
    """What a side's chits in force add to a number, by the field of the chart."""
    return sum(getattr(plan, effect) for plan in in_force(table, side))


def search(table: Table, side: Side) -> int:
    """What the chits of both sides add to a search (3.9.4)."""
    return added(table, side, "search") + added(table, enemy(side), "enemy_search")


def strike_dice(table: Table, side: Side) -> int:
    """STRIKE dice of chits that find a carrier with an air point to work on."""
    flying = {force.cls for force in in_battle(table, side) if force.cls in CARRIERS and air_points(table, force)}
    return sum(
        plan.strike_dice
        for plan in in_force(table, side)
        if (plan.strike_class in flying if plan.strike_class else flying)
    )


def strike_at(table: Table, side: Side, ship: ForceClass) -> int:
    """What chits add to strike dice against a class of ships."""
    light = ship in book_of(table).charts.battle.light and any(force.cls == "LBA" for force in in_battle(table, side))
    return added(table, side, "strike_ship") + (added(table, side, "strike_light") if light else 0)


def torpedoes(table: Table, side: Side, cls: ForceClass) -> int:
    """What chits add to the torpedo numbers of a class."""
    return sum(plan.torp for plan in in_force(table, side) if plan.torp_class in (None, cls))


def any_of(table: Table, effect: str) -> bool:
    """Whether a chit of either side has an effect that either is or is not."""
    return any(getattr(plan, effect) for side in (US, JAPAN) for plan in in_force(table, side))


def fort(table: Table, side: Side) -> int:
    """The fort level that helps a side, with its chits (3.2.11, 3.12.4)."""
    return fort_level(table, side) + (added(table, side, "fort") if holder(table) == side else 0)


# Showing chits


def number_of_plans(g: Draft) -> None:
    """How many plans Japan has for the battle (3.8.8)."""
    record, chart, economy = in_hand(g), book_of(g).charts.battle, book_of(g).charts.economy
    most = min(chart.plans_most, chart.plans_base + len(there(g, JAPAN)) // chart.plans_forces)
    broken = economy.code_break_plans if g.code_break == record.area else 0
    note(g, plans_left=max(most - broken, 0))
    g.tell(PlansCounted(count=in_hand(g).plans_left))


def draw_japanese(g: Draft) -> None:
    """Japan draws one from its full cup less those drawn in this battle, and shows it (3.9.2)."""
    record = in_hand(g)
    cup = less(full_cup({chit: plan.copies for chit, plan in book_of(g).charts.plans[JAPAN].items()}), record.drawn)
    if not record.plans_left or not cup:
        return
    chit = draw(g, Draw, cup)
    note(g, plans_left=record.plans_left - 1, drawn=(*record.drawn, chit))
    note_round(g, chits=(*record.now.chits, Chit(JAPAN, chit)))
    g.tell(PlanShown(side=JAPAN, chit=chit, left=in_hand(g).plans_left))


@dataclass(frozen=True, slots=True)
class PlanChoice(Choice):
    """The player plays a chit from his hand, or passes (3.9.2)."""

    kind: Literal["plan_choice"] = "plan_choice"
    asks: ClassVar[Prompt] = Prompt("Play a Battle Plan for this round, or pass.", "3.9.2")

    def open(self, table: Table) -> bool:
        """With a chit in the hand."""
        return bool(table.hand)

    def answers(self, table: Table) -> Iterator[Command]:
        """Each chit of the hand, and none."""
        yield from (PlayPlan(chit) for chit in dict.fromkeys(table.hand))
        yield PassPlan()

    def objection(self, table: Table, command: Command) -> Refusal | None:
        """Only what is in the hand (3.9.2)."""
        match command:
            case PlayPlan(chit):
                return None if chit in table.hand else Refusal(f"`{chit}` is not in your hand", "3.9.2")
            case PassPlan():
                return None
        return self.not_now(table)

    def answer(self, g: Draft, command: Command) -> None:
        """The chit works in this round and goes to the discard (3.4.9, 3.12.2)."""
        if isinstance(command, PlayPlan):
            g.hand, g.discard = less(g.hand, [command.chit]), (*g.discard, command.chit)
            note_round(g, chits=(*in_hand(g).now.chits, Chit(US, command.chit)))
            g.tell(PlanPlayed(side=US, chit=command.chit))
        g.finish()

    def automatically(self, g: Draft) -> None:
        """Pass."""
        g.finish()

    def thumb(self, table: Table) -> Sequence[Command]:
        """To pass."""
        return (PassPlan(),)


# Damage control


def damage_control(g: Draft) -> None:
    """At the end of the round chits take back hits (3.12.3)."""
    g.push(DamageControl(added(g, US, "repair")))


@dataclass(frozen=True, slots=True)
class DamageControl(Naming):
    """The player names the ships whose hits are taken back (3.12.3)."""

    left: int
    kind: Literal["damage_control"] = "damage_control"
    asks: ClassVar[Prompt] = Prompt("Damage control: which ship loses one hit?", "3.12.3")
    at_force: ClassVar[type[Command]] = RepairHit
    why_not: ClassVar[str] = "no US ship here that was hit in this round"

    def waiting(self, table: Table) -> Sequence[Force]:
        """US ships still afloat that were hit in this round, in Force order (3.12.3)."""
        before = in_hand(table).now.hits_before
        return [ship for ship in ships(table, US) if ship.hits > before.get(ship.id, 0)]

    def name(self, g: Draft, force: Force) -> None:
        """One hit fewer."""
        g.change(force.id, hits=force.hits - 1)
        g.tell(Repaired(rule="3.12.3", force=force.id, name=force.name, side=US))
        g.swap(left=self.left - 1)

    def open(self, table: Table) -> bool:
        """With more than one ship."""
        return self.left > 0 and len(self.waiting(table)) > 1

    def automatically(self, g: Draft) -> None:
        """The first ship in Force order (5.3)."""
        hurt = self.waiting(g)
        if self.left and hurt:
            self.name(g, hurt[0])
        else:
            g.finish()

    def thumb(self, table: Table) -> Sequence[Command]:
        """That ship."""
        return Naming.thumb(self, table)[:1]
