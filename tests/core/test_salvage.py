"""Damaged saves whose journal is whole: opened whole or refused, never as another game."""

import random
from pathlib import Path

import pytest

from tests.core.skirmish import Skirmish, installed, played
from tests.core.test_autosave import same
from wargame_tui.core import save
from wargame_tui.core.autosave import Autosave
from wargame_tui.core.game import Game
from wargame_tui.core.salvage import rebuilt
from wargame_tui.core.save import DamagedSave
from wargame_tui.core.shelf import Shelf, opened


def marked() -> Game:
    """A game with an option, an edit, scripted dice, and marks whose causes were taken back in part."""
    game = played(12, 5, {"undo": "free", "strength": 4})
    game.script([1, 6, 3])
    game.edit([{"op": "replace", "path": "/units/r1/dodges", "value": 7}])
    game.undo()
    return game


GAMES = {"new": played(0), "short": played(12, 3), "marked": marked(), "over": played(10_000, 2)}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return GAMES[request.param]


def flipped(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def taken_up(shelf: Shelf) -> tuple[Game | None, str]:
    """The game, or why there is none."""
    try:
        return shelf.recover("mine").game, ""
    except DamagedSave as error:
        return None, str(error)


def test_one_flipped_bit_anywhere_gives_the_whole_game_or_a_reason(tmp_path: Path, game: Game) -> None:
    shelf = Shelf(tmp_path)
    path = shelf.save(game, "mine")
    whole = path.read_bytes()
    for bit in random.Random(1).sample(range(len(whole) * 8), 400):
        path.write_bytes(flipped(whole, bit))
        found, refusal = taken_up(shelf)
        if found is None:
            assert "mine.json is damaged" in refusal, bit
            assert "Put a copy of the file in its place" in refusal
        else:
            assert same(found, game), bit


def test_a_bit_in_a_position_costs_nothing(tmp_path: Path, game: Game) -> None:
    shelf = Shelf(tmp_path)
    path = shelf.save(game, "mine")
    whole = path.read_bytes()
    start = whole.index(b'"snapshots"') + len(b'"snapshots"')
    damaged = flipped(whole, (start + 40) * 8 + 5)
    path.write_bytes(damaged)
    recovery, keeper = shelf.resume("mine")
    assert same(recovery.game, game)
    assert recovery.notes[0].startswith("mine.json is damaged (")
    assert "rebuilt from the commands in it, and nothing is lost" in recovery.notes[0]
    assert path.read_bytes() == damaged, "nothing is written before something happens"
    assert keeper is not None
    recovery.game.script([1])
    keeper.keep(recovery.game)
    assert (tmp_path / "mine.aside-1.json").read_bytes() == damaged, "the damaged file is kept"
    assert same(shelf.recover("mine").game, recovery.game)
    assert [card.name for card in shelf.list()] == ["mine"]


def test_many_bits_in_the_positions_too(tmp_path: Path) -> None:
    game, path = played(40, 3), tmp_path / "elsewhere.json"
    save.write(game, path)
    whole = path.read_bytes()
    start, end = whole.index(b'"snapshots"'), whole.index(b'"checksum"')
    path.write_bytes(whole[:start] + bytes(end - start) + b"\n" + whole[end:])
    recovery = opened(path)
    assert same(recovery.game, game)
    assert "nothing is lost" in recovery.notes[0]


def test_a_save_cut_off_after_its_journal_is_not_taken_for_whole(tmp_path: Path) -> None:
    game, path = played(40, 3), tmp_path / "elsewhere.json"
    save.write(game, path)
    rows = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join(rows[:20]))
    with pytest.raises(DamagedSave, match="Put a copy of the file in its place"):
        opened(path)


def test_a_damaged_checksum_alone(tmp_path: Path, game: Game) -> None:
    path = tmp_path / "mine.json"
    save.write(game, path)
    path.write_bytes(path.read_bytes()[:-8] + b"%" * 5 + b'"}\n')
    with pytest.raises(DamagedSave):
        save.read(path)
    assert same(opened(path).game, game)


def test_a_mark_taken_out_by_hand_is_no_damage_to_be_mended(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    save.write(marked(), path)
    path.write_bytes(path.read_bytes().replace(b'"edited": true', b'"edited": false'))
    assert rebuilt(path) is None


def test_a_save_written_under_an_earlier_version_of_the_rules(tmp_path: Path) -> None:
    class Later(Skirmish):
        rules_version = "99"

    path = tmp_path / "mine.json"
    game = played(20, 3)
    save.write(game, path)
    whole = path.read_bytes()
    path.write_bytes(flipped(whole, (whole.index(b'"snapshots"') + 30) * 8 + 4))
    with installed(Later()):
        assert opened(path).game.checks() == game.checks()


def test_the_newest_of_a_game_in_progress_is_rebuilt_before_an_older_one_is_used(tmp_path: Path) -> None:
    shelf, game = Shelf(tmp_path), played(0, options={"undo": "free"})
    keeper = Autosave(tmp_path, "game", every=10)
    for number in range(25):
        keeper.keep(game)
        game.apply(f"bid {number % 3 + 1}")
    keeper.close(game)
    (tmp_path / "game.journal").unlink()
    whole = (tmp_path / "game.json").read_bytes()
    (tmp_path / "game.json").write_bytes(whole.replace(b'"at": 25', b'"at": 2!'))
    recovery = shelf.recover("game")
    assert same(recovery.game, game)
    assert len(recovery.notes) == 1
