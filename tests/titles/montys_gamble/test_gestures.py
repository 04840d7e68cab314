"""Gestures: units go as a stack, attacks are declared with everybody, losses and retreats are proposed as a whole."""

from collections.abc import Iterable, Iterator
from random import Random

import pytest

from tests.titles.montys_gamble.kit import ALLIED, BOOK, GERMAN, TITLE, do, position, unit
from wargame_tui.board.gestures import Gesture, Way
from wargame_tui.board.steps import top
from wargame_tui.core.command import Command
from wargame_tui.core.game import Game, tried
from wargame_tui.titles.montys_gamble import bot, commands
from wargame_tui.titles.montys_gamble.rules import advantage, areas, refit_phase
from wargame_tui.titles.montys_gamble.rules.bombardment import Attrition
from wargame_tui.titles.montys_gamble.rules.casualties import Absorb
from wargame_tui.titles.montys_gamble.rules.dday import DropAreaActs
from wargame_tui.titles.montys_gamble.state import Draft, State

G = TITLE.gestures


def notations(series: Iterable[Command]) -> list[str]:
    return [command.notation() for command in series]


def give(game: Game, series: Iterable[Command]) -> None:
    for command in series:
        game.apply(command)


def answer(game: Game) -> Gesture:
    found = G.answer(game.state)
    assert found is not None
    return found


def way(game: Game, units: list[str], to: str) -> Way:
    found: Way = G.ways(game.state, units)[to][0]
    return found


# Moving


@pytest.mark.rule("8.21", "9.2")
def test_a_stack_goes_and_its_assault_is_begun_for_it() -> None:
    """From 64 up the road to 63: the area is activated by the same gesture."""
    game = position(unit("1Cold", "64"), unit("2Gren", "64"), unit("1Gren", "64"), control={"63": "XXX"})
    stack = list(G.movable(game.state, "64"))
    assert sorted(stack) == ["1Cold", "1Gren", "2Gren"]
    found = way(game, stack, "63")
    assert notations(found.commands)[0] == "assault 64"
    assert len(found.commands) == 1 + len(stack)
    assert (found.path, found.fights) == (("63",), False)
    give(game, found.commands)
    assert {game.state.units[name].location for name in stack} == {"63"}


@pytest.mark.rule("9.65", "15.12")
def test_guns_follow_who_leads() -> None:
    game = position(unit("1Cold", "64"), unit("55Fd", "64"))
    stack = list(G.movable(game.state, "64"))
    assert stack[0] == "1Cold"
    found = way(game, ["55Fd", "1Cold"], "63")
    assert notations(found.commands) == ["assault 64", "move 1Cold 63", "move 55Fd 63"]


@pytest.mark.rule("9.61")
def test_who_finds_no_room_is_named() -> None:
    """An area holds ten units of a side: of twelve, two stay."""
    roster, limit = BOOK.roster, BOOK.charts.limits.stacking
    names = [n for n in roster if (roster[n].side, roster[n].type, roster[n].range) == (ALLIED, "infantry", None)]
    game = position(*[unit(name, "F") for name in names[: limit + 2]], control={"64": "XXX", "F": "XXX"})
    found = way(game, list(G.movable(game.state, "F")), "64")
    assert found.mode.startswith("without ")
    give(game, found.commands)
    assert len(areas.units_in(game.state, "64", ALLIED)) == limit


def played(seed: int, most: int) -> Iterator[Game]:
    """Moments of a game of two greedy players."""
    game = Game.new("montys_gamble/basic", seed)
    for _ in range(most):
        if game.over:
            return
        yield game
        game.apply(bot.choose(game))


