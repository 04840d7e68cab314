"""What a report says of a game: the story first, what only some want to know folded away.

A turn begins with what one would tell of it: what was taken, what was lost, the battle that cost most. Other battles
are a line each; moves, dice and small events are folded.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from wargame_tui.board import packs
from wargame_tui.board.pages import Loss, unit_name
from wargame_tui.board.phrases import first_up, listed, plural
from wargame_tui.board.scene import worth
from wargame_tui.board.title import BattleRow, BoardTitle, Shot, Tally
from wargame_tui.core.title import find_scenario
from wargame_tui.tui.export.chronicle import Chronicle, Fight, Move, News, Part, Turn
from wargame_tui.tui.export.markup import Block, Chart, Folded, Heading, Items, Picture, Quote, Table, Text
from wargame_tui.tui.map.maps import names
from wargame_tui.tui.session import Session
from wargame_tui.tui.table.story import MOST_BATTLES, points_by_turn
from wargame_tui.tui.words import term

MOST_MOVES = 15
"""Moves of a side that are told in a part of a turn; the others are counted."""
MOST_SHOTS = 12
"""Shots of a battle that are told one by one."""
MOST_TAKEN = 6
"""Places that a headline names; the others are counted."""
MOST_NAMED = 12
"""Units that a sentence names."""
_RULES = re.compile(r"\s*\((?:\d{1,2}(?:\.\d{1,3})+[A-Za-z]?(?:, )?)+\)")
_NUMBER = re.compile(r"^\d+ (?=\D)")
"""Of an area, before its name."""
Shown = Callable[[Any, str, Sequence[Move], Mapping[str, str | None]], Picture]
"""Draws a state, with the moves that led to it, and the places that changed hands with their new holders."""
Tell = Callable[[float], None]
Called = Callable[[str], str]
"""What a side is called: who the enemy was in a campaign, for instance."""


class Told(NamedTuple):
    """What is told of a game."""

    name: str
    blocks: tuple[Block, ...]


def tale(session: Session, story: Chronicle, shown: Shown, played: datetime | None, tell: Tell) -> Told:
    """The whole report; `played` says when the game was saved, `tell` hears how much of the pictures is drawn."""
    info = find_scenario(session.game.scenario)[1]
    turns: list[Block] = [Heading(2, "Set-up"), shown(story.set_up, "Set-up", (), {})]
    for number, turn in enumerate(story.turns, 1):
        tell(number / (len(story.turns) + 1))
        turns += _turn(session, turn, shown)
    blocks = (
        *_head(session, story, played),
        *turns,
        *_end(session, story),
    )
    return Told(f"{info.name}: {session.title.name}", blocks)


# The head


def _head(session: Session, story: Chronicle, played: datetime | None) -> Iterator[Block]:
    game, title = session.game, session.title
    info = find_scenario(game.scenario)[1]
    yield Heading(1, info.name)
    yield Text(f"{title.name}. {info.summary}")
    if (over := game.state.over) is not None:
        yield Text(sentence(over.reason), f"{over.level}.")
    heads = [Text(headline(session, turn), f"{turn.date}:") for turn in story.turns]
    if heads:
        yield Items(tuple(heads))
    yield from _figures(session, story)
    yield Folded("About this game", (Table(("", ""), tuple(_facts(session, played))),))


def _figures(session: Session, story: Chronicle) -> Iterator[Block]:
    title, points = session.title, dict(points_by_turn(session))  # The last of each day.
    called = _names_of_sides(title, session.game.state)
    if len(points) > 1:
        yield Chart("Points by turn", tuple(points.items()))
    lost = [loss for turn in story.turns for loss in turn.losses]
    rows = [
        (called(side), str(count), str(sum(loss.destroyed for loss in lost if loss.side == side)))
        for side, count in _lost(title, lost)
    ]
    if rows:
        yield Table(("Losses", first_up(f"{title.step_name}s"), "Units destroyed"), tuple(rows))
    fights = [(fight, turn.date) for turn in story.turns for fight in turn.fights if fight.cost]
    worst = sorted(fights, key=lambda each: -each[0].cost)[:MOST_BATTLES]
    if worst:
        told = [(fight.battle.heading, date, _counts(_lost(title, fight.losses), called)) for fight, date in worst]
        yield Table(("Costliest battles", "", f"{first_up(title.step_name)}s lost"), tuple(told))


def _names_of_sides(title: BoardTitle[Any], state: Any) -> Called:
    return partial(title.side_called, state)


def _counts(lost: Sequence[tuple[str, int]], called: Called) -> str:
    return ", ".join(f"{called(side)} {count}" for side, count in lost)


def _facts(session: Session, played: datetime | None) -> Iterator[tuple[str, str]]:
    game, title = session.game, session.title
    called = _names_of_sides(title, game.state)
    yield "Sides", " against ".join(map(called, title.sides))
    yield "Options", ", ".join(f"{name} {value}" for name, value in sorted(game.options.items())) or "none"
    if laid := title.packs(game.scenario):
        yield "Data packs", packs.words(laid)
    yield "Commands", str(game.seq)
    if played is not None:
        yield "Saved", f"{played.astimezone(UTC):%d %B %Y}".lstrip("0")
    if session.viewer is not None:
        yield "Seen by", called(session.viewer)
    over = game.state.over
    winner = called(over.winner) if over is not None and over.winner else "nobody"
    yield "Winner", winner if over is not None else f"the game goes on, {title.phase_bar(game.state).date}"
    yield "Score", title.phase_bar(game.state).score
    if game.edited or game.scripted:
        yield "Note", "a position was set up, or dice were forced, by hand"
    if help_ := session.players.help_words():
        yield "Note", f"played with help of the program: {help_}"
    if game.unverified is not None:
        yield "Note", f"the beginning is not verified: {game.unverified}"


# A turn


def headline(session: Session, turn: Turn) -> str:
    """A turn in a sentence: what was taken, and what was lost."""
    title, parts = session.title, list[str]()
    called = _names_of_sides(title, turn.state)
    for side, places in _taken(session, turn):
        named = listed(places[:MOST_TAKEN])
        more = f", {len(places) - MOST_TAKEN} more" if len(places) > MOST_TAKEN else ""
        parts.append(f"{called(side)} gains: {named}{more}." if side else f"No longer held: {named}{more}.")
    if lost := _lost(title, turn.losses):
        parts.append(f"{first_up(title.step_name)}s lost: {_counts(lost, called)}.")
    return " ".join(parts) or "Quiet."


def taken(session: Session, turn: Turn) -> dict[str, str | None]:
    """The places that another side holds at the end of a turn than at its beginning, each with that side."""
    was, now = (session.title.scene(state, session.viewer) for state in (turn.before, turn.state))
    return {
        space: here.control
        for space, here in now.spaces.items()
        if space in was.spaces and was.spaces[space].control != here.control
    }


def _taken(session: Session, turn: Turn) -> list[tuple[str | None, list[str]]]:
    """Who has taken which places in a turn: those with points; if none has any, those with names."""
    now = session.title.scene(turn.state, session.viewer)
    spaces = names(session.title.map_of(turn.state))
    changed = [(side, space, worth(now.spaces[space])) for space, side in taken(session, turn).items()]
    counted = [each for each in changed if each[2]] or changed
    found: dict[str | None, list[str]] = {}
    for side, space, points in counted:
        name = spaces.get(space, "")
        if name and name != space:
            plain = _NUMBER.sub("", name)
            # A badge without a number says of every place named here the same.
            found.setdefault(side, []).append(f"{plain} ({points})" if any(map(str.isdigit, points)) else plain)
    return list(found.items())


def _lost(title: BoardTitle[Any], losses: Sequence[Loss]) -> list[tuple[str, int]]:
    """The steps of every side that lost some."""
    counts = {side: sum(loss.steps for loss in losses if loss.side == side) for side in title.sides}
    return [(side, count) for side, count in counts.items() if count]


def _turn(session: Session, turn: Turn, shown: Shown) -> Iterator[Block]:
    title, spaces = session.title, names(session.title.map_of(turn.state))
    moves = [move for part in turn.parts for move in part.moves]
    yield Heading(2, turn.date)
    yield Text(headline(session, turn), f"{turn.score}." if turn.score else "")
    yield shown(turn.state, turn.date, moves, taken(session, turn))
    yield from map(Quote, turn.notes)
    yield from _battles(title, turn.fights)
    news = [told for part in turn.parts for told in part.told if isinstance(told, News)]
    if heads := [Text(sentence(each.text)) for each in news if each.weight == "headline"]:
        yield Items(tuple(heads))
    called = _names_of_sides(title, turn.state)
    yield from _dead(title, turn.losses, called)
    parts = [[*_part(title, part, spaces, called)] for part in turn.parts]
    # A heading of which nothing but headlines is told heads nothing.
    if details := tuple(block for blocks in parts for block in blocks if not _is_bare(blocks)):
        yield Folded(f"{turn.date}: moves, dice and all the rest", details)


def _is_bare(blocks: Sequence[Block]) -> bool:
    return all(isinstance(block, Heading) for block in blocks)


def _battles(title: BoardTitle[Any], fights: Sequence[Fight]) -> Iterator[Block]:
    """The battle that cost most is told, the others are a line each; those called off are left to the details."""
    fought = [fight for fight in fights if fight.words]
    if not fought:
        return
    worst = max(fought, key=lambda fight: fight.cost)
    battle = worst.battle
    forces = [listed([unit_name(title, row.counter) for row in rows]) for rows in (battle.attackers, battle.defenders)]
    met = f"{forces[0]} attack{'s' if len(battle.attackers) == 1 else ''} {forces[1]}" if all(forces) else ""
    told = [sentence(part) for part in (met, battle.result, worst.words) if part]
    yield Text(" ".join(told), f"{battle.heading}.")
    others = [fight for fight in fought if fight is not worst]
    lines = [_skirmish(list(same)) for _, same in groupby(others, key=lambda each: each.battle.heading)]
    if lines:
        yield Items(tuple(lines))


def _skirmish(same: Sequence[Fight]) -> Text:
    """Battles of one name, one after the other."""
    battle = same[0].battle
    told = list(dict.fromkeys(sentence(fight.words) for fight in same))
    times = f" ({plural(len(same), 'attack')})" if len(same) > 1 else ""
    return Text(" ".join(told), f"{battle.heading}{times}:")


def _dead(title: BoardTitle[Any], losses: Sequence[Loss], called: Called) -> Iterator[Block]:
    """Who was destroyed in a turn."""
    for side in title.sides:
        units = [loss.name for loss in losses if loss.side == side and loss.destroyed]
        if units:
            more = [plural(len(units) - MOST_NAMED, "other unit")] if len(units) > MOST_NAMED else []
            yield Text(f"{listed([*units[:MOST_NAMED], *more])}.", f"{called(side)} units destroyed:")


def _part(title: BoardTitle[Any], part: Part, spaces: Any, called: Called) -> Iterator[Block]:
    """A part of a turn in order, without the headlines, which stand above."""
    if part.heading:
        yield Heading(3, part.heading)
    if moves := tuple(_moves(title, part.moves, spaces, called)):
        yield Items(moves)
    below = [each for each in part.told if isinstance(each, Fight) or each.weight != "headline"]
    for fought, told in groupby(below, key=lambda each: isinstance(each, Fight)):
        if fought:
            yield from (block for fight in told if isinstance(fight, Fight) for block in _fight(title, fight, called))
        else:
            yield Items(tuple(Text(sentence(news.text)) for news in told if isinstance(news, News)))
    if control := tuple(_control(part, spaces, called)):
        yield Items(control)


def _moves(title: BoardTitle[Any], moves: Sequence[Move], spaces: Any, called: Called) -> Iterator[Text]:
    """Who came and who moved where, side by side."""
    for side in title.sides:
        for words, new in (("arrivals", True), ("moves", False)):
            found = [move for move in moves if move.side == side and (move.origin is None) == new]
            if found:
                told = [_move(move, spaces) for move in found[:MOST_MOVES]]
                more = sum(len(move.units) for move in found[MOST_MOVES:])
                told += [plural(more, "more unit")] if more else []
                yield Text(f"{'; '.join(told)}.", f"{called(side)} {words}:")


def _move(move: Move, spaces: Any) -> str:
    goal, units = spaces.get(move.goal, move.goal), ", ".join(move.units)
    return f"{units} in {goal}" if move.origin is None else f"{spaces.get(move.origin, move.origin)} → {goal}: {units}"


def _control(part: Part, spaces: Any, called: Called) -> Iterator[Text]:
    by_side: dict[str | None, list[str]] = {}
    for space, side in part.control.items():
        by_side.setdefault(side, []).append(spaces.get(space, space))
    for side, found in by_side.items():
        yield Text(f"{', '.join(found)}.", f"Now {called(side) if side else 'held by nobody'}:")


# Battles, whole


def _fight(title: BoardTitle[Any], fight: Fight, called: Called) -> Iterator[Block]:
    battle = fight.battle
    yield Text(sentence(battle.result) if battle.result else "", f"⚔ {battle.heading}.")
    lines = [
        Text(f"{called(side)} {words}: {', '.join(_row(title, row) for row in rows)}.")
        for words, side, rows in (
            ("attack", battle.attacker, battle.attackers),
            ("defend", battle.defender, battle.defenders),
        )
        if rows
    ]
    lines += [Text(f"{told_sum(tally)}.") for tally in battle.tallies]
    lines += _shots(title, battle)
    if fight.outcome:
        lines.append(Text(" ".join(map(sentence, fight.outcome))))
    if lines:
        yield Items(tuple(lines))


def _row(title: BoardTitle[Any], row: BattleRow) -> str:
    name = unit_name(title, row.counter)
    change = f"{row.start_strength} → {row.strength or 'gone'}" if row.strength != row.start_strength else ""
    told = ", ".join(part for part in (change, row.told) if part)
    return f"{name} ({told})" if told else name


def told_sum(tally: Tally) -> str:
    """A sum of a battle in words: `attack: 17 strength +2 guns = 19`."""
    match tally.terms:
        case ():
            value = str(tally.value)
        case (only,):
            value = f"{only.name} {only.value}"
        case terms:
            signed = (f"{part.value:+d}" if n else str(part.value) for n, part in enumerate(terms))
            told = ("".join(term(value, part.name)) for value, part in zip(signed, terms, strict=True))
            value = f"{' '.join(told)} = {tally.value}"
    if tally.dice is None:
        return f"{tally.name}: {value}"
    dice = " + ".join(map(str, tally.dice))
    return f"{tally.name}: {value}, dice {dice}: {tally.total}" if tally.terms else f"{tally.name}: {dice}"


def _shots(title: BoardTitle[Any], battle: Any) -> Iterator[Text]:
    rolled = [shot for shot in battle.shots if shot.dice is not None]
    labels = {row.counter.unit: unit_name(title, row.counter) for row in (*battle.attackers, *battle.defenders)}
    if len(rolled) <= MOST_SHOTS:
        yield from (Text(f"{_shot(shot, labels)}.") for shot in rolled)
        return
    dice = sum(len(shot.dice or ()) for shot in rolled)
    yield Text(f"{len(rolled)} rolls with {dice} dice, {sum(shot.hits for shot in rolled)} of them hits.")


def _shot(shot: Shot, labels: dict[str, str]) -> str:
    firer, target = labels.get(shot.firer, shot.firer), labels.get(shot.target, shot.target)
    dice = " ".join(map(str, shot.dice or ()))
    told = shot.outcome or f"{shot.hits or 'no'} hit{'' if shot.hits < 2 else 's'}"
    return f"{firer} {shot.verb} {target}: {shot.needed} or less, rolls {dice}: {told}"


# The end


def _end(session: Session, story: Chronicle) -> Iterator[Block]:
    yield Heading(2, "Score by turn")
    yield Table(("Turn", "Score"), tuple((turn.date, turn.score) for turn in story.turns))
    if not story.losses:
        return
    yield Heading(2, "Losses")
    yield Text("Units that left the map and did not come back.")
    for side in session.title.sides:
        of_side = [loss for loss in story.losses if loss.side == side]
        if of_side:
            yield Text("", f"{session.title.side_called(session.game.state, side)}: {len(of_side)}")
            dates = groupby(of_side, key=lambda loss: loss.date)
            yield Items(tuple(Text(f"{date}: {', '.join(loss.unit for loss in lost)}") for date, lost in dates))


def sentence(text: str) -> str:
    """A sentence without rule numbers, with its full stop."""
    return f"{first_up(_RULES.sub('', text).rstrip(' .'))}."
