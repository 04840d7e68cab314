"""The front of 16 December: every German area on it can attack on the first day, and the places named in print."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import pytest

from tests.titles.tigers_in_the_mist.kit import ALLIED, GERMAN
from wargame_tui.core.game import Game
from wargame_tui.titles.tigers_in_the_mist.printed.book import Book, open_book
from wargame_tui.titles.tigers_in_the_mist.rules import movement
from wargame_tui.titles.tigers_in_the_mist.state import Stack, holds

SCENARIOS = ("seventh_army", "fifth_panzer_army", "first_three_days", "campaign")
WAITING = {
    "42": "12th SS Panzer Division, held back behind the infantry until the road was open",
    "8": "Grenadier Regiment 316, the reserve of Seventh Army",
}
"""Areas on the front from which nobody attacked on the first day, with the reason."""


@cache
def book_of(scenario: str) -> Book:
    return open_book(f"tigers_in_the_mist/{scenario}")


def front(scenario: str) -> list[str]:
    """German set-up areas that have a border with an area of the Allied start line, by number."""
    book, game = book_of(scenario), Game.new(f"tigers_in_the_mist/{scenario}", 1)
    held = {unit.location for unit in game.state.units.values() if unit.side == GERMAN} & set(book.areas)
    borders = [link.between for link in book.map.links]
    line = {space for space, entry in book.spaces.items() if entry.start_line and space in book.section}
    return sorted({a for pair in borders for a, b in (pair, pair[::-1]) if a in held and b in line}, key=int)


def fronts() -> Iterator[tuple[str, str]]:
    for scenario in SCENARIOS:
        yield from ((scenario, area) for area in front(scenario))


def attack_from(scenario: str, area: str) -> str | None:
    """The Allied area that a unit from this one attacks in 16-1, by commands that the rules take."""
    start = Game.new(f"tigers_in_the_mist/{scenario}", 1)
    for unit in [unit for unit in start.state.units.values() if unit.location == area]:
        orders = [f"move {unit.id}", f"abandon {unit.id}"]
        for given in (orders[:1], orders):
            game = start.branch()
            if any(refused(game, order) for order in given):
                continue
            walker = replace(unit, on_foot=len(given) > 1)
            for target, way in movement.ways(start.state, Stack([walker]), 0, 0, ()).items():
                if holds(start.state, target, ALLIED):
                    return attacked(game, unit.id, way.path)
    return None


def refused(game: Game, order: str) -> bool:
    """Give an order if it may be given."""
    if game.refusal(game.parse(order)) is not None:
        return True
    game.apply(order)
    return False


def attacked(game: Game, unit: str, path: Sequence[str]) -> str:
    """March to the attack, and where it took place."""
    for space in path:
        if game.state.units[unit].location != space:
            game.apply(f"to {space}")
    game.apply("end")
    assert game.state.units[unit].location == path[-1]
    assert unit in game.state.stack[-1].attackers
    return path[-1]


@pytest.mark.rule("5.21", "8.2", "8.23")
@pytest.mark.parametrize(("scenario", "area"), list(fronts()))
def test_every_german_on_the_front_can_attack_on_the_first_day(scenario: str, area: str) -> None:
    assert (attack_from(scenario, area) is None) == (area in WAITING)


@pytest.mark.rule("5.21")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_front_is_as_long_as_it_was(scenario: str) -> None:
    names = [book_of(scenario).spaces[area].name for area in front(scenario)]
    expected = {
        "seventh_army": "Welschbillig, Irrel, Bollendorf, Nusbaum, Körperich",
        "fifth_panzer_army": "Stadtkyll, Prüm, Dasburg, Daleiden, Pronsfeld, Gemund, Körperich",
        "campaign": (
            "Welschbillig, Irrel, Bollendorf, Nusbaum, Wahlerscheid, Schleiden, Hellenthal, Losheim, Stadtkyll, Prüm, "
            "Dasburg, Daleiden, Pronsfeld, Gemund, Körperich"
        ),
    }
    expected["first_three_days"] = expected["campaign"]
    found = set(names) - {"Losheim"} if scenario == "fifth_panzer_army" else set(names)  # outside, beside Auw
    assert found == set(expected[scenario].split(", "))
