"""Games by mail in the app: two players with a letter box each, who hand each other nothing but letters."""

import threading
from asyncio import Queue, create_task, gather
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from textual import events
from textual.content import Content
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from tests.mail.kit import twin
from tests.tui.test_table import at_table, notice, until
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core.game import Game
from wargame_tui.core.title import find_scenario
from wargame_tui.mail import armour, face_down
from wargame_tui.mail.box import Box
from wargame_tui.mail.correspondence import Correspondence
from wargame_tui.mail.letters import BadLetter, Mode
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.library import replayed_session
from wargame_tui.tui.mail_session import MailSession
from wargame_tui.tui.screens.ask import ConfirmScreen, NameScreen
from wargame_tui.tui.screens.chooser import ChooserScreen
from wargame_tui.tui.screens.film import FilmScreen
from wargame_tui.tui.screens.invite import InviteScreen
from wargame_tui.tui.screens.mail import MailGame, MailScreen
from wargame_tui.tui.screens.open_letter import LetterLine, OpenLetterScreen
from wargame_tui.tui.screens.orders import OrdersScreen
from wargame_tui.tui.screens.post import PostScreen
from wargame_tui.tui.screens.story import StoryScreen
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.settings import Settings, write_settings
from wargame_tui.tui.widgets.hint_bar import HintBar
from wargame_tui.tui.widgets.text import Words

TIGERS, SCENARIO = "tigers_in_the_mist/seventh_army", "skirmish/road"


def app_of(folder: Path) -> WargameApp:
    """The app of one player, who keeps everything in a folder of his own."""
    return WargameApp(saves=folder, config=folder / "settings.yaml", cache=folder.parent / "cache")


def box_of(folder: Path) -> Box:
    return Box(folder / "mail")


def mail_of(folder: Path) -> Correspondence:
    """The newest game in a player's box, as it lies on disk."""
    box = box_of(folder)
    return box.load(box.names()[0]).mail


def game_of(folder: Path) -> Game:
    game = mail_of(folder).game
    assert game is not None
    return game


def session_of(folder: Path, number: int = 0) -> MailSession:
    """A player at the table of a game in his box."""
    office = app_of(folder).post_office
    return MailSession(office, office.box.load(office.box.names()[number]))


def text_of(screen: Any, selector: str) -> str:
    return str(screen.query_one(selector, Words).render())


def is_whole(widget: Any) -> bool:
    """Whether nothing of a widget is cut by what it lies in, or by the terminal."""
    place = widget.screen.find_widget(widget)
    return bool(place.visible_region == place.region)


async def on(pilot: Pilot[Any], kind: type) -> Any:
    """The screen of a kind, once it is on top."""
    await until(pilot, lambda: isinstance(pilot.app.screen, kind) and pilot.app.screen.is_mounted)
    return pilot.app.screen


async def to_box(pilot: Pilot[Any]) -> MailScreen:
    """From the start of the app into the letter box."""
    await on(pilot, ChooserScreen)
    await pilot.press("m")
    screen: MailScreen = await on(pilot, MailScreen)
    await until(pilot, lambda: screen.query_one("#mail-list", OptionList).highlighted is not None or not screen._games)
    return screen


async def to_table(pilot: Pilot[Any]) -> tuple[TableScreen, MailSession]:
    """From the start of the app to the table of the first game in the letter box."""
    await to_box(pilot)
    await pilot.press("enter")
    table, session = await at_table(pilot)
    assert isinstance(session, MailSession)
    return table, session


async def row_of(pilot: Pilot[Any], box: MailScreen) -> str:
    """What the list says of the first game."""
    listed = box.query_one("#mail-list", OptionList)
    await until(pilot, lambda: listed.highlighted is not None)
    return str(listed.get_option_at_index(0).prompt)


async def paste(pilot: Pilot[Any], text: str) -> None:
    """What a terminal does with a block of text that is pasted."""
    await on(pilot, OpenLetterScreen)
    assert pilot.app.focused is not None
    pilot.app.post_message(events.Paste(text))
    await pilot.pause()


def begun(anna: Path, bert: Path, mode: Mode, scenario: str = SCENARIO, options: dict[str, str] | None = None) -> None:
    """A game that Anna has offered and Bert accepted, in both boxes; Anna begins."""
    case = box_of(anna).invite(Correspondence.invite(scenario, "German", "Anna", mode, options or {}))
    case, _ = box_of(bert).receive(case.outgoing, "Bert")
    box_of(anna).receive(case.outgoing, "")


