"""The code that a host reads out: which certificate his program has, and that whoever knows it was asked to come.

Sixteen characters are the beginning of the certificate's SHA-256 (80 bits): another certificate with them cannot be
made, so that nobody can stand between the two. Eight more are a word drawn by lot (40 bits), which the guest says once
the certificate is found to be right: whoever looks at the port alone finds the certificate, but not the word.
"""

from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from secrets import choice

from wargame_tui.core.errors import ForPlayers

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Digits and capitals that nobody mistakes for each other: Crockford's base 32."""
PIN, WORD = 16, 8
"""Characters of the two parts."""
_READ = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None, "\t": None})
_GROUP = 4


class BadCode(ForPlayers):
    """What was typed in is no code."""


@dataclass(frozen=True, slots=True)
class Code:
    """A code in its two parts."""

    pin: str
    word: str

    def __str__(self) -> str:
        """As it is read out, in groups of four."""
        whole = self.pin + self.word
        return "-".join(whole[at : at + _GROUP] for at in range(0, len(whole), _GROUP))

    def fits(self, certificate: bytes) -> bool:
        """Whether a certificate (DER) is the host's."""
        return compare_digest(self.pin, pin_of(certificate))


def new_word() -> str:
    """A word that nobody can guess."""
    return "".join(choice(ALPHABET) for _ in range(WORD))


def pin_of(certificate: bytes) -> str:
    """The first part of the code of a certificate (DER)."""
    bits = int.from_bytes(sha256(certificate).digest()[: PIN * 5 // 8], "big")
    return "".join(ALPHABET[bits >> 5 * place & 31] for place in reversed(range(PIN)))


def parsed(text: str) -> Code:
    """A code as somebody typed it, with or without dashes, in capitals or not. Raises BadCode."""
    whole = text.upper().translate(_READ)
    if not whole:
        raise BadCode("the code is missing: the host's program shows it, and he tells you")
    if len(whole) != PIN + WORD or any(each not in ALPHABET for each in whole):
        raise BadCode(
            f"`{text[:40]}` is no code: it has {PIN + WORD} digits and letters in groups of {_GROUP}, as the host's "
            "program shows them"
        )
    return Code(whole[:PIN], whole[PIN:])
