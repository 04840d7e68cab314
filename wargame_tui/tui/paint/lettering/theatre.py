"""What is lettered on a map that is seen as a whole: the great places, whose units stand where, the boxes beside it."""

from collections.abc import Iterable

from wargame_tui.tui.map.labels import Span
from wargame_tui.tui.map.theatre import TheatreComposer
from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.lettering.inks import Inks
from wargame_tui.tui.paint.painter import Text
from wargame_tui.tui.paint.style import MapStyle


class TheatreLettering:
    """The signs of the character map, in the colours of a style."""

    def __init__(self, written: TheatreComposer, style: MapStyle) -> None:
        self._written = written
        self._inks = Inks(style)

    def forget_all(self) -> None:
        """Letter everything anew."""
        self._written.forget_all()

    def forget(self, spaces: Iterable[str]) -> list[Box]:
        """Letter everything anew, as it is little."""
        return self._written.forget(spaces)

    def row(self, y: int) -> list[Text]:
        """The texts of a row, a cell each; later ones cover earlier ones."""
        plate = self._inks.style.zone.fill
        return [
            self._inks.text(x, Span(char, ground, ink), plate if ground == "hex.box" else None)
            for x, (char, ground, ink) in self._written.written(y)
        ]
