"""What painted maps cost, in cells and in pixels, beside an empty ScrollView. Run it by hand:

    .venv/bin/python -m tests.benchmarks.bench_paint [TITLE/SCENARIO ...] [--only octants]

The opening scenes of the titles on a screen of 200x60 cells; medians of processor time in milliseconds. `cold` is the
first picture of a zoom, `disk` the same with tiles that were painted before; `warm` a whole frame, `cursor` a step of
the cursor within it, `row` and `column` a scroll, each with what a terminal would be told to show. Pixels are 10x20 a
cell and go nowhere. At the end, of a process for every title and kind, the memory after a walk over the whole map at
all zooms.
"""

import argparse
import asyncio
import gc
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from textual.app import App, ComposeResult
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView

from wargame_tui.board.title import BoardTitle
from wargame_tui.cli import be_patient
from wargame_tui.core.game import Game
from wargame_tui.tui.map.map_widget import MapWidget
from wargame_tui.tui.map.maps import map_widget
from wargame_tui.tui.map.view import Box, Surface

SIZE = COLUMNS, ROWS = 200, 60
CELL = 10, 20
RUNS = 20
KINDS = ("quadrants", "sextants", "octants", "pixels")
TITLES = (
    "ardennes_44/campaign", "liberty_roads/campaign", "montys_gamble/basic",
    "tigers_in_the_mist/campaign", "pacific_commander/1942", "desert_commander/normandy_1944",
)  # fmt: skip
STEPS = ("cold", "disk", "warm", "cursor", "row", "column")


class Bench(App[None]):
    """A painted map and an empty ScrollView, each as large as the screen."""

    CSS = "MapWidget, ScrollView { width: 200; height: 60; } Screen { overflow: hidden; }"

    def __init__(self, map_: MapWidget) -> None:
        super().__init__()
        self.map = map_
        self.empty = ScrollView()

    def compose(self) -> ComposeResult:
        yield self.map
        yield self.empty

    def on_mount(self) -> None:
        self.empty.virtual_size = Size(500, 200)


def painted(scenario: str, kind: str, cache: Path | None, zoom: str | None = None) -> MapWidget:
    """The map of a scenario with its opening scene."""
    game = Game.new(scenario, 1)
    title: BoardTitle[Any] = game.title  # type: ignore[assignment]
    surface = Surface("paper", "quadrants" if kind == "pixels" else kind, cache)
    made = map_widget(
        title.map_of(game.state),
        glyphs="full",
        palette="truecolor",
        cache_dir=cache,
        look=title.look(),
        surface=surface,
    )
    made.show(title.scene(game.state))
    if zoom:
        made.set_zoom(zoom)
    return made


class Nowhere:
    """A surface of pixels that keeps the names of its tiles alone."""

    def __init__(self) -> None:
        self._known: set[object] = set()

    def learn(self, sample: object) -> None:
        """Nothing to learn."""

    def has(self, key: object) -> bool:
        """Whether a tile was given."""
        return key in self._known

    def put(self, key: object, pixels: object, columns: int, rows: int) -> None:
        """Take a tile."""
        self._known.add(key)


def drawn(map_: MapWidget, kind: str) -> Callable[[], None]:
    """What brings all that is in view to the screen."""
    nowhere, sheets = Nowhere(), {}

    def frame() -> None:
        stage = map_._stage
        if kind != "pixels":
            map_.render_lines(Region(0, 0, COLUMNS, ROWS))
            return
        from wargame_tui.tui.paint.surface import sheet_of

        if stage.sheet is None:
            stage.sheet = sheets[map_.zoom_name] = sheet_of(stage.composer, map_.zoom_name, CELL, nowhere)  # type: ignore[arg-type]
        stage.sheet.make(Box(*map_._origin(), COLUMNS, ROWS), 1e9)

    return frame


def once(what: Callable[[], object]) -> float:
    """Milliseconds of something."""
    start = process_time()
    what()
    return (process_time() - start) * 1000


async def zooms_on_screen(scenario: str, kind: str) -> tuple[str, ...]:
    """The zooms that are of use on a screen of the size."""
    map_ = painted(scenario, kind, None)
    async with Bench(map_).run_test(size=SIZE):
        return map_.zooms