@pytest.fixture
def anna(tmp_path: Path) -> Path:
    return player(tmp_path / "anna")


@pytest.fixture
def bert(tmp_path: Path) -> Path:
    return player(tmp_path / "bert")


def player(folder: Path) -> Path:
    """A player with a folder for letters; he has all dice shown at once."""
    write_settings(folder / "settings.yaml", Settings(battles="at once", letters=str(folder / "post")))
    return folder


async def sits_down(folder: Path, inbox: Queue[str], outbox: Queue[str], lot: RandomPlayer, most: int) -> None:
    """A player who opens letters, sees films, decides and writes, up to so many letters or to the end of the game."""
    app = app_of(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await to_box(pilot)
        for number in range(most):
            if number or not mail_of(folder).my_turn:
                await open_letter(pilot, await inbox.get())
            else:
                await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, TableScreen | PostScreen))
            session = app.session
            assert isinstance(session, MailSession)
            if session.mail.settled:
                return
            outbox.put_nowait(await write(pilot, session, lot))
            if session.mail.settled:
                return


async def open_letter(pilot: Pilot[Any], letter: str) -> None:
    """Open a letter in the letter box or at the table, and see its film."""
    app = pilot.app
    assert isinstance(app, WargameApp)
    if app.session is not None:
        await pilot.press("m")
        await on(pilot, PostScreen)
    before = app.session
    await pilot.press("o")
    await paste(pilot, letter)
    await until(
        pilot, lambda: app.session is not before and isinstance(app.screen, TableScreen | PostScreen | FilmScreen)
    )
    if isinstance(app.screen, FilmScreen):
        await pilot.press("right", "left", "end")


async def write(pilot: Pilot[Any], session: MailSession, lot: RandomPlayer) -> str:
    """Make all decisions and send the letter; its text."""
    table = next(screen for screen in pilot.app.screen_stack if isinstance(screen, TableScreen))
    table.playing.give_series(decisions(session.mail, lot))
    if session.deciding:  # In batches more could be declared: nobody is urged.
        await pilot.press("m")
    post = await on(pilot, PostScreen)
    assert "Subject" in text_of(post, "#post-head")
    folder = session.office.folder
    before = {*folder.glob("*")}
    await pilot.press("w")
    (path,) = {*folder.glob("*")} - before
    assert "Written" in text_of(post, "#post-told")
    await pilot.press("escape")
    if session.game.over is not None:
        await on(pilot, StoryScreen)
        await pilot.press("escape")
    await until(pilot, lambda: pilot.app.screen is table)
    assert session.choices() == []
    assert not session.mail.my_turn
    return path.read_text()


async def both_play(anna: Path, bert: Path, most: int) -> None:
    """Two apps at the same time, between which only letters go."""
    to_anna: Queue[str] = Queue()
    to_bert: Queue[str] = Queue()
    await gather(
        create_task(sits_down(anna, to_anna, to_bert, RandomPlayer(1), most)),
        create_task(sits_down(bert, to_bert, to_anna, RandomPlayer(2), most)),
    )


def decisions(mail: Correspondence, lot: RandomPlayer) -> list[str]:
    """What a player who decides at random does until his letter is ready, tried on a copy."""
    ahead, given = twin(mail), []
    while not ahead.ready:
        command = lot.choose(ahead.table.legal())
        ahead.apply(command)
        given.append(command.notation())
    return given


# Whole games


@pytest.mark.parametrize("mode", ["trust", "sealed"])
async def test_a_game_goes_to_and_fro_through_two_apps(mode: Mode, anna: Path, bert: Path) -> None:
    begun(anna, bert, mode, TIGERS)
    await both_play(anna, bert, 2)
    mine, yours = game_of(anna), game_of(bert)
    assert len(mail_of(bert).letters) == 4
    assert mine.lines() == yours.lines()[: mine.seq]


@pytest.mark.usefixtures("skirmish")
@pytest.mark.parametrize("mode", ["sealed", "batch"])
async def test_a_game_is_played_to_its_end(mode: Mode, anna: Path, bert: Path) -> None:
    begun(anna, bert, mode)
    await both_play(anna, bert, 40)
    assert mail_of(anna).settled
    assert mail_of(bert).settled
    assert game_of(anna).lines() == game_of(bert).lines()


