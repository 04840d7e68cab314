"""What is looked up beside the map: order of battle, calendar, victory, the charts in use, special forces."""

from collections.abc import Iterator, Mapping, Sequence

from wargame_tui.board import pages
from wargame_tui.board.fact import Fact
from wargame_tui.board.pages import Calendar, Chart, Dated, Hand, Held, Level, Lit, Prize, Victory
from wargame_tui.board.rulebook import tables
from wargame_tui.titles.tigers_in_the_mist.printed.book import ALLIED, DATA, GERMAN
from wargame_tui.titles.tigers_in_the_mist.printed.data import Side
from wargame_tui.titles.tigers_in_the_mist.rules import artillery, combat, victory
from wargame_tui.titles.tigers_in_the_mist.rules.special import EFFECTS
from wargame_tui.titles.tigers_in_the_mist.shown import battle_view
from wargame_tui.titles.tigers_in_the_mist.state import (
    OFF_MAP,
    State,
    Unit,
    book_of,
    holds,
    stamp,
    stamp_number,
)

TRACK, CALLS, GUNS, FIRE = "T10", "T4", "T5", "T7"
"""Tables of the reference: turn track, artillery calls, artillery fire, fire of units."""
CALLERS = {"9.43": "Allied", "9.44": "battle", "9.45": "any"}
"""Rows of the artillery calls, by their rules."""
WHAT = {
    "impede movement": ("Allied units pay +1 MP to enter the area, and +1 MP to leave it", "14.22"),
    "prevent demolition": ("bridges of the area are blown on a 1 only", "14.23"),
    "battlefield support": ("one battle there: all Allied fire hits on 1 less", "14.24"),
}
"""What special forces do, with the rule."""


def steps(state: State, unit: Unit) -> tuple[int, int]:
    """Strength points left, and at the start (4.16)."""
    return unit.strength, unit.start_strength


def enrolled(state: State, unit: Unit) -> tuple[str, str]:
    """A unit by its name, under its division."""
    entry = book_of(state).roster.get(unit.id)
    return (entry.name, entry.formation) if entry else (unit.id, unit.branch)


def whereabouts(state: State, unit: Unit) -> tuple[str, pages.Where] | None:
    """Of a unit in no space: its box and zones, its reserve, or that it is lost; None if the scenario is without it."""
    if unit.location != OFF_MAP:
        return ("eliminated", "lost") if unit.location == "eliminated" else None
    zones = f", zone {' or '.join(unit.entry_zones)}" if unit.entry_zones else ""
    if unit.scheduled is not None:
        return f"due {unit.scheduled}{zones}", "coming"
    return (f"in reserve{zones}", "coming") if unit.group is not None else None


# Calendar


def calendar(state: State, side: str | None = None) -> Calendar:
    """Every box of the track with its events and reinforcements, and the reserves, which have no day (8.1, 11)."""
    scenario = book_of(state).scenario
    first, last = stamp_number(scenario.first), stamp_number(scenario.last)
    days = {number + 1: _box(number) for number in range(first, last + 1)}
    now = stamp_number(stamp(state)) + 1
    return Calendar(now, days, (*_events(days), *_arrivals(state), *_reserves(state)))


def _box(number: int) -> str:
    return f"{16 + number // 3}-{number % 3 + 1}"


def _events(days: Mapping[int, str]) -> Iterator[Dated]:
    boxes = {box: number for number, box in days.items()}
    yield from pages.dated(
        DATA.rulebook, TRACK, "Box", ("Special",), lambda cell: [boxes[box] for box in cell.split(", ") if box in boxes]
    )


def _arrivals(state: State) -> Iterator[Dated]:
    groups: dict[tuple[int, Side, str, tuple[str, ...]], list[str]] = {}
    for unit in state.units.values():
        if unit.location == OFF_MAP and unit.scheduled is not None:
            name, formation = enrolled(state, unit)
            key = stamp_number(unit.scheduled) + 1, unit.side, formation, unit.entry_zones
            groups.setdefault(key, []).append(name)
    for (box, side, formation, zones), units in groups.items():
        space = zones[0] if zones else None
        where = f"zone {' or '.join(zones)}" if zones else ""
        yield Dated(box, "arrival", side, f"{formation}: {', '.join(units)}", where, space, "11.1")


def _reserves(state: State) -> Iterator[Dated]:
    """Groups that German superiority in an area releases (11.3)."""
    book = book_of(state)
    for group, reserve in book.reserves.items():
        if state.reserves.get(group, "released") != "released":
            areas = " or ".join(book.name(area) for area in reserve.areas)
            when = f"from {reserve.since} on, with superiority in {areas}"
            what = f"{reserve.name}: {', '.join(reserve.units)}; {when}"
            where = f"zone {' or '.join(reserve.zones)}"
            yield Dated(0, "arrival", GERMAN, what, where, reserve.areas[0], "11.3")


# Victory


def forecast(state: State) -> Victory:
    """Points so far and those that tonight's count would add; the towns of the practice scenario (12, T13)."""
    scenario = book_of(state).scenario
    if scenario.victory == "seventh_army":
        now = victory.seventh_army_result(state)
        return Victory(
            f"{now.level} ({now.reason.rstrip('.')})", (), tuple(_towns(state, "")), _by_towns(now.level), "S1"
        )
    have, more = state.vp, _coming(state)
    now = victory.level_for(state, have)
    facts = [Fact("German VP", str(have), "12.1"), Fact("next count", f"{more:+d} as things stand", "12.22")]
    facts += [Fact(score.turn, f"{_source(state, score.source)} {score.points:+d}", "12.22") for score in state.vp_log]
    if scenario.victory == "first_three_days":
        worth = book_of(state).charts.first_three_days
        prizes = [*_towns(state, f"{worth.contested}-{worth.controlled}")]
        gaps = victory.count_gaps(state)
        counted = GERMAN if gaps else ""
        prizes.append(
            Prize("gaps in the Allied line", str(worth.gap), f"{gaps} now", None, "at the end", "12.21", counted)
        )
    else:
        prizes = [*_areas(state)]
    words = f"{now.level} with {have} VP; {have + more} after the next count"
    return Victory(words, tuple(facts), tuple(prizes), _levels(state), "T13")


