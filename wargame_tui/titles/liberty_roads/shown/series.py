"""Answers of several commands: given one after the other as long as the same player decides."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from wargame_tui.board.gestures import Gesture
from wargame_tui.board.steps import top
from wargame_tui.core.command import Command
from wargame_tui.titles.liberty_roads.printed import names
from wargame_tui.titles.liberty_roads.state import State

After = Callable[[State, Sequence[Command]], Any]
"""The state after commands, or None."""
Chosen = Callable[[State, Any], Command | None]
"""The next command for a step; None to leave the rest to the player."""
Advise = Callable[[State], Command]
"""What the title's own player would do."""


def follow(state: State, after: After, choose: Chosen, *also: type[Any]) -> list[Command]:
    """Commands one after the other, up to the first dice.

    As long as a step of the kind in hand, or of another that is named, asks the same side.
    """
    kinds, side = (type(top(state)), *also), top(state).decider(state)
    given = list[Command]()
    now: Any = state
    while now is not None:
        step = top(now)
        if type(step) not in kinds or step.decider(now) != side:
            break
        command = choose(now, step)
        if command is None or step.refusal(now, command) is not None:
            break
        given.append(command)
        now = after(now, (command,))
    return given


def whole(words: str, given: Sequence[Command], path: Iterable[str] = ()) -> Gesture | None:
    """A proposal; None if nothing is to be done."""
    return Gesture(words, tuple(given), tuple(path)) if given else None


def listed(given: Iterable[Command]) -> str:
    """The units of commands, each with the number of times that it is named."""
    counts: dict[str, int] = {}
    for command in given:
        name = getattr(command, "unit", None)
        if name is not None:
            counts[name] = counts.get(name, 0) + 1
    return ", ".join(names.called(name) + (f" x{count}" if count > 1 else "") for name, count in counts.items())


def by_place(ends: Iterable[tuple[str, str]], *, going: bool = False) -> str:
    """Units with where they end, or where they are going to, those of one place together.

    `9 SS, 10 SS at 2903 Düsseldorf; SHAEF in England`; `US 30 to 1007 Cherbourg`.
    """
    found: dict[str, list[str]] = {}
    for unit, place in ends:
        found.setdefault(place, []).append(names.unit_name(unit))
    where = {place: f"to {names.place(place)}" if going else names.at(place) for place in found}
    return "; ".join(f"{', '.join(units)} {where[place]}" for place, units in found.items())
