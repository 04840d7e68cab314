"""At 80x24 guide, band, battle and commands share the screen so that the map keeps eight rows."""

from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from tests.tui.test_table import at_table, until
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.widgets.battle_panel import BattlePanel, short_text
from wargame_tui.tui.widgets.gate import Gate
from wargame_tui.tui.widgets.guide_band import GuideBand
from wargame_tui.tui.widgets.hint_bar import HintBar
from wargame_tui.tui.widgets.text import Words

SMALL = (80, 24)
ENOUGH = 8
"""Rows in which a battlefield and what is around it can be seen."""
TO_BATTLE = ("move 914/352V", "with 915/352V", "with 916/352V", "to 20")


def seventh_army(folder: Path) -> WargameApp:
    return WargameApp(
        "tigers_in_the_mist/seventh_army", seed=3, saves=folder / "s", config=folder / "c.yaml", cache=folder / "c"
    )


def map_rows(table: TableScreen) -> int:
    """The rows of the map over which nothing lies."""
    over = [table.query_one(Gate), table.query_one(BattlePanel)]
    return table.view.map.size.height - sum(each.outer_size.height for each in over if each.has_class("-shown"))


async def settled(pilot: Pilot[Any]) -> None:
    """What was pressed is shown, and who has just been handed the keys is heard."""
    await pilot.pause(0.2)
    screen = pilot.app.screen
    if isinstance(screen, TableScreen):
        await until(pilot, lambda: not screen.sitting.handover.has_just_passed)


async def test_the_map_keeps_eight_rows_from_the_first_question_to_the_end_of_a_battle(tmp_path: Path) -> None:
    async with seventh_army(tmp_path).run_test(size=SMALL) as pilot:
        table, session = await at_table(pilot)
        guide = table.query_one(GuideBand)
        await pilot.press("f12")
        await settled(pilot)
        assert guide.size.height > 1, "read whole where nothing else wants the room"
        table.playing.give_series(TO_BATTLE)
        await settled(pilot)
        await pilot.press("E")
        await settled(pilot)
        assert table.view.warning.shown
        assert map_rows(table) >= ENOUGH, "with a warning"
        await pilot.press("E")
        await settled(pilot)
        assert guide.has_class("-shown")
        assert guide.size.height == 1
        assert table.query_one(Gate).asked is not None
        assert map_rows(table) >= ENOUGH, "with a band"
        await settled(pilot)
        await pilot.press("A")
        await settled(pilot)
        assert map_rows(table) >= ENOUGH, "with a question"
        await pilot.press("0")
        await settled(pilot)
        assert session.newest
        assert "Allied artillery, 1 request on 8-" in str(table.query_one("#battle", Words).render())
        assert map_rows(table) >= ENOUGH, "further on in the battle"
        while session.trail[-1].startswith("Battle"):
            await pilot.press("0", "A", "G", "end", "end")
            await settled(pilot)
            rows = map_rows(table)
            assert rows >= ENOUGH, session.trail


async def test_a_folded_guide_opens_for_its_step(tmp_path: Path) -> None:
    async with seventh_army(tmp_path).run_test(size=SMALL) as pilot:
        table, _ = await at_table(pilot)
        guide = table.query_one(GuideBand)
        await pilot.press("f12")
        table.playing.give_series((*TO_BATTLE, "end"))
        await settled(pilot)
        assert guide.size.height == 1
        assert "F12 all of it" in str(guide.render())
        await pilot.press("f12")
        await settled(pilot)
        assert guide.size.height > 1
        assert "F12 ends the guide" in str(guide.render())
        await pilot.press("f12")
        await settled(pilot)
        assert not guide.has_class("-shown")


async def test_where_a_question_stands_in_the_drawer_the_last_line_names_the_key_that_repeats_the_answer(
    tmp_path: Path,
) -> None:
    async with seventh_army(tmp_path).run_test(size=SMALL) as pilot:
        table, _ = await at_table(pilot)
        table.playing.give_series((*TO_BATTLE, "end"))
        await settled(pilot)
        assert table.query_one(Gate).has_class("-shown")
        await settled(pilot)
        await pilot.press("A")
        await settled(pilot)
        assert not table.query_one(Gate).has_class("-shown"), "the drawer asks it"
        assert "* same answer this turn" in str(table.query_one(HintBar).render())


async def test_a_battle_told_in_short_names_whole_units_and_how_many_more_there_are(tmp_path: Path) -> None:
    async with seventh_army(tmp_path).run_test(size=SMALL) as pilot:
        table, _ = await at_table(pilot)
        table.playing.give_series(("move 914/352V", "with 915/352V", "with 916/352V", "to 20", "end"))
        await settled(pilot)
        battle = table.sitting.dice.battle
        assert battle is not None
        sides = table.view._sides
        wide, narrow = (short_text(battle, sides, width).plain.split("\n")[1] for width in (100, 44))
        assert [wide.split("  against  ")[0].count(each) for each in ("914", "915", "916")] == [1, 1, 1]
        assert "+" not in wide
        assert narrow.split("  against  ")[0].split() == ["914/352V", "2", "+2"]
        assert battle.defenders[0].counter.label in narrow


async def test_dice_called_for_in_a_battle_lie_in_its_tray_until_its_own_fall(tmp_path: Path) -> None:
    async with seventh_army(tmp_path).run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        session.game.script([3, 9, 9, 9])
        table.playing.give_series((*TO_BATTLE, "end"))
        await settled(pilot)
        await pilot.press("A")
        await settled(pilot)
        await pilot.press("0")
        await settled(pilot)
        lying = table.query_one("#battle-tray", Words)
        assert "│ 3 │" in str(lying.render())
        assert "1 battery available" in str(lying.render())
        table.playing.give(next(iter(session.game.iter_legal())))
        await settled(pilot)
        await pilot.press("0")
        await settled(pilot)
        assert table.sitting.dice.hidden, "the artillery fires"
        assert "rolled 9 9" in str(table.query_one("#battle", Words).render())
        assert "│ 3 │" not in str(lying.render())
