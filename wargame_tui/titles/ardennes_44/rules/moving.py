"""The movement phase and units on the move (rules 11, 12, 22.1 to 22.3)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from types import ModuleType
from typing import Any, ClassVar, Literal

from wargame_tui.board.hexes import members
from wargame_tui.core.command import Command
from wargame_tui.core.remembered import Remembered
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.titles.ardennes_44 import commands
from wargame_tui.titles.ardennes_44.events.fights import AirSupportRolled
from wargame_tui.titles.ardennes_44.events.moves import Moved
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN, enemy
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import (
    bridges,
    improved,
    night,
    reinforcements,
    special,
    splits,
    traffic,
    transport,
    weather,
)
from wargame_tui.titles.ardennes_44.rules.reach import Group, Reach, exits, mover_of, reach
from wargame_tui.titles.ardennes_44.rules.steps import Task
from wargame_tui.titles.ardennes_44.rules.zones import bonds, in_enemy_zone
from wargame_tui.titles.ardennes_44.state import (
    DIE,
    OFF_MAP,
    Draft,
    Mode,
    Mover,
    OfUnit,
    Table,
    Unit,
    positions,
    unmoved,
)

MODES: tuple[Mode, ...] = ("normal", "extended", "tactical", "strategic", "shift")
ACTIONS: Mapping[type[Command], ModuleType] = {
    commands.Enter: reinforcements,
    commands.Arrive: reinforcements,
    commands.Box: reinforcements,
    commands.Seal: reinforcements,
    commands.Drop: special,
    commands.Dig: improved,
    commands.Split: splits,
    commands.Absorb: splits,
    commands.Night: night,
    commands.Infiltrate: night,
    commands.Board: transport,
    commands.Prime: transport,
    commands.TakeOff: transport,
}
"""The chapter that knows each action of the movement phase beside moving."""
CHAPTERS = tuple(dict.fromkeys(ACTIONS.values()))
_move, _to, _how = cache(commands.Move), cache(commands.To), cache(commands.How)
"""Commands that are listed over and over again, made once."""


def begin_phase(g: Draft, side: Side) -> None:
    """What happens before units move: markers of the last move come off, positions are completed, air support."""
    if not g.night:
        old = [unit.id for unit in g.units.values() if unit.side == side and unit.marker == "SM"]
        g.change_all(old, marker="none")
        improved.begin_phase(g, side)
        special.begin_movement(g, side)
        if side == ALLIED and weather.is_clear(g):
            die = g.roll(DIE)[0]
            g.note(air=air_markers(die))
            g.tell(AirSupportRolled(die=die, markers=air_markers(die)))
    g.push(MovementPhase(side))


def air_markers(die: int) -> int:
    """Air support markers by a die: half of it, rounded up (15.6)."""
    return (die + 1) // 2


# Who may move, and how far


def move_refusal(table: Table, unit: Unit) -> Refusal | None:
    """Why a unit cannot be taken up to move."""
    if table.hex_of(unit) is None:
        return refused("it is not on the map", "11.1")
    if unit.id in table.now.movers:
        return refused("it has moved, or done something instead", "11.1")
    if unit.eng:
        return refused("an engaged unit does not move", "16.5")
    if unit.replaced and table.turn % 2 and not table.night:
        return refused("it received a replacement in the night", "25.25")
    if table.night and not night.may_move(table, unit):
        return refused("only marked stacks move at night", "25.3")
    if (bound := special.bound_refusal(table, unit)) is not None:
        return bound
    limited = unit.night or unit.marker == "truck" or table.piece(unit).artillery
    if limited and next(modes(table, unit), None) is None:
        return next(no for mode in MODES if (no := mode_refusal(table, unit, mode)) is not None)
    return None if _can_step(table, unit) else refused("there is no way out of its hex", "11.1")


def _facts(table: Table, side: Side) -> tuple[Any, ...]:
    """What decides beside a unit itself whether it can move."""
    theirs = positions(table).of_side[enemy(side)], bonds(table, enemy(side))
    unused = transport.free_markers(table, side) > 0
    return (*theirs, unused, table.bridges, table.turn, table.night, table.specials, table.parents)


_mobile = OfUnit(lambda table, unit: unit.id if move_refusal(table, unit) is None else None, _facts)
"""A side's units that can be taken up to move."""


