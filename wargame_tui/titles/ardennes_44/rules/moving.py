"""Units on the move (11, 12, 22.1 to 22.3)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.remembered import Remembered
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.titles.ardennes_44 import commands
from wargame_tui.titles.ardennes_44.events.moves import Moved
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN, enemy
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import (
    bridges,
    modes,
    off_map,
    special,
    traffic,
)
from wargame_tui.titles.ardennes_44.rules.reach import Group, Reach, exits, mover_of, reach
from wargame_tui.titles.ardennes_44.rules.steps import Task
from wargame_tui.titles.ardennes_44.rules.zones import bonds, in_enemy_zone
from wargame_tui.titles.ardennes_44.state import (
    Draft,
    Mode,
    Mover,
    Table,
    Unit,
)

_to, _how = cache(commands.To), cache(commands.How)
"""Commands that are listed over and over again, made once."""


@dataclass(frozen=True, slots=True)
class Moving(Task):
    """One unit, or several of one hex that pay the same costs, on the move (11.1)."""

    units: tuple[str, ...]
    mode: Mode
    origin: str
    halves: int = 0
    """Half points spent."""
    hexes: int = 0
    """Hexes entered."""
    stopped: bool = False
    free: bool = False
    """The 150th Panzer Brigade ignores the zone of control where it is (27.1)."""
    kind: Literal["moving"] = "moving"
    puts_down: ClassVar[str] = "end"

    def title(self, table: Table) -> str:
        return f"{self.units[0]} moves"

    def decider(self, table: Table) -> Side | None:
        side = table.units[self.units[0]].side
        if not self.hexes:
            return side
        return side if any(not isinstance(command, commands.End) for command in self.legal(table)) else None

    def prompt(self, table: Table) -> Prompt:
        return Prompt(f"{', '.join(self.units)}: choose a hex ({self.mode})", "11.1")

    def candidates(self, table: Table) -> Iterator[Command]:
        """Everywhere in reach; before the first step also company and another way to move."""
        yield from self._goals(table)
        yield from self._others(table)

    def legal(self, table: Table) -> Iterator[Command]:
        """The same: hexes in reach need no refusal."""
        others = (command for command in self._others(table) if self.refusal(table, command) is None)
        return chain(self._goals(table), others)

    def _goals(self, table: Table) -> Iterator[Command]:
        return map(_to, map(table.board.names.__getitem__, ways(table, self).spent))

    def _others(self, table: Table) -> Iterator[Command]:
        if self.hexes:
            yield from (commands.Leave(place) for place in self._exits(table))
            if special.may_ignore(table, self):
                yield commands.Ignore()
        else:
            here = table.units_in(self.origin, table.units[self.units[0]].side)
            yield from (commands.With(unit.id) for unit in here if unit.id not in self.units)
            yield from (_how(mode) for mode in modes.MODES)
            yield from (commands.Leave(place) for place in self._exits(table))
        yield commands.End()

    def _exits(self, table: Table) -> list[str]:
        where = table.units[self.units[0]].location
        return off_map.leave_places(table, table.units[self.units[0]].side, self.units, where)

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        match command:
            case commands.End():
                return None
            case commands.To(name):
                index = table.board.index
                if name in index and index[name] in ways(table, self).spent:
                    return None
                return why_not_to(table, self, name)
            case commands.With(name):
                return self._with_refusal(table, name)
            case commands.How(mode):
                return self._how_refusal(table, mode)
            case commands.Leave(place):
                return off_map.leave_refusal(table, self, place, allowances(table, self))
            case commands.Ignore():
                return None if special.may_ignore(table, self) else refused("no EZOC to ignore", "27.1")
        return self.not_now(table)

    def _with_refusal(self, table: Table, name: str) -> Refusal | None:
        unit, first = table.units.get(name), table.units[self.units[0]]
        if unit is None or unit.side != first.side or unit.location != first.location or name in self.units:
            return refused("it is in another hex: finish or cancel this move", "11.1")
        if self.hexes:
            return refused("the move has begun", "11.1")
        if self.mode == "strategic":
            return refused("units in strategic movement must end alone in their hex", "12.2")
        if mover_of(table, name) != mover_of(table, first.id):
            return refused("it pays different costs: move it by itself", "11.1")
        return modes.move_refusal(table, unit) or modes.mode_refusal(table, unit, self.mode)

    def _how_refusal(self, table: Table, mode: str) -> Refusal | None:
        if self.hexes:
            return refused("the move has begun", "11.1")
        if mode == self.mode:
            return refused("already chosen", "11.1")
        if mode == "strategic" and len(self.units) > 1:
            return refused("units in strategic movement must end alone in their hex", "12.2")
        return next((no for name in self.units if (no := modes.mode_refusal(table, table.units[name], mode))), None)

    def do(self, g: Draft, command: Command) -> None:
        match command:
            case commands.To(name):
                self._go(g, g.board.index[name])
            case commands.With(name):
                g.swap(units=(*self.units, name))
            case commands.How(mode):
                g.swap(mode=mode)
            case commands.Leave(place):
                _set_out(g, self)
                off_map.leave(g, self, place)
                g.finish()
            case commands.Ignore():
                special.ignore(g, self)
            case commands.End():
                g.finish()

    def _go(self, g: Draft, goal: int) -> None:
        """Hex by hex along the way: what is met there happens (7.8, 24.8, 29.1)."""
        _set_out(g, self)
        board, found = g.board, ways(g, self)
        here, walked = board.index[g.units[self.units[0]].location], 0
        side, way = g.units[self.units[0]].side, found.path(goal)
        for to in way:
            if side == GERMAN and bridges.ouren_due(g, board.key(here, to)):
                bridges.ouren_roll(g)
                if g.specials.ouren == "blown":
                    break
            here, walked = to, walked + 1
            _enter(g, self.units, side, board.names[to])
        spent = found.costs[here] if walked else self.halves
        _arrive(g, self, here, walked, spent)
        g.tell(
            Moved(
                units=list(self.units),
                path=[board.names[hex_] for hex_ in way[:walked]],
                mode=self.mode,
                points=spent / 2,
                rule=_RULES[self.mode],
            )
        )


_RULES = {"normal": "11.1", "extended": "11.2", "tactical": "11.3", "strategic": "12.1", "shift": "22.2"}


def taken_up(table: Table, unit: Unit) -> Moving:
    """A unit taken up, in its usual way of moving."""
    return Moving((unit.id,), next(modes.modes(table, unit)), unit.location)


def allowances(table: Table, moving: Moving) -> list[tuple[int, int | None]]:
    """What each unit of a group may spend and enter."""
    return [modes.allowance(table, table.units[name], moving.mode) for name in moving.units]


def _group(table: Table, moving: Moving) -> Group:
    where = table.hex_of(moving.units[0])
    assert where is not None
    return group_at(table, moving, where)


def group_at(table: Table, moving: Moving, where: int) -> Group:
    """A group on the move as the search has it, were it in a hex."""
    numbers = allowances(table, moving)
    most = min((hexes for _, hexes in numbers if hexes is not None), default=None)
    limit = min(points for points, _ in numbers)
    return Group(
        moving.units, moving.mode, where, moving.halves, max(limit, moving.halves), moving.hexes, most, moving.free
    )


def _find_ways(table: Table, moving: Moving) -> Reach:
    return Reach({}, {}, {}) if moving.stopped else reach(table, _group(table, moving))


ways = Remembered(
    _find_ways,
    *("units", "parents", "bridges", "traffic", "roadblocks", "control", "turn", "night", "specials", "now.side"),
    most=64,
)
"""Where a group can go from here, with what it will have spent."""


def _set_out(g: Draft, moving: Moving) -> None:
    """The first step: markers that go with it (12.4, 22.1)."""
    for name in moving.units:
        if name not in g.now.movers and moving.mode == "strategic" and g.units[name].marker == "none":
            g.change(name, marker="SM")


def _enter(g: Draft, units: tuple[str, ...], side: Side, hex_: str) -> None:
    """Units are in a hex on their way."""
    if side == GERMAN and any(g.units[name].cut_off for name in units):
        note_return(g, units, hex_)
    g.change_all(units, location=hex_)
    note_presence(g, units, side, hex_)


def note_return(g: Draft, units: tuple[str, ...], hex_: str) -> None:
    """Units that a retreat had driven over the army boundary are back if they cross it again (11.10c)."""
    board = g.board
    if board.key(board.index[g.units[units[0]].location], board.index[hex_]) in board.boundary:
        g.change_all(units, cut_off=False)


def note_presence(g: Draft, units: tuple[str, ...], side: Side, hex_: str) -> None:
    """What follows from units being in a hex: control, roadblocks, special rules (24.8, 27.6, 29.1, 32, 33.3)."""
    g.pass_through(side, hex_)
    if g.board.index[hex_] in traffic.enemy_roadblocks(g, side) and hex_ not in g.now.passed:
        g.note(passed=(*g.now.passed, hex_))
    special.note_entered(g, units, side, hex_)


def is_halted(table: Table, moving: Moving, here: int, walked: int) -> bool:
    """Whether a group that has walked so many hexes to one must stop there (9.2, 24.8, 29.2)."""
    side = table.units[moving.units[0]].side
    if in_enemy_zone(table, side, here) and walked > 0:
        return True
    if moving.mode == "strategic" and here in traffic.enemy_roadblocks(table, side):
        return True
    return side == GERMAN and special.ends_at_sauer(table, table.board.names[here])


def _arrive(g: Draft, moving: Moving, here: int, walked: int, spent: int) -> None:
    """Where the way ends: whether they may go on, what they have done."""
    side, hexes = g.units[moving.units[0]].side, moving.hexes + walked
    stopped = is_halted(g, moving, here, walked)
    for name in moving.units:
        printed = g.piece(name)
        if printed.artillery and side == ALLIED and hexes > 1 and not g.units[name].fired:
            g.change(name, fired=True)
    if walked:
        g.note(movers={**g.now.movers, **{name: Mover(moving.mode, spent, hexes) for name in moving.units}})
    g.swap(halves=spent, hexes=hexes, stopped=stopped, free=moving.free and not walked)


def entering(g: Draft, units: tuple[str, ...], mode: Mode, hex_: str, halves: int) -> None:
    """Units that come from off the map are in their first hex, and go on from there (13.1)."""
    side = g.units[units[0]].side
    moving = Moving(units, mode, g.units[units[0]].location)
    _set_out(g, moving)
    _enter(g, units, side, hex_)
    g.push(moving)
    _arrive(g, moving, g.board.index[hex_], 1, halves)


def why_not_to(table: Table, moving: Moving, name: str) -> Refusal:
    """Why a group cannot go to a hex."""
    board, side = table.board, table.units[moving.units[0]].side
    if name not in board.index:
        return refused("no such hex", "11.1")
    to = board.index[name]
    if moving.stopped:
        return refused("it has stopped: EZOC or roadblock", "9.2")
    if table.occupied(enemy(side)) >> to & 1:
        return refused("enemy-occupied", "11.1")
    if not table.book.is_inside(to):
        return refused("that hex is not in play", "31")
    return _why_out_of_reach(table, moving, to)


def _why_out_of_reach(table: Table, moving: Moving, to: int) -> Refusal:
    """What keeps a group from a hex: a bond, the ground beside it, or the length of the way."""
    board, first = table.board, table.units[moving.units[0]]
    here, theirs = board.index[first.location], bonds(table, enemy(first.side))
    beside = board.grid.near[here]
    if (no := special.closed_refusal(table, first, board.names[to])) is not None:
        return no
    if theirs.hexes >> to & 1 or (to in beside and board.key(here, to) in theirs.sides):
        return refused("an enemy ZOC bond blocks the way", "10.2")
    if to in beside and not exits(table, mover_of(table, first.id), here) >> to & 1:
        return refused("it may enter that terrain, or cross that hexside, by road or bridge only", "11.1")
    return Refusal(f"not in reach with {moving.mode} movement: points, terrain, zones of control or bonds", "11.1")
