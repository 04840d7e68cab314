"""The greedy player of Monty's Gamble: whole games, D-Day, small positions, determinism."""

from functools import cache

import pytest

from tests.bots.kit import go_on, kinds
from tests.titles.montys_gamble.kit import position, unit
from wargame_tui.bots.opponent import LEVELS, levels
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.montys_gamble import commands as c
from wargame_tui.titles.montys_gamble.bot import STAFF
from wargame_tui.titles.montys_gamble.bot.player import choose, distances
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, GERMAN

SCENARIO = "montys_gamble/basic"


@cache
def whole_game() -> Game:
    """A basic game, played once for all tests."""
    game = Game.new(SCENARIO, 1)
    go_on(game, choose)
    return game


def test_it_plays_a_whole_game() -> None:
    game = whole_game()
    assert game.over
    assert game.over.winner in (GERMAN, ALLIED)
    assert game.state.date == 20 or game.over.reason.startswith("breakout")


def test_it_does_what_both_sides_came_for() -> None:
    game = whole_game()
    assert {"attack", "overrun", "seizure", "demolition", "repair", "dropped", "refit", "regrouped"} <= kinds(game)
    entries = [entry.text.split()[0] for entry in game.entries]
    assert {"air", "assault", "lead", "depot", "haul"} <= {*entries}


def test_on_dday_the_airborne_act() -> None:
    game = Game.new(SCENARIO, 1)
    actions: list[str] = []
    while game.state.first_impulse or game.state.now.kind == "dday" or not actions:
        command = choose(game)
        if isinstance(command, c.DropAction):
            actions.append(command.action)
        game.apply(command)
    assert len(actions) >= 5
    assert {"seize", "move"} & {*actions}
    assert any(entry.text.startswith("blow") for entry in game.entries)


def test_the_ground_assault_is_led_by_armour() -> None:
    game = Game.new(SCENARIO, 1)
    attacks: list[Event] = []
    while not attacks:
        events = game.apply(choose(game))
        attacks = [event for event in events if event.kind == "attack" and event.data["space"] == "F"]
    event = attacks[0]
    assert game.state.units[event.data["point"]].type == "armour"


def test_the_same_seed_gives_the_same_game() -> None:
    once, again = Game.new(SCENARIO, 7), Game.new(SCENARIO, 7)
    go_on(once, choose, 150)
    go_on(again, choose, 150)
    assert once.lines() == again.lines()


def test_the_choice_follows_from_the_state_alone() -> None:
    game = Game.new(SCENARIO, 3)
    for _ in range(60):
        assert choose(game) == choose(game.branch())
        game.apply(choose(game))


def test_it_passes_when_nothing_can_be_won() -> None:
    game = position(unit("Penal6", "E"), unit("4Wilts", "F", "spent"), side=ALLIED, control={"F": "XXX"})
    assert choose(game) == c.Pass()


def test_an_open_town_on_the_road_is_taken() -> None:
    game = position(
        unit("2Gren", "64"),
        unit("1Gren", "64"),
        unit("Penal6", "E"),
        side=ALLIED,
        control={"F": "XXX", "64": "XXX"},
    )
    go_on(game, choose, 3)
    assert game.state.control["63"] == "XXX"


def test_a_weak_garrison_beside_a_strong_force_is_attacked() -> None:
    game = position(
        unit("2Gren", "64"),
        unit("1Gren", "64"),
        unit("1Cold", "64"),
        unit("Eindh", "63", "dis1"),
        side=ALLIED,
        control={"F": "XXX", "64": "XXX"},
    )
    assert c.Attack("63") in go_on(game, choose, 6)


def test_the_germans_cut_the_road_where_it_is_open() -> None:
    road = dict.fromkeys(("F", "64", "63", "54", "53", "51", "46"), "XXX")
    game = position(unit("2107Pz", "47"), unit("2Gren", "46"), side=GERMAN, control=road)
    go_on(game, choose, 4)
    assert game.state.units["2107Pz"].location in {*road}


@pytest.mark.parametrize("options", [{"drop_choice": "on"}, {"bidding": "on"}, {"cards": "on"}])
def test_options_do_not_stop_it(options: dict[str, str]) -> None:
    game = Game.new(SCENARIO, 2, options)
    go_on(game, choose, 120)
    assert "attack_result" in kinds(game)


def test_a_blown_bridge_makes_the_way_longer() -> None:
    whole, cut = distances(SCENARIO, frozenset()), distances(SCENARIO, frozenset({"23-28"}))
    assert whole["28"]["23"] == 1
    assert cut["28"].get("23", 99) > 1


# ------------------------------------------------------------------ the staff


def forks(side: str, most: int) -> list[Game]:
    """The first moments at which a side has to think."""
    game, found, last = Game.new(SCENARIO, 6), list[Game](), None
    while len(found) < most:
        fork = STAFF.fork(game.state, side) if game.side == side else None
        if fork not in (None, last):
            found.append(game.branch())
            last = fork
        game.apply(choose(game))
    return found


def test_all_levels_play_it() -> None:
    assert levels(Game.new(SCENARIO, 1).title) == LEVELS


@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_the_first_command_of_every_plan_is_legal(side: str) -> None:
    for game in forks(side, 12):
        plans = STAFF.plans(game, side)
        assert len({plan.name for plan in plans}) == len(plans)
        for plan in plans:
            command = plan.propose(game)
            assert command is not None
            assert game.refusal(command) is None, (plan.name, command)


def test_what_one_side_wins_the_other_loses() -> None:
    for game in forks(ALLIED, 10):
        german, allied = (STAFF.value(game.state, side) for side in (GERMAN, ALLIED))
        assert german == {term: -value for term, value in allied.items()}


def test_the_road_and_the_bridges_on_it_are_worth_points() -> None:
    road = {"F": "XXX", "64": "XXX", "63": "XXX"}
    guards = unit("2Irish", "63"), unit("2Gren", "63")
    whole = position(*guards, unit("Penal6", "E"), control=road, at="18-2")
    blown = position(*guards, unit("Penal6", "E"), control=road, at="18-2", blown=("54-63",))
    barred = position(*guards, unit("Penal6", "E"), unit("1-FJR6", "54"), control=road, at="18-2")
    cut = position(*guards, unit("Penal6", "E"), unit("1-FJR6", "64"), control=road | {"64": GERMAN}, at="18-2")
    open_, *others = (sum(STAFF.value(each.state, ALLIED).values()) for each in (whole, blown, barred, cut))
    assert all(open_ > other + 0.2 for other in others), (open_, others)
