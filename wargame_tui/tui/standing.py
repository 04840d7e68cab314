"""Standing answers at a table: short questions are answered alike for the rest of the turn, without a handover.

They are a conduct of each side (`board.conduct`) that holds for one turn. They lie beside the game, so that no file has
them, and the journal has what they answered as decisions of their side.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from wargame_tui.board.conduct import TURN, Conduct, Order, answer, topic_of
from wargame_tui.board.conduct_file import ASK
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

    def revoke(self) -> None:
        """Ask again from now on."""
        self._given.clear()

    def holds(self, game: Game) -> bool:
        """Whether anything is answered alike in this turn."""
        return any(self.of(game, side) for side in self._given)

    def carry_out(self, game: Game, apply: Callable[[Command], tuple[Event, ...]]) -> list[Event]:
        """Answer what can be answered now, one question after the other; the events of it.

        `apply` carries out a command.
        """
        happened: list[Event] = []
        for _ in range(MOST_ANSWERS if self._given else 0):
            title: Any = game.title
            given = self.of(game, game.side) if game.side else ()
            command = answer(title, given, game) if given else None
            if command is None:
                break
            said = first_up(title.spoken(title.command_text(game.state, command)))
            answered = Answered(side=game.side or "", said=said)
            happened += apply(command)
            self.told[len(game.entries) - 1] = answered
            self._news.append(answered)
        return happened

    def news(self) -> list[Answered]:
        """What has been answered so since this was asked last."""
        news, self._news = self._news, []
        return news

    def forget_after(self, entries: int) -> None:
        """Some of it was taken back: so many journal entries are left."""
        self.told = {entry: answered for entry, answered in self.told.items() if entry < entries}


def _turn(game: Game) -> str:
    return game.title.turn(game.state)
