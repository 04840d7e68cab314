"""Moves, attacks and answers as a player means them: what is proposed is legal, leads there, and is worth it."""

import random
from collections.abc import Mapping, Sequence
from functools import cache
from time import perf_counter
from typing import Any

import pytest

from tests.titles.ardennes_44.fights import OPEN, WIDE, around, distance, settled, strike
from tests.titles.ardennes_44.kit import (
    ALLIED,
    BOARD,
    BOOK,
    GERMAN,
    TITLE,
    at,
    do,
    legal,
    place,
    position,
    told,
    unit,
)
from tests.titles.ardennes_44.terrain import near, open_country, road
from wargame_tui.board.gestures import Gesture, Way
from wargame_tui.board.steps import top
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.rules import advance, results, retreat, sequence, supply
from wargame_tui.titles.ardennes_44.rules.battle import Battle
from wargame_tui.titles.ardennes_44.rules.movement_phase import MovementPhase
from wargame_tui.titles.ardennes_44.rules.stacking import overstacked
from wargame_tui.titles.ardennes_44.rules.zones import in_enemy_zone
from wargame_tui.titles.ardennes_44.shown.pieces import place_of

G = TITLE.gestures
N, NE, SE, S, SW, NW = around(OPEN)
FIELD = next(open_country(3))
OUREN_EAST, OUREN_WEST = "2020", "2119"
STRONG = ("12SS-25", "12SS-26", "1SS-1PzG", "1SS-2PzG")
IN_COMBAT = (sequence.Turn(5, "Allied"), sequence.PlayerTurn(GERMAN, "traffic"))


def ways(game: Game, *units: str) -> Mapping[str, Sequence[Way]]:
    return G.ways(game.state, units)


def notations(commands: Any) -> list[str]:
    return [command.notation() for command in commands]


def go(game: Game, way: Way) -> list[Event]:
    return do(game, *notations(way.commands))


def accept(game: Game) -> Gesture:
    """What is proposed, carried out."""
    found = G.answer(game.state)
    assert found is not None
    do(game, *notations(found.commands))
    return found


# Units that can move (11.1)


@pytest.mark.rule("11.1")
def test_units_in_the_order_in_which_they_are_taken_up():
    game = position(unit("402VAK", FIELD, marker="PM"), unit("277VG-989", FIELD), unit("12VG-27", FIELD))
    strongest = sorted(("277VG-989", "12VG-27"), key=lambda name: -BOOK.pieces[name].attack[False])
    assert [*G.movable(game.state, FIELD)] == [*strongest, "402VAK"], "the strongest first, guns last"
    to = ways(game, "12VG-27")[near(FIELD)[0]][0]
    go(game, to)
    assert [*G.in_hand(game.state)] == ["12VG-27"]
    assert [*G.movable(game.state, to.to)] == ["12VG-27"], "it may go on"
    assert "12VG-27" not in G.movable(game.state, FIELD)
    do(game, "end")
    assert [*G.movable(game.state, to.to)] == []


@pytest.mark.rule("29.1", "16.5")
def test_who_may_not_move_cannot_be_taken_up():
    game = position(unit("9Arm-CCR", FIELD), side=ALLIED, turn=1)
    assert [*G.movable(game.state, FIELD)] == []
    assert G.tally(game.state).of == 0
    game = position(unit("12VG-27", FIELD, eng=True), unit("12VG-48", FIELD))
    assert [*G.movable(game.state, FIELD)] == ["12VG-48"]


@pytest.mark.rule("11.1")
def test_the_tally_counts_who_has_moved():
    game = position(unit("12VG-27", FIELD), unit("12VG-48", FIELD), unit("12VG-89", FIELD, eng=True))
    assert (G.tally(game.state).done, G.tally(game.state).of) == (0, 2)
    go(game, ways(game, "12VG-27")[near(FIELD)[0]][0])
    assert (G.tally(game.state).done, G.tally(game.state).of) == (1, 2)
    assert G.tally(position(unit("12VG-27", FIELD), phase="combat").state) is None


@pytest.mark.rule("11.1")
def test_those_left_to_move_are_named_by_space():
    game = position(unit("12VG-27", FIELD), unit("12VG-48", near(FIELD)[0]))
    assert {space: [*units] for space, units in G.unmoved(game.state).items()} == {
        FIELD: ["12VG-27"],
        near(FIELD)[0]: ["12VG-48"],
    }


