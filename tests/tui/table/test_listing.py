"""The list of commands: letters of kinds, numbers of objects, and what they never do."""

from dataclasses import replace

import pytest

from wargame_tui.board.title import Target
from wargame_tui.core.command import Command, command
from wargame_tui.core.game import Game
from wargame_tui.core.step import Refusal
from wargame_tui.tui.session import Choice, Session
from wargame_tui.tui.table.listing import Row, arrange, by_key, is_heading, is_offered, said_once
from wargame_tui.tui.table.numbers import Numbers
from wargame_tui.tui.table.sitting import Sitting


@command("march", "1.1", "{unit} to {space}")
class March(Command):
    unit: str
    space: str


@command("mode", "1.2", key={"tactical": "T", "strategic": "S"})
class How(Command):
    mode: str


@command("end", "1.3")
class End(Command):
    pass


@command("pass", "1.4", key="X")
class Pass(Command):
    pass


def about(space: str, aside: bool = False, group: str | None = None) -> Choice:
    """A command about a space and nothing else."""
    return Choice(
        March("A", space), f"march A {space}", f"A at {space}", None, Target(space, aside=aside, group=group), space
    )


def goal(unit: str, space: str, at: str = "2") -> Choice:
    """A unit that goes somewhere."""
    notation = f"march {unit} {space}"
    return Choice(March(unit, space), notation, f"{unit} to {space}", None, Target(at, unit, to=space), at)


def kind(given: Command, text: str) -> Choice:
    """A command that has a letter."""
    return Choice(given, given.notation(), text, None, Target(), None, given.own_key)


def plan(number: int, group: str | None = None) -> Choice:
    """A command about nothing on the map, perhaps one of a kind."""
    return Choice(March("A", str(number)), f"plan {number}", f"Plan {number}", None, Target(group=group), None)


END = kind(End(), "End")


def told(rows: list[Row]) -> list[tuple[str, str]]:
    return [(row.words, row.key) for row in rows]


def test_a_command_knows_its_key() -> None:
    assert [End().own_key, Pass().own_key, March("A", "1").own_key] == ["E", "X", ""]
    assert [How(mode).own_key for mode in ("tactical", "strategic", "normal")] == ["T", "S", ""]


def test_objects_have_digits_and_kinds_letters_the_end_last() -> None:
    modes = [kind(How(mode), mode) for mode in ("tactical", "strategic")]
    rows = arrange([END, kind(Pass(), "Pass"), *modes, about("1"), about("3")], "2", None, {})
    assert told(rows) == [
        ("A at 1", "1"), ("A at 3", "2"), ("tactical", "T"), ("strategic", "S"), ("Pass", "X"), ("End", "E"),
    ]  # fmt: skip
    assert {*by_key(rows)} == {*"12TSXE"}


def test_a_short_list_is_the_same_wherever_the_cursor_is() -> None:
    choices = [about("1"), about("2"), about("3"), END]
    assert (
        told(arrange(choices, "3", None, {}))
        == told(arrange(choices, "1", None, {}))
        == told(arrange(choices, None, None, {}))
    )


def test_digits_go_to_the_first_objects_that_are_left() -> None:
    numbers, choices = Numbers(), [about(str(number)) for number in range(1, 15)]
    first = arrange(choices, None, None, {}, numbers=numbers)
    assert [row.key for row in first] == [*"123456789", "", "", "", "", ""]
    some = arrange(choices[8:], None, None, {}, numbers=numbers)
    assert [row.key for row in some] == ["9", "", "", "", "", ""], "they stay as long as any of them is left"
    rest = arrange(choices[9:], None, None, {}, numbers=numbers)
    assert [row.key for row in rest] == [*"12345"]
    assert [row.key for row in arrange(choices, None, None, {}, numbers=numbers)][:3] == [*"123"], "after an undo"
    assert numbers.turn(1, 14)
    assert [row.key for row in arrange(choices, None, None, {}, numbers=numbers)][9:] == [*"12345"], (
        "as the player chose"
    )


