"""Gestures: whole stacks move, battles are fought with everybody, calls, guns and fire are proposed."""

from collections.abc import Iterator
from random import Random
from time import process_time

import pytest

from tests.titles.tigers_in_the_mist.battles import CLERVAUX, allied, german, stage
from tests.titles.tigers_in_the_mist.kit import ALLIED, GERMAN, do, legal, position, unit
from wargame_tui.board.gestures import Way
from wargame_tui.board.steps import top
from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.titles.tigers_in_the_mist import TITLE, commands
from wargame_tui.titles.tigers_in_the_mist.rules import activation, movement
from wargame_tui.titles.tigers_in_the_mist.shown.gestures import ON_FOOT, best_fire
from wargame_tui.titles.tigers_in_the_mist.state import Unit, positions

G = TITLE.gestures


def notations(series: tuple[Command, ...] | list[Command]) -> list[str]:
    return [command.notation() for command in series]


def give(game: Game, series: tuple[Command, ...] | list[Command]) -> None:
    for command in series:
        game.apply(command)


def first(game: Game, units: list[str], to: str) -> Way:
    found: Way = G.ways(game.state, units)[to][0]
    return found


# Moving


@pytest.mark.rule("8.21", "8.24")
def test_a_stack_goes_as_one_and_halts() -> None:
    stack = [unit(name, f"German mechanized 2 @{CLERVAUX}") for name in ("A", "B", "C")]
    game = position(*stack)
    assert G.movable(game.state, CLERVAUX) == ["A", "B", "C"]
    assert not G.movable(game.state, "65")
    way = first(game, ["A", "B", "C"], "67")
    assert notations(list(way.commands)) == ["move A", "with B", "with C", "to 67", "stop"]
    assert (way.left, way.path, way.fights) == (str(8 - int(way.costs[0])), ("67",), False)
    give(game, list(way.commands))
    assert all(game.state.units[name].location == "67" and game.state.units[name].marked for name in "ABC")


@pytest.mark.rule("8.31", "8.32", "8.21")
def test_the_slowest_of_a_stack_sets_the_pace() -> None:
    game = position(unit("Tank", f"German armour 2 @{CLERVAUX}"), unit("Inf", f"German infantry 2 @{CLERVAUX}"))
    alone, together = G.ways(game.state, ["Tank"]), G.ways(game.state, ["Tank", "Inf"])
    assert together.keys() < alone.keys()
    for to, (way, *_) in together.items():
        assert int(alone[to][0].left) - int(way.left) == 3, "8 against 5 points"


@pytest.mark.rule("8.2")
def test_what_is_lit_is_the_same_before_and_after_a_unit_is_taken_up() -> None:
    """Areas one step away keep their points, and enemies there stay red."""
    game = position(german("G", "infantry", 3, CLERVAUX), allied("A", "infantry", 1, "67"))
    before = TITLE.reach(game.state, "G")
    do(game, "move G")
    after = TITLE.reach(game.state, "G")
    assert before == after
    assert after.highlights["67"] == "battle"
    assert {to: ways[0].left for to, ways in G.ways(game.state, ["G"]).items()} == after.notes


@pytest.mark.rule("8.22", "8.23")
def test_beside_the_enemy_nothing_is_left_to_say() -> None:
    game = position(german("G", "infantry", 3, CLERVAUX), allied("A", "infantry", 1, "67"))
    way = first(game, ["G"], "67")
    assert way.fights
    assert notations(list(way.commands)) == ["move G", "to 67"]


@pytest.mark.rule("8.22", "8.27")
def test_enemies_where_it_starts_stop_nobody() -> None:
    """From beside the enemy in Clervaux out of the area, and round it, but not straight to others."""
    here, there = allied("A", "infantry", 1, CLERVAUX), allied("B", "infantry", 1, "67")
    game = position(german("G", "motorized", 3, CLERVAUX), here, there)
    way = first(game, ["G"], "67")
    assert len(way.path) > 1
    give(game, list(way.commands))
    assert game.state.units["G"].location == "67"


@pytest.mark.rule("8.33", "8.35")
def test_vehicles_are_left_behind_only_to_wade() -> None:
    """The bridge Gemund-Holzhum, 55-69, is destroyed at the start: infantry wades, mechanized on foot, armour never."""
    game = position(unit("Inf", "German infantry 2 @55"), unit("Mech", "German mechanized 2 @55"))
    assert notations(list(first(game, ["Inf"], "69").commands)) == ["move Inf", "to 69", "stop"]
    assert first(game, ["Inf"], "69").costs == ("3 over the river",)
    ways = G.ways(game.state, ["Mech"])
    walking = [way for found in ways.values() for way in found if way.mode == ON_FOOT]
    assert walking
    for way in walking:
        assert commands.Abandon("Mech") in way.commands
        assert any("over the river" in cost for cost in way.costs)
    tank = position(unit("Tank", "German armour 2 @55"))
    assert not any(way.mode for found in G.ways(tank.state, ["Tank"]).values() for way in found)


