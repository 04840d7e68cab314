"""The sequence of play (rule 6): dates, game impulses, player impulses, and the phases that end a turn."""

from dataclasses import dataclass
from typing import Literal

from wargame_tui.core.state import changed
from wargame_tui.core.step import Step
from wargame_tui.titles.tigers_in_the_mist import events
from wargame_tui.titles.tigers_in_the_mist.printed.book import ALLIED, GERMAN
from wargame_tui.titles.tigers_in_the_mist.printed.data import Side
from wargame_tui.titles.tigers_in_the_mist.rules import reinforcements, special, stacking, supply, victory
from wargame_tui.titles.tigers_in_the_mist.rules.activation import Movement
from wargame_tui.titles.tigers_in_the_mist.rules.bridges import Bridging
from wargame_tui.titles.tigers_in_the_mist.rules.combat import Battles
from wargame_tui.titles.tigers_in_the_mist.state import (
    Draft,
    Table,
    Unit,
    book_of,
    contested,
    positions,
    stamp,
)

IMPULSES = 3
"""Impulses of each player in a turn (6.0 IV)."""


def last_stamp(table: Table) -> tuple[int, int]:
    """Date and impulse of the last box of the scenario."""
    date, _, impulse = book_of(table).scenario.last.partition("-")
    return int(date), int(impulse)


def impulses_of(table: Table, date: int) -> int:
    """Game impulses of a date: three, fewer on the last date (6.0, T10)."""
    last_date, last_impulse = last_stamp(table)
    return last_impulse if date == last_date else IMPULSES


@dataclass(frozen=True, slots=True)
class Date(Step[Table, Draft]):
    """A turn (8.1): game impulses, then the attrition phase (VIII) and the victory phase (IX)."""

    date: int
    stage: Literal["begin", "impulses", "gaps", "end"] = "begin"
    next_impulse: int = 1
    kind: Literal["date"] = "date"

    def title(self, table: Table) -> str:
        return f"{self.date} December"

    def proceed(self, g: Draft) -> None:
        """Reset the units, play the impulses, count."""
        if self.stage == "begin":
            _begin_turn(g, self.date)
            g.swap(stage="impulses")
        elif self.stage == "impulses" and self.next_impulse <= impulses_of(g, self.date):
            g.swap(next_impulse=self.next_impulse + 1)
            g.push(Impulse(self.next_impulse))
        elif self.stage == "impulses":
            self._count(g)
        elif self.stage == "gaps":
            g.swap(stage="end")
            g.push(victory.GapCount())
        elif self.date == last_stamp(g)[0]:
            victory.conclude(g)
        else:
            g.stack = (Date(self.date + 1),)

    def _count(self, g: Draft) -> None:
        """The attrition phase and the victory phase."""
        scenario = book_of(g).scenario
        last = self.date == last_stamp(g)[0]
        newcomers = [unit for unit in g.units.values() if unit.outside_since == g.date and unit.strength]
        arrived = {unit.id for unit in newcomers if _inside(g, unit)}  # before attrition changes supply (13.21)
        manned = frozenset(positions(g).occupied[GERMAN])
        if scenario.attrition_on_last_date or not last:  # A27, A29
            g.tell(events.AttritionPhase())
            supply.attrition(g)
        _eliminate_outside(g, newcomers, arrived)
        g.tell(events.VictoryPhase())
        victory.score_areas(g, manned)
        if last and scenario.victory == "first_three_days":
            victory.score_towns(g)
            g.swap(stage="gaps")
        else:
            g.swap(stage="end")


def _begin_turn(g: Draft, date: int) -> None:
    g.date, g.impulse = date, 1
    g.change_all(g.units, marked=False, moved=False, attacked=False, bridging_attempted=False, mp_spent=0)
    g.units = {name: changed(unit, area_at_turn_start=unit.location) for name, unit in g.units.items()}
    g.tell(events.Turn(date=date))


def _inside(table: Table, unit: Unit) -> bool:
    return unit.location in book_of(table).section and supply.in_supply(table, unit)


