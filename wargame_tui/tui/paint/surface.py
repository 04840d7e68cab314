"""Painted maps put together: painter, tiles, what lies over them, lettering."""

import re
from collections.abc import Mapping
from typing import cast

import numpy as np

from wargame_tui.board.area import AreaMapEntry
from wargame_tui.board.files import Entry
from wargame_tui.board.look import Look
from wargame_tui.tui.map.chart_layout import ChartLayout
from wargame_tui.tui.map.glyphs import GlyphSet
from wargame_tui.tui.map.hex_layout import AnyHexLayout, HexLayout
from wargame_tui.tui.map.layout import Layout
from wargame_tui.tui.map.reduced import ReducedLayout
from wargame_tui.tui.map.theatre import TheatreComposer
from wargame_tui.tui.map.view import Box, MapLayout, Surface, View
from wargame_tui.tui.paint.area_over import AreaOver, SpaceOver
from wargame_tui.tui.paint.area_painter import AreaPainter
from wargame_tui.tui.paint.canvas import Grain, Pixels
from wargame_tui.tui.paint.cells import GRAINS, GlyphKind
from wargame_tui.tui.paint.chart_painter import ChartPainter
from wargame_tui.tui.paint.counter_face import CARDS
from wargame_tui.tui.paint.hex_over import HexOver
from wargame_tui.tui.paint.hex_painter import HexPainter
from wargame_tui.tui.paint.lettering.areas import AreaLettering
from wargame_tui.tui.paint.lettering.charts import ChartLettering
from wargame_tui.tui.paint.lettering.hexes import HexLettering
from wargame_tui.tui.paint.lettering.theatre import TheatreLettering
from wargame_tui.tui.paint.painted import PaintedComposer
from wargame_tui.tui.paint.painter import Painter
from wargame_tui.tui.paint.picture import Picture
from wargame_tui.tui.paint.pixels import PixelSurface
from wargame_tui.tui.paint.pixels.sheet import Sheet
from wargame_tui.tui.paint.reduced_painter import ReducedPainter
from wargame_tui.tui.paint.shelf import Shelf, digest
from wargame_tui.tui.paint.style import MapStyle, StyleName, style_of
from wargame_tui.tui.paint.tiles import Ground, rgb

SAMPLES = 6
"""Tiles of which a sample of colours is taken."""


def painted_hexes(layout: AnyHexLayout, glyphs: GlyphSet, view: View, surface: Surface) -> PaintedComposer:
    """A hex map, painted. Raises DataError if the title's look fits no style."""
    style = _style(view, surface)
    painter = HexPainter(layout, style)
    ground = _ground(painter, layout, surface, repr(layout.scale), layout.entry, view.look, style)
    over = HexOver(layout, painter.shape, view, style)
    # Where hexes are smaller than cells only places and boxes are lettered.
    lettering = HexLettering(cast(HexLayout, layout), glyphs, view, style)
    return PaintedComposer(ground, over, lettering, view, style, _kind(surface))


def painted_areas(
    entry: AreaMapEntry, layout: Layout, glyphs: GlyphSet, view: View, surface: Surface, terrain: Mapping[str, str]
) -> PaintedComposer:
    """An area map, painted; `terrain`: that of the spaces that have one. Raises DataError as above."""
    style = _style(view, surface)
    painter = AreaPainter(entry, layout, style, view.look, terrain)
    ground = _ground(painter, layout, surface, layout.zoom + repr(sorted(terrain.items())), entry, view.look, style)
    over = AreaOver(entry, painter, view, style)
    lettering = AreaLettering(entry, layout, glyphs, view, style)
    return PaintedComposer(ground, over, lettering, view, style, _kind(surface))


def painted_theatre(
    entry: AreaMapEntry,
    theatre: TheatreComposer,
    layout: ReducedLayout,
    view: View,
    surface: Surface,
    terrain: Mapping[str, str],
) -> PaintedComposer:
    """The whole of a large area map, painted; `theatre` knows what is written on it. Raises DataError as above."""
    style = _style(view, surface)
    painter = ReducedPainter(layout, AreaPainter(entry, layout.far, style, view.look, terrain))
    ground = _ground(
        painter, layout, surface, f"{layout.width}x{layout.height}{sorted(terrain.items())}", entry, view.look, style
    )
    over = SpaceOver(painter, view, style)
    return PaintedComposer(ground, over, TheatreLettering(theatre, style), view, style, _kind(surface))


def painted_chart(
    entry: AreaMapEntry, layout: ChartLayout, glyphs: GlyphSet, view: View, surface: Surface
) -> PaintedComposer:
    """A chart, painted. Raises DataError as above."""
    style = _style(view, surface)
    painter = ChartPainter(entry, layout, style, view.look)
    ground = _ground(painter, layout, surface, f"{layout.zoom} {layout.factors}", entry, view.look, style)
    over = SpaceOver(painter, view, style)
    lettering = ChartLettering(entry, layout, glyphs, view, style)
    return PaintedComposer(ground, over, lettering, view, style, _kind(surface))


def style_on(look: Look, surface: Surface) -> MapStyle:
    """The style of a surface as a title wants it. Raises DataError if the title's look fits no style."""
    return style_of(look, cast(StyleName, surface.style), few=surface.few)


def _style(view: View, surface: Surface) -> MapStyle:
    return style_on(view.look, surface)


def _kind(surface: Surface) -> GlyphKind:
    return cast(GlyphKind, surface.cells)


def _ground(painter: Painter, layout: MapLayout, surface: Surface, zoom: str, *entries: Entry) -> Ground:
    """The tiles of a painter, kept on disk if there is a place for them."""
    folder, key = surface.cache, digest(*entries, zoom=zoom) if surface.cache else ""
    return Ground(painter, layout, GRAINS[_kind(surface)], lambda grain: Shelf(folder, key, grain) if folder else None)


def sample_of(cells: PaintedComposer) -> Pixels:
    """The colours of a painted map for terminals that show but few: country, all colours of the style, cardboard."""
    ground = cells.ground
    places = [*ground.under(Box(0, 0, cells.layout.width, cells.layout.height))]
    tiles = [ground.tile(*place).pixels for place in places[:: len(places) // SAMPLES + 1]]
    land = np.concatenate([tile.reshape(-1, 3) for tile in tiles])
    colors = re.findall(r"#[0-9a-f]{6}", cells.style.model_dump_json() + repr(CARDS))
    flat = np.asarray([rgb(color) for color in sorted({*colors})], np.uint8)
    return np.concatenate([land, np.repeat(flat, len(land) // len(flat) // 2 + 1, axis=0)])[None]


def sheet_of(cells: PaintedComposer, name: str, cell: tuple[int, int], terminal: PixelSurface) -> Sheet:
    """A painted map in the pixels of a terminal: `cell` has so many across and down."""
    across, down = cell
    ground = cells.ground.of_grain(Grain(2 * across, 2 * down, across, down))
    return Sheet(name, Picture(ground, cells), terminal)
