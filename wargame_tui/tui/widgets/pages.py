"""Pages that are looked up over the table, row by row: order of battle, calendar, losses, victory, hand."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from textual.content import Content

from wargame_tui.board.fact import Fact
from wargame_tui.board.pages import Calendar, Dated, Loss, Muster
from wargame_tui.board.phrases import plural
from wargame_tui.tui.coats import chip_style, side_color, sides_of
from wargame_tui.tui.session import Session
from wargame_tui.tui.widgets.unit_card import states
from wargame_tui.tui.words import BAD, DIM, GOOD, HEAD, KEY, rule_link


class Entrance(NamedTuple):
    """The key that opens and closes a page, what the page is called and what it tells."""

    key: str
    name: str
    tells: str


PAGES: Mapping[str, Entrance] = {
    "battle_order": Entrance("f3", "Order of battle", "order of battle"),
    "calendar": Entrance("f4", "Calendar", "calendar: reinforcements, withdrawals, events"),
    "losses": Entrance("f5", "Losses", "losses so far"),
    "victory": Entrance("f6", "Victory", "victory: who holds what, how it would end now"),
    "charts": Entrance("f7", "Charts", "charts: the tables of the game"),
    "hand": Entrance("f8", "Hand", "hand: markers, plans"),
    "rules": Entrance("f9", "Rules", "rules with contents"),
}
"""The pages by name."""
Cell = Content | str


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a page."""

    name: str
    most: int = 60
    """Cells that it takes at most; what is longer is cut off."""
    wraps: bool = False
    """Whether what is longer goes on in further lines instead: of one column at most."""


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a page, and where it leads."""

    cells: tuple[Cell, ...]
    space: str | None = None
    unit: str | None = None
    rule: str | None = None
    head: bool = False
    """Whether it stands over others and is no row to go to."""
    lit: bool = False
    """Whether it is what counts now."""
    tags: frozenset[str] = frozenset()
    """Under which filters it is listed."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page, under a tab of its own."""

    name: str
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    facts: tuple[Content, ...] = ()
    """What stands over the rows."""
    color: str = ""
    """Of the tab."""


@dataclass(frozen=True, slots=True)
class Page:
    """What is looked up."""

    name: str
    heading: str
    sections: tuple[Section, ...]
    filters: Mapping[str, str] = field(default_factory=dict)
    """Letters and the words of the filters that they switch; the word is the tag."""
    empty: str = "nothing here"


def filtered(lines: Sequence[Line], wanted: str | None) -> list[Line]:
    """The rows under a filter, with the heads that have any."""
    kept: list[Line] = []
    for line in lines:
        if line.head:
            if kept and kept[-1].head:
                kept.pop()
            kept.append(line)
        elif wanted is None or wanted in line.tags:
            kept.append(line)
    return kept[:-1] if kept and kept[-1].head else kept


# Order of battle

_MARKS = {"disrupted": "disrupted", "routed": "disrupted", "unsupplied": "out of supply"}
FILTERS = {"u": "unmoved", "d": "disrupted", "o": "out of supply", "x": "reduced", "l": "lost", "c": "coming"}
"""Letters of the filters of the order of battle."""


_ROSTER = (Column("unit", 44), Column("counter", 16), Column("steps", 12), Column("where", 30), Column("state", 24))


def _called(session: Session, side: str) -> str:
    """What a side is called in the game in hand."""
    return session.title.side_called(session.state, side)


def battle_order(session: Session) -> Page:
    """Formations with their units: steps, where, state."""
    title, state = session.title, session.state
    names, found = sides_of(title), title.muster(state, session.viewer)
    to_go, sections = _to_go(session), []
    for side in title.sides:
        mine = [one for one in found if one.counter.side == side]
        lines = [*_formations(mine, session, to_go)]
        color = side_color(names, side)
        sections.append(Section(_called(session, side), _ROSTER, tuple(lines), (_strength(mine),), color))
    return Page("battle_order", "Order of battle", tuple(sections), FILTERS, "no units known")


