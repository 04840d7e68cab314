"""What events of Pacific Commander have in common."""

from collections.abc import Sequence
from dataclasses import dataclass

from wargame_tui.core.event import Event
from wargame_tui.titles.pacific_commander.printed.book import DATA
from wargame_tui.titles.pacific_commander.printed.data import ForceClass, Side
from wargame_tui.titles.pacific_commander.printed.names import PEOPLE, named

Counter = Sequence[str]
"""A Force as it is told: id, class, name."""


@dataclass(frozen=True, kw_only=True)  # Without slots, so that it goes together with what both titles tell.
class PacificEvent(Event):
    """Something that happened in the Pacific."""

    def place(self) -> str | None:
        """Where it led to, else where it happened, else where it came from."""
        areas = (getattr(self, field, None) for field in ("to", "target", "area", "origin"))
        return next((str(area) for area in areas if area in DATA.map.spaces), None)


@dataclass(frozen=True, kw_only=True)
class EnemyAct(PacificEvent):
    """Something that the program does for Japan in its resupply and its orders (3.4.14 to 3.4.16, 3.7)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfForce(PacificEvent):
    """Something that happened to a Force."""

    force: str
    name: str
    cls: ForceClass

    @property
    def who(self) -> str:
        """The Force."""
        return named(getattr(self, "side", ""), self.cls, self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class OfEnemyForce(EnemyAct):
    """Something that Japan does for a Force; of one that is not seen only where (9.1)."""

    force: str | None = None
    name: str | None = None
    cls: ForceClass | None = None
    area: str

    def called(self, unseen: str) -> str:
        """The Force, or general words."""
        return unseen if self.cls is None or self.name is None else named("", self.cls, self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class OfSide(PacificEvent):
    """Something that a side does."""

    side: Side

    @property
    def people(self) -> str:
        """The side as an adjective."""
        return PEOPLE[self.side]


def verb(many: Sequence[object], one: str, several: str) -> str:
    return one if len(many) == 1 else several
