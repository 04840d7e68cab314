"""Painted maps put together: painter, what lies over it, lettering."""

from typing import cast

from wargame_tui.tui.map.glyphs import GlyphSet
from wargame_tui.tui.map.hex_layout import HexLayout
from wargame_tui.tui.map.view import Surface, View
from wargame_tui.tui.paint.borrowed import HexLettering
from wargame_tui.tui.paint.cells import GlyphKind
from wargame_tui.tui.paint.hex_over import HexOver
from wargame_tui.tui.paint.hex_painter import HexPainter
from wargame_tui.tui.paint.painted import PaintedComposer
from wargame_tui.tui.paint.style import StyleName, map_style


def painted_hexes(layout: HexLayout, glyphs: GlyphSet, view: View, surface: Surface) -> PaintedComposer:
    """A hex map, painted."""
    style = map_style(cast(StyleName, surface.style))
    painter = HexPainter(layout, style)
    over = HexOver(layout, painter.shape, view, style)
    lettering = HexLettering(layout, glyphs, view, style)
    return PaintedComposer(layout, painter, over, lettering, view, style, cast(GlyphKind, surface.cells))
