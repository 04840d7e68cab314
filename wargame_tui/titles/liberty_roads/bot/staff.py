"""Staff work for Liberty Roads: where the main effort goes, how boldly to attack, what to spare, what to hold."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from typing import Any, ClassVar

from wargame_tui.board.staff import Choose, Plan, Staff
from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.titles.liberty_roads.bot import values
from wargame_tui.titles.liberty_roads.bot.moves import PACE, Strike, plan_of
from wargame_tui.titles.liberty_roads.bot.player import follow
from wargame_tui.titles.liberty_roads.bot.sight import Bias, View, view_of, ways_to
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, GERMAN
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules import victory
from wargame_tui.titles.liberty_roads.rules.movement import MovementPhase
from wargame_tui.titles.liberty_roads.rules.support import SupportPhase
from wargame_tui.titles.liberty_roads.state import State

EFFORTS = 5
"""Places of which each may be the main effort."""
EFFORT = 3.0
"""What a place counts as the main effort."""
OTHERS: Mapping[Side, float] = {ALLIED: 0.7, GERMAN: 0.3}
"""What all others count beside it."""
SPARED = 3
"""Attacks that are weighed to be left out."""

GERMAN_THOUGHT = 1.2
"""How much more a German player turn is worth thinking about: the Allied one that follows has to be played, too."""

DOCTRINE: Mapping[Side, Bias] = {ALLIED: Bias(economy=0.2), GERMAN: Bias(least=1.0)}
"""What those who think ahead like in any case: the Allies mass for an attack, the Germans attack where it pays.

Found by games of Cobra against the plain greedy player, 24 for each liking with the seeds 100 to 123. Points of the
Allies on the average, plain against plain 10.5: Allied economy 3.0 7.8, 0.2 11.5; caution 1.0 8.2, 0.0 with price 0.6
10.8; crowd 0.0 with thrust 2.0 and economy 0.0 6.7. German least 1.0 9.5, 99.0 9.8; hold 2.5 10.4. The standard error
of each is 0.6.
"""


def _liking(side: Side, **changes: Any) -> Bias:
    return replace(DOCTRINE[side], **changes)


STANCES: Mapping[Side, Mapping[str, Bias]] = {
    ALLIED: {
        "attack at any fair odds": _liking(ALLIED, least=-0.4, price=0.6, caution=0.0),
        "advance on a broad front": _liking(ALLIED, crowd=3.0),
        "attack only at good odds": _liking(ALLIED, least=0.6, price=1.4),
        "attack everywhere at once": _liking(ALLIED, economy=1.0),
        "keep a closed front": _liking(ALLIED, caution=1.0),
        "break through on a narrow front": _liking(ALLIED, crowd=0.0, thrust=2.0),
    },
    GERMAN: {
        "stand in the enemy's way": _liking(GERMAN, contact=-2.0),
        "break contact": _liking(GERMAN, contact=5.0),
        "mass where the threat is greatest": _liking(GERMAN, mass=2.0),
        "counter-attack": _liking(GERMAN, least=-0.8, price=0.7, opening=4.0, economy=0.2),
        "give ground to save the army": _liking(GERMAN, hold=0.4),
        "hold every place": _liking(GERMAN, hold=2.5),
        "spread along the line": _liking(GERMAN, mass=0.4),
        "stand without attacking": _liking(GERMAN, least=99.0),
    },
}
"""Ways to play a turn, those that proved best first: as many are weighed as the work allows."""


def choose(game: Game) -> Command:
    """What the greedy player does who follows his side's doctrine."""
    return follow(game, DOCTRINE[ALLIED if game.side == ALLIED else GERMAN])


class LibertyStaff(Staff):
    """For either side."""

    choose: ClassVar[Choose] = staticmethod(choose)
    work: ClassVar[Mapping[str, int]] = {"veteran": 3_000, "staff": 12_000}

    def fork(self, state: State, side: str) -> str | None:
        """The player turn, from its support markers on."""
        step: Any = state.stack[-1]
        begins = isinstance(step, MovementPhase) or (isinstance(step, SupportPhase) and step.stage == "use")
        return f"{state.turn} {side}" if begins and state.now.side == side else None

    def weight(self, state: State, side: str) -> float:
        """A little more for the Germans."""
        return GERMAN_THOUGHT if side == GERMAN else 1.0

    def plans(self, game: Game, side: str) -> Sequence[Plan]:
        """Stances and main efforts in turn, then attacks to be left out."""
        state: State = game.state
        view = view_of(state, state.now.side)
        pairs = zip_longest(_stances(view), _efforts(view))
        able = [*(each for pair in pairs for each in pair if each is not None), *_spared(view)]
        return [_plan(each, state.turn) for each in _different(view, able)]

    def value(self, state: State, side: str) -> Mapping[str, float]:
        """Points so far and to come, losses, steps, supply, the result."""
        sign = 1 if side == ALLIED else -1
        return {name: sign * value for name, value in values.worth_of(state).items()}

    def horizon(self, state: State, side: str) -> Callable[[Any], bool]:
        """What the Allies have done at the end of their player turn; what they have done to the Germans in their next.

        In the last turn the end of the game, when the points are counted.
        """
        if state.turn == state.book.scenario.last:
            return lambda later: False
        return partial(_is_done, state.turn + (side == GERMAN))


