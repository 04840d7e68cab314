"""Artillery: supply of ammunition, who may support (rules 5, 22.4 to 22.9)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.remembered import Remembered
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.titles.ardennes_44.commands import End, Ready, TakeOff
from wargame_tui.titles.ardennes_44.events.moves import MarkerOff
from wargame_tui.titles.ardennes_44.events.turns import PrimeMoversOff, Readied
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules.steps import Task
from wargame_tui.titles.ardennes_44.state import EDGE, GONE, Draft, Table, Unit

FIRST_TURN = 1
USED_ROADS = frozenset({"SM", "truck"})
"""Markers of units that used strategic movement (5.3)."""


def begin_phase(g: Draft, side: Side) -> None:
    """Allied artillery is readied at once; the German chooses if there are too many, or markers to take off (5)."""
    if side == ALLIED:
        _ready(g, tired(g, side), side)
        return
    towed = [unit.id for unit in g.units.values() if unit.marker == "PM"]
    if towed:
        g.change_all(towed, marker="none")
        g.tell(PrimeMoversOff(units=towed))
    if len(tired(g, side)) <= left(g):
        _ready(g, tired(g, side), side)
    g.push(ArtillerySupply())


def _ready(g: Draft, units: tuple[str, ...], side: Side) -> None:
    if units:
        g.change_all(units, fired=False)
        g.note(readied=g.now.readied + len(units))
        g.tell(Readied(side=side, units=[*units]))


def _find_tired(table: Table, side: Side) -> tuple[str, ...]:
    return tuple(
        unit.id
        for unit in table.units.values()
        if unit.fired and unit.side == side and ready_refusal(table, unit) is None
    )


tired = Remembered(_find_tired, "units")
"""A side's artillery that may be readied (5.3)."""


def left(table: Table) -> int:
    """How many German units may still be readied in this phase (5.2, 5.4)."""
    supply = table.book.charts.supply
    return supply.readied_on.get(table.turn, supply.readied) - table.now.readied


def ready_refusal(table: Table, unit: Unit) -> Refusal | None:
    """Why a unit cannot be turned to its ready side, numbers aside (5.3)."""
    if not table.piece(unit).artillery:
        return refused("only artillery can be readied", "5.1")
    if not unit.fired or unit.location in GONE:
        return refused("it has not fired", "5.1")
    if unit.status != "fresh":
        return refused("disrupted artillery cannot be readied", "5.3")
    if unit.oos:
        return refused("artillery out of supply cannot be readied", "5.3")
    if unit.marker in USED_ROADS:
        return refused("it used strategic movement", "5.3")
    return None


@dataclass(frozen=True, slots=True)
class ArtillerySupply(Task):
    """The German takes strategic movement markers off and readies artillery (5.1, 5.2, 12.7)."""

    kind: Literal["artillery_supply"] = "artillery_supply"
    meant: ClassVar[type[Command]] = Ready
    name: ClassVar[str] = "Artillery supply"
    ending: ClassVar[str] = "End artillery supply"

    def decider(self, table: Table) -> Side | None:
        return GERMAN if next(self._choices(table), None) is not None else None

    def prompt(self, table: Table) -> Prompt:
        return Prompt(f"Ready artillery ({left(table)} left), remove markers, or end the phase", "5.1")

    def _choices(self, table: Table) -> Iterator[Command]:
        if left(table) > 0:
            yield from (Ready(name) for name in tired(table, GERMAN))
        yield from (TakeOff(unit.id) for unit in table.units.values() if unit.marker == "SM" and unit.side == GERMAN)

    def candidates(self, table: Table) -> Iterator[Command]:
        yield from self._choices(table)
        yield End()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        match command:
            case End():
                return None
            case TakeOff(name):
                unit = table.units.get(name)
                if unit is None or unit.side != GERMAN:
                    return refused("it is not a German unit", "12.7")
                return None if unit.marker == "SM" else refused("it has no strategic movement marker", "12.7")
            case Ready(name):
                unit = table.units.get(name)
                if unit is None or unit.side != GERMAN:
                    return refused("it is not a German unit", "5.1")
                if left(table) <= 0:
                    return refused("no more artillery can be readied this turn", "5.2")
                return ready_refusal(table, unit)
        return self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        match command:
            case TakeOff(name):
                g.change(name, marker="none")
                g.tell(MarkerOff(unit=name, marker="SM"))
            case Ready(name):
                _ready(g, (name,), GERMAN)
            case _:
                g.finish()


# Support in combat (22.4 to 22.9)


def may_support(table: Table, unit: Unit, target: str, attacking: bool) -> Refusal | None:
    """Why a unit cannot support the combat for a hex, but for nations and corps (22.4, 22.6, 22.9, 29.4)."""
    if not table.piece(unit).artillery:
        return refused("only artillery can support", "22.6")
    if unit.fired:
        return refused("it has fired", "22.6")
    if unit.status != "fresh":
        return refused("disrupted artillery cannot support", "22.6")
    if unit.eng:
        return refused("engaged artillery cannot support", "22.6")
    if unit.marker == "PM":
        return refused("it is limbered", "22.3")
    if not attacking and unit.location == target:
        return refused("it cannot support its own hex", "22.9")
    if not attacking and unit.side == ALLIED and table.turn == FIRST_TURN and not _is_monschau(table, unit):
        return refused("on 16AM only the artillery near Monschau may support the defence", "29.4")
    return _range_refusal(table, unit, target, attacking)


def _is_monschau(table: Table, unit: Unit) -> bool:
    """V/187 and V/406: the artillery with a red box (29.1, 29.4)."""
    setup = table.piece(unit).entry.setup
    return setup is not None and setup.red


def _range_refusal(table: Table, unit: Unit, target: str, attacking: bool) -> Refusal | None:
    """Range; off the map artillery supports attacks on entry hexes of its sector, or on the one it seals (13.5)."""
    where, board = table.hex_of(unit), table.board
    if where is not None:
        reach = table.piece(unit).entry.range or 0
        return None if board.grid.distance(where, board.index[target]) <= reach else refused("out of range", "22.4")
    entries = table.book.map.entries
    if attacking and any(
        entry.hex == target and unit.location in (EDGE + letter, entry.box) for letter, entry in entries.items()
    ):
        return None
    return refused("it is not on the map", "13.5")
