"""The log: what happened stands under the phase in which it happened."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from textual.app import App, ComposeResult

from tests.titles.ardennes_44.kit import ALLIED, do, position, unit
from wargame_tui.core.game import Game
from wargame_tui.tui.session import Session
from wargame_tui.tui.widgets.log_pane import LogPane


class Host(App[None]):
    """Nothing but a log."""

    def compose(self) -> ComposeResult:
        yield LogPane()


def evening() -> Game:
    """The traffic phase of the last player turn before a night; the end of it comes by eight phases."""
    units = unit("12SS-25", "2717"), unit("2-9", "W1519")
    return position(*units, side=ALLIED, turn=4, phase="traffic", dice=[1])


def lines(pane: LogPane) -> Iterator[str]:
    yield from (str(option.prompt).rstrip() for option in pane.options)


async def test_each_phase_that_a_command_comes_by_has_a_heading_of_its_own() -> None:
    game, app = evening(), Host()
    do(game, "end")
    async with app.run_test(size=(160, 60)):
        pane = app.query_one(LogPane)
        pane.show(Session(game))
        assert [line for line in lines(pane) if "·" in line or line.endswith("AM")] == [
            "  17PM · Allied player turn · Traffic",
            "  17PM · Allied player turn · Supply and surrender",
            "▾ 17PM · Allied player turn · Victory",
            "▾ 17PM · Night",
            "▾ 18AM",
            "  18AM · German player turn · Artillery supply",
            "  18AM · German player turn · Fuel shortage",
            "  18AM · German player turn · Bridges",
            "▾ 18AM · German player turn · Movement",
        ]
        under = dict(pairwise(lines(pane)))
        assert under["▾ 17PM · Allied player turn · Victory"].startswith("  Victory check")
        assert under["▾ 17PM · Night"].startswith("  Replacement points of the night")
        assert under["▾ 18AM · German player turn · Movement"].startswith("  653 Jpz rolls")


async def test_a_heading_leads_to_the_rule_of_the_phase_and_folds_what_is_under_it() -> None:
    game, app = evening(), Host()
    do(game, "end")
    async with app.run_test(size=(160, 60)) as pilot:
        pane = app.query_one(LogPane)
        pane.show(Session(game))
        pane.focus()
        pane.highlighted = [*lines(pane)].index("▾ 17PM · Night")
        assert pane.lit is not None
        assert (pane.lit.kind, pane.lit.rule) == ("night", "25.1")
        await pilot.press("enter")
        assert "▸ 17PM · Night  1" in lines(pane)


async def test_units_in_headings_are_called_as_on_their_counters() -> None:
    game, app = position(unit("12SS-25", "2717"), unit("2-9", "W1519")), Host()
    do(game, "move 12SS-25", "to 2718")
    async with app.run_test(size=(160, 60)):
        pane = app.query_one(LogPane)
        pane.show(Session(game))
        assert "▾ 17AM · German player turn · Movement · 12SS/25 moves" in lines(pane)


async def test_headings_go_with_what_is_taken_back() -> None:
    game, app = evening(), Host()
    async with app.run_test(size=(160, 60)):
        pane, session = app.query_one(LogPane), Session(game)
        pane.show(session)
        before = [*lines(pane)]
        do(game, "end")
        pane.show(session)
        assert len([*lines(pane)]) > len(before)
        game.undo(agreed=True)
        pane.show(session)
        assert [*lines(pane)] == before


async def test_a_long_log_lists_its_last_phases_until_more_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wargame_tui.tui.widgets.log_pane.LISTED", 3)
    game, app = evening(), Host()
    do(game, "end")
    async with app.run_test(size=(160, 60)) as pilot:
        pane = app.query_one(LogPane)
        pane.show(Session(game))
        assert next(lines(pane)) == "▴ 6 earlier phases"
        assert sum("·" in line or line.endswith("AM") for line in lines(pane)) == 3
        pane.focus()
        pane.highlighted = 0
        await pilot.press("enter")
        assert sum("·" in line or line.endswith("AM") for line in lines(pane)) == 9
        assert not any("earlier" in line for line in lines(pane))
