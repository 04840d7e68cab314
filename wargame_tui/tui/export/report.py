"""The after-action report: a game as Markdown to be read and forwarded, with a picture of the map for every turn.

Every picture is there twice: as PNG, painted like the printed map with the ways of units as arrows, and as SVG, in the
characters of the table.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wargame_tui.board import packs
from wargame_tui.board.look import Look
from wargame_tui.board.phrases import side_words
from wargame_tui.board.scene import Scene
from wargame_tui.board.title import Battle, BattleRow, BoardTitle, Shot, Tally
from wargame_tui.core.disk import cannot_save, make_folder, replace_file
from wargame_tui.core.harmless import harmless_lines
from wargame_tui.core.title import find_scenario
from wargame_tui.tui.coats import sides_of
from wargame_tui.tui.export.chronicle import Chronicle, Fight, Loss, Move, Part, Turn, chronicle, unit_name
from wargame_tui.tui.export.sheet import PaintedSheet, Sheet
from wargame_tui.tui.export.svg import picture
from wargame_tui.tui.map.layout import ZOOMS
from wargame_tui.tui.map.maps import MapEntry, layout_at, names
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.map.view import Box, MapLayout
from wargame_tui.tui.session import Session
from wargame_tui.tui.words import term

if TYPE_CHECKING:
    from wargame_tui.tui.paint.prints import Prints

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
MOST_MOVES = 15
"""Moves of a side that are told in a part of a turn; the others are counted."""
MOST_SHOTS = 12
"""Shots of a battle that are told one by one."""
Tell = Callable[[float], None]
_RULES = re.compile(r"\s*\((?:\d{1,2}(?:\.\d{1,3})+[A-Za-z]?(?:, )?)+\)")


@dataclass(frozen=True, slots=True)
class Report:
    """A report and its pictures, by the names of their files."""

    text: str
    maps: dict[str, str]
    """As SVG."""
    prints: dict[str, bytes]
    """As PNG."""

    def write(self, folder: Path) -> Path:
        """Write everything, pictures first; the path of the report. Raises CannotSave."""
        path = folder / "report.md"
        try:
            make_folder(folder / MAPS)
            for name, svg in self.maps.items():
                path = folder / MAPS / name
                replace_file(path, harmless_lines(svg, len(svg)).encode())
            for name, png in self.prints.items():
                path = folder / MAPS / name
                replace_file(path, png)
            path = folder / "report.md"
            replace_file(path, harmless_lines(self.text, len(self.text)).encode())
        except OSError as error:
            raise cannot_save(path, error) from error
        return path


def report(session: Session, played: datetime | None = None, tell: Tell = lambda share: None) -> Report:
    """The report of a game as whoever views the session may know it; `played` says when it was saved.

    `tell` hears how much of the pictures is drawn; may stop it with an exception.
    """
    story = chronicle(session)
    maps = _Maps(session)
    body = [*_set_up(story, maps)]
    for number, turn in enumerate(story.turns, 1):
        tell(number / (len(story.turns) + 1))
        body += _turn(session, turn, maps)
    lines = [*_head(session, story, played), *body, *_scores(story), *_losses(session, story.losses)]
    return Report("\n".join(lines).rstrip() + "\n", maps.drawn, maps.painted)


# The head


def _head(session: Session, story: Chronicle, played: datetime | None) -> Iterator[str]:
    game, title = session.game, session.title
    info = find_scenario(game.scenario)[1]
    yield from (f"# {_md(info.name)}", "", f"*{_md(title.name)}: after-action report.* {_md(info.summary)}", "")
    yield from ("| | |", "|---|---|")
    for label, value in _facts(session, played):
        yield f"| {label} | {_md(value)} |"
    yield ""
    if (over := session.game.state.over) is not None:
        yield from (f"**{_md(over.level)}.** {_sentence(over.reason)}", "")


def _facts(session: Session, played: datetime | None) -> Iterator[tuple[str, str]]:
    game, title = session.game, session.title
    yield "Sides", " against ".join(side_words(side) for side in title.sides)
    yield "Options", ", ".join(f"{name} {value}" for name, value in sorted(game.options.items())) or "none"
    if laid := title.packs(game.scenario):
        yield "Data packs", packs.words(laid)
    yield "Commands", str(game.seq)
    if played is not None:
        yield "Saved", f"{played.astimezone(UTC):%d %B %Y}".lstrip("0")
    if session.viewer is not None:
        yield "Seen by", side_words(session.viewer)
    over = session.game.state.over
    winner = side_words(over.winner) if over is not None and over.winner else "nobody"
    yield "Winner", winner if over is not None else f"the game goes on, {title.phase_bar(session.game.state).date}"
    yield "Score", title.phase_bar(session.game.state).score
    if game.edited or game.scripted:
        yield "Note", "a position was set up, or dice were forced, by hand"
    if game.unverified is not None:
        yield "Note", f"the beginning is not verified: {game.unverified}"


def _set_up(story: Chronicle, maps: "_Maps") -> Iterator[str]:
    yield from ("## Set-up", "", maps.shown(story.set_up, "Set-up"), "")


# A turn


def _turn(session: Session, turn: Turn, maps: "_Maps") -> Iterator[str]:
    spaces = names(session.title.map_of(turn.state))
    moves = [move for part in turn.parts for move in part.moves]
    yield from (f"## {_md(turn.date)}", "", maps.shown(turn.state, turn.date, moves), "")
    yield from (f"*Score: {_md(turn.score)}*", "")
    for part in turn.parts:
        if part.heading:
            yield from (f"### {_md(part.heading)}", "")
        yield from _part(session.title, part, spaces)


def _part(title: BoardTitle[Any], part: Part, spaces: Any) -> Iterator[str]:
    moves = [*_moves(title, part.moves, spaces)]
    yield from (*moves, "") if moves else ()
    listed = False
    for told in part.told:
        if isinstance(told, Fight):
            yield from ([""] if listed else [])
            yield from (*_fight(title, told), "")
        else:
            yield f"- {_sentence(told)}"
        listed = not isinstance(told, Fight)
    control = [*_control(part, spaces)]
    yield from ([""] if listed else [])
    yield from (*control, "") if control else ()


def _moves(title: BoardTitle[Any], moves: Sequence[Move], spaces: Any) -> Iterator[str]:
    """Who came and who moved where, side by side."""
    for side in title.sides:
        for words, new in (("arrivals", True), ("moves", False)):
            found = [move for move in moves if move.side == side and (move.origin is None) == new]
            if found:
                told = [_move(move, spaces) for move in found[:MOST_MOVES]]
                more = sum(len(move.units) for move in found[MOST_MOVES:])
                told += [f"{more} more unit{'' if more == 1 else 's'}"] if more else []
                yield f"- **{side_words(side)} {words}:** {'; '.join(told)}."


def _move(move: Move, spaces: Any) -> str:
    goal = spaces.get(move.goal, move.goal)
    way = f"in {goal}" if move.origin is None else f"{spaces.get(move.origin, move.origin)} → {goal}"
    units = ", ".join(move.units)
    return _md(f"{units} {way}" if move.origin is None else f"{way}: {units}")


def _control(part: Part, spaces: Any) -> Iterator[str]:
    by_side: dict[str | None, list[str]] = {}
    for space, side in part.control.items():
        by_side.setdefault(side, []).append(spaces.get(space, space))
    for side, found in by_side.items():
        yield f"- **Now {side_words(side) if side else 'held by nobody'}:** {_md(', '.join(found))}."


# Battles


def _fight(title: BoardTitle[Any], fight: Fight) -> Iterator[str]:
    battle = fight.battle
    result = f" {_sentence(battle.result)}" if battle.result else ""
    yield f"**⚔ {_md(battle.heading)}.**{result}"
    yield ""
    for words, side, rows in (
        ("attack", battle.attacker, battle.attackers),
        ("defend", battle.defender, battle.defenders),
    ):
        if rows:
            yield f"- {side_words(side)} {words}: {_md(', '.join(_row(title, row) for row in rows))}."
    yield from (f"- {_md(_tally(tally))}." for tally in battle.tallies)
    yield from _shots(title, battle)
    if fight.outcome:
        yield f"- {' '.join(_sentence(sentence) for sentence in fight.outcome)}"


def _row(title: BoardTitle[Any], row: BattleRow) -> str:
    name = unit_name(title, row.counter)
    change = f"{row.start_strength} → {row.strength or 'gone'}" if row.strength != row.start_strength else ""
    told = ", ".join(part for part in (change, row.marks) if part)
    return f"{name} ({told})" if told else name


def _tally(tally: Tally) -> str:
    signed = (f"{part.value:+d}" if n else str(part.value) for n, part in enumerate(tally.terms))
    terms = ["".join(term(value, part.name)) for value, part in zip(signed, tally.terms, strict=True)]
    value = f"{' '.join(terms)} = {tally.value}" if len(terms) > 1 else " ".join(terms)
    if tally.dice is None:
        return f"{tally.name}: {value}"
    dice = f"dice {' + '.join(map(str, tally.dice))}"
    return f"{tally.name}: {value}, {dice}: {tally.total}" if terms else f"{tally.name}: {dice}"


def _shots(title: BoardTitle[Any], battle: Battle) -> Iterator[str]:
    rolled = [shot for shot in battle.shots if shot.dice is not None]
    labels = {row.counter.unit: unit_name(title, row.counter) for row in (*battle.attackers, *battle.defenders)}
    if len(rolled) <= MOST_SHOTS:
        yield from (f"- {_md(_shot(shot, labels))}." for shot in rolled)
        return
    dice = sum(len(shot.dice or ()) for shot in rolled)
    yield f"- {len(rolled)} rolls with {dice} dice, {sum(shot.hits for shot in rolled)} of them hits."


def _shot(shot: Shot, labels: dict[str, str]) -> str:
    firer, target = labels.get(shot.firer, shot.firer), labels.get(shot.target, shot.target)
    dice = " ".join(map(str, shot.dice or ()))
    told = shot.outcome or f"{shot.hits or 'no'} hit{'' if shot.hits < 2 else 's'}"
    return f"{firer} {shot.verb} {target}: {shot.needed} or less, rolls {dice}: {told}"


# The end


def _scores(story: Chronicle) -> Iterator[str]:
    yield from ("## Score by turn", "", "| Turn | Score |", "|---|---|")
    yield from (f"| {_md(turn.date)} | {_md(turn.score)} |" for turn in story.turns)
    yield ""


def _losses(session: Session, losses: Sequence[Loss]) -> Iterator[str]:
    if not losses:
        return
    yield from ("## Losses", "", "Units that left the map and did not come back.", "")
    for side in session.title.sides:
        of_side = [loss for loss in losses if loss.side == side]
        if not of_side:
            continue
        yield from (f"**{side_words(side)}: {len(of_side)}**", "")
        for date in dict.fromkeys(loss.date for loss in of_side):
            yield f"- {_md(date)}: {_md(', '.join(loss.unit for loss in of_side if loss.date == date))}"
        yield ""


# Words


def _sentence(text: str) -> str:
    """A sentence without rule numbers, with its full stop."""
    plain = _RULES.sub("", text).rstrip(" .")
    return f"{_md(plain[:1].upper() + plain[1:])}."


def _md(text: str) -> str:
    """A text in which nothing is Markdown."""
    return re.sub(r"([\\`*_\[\]<>|#~])", r"\\\1", " ".join(text.split()))


# Pictures


class _Maps:
    """The pictures of a report, drawn as they are asked for."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._sides = sides_of(session.title)
        self._sheets: list[tuple[MapEntry, Sheet, _Printed]] = []
        self.drawn: dict[str, str] = {}
        self.painted: dict[str, bytes] = {}

    def shown(self, state: Any, words: str, moves: Sequence[Move] = ()) -> str:
        """Draw the map as it lies in a state, and the moves that led to it; what shows it in the report."""
        scene = self._session.pieces(state)
        sheet, printed = self._sheet(self._session.title.map_of(state))
        slug = re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")[:40]
        name = f"{len(self.drawn):02d}-{slug}"
        sheet.lay(scene)
        part = _part_in_play(sheet.layout, scene)
        rows = [list(sheet.row(y, part.x, part.x + part.width)) for y in range(part.y, part.y + part.height)]
        self.drawn[f"{name}.svg"] = picture(rows, words)
        self.painted[f"{name}.png"] = printed.png(scene, moves, self._sides)
        alt = f"{_md(words)}: the map"
        return f"![{alt}]({MAPS}/{name}.png)\n\n[{alt} in characters]({MAPS}/{name}.svg)"

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

    def png(self, scene: Scene, moves: Sequence[Move], sides: Sides) -> bytes:
        """The part in play, with arrows."""
        from wargame_tui.tui.paint.prints import Prints, Way

        if self._sheet is None:
            self._sheet, self._across = self._fitting(scene)
        self._sheet.lay(scene)
        composer = self._sheet.composer
        if self._prints is None or self._prints.cells is not composer:
            self._prints = Prints(composer, (self._across, 2 * self._across))
        ways = [Way(move.origin, move.goal, sides[move.side]) for move in moves if move.origin is not None]
        return self._prints.png(_part_in_play(composer.layout, scene), ways)

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
