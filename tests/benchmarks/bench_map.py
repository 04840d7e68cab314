"""What the map costs: layouts, full frames and cursor moves, as medians of processor time. Run it by hand:

python tests/benchmarks/bench_map.py
"""

import asyncio
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from time import process_time

from textual.app import App, ComposeResult
from textual.geometry import Size
from textual.scroll_view import ScrollView

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tui" / "map"))

from chart_sample import chart_entry, chart_scene  # type: ignore[import-not-found]
from hex_sample import counter, hex_map  # type: ignore[import-not-found]
from looks import LOOK  # type: ignore[import-not-found]
from sample import sample_map, sample_scene  # type: ignore[import-not-found]

from wargame_tui.board.area import AreaMapEntry
from wargame_tui.board.hexes import HexGrid, HexMapEntry
from wargame_tui.board.scene import Scene, SpaceScene
from wargame_tui.core.title import find_title
from wargame_tui.tui.map.chart_layout import CHART_SCALES, lay_out_chart
from wargame_tui.tui.map.hex_layout import HEX_ZOOMS, SCALES, HexLayout
from wargame_tui.tui.map.hex_map import HexMap
from wargame_tui.tui.map.hex_terrain import HexTerrain
from wargame_tui.tui.map.layout import ZOOMS, compute_layout, layout_for
from wargame_tui.tui.map.map_widget import MapWidget
from wargame_tui.tui.map.maps import MapEntry, map_widget

SIZE = (200, 60)
RUNS = 40


def timed(what: Callable[[], object], before: Callable[[], object] = lambda: None, runs: int = RUNS) -> float:
    """Median milliseconds of `what`; `before` is not counted."""
    times = []
    for _ in range(runs):
        before()
        start = process_time()
        what()
        times.append((process_time() - start) * 1000)
    return median(times)


def tell(what: str, milliseconds: float) -> None:
    """One line of the report."""
    print(f"{what:<58}{milliseconds:9.2f} ms")


def layouts(name: str, entry: AreaMapEntry) -> None:
    """Time to lay out and to read from the cache, per zoom."""
    with tempfile.TemporaryDirectory() as folder:
        for zoom in ZOOMS:
            layout = layout_for(entry, zoom, Path(folder))
            spaces = f"{len(layout.ids)} spaces, {layout.width}x{layout.height} cells"
            fresh = timed(partial(compute_layout, entry, zoom), runs=30)
            tell(f"layout {name} {zoom} ({spaces})", fresh)
            cached = timed(partial(layout_for, entry, zoom, Path(folder)), runs=30)
            tell(f"layout {name} {zoom} from the cache", cached)


def chart_layouts(name: str, entry: AreaMapEntry) -> None:
    """Time to lay out, per zoom."""
    for zoom in CHART_SCALES:
        layout = lay_out_chart(entry, zoom)
        spaces = f"{len(layout.boxes)} spaces, {layout.width}x{layout.height} cells"
        tell(f"layout {name} {zoom} ({spaces})", timed(partial(lay_out_chart, entry, zoom), runs=10))


class Bench(App[None]):
    """The map and an empty ScrollView, each as large as the screen."""

    CSS = "MapWidget, ScrollView { width: 200; height: 60; } Screen { overflow: hidden; }"

    def __init__(self, entry: MapEntry) -> None:
        super().__init__()
        self.map: MapWidget = map_widget(entry, glyphs="full", palette="truecolor", cache_dir=None, look=LOOK)
        self.empty = ScrollView()

    def compose(self) -> ComposeResult:
        yield self.map
        yield self.empty

    def on_mount(self) -> None:
        self.empty.virtual_size = Size(250, 90)


def frame(widget: ScrollView) -> None:
    """Render every line of a widget."""
    for y in range(SIZE[1]):
        widget.render_line(y)


