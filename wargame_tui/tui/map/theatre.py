"""Composes the whole of a large map for a small screen: terrain and control, whose units stand where, the great places.

A cell has two halves, each with the ground of the space in its middle, and at most one mark.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, product
from typing import NamedTuple, Protocol

from wargame_tui.board.scene import Counter, SpaceScene
from wargame_tui.tui.map.glyphs import GlyphSet
from wargame_tui.tui.map.hex_asides import Asides
from wargame_tui.tui.map.labels import side_mark_of, strength_of
from wargame_tui.tui.map.palette import LIKE, Sides, held_ink
from wargame_tui.tui.map.view import Box, MapComposer, MapLayout, RowComposer, Run, View, counts, merge, sides_on

_EMPTY = SpaceScene()
Cell = tuple[int, int]
"""Column and row."""
Drawn = tuple[str, str | None, str]
"""Glyph, ground (None: that of the map), ink."""
_NOTHING: Drawn = (" ", None, "plain")


class WholeMap(MapLayout, Protocol):
    """A layout in which spaces may be smaller than cells."""

    def space_on(self, x: float, y: float) -> str | None:
        """The space at a spot."""


class Named(NamedTuple):
    """A place that may be named."""

    space: str
    words: str
    sign: str
    """A glyph; empty for none."""
    great: bool
    """Whether its name is shown whatever it covers."""


class TheatreComposer(RowComposer):
    """The rows of the theatre under a view; `larger` knows the grounds, `names` come the most important first."""

    def __init__(
        self,
        layout: WholeMap,
        glyphs: GlyphSet,
        view: View,
        larger: MapComposer,
        names: Sequence[Named],
        asides: Asides | None = None,
    ) -> None:
        self.layout = layout
        self.glyphs = glyphs.of_title(view.look)
        self.view = view
        self.sides = Sides()
        self._larger = larger
        self._named = names
        self._asides = asides
        self._beside: Mapping[str, Box] = asides.boxes if asides else {}
        self._stood: dict[Cell, list[Counter]] = {}
        self._drawn: dict[Cell, Drawn] = {}
        """Signs and names."""
        self._rows: dict[int, list[Run]] = {}

    # -- what changed ---------------------------------------------------------------------------------

    def forget_all(self) -> None:
        """Compose everything anew."""
        self._larger.forget_all()
        self.sides = Sides(sides_on(self.view.scene), self.view.look)
        if self._asides:
            self._asides.forget_all(self.sides)
        self._renew()

    def forget(self, spaces: Iterable[str], *, labels_only: bool = False) -> list[Box]:
        """Compose anew what these spaces touch: rows, or the whole of what is small enough."""
        found = list(spaces)
        if self._asides:
            for space in self._beside.keys() & set(found):
                self._asides.forget(space)
        if labels_only:
            rows = {y for box in map(self.layout.boxes.__getitem__, found) for y in range(box.y, box.y + box.height)}
            for y in rows:
                self._rows.pop(y, None)
            return [Box(0, y, self.layout.width, 1) for y in rows]
        self._larger.forget(found)
        self._renew()
        return [Box(0, 0, self.layout.width, self.layout.height)]

    def _renew(self) -> None:
        self._rows.clear()
        self._stood = {}
        for space, here in self.view.scene.spaces.items():
            if here.counters and space not in self._beside and space in self.layout.boxes:
                self._stood.setdefault(self._cell(space), []).extend(here.counters)
        self._drawn = self._set_names()

    def _cell(self, space: str) -> Cell:
        """The cell that stands for a space."""
        box = self.layout.boxes[space]
        return box.x + box.width // 2, box.y + box.height // 2

    # -- names ----------------------------------------------------------------------------------------

    def _set_names(self) -> dict[Cell, Drawn]:
        """Great places first: their names cover units where there is no way round them, those of others nothing."""
        scene, drawn = self.view.scene, dict.fromkeys(_cells_of(self._beside.values()), _NOTHING)
        named = [name for name in self._named if name.space not in scene.outside]
        great = [name.great or counts(scene.spaces.get(name.space, _EMPTY)) for name in named]
        ranked = [name for name, _ in sorted(zip(named, great, strict=True), key=lambda pair: not pair[1])]
        for name in ranked[: sum(great)]:
            self._put_sign(name, drawn, "town")
        for number, name in enumerate(ranked):
            must = number < sum(great)
            spot = self._spot(name, drawn, must=must)
            if spot is None:
                continue
            for x, char in enumerate(name.words, spot[0]):
                drawn[x, spot[1]] = char, None, "name"
            if not must and self._cell(name.space) not in self._stood:
                self._put_sign(name, drawn, "hex.village")
        return drawn

    def _put_sign(self, name: Named, drawn: dict[Cell, Drawn], ink: str) -> None:
        """The sign of a place, in the ink of who holds it."""
        if name.sign:
            held = held_ink(self.view.scene.spaces.get(name.space, _EMPTY).control, self.sides)
            drawn.setdefault(self._cell(name.space), (name.sign, None, held or ink))

    def _spot(self, name: Named, taken: Mapping[Cell, Drawn], *, must: bool) -> Cell | None:
        """The best place for a name: where it covers the fewest units, rather right of its place than left of it."""
        (x, y), size = self._cell(name.space), len(name.words)
        half, width, height = size // 2, self.layout.width, self.layout.height
        around = ((x + 1, y), (x - size, y), (x - half, y + 1), (x - half, y - 1), (x + 1, y - 1), (x + 1, y + 1))
        best: tuple[int, Cell] | None = None
        for left, row in around:
            cells = [(at, row) for at in range(left, left + size)]
            if left < 0 or left + size > width or not 0 <= row < height:
                continue
            if any(cell in taken for cell in ((left - 1, row), *cells, (left + size, row)) if cell != (x, y)):
                continue
            covered = sum(cell in self._stood for cell in cells)
            if (must or not covered) and (best is None or covered < best[0]):
                best = covered, (left, row)
        return best[1] if best else None

    # -- rows -----------------------------------------------------------------------------------------

    def window(self, y: int, left: int, right: int) -> tuple[int, list[Run]]:
        """A row from its first column."""
        return 0, self.row(y)

    def row(self, y: int) -> list[Run]:
        """The runs of a whole row."""
        row = self._rows.get(y)
        if row is None:
            row = self._rows[y] = self._compose(y)
        return row

    def _compose(self, y: int) -> list[Run]:
        chars, grounds, inks = [], [], []
        for x, (upper, lower) in enumerate(zip(*self._halves(y), strict=True)):
            char, ground, ink = self._mark((x, y)) or self._parted(upper, lower)
            chars.append(char)
            grounds.append(ground or upper)
            inks.append(ink)
        for x, (char, ground, ink) in self._above(y):
            chars[x], grounds[x], inks[x] = char, ground or grounds[x], ink
        return merge(chars, grounds, inks)

    def written(self, y: int) -> Iterator[tuple[int, Drawn]]:
        """The cells of a row in which there is more than ground; later ones cover earlier ones."""
        for x in range(self.layout.width):
            if mark := self._mark((x, y)):
                yield x, mark
        yield from self._above(y)

    def _above(self, y: int) -> Iterator[tuple[int, Drawn]]:
        """What is pointed at, and the boxes beside the map."""
        yield from self._pointed(y)
        for box in self._beside.values():
            if self._asides and box.y <= y < box.y + box.height:
                runs = self._asides.row(y, box.x, box.x + box.width)
                cells = ((char, ground, ink) for text, ground, ink in runs for char in text)
                yield from enumerate(cells, box.x)

    def _halves(self, y: int) -> tuple[list[str], list[str]]:
        """The grounds of the upper and the lower halves of a row."""
        found = []
        for height in (y + 0.25, y + 0.75):
            spaces = [self.layout.space_on(x + 0.5, height) for x in range(self.layout.width)]
            grounds: list[str] = []
            for space, same in groupby(spaces):
                ground = "void" if space is None else self._larger.ground_of(space)
                grounds += [ground] * len(list(same))
            found.append(grounds)
        return found[0], found[1]

    def _parted(self, upper: str, lower: str) -> Drawn:
        """A cell with nothing in it but ground."""
        if upper == lower or not self.glyphs.halves.strip():
            return " ", upper, "plain"
        return self.glyphs.halves, upper, LIKE + lower

    def _mark(self, cell: Cell) -> Drawn | None:
        """A letter of a name, or whose units stand there."""
        if cell in self._drawn:
            return self._drawn[cell]
        counters = self._stood.get(cell)
        if not counters:
            return None
        by_side: dict[str, list[Counter]] = {}
        for counter in counters:
            by_side.setdefault(counter.side, []).append(counter)
        role, ink, mark = side_mark_of(max(by_side.values(), key=strength_of), self.glyphs, self.sides)
        return self.glyphs.contested if len(by_side) > 1 else mark, role, ink

    def _pointed(self, y: int) -> Iterator[tuple[int, Drawn]]:
        """The cursor between two brackets, what the mouse is over, letters to jump."""
        view, boxes = self.view, self.layout.boxes
        pointed = [
            space for space in (view.hover, view.cursor) if space and space in boxes.keys() - self._beside.keys()
        ]
        for space in pointed:
            x, row = self._cell(space)
            if row != y:
                continue
            if space != view.cursor:
                yield x, (self.glyphs.place, None, "hover")
                continue
            mark = self._mark((x, y))
            yield x, (mark[0] if mark else self.glyphs.place, "cursor", "cursor")
            for at, bracket in zip((x - 1, x + 1), self.glyphs.cursor, strict=True):
                if 0 <= at < self.layout.width and (at, y) not in self._drawn:
                    yield at, (bracket, None, "hover")
        for space, letters in view.jumps.items():
            x, row = self._cell(space)
            if row == y and space not in self._beside:
                yield x, (letters[0], "jump", "jump")

    # -- what is where --------------------------------------------------------------------------------

    def unit_at(self, x: int, y: int) -> str | None:
        """The topmost unit of the space to which a cell belongs, or that of a box."""
        space = self.layout.space_at(x, y)
        if space is None:
            return None
        if self._asides and space in self._beside:
            return self._asides.unit_at(space, x, y)
        counters = self.view.scene.spaces.get(space, _EMPTY).counters
        return counters[0].unit if counters else None

    def ground_of(self, space: str) -> str:
        """The ground of a space."""
        return self._larger.ground_of(space)

    def mark_of(self, space: str) -> tuple[str, str, str]:
        """Ground, ink and glyph of a space on the overview."""
        return self._larger.mark_of(space)


def _cells_of(boxes: Iterable[Box]) -> Iterable[Cell]:
    """Every cell of some rectangles."""
    for box in boxes:
        yield from product(range(box.x, box.x + box.width), range(box.y, box.y + box.height))
