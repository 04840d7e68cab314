"""Bombardment of the shore (3.10.7, 3.10.8)."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt
from wargame_tui.titles.commander.checks import hits_of
from wargame_tui.titles.pacific_commander.commands import Bombard
from wargame_tui.titles.pacific_commander.events.battles import Bombarded
from wargame_tui.titles.pacific_commander.events.turn import FortChanged
from wargame_tui.titles.pacific_commander.printed.book import JAPAN, SIDES, US, enemy
from wargame_tui.titles.pacific_commander.printed.data import Side
from wargame_tui.titles.pacific_commander.rules import plans
from wargame_tui.titles.pacific_commander.rules.choice import YesOrNo
from wargame_tui.titles.pacific_commander.rules.engagement import (
    ground,
    ground_can_be_hit,
    hit_ashore,
    holder,
    in_hand,
    line,
    note_round,
    strongest,
    total_steps,
)
from wargame_tui.titles.pacific_commander.state import Draft, Table, book_of, present, rating


def begin(g: Draft) -> None:
    """Step 6, if nobody fired in step 5; Japan always bombards, the player may decline (3.10.7)."""
    if in_hand(g).now.fired:
        return
    note_round(g, bombarding=(JAPAN,) if can_bombard(g, JAPAN) else ())
    if can_bombard(g, US):
        g.push(BombardmentChoice())


def can_bombard(table: Table, side: Side) -> bool:
    """Whether a side has bom dice in LINE and the enemy Forces Ashore (3.10.7)."""
    return bool(_guns(table, side)) and bool(present(table, in_hand(table).area, enemy(side)).ashore)


def _guns(table: Table, side: Side) -> list[str]:
    return [ship.id for ship in line(table, side) if rating(table, ship, "bom").dice]


def why_ground_is_safe(table: Table, side: Side) -> str:
    """Why bombs and shells take no ground step of a side now; empty if they do, or if it has none (3.9.15)."""
    there = ground(table, side)
    if not there or ground_can_be_hit(table, side):
        return ""
    if total_steps(table, there) == 1:
        return "the last ground step Ashore falls to an assault only (3.9.15)"
    return "bombs and shells took their one ground step of this round already (3.9.15)"


def is_idle(table: Table) -> bool:
    """Whether the player's shells would take nothing and lower no fort (3.9.15, 3.10.8)."""
    safe = why_ground_is_safe(table, JAPAN) or not ground(table, JAPAN)
    return bool(safe) and not _but_the_fort(table) and not present(table, in_hand(table).area, JAPAN).aircraft


def _but_the_fort(table: Table) -> str:
    """What hits do at least to a fort of Japan (3.10.8)."""
    fort = holder(table) == JAPAN and table.areas[in_hand(table).area].fort
    return f", but {book_of(table).charts.battle.bombard_fort} of them lower the fort" if fort else ""


@dataclass(frozen=True, slots=True)
class BombardmentChoice(YesOrNo):
    """The player says whether his LINE bombards the shore (3.10.7)."""

    kind: Literal["bombardment_choice"] = "bombardment_choice"
    says: ClassVar[type[Command]] = Bombard

    def prompt(self, table: Table) -> Prompt:
        """Yes or no, and whether hits could take anything?"""
        safe = why_ground_is_safe(table, JAPAN)
        idle = safe and not present(table, in_hand(table).area, JAPAN).aircraft
        more = f" Hits would have no effect{_but_the_fort(table)}: {safe}." if idle else ""
        return Prompt(f"Bombard the enemy Ashore with your LINE?{more}", "3.10.7")

    def settle(self, g: Draft, yes: bool) -> None:
        """Ships of both sides then fire together."""
        if yes:
            note_round(g, bombarding=(US, *in_hand(g).now.bombarding))
        g.finish()


def shells(g: Draft) -> None:
    """Both sides roll, the US first; then the hits of both count (3.10.7)."""
    hits = {side: _roll(g, side) for side in SIDES if side in in_hand(g).now.bombarding}
    for side, count in hits.items():
        _count(g, enemy(side), count)


def _roll(g: Draft, side: Side) -> int:
    """Hits of a side's bombardment, with those that chits add."""
    found = 0
    for name in _guns(g, side):
        bom = rating(g, g.forces[name], "bom")
        found += hits_of(g.checks([bom.hit] * bom.dice, "bombard", "3.10.7", side=side, force=name))
    return found + plans.added(g, side, "bombard_hits")


def _count(g: Draft, side: Side, hits: int) -> None:
    """Hits at a side's shore: so many count at most, the fort takes its level off, the rest go one by one (3.10.8)."""
    chart, area = book_of(g).charts.battle, in_hand(g).area
    counted = min(hits, chart.bombard_most)
    left = counted
    if holder(g) == side:
        fort = max(plans.fort(g, side) - plans.added(g, enemy(side), "fort_less"), 0)
        left = max(counted - fort, 0)
        if counted >= chart.bombard_fort and g.areas[area].fort:
            g.change_area(area, fort=g.areas[area].fort - 1)
            g.tell(FortChanged(rule="3.10.8", area=area, level=g.areas[area].fort, change=-1))
    g.tell(Bombarded(side=side, counted=counted, left=left))
    for _ in range(left):
        _take(g, side)


def _take(g: Draft, side: Side) -> None:
    """One hit: the ground Force with most steps left, when that is used up the LBA with most (3.10.8, 3.9.15)."""
    if ground_can_be_hit(g, side):
        hit_ashore(g, strongest(g, ground(g, side)), "3.10.8")
        return
    aircraft = present(g, in_hand(g).area, side).aircraft
    if aircraft:
        hit_ashore(g, strongest(g, aircraft), "3.10.8")
