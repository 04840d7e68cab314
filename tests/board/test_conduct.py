"""Conduct: every question in the other's turn has a topic, and every choice of it a legal answer, or it asks."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from wargame_tui.board.conduct import (
    BadConduct,
    Order,
    answer,
    dumped,
    loaded,
    topic_of,
    topics,
)
from wargame_tui.board.conduct_file import ConductFile, Wish
from wargame_tui.board.helps import decision
from wargame_tui.board.ordering import in_words, renewed, where_words, without, written
from wargame_tui.board.rehearsal import ASKS, preview
from wargame_tui.board.turns import Turns
from wargame_tui.core import save
from wargame_tui.core.game import Game
from wargame_tui.core.title import find_title

GAMES = Path(__file__).parents[1] / "golden" / "games"
RECORDED = (
    "tigers_in_the_mist-first_three_days",
    "montys_gamble-extended",
    "ardennes_44-four_days",
    "liberty_roads-overlord",
    "liberty_roads-to_the_rhine",
    "first_command-mortain",
)
RANDOM = {
    "tigers_in_the_mist-seventh_army": (0, 600),
    "montys_gamble-basic": (300, 400),
    "ardennes_44-four_days": (2000, 800),
    "liberty_roads-to_the_rhine": (800, 800),
    "first_command-mortain": (0, 400),
}
"""Recorded games, after how many commands they are left, and how many are then given at random."""
TITLES = ("tigers_in_the_mist", "montys_gamble", "ardennes_44", "liberty_roads", "first_command")
PATIENCE = 60.0
"""Seconds, on a busy machine."""
MOST_ANSWERED = 4
"""Questions of each topic in a game of which every choice is tried."""


def recorded(name: str, at: int | None = None) -> Game:
    game = save.read(GAMES / f"{name}.save")
    return game if at is None else cut(game, at)


def cut(game: Game, at: int) -> Game:
    """A game as it stood after so many commands."""
    twin = game.branch()
    del twin.states[at + 1 :], twin.entries[at:], twin._checks[at:]
    return twin


def at_random(name: str, seed: int = 5) -> Game:
    """A game that leaves a recorded one, and goes on at random."""
    at, commands = RANDOM[name]
    game, chance = recorded(name, at), Random(seed)
    game.reseed(seed)
    for _ in range(commands):
        if game.over is not None:
            break
        game.apply(chance.choice(game.legal(40)))
    return game


def in_the_others_turn(game: Game) -> Iterator[int]:
    """The moments at which somebody was asked in the other's turn."""
    turns = Turns()
    for at, state in enumerate(game.states):
        if state.over is None and state.stack[-1].decider(state) != turns.of(game.states, at):
            yield at


def tried(game: Game) -> set[str]:
    """The topics that came up; every question in the other's turn has one, and every choice a legal answer or None."""
    title: Any = game.title
    found: dict[str, int] = {}
    for at in in_the_others_turn(game):
        then = cut(game, at)
        topic = topic_of(title, then)
        assert topic is not None, f"nobody can order what `{next(decision(then.state))}` is answered"
        found[topic.id] = found.get(topic.id, 0) + 1
        if found[topic.id] > MOST_ANSWERED:
            continue
        for choice in topic.choices:
            given = answer(title, [Order(topic.id, choice.id)], then)
            assert given is None or then.refusal(given) is None
            if choice.id == "ask" or choice.leaves_out:
                assert given is None
            else:
                assert given is not None, f"{topic.id} {choice.id} answers nothing: {then.prompt.text}"
    return set(found)


@pytest.mark.parametrize("name", RECORDED)
def test_every_question_in_a_recorded_game_has_a_topic_and_every_choice_an_answer(name: str) -> None:
    assert tried(recorded(name))


@pytest.mark.parametrize("name", RANDOM)
def test_every_question_in_a_random_game_has_a_topic_and_every_choice_an_answer(name: str) -> None:
    assert tried(at_random(name))


@pytest.mark.parametrize("name", TITLES)
def test_every_decision_of_a_title_is_a_topic_or_of_ones_own_phases(name: str) -> None:
    """Golden and random games see the likely ones; this holds for the rest: no topic stands there by default."""
    title: Any = find_title(name)
    file: ConductFile = title.conduct()
    assert [topic.id for topic in topics(title)] == [topic.id for topic in file.topics]


