"""A unit that the rules have in hand: put on stacks, put down, left for the next one."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.tui.test_table import at_table, notice
from wargame_tui.core.game import Game
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.map.map_widget import MapWidget
from wargame_tui.tui.screens.ask import ConfirmScreen
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.session import Session
from wargame_tui.tui.widgets.text import Words


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
        assert "move where" in session.prompt.text
        yield table, session, pilot


def history(session: Session) -> list[str]:
    """The commands up to the first move."""
    rest = next(choice.notation for choice in session.choices() if "history" in choice.text)
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
    await click(pilot, screen, "1332", "277VG-989")
    assert session.game.entries[-1].text == "move 277VG-989"
    assert "move 326VG-751" not in [entry.text for entry in session.game.entries], "it had not moved"
    screen.query_one("HexMap").go_to("1333")
    screen.query_one("HexMap").focus()
    await pilot.press("enter")
    await pilot.pause(0.1)
    assert "move 277VG-990" in [choice.notation for choice in screen.sitting.picking.choices]


async def test_escape_puts_it_down(table: Any) -> None:
    screen, session, pilot = table
    before = session.newest
    screen.query_one("HexMap").focus()
    await pilot.press("escape")
    assert session.newest == before - 1
    assert "Put down" in notice(screen)
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


async def test_the_last_gun_is_asked_about_before_the_dice_roll(table: Any) -> None:
    screen, session, pilot = table
    await to_combat(pilot, screen)
    guns = [choice for choice in screen.sitting.picking.choices if choice.notation.startswith("fire")]
    assert len(guns) == 1
    before = session.newest
    screen.playing.give(guns[0].command)
    await pilot.pause()
    assert isinstance(pilot.app.screen, ConfirmScreen)
    shown = "\n".join(str(words.render()) for words in pilot.app.screen.query(Words))
    assert "%" in shown, "with its odds"
    await pilot.press("1", "enter", "0", "n")
    assert session.newest == before, "no key of the list rolls"
    screen.playing.give(guns[0].command)
    await pilot.press("y")
    assert session.newest == before + 1
    assert session.state.dice.count > session.game.states[-2].dice.count


async def test_cancelling_an_attack_shows_no_battle_that_was_over_before(table: Any) -> None:
    """Also after the game was opened anew."""
    screen, session, pilot = table
    await to_combat(pilot, screen)
    screen.playing.give_series(["fire 408VAK"])
    while session.prompt.text != "Attack a hex, or end the phase":
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
