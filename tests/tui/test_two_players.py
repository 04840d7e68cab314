"""Two players at one keyboard: gate, short questions, standing answers, what the other side did."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input

from tests.titles.ardennes_44 import kit as ardennes
from tests.tui.test_table import at_table, notice, until
from wargame_tui.core.game import Game
from wargame_tui.core.shelf import Shelf
from wargame_tui.core.title import find_title, title_ids
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.export.summary import summary
from wargame_tui.tui.map.area_map import AreaMap
from wargame_tui.tui.screens.film import FilmScreen
from wargame_tui.tui.screens.summary import SummaryScreen
from wargame_tui.tui.screens.table.screen import TableScreen
from wargame_tui.tui.session import Session
from wargame_tui.tui.settings import Settings, write_settings
from wargame_tui.tui.standing import Idle
from wargame_tui.tui.table import handover
from wargame_tui.tui.table.handover import HASTE, NOBODY, PASSING, Handover, gate_key
from wargame_tui.tui.widgets.decision_pane import DecisionList
from wargame_tui.tui.widgets.gate import Gate

MakeApp = Callable[..., WargameApp]
OVER_THE_BRIDGE = ("pick kgPeiper", "go 3")


@pytest.fixture
def session(skirmish: Any, tmp_path: Path) -> Session:
    return Session(Game.new("skirmish/road", 3), Shelf(tmp_path))


def said(table: TableScreen) -> str:
    gate = table.query_one(Gate)
    return str(gate.render()) if gate.display else ""


async def passed(pilot: Any, *keys: str) -> None:
    """Keys that are typed once the passage is over."""
    await pilot.pause(PASSING + 0.05)
    await pilot.press(*keys)


async def at_play(pilot: Any) -> None:
    """Through the page of what happened, if there is one, and the time after the gate."""
    await pilot.pause()
    if isinstance(pilot.app.screen, SummaryScreen):
        await pilot.press("enter")
    await pilot.pause(HASTE + 0.05)


# Whose turn it is


def test_a_question_in_between_belongs_to_the_turn_in_which_it_is_asked(session: Session) -> None:
    for command in OVER_THE_BRIDGE:
        session.apply(command)
    assert (session.side, session.turn_of()) == ("Allied", "German")
    session.apply("spare")
    session.apply("end")
    assert (session.side, session.turn_of()) == ("Allied", "Allied")
    session.undo(agreed=True)
    assert session.turn_of() == "German", "what was taken back is forgotten"
    assert [session.turn_of(at) for at in range(session.newest + 1)] == ["German"] * 4


def test_a_game_taken_up_in_the_middle_of_a_question_knows_whose_turn_it_is(session: Session) -> None:
    for command in OVER_THE_BRIDGE:
        session.apply(command)
    again = Session(Game(session.title, "skirmish/road", 3))
    again.game.states[:] = [session.game.state]
    assert again.turn_of(0) == "German"


def test_a_turn_has_a_gate_and_a_question_a_band(session: Session) -> None:
    gate = Handover()
    gate.settle(session)
    for command in OVER_THE_BRIDGE:
        session.apply(command)
    gate.follow(session)
    assert (gate.awaited, gate.is_gate, gate.is_between) == ("Allied", False, True)
    gate.open(session)
    session.apply("spare")
    assert gate.follow(session).back, "without a gate of his own"
    assert (gate.awaited, gate.is_between) == (None, False)
    session.apply("end")
    gate.follow(session)
    assert (gate.awaited, gate.is_gate) == ("Allied", True)
    gate.gate = "off"
    gate.settle(session)
    session.apply("end")
    gate.follow(session)
    assert gate.awaited is None


def test_the_sides_of_every_title_have_keys_of_their_own() -> None:
    for title in map(find_title, title_ids()):
        assert len({gate_key(title.sides, side) for side in title.sides}) == len(title.sides)
    assert [gate_key(("Allied", "Axis"), side) for side in ("Allied", "Axis")] == ["L", "X"]
    assert gate_key(("german", "american"), "german") == "G"


@pytest.mark.parametrize(
    "scenario",
    ["tigers_in_the_mist/seventh_army", "ardennes_44/three_days", "montys_gamble/basic", "liberty_roads/cobra"],
)
def test_a_title_can_be_shown_to_nobody(scenario: str) -> None:
    session = Session(Game.new(scenario, 1))
    session.see_as(NOBODY)
    scene = session.pieces(session.state)
    assert scene.spaces
    for space in list(scene.spaces)[:40]:
        session.title.space_sheet(session.state, space, NOBODY)
        session.title.unit_sheets(session.state, space, NOBODY)


# The gate


@pytest.mark.parametrize("size", [(80, 24), (140, 45), (200, 60)])
async def test_no_key_or_click_decides_before_the_gate_is_opened(make_app: MakeApp, size: Any) -> None:
    app = make_app()
    async with app.run_test(size=size) as pilot:
        table, session = await at_table(pilot)
        await pilot.press("E")
        assert session.side == "Allied"
        assert "ALLIED PLAYER" in said(table)
        assert "A  takes over" in said(table)
        for key in ("1", "E", "0", "X", "enter", "colon", "space", "G"):
            await passed(pilot, key)
            assert session.newest == 1
            assert "German" not in notice(table) or key == "G"
        await pilot.press("escape", "right", "left", "plus", "minus")
        table.query_one(AreaMap).go_to("3")
        await pilot.press("enter")
        assert session.newest == 1, "nor is anything picked on the map"
        assert "A takes over" in notice(table)
        assert not table.query_one(DecisionList).option_count
        await pilot.press("A")
        assert not said(table)
        assert table.query_one(DecisionList).option_count
        assert session.newest == 1
        await at_play(pilot)
        table.query_one(AreaMap).go_to("3")
        await pilot.press("enter")
        assert session.newest == 2


async def test_the_gate_opens_by_a_small_letter_wherever_the_focus_is_and_by_a_click(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        await pilot.press("E", "l")
        await passed(pilot, "a")
        assert table.sitting.handover.awaited is None
        await at_play(pilot)
        await pilot.press("E")
        assert "GERMAN PLAYER" in said(table)
        await pilot.pause(PASSING + 0.05)
        assert await pilot.click(Gate)
        await pilot.pause()
        assert table.sitting.handover.awaited is None
        assert session.newest == 2


async def test_six_ends_in_a_row_end_one_phase(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        _, session = await at_table(pilot)
        for _ in range(6):
            await passed(pilot, "E")
        assert [entry.side for entry in session.game.entries] == ["German"]


async def test_looking_back_and_undo_do_not_need_it(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        await pilot.press("E", "left_square_bracket")
        assert not said(table), "the past has no gate"
        await pilot.press("escape")
        await passed(pilot, "1")
        assert session.newest == 1, "what was waiting still waits"
        assert "A takes over" in notice(table)
        await pilot.press("u", "y")
        assert session.newest == 0
        assert not said(table)
        assert table.query_one(DecisionList).option_count, "the side whose decision was taken back is at the keys"


async def test_space_still_belongs_to_what_is_typed(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        await pilot.press("l", "space", "colon", *"a b")
        assert table.query_one("CommandLine Input", Input).value == "a b"
        assert session.newest == 0


async def test_without_a_gate_only_haste_is_guarded(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handover, "PASSING", 30)  # However slow the machine is.
    write_settings(tmp_path / "settings.yaml", Settings(gate="off"))
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        await pilot.press("E", "1", "E")
        assert session.newest == 1
        assert "Key ignored" in notice(table)
        assert not said(table)
        monkeypatch.setattr(handover, "PASSING", 0)
        await pilot.pause(HASTE)
        await pilot.press("E")
        assert session.newest == 2


async def test_what_only_one_side_may_see_is_covered_until_it_takes_over(make_app: MakeApp, tmp_path: Path) -> None:
    write_settings(tmp_path / "settings.yaml", Settings(gate="hide"))
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        assert session.viewer == "German"
        await pilot.press("E")
        assert session.viewer == NOBODY
        assert not table.query_one("#happened").display
        await passed(pilot, "a")
        assert session.viewer == "Allied"


# Short questions


async def test_a_key_for_one_act_answers_no_question_of_the_other_side(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        table.playing.give_series(OVER_THE_BRIDGE)
        await pilot.pause()
        assert "ALLIED PLAYER" in said(table)
        assert "Blow the bridge 2-3?" in said(table)
        for key in ("0", "1", "2", "E", "enter", "space", "asterisk", "g"):
            await passed(pilot, key)
            if len(app.screen_stack) > 2:
                await pilot.press("escape")
            assert session.newest == 2, key
            assert not table.view.map.grabbed, key
            assert not table.hand._selecting._left, key
        await passed(pilot, "A")
        assert "Let them pass" in said(table), "its answers on their keys"
        await passed(pilot, next(key for key, row in table.view.decision.keys.items() if "pass" in row.words))
        assert session.game.entries[-1].text == "spare"


async def test_after_the_answer_the_first_player_goes_on_but_not_with_a_key_of_the_other(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        table.playing.give_series(("pick 3FJ", "go 3"))
        await passed(pilot, "a")
        await pilot.pause(PASSING)
        table.playing.give("blow 2-3")
        await pilot.pause()
        while table.sitting.dice.hidden:
            await pilot.press("space")
        assert session.side == "German"
        assert table.sitting.handover.awaited is None
        assert "BACK TO THE GERMAN" in str(table.query_one("Banner").render())
        monkeypatch.setattr(handover, "PASSING", 30)  # However slow the machine is.
        await pilot.press("1")
        assert session.newest == 3
        assert "Key ignored" in notice(table)
        monkeypatch.setattr(handover, "PASSING", 0)
        await pilot.pause(HASTE)
        await pilot.press("E")
        assert "ALLIED PLAYER" in said(table), "in time it ends the turn"


# Standing answers


def bridges(session: Session) -> list[tuple[str, str]]:
    return [(entry.side, entry.text) for entry in session.game.entries if entry.text in ("spare", "blow 2-3")]


def test_a_standing_answer_is_given_for_its_side_until_the_turn_ends(session: Session) -> None:
    for command in OVER_THE_BRIDGE:
        session.apply(command)
    spare, blow = session.standing.fitting(session.game)
    assert (spare.words, blow.words) == ("Bridges: let everybody pass", "Bridges: blow every bridge")
    session.standing.give(session.game, spare.order)
    session.apply(session.answered_by(spare.order))
    session.apply("pick 3FJ")
    events = session.apply("go 3")
    assert bridges(session) == [("Allied", "spare"), ("Allied", "spare")]
    assert session.side == "German", "nobody was asked"
    assert any(event.kind == "moved" for event in events), "what came of it is told"
    assert [answered.said for answered in session.standing.news()] == ["Let them pass"]
    assert session.standing.news() == []
    assert list(session.standing.told) == [session.newest - 1]
    session.undo(agreed=True)
    assert session.standing.told == {}
    assert session.side == "Allied", "what was taken back is asked again"


def test_a_standing_answer_ends_with_the_turn_or_when_it_is_revoked(session: Session) -> None:
    for command in OVER_THE_BRIDGE:
        session.apply(command)
    spare = session.standing.fitting(session.game)[0].order
    session.standing.give(session.game, spare)
    assert session.standing.of(session.game, "Allied") == (spare,)
    assert session.standing.of(session.game, "German") == (), "it answers for its own side only"
    session.standing.revoke()
    session.apply("spare")
    for command in ("pick 3FJ", "go 3"):
        session.apply(command)
    assert session.side == "Allied"
    session.standing.give(session.game, spare)
    for command in ("spare", "end", "end"):
        session.apply(command)
    assert not session.standing.holds(session.game), "another turn has begun"


async def test_asterisk_says_it_once_for_the_turn(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        await pilot.press("asterisk")
        assert "no such question" in notice(table)
        table.playing.give_series(OVER_THE_BRIDGE)
        await passed(pilot, "a")
        assert "*  the same answer for the rest of this turn" in said(table)
        await passed(pilot, "asterisk")
        await until(pilot, lambda: len(app.screen_stack) > len([table]) + 1)
        await pilot.press("enter")
        await pilot.pause()
        assert bridges(session) == [("Allied", "spare")]
        while table.sitting.dice.hidden:
            await pilot.press("space")
        await pilot.pause(PASSING)
        table.playing.give_series(("pick 3FJ", "go 3"))
        await pilot.pause()
        while table.sitting.dice.hidden:
            await pilot.press("space")
        assert bridges(session) == [("Allied", "spare")] * 2
        assert "Standing answer of the Allied player: Let them pass" in notice(table)
        log = [str(option.prompt) for option in table.view.panes.log.options]
        assert any("Let them pass (standing answer of the Allied player)" in line for line in log)
        await pilot.press("asterisk")
        assert not session.standing.holds(session.game)


def test_what_is_proposed_is_taken_for_one_battle_and_by_one_side_up_to_its_dice() -> None:
    session = Session(Game.new("tigers_in_the_mist/seventh_army", 3))
    moves = ("move 915/352V", "with 914/352V", "to 20", "move 320/212V", "with 423/212V", "to 11", "end")
    for command in (*moves, "battle 20"):
        session.apply(command)
    assert session.side == "Allied"
    session.standing.trust(session.game)
    session.apply("call 1")
    assert session.side == "German", "the Allied target is chosen as proposed"
    assert session.standing.holds(session.game)
    session.apply(session.choices()[0].command)
    assert session.side == "Allied", "his fire rolls dice, so it wants a key of his"
    while session.trail[-1] == "Battle of Beaufort":
        session.apply(session.choices()[0].command)
    answered = [each.said for each in session.standing.told.values()]
    assert any(said.startswith("Artillery at ") for said in answered)
    assert not any(said.startswith("Fire: ") for said in answered)
    assert session.trail[-1] == "Battle of Echternach"
    assert session.side == "Allied", "in the next battle he is asked again"
    assert not session.standing.holds(session.game)


async def test_the_key_that_accepts_on_wants_a_battle_with_a_proposal(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        await pilot.press("ampersand")
        assert "nothing is proposed now" in notice(table)
        assert not session.newest
        table.playing.give_series(OVER_THE_BRIDGE)
        await passed(pilot, "ampersand")
        assert not bridges(session), "nobody has taken over"


# What happened


def played(session: Session) -> Session:
    for command in ("pick kgPeiper", "go 4", "pick 3FJ", "go 3", "spare", "pick 12SS", "go 2", "end"):
        session.apply(command)
    return session


def test_the_film_of_a_turn_is_that_of_the_other_side(session: Session) -> None:
    assert session.film.enemy_turn() is None
    played(session)
    start = session.film.enemy_turn()
    assert start == (0, 0)
    scenes = [start]
    while (place := session.film.after(scenes[-1], 1)) is not None:
        scenes.append(place)
    kinds = [event.kind for place in scenes for event in session.film.scene(place).events]
    assert kinds.count("moved") == 3
    assert all(session.turn_of(entry) == "German" for entry, _ in scenes)
    session.apply("pick 30")
    assert session.film.enemy_turn() == start, "also while his own turn goes on"
    session.apply("go 5")
    session.apply("end")
    start = session.film.enemy_turn()
    assert start is not None
    assert start[0] >= 7, "the German sees what the Allies did"
    assert session.film.after((start[0], start[1]), 1) is not None


def test_an_answer_of_which_nothing_came_is_not_in_the_film(session: Session) -> None:
    for command in ("pick 3FJ", "go 3"):
        session.apply(command)
    before = session.newest
    session.apply("spare")
    assert session.film.scenes(before)[0].events, "the unit moves on"
    assert session.film.after((before - 1, 0), 1) == (before, 0)


def test_the_page_tells_moves_battles_and_losses(session: Session) -> None:
    played(session)
    start = session.film.enemy_turn()
    assert start is not None
    told = summary(session, start, "German")
    assert session.viewed is None, "the table stays where it was"
    assert told.heading.startswith("What the German player did")
    sections = {section.heading: section.lines for section in told.sections}
    assert sections["Moved"] == ("1 Elsenborn → 2 Malmedy: 12SS",)
    assert len(sections["Battles"]) == 2
    assert any("Allied loses " in line for line in sections["Battles"])
    assert not told.is_slight


def test_a_battle_that_ends_without_a_word_is_over_and_tells_the_steps_that_it_cost() -> None:
    """Counters of Ardennes '44 show attack factors, not steps."""
    german, allied = ardennes.unit("12SS-25", "2717"), ardennes.unit("2-9", "2718")
    game = ardennes.position(german, allied, phase="combat", dice=[6, 6, 6, 6])
    ardennes.do(game, "attack 2718", "with 12SS-25", "roll", "end")
    (battle,) = summary(Session(game), (1, 0), "German").sections[0].lines
    assert "still being fought" not in battle
    assert "German loses 1 step of 12SS/25." in battle


