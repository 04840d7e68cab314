"""Victory: control, the goals of the campaign, points of the short scenarios (rules 30, 31)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from wargame_tui.core.remembered import Remembered
from wargame_tui.core.state import Outcome
from wargame_tui.titles.ardennes_44.events.turns import PointsCounted, VictoryChecked
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import supply
from wargame_tui.titles.ardennes_44.rules.special import controller as controller
from wargame_tui.titles.ardennes_44.state import Draft, Table

DIGITS = "0123456789"


@dataclass(frozen=True, slots=True)
class Goals:
    """How far both sides are, as facts (30.2, 30.3)."""

    east: tuple[str, ...]
    """Victory hexes of the East map that the German holds."""
    west: tuple[str, ...]
    """Of the West map: goal D."""
    exited: int
    """Attack strength that left the map: goal A."""
    exit_road: bool
    """Whether an exit hex that was used has a road supply line to Germany."""
    liege: Mapping[str, bool]
    """The hexes of Liege, and whether a supplied German unit is in each: goal B."""
    meuse: Mapping[str, bool]
    """The towns on the Meuse, and whether a supplied German unit is in each: goal C."""
    reached: tuple[str, ...]
    """Letters of the goals reached, of A to D."""
    enough_east: bool
    areas: tuple[str, ...]
    """German start areas with a supplied Allied unit (30.3)."""
    held: int
    """Victory phases in a row in which there were enough of them."""

    @property
    def german(self) -> bool:
        """Whether the German has what he needs (30.2)."""
        return self.enough_east and bool(self.reached)


def _find_goals(table: Table) -> Goals:
    book, chart = table.book, table.book.charts.victory
    east, west = (
        tuple(name for name in held_by_german(table) if _is_east(table, name) == is_) for is_ in (True, False)
    )
    exited, exit_road = sum(table.exits.values()), _has_exit_road(table)
    index = book.board.index
    german = _supplied(table, GERMAN, (index[name] for name in (*book.map.liege, *book.map.meuse_towns.values())))
    liege = {name: bool(german >> index[name] & 1) for name in book.map.liege}
    meuse = {town: bool(german >> index[name] & 1) for town, name in book.map.meuse_towns.items()}
    tests = {
        "A": exited >= chart.exit_strength and exit_road,
        "B": bool(liege) and all(liege.values()),
        "C": sum(meuse.values()) >= chart.meuse_towns,
        "D": len(west) >= chart.west_hexes,
    }
    reached = tuple(letter for letter, there in tests.items() if there)
    enough = len(east) >= chart.east_hexes
    return Goals(east, west, exited, exit_road, liege, meuse, reached, enough, _areas(table), table.held)


goals = Remembered(_find_goals, "units", "bridges", "roadblocks", "control", "exits", "held")
"""The state of the campaign's goals."""


def held_by_german(table: Table) -> Iterator[str]:
    """Victory hexes in play that the German controls or was the last to pass through (30.2, 31)."""
    book = table.book
    for entry in book.map.victory:
        if book.is_inside(book.board.index[entry.hex]) and controller(table, entry.hex) == GERMAN:
            yield entry.hex


def _is_east(table: Table, hex_: str) -> bool:
    """Whether a hex is on the East map: the first sheet."""
    return hex_.rstrip(DIGITS) == table.board.map.grid.sheets[0].prefix


def _has_exit_road(table: Table) -> bool:
    """Whether one of the exit hexes used has a road supply line to a German source (30.2a, 31)."""
    used = [table.board.index[hex_] for hex_, strength in table.exits.items() if strength]
    return any(supply.road_supplied(table, GERMAN) >> hex_ & 1 for hex_ in used)


def _areas(table: Table) -> tuple[str, ...]:
    """German start areas with an Allied unit in supply (30.3)."""
    areas = table.book.areas
    there = _supplied(table, ALLIED, chain.from_iterable(areas.values()))
    return tuple(name for name, hexes in areas.items() if any(there >> hex_ & 1 for hex_ in hexes))


def _supplied(table: Table, side: Side, hexes: Iterable[int]) -> int:
    """Those of some hexes with a side's units in supply, as a set; who is in supply takes long to find."""
    there = table.occupied(side) & sum(1 << hex_ for hex_ in set(hexes))
    return there & supply.in_supply(table, side) if there else 0


def points(table: Table) -> int:
    """German victory points of the short scenarios; 0 in the campaign (31)."""
    rules = table.book.scenario.points
    if rules is None:
        return 0
    left = sum(table.exits.values()) // rules.exit_strength if _has_exit_road(table) else 0
    return sum(1 for _ in held_by_german(table)) + left


def check(g: Draft) -> None:
    """The victory phase of the campaign: three start areas twice in a row, else the German's goals (30.1 to 30.3)."""
    if g.book.scenario.points is not None:
        return
    chart, now = g.book.charts.victory, goals(g)
    g.held = g.held + 1 if len(now.areas) >= chart.start_areas else 0
    g.tell(
        VictoryChecked(
            east=len(now.east),
            west=len(now.west),
            exited=now.exited,
            goals=[*now.reached],
            areas=[*now.areas],
            held=g.held,
        )
    )
    if g.held >= chart.checks:
        words = f"{len(now.areas)} German start areas held in two victory phases in a row (30.3)"
        g.over = Outcome(ALLIED, "Allied victory", words)
    elif now.german:
        letters = ", ".join(now.reached)
        g.over = Outcome(
            GERMAN, "German victory", f"{len(now.east)} victory hexes in the east and goal {letters} (30.2)"
        )


def end_of_turn(g: Draft) -> None:
    """After the last turn: short scenarios by points, the campaign for the Allies (30.3, 31)."""
    scenario = g.book.scenario
    if g.over is not None or g.turn < scenario.last:
        return
    if scenario.points is None:
        g.over = Outcome(ALLIED, "Allied victory", "the German has not reached his goals by the end (30.3)")
        return
    have, needed = points(g), scenario.points.german
    g.tell(PointsCounted(points=have, needed=needed))
    winner = GERMAN if have >= needed else ALLIED
    g.over = Outcome(winner, f"{winner} victory", f"{have} German victory points, {needed} needed (31)", have)
