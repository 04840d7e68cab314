"""The player command by command: what `Player.move` does in one go follows from the position in which it began.

The orders of an impulse are rehearsed on a copy of the game whose dice are sealed, so that they end where something is
rolled. As long as the game goes as rehearsed, the next command is the one that came next there; where dice or the
other side made it go differently, the rest is planned anew from that position, beginning with the move in hand.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wargame_tui.core.command import Command
from wargame_tui.core.dice import Dice, SealedDice
from wargame_tui.core.event import Event
from wargame_tui.core.game import Entry, Game, Position
from wargame_tui.core.state import changed
from wargame_tui.titles.tigers_in_the_mist.bot.allied import Allied
from wargame_tui.titles.tigers_in_the_mist.bot.german import German
from wargame_tui.titles.tigers_in_the_mist.bot.player import Order, Player
from wargame_tui.titles.tigers_in_the_mist.bot.values import HABITS, PLAIN, Bias
from wargame_tui.titles.tigers_in_the_mist.printed.book import GERMAN, enemy
from wargame_tui.titles.tigers_in_the_mist.printed.data import Side
from wargame_tui.titles.tigers_in_the_mist.rules import activation, bridges, special
from wargame_tui.titles.tigers_in_the_mist.state import State, stamp

SEED = 0
"""Of what a player tosses up between equals."""


class _Rehearsed(Game):
    """A game that remembers what was tried last, although nothing came of it."""

    tried: Command | None = None

    def apply(self, given: Any) -> tuple[Event, ...]:
        self.tried = given
        return super().apply(given)


@dataclass(frozen=True, slots=True)
class _Rehearsal:
    """What a player means to do from a position on."""

    entries: tuple[Entry, ...]
    """Of the commands whose dice are known: those of the other side among them."""
    states: tuple[State, ...]
    """Before the first of them, and after each."""
    last: Command | None
    """What rolls dice then; None if nothing does."""
    orders: Mapping[str, Order]


_KNOWN: list[tuple[State, Mapping[str, Order], str, _Rehearsal]] = []
"""The last rehearsals, by the position in which they began: a movement asks for the same ones again and again."""
MOST_KNOWN = 40


def choose(game: Game) -> Command:
    """The command of the side that decides now, of which there must be one."""
    return advise(game)


def practised(game: Game) -> Command:
    """The same by habits that have proved their worth: how better players go on where they have no plan."""
    return advise(game, HABITS[game.state.stack[-1].decider(game.state)])


def advise(game: Game, bias: Bias = PLAIN) -> Command:
    """The same with a bias."""
    state: State = game.state
    side: Any = state.stack[-1].decider(state)
    if isinstance(state.stack[-1], bridges.Demolition):
        return _player(side, bias).blow(game)
    if not _is_movement(state, side):
        return _player(side, bias).decide(game)
    rehearsal, done = _course(game, side, bias)
    if done < len(rehearsal.entries):
        return game.parse(rehearsal.entries[done].text)
    assert rehearsal.last is not None
    return rehearsal.last


def play_on(game: Game, bias: Bias = PLAIN) -> bool:
    """Carry out what `advise` says, command after command up to a roll, as it was rehearsed: done once, not twice."""
    state: State = game.state
    side: Any = state.stack[-1].decider(state)
    if not isinstance(state.stack[-1], bridges.Demolition) and _is_movement(state, side):
        rehearsal, done = _course(game, side, bias)
        game.entries += rehearsal.entries[done:]
        game.states += [changed(after, dice=state.dice) for after in rehearsal.states[done + 1 :]]
        if rehearsal.last is not None:
            game.apply(rehearsal.last)
    else:
        game.apply(advise(game, bias))
    return True


def _course(game: Game, side: Side, bias: Bias) -> tuple[_Rehearsal, int]:
    """What is meant to be done in the movement in hand, and how far that has been done."""
    state, since = game.state, [game.state]
    for earlier in reversed(game.states[:-1]):
        if not _is_movement(earlier, side) or stamp(earlier) != stamp(state):
            break
        since.append(earlier)
    states = [_sealed(each) for each in reversed(since)]
    rehearsal, done = _rehearse(game, states[0], side, bias, {}), 0
    for later in states[1:]:
        if done + 1 < len(rehearsal.states) and later == rehearsal.states[done + 1]:
            done += 1
        elif later.stack[-1].decider(later) == side:
            rehearsal, done = _rehearse(game, later, side, bias, rehearsal.orders), 0
    return rehearsal, done


def _rehearse(game: Game, state: State, side: Side, bias: Bias, orders: Mapping[str, Order]) -> _Rehearsal:
    """What a player does from a position on, until dice are rolled; first the move in hand, if it was ordered."""
    for known, before, name, rehearsal in reversed(_KNOWN):
        if name == bias.name and known == state and before == orders:
            return rehearsal
    trial = _Rehearsed(game.title, game.scenario, 0, {"undo": "free"}, position=Position(state, (), "rehearsed"))
    trial.states = [state]
    player, other, rolled = _player(side, bias), _player(enemy(side)), False
    player.box = stamp(state)
    try:
        step = state.stack[-1]
        if isinstance(step, activation.Moving):
            name = next((name for name in step.units if name in orders), step.units[0])
            if not player.go_on(trial, orders.get(name, Order(name, ())), other):
                player.get_away(trial, name, other)  # somebody else has begun it: there is nothing to take back
        elif isinstance(step, special.Placement):
            trial.apply(player.decide(trial))
        if player.moving(trial.state):
            player.move(trial, other)
    except SealedDice:
        rolled = True
    last = trial.tried if rolled else None
    found = _Rehearsal(tuple(trial.entries), tuple(trial.states), last, {**orders, **player.orders})
    _KNOWN.append((state, orders, bias.name, found))
    del _KNOWN[:-MOST_KNOWN]
    return found


def _player(side: Side, bias: Bias = PLAIN) -> Player:
    return German(SEED, bias) if side == GERMAN else Allied(SEED, bias)


def _is_movement(state: State, side: Side) -> bool:
    """Whether the movement step of a side is in hand, or anything within it."""
    return state.over is None and any(
        isinstance(step, activation.Movement) and step.side == side for step in state.stack
    )


def _sealed(state: State) -> State:
    return state if state.dice == Dice(None, state.dice.count) else changed(state, dice=Dice(None, state.dice.count))
