"""What a player means who picks on the map, without a screen."""

from dataclasses import dataclass
from typing import ClassVar

import pytest

from wargame_tui.board.title import Battle, Target
from wargame_tui.core.command import Command
from wargame_tui.tui.session import Choice
from wargame_tui.tui.table.picking import Among, Give, Picking, Take, Walk


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


def test_what_picking_does() -> None:
    one, aside = march("A", "1", "2"), march("B", "2", aside=True)
    several = march("C", "3"), march("D", "3")
    ways = march("E", "4", "5"), march("E", "4", "6")
    mine = picking(one, aside, *several, *ways)
    mine.routes = {"9": [one.command]}
    assert mine.pick("1") == Give(one)
    assert mine.pick("2") == Among([aside]), "it is offered, not done"
    assert mine.pick("3") == Among([*several])
    assert mine.pick("4") == Take("E")
    assert mine.pick("9") == Walk([one.command])
    assert mine.pick("8") is None


def test_the_cursor_follows_what_stays_in_hand() -> None:
    mine = picking(march("A", "1", "2"))
    assert mine.follow({"A": "1"}, "1") is None, "nothing was taken in hand"
    mine.take("A", "1")
    mine.offer([march("A", "2", "3")], {})
    assert mine.follow({"A": "2"}, "1") == "2"


def test_from_a_unit_that_is_done_it_goes_back_to_where_that_was_taken_up() -> None:
    mine = picking(march("A", "1", "2"))
    mine.take("A", "1")
    mine.offer([march("B", "1", "2")], {})
    assert mine.follow({}, "2") == "1"
    assert mine.follow({}, "2") is None, "once"


@pytest.mark.parametrize("left", ["2", "3"])
def test_it_stays_where_there_is_more_to_decide_or_where_it_came_from_is_nothing(left: str) -> None:
    mine = picking(march("A", "1", "2"))
    mine.take("A", "1")
    mine.offer([march("B", left, "4")], {})
    assert mine.follow({}, "2") is None


def test_a_unit_left_where_it_stands_leads_nowhere() -> None:
    mine = picking(march("A", "1", "2"))
    mine.take("A", "1")
    mine.put_aside()
    assert mine.held is None
    assert mine.follow({"A": "1"}, "2") is None


def test_why_not_is_asked_of_what_is_in_hand_then_of_the_unit_then_of_the_space() -> None:
    mine = picking(march("A", "1", "2"), march("B", "1"))
    assert mine.asked_about("3", {}) == Target("3")
    mine.unit = "B"
    assert mine.asked_about("3", {}) == Target(unit="B")
    mine.take("A", "1")
    assert mine.asked_about("3", {"A": "1"}) == Target(unit="A", to="3")
    assert mine.asked_about("1", {"A": "1"}) == Target(unit="A"), "there it stands"


def test_the_cursor_goes_round_the_places_or_where_what_is_in_hand_goes() -> None:
    mine = picking(march("A", "1", "2"), march("A", "1", "3"), march("B", "5"))
    assert mine.stops() == ["1", "5"]
    assert (mine.next_stop("5", 1), mine.next_stop("1", -1)) == ("1", "5")
    assert mine.next_stop("7", 1) is None
    mine.take("A", "1")
    assert mine.stops() == ["2", "3"]


def test_a_battle_being_fought_is_what_the_decision_is_about() -> None:
    def fought(throws: int = 0, *, finished: bool = False) -> Battle:
        return Battle("5", "Battle", "German", "Allied", (), (), "fire", (), (), finished, throws=throws)

    mine = picking(march("A", "1"))
    assert mine.decided_at(None) == ["1"]
    assert mine.decided_at(fought()) == ["5"]
    assert mine.decided_at(fought(1)) == ["1"], "what is asked is about units elsewhere"
    assert picking().decided_at(fought(1)) == ["5"]
    assert mine.decided_at(fought(finished=True)) == ["1"]
    assert picking(march("A", "1", "2")).decided_at(fought()) == ["1"], "it is about ways"
