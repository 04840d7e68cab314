"""What was sent is taken back by consent of both, at the table of either player."""

from pathlib import Path

import pytest

from tests.tui.test_mail import anna, app_of, begun, bert, box_of, game_of, mail_of, on, open_letter, text_of, to_table
from tests.tui.test_table import until
from wargame_tui.tui.screens.ask import ConfirmScreen
from wargame_tui.tui.screens.post import PostScreen
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.widgets.hint_bar import HintBar

__all__ = ["anna", "bert"]


def sent(folder: Path, *commands: str) -> str:
    """A letter of a player with these decisions."""
    box = box_of(folder)
    case = box.load(box.names()[0])
    for command in commands:
        case.mail.apply(command)
    return box.post(case)


def brought(folder: Path, letter: str) -> None:
    box_of(folder).receive(letter, "")


@pytest.mark.usefixtures("skirmish")
@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_what_was_sent_is_taken_back(anna: Path, bert: Path, size: tuple[int, int]) -> None:
    begun(anna, bert, "trust")
    brought(bert, sent(anna, "pick 12SS", "go 2", "end"))
    mail = mail_of(bert)
    assert mail.game is not None
    brought(anna, sent(bert, *(["end"] if mail.may_decide else [])))
    start = game_of(anna).seq
    async with app_of(anna).run_test(size=size) as pilot:
        await to_table(pilot)
        await pilot.press("m")
        post = await on(pilot, PostScreen)
        assert "take back" in text_of(post, "#post-keys")
        await pilot.press("t")
        await on(pilot, ConfirmScreen)
        await pilot.press("y")
        await on(pilot, PostScreen)
        assert "Your letter is ready" in text_of(post, "#post-head")
        await pilot.press("w")
    assert game_of(anna).seq == start
    async with app_of(bert).run_test(size=size) as pilot:
        table, _ = await to_table(pilot)
        await open_letter(pilot, box_of(anna).load(box_of(anna).names()[0]).outgoing)
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen | PostScreen))
        if isinstance(pilot.app.screen, PostScreen):
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        assert "m yes or no" in pilot.app.screen.query_one(HintBar).words
        await pilot.press("m")
        post = await on(pilot, PostScreen)
        assert "asks to take something back" in text_of(post, "#post-head")
        assert "Subject" not in text_of(post, "#post-head"), "his own letter of before is not the point"
        await pilot.press("t")
        await on(pilot, ConfirmScreen)
        await pilot.press("y")
        await on(pilot, PostScreen)
        await pilot.press("w", "escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen) and pilot.app.screen is not table)
        shown = pilot.app.session  # type: ignore[attr-defined]
        assert shown.game.seq == 0 or shown.game.entries[-1].side == "*", "the table shows what the game went back to"
    brought(anna, box_of(bert).load(box_of(bert).names()[0]).outgoing)
    assert mail_of(anna).may_decide
    assert game_of(anna).lines() == game_of(bert).lines()
    assert "pick 12SS" not in [line.text for line in game_of(anna).lines()]
