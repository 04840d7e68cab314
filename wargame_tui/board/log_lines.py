"""The log in a player's shorthand: a move in one line, whatever it was made of; a battle with its result in one."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from wargame_tui.board.hexes import HexMapEntry
from wargame_tui.board.phrases import plural
from wargame_tui.board.positions import NOWHERE
from wargame_tui.board.title import BoardTitle
from wargame_tui.core.event import Event, Leg
from wargame_tui.core.wording import Name

LEAST_FOLDED = 3
"""Quiet events in a row that are one line."""
MOST_NAMED = 4
"""Units of a move that are named; of more than these, how many others there are."""
MOST_RESULTS = 3
"""Results of a battle in its headline; of more than these, how many others there are."""


@dataclass(frozen=True, slots=True)
class Told:
    """An event as the log takes it in."""

    entry: int
    """The journal entry that it belongs to."""
    event: Event
    words: str
    """In shorthand; empty if another event tells it already."""
    leg: Leg | None = None
    origin: str | None = None
    """Where a move began."""


@dataclass(slots=True)
class Line:
    """A line of the log; that of a battle has others inside."""

    told: Told
    """What it leads to, and whose rule it has."""
    words: str
    units: tuple[str, ...] = ()
    way: tuple[str, ...] = ()
    """Of a move: from where, and whereto."""
    how: str = ""
    inside: list["Line"] | None = None
    """What happened in a battle; None for anything else."""
    results: list[str] = field(default_factory=list)
    is_minor: bool = False
    """Whether it stands for quiet events in a row, which are inside."""

    @property
    def is_headline(self) -> bool:
        """Whether it is to stand out."""
        return not self.is_minor and self.told.event.weight == "headline"

    @property
    def last(self) -> int:
        """The newest journal entry in it."""
        return max([self.told.entry, *(line.last for line in self.inside or ())])


def namer(title: BoardTitle[Any], state: Any) -> Name:
    """How the log calls units and spaces: hexes by their numbers, areas by their names, units as on their counters."""
    hexes = isinstance(title.map_of(state), HexMapEntry)

    def name(id_: str) -> str:
        called = title.called(id_)
        if not called.startswith(f"{id_} "):
            return called
        return id_ if hexes else called.removeprefix(f"{id_} ")

    return name


def taken_in(events: Iterable[Event], entry: int, state: Any, name: Name) -> Iterable[Told]:
    """Events of an entry that was given in a state, as the log takes them in."""
    standing: dict[str, str] = {}
    for event in events:
        leg = event.leg()
        if leg is None:
            yield Told(entry, event, event.brief(name))
            continue
        unit = leg.units[0] if leg.units else ""
        before = standing.get(unit) or getattr(getattr(state, "units", {}).get(unit), "location", None)
        origin = event.data.get("origin") or event.data.get("from") or before
        origin = None if origin in NOWHERE else origin
        standing |= dict.fromkeys(leg.units, leg.to)
        yield Told(entry, event, event.brief(name), leg, origin)


def composed(told: Iterable[Told], name: Name) -> list[Line]:
    """The lines of what happened in a phase."""
    lines: list[Line] = []
    battle: Line | None = None
    for each in told:
        block = each.event.block
        if block == "opens":
            whole = each.event.words(name)
            battle = Line(each, each.words, inside=[] if whole == each.words else [Line(each, whole)])
            lines.append(battle)
            continue
        if block == "apart":
            battle = None
        if battle is not None and battle.inside is not None:
            if block in ("result", "ends") and each.words:
                battle.results.append(each.words)
            _add(battle.inside, each, name)
        else:
            _add(lines, each, name)
        if block == "ends":
            battle = None
    for line in lines:
        if line.results:
            line.words = f"{line.words} - {_in_short(line.results)}"
    return [*_folded(lines)]


def _folded(lines: Iterable[Line]) -> Iterator[Line]:
    """The lines, with one in place of several quiet ones in a row; moves and battles are never quiet."""
    for quiet, found in groupby(lines, key=_is_quiet):
        row = [*found]
        if quiet and len(row) >= LEAST_FOLDED:
            yield Line(row[0].told, plural(len(row), "minor event"), inside=row, is_minor=True)
        else:
            yield from row


def _is_quiet(line: Line) -> bool:
    return line.inside is None and not line.way and line.told.event.weight == "quiet"


def _in_short(results: Sequence[str]) -> str:
    """What came of a battle; of many results the first ones, and how many others there are."""
    shown = results if len(results) <= MOST_RESULTS + 1 else results[:MOST_RESULTS]
    more = [f"{len(results) - len(shown)} more"] if len(shown) < len(results) else []
    return "; ".join([*shown, *more])


def _add(lines: list[Line], told: Told, name: Name) -> None:
    """Put an event behind others; a move goes on in the line in which it began."""
    leg = told.leg
    if leg is None:
        if told.words:
            lines.append(Line(told, told.words))
        return
    way = (told.origin, leg.to) if told.origin is not None else (leg.to,)
    last = lines[-1] if lines else None
    if last is None or not last.way or last.how != leg.how or not _goes_on(last, told, leg, way):
        last = Line(told, "", leg.units, way, leg.how)
        lines.append(last)
    elif {*leg.units} == {*last.units}:
        last.way, last.told = (last.way[0], leg.to), told
    else:
        last.units = (*last.units, *leg.units)
    last.words = _move(last, name)


def _goes_on(last: Line, told: Told, leg: Leg, way: Sequence[str]) -> bool:
    """Whether a leg belongs to the move in the last line: the same units go on, or others go with them."""
    if {*leg.units} == {*last.units}:
        return last.way[-1] == told.origin
    return last.told.entry == told.entry and last.way == tuple(way) and not {*leg.units} & {*last.units}


def _move(line: Line, name: Name) -> str:
    named = line.units if len(line.units) <= MOST_NAMED + 1 else line.units[:MOST_NAMED]
    others = len(line.units) - len(named)
    who = ", ".join(map(name, named)) + (f" and {plural(others, 'other')}" if others else "")
    where = "→".join(map(name, line.way)) if len(line.way) > 1 else f"→{name(line.way[0])}"
    return " ".join(filter(None, (who, where, line.how)))
