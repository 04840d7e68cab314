"""The command `match`: counts, goes on where it stopped, plays in several processes and on a cluster."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.lab.kit import SCENARIO, program, task
from wargame_tui.cli import main
from wargame_tui.core.title import find_title
from wargame_tui.lab import cluster, contest, workers
from wargame_tui.lab.contest import Json, Task, play
from wargame_tui.lab.kept import ForeignFile, Kept, mark_of
from wargame_tui.titles.first_command import bot

MATCH = ("match", SCENARIO)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """The exit status and what was printed."""
    status = main([*MATCH, *arguments])
    return status, capsys.readouterr().out


def test_it_counts_and_tells(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = ("--file", str(tmp_path / "games.jsonl"))
    status, told = run(capsys, "--german", "recruit", "--american", "random", "--games", "4", "--jobs", "1", *file)
    assert status == 0
    assert told.startswith(f"{SCENARIO} (German recruit against American random)\n  4 games\n")
    assert "German wins                       4  100.0% (51 to 100)" in told
    assert "faults: none" in told
    assert "points: mean" in told


def test_the_same_command_goes_on_where_it_stopped(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, seeds = tmp_path / "games.jsonl", list[int]()

    def counting(task: Task) -> Json:
        if len(seeds) == 3:
            raise KeyboardInterrupt
        seeds.append(task.seed)
        return play(task)

    arguments = ("--german", "random", "--games", "6", "--jobs", "1", "--file", str(path))
    with monkeypatch.context() as patch:
        patch.setattr("wargame_tui.lab.commands.play", counting)
        status, told = run(capsys, *arguments)
    assert status == 130
    assert "stopped at 3 of 6 games: the same command goes on from there" in told
    whole = path.read_bytes()
    path.write_bytes(whole[:-40])  # the last line was being written when the machine went down
    status, told = run(capsys, *arguments, "--each")
    assert status == 0
    assert [f"seed {number}:" in told for number in range(1, 8)] == [True] * 6 + [False]
    lines = [json.loads(line) for line in path.read_text().splitlines() if line.endswith("}")]
    assert sorted(line["game"]["seed"] for line in lines) == [1, 2, 3, 4, 5, 6]
    games = [*range(3)]
    assert all(whole.decode().splitlines()[number] in path.read_text() for number in games[:2])
    before = path.read_bytes()
    assert run(capsys, *arguments)[0] == 0
    assert path.read_bytes() == before, "nothing was left to play"


def test_other_players_rules_or_seeds_are_other_games(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    arguments = ("--games", "2", "--jobs", "1", "--file", str(path))
    run(capsys, "--german", "random", *arguments)
    _, told = run(capsys, "--american", "random", *arguments)
    assert f"{path} has 2 games besides" in told
    title = find_title("first_command")
    kept = Kept(path, mark_of(title, SCENARIO))
    assert kept.found(task("random", "recruit")) is not None
    assert kept.found(task("random", "recruit", 2)) is None
    assert Kept(path, "other rules").found(task("random", "recruit")) is None


def test_the_mark_knows_rules_data_and_players(monkeypatch: pytest.MonkeyPatch) -> None:
    title = find_title("first_command")
    before, source = mark_of(title, SCENARIO), Path(bot.__file__)
    assert mark_of(title, SCENARIO) == before
    read = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda self: read(self) + b"#" * (self == source))
    assert mark_of(title, SCENARIO) != before


def test_a_file_that_is_something_else_is_left_alone(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "thesis.txt"
    path.write_text("Chapter one.\n")
    with pytest.raises(ForeignFile):
        Kept(path, "mark")
    assert main([*MATCH, "--games", "1", "--file", str(path)]) == 1
    assert "name another file" in capsys.readouterr().err
    assert path.read_text() == "Chapter one.\n"


def test_a_first_line_that_was_broken_off_is_no_other_file(tmp_path: Path) -> None:
    path, one = tmp_path / "games.jsonl", task("random", "random")
    Kept(path, "mark").add(one, {"winner": None})
    whole = path.read_bytes()
    path.write_bytes(whole[:30])
    kept = Kept(path, "mark")
    assert kept.found(one) is None
    kept.add(one, {"winner": "German"})
    assert Kept(path, "mark").found(one) == {"winner": "German"}


def test_a_pool_plays_every_pairing_on_both_sides(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    outside = f"program:{program('good')}"
    pool = ("--pool", f"recruit,random,{outside}", "--games", "4", "--jobs", "1", "--file", str(path))
    status, told = run(capsys, *pool)
    assert status == 0
    games = [json.loads(line)["game"] for line in path.read_text().splitlines()]
    seatings = sorted((game["seed"], *game["players"].values()) for game in games)
    pairs = [("recruit", "random"), ("recruit", outside), ("random", outside)]
    assert seatings == sorted((seed, *seats) for seed in (1, 2) for a, b in pairs for seats in ((a, b), (b, a)))
    assert "recruit against random, 4 games: 100.0% (51 to 100); as German 100.0%" in told
    assert "Elo, recruit as 1500" in told


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--british", "recruit"), "sides of this title are --german, --american"),
        (("--german", "colonel"), "no player `colonel`"),
        (("--german", "program:"), "stands the command"),
        (("--games", "0"), "at least 1"),
        (("--move", "0"), "above 0"),
        (("--within", "half"), "two shares in per cent"),
        (("--pool", "recruit"), "at least two different players"),
        (("--pool", "recruit,random", "--german", "random"), "no side has a player of its own"),
        (("--option", "snow=on"), "no option `snow`"),
        (("--saves", "x", "--scheduler", "tcp://127.0.0.1:1"), "machines of the cluster"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main([*MATCH, "--jobs", "1", "--file", str(tmp_path / "x.jsonl"), *arguments]) in (1, 2)
    captured = capsys.readouterr()
    assert words in captured.err
    assert "Traceback" not in captured.err


def test_arguments_of_other_commands_are_still_insisted_on(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["titles", "--german", "recruit"])
    assert "unrecognized arguments: --german recruit" in capsys.readouterr().err


def test_a_game_for_one_player_has_one_side(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = ("--file", str(tmp_path / "x.jsonl"), "--jobs", "1", "--games", "1")
    assert main(["match", "pacific_commander/1945", "--us", "random", *file]) == 0
    assert "(US random)" in capsys.readouterr().out
    assert main(["match", "pacific_commander/1945", "--japan", "random", *file]) == 1


def test_faults_are_told_and_change_the_exit_status(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = ("--file", str(tmp_path / "x.jsonl"), "--jobs", "1", "--games", "2")
    status, told = run(capsys, "--german", f"program:{program('illegal')}", *file)
    assert status == 1
    assert "American wins                     2" in told
    assert "faults: German illegal x2" in told
    assert "illegal: seed 1, command 0, German" in told


@pytest.mark.parametrize(("within", "status", "words"), [("40,60", 1, "outside 40 to 60"), ("90,100", 0, "within 90")])
def test_how_even_a_game_is_may_be_insisted_on(
    within: str, status: int, words: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = ("--file", str(tmp_path / "x.jsonl"), "--jobs", "1", "--games", "3")
    found, told = run(capsys, "--american", "random", "--within", within, *file)
    assert found == status
    assert f"German wins 100.0%, {words}" in told


# Several processes


def dies_once(folder: Path, task: Task) -> Json:
    """A game whose process is killed the first time that some of them are played."""
    mark = folder / f"died-{task.number}"
    if task.number % 3 == 0 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play(task)


def kills(task: Task) -> Json:
    os.kill(os.getpid(), signal.SIGKILL)
    return {}


def fails(task: Task) -> Json:
    raise FileNotFoundError(2, "no such file", "map.yaml")


def tasks(count: int) -> list[Task]:
    return [task("random", "random", number) for number in range(count)]


def test_processes_that_die_lose_no_game(tmp_path: Path) -> None:
    found = [*workers.played(tasks(8), 2, partial(dies_once, tmp_path))]
    assert sorted(task.number for task, _ in found) == [*range(8)]
    assert len([*tmp_path.iterdir()]) == 3
    for played, game in found:
        assert game["commands"] == play(played)["commands"]


def test_a_game_that_kills_every_process_is_named() -> None:
    with pytest.raises(workers.GameKillsProcess, match="game 0, seed 1"):
        [*workers.played(tasks(1), 2, kills)]


def test_an_error_in_a_process_arrives_here() -> None:
    with pytest.raises(FileNotFoundError, match=r"map\.yaml"):
        [*workers.played(tasks(3), 2, fails)]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="Linux lists processes there")
def test_an_interrupt_ends_processes_and_the_programs_that_they_have_started(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "wargame_tui", *MATCH, "--german", f"program:{program('slow')}", "--jobs", "2"]
    path = tmp_path / "x.jsonl"
    process = subprocess.Popen(
        [*command, "--games", "4", "--file", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # A shell's background job ignores it.
    )
    wait_for(lambda: len(children_of(process.pid)) >= 2)
    below = children_of(process.pid)
    wait_for(lambda: all(children_of(each) for each in below))
    everybody = [*below, *(child for each in below for child in children_of(each))]
    process.send_signal(signal.SIGINT)
    told, _ = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "stopped at 0 of 4 games" in told
    wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in everybody))


def children_of(pid: int) -> list[int]:
    """The processes that one has started."""
    try:
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def wait_for(reached: Any) -> None:
    for _ in range(300):
        if reached():
            return
        time.sleep(0.1)
    raise AssertionError("it did not happen")


# A cluster


@contextmanager
def local_cluster(folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and two workers, each a process: its address, and the workers."""
    pytest.importorskip("distributed")
    scheduler, place = folder / "scheduler.json", ["--host", "127.0.0.1"]
    dask, quiet = (
        [sys.executable, "-m", "distributed.cli"],
        {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL},
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    begun = [
        subprocess.Popen(
            [*dask[:2], "distributed.cli.dask_scheduler", *place, "--port", "0", "--no-dashboard",
             "--scheduler-file", str(scheduler)], env=environment, **quiet,  # type: ignore[call-overload]
        )
    ]  # fmt: skip
    try:
        wait_for(lambda: scheduler.exists() and scheduler.read_text().strip().endswith("}"))
        address = json.loads(scheduler.read_text())["address"]
        for _ in range(2):
            begun.append(
                subprocess.Popen(
                    [*dask[:2], "distributed.cli.dask_worker", address, *place, "--nthreads", "1", "--no-nanny",
                     "--no-dashboard", "--local-directory", str(folder)], env=environment, **quiet,  # type: ignore[call-overload]
                )
            )  # fmt: skip
        yield address, begun[1:]
    finally:
        for process in reversed(begun):
            process.kill()
            process.wait()


def marked_after(folder: Path, task: Task) -> tuple[str, Json]:
    """A game, with a file that says that it has begun."""
    (folder / f"begun-{task.number}").touch()
    return cluster.marked(task)


def test_a_cluster_that_loses_a_worker_loses_no_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with local_cluster(tmp_path) as (address, both):
        found = []
        for number, pair in enumerate(cluster.played(tasks(24), address, partial(marked_after, tmp_path))):
            found.append(pair)
            if number == 4:
                both[0].kill()
        assert both[0].wait(10) is not None
        assert both[1].poll() is None
        status, told = run(
            capsys, "--german", "random", "--games", "3", "--scheduler", address, "--file", str(tmp_path / "x.jsonl")
        )
    assert (status, "  3 games\n" in told) == (0, True), "the command plays on what is left"
    assert sorted(task.number for task, _ in found) == [*range(24)]
    for played, game in found[::6]:
        assert game["commands"] == play(played)["commands"]


def test_a_worker_with_other_rules_is_refused(tmp_path: Path) -> None:
    with local_cluster(tmp_path) as (address, _), pytest.raises(cluster.OtherProgram, match="other rules"):
        [*cluster.played(tasks(2), address, other_rules)]


def other_rules(task: Task) -> tuple[str, Json]:
    return "another mark", {}


def test_a_cluster_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    status = main([*MATCH, "--scheduler", "somewhere", "--file", str(tmp_path / "x.jsonl")])
    assert status == 1
    assert "no scheduler answers at somewhere" in capsys.readouterr().err


def test_without_dask_the_extra_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main([*MATCH, "--scheduler", "tcp://127.0.0.1:8786", "--file", str(tmp_path / "x.jsonl")]) == 1
    assert "pip install 'wargame-tui[cluster]'" in capsys.readouterr().err


def test_memory_is_known_where_the_system_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    assert contest._memory() > 10
    monkeypatch.setattr(contest, "resource", None)
    assert contest._memory() == 0
