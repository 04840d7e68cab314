"""From a key to the screen, through a pseudo-terminal, beside an empty Textual app.

`python -m tests.benchmarks.bench_keys [TITLE/SCENARIO ...] [--size 140x45] [--map paper]`. A player goes about: arrows,
the next place, a unit selected and put down, commands paged through, a zoom in and out. For every kind of key the
milliseconds until the first byte of the answer, and until the last before a rest: median and 95th percentile. Of all
keys but zooms, pages and Esc, which waits to see whether it begins a longer key, the 95th percentile until the first
byte is to stay under 50 ms. Beside them the milliseconds that the program's first thread had a processor until that
byte, which a busy machine leaves as they are; `--slowest N` names the keys that took most of these.

With `--opponent SIDE:LEVEL` the program plays a side, and arrows are pressed as long as its process works: who watches
it think is to be answered within 100 ms.
"""

import argparse
import os
import select
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles
from time import monotonic, sleep
from typing import NamedTuple

from tests.benchmarks.bench_idle import ticks
from tests.tui.terminal import ALTERNATE, Terminal

SCENARIOS = ("ardennes_44/three_days", "tigers_in_the_mist/seventh_army", "pacific_commander/1942")
MOST, MOST_THINKING = 50.0, 100.0
"""Milliseconds; while the program thinks."""
REST, PATIENCE, START = 0.06, 1.5, 1.5
"""Seconds after which an answer is over; after which there is none; in which a table that is laid does nothing more."""
WARM = 1.0
"""Seconds of a processor after which the process of the opponent has begun to think: before that it loads."""
THINKING = 60.0
"""Seconds within which it has to begin."""
PAUSES = 10
"""Keys in a row in which it did nothing: it is no longer its turn."""
IDLE = 0.02
"""The share of a processor under which it does nothing."""
ARROWS = (b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D")
EMPTY = "from textual.app import App\nfrom textual.widgets import Input\n" + (
    "class Empty(App[None]):\n    def compose(self):\n        yield Input()\nEmpty().run()\n"
)
ROUND: Sequence[tuple[str, bytes]] = (
    *(("arrow", ARROWS[n % 4] if n % 8 < 4 else ARROWS[3 - n % 4]) for n in range(24)),
    *(("next place", b"n") for _ in range(6)),
    ("select", b"\r"), ("put down", b"\x1b"),
    *(("command", b".") for _ in range(4)),
    ("page", b"?"), ("page", b"\x1b"), ("page", b"v"), ("page", b"\x1b"),
    ("zoom", b"+"), ("zoom", b"-"),
)  # fmt: skip


class Took(NamedTuple):
    """Milliseconds that a key took."""

    first: float
    """Until the first byte of the answer."""
    last: float
    """Until the last one."""
    work: float
    """That the program's first thread had a processor until the first byte."""


class Timed(Terminal):
    """The program, in a terminal that takes the time."""

    def key(self, key: bytes) -> Took | None:
        """What a key took; None if it brings nothing."""
        self.read(0)
        start, before = monotonic(), self.work
        os.write(self.handle, key)
        first = last = work = 0.0
        while True:
            wait = REST if last else PATIENCE
            ready, _, _ = select.select([self.handle], [], [], wait)
            if not ready:
                return Took(first, last, work) if last else None
            work = work or self.work - before
            os.read(self.handle, 1 << 20)
            last = (monotonic() - start) * 1000
            first = first or last

    def settle(self) -> None:
        """Wait until the table is laid, whatever else the machine has to do."""
        before = -1.0
        while ticks(self.pid) - before > START * IDLE:
            before = ticks(self.pid)
            self.read(START)

    def think(self) -> None:
        """Wait until the program thinks."""
        end = monotonic() + THINKING
        while self.thought < WARM and monotonic() < end:
            self.read(0.1)

    @property
    def thinkers(self) -> list[int]:
        """The processes that it has started."""
        tasks = Path(f"/proc/{self.pid}/task").glob("*/children")
        return [int(child) for children in tasks for child in children.read_text().split()]

    @property
    def thought(self) -> float:
        """Seconds of a processor that these have used so far."""
        return sum(map(ticks, self.thinkers))

    @property
    def work(self) -> float:
        """Milliseconds that the program's first thread has had a processor."""
        return int(Path(f"/proc/{self.pid}/schedstat").read_text().split()[0]) / 1e6


class Empty(Timed):
    """An empty Textual app with a line to type in."""

    program = ("-c", EMPTY)


class Pressed(NamedTuple):
    """A key that was pressed."""

    number: int
    kind: str
    took: Took


def answers(terminal: Timed, keys: Sequence[tuple[str, bytes]], rounds: int) -> list[Pressed]:
    """What every press took that brought anything."""
    found = []
    for number, (kind, key) in enumerate(list(keys) * rounds):
        took = terminal.key(key)
        if took is not None:
            found.append(Pressed(number, kind, took))
        sleep(0.02)
    return found


def answers_to_who_waits(terminal: Timed, most: int) -> list[Pressed]:
    """What arrows took while the program thought: those in which its process worked."""
    found, idle = list[Pressed](), 0
    for number in range(most):
        before = terminal.thought
        took = terminal.key(ARROWS[number % 4])
        idle = 0 if terminal.thought > before else idle + 1
        if idle == PAUSES:
            break
        if took is not None and not idle:
            found.append(Pressed(number, "thinking", took))
    return found


def tell(name: str, pressed: Sequence[Pressed], slowest: int) -> Sequence[float]:
    """Print the figures; those of the first bytes of keys that are pressed all the time."""
    for kind in dict.fromkeys(each.kind for each in pressed):
        firsts, lasts, works = zip(*(each.took for each in pressed if each.kind == kind), strict=True)
        figures = (*of(firsts), *of(lasts), *of(works))
        print(f"{name:36}{kind:12}{len(firsts):5}" + "".join(f"{figure:8.1f}" for figure in figures))
    daily = [each for each in pressed if each.kind not in ("zoom", "page", "put down")]
    print(f"{name:36}{'every day':12}{len(daily):5}" + f"{of([each.took.first for each in daily])[1]:16.1f}", end="")
    print(f"{of([each.took.work for each in daily])[1]:32.1f}")
    for each in sorted(daily, key=lambda each: -each.took.work)[:slowest]:
        print(f"    key {each.number:3} {each.kind:12} {each.took.work:6.1f} of {each.took.first:6.1f} ms")
    return [each.took.first for each in daily]


def of(times: Sequence[float]) -> tuple[float, float]:
    """Median and 95th percentile."""
    return median(times), quantiles(times, n=20)[-1] if len(times) > 1 else times[0]


def main() -> int:
    """Run all; the exit status."""
    parser = argparse.ArgumentParser(description="From a key to the screen.")
    parser.add_argument("scenarios", nargs="*", default=SCENARIOS)
    parser.add_argument("--size", default="140x45")
    parser.add_argument("--map", default="paper", help="the setting of that name")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--opponent", metavar="SIDE:LEVEL", help="the program plays a side: while it thinks")
    parser.add_argument("--slowest", type=int, default=0, metavar="N", help="name the keys that took most work")
    given = parser.parse_args()
    columns, _, lines = given.size.partition("x")
    size, worst = (int(columns), int(lines)), 0.0
    rival = ("--opponent", given.opponent) if given.opponent else ()
    most = MOST_THINKING if rival else MOST
    print(f"{'milliseconds':36}{'':12}{'keys':>5}{'first':>8}{'95 %':>8}{'last':>8}{'95 %':>8}{'work':>8}{'95 %':>8}")
    for scenario in ("", *given.scenarios):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            settings = folder / ".config" / "wargame-tui" / "settings.yaml"
            settings.parent.mkdir(parents=True)
            settings.write_text(f"map: {given.map}\ncells: quadrants\n")
            kind, arguments = (Timed, ("play", scenario, *rival)) if scenario else (Empty, ())
            terminal = kind(folder, *arguments, size=size, COLORTERM="truecolor")
            try:
                terminal.until(ALTERNATE)
                terminal.quiet()
                if scenario and rival:
                    terminal.think()
                    found = answers_to_who_waits(terminal, len(ROUND) * given.rounds)
                else:
                    terminal.settle()
                    letters = [("letter", b"a")] * 40
                    found = answers(terminal, ROUND if scenario else letters, given.rounds)
            finally:
                terminal.close()
        if not found:
            print(f"{scenario:36}nothing was answered: nobody thought")
            worst = float("inf")
            continue
        often = tell(scenario or "an empty Textual app", found, given.slowest)
        worst = max(worst, of(often)[1] if scenario else 0.0)
    print(f"95 % of keys that are pressed all the time are answered within {worst:.1f} ms")
    return worst > most


if __name__ == "__main__":
    sys.exit(main())
