"""An error inside the rules while a game by mail is on the table: a sentence and a report, and no secret in either."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.worker import WorkerFailed

from tests.mail.kit import Pair, begun, exchange, twin, written
from tests.mail.test_face_down import HEX, PLAN, number_of, planned
from tests.tui.test_mail import app_of, to_table
from tests.tui.test_table import until
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.cli import main
from wargame_tui.core import crash
from wargame_tui.core.game import Game
from wargame_tui.mail.box import Box, Case
from wargame_tui.mail.correspondence import Correspondence
from wargame_tui.mail.letters import BadLetter
from wargame_tui.tui import app as apps
from wargame_tui.tui.export.folder import Copy

SCENARIO = "montys_gamble/basic"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where reports and saves of a test lie."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("WARGAME_TUI_SAVES", str(tmp_path / "saves"))
    return tmp_path


def reports(home: Path) -> list[str]:
    return [path.read_text() for path in (home / "state").rglob("error-*.txt")]


def broken(monkeypatch: pytest.MonkeyPatch, player: Correspondence) -> None:
    """From now on a rule fails, and says and knows all that it should not."""

    def refusal(game: Game, command: Any) -> None:
        secret, veiled = player.secret, PLAN
        raise KeyError(f"{secret} {veiled} {game.state.dice.seed}")

    monkeypatch.setattr(Game, "refusal", refusal)
    monkeypatch.setattr(Game, "apply", refusal)


def assert_silent(words: str, player: Correspondence) -> None:
    """Neither a traceback nor a secret."""
    assert player.secret not in words
    assert player.secret[:12] not in words
    assert PLAN not in words
    assert "Traceback" not in words


def kept(home: Path) -> tuple[Box, Pair]:
    """A game in the box of the player who has to decide."""
    pair, lot, more = begun(SCENARIO, "sealed", seed=3), RandomPlayer(3), Random(3)
    while not pair.texts or pair.writer.ready or pair.writer.game.seq < 20:  # type: ignore[union-attr]
        exchange(pair, lot, more)
    box = Box.beside(home / "saves")
    box.keep(Case("game", pair.writer))
    return box, pair


def test_a_command(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    box, pair = kept(home)
    player = pair.writer
    before = box.path("game").read_bytes()
    assert player.game is not None
    command = player.table.legal(1)[0].notation()
    broken(monkeypatch, player)
    # The game has to be played up to be loaded, in which the same rule fails: so it is taken from memory.
    monkeypatch.setattr(Box, "load", lambda box, name: Case(name, player))
    assert main(["mail", "decide", "game", *command.split()]) == 1
    said = "".join(capsys.readouterr())
    assert said.count("\n") == 1
    assert said.startswith("wargame-tui: an error inside the program (KeyError); games are kept as they were. Please ")
    (report,) = reports(home)
    assert_silent(said + report, player)
    assert "builtins.KeyError" in report
    assert "in apply" in report
    (path,) = (home / "state").rglob("error-*.txt")
    assert str(path) in said
    assert path.stat().st_mode & 0o77 == 0
    assert box.path("game").read_bytes() == before


def test_a_box_whose_game_the_rules_cannot_take_up(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, pair = kept(home)
    broken(monkeypatch, pair.writer)
    assert main(["mail", "list"]) == 0
    said = "".join(capsys.readouterr())
    assert "an error in the rules (KeyError)" in said
    assert_silent(said, pair.writer)


async def test_the_table(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    box, pair = kept(home)
    app, before = app_of(home / "saves"), box.path("game").read_bytes()

    async def play() -> None:
        async with app.run_test(size=(140, 45)) as pilot:
            table, session = await to_table(pilot)
            assert session.deciding
            legal = session.game.legal(1)[0]
            broken(monkeypatch, pair.writer)
            app.call_later(table.playing.give_series, [legal])
            await pilot.pause(0.2)

    with pytest.raises(KeyError):  # It is handed on to tests only.
        await play()
    assert app.return_code == 1
    assert app._exit_renderables == []
    assert app.crash is not None
    (report,) = reports(home)
    assert_silent(app.crash + report, pair.writer)
    assert box.path("game").read_bytes() == before


def test_the_app_ends_with_a_sentence(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(app: apps.WargameApp) -> None:
        app.crash = crash.told(KeyError("5e" * 32))

    monkeypatch.setattr(apps.WargameApp, "run", run)
    assert main(["play", SCENARIO]) == 1
    said = "".join(capsys.readouterr())
    assert said.count("\n") == 1
    assert "5e5e" not in said + "".join(reports(home))


def test_in_a_terminal(home: Path) -> None:
    """The whole program on a pseudo-terminal: nothing of Textual's traceback, which shows what variables hold."""
    code = (
        "import sys\n"
        "from wargame_tui.tui.screens import chooser\n"
        "def fail(self, *given):\n"
        f"    secret = {'5e' * 32!r}\n"
        "    raise KeyError(secret)\n"
        "chooser.ChooserScreen.on_mount = fail\n"
        "from wargame_tui.cli import main\n"
        "sys.exit(main([]))\n"
    )
    path = home / "run.py"
    path.write_text(code)
    spawn = f"import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn([sys.executable, {str(path)!r}])))"
    done = subprocess.run(
        [sys.executable, "-c", spawn],
        capture_output=True,
        timeout=60,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    said = done.stdout.decode("utf-8", "replace")
    assert done.returncode == 1, said
    assert "an error inside the program (KeyError)" in said
    assert "5e5e" not in said
    assert "locals" not in said
    assert len(reports(home)) == 1


async def test_a_worker(home: Path) -> None:
    """What fails in a thread ends the app in the same way."""

    def fail() -> None:
        raise KeyError("5e" * 32)

    app = app_of(home / "saves")

    async def work() -> None:
        async with app.run_test() as pilot:
            app.run_worker(fail, thread=True)
            await pilot.pause(0.2)

    with pytest.raises(WorkerFailed):
        await work()
    assert "(KeyError)" in str(app.crash)
    assert "5e5e" not in str(app.crash) + "".join(reports(home))


async def test_an_export(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, pair = kept(home)

    def export(*given: Any) -> None:
        raise KeyError(pair.writer.secret)

    monkeypatch.setattr(Copy, "export", export)
    app = app_of(home / "saves")
    async with app.run_test(size=(140, 45)) as pilot:
        _, session = await to_table(pilot)
        app.export(session)
        await until(pilot, lambda: any("Export failed" in note.title for note in app._notifications))
        note = next(note for note in app._notifications if "Export failed" in note.title)
        assert_silent(note.message, pair.writer)
        assert "an error inside the program" in note.message


def test_a_letter_over_which_the_rules_break(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is said to have cheated, and what lies face down stays untold."""
    pair, letter = planned()
    number, apply = number_of(letter), Game.apply

    def fails(game: Game, given: Any) -> Any:
        if game.seq == number and str(given) == PLAN:
            raise KeyError(PLAN)
        return apply(game, given)

    monkeypatch.setattr(Game, "apply", fails)
    reader = twin(pair.reader)
    with pytest.raises(BadLetter) as caught:
        reader.open(letter)
    assert caught.value.fault == "program error"
    assert_silent(str(caught.value) + "".join(reports(home)), pair.writer)
    assert HEX not in str(caught.value)
    assert reader.letters == pair.reader.letters


def test_where_no_report_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*given: Any) -> Iterator[Any]:
        raise OSError

    monkeypatch.setattr("tempfile.mkstemp", full)
    assert crash.told(KeyError("secret")).endswith("And no report of it can be written")


def test_causes_are_reported_and_circles_end(home: Path) -> None:
    inner, outer = ValueError("secret"), KeyError("secret")
    outer.__cause__, inner.__cause__ = inner, outer
    crash.told(outer)
    (report,) = reports(home)
    assert "KeyError" in report
    assert "ValueError" in report
    assert "secret" not in report


def test_an_honest_letter_is_none_the_worse(home: Path) -> None:
    _, pair = kept(home)
    pair.reader.open(written(pair.writer, RandomPlayer(1), Random(1)))
    assert reports(home) == []
