"""Standing orders: answers prepared for questions, given at once when a letter brings such a question.

They lie with the game on their owner's machine and are in no letter: the other player sees an answer, not whether it
was thought of now or long ago.
"""

import re
from collections.abc import Sequence
from dataclasses import fields

from wargame_tui.core.command import Command
from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.game import Game
from wargame_tui.core.title import StandingOrder
from wargame_tui.mail.correspondence import Correspondence

MOST_ANSWERS = 100
"""Given to one letter, in case an order leads back to its own question."""
_FORM = re.compile(r"(?P<when>\w+)(?P<where>( +\w+=\S+)*) *: *(?P<answer>\S.*)")


class BadOrder(ForPlayers):
    """A text that is no standing order; says what the form is."""


def parsed(text: str) -> StandingOrder:
    """An order from its text, `STEP [FIELD=VALUE ..]: ANSWER`. Raises BadOrder."""
    found = _FORM.fullmatch(" ".join(text.split()))
    if found is None or not text.isprintable():
        raise BadOrder(
            f"{text[:60]!r} is no standing order; the form is `STEP FIELD=VALUE: ANSWER`, such as `demolition: blow *`"
        )
    where = dict(pair.split("=", 1) for pair in found["where"].split())
    return StandingOrder(found["when"], found["answer"], where)


def answer(orders: Sequence[StandingOrder], game: Game) -> Command | None:
    """The command with which the first order that fits the question answers it; None if none does."""
    if game.over:
        return None
    asked = question(game)
    for order in orders:
        if order.when == asked["kind"] and order.where.items() <= asked.items():
            pattern = _pattern(order.answer, asked)
            found = next((command for command in game.legal() if pattern.fullmatch(command.notation())), None)
            if found is not None:
                return found
    return None


def question(game: Game) -> dict[str, str]:
    """The kind and the fields of the step that asks, as standing orders name them."""
    step = game.state.stack[-1]
    values = {each.name: getattr(step, each.name) for each in fields(step)}
    return {name: str(value) for name, value in values.items() if isinstance(value, str | int) and value != ""}


def _pattern(text: str, asked: dict[str, str]) -> re.Pattern[str]:
    """What answers a text stands for: `*` is anything, `{bridge}` the field of the step that asks."""
    for name, value in asked.items():
        text = text.replace("{" + name + "}", value)
    return re.compile(".*".join(re.escape(part) for part in text.split("*")))


def follow(mail: Correspondence) -> list[str]:
    """Answer what the standing orders answer, until a question is left to the player; the commands given."""
    given: list[str] = []
    while mail.may_decide and not mail.pending and len(given) < MOST_ANSWERS:
        command = answer(mail.orders, mail.table)
        if command is None:
            break
        mail.apply(command)
        given.append(command.notation())
    return given