def test_a_number_is_free_once_its_object_is_done_with() -> None:
    numbers = Numbers()
    numbers.begin(["Turn 1", "March"], "marching")
    choices = [about("1"), about("2"), about("3"), END]
    arrange(choices, None, None, {}, numbers=numbers)
    assert told(arrange([choices[0], *choices[2:]], None, None, {}, numbers=numbers)) == [
        ("A at 1", "1"), ("A at 3", "3"), ("End", "E"),
    ]  # fmt: skip
    numbers.begin(["Turn 1", "March", "A marches"], "going")
    assert told(arrange([goal("A", "5"), goal("A", "6")], None, None, {}, numbers=numbers))[0] == ("A to 5", "1")
    numbers.begin(["Turn 1", "March"], "marching")
    assert told(arrange(choices[2:], None, None, {}, numbers=numbers))[0] == ("A at 3", "3"), "after a step within it"
    numbers.begin(["Turn 1", "Combat"], "fighting")
    assert told(arrange(choices[2:], None, None, {}, numbers=numbers))[0] == ("A at 3", "1"), "another decision"


def test_beyond_nine_digits_turn_to_the_next_nine() -> None:
    numbers = Numbers()
    numbers.begin(["March"], "marching")
    choices = [about(str(number)) for number in range(1, 13)]
    assert [row.key for row in arrange(choices, None, None, {}, numbers=numbers)] == [*"123456789", "", "", ""]
    assert numbers.turn(1, 12)
    assert [row.key for row in arrange(choices, None, None, {}, numbers=numbers)] == [*[""] * 9, *"123"]
    assert not numbers.turn(1, 12), "there are no more"
    numbers.begin(["March", "A marches"], "going")
    assert numbers.page == 0


def test_a_line_names_its_space_once_by_id_or_by_name() -> None:
    choices = [about("HAW"), about("AUS"), about("USA")]
    names = {"HAW": "HAW Hawaii", "AUS": "AUS Australia", "USA": "USA West Coast"}
    texts = {"HAW": "Form a task force at Hawaii", "AUS": "Shuttle", "USA": "USA sends ships"}
    rows = arrange([replace(each, text=texts[each.space or ""]) for each in choices], None, None, names)
    assert [(row.words, row.where) for row in rows if row.choice] == [
        ("Form a task force at Hawaii", ""),
        ("Shuttle", "AUS Australia"),
        ("USA sends ships", ""),
    ]


def test_of_many_objects_the_list_has_those_at_the_cursor_and_where_there_are_others() -> None:
    far = [about(f"{number}") for number in range(100)]
    rows = arrange([END, *far, goal("B", "7", "5")], "5", None, {"5": "5 Spa"})
    assert told(rows)[:6] == [
        ("5 Spa", ""), ("A at 5", "1"), ("B to 7", "2"), ("In general", ""), ("End", "E"), ("Elsewhere", ""),
    ]  # fmt: skip
    assert not any(row.key for row in rows[5:])
    assert arrange([END, *far], "200", None, {})[0].words == "End", "below a list of many it would not be seen"


def test_units_that_can_go_to_many_spaces_share_a_line() -> None:
    choices = [goal(unit, space) for unit in ("A", "B", "C") for space in ("1", "3", "4", "5")]
    rows = arrange(choices, "2", None, {"2": "2 Malmedy"}, labels={"A": "KG A"})
    assert [(row.words, row.key, row.piece and row.piece.count, row.where) for row in rows] == [
        ("KG A", "1", 4, "2 Malmedy"), ("B", "2", 4, ""), ("C", "3", 4, ""),
    ]  # fmt: skip
    few = arrange(choices[:5], "2", None, {"2": "2 Malmedy"})
    assert [row.words for row in few] == ["A to 1", "A to 3", "A to 4", "A to 5", "B to 1"]


def test_commands_of_a_kind_share_a_line() -> None:
    single, group = [plan(number) for number in range(4)], [plan(number, "Plans") for number in range(4, 12)]
    rows = arrange([*single, *group, END], None, None, {})
    assert told(rows)[3:] == [("Plan 3", "4"), ("Plans", "5"), ("End", "E")]
    assert rows[4].group is not None
    assert rows[4].group.count == 8
    opened = arrange([*single, *group, END], None, None, {}, opened="Plans")
    assert told(opened) == [("Plans", ""), *((f"Plan {number}", str(number - 3)) for number in range(4, 12))]
    assert not any(row.group for row in arrange([*single, *group[:4], END], None, None, {})), "they can all be seen"


def test_a_list_of_half_the_map_is_left_to_the_map() -> None:
    anywhere = [about(f"{number}") for number in range(1000)]
    assert told(arrange(anywhere, None, None, {})) == [("1,000 places: choose on the map", "")]
    mixed = [about("main"), *(about(f"{number}", aside=True) for number in range(1000))]
    assert [row.words for row in arrange(mixed, None, None, {})] == [
        "Elsewhere", "A at main", "1,000 more places: choose on the map",
    ]  # fmt: skip


