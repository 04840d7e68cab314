"""The movement phase (rule 6) and units on the move, in exploitation too (8.2)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from types import ModuleType
from typing import ClassVar, Literal

from wargame_tui.board.hexes import members
from wargame_tui.core.command import Command
from wargame_tui.core.remembered import Remembered
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.titles.liberty_roads import commands
from wargame_tui.titles.liberty_roads.events.moves import Moved, StrategicPaid
from wargame_tui.titles.liberty_roads.printed.book import GERMAN
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.printed.names import at
from wargame_tui.titles.liberty_roads.rules import (
    control,
    festung,
    fortitude,
    markers,
    rail,
    reich,
    reserve,
    stacking,
    supply,
    withdrawal,
)
from wargame_tui.titles.liberty_roads.rules.ending import Endable, Paragraphs
from wargame_tui.titles.liberty_roads.rules.reach import reach, still_refusal, strategic_refusal
from wargame_tui.titles.liberty_roads.state import Draft, Mode, Table, Unit, positions

_to, _move = cache(commands.To), cache(commands.Move)
"""Commands that are listed again and again."""
MODES: tuple[Mode, ...] = ("normal", "strategic", "rail")
ACTIONS: Mapping[type[Command], ModuleType] = {
    commands.Counteroffensive: reserve,
    commands.Reserve: reserve,
    commands.Withdraw: withdrawal,
    commands.Festung: festung,
    commands.Release: fortitude,
}
"""The chapter that knows each German action of the phase beside moving."""


def begin_phase(g: Draft, side: Side) -> None:
    """Rail capacity, the halving after a dismissal, the Fortitude roll (6.3.4, 9.2.3, 14.1.3)."""
    if side == GERMAN:
        g.note(rail=g.now.rail + g.book.row(g.turn).rail, halved=g.approval.halved)
        g.esteem(halved=False)
        fortitude.begin_phase(g)
    g.push(MovementPhase(side))


def begun(table: Table) -> bool:
    """Whether a unit has moved in the phase: too late for what is declared before (6.5.1, 18.2.2)."""
    return bool(table.now.moved)


def move_refusal(table: Table, unit: Unit) -> Refusal | None:
    """Why a unit cannot be taken up to move."""
    return _bound_refusal(table, unit) if table.hex_of(unit) is not None else refused("it is not on the map", "6.1.1")


def _bound_refusal(table: Table, unit: Unit) -> Refusal | None:
    no = still_refusal(table, unit)
    return fortitude.held_refusal(table, unit) if no is None and unit.side == GERMAN else no


def mode_refusal(table: Table, unit: Unit, mode: str) -> Refusal | None:
    """Why a unit cannot move in a way."""
    if mode not in MODES:
        return refused("move `normal`, `strategic` or `rail`", "6.1.2")
    if mode == "rail":
        return rail.refusal(table, unit)
    return strategic_refusal(table, unit) if mode == "strategic" else None


def _find_free(table: Table, side: Side) -> Sequence[str]:
    moved = table.now.moved
    return [unit.id for unit in table.on_map(side) if unit.id not in moved and _bound_refusal(table, unit) is None]


free: Remembered[Sequence[str]] = Remembered(_find_free, "units", "now", "campaign")
"""The units of a side that can be taken up to move."""


@dataclass(frozen=True, slots=True)
class MovementPhase(Endable):
    """Units move one after the other; what the Germans declare before (6)."""

    side: Side
    kind: Literal["movement"] = "movement"
    paragraphs: ClassVar[Paragraphs] = {commands.Spend: "6.2.4"}
    ends: ClassVar[str] = "End the movement phase"
    heading: ClassVar[str] = "Movement"

    def decider(self, table: Table) -> Side | None:
        """The active player, if he has a unit on the map."""
        return self.side if any(True for _ in table.on_map(self.side)) else None

    def prompt(self, table: Table) -> Prompt:
        """What there is to do."""
        if (stays := self.end_refusal(table)) is not None:
            return Prompt(f"Select a unit to move: {stays.reason}", stays.rule)
        tasks = {"select a unit to move": "6.1.1"}
        if table.now.releases:
            tasks = {f"release armoured divisions ({table.now.releases} left)": "14.1.4"} | tasks
        if self.side == GERMAN and not begun(table):
            tasks = {"declare Festungen": "6.5.1"} | tasks
        words = ", ".join(tasks)
        return Prompt(f"{words[0].upper()}{words[1:]}, or end the phase", next(iter(tasks.values())))

    def choices(self, table: Table) -> Iterator[Command]:
        """Every unit that may move, every action."""
        yield from map(_move, free(table, self.side))
        if self.side == GERMAN:
            yield from (commands.Spend(marker.id) for marker in markers.choice(table, self.side, "spend"))
            for chapter in dict.fromkeys(ACTIONS.values()):
                yield from chapter.candidates(table)

    def open(self, table: Table) -> Iterator[Command]:
        """The legal ones; units need not be asked again."""
        refusal = self.choice_refusal
        return (each for each in self.choices(table) if isinstance(each, commands.Move) or refusal(table, each) is None)

    def choice_refusal(self, table: Table, command: Command) -> Refusal | None:
        if isinstance(command, commands.Move):
            unit = table.units.get(command.unit)
            if unit is None or unit.side != self.side:
                return refused("not one of your units", "6.1.1")
            return move_refusal(table, unit)
        if isinstance(command, commands.Spend):
            return self._spend_refusal(table, command.marker)
        chapter = ACTIONS.get(type(command))
        if chapter is None or self.side != GERMAN:
            return self.not_now(table)
        found: Refusal | None = chapter.refusal(table, command)
        return found

    def _spend_refusal(self, table: Table, marker: str) -> Refusal | None:
        if self.side != GERMAN:
            return refused("only the Germans pay for strategic movement", "6.2.4")
        if table.now.paid:
            return refused("strategic movement of this phase is paid for", "6.2.4")
        if table.now.halved:
            return refused("no strategic movement in the turn after a dismissal", "9.2.3")
        if marker not in {each.id for each in markers.choice(table, self.side, "spend")}:
            return refused("not in your Available Support, or an identical marker comes first", "6.2.4")
        return None

    def end_refusal(self, table: Table) -> Refusal | None:
        """Whoever would be eliminated for stacking, or stands with another nationality, moves on if he can (1.10)."""
        index = table.board.index
        for place, stack in positions(table).of_side[self.side].items():
            if len(stack) < 2 or place not in index:
                continue
            crowded = stacking.excess(table, place, stack)
            if crowded or stacking.is_mixed(table, stack):
                able = next((unit for unit in crowded or stack if _has_way(table, unit)), None)
                if able is not None:
                    words, rule = ("overstacked", "1.10.2") if crowded else ("different nationalities", "1.10.5")
                    return Refusal(f"{words} in {place}, and {able.id} can still move", rule)
        return None

    def choose(self, g: Draft, command: Command) -> None:
        """Take the unit up, or act."""
        if isinstance(command, commands.Move):
            g.push(Moving(self.side, (command.unit,)))
        elif isinstance(command, commands.Spend):
            g.put(command.marker, "pool")
            g.note(paid=True)
            g.tell(StrategicPaid(marker=command.marker))
        else:
            ACTIONS[type(command)].do(g, command)


def _find_ways(table: Table, moving: "Moving") -> Mapping[int, Sequence[int]]:
    if moving.mode == "rail":
        nets = [rail.hexes(table, table.units[unit]) for unit in moving.units]
        common = nets[0] if not moving.moved else 0
        for each in nets[1:]:
            common &= each
        return dict.fromkeys(members(common), (1,) * len(moving.units))
    way, *ways = (
        reach(table, table.units[unit], moving.mode, spent, exploiting=moving.exploiting).spent
        for unit, spent in zip(moving.units, moving.spent, strict=True)
    )
    if not ways:
        return dict(zip(way, zip(way.values(), strict=True), strict=True))
    return {
        hex_: (spent, *(each[hex_] for each in ways))
        for hex_, spent in way.items()
        if all(hex_ in each for each in ways)
    }


_ways: Remembered[Mapping[int, Sequence[int]]] = Remembered(
    _find_ways, "units", "control", "campaign", "support", "now", "ever"
)
"""Every hex that units in hand reach, with half points spent by each."""


def _find_common(table: Table, moving: "Moving") -> Mapping[int, Sequence[int]]:
    ways, printed = _ways(table, moving), [table.piece(unit) for unit in moving.units]
    doubtful = -1
    if not any(each.hq for each in printed):
        for nationality in frozenset.intersection(*(each.nationalities for each in printed)):
            doubtful &= stacking.foreign(table, moving.side, nationality)
    barred = {hex_ for hex_ in ways if doubtful >> hex_ & 1 and moving.stay_refusal(table, hex_) is not None}
    return {hex_: spent for hex_, spent in ways.items() if hex_ not in barred} if barred else ways


_common: Remembered[Mapping[int, Sequence[int]]] = Remembered(
    _find_common, "units", "control", "campaign", "support", "now", "ever"
)
"""Those of them where they may stay."""


def _may_leave(table: Table, unit: Unit) -> bool:
    return move_refusal(table, unit) is None and bool(reach(table, unit, "normal").spent)


def _has_way(table: Table, unit: Unit) -> bool:
    """Whether a unit may go somewhere else and stay there."""
    ways = Moving(unit.side, (unit.id,)).legal(table)
    return move_refusal(table, unit) is None and any(isinstance(each, commands.To) for each in ways)


@dataclass(frozen=True, slots=True)
class Moving(Endable):
    """Units in hand: they go along together, each by its cheapest way, until they are put down (6.1.1 to 6.1.3)."""

    side: Side
    units: tuple[str, ...]
    mode: Mode = "normal"
    spent: tuple[int, ...] = (0,)
    """Half points of each unit."""
    exploiting: bool = False
    """In the exploitation phase (8.2)."""
    reaction: bool = False
    """In the reaction to landings: alone, neither strategic nor by rail (13.8)."""
    kind: Literal["moving"] = "moving"
    puts_down: ClassVar[str] = "end"

    def ending(self, table: Table) -> str:
        """Where they are put down."""
        return f"{'Stop' if self.moved else 'Stay'} {at(table.units[self.units[0]].location)}"

    def title(self, table: Table) -> str:
        return f"Moving {', '.join(self.units)}"

    def decider(self, table: Table) -> Side | None:
        """The owner; nobody once a unit has no place to go to."""
        return self.side if all(table.hex_of(unit) is not None for unit in self.units) else None

    def prompt(self, table: Table) -> Prompt:
        """Where to; a train goes once."""
        if self.mode == "rail" and self.moved:
            return Prompt("Rail movement is done: end the move", "6.3.5")
        return Prompt("Choose a hex to move to, or end the move", "6.1.2")

    @property
    def moved(self) -> bool:
        """Whether they have left their hex."""
        return any(self.spent)

    def hexes(self, table: Table) -> Mapping[int, Sequence[int]]:
        """Every hex to which all units can go, with half points spent by each."""
        return _common(table, self)

    def choices(self, table: Table) -> Iterator[Command]:
        """Hexes, companions and ways of moving, other units."""
        return self._listed(table, self._asked(table))

    def open(self, table: Table) -> Iterator[Command]:
        """The legal ones; hexes and other units need not be asked again."""
        return self._listed(table, (each for each in self._asked(table) if self.choice_refusal(table, each) is None))

    def _listed(self, table: Table, asked: Iterable[Command]) -> Iterator[Command]:
        hexes = map(table.board.names.__getitem__, self.hexes(table))
        over = self.moved and not (self.exploiting or self.reaction)
        others = free(table, self.side) if over else ()
        return chain(map(_to, hexes), asked, map(_move, others))

    def _asked(self, table: Table) -> Iterator[Command]:
        if not self.moved:
            place = table.units[self.units[0]].location
            yield from (commands.With(unit.id) for unit in table.units_in(place, self.side))
            yield from map(commands.How, MODES)

    def choice_refusal(self, table: Table, command: Command) -> Refusal | None:
        """What the units in hand may do."""
        if isinstance(command, commands.To):
            return self._to_refusal(table, command.hex)
        if isinstance(command, commands.With):
            return self._with_refusal(table, command.unit)
        if isinstance(command, commands.How):
            return self._how_refusal(table, command.mode)
        if isinstance(command, commands.Move):
            return self._next_refusal(table, command)
        return self.not_now(table)

    def _to_refusal(self, table: Table, hex_: str) -> Refusal | None:
        where = table.board.index.get(hex_)
        if where is None or where not in _ways(table, self):
            return refused("out of reach with this kind of movement", "6.1.2")
        return self.stay_refusal(table, where)

    def stay_refusal(self, table: Table, where: int) -> Refusal | None:
        """Why the units in hand may not stay in a hex that they reach."""
        return self._hq_refusal(table, where) or self._mixed_refusal(table, table.board.names[where])

    def _hq_refusal(self, table: Table, where: int) -> Refusal | None:
        """An HQ does not end its movement where it would be out of supply (6.1.9)."""
        for unit in (table.units[name] for name in self.units):
            if table.piece(unit).hq and not supply.would_be_supplied(table, unit, where, self.units):
                return refused("an HQ may not end its movement where it is out of supply", "6.1.9")
        return None

    def _mixed_refusal(self, table: Table, hex_: str) -> Refusal | None:
        """Nationalities do not end the phase together: whoever is there must be able to move on later (1.10.5)."""
        own = [table.units[name] for name in self.units]
        there = [unit for unit in table.units_in(hex_, self.side) if unit.id not in self.units]
        if not stacking.is_mixed(table, [*own, *there]):
            return None
        stay = [unit for unit in there if self.exploiting or not _may_leave(table, unit)]
        if not stacking.is_mixed(table, [*own, *stay]):
            return None
        return refused("different nationalities may not stay together", "1.10.5")

    def _with_refusal(self, table: Table, name: str) -> Refusal | None:
        unit, first = table.units.get(name), table.units[self.units[0]]
        if self.moved or self.reaction:
            return refused("units of a stack must start in the same hex", "6.1.1")
        if self.mode == "rail":
            return refused("units go by rail one at a time", "6.3.2")
        if unit is None or unit.side != self.side or unit.location != first.location or name in self.units:
            return refused("choose another unit in the same hex", "6.1.1")
        if self.exploiting and not unit.exploiting:
            return refused("only marked units may exploit", "7.12.4")
        return move_refusal(table, unit) or mode_refusal(table, unit, self.mode)

    def _how_refusal(self, table: Table, mode: str) -> Refusal | None:
        if self.exploiting or self.reaction:
            return refused("neither strategic nor rail movement now", "13.8.5" if self.reaction else "8.2.3")
        if self.moved or mode == self.mode:
            return refused("already chosen, or the move has begun", "6.1.2")
        if mode == "rail" and len(self.units) > 1:
            return refused("units go by rail one at a time", "6.3.2")
        return next((no for unit in self.units if (no := mode_refusal(table, table.units[unit], mode))), None)

    def _next_refusal(self, table: Table, command: commands.Move) -> Refusal | None:
        if not self.moved:
            return refused("move first, or end the move", "6.1.3")
        if self.exploiting or self.reaction or command.unit in self.units:
            return refused("end this move first", "6.1.3")
        return MovementPhase(self.side).refusal(table, command)

    def choose(self, g: Draft, command: Command) -> None:
        """Go, or change who goes and how."""
        if isinstance(command, commands.To):
            self._go(g, command.hex)
        elif isinstance(command, commands.With):
            g.swap(units=(*self.units, command.unit), spent=(*self.spent, 0))
        elif isinstance(command, commands.How):
            assert command.mode in ("normal", "strategic", "rail")
            g.swap(mode=command.mode)
        elif isinstance(command, commands.Move):
            self.end(g)
            g.push(Moving(self.side, (command.unit,)))

    def _go(self, g: Draft, hex_: str) -> None:
        """Every unit goes by its cheapest way; the first step into the Reich interrupts it (20.2.1)."""
        where, names = g.board.index[hex_], g.board.names
        spent = _ways(g, self)[where]
        if self.mode == "rail":
            unit = g.units[self.units[0]]
            g.note(rail=g.now.rail - rail.cost(g, unit))
            paths = [rail.way(g, unit, where)]
        else:
            ways = [
                reach(g, g.units[unit], self.mode, begun_, exploiting=self.exploiting)
                for unit, begun_ in zip(self.units, self.spent, strict=True)
            ]
            paths = [way.path(where) for way in ways]
            stops = [stop for path in paths if (stop := reich.first_step(g, self.side, path)) is not None]
            if stops:
                paths = [way.path(stops[0] if stops[0] in way.spent else where) for way in ways]
                spent = [way.spent[path[-1]] for way, path in zip(ways, paths, strict=True)]
        for name, path in zip(self.units, paths, strict=True):
            origin = g.units[name].location
            festung.leave(g, name)
            g.change(name, location=names[path[-1]], functional=False)
            entered = [names[each] for each in path]
            g.tell(Moved(unit=name, origin=origin, path=entered, mode=self.mode))
            control.passed(g, self.side, entered)
        g.swap(spent=tuple(spent))
        if not (self.exploiting or self.reaction):
            g.note(moved={**g.now.moved, **dict.fromkeys(self.units, self.mode)})
        reich.interrupt(g)

    def end(self, g: Draft) -> None:
        if self.exploiting and self.moved:
            g.note(moved={**g.now.moved, **dict.fromkeys(self.units, self.mode)})
        g.finish(self.units if self.moved else ())

    def proceed(self, g: Draft) -> None:
        """Nobody is left to move."""
        g.finish(self.units)
