"""A unit that the rules have in hand: put on stacks, put down, left for the next one."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.tui.test_table import at_table, notice, until
from wargame_tui.core.game import Game
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.map.map_widget import MapWidget
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.session import Session


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[tuple[TableScreen, Session, Any]]:
    """Ardennes '44 with 326VG/751 in 1738 in hand; 326VG/753 stands in 1637, in its reach, 17NW in 1638."""
    app = WargameApp(
        "ardennes_44/three_days", seed=3, saves=tmp_path / "s", config=tmp_path / "c.yaml", cache=tmp_path / "c"
    )
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        table.playing.give_series(history(session))
        await pilot.pause()
        assert "choose a hex" in session.prompt.text
        yield table, session, pilot


def history(session: Session) -> list[str]:
    """The commands up to the first move."""
    rest = next(choice.notation for choice in session.choices() if choice.notation == "historical")
    return [rest, "end", "move 326VG-751"]


async def click(pilot: Any, table: TableScreen, space: str, unit: str | None = None) -> None:
    """What the map tells of a click on a hex, or on a counter in it."""
    field = table.query_one("HexMap")
    assert isinstance(field, MapWidget)
    field.go_to(space, near=True)
    field.post_message(MapWidget.Picked(space))
    if unit:
        field.post_message(MapWidget.UnitPicked(unit))
    await pilot.pause(0.1)


async def test_it_goes_to_a_hex_by_a_click_on_the_counter_that_stands_there(table: Any) -> None:
    screen, session, pilot = table
    await click(pilot, screen, "1637", "326VG-753")
    assert session.game.entries[-1].text == "to 1637"
    assert session.units_in(session.state)["326VG-751"] == "1637"


async def test_another_own_unit_is_taken_up_by_a_click_and_by_enter(table: Any) -> None:
    screen, session, pilot = table
    before = session.newest - 1
    await click(pilot, screen, "1332", "277VG-989")
    assert "move 326VG-751" not in [entry.text for entry in session.game.entries], "it had not moved"
    taken_up = session.title.gestures.after(session.bare_state(), [session.game.parse("move 277VG-989")])
    goal = next(text for each in taken_up.stack[-1].legal(taken_up) if (text := each.notation()).startswith("to "))
    await click(pilot, screen, goal.removeprefix("to "))
    assert [entry.text for entry in session.game.entries[before:]][:2] == ["move 277VG-989", goal]
    await click(pilot, screen, "1334", "277VG-991")
    assert "277VG-991" in (*screen.sitting.selecting.units, *session.title.gestures.in_hand(session.state))
    assert f"to {session.units_in(session.state)['277VG-989']}" == goal, "it stays where it was led"


async def test_escape_puts_it_down(table: Any) -> None:
    screen, session, pilot = table
    before = session.newest
    screen.query_one("HexMap").focus()
    await pilot.press("escape")
    assert session.newest == before - 1
    assert "Deselected" in notice(screen)
    assert "move 326VG-751" in [choice.notation for choice in session.choices()]


async def test_what_has_moved_stays_where_it_is_put_down(table: Any) -> None:
    screen, session, pilot = table
    screen.playing.give("to 1639")
    screen.query_one("HexMap").focus()
    await pilot.press("escape")
    assert [entry.text for entry in session.game.entries[-2:]] == ["to 1639", "end"]
    assert session.units_in(session.state)["326VG-751"] == "1639"
    assert session.side == "German"


async def test_an_enemy_counter_out_of_reach_is_told_why_and_nothing_is_put_down(table: Any) -> None:
    screen, session, pilot = table
    before = session.newest
    enemy, space = next(
        (counter.unit, space)
        for space, here in session.pieces(session.state).spaces.items()
        for counter in here.counters
        if counter.side == "Allied" and not any(choice.space == space for choice in session.choices())
    )
    await click(pilot, screen, space, enemy)
    assert session.newest == before
    assert notice(screen).startswith("✗")


def test_nothing_in_hand_is_not_put_down() -> None:
    session = Session(Game.new("ardennes_44/three_days", 3))
    assert session.put_down() is None


async def to_combat(pilot: Any, screen: TableScreen) -> None:
    """From the first move to the combat phase, through an attack on Echternach up to its last gun."""
    screen.playing.give_series(["end", "end"])
    screen.playing.give_series(["end"])
    screen.playing.give_series(["attack 1105", "with 212VG-320", "roll"])
    await pilot.pause()


async def test_the_last_gun_rolls_by_the_key_of_commitments_alone(table: Any) -> None:
    screen, session, pilot = table
    await to_combat(pilot, screen)
    guns = [choice for choice in screen.sitting.picking.choices if choice.notation.startswith("fire")]
    assert len(guns) == 1
    before = session.newest
    await pilot.press("1", "2")
    assert session.newest == before, "no digit of the list rolls"
    await pilot.press("0")
    assert session.newest == before + 1
    assert session.state.dice.count > session.game.states[-2].dice.count


async def test_cancelling_an_attack_shows_no_battle_that_was_over_before(table: Any) -> None:
    """Also after the game was opened anew."""
    screen, session, pilot = table
    await to_combat(pilot, screen)
    screen.playing.give_series(["fire 408VAK"])
    while session.prompt.text != "Choose a hex to attack, or end the phase":
        session.apply("end")
    resumed = Session(session.game)
    assert resumed.battle() is not None
    resumed.apply("attack 1428")
    assert resumed.battle() is not None
    resumed.apply("end")
    assert resumed.battle() is None


