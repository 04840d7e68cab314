"""What a side could do in its next turn, roughly: what its moves reach, and the most it could bring against a space."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from wargame_tui.board.combat import level
from wargame_tui.board.scene import Highlight, Overlay
from wargame_tui.core.state import changed


class Stood(Protocol):
    """A state that keeps its units by id, each with a `location`."""

    @property
    def units(self) -> Mapping[str, Any]:
        """The units."""


TableT = TypeVar("TableT", bound=Stood)


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


def arrayed(table: TableT, offers: Iterable[Offer]) -> TableT:
    """A table on which the units of some offers stand where they would attack from: there the rules tell the shifts."""
    there = {offer.unit: changed(table.units[offer.unit], location=offer.space) for offer in offers}
    return changed(table, units={**table.units, **there})


def odds_overlay(found: Mapping[str, str]) -> Overlay:
    """The best odds against spaces, as they are printed."""
    return Overlay(dict.fromkeys(found, "battle"), found)
