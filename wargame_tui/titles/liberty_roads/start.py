"""How a game of Liberty Roads starts, and what makes a state whole."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from wargame_tui.core.dice import Dice
from wargame_tui.core.state import changed
from wargame_tui.core.title import BadState, OptionInfo, switched_on
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, GERMAN, Book, open_book
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules import sequence
from wargame_tui.titles.liberty_roads.state import (
    AIRBORNE_ZONE,
    ELIMINATED,
    HOLDING,
    LARGEST_DIE,
    OFF_MAP,
    REMOVED,
    Approval,
    Campaign,
    Drop,
    Now,
    State,
    Support,
    Unit,
)

OPTIONS: tuple[OptionInfo, ...] = (
    OptionInfo("beach4", "four divisions in every beach hex, not only with a Beachhead", "1.10.5"),
    OptionInfo("single", "the second invasion may be made with one marker", "13.1.5"),
)
"""Switches of the ambiguities A3 and A58."""
OPTION_NAMES = tuple(option.name for option in OPTIONS)


# The start


def start(scenario: str, options: Mapping[str, Any], dice: Dice) -> State:
    """The position before the first weather roll. Raises BadOption."""
    book, chosen = open_book(scenario), switched_on(options, OPTIONS)
    units = {unit.id: unit for unit in _units(book)}
    control = _control(book, units.values())
    entry = book.scenario
    return State(
        scenario=scenario,
        optional=chosen,
        stack=(sequence.Turn(entry.first),),
        dice=dice,
        over=None,
        turn=entry.first,
        weather="Clear",
        units=units,
        support={each.id: each for each in _support(book)},
        control=control,
        ever=tuple(hex_ for hex_, side in control.items() if side == ALLIED),
        approval=Approval(entry.approval, book.charts.approval.maxima[0]),
        drops={each.id: each for each in _drops(book)},
        campaign=_campaign(book, control),
        now=Now(ALLIED),
    )


def _units(book: Book) -> Iterator[Unit]:
    """Every counter where the scenario has it: set up, still to come, or gone."""
    placed = {name.rstrip("*+"): (where, name) for where, names in book.setup.items() for name in names}
    gone = {**dict.fromkeys(book.scenario.eliminated, ELIMINATED), **dict.fromkeys(book.scenario.removed, REMOVED)}
    engineers = {book.map.ports[name].hex for name in book.scenario.functional}
    for name, piece in book.pieces.items():
        if name in placed:
            where, marks = placed[name]
            where = AIRBORNE_ZONE[where] if piece.airborne and where in AIRBORNE_ZONE else where
            works = piece.engineer and where in engineers
            yield Unit(name, piece.side, where, reduced="*" in marks, festung="+" in marks, functional=works)
        else:
            yield Unit(name, piece.side, gone.get(name, OFF_MAP), due=_due(book, name))


def _due(book: Book, name: str) -> int | None:
    """The turn on which a unit that is not set up comes, if the scenario lasts so long (10.1, 10.2)."""
    entry = book.pieces[name].entry
    if entry is None or entry.turn is None or name in (*book.scenario.eliminated, *book.scenario.removed):
        return None
    return entry.turn if book.scenario.first <= entry.turn <= book.scenario.last else None


def _support(book: Book) -> Iterator[Support]:
    """Markers in the pools (5.1.1), later ones, and FFL units, which may join the Allied pool (16.1.3)."""
    for kind, marker in book.charts.markers.items():
        earlier = sum(row.markers.get(kind, 0) for row in book.charts.turns[: book.scenario.first - 1])
        for name, each in book.markers.items():
            if each is marker:
                number = int(name.rpartition("-")[2])
                yield Support(name, "pool" if number <= marker.count + earlier else "later")
    if not book.scenario.basic:
        yield from (Support(piece.id, "later") for piece in book.pieces.values() if piece.ffl)


def _control(book: Book, units: Iterable[Unit]) -> dict[str, Side]:
    """The Allies control what the scenario says and where their units stand; the Germans everything else (15.2.1)."""
    allied = {*book.scenario.controlled, *book.scenario.beachheads}
    allied |= {unit.location for unit in units if unit.side == ALLIED}
    return {name: ALLIED if name in allied else GERMAN for name in sorted(book.tracked)}


def brought_up(state: State) -> State:
    """A state kept when only hexes of the map were tracked: what its scenario counts is his who stands there (T41)."""
    missing = state.book.tracked - state.board.tracked - state.control.keys()
    if not missing:
        return state
    now = _control(state.book, state.units.values())
    return changed(state, control={**state.control, **{name: now[name] for name in missing}})


def _drops(book: Book) -> Iterator[Drop]:
    """Paratroop Drop markers; all begin in England, where the airborne divisions are (12.3.4)."""
    count = 0 if book.scenario.basic else book.charts.drops.markers
    return (Drop(f"drop-{number}", AIRBORNE_ZONE["England"]) for number in range(1, count + 1))


def _campaign(book: Book, control: Mapping[str, Side]) -> Campaign:
    """Tracks as they stand when the scenario begins: in its first turn Fortitude and the rest are as the turn says."""
    entry, fortitude = book.scenario, book.charts.fortitude
    held = not entry.basic and entry.first <= max(fortitude.modifiers)
    freed = tuple(hex_ for hex_, side in control.items() if side == ALLIED)
    return Campaign(
        liberated=freed,
        pluto=entry.pluto,
        invasions=1 if entry.beachheads else 0,
        landings=len(entry.beachheads),
        beachheads=entry.beachheads,
        deactivated=tuple(hex_ for hex_ in freed if hex_ in book.map.beaches),
        fortitude=held,
        south_held=held,
    )


# What makes a state whole


def insist_on_sense(state: State) -> None:
    """Refuse a state that no game could be in. Raises BadState naming the first field that is wrong."""
    problem = next(_problems(state), None)
    if problem:
        raise BadState(problem)


def _problems(state: State) -> Iterator[str]:
    book = open_book(state.scenario)
    yield from _unit_problems(state, book)
    yield from _support_problems(state, book)
    yield from _hex_problems(state, book)
    if not book.scenario.first <= state.turn <= book.scenario.last:
        yield f"/turn: {book.scenario.first} to {book.scenario.last}"
    if any(name not in OPTION_NAMES for name in state.optional):
        yield f"/optional: {', '.join(OPTION_NAMES)}"
    if any(not 1 <= value <= LARGEST_DIE for value in state.dice.scripted) or state.dice.count < 0:
        yield f"/dice: a die shows 1 to {LARGEST_DIE}"
    if not 0 <= state.approval.value <= state.approval.maximum:
        yield "/approval/value: 0 to the maximum"


def _unit_problems(state: State, book: Book) -> Iterator[str]:
    yield from (f"/units/{name}: it is missing" for name in sorted(book.pieces.keys() - state.units.keys()))
    for name, unit in state.units.items():
        piece = book.pieces.get(name)
        if piece is None or unit.id != name:
            yield f"/units/{name}/id: a counter of the game, under its own name"
        elif unit.side != piece.side:
            yield f"/units/{name}/side: it is printed on the counter"
        elif not _is_place(book, unit.location):
            yield f"/units/{name}/location: no hex or box `{unit.location}`"
        elif unit.reduced and piece.steps == 1:
            yield f"/units/{name}/reduced: it has one step"
        elif unit.pontoon is not None and (not piece.hq or not 0 <= unit.pontoon < 6):
            yield f"/units/{name}/pontoon: the direction of a hexside, 0 to 5, of an HQ"


def _is_place(book: Book, place: str) -> bool:
    where = book.board.index.get(place)
    if where is not None:
        return not book.board.closed >> where & 1
    return place in HOLDING or place in (OFF_MAP, ELIMINATED, REMOVED)


def _support_problems(state: State, book: Book) -> Iterator[str]:
    known = {each.id for each in _support(book)}
    for name in sorted(known ^ state.support.keys()):
        yield f"/support/{name}: every marker of the game, and no other"
    for name, marker in state.support.items():
        if marker.place is not None and marker.where != "played":
            yield f"/support/{name}/place: only played markers lie somewhere"
        elif marker.place is not None and marker.place not in book.board.index and marker.place not in state.units:
            yield f"/support/{name}/place: a hex or a unit"


def _hex_problems(state: State, book: Book) -> Iterator[str]:
    for name in sorted(state.control.keys() ^ book.tracked):
        yield f"/control/{name}: the map decides whose control matters; change the values"
    for name in state.ever:
        if name not in book.tracked:
            yield f"/ever: {name} is no hex whose control matters"
    for field in ("pluto", "beachheads", "deactivated"):
        for name in getattr(state.campaign, field):
            if name not in book.board.index:
                yield f"/campaign/{field}: no hex {name}"