def _can_step(table: Table, unit: Unit) -> bool:
    """Whether a unit could enter at least one hex next to it."""
    where, theirs = table.hex_of(unit), bonds(table, enemy(unit.side))
    assert where is not None
    way_out = exits(table, mover_of(table, unit.id), where) & ~(table.occupied(enemy(unit.side)) | theirs.hexes)
    if not way_out or not theirs.ends >> where & 1:
        return bool(way_out)
    board = table.board
    return any(board.key(where, to) not in theirs.sides for to in members(way_out))


def modes(table: Table, unit: Unit) -> Iterator[Mode]:
    """The ways in which a unit may move, the usual one first."""
    order = ("shift", *MODES) if table.piece(unit).artillery and not unit.fired else MODES
    return (mode for mode in dict.fromkeys(order) if mode_refusal(table, unit, mode) is None)


def mode_refusal(table: Table, unit: Unit, mode: str) -> Refusal | None:
    """Why a unit cannot move in a way (11.2, 11.3, 12.1, 22.1, 22.2, 25.3)."""
    printed = table.piece(unit)
    if mode not in MODES:
        return refused("move `normal`, `extended`, `tactical`, `strategic` or `shift`", "11.1")
    if mode != "tactical" and (unit.status != "fresh" or unit.oos) and mode != "shift":
        return refused(
            "disrupted, routed and unsupplied units move tactically only", "18.2" if not unit.oos else "23.4"
        )
    if unit.marker == "truck" and mode != "strategic":
        return refused("a unit in trucks uses strategic movement", "12.6")
    if printed.artillery and (stuck := _artillery_refusal(unit, mode, printed.side, printed.type)) is not None:
        return stuck
    if mode == "shift":
        return None if printed.artillery else refused("only artillery shifts its position", "22.2")
    if night.bound_by_marker(table, unit) and mode != "normal":
        return refused("a unit with a night marker moves one point at most", "25.3")
    if mode == "extended" and printed.mechanized:
        return refused("mechanized units have no extended movement", "11.2")
    return _strategic_refusal(table, unit) if mode == "strategic" else None


def _artillery_refusal(unit: Unit, mode: str, side: Side, type_: str) -> Refusal | None:
    if mode == "extended":
        return refused("artillery has no extended movement", "22.1")
    if mode == "shift":
        able = type_ == "nebelwerfer" if side == GERMAN else not unit.fired
        steady = unit.status == "fresh" and not unit.oos
        return None if able and steady else refused("only Nebelwerfer and ready Allied artillery shift", "22.2")
    if side == GERMAN and (unit.marker != "PM" or mode == "strategic"):
        return refused("German artillery moves with a prime mover only", "22.1")
    return None


def _strategic_refusal(table: Table, unit: Unit) -> Refusal | None:
    where = table.hex_of(unit)
    if not table.piece(unit).mechanized and unit.marker != "truck":
        return refused("only mechanized units and trucks use strategic movement", "12.1")
    if table.night and not table.book.charts.night.strategic:
        return refused("no strategic movement at night", "25.3")
    if table.turn == 1 and unit.side == ALLIED:
        return refused("US units use no strategic movement on the first turn", "29.4")
    if where is not None and in_enemy_zone(table, unit.side, where):
        return refused("strategic movement does not begin in an enemy zone of control", "12.2")
    if unit.marker == "none" and transport.free_markers(table, unit.side) < 1:
        return refused("no strategic movement marker is left", "12.4")
    return None


def allowance(table: Table, unit: Unit, mode: Mode) -> tuple[int, int | None]:
    """Half points and hexes that a unit may spend and enter in a way of moving; None: any number of hexes."""
    numbers, printed = table.book.charts.movement, table.piece(unit)
    points = printed.entry.movement
    if printed.artillery:
        points = numbers.prime_mover if unit.side == GERMAN else printed.entry.fired_movement or points
    most = special.hex_limit(table, unit)
    if mode == "tactical":
        own = numbers.tactical if unit.status == "fresh" else numbers.disrupted
        return 0, own if most is None else min(own, most)
    if mode == "shift":
        return 0, 1
    if mode == "extended":
        points += numbers.extended
    elif mode == "strategic":
        points = numbers.trucks if unit.marker == "truck" else 2 * points
    if night.bound_by_marker(table, unit):
        points = min(points, 1)
    return 2 * points, most


# The phase