# One letter after the other


@pytest.mark.usefixtures("skirmish")
async def test_an_invitation_is_written_and_answered(anna: Path, bert: Path) -> None:
    app = app_of(anna)
    async with app.run_test(size=(80, 24)) as pilot:
        await to_box(pilot)
        await pilot.press("n")
        form = await on(pilot, InviteScreen)
        await pilot.press("down", "right", "down", "left")
        assert "dice, known to both" in text_of(form, "#invite-about")
        await pilot.press("i")
        await on(pilot, NameScreen)
        await pilot.press(*"Anna", "enter")
        post = await on(pilot, PostScreen)
        assert "an invitation from Anna" in text_of(post, "#post-head")
        await pilot.press("c")
        letter = app.clipboard
        assert app.settings.name == "Anna"
        assert mail_of(anna).invitation.mode == "trust"
        assert mail_of(anna).side == "Allied"
    app = app_of(bert)
    async with app.run_test(size=(80, 24)) as pilot:
        await to_box(pilot)
        await pilot.press("o")
        await paste(pilot, f"Hello Bert!\n\n{letter}\nAnna")
        question = await on(pilot, ConfirmScreen)
        terms = str(question.query(Words).first().render())
        for term in ("The road to Spa", "Anna, who plays Allied", "German", "trust", "looking ahead at the dice"):
            assert term in terms
        assert box_of(bert).names() == []
        await pilot.press("y")
        await on(pilot, NameScreen)
        await pilot.press(*"Bert", "enter")
        await on(pilot, PostScreen)
        await pilot.press("c")
        answer = app.clipboard
    app = app_of(anna)
    async with app.run_test(size=(80, 24)) as pilot:
        box = await to_box(pilot)
        row = await row_of(pilot, box)
        assert "not answered yet" in row
        assert "no opponent yet" in row
        await pilot.press("o")
        await paste(pilot, answer)
        await on(pilot, PostScreen)  # The Germans begin: there is nothing to decide.
        session = app.session
        assert isinstance(session, MailSession)
        assert not session.deciding
        assert "Your letter is ready" in session.prompt.text


@pytest.mark.usefixtures("skirmish")
async def test_a_question_in_the_middle_of_a_turn_goes_to_and_fro(anna: Path, bert: Path) -> None:
    begun(anna, bert, "sealed")
    app = app_of(anna)
    async with app.run_test(size=(140, 45)) as pilot:
        table, _ = await to_table(pilot)
        table.playing.give_series(["pick 3FJ", "go 3"])
        post = await on(pilot, PostScreen)
        assert "Asks     Blow the bridge 2-3?" in text_of(post, "#post-head")
        await pilot.press("c")
        letter = app.clipboard
    app = app_of(bert)
    async with app.run_test(size=(140, 45)) as pilot:
        await to_box(pilot)
        await pilot.press("o")
        await paste(pilot, letter)
        film = await on(pilot, FilmScreen)
        assert "Move 3FJ" in text_of(film, "#film-told")
        await pilot.press("right", "right")
        table, session = await at_table(pilot)
        assert session.prompt.text == "Blow the bridge 2-3?"
        table.playing.give("blow 2-3")
        declared = "Declared, rolled when Anna opens your letter: Blow the bridge."
        assert declared in session.prompt.text
        assert session.choices() == []
        assert mail_of(bert).pending == ["blow 2-3"]
        await on(pilot, PostScreen)
        await pilot.press("escape", "u")
        await until(pilot, lambda: session.deciding)
        assert mail_of(bert).pending == []
        table.playing.give("blow 2-3")
        await on(pilot, PostScreen)
        await pilot.press("c", "escape", "u")
        assert "the letter is sent" in notice(table)
        assert declared in session.prompt.text
        assert "You are waiting for a letter from Anna" in session.prompt.text
        letter = app.clipboard
    app = app_of(anna)
    async with app.run_test(size=(140, 45)) as pilot:
        table, before = await to_table(pilot)
        assert not before.deciding
        await pilot.press("m")
        await on(pilot, PostScreen)
        await pilot.press("o")
        await paste(pilot, letter)
        film = await on(pilot, FilmScreen)
        told = text_of(film, "#film-told")
        assert "Blow the bridge" in told
        assert "The bridge is" in told
        assert "seed" not in told
        await pilot.press("end")
        table, session = await at_table(pilot)
        assert session is not before
        assert session.deciding
        assert session.title.sides[0] == session.side


