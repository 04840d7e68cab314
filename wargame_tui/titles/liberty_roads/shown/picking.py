"""Picking on the map: what commands are about, where units can go, why something cannot be picked."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from wargame_tui.board import picking
from wargame_tui.board.hexes import bits, members
from wargame_tui.board.phrases import halves
from wargame_tui.board.scene import Highlight, Overlay
from wargame_tui.board.steps import step_of, top
from wargame_tui.board.title import Target
from wargame_tui.core.command import Command
from wargame_tui.core.step import Refusal
from wargame_tui.titles.liberty_roads import commands
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, SIDES, TURN, enemy, marker_kind
from wargame_tui.titles.liberty_roads.printed.names import place
from wargame_tui.titles.liberty_roads.rules import combat, drops, landing, movement, replacements, sea, stacking, supply
from wargame_tui.titles.liberty_roads.rules.assault import Landing
from wargame_tui.titles.liberty_roads.rules.battle import Battle
from wargame_tui.titles.liberty_roads.rules.exploitation import ExploitationMovement
from wargame_tui.titles.liberty_roads.rules.reach import allowance
from wargame_tui.titles.liberty_roads.rules.supply import near_enemy
from wargame_tui.titles.liberty_roads.rules.support import PlaceFfl, SupportPhase
from wargame_tui.titles.liberty_roads.shown.marches import MOVERS
from wargame_tui.titles.liberty_roads.shown.pieces import place_of, unit_of
from wargame_tui.titles.liberty_roads.state import AIRBORNE_ZONE, Table, Unit, occupied

WITHIN_A_TURN = 5
"""Hexes from which a city may be attacked in the turn: four of movement, and next door."""

# What a command is about


def target(state: Table, command: Command) -> Target:
    """What on the table a command is about: by the unit, hex or box that it names, where it means nothing else."""
    assert isinstance(command, commands.Order)
    found = _target_in(state, top(state), command)
    if found is not None:
        return found
    unit, place, group = unit_of(command), command.goal, command.grouped
    if unit not in state.units:
        return Target(space=place, group=group)
    if place is not None:
        return replace(_put(state, unit, place), aside=command.aside, group=group)
    return Target(_shown(state, unit), unit, aside=command.aside, group=group)


def _target_in(state: Table, step: Any, command: Command) -> Target | None:
    """Where a command is about something else than it names, or whether it is meant depends on the state."""
    match command:
        case commands.To(hex_):
            mover = step.units[0] if isinstance(step, movement.Moving) else getattr(step, "rail", None)
            return Target(space=hex_, unit=mover)
        case commands.End() | commands.How() if isinstance(step, movement.Moving):
            return Target(space=_shown(state, step.units[0]), unit=step.units[0])
        case commands.Place(unit, place) if isinstance(step, PlaceFfl):
            return Target(space=place, unit=unit, aside=not stacking.fits(state, place, (state.units[unit],)))
        case commands.Pontoon(unit, hex_):
            return replace(_put(state, unit, hex_), aside=supply.is_far_behind(state, unit))
        case commands.Ship(unit, box) if box not in state.board.index:
            return _to_box(state, unit, box)
        case commands.Ship(unit, hex_):
            return replace(_put(state, unit, hex_), aside=_is_odd_voyage(state, unit, hex_))
        case commands.Lose(unit) if (fought := step_of(state, Landing)) is not None:
            return Target(space=fought.hex, unit=unit)
        case commands.Assault(unit, hex_):
            return _ashore(state, unit, hex_, "assault units")
        case commands.FollowUp(unit, hex_):
            return _ashore(state, unit, hex_, "follow-up units")
        case commands.Rebuild(unit, _, place):
            return Target(space=place if place in (*state.board.index, "England") else None, unit=unit)
        case commands.Play(marker, place):
            return _target_of_marker(state, command, marker, place)
    return None


def _to_box(state: Table, unit: str, box: str) -> Target:
    """A unit is carried to a box, which is rarely meant (11.1.4)."""
    return replace(_put(state, unit, box), aside=True, group=f"Carry units to {place(box)}")


def _is_odd_voyage(state: Table, unit: str, place: str) -> bool:
    """Whether a sea move is rarely meant: from an Airborne zone, or where no room is.

    (11.1.4; room is asked for only at the end of the movement phase, 1.10.2.)
    """
    return sea.is_full(state, state.units[unit], place) or state.units[unit].location in AIRBORNE_ZONE.values()


def _ashore(state: Table, unit: str, hex_: str, what: str) -> Target:
    """A unit lands: it is chosen at the beach, in a list of its own nation."""
    nation = "American" if "American" in state.piece(unit).nationalities else "British"
    return Target(space=hex_, unit=unit, group=f"{nation} {what} for {place(hex_)}")


def _target_of_marker(state: Table, command: commands.Play, marker: str, place: str) -> Target:
    """Where a marker is played; nowhere if it is for the turn. A line for all places says how many like it are held."""
    if place == TURN:
        return Target()
    held = sum(marker_kind(each.id) == marker_kind(marker) for each in state.available(state.marker_of(marker).side))
    group = f"{command.grouped} ({held} in hand)" if held > 1 else command.grouped
    unit = state.units.get(place)
    if unit is not None:
        return Target(space=place_of(state, unit), unit=place, group=group)
    return Target(place, aside=_is_far(state, marker, place), group=group)


def _is_far(state: Table, marker: str, hex_: str) -> bool:
    """Whether a marker for combat would lie where nobody is next to the enemy: rarely meant (5.5).

    An insurrection, where no Allied unit can come in this turn (16.2).
    """
    where, printed = state.board.index.get(hex_), state.book.markers.get(marker)
    if where is not None and printed is not None and printed.placed == "city":
        return not occupied(state, ALLIED) & bits(state.board.grid.within(where, WITHIN_A_TURN))
    if where is None or printed is None or printed.placed != "hex":
        return False
    return not any((occupied(state, side) & near_enemy(state, side)) >> where & 1 for side in SIDES)


def _shown(state: Table, name: str) -> str | None:
    unit = state.units.get(name)
    return place_of(state, unit) if unit is not None else None


def _put(state: Table, name: str, place: str) -> Target:
    """A unit goes to a hex or box."""
    return picking.going(name, _shown(state, name), place)


# What is suggested


def suggested(state: Table) -> Command | None:
    """What carries out an attack, a move or a landing as declared so far."""
    step = top(state)
    wish: Command | None = None
    match step:
        case combat.Gathering() if step.units:
            wish = commands.Go()
        case Battle() if step.stage == "attacker":
            wish = commands.Go()
        case movement.Moving() if step.moved:
            wish = commands.End()
        case landing.Planning() if any(step.assault.values()):
            wish = commands.End()
    return picking.if_legal(state, step, wish)


# Where units can go


def routes_of(state: Table, unit: str) -> Mapping[str, Sequence[Command]]:
    """A unit's way to every hex that it can reach in normal movement: taken up, then moved."""
    group = _group_of(state, unit)
    if group is None or isinstance(top(state), movement.Moving):
        return {}
    names = state.board.names
    return {names[hex_]: (commands.Move(unit), commands.To(names[hex_])) for hex_ in group.hexes(state)}


