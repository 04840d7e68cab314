"""The guided first turn at the table: it comes by itself once, leads on, and can be switched off."""

from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from wargame_tui.board.guide import GuideStep
from wargame_tui.core.game import Game
from wargame_tui.titles.first_command.bot import choose
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.library import new_session
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.session import Session
from wargame_tui.tui.settings import Settings, read_settings, write_settings
from wargame_tui.tui.table.guided import Guided
from wargame_tui.tui.widgets.guide_band import GuideBand


def app_in(folder: Path, scenario: str = "first_command/mortain") -> WargameApp:
    return WargameApp(scenario, seed=3, saves=folder / "s", config=folder / "c.yaml", cache=folder / "c")


async def band(pilot: Pilot[Any]) -> GuideBand:
    for _ in range(500):
        await pilot.pause(0.01)
        if isinstance(pilot.app.screen, TableScreen) and pilot.app.screen.is_mounted:
            await pilot.pause()
            return pilot.app.screen.query_one(GuideBand)
    raise AssertionError("no table")


def words(shown: GuideBand) -> str:
    return str(shown.render()) if shown.has_class("-shown") else ""


async def test_it_leads_from_step_to_step(tmp_path: Path) -> None:
    async with app_in(tmp_path).run_test(size=(80, 24)) as pilot:
        shown = await band(pilot)
        assert "1/11  You play both sides. The German begins." in words(shown)
        await pilot.press("enter")
        assert "2/11" in words(shown)
        await pilot.press("left", "w")
        assert "3/11" in words(shown)


async def test_a_step_that_opens_a_page_can_be_read_until_the_page_is_closed(tmp_path: Path) -> None:
    async with app_in(tmp_path, "tigers_in_the_mist/seventh_army").run_test(size=(140, 45)) as pilot:
        shown = await band(pilot)
        await pilot.press("n", "enter", "escape", "g")
        await pilot.pause(0.05)
        assert "3/13" in words(shown)
        assert "type bollendorf" in words(shown)
        await pilot.press(*"bollendorf", "enter")
        await pilot.pause(0.05)
        assert "4/13" in words(shown)


async def test_once_switched_off_it_comes_again_when_it_is_wanted_only(tmp_path: Path) -> None:
    async with app_in(tmp_path).run_test(size=(80, 24)) as pilot:
        shown = await band(pilot)
        await pilot.press("f12")
        await pilot.pause()
        assert not words(shown)
    assert read_settings(tmp_path / "c.yaml")[0].guided == "first_command"
    async with app_in(tmp_path).run_test(size=(80, 24)) as pilot:
        shown = await band(pilot)
        assert not words(shown)
        await pilot.press("f12")
        assert "1/11" in words(shown)


async def test_once_a_guide_is_over_those_of_other_titles_are_offered_in_a_line(tmp_path: Path) -> None:
    write_settings(tmp_path / "c.yaml", Settings(guided="first_command"))
    async with app_in(tmp_path, "tigers_in_the_mist/seventh_army").run_test(size=(80, 24)) as pilot:
        shown = await band(pilot)
        assert words(shown).startswith("New to Tigers in the Mist?")
        assert shown.size.height == 1
        await pilot.press("f12")
        assert "1/13" in words(shown)


async def test_the_offer_goes_once_something_was_played(tmp_path: Path) -> None:
    write_settings(tmp_path / "c.yaml", Settings(guided="tigers_in_the_mist"))
    async with app_in(tmp_path).run_test(size=(80, 24)) as pilot:
        shown = await band(pilot)
        assert "F12" in words(shown)
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        screen.session.apply("move 304 0602")
        screen.view.hints()
        await pilot.pause()
        assert not words(shown)


async def test_where_there_is_no_guide_f12_says_for_which_scenario_there_is(tmp_path: Path) -> None:
    async with app_in(tmp_path, "tigers_in_the_mist/fifth_panzer_army").run_test(size=(80, 24)) as pilot:
        shown = await band(pilot)
        await pilot.press("f12")
        await pilot.pause()
        assert not words(shown)
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        assert screen.view.bar.words.startswith("The guided first turn of Tigers in the Mist is in its scenario ")


async def test_against_the_program_it_says_who_plays_and_leads_only_who_begins(tmp_path: Path) -> None:
    async with app_in(tmp_path).run_test(size=(80, 24)) as pilot:
        shown = await band(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        await pilot.press("f12")
        screen.session.players.levels = {"American": "veteran"}
        await pilot.press("f12")
        assert "1/11  The program (veteran) plays American. The German begins." in words(shown)
        await pilot.press("f12")
        screen.session.players.levels = {"German": "recruit"}
        assert shown.toggle() == (
            "The guide is for the German turn, which the program plays here: Ctrl+O takes it back"
        )
        assert not words(shown)


async def test_it_ends_with_the_turn_that_it_leads_through(tmp_path: Path) -> None:
    """Also for who ends phases and tries nothing of what it says."""
    async with app_in(tmp_path).run_test(size=(80, 24)) as pilot:
        shown = await band(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        while screen.session.turn_of() == "German":
            assert words(shown)
            screen.playing.give("end")
            await pilot.pause()
        assert not words(shown)
        assert shown.toggle() == "The guide is for the German turn"


def test_whoever_goes_his_own_way_finds_the_guide_again_behind_what_had_to_happen() -> None:
    steps = [
        GuideStep(text="look", keys=("e",)), GuideStep(text="fight", events=("attacked",)),
        GuideStep(text="end", events=("turn",)),
    ]  # fmt: skip
    guided, game = Guided(steps), Game.new("first_command/mortain", 3)
    guided.follow(game, in_hand=False)
    while guided.at == 0:
        game.apply(choose(game))
        guided.follow(game, in_hand=False)
    assert "attacked" in {event.kind for event in game.entries[-1].events}
    assert guided.at == 2


def test_in_a_game_that_is_resumed_it_goes_on_where_the_game_has_come_to(tmp_path: Path) -> None:
    session = new_session("montys_gamble/basic", 3, {}, tmp_path)
    session.apply("bomb TwrVeghel")
    assert at_in(session) == 2
    while session.game.state.stack[-1].kind != "impulse":
        proposed = session.title.gestures.answer(session.state)
        session.apply_series(proposed.commands if proposed else [session.choices()[0].command])
    assert at_in(session) >= 10, "the landings are over"


async def test_f12_in_a_game_that_goes_on_begins_where_it_has_come_to(tmp_path: Path) -> None:
    async with app_in(tmp_path).run_test(size=(80, 24)) as pilot:
        shown = await band(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        screen.playing.give("end")
        await pilot.pause()
        reached = words(shown)
        assert reached
        assert "Guide 1/11" not in reached
        for wanted in ("", reached):
            await pilot.press("f12")
            await pilot.pause()
            assert words(shown) == wanted


def at_in(session: Session) -> int:
    guided = GuideBand(session, "")._guided
    assert guided is not None
    return guided.at
