"""How a game of Ardennes '44 starts (rule 3), and what makes a state whole."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from wargame_tui.core.dice import Dice
from wargame_tui.core.title import BadState, OptionInfo, switched_on
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN, SIDES, Book, Piece, open_book
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import battle, moving, night, retreat, sequence, setup, special, withdrawal
from wargame_tui.titles.ardennes_44.state import DIE, EDGE, GONE, OFF_MAP, Now, Position, Specials, State, Unit, Works

OPTIONS: tuple[OptionInfo, ...] = (
    OptionInfo("ccb", "9th Armored's CCB may have to go to St. Vith", "27.8"),
    OptionInfo("dump", "the fuel dump", "32"),
    OptionInfo("11Arm", "11th Armored Division", "33.2"),
    OptionInfo("90", "90th Infantry Division", "33.2"),
    OptionInfo("5Arm", "5th Armored Division", "33.2"),
    OptionInfo("11Pz", "11th Panzer Division", "33.3"),
    OptionInfo("10SS", "10th SS Panzer Division", "33.3"),
    OptionInfo("Nordwind", "the Nordwind units", "33.3"),
    OptionInfo(night.OPTION, "night infiltration", "34"),
)
"""The optional rules, to be turned on in a new game."""
OPTION_NAMES = tuple(option.name for option in OPTIONS)
CONDITIONAL = special.AFTER_CROSSING | {special.NINETIETH}
"""Formations that are due once the Meuse is crossed (33.2, 33.3)."""


# The start (3)


def start(scenario: str, options: Mapping[str, Any], dice: Dice) -> State:
    """The position before the German sets up (3.1 to 3.6). Raises BadOption."""
    book, chosen = open_book(scenario), switched_on(options, OPTIONS)
    specials = Specials()
    if "dump" in chosen:
        die, dice = dice.roll(DIE)
        specials = _dump(book, die)
    units = {unit.id: unit for unit in _units(book, chosen)}
    return State(
        scenario=scenario,
        optional=chosen,
        stack=(sequence.Turn(special.FIRST), setup.SetUp()),
        dice=dice,
        over=None,
        turn=special.FIRST,
        night=False,
        units=units,
        bridges=dict(_down(book)),
        ips={unit.location: Position(ALLIED) for unit in units.values() if _starts_dug_in(book, unit)},
        traffic={f"{side}{number}": None for side in SIDES for number in range(1, book.charts.traffic.markers + 1)},
        roadblocks=dict(_roadblocks(book)),
        control=dict(_control(book)),
        advantages=(),
        parents={},
        exits={},
        held=0,
        specials=specials,
        now=Now(GERMAN),
    )


def _dump(book: Book, die: int) -> Specials:
    """The fuel dump, drawn from the places where it may be (32.1)."""
    places = special.dump_places(book.board)
    return Specials(dump=places[(die - 1) * len(places) // DIE], dump_state="guarded")


def _units(book: Book, chosen: tuple[str, ...]) -> Iterator[Unit]:
    for name, printed in book.pieces.items():
        if printed.split or printed.remnant:
            yield Unit(name, printed.side, OFF_MAP)
        elif printed.optional is None or printed.optional in chosen:
            unit = _starter(book, printed) if printed.entry.setup else _reinforcement(book, printed)
            if unit is not None:
                yield unit


def _starter(book: Book, printed: Piece) -> Unit | None:
    """A unit that starts on the map, if its hex is in play: Germans are still to be placed (3.3, 3.4)."""
    given = printed.entry.setup
    if given is None or not book.is_inside(book.board.index[given.hex]):
        return None
    return Unit(printed.id, printed.side, given.hex if printed.side == ALLIED else OFF_MAP)


def _reinforcement(book: Book, printed: Piece) -> Unit | None:
    """A reinforcement, if it comes before the end and there is a way for it to come (3.2, 31)."""
    arrival, late = printed.entry.arrival, book.scenario.late
    if arrival is None:
        return None
    if late is not None and printed.id in late.units:
        return Unit(printed.id, printed.side, OFF_MAP, due=late.turn)
    by_road = arrival.place in (None, "roll") and any(letter in book.letters for letter in arrival.entry)
    boxed = arrival.place == "box" and special.WAITING_BOX in book.boxes
    if arrival.turn > book.scenario.last or not (by_road or boxed or arrival.place in ("towns", "drop")):
        return None
    waits = arrival.place == "roll" or printed.optional in CONDITIONAL
    return Unit(printed.id, printed.side, OFF_MAP, due=None if waits else arrival.turn)


def _starts_dug_in(book: Book, unit: Unit) -> bool:
    given = book.pieces[unit.id].entry.setup
    return given is not None and given.ip and unit.side == ALLIED


def _down(book: Book) -> Iterator[tuple[str, Works]]:
    """Bridges blown at start; two of them are being rebuilt by the German (3.5, 7.10)."""
    grid = book.board.grid
    ready = {grid.hexside(*grid.pair(name)) for name in book.map.completed}
    for given in book.map.destroyed:
        name = grid.hexside(*grid.pair(given))
        if all(book.is_inside(hex_) for hex_ in grid.pair(given)):
            yield name, Works(GERMAN, special.FIRST) if name in ready else Works()


def _roadblocks(book: Book) -> Iterator[tuple[str, str | None]]:
    """The Allied ones stand on the map, the German has none yet (24.8)."""
    for number in range(book.charts.traffic.roadblocks):
        yield f"{ALLIED}{number + 1}", book.map.roadblocks[number]
        yield f"{GERMAN}{number + 1}", None


def _control(book: Book) -> Iterator[tuple[str, Side]]:
    """Who starts behind his front where it matters (A-15)."""
    board = book.board
    for name in sorted(board.tracked):
        hex_ = board.index[name]
        if book.is_inside(hex_):
            yield name, GERMAN if hex_ in board.german_at_start else ALLIED


# What makes a state whole


def insist_on_sense(state: State) -> None:
    """Refuse a state that no game could be in. Raises BadState naming the first field that is wrong."""
    problem = next(_problems(state), None)
    if problem:
        raise BadState(problem)


def _problems(state: State) -> Iterator[str]:
    book = open_book(state.scenario)
    yield from _unit_problems(state, book)
    yield from _map_problems(state, book)
    yield from _marker_problems(state, book)
    yield from _special_problems(state, book)
    yield from (f"/now{problem}" for problem in _now_problems(state))
    if not special.FIRST <= state.turn <= book.scenario.last:
        yield f"/turn: {special.FIRST} to {book.scenario.last}"
    if any(name not in OPTION_NAMES for name in state.optional):
        yield f"/optional: {', '.join(OPTION_NAMES)}"
    if any(not 1 <= value <= DIE for value in state.dice.scripted) or state.dice.count < 0:
        yield "/dice: a die shows 1 to 6"
    if state.held < 0:
        yield "/held: 0 or more"
    for index, step in enumerate(state.stack):
        yield from (f"/stack/{index}{problem}" for problem in _step_problems(state, book, step))


def _pointer(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


def _unit_problems(state: State, book: Book) -> Iterator[str]:
    known = {unit.id for unit in _units(book, OPTION_NAMES)}
    for name in sorted({unit.id for unit in _units(book, state.optional)} - state.units.keys()):
        yield f"/units/{_pointer(name)}: it is missing"
    for name, unit in state.units.items():
        where = f"/units/{_pointer(name)}"
        if unit.id != name or name not in known:
            yield f"{where}/id: a counter of the game, under its own name"
        elif unit.side != book.pieces[name].side:
            yield f"{where}/side: it is printed on the counter"
        elif not _is_place(book, unit.location):
            yield f"{where}/location: no hex or box `{_pointer(unit.location)}` in play"
        elif unit.points < 0 or (unit.due is not None and unit.due < special.FIRST):
            yield f"{where}: numbers are not negative"
        elif unit.pocket is not None and unit.pocket not in known:
            yield f"{where}/pocket: no unit `{_pointer(unit.pocket)}`"
        elif unit.reduced and book.pieces[name].steps == 1 and unit.location not in GONE:
            yield f"{where}/reduced: it has one step"
    for split, parent in state.parents.items():
        if split not in book.units.splits or parent not in state.units:
            yield f"/parents/{_pointer(split)}: a split unit to the unit from which it came"


def _is_place(book: Book, place: str) -> bool:
    """Whether a unit can be there: a hex in play, a box, beside an entry hex, or out of the game."""
    if place.startswith(EDGE):
        return place.removeprefix(EDGE) in book.letters
    return _is_hex(book, place) or place in book.boxes or place == OFF_MAP or place in GONE


def _is_hex(book: Book, place: str | None) -> bool:
    where = book.board.index.get(place or "")
    return where is not None and book.is_inside(where)


def _map_problems(state: State, book: Book) -> Iterator[str]:
    """Bridges, positions, control, exits."""
    for name in state.bridges:
        if name not in book.board.bridges:
            yield f"/bridges/{_pointer(name)}: there is no bridge"
    for field in ("ips", "exits"):
        for name in getattr(state, field):
            if not _is_hex(book, name):
                yield f"/{field}/{_pointer(name)}: no such hex in play"
    if any(strength < 0 for strength in state.exits.values()):
        yield "/exits: strengths are not negative"
    for name in sorted(state.control.keys() ^ dict(_control(book)).keys()):
        yield f"/control/{_pointer(name)}: the map decides whose control matters; change the values"


def _marker_problems(state: State, book: Book) -> Iterator[str]:
    """Traffic markers, roadblocks, attacker advantage."""
    charts = book.charts.traffic
    for field, count in (("traffic", charts.markers), ("roadblocks", charts.roadblocks)):
        names = {f"{side}{number}" for side in SIDES for number in range(1, count + 1)}
        for name, hex_ in getattr(state, field).items():
            if name not in names:
                yield f"/{field}/{_pointer(name)}: no such marker"
            elif hex_ is not None and not _is_hex(book, hex_):
                yield f"/{field}/{name}: no such hex in play"
    if len(state.roadblocks) < len(SIDES) * charts.roadblocks:
        yield "/roadblocks: two for each side"
    for index, mark in enumerate(state.advantages):
        if not _is_hex(book, mark.hex) or not _is_hex(book, mark.target):
            yield f"/advantages/{index}: no such hex in play"
        yield from _missing(state, f"/advantages/{index}/units", mark.units)


def _special_problems(state: State, book: Book) -> Iterator[str]:
    specials, places = state.specials, special.dump_places(book.board)
    if specials.dump is not None and specials.dump not in places:
        yield f"/specials/dump: one of {', '.join(places)}"
    if (specials.dump is None) != (specials.dump_state == "none"):
        yield "/specials/dump_state: `none` without a dump, and only then"
    if any(hex_ not in places for hex_ in specials.dump_told):
        yield f"/specials/dump_told: some of {', '.join(places)}"
    yield from _missing(state, "/specials/released", specials.released)
    yield from _missing(state, "/specials/remains", (*specials.remains, *specials.remains.values()))


def _missing(state: State, pointer: str, names: Iterable[str]) -> Iterator[str]:
    return (f"{pointer}: no unit `{_pointer(name)}`" for name in names if name not in state.units)


_NOW_UNITS = ("movers", "began", "fought", "defended", "withdrawn", "asked", "retreated", "infiltrated", "supporters")
_NOW_HEXES = ("passed", "attacked", "hexes_passed")


def _now_problems(state: State) -> Iterator[str]:
    book, now = open_book(state.scenario), state.now
    for field in _NOW_UNITS:
        yield from _missing(state, f"/{field}", getattr(now, field))
    for field in _NOW_HEXES:
        for name in getattr(now, field):
            if not _is_hex(book, name):
                yield f"/{field}: no hex `{_pointer(name)}` in play"
    for name in now.built:
        if name not in book.board.bridges:
            yield f"/built: no bridge `{_pointer(name)}`"
    counts = (now.readied, now.air, *now.replacements.values())
    if any(value < 0 for value in counts) or any(min(mover.halves, mover.hexes) < 0 for mover in now.movers.values()):
        yield ": numbers are not negative"


_STEP_UNITS = ("units", "group", "attackers", "support", "defence", "earned", "fled", "advanced", "far", "strides")
_STEP_UNIT = ("unit", "lead")
_STEP_HEXES = ("visited", "gone")
_STEP_HEX = ("hex", "target", "combat", "vacated")


def _step_problems(state: State, book: Book, step: Any) -> Iterator[str]:
    """Ids in the fields of a step, whatever its kind: fields of one name mean the same in all of them."""
    for field in _STEP_UNITS:
        yield from _missing(state, f"/{field}", getattr(step, field, ()))
    for field in _STEP_UNIT:
        name = getattr(step, field, None)
        yield from _missing(state, f"/{field}", () if name is None else (name,))
    for field in _STEP_HEXES:
        for name in getattr(step, field, ()):
            if not _is_hex(book, name):
                yield f"/{field}: no hex `{_pointer(name)}` in play"
    for field in _STEP_HEX:
        if hasattr(step, field) and not _is_hex(book, getattr(step, field)):
            yield f"/{field}: no hex `{_pointer(getattr(step, field))}` in play"
    yield from _own_problems(state, book, step)


def _own_problems(state: State, book: Book, step: Any) -> Iterator[str]:
    """What one kind of step asks for beyond its ids."""
    match step:
        case sequence.Turn(number) if not special.FIRST <= number <= book.scenario.last:
            yield f"/number: {special.FIRST} to {book.scenario.last}"
        case battle.Battle(letter=str() as letter) if letter not in book.letters:
            yield f"/letter: no entry hex `{_pointer(letter)}` in play"
        case moving.Moving(units=units):
            if not units or any(not _is_hex(book, state.units[name].location) for name in units if name in state.units):
                yield "/units: units on the map"
        case withdrawal.FallBack(unit=name, origin=origin):
            if not _is_hex(book, origin):
                yield "/origin: no such hex in play"
            if name in state.units and not _is_hex(book, state.units[name].location):
                yield "/unit: a unit on the map"
        case retreat.Retreating(units=units):
            if any(not _is_hex(book, state.units[name].location) for name in units if name in state.units):
                yield "/units: units on the map"
