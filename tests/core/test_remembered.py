"""Values of a state remembered while what they depend on stays the same object."""

from dataclasses import dataclass
from typing import Any

from wargame_tui.core.remembered import Following, Remembered, following, remembered


@dataclass
class Table:
    scenario: str
    units: dict[str, int]
    date: int = 1


def test_a_value_is_found_once_until_a_field_is_another_object() -> None:
    found = Remembered(lambda table: object(), "units")
    table = Table("x", {"a": 1})
    first = found(table)
    table.date = 2
    assert found(table) is first
    table.units = {"a": 1}
    assert found(table) is not first


def test_functions_are_remembered_as_they_are_defined() -> None:
    @remembered("units", most=4)
    def many(table: Table) -> list[str]:
        return [*table.units]

    @following("units")
    def times(table: Table, last: int | None) -> int:
        return (last or 0) + 1

    table = Table("x", {"a": 1})
    assert many(table) is many(table)
    assert (times(table), times(table), times.afresh(table)) == (1, 1, 1)
    table.units = {}
    assert (many(table), times(table)) == ([], 2)


def test_further_arguments_have_values_of_their_own() -> None:
    found = Remembered(lambda table, side: side, "units")
    table = Table("x", {})
    assert found(table, "German") == "German"
    assert found(table, "Allied") == "Allied"


def test_only_so_many_values_are_remembered() -> None:
    found = Remembered(lambda table, number: object(), "units", most=3)
    table = Table("x", {})
    for number in range(10):
        found(table, number)
    assert len(found._known) <= 3


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
