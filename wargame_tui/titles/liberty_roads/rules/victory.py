"""Who wins. The rulebook's text has no victory conditions: they are reconstructions of the scenario files."""

from collections.abc import Iterator

from wargame_tui.core.state import Outcome
from wargame_tui.titles.liberty_roads.events.course import GameOver
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, GERMAN
from wargame_tui.titles.liberty_roads.printed.data import Goal, Victory
from wargame_tui.titles.liberty_roads.rules import supply
from wargame_tui.titles.liberty_roads.state import ELIMINATED, Draft, Table


def end_of_turn(g: Draft) -> None:
    """End the game at once, or after the last turn."""
    entry = g.book.scenario.victory
    assert entry is not None, "every scenario file says how it is won"
    g.over = _at_once(g, entry)
    if g.over is None and g.turn >= g.book.scenario.last:
        g.over = result(g)
    if g.over is not None:
        g.tell(GameOver(winner=g.over.winner, points=g.over.points))


def _at_once(table: Table, entry: Victory) -> Outcome | None:
    board = table.board
    if entry.driven_out is not None and table.turn >= entry.driven_out and not supply.sources(table, ALLIED):
        return Outcome(GERMAN, "German victory", "The Allies have neither a port nor a Beachhead left.", points(table))
    cities = sum(table.controls(ALLIED, board.names[hex_]) for hex_ in board.german_sources)
    if entry.reich is not None and cities >= entry.reich:
        return Outcome(ALLIED, "Allied victory", f"{cities} major cities of Germany are Allied.", points(table))
    return None


def result(table: Table) -> Outcome:
    """How the game ends if it ends as things stand."""
    entry = table.book.scenario.victory
    assert entry is not None
    total = points(table)
    if total >= entry.allied:
        return Outcome(ALLIED, "Allied victory", f"{total} points; {entry.allied} are needed.", total)
    if total <= entry.german:
        return Outcome(GERMAN, "German victory", f"{total} points; more than {entry.german} save the Allies.", total)
    return Outcome(None, "Draw", f"{total} points, between {entry.german} and {entry.allied}.", total)


def points(table: Table) -> int:
    """Points of the Allies as things stand."""
    return sum(value for _, value in tally(table))


def tally(table: Table) -> Iterator[tuple[str, int]]:
    """What the points come from."""
    entry = table.book.scenario.victory
    assert entry is not None
    for goal in entry.goals:
        yield goal.name, _goal(table, goal)
    if entry.strategic:
        for hex_, row in table.book.map.strategic.items():
            if table.controls(ALLIED, hex_):
                yield row.name, row.value
    lost = [unit for unit in table.units.values() if unit.location == ELIMINATED and table.piece(unit).division]
    if entry.german_armour:
        tanks = sum(unit.side == GERMAN and table.piece(unit).armour for unit in lost)
        yield "German armour destroyed", tanks // entry.german_armour
    if entry.allied_divisions:
        yield "Allied divisions lost", -(sum(unit.side == ALLIED for unit in lost) // entry.allied_divisions)
    if entry.dismissals is not None:
        yield "Dismissals", max(0, table.approval.dismissals - entry.dismissals)


def _goal(table: Table, goal: Goal) -> int:
    held = sum(is_held(table, goal, hex_) for hex_ in goal.hexes)
    if goal.count == "each":
        return min(goal.points * held, goal.most if goal.most is not None else goal.points * held)
    enough = held == len(goal.hexes) if goal.count == "all" else held > 0
    return goal.points if enough else 0


def is_held(table: Table, goal: Goal, hex_: str) -> bool:
    """Whether the Allies have a hex as a goal wants it: a working port, a unit in supply, control."""
    if goal.works:
        return supply.port_works(table, hex_)
    if goal.held:
        return any(supply.supplied(table, unit) for unit in table.units_in(hex_, ALLIED))
    return table.controls(ALLIED, hex_)
