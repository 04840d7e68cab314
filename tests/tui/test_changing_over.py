"""In the app: a saved game goes on by letters, a game by letters at one table, a watched folder is read by itself."""

from pathlib import Path

import pytest
from textual.widgets import OptionList

from tests.tui.test_mail import anna, app_of, begun, bert, box_of, game_of, on, text_of, to_box
from tests.tui.test_table import until
from wargame_tui.core.game import Game
from wargame_tui.core.shelf import Shelf
from wargame_tui.mail.box import export
from wargame_tui.tui.screens.ask import ConfirmScreen, NameScreen
from wargame_tui.tui.screens.chooser import ChooserScreen
from wargame_tui.tui.screens.invite import InviteScreen
from wargame_tui.tui.screens.mail import MailScreen
from wargame_tui.tui.screens.post import PostScreen
from wargame_tui.tui.widgets.hint_bar import HintBar

__all__ = ["anna", "bert"]


@pytest.mark.usefixtures("skirmish")
@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_a_saved_game_goes_on_by_letters(anna: Path, bert: Path, size: tuple[int, int]) -> None:
    game = Game.new("skirmish/road", 3)
    game.apply(game.legal()[0])
    Shelf(anna).save(game, "evening")
    async with app_of(anna).run_test(size=size) as pilot:
        chooser = await on(pilot, ChooserScreen)
        await until(pilot, lambda: chooser._lit is not None and getattr(chooser._lit, "name", "") == "evening")
        await pilot.press("p")
        invite = await on(pilot, InviteScreen)
        assert "as it stands" in str(invite.query_one(OptionList).get_option_at_index(0).prompt)
        assert "agrees that it stands" in text_of(invite, "#invite-about")
        await pilot.press("i")
        await on(pilot, NameScreen)
        await pilot.press(*"Anna", "enter")
        await on(pilot, PostScreen)
        await pilot.press("w")
    case, _ = box_of(bert).receive(box_of(anna).load(box_of(anna).names()[0]).outgoing, "Bert")
    box_of(anna).receive(case.outgoing, "")
    assert game_of(anna).lines()[: game.seq] == game.lines()


@pytest.mark.usefixtures("skirmish")
async def test_a_game_by_letters_comes_to_one_table(anna: Path, bert: Path) -> None:
    begun(anna, bert, "sealed")
    async with app_of(anna).run_test(size=(140, 45)) as pilot:
        box = await to_box(pilot)
        await pilot.press("t")
        await on(pilot, ConfirmScreen)
        await pilot.press("y")
        await on(pilot, MailScreen)
        await until(pilot, lambda: "Saved as" in str(box.query_one(HintBar).render()))
    (card,) = Shelf(anna).list()
    table = Shelf(anna).recover(card.name).game
    assert table.lines()[:-1] == game_of(anna).lines()
    assert table.state.dice.seed is not None


@pytest.mark.usefixtures("skirmish")
async def test_a_watched_folder_is_read_by_itself(anna: Path, bert: Path) -> None:
    """As the list comes up, and as the terminal has the focus again; only if it is wanted."""
    begun(anna, bert, "trust")
    mine = box_of(anna).load(box_of(anna).names()[0])
    for command in ("pick 12SS", "go 2", "end"):
        mine.mail.apply(command)
    letter = box_of(anna).post(mine)
    app = app_of(bert)
    async with app.run_test(size=(80, 24)) as pilot:
        box = await to_box(pilot)
        export(letter, bert / "post")
        app.app_focus = False
        await pilot.pause()
        app.app_focus = True
        await pilot.pause()
        assert not box_of(bert).load(box_of(bert).names()[0]).mail.letters, "nobody has asked for it"
        app.app_focus = False
        await pilot.press("w")
        app.app_focus = True
        await until(pilot, lambda: bool(box_of(bert).load(box_of(bert).names()[0]).mail.letters))
        await until(pilot, lambda: "Read: " in str(box.query_one(HintBar).render()))
        assert app.settings.watch == "on"
