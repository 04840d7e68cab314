"""What a letter declares, as players read it."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, cast

from wargame_tui.board.title import BoardTitle
from wargame_tui.core.command import BadNotation, field_names
from wargame_tui.core.game import Game
from wargame_tui.core.wording import fields_in
from wargame_tui.mail import face_down, proof

IF_POSSIBLE = "if possible: "
"""Before what is left out alone where it cannot be given."""


def words(game: Game, pending: Sequence[str]) -> list[str]:
    """What is declared, in order: what is decided now in full, and what is for after the dice in short.

    It has full words only if it tells them by itself: others would be those of a position that is still to come.
    Commands of one kind in a row are told together: `with 9th Regiment, 5th Regiment`.
    """
    each = [one for declared in pending for one in declared.split(proof.THEN)]
    now = [] if not each or proof.meant(each[0])[0] else [_now(game, each.pop(0))]
    return [*now, *_later(game, each)]


def _now(game: Game, text: str) -> str:
    """A command for the decision in hand."""
    title = cast("BoardTitle[Any]", game.title)
    if face_down.is_tag(text):
        return face_down.UNTOLD
    command = game.parse(text)
    if game.refusal(command) is not None:
        return title.spoken(face_down.told(text))
    return title.spoken(title.command_text(game.state, command))


def _later(game: Game, each: Sequence[str]) -> Iterator[str]:
    title = cast("BoardTitle[Any]", game.title)
    kinds = [(proof.is_conditional(one), *face_down.told(proof.meant(one)[1]).partition(" ")[::2]) for one in each]
    for (conditional, verb), group in groupby(kinds, lambda kind: kind[:2]):
        said = [rest for _, _, rest in group if rest]
        if len(said) == 1 and (words := _by_itself(game, f"{verb} {said[0]}")):
            yield IF_POSSIBLE * conditional + title.spoken(words)
        else:
            told = ", ".join(map(title.spoken, said))
            yield IF_POSSIBLE * conditional + f"{verb.replace('_', ' ')} {told}".strip()


def _by_itself(game: Game, text: str) -> str:
    """A command by its form, if that names nothing but what the command names itself; else empty."""
    try:
        command = game.parse(text)
    except BadNotation:
        return ""
    named = fields_in(command.template)
    return command.words(game.title.called) if named and named <= {*field_names(type(command))} else ""
