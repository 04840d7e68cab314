"""Battles that are over stay on view until they have been read, also if the game has gone on to the next."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.tui.test_table import at_table, until
from wargame_tui.board.scene import Counter
from wargame_tui.board.title import Battle, BattleRow, Shot
from wargame_tui.core.game import Game
from wargame_tui.core.shelf import Shelf
from wargame_tui.core.state import Outcome
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.coats import sides_of
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.session import Session
from wargame_tui.tui.settings import Settings, write_settings
from wargame_tui.tui.table.battle_show import BattleShow
from wargame_tui.tui.table.hints import Hints
from wargame_tui.tui.table.rolls import Rolls
from wargame_tui.tui.widgets.battle_panel import BattlePanel, dice_text, head_text
from wargame_tui.tui.widgets.hint_bar import HintBar
from wargame_tui.tui.widgets.phase_bar import PhaseStrip
from wargame_tui.tui.widgets.text import Words

CAMPAIGN = "pacific_commander/1942"
RAID = ["end", "carrier_raid HAW MSH HAW", "add us-cv-enterprise", "add us-cv-lexington", "go"]
MOST = 60
"""Decisions within which a turn's battles are over."""


def test_a_battle_that_ended_before_the_next_began_is_not_lost(tmp_path: Path) -> None:
    session = Session(Game.new(CAMPAIGN, 11), Shelf(tmp_path))
    for _ in range(MOST):
        session.apply("auto" if "auto" in [choice.notation for choice in session.choices()] else "end")
        gone, now = session.battles_gone(session.newest - 1), session.battle()
        if gone and now is not None and not now.finished:
            break
    assert gone, "no battle led to the next"
    assert all(battle.finished and "losses" in battle.result for battle in gone)
    assert now is not None
    assert now.space not in [battle.space for battle in gone]


def test_a_command_without_a_battle_ends_none(skirmish: Any, tmp_path: Path) -> None:
    session = Session(Game.new("skirmish/road", 3), Shelf(tmp_path))
    session.apply("end")
    assert session.battles_gone(0) == []


def test_the_last_volley_is_shown_though_the_next_battle_follows_by_itself(tmp_path: Path) -> None:
    """Two battles of an impulse: the first is decided by the defender's last answer, and the second begins at once."""
    session = Session(Game.new("tigers_in_the_mist/seventh_army", 3), Shelf(tmp_path))
    moves = "move 915/352V; with 914/352V; with 916/352V; to 20; move 320/212V; with 423/212V; to 11; end"
    session.apply_series(moves.split("; "))
    gone: list[Battle] = []
    for _ in range(MOST):
        before = session.battle()
        session.apply(session.choices()[0].command)
        gone = session.battles_gone(session.newest - 1)
        if gone:
            break
    assert before is not None
    assert [battle.space for battle in gone] == [before.space]
    assert gone[0].finished
    assert gone[0].rolls > before.rolls, "the rolls that decided it"
    now = session.battle()
    assert now is not None
    assert now.space != before.space


def test_what_a_battle_came_to_is_read_before_the_dice_that_fell_after_it(tmp_path: Path) -> None:
    """The last attrition points of the barrage are distributed, and the first paratroopers land under interdiction."""
    session = Session(Game.new("montys_gamble/basic", 3), Shelf(tmp_path))
    gestures, acts = session.title.gestures, list[Battle | Rolls]()
    for _ in range(MOST):
        since, proposed = session.newest, gestures.answer(session.state)
        session.apply_series(proposed.commands if proposed is not None else [session.choices()[0].command])
        acts = list(session.acts_gone(since))
        if any(isinstance(act, Rolls) and act.heading == "Interdiction" for act in acts):
            break
    assert [type(act) for act in acts] == [Battle, *[Rolls] * (len(acts) - 1)]
    assert len(acts) > 1
    shown = BattleShow()
    shown.follow(acts)
    assert shown.show(session, step=True).battle == acts[0]
    for _ in acts:
        shown.next()
    for _ in range(2):
        assert shown.show(session, step=True).battle is None, "it has been read"
    shown.recall()
    assert shown.show(session, step=True).battle is not None


