"""Kills a corresponding process with signal 9 again and again: nothing that the letter box acknowledged may be lost.

`python -m tests.benchmarks.kill_mail [KILLS] [SEED]`; the default is 500. A child plays both players of a game out of
two letter boxes, and says before and after each decision, sending and opening what it does. After the kill both boxes
must open, hold what was acknowledged last or what was being written, and give the last letter again, word for word.
"""

import os
import signal
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.mail.kit import begun
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.mail import armour
from wargame_tui.mail.box import Box, Case
from wargame_tui.mail.letters import BadLetter, Letter, Mode

SCENARIO = "tigers_in_the_mist/seventh_army"
NAME = "killed"
LONGEST_LIFE = 0.4
"""Seconds that a child lives at most: enough to take a game up, to decide, to send and to open a few letters."""


class Lost(Exception):
    """Something acknowledged did not come back."""


@dataclass
class Report:
    """What came of it."""

    kills: int = 0
    kept: int = 0
    """Acknowledgements before the kills."""
    in_flight: int = 0
    """Kills between the beginning of a decision, a sending or an opening, and its end."""
    letters: int = 0
    games: int = 0
    seconds: float = 0.0


class Table:
    """Two boxes, and the letters on their way."""

    def __init__(self, folder: Path) -> None:
        self.boxes = [Box(folder / "host"), Box(folder / "guest")]

    def begin(self, mode: Mode) -> None:
        """A new game in both boxes, in the place of one that is over."""
        pair = begun(SCENARIO, mode)
        for box, mail in zip(self.boxes, (pair.host, pair.guest), strict=True):
            box.path(NAME).unlink(missing_ok=True)
            box.keep(Case(NAME, mail))

    def cases(self) -> list[Case]:
        """Both sides of the game as they lie in the boxes."""
        return [box.load(NAME) for box in self.boxes]


def _head(case: Case) -> str:
    """A word for everything that a box holds of the game."""
    game, mail = case.mail.game, case.mail
    line = game.checks()[-1] if game and game.seq else "-"
    return f"{line}/{game.seq if game else 0}/{len(mail.letters)}/{len(mail.pending)}/{hash(case.outgoing) & 0xFFFF}"


def run(kills: int, seed: int) -> Report:
    """Kills so many children. Raises Lost."""
    chance, report, began = Random(seed), Report(), time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder))
        for _ in range(kills):
            if not table.boxes[0].names() or table.cases()[0].mail.settled:
                table.begin(chance.choice(("trust", "sealed", "batch")))
                report.games += 1
            start = [_head(case) for case in table.cases()]
            said = _life(table, chance.random() * LONGEST_LIFE, chance.randrange(1 << 30))
            _insist(table, start, said)
            report.kills += 1
            report.kept += sum(line.startswith("kept") for line in said)
            report.in_flight += bool(said) and said[-1].startswith("keeping")
        report.letters = len(table.cases()[0].mail.letters)
    report.seconds = time.perf_counter() - began
    return report


def _life(table: Table, seconds: float, seed: int) -> list[str]:
    """What a child said before it was killed."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            _play(table, writing, seed)
        finally:
            os._exit(0)
    os.close(writing)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    with os.fdopen(reading) as pipe:
        said = pipe.read().splitlines()
    os.waitpid(child, 0)
    return said


def _play(table: Table, pipe: int, seed: int) -> None:
    lot, cases = RandomPlayer(seed), table.cases()
    while True:
        for number, box in enumerate(table.boxes):
            case = cases[number]
            while case.mail.my_turn and not case.mail.ready:
                case.mail.apply(lot.choose(case.mail.table.legal()))
                _keep(pipe, number, case, box)
            if case.mail.ready:
                _say(pipe, "keeping", number, "?")  # The letter is not there yet that its head would name.
                box.post(case)
                _say(pipe, "kept", number, _head(case))
        for number, box in enumerate(table.boxes):
            _deliver(pipe, number, box, cases)
        if all(case.mail.settled for case in cases):
            time.sleep(60)


def _keep(pipe: int, number: int, case: Case, box: Box) -> None:
    _say(pipe, "keeping", number, _head(case))
    box.keep(case)
    _say(pipe, "kept", number, _head(case))


def _deliver(pipe: int, number: int, box: Box, cases: list[Case]) -> None:
    """Open the other's last letter, unless it has been opened before the last kill."""
    other = cases[1 - number]
    if len(other.mail.letters) > len(cases[number].mail.letters):
        _say(pipe, "keeping", number, "?")
        cases[number], _ = box.receive(other.outgoing, "")
        _say(pipe, "kept", number, _head(cases[number]))


def _say(pipe: int, what: str, number: int, head: str) -> None:
    os.write(pipe, f"{what} {number} {head}\n".encode())


def _insist(table: Table, start: list[str], said: list[str]) -> None:
    """Both boxes hold what was acknowledged last, or what was being written; the last letter is there to be sent."""
    cases = table.cases()
    for number, case in enumerate(cases):
        mine = [line.split()[::2] for line in said if line.split()[1] == str(number)]
        mine = [["kept", start[number]], *mine]
        last = max(place for place, (what, _) in enumerate(mine) if what == "kept")
        allowed = {head for _, head in mine[last:]}
        if _head(case) not in allowed and "?" not in allowed:
            raise Lost(f"box {number}: {_head(case)} came back where {mine[last:]} was said")
        if "?" in allowed and _head(case) != mine[last][1]:
            _insist_on_next(case, int(mine[last][1].split("/")[2]), number)
    _insist_on_letter(cases)


def _insist_on_next(case: Case, letters: int, number: int) -> None:
    """What was being sent or opened is there as a whole: one letter more."""
    if len(case.mail.letters) != letters + 1:
        raise Lost(f"box {number}: {len(case.mail.letters)} letters came back where there were {letters} or one more")


def _insist_on_letter(cases: list[Case]) -> None:
    """Whoever sent the last letter can send it again, and the other can open it, once."""
    for case, other in zip(cases, reversed(cases), strict=True):
        if not case.mail.letters or case.mail.letters[-1].side != case.mail.side:
            continue
        letter = _opened(case)
        if letter.letters != case.mail.letters:
            raise Lost("the letter kept to be sent again is another one than the last")
        if len(other.mail.letters) < len(case.mail.letters):
            other.mail.open(letter)
        else:
            try:
                other.mail.open(letter)
            except BadLetter as error:
                if error.fault != "already read":
                    raise Lost(f"the letter was opened, but now: {error}") from error


def _opened(case: Case) -> Letter:
    """The last letter of a case, from its text."""
    letter = armour.opened(case.outgoing)
    if not isinstance(letter, Letter):
        raise Lost("the letter is gone")
    return letter


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    print(run(given[0] if given else 500, given[1] if len(given) > 1 else 1))
