"""What in a set-up is against the sense of the rules (1.10, 4.2, 7.10.7, 10, 11)."""

from collections.abc import Iterator

from wargame_tui.board.hex_board import Contradiction
from wargame_tui.board.sense import Loc, SetUp, Standing
from wargame_tui.titles.liberty_roads.printed.book import SIDES, Book, open_book
from wargame_tui.titles.liberty_roads.rules import stacking, supply
from wargame_tui.titles.liberty_roads.state import OFF_MAP, State, positions


def contradictions(at: SetUp) -> Iterator[Contradiction]:
    """Everything of one scenario."""
    book = open_book(at.state.scenario)
    yield from at.together()
    shut = list(at.barred(lambda unit: _shut(book, unit)))
    yield from shut
    yield from at.crowded(_overstacked(at, book))
    yield from at.twice(_named(book))
    yield from at.idle(_forgotten(at.state, book))
    yield from at.cut_off(lambda space: _near(book, space), book.map.beaches)
    if not shut:
        yield from _unsupplied(at)


def _shut(book: Book, unit: Standing) -> str | None:
    where = book.board.index.get(unit.space)
    if where is None or not book.board.closed >> where & 1:
        return None
    return f"which is {book.board.terrain[where].replace('_', ' ')} (7.10.7)"


def _overstacked(at: SetUp, book: Book) -> Iterator[tuple[str, list[str], str]]:
    for side in SIDES:
        for place, units in positions(at.state).of_side[side].items():
            if place not in book.board.index:
                continue
            if many := stacking.excess(at.state, place, units):
                yield place, [unit.id for unit in many], "more than may stand together (1.10)"
            elif stacking.is_mixed(at.state, units):
                yield place, [unit.id for unit in units], "of different nationalities (1.10.5)"


def _forgotten(state: State, book: Book) -> Iterator[str]:
    """Divisions off the map that come neither by the turn track nor otherwise (7.13, 10, 16, 17.1.2, 20.2)."""
    converted = {entry.becomes for entry in book.units.units.values() if entry.becomes}
    for unit in state.units.values():
        entry = book.pieces[unit.id].entry
        if unit.location != OFF_MAP or unit.due is not None or entry is None:
            continue
        otherwise = entry.kg or entry.ffl or entry.vaterland or unit.id in converted
        if not otherwise and (entry.turn is None or entry.turn < book.scenario.first):
            yield unit.id


def _near(book: Book, space: str) -> Iterator[str]:
    board = book.board
    if space in board.index:
        yield from (board.names[there] for there in board.land[board.index[space]])


def _unsupplied(at: SetUp) -> Iterator[Contradiction]:
    for side in SIDES:
        for unit in at.state.on_map(side):
            if not supply.supplied(at.state, unit):
                words = f"{unit.id} begins out of supply in {at.called(unit.location)} (4.2.1)"
                yield *at.where(unit.id), f"{words}: set it up within reach of a HQ, or its source elsewhere"


def _named(book: Book) -> Iterator[tuple[str, Loc]]:
    """Every unit that the scenario sets up or has lost, without its marks."""
    for place, units in book.scenario.setup.items():
        yield from ((unit.rstrip("*+"), ("setup", place)) for unit in units)
    for field in ("eliminated", "removed"):
        yield from ((unit, (field,)) for unit in getattr(book.scenario, field))
