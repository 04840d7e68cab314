"""Traffic markers, congestion, roadblocks (rule 24)."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, compress
from typing import ClassVar, Literal

from wargame_tui.board.hexes import bits
from wargame_tui.core.command import Command
from wargame_tui.core.remembered import Remembered
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.titles.ardennes_44.commands import Block, End, Pick, Traffic
from wargame_tui.titles.ardennes_44.events.moves import (
    RoadblockPlaced,
    RoadblockRemoved,
    TrafficPlaced,
    TrafficRetired,
    TrafficRolled,
)
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN, Board, enemy
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import supply
from wargame_tui.titles.ardennes_44.rules.special import controller
from wargame_tui.titles.ardennes_44.rules.steps import Task
from wargame_tui.titles.ardennes_44.rules.supply import enemy_roadblocks as enemy_roadblocks
from wargame_tui.titles.ardennes_44.state import DIE, Draft, Table

DICE = 2


# What markers do


def _find_extra_cost(table: Table, side: Side) -> Mapping[int, int]:
    index, chart = table.board.index, table.book.charts.movement
    found: dict[int, int] = {}
    for markers in (table.traffic, table.roadblocks):
        for name, place in markers.items():
            if place is not None and name.startswith(enemy(side)):
                found[index[place]] = found.get(index[place], 0) + int(2 * chart.traffic)
    if side == GERMAN:
        congestion = chart.congestion_held if holds_st_vith(table) else chart.congestion
        for hex_ in table.board.congestion:
            found[hex_] = found.get(hex_, 0) + int(2 * congestion)
    return found


extra_cost = Remembered(_find_extra_cost, "traffic", "roadblocks", "control")
"""Half points more for a side to enter hexes with enemy markers or congestion (24.2, 24.7, 24.8)."""


def holds_st_vith(table: Table) -> bool:
    """Whether the German controls St. Vith (24.7)."""
    return all(controller(table, hex_) == GERMAN for hex_ in table.board.map.st_vith)


def clear_passed(g: Draft, side: Side, ended: Collection[str] = ()) -> None:
    """Roadblocks in hexes which enemy units passed, or in which they ended, go back to their owner (24.8l).

    At the end of a movement phase, and of a combat phase for those advanced into.
    """
    places = {*g.now.passed, *g.now.hexes_passed, *ended}
    of_enemy = (name for name in g.roadblocks if name.startswith(enemy(side)))
    gone = {name: place for name in of_enemy if (place := g.roadblocks[name]) is not None and place in places}
    for name, place in gone.items():
        g.tell(RoadblockRemoved(marker=name, hex=place))
    if gone:
        g.roadblocks = {**g.roadblocks, **dict.fromkeys(gone)}
    g.note(passed=(), hexes_passed=())


# Where they may be placed


def _markers(markers: Mapping[str, str | None], side: Side) -> Iterator[tuple[str, str | None]]:
    """A side's markers, in the order of their numbers."""
    return iter(sorted((name, place) for name, place in markers.items() if name.startswith(side)))


def boxed(table: Table, side: Side) -> tuple[str, ...]:
    """The traffic markers in a side's holding box (24.4c)."""
    return tuple(name for name, place in _markers(table.traffic, side) if place is None)


def free_roadblocks(table: Table, side: Side) -> tuple[str, ...]:
    """The roadblocks to be placed: the lower one off the map, and those on it not placed in this phase (24.3)."""
    mine = [*_markers(table.roadblocks, side)]
    lowest = [name for name, place in mine if place is None][:1]
    return (*lowest, *(name for name, place in mine if place is not None and name not in table.now.placed))


def is_last(table: Table, side: Side, command: Traffic | Block) -> bool:
    """Whether a side has nothing to place after this, and dice follow for its traffic markers on the map (24.3)."""
    block = isinstance(command, Block)
    left = boxed(table, side)
    if len(left) > (not block):
        return False
    blocks = [name for name, place in _markers(table.roadblocks, side) if name not in table.now.placed]
    if any(block_hexes(table, side, name) for name in blocks if not (block and name == command.marker)):
        return False
    return not block or any(place for _, place in _markers(table.traffic, side))


def _placed(table: Table, side: Side, but: str = "") -> int:
    """Hexes on or next to a side's traffic markers, and roadblocks if one of these is to be placed (24.4, 24.8k)."""
    index = table.board.index
    names = [place for _, place in _markers(table.traffic, side) if place]
    if but:
        names += [place for name, place in _markers(table.roadblocks, side) if place and name != but]
    return supply.within(table.board, bits(index[name] for name in names), 1)


