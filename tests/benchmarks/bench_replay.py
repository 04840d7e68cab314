"""What it takes to show any moment of a long game: from a key to the painted screen of 200x60. Run it by hand:

python tests/benchmarks/bench_replay.py [SAVE ...]

Milliseconds of processor time, so that other programs count little; the terminal's own work is not in it. A moment is
shown when the line that names it has been painted, and with it bar and map; the screen is at rest when the panes beside
the map have followed, which they do when the keys rest. The yardstick is the same screen drawn anew without a change.
Goal: shown within 50 ms.
"""

import asyncio
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from textual import events

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from wargame_tui.cli import be_patient
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.screens.table import TableScreen

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("tigers_in_the_mist-campaign", "montys_gamble-extended", "ardennes_44-campaign", "pacific_commander-1944")
SIZE = (200, 60)
RUNS, WARM = 30, 3
"""How often each key is measured, and before that not."""
QUIET = 0.15
"""Seconds without painting after which the screen is at rest."""
PATIENCE = 100
"""How often it may be at rest before what is waited for comes."""
SIGNS = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
STEPS = {"]": "the next command", "[": "the command before", "}": "the next phase", "(": "the turn before"}
JUMP, SAME = "any moment", "yardstick: the same screen drawn anew"


class Painted(WargameApp):
    """The app, painting into a list that says when."""

    is_headless = False
    """So that it paints although there is no terminal."""

    def listen(self) -> None:
        """From now on keep what is painted, with its time."""
        self.painted: list[tuple[float, str]] = []
        self._driver.write = lambda data: self.painted.append((process_time(), data))  # type: ignore

    async def timed(self, act: Callable[[], Any], wanted: str) -> tuple[float, float]:
        """Seconds from an act until words are painted, and until nothing more is."""
        self.painted.clear()
        start = process_time()
        act()
        for _ in range(PATIENCE):
            await self._rest()
            shown = next((when for when, data in self.painted if re.search(wanted, SIGNS.sub("", data))), None)
            if shown is not None:
                return shown - start, self.painted[-1][0] - start
        raise TimeoutError(f"{wanted!r} did not come")

    async def _rest(self) -> None:
        count = -1
        while count != len(self.painted):
            count = len(self.painted)
            await asyncio.sleep(QUIET)


def say(words: str) -> None:
    """A line of the report; the app keeps what is printed in the ordinary way to itself."""
    print(words, file=sys.__stdout__, flush=True)


def tell(what: str, times: list[tuple[float, float]]) -> None:
    """Medians and 95th percentiles."""
    parts = [sorted(1000 * each for each in column) for column in zip(*times, strict=True)]
    words = [f"{median(part):10.1f} {part[int(0.95 * len(part))]:7.1f} ms" for part in parts]
    say(f"    {what:<40}{''.join(words)}")


def memory() -> float:
    """Megabytes that this process holds."""
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * 4096 / 1e6


async def measure(save: Path, folder: Path) -> None:
    """Jumps to random moments, and steps from there."""
    before, start, chance = memory(), process_time(), random.Random(1)
    app = Painted(replay=str(save), saves=folder, config=folder / "settings.yaml", cache=folder)
    async with app.run_test(size=SIZE):
        while not isinstance(app.screen, TableScreen):
            await asyncio.sleep(0.1)
        table = app.screen
        opened = process_time() - start
        await asyncio.sleep(3)  # The map's other zooms are drawn in the meantime.
        count = table.session.newest
        say(f"{save.name}: {count} commands, opened in {opened:.1f} s, {memory() - before:.0f} MB")
        times: dict[str, list[tuple[float, float]]] = {what: [] for what in (SAME, JUMP, *STEPS.values())}
        app.listen()

        def draw_anew() -> None:
            table.view.map._redraw_all()
            table.refresh(layout=True)

        def press(key: str) -> Callable[[], object]:
            return lambda: app.post_message(events.Key(key, key if len(key) == 1 else None))

        for _ in range(WARM + RUNS):
            at = chance.randrange(1, count - 1)
            times[JUMP].append(
                await app.timed(lambda at=at: app.call_later(table.time.look_at, at), rf" {at} of {count} ")
            )  # type: ignore
            for key, what in STEPS.items():
                name = {"]": "right_square_bracket", "[": "left_square_bracket", "}": "right_curly_bracket"}
                times[what].append(await app.timed(press(name.get(key, "left_parenthesis")), rf" \d+ of {count} "))
            times[SAME].append(await app.timed(draw_anew, rf" \d+ of {count} "))
        for what, found in times.items():
            tell(what, found[WARM:])
        say(f"    {memory() - before:.0f} MB after {(WARM + RUNS) * (len(times) - 1)} moments")


def main() -> None:
    """One save, or each in a process of its own: what it holds in memory can be told then."""
    if len(sys.argv) == 2:
        be_patient()
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(measure(Path(sys.argv[1]), Path(folder)))
        return
    say(f"{'':<44}{'shown: median, 95%':>21}{'at rest: median, 95%':>22}")
    for name in sys.argv[1:] or [f"{ROOT}/tests/golden/games/{name}.save" for name in GAMES]:
        subprocess.run([sys.executable, __file__, name], check=True)


if __name__ == "__main__":
    main()
