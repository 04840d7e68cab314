"""Players that think ahead: the same decision whatever is hidden, what is found, what a thought says, being hurried."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from threading import Thread
from time import monotonic, sleep
from typing import Any, ClassVar

import pytest

from wargame_tui.board.sight import seen_by
from wargame_tui.board.staff import Plan, Staff
from wargame_tui.board.title import BoardTitle
from wargame_tui.bots import search
from wargame_tui.bots.opponent import LEVELS, adviser, checked, decide, levels, player, weighs
from wargame_tui.bots.reasons import reasons
from wargame_tui.bots.search import HURRIED, TIME, Searcher, Thought, Weighed, thought_from
from wargame_tui.bots.thinker import Thinker
from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.titles.first_command.bot import STAFF
from wargame_tui.titles.first_command.commands import Move
from wargame_tui.titles.first_command.printed import AMERICAN, GERMAN

THINKING = {"first_command/mortain": 24, "montys_gamble/basic": 60, "ardennes_44/three_days": 5}
"""Scenarios of titles with a staff, with the decisions that are looked at."""


def staff_of(game: Game) -> Staff:
    """The staff of its title."""
    title = game.title
    assert isinstance(title, BoardTitle)
    found = title.staff()
    assert found is not None
    return found


@pytest.mark.parametrize(("scenario", "most"), THINKING.items())
def test_other_dice_give_the_same_decision_and_no_choice_is_illegal(scenario: str, most: int) -> None:
    game = Game.new(scenario, 5)
    one, other = (Searcher(staff_of(game), "veteran", 120) for _ in range(2))
    for _ in range(most):
        side, seed = game.side or "", game.state.dice.seed or 0
        here = decide(one, seen_by(game, side))
        assert here.trouble is None, (game.trail, here)
        twin = game.branch()
        twin.states = [replace(state, dice=replace(state.dice, seed=seed + 1)) for state in game.states]
        assert decide(other, seen_by(twin, side)) == here
        game.apply(checked(game, here).command)


def test_who_is_asked_again_in_the_middle_of_a_turn_goes_on_as_before() -> None:
    game = Game.new("first_command/mortain", 5)
    known = Searcher(STAFF, "veteran", 200)
    for _ in range(6):
        seen = seen_by(game, game.side or "")
        command = known(seen)
        assert Searcher(STAFF, "veteran", 200)(seen_by(game, game.side or "")) == command
        game.apply(command)


class OneTurn(Staff):
    """A staff for which one plan is plainly the best: the German 304th marches."""

    choose = staticmethod(STAFF.choose)
    work: ClassVar[Mapping[str, int]] = {"veteran": 300}

    def fork(self, state: Any, side: str) -> str | None:
        return f"{state.turn} {state.stack[-1].stage}" if state.stack[-1].kind == "player_turn" else None

    def plans(self, game: Game, side: str) -> Sequence[Plan]:
        march = next(each for each in game.legal() if isinstance(each, Move) and each.unit == "304")

        def marches(game: Game) -> Command | None:
            return None if game.state.units["304"].moved else march

        def fails(game: Game) -> Command | None:
            raise ZeroDivisionError

        def nonsense(game: Game) -> Command | None:
            return Move("nobody", "0101")

        return [
            Plan("break down", "break down", fails, frozenset("x")),
            Plan("nonsense", "say nonsense", nonsense, frozenset("y")),
            Plan("march", "march", marches, frozenset("z"), (march.space,), ("304",), "to march", lambda state: True),
        ]

    def value(self, state: Any, side: str) -> Mapping[str, float]:
        return {"march": float(state.units["304"].location != "0702")}

    def horizon(self, state: Any, side: str) -> Callable[[Any], bool]:
        return lambda later: later.stack[-1].kind != "player_turn" or later.stack[-1].stage != "movement"


def test_the_better_plan_is_found_and_a_broken_one_costs_nothing() -> None:
    game = Game.new("first_command/mortain", 1)
    choose = Searcher(OneTurn(), "veteran")
    command = choose(game)
    assert isinstance(command, Move)
    assert command.unit == "304"
    thought = choose.thought
    assert thought is not None
    assert thought.chosen.words == ("march",)
    assert thought.chosen.value > thought.plain.value
    assert thought.chosen.hopes == (("to march", 1.0),)
    assert (thought.spaces, thought.units) == ((command.space,), ("304",))
    assert thought.cut is None
    assert thought.work <= 300 + 60, "one playing through more than the budget at most"
    assert thought_from(thought.plainly()) == thought


class Doubtful(OneTurn):
    """Offers what changes nothing, and a march that is worth a little more often than not."""

    work: ClassVar[Mapping[str, int]] = {"veteran": 2_000}
    fewest, first = 8, 2

    def plans(self, game: Game, side: str) -> Sequence[Plan]:
        march = super().plans(game, side)[-1]
        same = [Plan(f"as usual {n}", f"wait {n}", lambda game: None, frozenset({f"s{n}"})) for n in range(6)]
        return [*same, march]

    def value(self, state: Any, side: str) -> Mapping[str, float]:
        marched = state.units["304"].location != "0702"
        return {"march": marched * (1.0 if state.dice.seed % 3 else -1.2)}


def test_a_plan_that_changes_nothing_costs_no_more_than_its_first_trial() -> None:
    choose = Searcher(Doubtful(), "veteran")
    _, thought = choose.think(Game.new("first_command/mortain", 1))
    times = {each.words: each.times for each in thought.others}
    assert [times[(f"wait {n}",)] for n in range(5)] == [2] * 5
    assert max(thought.chosen.times, *times.values()) >= 8


@pytest.mark.parametrize(("sure", "found"), [(0.0, ["march"]), (9.0, [])])
def test_a_plan_is_followed_if_it_is_better_by_as_many_standard_errors_as_its_staff_says(
    monkeypatch: pytest.MonkeyPatch, sure: float, found: list[str]
) -> None:
    monkeypatch.setattr(Doubtful, "sure", sure)
    plans, thought = Searcher(Doubtful(), "veteran").think(Game.new("first_command/mortain", 1))
    gains = [each.value for each in (*thought.others, thought.chosen) if each.words == ("march",)]
    assert max(gains) > 0, "it is better on the average in either case"
    assert [plan.name for plan in plans] == found


def test_seconds_are_a_bound_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MOST_SECONDS", -1.0)
    choose = Searcher(STAFF, "staff")
    game = Game.new("first_command/mortain", 1)
    assert choose(game) == STAFF.choose(game)
    assert choose.thought is not None
    assert choose.thought.cut == TIME


def test_a_thinking_process_says_what_it_weighs_and_can_be_hurried() -> None:
    game, thinker, heard = Game.new("first_command/mortain", 2), Thinker(), list[str]()
    answers = []
    try:
        assert thinker.ask(game).trouble is None  # it has started now
        asking = Thread(target=lambda: answers.append(thinker.ask(game, "staff", heard.append)))
        asking.start()
        until = monotonic() + 60
        while not heard and monotonic() < until:
            sleep(0.02)
        thinker.hurry()
        asking.join(60)
    finally:
        thinker.stop()
    assert heard
    assert answers[0].trouble is None
    assert answers[0].thought.cut == HURRIED
    assert answers[0].thought.work < STAFF.work["staff"]


def test_a_level_without_work_goes_on_by_habit_and_hints_come_from_one_that_weighs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = Game.new("first_command/mortain", 1)
    choose = Searcher(STAFF, "veteran", 0)
    assert choose(game) == STAFF.choose(game)
    assert choose.thought is None
    title = game.title
    assert adviser(title) == "staff"
    assert not weighs(title, "veteran")
    monkeypatch.setattr(type(STAFF), "work", {"veteran": 1, "staff": 2})
    assert adviser(title) == "veteran"
    monkeypatch.setattr(type(title), "staff", lambda self: None)
    assert adviser(title) == "recruit"


def test_levels_are_those_for_which_a_title_has_what_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    title = Game.new("first_command/mortain", 1).title
    assert levels(title) == LEVELS
    with pytest.raises(ValueError, match="no level"):
        player(title, "general")
    monkeypatch.setattr(type(title), "staff", lambda self: None)
    assert levels(title) == LEVELS[:1]


def test_what_one_side_wins_the_other_loses() -> None:
    game = Game.new("first_command/mortain", 1)
    for _ in range(12):
        german, american = (STAFF.value(game.state, side) for side in (GERMAN, AMERICAN))
        assert german == {term: -value for term, value in american.items()}
        game.apply(STAFF.choose(game))


def test_reasons_are_told_in_numbers() -> None:
    plain = Weighed((), -1.0, {"towns": 1.0, "losses": -2.0}, 8)
    chosen = Weighed(("take Clervaux",), 2.5, {"towns": 3.0, "losses": -0.5, "roads": 0.01}, 8, (("to hold it", 0.62),))
    other = Weighed(("wait", "dig in"), 0.5, {"towns": 0.5}, 8)
    thought = Thought("16-1", "German", chosen, plain, (other,), 12, 3_000, 1.23, cut=HURRIED)
    told = dict(reasons(thought))
    assert told["German plan"] == ("Take Clervaux.", "Chance to hold it: 62%.")
    assert told["Why"] == ("Worth +2.5, against -1.0 for going on as usual.", "Difference: towns +2.0 and losses +1.5.")
    assert told["What else it weighed"] == ("Wait and dig in: +0.5.",)
    assert told["How"][-1] == "It was hurried and took the best found so far."
    usual = dict(reasons(replace(thought, chosen=plain)))
    assert usual["German plan"] == ("Go on as usual.",)
    assert usual["Why"][0] == 'Worth -1.0, against +0.5 for "Wait and dig in".'
    assert usual["Why"][-1] == "The difference is within chance, so that it goes on as usual."
    assert len(told["Why"]) == 2
