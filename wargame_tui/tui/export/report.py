"""The after-action report: a game to be read and forwarded, with a picture of the map for every turn.

It is written three times: as Markdown, as one HTML file, and as the board game forum takes it.

Every picture is there twice: as PNG, painted like the printed map with the ways of units as arrows, and as SVG, in the
characters of the table.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wargame_tui.board.look import Look
from wargame_tui.board.scene import Scene
from wargame_tui.core.disk import cannot_save, make_folder, replace_file
from wargame_tui.core.harmless import harmless_lines
from wargame_tui.tui.coats import sides_of
from wargame_tui.tui.export.chronicle import Move, chronicle
from wargame_tui.tui.export.markup import Inlined, Picture, bbcode, html, markdown
from wargame_tui.tui.export.sheet import PaintedSheet, Sheet
from wargame_tui.tui.export.svg import picture
from wargame_tui.tui.export.tale import Tell, tale
from wargame_tui.tui.map.layout import ZOOMS
from wargame_tui.tui.map.maps import MapEntry, layout_at
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.map.view import Box, MapLayout
from wargame_tui.tui.session import Session

if TYPE_CHECKING:
    from wargame_tui.tui.paint.prints import Print, Prints

MAPS = "maps"
"""The folder of the pictures, beside the report."""
ZOOM = "middle"
"""Every kind of map has this zoom, and is read well at it."""
WIDEST, NARROWEST = 12, 8
"""Pixels of a cell across in painted pictures; cells are twice as high. In narrower ones names are too small."""
MOST_PIXELS = 4_600_000
"""Of a painted picture."""
AROUND = 6, 3
"""Columns and rows shown around what is in play, where much of a map is not."""


@dataclass(frozen=True, slots=True)
class Report:
    """A report and its pictures, by the names of their files."""

    text: str
    """As Markdown."""
    page: str
    """As one HTML file."""
    post: str
    """As the board game forum takes it."""
    maps: dict[str, str]
    """As SVG."""
    prints: dict[str, bytes]
    """As PNG."""

    def write(self, folder: Path) -> Path:
        """Write everything, pictures first; the path of the report. Raises CannotSave."""
        path = folder / MAPS
        try:
            make_folder(folder / MAPS)
            for name, svg in self.maps.items():
                path = folder / MAPS / name
                replace_file(path, harmless_lines(svg, len(svg)).encode())
            for name, png in self.prints.items():
                path = folder / MAPS / name
                replace_file(path, png)
            for name, text in (("report.html", self.page), ("report.bbcode.txt", self.post), ("report.md", self.text)):
                path = folder / name
                replace_file(path, harmless_lines(text, len(text)).encode())
        except OSError as error:
            raise cannot_save(path, error) from error
        return path


def report(session: Session, played: datetime | None = None, tell: Tell = lambda share: None) -> Report:
    """The report of a game as whoever views the session may know it; `played` says when it was saved.

    `tell` hears how much of the pictures is drawn; may stop it with an exception.
    """
    maps = _Maps(session)
    name, blocks = tale(session, chronicle(session), maps.shown, played, tell)
    text, post = markdown(blocks, MAPS), bbcode(blocks, MAPS)
    return Report(text, html(name, blocks, maps.inlined), post, maps.drawn, maps.painted)


# Pictures


class _Maps:
    """The pictures of a report, drawn as they are asked for."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._sides = sides_of(session.title)
        self._sheets: list[tuple[MapEntry, Sheet, _Printed]] = []
        self.drawn: dict[str, str] = {}
        self.painted: dict[str, bytes] = {}
        self.inlined: dict[str, Inlined] = {}

    def shown(self, state: Any, words: str, moves: Sequence[Move], taken: Mapping[str, str | None]) -> Picture:
        """Draw the map as it lies in a state, the moves that led to it, and what changed hands with its new holder."""
        scene = self._session.pieces(state)
        sheet, printed = self._sheet(self._session.title.map_of(state))
        slug = re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")[:40]
        name = f"{len(self.drawn):02d}-{slug}"
        sheet.lay(scene, frozenset(taken) & sheet.layout.boxes.keys())
        part = _part_in_play(sheet.layout, scene)
        rows = [list(sheet.row(y, part.x, part.x + part.width)) for y in range(part.y, part.y + part.height)]
        self.drawn[f"{name}.svg"] = picture(rows, words)
        self._print(f"{name}.png", printed, printed.print(scene, moves, taken, self._sides))
        said = f"{words}, what changed hands outlined" if taken else words
        return Picture(f"{said}: the map", f"{name}.png", f"{name}.svg")

    def _print(self, name: str, printed: "_Printed", made: "Print") -> None:
        """Keep a picture: whole, and for the page as what lies over the first of its map."""
        self.painted[name] = made.png
        if made.over is None:
            printed.first = name
            self.inlined[name] = Inlined(made.size, made.png)
        else:
            self.inlined[name] = Inlined(made.size, made.over, printed.first)

    def _sheet(self, entry: MapEntry) -> tuple[Sheet, "_Printed"]:
        look = self._session.title.look()
        for known, sheet, printed in self._sheets:
            if known is entry:
                return sheet, printed
        self._sheets.append((entry, Sheet(entry, ZOOM, look), _Printed(entry, look)))
        return self._sheets[-1][1:]


class _Printed:
    """A map as it is painted, at the nearest zoom at which what is in play makes no picture too large."""

    def __init__(self, entry: MapEntry, look: Look) -> None:
        self._entry, self._look = entry, look
        self._sheet: PaintedSheet | None = None
        self._across = WIDEST
        self._prints: Prints | None = None
        self.first = ""
        """The name of the picture over which the next ones lie in a page."""

    def print(self, scene: Scene, moves: Sequence[Move], taken: Mapping[str, str | None], sides: Sides) -> "Print":
        """The part in play, with arrows, and places with their new holders."""
        from wargame_tui.tui.paint.prints import Prints, Way

        if self._sheet is None:
            self._sheet, self._across = self._fitting(scene)
        self._sheet.lay(scene)
        composer = self._sheet.composer
        if self._prints is None or self._prints.cells is not composer:
            self._prints = Prints(composer, (self._across, 2 * self._across))
        ways = [Way(move.origin, move.goal, sides[move.side]) for move in moves if move.origin is not None]
        coats = {space: sides[side] if side else "none" for space, side in taken.items()}
        return self._prints.print(_part_in_play(composer.layout, scene), ways, coats)

    def _fitting(self, scene: Scene) -> tuple[PaintedSheet, int]:
        """The sheet of a zoom, and how many pixels across its cells have."""
        for zoom in reversed(ZOOMS):
            part = _part_in_play(layout_at(self._entry, zoom, self._look), scene)
            across = isqrt(MOST_PIXELS // (2 * part.width * part.height))
            if across >= NARROWEST:
                break
        return PaintedSheet(self._entry, zoom, self._look), max(1, min(WIDEST, across))


def _part_in_play(layout: MapLayout, scene: Scene) -> Box:
    """The part of a map where the scenario is played."""
    boxes = [box for space, box in layout.boxes.items() if space not in scene.outside]
    if not scene.outside or not boxes:
        return Box(0, 0, layout.width, layout.height)
    wide, high = AROUND
    left, top = max(0, min(box.x for box in boxes) - wide), max(0, min(box.y for box in boxes) - high)
    right = min(layout.width, max(box.x + box.width for box in boxes) + wide)
    bottom = min(layout.height, max(box.y + box.height for box in boxes) + high)
    return Box(left, top, right - left, bottom - top)
