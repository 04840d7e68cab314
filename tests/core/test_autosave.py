"""Autosave: whatever happened, the game comes back."""

import errno
import os
import random
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks import kill_autosave
from tests.core.skirmish import played
from wargame_tui.core import save
from wargame_tui.core.autosave import Autosave, generations, journal_path
from wargame_tui.core.disk import CannotSave, locked
from wargame_tui.core.game import Game
from wargame_tui.core.shelf import Shelf

FREE = {"undo": "free"}


def same(one: Game, other: Game) -> bool:
    names = ("states", "entries", "past", "edited", "scripted", "unverified")
    return all(getattr(one, name) == getattr(other, name) for name in names) and one.checks() == other.checks()


def refuse(*_: Any) -> Any:
    raise KeyError("gone")


def back(autosave: Autosave) -> Game:
    """The game as the disk has it, expecting nothing to be wrong."""
    recovery = Shelf(autosave.folder).recover(autosave.name)
    assert recovery.notes == ()
    return recovery.game


@pytest.fixture
def autosave(tmp_path: Path) -> Autosave:
    return Autosave(tmp_path / "saves", "game", every=10)


def test_every_command_is_on_disk_when_keep_returns(autosave: Autosave) -> None:
    game, chance = played(0, 3, FREE), random.Random(3)
    while not game.over:
        autosave.keep(game)
        assert same(back(autosave), game)
        game.apply(chance.choice(game.legal()))
    autosave.keep(game)
    assert same(back(autosave), game)


def test_undo_edits_and_dice_are_on_disk_too(autosave: Autosave) -> None:
    game, chance = played(5, 3, FREE), random.Random(4)
    for number in range(60):
        match number % 6:
            case 3:
                game.undo(min(game.seq, chance.randrange(1, 8)))
            case 4:
                game.edit([{"op": "replace", "path": "/bid", "value": number}])
            case 5:
                game.script([6, 1])
            case _ if not game.over:
                game.apply(chance.choice(game.legal()))
        if chance.random() < 0.7:  # Several things may have happened since the last call.
            autosave.keep(game)
            assert same(back(autosave), game)


def test_undo_to_the_beginning(autosave: Autosave) -> None:
    game = played(9, 3, FREE)
    autosave.keep(game)
    game.undo(9)
    autosave.keep(game)
    assert same(back(autosave), game)


def test_keeping_twice_writes_once(autosave: Autosave) -> None:
    game = played(9)
    autosave.keep(game)
    before = journal_path(autosave.folder, autosave.name).read_bytes()
    autosave.keep(game)
    assert journal_path(autosave.folder, autosave.name).read_bytes() == before


