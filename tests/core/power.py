"""A disk whose power can fail: what is written goes to it, and every way in which it may look afterwards can be had.

What a program asks of the system is noted while it really happens. After a cut, bytes of a file count as far as they
were synced, and of those after it any part may be there, or zeros in their place; a new, renamed or removed name counts
if its folder was synced, and of those that were not, any may have happened, in any order.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

CALLS = ("open", "close", "write", "fsync", "replace", "mkdir", "unlink")


@dataclass
class _File:
    """Bytes on the disk, and bytes on their way to it; for a folder, none."""

    safe: bytes = b""
    now: bytes = b""


@dataclass
class _Change:
    """A name that came or went, not yet synced."""

    folder: str
    gone: str | None
    new: tuple[str, _File | None] | None
    """None for a folder."""


@dataclass
class PoweredDisk:
    """What lies below a folder."""

    root: Path
    names: dict[str, _File | None] = field(default_factory=dict)
    """Those whose folder was synced."""
    now: dict[str, _File | None] = field(default_factory=dict)
    """Those that the running program sees."""
    pending: list[_Change] = field(default_factory=list)
    cut: Any = lambda: None
    """Called before everything that changes the disk."""
    _open: dict[int, str] = field(default_factory=dict)
    _real: dict[str, Any] = field(default_factory=lambda: {name: getattr(os, name) for name in CALLS})

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Note what is done below the folder as long as the block lasts."""
        with patch.multiple(os, **{name: getattr(self, f"_{name}_") for name in self._real}):
            yield

    @contextmanager
    def off(self) -> Iterator[None]:
        """Note nothing as long as the block lasts."""
        with patch.multiple(os, **self._real):
            yield

    def after_a_cut(self, chance: Random, folder: Path) -> None:
        """Write down how the disk may look if the power fails now."""
        names = dict(self.names)
        survivors = [change for change in self.pending if chance.random() < 0.5]
        chance.shuffle(survivors)
        for change in survivors:
            if change.gone is not None:
                names.pop(change.gone, None)
            if change.new is not None:
                names[change.new[0]] = change.new[1]
        for name in sorted(names, key=len):
            path, file = folder / name, names[name]
            if not path.parent.is_dir():
                continue  # Its folder was not there any more.
            if file is None:
                path.mkdir(exist_ok=True)
            else:
                path.write_bytes(_torn(file, chance))

    def _name(self, path: Any) -> str | None:
        found = Path(os.fspath(path)).absolute()
        return str(found.relative_to(self.root)) if found.is_relative_to(self.root) else None

    def _add(self, name: str, file: _File | None) -> None:
        self.now[name] = file
        self.pending.append(_Change(os.path.dirname(name), None, (name, file)))

    def _open_(self, path: Any, flags: int, mode: int = 0o777, **more: Any) -> int:
        name = self._name(path)
        writes = name is not None and flags & (os.O_WRONLY | os.O_RDWR)
        if writes:
            self.cut()
        handle: int = self._real["open"](path, flags, mode, **more)
        if name is not None:
            self._open[handle] = name
        if writes and name is not None:
            if name not in self.now:
                self._add(name, _File())
            elif flags & os.O_TRUNC and (file := self.now[name]):
                file.now = b""
        return handle

    def _close_(self, handle: int) -> None:
        self._open.pop(handle, None)
        self._real["close"](handle)

    def _write_(self, handle: int, data: Any) -> int:
        name = self._open.get(handle)
        if name is not None:
            self.cut()
        written: int = self._real["write"](handle, data)
        if name is not None and (file := self.now[name]):
            file.now += bytes(data[:written])
        return written

    def _fsync_(self, handle: int) -> None:
        self._real["fsync"](handle)
        name = self._open.get(handle)
        if name is None:
            return
        name = "" if name == "." else name
        if file := self.now.get(name):
            file.safe = file.now
            return
        kept = []
        for change in self.pending:
            if change.folder != name:
                kept.append(change)
                continue
            if change.gone is not None:
                self.names.pop(change.gone, None)
            if change.new is not None:
                self.names[change.new[0]] = change.new[1]
        self.pending = kept

    def _replace_(self, source: Any, target: Any) -> None:
        old, new = self._name(source), self._name(target)
        assert old is not None
        assert new is not None
        self.cut()
        self._real["replace"](source, target)
        file = self.now.pop(old)
        self.now[new] = file
        self.pending.append(_Change(os.path.dirname(new), old, (new, file)))

    def _mkdir_(self, path: Any, mode: int = 0o777, **more: Any) -> None:
        name = self._name(path)
        self._real["mkdir"](path, mode, **more)
        if name is not None:
            self._add(name, None)

    def _unlink_(self, path: Any, **more: Any) -> None:
        name = self._name(path)
        self._real["unlink"](path, **more)
        if name is not None:
            self.now.pop(name, None)
            self.pending.append(_Change(os.path.dirname(name), name, None))


def _torn(file: _File, chance: Random) -> bytes:
    """The bytes of a file after a cut."""
    if not file.now.startswith(file.safe):
        return chance.choice((file.safe, file.now, b"", file.now[: chance.randrange(len(file.now) + 1)]))
    more = file.now[len(file.safe) :]
    part = more[: chance.randrange(len(more) + 1)]
    return file.safe + chance.choice((b"", more, part, bytes(len(more)), bytes(len(part)) + more[len(part) :]))


class Cuts:
    """Cuts the power before every change of a disk, in several ways, and looks at what is left."""

    def __init__(self, folder: Path, found: Callable[[Path], Any], ways: int = 3) -> None:
        self.folder = folder / "running"
        self.folder.mkdir()
        self.allowed: list[Any] = []
        """What may be found: what was acknowledged last, and what is being written."""
        self.cuts = 0
        self._found, self._ways, self._chance = found, ways, Random(5)
        self._after = folder / "after"
        self.disk = PoweredDisk(self.folder, cut=self._cut)

    def _cut(self) -> None:
        for _ in range(self._ways):
            self.cuts += 1
            folder = self._after / str(self.cuts)
            folder.mkdir(parents=True)
            with self.disk.off():
                self.disk.after_a_cut(self._chance, folder)
                found = self._found(folder)
            assert found in self.allowed, f"cut {self.cuts}, see {folder}"

    def keep(self, write: Callable[[], object], now: Any) -> None:
        """Write something, after which only that may be found."""
        self.allowed.append(now)
        with self.disk.watching():
            write()
        self.allowed = [now]
        self._cut()
