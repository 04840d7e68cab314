"""What there is to choose from before a game: scenarios to begin, saved games to go on with, the letter box."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
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
    opponent: str | None = None
    """The side that the program plays; None: both are played here."""


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
    sides: tuple[str, ...] = ()
    favoured: str = ""
    """Who wins how often; empty where nobody has counted."""
    guided: bool = False
    """The scenario for a first game of its title, with a guided first turn."""
    for_beginners: bool = False
    """The one among these to begin with."""
    levels: tuple[str, ...] = ()
    """How well the program can play a side of it, the weakest first; empty if it cannot."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A saved game as the list shows it."""

    path: Path
    name: str
    words: str
    """Turn and side; the reason if it is damaged."""
    damaged: bool
    played: datetime
    """When it was played last."""
    game: str = ""
    """Title and scenario; empty if that cannot be read."""
    over: bool = False


@dataclass(frozen=True, slots=True)
class More:
    """The line that stands for all further saved games."""

    games: int


@dataclass(frozen=True, slots=True)
class ByMail:
    """The way to the letter box."""

    games: int
    """In the box."""


@dataclass(frozen=True, slots=True)
class Online:
    """The way to a live game."""