# Ways (11 to 13, 22)


@pytest.mark.rule("11.1", "11.2", "11.3")
def test_the_way_that_costs_least_comes_first():
    game = position(unit("12VG-27", FIELD))
    found = ways(game, "12VG-27")
    beside = near(FIELD)[0]
    assert [way.mode for way in found[beside]] == ["normal", "extended", "tactical"]
    first = found[beside][0]
    assert notations(first.commands) == ["move 12VG-27", f"to {beside}"]
    assert (first.left, first.path, first.costs, first.fights) == ("3", (beside,), ("1",), False)
    assert notations(found[beside][2].commands) == ["move 12VG-27", "mode tactical", f"to {beside}"]
    assert found[beside][2].left == "", "hexes are counted, not points"
    far = [way for there in found.values() for way in there[:1] if way.mode == "extended"]
    assert far
    assert all(sum(map(len, way.costs)) > 4 for way in far), "more points than it has without"


@pytest.mark.rule("12.1", "12.5")
def test_strategic_movement_is_the_last_resort():
    row = road(16)
    game = position(unit("116Pz-60", row[0]))
    found = ways(game, "116Pz-60")
    for there in found.values():
        modes = [way.mode for way in there]
        assert modes == [mode for mode in ("normal", "tactical", "strategic") if mode in modes]
    far = next(there[0] for there in found.values() if len(there) == 1 and there[0].mode == "strategic")
    go(game, far)
    assert place(game, "116Pz-60") == far.to
    assert game.state.units["116Pz-60"].marker == "SM"


@pytest.mark.rule("11.1", "9.2")
def test_costs_step_by_step_with_what_leaving_a_zone_adds():
    game = position(unit("12VG-27", N), unit("28-112-2", OPEN))
    away = next(hex_ for hex_ in near(N) if distance(hex_, OPEN) == 2)
    way = ways(game, "12VG-27")[away][0]
    assert (way.costs, way.left) == (("2",), "2")
    assert ways(position(unit("12VG-27", FIELD), unit("28-112-2", near(near(FIELD)[0])[0])), "12VG-27")
    into = ways(position(unit("12VG-27", next(h for h in near(N) if distance(h, OPEN) == 2)), unit("28-112-2", OPEN)),
                "12VG-27")[N][0]  # fmt: skip
    assert into.fights


@pytest.mark.rule("11.1")
def test_a_stack_goes_together():
    game = position(unit("12VG-27", FIELD), unit("12VG-48", FIELD))
    to = near(FIELD)[0]
    way = ways(game, "12VG-27", "12VG-48")[to][0]
    assert notations(way.commands) == ["move 12VG-27", "with 12VG-48", f"to {to}"]
    go(game, way)
    assert {place(game, "12VG-27"), place(game, "12VG-48")} == {to}


@pytest.mark.rule("11.1", "12.2")
def test_units_that_pay_different_costs_go_one_after_the_other():
    row = road(8)
    game = position(unit("12VG-27", row[0]), unit("116Pz-60", row[0]), unit("12VG-48", row[0]))
    found = ways(game, "12VG-27", "116Pz-60", "12VG-48")
    goal = found[row[2]]
    assert [way.mode for way in goal] == ["normal"]
    go(game, goal[0])
    assert {place(game, name) for name in ("12VG-27", "116Pz-60", "12VG-48")} == {row[2]}
    assert all("strategic" not in way.mode for there in found.values() for way in there)
    alone = ways(position(unit("116Pz-60", row[0])), "116Pz-60")
    assert found.keys() < alone.keys(), "only where all of them can go"


@pytest.mark.rule("11.1")
def test_who_is_on_the_move_goes_on_and_is_put_down_for_others():
    game = position(unit("12VG-27", FIELD), unit("12VG-48", FIELD))
    to = near(FIELD)[0]
    do(game, "move 12VG-27", f"to {to}")
    on = ways(game, "12VG-27")
    assert all(notations(way.commands) == [f"to {way.to}"] for there in on.values() for way in there)
    other = ways(game, "12VG-48")[to][0]
    assert notations(other.commands) == ["end", "move 12VG-48", f"to {to}"]
    go(game, other)
    assert {place(game, "12VG-27"), place(game, "12VG-48")} == {to}


