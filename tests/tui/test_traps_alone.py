"""Traps of games for one player: what was seen is not asked for again, looking back leaves the present as it was."""

from pathlib import Path

import pytest

from tests.tui.test_table import at_table, until
from wargame_tui.core.game import Game
from wargame_tui.core.shelf import Shelf
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.export.summary import summary
from wargame_tui.tui.screens.film import FilmScreen
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.session import Session
from wargame_tui.tui.widgets.decision_pane import DecisionPane

PACIFIC = "pacific_commander/1942"


def _app(tmp_path: Path, **more: object) -> WargameApp:
    return WargameApp(PACIFIC, seed=5, saves=tmp_path / "s", config=tmp_path / "c.yaml", cache=tmp_path / "c", **more)  # type: ignore[arg-type]


async def test_dice_that_the_film_has_told_are_not_covered_and_looking_back_covers_none(tmp_path: Path) -> None:
    app = _app(tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        screen, session = await at_table(pilot)
        screen.playing.give_series(["end", "end", "end"])
        await until(pilot, lambda: isinstance(app.screen, FilmScreen) and app.screen.is_mounted)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await until(pilot, lambda: screen.query_one(DecisionPane).rows)
        assert not screen.sitting.dice.hidden, "the film has shown them"
        battle = screen.sitting.dice.battle
        assert battle is not None
        assert battle.space in screen.view.map.spaces_in_view, "the camera is at the battle"
        asked = [row.words for row in screen.query_one(DecisionPane).rows]
        await pilot.press("left_square_bracket")
        await until(pilot, lambda: session.viewed is not None)
        await pilot.press("escape")
        await until(pilot, lambda: session.viewed is None)
        await until(pilot, lambda: screen.query_one(DecisionPane).rows)
        assert not screen.sitting.dice.hidden, "what was seen stays seen"
        assert {row[-20:] for row in asked} & {row.words[-20:] for row in screen.query_one(DecisionPane).rows}


def _after_battles(saves: Path) -> Path:
    """A game saved at the beginning of its second turn, with battles behind it."""
    session = Session(Game.new(PACIFIC, 5), Shelf(saves))
    for _ in range(3):
        session.apply("end")
    while session.game.over is None and session.state.stack[-1].kind != "resupply":
        legal = [each.notation() for each in session.game.legal()]
        session.apply("auto" if "auto" in legal else legal[0])
    session.save("Midway")
    return next(path for path in saves.rglob("*") if "Midway" in path.name)


@pytest.mark.parametrize("size", [(80, 24), (140, 45)], ids=str)
async def test_a_battle_that_is_over_does_not_cover_the_map_of_a_game_that_goes_on(
    size: tuple[int, int], tmp_path: Path
) -> None:
    path = _after_battles(tmp_path / "s")
    app = WargameApp(save=path, saves=tmp_path / "s", config=tmp_path / "c.yaml", cache=tmp_path / "c")
    async with app.run_test(size=size) as pilot:
        screen, _ = await at_table(pilot)
        await pilot.pause(0.3)
        assert not screen.view.field.battle.has_class("-shown")


async def test_where_enter_selects_a_stack_no_line_of_the_list_is_marked(tmp_path: Path) -> None:
    app = _app(tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        screen, session = await at_table(pilot)
        screen.playing.give_series(["end", "end"])
        await pilot.pause(0.3)
        screen.view.map.go_to("HAW")
        screen.view.map.focus()
        await pilot.pause(0.3)
        assert "/" not in screen.view.map.laid.notes.get("HAW", "")
        await pilot.press("enter")
        await until(pilot, lambda: screen.sitting.selecting.units)
        assert session.newest == 2, "the fleet is selected, nothing is formed yet"


def test_the_page_of_the_programs_turn_tells_each_loss_once_and_which_battle_goes_on(tmp_path: Path) -> None:
    session = Session(Game.new("pacific_commander/1942", 3), Shelf(tmp_path))
    session.apply_series(["end"] * 3)
    start = session.film.enemy_turn()
    assert start is not None
    told = summary(session, start)
    assert told.heading == "The enemy's turn: January and February 1942"
    battles = next(section.lines for section in told.sections if section.heading == "Battles")
    assert battles[0] == "Submarines at Hawaii. Japan loses SS 1 1→gone. US loses CV Enterprise 2→1."
    assert battles[-1] == "Battle of Alaska. It is still being fought."


def test_who_attacks_is_told_though_it_is_not_the_side_whose_turn_it_is(tmp_path: Path) -> None:
    session = Session(Game.new("pacific_commander/1942", 3), Shelf(tmp_path))
    session.apply_series(["end"] * 3)
    raids = [battle for battle in session.battles_gone(0) if battle.heading.startswith("Submarines at ")]
    assert raids
    for raid in raids:
        assert {row.counter.side for row in raid.attackers} == {raid.attacker} == {"Japan"}
        assert {row.counter.side for row in raid.defenders} == {raid.defender} == {"US"}


def test_the_desk_tells_orders_in_words(tmp_path: Path) -> None:
    session = Session(Game.new("desert_commander/france_1940", 5), Shelf(tmp_path))
    session.apply_series(["end"] * 6)
    desk = session.title.desk(session.state)
    assert desk is not None
    told = {words for act in desk.activity for words in (act.rolled, act.done)}
    assert "DIG IN" in told
    assert not [words for words in told if "_" in words]


async def test_the_cursor_stays_in_sight_from_zoom_to_zoom(tmp_path: Path) -> None:
    app = _app(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        table, _ = await at_table(pilot)
        view = table.view.map
        view.go_to("HAW")
        for key in ("minus", "plus", "plus", "plus", "minus", "minus", "minus"):
            await pilot.press(key)
            await pilot.pause(0.05)
            assert view.cursor == "HAW"
            seen = view.cursor_region
            assert seen is not None
            assert view.region.reset_offset.overlaps(seen), f"out of sight after {key}"
