"""The pages over the table: each on a key of its own, at every width, by keys and by mouse; and the card of a unit."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from tests.texts import SCENARIOS as DATA
from tests.tui.test_table import until
from wargame_tui.board.pages import chart_numbers, charts
from wargame_tui.board.rulebook import Rulebook
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.library import new_session
from wargame_tui.tui.screens.charts import ChartsScreen
from wargame_tui.tui.screens.commands import fitting
from wargame_tui.tui.screens.look_up import LookUpScreen
from wargame_tui.tui.screens.rule import RuleScreen
from wargame_tui.tui.screens.table.screen import TableScreen
from wargame_tui.tui.widgets.here_pane import HerePane
from wargame_tui.tui.widgets.pages import (
    PAGES,
    Column,
    Line,
    Section,
    battle_order,
    by_turn,
    calendar,
    losses,
    widths,
)
from wargame_tui.tui.widgets.text import Words

SCENARIOS = (
    "ardennes_44/three_days",
    "liberty_roads/cobra",
    "montys_gamble/basic",
    "tigers_in_the_mist/first_three_days",
    "pacific_commander/1942",
    "desert_commander/france_1940",
    "first_command/mortain",
)
SIZES = ((80, 24), (140, 45), (200, 60))
TIGERS = "tigers_in_the_mist/first_three_days"


def app_of(scenario: str, tmp_path: Path) -> WargameApp:
    return WargameApp(scenario, seed=3, saves=tmp_path / "saves", config=tmp_path / "c.yaml", cache=tmp_path / "cache")


async def table_of(app: WargameApp, pilot: Pilot[Any]) -> TableScreen:
    await until(pilot, lambda: isinstance(app.screen, TableScreen))
    await pilot.pause()
    assert isinstance(app.screen, TableScreen)
    return app.screen


@pytest.mark.parametrize("scenario", SCENARIOS)
async def test_every_page_opens_and_closes_with_its_key_and_leads_to_the_others(scenario: str, tmp_path: Path) -> None:
    app = app_of(scenario, tmp_path)
    async with app.run_test(size=SIZES[SCENARIOS.index(scenario) % 3]) as pilot:
        table = await table_of(app, pilot)
        for name, page in PAGES.items():
            await pilot.press(page.key)
            if name == "hand" and not table.session.title.markers(table.session.state):
                assert app.screen is table
                continue
            await until(pilot, lambda: app.screen is not table)
            kind = {"charts": ChartsScreen, "rules": RuleScreen}.get(name, LookUpScreen)
            assert isinstance(app.screen, kind), name
            await pilot.press(page.key)
            await until(pilot, lambda: app.screen is table)
        await pilot.press("f3")
        await until(pilot, lambda: isinstance(app.screen, LookUpScreen))
        await pilot.press("f6")
        await until(pilot, lambda: isinstance(app.screen, LookUpScreen) and app.screen.page == "victory")
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is table)


@pytest.mark.parametrize("size", SIZES)
async def test_rows_fit_the_screen_and_enter_goes_there(size: tuple[int, int], tmp_path: Path) -> None:
    app = app_of(TIGERS, tmp_path)
    async with app.run_test(size=size) as pilot:
        table = await table_of(app, pilot)
        await pilot.press("f3")
        await until(pilot, lambda: isinstance(app.screen, LookUpScreen) and app.screen.rows)
        screen = app.screen
        assert isinstance(screen, LookUpScreen)
        await pilot.pause()
        listed = screen.query_one(OptionList)
        for number in range(len(screen.rows)):
            prompt = listed.get_option_at_index(number).prompt
            assert max(line.cell_length for line in prompt.split("\n")) <= listed.size.width  # type: ignore[union-attr]
        row = next(n for n, line in enumerate(screen.rows) if line.space == "52")
        listed.highlighted = row
        unit = screen.rows[row].unit
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is table and table.view.map.cursor == "52")
        await until(pilot, lambda: table.view.panes.here.opened == unit)


async def test_filters_list_what_has_their_tag_and_count_it(tmp_path: Path) -> None:
    app = app_of(TIGERS, tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        await table_of(app, pilot)
        await pilot.press("f3")
        await until(pilot, lambda: isinstance(app.screen, LookUpScreen) and app.screen.rows)
        screen = app.screen
        assert isinstance(screen, LookUpScreen)
        everything = len([line for line in screen.rows if not line.head])
        await pilot.press("c")
        coming = [line for line in screen.rows if not line.head]
        assert 0 < len(coming) < everything
        assert all("coming" in line.tags for line in coming)
        assert f"coming {len(coming)}" in str(screen.query_one("#look-keys", Words).render())
        await pilot.press("c", "tab")
        assert screen.section.name == "Allied"
        await pilot.press("1")
        assert screen.section.name == "German"


async def test_a_click_on_a_row_goes_there(tmp_path: Path) -> None:
    app = app_of(TIGERS, tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        table = await table_of(app, pilot)
        await pilot.press("f6")
        await until(pilot, lambda: isinstance(app.screen, LookUpScreen) and app.screen.rows)
        await pilot.pause()
        assert isinstance(app.screen, LookUpScreen)
        space = app.screen.rows[1].space
        await pilot.click(app.screen.query_one(OptionList), offset=(4, 1))
        await until(pilot, lambda: app.screen is table)
        assert table.view.map.cursor == space


async def test_losses_are_listed_by_turn(tmp_path: Path) -> None:
    app = app_of("first_command/mortain", tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        table = await table_of(app, pilot)
        session, title = table.session, table.session.title
        game = session.game
        for _ in range(120):
            if game.over:
                break
            legal = game.legal(60)
            fight = next((each for each in legal if each.verb in ("attack", "fight", "roll", "join")), None)
            game.apply(fight or legal[0])
        found = list(by_turn(session))
        steps: dict[str, int] = {}
        for _, lost in found:
            for loss in lost:
                steps[loss.side] = steps.get(loss.side, 0) + loss.steps
        whole = title.losses(game.states[0], game.state)
        assert sum(steps.values()) == sum(loss.steps for loss in whole)


async def test_charts_are_searched_by_synonym_and_show_what_counts_now(tmp_path: Path) -> None:
    app = app_of("montys_gamble/basic", tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        table = await table_of(app, pilot)
        await pilot.press("f7")
        await until(pilot, lambda: isinstance(app.screen, ChartsScreen))
        screen = app.screen
        assert isinstance(screen, ChartsScreen)
        assert screen.shown is not None
        assert screen.shown.number == "WX2"
        assert screen.shown.rows[0][screen.shown.column or 0] == table.session.state.weather.capitalize()
        await pilot.press("slash", *"retreat")
        await until(pilot, lambda: screen.shown is not None and screen.shown.number == "R1")
        await pilot.press("escape")
        assert not screen.query_one(Input).value
        assert app.screen is screen
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is table)


async def test_the_rulebook_opens_at_the_question_with_its_section_and_contents(tmp_path: Path) -> None:
    app = app_of(TIGERS, tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        table = await table_of(app, pilot)
        await pilot.press("f9")
        await until(pilot, lambda: isinstance(app.screen, RuleScreen))
        screen = app.screen
        assert isinstance(screen, RuleScreen)
        assert screen.number == table.session.prompt.rule
        await until(pilot, lambda: screen.query(".marked") and screen.query(".around Markdown"))
        listed = screen.query_one(OptionList)
        assert listed.has_focus
        await pilot.press("down")
        assert listed.option_count == len(table.session.title.rulebook().own)
        await until(pilot, lambda: screen.number != table.session.prompt.rule)


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("legend", "Legend"),
        ("settings", "Settings"),
        ("reinforcements", "Calendar"),
        ("oob", "Order of battle"),
        ("victory", "Victory"),
        ("casualties", "Losses"),
        ("charts", "Charts"),
        ("crt", "Charts"),
    ],
)
async def test_the_pages_are_found_by_name(typed: str, first: str, tmp_path: Path) -> None:
    app = app_of(TIGERS, tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        table = await table_of(app, pilot)
        entries = table.by_name.entries()
        assert entries[fitting(entries, typed)[0]].words.startswith(first)


async def test_a_stack_is_a_grid_of_counters_and_one_of_them_a_card(tmp_path: Path) -> None:
    app = app_of(TIGERS, tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        table = await table_of(app, pilot)
        table.view.map.go_to("52")
        pane = table.view.panes.here
        await until(pilot, lambda: pane.opened is not None)
        sheets = table.session.title.unit_sheets(table.session.state, "52")
        assert len(sheets) > 1
        shown = "\n".join(row.words.plain for row in pane.rows)
        assert all(sheet.counter.label in shown for sheet in sheets)
        assert pane.opened == sheets[0].counter.unit
        assert sheets[0].name.partition(",")[0] in shown
        table.view.panes.go_to("here")
        await pilot.press("right")
        assert pane.opened == sheets[1].counter.unit
        await pilot.press("down")
        lit = pane.rows[pane.lit or 0]
        assert lit.rule
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, RuleScreen))
        assert isinstance(app.screen, RuleScreen)
        assert app.screen.number == lit.rule


async def test_a_click_on_a_counter_of_the_grid_opens_its_card(tmp_path: Path) -> None:
    app = app_of(TIGERS, tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        table = await table_of(app, pilot)
        table.view.map.go_to("52")
        pane = table.view.panes.here
        await until(pilot, lambda: pane.opened is not None)
        await pilot.pause()
        start, _, unit = pane.rows[1].units[1]
        await pilot.click(HerePane, offset=(start + 3, 1))
        await until(pilot, lambda: pane.opened == unit)


def test_a_column_is_cut_only_where_the_screen_has_no_room() -> None:
    name, place = "304th Panzergrenadier Regiment, 2nd Panzer Division", "0602 Le Mesnil-Tôve"
    line = Line(cells=(name, place))
    section = Section("units", (Column("unit", 20), Column("where", 30)), (line,))
    assert widths(section, [line], 200) == [len(name), len(place)]
    assert widths(section, [line], 60) == [60 - 1 - len(place), len(place)]
    assert widths(section, [line], 20 + 1 + len(place)) == [20, len(place)]
    assert sum(widths(section, [line], 24)) == 23


def test_pages_call_the_enemy_by_the_nation_of_the_campaign(tmp_path: Path) -> None:
    session = new_session("desert_commander/france_1940", 5, {}, tmp_path)
    for page in (battle_order(session), calendar(session), losses(session)):
        assert "Allied" in [section.name for section in page.sections]
        rows = [str(cell) for section in page.sections for line in section.lines for cell in line.cells]
        assert "Enemy" not in rows


def test_charts_of_one_chapter_are_told_apart() -> None:
    def named(title: str) -> list[str]:
        book = Rulebook.read(DATA / title / "rules.md")
        return [chart.heading for chart in charts(book, chart_numbers(book), {})]

    pacific = named("pacific_commander")
    assert {"Supply Points: Economy by year", "Supply Points: Uses of SP"} <= {*pacific}
    assert "Campaign data: 1942 order of battle" in pacific
    assert "Commands" in pacific
    assert "The combat table" in named("first_command")


COUNTED = ["ardennes_44/three_days", "liberty_roads/cobra", TIGERS, "first_command/mortain"]


@pytest.mark.parametrize("scenario", COUNTED)
def test_the_order_of_battle_counts_who_has_not_moved_as_the_table_does(scenario: str, tmp_path: Path) -> None:
    """Units that may not move at all, or only in another phase, are none of them."""
    session = new_session(scenario, 3, {}, tmp_path)
    gestures, compared = session.title.gestures, 0
    to_movement = ("take_air", "give_back carpet_bombing-1", "play air_support-1 1709")
    for verb in ("historical", *to_movement, *["end"] * 8):
        tally = gestures.tally(session.state)
        if tally is not None:
            tags = [line.tags for section in battle_order(session).sections for line in section.lines]
            assert sum("unmoved" in each for each in tags) == tally.of - tally.done
            compared += 1
        if any(command.notation() == verb for command in session.game.legal()):
            session.apply(verb)
    assert compared
