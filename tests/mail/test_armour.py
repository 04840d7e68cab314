"""Letters as text: what mail programs do to them does no harm, and what is no letter is said to be none."""

import random
from collections.abc import Callable

import pytest

from tests.mail.kit import begun, play
from wargame_tui.mail import armour
from wargame_tui.mail.box import file_name
from wargame_tui.mail.letters import BadLetter, Letter, digest
from wargame_tui.mail.paper import subject

PAIR = play("montys_gamble/basic", "sealed", 3, until=lambda pair: len(pair.texts) >= 4)
TEXT = PAIR.texts[-1]


def _quoted(text: str) -> str:
    return "".join(f"> {row}\n" for row in text.split("\n"))


def _wrapped(width: int) -> Callable[[str], str]:
    def wrap(text: str) -> str:
        rows = [row[at : at + width] for row in text.split("\n") for at in range(0, max(len(row), 1), width)]
        return "\n".join(rows)

    return wrap


HARMLESS: dict[str, Callable[[str], str]] = {
    "quoted": _quoted,
    "quoted twice": lambda text: _quoted(_quoted(text)),
    "quoted with bars": lambda text: text.replace("\n", "\n| "),
    "line ends of Windows": lambda text: text.replace("\n", "\r\n"),
    "line ends of old": lambda text: text.replace("\n", "\r"),
    "spaces at line ends": lambda text: text.replace("\n", "   \n"),
    "indented": lambda text: text.replace("\n", "\n    "),
    "words around": lambda text: f"Dear Bert,\n\nthis hurts: Arnhem!\n\n{text}\n-- \nAnna\n",
    "no empty line": lambda text: text.replace("\n\n", "\n"),
    "an empty line after each": lambda text: text.replace("\n", "\n\n"),
    "wrapped at 80": _wrapped(80),
    "wrapped at 77": _wrapped(77),
    "wrapped at 60": _wrapped(60),
    "wrapped and quoted": lambda text: _quoted(_wrapped(70)(text)),
    "answered below": lambda text: f"Bert wrote:\n{_quoted(PAIR.texts[0])}\n{text}",
    "answered above": lambda text: f"{text}\nBert wrote:\n{_quoted(PAIR.texts[0])}",
}


@pytest.mark.parametrize("harm", HARMLESS)
def test_what_mail_programs_do_does_no_harm(harm: str) -> None:
    assert digest(armour.opened(HARMLESS[harm](TEXT))) == digest(PAIR.last())


def test_a_letter_is_plain_text_of_narrow_lines() -> None:
    assert TEXT.isascii()
    assert max(len(row) for row in TEXT.split("\n")) <= armour.WIDTH
    assert TEXT.startswith(armour.BEGIN)
    assert TEXT.endswith(armour.END + "\n")
    assert "Game: montys_gamble/basic, 17-" in TEXT


def test_names_of_all_languages_pass() -> None:
    invitation = begun("montys_gamble/basic", "trust").host.invitation.model_copy(update={"name": "Zoë 山田\u202e\n"})
    text = armour.sealed(invitation)
    assert text.isascii()
    read = armour.opened(text)
    assert not isinstance(read, Letter)
    assert getattr(read, "name", "") == "Zoë 山田??"


def test_subject_lines_and_file_names() -> None:
    pair = begun("montys_gamble/basic", "trust")
    assert pair.guest.answer is not None
    name = "[wargame] Monty's Gamble: Market Garden: Basic game"
    assert subject(pair.host.invitation) == f"{name}: an invitation from Anna"
    assert subject(pair.guest.answer) == f"{name}: Bert accepts"
    last = PAIR.last()
    asked = f"your turn: {last.question}" if last.question else "your turn"
    assert subject(last) == f"{name}, 17 September: {asked} (no. 4)"
    game = PAIR.last().invitation.game[:8]
    assert file_name(PAIR.last()) == f"{game}-0004-allied.letter"
    assert file_name(pair.guest.answer).endswith("-answer.letter")


def test_any_damage_to_the_content_is_found() -> None:
    """One character, at every tenth place."""
    start, end = TEXT.index("\n\n") + 2, TEXT.index("\n" + armour.END)
    chance = random.Random(1)
    for place in range(start, end, 10):
        other = chance.choice([letter for letter in "AZaz09+/*" if letter != TEXT[place]])
        if TEXT[place] == "\n":
            continue
        with pytest.raises(BadLetter) as caught:
            armour.opened(TEXT[:place] + other + TEXT[place + 1 :])
        assert caught.value.fault == "damaged"
