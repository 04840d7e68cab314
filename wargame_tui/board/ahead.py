"""What a side could do in its next turn, roughly: what its moves reach, and the most it could bring against a space."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from wargame_tui.board.combat import level
from wargame_tui.board.scene import Highlight, Overlay


class Offer(NamedTuple):
    """A unit that could attack from a space, and what it would add there."""

    value: int
    unit: str
    space: str


def strongest(offers: Iterable[Offer], fits: Callable[[Sequence[str]], bool]) -> list[Offer]:
    """The strongest attack of some offers: each unit once, in a space only as many as `fits` there; the best first.

    The best unit is placed first, so that it can be a little less than what long thought would find.
    """
    taken: dict[str, str] = {}
    places: dict[str, list[str]] = {}
    found = []
    for offer in sorted(offers, key=lambda offer: (-offer.value, offer.unit, offer.space)):
        there = places.setdefault(offer.space, [])
        if offer.unit in taken or offer.value <= 0 or not fits([*there, offer.unit]):
            continue
        taken[offer.unit] = offer.space
        there.append(offer.unit)
        found.append(offer)
    return found


def odds_words(attack: int, defence: int, most: int = 9) -> str:
    """Odds as printed: `3-1`, `1-2`, fractions in the defender's favour; `9-1+` above the most."""
    at = level(attack, defence)
    return f"{most}-1+" if at >= most else f"{at + 1}-1" if at >= 0 else f"1-{1 - at}"


def threat(reached: Mapping[str, Highlight], exposed: Iterable[str]) -> Overlay:
    """Spaces that a side gets to, and those of its enemy that it could then attack."""
    return Overlay({**reached, **dict.fromkeys(exposed, "unsupplied")})


def odds_overlay(found: Mapping[str, tuple[int, int]]) -> Overlay:
    """The best odds against spaces: attack and defence of each."""
    return Overlay(dict.fromkeys(found, "battle"), {space: odds_words(*both) for space, both in found.items()})
