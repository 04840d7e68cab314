"""What a player goes on to declare at the table, behind the dice for which his letter asks.

The table then shows where the phase would go on if little came of those dice: the battles before it fought, the units
where they are. What he decides there is declared for that decision, as `Correspondence.declare` says. What he might be
asked in between (who advances, who takes a loss) are **cases**: he decides them at a position in which it came to that,
and they are declared with an `if`. All positions are rehearsed with dice of other seeds: nothing is learned of those to
come. What the other player has locked up takes no part, and a position at which something lies open that is hidden now
is none.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from time import monotonic
from typing import Any

from wargame_tui.board import conduct
from wargame_tui.core.command import Command
from wargame_tui.core.dice import SealedDice
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.core.step import IllegalCommand
from wargame_tui.mail import face_down, proof
from wargame_tui.mail.correspondence import Correspondence, NotNow

REHEARSED = 24
"""Ways for the dice to fall among which positions are looked for."""
MOST_CASES = 30
"""Decisions that are answered on the way to where the phase goes on."""
LONGEST = 0.5
"""Seconds after which no further one is begun: an exchange may run on through half a turn."""

Question = tuple[str, str]
"""The kind of a step that asks, and its stage."""


@dataclass(frozen=True, slots=True)
class Position:
    """A decision that is mine behind the dice, at a position as it may be then."""

    game: Game
    """The game as it stands, and on at that position."""
    decision: str
    """What is asked, as declarations name it."""
    changes: int
    """Units that are not what they are now, or not where."""
    is_case: bool = False
    """Whether it comes to that only if the dice say so."""

    @property
    def words(self) -> str:
        """What it is about, as conduct names it."""
        topic = conduct.topic_of(self.game.title, self.game)
        return topic.words if topic is not None else self.game.trail[-1]


class Ahead:
    """The decisions behind the dice of one player's next letter, and the one at which he is."""

    def __init__(self, mail: Correspondence) -> None:
        self.mail = mail
        self.positions: Sequence[Position] = ()
        """Where the phase goes on, then the cases; the cases alone if no dice spare them; nothing if it is over."""
        self._at = 0
        self._fresh = True
        self._before: list[tuple[Sequence[Position], int, bool]] = []
        """How it stood before each command that was declared here."""

    @property
    def position(self) -> Position | None:
        """The decision in hand; None if there is nothing to be declared here."""
        return self.positions[self._at] if self.positions else None

    @property
    def cases(self) -> Sequence[Position]:
        """What may be asked before the phase goes on, and is left to neither orders nor declarations."""
        return [position for position in self.positions if position.is_case]

    @property
    def is_fresh(self) -> bool:
        """Whether nothing has been declared since the positions were looked for."""
        return self._fresh

    def look(self) -> None:
        """Look for the positions to which the letter may come, as it is declared now."""
        self._before.clear()
        self._look()

    def _look(self) -> None:
        mail = self.mail
        self.positions, self._at, self._fresh = (), 0, True
        if mail.may_declare and mail.pending:
            with suppress(NotNow):  # Then the letter cannot be written as it is, which is said where it is sent.
                self.positions = _positions(mail)

    def turn(self) -> None:
        """Go to the next case, or back to where the phase goes on."""
        if self.positions:
            self._at = (self._at + 1) % len(self.positions)

    def give(self, given: str | Command) -> tuple[Event, ...]:
        """Declare a command for the decision in hand, and see it carried out there, unless it takes dice.

        Raises IllegalCommand, BadNotation, NotNow; nothing is changed then.
        """
        position = self.position
        assert position is not None
        game = position.game.branch()
        command = given if isinstance(given, Command) else game.parse(given)
        if (refusal := game.refusal(command)) is not None:
            raise IllegalCommand(refusal)
        mark = proof.IF if position.is_case else ""
        declared = f"[{proof.asked(game)}{mark}] {command.notation()}"
        try:
            events, rolls = game.apply(command), False
        except SealedDice:
            events, rolls = (), True
        self.mail.declare_there(declared, joined=not self._fresh)
        self._before.append((self.positions, self._at, self._fresh))
        if rolls or game.side != self.mail.side or (position.is_case and proof.asked(game) != position.decision):
            self._look()
        else:
            self.positions = [replace(position, game=game)]
            self._at, self._fresh = 0, False
        return events

    def back(self) -> None:
        """Take the last declared command back. Raises what `Correspondence.undo` raises."""
        self.mail.undo()
        if self._before:
            self.positions, self._at, self._fresh = self._before.pop()
        else:
            self._look()


