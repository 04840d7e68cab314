"""Saved games as files: renamed, copied, deleted, with everything that lies beside them."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from wargame_tui.core.autosave import Autosave
from wargame_tui.core.disk import CannotSave
from wargame_tui.core.game import Game
from wargame_tui.core.shelf import DELETED, Shelf
from wargame_tui.core.title import find_scenario

SCENARIO = "first_command/mortain"


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    game = Game(find_scenario(SCENARIO)[0], SCENARIO, 4)
    keeper = Autosave(tmp_path, "Mortain")
    game.apply(game.legal()[0])
    keeper.close(game)
    (tmp_path / "Mortain.notes").write_text("{}")
    (tmp_path / "Mortain 2.json").write_text("another game")
    return Shelf(tmp_path)


def full_after_one() -> Callable[[Path, Path], None]:
    """Renames a file, and fails with the next."""
    rename, calls = os.rename, list[Path]()

    def failing(path: Path, goal: Path) -> None:
        calls.append(path)
        if len(calls) == 2:
            raise OSError(28, "No space left on device")
        rename(path, goal)

    return failing


def test_a_game_goes_on_under_its_new_name(shelf: Shelf) -> None:
    before = shelf.recover("Mortain").game
    shelf.rename("Mortain", "Hill 314")
    assert not shelf.has("Mortain")
    assert shelf.recover("Hill 314").game.lines() == before.lines()
    assert (shelf.folder / "Hill 314.notes").exists()
    assert (shelf.folder / "Mortain 2.json").read_text() == "another game", "of another name, though it begins alike"


def test_a_copy_is_played_on_by_itself(shelf: Shelf) -> None:
    shelf.duplicate("Mortain", "Copy")
    recovery, keeper = shelf.resume("Copy")
    assert keeper is not None
    game, lines = recovery.game, len(recovery.game.lines())
    game.apply(game.legal()[0])
    keeper.close(game)
    assert len(shelf.recover("Copy").game.lines()) > lines
    assert len(shelf.recover("Mortain").game.lines()) == lines


def test_no_game_is_overwritten_and_no_name_is_taken_that_none_can_have(shelf: Shelf) -> None:
    for wish, words in (("Mortain 2", "called Mortain 2 already"), ("../out", "name"), ("", "name")):
        with pytest.raises(CannotSave, match=words):
            shelf.rename("Mortain", wish)
        with pytest.raises(CannotSave, match=words):
            shelf.duplicate("Mortain", wish)
    assert shelf.has("Mortain")
    with pytest.raises(CannotSave, match="no game called Nothing"):
        shelf.rename("Nothing", "Something")


def test_what_is_deleted_lies_aside_whole(shelf: Shelf) -> None:
    names = {path.name for path in shelf.files("Mortain")}
    assert {"Mortain.json", "Mortain.journal", "Mortain.notes"} <= names
    bin_ = shelf.delete("Mortain")
    assert bin_.parent.name == DELETED
    assert {path.name for path in bin_.iterdir()} == names
    assert [card.name for card in shelf.list()] == ["Mortain 2"]
    (shelf.folder / "Mortain.json").write_text("again")
    assert shelf.delete("Mortain") != bin_, "games of one name do not lie over each other"


def test_a_name_that_cannot_be_carried_leaves_all_as_it_was(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {path.name: path.read_bytes() for path in shelf.files("Mortain")}
    monkeypatch.setattr("wargame_tui.core.shelf.os.rename", full_after_one())
    with pytest.raises(CannotSave, match="the disk is full"):
        shelf.rename("Mortain", "Hill 314")
    assert {path.name: path.read_bytes() for path in shelf.files("Mortain")} == before


def test_a_game_that_cannot_be_deleted_whole_stays_whole(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {path.name: path.read_bytes() for path in shelf.files("Mortain")}
    monkeypatch.setattr("wargame_tui.core.shelf.os.rename", full_after_one())
    with pytest.raises(CannotSave, match="the disk is full"):
        shelf.delete("Mortain")
    assert {path.name: path.read_bytes() for path in shelf.files("Mortain")} == before
    with pytest.raises(CannotSave, match="no game called Nothing"):
        shelf.delete("Nothing")


def test_what_lies_beside_a_game_that_is_gone_is_not_overwritten(shelf: Shelf) -> None:
    (shelf.folder / "Lost.notes").write_text('{"1": "of another game"}')
    with pytest.raises(CannotSave, match="called Lost already"):
        shelf.rename("Mortain", "Lost")
