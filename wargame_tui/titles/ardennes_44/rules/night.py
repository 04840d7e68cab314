"""Night markers, who moves and fights at night, night infiltration (rules 25.3, 27.5, 34)."""

from collections.abc import Iterator, Sequence, Set
from functools import cache

from wargame_tui.core.command import Command
from wargame_tui.core.state import changed
from wargame_tui.core.step import Refusal, refused
from wargame_tui.titles.ardennes_44.commands import Infiltrate, Night
from wargame_tui.titles.ardennes_44.events.turns import Infiltrated, NightMarked
from wargame_tui.titles.ardennes_44.printed.book import GERMAN, Board
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import special
from wargame_tui.titles.ardennes_44.rules.reach import barred_sides, closed_hexes, mover_of, tactical_moves
from wargame_tui.titles.ardennes_44.rules.stacking import no_room
from wargame_tui.titles.ardennes_44.rules.zones import in_enemy_zone
from wargame_tui.titles.ardennes_44.state import Draft, Mover, Such, Table, Unit, positions

FIRST_NIGHT = 2
"""The night after this turn is that of 16 December (27.5)."""
STILL = 2
"""Half points that a unit may have spent and be marked: one point (25.3)."""
OPTION = "infiltration"
_night = cache(Night)


# Who acts


def is_peiper(table: Table, unit: Unit) -> bool:
    """Whether a unit belongs to Kampfgruppe Peiper and this is its night (27.5)."""
    return table.night and table.turn == FIRST_NIGHT and table.piece(unit).entry.peiper


def may_move(table: Table, unit: Unit) -> bool:
    """Whether a unit may move at night; by day every unit may, as far as this rule goes (25.3, 27.5)."""
    return not table.night or unit.night or is_peiper(table, unit)


def may_fight(table: Table, unit: Unit) -> bool:
    """Whether a unit may attack, or withdraw, in the phase in hand (25.3, 27.5, 34)."""
    if not table.night:
        return not unit.night
    if unit.id in table.now.infiltrated:
        return False
    return unit.night or unit.id in table.now.supporters or is_peiper(table, unit)


def bound_by_marker(table: Table, unit: Unit) -> bool:
    """Whether a night marker keeps a unit from attacking, and from moving more than a point, in the PM turn (25.3)."""
    return unit.night and not table.night


def supporter_refusal(table: Table, units: Sequence[str]) -> Refusal | None:
    """Why units cannot attack together: those that support Peiper fight beside one of his units (27.5)."""
    for name in units:
        if name in table.now.supporters and not table.units[name].night:
            here = table.units[name].location
            if not any(is_peiper(table, table.units[other]) and table.units[other].location == here for other in units):
                return refused("it may only support Kampfgruppe Peiper, stacked with it", "27.5")
    return None


def supporters(table: Table) -> tuple[str, ...]:
    """German units stacked with Kampfgruppe Peiper, that may support it in the first night (27.5)."""
    places = dict.fromkeys(unit.location for unit in table.on_map(GERMAN) if is_peiper(table, unit))
    return tuple(unit.id for place in places for unit in table.units_in(place, GERMAN) if not is_peiper(table, unit))


# Night markers (25.3)


_with_night_markers = Such(lambda book, unit: unit.night)


def marked_places(table: Table, side: Side) -> Set[str]:
    """Where a side has stacks with a night marker."""
    return {unit.location for unit in _with_night_markers(table).values() if unit.side == side}


def marked(table: Table, side: Side) -> int:
    """Stacks of a side on the map with a night marker."""
    return len(marked_places(table, side) & table.board.index.keys())


def markers_left(table: Table, side: Side) -> int:
    """Night markers that a side may still lay (25.3)."""
    return table.book.charts.night.stacks - marked(table, side)


def _mark_refusal(table: Table, unit: Unit) -> Refusal | None:
    """Why a unit cannot have a night marker (25.3b)."""
    if unit.oos or unit.status != "fresh":
        return refused("no night marker for units out of supply, disrupted or routed", "25.3")
    mover = table.now.movers.get(unit.id)
    if mover is None or mover.mode == "built":
        return None
    if mover.mode in ("normal", "extended") and mover.halves <= STILL:
        return None
    return refused("it moved more than 1 MP this phase, or by another kind of movement", "25.3")


def _place_refusal(table: Table, side: Side, hex_: str) -> Refusal | None:
    """Why a stack cannot be marked now."""
    if not _is_evening(table):
        return refused("night markers are placed in PM turns that a night follows", "25.3")
    here = table.units_in(hex_, side)
    if not here or hex_ not in table.board.index:
        return refused("none of your units is there", "25.3")
    if any(unit.night for unit in here):
        return refused("the stack already has a night marker", "25.3")
    if markers_left(table, side) <= 0:
        return refused("no night marker is left", "25.3")
    reasons = [_mark_refusal(table, unit) for unit in here]
    return None if None in reasons else reasons[0]


def _is_evening(table: Table) -> bool:
    return not table.night and table.turn % 2 == 0 and table.turn < table.book.scenario.last


# Night infiltration (34)


def infiltrations(table: Table) -> int:
    """Stacks that may still infiltrate in this half of the night: night markers that were not used (34.1)."""
    return next((step.left for step in table.stack if step.kind == "night"), 0)


