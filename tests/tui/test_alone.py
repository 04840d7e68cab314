"""Games for one player at the table: the film of the enemy's turn, the desk, the record, maps that change."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import OptionList

from tests.tui.test_table import at_table, notice, until
from wargame_tui.board.record import Record
from wargame_tui.core.game import OPENING, Game
from wargame_tui.core.shelf import Shelf
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.screens.chooser import ChooserScreen
from wargame_tui.tui.screens.desk import DeskScreen
from wargame_tui.tui.screens.film import FilmScreen
from wargame_tui.tui.screens.record import RecordScreen, TitleRecord, played_last
from wargame_tui.tui.screens.rule import RuleScreen
from wargame_tui.tui.screens.story import StoryScreen
from wargame_tui.tui.screens.summary import SummaryScreen
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.session import Session
from wargame_tui.tui.settings import Settings, write_settings
from wargame_tui.tui.widgets.text import Words

MakeApp = Callable[..., WargameApp]
ALONE = "skirmish/alone"


def text_of(screen: Any, selector: str) -> str:
    return str(screen.query_one(selector, Words).render())


async def film_of(pilot: Any) -> FilmScreen:
    await until(pilot, lambda: isinstance(pilot.app.screen, FilmScreen) and pilot.app.screen.is_mounted)
    screen: FilmScreen = pilot.app.screen
    return screen


# The session


def session_of(tmp_path: Path, *commands: str) -> Session:
    session = Session(Game.new(ALONE, 3), Shelf(tmp_path))
    for command in commands:
        session.apply(command)
    return session


@pytest.mark.usefixtures("skirmish")
def test_the_enemy_turn_begins_where_the_player_ended_his(tmp_path: Path) -> None:
    session = session_of(tmp_path, "pick 12SS", "go 2")
    assert session.film.enemy_turn() is None
    session.apply("end")
    session.apply("pick 12SS")
    # the command itself, then one scene for each of the enemy's two units
    assert (session.film.enemy_turn(), len(session.film.scenes(2))) == ((2, 1), 3)
    assert session.film.enemy_acts(3) is None


@pytest.mark.usefixtures("skirmish")
def test_a_scene_is_a_state_between_two_commands(tmp_path: Path) -> None:
    session = session_of(tmp_path, "end")
    before, after = session.game.states
    session.show_scene((0, 1))
    assert before != session.state != after
    assert session.prompt.text == ""
    assert [event.kind for event in session.events()] == ["ended", "order"]
    assert session.film.after(session.scene, 1) == (0, 2)
    assert session.film.after(session.scene, -1) == (0, 0)
    session.show_scene((0, 2))
    assert session.film.after(session.scene, 1) is None
    session.look(1)
    assert (session.scene, session.state) == (None, after)


@pytest.mark.usefixtures("skirmish")
def test_the_film_of_a_game_goes_on_from_command_to_command(tmp_path: Path) -> None:
    session = session_of(tmp_path, "pick 12SS", "go 2", "end")
    session.show_scene((OPENING, 0))
    places = []
    while (place := session.film.after(session.scene, 1)) is not None:
        places.append(place)
        session.show_scene(place)
    assert places == [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)]


@pytest.mark.usefixtures("skirmish")
def test_a_finished_game_is_entered_once(tmp_path: Path) -> None:
    session = session_of(tmp_path, "end", "end", "end")
    assert session.entered is not None
    assert [medal.name for medal in session.entered.medals] == ["First blood"]
    again = session_of(tmp_path, "end", "end", "end")
    assert again.entered is None
    runs, problems = Record(tmp_path).read()
    assert ([run.counts for run in runs], problems) == ([True], [])


@pytest.mark.usefixtures("skirmish")
def test_another_end_of_the_same_dice_does_not_count(tmp_path: Path) -> None:
    session_of(tmp_path, "end", "end", "end")
    other = session_of(tmp_path, "pick 12SS", "go 2", "end", "end", "end")
    assert other.entered is not None
    assert other.entered.run is not None
    assert other.entered.run.why_not == "its dice were known from an earlier game"
    assert other.entered.medals == ()


@pytest.mark.usefixtures("skirmish")
@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda game: game.script([1]), "dice were forced"),
        (lambda game: game.edit([{"op": "replace", "path": "/bridge", "value": False}]), "position was edited"),
    ],
)
def test_what_was_tampered_with_does_not_count(tmp_path: Path, spoil: Any, words: str) -> None:
    session = session_of(tmp_path)
    spoil(session.game)
    for _ in range(3):
        session.apply("end")
    assert session.entered is not None
    assert session.entered.run is not None
    assert words in (session.entered.run.why_not or "")


@pytest.mark.usefixtures("skirmish")
def test_a_branch_does_not_count(tmp_path: Path) -> None:
    session = session_of(tmp_path, "end", "end")
    session.look(1)
    branch = session.branch()
    branch.apply("end")
    branch.apply("end")
    assert branch.entered is not None
    assert branch.entered.run is not None
    assert not branch.entered.run.counts


@pytest.mark.usefixtures("skirmish")
def test_games_of_two_players_leave_nothing(tmp_path: Path) -> None:
    session = Session(Game.new("skirmish/road", 3), Shelf(tmp_path))
    for _ in range(6):
        session.apply("end")
    assert session.game.over is not None
    assert session.entered is None
    assert not Record(tmp_path).path.exists()


@pytest.mark.usefixtures("skirmish")
def test_a_record_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    Record(tmp_path).path.mkdir()
    session = session_of(tmp_path, "end", "end", "end")
    assert session.entered is not None
    assert session.entered.run is None
    assert "record.jsonl" in (session.entered.trouble or "")


# The film


@pytest.mark.parametrize("size", [(80, 24), (140, 45), (240, 60)])
async def test_the_film_opens_when_the_player_ends_his_turn(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app(ALONE)
    async with app.run_test(size=size) as pilot:
        table, session = await at_table(pilot)
        await pilot.press("E")
        film = await film_of(pilot)
        told = text_of(film, "#film-told")
        assert "117 rolls" in told
        assert "die" in told
        assert "+1 cautious" in told
        assert "row" in told
        assert "Allied" in text_of(film, "#film-head")
        assert "2 of 3" in text_of(film, "#film-head")
        assert session.scene == (0, 1)
        # the map shows this scene: one unit has gone, the other one not yet
        assert table.view.map.scene == session.title.scene(session.film.scenes(0)[1].state)
        assert table.view.map.cursor == session.title.event_place(session.film.scenes(0)[1].events[-1])
        await pilot.press("right")
        assert session.scene == (0, 2)
        assert "30 rolls" in text_of(film, "#film-told")
        await pilot.press("left", "left")
        assert session.scene == (0, 0)
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is table)
        assert (session.scene, session.viewed) == (None, None)
        assert table.view.map.scene == session.title.scene(session.game.state)


async def test_right_at_the_end_leads_to_the_present(make_app: MakeApp) -> None:
    app = make_app(ALONE)
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        await pilot.press("E")
        await film_of(pilot)
        await pilot.press("space", "space")
        await until(pilot, lambda: app.screen is table)
        assert session.viewed is None
        assert "t enemy turn" in notice(table)


async def test_the_film_plays_by_itself_and_opens_rules(make_app: MakeApp) -> None:
    app = make_app(ALONE)
    async with app.run_test(size=(140, 45)) as pilot:
        _, session = await at_table(pilot)
        await pilot.press("E")
        film = await film_of(pilot)
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, RuleScreen))
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is film)
        await pilot.press("home", "plus", "plus")
        assert "0.4 s" in text_of(film, "#film-head")
        await until(pilot, lambda: session.scene == (0, 2))
        await until(pilot, lambda: not film._pace.running)
        assert app.screen is film


async def test_the_film_can_be_seen_again_and_from_the_log(make_app: MakeApp) -> None:
    app = make_app(ALONE)
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        await pilot.press("t")
        assert "The other side has had no turn yet" in notice(table)
        await pilot.press("E")
        await film_of(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is table)
        table.playing.give("pick 12SS")
        await pilot.press("t")
        await film_of(pilot)
        assert session.scene == (0, 1)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is table)
        await pilot.press("l", "t")
        await film_of(pilot)
        assert session.scene == (0, 2)


async def test_a_setting_keeps_the_film_from_opening(make_app: MakeApp, tmp_path: Path) -> None:
    write_settings(tmp_path / "settings.yaml", Settings(enemy_turns="at once"))
    app = make_app(ALONE)
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        await pilot.press("E")
        await until(pilot, lambda: isinstance(app.screen, SummaryScreen))
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is table)
        assert session.newest == 1, "what happened stands on a page"


async def test_alone_nobody_can_agree_to_take_dice_back(make_app: MakeApp) -> None:
    app = make_app(ALONE)
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        await pilot.press("E")
        await film_of(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is table)
        await pilot.press("u")
        await pilot.pause()
        assert app.screen is table
        assert session.newest == 1
        assert "cannot be taken back" in notice(table)
        assert session.game.entries[-1].text not in notice(table), "told in words, not in notation"


async def test_no_film_opens_by_itself_in_a_game_of_two_players(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        await pilot.press("t")
        assert "The other side has had no turn yet" in notice(table)
        await pilot.press("E")
        await until(pilot, lambda: session.newest)
        await pilot.pause()
        assert app.screen is table
        assert "enemy turn" not in notice(table)


# The desk


@pytest.mark.parametrize("size", [(80, 24), (140, 45), (200, 60)])
async def test_the_desk_leads_to_the_map(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app(ALONE)
    async with app.run_test(size=size) as pilot:
        table, _ = await at_table(pilot)
        await pilot.press("c")
        await until(pilot, lambda: isinstance(app.screen, DeskScreen))
        await pilot.pause()
        desk = app.screen
        assert "Good at 9" in text_of(desk, "#desk-facts")
        shown = [listed.id for listed in desk.query(OptionList) if listed.is_on_screen and listed.size.height]
        assert len(shown) == (1 if size[0] < 110 else 4)
        await pilot.press("2")
        activity = desk.query_one("#list-activity", OptionList)
        assert activity.has_focus
        line = str(activity.get_option_at_index(0).prompt)
        assert "Stavelot company 4→5 ATTACK → HOLD" in line
        assert "to Spa: 117" in line
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is table)
        assert table.view.map.cursor == "4"


async def test_every_list_of_the_desk_can_be_reached(make_app: MakeApp) -> None:
    app = make_app(ALONE)
    async with app.run_test(size=(80, 24)) as pilot:
        table, _ = await at_table(pilot)
        table.view.bar.forget()
        assert "c desk" in notice(table)
        assert any(entry.words == "Commander's desk" for entry in table.by_name.entries())
        await pilot.press("c")
        await until(pilot, lambda: isinstance(app.screen, DeskScreen))
        seen = []
        for _ in range(4):
            await pilot.pause()
            assert app.focused is not None
            seen.append(app.focused.id)
            await pilot.press("tab")
        assert seen == ["list-forces", "list-activity", "list-arrivals", "list-objectives"]
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is table)


async def test_a_title_without_a_desk_says_so(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, _ = await at_table(pilot)
        assert "c desk" not in notice(table)
        assert not any(entry.words == "Commander's desk" for entry in table.by_name.entries())
        await pilot.press("c")
        assert "no commander's desk" in notice(table)


# The record


async def test_the_record_is_shown_from_the_chooser(make_app: MakeApp, tmp_path: Path, skirmish: Any) -> None:
    session_of(tmp_path / "saves", "end", "end", "end")
    with Record(tmp_path / "saves").path.open("ab") as file:
        file.write(b"torn")
    app = make_app(None)
    async with app.run_test(size=(140, 45)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ChooserScreen) and app.screen._rows)
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, RecordScreen))
        text = text_of(app.screen, "#record-text")
        assert "won 1 of 1" in text
        assert "★ First blood" in text
        assert "lost 117" in text
        assert "line 2 cannot be read" in text_of(app.screen, "#record-problems")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, ChooserScreen))


def test_the_record_begins_with_the_title_played_last(tmp_path: Path, skirmish: Any) -> None:
    session_of(tmp_path / "saves", "end", "end", "end")
    runs, _ = Record(tmp_path / "saves").read()
    assert runs
    titles = [TitleRecord("a", "A", (), ()), TitleRecord("b", "B", tuple(runs), ()), TitleRecord("c", "C", (), ())]
    assert played_last(titles) == 1
    assert played_last(titles[:1]) == 0


async def test_the_end_of_a_game_tells_of_the_record(make_app: MakeApp) -> None:
    app = make_app(ALONE)
    async with app.run_test(size=(140, 45)) as pilot:
        table, _ = await at_table(pilot)
        table.playing.give_series(["end"])
        for _ in range(3):
            await film_of(pilot)
            await pilot.press("escape")
            await until(pilot, lambda: app.screen is table or isinstance(app.screen, StoryScreen))
            if app.screen is table:
                table.playing.give("end")
            await pilot.pause()
        assert isinstance(app.screen, StoryScreen), "the game has ended"
        told = [note.message for note in app._notifications]
        assert any("Alone: Good, 4" in words and "★ First blood" in words for words in told)


# Maps that change


async def test_the_map_follows_the_state_on_view(make_app: MakeApp) -> None:
    app = make_app(ALONE, seed=3)
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        first = table.view.map
        for _ in range(2):
            table.playing.give("end")
            await film_of(pilot)
            await pilot.press("escape")
            await until(pilot, lambda: app.screen is table)
        second = table.view.map
        assert second is not first
        assert table.finding.place_name("4") == "4 New Spa"
        assert (first.display, second.display, second.has_focus) == (False, True, True)
        assert second.scene == session.title.scene(session.state)
        assert second.cursor is not None
        await pilot.press("left_square_bracket")
        assert (table.view.map, first.display, second.display) == (first, True, False)
        assert table.finding.place_name("4") == "4 Spa"
        await pilot.press("escape")
        assert table.view.map is second
        table.use(Settings(glyphs="ascii", palette="mono"))
        assert first.glyphs is second.glyphs
        await pilot.press("o", "f")
        assert isinstance(app.screen, TableScreen)