def _group_of(state: Table, unit: str) -> movement.Moving | None:
    """The units on the move to which a unit belongs, or the move that it would begin if it were taken up."""
    step = top(state)
    if isinstance(step, movement.Moving):
        return step if unit in step.units else None
    if not isinstance(step, MOVERS) or step.refusal(state, commands.Move(unit)) is not None:
        return None
    exploiting, reaction = isinstance(step, ExploitationMovement), isinstance(step, landing.Reaction)
    side = state.units[unit].side
    return movement.Moving(side, (unit,), exploiting=exploiting, reaction=reaction)


def reach(state: Table, unit: str) -> Overlay:
    """Where a unit can go, with the movement points left there; where it may retreat, advance, land or be placed.

    Once units are on the move it is their ways, also for a unit that might go along.
    """
    step = top(state)
    if step is None or unit not in state.units:
        return Overlay()
    group = step if isinstance(step, movement.Moving) else _group_of(state, unit)
    if group is not None:
        return ways_overlay(state, group)
    if isinstance(step, combat.CombatPhase | combat.Gathering):
        return _targets_of(state, state.units[unit])
    found = picking.goals(state, step, commands_of(state, step, unit), target)
    return Overlay(dict.fromkeys(found, "reach"))


def ways_overlay(state: Table, group: movement.Moving) -> Overlay:
    """Hexes in reach of a group, with what it will have left there; next to the enemy they are marked as such."""
    names, close = state.board.names, near_enemy(state, group.side)
    limits = [allowance(state, state.units[name], group.mode, exploiting=group.exploiting) for name in group.units]
    highlights: dict[str, Highlight] = {}
    notes: dict[str, str] = {}
    for hex_, spent in group.hexes(state).items():
        highlights[names[hex_]] = "battle" if close >> hex_ & 1 else "reach"
        if group.mode != "rail":
            left = min(limit - used for limit, used in zip(limits, spent, strict=True))
            notes[names[hex_]] = halves(max(0, left))
    return Overlay(highlights, notes)


