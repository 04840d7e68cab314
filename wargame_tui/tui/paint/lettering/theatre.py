"""Names and marks on the whole of an area map: those of the character map, in the colours of a style."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from wargame_tui.board.scene import Scene
from wargame_tui.tui.map.labels import Span
from wargame_tui.tui.map.palette import COUNTERS
from wargame_tui.tui.map.theatre import TheatreComposer
from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.lettering.inks import Inks
from wargame_tui.tui.paint.painter import Text
from wargame_tui.tui.paint.style import MapStyle


class TheatreLettering:
    """Takes what is written over the ground of a composer of the theatre."""

    def __init__(self, theatre: TheatreComposer, style: MapStyle) -> None:
        self._theatre = theatre
        self._inks = Inks(style)
        self._rows: dict[int, Sequence[Text]] = {}
        self._scene: Scene | None = None
        """The one that is lettered: as long as it lasts, no more changes than what is pointed at."""

    def forget_all(self) -> None:
        """Letter everything anew."""
        self._theatre.forget_all()
        self._rows.clear()
        self._scene = self._theatre.view.scene

    def forget(self, spaces: Iterable[str]) -> list[Box]:
        """Letter these spaces anew; returns the rectangles in which anything may have changed."""
        scene = self._theatre.view.scene
        dirty = self._theatre.forget(spaces, labels_only=scene is self._scene)
        self._scene = scene
        for box in dirty:
            for y in range(box.y, box.y + box.height):
                self._rows.pop(y, None)
        return dirty

    def rest(self) -> None:
        """Keep no rows."""
        self._rows.clear()

    def row(self, y: int) -> Sequence[Text]:
        """The texts of a row; later ones cover earlier ones."""
        if y not in self._rows:
            self._rows[y] = list(self._written(y))
        return self._rows[y]

    def _written(self, y: int) -> Iterator[Text]:
        """Neighbouring cells that look alike as one text."""
        cells = dict(self._theatre.written(y))  # what is pointed at covers what stood there

        def alike(x: int) -> tuple[object, ...]:
            _, ground, ink = cells[x]
            return ground, ink, self._unit(x, y, ground), x - places[x]

        places = {x: n for n, x in enumerate(sorted(cells))}
        for (ground, ink, unit, _), group in groupby(sorted(cells), alike):
            xs = list(group)
            words = "".join(cells[x][0] for x in xs)
            yield self._inks.text(xs[0], Span(words, ground, ink, unit))  # type: ignore[arg-type]

    def _unit(self, x: int, y: int, ground: str | None) -> str | None:
        """The unit that a mark stands for."""
        return self._theatre.unit_at(x, y) if ground and ground.partition(".")[0] in COUNTERS else None
