"""What the commander titles warn of when a step of the turn is ended."""

from collections.abc import Callable, Sequence
from typing import Any

from wargame_tui.board.gestures import Gestures
from wargame_tui.board.phrases import plural
from wargame_tui.board.steps import top
from wargame_tui.board.title import BoardTitle


class ThriftyGestures(Gestures):
    """Gestures of a game in which unspent Supply Points are lost beyond a number that carries over."""

    def __init__(self, title: BoardTitle[Any], last: str, carried: Callable[[Any], int]) -> None:
        """`last` is the kind of the last step of a turn that spends points, `carried` how many a state lets carry."""
        super().__init__(title)
        self._last, self._carried = last, carried

    def warnings(self, state: Any) -> Sequence[str]:
        """How many points will be lost."""
        step = top(state)
        kept = self._carried(state)
        if step is None or step.kind != self._last or state.sp <= kept:
            return ()
        return (
            f"{plural(state.sp - kept, 'Supply Point')} will be lost: {kept} of {state.sp} carry over to the next turn",
        )
