"""What a letter declares, as players read it."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, cast

from wargame_tui.board.title import BoardTitle
from wargame_tui.core.game import Game
from wargame_tui.mail import face_down, proof

IF_POSSIBLE = "if possible: "
"""Before what is left out alone where it cannot be given."""


def words(game: Game, pending: Sequence[str]) -> list[str]:
    """What is declared, in order: what is decided now in full, and what is for after the dice in short.

    It has no full words yet: they would be those of a position that is still to come. Commands of one kind in a row
    are told together: `with 9th Regiment, 5th Regiment`.
    """
    each = [one for declared in pending for one in declared.split(proof.THEN)]
    now = [] if not each or proof.meant(each[0])[0] else [_now(game, each.pop(0))]
    return [*now, *_later(cast("BoardTitle[Any]", game.title), each)]


def _now(game: Game, text: str) -> str:
    """A command for the decision in hand."""
    title = cast("BoardTitle[Any]", game.title)
    if face_down.is_tag(text):
        return face_down.UNTOLD
    command = game.parse(text)
    if game.refusal(command) is not None:
        return title.spoken(face_down.told(text))
    return title.spoken(title.command_text(game.state, command))


def _later(title: BoardTitle[Any], each: Sequence[str]) -> Iterator[str]:
    kinds = [(proof.is_conditional(one), *face_down.told(proof.meant(one)[1]).partition(" ")[::2]) for one in each]
    for (conditional, verb), group in groupby(kinds, lambda kind: kind[:2]):
        said = [title.spoken(rest) for _, _, rest in group if rest]
        yield IF_POSSIBLE * conditional + " ".join([verb.replace("_", " "), ", ".join(said)]).strip()
