"""Standing answers at a table: short questions are answered alike for the rest of the turn, without a handover.

They are a conduct of each side (`board.conduct`) that holds for one turn; in a battle a side may say once that it takes
whatever is proposed to it there. They lie beside the game, so that no file has
them, and the journal has what they answered as decisions of their side.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from wargame_tui.board.conduct import TURN, Conduct, Order, answer, topic_of
from wargame_tui.board.conduct_file import ASK
from wargame_tui.board.moments import trail_of
from wargame_tui.board.ordering import renewed
from wargame_tui.board.phrases import first_up
from wargame_tui.board.title import BoardTitle
from wargame_tui.core.command import Command
from wargame_tui.core.event import Event, event
from wargame_tui.core.game import Game

MOST_ANSWERS = 100
"""Given in a row, in case an answer leads back to its own question."""


@event("standing_answer", None, "{said} (standing answer of the {side} player)")
class Answered(Event):
    """A question was answered as it had been said before; told in the log only."""

    side: str
    said: str


@event("idle_answer", None, "{said} ({side}: no other answer would help)")
class Idle(Answered):
    """A question was answered in which no other answer would help."""


class Fitting(NamedTuple):
    """What could be said now about all questions like the one in hand."""

    order: Order
    words: str
    """`Artillery in defence: request all batteries`."""


class StandingAnswers:
    """What the players of one game have said that they answer alike in this turn."""

    def __init__(self) -> None:
        self._given: dict[str, Conduct] = {}
        """By side; every order names its turn."""
        self._trusted: dict[str, tuple[str, ...]] = {}
        """By side the battle in which it takes what is proposed."""
        self.told: dict[int, Answered] = {}
        """What was answered so, by the number of the journal entry."""
        self._news: list[Answered] = []

    def fitting(self, game: Game) -> list[Fitting]:
        """What could be said now: the choices of the topic in hand that answer it."""
        topic = topic_of(game.title, game) if isinstance(game.title, BoardTitle) else None
        if topic is None:
            return []
        orders = [(Order(topic.id, choice.id), choice.words) for choice in topic.choices if choice.id != ASK]
        return [
            Fitting(order, f"{topic.words}: {words}")
            for order, words in orders
            if answer(game.title, [order], game) is not None
        ]

    def give(self, game: Game, order: Order) -> None:
        """From now on answer like this whenever this side is asked in this turn."""
        self.put(game, game.side or "", renewed(self.of(game, game.side or ""), order))

    def put(self, game: Game, side: str, conduct: Sequence[Order]) -> None:
        """Let a side answer like this for the rest of the turn, in the place of what it had said before."""
        turn = _turn(game)
        self._given[side] = tuple(Order(each.topic, each.choice, {**each.where, TURN: turn}) for each in conduct)

    def of(self, game: Game, side: str) -> Conduct:
        """What a side has said for this turn."""
        turn = _turn(game)
        orders = (each for each in self._given.get(side, ()) if each.where[TURN] == turn)
        return tuple(
            Order(each.topic, each.choice, {name: value for name, value in each.where.items() if name != TURN})
            for each in orders
        )

    def trust(self, game: Game) -> None:
        """From now on take what is proposed whenever this side is asked in the battle in hand."""
        self._trusted[game.side or ""] = _battle(game)

    def revoke(self) -> None:
        """Ask again from now on."""
        self._given.clear()
        self._trusted.clear()

    def holds(self, game: Game) -> bool:
        """Whether anything is answered alike in this turn, or this battle."""
        return any(self.of(game, side) for side in self._given) or _battle(game) in self._trusted.values()

    def carry_out(self, asked: Callable[[], Game | None], apply: Callable[[Command], Sequence[Event]]) -> list[Event]:
        """Answer what can be answered now, one question after the other; the events of it.

        `asked` is the game as it is if a player at this table is asked something, `apply` carries out a command. Also
        answered is that to which no other answer would help, so that nobody is asked it, or handed the keys for it.
        """
        happened: list[Event] = []
        for _ in range(MOST_ANSWERS):
            game = asked()
            if game is None or game.side is None or game.over is not None:
                break
            commands, said = self._answer(game)
            answered = Answered(side=game.side, said=said)
            if not commands and (only := _idle(game)) is not None:
                commands, answered = (only,), Idle(side=game.side, said=_words(game, only))
            for command in commands:
                if game.refusal(command) is not None:
                    break
                happened += apply(command)
                self.told[len(game.entries) - 1] = answered
            if not commands:
                break
            self._news.append(answered)
        return happened

    def _answer(self, game: Game) -> tuple[Sequence[Command], str]:
        """What the side that is asked has said to the question in hand, and in words; nothing if it has not."""
        title: Any = game.title
        given = self.of(game, game.side or "")
        command = answer(title, given, game) if given else None
        if command is not None:
            return (command,), _words(game, command)
        if self._trusted.get(game.side or "") == _battle(game):
            proposed = title.gestures.answer(game.state)
            if proposed is not None:
                return proposed.commands, first_up(proposed.words)
        return (), ""

    def news(self) -> list[Answered]:
        """What has been answered so since this was asked last."""
        news, self._news = self._news, []
        return news

    def forget_after(self, entries: int) -> None:
        """Some of it was taken back: so many journal entries are left."""
        self.told = {entry: answered for entry, answered in self.told.items() if entry < entries}


def _words(game: Game, command: Command) -> str:
    title: Any = game.title
    return first_up(title.spoken(title.command_text(game.state, command)))


def _idle(game: Game) -> Command | None:
    """The answer to the question in hand if no other would help."""
    title: Any = game.title
    only: Command | None = title.gestures.idle(game.state)
    return only


def _battle(game: Game) -> tuple[str, ...]:
    """Where in the sequence of play a battle is fought: all that its decisions have in common."""
    depth = game.title.phase_depth if isinstance(game.title, BoardTitle) else 0
    return tuple(trail_of(game.state)[: depth + 1])


def _turn(game: Game) -> str:
    return game.title.turn(game.state)
