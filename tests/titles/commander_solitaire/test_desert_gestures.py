"""What players of Desert Commander mean as one thing: select and go, assaults by proposal, answers side by side."""

from typing import Any

import pytest

from tests.titles.commander_solitaire.desert_kit import position
from wargame_tui.board.gestures import Way
from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.titles.desert_commander import TITLE
from wargame_tui.titles.desert_commander.shown.gestures import DesertGestures

G = DesertGestures(TITLE)
PANZERS = {"EIF": "PZ I/25 Pz, II/25 Pz; INF 12 ID"}


def texts(commands: Any) -> list[str]:
    return [command.notation() for command in commands]


def way(game: Game, space: str, to: str) -> Way:
    return G.ways(game.state, G.movable(game.state, space))[to][0]


def test_all_forces_of_an_area_march_by_one_gesture() -> None:
    game = position(PANZERS, {"NAM": "INF 1"}, owned="HOU", sp=5)
    found = way(game, "EIF", "HOU")
    assert texts(found.commands)[0] == "operation EIF HOU"
    after = G.after(game.state, found.commands)
    assert {force.area for force in after.forces.values() if force.side == "Axis"} == {"HOU"}
    assert not found.declares
    assert not found.fights
    assert found.costs == ("1 SP",)


def test_the_strongest_go_as_far_as_supply_lasts_and_the_others_are_named() -> None:
    game = position({"EIF": "PZ A, B, C; REC D"}, {}, owned="HOU", sp=1)
    found = way(game, "EIF", "HOU")
    assert "add ax-rec-d" not in texts(found.commands)
    assert found.mode == "without REC D"


def test_no_gesture_launches_an_assault() -> None:
    game = position(PANZERS, {"HOU": "INF 1"}, sp=5)
    found = way(game, "EIF", "HOU")
    after = G.after(game.state, found.commands)
    assert after.stack[-1].kind == "forming", "naming the last force would begin it (2.11)"
    assert texts(found.commands) == ["operation EIF HOU", "add ax-pz-i-25-pz", "add ax-pz-ii-25-pz"]
    assert found.declares
    assert texts(found.commit) == ["add ax-inf-12-id"]
    begun = G.after(after, found.commit)
    assert begun is None or begun.stack[-1].kind != "forming"


def test_a_part_of_the_forces_is_committed_by_go() -> None:
    game = position(PANZERS, {"HOU": "INF 1"}, sp=5)
    (found,) = G.ways(game.state, ["ax-pz-i-25-pz", "ax-pz-ii-25-pz"])["HOU"]
    assert texts(found.commands)[1:] == ["add ax-pz-i-25-pz", "add ax-pz-ii-25-pz"]
    assert texts(found.commit) == ["go"]


def test_an_operation_of_the_only_force_is_left_to_the_list_which_asks() -> None:
    game = position({"EIF": "PZ A"}, {"HOU": "INF 1"}, sp=5)
    assert G.ways(game.state, ["ax-pz-a"]) == {}
    assert not G.attack(game.state, "HOU")


def test_an_operation_chosen_in_the_list_is_proposed_with_all_that_may_take_part() -> None:
    """Else who takes what stands first leaves the last force behind."""
    game = position(PANZERS, {"HOU": "INF 1"}, sp=5)
    game.apply("operation EIF HOU")
    first = G.answer(game.state)
    assert first is not None
    assert texts(first.commands) == ["add ax-pz-i-25-pz", "add ax-pz-ii-25-pz"]
    assert "to take it with all" in first.words
    for command in first.commands:
        game.apply(command)
    last = G.answer(game.state)
    assert last is not None
    assert texts(last.commands) == ["add ax-inf-12-id"]
    assert "takes part, and they go" in last.words
    game = position(PANZERS, {"HOU": "INF 1"}, sp=5)
    game.apply("operation EIF HOU")
    game.apply("add ax-inf-12-id")
    assert G.answer(game.state) is None, "whoever names forces commits those"


def test_the_proposed_assault_is_that_with_the_best_chance() -> None:
    game = position({"EIF": "INF A, B", "MCH": "PZ C, D, E"}, {"HOU": "INF 1"}, sp=5)
    attack = texts(G.attack(game.state, "HOU") or ())
    assert attack[0] == "operation MCH HOU"
    assert texts(G.commitment(game.state, "HOU")) == ["add ax-pz-e"]
    assert {*G.odds_at(game.state)} == {"HOU"}


def test_lit_areas_tell_the_chance_to_take_them_as_the_odds_of_the_operation_do() -> None:
    game = position(PANZERS, {"HOU": "INF 1, 2"}, sp=5)
    ways = G.ways(game.state, G.movable(game.state, "EIF"))
    ((to, promise),) = G.promised(game.state, G.movable(game.state, "EIF"), ways)
    odds = TITLE.odds(game.state, game.parse("operation EIF HOU"))
    assert odds is not None
    taken = sum(chance.p for chance in odds.outcomes if "you take" in chance.text)
    assert (to, promise.short) == ("HOU", f"{taken:.0%}")
    assert 0 < taken < 1


def test_forces_that_are_not_seen_promise_nothing() -> None:
    game = position(PANZERS, {"HOU": "INF 1"}, sp=5, options=("fog",))
    ways = G.ways(game.state, G.movable(game.state, "EIF"))
    assert ways["HOU"][0].fights
    assert not [*G.promised(game.state, G.movable(game.state, "EIF"), ways)]
    assert G.odds_at(game.state) == {}


def test_forces_that_have_been_on_an_operation_are_counted() -> None:
    game = position({"EIF": "PZ A [operations=1]; PZ B; INF C [operations=1]"}, {}, owned="HOU", sp=5)
    tally = G.tally(game.state)
    assert tally is not None
    assert (tally.done, tally.of) == (2, 3)
    assert {*G.movable(game.state, "EIF")} == {"ax-pz-a", "ax-pz-b"}


def test_an_area_with_points_that_stands_open_is_warned_of() -> None:
    game = position({"EIF": "PZ A"}, {"MCH": "INF 1"}, owned="DIN", sp=2)
    assert [words for words in G.warnings(game.state) if "Dinant is empty" in words] == [
        "Dinant is empty and beside the enemy (1 VP)"
    ]
    held = position({"EIF": "PZ A", "DIN": "INF B"}, {"MCH": "INF 1"}, sp=2)
    assert not [words for words in G.warnings(held.state) if "Dinant" in words]


@pytest.fixture
def called() -> Game:
    game = position(PANZERS, {"HOU": "INF 1, 2"}, sp=5)
    for command in ("operation EIF HOU", "add ax-pz-i-25-pz", "add ax-pz-ii-25-pz", "go"):
        game.apply(command)
    assert game.state.stack[-1].kind == "air_call"
    return game


def test_answers_stand_side_by_side_with_what_both_lose(called: Game) -> None:
    found = G.compared(called.state)
    assert found is not None
    assert found.heading == "How likely taken; steps lost: Allied, yours"
    of = {command.notation(): columns for command, columns in found.of.items()}
    assert {*of} == {"air_support yes", "air_support no", "auto"}
    chance, theirs, yours = (float(cell.rstrip("%")) for cell in of["air_support yes"])
    without = [float(cell.rstrip("%")) for cell in of["air_support no"]]
    assert chance > without[0]
    assert theirs > without[1]
    assert yours < without[2]


def test_the_rule_of_thumb_stands_first_in_every_decision_of_a_battle(called: Game) -> None:
    suggested: Command | None = TITLE.suggested(called.state)
    assert suggested is not None
    assert suggested.notation() == "auto"
    assert suggested.own_key == "A"
