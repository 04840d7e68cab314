"""What a table shows of what has just happened: ways that units went, losses that leave a mark, tidings on a card."""

from collections.abc import Container, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from wargame_tui.board.phrases import first_up
from wargame_tui.board.scene import Counter, MapLine, Overlay, Scene, SpaceScene, worth
from wargame_tui.board.title import Battle, PhaseBar
from wargame_tui.core.wording import plural
from wargame_tui.tui.map.glyphs import LOST
from wargame_tui.tui.session import Session

MOST_MOVING = 20
"""Units that are seen to move at once; where more have moved at a stroke, it was no move of a player's."""
MOST_NAMED = 4
"""Units of a side that are named on it."""
MOST_TIDINGS = 9
"""Lines of a card."""


# Losses


class Losses:
    """Where units have lost steps in the turn on view, found once for each pair of states."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Any, frozenset[str]]] = {}
        """By journal entry: the state after it, and the spaces."""
        self._counted: tuple[Any, Mapping[str, int]] | None = None
        self._marked: tuple[Scene, frozenset[str], Scene] | None = None

    def spaces(self, session: Session) -> frozenset[str]:
        """The spaces, as of the moment on view."""
        title, states, at = session.title, session.game.states, session.at
        turn = title.turn(states[at])
        found: set[str] = set()
        while at and title.turn(states[at - 1]) == turn:
            found |= self.of_entry(session, at - 1)
            at -= 1
        return frozenset(found)

    def of_entry(self, session: Session, entry: int) -> frozenset[str]:
        """Where units have lost steps by a journal entry."""
        after = session.game.states[entry + 1]
        known = self._known.get(entry)
        if known is None or known[0] is not after:
            before = session.game.states[entry]
            left = self._steps_of(session, after)
            had = self._steps_of(session, before)
            hurt = {unit for unit, steps in had.items() if steps > left.get(unit, 0)}
            known = self._known[entry] = after, frozenset(_standing(session, before, hurt)) if hurt else frozenset()
        return known[1]

    def _steps_of(self, session: Session, state: Any) -> Mapping[str, int]:
        """The steps of all units in a state; asked for twice where one entry after the other is looked at."""
        if self._counted is None or self._counted[0] is not state:
            self._counted = state, session.title.steps(state)
        return self._counted[1]

    def marked(self, session: Session, scene: Scene) -> Scene:
        """The scene with a marker where units have lost steps; the same object for the same scene."""
        spaces = self.spaces(session)
        if not spaces:
            return scene
        if self._marked is None or self._marked[0] is not scene or self._marked[1] != spaces:
            here = {space: scene.spaces.get(space, SpaceScene()) for space in spaces}
            marks = {space: replace(shown, markers=(*shown.markers, LOST)) for space, shown in here.items()}
            self._marked = scene, spaces, replace(scene, spaces={**scene.spaces, **marks})
        return self._marked[2]


def _standing(session: Session, state: Any, units: Set[str]) -> Iterator[str]:
    """The spaces in which some of the units stand."""
    for space, here in session.title.scene(state, session.viewer).spaces.items():
        if any(counter.unit in units for counter in here.counters):
            yield space


# Ways


@dataclass(frozen=True, slots=True)
class Journey:
    """Units that went the same way."""

    counters: tuple[Counter, ...]
    path: tuple[str, ...]


def journeys(session: Session, since: int, before: Scene, names: Container[str]) -> list[Journey]:
    """The ways of units since a journal entry, when the scene was that `before`, on the map with those spaces."""
    game, title = session.game, session.title
    was = _places(before)
    now = _places(session.pieces(game.state))
    moved = {unit for unit, (space, _) in now.items() if unit in was and was[unit][0] != space}
    if not moved or len(moved) > MOST_MOVING:
        return []
    ways: dict[str, list[str]] = {unit: [was[unit][0]] for unit in moved}
    for entry in range(since, session.newest):
        for event in session.seen(game.entries[entry].events):
            unit, space = event.data.get("unit"), title.event_place(event)
            if isinstance(unit, str) and unit in ways and space is not None and space != ways[unit][-1]:
                ways[unit].append(space)
    together: dict[tuple[str, tuple[str, ...]], list[Counter]] = {}
    for unit, way in ways.items():
        space, counter = now[unit]
        path = (*way, space) if way[-1] != space else tuple(way)
        if all(step in names for step in path):
            together.setdefault((counter.side, path), []).append(counter)
    return [Journey(tuple(counters), path) for (_, path), counters in together.items()]


def without(scene: Scene, gone: list[Journey]) -> Scene:
    """The scene without units that are still on their way."""
    units = {counter.unit for journey in gone for counter in journey.counters}
    goals = {journey.path[-1] for journey in gone}
    emptied = {
        space: replace(here, counters=tuple(each for each in here.counters if each.unit not in units))
        for space in goals
        if (here := scene.spaces.get(space)) is not None
    }
    return replace(scene, spaces={**scene.spaces, **emptied})


def _places(scene: Scene) -> dict[str, tuple[str, Counter]]:
    return {counter.unit: (space, counter) for space, here in scene.spaces.items() for counter in here.counters}


# Arrows


def with_arrows(overlay: Overlay, battle: Battle | None, standing: Mapping[str, str]) -> Overlay:
    """What lies over the map, with the attackers' arrows while a battle is on view."""
    if battle is None:
        return overlay
    origins = dict.fromkeys(standing[row.counter.unit] for row in battle.attackers if row.counter.unit in standing)
    lines = [MapLine((space, battle.space), "arrow", battle.attacker) for space in origins if space != battle.space]
    known = {line.spaces for line in overlay.lines if line.kind == "arrow"}
    more = tuple(line for line in lines if line.spaces not in known)
    return replace(
        overlay,
        lines=(*overlay.lines, *more),
        highlights={**overlay.highlights, battle.space: overlay.highlights.get(battle.space, "battle")},
    )


