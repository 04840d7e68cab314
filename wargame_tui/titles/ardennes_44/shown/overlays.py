"""What a player can lay over the map: zones of control and bonds, supply, road supply, goals, start areas."""

from collections.abc import Iterator

from wargame_tui.board.scene import Highlight, Overlay
from wargame_tui.board.title import OverlayInfo
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN, Book
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import special, supply
from wargame_tui.titles.ardennes_44.rules.reach import is_boundary_closed
from wargame_tui.titles.ardennes_44.rules.zones import bonds, zone
from wargame_tui.titles.ardennes_44.state import Table

OVERLAYS = (
    OverlayInfo("zoc German", "German zones of control"),
    OverlayInfo("zoc Allied", "Allied zones of control"),
    OverlayInfo("bonds German", "German ZOC bonds"),
    OverlayInfo("bonds Allied", "Allied ZOC bonds"),
    OverlayInfo("supply German", "German supply"),
    OverlayInfo("supply Allied", "Allied supply"),
    OverlayInfo("roads German", "German road supply"),
    OverlayInfo("roads Allied", "Allied road supply"),
    OverlayInfo("objectives", "Victory hexes and goals"),
    OverlayInfo("areas", "German start areas and the army boundaries"),
)


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
        case "objectives":
            return _objectives(state)
        case "areas":
            return _areas(state)
    return Overlay()


def _bonds(state: Table, side: Side) -> Overlay:
    """Hex bonds as hexes, hexside bonds along the hexsides between (10.1)."""
    board, found = state.board, bonds(state, side)
    sides: dict[str, Highlight] = {}
    for key in found.sides:
        other = board.grid.neighbours[key // 6][key % 6]
        if other is not None:
            sides[board.grid.hexside(key // 6, other)] = "bond"
    return Overlay(board.marked(found.hexes, "bond"), hexsides=sides)


def _supply(state: Table, side: Side) -> Overlay:
    """The hexes from which a line can be traced, units without one, the sources (23.2, 23.3)."""
    book, names = state.book, state.board.names
    lines, mine = supply.in_supply(state, side), state.occupied(side)
    board = book.board
    highlights = board.marked(lines & book.inside, "supplied") | board.marked(mine & ~lines, "unsupplied")
    notes = {}
    for hex_ in book.sources(side):
        if supply.road_supplied(state, side) >> hex_ & 1:
            highlights[names[hex_]], notes[names[hex_]] = "objective", "source"
    return Overlay(highlights, notes)


def _roads(state: Table, side: Side) -> Overlay:
    """Hexes with a road supply line (23.3k); enemy roadblocks that cut roads (24.8)."""
    board = state.board
    highlights = board.marked(supply.road_supplied(state, side) & state.book.inside, "supplied")
    for hex_ in supply.enemy_roadblocks(state, side):
        highlights[board.names[hex_]] = "unsupplied"
    return Overlay(highlights)


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
