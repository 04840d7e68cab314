"""How a battle might go that nobody fights yet: a number of them fought by `auto` with dice of their own.

That is an estimate: Japan's orders come before the battle, and its plans are drawn anew every time. The dice are not
those of the game, and the same ones every time, so that what differs between two answers is what they do.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from wargame_tui.board.phrases import percent
from wargame_tui.core.command import Command
from wargame_tui.core.dice import Dice
from wargame_tui.engine.spread import Spread, mean
from wargame_tui.titles.pacific_commander.commands import Auto
from wargame_tui.titles.pacific_commander.printed.book import JAPAN, SIDES, US
from wargame_tui.titles.pacific_commander.printed.data import Side
from wargame_tui.titles.pacific_commander.rules import fog
from wargame_tui.titles.pacific_commander.rules.battle import Battle, Battles, open_battle
from wargame_tui.titles.pacific_commander.state import Draft, State, Table, book_of, owner_of, present, steps_left

FOUGHT = 40
"""Battles in an estimate of a command."""
FEW = 16
"""Battles in an estimate of a lit Area."""
WON, SHARED, LOST = "only you are left there", "both are left there", "only Japan is left there"


@dataclass(frozen=True, slots=True)
class Estimate:
    """What came of a number of battles."""

    fought: int
    ends: Counter[str]
    """How often it ended so: WON, SHARED, LOST."""
    lost: dict[Side, Counter[int]]
    """How often a side lost so many steps."""
    taken: int
    """How often the Area was the player's afterwards."""
    lands: bool
    """Whether ground Forces come with the ships."""

    def spread(self, side: Side) -> Spread:
        """Steps that a side loses, with their probabilities."""
        return {steps: count / self.fought for steps, count in sorted(self.lost[side].items())}

    def mean(self, side: Side) -> float:
        """Steps that a side loses on average."""
        return float(mean(self.spread(side)))

    @property
    def short(self) -> str:
        """As on a lit Area: how often a landing takes it; where nobody lands the steps that both sides lose."""
        return f"~{percent(self.taken / self.fought)}" if self.lands else f"~{self.mean(US):.0f}:{self.mean(JAPAN):.0f}"

    @property
    def words(self) -> str:
        """The same in words."""
        taken = f"taken {percent(self.taken / self.fought)}, " if self.lands else ""
        return f"estimate: {taken}you lose {self.mean(US):.1f} steps, Japan {self.mean(JAPAN):.1f}"


def of_area(state: State, area: str, fought: int) -> Estimate | None:
    """The battle that would be fought in an Area if all stayed as it is.

    None if there is none, or not all of Japan is seen that may join it.
    """
    near = [area, *(there for there in book_of(state).links[area] if present(state, there, JAPAN).forces)]
    fought = fought if all(fog.seen(state, there) for there in near) else 0
    if not fought or not all(present(state, area, side).forces for side in SIDES):
        return None
    return _counted(state, area, (_begun(state, area, seed) for seed in range(1, fought + 1)))


def of_answer(state: State, command: Command, fought: int) -> Estimate | None:
    """The rest of the battle in hand after an answer of the player; None where none is fought."""
    battle = next((step for step in state.stack if isinstance(step, Battle)), None)
    if battle is None:
        return None
    return _counted(state, battle.record.area, (_answered(state, command, seed) for seed in range(1, fought + 1)))


def _begun(state: Table, area: str, seed: int) -> Draft:
    g = Draft(state)
    g.dice = Dice(seed)
    g.stack = (Battles(),)
    open_battle(g, area)
    return g


def _answered(state: Table, command: Command, seed: int) -> Draft:
    g = Draft(state)
    g.dice = Dice(seed)
    g.stack[-1].do(g, command)
    return g


def _counted(before: Table, area: str, trials: Iterable[Draft]) -> Estimate:
    ends, lost, taken, fought = Counter[str](), {side: Counter[int]() for side in SIDES}, 0, 0
    had = {side: _steps(before, side) for side in SIDES}
    for g in trials:
        _fight(g)
        left = [side for side in SIDES if present(g, area, side).forces]
        ends[SHARED if len(left) == len(SIDES) else LOST if left == [JAPAN] else WON] += 1
        for side in SIDES:
            lost[side][max(0, had[side] - _steps(g, side))] += 1
        taken += owner_of(g, area) == US
        fought += 1
    return Estimate(fought, ends, lost, taken, bool(present(before, area, US).cargo))


def _fight(g: Draft) -> None:
    """To the end of the battle in hand, the player's part by rule of thumb (5.3)."""
    while any(isinstance(step, Battle) for step in g.stack):
        step = g.stack[-1]
        if step.decider(g) is None:
            step.proceed(g)
        else:
            step.do(g, Auto())


def _steps(table: Table, side: Side) -> int:
    return sum(steps_left(table, force) for force in table.forces.values() if force.side == side)
