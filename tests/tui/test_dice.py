"""Dice in their tray, the table in which they are read, and the keys by which they are rolled and read."""

from pathlib import Path
from typing import Any

import pytest

from tests.tui.test_table import MakeApp, at_table, notice, until
from wargame_tui.board.views import Chart
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.screens.story import StoryScreen
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.screens.table.view import View
from wargame_tui.tui.settings import Settings
from wargame_tui.tui.widgets.dice import DiceLook, chart_rows, die, hit_strip, tray
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.widgets.title_card import TitleCard

PAINTED, ASCII = DiceLook(), DiceLook("o", False, True)
CRT = Chart("CRT", ("1-2", "1-1", "2-1"), (("1", ("A1", "A1", "EX")), ("2", ("EX", "DR", "D1"))), 2, 1, "7.8")


def plain(rows: Any) -> list[str]:
    return [row.plain for row in rows]


def styles(row: Any, words: str) -> set[str]:
    at = row.plain.index(words)
    return {str(span.style) for span in row.spans if span.start <= at < span.end}


@pytest.mark.parametrize(("value", "pips"), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_a_die_of_six_faces_has_pips(value: int, pips: int) -> None:
    rows = plain(die(value, 6, PAINTED))
    assert [len(row) for row in rows] == [5, 5, 5]
    assert "".join(rows).count("●") == pips
    assert "".join(plain(die(value, 6, ASCII))).count("o") == pips


def test_other_dice_have_their_number_in_a_frame() -> None:
    assert plain(die(10, 10, PAINTED)) == ["┌───┐", "│10 │", "└───┘"]
    assert plain(die(7, 10, ASCII)) == ["[   ]", "[ 7 ]", "[   ]"]
    assert plain(die(None, 10, ASCII)) == ["[   ]", "[ ? ]", "[   ]"], "covered"


def test_without_colours_hits_have_other_edges() -> None:
    assert plain(die(2, 10, ASCII, hit=True))[1] == "# 2 #"
    assert plain(die(9, 10, ASCII, hit=False))[1] == "[ 9 ]"


def test_dice_that_find_no_room_are_counted() -> None:
    rows = plain(tray([3] * 9, 10, PAINTED, 17))
    assert [len(row) for row in rows[:6]] == [17] * 6
    assert rows[6:] == ["and 3 more"]


def test_the_faces_that_hit_are_told() -> None:
    assert "[3] 4  5 " in hit_strip(4, 10, PAINTED, (3,)).plain.replace("  4", " 4")
    assert hit_strip(4, 10, PAINTED).plain.endswith("hits on 1-4")


def test_the_row_of_the_dice_is_lit_only_once_they_are_seen() -> None:
    covered = chart_rows(CRT, PAINTED, 60, 9, revealed=False)
    seen = chart_rows(CRT, PAINTED, 60, 9, revealed=True)
    assert plain(covered) == plain(seen)
    assert styles(covered[2], "D1") == styles(covered[1], "EX"), "only the column"
    assert styles(seen[2], "D1") != styles(covered[2], "D1")
    assert "[D1]" in chart_rows(CRT, ASCII, 60, 9, revealed=True)[2].plain


def test_a_table_too_large_is_shown_around_what_counts() -> None:
    small = plain(chart_rows(CRT, PAINTED, 9, 2, revealed=True))
    assert len(small) == 2
    assert "2-1" in small[0]
    assert "D1" in small[1]


def test_dice_are_drawn_as_the_terminal_can() -> None:
    assert DiceLook.of(Settings(glyphs="full", palette="truecolor")) == PAINTED
    assert DiceLook.of(Settings(glyphs="ascii", palette="16")) == ASCII
    assert DiceLook.of(Settings(glyphs="full", palette="mono")).bracketed


def app_of(scenario: str, folder: Path, seed: int = 3) -> WargameApp:
    return WargameApp(
        scenario, seed=seed, saves=folder / "saves", config=folder / "settings.yaml", cache=folder / "cache"
    )


async def rolled_weather(pilot: Any) -> Any:
    """The practice game at the moment at which the weather of the second turn has been rolled."""
    table, session = await at_table(pilot)
    while not table.sitting.dice.hidden:
        if table.sitting.handover.awaited:
            table.playing.take_over()
        table.playing.give("end")
        await pilot.pause()
    return table, session


async def test_dice_of_no_battle_hold_everything_until_space(tmp_path: Path) -> None:
    async with app_of("first_command/mortain", tmp_path).run_test(size=(140, 45)) as pilot:
        table, session = await rolled_weather(pilot)
        assert table.sitting.dice.rolls.heading == "The weather roll"
        assert "Space goes on" in str(table.query_one("#prompt", Words).render())
        assert "Turn 2" in str(table.query_one("#battle-tray", Words).render())
        before = session.newest
        for key in ("enter", "1", "E", "0"):
            await pilot.press(key)
            assert table.sitting.dice.hidden, key
        assert session.newest == before
        assert "Space goes on" in notice(table)
        await pilot.press("space")
        await until(pilot, lambda: not table.sitting.dice.is_laid)
        assert not table.view.field.battle.has_class("-shown")


@pytest.mark.parametrize("spot", [("#battle-tray", (2, 0)), ("#prompt", (4, 0))], ids=["the tray", "the sentence"])
async def test_a_click_on_the_dice_or_on_what_says_so_goes_on(
    tmp_path: Path, spot: tuple[str, tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wargame_tui.tui.widgets.battle_panel.REACTION", 60)
    async with app_of("first_command/mortain", tmp_path).run_test(size=(140, 45)) as pilot:
        table, session = await rolled_weather(pilot)
        before = session.newest
        await pilot.click("#battle-tray", offset=(2, 0))
        assert table.sitting.dice.is_laid, "what has just come up under the mouse is not clicked"
        monkeypatch.setattr("wargame_tui.tui.widgets.battle_panel.REACTION", 0)
        where, offset = spot
        await pilot.click(where, offset=offset)
        await until(pilot, lambda: not table.sitting.dice.is_laid)
        assert session.newest == before


async def test_the_key_for_the_next_place_leaves_what_has_been_read(tmp_path: Path) -> None:
    """As Space does; it decides nothing, whoever it was meant for."""
    async with app_of("first_command/mortain", tmp_path).run_test(size=(140, 45)) as pilot:
        table, session = await rolled_weather(pilot)
        assert table.sitting.dice.is_read
        before = session.newest
        await pilot.press("n")
        assert not table.sitting.dice.is_laid
        assert not table.view.field.battle.has_class("-shown")
        assert session.newest == before


async def test_dice_that_are_covered_come_before_the_next_place(tmp_path: Path) -> None:
    async with app_of("first_command/mortain", tmp_path).run_test(size=(140, 45)) as pilot:
        table, _ = await rolled_weather(pilot)
        table.sitting.dice.hidden = 2
        await pilot.press("n")
        assert table.sitting.dice.hidden == 2
        assert "The dice come first" in notice(table)


async def test_dice_roll_where_things_move_and_a_key_brings_them_to_rest(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(View, "lively", property(lambda self: True))
    monkeypatch.setattr("wargame_tui.tui.widgets.battle_panel.ROLLING", 60)
    async with app_of("first_command/mortain", tmp_path).run_test(size=(140, 45)) as pilot:
        table, _ = await rolled_weather(pilot)
        dice = table.sitting.dice
        assert (dice.hidden, dice.is_read) == (2, False), "they roll"
        assert "Turn 2" not in str(table.query_one("#battle-tray", Words).render())
        await pilot.press("space")
        assert (dice.hidden, dice.is_read) == (1, True)
        assert "Turn 2" in str(table.query_one("#battle-tray", Words).render())
        await pilot.press("space")
        await until(pilot, lambda: not dice.is_laid)
        card = table.query_one(TitleCard)
        assert card.has_class("-shown")
        assert "7 August" in str(card.render())
        await pilot.press("n")
        assert not card.has_class("-shown"), "no card is in the way of a key"


async def test_the_chart_stands_beside_the_two_sides_where_there_is_room(tmp_path: Path) -> None:
    async with app_of("first_command/mortain", tmp_path).run_test(size=(140, 45)) as pilot:
        table, _ = await at_table(pilot)
        table.playing.give("end")
        table.playing.give("attack 0804")
        await pilot.pause()
        panel = table.view.field.battle
        head = str(table.query_one("#battle-head", Words).render()).split("\n")
        assert "Attack on 0804" in head[0]
        assert "CRT" in head[0]
        assert head[0].index("CRT") == head[1].index("1 ", 40) - 2, "one block, its rows under each other"
        body = str(table.query_one("#battle", Words).render()).split("\n")
        await until(pilot, lambda: panel.outer_size.height == len(head) + len(body))  # No rows of its own.
        await pilot.resize_terminal(80, 45)
        await until(pilot, lambda: "CRT" not in str(table.query_one("#battle-head", Words).render()))
        assert "CRT" in str(table.query_one("#battle-tray", Words).render())


async def test_nothing_moves_without_animation(make_app: MakeApp) -> None:
    async with make_app().run_test(size=(140, 45)) as pilot:
        table, _ = await at_table(pilot)
        assert not table.view.lively


@pytest.mark.parametrize("scenario", ["pacific_commander/1942", "montys_gamble/basic"])
async def test_enter_neither_uncovers_dice_nor_answers_what_follows(scenario: str, tmp_path: Path) -> None:
    async with app_of(scenario, tmp_path, seed=11).run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        for _ in range(60):
            if isinstance(pilot.app.screen, TableScreen) and table.sitting.dice.hidden:
                break
            if not isinstance(pilot.app.screen, TableScreen):
                await pilot.press("escape")
                continue
            if table.sitting.handover.awaited:
                table.playing.take_over()
            choices = session.choices()
            table.playing.give(next((c.command for c in choices if c.notation in ("auto", "end")), choices[0].command))
            await pilot.pause()
        dice, before = table.sitting.dice, session.newest
        hidden = dice.hidden
        assert hidden, "dice have fallen"
        for _ in range(4):
            await pilot.press("enter")
        assert (dice.hidden, session.newest) == (hidden, before)


async def test_a_game_ends_with_its_story(tmp_path: Path) -> None:
    async with app_of("first_command/mortain", tmp_path).run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        while session.game.over is None:
            if table.sitting.dice.hidden:
                await pilot.press("space")
            elif table.sitting.handover.awaited:
                table.playing.take_over()
            else:
                table.playing.give("end")
            await pilot.pause()
        while not isinstance(pilot.app.screen, StoryScreen):
            await pilot.press("space")
        screen = pilot.app.screen
        await until(pilot, lambda: "Losses" in str(screen.query_one("#story-text", Words).render()))
        shown = str(screen.query_one("#story-text", Words).render())
        assert "Points by turn" in shown
        assert session.title.phase_bar(session.state).score in shown
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is table)
        await pilot.press("Q")
        await until(pilot, lambda: isinstance(pilot.app.screen, StoryScreen))
        await pilot.press("p")
        await until(pilot, lambda: session.viewed is not None)
        await pilot.press("escape", "Q")
        await until(pilot, lambda: isinstance(pilot.app.screen, StoryScreen))
        await pilot.press("a")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen) and pilot.app.screen is not table)
        new: Any = pilot.app.screen
        new = new.session
        assert (new.game.scenario, new.newest) == (session.game.scenario, 0)


async def test_the_story_calls_the_winner_by_the_nation_of_the_campaign(tmp_path: Path) -> None:
    async with app_of("desert_commander/france_1940", tmp_path).run_test(size=(80, 24)) as pilot:
        table, session = await at_table(pilot)
        while session.game.over is None:
            session.apply("end")
        await pilot.app.push_screen(StoryScreen(session, tmp_path))
        await pilot.pause()
        head = str(pilot.app.screen.query_one(".head", Words).render())
        assert head.strip().startswith("Allied   Dismal.")
        assert table.is_attached