@dataclass(frozen=True, slots=True)
class MovementPhase(Task):
    """Units move one after the other; reinforcements come; everything else of this phase (11.1)."""

    side: Side
    kind: Literal["movement"] = "movement"
    name: ClassVar[str] = "Movement"
    ending: ClassVar[str] = "End the movement phase"

    def decider(self, table: Table) -> Side | None:
        return self.side

    def prompt(self, table: Table) -> Prompt:
        if table.night:
            return _ask_at_night(night.infiltrations(table))
        if special.may_drop(table, self.side) is not None:
            return Prompt("Move, bring in reinforcements; von der Heydte's men may drop now or never", "27.2")
        return Prompt("Take up a unit to move, bring in reinforcements, or end the phase", "11.1")

    def candidates(self, table: Table) -> Iterator[Command]:
        yield from (_move(unit.id) for unit in table.on_map(self.side))
        for chapter in CHAPTERS:
            yield from chapter.candidates(table, self.side)
        yield commands.End()

    def legal(self, table: Table) -> Iterator[Command]:
        """The same, found by what has changed since the last command."""
        return chain.from_iterable(self._listed(table))

    def _listed(self, table: Table) -> Iterator[Iterable[Command]]:
        yield map(_move, _mobile(table, self.side, unmoved(table, self.side)))
        for chapter in CHAPTERS:
            yield chapter.legal(table, self.side)
        if self._end_refusal(table) is None:
            yield (commands.End(),)

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        if isinstance(command, commands.Move):
            unit = table.units.get(command.unit)
            if unit is None or unit.side != self.side:
                return refused("that is no unit of yours", "11.1")
            return move_refusal(table, unit)
        if isinstance(command, commands.End):
            return self._end_refusal(table)
        chapter = ACTIONS.get(type(command))
        if chapter is None:
            return self.not_now(table)
        found: Refusal | None = chapter.refusal(table, self.side, command)
        return found

    def _end_refusal(self, table: Table) -> Refusal | None:
        """Disrupted and routed units leave enemy zones of control if they can (18.2)."""
        shaken = [unit for unit in unmoved(table, self.side) if unit.status != "fresh"]
        for unit in _must_leave(table, self.side, shaken):
            return Refusal(f"{unit.id} is {unit.status} and must leave the enemy zone of control", "18.2")
        return self._bound_refusal(table)

    def _bound_refusal(self, table: Table) -> Refusal | None:
        """9th Armored's Combat Command B goes to St. Vith if it must and can (27.8)."""
        unit = special.unit_of(table, "ccb9")
        if self.side != ALLIED or unit is None or table.specials.ccb != "bound" or special.ccb_in_place(table):
            return None
        if move_refusal(table, unit) is None and ways(table, _start(table, unit)).spent:
            return refused("9Arm/CCB must go toward St. Vith", "27.8")
        return None

    def do(self, g: Draft, command: Command) -> None:
        if isinstance(command, commands.Move):
            g.push(_start(g, g.units[command.unit]))
        elif isinstance(command, commands.End):
            g.finish()
        else:
            ACTIONS[type(command)].do(g, self.side, command)


def of_unit(unit: Unit) -> Iterator[Command]:
    """What a unit on the map might do in the phase, the likeliest first (11.1)."""
    name = unit.id
    yield commands.Move(name)
    yield from (commands.Dig(name), commands.Split(name), commands.Absorb(name))
    yield commands.Prime(name) if unit.side == GERMAN else commands.Board(name)
    yield commands.TakeOff(name)


def of_waiting(table: Table, unit: Unit, open_to_it: Sequence[Command]) -> Iterator[Command]:
    """What a unit off the map might do, beginning with what is open to it (13.1 to 13.4)."""
    yield from open_to_it
    if not open_to_it and unit.location == OFF_MAP:
        yield from (commands.Enter(unit.id, letter, "normal") for letter in reinforcements.letters_of(table, unit))
    yield commands.Board(unit.id)
    yield commands.TakeOff(unit.id)


def _ask_at_night(stacks: int) -> Prompt:
    """What there is to do at night, when so many stacks may infiltrate (25.3, 34.1)."""
    if not stacks:
        return Prompt("Move units with night markers, or end", "25.3")
    most = f"{stacks} {'stack' if stacks == 1 else 'stacks'}"
    return Prompt(f"Move units with night markers, infiltrate with up to {most}, or end", "34.1")


