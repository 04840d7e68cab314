"""The lettering of the character map over a painted hex map."""

from collections.abc import Iterable, Sequence

from wargame_tui.tui.map.glyphs import GlyphSet
from wargame_tui.tui.map.hex_compose import HexComposer
from wargame_tui.tui.map.hex_layout import HexLayout
from wargame_tui.tui.map.palette import TRUECOLOR
from wargame_tui.tui.map.view import Box, View
from wargame_tui.tui.paint.painter import Text
from wargame_tui.tui.paint.style import MapStyle


class HexLettering:
    """Texts of a hex layout as the character map has them."""

    def __init__(self, layout: HexLayout, glyphs: GlyphSet, view: View, style: MapStyle) -> None:
        self._layout, self._style = layout, style
        self._composer = HexComposer(layout, glyphs, view) if layout.scale.slant else None
        self._rows: dict[int, list[Text]] | None = None

    def forget_all(self) -> None:
        """Letter everything anew."""
        if self._composer:
            self._composer.forget_all()
        self._rows = None

    def forget(self, spaces: Iterable[str]) -> list[Box]:
        """Letter these spaces anew."""
        self._rows = None
        return self._composer.forget(spaces) if self._composer else []

    def row(self, y: int) -> Sequence[Text]:
        """The texts of a row."""
        if self._rows is None:
            self._rows = self._read(self._composer) if self._composer else {}
        return self._rows.get(y, [])

    def _read(self, composer: HexComposer) -> dict[int, list[Text]]:
        rows: dict[int, list[Text]] = {}
        grid, style = self._layout.terrain.grid, self._style
        for hex_ in range(grid.size):
            left, top = self._layout.corner(*grid.square(hex_))
            for x, y, span in composer.written(hex_):
                ground = TRUECOLOR.grounds.get(span.ground) if span.ground else None
                ink = TRUECOLOR.inks[span.ink].color if ground else None
                number = span.ink == "hex.number"
                ink = ink or (style.faint if number else style.ink)
                rows.setdefault(top + y, []).append(Text(left + x, span.text, ink, ground, not number, span.unit))
        for (_, y), letters in composer.letters.items():
            rows.setdefault(y, []).extend(Text(x, char, style.ink, None, True) for x, char, _ in letters)
        return rows
