"""Conduct in menus: at the table for the rest of the turn, by mail from the letter; what it would answer today."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.widgets import Input, OptionList

from tests.tui.test_mail import anna as anna
from tests.tui.test_mail import app_of, begun, box_of, mail_of, on, to_box, to_table
from tests.tui.test_mail import bert as bert
from tests.tui.test_table import at_table, notice, until
from tests.tui.test_two_players import OVER_THE_BRIDGE, bridges, passed
from wargame_tui.board.conduct import Order
from wargame_tui.core.game import Game
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.screens.ask import NameScreen
from wargame_tui.tui.screens.conduct import ConductScreen, places
from wargame_tui.tui.screens.pick import PickScreen
from wargame_tui.tui.screens.post import PostScreen

MakeApp = Callable[..., WargameApp]


def text_of(screen: ConductScreen, part: str) -> str:
    return str(screen.query_one(part).render())


def lines(screen: ConductScreen) -> list[str]:
    return [" ".join(str(option.prompt).split()) for option in screen.query_one(OptionList).options]


async def opened(pilot: Any) -> ConductScreen:
    await passed(pilot, "ctrl+a")
    await until(pilot, lambda: isinstance(pilot.app.screen, ConductScreen))
    screen: ConductScreen = pilot.app.screen
    await until(pilot, lambda: "Looking for" not in text_of(screen, "#conduct-today"))
    return screen


async def test_arrows_change_a_choice_which_holds_for_the_turn(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        screen = await opened(pilot)
        assert "Conduct of the Allied player" in text_of(screen, "#conduct-head"), "the German is on the move"
        assert lines(screen) == ["Bridges ◂ ask me ▸"]
        await pilot.press("right")
        assert lines(screen) == ["Bridges ◂ let everybody pass ▸"]
        assert "● let everybody pass" in text_of(screen, "#conduct-today")
        await pilot.press("left", "left")
        assert lines(screen) == ["Bridges ◂ blow every bridge ▸"], "round and round"
        await pilot.press("left", "escape")
        await until(pilot, lambda: app.screen is table)
        assert session.standing.of(session.game, "Allied") == (Order("bridges", "never"),)
        table.playing.give_series(OVER_THE_BRIDGE)
        await until(pilot, lambda: bridges(session) == [("Allied", "spare")])
        while table.sitting.dice.hidden:
            await pilot.press("space")
        assert "Standing answer of the Allied player: Let them pass" in notice(table)


async def test_a_question_in_hand_is_answered_at_once(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        table.playing.give_series(OVER_THE_BRIDGE)
        await passed(pilot, "a")
        await opened(pilot)
        await pilot.press("right", "escape")
        await until(pilot, lambda: app.screen is table and bridges(session) == [("Allied", "spare")])


async def test_what_was_not_changed_changes_nothing(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        await opened(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is table)
        assert not session.standing.holds(session.game)


async def test_an_exception_is_picked_on_the_map_by_name_or_typed(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        table, session = await at_table(pilot)
        table.view.map.go_to("3")
        screen = await opened(pilot)
        await pilot.press("right", "enter")
        await until(pilot, lambda: isinstance(app.screen, PickScreen))
        picks = [str(option.prompt) for option in app.screen.query_one(OptionList).options]
        assert picks[0].startswith("at ")
        assert picks[0].endswith("under the cursor")
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is screen)
        assert len(lines(screen)) == 2
        assert lines(screen)[1].endswith("◂ ask me ▸"), "the exception to an answer asks"
        await pilot.press("right", "right")
        assert lines(screen)[1].endswith("◂ blow every bridge ▸")
        await pilot.press("up", "enter")
        await until(pilot, lambda: isinstance(app.screen, PickScreen))
        await pilot.press("end", "enter")
        await until(pilot, lambda: isinstance(app.screen, NameScreen))
        app.screen.query_one(Input).value = "bridges never at Nowhere"
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is screen)
        assert "there is no place `Nowhere`" in text_of(screen, "#conduct-told")
        assert len(lines(screen)) == 2
        await pilot.press("down", "x")
        assert len(lines(screen)) == 1, "taken back"
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is table)
        assert session.standing.of(session.game, "Allied") == (Order("bridges", "never"),)


async def test_the_program_answers_whatever_would_be_asked() -> None:
    game = Game.new("first_command/mortain", 3)
    screen = ConductScreen(game, {"American": ()}, places(game), "for this turn", turns=False)
    given: list[Any] = []
    app: App[None] = App()
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(screen, given.append)
        await until(pilot, lambda: screen.is_mounted and len(lines(screen)) == 3)
        await pilot.press("right", "p")
        assert lines(screen)[0].endswith("always spend one ▸"), "what is ordered stays"
        assert all(line.endswith("as the program proposes ▸") for line in lines(screen)[1:])
        await pilot.press("escape")
        await until(pilot, lambda: given)
    said = [Order("defence-support", "always"), Order("retreats", "proposal"), Order("advances", "proposal")]
    assert given == [{"American": tuple(said)}]


async def test_tab_shows_the_other_side(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        screen = await opened(pilot)
        await pilot.press("tab", "right")
        assert "German" in text_of(screen, "#conduct-head")
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is table)
        assert session.standing.of(session.game, "German") == (Order("bridges", "never"),)
        assert session.standing.of(session.game, "Allied") == ()


async def test_a_player_against_the_program_has_his_own_conduct_alone(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        session.players.levels = {"German": "recruit"}
        assert list(table.answering._given()) == ["Allied"]


async def test_one_player_alone_is_told_that_nobody_asks(make_app: MakeApp) -> None:
    app = make_app("skirmish/alone")
    async with app.run_test(size=(140, 45)) as pilot:
        table, _ = await at_table(pilot)
        await pilot.press("ctrl+a")
        assert "nobody is asked in the other's turn" in notice(table)


@pytest.mark.usefixtures("skirmish")
async def test_by_mail_it_is_opened_from_the_letter_and_kept(anna: Path, bert: Path) -> None:
    begun(anna, bert, "trust")
    app = app_of(anna)
    async with app.run_test(size=(80, 24)) as pilot:
        table, _ = await to_table(pilot)
        await pilot.press("m")
        await on(pilot, PostScreen)
        await pilot.press("a")
        screen = await on(pilot, ConductScreen)
        assert "goes with your next letter" in text_of(screen, "#conduct-head")
        await pilot.press("right", "escape")
        await until(pilot, lambda: app.screen is table)
        assert mail_of(anna).conduct == (Order("bridges", "never"),)


@pytest.mark.usefixtures("skirmish")
async def test_it_is_changed_in_the_letter_box_too(anna: Path, bert: Path) -> None:
    begun(anna, bert, "trust")
    app = app_of(anna)
    async with app.run_test(size=(80, 24)) as pilot:
        await to_box(pilot)
        await pilot.press("l")
        await on(pilot, PostScreen)
        await pilot.press("a")
        await on(pilot, ConductScreen)
        await pilot.press("left", "escape")
        await until(pilot, lambda: mail_of(anna).conduct == (Order("bridges", "always"),))


@pytest.mark.usefixtures("skirmish")
async def test_by_mail_the_same_answer_for_the_turn_is_conduct(anna: Path, bert: Path) -> None:
    """It answers now, and goes with the letter; pressed where nothing is asked, it is taken back."""
    begun(anna, bert, "trust")
    box = box_of(anna)
    case = box.load(box.names()[0])
    for command in ("pick 3FJ", "go 3"):
        case.mail.apply(command)
    box_of(bert).receive(box.post(case), "")
    app = app_of(bert)
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await to_table(pilot)
        assert session.prompt.text == "Blow the bridge 2-3?"
        await pilot.press("asterisk")
        await on(pilot, PickScreen)
        await pilot.press("enter")
        await until(pilot, lambda: bool(mail_of(bert).conduct))
        (order,) = mail_of(bert).conduct
        assert order.topic == "bridges"
        assert order.where == {"turn": session.title.turn(session.state)}
        assert not session.deciding, "and the question is answered"
        post = await on(pilot, PostScreen)
        assert "orders" not in text_of(post, "#post-keys"), "conduct is the one way"
        entry = session.mail.letter().letters[-1]
        assert entry.conduct is not None
        assert entry.conduct[0].where == order.where
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is table)
        await pilot.press("asterisk")
        assert mail_of(bert).conduct == ()
        assert "you are asked again" in notice(table)
