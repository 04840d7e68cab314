"""Whose turn it is: of the side that plays it, although the other side may be asked something in between.

That is read from the stack of steps. A turn is its side's as long as the step stands in which it is played: the lowest
one that names the side, or else the one in which the side decided. What the other side is asked while it stands
(blow the bridge? artillery? which way back?) is a short question in somebody else's turn.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

_Anchor = tuple[int, str, Any]
"""A step: its place in the stack, its kind, the side that it names."""


class _Turn(NamedTuple):
    side: str | None
    anchor: _Anchor | None


class Turns:
    """Whose turn every moment of one game was; moments that were taken back are forgotten."""

    def __init__(self) -> None:
        self._known: list[tuple[Any, _Turn]] = []
        """The states of the game so far, each with the turn to which it belongs."""

    def of(self, states: Sequence[Any], at: int) -> str | None:
        """Whose turn it was in one of the states of a game; None before anybody has decided."""
        known = self._known
        # States are never changed, and a branch shares them: the last one that is the same has the same past.
        while known and (len(known) > len(states) or known[-1][0] is not states[len(known) - 1]):
            known.pop()
        for state in states[len(known) : at + 1]:
            known.append((state, _turn(state, known[-1][1] if known else None)))
        return known[at][1].side

    def last_of_others(self, states: Sequence[Any], at: int, side: str) -> tuple[int, int] | None:
        """The first and the last moment before `at` of what others played in a row since the turn of a side.

        None if there is nothing of the kind.
        """
        while at >= 0 and self.of(states, at) == side:
            at -= 1
        if at < 0:
            return None
        first = at
        while first and self.of(states, first - 1) != side:
            first -= 1
        return first, at

    def goes_on(self, states: Sequence[Any], at: int, state: Any) -> bool:
        """Whether the turn of a moment still goes on in a state that came of the next command."""
        self.of(states, at)
        anchor = self._known[at][1].anchor
        return anchor is not None and _is_in(state, anchor)


def _turn(state: Any, before: _Turn | None) -> _Turn:
    decider = state.stack[-1].decider(state) if state.over is None and state.stack else None
    if before is not None and before.anchor is not None and (decider is None or _is_in(state, before.anchor)):
        return before
    if decider is None:
        return before or _Turn(None, None)
    if before is None:
        # Taken up in the middle: the question may be one of those asked in between.
        named = next((step.side for step in state.stack if isinstance(getattr(step, "side", None), str)), None)
        decider = named or decider
    return _Turn(decider, _anchor(state, decider))


def _anchor(state: Any, side: str) -> _Anchor:
    steps = state.stack
    place = next((n for n, step in enumerate(steps) if getattr(step, "side", None) == side), len(steps) - 1)
    return place, steps[place].kind, getattr(steps[place], "side", None)


def _is_in(state: Any, anchor: _Anchor) -> bool:
    place, kind, side = anchor
    if place >= len(state.stack):
        return False
    step = state.stack[place]
    return bool(step.kind == kind and getattr(step, "side", None) == side)
