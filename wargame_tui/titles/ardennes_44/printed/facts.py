"""What the rulebook says of the printed things: it must hold for every copy of the game."""

from collections.abc import Sequence

from wargame_tui.board.sense import RulebookFact, fact
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN, Book
from wargame_tui.titles.ardennes_44.printed.data import UnitEntry

PLACES = (
    "Amay, Andenne, Bastogne, Clervaux, Dasburg, Dinant, Echternach, Francorchamps, Gemünd, Givet, Höfen, Houffalize, "
    "Huy, Liège, Malmedy, Monschau, Namur, Ouren"
)
ROLES = {
    "brigade150": ("27.1", "the 150th Panzer Brigade comes on turn 2 by K", 2, ("K",), None),
    "heydte": ("27.2", "von der Heydte drops on turn 3", 3, (), "drop"),
    "jpz653": ("27.9", "the 653rd battalion may come on turn 4 by K", 4, ("K",), "roll"),
}


def _hexes(book: Book, place: str) -> tuple[str, ...]:
    return next(entry.hexes for entry in book.map.places if entry.name == place)


def _side(book: Book, one: str, other: str) -> int:
    return book.board.key(book.board.index[one], book.board.index[other])


def _river(book: Book, hexside: str) -> str | None:
    grid = book.board.grid
    return book.board.river_names.get(grid.hexside(*grid.pair(hexside)))


def _bridged(book: Book, hexside: str) -> bool:
    grid = book.board.grid
    return grid.hexside(*grid.pair(hexside)) in book.board.bridges


def _down(book: Book, place: str) -> bool:
    """Whether a bridge over the Our at a hex is down and being built."""
    found = [hexside for hexside in book.map.completed if place in hexside.split("-")]
    return len(found) == 1 and found[0] in book.map.destroyed and _river(book, found[0]) == "Our"


def _bonds(book: Book) -> bool:
    bonds, index = book.board.bonds_of(book.board.index["1305"]), book.board.index
    return index["1505"] not in bonds and index["1506"] not in bonds


def _american(book: Book, *hexes: str) -> bool:
    """Whether no German starts, or stood before, in any of these hexes."""
    return not any(hex_ in (*area.hexes, *area.rear) for area in book.map.start_areas.values() for hex_ in hexes)


def _sauer(book: Book) -> bool:
    return _river(book, "1005-1006") == "Sauer" and not book.board.road[_side(book, "1005", "1006")]


def _through(book: Book, town: str, river: str) -> bool:
    (hex_,) = _hexes(book, town)
    return any(river in name for name, water in book.map.rivers.items() if hex_ in water.through)


def _meuse_towns(book: Book) -> bool:
    towns = book.map.meuse_towns
    return {*towns} == {"Givet", "Dinant", "Namur", "Andenne", "Huy", "Amay"} and all(
        _hexes(book, name) == (hex_,) for name, hex_ in towns.items()
    )


def _units(book: Book, **wanted: object) -> Sequence[tuple[str, UnitEntry]]:
    found = book.units.units.items()
    return [(name, each) for name, each in found if all(getattr(each, key) == value for key, value in wanted.items())]


def _role(role: str) -> RulebookFact:
    rule, words, turn, letters, place = ROLES[role]

    def comes(book: Book) -> bool:
        ((_, entry),) = _units(book, role=role)
        arrival = entry.arrival
        return arrival is not None and (arrival.turn, arrival.entry, arrival.place) == (turn, letters, place)

    return fact(rule, words, comes, "units", "units")


def _engineers(book: Book) -> bool:
    entries = [entry for _, entry in _units(book, type="engineer", side=ALLIED)]
    turns = [entry.arrival.turn for entry in entries if entry.arrival]
    return all(entry.defence == (2,) for entry in entries) and (turns.count(3), turns.count(5)) == (5, 2)


def _roer(book: Book) -> bool:
    places = {entry.setup.hex for _, entry in _units(book, rrd=True) if entry.setup}
    return places == {"1535", "1636"}


def _arrivals(book: Book, side: str) -> int:
    scheduled = (entry for _, entry in _units(book, side=side) if entry.arrival)
    return sum(entry.optional is None for entry in scheduled)


def _paired(book: Book, group: str) -> bool:
    return len(_units(book, group=group)) == 2


