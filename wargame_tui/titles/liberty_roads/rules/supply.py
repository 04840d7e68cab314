"""Supply (rule 4) and command range (1.2)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import ClassVar, Literal

from wargame_tui.board.hexes import Links, bits, joined, links, members, spread
from wargame_tui.core.command import Command
from wargame_tui.core.remembered import Remembered, Resting
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.titles.liberty_roads.commands import Pontoon, Unpontoon
from wargame_tui.titles.liberty_roads.events.course import HqLost, InSupply, OutOfSupply, PontoonLaid, PontoonTakenUp
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, Board, enemy
from wargame_tui.titles.liberty_roads.printed.data import Nationality, Side
from wargame_tui.titles.liberty_roads.rules import markers
from wargame_tui.titles.liberty_roads.rules.ending import Endable
from wargame_tui.titles.liberty_roads.state import Draft, Table, Unit, occupied

FRONT = 6
"""Hexes within which an enemy makes a pontoon of an HQ worth a question."""

# Where paths may go


def _near_enemy(table: Table, side: Side) -> int:
    around, found = table.board.grid.around, 0
    for unit in table.on_map(enemy(side)):
        where = table.hex_of(unit)
        if not unit.drop and where is not None:
            found |= around[where]
    return found


near_enemy: Resting[int] = Resting(_near_enemy, lambda table, side: table.stacks(enemy(side)))
"""Hexes adjacent to enemies of a side; units just dropped do not count (12.3.1, 12.3.2)."""


def menaced(table: Table, side: Side) -> int:
    """Hexes next to the enemy without a friendly unit: no path of the side may pass there (1.2.2, 4.1.1)."""
    return near_enemy(table, side) & ~occupied(table, side)


def open_hexes(table: Table, side: Side) -> int:
    """Hexes through which paths of supply and command may pass: no enemy in them or, without friends, beside them."""
    whole = (1 << table.board.grid.size) - 1
    return whole & ~(occupied(table, enemy(side)) | menaced(table, side))


def shared(table: Table, side: Side) -> int:
    """Hexes of units on which the enemy has dropped: a path does not pass there, but may end (1.2.1, 1.2.2, 4.1.1)."""
    return occupied(table, side) & occupied(table, enemy(side))


@cache
def range_steps(board: Board) -> Links:
    """Steps that command range can take: all but over barred hexsides and unbridged major rivers (1.2.3)."""
    return links(
        [
            there
            for turn, there in enumerate(around)
            if there is not None
            and not board.barred[6 * hex_ + turn]
            and (board.water[6 * hex_ + turn] != "major" or board.road[6 * hex_ + turn])
        ]
        for hex_, around in enumerate(board.grid.neighbours)
    )


def _pontoons(table: Table, side: Side) -> tuple[tuple[int, int], ...]:
    near = table.board.grid.neighbours
    crossed = ((where, near[where][unit.pontoon]) for unit, where in table.hqs(side) if unit.pontoon is not None)
    return tuple((where, there) for where, there in crossed if there is not None)


pontoons: Remembered[tuple[tuple[int, int], ...]] = Remembered(_pontoons, "units")
"""The hexsides that HQs of a side on their pontoon side bridge (4.1.3, 6.4)."""


# Sources


def port_works(table: Table, hex_: str, gained: str = "") -> bool:
    """Whether an Allied port can be used: a minor one if it is held, a major one if it is functional (4.3, 15.1).

    `gained` is a hex that counts as held already.
    """
    port = table.board.ports[hex_]
    needed = (hex_, *(table.book.map.estuaries[port.estuary] if port.estuary else ()))
    if not all(each == gained or table.controls(ALLIED, each) for each in needed):
        return False
    return port.size == "minor" or any(unit.functional for unit in table.units_in(hex_, ALLIED))


def _is_source(table: Table, side: Side, hex_: int, gained: str = "") -> bool:
    """Whether a hex feeds a side; `gained` is a hex that counts as held already."""
    board = table.board
    name = board.names[hex_]
    if side == ALLIED:
        return name in table.campaign.beachheads or (name in board.ports and port_works(table, name, gained))
    return hex_ in board.german_sources and (name == gained or table.controls(side, name))


def _sources(table: Table, side: Side) -> int:
    board = table.board
    harbours = (board.index[name] for name in (*board.ports, *table.campaign.beachheads))
    places = harbours if side == ALLIED else board.german_sources
    return bits(hex_ for hex_ in places if _is_source(table, side, hex_))


def _grounds_of_sources(table: Table, side: Side) -> object:
    functional = [unit.location for name in table.book.engineers if (unit := table.units[name]).functional]
    return table.control, table.campaign.beachheads, functional


sources: Resting[int] = Resting(_sources, _grounds_of_sources)
"""A side's supply sources: working ports and Beachheads, major cities of Germany (4.3, 4.4.1)."""


# HQs