@pytest.mark.rule("10.21")
def test_a_way_ends_where_the_enemy_is_asked_about_a_bridge() -> None:
    game = position(german("G", "infantry", 3, "51"), allied("A", "infantry", 1, "70"), intact=["51-70"])
    over = first(game, ["G"], "70")
    assert notations(list(over.commands)) == ["move G", "to 70"]
    assert over.warning == "the Dasburg-Marnach bridge may be blown: on 4- (10.29)"
    assert not any(way.warning for to, found in G.ways(game.state, ["G"]).items() for way in found if to != "70")
    give(game, list(over.commands))
    assert (game.side, top(game.state).kind) == (ALLIED, "demolition")


@pytest.mark.rule("11.14")
def test_reinforcements_enter_by_another_zone() -> None:
    late = unit("Late", "Allied armour 3 @D", scheduled="16-1", entry_zones=("D",))
    game = position(late, side=ALLIED, at="17-2")
    modes = {way.mode for found in G.ways(game.state, ["Late"]).values() for way in found}
    assert "" in modes
    assert any(mode.startswith("by ") for mode in modes)


@pytest.mark.rule("7.1", "8.21")
def test_a_stack_that_cannot_go_as_one_goes_as_far_as_there_is_room() -> None:
    """The set-up stack in Bleialf is over the limit: ten points go, the others are named."""
    game = Game.new("tigers_in_the_mist/campaign", 1)
    stack = G.movable(game.state, "44")
    assert sum(game.state.units[name].strength for name in stack) > 10
    ways = G.ways(game.state, stack)
    assert ways
    for found in ways.values():
        for way in found:
            trial = game.branch()
            give(trial, list(way.commands))
            gone = {name for name in stack if trial.state.units[name].location == way.to}
            assert gone
            assert (gone == set(stack)) == (not way.mode.startswith("without "))


def openings() -> Iterator[Game]:
    """Positions of the first days of every scenario, as moves by chance leave them."""
    for number, scenario in enumerate(("seventh_army", "campaign", "fifth_panzer_army", "first_three_days")):
        game, chance = Game.new(f"tigers_in_the_mist/{scenario}", number), Random(number)
        for _ in range(60):
            step = top(game.state)
            if step is None:
                break
            if isinstance(step, activation.Movement):
                yield game
                spaces = [space for space in positions(game.state).of_side[step.side] if G.movable(game.state, space)]
                if spaces and chance.random() < 0.8:
                    stack = G.movable(game.state, chance.choice(spaces))
                    ways = [way for found in G.ways(game.state, stack).values() for way in found]
                    if ways:
                        give(game, list(chance.choice(ways).commands))
                        continue
            answer = G.answer(game.state)
            if answer is not None:
                assert answer.words
                give(game, list(answer.commands))
            elif commands.EndMovement() in game.legal():
                game.apply(commands.EndMovement())
            else:
                game.apply(chance.choice(game.legal()))


