"""Pictures for terminals: a window of 200x60 cells of 10x20 pixels, encoded and written to nowhere.

    .venv/bin/python -m tests.benchmarks.bench_pixels

Processor time, medians of five: the whole window at first, the same scrolled by a row and by three, one line of it.
"""

from collections.abc import Callable
from os import devnull
from statistics import median
from time import process_time

from textual.strip import Strip

from tests.tui.paint.shown import painted
from wargame_tui.tui.paint.pixels import PixelSurface, Run, Write
from wargame_tui.tui.paint.pixels.kitty import Placeholders, Placements
from wargame_tui.tui.paint.pixels.sixel import Sixels
from wargame_tui.tui.paint.terminal import Abilities

CELL, COLUMNS, ROWS, TILE = (10, 20), 200, 60, (40, 20)
FOOT, XTERM = (Abilities("sixel", cell=CELL, name=name) for name in ("foot", "xterm"))
KINDS: dict[str, Callable[[Write], PixelSurface]] = {
    "placeholders": Placeholders,
    "placements": Placements,
    "sixel, foot": lambda write: Sixels(write, FOOT),
    "sixel, xterm": lambda write: Sixels(write, XTERM),
}
PICTURE = painted(COLUMNS, 2 * ROWS, CELL)


def window(surface: PixelSurface, top: int) -> tuple[list[Run], int]:
    """The window scrolled to a row: its tiles given, its lines made; and the bytes of those."""
    runs, text = [], 0
    for y in range(ROWS):
        row, line = divmod(top + y, TILE[1])
        segments = []
        for column in range(COLUMNS // TILE[0]):
            if not surface.has((column, row)):
                down, across = row * TILE[1] * CELL[1], column * TILE[0] * CELL[0]
                tile = PICTURE[down : down + TILE[1] * CELL[1], across : across + TILE[0] * CELL[0]]
                surface.put((column, row), tile, *TILE)
            runs.append(Run(column * TILE[0], y, TILE[0], (column, row), line, 0))
            segments.append(surface.cells((column, row), line, 0, TILE[0]))
        text += len(Strip(segments).text.encode())
    return runs, text


def measured(kind: Callable[[Write], PixelSurface]) -> dict[str, tuple[float, int, int]]:
    """Milliseconds, bytes of pictures and bytes of characters of each step."""
    found: dict[str, tuple[float, int, int]] = {}
    with open(devnull, "w", encoding="utf-8") as nowhere:
        sent = 0

        def write(text: str) -> None:
            nonlocal sent
            sent += nowhere.write(text)

        surface = kind(write)
        surface.learn(PICTURE[::6, ::6])
        for name, top, lines in (("window", 0, ROWS), ("one row on", 1, ROWS), ("three on", 4, ROWS), ("a line", 4, 1)):
            sent, start = 0, process_time()
            runs, text = window(surface, top)
            if lines == ROWS:
                surface.prepare(runs)
            surface.lay(runs, frozenset(range(lines)))
            found[name] = 1000 * (process_time() - start), sent, text * lines // ROWS
    return found


def main() -> None:
    """Print it."""
    print(f"{'':14}" + "".join(f"{name:>28}" for name in measured(KINDS["placements"])))
    for name, kind in KINDS.items():
        runs = [measured(kind) for _ in range(5)]
        cells = []
        for step in runs[0]:
            sent, text = runs[0][step][1:]
            cells.append(f"{median(run[step][0] for run in runs):5.1f} ms {sent / 1000:6.0f}+{text / 1000:.0f} kB")
        print(f"{name:14}" + "".join(f"{cell:>28}" for cell in cells))


if __name__ == "__main__":
    main()
