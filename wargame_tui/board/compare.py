"""What differs between two moments, of one game or of two games of the same scenario, and where two games part."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal

from wargame_tui.board.moments import told
from wargame_tui.board.scene import Counter, Scene
from wargame_tui.board.title import BoardTitle
from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.game import Game

Kind = Literal["control", "bridge", "lost", "came", "changed", "moved"]
KINDS: Mapping[Kind, str] = {
    "control": "Changed hands",
    "bridge": "Bridges",
    "lost": "Left the map",
    "came": "Arrived on the map",
    "changed": "Weakened or otherwise changed",
    "moved": "Moved",
}
"""The kinds of difference in the order in which they are told."""
LASTING = frozenset({"reduced", "disrupted", "routed", "entrenched", "unsupplied", "on_foot"})
"""Flags of a counter that are more than a passing state of the decision in hand."""
NOTHING = "–"
NAMES = "First", "Second"


class NotComparable(ForPlayers):
    """Two games that do not have the same scenario."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A game as it stood after so many of its commands."""

    game: Game
    at: int

    @property
    def state(self) -> Any:
        """The state at that moment."""
        return self.game.states[self.at]


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is not the same in both moments."""

    kind: Kind
    what: str
    """A unit's label, or the id of a space or bridge."""
    side: str | None
    """Whose unit it is; who controls the space in the end."""
    before: str
    after: str
    """How it was and is: ids of spaces for units that moved, came or left; else words."""
    places: tuple[str, ...]
    """Spaces of the map where it can be seen, the newest first."""


@dataclass(frozen=True, slots=True)
class Parting:
    """Where two lines of play go apart."""

    shared: int
    """Commands that they have in common."""
    first: str | None
    second: str | None
    """What each of them did then, in words; None if it ends there."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything that differs between two moments."""

    first: Moment
    second: Moment
    parting: Parting
    scores: tuple[str, str]
    changes: tuple[Change, ...]
    """By kind, in the order of KINDS."""
    other_map: bool = False
    """The game lies on another map in the second moment: there is nothing on it to compare."""

    @property
    def places(self) -> Mapping[str, Kind]:
        """Every space of the map where something differs, with the first kind of difference there."""
        return {place: change.kind for change in reversed(self.changes) for place in change.places}


def compare(first: Moment, second: Moment, side: str | None = None) -> Comparison:
    """What differs between two moments, as far as a side sees it; None sees all. Raises NotComparable."""
    title = first.game.title
    if first.game.scenario != second.game.scenario or not isinstance(title, BoardTitle):
        raise NotComparable(
            f"{first.game.scenario} cannot be compared with {second.game.scenario}: it takes two of the same scenario"
        )
    before, after = first.state, second.state
    scores = title.phase_bar(before).score, title.phase_bar(after).score
    parted = parting(first, second, side)
    if title.map_of(before) is not title.map_of(after):
        return Comparison(first, second, parted, scores, (), other_map=True)
    return Comparison(first, second, parted, scores, changes(title.scene(before, side), title.scene(after, side)))


def parting(first: Moment, second: Moment, side: str | None = None) -> Parting:
    """Where the commands that led to two moments part: at another command, or at other dice for the same one."""
    ours, theirs = first.game.entries[: first.at], second.game.entries[: second.at]
    if first.game.states[0] != second.game.states[0]:
        shared = 0
    else:
        pairs = zip(ours, theirs, strict=False)
        shared = next((n for n, (one, other) in enumerate(pairs) if one != other), min(len(ours), len(theirs)))
    return Parting(shared, _then(first, shared, side), _then(second, shared, side))


def _then(moment: Moment, entry: int, side: str | None) -> str | None:
    return told(moment.game, entry, side) if entry < moment.at else None


# Looking at two tables


def changes(before: Scene, after: Scene) -> tuple[Change, ...]:
    """Everything that is not the same on two tables, by kind in the order of KINDS."""
    found = [*_found(before, after)]
    return tuple(change for kind in KINDS for change in found if change.kind == kind)


def _found(before: Scene, after: Scene) -> Iterator[Change]:
    yield from _control(before, after)
    for bridge, stands in after.bridges.items():
        if before.bridges.get(bridge, stands) != stands:
            words = ("down", "stands")
            yield Change("bridge", bridge, None, words[not stands], words[stands], _ends(bridge, after))
    ours, theirs = _units(before), _units(after)
    for unit in dict.fromkeys([*ours, *theirs]):
        yield from _unit_changes(ours.get(unit), theirs.get(unit))


def _control(before: Scene, after: Scene) -> Iterator[Change]:
    for space in dict.fromkeys([*before.spaces, *after.spaces]):
        was, now = (scene.spaces[space].control if space in scene.spaces else None for scene in (before, after))
        if was != now:
            yield Change("control", space, now, was or NOTHING, now or NOTHING, (space,))