@pytest.mark.usefixtures("skirmish")
async def test_while_waiting_nothing_can_be_done_but_looking(anna: Path, bert: Path) -> None:
    begun(anna, bert, "trust")
    app = app_of(anna)
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await to_table(pilot)
        table.playing.give_series(["pick 12SS", "go 2", "end"])
        await on(pilot, PostScreen)
        await pilot.press("c", "escape")
        await until(pilot, lambda: app.screen is table)
        table.playing.give("end")
        assert "you are waiting for a letter" in notice(table)
        await pilot.press("left_square_bracket")
        assert session.viewed == 2
        await pilot.press("P")
        assert "no branches" in notice(table)
        await pilot.press("escape", "ctrl+s")
        await on(pilot, NameScreen)
        await pilot.press("x", "enter")
        assert "your letter box" in notice(table)
        await pilot.press("q")
        box = await on(pilot, MailScreen)
        assert "Bert writes next" in await row_of(pilot, box)


@pytest.mark.usefixtures("skirmish")
async def test_every_command_is_in_the_box_at_once(anna: Path, bert: Path) -> None:
    begun(anna, bert, "sealed")
    app = app_of(anna)
    async with app.run_test(size=(80, 24)) as pilot:
        table, session = await to_table(pilot)
        for number, command in enumerate(("pick 12SS", "go 2")):
            table.playing.give(command)
            assert game_of(anna).entries[-1].text == command
            assert session.newest == number + 2  # the dice have been sealed first
        await pilot.press("u")
        assert game_of(anna).entries[-1].text == "pick 12SS"


# Standing orders


@pytest.mark.usefixtures("skirmish")
async def test_standing_orders_are_given_and_answer(anna: Path, bert: Path) -> None:
    begun(anna, bert, "trust")
    app = app_of(bert)
    async with app.run_test(size=(80, 24)) as pilot:
        await to_box(pilot)
        await pilot.press("l")
        await on(pilot, PostScreen)
        assert mail_of(bert).orders == []
        await pilot.press("escape")
    app = app_of(anna)
    async with app.run_test(size=(80, 24)) as pilot:
        table, _ = await to_table(pilot)
        await pilot.press("m")
        await on(pilot, PostScreen)
        await pilot.press("s")
        orders = await on(pilot, OrdersScreen)
        await pilot.press("a")
        await on(pilot, NameScreen)
        await pilot.press("home", *"nonsense ")
        await pilot.press("enter")
        await on(pilot, OrdersScreen)
        assert "is no standing order" in text_of(orders, "#orders-told")
        orders._written("reaction: spare")
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is table)
        assert [order.text for order in mail_of(anna).orders] == ["reaction: spare"]
        await pilot.press("m", "s")
        orders = await on(pilot, OrdersScreen)
        await pilot.press("e")
        assert "travel locked in your letters" in text_of(orders, "#orders-told")
        assert orders._mail.orders[0].enclosed
        await pilot.press("e", "enter", "escape")
        await until(pilot, lambda: app.screen is table)
        assert mail_of(anna).orders == []


@pytest.mark.usefixtures("skirmish")
async def test_what_orders_answered_is_told(anna: Path, bert: Path) -> None:
    begun(anna, bert, "trust")
    case = box_of(anna).load(box_of(anna).names()[0])
    for command in ("pick 3FJ", "go 3"):
        case.mail.apply(command)
    letter = box_of(anna).post(case)
    # The game begins with the first letter: only then are there orders to be given.
    case, _ = box_of(bert).receive(letter, "")
    case.answered = ["spare"]
    session = MailSession(app_of(bert).post_office, case, 0)
    app = app_of(bert)
    async with app.run_test(size=(80, 24)) as pilot:
        await on(pilot, ChooserScreen)
        app._mail_chosen(MailGame(session.case, None))
        await at_table(pilot)
        assert "spare" in " ".join(note.message for note in app._notifications)
        assert case.answered == []


async def test_what_enclosing_means_leaves_room_for_the_keys(anna: Path, bert: Path) -> None:
    begun(anna, bert, "trust", TIGERS)
    async with app_of(anna).run_test(size=(80, 24)) as pilot:
        await to_table(pilot)
        await pilot.press("m", "s")
        orders = await on(pilot, OrdersScreen)
        await pilot.press("e")
        assert "Enter gives it" in text_of(orders, "#orders-told")
        await pilot.press("enter", "e")
        await pilot.pause()
        assert "travel locked in your letters" in text_of(orders, "#orders-told")
        assert all(is_whole(words) for words in orders.query(Words))
        row = str(orders.query_one(OptionList).get_option_at_index(1).prompt)
        assert row.count("enclosed") == 1
        assert "demolition: blow *" in row


