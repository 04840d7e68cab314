"""The after-action report: a game as Markdown to be read and forwarded, with a picture of the map for every turn."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from wargame_tui.board import packs
from wargame_tui.board.phrases import side_words
from wargame_tui.board.scene import Scene
from wargame_tui.board.title import Battle, BattleRow, BoardTitle, Shot, Tally
from wargame_tui.core.disk import cannot_save, make_folder, replace_file
from wargame_tui.core.harmless import harmless_lines
from wargame_tui.core.title import find_scenario
from wargame_tui.tui.export.chronicle import Chronicle, Fight, Loss, Move, Part, Turn, chronicle, unit_name
from wargame_tui.tui.export.sheet import Sheet
from wargame_tui.tui.export.svg import picture
from wargame_tui.tui.map.maps import MapEntry, names
from wargame_tui.tui.map.view import Box
from wargame_tui.tui.session import Session
from wargame_tui.tui.words import term

MAPS = "maps"
"""The folder of the pictures, beside the report."""
ZOOM = "middle"
"""Every kind of map has this zoom, and is read well at it."""
AROUND = 6, 3
"""Columns and rows shown around what is in play, where much of a map is not."""
MOST_MOVES = 15
"""Moves of a side that are told in a part of a turn; the others are counted."""
MOST_SHOTS = 12
"""Shots of a battle that are told one by one."""
_RULES = re.compile(r"\s*\((?:\d{1,2}(?:\.\d{1,3})+[A-Za-z]?(?:, )?)+\)")


@dataclass(frozen=True, slots=True)
class Report:
    """A report and its pictures, by the names of their files."""

    text: str
    maps: dict[str, str]

    def write(self, folder: Path) -> Path:
        """Write everything, pictures first; the path of the report. Raises CannotSave."""
        path = folder / "report.md"
        try:
            make_folder(folder / MAPS)
            for name, svg in self.maps.items():
                path = folder / MAPS / name
                replace_file(path, harmless_lines(svg, len(svg)).encode())
            path = folder / "report.md"
            replace_file(path, harmless_lines(self.text, len(self.text)).encode())
        except OSError as error:
            raise cannot_save(path, error) from error
        return path


def report(session: Session, played: datetime | None = None) -> Report:
    """The report of a game as whoever views the session may know it; `played` says when it was saved."""
    story = chronicle(session)
    maps = _Maps(session)
    body = [*_set_up(story, maps), *(line for turn in story.turns for line in _turn(session, turn, maps))]
    lines = [*_head(session, story, played), *body, *_scores(story), *_losses(session, story.losses)]
    return Report("\n".join(lines).rstrip() + "\n", maps.drawn)


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
    yield from (f"## {_md(turn.date)}", "", maps.shown(turn.state, turn.date), "")
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
        self._sheets: list[tuple[MapEntry, Sheet]] = []
        self.drawn: dict[str, str] = {}

    def shown(self, state: Any, words: str) -> str:
        """Draw the map as it lies in a state; what shows it in the report."""
        scene = self._session.pieces(state)
        sheet = self._sheet(self._session.title.map_of(state))
        sheet.lay(scene)
        slug = re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")[:40]
        name = f"{len(self.drawn):02d}-{slug}.svg"
        part = _part_in_play(sheet, scene)
        rows = [list(sheet.row(y, part.x, part.x + part.width)) for y in range(part.y, part.y + part.height)]
        self.drawn[name] = picture(rows, words)
        return f"![{_md(words)}: the map]({MAPS}/{name})"

    def _sheet(self, entry: MapEntry) -> Sheet:
        for known, sheet in self._sheets:
            if known is entry:
                return sheet
        self._sheets.append((entry, Sheet(entry, ZOOM, self._session.title.look())))
        return self._sheets[-1][1]


def _part_in_play(sheet: Sheet, scene: Scene) -> Box:
    """The part of a map where the scenario is played."""
    layout = sheet.layout
    boxes = [box for space, box in layout.boxes.items() if space not in scene.outside]
    if not scene.outside or not boxes:
        return Box(0, 0, layout.width, layout.height)
    wide, high = AROUND
    left, top = max(0, min(box.x for box in boxes) - wide), max(0, min(box.y for box in boxes) - high)
    right = min(layout.width, max(box.x + box.width for box in boxes) + wide)
    bottom = min(layout.height, max(box.y + box.height for box in boxes) + high)
    return Box(left, top, right - left, bottom - top)
