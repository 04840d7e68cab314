"""The movement phase: units move, reinforcements come, and everything else that it has room for (11.1)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from types import ModuleType
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.titles.ardennes_44 import commands
from wargame_tui.titles.ardennes_44.events.fights import AirSupportRolled
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import (
    improved,
    modes,
    night,
    off_map,
    reinforcements,
    special,
    splits,
    transport,
    weather,
)
from wargame_tui.titles.ardennes_44.rules.moving import taken_up, ways
from wargame_tui.titles.ardennes_44.rules.steps import Task
from wargame_tui.titles.ardennes_44.rules.zones import in_enemy_zone
from wargame_tui.titles.ardennes_44.state import (
    DIE,
    OFF_MAP,
    Draft,
    OfUnit,
    Table,
    Unit,
    unmoved,
)

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
_move = cache(commands.Move)
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
            return Prompt("Move, enter reinforcements; von der Heydte drops now or never", "27.2")
        return Prompt("Select a unit to move, enter reinforcements, or end the phase", "11.1")

    def candidates(self, table: Table) -> Iterator[Command]:
        yield from (_move(unit.id) for unit in table.on_map(self.side))
        for chapter in CHAPTERS:
            yield from chapter.candidates(table, self.side)
        yield commands.End()

    def legal(self, table: Table) -> Iterator[Command]:
        """The same, found by what has changed since the last command."""
        return chain.from_iterable(self._listed(table))

    def _listed(self, table: Table) -> Iterator[Iterable[Command]]:
        yield map(_move, modes.mobile(table, self.side, unmoved(table, self.side)))
        for chapter in CHAPTERS:
            yield chapter.legal(table, self.side)
        if self._end_refusal(table) is None:
            yield (commands.End(),)

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        if isinstance(command, commands.Move):
            unit = table.units.get(command.unit)
            if unit is None or unit.side != self.side:
                return refused("not one of your units", "11.1")
            return modes.move_refusal(table, unit)
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
            return Refusal(f"{unit.id} is {unit.status} and must leave the EZOC", "18.2")
        return self._bound_refusal(table)

    def _bound_refusal(self, table: Table) -> Refusal | None:
        """9th Armored's Combat Command B goes to St. Vith if it must and can (27.8)."""
        unit = special.unit_of(table, "ccb9")
        if self.side != ALLIED or unit is None or table.specials.ccb != "bound" or special.ccb_in_place(table, unit):
            return None
        if modes.move_refusal(table, unit) is None and ways(table, taken_up(table, unit)).spent:
            return refused("9Arm/CCB must move toward St. Vith", "27.8")
        return None

    def do(self, g: Draft, command: Command) -> None:
        if isinstance(command, commands.Move):
            g.push(taken_up(g, g.units[command.unit]))
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
        yield from (commands.Enter(unit.id, letter, "normal") for letter in off_map.letters_of(table, unit))
    yield commands.Board(unit.id)
    yield commands.TakeOff(unit.id)


def _ask_at_night(stacks: int) -> Prompt:
    """What there is to do at night, when so many stacks may infiltrate (25.3, 34.1)."""
    if not stacks:
        return Prompt("Move units with night markers, or end the phase", "25.3")
    most = f"{stacks} {'stack' if stacks == 1 else 'stacks'}"
    return Prompt(f"Move units with night markers, infiltrate with up to {most}, or end the phase", "34.1")


def _leaver(table: Table, unit: Unit) -> Unit | None:
    """A disrupted or routed unit, if it must leave an enemy zone of control, and can (18.2)."""
    where = table.hex_of(unit)
    if where is None or not in_enemy_zone(table, unit.side, where) or modes.move_refusal(table, unit) is not None:
        return None
    return unit if ways(table, taken_up(table, unit)).spent else None


_must_leave = OfUnit(
    _leaver,
    lambda table, side: (*modes.facts(table, side), table.now.side, special.sauer_is_free(table), table.control),
)
