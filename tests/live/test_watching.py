"""Who watches sees what both see, and nothing else."""

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.live.kit import connected, decide, play, until
from tests.mail.kit import two_player_scenarios
from wargame_tui.board.title import BoardTitle
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core.game import Game
from wargame_tui.core.title import find_title
from wargame_tui.live.line import CannotConnect, Watcher, over_tcp
from wargame_tui.live.watching import Watching, in_common
from wargame_tui.live.wire import Message, Scene, Watched, read, written


class Wire:
    """A line to somebody who watches, without a socket."""

    def __init__(self, watching: Watching) -> None:
        self._watching, self._came = watching, list[Message]()

    def say(self, *messages: Message) -> None:
        """Send messages; they arrive at once the first time."""
        self._came += [read(written(each)) for each in messages]
        self.deliver()

    def deliver(self) -> None:
        """Let what was sent arrive."""
        came, self._came = self._came, []
        for message in came:
            if isinstance(message, Watched):
                self._watching.begin(message)
            elif isinstance(message, Scene):
                self._watching.take(message)

    def close(self) -> None:
        """Nothing is left to be closed."""


@pytest.mark.parametrize("scenario", two_player_scenarios())
def test_what_is_shown_is_what_both_see(scenario: str) -> None:
    title = find_title(scenario.partition("/")[0])
    assert isinstance(title, BoardTitle)
    game, lot = Game(title, scenario, 3), RandomPlayer(3)
    for _ in range(25):
        if game.over:
            break
        game.apply(lot.choose(game.legal()))
        shown = in_common(title, game.state)
        assert title.restore(shown).dice.seed is None
        for side in title.sides:
            supposed = title.supposed(title.dump(game.state, side), side)
            _insist_on_no_more(shown, supposed, title.dump(game.state))


def _insist_on_no_more(shown: Any, seen: Any, whole: Any) -> None:
    """Whatever a side does not see, who watches does not either."""
    if isinstance(shown, dict) and isinstance(seen, dict) and isinstance(whole, dict):
        for name in shown.keys() & seen.keys() & whole.keys() - {"dice"}:
            _insist_on_no_more(shown[name], seen[name], whole[name])
    elif seen != whole and not isinstance(whole, dict | list):
        assert shown != whole


def test_the_fuel_dump_of_the_ardennes_is_shown_to_nobody_who_watches() -> None:
    title = find_title("ardennes_44")
    assert isinstance(title, BoardTitle)
    game = Game(title, "ardennes_44/campaign", 1)
    hidden = title.dump(game.state, "German")["specials"]["dump"]
    assert in_common(title, game.state)["specials"]["dump"] == hidden


async def test_a_watcher_follows_the_game_and_may_not_play(tmp_path: Path) -> None:
    async with connected(tmp_path) as two:
        lot, lives = RandomPlayer(2), [two.host, two.guest]
        await play(lives, lot, 6)
        watcher = Watcher("Will")
        task = asyncio.create_task(watcher.watch(over_tcp("127.0.0.1", two.port), two.door.codes[1]))
        try:
            await until(lambda: watcher.watching.game is not None)
            for _ in range(40):
                any(decide(live, lot) for live in lives)
                await asyncio.sleep(0.005)

            def same() -> bool:
                game = two.host.exchange.mail.game if two.host.exchange else None
                seen = watcher.watching.game
                return (
                    game is not None
                    and seen is not None
                    and seen.title.dump(seen.state, "nobody")["units"] == game.title.dump(game.state)["units"]
                )

            await until(same)
            two.guest.say("a fine day")
            await until(lambda: ("Bert", "a fine day") in watcher.talk.said)
            told: list[str] = []
            watcher.tell = lambda what: told.append(f"{what}: {watcher.status} {watcher.trouble}".strip())
            assert two.host.gallery is not None
            two.host.gallery.lines[0].close()
            await until(lambda: "status: connected" in told)
            assert told[0] == "status: cut", "how the line stands is told when it is cut, and when it is back"
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        impostor = Watcher("Eve")
        code = two.door.codes[1]
        with pytest.raises(CannotConnect, match="code is not"):
            await impostor.watch(over_tcp("127.0.0.1", two.port), type(code)(code.pin, "0" * 8))
