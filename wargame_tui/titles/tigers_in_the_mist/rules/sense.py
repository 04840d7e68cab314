"""What in a set-up is against the sense of the rules (3.2, 5, 7.1, 11.1, 13.1)."""

from collections.abc import Iterator

from wargame_tui.board.hex_board import Contradiction
from wargame_tui.board.sense import Loc, SetUp
from wargame_tui.titles.tigers_in_the_mist.printed.book import SIDES, Book, open_book
from wargame_tui.titles.tigers_in_the_mist.printed.data import Side
from wargame_tui.titles.tigers_in_the_mist.rules import stacking, supply
from wargame_tui.titles.tigers_in_the_mist.state import OFF_MAP, State, positions, units_in


def contradictions(at: SetUp) -> Iterator[Contradiction]:
    """Everything of one scenario."""
    state: State = at.state
    book = open_book(state.scenario)
    yield from at.together()
    yield from at.unlinked()
    for side in SIDES:
        stacks = ((area, [unit.id for unit in units_in(state, area, side)]) for area in stacking.to_reduce(state, side))
        yield from at.crowded((area, names, f"over {stacking.limit_words(state)} (7.1)") for area, names in stacks)
        yield from _unsupplied(at, side)
    yield from at.cut_off(lambda space: (road.to for road in book.roads[space]))
    yield from at.twice(_named(book))
    waiting = (unit.id for unit in state.units.values() if unit.location == OFF_MAP and not _comes(unit))
    yield from at.idle(
        (*waiting, *(name for name in book.roster if name not in {*state.units, *book.scenario.removed}))
    )
    yield from _roadless(at, book)


def _comes(unit: object) -> bool:
    return getattr(unit, "scheduled", None) is not None or getattr(unit, "group", None) is not None


def _unsupplied(at: SetUp, side: Side) -> Iterator[Contradiction]:
    section = open_book(at.state.scenario).section
    for space, units in positions(at.state).of_side[side].items():
        for unit in units:
            if space in section and not supply.in_supply(at.state, unit):
                words = f"{unit.id} begins out of supply in {at.called(space)} (13.1)"
                yield *at.where(unit.id), f"{words}: no line of roads leads to a source of its side"


def _roadless(at: SetUp, book: Book) -> Iterator[Contradiction]:
    """Zones of entry without a road into the map (11.13)."""
    for index, arrival in enumerate(book.scenario.arrivals):
        for zone in arrival.zones:
            if not book.roads[zone]:
                yield at.name, ("arrivals", index, "zones"), f"no road leads from zone {zone} into the map (11.13)"


def _named(book: Book) -> Iterator[tuple[str, Loc]]:
    """Every unit that the scenario's own file brings on (4.14)."""
    yield from ((unit, ("setup", unit)) for unit in book.scenario.setup)
    for index, arrival in enumerate(book.scenario.arrivals):
        yield from ((unit, ("arrivals", index, "units")) for unit in arrival.units)
    for group, reserve in book.scenario.reserves.items():
        yield from ((unit, ("reserves", group, "units")) for unit in reserve.units)
