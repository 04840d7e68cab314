"""What a player goes on to declare at the table, behind the dice for which his letter asks.

The table then shows where the phase would go on if little came of those dice: the battles before it fought, the units
where they are; or where it is over, a later phase of the same turn, if much the same is asked there however they fall.
What he decides there is declared for that decision, as `Correspondence.declare` says. What he might be asked in between
(who advances, who takes a loss) are **cases**: he decides them at a position in which it came to that, and they are
declared with an `if`. The table asks them first, and shows where the phase goes on once they are decided or left open.
All positions are rehearsed with dice of other seeds: nothing is learned of those to come. What the other player has
locked up takes no part, and a position at which something lies open that is hidden now is none.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from time import thread_time
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
"""Seconds of work after which no further one is begun: an exchange may run on through half a turn."""
COMPARED, MOST_COMPARED = 4, 200
"""Ways for the dice to fall in which a question of a later phase is compared, and answers that are."""

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
    is_next: bool = False
    """Whether a later phase of the turn asks it."""

    @property
    def words(self) -> str:
        """What it is about, as conduct names it."""
        topic = conduct.topic_of(self.game.title, self.game)
        return topic.words if topic is not None else self.game.trail[-1]


class Ahead:
    """The decisions behind the dice of one player's next letter, and the one at which he is."""

    def __init__(self, mail: Correspondence, *, cases_first: bool = False) -> None:
        """`cases_first`: a case that was not left open in this letter comes before where the phase goes on."""
        self.mail = mail
        self._cases_first = cases_first
        self._left_open: set[Question] = set()
        self.positions: Sequence[Position] = ()
        """Where the phase goes on, then the cases; the cases alone if no dice spare them; nothing if it is over."""
        self._at = 0
        self._fresh = True
        self._before: list[tuple[Sequence[Position], int, bool]] = []
        """How it stood before each command that was declared here."""
        self._rehearsals: dict[int, proof.Rehearsal] = {}
        """By seed, with what has been declared since they began."""

    @property
    def position(self) -> Position | None:
        """The decision in hand; None if there is nothing to be declared here."""
        return self.positions[self._at] if self.positions else None

    @property
    def cases(self) -> Sequence[Position]:
        """What may be asked before the phase goes on, and is left to neither orders nor declarations.

        Once one of them has been begun, there is no other before it is decided.
        """
        return [position for position in self.positions if position.is_case]

    @property
    def is_fresh(self) -> bool:
        """Whether nothing has been declared since the positions were looked for."""
        return self._fresh

    def look(self) -> None:
        """Look for the positions to which the letter may come, as it is declared now."""
        self._before.clear()
        self._rehearsals.clear()
        self._look()

    def _look(self) -> None:
        mail = self.mail
        self.positions, self._at, self._fresh = (), 0, True
        if not mail.may_declare:
            self._left_open.clear()
            return
        with suppress(NotNow):  # Then the letter cannot be written as it is, which is said where it is sent.
            self.positions = _positions([*self._courses()])
        if self._cases_first:
            asked = (at for at, each in enumerate(self.positions) if each.is_case and not self._is_left_open(each))
            self._at = next(asked, 0)

    def _is_left_open(self, case: Position) -> bool:
        return _question(case.game.state.stack[-1]) in self._left_open

    def _courses(self) -> Iterator[list["_Asked"]]:
        """What may be asked behind what is declared, one way for the dice to fall after the other."""
        mail, until = self.mail, thread_time() + LONGEST
        for seed in range(REHEARSED):
            known = self._rehearsals.get(seed)
            if known is None or not known.carries_on(mail.told):
                known = self._rehearsals[seed] = mail.rehearsal(seed)
            known.bring(mail.told)
            yield [*_course(mail, known)]
            if thread_time() > until:
                break

    def turn(self) -> None:
        """Go to the next case, or back to where the phase goes on. A case that is in hand is left open."""
        position = self.position
        if position is not None:
            if position.is_case:
                self._left_open.add(_question(position.game.state.stack[-1]))
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
            self.look()


@dataclass(frozen=True, slots=True)
class _Asked:
    """A decision on one way for the dice to fall."""

    question: Question
    position: Position
    goes_on: bool = False
    """Whether the phase goes on with it."""

    @property
    def is_next(self) -> bool:
        """Whether a later phase of the turn asks it."""
        return self.position.is_next