@pytest.mark.rule("11.1")
def test_a_unit_only_taken_up_may_still_go_in_any_way():
    game = position(unit("12VG-27", FIELD))
    do(game, "move 12VG-27")
    modes = {way.mode: notations(way.commands) for way in ways(game, "12VG-27")[near(FIELD)[0]]}
    assert modes["normal"] == [f"to {near(FIELD)[0]}"]
    assert modes["tactical"] == ["mode tactical", f"to {near(FIELD)[0]}"]


@pytest.mark.rule("22.1", "22.2")
def test_artillery_shifts_rather_than_turning_to_its_fired_side():
    game = position(unit("VIII-333", FIELD), side=ALLIED)
    beside = ways(game, "VIII-333")[near(FIELD)[0]][0]
    assert (beside.mode, beside.warning) == ("shift", "")
    far = next(there[0] for to, there in ways(game, "VIII-333").items() if distance(FIELD, to) == 2)
    assert "counts as fired (22.1)" in far.warning
    go(game, far)
    assert game.state.units["VIII-333"].fired


@pytest.mark.rule("8.1", "8.3")
def test_too_many_units_are_told_before_they_go():
    to = near(FIELD)[0]
    game = position(unit("12VG-27", FIELD), unit("12VG-48", to))
    way = ways(game, "12VG-27")[to][0]
    assert way.warning == "OVERSTACKED: 4 stacking points (max. 3)"
    assert overstacked(game.state.book, [*game.state.units_in(to, GERMAN), game.state.units["12VG-27"]])
    assert ways(position(unit("12VG-27", FIELD)), "12VG-27")[to][0].warning == ""
    both = ways(position(unit("12VG-27", FIELD), unit("116Pz-60", FIELD)), "12VG-27", "116Pz-60")
    assert all("OVERSTACKED" in there[0].warning for there in both.values()), "one sort after the other as well"


@pytest.mark.rule("7.8")
def test_the_die_at_ouren_is_told_before():
    game = position(unit("116Pz-60", OUREN_EAST), unit("116Pz-156", OUREN_EAST))
    over = ways(game, "116Pz-60")[OUREN_WEST][0]
    assert "Ouren" in over.warning
    assert G.after(game.state, over.commands) is None, "a die comes between"


@pytest.mark.rule("13.1")
def test_a_reinforcement_enters_and_goes_on():
    game = _opened("campaign", 5, GERMAN)
    state = game.state
    outside = [name for names in G.unmoved(state).values() for name in names if state.hex_of(name) is None]
    assert outside
    found = ways(game, outside[0])
    modes = {command.verb for there in found.values() for way in there for command in way.commands}
    assert modes >= {"enter", "to"}
    for there in list(found.values())[:20]:
        after = G.after(state, there[0].commands)
        assert place_of(after, after.units[outside[0]]) == there[0].to


@pytest.mark.rule("13.1")
@pytest.mark.parametrize(("phases", "side"), [(2, ALLIED), (5, GERMAN)])
def test_a_stack_off_the_map_comes_in_together(phases, side):
    state = _opened("campaign", phases, side).state
    outside = {
        space: [name for name in names if state.hex_of(name) is None] for space, names in G.unmoved(state).items()
    }
    space = next(space for space, names in outside.items() if len(names) > 1)
    stack = G.movable(state, space)
    assert {*outside[space]} <= {*stack}
    found = G.ways(state, stack)
    assert len(found) > 5
    for to, there in list(found.items())[::3]:
        after = G.after(state, there[0].commands)
        assert {place_of(after, after.units[name]) for name in stack} == {to}
    both = G.ways(state, outside[space][:2])
    assert {*both} >= {*found}, "fewer units go wherever more can"


@pytest.mark.rule("11.9")
def test_the_box_beside_the_edge_is_a_goal():
    edge = next(
        hex_
        for hex_ in BOARD.names
        if hex_ not in BOOK.sources(ALLIED) and any(c.startswith("leave ") for c in _leaving(hex_))
    )
    game = position(unit("1-26", edge), side=ALLIED)
    [way] = [there[0] for to, there in ways(game, "1-26").items() if to in BOOK.boxes]
    go(game, way)
    assert place(game, "1-26") == way.to


def _leaving(hex_: str) -> set[str]:
    if not (hex_.endswith("01") or hex_[:2] in ("01", "36")):
        return set()
    game = position(unit("1-26", hex_), side=ALLIED)
    if "move 1-26" not in legal(game):
        return set()
    do(game, "move 1-26")
    return legal(game, "leave")


# Every way is legal and leads there


