"""Who is asked, and which battle is shown, without a screen."""

from pathlib import Path
from typing import Any

from wargame_tui.core.game import Game
from wargame_tui.core.shelf import Shelf
from wargame_tui.tui.library import new_session
from wargame_tui.tui.session import Session
from wargame_tui.tui.table.battle_show import BattleShow
from wargame_tui.tui.table.handover import Handover
from wargame_tui.tui.table.telling import worth_telling


def session(tmp_path: Path, scenario: str = "skirmish/road") -> Session:
    return Session(Game.new(scenario, 3), Shelf(tmp_path))


def test_another_side_is_awaited_until_it_has_taken_over(skirmish: Any, tmp_path: Path) -> None:
    game, handover = session(tmp_path), Handover()
    handover.settle(game)
    assert not handover.in_haste
    game.apply("pick 12SS")
    passage = handover.follow(game)
    assert not passage.passed
    assert handover.awaited is None
    game.undo()
    game.apply("end")
    passage = handover.follow(game)
    assert passage.passed
    assert passage.begun
    assert handover.awaited == "Allied"
    assert handover.in_haste
    handover.settle(game)
    assert handover.awaited is None


def test_nobody_takes_over_from_the_program(skirmish: Any, tmp_path: Path) -> None:
    game, handover = session(tmp_path, "skirmish/alone"), Handover()
    handover.settle(game)
    game.apply("end")
    handover.follow(game)
    assert handover.awaited is None


def test_rolls_are_covered_once(skirmish: Any, tmp_path: Path) -> None:
    game, show = session(tmp_path), BattleShow()
    game.apply("pick kgPeiper")
    assert show.show(game, step=True).battle is None
    game.apply("go 4")
    shown = show.show(game, step=True)
    assert shown.battle is not None
    assert (shown.covered, shown.live) == (1, True)
    assert show.show(game, step=True).battle is None, "it is over, and has been seen"
    assert BattleShow().show(game, step=False).covered == 0, "dice are shown at once"
    later = BattleShow()
    later.seen_before = True
    assert later.show(game, step=True).battle is None


def test_battles_that_ended_come_first(skirmish: Any, tmp_path: Path) -> None:
    game, show = session(tmp_path), BattleShow()
    game.apply("pick kgPeiper")
    game.apply("go 4")
    over = game.battle()
    assert over is not None
    game.apply("end")
    show.follow([over])
    assert show.waits
    assert show.show(game, step=True).battle == over
    show.next()
    assert not show.waits


def test_dice_are_told_before_anything_else_where_one_line_fits(skirmish: Any, tmp_path: Path) -> None:
    game = session(tmp_path)
    game.apply("pick kgPeiper")
    game.apply("go 4")
    assert [event.kind for event in worth_telling(game, 1)] == ["fired"]
    assert {event.kind for event in worth_telling(game, 3)} >= {"moved", "fired"}


def test_what_another_event_tells_already_takes_no_line(tmp_path: Path) -> None:
    game = new_session("tigers_in_the_mist/seventh_army", 3, {}, tmp_path)
    game.apply_series(["move 986/276V", "to 20", "stop"])
    assert [event.kind for event in worth_telling(game, 3)] == ["moved"]