@pytest.mark.parametrize("name", TITLES)
def test_topics_name_rules_of_the_rulebook(name: str) -> None:
    title: Any = find_title(name)
    book = title.rulebook()
    assert [topic.id for topic in topics(title) if book.find(topic.rule) is None] == []


def test_a_title_that_says_nothing_has_a_topic_for_every_step_that_asks() -> None:
    pacific: Any = find_title("pacific_commander")
    assert pacific.conduct() is None
    found = {topic.id: topic for topic in topics(pacific)}
    assert {"strike-aim", "losses", "movement"} <= found.keys()
    assert [choice.id for choice in found["losses"].choices] == ["ask", "proposal"]


# What is answered


def bridge() -> Game:
    """A bridge in Tigers is about to be crossed, and three German units stand near it."""
    game = recorded("tigers_in_the_mist-first_three_days")
    at = next(at for at in in_the_others_turn(game) if game.states[at].stack[-1].kind == "demolition")
    return cut(game, at)


def said(game: Game, *orders: Order) -> str | None:
    command = answer(game.title, orders, game)
    return command.notation() if command else None


def test_the_most_particular_order_wins_and_among_equals_the_later() -> None:
    game = bridge()
    always, never, ask = (Order("demolition", choice) for choice in ("always", "never", "ask"))
    place = game.state.stack[-1].bridge.split("-")[0]
    there = Order("demolition", "never", {"place": place})
    assert str(said(game, always)).startswith("blow ")
    assert said(game, always, never) == "pass"
    assert str(said(game, never, always)).startswith("blow ")
    assert said(game, there, always) == "pass"
    assert said(game, always, Order("demolition", "ask", {"place": place, "turn": "16"}), there) is None
    assert said(game, Order("demolition", "never", {"place": "99"}), always) == said(game, always)
    assert said(game, never, ask) is None
    assert said(game) is None


def test_an_exception_for_a_turn_holds_in_it_and_on_its_day() -> None:
    game = bridge()
    now = game.title.turn(game.state)
    day = now.partition("-")[0]
    for turn, holds in ((now, True), (day, True), (day[:1], False), ("19-1", False)):
        given = said(game, Order("demolition", "always"), Order("demolition", "never", {"turn": turn}))
        assert (given == "pass") == holds, turn


def test_what_the_question_names_beside_its_fields_can_be_an_exception() -> None:
    game = bridge()
    formation = next(iter(game.state.stack[-1].particulars(game.state)["formation"])).replace(" ", "_")
    assert said(game, Order("demolition", "never"), Order("demolition", "always", {"formation": formation})) != "pass"
    assert said(game, Order("demolition", "never"), Order("demolition", "always", {"formation": "XXX_Corps"})) == "pass"


def test_an_exception_for_a_unit_is_about_the_answers_that_name_it() -> None:
    game = bridge()
    able = [command.unit for command in game.legal() if command.verb == "blow"]  # type: ignore[attr-defined]
    assert len(able) > 1
    best = str(said(game, Order("demolition", "always"))).split()[-1]
    other = next(name for name in able if name != best)
    spared = [Order("demolition", "always"), Order("demolition", "never", {"unit": best})]
    assert said(game, *spared) not in (None, "pass")
    assert not str(said(game, *spared)).endswith(best)
    only = [Order("demolition", "never"), Order("demolition", "always", {"unit": other})]
    assert str(said(game, *only)).endswith(other)


def test_a_unit_is_spared_if_another_can_take_it() -> None:
    game = recorded("liberty_roads-overlord")
    at = next(at for at in in_the_others_turn(game) if game.states[at].stack[-1].kind == "losing")
    then = cut(game, at)
    weakest = Order("losses", "weakest")
    unit = str(said(then, weakest)).split()[-1]
    spared = said(then, weakest, Order("losses", "spare", {"unit": unit}))
    assert spared is not None
    assert not spared.endswith(unit)