def _find_traffic_hexes(table: Table, side: Side) -> int:
    closed = bits(table.board.congestion) if side == ALLIED else 0
    return table.book.inside & ~(_placed(table, side) | closed)


traffic_hexes = Remembered(_find_traffic_hexes, "traffic")
"""Where a side may place a traffic marker, as a set (24.4)."""


@cache
def _roads(board: Board) -> int:
    return bits(board.on_road)


def _find_block_hexes(table: Table, side: Side, marker: str) -> int:
    board, mine, theirs = table.board, table.occupied(side), table.occupied(enemy(side))
    roads = _roads(board) & supply.road_supplied(table, side)
    near = supply.within(board, mine, table.book.charts.traffic.roadblock_range)
    hostile = supply.within(board, theirs | bits(enemy_roadblocks(table, side)), 1)
    here = table.roadblocks[marker]
    stays = 1 << board.index[here] if here else 0
    return table.book.inside & roads & near & ~(hostile | mine | _placed(table, side, marker) | stays)


block_hexes = Remembered(_find_block_hexes, "units", "bridges", "traffic", "roadblocks")
"""Where a side may place a roadblock, as a set (24.8g to 24.8k)."""


@cache
def _orders(board: Board, block: bool, marker: str) -> Sequence[Command]:
    """Commands that are listed over and over again, made once: one for each hex."""
    return [Block(marker, name) if block else Traffic(marker, name) for name in board.names]


def _listed(table: Table, block: bool, marker: str, hexes: int) -> Iterator[Command]:
    return compress(_orders(table.board, block, marker), map(int, reversed(f"{hexes:b}")))


def marker_refusal(table: Table, side: Side, marker: str) -> Refusal | None:
    """Why a traffic marker cannot be placed at all (24.3, 24.4)."""
    if not marker.startswith(side) or marker not in table.traffic:
        return refused("not one of your traffic markers", "24.4")
    if table.traffic[marker] is not None:
        return refused("a marker on the map stays there", "24.3")
    return None


def hex_refusal(table: Table, side: Side, hex_: str) -> Refusal | None:
    """Why a traffic marker may not be placed in a hex (24.4)."""
    where = table.board.index.get(hex_)
    if where is None or not table.book.is_inside(where):
        return refused("no such hex in play", "24.4")
    if traffic_hexes(table, side) >> where & 1:
        return None
    if side == ALLIED and where in table.board.congestion:
        return refused("no Allied traffic marker in a congestion hex", "24.4")
    return refused("not on or next to another of your traffic markers", "24.4")


def block_refusal(table: Table, side: Side, marker: str, hex_: str) -> Refusal | None:
    """Why a roadblock may not be placed in a hex (24.8)."""
    if not marker.startswith(side) or marker not in table.roadblocks:
        return refused("not one of your roadblocks", "24.8")
    if marker in table.now.placed:
        return refused("already placed this phase", "24.3")
    if marker not in free_roadblocks(table, side):
        return refused("the roadblock with the lower number is placed first", "24.8")
    board = table.board
    where = board.index.get(hex_)
    if where is None or not table.book.is_inside(where):
        return refused("no such hex in play", "24.8")
    if block_hexes(table, side, marker) >> where & 1:
        return None
    return _block_reason(table, side, marker, where)


def _block_reason(table: Table, side: Side, marker: str, where: int) -> Refusal:
    """The condition of 24.8 that a hex fails."""
    board, mine = table.board, table.occupied(side)
    if table.roadblocks[marker] == board.names[where]:
        return refused("it is already there", "24.8")
    if not _roads(board) >> where & 1:
        return refused("only on a road", "24.8")
    if mine >> where & 1:
        return refused("not on one of your units", "24.8")
    if not supply.within(board, mine, table.book.charts.traffic.roadblock_range) >> where & 1:
        return refused("too far from your units", "24.8")
    if supply.within(board, table.occupied(enemy(side)) | bits(enemy_roadblocks(table, side)), 1) >> where & 1:
        return refused("not on or next to an enemy unit or roadblock", "24.8")
    if _placed(table, side, marker) >> where & 1:
        return refused("not on or next to another of your traffic markers or roadblocks", "24.8")
    return refused("the hex has no road supply line", "24.8")


# The phase


def begin_phase(g: Draft, side: Side) -> None:
    """Place, roll, retire, for a side that has markers (24.3)."""
    if has_markers(g, side):
        g.push(TrafficPhase(side))


def has_markers(table: Table, side: Side) -> bool:
    """Whether a side has traffic markers: the German from 17AM on (24.5)."""
    return side == ALLIED or table.turn >= table.book.charts.traffic.german_from


