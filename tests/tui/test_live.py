"""A live game at the table of one player: the lobby, the other's moves as they come, cuts, talk, consent."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from tests.live.kit import connected, decide, guest, host, offered, until
from tests.tui.test_table import notice
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core.disk import CannotSave
from wargame_tui.live.code import parsed
from wargame_tui.live.door import door_of
from wargame_tui.live.line import Live, Watcher, over_tcp
from wargame_tui.live.meeting import hosting, joining, joining_again, taken_up
from wargame_tui.live.watching import Watching
from wargame_tui.live.way_back import way_of
from wargame_tui.mail.box import Box
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.live_session import LiveSession, WatchSession
from wargame_tui.tui.screens import meet
from wargame_tui.tui.screens.ask import ConfirmScreen, NameScreen
from wargame_tui.tui.screens.chooser import ChooserScreen
from wargame_tui.tui.screens.lobby import LobbyScreen
from wargame_tui.tui.screens.meet import AGAIN, HERE, HostScreen, JoinScreen
from wargame_tui.tui.screens.pick import PickScreen
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.screens.talk import TalkScreen
from wargame_tui.tui.settings import Settings, write_settings
from wargame_tui.tui.widgets.text import Words


@dataclass
class Met:
    """A host at his table, and a guest without one."""

    app: WargameApp
    pilot: Pilot[int | Exception]
    other: Live
    port: int

    @property
    def table(self) -> TableScreen:
        """The host's table."""
        found = next(screen for screen in self.app.screen_stack if isinstance(screen, TableScreen))
        assert isinstance(found.session, LiveSession)
        return found

    @property
    def session(self) -> LiveSession:
        """His session."""
        found = self.table.session
        assert isinstance(found, LiveSession)
        return found

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait, with the table alive."""
        await until(holds)
        await self.pilot.pause()


@asynccontextmanager
async def met(folder: Path, side: str = "German") -> AsyncIterator[Met]:
    """A host and a guest who have met."""
    exchange = offered(folder / "host" / "mail", side=side)
    meeting = hosting(exchange, "127.0.0.1", 0)
    config = folder / "settings.json"
    app = WargameApp(meeting=meeting, saves=folder / "host", config=config, cache=folder / "cache")
    other = guest(folder / "guest")
    async with app.run_test(size=(120, 40)) as pilot:
        line = meeting.line
        assert isinstance(line, Live)
        await until(lambda: line._server is not None)
        assert isinstance(app.screen, LobbyScreen)
        assert line._server is not None
        port = line._server.sockets[0].getsockname()[1]
        code = next(value for name, value in meeting.told if name == "Code to play")
        coming = asyncio.create_task(other.join(over_tcp("127.0.0.1", port), parsed(code)))
        try:
            await until(lambda: isinstance(app.screen, TableScreen))
            await pilot.pause()
            yield Met(app, pilot, other, port)
        finally:
            coming.cancel()
            with suppress(asyncio.CancelledError):
                await coming
            other.close()


async def test_who_goes_on_with_a_game_has_its_codes_to_read_out(tmp_path: Path) -> None:
    """The lobby stands until the other player is there, or Enter; at the table the page of talk has the codes."""
    async with met(tmp_path) as two:
        name = two.session.exchange.case.name
        two.session.line.close()
    meeting = hosting(taken_up(Box.beside(tmp_path / "host"), name), "127.0.0.1", 0)
    app = WargameApp(meeting=meeting, saves=tmp_path / "host", config=tmp_path / "c.json", cache=tmp_path / "cache")
    code = next(value for name, value in meeting.told if name == "Code to play")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(1.2)
        assert isinstance(app.screen, LobbyScreen)
        assert any(code in str(words.content) for words in app.screen.query(Words))
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, TableScreen))
        await pilot.pause()
        await pilot.press("m")
        await until(lambda: isinstance(app.screen, TalkScreen))
        assert any(code in str(words.content) for words in app.screen.query(Words))


async def test_the_table_follows_the_other_and_says_how_the_line_stands(tmp_path: Path) -> None:
    async with met(tmp_path) as two:
        assert two.session.deciding
        assert two.session.standing_words == ""
        two.session.apply("end")
        two.session.apply("end")
        await two.until(lambda: two.other.exchange is not None and two.other.exchange.mail.may_decide)
        two.session.take_over()
        assert not two.session.deciding
        assert two.session.standing_words.startswith("Connected. Bert (American) decides")
        before = two.session.newest
        decide(two.other, RandomPlayer(1))
        await two.until(lambda: two.session.newest > before)
        assert two.session.game.entries[-1].side == "American"
        assert two.session.exchange.preview is two.session.game, "shown before the letter"
        assert two.other._line is not None
        two.other._line.cut()
        # It may be back before the table has settled.
        await until(lambda: "cut" in two.session.standing_words)
        await two.until(lambda: two.session.line.connected)
        assert two.session.standing_words.startswith("Connected.")


async def test_lines_are_said_at_the_table(tmp_path: Path) -> None:
    async with met(tmp_path) as two:
        await two.pilot.press("m")
        assert isinstance(two.app.screen, TalkScreen)
        await two.pilot.press(*"hi", "enter")
        await two.until(lambda: two.other.talk.said == [("Anna", "hi")])
        two.other.say("good day")
        await two.until(lambda: two.session.line.talk.said[-1] == ("Bert", "good day"))
        await two.pilot.press("escape")
        assert isinstance(two.app.screen, TableScreen)


async def test_what_was_sent_is_taken_back_if_the_other_agrees(tmp_path: Path) -> None:
    async with met(tmp_path) as two:
        two.session.apply("end")
        two.session.apply("end")
        await two.until(lambda: two.other.exchange is not None and two.other.exchange.mail.may_decide)
        lines = two.session.game.lines()
        assert two.session.needs_consent
        await two.pilot.press("u")
        await two.until(lambda: two.other.asked is not None)
        two.other.reply(True)
        await two.until(lambda: two.session.deciding)
        assert two.session.game.lines() == lines[:-1]


async def test_the_other_is_asked_for_consent_here(tmp_path: Path) -> None:
    async with met(tmp_path, "American") as two:
        await two.until(lambda: two.other.exchange is not None and two.other.exchange.mail.may_decide)
        assert two.other.exchange is not None
        for _ in range(2):
            two.other.exchange.mail.apply("end")
            two.other.decided()
        await two.until(lambda: two.session.deciding)
        assert two.other.exchange.may_retract()
        two.other.ask("end of the turn")
        await two.until(lambda: isinstance(two.app.screen, ConfirmScreen))
        await two.pilot.press("y")
        await two.until(lambda: two.other.granted is True)
        assert two.other.exchange.mail.may_decide
        await two.until(lambda: not two.session.deciding)


async def test_who_has_decided_nothing_yet_takes_nothing_back(tmp_path: Path) -> None:
    """The host's first letter only opens the game if the other side begins."""
    async with met(tmp_path, "American") as two:
        await two.until(lambda: two.other.exchange is not None and two.other.exchange.mail.may_decide)
        two.session.take_over()
        assert two.session.needs_consent == ""
        await two.pilot.press("u")
        await two.until(lambda: "nothing of yours to take back" in notice(two.app.screen))
        assert two.other.asked is None