def _positions(courses: Sequence[Sequence[_Asked]]) -> Sequence[Position]:
    """What is to be declared behind what is declared already, as `Ahead.positions` says."""
    goal = _Goal.of(courses)
    ends, cases = list[Position](), dict[Question, Position]()
    spared = False
    for course in courses:
        for number, asked in enumerate(course):
            if goal.is_reached(asked):
                ends.append(asked.position)
                spared = spared or number == 0
                break
            if goal.is_next or not asked.is_next:
                _keep_nearest(cases, asked)
    if not ends:
        return ()
    return [*[_likely(ends)] * spared, *cases.values()]


def _keep_nearest(cases: dict[Question, Position], asked: _Asked) -> None:
    """Of the positions at which a case is asked, the one most like the present."""
    known = cases.get(asked.question)
    if known is None or asked.position.changes < known.changes:
        cases[asked.question] = replace(asked.position, is_case=True)


def _likely(positions: Sequence[Position]) -> Position:
    """Of the positions at which it may go on, the one in the midst of most, most like the present."""
    deepest = max(len(position.game.state.stack) for position in positions)
    likely = [position for position in positions if len(position.game.state.stack) == deepest]
    return min(likely, key=lambda position: position.changes)


@dataclass(frozen=True, slots=True)
class _Goal:
    """With what it goes on behind the dice: the phase itself, else the next decision of the turn that always comes."""

    question: Question | None = None
    """None: the phase in hand."""

    @classmethod
    def of(cls, courses: Sequence[Sequence[_Asked]]) -> "_Goal":
        """What there is to go on with, on some ways for the dice to fall."""
        if any(asked.goes_on for course in courses for asked in course):
            return cls()
        later = [found for course in courses if (found := {each.question: each for each in course if each.is_next})]
        sure = next((each for each in (later[0] if later else ()) if all(each in found for found in later)), None)
        if sure is not None and _is_steady([found[sure] for found in later]):
            return cls(sure)
        return cls()

    @property
    def is_next(self) -> bool:
        """Whether it is in a later phase."""
        return self.question is not None

    def is_reached(self, asked: _Asked) -> bool:
        """Whether it goes on with a decision."""
        return asked.is_next and asked.question == self.question if self.is_next else asked.goes_on


def _is_steady(found: Sequence[_Asked]) -> bool:
    """Whether a question is much the same however the dice fall: else nobody could answer it before them."""
    legal = [{each.notation() for each in asked.position.game.legal(MOST_COMPARED)} for asked in found[:COMPARED]]
    common = set.intersection(*legal)
    return all(2 * len(common) > len(each) for each in legal)


def _course(mail: Correspondence, rehearsal: proof.Rehearsal) -> Iterator[_Asked]:
    """My decisions up to that with which the phase goes on, or to the end of my turn, each answered by what ends it."""
    now = mail.table
    for then, declared in islice(rehearsal.course(), MOST_CASES):
        phase, stack = _Phase(declared), then.state.stack
        if lays_open(now.title, mail.side, now.state, then.state):
            return
        goes_on = phase.goes_on_at(stack)
        is_next = not goes_on and not phase.holds(stack)
        if is_next and not _is_one_turn(now, then):
            return
        changes = _changes(now.state, then.state)
        position = Position(_laid(now, then), stack[-1].kind, changes, is_next=is_next)
        yield _Asked(_question(stack[-1]), position, goes_on)
        if goes_on:
            return
        then.apply(_hasty(then))


class _Phase:
    """The phase in which a decision is asked, known by the steps that lead to it."""

    def __init__(self, stack: Sequence[Any]) -> None:
        self._depths = {_question(step): depth for depth, step in enumerate(stack, 1)}
        self._turn = next((depth for depth, step in enumerate(stack, 1) if getattr(step, "side", "")), 0)

    def goes_on_at(self, stack: Sequence[Any]) -> bool:
        """Whether the decision on top is one of those that led to this one, asked again."""
        return self._depths.get(_question(stack[-1])) == len(stack)

    def holds(self, stack: Sequence[Any]) -> bool:
        """Whether the decision on top is asked within the phase: not only within the same side's turn."""
        return any(
            self._depths.get((kind, stage)) == at and (at > self._turn or (at == self._turn and stage))
            for at, (kind, stage) in [*enumerate(map(_question, stack), 1)][1:-1]
        )


def _is_one_turn(now: Game, then: Game) -> bool:
    """Whether both stand in the same turn of the same side: what neither moves alone is nobody's."""
    return _turn(now) == _turn(then) and _turn(now)[1] != ""


def _turn(game: Game) -> tuple[str, str]:
    sides = (side for step in game.state.stack if (side := getattr(step, "side", "")))
    return game.title.turn(game.state), next(sides, "")


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
