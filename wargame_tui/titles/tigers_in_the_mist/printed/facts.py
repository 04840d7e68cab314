"""What the rulebook says of the printed things: it must hold for every copy of the game."""

from collections.abc import Mapping

from wargame_tui.board.area import LinkEntry, border_id
from wargame_tui.board.packs import beside
from wargame_tui.board.sense import fact
from wargame_tui.titles.tigers_in_the_mist.printed.book import ALLIED, GERMAN, Book, open_book

DESTROYED = frozenset({"40-41", "51-70", "55-69", "19-20", "10-11"})
NUMBERED = {
    "10": "Irrel",
    "11": "Echternach",
    "19": "Nusbaum",
    "20": "Beaufort",
    "40": "Wahlerscheid",
    "41": "Monschau",
    "51": "Dasburg",
    "55": "Gemund",
    "69": "Holzhum",
    "70": "Marnach",
}
NAMED = (
    "Vianden, Diekirch, Ettlebruck, Luxembourg, Mersch, Arlon, Martelange, Bastogne, Noville, Houffalize, "
    "Vielsalm, Stavelot, Malmedy, Hoffrai, Stoumont, Trois Ponts"
)


def _links(book: Book) -> Mapping[str, LinkEntry]:
    return {border_id(*link.between): link for link in book.map.links}


def _number(book: Book, name: str) -> str:
    return next(area for area in book.areas if book.spaces[area].name == name)


def _bridge(book: Book, one: str, other: str) -> bool:
    link = _links(book)[border_id(_number(book, one), _number(book, other))]
    return link.road is not None and link.bridge == "intact"


def _bridges_at(book: Book, name: str) -> int:
    return sum(_number(book, name) in banks for banks in book.bridges.values())


def _owners(book: Book) -> Mapping[str, object]:
    return {zone: book.spaces[zone].owner for zone in book.zones}


def _campaign(book: Book) -> Book:
    return open_book(beside(book.scenario_id, "campaign"))


FACTS = (
    fact(
        "3.22",
        "the areas have the numbers 1, 2, 3 ... without gaps",
        lambda book: sorted(map(int, book.areas)) == list(range(1, len(book.areas) + 1)),
        "map",
        "spaces",
    ),
    fact(
        "3.22",
        "areas with consecutive numbers are adjacent",
        lambda book: all(f"{number}-{number + 1}" in _links(book) for number in range(1, len(book.areas))),
        "map",
        "links",
    ),
    *(
        fact(
            "5.1, 3.22",
            f"{number} is {name}",
            lambda book, number=number, name=name: book.spaces[number].name == name,  # type: ignore[misc]
            "map",
            "spaces",
            number,
        )
        for number, name in NUMBERED.items()
    ),
    fact(
        "3.22",
        f"there are {NAMED}",
        lambda book: {*NAMED.split(", ")} <= {book.spaces[area].name for area in book.areas},
        "map",
        "spaces",
    ),
    fact(
        "5.1, 3.23",
        f"the bridges {', '.join(sorted(DESTROYED))} start destroyed, and no others",
        lambda book: {name for name, link in _links(book).items() if link.bridge == "destroyed"} == DESTROYED,
        "map",
        "links",
    ),
    fact(
        "3.23",
        "a bridge stands exactly where a road crosses a river",
        lambda book: all((link.bridge is None) == (not link.road or not link.river) for link in book.map.links),
        "map",
        "links",
    ),
    fact(
        "3.23, QA-15",
        "Trois Ponts has three bridges: to Vielsalm, Stavelot and Stoumont",
        lambda book: (
            all(_bridge(book, "Trois Ponts", other) for other in ("Vielsalm", "Stavelot", "Stoumont"))
            and _bridges_at(book, "Trois Ponts") == 3
        ),
        "map",
        "links",
    ),
    fact(
        "3.23",
        "the bridge from Diekirch to Ettlebruck, which a scenario blows, is printed intact",
        lambda book: _bridge(book, "Diekirch", "Ettlebruck"),
        "map",
        "links",
    ),
    fact(
        "3.21, 11.22, 11.23",
        "the zones A to C are German, D to N and P Allied, and there is no zone O",
        lambda book: _owners(book) == {**dict.fromkeys("ABC", GERMAN), **dict.fromkeys("DEFGHIJKLMNP", ALLIED)},
        "map",
        "spaces",
    ),
    fact(
        "3.28, 11.22",
        "only the zones D to K have a multiplier",
        lambda book: {zone for zone in book.zones if book.spaces[zone].multiplier} <= set("DEFGHIJK"),
        "map",
        "spaces",
    ),
    fact(
        "3.25, 9.44",
        "the Allied ends of the five bridges are on the start line, their German ends are not",
        lambda book: (
            all(book.spaces[area].start_line for area in ("11", "20", "41", "69", "70"))
            and not any(book.spaces[area].start_line for area in ("10", "19", "40", "51", "55"))
        ),
        "map",
        "spaces",
    ),
    fact(
        "7.1",
        "the German set-up is over the limit in exactly two areas",
        lambda book: len(_campaign(book).setup_overstacks) == 2,
        "campaign",
        "setup",
    ),
    fact(
        "11.22, 13.11",
        "in the campaign either side's own zones are its supply sources",
        lambda book: all(
            {*zones} == {zone for zone, owner in _owners(book).items() if owner == side}
            for side, zones in _campaign(book).scenario.sources.items()
        ),
        "campaign",
        "sources",
    ),
)
"""Every one with its rules, as a statement."""