# Tidings


def tidings(session: Session, since: int, scene: Scene) -> list[str]:
    """What has changed since a journal entry, when the scene was this, that nobody should overlook: lines of a card."""
    title, game = session.title, session.game
    before, after = game.states[since], game.state
    if before is after or game.over is not None:
        return []
    old, new = title.phase_bar(before), title.phase_bar(after)
    lines = [*_taken(session, scene)]
    if title.turn(before) != title.turn(after) or old.date != new.date:
        begun = _turn_begun(session, since)
        was = title.phase_bar(game.states[begun]).score
        scores = dict.fromkeys([was, new.score] if title.turn(before) != title.turn(after) else [new.score])
        head = [first_up(new.date), " · ".join(new.notes), " → ".join(filter(None, scores))]
        told = [*lines, *_lost(session, begun), *_arrived(session, scene)]
        return [*filter(None, head), *told][:MOST_TIDINGS]
    return [*_sky(old, new), *lines][:MOST_TIDINGS]


def _sky(old: PhaseBar, new: PhaseBar) -> Iterator[str]:
    """Notes beside the clock that are new words, not only other numbers."""
    known = {_wordless(note) for note in old.notes}
    fresh = [note for note in new.notes if _wordless(note) not in known]
    if fresh and len(new.notes) == len(old.notes):
        yield first_up(" · ".join(fresh))


def _wordless(note: str) -> str:
    return "".join(letter for letter in note if not letter.isdigit())


def _taken(session: Session, was: Scene) -> Iterator[str]:
    """Places worth points that have changed hands."""
    title, now = session.title, session.pieces(session.game.state)
    for space, here in now.spaces.items():
        held = was.spaces[space].control if space in was.spaces else None
        if here is was.spaces.get(space) or here.control in (None, held):
            continue
        points = worth(here)
        if points:
            yield f"{title.called(space)} is now {title.side_called(session.game.state, here.control)} ({points})"


def _turn_begun(session: Session, since: int) -> int:
    """The journal entries played when the turn began that was in hand after so many."""
    title, states = session.title, session.game.states
    while since and title.turn(states[since - 1]) == title.turn(states[since]):
        since -= 1
    return since


def _lost(session: Session, begun: int) -> Iterator[str]:
    """What the turn cost that began after so many journal entries, and who is gone."""
    title, states, state = session.title, session.game.states, session.game.state
    losses = title.losses(states[begun], state)
    lost = {side: sum(loss.steps for loss in losses if loss.side == side) for side in title.sides}
    sides = [f"{title.side_called(state, side)} {lost[side]}" for side in title.sides if lost[side]]
    if sides:
        yield f"{first_up(title.step_name)}s lost in the turn: {', '.join(sides)}"
    labels = session.labels(states[begun])
    for side in title.sides:
        gone = [labels.get(loss.unit, loss.unit) for loss in losses if loss.side == side and loss.destroyed]
        if gone:
            yield f"{title.side_called(state, side)}: {_some(gone)} eliminated"


def _some(names: Sequence[str]) -> str:
    """The first of some names, and that there are more."""
    return ", ".join(names[:MOST_NAMED]) + (" ..." if len(names) > MOST_NAMED else "")


def _arrived(session: Session, scene: Scene) -> Iterator[str]:
    """How many units of each side are on the map that were not."""
    title = session.title
    was, now = _places(scene), _places(session.pieces(session.game.state))
    labels = session.labels(session.game.state)
    found: dict[str, list[str]] = {}
    for unit, (_, counter) in now.items():
        if unit not in was:
            found.setdefault(counter.side, []).append(labels.get(unit, counter.label))
    for side, units in found.items():
        arrive = "arrives" if len(units) == 1 else "arrive"
        yield f"{title.side_called(session.game.state, side)}: {plural(len(units), 'unit')} {arrive}: {_some(units)}"


def spots(path: tuple[str, ...], middles: Mapping[str, tuple[int, int]], share: float) -> tuple[int, int]:
    """Where on its way something is, of which it has gone a share."""
    legs = [*pairwise(path)]
    at = min(len(legs) - 1, int(share * len(legs)))
    (x, y), (to_x, to_y) = middles[legs[at][0]], middles[legs[at][1]]
    part = min(1.0, share * len(legs) - at)
    return round(x + (to_x - x) * part), round(y + (to_y - y) * part)
