"""A map outside of the app: the cells that the app would show of it, at one zoom, as rows of segments."""

from textual.strip import Strip

from wargame_tui.board.look import PLAIN, Look
from wargame_tui.board.scene import Overlay, Scene
from wargame_tui.tui.map.glyphs import GLYPH_SETS
from wargame_tui.tui.map.map_widget import Stage
from wargame_tui.tui.map.maps import MapEntry, composer_for
from wargame_tui.tui.map.palette import TRUECOLOR
from wargame_tui.tui.map.view import MapLayout, View, sides_on, touched


class Sheet:
    """A map at one zoom on which one scene after the other lies."""

    def __init__(self, entry: MapEntry, zoom: str, look: Look = PLAIN) -> None:
        self._view = View(look=look)
        composer = composer_for(entry, zoom, GLYPH_SETS["full"], self._view)
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
