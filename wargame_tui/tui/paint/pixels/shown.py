"""A painted map in the pixels of a terminal; in cells until all tiles that are seen are ready."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from rich.segment import Segment
from textual.geometry import Offset, Region
from textual.strip import Strip
from textual.widget import Widget

from wargame_tui.tui.map.view import Box, MapComposer, MapLayout
from wargame_tui.tui.paint.painted import PaintedComposer
from wargame_tui.tui.paint.pixels import PixelSurface, Run
from wargame_tui.tui.paint.pixels.choice import pixel_surface
from wargame_tui.tui.paint.pixels.pictures import Pictures, terminal_of
from wargame_tui.tui.paint.pixels.sheet import Sheet
from wargame_tui.tui.paint.surface import sample_of, sheet_of
from wargame_tui.tui.paint.terminal import Abilities, cell_size

SECONDS = 0.06
"""How long tiles are drawn before keys are looked after again."""


class Staged(Protocol):
    """A zoom of a map widget."""

    layout: MapLayout
    composer: MapComposer
    sheet: Sheet | None
    """Its tiles, once it has been shown in pixels."""


class MapPixels:
    """What a map widget leaves to others while it is shown in pixels."""

    def __init__(
        self, widget: Widget, terminal: Abilities, stage: Callable[[], Staged], origin: Callable[[], Offset]
    ) -> None:
        """`stage` and `origin`: the zoom that is shown, and the map cell in the widget's top left corner."""
        self._widget = widget
        self._terminal = terminal
        self._stage, self._origin = stage, origin
        self._surface: PixelSurface | None = None
        self._pictures: Pictures | None = None
        self._ready = False
        """Whether all tiles that are seen have been drawn."""
        self._begin()

    def _begin(self) -> None:
        composer = self._stage().composer
        ground = composer.style.ground if isinstance(composer, PaintedComposer) else "default"
        self._surface = pixel_surface(self._terminal, terminal_of(self._widget.app), ground)
        if self._surface and self._surface.fits(*self._widget.size):
            self._pictures = Pictures(self._widget, self._surface, self._seen)

    def close(self) -> None:
        """Take everything from the terminal."""
        if self._pictures:
            self._pictures.close()

    def resized(self) -> None:
        """With another font cells have another size: all is painted anew."""
        cell = cell_size(self._terminal)
        if cell != self._terminal.cell or (self._surface and not self._surface.fits(*self._widget.size)):
            self.close()
            self._terminal = replace(self._terminal, cell=cell)
            self._pictures = self._stage().sheet = None
            self._begin()
        elif self._surface and not self._pictures:
            self._begin()

    def frame(self, crop: Region) -> None:
        """Some lines are about to be written: draw what they want, as much as there is time for."""
        if self._pictures:
            if self._pictures.shown:
                self._ready = self._make()
                if not self._ready:
                    self._widget.set_timer(0.01, self._widget.refresh)
            self._pictures.frame(crop)

    def line(self, y: int, strip: Strip) -> Strip:
        """A line of the widget with the tiles that are ready in place of its cells."""
        if not self._pictures or not self._surface or not self._pictures.shown or not self._ready:
            return strip
        segments: list[Segment] = []
        at = 0
        for run in self._seen(y):
            segments += strip.crop(at, run.x)
            segments.append(self._surface.cells(run.key, run.row, run.column, run.column + run.width))
            at = run.x + run.width
        segments += strip.crop(at, strip.cell_length)
        return Strip(segments, strip.cell_length)

    def _make(self) -> bool:
        """Whether all tiles are ready."""
        sheet, (left, top), (width, height) = self._sheet(), self._origin(), self._widget.size
        return sheet is None or sheet.make(Box(left, top, width, height), SECONDS)

    def _sheet(self) -> Sheet | None:
        """The tiles of the zoom that is shown."""
        stage = self._stage()
        composer, cell = stage.composer, self._terminal.cell
        if stage.sheet is None and self._surface and cell and isinstance(composer, PaintedComposer):
            self._surface.learn(sample_of(composer))
            stage.sheet = sheet_of(composer, f"{id(composer)}", cell, self._surface)
        return stage.sheet

    def _seen(self, y: int) -> Sequence[Run]:
        """The tiles in a line of the widget, in its cells."""
        return [*self._runs(y)]

    def _runs(self, y: int) -> Iterator[Run]:
        stage, (left, top), width = self._stage(), self._origin(), self._widget.size.width
        if self._ready and stage.sheet and 0 <= top + y < stage.layout.height:
            for run in stage.sheet.runs(top + y, max(0, left), min(left + width, stage.layout.width)):
                yield run._replace(x=run.x - left, y=y)
