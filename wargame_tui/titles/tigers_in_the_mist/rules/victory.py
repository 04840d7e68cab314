"""Victory (rule 12): control, victory points, and the results of the four scenarios."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.state import Outcome
from wargame_tui.core.step import Prompt, Refusal, Step
from wargame_tui.engine.ways import nearest, way
from wargame_tui.titles.tigers_in_the_mist import events
from wargame_tui.titles.tigers_in_the_mist.commands import Gaps
from wargame_tui.titles.tigers_in_the_mist.printed.book import ALLIED, GERMAN
from wargame_tui.titles.tigers_in_the_mist.printed.data import Side
from wargame_tui.titles.tigers_in_the_mist.rules import supply
from wargame_tui.titles.tigers_in_the_mist.state import Draft, Score, Table, book_of, holds, positions, stamp, units_in


def update_control(g: Draft) -> None:
    """At the end of a player impulse: whoever stands alone in an area controls it (12.22)."""
    occupied = positions(g).occupied
    for side, foe in ((GERMAN, ALLIED), (ALLIED, GERMAN)):
        for space in sorted(occupied[side] - occupied[foe]):
            if not book_of(g).is_zone(space) and g.control.get(space) != side:
                g.control = {**g.control, space: side}
                g.tell(events.Control(space=space, side=side))


def scores(table: Table, area: str) -> bool:
    """Whether the German controls an area in supply: empty, or with a unit in supply (12.22, A24)."""
    if table.control.get(area) != GERMAN:
        return False
    units = units_in(table, area, GERMAN)
    return not units or any(supply.in_supply(table, unit) for unit in units)


def _add(g: Draft, source: str, points: int, rule: str) -> None:
    g.vp += points
    g.vp_log = (*g.vp_log, Score(stamp(g), source, points))
    g.tell(events.Points(source=source, points=points, total=g.vp, rule=rule))


def score_areas(g: Draft, manned: frozenset[str]) -> None:
    """The victory phase: points of the VP areas that the German controls (12.11, 12.22).

    `manned` are the spaces with German units before the attrition phase: one that attrition has emptied held only units
    out of supply, and scores as little as if they had lived (A24).
    """
    book = book_of(g)
    if book.scenario.victory == "first_three_days":
        return
    emptied = manned - positions(g).occupied[GERMAN]
    for area in book.areas:
        if book.spaces[area].vp and area in book.section and area not in emptied and scores(g, area):
            _add(g, area, book.spaces[area].vp, "12.22")


def score_zones(g: Draft) -> None:
    """At game end: German strength in supply in Allied zones, times the multiplier (12.23, 12.24, A26)."""
    book = book_of(g)
    for zone in book.zones:
        worth = book.spaces[zone].multiplier
        supplied = [unit for unit in units_in(g, zone, GERMAN) if supply.in_supply(g, unit)]
        points = worth * sum(unit.strength for unit in supplied)
        if points:
            _add(g, zone, points, "12.23")


TownState = Literal["German", "Allied", "contested"]


def town_state(table: Table, area: str) -> TownState:
    """Whose a town is, or contested if both sides have units there (A28)."""
    if holds(table, area, GERMAN) and holds(table, area, ALLIED):
        return "contested"
    return "German" if table.control.get(area) == GERMAN else "Allied"


def score_towns(g: Draft) -> None:
    """The First Three Days: points for towns controlled or contested (S3, A29, A45)."""
    worth = book_of(g).charts.first_three_days
    for town in book_of(g).scenario.towns:
        state = town_state(g, town)
        if state == "contested":
            _add(g, town, worth.contested, "12.21")
        elif state == "German" and scores(g, town):
            _add(g, town, worth.controlled, "12.21")


def count_gaps(table: Table) -> int:
    """The most lines along roads from German entry zones to zones D to K that share no area (S3, A30).

    No line passes through an area with Allied units. Zones may be shared; bridges do not matter.
    """
    book = book_of(table)
    free = {area for area in book.areas if not holds(table, area, ALLIED)}
    goals = {z for z in book.zones if book.spaces[z].owner == ALLIED and z not in book.charts.closed_zones[GERMAN]}
    starts = [zone for zone in book.zones if book.spaces[zone].owner == GERMAN]
    edges: dict[object, set[object]] = {"start": {(a, "in") for zone in starts for a in _next_to(table, zone) & free}}
    for area in free:
        onward = _next_to(table, area)
        edges[area, "in"] = {(area, "out")}
        edges[area, "out"] = {(there, "in") for there in onward & free} | ({"goal"} if onward & goals else set())
    return most_disjoint_paths(edges, "start", "goal")


def _next_to(table: Table, space: str) -> set[str]:
    return {road.to for road in book_of(table).roads[space]}


def most_disjoint_paths(edges: Mapping[object, set[object]], start: object, goal: object) -> int:
    """The most paths from start to goal of which no two share an edge (maximum flow, by shortest augmenting paths)."""
    residual = {node: set(onward) for node, onward in edges.items()}
    count = 0
    while path := way(nearest([start], lambda node: residual.get(node, ())), goal):
        for here, there in pairwise(path):
            residual[here].discard(there)
            residual.setdefault(there, set()).add(here)
        count += 1
    return count


@dataclass(frozen=True, slots=True)
class GapCount(Step[Table, Draft]):
    """Both players count the gaps; if they differ, the program's count stands (S3, A30)."""

    side: Side = GERMAN
    kind: Literal["gap_count"] = "gap_count"
    heading: ClassVar[str] = "Gaps in the Allied line"

    def decider(self, table: Table) -> str | None:
        """The German, then the Allied player."""
        return None if len(table.gap_claims) == 2 else self.side

    def prompt(self, table: Table) -> Prompt:
        found = count_gaps(table)
        return Prompt(f"How many gaps in the Allied line? The program counts {found}.", "A30")

    def candidates(self, table: Table) -> Iterator[Command]:
        """The program's count first, then others."""
        found = count_gaps(table)
        yield Gaps(found)
        for number in range(self._most(table) + 1):
            if number != found:
                yield Gaps(number)

    @staticmethod
    def _most(table: Table) -> int:
        book = book_of(table)
        return len({area for zone in book.scenario.sources[GERMAN] for area in _next_to(table, zone)})

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """A number that the German entry zones allow."""
        if not isinstance(command, Gaps):
            return self.not_now(table)
        most = self._most(table)
        return None if 0 <= command.count <= most else Refusal(f"there can be 0 to {most} gaps", "A30")

    def do(self, g: Draft, command: Command) -> None:
        assert isinstance(command, Gaps)
        g.gap_claims = {**g.gap_claims, self.side: command.count}
        g.tell(events.GapsClaimed(side=self.side, count=command.count))
        g.swap(side=ALLIED)

    def proceed(self, g: Draft) -> None:
        """Score what was agreed, or the program's count."""
        claims = set(g.gap_claims.values())
        gaps = claims.pop() if len(claims) == 1 else count_gaps(g)
        if gaps:
            _add(g, "gaps", gaps * book_of(g).charts.first_three_days.gap, "12.21")
        g.finish()


