"""The command line: what it prints, how it ends, and that no player ever sees a traceback."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.core import skirmish
from tests.protocol.client import PLUGIN
from wargame_tui import __version__, cli
from wargame_tui.board.plain import DataError
from wargame_tui.board.record import Record
from wargame_tui.core import save, title
from wargame_tui.core.game import Game
from wargame_tui.core.shelf import FOLDER_VARIABLE
from wargame_tui.core.title import find_scenario

SCENARIO = "skirmish/duel"


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PLUGIN))


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the app was asked to show; it is not started, but raises as it would."""
    calls: list[dict[str, Any]] = []

    def run(**given: Any) -> int:
        if "scenario" in given:
            find_scenario(given["scenario"])
        if "save" in given:
            save.read(given["save"])
        calls.append(given)
        return 0

    monkeypatch.setitem(sys.modules, "wargame_tui.tui.app", SimpleNamespace(run=run))
    return calls


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    game = Game.new(SCENARIO, 1)
    game.apply("bid 2")
    save.write(game, tmp_path / "game.save")
    return tmp_path / "game.save"


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_version(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([option]) == 0
    assert capsys.readouterr().out == f"wargame-tui {__version__}\n"


def test_module_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "wargame_tui", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"wargame-tui {__version__}\n"


@pytest.mark.parametrize("arguments", [["nonsense"], ["play"], ["resume"], ["play", "a/b", "--seed", "x"], ["check"]])
def test_usage_errors(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(arguments)
    assert ended.value.code == 2
    assert "usage:" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play", "no/such"], "wargame-tui titles"),
        (["play", "skirmish/no"], "skirmish/duel"),
        (["play", SCENARIO, "--option", "strength"], "NAME=VALUE"),
        (["fuzz", "no/such"], "wargame-tui titles"),
        (["fuzz", "--games", "0"], "at least 1"),
    ],
)
def test_what_cannot_be_played(
    arguments: list[str], words: str, started: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(arguments) == 2
    told = capsys.readouterr().err
    assert told.startswith("wargame-tui: ")
    assert told.count("\n") == 1
    assert words in told
    assert started == []


def test_no_command_is_the_chooser(started: list[dict[str, Any]]) -> None:
    assert cli.main([]) == 0
    assert started == [{}]


def test_play(started: list[dict[str, Any]]) -> None:
    assert cli.main(["play", SCENARIO, "--seed", "5", "--option", "strength=2", "--option", "undo=free"]) == 0
    assert started == [{"scenario": SCENARIO, "seed": 5, "options": {"strength": 2, "undo": "free"}, "opponent": None}]


def test_resume(started: list[dict[str, Any]], saved: Path) -> None:
    assert cli.main(["resume", str(saved)]) == 0
    assert started == [{"save": saved, "opponent": None}]


def test_resume_by_name(started: list[dict[str, Any]], saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = saved.rename(saved.with_name("monday.json"))
    monkeypatch.setenv("WARGAME_TUI_SAVES", str(kept.parent))
    assert cli.main(["resume", "monday"]) == 0
    assert started == [{"save": kept, "opponent": None}]


def test_resume_what_is_no_save(started: list[Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "text").write_text("hello")
    for path in (tmp_path / "text", tmp_path / "nowhere", tmp_path):
        assert cli.main(["resume", str(path)]) == 1
        assert capsys.readouterr().err.count("\n") == 1
    assert started == []


def test_check(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", str(saved)]) == 0
    assert capsys.readouterr().out == f"{saved}: good\n"
    (tmp_path / "cut.save").write_text(saved.read_text()[:-200])
    (tmp_path / "strange.yaml").write_text("a: 1")
    paths = [tmp_path / "cut.save", tmp_path / "strange.yaml", tmp_path / "nowhere", saved]
    assert cli.main(["check", *map(str, paths)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == [str(path) for path in paths]


def test_check_tells_of_which_title_a_file_says_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "map.yaml"
    for text, words in (
        ("title: Kasserine", "it says `Kasserine` in `title:`"),
        ("a: 1", "it does not say in `title:`"),
    ):
        path.write_text(text)
        assert cli.main(["check", str(path)]) == 1
        said = capsys.readouterr().out
        assert said.startswith(
            f"{path}: {words} of which installed title it is; there are Ardennes '44 (ardennes_44), "
        )
    installed = title.title_ids()
    monkeypatch.setattr(title, "title_ids", lambda: [*installed, "kasserine"])
    assert cli.main(["check", str(path)]) == 1
    told = capsys.readouterr()
    assert "the title `kasserine` cannot be used" in told.err
    assert told.out == f"{path}: not examined: it may be a file of kasserine, which cannot be used, as said above\n"


def test_check_tells_what_can_be_rebuilt(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = saved.read_bytes()
    saved.write_bytes(whole.replace(b'"snapshots": [', b'"snapshots": <'))
    assert cli.main(["check", str(saved)]) == 1
    assert "`resume` rebuilds the game" in capsys.readouterr().out
    saved.write_bytes(whole.replace(b"bid 2", b"bid 3"))
    assert cli.main(["check", str(saved)]) == 1
    assert "rebuilds" not in capsys.readouterr().out


def test_check_tells_that_a_save_is_unverified(
    saved: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules, more = skirmish.OrdersStep.do, skirmish.Turn(turn=9)
    monkeypatch.setattr(skirmish.OrdersStep, "do", lambda self, g, command: (g.tell(more), rules(self, g, command)))
    assert cli.main(["check", str(saved)]) == 1
    assert "`bid 2`" in capsys.readouterr().out


def test_titles(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["titles"]) == 0
    told = capsys.readouterr().out
    assert "Skirmish (red against blue)" in told
    assert SCENARIO in told


def test_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    assert cli.main(["record", "pacific_commander"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("Pacific Commander\n  no game has ended yet")
    assert "[ ] Fleet Admiral" in shown
    assert cli.main(["record", "panzer_blitz"]) == cli.USAGE_ERROR
    assert "no title `panzer_blitz`" in capsys.readouterr().err
    Record(tmp_path).path.write_text("{torn\n")
    assert cli.main(["record"]) == 1
    assert "line 1 cannot be read" in capsys.readouterr().err


def test_fuzz(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["fuzz", SCENARIO, "--games", "3", "--jobs", "1", "-o", str(tmp_path / "out")]) == 0
    told = capsys.readouterr().out
    assert "3 games" in told
    assert "0 findings" in told
    assert not (tmp_path / "out").exists()


def test_a_broken_data_file_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(chosen: Any) -> int:
        raise DataError([("map.yaml:3: spaces.1.name", "a name is missing")])

    monkeypatch.setattr(cli, "_titles", broken)
    assert cli.main(["titles"]) == 1
    assert capsys.readouterr().err.endswith("map.yaml:3: spaces.1.name: a name is missing\n")


def test_an_error_inside_is_a_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(cli, "_titles", lambda chosen: 1 / 0)
    assert cli.main(["titles"]) == 1
    told = capsys.readouterr().err
    assert "Traceback" not in told
    assert told.count("\n") == 1
    kept = Path(told.split()[-1])
    assert "ZeroDivisionError" in kept.read_text()
    kept.unlink()


def test_interruption(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(chosen: Any) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_titles", interrupted)
    assert cli.main(["titles"]) == 130
