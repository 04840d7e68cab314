"""The widget for hex maps."""

from collections.abc import Iterable
from functools import cached_property, partial
from typing import overload

from wargame_tui.board.hexes import HexMapEntry
from wargame_tui.board.look import PLAIN, Look
from wargame_tui.tui.map.glyphs import GlyphSet
from wargame_tui.tui.map.hex_asides import Asides
from wargame_tui.tui.map.hex_compose import HexComposer
from wargame_tui.tui.map.hex_far import PLACES, FarComposer
from wargame_tui.tui.map.hex_layout import SCALES, AnyHexLayout, HexLayout, TheatreLayout, hex_layout, zooms_of
from wargame_tui.tui.map.hex_terrain import HexTerrain
from wargame_tui.tui.map.map_widget import MapWidget, Stage
from wargame_tui.tui.map.theatre import Named, TheatreComposer
from wargame_tui.tui.map.view import MapComposer, Surface, View

AnyHexComposer = HexComposer | FarComposer | TheatreComposer


class HexMap(MapWidget):
    """A hex map on which a scene lies."""

    def __init__(
        self,
        entry: HexMapEntry,
        *,
        glyphs: str = "full",
        palette: str = "truecolor",
        zoom: str = "near",
        look: Look = PLAIN,
        surface: Surface | None = None,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        self.entry = entry
        self._terrain = HexTerrain(entry, look)
        super().__init__(glyphs=glyphs, palette=palette, zoom=zoom, look=look, surface=surface, id=id, classes=classes)

    @cached_property
    def all_zooms(self) -> tuple[str, ...]:
        """With the theatre before the others where the map is a large one."""
        return zooms_of(self._terrain)

    def _layout(self, zoom: str) -> AnyHexLayout:
        return hex_layout(self._terrain, zoom, self.room)

    def _lay_out(self, zoom: str) -> Stage:
        layout = self._layout(zoom)
        return Stage(layout, partial(self._composer, layout))

    def _composer(self, layout: AnyHexLayout) -> MapComposer:
        if self.surface:
            # Imported here: Pillow and numpy take longer than the first screen may.
            from wargame_tui.tui.paint.surface import painted_hexes

            return painted_hexes(layout, self.glyphs, self._view, self.surface)
        return composer_of(layout, self.glyphs, self._view)

    def _neighbour(self, space: str, direction: str) -> str | None:
        """Up and down a column; left and right along a row of the grid, which zigzags; off the map into a box."""
        grid = self._terrain.grid
        if space in self.entry.boxes:
            return self._from_box(space, direction)
        column, row = grid.square(grid.index[space])
        dx, dy = _STEPS[direction]
        other = self._terrain.hex_at(column + dx, row + dy)
        return grid.names[other] if other is not None else self._nearest_box(space, direction)

    def nearest(self, spaces: Iterable[str]) -> str:
        """The one of some spaces that is nearest to the cursor; nothing is near a box beside the map: the first."""
        return next(iter(spaces)) if self.cursor in self.entry.boxes else super().nearest(spaces)

    def _nearest_box(self, space: str, direction: str) -> str | None:
        """The box at the edge in a direction that is nearest to a hex or to another box."""
        boxes, here = self.layout_now.boxes, self.layout_now.boxes[space]
        at_edge = [box for box, item in self.entry.boxes.items() if item.edge == _EDGES[direction] and box != space]

        def apart(box: str) -> int:
            there = boxes[box]
            x, y = there.x + there.width // 2 - here.x, there.y + there.height // 2 - here.y
            return abs(x) if direction in ("up", "down") else abs(y)

        return min(at_edge, key=apart, default=None)

    def _from_box(self, box: str, direction: str) -> str | None:
        """From a box back to the nearest hex, or along its edge to the next box."""
        edge, boxes = self.entry.boxes[box].edge, self.layout_now.boxes
        here = boxes[box]
        if _EDGES[direction] == _OPPOSITE[edge]:
            names = self._terrain.grid.names
            x, y = here.x + here.width // 2, here.y + here.height // 2

            def apart(space: str) -> int:
                there = boxes[space]
                return abs(there.x + there.width // 2 - x) + 2 * abs(there.y + there.height // 2 - y)

            return min(names, key=apart)
        dx, dy = _STEPS[direction]
        beside = [
            other
            for other, item in self.entry.boxes.items()
            if item.edge == edge and (boxes[other].x - here.x) * dx + (boxes[other].y - here.y) * dy > 0
        ]
        return min(beside, key=lambda other: abs(boxes[other].x - here.x) + abs(boxes[other].y - here.y), default=None)

    @property
    def jump_targets(self) -> list[str]:
        """Hexes and boxes in view where something stands or may be done; all of them if there are none."""
        spaces = self.spaces_in_view
        scene, overlay = self._view.scene, self._view.overlay
        return [
            space
            for space in spaces
            if space in overlay.highlights or (space in scene.spaces and scene.spaces[space].counters)
        ] or spaces


_STEPS = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}
_EDGES = {"up": "north", "right": "east", "down": "south", "left": "west"}
_OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}


@overload
def composer_of(layout: HexLayout, glyphs: GlyphSet, view: View) -> HexComposer | FarComposer: ...
@overload
def composer_of(layout: TheatreLayout, glyphs: GlyphSet, view: View) -> TheatreComposer: ...
def composer_of(layout: AnyHexLayout, glyphs: GlyphSet, view: View) -> AnyHexComposer:
    """The composer of a hex layout."""
    if isinstance(layout, TheatreLayout):
        return theatre_of(layout, glyphs, view)
    return HexComposer(layout, glyphs, view) if layout.scale.slant else FarComposer(layout, glyphs, view)


def theatre_of(layout: TheatreLayout, glyphs: GlyphSet, view: View) -> TheatreComposer:
    """The composer of a map as a whole."""
    larger = FarComposer(HexLayout(layout.terrain, SCALES["far"]), glyphs, view)
    return TheatreComposer(layout, glyphs, view, larger, _named(layout, glyphs), Asides(layout, glyphs, view))


def _named(layout: TheatreLayout, glyphs: GlyphSet) -> list[Named]:
    """The cities and towns."""
    terrain = layout.terrain
    return [
        Named(terrain.grid.names[hex_], place.name, glyphs.places[place.kind], hex_ in terrain.great)
        for hex_, place in terrain.places_named
        if place.kind in PLACES
    ]
