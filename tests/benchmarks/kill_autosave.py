"""Kills a playing process with signal 9 again and again: nothing that autosave acknowledged may be lost.

`python -m tests.benchmarks.kill_autosave [KILLS] [SEED]`; the default is 500. A child takes the game up from the
folder, plays and takes back at random, and says before and after each `keep` where its game stands. After the kill,
the recovered game must stand where the last acknowledged one stood, or where the one being written did.
"""

import os
import random
import signal
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.core import skirmish
from wargame_tui.core.autosave import generations, journal_path
from wargame_tui.core.game import Game
from wargame_tui.core.shelf import Shelf

NAME = "killed"
LONGEST_LIFE = 0.2
"""Seconds that a child lives at most: enough to begin, to play some dozen commands and to save in full."""
SAVE_EVERY = 5


class Lost(Exception):
    """Something acknowledged did not come back."""


@dataclass
class Report:
    """What came of it."""

    kills: int = 0
    kept: int = 0
    """Acknowledgements before the kills."""
    in_flight: int = 0
    """Kills between the beginning of a `keep` and its end."""
    games: int = 0
    """Games begun: a new one follows upon one that was played to its end."""
    seconds: float = 0.0


def run(kills: int, seed: int) -> Report:
    """Kills so many children. Raises Lost."""
    chance, report, began = random.Random(seed), Report(), time.perf_counter()
    with skirmish.installed(), tempfile.TemporaryDirectory() as folder:
        shelf = Shelf(Path(folder))
        for _ in range(kills):
            if not journal_path(shelf.folder, NAME).exists() or shelf.recover(NAME).game.over:
                for path in Path(folder).iterdir():
                    path.unlink()
                report.games += 1
                game = Game.new("skirmish/duel", chance.randrange(1000), {"undo": "free", "strength": 200})
                shelf.autosave(NAME).keep(game)
            said = _life(shelf, chance.random() * LONGEST_LIFE, chance.randrange(1 << 30))
            _insist(shelf, said)
            report.kills += 1
            report.kept += sum(line.startswith("kept") for line in said)
            report.in_flight += bool(said) and said[-1].startswith("keeping")
    report.seconds = time.perf_counter() - began
    return report


def _head(game: Game) -> str:
    return f"{game.seq} {game.checks()[-1] if game.seq else game.root}"


def _life(shelf: Shelf, seconds: float, seed: int) -> list[str]:
    """What a child said before it was killed."""
    start = _head(shelf.recover(NAME).game)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            _play(shelf, writing, random.Random(seed))
        finally:
            os._exit(0)
    os.close(writing)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    with os.fdopen(reading) as pipe:
        said = pipe.read().splitlines()
    os.waitpid(child, 0)
    return [f"kept {start}", *said]


def _play(shelf: Shelf, pipe: int, chance: random.Random) -> None:
    game = shelf.recover(NAME).game
    autosave = shelf.autosave(NAME)
    autosave._every = SAVE_EVERY
    while True:
        os.write(pipe, f"keeping {_head(game)}\n".encode())
        autosave.keep(game)
        os.write(pipe, f"kept {_head(game)}\n".encode())
        if game.over:
            time.sleep(60)
        if game.seq and chance.random() < 0.15:
            game.undo(min(game.seq, chance.choice((1, 1, 2, 9))))
        else:
            game.apply(chance.choice(game.legal()))


def _insist(shelf: Shelf, said: list[str]) -> None:
    """The folder holds the game as it was acknowledged last, or as it was being written."""
    kept = max(number for number, line in enumerate(said) if line.startswith("kept"))
    allowed = {line.partition(" ")[2] for line in said[kept:]}
    recovery = shelf.recover(NAME)
    if recovery.notes or _head(recovery.game) not in allowed:
        raise Lost(f"{_head(recovery.game)} came back where {said[kept:]} was said; {recovery.notes}")
    sound = [path for path in generations(shelf.folder, NAME) if path.exists()]
    if not sound:
        raise Lost("no full save is left")


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    print(run(given[0] if given else 500, given[1] if len(given) > 1 else 1))
