"""A small picture of a scenario's map with the forces as they begin."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.events import MouseDown
from textual.strip import Strip

from wargame_tui.core.game import Game
from wargame_tui.core.title import find_title
from wargame_tui.tui.map.map_widget import MapWidget
from wargame_tui.tui.map.maps import map_widget, surface_of
from wargame_tui.tui.map.overview import Overview
from wargame_tui.tui.map.view import Cells

if TYPE_CHECKING:
    from wargame_tui.board.scene import Scene
    from wargame_tui.board.title import BoardTitle
    from wargame_tui.tui.settings import Settings

MOST = Cells(60, 16)
"""Its size at most."""


class Thumbnail(Overview):
    """The whole map, if there is room for it, else its overview; it is looked at only."""

    DEFAULT_CSS = """
    Thumbnail { margin: 1 0; }
    """

    _zoom: str | None = None
    """The zoom at which there is room for all of it."""

    def fit(self, room: Cells) -> Cells:
        """Be as large as there is room, in the shape of the map; returns how large that is."""
        layout = self._map.whole
        self._zoom = self._map.zoom_within(room)
        if self._zoom is not None:
            layout = self._map.layout_at(self._zoom)
            self.styles.width, self.styles.height = size = Cells(layout.width, layout.height)
            return size
        scale = min(min(room.width, MOST.width) / layout.width, min(room.height, MOST.height) / layout.height)
        size = Cells(max(8, round(layout.width * scale)), max(4, round(layout.height * scale)))
        self.styles.width, self.styles.height = size
        return size

    def render_line(self, y: int) -> Strip:
        """One line of the picture."""
        return super().render_line(y) if self._zoom is None else self._map.line_of_whole(y, self._zoom)

    def _frame(self) -> tuple[int, int, int, int]:
        return -1, -1, -1, -1

    def on_mouse_down(self, event: MouseDown) -> None:
        """Nothing is to be had by a click."""
        event.prevent_default()


def opening_map(scenario: str, settings: Settings, cache: Path | None) -> MapWidget:
    """The map of a scenario as it begins, never to be mounted. It may take a second: not in the screen's own thread."""
    from wargame_tui.board.title import BoardTitle

    title = find_title(scenario.partition("/")[0])
    assert isinstance(title, BoardTitle)
    game = Game(title, scenario, 1)
    return picture_of(title, game.state, title.scene(game.state), settings, cache)


def picture_of(title: BoardTitle[Any], state: Any, scene: Scene, settings: Settings, cache: Path | None) -> MapWidget:
    """The map of a state with what is to be seen of it; as above."""
    made = map_widget(
        title.map_of(state), glyphs=settings.glyphs, palette=settings.palette, cache_dir=cache, look=title.look(),
        surface=surface_of(settings, cache),
    )  # fmt: skip
    made.show(scene)
    return made
