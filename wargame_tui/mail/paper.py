"""What stands above the block of a letter, for people: the game, its date, what happened and was lost, what is asked.

It vouches for nothing: what counts is in the block, from which the reader's program tells the same and more. It is
written for the receiver, and tells what he may know.
"""

import json
import textwrap
from collections.abc import Iterator
from importlib.resources import files
from string import ascii_letters, digits
from typing import Any

from wargame_tui.board.log_lines import Told, composed, namer, taken_in
from wargame_tui.board.moments import decided, trail_of
from wargame_tui.board.phrases import first_up, plural, side_words
from wargame_tui.board.title import BoardTitle
from wargame_tui.core.game import Game
from wargame_tui.core.harmless import harmless, harmless_lines
from wargame_tui.core.journal import KERNEL
from wargame_tui.core.title import find_scenario
from wargame_tui.mail import armour, declared
from wargame_tui.mail.correspondence import Correspondence
from wargame_tui.mail.letters import MODES, Answer, Invitation, Letter, Mode, Post, terms_of

WIDTH = 76
MOST_BATTLES, MOST_ORDERS = 12, 10
MOST_LINK = 6_000
"""Characters of a `mailto:` link that mail programs are sure to take."""


def text(post: Post, game: Game | None = None) -> str:
    """A letter as it is sent: words for people, then the block. `game` is as the letter leaves it."""
    match post:
        case Invitation():
            said = _invitation(post)
        case Answer():
            said = [f"{post.name} accepts your invitation to {_named(post.invitation)}."]
        case Letter():
            said = [*_letter(post, game)]
    rows = [row for line in said for row in _wrapped(line)]
    return "\n".join([*rows, "", *_how(post), "", armour.sealed(post)])


def subject(post: Post) -> str:
    """The subject line of a mail with a letter."""
    terms = terms_of(post)
    match post:
        case Invitation():
            said = f"{_named(terms)}: an invitation from {post.name}"
        case Answer():
            said = f"{_named(terms)}: {post.name} accepts"
        case Letter():
            asked = f"your turn: {post.question}" if post.question else "your turn"
            said = f"{_named(terms)}, {_date(terms, post.turn)}: {asked} (no. {post.number})"
    return harmless(f"[wargame] {said}")


def mailto(post: Post, body: str, address: str = "") -> str:
    """A link that opens a mail with a letter in it; without the letter if it is too long for a link."""
    if len(_escaped(body)) > MOST_LINK:
        body = f"{body[: body.index(armour.BEGIN)]}(The letter is in the attached file.)"
    return f"mailto:{_escaped(address, '@')}?subject={_escaped(subject(post))}&body={_escaped(body)}"


def _escaped(text: str, more: str = "") -> str:
    """A text as it may stand in a link: RFC 3986, 2.1; `more` may stand there as well."""
    plain = {*(ascii_letters + digits + "-._~" + more).encode()}
    return "".join(chr(byte) if byte in plain else f"%{byte:02X}" for byte in text.replace("\n", "\r\n").encode())


def _measured(title: str, mode: Mode) -> dict[str, dict[str, float]] | None:
    """Letters an impulse or a player turn by the way of playing, `asked` or `conduct`; None if they were not counted.

    Source: `python -m tests.mail.letters --write`, which plays recorded games.
    """
    data: Any = json.loads(files("wargame_tui.mail").joinpath("expected.json").read_text("utf-8"))
    found: dict[str, dict[str, float]] | None = data.get(title, {}).get(mode)
    return found


def to_be_expected(title: str, mode: Mode) -> str:
    """How many letters an impulse or a player turn takes, in a sentence; empty for a title that was not measured."""
    found = _measured(title, mode)
    if found is None:
        return ""
    ordered, plain = found["conduct"], found["asked"]
    return (
        f"Letters to be expected for an impulse or a player turn: {ordered['median']:g} as a rule and "
        f"{ordered['most']} at most where both give their conduct, "
        f"otherwise {plain['median']:g} and up to {plain['most']} (measured on recorded games)."
    )


