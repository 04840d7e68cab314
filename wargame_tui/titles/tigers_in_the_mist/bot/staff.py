"""Staff work for Tigers in the Mist: where the main effort goes, which attacks to make, what to hold."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import exp
from typing import Any, ClassVar

from wargame_tui.board.staff import Choose, Plan, Staff, each
from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.titles.tigers_in_the_mist.bot.recruit import advise, play_on, practised
from wargame_tui.titles.tigers_in_the_mist.bot.values import (
    FAR,
    HABITS,
    PACE,
    POINT,
    Bias,
    days_left,
    evening_points,
    prize,
)
from wargame_tui.titles.tigers_in_the_mist.bot.view import View
from wargame_tui.titles.tigers_in_the_mist.printed.book import ALLIED, GERMAN
from wargame_tui.titles.tigers_in_the_mist.printed.data import Side
from wargame_tui.titles.tigers_in_the_mist.rules import activation, combat
from wargame_tui.titles.tigers_in_the_mist.state import State, book_of, positions, stamp, strength

AHEAD = 3
"""Impulses after the one in hand until the end of which plans are played through, if the end is far."""
SHORT = 18
"""Player impulses before the end that are near it, three days: then plans are played through to the end."""
OPEN = 0.3
"""What the roads that lie open count, of what they promise: plans that look good there seldom keep the promise."""
RESULT = 12.0
"""What it counts to win."""
EFFORTS = 6
"""Goals, or areas to be held, of which each may be the main effort."""
EFFORT = 3.0
"""How much more the main effort counts."""
HOLD = 4.0
"""German interest that the Allied player is told to expect in an area that he is to hold."""
ATTACKS = 8
"""Areas of which each may be attacked at any price, or be spared."""
BATTLE = 0.1
"""How much thought a battle is worth, beside the moves of an impulse."""

STANCES: Mapping[str, Bias] = {
    "attack boldly": Bias("bold", boldness=0.8),
    "attack where the odds are fair": Bias("fair"),
    "attack only at good odds": Bias("wary", boldness=-0.8),
    "not attack": Bias("passive", boldness=-99.0),
    "keep its units out of danger": Bias("careful", caution=3.0),
    "take risks": Bias("reckless", caution=0.2, boldness=0.3),
}


class TigersStaff(Staff):
    """For either side."""

    choose: ClassVar[Choose] = staticmethod(practised)
    work: ClassVar[Mapping[str, int]] = {"veteran": 6_000, "staff": 24_000}

    def fork(self, state: State, side: str) -> str | None:
        """The movement of an impulse, and every battle that may be fought or left alone."""
        step: Any = state.stack[-1]
        if isinstance(step, activation.Movement):
            return f"{stamp(state)} {side} movement"
        if isinstance(step, combat.Battles):
            return f"{stamp(state)} {side} battles {len(state.battles_fought)}"
        return None

    def weight(self, state: State, side: str) -> float:
        """The movement before all."""
        return 1.0 if isinstance(state.stack[-1], activation.Movement) else BATTLE

    def plans(self, game: Game, side: str) -> Sequence[Plan]:
        """Of a movement: main efforts, stances, attacks to be left alone; else every legal command."""
        state: State = game.state
        if not isinstance(state.stack[-1], activation.Movement):
            return each(game, game.legal())
        view = View(state, state.stack[-1].side)
        efforts = _thrusts(view) if side == GERMAN else _defences(view)
        return [*efforts, *_stances(view.side), *_spared(view)]

    def value(self, state: State, side: str) -> Mapping[str, float]:
        """Points so far and in the evening, strength, the roads that lie open, the result."""
        sign = 1 if side == GERMAN else -1
        if state.over is not None:
            won = (state.over.winner == GERMAN) - (state.over.winner == ALLIED)
            terms = {"result": RESULT * won, "points": float(state.vp)}
        else:
            near = positions(state).of_side
            left = {who: sum(map(strength, near[who].values())) for who in (GERMAN, ALLIED)}
            worth = POINT * min(1.0, 0.3 + days_left(state) / 5) * (0.4 if book_of(state).scenario.towns else 1.0)
            terms = {
                "points": state.vp + evening_points(state),
                "strength": worth * (left[GERMAN] - left[ALLIED]),
                "open roads": OPEN * _promise(state),
            }
        return {name: sign * value for name, value in terms.items()}

    def horizon(self, state: State, side: str) -> Callable[[Any], bool]:
        """The end of a later impulse of the other side, or of the game."""
        date, _, impulse = book_of(state).scenario.last.partition("-")
        is_near = 6 * int(date) + 2 * int(impulse) + 1 - _moment(state) <= SHORT
        return (lambda later: False) if is_near else partial(_is_later, _moment(state) + 2 * AHEAD)

    def go_on(self, game: Game) -> None:
        """As it was rehearsed, up to the next roll."""
        play_on(game, HABITS[game.state.stack[-1].decider(game.state)])


STAFF = TigersStaff()


def _moment(state: State) -> int:
    """Player impulses since the beginning of December."""
    return 6 * state.date + 2 * state.impulse + (state.active != GERMAN)


def _is_later(moment: int, state: State) -> bool:
    return _moment(state) >= moment


def _promise(state: State) -> float:
    """What the German may hope for: each goal by the way there, and by what he can bring against its defenders."""
    view, total = View(state, GERMAN), 0.0
    for goal in view.goals:
        ways = [(view.ways_to[goal].get(start, (FAR, ""))[0], strength(units)) for start, units in view.german.items()]
        mass = sum(force * exp(-far / 8) for far, force in ways)
        nearest = min((far for far, _ in ways), default=FAR)
        against = sum(strength(units) for space, units in view.allied.items() if space == goal)
        total += prize(state, goal, nearest / PACE) * exp(-nearest / 20) * mass / (mass + 6.0 + against)
    return total


def _biased(bias: Bias, game: Game) -> Command | None:
    return advise(game, bias)


def _with_bias(words: str, bias: Bias, **about: Any) -> Plan:
    """What the greedy player does with other likings: one such plan at a time."""
    play = partial(play_on, bias=bias)
    return Plan(bias.name, words, partial(_biased, bias), frozenset({"bias"}), play=play, **about)


def _name(state: State, area: str) -> str:
    return book_of(state).name(area)


def _thrusts(view: View) -> list[Plan]:
    """All that can towards one goal, or towards all but it."""
    goals = sorted(view.goals, key=lambda goal: -view.prizes[goal] * exp(-_nearest(view, goal) / 12))[:EFFORTS]
    found = []
    for goal in goals:
        name, hope = _name(view.state, goal), f"to have {_name(view.state, goal)}"
        bias = replace(HABITS[GERMAN], name=f"to {goal}", prizes={goal: EFFORT}, others=0.5)
        came = None if view.book.is_zone(goal) else partial(_has, goal, GERMAN)
        found.append(_with_bias(f"make for {name}", bias, spaces=(goal,), hope=hope, came_true=came))
    return found


def _nearest(view: View, goal: str) -> float:
    return min((view.ways_to[goal].get(start, (FAR, ""))[0] for start in view.german), default=FAR)


def _defences(view: View) -> list[Plan]:
    """One area to be held before all others."""
    areas = sorted(view.interest, key=lambda area: -view.interest[area])
    areas = [area for area in areas if not view.book.is_zone(area)][:EFFORTS]
    found = []
    for area in areas:
        name = _name(view.state, area)
        bias = replace(HABITS[ALLIED], name=f"hold {area}", interest={area: HOLD})
        hope, came = f"to hold {name}", partial(_has, area, ALLIED)
        found.append(_with_bias(f"hold {name}", bias, spaces=(area,), hope=hope, came_true=came))
    return found


def _has(area: str, side: Side, state: State) -> bool:
    return state.control.get(area) == side


def _stances(side: Side) -> list[Plan]:
    """What differs from the habits; as a recruit likes, where these do."""
    differing = [(words, bias) for words, bias in STANCES.items() if replace(bias, name="") != HABITS[side]]
    return [_with_bias(words, bias) for words, bias in differing]


def _spared(view: View) -> list[Plan]:
    """To leave alone what would be attacked."""
    near = {road.to for space in (*view.allied, *view.german) for road in view.book.roads[space]}
    foes = view.allied if view.side == GERMAN else view.german
    areas = [space for space in foes if not view.book.is_zone(space) and space in near][:ATTACKS]
    found = []
    for area in areas:
        bias = replace(HABITS[view.side], name=f"spare {area}", spared=frozenset({area}))
        found.append(_with_bias(f"not attack {_name(view.state, area)}", bias, spaces=(area,)))
    return found
