"""Sea transport (rule 11)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.remembered import Remembered
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.titles.liberty_roads.commands import LandHq, Return, Ship
from wargame_tui.titles.liberty_roads.events.moves import AirborneReturned, HqLanded, SeaPoints, Shipped
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, BOXES, ENGLAND, GERMAN, MEDITERRANEAN
from wargame_tui.titles.liberty_roads.printed.data import Box, Sea, Side
from wargame_tui.titles.liberty_roads.printed.names import amount
from wargame_tui.titles.liberty_roads.rules import control, markers, stacking, supply
from wargame_tui.titles.liberty_roads.rules.ending import Endable
from wargame_tui.titles.liberty_roads.state import AIRBORNE_ZONE, Draft, Table, Unit


def points(table: Table) -> float:
    """Sea transport points of a turn (11.2.1, 11.2.4, 11.2.5)."""
    chart, board = table.book.charts.sea, table.board
    working = [port for hex_, port in board.ports.items() if port.size == "major" and supply.port_works(table, hex_)]
    antwerp = any(port.antwerp for port in working)
    return chart.points + (chart.major_port if working else 0) + (chart.antwerp if antwerp else 0)


def sea_of(table: Table, hex_: str) -> Sea | None:
    """The sea on which a port or Beachhead lies."""
    port = table.board.ports.get(hex_)
    if port is not None:
        return port.sea
    zones = table.book.map.zones.values()
    return next((zone.sea for zone in zones if hex_ in zone.coast), None)


def box_of(sea: Sea) -> Box:
    """The box from which a sea is reached (11.1.4, 11.1.5)."""
    return MEDITERRANEAN if sea == "mediterranean" else ENGLAND


def holding_box(place: str) -> Box | None:
    """The box to which a place beside the map belongs, its Airborne zone included."""
    return next((box for box in BOXES if place in (box, AIRBORNE_ZONE[box])), None)


def _harbours(table: Table) -> tuple[str, ...]:
    ports = table.board.ports
    held = (hex_ for hex_ in ports if table.controls(ALLIED, hex_))
    return (*held, *(hex_ for hex_ in table.campaign.beachheads if hex_ not in ports))


harbours: Remembered[tuple[str, ...]] = Remembered(_harbours, "control", "campaign")
"""Ports that the Allies control, functional or not, and Beachheads (11.2.2, 11.2.6)."""


def cost(table: Table, origin: str, place: str) -> float:
    """Points of a sea move (11.2.3, T18): the sea side decides, in either direction (A51)."""
    chart = table.book.charts.sea
    if place in BOXES and holding_box(origin):
        return chart.far
    sea = sea_of(table, origin if place in BOXES else place)
    return chart.cost if sea in ("channel", "north_sea", "mediterranean") else chart.far


def begin_phase(g: Draft, side: Side) -> None:
    """So many points (11.2)."""
    g.note(sea=points(g), harbours=())
    g.tell(SeaPoints(points=g.now.sea))
    g.push(SeaPhase())


@dataclass(frozen=True, slots=True)
class SeaPhase(Endable):
    """Units go to and from the boxes (11)."""

    kind: Literal["sea"] = "sea"
    ends: ClassVar[str] = "End sea transport"
    heading: ClassVar[str] = "Sea transport"

    def decider(self, table: Table) -> Side | None:
        """The Allied player, if a unit can be carried."""
        return ALLIED if self.busy(table) else None

    def prompt(self, table: Table) -> Prompt:
        """What there is to do."""
        return Prompt(f"Sea transport, {amount(table.now.sea, 'point')} left: choose a unit, or end it", "11.2")

    def choices(self, table: Table) -> Iterator[Command]:
        """Units of the boxes to harbours and boxes, units in harbours to boxes; harbours without room come last."""
        ashore = harbours(table)
        for origin in (place for box in BOXES for place in (box, AIRBORNE_ZONE[box])):
            waiting = table.units_in(origin, ALLIED)
            open_ = self._open(table, origin, (*ashore, *BOXES)) if waiting else ()
            for unit in waiting:
                yield from (Ship(unit.id, place) for place in sorted(open_, key=partial(is_full, table, unit)))
                if table.piece(unit).hq:
                    yield from (LandHq(unit.id, place) for place in _hq_hexes(table, unit))
        for hex_ in ashore:
            waiting = table.units_in(hex_, ALLIED)
            open_ = self._open(table, hex_, BOXES) if waiting else ()
            for unit in waiting:
                yield from (Ship(unit.id, box) for box in open_)
                yield Return(unit.id)

    @staticmethod
    def _open(table: Table, origin: str, places: Iterable[str]) -> Sequence[str]:
        """Those of several places to which units can be carried, whoever they are."""
        return [place for place in places if _ship_refusal(table, origin, place) is None]

    def open(self, table: Table) -> Iterator[Command]:
        """The legal ones; who can be carried need not be asked again."""
        refusal = self.choice_refusal
        return (each for each in self.choices(table) if isinstance(each, Ship) or refusal(table, each) is None)

    def choice_refusal(self, table: Table, command: Command) -> Refusal | None:
        """What rule 11 allows."""
        if not isinstance(command, Ship | LandHq | Return):
            return self.not_now(table)
        unit = table.units.get(command.unit)
        if unit is None or unit.side != ALLIED:
            return refused("not one of your units", "11.2")
        match command:
            case Ship(place=place):
                return _ship_refusal(table, unit.location, place)
            case LandHq(hex=hex_):
                return _hq_refusal(table, unit, hex_)
        return _return_refusal(table, unit)

    def choose(self, g: Draft, command: Command) -> None:
        match command:
            case Ship(name, place):
                _ship(g, name, place)
            case LandHq(name, hex_):
                g.note(sea=g.now.sea - g.book.charts.sea.drop_hq)
                g.change(name, location=hex_)
                g.tell(HqLanded(unit=name, hex=hex_))
            case Return(name):
                sea = sea_of(g, g.units[name].location)
                zone = AIRBORNE_ZONE[box_of(sea or "channel")]
                g.tell(AirborneReturned(unit=name, hex=g.units[name].location, zone=zone))
                _off_map(g, name, zone)


def is_full(table: Table, unit: Unit, place: str) -> bool:
    """Whether a harbour has no room for a unit: it may land there, and must move on in the movement phase (1.10.2)."""
    return place in table.board.index and not stacking.fits(table, place, (unit,))


def _ship_refusal(table: Table, start: str, place: str) -> Refusal | None:
    """Why units cannot be carried from one place to another (11.1.4, 11.1.5, 11.2)."""
    origin = holding_box(start)
    ashore = harbours(table)
    if place in BOXES:
        if origin == place or (origin is None and start not in ashore):
            return refused("from a harbour, or from the other box", "11.2.2")
        if origin is None and box_of(sea_of(table, start) or "channel") != place:
            return refused("that box does not lie on this sea", "11.1.4")
        harbour = start if origin is None else None
    else:
        if origin is None or place not in ashore:
            return refused("from a box to a friendly port or Beachhead", "11.2.2")
        if box_of(sea_of(table, place) or "channel") != origin:
            return refused("that port is not on the sea of this box", "11.1.4")
        harbour = place
    if harbour and (shut := _estuary_refusal(table, harbour)) is not None:
        return shut
    if harbour and harbour in table.now.harbours:
        return refused("one unit a turn through a minor port or Beachhead", "11.2.7")
    if cost(table, start, place) > table.now.sea:
        return refused("there are not enough sea transport points", "11.2.3")
    return None


def _estuary_refusal(table: Table, hex_: str) -> Refusal | None:
    port = table.board.ports.get(hex_)
    if port is None or port.estuary is None:
        return None
    hexes = table.book.map.estuaries[port.estuary]
    held = all(table.controls(ALLIED, each) for each in hexes)
    return None if held else refused("the estuary is not wholly in Allied hands", "15.1.5")


def _hq_hexes(table: Table, unit: Unit) -> list[str]:
    """Hexes with a friendly division of an HQ's nationality (11.3.1)."""
    index = table.board.index
    return [
        place for place, stack in table.stacks(ALLIED).items() if place in index and _is_expected(table, unit, stack)
    ]


