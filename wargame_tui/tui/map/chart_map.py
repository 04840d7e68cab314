"""The widget for charts: places joined by lines, land and sea behind them."""

from collections.abc import Sequence
from functools import partial

from wargame_tui.board.area import AreaMapEntry
from wargame_tui.board.look import PLAIN, Look
from wargame_tui.tui.map.chart_compose import ChartComposer
from wargame_tui.tui.map.chart_layout import CHART_SCALES, ChartLayout, chart_size, factors_of, lay_out_chart
from wargame_tui.tui.map.map_widget import MapWidget, Stage
from wargame_tui.tui.map.navigation import Compass, compass
from wargame_tui.tui.map.view import WHOLE, Cells, MapComposer, Surface


class ChartMap(MapWidget):
    """A chart on which a scene lies."""

    all_zooms = tuple(CHART_SCALES)

    def __init__(
        self,
        entry: AreaMapEntry,
        *,
        glyphs: str = "full",
        palette: str = "truecolor",
        zoom: str = "middle",
        look: Look = PLAIN,
        surface: Surface | None = None,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        self.entry = entry
        self._compasses: dict[int, Compass] = {}
        """By the width of the chart."""
        self._layouts: dict[str, ChartLayout] = {}
        super().__init__(glyphs=glyphs, palette=palette, zoom=zoom, look=look, surface=surface, id=id, classes=classes)

    def _layout(self, zoom: str) -> ChartLayout:
        return lay_out_chart(self.entry, zoom, self.room) if zoom == WHOLE else self._chart(zoom)

    def _size_at(self, zoom: str) -> Cells:
        """Without a layout: on a chart that takes long to make."""
        assert self.entry.chart is not None
        return chart_size(self.entry.chart, factors_of(self.entry.chart, zoom, self.room))

    def _lay_out(self, zoom: str) -> Stage:
        layout = self._layout(zoom)
        return Stage(layout, partial(self._composer, layout))

    @property
    def _whole_fills(self) -> bool:
        """Charts have no cells of their own size: always."""
        return True

    def _chart(self, zoom: str) -> ChartLayout:
        if zoom not in self._layouts:
            self._layouts[zoom] = lay_out_chart(self.entry, zoom)
        return self._layouts[zoom]

    def _composer(self, layout: ChartLayout) -> MapComposer:
        if self.surface:
            from wargame_tui.tui.paint.surface import painted_chart

            return painted_chart(self.entry, layout, self.glyphs, self._view, self.surface)
        return ChartComposer(self.entry, layout, self.glyphs, self._view)

    def _neighbour(self, space: str, direction: str) -> str | None:
        layout = self.layout_now
        if layout.width not in self._compasses:
            self._compasses[layout.width] = compass(layout.boxes, self.entry.links)
        return self._compasses[layout.width][space].get(direction)

    def ground_at(self, x: int, y: int) -> str:
        """Land or sea."""
        return self._chart(self.all_zooms[0]).ground_at(x, y)

    def space_near(self, x: int, y: int) -> str:
        """The nearest place."""
        return self._chart(self.all_zooms[0]).nearest_space(x, y)

    @property
    def marked(self) -> Sequence[str]:
        """All places, those with counters first."""
        stood = super().marked
        return [*stood, *(space for space in self.whole.boxes if space not in stood)]
