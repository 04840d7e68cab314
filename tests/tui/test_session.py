"""The session: a game, its place in time, its saves. No screen."""

from pathlib import Path
from typing import Any

import pytest

from tests.titles.commander_solitaire.desert_kit import position as desert_position
from wargame_tui.core.disk import CannotSave
from wargame_tui.core.game import Game, NoUndo
from wargame_tui.core.shelf import Shelf
from wargame_tui.core.step import IllegalCommand, Refusal
from wargame_tui.tui.session import LookingBack, Session


@pytest.fixture
def session(skirmish: Any) -> Session:
    return Session(Game.new("skirmish/road", 3))


def test_choices_know_their_place(session: Session) -> None:
    places = {choice.notation: choice.space for choice in session.choices()}
    assert places == {"pick kgPeiper": "2", "pick 3FJ": "2", "pick 12SS": "1", "end": None}


def test_a_series_stops_when_the_other_side_decides(session: Session) -> None:
    done, why = session.apply_series(["pick 3FJ", "go 3", "end"])
    assert done == 2
    assert why == Refusal("the other side decides")
    assert session.side == "Allied"


def test_a_series_stops_at_what_has_become_illegal(session: Session) -> None:
    done, why = session.apply_series(["pick 3FJ", "go 1", "go 2"])
    assert done == 2
    assert why == Refusal("pick a unit first", "1.1")
    assert [event.kind for event in session.last] == ["moved"]


def test_the_first_illegal_command_is_refused(session: Session) -> None:
    with pytest.raises(IllegalCommand):
        session.apply_series(["go 1"])
    assert session.newest == 0


def test_looking_back_decides_nothing(session: Session) -> None:
    session.apply_series(["pick 3FJ", "go 1"])
    session.look(1)
    assert session.state is session.game.states[1]
    assert session.choices() == []
    with pytest.raises(LookingBack):
        session.apply("end")
    with pytest.raises(LookingBack):
        session.undo()
    session.look(2)
    assert session.viewed is None


def test_a_branch_goes_its_own_way(session: Session) -> None:
    session.apply_series(["pick 3FJ", "go 1", "end"])
    session.look(1)
    branch = session.branch()
    assert branch.newest == 1
    branch.apply("go 4")
    assert session.newest == 3
    assert branch.game.entries[-1].text == "go 4"


def test_undo_tells_what_it_took_back(session: Session) -> None:
    session.apply("pick 3FJ")
    assert session.undo() == "pick 3FJ"
    session.apply("end")
    with pytest.raises(NoUndo):
        session.undo()
    assert session.undo(agreed=True) == "end"


def test_undo_past_a_decision_of_the_program_asks_in_words_about_my_own(session: Session) -> None:
    session.apply("end")
    mine, its = session.game.entries[-1].side, session.game.side
    session.players.levels[str(its)] = "greedy"
    session.apply("end")
    question = session.undo_question
    assert question is not None
    assert question.startswith(f"Undo this? {mine}: End the impulse\n")
    assert session.undo_assent == "undo"
    session.players.levels.clear()
    assert session.undo_assent == "both agree"


def test_a_failing_disk_does_not_end_the_game(skirmish: Any, tmp_path: Path) -> None:
    (tmp_path / "saves").write_text("a file where the folder should be")
    session = Session(Game.new("skirmish/road", 3), Shelf(tmp_path / "saves"))
    session.keep_new()
    session.apply("pick 3FJ")
    assert session.trouble
    assert session.newest == 1
    with pytest.raises(CannotSave):
        session.save("mine")


def test_every_command_is_on_disk(skirmish: Any, tmp_path: Path) -> None:
    session = Session(Game.new("skirmish/road", 3), Shelf(tmp_path))
    session.keep_new()
    session.apply_series(["pick 3FJ", "go 1"])
    name = Shelf(tmp_path).list()[0].name
    assert Shelf(tmp_path).recover(name).game.entries[-1].text == "go 1"


def test_a_game_only_looked_at_leaves_no_save(skirmish: Any, tmp_path: Path) -> None:
    session = Session(Game.new("skirmish/road", 3), Shelf(tmp_path))
    session.keep_new()
    session.close()
    assert not Shelf(tmp_path).list()


def test_a_series_does_not_end_the_next_step_for_one_that_has_ended_by_itself() -> None:
    session = Session(desert_position({"EIF": "PZ A"}, stage="axis_resupply", sp=9))
    done, why = session.apply_series(["buy_plan"] * 4 + ["end"])
    assert done == 4
    assert why is not None
    assert why.reason.endswith("is over already")
    assert session.game.side == "Axis"
