"""What the lettering of every kind of map does alike: texts are kept by row, and what changed is told."""

from collections.abc import Iterator, Mapping

from wargame_tui.tui.map.glyphs import GlyphSet
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.map.view import Box, View
from wargame_tui.tui.paint.lettering.cards import Press
from wargame_tui.tui.paint.lettering.inks import Inks
from wargame_tui.tui.paint.lettering.placer import Cells, stretch
from wargame_tui.tui.paint.lettering.sheet import COUNTERS, Sheet, extent
from wargame_tui.tui.paint.painter import Text
from wargame_tui.tui.paint.style import MapStyle


class Lettered:
    """The texts of a map, kept until something in their row changes."""

    margin = 0
    """Columns beside a change in which more may change."""

    def __init__(self, glyphs: GlyphSet, view: View, style: MapStyle) -> None:
        self.glyphs = glyphs.of_title(view.look)
        self.view = view
        self.inks = Inks(style)
        self.sides = Sides()
        self._press = Press(self.glyphs, view, self.sides)
        self._pointed: set[str] = set()
        """The spaces of the cursor, the hover and the jump letters, as they are written."""
        self.sheet = Sheet()
        self._rows: dict[int, list[Text]] = {}

    def row(self, y: int) -> list[Text]:
        """The texts of a row; later ones cover earlier ones."""
        found = self._rows.get(y)
        if found is None:
            texts = self.sheet.row(y)
            found = self._rows[y] = [*self._beneath(y, texts), *texts]
        return found

    def rest(self) -> None:
        """Keep no rows."""
        self._rows.clear()

    def clear(self) -> None:
        """Nothing is written."""
        self.sheet.clear()
        self._rows.clear()

    def cells(self, layer: int, blank: int = 0) -> Cells:
        """The cells of a layer, with so many blanks on either side of what is not a counter."""
        found = Cells()
        for space in self.sheet.keys(layer):
            for y, text in self.sheet.piece((layer, space)):
                apart = 0 if text.unit else blank
                found.rows[y] = found.rows.get(y, 0) | stretch(text.x - apart, len(text.words) + 2 * apart)
        return found

    def standing(self, boxes: Mapping[str, Box], blank: int = 0) -> Cells:
        """The cells of labels and counters, and the row below counters if it is in their box: cardboard is square."""
        found = self.cells(COUNTERS, blank)
        for space in self.sheet.keys(COUNTERS):
            letters = extent(line for line in self.sheet.piece((COUNTERS, space)) if line[1].unit)
            if letters and letters.y + letters.height < boxes[space].y + boxes[space].height:
                found.add(letters._replace(y=letters.y + letters.height, height=1))
        return found

    def redrawn(self, boxes: list[Box]) -> list[Box]:
        """Forget the rows of rectangles that changed; returns all that may look different."""
        for box in boxes:
            for y in range(box.y, box.y + box.height):
                self._rows.pop(y, None)
        return [Box(box.x - self.margin, box.y, box.width + 2 * self.margin, box.height) for box in boxes]

    def _beneath(self, y: int, texts: list[Text]) -> Iterator[Text]:
        """What stands only where a row is free."""
        yield from ()