@pytest.mark.rule("9.2", "8.21", "10.7", "10.8", "10.9", "11.41")
def test_every_way_attack_and_answer_is_legal_and_true() -> None:
    """Over the first days: what is offered can be done, and does what it says."""
    chance, ways, attacks, answers = Random(1), 0, 0, 0
    for game in played(3, 450):
        state: State = game.state
        step = top(state)
        found = G.answer(state)
        if found is not None:
            answers += 1
            trial = game.branch()
            for command in found.commands:
                assert trial.side == game.side
                assert trial.refusal(command) is None, (found, command)
                trial.apply(command)
        side = game.side
        if side is None or step.kind not in ("impulse", "operations") or chance.random() < 0.6:
            continue
        for space, words in list(G.odds_at(state).items())[:2]:
            declared = G.attack(state, space)
            assert declared, (space, words)
            attacks += 1
            after = tried(TITLE.draft(state), declared)
            assert top(after).fight_refusal(after) is None
            assert TITLE.command_text(after, commands.Fight()).startswith("Attack with")
        spaces = [space for space in areas.positions(state).of_side[side] if G.movable(state, space)]
        for space in chance.sample(spaces, min(2, len(spaces))):
            stack = list(G.movable(state, space))
            for units in (stack[:1], stack):
                for to, (one, *_) in list(G.ways(state, units).items())[:6]:
                    ways += 1
                    after = tried(TITLE.draft(state), one.commands)
                    gone = [name for name in units if after.units[name].location == to]
                    assert gone
                    assert (len(gone) == len(units)) == ("without" not in one.mode)
                    assert one.path[-1] == one.to == to
                    assert len(one.costs) == len(one.path)
                    assert one.fights == (not areas.is_vacant(state, to, step.decider(state)))
    assert min(ways, attacks, answers) > 20, (ways, attacks, answers)


@pytest.mark.rule("8.21")
def test_the_tally_counts_who_has_acted() -> None:
    game = position(unit("1Cold", "64"), unit("2Gren", "64"), control={"63": "XXX"})
    assert G.tally(game.state) is None
    assert {space: sorted(units) for space, units in G.unmoved(game.state).items()} == {"64": ["1Cold", "2Gren"]}
    do(game, "assault 64", "move 1Cold 63")
    assert "2Gren" in G.unmoved(game.state)["64"]
    tally = G.tally(game.state)
    assert tally is not None
    assert (tally.done, tally.of) == (1, 2)


# Attacking


@pytest.mark.rule("10.7", "10.72A")
def test_an_attack_is_declared_with_all_up_to_its_commitment() -> None:
    game = position(unit("1Cold", "63"), unit("2Gren", "63"), unit("Kerutt", "63", "spent"))
    dice = game.state.dice
    declared = G.attack(game.state, "63")
    assert declared is not None
    assert notations(declared)[:2] == ["assault 63", "attack 63"]
    assert commands.Fight() not in declared
    give(game, declared)
    step = top(game.state)
    assert set(step.attackers) == {"1Cold", "2Gren"}
    factors = {name: game.state.units[name].attack for name in step.attackers}
    assert factors[step.point] == max(factors.values())
    assert game.state.dice == dice
    assert notations(answer(game).commands) == ["fight"]
    assert answer(game).words.startswith("Attack with 2 units: AV ")


@pytest.mark.rule("10.72")
def test_an_attack_of_many_is_proposed_in_few_words() -> None:
    """Else it fills the list of a small screen, and nothing else of it can be seen."""
    game = position(
        *(unit(name, "63") for name in ("1Cold", "2Gren", "3Irish", "5Cold")), unit("Kerutt", "63", "spent")
    )
    do(game, "assault 63", "attack 63")
    found = answer(game)
    assert notations(found.commands)[-1] == "fight"
    who, joining, fought = found.words.split("; ")
    assert who == "1 Cold leads"
    assert joining == "2 Gren, 3 Irish and 5 Cold join"
    assert fought.startswith("Attack with 4 units: AV ")


