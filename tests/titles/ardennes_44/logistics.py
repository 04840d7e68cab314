"""Finders of ground and shorthands that the tests of artillery, supply, bridges, traffic and victory share."""

from collections.abc import Callable, Iterator
from typing import Any

from tests.titles.ardennes_44.kit import BOARD, BOOK, GERMAN, GRID, at, do, legal, unit
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.printed.book import enemy
from wargame_tui.titles.ardennes_44.rules.zones import bonds
from wargame_tui.titles.ardennes_44.state import Unit

INDEX, NAMES = BOARD.index, BOARD.names
HOLE, BESIDE, RIM = "W2943", "W2942", "W2941"
"""In the corner beyond Perwez, once `roads_cut` has closed its roads: five hexes, five and four from supplied roads."""


def roads_cut(side: Any) -> list[Unit]:
    """Two enemies on the roads from Perwez and from Hannut: no supply for a side at HOLE and BESIDE, but at RIM."""
    names = ("90-357", "90-358") if side == GERMAN else ("212VG-316", "212VG-320")
    return [unit(name, hex_) for name, hex_ in zip(names, ("W2939", "W2642"), strict=True)]


def around(place: str) -> list[str]:
    """The hexes next to a hex."""
    return [NAMES[hex_] for hex_ in GRID.near[INDEX[place]]]


def distance(one: str, other: str) -> int:
    """Hexes from one to the other."""
    return GRID.distance(INDEX[one], INDEX[other])


def at_distance(place: str, hexes: int) -> list[str]:
    """The hexes exactly so far from a hex."""
    return [NAMES[hex_] for hex_ in GRID.within(INDEX[place], hexes) if GRID.distance(INDEX[place], hex_) == hexes]


def is_plain(place: str) -> bool:
    """Whether a hex is clear ground without buildings, road and water, and all its neighbours too, but for roads."""
    hexes = [INDEX[place], *GRID.near[INDEX[place]]]
    if len(hexes) < 7:
        return False
    dry = all(BOARD.water[6 * hex_ + turn] is None for hex_ in hexes for turn in range(6))
    return dry and all(BOARD.terrain[hex_] == "clear" and hex_ not in BOARD.built for hex_ in hexes)


def plains(test: Callable[[str], bool] = lambda place: True) -> Iterator[str]:
    """Plain hexes for which something holds, in the order of the map."""
    return (place for place in NAMES if is_plain(place) and test(place))


def road_kind(one: str, other: str) -> str | None:
    """The road between two adjacent hexes."""
    return BOARD.road[BOARD.key(INDEX[one], INDEX[other])]


def road_ways(kind: str, hexes: int, test: Callable[[str], bool] = lambda place: True) -> Iterator[list[str]]:
    """Straight ways along roads of a kind, so many steps long, all hexes of which pass a test."""

    def extend(way: list[str]) -> Iterator[list[str]]:
        if len(way) > hexes:
            yield way
            return
        for place in around(way[-1]):
            further = distance(way[0], place) == len(way)
            if further and road_kind(way[-1], place) == kind and test(place):
                yield from extend([*way, place])

    return (way for place in NAMES if test(place) for way in extend([place]))


def step(game: Game) -> str:
    """The kind of the decision in hand."""
    return str(game.state.stack[-1].kind)


def run_to(game: Game, kind: str, most: int = 60) -> None:
    """End, or roll, phase after phase until a decision of a kind comes."""
    for _ in range(most):
        if at(game, kind):
            return
        choices = legal(game)
        do(game, next((text for text in ("end", "roll") if text in choices), min(choices)))
    raise AssertionError(f"no `{kind}` comes")


class Line:
    """The rules of a supply line, but for a clause that is left out."""

    def __init__(self, game: Game, side: Any, without: str = "") -> None:
        state, foe = game.state, enemy(side)
        self.without, self.side = without, side
        self.mine = {
            INDEX[each.location] for each in state.units.values() if each.side == side and each.location in INDEX
        }
        self.theirs = {
            INDEX[each.location] for each in state.units.values() if each.side == foe and each.location in INDEX
        }
        self.zone = {near for hex_ in self.theirs for near in BOARD.grid.near[hex_]}
        found = bonds(state, foe)
        self.bond_hexes = {hex_ for hex_ in range(BOARD.grid.size) if found.hexes >> hex_ & 1}
        self.bond_sides = found.sides
        self.blocks = {INDEX[hex_] for name, hex_ in state.roadblocks.items() if hex_ and name.startswith(foe)}
        self.down = {BOARD.bridges[name] for name in state.bridges}

    def open(self, here: int, to: int, part: str) -> bool:
        """Whether a part of the line may go from a hex to the next, zones of control aside."""
        if to in self.theirs and self.without != f"{part} enemy":
            return False
        bond = to in self.bond_hexes or BOARD.key(here, to) in self.bond_sides
        if bond and self.without != f"{part} bond":
            return False
        return not (to in self.blocks and self.without != f"{part} roadblock")

    def zoned(self, to: int, part: str) -> bool:
        """Whether a hex is in an enemy zone of control that no friend cancels."""
        return to in self.zone and (to not in self.mine or self.without == f"{part} friend")

    def roads(self) -> set[int]:
        """Hexes with a road supply line."""
        start = [hex_ for hex_ in BOOK.sources(self.side) if hex_ not in self.theirs | self.bond_hexes | self.blocks]
        found, ring = set(start), start
        while ring:
            here = ring.pop()
            for to in BOARD.grid.near[here]:
                road = BOARD.road[BOARD.key(here, to)] is not None
                bridge = (here, to) in self.down or (to, here) in self.down
                fits = road and (not bridge or self.without == "road bridge") and self.open(here, to, "road")
                if fits and to not in found and (not self.zoned(to, "road") or self.without == "road zone"):
                    found.add(to)
                    ring.append(to)
        return found

    def supplied(self, place_: str, roads: set[int]) -> bool:
        """Whether a unit in a hex can trace."""
        hexes = 5 if self.without == "length" else 4
        ring, seen = {(INDEX[place_], False)}, set()
        for _ in range(hexes + 1):
            if any(hex_ in roads for hex_, _ in ring):
                return True
            seen |= ring
            ring = set(self._further(ring)) - seen
        return False

    def _further(self, ring: set[tuple[int, bool]]) -> Iterator[tuple[int, bool]]:
        for here, risky in ring:
            for to in BOARD.grid.near[here]:
                zoned = self.zoned(to, "land")
                twice = zoned and risky and self.without != "two zones"
                once = zoned and self.without == "no zone at all"
                river = self.without == "no river" and BOARD.water[BOARD.key(here, to)]
                if self.open(here, to, "land") and not twice and not once and not river:
                    yield to, zoned