def test_what_has_been_declared_comes_first_and_0_carries_it_out() -> None:
    roll = kind(March("A", "9"), "Roll")
    rows = arrange([goal("A", "1"), roll, END], "2", None, {}, first=roll)
    assert told(rows) == [("Roll", "0"), ("A to 1", "1"), ("End", "E")]
    assert by_key(rows)["0"].choice == roll
    support = replace(kind(March("A", "8"), "Support"), key="U")
    rows = arrange([goal("A", "1"), roll, support, END], "2", None, {}, first=roll)
    assert told(rows) == [("Roll", "0"), ("Support", "U"), ("A to 1", "1"), ("End", "E")], "in sight however long"
    rows = arrange([goal("A", "1"), END], "2", None, {}, first=END)
    assert by_key(rows)["0"].choice == by_key(rows)["E"].choice == END
    declines = kind(Pass(), "Leave the bridge intact")
    assert "0" not in by_key(arrange([goal("A", "1"), declines], "2", None, {}, first=declines)), "0 declines nothing"
    assert told(arrange([goal("A", "1"), goal("A", "3"), END], "2", "A", {}, first=END)) == [
        ("A selected", ""), ("A to 1", "1"), ("A to 3", "2"), ("End", "E"),
    ]  # fmt: skip


def test_what_is_too_dear_keeps_its_number() -> None:
    numbers = Numbers()
    dear = Choice(March("B", "1"), "buy B", "Buy B (6 SP)", None, Target(), None, "", Refusal("6 SP needed", "3.4"))
    rows = arrange([plan(1), END], None, None, {}, numbers=numbers, denied=[dear])
    assert told(rows) == [("Plan 1", "1"), ("Buy B (6 SP)", "2"), ("End", "E")]
    assert rows[1].denied == dear
    assert not is_heading(rows[1])
    assert not is_offered(rows[1])


def test_what_gives_less_for_the_same_price_is_not_listed() -> None:
    less = Choice(March("B", "1"), "restore B 1", "Restore 1", None, Target(dominated=True), None)
    assert told(arrange([plan(2), less], None, None, {})) == [("Plan 2", "1")]


@pytest.mark.parametrize("row", [Row("End", END, key="E"), Row("Elsewhere")])
def test_nothing_ends_because_nothing_else_is_highlighted(row: Row) -> None:
    assert not is_offered(row)


def test_what_all_lines_end_with_is_said_once_over_them() -> None:
    rows = [
        Row("Bomb A", about("1"), key="0", also="1"),
        *(Row(f"Bomb {n}; rolls the dice", about(str(n)), key=str(n), number=n) for n in (2, 3)),
        Row("Bomb 4 - rolls the dice", about("4"), key="4", number=4),
        Row("End", END, key="E"),
    ]
    assert [row.words for row in said_once(rows)] == [
        "Bomb A", "Each rolls the dice", "Bomb 2", "Bomb 3", "Bomb 4", "End",
    ]  # fmt: skip
    few = [*rows[:2], rows[-1]]
    assert said_once(few) == few, "a single line says it itself"
    proposed = replace(about("1"), text="Bomb A; rolls the dice")
    assert said_once([Row("The likeliest: A", proposed, key="0"), *rows[1:]])[0].words == "Each rolls the dice"
    calm = [*rows, Row("Wait", about("5"), key="5", number=5)]
    assert said_once(calm) == calm, "one of them rolls nothing"


def test_what_is_declared_can_be_given_where_more_is_proposed() -> None:
    """0 takes the proposal; the line that it had before is not left without a key, and no number rolls dice."""
    session = Session(Game.new("desert_commander/france_1940", 3))
    for given in ("end", "operation EIF HOU"):
        session.apply(given)
    for unit in ("pz-i-25-pz", "pz-ii-25-pz", "pz-66-pz-bn", "mot-6-schutzen", "mot-7-schutzen"):
        session.apply(f"add ax-{unit}")
    sitting = Sitting(session)
    sitting.renew()
    keys = by_key(sitting.selecting.rows(sitting.picking.rows("HOU", {}, {})))
    assert keys["0"].proposal is not None
    assert keys["J"].choice is not None
    assert keys["J"].words.startswith("Assault Houffalize with 5 forces")
