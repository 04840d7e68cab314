"""The Strategic Reserve and the strategic counter-offensive (rule 18)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.titles.liberty_roads.commands import Counteroffensive, Place, Reserve
from wargame_tui.titles.liberty_roads.events.moves import CameOutOfReserve, CounteroffensiveDeclared, WentToReserve
from wargame_tui.titles.liberty_roads.printed.book import GERMAN
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules import fortitude, markers, rail, stacking
from wargame_tui.titles.liberty_roads.rules.ending import Endable, Paragraphs
from wargame_tui.titles.liberty_roads.rules.reach import still_refusal
from wargame_tui.titles.liberty_roads.rules.supply import near_enemy
from wargame_tui.titles.liberty_roads.state import RESERVE, Draft, Table, Unit


def is_open(table: Table) -> bool:
    """Whether the box is in use (18.2.5)."""
    return not table.book.scenario.basic and not table.campaign.counteroffensive


def divisions(table: Table) -> int:
    """Divisions in the box (18.1.3)."""
    return sum(table.piece(unit).division for unit in table.units_in(RESERVE, GERMAN))


def has_room(table: Table, unit: Unit) -> bool:
    """Whether the box takes one more unit (18.1.3)."""
    return not table.piece(unit).division or divisions(table) < table.book.charts.reserve.divisions


def candidates(table: Table) -> Iterator[Command]:
    """Units that might go into the box, and the counter-offensive."""
    if is_open(table):
        index, lines = table.board.index, rail.net(table)
        yield from (Reserve(unit.id) for unit in table.on_map(GERMAN) if lines >> index[unit.location] & 1)
        yield Counteroffensive()


def refusal(table: Table, command: Command) -> Refusal | None:
    """Why not."""
    if not is_open(table):
        return refused("the Strategic Reserve is not in use", "18.2.5")
    if isinstance(command, Counteroffensive):
        return _offensive_refusal(table)
    assert isinstance(command, Reserve)
    unit = table.units.get(command.unit)
    if unit is None or unit.side != GERMAN or table.hex_of(unit) is None:
        return refused("not one of your units on the map", "18.1.1")
    if (no := still_refusal(table, unit)) is not None:
        return no
    if (held := fortitude.held_refusal(table, unit)) is not None:
        return held
    where, lines = table.hex_of(unit), rail.net(table)
    if where is None or not lines >> where & 1 or not lines & table.board.country["G"]:
        return refused("only units that could go to Germany by rail", "18.1.1")
    return None if has_room(table, unit) else refused("the Strategic Reserve is full", "18.1.3")


def _hqs_at_home(table: Table) -> list[int]:
    """Hexes of German HQs in Germany."""
    home = table.board.country["G"]
    places = (table.hex_of(unit) for unit in table.on_map(GERMAN) if table.piece(unit).hq)
    return [where for where in places if where is not None and home >> where & 1]


def _offensive_refusal(table: Table) -> Refusal | None:
    if table.now.moved:
        return refused("it is declared at the start of the movement phase", "18.2.2")
    if not _hqs_at_home(table):
        return refused("there is no HQ in Germany", "18.2.3")
    stored = any(each.where == "reserve" for each in table.support.values())
    if not table.units_in(RESERVE, GERMAN) and not stored:
        return refused("the Strategic Reserve is empty", "18.2.1")
    return None


def do(g: Draft, command: Command) -> None:
    """Put a unit into the box, or open it."""
    if isinstance(command, Reserve):
        origin = g.units[command.unit].location
        markers.detach(g, command.unit)
        g.change(command.unit, location=RESERVE, oos=False, festung=False)
        g.note(moved={**g.now.moved, command.unit: "rail"})
        g.tell(WentToReserve(unit=command.unit, hex=origin))
        return
    g.record(counteroffensive=True)
    stored = [each.id for each in g.support.values() if each.where == "reserve"]
    for marker in stored:
        g.put(marker, "available")
    g.tell(CounteroffensiveDeclared(units=len(g.units_in(RESERVE, GERMAN)), markers=len(stored)))
    g.push(OutOfReserve())


@dataclass(frozen=True, slots=True)
class OutOfReserve(Endable):
    """All units of the box are placed with HQs in Germany or next to them (18.2.3)."""

    kind: Literal["out_of_reserve"] = "out_of_reserve"
    paragraphs: ClassVar[Paragraphs] = {Place: "18.2.3"}
    ends: ClassVar[str] = "The others come as reinforcements of this turn"
    heading: ClassVar[str] = "Strategic counter-offensive"
    question: ClassVar[Prompt] = Prompt("Place the units of the Strategic Reserve beside HQs in Germany", "18.2.3")

    def decider(self, table: Table) -> Side | None:
        """The German, as long as a unit is left."""
        return GERMAN if table.units_in(RESERVE, GERMAN) else None

    def _hexes(self, table: Table) -> list[str]:
        board, found = table.board, dict[int, None]()
        for where in _hqs_at_home(table):
            found |= dict.fromkeys((where, *board.land[where]))
        return [board.names[hex_] for hex_ in found if not near_enemy(table, GERMAN) >> hex_ & 1]

    def choices(self, table: Table) -> Iterator[Command]:
        """Every unit to every hex."""
        hexes = self._hexes(table)
        yield from (Place(unit.id, hex_) for unit in table.units_in(RESERVE, GERMAN) for hex_ in hexes)

    def choice_refusal(self, table: Table, command: Command) -> Refusal | None:
        """Within one hex of an HQ in Germany, away from the enemy, with room."""
        if not isinstance(command, Place):
            return self.not_now(table)
        unit = table.units.get(command.unit)
        if unit is None or unit.location != RESERVE:
            return refused("it is not in the Strategic Reserve", "18.2.3")
        if command.place not in self._hexes(table):
            return refused("with an HQ in Germany or next to it, not adjacent to an enemy", "18.2.3")
        enemies = table.units_in(command.place, "Allied")
        if enemies or not stacking.fits(table, command.place, [unit]):
            return refused("there is no room for it", "1.10.3")
        return None

    def choose(self, g: Draft, command: Command) -> None:
        assert isinstance(command, Place)
        g.change(command.unit, location=command.place)
        g.tell(CameOutOfReserve(unit=command.unit, hex=command.place))

    def end_refusal(self, table: Table) -> Refusal | None:
        """Only when none fits."""
        return refused("all units of the box are placed", "18.2.3") if self.busy(table) else None

    def proceed(self, g: Draft) -> None:
        """Whoever finds no room comes as a reinforcement of this turn."""
        g.change_all([unit.id for unit in g.units_in(RESERVE, GERMAN)], location="off", due=g.turn)
        g.finish()
