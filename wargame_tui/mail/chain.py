"""Secrets of the players and the dice made of them.

Each player draws one secret and hashes it many times over. The end of that chain, its tip, is made public before the
game; every letter then shows one link more, from the tip backwards. Whoever knows a link can tell that the next one is
genuine (its hash is the link), but not find it. Nobody can choose his links once the tip is known. The **bond** of a
chain, the hash of terms and side, goes into every link: a chain stands for one player in one game, and nobody can pass
another's links off as his own. Games begun before there were bonds have an empty one.

Dice that a letter asks for come from the link in that letter and the link in the answer to it: the sender does not know
the second when he writes, the receiver cannot change it when he reads.
"""

import json
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from secrets import token_bytes
from typing import Any

from wargame_tui.core.errors import ForPlayers

LINKS = 10_000
"""Letters that a player can write in one game."""
_STAGE = 100
_LINK = b"wargame-tui link "


def new_secret() -> str:
    """A secret that no other game has, in hexadecimal."""
    return token_bytes(32).hex()


def link(secret: str, number: int, bond: str) -> str:
    """A link of a player's chain: 0 is the tip, `number` what his letter of that number shows."""
    if not 0 <= number <= LINKS:
        raise ForPlayers(f"a player writes at most {LINKS} letters in a game")
    whole, rest = divmod(LINKS - number, _STAGE)
    return onward(_milestone(secret, whole, bond), rest, bond)


@lru_cache(maxsize=1_000)
def _milestone(secret: str, stages: int, bond: str) -> str:
    """The link so many stages from a secret: each letter asks for one near that of the letter before."""
    return onward(_milestone(secret, stages - 1, bond), _STAGE, bond) if stages else secret


def onward(start: str, steps: int, bond: str) -> str:
    """The link so many steps nearer to the tip."""
    return next(islice(course(start, bond), steps, None))


def course(start: str, bond: str) -> Iterator[str]:
    """A link, and those onward from it without end."""
    found, prefix = bytes.fromhex(start), _LINK + bytes.fromhex(bond)
    while True:
        yield found.hex()
        found = sha256(prefix + found).digest()


def veil(game: str, later: str, text: str) -> str:
    """What hides a decision until its player shows the link after the one in the letter that brings the veil."""
    parts = json.dumps(["wargame-tui veil", game, later, text], separators=(",", ":"))
    return sha256(parts.encode()).hexdigest()


def seed(game: str, purpose: str, *parts: Any) -> int:
    """The seed of dice that rest on these parts, known to both players when both links are."""
    text = json.dumps(["wargame-tui dice", game, purpose, *parts], separators=(",", ":"))
    return int.from_bytes(sha256(text.encode()).digest()[:7], "big")