def in_short(title: str, mode: Mode) -> str:
    """The same in a few words."""
    found = _measured(title, mode)
    if found is None:
        return ""
    ordered, plain = found["conduct"]["median"], found["asked"]["most"]
    return f"{ordered:g} an impulse or player turn with conduct; without, up to {plain}"


WAYS = {"asked": "no orders", "conduct": "with conduct"}
"""The ways to play for which letters were counted, in words."""


def expected(title: str) -> dict[Mode, dict[str, tuple[float, int]]]:
    """Letters of an impulse or a player turn, by kind of dice and way to play: as a rule, and at most.

    Empty for a title that was not measured.
    """
    found = {mode: _measured(title, mode) for mode in MODES}
    return {
        mode: {words: (ways[way]["median"], int(ways[way]["most"])) for way, words in WAYS.items()}
        for mode, ways in found.items()
        if ways
    }


def with_past(terms: Invitation) -> str:
    """What an invitation to a game that was begun at one table agrees upon, in a sentence."""
    return (
        f"The game was begun at one table: its first {len(terms.past)} lines stand as both players agree, with their "
        "dice; dice of both begin there."
    )


MOST_BACK = 8
"""Decisions that are named where they are to be taken back."""


def taken_back(mail: Correspondence) -> Iterator[str]:
    """What is asked to be taken back, or was answered about it, as this player may know it."""
    entry = mail.letters[-1] if mail.letters else None
    asked = mail.asks if mail.asks is not None else entry.asks if entry else None
    game = mail.game
    if game is None or entry is None:
        return
    if asked is not None:
        lines = [n for n in range(asked, len(game.entries)) if game.entries[n].side != KERNEL]
        yield f"To be taken back, if both agree: {len(lines)} decision{'s' if len(lines) > 1 else ''}"
        yield from (f"  {_title(game).spoken(first_up(decided(game, n, mail.side)))}" for n in lines[:MOST_BACK])
        if len(lines) > MOST_BACK:
            yield f"  and {len(lines) - MOST_BACK} more"
    elif entry.granted is not None:
        yield "Agreed: it is taken back." if entry.granted else "Not agreed: what was sent stands."


# The parts


def _invitation(terms: Invitation) -> list[str]:
    lines = [
        f"{terms.name} invites you to a game by mail: {_named(terms)}. {terms.name} plays {side_words(terms.side)}, "
        f"you play {side_words(terms.guest)}. Dice: {terms.mode}.",
        with_past(terms) if terms.past else "",
        to_be_expected(terms.title, terms.mode),
    ]
    return [line for line in lines if line]


def _letter(letter: Letter, game: Game | None) -> Iterator[str]:
    terms, entry = letter.invitation, letter.letters[-1]
    names = {terms.side: terms.name, terms.guest: letter.answer.name}
    reader = terms.other(entry.side)
    yield (
        f"{_named(terms)}, {_date(terms, letter.turn)}. Letter {letter.number}, from {names[entry.side]} "
        f"({side_words(entry.side)}) to {names[reader]} ({side_words(reader)})."
    )
    if game is not None:
        start = next((each.seq for each in reversed(letter.letters) if each.side == reader), 0)
        yield from _happened(game, start, reader)
        yield from _left(game, letter)
    if entry.granted is not None:
        yield "Agreed: it is taken back." if entry.granted else "Not agreed: what was sent stands."
    if letter.question:
        yield f"You are asked: {letter.question}"
    if entry.note:
        yield ""
        yield from (f"| {line}" for line in entry.note.split("\n"))


def _happened(game: Game, start: int, reader: str) -> Iterator[str]:
    """Battles, what was lost, the score, as far as the reader may know it; else what was decided."""
    title = _title(game)
    told = [*_battles(game, start, reader)]
    yield from (f"- {line}" for line in told[:MOST_BATTLES])
    if len(told) > MOST_BATTLES:
        yield f"- and {len(told) - MOST_BATTLES} battles more"
    before, now = game.states[min(start, len(game.states) - 1)], game.state
    lost: dict[str, list[str]] = {}
    for loss in title.losses(before, now):
        what = f"{loss.unit} ({'destroyed' if loss.destroyed else plural(loss.steps, title.step_name)})"
        lost.setdefault(loss.side, []).append(what)
    yield from (f"- {side_words(side)} lost: {', '.join(units)}." for side, units in lost.items())
    was, score = title.phase_bar(before).score, title.phase_bar(now).score
    if score not in (was, ""):
        yield f"- Score: {score}" if not was else f"- Score: {was}, now {score}"
    if not told:
        yield from _orders(game, start, reader)
    if game.over:
        yield f"The game is over: {game.over.level}. {game.over.reason}"


