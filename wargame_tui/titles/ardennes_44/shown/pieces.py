"""What lies on the table as a picture: counters with their states, hexes with markers and badges, boxes (2, 11.9)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from wargame_tui.board.marks import by_space, flags_of, marked, marked_in
from wargame_tui.board.scene import Counter, Flag, Scene, SpaceScene
from wargame_tui.board.steps import top
from wargame_tui.core.command import Command
from wargame_tui.core.remembered import Following, Remembered
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN, SIDES, Book
from wargame_tui.titles.ardennes_44.rules import (
    advance,
    combat,
    fuel,
    movement_phase,
    moving,
    retreat,
    setup,
    special,
    traffic,
    withdrawal,
)
from wargame_tui.titles.ardennes_44.rules.battle import Battle
from wargame_tui.titles.ardennes_44.state import EDGE, GONE, OFF_MAP, Table, Unit

SYMBOLS: Mapping[str, str] = {
    "tank": "armour", "heavy_assault": "assault_gun", "recon": "reconnaissance", "nebelwerfer": "rocket",
    "mech_infantry": "mechanized", "motor_infantry": "motorized", "parachute": "airborne", "glider": "airborne",
    "mountain": "infantry", "fortress": "infantry",
}  # fmt: skip
"""Unit types in the words of front ends; the others are the same there."""
SIZES: Mapping[str, str] = {
    "X": "brigade", "CC": "brigade", "III": "regiment", "Gp": "regiment", "II": "battalion", "Bn": "battalion",
    "Sq": "battalion", "TF": "battalion", "I": "company",
}  # fmt: skip
"""Sizes in the words of front ends: combat commands, groups and task forces by the like."""
NO_ATTACK = "S"
"""What artillery shows in place of an attack strength: it supports (2.2)."""
_NO_UNITS = (movement_phase.MovementPhase, setup.SetUp, traffic.TrafficPhase, combat.CombatPhase, fuel.FuelChoice)
"""Steps in which no unit is worth a mark, since most are to be chosen, or none."""


def sees_dump(state: Table, side: str | None) -> bool:
    """Whether a side knows where the fuel dump is; without a side the one that decides (32.1)."""
    step = top(state)
    who = side if side is not None else step.decider(state) if step is not None else None
    return state.specials.dump_seen or who != GERMAN


# Where counters are shown


def place_of(state: Table, unit: Unit) -> str | None:
    """The hex or box in which a unit is shown; None while it is out of sight.

    Units just off the map are in the box of their entry hex, Germans in the hex itself; so are reinforcements that are
    due. Units still to be placed lie where history had them.
    """
    location = unit.location
    if location == OFF_MAP:
        return _place_off_map(state, unit)
    if location in GONE:
        return None
    if location.startswith(EDGE):
        return beside(state.book, location.removeprefix(EDGE))
    return location


@cache
def beside(book: Book, letter: str) -> str | None:
    """Where units beside an entry hex are shown: its box, or the hex if it has none (11.9, 13.1)."""
    if letter not in book.letters:
        return None
    entry = book.map.entries[letter]
    return entry.box or entry.hex


def _place_off_map(state: Table, unit: Unit) -> str | None:
    if unit.due is not None:
        return _gate(state.book, unit.id) if unit.due <= state.turn else None
    if isinstance(top(state), setup.SetUp) and unit.id in setup.starters(state.book):
        return state.book.pieces[unit.id].entry.setup.hex  # type: ignore[union-attr]
    return None


@cache
def _gate(book: Book, name: str) -> str | None:
    """Where a reinforcement that is due is shown: at the first of its entry hexes (13.1)."""
    arrival = book.pieces[name].entry.arrival
    letters = arrival.entry if arrival is not None else ()
    return next((place for letter in letters if (place := beside(book, letter)) is not None), None)


def _find_places(state: Table, is_set_up: bool) -> Mapping[str, tuple[Unit, ...]]:
    shown = by_space((place, unit) for unit in state.units.values() if (place := place_of(state, unit)) is not None)
    return {
        place: tuple(sorted(units, key=lambda unit: _rank(state, unit))) if len(units) > 1 else units
        for place, units in shown.items()
    }


_places = Remembered(_find_places, "units", "turn")


def stacks(state: Table) -> Mapping[str, Sequence[Unit]]:
    """The units shown in each hex and box, in the order in which they are shown."""
    return _places(state, isinstance(top(state), setup.SetUp))


def stack_of(state: Table, space: str) -> Sequence[Unit]:
    """The units shown in a hex or box: by side, those that are really there first, strongest first."""
    return stacks(state).get(space, ())


def _rank(state: Table, unit: Unit) -> tuple[int, bool, bool, int, int, str]:
    strength = state.attack(unit), state.defence(unit)
    off = unit.location == OFF_MAP or unit.location.startswith(EDGE)
    return (SIDES.index(unit.side), off, state.piece(unit).artillery, -strength[0], -strength[1], unit.id)


# Counters


class _Looks(NamedTuple):
    """What a counter looks like beyond what is printed on it."""

    reduced: bool
    status: str
    engaged: bool
    unsupplied: bool
    fired: bool
    marker: str
    moved: bool
    locked: bool


def _looks(state: Table, unit: Unit) -> _Looks:
    moved, locked = unit.id in state.now.movers, is_locked(state, unit)
    return _Looks(unit.reduced, unit.status, unit.eng, unit.oos, unit.fired, unit.marker, moved, locked)


_Known = Mapping[str, tuple[_Looks, Counter]]
"""Counters by unit, with what they look like."""


def _find_counters(state: Table, last: _Known | None) -> _Known:
    known, unknown = last or {}, (None, None)
    found: dict[str, tuple[_Looks, Counter]] = {}
    for name, unit in state.units.items():
        if unit.location in GONE and unit.location != OFF_MAP:
            continue
        looks = _looks(state, unit)
        had, made = known.get(name, unknown)
        found[name] = looks, made if made is not None and had == looks else _made(state, unit, looks)
    return found


_counters = Following(_find_counters, "units", "parents", "now", "turn", "night", "specials")


def is_locked(state: Table, unit: Unit) -> bool:
    """Whether a unit may not move yet: red box, replacement marker, still to be placed (25.25, 29.1)."""
    if unit.location == OFF_MAP:
        return unit.due is None
    return unit.replaced or special.is_bound(state, unit)


def counter(state: Table, unit: Unit) -> Counter:
    """A counter as it lies on the table: strengths of the side that shows, and its states (2.2, 2.9)."""
    looks = _looks(state, unit)
    known = _counters(state).get(unit.id)
    return known[1] if known is not None and known[0] == looks else _made(state, unit, looks)


def _made(state: Table, unit: Unit, looks: _Looks) -> Counter:
    printed = state.piece(unit)
    entry = printed.entry
    strength = NO_ATTACK if printed.artillery else str(state.attack(unit))
    return Counter(
        unit.id,
        unit.side,
        entry.short,
        SYMBOLS.get(entry.type, entry.type),
        entry.nation,
        strength,
        numbers(state, unit),
        _flags(looks),
        size=SIZES.get(entry.size, ""),
        quality=f"TQ{state.tank_quality(unit)}" if printed.tq else "",
        formation=entry.division or "",
        army=entry.army or entry.corps or "",
    )


def numbers(state: Table, unit: Unit) -> str:
    """Attack, defence and movement of the side that shows (2.2)."""
    printed = state.piece(unit)
    strength = NO_ATTACK if printed.artillery else str(state.attack(unit))
    shield = f"({state.defence(unit)})" if printed.entry.parenthesised else str(state.defence(unit))
    return f"{strength}-{shield}-{points(state, unit)}"


def points(state: Table, unit: Unit) -> int:
    """Movement points of the side that shows; with prime mover or trucks those of the marker (12.6, 22.1, 22.3)."""
    printed, rules = state.piece(unit), state.book.charts.movement
    if unit.marker == "PM":
        return rules.prime_mover
    if unit.marker == "truck":
        return rules.trucks
    return (printed.entry.fired_movement if unit.fired else None) or printed.entry.movement


def _flags(looks: _Looks) -> frozenset[Flag]:
    return flags_of(
        (
            ("moved", looks.moved),
            ("unsupplied", looks.unsupplied),
            ("locked", looks.locked),
            ("reduced", looks.reduced),
            ("disrupted", looks.status == "disrupted"),
            ("routed", looks.status == "routed"),
            ("engaged", looks.engaged),
            ("fired", looks.fired),
            ("strategic", looks.marker != "none"),
        )
    )


# What is being chosen


def choices_of(state: Table) -> frozenset[str]:
    """The units among which the player chooses now."""
    step = top(state)
    if step is None or isinstance(step, _NO_UNITS) or step.decider(state) is None:
        return frozenset()
    return frozenset(name for command in step.legal(state) if (name := piece_of(command)) in state.units)


def chosen_of(state: Table) -> frozenset[str]:
    """The units that have been named for what is in hand."""
    step = top(state)
    match step:
        case moving.Moving() | withdrawal.Withdrawing():
            return frozenset(step.units)
        case Battle():
            return frozenset((*step.attackers, *step.support, *step.defence))
        case retreat.Retreating() if step.visited:
            return frozenset(step.units[:1])
        case withdrawal.FallBack():
            return frozenset({step.unit})
        case advance.Advancing():
            return frozenset(step.strides)
    return frozenset()


def piece_of(command: Command) -> str:
    """The unit that a command names; empty if it names none."""
    return getattr(command, "unit", "")


# The scene


def scene(state: Table, side: str | None = None) -> Scene:
    """What lies on the table, as a side sees it: hexes with anything in them, and the boxes."""
    book = state.book
    shown, badges, marked = _shown(state), _badges(book), _marks(state, side)
    down = state.bridges
    spaces = {
        space: SpaceScene(_control(state, space), shown.get(space, ()), badges.get(space, ()), marked.get(space, ()))
        for space in (*book.boxes, *dict.fromkeys((*_noted(book), *shown, *marked)))
    }
    return Scene(spaces, {bridge: bridge not in down for bridge in book.board.bridges}, outside=_outside(book))


def _shown(state: Table) -> Mapping[str, tuple[Counter, ...]]:
    """The counters of each hex and box."""
    known = _counters(state)
    choices, chosen = choices_of(state), chosen_of(state)
    found = {place: tuple(known[unit.id][1] for unit in units) for place, units in stacks(state).items()}
    return marked_in(found, {place_of(state, state.units[name]) for name in choices | chosen}, choices, chosen)


def shown_in(state: Table, space: str) -> Sequence[Counter]:
    """The counters of one hex or box as the scene has them."""
    choices, chosen = choices_of(state), chosen_of(state)
    return [marked(counter(state, unit), choices, chosen) for unit in stack_of(state, space)]


@cache
def _outside(book: Book) -> frozenset[str]:
    hexes = (name for hex_, name in enumerate(book.board.names) if not book.is_inside(hex_))
    return frozenset((*hexes, *(box for box in book.map.boxes if box not in book.boxes)))


@cache
def _noted(book: Book) -> tuple[str, ...]:
    """Hexes that are shown even if nothing lies there: with badges, or a control that matters."""
    board = book.board
    return tuple(
        hex_ for hex_ in dict.fromkeys((*_badges(book), *sorted(board.tracked))) if book.is_inside(board.index[hex_])
    )


@cache
def _badges(book: Book) -> Mapping[str, tuple[str, ...]]:
    """What is printed in hexes: victory hexes, letters of entry hexes, supply sources (13.1, 23.2, 30.2)."""
    printed = chain(
        ((entry.hex, "victory") for entry in book.map.victory),
        ((hex_, "/".join(letters)) for hex_, letters in book.entry_of.items()),
        ((book.board.names[hex_], "supply") for hex_ in sorted(book.sources(GERMAN) | book.sources(ALLIED))),
    )
    return by_space((hex_, badge) for hex_, badge in printed if book.is_inside(book.board.index[hex_]))


def _control(state: Table, space: str) -> str | None:
    """Who holds a hex, where that matters (A-15)."""
    return special.controller(state, space) if space in state.board.tracked else None


def _marks(state: Table, side: str | None) -> Mapping[str, tuple[str, ...]]:
    """The markers that lie in each hex, the most important first."""
    return by_space(_markers(state, side))


def markers_in(state: Table, space: str, side: str | None = None) -> Sequence[str]:
    """The markers in one hex."""
    return _marks(state, side).get(space, ())


def _markers(state: Table, side: str | None) -> Iterator[tuple[str, str]]:
    specials = state.specials
    if specials.dump is not None and specials.dump_state not in ("none", "shipped", "gone") and sees_dump(state, side):
        yield specials.dump, "dump"
    for hex_, position in state.ips.items():
        yield hex_, "IP" if position.built else "IP ."
    for name, place in state.roadblocks.items():
        if place is not None:
            yield place, f"roadblock {short_marker(name)}"
    for name, place in state.traffic.items():
        if place is not None:
            yield place, f"traffic {short_marker(name)}"
    for bridge, works in state.bridges.items():
        if works.builder is not None:
            yield from ((end, "building") for end in bridge.split("-"))
    for mark in state.advantages:
        yield mark.hex, "advantage"
    for hex_ in dict.fromkeys(unit.location for unit in state.units.values() if unit.night):
        yield hex_, "night"
    yield from _congested(state)


def _congested(state: Table) -> Iterator[tuple[str, str]]:
    """The St. Vith congestion hexes with their cost for the German (24.7)."""
    cost = state.book.charts.movement
    held = cost.congestion_held if traffic.holds_st_vith(state) else cost.congestion
    for hex_ in state.book.map.congestion:
        yield hex_, f"congestion +{held:g}"


def short_marker(name: str) -> str:
    """A traffic marker or roadblock as on the map: `G3`."""
    return name[:1] + name.removeprefix(GERMAN).removeprefix(ALLIED)
