"""The greedy player: it plays, as a sensible player would in positions that everybody knows."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pytest

from tests.titles.ardennes_44.fights import OPEN, around
from tests.titles.ardennes_44.kit import BOARD, BOOK, TITLE, at, do, place, position, told, unit
from wargame_tui.core.command import Command
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44 import bot
from wargame_tui.titles.ardennes_44.bot.moves import plan_for
from wargame_tui.titles.ardennes_44.bot.sight import view_of
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN, SIDES, TITLE_ID
from wargame_tui.titles.ardennes_44.rules import modifiers, supply
from wargame_tui.titles.ardennes_44.rules.stacking import overstacked
from wargame_tui.titles.ardennes_44.start import OPTION_NAMES
from wargame_tui.titles.ardennes_44.state import State

MOST = 900
"""Decisions in a day turn, or a night: the longest of a hundred turns had some 400."""
WORST = modifiers.odds_column(1, 2)
LOSHEIM = {"1426", "1428", "1429", "1431", "1529"}
OUR = {"1810", "1811", "1822", "2020", "2115", "2116", "2214", "2215"}
"""Villages on the far bank, and behind it."""
PANZERS = ("1SS", "12SS", "116Pz", "2Pz", "PzLehr")


class Decision(NamedTuple):
    """What is chosen in a position, and what comes of it."""

    before: State
    command: Command
    events: Sequence[Event]
    after: State

    @property
    def step(self) -> Any:
        """What was to be decided."""
        return self.before.stack[-1]

    @property
    def side(self) -> str:
        """Who decided."""
        return str(self.step.decider(self.before))


def opening(scenario: str = "three_days", **options: str) -> Game:
    return Game.new(f"{TITLE_ID}/{scenario}", 1, options)


def played(game: Game, last: int) -> Iterator[Decision]:
    """Decisions up to the end of a turn; what is illegal the game refuses."""
    decisions = 0
    turn = game.state.turn, game.state.night
    while not game.over and game.state.turn <= last:
        now = game.state.turn, game.state.night
        decisions, turn = (decisions + 1, turn) if now == turn else (1, now)
        assert decisions <= MOST, f"turn {now} does not end"
        command = bot.choose(game)
        before = game.state
        yield Decision(before, command, game.apply(command), game.state)


def west(hex_: str) -> int:
    return BOARD.grid.column_row(BOARD.index[hex_])[0]


@pytest.fixture(scope="module")
def three_turns() -> list[Decision]:
    """Each decision of three turns."""
    return [*played(opening(), 3)]


def test_both_sides_play_three_turns_without_an_illegal_choice(three_turns):
    assert {each.side for each in three_turns} == {*SIDES}
    assert three_turns[-1].before.turn == 3
    kinds = {each.command.verb for each in three_turns}
    assert {"historical", "move", "to", "attack", "fire", "roll", "retreat", "advance", "ready", "traffic"} <= kinds


def test_it_never_attacks_at_worse_odds_than_one_to_two(three_turns):
    fought = 0
    for each in three_turns:
        for rolled in told(each.events, "combat"):
            helped = sum(value for name, value, _ in rolled.shifts if name != "defensive artillery")
            assert modifiers.odds_column(rolled.attack, rolled.defence) + helped >= WORST, rolled
            fought += 1
    assert fought > 20


def test_nobody_is_moved_out_of_supply_or_on_a_full_stack(three_turns):
    moved = 0
    for each in three_turns:
        if each.step.kind == "moving" and each.command.verb == "to":
            for name in each.step.units:
                now, home = each.after.units[name], each.before.hex_of(name)
                assert overstacked(BOOK, each.after.units_in(now.location, now.side)) is None
                fed = supply.in_supply(each.before, now.side)
                assert fed >> BOARD.index[now.location] & 1 or not fed >> home & 1, f"{name} to {now.location}"
                moved += 1
    assert moved > 200


def test_the_germans_open_with_the_losheim_gap_and_the_crossings_of_the_our(three_turns):
    turn = [each for each in three_turns if each.before.turn == 1 and each.before.now.side == GERMAN]
    start, end = turn[1].after, turn[-1].after
    hexes = {each.command.hex for each in turn if each.command.verb == "attack"}
    hexes |= {each.location for each in end.on_map(GERMAN)}
    assert hexes & LOSHEIM
    assert len(hexes & OUR) >= 3
    panzers = [each for each in start.on_map(GERMAN) if start.piece(each).division in PANZERS]
    gone = sum(west(end.units[each.id].location) - west(each.location) for each in panzers if end.hex_of(each.id))
    assert gone > 5, "panzers go west, in columns"


def test_panzers_take_the_road_to_their_goal_before_infantry_does():
    game = position(unit("2Pz-3-1", "2116"), turn=3)
    before = view_of(game.state, GERMAN).field(game.state.units["2Pz-3-1"])
    for _ in range(4):
        if not at(game, "movement") and not at(game, "moving"):
            break
        game.apply(bot.choose(game))
    assert before[BOARD.index[place(game, "2Pz-3-1")]] < before[BOARD.index["2116"]]


def test_reserves_go_to_the_town_that_is_threatened():
    reserve = unit("10Arm-CCB", "3411") if "10Arm-CCB" in BOOK.pieces else unit("9Arm-CCR", "3411")
    game = position(unit("2Pz-3-1", "3115"), unit("2Pz-2", "3114"), reserve, side=ALLIED, turn=5)
    plan = plan_for(game, ALLIED)
    assert reserve.id in plan.orders
    hexes = {BOARD.names[order.hex] for order in plan.orders.values()}
    assert hexes & {"3413", "3313", "3315"}, "Bastogne or Noville"


def test_a_hopeless_attack_is_not_made():
    north = around(OPEN)[0]
    game = position(
        unit("12VG-27", OPEN, reduced=True), unit("1-26", north), unit("1-16", north), phase="combat", turn=3
    )
    assert at(game, "combat")
    assert bot.choose(game).verb == "end"


@pytest.mark.parametrize("option", [(), OPTION_NAMES])
def test_it_needs_nothing_but_what_its_side_sees_of_the_turn(option):
    """States read again, without the dice and without what is hidden: the same choices, by the same plan."""
    game = Game.new(f"{TITLE_ID}/campaign", 7, dict.fromkeys(option, "on"))
    do(game, "historical", "end")
    for _ in range(20):
        command, seen = bot.choose(game), seen_by(game, str(game.side))
        assert bot.choose(seen) == command
        assert plan_for(seen, GERMAN) is plan_for(seen_by(game, str(game.side)), GERMAN), "it is not made again"
        game.apply(command)


def seen_by(game: Game, side: str) -> Game:
    """The game as a side knows it: the states since the set-up read again, dice sealed, the dump elsewhere."""
    seen = game.branch()
    seen.states = []
    for state in game.states[2:]:
        shown = TITLE.dump(state)
        if shown["specials"]["dump"] is not None and side == GERMAN:
            places = [each.hex for each in BOOK.map.dumps if each.hex != shown["specials"]["dump"]]
            shown["specials"] = {**shown["specials"], "dump": places[0]}
        shown["dice"] = {"seed": None, "count": state.dice.count, "scripted": []}
        seen.states.append(TITLE.restore(shown))
    return seen
