"""Where units can go, over all ways of moving at once: commands, costs, what to know before (11 to 13, 22, 34)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from wargame_tui.board.gestures import Way
from wargame_tui.board.phrases import halves
from wargame_tui.board.steps import top
from wargame_tui.core.command import Command
from wargame_tui.core.dice import SealedDice
from wargame_tui.core.game import tried
from wargame_tui.core.step import IllegalCommand
from wargame_tui.titles.ardennes_44 import commands
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN, enemy
from wargame_tui.titles.ardennes_44.rules import (
    bridges,
    modes,
    movement_phase,
    moving,
    night,
    off_map,
    reinforcements,
    special,
    stacking,
)
from wargame_tui.titles.ardennes_44.rules.reach import Reach, mover_of, reach
from wargame_tui.titles.ardennes_44.shown import picking
from wargame_tui.titles.ardennes_44.shown.pieces import piece_of, stack_of
from wargame_tui.titles.ardennes_44.state import Draft, Mode, State, Unit, unmoved

DEAREST: Mapping[Mode, int] = {"shift": 0, "normal": 1, "extended": 2, "tactical": 3, "strategic": 4}
"""What a way of moving costs a player who only wants to be there.

A shift leaves artillery ready. Of the others a normal move leaves most points, and is the only one that may be followed
by digging in or a night marker; an extended one ends away from the enemy, a tactical one after two hexes at most;
strategic movement takes one of few markers and costs the unit its DCB and a column (12.5).
"""
Found = dict[str, list[tuple[tuple[int, int], Way]]]
"""Ways with what they cost, by where they lead."""


@dataclass(frozen=True, slots=True)
class Start:
    """Units in hand in one way of moving, and what takes them up so."""

    commands: tuple[Command, ...]
    group: moving.Moving


def movable(state: State, space: str) -> list[str]:
    """Units shown in a space that can go somewhere now: those in hand, then the strongest first, guns last (11.1)."""
    step = top(state)
    if not isinstance(step, movement_phase.MovementPhase | moving.Moving):
        return []
    here = [unit for unit in stack_of(state, space) if unit.side == state.now.side]
    idle = {unit.id for unit in here if unit.id not in state.now.movers}
    able = {*modes.mobile(state, state.now.side, [unit for unit in here if unit.id in idle and unit.location == space])}
    if any(unit.id in idle and unit.location != space for unit in here) or space not in state.board.index:
        able |= {piece_of(command) for command in reinforcements.legal(state, state.now.side)}
    held = step.units if isinstance(step, moving.Moving) else ()
    found = [unit.id for unit in here if unit.id in able or unit.id in held]
    return sorted(found, key=lambda name: name not in held)


def idle(state: State) -> list[str]:
    """Units of the side that moves that have not moved and can, on the map and off it (11.1, 13.1)."""
    side = state.now.side
    able = [*modes.mobile(state, side, unmoved(state, side))]
    return [*dict.fromkeys([*able, *(piece_of(command) for command in reinforcements.legal(state, side))])]


def to_go(state: State) -> dict[str, list[str]]:
    """The same, by the space in which they are shown."""
    found: dict[str, list[str]] = {}
    for name in idle(state):
        space = picking.target(state, commands.Move(name)).space
        if space is not None:
            found.setdefault(space, []).append(name)
    return found


def ways(state: State, units: Sequence[str]) -> Mapping[str, Sequence[Way]]:
    """All ways of units of one space, by where they lead; the one that costs least comes first."""
    step, found = top(state), Found()
    if not units or not isinstance(step, movement_phase.MovementPhase | moving.Moving):
        return {}
    on_move = step if isinstance(step, moving.Moving) else None
    held = on_move if on_move is not None and {*on_move.units} == {*units} else None
    down: tuple[Command, ...] = (commands.End(),) if on_move is not None and held is None else ()
    if any(state.hex_of(name) is None for name in units):
        if len(units) > 1:
            return _each_by_itself(state, units)
        _come_in(state, units[0], down, found)
    else:
        kinds = _alike(state, units)
        if len(kinds) > 1 and held is None:
            return _one_after_the_other(state, kinds, down)
        for start in _held(state, held) if held is not None else _starts(state, units, down):
            _lead(state, start, found)
    if state.night and held is None:
        _infiltrate(state, units, down, found)
    return {to: [way for _, way in sorted(each, key=lambda one: one[0])] for to, each in found.items()}


# Units in hand


def _held(state: State, step: moving.Moving) -> Iterator[Start]:
    """The group in hand, as it moves and, before its first hex, otherwise."""
    yield Start((), step)
    for mode in modes.MODES:
        if step.refusal(state, commands.How(mode)) is None:
            yield Start((commands.How(mode),), replace(step, mode=mode))


def _starts(state: State, units: Sequence[str], down: tuple[Command, ...]) -> Iterator[Start]:
    """Every way of moving that is open to all of some units of one hex, the usual one of the first one first."""
    first = state.units[units[0]]
    if modes.move_refusal(state, first) is not None:
        return
    for number, mode in enumerate(modes.modes(state, first)):
        group = moving.Moving((first.id,), mode, first.location)
        taken: tuple[Command, ...] = (*down, commands.Move(first.id), *([commands.How(mode)] if number else ()))
        for name in units[1:]:
            if group.refusal(state, commands.With(name)) is not None:
                break
            group = replace(group, units=(*group.units, name))
            taken += (commands.With(name),)
        else:
            yield Start(taken, group)


def _lead(state: State, start: Start, found: Found) -> None:
    """Where a group can go, and the box that lies beside it (11.9)."""
    reached, group = moving.ways(state, start.group), start.group
    for hex_, spent in reached.spent.items():
        cost = DEAREST[group.mode], spent
        found.setdefault(state.board.names[hex_], []).append((cost, _way(state, start, reached, hex_)))
    here = state.units[group.units[0]].location
    for place in off_map.leave_places(state, state.units[group.units[0]].side, group.units, here):
        leaving = commands.Leave(place)
        if place in state.book.boxes and group.refusal(state, leaving) is None:
            way = Way(place, (*start.commands, leaving), mode=group.mode, path=(place,))
            found.setdefault(place, []).append(((DEAREST[group.mode], 0), way))


def _way(state: State, start: Start, reached: Reach, hex_: int) -> Way:
    board, group = state.board, start.group
    name, path = board.names[hex_], reached.path(hex_)
    limit = _limit(state, group)
    far = [group.halves, *(reached.costs[on] for on in path)]
    return Way(
        name,
        (*start.commands, commands.To(name)),
        left=halves(max(0, limit - far[-1])) if limit else "",
        mode=group.mode,
        path=tuple(board.names[on] for on in path),
        costs=tuple(halves(to - one) for one, to in pairwise(far)) if limit else (),
        fights=bool(state.occupied(enemy(state.units[group.units[0]].side)) & board.grid.around[hex_]),
        warning=_warning(state, group, path),
    )


def _limit(state: State, group: moving.Moving) -> int:
    """Half points of the slowest; 0 where hexes are counted instead."""
    return min(points for points, _ in moving.allowances(state, group))


# What a player should know before


def _warning(state: State, group: moving.Moving, path: Sequence[int]) -> str:
    """What a move brings beside its cost: too many units, a die, guns that cannot fire (8.3, 7.8, 22.1)."""
    units = [state.units[name] for name in group.units]
    told = [crowd(state, state.board.names[path[-1]], units)]
    if _crosses_ouren(state, units[0], path):
        told.append("Rolls for the Ouren bridge on the way (7.8)")
    if _turns_guns(state, units, group.hexes + len(path)):
        told.append("Artillery counts as fired (22.1)")
    return "; ".join(filter(None, told))


def crowd(state: State, space: str, coming: Sequence[Unit]) -> str:
    """What is wrong with a stack once units have come to it, as a warning; empty if nothing is (8.1 to 8.3).

    Nothing in the night: stacks are checked when the next day's movement ends.
    """
    if state.night or space not in state.board.index:
        return ""
    names = {unit.id for unit in coming}
    here = [unit for unit in state.units_in(space, coming[0].side) if unit.id not in names]
    why = stacking.excess(state.book, [*here, *coming])
    return f"OVERSTACKED: {why}" if why else ""


def _crosses_ouren(state: State, unit: Unit, path: Sequence[int]) -> bool:
    """Whether a German move is the first over the bridge of Ouren, for which a die is rolled (7.8)."""
    where = state.hex_of(unit)
    if unit.side != GERMAN or where is None or state.specials.ouren != "untried":
        return False
    return any(bridges.ouren_due(state, state.board.key(one, to)) for one, to in pairwise([where, *path]))


def _turns_guns(state: State, units: Sequence[Unit], hexes: int) -> bool:
    """Whether ready Allied artillery goes more than a hex (22.1a)."""
    return hexes > 1 and any(unit.side == ALLIED and not unit.fired and state.piece(unit).artillery for unit in units)


# Stacks whose units pay different costs


def _alike(state: State, units: Sequence[str]) -> list[list[str]]:
    """Units that can move together: those that pay the same costs (11.1)."""
    kinds: dict[str, list[str]] = {}
    for name in units:
        kinds.setdefault(mover_of(state, name), []).append(name)
    return [*kinds.values()]


def _one_after_the_other(
    state: State, kinds: Sequence[Sequence[str]], down: tuple[Command, ...]
) -> Mapping[str, Sequence[Way]]:
    """The cheapest way of a stack to wherever all of it can go, each sort of units after the other."""
    parts = [_best(state, units, down if not number else ()) for number, units in enumerate(kinds)]
    found: dict[str, Sequence[Way]] = {}
    units = [state.units[name] for each in kinds for name in each]
    for hex_ in parts[0]:
        legs = [part[hex_] for part in parts if hex_ in part]
        if len(legs) == len(parts):
            taken = _joined(state, legs, hex_)
            if taken is not None:
                slowest = max(
                    (_way(state, start, reached, hex_) for start, reached in legs), key=lambda way: len(way.path)
                )
                modes = dict.fromkeys(start.group.mode for start, _ in legs)
                room = crowd(state, slowest.to, units)
                found[slowest.to] = [replace(slowest, commands=taken, mode=" + ".join(modes), warning=room)]
    return found


def _best(state: State, units: Sequence[str], down: tuple[Command, ...]) -> dict[int, tuple[Start, Reach]]:
    """For each hex the way that costs units of a sort least; not strategic, which ends alone in its hex (12.2)."""
    found: dict[int, tuple[Start, Reach]] = {}
    starts = [start for start in _starts(state, units, down) if start.group.mode != "strategic"]
    for start in sorted(starts, key=lambda start: DEAREST[start.group.mode]):
        reached = moving.ways(state, start.group)
        for hex_ in reached.spent:
            found.setdefault(hex_, (start, reached))
    return found


def _joined(state: State, legs: Sequence[tuple[Start, Reach]], hex_: int) -> tuple[Command, ...] | None:
    """The commands of several moves to a hex, ended where the rules would let one go on; None where a die decides."""
    taken: tuple[Command, ...] = ()
    for number, (start, reached) in enumerate(legs, 1):
        first = state.units[start.group.units[0]]
        if _crosses_ouren(state, first, reached.path(hex_)):
            return None
        taken += (*start.commands, commands.To(state.board.names[hex_]))
        if number < len(legs) and _goes_on(state, start.group, reached, hex_):
            taken += (commands.End(),)
    return taken


def _goes_on(state: State, group: moving.Moving, reached: Reach, hex_: int) -> bool:
    """Whether a group is still on the move once it has come to a hex (11.1)."""
    path = reached.path(hex_)
    halted = moving.is_halted(state, group, hex_, len(path))
    if not halted and any(before == hex_ and on in reached.spent for on, before in reached.came.items()):
        return True
    side, name = state.units[group.units[0]].side, state.board.names[hex_]
    if off_map.leave_places(state, side, group.units, name) or _may_deceive(state, group):
        return _is_in_hand(state, group, name)
    there = replace(group, halves=reached.costs[hex_], hexes=group.hexes + len(path))
    return not halted and bool(reach(state, moving.group_at(state, there, hex_)).spent)


def _may_deceive(state: State, group: moving.Moving) -> bool:
    """Whether the 150th Panzer Brigade might ignore the zone of control where it stops (27.1)."""
    return any(special.has_disguise(state, name) for name in group.units)


def _is_in_hand(state: State, group: moving.Moving, to: str) -> bool:
    """The same by doing it, at the map's edge and in disguise."""
    g = Draft(state)
    g.push(group)
    group.do(g, commands.To(to))
    return bool(g.stack[-1].decider(g))


