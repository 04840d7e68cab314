"""Games: what may be done, what it does, and that a refusal changes nothing."""

import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

import pytest

from tests.core.skirmish import Bid, Dodge, End, Fire, Hide, OrdersStep, Skirmish, Stand, Table, TurnStep, played
from wargame_tui.core.command import BadNotation, Command
from wargame_tui.core.dice import Dice, number
from wargame_tui.core.game import Game, GameOver, NoUndo
from wargame_tui.core.patch import BadPatch
from wargame_tui.core.save import dump, load
from wargame_tui.core.step import IllegalCommand, Step
from wargame_tui.core.title import BadOption, BadState, UnknownScenario


def new(seed: int = 1, **options: Any) -> Game:
    return Game.new("skirmish/duel", seed, options)


def photo(game: Game) -> str:
    """Everything about a game."""
    return json.dumps([dump(game), game.edited, game.scripted, repr(game.states), repr(game.entries)])


# Setting up


def test_a_game_plays_on_to_its_first_decision() -> None:
    game = new()
    assert (game.side, game.seq, game.over) == ("red", 0, None)
    assert game.trail == ["Turn 1", "Orders of red"]
    assert game.prompt.rule == "3"


@pytest.mark.parametrize("scenario", ["skirmish/spam", "spam/duel", "skirmish", "", "/"])
def test_unknown_scenarios(scenario: str) -> None:
    with pytest.raises(UnknownScenario):
        Game.new(scenario, 1)


@pytest.mark.parametrize("options", [{"spam": 1}, {"undo": "sometimes"}, {"undo": []}, {"undo": None}])
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        new(**options)


def test_options_reach_the_title_without_the_kernels_own() -> None:
    assert new(strength=5, undo="free").state.units["r1"].strength == 5


def test_dice_given_at_the_start_are_a_line_of_the_journal() -> None:
    game = Game.new("skirmish/duel", 1, dice=[6, 5])
    assert [(line.side, line.text) for line in game.lines()] == [("*", "dice [6, 5]")]
    assert game.scripted


# Legal commands


def test_every_listed_command_is_accepted_and_no_other() -> None:
    for moves in range(0, 40, 3):
        game = played(moves)
        legal = game.legal()
        assert len(set(legal)) == len(legal)
        every = [*(Fire(a, b) for a in UNITS for b in UNITS), *map(Hide, UNITS), *map(Bid, range(5))]
        for command in [*every, End(), Dodge(), Stand()]:
            assert (game.refusal(command) is None) == (command in legal)
            if command in legal:
                game.branch().apply(command)
            elif not game.over:
                with pytest.raises(IllegalCommand):
                    game.branch().apply(command)


UNITS = ["r1", "r2", "r3", "b1", "b2", "b3"]


def test_the_list_can_be_cut_and_is_lazy() -> None:
    game = new()
    assert game.legal(2) == game.legal()[:2]
    assert next(game.iter_legal()) == game.legal()[0]


