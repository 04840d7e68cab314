"""What every kind of map shares: what is laid over it, and what the widget asks of a layout and of a composer."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Protocol

from rich.segment import Segment

from wargame_tui.board.look import PLAIN, Look
from wargame_tui.board.scene import Counter, Overlay, Scene, SpaceScene, worth
from wargame_tui.tui.map.palette import Palette

TINY = 1e-6
"""By so much a product may be off."""
THEATRE = "theatre"
"""The zoom at which the whole of a large map fits a small screen."""
WHOLE = "whole"
"""The zoom at which the whole of a painted map fills a larger one."""


class Cells(NamedTuple):
    """Columns and rows."""

    width: int
    height: int


SMALL = Cells(80, 21)
"""What 80 by 24 cells leave to the map while the panes are hidden."""

BLANK = "outside", "plain"
"""Ground and ink where there is no map."""
Run = tuple[str, str, str]
"""Text, ground, ink."""


class Box(NamedTuple):
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int


@dataclass(slots=True)
class View:
    """All that is laid over the layout: set by the widget, read when rows are composed."""

    scene: Scene = field(default_factory=lambda: Scene(spaces={}))
    look: Look = PLAIN
    """How the title's sides, branches and terrains are drawn."""
    overlay: Overlay = field(default_factory=Overlay)
    cursor: str | None = None
    hover: str | None = None
    jumps: Mapping[str, str] = field(default_factory=dict)
    """Space to its jump label."""
    stripe: Callable[[Counter], tuple[str, ...]] | None = None
    """The colours of the band at a counter's left edge, where bands are wanted."""
    window: Box | None = None
    """The cells of the map on the screen; None: all of it."""

    def room(self, beside: Box, width: int, height: int) -> Box:
        """Where what lies beside a box may be, on a map of that size: on the screen, if the middle of the box is."""
        x, y, across, down = self.window or Box(0, 0, width, height)
        left, top, right, bottom = max(0, x), max(0, y), min(width, x + across), min(height, y + down)
        inside = left <= beside.x + beside.width // 2 < right and top <= beside.y + beside.height // 2 < bottom
        return Box(left, top, right - left, bottom - top) if inside else Box(0, 0, width, height)


class Surface(NamedTuple):
    """How a map is painted, where it is more than characters on flat grounds."""

    style: str
    """`paper` or `night`."""
    cells: str
    """The finest glyphs of the terminal's font: `halves`, `quadrants`, `sextants`, `octants`."""
    cache: Path | None = None
    """Where painted tiles are kept."""
    few: bool = False
    """Whether the terminal has 256 colours only."""


class MapLayout(Protocol):
    """A map laid out at one zoom."""

    @property
    def width(self) -> int:
        """Width in cells."""

    @property
    def height(self) -> int:
        """Height in cells."""

    @property
    def boxes(self) -> Mapping[str, Box]:
        """Where the label of every space is."""

    def space_at(self, x: int, y: int) -> str | None:
        """The space to which a cell belongs."""


class MapComposer(Protocol):
    """The rows of one layout under a view."""

    def forget_all(self) -> None:
        """Compose everything anew: the scene changed altogether."""

    def forget(self, spaces: Iterable[str], *, labels_only: bool = False) -> list[Box]:
        """Compose these spaces anew; returns the rectangles that must be repainted."""

    def rest(self) -> None:
        """Keep nothing that can be had again at once: other zooms are shown."""

    def prepare(self, box: Box, *, beyond: bool = True) -> bool:
        """Do a little of what scrolling will need, nearest to a rectangle first; whether there was anything to do.

        Without what is `beyond`: only what the rectangle itself will need.
        """

    def segments(self, y: int, left: int, right: int, palette: Palette) -> list[Segment]:
        """The row from one column to another, both on the map."""

    def beyond(self, y: int, left: int, right: int, palette: Palette) -> list[Segment]:
        """A row from one column to another where the map does not reach: it does not fill the screen."""

    def unit_at(self, x: int, y: int) -> str | None:
        """The unit whose counter covers a cell."""

    def picture(self, width: int, height: int) -> Sequence[Sequence[Run]] | None:
        """All of the map in so many columns and rows, cell by cell; None if it is not painted."""

    def ground_of(self, space: str) -> str:
        """The ground of a space on the overview; nothing where the picture shows it."""

    def mark_of(self, space: str) -> tuple[str, str, str]:
        """Ground, ink and glyph of a space on the overview."""


