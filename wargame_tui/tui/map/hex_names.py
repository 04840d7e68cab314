"""Names that are set over several hexes, where hexes are too small for them: the most important first."""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from itertools import pairwise, product
from types import MappingProxyType

from wargame_tui.tui.map.hex_layout import HexLayout
from wargame_tui.tui.map.hex_terrain import NW, SW, Place, S, pair

Letters = dict[tuple[int, int], list[tuple[int, str, str]]]
"""By strip and row: column, letter, ink."""
Cell = tuple[int, int]

_AWAY = sorted(product(range(-5, 6), range(-4, 5)), key=lambda way: abs(way[0]) + abs(way[1]))
"""Columns of hexes and rows by which the name of a great place may be moved to where it can be read."""
ASIDE = 3, 6
"""Columns by which a name that is longer than its hex is moved aside: first so few in every row, then more."""
NAMED = {"middle": ("fort", "city", "town", "village"), "far": ("fort", "city", "town")}
"""Places with names at the zooms of small hexes, the most important first."""


class Names:
    """The names of a layout: they cover neither each other, nor rivers, nor units, nor badges."""

    def __init__(self, layout: HexLayout) -> None:
        self._layout = layout

    @cached_property
    def _places(self) -> list[tuple[int, Place]]:
        kinds = NAMED.get(self._layout.scale.zoom, ())
        places, great = self._layout.terrain.places_named, self._layout.terrain.great
        named = [(hex_, place) for hex_, place in places if place.kind in kinds]
        return sorted(named, key=lambda item: (item[0] not in great, kinds.index(item[1].kind)))

    @cached_property
    def _always_taken(self) -> frozenset[Cell]:
        """The cells of signs and of water."""
        layout = self._layout
        signs = {self._sign(hex_) for hex_, place in layout.terrain.places.items() if place.kind != "hamlet"}
        return frozenset(signs) | frozenset(self._wet_cells())

    def placed(
        self, occupied: Collection[int], outside: Collection[int] = (), badges: Mapping[int, int] = MappingProxyType({})
    ) -> Letters:
        """Where the letters are drawn when units stand in some hexes and others are out of play.

        `badges`: hexes with the columns that their badge takes.
        """
        letters: Letters = {}
        if not self._places:
            return letters
        layout, scale = self._layout, self._layout.scale
        taken = set(self._always_taken)
        for hex_ in occupied:
            left, top = layout.corner(*layout.terrain.grid.square(hex_))
            taken |= {(left + x, top + y) for x in range(scale.slant, scale.pitch) for y in range(scale.rows)}
        for hex_, wide in badges.items():
            left, top = layout.corner(*layout.terrain.grid.square(hex_))
            taken |= {(left + scale.slant + x, top) for x in range(wide)}
        for hex_, place in self._places:
            spot = None if hex_ in outside else self._spot(hex_, len(place.name), taken)
            if spot is None:
                continue
            x, y = spot
            taken |= {(at, y) for at in range(x - 1, x + len(place.name) + 1)}
            self._write(letters, place, spot, "village")
        return letters

    def placed_apart(
        self, longest: Mapping[int, int], cells: Callable[[int, bool], Collection[Cell]]
    ) -> Mapping[int, Cell]:
        """Where names begin for which hexes have no room, by hex; without those that have no place beside it either.

        `longest`: by hex, the row in which its name would be; `cells`: what is written in a hex, its name or not.
        """
        layout, found = self._layout, dict[int, Cell]()
        letters: set[Cell] = set()
        for hex_, row in longest.items():
            around = [other for other in layout.terrain.grid.neighbours[hex_] if other is not None]
            taken = letters.union(cells(hex_, False), *(cells(other, other not in found) for other in around))
            size = len(layout.terrain.places[hex_].name)
            spot = next((spot for spot in self._beside(hex_, size, row) if self._is_free(spot, size, taken)), None)
            if spot:
                found[hex_] = spot
                letters |= {(x, spot[1]) for x in range(spot[0] - 1, spot[0] + size + 1)}
        return found

    def _beside(self, hex_: int, size: int, row: int) -> Iterator[Cell]:
        """Where a name that is longer than its hex may begin: in its row, then along the upper and the lower side."""
        scale = self._layout.scale
        left, top = self._layout.corner(*self._layout.terrain.grid.square(hex_))
        middle = left + scale.middle[0] - size // 2
        rows = [row] * (row < scale.rows - 1) + [-1, scale.rows - 1]
        for least, most in pairwise((-1, *ASIDE)):
            shifts = [shift for far in range(least + 1, most + 1) for shift in dict.fromkeys((-far, far))]
            yield from ((middle + shift, top + at) for at in rows for shift in shifts)

    def _is_free(self, spot: Cell, size: int, taken: Collection[Cell]) -> bool:
        """Whether a name may stand somewhere, with a blank on either side of it."""
        (x, y), layout = spot, self._layout
        if not (
            layout.left < x and x + size < layout.right - layout.scale.flat and layout.top <= y < layout.bottom - 1
        ):
            return False
        if any((at, y) in self._always_taken for at in range(x, x + size)):
            return False
        return not any((at, y) in taken for at in range(x - 1, x + size + 1))

    def lettered(self, spots: Mapping[int, Cell]) -> Letters:
        """The letters of the names of some places, from where these begin."""
        letters: Letters = {}
        for hex_, spot in spots.items():
            self._write(letters, self._layout.terrain.places[hex_], spot, "hamlet")
        return letters

    def _write(self, letters: Letters, place: Place, spot: Cell, little: str) -> None:
        """Write a name, a place of a little kind in the ink of villages."""
        layout, (x, y), ink = self._layout, spot, "hex.village" if place.kind == little else "name"
        for at, char in enumerate(place.name, x):
            letters.setdefault(((at - layout.left) // layout.scale.pitch, y), []).append((at, char, ink))

    def _sign(self, hex_: int) -> Cell:
        """The cell of a place's sign."""
        left, top = self._layout.corner(*self._layout.terrain.grid.square(hex_))
        x, y = self._layout.scale.middle
        return left + x, top + y

    def _spot(self, hex_: int, size: int, taken: set[Cell]) -> Cell | None:
        """The best place for a name: right of its sign, left of it, below or above, or so beside a unit there."""
        layout, scale = self._layout, self._layout.scale
        left = layout.corner(*layout.terrain.grid.square(hex_))[0]
        x, y = self._sign(hex_)
        half, last = size // 2, layout.right - (scale.flat if scale.slant else 0)
        spots = [
            (x + 1, y), (x - size, y), (x - half, y + 1), (x - half, y - 1),
            (x, y + 1), (x, y - 1), (x - size + 1, y + 1), (x - size + 1, y - 1),
            (left + scale.pitch, y), (left + scale.slant - size, y), (x - half, y + scale.rows),
        ]  # fmt: skip
        if hex_ in layout.terrain.great:
            spots += [(x + across * scale.pitch - half, y + down) for across, down in _AWAY]
        for at, row in spots:
            inside = layout.left <= at and at + size <= last and layout.top <= row < layout.bottom - 1
            if inside and not any((cell, row) in taken for cell in range(at, at + size)):
                return at, row
        return None

    def _wet_cells(self) -> Iterator[Cell]:
        """The cells of rivers and lakes; at the far zoom names may cover them."""
        layout, scale, grid = self._layout, self._layout.scale, self._layout.terrain.grid
        cells = {
            S: [(x, scale.rows - 1) for x in range(scale.slant, scale.pitch)],
            NW: [(scale.slant_at(y), y) for y in range(scale.slant)],
            SW: [(scale.slant_at(y), y) for y in range(scale.slant, scale.rows)],
        }
        for one, other in layout.terrain.water if scale.slant else ():
            for hex_ in (one, other):
                left, top = layout.corner(*grid.square(hex_))
                for side, found in cells.items():
                    beyond = grid.neighbours[hex_][side]
                    if beyond is not None and pair(hex_, beyond) == (one, other):
                        yield from ((left + x, top + y) for x, y in found)
