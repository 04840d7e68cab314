"""What there is to choose from before a game: scenarios to begin, saved games to go on with, the letter box."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wargame_tui.core.title import ScenarioInfo


@dataclass(frozen=True, slots=True)
class NewGame:
    """A scenario to begin."""

    scenario: str
    seed: int | None
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A save to go on with."""

    path: Path


@dataclass(frozen=True, slots=True)
class PackOffer:
    """A data pack that a new game can be played with."""

    name: str
    words: str
    """Edition and author; what is wrong with it if it cannot be used."""
    bad: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """A scenario as the list shows it."""

    info: ScenarioInfo
    title: str
    introduction: str
    packs: tuple[PackOffer, ...] = ()


@dataclass(frozen=True, slots=True)
class Kept:
    """A saved game as the list shows it."""

    path: Path
    name: str
    words: str
    """Title, scenario, turn and side; the reason if it is damaged."""
    damaged: bool
    date: str


@dataclass(frozen=True, slots=True)
class ByMail:
    """The way to the letter box."""

    games: int
    """In the box."""
