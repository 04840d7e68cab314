"""Staff work for First Command: which unit goes where, whom to attack, when to yield.

Whole stances and main efforts were plans here as well: played through 24 times each in nine positions, no stance gained
anything (to keep clear of enemy zones, or to spread, lost 3 to 5 points), and main efforts 0.1 points less than none,
half of them because they changed nothing. Of a position's moves of single units the best gained 1 to 2 points.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from wargame_tui.board.staff import Choose, Plan, Staff, each
from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.titles.first_command import commands as c
from wargame_tui.titles.first_command.bot.player import HABITS, Ground, practised
from wargame_tui.titles.first_command.printed import AMERICAN, DATA, GERMAN, Side
from wargame_tui.titles.first_command.rules.combat import Battle, Combat
from wargame_tui.titles.first_command.rules.movement import Movement, in_supply
from wargame_tui.titles.first_command.state import State, Unit

VICTORY = 4.0
"""What it counts to win, in points of the game."""
STEP = 0.25
"""What a point of strength counts on the map."""
CUT_OFF = 1.0
"""What it counts that a unit is out of supply."""
NEAR = 0.15
"""What it counts for each hex that the German is nearer to a place."""
SPOTS = 3
"""Hexes that are weighed for each unit."""
BATTLE = 0.1
"""How much thought a decision about a battle is worth, beside that about a turn's moves."""


class CommandStaff(Staff):
    """For either side."""

    choose: ClassVar[Choose] = staticmethod(practised)
    work: ClassVar[Mapping[str, int]] = {"veteran": 0, "staff": 5_000}
    fewest: ClassVar[int] = 8
    first: ClassVar[int] = 1
    sure: ClassVar[float] = 0.0

    def fork(self, state: State, side: str) -> str | None:
        """The movement, every attack, and what a battle asks."""
        step: Any = state.stack[-1]
        phase = f"turn {state.turn}, {step.title(state)}"
        if isinstance(step.now, Movement):
            return phase
        if isinstance(step.now, Combat):
            return f"{phase} {len(state.attacked)}"
        if isinstance(step, Battle):
            return f"{phase}: {step.stage} {len(state.attacked)} {len(step.units)} {len(step.defenders(state))}"
        return None

    def weight(self, state: State, side: str) -> float:
        """The moves of a turn before all."""
        return 1.0 if isinstance(state.stack[-1].now, Movement) else BATTLE

    def plans(self, game: Game, side: str) -> Sequence[Plan]:
        """Of a movement: units that go their own way; else every legal command."""
        state: State = game.state
        step: Any = state.stack[-1]
        if not isinstance(step.now, Movement):
            return each(game, game.legal())
        return _moves(state, step.side)

    def value(self, state: State, side: str) -> Mapping[str, float]:
        """Places, losses, the strength and supply of what is left, the way still to go, the result."""
        sign = 1 if side == GERMAN else -1
        places = DATA.scenario(state.scenario).places
        held = sum(points for place, points in places.items() if state.control.get(place) == GERMAN)
        terms = {"places": float(held), "units lost": float(state.points - held)}
        if state.over is not None:
            terms["victory"] = VICTORY if state.over.winner == GERMAN else -VICTORY
        else:
            german, american = state.on_map(GERMAN), state.on_map(AMERICAN)
            terms["strength"] = STEP * (sum(u.strength for u in german) - sum(u.strength for u in american))
            terms["supply"] = CUT_OFF * (_cut_off(state, american) - _cut_off(state, german))
            terms["way to go"] = -NEAR * _to_go(state)
        return {name: sign * value for name, value in terms.items()}

    def horizon(self, state: State, side: str) -> Callable[[Any], bool]:
        """The end of the game, which is short: nothing in between says as much about who wins it."""
        return lambda later: False


STAFF = CommandStaff()


def _cut_off(state: State, units: Iterable[Unit]) -> int:
    return sum(not in_supply(state, unit) for unit in units)


def _to_go(state: State) -> float:
    """Hexes that the nearest German is from each place that he does not hold, by what it is worth."""
    board, places = DATA.board, DATA.scenario(state.scenario).places
    here = [board.index[unit.location] for unit in state.on_map(GERMAN) if in_supply(state, unit)]
    ahead = [(board.index[place], points) for place, points in places.items() if state.control.get(place) != GERMAN]
    return sum(points * min((board.grid.distance(hex_, each) for each in here), default=9) for hex_, points in ahead)


def _moves(state: State, side: Side) -> list[Plan]:
    """Units to other good hexes than the greedy player would send them to, those that promise most first."""
    step: Any = state.stack[-1]
    ground, hexes = Ground(state, side, HABITS[side]), dict[str, list[tuple[float, str]]]()
    for command in step.legal(state):
        if isinstance(command, c.Move):
            unit = state.units[command.unit]
            gain = ground.worth(unit, command.space) - ground.worth(unit, unit.location)
            hexes.setdefault(command.unit, []).append((-gain, command.space))
    found = list[tuple[float, Plan]]()
    for name, spaces in hexes.items():
        for lost, space in sorted(spaces)[:SPOTS]:
            words = f"send {state.units[name].printed.short or name} to {DATA.board.name(DATA.board.index[space])}"
            propose = partial(_send, c.Move(name, space), state.turn)
            found.append((lost, Plan(f"{name} {space}", words, propose, frozenset({name}), (space,), (name,))))
    return [plan for _, plan in sorted(found, key=lambda each: each[0])]


def _send(command: c.Move, turn: int, game: Game) -> Command | None:
    """One unit first of all."""
    state: State = game.state
    unit: Unit = state.units[command.unit]
    is_now = state.turn == turn and isinstance(state.stack[-1].now, Movement)
    return command if is_now and not unit.moved and unit.location != command.space else None
