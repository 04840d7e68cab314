"""The chain of checks: what it vouches for."""

from hypothesis import given
from hypothesis import strategies as st

from tests.core.skirmish import Gone, Turn, played
from wargame_tui.core.journal import LINK, OUTCOME, Line, check, follows, root

words = st.text(max_size=20)


@given(words, words, words)
def test_a_line_follows_upon_the_line_it_was_written_after(last: str, side: str, text: str) -> None:
    line = Line(side, text, check(last, side, text, [Gone(unit="r1")]))
    assert follows(last, line)
    assert not follows(last + "x", line)
    assert not follows(last, line._replace(side=side + "x"))
    assert not follows(last, line._replace(text=text + "x"))


def test_any_change_of_a_check_is_found_out() -> None:
    line = Line("red", "end", check("", "red", "end", []))
    assert len(line.check) == OUTCOME + LINK
    for place, digit in enumerate(line.check):
        other = "0" if digit != "0" else "1"
        assert not follows("", line._replace(check=line.check[:place] + other + line.check[place + 1 :]))
    assert not follows("", line._replace(check=""))


def test_other_results_give_another_outcome_and_leave_the_chain_sound() -> None:
    one = check("", "red", "end", [])
    other = check("", "red", "end", [Turn(turn=2)])
    assert one[:OUTCOME] != other[:OUTCOME]
    assert follows("", Line("red", "end", other))


def test_the_journal_of_a_game_is_one_chain() -> None:
    game = played(40)
    last = game.root
    for line in game.lines():
        assert follows(last, line)
        last = line.check


def test_the_root_stands_for_scenario_seed_and_options() -> None:
    roots = {root("a/b", 1, {}), root("a/c", 1, {}), root("a/b", 2, {}), root("a/b", 1, {"x": 1})}
    assert len(roots) == 4
    assert root("a/b", 1, {"x": 1, "y": 2}) == root("a/b", 1, {"y": 2, "x": 1})