def test_a_chance_is_reached_or_the_question_declined() -> None:
    game = bridge()
    best = max(
        sum(chance.p for chance in odds.outcomes if chance.text == "the bridge is blown")
        for command in game.legal()
        if (odds := game.odds(command)) is not None
    )
    assert 0 < best < 1
    assert str(said(game, Order("demolition", f"chance:{round(100 * best)}"))).startswith("blow ")
    assert said(game, Order("demolition", f"chance:{round(100 * best) + 1}")) == "pass"


def test_odds_are_those_of_the_combat_in_hand() -> None:
    whole = recorded("first_command-mortain")
    game = cut(whole, next(at for at in in_the_others_turn(whole)))
    title: Any = game.title
    battle = title.battle(game.state, ())
    column = battle.chart.heads[battle.chart.column]
    attack, _, defence = column.partition("-")
    assert said(game, Order("defence-support", f"odds:{column}")) == "support"
    assert said(game, Order("defence-support", f"odds:{int(attack) + 1}-{defence}")) == "roll"


ANSWERS = """
import sys
from tests.board.test_conduct import cut, recorded
from wargame_tui.board.conduct import Order, answer, topic_of
for name in sys.argv[1:]:
    game = recorded(name)
    for at in range(1, len(game.states) - 1, 9):
        then = cut(game, at)
        topic = topic_of(game.title, then)
        for choice in topic.choices if topic else ():
            print(at, topic.id, choice.id, answer(game.title, [Order(topic.id, choice.id)], then))
"""


