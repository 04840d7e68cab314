"""What lies beside a game and is not part of it: a file of JSON values with the game's name."""

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

from wargame_tui.core.disk import make_folder, replace_file


class Beside(ABC):
    """Something of one game that is kept in a file of its own, NAME and a suffix; no file if there is nothing."""

    suffix: ClassVar[str]

    def __init__(self) -> None:
        self._kept: Mapping[str, Any] = {}
        """What the file says."""

    @property
    @abstractmethod
    def to_keep(self) -> Mapping[str, Any]:
        """What is to stand in the file."""

    def found(self, folder: Path, name: str) -> Mapping[str, Any]:
        """What the file beside a game says; empty if there is none, or it cannot be understood."""
        with suppress(OSError, ValueError):
            given = json.loads((folder / f"{name}{self.suffix}").read_bytes())
            return given if isinstance(given, dict) else {}
        return {}

    def keep(self, folder: Path, name: str) -> None:
        """Bring the file beside a game up to date. Raises OSError."""
        if self.to_keep != self._kept:
            self.keep_copy(folder, name)
            self._kept = self.to_keep

    def keep_copy(self, folder: Path, name: str) -> None:
        """Write the file of another name. Raises OSError."""
        path = folder / f"{name}{self.suffix}"
        if self.to_keep:
            make_folder(folder)
            replace_file(path, json.dumps(self.to_keep).encode())
        else:
            path.unlink(missing_ok=True)