def test_dice_of_one_kind_are_read_together_though_each_is_told_of_again(tmp_path: Path) -> None:
    """No die of an air drop can be bettered by a reroll: those that follow each other lie in one tray."""
    session = Session(Game.new("montys_gamble/basic", 3), Shelf(tmp_path))
    gestures, most = session.title.gestures, 0
    for _ in range(MOST):
        since, proposed = session.newest, gestures.answer(session.state)
        session.apply_series(proposed.commands if proposed is not None else [session.choices()[0].command])
        trays = [act for act in session.acts_gone(since) if isinstance(act, Rolls) and act.heading == "Interdiction"]
        most = max([most, *(len(tray.rolls) for tray in trays)])
    assert most > 3


def test_the_outcome_stands_where_nothing_scrolls() -> None:
    over = Battle("2", "Attack", "German", "Allied", (), (), "over", (), (), True, result="US losses: none")
    assert "US losses: none" in head_text(over, Sides(("German", "Allied")), 0, 80, 9).plain


async def test_the_end_of_a_battle_stays_until_the_player_goes_on(tmp_path: Path, monkeypatch: Any) -> None:
    app = WargameApp(
        CAMPAIGN, seed=11, saves=tmp_path / "saves", config=tmp_path / "settings.yaml", cache=tmp_path / "cache"
    )
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        panel = table.query_one(BattlePanel)
        table.playing.give_series(RAID)
        for _ in range(MOST):
            await pilot.press("end")
            await pilot.pause()
            battle = session.battle()
            if battle is not None and battle.finished:
                break
            if not panel.dice.hidden:
                table.playing.give("auto")
        while panel.dice.hidden > 1:
            await pilot.press("end")
            await pilot.pause()
        assert panel.has_class("-shown")
        assert panel.dice.hidden == 1, "the dice are seen, the outcome stays"
        prompt = str(table.query_one("#prompt", Words).render())
        assert "The battle is over" in prompt
        assert [hint.words for hint in panel.hints] == ["go on"]
        await pilot.press("space")
        await until(pilot, lambda: not panel.has_class("-shown"))
        assert panel.dice.hidden == 0
        monkeypatch.setattr("wargame_tui.tui.screens.table.playing.HASTE", 60)
        # One key too many was meant for another die, and decides nothing.
        before = session.newest
        for target in (table.view.decision.listed, table.view.map):
            target.focus()
            await pilot.press("space")
            assert "No dice to uncover" in table.query_one(HintBar).words
        assert session.newest == before


async def test_beside_an_outcome_the_map_shows_who_has_advanced_and_in_little_room_a_battle_is_told_in_short(
    tmp_path: Path,
) -> None:
    write_settings(tmp_path / "c", Settings(gate="off"))
    app = WargameApp("liberty_roads/cobra", seed=1, saves=tmp_path / "s", config=tmp_path / "c", cache=tmp_path / "k")
    async with app.run_test(size=(80, 24)) as pilot:
        table, session = await at_table(pilot)
        panel = table.query_one(BattlePanel)
        while not session.title.gestures.odds_at(session.state):
            table.playing.give("no_air" if session.newest == 0 and "no_air" in offered(session) else "end")
            await pilot.pause()
            await uncover(pilot, panel)
        declared = session.title.gestures.attack(session.state, "1009")
        assert declared
        table.playing.give_series(declared)
        await pilot.pause()
        assert 3 <= panel.size.height <= 4, "the map is seen between who attacks whom and the list"
        assert "5/1" in str(panel.query_one("#battle", Words).render())
        await pilot.press("b")
        await pilot.pause()
        assert panel.size.height > 5
        await pilot.press("b", "b")
        await pilot.pause()
        assert 3 <= panel.size.height <= 4
        advanced = False
        for _ in range(MOST):
            answer, rolls = session.title.gestures.answer(session.state), session.suggested()
            advanced |= session.prompt.rule == "7.11"
            assert "unmoved" not in table.query_one(HintBar).words
            table.playing.give_series(answer.commands if answer else [rolls.command] if rolls else ["pass"])
            await pilot.pause()
            if advanced and panel.dice.is_read and panel.dice.hidden:
                break
            await uncover(pilot, panel)
        assert panel.dice.hidden == 1, "the outcome is read"
        assert [counter.side for counter in table.view.map.scene.spaces["1009"].counters][:1] == ["Allied"]


