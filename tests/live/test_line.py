"""Host and guest over a real socket: they meet, play, are cut off, and nothing is lost."""

import asyncio
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.live.kit import PATIENCE, connected, decide, guest, host, play, taken_up, until
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.live.code import Code
from wargame_tui.live.line import CannotConnect, Live, over_command, over_tcp
from wargame_tui.mail import proof
from wargame_tui.mail.box import Box
from wargame_tui.mail.letters import Mode


@pytest.mark.parametrize("mode", ["sealed", "trust"])
async def test_a_game_goes_to_its_end_and_is_proved(tmp_path: Path, mode: Mode) -> None:
    async with connected(tmp_path, mode=mode) as two:
        async with asyncio.timeout(PATIENCE):
            await play([two.host, two.guest], RandomPlayer(5))
        assert two.host.exchange is not None
        assert two.guest.exchange is not None
        mine, theirs = two.host.exchange.mail, two.guest.exchange.mail
        assert mine.game is not None
        assert theirs.game is not None
        assert mine.game.over
        assert mine.game.lines() == theirs.game.lines()
        assert proof.verify(theirs.last_letter()).game.over == mine.game.over


async def test_what_one_does_the_other_sees_before_the_letter(tmp_path: Path) -> None:
    async with connected(tmp_path) as two:
        lot, lives = RandomPlayer(1), [two.host, two.guest]
        seen = 0
        for _ in range(60):
            made = next((live for live in lives if decide(live, lot)), None)
            if made is None:
                await asyncio.sleep(0.01)
                continue
            other = lives[1 - lives.index(made)]
            assert made.exchange is not None
            assert other.exchange is not None
            if made.exchange.mail.my_turn and not made.exchange.mail.veiled:
                played = made.exchange.mail.table.lines()
                await until(lambda other=other, played=played: other.exchange.table.lines() == played)
                assert other.exchange.mail.game is None or other.exchange.mail.game.lines() != played
                seen += 1
        assert seen > 20


async def test_a_wrong_word_is_not_let_in_and_a_wrong_certificate_told_nothing(tmp_path: Path) -> None:
    async with connected(tmp_path) as two:
        stranger = guest(tmp_path / "stranger")
        with pytest.raises(CannotConnect, match="code is not that of this game"):
            await stranger.join(over_tcp("127.0.0.1", two.port), Code(two.code.pin, "00000000"))
        with pytest.raises(CannotConnect, match="that is the code to watch: add --watch"):
            await stranger.join(over_tcp("127.0.0.1", two.port), Code(two.code.pin, two.door.watch))
        with pytest.raises(CannotConnect, match="not the host of this code"):
            await stranger.join(over_tcp("127.0.0.1", two.port), Code("0" * 16, two.code.word))
        late = guest(tmp_path / "late", "Carl")
        with pytest.raises(CannotConnect, match="somebody else plays this game"):
            await late.join(over_tcp("127.0.0.1", two.port), two.code)
        assert not late.box.names()


async def test_either_end_comes_back_after_it_was_killed(tmp_path: Path) -> None:
    async with connected(tmp_path) as two:
        lot = RandomPlayer(2)
        await play([two.host, two.guest], lot, 20)
        # The host's program is gone, and begins again from its letter box.
        two.host.close()
        await until(lambda: not two.guest.connected)
        decide(two.guest, lot)
        again = host(taken_up(tmp_path / "host"))
        await again.host(two.door, "127.0.0.1", two.port)
        try:
            await until(lambda: again.connected and two.guest.connected)
            assert await play([again, two.guest], lot) > 0
            assert again.exchange is not None
            assert two.guest.exchange is not None
            assert again.exchange.mail.game is not None
            assert two.guest.exchange.mail.game is not None
            assert again.exchange.mail.game.lines() == two.guest.exchange.mail.game.lines()
        finally:
            again.close()


async def test_a_game_is_joined_by_a_command_as_through_ssh(tmp_path: Path) -> None:
    async with connected(tmp_path) as two:
        await play([two.host, two.guest], RandomPlayer(2), 5)
        two.joining.cancel()
        await until(lambda: not two.host.connected)
        again = Live(None, "Bert", Box(tmp_path / "guest"))
        command = f"{sys.executable} -m wargame_tui host --stdio --port {two.port}"
        joining = asyncio.create_task(again.join(over_command(command), two.code))
        try:
            await until(lambda: again.connected and two.host.connected)
            assert await play([two.host, again], RandomPlayer(2), 10) == 10
        finally:
            joining.cancel()
            with suppress(asyncio.CancelledError):
                await joining


async def test_what_was_said_while_the_line_was_cut_is_heard_once(tmp_path: Path) -> None:
    async with connected(tmp_path) as two:
        two.host.say("well met")
        await until(lambda: two.guest.talk.said == [("Anna", "well met")])
        assert two.host._line is not None
        two.host._line.cut()
        await until(lambda: not two.host.connected)
        two.host.say("are you there?")
        await until(lambda: len(two.guest.talk.said) == 2)
        await asyncio.sleep(0.05)
        assert two.guest.talk.said == [("Anna", "well met"), ("Anna", "are you there?")]


async def test_what_is_sent_is_taken_back_by_consent(tmp_path: Path) -> None:
    async with connected(tmp_path) as two:
        lot, lives = RandomPlayer(3), [two.host, two.guest]
        for _ in range(400):
            done = [live for live in lives if live.exchange is not None and live.exchange.may_retract()]
            if done and lives[1 - lives.index(done[0])].exchange.mail.my_turn:
                break
            await play(lives, lot, 1)
            await asyncio.sleep(0.01)
        asker, other = done[0], lives[1 - lives.index(done[0])]
        assert asker.exchange is not None
        assert other.exchange is not None
        letters, lines = len(asker.exchange.mail.letters), asker.exchange.mail.game.lines()
        decide(other, lot)
        if not other.exchange.mail.my_turn:
            pytest.skip("the other's letter went at once")
        asker.ask("my last command")
        await until(lambda: other.asked is not None)
        other.reply(False)
        await until(lambda: asker.granted is False)
        assert asker.exchange.mail.game.lines() == lines
        asker.ask("my last command")
        await until(lambda: other.asked is not None)
        other.reply(True)
        await until(lambda: asker.granted is True)
        assert len(asker.exchange.mail.letters) == letters - 1
        assert asker.exchange.mail.game.lines() == lines[:-1]
        await play(lives, lot)
        assert asker.exchange.mail.game.lines() == other.exchange.mail.game.lines()
        proof.verify(other.exchange.mail.last_letter())
