"""What is laid over the ground of a hex map: highlights, what is out of play, the cursor, bonds, bridges."""

import math
from collections.abc import Iterator, Sequence
from functools import cached_property

from wargame_tui.board.scene import MapLine, Scene
from wargame_tui.tui.map.front import front
from wargame_tui.tui.map.hex_layout import AnyHexLayout
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.map.view import Box, View, sides_on
from wargame_tui.tui.paint.canvas import Spot, chained, mixed, rounded
from wargame_tui.tui.paint.counter_face import CARDS
from wargame_tui.tui.paint.hex_shape import HexShape
from wargame_tui.tui.paint.laid_lines import line_strokes, route_strokes
from wargame_tui.tui.paint.style import MapStyle
from wargame_tui.tui.paint.tiles import Stroke, Tints, stroke

SMALL = 2
"""Rows of a hex up to which the front is drawn."""
PATCH = 0.35
"""How much ink is in the patches of the smallest stacks, lest olive ones are lost in the woods."""
OUT_OF_PLAY = 0.7
"""How much of spaces out of play is covered."""


class HexOver:
    """Reads a view as tints and strokes of a hex layout."""

    def __init__(self, layout: AnyHexLayout, shape: HexShape, view: View, style: MapStyle) -> None:
        self._layout = layout
        self._shape = shape
        self._grid = shape.grid
        self._view = view
        self._style = style
        self._unit = math.sqrt(shape.rows / 4)
        self._drawn: tuple[Scene, list[Stroke]] | None = None
        self._lined: tuple[Sequence[MapLine], list[Stroke]] = ((), [])

    def tints(self) -> Tints:
        """The tints of all hexes."""
        tints, index, style = Tints(self._grid.size, self._style.ground), self._grid.index, self._style
        for space in self._view.scene.outside:
            if space in index:
                tints.lay(index[space], style.beyond, OUT_OF_PLAY)
        for space, sky in self._view.overlay.tints.items():
            if space in index:
                tints.lay(index[space], style.skies[sky].color, style.skies[sky].share)
        for space, kind in self._view.overlay.highlights.items():
            if space in index and style.highlights[kind].share:
                tints.glaze(index[space], style.highlights[kind].color, style.highlights[kind].share)
        return tints

    def strokes(self) -> Sequence[Stroke]:
        """Of the smallest maps stacks and front, then bridges, marked hexsides, lines, the route, hover and cursor."""
        return [*self._of_scene(), *self._hexsides(), *self._lines(), *self._routes(), *self._pointed()]

    def _routes(self) -> Iterator[Stroke]:
        """How the stack at the cursor is supplied, where supply lines are shown."""
        view = self._view
        return route_strokes(view.overlay.lines, view.cursor, self._middle, self._style, self._unit)

    def _of_scene(self) -> Sequence[Stroke]:
        """What changes only with the scene."""
        scene = self._view.scene
        if self._drawn is None or self._drawn[0] is not scene:
            self._drawn = scene, [*self._stacks(), *self._front(), *self._bridges()]
        return self._drawn[1]

    def _lines(self) -> Sequence[Stroke]:
        """The lines of the overlay, found once for each."""
        lines = self._view.overlay.lines
        if self._lined[0] is not lines:
            self._lined = lines, [*line_strokes(lines, self._middle, self._style, self._unit)]
        return self._lined[1]

    def _middle(self, space: str) -> Spot | None:
        hex_ = self._grid.index.get(space)
        return None if hex_ is None else self._shape.middle(hex_)

    def _stacks(self) -> Iterator[Stroke]:
        """A patch for every stack where hexes are too small for signs."""
        if self._shape.rows >= 1:
            return
        scene = self._view.scene
        sides = Sides(sides_on(scene), self._view.look)
        for space, here in scene.spaces.items():
            if here.counters and space in self._grid.index:
                ground = mixed(CARDS[sides.paint(here.counters[0])].ground, self._style.ink, PATCH)
                yield stroke(self._shape.corners(self._grid.index[space]), ground)

    def _front(self) -> Sequence[Stroke]:
        """The front, where counters are too small to show it."""
        if self._shape.rows > SMALL:
            return ()
        pairs = front(self._view.scene, self._near)
        sides = [self._shape.between(*map(self._grid.index.__getitem__, pair)) for pair in pairs]
        width, style = 0.44 * self._unit, self._style
        lines = [rounded(line) for line in chained(sides)]
        under = [stroke(line, style.halo, 1.8 * width) for line in lines]
        return [*under, *(stroke(line, style.front, width) for line in lines)]

    @cached_property
    def _near(self) -> dict[str, list[str]]:
        """The neighbours of every hex on land, by their printed numbers: at sea there is no front."""
        names, blind = self._grid.names, self._layout.terrain.blind
        return {
            names[hex_]: [names[other] for other in near if other not in blind]
            for hex_, near in enumerate(self._grid.near)
            if hex_ not in blind
        }

    def _pointed(self) -> Iterator[Stroke]:
        view, style, unit = self._view, self._style, self._unit
        for space, color, width in ((view.hover, style.hover, 0.10), (view.cursor, style.cursor, 0.18)):
            if space and space in self._grid.index:
                corners = self._shape.corners(self._grid.index[space])
                line = (*corners, corners[0])
                if space == view.cursor:
                    yield stroke(line, style.halo, 2.2 * width * unit)
                yield stroke(line, color, width * unit)

    def _hexsides(self) -> Iterator[Stroke]:
        for hexside, kind in self._view.overlay.hexsides.items():
            yield stroke(self._side(hexside), self._style.highlights[kind].color, 0.3 * self._unit)

    def _bridges(self) -> Iterator[Stroke]:
        """A bridge lies across its hexside; of one that is down the piers are left."""
        style, unit = self._style, self._unit
        for bridge, stands in self._view.scene.bridges.items():
            one, _, other = bridge.partition("-")
            if one not in self._grid.index or other not in self._grid.index:
                continue
            line = self._across(bridge, 0.34)
            look = style.bridge if stands else style.blown
            yield stroke(line, look.edge, 0.44 * unit)
            if stands:
                yield stroke(line, look.fill, 0.24 * unit)
            else:
                yield stroke(self._across(bridge, 0.26), look.fill, 0.24 * unit)

    def _side(self, hexside: str) -> tuple[Spot, Spot]:
        return self._shape.between(*self._grid.pair(hexside))

    def _across(self, hexside: str, share: float) -> tuple[Spot, Spot]:
        """The middle part of the way from one hex to the other."""
        (x, y), (to_x, to_y) = (self._shape.middle(hex_) for hex_ in self._grid.pair(hexside))
        middle_x, middle_y = (x + to_x) / 2, (y + to_y) / 2
        across, down = (to_x - x) * share / 2, (to_y - y) * share / 2
        return (middle_x - across, middle_y - down), (middle_x + across, middle_y + down)

    def extent(self, space: str) -> Box:
        """The rectangle around a hex or box."""
        box = self._layout.boxes[space]
        return Box(max(0, box.x - 2), max(0, box.y - 1), box.width + 4, box.height + 2)
