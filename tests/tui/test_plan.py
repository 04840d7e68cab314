"""The plan screen, driven by keys in a Refit Phase."""

from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.titles.montys_gamble.kit import BOOK, TITLE, do, position, unit
from wargame_tui.core.game import Game
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.screens.help import HelpScreen
from wargame_tui.tui.screens.plan import PlanScreen
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.session import Session
from wargame_tui.tui.widgets.hint_bar import HintBar

MakeApp = Callable[..., WargameApp]
CONTROL = dict.fromkeys(("A", "8", "9", "10"), "German")


def night(*depots: str) -> Game:
    """The Germans refit three units with two depots of 5 points; Rink is two areas away."""
    units = unit("Kerutt", "A", "dis1"), unit("Henke", "A", "spent"), unit("Rink", "8", "dis2")
    others = dict.fromkeys(BOOK.ground, "XXX")
    game = position(*units, at="20-3", side="German", phase="refit", control=others | CONTROL)
    do(game, *depots)
    return game


async def until(pilot: Pilot[Any], happened: Callable[[], object]) -> None:
    for _ in range(500):
        await pilot.pause(0.01)
        if happened():
            await pilot.pause()
            return
    raise AssertionError("what was waited for did not happen")


async def at_table(pilot: Pilot[Any], game: Game) -> tuple[TableScreen, Session]:
    app = pilot.app
    assert isinstance(app, WargameApp)
    await until(pilot, lambda: type(app.screen).__name__ == "ChooserScreen")
    session = Session(game)
    app._play(session)
    await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.is_mounted)
    assert isinstance(app.screen, TableScreen)
    return app.screen, session


async def at_plan(pilot: Pilot[Any]) -> PlanScreen:
    await pilot.press("p")
    await until(pilot, lambda: isinstance(pilot.app.screen, PlanScreen) and pilot.app.screen.lit is not None)
    assert isinstance(pilot.app.screen, PlanScreen)
    return pilot.app.screen


def said(screen: Any, widget: str) -> str:
    return str(screen.query_one(widget).content)


def texts(game: Game) -> list[str]:
    return [entry.text for entry in game.entries]


def in_plan(screen: PlanScreen) -> dict[str, int]:
    return {line.id: line.chosen.price for line in screen.plan.lines if line.chosen}


def listed(screen: PlanScreen) -> str:
    options = screen.query_one("#plan-lines").options  # type: ignore[attr-defined]
    return "\n".join(str(option.prompt) for option in options)


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_plan_and_pay(make_app: MakeApp, size: tuple[int, int]) -> None:
    game = night("depot G1 A", "depot G2 A", "end")
    app = make_app(None)
    async with app.run_test(size=size) as pilot:
        table, session = await at_table(pilot, game)
        before = texts(game)
        screen = await at_plan(pilot)
        assert "8 Lichtenbeek" in listed(screen)
        assert "[ ]" in listed(screen)
        assert "[x]" not in listed(screen)
        await pilot.press("down", "space")  # the first place is 8, then Zone A
        assert list(in_plan(screen)) == ["Kerutt"]
        await pilot.press("enter")
        assert in_plan(screen) == {}
        await pilot.press("a")
        assert in_plan(screen) == {"Henke": 1, "Kerutt": 2, "Rink": 4}
        assert "5→2" in "".join(str(o.prompt) for o in screen.query_one("#plan-sources").options)  # type: ignore[attr-defined]
        assert texts(game) == before
        await pilot.press("x")
        await until(pilot, lambda: app.screen is table)
        assert texts(game)[len(before) :] == ["refit Henke G1", "refit Kerutt G1", "refit Rink G2"]
        await pilot.press("u")
        assert texts(game)[len(before) :] == ["refit Henke G1", "refit Kerutt G1"]
        assert session.side == "German"


async def test_leaving_pays_nothing_and_keeps_the_plan(make_app: MakeApp) -> None:
    game = night("depot G1 A", "depot G2 A", "end")
    app = make_app(None)
    async with app.run_test(size=(140, 45)) as pilot:
        table, _ = await at_table(pilot, game)
        assert "p plan refit" in table.query_one(HintBar).words
        before = texts(game)
        screen = await at_plan(pilot)
        await pilot.press("a", "escape")
        await until(pilot, lambda: app.screen is table)
        assert texts(game) == before
        screen = await at_plan(pilot)
        assert len(in_plan(screen)) == 3
        await pilot.press("c")
        assert not in_plan(screen)
        await pilot.press("x")
        assert "empty" in screen.query_one(HintBar).words
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, HelpScreen))


async def test_another_payer_and_prices_from_one_depot(make_app: MakeApp) -> None:
    game = night("depot G1 A", "depot G2 A", "haul G1 8", "end")
    app = make_app(None)
    async with app.run_test(size=(140, 45)) as pilot:
        await at_table(pilot, game)
        screen = await at_plan(pilot)
        assert screen.lit is not None
        assert screen.lit.id == "Rink"
        await pilot.press("space")
        assert in_plan(screen) == {"Rink": 2}
        await pilot.press("right")
        assert in_plan(screen) == {"Rink": 4}
        assert "from G2" in said(screen, "#plan-detail")
        await pilot.press("left")
        assert in_plan(screen) == {"Rink": 2}
        await pilot.press("tab", "down")
        assert screen.source is not None
        assert screen.source.id == "G2"
        assert "points from G2" in said(screen, "#plan-columns")
        await pilot.press("tab")
        assert screen.source is None


async def test_depots_come_first(make_app: MakeApp) -> None:
    game = night("depot G1 A")
    app = make_app(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(pilot, game)
        screen = await at_plan(pilot)
        await pilot.press("a", "x")
        assert app.screen is screen
        assert "place the depots on the map first" in screen.query_one(HintBar).words
        assert in_plan(screen)
        assert texts(game) == ["depot G1 A"]


async def test_no_plan_elsewhere(make_app: MakeApp) -> None:
    game = position(unit("1Gren", "F"))
    app = make_app(None)
    async with app.run_test(size=(140, 45)) as pilot:
        table, _ = await at_table(pilot, game)
        assert " plan " not in table.query_one(HintBar).words
        await pilot.press("p")
        assert "Nothing to plan" in table.query_one(HintBar).words
        assert TITLE.planning(game.state) is None
