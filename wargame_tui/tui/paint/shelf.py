"""Painted tiles on disk, by a digest of what they were painted from: a map that was seen before is there at once."""

import hashlib
import zlib
from contextlib import suppress
from pathlib import Path
from shutil import rmtree

import numpy as np

from wargame_tui.board.files import Entry
from wargame_tui.core.disk import drop_file, make_folder
from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.canvas import Grain
from wargame_tui.tui.paint.tiles import Tile

PAINT_VERSION = 10
"""Raised whenever painters paint otherwise."""
FOLDERS = 24
"""Layouts that are kept, the latest."""
_OWNER = np.dtype("<i2")


def digest(*entries: Entry, zoom: str) -> str:
    """What a layout's tiles depend on: map file, look, style, zoom."""
    words = [entry.model_dump_json() for entry in entries] + [zoom, str(PAINT_VERSION)]
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:24]


class Shelf:
    """The tiles of one layout; a folder that cannot be written only costs time."""

    def __init__(self, folder: Path, key: str, grain: Grain) -> None:
        self._folder = folder / f"painted-{key}-{grain.across}x{grain.down}-{grain.shown_across}x{grain.shown_down}"

    def has(self, column: int, row: int) -> bool:
        """Whether a tile was put here."""
        return self._path(column, row).exists()

    def taken(self, column: int, row: int, box: Box, grain: Grain) -> Tile | None:
        """A tile that was put here; None if there is none, or a damaged one."""
        with suppress(OSError, zlib.error, ValueError):
            data = zlib.decompress(self._path(column, row).read_bytes())
            high, wide = box.height * grain.shown_down, box.width * grain.shown_across
            if len(data) == high * wide * (3 + _OWNER.itemsize):
                pixels = np.frombuffer(data, np.uint8, high * wide * 3).reshape(high, wide, 3)
                owners = np.frombuffer(data, _OWNER, high * wide, high * wide * 3).reshape(high, wide)
                return Tile(box, pixels, owners)
        return None

    def put(self, column: int, row: int, tile: Tile) -> None:
        """Keep a tile."""
        with suppress(OSError):
            if not self._folder.is_dir():
                make_folder(self._folder)
                self._clear()
            data = tile.pixels.tobytes() + tile.owners.astype(_OWNER).tobytes()
            drop_file(self._path(column, row), zlib.compress(data, 1))

    def _path(self, column: int, row: int) -> Path:
        return self._folder / f"{column}-{row}"

    def _clear(self) -> None:
        """Throw away the layouts that were first painted longest ago."""
        found = sorted(self._folder.parent.glob("painted-*"), key=lambda path: path.stat().st_mtime, reverse=True)
        for old in found[FOLDERS:]:
            rmtree(old, ignore_errors=True)
