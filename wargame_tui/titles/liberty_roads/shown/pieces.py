"""What lies on the table as a picture: counters with their states, hexes with markers and badges, boxes (1.4)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from wargame_tui.board.hexes import DIRECTIONS
from wargame_tui.board.marks import by_space, flags_of, marked, marked_in
from wargame_tui.board.scene import Counter, Flag, Scene, SpaceScene
from wargame_tui.board.steps import step_of, top
from wargame_tui.core.command import Command
from wargame_tui.core.remembered import Following, Remembered
from wargame_tui.core.wording import plural
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, ENGLAND, GERMAN, SIDES, Book, marker_kind
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.printed.names import marker_name
from wargame_tui.titles.liberty_roads.rules import (
    assault,
    battle,
    combat,
    drops,
    fortitude,
    landing,
    markers,
    movement,
    replacements,
    supply,
)
from wargame_tui.titles.liberty_roads.rules.control import is_active
from wargame_tui.titles.liberty_roads.rules.festung import is_festung
from wargame_tui.titles.liberty_roads.state import (
    AIRBORNE_ZONE,
    ELIMINATED,
    HOLDING,
    OFF_MAP,
    REMOVED,
    RESERVE,
    Table,
    Unit,
)

SIZES = "division", "brigade"
SYMBOLS: Mapping[str, str] = {
    "motorised": "motorized", "volksgrenadier": "infantry", "static": "infantry", "ersatz": "infantry",
    "security": "infantry", "mountain": "infantry", "ersatz_mountain": "infantry", "glider": "airborne",
    "paratroop": "airborne", "motorised_paratroop": "airborne", "hq": "headquarters",
}  # fmt: skip
"""Unit types in the words of front ends; the others are the same there (1.1.4)."""
BRANCHES: Mapping[str, str] = {
    "Wehrmacht": "Army", "Waffen-SS": "SS", "French": "Free French",
}  # fmt: skip
"""Colours of counters in the words of front ends (T3)."""
SHORT: Mapping[str, str] = {
    "air_support": "air", "carpet_bombing": "carpet", "naval_gunfire": "guns", "surprise": "surprise",
    "insurrection": "rising", "bunkers": "bunker",
}  # fmt: skip
"""Support markers on hexes, as short as a hex needs it."""
SUPPORT = "support-"
"""Before a side's name: its Available Support box."""
_NO_UNITS = (movement.MovementPhase, combat.CombatPhase, replacements.ReplacementPhase)
"""Steps in which no unit is worth a mark, since most are to be chosen, or none."""


def knows(state: Table, side: str | None, owner: Side) -> bool:
    """Whether a side sees what its owner keeps to himself; without a side, the one that decides (5.1.3, 13.6)."""
    step = top(state)
    who = side if side is not None else step.decider(state) if step is not None else None
    return who == owner or state.over is not None


# Where counters are shown


def place_of(state: Table, unit: Unit) -> str | None:
    """The hex or box in which a unit is shown; None while it is out of sight. Who arrives waits where he may come."""
    if unit.location in (ELIMINATED, REMOVED):
        return None
    if unit.location != OFF_MAP:
        return unit.location
    if unit.due is None or unit.due > state.turn or step_of(state, replacements.Arrivals) is None:
        return None
    if unit.side == ALLIED:
        return ENGLAND
    return next(iter(replacements.arrival_cities(state)), RESERVE)


def _find_places(state: Table, arriving: bool) -> Mapping[str, tuple[Unit, ...]]:
    shown = by_space((place, unit) for unit in state.units.values() if (place := place_of(state, unit)) is not None)
    return {place: tuple(sorted(units, key=lambda unit: _rank(state, unit))) for place, units in shown.items()}


_places = Remembered(_find_places, "units", "control", "turn")


def stacks(state: Table) -> Mapping[str, Sequence[Unit]]:
    """The units in each hex and box, in the order in which they are shown."""
    return _places(state, step_of(state, replacements.Arrivals) is not None)


def stack_of(state: Table, space: str) -> Sequence[Unit]:
    """The units in a hex or box: by side, combat units first, strongest first."""
    return stacks(state).get(space, ())


def seen_in(state: Table, space: str, side: str | None = None) -> Sequence[Unit]:
    """Those of them that a side sees: the Strategic Reserve is the German's own affair (18)."""
    return () if space == RESERVE and not knows(state, side, GERMAN) else stack_of(state, space)


def _rank(state: Table, unit: Unit) -> tuple[int, bool, bool, int, int, str]:
    printed = state.piece(unit)
    value = (printed.attack[unit.reduced], printed.defence[unit.reduced])
    waits = unit.location == OFF_MAP
    return (SIDES.index(unit.side), waits, not printed.division, -value[0], -value[1], unit.id)


# Counters


class _Known(NamedTuple):
    """A counter with what it was made of."""

    unit: Unit
    moved: bool
    helped: bool
    held: bool
    counter: Counter