def _is_expected(table: Table, unit: Unit, stack: Iterable[Unit]) -> bool:
    own, printed = table.piece(unit).nationalities, (table.piece(each) for each in stack)
    return any(each.division and each.nationalities & own for each in printed)


def _hq_refusal(table: Table, unit: Unit, hex_: str) -> Refusal | None:
    """Why an HQ cannot be carried directly to a hex (11.3.1)."""
    where = table.board.index.get(hex_)
    if not table.piece(unit).hq or holding_box(unit.location) is None:
        return refused("only an HQ in a box", "11.3.1")
    if where is None or not _is_expected(table, unit, table.units_in(hex_, ALLIED)):
        return refused("to a hex with a friendly division of its nationality", "11.3.1")
    if not supply.connected(table, ALLIED) >> where & 1:
        return refused("the hex is not in supply", "11.3.1")
    if supply.near_enemy(table, ALLIED) >> where & 1 or table.units_in(hex_, GERMAN):
        return refused("not adjacent to an enemy", "11.3.1")
    if table.now.sea < table.book.charts.sea.drop_hq:
        return refused("there are not enough sea transport points", "11.3.2")
    return None if stacking.fits(table, hex_, [unit]) else refused("another HQ is there", "1.10.4")


def _return_refusal(table: Table, unit: Unit) -> Refusal | None:
    """Why an airborne unit cannot return to an Airborne zone (11.4.1)."""
    if not table.piece(unit).airborne or table.hex_of(unit) is None:
        return refused("only an airborne unit on the map", "11.4.1")
    port = unit.location in table.board.ports and supply.port_works(table, unit.location)
    if not port and unit.location not in table.campaign.beachheads:
        return refused("it must start on a functional port or a Beachhead", "11.4.1")
    return None if unit.id not in table.now.landed else refused("it has come by sea in this phase", "11.4.1")


def _ship(g: Draft, name: str, place: str) -> None:
    """Carry a unit."""
    origin = g.units[name].location
    spent, ashore = cost(g, origin, place), place not in BOXES
    harbour = place if ashore else origin
    port = g.board.ports.get(harbour)
    single = holding_box(harbour) is None and (port is None or port.size == "minor")
    g.note(
        sea=g.now.sea - spent,
        harbours=(*g.now.harbours, harbour) if single else g.now.harbours,
    )
    g.tell(Shipped(unit=name, origin=origin, place_=place, points=spent))
    if ashore:
        g.change(name, location=place)
        g.note(landed=(*g.now.landed, name))
        control.passed(g, ALLIED, [place])
    else:
        _off_map(g, name, AIRBORNE_ZONE[place] if g.piece(name).airborne else place)


def _off_map(g: Draft, name: str, place: str) -> None:
    """A unit leaves the map for a box."""
    markers.detach(g, name)
    g.change(name, location=place, oos=False, drop=False, pontoon=None, functional=False)
