"""What is laid over the ground of area maps and charts: who holds what, highlights, bridges and ferries, the cursor."""

from collections.abc import Iterator, Sequence

from wargame_tui.board.area import AreaMapEntry, LinkEntry
from wargame_tui.board.scene import Overlay, Scene
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.map.shaped import of_link, stands
from wargame_tui.tui.map.view import Box, View, holders_on, sides_on
from wargame_tui.tui.paint.area_painter import AreaPainter
from wargame_tui.tui.paint.area_roads import Span
from wargame_tui.tui.paint.canvas import Spot
from wargame_tui.tui.paint.hex_over import OUT_OF_PLAY
from wargame_tui.tui.paint.laid_lines import line_strokes, route_strokes
from wargame_tui.tui.paint.painter import Painter
from wargame_tui.tui.paint.style import MapStyle
from wargame_tui.tui.paint.tiles import Stroke, Tints, stroke

REACH = 0.55
"""Rows from the middle of a bridge to its end."""


class SpaceOver:
    """Reads a view as tints and strokes of spaces that a side holds as a whole."""

    def __init__(self, painter: Painter, view: View, style: MapStyle) -> None:
        self._painter = painter
        self._view = view
        self._style = style
        self._numbers = {space: number for number, space in enumerate(painter.spaces)}
        self._extents: dict[str, Box] = {}
        self._tinted: tuple[Scene, Overlay, Tints] | None = None

    def tints(self) -> Tints:
        """The tints of all spaces, made anew when anything else lies on the map."""
        scene, overlay, known = self._view.scene, self._view.overlay, self._tinted
        if known is None or known[0] is not scene or known[1] is not overlay:
            known = self._tinted = scene, overlay, self._tints()
        return known[2]

    def _tints(self) -> Tints:
        """By who holds the spaces, out of play, highlighted."""
        style, scene, sides = self._style, self._view.scene, self._sides()
        tints = Tints(len(self._numbers), style.ground)
        for space, number in self._numbers.items():
            here = scene.spaces.get(space)
            held = self._held(sides, here.control if here else None)
            if held is not None:
                tints.glaze(number, *held)
            if space in scene.outside:
                tints.lay(number, style.beyond, OUT_OF_PLAY)
            if space in self._view.overlay.tints:
                sky = style.skies[self._view.overlay.tints[space]]
                tints.lay(number, sky.color, sky.share)
            kind = self._view.overlay.highlights.get(space)
            if kind and style.highlights[kind].share:
                tints.glaze(number, style.highlights[kind].color, style.highlights[kind].share)
        return tints

    def _sides(self) -> Sides:
        scene = self._view.scene
        return Sides({*sides_on(scene), *holders_on(scene), *scene.holders.values()}, self._view.look)

    def _held(self, sides: Sides, holder: str | None) -> tuple[str, float] | None:
        """The colour of a side, and how much of it the ground takes; None of nobody."""
        return self._style.held(sides.get(holder) if holder else None)

    def strokes(self) -> Sequence[Stroke]:
        """Lines, the outlines of hover and cursor."""
        return [*self._lines(), *self._pointed()]

    def _lines(self) -> Iterator[Stroke]:
        """Those of the overlay; of supply lines that of the stack at the cursor stands out."""
        lines, middle = self._view.overlay.lines, self._middle
        yield from line_strokes(lines, middle, self._style, 1.0)
        yield from route_strokes(lines, self._view.cursor, middle, self._style, 1.0)

    def _middle(self, space: str) -> Spot | None:
        """Of the rectangle around a space."""
        if space not in self._numbers:
            return None
        columns, rows = zip(*self._painter.outline(space), strict=True)
        return (min(columns) + max(columns)) / 2, (min(rows) + max(rows)) / 2

    def _pointed(self) -> Iterator[Stroke]:
        view, style = self._view, self._style
        for space, color, width in ((view.hover, style.hover, 0.12), (view.cursor, style.cursor, 0.2)):
            if space and space in self._numbers:
                outline = self._painter.outline(space)
                line = (*outline, outline[0])
                if space == view.cursor:
                    yield stroke(line, style.halo, 2.4 * width)
                yield stroke(line, color, width)

    def extent(self, space: str) -> Box:
        """The rectangle around a space with its outline and the bridges on it."""
        box = self._extents.get(space)
        if box is None:
            box = self._extents[space] = stroke(self._painter.outline(space), "", 1.2).box
        return box


class AreaOver(SpaceOver):
    """The same for an area map, with its bridges and ferries."""

    def __init__(self, entry: AreaMapEntry, painter: AreaPainter, view: View, style: MapStyle) -> None:
        super().__init__(painter, view, style)
        self._links = entry.links
        self._spans = painter.spans
        self._arcs = painter.shape.arcs
        self._drawn: tuple[Scene, list[Stroke]] | None = None
        """What changes only with the scene."""

    def strokes(self) -> Sequence[Stroke]:
        """The front, bridges, ferries, lines, the outlines of hover and cursor."""
        scene = self._view.scene
        if self._drawn is None or self._drawn[0] is not scene:
            self._drawn = scene, [*self._front(), *self._crossings()]
        return [*self._drawn[1], *self._lines(), *self._pointed()]

    def _front(self) -> Iterator[Stroke]:
        """Between areas that are held by different sides."""
        scene, spaces, style = self._view.scene, self._painter.spaces, self._style
        held = [here.control if (here := scene.spaces.get(space)) else None for space in spaces]
        lines = [
            arc.line
            for arc in self._arcs
            if min(arc.left, arc.right) >= 0
            and held[arc.left]
            and held[arc.right]
            and held[arc.left] != held[arc.right]
        ]
        for line in lines:
            yield stroke(line, style.halo, 0.5)
        for line in lines:
            yield stroke(line, style.front, 0.26)

    def _crossings(self) -> Iterator[Stroke]:
        sides, scene = self._sides(), self._view.scene
        for number, span in self._spans.items():
            link = self._links[number]
            held = self._held(sides, of_link(scene.holders, link))
            color = held and held[0]
            if link.bridge is not None:
                yield from self._bridge(link, span, color)
            elif getattr(link, "ferry", False):
                yield from self._ferry(of_link(scene.ferries, link) or "ready", span, color)
            elif color:
                yield stroke(_along(span, 0.2), color, 0.4)

    def _bridge(self, link: LinkEntry, span: Span, color: str | None) -> Iterator[Stroke]:
        """A deck in the colour of who holds it; of one that is down the gap is red."""
        style = self._style
        yield stroke(_along(span, REACH), style.bridge.edge, 0.62)
        if stands(self._view.scene, link):
            yield stroke(_along(span, REACH), color or style.bridge.fill, 0.36)
        else:
            yield stroke(_along(span, 0.3), style.blown.fill, 0.62)

    def _ferry(self, state: str, span: Span, color: str | None) -> Iterator[Stroke]:
        """Whole while it is ready, broken once it was used, red when it is no more."""
        style, broken = self._style, state != "ready"
        yield stroke(_along(span, REACH), style.bridge.edge, 0.34, dashed=broken)
        deck = style.blown.fill if state == "destroyed" else color or style.bridge.fill
        yield stroke(_along(span, REACH), deck, 0.18, dashed=broken)


def _along(span: Span, reach: float) -> tuple[Spot, Spot]:
    """So many rows on either side of the middle of a crossing."""
    (x, y), (to_x, to_y) = span.at, span.towards
    across, down = (to_x - x) / 2, to_y - y
    share = reach / ((across**2 + down**2) ** 0.5 or 1.0)
    return (x - (to_x - x) * share, y - down * share), (x + (to_x - x) * share, y + down * share)
