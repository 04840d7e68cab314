"""A game as a film: for every piece of it a screen of the table, with phase bar, map, battle and what happened."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from rich.segment import Segment
from textual.content import Content
from textual.strip import Strip
from textual.style import Style

from wargame_tui.board.moments import decided
from wargame_tui.board.phrases import side_words
from wargame_tui.board.title import Battle, BoardTitle
from wargame_tui.core.game import OPENING
from wargame_tui.core.journal import KERNEL
from wargame_tui.tui.coats import side_style, sides_of
from wargame_tui.tui.export.pieces import Piece, is_rolled
from wargame_tui.tui.export.sheet import PaintedSheet, Sheet
from wargame_tui.tui.map.maps import MapEntry, layout_at
from wargame_tui.tui.map.view import Box
from wargame_tui.tui.session import Session
from wargame_tui.tui.widgets.battle_panel import HEAD_SHARE, LEAST_HEAD, dice_text, head_text
from wargame_tui.tui.widgets.phase_bar import phase_lines
from wargame_tui.tui.words import KEY, linked

ZOOMS = ("far", "middle", "near")
"""Those that every kind of map has, far first, but for the nearest."""
BAR, TOLD = 2, 4
"""Lines above the map and below it."""
SHOWN = 2 / 3
"""How much of a map, across and down, must fit on the screen for a nearer zoom."""
MOST_OF_BATTLE = 0.6
"""How much of the map a battle may cover."""
AROUND = 3
"""Cells that must be seen on every side of where something happens: else the map is scrolled."""
FORESIGHT = 80
"""Commands that are looked ahead at when the map is scrolled."""
PANEL = Style.parse("#d8d4c6 on #262b31")
GROUND = Style.parse("#d8d4c6 on #14171a")
SILENT, USUAL, ROLLED, TURNED, OVER = 0.25, 0.6, 1.4, 2.0, 3.0
"""Seconds that a screen stands: nothing happened, something, dice, a new turn, the end of a battle or of the game."""


class Shot(NamedTuple):
    """A screen of the film."""

    rows: list[Strip]
    seconds: float
    """How long it stands."""
    chapter: str = ""
    """The turn that begins with it."""


class Film:
    """Makes the screens of one game, one after the other."""

    def __init__(self, session: Session, width: int, height: int) -> None:
        self._session = session
        self._title: BoardTitle[Any] = session.title
        self._width = width
        self._field = height - BAR - TOLD
        """Lines of the map."""
        self._sheets: list[tuple[MapEntry, Sheet]] = []
        self._left = self._top = 0
        """The map's cell in the upper left corner."""
        self._date = ""

    def shot(self, piece: Piece) -> Shot:
        """The screen after a piece, which the session shows."""
        bar = self._title.phase_bar(piece.after)
        begun, self._date = bar.date != self._date, bar.date
        lines = phase_lines(
            bar, self._session.trail, sides_of(self._title), self._session.side, piece.after.over, self._width - 2
        )
        rows = [*self._lines(lines, PANEL, BAR), *self._map(piece), *self._lines(self._told(piece), GROUND, TOLD)]
        return Shot(rows, self._seconds(piece, begun=begun))

    # The map

    def _map(self, piece: Piece) -> list[Strip]:
        entry = self._title.map_of(piece.after)
        sheet = self._sheet(entry)
        scene, boxes = self._session.pieces(piece.after), sheet.layout.boxes
        places = [self._title.event_place(event) for event in piece.events]
        marked = [place for place in places if place is not None and place in boxes]
        sheet.lay(scene, frozenset(marked))
        panel = self._battle(piece.battle) if piece.battle is not None else []
        fought = [piece.battle.space] if piece.battle is not None and piece.battle.space in boxes else []
        if place := next(iter(fought or marked[-1:]), None):
            self._follow(sheet, place, piece.entry, self._field - len(panel))
        if not panel:
            self._top = _start(self._top, self._field, sheet.layout.height)
        left, right = self._left, self._left + self._width
        rows = [sheet.row(self._top + y, left, right) for y in range(self._field)]
        return [*rows[: len(rows) - len(panel)], *panel]

    def _sheet(self, entry: MapEntry) -> Sheet:
        for known, sheet in self._sheets:
            if known is entry:
                return sheet
        sheet = self._fitting(entry)
        self._sheets.append((entry, sheet))
        self._left = _start(0, self._width, sheet.layout.width)
        self._top = _start(0, self._field, sheet.layout.height)
        return sheet

    def _fitting(self, entry: MapEntry) -> Sheet:
        """The map at the nearest zoom of which enough fits on the screen, or else far away."""
        best, look = ZOOMS[0], self._title.look()
        for zoom in ZOOMS[1:]:
            layout = layout_at(entry, zoom, look)
            if layout.width * SHOWN > self._width or layout.height * SHOWN > self._field:
                break
            best = zoom
        return PaintedSheet(entry, best, look)

    def _follow(self, sheet: Sheet, place: str, entry: int, room: int) -> None:
        """Keep in view where something happens, in so many lines of the map that no battle covers.

        If the map must be scrolled, then so that it is for long the last time.
        """
        layout, boxes = sheet.layout, sheet.layout.boxes
        middles = [_middle(boxes[place]), *(_middle(boxes[each]) for each in self._coming(entry) if each in boxes)]
        (x, y), width, height = middles[0], layout.width, layout.height
        if _is_in_view(self._left, x, self._width, width) and _is_in_view(self._top, y, room, height):
            return
        self._left = _view_of([x for x, _ in middles], self._width, width)
        self._top = _view_of([y for _, y in middles], room, height)

    def _coming(self, entry: int) -> Iterator[str]:
        """Where something happens next."""
        for played in self._session.game.entries[entry + 1 : entry + 1 + FORESIGHT]:
            places = [place for event in played.events if (place := self._title.event_place(event)) is not None]
            yield from places[-1:]

    # What is written

    def _battle(self, battle: Battle) -> list[Strip]:
        """Both sides, and as much of the end of the dice as there is room for."""
        sides, width, room = sides_of(self._title), self._width - 2, int(self._field * MOST_OF_BATTLE)
        head = head_text(battle, sides, 0, width, max(LEAST_HEAD, int(room * HEAD_SHARE))).split("\n")
        dice = [line for line in dice_text(battle, sides, 0, width).split("\n") if line]
        lines = [*head, *dice[max(0, len(dice) - (room - len(head))) :]]
        return self._lines(lines, PANEL, len(lines))

    def _told(self, piece: Piece) -> list[Content]:
        """Who gave which command, and the last of what happened."""
        lines = [self._command(piece)] if piece.number == 0 and piece.entry != OPENING else []
        told = [self._title.event_text(event) for event in piece.events][len(lines) - TOLD :]
        return [*lines, *(Content.assemble(("▸ ", KEY), linked(words)) for words in told)]

    def _command(self, piece: Piece) -> Content:
        game = self._session.game
        entry = game.entries[piece.entry]
        if entry.side == KERNEL:
            return Content.styled(entry.text, "italic")
        words = decided(game, piece.entry, self._session.viewer)
        chip = (f" {side_words(entry.side)} ", side_style(sides_of(self._title), entry.side))
        return Content.assemble(chip, " ", (words, "bold"))

    def _lines(self, lines: Iterable[Content], style: Style, count: int) -> list[Strip]:
        """So many lines of text, each cut to the width."""
        shown = [line.truncate(self._width - 2, ellipsis=True) for line in lines][:count]
        shown += [Content("")] * (count - len(shown))
        ground = style.rich_style
        strips = (Strip([Segment(" ", ground), *line.render_segments(style)]) for line in shown)
        return [strip.adjust_cell_length(self._width, ground) for strip in strips]

    # Time

    def _seconds(self, piece: Piece, *, begun: bool) -> float:
        if piece.after.over is not None or (piece.battle is not None and piece.battle.finished):
            return OVER
        if begun:
            return TURNED
        if any(map(is_rolled, piece.events)):
            return ROLLED
        return USUAL if piece.events else SILENT


def _middle(box: Box) -> tuple[int, int]:
    return box.x + box.width // 2, box.y + box.height // 2


def _is_in_view(start: int, point: int, room: int, size: int) -> bool:
    """Whether a cell is in a view of so many cells, with some around it where the map goes on."""
    low, high = start + (AROUND if start > 0 else 0), start + room - (AROUND if start + room < size else 0)
    return low <= point < high


def _view_of(points: Sequence[int], room: int, size: int) -> int:
    """Where a view begins in which the first of some points is, and as many of those after it as can be."""
    low = high = points[0]
    for point in points:
        if max(high, point) - min(low, point) > room - 2 * AROUND:
            break
        low, high = min(low, point), max(high, point)
    return _start((low + high - room) // 2, room, size)


def _start(wish: int, room: int, size: int) -> int:
    """Where a view begins: a map that fits stands in the middle, another one covers the view."""
    return (size - room) // 2 if size <= room else max(0, min(wish, size - room))
