"""What the rulebook says of the printed things: it must hold for every copy of the game."""

from wargame_tui.board.sense import fact
from wargame_tui.titles.liberty_roads.printed.book import AIRBORNE, ALLIED, GERMAN, Book

GREAT_PORTS = {"Antwerp": "north_sea", "Brest": "channel", "Saint-Nazaire": "atlantic"}


def _paris(book: Book) -> bool:
    hexes = next(place.hexes for place in book.map.places if place.name == "Paris")
    one, *others = (book.board.index[hex_] for hex_ in hexes)
    near = book.board.grid.near
    return len(others) == 2 and {*others} <= {*near[one]} and others[1] in near[others[0]]


def _vaterland(book: Book) -> bool:
    hexes = [entry.vaterland for entry in book.units.units.values() if entry.vaterland]
    home = book.board.country["G"] | book.board.country["N"]
    return len(hexes) == len({*hexes}) == 7 and all(home >> book.board.index[hex_] & 1 for hex_ in hexes)


def _withdrawals(book: Book) -> bool:
    rows = [row for row in book.units.withdrawals if row.side == ALLIED]
    british = ("British", "Canadian", "Polish")
    return [(row.turn, row.count, row.unit, row.services) for row in rows] == [
        (9, 1, None, british),
        (16, 1, "UK-50", ()),
    ]


def _both(book: Book) -> bool:
    allied = {name: entry for name, entry in book.units.units.items() if entry.side == ALLIED}
    airborne = {name for name, entry in allied.items() if entry.type in AIRBORNE}
    german = any(entry.both for entry in book.units.units.values() if entry.side == GERMAN)
    return {name for name, entry in allied.items() if entry.both} == {"HQ-SHAEF", *airborne} and not german


def _support(book: Book) -> bool:
    """HQs and engineers have one step and no attack."""
    beside = [entry for entry in book.units.units.values() if entry.type in ("hq", "engineer")]
    return all((entry.attack, len(entry.defence)) == ((0,), 1) for entry in beside)


FACTS = (
    fact(
        "1.1.8, 13.2.2",
        "0410 is a beach of level 5",
        lambda book: book.map.beaches["0410"].level == 5,
        "map",
        "beaches",
        "0410",
    ),
    fact(
        "1.2.1, 1.2.3",
        "a major river flows at 1015, and 1015 and 1016 are land",
        lambda book: (
            not any(book.board.closed >> book.board.index[hex_] & 1 for hex_ in ("1015", "1016"))
            and "major" in book.board.water[6 * book.board.index["1015"] : 6 * book.board.index["1015"] + 6]
        ),
        "map",
        "rivers",
    ),
    fact("12.2.4, 12.2.5", "the north ends with row 23", lambda book: book.map.north_rows == 23, "map", "north_rows"),
    fact("16.2.3", "Paris has three hexes that meet", _paris, "map", "places"),
    *(
        fact(
            "5.3.3, 11.2.3",
            f"{name} is a major port on the {sea.replace('_', ' ')}",
            lambda book, name=name, sea=sea: (  # type: ignore[misc]
                (book.map.ports[name].size, book.map.ports[name].sea) == ("major", sea)
            ),
            "map",
            "ports",
            name,
        )
        for name, sea in GREAT_PORTS.items()
    ),
    fact(
        "11.2.5",
        "Antwerp alone counts as two ports",
        lambda book: [name for name, port in book.map.ports.items() if port.antwerp] == ["Antwerp"],
        "map",
        "ports",
    ),
    fact(
        "17.3.2",
        "the British 50th Division is in the game from the start",
        lambda book: (book.units.units["UK-50"].service, book.units.units["UK-50"].turn) == ("British", None),
        "units",
        "units",
        "UK-50",
    ),
    fact(
        "17.3.1, 17.3.2",
        "a British division leaves on turn 9, the 50th on turn 16",
        _withdrawals,
        "units",
        "withdrawals",
    ),
    fact(
        "20.2.1",
        "seven divisions stand ready in Germany and the Netherlands, each in its hex",
        _vaterland,
        "units",
        "units",
    ),
    fact("1.6.2", "Allied airborne units and SHAEF are British and American", _both, "units", "units"),
    fact("1.3.2", "HQs and engineers have one step and no attack", _support, "units", "units"),
    fact(
        "17.1.2",
        "six Ersatz divisions are converted",
        lambda book: sum(entry.becomes is not None for entry in book.units.units.values()) == 6,
        "units",
        "units",
    ),
    fact(
        "16.1.3",
        "six units of the FFL are French, and come on no turn",
        lambda book: [(e.service, e.turn) for e in book.units.units.values() if e.ffl] == [("French", None)] * 6,
        "units",
        "units",
    ),
)
"""Every one with its rules, as a statement."""