@lru_cache(maxsize=256)
def _joined(board: Board, origins: int, through: int) -> int:
    """Hexes joined to sources by road or railway through hexes that are open, and the sources (4.1.1)."""
    return joined(board.road_steps, origins & through, through) | origins


def connected(table: Table, side: Side) -> int:
    """Hexes where an HQ would be in supply: sources, and road or rail hexes with a path to one (4.1.1)."""
    board, through = table.board, open_hexes(table, side)
    found = _joined(board, sources(table, side), through)
    ends = shared(table, side)
    return found | spread(board.road_steps, found & through) & ends if ends else found


def roads_back(table: Table, side: Side) -> Mapping[int, int]:
    """For each hex where an HQ would be in supply the next one on its way to a source; nothing for a source (4.1.1)."""
    board, through, ends = table.board, open_hexes(table, side), shared(table, side)
    edge = found = sources(table, side)
    before: dict[int, int] = {}
    while edge:
        following = 0
        for hex_ in members(edge & through):
            near = spread(board.road_steps, 1 << hex_) & (through | ends) & ~found
            before.update(dict.fromkeys(members(near), hex_))
            found |= near
            following |= near
        edge = following
    return before


def hq_supplied(table: Table, unit: Unit) -> bool:
    """Whether an HQ is in supply (4.1.1)."""
    where = table.hex_of(unit)
    return where is not None and bool(connected(table, unit.side) >> where & 1)


def would_be_supplied(table: Table, unit: Unit, hex_: int, along: tuple[str, ...]) -> bool:
    """Whether an HQ would be in supply in a hex to which it goes along with units (6.1.9).

    They open that hex to paths of supply, may close the one that they leave, and may gain a source.
    """
    board = table.board
    if spread(board.road_steps, 1 << hex_) & _left_joined(table, unit.id, along):
        return True
    return _is_source(table, unit.side, hex_, board.names[hex_])


def _find_left_joined(table: Table, name: str, along: tuple[str, ...]) -> int:
    unit = table.units[name]
    start, side = table.hex_of(unit), unit.side
    through = open_hexes(table, side)
    if start is not None and all(each.id in along for each in table.units_in(unit.location, side)):
        through &= ~(near_enemy(table, side) & 1 << start)
    return _joined(table.board, sources(table, side), through) & through


_left_joined: Remembered[int] = Remembered(_find_left_joined, "units", "control", "campaign")
"""Hexes joined to a source when an HQ and the units along with it have gone."""


@lru_cache(maxsize=1024)
def _range(board: Board, start: int, most: int, through: int, ends: int, crossed: tuple[tuple[int, int], ...]) -> int:
    """The hexes within so many half hexes, through those that are open, into ends without passing, over pontoons."""
    steps, layers, found = range_steps(board), [1 << start], 1 << start
    for half in range(1, most + 1):
        far = layers[half - 2] if half > 1 else 0
        new = spread(board.road_steps, layers[half - 1]) | spread(steps, far)
        for one, other in crossed:
            new |= (far >> one & 1) << other | (far >> other & 1) << one
        new &= (through | ends) & ~found
        layers.append(new & through)
        found |= new
    return found


def command_range(table: Table, name: str) -> int:
    """The hexes in command range of an HQ, as a set (1.2)."""
    unit, start = table.units[name], table.hex_of(name)
    if start is None:
        return 0
    most, side = 2 * (table.piece(unit).command + markers.longer_range(table, unit)), unit.side
    through, ends = open_hexes(table, side), shared(table, side)
    return _range(table.board, start, most, through, ends, pontoons(table, side))


def _commanded(table: Table, side: Side, nationality: Nationality) -> int:
    found, joined_to = 0, connected(table, side)
    for unit, where in table.hqs(side):
        if joined_to >> where & 1 and nationality in table.piece(unit).nationalities and unit.id not in table.now.idle:
            found |= command_range(table, unit.id)
    return found


commanded: Remembered[int] = Remembered(_commanded, "units", "control", "campaign", "support", "now")
"""The hexes in command range of supplied HQs of a nationality (4.2.1)."""


def supplied(table: Table, unit: Unit) -> bool:
    """Whether a unit is in supply (4.2.1, 4.4.2, 12.3.1)."""
    where = table.hex_of(unit)
    if where is None or unit.festung or unit.drop or sources(table, unit.side) >> where & 1:
        return True
    printed = table.piece(unit)
    if printed.hq:
        return hq_supplied(table, unit)
    return any(commanded(table, unit.side, nationality) >> where & 1 for nationality in printed.nationalities)


# The phase


def begin_phase(g: Draft, side: Side) -> None:
    """Check HQs, offer pontoons, then check the units (4)."""
    for unit in [unit for unit in g.on_map(side) if g.piece(unit).hq and not hq_supplied(g, unit)]:
        g.tell(HqLost(unit=unit.id, hex=unit.location))
        markers.detach(g, unit.id)
        g.change(unit.id, location="off", pontoon=None, due=g.turn)
    g.push(SupplyPhase(side))


