"""What a side would be asked in the other's coming turn, as the position is today, and what its conduct would answer.

Nothing of it happens: the turn is played on copies with dice of their own, which say nothing of those to come. There
the other side does what the title's gestures find: it attacks where it can, and moves where somebody may object;
questions are answered as the program would. So this shows what is likely to be asked, not all that could be, with the
numbers that it would have now, and as much of it as is found within some seconds.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from time import monotonic
from typing import Any

from wargame_tui.board.conduct import Order, answer, by_gesture, suggestion, topic_of, topics
from wargame_tui.board.phrases import first_up
from wargame_tui.board.turns import Turns
from wargame_tui.core.command import Command
from wargame_tui.core.game import Game

SEEDS = (1, 2)
"""Of the dice on the copies."""
MOST_PHASES = 16
"""Of both sides, that are gone through."""
MOST_ATTACKS, MOST_STACKS, MOST_MOVES, MOST_FIGHTS = 8, 20, 2, 5
"""In a phase: attacks, stacks that move, ways of each where somebody may object, ways into a fight."""
MOST_ANSWERS = 25
"""In a row after one command."""
MOST_OF_TOPIC = 6
"""Questions of one topic that are told."""
SECONDS = 6.0
"""After which no more is tried."""
END = "E"
"""The key of commands that end a phase."""
ASKS = "asks you"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that may come up."""

    topic: str
    """Its id."""
    question: str
    game: Game
    """As it stands when it is asked."""


@dataclass(frozen=True, slots=True)
class Row:
    """A question that may come up, with its answer."""

    topic: str
    question: str
    answer: str
    """In words; `asks you` if the conduct leaves it to the player."""
    asks: bool


def preview(title: Any, conduct: Iterable[Order], game: Game, side: str, seconds: float = SECONDS) -> list[Row]:
    """Questions to a side in the other's coming turn with its answers, by topic."""
    return answered(title, conduct, rehearsed(title, game, side, seconds))


def answered(title: Any, conduct: Iterable[Order], asked: Iterable[Asked]) -> list[Row]:
    """The same of questions that are known."""
    given, rows = tuple(conduct), []
    for each in asked:
        command = answer(title, given, each.game)
        words = ASKS if command is None else first_up(title.command_text(each.game.state, command))
        rows.append(Row(each.topic, each.question, words, command is None))
    return rows


def rehearsed(title: Any, game: Game, side: str, seconds: float = SECONDS) -> list[Asked]:
    """Questions to a side that are likely in the other's coming turn, by topic."""
    found = _Rehearsal(title, side, monotonic() + seconds)
    for seed in SEEDS if game.over is None else ():
        copy = game.branch()
        copy.reseed(seed)
        found.play(copy)
    order = [topic.id for topic in topics(title)]
    return sorted(found.asked.values(), key=lambda each: order.index(each.topic))


@dataclass
class _Rehearsal:
    title: Any
    side: str
    until: float
    """By the clock of `monotonic`."""
    asked: dict[str, Asked] = field(default_factory=dict)
    """By the words of the question."""
    counts: Counter[str] = field(default_factory=Counter)
    """Of the questions by topic."""

    def play(self, game: Game) -> None:
        """The rest of the own turn by its ends, then the phases of the other side, until it is the own turn again."""
        turns, begun = Turns(), False
        for _ in range(MOST_PHASES):
            theirs = turns.of(game.states, len(game.states) - 1) not in (None, self.side)
            if begun and not theirs and self.asked:
                return
            begun = begun or theirs
            if theirs and game.side != self.side:
                for series, phases in self._acts(game):
                    if monotonic() > self.until:
                        return
                    self._try(game, series, phases)
            if not self._end_phase(game):
                return

    def _acts(self, game: Game) -> Iterator[tuple[Sequence[Command], int]]:
        """What the other side might do now that has something asked: its attacks, then moves.

        With how many phases it takes to be over: who moves into a fight, fights in the next one.
        """
        state, gestures = game.state, self.title.gestures
        for space in islice(gestures.odds_at(state), MOST_ATTACKS):
            series = gestures.attack(state, space)
            if series:
                yield (*series, *gestures.commitment(state, space)), 0
        fights = 0
        for space, units in islice(gestures.unmoved(state).items(), MOST_STACKS):
            stack = list(gestures.movable(state, space)) or list(units)
            ways = [ways[0] for ways in gestures.ways(state, stack[:1]).values() if ways]
            yield from ((way.commands, 0) for way in islice((way for way in ways if way.warning), MOST_MOVES))
            fight = next((way for way in ways if way.fights), None)
            if fight is not None and fights < MOST_FIGHTS:
                fights += 1
                yield fight.commands, 1

    def _try(self, game: Game, series: Sequence[Command], phases: int) -> None:
        """Commands of the other side on a copy, up to the phase from which they began, or past some, with all that
        is asked.
        """
        copy, phase = game.branch(), len(game.state.stack) - phases
        for command in series:
            if copy.over is not None or copy.refusal(command) is not None:
                break
            copy.apply(command)
            self._answer_all(copy)
        for _ in range(MOST_ANSWERS):
            done = copy.over is not None or len(copy.state.stack) <= phase or copy.side in (None, self.side)
            if done or monotonic() > self.until:
                return
            copy.apply(self._likely(copy))
            self._answer_all(copy)

    def _answer_all(self, game: Game) -> None:
        """Note question after question, and answer each as the program would."""
        for _ in range(MOST_ANSWERS):
            topic = topic_of(self.title, game) if game.over is None and game.side == self.side else None
            if topic is None:
                return
            question = _question(game)
            if question not in self.asked and self.counts[topic.id] < MOST_OF_TOPIC:
                self.counts[topic.id] += 1
                self.asked[question] = Asked(topic.id, question, game.branch())
            game.apply(self._likely(game))

    def _likely(self, game: Game) -> Command:
        """What most players would do; without a proposal what ends it: the bot would take too long."""
        return by_gesture(self.title, game) or self._plain(game)

    def _plain(self, game: Game) -> Command:
        """What the question itself suggests, its end, or the first thing that can be done."""
        legal = game.legal()
        ends = (each for each in legal if self.title.key_of(game.state, each) == END)
        return suggestion(self.title, game) or next(ends, legal[0])

    def _end_phase(self, game: Game) -> bool:
        """Go on to the next phase by what ends this one; whether there is another."""
        before = game.trail
        for _ in range(MOST_ANSWERS):
            if game.over is not None:
                return False
            if game.side == self.side and topic_of(self.title, game) is not None:
                self._answer_all(game)
            else:
                game.apply(self._plain(game))
            if game.trail != before:
                return game.over is None
        return False


def _question(game: Game) -> str:
    """What is asked, with where, if the question does not say so itself."""
    text = game.prompt.text
    for words in reversed(game.trail):
        names = [word for word in words.split()[1:] if word[0].isupper() or word[0].isdigit()]
        if names:
            return text if any(name in text for name in names) else f"{words}: {text}"
    return text
