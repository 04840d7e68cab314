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

from sample import sample_map, sample_scene  # type: ignore[import-not-found]

from wargame_tui.board.area import AreaMapEntry
from wargame_tui.core.title import find_title
from wargame_tui.tui.map.area_map import AreaMap
from wargame_tui.tui.map.layout import ZOOMS, compute_layout, layout_for

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


class Bench(App[None]):
    """The map and an empty ScrollView, each as large as the screen."""

    CSS = "AreaMap, ScrollView { width: 200; height: 60; } Screen { overflow: hidden; }"

    def __init__(self, entry: AreaMapEntry) -> None:
        super().__init__()
        self.map = AreaMap(entry)
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


async def drawing(name: str, entry: AreaMapEntry) -> None:
    """Frames and cursor moves in a running app."""
    app = Bench(entry)
    async with app.run_test(size=SIZE):
        area_map = app.map
        area_map.show(sample_scene(entry))
        tell("empty ScrollView, frame of 60 lines", timed(lambda: frame(app.empty)))
        for zoom in ZOOMS:
            area_map.set_zoom(zoom)
            spaces = area_map.spaces_in_view
            area_map.go_to(spaces[0])
            cold = timed(lambda: frame(area_map), area_map._redraw_all)
            tell(f"frame {name} {zoom}, cold rows", cold)
            tell(f"frame {name} {zoom}, warm rows", timed(lambda: frame(area_map)))
            turn = count()

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
        asyncio.run(drawing(name, entry))


if __name__ == "__main__":
    main()