async def test_what_has_been_answered_is_taken_back_if_the_other_agrees(tmp_path: Path) -> None:
    """On both ends in words: who asks sees what, who is asked too; the game goes on from there."""
    async with met(tmp_path) as two:
        start = two.session.game.lines()
        two.session.apply("end")
        two.session.apply("end")
        other = two.other
        await two.until(lambda: other.exchange is not None and other.exchange.mail.may_decide)
        assert other.exchange is not None
        theirs = other.exchange.mail
        while not two.session.deciding:
            decide(other, RandomPlayer(1))
            await two.pilot.pause()
        await two.pilot.pause()
        for yes in (False, True):
            played = two.session.game.lines()
            await two.pilot.press("u")
            await two.until(lambda: isinstance(two.app.screen, ConfirmScreen))
            assert "To be taken back" in str(two.app.screen.query(Words).first().content)
            await two.pilot.press("y")
            await two.until(lambda: theirs.is_asked)
            assert "asked to agree" in two.session.standing_words
            theirs.answer_back(grant=yes)
            other.decided()
            await two.until(lambda: two.session.deciding)
            lines = two.session.game.lines()
            assert (lines == played) == (not yes)
        assert lines == start
        assert theirs.game is not None
        assert theirs.game.lines() == lines


async def test_who_is_asked_for_what_he_has_answered_says_yes_at_the_table(tmp_path: Path) -> None:
    async with met(tmp_path, "American") as two:
        other = two.other
        await two.until(lambda: other.exchange is not None and other.exchange.mail.may_decide)
        assert other.exchange is not None
        theirs = other.exchange.mail
        for _ in range(2):
            theirs.apply("end")
            other.decided()
        await two.until(lambda: two.session.deciding)
        while two.session.deciding:
            legal = two.session.game.legal()
            two.session.apply(next((each for each in legal if each.verb == "end"), legal[0]))
            await two.pilot.pause()
        await two.until(lambda: theirs.may_decide)
        theirs.ask_back()
        other.decided()
        await two.until(lambda: isinstance(two.app.screen, ConfirmScreen))
        await two.pilot.press("y")
        await two.until(lambda: theirs.may_decide)
        assert theirs.letters[-1].granted
        await two.until(lambda: not two.session.deciding)