def test_a_command_costs_one_line_and_is_synced(autosave: Autosave, monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(0)
    autosave.keep(game)
    path = journal_path(autosave.folder, autosave.name)
    size, synced = path.stat().st_size, []
    real = os.fsync

    def fsync(handle: int) -> None:
        real(handle)
        synced.append(path.stat().st_size)

    monkeypatch.setattr(os, "fsync", fsync)
    game.apply("bid 1")
    autosave.keep(game)
    assert synced == [path.stat().st_size]
    assert path.read_bytes()[size:].count(b"\n") == 1


def test_full_saves_by_number_turn_mark_and_end(autosave: Autosave) -> None:
    def saved() -> int:
        return save.read_header(generations(autosave.folder, autosave.name)[0]).seq

    game = played(0, options={"strength": 1})
    autosave.keep(game)
    assert saved() == 0
    for number in range(10):
        assert saved() == 0
        game.apply(f"bid {number % 3 + 1}")
        autosave.keep(game)
    assert saved() == 10
    game.apply("end")
    autosave.keep(game)
    assert saved() == 10
    game.apply("end")
    autosave.keep(game)
    assert saved() == 12, "a new turn"
    game.script([6] * 6)
    autosave.keep(game)
    assert saved() == 13, "a mark"
    for unit in "123":
        game.apply(f"fire r{unit} b{unit}")
        autosave.keep(game)
        game.apply("stand")
        autosave.keep(game)
    assert game.over
    assert saved() == 19, "the end"


def test_three_generations_are_kept(autosave: Autosave) -> None:
    game = played(0)
    autosave.keep(game)
    for number in range(40):
        game.apply(f"bid {number % 3 + 1}")
        autosave.keep(game)
    assert [save.read_header(path).seq for path in generations(autosave.folder, "game")] == [40, 30, 20]
    assert sorted(os.listdir(autosave.folder)) == ["game.1.json", "game.2.json", "game.journal", "game.json"]


def test_closing_leaves_a_full_save(autosave: Autosave) -> None:
    game = played(0)
    autosave.keep(game)
    game.apply("bid 1")
    autosave.close(game)
    assert save.read_header(generations(autosave.folder, "game")[0]).seq == 1


def test_a_mark_survives_though_its_cause_was_never_written(autosave: Autosave) -> None:
    game = played(0)
    autosave.keep(game)
    game.edit([{"op": "replace", "path": "/bid", "value": 2}])
    game.undo()
    autosave.keep(game)
    assert back(autosave).edited


def test_taking_a_game_up_again_begins_a_clean_journal(autosave: Autosave) -> None:
    game = played(20, 3, FREE)
    autosave.keep(game)
    game.undo(5)
    autosave.keep(game)
    path = journal_path(autosave.folder, "game")
    with path.open("ab") as file:
        file.write(b'[16, "red", "en')
    again = Autosave(autosave.folder, "game")
    again.keep(back(autosave))
    assert b'"undo 5"' not in path.read_bytes()
    assert path.read_bytes().count(b"\n") == 16
    assert same(back(again), game)


def test_a_game_whose_rules_moved_on_is_kept_too(autosave: Autosave, monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(20)
    data = save.dump(game)
    monkeypatch.setattr("tests.core.skirmish.LAST_TURN", 2)
    monkeypatch.setattr("tests.core.skirmish.Skirmish.start", refuse)
    loaded = save.load(data)
    assert loaded.unverified
    autosave.keep(loaded)
    for _ in range(12):
        if loaded.over:
            break
        loaded.apply(loaded.legal()[-1])
        autosave.keep(loaded)
        assert same(back(autosave), loaded)


# When the disk refuses


class Disk:
    """Refuses to write, or writes a part and then refuses."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full, self.part = False, 0
        real = os.write

        def write(handle: int, data: Any) -> int:
            if not self.full:
                return real(handle, data)
            if self.part:
                self.part -= real(handle, data[: self.part])
                return 1
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(os, "write", write)


@pytest.mark.parametrize("part", [0, 1, 30])
def test_a_full_disk_costs_nothing_but_time(autosave: Autosave, monkeypatch: pytest.MonkeyPatch, part: int) -> None:
    disk = Disk(monkeypatch)
    game, chance = played(3, 3, FREE), random.Random(3)
    autosave.keep(game)
    kept = game.branch()
    disk.full, disk.part = True, part
    for _ in range(5):
        game.apply(chance.choice(game.legal()))
        with pytest.raises(CannotSave, match="the disk is full"):
            autosave.keep(game)
        assert same(back(autosave), kept), "what was kept before stays"
    disk.full = False
    game.undo()
    autosave.keep(game)
    assert same(back(autosave), game)


def test_a_disk_that_is_full_from_the_start(autosave: Autosave, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk(monkeypatch)
    disk.full = True
    game = played(3)
    with pytest.raises(CannotSave):
        autosave.keep(game)
    disk.full = False
    autosave.keep(game)
    assert same(back(autosave), game)


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotSave) as caught:
        Autosave(tmp_path / "file" / "saves", "game").keep(played(3))
    assert caught.value.reason


def test_a_folder_that_went_away(autosave: Autosave) -> None:
    game = played(3)
    autosave.keep(game)
    for path in autosave.folder.iterdir():
        path.unlink()
    autosave.folder.rmdir()
    game.apply(game.legal()[0])
    with pytest.raises(CannotSave):
        autosave.keep(game)
    autosave.keep(game)
    assert same(back(autosave), game)


@pytest.mark.parametrize("code", [errno.EROFS, errno.EACCES, errno.EDQUOT, errno.EIO])
def test_a_folder_that_takes_nothing_for_a_while(
    autosave: Autosave, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    game, real = played(3), os.open
    autosave.keep(game)
    kept = game.branch()

    def opened(path: Any, flags: int, *more: Any, **named: Any) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR):
            raise OSError(code, os.strerror(code))
        return real(path, flags, *more, **named)

    game.apply(game.legal()[0])
    with monkeypatch.context() as patched:
        patched.setattr(os, "open", opened)
        for _ in range(2):
            with pytest.raises(CannotSave, match="cannot be written"):
                autosave.keep(game)
    assert same(back(autosave), kept)
    autosave.keep(game)
    assert same(back(autosave), game)


# When others meddle


def test_a_second_window_is_found_out(autosave: Autosave) -> None:
    game = played(3)
    autosave.keep(game)
    second = Autosave(autosave.folder, "game")
    other = back(autosave)
    second.keep(other)
    other.apply(other.legal()[0])
    second.keep(other)
    game.apply(game.legal()[-1])
    for _ in range(2):
        with pytest.raises(CannotSave, match="second window"):
            autosave.keep(game)
    assert same(back(second), other)


def test_a_second_window_is_found_out_though_its_journal_is_as_long(autosave: Autosave) -> None:
    game = played(0)
    autosave.keep(game)
    second, other = Autosave(autosave.folder, "game"), back(autosave)
    game.apply("bid 1")
    autosave.keep(game)
    other.apply("bid 2")
    second._begin(other)
    game.apply("bid 3")
    with pytest.raises(CannotSave, match="second window"):
        autosave.keep(game)
    assert same(back(second), other)


def test_a_window_whose_disk_failed_does_not_write_over_the_other(autosave: Autosave) -> None:
    game = played(3)
    autosave.keep(game)
    second, other = Autosave(autosave.folder, "game"), back(autosave)
    autosave._size = None  # As after a failure.
    other.apply(other.legal()[0])
    second.keep(other)
    game.apply(game.legal()[-1])
    for _ in range(2):
        with pytest.raises(CannotSave, match="second window"):
            autosave.keep(game)
    assert same(back(second), other)


def test_two_programs_wait_for_each_other(autosave: Autosave, monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(3)
    autosave.keep(game)
    game.apply(game.legal()[0])
    monkeypatch.setattr("wargame_tui.core.disk.LOCK_PATIENCE", 0.05)
    with locked(autosave.folder), pytest.raises(CannotSave, match="another program is writing there"):
        autosave.keep(game)
    autosave.keep(game)
    assert same(back(autosave), game)


def test_another_game_is_never_written_over(autosave: Autosave) -> None:
    game = played(3, seed=1)
    autosave.keep(game)
    with pytest.raises(CannotSave, match="another game"):
        Autosave(autosave.folder, "game").keep(played(3, seed=2))
    assert same(back(autosave), game)


def test_damaged_files_are_set_aside_not_overwritten(autosave: Autosave) -> None:
    game = played(0)
    for number in range(35):
        autosave.keep(game)
        game.apply(f"bid {number % 3 + 1}")
    autosave.keep(game)
    newest, older, _ = generations(autosave.folder, "game")
    newest.write_bytes(b"damaged")
    older.write_bytes(older.read_bytes()[:-20])
    journal = journal_path(autosave.folder, "game")
    journal.write_bytes(journal.read_bytes().replace(b"bid 1", b"bid 2", 1))
    damaged = [path.read_bytes() for path in (newest, older, journal)]
    recovery = Shelf(autosave.folder).recover("game")
    assert [path.read_bytes() for path in (newest, older, journal)] == damaged, "recovering changes nothing"
    assert same(recovery.game, game)
    Autosave(autosave.folder, "game").keep(recovery.game)
    aside = [autosave.folder / f"game.aside-{end}" for end in ("1.json", "2.json", "1.journal")]
    assert [path.read_bytes() for path in aside] == damaged
    assert same(back(autosave), game)


def test_a_journal_that_leads_on_from_the_game_is_set_aside(autosave: Autosave) -> None:
    game = played(20, options=FREE)
    autosave.keep(game)
    journal = journal_path(autosave.folder, "game").read_bytes()
    game.undo(5)
    Autosave(autosave.folder, "game").keep(game)
    assert (autosave.folder / "game.aside-1.journal").read_bytes() == journal
    assert [card.name for card in Shelf(autosave.folder).list()] == ["game"]
    Autosave(autosave.folder, "game").keep(game)
    assert not (autosave.folder / "game.aside-2.journal").exists()


# When the process is killed


def test_twenty_five_kills_lose_nothing() -> None:
    report = kill_autosave.run(25, seed=1)
    assert report.kills == 25
    assert report.kept > 50


def test_the_killing_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wargame_tui.core.autosave.append_file", lambda path, data: None)
    monkeypatch.setattr(kill_autosave, "SAVE_EVERY", 1000)
    with pytest.raises(kill_autosave.Lost):
        kill_autosave.run(25, seed=1)
