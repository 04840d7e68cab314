"""A terminal for tests: the program behind a pseudo-terminal, driven by bytes and signals."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).resolve().parents[2]
ALTERNATE, BACK = b"\x1b[?1049h", b"\x1b[?1049l"
"""What switches a terminal to a program's own screen, and back."""
PATIENCE = 60.0
"""Seconds that a busy machine may take for anything."""


class Terminal:
    """The program with arguments, in a terminal of a size; its files lie in a folder."""

    program: tuple[str, ...] = ("-m", "wargame_tui")
    """What Python runs."""

    def __init__(self, folder: Path, *arguments: str, size: tuple[int, int] = (140, 45), **environment: str) -> None:
        self.folder, self.output = folder, b""
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "XDG"))}
        given = {"HOME": str(folder), "WARGAME_TUI_SAVES": str(folder / "saves"), "TERM": "xterm-256color"}
        given |= {"PYTHONPATH": str(ROOT), "LANG": "C.UTF-8", "XDG_CACHE_HOME": str(folder / "cache")}
        self.pid, self.handle = pty.fork()
        if self.pid == 0:
            os.chdir(ROOT)
            command = [sys.executable, *self.program, *arguments]
            os.execve(sys.executable, command, inherited | given | environment)
        self.resize(size)
        self.before = termios.tcgetattr(self.handle)

    def resize(self, size: tuple[int, int]) -> None:
        """Give the terminal other columns and lines, as dragging its window does."""
        columns, lines = size
        fcntl.ioctl(self.handle, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def send(self, data: bytes) -> None:
        """Type or paste something, reading what comes meanwhile."""
        left = memoryview(data)
        while left:
            self.read(0)
            _, ready, _ = select.select([], [self.handle], [], 0.05)
            if ready:
                left = left[os.write(self.handle, left[:4096]) :]

    def signal(self, number: int) -> None:
        """Send the program a signal."""
        os.kill(self.pid, number)

    def read(self, seconds: float) -> bytes:
        """What the program writes within some seconds, or until it ends."""
        end, found = monotonic() + seconds, b""
        while True:
            ready, _, _ = select.select([self.handle], [], [], max(0.0, end - monotonic()))
            try:
                got = os.read(self.handle, 65536) if ready else b""
            except OSError:  # The other end is closed.
                got = b""
            found += got
            if not got or monotonic() > end:
                self.output += found
                return found

    def until(self, words: bytes, seconds: float = PATIENCE) -> None:
        """Wait for something to be written, from now on."""
        start, end = len(self.output), monotonic() + seconds
        while words not in self.output[start:]:
            if monotonic() > end:
                raise AssertionError(f"{words!r} did not come, but {self.output[start:][-2000:]!r}")
            self.read(0.1)

    def quiet(self, seconds: float = 0.3) -> None:
        """Wait until nothing has been written for some time."""
        end = monotonic() + PATIENCE
        while self.read(seconds):
            if monotonic() > end:
                raise AssertionError("it never comes to rest")

    def ended(self, seconds: float = PATIENCE) -> int:
        """Wait for the end of the program: its exit status, negative for a signal."""
        end = monotonic() + seconds
        while monotonic() < end:
            self.read(0.05)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.pid = 0
                return os.waitstatus_to_exitcode(status)
        raise AssertionError(f"it goes on: {self.output[-2000:]!r}")

    def stopped(self, seconds: float = PATIENCE) -> bool:
        """Whether the program is suspended, waiting for that."""
        end = monotonic() + seconds
        while monotonic() < end:
            self.read(0.05)
            pid, status = os.waitpid(self.pid, os.WNOHANG | os.WUNTRACED)
            if pid and os.WIFSTOPPED(status):
                return True
        return False

    def hang_up(self) -> None:
        """Close the window."""
        os.close(self.handle)
        self.handle = -1

    def is_restored(self) -> bool:
        """Whether the terminal is as it was before the program."""
        return termios.tcgetattr(self.handle) == self.before and self.output.rfind(BACK) > self.output.rfind(ALTERNATE)

    def close(self) -> None:
        """End everything that still runs."""
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.kill(self.pid, signal.SIGCONT)
            os.waitpid(self.pid, 0)
            self.pid = 0
        if self.handle >= 0:
            os.close(self.handle)
