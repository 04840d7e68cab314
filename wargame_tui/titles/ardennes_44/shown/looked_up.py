"""What is looked up beside the map: order of battle, calendar, victory, the charts in use, markers."""

from collections.abc import Iterator, Mapping, Sequence

from wargame_tui.board import pages
from wargame_tui.board.fact import Fact
from wargame_tui.board.pages import Calendar, Dated, Hand, Held, Level, Lit, Prize, Victory
from wargame_tui.board.phrases import plural
from wargame_tui.board.steps import step_of
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, DATA, GERMAN, SIDES, enemy
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.printed.names import ARMIES, entry_name, place, turn_name
from wargame_tui.titles.ardennes_44.rules import (
    modifiers,
    movement_phase,
    off_map,
    special,
    transport,
    victory,
)
from wargame_tui.titles.ardennes_44.rules.battle import Battle
from wargame_tui.titles.ardennes_44.state import EDGE, ELIMINATED, EXITED, OFF_MAP, SURRENDERED, Table, Unit

TURNS, CRT, TEC = "T1", "TA2", "TA4"
"""The turn list and the combat results table of the reference."""
ENTERED: Mapping[str, str] = {"towns": "any town or city", "drop": "by air", "box": "the north-west box"}
"""Where units come that come by no entry hex (13.2, 27.2, 33.2)."""


def enrolled(state: Table, unit: Unit) -> tuple[str, str]:
    """A unit by its name, under its division; one without under its corps or army."""
    entry = state.piece(unit).entry
    if entry.division is not None:
        return entry.name, _divisions()[entry.division]
    troops = f"{entry.corps} Corps" if entry.corps else ARMIES[entry.army] if entry.army else entry.nation
    return entry.name, f"{troops}, corps troops" if entry.corps else f"{troops}, army troops"


@DATA.cached
def _divisions() -> Mapping[str, str]:
    """Divisions and groups by name: as most of their units have it behind their own."""
    found: dict[str, list[str]] = {}
    for entry in DATA.units.units.values():
        if entry.division is not None:
            found.setdefault(entry.division, []).append(entry.name.rpartition(", ")[2])
    return {division: max(names, key=names.count) for division, names in found.items()}


def whereabouts(state: Table, unit: Unit) -> tuple[str, pages.Where] | None:
    """Where a unit is that is on no hex; None for counters that are not in play."""
    if unit.location == OFF_MAP:
        return (f"due {turn_name(unit.due)}", "coming") if unit.due is not None else None
    if unit.location.startswith(EDGE):
        return place(unit.location), "coming"
    if unit.location in (ELIMINATED, SURRENDERED):
        return "eliminated" if unit.location == ELIMINATED else "surrendered", "lost"
    return ("left the map", "gone") if unit.location == EXITED else None


# Calendar


def calendar(state: Table, side: str | None = None) -> Calendar:
    """Every turn with its reinforcements, the events of the turn list, replacements of its night (13, 25.21, T1)."""
    days = {turn: turn_name(turn) for turn in range(1, state.book.scenario.last + 1)}
    return Calendar(state.turn, days, (*_events(state, days), *_replacements(state, days), *_arrivals(state)))


def _events(state: Table, days: Mapping[int, str]) -> Iterator[Dated]:
    def turns(cell: str) -> Iterator[int]:
        if cell.isdigit() and int(cell) in days:
            yield int(cell)

    yield from pages.dated(DATA.rulebook, TURNS, "turn", ("ground", "sky", "events"), turns)


def _replacements(state: Table, days: Mapping[int, str]) -> Iterator[Dated]:
    for turn, points in state.book.charts.night.replacements.items():
        for side, count in points.items():
            if turn not in days or not count:
                continue
            yield Dated(turn, "event", side, f"{plural(count, 'replacement point')} in the night", rule="25.21")


def _arrivals(state: Table) -> Iterator[Dated]:
    """Who is still to come, where, by whole formations and turns; who has come is on the map."""
    groups: dict[tuple[int, Side, str, tuple[str, ...], str], list[str]] = {}
    for unit in state.units.values():
        if unit.due is not None:
            letters, arrival = off_map.letters_of(state, unit), state.piece(unit).entry.arrival
            by = ENTERED.get(arrival.place or "", "") if arrival is not None and not letters else ""
            groups.setdefault((unit.due, unit.side, enrolled(state, unit)[1], letters, by), []).append(unit.id)
    for (turn, side, formation, letters, by), units in groups.items():
        first = state.book.map.entries.get(letters[0]) if letters else None
        where = " or ".join(entry_name(letter) for letter in letters) or by
        names = [enrolled(state, state.units[unit])[0].removesuffix(f", {formation}") for unit in units]
        what = f"{formation}: {', '.join(names)}"
        yield Dated(turn, "arrival", side, what, where, first.hex if first else None, "13.1")


# Victory


