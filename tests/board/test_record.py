"""The campaign record: written line by line, forgiving towards what it finds, and medals by rules that are data."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from wargame_tui.board.record import (
    FILE,
    Medal,
    Record,
    Result,
    Run,
    bests,
    decorations,
    lines,
    new_medals,
)
from wargame_tui.core.disk import CannotSave

START = datetime(1942, 6, 4, 12, tzinfo=UTC)


def run(number: int = 0, **given: Any) -> Run:
    """A line of the record, won at Good unless told otherwise."""
    fields: dict[str, Any] = {
        "campaign": "1942",
        "name": "1942",
        "score": 7,
        "level": "Good",
        "won": True,
        "difficulty": "normal",
        "turns": 6,
        "when": START + timedelta(days=number),
        "title": "pacific_commander",
        "scenario": "pacific_commander/1942",
        "options": (),
        "seed": number,
        "root": f"root{number}",
        "check": f"check{number}",
        "counts": True,
    }
    return Run(**(fields | given))


def test_games_are_added_and_read_back(tmp_path: Path) -> None:
    record = Record(tmp_path / "not" / "there yet")
    assert record.read() == ([], [])
    for number in range(3):
        record.add(run(number, losses=("Yorktown",), tallies={"carriers_lost": 1}))
    runs, problems = record.read()
    assert (runs[2], len(runs), problems) == (run(2, losses=("Yorktown",), tallies={"carriers_lost": 1}), 3, [])


def test_a_damaged_line_is_told_and_kept(tmp_path: Path) -> None:
    record = Record(tmp_path)
    record.add(run(0))
    with record.path.open("ab") as file:
        file.write(b'{"title": "pacific_commander"}\n\xff\x00 no JSON\n')
    before = record.path.read_bytes()
    record.add(run(1))
    runs, (problem,) = record.read()
    assert [one.seed for one in runs] == [0, 1]
    assert "lines 2, 3 cannot be read and are left out" in problem
    assert record.path.read_bytes().startswith(before)


def test_a_torn_last_line_does_not_swallow_the_next_game(tmp_path: Path) -> None:
    record = Record(tmp_path)
    record.add(run(0))
    record.path.write_bytes(record.path.read_bytes() + b'{"campaign": "19')
    record.add(run(1))
    runs, problems = record.read()
    assert [one.seed for one in runs] == [0, 1]
    assert "line 2 cannot be read and is left out" in problems[0]


def test_what_a_newer_program_wrote_is_no_damage(tmp_path: Path) -> None:
    record = Record(tmp_path)
    text = run(0).model_dump_json()
    record.path.write_text(text[:-1] + ', "mood": "good"}\n')
    assert record.read() == ([run(0)], [])


def test_a_record_that_cannot_be_written_or_read_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(CannotSave, match=FILE):
        Record(tmp_path).add(run())
    assert "cannot be read" in Record(tmp_path).read()[1][0]


@pytest.mark.parametrize(
    ("medal", "good", "bad"),
    [
        ({"levels": ("Great",)}, {"level": "Great"}, {"level": "Good"}),
        ({"won": True}, {"won": True}, {"won": False}),
        ({"difficulties": ("hard",)}, {"difficulty": "hard"}, {"difficulty": "easy"}),
        ({"campaigns": ("1943",)}, {"campaign": "1943"}, {"campaign": "1942"}),
        ({"ranks": ("Fleet Admiral",)}, {"rank": "Fleet Admiral"}, {"rank": "Admiral"}),
        ({"score": 8}, {"score": 8}, {"score": 7}),
        ({"at_most": {"carriers_lost": 0}}, {"tallies": {"carriers_lost": 0}}, {"tallies": {"carriers_lost": 1}}),
        ({"at_most": {"carriers_lost": 0}}, {"tallies": {"carriers_lost": 0}}, {}),
        ({"options": ("fog",)}, {"options": ("fog", "hard")}, {"options": ("hard",)}),
        ({}, {}, {"counts": False}),
    ],
)
def test_every_condition_of_a_medal_is_data(medal: Any, good: Any, bad: Any) -> None:
    wanted = Medal(name="a", words="b", **medal)
    (earned,) = decorations([wanted], [run(0, **bad), run(1, **good)])
    assert earned.when == START + timedelta(days=1)
    assert decorations([wanted], [run(0, **bad)])[0].when is None


def test_a_medal_may_take_several_games_or_one_of_each_campaign() -> None:
    thrice = Medal(name="a", words="b", won=True, times=3)
    both = Medal(name="a", words="b", won=True, campaigns=("1942", "1943"), each=True)
    runs = [run(0), run(1), run(2, won=False), run(3, campaign="1943"), run(4)]
    assert [one.when for one in decorations([thrice, both], runs)] == [START + timedelta(days=3)] * 2
    assert [one.when for one in decorations([thrice, both], runs[:3])] == [None, None]


def test_a_medal_with_a_condition_nobody_knows_is_refused() -> None:
    with pytest.raises(ValidationError):
        Medal(name="a", words="b", mood="good")  # type: ignore[call-arg]


def test_the_campaigns_of_a_career_count_one_by_one() -> None:
    stages = (
        Result(campaign="1942", name="1942", score=9, level="Great", won=True),
        Result(campaign="1943", name="1943", score=3, level="Dismal", won=False),
    )
    war = run(1, campaign="war", name="The war", score=3, won=False, level="Dismal", rank="relieved", stages=stages)
    found = {(best.name, best.score, best.won, best.games) for best in bests([run(0), war])}
    assert found == {("1942", 9, 2, 2), ("1943", 3, 0, 1), ("The war", 3, 0, 1)}
    ranked = Medal(name="a", words="b", campaigns=("1942",), ranks=("relieved",))
    assert decorations([ranked], [war])[0].when is None


def test_what_a_game_has_just_earned() -> None:
    first, hard = Medal(name="a", words="b", won=True), Medal(name="c", words="d", difficulties=("hard",))
    assert new_medals([first, hard], [run(0)], run(1, difficulty="hard")) == [hard]
    assert new_medals([first, hard], [], run(1, counts=False)) == []


def test_the_record_as_text() -> None:
    medal = Medal(name="Old Hand", words="a game won", won=True)
    text = "\n".join(
        lines("Pacific Commander", [run(0), run(1, counts=False, why_not="its dice were forced")], [medal])
    )
    assert "1942, normal: best 7, Good; won 1 of 1" in text
    assert "[x] Old Hand: a game won (1942-06-04)" in text
    assert "does not count: its dice were forced" in text
