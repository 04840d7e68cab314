"""What a player of Ardennes '44 likes: by how much he holds, retakes, attacks, and where his main effort goes."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN
from wargame_tui.titles.ardennes_44.printed.data import Side


@dataclass(frozen=True)
class Stance:
    """The likings of the greedy player; those of the recruit by default."""

    name: str = ""
    least: float | None = None
    """What an attack must be worth (`assault.WORTH`) to be made; None: as the recruit of the side has it."""
    warning: int = 32
    """Half points from which on the enemy threatens a town: a day of panzers by good roads."""
    bare: float = 3.0
    """The strength beside a hex, for each point in it, from which on it is not to be held."""
    flight: float = 8.0
    """How bad each point more is, in half points."""
    units: float = 1.0
    """What the Allied player's units count beside his ground, where he draws his line (`line`); more: he gives way."""
    depth: float = 1.0
    """What it counts there where the enemy comes in the turn after the next."""
    breadth: int = 8
    """Hexes that are looked at for each unit of the line."""
    rounds: int = 1
    """How often each of them is asked."""
    retake: float = 0.0
    """What a town is worth that the enemy has left empty; 0: he is not looked at from behind."""
    relieve: float = 0.0
    """What it adds to an attack that it opens the way to those who are cut off in a town."""
    efforts: frozenset[str] = frozenset()
    """Towns of the main effort, to be taken or to be held."""
    pull: int = 0
    """Half points that every other goal counts as farther for the attacker."""
    stress: float = 1.0
    """How much more the defender holds the towns of the main effort."""
    spared: frozenset[str] = frozenset()
    """Hexes that are not attacked."""
    counts_days: bool = False
    """Whether he knows which turn is the last one, in which nothing counts but points."""


RECRUIT: Mapping[Side, Stance] = {
    GERMAN: Stance(),
    ALLIED: Stance(warning=100, retake=8.0, relieve=2.0, counts_days=True),
}
"""What the greedy player likes."""
VETERAN: Mapping[Side, Stance] = {
    GERMAN: Stance("veteran", retake=2.0, counts_days=True),
    ALLIED: replace(RECRUIT[ALLIED], name="veteran"),
}
"""What the levels that think ahead begin with.

What the Allied player likes was found by playing three days against the recruit with one liking changed at a time
(`python -m tests.benchmarks.likings`). While he held towns one by one the German had 23.3 points against him (seeds 1
to 4), 14.8 once empty towns were retaken and most had a garrison (seeds 1 to 8); with the line he has 12.6 (seeds 1 to
24); of seeds 5 to 10 he has 11.7, and 13.3 if units count half. While each of his stacks was reckoned as
attacked the German had 13.5 and won 34 of 40 games (seeds 101 to 140); with ten attacks in a turn 11.6 and 29, with six
(`line.ATTACKS`) 11.7 and 71 of 100 (seeds 101 to 200). With the veteran's likings, against ten, he has 16.1 and wins 12
of 12 (seeds 101 to 112), where he had 13.2 before he kept towns on the last turn.
"""


def named(side: Side, name: str, **changes: object) -> Stance:
    """The veteran's likings with some changes."""
    return replace(VETERAN[side], name=name, **changes)  # type: ignore[arg-type]
