"""A game at the table and what its keys do, without a screen."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.tui.table.test_following import session
from tests.tui.table.test_picking import march
from wargame_tui.core.state import Outcome
from wargame_tui.tui.hint import Hint
from wargame_tui.tui.table.hints import Hints, joined
from wargame_tui.tui.table.sitting import Sitting
from wargame_tui.tui.table.telling import passed_to


@pytest.fixture
def sitting(skirmish: Any, tmp_path: Path) -> Sitting:
    made = Sitting(session(tmp_path))
    made.handover.settle(made.session)
    made.renew()
    return made


def words(hints: list[Hint]) -> dict[str, str]:
    return {hint.key: hint.words for hint in hints}


def play(sitting: Sitting, *commands: str) -> None:
    for command in commands:
        sitting.session.apply(command)
        sitting.handover.follow(sitting.session)
    sitting.renew()


# What is in hand


def test_the_commands_are_those_that_are_legal(sitting: Sitting) -> None:
    assert [choice.command for choice in sitting.picking.choices] == [*sitting.session.game.legal()]
    play(sitting, "end")
    sitting.session.look(0)
    sitting.renew()
    assert sitting.picking.choices == [], "nothing is decided in the past"


def test_units_of_the_side_that_decides(sitting: Sitting) -> None:
    assert sitting.own_units(sitting.standing["kgPeiper"]) == ["kgPeiper", "3FJ"]
    assert sitting.own_units(None) == []
    play(sitting, "end")
    assert sitting.own_units(sitting.standing["kgPeiper"]) == []


def test_moving_the_cursor_keeps_what_is_in_hand_but_not_what_is_pointed_at(sitting: Sitting) -> None:
    sitting.picking.offer([march("A", "1", "2")], {})
    sitting.picking.take("A", "1")
    sitting.moved()
    assert sitting.picking.held == "A"
    sitting.put_down()
    assert sitting.picking.held is None
    sitting.picking.unit, sitting.picking.hover = "B", "3"
    sitting.moved()
    assert (sitting.picking.unit, sitting.picking.hover) == (None, None)


def test_longer_ways_are_taken_of_the_unit_in_hand_alone(sitting: Sitting) -> None:
    sitting.picking.offer([march("A", "1", "2"), march("B", "1", "2")], {})
    sitting.consider_ways("A", {"5": ()})
    assert sitting.picking.routes == {}
    sitting.picking.take("A", "1")
    sitting.consider_ways("B", {"5": ()})
    assert sitting.picking.routes == {}
    sitting.consider_ways("A", {"5": (), "2": ()})
    assert [*sitting.picking.routes] == ["5"]


def test_what_is_taken_back_is_told_and_whoever_is_asked_sits_there(sitting: Sitting) -> None:
    play(sitting, "pick kgPeiper")
    sitting.picking.only_here = True
    assert "kgPeiper" in sitting.undo(agreed=False)
    assert not sitting.picking.only_here
    assert sitting.handover.awaited is None


def test_new_dice_are_covered_then_the_battle_is_gone(sitting: Sitting) -> None:
    play(sitting, "pick kgPeiper", "go 4")
    sitting.show_battles(step=True)
    assert sitting.dice.hidden == 2, "the die, and how the battle ended"
    sitting.show_battles(step=True)
    assert sitting.dice.battle is None


def test_battles_with_nothing_to_be_seen_are_passed_over(sitting: Sitting) -> None:
    play(sitting, "pick kgPeiper", "go 4")
    over = sitting.session.battle()
    assert over is not None
    play(sitting, "end")
    sitting.battles.follow([over])
    sitting.show_battles(step=False)
    assert not sitting.battles.waits
    assert not sitting.dice.hidden


def test_where_something_happened_last_on_the_map(sitting: Sitting) -> None:
    assert sitting.last_place("12345") is None
    play(sitting, "pick kgPeiper", "go 4", "end")
    assert sitting.last_place("12345") == "4"
    assert sitting.last_place("123") is None, "on another map"


def test_who_decides_is_told_unmistakably(sitting: Sitting) -> None:
    assert passed_to(sitting.session, "Allied").startswith("▶ ALLIED PLAYER DECIDES ◀   ")
    assert passed_to(sitting.session, "German", back=True).startswith("◀ BACK TO THE GERMAN PLAYER   ")


def test_a_plan_lasts_as_long_as_the_phase(sitting: Sitting) -> None:
    assert sitting.planning is None
    sitting.plan()["way"] = None
    assert sitting.plan() == {"way": None}
    play(sitting, "end")
    assert sitting.plan() == {}


# What keys do


def test_enter_says_what_it_does_at_the_cursor(sitting: Sitting) -> None:
    hints = Hints(sitting)
    here = sitting.standing["kgPeiper"]
    assert "Enter" in words(hints.now(here))
    assert words(hints.now("5"))["w"] == "why not?"
    sitting.picking.routes = {"5": [choice.command for choice in sitting.picking.choices[:2]]}
    assert words(hints.now("5"))["Enter"] == "go here in 2 steps"


def test_whoever_is_awaited_takes_over_first(sitting: Sitting) -> None:
    play(sitting, "end")
    assert Hints(sitting).now("1")[0].words == "Allied takes over"
    assert Hints(sitting).now("1", [Hint("x", "pane")])[0].words == "Allied takes over"


def test_a_pane_has_its_own_keys_first_and_the_log_no_plan(sitting: Sitting) -> None:
    own = [Hint("Space", "fold")]
    assert [hint.key for hint in Hints(sitting).now("1", own, log=True)] == ["Space", "?", "u", "q"]
    sitting.has_desk = True
    assert "c" in words(Hints(sitting).now("1", own))
    assert "c" not in words(Hints(sitting).now("1", own, log=True))


def test_what_was_switched_on_can_be_hidden(sitting: Sitting) -> None:
    assert "Esc" not in words(Hints(sitting).now("1"))
    sitting.over_map.laid = "control"
    assert words(Hints(sitting).now("1"))["Esc"] == "hide Control"


def test_the_past_has_keys_of_its_own(sitting: Sitting) -> None:
    play(sitting, "pick kgPeiper")
    sitting.session.look(0)
    assert words(Hints(sitting).now("1", [Hint("x", "pane")]))["P"] == "play on from here"
    assert words(Hints(sitting).now("1"))["Esc"] == "present"


def test_after_the_end_one_looks_back(sitting: Sitting) -> None:
    game = sitting.session.game
    game.states[-1] = replace(game.state, over=Outcome("German", "Victory", "it is over"))
    hints = Hints(sitting).now("1")
    assert hints[0].words == "look back"
    assert len({hint.key for hint in hints}) == len(hints)


def test_keys_that_do_the_same_are_told_once() -> None:
    hints = [Hint("Enter", "Firefight", "screen.pick_here"), Hint("n", "next choice")]
    assert joined(hints, [Hint("0", "Firefight")])[0] == Hint("Enter 0", "Firefight", "screen.pick_here")
    assert joined(hints, [Hint("0", "Attack")]) == [*hints, Hint("0", "Attack")]
