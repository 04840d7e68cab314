"""A greedy player of First Command: the model of a title's own, for either side.

It goes for the places that count, attacks where the best odds are worth it, and answers as the gestures propose.
Nothing is remembered between commands: the choice follows from the position alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heapify, heappop
from typing import Any

from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.titles.first_command import commands as c
from wargame_tui.titles.first_command.printed import AMERICAN, DATA, GERMAN, enemy
from wargame_tui.titles.first_command.rules.combat import Battle, Combat, Declaration, Retreat
from wargame_tui.titles.first_command.rules.movement import Movement, hold, in_supply, supplied
from wargame_tui.titles.first_command.shown.gestures import CommandGestures
from wargame_tui.titles.first_command.state import State, Unit

LEAST_STRENGTH = 2
"""Of an attack, for each point of the defence: at less than 2 to 1 more is lost than gained."""
TOO_FAR = 99
LEAST_GAIN = 0.01
"""For which a unit leaves its place."""


@dataclass(frozen=True)
class Stance:
    """What a hex is worth to a unit: more or less, hex by hex."""

    goals: tuple[str, ...] = ()
    """Where to go; empty: the places that are not held yet."""
    held: float = 3.0
    """For a place that counts."""
    watched: float = 0.5
    """In an enemy zone of control."""
    stacked: float = 0.4
    """Less with a friend."""
    far: float = 1.0
    """Less for each hex to go."""
    least: float = LEAST_STRENGTH
    """The odds from which on to attack, shifts counted."""


LIKED = Stance()
"""The recruit's."""
HABITS: Mapping[str, Stance] = {
    GERMAN: Stance(held=2.53, watched=0.5, stacked=0.4, far=0.38, least=0.98),
    AMERICAN: Stance(held=3.54, watched=1.56, stacked=-1.36, far=0.38, least=2.1),
}
"""What wins against the recruit, by side: `python -m tests.benchmarks.tune_stances SIDE --seconds 120`."""


def choose(game: Game) -> Command:
    """The command of the side that decides now, of which there must be one."""
    return advise(game)


def practised(game: Game) -> Command:
    """The same by habits that have proved their worth: how better players go on where they have no plan."""
    return advise(game, HABITS[game.state.stack[-1].decider(game.state)])


def advise(game: Game, stance: Stance = LIKED) -> Command:
    """The same with other likings."""
    state: State = game.state
    step: Any = state.stack[-1]
    if isinstance(step.now, Movement):
        return _move(state, step, stance)
    legal = list(step.legal(state))
    if isinstance(step.now, Combat):
        return _attack(state, step.side, legal, stance)
    if isinstance(step.now, Retreat) and c.Stand() in legal and _counts(state, step.space):
        return c.Stand()
    if isinstance(step.now, Declaration):
        return c.Support() if c.Support() in legal else c.Roll()
    title: Any = game.title
    answer = CommandGestures(title).answer(state)
    return answer.commands[0] if answer is not None and answer.commands[0] in legal else legal[0]


def _move(state: State, step: Any, stance: Stance) -> Command:
    """The move that betters the place of a unit most; units that come in before all others."""
    ground, gains = Ground(state, step.side, stance), list[tuple[float, int, c.Move]]()
    here = {unit.id: ground.worth(unit, unit.location) for unit in state.units.values() if unit.side == step.side}
    for command in step.candidates(state):
        if isinstance(command, c.Move):
            gain = ground.worth(state.units[command.unit], command.space) - here[command.unit]
            if gain > LEAST_GAIN:
                gains.append((-gain, len(gains), command))
    # Only the best ones are asked whether they are legal: that takes far longer than to find out what they gain.
    heapify(gains)
    while gains:
        command = heappop(gains)[2]
        if not state.units[command.unit].moved and step.refusal(state, command) is None:
            return command
    return c.End() if step.refusal(state, c.End()) is None else next(step.legal(state))


class Ground:
    """What it is worth that a unit stands in a hex: on or near a place that counts, in supply, not in a crowd."""

    def __init__(self, state: State, side: Any, stance: Stance = LIKED) -> None:
        self._stance, self._places, index = stance, DATA.scenario(state.scenario).places, DATA.board.index
        self._own: dict[str, list[str]] = {}
        for unit in state.on_map(side):
            self._own.setdefault(unit.location, []).append(unit.id)
        foes = {unit.location for unit in state.on_map(enemy(side))}
        self._goals = {*(stance.goals or _goals(state, side))}
        self._aims = [index[aim] for aim in self._goals - {*self._own} or foes]
        self._watched, self._supplied = hold(state, enemy(side))[1], supplied(state, side)
        self._state = state
        self._known: dict[str, tuple[float | None, float, bool, bool]] = {}

    def worth(self, unit: Unit, space: str) -> float:
        """For a unit of the side, in this stance."""
        known = self._known.get(space)
        if known is None:
            known = self._known[space] = self._lie(space)
        far, watched, is_place, is_supplied = known
        if far is None:
            return -TOO_FAR
        stance, others = self._stance, len(self._own.get(space, ())) - (unit.location == space)
        value = far + (stance.held * (is_place and not others) - stance.stacked * others)
        value += watched
        return value if is_supplied or not in_supply(self._state, unit) else value - TOO_FAR / 10

    def _lie(self, space: str) -> tuple[float | None, float, bool, bool]:
        """Of a hex, for whatever unit: what the way still to go counts, and enemy zones; a place, in supply."""
        hex_ = DATA.board.index.get(space)
        if hex_ is None:
            return None, 0.0, False, False
        far = -self._stance.far * self._far(hex_, space)
        watched = self._stance.watched * (self._watched >> hex_ & 1)
        return far, watched, space in self._places, bool(self._supplied >> hex_ & 1)

    def _far(self, hex_: int, space: str) -> int:
        """Hexes to the nearest goal that is not one's own yet; if there is none, to the nearest enemy."""
        if space in self._goals:
            return 0
        far = distances(self._state.scenario)[hex_]
        return min((far[aim] for aim in self._aims), default=0)


@DATA.forgotten
@lru_cache(maxsize=8)
def distances(scenario: str) -> Sequence[Sequence[int]]:
    """Hexes between any two, by their numbers; the scenario's id names the data packs."""
    size, grid = DATA.board.grid.size, DATA.board.grid
    return [[grid.distance(one, other) for other in range(size)] for one in range(size)]


def _goals(state: State, side: Any) -> list[str]:
    """The places that count, and for the attacker the exits beyond."""
    book = DATA.scenario(state.scenario)
    mine = [place for place in book.places if state.control.get(place) != side]
    return mine or [*book.places]


def _counts(state: State, space: str) -> bool:
    return space in DATA.scenario(state.scenario).places


def _attack(state: State, side: Any, legal: Iterable[Command], stance: Stance) -> Command:
    """The attack at the best odds, if they are good enough; places that count first."""
    options = []
    for command in legal:
        if isinstance(command, c.Attack):
            battle = Battle.on(command.space, side, state)
            odds = battle.attack(state) / max(1, sum(unit.strength for unit in battle.defenders(state)))
            shifts = sum(int(shift[1]) for shift in battle.shifts(state))
            if odds + shifts >= stance.least:
                options.append((odds + shifts + _counts(state, command.space), command.space, command))
    return max(options, key=lambda each: each[:2])[2] if options else c.End()
