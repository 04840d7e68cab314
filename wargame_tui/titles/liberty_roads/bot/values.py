"""What a position of Liberty Roads is worth: points, and what the ground, the steps and the supply promise beyond them.

Everything is counted in points of the Allies at the end of the game. The weights rest on games of the greedy
player against itself (`WEIGHTS`).
"""

from collections.abc import Iterator, Mapping
from functools import cache
from heapq import heapify, heappop, heappush
from math import exp

from wargame_tui.titles.liberty_roads.bot.sight import FAR, View, view_of
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, GERMAN, Board, step_costs
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules import fortitude, supply, victory
from wargame_tui.titles.liberty_roads.state import ELIMINATED, State

TOLL = 1.5
"""Half movement points that a German stack in the way costs for each point of its defence, ground included."""
PACE, SPREAD = 6.0, 7.0
"""Half points that the Allies cover in a turn, and how uncertain that is."""
RESULT = 5.0
"""What it counts to win."""
WEIGHTS: Mapping[str, float] = {
    "points": 1.0,
    "roads ahead": 0.85,
    "losses": 1.0,
    "Allied steps": 0.04,
    "German steps": 0.05,
    "supply": 0.4,
    "Fortitude": 0.2,
}
"""Points at the end that a term is worth.

From 20 greedy games of Cobra (seeds 1002 to 1021), the points at the end against the terms at the beginning of each
player turn, by least squares: roads ahead 0.85, points 1.0; steps too little to be told from nothing. Supply would be
0.14; it counts more, so that no stack is left out of supply for a point.
"""


def worth_of(state: State) -> Mapping[str, float]:
    """What a position is worth to the Allies, by terms, in points."""
    if state.over is not None:
        won = (state.over.winner == ALLIED) - (state.over.winner == GERMAN)
        return {"result": RESULT * won, "points": float(state.over.points or 0)}
    return {name: WEIGHTS[name] * value for name, value in terms(state).items()}


def terms(state: State) -> Mapping[str, float]:
    """What a position promises the Allies, by terms, unweighted."""
    view = view_of(state, ALLIED)
    return {
        "points": float(victory.points(state)),
        "roads ahead": _roads_ahead(view),
        "losses": _losses(state),
        "Allied steps": _steps(view, ALLIED),
        "German steps": -_steps(view, GERMAN),
        "supply": _cut_off(view),
        "Fortitude": _asleep(state),
    }


# ------------------------------------------------------------------ ground


def _roads_ahead(view: View) -> float:
    """The points that are still to be had, each by the chance to be there in time."""
    ways, left = ways_from(view), view.book.scenario.last - view.state.turn + (view.state.now.side == ALLIED)
    return sum(points * _chance(far, left) for points, far in _still_to_take(view, ways))


def _chance(far: float, turns: int) -> float:
    """The chance to come so far in so many turns."""
    return 1 / (1 + exp(min(50.0, (far - PACE * turns) / SPREAD))) if turns else 0.0


def _still_to_take(view: View, ways: list[float]) -> Iterator[tuple[float, float]]:
    """Points that the Allies do not have, with the way to go for them."""
    state, index = view.state, view.board.index
    entry = view.book.scenario.victory
    assert entry is not None
    for goal in entry.goals:
        far = sorted(ways[index[hex_]] for hex_ in goal.hexes if not victory.is_held(state, goal, hex_))
        held = len(goal.hexes) - len(far)
        if goal.count == "each":
            most = len(goal.hexes) if goal.most is None else goal.most // goal.points
            yield from ((float(goal.points), each) for each in far[: max(0, most - held)])
        elif far and (goal.count == "all" or not held):
            yield float(goal.points), far[-1] if goal.count == "all" else far[0]
    if entry.strategic:
        for hex_, row in view.book.map.strategic.items():
            if not state.controls(ALLIED, hex_):
                yield float(row.value), ways[index[hex_]]


def ways_from(view: View) -> list[float]:
    """The half points from the nearest Allied division in supply to each hex, through Germans in the way."""
    exits, grounds = _exits(view.board), view.stacks
    tolls = {hex_: TOLL * view.shield(hex_, units) for hex_, units in grounds.items()}
    found = [float(FAR)] * len(exits)
    queue = [(0.0, view.board.index[unit.location]) for unit in view.divisions if not unit.oos]
    heapify(queue)
    while queue:
        far, hex_ = heappop(queue)
        if found[hex_] <= far:
            continue
        found[hex_] = far
        for there, cost in exits[hex_]:
            beyond = far + cost + tolls.get(there, 0.0)
            if beyond < found[there]:
                heappush(queue, (beyond, there))
    return found


@cache
def _exits(board: Board) -> list[list[tuple[int, int]]]:
    """Where each hex leads, and for how many half points."""
    costs, found = step_costs(board, "infantry"), list[list[tuple[int, int]]]()
    for hex_, around in enumerate(board.grid.neighbours):
        ways = ((there, costs[6 * hex_ + turn]) for turn, there in enumerate(around))
        found.append([(there, cost) for there, cost in ways if there is not None and cost is not None])
    return found


# ------------------------------------------------------------------ units


def _steps(view: View, side: Side) -> float:
    """The steps of a side's divisions on the map and beside it, by what they are worth."""
    state = view.state
    alive = (unit for place, units in state.stacks(side).items() if place != ELIMINATED for unit in units)
    return sum(
        view.step_worth(unit) * state.steps_of(unit) for unit in alive if state.is_alive(unit.id) and not unit.festung
    )


def _losses(state: State) -> float:
    """What is lost on the way to the next point for German armour or Allied divisions destroyed."""
    entry, found = state.book.scenario.victory, 0.0
    assert entry is not None
    lost = [unit for unit in state.units.values() if unit.location == ELIMINATED and state.piece(unit).division]
    if entry.german_armour:
        tanks = sum(unit.side == GERMAN and state.piece(unit).armour for unit in lost)
        found += tanks % entry.german_armour / entry.german_armour
    if entry.allied_divisions:
        found -= sum(unit.side == ALLIED for unit in lost) % entry.allied_divisions / entry.allied_divisions
    return found


def _cut_off(view: View) -> float:
    """German steps out of supply, less Allied ones."""
    state, found = view.state, 0.0
    for side, sign in ((GERMAN, 1), (ALLIED, -1)):
        for unit in state.on_map(side):
            if state.piece(unit).division and not supply.supplied(state, unit):
                found += sign * view.step_worth(unit) * state.steps_of(unit)
    return found


def _asleep(state: State) -> float:
    """German steps that Operation Fortitude keeps where they are."""
    if not (state.campaign.fortitude or state.campaign.south_held) or state.book.scenario.basic:
        return 0.0
    view = view_of(state, GERMAN)
    held = (unit for unit in view.divisions if fortitude.is_held(state, unit))
    return sum(view.step_worth(unit) * state.steps_of(unit) for unit in held)
