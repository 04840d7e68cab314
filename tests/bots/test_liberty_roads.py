"""The greedy player of Liberty Roads: whole games, the line, good and hopeless attacks, ways out of a pocket."""

from functools import cache

import pytest

from tests.bots.kit import go_on, kinds
from tests.titles.liberty_roads.kit import ALLIED, BOARD, GERMAN, place, position, unit
from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.titles.liberty_roads import commands as c
from wargame_tui.titles.liberty_roads.bot.moves import front
from wargame_tui.titles.liberty_roads.bot.player import choose
from wargame_tui.titles.liberty_roads.bot.sight import nearest, prospect, view_of, ways_to

SCENARIO = "liberty_roads/cobra"


def play_phase(game: Game) -> list[Command]:
    """Play until another phase has begun."""
    kind, chosen = game.state.stack[1:2], list[Command]()
    while not game.over and game.state.stack[1:2] == kind:
        chosen.append(choose(game))
        game.apply(chosen[-1])
    return chosen


@cache
def whole_game() -> Game:
    """Cobra, played once for all tests."""
    game = Game.new(SCENARIO, 1)
    go_on(game, choose)
    return game


def test_it_plays_a_whole_game() -> None:
    game = whole_game()
    assert game.over
    assert game.state.turn == 9


def test_it_does_what_both_sides_came_for() -> None:
    game = whole_game()
    assert {"combat", "advance", "played", "shipped", "marked", "retreat", "replaced", "control"} <= kinds(game)
    sides = {event.data["side"] for entry in game.entries for event in entry.events if event.kind == "attack"}
    assert sides == {ALLIED, GERMAN}


def test_nobody_is_lost_for_want_of_room() -> None:
    assert not any(isinstance(entry.text, str) and entry.text.startswith("remove") for entry in whole_game().entries)


def test_the_same_seed_gives_the_same_game() -> None:
    once, again = Game.new(SCENARIO, 7), Game.new(SCENARIO, 7)
    go_on(once, choose, 150)
    go_on(again, choose, 150)
    assert once.lines() == again.lines()


def test_the_choice_follows_from_the_game_alone() -> None:
    game = Game.new(SCENARIO, 3)
    for _ in range(60):
        assert choose(game) == choose(game.branch())
        game.apply(choose(game))


def test_the_campaign_begins_with_a_landing() -> None:
    game = Game.new("liberty_roads/campaign", 1)
    while game.state.turn == 1 and not game.over:
        game.apply(choose(game))
    assert game.state.campaign.invasions == 1
    assert game.state.campaign.beachheads


@pytest.mark.parametrize("scenario", ["to_the_rhine", "campaign"])
def test_the_long_scenarios_do_not_stop_it(scenario: str) -> None:
    game = Game.new(f"liberty_roads/{scenario}", 2)
    assert len(go_on(game, choose, 250)) == 250


HQ = unit("HQ-7G", "1814")
"""A German HQ that keeps the units at Châteaudun in supply."""


def test_a_weak_division_beside_a_strong_force_is_attacked() -> None:
    strong = [unit(name, "1512") for name in ("US-2A", "US-3A", "US-1")]
    game = position(HQ, *strong, unit("G-182R", "1612"), phase="combat")
    assert choose(game) == c.Attack("1612")
    chosen = go_on(game, choose, 4)
    assert sum(isinstance(command, c.With) for command in chosen) >= 2


def test_nobody_attacks_at_hopeless_odds() -> None:
    strong = [unit(name, "1612") for name in ("G-1SS", "G-2SS", "G-12SS")]
    game = position(HQ, *strong, unit("US-90", "1512", reduced=True), unit("FR-2DB", "1511"), phase="combat")
    assert choose(game) == c.End()


def test_the_whole_force_is_brought_up_for_an_attack() -> None:
    far = [unit(name, "1510") for name in ("US-2A", "US-3A", "US-1")]
    foes = [unit(name, "1612") for name in ("G-346", "G-711")]
    game = position(HQ, *far, unit("HQ-1US", "1409"), *foes, phase="movement", allied=("1309",))
    play_phase(game)
    foes_at = [BOARD.index[hex_] for hex_ in ("1612", "1814")]
    assert sum(nearest(BOARD.index[place(game, each.id)], foes_at) == 1 for each in far) >= 2


def test_the_germans_leave_a_pocket() -> None:
    beyond = [unit(name, "1712") for name in ("US-1", "US-2A", "US-3A")]
    beside = [unit(name, "1510") for name in ("US-4", "US-8", "US-9")]
    game = position(*beyond, *beside, unit("G-346", "1411"), unit("G-711", "1411"), side=GERMAN, phase="movement")
    way = ways_to(BOARD.index["2904"], 0)
    before = way[BOARD.index["1411"]]
    play_phase(game)
    assert all(way[BOARD.index[place(game, name)]] < before for name in ("G-346", "G-711"))


def test_the_line_parts_the_sides() -> None:
    game = Game.new(SCENARIO, 1)
    view = view_of(game.state, GERMAN)
    line = {*front(view, range(BOARD.grid.size), {})}
    reached = edge = {*view.stacks}
    while edge:
        edge = {there for hex_ in edge for there in BOARD.land[hex_]} - reached - line
        reached = reached | edge
    assert line
    assert BOARD.index["2904"] not in reached


def test_better_odds_promise_more() -> None:
    state = Game.new(SCENARIO, 1).state
    found = [prospect(state, column, "clear", 6) for column in range(7)]
    assert [each.foe for each in found] == sorted(each.foe for each in found)
    assert [-each.own for each in found] == sorted(-each.own for each in found)


def test_ways_lead_around_enemies() -> None:
    here, goal, between = (BOARD.index[hex_] for hex_ in ("1512", "1712", "1612"))
    assert ways_to(goal, 1 << between)[here] >= ways_to(goal, 0)[here]
    assert ways_to(goal, 0)[goal] == 0
