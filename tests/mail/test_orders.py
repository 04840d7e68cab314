"""Standing orders: answers prepared for questions, given when a letter brings the question, and secret until then."""

from dataclasses import replace
from pathlib import Path
from random import Random
from time import process_time

import pytest

from tests.mail.kit import Pair, begun, written
from tests.mail.test_secret import content
from tests.titles.ardennes_44 import test_bridges as ardennes
from tests.titles.liberty_roads import kit as liberty
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core.game import Game
from wargame_tui.core.title import StandingOrder, find_title, title_ids
from wargame_tui.mail import armour, enclosed, orders
from wargame_tui.mail.box import Box, Case
from wargame_tui.mail.correspondence import Correspondence
from wargame_tui.mail.letters import MODES, Mode
from wargame_tui.titles.liberty_roads.rules.losses import FormKampfgruppe
from wargame_tui.titles.liberty_roads.rules.sequence import Turn


@pytest.mark.parametrize(
    "text", ["roll: keep", "roll purpose=sunset subject=17: reroll", "demolition: blow {bridge} *"]
)
def test_orders_are_read_as_they_are_written(text: str) -> None:
    assert orders.parsed(text).text == text
    assert orders.parsed(f"  {text.replace(': ', ' :  ')} ").text == text


@pytest.mark.parametrize("text", ["", "roll", "roll:", ": keep", "roll purpose: keep", "roll a=b\nc: d", "x\0: y"])
def test_what_is_no_order_is_told_the_form(text: str) -> None:
    with pytest.raises(orders.BadOrder, match="the form is `STEP"):
        orders.parsed(text)


FOUND = {
    "demolition": "tigers_in_the_mist/campaign",
    "roll": "montys_gamble/basic",
    "withdraw": "montys_gamble/basic",
    "battle defender_calls": "tigers_in_the_mist/campaign",
    "battle attacker_calls": "tigers_in_the_mist/campaign",
    "battle defence": "ardennes_44/three_days",
    "battle defender": "liberty_roads/cobra",
}
"""Scenarios in which a step, or a stage of one, is met soon."""


def asked(kind: str, stage: str = "") -> Game:
    """A game in which a step of a kind asks, reached at random."""
    if stage == "bridges":
        return ardennes.assault("German", ardennes.MINE["German"])
    if kind == "form_kg":
        return liberty.position(stack=(Turn(8, "German"), FormKampfgruppe("G-2SS", "1009")))
    for number in range(1, 20):
        game, lot = Game.new(FOUND[f"{kind} {stage}".strip()], number), RandomPlayer(number)
        while not game.over:
            question = orders.question(game)
            if question["kind"] == kind and question.get("stage", "") == stage:
                return game
            game.apply(lot.choose(game.legal()))
    raise AssertionError(f"no {kind} in twenty games")


@pytest.mark.parametrize("name", [name for name in title_ids() if find_title(name).standing_orders()])
def test_every_ready_order_of_a_title_answers_its_question(name: str) -> None:
    for order in find_title(name).standing_orders():
        assert order.words
        assert orders.parsed(order.text).text == order.text
        assert orders.parsed(orders.enclosed(order).text) == replace(order, words="", enclosed=True)
        game = asked(order.when, order.where.get("stage", ""))
        named = orders.question(game)
        anywhere = replace(order, where={field: named[field] for field in order.where if field in named})
        command = orders.answer([anywhere], game)
        assert command in game.legal()
        lock = enclosed.locked(anywhere, "5e" * 32, "0" * 16, "b0" * 32)
        assert enclosed.Absent("0" * 16, "b0" * 32, str(game.side), [lock]).act(game) == command


def test_a_title_without_ready_orders_takes_those_that_players_write(new_title: str) -> None:
    title = find_title(new_title)
    assert not title.standing_orders()
    game = Game.new(f"{new_title}/crossroads", 1)
    assert orders.answer([orders.parsed("player_turn: end")], game) == game.parse("end")


def test_the_first_order_that_fits_wins() -> None:
    game = asked("demolition")
    blow, leave = StandingOrder("demolition", "blow {bridge} *"), StandingOrder("demolition", "pass")
    bridge = game.state.stack[-1].bridge
    assert orders.answer([blow, leave], game) == game.legal(1)[0]
    assert str(orders.answer([leave, blow], game)).startswith("Pass")
    assert orders.answer([StandingOrder("demolition", "blow {bridge} *", {"bridge": "elsewhere"})], game) is None
    assert orders.answer([StandingOrder("demolition", "blow * *", {"bridge": bridge})], game) == game.legal(1)[0]
    assert orders.answer([StandingOrder("demolition", "fly"), StandingOrder("roll", "pass")], game) is None
    assert orders.question(game)["bridge"] == bridge


def boxed(pair: Pair, folder: Path) -> tuple[Box, Case]:
    """The guest's game in a letter box."""
    box = Box(folder)
    case = Case("game", pair.guest)
    box.keep(case)
    return box, case


def host_writes(pair: Pair, lot: RandomPlayer) -> str:
    """The host's letter as text."""
    letter = written(pair.host, lot, Random(1))
    pair.host.sent(letter)
    return armour.sealed(letter)


def reopened(box: Box) -> Correspondence:
    """The guest's game as it lies in the box."""
    return box.load("game").mail


def test_keys_of_locks_are_slow_on_purpose() -> None:
    order, began = orders.parsed("enclosed roll: keep"), process_time()
    enclosed.locked(order, "5e" * 32, "1" * 16, "b1" * 32)
    assert process_time() - began > 0.001  # A plain hash takes a hundredth of that.


@pytest.mark.parametrize("mode", MODES)
def test_an_order_saves_the_player_the_question(mode: Mode, tmp_path: Path) -> None:
    """The Allies of Monty's Gamble begin with the Advantage; they let every roll stand in advance."""
    pair = begun("montys_gamble/basic", mode)
    pair.guest.orders = [StandingOrder("roll", "keep")]
    box, _ = boxed(pair, tmp_path)
    lot, answers = RandomPlayer(3), 0
    while not answers:
        text = host_writes(pair, lot)
        case, _ = box.receive(text, "")
        answers += len(case.answered)
        assert set(case.answered) <= {"keep"}
        mail = case.mail
        while not mail.ready:
            mail.apply(lot.choose(mail.table.legal()))
        reply = box.post(case)
        assert "standing" not in content(reply)
        assert "orders" not in content(reply)
        pair.host.open(armour.opened(reply))  # type: ignore[arg-type]
        assert reopened(box).orders == [StandingOrder("roll", "keep")]


def test_orders_that_lead_back_to_their_question_end() -> None:
    """`answer` would go on for ever where a step allows the same again and again."""
    pair = begun("montys_gamble/basic", "trust")
    host = pair.host
    assert host.game is not None
    host.orders = [StandingOrder(host.game.state.stack[-1].kind, "*")]
    given = host.follow_orders()
    assert len(given) <= orders.MOST_ANSWERS
    assert host.game.seq - host.base == len(given)
