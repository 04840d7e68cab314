"""The widget for area maps."""

from collections import Counter
from functools import cached_property, partial
from pathlib import Path

from wargame_tui.board.area import AreaMapEntry
from wargame_tui.board.look import PLAIN, Look
from wargame_tui.board.scene import Scene
from wargame_tui.tui.map.compose import Composer
from wargame_tui.tui.map.glyphs import GlyphSet
from wargame_tui.tui.map.layout import ZOOMS, Layout, layout_for, spaces_of
from wargame_tui.tui.map.map_widget import MapWidget, Stage
from wargame_tui.tui.map.navigation import Compass, compass
from wargame_tui.tui.map.reduced import ReducedLayout, reduced
from wargame_tui.tui.map.theatre import Named, TheatreComposer
from wargame_tui.tui.map.view import SMALL, THEATRE, WHOLE, MapComposer, Surface, View

ROOM = 50
"""Cells of a small map for each name on it."""
SMALLER = THEATRE, WHOLE
"""The zooms that show the far map, reduced."""
AnyLayout = Layout | ReducedLayout
AnyComposer = Composer | TheatreComposer


class AreaMap(MapWidget):
    """An area map on which a scene lies."""

    def __init__(
        self,
        entry: AreaMapEntry,
        *,
        glyphs: str = "full",
        palette: str = "truecolor",
        cache_dir: Path | None = None,
        zoom: str = "middle",
        look: Look = PLAIN,
        surface: Surface | None = None,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        self.entry = entry
        self._cache_dir = cache_dir
        self._compasses: dict[str, Compass] = {}
        self._layouts: dict[str, Layout] = {}
        self._terrain: dict[str, str] = {}
        super().__init__(glyphs=glyphs, palette=palette, zoom=zoom, look=look, surface=surface, id=id, classes=classes)

    def show(self, scene: Scene) -> None:
        """Show a scene; terrain is painted with the ground, and known from the first scene on."""
        terrain = terrain_on(scene)
        if terrain != self._terrain:
            self._terrain = terrain
            self._stages.clear()
        super().show(scene)

    @cached_property
    def all_zooms(self) -> tuple[str, ...]:
        """With the theatre before the others where the map is a large one."""
        return ZOOMS if reduced(self._area("far")) is None else (THEATRE, *ZOOMS)

    def _layout(self, zoom: str) -> AnyLayout:
        if zoom not in SMALLER:
            return self._area(zoom)
        return reduced(self._area("far"), SMALL if zoom == THEATRE else self.room) or self._area("far")

    def _lay_out(self, zoom: str) -> Stage:
        layout = self._layout(zoom)
        return Stage(layout, partial(self._composer, layout))

    def _area(self, zoom: str) -> Layout:
        if zoom not in self._layouts:
            self._layouts[zoom] = layout_for(self.entry, zoom, self._cache_dir)
        return self._layouts[zoom]

    def _composer(self, layout: AnyLayout) -> MapComposer:
        if self.surface is None:
            return area_composer(self.entry, layout, self.glyphs, self._view)
        from wargame_tui.tui.paint.surface import painted_areas, painted_theatre

        if isinstance(layout, Layout):
            return painted_areas(self.entry, layout, self.glyphs, self._view, self.surface, self._terrain)
        theatre = theatre_composer(self.entry, layout, self.glyphs, self._view)
        return painted_theatre(self.entry, theatre, layout, self._view, self.surface, self._terrain)

    def _neighbour(self, space: str, direction: str) -> str | None:
        zoom = "far" if self.zoom_name in SMALLER else self.zoom_name
        if zoom not in self._compasses:
            self._compasses[zoom] = compass(self._area(zoom).boxes, self.entry.links)
        return self._compasses[zoom][space].get(direction)


def area_composer(entry: AreaMapEntry, layout: AnyLayout, glyphs: GlyphSet, view: View) -> AnyComposer:
    """The composer of an area layout."""
    if isinstance(layout, Layout):
        return Composer(entry, layout, glyphs, view)
    return theatre_composer(entry, layout, glyphs, view)


def theatre_composer(entry: AreaMapEntry, layout: ReducedLayout, glyphs: GlyphSet, view: View) -> TheatreComposer:
    """The composer of the whole of a large area map."""
    weight = {None: 0, "secondary": 1, "primary": 2}
    roads = Counter(end for link in entry.links for end in link.between for _ in range(weight[link.road]))
    areas = sorted((space for space, item in spaces_of(entry).items() if item.kind == "area"), key=lambda a: -roads[a])
    most = layout.width * layout.height // ROOM
    named = [Named(space, spaces_of(entry)[space].name, "", great=False) for space in areas[:most]]
    return TheatreComposer(layout, glyphs, view, Composer(entry, layout.far, glyphs, view), named)


def terrain_on(scene: Scene) -> dict[str, str]:
    """The terrain that spaces have from a scene."""
    return {space: here.terrain for space, here in scene.spaces.items() if here.terrain}