# From off the map, at night


def _each_by_itself(state: State, units: Sequence[str]) -> Mapping[str, Sequence[Way]]:
    """The cheapest way of units, of which some come in, to wherever each can go once the one before has gone there."""
    parts = [{to: _unaided(there) for to, there in ways(state, [name]).items()} for name in units]
    coming = [state.units[name] for name in units]
    found: dict[str, Sequence[Way]] = {}
    for to in parts[0]:
        legs = [leg for part in parts if (leg := part.get(to)) is not None]
        taken = _one_by_one(state, legs) if len(legs) == len(units) else None
        if taken is not None:
            slowest = max(legs, key=lambda way: len(way.path))
            modes = dict.fromkeys(way.mode for way in legs)
            room = crowd(state, to, coming)
            found[to] = [replace(slowest, commands=taken, mode=" + ".join(filter(None, modes)), warning=room)]
    return found


def _unaided(there: Sequence[Way]) -> Way | None:
    """The cheapest of some ways, without strategic movement: of that there is little, and it ends alone (12.2)."""
    return next((way for way in there if way.mode != "strategic"), None)


def _one_by_one(state: State, legs: Sequence[Way]) -> tuple[Command, ...] | None:
    """The commands of several moves, ended where the rules would let one go on; None where that cannot be."""
    taken, now = list[Command](), state
    for way in legs:
        down = [commands.End()] if isinstance(top(now), moving.Moving) else []
        given = [*down, *way.commands[way.commands[:1] == (commands.End(),) :]]
        try:
            now = tried(Draft(now), given)
        except (IllegalCommand, SealedDice):
            return None
        taken += given
    return tuple(taken)