def campaign() -> HexMapEntry:
    """The sample hex map repeated to the size of a campaign: 70 columns by 43 rows."""
    small = hex_map()
    sheet = small.grid.sheets[0].model_copy(update={"columns": 70})
    grid = small.grid.model_copy(update={"sheets": (sheet,), "rows": 43})
    terrain = tuple((small.terrain[row % 9] * 6)[:70] for row in range(43))
    numbers = HexGrid(grid)
    rivers = dict(small.rivers)
    roads = []
    for row in range(2, 43, 5):
        across = [numbers.names[numbers.at(column, row) or 0] for column in range(1, 71)]
        roads.append(small.roads[0].model_copy(update={"path": tuple(across)}))
        banks = [numbers.hexside(numbers.index[name], numbers.index[name] + 1) for name in across]
        rivers[f"River {row}"] = small.rivers["Ring"].model_copy(update={"hexsides": tuple(banks)})
    rivers = {name: river for name, river in rivers.items() if name.startswith("River")}
    places = tuple(
        small.places[0].model_copy(update={"name": f"Town {name}", "hexes": (name,)}) for name in numbers.names[::12]
    )
    changes = {"grid": grid, "terrain": terrain, "roads": tuple(roads), "places": places, "rivers": rivers}
    return small.model_copy(update=changes)


def campaign_scene(entry: HexMapEntry) -> Scene:
    """Two units in every tenth hex."""
    sides = ("German", "Allied")
    names = HexGrid(entry.grid).names[::10]
    return Scene(
        {
            name: SpaceScene(counters=(counter(f"{name}a", sides[n % 2]), counter(f"{name}b", sides[n % 2], "moved")))
            for n, name in enumerate(names)
        }
    )


def hex_layouts(name: str, entry: HexMapEntry) -> None:
    """Time from the map file to a widget with its first frame of a zoom."""
    for zoom in HEX_ZOOMS:
        layout = HexLayout(HexTerrain(entry, LOOK), SCALES[zoom])
        cells = f"{len(layout.boxes)} spaces, {layout.width}x{layout.height} cells"

        def ready(zoom: str = zoom) -> None:
            HexMap(entry, zoom=zoom, look=LOOK).show(campaign_scene(entry))

        tell(f"widget {name} {zoom} ({cells})", timed(ready, runs=10))


async def drawing(name: str, entry: MapEntry, scene: Scene) -> None:
    """Frames, scrolling and cursor moves in a running app."""
    app = Bench(entry)
    async with app.run_test(size=SIZE):
        area_map = app.map
        area_map.show(scene)
        tell("empty ScrollView, frame of 60 lines", timed(lambda: frame(app.empty)))
        for zoom in area_map.zooms:
            area_map.set_zoom(zoom)
            spaces = area_map.spaces_in_view
            area_map.go_to(spaces[0])
            cold = timed(lambda: frame(area_map), area_map._redraw_all)
            tell(f"frame {name} {zoom}, cold rows", cold)
            tell(f"frame {name} {zoom}, warm rows", timed(lambda: frame(area_map)))
            turn = count()

            def scroll(turn: Iterator[int] = turn) -> None:
                by = 1 if next(turn) % 20 < 10 else -1
                area_map.scroll_relative(8 * by, 3 * by, animate=False, immediate=True)
                frame(area_map)

            tell(f"scroll {name} {zoom}, whole frame", timed(scroll))

            def move(spaces: list[str] = spaces, turn: Iterator[int] = turn) -> None:
                area_map.go_to(spaces[next(turn) % len(spaces)])
                frame(area_map)

            tell(f"cursor move {name} {zoom}, whole frame", timed(move))


def main() -> None:
    """Run all."""
    sample = sample_map()
    maps: dict[str, AreaMapEntry] = {"sample": sample}
    for title_id, scenario in (("tigers_in_the_mist", "campaign"), ("montys_gamble", "basic")):
        maps[title_id] = find_title(title_id).map_entry(f"{title_id}/{scenario}")  # type: ignore[attr-defined]
    for name, entry in maps.items():
        layouts(name, entry)
        asyncio.run(drawing(name, entry, sample_scene(entry)))
    for name in ("pacific", "normandy"):
        chart_layouts(name, chart_entry(name))
        asyncio.run(drawing(name, chart_entry(name), chart_scene(chart_entry(name))))
    hexes = campaign()
    hex_layouts("hexes", hexes)
    asyncio.run(drawing("hexes", hexes, campaign_scene(hexes)))


if __name__ == "__main__":
    main()
