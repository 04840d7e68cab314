"""What happened to a player: what the other side did in its last turn, gathered on a page.

The same is heard as for a report (`chronicle`): moves gathered from where to where, battles with their
result and losses, what changed hands, and what else was news.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from copy import copy
from typing import Any, NamedTuple

from wargame_tui.board import pages
from wargame_tui.board.pages import unit_name
from wargame_tui.board.phrases import first_up, plural, side_words
from wargame_tui.board.title import BattleRow, BoardTitle
from wargame_tui.tui.export.chronicle import Chronicle, Fight, Loss, Move, News, Part, chronicle
from wargame_tui.tui.film import Place
from wargame_tui.tui.map.maps import names
from wargame_tui.tui.session import Session
from wargame_tui.tui.table.outcome import TOLD

ARROW = "→"
NEWS, SCORE = "News", "Score"
DEATHS = ("eliminated", "destroyed", "sinks", "sunk")
"""What a sentence ends with that tells of nothing but the end of a unit."""
FEW = 3
"""Lines of news that stand above the commands anyway."""


class Section(NamedTuple):
    """A part of the page."""

    heading: str
    lines: tuple[str, ...]


class Summary(NamedTuple):
    """The page."""

    heading: str
    sections: tuple[Section, ...]

    @property
    def is_slight(self) -> bool:
        """Whether it says no more than fits beside the question: nobody moved, and nothing was fought or lost."""
        lines = [line for section in self.sections for line in section.lines if section.heading not in (NEWS, SCORE)]
        news = [line for section in self.sections for line in section.lines if section.heading == NEWS]
        return not lines and len(news) <= FEW


def summary(session: Session, since: Place, who: str | None = None) -> Summary:
    """What happened from a scene on to the present; `who` played it. Without sections if nothing did.

    The session stays at the moment on view.
    """
    told = chronicle(copy(session), since, who)
    before, now, title = session.film.scene(since).before, session.game.state, session.title
    parts = [part for turn in told.turns for part in turn.parts]
    spaces, moves = names(title.map_of(now)), _moved(told)
    # Reinforcements of the one may arrive as the turn of the other begins.
    arrived = [move for move in _moved(chronicle(copy(session), since)) if move.side == who] if who else moves
    found = (
        Section("Battles", tuple(line for part in parts for line in _battles(title, part))),
        Section("Lost", tuple(_losses(session, told))),
        Section("Changed hands", tuple(_hands(session, parts, spaces))),
        Section(NEWS, tuple(_first(line.text) for part in parts for line in part.told if isinstance(line, News))),
        Section("Moved", tuple(_moves(moves, spaces))),
        Section("Arrived", tuple(_arrivals(arrived, spaces))),
    )
    sections = [section for section in found if section.lines]
    was, score = title.phase_bar(before).score, title.phase_bar(now).score
    if sections and score:
        sections.append(Section(SCORE, (score if was in (score, "") else f"{was} {ARROW} {score}",)))
    dates = list(dict.fromkeys(turn.date for turn in told.turns if turn.date))
    when = " to ".join(dict.fromkeys([*dates[:1], *dates[-1:]]))
    heading = f"What the {side_words(who)} player did: {when}" if who else when
    return Summary(f"The enemy's turn: {when}" if session.solitaire and when else heading, tuple(sections))


# Battles and losses


def _battles(title: BoardTitle[Any], part: Part) -> Iterator[str]:
    for fight in part.told:
        if isinstance(fight, Fight):
            battle = fight.battle
            said, gone = list[str](), list[str]()
            if battle.result and TOLD not in battle.result:
                said.append(_sentence(battle.result))
            for side, rows in ((battle.attacker, battle.attackers), (battle.defender, battle.defenders)):
                weaker = [_lost(title, row) for row in rows if row.strength != row.start_strength]
                # Strengths of many counters are no steps, and do not tell what was lost.
                if lost := ", ".join(weaker or [_steps(loss) for loss in fight.losses if loss.side == side]):
                    said.append(f"{first_up(battle.called.get(side, side_words(side)))} loses {lost}.")
                gone += [unit_name(title, row.counter) for row in rows if not row.strength]
            said += [_sentence(sentence) for sentence in fight.outcome if not _is_death(sentence, gone)]
            if not battle.finished:
                said.append("It is still being fought.")
            yield f"{battle.heading}. {' '.join(said) or 'No losses.'}"


def _is_death(sentence: str, gone: Iterable[str]) -> bool:
    """Whether it only tells once more that a unit is gone."""
    told = sentence.rstrip(" .")
    return told.endswith(DEATHS) and any(f" {unit} " in f" {told} " for unit in gone)


def _lost(title: BoardTitle[Any], row: BattleRow) -> str:
    return f"{unit_name(title, row.counter)} {row.start_strength}{ARROW}{row.strength or 'gone'}"


def _steps(loss: pages.Loss) -> str:
    return loss.name if loss.destroyed else f"{plural(loss.steps, 'step')} of {loss.name}"


def _losses(session: Session, told: Chronicle) -> Iterator[str]:
    title = session.title
    by_side: dict[str, list[Loss]] = {side: [] for side in title.sides}
    for loss in told.losses:
        by_side.setdefault(loss.side, []).append(loss)
    for side, losses in by_side.items():
        if losses:
            yield f"{title.side_called(session.game.state, side)}: {', '.join(loss.unit for loss in losses)}"


# Places


def _hands(session: Session, parts: Iterable[Part], spaces: Mapping[str, str]) -> Iterator[str]:
    """Places with their new holder: those with points each with them, the others in one line."""
    control = {space: side for part in parts for space, side in part.control.items()}
    plain: dict[str | None, list[str]] = {}
    scene = session.pieces(session.game.state)
    for space, side in control.items():
        shown = scene.spaces.get(space)
        points = [badge for badge in shown.badges if "VP" in badge] if shown is not None else []
        if points:
            yield f"{_named(space, spaces)} ({', '.join(points)}): now {_holder(session, side)}"
        else:
            plain.setdefault(side, []).append(_named(space, spaces))
    for side, found in plain.items():
        yield f"Now {_holder(session, side)}: {', '.join(found)}"


def _holder(session: Session, side: str | None) -> str:
    return session.title.side_called(session.game.state, side) if side else "nobody's"


def _named(space: str, spaces: Mapping[str, str]) -> str:
    return spaces.get(space, space)


# Moves


def _moved(told: Chronicle) -> list[Move]:
    """The moves of all parts, as far as the units are still there."""
    parts = [part for turn in told.turns for part in turn.parts]
    return _gathered(parts, {(loss.unit, loss.side) for loss in told.losses})


def _gathered(parts: Iterable[Part], lost: Container[tuple[str, str]]) -> list[Move]:
    """Moves of all parts, those from and to the same places together; without the units that were lost."""
    units: dict[tuple[str, str | None, str], list[str]] = {}
    for part in parts:
        for move in part.moves:
            here = units.setdefault((move.side, move.origin, move.goal), [])
            here += [unit for unit in move.units if (unit, move.side) not in lost]
    return [Move(*way, tuple(found)) for way, found in units.items() if found]


def _moves(moves: Iterable[Move], spaces: Mapping[str, str]) -> Iterator[str]:
    for move in moves:
        if move.origin is not None:
            way = f"{_named(move.origin, spaces)} {ARROW} {_named(move.goal, spaces)}"
            yield f"{way}: {', '.join(move.units)}"


def _arrivals(moves: Iterable[Move], spaces: Mapping[str, str]) -> Iterator[str]:
    for move in moves:
        if move.origin is None:
            yield f"{_named(move.goal, spaces)}: {', '.join(move.units)}"


def _sentence(text: str) -> str:
    return f"{_first(text)}."


def _first(text: str) -> str:
    return first_up(text.rstrip(" ."))
