"""Exports from the app: a folder of their own, written while the game goes on; nothing is overwritten or half done."""

from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.pilot import Pilot

from wargame_tui.core.disk import CannotSave
from wargame_tui.core.game import Game
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.export import folder as folders
from wargame_tui.tui.export.cast import cast
from wargame_tui.tui.export.folder import Copy
from wargame_tui.tui.export.report import report
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.session import Session
from wargame_tui.tui.widgets.hint_bar import HintBar

SCENARIO = "tigers_in_the_mist/seventh_army"


@pytest.fixture
def begun() -> Session:
    """A game that has just begun."""
    game = Game.new(SCENARIO, 3)
    for _ in range(12):
        game.apply(game.legal()[0])
    return Session(game)


def quiet(words: str) -> None:
    """Hears how much is done, and says nothing."""


def test_report_and_film_lie_in_a_folder_named_after_the_game(begun: Session, tmp_path: Path) -> None:
    found = Copy(begun).export(tmp_path, quiet)
    assert found == tmp_path / "exports" / "seventh-army"
    again = Session(begun.game, replayed=True)
    assert (found / "report.md").read_text("utf-8") == report(again).text
    assert (found / "film.cast").read_text("utf-8") == "".join(cast(again))
    made = report(again)
    assert {path.name for path in (found / "maps").iterdir()} == made.maps.keys() | made.prints.keys()


def test_nothing_is_overwritten(begun: Session, tmp_path: Path) -> None:
    names = [Copy(begun).export(tmp_path, quiet).name for _ in range(2)]
    assert names == ["seventh-army", "seventh-army-2"]


def test_it_is_the_game_as_it_was_when_the_export_began(begun: Session, tmp_path: Path) -> None:
    copy, before = Copy(begun), report(Session(begun.game.branch(), replayed=True)).text
    begun.game.apply(begun.game.legal()[0])
    assert (copy.export(tmp_path, quiet) / "report.md").read_text("utf-8") == before


def test_it_shows_no_more_than_the_player_may_see(begun: Session) -> None:
    begun.viewer = "Allied"
    assert Copy(begun).viewer == "Allied"


def test_how_much_is_done_is_told(begun: Session, tmp_path: Path) -> None:
    told: list[str] = []
    Copy(begun).export(tmp_path, told.append)
    assert told[0] == "the report, 0%"
    assert "its maps, 50%" in told
    assert "the film, 50%" in told


def test_what_cannot_be_written_leaves_nothing(begun: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(folders, "replace_file", full)
    with pytest.raises(CannotSave, match=r"film\.cast cannot be written: the disk is full"):
        Copy(begun).export(tmp_path, quiet)
    assert [*(tmp_path / "exports").iterdir()] == []
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotSave, match=r"exports.* cannot be written: "):
        Copy(begun).export(tmp_path / "file", quiet)


async def _until(pilot: Pilot[Any], happened: Callable[[], object]) -> None:
    for _ in range(1500):
        await pilot.pause(0.02)
        if happened():
            return
    raise AssertionError("what was waited for did not happen")


def _app(tmp_path: Path) -> WargameApp:
    return WargameApp(SCENARIO, 3, saves=tmp_path, config=tmp_path / "settings.yaml", cache=tmp_path / "cache")


async def test_a_key_exports_while_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app, released, export = _app(tmp_path), Event(), Copy.export

    def slow(*arguments: Any) -> Path:
        assert released.wait(10)
        return export(*arguments)

    monkeypatch.setattr(Copy, "export", slow)
    async with app.run_test(size=(140, 45)) as pilot:
        await _until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.is_mounted)
        await pilot.press("ctrl+e", "ctrl+e")
        assert "Still writing" in app.screen.query_one(HintBar).words
        await pilot.press("right")
        released.set()
        # On a busy machine the note of a first start has gone by then.
        written = "Report and film"
        await _until(pilot, lambda: any(written in note.message for note in app._notifications))
        assert [*tmp_path.glob("exports/*/film.cast")]
        words = " ".join(" ".join(note.message.split()) for note in app._notifications)
        session = app.session
        assert session is not None
        assert str(tmp_path / "exports" / session.name) in words
        assert session.name.startswith("seventh-army 2")


async def test_a_folder_that_takes_nothing_is_named(tmp_path: Path) -> None:
    app = _app(tmp_path)
    (tmp_path / "exports").write_text("in the way")
    async with app.run_test(size=(140, 45)) as pilot:
        await _until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.is_mounted)
        await pilot.press("ctrl+e")
        await _until(pilot, lambda: any(note.severity == "error" for note in app._notifications))
        assert "cannot be written" in " ".join(note.message for note in app._notifications)
        assert app.screen.is_current


async def test_what_is_exported_is_not_exported_again_until_the_game_has_gone_on(tmp_path: Path) -> None:
    app = _app(tmp_path)
    async with app.run_test(size=(200, 60)) as pilot:
        await _until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.is_mounted)
        bar = app.screen.query_one(HintBar)
        await pilot.press("ctrl+e")
        await _until(pilot, lambda: "Report and film are in" in bar.words)
        assert str(tmp_path / "exports") in bar.words, "the line that told of the writing tells of its end"
        await pilot.press("ctrl+e")
        assert "Nothing has changed since the last export" in bar.words
        assert len([*tmp_path.glob("exports/*")]) == 1
        await pilot.press("1")
        await pilot.press("ctrl+e")
        await _until(pilot, lambda: len([*tmp_path.glob("exports/*/film.cast")]) == 2)
