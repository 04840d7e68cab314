"""Gestures: ways over all modes of moving, attacks by proposal, answers as a whole, D-Day in one key."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any

import pytest

from tests.titles.liberty_roads.kit import (
    ALLIED,
    BOARD,
    BOOK,
    GERMAN,
    at,
    do,
    legal,
    place,
    position,
    told,
    unit,
)
from tests.titles.liberty_roads.test_combat import ELSEWHERE, NORTH, NORTH_WEST, PLAIN, americans, attack, plain, rig
from tests.titles.liberty_roads.test_landing import die_of, invasion, land
from wargame_tui.board.gestures import Gesture, Tally, Way
from wargame_tui.board.phrases import halves
from wargame_tui.core.game import Game
from wargame_tui.titles.liberty_roads import TITLE
from wargame_tui.titles.liberty_roads.bot.player import choose
from wargame_tui.titles.liberty_roads.commands import Terrain
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules import stacking
from wargame_tui.titles.liberty_roads.rules.combat import Gathering
from wargame_tui.titles.liberty_roads.rules.movement import Moving
from wargame_tui.titles.liberty_roads.rules.reach import allowance
from wargame_tui.titles.liberty_roads.shown import d_day

GESTURES = TITLE.gestures
EVERY = 5
"""Of so many ways one is tried."""


def give(game: Game, commands: Sequence[Any]) -> list[Any]:
    """Give the commands of a gesture."""
    return do(game, *(command.notation() for command in commands))


def ways(game: Game, *units: str) -> dict[str, Sequence[Way]]:
    """The ways of units by goal."""
    return {**GESTURES.ways(game.state, units)}


def modes(game: Game, hex_: str, *units: str) -> list[str]:
    """How units could go to a hex, in the order in which it is offered."""
    return [way.mode for way in ways(game, *units).get(hex_, ())]


def answer(game: Game) -> Gesture:
    """The proposal for the decision in hand: legal from end to end, with dice after the last command only."""
    found = GESTURES.answer(game.state)
    assert found is not None
    assert found.commands
    trial = game.branch()
    for number, command in enumerate(found.commands, 1):
        before, side = trial.state.dice.count, trial.side
        assert side == game.side
        assert trial.refusal(command) is None, command.notation()
        trial.apply(command)
        rolled = trial.state.dice.count != before
        assert not rolled or number == len(found.commands)
    assert found.words.endswith("; rolls the dice") == rolled
    return found


def accept(game: Game) -> list[Any]:
    """Accept the proposal."""
    return give(game, answer(game).commands)


# Ways


@cache
def _openings(scenario: str) -> dict[Side, Game]:
    """The first movement phase of either side."""
    game, found = Game(TITLE, f"liberty_roads/{scenario}", 1, {"undo": "free"}), dict[Side, Game]()
    while len(found) < 2:
        if at(game, "movement") and not game.state.now.moved:
            found.setdefault(game.state.now.side, game.branch())
        game.apply(choose(game))
    return found


def _groups(game: Game) -> Iterator[list[str]]:
    """Every unit that can move, and every stack."""
    state = game.state
    for space in sorted({each.location for each in state.on_map(state.now.side)}):
        units = [*GESTURES.movable(state, space)]
        yield from ([name] for name in units)
        if len(units) > 1:
            yield units


def _check(game: Game, units: list[str], way: Way) -> None:
    """A way is legal, leads where it says, along its path, and leaves what it says."""
    trial = game.branch()
    events = give(trial, way.commands)
    state = trial.state
    assert {state.units[name].location for name in units} == {way.to}
    assert way.path
    assert way.path[-1] == way.to
    paths = [event.data["path"] for event in told(events, "move") if event.data["unit"] in units]
    assert [*way.path] in paths
    assert way.fights == any(state.units_in(BOARD.names[near], _foe(game)) for near in BOARD.land[BOARD.index[way.to]])
    step = state.stack[-1]
    assert isinstance(step, Moving)
    assert not (way.mode == "normal") ^ (step.mode == "normal")
    if way.mode != "rail":
        assert len(way.costs) == len(way.path)
        limits = (allowance(state, state.units[name], step.mode, exploiting=step.exploiting) for name in step.units)
        left = min(limit - spent for limit, spent in zip(limits, step.spent, strict=True))
        assert way.left == halves(max(0, left))


def _foe(game: Game) -> Side:
    return GERMAN if game.state.now.side == ALLIED else ALLIED


@pytest.mark.rule("1.10.2", "1.10.3")
def test_too_many_units_are_told_before_they_go() -> None:
    there = [unit(name, "1110") for name in ("US-4", "US-90", "US-35")]
    game = position(unit("US-30", "1109"), unit("HQ-1US", "1109"), *there, unit("G-77", "2404"))
    [way, *_] = ways(game, "US-30")["1110"]
    assert way.warning == "OVERSTACKED: 4 divisions (max. 3)"
    assert ways(game, "HQ-1US")["1010"][0].warning == ""
    assert ways(game, "US-4")["1109"][0].warning == ""
    give(game, way.commands)
    assert stacking.excess(game.state, "1110", game.state.units_in("1110", ALLIED))
    two = position(unit("HQ-1US", "1109"), unit("HQ-3US", "1010"))
    assert ways(two, "HQ-1US")["1010"][0].warning == "OVERSTACKED: 2 HQs (max. 1)"


@pytest.mark.rule("6.1.1", "6.1.2", "6.2.1", "6.3.2")
@pytest.mark.parametrize("scenario", ["cobra", "campaign"])
@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_every_way_of_an_opening_is_legal_and_true(scenario: str, side: Side) -> None:
    game, number = _openings(scenario)[side], 0
    for units in _groups(game):
        for found in ways(game, *units).values():
            assert len({way.mode for way in found}) == len(found)
            for way in found:
                number += 1
                if number % EVERY == 0:
                    _check(game, units, way)
    assert number > 100


@pytest.mark.rule("6.1.1")
def test_all_legal_goals_of_a_unit_are_among_its_ways() -> None:
    game = _openings("cobra")[ALLIED]
    for units in islice(_groups(game), 12):
        if len(units) > 1:
            continue
        found, hexes = ways(game, *units), dict[str, set[str]]()
        for mode in ("normal", "strategic"):
            trial = game.branch()
            do(trial, f"move {units[0]}")
            if mode == "normal" or f"mode {mode}" in legal(trial):
                do(trial, *([f"mode {mode}"] if mode != "normal" else []))
                hexes[mode] = {text.split()[1] for text in legal(trial, "to")}
        for mode, expected in hexes.items():
            assert {to for to, each in found.items() if mode in [way.mode for way in each]} == expected


@pytest.mark.rule("6.2.2", "6.2.4", "6.3.2")
def test_the_cheapest_way_comes_first_and_a_marker_is_spent_last() -> None:
    behind = (unit("G-77", "2404"), unit("HQ-15G", "2303"))
    game = position(*behind, unit("US-30", "1109"), side=GERMAN, hand=("flak-1", "bunkers-1"), turn=8)
    found = ways(game, "G-77")
    near = next(to for to, each in found.items() if len(each) > 2)
    assert modes(game, near, "G-77") == ["normal", "rail", "strategic, for Flak"]
    far = {to for to, each in found.items() if [way.mode for way in each] == ["strategic, for Flak"]}
    trains = {to for to, each in found.items() if each[0].mode == "rail"}
    assert far
    assert trains
    assert not far & trains
    give(game, found[min(far)][0].commands)
    assert place(game, "G-77") == min(far)
    assert game.state.now.paid
    do(game, "end")
    assert game.state.support["flak-1"].where == "pool"


@pytest.mark.rule("6.3.2", "6.3.4")
def test_a_stack_goes_by_rail_one_after_the_other_while_there_is_capacity() -> None:
    stack = (unit("G-77", "2404"), unit("G-84", "2404"), unit("G-85", "2404"))
    now = {"rail": 2 - BOOK.row(8).rail}
    game = position(*stack, unit("US-30", "1109"), side=GERMAN, now=now)
    two, three = ways(game, "G-77", "G-84"), ways(game, "G-77", "G-84", "G-85")
    assert not any(way.mode == "rail" for each in three.values() for way in each)
    train = next(way for each in two.values() for way in each if way.mode == "rail" and each[0].mode == "rail")
    give(game, train.commands)
    assert place(game, "G-77") == place(game, "G-84") == train.to
    assert game.state.now.rail == 0


@pytest.mark.rule("6.1.3")
def test_what_is_in_hand_is_put_down_when_the_next_unit_goes() -> None:
    game = position(unit("US-30", "1109"), unit("US-35", "1109"), unit("US-4", "1110"))
    do(game, "move US-30")
    assert [*GESTURES.movable(game.state, "1109")] == ["US-30", "US-35"]
    way = ways(game, "US-4")["1111"][0]
    assert [command.notation() for command in way.commands] == ["end", "move US-4", "to 1111"]
    give(game, way.commands)
    assert [*GESTURES.movable(game.state, "1111")] == ["US-4"], "it has points left"
    further = ways(game, "US-4")
    assert further
    assert all(way.commands[0].notation().startswith("to ") for each in further.values() for way in each)
    on = ways(game, "US-30", "US-35")["1009"][0]
    assert [command.notation() for command in on.commands] == ["move US-30", "with US-35", "to 1009"]
    give(game, on.commands)
    assert place(game, "US-30") == place(game, "US-35") == "1009"
    assert GESTURES.tally(game.state) == Tally(3, 3)


@pytest.mark.rule("6.1.1")
def test_part_of_a_stack_in_hand_can_go_by_itself() -> None:
    game = position(unit("US-30", "1109"), unit("US-35", "1109"))
    do(game, "move US-30", "with US-35")
    give(game, ways(game, "US-35")["1111"][0].commands)
    assert (place(game, "US-30"), place(game, "US-35")) == ("1109", "1111")


@pytest.mark.rule("8.2.1", "8.2.3")
def test_exploiting_units_go_in_one_way_only() -> None:
    marked = (unit("US-2A", "1109", exploiting=True), unit("US-3A", "1109", exploiting=True), unit("US-30", "1109"))
    game = position(*marked, unit("HQ-1US", "1109"), unit("G-77", "2404"), phase="exploitation")
    assert [*GESTURES.movable(game.state, "1109")] == ["US-2A", "US-3A"]
    both = ways(game, "US-2A", "US-3A")
    assert both
    assert all(way.mode == "" for each in both.values() for way in each)
    give(game, both["1111"][0].commands)
    assert place(game, "US-2A") == place(game, "US-3A") == "1111"


@pytest.mark.rule("6.1.3")
def test_those_that_have_moved_are_counted() -> None:
    game = position(unit("US-30", "1109"), unit("US-35", "1109"), unit("G-77", "2404"))
    tally = GESTURES.tally(game.state)
    assert tally is not None
    assert (tally.done, tally.of) == (0, 2)
    do(game, "move US-30", "to 1111")
    tally = GESTURES.tally(game.state)
    assert tally is not None
    assert (tally.done, tally.of) == (1, 2)
    assert {*GESTURES.unmoved(position(unit("US-30", "1109")).state)["1109"]} == {"US-30"}


# Attacks


@pytest.mark.rule("7.3.1", "7.1.12")
def test_an_attack_is_declared_with_all_who_help_and_nothing_is_rolled() -> None:
    units = (*americans("US-30", "US-29"), unit("UK-3", NORTH), unit("US-4", NORTH))
    game = plain(unit("G-352", PLAIN), unit("G-77", PLAIN), *units)
    before = game.state.dice.count
    found = GESTURES.attack(game.state, PLAIN)
    assert found is not None
    give(game, found)
    step = game.state.stack[-1]
    assert isinstance(step, Gathering)
    assert {*step.units} == {"US-30", "US-29", "US-4"}, "the British are fewer"
    assert game.state.dice.count == before
    assert "go" in legal(game)
    assert GESTURES.odds_at(plain(unit("G-352", PLAIN), unit("G-77", PLAIN), *units).state) == {
        PLAIN: step.fight(game.state).odds(game.state).name
    }
    assert GESTURES.attack(game.state, PLAIN) == []
    assert GESTURES.attack(game.state, "2404") is None


@pytest.mark.rule("7.1.9", "7.5.3")
def test_whom_another_attack_can_use_stays_out_where_the_column_is_the_same_without_him() -> None:
    weak = unit("G-712", PLAIN, reduced=True)
    alone = plain(weak, *americans("US-30", "US-29", "US-4", "US-5"), *ELSEWHERE)
    found = GESTURES.attack(alone.state, PLAIN)
    assert found is not None
    assert len(found) == 5, "nobody else needs them"
    game = plain(weak, *americans("US-30", "US-29", "US-4", "US-5"), unit("G-77", "1412"), *ELSEWHERE)
    column = GESTURES.odds_at(game.state)[PLAIN]
    found = GESTURES.attack(game.state, PLAIN)
    assert found is not None
    assert len(found) == 4
    give(game, found)
    step = game.state.stack[-1]
    assert isinstance(step, Gathering)
    assert step.fight(game.state).odds(game.state).name == column
    other = GESTURES.attack(game.state, "1412")
    assert other is not None
    assert other[0].notation() == "pass", "the one being declared is called off"
    give(game, other)
    assert game.state.stack[-1].hex == "1412"


@pytest.mark.rule("7.1.12", "12.2.9", "12.2.10")
@pytest.mark.parametrize("scenario", ["cobra", "campaign"])
def test_every_hex_with_odds_can_be_attacked_as_proposed(scenario: str) -> None:
    game, seen = Game(TITLE, f"liberty_roads/{scenario}", 1, {"undo": "free"}), 0
    while seen < 3:
        if at(game, "combat") and (found := GESTURES.odds_at(game.state)):
            seen += 1
            assert found.keys() == {text.split()[1] for text in legal(game, "attack")}
            for hex_, odds in found.items():
                trial, commands = game.branch(), GESTURES.attack(game.state, hex_)
                assert commands is not None
                give(trial, commands)
                assert trial.state.stack[-1].fight(trial.state).odds(trial.state).name == odds
                assert "go" in legal(trial)
        game.apply(choose(game))


# Answers


@pytest.mark.rule("7.8.2")
def test_the_cheapest_steps_are_lost_all_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, losses=(2, 0))
    game = plain(unit("G-352", PLAIN), *americans("US-1", "US-28", "US-30", "US-2A"), *ELSEWHERE)
    attack(game, PLAIN, "US-1", "US-28", "US-30", "US-2A")
    while not at(game, "losing"):
        do(game, min(legal(game) - {"elite", "armour"}))
    assert [each.notation() for each in answer(game).commands] == ["lose US-28", "lose US-30"]
    accept(game)
    assert not at(game, "losing")


@pytest.mark.rule("7.8.2", "1.3")
def test_a_last_step_goes_after_those_that_leave_a_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, losses=(1, 0))
    game = plain(unit("G-352", PLAIN), *americans("US-30"), unit("US-29", NORTH_WEST, reduced=True), *ELSEWHERE)
    attack(game, PLAIN, "US-30", "US-29")
    accept(game)
    assert game.state.units["US-30"].reduced
    assert place(game, "US-29") == NORTH_WEST


@pytest.mark.rule("7.10.2", "7.10.5")
def test_a_retreat_is_proposed_whole_away_from_the_enemy(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, defender="DR")
    game = plain(unit("G-352", PLAIN), unit("G-77", PLAIN), *americans("US-30"), unit("US-29", "1513"), *ELSEWHERE)
    attack(game, PLAIN, "US-30")
    assert at(game, "retreating")
    assert game.side == GERMAN
    found = answer(game)
    end = found.path[-1]
    assert found.path[0] == PLAIN
    assert len(found.path) == 1 + BOOK.charts.combat.retreat["DR"]
    for one, other in zip(found.path, found.path[1:], strict=False):
        assert BOARD.index[other] in BOARD.land[BOARD.index[one]]
    accept(game)
    assert place(game, "G-352") == place(game, "G-77") == end
    assert not any(game.state.units_in(BOARD.names[near], ALLIED) for near in BOARD.land[BOARD.index[end]])


@pytest.mark.rule("7.11.2", "7.11.1")
def test_the_strongest_advance_and_no_hq_and_nobody_leaves_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, losses=(0, 4))
    stack = (*americans("US-2A", "US-30"), unit("HQ-1US", NORTH_WEST), unit("US-4", NORTH), unit("G-77", "1712"))
    game = plain(unit("G-352", PLAIN), *stack, *ELSEWHERE)
    attack(game, PLAIN, "US-2A", "US-30", "US-4")
    while not at(game, "advancing"):
        do(game, min(legal(game) - {"elite", "armour"}))
    found = answer(game)
    assert found.path == (NORTH_WEST, PLAIN)
    assert found.commands[0].notation() == f"advance US-2A {PLAIN}"
    accept(game)
    assert place(game, "US-2A") == PLAIN
    assert place(game, "HQ-1US") == NORTH_WEST
    assert place(game, "US-4") == NORTH, "with it nobody would stand there against the 77th"


@pytest.mark.rule("7.9.1")
def test_ground_is_given_up_rather_than_steps_but_not_a_city(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, defender="S")
    game = plain(unit("G-352", PLAIN), *americans("US-30"), *ELSEWHERE)
    attack(game, PLAIN, "US-30")
    assert at(game, "shaken")
    found = answer(game)
    assert next(each.notation().split()[0] for each in found.commands) == "pass", "the retreat with it, if it is asked"
    accept(game)
    assert place(game, "G-352") != PLAIN
    metz = "2809"
    own = (unit("US-30", "2709"), unit("US-29", "2709"))
    held = position(unit("G-352", metz), unit("G-77", metz), *own, *ELSEWHERE, phase="combat")
    monkeypatch.setattr("wargame_tui.titles.liberty_roads.rules.fight.after_terrain", lambda t, code, ground: code)
    attack(held, metz, "US-30", "US-29")
    while not at(held, "shaken"):
        give(held, answer(held).commands[:1])
    assert next(each.notation() for each in answer(held).commands).startswith("lose ")


@pytest.mark.rule("1.7.1", "7.9.4")
def test_the_defender_takes_the_terrain_that_is_best_for_him() -> None:
    found = 0
    game = Game(TITLE, "liberty_roads/cobra", 4, {"undo": "free"})
    while found < 2:
        step = game.state.stack[-1]
        if at(game, "battle") and step.stage == "terrain":
            found += 1
            (command,) = answer(game).commands
            assert isinstance(command, Terrain)
            assert command.ground in {text.split()[1] for text in legal(game, "terrain")}
            factors = {text.split()[1]: BOARD.effects[text.split()[1]].defence for text in legal(game, "terrain")}
            assert factors[command.ground] == max(factors.values())
        game.apply(choose(game))


@pytest.mark.rule("5.5.1", "7.5.3")
def test_no_marker_is_played_where_none_would_change_the_column() -> None:
    own = americans("US-30", "US-29", "US-4")
    hopeless = plain(unit("G-712", PLAIN, reduced=True), *own, *ELSEWHERE, hand=("flak-1",))
    attack(hopeless, PLAIN, "US-30", "US-29", "US-4")
    assert hopeless.side == GERMAN
    assert legal(hopeless, "play")
    assert [each.notation() for each in answer(hopeless).commands] == ["pass"]
    close = plain(unit("G-352", PLAIN), unit("G-77", PLAIN), *own, *ELSEWHERE, hand=("flak-1",))
    attack(close, PLAIN, "US-30", "US-29", "US-4")
    assert legal(close, "play")
    assert GESTURES.answer(close.state) is None, "that is for the German to weigh"


@pytest.mark.rule("7.6.1", "7.8.1")
def test_whole_games_accept_every_proposal() -> None:
    """Where there is a proposal it is accepted, elsewhere the greedy player goes on; nothing is refused on the way."""
    game, kinds = Game(TITLE, "liberty_roads/campaign", 1, {"undo": "free"}), set[str]()
    for _ in range(500):
        found = GESTURES.answer(game.state)
        if found is None:
            game.apply(choose(game))
            continue
        step = game.state.stack[-1]
        kinds.add(f"{step.kind} {getattr(step, 'stage', '')}".strip())
        accept(game)
    assert kinds >= {"drops", "planning", "landing attacker", "losing", "advancing", "marking", "sea", "inland"}


# D-Day


def d_day_at(phase: str, seed: int = 3) -> Game:
    """The campaign from its beginning up to a kind of step, by the proposals."""
    game = Game(TITLE, "liberty_roads/campaign", seed, {"undo": "free"})
    while not at(game, phase):
        found = GESTURES.answer(game.state)
        give(game, found.commands if found is not None else [choose(game)])
    return game


@pytest.mark.rule("12.2.7", "12.1.2")
def test_on_d_day_the_airborne_divisions_drop_where_history_had_them_each_with_its_die() -> None:
    game = d_day_at("drops")
    for name, hex_ in d_day.DROPS.items():
        found = answer(game)
        assert [each.notation() for each in found.commands] == [f"drop {name} {hex_}"]
        assert told(accept(game), "drop")
    assert [each.notation() for each in answer(game).commands] == ["end"]


@pytest.mark.rule("13.1.2", "13.3.2", "13.3.4", "13.4.3", "13.6")
def test_the_historical_landing_is_planned_in_one_gesture() -> None:
    game = d_day_at("planning")
    accept(game)
    step = game.state.stack[-1]
    assert step.assault == {"1008": ("US-4",), "1109": ("US-1", "US-29"), "1208": ("UK-50", "CA-3", "UK-3")}
    assert "rangers" in step.dday["1109"]
    assert {"funnies", "commandos"} < {*step.dday["1208"]}
    assert sum(map(len, step.dday.values())) == BOOK.map.zones["normandy"].dday
    assert at(game, "planning"), "landing is a decision of its own"
    assert "end" in legal(game)
    assert GESTURES.answer(game.state) is None
    assert not GESTURES.warnings(game.state)


@pytest.mark.rule("13.6", "11.3.1")
def test_headquarters_follow_first() -> None:
    game = d_day_at("following_up")
    found = [each.notation() for each in answer(game).commands]
    assert found[0] == "follow_up HQ-1US 1109" or found[0] == "follow_up HQ-2UK 1208"
    assert [text for text in found if text != "end"][:2] == [
        f"follow_up {n} {h}"
        for n, h in islice(((n, h) for n, h in d_day.FOLLOW_UP.items() if h in game.state.campaign.beachheads), 2)
    ]
    assert any("HQ ashore" in line for line in GESTURES.warnings(game.state))


@pytest.mark.rule("13.5.2", "13.6")
def test_a_reserve_comes_from_where_it_is_not_needed() -> None:
    dice = die_of("infantry_reserve", "blockhouse", "flak")
    names = ("1109", "1210", "1309")
    german = [unit(name, hex_) for name, hex_ in zip(("G-352", "G-3FJ", "G-716"), names, strict=True)]
    game = invasion(*german, dice=[*dice, 3, 3, 3])
    land(game, {"1109": ("US-29",)})
    assert game.side == GERMAN
    found = answer(game)
    assert [each.notation() for each in found.commands] == ["place G-3FJ 1109"]
    assert found.path == ("1210", "1109")


@pytest.mark.rule("13.6", "13.5.1")
def test_the_wall_of_a_strong_beach_is_proposed_as_a_whole() -> None:
    game = invasion(unit("G-49", "1705"))
    land(game, {"1705": ("US-29",)})
    assert at(game, "defending")
    markers = [each.notation().split()[1] for each in answer(game).commands]
    assert len(markers) == BOOK.map.beaches["1705"].level
    assert markers[0] == "motorised_reserve"


@pytest.mark.rule("12.2")
def test_drops_that_history_had_and_nobody_made_are_told_on_d_day() -> None:
    game = Game(TITLE, "liberty_roads/campaign", 1)
    while not at(game, "drops"):
        accept(game)
    assert GESTURES.warnings(game.state) == ["Not dropped yet on D-Day: US 82 AB, US 101 AB, Br 6 AB (12.2)"]
    for waiting in (2, 1, 0):
        accept(game)
        left = GESTURES.warnings(game.state)
        assert "".join(left).count(" AB") == waiting
    assert not left


def test_nothing_is_historical_later() -> None:
    assert not d_day.is_near(position(turn=2).state)
    assert not d_day.is_near(Game(TITLE, "liberty_roads/cobra", 1).state)


def test_what_is_rarely_meant_on_d_day_stands_aside() -> None:
    """Nobody sails to the Mediterranean, and no marker lies where nobody fights."""
    game = Game(TITLE, "liberty_roads/campaign", 3, {"undo": "free"})
    assert TITLE.begins_at(game.state) == "1109"
    for kind in ("support", "sea"):
        assert at(game, kind)
        assert all(
            TITLE.target(game.state, each).aside
            for each in game.iter_legal()
            if each.notation() != "end" and not each.notation().startswith("give_back")
        )
        assert [each.notation() for each in answer(game).commands] == ["end"]
        accept(game)


@pytest.mark.rule("5.1.2", "5.1.3", "5.1.4")
def test_the_hand_of_markers_is_counted_by_kind() -> None:
    game = position(unit("US-30", "1109"), hand=("air_support-1", "air_support-2", "carpet_bombing-1", "flak-1"))
    held, *kinds = TITLE.hand(game.state, ALLIED)
    assert held.value.startswith("3 markers")
    assert {"2 × Air Support", "Carpet Bombing (P)"} < {fact.label for fact in kinds}
    assert "Flak" not in " ".join(fact.label for fact in kinds)
    assert "Flak" in [fact.label for fact in TITLE.hand(game.state, GERMAN)]


@pytest.mark.rule("5.5", "5.1.2")
def test_the_line_of_a_marker_says_how_many_are_held() -> None:
    held = ("air_support-1", "air_support-2", "carpet_bombing-1")
    near = {"pluto": ("1612",)}
    units = (unit("US-30", "1612"), unit("G-352", "1511"))
    game = position(*units, hand=held, phase="support", campaign=near, dice=[1, 1])
    while "play air_support-1 1511" not in legal(game):
        do(game, "end")
    groups = {TITLE.target(game.state, each).group for each in game.iter_legal() if each.notation().startswith("play")}
    assert {"Play Air Support (2 in hand)", "Play Carpet Bombing"} <= groups


# Warnings


@pytest.mark.rule("6.1.1", "1.10.2", "4.1.2", "4.2.2")
def test_what_would_hurt_at_the_end_of_movement_is_told() -> None:
    game = position(unit("US-30", "1109"), unit("HQ-1US", "1410"), unit("G-77", "1411"), unit("G-84", "2404"))
    lines = GESTURES.warnings(game.state)
    assert any("off the map in the next supply phase: HQ US 1st" in line for line in lines)
    assert any("Going out of supply: US 30" in line for line in lines)
    assert not any("moved" in line for line in lines), "how many have not is told at every title's end of a phase"


@pytest.mark.rule("1.10.2")
def test_overstacking_is_told() -> None:
    names = ("US-30", "US-35", "US-4", "US-5", "US-8")
    game = position(*(unit(name, "1109") for name in names), unit("G-77", "2404"))
    assert any("Overstacked at 1109" in line and "2 more" in line for line in GESTURES.warnings(game.state))


@pytest.mark.rule("7.3.1")
def test_good_odds_left_alone_are_told() -> None:
    game = plain(unit("G-719", PLAIN, reduced=True), *americans("US-30", "US-29"))
    assert any("good odds" in line and PLAIN in line for line in GESTURES.warnings(game.state))


@pytest.mark.rule("13.3.2", "13.6")
def test_an_invasion_that_is_not_made_is_told() -> None:
    game = d_day_at("planning")
    assert GESTURES.warnings(game.state) == ["No invasion in this turn"]
    do(game, "land 1109", "assault US-1 1109", "land 1208")
    lines = GESTURES.warnings(game.state)
    assert "8 of 8 D-Day markers not used (13.3.2)" in lines
    assert any("Called off, for want of assault units" in line for line in lines)


@pytest.mark.rule("11.2")
def test_the_end_of_sea_transport_says_why_nothing_more_is_carried() -> None:
    game = Game(TITLE, "liberty_roads/cobra", 3)
    while not at(game, "sea"):
        do(game, "end")
    assert game.state.now.sea == 4
    accept(game)
    assert game.state.now.sea == 0
    assert answer(game).words == "End sea transport: no points are left"
