"""Stacking (1.10) and what else is checked at the end of every phase (1.9.1)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.board.hexes import bits
from wargame_tui.core.command import Command
from wargame_tui.core.remembered import Resting
from wargame_tui.core.step import Prompt, Refusal, Step, refused
from wargame_tui.titles.liberty_roads.commands import Place, Remove
from wargame_tui.titles.liberty_roads.events.combat import Eliminated
from wargame_tui.titles.liberty_roads.events.course import Relocated
from wargame_tui.titles.liberty_roads.printed.book import BOXES, GERMAN, SIDES, enemy
from wargame_tui.titles.liberty_roads.printed.data import Box, Nationality, Side
from wargame_tui.titles.liberty_roads.rules import approval, control, markers
from wargame_tui.titles.liberty_roads.rules.ending import Paragraphs
from wargame_tui.titles.liberty_roads.state import (
    AIRBORNE_ZONE,
    ELIMINATED,
    OFF_MAP,
    REMOVED,
    Draft,
    Table,
    Unit,
    positions,
)


def most_divisions(table: Table, hex_: str) -> int:
    """Divisions and KGs that may stand in a hex (1.10.3, 1.10.5 with A3), or what the scenario says of it."""
    if crowded := table.book.scenario.stacking.get(hex_):
        return crowded
    limits, landing = table.book.charts.stacking, hex_ in table.campaign.beachheads
    if landing or ("beach4" in table.optional and hex_ in table.book.map.beaches):
        return limits["beachhead"]
    return limits["divisions"]


def excess(table: Table, hex_: str, units: Sequence[Unit]) -> list[Unit]:
    """Those units of a stack of one side among which some must go: of the kind of which there are too many (1.10)."""
    if len(units) < 2:
        return []
    limits = table.book.charts.stacking
    printed = [(unit, table.piece(unit)) for unit in units]
    for most, group in (
        (most_divisions(table, hex_), [unit for unit, each in printed if each.division]),
        (limits["hq"], [unit for unit, each in printed if each.hq]),
        (limits["engineer"], [unit for unit, each in printed if each.engineer]),
    ):
        if len(group) > most:
            return group
    return []


def fits(table: Table, hex_: str, units: Sequence[Unit]) -> bool:
    """Whether units may join a hex (1.10.3 to 1.10.5), nationalities included."""
    own = {unit.id for unit in units}
    stack = [*units, *(unit for unit in table.units_in(hex_, units[0].side) if unit.id not in own)]
    return not excess(table, hex_, stack) and not is_mixed(table, stack)


def is_mixed(table: Table, units: Sequence[Unit]) -> bool:
    """Whether units of different nationalities stand together (1.10.5); airborne ones go with all."""
    common = {"British", "American", "German"}
    for unit in units:
        common &= table.piece(unit).nationalities
    return bool(units) and not common


def _foreign(table: Table, side: Side, nationality: Nationality) -> int:
    units, index = table.units, table.board.index
    places = (units[name].location for name in table.book.others[side, nationality])
    return bits(index[place] for place in places if place in index)


foreign: Resting[int] = Resting(_foreign, lambda table, side, _: table.stacks(side))
"""The hexes with a unit of a side that does not play as a nationality, as a set."""


def eliminate(g: Draft, unit: str, rule: str) -> None:
    """A unit is eliminated: it can be rebuilt, or is gone for good if it was in a Festung or is a KG (1.3.3, 1.3.4)."""
    old, printed = g.units[unit], g.piece(unit)
    if printed.fixed:
        g.change(unit, location=OFF_MAP)
        g.tell(Eliminated(unit=unit, hex=old.location, gone=True, rule=rule))
        return
    gone = old.festung or printed.kg
    markers.detach(g, unit)
    g.change(
        unit,
        location=REMOVED if gone else ELIMINATED,
        reduced=False,
        oos=False,
        festung=False,
        drop=False,
        exploiting=False,
        pontoon=None,
        functional=False,
        due=None,
    )
    g.tell(Eliminated(unit=unit, hex=old.location, gone=gone, rule=rule))
    if printed.hq and printed.side == GERMAN:
        approval.change(g, -1, "9.2.1", unit)


def end_phase(g: Draft, side: Side, limited: bool) -> None:
    """Occupied hexes are controlled; overstacked units go, unless the phase has no check (1.9.1, 1.10.2)."""
    index = g.board.index
    for each in SIDES:
        control.passed(g, each, [place for place in positions(g).of_side[each] if place in index])
    if limited:
        for each in (side, enemy(side)):
            for place, stack in positions(g).of_side[each].items():
                if place in index and excess(g, place, stack):
                    g.push(TooMany(each, place))


@dataclass(frozen=True, slots=True)
class TooMany(Step[Table, Draft]):
    """The owner eliminates units down to the limit (1.10.2)."""

    side: Side
    hex: str
    kind: Literal["too_many"] = "too_many"

    def title(self, table: Table) -> str:
        return f"Overstacked in {self.hex}"

    def _group(self, table: Table) -> list[Unit]:
        return excess(table, self.hex, table.units_in(self.hex, self.side))

    def decider(self, table: Table) -> Side | None:
        """The owner, as long as there are too many."""
        return self.side if self._group(table) else None

    def prompt(self, table: Table) -> Prompt:
        return Prompt(f"Overstacked in {self.hex}: choose a unit to eliminate", "1.10.2")

    def candidates(self, table: Table) -> Iterator[Command]:
        """Units of the kind of which there are too many."""
        return (Remove(unit.id) for unit in self._group(table))

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        if not isinstance(command, Remove):
            return self.not_now(table)
        if command.unit not in {unit.id for unit in self._group(table)}:
            return refused("choose a unit of the overstacked kind", "1.10.2")
        return None

    def do(self, g: Draft, command: Command) -> None:
        assert isinstance(command, Remove)
        eliminate(g, command.unit, "1.10.2")

    def proceed(self, g: Draft) -> None:
        g.finish()


# Storms


def relocate(g: Draft, side: Side, hex_: str) -> None:
    """Let the owner put overstacked units elsewhere after a storm (3.2)."""
    g.push(Relocating(side, hex_))


@dataclass(frozen=True, slots=True)
class Relocating(Step[Table, Draft]):
    """Units too many where a Beachhead was go to coastal hexes next door, or into a box (3.2, A30)."""

    side: Side
    hex: str
    kind: Literal["relocating"] = "relocating"
    paragraphs: ClassVar[Paragraphs] = {Place: "3.2"}

    def title(self, table: Table) -> str:
        return f"Storm in {self.hex}"

    def _group(self, table: Table) -> list[Unit]:
        return excess(table, self.hex, table.units_in(self.hex, self.side))

    def decider(self, table: Table) -> Side | None:
        """The owner, as long as there are too many."""
        return self.side if self._group(table) else None

    def prompt(self, table: Table) -> Prompt:
        return Prompt(f"The storm took the Beachhead in {self.hex}: move a unit elsewhere", "3.2")

    def _box(self, table: Table) -> Box:
        """The box of the sea on which the hex lies."""
        zones = table.book.map.zones.values()
        south = any(self.hex in zone.coast and zone.sea == "mediterranean" for zone in zones)
        return BOXES[south]

    def candidates(self, table: Table) -> Iterator[Command]:
        """Every unit of the kind, to every hex next door and the box."""
        board = table.board
        places = [board.names[there] for there in board.land[board.index[self.hex]]]
        return (Place(unit.id, place) for unit in self._group(table) for place in (*places, self._box(table)))

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """An adjacent coastal hex with room and without enemies, or the box."""
        if not isinstance(command, Place):
            return self.not_now(table)
        unit = next((unit for unit in self._group(table) if unit.id == command.unit), None)
        if unit is None:
            return refused("choose a unit of the overstacked kind", "3.2")
        if command.place == self._box(table):
            return None
        board = table.board
        there = board.index.get(command.place)
        if there is None or there not in board.land[board.index[self.hex]] or not board.coast >> there & 1:
            return refused("an adjacent coastal hex, or the box of this sea", "3.2")
        if table.units_in(command.place, GERMAN) or not fits(table, command.place, [unit]):
            return refused("there is no room for it", "3.2")
        return None

    def do(self, g: Draft, command: Command) -> None:
        assert isinstance(command, Place)
        place = command.place
        if place in AIRBORNE_ZONE and g.piece(command.unit).airborne:
            place = AIRBORNE_ZONE[place]
        g.change(command.unit, location=place)
        g.tell(Relocated(unit=command.unit, place_=place))

    def proceed(self, g: Draft) -> None:
        g.finish()