def _strength(mine: Sequence[Muster]) -> Content:
    """How many units and steps of a side there are."""
    told: list[str] = []
    for where, words in (("map", "on the map"), ("coming", "to come"), ("lost", "lost"), ("gone", "gone")):
        there = [one for one in mine if one.where == where]
        if there:
            count = sum(one.left for one in there)
            told.append(f"{plural(len(there), 'unit')} {words}" + (f", {plural(count, 'step')}" if count else ""))
    return Content.styled(" · ".join(told), DIM)


def _to_go(session: Session) -> frozenset[str]:
    """The units that have not moved: those that the table counts, and to which `n` goes."""
    state = session.bare_state() if session.viewed is None else session.state
    by_space = session.title.gestures.unmoved(state) if state is not None else {}
    return frozenset(unit for units in by_space.values() for unit in units)


def _formations(mine: Sequence[Muster], session: Session, to_go: Set[str]) -> Iterator[Line]:
    for formation, units in groupby(mine, lambda one: one.formation):
        here = [*units]
        left, full = (sum(getattr(one, what) for one in here) for what in ("left", "full"))
        count = f"{left}/{full}" if full else ""
        name = formation or ("units not seen" if not full else "units of no formation")
        yield Line((Content.styled(name, HEAD), "", Content.styled(count, HEAD), "", ""), head=True)
        for one in here:
            yield _mustered(one, session, to_go)


def _mustered(one: Muster, session: Session, to_go: Set[str]) -> Line:
    counter, sides = one.counter, sides_of(session.title)
    marks = [word for flag, word in _MARKS.items() if flag in counter.flags and one.where == "map"]
    tags = {*marks, "lost" if one.where == "lost" else "coming" if one.where == "coming" else "map"}
    if one.left < one.full and one.where == "map":
        tags.add("reduced")
    if counter.unit in to_go:
        tags.add("unmoved")
    chip = Content.styled(f" {counter.label} ", chip_style(counter, sides))
    steps = "●" * one.left + "○" * (one.full - one.left) if one.full <= 8 else f"{one.left}/{one.full}"
    told = [*states(counter).split(", "), *marks] if one.where == "map" else []
    state = ", ".join(dict.fromkeys(filter(None, told)))
    place = Content.styled(one.place, BAD if one.where == "lost" else DIM if one.where != "map" else "")
    cells = (
        f"  {one.name.removesuffix(f', {one.formation}')}",
        chip,
        Content.styled(steps, KEY),
        place,
        Content.styled(state, KEY),
    )
    unit = counter.unit if one.space is not None else None
    return Line(cells, one.space, unit, tags=frozenset(tags))


# Calendar

_KINDS = {"arrival": ("+", GOOD), "withdrawal": ("-", BAD), "event": ("·", DIM)}


def calendar(session: Session) -> Page:
    """What the turns bring: everything, then each side's reinforcements alone."""
    found = session.title.calendar(session.state, session.viewer)
    sides = sides_of(session.title)
    sections = [_days(found, "all", lambda line: True, session, "")]
    for side in session.title.sides:
        if any(line.side == side for line in found.lines):
            mine = _of(side)
            sections.append(_days(found, _called(session, side), mine, session, side_color(sides, side)))
    if any(not line.side for line in found.lines):
        sections.append(_days(found, "events", lambda line: not line.side, session, ""))
    return Page("calendar", "Calendar", tuple(sections), {"p": "past"}, "nothing due")


def _of(side: str) -> Callable[[Dated], bool]:
    return lambda line: line.side == side


def _days(found: Calendar, name: str, wanted: Callable[[Dated], bool], session: Session, color: str) -> Section:
    sides, lines = sides_of(session.title), list[Line]()
    order = [*found.days, 0] if any(line.turn == 0 for line in found.lines) else [*found.days]
    for turn in order:
        mine = [line for line in found.lines if line.turn == turn and wanted(line)]
        if not mine and name != "all":
            continue
        now = turn == found.now
        past = {"past"} if turn and turn < found.now else {"ahead"}
        words = found.days.get(turn, "no fixed date")
        mark = "▶ " if now else "  "
        style = KEY if now else DIM if "past" in past else HEAD
        lines.append(Line((Content.styled(f"{mark}{words}", style), "", "", ""), head=True, lit=now))
        for line in mine:
            sign, ink = _KINDS[line.kind]
            who = Content.styled(_called(session, line.side), side_color(sides, line.side)) if line.side else ""
            what = Content.styled(line.what, DIM if "past" in past else "")
            lines.append(
                Line(
                    (Content.styled(f"  {sign}", ink), who, what, Content.styled(line.place, DIM)),
                    line.space,
                    None,
                    line.rule,
                    tags=frozenset(past),
                )
            )
    columns = (Column("turn", 24), Column("side", 8), Column("what", 70, wraps=True), Column("where", 30, wraps=True))
    return Section(name, columns, tuple(lines), (), color)


