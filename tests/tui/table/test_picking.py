"""What a player means who picks on the map, without a screen."""

from dataclasses import dataclass
from typing import ClassVar

from wargame_tui.board.title import Target
from wargame_tui.core.command import Command
from wargame_tui.tui.session import Choice
from wargame_tui.tui.table.picking import Picking


@dataclass(frozen=True, slots=True)
class March(Command):
    verb: ClassVar[str] = "march"
    unit: str
    to: str


def march(unit: str, at: str, to: str | None = None, *, aside: bool = False) -> Choice:
    command = March(unit, to or at)
    return Choice(command, command.notation(), f"{unit} to {to}", None, Target(at, unit, to=to, aside=aside), at)


def picking(*choices: Choice) -> Picking:
    made = Picking()
    made.offer(list(choices), {})
    return made


def test_a_unit_is_in_hand_while_its_commands_say_where_it_goes() -> None:
    mine = picking(march("A", "1", "2"), march("A", "1", "3"), march("B", "1"))
    mine.take("A", "1")
    assert mine.held == "A"
    assert mine.goals() == ["2", "3"]
    assert [choice.target.to for choice in mine.concerned("3")] == ["3"]
    assert mine.goes_to("4") is None
    mine.take("B", "1")
    assert mine.held is None, "it goes nowhere"


def test_it_is_kept_in_hand_only_if_it_likely_goes_on() -> None:
    mine = picking(march("A", "1", "2"))
    mine.take("A", "1")
    mine.offer([march("A", "2", "3")], {})
    assert mine.held == "A"
    mine.offer([march("A", "3", "2", aside=True)], {})
    assert mine.held is None


def test_several_commands_of_one_piece_take_it_in_hand() -> None:
    mine = picking(march("A", "1", "2"), march("A", "1", "3"))
    there = mine.meant("1")
    assert mine.sole_piece(there) == "A"
    mine.take("A", "1")
    assert mine.sole_piece(there) is None, "it is already"
    assert picking(march("A", "1", "2"), march("B", "1", "2")).sole_piece(there[:1]) is None


def test_what_lies_aside_is_meant_only_where_nothing_else_is() -> None:
    mine = picking(march("A", "1", aside=True), march("B", "1"), march("C", "2", aside=True))
    assert [choice.target.unit for choice in mine.meant("1")] == ["B"]
    assert [choice.target.unit for choice in mine.meant("2")] == ["C"]
    assert mine.places() == ["1"]
    mine.release()
    assert (mine.only_here, mine.group, mine.unit) == (False, None, None)
