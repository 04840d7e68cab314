"""Gestures at the table: selecting, leading, leaving alone, attacks as proposed, taken back as one."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.tui.test_table import at_table, notice, until
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.session import Session
from wargame_tui.tui.table.hints import Hints
from wargame_tui.tui.widgets.decision_pane import DecisionPane

Table = tuple[TableScreen, Session, Any]


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """Mortain at the German's first movement: 3Pz and 2PG stand in 0802, 304 in 0702."""
    app = WargameApp(
        "first_command/mortain", seed=3, saves=tmp_path / "s", config=tmp_path / "c.yaml", cache=tmp_path / "c"
    )
    async with app.run_test(size=(140, 45)) as pilot:
        screen, session = await at_table(pilot)
        await pilot.pause()
        yield screen, session, pilot


async def at(table: Table, space: str, *keys: str) -> None:
    """Put the cursor on a space and press keys."""
    screen, _, pilot = table
    screen.view.map.go_to(space)
    screen.view.map.focus()
    await pilot.pause()
    for key in keys:
        await pilot.press(key)
        await pilot.pause(0.03)


async def to_combat(table: Table) -> None:
    screen, _, pilot = table
    screen.playing.give("end")
    await pilot.pause()


def played(session: Session) -> list[str]:
    return [entry.text for entry in session.game.entries]


def words(screen: TableScreen) -> list[str]:
    return [row.words for row in screen.query_one(DecisionPane).rows]


async def test_a_stack_is_selected_whole_then_unit_by_unit_and_nothing_is_given(table: Table) -> None:
    screen, session, _ = table
    seen = []
    for _ in range(4):
        await at(table, "0802", "enter")
        seen.append(screen.sitting.selecting.units)
    assert seen == [("3Pz", "2PG"), ("3Pz",), ("2PG",), ("3Pz", "2PG")]
    assert played(session) == []
    await at(table, "0802", "escape")
    assert screen.sitting.selecting.units == ()


async def test_lit_spaces_show_what_is_left_and_the_way_there(table: Table) -> None:
    screen, _, pilot = table
    await at(table, "0702", "enter")
    await until(pilot, lambda: screen.sitting.selecting.ways)
    laid = screen.sitting.over_map.goals
    assert laid is not None
    assert laid.notes["0903"] == "2"
    await at(table, "0903")
    laid = screen.sitting.over_map.goals
    assert laid is not None
    assert laid.lines[0].spaces == ("0702", "0801", "0902", "0903")
    assert "go: 1+1+2, 2 left" in notice(screen)


async def test_a_stack_is_led_and_taken_back_as_one(table: Table) -> None:
    screen, session, pilot = table
    await at(table, "0802", "enter")
    await at(table, "0801", "enter")
    assert played(session) == ["move 3Pz 0801", "move 2PG 0801"]
    await pilot.press("u")
    assert played(session) == []
    assert "Undone: " in notice(screen)
    assert "0801" in notice(screen)


async def test_after_a_load_commands_are_taken_back_singly(table: Table) -> None:
    _, session, _ = table
    session.gesture([session.game.parse("move 3Pz 0801"), session.game.parse("move 2PG 0801")], "both")
    again = Session(session.game)
    assert again.given is None
    assert again.undo_given() is None
    assert session.undo_given() == "both"


async def test_the_nearest_that_has_not_moved_and_units_left_alone(table: Table) -> None:
    screen, session, pilot = table
    await at(table, "0601", "n")
    assert screen.view.map.cursor == "0702"
    assert screen.sitting.selecting.units == ("304",), "it is selected there"
    await pilot.press("space")
    await pilot.pause(0.05)
    assert "Left alone this turn: 304" in notice(screen)
    been = {screen.view.map.cursor}
    for _ in range(8):
        await pilot.press("n")
        await pilot.pause(0.02)
        been.add(screen.view.map.cursor)
    assert been == {"0802", "0803", "0805", "0904"}, "all others, and not the one left alone"
    assert played(session) == []
    session.apply("end")
    session.apply("end")
    assert "0702" not in screen.sitting.selecting.unmoved()