def forecast(state: Table) -> Victory:
    """The points of a short scenario or the goals of the campaign, and who would win now (30, 31)."""
    rules = state.book.scenario.points
    return _goals(state) if rules is None else _points(state, rules.german, rules.exit_strength)


def _points(state: Table, needed: int, strength: int) -> Victory:
    have = victory.points(state)
    winner = GERMAN if have >= needed else ALLIED
    levels = (
        Level("German victory", f"{needed} VP or more at the end", have >= needed),
        Level("Allied victory", f"fewer than {needed} VP", have < needed),
    )
    facts = (Fact("German VP", f"{have} of {needed}", "31"), Fact("exit", f"1 VP for {strength} strength points", "31"))
    return Victory(f"{winner} victory with {have} German VP", facts, tuple(_hexes(state, "1")), levels, "31")


def _goals(state: Table) -> Victory:
    now, chart = victory.goals(state), state.book.charts.victory
    german = now.german
    tests = {
        "A": ("exit strength", f"{now.exited} of {chart.exit_strength}"),
        "B": ("Liège", f"{sum(now.liege.values())} of {len(now.liege)} hexes"),
        "C": ("Meuse towns", f"{sum(now.meuse.values())} of {chart.meuse_towns}"),
        "D": ("west hexes", f"{len(now.west)} of {chart.west_hexes}"),
    }
    facts = [Fact("east hexes", f"{len(now.east)} of {chart.east_hexes}", "30.2")]
    facts += [
        Fact(f"goal {letter}, {name}", f"{words}{', reached' if letter in now.reached else ''}", "30.2")
        for letter, (name, words) in tests.items()
    ]
    facts.append(Fact("start areas, Allied", f"{len(now.areas)} of {chart.start_areas}, {now.held} turns held", "30.3"))
    levels = (
        Level("German victory", f"{chart.east_hexes} east hexes and one of the goals A to D", german),
        Level("Allied victory", f"{chart.start_areas} start areas in {chart.checks} checks, or the end", not german),
    )
    words = "German victory" if german else "Allied victory: the Germans have not reached their goals"
    towns = (
        Prize(place(hex_), "C", GERMAN if now.meuse[town] else ALLIED, hex_, f"{town}, on the Meuse", "30.2")
        for town, hex_ in state.book.map.meuse_towns.items()
    )
    liege = (
        Prize(place(hex_), "B", GERMAN if holds else ALLIED, hex_, "Liège", "30.2") for hex_, holds in now.liege.items()
    )
    return Victory(words, tuple(facts), (*_hexes(state, ""), *liege, *towns), levels, "30.2")


def _hexes(state: Table, worth: str) -> Iterator[Prize]:
    """The victory hexes in play."""
    for entry in state.book.map.victory:
        if state.book.is_inside(state.board.index[entry.hex]):
            holder = special.controller(state, entry.hex)
            sheet = "east" if entry.hex.isdigit() else "west"
            counts = GERMAN if holder == GERMAN else ""
            yield Prize(place(entry.hex), worth or sheet, holder, entry.hex, "", "30.2", counts)


# Charts, markers


def lit(state: Table) -> Mapping[str, Lit]:
    """The column of the combat in hand, else the chart that the phase is played by; the turn in the turn list."""
    moves = step_of(state, movement_phase.MovementPhase) is not None
    found = {TEC if moves else CRT: Lit(), TURNS: Lit(row=str(state.turn))}
    battle = step_of(state, Battle)
    if battle is not None and battle.attackers:
        strengths = modifiers.attack_strength(state, battle), modifiers.defence_strength(state, battle)
        shifts = sum(shift.value for shift in modifiers.shifts(state, battle))
        at = modifiers.on_crt(state, modifiers.odds_column(*strengths) + shifts)
        found[CRT] = Lit(column=state.book.charts.combat.columns[at])
    return found


def markers(state: Table, side: str | None = None) -> Sequence[Hand]:
    """Markers left of each side: strategic movement, traffic, roadblocks, air support (12.4, 15.6, 24)."""
    return [Hand(who, (), tuple(_left(state, who))) for who in SIDES]


def _left(state: Table, side: Side) -> Iterator[Held]:
    left = max(0, transport.free_markers(state, side))
    yield Held("strategic movement", left, "twice the MP along roads, away from the enemy", "left", rule="12.4")
    costs = state.book.charts.movement
    if side == ALLIED:
        yield Held(
            "air support", state.now.air, "1 shift right for an attack in clear weather", "left this turn", rule="15.6"
        )
    more = f"+{costs.traffic:g} MP for {enemy(side)} units"
    for markers, what, rule in ((state.traffic, "traffic marker", "24.2"), (state.roadblocks, "roadblock", "24.8")):
        mine = [hex_ for name, hex_ in markers.items() if name.startswith(side)]
        for hex_ in mine:
            if hex_ is not None:
                yield Held(what, 1, more, place(hex_), hex_, rule)
        if waiting := mine.count(None):
            yield Held(what, waiting, more, "to be placed", rule=rule)
