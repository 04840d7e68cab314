"""Standing orders: answers prepared for questions, given at once when such a question comes up.

Those kept at home are in no letter: the other player sees an answer, not whether it was thought of now or long ago.
Those that are enclosed act on his machine too: see `wargame_tui.mail.enclosed`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from wargame_tui.board.questions import question as question
from wargame_tui.board.questions import readings as readings
from wargame_tui.core.command import Command
from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.game import Game
from wargame_tui.core.title import StandingOrder
from wargame_tui.mail.letters import MOST_CONDITIONS

PROMISES: Mapping[str, str] = {
    "at home": (
        "Orders stay on your machine and are in no letter: the other player sees what they answered, never what they "
        "are. They save you the question. They cannot save the letter, since the question has to reach your program."
    ),
    "enclosed": (
        "Orders travel locked in your letters and answer on the other player's machine, so that he plays on without "
        "a round trip. The file shows how many there are and which fields of a question they name, not what they say; "
        "he cannot change them, leave them out or answer in your name without being found out. What cannot be "
        "prevented: a player with a program of his own can try questions one after the other until a lock opens, and "
        "whoever tries moves on a copy may see an order act. An answer that takes sealed dice still costs a letter "
        "each way, unless its question comes up while declared commands are carried out."
    ),
}
"""Where orders are kept: what each way prevents, and what it cannot."""

MOST_ANSWERS = 100
"""Given in a row, in case an order leads back to its own question."""
_FORM = re.compile(r"(?P<enclosed>enclosed +)?(?P<when>\w+)(?P<where>( +\w+=\S+)*) *: *(?P<answer>\S.*)")
_BEGINNING = re.compile(r"[^*{}]+( \*)?")


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
    if len(where) > MOST_CONDITIONS:
        raise BadOrder(f"an order names at most {MOST_CONDITIONS} fields, this one {len(where)}")
    order = StandingOrder(found["when"], found["answer"], where)
    return enclosed(order) if found["enclosed"] else order


def enclosed(order: StandingOrder) -> StandingOrder:
    """The order, to travel with the letters. Raises BadOrder."""
    if not _BEGINNING.fullmatch(order.answer):
        raise BadOrder(
            f"`{order.answer[:60]}` cannot be enclosed: a locked answer is a whole command, or its first words with "
            "` *` for the rest, such as `blow *`"
        )
    return replace(order, enclosed=True)


def answer(orders: Sequence[StandingOrder], game: Game) -> Command | None:
    """The command with which the first order that fits the question answers it; None if none does."""
    if game.over:
        return None
    asked = question(game)
    for order in orders:
        if order.when == asked["kind"] and _fits(order.where, asked):
            pattern = _pattern(order.answer, asked)
            found = next((command for command in game.legal() if pattern.fullmatch(command.notation())), None)
            if found is not None:
                return found
    return None


def _fits(where: Mapping[str, str], asked: Mapping[str, str]) -> bool:
    return all(name in asked and value in readings(asked[name]) for name, value in where.items())


def _pattern(text: str, asked: dict[str, str]) -> re.Pattern[str]:
    """What answers a text stands for: `*` is anything, `{bridge}` the field of the step that asks."""
    for name, value in asked.items():
        text = text.replace("{" + name + "}", value)
    return re.compile(".*".join(re.escape(part) for part in text.split("*")))