# Losses


def losses(session: Session) -> Page:
    """What each side lost, turn by turn, the last turn first."""
    title, sides = session.title, sides_of(session.title)
    turns = [*by_turn(session)]
    sections = []
    for side in title.sides:
        lines: list[Line] = []
        steps = destroyed = 0
        for words, lost in reversed(turns):
            mine = [loss for loss in lost if loss.side == side]
            if not mine:
                continue
            count, gone = sum(loss.steps for loss in mine), sum(loss.destroyed for loss in mine)
            steps, destroyed = steps + count, destroyed + gone
            head = f"{words}: {_lost_words(count, gone)}"
            lines.append(Line((Content.styled(head, HEAD), "", ""), head=True))
            lines += (_lost(loss) for loss in sorted(mine, key=lambda one: (not one.destroyed, -one.steps)))
        columns = (Column("unit", 44), Column("steps", 8), Column("", 24))
        facts = (Content.styled(f"since the game began: {_lost_words(steps, destroyed)}", "bold"),)
        sections.append(Section(_called(session, side), columns, tuple(lines), facts, side_color(sides, side)))
    return Page("losses", "Losses", tuple(sections), {"x": "destroyed"}, "no losses so far")


def _lost_words(steps: int, destroyed: int) -> str:
    return f"{plural(steps, 'step')} lost, {plural(destroyed, 'unit')} eliminated"


def _lost(loss: Loss) -> Line:
    last = Content.styled("eliminated", BAD) if loss.destroyed else ""
    cells = (f"  {loss.name}", Content.styled(f"-{loss.steps}", KEY), last)
    return Line(cells, tags=frozenset({"destroyed"} if loss.destroyed else ()))


def by_turn(session: Session) -> Iterator[tuple[str, Sequence[Loss]]]:
    """What was lost in each turn up to the moment on view, in order; a new campaign of a career begins anew."""
    title, states = session.title, session.game.states[: session.at + 1]
    career = getattr(states[-1], "index", 0)
    states = [state for state in states if getattr(state, "index", 0) == career]
    before = states[0]
    for turn, there in groupby(states, title.turn):
        *_, last = there
        found = title.losses(before, last)
        if found:
            yield title.turn_words(last.scenario, turn), found
        before = last


# Victory


def victory(session: Session) -> Page:
    """Who holds what, how it would end now, what each level takes."""
    title, state = session.title, session.state
    found, sides = title.victory(state), sides_of(title)
    if found is None:
        score = Content.styled(title.points(state) or "this game counts no points", "bold")
        return Page("victory", "Victory", (Section("points", (Column("what"),), (), (score,)),), {}, "")
    over = state.over
    words = f"The game is over: {over.level}." if over else f"If it ended now: {found.forecast}"
    facts = (Content.styled(words, "bold #e3b652"), *_facts(found.facts))
    prizes = [
        Line(
            (
                prize.name,
                Content.styled(prize.worth, KEY),
                Content.styled(prize.holder, side_color(sides, prize.holder) if prize.holder in sides else ""),
                Content.styled("✓" if prize.side else "", GOOD),
                Content.styled("" if prize.note == prize.holder else prize.note, DIM),
            ),
            prize.space,
            None,
            prize.rule,
            tags=frozenset({_called(session, prize.side)} if prize.side else {"open"}),
        )
        for prize in found.prizes
    ]
    columns = (Column("what", 40), Column("VP", 8), Column("holder", 22), Column("counts", 6), Column("", 40))
    sections = [Section("what counts", columns, tuple(prizes), facts)]
    if found.levels:
        levels = (Column("level", 30), Column("takes", 70), Column("", 10))
        rows = (
            Line(
                (
                    Content.styled(level.name, KEY if level.reached else ""),
                    level.takes,
                    Content.styled("now" if level.reached else "", KEY),
                ),
                rule=found.rule,
                lit=level.reached,
            )
            for level in found.levels
        )
        sections.append(Section("levels", levels, tuple(rows), facts[:1]))
    return Page("victory", "Victory", tuple(sections), {"o": "open"}, "nothing counts")


