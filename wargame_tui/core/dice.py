"""Dice as part of the state: a stream of numbers that seed and counter alone determine."""

from dataclasses import dataclass, replace
from hashlib import blake2b

from wargame_tui.core.errors import InWords

_SPAN = 1 << 64


def number(seed: int, counter: int, faces: int) -> int:
    """The `counter`-th die of the stream of `seed`: 1 to `faces`, each equally likely, the same on every machine."""
    limit = _SPAN - _SPAN % faces
    attempt = 0
    while True:
        text = b"%d/%d/%d" % (seed, counter, attempt)
        value = int.from_bytes(blake2b(text, digest_size=8).digest(), "big")
        if value < limit:
            return value % faces + 1
        attempt += 1


class SealedDice(InWords, Exception):
    """A die was wanted while the dice are sealed: nobody may know yet what it shows."""


@dataclass(frozen=True, slots=True)
class Dice:
    """Where a game's dice stand."""

    seed: int | None
    """None while the dice are sealed."""
    count: int = 0
    """Dice rolled so far, scripted ones included."""
    scripted: tuple[int, ...] = ()
    """Values that the next dice will show instead of the stream's, one a die."""

    def roll(self, faces: int) -> tuple[int, "Dice"]:
        """One die and the dice after it. Raises SealedDice."""
        if self.scripted:
            return self.scripted[0], Dice(self.seed, self.count + 1, self.scripted[1:])
        if self.seed is None:
            raise SealedDice("the dice are sealed: nobody may know yet what they show")
        return number(self.seed, self.count, faces), Dice(self.seed, self.count + 1)

    def script(self, values: tuple[int, ...]) -> "Dice":
        """The same dice with more values to come after those already scripted."""
        return replace(self, scripted=self.scripted + values)
