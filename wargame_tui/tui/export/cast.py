"""The film of a game as an asciicast, version 2: what terminals are sent, and when, for players of such files.

The first line is a header, each further one `[seconds, "o", text]`. Of every screen only the cells that changed are
written, from the first to the last of a row.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from rich.color import Color
from rich.style import Style
from textual.strip import Strip

from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.game import OPENING, Game
from wargame_tui.tui.export.film import Film, Shot
from wargame_tui.tui.export.pieces import Piece, pieces
from wargame_tui.tui.session import Session

NARROWEST, LOWEST = 60, 20
WIDEST, HIGHEST = 400, 150
CLEAR, HIDE_CURSOR = "\x1b[2J", "\x1b[?25l"
PLAIN = "\x1b[0m"
APART = 10
"""Cells that are the same between two changes, from which on it is shorter to leave them out."""


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
Cells = Sequence[tuple[str, Look]]


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
    shots = (film.shot(piece) for piece in _gathered(session, pieces(session, begin, end)))
    return _lines(_header(session, size, timestamp), shots, speed)


def _header(session: Session, size: tuple[int, int], timestamp: int | None) -> dict[str, Any]:
    saved = {} if timestamp is None else {"timestamp": timestamp}
    name = f"{session.title.name}: {session.game.scenario.partition('/')[2].replace('_', ' ')}"
    return {
        "version": 2,
        "width": size[0],
        "height": size[1],
        **saved,
        "title": name,
        "env": {"TERM": "xterm-256color"},
    }


def _gathered(session: Session, found: Iterable[Piece]) -> Iterator[Piece]:
    """A player's command and what followed in one piece, up to the end of a battle; what the program did one by one."""
    kept: list[Piece] = []
    for piece in found:
        kept.append(piece)
        is_last = piece.number == len(session.scenes(piece.entry)) - 1
        if is_last or session.solitaire or (piece.battle is not None and piece.battle.finished):
            events = tuple(event for each in kept for event in each.events)
            yield replace(piece, number=kept[0].number, before=kept[0].before, events=events)
            kept = []


def _lines(header: dict[str, Any], shots: Iterable[Shot], speed: float) -> Iterator[str]:
    yield _json(header)
    time, shown = 0.0, [Strip([])] * header["height"]
    screen: list[Cells] = [()] * header["height"]
    opening = HIDE_CURSOR + PLAIN + CLEAR
    for shot in shots:
        new = [old if row == strip else _cells(row) for row, strip, old in zip(shot.rows, shown, screen, strict=True)]
        text = "".join(_written(y, *pair) for y, pair in enumerate(zip(screen, new, strict=True)))
        if text or opening:
            yield _json([round(time, 3), "o", opening + text])
        opening, shown, screen = "", shot.rows, new
        time += shot.seconds / speed
    yield _json([round(time, 3), "o", PLAIN])


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


# Cells


def _cells(row: Strip) -> Cells:
    """Characters with their looks; a blank is the same whatever its ink."""
    looks = ((segment.text, *_looks(segment.style)) for segment in row)
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


def _written(y: int, old: Cells, new: Cells) -> str:
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
    return "".join(_span(y, start, new[start : end + 1]) for start, end in spans)


def _span(y: int, x: int, cells: Cells) -> str:
    parts, before = [PLAIN, f"\x1b[{y + 1};{x + 1}H"], BARE
    for character, look in cells:
        if look is not before:
            parts.append(_sgr(before, look))
            before = look
        parts.append(character)
    return "".join(parts)


@cache
def _sgr(before: Look, look: Look) -> str:
    """The sequence that leads from one look to another."""
    if look == before:
        return ""
    lost = any(was and not now for was, now in zip(before[2:], look[2:], strict=True))
    codes, known = (["0"], BARE) if lost else ([], before)
    codes += [code for code, was, now in zip("12347", known[2:], look[2:], strict=True) if now and not was]
    codes += [now for was, now in zip(known[:2], look[:2], strict=True) if now != was]
    return f"\x1b[{';'.join(codes)}m"


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
