"""When the power fails: what was acknowledged is there afterwards, and nothing half written is taken for whole."""

import os
import random
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from tests.core.power import Cuts
from tests.core.skirmish import played
from wargame_tui.board.record import Record, Run
from wargame_tui.core import disk
from wargame_tui.core.autosave import Autosave
from wargame_tui.core.disk import replace_file
from wargame_tui.core.game import Game
from wargame_tui.core.save import DamagedSave
from wargame_tui.core.shelf import Shelf
from wargame_tui.tui.settings import Settings, read_settings, write_settings

FREE = {"undo": "free"}


def finished(scenario: str) -> Run:
    """A line of the record."""
    result = {"campaign": "duel", "name": "Duel", "level": "won", "score": 1, "won": True, "difficulty": "", "turns": 1}
    told = {"title": "skirmish", "options": (), "seed": 1, "root": "0", "check": "1", "counts": True}
    return Run.model_validate({**result, **told, "when": datetime(2026, 1, 1, tzinfo=UTC), "scenario": scenario})


def head(game: Game) -> tuple[int, str]:
    return game.seq, game.checks()[-1] if game.seq else game.root


def saved(folder: Path) -> tuple[int, str] | None:
    try:
        return head(Shelf(folder / "deep" / "saves").recover("game").game)
    except DamagedSave as error:
        return None if "none of this name" in str(error) else (-1, str(error))


def test_a_game_in_progress(tmp_path: Path) -> None:
    cuts, chance, game = Cuts(tmp_path, saved), random.Random(3), played(0, 3, FREE)
    cuts.allowed.append(None)
    keepers = [Autosave(cuts.folder / "deep" / "saves", "game", every=4) for _ in range(3)]
    for number in range(30):
        cuts.keep(partial(keepers[number // 10].keep, game), head(game))
        if number % 7 == 6:
            game.undo(2)
        elif not game.over:
            game.apply(chance.choice(game.legal()))
    assert cuts.cuts > 200


def test_a_named_save_that_goes_on(tmp_path: Path) -> None:
    cuts, game = Cuts(tmp_path, saved), played(5, 3, FREE)
    cuts.allowed.append(None)
    shelf = Shelf(cuts.folder / "deep" / "saves")
    cuts.keep(lambda: shelf.save(game, "game"), head(game))
    game.apply(game.legal()[0])
    cuts.keep(lambda: shelf.save(game, "game", over=True), head(game))
    recovery, keeper = shelf.resume("game")
    assert keeper is not None
    for _ in range(5):
        recovery.game.apply(recovery.game.legal()[0])
        cuts.keep(lambda: keeper.keep(recovery.game), head(recovery.game))


def test_a_file_that_is_replaced(tmp_path: Path) -> None:
    def content(folder: Path) -> bytes | None:
        path = folder / "settings.yaml"
        return path.read_bytes() if path.exists() else None

    cuts = Cuts(tmp_path, content, ways=10)
    cuts.allowed.append(None)
    for number in range(4):
        data = bytes([number]) * 100 * number
        cuts.keep(partial(replace_file, cuts.folder / "settings.yaml", data), data)


def test_settings(tmp_path: Path) -> None:
    def found(folder: Path) -> Settings | None:
        path = folder / "config" / "wargame-tui" / "settings.yaml"
        settings, problem = read_settings(path)
        assert problem is None
        return settings if path.exists() else None

    cuts = Cuts(tmp_path, found)
    cuts.allowed.append(None)
    path = cuts.folder / "config" / "wargame-tui" / "settings.yaml"
    for width in (30, 40, 50):
        settings = Settings(log_width=width)
        cuts.keep(partial(write_settings, path, settings), settings)


def test_the_players_record(tmp_path: Path) -> None:
    def found(folder: Path) -> list[str]:
        return [run.scenario for run in Record(folder / "saves").read()[0]]

    cuts, told = Cuts(tmp_path, found), list[str]()
    cuts.allowed.append([])
    record = Record(cuts.folder / "saves")
    for number in range(5):
        told = [*told, f"skirmish/{number}"]
        cuts.keep(partial(record.add, finished(told[-1])), told)


@pytest.fixture(params=["no sync of files", "no sync of folders", "no sync of new folders"])
def careless(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    match request.param:
        case "no sync of files":
            monkeypatch.setattr(disk, "_sync", lambda handle: None)
        case "no sync of folders":
            for module in ("disk", "autosave"):
                monkeypatch.setattr(f"wargame_tui.core.{module}.sync_folder", lambda folder: None)
        case _:
            monkeypatch.setattr(disk, "make_folder", lambda folder: os.makedirs(folder, exist_ok=True))
            monkeypatch.setattr(
                "wargame_tui.core.autosave.make_folder", lambda folder: os.makedirs(folder, exist_ok=True)
            )


def test_the_cuts_find_carelessness(tmp_path: Path, careless: None) -> None:
    with pytest.raises(AssertionError):
        test_a_game_in_progress(tmp_path)
