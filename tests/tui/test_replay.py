"""Replays at the table: going about in time, playing, branching, comparing; nothing on disk is changed by it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Input

from tests.mail.kit import play
from wargame_tui.board.title import BoardTitle
from wargame_tui.cli import main
from wargame_tui.core import save
from wargame_tui.core.disk import CannotSave
from wargame_tui.core.game import Game
from wargame_tui.core.shelf import Shelf
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.library import NOBODY, comparison, replayed_session
from wargame_tui.tui.map.area_map import AreaMap
from wargame_tui.tui.screens.compare import CompareScreen
from wargame_tui.tui.screens.help import HelpScreen
from wargame_tui.tui.screens.pick import PickScreen
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.session import LookingBack, Session
from wargame_tui.tui.widgets.hint_bar import HintBar

MakeApp = Callable[..., WargameApp]
PLAYED = ["pick 3FJ", "go 1", "end", "pick 117", "go 4", "end", "pick 3FJ", "go 2", "end"]
OTHER = ["pick 3FJ", "go 1", "end", "pick 30", "go 5", "end"]


def played(commands: list[str], scenario: str = "skirmish/road", **more: Any) -> Game:
    """A game in which these commands were given."""
    game = Game.new(scenario, 3, **more)
    for command in commands:
        game.apply(command)
    return game


@pytest.fixture
def saved(skirmish: Any, tmp_path: Path) -> Path:
    """A game on the shelf of the app of these tests."""
    return Shelf(tmp_path / "saves").save(played(PLAYED), "road")


async def until(pilot: Pilot[Any], happened: Callable[[], object]) -> None:
    """Wait for something that a timer or a thread brings about; fails if it does not come."""
    for _ in range(500):
        await pilot.pause(0.01)
        if happened():
            await pilot.pause()
            return
    raise AssertionError("what was waited for did not happen")


def shown_lines(widget: Widget) -> list[str]:
    return [line.text for line in widget.render_lines(widget.size.region)]


async def at_table(pilot: Pilot[Any]) -> tuple[TableScreen, Session]:
    app = pilot.app
    await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.is_mounted)
    assert isinstance(app.screen, TableScreen)
    return app.screen, app.screen.session


def banner(table: TableScreen) -> str:
    return str(table.query_one("Banner").render())


# Without a screen


def test_a_replay_has_no_present(saved: Path) -> None:
    session, notes = replayed_session(str(saved), None, saved.parent)
    assert notes == ()
    assert session.at == 0
    session.look(99)
    assert session.at == session.viewed == len(PLAYED)
    assert session.choices() == []
    with pytest.raises(LookingBack):
        session.apply("end")
    with pytest.raises(LookingBack):
        session.undo()


def test_a_replay_leaves_the_disk_alone(saved: Path) -> None:
    before = {path: path.read_bytes() for path in saved.parent.iterdir()}
    for name in ("road", str(saved)):
        session, _ = replayed_session(name, None, saved.parent)
        session.look(4)
        session.close()
    assert {path: path.read_bytes() for path in saved.parent.iterdir()} == before


def test_a_game_in_progress_is_replayed_with_its_journal(skirmish: Any, tmp_path: Path) -> None:
    keeper = Shelf(tmp_path).autosave("road")
    game = played(PLAYED[:3])
    keeper.keep(game)
    game.apply(PLAYED[3])
    keeper.keep(game)
    session, _ = replayed_session("road", None, tmp_path)
    assert session.newest == 4


def test_sealed_dice_get_a_seed_in_a_branch(skirmish: Any) -> None:
    game = played(PLAYED[:3])
    game.reseed(None)
    branch = Session(game, replayed=True)
    branch.look(4)
    assert game.state.dice.seed is None
    assert branch.branch().state.dice.seed is not None


def test_two_saves_compared_in_words(saved: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    other = saved.parent / "other.json"
    save.write(played(OTHER), other)
    told = comparison("road", "other", saved.parent)
    assert told[2:5] == ["The games diverge at command 4.", "First: Allied: Move 117", "Second: Allied: Move 30"]
    assert "  30: 4 Spa → 5 Verviers" in told
    monkeypatch.setenv("WARGAME_TUI_SAVES", str(saved.parent))
    assert main(["replay", "road", "--with", "other"]) == 0
    assert capsys.readouterr().out.splitlines() == told


def test_games_of_other_scenarios_are_refused_in_a_sentence(
    saved: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    save.write(Game.new("skirmish/alone", 1), saved.parent / "alone.json")
    monkeypatch.setenv("WARGAME_TUI_SAVES", str(saved.parent))
    assert main(["replay", "road", "--with", "alone"]) == 1
    assert "it takes two of the same scenario" in capsys.readouterr().err


def test_what_is_not_there_is_said(saved: Path) -> None:
    with pytest.raises(save.DamagedSave, match="nowhere"):
        replayed_session("nowhere", None, saved.parent)


# At the table


async def test_a_replay_is_stepped_through_in_both_directions(make_app: MakeApp, saved: Path) -> None:
    app = make_app(None, replay=str(saved))
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        area_map = table.query_one(AreaMap)
        assert "Replay: 0 of 9" in banner(table)
        await pilot.press("right_square_bracket", "right_square_bracket")
        assert "Replay: 2 of 9   German: Go to Elsenborn" in banner(table)
        assert area_map.cursor == "1"
        assert area_map.scene == session.title.scene(session.game.states[2])
        await pilot.press("left_square_bracket")
        assert session.at == 1
        await pilot.press("end")
        await until(pilot, lambda: session.at == 9)
        assert session.viewed == 9
        await pilot.press("right_square_bracket")
        assert "This is the end" in table.query_one(HintBar).words
        await pilot.press("E", "escape")
        assert (session.newest, session.at) == (9, 9)
        await pilot.press("home")
        await until(pilot, lambda: session.at == 0)


async def test_turns_phases_and_battles_are_sought(make_app: MakeApp, saved: Path) -> None:
    app = make_app(None, replay=str(saved))
    async with app.run_test(size=(140, 45)) as pilot:
        _, session = await at_table(pilot)
        await pilot.press("right_curly_bracket")
        assert session.at == 3
        await pilot.press("right_parenthesis")
        assert session.at == 6
        await pilot.press("left_parenthesis")
        assert session.at == 0
        await pilot.press("n")
        assert session.at == 0  # there is no battle in this game


async def test_a_command_is_gone_to_by_number_or_phase(make_app: MakeApp, saved: Path) -> None:
    app = make_app(None, replay=str(saved))
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        await pilot.press("colon")
        await until(pilot, lambda: isinstance(app.screen, PickScreen) and app.screen.is_mounted)
        await pilot.press("5", "enter")
        await until(pilot, lambda: app.screen is table)
        assert session.at == 5
        await pilot.press("colon")
        await until(pilot, lambda: isinstance(app.screen, PickScreen) and app.screen.is_mounted)
        app.screen.query_one(Input).value = "allied"
        await pilot.pause()
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is table)
        assert session.at == 3


async def test_it_plays_by_itself_to_the_end(make_app: MakeApp, saved: Path) -> None:
    app = make_app(None, replay=str(saved))
    async with app.run_test(size=(80, 24)) as pilot:
        table, session = await at_table(pilot)
        await pilot.press("right_parenthesis", *["greater_than_sign"] * 4)
        await until(pilot, lambda: "▶ 0.1 s" in banner(table))
        await until(pilot, lambda: session.at == 9)
        await until(pilot, lambda: "▶" not in banner(table))
        await pilot.press(*["less_than_sign"] * 6, "p")
        assert "▶" not in banner(table)
        await pilot.press("p")
        assert session.at == 0  # at the end it begins again
        assert "▶ 4 s" in banner(table)


async def test_playing_on_makes_a_new_game_and_keeps_the_old_one(make_app: MakeApp, saved: Path) -> None:
    before = saved.read_bytes()
    app = make_app(None, replay=str(saved))
    async with app.run_test(size=(140, 45)) as pilot:
        _, session = await at_table(pilot)
        await pilot.press("right_curly_bracket", "P", "y")
        await until(pilot, lambda: app.session is not session)
        branch = app.session
        assert branch is not None
        assert (branch.newest, branch.viewed, branch.replayed) == (3, None, False)
        branch.apply("pick 30")
    assert saved.read_bytes() == before
    assert len(Shelf(saved.parent).list()) == 2


async def test_help_tells_the_keys_of_the_past(make_app: MakeApp, saved: Path) -> None:
    app = make_app(None, replay=str(saved))
    async with app.run_test(size=(80, 24)) as pilot:
        table, _ = await at_table(pilot)
        assert "{ } phase" in table.query_one(HintBar).words
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, HelpScreen) and app.screen.is_mounted)
        shown = [line for section in app.screen.query(".help-section") for line in shown_lines(section)]
        assert any("next battle" in line for line in shown)


@pytest.mark.parametrize("size", [(80, 24), (140, 45), (240, 60)])
async def test_a_marked_moment_is_compared(make_app: MakeApp, saved: Path, size: tuple[int, int]) -> None:
    app = make_app(None, replay=str(saved))
    async with app.run_test(size=size) as pilot:
        table, session = await at_table(pilot)
        await pilot.press("x")
        assert "Mark a moment with k first" in table.query_one(HintBar).words
        await pilot.press("right_curly_bracket", "k", "end")
        await until(pilot, lambda: session.at == 9)
        await pilot.press("x")
        await until(pilot, lambda: isinstance(app.screen, CompareScreen) and app.screen.is_mounted)
        area_map = table.query_one(AreaMap)
        assert area_map.scene == session.title.scene(session.game.states[9])
        head = str(app.screen.query_one("#compare-head").render())
        assert "command 3 of 9" in head
        await pilot.press("space")
        assert area_map.scene == session.title.scene(session.game.states[3])
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is table)
        assert session.at == 9
        assert area_map.scene == session.title.scene(session.game.states[9])


async def test_two_saves_are_compared_at_once(make_app: MakeApp, saved: Path) -> None:
    save.write(played(OTHER), saved.parent / "other.json")
    app = make_app(None, replay="road", versus="other")
    async with app.run_test(size=(140, 45)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, CompareScreen) and app.screen.is_mounted)
        screen = app.screen
        assert isinstance(screen, CompareScreen)
        rows = [row.words.plain for row in screen._rows]
        assert rows[0].startswith("The games diverge at command 4.")
        assert any(row.strip().startswith("117: ") for row in rows)
        await pilot.press("home", "enter")  # where they part
        table, session = await at_table(pilot)
        assert session.at == 3
        assert "Replay: 3 of 9" in banner(table)


def test_maps_stay_the_same_object_while_the_game_stays_on_them() -> None:
    # Else the table would lay a new map for every moment.
    for scenario in ("ardennes_44/three_days", "tigers_in_the_mist/campaign", "desert_commander/career"):
        game = Game.new(scenario, 1)
        assert isinstance(game.title, BoardTitle)
        assert game.title.map_of(game.state) is game.title.map_of(game.state)


def test_a_letter_is_replayed(tmp_path: Path) -> None:
    pair = play("tigers_in_the_mist/seventh_army", "trust", 1, lambda pair: len(pair.texts) == 2)
    file = tmp_path / "one.letter"
    file.write_text(pair.texts[-1], "utf-8")
    session, _ = replayed_session(str(file), None, tmp_path / "saves")
    assert session.newest == len(pair.last().journal)
    assert session.game.seq == session.newest
    # It is nobody's game in this box: neither side's secrets are shown.
    assert session.viewer == NOBODY
    # Nothing is tried out on a copy of a game by mail.
    assert session.no_branch
    with pytest.raises(CannotSave, match="no branches"):
        session.save("copy")