@cache
def _begun(scenario: str) -> Game:
    return Game(TITLE, f"ardennes_44/{scenario}", 1, {"undo": "free"})


@cache
def _opened(scenario: str, phases: int, side: str) -> Game:
    """A game at a movement phase of a side, after so many movement phases in which nobody moved."""
    game = _begun(scenario).branch()
    while not (isinstance(top(game.state), MovementPhase) and phases <= 0 and game.side == side):
        phases -= isinstance(top(game.state), MovementPhase)
        given = legal(game)
        game.apply(next((word for word in ("historical", "end", "roll") if word in given), min(given)))
    return game


@pytest.mark.rule("11.1", "11.2", "11.3", "12.1", "13.1", "22.1")
@pytest.mark.parametrize(
    ("scenario", "phases", "side"),
    [
        ("campaign", 0, GERMAN),
        ("campaign", 0, ALLIED),
        ("campaign", 5, GERMAN),
        ("campaign", 6, ALLIED),
        ("three_days", 1, GERMAN),
        ("four_days", 0, ALLIED),
    ],
)
def test_every_way_is_legal_and_leads_there(scenario, phases, side):
    state, luck = _opened(scenario, phases, side).state, random.Random(7)
    tried = 0
    for space, units in G.unmoved(state).items():
        stack = G.movable(state, space)
        assert {*stack} == {*units}
        for group in [*([name] for name in stack), stack]:
            known = [way for there in G.ways(state, group).values() for way in there]
            for way in luck.sample(known, min(3, len(known))):
                after = G.after(state, way.commands)
                if after is None:
                    assert "Ouren" in way.warning, notations(way.commands)
                    continue
                assert {place_of(after, after.units[name]) for name in group} == {way.to}
                tried += 1
    assert tried > 50


@pytest.mark.rule("11.1")
def test_all_that_can_be_reached_in_any_way_is_found():
    game = _opened("campaign", 5, GERMAN)
    luck = random.Random(3)
    names = [name for units in G.unmoved(game.state).values() for name in units if game.state.hex_of(name) is not None]
    for name in luck.sample(names, 12):
        found = {(way.mode, way.to) for there in ways(game, name).values() for way in there}
        trial = game.branch()
        do(trial, f"move {name}")
        usual = trial.state.stack[-1].mode
        modes = {usual: trial, **{text.split()[1]: trial.branch() for text in legal(trial, "mode")}}
        for mode, other in modes.items():
            if mode != usual:
                do(other, f"mode {mode}")
            assert {to for known, to in found if known == mode} == {text.split()[1] for text in legal(other, "to")}


def test_it_is_worked_out_at_once():
    """Generous bounds: what is looked for is the listing of thousands of commands."""
    state = _opened("campaign", 5, GERMAN).state
    spaces = G.unmoved(state)
    stacks = {space: G.movable(state, space) for space in spaces}
    began = perf_counter()
    for space in spaces:
        G.movable(state, space)
    assert (perf_counter() - began) / len(spaces) < 0.005
    began = perf_counter()
    for stack in stacks.values():
        G.ways(state, stack)
    assert (perf_counter() - began) / len(stacks) < 0.1


# Warnings (8.3)


@pytest.mark.rule("8.3")
def test_what_an_overstack_costs_is_told_before_the_phase_ends():
    to = near(FIELD)[0]
    game = position(unit("12VG-27", FIELD), unit("12VG-48", to))
    assert [*G.warnings(game.state)] == []
    go(game, ways(game, "12VG-27")[to][0])
    [told_] = G.warnings(game.state)
    assert to in told_
    assert "OVERSTACKED" in told_
    assert "costs a unit" in told_
    while not at(game, "too_many"):
        do(game, "end")
    gone = accept(game)
    name = notations(gone.commands)[0].split()[1]
    assert TITLE.called(name) in told_, "the one that goes is the one that was named"
    assert not at(game, "too_many")


@pytest.mark.rule("8.3", "Ambiguity 39")
def test_no_warning_at_night():
    stack = [unit(name, FIELD, night=True) for name in ("12VG-27", "12VG-48", "12VG-89")]
    assert [*G.warnings(position(*stack, turn=2, night=True).state)] == []


# What lies aside (26.1)


