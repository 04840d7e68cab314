"""Combat (rule 3)."""

from collections.abc import Iterator
from typing import Any

from wargame_tui.board.positions import ELIMINATED
from wargame_tui.core.command import Command
from wargame_tui.core.state import Outcome
from wargame_tui.core.step import Prompt, Refusal
from wargame_tui.core.title import Chance, Odds
from wargame_tui.engine.odds import branches
from wargame_tui.engine.staged import Question

from skeleton.commands import Attack, End
from skeleton.events import Hit, Missed
from skeleton.printed.book import DATA, enemy, near
from skeleton.rules.movement import not_able
from skeleton.state import Draft, State

DIE = 6
"""Faces of the die."""


class Combat(Question[Any, State, Draft]):
    """The combat phase of a player turn."""

    asks = Prompt("Attack units next to your own, then end the phase", "3.1")

    def candidates(self, step: Any, table: State) -> Iterator[Command]:
        """Every unit against every enemy; the end."""
        for unit in table.on_map(step.side):
            yield from (Attack(unit.id, target.id) for target in table.on_map(enemy(step.side)))
        yield End()

    def refusal(self, step: Any, table: State, command: Command) -> Refusal | None:
        """Why a unit may not attack another (3.1)."""
        if not isinstance(command, Attack):
            return super().refusal(step, table, command)
        if (refused := not_able(table, step.side, command.unit)) is not None:
            return refused
        target = next((unit for unit in table.on_map(enemy(step.side)) if unit.id == command.target), None)
        if target is None:
            return Refusal("that is no enemy on the map", "3.1")
        beside = target.location in near(table.units[command.unit].location)
        return None if beside else Refusal("that is not next to it", "3.1")

    def do(self, step: Any, g: Draft, command: Command) -> None:
        """Roll the die: the target is eliminated, or nothing happens (3.2, 4.3); or end the phase."""
        if not isinstance(command, Attack):
            step.onward(g)
            return
        space, die = g.units[command.target].location, g.roll(DIE)[0]
        told = Hit if die >= DATA.charts.hits_from[g.units[command.unit].printed.strength] else Missed
        g.change(command.unit, moved=True)
        if told is Hit:
            g.change(command.target, location=ELIMINATED)
        g.tell(told(unit=command.unit, target=command.target, space=space, die=die))
        if not g.on_map(enemy(step.side)):
            g.over = Outcome(step.side, "victory", "no enemy is left")


def odds(state: State, command: Attack) -> Odds:
    """The chances of an attack, by carrying it out with every face of the die."""
    found = [(float(branch.p), isinstance(branch.events[0], Hit)) for branch in branches(lambda: Draft(state), command)]
    hits = sum(p for p, hit in found if hit)
    return Odds((Chance(hits, f"{command.target} is eliminated"), Chance(1 - hits, "nothing happens")))