async def test_who_watches_decides_nothing_and_saves_nothing(tmp_path: Path) -> None:
    async with met(tmp_path) as two:
        watcher = Watcher("Will")
        door = two.session.line.gallery
        assert door is not None
        from tests.live.test_watching import Wire

        wire = Wire(watcher.watching)
        door.enter(wire)
        session = WatchSession(watcher)
        assert isinstance(watcher.watching, Watching)
        assert not session.deciding
        assert session.choices() == []
        assert "You watch" in session.standing_words or "cut" in session.standing_words
        with pytest.raises(CannotSave):
            session.save("mine")
        two.session.apply("end")
        wire.deliver()
        since = session.take_over()
        assert session.newest > since
        assert session.game.entries[-1].text == "end"
        assert session.game.unverified is None, "nobody is warned of what he only watches"


# From the first screen


@asynccontextmanager
async def chooser(folder: Path) -> AsyncIterator[tuple[WargameApp, Pilot[int | Exception]]]:
    """The first screen of a player called Anna."""
    config = folder / "settings.json"
    write_settings(config, Settings(name="Anna"))
    app = WargameApp(saves=folder / "host", config=config, cache=folder / "cache")
    async with app.run_test(size=(140, 45)) as pilot:
        await until(lambda: isinstance(app.screen, ChooserScreen) and bool(app.screen._rows), 60)
        yield app, pilot


async def test_a_game_is_hosted_from_the_first_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meet, "PORT", 0)  # Any that is free.
    async with chooser(tmp_path) as (app, pilot):
        copied: list[str] = []
        monkeypatch.setattr(app, "copy_to_clipboard", copied.append)
        await pilot.press("l")
        await until(lambda: isinstance(app.screen, PickScreen))
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, HostScreen))
        form = app.screen
        assert isinstance(form, HostScreen)
        assert form.place[0] == "127.0.0.1", "nobody from elsewhere unless the host says so"
        form._use_scenario(next(n for n, each in enumerate(form._offered) if each.info.id == "first_command/mortain"))
        await pilot.press("h")
        await until(lambda: isinstance(app.screen, LobbyScreen))
        assert app._meeting is not None
        line = app._meeting.line
        assert isinstance(line, Live)
        await until(lambda: line._server is not None)
        await pilot.press("c")
        code = dict(app._meeting.told)["Code to play"]
        assert copied == [code]
        assert line._server is not None
        port, other = line._server.sockets[0].getsockname()[1], guest(tmp_path / "guest")
        coming = asyncio.create_task(other.join(over_tcp("127.0.0.1", port), parsed(code)))
        try:
            await until(lambda: isinstance(app.screen, TableScreen))
            await pilot.pause()
            assert isinstance(app.session, LiveSession)
        finally:
            coming.cancel()
            with suppress(asyncio.CancelledError):
                await coming
            other.close()


