"""Staff work for Ardennes '44: where the main effort goes, what is held, how boldly it is attacked.

A player turn of this game is some two hundred commands, of which the greedy player carries out two hundred a second:
few turns can be played through. So what is weighed is whole plans of a movement phase, orders and attacks worked out by
the greedy player under other likings (`Stance`), and few of them, the most promising first; everything else (losses,
retreats, bridges, guns, the night) is answered as he answers it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from wargame_tui.board.hexes import members
from wargame_tui.board.staff import Choose, Plan, Staff
from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.bot.player import advise
from wargame_tui.titles.ardennes_44.bot.sight import View, view_of
from wargame_tui.titles.ardennes_44.bot.stance import VETERAN, Stance, named
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.printed.names import turn_name
from wargame_tui.titles.ardennes_44.rules import victory
from wargame_tui.titles.ardennes_44.rules.movement_phase import MovementPhase
from wargame_tui.titles.ardennes_44.state import State, Unit

RESULT = 6.0
"""What it counts to win, in victory points."""
REACH = 64
"""Half points from which on a town that is not held yet counts for the German: two days of panzers."""
OPEN, HELD = 0.5, 0.25
"""What a town counts then that nobody defends, and one that somebody does; the less the farther it is."""
STRENGTH = 0.06
"""What a point of attack or defence strength counts with the whole game to go."""
CUT_OFF = 0.2
"""What it counts that a unit is out of supply."""
SHAKEN = 0.1
"""What it counts that one is disrupted or routed."""
BOND = 0.05
"""What a bond between Allied stacks near the enemy counts."""
CLOSE = 3
"""Hexes from the enemy within which it does."""
EFFORTS = 4
"""Towns of which each may be the main effort."""
PULL = 24
"""Half points that all other goals count as farther then."""
STRESS = 2.5
"""How much more it is held."""

GERMAN_STANCES: Mapping[str, Mapping[str, object]] = {
    "attack boldly": {"least": 0.2},
    "attack only at good odds": {"least": 2.0},
    "go round what resists": {"least": 99.0},
    "keep its stacks out of danger": {"flight": 16.0},
}
ALLIED_STANCES: Mapping[str, Mapping[str, object]] = {
    "give ground and save its units": {"units": 3.0},
    "counterattack where it pays": {"least": 1.0},
    "hold every town as long as it stands": {"units": 0.3},
    "draw a second line behind the first": {"depth": 2.5},
    "not attack": {"least": 99.0},
    "retake nothing": {"retake": 0.0},
}


def choose(game: Game) -> Command:
    """What a veteran does without a plan; his likings depend on his side."""
    return advise(game, VETERAN[_side(game)])


def _side(game: Game) -> Side:
    return GERMAN if game.side == GERMAN else ALLIED


class ArdennesStaff(Staff):
    """For either side."""

    choose: ClassVar[Choose] = staticmethod(choose)
    work: ClassVar[Mapping[str, int]] = {"veteran": 1_300, "staff": 5_200}
    fewest: ClassVar[int] = 2
    first: ClassVar[int] = 2

    def fork(self, state: State, side: str) -> str | None:
        """The movement phase: what is planned there holds for its attacks as well."""
        if isinstance(state.stack[-1], MovementPhase):
            return f"{turn_name(state.turn)}{' night' if state.night else ''}, {side} movement"
        return None

    def weight(self, state: State, side: str) -> float:
        """By night little happens."""
        return 0.3 if state.night else 1.0

    def plans(self, game: Game, side: str) -> Sequence[Plan]:
        """Stances and main efforts in turn, the most promising first."""
        state: State = game.state
        mine = _side(game)
        view = view_of(state, mine, VETERAN[mine])
        moods, efforts = [*_moods(mine, state.moment)], [*_efforts(view)]
        mixed = [each for pair in zip(moods, efforts, strict=False) for each in pair]
        return [*mixed, *moods[len(efforts) :], *efforts[len(moods) :]]

    def value(self, state: State, side: str) -> Mapping[str, float]:
        """Towns held and within reach, units that left, strength, order, supply, the line, the result."""
        sign, terms = (1 if side == GERMAN else -1), _gone(state)
        if state.over is not None:
            terms["result"] = RESULT if state.over.winner == GERMAN else -RESULT
        else:
            view = view_of(state, ALLIED, VETERAN[ALLIED])
            terms |= {"open roads": _open(view), "bonds": -BOND * _bonds(view), **_units(state)}
        return {name: sign * value for name, value in terms.items()}

    def horizon(self, state: State, side: str) -> Callable[[Any], bool]:
        """The other side's next day turn: its end, if it answers; a night is over with the night."""
        return partial(_is_answered, state.turn, state.night, side)


