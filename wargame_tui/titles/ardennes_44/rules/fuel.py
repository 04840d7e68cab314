"""The German fuel shortage (rules 6, 32.2, 33.3)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.event import Modifier
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.titles.ardennes_44.commands import End, Ship, Short
from wargame_tui.titles.ardennes_44.events.kinds import told
from wargame_tui.titles.ardennes_44.events.specials import DumpShipped
from wargame_tui.titles.ardennes_44.events.turns import FuelRolled, FuelShort, FuelSpared
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN, Book
from wargame_tui.titles.ardennes_44.printed.data import Army, Side
from wargame_tui.titles.ardennes_44.rules import supply, weather
from wargame_tui.titles.ardennes_44.rules.steps import Task
from wargame_tui.titles.ardennes_44.state import DIE, GONE, OFF_MAP, Draft, Table, Unit

WEST = "west "
"""Before an army in the fuel tables: its divisions west of the Ourthe (6.5)."""


def begin_phase(g: Draft) -> None:
    """The phase is carried out from 19AM on, and earlier to ship a captured dump (6.1, A-13)."""
    if is_short(g) or ship_refusal(g) is None:
        g.push(FuelPhase())


def is_short(table: Table) -> bool:
    """Whether fuel is short: from 19AM on (6.1)."""
    return table.turn >= table.book.charts.fuel.first


def ship_refusal(table: Table) -> Refusal | None:
    """Why the fuel dump cannot be shipped (32.2c)."""
    specials = table.specials
    if specials.dump is None or specials.dump_state != "captured":
        return refused("no captured fuel dump", "32.2")
    if not supply.road_supplied(table, GERMAN) >> table.board.index[specials.dump] & 1:
        return refused("the dump has no road supply line to Germany", "32.2")
    return None


@dataclass(frozen=True, slots=True)
class FuelPhase(Task):
    """The dump is shipped, then both tables are rolled on (6.1)."""

    asked: bool = False
    """Whether it is decided if the dump is shipped."""
    rolled: int = 0
    """Tables rolled on."""
    kind: Literal["fuel"] = "fuel"
    name: ClassVar[str] = "Fuel shortage"
    question: ClassVar[Prompt] = Prompt("Ship the captured fuel dump, or end the phase", "32.2")
    ending: ClassVar[str] = "Leave the dump in place"
    keys: ClassVar[Mapping[type[Command], str]] = {End: "X"}

    def decider(self, table: Table) -> Side | None:
        return GERMAN if not self.asked and ship_refusal(table) is None else None

    def candidates(self, table: Table) -> Iterator[Command]:
        yield Ship()
        yield End()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        match command:
            case Ship():
                return ship_refusal(table)
            case End():
                return None
        return self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        g.swap(asked=True)
        if isinstance(command, Ship) and g.specials.dump is not None:
            g.mark(dump_state="shipped")
            g.tell(DumpShipped(hex=g.specials.dump))

    def proceed(self, g: Draft) -> None:
        """Roll on the next table; the phase ends after the last one."""
        if not is_short(g) or self.rolled == len(g.book.charts.fuel.tables):
            g.finish()
            return
        g.swap(asked=True, rolled=self.rolled + 1)
        _roll(g, self.rolled)


def modifiers(table: Table) -> Sequence[Modifier]:
    """What is added to the die (6.3, 32.2d)."""
    chart, found = table.book.charts.fuel, []
    if weather.is_clear(table):
        found.append(Modifier("clear weather", chart.clear_drm, "6.3"))
    if table.specials.dump_state == "shipped":
        found.append(Modifier("captured dump", chart.dump_drm, "32.2"))
    return found


def struck(table: Table, number: int, die: int) -> tuple[int, Sequence[str]]:
    """What a die on a table, counted from 0, comes to, and whom it strikes: divisions, or `west` and an army (6.3)."""
    result = die + sum(modifier.value for modifier in modifiers(table))
    return result, table.book.charts.fuel.tables[number].get(result, ())


def _roll(g: Draft, number: int) -> None:
    """Roll on a table, counted from 0; strike the divisions hit, or ask for one of them."""
    added, die = modifiers(g), g.roll(DIE)[0]
    result, named = struck(g, number, die)
    g.tell(FuelRolled(table=number + 1, die=die, modifiers=told(added), result=result, named=[*named]))
    if not named:
        return
    west = named[0].startswith(WEST)
    options = _in_the_west(g, named[0].removeprefix(WEST)) if west else _arrived(g, named)
    if not options:
        g.tell(FuelSpared(table=number + 1, rule="6.5" if west else "6.4"))
    elif len(options) == 1 or (number + 1, result) in g.book.charts.fuel.both:
        for division in options:
            _strike(g, division, west)
    else:
        g.push(FuelChoice(options, west))


def division_of(table: Table, unit: Unit) -> str | None:
    """The division of a unit; split units belong to that of the unit from which they came."""
    return table.piece(table.parents.get(unit.id, unit.id)).division


def _has_arrived(table: Table, unit: Unit) -> bool:
    """Whether a unit is in play, or due by now (6.4, Ambiguity 52)."""
    if unit.location == OFF_MAP:
        return unit.due is not None and unit.due <= table.turn
    return unit.location not in GONE


def members(table: Table, division: str, west: bool) -> Iterator[Unit]:
    """Units of a division that a shortage strikes: all, or those west of the Ourthe (6.1, 6.5)."""
    is_west = table.board.is_west_of_ourthe
    for unit in table.units.values():
        if unit.side == GERMAN and division_of(table, unit) == division and _has_arrived(table, unit):
            where = table.hex_of(unit)
            if not west or (where is not None and is_west[where]):
                yield unit


def _arrived(table: Table, named: Sequence[str]) -> tuple[str, ...]:
    """The divisions of a result that have arrived, with optional ones that share their fate (6.4, 33.3a)."""
    shared = table.book.charts.fuel.optional
    wanted = (*named, *(division for division, other in shared.items() if other in named))
    return tuple(division for division in wanted if next(members(table, division, False), None) is not None)


def _in_the_west(table: Table, army: str) -> tuple[str, ...]:
    """The divisions of an army with units west of the Ourthe (6.5), optional ones with their place (33.3a)."""
    book, is_west, found = table.book, table.board.is_west_of_ourthe, dict[str, None]()
    armies, shared = _armies(book), book.charts.fuel.optional
    for unit in table.units.values():
        where = table.hex_of(unit)
        if where is not None and is_west[where] and unit.side == GERMAN:
            division = division_of(table, unit)
            if division is not None and armies[shared.get(division, division)] == army:
                found[division] = None
    return tuple(found)


@cache
def _armies(book: Book) -> Mapping[str, Army | None]:
    """The army of each German division."""
    return {known.division: known.army for known in book.pieces.values() if known.side == GERMAN and known.division}


def _strike(g: Draft, division: str, west: bool) -> None:
    """A division is out of supply (6.1a)."""
    units = [unit.id for unit in members(g, division, west)]
    g.change_all(units, oos=True)
    g.tell(FuelShort(division=division, units=units, rule="6.5" if west else "6.1"))


@dataclass(frozen=True, slots=True)
class FuelChoice(Task):
    """Which division is short of fuel: the German's choice, west of the Ourthe the Allied player's (6.1, 6.5)."""

    options: tuple[str, ...]
    west: bool
    kind: Literal["fuel_choice"] = "fuel_choice"
    name: ClassVar[str] = "Division short of fuel"

    def decider(self, table: Table) -> Side:
        return ALLIED if self.west else GERMAN

    def prompt(self, table: Table) -> Prompt:
        where = " west of the Ourthe" if self.west else ""
        return Prompt(f"Which German division{where} is short of fuel?", "6.5" if self.west else "6.1")

    def candidates(self, table: Table) -> Iterator[Command]:
        yield from map(Short, self.options)

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        if not isinstance(command, Short):
            return self.not_now(table)
        if command.division not in self.options:
            return refused("the result does not name this division, or it is not there", "6.5" if self.west else "6.4")
        return None

    def do(self, g: Draft, command: Any) -> None:
        g.finish()
        _strike(g, command.division, self.west)
