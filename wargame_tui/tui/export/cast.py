"""The film of a game as an asciicast, version 2: what terminals are sent, and when, for players of such files.

The first line is a header, each further one `[seconds, "o", text]`. Of every screen only the cells that changed are
written, and of how they look only what the terminal does not know yet.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from rich.color import Color
from rich.style import Style
from textual.strip import Strip

from wargame_tui.board import packs
from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.game import OPENING, Game
from wargame_tui.core.harmless import harmless
from wargame_tui.tui.export.film import Film, Shot
from wargame_tui.tui.export.pieces import Piece, pieces
from wargame_tui.tui.harmless_cells import harmless_row
from wargame_tui.tui.session import Session

NARROWEST, LOWEST = 60, 20
WIDEST, HIGHEST = 400, 150
CLEAR, HIDE_CURSOR = "\x1b[2J", "\x1b[?25l"
PLAIN = "\x1b[0m"
APART = 10
"""Cells that are the same between two changes, from which on it is shorter to leave them out."""

QUIET = 6
"""Quiet pieces in a row that are one screen."""
LONGEST = 90.0
"""Seconds of a turn at the usual speed."""
LEAST_SCROLLED = 6
"""Rows from which on it is shorter to scroll."""


class Look(NamedTuple):
    """How a cell looks, as terminals are told."""

    ink: str
    ground: str
    bold: bool = False
    dim: bool = False
    italic: bool = False
    underline: bool = False
    reverse: bool = False


BARE = Look("39", "49")
ON, OFF = ("1", "2", "3", "4", "7"), ("22", "22", "23", "24", "27")
"""Codes by the fields of a look after the colours."""
Cells = Sequence[tuple[str, Look]]
NOTHING: tuple[Strip, Cells] = (Strip([]), ())
_Screen = list[tuple[Strip, Cells]]
"""The rows that a terminal shows, with their cells."""


class CannotFilm(ForPlayers):
    """A part of the game that there is not, or a size in which no film can be shown."""


def cast(
    session: Session,
    *,
    size: tuple[int, int] = (140, 45),
    speed: float = 1.0,
    first: str = "",
    last: str = "",
    timestamp: int | None = None,
) -> Iterator[str]:
    """The lines of an asciicast of a game, or of its part from one command or turn to another.

    Raises CannotFilm.
    """
    width, height = size
    if not (NARROWEST <= width <= WIDEST and LOWEST <= height <= HIGHEST and 0 < speed <= 100):
        raise CannotFilm(
            f"a film is {NARROWEST}x{LOWEST} to {WIDEST}x{HIGHEST} characters large, and its speed above 0 up to 100"
        )
    begin = _entry(session.game, first, last=False) if first else OPENING
    end = _entry(session.game, last, last=True) if last else None
    film = Film(session, width, height)
    found = _told(_gathered(session, pieces(session, begin, end)))
    shots = ((session.title.phase_bar(piece.after).date, film.shot(piece)) for piece in found)
    return _lines(_header(session, size, timestamp), _paced(shots), speed)


def lengths(lines: Iterable[str]) -> list[float]:
    """The seconds that each turn of a film takes, in their order."""
    rows = [row for row in map(json.loads, lines) if isinstance(row, list)]
    begun = [time for time, kind, _ in rows if kind == "m"]
    ends = [*begun[1:], rows[-1][0]]
    return [end - start for start, end in zip(begun, ends, strict=True)]


def _header(session: Session, size: tuple[int, int], timestamp: int | None) -> dict[str, Any]:
    saved = {} if timestamp is None else {"timestamp": timestamp}
    scenario, laid = packs.split(session.game.scenario)[0], packs.words(session.title.packs(session.game.scenario))
    name = f"{session.title.name}: {scenario.partition('/')[2].replace('_', ' ')}{f' with {laid}' if laid else ''}"
    return {
        "version": 2,
        "width": size[0],
        "height": size[1],
        **saved,
        "title": harmless(name),
        "env": {"TERM": "xterm-256color"},
    }


def _gathered(session: Session, found: Iterable[Piece]) -> Iterator[Piece]:
    """A player's command and what followed in one piece, up to the end of a battle; what the program did one by one."""
    kept: list[Piece] = []
    for piece in found:
        kept.append(piece)
        is_last = piece.number == len(session.film.scenes(piece.entry)) - 1
        if is_last or session.solitaire or (piece.battle is not None and piece.battle.finished):
            events = tuple(event for each in kept for event in each.events)
            yield replace(piece, number=kept[0].number, before=kept[0].before, events=events)
            kept = []


