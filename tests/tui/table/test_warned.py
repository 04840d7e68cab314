"""Ending a phase warns once, and only of what would hurt."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.tui.test_table import at_table
from wargame_tui.board.gestures import Gestures, Tally
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.table.warned import place_in
from wargame_tui.tui.widgets.decision_pane import DecisionList
from wargame_tui.tui.widgets.warning_band import WarningBand

MakeApp = Callable[..., WargameApp]


@pytest.fixture
def overstacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Gestures, "warnings", lambda self, state: ("4 Spa is overstacked: a unit there is lost",))


@pytest.mark.usefixtures("overstacked")
@pytest.mark.parametrize("key", ["E", "enter"])
async def test_the_first_time_a_band_says_what_would_hurt_and_the_second_time_it_ends(
    make_app: MakeApp, key: str
) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        if key == "enter":
            table.query_one(DecisionList).focus()
            table.view.decision.listed.highlighted = len(table.view.decision.rows) - 1
        band = table.query_one(WarningBand)
        await pilot.press(key)
        assert session.newest == 0
        assert band.shown
        assert "4 Spa is overstacked" in str(band.render())
        await pilot.press(key)
        assert session.side == "Allied"
        assert not band.shown


@pytest.mark.usefixtures("overstacked")
async def test_a_warning_leads_to_the_place_is_put_off_by_esc_and_not_said_twice(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        await pilot.press("E", "n")
        assert table.view.map.cursor == "4"
        assert not table.query_one(WarningBand).shown
        assert session.newest == 0
        await pilot.press("E")
        assert session.side == "Allied", "it has been said"


@pytest.mark.usefixtures("overstacked")
async def test_esc_stays_and_any_other_key_means_what_it_means(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        await pilot.press("E", "escape")
        assert not table.query_one(WarningBand).shown
        assert session.newest == 0
        table.ending.stay()
        table.ending._warned._said = (None, frozenset())
        await pilot.press("E", "1")
        assert not table.query_one(WarningBand).shown
        assert session.newest == 1


@pytest.mark.usefixtures("overstacked")
async def test_enter_on_the_map_is_no_answer(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        await pilot.press("E")
        assert table.query_one(WarningBand).shown
        assert table.view.map.has_focus
        await pilot.press("enter")
        assert not table.query_one(WarningBand).shown
        assert session.side == "German", "what stands at the cursor is selected, and nothing ended"


async def test_most_units_that_have_done_nothing_are_told(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    tally = Tally(27, 87)
    monkeypatch.setattr(Gestures, "tally", lambda self, state: tally)
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        await pilot.press("E")
        assert "60 of 87 units have not moved" in str(table.query_one(WarningBand).render())
        await pilot.press("escape")
        tally = Tally(28, 87)
        await pilot.press("E")
        assert session.side == "Allied", "once a phase"


@pytest.mark.parametrize(("of", "words"), [(1, "The only unit has not moved"), (2, "2 of 2 units have not moved")])
async def test_those_that_have_done_nothing_are_counted_in_english(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, of: int, words: str
) -> None:
    monkeypatch.setattr(Gestures, "tally", lambda self, state: Tally(0, of))
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, _ = await at_table(pilot)
        await pilot.press("E")
        assert words in str(table.query_one(WarningBand).render())


@pytest.mark.parametrize("done", [44, 87])
async def test_what_does_not_hurt_is_not_told(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, done: int) -> None:
    monkeypatch.setattr(Gestures, "tally", lambda self, state: Tally(done, 87))
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        _, session = await at_table(pilot)
        await pilot.press("E")
        assert session.side == "Allied"


@pytest.mark.usefixtures("overstacked")
async def test_warnings_can_be_switched_off(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        table.view.settings = table.view.settings.__class__(warnings="off")
        await pilot.press("E")
        assert session.side == "Allied"


def test_the_place_in_a_sentence() -> None:
    names: dict[str, Any] = {"1410": "1410 Sées", "1411": "1411", "4": "4 Spa"}
    assert place_in("1410 Sées is overstacked", names) == "1410"
    assert place_in("1411 is overstacked: 4 units", names) == "1411"
    assert place_in("4 SP are lost", names) is None
