"""What a hex map's searches cost: how far units can go, zones of control and bonds of a whole order of battle.

    python tests/benchmarks/bench_hexes.py [--runs N]

Medians of processor time, with a yardstick measured in the same run (a plain search of the whole grid without any
rules), since machines differ.
"""

import argparse
import sys
from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from wargame_tui.board.hexes import HexGrid
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44 import TITLE
from wargame_tui.titles.ardennes_44.printed.book import SIDES, open_book
from wargame_tui.titles.ardennes_44.rules import moving, reach, zones
from wargame_tui.titles.ardennes_44.state import Mode, Unit

SCENARIO = "ardennes_44/campaign"
REACH_GOAL, ZONES_GOAL = 5.0, 2.0
"""Milliseconds."""
MOVES: tuple[tuple[str, str, Mode], ...] = (
    ("2-9", "3413", "normal"),
    ("2-9", "3413", "extended"),
    ("2-9", "3413", "tactical"),
    ("12SS-25", "1731", "normal"),
    ("1SS-1Pz", "1731", "normal"),
    ("9Arm-CCB", "W0541", "normal"),
    ("9Arm-CCB", "W0541", "strategic"),
    ("12SS-25", "W0541", "strategic"),
)
"""Units, where they are put, and how they move: among crowds of units, and free on the best roads."""


def timed(what: Callable[[], object], runs: int) -> float:
    """Median milliseconds."""
    times = []
    for _ in range(runs):
        start = process_time()
        what()
        times.append((process_time() - start) * 1000)
    return median(times)


def tell(what: str, milliseconds: float, goal: float | None = None) -> None:
    """One line of the report."""
    verdict = "" if goal is None else f"   goal {goal:.0f} ms{'' if milliseconds <= goal else ': MISSED'}"
    print(f"{what:<62}{milliseconds:8.2f} ms{verdict}")


def walk(grid: HexGrid) -> int:
    """The yardstick: breadth-first from a corner to the last hex of the map, with no rules at all."""
    far, ring = {0: 0}, deque([0])
    while ring:
        here = ring.popleft()
        for to in grid.near[here]:
            if to not in far:
                far[to] = far[here] + 1
                ring.append(to)
    return len(far)


def opened() -> Game:
    """The campaign after the set-up: every unit of 16 December is on the map."""
    game = Game.new(SCENARIO, 1)
    for command in ("historical", "end"):
        game.apply(command)
    return game


def placed(state: Any, name: str, hex_: str) -> Any:
    """The same position on 21AM with a unit put into a hex."""
    draft = TITLE.draft(state)
    draft.turn, draft.units = 11, {**state.units, name: Unit(name, state.units[name].side, hex_)}
    return draft.freeze()


def from_nothing(table: Any, group: reach.Group) -> reach.Reach:
    """The ways of a group, without what is remembered of the ground as the enemy stands."""
    reach._network._known.clear()
    return reach.reach(table, group)


def reaches(state: Any, runs: int) -> None:
    """How far a unit can go, found from nothing but what does not depend on where it is."""
    for name, hex_, mode in MOVES:
        table = placed(state, name, hex_)
        group = moving._group(table, moving.Moving((name,), mode, hex_))
        found = reach.reach(table, group)
        what = f"reach {name} from {hex_}, {mode}, {len(found.spent)} hexes"
        tell(what, timed(partial(from_nothing, table, group), runs), REACH_GOAL)


def all_zones(state: Any) -> None:
    """Zones of control and bonds of both sides, from nothing."""
    for side in SIDES:
        zones._find_zone(state, side, None)
        zones._find_formed(state, side, None)
        zones._find_bonds(state, None, side)


def main() -> None:
    """Read the command line and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=50)
    runs = parser.parse_args().runs
    game = opened()
    state, grid = game.state, open_book(SCENARIO).board.grid
    on_map = sum(unit.location in grid.index for unit in state.units.values())
    tell(f"yardstick: a plain walk over {walk(grid)} hexes", timed(partial(walk, grid), runs))
    reaches(state, runs)
    tell(
        f"zones of control and bonds of {on_map} units, from nothing",
        timed(partial(all_zones, state), runs),
        ZONES_GOAL,
    )


if __name__ == "__main__":
    main()
