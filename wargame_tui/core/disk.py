"""Writing files so that neither a crash, a power failure nor a full disk leaves half of one behind.

Everything that is kept is written here. What a function has written is on the disk itself when it returns: the bytes,
the name of the file, and the folders that were made for it; but for what `drop_file` writes, which can be made again.
"""

import errno
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

from wargame_tui.core.errors import InWords

try:
    import fcntl
except ImportError:  # Windows: two programs find each other out by what they have written.
    fcntl = None  # type: ignore[assignment]

LOCK_PATIENCE = 2.0
"""Seconds that a program waits for another one to finish writing."""


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
    errno.ENAMETOOLONG: "the name is too long",
    errno.EWOULDBLOCK: "another program is writing there; try again",
}


def cannot_save(path: Path, error: OSError) -> CannotSave:
    """An operating system's error in words."""
    reason = _REASONS.get(error.errno or 0, error.strerror or "the disk refuses")
    return CannotSave(f"{path} cannot be written: {reason}")


def replace_file(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Put `data` in the place of a file: afterwards, whatever happens, it holds all of the old or all of the new.

    `mode` says who may use it, less what the umask takes away. A link stays one: what it points to is replaced.
    Raises OSError; the old file is then untouched.
    """
    if path.is_symlink():
        path = path.resolve()
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        _write(draft, data, os.O_CREAT | os.O_TRUNC, mode)
        os.replace(draft, path)
    except OSError:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def drop_file(path: Path, data: bytes) -> None:
    """Write what can be made again: at once, with no pains for safety; who reads it checks it. Raises OSError."""
    path.write_bytes(data)


def append_file(path: Path, data: bytes) -> None:
    """Add `data` to the end of an existing file, on disk when this returns. Raises OSError; part may be written."""
    _write(path, data, os.O_APPEND)


def make_folder(folder: Path, mode: int = 0o777) -> None:
    """Make a folder, with those above it, if it is not there. Raises OSError."""
    if folder.is_dir():
        return
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(mode, parents=True, exist_ok=True)
    for each in reversed(missing):
        sync_folder(each.parent)


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Make a folder with files by their places in it: all of them, or none if it cannot be. Raises OSError."""
    make_folder(folder.parent)
    draft = folder.with_name(f".{folder.name}.{os.getpid()}.tmp")
    try:
        for place, data in files.items():
            make_folder((draft / place).parent)
            _write(draft / place, data, os.O_CREAT | os.O_EXCL)
        for inner in {(draft / place).parent for place in files}:
            sync_folder(inner)
        os.rename(draft, folder)
    except OSError:
        shutil.rmtree(draft, ignore_errors=True)
        raise
    sync_folder(folder.parent)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Have a folder to oneself among the programs that ask for it like this, as long as the block lasts.

    A killed program gives it up. Raises OSError if another one does not within some time; without effect where the
    system knows no such locks.
    """
    if fcntl is None:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        _lock(handle)
        yield
    finally:
        os.close(handle)


def _lock(handle: int) -> None:
    end = monotonic() + LOCK_PATIENCE
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if monotonic() > end:
                raise
            sleep(0.01)
        except OSError:
            return  # Some network disks have no locks.


def sync_folder(folder: Path) -> None:
    """Make renamed and new files of a folder last, where the system can (Windows does so by itself)."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # Some network disks know this for files only.
            raise
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
        _sync(handle)
    finally:
        os.close(handle)


def _sync(handle: int) -> None:
    """Have a file's bytes on the disk itself, which on macOS takes more than to hand them to the drive."""
    if full := getattr(fcntl, "F_FULLFSYNC", None):
        with suppress(OSError):
            fcntl.fcntl(handle, full)
            return
    os.fsync(handle)
