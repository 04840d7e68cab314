"""Comparing two moments: what differs on the table, and where two lines of play part."""

from dataclasses import replace
from random import Random

import pytest

from wargame_tui.board.compare import (
    Change,
    Moment,
    NotComparable,
    change_words,
    changes,
    compare,
    lines,
    parting,
    parting_lines,
    standing,
)
from wargame_tui.board.scene import Counter, Scene, SpaceScene
from wargame_tui.core.game import Game

SCENARIO = "tigers_in_the_mist/seventh_army"


def counter(unit: str, **more: object) -> Counter:
    """A counter of three steps."""
    plain = Counter(unit, "German", unit.upper(), "infantry", "Army", "3", "3-4-5")
    return replace(plain, **more)  # type: ignore[arg-type]


def scene(*spaces: tuple[str, str | None, tuple[Counter, ...]], **more: object) -> Scene:
    """A table of spaces: number, control, counters."""
    return Scene({space: SpaceScene(control, counters) for space, control, counters in spaces}, **more)  # type: ignore[arg-type]


def advanced(game: Game, count: int, seed: int) -> Game:
    """A branch of a game, some random commands later."""
    found, chance = game.branch(), Random(seed)
    for _ in range(count):
        found.apply(chance.choice(found.legal()))
    return found


def test_nothing_differs_between_equal_tables() -> None:
    table = scene(("1", "German", (counter("a"),)), ("2", None, ()))
    assert changes(table, table) == ()


def test_a_unit_moves() -> None:
    before = scene(("1", None, (counter("a"),)), ("2", None, ()))
    after = scene(("1", None, ()), ("2", None, (counter("a", flags=frozenset({"moved"})),)))
    assert changes(before, after) == (Change("moved", "A", "German", "1", "2", ("2", "1")),)


def test_units_are_lost_and_come() -> None:
    before, after = scene(("1", None, (counter("a"),))), scene(("1", None, (counter("b"),)))
    assert [(change.kind, change.what) for change in changes(before, after)] == [("lost", "A"), ("came", "B")]


@pytest.mark.parametrize(
    ("later", "was", "now"),
    [
        ({"strength": "2"}, "3", "2"),
        ({"numbers": "1-2-5", "strength": "1"}, "3-4-5", "1-2-5"),
        ({"flags": frozenset({"reduced", "choice"})}, "–", "reduced"),
        ({"flags": frozenset({"on_foot"}), "strength": "2"}, "3", "2, on foot"),
    ],
)
def test_a_unit_is_weakened(later: dict[str, object], was: str, now: str) -> None:
    before, after = scene(("1", None, (counter("a"),))), scene(("1", None, (counter("a", **later),)))
    assert changes(before, after) == (Change("changed", "A", "German", was, now, ("1",)),)


def test_passing_states_of_a_decision_are_no_difference() -> None:
    before = scene(("1", None, (counter("a"),)))
    after = scene(("1", None, (counter("a", flags=frozenset({"selected", "moved", "must_fight"})),)))
    assert changes(before, after) == ()


def test_control_and_bridges_come_first() -> None:
    before = scene(("1", "German", (counter("a"),)), ("2", None, ()), bridges={"1-2": True})
    after = scene(("1", "Allied", ()), ("2", None, (counter("a"),)), bridges={"1-2": False})
    assert [change.kind for change in changes(before, after)] == ["control", "bridge", "moved"]
    words = [change_words(change, {"1": "1 Spa", "2": "2 Malmedy"}) for change in changes(before, after)]
    assert words == ["1 Spa: German → Allied", "1 Spa and 2 Malmedy: stands → down", "A: 1 Spa → 2 Malmedy"]


def test_two_branches_part_at_the_first_other_command() -> None:
    trunk = advanced(Game.new(SCENARIO, 1), 4, 1)
    one, other = trunk.branch(), trunk.branch()
    first, second = trunk.legal(2)
    one.apply(first)
    other.apply(second)
    found = parting(Moment(one, 5), Moment(other, 5))
    assert found.shared == 4
    title = trunk.title
    assert found.first == f"{trunk.side}: {title.command_text(trunk.state, first)}"
    assert found.second == f"{trunk.side}: {title.command_text(trunk.state, second)}"
    told = parting_lines(compare(Moment(one, 5), Moment(other, 5)))
    assert told == ["The games diverge at command 5.", f"First: {found.first}", f"Second: {found.second}"]


def test_an_earlier_moment_is_on_the_same_line() -> None:
    game = advanced(Game.new(SCENARIO, 1), 6, 1)
    found = compare(Moment(game, 2), Moment(game, 6))
    assert found.parting.shared == 2
    assert found.parting.first is None
    assert parting_lines(found)[0].startswith("One line of play. Second is 4 commands further on, and went on with: ")
    same = compare(Moment(game, 6), Moment(game, 6))
    assert same.changes == ()
    assert parting_lines(same) == ["Both are the same moment of the same game."]


def test_other_dice_part_games_at_the_set_up() -> None:
    one, other = Game.new(SCENARIO, 1), Game.new(SCENARIO, 2)
    assert parting_lines(compare(Moment(advanced(one, 3, 1), 3), Moment(advanced(other, 3, 1), 3))) == [
        "They differ from the start: other dice or options."
    ]


def test_other_scenarios_cannot_be_compared() -> None:
    one, other = Game.new(SCENARIO, 1), Game.new("tigers_in_the_mist/first_three_days", 1)
    with pytest.raises(NotComparable, match="two of the same scenario"):
        compare(Moment(one, 0), Moment(other, 0))


def test_a_comparison_is_the_same_read_backwards() -> None:
    game = advanced(Game.new(SCENARIO, 3), 60, 3)
    there, back = compare(Moment(game, 0), Moment(game, 60)), compare(Moment(game, 60), Moment(game, 0))
    moved = {change.what: (change.before, change.after) for change in there.changes if change.kind == "moved"}
    assert moved
    assert moved == {c.what: (c.after, c.before) for c in back.changes if c.kind == "moved"}
    assert [c.what for c in there.changes if c.kind == "lost"] == [c.what for c in back.changes if c.kind == "came"]
    assert there.places.keys() == back.places.keys()


def test_the_text_counts_and_names() -> None:
    game = advanced(Game.new(SCENARIO, 3), 60, 3)
    told = lines(compare(Moment(game, 0), Moment(game, 60)), {})
    assert told[0].startswith("First: command 0 of 60, 16 December 1944; Luxembourg Allied")
    count = sum(line.startswith("  ") for line in told)
    numbers = [int(line.rpartition("(")[2][:-1]) for line in told[3:] if not line.startswith("  ")]
    assert sum(numbers) == count


def test_a_moment_is_told_by_its_date() -> None:
    game = Game.new("desert_commander/north_africa", 1)
    assert standing(Moment(game, 0)) == "command 0 of 0, February and March 1941"
