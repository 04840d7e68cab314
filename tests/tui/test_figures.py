"""What the odds of the lines of the list come to, in columns beside them where there is room."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.tui.test_table import at_table, until
from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.core.title import Figures
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.session import Session
from wargame_tui.tui.table.figures import in_columns
from wargame_tui.tui.table.listing import Row
from wargame_tui.tui.table.selecting import Selecting
from wargame_tui.tui.widgets import decision_pane
from wargame_tui.tui.widgets.decision_pane import DecisionPane
from wargame_tui.tui.widgets.text import Words

MakeApp = Callable[..., WargameApp]
NAMES = ("succeeds", "you lose", "they lose")


class A(Command):
    """One."""


class B(Command):
    """Another."""


def test_columns_are_those_that_any_command_has() -> None:
    found = in_columns({A(): Figures(0.625, None, 1.25), B(): Figures(0.5)}, NAMES)
    assert found is not None
    assert found.heading == "succeeds · they lose"
    assert found.of == {A(): ("62%", "1.2"), B(): ("50%", "-")}


def test_without_a_roll_there_is_no_table() -> None:
    assert in_columns({A(): None}, NAMES) is None


@pytest.mark.parametrize(
    ("scenario", "seed"),
    [
        ("first_command/mortain", 1),
        ("tigers_in_the_mist/seventh_army", 1),
        ("montys_gamble/basic", 1),
        ("liberty_roads/cobra", 1),
        ("desert_commander/france_1940", 1),
        ("pacific_commander/1942", 1),
    ],
)
def test_figures_are_chances_and_averages(scenario: str, seed: int) -> None:
    """In random play until ten commands have had figures."""
    game, random = Game.new(scenario, seed), Random(seed)
    found = list[Figures]()
    while len(found) < 10:
        legal = game.legal()
        for each in random.sample(legal, min(4, len(legal))):
            odds = game.title.odds(game.state, each)
            found += [odds.figures] if odds is not None and odds.figures is not None else []
        game.apply(random.choice(legal))
        assert game.over is None
    for figures in found:
        assert figures.success is None or 0 <= figures.success <= 1.000001
        assert all(each is None or each >= 0 for each in (figures.attacker_loses, figures.defender_loses))


def _mortain(tmp_path: Path) -> WargameApp:
    return WargameApp(
        "first_command/mortain", seed=3, saves=tmp_path / "s", config=tmp_path / "c.yaml", cache=tmp_path / "c"
    )


@pytest.mark.parametrize(("size", "beside"), [((140, 45), True), ((200, 60), True), ((80, 24), False)], ids=str)
async def test_odds_stand_beside_the_options_where_there_is_room(
    size: tuple[int, int], beside: bool, tmp_path: Path
) -> None:
    async with _mortain(tmp_path).run_test(size=size) as pilot:
        screen, session = await at_table(pilot)
        while "combat" not in getattr(session.state.stack[-1], "stage", ""):
            session.apply("end")
        screen.view.all()
        await pilot.pause(0.6)
        pane = screen.query_one(DecisionPane)
        attacks = [n for n, row in enumerate(pane.rows) if row.choice and row.choice.notation.startswith("attack")]
        assert attacks
        lines = [str(pane.listed.options[n].prompt) for n in attacks]
        assert pane.query_one("#columns").display == beside
        assert all((line.split()[1].endswith("%")) == beside for line in lines), lines
        if beside:
            assert str(pane.query_one("#columns", Words).render()) == "att. succeeds · att. loses · def. loses"


async def test_what_the_player_has_lit_stays_lit_when_the_figures_come(tmp_path: Path) -> None:
    async with _mortain(tmp_path).run_test(size=(140, 45)) as pilot:
        screen, session = await at_table(pilot)
        while "combat" not in getattr(session.state.stack[-1], "stage", ""):
            session.apply("end")
        screen.view.all()
        await pilot.press("full_stop")
        lit = screen.query_one(DecisionPane).lit
        await until(pilot, lambda: screen.query_one("#columns").display)
        assert screen.query_one(DecisionPane).lit == lit


def _first_attack(pane: DecisionPane) -> int:
    """The row of the screen on which the first attack of the list stands."""
    number = next(n for n, row in enumerate(pane.rows) if row.choice and row.choice.notation.startswith("attack"))
    listed = pane.listed
    return next(
        y
        for y in range(listed.region.y, listed.region.bottom)
        if pane.screen.get_style_at(listed.region.x + 4, y).meta.get("option") == number
    )


async def test_figures_push_no_line_down(tmp_path: Path) -> None:
    async with _mortain(tmp_path).run_test(size=(140, 45)) as pilot:
        screen, session = await at_table(pilot)
        while "combat" not in getattr(session.state.stack[-1], "stage", ""):
            session.apply("end")
        screen.view.all()
        pane = screen.query_one(DecisionPane)
        await until(pilot, lambda: any(row.choice for row in pane.rows))
        assert not screen.query_one("#columns").display
        before = _first_attack(pane)
        await until(pilot, lambda: screen.query_one("#columns").display)
        assert _first_attack(pane) == before


async def test_what_comes_late_waits_as_long_as_a_line_is_aimed_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with _mortain(tmp_path).run_test(size=(140, 45)) as pilot:
        screen, session = await at_table(pilot)
        while "combat" not in getattr(session.state.stack[-1], "stage", ""):
            session.apply("end")
        listed = screen.query_one(DecisionPane).listed
        monkeypatch.setattr(decision_pane, "AIMING", 60)
        await pilot.hover(listed, offset=(5, 2))
        screen.view.all()
        await pilot.pause(0.8)
        assert listed.aimed
        assert not screen.query_one("#columns").display
        monkeypatch.setattr(decision_pane, "AIMING", 0.1)
        screen.view.all()
        await until(pilot, lambda: screen.query_one("#columns").display)


async def test_once_the_mouse_has_left_nothing_waits(tmp_path: Path) -> None:
    async with _mortain(tmp_path).run_test(size=(140, 45)) as pilot:
        listed = (await at_table(pilot))[0].query_one(DecisionPane).listed
        await pilot.hover(listed, offset=(5, 2))
        assert listed.aimed
        await pilot.hover("#field")
        assert not listed.aimed


def test_figures_that_come_late_find_their_room_kept() -> None:
    """Once commands of a kind have had figures, the lines of the next ones do not get wider when theirs arrive."""
    selecting = Selecting(Session(Game.new("montys_gamble/basic", 3)))
    choices = selecting._session.choices()[:3]
    rows = [Row(choice.text, choice, number=n) for n, choice in enumerate(choices)]
    assert selecting.columns(rows) is None, "nothing is known of them yet"
    figures = [Figures(0.05), Figures(1.0), Figures(0.5)]
    selecting.figures = dict(zip([choice.command for choice in choices], figures, strict=True))
    shown = selecting.columns(rows)
    assert shown is not None
    selecting.figures = {}
    kept = selecting.columns(rows)
    assert kept is not None
    assert kept.heading == shown.heading
    assert {len(cell) for cells in kept.of.values() for cell in cells} == {len("100%")}
    selecting.figures = dict.fromkeys(choice.command for choice in choices)
    assert selecting.columns(rows) is None, "these have none"
