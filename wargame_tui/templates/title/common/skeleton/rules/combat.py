"""Combat (rule 3)."""

from collections.abc import Iterator

from wargame_tui.board.positions import ELIMINATED
from wargame_tui.core.step import Refusal
from wargame_tui.core.title import Chance, Odds
from wargame_tui.engine.odds import branches

from skeleton.commands import Attack
from skeleton.events import Hit, Missed
from skeleton.printed.book import DATA, enemy, neighbours
from skeleton.printed.data import Side
from skeleton.rules.movement import not_able
from skeleton.state import Draft, State

DIE = 6
"""Faces of the die."""


def candidates(table: State, side: Side) -> Iterator[Attack]:
    """Every unit against every enemy next to it."""
    for unit in table.on_map(side):
        near = neighbours()[unit.location]
        yield from (Attack(unit.id, target.id) for target in table.on_map(enemy(side)) if target.location in near)


def refusal(table: State, side: Side, command: Attack) -> Refusal | None:
    """Why a unit may not attack another (3.1)."""
    if (refused := not_able(table, side, command.unit)) is not None:
        return refused
    target = next((unit for unit in table.on_map(enemy(side)) if unit.id == command.target), None)
    if target is None:
        return Refusal("that is no enemy on the map", "3.1")
    near = neighbours()[table.units[command.unit].location]
    return None if target.location in near else Refusal("that is not next to it", "3.1")


def do(g: Draft, command: Attack) -> None:
    """Roll the die; the target is eliminated, or nothing happens (3.2)."""
    space, die = g.units[command.target].location, g.roll(DIE)[0]
    told = Hit if die >= DATA.charts.hits_from[DATA.units.units[command.unit].strength] else Missed
    g.change(command.unit, moved=True)
    if told is Hit:
        g.change(command.target, location=ELIMINATED)
    g.tell(told(unit=command.unit, target=command.target, space=space, die=die))


def odds(state: State, command: Attack) -> Odds:
    """The chances of an attack, by carrying it out with every face of the die."""
    found = [(float(branch.p), isinstance(branch.events[0], Hit)) for branch in branches(lambda: Draft(state), command)]
    hits = sum(p for p, hit in found if hit)
    return Odds((Chance(hits, f"{command.target} is eliminated"), Chance(1 - hits, "nothing happens")))
