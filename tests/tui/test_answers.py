"""Answers of a battle in the list: what they come to stands before them; an assault is committed by one key."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.tui.test_table import at_table, until
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.session import Session
from wargame_tui.tui.widgets.decision_pane import DecisionPane

Table = tuple[TableScreen, Session, Any]


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """France at the first operations: nine forces in the Eifel, one of the Allies in Houffalize."""
    app = WargameApp(
        "desert_commander/france_1940", seed=3, saves=tmp_path / "s", config=tmp_path / "c.yaml", cache=tmp_path / "c"
    )
    async with app.run_test(size=(140, 45)) as pilot:
        screen, session = await at_table(pilot)
        screen.playing.give("end")
        await pilot.pause()
        yield screen, session, pilot


def rows(screen: TableScreen) -> dict[str, str]:
    return {row.key or "-": row.words for row in screen.query_one(DecisionPane).rows}


async def declare(table: Table) -> None:
    screen, _, pilot = table
    screen.view.map.go_to("HOU")
    screen.view.map.focus()
    await pilot.pause()
    await pilot.press("enter")
    await pilot.pause()


async def test_an_assault_is_called_off_as_one(table: Table) -> None:
    _, session, pilot = table
    before = session.newest
    await declare(table)
    assert session.state.stack[-1].kind == "forming"
    await pilot.press("X")
    await pilot.pause()
    assert session.newest == before


async def test_the_commitment_says_what_it_does_and_is_not_asked_about_again(table: Table) -> None:
    screen, session, pilot = table
    await declare(table)
    assert "the last that can: the assault begins" in rows(screen)["0"]
    assert screen.query_one(DecisionPane).lit is not None
    await pilot.press("0")
    await pilot.pause()
    assert session.state.stack[-1].kind == "air_call"
    assert session.attack is None, "it is a battle now: nobody can be left out"


async def test_enter_on_the_map_never_commits(table: Table) -> None:
    screen, session, pilot = table
    await declare(table)
    before = session.newest
    screen.view.map.focus()
    await pilot.press("enter")
    await pilot.pause()
    assert session.newest == before, "0 begins the assault, and nothing else"
    assert session.state.stack[-1].kind == "forming"


async def test_answers_have_what_they_come_to_before_their_words(table: Table) -> None:
    screen, _, pilot = table
    await declare(table)
    await pilot.press("0")
    await until(pilot, lambda: screen.sitting.selecting.compared is not None)
    await pilot.pause()
    shown = rows(screen)
    assert shown["-"] == "How likely taken; steps lost: Allied, yours"
    assert {*shown} == {"-", "A", "Y", "X"}, "keys stay what they are"
    assert all("%" in words.split()[0] for key, words in shown.items() if key != "-")
