"""Orders that travel with their owner's letter and act on the other's machine: enclosed ones, locked, and conduct.

A **lock** has the names of the fields in the order's condition and a tag: the keyed hash (BLAKE2b) of the answer. Its
key is made from the bond of its owner (`wargame_tui.mail.chain`), and kind and values of the question, by a hash that
is slow on purpose (scrypt). When a question to the absent player comes up, the program makes the key that this
question gives and looks which legal command has the tag. Thus the letter shows neither question nor answer; no cipher
is needed, since what may be answered is known. There are few questions in a game: whoever writes a program that tries
one after the other opens every lock. They keep what is ordered from a player who only uses this program, even if he
looks into the file. Keys are shared by all locks of a player, and only so many are tried: another's letter cannot
make the program work for long, whatever it holds.

**Conduct** (`wargame_tui.board.conduct`) is the same in plain: by topic, what is to be answered. The other player's
program must read it to follow it, so the other player can. Locks are asked first, then conduct.

Both stand until a letter of their owner brings others. What they answer is a function of letters and position, so that
`proof` can tell where an order had to act and what it had to say.

In games of format 1 every lock has a salt, and thereby a key of its own.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b, scrypt
from itertools import islice, product, takewhile

from wargame_tui.board import conduct
from wargame_tui.board.conduct import Conduct
from wargame_tui.core.command import Command
from wargame_tui.core.dice import SealedDice
from wargame_tui.core.game import Game
from wargame_tui.core.title import StandingOrder, find_title
from wargame_tui.mail import orders
from wargame_tui.mail.letters import BadLetter, Entry, Invitation, Lock, Ordered

Door = tuple[str, str, tuple[str, ...]]
"""What a key is made of beside its owner: a lock's salt, kind and values of a question."""
TAG, SALT = 32, 16
"""Bytes."""
MOST_KEYS = 100
"""That are tried at one question, or while one letter is carried out: half a second. Beyond them locks stay shut."""
_COST = {1: 1 << 14, 2: 1 << 11}
"""Of a key by format: a twentieth of a second and 16 MB of memory, or an eighth of that."""


def locked(order: StandingOrder, secret: str, game: str, bond: str) -> Lock:
    """The lock of an order: the same in every letter of a game, so that it shows only when orders change."""
    fields = sorted(order.where)
    salt = "" if bond else blake2b(order.text.encode(), key=bytes.fromhex(secret), digest_size=SALT).hexdigest()
    key = _key(bond or game, salt, order.when, tuple(order.where[name] for name in fields))
    return Lock(fields=fields, salt=salt, tag=_tag(key, order.answer))


@lru_cache(maxsize=10_000)
def _key(scope: str, salt: str, kind: str, values: tuple[str, ...]) -> bytes:
    """What opens a lock at a question of a kind whose named fields have these values."""
    asked = json.dumps(["wargame-tui lock", scope, kind, values], separators=(",", ":"))
    return scrypt(asked.encode(), salt=bytes.fromhex(salt), dklen=TAG, n=_COST[1 if salt else 2], r=8, p=1)


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
    bond: str
    """Of his chain; empty in a game of format 1."""
    side: str
    locks: Sequence[Lock]
    conduct: Conduct = ()

    def __bool__(self) -> bool:
        """Whether he has left any orders."""
        return bool(self.locks or self.conduct)

    def act(self, game: Game, tried: set[Door] | None = None, *, at_most: int = orders.MOST_ANSWERS) -> Command | None:
        """Let an order of his answer the question in hand; the command given.

        None, and nothing is done, if the question is not to him or secret, no order answers it, the answer takes sealed
        dice, or he has so many lines in a row: orders may lead in a circle. `tried` are the doors that have been tried
        before and count, too.
        """
        command = self._says(game, set() if tried is None else tried, at_most)
        if command is None:
            return None
        try:
            game.apply(command)
        except SealedDice:
            return None
        return command

    def wants_dice(self, game: Game) -> bool:
        """Whether an order of his answers the question in hand, and the answer takes sealed dice."""
        command = self._says(game, set(), orders.MOST_ANSWERS)
        if command is None:
            return False
        try:
            game.branch().apply(command)
        except SealedDice:
            return True
        return False

    def _says(self, game: Game, tried: set[Door], at_most: int) -> Command | None:
        """What his orders answer to the question in hand: locks first, then conduct."""
        if not self or game.over or game.side != self.side or game.state.stack[-1].secret:
            return None
        in_a_row = takewhile(lambda entry: entry.side == self.side, reversed(game.entries))
        if sum(1 for _ in islice(in_a_row, at_most)) >= at_most:
            return None
        return (self._ordered(game, tried) if self.locks else None) or self._conducted(game)

    def _conducted(self, game: Game) -> Command | None:
        """What his conduct says; None also of what lies face down, which must not be read off it."""
        command = conduct.answer(game.title, self.conduct, game) if self.conduct else None
        if command is None or command.face_down or game.refusal(command) is not None:
            return None
        return command

    def _ordered(self, game: Game, tried: set[Door]) -> Command | None:
        """The first legal command with the answer in a lock."""
        asked, answers = orders.question(game), dict[str, Command]()
        for command in game.legal():
            for answer in _answers(command.notation()):
                answers.setdefault(answer, command)
        tags: dict[Door, dict[str, Command]] = {}
        for lock in self.locks:
            for door in _doors(lock, asked, tried):
                if door not in tags:
                    key = _key(self.bond or self.game, *door)
                    tags[door] = {_tag(key, answer): command for answer, command in answers.items()}
                if lock.tag in tags[door]:
                    return tags[door][lock.tag]
        return None


def _doors(lock: Lock, asked: Mapping[str, str], tried: set[Door]) -> Iterator[Door]:
    """What a lock's key can be made of at a question, as far as so much may still be tried."""
    if not asked.keys() >= {*lock.fields}:
        return
    for values in product(*(orders.readings(asked[name]) for name in dict.fromkeys(lock.fields))):
        door = lock.salt, asked["kind"], values
        if door not in tried and len(tried) >= MOST_KEYS:
            return
        tried.add(door)
        yield door


def conduct_of(letters: Sequence[Entry], side: str) -> Sequence[Ordered]:
    """The conduct of a side's newest letter that brought any."""
    return next((each.conduct for each in reversed(letters) if each.side == side and each.conduct is not None), ())


def absent(invitation: Invitation, letters: Sequence[Entry], side: str) -> Absent:
    """The player of a side, as his letters have left him with the other. Raises BadLetter if his conduct is none."""
    rows = [row.model_dump() for row in conduct_of(letters, side)]
    try:
        given = conduct.loaded(find_title(invitation.title), rows) if rows else ()
    except conduct.BadConduct as error:
        raise BadLetter("malformed", f"the conduct of {side} cannot be used here: {error}") from None
    return Absent(invitation.game, invitation.bond(side), side, in_force(letters, side), given)