@pytest.mark.rule("10.7", "9.2", "10.2")
def test_an_attack_on_the_next_area_brings_its_units_there() -> None:
    game = position(unit("1Cold", "64"), unit("2Gren", "64"), unit("Kerutt", "63", "spent"))
    words = G.odds_at(game.state)["63"]
    declared = G.attack(game.state, "63")
    assert declared is not None
    assert notations(declared)[0] == "assault 64"
    assert {command.notation() for command in declared} >= {"move 1Cold 63", "move 2Gren 63", "attack 63"}
    give(game, declared)
    odds = game.odds(commands.Fight())
    assert odds is not None
    won = sum(chance.p for chance in odds.outcomes if chance.data["result"] == "success")
    assert words.split()[1] == f"{won:.0%}"
    assert G.attack(game.state, "13") is None


# Answers


@pytest.mark.rule("11.41")
def test_the_only_distribution_of_attrition_is_one_answer() -> None:
    game = position(
        unit("1Para", "13"), unit("2Para", "13"), unit("3Para", "13"),
        stack=(*position(unit("1Para", "13")).state.stack, Attrition("13", ALLIED, 9)), side=GERMAN,
    )  # fmt: skip
    assert isinstance(top(game.state), Attrition)
    found = answer(game)
    give(game, found.commands)
    assert not isinstance(top(game.state), Attrition)
    assert all(each.condition == "spent" for each in game.state.units.values())


@pytest.mark.rule("10.8")
def test_casualty_points_are_absorbed_as_a_whole() -> None:
    below = position(unit("1Para", "13")).state.stack
    game = position(
        unit("1Para", "13"), unit("2Para", "13"), unit("3Para", "13", "dis2"), unit("Krafft", "13"),
        stack=(*below, Absorb("13", ALLIED, 3, None)), side=GERMAN,
    )  # fmt: skip
    found = answer(game)
    give(game, found.commands)
    assert not isinstance(top(game.state), Absorb)
    assert all(each.location != "eliminated" for each in game.state.units.values()), "nobody is lost needlessly"


@pytest.mark.rule("12.41")
@pytest.mark.parametrize(("side", "sign"), [(ALLIED, 1), (GERMAN, -1)])
def test_the_sunset_is_never_moved_against_the_player_who_moves_it(side: str, sign: int) -> None:
    """Who has most to win by a long day is offered a long day, first and by proposal."""
    loser = GERMAN if side == ALLIED else ALLIED
    base = position(unit("1Para", "13"))
    game = position(
        unit("1Para", "13"),
        unit("Krafft", "16"),
        stack=(*base.state.stack, advantage.Aftermath((loser,))),
    )
    draft = Draft(game.state)
    draft.note(losses={loser: 9})
    state = draft.freeze()
    if not isinstance(top(state), advantage.Aftermath):
        draft.stack = (*draft.stack, advantage.Aftermath((loser,)))
        state = draft.freeze()
    first = next(iter(top(state).legal(state)))
    assert first.spaces * sign > 0
    found = G.answer(state)
    assert found is not None
    assert [command.spaces * sign > 0 for command in found.commands if isinstance(command, commands.Sunset)] == [True]
    assert ("longer day" in TITLE.command_text(state, first)) == (sign > 0)


@pytest.mark.rule("12.2")
def test_a_roll_is_kept_where_another_cannot_help() -> None:
    """An overrun cannot be bettered by the attacker; the words say so, and what stands."""
    game = position(
        unit("1Cold", "64"), unit("2Gren", "64"), unit("Kerutt", "63", "dis2"), holder=ALLIED, dice=[6, 6, 1, 1]
    )
    declared = G.attack(game.state, "63")
    assert declared is not None
    give(game, [*declared, commands.Fight()])
    assert isinstance(top(game.state), advantage.Roll)
    assert game.prompt.text.startswith("Attacker 12, defender 2: overrun")
    assert "Reroll? (Advantage then German)" in game.prompt.text
    found = answer(game)
    assert notations(found.commands) == ["keep"]
    assert found.words == "Keep: a reroll cannot help"