def _find_counters(state: Table, last: Mapping[str, _Known] | None) -> Mapping[str, _Known]:
    known, movers = last or {}, state.now.moved
    helped = {each.place for each, _ in markers.played(state)}
    found: dict[str, _Known] = {}
    for name, unit in state.units.items():
        if unit.location in (ELIMINATED, REMOVED):
            continue
        moved, attached, held = name in movers, name in helped, is_held(state, unit)
        old = known.get(name)
        if old is None or old.unit is not unit or (old.moved, old.helped, old.held) != (moved, attached, held):
            old = _Known(unit, moved, attached, held, _made(state, unit, moved=moved, helped=attached, held=held))
        found[name] = old
    return found


_counters = Following(_find_counters, "units", "now", "turn", "support", "campaign")


def is_held(state: Table, unit: Unit) -> bool:
    """Whether Fortitude holds a unit, or it is still to be placed (14)."""
    if unit.location == OFF_MAP:
        return True
    return unit.side == GERMAN and unit.location not in HOLDING and fortitude.held_refusal(state, unit) is not None


def counter(state: Table, unit: Unit) -> Counter:
    """A counter as it lies on the table: strengths of the side that shows, and its states (1.1.3, 1.1.5)."""
    known = _counters(state).get(unit.id)
    if known is not None and known.unit is unit:
        return known.counter
    helped = any(each.place == unit.id for each, _ in markers.played(state))
    return _made(state, unit, moved=unit.id in state.now.moved, helped=helped, held=is_held(state, unit))


def _made(state: Table, unit: Unit, *, moved: bool, helped: bool, held: bool) -> Counter:
    printed = state.piece(unit)
    return Counter(
        unit.id,
        unit.side,
        printed.short,
        SYMBOLS.get(printed.type, printed.type),
        BRANCHES.get(printed.service, printed.service),
        str(printed.attack[unit.reduced]),
        numbers(state, unit),
        _flags(unit, elite=printed.elite, moved=moved, helped=helped, held=held),
        size=size_of(printed.name),
        quality=f"CR{printed.command}" if printed.hq else "",
        army=printed.service,
    )


def size_of(name: str) -> str:
    """The size that a unit's name tells; none for task forces, garrisons and headquarters."""
    return next((size for size in SIZES if size in name.lower()), "")


def numbers(state: Table, unit: Unit) -> str:
    """Attack, defence and movement of the side that shows (1.1.3)."""
    printed = state.piece(unit)
    return f"{printed.attack[unit.reduced]}-{printed.defence[unit.reduced]}-{printed.movement}"


def _flags(unit: Unit, *, elite: bool, moved: bool, helped: bool, held: bool) -> frozenset[Flag]:
    return flags_of(
        (
            ("elite", elite),
            ("moved", moved),
            ("locked", held),
            ("reduced", unit.reduced),
            ("unsupplied", unit.oos),
            ("fortress", unit.festung),
            ("exploiting", unit.exploiting),
            ("dropped", unit.drop),
            ("bridging", unit.pontoon is not None),
            ("working", unit.functional),
            ("supported", helped),
        )
    )


# What is being chosen


def choices_of(state: Table) -> frozenset[str]:
    """The units among which the player chooses now."""
    step = top(state)
    if step is None or isinstance(step, _NO_UNITS) or step.decider(state) is None:
        return frozenset()
    if isinstance(step, drops.DropPhase):
        return frozenset(unit.id for zone in AIRBORNE_ZONE.values() for unit in stack_of(state, zone))
    return frozenset(name for command in step.legal(state) if (name := unit_of(command)) in state.units)


def chosen_of(state: Table) -> frozenset[str]:
    """The units that have been named for what is in hand."""
    step = top(state)
    match step:
        case movement.Moving() | combat.Gathering():
            return frozenset(step.units)
        case landing.Planning():
            return frozenset(name for units in step.assault.values() for name in units)
    found = step_of(state, battle.Battle)
    if found is not None:
        return frozenset(found.attackers)
    found = step_of(state, assault.Landing)
    return frozenset(found.assault) if found is not None else frozenset()


def unit_of(command: Command) -> str:
    """The unit that a command names; empty if it names none."""
    return getattr(command, "unit", "")


# The scene


def scene(state: Table, side: str | None = None) -> Scene:
    """What lies on the table, as a side sees it: hexes with anything in them, and the boxes."""
    book = state.book
    shown, badges, marks = _shown(state, side), _badges(state), _marks(state, side)
    spaces = {
        space: SpaceScene(
            state.control.get(space),
            shown.get(space, ()),
            badges.get(space, ()),
            marks.get(space, ()),
        )
        for space in dict.fromkeys((*book.map.boxes, *book.tracked, *badges, *shown, *marks))
    }
    return Scene(spaces, dict.fromkeys(bridges(state), True))


def bridges(state: Table) -> list[str]:
    """The hexsides that HQs bridge (4.1.3)."""
    grid = state.board.grid
    return [grid.hexside(one, other) for side in SIDES for one, other in supply.pontoons(state, side)]


