"""Secrets of the players and the dice made of them.

Each player draws one secret and hashes it many times over. The end of that chain, its tip, is made public before the
game; every letter then shows one link more, from the tip backwards. Whoever knows a link can tell that the next one is
genuine (its hash is the link), but not find it. Nobody can choose his links once the tip is known.

Dice that a letter asks for come from the link in that letter and the link in the answer to it: the sender does not know
the second when he writes, the receiver cannot change it when he reads.
"""

import json
from functools import lru_cache
from hashlib import sha256
from secrets import token_bytes
from typing import Any

LINKS = 10_000
"""Letters that a player can write in one game."""
_STAGE = 100
_LINK = b"wargame-tui link "


def new_secret() -> str:
    """A secret that no other game has, in hexadecimal."""
    return token_bytes(32).hex()


def link(secret: str, number: int) -> str:
    """A link of a player's chain: 0 is the tip, `number` what his letter of that number shows."""
    if not 0 <= number <= LINKS:
        raise ValueError(f"a player writes at most {LINKS} letters in a game")
    whole, rest = divmod(LINKS - number, _STAGE)
    return onward(_milestone(secret, whole), rest)


@lru_cache(maxsize=1_000)
def _milestone(secret: str, stages: int) -> str:
    """The link so many stages from a secret: each letter asks for one near that of the letter before."""
    return onward(_milestone(secret, stages - 1), _STAGE) if stages else secret


def onward(start: str, steps: int) -> str:
    """The link so many steps nearer to the tip."""
    found = bytes.fromhex(start)
    for _ in range(steps):
        found = sha256(_LINK + found).digest()
    return found.hex()


def veil(game: str, later: str, text: str) -> str:
    """What hides a decision until its player shows the link after the one in the letter that brings the veil."""
    parts = json.dumps(["wargame-tui veil", game, later, text], separators=(",", ":"))
    return sha256(parts.encode()).hexdigest()


def seed(game: str, purpose: str, *parts: Any) -> int:
    """The seed of dice that rest on these parts, known to both players when both links are."""
    text = json.dumps(["wargame-tui dice", game, purpose, *parts], separators=(",", ":"))
    return int.from_bytes(sha256(text.encode()).digest()[:7], "big")
