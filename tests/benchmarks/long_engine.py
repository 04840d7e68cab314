"""One engine process that plays game after game: its memory must not grow with the commands it has carried out.

`python -m tests.benchmarks.long_engine [COMMANDS]`; the default is 50,000. Games are closed when they are over; every
tenth command is taken back and made again. Ends with an error if memory at the end is well above that of the beginning.
"""

import random
import sys
from pathlib import Path
from time import perf_counter

from tests.protocol.client import Client, Failed, Piped
from wargame_tui.core.title import find_title, title_ids

GROWTH = 1.5
"""Of the memory after a tenth of the commands, at the end."""


def resident(pid: int) -> float:
    """Megabytes of memory that a process takes."""
    words = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(words.split()[1]) / 1024


class Play:
    """A client that plays at random."""

    def __init__(self, client: Client, seed: int) -> None:
        self._client, self._chance, self._game = client, random.Random(seed), ""
        self._scenarios = [find_title(title).scenarios()[0].id for title in title_ids()]

    def command(self) -> None:
        """One command, in a new game if the last is over or long."""
        listed = self._client.call("legal", game=self._game, limit=100)["commands"] if self._game else []
        if not listed or self._chance.random() < 0.002:
            if self._game:
                self._client.call("close", game=self._game)
            scenario = self._chance.choice(self._scenarios)
            self._game = self._client.call("new", scenario=scenario, seed=self._chance.randrange(10**6))["game"]
            listed = self._client.call("legal", game=self._game, limit=100)["commands"]
        if self._chance.random() < 0.1:
            try:
                self._client.call("undo", game=self._game)
                return
            except Failed:
                pass  # Not past dice.
        self._client.call("apply", game=self._game, command=self._chance.choice(listed)["notation"])


def main() -> int:
    """Run it; the exit status."""
    number, began = int(sys.argv[1]) if len(sys.argv) > 1 else 50_000, perf_counter()
    piped = Piped()
    play, first = Play(Client(piped), 1), 0.0
    for count in range(1, number + 1):
        play.command()
        if count % max(1, number // 10) == 0:
            now = resident(piped.process.pid)
            first = first or now
            print(f"{count} commands, {perf_counter() - began:.0f} s, {now:.0f} MB", flush=True)
    piped.close()
    return now > GROWTH * first


if __name__ == "__main__":
    sys.exit(main())