def _shown(state: Table, side: str | None) -> Mapping[str, tuple[Counter, ...]]:
    """The counters of each hex and box."""
    known = _counters(state)
    choices, chosen = choices_of(state), chosen_of(state)
    found = {place: tuple(known[unit.id].counter for unit in units) for place, units in stacks(state).items()}
    if not knows(state, side, GERMAN):
        found.pop(RESERVE, None)
    return marked_in(found, {place_of(state, state.units[name]) for name in choices | chosen}, choices, chosen)


def shown_in(state: Table, space: str, side: str | None = None) -> Sequence[Counter]:
    """The counters of one hex or box as the scene has them."""
    choices, chosen = choices_of(state), chosen_of(state)
    return [marked(counter(state, unit), choices, chosen) for unit in seen_in(state, space, side)]


# Badges: what is printed in hexes, and what has become of it


def _hex_badges(state: Table) -> Iterator[tuple[str, str]]:
    book = state.book
    yield from ((hex_, "VP") for hex_ in book.map.strategic)
    yield from ((hex_, port_badge(state, hex_)) for hex_ in book.board.ports)
    for hex_, beach in book.map.beaches.items():
        if is_active(state, hex_) and not book.scenario.basic:
            yield hex_, f"beach {beach.level}"
    yield from ((hex_, "westwall") for hex_ in _line(book) if hex_ not in state.ever)


def _find_badges(state: Table) -> Mapping[str, tuple[str, ...]]:
    return by_space(_hex_badges(state))


_badges = Remembered(_find_badges, "units", "control", "campaign", "ever")


@cache
def _line(book: Book) -> Sequence[str]:
    """The Siegfried Line (20.1)."""
    return [book.board.names[hex_] for hex_ in sorted(book.board.siegfried)]


def port_badge(state: Table, hex_: str) -> str:
    """A port: major or minor, `!` if it is Allied and does not work (15.1)."""
    port = state.board.ports[hex_]
    size = "port" if port.size == "major" else "harbour"
    idle = state.control.get(hex_) == ALLIED and not supply.port_works(state, hex_)
    return f"{size} !" if idle else size


# Markers


def _marks(state: Table, side: str | None) -> Mapping[str, tuple[str, ...]]:
    """The markers that lie in each hex and box, the most important first."""
    return by_space(dict.fromkeys(_markers(state, side)))


def _markers(state: Table, side: str | None) -> Iterator[tuple[str, str]]:
    for hex_ in state.campaign.beachheads:
        yield hex_, "beachhead"
    for hex_ in state.campaign.pluto:
        yield hex_, "PLUTO"
    for hex_ in _landings(state):
        yield hex_, "landing"
    for each, _ in markers.played(state):
        kind = marker_kind(each.id)
        if each.place in state.board.index and each.place is not None:
            yield each.place, SHORT.get(kind, kind)
    for unit in state.units.values():
        if unit.pontoon is not None and unit.location in state.board.index:
            yield unit.location, f"pontoon {DIRECTIONS[unit.pontoon]}"
        if unit.festung and is_festung(state, unit.location):
            yield unit.location, "fort"
    yield from _box_markers(state, side)


def _landings(state: Table) -> Sequence[str]:
    """Hexes against which landings are declared (13.6)."""
    planning, defending = step_of(state, landing.Planning), step_of(state, assault.Defending)
    fought = [step.hex for step in state.stack if isinstance(step, assault.Landing)]
    return [*(planning.assault if planning else ()), *(defending.hexes if defending else ()), *fought]


def _box_markers(state: Table, side: str | None) -> Iterator[tuple[str, str]]:
    """Support markers in the boxes: one's own by name, the enemy's by number only (5.1.3, 18.1.1)."""
    for owner in SIDES:
        hand = [marker_name(each.id) for each in state.available(owner)]
        yield from ((SUPPORT + owner, words) for words in _listed(state, side, owner, hand))
    units = stack_of(state, RESERVE)
    if units and not knows(state, side, GERMAN):
        yield RESERVE, plural(len(units), "unit")
    kept = [marker_name(each.id) for each in state.support.values() if each.where == "reserve"]
    yield from ((RESERVE, words) for words in _listed(state, side, GERMAN, kept))
    for marker in state.drops.values():
        if marker.zone is not None:
            lying = sum(each.zone == marker.zone for each in state.drops.values())
            yield marker.zone, f"drop {lying}"


def _listed(state: Table, side: str | None, owner: Side, names: Sequence[str]) -> Iterator[str]:
    """Markers by name with their number; their number alone for the enemy."""
    if not knows(state, side, owner):
        if names:
            yield plural(len(names), "marker")
        return
    for name in dict.fromkeys(names):
        count = names.count(name)
        yield f"{name} ×{count}" if count > 1 else name


def attached(state: Table, unit: str) -> list[str]:
    """The support markers attached to a unit, by name (5.5.6)."""
    return [marker_name(each.id) for each in markers.on(state, unit)]