def _ends(bridge: str, scene: Scene) -> tuple[str, ...]:
    return tuple(space for space in bridge.split("-") if space in scene.spaces)


def _units(scene: Scene) -> dict[str, tuple[str, Counter]]:
    """Every unit on the map with its space and its counter."""
    return {counter.unit: (space, counter) for space, shown in scene.spaces.items() for counter in shown.counters}


def _unit_changes(was: tuple[str, Counter] | None, now: tuple[str, Counter] | None) -> Iterator[Change]:
    match was, now:
        case (space, counter), None:
            yield Change("lost", counter.label, counter.side, space, NOTHING, (space,))
        case None, (space, counter):
            yield Change("came", counter.label, counter.side, NOTHING, space, (space,))
        case (origin, old), (goal, counter):
            before, after = _printed(old, counter), _printed(counter, old)
            if before != after:
                yield Change("changed", counter.label, counter.side, before, after, (goal,))
            if origin != goal:
                yield Change("moved", counter.label, counter.side, origin, goal, (goal, origin))


def _printed(counter: Counter, other: Counter) -> str:
    """What a counter shows that the other one does not: its numbers, or else its strength, and lasting states."""
    numbers = [counter.numbers] if counter.numbers != other.numbers else []
    strength = [counter.strength] if counter.strength != other.strength and not numbers else []
    flags = sorted(flag.replace("_", " ") for flag in (counter.flags & LASTING) - other.flags)
    return ", ".join([*numbers, *strength, *flags]) or NOTHING


# In words


def standing(moment: Moment) -> str:
    """Which moment it is: the command and the date, or the turn of a title without dates."""
    title, state = moment.game.title, moment.state
    assert isinstance(title, BoardTitle)
    when = title.phase_bar(state).date or f"turn {title.turn(state)}"
    return f"command {moment.at} of {len(moment.game.entries)}, {when}"


def parting_lines(comparison: Comparison, names: tuple[str, str] = NAMES) -> list[str]:
    """Where the two lines of play part, in sentences that call the two moments by these names."""
    parted, first, second = comparison.parting, comparison.first, comparison.second
    if parted.first is None and parted.second is None:
        return ["Both are the same moment of the same game."]
    if parted.first is None or parted.second is None:
        later, words = (names[1], parted.second) if parted.first is None else (names[0], parted.first)
        steps = abs(second.at - first.at)
        plural = "command" if steps == 1 else "commands"
        return [f"One line of play. {later} is {steps} {plural} further on, and went on with: {words}"]
    if not parted.shared and first.game.states[0] != second.game.states[0]:
        return ["They differ from the start: other dice or options."]
    if parted.first == parted.second:
        return [f"The games diverge at command {parted.shared + 1}, at other dice: {parted.first}"]
    return [
        f"The games diverge at command {parted.shared + 1}.",
        f"{names[0]}: {parted.first}",
        f"{names[1]}: {parted.second}",
    ]


def change_words(change: Change, names: Mapping[str, str]) -> str:
    """A difference in a line; `names` are the names of spaces."""
    if change.kind in ("control", "bridge"):
        thing = " and ".join(names.get(part, part) for part in (change.places or (change.what,)))
        return f"{thing}: {change.before} → {change.after}"
    ways = {"lost": "was in {0}", "came": "is in {1}"}
    before, after = names.get(change.before, change.before), names.get(change.after, change.after)
    return f"{change.what}: {ways.get(change.kind, '{0} → {1}').format(before, after)}"


def lines(comparison: Comparison, names: Mapping[str, str]) -> list[str]:
    """The whole comparison as text; `names` are the names of spaces."""
    both = zip(NAMES, (comparison.first, comparison.second), comparison.scores, strict=True)
    found = [f"{name}: {standing(moment)}; {score}" for name, moment, score in both]
    found += parting_lines(comparison)
    found += [words] if (words := no_changes(comparison)) else []
    for heading, changed in by_kind(comparison.changes):
        found += [heading, *(f"  {change_words(change, names)}" for change in changed)]
    return found


def no_changes(comparison: Comparison) -> str:
    """Why there is no difference on the map to be listed; empty if there is one."""
    if comparison.other_map:
        return "They are on different maps."
    return "" if comparison.changes else "No difference on the map."


def by_kind(changes: Sequence[Change]) -> Iterator[tuple[str, Sequence[Change]]]:
    """The differences of each kind under their heading."""
    for kind, found in groupby(changes, key=lambda change: change.kind):
        of_kind = [*found]
        yield f"{KINDS[kind]} ({len(of_kind)})", of_kind