@dataclass(frozen=True, slots=True)
class TrafficPhase(Task):
    """A side places traffic markers and roadblocks; then dice and calendar remove some (24.3, 24.6)."""

    side: Side
    picked: str | None = None
    """The traffic marker to be placed next, if it is not the lowest in the holding box."""
    kind: Literal["traffic"] = "traffic"
    name: ClassVar[str] = "Traffic"
    question: ClassVar[Prompt] = Prompt("Place traffic markers and roadblocks, or end placement", "24.3")
    ending: ClassVar[str] = "End placement, roll for removal"

    def decider(self, table: Table) -> Side | None:
        """The side, if it has anything to place and somewhere to place it."""
        return self.side if any(hexes for _, _, hexes in self._choices(table)) else None

    def _choices(self, table: Table) -> Iterator[tuple[bool, str, int]]:
        """The markers that may be placed: whether it is a roadblock, which, and the hexes for it."""
        marker = self._next(table)
        if marker is not None:
            yield False, marker, traffic_hexes(table, self.side)
        for name in free_roadblocks(table, self.side):
            yield True, name, block_hexes(table, self.side, name)

    def _next(self, table: Table) -> str | None:
        return self.picked or next(iter(boxed(table, self.side)), None)

    def candidates(self, table: Table) -> Iterator[Command]:
        """The marker in hand in every hex allowed, the other ones to take instead, the end."""
        return chain.from_iterable(self._listed(table))

    def _listed(self, table: Table) -> Iterator[Iterable[Command]]:
        yield (Pick(name) for name in boxed(table, self.side) if name != self._next(table))
        for block, marker, hexes in self._choices(table):
            yield _listed(table, block, marker, hexes)
        yield (End(),)

    def legal(self, table: Table) -> Iterator[Command]:
        return self.candidates(table)

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        match command:
            case End():
                return None
            case Pick(marker):
                in_hand = refused("that marker is already next", "24.3") if marker == self._next(table) else None
                return marker_refusal(table, self.side, marker) or in_hand
            case Traffic(marker, hex_):
                return self._traffic_refusal(table, marker, hex_)
            case Block(marker, hex_):
                return block_refusal(table, self.side, marker, hex_)
        return self.not_now(table)

    def _traffic_refusal(self, table: Table, marker: str, hex_: str) -> Refusal | None:
        if (no := marker_refusal(table, self.side, marker)) is not None:
            return no
        if marker != self._next(table):
            return refused("another marker is next: choose this one first", "24.3")
        return hex_refusal(table, self.side, hex_)

    def do(self, g: Draft, command: Command) -> None:
        match command:
            case Pick(marker):
                g.swap(picked=marker)
            case Traffic(marker, hex_):
                g.swap(picked=None)
                g.traffic = {**g.traffic, marker: hex_}
                g.tell(TrafficPlaced(side=self.side, marker=marker, hex=hex_))
            case Block(marker, hex_):
                g.tell(RoadblockPlaced(side=self.side, marker=marker, hex=hex_, origin=g.roadblocks[marker]))
                g.roadblocks = {**g.roadblocks, marker: hex_}
                g.note(placed=(*g.now.placed, marker))
            case _:
                self.proceed(g)

    def proceed(self, g: Draft) -> None:
        """Dice, calendar, end."""
        _roll(g, self.side)
        _retire(g, self.side)
        g.finish()


def taken_off(table: Table, side: Side, dice: Iterable[int]) -> list[str]:
    """The markers on the map that dice take off: each number its own (24.3a)."""
    return [name for name in dict.fromkeys(f"{side}{die}" for die in dice) if table.traffic.get(name)]


def _roll(g: Draft, side: Side) -> None:
    """Two dice take the markers with their numbers off the map (24.3a)."""
    if not any(place for _, place in _markers(g.traffic, side)):
        return
    dice = g.roll(DIE, DICE)
    removed = taken_off(g, side, dice)
    g.traffic = {**g.traffic, **dict.fromkeys(removed)}
    g.tell(TrafficRolled(side=side, dice=dice, removed=removed))


def _retire(g: Draft, side: Side) -> None:
    """From 19PM on a German marker leaves the game in each PM turn (24.6)."""
    number = g.book.charts.traffic.removed.get(g.turn) if side == GERMAN else None
    marker = f"{side}{number}"
    if number is not None and marker in g.traffic:
        g.tell(TrafficRetired(marker=marker, hex=g.traffic[marker]))
        g.traffic = {name: place for name, place in g.traffic.items() if name != marker}