@pytest.mark.rule("12.2", "10.74")
def test_a_repulse_says_so_before_it_stands() -> None:
    game = position(unit("1Cold", "64"), unit("Kerutt", "63"), holder=ALLIED, dice=[1, 1, 6, 6])
    declared = G.attack(game.state, "63")
    assert declared is not None
    give(game, [*declared, commands.Fight()])
    assert game.prompt.text.startswith("Attacker 2, defender 12: repulsed, all attackers Dis1")
    again = game.odds(commands.Reroll())
    assert again is not None
    better = sum(chance.p for chance in again.outcomes if chance.data["result"] != "failed")
    assert answer(game).words.endswith(f": a reroll is better in {better:.0%}")


@pytest.mark.rule("12.2", "18.44")
def test_a_question_about_a_die_of_interdiction_leads_to_where_the_unit_drops() -> None:
    game = Game.new("montys_gamble/basic", 3)
    asked = (step for step in _until_decided(game) if isinstance(step, advantage.Roll))
    roll = next(step for step in asked if step.purpose == "interdiction")
    assert answer(game).path == (game.state.units[roll.subject].location,)


def _until_decided(game: Game) -> Iterator[object]:
    """Every decision of a game that is played as proposed."""
    for _ in range(60):
        yield game.state.stack[-1]
        found = G.answer(game.state)
        give(game, found.commands if found is not None else [next(game.iter_legal())])
    raise AssertionError("it was never asked")


@pytest.mark.rule("8.21", "12.3")
def test_an_impulse_in_which_nobody_can_act_ends_in_one_answer() -> None:
    game = position(unit("1Cold", "64", mf=1), unit("Krafft", "13"), control={"63": "XXX", "64": "XXX"}, holder=ALLIED)
    assert G.answer(game.state) is None
    do(game, "assault 64")
    assert G.answer(game.state) is None, "somebody can still move"
    do(game, "move 1Cold 63", "move 1Cold 64")
    assert {command.verb for command in game.legal()} == {"double", "end"}
    found = answer(game)
    assert notations(found.commands) == ["end"], "the sunset is rolled before a second half is offered"
    game = position(unit("Krafft", "13", mf=1), side=GERMAN, holder=GERMAN)
    do(game, "assault 13")
    while moves := [command for command in game.legal() if isinstance(command, commands.Move)]:
        game.apply(moves[0])
    found = answer(game)
    assert notations(found.commands) == ["end", "end"]
    give(game, found.commands)
    assert top(game.state).kind != "operations"
    assert game.side != GERMAN or top(game.state).stage == "choose"


@pytest.mark.rule("20.4")
def test_a_drop_area_is_asked_only_what_it_can_do() -> None:
    for game in played(1, 120):
        step = top(game.state)
        if isinstance(step, DropAreaActs) and step.action is None:
            able = {command.action for command in game.legal() if isinstance(command, commands.DropAction)}
            words = game.prompt.text.partition(": ")[2].split(" or ")
            assert {word.split()[0] for word in words} == able
            about = {TITLE.target(game.state, command).space for command in game.legal()}
            assert about == {step.area}, "the cursor goes there"
            return
    pytest.fail("no drop area acted")


# Warnings


@pytest.mark.rule("13.4")
def test_depots_not_placed_are_told_with_what_is_lost() -> None:
    game = position(unit("Krafft", "13", "spent"), side=GERMAN, phase="refit")
    told = G.warnings(game.state)
    assert len(told) == 1
    lost = sum(depot.points for depot in game.state.depots.values() if depot.location is None)
    assert f"{lost} SP lost (13.4)" in told[0]
    assert f"{lost} SP of depots not placed are lost" in TITLE.command_text(game.state, commands.End())
    found = answer(game)
    assert any(isinstance(command, commands.PlaceDepot) for command in found.commands)


@pytest.mark.rule("8.24")
def test_a_second_pass_is_told() -> None:
    game = position(unit("1Cold", "64"), passes=1)
    assert G.warnings(game.state) == ("A second pass in a row ends the day (8.24)",)


# Words


