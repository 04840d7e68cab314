"""Commands that name a unit and a space: the unit is taken in hand, then put down somewhere on the map."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import pytest
from textual.pilot import Pilot

from wargame_tui.board.scene import Counter
from wargame_tui.board.title import Battle, BattleRow, Shot, Tally, Target
from wargame_tui.core.codec import Codec
from wargame_tui.core.command import Command, command
from wargame_tui.core.dice import Dice
from wargame_tui.core.event import Modifier
from wargame_tui.core.state import Outcome
from wargame_tui.core.step import Prompt, Refusal, Step
from wargame_tui.core.title import Chance, Odds
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.session import Choice
from wargame_tui.tui.widgets.battle_panel import dice_text, head_text
from wargame_tui.tui.widgets.decision_pane import DecisionPane
from wargame_tui.tui.widgets.odds_pane import odds_text

SKIRMISH: ModuleType = sys.modules["skirmish"]


@command("march", "1.1", "{unit} to {space}")
class March(Command):
    unit: str
    space: str


@dataclass(frozen=True, slots=True)
class Marching(Step[Any, Any]):
    """Every unit of a side may go on and on, space by space."""

    __pydantic_config__ = {"extra": "forbid"}
    side: str
    kind: str = "marching"

    def decider(self, table: Any) -> str | None:
        return self.side

    def title(self, table: Any) -> str:
        return "March"

    def prompt(self, table: Any) -> Prompt:
        return Prompt("March units", "1.1")

    def candidates(self, table: Any) -> Iterator[Command]:
        for name, piece in table.units.items():
            yield from (March(name, space) for space in SKIRMISH.ROADS[piece.location])
        yield SKIRMISH.End()

    def refusal(self, table: Any, command: Command) -> Refusal | None:
        if isinstance(command, March):
            piece = table.units[command.unit]
            if piece.side != self.side:
                return Refusal(f"{command.unit} is not yours", "1.1")
            return None if command.space in SKIRMISH.ROADS[piece.location] else Refusal("no road leads there", "1.1")
        return None

    def do(self, g: Any, command: Command) -> None:
        if isinstance(command, March):
            g.move(command.unit, command.space)


@dataclass(frozen=True, slots=True)
class Ground:
    __pydantic_config__ = {"extra": "forbid"}
    scenario: str
    stack: tuple[Marching, ...]
    dice: Dice
    units: Mapping[str, SKIRMISH.Piece]  # type: ignore[name-defined]
    bridge: bool = True
    over: Outcome | None = None


class Parade(SKIRMISH.Skirmish):  # type: ignore[misc,name-defined]
    """The little title with commands `march UNIT SPACE`."""

    command_kinds = (March, SKIRMISH.End)
    codec = Codec(Ground)

    def start(self, scenario: str, options: Mapping[str, Any], dice: Any) -> Any:
        state = super().start(scenario, options, dice)
        return Ground(scenario, (Marching("German"),), state.dice, state.units)

    def routes_of(self, state: Any, unit: str) -> Mapping[str, Sequence[Command]]:
        return {"4": [March(unit, "2"), March(unit, "4")]} if state.units[unit].location == "1" else {}


async def until(pilot: Pilot[Any], happened: Callable[[], object]) -> None:
    for _ in range(500):
        await pilot.pause(0.01)
        if happened():
            await pilot.pause()
            return
    raise AssertionError("what was waited for did not happen")


@pytest.fixture
def parade(make_app: Callable[..., WargameApp], monkeypatch: pytest.MonkeyPatch) -> WargameApp:
    monkeypatch.setattr(SKIRMISH, "TITLE", Parade())
    return make_app()


async def table_of(pilot: Pilot[Any]) -> TableScreen:
    app = pilot.app
    await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.is_mounted)
    assert isinstance(app.screen, TableScreen)
    return app.screen


def played(table: TableScreen) -> list[str]:
    return [entry.text for entry in table.session.game.entries]


def go_to(table: TableScreen, space: str) -> None:
    table.query_one("AreaMap").go_to(space)  # type: ignore[attr-defined]


async def test_take_a_unit_and_put_it_down(parade: WargameApp) -> None:
    async with parade.run_test(size=(140, 45)) as pilot:
        table = await table_of(pilot)
        table.hand.take("kgPeiper")
        rows = table.query_one(DecisionPane).rows
        assert [row.words for row in rows[:4]] == [
            "kgPeiper selected",
            "kgPeiper to Elsenborn",
            "kgPeiper to Stavelot",
            "kgPeiper to Spa",
        ]
        go_to(table, "1")
        await pilot.pause()
        await pilot.press("full_stop", "full_stop")
        go_to(table, "3")
        go_to(table, "1")
        await pilot.pause()
        assert table.query_one(DecisionPane).lit.text == "kgPeiper to Elsenborn"  # type: ignore[union-attr]
        await pilot.press("enter")
        assert played(table) == ["march kgPeiper 1"]
        # It can go on, and so it stays selected; but a move ends when the next unit is touched.
        assert table.sitting.selecting.units == ("kgPeiper",)
        go_to(table, "2")
        await pilot.pause()
        await pilot.press("enter")
        assert table.sitting.selecting.units == ("3FJ",)
        assert len(played(table)) == 1


async def test_put_nothing_down_where_it_cannot_go(parade: WargameApp) -> None:
    async with parade.run_test(size=(140, 45)) as pilot:
        table = await table_of(pilot)
        table.hand.take("kgPeiper")
        go_to(table, "5")
        await pilot.pause()
        await pilot.press("enter")
        assert played(table) == []
        assert "no road leads there" in table.query_one("HintBar").words  # type: ignore[attr-defined]
        await pilot.press("escape")
        assert "selected" not in table.query_one(DecisionPane).rows[0].words


async def test_the_only_unit_of_a_place_is_taken_at_once(parade: WargameApp) -> None:
    async with parade.run_test(size=(140, 45)) as pilot:
        table = await table_of(pilot)
        for text in ("march kgPeiper 1", "march 3FJ 1", "march 12SS 2"):
            table.session.apply(text)
        table.view.all()
        go_to(table, "2")
        await pilot.pause()
        await pilot.press("enter")
        assert table.query_one(DecisionPane).rows[0].words == "12SS selected"
        assert len(played(table)) == 3


async def test_a_unit_with_one_goal_is_selected_and_not_sent_there(parade: WargameApp) -> None:
    async with parade.run_test(size=(140, 45)) as pilot:
        table = await table_of(pilot)
        go_to(table, "1")
        await pilot.pause()
        await pilot.press("enter")
        assert played(table) == [], "a player sees where it goes before it goes"
        assert table.sitting.selecting.units == ("12SS",)
        go_to(table, "2")
        await pilot.press("enter")
        assert played(table) == ["march 12SS 2"]


async def test_a_way_by_a_waypoint_is_one_move(parade: WargameApp) -> None:
    async with parade.run_test(size=(140, 45)) as pilot:
        table = await table_of(pilot)
        go_to(table, "1")
        await pilot.press("enter")
        go_to(table, "2")
        await pilot.press("semicolon")
        assert played(table) == ["march 12SS 2"]
        assert table.sitting.selecting.units == ("12SS",), "it goes on"
        go_to(table, "1")
        await pilot.press("enter")
        assert played(table) == ["march 12SS 2", "march 12SS 1"]
        assert table.session.undo_given() == "12SS to 1 Elsenborn"
        assert played(table) == []


async def test_a_way_of_several_steps(parade: WargameApp) -> None:
    async with parade.run_test(size=(140, 45)) as pilot:
        table = await table_of(pilot)
        table.hand.take("12SS")
        go_to(table, "4")
        await until(pilot, lambda: "4" in table.sitting.picking.routes)
        await pilot.press("enter")
        assert played(table) == ["march 12SS 2", "march 12SS 4"]


def about(space: str, aside: bool = False) -> Choice:
    """A command about a space and nothing else."""
    return Choice(March("A", space), f"march A {space}", f"A at {space}", None, Target(space, aside=aside), space)


async def test_what_lies_aside_is_passed_over_by_keys(parade: WargameApp) -> None:
    async with parade.run_test(size=(140, 45)) as pilot:
        table = await table_of(pilot)
        table.sitting.picking.choices = [about("1"), about("2", aside=True), about("4", aside=True), about("4")]
        assert table.sitting.picking.places() == ["1", "4"]
        go_to(table, "4")
        assert [choice.target.aside for choice in table.sitting.picking.meant(table.view.map.cursor)] == [False]
        go_to(table, "2")
        assert [choice.target.aside for choice in table.sitting.picking.meant(table.view.map.cursor)] == [True]
        await pilot.press("n")
        assert table.view.map.cursor in ("1", "4")


def test_a_battle_of_two_totals() -> None:
    tallies = (
        Tally("German", "AV", (Modifier("KG", 4, "1.1"), Modifier("1 more", 1, "1.2")), (3, 4)),
        Tally("Allied", "DV", (Modifier("106", 3, "1.1"),), (2, 2)),
    )
    battle = Battle("2", "Attack", "German", "Allied", (), (), "over", (), (), True, tallies, 1, "success by 5")
    assert battle.rolls == 1
    sides = Sides(("German", "Allied"))
    assert "AV  4 KG 1.1  +1 for 1 more 1.2  = 5  [3] [4]  = 12" in dice_text(battle, sides, 0, 80).plain
    assert "success by 5" in head_text(battle, sides, 0, 80, 9).plain
    covered = head_text(battle, sides, 1, 80, 9).plain + dice_text(battle, sides, 1, 80).plain
    assert "success" not in covered
    assert "= 12" not in covered


def test_a_counter_whose_numbers_begin_with_its_strength_shows_it_once() -> None:
    tally = (Tally("German", "AV", (Modifier("KG", 4, "1.1"),), None),)
    counters = (
        Counter("A", "German", "989", "infantry", "", "4", "4-4-4"),
        Counter("B", "Allied", "18", "recon", "", "D1", "(2)"),
    )
    rows = [(BattleRow(counter, 1, 1, ""),) for counter in counters]
    battle = Battle("2", "Attack", "German", "Allied", *rows, "declare", (), (), False, tally)
    text = head_text(battle, Sides(("German", "Allied")), 0, 80, 9).plain
    assert " 989  4-4-4" in text
    assert " 18 D1  (2)" in text


def crowd(count: int, side: str) -> tuple[BattleRow, ...]:
    return tuple(
        BattleRow(Counter(f"{side}{n}", side, f"No {n}", "infantry", "", "2", "2-3-4"), 2, 1, "ready")
        for n in range(count)
    )


def test_many_units_of_a_battle_stand_in_few_lines() -> None:
    battle = Battle("2", "Attack", "German", "Allied", crowd(9, "German"), crowd(2, "Allied"), "fire", (), (), False)
    rows = head_text(battle, Sides(("German", "Allied")), 0, 80, 20).plain.split("\n")
    assert len(rows) == 2 + 9
    assert "No 8  2-3-4 2 → 1  ready" in rows[-1]
    rows = head_text(battle, Sides(("German", "Allied")), 0, 80, 5).plain.split("\n")
    assert len(rows) == 5
    assert "No 0  2→1" in rows[2]
    assert "ready" not in rows[2][:40], "in short"
    assert "ready" in rows[2][40:], "the other side has room"
    assert "No 8" in rows[-1]
    rows = head_text(battle, Sides(("German", "Allied")), 0, 80, 3).plain.split("\n")
    assert len(rows) == 3
    assert "+6" in rows[-1], "those without room are counted"


def test_units_of_one_label_on_both_sides_are_told_apart() -> None:
    rows = crowd(1, "German"), crowd(1, "Allied")
    shot = Shot("1. No 0", "Allied0", 3, 3, (), (1,), 1)
    battle = Battle("2", "Attack", "German", "Allied", *rows, "fire", (), (shot,), False)
    assert "No 0 (Allied)" in dice_text(battle, ("German", "Allied"), 0, 80).plain


def test_many_short_outcomes_stand_in_two_columns() -> None:
    chances = tuple(Chance(0.1, f"{n} AP", {}) for n in range(10))
    rows = odds_text(Odds(chances, (Modifier("2 guns", 2, "1.1"), Modifier("terrain", -1, "1.2"))), "Fire", 42).plain
    lines = rows.split("\n")
    assert len(lines) == 1 + 5 + 2
    assert "0 AP" in lines[1]
    assert "5 AP" in lines[1]
    assert lines[-2:] == ["+2 for 2 guns 1.1", "-1 terrain 1.2"]


def test_many_outcomes_are_led_by_what_they_come_to() -> None:
    outcomes = tuple(Chance(0.25, f"German loses {n}, Allied loses 1") for n in range(4))
    details = (
        ("German takes Beaufort", (Chance(0.4, "yes"), Chance(0.6, "no"))),
        ("German loses", tuple(Chance(0.25, str(n)) for n in range(4))),
    )
    lines = odds_text(Odds(outcomes, (), details), "Fire", 60).plain.split("\n")
    assert lines[1] == "German takes Beaufort 40%, German loses 1.5"
    assert odds_text(Odds(outcomes[:2], (), details), "Fire", 60).plain.split("\n")[1] != lines[1]