def _told(found: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces that get a screen: of quiet ones in a row only some, since the next screen shows what they changed."""
    quiet, piece = QUIET - 1, None
    for piece in found:
        is_quiet = piece.battle is None and all(event.weight == "quiet" for event in piece.events)
        quiet = (quiet + 1) % QUIET if is_quiet else 0
        if not quiet:
            yield piece
    if piece is not None and quiet:
        yield piece


def _paced(shots: Iterable[tuple[str, Shot]]) -> Iterator[Shot]:
    """The screens, those of a turn that takes too long shown faster; the turn stands before each."""
    for date, found in groupby(shots, key=lambda each: each[0]):
        turn = [shot for _, shot in found]
        share = min(1.0, LONGEST / max(LONGEST, sum(shot.seconds for shot in turn)))
        paced = (shot._replace(seconds=shot.seconds * share) for shot in turn)
        yield next(paced)._replace(chapter=date)
        yield from paced


def _lines(header: dict[str, Any], shots: Iterable[Shot], speed: float) -> Iterator[str]:
    yield _json(header)
    time, pen = 0.0, _Pen()
    screen: _Screen = [NOTHING] * header["height"]
    opening = HIDE_CURSOR + PLAIN + CLEAR
    for shot in shots:
        scrolling, screen = _scrolled(screen, shot.rows)
        pairs = zip(shot.rows, screen, strict=True)
        new = [(row, cells if row == old else _cells(row)) for row, (old, cells) in pairs]
        rows = enumerate(zip(screen, new, strict=True))
        text = scrolling + "".join(pen.row(y, old[1], now[1]) for y, (old, now) in rows)
        if shot.chapter:
            yield _json([round(time, 3), "m", harmless(shot.chapter)])
        if text or opening:
            yield _json([round(time, 3), "o", opening + text])
        opening, screen = "", new
        time += shot.seconds / speed
    yield _json([round(time, 3), "o", PLAIN])


def _scrolled(screen: _Screen, rows: Sequence[Strip]) -> tuple[str, _Screen]:
    """Moves rows that are to be shown higher or lower than they are; what does it, and what is on the screen then."""
    was = {(*row,): y for y, (row, _) in enumerate(screen)}
    ways = [(y, was[(*row,)] - y) for y, row in enumerate(rows) if (*row,) in was]
    [(up, count)] = Counter(up for _, up in ways).most_common(1) or [(0, 0)]
    if not up or count < LEAST_SCROLLED:
        return "", screen
    ends = [end for y, found in ways if found == up for end in (y, y + up)]
    top, bottom = min(ends), max(ends) + 1
    moved, fresh = screen[top:bottom], [NOTHING] * abs(up)
    moved = moved[up:] + fresh if up > 0 else fresh + moved[:up]
    cut = f"{up}M" if up > 0 else f"{-up}L"
    return f"\x1b[{top + 1};{bottom}r\x1b[{top + 1};1H\x1b[{cut}\x1b[r", screen[:top] + moved + screen[bottom:]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


# Cells


def _cells(row: Strip) -> Cells:
    """Characters with their looks; a blank is the same whatever its ink."""
    looks = ((segment.text, *_looks(segment.style)) for segment in harmless_row(row))
    return [(character, blank if character == " " else look) for text, look, blank in looks for character in text]


@cache
def _looks(style: Style | None) -> tuple[Look, Look]:
    """The look of what is written in a style, and of a blank."""
    if style is None:
        return BARE, BARE
    written = Look(
        _color("3", style.color), _color("4", style.bgcolor),
        bool(style.bold), bool(style.dim), bool(style.italic), bool(style.underline), bool(style.reverse),
    )  # fmt: skip
    return written, written if style.underline or style.reverse else BARE._replace(ground=written.ground)


def _color(layer: str, color: Color | None) -> str:
    if color is None or color.is_default:
        return f"{layer}9"
    return f"{layer}8;2;{';'.join(map(str, color.get_truecolor()))}"


class _Pen:
    """Writes cells, and knows how the terminal writes since it was told last."""

    def __init__(self) -> None:
        self._look = BARE

    def row(self, y: int, old: Cells, new: Cells) -> str:
        """What turns one row into another; empty if it is the same."""
        if old is new:
            return ""
        differ = [x for x, cell in enumerate(new) if x >= len(old) or cell != old[x]]
        spans: list[list[int]] = []
        for x in differ:
            if spans and x - spans[-1][1] < APART:
                spans[-1][1] = x
            else:
                spans.append([x, x])
        return "".join(self._span(y, start, new[start : end + 1]) for start, end in spans)

    def _span(self, y: int, x: int, cells: Cells) -> str:
        parts = [f"\x1b[{y + 1};{x + 1}H"]
        for character, look in cells:
            wanted = _blank(self._look, look) if character == " " else look
            if wanted is not self._look:
                parts.append(_sgr(self._look, wanted))
                self._look = wanted
            parts.append(character)
        return "".join(parts)


@cache
def _blank(before: Look, look: Look) -> Look:
    """How a blank may be written: of its look only ground and lines are seen."""
    if look.underline or look.reverse:
        return look
    kept = before._replace(ground=look.ground, underline=False, reverse=False)
    return before if kept == before else kept


@cache
def _sgr(before: Look, look: Look) -> str:
    """The shortest sequence that leads from one look to another."""
    if look == before:
        return ""
    lost = [off for off, was, now in zip(OFF, before[2:], look[2:], strict=True) if was and not now]
    # Bold and dim are ended together.
    known = before._replace(bold=False, dim=False) if OFF[0] in lost else before
    ways = ([*dict.fromkeys(lost), *_added(known, look)], ["0", *_added(BARE, look)])
    return f"\x1b[{min((';'.join(codes) for codes in ways), key=len)}m"


def _added(before: Look, look: Look) -> list[str]:
    """The codes of what a look has and another has not."""
    letters = [code for code, was, now in zip(ON, before[2:], look[2:], strict=True) if now and not was]
    return letters + [now for was, now in zip(before[:2], look[:2], strict=True) if now != was]


# Parts of a game


def _entry(game: Game, words: str, *, last: bool) -> int:
    """The first or last journal entry of a turn, or that with a number. Raises CannotFilm."""
    if words.isdecimal() and 1 <= int(words) <= len(game.entries):
        return int(words) - 1
    turns = [game.title.turn(state) for state in game.states[: len(game.entries)]]
    found = [entry for entry, turn in enumerate(turns) if turn == words]
    if not found:
        known = ", ".join(dict.fromkeys(turns))
        raise CannotFilm(f"`{words[:40]}` is neither a command from 1 to {len(game.entries)} nor a turn: {known}")
    return found[-1] if last else found[0]