def test_a_turn_in_which_nothing_happened_has_no_page(session: Session) -> None:
    session.apply("end")
    start = session.film.enemy_turn()
    assert start is not None
    assert summary(session, start).is_slight


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_the_page_comes_with_the_turn_and_leads_to_the_film(make_app: MakeApp, size: Any) -> None:
    app = make_app()
    async with app.run_test(size=size) as pilot:
        table, session = await at_table(pilot)
        played(session)
        table.sitting.battles.seen_before = True
        table.playing._go_on(session.newest)
        await passed(pilot, "a")
        await until(pilot, lambda: isinstance(app.screen, SummaryScreen))
        keys = app.screen.query_one(".keys").region
        assert keys.bottom <= size[1], "its keys are on the screen"
        await pilot.press("t")
        await until(pilot, lambda: isinstance(app.screen, FilmScreen))
        assert session.scene == (0, 0)
        await pilot.press("escape")
        await pilot.pause()
        assert session.viewed is None
        await pilot.press("t")
        await until(pilot, lambda: isinstance(app.screen, FilmScreen))
        await pilot.press("escape")


async def test_who_wants_no_page_gets_none(make_app: MakeApp, tmp_path: Path) -> None:
    write_settings(tmp_path / "settings.yaml", Settings(summary="hidden"))
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        played(session)
        table.sitting.battles.seen_before = True
        table.playing._go_on(session.newest)
        await passed(pilot, "a")
        await pilot.pause()
        assert app.screen is table


def test_nobody_is_handed_the_keys_where_no_answer_would_help() -> None:
    """A bombardment that had no effect cannot be rerolled to the advantage of whom it missed."""
    session = Session(Game.new("montys_gamble/basic", 3))
    gestures, idle = session.title.gestures, 0
    for _ in range(150):
        answer = gestures.answer(session.state) or gestures.considered(session.state)
        session.apply_series(answer.commands if answer is not None else [session.choices()[0].command])
        assert gestures.idle(session.state) is None
        idle = sum(isinstance(each, Idle) for each in session.standing.told.values())
        if idle:
            break
    assert idle
    entry = next(entry for entry, each in session.standing.told.items() if isinstance(each, Idle))
    assert session.game.entries[entry].text == "keep"
    assert "(German: no other answer would help)" in session.standing.told[entry].words(session.title.called)
