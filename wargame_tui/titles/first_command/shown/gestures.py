"""What players mean as one thing: moves with their paths, attacks with all that stand beside, retreats, advances."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from wargame_tui.board.gestures import Beginning, Gesture, Gestures, Tally, Way
from wargame_tui.board.positions import NOWHERE
from wargame_tui.core.command import Command
from wargame_tui.engine.ways import way
from wargame_tui.titles.first_command.commands import Attack, End, Move
from wargame_tui.titles.first_command.printed import DATA, enemy
from wargame_tui.titles.first_command.rules.combat import Advance, Battle, Combat, Retreat
from wargame_tui.titles.first_command.rules.movement import Movement, hold, in_supply, is_ready, supplied, ways
from wargame_tui.titles.first_command.state import State, Unit

GOOD = "2-1"
"""The column from which on an attack is worth being reminded of."""


class CommandGestures(Gestures):
    """Units move each by one command; an attack begins with everybody beside the hex (4, 7, 8)."""

    # Moving

    def goals(self, state: State, unit: str, begun: Beginning) -> Iterator[Way]:
        """With the points left, the hexes on the way and what each costs (4.2 to 4.4)."""
        mover = state.units.get(unit)
        goes = mover is not None and mover.location not in NOWHERE and _now(state, Movement)
        found = ways(state, mover) if mover is not None and goes else {}
        for each in super().goals(state, unit, begun):
            known = mover is not None and DATA.board.index[each.to] in found
            yield _priced(state, mover, each, found) if mover is not None and known else each

    def tally(self, state: State) -> Tally | None:
        """Units that have moved, of those that may (4.1, 4.6)."""
        if not _now(state, Movement):
            return None
        mine = [unit for unit in state.on_map(_side(state)) if is_ready(state, unit)]
        return Tally(sum(unit.moved for unit in mine), len(mine))

    # Fighting

    def attack(self, state: State, space: str) -> Sequence[Command] | None:
        """Everybody beside the hex takes part, until somebody is held back (7.2)."""
        if not _now(state, Combat) or state.stack[-1].refusal(state, Attack(space)) is not None:
            return None
        return (Attack(space),)

    def warnings(self, state: State) -> Sequence[str]:
        """That no attack has been made, where one at good odds can be (7.1)."""
        if not _now(state, Combat) or state.attacked:
            return ()
        rank, odds = DATA.charts.columns.index, self.odds_at(state)
        best = max(odds, key=lambda space: rank(odds[space]), default=None)
        if best is None or rank(odds[best]) < rank(GOOD):
            return ()
        return (f"No attack yet: {self._title.called(best)} could be attacked at {odds[best]} (7.1)",)

    def odds_at(self, state: State) -> Mapping[str, str]:
        """The column before support (7.4 to 7.6)."""
        if not _now(state, Combat):
            return {}
        spaces = (command.space for command in state.stack[-1].legal(state) if isinstance(command, Attack))
        return {space: Battle.on(space, _side(state), state).told(state).column for space in spaces}

    def answer(self, state: State) -> Gesture | None:
        """Units go back to where they are safest; the strongest attacker follows."""
        battle = state.stack[-1] if state.over is None else None
        if not isinstance(battle, Battle) or battle.decider(state) is None:
            return None
        if _now(state, Retreat):
            return self._retreat(state, battle)
        return self._advance(state, battle) if _now(state, Advance) else None

    def _retreat(self, state: State, battle: Battle) -> Gesture | None:
        """Each unit in turn, the strongest first, to the safest hex that is left (8.3)."""
        now, commands = state, list[Move]()
        for unit in sorted(battle.defenders(state), key=lambda unit: -unit.strength):
            moves = [each for each in now.stack[-1].legal(now) if isinstance(each, Move) and each.unit == unit.id]
            if moves:
                commands.append(max(moves, key=lambda move: (_safety(state, unit, move.space), move.space)))
                now = self.after(now, commands[-1:])
                if now is None or not _now(now, Retreat):
                    break
        if not commands:
            return None
        places = [move.space for move in commands]
        called = self._title.called
        words = f"Retreat {', '.join(f'{called(move.unit)} to {move.space}' for move in commands)}"
        return Gesture(words, tuple(commands), (battle.space, places[0]))

    def _advance(self, state: State, battle: Battle) -> Gesture | None:
        """The strongest follows, and nobody else (8.6)."""
        moves = [each for each in state.stack[-1].legal(state) if isinstance(each, Move)]
        if not moves:
            return None
        first = max(moves, key=lambda move: state.units[move.unit].strength)
        after = self.after(state, (first,))
        ends = after is not None and _now(after, Advance) and after.stack[-1].decider(after) == battle.side
        commands = (first, End()) if ends else (first,)
        return Gesture(f"{first.unit} advances", commands, (state.units[first.unit].location, battle.space))


def _now(state: State, stage: type[Any]) -> bool:
    """Whether the step in hand is in a stage of a kind."""
    return state.over is None and isinstance(getattr(state.stack[-1], "now", None), stage)


def _side(state: State) -> Any:
    return state.stack[-1].decider(state)


def _safety(state: State, unit: Unit, space: str) -> tuple[bool, bool, int]:
    """How good a hex is to retreat to: in supply, out of enemy zones, with rough ground or houses."""
    hex_, board = DATA.board.index[space], DATA.board
    watched = hold(state, enemy(unit.side))[1] >> hex_ & 1
    ground = max(DATA.charts.ground[board.terrain[hex_]][2], DATA.charts.built.get(board.built.get(hex_, ""), 0))
    return bool(supplied(state, unit.side) >> hex_ & 1), not watched, ground


def _priced(state: State, mover: Unit, each: Way, found: Mapping[int, Any]) -> Way:
    """A way with what it costs, step by step."""
    hex_ = DATA.board.index[each.to]
    path = way(found, hex_)
    spent = [found[here][0] for here in path]
    most = mover.printed.movement if in_supply(state, mover) else DATA.charts.unsupplied
    return replace(
        each,
        left=str(most - spent[-1]),
        path=tuple(DATA.board.names[here] for here in path[1:]),
        costs=tuple(str(after - before) for before, after in pairwise(spent)),
        fights=bool(hold(state, enemy(mover.side))[1] >> hex_ & 1),
    )