def _may_infiltrate(table: Table, unit: Unit) -> Refusal | None:
    """Why a unit cannot infiltrate anywhere (34.3, 34.4)."""
    if unit.eng or unit.replaced:
        return refused("engaged and refitted units cannot infiltrate", "34")
    if unit.night or special.is_bound(table, unit):
        return refused("it has a night marker", "34")
    if unit.id in table.now.movers:
        return refused("it has moved tonight", "34")
    printed = table.piece(unit)
    if printed.artillery and (unit.side == GERMAN and printed.type != "nebelwerfer"):
        return refused("German artillery must be limbered to move", "22.1")
    return None


def _step_refusal(table: Table, unit: Unit, to: int) -> Refusal | None:
    """Why a unit cannot infiltrate into an adjacent hex (34.2, 34.5, 34.6)."""
    board, where = table.board, table.hex_of(unit)
    assert where is not None
    key = board.key(where, to)
    if closed_hexes(table, unit.side, (unit.id,)) >> to & 1 or key in barred_sides(table, unit.side):
        return refused("an enemy unit, ZOC bond or boundary blocks the way", "34")
    if tactical_moves(table, mover_of(table, unit.id), True)[key] is None:
        return refused("that terrain is prohibited to it", "34")
    timid = unit.status != "fresh" or table.piece(unit).morale == "recruit"
    if timid and in_enemy_zone(table, unit.side, to):
        return refused("recruits, disrupted and routed units may not enter an EZOC", "34")
    return None


def infiltrators(table: Table, side: Side, hex_: str, to: str) -> Sequence[Unit] | Refusal:
    """The units of a stack that go along into an adjacent hex: all that may (34.1); or why none does."""
    board = table.board
    here = table.units_in(hex_, side)
    if not here or hex_ not in board.index or to not in board.index:
        return refused("none of your units is there", "34")
    if board.grid.direction(board.index[hex_], board.index[to]) is None:
        return refused("one hex only", "34")
    reasons = [_may_infiltrate(table, unit) or _step_refusal(table, unit, board.index[to]) for unit in here]
    going = [unit for unit, reason in zip(here, reasons, strict=True) if reason is None]
    if not going:
        return reasons[0] or refused("no unit can go", "34")
    return no_room(table, to, side, going) or going


@cache
def _infiltrations(board: Board) -> Sequence[Sequence[Infiltrate]]:
    return [
        [Infiltrate(board.names[hex_], board.names[to]) for to in board.grid.near[hex_]]
        for hex_ in range(board.grid.size)
    ]


# Actions of the movement phase


def infiltrations_from(table: Table, hex_: str) -> Sequence[Command]:
    """Where the stack in a hex might infiltrate (34.1)."""
    board = table.board
    return _infiltrations(board)[board.index[hex_]]


def candidates(table: Table, side: Side) -> Iterator[Command]:
    """Stacks to be marked in PM turns; stacks that infiltrate at night."""
    board = table.board
    if _is_evening(table) and markers_left(table, side) > 0:
        yield from (_night(place) for place in positions(table).of_side[side] if place in board.index)
    elif table.night and infiltrations(table) > 0:
        for place in positions(table).of_side[side]:
            if place in board.index:
                yield from _infiltrations(board)[board.index[place]]


def legal(table: Table, side: Side) -> Iterator[Command]:
    """The same, with stacks that can be marked found together."""
    if not _is_evening(table):
        return (command for command in candidates(table, side) if refusal(table, side, command) is None)
    if markers_left(table, side) <= 0:
        return iter(())
    index, done = table.board.index, marked_places(table, side)
    free = ((place, here) for place, here in positions(table).of_side[side].items() if place not in done)
    return (
        _night(place)
        for place, here in free
        if place in index and None in [_mark_refusal(table, unit) for unit in here]
    )


def refusal(table: Table, side: Side, command: Command) -> Refusal | None:
    """Why a stack cannot be marked, or cannot infiltrate."""
    if isinstance(command, Night):
        return _place_refusal(table, side, command.hex)
    assert isinstance(command, Infiltrate)
    if OPTION not in table.optional:
        return refused("night infiltration is an optional rule that is off", "34")
    if not table.night:
        return refused("stacks infiltrate at night", "34")
    if infiltrations(table) < 1:
        return refused("every night marker is used", "34")
    found = infiltrators(table, side, command.hex, command.to)
    return found if isinstance(found, Refusal) else None


def do(g: Draft, side: Side, command: Command) -> None:
    """Mark the stack, or let it infiltrate."""
    if isinstance(command, Night):
        here = [unit.id for unit in g.units_in(command.hex, side) if _mark_refusal(g, unit) is None]
        g.change_all(here, night=True)
        g.tell(NightMarked(units=here, hex=command.hex))
        return
    assert isinstance(command, Infiltrate)
    found = infiltrators(g, side, command.hex, command.to)
    assert not isinstance(found, Refusal)
    units = tuple(unit.id for unit in found)
    g.change_all(units, location=command.to)
    g.note(
        infiltrated=(*g.now.infiltrated, *units),
        movers={**g.now.movers, **{unit: Mover("tactical", hexes=1) for unit in units}},
    )
    g.stack = tuple(changed(step, left=step.left - 1) if step.kind == "night" else step for step in g.stack)
    g.tell(Infiltrated(units=list(units), hex=command.hex, to=command.to))
    g.pass_through(side, command.to)
    special.note_entered(g, units, side, command.to)
