"""Traps of evenings with Tigers in the Mist and Monty's Gamble that are gone, each from the keys that led into it."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.test_table import at_table
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.export.summary import Section, summary
from wargame_tui.tui.library import new_session
from wargame_tui.tui.screens.table import TableScreen, advising
from wargame_tui.tui.screens.why import WhyScreen
from wargame_tui.tui.session import Session
from wargame_tui.tui.widgets.decision_pane import DecisionPane
from wargame_tui.tui.widgets.text import Words

TIGERS, CAMPAIGN = "tigers_in_the_mist/seventh_army", "tigers_in_the_mist/campaign"
MONTYS = "montys_gamble/basic"
REPULSED = (
    "move 914/352V; with 915/352V; with 916/352V; to 20; end; call 1; lay 915/352V; call 2",
    "fire 60AI/9A 914/352V",
)
"""A German attack on Beaufort that fails."""


def app_of(scenario: str, folder: Path, seed: int = 3) -> WargameApp:
    return WargameApp(scenario, seed=seed, saves=folder / "s", config=folder / "c.yaml", cache=folder / "c")


async def sit(pilot: Pilot[Any], *series: str) -> tuple[TableScreen, Session]:
    """The table after some commands, its dice seen, its keys with whoever decides."""
    screen, session = await at_table(pilot)
    for text in series:
        for command in text.split(";"):
            session.apply(command.strip())
    screen.sitting.handover.settle(session)
    screen.cursor.sit_down()
    await pilot.pause()
    return screen, session


def lines(screen: TableScreen) -> list[str]:
    """The list of commands as it is drawn."""
    listed = screen.query_one(DecisionPane).listed
    drawn = (listed.render_line(y).text.strip() for y in range(listed.size.height))
    return [line for line in drawn if line]


async def test_a_suicidal_attack_is_neither_highlighted_nor_under_enter(tmp_path: Path) -> None:
    app = app_of(TIGERS, tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        screen, session = await sit(pilot, *REPULSED)
        while session.prompt.text != "Attack where?" or session.side != "Allied":
            session.apply("done" if "done" in {c.notation for c in session.choices()} else "end")
        screen.sitting.handover.settle(session)
        screen.cursor.sit_down()
        await pilot.pause(0.3)
        lit = screen.query_one(DecisionPane).lit
        assert lit is not None
        assert lit.notation == "done"
        await pilot.press("enter")
        await pilot.pause()
        assert session.game.entries[-1].text == "done"


async def test_the_cursor_goes_to_the_drop_area_that_acts(tmp_path: Path) -> None:
    """Seven times one had to look for it by name."""
    app = app_of(MONTYS, tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        screen, session = await sit(pilot)
        gestures = session.title.gestures
        while session.prompt.text != "Choose the next drop area to act":
            proposed = gestures.answer(session.state)
            session.apply_series(proposed.commands if proposed else [session.choices()[0].command])
        screen.sitting.handover.settle(session)
        screen.cursor.sit_down()
        await pilot.pause()
        first = session.choices()[-1]
        screen.playing.give(first.notation)
        await pilot.pause()
        assert screen.view.map.cursor == first.space


async def test_digits_stay_with_their_units_while_one_of_them_moves(tmp_path: Path) -> None:
    """`1` was the next battalion, and then an attack."""
    app = app_of(MONTYS, tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        screen, session = await sit(pilot)
        gestures = session.title.gestures
        while session.prompt.text != "Choose an impulse: assault, bombardment, or pass" or session.side != "Allied":
            proposed = gestures.answer(session.state)
            ways = [choice.command for choice in session.choices()]
            passes = [command for command in ways if command.notation() in ("pass", "keep")]
            session.apply_series(proposed.commands if proposed else passes or ways[:1])
        session.apply("assault 5")
        screen.sitting.handover.settle(session)
        screen.cursor.sit_down()
        await pilot.pause()

        def digits() -> dict[str, str]:
            rows = screen.query_one(DecisionPane).keys
            return {row.words: key for key, row in rows.items() if key.isdigit() and row.piece is not None}

        before = digits()
        assert len(before) > 3
        session.apply("move 1Border 7")
        screen.cursor.sit_down()
        await pilot.pause()
        after = digits()
        common = before.keys() & after.keys()
        assert len(common) > 2
        assert {name: before[name] for name in common} == {name: after[name] for name in common}


async def test_escape_puts_units_down_and_closes_the_overview(tmp_path: Path) -> None:
    app = app_of(TIGERS, tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        screen, _ = await sit(pilot)
        await pilot.press("n")
        await pilot.pause()
        assert screen.sitting.selecting.units
        await pilot.press("escape")
        await pilot.pause()
        assert not screen.sitting.selecting.units
        await pilot.press("o")
        await pilot.pause()
        assert screen.view.field.is_overviewed
        await pilot.press("escape")
        await pilot.pause()
        assert not screen.view.field.is_overviewed


async def test_enter_that_was_meant_for_a_die_answers_no_reroll(tmp_path: Path) -> None:
    app = app_of(MONTYS, tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        screen, session = await sit(pilot, "bomb TwrVeghel")
        screen.sitting.battles.seen_before = False
        played = session.newest
        screen.playing.give("keep")
        screen.playing.give("bomb TwrGrave")
        await pilot.pause()
        assert screen.sitting.dice.hidden
        count = session.newest
        await pilot.press(*["enter"] * 3)
        await pilot.pause()
        assert session.newest == count > played
        assert screen.sitting.dice.hidden


async def test_the_reach_is_the_same_before_and_after_a_unit_is_selected(tmp_path: Path) -> None:
    """The next areas, which one wants, lost their numbers, and enemies one step away were not red."""
    app = app_of(TIGERS, tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        screen, _ = await sit(pilot)
        screen.view.map.go_to("18")
        await pilot.press("enter")
        for _ in range(40):
            if screen.sitting.selecting.ways is not None:
                break
            await pilot.pause(0.05)
        ways = screen.sitting.selecting.ways or {}
        laid = screen.view.map.laid
        near = {"20", "21", "19", "10"} & ways.keys()
        assert near
        assert all(laid.notes.get(space) for space in near)
        enemies = [space for space in near if ways[space][0].fights]
        assert enemies
        assert all(laid.highlights[space] != laid.highlights.get("19") for space in enemies)


@pytest.mark.parametrize("begun", [(), ("move 986/276V",)])
async def test_a_hint_says_where_to_even_in_mid_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun: tuple[str, ...]
) -> None:
    monkeypatch.setattr(advising, "adviser", lambda title: "recruit")
    app = app_of(TIGERS, tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        screen, session = await sit(pilot, *begun)
        seq = session.newest
        await pilot.press("ctrl+t")
        for _ in range(200):
            if isinstance(app.screen, WhyScreen) and len(app.screen.query(Words)) > 2:
                break
            await pilot.pause(0.05)
        await pilot.pause()
        told = "\n".join(str(words.content) for words in app.screen.query(Words))
        assert "It would\n" in told
        assert "  To " in told
        assert session.newest == seq, "nothing is carried out"
        assert screen.view.bar._notice is None, "what was thought about is no longer told"


def test_what_a_turn_brought_in_the_end_is_not_told_as_the_enemys(tmp_path: Path) -> None:
    """Wallendorf became German as the German impulse ended; then the Allied player did nothing."""
    session = new_session(TIGERS, 3, {}, tmp_path)
    for text in ("move 14/5FJ; with 15/5FJ; with 11StuG; to 21", "move 915/352V; to 21; end"):
        for command in text.split(";"):
            session.apply(command.strip())
    while session.state.stack[-1].kind != "movement":
        proposed = session.title.gestures.answer(session.state)
        assert proposed is not None
        session.apply_series(proposed.commands)
    (lost,) = (line for section in told_of(session) if section.heading == "Battles" for line in section.lines)
    assert lost.endswith("3/109 1→gone."), "told once"
    session.apply("end")
    assert session.side == "German"
    assert not [section.heading for section in told_of(session) if section.heading == "Changed hands"]


def test_reinforcements_of_the_one_are_not_told_as_what_the_other_did(tmp_path: Path) -> None:
    """They arrive between two impulses, which are in the pages of both."""
    session = new_session(TIGERS, 3, {}, tmp_path)
    arrived = {"German": 0, "Allied": 0}
    while session.game.over is None:
        session.apply(next(each for each in session.game.iter_legal() if each.notation() in ("end", "done")))
        side, start = session.side, session.film.enemy_turn()
        if start is None or side is None:
            continue
        other = next(each for each in session.title.sides if each != side)
        for section in summary(session, start, other).sections:
            for line in section.lines if section.heading == "Arrived" else ():
                arrived[other] += 1
                assert "10A" not in line or other == "Allied", f"{other}: {line}"
    assert arrived["Allied"]


def test_what_ones_own_turn_begins_with_is_not_told_as_what_the_other_did(tmp_path: Path) -> None:
    """German engineers rebuild the bridges over the Our as the German turn begins."""
    session = new_session("ardennes_44/three_days", 7, {}, tmp_path)
    for command in ("historical", *["end"] * 8):
        session.apply(command)
    start = session.film.enemy_turn()
    assert session.side == "German"
    assert start is not None
    lines = [line for section in summary(session, start, "Allied").sections for line in section.lines]
    assert "rebuilt" in " ".join(session.title.event_text(event) for event in session.events(1))
    assert not [line for line in lines if "rebuilt" in line]


def told_of(session: Session) -> tuple[Section, ...]:
    start = session.film.enemy_turn()
    assert start is not None
    return summary(session, start).sections


async def test_r_opens_the_rule_that_the_last_line_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the one of a refusal that was read long ago."""
    app, opened = app_of(TIGERS, tmp_path), list[str]()
    monkeypatch.setattr(WargameApp, "action_rule", lambda self, number: opened.append(number))
    async with app.run_test(size=(140, 45)) as pilot:
        screen, _ = await sit(pilot)
        screen.playing.give("move 986/276V")
        screen.view.map.go_to("5")
        await pilot.press("w")
        refused = screen.asking.rule_named
        assert refused is not None, screen.view.bar.words
        await pilot.press("r")
        await pilot.press("w", "tab", "down", "down")
        await pilot.pause()
        lit = screen.view.decision.lit
        assert lit is not None
        assert lit.rule not in (None, refused)
        assert f"r rule {lit.rule}" in screen.view.bar.words
        await pilot.press("r")
        await pilot.pause()
        assert opened == [refused, lit.rule]
