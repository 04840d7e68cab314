"""A map outside of the app: the cells that the app would show of it, at one zoom, as rows of segments."""

from typing import TYPE_CHECKING

from textual.strip import Strip

from wargame_tui.board.look import PLAIN, Look
from wargame_tui.board.scene import Overlay, Scene
from wargame_tui.tui.map.area_map import terrain_on
from wargame_tui.tui.map.glyphs import GLYPH_SETS
from wargame_tui.tui.map.map_widget import Stage
from wargame_tui.tui.map.maps import MapEntry, composer_for, painted_for
from wargame_tui.tui.map.palette import TRUECOLOR
from wargame_tui.tui.map.view import MapLayout, Surface, View, sides_on, touched

if TYPE_CHECKING:
    from wargame_tui.tui.paint.painted import PaintedComposer

GLYPHS = GLYPH_SETS["full"]
PAINTED = Surface("paper", "quadrants")
"""How maps are painted that leave the program: as printed, in glyphs that every font has."""


class Sheet:
    """A map at one zoom on which one scene after the other lies."""

    def __init__(self, entry: MapEntry, zoom: str, look: Look = PLAIN) -> None:
        self._view = View(look=look)
        composer = composer_for(entry, zoom, GLYPHS, self._view)
        self._stage = Stage(composer.layout, lambda: composer)

    @property
    def layout(self) -> MapLayout:
        """Where everything is."""
        return self._stage.layout

    def lay(self, scene: Scene, marked: frozenset[str] = frozenset()) -> None:
        """Lay a scene on the map, some spaces marked; only what differs is drawn anew."""
        before, laid = self._view.scene, self._view.overlay.highlights.keys()
        self._view.scene, self._view.overlay = scene, Overlay(dict.fromkeys(sorted(marked), "path"))
        if sides_on(before) != sides_on(scene):
            self._stage.forget_all()
        else:
            spaces = (touched(before, scene) | (laid ^ marked)) & self.layout.boxes.keys()
            self._stage.forget(sorted(spaces), labels_only=False)

    def row(self, y: int, left: int, right: int) -> Strip:
        """The cells of a row from one column to another."""
        return self._stage.strip(y, left, right, TRUECOLOR)


class PaintedSheet(Sheet):
    """The same, painted."""

    composer: "PaintedComposer"
    """What is painted."""

    def __init__(self, entry: MapEntry, zoom: str, look: Look = PLAIN) -> None:
        self._entry, self._zoom = entry, zoom
        self._view = View(look=look)
        self._unfold()

    def _unfold(self) -> None:
        self.composer = composer = painted_for(self._entry, self._zoom, GLYPHS, self._view, PAINTED)
        self._stage = Stage(composer.layout, lambda: composer)

    def lay(self, scene: Scene, marked: frozenset[str] = frozenset()) -> None:
        """Lay a scene on the map; terrain that comes with it is painted with the ground."""
        if terrain_on(scene) != terrain_on(self._view.scene):
            self._view.scene = scene
            self._unfold()
        super().lay(scene, marked)
