"""The widget, the names and the composer that belong to a map file, whatever kind of map it is."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from wargame_tui.board.area import AreaMapEntry
from wargame_tui.board.hexes import HexMapEntry
from wargame_tui.board.look import PLAIN, Look
from wargame_tui.tui.map.area_map import AreaMap, area_composer, terrain_on
from wargame_tui.tui.map.chart_compose import ChartComposer
from wargame_tui.tui.map.chart_layout import lay_out_chart
from wargame_tui.tui.map.chart_map import ChartMap
from wargame_tui.tui.map.compose import Composer
from wargame_tui.tui.map.glyphs import GlyphSet
from wargame_tui.tui.map.hex_layout import hex_layout
from wargame_tui.tui.map.hex_map import AnyHexComposer, HexMap, composer_of
from wargame_tui.tui.map.hex_terrain import HexTerrain, names_of
from wargame_tui.tui.map.layout import layout_for, spaces_of
from wargame_tui.tui.map.map_widget import MapWidget
from wargame_tui.tui.map.palette import EIGHT_BIT
from wargame_tui.tui.map.theatre import TheatreComposer
from wargame_tui.tui.map.view import MapLayout, Surface, View

if TYPE_CHECKING:
    from wargame_tui.tui.paint.painted import PaintedComposer
    from wargame_tui.tui.settings import Settings

MapEntry = AreaMapEntry | HexMapEntry


def surface_of(settings: "Settings", cache_dir: Path | None) -> Surface | None:
    """How settings have maps painted, if they are."""
    few = settings.palette == EIGHT_BIT.name
    return Surface(settings.map, settings.cells, cache_dir, few) if settings.painted else None


def map_widget(
    entry: MapEntry,
    *,
    glyphs: str,
    palette: str,
    cache_dir: Path | None,
    look: Look = PLAIN,
    surface: Surface | None = None,
) -> MapWidget:
    """The widget for a map."""
    if isinstance(entry, HexMapEntry):
        return HexMap(entry, glyphs=glyphs, palette=palette, look=look, surface=surface)
    if entry.chart:
        return ChartMap(entry, glyphs=glyphs, palette=palette, look=look, surface=surface)
    return AreaMap(entry, glyphs=glyphs, palette=palette, look=look, surface=surface, cache_dir=cache_dir)


AnyComposer = Composer | TheatreComposer | ChartComposer | AnyHexComposer


def composer_for(entry: MapEntry, zoom: str, glyphs: GlyphSet, view: View) -> AnyComposer:
    """The composer of a map at a zoom."""
    if isinstance(entry, HexMapEntry):
        return composer_of(hex_layout(HexTerrain(entry, view.look), zoom), glyphs, view)
    if entry.chart:
        return ChartComposer(entry, lay_out_chart(entry, zoom), glyphs, view)
    return area_composer(entry, layout_for(entry, zoom), glyphs, view)


def layout_at(entry: MapEntry, zoom: str, look: Look = PLAIN) -> MapLayout:
    """Where everything is at a zoom."""
    if isinstance(entry, HexMapEntry):
        return hex_layout(HexTerrain(entry, look), zoom)
    return lay_out_chart(entry, zoom) if entry.chart else layout_for(entry, zoom)


def painted_for(entry: MapEntry, zoom: str, glyphs: GlyphSet, view: View, surface: Surface) -> "PaintedComposer":
    """The composer of a map at a zoom, painted; terrain that belongs to the scene is that of the scene in view now."""
    from wargame_tui.tui.paint.surface import painted_areas, painted_chart, painted_hexes

    if isinstance(entry, HexMapEntry):
        return painted_hexes(hex_layout(HexTerrain(entry, view.look), zoom), glyphs, view, surface)
    if entry.chart:
        return painted_chart(entry, lay_out_chart(entry, zoom), glyphs, view, surface)
    return painted_areas(entry, layout_for(entry, zoom), glyphs, view, surface, terrain_on(view.scene))


def prepare(entry: MapEntry, zooms: Sequence[str], cache_dir: Path) -> None:
    """Lay a map out for some zooms and keep that in the cache; hexes and charts are laid out as they are needed."""
    if isinstance(entry, AreaMapEntry) and entry.chart is None:
        for zoom in zooms:
            layout_for(entry, zoom, cache_dir)


def names(entry: MapEntry) -> Mapping[str, str]:
    """Number and name of every space."""
    if isinstance(entry, HexMapEntry):
        return names_of(entry)
    return {space: f"{space} {item.name}" for space, item in spaces_of(entry).items()}
