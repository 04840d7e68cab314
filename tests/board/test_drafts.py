"""Who stands where, asked of a state or of its draft."""

from wargame_tui.core.game import Game
from wargame_tui.titles.first_command import TITLE
from wargame_tui.titles.first_command.state import Draft


def test_a_draft_answers_for_what_it_has_become() -> None:
    state = Game(TITLE, "first_command/mortain", 1).state
    assert [unit.id for unit in state.units_in("0802", "German")] == ["3Pz", "2PG"]
    assert not state.units_in("0802", "American")
    draft = Draft(state)
    draft.change("2PG", location="eliminated")
    assert [unit.id for unit in draft.units_in("0802", "German")] == ["3Pz"]
    assert [unit.id for unit in state.units_in("0802", "German")] == ["3Pz", "2PG"]
    assert "2PG" in [unit.id for unit in state.on_map("German")]
    assert "2PG" not in [unit.id for unit in draft.on_map("German")]
    assert "LAH" not in [unit.id for unit in state.on_map("German")], "not there yet"