def _positions(mail: Correspondence) -> Sequence[Position]:
    """What is to be declared behind what is declared already, as `Ahead.positions` says."""
    goes_on: list[Position] = []
    cases: dict[Question, Position] = {}
    spared = False
    for course in _courses(mail):
        for number, (question, position) in enumerate(course):
            if not position.is_case:
                goes_on.append(position)
                spared = spared or number == 0
            elif question not in cases or position.changes < cases[question].changes:
                cases[question] = position
    if not goes_on:
        return ()
    deepest = max(len(position.game.state.stack) for position in goes_on)
    likely = [position for position in goes_on if len(position.game.state.stack) == deepest]
    return [*[min(likely, key=lambda position: position.changes)] * spared, *cases.values()]


def _courses(mail: Correspondence) -> Iterator[list[tuple[Question, Position]]]:
    """What may be asked behind what is declared, one way for the dice to fall after the other."""
    until = monotonic() + LONGEST
    for seed in range(REHEARSED):
        yield [*_course(mail, seed)]
        if monotonic() > until:
            break


def _course(mail: Correspondence, seed: int) -> Iterator[tuple[Question, Position]]:
    """My decisions up to that with which the phase goes on, each answered by what ends it."""
    now = mail.table
    depths = {_question(step): depth for depth, step in enumerate(now.state.stack, 1)}
    for then in islice(mail.rehearsal(seed), MOST_CASES):
        stack = then.state.stack
        question = _question(stack[-1])
        position = Position(_laid(now, then), stack[-1].kind, _changes(now.state, then.state))
        if lays_open(now.title, mail.side, now.state, then.state):
            return
        if depths.get(question) == len(stack):
            yield question, position
            return
        if not _is_deeper(stack, depths):
            return
        yield question, replace(position, is_case=True)
        then.apply(_hasty(then))


def lays_open(title: Any, side: str, before: Any, after: Any) -> bool:
    """Whether a side would see something at a later position that is hidden from it now."""
    return bool(_hidden(title, side, before) - _hidden(title, side, after))


def _hidden(title: Any, side: str, state: Any) -> set[str]:
    """Where in a state something lies that a side does not see."""
    return set() if not face_down.has_some(title) else {*_differing(title.dump(state), title.dump(state, side), "")}


def _differing(whole: Any, seen: Any, at: str) -> Iterator[str]:
    if isinstance(whole, dict) and isinstance(seen, dict):
        for name, value in whole.items():
            yield from _differing(value, seen.get(name), f"{at}/{name}")
    elif isinstance(whole, list) and isinstance(seen, list) and len(whole) == len(seen):
        for number, pair in enumerate(zip(whole, seen, strict=True)):
            yield from _differing(*pair, f"{at}/{number}")
    elif whole != seen:
        yield at


def _question(step: Any) -> Question:
    return step.kind, getattr(step, "stage", "")


def _is_deeper(stack: Sequence[Any], depths: Mapping[Question, int]) -> bool:
    """Whether a question is asked within the phase in which the dice were asked for."""
    return len(stack) > 1 and any(depths.get(_question(step)) == at for at, step in [*enumerate(stack, 1)][1:-1])


def _hasty(game: Game) -> Command:
    """What ends or declines a decision, or else its first answer."""
    legal = game.legal()
    return min(legal, key=lambda command: "EX".find(command.own_key) % 3 if command.own_key else 2)


def _changes(now: Any, then: Any) -> int:
    """Units that stand elsewhere or are not what they were."""
    before, after = getattr(now, "units", {}), getattr(then, "units", {})
    return sum(before.get(unit) != after.get(unit) for unit in {*before, *after})


def _laid(game: Game, then: Game) -> Game:
    """A game that goes on at a later position. The step there is a line that seals dice, which nobody is shown."""
    table, sealed = game.branch(), then.branch()
    sealed.reseed(None)
    table.reseed(None)
    table.states[-1] = sealed.state
    return table
