"""The fuzzer: random legal games watched by oracles, with a reproducer for everything found."""

import json
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import starmap
from pathlib import Path
from time import process_time

from wargame_tui.bots.examiner import BrokenPromise, Examiner
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core.command import Command
from wargame_tui.core.disk import make_folder, replace_file
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game

MOST_COMMANDS = 20_000
MOST_SECONDS = 0.250
"""Processor time of one decision: listing what is legal and carrying out a command."""
MEASUREMENTS = 3
"""A decision that seems slow is measured again, for a busy machine must not be blamed on the rules."""
EXAMINED = 50
"""Every so many commands the position is examined; after ten times as many, and at the end, loading a save as well."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault with all it takes to see it again."""

    oracle: str
    """`crash`, `dead end`, `endless`, `slow`, `undo` or `promise`."""
    text: str
    scenario: str
    seed: int
    commands: tuple[str, ...]

    def __str__(self) -> str:
        """In a line: of a traceback, only its end."""
        return f"{self.oracle}: {self.scenario} seed {self.seed}: {self.text.strip().splitlines()[-1]}"

    def write(self, folder: Path) -> Path:
        """Save the reproducer; where it lies."""
        make_folder(folder)
        path = folder / f"{self.scenario.replace('/', '-')}-{self.seed}-{self.oracle.replace(' ', '-')}.json"
        content = {
            "scenario": self.scenario,
            "seed": self.seed,
            "oracle": self.oracle,
            "text": self.text,
            "commands": self.commands,
        }
        replace_file(path, (json.dumps(content, indent=1) + "\n").encode())
        return path


@dataclass
class Report:
    """What came of some games."""

    scenario: str
    games: int = 0
    commands: int = 0
    listed: int = 0
    longest: int = 0
    slowest: float = 0.0
    seconds: float = 0.0
    """Processor time of all decisions, examinations left out."""
    endings: Counter[str] = field(default_factory=Counter)
    fired: Counter[str] = field(default_factory=Counter)
    """How often each rule made something happen."""
    refused: Counter[str] = field(default_factory=Counter)
    """How often each rule refused a made-up command."""
    findings: list[Finding] = field(default_factory=list)

    def add(self, other: "Report") -> None:
        """Take another report into this one."""
        self.games += other.games
        self.commands += other.commands
        self.listed += other.listed
        self.longest = max(self.longest, other.longest)
        self.slowest = max(self.slowest, other.slowest)
        self.seconds += other.seconds
        self.endings += other.endings
        self.fired += other.fired
        self.refused += other.refused
        self.findings += other.findings

    def lines(self) -> Iterator[str]:
        """The report in words."""
        if not self.commands:
            yield f"{self.games} games, no commands"
            return
        yield (
            f"{self.games} games, {self.commands} commands ({self.commands / self.games:.0f} a game, longest "
            f"{self.longest}), {self.listed / self.commands:.1f} legal at a time"
        )
        yield (
            f"{self.commands / max(self.seconds, 1e-9):.0f} commands/s of processor time, "
            f"slowest {self.slowest * 1000:.0f} ms"
        )
        yield "endings: " + _counts(self.endings.most_common())
        yield "rules that fired: " + _counts(sorted(self.fired.items(), key=_rule_order))
        yield "rules that refused: " + _counts(sorted(self.refused.items(), key=_rule_order))
        yield f"{len(self.findings)} findings"


