"""The command `wargame-tui match`: plays a series of games between players, and tells what came of it."""

import os
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from time import monotonic
from typing import Any

from wargame_tui.board.title import BoardTitle
from wargame_tui.bots.opponent import RECRUIT
from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.game import Game
from wargame_tui.core.harmless import harmless
from wargame_tui.core.title import ScenarioInfo, Title, find_scenario, parsed_options
from wargame_tui.lab import told
from wargame_tui.lab.contest import Json, Task, play
from wargame_tui.lab.kept import Kept, mark_of
from wargame_tui.lab.seats import known

FOLDER = "matches"
"""For the games, unless a file is named."""
FAULTS_TOLD = 10
INTERRUPTED = 130


class BadMatch(ForPlayers):
    """The command line asks for what cannot be."""


class Match:
    """A series of games as the command line has it."""

    def __init__(self, chosen: Namespace) -> None:
        """Raises BadMatch, BadOption, UnknownScenario, UnknownPlayer."""
        title, info = find_scenario(chosen.scenario)
        if not isinstance(title, BoardTitle):
            raise BadMatch(f"{title.name} has no map: its games cannot be counted")
        self.title: BoardTitle[Any] = title
        self.scenario = chosen.scenario
        self._chosen = chosen
        self._options = parsed_options(chosen.option)
        self.sides = _sides(title, info, self._options)
        self.pool = _pool(title, chosen.pool) if chosen.pool else ()
        self._given = _given(self.sides, chosen.more)
        self._check()

    def tasks(self) -> list[Task]:
        """All games in their order. Of a pool, each pairing plays every seed on both sides."""
        chosen, series = self._chosen, [*self._seatings()]
        return [
            Task(
                chosen.scenario,
                number,
                chosen.seed + (number // 2 if self.pool else number),
                seating[number % len(seating)],
                self._options,
                chosen.move,
                chosen.clock,
                str(Path(chosen.saves).resolve()) if chosen.saves else "",
            )
            for number in range(chosen.games)
            for seating in series
        ]

    def _seatings(self) -> Iterator[Sequence[Mapping[str, str]]]:
        """Who plays which side: for each pairing what takes turns."""
        if not self.pool:
            yield ({side: known(self.title, self._given.get(side, RECRUIT)) for side in self.sides},)
            return
        for one, other in combinations(self.pool, 2):
            yield tuple(dict(zip(self.sides, seats, strict=True)) for seats in ((one, other), (other, one)))

    def _check(self) -> None:
        chosen = self._chosen
        if chosen.games < 1 or (chosen.jobs is not None and chosen.jobs < 1):
            raise BadMatch("--games and --jobs are at least 1")
        if chosen.move <= 0 or (chosen.clock is not None and chosen.clock <= 0):
            raise BadMatch("--move and --clock are seconds, above 0")
        if chosen.within is not None:
            _bounds(chosen.within)
        if self.pool and self._given:
            raise BadMatch("--pool says who plays: no side has a player of its own beside it")
        if self.pool and len(self.sides) < 2:
            raise BadMatch("a game for one player has no pairings; name the player of its side")
        if chosen.saves and chosen.scheduler:
            raise BadMatch("--saves would write on the machines of the cluster; play the games of interest here")


def _sides(title: Title[Any], info: ScenarioInfo, options: Mapping[str, Any]) -> tuple[str, ...]:
    """Who plays: of a game for one player, his side alone."""
    if not info.solitaire:
        return title.sides
    return tuple(side for side in title.sides if side == Game(title, info.id, 1, options).side)


def _pool(title: Title[Any], given: str) -> tuple[str, ...]:
    players = tuple(dict.fromkeys(known(title, words.strip()) for words in given.split(",")))
    if len(players) < 2:
        raise BadMatch("a pool has at least two different players, with commas between them")
    return players


def _given(sides: Sequence[str], more: Sequence[str]) -> dict[str, str]:
    """The players that are named by side. Raises BadMatch."""
    parser = ArgumentParser("wargame-tui match TITLE/SCENARIO", add_help=False, allow_abbrev=False)
    names = {side: side.lower().replace(" ", "-") for side in sides}
    for side, name in names.items():
        parser.add_argument(f"--{name}", dest=side, metavar="PLAYER")
    found, unknown = parser.parse_known_args(more)
    if unknown:
        forms = ", ".join(f"--{name}" for name in names.values())
        raise BadMatch(f"`{' '.join(unknown)[:80]}` is not known; sides of this title are {forms}")
    return {side: player for side, player in vars(found).items() if player is not None}


class Progress:
    """How far a series has come: a bar on a terminal, else a line at every tenth."""

    WIDTH = 30

    def __init__(self, total: int, done: int) -> None:
        # The stream itself: what is written here is harmless, and has to go back to the beginning of the line.
        self._stream = sys.__stderr__
        self._bar = bool(self._stream and self._stream.isatty())
        self._total, self._done = total, done
        self._begun, self._first = monotonic(), done
        self._said = -1

    def step(self, note: str = "") -> None:
        """One game more."""
        self._done += 1
        self.show(note)

    def show(self, note: str = "") -> None:
        """Say how far it is."""
        tenth = 10 * self._done // self._total
        if self._stream is None or (not self._bar and tenth == self._said):
            return
        self._said = tenth
        full = self.WIDTH * self._done // self._total
        bar = "█" * full + "░" * (self.WIDTH - full)
        words = harmless(f"{self._done} of {self._total} games{self._left()}  {note}")
        self._stream.write(f"\r\x1b[K{bar} {words}" if self._bar else f"{words}\n")
        self._stream.flush()

    def _left(self) -> str:
        played = self._done - self._first
        if not played:
            return ""
        left = (monotonic() - self._begun) / played * (self._total - self._done)
        return f", {left / 60:.0f} min left" if left >= 60 else f", {left:.0f} s left"

    def end(self) -> None:
        """Leave the line."""
        if self._bar and self._stream is not None:
            self._stream.write("\r\x1b[K")
            self._stream.flush()


def run(chosen: Namespace) -> int:
    """Play what has not been played yet, and tell all; the exit status: 1 if there was a fault."""
    match = Match(chosen)
    tasks = match.tasks()
    if chosen.trace:
        for task in tasks:
            print(told.result(play(task, print)))
        return 0
    path = Path(chosen.file) if chosen.file else Path(FOLDER) / f"{_file_name(match)}.jsonl"
    kept = Kept(path, mark_of(match.title, match.scenario))
    open_ = [task for task in tasks if kept.found(task) is None]
    interrupted, score = False, Counter[str]()
    progress = Progress(len(tasks), len(tasks) - len(open_))
    progress.show()
    try:
        for task, game in _played(chosen, open_):
            kept.add(task, game)
            score[(match.pool and game["players"].get(game["winner"])) or game["winner"] or told.NOBODY] += 1
            progress.step(", ".join(f"{who} {won}" for who, won in score.most_common()))
    except KeyboardInterrupt:
        interrupted = True
    finally:
        progress.end()
    games = [found for task in tasks if (found := kept.found(task)) is not None]
    _tell(match, chosen, games)
    if others := kept.count_others(tasks):
        print(f"{path} has {others} games besides: of other players or seeds, or under other rules")
    if interrupted:
        print(f"stopped at {len(games)} of {len(tasks)} games: the same command goes on from there ({path})")
        return INTERRUPTED
    return 1 if any(game["faults"] for game in games) or not _is_even(match, chosen.within, games) else 0


def _bounds(given: str) -> tuple[float, float]:
    """Two shares in per cent, `40,60`. Raises BadMatch."""
    try:
        low, high = map(float, given.split(","))
    except ValueError:
        raise BadMatch(f"`--within {given[:40]}`: two shares in per cent, such as 40,60") from None
    return low, high


def _is_even(match: Match, within: str | None, games: Sequence[Json]) -> bool:
    """Whether the first side wins as often as it should, which is told."""
    if within is None or not games:
        return True
    (low, high), first = _bounds(within), match.sides[0]
    won = 100 * len([game for game in games if game["winner"] == first]) / len(games)
    good = low <= won <= high
    print(f"{first} wins {won:.1f}%, {'within' if good else 'outside'} {low:g} to {high:g}")
    return good


def _file_name(match: Match) -> str:
    return "".join(sign if sign.isalnum() or sign in "_-+" else "-" for sign in match.scenario)


def _played(chosen: Namespace, tasks: Sequence[Task]) -> Iterator[tuple[Task, Json]]:
    """Play games where the command line says."""
    jobs = chosen.jobs or os.cpu_count() or 1
    if not tasks:
        return iter(())
    if chosen.scheduler:
        from wargame_tui.lab import cluster

        return cluster.played(tasks, chosen.scheduler)
    if jobs == 1:
        return ((task, play(task)) for task in tasks)
    from wargame_tui.lab import workers

    return workers.played(tasks, jobs, play)


def _tell(match: Match, chosen: Namespace, games: Sequence[Json]) -> None:
    """Print what came of it."""
    print(f"{match.scenario} {_players(match, games)}")
    for line in _lines(match, chosen, games):
        print(f"  {line}")


def _lines(match: Match, chosen: Namespace, games: Sequence[Json]) -> Iterator[str]:
    if chosen.each:
        yield from map(told.result, games)
    yield from told.series(games, match.sides)
    if match.pool and games:
        yield from told.pool(games, match.sides, match.pool)
    if chosen.history:
        yield from told.history(games, match.title.history(match.scenario))
    found = [line for game in games for line in told.faults(game)]
    yield from found[:FAULTS_TOLD]
    if len(found) > FAULTS_TOLD:
        yield f"and {len(found) - FAULTS_TOLD} faults more"


def _players(match: Match, games: Sequence[Json]) -> str:
    if match.pool:
        return f"({', '.join(match.pool)})"
    players = games[0]["players"].items() if games else ()
    return "(" + " against ".join(f"{side} {player}" for side, player in players) + ")"
