"""What many events have in common: where they happened, dice with what is added, what belongs to a combat."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from wargame_tui.core.event import Event, Modifier
from wargame_tui.core.wording import Name, fields_in
from wargame_tui.titles.ardennes_44.printed.book import open_board
from wargame_tui.titles.ardennes_44.printed.names import at, in_words

Added = Sequence[Sequence[Any]]
"""What is added to a die, as events tell it: name, value and rule of each modifier."""


def told(modifiers: Iterable[Modifier]) -> list[list[Any]]:
    """Modifiers as an event has them."""
    return [[each.name, each.value, each.rule] for each in modifiers]


def drm_words(added: Added) -> str:
    """What is added to a die, each by name: `+1 recruit, -1 elite`."""
    return ", ".join(f"{value:+d} {name}" for name, value, _ in added)


def rolls(die: int, added: Added) -> str:
    """A die with its modifiers: `rolls 3 +1 recruit = 4`."""
    if not added:
        return f"rolls {die}"
    return f"rolls {die} {drm_words(added)} = {die + sum(value for _, value, _ in added)}"


def added_short(added: Added) -> str:
    """What is added to a die, as one number: ` +1`; empty for nothing."""
    total = sum(value for _, value, _ in added)
    return f" {total:+d}" if total else ""


def on_table(place: str | None) -> str | None:
    """A place, if it is a hex or box."""
    board = open_board()
    return place if place in board.index or place in board.map.boxes else None


class Happening(Event):
    """Something that happened; its form has the names of units, places and bridges."""

    __slots__ = ()

    def words(self, name: Name) -> str:
        """Its form in words."""
        return in_words(self.template, {field: getattr(self, field) for field in fields_in(self.template)})


@dataclass(frozen=True, slots=True, kw_only=True)
class InHex(Happening):
    """Something that happened in a hex; its form may say `{at}`, which is `in` where it was a box."""

    hex: str

    @property
    def at(self) -> str:
        """Where it happened, in words."""
        return at(self.hex)

    def place(self) -> str | None:
        """The hex or box."""
        return on_table(self.hex)


@dataclass(frozen=True, slots=True, kw_only=True)
class OfUnit(InHex):
    """Something that a unit did, or that was done to it, in a hex."""

    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OfUnits(InHex):
    """Something that units did, or that was done to them, in a hex."""

    units: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class OfBridge(Happening):
    """Something that happened to a bridge."""

    bridge: str

    def place(self) -> str | None:
        """The first of the hexes on its banks."""
        return on_table(self.bridge.partition("-")[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class WayBack(Happening):
    """A unit went back, hex by hex."""

    unit: str
    path: list[str]
    from_: str

    def words(self, name: Name) -> str:
        """Its form, and where it is now."""
        return Happening.words(self, name) + (f" to {name(self.path[-1])}" if self.path else "")

    def place(self) -> str | None:
        """Where the way ended."""
        return on_table(self.path[-1]) if self.path else None


class Modified(Happening):
    """Something for which a die was rolled, with what was added to it; its form may say `{rolls}`."""

    __slots__ = ()
    die: int
    modifiers: Added

    @property
    def rolls(self) -> str:
        """The die in words."""
        return rolls(self.die, self.modifiers)


class Aftermath(Happening):
    """What may follow the opening of a combat before it is over."""

    __slots__ = ()

    def fates(self, name: Name) -> Iterator[tuple[str, str]]:
        """What became of each unit, in a word or two for the combat's table."""
        yield from ()


class CombatDie(Aftermath):
    """A die of a combat."""

    __slots__ = ()
    die: int
    purpose: ClassVar[str]
    """What it was rolled for."""
    by_defender: ClassVar[bool] = False
    """Whether the side that was attacked rolled it."""

    @property
    def terms(self) -> Iterable[Modifier]:
        """What was added to it."""
        return [Modifier(*each) for each in getattr(self, "modifiers", ())]
