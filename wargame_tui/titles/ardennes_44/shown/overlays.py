"""What a player can lay over the map: zones and bonds, supply, threats, odds, the front, goals, areas, the weather."""

from collections.abc import Iterator

from wargame_tui.board.hexes import members
from wargame_tui.board.layers import Legend, front, nearest_side, of_both
from wargame_tui.board.scene import Highlight, MapLine, Overlay, Tint
from wargame_tui.board.title import OverlayInfo
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN, SIDES, Book
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import special, supply, weather
from wargame_tui.titles.ardennes_44.rules.reach import is_boundary_closed
from wargame_tui.titles.ardennes_44.rules.zones import bonds, zone
from wargame_tui.titles.ardennes_44.shown import ahead
from wargame_tui.titles.ardennes_44.state import Table

_ZOC: Legend = (("zoc", "in a ZOC"),)
_BONDS: Legend = (("bond", "blocked by a ZOC bond"),)
_SUPPLY: Legend = (
    ("objective", "source"),
    ("supplied", "supply line possible"),
    ("path", "supply lines of units"),
    ("unsupplied", "units without supply line"),
)
_ROADS: Legend = (("supplied", "road supply line"), ("unsupplied", "enemy roadblock"))
_THREAT: Legend = (
    ("battle", "within reach"),
    ("path", "by strategic movement only"),
    ("unsupplied", "attackable from there"),
)
_ODDS: Legend = (("battle", "odds after shifts, with all units in reach; no artillery, no aircraft"),)
OVERLAYS = (
    *of_both("zoc", "z", "{} zones of control", SIDES, "9.1", _ZOC),
    *of_both("bonds", "b", "{} ZOC bonds", SIDES, "10.1", _BONDS),
    *of_both("supply", "u", "{} supply and its routes", SIDES, "23.3", _SUPPLY),
    *of_both("roads", "r", "{} road supply", SIDES, "23.3k", _ROADS),
    *of_both("threat", "t", "Reach of {} units in a turn", SIDES, "11.1", _THREAT, slow=True),
    *of_both("odds", "o", "Best odds of {} attacks", SIDES, "14.4", _ODDS, slow=True),
    OverlayInfo("front", "The front", (("front", "between the sides"),), "c"),
    OverlayInfo(
        "objectives", "Victory hexes and goals", (("objective", "Allied"), ("supplied", "German")), "v", "30.2"
    ),
    OverlayInfo("areas", "German start areas and the army boundaries", (), "a", "3.4"),
    OverlayInfo("weather", "Night, mud and frost", (), "w", "28.1"),
)
NEAR = 3
"""Hexes from a side's units that are held to be behind its front."""


def overlay(state: Table, wanted: str) -> Overlay:
    """One of the overlays of OVERLAYS."""
    what, _, who = wanted.partition(" ")
    side: Side = GERMAN if who == GERMAN else ALLIED
    match what:
        case "zoc":
            return Overlay(state.board.marked(zone(state, side) & state.book.inside, "zoc"))
        case "bonds":
            return _bonds(state, side)
        case "supply":
            return _supply(state, side)
        case "roads":
            return _roads(state, side)
        case "threat":
            return ahead.threat(state, side)
        case "odds":
            return ahead.odds(state, side)
        case "front":
            return _front(state)
        case "weather":
            return _weather(state)
        case "objectives":
            return _objectives(state)
        case "areas":
            return _areas(state)
    return Overlay()