@pytest.mark.usefixtures("skirmish")
async def test_who_got_the_last_letter_of_a_game_has_nothing_to_send(anna: Path, bert: Path) -> None:
    begun(anna, bert, "trust")
    lot, writer, reader = RandomPlayer(1), anna, bert
    while not (mail_of(writer).game and game_of(writer).over):
        case = box_of(writer).load(box_of(writer).names()[0])
        for command in decisions(case.mail, lot):
            case.mail.apply(command)
        box_of(reader).receive(box_of(writer).post(case), "")
        writer, reader = reader, writer
    assert mail_of(writer).settled
    for folder, told in ((writer, "This is the last letter that you wrote."), (reader, "send it, and send it again")):
        async with app_of(folder).run_test(size=(80, 24)) as pilot:
            await to_box(pilot)
            await pilot.press("l")
            post = await on(pilot, PostScreen)
            assert told in text_of(post, "#post-head")
            assert "orders" not in text_of(post, "#post-keys")


# What must not be seen


def test_a_veiled_bid_is_not_seen(anna: Path, bert: Path) -> None:
    begun(anna, bert, "sealed", "montys_gamble/basic", {"bidding": "on"})
    mine = session_of(anna)
    mine.apply("bid Allied 17")
    assert "Veiled until the other decision is made" in mine.prompt.text
    assert not mine.deciding
    assert mine.undo() == "bid Allied 17"
    assert mine.deciding
    mine.apply("bid Allied 17")
    letter = box_of(anna).post(mine.case)
    case, start = box_of(bert).receive(letter, "")
    yours = MailSession(app_of(bert).post_office, case, start)
    assert yours.film.news() is None
    assert yours.newest == 1  # no line for what stands in
    assert len(yours.choices()) == 200
    assert "Second player" in yours.prompt.text
    yours.apply("bid Allied 5")
    assert "To be shown together with the other decision" in yours.prompt.text
    assert not yours.deciding
    yours.undo()
    yours.apply("bid Allied 4")
    letter = box_of(bert).post(yours.case)
    case, start = box_of(anna).receive(letter, "")
    mine = MailSession(app_of(anna).post_office, case, start)
    assert [entry.text for entry in mine.game.entries if entry.text.startswith("bid")] == [
        "bid Allied 17",
        "bid Allied 4",
    ]


