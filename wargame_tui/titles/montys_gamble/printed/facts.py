"""What the rulebook says of the printed things: it must hold for every copy of the game."""

from wargame_tui.board.packs import beside
from wargame_tui.board.sense import fact
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, GERMAN, UK, Book, open_book


def _water(book: Book, one: str, other: str) -> str:
    return book.edges[one][other].water


def _basic(book: Book) -> Book:
    return open_book(beside(book.scenario_id, "basic"))


def _named(book: Book, number: str, name: str) -> bool:
    return book.spaces[number].name == name


def _divided(book: Book, area: str, one: str, other: str) -> bool:
    """Whether roads lead from an area to both neighbours, and do not meet in it."""
    roads = book.edges[area][one].road and book.edges[area][other].road
    return roads and not book.roads_meet(area, one, other)


def _glider_pilots(book: Book) -> set[str]:
    return {area for unit, area in _basic(book).drops.items() if "glider_pilot" in book.roster[unit].traits}


def _independent(book: Book) -> int:
    guns = (entry for entry in book.roster.values() if entry.side == GERMAN and entry.type == "artillery")
    return sum(entry.division is None for entry in guns)


def _shared(book: Book) -> set[str]:
    sides: dict[str, set[str]] = {}
    for unit, space in _basic(book).setup.items():
        sides.setdefault(space, set()).add(book.roster[unit].side)
    return {space for space, found in sides.items() if len(found) == 2}


def _ferries(book: Book) -> bool:
    links = [link for link in book.map.links if link.ferry]
    return len(links) == 3 and all(link.river and not link.road and not link.bridge for link in links)


FACTS = (
    fact(
        "3.2, 3.3, 3.4",
        "there are 65 areas, the zones A to J and the UK box",
        lambda book: {*book.spaces} == {*map(str, range(1, 66)), *"ABCDEFGHIJ", UK},
        "map",
        "spaces",
    ),
    *(
        fact(
            "3.2",
            f"{one} and {other} are adjacent over a river",
            lambda book, one=one, other=other: _water(book, one, other) == "river",  # type: ignore[misc]
            "map",
            "links",
        )
        for one, other in (("15", "17"), ("7", "17"))
    ),
    *(
        fact(
            "3.2",
            f"{one} and {other} are not adjacent",
            lambda book, one=one, other=other: other not in book.edges[one],  # type: ignore[misc]
            "map",
            "links",
        )
        for one, other in (("53", "57"), ("54", "58"))
    ),
    *(
        fact(
            "3.2, 21.31, 22.2",
            f"{number} is {name}",
            lambda book, number=number, name=name: _named(book, number, name),  # type: ignore[misc]
            "map",
            "spaces",
            number,
        )
        for number, name in {"9": "Deelen", "13": "Arnhem", "63": "Eindhoven", "A": "Apeldoorn", "I": "Oss"}.items()
    ),
    fact("3.25", "Arnhem is worth 4 points", lambda book: book.spaces["13"].vp == 4, "map", "spaces", "13"),
    fact("3.25", "Eindhoven is worth 1 point", lambda book: book.spaces["63"].vp == 1, "map", "spaces", "63"),
    fact("3.11, 3.21", "three ferries cross rivers, without bridge or road", _ferries, "map", "links"),
    fact(
        "3.22, 9.4, W1",
        "34 is high ground, and its roads to 33 and 28 do not meet",
        lambda book: book.spaces["34"].high and _divided(book, "34", "33", "28"),
        "map",
        "spaces",
        "34",
    ),
    fact(
        "3.22, 23.2, Q31",
        "24 is a polder and a drop area",
        lambda book: book.spaces["24"].polder and book.spaces["24"].drop is not None,
        "map",
        "spaces",
        "24",
    ),
    fact(
        "14.2, 6.51, W8",
        "zone F opens on 64 only",
        lambda book: set(book.edges["F"]) == {"64"},
        "map",
        "links",
    ),
    fact(
        "3.22",
        "no area is both high ground and polder",
        lambda book: not any(book.spaces[area].high and book.spaces[area].polder for area in book.areas),
        "map",
        "spaces",
    ),
    fact(
        "23.2, 4.121",
        "5 is a drop area of the British, 54 one of the Americans",
        lambda book: (book.spaces["5"].drop, book.spaces["54"].drop) == ("red", "green"),
        "map",
        "spaces",
    ),
    fact(
        "23.2, 20.4",
        "the glider pilots drop in 5 on D-Day",
        lambda book: _glider_pilots(book) == {"5"},
        "basic",
        "drops",
    ),
    fact(
        "15.12",
        "four German artillery battalions belong to no division",
        lambda book: _independent(book) == 4,
        "units",
        "units",
    ),
    fact(
        "20.3, 20.5",
        "both sides begin in zone F, and nowhere else",
        lambda book: _shared(book) == {"F"},
        "basic",
        "setup",
    ),
    fact(
        "20.3, 5.2",
        "all Allied ground forces begin in zone F",
        lambda book: {space for unit, space in _basic(book).setup.items() if book.roster[unit].side == ALLIED} == {"F"},
        "basic",
        "setup",
    ),
    fact(
        "3.25, 21.1",
        "the points on the map are enough for the highest goal of a scenario",
        lambda book: sum(book.spaces[area].vp for area in book.areas) >= max(_basic(book).scenario.checks.values()),
        "map",
        "spaces",
    ),
)
"""Every one with its rules, as a statement."""
