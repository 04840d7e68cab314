"""Paratroop drops (rule 12)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.board.hexes import bits, members, spread
from wargame_tui.core.command import Command
from wargame_tui.core.event import Modifier
from wargame_tui.core.remembered import Remembered
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.titles.liberty_roads.commands import Drop as DropCommand
from wargame_tui.titles.liberty_roads.commands import Zone
from wargame_tui.titles.liberty_roads.events.moves import CoastDeactivated, DropMarkerPlaced, DropMarkerUsed, Dropped
from wargame_tui.titles.liberty_roads.events.told import terms
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, BOXES, FIXED, GERMAN, fixed_unit
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules import control, losses, reich, stacking
from wargame_tui.titles.liberty_roads.rules.asked import Asking
from wargame_tui.titles.liberty_roads.rules.control import is_active
from wargame_tui.titles.liberty_roads.rules.ending import Endable
from wargame_tui.titles.liberty_roads.rules.reach import closed_reich
from wargame_tui.titles.liberty_roads.rules.strengths import halved
from wargame_tui.titles.liberty_roads.rules.supply import near_enemy
from wargame_tui.titles.liberty_roads.rules.weather import weather_row
from wargame_tui.titles.liberty_roads.state import AIRBORNE_ZONE, DIE, OFF_MAP, Draft, Drop, Table, Unit, changed

# Coast defences


def coast_fights(table: Table, hex_: str) -> bool:
    """Whether paratroopers alone stand on an active coastal hex and have its defence to fight (12.2.11)."""
    here = table.units_in(hex_, ALLIED)
    return is_active(table, hex_) and bool(here) and all(unit.drop for unit in here)


def raise_coasts(g: Draft) -> None:
    """The fixed defence units of coasts on which paratroopers stand appear (1.1.8, 12.2.11)."""
    for hex_ in {unit.location: None for unit in g.on_map(ALLIED) if unit.drop}:
        if coast_fights(g, hex_):
            g.change(fixed_unit(hex_), location=hex_)


def end_combat(g: Draft) -> None:
    """Fixed defence units leave; beaches with Allied units that did not just drop lie open (1.1.10, A20, 13.2.5)."""
    taken = {unit.location for unit in g.on_map(ALLIED) if not unit.drop}
    fresh = sorted(hex_ for hex_ in taken & g.book.map.beaches.keys() if is_active(g, hex_))
    if fresh:
        g.record(deactivated=(*g.campaign.deactivated, *fresh))
        g.tell(CoastDeactivated(hexes=fresh))
    for unit in list(g.on_map(GERMAN)):
        if unit.id.startswith(FIXED):
            g.change(unit.id, location=OFF_MAP)


def must_attack(table: Table) -> str | None:
    """A coastal hex that paratroopers still have to attack (12.2.11)."""
    for unit in table.on_map(ALLIED):
        if coast_fights(table, unit.location) and unit.location not in table.now.attacked:
            return unit.location
    return None


def attack_refusal(table: Table, unit: Unit) -> Refusal | None:
    """Why a unit that has dropped cannot attack a hex next to it (12.2.9 to 12.2.11).

    One next to the enemy attacks together with units that did not drop: that is checked when the attack begins.
    """
    if table.units_in(unit.location, GERMAN) or is_active(table, unit.location):
        return refused("it must fight in its own hex", "12.2.9")
    return None


def alone_refusal(table: Table, hex_: str, units: tuple[str, ...]) -> Refusal | None:
    """Why units cannot begin an attack: paratroopers attack next door only with others (12.2.10)."""
    attackers = [table.units[name] for name in units]
    if all(unit.drop for unit in attackers) and any(unit.location != hex_ for unit in attackers):
        return refused("paratroopers attack a hex next door only together with units that did not drop", "12.2.10")
    return None


# The phase


def begin_phase(g: Draft, side: Side) -> None:
    """Markers come back, then units drop one after the other (12.1, 12.3.4)."""
    if weather_row(g).drops:
        g.push(DropPhase())
    for marker in list(g.drops.values()):
        if marker.zone is None and marker.back is not None and marker.back <= g.turn:
            _set(g, marker, back=None)
            g.push(PickZone(marker.id))


def _set(g: Draft, marker: Drop, **changes: object) -> None:
    g.drops = {**g.drops, marker.id: changed(marker, **changes)}


@dataclass(frozen=True, slots=True)
class PickZone(Asking):
    """The Airborne zone in which a marker lies again (12.3.4)."""

    marker: str
    kind: Literal["pick_zone"] = "pick_zone"
    heading: ClassVar[str] = "Paratroop Drop marker"
    question: ClassVar[Prompt] = Prompt("Choose an Airborne zone for the returning Paratroop Drop marker", "12.3.4")

    def decider(self, table: Table) -> Side | None:
        return ALLIED

    def candidates(self, table: Table) -> Iterator[Command]:
        return (Zone(self.marker, zone) for zone in AIRBORNE_ZONE.values())

    def do(self, g: Draft, command: Command) -> None:
        assert isinstance(command, Zone)
        g.finish()
        _set(g, g.drops[self.marker], zone=command.zone)
        g.tell(DropMarkerPlaced(marker=self.marker, zone=command.zone))


@dataclass(frozen=True, slots=True)
class DropPhase(Endable):
    """Airborne units drop (12)."""

    friends: tuple[str, ...] = ()
    """Hexes that held friendly units before the phase (12.2.7)."""
    begun: bool = False
    kind: Literal["drops"] = "drops"
    ends: ClassVar[str] = "End drops: the others stay in England or the Mediterranean"
    heading: ClassVar[str] = "Paratroop drops"
    question: ClassVar[Prompt] = Prompt("Drop an airborne unit on a hex, or end the drops", "12.2")

    def decider(self, table: Table) -> Side | None:
        """The Allied player, if anybody can drop."""
        ready = self.begun and any(True for _ in _ready(table))
        return ALLIED if ready and any(isinstance(each, DropCommand) for each in self.legal(table)) else None

    def choices(self, table: Table) -> Iterator[Command]:
        """Every airborne unit on every hex in reach."""
        names = table.board.names
        near = [names[hex_] for hex_ in members(_reach(table))]
        for unit in _ready(table):
            yield from (DropCommand(unit.id, hex_) for hex_ in near)

    def choice_refusal(self, table: Table, command: Command) -> Refusal | None:
        """What 12.2 allows."""
        if not isinstance(command, DropCommand):
            return self.not_now(table)
        if command.unit not in {unit.id for unit in _ready(table)}:
            return refused("it is not in an Airborne zone with a marker", "12.1.2")
        return target_refusal(table, table.units[command.unit], command.hex)

    def choose(self, g: Draft, command: Command) -> None:
        assert isinstance(command, DropCommand)
        drop(g, command.unit, command.hex, on_friends=command.hex in self.friends)
        reich.interrupt(g)

    def proceed(self, g: Draft) -> None:
        """Remember where friends stand, or end."""
        if self.begun:
            g.finish()
            return
        index = g.board.index
        g.swap(begun=True, friends=tuple(sorted({u.location for u in g.on_map(ALLIED) if u.location in index})))


def _ready(table: Table) -> Iterator[Unit]:
    """Units in an Airborne zone with a marker (12.1.3)."""
    for box in BOXES:
        zone = AIRBORNE_ZONE[box]
        if any(marker.zone == zone for marker in table.drops.values()):
            yield from table.units_in(zone, ALLIED)


def target_refusal(table: Table, unit: Unit, hex_: str) -> Refusal | None:
    """Why a unit cannot drop on a hex (12.2.2 to 12.2.5)."""
    board = table.board
    where = board.index.get(hex_)
    if where is None or board.closed >> where & 1:
        return refused("no unit can be there", "12.2.2")
    if closed_reich(table) >> where & 1 or where in board.siegfried or where in board.german_cities:
        return refused("not into German cities or the Siegfried Line", "12.2.3")
    north = board.grid.column_row(where)[1] <= table.book.map.north_rows
    if north != (unit.location == AIRBORNE_ZONE["England"]):
        return refused("from England in the north of the map, from the Mediterranean in the south", "12.2.4")
    if not _reach(table) >> where & 1:
        return refused("only within five hexes of an HQ, or on a coast in fighter range", "12.2.2")
    return None


def _find_reach(table: Table) -> int:
    board, most = table.board, table.book.charts.drops.range
    steps, found = board.steps, 0
    for unit in table.on_map(ALLIED):
        where = table.hex_of(unit)
        if table.piece(unit).hq and where is not None:
            found |= 1 << where
    for _ in range(most):
        found |= spread(steps, found)
    coasts = (zone.coast for zone in table.book.map.zones.values() if zone.aircraft)
    near = bits(board.index[hex_] for coast in coasts for hex_ in coast)
    return found | near | spread(steps, near)


_reach: Remembered[int] = Remembered(_find_reach, "units")
"""The hexes near enough to an HQ, or to a coast with fighters (12.2.2)."""


def modifiers(table: Table, hex_: str, *, on_friends: bool) -> list[Modifier]:
    """Of the roll: the worst terrain and the worst situation, or friends alone (12.2.7, A10, A70)."""
    chart, board = table.book.charts.drops, table.board
    if on_friends:
        return [Modifier("on friends", chart.on_friends, "12.2.7")]
    where = board.index[hex_]
    terrain = min((row.drop for row in board.rows(where)), default=0)
    if hex_ in board.ports:
        terrain = min(terrain, table.book.charts.ground["major_city"].drop)
    situations = []
    if table.units_in(hex_, GERMAN):
        situations.append(Modifier("on an enemy unit", chart.on_enemy, "12.2.7"))
    if near_enemy(table, ALLIED) >> where & 1:
        situations.append(Modifier("next to an enemy unit", chart.near_enemy, "12.2.7"))
    if is_active(table, hex_):
        level = table.book.map.beaches[hex_].level
        situations.append(Modifier("coast defence", -halved(level), "12.2.7"))
    found = [Modifier("terrain", terrain, "12.2.7")] if terrain else []
    return found + sorted(situations, key=lambda each: each.value)[:1]


def drop(g: Draft, name: str, hex_: str, *, on_friends: bool) -> None:
    """Roll for a unit that drops (12.2.6 to 12.2.8)."""
    zone = g.units[name].location
    marker = next(each for each in g.drops.values() if each.zone == zone)
    _set(g, marker, zone=None)
    by = modifiers(g, hex_, on_friends=on_friends)
    die = g.roll(DIE)[0]
    result = die + sum(each.value for each in by)
    g.tell(Dropped(unit=name, hex=hex_, die=die, modifiers=terms(by), result=result))
    g.change(name, location=hex_, drop=True)
    fate = g.book.charts.drops.fate(result)
    if fate == "destroyed":
        stacking.eliminate(g, name, "12.2.7")
    elif fate == "loses a step":
        losses.lose_step(g, name, "12.2.7")
    if g.hex_of(name) is not None:
        control.passed(g, ALLIED, [hex_])


# Markers after the drop


def after_landings(g: Draft) -> None:
    """Who is still with enemies, or on an active coast, at the end of the invasion landing phase is lost (12.2.12)."""
    for unit in list(g.on_map(ALLIED)):
        if unit.drop and (g.units_in(unit.location, GERMAN) or is_active(g, unit.location)):
            stacking.eliminate(g, unit.id, "12.2.12")


def end_turn(g: Draft) -> None:
    """Markers come off, and are rolled for (12.3.3, 12.3.4)."""
    g.change_all([unit.id for unit in g.units.values() if unit.drop], drop=False)
    for marker in list(g.drops.values()):
        if marker.zone is None and marker.back is None:
            dice = g.roll(DIE, 2)
            back = g.turn + sum(dice) - 2
            _set(g, marker, back=back)
            g.tell(DropMarkerUsed(marker=marker.id, dice=dice, turn=back))
