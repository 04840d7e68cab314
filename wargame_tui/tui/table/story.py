"""What a finished game was like: points and losses by turn, its decisive moments, battles that cost most, places taken.

All of it follows from the game's states and entries; nothing is told that they do not hold.
"""

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from wargame_tui.board.pages import Loss
from wargame_tui.board.phrases import first_up, listed
from wargame_tui.board.scene import worth
from wargame_tui.board.title import Battle
from wargame_tui.core.event import Event
from wargame_tui.tui.session import Session

MOST_BATTLES = 5
MOST_MOMENTS = 8
MOST_TAKEN = 3
"""Places that a moment names; the others are counted."""
RARE = 2
"""Headlines of a kind, taken over the game, up to which each is a moment to remember."""
TOLD = 200
"""Events before a loss among which its battle is looked for."""
_NUMBER = re.compile(r"-?\d+")


@dataclass(slots=True)
class Costs:
    """What a side has lost."""

    steps: int = 0
    units: list[str] = field(default_factory=list)
    """Those destroyed, as players name them."""


@dataclass(frozen=True, slots=True)
class Fought:
    """A battle with what it cost both sides."""

    heading: str
    date: str
    steps: dict[str, int]
    """By side."""

    @property
    def whole(self) -> int:
        """The steps of both sides."""
        return sum(self.steps.values())


@dataclass(frozen=True, slots=True)
class Taken:
    """A place that one side held at the beginning and another at the end."""

    place: str
    before: str | None
    after: str | None
    worth: str
    """Its points, as its badge says; empty if it has none."""


@dataclass(frozen=True, slots=True)
class Decisive:
    """A moment to remember: places with points that fell in a turn, or what seldom happens."""

    date: str
    words: str
    points: int = 0
    """How many points were taken."""


@dataclass(frozen=True, slots=True)
class Story:
    """The whole of it."""

    points: tuple[tuple[str, int], ...]
    """The date of every turn, and the score at its end; empty where the score is no number."""
    score: str
    """The last score in the title's words."""
    costs: dict[str, Costs]
    """By side."""
    lost: tuple[tuple[str, dict[str, int]], ...]
    """The date of every turn, and what each side lost in it."""
    step_name: str
    moments: tuple[Decisive, ...]
    """In the order in which they came."""
    battles: tuple[Fought, ...]
    """Those that cost most, the worst first."""
    taken: tuple[Taken, ...]


def story_of(session: Session) -> Story:
    """The story of a game up to its present, as whoever views the session may know it."""
    hurt = _hurt(session)
    title, game = session.title, session.game
    return Story(
        points=tuple(points_by_turn(session)),
        score=title.phase_bar(game.state).score,
        costs=_costs(title.sides, [loss for _, losses in hurt for loss in losses]),
        lost=tuple(_by_turn(session, hurt)),
        step_name=title.step_name,
        moments=tuple(_moments(session)),
        battles=tuple(sorted(_fought(session, hurt), key=lambda battle: -battle.whole)[:MOST_BATTLES]),
        taken=tuple(_taken(session)),
    )


def points_by_turn(session: Session) -> list[tuple[str, int]]:
    """The first number of the score at the end of every turn."""
    title = session.title
    found: list[tuple[str, int]] = []
    for _, state in _turns(session):
        number = _NUMBER.search(title.points(state))
        if number is None:
            return []
        found.append((title.phase_bar(state).date, int(number.group())))
    return found


def _turns(session: Session) -> Iterator[tuple[Any, Any]]:
    """The first and the last state of every turn."""
    title, states = session.title, session.game.states
    first = states[0]
    for state, after in zip(states, [*states[1:], None], strict=True):
        if after is None or title.turn(after) != title.turn(state):
            yield first, state
            first = after


def _hurt(session: Session) -> list[tuple[int, Sequence[Loss]]]:
    """The journal entries by which something was lost, cargo and stacks with what carried them."""
    title, states = session.title, session.game.states
    found: list[tuple[int, Sequence[Loss]]] = []
    had = title.steps(states[0])
    for entry in range(session.newest):
        left = title.steps(states[entry + 1])
        fewer = any(steps > left.get(unit, 0) for unit, steps in had.items())
        had = left
        if fewer and (losses := title.losses(states[entry], states[entry + 1])):
            found.append((entry, losses))
    return found


def _costs(sides: Iterable[str], losses: Iterable[Loss]) -> dict[str, Costs]:
    costs = {side: Costs() for side in sides}
    for loss in losses:
        costs[loss.side].steps += loss.steps
        if loss.destroyed:
            costs[loss.side].units.append(loss.name)
    return costs


def _by_turn(session: Session, hurt: Iterable[tuple[int, Sequence[Loss]]]) -> Iterator[tuple[str, dict[str, int]]]:
    title, states = session.title, session.game.states
    lost: dict[str, Counter[str]] = {}
    for entry, losses in hurt:
        for loss in losses:
            lost.setdefault(title.turn(states[entry]), Counter())[loss.side] += loss.steps
    for _, last in _turns(session):
        of_turn = lost.get(title.turn(last), Counter())
        yield title.phase_bar(last).date, {side: of_turn[side] for side in title.sides}


