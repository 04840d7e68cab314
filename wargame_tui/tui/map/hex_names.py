"""Names that are set over several hexes, where hexes are too small for them: the most important first."""

from collections.abc import Iterator

from wargame_tui.tui.map.glyphs import GlyphSet
from wargame_tui.tui.map.hex_layout import HexLayout
from wargame_tui.tui.map.hex_terrain import Pair, Place, S, pair

NAMED = ("fort", "city", "town", "village")
"""Places with names at the zooms of small hexes, the most important first."""

Names = dict[tuple[int, int], list[tuple[int, str, str]]]
"""By strip and row: column, letter, ink."""


def set_names(layout: HexLayout, glyphs: GlyphSet) -> Names:
    """Where the letters of names are drawn; nothing where every hex has room for its own."""
    scale, terrain = layout.scale, layout.terrain
    if scale.rows >= 4:
        return {}
    taken = {cell for hex_ in terrain.places for cell in [_sign(layout, hex_)]}
    taken |= set(_wet_cells(layout, terrain.water))
    places = [(hex_, place) for hex_, place in terrain.places.items() if place.name and place.kind in NAMED]
    names: Names = {}
    for hex_, place in sorted(places, key=lambda item: NAMED.index(item[1].kind)):
        spot = _spot(layout, hex_, place, taken)
        if spot is None:
            continue
        x, y = spot
        taken |= {(at, y) for at in range(x - 1, x + len(place.name) + 1)}
        ink = "name" if place.kind != "village" else "hex.village"
        for at, char in enumerate(place.name, x):
            names.setdefault(((at - layout.left) // scale.pitch, y), []).append((at, char, ink))
    return names


def _sign(layout: HexLayout, hex_: int) -> tuple[int, int]:
    """The cell of a place's sign."""
    left, top = layout.corner(*layout.terrain.grid.square(hex_))
    x, y = layout.scale.middle
    return left + x, top + y


def _spot(layout: HexLayout, hex_: int, place: Place, taken: set[tuple[int, int]]) -> tuple[int, int] | None:
    """Where a name covers neither another nor water: right of its sign, left of it, below or above."""
    x, y = _sign(layout, hex_)
    size = len(place.name)
    for at, row in ((x + 1, y), (x - size, y), (x - size // 2, y + 1), (x - size // 2, y - 1)):
        inside = layout.left <= at and at + size <= layout.right - layout.scale.flat and layout.top <= row
        if inside and not any((cell, row) in taken for cell in range(at, at + size)):
            return at, row
    return None


def _wet_cells(layout: HexLayout, water: dict[Pair, str]) -> Iterator[tuple[int, int]]:
    """The cells of rivers and lakes."""
    scale, grid = layout.scale, layout.terrain.grid
    for one, other in water:
        for hex_ in (one, other):
            left, top = layout.corner(*grid.square(hex_))
            here = pair(one, other)
            for side, cells in (
                (S, [(x, scale.rows - 1) for x in range(scale.slant, scale.pitch)]),
                (5, [(scale.slant_at(y), y) for y in range(scale.slant)]),
                (4, [(scale.slant_at(y), y) for y in range(scale.slant, scale.rows)]),
            ):
                beyond = grid.neighbours[hex_][side]
                if beyond is not None and pair(hex_, beyond) == here:
                    yield from ((left + x, top + y) for x, y in cells)
