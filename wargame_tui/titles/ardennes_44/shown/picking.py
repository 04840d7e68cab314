"""Picking on the map: what commands are about, where units can go, why something cannot be picked."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from wargame_tui.board import picking
from wargame_tui.board.hexes import members
from wargame_tui.board.phrases import halves
from wargame_tui.board.scene import Highlight, Overlay
from wargame_tui.board.steps import top
from wargame_tui.board.title import Target
from wargame_tui.core.command import Command, field_names
from wargame_tui.core.remembered import Remembered
from wargame_tui.core.step import Refusal
from wargame_tui.titles.ardennes_44 import commands
from wargame_tui.titles.ardennes_44.printed.book import Book, enemy
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import (
    advance,
    attackers,
    battle,
    combat,
    modes,
    movement_phase,
    moving,
    night,
    off_map,
    reinforcements,
    replacements,
    setup,
    withdrawal,
)
from wargame_tui.titles.ardennes_44.shown.pieces import beside, piece_of, place_of, stack_of
from wargame_tui.titles.ardennes_44.state import OFF_MAP, Table, Unit


def target(state: Table, command: Any) -> Target:
    """What on the table a command is about: by its fields; on the move it is the group, and where that goes."""
    step, unit = top(state), piece_of(command)
    hex_, to = getattr(command, "hex", None), _goal(state, command)
    if isinstance(step, moving.Moving) and not unit:
        return Target(space=to or hex_ or _shown(state, step.units[0]), unit=step.units[0])
    if hasattr(command, "bridge"):
        here = _shown(state, unit) if unit else _bank(state, command.bridge)
        return Target(space=here, unit=unit or None, bridge=command.bridge)
    if unit:
        return _target_of_unit(state, command, to)
    if hex_ is not None and to is not None:
        return Target(space=hex_, unit=_first_in(state, hex_), to=to)
    return Target(space=state.specials.dump if command.of_dump else hex_ or to, aside=command.aside)


def _target_of_unit(state: Table, command: Any, to: str | None) -> Target:
    """A command to a unit, perhaps to go somewhere; in the set-up a unit that is placed may be placed elsewhere."""
    unit, hex_ = command.unit, getattr(command, "hex", None)
    here = _shown(state, unit)
    if hex_ == "off":
        return Target(space=here, unit=unit, to=_way_out(state, here))
    if hex_ is not None:
        placed = isinstance(top(state), setup.SetUp) and unit in state.units and state.units[unit].location != OFF_MAP
        return replace(picking.going(unit, here, hex_), aside=placed)
    if to is not None:
        return Target(space=here, unit=unit, to=to)
    return Target(here, unit, aside=command.aside, group=command.heading) if unit in state.units else Target()


def _goal(state: Table, command: Any) -> str | None:
    """Where a command leads: a box, an entry hex, another hex than its own."""
    book, place = state.book, getattr(command, "box", None) or getattr(command, "place", None)
    if place is not None:
        return place if place in book.boxes else None
    if hasattr(command, "letter"):
        return book.map.entries[command.letter].hex if command.letter in book.letters else None
    return getattr(command, "to", None) or getattr(command, "target", None)


def _shown(state: Table, name: str) -> str | None:
    unit = state.units.get(name)
    return place_of(state, unit) if unit is not None else None


def _bank(state: Table, bridge: str) -> str | None:
    """The end of a bridge at which the side that decides stands, else its first."""
    ends = state.board.bridges.get(bridge)
    if ends is None:
        return None
    mine = state.occupied(state.now.side)
    names = state.board.names
    return next((names[end] for end in ends if mine >> end & 1), names[ends[0]])


def _way_out(state: Table, hex_: str | None) -> str | None:
    """The box into which a unit leaves the map."""
    return off_map.box_at(state, hex_) if hex_ is not None else None


def _first_in(state: Table, hex_: str) -> str | None:
    """The top of a stack: it stands for all of it."""
    return next((unit.id for unit in stack_of(state, hex_) if unit.location == hex_), None)


# What is suggested


def suggested(state: Table) -> Command | None:
    """What carries out a combat, a withdrawal, a move or a set-up as declared so far."""
    step = top(state)
    wish: Command | None
    match step:
        case battle.Battle():
            wish = getattr(step.now, "goes_on", None)
        case withdrawal.Withdrawing():
            wish = commands.Roll()
        case setup.SetUp():
            wish = commands.End() if not setup.left(state) else commands.Historical()
        case advance.Advancing() if step.strides:
            wish = commands.End()
        case withdrawal.FallBack() if step.gone:
            wish = commands.End()
        case moving.Moving() if step.hexes:
            wish = commands.End()
        case _:
            return None
    return picking.if_legal(state, step, wish)


# Where units can go


def routes_of(state: Table, unit: str) -> Mapping[str, Sequence[Command]]:
    """A unit's way to every hex that it can reach in its usual way of moving: taken up, then moved."""
    group = _group_of(state, unit)
    if group is None or isinstance(top(state), moving.Moving):
        return {}
    names = state.board.names
    return {names[hex_]: (commands.Move(unit), commands.To(names[hex_])) for hex_ in moving.ways(state, group).spent}


