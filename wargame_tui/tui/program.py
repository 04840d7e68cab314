"""What screens ask of the program in which they stand, so that it knows them and they need not know it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

if TYPE_CHECKING:
    from textual.screen import Screen

    from wargame_tui.mail.box import Case
    from wargame_tui.tui.paint.terminal import Abilities
    from wargame_tui.tui.post_office import PostOffice
    from wargame_tui.tui.session import Session
    from wargame_tui.tui.settings import Settings


class Program(Protocol):
    """The app, beyond what every Textual app can do."""

    @property
    def look(self) -> Settings:
        """The settings as they suit this terminal."""

    @property
    def saves(self) -> Path:
        """The folder of saves."""

    @property
    def cache(self) -> Path:
        """The folder for what can be made again."""

    @property
    def terminal(self) -> Abilities:
        """What the terminal can show, as the settings want it."""

    def action_live(self, scenario: str = "") -> object:
        """Host, join or watch a live game."""

    def export(self, session: Session) -> str:
        """Begin to write report and film of a game; what is being done, or has been, in a sentence."""

    def remember(self, **choices: Any) -> None:
        """Keep settings that are changed at the table, by name."""

    def open_save(self, path: Path) -> None:
        """Leave the game at the table, which is kept, and go on with another."""

    @property
    def post_office(self) -> PostOffice:
        """The letter box with the player's settings for letters."""

    def play_mail(self, case: Case, start: int | None) -> None:
        """Go on with a game by mail for which a letter has been opened at the table."""


def program(screen: Screen[Any]) -> Program:
    """The program in which a screen stands."""
    return cast("Program", screen.app)
