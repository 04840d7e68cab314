"""Rows of cells as a picture: true SVG by itself, without fonts, scripts or links.

Grounds are one path for each colour, made of rectangles; what is written is in runs of one ink, each at its column and
stretched to its width, so that columns stay aligned whatever monospaced font the viewer has.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from typing import NamedTuple

from rich.cells import cell_len
from rich.color import Color
from rich.segment import Segment
from rich.style import Style

ACROSS, DOWN = 8, 16
"""Width and height of a cell in pixels."""
BASE = 12
"""The line of writing within a cell, from its top."""
SIZE = 13.3
"""Of the letters: monospaced fonts are three fifths as wide as they are high."""
FONTS = "DejaVu Sans Mono,Menlo,Consolas,Liberation Mono,monospace"
PAPER, INK = "#161616", "#c9c5b8"
"""Colours of cells that name none."""
DIM = ' opacity=".6"'
NO_BREAK = "\u00a0"
"""Blanks within a run: those that viewers do not fold."""

Row = Sequence[Segment]


class _Ink(NamedTuple):
    color: str
    bold: bool
    dim: bool
    underline: bool

    @property
    def attributes(self) -> str:
        """As SVG."""
        weight = ' font-weight="bold"' if self.bold else ""
        line = ' text-decoration="underline"' if self.underline else ""
        return f'fill="{self.color}"{weight}{line}{DIM if self.dim else ""}'


class _Rect(NamedTuple):
    x: int
    y: int
    width: int
    height: int


def picture(rows: Sequence[Row], title: str) -> str:
    """A picture of rows that are all of the same width."""
    width = max((sum(cell_len(segment.text) for segment in row) for row in rows), default=0)
    grounds = _grounds(rows)
    paper = _most_common(grounds)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width * ACROSS} {len(rows) * DOWN}" '
        f'width="{width * ACROSS}" height="{len(rows) * DOWN}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="100%" height="100%" fill="{paper}"/>',
        '<g shape-rendering="crispEdges">',
        *(f'<path fill="{color}" d="{_path(found)}"/>' for color, found in grounds.items() if color != paper),
        "</g>",
        f'<g font-family="{FONTS}" font-size="{SIZE}">',
        *_writing(rows),
        "</g>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


# Grounds


def _grounds(rows: Sequence[Row]) -> dict[str, list[_Rect]]:
    """For every colour the rectangles that it covers: runs of a row, and rows one upon the other."""
    found: dict[str, list[_Rect]] = {}
    growing: dict[tuple[int, int, str], int] = {}
    """Runs of the row above, and the row in which their rectangles began."""
    for y, row in enumerate([*rows, ()]):
        runs = dict.fromkeys(_ground_runs(row), y)
        for (x, width, color), top in growing.items():
            if (x, width, color) in runs:
                runs[x, width, color] = top
            else:
                found.setdefault(color, []).append(_Rect(x, top, width, y - top))
        growing = runs
    return found


def _ground_runs(row: Row) -> Iterator[tuple[int, int, str]]:
    """Column, width and colour of every stretch of a row."""
    x = start = 0
    color = ""
    for segment in row:
        ground = _colors(segment.style)[0]
        if ground != color:
            if x > start:
                yield start, x - start, color
            start, color = x, ground
        x += cell_len(segment.text)
    if x > start:
        yield start, x - start, color


def _most_common(grounds: dict[str, list[_Rect]]) -> str:
    """The colour that covers most."""
    areas = Counter({color: sum(rect.width * rect.height for rect in found) for color, found in grounds.items()})
    return max(sorted(areas), key=lambda color: areas[color], default=PAPER)


def _path(rects: Sequence[_Rect]) -> str:
    parts = (
        f"M{rect.x * ACROSS} {rect.y * DOWN}h{rect.width * ACROSS}v{rect.height * DOWN}h-{rect.width * ACROSS}z"
        for rect in rects
    )
    return "".join(parts)


# Writing


def _writing(rows: Sequence[Row]) -> Iterator[str]:
    """What is written, ink by ink."""
    by_ink: dict[_Ink, list[str]] = {}
    for y, row in enumerate(rows):
        for x, ink, text in _ink_runs(row):
            stretched = f' textLength="{cell_len(text) * ACROSS}"' if len(text) > 1 else ""
            words = escape(text.replace(" ", NO_BREAK), quote=False)
            run = f'<text x="{x * ACROSS}" y="{y * DOWN + BASE}"{stretched}>{words}</text>'
            by_ink.setdefault(ink, []).append(run)
    for ink in sorted(by_ink):
        yield f"<g {ink.attributes}>{''.join(by_ink[ink])}</g>"


def _ink_runs(row: Row) -> Iterator[tuple[int, _Ink, str]]:
    """Column, ink and text of every run; words of one ink with a blank between them are one run, on any ground."""
    x, start, text = 0, 0, ""
    ink: _Ink | None = None
    for segment in row:
        of_segment = _ink(segment.style)
        for part in _words(segment.text, whole=of_segment.underline):
            blank = not part.strip() and not of_segment.underline
            if not blank and ink is not None and (of_segment != ink or text.endswith("  ")):
                yield start, ink, text.rstrip()
                ink = None
            if not blank and ink is None:
                start, ink, text = x, of_segment, ""
            text += part
            x += cell_len(part)
    if ink is not None:
        yield start, ink, text if ink.underline else text.rstrip()


def _words(text: str, *, whole: bool) -> Iterator[str]:
    """A text cut where blanks begin and end."""
    if whole:
        yield text
        return
    start = 0
    for n in range(1, len(text) + 1):
        if n == len(text) or (text[n] == " ") != (text[start] == " "):
            yield text[start:n]
            start = n


# Styles


@cache
def _ink(style: Style | None) -> _Ink:
    if style is None:
        return _Ink(INK, bold=False, dim=False, underline=False)
    return _Ink(_colors(style)[1], bool(style.bold), bool(style.dim), bool(style.underline))


@cache
def _colors(style: Style | None) -> tuple[str, str]:
    """Ground and ink."""
    ground, ink = (_hex(style.bgcolor, PAPER), _hex(style.color, INK)) if style else (PAPER, INK)
    return (ink, ground) if style and style.reverse else (ground, ink)


def _hex(color: Color | None, usual: str) -> str:
    return color.get_truecolor().hex if color is not None and not color.is_default else usual