@pytest.mark.rule("26.1", "25.3")
def test_splitting_off_is_one_line_of_the_list_and_never_what_a_click_means():
    """In the night there is little else that units may do."""
    game = _opened("campaign", 4, GERMAN)
    assert game.state.night
    movable = {command.unit for command in game.legal() if command.verb == "move"}
    splits = [command for command in game.legal() if command.verb == "split"]
    assert len(splits) > 20
    for command in splits:
        target = TITLE.target(game.state, command)
        assert (target.aside, target.group) == (True, "Detach battalions and task forces")
        assert {*G.movable(game.state, target.space)} <= movable, "who may only split is not taken up"


# Attacks (14, 22)


@pytest.mark.rule("14.1", "22.6", "22.7")
def test_an_attack_with_three_units_and_two_guns_stands_up_to_its_roll():
    game = position(
        unit("12VG-27", N), unit("12VG-48", NE), unit("12VG-89", SE), unit("28-112", OPEN), unit("388VAK", S),
        unit("402VAK", SW),
        side=GERMAN, phase="combat", turn=5, dice=[3],
    )  # fmt: skip
    before = game.state
    declared = G.attack(before, OPEN)
    do(game, *notations(declared))
    battle = game.state.stack[-1]
    assert (battle.stage, battle.struck) == ("support", False), "nothing has rolled"
    assert len(battle.support) == 1
    assert len(battle.attackers) == 3
    commit = G.answer(game.state)
    assert [command.verb for command in commit.commands] == ["fire"], "the last gun is the commitment"
    assert commit.words.startswith("Attack, 402 VAK firing too: column ")
    events = do(game, *notations(commit.commands))
    assert len(told(events, "combat")[0].data["shifts"]) >= 1
    assert {name: value for name, value, _ in told(events, "combat")[0].data["shifts"]}["artillery"] == 2


@pytest.mark.rule("22.6")
def test_one_gun_is_the_commitment_and_none_leaves_the_roll():
    one = position(unit("12VG-27", N), unit("28-112", OPEN), unit("402VAK", SW), phase="combat", turn=5, dice=[3])
    do(one, *notations(G.attack(one.state, OPEN)))
    assert not one.state.stack[-1].struck
    assert notations(G.answer(one.state).commands) == ["fire 402VAK"]
    none = position(unit("12VG-27", N), unit("28-112", OPEN), phase="combat", turn=5, dice=[3])
    assert notations(G.attack(none.state, OPEN)) == [f"attack {OPEN}", "with 12VG-27"]
    do(none, *notations(G.attack(none.state, OPEN)))
    assert G.answer(none.state) is None
    assert "roll" in legal(none)


@pytest.mark.rule("15.6")
def test_aircraft_are_proposed_while_a_marker_is_left_and_helps():
    units = (unit("28-112", N), unit("12VG-27", OPEN))
    game = position(*units, side=ALLIED, phase="combat", turn=16, now={"air": 1}, dice=[3])
    do(game, *notations(G.attack(game.state, OPEN)))
    assert not game.state.stack[-1].struck
    commit = G.answer(game.state)
    assert commit.words.startswith("Attack, air support: column ")
    assert notations(commit.commands) == ["air"]
    events = do(game, *notations(commit.commands))
    assert ["air support", 1, "15.6"] in [[*each] for each in told(events, "combat")[0].data["shifts"]]
    assert game.state.now.air == 0
    without = position(*units, side=ALLIED, phase="combat", turn=16, dice=[3])
    do(without, *notations(G.attack(without.state, OPEN)))
    assert G.answer(without.state) is None


@pytest.mark.rule("14.4")
def test_nobody_who_adds_nothing():
    """Against two points of a battalion the strongest get the last column: the others are left free."""
    game = position(
        unit("12SS-25", N), unit("12SS-26", NE), unit("1SS-1PzG", SE), unit("277VG-989", S), unit("28-112-2", OPEN),
        phase="combat", turn=5,
    )  # fmt: skip
    named = {command.unit for command in G.attack(game.state, OPEN) if command.verb == "with"}
    do(game, f"attack {OPEN}")
    everybody = {text.split()[1] for text in legal(game, "with")}
    assert named < everybody
    column = G.odds_at(position(*game.state.on_map(GERMAN), *game.state.on_map(ALLIED), phase="combat", turn=5).state)
    assert column == {OPEN: "7-1"}


