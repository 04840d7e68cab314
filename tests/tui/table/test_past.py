"""Looking back, and playing by itself, without a screen."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.tui.table.test_following import session
from wargame_tui.tui.session import Session
from wargame_tui.tui.table.pace import PACES, USUAL, Pace
from wargame_tui.tui.table.past import Past

PLAYED = ("pick 12SS", "go 2", "end", "end", "pick kgPeiper", "go 4", "end")


@pytest.fixture
def game(skirmish: Any, tmp_path: Path) -> Session:
    made = session(tmp_path)
    for command in PLAYED:
        made.apply(command)
    return made


def test_one_command_back_and_on_to_the_ends(game: Session) -> None:
    past = Past(game)
    assert past.step(1) is None
    assert past.end_words(1) == "This is the present"
    assert past.step(-1) == len(PLAYED) - 1
    game.look(0)
    assert past.step(-1) is None
    assert past.end_words(-1) == "This is the beginning"
    assert past.words == f"Looking back: 0 of {len(PLAYED)}   the beginning"


def test_what_only_says_where_dice_come_from_is_passed_over(skirmish: Any, tmp_path: Path) -> None:
    made = session(tmp_path)
    made.apply("pick 12SS")
    made.game.reseed(7)
    made.apply("go 2")
    past = Past(made)
    made.look(1)
    assert past.step(1) == 3
    made.look(3)
    assert past.step(-1) == 1


def test_turns_and_phases_are_sought_to_the_ends_of_the_game_battles_only_as_far_as_there_are(game: Session) -> None:
    past = Past(game)
    assert past.seek("phase", 1) == len(PLAYED)
    assert past.seek("battle", 1) is None
    assert past.seek("battle", -1) == 6
    back = past.seek("phase", -1)
    assert back is not None
    assert 0 < back < len(PLAYED)
    game.look(0)
    assert past.seek("turn", -1) == 0
    assert past.seek("battle", -1) is None


def test_a_moment_is_found_by_its_number_and_knows_its_phase(game: Session) -> None:
    past = Past(game)
    assert past.numbered(" 3 ") == 3
    assert past.numbered("99") is None
    assert past.numbered("three") is None
    assert past.numbered("²") is None
    assert past.phase == past.phases[-1]
    game.look(0)
    assert past.phase == past.phases[0]


def test_a_replay_ends_somewhere_but_not_in_a_present(game: Session) -> None:
    replay = Session(game.game, replayed=True)
    assert Past(replay).end_words(1) == "This is the end"
    assert Past(replay).words.startswith("Replay: 0 of")


class HandClock:
    """A clock that ticks when it is told to."""

    def __init__(self) -> None:
        self.ticking: list[tuple[float, Callable[[], None]]] = []

    def set_interval(self, interval: float, callback: Callable[[], None], /) -> "HandClock":
        self.ticking.append((interval, callback))
        return self

    def stop(self) -> None:
        self.ticking.pop()


def test_what_plays_by_itself_steps_at_its_pace() -> None:
    clock, steps = HandClock(), []
    pace = Pace(clock, lambda: steps.append(1))
    assert (pace.running, pace.words) == (False, "")
    pace.toggle()
    [(interval, step)] = clock.ticking
    assert interval == PACES[USUAL]
    step()
    assert steps == [1]
    pace.change(1)
    assert pace.words == f"▶ {PACES[USUAL + 1]:g} s"
    assert len(clock.ticking) == 1
    pace.toggle()
    assert not clock.ticking
    pace.change(-99)
    assert pace.words == f"▶ {PACES[0]:g} s", "to change the pace sets it going"