def _targets_of(state: Table, unit: Unit) -> Overlay:
    """Hexes that a unit could attack."""
    board, where = state.board, state.hex_of(unit)
    if where is None or unit.side != state.now.side:
        return Overlay()
    step = top(state)
    near = occupied(state, enemy(unit.side)) & board.grid.around[where]
    found = (board.names[hex_] for hex_ in (*members(near), where))
    able = (
        hex_
        for hex_ in found
        if combat.unit_refusal(state, unit.side, unit, hex_, exploitation=step.exploitation) is None
    )
    return Overlay(dict.fromkeys(able, "battle"))


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
        case movement.MovementPhase() | ExploitationMovement() | landing.Reaction() if unit is not None:
            yield commands.Move(unit)
        case movement.MovementPhase() if space is not None:
            yield from (commands.Move(other.id) for other in state.units_in(space, step.side))
        case movement.Moving() if unit is not None and unit not in step.units:
            yield commands.With(unit)
        case movement.Moving() if space is not None:
            yield commands.To(space)
        case replacements.Arrivals(rail=rail) if rail and space is not None:
            yield commands.To(space)
        case combat.CombatPhase() if unit is not None and unit in state.units and space is None:
            yield from _attacks_by(state, step, state.units[unit])
        case combat.CombatPhase() if space is not None:
            yield commands.Attack(space)
        case combat.Gathering() if unit is not None:
            yield commands.With(unit)
        case drops.DropPhase() if unit is not None and wanted.to is not None:
            yield commands.Drop(unit, wanted.to)
        case landing.Planning() if space is not None and unit is None:
            yield from (commands.Land(space), commands.CallOff(space))


def _attacks_by(state: Table, step: combat.CombatPhase, unit: Unit) -> Iterator[Command]:
    """Attacks on every hex with enemies beside a unit."""
    board, where = state.board, state.hex_of(unit)
    if where is None or unit.side != step.side:
        return
    for hex_ in members(occupied(state, enemy(step.side)) & board.grid.around[where]):
        yield commands.Attack(board.names[hex_])


def _offered(state: Table, step: Any, wanted: Target) -> Iterator[Command]:
    """The candidates that are about what is wanted."""
    if step.decider(state) is None:
        return iter(())
    offered = commands_of(state, step, wanted.unit) if wanted.unit is not None else step.candidates(state)
    return picking.about(state, offered, target, wanted)


def commands_of(state: Table, step: Any, name: str) -> Iterator[Command]:
    """The candidates of a step that are about a unit."""
    if isinstance(step, movement.MovementPhase) and name in state.units:
        yield commands.Move(name)
        if state.units[name].side == step.side:
            for chapter in dict.fromkeys(movement.ACTIONS.values()):
                yield from (command for command in chapter.candidates(state) if unit_of(command) == name)
    elif isinstance(step, movement.Moving) and name in step.units:
        yield from (command for command in step.candidates(state) if not isinstance(command, commands.With))
    elif isinstance(step, SupportPhase):
        yield from (command for command in step.candidates(state) if getattr(command, "place", None) == name)
    else:
        yield from (command for command in step.candidates(state) if unit_of(command) == name)