def _coming(state: State) -> int:
    """What the next count would add."""
    book = book_of(state)
    if book.scenario.victory == "first_three_days":
        worth, towns = book.charts.first_three_days, book.scenario.towns
        states = [(victory.town_state(state, town), victory.scores(state, town)) for town in towns]
        points = sum(worth.contested if how == "contested" else worth.controlled if yes else 0 for how, yes in states)
        return points + worth.gap * victory.count_gaps(state)
    return sum(book.spaces[area].vp for area in book.areas if area in book.section and victory.scores(state, area))


def _source(state: State, source: str) -> str:
    book = book_of(state)
    return book.name(source) if source in book.spaces else source


def _levels(state: State) -> tuple[Level, ...]:
    levels = sorted(book_of(state).scenario.levels, key=lambda level: -level.at_least)
    now = next((level for level in levels if state.vp >= level.at_least), levels[-1])
    return tuple(
        Level(f"{level.winner} {level.level}" if level.winner else level.level, f"{level.at_least} VP", level is now)
        for level in levels
    )


def _by_towns(now: str) -> tuple[Level, ...]:
    """The levels of the practice scenario, in the words of its table."""
    rows = tables(DATA.rulebook.rules["S1"].text)[0]
    return tuple(Level(result, takes, now.startswith(result)) for result, takes in rows[1:])


def _towns(state: State, worth: str) -> Iterator[Prize]:
    for town in book_of(state).scenario.towns:
        how = victory.town_state(state, town)
        yield Prize(book_of(state).name(town), worth, how, town, "", "12.21", GERMAN if how != ALLIED else "")


def _areas(state: State) -> Iterator[Prize]:
    """Areas with points, then the Allied zones, which count at the end of the game (12.23)."""
    book = book_of(state)
    for area in book.areas:
        if book.spaces[area].vp and area in book.section:
            counts = victory.scores(state, area)
            holder = state.control.get(area, "nobody")
            note = "out of supply" if holder == GERMAN and not counts else ""
            note = note or ("contested" if holds(state, area, GERMAN) and holds(state, area, ALLIED) else "")
            yield Prize(
                book.name(area), str(book.spaces[area].vp), holder, area, note, "12.22", GERMAN if counts else ""
            )
    for zone in book.zones:
        if (times := book.spaces[zone].multiplier) and zone in book.section:
            german = holds(state, zone, GERMAN)
            note = "per German strength point at the end"
            yield Prize(
                book.name(zone),
                f"×{times}",
                GERMAN if german else ALLIED,
                zone,
                note,
                "12.23",
                GERMAN if german else "",
            )


# Charts, special forces


def lit(state: State) -> Mapping[str, Lit]:
    """The box on the turn track; who calls and who fires in the battle in hand."""
    found = {TRACK: Lit(row=stamp(state))}
    step = state.stack[-1] if state.stack else None
    if isinstance(step, combat.Battle):
        side, attacks = step.acting(), step.acting() == step.side
        if isinstance(step.now, combat.Calls):
            found[CALLS] = Lit(row=CALLERS[artillery.call_target(state, side, step.area)[1]])
        elif isinstance(step.now, combat.Lays):
            found[GUNS] = Lit(row="Attacker" if attacks else "Defender")
        elif isinstance(step.now, combat.Aims):
            found[FIRE] = Lit(row=f"Unit of the {'moving' if attacks else 'non-moving'}")
    return found


def hit_chart(state: State) -> Chart:
    """All fire in one table: the number of who fires, what changes it, on what it hits; lit what is fired next."""
    shot, table = battle_view.next_shot(state), battle_view.hit_table(state)
    made = table.of(shot) if shot is not None else table.chart()
    head = ("Value", *made.heads, "Who")
    rows = ((value, *cells, ", ".join(_who(state, int(value)))) for value, cells in made.rows)
    column = None if made.column is None else made.column + 1
    row = None if made.row is None else made.row + 1
    return Chart(FIRE, "Hit table", (head, *rows), "CRT, hits", column, row)


def _who(state: State, value: int) -> Iterator[str]:
    """Units and guns that fire with a number."""
    charts = book_of(state).charts
    for kind, chart in charts.types.items():
        attack, defence = chart.attack == value, chart.defence == value
        if attack or defence:
            yield f"{kind} {'attack and defence' if attack and defence else 'attack' if attack else 'defence'}"
    for whose, hits in (("attacker", charts.artillery.hits.attacker), ("defender", charts.artillery.hits.defender)):
        if hits == value:
            yield f"{whose}'s artillery"


def markers(state: State, side: str | None = None) -> Sequence[Hand]:
    """The German special forces: what they may still do (14)."""
    chart, special = book_of(state).charts.special_forces, state.special
    left = [date for date in chart.dates if date not in special.used_dates and date >= state.date]
    facts = (Fact("dates left", ", ".join(f"{date} December" for date in left) or "none", "14.11"),)
    held = []
    for effect in EFFECTS.values():
        here, (what, rule) = special.area if special.effect == effect else None, WHAT[effect]
        used = "used" if effect in special.used_effects else "once"
        place = book_of(state).name(here) if here else used
        held.append(Held(effect, int(effect not in special.used_effects), what, place, here, rule))
    return [Hand(GERMAN, facts, tuple(held))]