def _facts(told: Iterable[Fact]) -> Iterator[Content]:
    for fact in told:
        yield Content.assemble((f"{fact.label} ", DIM), fact.value, " ", rule_link(fact.rule))


# Hand


def hand(session: Session) -> Page | None:
    """Markers, plans and chits of each side; None of a title that has none."""
    title, sides = session.title, sides_of(session.title)
    found = title.markers(session.state, session.viewer)
    if not found:
        return None
    columns = (Column("marker", 26), Column("", 4), Column("what it does", 70, wraps=True), Column("where", 26))
    sections = []
    for held in found:
        lines = (
            Line(
                (
                    Content.styled(one.name, "bold" if one.count else DIM),
                    Content.styled(f"×{one.count}", KEY),
                    one.what,
                    Content.styled(one.place, DIM),
                ),
                one.space,
                None,
                one.rule,
            )
            for one in held.held
        )
        sections.append(
            Section(
                _called(session, held.side),
                columns,
                tuple(lines),
                tuple(_facts(held.facts)),
                side_color(sides, held.side),
            )
        )
    return Page("hand", "Markers and plans", tuple(sections), {}, "nothing in hand")


BUILT: Mapping[str, Callable[[Session], Page | None]] = {
    "battle_order": battle_order,
    "calendar": calendar,
    "losses": losses,
    "victory": victory,
    "hand": hand,
}
"""The pages that are lists."""


# Columns


def widths(section: Section, lines: Sequence[Line], room: int) -> list[int]:
    """Cells for each column: what it holds, the widest cut down until all fit in so many cells.

    No column is wider than it should be at the most, unless room is left: then the first that need it have it.
    """
    held = [
        max([len(column.name), *(_length(line.cells[n]) for line in lines if not line.head)])
        for n, column in enumerate(section.columns)
    ]
    found = [min(column.most, needed) for column, needed in zip(section.columns, held, strict=True)]
    for n, needed in enumerate(held):
        found[n] += max(0, min(needed - found[n], room - sum(found) - len(found) + 1))
    while sum(found) + len(found) - 1 > room and max(found) > 6:
        widest = next((n for n, column in enumerate(section.columns) if column.wraps and found[n] > 24), None)
        at = widest if widest is not None else found.index(max(found))
        found[at] -= 1
    return found


def _length(cell: Cell) -> int:
    return cell.cell_length if isinstance(cell, Content) else len(cell)


def drawn(line: Line, section: Section, wide: Sequence[int], room: int) -> Content:
    """A row in its columns; a head across all of them."""
    if line.head:
        counts = [cell for cell in line.cells[1:] if _length(cell)]
        return Content("  ").join([_content(line.cells[0]), *map(_content, counts)]).truncate(room, ellipsis=True)
    rows: list[list[Content]] = [[]]
    for n, (cell, column) in enumerate(zip(line.cells, section.columns, strict=True)):
        parts = (
            _content(cell).wrap(max(4, wide[n])) if column.wraps and _length(cell) > wide[n] else [_cut(cell, wide[n])]
        )
        while len(rows) < len(parts):
            rows.append([Content(" " * width) for width in wide[:n]])
        for at, row in enumerate(rows):
            part = parts[at] if at < len(parts) else Content("")
            row.append(part.pad_right(max(0, wide[n] - part.cell_length)))
    return Content("\n").join(Content(" ").join(row) for row in rows)


def _content(cell: Cell) -> Content:
    return cell if isinstance(cell, Content) else Content(cell)


def _cut(cell: Cell, width: int) -> Content:
    return _content(cell).truncate(max(1, width), ellipsis=True)
