"""The map as plain text: for golden tests, logs and screen readers."""

from wargame_tui.board.look import PLAIN, Look
from wargame_tui.board.scene import Overlay, Scene
from wargame_tui.tui.map.glyphs import GLYPH_SETS
from wargame_tui.tui.map.maps import MapEntry, composer_for
from wargame_tui.tui.map.view import View


def grid_text(
    entry: MapEntry,
    scene: Scene,
    zoom: str,
    width: int | None = None,
    *,
    overlay: Overlay | None = None,
    cursor: str | None = None,
    glyphs: str = "full",
    look: Look = PLAIN,
) -> list[str]:
    """The lines of the whole map at a zoom, without colours, cut at `width` columns."""
    view = View(scene=scene, look=look, overlay=overlay or Overlay(), cursor=cursor)
    composer = composer_for(entry, zoom, GLYPH_SETS[glyphs], view)
    composer.forget_all()
    rows = range(composer.layout.height)
    return ["".join(text for text, _, _ in composer.row(y))[:width].rstrip() for y in rows]