def _leaver(table: Table, unit: Unit) -> Unit | None:
    """A disrupted or routed unit, if it must leave an enemy zone of control, and can (18.2)."""
    where = table.hex_of(unit)
    if where is None or not in_enemy_zone(table, unit.side, where) or move_refusal(table, unit) is not None:
        return None
    return unit if ways(table, _start(table, unit)).spent else None


_must_leave = OfUnit(
    _leaver, lambda table, side: (*_facts(table, side), table.now.side, special.sauer_is_free(table), table.control)
)


# A group on the move


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
        return Prompt(f"{', '.join(self.units)}: move where? ({self.mode})", "11.1")

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
            yield from (_how(mode) for mode in MODES)
            yield from (commands.Leave(place) for place in self._exits(table))
        yield commands.End()

    def _exits(self, table: Table) -> list[str]:
        where = table.units[self.units[0]].location
        return reinforcements.leave_places(table, table.units[self.units[0]].side, self.units, where)

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
                return reinforcements.leave_refusal(table, self, place, allowances(table, self))
            case commands.Ignore():
                return None if special.may_ignore(table, self) else refused("there is nothing to ignore", "27.1")
        return self.not_now(table)

    def _with_refusal(self, table: Table, name: str) -> Refusal | None:
        unit, first = table.units.get(name), table.units[self.units[0]]
        if unit is None or unit.side != first.side or unit.location != first.location or name in self.units:
            return refused("it does not stand with them", "11.1")
        if self.hexes:
            return refused("they are on their way", "11.1")
        if self.mode == "strategic":
            return refused("units with strategic movement end alone in their hex", "12.2")
        if mover_of(table, name) != mover_of(table, first.id):
            return refused("it pays other costs: move it by itself", "11.1")
        return move_refusal(table, unit) or mode_refusal(table, unit, self.mode)

    def _how_refusal(self, table: Table, mode: str) -> Refusal | None:
        if self.hexes:
            return refused("they are on their way", "11.1")
        if mode == self.mode:
            return refused("that is how they move", "11.1")
        if mode == "strategic" and len(self.units) > 1:
            return refused("units with strategic movement end alone in their hex", "12.2")
        return next((no for name in self.units if (no := mode_refusal(table, table.units[name], mode))), None)

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
                reinforcements.leave(g, self, place)
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


def _start(table: Table, unit: Unit) -> Moving:
    """A unit taken up, in its usual way of moving."""
    return Moving((unit.id,), next(modes(table, unit)), unit.location)


def allowances(table: Table, moving: Moving) -> list[tuple[int, int | None]]:
    """What each unit of a group may spend and enter."""
    return [allowance(table, table.units[name], moving.mode) for name in moving.units]


def _group(table: Table, moving: Moving) -> Group:
    numbers = allowances(table, moving)
    most = min((hexes for _, hexes in numbers if hexes is not None), default=None)
    where = table.hex_of(moving.units[0])
    assert where is not None
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


def _arrive(g: Draft, moving: Moving, here: int, walked: int, spent: int) -> None:
    """Where the way ends: whether they may go on, what they have done."""
    side, hexes = g.units[moving.units[0]].side, moving.hexes + walked
    halted = in_enemy_zone(g, side, here) and walked > 0
    blocked = moving.mode == "strategic" and here in traffic.enemy_roadblocks(g, side)
    blocked |= side == GERMAN and special.ends_at_sauer(g, g.board.names[here])
    for name in moving.units:
        printed = g.piece(name)
        if printed.artillery and side == ALLIED and hexes > 1 and not g.units[name].fired:
            g.change(name, fired=True)
    if walked:
        g.note(movers={**g.now.movers, **{name: Mover(moving.mode, spent, hexes) for name in moving.units}})
    g.swap(halves=spent, hexes=hexes, stopped=halted or blocked, free=moving.free and not walked)


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
        return refused("there is no such hex", "11.1")
    to = board.index[name]
    if moving.stopped:
        return refused("it has stopped: an enemy zone of control, or a roadblock", "9.2")
    if table.occupied(enemy(side)) >> to & 1:
        return refused("enemy units are there", "11.1")
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
        return refused("a ZOC bond of the enemy bars the way", "10.2")
    if to in beside and not exits(table, mover_of(table, first.id), here) >> to & 1:
        return refused("it may not enter that ground, or cross that hexside, but along a road or bridge", "11.1")
    return Refusal(f"not in reach with {moving.mode} movement: points, terrain, zones of control or bonds", "11.1")