def check_units(g: Draft, side: Side) -> None:
    """Mark who is out of supply, unmark who is in supply again (4.2)."""
    for unit in list(g.on_map(side)):
        oos = not supplied(g, unit)
        if oos != unit.oos:
            g.change(unit.id, oos=oos)
            changed_to = OutOfSupply if oos else InSupply
            g.tell(changed_to(unit=unit.id, hex=unit.location))


def is_far_behind(table: Table, hq: str) -> bool:
    """Whether an HQ is so far from all enemies that it has no crossing to bridge (4.1.3)."""
    where, foes = table.hex_of(hq), occupied(table, enemy(table.units[hq].side))
    return where is not None and not foes & _front_of(table.board, where)


@lru_cache(maxsize=1024)
def _front_of(board: Board, hex_: int) -> int:
    """The hexes in which an enemy is near enough to a hex, as a set."""
    return bits(board.grid.within(hex_, FRONT))


@dataclass(frozen=True, slots=True)
class SupplyPhase(Endable):
    """Supplied HQs beside rivers may go to their pontoon side and back (4.1.3, 4.1.4)."""

    side: Side
    flipped: tuple[str, ...] = ()
    kind: Literal["supply"] = "supply"
    ends: ClassVar[str] = "End the supply phase"
    heading: ClassVar[str] = "Supply"
    question: ClassVar[Prompt] = Prompt("Flip HQs to their pontoon side or back, or end the phase", "4.1.3")

    def decider(self, table: Table) -> Side | None:
        """The active player, if there is anything to flip, and not only far behind the front."""
        near = (not isinstance(each, Pontoon) or not is_far_behind(table, each.unit) for each in self.open(table))
        return self.side if any(near) else None

    def choices(self, table: Table) -> Iterator[Command]:
        """Every HQ and every river beside it."""
        board = table.board
        own = [unit for unit in table.on_map(self.side) if table.piece(unit).hq]
        for unit in sorted(own, key=lambda unit: is_far_behind(table, unit.id)):
            where = table.hex_of(unit)
            if where is None:
                continue
            if unit.pontoon is not None:
                yield Unpontoon(unit.id)
            else:
                near = board.grid.neighbours[where]
                yield from (Pontoon(unit.id, board.names[there]) for there in near if there is not None)

    def choice_refusal(self, table: Table, command: Command) -> Refusal | None:
        """Only supplied HQs, each once, toward a river."""
        if not isinstance(command, Pontoon | Unpontoon):
            return self.not_now(table)
        unit = table.units.get(command.unit)
        if unit is None or unit.side != self.side or not table.piece(unit).hq:
            return refused("that is no HQ of yours", "4.1.3")
        if table.hex_of(unit) is None or unit.id in self.flipped:
            return refused("it is not on the map, or has been flipped in this phase", "4.1.3")
        if isinstance(command, Unpontoon):
            return None if unit.pontoon is not None else refused("it is not on its pontoon side", "4.1.4")
        return self._pontoon_refusal(table, unit, command.hex)

    def _pontoon_refusal(self, table: Table, unit: Unit, hex_: str) -> Refusal | None:
        board, where = table.board, table.hex_of(unit)
        there = board.index.get(hex_)
        turn = None if there is None or where is None else board.grid.direction(where, there)
        if unit.pontoon is not None:
            return refused("it is on its pontoon side already", "4.1.3")
        if where is None or turn is None:
            return refused("name a hex next to it", "4.1.3")
        if board.water[6 * where + turn] is None or board.barred[6 * where + turn]:
            return refused("there is no river on that side of its hex", "4.1.3")
        return refused("there is a bridge on that side of its hex", "6.4") if board.road[6 * where + turn] else None

    def choose(self, g: Draft, command: Command) -> None:
        if isinstance(command, Pontoon):
            board, where = g.board, g.hex_of(command.unit)
            assert where is not None
            turn = board.grid.direction(where, board.index[command.hex])
            g.change(command.unit, pontoon=turn)
            g.tell(PontoonLaid(unit=command.unit, hex=g.units[command.unit].location, toward=command.hex))
            g.swap(flipped=(*self.flipped, command.unit))
        elif isinstance(command, Unpontoon):
            g.change(command.unit, pontoon=None)
            g.tell(PontoonTakenUp(unit=command.unit, hex=g.units[command.unit].location))
            g.swap(flipped=(*self.flipped, command.unit))

    def proceed(self, g: Draft) -> None:
        """Check the units and end."""
        g.finish()
        check_units(g, self.side)


def in_supply_hexes(table: Table, side: Side) -> list[str]:
    """The hexes in which some unit of a side would be in supply: for the overlay."""
    found = sources(table, side)
    kinds: tuple[Nationality, ...] = ("British", "American") if side == ALLIED else ("German",)
    for nationality in kinds:
        found |= commanded(table, side, nationality)
    return [table.board.names[hex_] for hex_ in members(found)]
