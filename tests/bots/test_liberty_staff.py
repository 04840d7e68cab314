"""Players of Liberty Roads that think ahead: honest, one thought a turn, plans that differ, worth of positions."""

from dataclasses import replace

import pytest

from tests.bots.test_honesty import other_secrets
from tests.titles.liberty_roads.kit import ALLIED, BOARD, GERMAN, position, unit
from wargame_tui.board.sight import seen_by
from wargame_tui.bots.opponent import LEVELS, checked, decide, levels
from wargame_tui.bots.reasons import reasons
from wargame_tui.bots.search import Searcher
from wargame_tui.core.game import Game
from wargame_tui.titles.liberty_roads.bot import STAFF, choose
from wargame_tui.titles.liberty_roads.bot.moves import plan_of
from wargame_tui.titles.liberty_roads.bot.player import follow
from wargame_tui.titles.liberty_roads.bot.sight import Bias
from wargame_tui.titles.liberty_roads.bot.staff import STANCES
from wargame_tui.titles.liberty_roads.bot.values import worth_of

SCENARIO = "liberty_roads/cobra"
THRIFT = 1_000
"""Commands that are played in a thought."""


def until(turn: int, side: str, seed: int = 5) -> Game:
    """A greedy game, up to the first fork of a player turn."""
    game = Game.new(SCENARIO, seed)
    while (game.state.turn, game.side) != (turn, side) or STAFF.fork(game.state, side) is None:
        game.apply(choose(game))
    return game


def test_all_levels_are_there() -> None:
    assert levels(Game.new(SCENARIO, 1).title) == LEVELS


@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_other_dice_and_other_secrets_give_the_same_decision(side: str) -> None:
    game = until(6, side)
    one, other = (Searcher(STAFF, "veteran", THRIFT) for _ in range(2))
    for _ in range(6):
        here = decide(one, seen_by(game, side))
        assert here.trouble is None, (game.trail, here)
        assert here.thought is not None
        assert here.thought.plans
        twin, seed = game.branch(), game.state.dice.seed or 0
        twin.states = [
            other_secrets(game.title, replace(each, dice=replace(each.dice, seed=seed + 1)), side)
            for each in game.states
        ]
        assert decide(other, seen_by(twin, side)) == here
        game.apply(checked(game, here).command)


def test_one_thought_lasts_for_the_player_turn() -> None:
    game, who = until(6, ALLIED), Searcher(STAFF, "veteran", THRIFT)
    forks = set[str]()
    while game.state.now.side == ALLIED:
        if game.side == ALLIED:
            game.apply(who(game))
            assert who.thought is not None
            forks.add(who.thought.fork)
        else:
            game.apply(choose(game))
    assert forks == {"6 Allied"}


@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_plans_differ_in_name_words_and_orders(side: str) -> None:
    game = until(7, side)
    plans = STAFF.plans(game, side)
    assert len({plan.name for plan in plans}) == len({plan.words for plan in plans}) == len(plans) >= 3
    assert all(space in BOARD.index for plan in plans for space in plan.spaces)
    assert {plan.propose(game) for plan in plans} != {None}


def test_nobody_weighs_what_changes_nothing() -> None:
    """With nothing to attack, and nobody to move, likings lead to no other orders."""
    game = position(unit("HQ-1US", "1310"), unit("US-1", "1309"), unit("G-346", "2904"), allied=("1309",))
    assert {plan.words for plan in STAFF.plans(game, ALLIED)}.isdisjoint({"attack at any fair odds"})


def test_likings_change_what_is_planned() -> None:
    state = until(6, ALLIED).state
    plain = plan_of(state, ALLIED).strikes
    spared = plan_of(state, ALLIED, Bias(spared=frozenset(strike.hex for strike in plain))).strikes
    assert plain
    assert not {strike.hex for strike in plain} & {strike.hex for strike in spared}
    assert not plan_of(state, ALLIED, Bias(least=99.0)).strikes


def test_the_germans_counter_attack_if_they_like() -> None:
    state = until(6, GERMAN).state
    assert plan_of(state, GERMAN, Bias(least=-3.0)).strikes
    assert not plan_of(state, GERMAN, STANCES[GERMAN]["stand without attacking"]).strikes


def test_plain_likings_are_the_greedy_player() -> None:
    game = until(6, ALLIED)
    for _ in range(25):
        command = choose(game)
        assert follow(game, Bias()) == command
        game.apply(command)


def test_what_one_side_wins_the_other_loses() -> None:
    state = until(7, GERMAN).state
    allied, german = STAFF.value(state, ALLIED), STAFF.value(state, GERMAN)
    assert allied.keys() == german.keys()
    assert sum(allied.values()) == pytest.approx(-sum(german.values()))


def test_ground_supply_and_steps_are_worth_something() -> None:
    def worth(*, where: str = "1512", allied: tuple[str, ...] = (), **changes: object) -> float:
        units = [unit("US-1", where, **changes), unit("HQ-1US", "1310"), unit("G-346", "1910"), unit("HQ-15G", "2008")]
        game = position(*units, scenario="cobra", turn=7, allied=("1309", *allied))
        return sum(worth_of(game.state).values())

    assert worth(where="1712") > worth(where="1112"), "nearer to Paris"
    assert worth(reduced=True) < worth(), "a step less"
    assert worth(allied=("1608",)) > worth(), "Rouen is a point"


def test_a_division_cut_off_counts_less() -> None:
    fed, lost = (
        position(
            unit("US-1", where), unit("HQ-1US", "1310"), unit("HQ-15G", "2008"), scenario="cobra", allied=("1309",)
        )
        for where in ("1311", "1618")
    )
    assert worth_of(lost.state)["supply"] < worth_of(fed.state)["supply"] == 0


def test_the_last_turn_is_played_to_the_end_of_the_game() -> None:
    last, early = until(9, ALLIED).state, until(6, ALLIED).state
    assert not STAFF.horizon(last, ALLIED)(last)
    done = replace(early, now=replace(early.now, side=GERMAN))
    assert STAFF.horizon(early, ALLIED)(done)
    assert not STAFF.horizon(early, GERMAN)(done), "the Germans wait for what the Allies do next"
    assert STAFF.horizon(early, GERMAN)(replace(done, turn=early.turn + 1))


def test_reasons_name_places_and_numbers() -> None:
    game = until(8, ALLIED)
    _, thought = Searcher(STAFF, "veteran", 2 * THRIFT).think(game)
    told = dict(reasons(thought))
    assert any(name in " ".join(told.get("Why", ())) for name in ("roads ahead", "points", "steps", "losses", "supply"))