@pytest.mark.rule("14.3")
def test_the_best_two_of_three_divisions():
    units = {"12SS-25": N, "277VG-989": NE, "1SS-1PzG": SE}
    game = position(
        *(unit(name, hex_) for name, hex_ in units.items()), unit("28-112", OPEN), unit("99-393", OPEN),
        phase="combat", turn=5,
    )  # fmt: skip
    named = {command.unit for command in G.attack(game.state, OPEN) if command.verb == "with"}
    best = sorted(units, key=lambda name: -BOOK.pieces[name].attack[False])[:2]
    assert named == {*best}


@pytest.mark.rule("23.4")
def test_a_unit_out_of_supply_is_left_out_where_it_costs_a_column():
    game = position(
        unit("12SS-25", N), unit("277VG-989", NE, oos=True), unit("28-112", OPEN), phase="combat", turn=5
    )  # fmt: skip
    assert {command.unit for command in G.attack(game.state, OPEN) if command.verb == "with"} == {"12SS-25"}


@pytest.mark.rule("7.4", "14.4")
def test_the_proposal_ends_where_the_defender_is_asked():
    east, west = OUREN_EAST, OUREN_WEST
    game = position(unit("116Pz-60", east), unit("28-112", west), phase="combat", turn=5, specials={"ouren": "intact"})
    declared = G.attack(game.state, west)
    assert [command.verb for command in declared] == ["attack", "with"]
    do(game, *notations(declared))
    assert game.side == GERMAN


@pytest.mark.rule("14.1")
def test_where_nobody_can_attack_nothing_is_proposed():
    game = position(unit("12VG-27", N), unit("28-112", OPEN), unit("99-393", FIELD), phase="combat", turn=5)
    assert G.attack(game.state, FIELD) is None
    assert G.attack(game.state, N) is None
    assert {*G.odds_at(game.state)} == {OPEN}


@pytest.mark.rule("13.5")
def test_an_attack_from_off_the_map():
    entry = BOOK.map.entries["A"].hex
    game = position(
        unit("26VG-39", entry), unit("26-101", "SE"), unit("26-104", "SE"), side=ALLIED, phase="combat", turn=6
    )
    declared = notations(G.attack(game.state, entry))
    assert declared[0] == "stage A"
    do(game, *declared)
    assert set(game.state.stack[-1].attackers) <= {"26-101", "26-104"}
    assert "roll" in legal(game)


@pytest.mark.rule("14.4", "15.9")
def test_the_odds_on_the_map_have_their_shifts():
    plain = position(unit("12VG-27", N), unit("28-112", OPEN), phase="combat", turn=5)
    routed = position(unit("12VG-27", N), unit("28-112", OPEN, status="routed"), phase="combat", turn=5)
    columns = BOOK.charts.combat.columns
    first, second = (columns.index(G.odds_at(game.state)[OPEN]) for game in (plain, routed))
    assert second == first + 2
    assert G.odds_at(routed.state) is G.odds_at(routed.state), "remembered by state"
    assert dict(G.odds_at(position(unit("12VG-27", N), unit("28-112", OPEN)).state)) == {}


# Answers (16 to 19)


def losing(*names: str, side: Any = GERMAN, reduced: Sequence[str] = ()) -> Game:
    """A side must choose who loses a step."""
    units = [unit(name, OPEN, reduced=name in reduced) for name in names]
    return position(*units, side=side, stack=[*IN_COMBAT, results.TakeLoss(side, tuple(names))])


@pytest.mark.rule("16.3", "16.4")
def test_the_step_that_costs_least_is_lost():
    whole, half = "12VG-27", "12VG-48"
    assert notations(G.answer(losing(whole, half, reduced=(half,)).state).commands) == [f"lose {whole}"]
    weak = losing("12SS-25", "277VG-989")
    assert notations(G.answer(weak.state).commands) == ["lose 277VG-989"]


@pytest.mark.rule("16.2")
def test_the_best_leader_of_a_firefight():
    game = position(
        unit("12VG-27", N), unit("1SS-1PzG", NE), unit("28-112", OPEN), phase="combat", turn=5
    )  # fmt: skip
    do(game, f"attack {OPEN}", "with 12VG-27", "with 1SS-1PzG")
    strike(game, "FF")
    offered = [command.notation() for command in game.legal() if command.verb == "duel"]
    assert notations(G.answer(game.state).commands) == offered[:1]


