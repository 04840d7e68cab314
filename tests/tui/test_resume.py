"""Games taken up again: they go on under their name, and nothing is written before something happens."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from wargame_tui.core.autosave import journal_path
from wargame_tui.core.game import Game
from wargame_tui.core.save import read_header
from wargame_tui.core.shelf import Shelf
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.library import resumed_session
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.session import Session

NAME = "Midway of the south"


@pytest.fixture
def named(skirmish: Any, tmp_path: Path) -> Path:
    """A game saved under a name."""
    session = Session(Game.new("skirmish/road", 3), Shelf(tmp_path))
    session.apply("pick 3FJ")
    session.save(NAME)
    return tmp_path / f"{NAME}.json"


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_looking_at_a_named_game_writes_nothing(named: Path) -> None:
    before = files(named.parent)
    for _ in range(3):
        session, notes = resumed_session(named, named.parent)
        session.keep()
        session.close()
        assert (session.name, notes, session.trouble) == (NAME, (), None)
    assert files(named.parent) == before


def test_a_named_game_goes_on_under_its_name(named: Path) -> None:
    as_named = named.read_bytes()
    session, _ = resumed_session(named, named.parent)
    session.apply("go 1")
    assert Shelf(named.parent).recover(NAME).game.entries[-1].text == "go 1", "on disk before the next question"
    session.close()
    assert [card.name for card in Shelf(named.parent).list()] == [NAME]
    assert read_header(named).seq == 2, "the list shows where it stands"
    older = {path.read_bytes() for path in named.parent.glob(f"{NAME}.[12].json")}
    assert as_named in older, "as it was when it was named, it is an older generation"
    again, _ = resumed_session(named, named.parent)
    assert again.game.seq == 2


def test_a_game_in_progress_that_is_only_looked_at_is_left_alone(named: Path) -> None:
    session, _ = resumed_session(named, named.parent)
    session.apply("go 1")
    session.close()
    before = files(named.parent)
    resumed_session(named, named.parent)[0].close()
    assert files(named.parent) == before


def test_taking_everything_back_is_a_change(named: Path) -> None:
    session, _ = resumed_session(named, named.parent)
    session.undo()
    assert session.game.seq == 0
    assert Shelf(named.parent).recover(NAME).game.seq == 0


def test_a_save_from_elsewhere_goes_on_under_a_new_name_once_something_happens(named: Path, tmp_path: Path) -> None:
    folder = tmp_path / "saves"
    folder.mkdir()
    session, _ = resumed_session(named, folder)
    session.close()
    assert not files(folder)
    session.apply("go 1")
    assert Shelf(folder).recover(session.name).game.seq == 2
    assert session.name.startswith("road ")


def test_an_older_generation_by_itself_goes_on_as_a_game_of_its_own(named: Path) -> None:
    session, _ = resumed_session(named, named.parent)
    session.apply("go 1")
    session.close()
    older = named.with_name(f"{NAME}.1.json")
    session, _ = resumed_session(older, named.parent)
    session.apply(session.choices()[0].command)
    assert session.name.startswith("road ")
    assert {card.name for card in Shelf(named.parent).list()} == {NAME, session.name}


def test_two_tables_on_one_named_game(named: Path) -> None:
    first, _ = resumed_session(named, named.parent)
    second, _ = resumed_session(named, named.parent)
    first.apply("go 1")
    assert first.trouble is None
    second.apply(second.choices()[-1].command)
    assert second.trouble is not None
    assert "second window" in second.trouble
    assert Shelf(named.parent).recover(NAME).game.checks() == first.game.checks()
    second.save("mine")
    assert Shelf(named.parent).recover("mine").game.checks() == second.game.checks()


def test_saving_under_its_own_name_brings_it_up_to_date(named: Path) -> None:
    session, _ = resumed_session(named, named.parent)
    session.apply("go 1")
    session.save(NAME)
    assert read_header(named).seq == 2


def test_a_game_of_which_only_the_journal_is_left(named: Path) -> None:
    session, _ = resumed_session(named, named.parent)
    session.apply("go 1")
    for path in named.parent.glob("*.json"):
        path.unlink()
    assert journal_path(named.parent, NAME).exists()
    assert Shelf(named.parent).has(NAME)
    assert resumed_session(named, named.parent)[0].game.seq == 2


async def test_a_damaged_named_game_says_that_nothing_is_lost(make_app: Callable[..., WargameApp], named: Path) -> None:
    data = named.read_bytes()
    at = data.index(b'"snapshots"') + 30
    named.write_bytes(data[:at] + b"#" + data[at + 1 :])
    folder = named.parent / "saves"
    folder.mkdir()
    path = named.rename(folder / named.name)
    app = make_app(None, save=path)
    async with app.run_test(size=(140, 45)) as pilot:
        for _ in range(500):
            await pilot.pause(0.01)
            if isinstance(app.screen, TableScreen) and app.screen.is_mounted:
                break
        await pilot.pause()
        assert app.session is not None
        assert app.session.name == NAME
        assert any("nothing is lost" in note.message for note in app._notifications)


def test_a_save_with_sealed_dice_gets_dice_of_its_own(named: Path) -> None:
    session, _ = resumed_session(named, named.parent)
    session.game.reseed(None)
    session.save("sealed")
    session, notes = resumed_session(named.with_name("sealed.json"), named.parent)
    assert session.game.state.dice.seed is not None
    assert "dice of its own" in notes[0]
