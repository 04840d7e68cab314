"""Writing files so that neither a crash nor a full disk leaves half of one behind."""

import errno
import os
from contextlib import suppress
from pathlib import Path

from wargame_tui.core.errors import InWords


class CannotSave(InWords, Exception):
    """A game could not be written; the game itself is as it was. Its reason is meant for players."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


_REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your share of the disk is full",
    errno.EROFS: "the disk can only be read",
    errno.EACCES: "writing there is not allowed",
    errno.EPERM: "writing there is not allowed",
    errno.ENOENT: "the folder is missing",
    errno.ENOTDIR: "the folder is missing",
}


def cannot_save(path: Path, error: OSError) -> CannotSave:
    """An operating system's error in words."""
    reason = _REASONS.get(error.errno or 0, error.strerror or "the disk refuses")
    return CannotSave(f"{path} cannot be written: {reason}")


def replace_file(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Put `data` in the place of a file: afterwards, whatever happens, it holds all of the old or all of the new.

    `mode` says who may use it, less what the umask takes away. Raises OSError; the old file is then untouched.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        _write(draft, data, os.O_CREAT | os.O_TRUNC, mode)
        os.replace(draft, path)
    except OSError:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def append_file(path: Path, data: bytes) -> None:
    """Add `data` to the end of an existing file, on disk when this returns. Raises OSError; part may be written."""
    _write(path, data, os.O_APPEND)


def sync_folder(folder: Path) -> None:
    """Make renamed and new files of a folder last, where the system can (Windows does so by itself)."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def drop_drafts(path: Path) -> None:
    """Remove what killed processes left behind while they were writing a file."""
    for draft in path.parent.iterdir():
        if draft.name.startswith(f".{path.name}.") and draft.suffix == ".tmp":
            with suppress(OSError):
                draft.unlink()


def _write(path: Path, data: bytes, how: int, mode: int = 0o666) -> None:
    handle = os.open(path, os.O_WRONLY | how | getattr(os, "O_BINARY", 0), mode)
    try:
        left = memoryview(data)
        while left:
            left = left[os.write(handle, left) :]
        os.fsync(handle)
    finally:
        os.close(handle)
