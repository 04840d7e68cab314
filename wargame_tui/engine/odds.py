"""Odds by doing it: a command carried out by the rules themselves, once for everything that its dice can show."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from wargame_tui.core.command import Command
from wargame_tui.core.dice import Dice
from wargame_tui.core.event import Event
from wargame_tui.core.state import Draft

E = TypeVar("E", bound=Event)
MOST = 5_000
"""Branches that are gone through; a command with more wants a reckoning of its own."""


class TooMany(Exception):
    """The dice can show more things than are gone through."""


class _Wanted(Exception):
    def __init__(self, faces: int) -> None:
        super().__init__(faces)
        self.faces = faces


@dataclass(frozen=True, slots=True)
class _Open(Dice):
    """Dice that show what they are told, and then ask."""

    def roll(self, faces: int) -> tuple[int, Dice]:
        """The next value. Raises _Wanted."""
        if not self.scripted:
            raise _Wanted(faces)
        return self.scripted[0], _Open(self.seed, self.count + 1, self.scripted[1:])


@dataclass(frozen=True, slots=True)
class Branch:
    """One thing that the dice may show, and what comes of it."""

    p: Fraction
    dice: tuple[int, ...]
    g: Any
    """The draft after it."""

    @property
    def events(self) -> list[Event]:
        """What happened in it."""
        events: list[Event] = self.g.events
        return events


def branches(
    draft: Callable[[], Draft[Any]], command: Command, *, settle: bool = False, most: int = MOST
) -> Iterator[Branch]:
    """Everything that may come of a legal command, by the dice that it rolls, in the order of their faces.

    `draft` makes a fresh draft of the state. `settle`: steps then go on by themselves up to the next decision, which
    nobody takes unasked. Raises TooMany.
    """

    def play(g: Draft[Any]) -> None:
        g.stack[-1].do(g, command)
        while settle and g.over is None and g.stack and g.stack[-1].decider(g) is None:
            g.stack[-1].proceed(g)

    return outcomes(draft, play, most=most)


def leads_to(
    draft: Callable[[], Draft[Any]], command: Command, kind: type[E], within: type[Any]
) -> list[tuple[Fraction, E]]:
    """The first event of a kind to which a legal command leads, each with its probability; nothing if to none.

    What has to be decided on the way, in steps of the class `within`, is decided by the first legal candidate.
    """

    def play(g: Draft[Any]) -> None:
        g.stack[-1].do(g, command)
        while g.over is None and not any(isinstance(event, kind) for event in g.events):
            step = g.stack[-1]
            if step.decider(g) is None:
                step.proceed(g)
            elif isinstance(step, within):
                step.do(g, next(step.legal(g)))
            else:
                return

    ends = [(end.p, [event for event in end.events if isinstance(event, kind)]) for end in outcomes(draft, play)]
    return [(p, events[0]) for p, events in ends if events]


def outcomes(draft: Callable[[], Draft[Any]], play: Callable[[Any], None], *, most: int = MOST) -> Iterator[Branch]:
    """Everything that may come of something done to a draft, by the dice that it rolls. Raises TooMany."""
    waiting: list[tuple[Fraction, tuple[int, ...]]] = [(Fraction(1), ())]
    left = most
    while waiting:
        p, dice = waiting.pop()
        g = draft()
        g.dice = _Open(g.dice.seed, g.dice.count, dice)
        try:
            play(g)
        except _Wanted as wanted:
            waiting += [(p / wanted.faces, (*dice, face)) for face in range(wanted.faces, 0, -1)]
            continue
        if not left:
            raise TooMany(f"more than {most} things may come of it")
        left -= 1
        yield Branch(p, dice, g)
