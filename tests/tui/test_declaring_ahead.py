"""A turn by mail in one letter: battle after battle is declared at the table, and rolled as the letter is opened."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.mail.letters import FOLDER, orders_for
from tests.tui.test_mail import anna, app_of, begun, bert, box_of, on, session_of, to_table
from tests.tui.test_table import until
from wargame_tui.board.conduct import Conduct, Order
from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.core.title import find_title
from wargame_tui.mail import declared, enclosed, paper, proof
from wargame_tui.mail.letters import Letter
from wargame_tui.tui.mail_session import MailSession
from wargame_tui.tui.screens.post import PostScreen
from wargame_tui.tui.settings import Settings, write_settings
from wargame_tui.tui.widgets.hint_bar import HintBar

__all__ = ["anna", "bert"]

CAMPAIGN = "ardennes_44/campaign"
OWN: Conduct = tuple(
    Order(topic, choice)
    for topic, choice in (
        ("firefights", "never"),
        ("advances", "never"),
        ("breakthroughs", "never"),
        ("losses", "weakest"),
        ("attacker-advantage", "never"),
    )
)
"""Of the attacker: what follows his battles is never left to him."""


@pytest.fixture
def ordered(monkeypatch: pytest.MonkeyPatch) -> Conduct:
    """The defender has told his conduct in letters before: nobody waits for him in a battle."""
    orders, really = orders_for(find_title("ardennes_44")), enclosed.absent

    def absent(invitation: Any, letters: Any, side: str) -> enclosed.Absent:
        found = really(invitation, letters, side)
        return replace(found, conduct=orders) if side == "Allied" else found

    monkeypatch.setattr(enclosed, "absent", absent)
    return orders


def recorded() -> list[str]:
    """The commands of a German first turn, as the program's player gave them."""
    return re.findall(r'^\["German", "([^"]*)"', (FOLDER / "ardennes_44-1.save").read_text("utf-8"), re.M)


def at_first_dice(session: MailSession, rows: list[str]) -> list[str]:
    """Play up to the first battle, which is declared; the commands that are left."""
    for number, text in enumerate(rows):
        session.apply(text)
        if session.mail.pending:
            return rows[number + 1 :]
    raise AssertionError("nothing rolls")


def attack_on(rows: list[str], number: int) -> list[str]:
    """The commands of a battle, up to that which rolls."""
    start = [n for n, text in enumerate(rows) if text.startswith("attack ")][number]
    end = next(n for n in range(start, len(rows)) if rows[n].startswith("fire ") and not rows[n + 1].startswith("fire"))
    return rows[start : end + 1]


def declare(session: MailSession, commands: list[str]) -> None:
    for text in commands:
        session.apply(text)


def case_of(session: MailSession) -> str:
    """The case that is asked about now; empty if there is none."""
    position = session.position
    return position.decision if position is not None and position.is_case else ""


def test_battle_after_battle_is_declared_and_rolled_in_one_letter(anna: Path, bert: Path, ordered: Conduct) -> None:
    begun(anna, bert, "sealed", CAMPAIGN)
    session = session_of(anna)
    session.mail.conduct = OWN
    left = at_first_dice(session, recorded())
    assert session.deciding
    assert session.state.stack[-1].kind == "combat"
    assert session.prompt.text == f"Declared. As if little came of it (m sends): {session.game.prompt.text}"
    assert session.battle() is None, "nothing has been rolled"
    for number in range(3):
        declare(session, attack_on(left, number))
        assert session.state.stack[-1].kind == "combat"
    session.apply("end")
    assert not session.deciding
    assert session.mail.ready
    assert [text for text in proof.commands_of(session.mail.pending) if text.startswith("attack")] == [
        attack_on(left, number)[0] for number in range(3)
    ]
    text = box_of(anna).post(session.case)
    reply, start = box_of(bert).receive(text, "Bert")
    game = reply.mail.game
    assert game is not None
    fought = {entry.text for entry in game.entries[start:]}
    assert {attack_on(left, number)[0] for number in range(3)} <= fought, "as far as the dice let them"
    letter = session.mail.last_letter()
    assert proof.verify(letter)


