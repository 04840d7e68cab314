"""Enclosed orders: standing orders that travel with their owner's letter, locked, and act on the other's machine.

A **lock** has the names of the fields in the order's condition, a salt, and a tag: the keyed hash (BLAKE2b) of the
answer. Its key is made from the salt, the game, and kind and values of the question, by a hash that is slow on purpose
(scrypt). When a question to the absent player comes up, the program makes the key that this question gives and looks
which legal command has the tag. Thus the letter shows neither question nor answer; no cipher is needed, since what may
be answered is known. There are few questions in a game: whoever writes a program that tries one after the other opens
every lock. They keep what is ordered from a player who only uses this program, even if he looks into the file.

The locks stand until a letter of their owner brings others. What they answer is a function of letters and position, so
that `proof` can tell where an order had to act and what it had to say.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b, scrypt
from itertools import product, takewhile

from wargame_tui.core.command import Command
from wargame_tui.core.dice import SealedDice
from wargame_tui.core.game import Game
from wargame_tui.core.title import StandingOrder
from wargame_tui.mail import orders
from wargame_tui.mail.letters import Entry, Invitation, Lock

TAG, SALT = 32, 16
"""Bytes."""
_COST = {"n": 1 << 14, "r": 8, "p": 1}
"""Of a key: 16 MB of memory, a twentieth of a second."""


def locked(order: StandingOrder, secret: str, game: str) -> Lock:
    """The lock of an order: the same in every letter of a game, so that it shows only when orders change."""
    salt = blake2b(order.text.encode(), key=bytes.fromhex(secret), digest_size=SALT).hexdigest()
    fields = sorted(order.where)
    key = _key(game, salt, order.when, tuple(order.where[name] for name in fields))
    return Lock(fields=fields, salt=salt, tag=_tag(key, order.answer))


@lru_cache(maxsize=10_000)
def _key(game: str, salt: str, kind: str, values: tuple[str, ...]) -> bytes:
    """What opens a lock at a question of a kind whose named fields have these values."""
    asked = json.dumps(["wargame-tui lock", game, kind, values], separators=(",", ":"))
    return scrypt(asked.encode(), salt=bytes.fromhex(salt), dklen=TAG, **_COST)


def _tag(key: bytes, answer: str) -> str:
    return blake2b(answer.encode(), key=key, digest_size=TAG).hexdigest()


def _answers(notation: str) -> Iterator[str]:
    """The answers that a command fulfils: its notation, and each beginning with `*` for the rest."""
    words = notation.split(" ")
    yield notation
    yield from (" ".join([*words[:count], "*"]) for count in range(1, len(words)))


def in_force(letters: Sequence[Entry], side: str) -> Sequence[Lock]:
    """The locks of a side's newest letter that brought any."""
    return next((each.locks for each in reversed(letters) if each.side == side and each.locks is not None), ())


@dataclass(frozen=True, slots=True)
class Absent:
    """The player who is not at the table, and the locks that he has left with it."""

    game: str
    """Its id."""
    side: str
    locks: Sequence[Lock]

    def act(self, game: Game) -> Command | None:
        """Let an order of his answer the question in hand; the command given.

        None, and nothing is done, if the question is not to him or secret, no lock opens, the answer takes sealed dice,
        or his orders lead in a circle.
        """
        if not self.locks or game.side != self.side or game.state.stack[-1].secret:
            return None
        in_a_row = sum(1 for _ in takewhile(lambda entry: entry.side == self.side, reversed(game.entries)))
        if in_a_row >= orders.MOST_ANSWERS:
            return None
        asked = orders.question(game)
        command = next((found for lock in self.locks if (found := self._opened(lock, asked, game))), None)
        if command is None:
            return None
        try:
            game.apply(command)
        except SealedDice:
            return None
        return command

    def _opened(self, lock: Lock, asked: Mapping[str, str], game: Game) -> Command | None:
        """The first legal command with the answer in a lock."""
        if not asked.keys() >= {*lock.fields}:
            return None
        for values in product(*(orders.readings(asked[name]) for name in dict.fromkeys(lock.fields))):
            key = _key(self.game, lock.salt, asked["kind"], values)
            for command in game.legal():
                if any(_tag(key, answer) == lock.tag for answer in _answers(command.notation())):
                    return command
        return None


def absent(invitation: Invitation, letters: Sequence[Entry], side: str) -> Absent:
    """The player of a side, as his letters have left him with the other."""
    return Absent(invitation.game, side, in_force(letters, side))
