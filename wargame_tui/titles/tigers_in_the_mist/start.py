"""How a game of Tigers in the Mist starts, and what makes a state whole."""

from collections.abc import Iterator
from typing import Any

from wargame_tui.core.dice import Dice
from wargame_tui.titles.tigers_in_the_mist.printed.book import GERMAN, SIDES, Book, open_book
from wargame_tui.titles.tigers_in_the_mist.rules import activation, bridges, combat, sequence, special
from wargame_tui.titles.tigers_in_the_mist.state import ELIMINATED, OFF_MAP, Bridge, State, Unit


def start(scenario: str, dice: Dice) -> State:
    """The position before the first impulse (rule 5)."""
    book = open_book(scenario)
    return State(
        scenario=scenario,
        stack=(sequence.Date(book.first_date),),
        dice=dice,
        over=None,
        date=book.first_date,
        impulse=int(book.scenario.first.partition("-")[2]),
        active=GERMAN,
        units={unit.id: unit for unit in _units(book)},
        bridges={name: Bridge(name not in book.destroyed_at_start) for name in book.bridges},
        control=dict(book.first_control),
        reserves=dict.fromkeys(_groups(book), "locked"),
    )


def _groups(book: Book) -> list[str]:
    removed = set(book.scenario.removed)
    return [name for name, group in book.reserves.items() if not set(group.units) <= removed]


def _units(book: Book) -> Iterator[Unit]:
    for unit, space in book.setup.items():
        outside = None if space in book.section else book.first_date
        yield _counter(book, unit, space, outside_since=outside)
    for arrival in book.arrivals:
        for unit in arrival.units:
            if unit not in book.scenario.removed:
                yield _counter(book, unit, OFF_MAP, scheduled=arrival.due, entry_zones=arrival.zones)
    for name, group in book.reserves.items():
        for unit in group.units:
            if unit not in book.scenario.removed:
                yield _counter(book, unit, OFF_MAP, entry_zones=group.zones, group=name)


def _counter(book: Book, unit: str, location: str, **more: Any) -> Unit:
    entry = book.roster[unit]
    chart = book.charts.types[entry.type]
    return Unit(
        id=unit,
        side=entry.side,
        type=entry.type,
        branch=entry.branch,
        attack=entry.attack or chart.attack,
        defence=entry.defence or chart.defence,
        strength=entry.strength,
        start_strength=entry.strength,
        location=location,
        yellow=unit in book.marked("yellow"),
        red=unit in book.marked("red"),
        entrenched=unit in book.marked("entrenched") and location != OFF_MAP,
        area_at_turn_start=location,
        **more,
    )


def problems(state: State) -> Iterator[str]:
    """What no game's state could be, each with its place in the state."""
    book = open_book(state.scenario)
    for name, unit in state.units.items():
        yield from (f"/units/{name.replace('/', '~1')}{problem}" for problem in _unit_problems(book, name, unit))
    for name in state.bridges.keys() ^ book.bridges.keys():
        yield f"/bridges/{name}: the bridges of the map are fixed; change `intact`"
    for area in state.control:
        if area not in book.areas:
            yield f"/control/{area}: no such area"
    for group in state.reserves:
        if group not in book.reserves:
            yield f"/reserves/{group}: no such reserve"
    if not 16 <= state.date <= 22 or not 1 <= state.impulse <= sequence.IMPULSES:
        yield "/date: the turn track runs from 16-1 to 22-1"
    for effect in (*state.special.used_effects, *([state.special.effect] if state.special.effect else [])):
        if effect not in book.charts.special_forces.effects:
            yield f"/special: no effect `{effect}`"
    if any(value < 0 or value > book.charts.die for value in state.dice.scripted) or state.dice.count < 0:
        yield "/dice: a die shows 1 to 10"
    if state.stack and not isinstance(state.stack[0], sequence.Date):
        yield "/stack/0: the lowest step is the date"
    for index, step in enumerate(state.stack):
        yield from (f"/stack/{index}{problem}" for problem in _step_problems(state, step))


def _unit_problems(book: Book, name: str, unit: Unit) -> Iterator[str]:
    if unit.id != name:
        yield "/id: differs from the unit's key"
    if unit.side not in SIDES or unit.start_strength < 1 or not 0 <= unit.strength <= unit.start_strength:
        yield "/strength: between 0 and start_strength"
    if unit.location not in book.spaces and unit.location not in (OFF_MAP, ELIMINATED):
        yield f"/location: no space `{unit.location}`; or `{OFF_MAP}`, `{ELIMINATED}`"
    if (unit.strength == 0) != (unit.location == ELIMINATED):
        yield f"/location: a unit of strength 0 is `{ELIMINATED}`, and no other"
    if unit.scheduled is not None and unit.scheduled.split("-")[0] not in map(str, range(16, 23)):
        yield "/scheduled: a box of the turn track, `17-1`"
    if any(zone not in book.zones for zone in unit.entry_zones):
        yield "/entry_zones: letters of zones"
    if unit.mp_spent < 0 or unit.demolition_checks < 0:
        yield ": negative number"


def _step_problems(state: State, step: Any) -> Iterator[str]:
    on_map = {name for name, unit in state.units.items() if unit.location not in (OFF_MAP, ELIMINATED)}
    if isinstance(step, activation.Moving):
        places = {state.units[name].location for name in step.units if name in on_map}
        if not set(step.units) <= on_map or len(places) != 1:
            yield "/units: a moving stack is in one space"
    if isinstance(step, combat.Battle):
        missing = [name for name in (*step.attackers, *step.defenders) if name not in state.units]
        if missing:
            yield f": no unit {missing[0]}"
    if isinstance(step, special.Placement) and step.effect not in special.EFFECTS:
        yield f"/effect: no effect `{step.effect}`"
    if isinstance(step, bridges.Demolition) and step.bridge not in state.bridges:
        yield f"/bridge: no bridge `{step.bridge}`"
