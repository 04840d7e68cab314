"""What is said once before a phase is ended: what would hurt, and that most units have done nothing."""

import re
from collections.abc import Mapping
from typing import Any

from wargame_tui.board.gestures import Tally
from wargame_tui.board.moments import has_changed, trail_of
from wargame_tui.tui.session import Choice, Session
from wargame_tui.tui.table.listing import END_KEY

_SHORTEST_ID = 3
"""Characters of a space's id that can be told from other words and numbers."""


class Warned:
    """The warnings of a game at the table."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._said: tuple[Any, frozenset[str]] = (None, frozenset())
        """The phase in which something was said, and what."""

    def before(self, choice: Choice) -> list[str]:
        """What to say before a command is given: nothing, unless it ends a phase, and nothing twice in a phase."""
        if choice.key != END_KEY or not self._ends_phase(choice):
            return []
        session, state = self._session, self._session.state
        phase = (session.title.turn(state), session.side, *trail_of(state)[: session.title.phase_depth])
        before = self._said[1] if self._said[0] == phase else frozenset[str]()
        gestures = session.title.gestures
        found = [words for words in gestures.warnings(state) if words not in before]
        tally, idle = gestures.tally(state), "idle"
        if tally is not None and 2 * tally.done < tally.of and idle not in before:
            found.append(_idle(tally))
            before |= {idle}
        self._said = phase, before | {*found}
        return found

    def _ends_phase(self, choice: Choice) -> bool:
        """Whether play goes on to another phase or side with it; so it does where dice or others come in between."""
        state = self._session.state
        after = self._session.title.gestures.after(state, [choice.command])
        if after is None or after.over is not None:
            return True
        return has_changed(trail_of(state), trail_of(after)) or after.stack[-1].decider(after) != self._session.side


def _idle(tally: Tally) -> str:
    """How many have not moved, or whatever else is counted."""
    if tally.of == 1:
        return f"The only unit has not {tally.words}"
    return f"{tally.of - tally.done} of {tally.of} units have not {tally.words}"


def place_in(words: str, names: Mapping[str, str]) -> str | None:
    """The space that a sentence names, by its name or else by its id; None if it names none."""
    named = [space for space, name in names.items() if name in words and name != space]
    if named:
        return max(named, key=lambda space: len(names[space]))
    found = re.findall(rf"\b\w{{{_SHORTEST_ID},}}\b", words)
    return next((word for word in found if word in names), None)
