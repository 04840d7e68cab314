"""Saved games in the first screen: rename, copy, delete, search, by keys."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core import save as saves_
from wargame_tui.core.autosave import Autosave
from wargame_tui.core.game import Game
from wargame_tui.core.save import DamagedSave
from wargame_tui.core.shelf import Shelf
from wargame_tui.core.title import find_scenario
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.kept_words import LastWords
from wargame_tui.tui.library import new_session, resumed_session
from wargame_tui.tui.offers import Kept, Offer
from wargame_tui.tui.screens.chooser import ChooserScreen
from wargame_tui.tui.stand import stand_of


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    for name, scenario in (("Mortain", "first_command/mortain"), ("Bulge", "tigers_in_the_mist/seventh_army")):
        game = Game(find_scenario(scenario)[0], scenario, 4)
        game.apply(game.legal()[0])
        Autosave(tmp_path, name).close(game)
    return tmp_path


@asynccontextmanager
async def opened(saves: Path, config: Path) -> AsyncIterator[tuple[Pilot[Any], ChooserScreen]]:
    app = WargameApp(None, None, saves=saves, config=config / "s.yaml", cache=config / "cache")
    async with app.run_test(size=(100, 40)) as pilot:
        yield pilot, await chooser(app, pilot)


async def chooser(app: WargameApp, pilot: Pilot[Any]) -> ChooserScreen:
    for _ in range(500):
        await pilot.pause(0.02)
        if isinstance(app.screen, ChooserScreen) and any(isinstance(row, Kept) for row in app.screen._rows):
            return app.screen
    raise AssertionError("the saved games are not listed")


def names(screen: ChooserScreen) -> set[str]:
    return {row.name for row in screen._rows if isinstance(row, Kept)}


async def listed(pilot: Pilot[Any], screen: ChooserScreen, wanted: set[str]) -> None:
    for _ in range(500):
        await pilot.pause(0.02)
        if names(screen) == wanted:
            return
    raise AssertionError(f"{names(screen)} are listed, not {wanted}")


async def light(pilot: Pilot[Any], screen: ChooserScreen, name: str) -> None:
    number = next(n for n, row in enumerate(screen._rows) if isinstance(row, Kept) and row.name == name)
    screen.query_one("#chooser-list", OptionList).highlighted = number
    await pilot.pause()


async def test_rename_copy_delete_and_search(saves: Path, tmp_path: Path) -> None:
    async with opened(saves, tmp_path) as (pilot, screen):
        await light(pilot, screen, "Mortain")
        await pilot.press("n")
        await pilot.pause()
        pilot.app.screen.query_one(Input).value = "Hill 314"
        await pilot.press("enter")
        await listed(pilot, screen, {"Hill 314", "Bulge"})
        await light(pilot, screen, "Hill 314")
        await pilot.press("c")
        await pilot.pause()
        await pilot.press("enter")
        await listed(pilot, screen, {"Hill 314", "Hill 314-2", "Bulge"})
        await pilot.press("slash")
        await pilot.pause()
        await pilot.press(*"bulge", "enter")
        await listed(pilot, screen, {"Bulge"})
        await light(pilot, screen, "Bulge")
        await pilot.press("x", "y")
        await listed(pilot, screen, set())
        assert not Shelf(saves).has("Bulge")
        await pilot.press("slash")
        await pilot.pause()
        pilot.app.screen.query_one(Input).value = ""
        await pilot.press("enter")
        await listed(pilot, screen, {"Hill 314", "Hill 314-2"})


async def test_a_name_that_is_taken_is_told_and_a_scenario_is_not_deleted(saves: Path, tmp_path: Path) -> None:
    from wargame_tui.tui.widgets.hint_bar import HintBar

    async with opened(saves, tmp_path) as (pilot, screen):
        await light(pilot, screen, "Mortain")
        await pilot.press("n")
        await pilot.pause()
        pilot.app.screen.query_one(Input).value = "Bulge"
        await pilot.press("enter")
        await pilot.pause()
        assert "called Bulge already" in screen.query_one(HintBar).words
        screen.query_one("#chooser-list", OptionList).highlighted = len(screen._rows) - 2
        await pilot.press("x")
        assert pilot.app.screen is screen
        assert "for saved games" in screen.query_one(HintBar).words


async def test_every_player_of_the_program_can_be_chosen_and_two_persons_again(tmp_path: Path) -> None:
    """The key asked for a title by its name in words, and the program ended."""
    app = WargameApp(None, None, saves=tmp_path, config=tmp_path / "s.yaml", cache=tmp_path / "cache")
    async with app.run_test(size=(140, 45)) as pilot:
        for _ in range(500):
            await pilot.pause(0.02)
            if isinstance(app.screen, ChooserScreen) and len(app.screen._rows) > 1:
                break
        screen = app.screen
        assert isinstance(screen, ChooserScreen)
        offers = {row.title: number for number, row in enumerate(screen._rows) if isinstance(row, Offer)}
        for title, number in offers.items():
            row = screen._rows[number]
            assert isinstance(row, Offer)
            screen.query_one("#chooser-list", OptionList).highlighted = number
            await pilot.pause()
            chosen = set()
            for _ in range(3 * len(row.levels) + 1 if row.levels else 1):
                await pilot.press("o")
                chosen.add(screen._opponents.get(title, ""))
            assert len(chosen) == (3 * len(row.levels) + 1 if row.levels else 1), title
            assert screen._opponents.get(title, "") == ""


def test_a_card_tells_how_a_game_stands_without_playing_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = new_session("first_command/mortain", 3, {}, tmp_path, "german:recruit")
    player = RandomPlayer(3)
    while session.game.state.turn < 3:
        session.game.apply(player.choose(session.game.legal()))
    session.close()
    monkeypatch.setattr(saves_, "repeat", lambda *_: pytest.fail("the journal is not played"))
    stand = stand_of(tmp_path / f"{session.name}.json")
    assert stand.state == session.game.state
    assert stand.score == session.title.phase_bar(session.game.state).score
    assert stand.sides == "the program (recruit) plays German"
    assert stand.last
    assert stand.scene == session.title.scene(session.game.state, "American")


def test_what_happened_last_is_not_told_of_a_game_that_has_gone_on(tmp_path: Path) -> None:
    session = new_session("first_command/mortain", 3, {}, tmp_path)
    player = RandomPlayer(3)
    for _ in range(20):
        session.game.apply(player.choose(session.game.legal()))
    session.close()
    seq = session.game.seq
    assert LastWords().read(tmp_path, session.name, seq)
    assert not LastWords().read(tmp_path, session.name, seq + 1)
    (tmp_path / f"{session.name}.last").write_text("[")
    assert not LastWords().read(tmp_path, session.name, seq)


def test_a_damaged_snapshot_is_rebuilt_from_the_whole_journal_in_it(tmp_path: Path) -> None:
    session = new_session("first_command/mortain", 3, {}, tmp_path)
    player = RandomPlayer(3)
    for _ in range(20):
        session.game.apply(player.choose(session.game.legal()))
    session.close()
    path = tmp_path / f"{session.name}.json"
    for other in tmp_path.glob(f"{session.name}.*"):
        if other != path:
            other.unlink()
    text = path.read_text()
    at = text.index('"state"')
    path.write_text(text[:at] + text[at:].replace("German", "Gurman", 1))
    with pytest.raises(DamagedSave):
        stand_of(path)
    again, notes = resumed_session(path, tmp_path)
    assert again.game.state == session.game.state
    assert "rebuilt from the commands in it" in notes[0]