FACTS = (
    fact(
        "27.6",
        "Monschau is 1839, Höfen 1837",
        lambda book: (_hexes(book, "Monschau"), _hexes(book, "Höfen")) == (("1839",), ("1837",)),
        "map",
        "places",
    ),
    fact(
        "7.10, 3.5",
        "at Dasburg 2115 and Gemünd 2013 a bridge over the Our is down and being built",
        lambda book: _down(book, "2115") and _down(book, "2013") and len(book.map.completed) == 2,
        "map",
        "completed",
    ),
    fact("3.5", "six bridges are down at start", lambda book: len({*book.map.destroyed}) == 6, "map", "destroyed"),
    fact(
        "3.5",
        "where a bridge is down at start a road crosses a river",
        lambda book: all(_bridged(book, hexside) for hexside in book.map.destroyed),
        "map",
        "destroyed",
    ),
    fact(
        "7.8",
        "the bridge of Ouren 2020 crosses the Our, and stands at start",
        lambda book: (
            "2020" in book.map.ouren.split("-")
            and "2020" in _hexes(book, "Ouren")
            and _river(book, book.map.ouren) == "Our"
            and book.map.ouren not in book.map.destroyed
        ),
        "map",
        "ouren",
    ),
    fact("29.2", "the Sauer flows between 1005 and 1006, without a road over it", _sauer, "map", "rivers", "Sauer"),
    fact(
        "29.2",
        "1006 is in the start area of 212VG, 1005 in none",
        lambda book: "1006" in book.map.start_areas["212VG"].hexes and _american(book, "1005"),
        "map",
        "start_areas",
    ),
    fact("10.3a", "no bond runs from 1305 to 1505 or 1506", _bonds, "map", "terrain"),
    fact(
        "3.4a",
        "1331 is in the start areas of 277VG and 12VG",
        lambda book: all("1331" in book.map.start_areas[name].hexes for name in ("277VG", "12VG")),
        "map",
        "start_areas",
    ),
    fact("27.6", "1535 and 1636 are American", lambda book: _american(book, "1535", "1636"), "map", "start_areas"),
    fact(
        "24.8",
        "the Allied roadblocks stand in 2312 and 2111, on roads",
        lambda book: (
            {*book.map.roadblocks} == {"2312", "2111"}
            and all(book.board.index[hex_] in book.board.on_road for hex_ in book.map.roadblocks)
        ),
        "map",
        "roadblocks",
    ),
    fact(
        "15.5a",
        "2928 is forest-ravine, 2828 is not, and a bridge joins them",
        lambda book: (
            book.board.terrain[book.board.index["2928"]] == "forest_ravine"
            and book.board.terrain[book.board.index["2828"]] != "forest_ravine"
            and _bridged(book, "2828-2928")
        ),
        "map",
        "terrain",
    ),
    fact(
        "13.5",
        "1601 is an entry hex of the Allies with two roads from off the map",
        lambda book: [(e.side, e.roads) for e in book.map.entries.values() if e.hex == "1601"] == [(ALLIED, 2)],
        "map",
        "entries",
    ),
    fact(
        "11.9, 13.1",
        "the entries A to H and J are Allied, K to N German",
        lambda book: (
            {letter: entry.side for letter, entry in book.map.entries.items()}
            == {**dict.fromkeys("ABCDEFGHJ", ALLIED), **dict.fromkeys("KLMN", GERMAN)}
        ),
        "map",
        "entries",
    ),
    fact(
        "13.1, 33.2",
        "the entries A, B and C are joined to the south-eastern box",
        lambda book: {letter for letter, entry in book.map.entries.items() if entry.box == "SE"} == set("ABC"),
        "map",
        "entries",
    ),
    fact(
        "30.2c", "the towns of goal C are Givet, Dinant, Namur, Andenne, Huy, Amay", _meuse_towns, "map", "meuse_towns"
    ),
    fact(
        "30.2, 30.2c",
        "Amay is a victory hex",
        lambda book: book.map.meuse_towns["Amay"] in {entry.hex for entry in book.map.victory},
        "map",
        "victory",
    ),
    fact(
        "30.2b",
        "Liège is a city of four hexes",
        lambda book: len({*book.map.liege}) == 4 and {*book.map.liege} == {*_hexes(book, "Liège")},
        "map",
        "liege",
    ),
    fact("13.2, 16.2", "Bastogne has two hexes", lambda book: len(_hexes(book, "Bastogne")) == 2, "map", "places"),
    *(
        fact(
            "7.7a, 11.4b",
            f"the {river} flows through {town}",
            lambda book, town=town, river=river: _through(book, town, river),  # type: ignore[misc]
            "map",
            "rivers",
        )
        for town, river in (("Clervaux", "Clerf"), ("Houffalize", "Ourthe"), ("Malmedy", "Warche"))
    ),
    fact(
        "24.7",
        "St. Vith has three congestion hexes",
        lambda book: len({*book.map.congestion}) == 3 and _hexes(book, "St. Vith") == book.map.st_vith,
        "map",
        "congestion",
    ),
    fact(
        "32.1",
        "there are three places for the dump",
        lambda book: len({e.hex for e in book.map.dumps}) == 3,
        "map",
        "dumps",
    ),
    fact(
        "13.2, 30.2, 7.7",
        f"there are {PLACES}",
        lambda book: {*PLACES.split(", ")} <= {entry.name for entry in book.map.places},
        "map",
        "places",
    ),
    fact(
        "33.2, 30.2, 11.10, 6.5",
        "there are the rivers Meuse, Our, Ourthe, Sauer, Semois",
        lambda book: {"Meuse", "Our", "Ourthe", "Sauer", "Semois"} <= book.map.rivers.keys(),
        "map",
        "rivers",
    ),
    *map(_role, ROLES),
    fact(
        "27.5",
        "four units of 1SS are Kampfgruppe Peiper",
        lambda book: [entry.division for _, entry in _units(book, peiper=True)] == ["1SS"] * 4,
        "units",
        "units",
    ),
    fact("27.6", "two regiments of 2nd Division begin in 1535 and 1636", _roer, "units", "units"),
    fact(
        "27.10, 13.2",
        "Allied engineers have a defence of 2; five come on turn 3, two on turn 5",
        _engineers,
        "units",
        "units",
    ),
    fact(
        "33.3",
        "the Nordwind units are nine",
        lambda book: len(_units(book, optional="Nordwind")) == 9,
        "units",
        "units",
    ),
    fact(
        "8.2b",
        "CCA of 9th Armored, 102, 14, 6 and 4 Cav are pairs that stack as one",
        lambda book: all(_paired(book, group) for group in ("9Arm/CCA", "102Cav", "14Cav", "6Cav", "4Cav")),
        "units",
        "units",
    ),
    *(
        fact(
            "13.1",
            f"{number} {side} reinforcements are on the schedule",
            lambda book, side=side, number=number: _arrivals(book, side) == number,  # type: ignore[misc]
            "units",
            "units",
        )
        for side, number in ((ALLIED, 132), (GERMAN, 65))
    ),
)
"""Every one with its rules, as a statement."""