@pytest.mark.rule("9.22")
def test_a_die_is_told_with_its_number_and_its_chance() -> None:
    game = position(unit("2Para", "17"), control={"17": "airborne"})
    do(game, "assault 17")
    seize = next(command for command in game.legal() if isinstance(command, commands.Seize))
    words = TITLE.command_text(game.state, seize)
    assert words.startswith("Seize the ")
    assert " on d6, " in words


@pytest.mark.rule("13.6", "13.7", "20.4")
def test_every_decision_but_those_within_an_assault_has_a_proposal() -> None:
    """Which impulse, regroup, refit, depots, drop areas, reinforcements: a whole game of the greedy player."""
    game, where = Game.new("montys_gamble/basic", 1), {"operations"}
    seen = set()
    while game.over is None:
        step = top(game.state)
        seen.add((step.kind, getattr(step, "stage", "")))
        found = G.answer(game.state) or G.considered(game.state)
        assert found is not None or step.kind in where, game.prompt
        if found is not None and step.kind in ("impulse", "regroup"):
            assert found.commands
            assert G.after(game.state, found.commands[:-1]) is not None
        game.apply(bot.choose(game))
    assert {("refit", "depots"), ("refit", "refit"), ("airborne_phase", "act"), ("dropping", "")} <= seen


@pytest.mark.rule("8.2", "10.72")
def test_the_impulse_is_proposed_as_a_whole_up_to_the_commitment_of_its_attack() -> None:
    game, told = Game.new("montys_gamble/basic", 1), list[str]()
    while game.over is None and len(told) < 12:
        found = G.considered(game.state) if top(game.state).kind == "impulse" else None
        if found is not None:
            told.append(found.words)
            after = G.after(game.state, found.commands)
            if " attack " in found.words:
                assert top(after).kind == "attack"
                assert top(after).decider(after) == game.side
                assert [each.verb for each in top(after).legal(after) if each.verb == "fight"]
        game.apply(bot.choose(game))
    assert any(" attack " in words for words in told)


@pytest.mark.rule("6.5")
def test_nobody_regroups_for_the_other_side() -> None:
    game, ends = Game.new("montys_gamble/basic", 1), 0
    while game.over is None and ends < 2:
        if top(game.state).kind == "regroup":
            found = G.considered(game.state)
            assert found is not None
            assert len({type(each) for each in found.commands}) == 1
            give(game, found.commands)
            ends += isinstance(found.commands[0], commands.End)
        else:
            game.apply(bot.choose(game))


@pytest.mark.rule("13.6")
def test_refits_are_proposed_together_until_nothing_is_left() -> None:
    game = Game.new("montys_gamble/basic", 1)
    while getattr(top(game.state), "stage", "") != "refit":
        game.apply(bot.choose(game))
    side, worn = top(game.state).side, 0
    while isinstance(top(game.state), refit_phase.Refitting) and top(game.state).side == side:
        found = answer(game)
        worn += sum(isinstance(command, commands.Refit | commands.Share) for command in found.commands)
        give(game, found.commands)
    assert worn > 1


@pytest.mark.parametrize(("seed", "also"), [(3, set()), (5, {"double"})], ids=["Allied Advantage", "German Advantage"])
def test_where_bridges_are_all_that_can_be_tried_the_attempt_is_proposed(seed: int, also: set[str]) -> None:
    """20.61: who was told `blow the Son bridge` ended the impulse without having tried."""
    game = Game.new("montys_gamble/basic", seed)
    while game.state.stack[-1].kind != "impulse" or game.side != GERMAN:
        proposed = G.answer(game.state) or G.considered(game.state)
        give(game, proposed.commands if proposed else [game.legal()[0]])
    give(game, [commands.Assault("63")])
    assert {command.verb for command in game.legal()} == {"blow", "end", *also}
    assert notations(answer(game).commands) == ["blow 54-63"]
    assert G.tally(game.state) is None, "nobody can act, so nobody is counted"
