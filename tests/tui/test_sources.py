"""The panel of sources, and the overlay that marks what rests on estimates."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from textual.containers import VerticalScroll

from tests.tui.test_chooser import table
from tests.tui.test_table import notice, until
from wargame_tui.board import packs
from wargame_tui.core.title import find_title
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.library import new_session
from wargame_tui.tui.screens.sources import SourcesScreen
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.table.over_map import OverMap
from wargame_tui.tui.table.picking import Picking
from wargame_tui.tui.table.sourced import NO_DOUBTS, OVERLAY, doubts, origins_of, sourced
from wargame_tui.tui.widgets.text import Words

AREAS, HEXES = "tigers_in_the_mist/seventh_army", "first_command/mortain"
TIGERS: Any = find_title("tigers_in_the_mist")
PLACES = {AREAS: "18", HEXES: "0705"}


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where packs lie."""
    monkeypatch.setenv(packs.FOLDER_VARIABLE, str(tmp_path / "packs"))
    yield tmp_path / "packs"
    TIGERS.data.forget()


def pack(folder: Path, scenario: str, **contents: Any) -> str:
    """A scenario with a pack of these files over it."""
    title = scenario.partition("/")[0]
    path = folder / title / "mine"
    path.mkdir(parents=True)
    about = {"title": title, "edition": "GMT", "author": "Ann", "base": "1"}
    for name, content in ({"pack": about} | contents).items():
        (path / f"{name}.yaml").write_text(yaml.safe_dump(content))
    return f"{scenario}+mine"


def app_of(scenario: str, folder: Path) -> WargameApp:
    return WargameApp(scenario, 3, saves=folder / "s", config=folder / "settings.yaml", cache=folder / "cache")


def text(app: WargameApp) -> str:
    return str(app.screen.query_one("#sources-text", Words).render())


@pytest.mark.parametrize("scenario", PLACES)
@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
async def test_the_panel_tells_sources_of_what_is_under_the_cursor_and_of_the_charts(
    scenario: str, size: tuple[int, int], tmp_path: Path
) -> None:
    app = app_of(scenario, tmp_path)
    async with app.run_test(size=size) as pilot:
        screen: TableScreen = await table(app, pilot)
        screen.view.map.go_to(PLACES[scenario])
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, SourcesScreen) and text(app))
        assert screen.view.field.names[PLACES[scenario]] in text(app)
        assert "← " in text(app)
        body = app.screen.query_one(VerticalScroll)
        await pilot.press("tab")
        assert "The charts" in text(app)
        assert app.screen.region.contains_region(body.region)
        if size[1] < 30:
            assert body.max_scroll_y > 0
            await pilot.press("down", "down")
            await until(pilot, lambda: body.scroll_y > 0)
        await pilot.press("3")
        assert "Values, and how many of them rest on an estimate" in text(app)
        await pilot.press("s")
        await until(pilot, lambda: app.screen is screen)


async def test_a_pack_that_says_so_is_the_source(tmp_path: Path, shelf: Path) -> None:
    works = {"works": {"ann": {"kind": "book", "by": "Ann", "title": "My Notes"}}, "title": "Tigers"}
    units = {"units": {"986/276V": {"strength": 2, "source": "print"}, "987/276V": {"source": "ann ch. IX"}}}
    scenario = pack(shelf, AREAS, units=units, sources=works)
    app = app_of(scenario, tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await table(app, pilot)
        screen.view.map.go_to("18")
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, SourcesScreen) and text(app))
        assert "← read off a printed copy" in text(app)
        assert "← Ann, My Notes, ch. IX" in text(app)
        await pilot.press("3")
        assert "• Ann, My Notes" in text(app)


async def test_sources_that_cannot_be_read_are_told_in_words(tmp_path: Path, shelf: Path) -> None:
    app = app_of(pack(shelf, AREAS, sources={"works": 3}), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await table(app, pilot)
        await pilot.press("s")
        await until(pilot, lambda: "The sources cannot be read" in notice(screen))
        assert app.screen is screen
        screen.finding.show_layer(OVERLAY.id)
        await pilot.pause()
        assert not screen.sitting.over_map.overlay(screen.session, Picking(), "18").highlights


async def test_a_title_that_does_not_say_has_no_panel(make_app: Callable[..., WargameApp]) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await table(app, pilot)
        await pilot.press("s")
        await until(pilot, lambda: "does not say where its numbers come from" in notice(screen))
        assert OVERLAY not in screen.sitting.over_map.infos(screen.session)


async def test_the_overlay_marks_what_rests_on_estimates(tmp_path: Path) -> None:
    app = app_of(AREAS, tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await table(app, pilot)
        screen.view.map.go_to("18")
        await pilot.press("v", "s", "escape")
        await until(pilot, lambda: screen.sitting.over_map.laid == (OVERLAY.id,) and app.screen is screen)
        assert "something in it rests on an estimate" in notice(screen)
        here = screen.query_one("#here", Words)
        assert "≈ Grenadier Regiment 986" in str(here.render())
        await pilot.press("escape")
        await until(pilot, lambda: not screen.sitting.over_map.laid)
        assert "≈" not in str(here.render())


def test_a_unit_pointed_at_comes_first_and_its_class_once(tmp_path: Path) -> None:
    session = new_session(AREAS, 3, {}, tmp_path)
    origins = origins_of(session)
    assert not isinstance(origins, str)
    headings = [each.heading for each in sourced(session, origins, "18")]
    assert headings[0] == "space: Bollendorf"
    assert sourced(session, origins, "18", "987/276V")[0].heading == "unit: Grenadier Regiment 987"
    assert len(headings) == len(set(headings))
    assert "strength" in doubts(session, "18", ["986/276V"]).units["986/276V"]


def test_the_overlay_is_of_the_map_on_the_table(tmp_path: Path) -> None:
    session, over = new_session(AREAS, 3, {}, tmp_path), OverMap()
    over.toggle(OVERLAY.id)
    origins = origins_of(session)
    assert not isinstance(origins, str)
    doubtful = min(origins.doubtful_spaces)
    assert over.overlay(session, Picking(), (doubtful, "nowhere")).highlights == {doubtful: "reach"}
    assert over.name(session) == "Sources"


def test_nothing_is_in_doubt_where_nothing_is_known(skirmish: Any, tmp_path: Path) -> None:
    assert doubts(new_session("skirmish/road", 3, {}, tmp_path), "1", []) == NO_DOUBTS