def _group_of(state: Table, unit: str) -> moving.Moving | None:
    """The units on the move to which a unit belongs, or the move that it would begin if it were taken up."""
    step = top(state)
    if isinstance(step, moving.Moving):
        return step if unit in step.units else _joined(state, step, unit)
    if not isinstance(step, movement_phase.MovementPhase) or step.refusal(state, commands.Move(unit)) is not None:
        return None
    return mover(state, state.units[unit])


def _joined(state: Table, step: moving.Moving, unit: str) -> moving.Moving | None:
    """The move in hand with one more unit of its hex: the slowest and the dearest way count."""
    able = step.refusal(state, commands.With(unit)) is None
    return replace(step, units=(*step.units, unit)) if able else None


def mover(state: Table, unit: Unit, mode: Any = None) -> moving.Moving | None:
    """The move of a unit by itself, in a way of moving or its usual one; None if it has none."""
    how = mode or next(modes.modes(state, unit), None)
    return moving.Moving((unit.id,), how, unit.location) if how is not None else None


def reach(state: Table, unit: str) -> Overlay:
    """Where a unit can go, with the movement points left there; where it may retreat, advance, enter or be placed."""
    step = top(state)
    if step is None or unit not in state.units:
        return Overlay()
    group = _group_of(state, unit)
    if group is not None:
        return ways_overlay(state, group)
    if isinstance(step, battle.Battle | combat.CombatPhase):
        return _targets_of(state, unit)
    return Overlay(dict.fromkeys(picking.goals(state, step, commands_of(state, step, unit), target), "reach"))


def ways_overlay(state: Table, group: moving.Moving) -> Overlay:
    """Hexes in reach of a group, with what it will have left there; next to the enemy they are marked as such."""
    board, side = state.board, state.units[group.units[0]].side
    theirs = state.occupied(enemy(side))
    highlights: dict[str, Highlight] = {}
    notes: dict[str, str] = {}
    limit = min(modes.allowance(state, state.units[name], group.mode)[0] for name in group.units)
    for hex_, spent in moving.ways(state, group).spent.items():
        name = board.names[hex_]
        highlights[name] = "battle" if theirs & board.grid.around[hex_] else "reach"
        if limit:
            notes[name] = halves(max(0, limit - spent))
    return Overlay(highlights, notes)


def _targets_of(state: Table, name: str) -> Overlay:
    """Hexes that a unit could attack; the hexes in range of artillery."""
    board, unit = state.board, state.units[name]
    where = state.hex_of(unit)
    if where is None or unit.side != state.now.side:
        return Overlay()
    theirs = state.occupied(enemy(unit.side)) & board.grid.around[where]
    found = (board.names[hex_] for hex_ in members(theirs))
    return Overlay({hex_: "battle" for hex_ in found if attackers.reach_refusal(state, unit, hex_) is None})


# Why not


def why_not(state: Table, wanted: Target) -> Refusal | None:
    """Why a hex or unit cannot be picked now; None if it can."""
    step = top(state)
    if step is None:
        return Refusal("the game is over")
    return picking.why_none(state, step, (*_wish(state, step, wanted), *_offered(state, step, wanted)))


def why_nothing(state: Table, name: str) -> Refusal | None:
    """Why a unit that may do nothing now may not do what a player has likeliest in mind."""
    step = top(state)
    if step is None:
        return Refusal("the game is over")
    tried = chain(_wish(state, step, Target(unit=name)), commands_of(state, step, name))
    return picking.why_idle(state, step, state.units[name].side, tried)