def level_for(table: Table, points: int) -> Outcome:
    """The victory level for so many points (T13)."""
    levels = sorted(book_of(table).scenario.levels, key=lambda level: -level.at_least)
    level = next((level for level in levels if points >= level.at_least), levels[-1])
    words = f"{level.winner} {level.level} victory" if level.winner else level.level.capitalize()
    return Outcome(level.winner, words, f"The German side has {points} victory points.", points)


def seventh_army_result(table: Table) -> Outcome:
    """The practice scenario's result, by the control of its two towns (S1)."""
    book = book_of(table)
    states = [town_state(table, town) for town in book.scenario.towns]
    words = ", ".join(
        f"{book.spaces[town].name}: {state}" for town, state in zip(book.scenario.towns, states, strict=True)
    )
    winner: Side | None
    german, disputed = states.count("German"), states.count("contested")
    if german == 2:
        winner, level = GERMAN, "German decisive victory"
    elif german == 1:
        winner, level = (GERMAN, "German tactical victory") if disputed else (None, "Both sides lose")
    elif disputed:
        winner, level = (None, "Draw") if disputed == 2 else (ALLIED, "Allied tactical victory")
    else:
        winner, level = ALLIED, "Allied decisive victory"
    return Outcome(winner, level, f"{words}.")


def conclude(g: Draft) -> None:
    """The end of the game: zones, towns, and the result."""
    scenario = book_of(g).scenario
    if scenario.victory == "seventh_army":
        g.over = seventh_army_result(g)
    else:
        score_zones(g)
        g.over = level_for(g, g.vp)
    g.tell(events.GameOver(winner=g.over.winner, level=g.over.level, points=g.over.points))