def _come_in(state: State, unit: str, down: tuple[Command, ...], found: Found) -> None:
    """Where a unit off the map can come in, go into a box, seal an entry; and where it can go on to (13)."""
    for command in reinforcements.legal(state, state.now.side):
        if piece_of(command) != unit:
            continue
        to = picking.target(state, command).to
        if to is None:
            continue
        mode: Mode = getattr(command, "mode", "normal")
        way = Way(to, (*down, command), mode=getattr(command, "mode", ""), path=(to,))
        found.setdefault(to, []).append(
            ((DEAREST[mode], 0), replace(way, warning=crowd(state, to, [state.units[unit]])))
        )
        if isinstance(command, commands.Enter):
            _go_in(state, command, down, found)


def _go_in(state: State, command: commands.Enter, down: tuple[Command, ...], found: Found) -> None:
    """Beyond the entry hex (13.1)."""
    g = Draft(state)
    if down:
        g.finish()
    g.stack[-1].do(g, command)
    step = g.stack[-1]
    if isinstance(step, moving.Moving) and step.decider(g) is not None:
        _lead(g.freeze(), Start((*down, command), step), found)


def _infiltrate(state: State, units: Sequence[str], down: tuple[Command, ...], found: Found) -> None:
    """Where the stack in hand may infiltrate; all of it that can goes along (34)."""
    here = state.units[units[0]].location
    for command in night.infiltrations_from(state, here) if here in state.board.index else ():
        if isinstance(command, commands.Infiltrate) and night.refusal(state, state.now.side, command) is None:
            going = night.infiltrators(state, state.now.side, here, command.to)
            if isinstance(going, Sequence) and {unit.id for unit in going} == {*units}:
                way = Way(command.to, (*down, command), mode="infiltration", path=(command.to,))
                found.setdefault(command.to, []).append(((0, 0), way))
