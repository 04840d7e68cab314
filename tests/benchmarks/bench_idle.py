"""What the program costs while nobody does anything: a minute at a table and a minute in the chooser.

`python -m tests.benchmarks.bench_idle [SECONDS]`; the default is 60. Ends with an error above 1 % of a processor.
"""

import os
import sys
import tempfile
from pathlib import Path

from tests.tui.terminal import Terminal

MOST = 1.0
"""Per cent of a processor."""
PLACES = {
    "table": (("play", "tigers_in_the_mist/seventh_army"), b"Impulse"),
    "solitaire table": (("play", "pacific_commander/1942"), b"Turn"),
    "chooser": ((), b"Letter box"),
}


def ticks(pid: int) -> float:
    """Seconds of a processor that a process has used so far."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def idle(folder: Path, arguments: tuple[str, ...], words: bytes, seconds: float) -> tuple[int, float]:
    """The bytes written to the terminal, and per cent of a processor, while nothing happens."""
    terminal = Terminal(folder, *arguments)
    try:
        terminal.until(words)
        terminal.quiet(2)
        before = ticks(terminal.pid)
        return len(terminal.read(seconds)), (ticks(terminal.pid) - before) / seconds * 100
    finally:
        terminal.close()


def main() -> int:
    """Run all; the exit status."""
    seconds, worst = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0, 0.0
    for name, (arguments, words) in PLACES.items():
        with tempfile.TemporaryDirectory() as folder:
            written, share = idle(Path(folder), arguments, words, seconds)
        print(f"{name}: {share:.2f} % of a processor, {written} bytes written in {seconds:g} s")
        worst = max(worst, share)
    return worst > MOST


if __name__ == "__main__":
    sys.exit(main())
