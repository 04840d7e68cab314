"""How a guest came to the host of a game, kept beside it in the letter box: the next time he joins again.

It holds the code, and is for its owner alone, as the host's door is.
"""

from contextlib import suppress
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from wargame_tui.core.disk import make_folder, replace_file
from wargame_tui.core.save import DamagedSave, content, parse

SUFFIX = ".way"


class Way(BaseModel):
    """The host's address, or the command that leads to him, and his code."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    address: str
    command: str
    code: str

    @property
    def words(self) -> str:
        """Where it leads."""
        return self.command or self.address


def keep(folder: Path, game: str, way: Way) -> None:
    """Remember a way; where the disk takes nothing, it has to be typed again."""
    with suppress(OSError):
        make_folder(folder, mode=0o700)
        replace_file(folder / f"{game}{SUFFIX}", way.model_dump_json().encode(), mode=0o600)


def way_of(folder: Path, game: str) -> Way | None:
    """The way to the host of a game; None if it was never joined from here."""
    try:
        return Way.model_validate(parse(content(folder / f"{game}{SUFFIX}")))
    except (OSError, ValidationError, DamagedSave):
        return None