class RowComposer:
    """A composer of runs in the roles of a palette."""

    def rest(self) -> None:
        """Its runs are little and cost much."""

    def prepare(self, box: Box, *, beyond: bool = True) -> bool:
        """Its runs are made as they are seen."""
        return False

    def picture(self, width: int, height: int) -> Sequence[Sequence[Run]] | None:
        """None: an overview in characters has the ground of one space in each half of a cell."""
        return None

    def beyond(self, y: int, left: int, right: int, palette: Palette) -> list[Segment]:
        """Nothing."""
        return [Segment(" " * (right - left), palette.styles[BLANK])]

    def window(self, y: int, left: int, right: int) -> tuple[int, Sequence[Run]]:
        """The runs of a row over at least these columns, and the column where they begin."""
        raise NotImplementedError

    def segments(self, y: int, left: int, right: int, palette: Palette) -> list[Segment]:
        """The row from one column to another, both on the map."""
        start, runs = self.window(y, left, right)
        styles = palette.styles
        return [Segment(text, styles[ground, ink]) for text, ground, ink in cut(runs, left - start, right - start)]


def merge(chars: Sequence[str], grounds: Sequence[str], inks: Sequence[str]) -> list[Run]:
    """Neighbouring cells of one style as one run; there is at least one cell."""
    text, start = "".join(chars), 0
    runs: list[Run] = []
    ground, ink = grounds[0], inks[0]
    if grounds.count(ground) == inks.count(ink) == len(grounds):
        return [(text, ground, ink)]
    for x, (next_ground, next_ink) in enumerate(zip(grounds, inks, strict=True)):
        if next_ink != ink or next_ground != ground:
            runs.append((text[start:x], ground, ink))
            start, ground, ink = x, next_ground, next_ink
    runs.append((text[start:], ground, ink))
    return runs


def joined(runs: Iterable[Run]) -> list[Run]:
    """Neighbouring runs of one style as one."""
    found: list[Run] = []
    words, style = "", ("", "")
    for text, ground, ink in runs:
        if (ground, ink) == style:
            words += text
            continue
        if words:
            found.append((words, *style))
        words, style = text, (ground, ink)
    if words:
        found.append((words, *style))
    return found


def cut(runs: Iterable[Run], left: int, right: int) -> list[Run]:
    """The runs of a row from one of its columns to another."""
    found: list[Run] = []
    end = 0
    for run in runs:
        start, end = end, end + len(run[0])
        if end <= left:
            continue
        if start >= right:
            break
        if start < left or end > right:
            text, ground, ink = run
            run = text[max(0, left - start) : right - start], ground, ink
        found.append(run)
    return found


def touched(before: Scene, scene: Scene) -> set[str]:
    """The spaces in which two scenes differ, those beside a bridge included."""
    spaces = changed(before.spaces, scene.spaces) | (before.outside ^ scene.outside)
    crossings: list[tuple[Mapping[str, object], Mapping[str, object]]] = [
        (before.bridges, scene.bridges),
        (before.holders, scene.holders),
        (before.ferries, scene.ferries),
    ]
    for old, new in crossings:
        spaces.update(*(crossing.split("-") for crossing in changed(old, new)))
    return spaces


def changed(before: Mapping[str, object], after: Mapping[str, object]) -> set[str]:
    """The keys under which two mappings differ."""
    return {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}


def counts(here: SpaceScene) -> bool:
    """Whether a space counts for victory, as far as its badges tell."""
    return bool(worth(here))


def sides_on(scene: Scene) -> set[str]:
    """The sides that have counters: the roles of their colours follow from all of them together."""
    return {counter.side for space in scene.spaces.values() for counter in space.counters}


def holders_on(scene: Scene) -> set[str]:
    """Those that control a space."""
    return {space.control for space in scene.spaces.values() if space.control}
