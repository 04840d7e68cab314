"""What in a set-up is against the sense of the rules (3.2, 5, 7.1, 18, 20)."""

from collections.abc import Iterator

from wargame_tui.board.hex_board import Contradiction
from wargame_tui.board.sense import Loc, SetUp, drawing
from wargame_tui.titles.montys_gamble.printed.book import DATA, SIDES, Book, open_book
from wargame_tui.titles.montys_gamble.printed.data import ScenarioFile
from wargame_tui.titles.montys_gamble.rules.areas import has_room, positions
from wargame_tui.titles.montys_gamble.state import State


def contradictions(at: SetUp) -> Iterator[Contradiction]:
    """Everything of one scenario; in the zone of entry both sides begin (20.3, 20.5)."""
    state: State = at.state
    book = open_book(state.scenario)
    yield from drawing(book.map)
    yield from at.together(but={book.named["entry"]})
    yield from at.unlinked()
    for side in SIDES:
        over = ((space, units) for space, units in positions(state).of_side[side].items())
        full = ((space, units) for space, units in over if space in book.areas and not has_room(state, space, side, 0))
        limit = f"over {book.charts.limits.stacking} units (7.1)"
        yield from at.crowded((space, [unit.id for unit in units], limit) for space, units in full)
    yield from at.cut_off(lambda space: book.edges[space])
    yield from at.twice(_named(book.scenario))
    others = {unit for file in DATA.scenarios.values() if file.based_on == at.name for unit, _ in _named(file)}
    late = {unit for arrival in book.arrivals for unit in arrival.units}
    yield from at.idle(name for name in book.roster if name not in {*state.units, *others, *late})
    yield from _misdropped(at, book)
    yield from _unready(at, book)


def _misdropped(at: SetUp, book: Book) -> Iterator[Contradiction]:
    """Airborne units that would come down in no drop area of their division, or too many in one (3.261, 7.1)."""
    rows: list[tuple[str, str, Loc]] = [(unit, area, ("drops", unit)) for unit, area in book.scenario.drops.items()]
    for index, arrival in enumerate(book.scenario.arrivals):
        rows += [(unit, area, ("arrivals", index, "drops", unit)) for unit, area in arrival.drops.items()]
    for unit, area, loc in rows:
        division = book.roster[unit].range
        if division is None or area not in book.drop_areas[division]:
            words = f"{book.name(area)} is no drop area of the division of {unit} (3.261)"
            yield at.name, loc, f"{words}: name one, or give the area its colour and range in map.yaml"
    landed = list(book.scenario.drops.values())
    for area in dict.fromkeys(landed):
        if not book.fits(area, landed.count(area)):
            yield at.name, ("drops",), f"{landed.count(area)} units drop on {book.name(area)}, over the limit (7.1)"


def _unready(at: SetUp, book: Book) -> Iterator[Contradiction]:
    """Reinforcements by zones that lead nowhere, and airborne ones without a drop area (18.4, 18.41)."""
    for index, arrival in enumerate(book.scenario.arrivals):
        if arrival.space in book.zones and not book.edges[arrival.space]:
            yield at.name, ("arrivals", index, "space"), f"nothing leads from zone {arrival.space} into the map (14.2)"
        for unit in arrival.units:
            if book.spaces[arrival.space].kind == "box" and unit not in arrival.drops:
                words = f"{unit} comes by air and has no drop area (18.41): name one in `drops`"
                yield at.name, ("arrivals", index, "units"), words


def _named(scenario: ScenarioFile) -> Iterator[tuple[str, Loc]]:
    yield from ((unit, ("setup", unit)) for unit in scenario.setup)
    yield from ((unit, ("drops", unit)) for unit in scenario.drops)
    for index, arrival in enumerate(scenario.arrivals):
        yield from ((unit, ("arrivals", index, "units")) for unit in arrival.units)
