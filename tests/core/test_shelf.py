"""The folder of saves: what it shows, and how games are taken up from it."""

import os
from pathlib import Path

import pytest

from tests.core.skirmish import Skirmish, installed, played
from wargame_tui.core import save
from wargame_tui.core.autosave import Autosave, generations, journal_path
from wargame_tui.core.disk import CannotSave
from wargame_tui.core.game import Game
from wargame_tui.core.save import DamagedSave
from wargame_tui.core.shelf import FOLDER_VARIABLE, Shelf, saves_folder


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path)


def kept(shelf: Shelf, name: str = "game", moves: int = 25) -> Game:
    """A game in progress: full saves after 0, 10 and 20 lines, the journal up to the last."""
    game = played(0, options={"undo": "free"})
    autosave = Autosave(shelf.folder, name, every=10)
    autosave.keep(game)
    for number in range(moves):
        game.apply(f"bid {number % 3 + 1}")
        autosave.keep(game)
    return game


def age(path: Path, seconds: float) -> None:
    os.utime(path, (seconds, seconds))


# Where


def test_where_saves_live(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    assert saves_folder() == tmp_path
    assert Shelf().folder == tmp_path
    monkeypatch.setenv(FOLDER_VARIABLE, "~/games")
    assert saves_folder() == Path.home() / "games"
    monkeypatch.delenv(FOLDER_VARIABLE)
    assert saves_folder() == Path(__file__).parents[2] / "saves"
    monkeypatch.setattr("wargame_tui.core.shelf.__file__", str(tmp_path / "lib" / "wargame_tui" / "core" / "shelf.py"))
    assert "wargame-tui" in saves_folder().parts
    assert tmp_path not in saves_folder().parents


# What lies there


def test_an_empty_or_missing_folder(shelf: Shelf, tmp_path: Path) -> None:
    assert list(shelf.list()) == []
    assert list(Shelf(tmp_path / "missing").list()) == []


def test_a_card_for_every_game_the_last_played_first(shelf: Shelf) -> None:
    kept(shelf, "one")
    shelf.save(played(30), "two")
    age(shelf.folder / "two.json", 1e9)
    cards = shelf.list()
    assert [card.name for card in cards] == ["one", "two"]
    assert [card.in_progress for card in cards] == [True, False]
    assert cards[1].modified.timestamp() == 1e9
    assert cards[1].header is not None
    assert (cards[1].header.scenario, cards[1].header.seq, cards[1].damage) == ("skirmish/duel", 30, None)


def test_the_journal_counts_as_a_change(shelf: Shelf) -> None:
    kept(shelf, "one")
    for path in generations(shelf.folder, "one"):
        age(path, 1e9)
    age(journal_path(shelf.folder, "one"), 2e9)
    assert shelf.list()[0].modified.timestamp() == 2e9


def test_a_card_reads_the_header_only(shelf: Shelf) -> None:
    path = shelf.save(played(30), "one")
    path.write_bytes(path.read_bytes().partition(b"\n")[0] + b"\n")
    assert shelf.list()[0].damage is None


def test_damaged_games_are_shown_with_the_reason(shelf: Shelf) -> None:
    (shelf.folder / "zeros.json").write_bytes(b"\0" * 100)
    (shelf.folder / "other.json").write_text('{"name": "something else"}')
    (shelf.folder / "folder.json").mkdir()
    found = {card.name: (card.header, card.damage) for card in shelf.list()}
    assert found["zeros"] == (None, "the file: it holds nothing but zeros")
    assert found["other"] == (None, "the header: this is no save of wargame-tui")
    assert found["folder"][0] is None


def test_an_older_generation_stands_in_for_a_damaged_newest(shelf: Shelf) -> None:
    kept(shelf)
    generations(shelf.folder, "game")[0].write_bytes(b"{")
    (card,) = shelf.list()
    assert card.header is not None
    assert card.header.seq == 10
    assert card.damage is not None
    assert "breaks off" in card.damage


def test_a_journal_alone_is_shown(shelf: Shelf) -> None:
    kept(shelf)
    for path in generations(shelf.folder, "game"):
        path.unlink()
    (card,) = shelf.list()
    assert (card.name, card.header, card.in_progress) == ("game", None, True)


# Names


@pytest.mark.parametrize(
    "name", ["", " ", ".hidden", "a/b", "../up", "a\\b", "a.1", "-a", "a" * 81, "a\n", "a ", "a\0b"]
)
def test_names_that_are_none(shelf: Shelf, name: str) -> None:
    with pytest.raises(CannotSave, match="a name begins with"):
        shelf.save(played(3), name)
    with pytest.raises(CannotSave, match="a name begins with"):
        shelf.autosave(name)


@pytest.mark.parametrize("name", ["a", "Battle of the Bulge 2", "ardennes_44-b", "虎", "x" * 80])
def test_names_that_are(shelf: Shelf, name: str) -> None:
    shelf.save(played(3), name)
    assert [card.name for card in shelf.list()] == [name]
    assert shelf.recover(name).game.seq == 3


def test_free_names(shelf: Shelf) -> None:
    assert shelf.free_name("skirmish/duel") == "skirmish-duel"
    assert shelf.free_name("../..") == "game"
    shelf.save(played(3), "skirmish-duel")
    assert shelf.free_name("skirmish/duel") == "skirmish-duel-2"
    shelf.autosave("skirmish-duel-2").keep(played(3))
    assert shelf.free_name("skirmish/duel") == "skirmish-duel-3"
    shelf.autosave(shelf.free_name("x" * 300)).keep(played(3))


def test_a_save_replaces_another_only_if_told_so(shelf: Shelf) -> None:
    shelf.save(played(3), "one")
    with pytest.raises(CannotSave, match="there is a save called one"):
        shelf.save(played(5), "one")
    assert shelf.recover("one").game.seq == 3
    shelf.save(played(5), "one", over=True)
    assert shelf.recover("one").game.seq == 5
    kept(shelf, "two")
    with pytest.raises(CannotSave, match="in progress"):
        shelf.save(played(5), "two", over=True)


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    shelf = Shelf(tmp_path / "file" / "saves")
    with pytest.raises(CannotSave):
        shelf.save(played(3), "one")
    assert list(shelf.list()) == []


def test_names_and_what_is_added_to_them_fit_a_file_system(shelf: Shelf) -> None:
    with pytest.raises(CannotSave, match="too long"):
        shelf.save(played(3), "虎" * 80)
    name = "虎" * 66
    game = kept(shelf, name)
    generations(shelf.folder, name)[0].write_bytes(b"damaged")
    recovery, keeper = shelf.resume(name)
    assert keeper is not None
    recovery.game.apply(recovery.game.legal()[0])
    keeper.keep(recovery.game)
    assert shelf.recover(name).game.seq == game.seq + 1


@pytest.mark.parametrize(
    "wish", ["\udc80", "\x1b[2J", "a\u202eb", "CON", "\u200b", "e\u0301té", "x" * 500, "虎" * 80, "𠮷" * 80]
)
def test_whatever_is_wished_a_name_can_be_made_of_it(shelf: Shelf, wish: str) -> None:
    name = shelf.free_name(wish)
    shelf.save(played(3), name)
    assert [card.name for card in shelf.list()] == [name]


@pytest.mark.parametrize("seconds", [0, -86400, 1e10, 1e15])
def test_clocks_may_have_said_anything(shelf: Shelf, seconds: float) -> None:
    path = shelf.save(played(3), "one")
    try:
        age(path, seconds)
    except OSError:
        pytest.skip("this disk knows no such time")
    assert [card.name for card in shelf.list()] == ["one"]
    assert shelf.recover("one").game.seq == 3


def test_a_clock_that_goes_back_costs_nothing(shelf: Shelf) -> None:
    game = kept(shelf)
    for number, path in enumerate((*generations(shelf.folder, "game"), journal_path(shelf.folder, "game"))):
        age(path, 2e9 - number * 1e8)
    assert shelf.recover("game").game.entries == game.entries


def test_a_save_that_is_a_link(shelf: Shelf, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    saves = Shelf(tmp_path / "saves")
    target = saves.save(played(3), "one").rename(elsewhere / "real.json")
    (saves.folder / "one.json").symlink_to(target)
    assert saves.recover("one").game.seq == 3
    saves.save(played(5), "one", over=True)
    assert (saves.folder / "one.json").is_symlink()
    assert Shelf(elsewhere).recover("real").game.seq == 5
    (saves.folder / "gone.json").symlink_to(tmp_path / "nowhere.json")
    assert [card.name for card in saves.list()] == ["one"]
    with pytest.raises(DamagedSave):
        saves.recover("gone")


def test_a_folder_of_saves_that_is_a_link(shelf: Shelf, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real", target_is_directory=True)
    (tmp_path / "real").mkdir()
    game = kept(Shelf(tmp_path / "link"))
    assert Shelf(tmp_path / "real").recover("game").game.entries == game.entries


# Recovering


def test_the_newest_save_and_the_journal_after_it(shelf: Shelf) -> None:
    game = kept(shelf)
    recovery = shelf.recover("game")
    assert recovery.notes == ()
    assert (recovery.game.states, recovery.game.entries) == (game.states, game.entries)


@pytest.mark.parametrize("damaged", [1, 2, 3])
@pytest.mark.parametrize("damage", [b"", b"\0" * 50, b"{", None])
def test_older_generations_and_the_journal_make_up_for_damaged_saves(
    shelf: Shelf, damaged: int, damage: bytes | None
) -> None:
    game = kept(shelf)
    for path in generations(shelf.folder, "game")[:damaged]:
        path.write_bytes(path.read_bytes()[:-30] if damage is None else damage)
    recovery = shelf.recover("game")
    assert recovery.game.entries == game.entries
    assert len(recovery.notes) == damaged
    assert recovery.notes[0].startswith("game.json is damaged and was passed over: ")


def test_saves_that_are_gone(shelf: Shelf) -> None:
    game = kept(shelf)
    for path in generations(shelf.folder, "game"):
        path.unlink()
        recovery = shelf.recover("game")
        assert (recovery.game.entries, recovery.notes) == (game.entries, ())
    journal_path(shelf.folder, "game").unlink()
    with pytest.raises(DamagedSave, match="there is none of this name"):
        shelf.recover("game")


def test_a_lost_or_unreadable_journal(shelf: Shelf) -> None:
    kept(shelf)
    journal_path(shelf.folder, "game").write_bytes(b"\xff" * 100)
    recovery = shelf.recover("game")
    assert recovery.game.seq == 20
    assert "does not go on from the newest sound save" in recovery.notes[0]
    journal_path(shelf.folder, "game").unlink()
    assert shelf.recover("game").game.seq == 20


def change_line(path: Path, line: int, content: bytes) -> None:
    lines = path.read_bytes().split(b"\n")
    lines[line - 1] = content
    path.write_bytes(b"\n".join(lines))


def test_damage_in_the_journal_before_the_newest_save_does_not_matter(shelf: Shelf) -> None:
    game = kept(shelf)
    for line in (1, 3, 21):
        change_line(journal_path(shelf.folder, "game"), line, b"damaged")
        recovery = shelf.recover("game")
        assert (recovery.game.entries, recovery.notes) == (game.entries, ())


def test_damage_in_the_journal_after_it_is_told(shelf: Shelf) -> None:
    kept(shelf)
    change_line(journal_path(shelf.folder, "game"), 24, b"damaged")
    recovery = shelf.recover("game")
    assert recovery.game.seq == 22
    assert recovery.notes == ("game.journal: line 24: it is not as it was written; what came after is left out",)


def test_everything_damaged(shelf: Shelf) -> None:
    kept(shelf)
    for path in (*generations(shelf.folder, "game"), journal_path(shelf.folder, "game")):
        path.write_bytes(b"\0" * 10)
    with pytest.raises(DamagedSave) as caught:
        shelf.recover("game")
    assert "game.json is damaged" in str(caught.value)
    assert "game.2.json is damaged" in str(caught.value)


def test_a_name_is_never_a_path(shelf: Shelf, tmp_path: Path) -> None:
    inside = Shelf(tmp_path / "inside")
    inside.folder.mkdir()
    shelf.save(played(3), "outside")
    with pytest.raises(DamagedSave):
        inside.recover("../outside")


def test_marks_are_recovered_though_their_cause_was_taken_back(shelf: Shelf) -> None:
    game = kept(shelf)
    autosave = shelf.autosave("other")
    autosave.keep(game)
    newest = generations(shelf.folder, "other")[0].read_bytes()
    game.script([6])
    autosave.keep(game)
    game.undo()
    autosave.keep(game)
    for path in generations(shelf.folder, "other"):
        path.unlink(missing_ok=True)
    generations(shelf.folder, "other")[0].write_bytes(newest)
    assert shelf.recover("other").game.scripted


# Rules that moved on between the kill and the recovery


def test_other_results_after_the_newest_save_are_told(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    game = kept(shelf, moves=22)
    autosave = Autosave(shelf.folder, "game", every=1000)
    autosave.keep(game)
    for command in ("fire r1 b1", "stand", "bid 3"):
        game.apply(command)
        autosave.keep(game)
    monkeypatch.setattr("tests.core.skirmish.TableDraft.roll", lambda self, faces, count=1: [1] * count)
    recovery = shelf.recover("game")
    assert recovery.notes == ()
    assert recovery.game.unverified == "command 24 `stand`: it has other results now"
    assert recovery.game.seq == 25
    again = save.load(save.dump(recovery.game))
    assert (again.state, again.unverified) == (recovery.game.state, recovery.game.unverified)


def test_refusals_after_the_newest_save_are_told(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(shelf)
    monkeypatch.setattr("tests.core.skirmish.Bid.verb", "offer")
    fresh = Skirmish()
    with installed(fresh):
        recovery = shelf.recover("game")
    assert recovery.game.unverified is not None
    assert recovery.game.seq == 20
    assert "game.journal: command 21 `bid 3`: no command begins with `bid`" in recovery.notes[0]
