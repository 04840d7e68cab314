"""Speed of starting: `--version` beside an empty interpreter, the first screen beside an empty Textual app.

    python tests/benchmarks/bench_startup.py [TITLE/SCENARIO] [--runs N]

Prints medians over the runs in milliseconds. Screens are timed in a pseudo-terminal, from starting the process to
the first output that fills the screen; they need a POSIX system.
"""

import argparse
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
from collections.abc import Callable, Sequence
from fcntl import ioctl
from statistics import median
from termios import TIOCSWINSZ
from time import perf_counter

COLUMNS, ROWS = 140, 45
PATIENCE = 15.0
EMPTY_APP = "from textual.app import App; App().run()"
DRAWN = re.compile(rb"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[^\[]")
"""Escape sequences, which put nothing on the screen."""


def process_ms(command: Sequence[str]) -> float:
    """Milliseconds of a process from start to end."""
    begun = perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return (perf_counter() - begun) * 1000


def first_paint_ms(command: Sequence[str]) -> float:
    """Milliseconds from the start of a process to the first full screen that it draws."""
    begun = perf_counter()
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
        os.execvp(command[0], list(command))
    ioctl(terminal, TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    try:
        return _until_full(terminal, begun)
    finally:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(terminal)


def _until_full(terminal: int, begun: float) -> float:
    """A screen counts as drawn when three quarters of its cells have been written."""
    output = b""
    while perf_counter() - begun < PATIENCE:
        if select.select([terminal], [], [], 0.1)[0]:
            output += os.read(terminal, 1 << 16)
            if len(DRAWN.sub(b"", output).decode(errors="ignore")) >= COLUMNS * ROWS * 3 // 4:
                return (perf_counter() - begun) * 1000
    raise SystemExit(f"no full screen within {PATIENCE:.0f} s; the output began with {output[:500]!r}")


def compare(what: str, measure: Callable[[Sequence[str]], float], ours: list[str], empty: list[str], runs: int) -> None:
    """Print the medians of both, measured in turns so that a busy machine slows both alike."""
    measure(ours)
    measure(empty)
    times = [(measure(ours), measure(empty)) for _ in range(runs)]
    mine, theirs = (median(column) for column in zip(*times, strict=True))
    print(f"{what}: {mine:.0f} ms, empty {theirs:.0f} ms, ours {mine - theirs:+.0f} ms")


def main() -> None:
    """Read the command line and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("scenario", nargs="?", default="tigers_in_the_mist/campaign")
    parser.add_argument("--runs", type=int, default=9)
    given = parser.parse_args()
    ours = [sys.executable, "-m", "wargame_tui"]
    play = [*ours, "play", given.scenario, "--seed", "1"]
    compare("--version", process_ms, [*ours, "--version"], [sys.executable, "-c", ""], given.runs)
    compare("chooser, first paint", first_paint_ms, ours, [sys.executable, "-c", EMPTY_APP], given.runs)
    compare("play, first paint", first_paint_ms, play, [sys.executable, "-c", EMPTY_APP], given.runs)


if __name__ == "__main__":
    main()