async def test_while_one_battle_is_read_the_log_tells_nothing_of_the_next_whose_dice_are_covered(
    tmp_path: Path,
) -> None:
    """Both were fought by one command, and the turn went on behind them."""
    app = WargameApp(
        "pacific_commander/1942", seed=5, saves=tmp_path / "s", config=tmp_path / "c", cache=tmp_path / "k"
    )
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        for command in ("end", "end", "task_force AUS", "add_all", "sail SOL", "end", "auto"):
            session.apply(command)
        table.view.uncovered()
        shown, dice = len(session.game.entries), table.sitting.dice
        table.playing.give("auto")
        await pilot.pause()
        assert dice.hidden
        assert session.game.state.turn == 2, "nothing is asked any more in this turn"
        while not table.sitting.battles.is_before(session.battle()) or not dice.is_read:
            await pilot.press("space")
            await pilot.pause()
        assert table.view.panes.log._entries == shown
        await uncover(pilot, table.query_one(BattlePanel))
        assert table.view.panes.log._entries == session.newest


def offered(session: Session) -> list[str]:
    return [choice.notation for choice in session.choices()]


async def uncover(pilot: Any, panel: BattlePanel) -> None:
    """Read all dice and outcomes."""
    while panel.dice.hidden:
        await pilot.press("space")
        await pilot.pause()


async def test_before_dice_that_follow_a_film_the_bar_tells_of_dice(make_app: Any) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        strip, bar = table.query_one(PhaseStrip), session.title.phase_bar(session.state)
        strip.leave_film()
        assert "German decides" in str(strip.render())
        strip.show(bar, [], sides_of(session.title), None, None)
        assert " Film " in str(strip.render())
        strip.leave_film()
        assert " Dice " in str(strip.render())
        strip.show(bar, [], sides_of(session.title), None, None)
        assert " Film " in str(strip.render())


def test_covered_dice_tell_neither_who_is_hit_nor_what_became_of_him() -> None:
    """The panel shows what is after the dice only once they have been seen."""
    counter = Counter("tnk", "Allied", "32 Tank Bd", "armour", "", "2", "TNK 2-2M")
    row = BattleRow(counter, 2, 1, "hits at 2")
    shot = Shot("1. FLK", "tnk", 4, 4, (), (3,), 1, aimed=False)
    battle = Battle("2", "Attack", "German", "Allied", (), (row,), "", (), (shot,), False)
    sides = Sides(("German", "Allied"))
    covered = head_text(battle, sides, 1, 80, 9).plain + dice_text(battle, sides, 1, 80).plain
    assert "32 Tank Bd" in covered
    assert covered.count("32 Tank Bd") == 1, "who is hit is told with the die"
    assert "TNK 2-2M" not in covered
    assert "hits at 2" not in covered
    seen = head_text(battle, sides, 0, 80, 9).plain + dice_text(battle, sides, 0, 80).plain
    assert seen.count("32 Tank Bd") == 2
    assert "TNK 2-2M" in seen
    assert "hits at 2" in seen
    aimed = dice_text(replace(battle, shots=(replace(shot, aimed=True),)), sides, 1, 80).plain
    assert "32 Tank Bd" in aimed, "a target chosen before the dice is no secret"


def test_a_unit_with_many_marks_keeps_to_its_line() -> None:
    counter = Counter("frt", "Allied", "1 Free Fre", "fortress", "", "3", "FRT 3-1S")
    row = BattleRow(counter, 2, 2, "hits at 3, Speed 1, and more than there is room for")
    battle = Battle("2", "Attack", "German", "Allied", (row,), (row,), "", (), (), False)
    lines = head_text(battle, Sides(("German", "Allied")), 0, 76, 9).plain.split("\n")
    assert max(map(len, lines)) <= 76


async def test_the_end_of_a_game_names_no_key_twice(make_app: Any) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        game = session.game
        game.states[-1] = replace(game.state, over=Outcome("German", "Victory", "it is over"))
        keys = [hint.key for hint in Hints(table.sitting).at_map(None)]
        assert "[" in keys
        assert len(keys) == len(set(keys))