def _bonds(state: Table, side: Side) -> Overlay:
    """Hex bonds as hexes, hexside bonds along the hexsides between, a line from unit to unit (10.1)."""
    board, found = state.board, bonds(state, side)
    names = board.names
    sides: dict[str, Highlight] = {}
    for key in found.sides:
        other = board.grid.neighbours[key // 6][key % 6]
        if other is not None:
            sides[board.grid.hexside(key // 6, other)] = "bond"
    ends = ((pair.one, pair.other) for pair in found.pairs)
    lines = (MapLine((names[one], names[other]), "bond", side) for one, other in ends if other is not None)
    return Overlay(board.marked(found.hexes, "bond"), hexsides=sides, lines=tuple(lines))


def _supply(state: Table, side: Side) -> Overlay:
    """The hexes from which a line can be traced, the lines of units, those without one, the sources (23.2, 23.3)."""
    book, names = state.book, state.board.names
    lines, mine = supply.in_supply(state, side), state.occupied(side)
    board = book.board
    highlights = board.marked(lines & book.inside, "supplied") | board.marked(mine & ~lines, "unsupplied")
    notes = {}
    for hex_ in book.sources(side):
        if supply.road_supplied(state, side) >> hex_ & 1:
            highlights[names[hex_]], notes[names[hex_]] = "objective", "source"
    routes = supply.routes(state, side).values()
    drawn = (MapLine(tuple(names[hex_] for hex_ in route), "supply", side) for route in routes)
    return Overlay(highlights, notes, lines=tuple(drawn))


def _roads(state: Table, side: Side) -> Overlay:
    """Hexes with a road supply line (23.3k); enemy roadblocks that cut roads (24.8)."""
    board = state.board
    highlights = board.marked(supply.road_supplied(state, side) & state.book.inside, "supplied")
    for hex_ in supply.enemy_roadblocks(state, side):
        highlights[board.names[hex_]] = "unsupplied"
    return Overlay(highlights)


def _front(state: Table) -> Overlay:
    """Between the hexes that are nearer to one side's units than to the other's; no rule knows it."""
    board, book = state.board, state.book
    held = {board.names[hex_]: side for side in SIDES for hex_ in members(state.occupied(side))}
    outside = {board.names[hex_] for hex_ in members(((1 << board.grid.size) - 1) & ~book.inside)}
    holder = nearest_side(board.around, held, NEAR, outside)
    return Overlay(hexsides=front(board.around, holder.get))


def _weather(state: Table) -> Overlay:
    """The night; by day mud, or frozen ground (25, 28.1)."""
    tint: Tint = "night" if state.night else "mud" if weather.ground(state) == "mud" else "snow"
    inside = members(state.book.inside)
    return Overlay(tints={state.board.names[hex_]: tint for hex_ in inside})


def _objectives(state: Table) -> Overlay:
    """Victory hexes with who holds them, Liege, the towns on the Meuse, exit hexes (30.2)."""
    book = state.book
    highlights: dict[str, Highlight] = {}
    notes: dict[str, str] = {}
    for hex_, note in _goals(book):
        if book.is_inside(book.board.index[hex_]):
            held = special.controller(state, hex_) if hex_ in book.board.tracked else ALLIED
            highlights[hex_] = "supplied" if held == GERMAN else "objective"
            if note:
                notes[hex_] = note
    return Overlay(highlights, notes)


def _goals(book: Book) -> Iterator[tuple[str, str]]:
    yield from ((entry.hex, "") for entry in book.map.victory)
    if book.scenario.points is None:
        yield from ((hex_, "B") for hex_ in book.map.liege)
        yield from ((hex_, "C") for hex_ in book.map.meuse_towns.values())
        exits = (book.map.entries[letter] for letter in ("F", "G") if letter in book.letters)
        yield from ((entry.hex, "A") for entry in exits)


def _areas(state: Table) -> Overlay:
    """Start areas with their division, those behind the Our too; the boundaries between armies (3.4, 11.10)."""
    book, board = state.book, state.board
    highlights: dict[str, Highlight] = {}
    notes: dict[str, str] = {}
    kinds: tuple[Highlight, ...] = ("reach", "path", "objective")
    for number, (name, area) in enumerate(book.map.start_areas.items()):
        for hex_ in (*area.hexes, *area.west):
            highlights[hex_], notes[hex_] = kinds[number % len(kinds)], name
    sides: dict[str, Highlight] = {}
    if is_boundary_closed(state):
        for hexsides in book.map.army_boundary.values():
            sides.update({board.grid.hexside(*board.grid.pair(side)): "path" for side in hexsides})
    inside = {hex_ for hex_ in highlights if book.is_inside(board.index[hex_])}
    return Overlay(
        {hex_: kind for hex_, kind in highlights.items() if hex_ in inside},
        {hex_: note for hex_, note in notes.items() if hex_ in inside},
        sides,
    )