def test_the_force_that_sets_an_operation_off_is_asked_about() -> None:
    """In Desert Commander the last force named would march at once and pay."""
    session = Session(Game.new("desert_commander/north_africa", 3))
    adds = 0
    while choices := session.choices():
        chosen = next((choice for choice in choices if choice.command.adds), choices[0])
        commitment = session.commitment(chosen.command) if chosen.command.adds else None
        points = session.state.dice.count
        session.apply(chosen.command)
        if commitment:
            adds += 1
            assert commitment.words
        elif chosen.command.adds:
            assert session.state.dice.count == points, "nothing rolled without being asked about"
    assert adds


async def test_enter_does_nothing_that_lies_aside_unasked(table: Any) -> None:
    """Enter on a unit that cannot move opens its list; it splits nothing off by itself."""
    screen, session, pilot = table
    screen.playing.give("end")
    aside = [choice.space for choice in screen.sitting.picking.choices if choice.target.aside]
    alone = [space for space in aside if [choice.space for choice in screen.sitting.picking.choices].count(space) == 1]
    assert alone, "a unit that may only split, or get a prime mover"
    field = screen.query_one("HexMap")
    field.go_to(alone[0])
    field.focus()
    before = session.newest
    await pilot.press("enter")
    assert session.newest == before
    assert screen.sitting.picking.only_here, "it is offered, not done"


async def test_the_cursor_goes_where_a_step_within_the_one_before_is_decided(table: Any) -> None:
    """From the list or a typed line, too: Monty's drop areas, the Strategic Reserve of Liberty Roads (18.2)."""
    screen, session, pilot = table
    screen.playing.give("end")
    field = screen.query_one("HexMap")
    field.go_to("1105")
    await pilot.pause()
    screen.playing.give("move 277VG-989")
    await pilot.pause()
    assert field.cursor in {choice.space for choice in session.choices()}


# Stacks and proposals


@pytest.fixture
async def movement(table: Any) -> tuple[TableScreen, Session, Any]:
    """The same with nothing in hand."""
    screen, session, pilot = table
    screen.playing.leave_in_place()
    await pilot.pause()
    return screen, session, pilot


async def test_the_first_unit_of_a_stack_shows_its_own_reach(movement: Any) -> None:
    screen, session, pilot = movement
    await click(pilot, screen, "1330", "12VG-27")
    await click(pilot, screen, "1330", "12VG-27")
    assert screen.sitting.selecting.units == ("12VG-27",)
    await until(pilot, lambda: screen.sitting.selecting.ways)
    ways = session.title.gestures.ways(session.state, ["12VG-27"])
    laid = screen.sitting.over_map.goals
    assert laid is not None
    assert {*laid.highlights} == {"1330", *ways}
    assert all(laid.notes.get(space, "") == there[0].left for space, there in ways.items())


async def test_what_is_selected_is_told_why_it_cannot_go_somewhere(movement: Any) -> None:
    screen, session, pilot = movement
    before = session.newest
    await click(pilot, screen, "1738", "326VG-751")
    await click(pilot, screen, "0516")
    assert session.newest == before
    assert notice(screen).startswith("✗")
    assert "326VG/751" in notice(screen), "about the unit, not about the hex"
    assert screen.sitting.selecting.units == ("326VG-751",), "it can still go elsewhere"


async def test_a_way_of_moving_follows_from_the_goal_and_another_is_on_a_key(movement: Any) -> None:
    screen, session, pilot = movement
    await click(pilot, screen, "1738", "326VG-751")
    ways = session.title.gestures.ways(session.state, ["326VG-751"])
    goal = next(
        space for space, there in ways.items() if len(there) > 1 and not session.units_in(session.state).get(space)
    )
    field = screen.query_one("HexMap")
    field.go_to(goal)
    field.focus()
    await pilot.press("y")
    assert screen.sitting.selecting.known_way(goal) == ways[goal][1]
    assert ways[goal][1].mode in notice(screen)
    since = session.newest
    await pilot.press("enter")
    await pilot.pause(0.1)
    assert [entry.text for entry in session.game.entries[since:]] == [
        each.notation() for each in ways[goal][1].commands
    ]


async def test_units_are_left_out_of_an_attack_and_put_in_and_its_beginning_stays_one(movement: Any) -> None:
    screen, session, pilot = movement
    await to_combat_phase(pilot, screen)
    gestures = session.title.gestures
    space, commands = next(
        (space, found)
        for space in gestures.odds_at(session.state)
        if (found := gestures.attack(session.state, space)) and len([c for c in found if hasattr(c, "unit")]) > 1
    )
    before = session.newest
    await click(pilot, screen, space)
    played = [entry.text for entry in session.game.entries[before:]]
    assert played == [command.notation() for command in commands]
    named = screen.sitting.selecting.declared()
    screen.hand.leave_out(named[-1])
    await pilot.pause()
    assert [entry.text for entry in session.game.entries[before:]] == [t for t in played if t != named[-1].notation()]
    assert session.attack_since == before
    await pilot.press("X")
    assert session.newest == before


async def to_combat_phase(pilot: Any, screen: TableScreen) -> None:
    """From the first movement."""
    while not screen.session.title.gestures.odds_at(screen.session.state):
        screen.playing.give_series(["end"])
        await pilot.pause()


async def test_the_key_of_the_end_says_why_it_cannot_be_ended_yet(tmp_path: Path) -> None:
    app = WargameApp(
        "liberty_roads/cobra", seed=1, saves=tmp_path / "s", config=tmp_path / "c.yaml", cache=tmp_path / "c"
    )
    async with app.run_test(size=(140, 45)) as pilot:
        screen, session = await at_table(pilot)
        session.apply("take_air")
        screen.cursor.sit_down()
        screen.sitting.handover.settle(session)
        await pilot.pause()
        while screen.playing.waits_for_space:
            await pilot.press("space")
        await pilot.press("E")
        assert "the free Air Support must be played" in notice(screen)
        assert session.newest == 1