@pytest.mark.rule("16.7")
def test_the_best_leader_of_a_last_stand_where_it_may_hold():
    town = settled("village")
    first = around(town)[0]
    game = position(
        *(unit(name, first) for name in STRONG), unit("28-112-2", town), unit("28-109-3", town),
        phase="combat", turn=5,
    )  # fmt: skip
    do(game, f"attack {town}", *(f"with {name}" for name in STRONG))
    strike(game, "DR2")
    found = G.answer(game.state)
    leads = [command.notation() for command in game.legal() if command.verb == "stand"]
    assert notations(found.commands) in ([leads[0]], [leads[1]], ["end"])
    spread = {text: odds.outcomes for text in leads if (odds := TITLE.odds(game.state, game.parse(text)))}
    holds = {
        text: sum(chance.p for chance in chances if chance.data["result"].startswith("Yes"))
        for text, chances in spread.items()
    }
    likely = max(holds.values())
    assert (found.commands[0].verb == "stand") == (likely >= 0.5)
    if found.commands[0].verb == "stand":
        assert holds[found.commands[0].notation()] == likely


def fleeing(*units: Any, hexes: int, more: Sequence[Any] = (), **changes: Any) -> Game:
    """Defenders of the middle of open ground must retreat."""
    names = tuple(each.id for each in units)
    step = retreat.Retreating(ALLIED, names, hexes, WIDE, names)
    return position(*units, *more, side=GERMAN, turn=5, stack=[*IN_COMBAT, step], **changes)


@pytest.mark.rule("17.1", "17.5", "8.3", "23.3")
@pytest.mark.parametrize("hexes", [1, 2, 3, 4])
def test_a_whole_retreat_in_one(hexes):
    game = fleeing(
        unit("28-112", WIDE), unit("99-394", WIDE), hexes=hexes, more=[unit("12VG-27", around(WIDE)[0])]
    )  # fmt: skip
    found = accept(game)
    assert {command.unit for command in found.commands} == {"28-112", "99-394"}
    assert len(found.commands) == 2 * hexes
    assert found.path[0] == WIDE
    assert len(found.path) == hexes + 1
    assert not at(game, "retreating")
    state = game.state
    for name in ("28-112", "99-394"):
        where = state.hex_of(name)
        assert distance(WIDE, place(game, name)) == hexes
        assert not in_enemy_zone(state, ALLIED, where)
        assert overstacked(state.book, state.units_in(place(game, name), ALLIED)) is None


@pytest.mark.rule("8.3", "17.5")
def test_a_retreat_avoids_stacks_that_would_be_too_many():
    game = fleeing(unit("28-112", WIDE), hexes=1, more=[unit("12VG-27", around(WIDE)[0])])
    likely = place_after(game, "28-112")
    names = ("99-393", "99-394")
    full = fleeing(
        unit("28-112", WIDE), hexes=1, more=[unit("12VG-27", around(WIDE)[0]), *(unit(name, likely) for name in names)]
    )
    assert place_after(full, "28-112") != likely


def place_after(game: Game, name: str) -> str:
    accept(game)
    return place(game, name)


@pytest.mark.rule("17.1", "23.3")
def test_a_retreat_ends_in_supply_if_it_can():
    game = fleeing(unit("28-112", WIDE), hexes=2, more=[unit("12VG-27", around(WIDE)[0])])
    ends = {path[-1] for path in retreat.ways(game.state, top(game.state), "28-112")}
    able = supply.in_supply(game.state, ALLIED)
    accept(game)
    assert able >> game.state.hex_of("28-112") & 1 or not any(able >> end & 1 for end in ends)


def after_combat(extent: Any, *units: Any, foes: Sequence[Any] = ()) -> Game:
    step = advance.Advancing(GERMAN, tuple(each.id for each in units), extent, OPEN)
    return position(*units, *foes, side=GERMAN, turn=5, stack=[*IN_COMBAT, step])


@pytest.mark.rule("19.1")
def test_the_strongest_unit_into_the_vacated_hex():
    game = after_combat("normal", unit("277VG-989", N), unit("12SS-25", NE))
    found = accept(game)
    assert notations(found.commands) == [f"advance 12SS-25 {OPEN}", "end"]
    assert found.path == (NE, OPEN)
    assert not at(game, "advancing")


@pytest.mark.rule("19.1")
def test_an_advance_that_ends_by_itself_needs_no_end():
    game = after_combat("limited", unit("12SS-25", NE))
    assert notations(accept(game).commands) == [f"advance 12SS-25 {OPEN}"]
    assert not at(game, "advancing")