def _title(game: Game) -> BoardTitle[Any]:
    title = game.title
    assert isinstance(title, BoardTitle)
    return title


def _battles(game: Game, start: int, reader: str) -> Iterator[str]:
    title = _title(game)
    for number in range(start, len(game.entries)):
        seen = [title.event_for(event, reader) for event in game.entries[number].events]
        events = [event for event in seen if event is not None]
        battle = title.ended_battle(game.states[number + 1], events) if events else None
        if battle is not None and battle.result:
            yield title.spoken(f"{battle.heading}. {first_up(battle.result.rstrip(' .'))}.")


def _orders(game: Game, start: int, reader: str) -> Iterator[str]:
    """What happened otherwise, moves among it, as the log tells it: the last of it that the reader may know."""
    title = _title(game)
    called = namer(title, game.states[0])
    told: list[Told] = []
    for number in range(start, len(game.entries)):
        before = game.states[number]
        seen = [title.event_for(event, reader) for event in game.entries[number].events]
        events = [event for event in seen if event is not None and not title.part(event, trail_of(before))]
        heard = taken_in(events, number, before, called)
        told += [each for each in heard if each.event.weight != "quiet" or each.leg is not None]
    lines = [line.words for line in composed(told, called)] or _decisions(game, start, reader)
    if len(lines) > MOST_ORDERS:
        yield f"- ({plural(len(lines) - MOST_ORDERS, 'earlier line')} in the log)"
    yield from (f"- {title.spoken(first_up(words))}" for words in lines[-MOST_ORDERS:])


def _decisions(game: Game, start: int, reader: str) -> list[str]:
    """What was decided, where nothing came of it that a log would tell: that nobody moved, and nobody attacked."""
    lines = [n for n in range(start, len(game.entries)) if game.entries[n].side not in (KERNEL, reader)]
    return [decided(game, n, reader) for n in lines]


def _left(game: Game, letter: Letter) -> Iterator[str]:
    """What is rolled when the letter is opened."""
    texts = declared.words(game, letter.letters[-1].pending)
    if not texts:
        return
    said = texts[:MOST_ORDERS]
    more = f", and {len(texts) - MOST_ORDERS} more" if len(texts) > MOST_ORDERS else ""
    yield f"Carried out when you open it: {'; '.join(said)}{more}."


def _how(post: Post) -> list[str]:
    """How to open it, for who has never done it."""
    what = "accept it" if isinstance(post, Invitation) else "open it"
    return [f"To {what}: wargame-tui, keys m and o, paste this mail;", "or `wargame-tui mail read FILE`."]


def _named(terms: Invitation) -> str:
    """The names of title and scenario; the scenario's id if it is not installed here."""
    try:
        title, info = find_scenario(terms.scenario)
    except LookupError:
        return terms.scenario
    return f"{title.name}: {info.name}"


def _date(terms: Invitation, turn: str) -> str:
    """A turn in words; as letters have it where its title is not installed."""
    try:
        return find_scenario(terms.scenario)[0].turn_words(terms.scenario, turn)
    except (LookupError, ValueError, IndexError):
        return f"turn {turn}"


def _wrapped(line: str) -> list[str]:
    """A line broken for any mail program; nothing in it can be taken for the frame of the block."""
    safe = harmless_lines(line).replace("-----", "- - -")
    behind = "  " if safe.startswith("- ") else "| " if safe.startswith("| ") else ""
    return textwrap.wrap(safe, WIDTH, subsequent_indent=behind, break_long_words=True) or [""]