def test_answers_are_the_same_in_every_process() -> None:
    """Letters rest on that: sets of texts come in another order in each process."""
    names = ("montys_gamble-extended", "tigers_in_the_mist-first_three_days")
    said = {
        subprocess.run(
            [sys.executable, "-c", ANSWERS, *names],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
    assert min(map(len, said)) > 1_000


# Data


def test_a_conduct_survives_as_data() -> None:
    title = find_title("tigers_in_the_mist")
    given = (Order("demolition", "chance:35", {"place": "21", "turn": "17-1"}), Order("defence-calls", "always"))
    assert loaded(title, dumped(given)) == given


BAD = [
    ([{"topic": "demolitoin", "choice": "never", "where": {}}], "do you mean `demolition`?"),
    ([{"topic": "demolition", "choice": "nevr", "where": {}}], "do you mean `never`?"),
    ([{"topic": "demolition", "choice": "chance:140", "where": {}}], "no choice `chance:140`"),
    ([{"topic": "demolition", "choice": "never", "where": {"bridg": "20-22"}}], "do you mean `bridge`?"),
    ([{"topic": "demolition", "choice": "never", "where": {"turn": "17", "place": 3}}], "words of at most"),
    ([{"topic": "demolition", "choice": "never"}], "the form is"),
    ([{"topic": "demolition", "choice": "never\x1b[2J", "where": {}}], "words of at most"),
    ([{"topic": "demolition", "choice": "never", "where": {str(n): "x" for n in range(9)}}], "at most 6 exceptions"),
    ("demolition never", "a list"),
    ([{"topic": "demolition", "choice": "never", "where": {}}] * 201, "at most 200"),
]


@pytest.mark.parametrize(("rows", "told"), BAD)
def test_wrong_data_is_refused_with_the_order_and_the_remedy(rows: Any, told: str) -> None:
    with pytest.raises(BadConduct, match=r"conduct|order 1") as refused:
        loaded(find_title("tigers_in_the_mist"), rows)
    assert told in str(refused.value)


# Orders as they are written


def test_an_order_is_read_with_names_of_places_and_units() -> None:
    game = recorded("tigers_in_the_mist-first_three_days", 120)
    order = written(game.title, game, "German", "demolition never at vianden unit 987/276v turn 17")
    assert order == Order("demolition", "never", {"place": "57", "unit": "987/276V", "turn": "17"})
    topic = topics(game.title)[0]
    assert in_words(game.title, topic, order) == "never: let them cross, at 57 Vianden, unit 987/276V, turn 17"
    assert where_words(game.title, topic, {}) == "everywhere"
    assert written(game.title, game, "German", "demolition always formation XXX Corps").where == {
        "formation": "XXX_Corps"
    }


IMPOSSIBLE = {
    "demolition": "the form is",
    "demolition perhaps": "there are",
    "bridges never": "there is no topic",
    "demolition never at Viandn": "do you mean `Vianden`?",
    "demolition never at": "needs a name",
    "demolition never near Vianden": "begins with",
    "demolition never unit 987/277V": "do you mean",
    "demolition never turn 16-1": "is past",
    "demolition never turn 15": "is past",
    "demolition never turn Monday": "turns are written as `16-2`",
    "demolition never bridge 1-2": "there is no bridge",
    "attack-support never": "is for the German player",
}


@pytest.mark.parametrize("text", IMPOSSIBLE)
def test_what_makes_no_sense_now_is_refused_when_it_is_written(text: str) -> None:
    game = recorded("tigers_in_the_mist-first_three_days", 120)
    assert game.title.turn(game.state) == "16-2"
    with pytest.raises(BadConduct) as refused:
        written(game.title, game, "Allied", text)
    assert IMPOSSIBLE[text] in str(refused.value)


def test_a_bridge_that_is_blown_already_and_a_unit_that_is_gone_are_refused() -> None:
    game = recorded("tigers_in_the_mist-first_three_days")
    title: Any = game.title
    game = cut(game, len(game.states) - 2)
    blown = [bridge for bridge, stands in title.scene(game.state).bridges.items() if not stands]
    gone = [unit.id for unit in game.state.units.values() if not unit.strength]
    assert blown
    assert gone
    with pytest.raises(BadConduct, match="is blown already"):
        written(title, game, "German", f"demolition never bridge {blown[0]}")
    with pytest.raises(BadConduct, match="has been eliminated"):
        written(title, game, "German", f"demolition never unit {gone[0]}")


def test_to_spare_a_unit_needs_a_unit() -> None:
    game = recorded("liberty_roads-to_the_rhine", 10)
    with pytest.raises(BadConduct, match="is for a unit"):
        written(game.title, game, "German", "losses spare")


def test_an_order_about_the_same_takes_the_place_of_the_one_before() -> None:
    first, there = Order("demolition", "never"), Order("demolition", "never", {"place": "21"})
    conduct = renewed(renewed(renewed((), first), there), Order("demolition", "always"))
    assert conduct == (there, Order("demolition", "always"))
    assert without(conduct, 1) == (Order("demolition", "always"),)
    with pytest.raises(BadConduct, match="there is no order 3"):
        without(conduct, 3)


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("least strength", Wish(number="strength")),
        ("most strength of target", Wish(number="strength", most=True, whose="target")),
        ("not type armour+gun", Wish(field="type", values=("armour", "gun"), without=True)),
    ],
)
def test_wishes_are_read(text: str, wish: Wish) -> None:
    assert Wish.read(text) == wish


def test_a_wish_that_cannot_be_read_is_refused_with_its_form() -> None:
    with pytest.raises(ValueError, match="the form is"):
        Wish.read("strongest")


# What it would answer today


def test_a_preview_tells_questions_of_the_coming_turn_with_their_answers() -> None:
    game = recorded("tigers_in_the_mist-first_three_days", 120)
    before = len(game.states), game.seq
    conduct = (Order("demolition", "never"), Order("demolition", "ask", {"place": "57"}))
    rows = preview(game.title, conduct, game, "German", PATIENCE)
    assert (len(game.states), game.seq) == before, "nothing of it happens"
    bridges = [row for row in rows if row.topic == "demolition"]
    assert {row.answer for row in bridges if "Vianden" in row.question} == {ASKS}
    assert {row.answer for row in bridges if "Vianden" not in row.question} == {"Let them cross"}
    assert all(row.asks for row in rows if row.topic == "defence-calls")


def test_a_preview_goes_on_from_ones_own_turn_to_the_other_sides() -> None:
    game = recorded("first_command-mortain", 40)
    assert game.side is not None
    rows = preview(game.title, [Order("defence-support", "always")], game, game.side, PATIENCE)
    assert {row.answer for row in rows if row.topic == "defence-support"} == {
        "Spend a support point: one column shift, then roll"
    }