def _eliminate_outside(g: Draft, newcomers: list[Unit], arrived: set[str]) -> None:
    """Units that appeared outside the section and are not inside and in supply by now are lost (S2, A44)."""
    for unit in newcomers:
        if unit.id in arrived:
            g.change(unit.id, outside_since=None)
        elif g.units[unit.id].strength:
            g.eliminate(unit.id)
            g.tell(events.LeftOutside(unit=unit.id, space=unit.location))


@dataclass(frozen=True, slots=True)
class Impulse(Step[Table, Draft]):
    """A game impulse: reinforcements of both sides, the German impulse, the Allied impulse (6.0 I to III)."""

    number: int
    stage: Literal["begin", "reinforced", "german done", "allied done"] = "begin"
    kind: Literal["impulse"] = "impulse"

    def title(self, table: Table) -> str:
        return f"Impulse {self.number}"

    def proceed(self, g: Draft) -> None:
        if self.stage == "begin":
            g.impulse = self.number
            g.active = GERMAN
            g.tell(events.Impulse(box=stamp(g)))
            reinforcements.place_single(g)
            g.swap(stage="reinforced")
            g.push(reinforcements.Reinforcement(ALLIED), reinforcements.Reinforcement(GERMAN))
        elif self.stage == "reinforced":
            g.swap(stage="german done")
            g.push(Half(GERMAN))
        elif self.stage == "german done" and not self._ends_after_german(g):
            g.swap(stage="allied done")
            g.push(Half(ALLIED))
        else:
            if self.stage == "allied done":
                special.remove(g)  # 14.3
                reinforcements.test_reserves(g)
            g.finish()

    def _ends_after_german(self, table: Table) -> bool:
        scenario = book_of(table).scenario
        return scenario.last_half == GERMAN and stamp(table) == scenario.last


@dataclass(frozen=True, slots=True)
class Half(Step[Table, Draft]):
    """A player impulse: movement, combat, bridging (6.0 II, III)."""

    side: Side
    stage: Literal["begin", "moved", "combat", "bridging", "overstack", "end"] = "begin"
    kind: Literal["half"] = "half"

    def title(self, table: Table) -> str:
        return self.side

    def proceed(self, g: Draft) -> None:
        if self.stage == "begin":
            _begin_impulse(g, self.side)
            g.swap(stage="moved")
            g.push(Movement(self.side))
        elif self.stage == "moved":
            g.swap(stage="combat")
            g.push(stacking.Reduce(self.side))
        elif self.stage == "combat":
            g.unsupplied_for_combat = supply.unsupplied(g)  # 13.16, A50
            g.swap(stage="bridging")
            g.push(Battles(self.side))
        elif self.stage == "bridging":
            g.swap(stage="overstack")
            g.push(Bridging(self.side))
        elif self.stage == "overstack":
            g.swap(stage="end")
            if self.side == GERMAN and g.impulse == IMPULSES and g.date == book_of(g).first_date:
                g.push(stacking.Reduce(GERMAN, setup=True))  # 7.1, A3
        else:
            victory.update_control(g)
            supply.recover_vehicles(g)
            g.tell(events.ImpulseEnded(side=self.side, box=stamp(g)))
            g.finish()


def _begin_impulse(g: Draft, side: Side) -> None:
    g.active = side
    g.battles_fought = ()
    g.unsupplied_for_combat = ()
    g.contested_at_start = contested(g)
    touched = [unit.id for unit in g.units.values() if _touched(unit)]
    g.change_all(touched, entered_enemy=False, entered_from=None, crossed_river=False, demolition_checks=0)
    g.change_bridges(checked=False, tried=False)
    supply.recover_vehicles(g)
    g.unsupplied_at_start = supply.unsupplied(g)
    g.tell(events.Half(side=side, box=stamp(g)))


def _touched(unit: Unit) -> bool:
    return bool(unit.entered_from or unit.entered_enemy or unit.crossed_river or unit.demolition_checks)