@pytest.mark.rule("8.2", "8.3", "9.3", "9.42", "9.46", "9.57", "10.1", "10.2")
def test_every_way_is_legal_and_true_and_every_answer_legal() -> None:
    """A sample of the ways of each position is gone: all arrive, with the points left that were told."""
    chance, ways, slowest = Random(0), 0, []
    for game in openings():
        own = positions(game.state).of_side[top(game.state).side]
        for space in chance.sample(list(own), min(4, len(own))):
            stack = list(G.movable(game.state, space))
            for units in dict.fromkeys((tuple(stack[:1]), tuple(stack))) if stack else ():
                begun = process_time()
                found = G.ways(game.state, units)
                slowest.append(process_time() - begun)
                for to, open_to in chance.sample(sorted(found.items()), min(5, len(found))):
                    for way in open_to:
                        ways += 1
                        _check(game, units, to, way)
    assert ways > 300
    slowest.sort()
    assert slowest[len(slowest) * 9 // 10] < 0.15, "a stack's ways are found while the cursor moves"


def _check(game: Game, units: tuple[str, ...], to: str, way: Way) -> None:
    trial = game.branch()
    for command in way.commands:
        assert trial.refusal(command) is None, (way, command)
        trial.apply(command)
    step, state = top(trial.state), trial.state
    if step is not None and step.kind == "demolition":
        return
    gone = [name for name in units if state.units[name].location == to]
    assert gone, way
    assert len(gone) == len(units) or way.mode.startswith("without "), way
    assert way.path[-1] == way.to == to
    assert not (isinstance(step, activation.Moving) and set(step.units) & set(units)), way
    if not way.mode and state.date == game.state.date:  # a new turn has put the points back otherwise
        left = min(movement.allowance(state, state.units[name]) - state.units[name].mp_spent for name in gone)
        assert way.left == str(left), way
    if state.active == game.state.active:
        assert way.fights == any(state.units[name].entered_enemy for name in gone)


@pytest.mark.rule("8.1")
def test_the_tally_counts_who_has_moved_in_this_impulse() -> None:
    game = position(*[german(name, "infantry", 1, CLERVAUX) for name in ("A", "B", "C")])
    tally = G.tally(game.state)
    assert tally is not None
    assert (tally.done, tally.of) == (0, 3)
    give(game, list(first(game, ["A"], "67").commands))
    tally = G.tally(game.state)
    assert tally is not None
    assert (tally.done, tally.of) == (1, 3)


# Battles


@pytest.mark.rule("9.13")
def test_a_battle_is_declared_with_all_who_can_attack_up_to_the_command_that_commits_them() -> None:
    game = position(
        *[german(name, "infantry", 2, CLERVAUX) for name in ("A", "B", "C")], allied("E", "infantry", 2, CLERVAUX)
    )
    do(game, "end")
    declared = G.attack(game.state, CLERVAUX)
    assert declared is not None
    assert notations(list(declared)) == [f"battle {CLERVAUX}", "attack A", "attack B"]
    assert G.attack(game.state, "65") is None
    dice = game.state.dice
    give(game, list(declared))
    assert game.state.dice == dice
    answer = G.answer(game.state)
    assert answer is not None
    assert notations(list(answer.commands)) == ["attack C"]
    give(game, list(answer.commands))
    assert game.state.stack[-1].attackers == ("A", "B", "C")
    assert game.side == ALLIED


@pytest.mark.rule("9.42")
def test_all_calls_are_made() -> None:
    game = position(german("A", "infantry", 3, CLERVAUX), allied("E", "infantry", 7, CLERVAUX))
    do(game, "end", f"battle {CLERVAUX}")
    answer = G.answer(game.state)
    assert answer is not None
    assert notations(list(answer.commands)) == ["call 2"]
    assert answer.words == "Call all artillery: 2 requests, each on 8-"


@pytest.mark.rule("9.46")
def test_nobody_is_asked_which_of_units_that_are_all_alike_the_artillery_fires_at() -> None:
    """Where one is weaker, or of another kind, it is asked; so it is where dice follow the answer."""

    def laid(*others: Unit, strength: int = 3) -> Command | None:
        attackers = [german(name, "infantry", strength, CLERVAUX) for name in "AB"]
        game = position(*attackers, *others, allied("E", "infantry", 3, CLERVAUX), dice=[1] * 60)
        do(game, "end", f"battle {CLERVAUX}", *(f"attack {unit.id}" for unit in (*attackers, *others)))
        do(game, *(command for command in ("ready", "call 1") if command in legal(game)))
        assert stage(game) == "defender lays"
        return G.idle(game.state)

    assert laid() == commands.Lay("B")
    assert laid(german("C", "infantry", 3, CLERVAUX)) == commands.Lay("C"), "of three as of two"
    assert laid(german("C", "infantry", 3, CLERVAUX, attack=4)) is None
    assert laid(german("C", "infantry", 2, CLERVAUX)) is None
    assert laid(strength=1) is None, "without calls of his own the attacker would be fired at"


@pytest.mark.rule("9.57", "9.55")
def test_fire_goes_where_it_hits_most_within_the_rules() -> None:
    """Three strong units at two targets of one point each: one must fire at each, nobody wastes more than he must."""
    game = position(
        *[german(name, "infantry", size, CLERVAUX) for name, size in (("A", 3), ("B", 1))],
        allied("E", "infantry", 1, CLERVAUX), allied("F", "infantry", 4, CLERVAUX), dice=[10] * 60,
    )  # fmt: skip
    do(game, "end", f"battle {CLERVAUX}", "attack A", "attack B", "call 0")
    while stage(game) != "attacker aims":
        answer = G.answer(game.state)
        assert answer is not None
        give(game, list(answer.commands))
    step = top(game.state)
    plan, (hits, _) = best_fire(game.state, step, step.now)
    assert dict(plan) == {"A": "F", "B": "E"}
    assert hits == pytest.approx(0.1 * game.state.units["A"].attack * 4)
    answer = G.answer(game.state)
    assert answer is not None
    assert "A at F" in answer.words


@pytest.mark.rule("9.12", "9.13")
def test_no_more_attacks_where_only_losses_are_to_be_had() -> None:
    game = position(german("A", "infantry", 1, CLERVAUX), allied("E", "infantry", 4, CLERVAUX))
    do(game, "end")
    answer = G.answer(game.state)
    assert answer is not None
    assert notations(list(answer.commands)) == ["done"]
    assert answer.words == TITLE.command_text(game.state, answer.commands[0]) == "No attacks"


@pytest.mark.rule("9.3")
def test_odds_of_every_battle_that_can_be_fought() -> None:
    game = position(
        german("A", "infantry", 3, CLERVAUX), german("B", "armour", 4, "70"), allied("E", "infantry", 1, CLERVAUX)
    )
    before = G.odds_at(game.state)
    assert before.keys() == {CLERVAUX}, "with the armour that can still get there"
    do(game, "end")
    after = G.odds_at(game.state)
    assert after.keys() == {CLERVAUX}
    assert int(before[CLERVAUX].split("%")[0]) > int(after[CLERVAUX].split("%")[0])
    odds = game.odds(game.parse(f"battle {CLERVAUX}"))
    assert odds is not None
    heading, (taken, _) = odds.details[0]
    assert heading == "German takes Clervaux"
    assert after[CLERVAUX] == f"{taken.p:.0%}"


# Bridges, stacking


@pytest.mark.rule("10.29")
def test_the_likeliest_unit_blows_the_bridge() -> None:
    game = position(
        german("G", "infantry", 2, "51"), allied("Eng", "engineer", 1, "70"), allied("Inf", "infantry", 1, "70"),
        intact=["51-70"], at="17-1",
    )  # fmt: skip
    do(game, "move G", "to 70")
    answer = G.answer(game.state)
    assert answer is not None
    assert notations(list(answer.commands)) == ["blow 51-70 Eng"]


@pytest.mark.rule("10.15", "10.16")
def test_engineers_try_the_likeliest_bridge_and_are_not_forgotten() -> None:
    game = position(unit("Eng", "German engineer 1 @51"), unit("Inf", "German infantry 1 @70"), dice=[10])
    do(game, "end")
    assert any("Dasburg-Marnach bridge" in words for words in G.warnings(game.state))
    answer = G.answer(game.state)
    assert answer is not None
    assert answer.words == "Eng builds the Dasburg-Marnach bridge: on 4-"


@pytest.mark.rule("7.2")
def test_an_overstack_loses_as_little_as_it_can_and_is_told_before() -> None:
    """Rule 7.2 with units that cannot move any more."""
    names = ("A", "B", "C", "D", "E")
    stack = [
        german(name, "infantry", size, CLERVAUX, marked=True) for name, size in zip(names, (3, 3, 2, 1, 1), strict=True)
    ]
    game = position(*stack)
    assert any("eliminated (7.2)" in words for words in G.warnings(game.state))
    do(game, "end")
    answer = G.answer(game.state)
    assert answer is not None
    assert notations(list(answer.commands)) in (["remove D"], ["remove E"])


@pytest.mark.rule("13.12")
def test_an_empty_town_on_the_only_road_is_told() -> None:
    """An Allied unit beside an empty area through which alone a German one draws supply."""
    game = position(german("Far", "infantry", 2, "66"), allied("Raider", "infantry", 1, "65"), at="18-1")
    told = [words for words in G.warnings(game.state) if "out of supply (13.12)" in words]
    cut = {words.partition(" is empty")[0] for words in told}
    for words in cut:
        space = words.split()[0]
        trial = position(
            german("Far", "infantry", 2, "66"), allied("Raider", "infantry", 1, "65"),
            allied("Raid", "infantry", 1, space), at="18-1",
        )  # fmt: skip
        assert "Far" in trial.state.unsupplied_at_start


def test_nothing_is_proposed_once_the_game_is_over_or_while_moving() -> None:
    game = position(german("A", "infantry", 1, CLERVAUX))
    assert G.answer(game.state) is None
    do(game, "move A")
    assert G.odds_at(game.state) == {}
    assert G.movable(game.state, CLERVAUX) == ["A"]
    assert game.side == GERMAN
    assert first(game, ["A"], "67").commands[0] == commands.To("67"), "it is in hand already"


@pytest.mark.rule("8.1", "9.13")
def test_the_move_to_the_best_attack_is_proposed_until_none_gains_more() -> None:
    game, gains = Game.new("tigers_in_the_mist/campaign", 1), []
    while not isinstance(top(game.state), activation.Movement):
        game.apply(next(iter(game.legal())))
    while (found := G.considered(game.state)) is not None:
        before = dict(G.odds_at(game.state))
        for command in found.commands:
            game.apply(command)
        assert isinstance(top(game.state), activation.Movement)
        area = next(each.space for each in reversed(found.commands) if isinstance(each, commands.To))
        assert area in before
        assert f"taken {before[area]}" in found.words
        gains.append(area)
    assert len(gains) > 1