def test_what_is_asked_in_between_is_decided_for_the_case(anna: Path, bert: Path, ordered: Conduct) -> None:
    """The table leads to it by itself, before the phase goes on."""
    begun(anna, bert, "sealed", CAMPAIGN)
    session = session_of(anna)
    left = at_first_dice(session, recorded())
    assert case_of(session) == "advancing"
    assert session.prompt.text.startswith("If it comes to this (Ctrl+D leaves it open): Advance after combat")
    assert session.state.units["3FJ-5"].location != "1428"
    session.apply("advance 3FJ-5 1428")
    assert session.state.units["3FJ-5"].location == "1428"
    session.apply("end")
    assert session.mail.pending[-1].endswith("[advancing?] advance 3FJ-5 1428; [advancing?] end")
    assert session.prompt.text.startswith("If it comes to this (Ctrl+D leaves it open): Breakthrough combat")
    session.apply("end")
    assert session.state.stack[-1].kind == "combat"
    assert session.mail.pending[-1].endswith("; [battle?] end")
    assert not session.prompt.text.startswith("If it comes to this")
    assert "the rest waits" not in session.prompt.text
    declare(session, attack_on(left, 0))
    assert case_of(session), "and after the next attack"


def test_a_case_left_open_is_not_asked_again_in_the_same_letter(anna: Path, bert: Path, ordered: Conduct) -> None:
    """The rest then waits for it, which is said."""
    begun(anna, bert, "sealed", CAMPAIGN)
    session = session_of(anna)
    session.mail.conduct = tuple(order for order in OWN if order.topic != "advances")
    left = at_first_dice(session, recorded())
    assert session.prompt.text.startswith("If it comes to this (m sends without it): Advance"), "it always does"
    session.apply("advance 3FJ-5 1428")
    assert session.prompt.text.startswith("If it comes to this: Advance after combat")
    assert not session.turn_to_case(), "it is begun"
    session.apply("end")
    assert session.state.stack[-1].kind == "combat"
    declare(session, attack_on(left, 0))
    assert case_of(session) == "advancing"
    assert session.turn_to_case()
    assert session.state.stack[-1].kind == "combat"
    assert "the rest waits: Advance after combat" in session.prompt.text
    declare(session, attack_on(left, 1))
    assert not case_of(session)
    assert session.turn_to_case(), "back to it"
    assert case_of(session) == "advancing"
    session.mail.sent(session.mail.letter())
    session.look_ahead()
    assert session.position is None


def test_what_is_ordered_is_not_asked(anna: Path, bert: Path, ordered: Conduct) -> None:
    begun(anna, bert, "sealed", CAMPAIGN)
    session = session_of(anna)
    at_first_dice(session, recorded())
    assert case_of(session)
    session.mail.conduct = OWN
    session.look_ahead()
    assert not case_of(session)
    assert not session.turn_to_case()


def test_undo_goes_back_command_by_command(anna: Path, bert: Path, ordered: Conduct) -> None:
    begun(anna, bert, "sealed", CAMPAIGN)
    session = session_of(anna)
    session.mail.conduct = OWN
    left = at_first_dice(session, recorded())
    first, battle = session.mail.pending[-1], attack_on(left, 0)
    states = []
    for text in battle:
        states.append((session.state, session.newest))
        session.apply(text)
    for state in reversed(states):
        session.undo()
        assert (session.state, session.newest) == state
    assert session.mail.pending == [first]
    session.undo()
    assert session.mail.pending == []
    assert session.game is session.mail.game


def test_a_game_taken_up_again_goes_on_where_it_was(anna: Path, bert: Path, ordered: Conduct) -> None:
    begun(anna, bert, "sealed", CAMPAIGN)
    session = session_of(anna)
    session.mail.conduct = OWN
    left = at_first_dice(session, recorded())
    declare(session, attack_on(left, 0)[:2])
    session.keep()
    again = session_of(anna)
    assert again.mail.pending == session.mail.pending
    assert again.state.stack[-1].kind == "battle"
    declare(again, attack_on(left, 0)[2:])
    assert again.state.stack[-1].kind == "combat"


