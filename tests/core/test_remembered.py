"""Values of a state remembered while what they depend on stays the same object."""

from dataclasses import dataclass
from typing import Any

from wargame_tui.core.remembered import Following, Remembered


@dataclass
class Table:
    scenario: str
    units: dict[str, int]
    date: int = 1


def test_a_value_is_found_once_until_a_field_is_another_object() -> None:
    remembered = Remembered(lambda table: object(), "units")
    table = Table("x", {"a": 1})
    first = remembered(table)
    table.date = 2
    assert remembered(table) is first
    table.units = {"a": 1}
    assert remembered(table) is not first


def test_further_arguments_have_values_of_their_own() -> None:
    remembered = Remembered(lambda table, side: side, "units")
    table = Table("x", {})
    assert remembered(table, "German") == "German"
    assert remembered(table, "Allied") == "Allied"


def test_only_so_many_values_are_remembered() -> None:
    remembered = Remembered(lambda table, number: object(), "units", most=3)
    table = Table("x", {})
    for number in range(10):
        remembered(table, number)
    assert len(remembered._known) <= 3


def test_a_value_follows_from_the_last_one() -> None:
    told: list[Any] = []

    def follow(table: Table, last: int | None) -> int:
        told.append(last)
        return len(table.units)

    following = Following(follow, "units")
    table = Table("x", {"a": 1})
    assert following(table) == 1
    table.units = {}
    assert following(table) == 0
    assert following.afresh(table) == 0
    assert told == [None, 1, None]
