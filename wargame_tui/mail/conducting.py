"""The command `wargame-tui mail conduct`: how a player's conduct answers for him, order by order."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from wargame_tui.board.conduct import Conduct, Topic, told, topics
from wargame_tui.board.ordering import AT, FORM, renewed, without, written
from wargame_tui.board.rehearsal import preview
from wargame_tui.core.harmless import harmless
from wargame_tui.mail import box
from wargame_tui.mail.correspondence import Correspondence, NotNow

if TYPE_CHECKING:
    from argparse import Namespace


LONGEST = 20.0
"""Seconds that a preview may take; most take a few."""


def run(chosen: "Namespace") -> int:
    """Give an order or take one back; say what is ordered, what could be, and perhaps what it would answer today."""
    letters = box.Box()
    case = letters.load(chosen.game)
    mail = case.mail
    if mail.game is None:
        raise NotNow("the game has not begun: orders are given once the first letter has come")
    conduct = mail.conduct
    if chosen.remove is not None:
        conduct = without(conduct, chosen.remove)
    if chosen.order_words:
        order = written(mail.table.title, mail.table, mail.side, " ".join(chosen.order_words))
        conduct = renewed(conduct, order)
    if conduct != mail.conduct:
        mail.conduct = conduct
        letters.keep(case)
    lines = _previewed(mail) if chosen.preview else _listed(mail.table.title, mail.side, conduct)
    for line in lines:
        print(harmless(line))
    return 0


def _listed(title: Any, side: str, conduct: Conduct) -> Iterator[str]:
    """The orders given, then every topic with its choices."""
    if conduct:
        yield "Your orders; the most particular one that fits answers, of several like it the last:"
    yield from (f"  {number}. {told(order)}" for number, order in enumerate(conduct, 1))
    yield f"What can be ordered, {FORM}; what is not ordered is asked:"
    for topic in topics(title):
        if topic.side in ("", side):
            yield from _of_topic(topic)


def _of_topic(topic: Topic) -> Iterator[str]:
    yield f"  {topic.id}   {topic.words} ({topic.rule})"
    for choice in topic.choices:
        unit = " unit ..." if choice.leaves_out else ""
        yield f"      {choice.id + unit:<18} {choice.words}"
    if topic.names:
        more = ", ".join(f"{name} ({words})" if words != name else name for name, words in topic.names.items())
        yield f"      exceptions: {AT}, unit, turn, {more}"


def _previewed(mail: Correspondence) -> Iterator[str]:
    table = mail.table
    rows = preview(table.title, mail.conduct, table, mail.side, LONGEST)
    yield "What you would likely be asked in the other player's coming turn, and how you would answer:"
    if not rows:
        yield "  nothing that could be found"
    topic = ""
    words = {each.id: each.words for each in topics(table.title)}
    for row in rows:
        if row.topic != topic:
            topic = row.topic
            yield f"  {words[topic]}"
        yield f"      {row.question}  {row.answer}"
