"""The widget for area maps."""

from functools import partial
from pathlib import Path

from wargame_tui.board.area import AreaMapEntry
from wargame_tui.board.look import PLAIN, Look
from wargame_tui.board.scene import Scene
from wargame_tui.tui.map.compose import Composer
from wargame_tui.tui.map.layout import ZOOMS, Layout, layout_for
from wargame_tui.tui.map.map_widget import MapWidget, Stage
from wargame_tui.tui.map.navigation import Compass, compass
from wargame_tui.tui.map.view import MapComposer, Surface


class AreaMap(MapWidget):
    """An area map on which a scene lies."""

    zooms = ZOOMS

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

    def _lay_out(self, zoom: str) -> Stage:
        layout = self._layouts[zoom] = layout_for(self.entry, zoom, self._cache_dir)
        return Stage(layout, partial(self._composer, layout))

    def _composer(self, layout: Layout) -> MapComposer:
        if self.surface:
            from wargame_tui.tui.paint.surface import painted_areas

            return painted_areas(self.entry, layout, self.glyphs, self._view, self.surface, self._terrain)
        return Composer(self.entry, layout, self.glyphs, self._view)

    def _neighbour(self, space: str, direction: str) -> str | None:
        zoom = self.zoom_name
        if zoom not in self._compasses:
            self._compasses[zoom] = compass(self._layouts[zoom].boxes, self.entry.links)
        return self._compasses[zoom][space].get(direction)


def terrain_on(scene: Scene) -> dict[str, str]:
    """The terrain that spaces have from a scene."""
    return {space: here.terrain for space, here in scene.spaces.items() if here.terrain}