def _wish(state: Table, step: Any, wanted: Target) -> Iterator[Command]:
    """The commands that a player who picks a unit or a hex has in mind, the likeliest first."""
    unit, space = wanted.unit, wanted.to or wanted.space
    match step:
        case movement_phase.MovementPhase() if unit is not None:
            yield from of_movement(state, unit)
        case movement_phase.MovementPhase() if space is not None:
            for other in state.units_in(space, step.side):
                yield commands.Move(other.id)
        case moving.Moving() if unit is not None and unit not in step.units:
            yield commands.With(unit)
        case moving.Moving() if space is not None:
            yield commands.To(space)
        case combat.CombatPhase():
            yield from _attack_wish(state, step, unit, space)
        case replacements.Replacements() if unit is not None and unit in state.units:
            yield commands.Replace(unit, wanted.to or state.units[unit].location)
        case _ if unit is not None:
            yield from _meant(step, unit, wanted.to)


def _meant(step: Any, unit: str, to: str | None) -> Iterator[Command]:
    """What a unit is picked for in a step: a command to it, or one that leads it to a hex."""
    kind = getattr(step.now if isinstance(step, battle.Battle) else step, "meant", None)
    if kind is None:
        return
    if "hex" not in field_names(kind):
        yield kind(unit)
    elif to is not None:
        yield kind(unit, to)


def _attack_wish(state: Table, step: combat.CombatPhase, unit: str | None, space: str | None) -> Iterator[Command]:
    """An attack on the hex; of a unit of one's own on any hex beside it."""
    if unit is not None and unit in state.units and state.units[unit].side == step.side:
        where = state.hex_of(unit)
        board = state.board
        near = board.grid.near[where] if where is not None else ()
        theirs = state.occupied(enemy(step.side))
        yield from (commands.Attack(board.names[hex_]) for hex_ in near if theirs >> hex_ & 1)
    elif space is not None:
        yield commands.Attack(space)
        yield from (commands.Stage(letter) for letter in state.book.entry_of.get(space, ()))


def _offered(state: Table, step: Any, wanted: Target) -> Iterator[Command]:
    """The candidates that are about what is wanted."""
    if step.decider(state) is None:
        return iter(())
    offered = commands_of(state, step, wanted.unit) if wanted.unit is not None else step.candidates(state)
    return picking.about(state, offered, target, wanted)


def commands_of(state: Table, step: Any, name: str) -> Iterator[Command]:
    """The candidates of a step that are about a unit; also those for the stack of which it is the top."""
    if isinstance(step, movement_phase.MovementPhase) and name in state.units:
        yield from of_movement(state, name)
    elif isinstance(step, moving.Moving) and name in step.units:
        yield from (command for command in step.candidates(state) if not isinstance(command, commands.With))
    elif isinstance(step, setup.SetUp) and name in setup.starters(state.book):
        yield from (commands.Place(name, hex_) for hex_ in setup.start_hexes(state.book, name))
    elif not (isinstance(step, combat.CombatPhase) or step.kind in ("traffic", "set_up", "fuel_choice")):
        yield from (command for command in step.candidates(state) if piece_of(command) == name)


def of_movement(state: Table, name: str) -> Iterator[Command]:
    """What a unit might do in a movement phase, the likeliest first: nothing else of that phase is about it."""
    unit = state.units.get(name)
    if unit is None:
        return
    if state.hex_of(unit) is None:
        yield from movement_phase.of_waiting(state, unit, _waiting(state, unit.side).get(name, ()))
        return
    yield from movement_phase.of_unit(unit)
    if state.night and _first_in(state, unit.location) == name:
        yield from night.infiltrations_from(state, unit.location)


def _find_waiting(state: Table, side: Side) -> Mapping[str, Sequence[Command]]:
    found: dict[str, list[Command]] = {}
    for command in reinforcements.candidates(state, side):
        found.setdefault(piece_of(command), []).append(command)
    return found


_waiting = Remembered(_find_waiting, "units", "now", "turn", "night", "control")
"""What a side's units off the map might do, unit by unit."""


def entries_at(book: Book, space: str) -> Sequence[str]:
    """Letters of the entry hexes that belong to a hex or a box."""
    return [letter for letter in book.letters if space in (beside(book, letter), book.map.entries[letter].hex)]