STAFF = LibertyStaff()


def _is_done(turn: int, state: State) -> bool:
    """Whether the Allied player turn of that number is over."""
    return state.turn > turn or (state.turn == turn and state.now.side == GERMAN)


@dataclass(frozen=True)
class _Idea:
    """What a plan would be made of."""

    name: str
    words: str
    bias: Bias
    spaces: tuple[str, ...] = ()
    hope: str = ""
    came_true: Callable[[Any], bool] | None = None


def _plan(idea: _Idea, turn: int) -> Plan:
    propose, uses = partial(_follow, idea.bias, turn), frozenset({"likings"})
    return Plan(idea.name, idea.words, propose, uses, idea.spaces, hope=idea.hope, came_true=idea.came_true)


def _different(view: View, ideas: Iterable[_Idea]) -> Iterator[_Idea]:
    """Those that lead to other orders than the doctrine, and than those before them."""
    known = [plan_of(view.state, view.side, DOCTRINE[view.side])]
    for idea in ideas:
        orders = plan_of(view.state, view.side, idea.bias)
        if not any(orders.orders == each.orders and orders.strikes == each.strikes for each in known):
            known.append(orders)
            yield idea


def _follow(bias: Bias, turn: int, game: Game) -> Command | None:
    """What the greedy player does with other likings, in his own turn of that number."""
    state: State = game.state
    return follow(game, bias) if state.turn == turn and state.now.side == game.side else None


def _stances(view: View) -> Iterator[_Idea]:
    for words, bias in STANCES[view.side].items():
        yield _Idea(words, words, bias)


def _efforts(view: View) -> Iterator[_Idea]:
    """Everything toward one place, or for it."""
    verb = "make for" if view.side == ALLIED else "hold"
    for hexes in _places(view)[:EFFORTS]:
        name = view.board.names[hexes[0]]
        bias = _liking(view.side, goals=tuple((hex_, EFFORT) for hex_ in hexes), others=OTHERS[view.side])
        words, hope = f"{verb} {view.board.name(name)}", f"to have {view.board.name(name)}"
        came = partial(_has, name, view.side)
        yield _Idea(f"to {name}", words, bias, (name,), hope, came)


def _places(view: View) -> list[tuple[int, ...]]:
    """The places still fought for, by what they are worth and how near the enemy of their owner is."""
    allied = view if view.side == ALLIED else view_of(view.state, ALLIED)
    index, entry, groups = view.board.index, view.book.scenario.victory, dict[tuple[int, ...], float]()
    assert entry is not None
    for goal in entry.goals:
        still = tuple(index[each] for each in goal.hexes if not victory.is_held(view.state, goal, each))
        together = [still] if goal.count == "all" else [(each,) for each in still]
        groups |= {hexes: float(goal.points) for hexes in together if hexes}
    if entry.strategic:
        rows = view.book.map.strategic.items()
        groups |= {(index[each],): float(row.value) for each, row in rows if not view.state.controls(ALLIED, each)}
    starts = list(allied.own_stacks)

    def promise(hexes: tuple[int, ...]) -> float:
        ways = ways_to(hexes[0], allied.foes)
        return groups[hexes] * PACE ** min((ways[each] for each in starts), default=99)

    return sorted(groups, key=lambda hexes: (-promise(hexes), hexes))


def _has(hex_: str, side: Side, state: State) -> bool:
    held = state.controls(ALLIED, hex_) if hex_ in state.control else bool(state.units_in(hex_, ALLIED))
    return held == (side == ALLIED)


def _spared(view: View) -> Iterator[_Idea]:
    """To leave out an attack that would be made."""
    strikes: Sequence[Strike] = plan_of(view.state, view.side, DOCTRINE[view.side]).strikes
    for strike in strikes[:SPARED]:
        name = view.board.names[strike.hex]
        words = f"not attack {view.board.name(name)}"
        yield _Idea(f"spare {name}", words, _liking(view.side, spared=frozenset({strike.hex})), (name,))
