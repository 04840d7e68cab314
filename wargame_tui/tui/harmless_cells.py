"""What is drawn, made harmless: the last thing that happens to every line before it reaches a terminal or a film."""

import re
from collections.abc import Iterable

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from wargame_tui.core.harmless import REPLACED, is_harmless, replaced


class HarmlessLines(LineFilter):
    """Makes lines of the app harmless, whoever drew them; they stay as wide as they are."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same line without what does harm."""
        return harmless_row(segments)


def harmless_row(row: Iterable[Segment]) -> list[Segment]:
    """A row of cells without what does harm, as wide as before."""
    segments = list(row)
    if is_harmless("".join(segment.text for segment in segments)):
        return segments
    return [segment._replace(text=replaced(segment.text, _as_wide)) for segment in segments]


def _as_wide(found: re.Match[str]) -> str:
    """What stands for something harmful: as many cells as it took, most often none."""
    return REPLACED * cell_len(found.group())