async def test_who_does_not_want_to_wait_is_back_at_the_first_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meet, "PORT", 0)
    async with chooser(tmp_path) as (app, pilot):
        await pilot.press("l")
        await until(lambda: isinstance(app.screen, PickScreen))
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, HostScreen))
        await pilot.press("h")
        await until(lambda: isinstance(app.screen, LobbyScreen))
        assert app._meeting is not None
        line = app._meeting.line
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, ChooserScreen) and bool(app.screen._rows))
        assert line.status == "ended"
        await pilot.press("l")
        await until(lambda: isinstance(app.screen, PickScreen))
        listed = app.screen
        assert isinstance(listed, PickScreen)
        assert any(item.id.startswith(HERE) for item in listed._items), "it waits in the letter box"


async def test_a_code_that_is_none_and_a_host_who_is_not_there_are_told(tmp_path: Path) -> None:
    async with chooser(tmp_path) as (app, pilot):
        await pilot.press("l")
        await until(lambda: isinstance(app.screen, PickScreen))
        await pilot.press("down", "enter")
        await until(lambda: isinstance(app.screen, JoinScreen))
        await pilot.press("j")
        assert "the code is missing" in str(app.screen.query_one("#join-about", Words).content)
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, NameScreen))
        await pilot.press(*"0123456789ABCDEFGHJKMNPQ", "enter")
        await until(lambda: isinstance(app.screen, JoinScreen))
        await pilot.press("up", "enter")
        await until(lambda: isinstance(app.screen, NameScreen))
        app.screen.query_one(Input).value = "localhost:1"
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, JoinScreen))
        await pilot.press("j")
        await until(lambda: isinstance(app.screen, LobbyScreen))
        await until(lambda: "cannot be reached" in str(app.screen.query_one("#lobby-line", Words).content))
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, ChooserScreen))


async def test_what_comes_before_the_table_has_taken_it_over_does_no_harm(tmp_path: Path) -> None:
    """Who joins again is told what the other did meanwhile, perhaps before his screen stands."""
    async with connected(tmp_path) as two:
        session, lot = LiveSession(two.guest), RandomPlayer(1)
        before = session.newest
        assert decide(two.host, lot)
        exchange = two.guest.exchange
        assert exchange is not None
        await until(lambda: exchange.preview is not None and exchange.preview.seq > before)
        assert session.turn_of() is not None
        assert session.newest == before
        session.take_over()
        assert session.newest > before
        assert session.turn_of() is not None


async def test_who_was_guest_joins_again_and_is_no_second_host(tmp_path: Path) -> None:
    """His program kept the way; the host's goes on as before."""
    exchange = offered(tmp_path / "anna" / "mail")
    game = exchange.mail.invitation.game
    door = door_of(exchange.box.folder, game)
    anna = host(exchange)
    port = await anna.host(door, "127.0.0.1", 0)
    box = Box.beside(tmp_path / "host")
    first = joining(box, "Bert", f"127.0.0.1:{port}", "", door.codes[0], watch=False)
    assert isinstance(first.line, Live)
    task = asyncio.create_task(first.open())
    bert = first.line
    await until(lambda: bert.exchange is not None and bert.exchange.begun)
    task.cancel()
    bert.close()
    await until(lambda: not anna.connected)
    async with chooser(tmp_path) as (app, pilot):
        await pilot.press("l")
        await until(lambda: isinstance(app.screen, PickScreen) and bool(app.screen.query(OptionList)))
        listed = app.screen
        assert isinstance(listed, PickScreen)
        ids = [item.id for item in listed._items]
        again = next(id_ for id_ in ids if id_.startswith(AGAIN))
        assert ids.index(again) < ids.index(again.replace(AGAIN, HERE)), "to host it himself comes second"
        listed.dismiss(again)
        await until(lambda: isinstance(app.screen, TableScreen))
        await pilot.pause()
        assert isinstance(app.session, LiveSession)
        await until(lambda: anna.connected)
        await pilot.pause()
        app.session.line.close()
    anna.close()
    kept = way_of(box.folder, game)
    assert kept is not None
    assert kept.code == str(door.codes[0])
    assert (box.folder / f"{game}.way").stat().st_mode & 0o077 == 0
    assert way_of(exchange.box.folder, game) is None, "the host came by no way"
    assert joining_again(exchange.box, exchange.case.name) is None
