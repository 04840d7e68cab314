"""Painted maps put together: painter, tiles, what lies over them, lettering."""

from typing import cast

from wargame_tui.board.files import Entry
from wargame_tui.tui.map.glyphs import GlyphSet
from wargame_tui.tui.map.hex_layout import HexLayout
from wargame_tui.tui.map.view import MapLayout, Surface, View
from wargame_tui.tui.paint.cells import GRAINS, GlyphKind
from wargame_tui.tui.paint.hex_over import HexOver
from wargame_tui.tui.paint.hex_painter import HexPainter
from wargame_tui.tui.paint.lettering.hexes import HexLettering
from wargame_tui.tui.paint.painted import PaintedComposer
from wargame_tui.tui.paint.painter import Painter
from wargame_tui.tui.paint.shelf import Shelf, digest
from wargame_tui.tui.paint.style import MapStyle, StyleName, style_of
from wargame_tui.tui.paint.tiles import Ground


def painted_hexes(layout: HexLayout, glyphs: GlyphSet, view: View, surface: Surface) -> PaintedComposer:
    """A hex map, painted. Raises DataError if the title's look fits no style."""
    style = _style(view, surface)
    painter = HexPainter(layout, style)
    ground = _ground(painter, layout, surface, layout.scale.zoom, layout.entry, view.look, style)
    over = HexOver(layout, painter.shape, view, style)
    lettering = HexLettering(layout, glyphs, view, style)
    return PaintedComposer(ground, over, lettering, view, style, _kind(surface))


def _style(view: View, surface: Surface) -> MapStyle:
    return style_of(view.look, cast(StyleName, surface.style))


def _kind(surface: Surface) -> GlyphKind:
    return cast(GlyphKind, surface.cells)


def _ground(painter: Painter, layout: MapLayout, surface: Surface, zoom: str, *entries: Entry) -> Ground:
    """The tiles of a painter, kept on disk if there is a place for them."""
    grain = GRAINS[_kind(surface)]
    shelf = Shelf(surface.cache, digest(*entries, zoom=zoom, grain=grain)) if surface.cache else None
    return Ground(painter, layout, grain, shelf)