STAFF = ArdennesStaff()


def _is_answered(turn: int, night: bool, side: str, state: State) -> bool:
    if side == GERMAN or night:
        return state.turn > turn or state.night > night
    return state.turn > turn and state.now.side == ALLIED


# ------------------------------------------------------------------ value


def _gone(state: State) -> dict[str, float]:
    """What counts for victory as it stands."""
    scenario = state.book.scenario
    needed = scenario.points.exit_strength if scenario.points is not None else state.book.charts.victory.exit_strength
    return {
        "towns": float(sum(1 for _ in victory.held_by_german(state))),
        "units off the map": sum(state.exits.values()) / needed,
    }


def _open(view: View) -> float:
    """Towns in Allied hands by how near the German is, and whether he has to fight for them."""
    own, found = view.state.occupied(ALLIED), 0.0
    for hex_ in view.towns:
        if hex_ not in view.taken:
            found += max(0.0, 1 - view.arrivals[hex_] / REACH) * (HELD if own >> hex_ & 1 else OPEN)
    return found


def _bonds(view: View) -> float:
    """Bonds between Allied stacks near the enemy: the line that he does not get through."""
    own = view.state.occupied(ALLIED)
    near = [hex_ for hex_ in members(own) if view.near[hex_] <= CLOSE]
    return sum(own >> other & 1 for hex_ in near for other in view.board.bonds_of(hex_)) / 2


def _units(state: State) -> dict[str, float]:
    """Strength, order and supply of both sides."""
    last = state.book.scenario.last
    worth = STRENGTH * (last - state.turn + 1) / last
    german, allied = [*state.on_map(GERMAN)], [*state.on_map(ALLIED)]

    def strength(units: Sequence[Unit]) -> int:
        return sum(state.attack(unit) + state.defence(unit) for unit in units)

    return {
        "strength": worth * (strength(german) - strength(allied)),
        "supply": CUT_OFF * (sum(unit.oos for unit in allied) - sum(unit.oos for unit in german)),
        "order": SHAKEN * (_shaken(allied) - _shaken(german)),
    }


def _shaken(units: Sequence[Unit]) -> int:
    return sum(unit.status != "fresh" for unit in units)


# ------------------------------------------------------------------ plans


def _follow(stance: Stance, moment: int, game: Game) -> Command | None:
    """What the greedy player does with other likings, in one player turn."""
    return advise(game, stance) if game.state.moment == moment else None


def _moods(side: Side, moment: int) -> Iterator[Plan]:
    for words, changes in (GERMAN_STANCES if side == GERMAN else ALLIED_STANCES).items():
        stance = named(side, words, **changes)
        yield Plan(words, words, partial(_follow, stance, moment), frozenset({"stance"}))


def _efforts(view: View) -> Iterator[Plan]:
    """Everything towards one town, or one town held before all others."""
    state, names = view.state, view.board.names
    if view.side == GERMAN:
        left = [hex_ for hex_ in view.towns if hex_ not in view.taken]
        towns = sorted(left, key=lambda hex_: (view.arrivals[hex_], hex_))
        verb = "make for"
    else:
        towns = sorted(view.threats, key=lambda hex_: (-view.threats[hex_], hex_))
        verb = "hold"
    for hex_ in dict.fromkeys(towns[:EFFORTS]):
        town, came = view.towns[hex_], partial(_has, names[hex_], view.side)
        stance = named(view.side, f"{verb} {names[hex_]}", efforts=frozenset({town}), pull=PULL, stress=STRESS)
        yield Plan(
            stance.name, f"{verb} {town}", partial(_follow, stance, state.moment), frozenset({"stance"}),
            (names[hex_],), (), f"to have {town}", came,
        )  # fmt: skip


def _has(hex_: str, side: Side, state: State) -> bool:
    return (victory.controller(state, hex_) == GERMAN) == (side == GERMAN)