@pytest.mark.usefixtures("skirmish")
def test_events_that_are_secret_to_a_player_are_not_told_him(
    anna: Path, bert: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(anna, bert, "trust")
    session = session_of(anna)
    session.apply("pick 3FJ")
    session.apply("go 1")
    told = session.game.entries[-1].events
    monkeypatch.setattr(
        type(session.title), "event_for", lambda title, event, side: None if side == "German" else event
    )
    assert session.seen(told) == []
    session.viewer = "Allied"
    assert session.seen(told) == list(told)


# On a small terminal


@pytest.mark.usefixtures("skirmish")
async def test_the_letter_box_says_first_whose_move_it_is_and_names_all_keys(anna: Path, bert: Path) -> None:
    box_of(anna).invite(Correspondence.invite(SCENARIO, "German", "Anna", "sealed", {}))
    begun(anna, bert, "sealed")
    async with app_of(anna).run_test(size=(80, 24)) as pilot:
        box = await to_box(pilot)
        assert text_of(box, "#mail-about").startswith("You have to decide")
        for key, at in (("home", "Enter table"), ("down", "Enter letter")):
            await pilot.press(key)
            hints = box.query_one(HintBar).words
            assert all(key in hints for key in (at, "n invite", "o open", "l letter", "v verify", "Tab", "Esc"))


@pytest.mark.usefixtures("skirmish")
async def test_a_letter_that_is_sent_leaves_room_for_the_keys(anna: Path, bert: Path) -> None:
    begun(anna, bert, "sealed")
    async with app_of(anna).run_test(size=(80, 24)) as pilot:
        table, _ = await to_table(pilot)
        table.playing.give_series(["pick 3FJ", "go 3"])
        post = await on(pilot, PostScreen)
        assert "until then Esc, then u undoes" in text_of(post, "#post-head")
        await pilot.press("w")
        await pilot.pause()
        assert "send it, and send it again if it is lost" in text_of(post, "#post-head")
        keys = post.query_one("#post-keys")
        assert keys.region.height == 1
        assert all(is_whole(words) for words in post.query(Words) if words.id != "post-text")


@pytest.mark.usefixtures("skirmish")
async def test_nothing_is_offered_to_be_taken_back_where_nothing_was_decided(anna: Path, bert: Path) -> None:
    invited = box_of(anna).invite(Correspondence.invite(SCENARIO, "Allied", "Anna", "sealed", {}))
    case, _ = box_of(bert).receive(invited.outgoing, "Bert")
    case, start = box_of(anna).receive(case.outgoing, "")
    session = MailSession(app_of(anna).post_office, case, start)
    assert session.prompt.text == "Your letter is ready: m sends it."
    async with app_of(anna).run_test(size=(80, 24)) as pilot:
        await to_box(pilot)
        await pilot.press("l")
        assert "nothing of yours can be undone" in text_of(await on(pilot, PostScreen), "#post-head")


async def test_what_lies_face_down_is_told_to_both_before_they_agree(anna: Path, bert: Path) -> None:
    scenario = "liberty_roads/cobra"
    options = find_scenario(scenario)[1].options
    async with app_of(anna).run_test(size=(80, 24)) as pilot:
        await to_box(pilot)
        await pilot.press("n")
        form = await on(pilot, InviteScreen)
        form._picked(scenario)
        await pilot.pause()
        assert face_down.PROMISE in text_of(form, "#invite-about")
        assert all(is_whole(words) for words in form.query(Words))
    chosen = {option.name: "on" for option in options}
    letter = box_of(anna).invite(Correspondence.invite(scenario, "Allied", "Anna", "sealed", chosen)).outgoing
    async with app_of(bert).run_test(size=(80, 24)) as pilot:
        await to_box(pilot)
        await pilot.press("o")
        await paste(pilot, letter)
        question = await on(pilot, ConfirmScreen)
        await pilot.pause()
        terms = str(question.query(Words).first().render())
        assert face_down.PROMISE in terms
        assert all(f"{option.words} ({option.rule})" in terms for option in options)
        assert all(is_whole(words) for words in question.query(Words))


# Declared, not rolled


def test_what_is_declared_does_not_bring_back_a_battle_that_was_over(anna: Path, bert: Path) -> None:
    case = box_of(anna).invite(Correspondence.invite("montys_gamble/basic", "Allied", "Anna", "sealed", {}))
    answered, _ = box_of(bert).receive(case.outgoing, "Bert")
    box_of(anna).receive(answered.outgoing, "")
    mine = session_of(anna)
    mine.apply("bomb TwrVeghel")
    reply, _ = box_of(bert).receive(box_of(anna).post(mine.case), "")
    mine = MailSession(mine.office, *box_of(anna).receive(box_of(bert).post(reply), ""))
    while mine.state.stack[-1].kind == "roll":
        mine.apply("keep")
    battle = mine.battle()
    assert battle is not None
    assert battle.finished
    mine.apply("bomb TwrGrave")
    assert mine.mail.pending
    assert mine.battle() is None
    box_of(anna).post(mine.case)
    assert mine.battle() is None


@pytest.mark.usefixtures("skirmish")
def test_in_batches_the_question_that_stays_is_an_offer(anna: Path, bert: Path) -> None:
    begun(anna, bert, "batch")
    mine = session_of(anna)
    mine.apply_series(["pick 3FJ", "go 3"])
    case, start = box_of(bert).receive(box_of(anna).post(mine.case), "")
    yours = MailSession(app_of(bert).post_office, case, start)
    yours.apply("blow 2-3")
    assert yours.deciding
    assert "Your letter is ready: m sends it, u takes back. Or declare more: Blow the bridge" in yours.prompt.text


# What goes wrong


@pytest.mark.usefixtures("skirmish")
async def test_an_invitation_that_cannot_be_accepted_asks_nothing(anna: Path, bert: Path) -> None:
    invited = box_of(anna).invite(Correspondence.invite(SCENARIO, "German", "Anna", "trust", {}))
    box_of(bert).receive(invited.outgoing, "Bert")
    mail = Correspondence.invite(SCENARIO, "German", "Anna", "trust", {})
    other = armour.sealed(mail.invitation.model_copy(update={"rules_version": "old"}))
    async with app_of(bert).run_test(size=(80, 24)) as pilot:
        await to_box(pilot)
        await pilot.press("o")
        screen = await on(pilot, OpenLetterScreen)
        for letter, told in ((invited.outgoing, "in your box already"), (other, "version old of the rules")):
            await paste(pilot, letter)
            await until(pilot, lambda told=told: told in text_of(screen, "#open-told"))  # type: ignore[misc]
            assert pilot.app.screen is screen


@pytest.mark.usefixtures("skirmish")
async def test_what_is_wrong_with_a_letter_is_said_and_changes_nothing(anna: Path, bert: Path) -> None:
    begun(anna, bert, "trust")
    other = box_of(anna).invite(Correspondence.invite(SCENARIO, "German", "Anna", "trust", {})).outgoing
    mine = session_of(anna, 1)
    for command in ("pick 12SS", "go 2", "end"):
        mine.apply(command)
    letter = box_of(anna).post(mine.case)
    before = {path: path.read_bytes() for path in box_of(bert).folder.iterdir()}
    app = app_of(bert)
    async with app.run_test(size=(80, 24)) as pilot:
        await to_box(pilot)
        await pilot.press("o")
        screen = await on(pilot, OpenLetterScreen)

        async def refused(text: str, *words: str) -> None:
            await paste(pilot, text)
            await until(pilot, lambda: all(word in text_of(screen, "#open-told") for word in words))
            assert "Nothing has been changed" in text_of(screen, "#open-told")

        await refused("Dear Bert,\nI resign.", "no letter", "there is no line")
        await refused(letter.replace("Checksum: ", "Checksum: 0"), "damaged", "have it sent again")
        await refused(letter[: len(letter) // 2], "damaged", "breaks off")
        await pilot.press(*"nowhere.letter", "enter")
        await until(pilot, lambda: "No such file" in text_of(screen, "#open-told"))
        assert {path: path.read_bytes() for path in box_of(bert).folder.iterdir()} == before
        # line by line, as a terminal without bracketed paste does it
        line = screen.query_one(LetterLine)
        for row in ("> " + letter.strip().replace("\n", "\n> ")).splitlines():
            line.value = row
            await pilot.press("enter")
        await on(pilot, FilmScreen)
        await pilot.press("end")
        table, _ = await at_table(pilot)
        await pilot.press("m", "o")
        screen = await on(pilot, OpenLetterScreen)
        await refused(letter, "already read")
        await refused(other, "foreign game", "letter box")
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is table)


async def test_what_comes_when_the_player_has_left_does_no_harm(anna: Path) -> None:
    app = app_of(anna)
    async with app.run_test(size=(80, 24)) as pilot:
        box = await to_box(pilot)
        await pilot.press("o")
        opening = await on(pilot, OpenLetterScreen)
        await pilot.press("escape", "escape")
        await on(pilot, ChooserScreen)
        await until(pilot, lambda: not box.is_attached and not opening.is_attached)
        opening._refuse("It is no letter.")
        box._fill([], None, aside=False)
        box._verified("game", Content("It holds."))


async def test_nobody_leaves_while_a_letter_is_taken_in(anna: Path) -> None:
    app, closed = app_of(anna), threading.Event()

    def slowly(self: OpenLetterScreen, text: str) -> Any:
        closed.wait(10)
        raise BadLetter("no letter", "it is none")

    with patch.object(OpenLetterScreen, "_opened", slowly):
        async with app.run_test(size=(80, 24)) as pilot:
            await to_box(pilot)
            await pilot.press("o")
            opening = await on(pilot, OpenLetterScreen)
            opening._receive("a letter")
            await pilot.press("escape")
            await pilot.pause(0.1)
            assert app.screen is opening
            closed.set()
            await until(pilot, lambda: not any(worker.is_running for worker in app.workers))
            await pilot.press("escape")
            await until(pilot, lambda: app.screen is not opening)


@pytest.mark.usefixtures("skirmish")
async def test_a_disk_that_takes_nothing_loses_nothing(anna: Path, bert: Path) -> None:
    begun(anna, bert, "trust")
    app = app_of(anna)
    async with app.run_test(size=(80, 24)) as pilot:
        table, session = await to_table(pilot)
        with patch("os.write", side_effect=OSError(28, "No space left")):
            table.playing.give_series(["pick 12SS", "go 2", "end"])
            await until(pilot, lambda: app._notifications)
            assert "the disk is full" in (session.trouble or "")
            assert "once there is room" in " ".join(note.message for note in app._notifications)
            post = await on(pilot, PostScreen)
            await pilot.press("w")
            assert "the disk is full" in text_of(post, "#post-told")
        (anna / "file").write_text("")
        app.post_office.remember(folder=str(anna / "file"))
        await pilot.press("w")
        assert "choose another folder" in text_of(post, "#post-told")
        await pilot.press("f")
        await on(pilot, NameScreen)
        app.screen.query_one(Input).value = str(anna / "elsewhere")
        await pilot.press("enter")
        await on(pilot, PostScreen)
        await pilot.press("w")
        assert "Written" in text_of(post, "#post-told")
        (path,) = (anna / "elsewhere").glob("*.letter")
        assert armour.opened(path.read_text()).kind == "letter"
        assert len(mail_of(anna).letters) == 1


@pytest.mark.usefixtures("skirmish")
async def test_the_box_lists_damaged_games_and_verifies(anna: Path, bert: Path) -> None:
    begun(anna, bert, "trust")
    mine = session_of(anna)
    mine.apply("end")
    box_of(anna).post(mine.case)
    (box_of(anna).folder / "broken.mailgame").write_text("{")
    app = app_of(anna)
    async with app.run_test(size=(140, 45)) as pilot:
        box = await to_box(pilot)
        assert "broken" in await row_of(pilot, box)
        await pilot.press("enter")
        assert "broken cannot be opened" in notice(box)
        await pilot.press("down", "v")
        await until(pilot, lambda: "Every command was legal" in text_of(box, "#mail-about"))
        await pilot.press("escape")
        await on(pilot, ChooserScreen)


@pytest.mark.usefixtures("skirmish")
async def test_the_letter_box_stays_open_from_visit_to_visit(anna: Path, bert: Path) -> None:
    begun(anna, bert, "trust")
    async with app_of(anna).run_test(size=(140, 45)) as pilot:
        box = (await to_box(pilot))._office.box
        await pilot.press("escape")
        assert (await to_box(pilot))._office.box is box
        await pilot.press("enter")
        _, session = await at_table(pilot)
        assert isinstance(session, MailSession)
        assert session.office.box is box


@pytest.mark.usefixtures("skirmish")
async def test_a_player_is_told_of_a_space_what_his_side_may_know(
    anna: Path, bert: Path, skirmish: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(anna, bert, "trust")
    asked: list[str | None] = []
    sheet = type(skirmish).space_sheet

    def told(title: Any, state: Any, space: str, side: str | None = None) -> Any:
        asked.append(side)
        return sheet(title, state, space)

    monkeypatch.setattr(type(skirmish), "space_sheet", told)
    async with app_of(anna).run_test(size=(140, 45)) as pilot:
        await to_table(pilot)
    assert set(asked) == {"German"}


@pytest.mark.usefixtures("skirmish")
def test_a_game_of_the_letter_box_is_replayed_through_its_player_s_eyes(anna: Path, bert: Path) -> None:
    begun(anna, bert, "trust")
    session = session_of(anna)
    session.apply_series(["pick 12SS", "go 2", "end"])
    session.office.box.post(session.case)
    box_of(bert).receive(session.case.outgoing, "")
    for folder, side in ((anna, "German"), (bert, "Allied")):
        replayed, _ = replayed_session(box_of(folder).names()[0], None, folder)
        assert replayed.viewer == side


@pytest.mark.usefixtures("skirmish")
def test_a_note_in_a_game_by_mail_is_kept_and_goes_where_the_game_goes(anna: Path, bert: Path) -> None:
    begun(anna, bert, "trust")
    session, box = session_of(anna), box_of(anna)
    session.note("He will come by Clervaux.")
    assert [note.text for note in session_of(anna).notes.told.values()] == ["He will come by Clervaux."]
    name = box.rename(session.name, "the long game")
    assert [note.text for note in session_of(anna).notes.told.values()] == ["He will come by Clervaux."]
    assert {path.stem for path in box.folder.iterdir() if path.is_file()} == {name}
    box.delete(name)
    assert not [path for path in box.folder.iterdir() if path.is_file()]
