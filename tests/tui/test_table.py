"""The table, driven by keys: few tests, each through one thing that a player does."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual.content import Content
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from wargame_tui.board.title import Battle, Box, PhaseBar, Tally
from wargame_tui.core.event import Modifier
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.hint import Hint
from wargame_tui.tui.map.area_map import AreaMap
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.screens.ask import ConfirmScreen
from wargame_tui.tui.screens.chooser import ChooserScreen
from wargame_tui.tui.screens.help import HelpScreen
from wargame_tui.tui.screens.pick import Item, PickScreen, matching
from wargame_tui.tui.screens.rule import RuleScreen
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.screens.too_small import TooSmallScreen
from wargame_tui.tui.session import Session
from wargame_tui.tui.table import handover
from wargame_tui.tui.table.handover import HASTE, PASSING
from wargame_tui.tui.widgets.battle_panel import BattlePanel
from wargame_tui.tui.widgets.decision_pane import DecisionList, DecisionPane
from wargame_tui.tui.widgets.hint_bar import HintBar
from wargame_tui.tui.widgets.phase_bar import PhaseStrip

MakeApp = Callable[..., WargameApp]


async def until(pilot: Pilot[Any], happened: Callable[[], object]) -> None:
    """Wait for something that a timer or a thread brings about; fails if it does not come."""
    for _ in range(500):
        await pilot.pause(0.01)
        if happened():
            await pilot.pause()
            return
    raise AssertionError("what was waited for did not happen")


async def at_table(pilot: Pilot[Any]) -> tuple[TableScreen, Session]:
    app = pilot.app
    await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.is_mounted)
    assert isinstance(app.screen, TableScreen)
    return app.screen, app.screen.session


def notice(screen: Any) -> str:
    words: str = screen.query_one(HintBar).words
    return words


async def test_pick_on_the_map_or_in_the_list(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        table.query_one("AreaMap").go_to("1")  # type: ignore[attr-defined]
        await pilot.press("enter")
        await until(pilot, lambda: session.newest)
        assert session.game.entries[-1].text == "pick 12SS"
        await pilot.press("u")
        assert session.newest == 0
        await pilot.press("tab")
        assert isinstance(app.focused, DecisionList)
        await pilot.press("enter")
        assert session.game.entries[-1].text == "pick 12SS"


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("707", ["unit 707Tnk", "0707"]),
        ("0707", ["0707"]),
        ("26", ["unit 26VG/77", "2601", "2602"]),
        ("2601", ["2601", "unit 26VG/77"]),
        ("bast", ["2415"]),
        ("ogn", ["2415"]),
        ("26vg", ["unit 26VG/77"]),
        ("st. v", ["1624"]),
        ("", ["0707", "1707", "2601", "2602", "2415", "1624", "unit 707Tnk", "unit 26VG/77"]),
    ],
)
def test_what_is_meant_by_a_number_or_a_name(typed: str, found: list[str]) -> None:
    places = {"0707": "", "1707": "", "2601": "", "2602": "", "2415": " Bastogne", "1624": " St. Vith"}
    items = [Item(space, space + name) for space, name in places.items()]
    items += [Item("unit 707Tnk", "28/707 Tnk", "2512 Wilwerwiltz"), Item("unit 26VG/77", "26VG/77", "2601")]
    assert [item.id for item in matching(items, typed)] == found


async def test_enter_twice_in_a_hurry_closes_no_more_than_the_list_of_places(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, _ = await at_table(pilot)
        await pilot.press("g")
        await until(pilot, lambda: isinstance(app.screen, PickScreen) and app.screen.is_mounted)
        picking = app.screen
        picking.dismiss("1")
        picking.dismiss("1")
        await pilot.pause()
        assert app.screen is table


async def test_of_several_units_enter_picks_the_one_that_is_lit(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        table, session = await at_table(pilot)
        table.query_one("AreaMap").go_to("2")  # type: ignore[attr-defined]
        await pilot.pause()
        rows = table.query_one(DecisionPane).rows
        assert [row.key for row in rows if row.space == "2"] == ["1", "2"]
        lit = table.query_one(DecisionPane).lit
        assert lit is not None
        assert f"Enter 1/2 {lit.text}" in table.view.bar.words
        assert table.view.map.laid.notes["2"] == "1/2", "the space says so too"
        await pilot.press("full_stop")
        await until(pilot, lambda: table.view.map.laid.notes.get("2") == "2/2")
        await pilot.press("enter")
        await until(pilot, lambda: session.newest)
        assert session.game.entries[-1].text == "pick 3FJ"


async def test_a_click_on_a_place_with_several_units_lets_choose_first(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        table.view.map.go_to("1")
        await pilot.pause()
        table.view.map.go_to("2")
        table.hand.clicked(fresh=True)  # As a click that brought the cursor there.
        listed = table.query_one(DecisionList)
        await until(pilot, lambda: listed.has_focus)
        assert not session.newest, "nobody had seen what was lit"
        table.view.map.focus()
        table.hand.clicked(fresh=False)
        await until(pilot, lambda: session.newest)
        assert session.game.entries[-1].text.startswith("pick")


async def test_keys_of_the_list(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        table.query_one("AreaMap").go_to("2")  # type: ignore[attr-defined]
        await pilot.pause()
        await pilot.press("2", "E")
        assert [entry.text for entry in session.game.entries] == ["pick 3FJ", "end"]
        assert "Allied decides" in str(table.query_one(PhaseStrip).render())
        assert "ALLIED PLAYER" in str(table.query_one("Gate").render())


async def test_command_line(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        table, session = await at_table(pilot)
        await pilot.press(*":pick 3", "tab")
        assert table.query_one("CommandLine Input", Input).value == "pick 3FJ"
        await pilot.press(*"; go 5")
        assert "judged when the commands before it" in str(table.query_one("#matches").render())
        await pilot.press("enter")
        assert session.newest == 1
        assert "no road" in str(table.query_one("#matches").render()) or "no road" in notice(table)


async def test_illegal_command_is_explained_with_its_rule(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        table, session = await at_table(pilot)
        await pilot.press("colon")
        table.query_one("CommandLine Input", Input).value = "pick 117"
        await pilot.press("enter")
        shown = str(table.query_one("#matches").render())
        assert "117 is not yours (1.1)" in shown
        await pilot.press("escape", "w")
        assert session.newest == 0


async def test_undo_past_dice_asks_both_players(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        _, session = await at_table(pilot)
        await pilot.press("E", "u")
        assert isinstance(app.screen, ConfirmScreen)
        await pilot.press("n", "u", "y")
        assert session.newest == 0


async def test_a_key_pressed_once_too_often_ends_one_phase_only(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        table, session = await at_table(pilot)
        await pilot.pause(HASTE)
        await pilot.press("E", "E")
        assert session.newest == 1
        assert "A takes over" in notice(table)
        await pilot.pause(PASSING)
        await pilot.press("A")
        monkeypatch.setattr(handover, "PASSING", 30)  # However slow the machine is.
        await pilot.press("E")
        assert session.newest == 1
        assert "Key ignored" in notice(table)
        monkeypatch.setattr(handover, "PASSING", 0)
        await pilot.pause(HASTE)
        await pilot.press("E")
        assert session.newest == 2


async def test_time_machine_and_branch(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        table, session = await at_table(pilot)
        await pilot.press("E")
        await pilot.pause(PASSING)
        await pilot.press("A")
        await pilot.pause(HASTE)
        await pilot.press("E", "left_square_bracket")
        assert session.at == 1
        assert "Looking back: 1 of 2" in str(table.query_one("Banner").render())
        await pilot.press("E")
        assert session.newest == 2
        await pilot.press("P", "y")
        await until(pilot, lambda: app.session is not session)
        branch = app.session
        assert branch is not None
        assert branch.newest == 1


async def test_help_leads_to_the_rules(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(pilot)
        await pilot.press("question_mark")
        assert isinstance(app.screen, HelpScreen)
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, RuleScreen))
        assert isinstance(app.screen, RuleScreen)
        await pilot.press("1")
        assert app.screen.number == "1.2"
        await pilot.press("backspace")
        assert app.screen.number == "1.1"
        await pilot.press("escape", "escape")
        assert isinstance(app.screen, TableScreen)


async def test_too_small_and_back(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        _, session = await at_table(pilot)
        await pilot.press("E")
        await pilot.resize_terminal(70, 20)
        await until(pilot, lambda: isinstance(app.screen, TooSmallScreen))
        assert "70x20" in str(app.screen.query_one("Static").render())
        await pilot.resize_terminal(200, 60)
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        assert session.newest == 1


async def test_an_unknown_key_is_answered(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        table, _ = await at_table(pilot)
        await pilot.press("%")
        assert "% does nothing here" in notice(table)


async def test_dice_of_a_battle_are_uncovered_one_by_one(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        await pilot.press("colon")
        table.query_one("CommandLine Input", Input).value = "pick kgPeiper; go 4"
        await pilot.press("enter")
        panel = table.query_one(BattlePanel)
        assert panel.dice.hidden == 2, "the die, and how the battle ended"
        assert app.focused is panel
        await pilot.press("E", "enter", "1")
        assert session.newest == 2, "nothing is decided while dice are covered"
        assert "Space uncovers" in notice(table)
        await pilot.press("space")
        assert panel.dice.hidden == 1
        assert panel.has_class("-shown"), "the key that uncovers the last die does not close the battle"
        assert "Space goes on" in str(table.query_one("#prompt").render())
        await pilot.press("enter")
        assert panel.has_class("-shown")
        assert "Space goes on" in notice(table)
        await pilot.press("space")
        assert panel.dice.hidden == 0
        assert not panel.has_class("-shown")
        await pilot.press("space", "space")
        assert session.newest == 2, "the key of the dice decides nothing"


async def test_dice_that_have_been_seen_are_not_covered_again_by_an_undo(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        await pilot.press("colon")
        table.query_one("CommandLine Input", Input).value = "pick kgPeiper; go 4"
        await pilot.press("enter", "end", "space")
        panel = table.query_one(BattlePanel)
        count = session.newest
        given = next(choice for choice in table.sitting.picking.choices if choice.notation != "end")
        table.playing.give(given.command)
        assert session.newest == count + 1
        await pilot.press("u")
        assert session.newest == count
        assert given.text in notice(table), "it says in words what was taken back"
        assert panel.dice.hidden == 0
        assert not table.has_class("-covered")


async def test_the_map_keeps_the_cursor_above_the_battle(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, _ = await at_table(pilot)
        field = table.query_one(AreaMap)
        field.go_to(field.layout_now.ids[-1])
        await pilot.pause()
        rows = field.size.height - 8
        field.cover(rows)
        await pilot.pause()
        assert field.cursor is not None
        box = field.layout_now.boxes[field.cursor]
        top = field.scroll_offset.y
        assert top <= box.y
        assert box.y + box.height <= top + field.size.height - rows
        field.cover(0)
        await pilot.pause()
        assert field.virtual_size.height == field.layout_now.height


async def test_leave_and_resume(make_app: MakeApp, tmp_path: Path) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(pilot)
        await pilot.press("E", "q")
        await until(pilot, lambda: isinstance(app.screen, ChooserScreen) and "Enter" in notice(app.screen))
        await pilot.press("home", "enter")
        _, session = await at_table(pilot)
        assert session.game.entries[-1].text == "end"


async def test_a_damaged_save_is_listed_with_the_reason(make_app: MakeApp, tmp_path: Path) -> None:
    (tmp_path / "saves").mkdir()
    (tmp_path / "saves" / "broken.json").write_text(json.dumps({"wargame_tui_save": {}}))
    app = make_app(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ChooserScreen) and "Enter" in notice(app.screen))
        listed = app.screen.query_one(OptionList)
        lines = [str(option.prompt) for option in listed.options]
        listed.highlighted = next(number for number, line in enumerate(lines) if "broken" in line)
        await pilot.press("enter")
        assert "cannot be opened" in notice(app.screen)


async def test_saving_under_a_name(make_app: MakeApp, tmp_path: Path) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        table, _ = await at_table(pilot)
        await pilot.press("ctrl+s", *"mine", "enter")
        await until(pilot, lambda: (tmp_path / "saves" / "mine.json").exists())
        assert "Saved as mine" in notice(table)


@pytest.mark.parametrize("size", [(80, 24), (140, 45), (200, 60)])
async def test_every_size_shows_question_commands_and_hints(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app()
    async with app.run_test(size=size) as pilot:
        table, _ = await at_table(pilot)
        assert table.query_one("#prompt").region.height >= 1
        assert table.query_one(DecisionList).region.height >= 4
        assert table.query_one("AreaMap").region.height >= 11
        assert "Enter" in notice(table)


async def test_the_palette_offers_what_is_valid_now(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, _ = await at_table(pilot)
        offered = [entry.words for entry in table.by_name.entries()]
        assert "Move kgPeiper" in offered
        assert "Play on from here" not in offered
        await pilot.press("E", "left_square_bracket")
        offered = [entry.words for entry in table.by_name.entries()]
        assert "Move kgPeiper" not in offered
        assert "Play on from here" in offered


async def test_a_game_begun_on_a_small_terminal_waits_for_a_larger_one(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(70, 20)) as pilot:
        await until(pilot, lambda: app.session is not None and isinstance(app.screen, TooSmallScreen))
        await pilot.resize_terminal(80, 24)
        await at_table(pilot)


async def test_the_present_box_of_a_long_track_is_whole(make_app: MakeApp) -> None:
    labels = ("Guns", "Fuel", "Bridges", "Move", "Recover", "Withdraw", "Combat", "Traffic", "Supply", "Victory")
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        table, _ = await at_table(pilot)
        strip = table.query_one(PhaseStrip)
        for now, label in enumerate(labels):
            past, ahead = labels[:now], labels[now + 1 :]
            track = (*(Box(each, "past") for each in past), Box(label, "now"), *(Box(each, "ahead") for each in ahead))
            bar = PhaseBar("16 December", (), track, "", "VP hexes 0/20 east, 0/8 west", ())
            strip.show(bar, ["Combat"], Sides(("German", "Allied")), "German", None)
            shown = str(strip.render()).split("\n")[1]
            assert f" {label} " in shown
            assert shown.endswith("0/8 west")


async def test_what_is_told_above_the_commands_fits_the_room_after_a_resize(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        Ended = sys.modules["skirmish"].Ended  # noqa: N806
        session.last = tuple(Ended(side=side) for side in ("German", "Allied"))
        table.view.ask()
        told = table.query_one("#happened")
        assert len(str(told.render()).split("\n")) == 2
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: "\n" not in str(told.render()))
        assert "Allied" in str(told.render()), "the last of it"


async def test_of_what_led_to_a_question_the_last_is_told_where_all_has_no_room(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, _ = await at_table(pilot)
        pane = table.view.decision
        long, last = Content(" ".join(["the attack goes on"] * 8)), Content("it has failed")
        pane.ask(Content("What now?"), [Content("first"), long, last])
        assert str(table.query_one("#happened").render()) == f"{long}\n{last}"
        pane.ask(Content("What now?"), [long, long, last])
        assert str(table.query_one("#happened").render()) == f"{long}\n{last}"
        pane.ask(Content("What now?"))
        assert not table.query_one("#happened").display


async def test_the_end_of_a_long_battle_is_in_view(make_app: MakeApp) -> None:
    """Also where lines are wrapped."""
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        table, _ = await at_table(pilot)
        panel = table.query_one(BattlePanel)
        tally = Tally("German", "AV", (Modifier("KG", 4, "1.1"),), (3,))
        result = " ".join(["the defender retreats"] * 40)
        battle = Battle("2", "Attack", "German", "Allied", (), (), "over", (), (), True, (tally,) * 9, 9, result)
        panel.dice.lay(battle)
        panel.show(Sides(("German", "Allied")))
        await until(pilot, lambda: panel.max_scroll_y)
        await until(pilot, lambda: panel.scroll_offset.y == panel.max_scroll_y)


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_odds_have_the_room_that_the_list_leaves(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app()
    async with app.run_test(size=size) as pilot:
        table, _ = await at_table(pilot)
        await until(pilot, lambda: table.query_one("OddsPane").styles.max_height is not None)
        room = table.query_one("#choose").size.height
        most = table.query_one("OddsPane").styles.max_height
        assert most is not None
        if size[0] < 110:
            assert most.value == room
        else:
            assert most.value == max(room // 2, room - table.query_one(DecisionList).virtual_size.height)


async def test_a_branch_is_left_for_the_chooser(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        table, session = await at_table(pilot)
        table.playing.give_series(["pick 12SS", "go 2"])
        await pilot.press("left_square_bracket")
        await app.run_action("branch")
        await until(pilot, lambda: app.session is not session)
        await at_table(pilot)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, ChooserScreen))


async def test_a_notice_goes_with_the_next_key_or_click(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, _ = await at_table(pilot)
        for act in (
            lambda: pilot.press("right"),
            lambda: pilot.press("colon"),
            lambda: pilot.press("escape"),
            lambda: pilot.click("#prompt"),
            lambda: pilot.mouse_down("AreaMap", offset=(1, 1)),
        ):
            table.view.bar.notice("An old message", bad=True)
            await act()
            await pilot.pause()
            assert "An old message" not in notice(table)


async def test_what_is_kept_is_shown_however_long_the_others_are(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        table, _ = await at_table(pilot)
        long = [Hint(key, "a command of many words") for key in "abc"]
        table.view.bar.hints([*long, Hint("m", "open the answer", kept=True), Hint("q", "leave")])
        words = notice(table)
        assert "m open the answer" in words
        assert words.startswith("a a command of many")
        assert words.index("m open") > words.index("a a")
        assert len(words) <= 78


async def test_letters_are_among_the_keys_of_a_game_by_mail_at_every_focus(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        table, _ = await at_table(pilot)
        hint = Hint("m", "open the answer", "screen.mail", kept=True)
        letters = SimpleNamespace(hint=hint, notes=list, is_due=False, cases=(), is_case=False, takes_orders=False)
        monkeypatch.setattr(table.sitting, "letters", letters)
        for key in ("1", "tab", "tab", "tab", "tab"):
            await pilot.press(key)
            await pilot.pause()
            table.view.hints()
            assert "m open the answer" in notice(table), app.focused


async def test_who_goes_to_what_does_not_exist_is_told_so(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(pilot)
        await pilot.press("g", *"xyzzy")
        await pilot.pause()
        nothing = app.screen.query_one("#pick-nothing")
        assert nothing.display
        await pilot.press(*["backspace"] * 5)
        await pilot.pause()
        assert not nothing.display
