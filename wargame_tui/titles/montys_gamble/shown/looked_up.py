"""What is looked up beside the map: order of battle, calendar, victory, the charts in use, markers."""

from collections.abc import Iterator, Mapping, Sequence

from wargame_tui.board import pages
from wargame_tui.board.fact import Fact
from wargame_tui.board.pages import Calendar, Dated, Hand, Held, Level, Lit, Prize, Victory
from wargame_tui.board.phrases import plural
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, DATA, GERMAN, SIDES
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.printed.names import CONTROL, DEPOTS, MARKERS, WEATHER, called
from wargame_tui.titles.montys_gamble.rules import supply, victory
from wargame_tui.titles.montys_gamble.rules.areas import is_contested
from wargame_tui.titles.montys_gamble.state import FIRST_DATE, NOWHERE, State, Unit, book_of

TRACK, SKY = "TR1", "WX2"
"""Tables of the reference: turn track, effects of weather."""


def enrolled(state: State, unit: Unit) -> tuple[str, str]:
    """A unit by its name, under its division; one without under its branch."""
    entry = book_of(state).roster[unit.id]
    if airborne := DEPOTS.get(entry.division or ""):
        return entry.name, f"{airborne.removesuffix(' depot')} Division"
    return entry.name, f"division {entry.division}" if entry.division else f"{entry.branch} units"


def whereabouts(state: State, unit: Unit) -> tuple[str, pages.Where] | None:
    """Of a unit that is in no space: when it comes, or that it is lost."""
    if unit.location not in NOWHERE:
        return None
    if unit.condition == "eliminated":
        return "eliminated", "lost"
    return (f"due {_day(unit.due)}" if unit.due else "off the map"), "coming"


def _day(date: int) -> str:
    return f"{date} September"


# Calendar


def calendar(state: State, side: str | None = None) -> Calendar:
    """Every date with the turn track, the checks of victory, reinforcements (3.6, 18, 21.2)."""
    days = {date: _day(date) for date in range(FIRST_DATE, book_of(state).scenario.last + 1)}
    return Calendar(state.date, days, (*_events(days), *_checks(state), *_arrivals(state)))


def _events(days: Mapping[int, str]) -> Iterator[Dated]:
    def dates(cell: str) -> Iterator[int]:
        number = cell.partition(" ")[0]
        if number.isdigit() and int(number) in days:
            yield int(number)

    yield from pages.dated(DATA.rulebook, TRACK, "Date", ("Special entries",), dates)


def _checks(state: State) -> Iterator[Dated]:
    scenario = book_of(state).scenario
    for date, needed in scenario.checks.items():
        yield Dated(date, "event", "", f"victory check at the end of the day: {needed} VP", rule="21.2")


def _arrivals(state: State) -> Iterator[Dated]:
    """Those of the schedule that have not come yet."""
    waiting = {unit.id for unit in state.units.values() if unit.due is not None and unit.location in NOWHERE}
    for arrival in book_of(state).arrivals:
        units = [unit for unit in arrival.units if unit in waiting]
        by_side: dict[Side, list[str]] = {}
        for unit in units:
            by_side.setdefault(state.units[unit].side, []).append(called(unit))
        for side, names in by_side.items():
            due = state.units[next(unit for unit in units if state.units[unit].side == side)].due or arrival.date
            after = f", once {' and '.join(map(called, arrival.after))} is reached" if arrival.after else ""
            where = called(arrival.space)
            yield Dated(due, "arrival", side, f"{', '.join(names)}{after}", where, arrival.space, "18.1")


# Victory


def forecast(state: State) -> Victory:
    """The account of victory points, area by area, and the checks to come (21, 22)."""
    book, have = book_of(state), victory.points(state)
    scenario = book.scenario
    rule = "22.1" if scenario.extended else "21.2"
    coming = {date: needed for date, needed in scenario.checks.items() if date >= state.date}
    more = "more than " if scenario.extended else ""
    levels = tuple(
        Level(f"check of {_day(date)}", f"{more}{needed} VP", _passes(state, needed)) for date, needed in coming.items()
    )
    needed = next(iter(coming.values()), None)
    words = f"{have} VP"
    if needed is not None:
        winner = ALLIED if _passes(state, needed) else GERMAN
        words = f"{have} VP of {needed}: {winner} victory at the next check"
    facts = tuple(Fact(term.name, f"{term.value:+d}", term.rule) for term in victory.terms(state))
    zone = book.named["breakout"]
    breakout = Prize(called(zone), "wins", CONTROL[state.control[zone]], zone, "a supplied Fresh unit", "21.1")
    return Victory(words, facts, (*_areas(state), breakout), levels, rule)


def _passes(state: State, needed: int) -> bool:
    have = victory.points(state)
    return have > needed if book_of(state).scenario.extended else have >= needed


def _areas(state: State) -> Iterator[Prize]:
    """The areas that can score."""
    book, scored = book_of(state), victory.scored(state)
    for area in book.areas:
        if not book.spaces[area].vp and area not in (book.named["eindhoven"], book.named["arnhem"]):
            continue
        notes = [] if supply.traced(state, area, ALLIED) or state.control[area] == GERMAN else ["no Allied supply"]
        notes += ["contested"] if is_contested(state, area) else []
        value = book.spaces[area].vp or book.charts.victory.eindhoven
        worth = f"{scored.get(area, 0)}/{value}"
        holder, counts = CONTROL[state.control[area]], ALLIED if area in scored else ""
        yield Prize(called(area), worth, holder, area, ", ".join(notes), "21.3", counts)


# Charts, markers


def lit(state: State) -> Mapping[str, Lit]:
    """The date on the turn track, the column of the weather."""
    return {TRACK: Lit(row=str(state.date - FIRST_DATE + 1)), SKY: Lit(column=WEATHER[state.weather])}


def markers(state: State, side: str | None = None) -> Sequence[Hand]:
    """Air and river assault markers, interdiction, depots, the Advantage, saved points (9.5, 12, 13, 16)."""
    return [Hand(who, tuple(_points(state, who)), tuple(_held(state, who))) for who in SIDES]


def _points(state: State, side: Side) -> Iterator[Fact]:
    yield Fact("Advantage", "held" if state.advantage.holder == side else "not held", "12.1")
    yield Fact("saved supply points", str(state.reserve[side]), "13.7")
    if state.shift[side]:
        yield Fact("impulses bought", str(state.shift[side]), "13.7")


def _held(state: State, side: Side) -> Iterator[Held]:
    if side == ALLIED:
        for marker, how in state.air.items():
            yield Held(MARKERS[marker], 1, "bombards or flies supply", how, rule="16.1")
        if state.boat:
            yield Held("River Assault", 1, "boats over a river", "ready", rule="9.5")
    else:
        for area in state.interdiction:
            yield Held("air interdiction", 1, "a die roll against units that drop", called(area), area, "16.4")
    for depot in state.depots.values():
        if depot.side == side:
            place = called(depot.location) if depot.location else "to be placed"
            yield Held(DEPOTS[depot.kind], 1, plural(depot.points, "point"), place, depot.location, "13.4")