def _counts(counted: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{what} x{often}" for what, often in counted) or "none"


def _rule_order(counted: tuple[str, int]) -> list[tuple[int, str]]:
    """9.2 before 9.12 before 10.1."""
    return [(int(part) if part.isdigit() else 10**6, part) for part in counted[0].split(".")]


class _Fuzz:
    """One random game and its oracles."""

    def __init__(self, scenario: str, seed: int, player: RandomPlayer, examine: int) -> None:
        self._every = examine
        self._scenario = scenario
        self._seed = seed
        self._player = player
        self._examiner = Examiner(seed)
        self._game: Game | None = None
        self.report = Report(scenario, games=1)

    def run(self) -> Report:
        """Play to the end or to the first fault."""
        report = self.report
        try:
            self._game = game = Game.new(self._scenario, self._seed)
            self._play(game)
            if game.over and self._every:
                self._examine(game, thoroughly=True)
        except BrokenPromise as error:
            self._found("promise", str(error))
        except Exception:
            self._found("crash", traceback.format_exc())
        report.refused = self._examiner.refused
        report.longest = report.commands
        return report

    def _play(self, game: Game) -> None:
        while not game.over:
            if game.seq >= MOST_COMMANDS:
                return self._found("endless", f"not over after {MOST_COMMANDS} commands")
            if not self._decide(game):
                return self._found("dead end", f"nobody can do anything: {game.prompt.text}")
            if self._every and game.seq % self._every == 0:
                self._examine(game, thoroughly=game.seq % (10 * self._every) == 0)
        self.report.endings[f"{game.over.winner}: {game.over.level}"] += 1
        return None

    def _decide(self, game: Game) -> bool:
        """Make one decision; false if there is none to make."""
        before = game.branch()
        begun = process_time()
        commands = game.legal()
        if not commands:
            return False
        command = self._player.choose(commands)
        events = game.apply(command)
        self._timed(before, command, process_time() - begun)
        self._count(commands, events)
        self._examiner.learn([command])
        self._watch_undo(before, game)
        return True

    def _count(self, commands: Sequence[Command], events: Iterable[Event]) -> None:
        self.report.commands += 1
        self.report.listed += len(commands)
        self.report.fired.update(event.rule for event in events if event.rule)

    def _timed(self, before: Game, command: Command, seconds: float) -> None:
        for _ in range(MEASUREMENTS - 1):
            if seconds <= MOST_SECONDS:
                break
            twin = before.branch()
            begun = process_time()
            twin.legal()
            twin.apply(command)
            seconds = min(seconds, process_time() - begun)
        self.report.seconds += seconds
        self.report.slowest = max(self.report.slowest, seconds)
        if seconds > MOST_SECONDS:
            self._found("slow", f"`{command.notation()}` took {seconds * 1000:.0f} ms")

    def _watch_undo(self, before: Game, game: Game) -> None:
        rolled = game.state.dice.count != before.state.dice.count
        if game.can_undo() and (rolled or game.side != before.side):
            self._found("undo", f"`{game.entries[-1].text}` can be taken back past dice or a change of player")

    def _examine(self, game: Game, thoroughly: bool) -> None:
        for check in self._examiner.quick:
            check(game)
        if thoroughly:
            self._examiner.save_is_identity(game)

    def _found(self, oracle: str, text: str) -> None:
        """Note a fault; of each kind the first of a game is enough."""
        if any(finding.oracle == oracle for finding in self.report.findings):
            return
        commands = tuple(entry.text for entry in self._game.entries) if self._game else ()
        self.report.findings.append(Finding(oracle, text, self._scenario, self._seed, commands))


def play(scenario: str, seed: int, haste: float = 1.0, even: bool = False, examine: int = EXAMINED) -> Report:
    """Play one random game under the oracles, examined every so many commands (0: never).

    `haste` and `even` are those of the random player.
    """
    return _Fuzz(scenario, seed, RandomPlayer(seed, haste, even), examine).run()


def fuzz(
    scenarios: Sequence[str],
    games: int,
    seed: int,
    jobs: int,
    haste: float = 1.0,
    even: bool = False,
    examine: int = EXAMINED,
) -> Iterator[Report]:
    """Play so many games of each scenario, seeds counting up; the report of each game as it ends."""
    tasks = [(scenario, seed + number, haste, even, examine) for number in range(games) for scenario in scenarios]
    if jobs == 1:
        yield from starmap(play, tasks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, *zip(*tasks, strict=True))
