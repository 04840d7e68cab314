"""Painted maps' letters without a picture: what stands where, of any map, at any zoom."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, cast

from wargame_tui.board.area import AreaMapEntry
from wargame_tui.board.hexes import HexMapEntry
from wargame_tui.core.game import Game
from wargame_tui.core.title import find_scenario
from wargame_tui.tui.map.chart_layout import CHART_SCALES, lay_out_chart
from wargame_tui.tui.map.glyphs import GLYPH_SETS
from wargame_tui.tui.map.hex_layout import SCALES, HexLayout, hex_layout
from wargame_tui.tui.map.hex_terrain import HexTerrain
from wargame_tui.tui.map.layout import SCALES as AREA_SCALES
from wargame_tui.tui.map.layout import layout_for
from wargame_tui.tui.map.view import View
from wargame_tui.tui.paint.lettering.areas import AreaLettering
from wargame_tui.tui.paint.lettering.charts import ChartLettering
from wargame_tui.tui.paint.lettering.hexes import HexLettering
from wargame_tui.tui.paint.painter import Text
from wargame_tui.tui.paint.style import StyleName, map_style

AnyLettering = HexLettering | AreaLettering | ChartLettering
MapEntry = HexMapEntry | AreaMapEntry
SCENARIOS = (
    "ardennes_44/campaign", "liberty_roads/campaign", "first_command/mortain",
    "montys_gamble/basic", "tigers_in_the_mist/campaign",
    "pacific_commander/1942", "desert_commander/normandy_1944",
)  # fmt: skip


def lettering(
    entry: MapEntry, view: View, zoom: str = "near", style: StyleName = "paper", glyphs: str = "full"
) -> AnyLettering:
    """The letters of a map under a view."""
    colors, signs = map_style(style), GLYPH_SETS[glyphs]
    made: AnyLettering
    if isinstance(entry, HexMapEntry):
        made = HexLettering(cast(HexLayout, hex_layout(HexTerrain(entry, view.look), zoom)), signs, view, colors)
    elif entry.chart:
        made = ChartLettering(entry, _kept(entry, zoom, lay_out_chart), signs, view, colors)
    else:
        made = AreaLettering(entry, _kept(entry, zoom, layout_for), signs, view, colors)
    made.forget_all()
    return made


_LAYOUTS: dict[tuple[int, str], tuple[MapEntry, Any]] = {}


def _kept(entry: AreaMapEntry, zoom: str, lay_out: Callable[[AreaMapEntry, str], Any]) -> Any:
    """A layout, computed once."""
    key = id(entry), zoom
    if key not in _LAYOUTS:
        _LAYOUTS[key] = entry, lay_out(entry, zoom)
    return _LAYOUTS[key][1]


@cache
def opening(scenario: str) -> tuple[MapEntry, View]:
    """The map of a scenario, and its table as the game begins."""
    title, _ = find_scenario(scenario)
    state = Game(title, scenario, 1).state
    entry: Any = title.map_of(state)  # type: ignore[attr-defined]
    return entry, View(scene=title.scene(state), look=title.look())  # type: ignore[attr-defined]


def zooms_of(entry: MapEntry) -> tuple[str, ...]:
    """The zooms of a map."""
    return (*(SCALES if isinstance(entry, HexMapEntry) else CHART_SCALES if entry.chart else AREA_SCALES),)


def texts(made: AnyLettering) -> Iterator[tuple[int, Text]]:
    """All texts with their rows."""
    for y in range(made.layout.height):
        for text in made.row(y):
            yield y, text


def lines(made: AnyLettering) -> list[str]:
    """The rows as they read, later texts over earlier ones."""
    found = []
    for y in range(made.layout.height):
        cells = [" "] * (made.layout.width + 40)
        for text in made.row(y):
            for n, char in enumerate(text.words):
                if text.x + n >= 0:
                    cells[text.x + n] = char
        found.append("".join(cells).rstrip())
    return found


def with_words(made: AnyLettering, words: str) -> list[tuple[int, Text]]:
    """The texts that say so."""
    return [(y, text) for y, text in texts(made) if text.words.strip() == words]