def _fought(session: Session, hurt: Iterable[tuple[int, Sequence[Loss]]]) -> Iterator[Fought]:
    """The battles in which something was lost."""
    title, states = session.title, session.game.states
    fought: dict[tuple[str, str], Counter[str]] = {}
    for entry, losses in hurt:
        if (battle := _battle_at(session, entry)) is not None:
            of_battle = fought.setdefault((battle.heading, title.phase_bar(states[entry]).date), Counter())
            for loss in losses:
                of_battle[loss.side] += loss.steps
    return (Fought(heading, date, dict(steps)) for (heading, date), steps in fought.items())


def _battle_at(session: Session, entry: int) -> Battle | None:
    """The battle that was fought when a journal entry was played, or that it ended."""
    title, game = session.title, session.game
    told: list[Any] = []
    for at in range(entry, -1, -1):
        told = [*session.seen(game.entries[at].events), *told]
        if len(told) > TOLD:
            break
    now = title.battle(game.states[entry + 1], told)
    return now or title.ended_battle(game.states[entry + 1], told)


def _moments(session: Session) -> Iterator[Decisive]:
    """Days on which places with points fell, and headlines that are rare in the game; of many the greatest."""
    seldom = _seldom(session)
    found = []
    for date, before, after in _days(session):
        fallen = _fallen(session, before, after)
        told = {place for places in fallen.values() for place, _ in places}
        found += [Decisive(date, *_falls(session, after, side, places)) for side, places in fallen.items()]
        rare = (event for event in seldom.get(date, ()) if not _is_told(session, event, told))
        words = dict.fromkeys(first_up(session.title.event_text(event)) for event in rare)
        found += [Decisive(date, each) for each in words]
    greatest = sorted(found, key=lambda moment: -moment.points)[:MOST_MOMENTS]
    return (moment for moment in found if moment in greatest)


def _days(session: Session) -> Iterator[tuple[str, Any, Any]]:
    """Dates, each with the first and the last state that has it: some titles call parts of a day turns."""
    turns = ((session.title.phase_bar(after).date, before, after) for before, after in _turns(session))
    for date, of_day in groupby(turns, key=lambda turn: turn[0]):
        found = [*of_day]
        yield date, found[0][1], found[-1][2]


def _seldom(session: Session) -> dict[str, list[Event]]:
    """By date the headlines of which there are few of the kind; what the end of the game says stands elsewhere."""
    title, game = session.title, session.game
    heads = [
        (entry, event)
        for entry in range(session.newest)
        if game.states[entry + 1].over is None
        for event in session.seen(game.entries[entry].events)
        if event.weight == "headline"
    ]
    kinds = Counter(event.kind for _, event in heads)
    found: dict[str, list[Event]] = {}
    for entry, event in heads:
        if kinds[event.kind] <= RARE:
            found.setdefault(title.phase_bar(game.states[entry]).date, []).append(event)
    return found


def _is_told(session: Session, event: Event, fallen: Container[str]) -> bool:
    """Whether an event says nothing but a place and a side, and the place is told among those that fell."""
    space = session.title.event_place(event)
    is_bare = "side" in event.data and len(event.data) == len(("place", "side"))
    return is_bare and space is not None and session.title.called(space) in fallen


def _fallen(session: Session, before: Any, after: Any) -> dict[str, list[tuple[str, int]]]:
    """By side the places that fell to it between two states, by name with their points, the most first."""
    title = session.title
    was, now = (title.scene(state, session.viewer) for state in (before, after))
    by_side: dict[str, list[tuple[str, int]]] = {}
    for space, here in now.spaces.items():
        held = was.spaces[space].control if space in was.spaces else None
        if here.control not in (None, held) and (points := _NUMBER.search(worth(here))):
            by_side.setdefault(here.control or "", []).append((title.called(space), int(points.group())))
    return {side: sorted(places, key=lambda place: -place[1]) for side, places in by_side.items()}


def _falls(session: Session, after: Any, side: str, places: Sequence[tuple[str, int]]) -> tuple[str, int]:
    """That places fell to a side, in words, and their points."""
    named = [f"{place} ({points})" for place, points in places[:MOST_TAKEN]]
    more = [f"{len(places) - MOST_TAKEN} more"] if len(places) > MOST_TAKEN else []
    words = f"{listed([*named, *more])} {'falls' if len(places) == 1 else 'fall'}"
    return f"{words} to the {session.title.side_called(after, side)} side", sum(points for _, points in places)


def _taken(session: Session) -> list[Taken]:
    """Places with points that changed hands; where none has any, all that did."""
    title = session.title
    first = title.scene(session.game.states[0], session.viewer)
    last = session.pieces(session.game.state)
    found = []
    for space, here in last.spaces.items():
        before = first.spaces[space].control if space in first.spaces else None
        if here.control == before:
            continue
        points = worth(here)
        found.append(Taken(title.called(space), before, here.control, points))
    return [taken for taken in found if taken.worth] or found