@pytest.mark.rule("19.4")
@pytest.mark.parametrize(("status", "goes"), [("fresh", False), ("routed", True)])
def test_breakthrough_combat_only_at_better_odds_than_three_to_one(status, goes):
    second = around(OPEN)[3]
    game = position(
        unit("12SS-25", N), unit("12SS-26", N), unit("28-109-3", OPEN), unit("28-112-2", second, status=status),
        phase="combat", turn=5,
    )  # fmt: skip
    do(game, f"attack {OPEN}", "with 12SS-25", "with 12SS-26")
    strike(game, "DR4*")
    while not (at(game, "battle") and game.state.stack[-1].stage == "breakthrough"):
        accept(game)
        assert at(game, "battle") or at(game, "retreating") or at(game, "advancing")
    assert (G.answer(game.state).commands[0].verb == "breakthrough") == goes


def driven_out(*inside: Any) -> Game:
    """Two battalions have got away a hex from a village by a last stand, and may come back."""
    village = settled("village")
    units = [unit("28-112-2", around(village)[3]), unit("28-110-3", around(village)[3])]
    step = Battle(
        village, GERMAN, stage="counter", attackers=tuple(each.id for each in inside), struck=True,
        fled=tuple(each.id for each in units), effect=results.Effect(counter=True),
    )  # fmt: skip
    return position(*units, *inside, turn=5, stack=[*IN_COMBAT, step])


@pytest.mark.rule("16.7")
def test_back_into_a_hex_that_stays_empty():
    game = driven_out()
    accept(game)
    assert len(game.state.units_in(settled("village"), ALLIED)) == 1


@pytest.mark.rule("16.7")
def test_a_counterattack_where_it_is_worth_it_with_all_who_help():
    village = settled("village")
    poor = driven_out(unit("12SS-25", village), unit("12SS-26", village))
    assert notations(G.answer(poor.state).commands) == ["end"]
    good = driven_out(unit("26VG-39", village, status="routed", reduced=True))
    assert [command.verb for command in accept(good).commands] == ["counter"]
    assert [command.verb for command in accept(good).commands] == ["with"]
    assert {*good.state.stack[-1].attackers} == {"28-112-2", "28-110-3"}
    assert good.side == ALLIED
    assert G.answer(good.state) is None, "what is left is the roll"


@pytest.mark.rule("22.8")
def test_allied_guns_fire_in_defence():
    game = position(
        unit("12SS-25", N), unit("28-112", OPEN), unit("VIII-333", SW), phase="combat", turn=5, dice=[1, 1, 1]
    )  # fmt: skip
    do(game, f"attack {OPEN}", "with 12SS-25", "roll")
    assert (game.side, game.state.stack[-1].stage) == (ALLIED, "defence")
    assert told(do(game, *notations(G.answer(game.state).commands)), "shelling")


@pytest.mark.rule("14.1", "16.3", "17.1", "19.1", "8.3")
@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_proposed_can_always_be_done(seed):
    """Two turns in which all attacks, answers and moves are those that are proposed."""
    game, luck = Game(TITLE, "ardennes_44/campaign", seed, {"undo": "free"}), random.Random(seed)
    seen: set[str] = set()
    for _ in range(260):
        if game.over:
            break
        state, step = game.state, top(game.state)
        if step.kind == "combat" and (odds := G.odds_at(state)):
            space = luck.choice(sorted(odds))
            for command in G.attack(state, space):
                assert game.refusal(command) is None
                game.apply(command)
            assert not game.state.stack[-1].struck
            found = G.answer(game.state)
            do(game, *(notations(found.commands) if found else ["roll"]))
        elif (found := G.answer(state)) is not None:
            seen.add(step.kind)
            for command in found.commands:
                assert game.refusal(command) is None, (step.kind, command)
                game.apply(command)
        elif step.kind == "movement" and luck.random() < 0.9 and (left := G.unmoved(state)):
            stack = G.movable(state, luck.choice(sorted(left)))
            known = [way for there in G.ways(state, stack).values() for way in there if not way.warning]
            front = [way for way in known if way.fights] or known
            go(game, luck.choice(front)) if front else do(
                game, *(["end"] if "end" in legal(game) else [min(legal(game))])
            )
        else:
            given = legal(game)
            game.apply(next((word for word in ("historical", "end", "roll") if word in given), min(given)))
    assert {"battle", "retreating", "advancing"} <= seen