def test_nothing_is_learned_of_the_dice_to_come(
    anna: Path, bert: Path, ordered: Conduct, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(anna, bert, "sealed", CAMPAIGN)
    session = session_of(anna)

    def looked(*_: object) -> str:
        raise AssertionError("a link is looked at")

    monkeypatch.setattr("wargame_tui.mail.chain.link", looked)
    at_first_dice(session, recorded())
    assert session.position is not None
    assert session.state.dice.seed is None


def test_where_the_other_player_has_to_be_asked_the_letter_goes(anna: Path, bert: Path) -> None:
    """Bert has ordered nothing: a battle waits for what he decides in it, and so would all behind it."""
    begun(anna, bert, "sealed", CAMPAIGN)
    session = session_of(anna)
    session.mail.conduct = OWN
    left = at_first_dice(session, recorded())
    for number in range(4):
        if session.position is None:
            break
        declare(session, attack_on(left, number))
    assert session.position is None
    assert not session.deciding
    assert session.mail.ready


def test_a_letter_tells_attackers_of_battles_to_come(anna: Path, bert: Path, ordered: Conduct) -> None:
    """Their full words need a battle that is not there yet."""
    begun(anna, bert, "sealed", CAMPAIGN)
    session = session_of(anna)
    session.mail.conduct = OWN
    left = at_first_dice(session, recorded())
    battle = attack_on(left, 0)
    declare(session, battle)
    told = declared.words(session.mail.table, session.mail.pending)
    assert told[1].startswith("attack 2020")
    assert told[2].startswith("with ")
    assert told[2].count(",") == sum(text.startswith("with") for text in battle) - 1
    letter = session.mail.letter()
    assert isinstance(letter, Letter)
    assert "attack 2020" in paper.text(letter, session.mail.game)


def test_a_letter_tells_in_full_what_needs_no_position() -> None:
    game = Game.new("tigers_in_the_mist/campaign", 1)
    pending = ["[battles] battle 50; [battles] battle 49; [battles?] attack 27/12V", "[battles] battle 21"]
    assert declared.words(game, pending) == [
        "battle 50, 49",
        "if possible: 27/12V joins the attack",
        "Attack 21 Wallendorf",
    ]


def test_in_a_batch_each_battle_stands_alone(anna: Path, bert: Path, ordered: Conduct) -> None:
    begun(anna, bert, "batch", CAMPAIGN)
    session = session_of(anna)
    session.mail.conduct = OWN
    left = at_first_dice(session, recorded())
    for number in range(2):
        declare(session, attack_on(left, number))
    assert [proof.commands_of([each])[0].split()[0] for each in session.mail.pending] == ["fire", "attack", "attack"]


async def test_the_key_turns_to_the_case_and_back(anna: Path, bert: Path, ordered: Conduct) -> None:
    begun(anna, bert, "sealed", CAMPAIGN)
    session = session_of(anna)
    at_first_dice(session, recorded())
    declare(session, ["advance 3FJ-5 1428", "end"])
    session.keep()
    async with app_of(anna).run_test(size=(80, 24)) as pilot:
        _, at = await to_table(pilot)
        await until(pilot, lambda: at.state.stack[-1].kind == "battle")
        assert at.prompt.text.startswith("If it comes to this (Ctrl+D leaves it open): Breakthrough")
        hints = str(pilot.app.screen.query_one(HintBar).render())
        assert "same answer this turn" in hints
        await pilot.press("ctrl+d")
        await until(pilot, lambda: at.state.stack[-1].kind == "combat")
        await pilot.press("ctrl+d")
        await until(pilot, lambda: at.state.stack[-1].kind == "battle")
        await pilot.press("ctrl+d")
        await until(pilot, lambda: at.state.stack[-1].kind == "combat")
        await pilot.press("E")
        await until(pilot, lambda: isinstance(pilot.app.screen, PostScreen) or not at.deciding)
        assert at.mail.pending[-1].endswith("[combat] end")


def test_commands_of_another_moment_are_refused(anna: Path, bert: Path, ordered: Conduct) -> None:
    begun(anna, bert, "sealed", CAMPAIGN)
    session = session_of(anna)
    session.mail.conduct = OWN
    at_first_dice(session, recorded())
    before = list(session.mail.pending)
    roll: Command = session.game.parse("roll")
    with pytest.raises(ValueError, match=r"."):
        session.apply(roll)
    assert session.mail.pending == before


async def test_a_proposal_that_ends_in_dice_goes_on_at_the_table(anna: Path, bert: Path, ordered: Conduct) -> None:
    """One key gives several commands, the last of which is declared: what they brought is shown, film and all."""
    begun(anna, bert, "sealed", CAMPAIGN)
    session = session_of(anna)
    write_settings(anna / "settings.yaml", Settings(battles="step", letters=str(anna / "post")))
    rows = recorded()
    declare(session, rows[: rows.index("fire 4NW")])
    session.keep()
    async with app_of(anna).run_test(size=(80, 24)) as pilot:
        _, at = await to_table(pilot)
        await pilot.press("0")
        await until(pilot, lambda: bool(at.mail.pending))
        assert case_of(at) == "advancing"
        await pilot.press("E")
        await until(pilot, lambda: at.state.stack[-1].kind == "battle")
        await pilot.press("ctrl+d")
        await until(pilot, lambda: at.state.stack[-1].kind == "combat")
        await pilot.press("left_square_bracket")
        await until(pilot, lambda: at.viewed is not None)
        assert at.state.stack[-1].kind == "battle", "a step back is before what was declared"
        await pilot.press("escape", "u")
        await until(pilot, lambda: case_of(at) == "advancing")
        await pilot.press("0")
        await until(pilot, lambda: at.mail.pending[-1].count("advance ") == 1)
        await until(pilot, lambda: at.state.stack[-1].kind == "combat")
        await pilot.press("E")
        await on(pilot, PostScreen)
        assert at.mail.pending[-1].endswith("[combat] end")
