"""What in a set-up is against the sense of the rules (3, 8, 13, 23.2)."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from wargame_tui.board.hex_board import Contradiction
from wargame_tui.board.sense import SetUp, Standing
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, Book, open_book, tactical_steps
from wargame_tui.titles.ardennes_44.rules.off_map import edges_of
from wargame_tui.titles.ardennes_44.rules.setup import place_refusal, starters
from wargame_tui.titles.ardennes_44.rules.stacking import excess
from wargame_tui.titles.ardennes_44.state import State, Unit


def contradictions(at: SetUp) -> Iterator[Contradiction]:
    """Everything of one scenario."""
    state: State = at.state
    book = open_book(state.scenario)
    yield from at.together()
    yield from at.barred(lambda unit: _in_german_area(book, unit))
    yield from at.crowded(_overstacked(at))
    yield from _misplaced(at, book)
    yield from at.cut_off(lambda space: _near(book, space), _front(book))
    ways_in = ((name, printed.entry) for name, printed in book.pieces.items() if not (printed.split or printed.remnant))
    yield from at.idle(name for name, entry in ways_in if entry.setup is None and entry.arrival is None)
    yield from _entries(at, book)


def _front(book: Book) -> list[str]:
    """Where the German begins: the enemy, whom the Allies have before they see him."""
    return [hex_ for area in book.map.start_areas.values() for hex_ in area.hexes]


def _near(book: Book, space: str) -> Iterator[str]:
    """Where infantry may step, by movement points or by tactical movement (11)."""
    board = book.board
    if space in board.index:
        first = 6 * board.index[space]
        for turn, to in enumerate(board.grid.neighbours[board.index[space]]):
            if to is not None and tactical_steps(board, "foot", first=True)[first + turn] is not None:
                yield board.names[to]


def _in_german_area(book: Book, unit: Standing) -> str | None:
    if unit.side != ALLIED:
        return None
    areas = book.map.start_areas.items()
    return next((f"in the start area of {name} (3.4)" for name, area in areas if unit.space in area.hexes), None)


def _overstacked(at: SetUp) -> Iterator[tuple[str, list[str], str]]:
    stacks: dict[tuple[str, str], list[Unit]] = defaultdict(list)
    book = open_book(at.state.scenario)
    for unit in at.units:
        if unit.space in book.board.index:
            stacks[unit.side, unit.space].append(at.state.units[unit.id])
    for (_, space), units in stacks.items():
        if why := excess(book, units):
            yield space, [unit.id for unit in units], f"{why} (8)"


def _misplaced(at: SetUp, book: Book) -> Iterator[Contradiction]:
    """German units that could not be set up where history had them, all of them together (3.4)."""
    state = at.state
    for name in starters(book):
        setup = book.pieces[name].entry.setup
        assert setup is not None
        if why := place_refusal(state, name, setup.hex):
            words = f"{name} cannot begin in {at.called(setup.hex)}: {why.reason} ({why.rule})"
            yield "units", ("units", name, "setup", "hex"), f"{words}; give it another hex"
        else:
            state = replace(state, units={**state.units, name: replace(state.units[name], location=setup.hex)})


def _entries(at: SetUp, book: Book) -> Iterator[Contradiction]:
    """Entry hexes lie at the edge and on a road, other supply sources on a road (11.9, 13, 23.2)."""
    board, map_ = book.board, book.map
    for letter, entry in map_.entries.items():
        if not book.is_inside(board.index[entry.hex]):
            continue
        here = f"entry {letter} is {board.name(entry.hex)}"
        if not edges_of(at.state, entry.hex):
            yield "map", ("entries", letter, "hex"), f"{here}, which is not at the map's edge (13): name a hex there"
        if board.index[entry.hex] not in board.on_road:
            yield "map", ("entries", letter, "hex"), f"{here}, where no road runs (13): lead one there"
    for side, hexes in map_.supply.items():
        for number, hex_ in enumerate(hexes):
            if book.is_inside(board.index[hex_]) and board.index[hex_] not in board.on_road:
                yield (
                    "map",
                    ("supply", side, number),
                    f"no road runs to {hex_}, a source (23.2): lead one there",
                )