def test_nothing_is_listed_in_checking_a_journal(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(40, seed=3)

    def listed(step: OrdersStep, table: Table) -> Iterator[Command]:
        raise AssertionError("nobody has asked")

    monkeypatch.setattr(OrdersStep, "legal", listed)
    assert load(dump(game)).checks() == game.checks()


def test_commands_are_taken_as_notation_object_or_value() -> None:
    games = [new(), new(), new()]
    forms: list[str | dict[str, Any] | Command] = ["bid 2", {"verb": "bid", "amount": 2}, Bid(2)]
    for game, given in zip(games, forms, strict=True):
        game.apply(given)
    assert photo(games[0]) == photo(games[1]) == photo(games[2])


def test_commands_are_listed_in_part_or_whole() -> None:
    game = new()
    everything = list(game.iter_legal())
    assert game.legal(1) == everything[:1]
    assert game.legal() == game.legal(len(everything) + 5) == everything
    assert game.legal(2) == everything[:2]
    game.legal().clear()
    assert game.legal() == everything


def test_what_is_listed_follows_the_game() -> None:
    game = new(undo="free")
    first = game.legal()
    twin = game.branch()
    game.apply(first[0])
    second = game.legal()
    assert second == list(game.iter_legal())
    assert twin.legal() == first
    game.undo()
    assert game.legal() == first
    game.apply(first[0])
    assert game.legal() == second


def test_odds_are_for_legal_commands() -> None:
    game = new()
    odds = game.odds(Fire("r1", "b1"))
    assert odds is not None
    assert sum(chance.p for chance in odds.outcomes) == 1
    assert game.odds(End()) is None
    with pytest.raises(IllegalCommand):
        game.odds(Fire("b1", "r1"))


# Applying


def test_sub_steps_reactions_and_automatic_steps() -> None:
    game = new()
    assert game.apply("fire r1 b2") == ()
    assert game.side == "blue"
    assert game.trail[-1] == "b2 under fire"
    events = game.apply("stand")
    dice = [number(1, 0, 6), number(1, 1, 6)]
    hits = sum(die >= 4 for die in dice)
    assert [event.kind for event in events] == ["shot"]
    assert events[0].data == {"unit": "r1", "target": "b2", "dice": dice, "hits": hits}
    assert game.state.units["b2"].strength == 3 - hits
    assert game.side == "red"


def test_a_step_without_a_choice_passes_by_itself() -> None:
    game = Game.new("skirmish/duel", 1, dice=[1, 1, 1, 1])
    game.apply("fire r1 b2")
    game.apply("dodge")
    events = game.apply("fire r2 b2")
    assert [event.kind for event in events] == ["shot"], "b2 has no dodge left, so blue is not asked"
    assert game.seq == 4
    assert [entry.unasked for entry in game.entries[1:]] == [(), (), ("stand",)]


def test_the_decision_passes_and_turns_go_by() -> None:
    game = new()
    game.apply("end")
    assert game.side == "blue"
    assert [event.kind for event in game.apply("end")] == ["turn"]
    assert (game.side, game.trail[0]) == ("red", "Turn 2")


def test_a_game_ends_and_then_takes_no_more_commands() -> None:
    game = Game.new("skirmish/duel", 1, {"strength": 1}, dice=[6] * 6)
    for unit in ("1", "2", "3"):
        game.apply(f"fire r{unit} b{unit}")
        game.apply("stand")
    assert game.over is not None
    assert (game.over.winner, game.over.points) == ("red", 3)
    assert (game.side, game.legal(), game.prompt.text[:12]) == (None, [], "The game is ")
    before = photo(game)
    for act in (lambda: game.apply("end"), lambda: game.odds(End())):
        with pytest.raises(GameOver):
            act()
    refusal = game.refusal(End())
    assert refusal is not None
    assert photo(game) == before


def test_time_runs_out_in_every_game() -> None:
    assert all(played(10_000, seed).over for seed in range(20))


def test_same_seed_and_commands_same_game() -> None:
    assert photo(played(50, 3)) == photo(played(50, 3))
    assert photo(played(50, 3)) != photo(played(50, 4))


# Refusals


@pytest.mark.parametrize(
    ("given", "reason", "rule"),
    [("fire b1 r1", "not your unit", "3.1"), ("fire r1 r2", "not an enemy", "4.1"), ("bid 9", "bid another", "6")],
)
def test_a_refusal_has_a_reason_and_a_rule(given: str, reason: str, rule: str) -> None:
    with pytest.raises(IllegalCommand) as caught:
        new().apply(given)
    assert reason in caught.value.refusal.reason
    assert caught.value.refusal.rule == rule


def fail(*_: Any, **__: Any) -> None:
    raise KeyError("a bug in the rules")


@pytest.mark.parametrize(
    ("act", "error"),
    [
        (lambda game: game.apply("fire b1 r1"), IllegalCommand),
        (lambda game: game.apply("march"), BadNotation),
        (lambda game: game.apply(None), BadNotation),
        (lambda game: game.undo(99, agreed=True), NoUndo),
        (lambda game: game.undo(0), NoUndo),
        (lambda game: game.undo(-1, agreed=True), NoUndo),
        (lambda game: game.script([7]), ValueError),
        (lambda game: game.script([1, 0]), ValueError),
        (lambda game: game.script([True]), ValueError),
        (lambda game: game.script(["6"]), ValueError),
        (lambda game: game.script([2.0]), ValueError),
        (lambda game: game.script([10**5000]), ValueError),
        (lambda game: game.edit([{"op": "remove", "path": "/spam"}]), BadPatch),
        (lambda game: game.edit("spam"), BadPatch),
        (lambda game: game.edit([{"op": "add", "path": "/turn", "value": {1}}]), BadPatch),
        (lambda game: game.edit([{"op": "add", "path": "/turn", "value": float("nan")}]), BadPatch),
        (lambda game: game.edit([{"op": "add", "path": "/turn", "value": "x"}]), BadState),
        (lambda game: game.edit([{"op": "replace", "path": "/stack", "value": []}]), BadState),
    ],
)
def test_whatever_is_refused_changes_nothing(act: Callable[[Game], None], error: type[Exception]) -> None:
    game = played(12)
    before = photo(game)
    with pytest.raises(error):
        act(game)
    assert photo(game) == before


def test_a_bug_in_the_rules_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new()
    game.apply("fire r1 b1")
    before = photo(game)
    monkeypatch.setattr("tests.core.skirmish.TableDraft.tell", fail)  # called after the dice are rolled
    with pytest.raises(KeyError):
        game.apply("stand")
    assert photo(game) == before


@dataclass(frozen=True, slots=True)
class Spin(Step[Any, Any]):
    """A step that never comes to an end."""

    kind: Literal["spin"] = "spin"

    def proceed(self, g: Any) -> None:
        g.swap()


def test_steps_that_go_round_in_a_circle_are_found_out() -> None:
    class Spinning(Skirmish):
        def start(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> Table:
            return replace(super().start(scenario, options, dice), stack=(Spin(),))  # type: ignore[arg-type]

    with pytest.raises(RuntimeError, match="circle"):
        Game(Spinning(), "skirmish/duel", 1)


@dataclass(frozen=True, slots=True)
class Forced(OrdersStep):
    """Orders with `end` alone, which a step may make by itself, or several, which it may not."""

    passes_alone: ClassVar[bool] = True
    choices: int = 1

    def candidates(self, table: Any) -> Iterator[Command]:
        return iter([End(), Bid(1), Bid(2)][: self.choices])


@pytest.mark.parametrize(("choices", "given"), [(0, 1), (1, 2), (2, 1)])
def test_only_a_single_legal_command_is_made_without_asking(choices: int, given: int) -> None:
    class Forcing(Skirmish):
        def start(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> Table:
            start = super().start(scenario, options, dice)
            return replace(start, stack=(TurnStep(given=1), Forced("red", choices=choices)))

    assert Game(Forcing(), "skirmish/duel", 1).state.stack[0].given == given


# Undo


def test_undo_restores_everything_dice_included() -> None:
    game = played(30, options={"undo": "free"})
    photos = []
    moves = random.Random(2)
    for _ in range(10):
        photos.append(photo(game))
        game.apply(moves.choice(game.legal()))
    for before in reversed(photos):
        game.undo()
        assert photo(game) == before


def test_several_commands_are_taken_back_at_once() -> None:
    game = new()
    before = photo(game)
    for amount in (1, 2, 3):
        game.apply(Bid(amount))
    game.undo(3)
    assert photo(game) == before
    with pytest.raises(NoUndo, match="nothing to take back"):
        game.undo()


@pytest.mark.parametrize(
    ("commands", "why"),
    [
        (["fire r1 b1", "stand"], "dice"),
        (["fire r1 b1"], "the other side decides"),
        (["end"], "the other side decides"),
    ],
)
def test_undo_stops_at(commands: list[str], why: str) -> None:
    game = new()
    for command in commands:
        game.apply(command)
    assert not game.can_undo()
    before = photo(game)
    with pytest.raises(NoUndo, match="cannot be taken back"):
        game.undo()
    assert photo(game) == before, why
    game.undo(agreed=True)
    assert game.seq == len(commands) - 1


def test_undo_counts_every_barrier_on_its_way() -> None:
    game = new()
    for command in ("fire r1 b1", "stand", "bid 1"):
        game.apply(command)
    game.undo()
    game.apply("bid 1")
    with pytest.raises(NoUndo, match="`stand`"):
        game.undo(2)


def test_free_undo_by_option() -> None:
    game = played(30, options={"undo": "free"})
    while game.seq:
        assert game.can_undo()
        game.undo()
    assert photo(game) == photo(new(undo="free"))
    assert not game.can_undo()


def test_an_undone_game_goes_on_as_if_nothing_had_been() -> None:
    game = new(undo="free")
    game.apply("bid 3")
    game.checks()
    game.undo()
    twin = new(undo="free")
    for one in (game, twin):
        one.apply("fire r1 b1")
        one.apply("stand")
    assert photo(game) == photo(twin)


def test_the_end_of_the_game_can_be_taken_back_by_agreement() -> None:
    game = played(10_000)
    with pytest.raises(NoUndo):
        game.undo()
    game.undo(agreed=True)
    assert game.over is None
    assert game.legal()


# Editing and scripting


def test_an_edit_changes_the_position_and_marks_the_game() -> None:
    game = new()
    game.edit([{"op": "replace", "path": "/units/r1/strength", "value": 9}])
    assert game.state.units["r1"].strength == 9
    assert game.edited
    assert not game.scripted
    assert game.lines()[0].side == "*"


def test_an_edit_plays_on_to_the_next_decision() -> None:
    game = new()
    game.edit([{"op": "replace", "path": "/stack", "value": [{"kind": "turn", "given": 1}]}])
    assert game.side == "blue"


UNDER_FIRE = [
    {"op": "replace", "path": "/units/b1/dodges", "value": 0},
    {"op": "add", "path": "/stack/-", "value": {"kind": "shot", "unit": "r1", "target": "b1"}},
    {"op": "add", "path": "/stack/-", "value": {"kind": "dodge", "unit": "b1"}},
]


def test_an_edit_without_settling_leaves_the_position_as_it_was_written() -> None:
    settled, game = new(), new()
    settled.edit(UNDER_FIRE)
    assert (settled.side, settled.entries[-1].unasked) == ("red", ("stand",))
    game.edit(UNDER_FIRE, settle=False)
    assert (game.side, game.legal(), game.state.dice.count) == ("blue", [Stand()], 0)
    assert (game.entries[-1].events, game.entries[-1].unasked) == ((), ())
    game.apply("stand")
    assert game.state == settled.state


def test_an_edit_without_settling_is_for_positions_in_which_somebody_decides() -> None:
    game = new()
    with pytest.raises(BadState, match="nobody decides in the step `shot`"):
        game.edit(UNDER_FIRE[:2], settle=False)
    assert (game.seq, game.edited) == (0, False)


def test_an_edit_to_the_end_of_the_game() -> None:
    game = new()
    game.edit([{"op": "replace", "path": "/over", "value": {"winner": "red", "level": "x", "reason": "y"}}])
    assert game.over is not None


def test_an_edit_that_rolls_dice_cannot_be_taken_back() -> None:
    game = new()
    shot = {"kind": "shot", "unit": "r1", "target": "b1"}
    game.edit([{"op": "add", "path": "/stack/-", "value": shot}])
    assert game.state.dice.count == 2
    with pytest.raises(NoUndo):
        game.undo()


@pytest.mark.parametrize("mark", ["edited", "scripted"])
def test_marks_stay_though_their_cause_is_taken_back(mark: str) -> None:
    game = new()
    if mark == "edited":
        game.edit([{"op": "replace", "path": "/bid", "value": 2}])
    else:
        game.script([6, 6])
    game.undo()
    assert getattr(game, mark)
    assert game.seq == 0


def test_scripted_dice_show_up_in_the_order_given() -> None:
    game = new()
    game.script([6, 1])
    game.script([5, 5])
    game.apply("fire r1 b1")
    assert game.apply("stand")[0].data["dice"] == [6, 1]
    game.apply("fire r2 b2")
    assert game.apply("stand")[0].data["dice"] == [5, 5]
    game.apply("fire r3 b3")
    assert game.apply("stand")[0].data["dice"] == [number(1, 4, 6), number(1, 5, 6)]


def test_scripted_dice_can_be_taken_back() -> None:
    game = new()
    game.unscript()
    assert (game.seq, game.scripted) == (0, False)
    game.script([6, 1, 5])
    game.unscript()
    assert (game.seq, game.scripted, game.state.dice) == (2, True, new().state.dice)


# Checks and branches


def test_checks_differ_from_the_first_difference_on() -> None:
    one, other = new(), new()
    for game, bid in ((one, 1), (other, 2)):
        game.apply("fire r1 b1")
        game.apply(Bid(bid) if game.side == "red" else "stand")
        game.apply(f"bid {bid}")
        game.apply("bid 3")
    same = [a == b for a, b in zip(one.checks(), other.checks(), strict=True)]
    assert same == [True, True, False, False]


def test_checks_vouch_for_results_and_beginnings() -> None:
    def shot(seed: int, **options: Any) -> list[str]:
        game = new(seed, **options)
        game.apply("fire r1 b1")
        game.apply("stand")
        return game.checks()

    assert shot(1) == shot(1)
    assert shot(1)[0] != shot(2)[0]
    assert shot(1)[0] != shot(1, strength=4)[0]


def test_checks_are_those_of_the_lines_left() -> None:
    game = new()
    game.apply("bid 1")
    first = [*game.checks()]
    game.apply("bid 2")
    assert game.checks()[:1] == first
    game.undo()
    assert game.checks() == first


def test_lines_from_anywhere() -> None:
    game = played(9)
    assert [line.text for line in game.lines()] == [entry.text for entry in game.entries]
    assert game.lines(4) == game.lines()[4:]
    assert game.lines(9) == []


def test_a_branch_goes_its_own_way() -> None:
    game = played(9)
    before = photo(game)
    twin = game.branch()
    assert photo(twin) == before
    twin.apply(twin.legal()[0])
    assert photo(game) == before