async def test_one_space_too_many_does_nothing_while_units_are_moved(table: Table) -> None:
    screen, session, _ = table
    await at(table, "0601", "space")
    assert not screen.view.map.grabbed
    assert "No unit here to leave alone; n goes to the next one" in notice(screen)
    screen.sitting.selecting.leave([unit for units in screen.sitting.selecting.unmoved().values() for unit in units])
    await at(table, "0802", "space", "space")
    assert not screen.view.map.grabbed
    assert "nobody is left to move" in notice(screen)
    assert played(session) == []


async def test_jump_letters_go_on_to_goals_out_of_view_and_back(tmp_path: Path) -> None:
    app = WargameApp(
        "ardennes_44/campaign", seed=3, saves=tmp_path / "s", config=tmp_path / "c.yaml", cache=tmp_path / "c"
    )
    async with app.run_test(size=(80, 24)) as pilot:
        screen, session = await at_table(pilot)
        for command in ("historical", "end"):
            session.apply(command)
        screen.cursor.sit_down()
        await pilot.pause()
        await at((screen, session, pilot), "2115", "enter")
        await until(pilot, lambda: screen.sitting.selecting.ways)
        goals, jumps = {*(screen.sitting.selecting.ways or ())}, screen.view.jumps
        await pilot.press("f")
        await pilot.pause()
        seen = {*jumps.labels.values()}
        assert seen < goals, "not all of them are in view"
        assert jumps.beyond == len(goals - seen)
        assert f"Space {jumps.beyond} more out of view" in notice(screen)
        rounds = 0
        while jumps.beyond:
            await pilot.press("space")
            await pilot.pause()
            seen |= {*jumps.labels.values()}
            rounds += 1
            assert rounds < 20
        assert seen == goals
        assert screen.view.map.cursor == "2115"
        await pilot.press("space")
        await pilot.pause()
        assert "2115" in screen.view.map.spaces_in_view, "all have been in view: back to the beginning"
        await pilot.press("space")
        await pilot.pause()
        label, goal = next((each, goal) for each, goal in jumps.labels.items())
        await pilot.press(*label)
        assert screen.view.map.cursor == goal


async def test_what_has_moved_is_counted_beside_the_end_of_the_phase(table: Table) -> None:
    screen, _, pilot = table
    screen.playing.give("move 304 0901")
    await until(pilot, lambda: any("1 of 7 moved" in line for line in words(screen)))


async def test_an_attack_as_proposed_with_units_in_and_out(table: Table) -> None:
    screen, session, pilot = table
    await to_combat(table)
    await until(pilot, lambda: screen.sitting.over_map.overlay(session, screen.sitting.picking, {}).notes.get("0703"))
    await at(table, "0703", "enter")
    assert played(session)[-1] == "attack 0703"
    assert any(line.startswith("Roll") for line in words(screen)[:1]), "the commitment comes first"
    await at(table, "0703", "X")
    assert played(session) == ["end"], "X calls it off"
    await at(table, "0703", "enter")
    screen.playing.give("hold 304")
    await pilot.pause()
    await at(table, "0703", "escape")
    assert played(session) == ["end"], "so does Esc, with what was changed since"
    assert "cancelled" in notice(screen)


async def test_what_was_called_off_stays_so_once_dice_have_rolled(table: Table) -> None:
    _, session, _ = table
    await to_combat(table)
    await at(table, "0703", "enter")
    session.apply("roll")
    assert session.attack is None, "the other side decides"


async def test_a_retreat_is_proposed_first_with_its_arrow_and_accepted_by_one_key(table: Table) -> None:
    screen, session, pilot = table
    session.game.script((4,))
    for text in ("end", "attack 0703", "roll", "roll"):
        session.apply(text)
    screen.sitting.handover.settle(session)
    screen.cursor.sit_down()
    await pilot.pause()
    assert words(screen)[0] == "Retreat 1/117 to 0603, 823 to 0704"
    told = {hint.key: hint.words for hint in Hints(screen.sitting).at_map("0703")}
    assert told["0"] == words(screen)[0], "the last line says what the key does"
    assert screen.sitting.over_map.proposed.lines[0].kind == "arrow"
    before = session.newest
    await pilot.press("0")
    assert played(session)[before:] == ["move 1-117 0603", "move 823 0704"]