async def timed(scenario: str, kind: str, cache: Path) -> Iterator[tuple[str, dict[str, float]]]:
    """By zoom, the milliseconds of every step."""
    found: list[tuple[str, dict[str, float]]] = []
    for zoom in await zooms_on_screen(scenario, kind):
        times: dict[str, list[float]] = {}
        for step in ("cold", "disk"):
            map_ = painted(scenario, kind, cache)
            app = Bench(map_)
            async with app.run_test(size=SIZE):
                frame = drawn(map_, kind)
                map_.go_to(map_.amid)
                if map_.zoom_name == zoom:
                    map_.set_zoom(next(name for name in map_.zooms if name != zoom))
                gc.freeze()
                times[step] = [once(lambda map_=map_, frame=frame, zoom=zoom: (map_.set_zoom(zoom), frame()))]  # type: ignore[misc]
                if step == "disk":
                    await _moves(app, frame, times)
        found.append((zoom, {step: median(times[step]) for step in times}))
    return iter(found)


def wholly_in_view(map_: MapWidget) -> list[str]:
    """The spaces to which the cursor goes without a scroll; where they are that large, those of which most is seen."""
    (left, top), (width, height), boxes = map_._origin(), map_.size, map_.layout_now.boxes

    def inside(space: str) -> bool:
        x, y, across, down = boxes[space]
        return left < x and x + across < left + width and top < y and y + down < top + height

    return [space for space in map_.spaces_in_view if inside(space)] or map_.spaces_in_view


async def _moves(app: Bench, frame: Callable[[], None], times: dict[str, list[float]]) -> None:
    map_ = app.map
    times["warm"] = [once(lambda: (_put_down(map_), frame())) for _ in range(RUNS)]  # type: ignore[func-returns-value]
    spaces = cycle(wholly_in_view(map_)[:RUNS])
    map_.go_to(next(spaces), near=True)
    frame()
    times["cursor"] = [once(lambda: (map_.go_to(next(spaces), near=True), frame())) for _ in range(RUNS)]
    for name, by in (("row", (0, 1)), ("column", (1, 0))):
        times[name] = []
        for n in range(RUNS):
            way = 1 if n < RUNS // 2 else -1
            x, y = by[0] * way, by[1] * way
            times[name].append(
                once(lambda x=x, y=y: (map_.scroll_relative(x, y, animate=False, immediate=True), frame()))  # type: ignore[misc]
            )
    times["empty"] = [once(lambda: [app.empty.render_line(y) for y in range(ROWS)]) for _ in range(RUNS)]


def _put_down(map_: MapWidget) -> None:
    """Forget the segments of a map, not what they are made of."""
    map_._stage._strips.clear()
    map_._stage.composer._told.clear()  # type: ignore[attr-defined]


async def walk(scenario: str, kind: str) -> None:
    """Over the whole map at all zooms; then print the memory in megabytes."""
    map_ = painted(scenario, kind, None)
    app = Bench(map_)
    async with app.run_test(size=SIZE):
        frame = drawn(map_, kind)
        for zoom in map_.zooms:
            map_.set_zoom(zoom)
            for y in range(0, map_.layout_now.height, ROWS):
                for x in range(0, map_.layout_now.width, COLUMNS):
                    map_.scroll_to(x, y, animate=False, immediate=True, force=True)
                    frame()
        print(f"{memory():.0f}")


def memory() -> float:
    """Megabytes of this process now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


def walked(scenario: str, kind: str) -> str:
    """What a process of its own prints of a walk."""
    command = [sys.executable, "-m", "tests.benchmarks.bench_paint", scenario, "--only", kind, "--walk"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def report(scenarios: Sequence[str], kinds: Sequence[str]) -> None:
    """Print all figures."""
    print(f"{'':44}" + "".join(f"{step:>9}" for step in (*STEPS, "empty")))
    for scenario in scenarios:
        for kind in kinds:
            with tempfile.TemporaryDirectory() as folder:
                for zoom, times in asyncio.run(timed(scenario, kind, Path(folder))):
                    told = "".join(f"{times[step]:9.1f}" for step in (*STEPS, "empty"))
                    print(f"{scenario + ' ' + kind + ' ' + zoom:44}{told}", flush=True)
    for scenario in scenarios:
        print(
            f"{scenario}: MB after a walk: " + ", ".join(f"{kind} {walked(scenario, kind)}" for kind in kinds),
            flush=True,
        )


def main() -> None:
    """Read the command line."""
    be_patient()  # As the program is.
    parser = argparse.ArgumentParser(description="What painted maps cost.")
    parser.add_argument("scenarios", nargs="*", default=TITLES)
    parser.add_argument("--only", choices=KINDS)
    parser.add_argument("--walk", action="store_true", help="only the memory of one title")
    given = parser.parse_args()
    kinds = (given.only,) if given.only else KINDS
    if given.walk:
        asyncio.run(walk(given.scenarios[0], kinds[0]))
    else:
        report(given.scenarios, kinds)


if __name__ == "__main__":
    main()
