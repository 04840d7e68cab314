"""The log in a player's shorthand, folded by phase and battle; a line leads to its place."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from textual import on
from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from wargame_tui.board.log_lines import Line, Told, composed, namer, taken_in
from wargame_tui.board.moments import trail_of
from wargame_tui.board.phrases import plural, side_words
from wargame_tui.core.event import Event
from wargame_tui.core.journal import KERNEL
from wargame_tui.core.wording import Name
from wargame_tui.tui.coats import side_color, sides_of
from wargame_tui.tui.hint import Hint
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.session import Session
from wargame_tui.tui.widgets.text import Hung
from wargame_tui.tui.words import DIM, HEAD, RULE_COLOR

UNFOLDED = 2
"""Groups at the end that are open unless the player folds them."""
LISTED = 60
"""Groups that are listed at first: to lay out those of a long campaign takes a second."""


@dataclass(slots=True)
class Group:
    """What happened in one phase."""

    trail: tuple[str, ...]
    """The words of its heading, from the turn down."""
    side: str
    first: int
    """The journal entry with which it begins."""
    opener: Event | None = None
    """The event that began the phase: it stands in the heading."""
    told: list[Told] = field(default_factory=list)

    @property
    def key(self) -> tuple[object, ...]:
        """What tells it from the others: a single entry may come by several phases."""
        return self.first, self.trail

    def says_something(self, at: int) -> bool:
        """Whether the log tells anything of it at a moment."""
        return any(told.entry < at and (told.words or told.leg) for told in self.told)

    def heading(self, before: "Group | None") -> str:
        """Its words; those that the group before it has as well are not said again, but for the phase."""
        shared = 0
        if before is not None:
            while shared < min(len(before.trail), len(self.trail) - 1) and before.trail[shared] == self.trail[shared]:
                shared += 1
        return " · ".join(self.trail[shared:])


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the list: the heading of a group, a line of it, or a line within a battle."""

    group: Group | None
    """None: the row that brings earlier groups."""
    line: Line | None = None
    battle: Line | None = None
    """The battle in which it happened, or whose headline it is."""


class LogPane(OptionList):
    """The history of the game, newest at the bottom."""

    BINDINGS = [Binding("space", "fold", "fold"), Binding("left", "fold(True)"), Binding("right", "fold(False)")]

    DEFAULT_CSS = """
    LogPane {
        border: none;
        padding: 0;
        background: $surface-darken-1;
        scrollbar-size-vertical: 1;
        &:focus { border: none; border-left: outer #d8a848; background-tint: 0%; }
        border-left: blank;
        & > .option-list--option { padding: 0 1 0 0; }
        & > .option-list--option-highlighted { background: transparent; color: $foreground; text-style: none; }
        &:focus > .option-list--option-highlighted { background: #4a4128; color: #ffffff; text-style: bold; }
    }
    """

    class Led(Message):
        """A line with a place was picked."""

        def __init__(self, space: str) -> None:
            self.space = space
            super().__init__()

    class Moment(Message):
        """The highlight moved to an event."""

        def __init__(self, event: Event | None) -> None:
            self.event = event
            super().__init__()

    def __init__(self) -> None:
        super().__init__()
        self._session: Session | None = None
        self._viewer: str | None = None
        """Who sees what is told."""
        self._called: Name = str
        self._groups: list[Group] = []
        self._entries = -1
        self._last_entry: object = None
        self._touched: dict[tuple[object, ...], bool] = {}
        """Groups and battles that the player folded or opened."""
        self._listed = LISTED
        """Groups that are listed; a line above them brings more."""
        self._rows: list[Row] = []

    @property
    def hints(self) -> tuple[Hint, ...]:
        """What the useful keys do here."""
        film = Hint("t", "film from here", "screen.film")
        place, fold = Hint("Enter", "to its place"), Hint("Space", "fold")
        return (place, fold, film, Hint("r", "rule", "screen.rule_here"), Hint("Esc", "to the map", "screen.back"))

    def show(self, session: Session) -> None:
        """Bring the log up to date with the table on view."""
        entries = session.game.entries
        if session is not self._session or session.viewer != self._viewer:
            self._session, self._groups, self._entries, self._touched = session, [], 0, {}
            self._viewer = session.viewer
            self._called = namer(session.title, session.game.states[0])
            self._tell(-1, "*", session.game.opening)
        elif self._entries > len(entries) or (self._entries and entries[self._entries - 1] is not self._last_entry):
            # Something was taken back: the log is cut to what still stands.
            self._cut(min(self._entries, len(entries)))
        for number in range(self._entries, len(entries)):
            entry = entries[number]
            self._tell(number, entry.side, entry.events)
        self._entries = len(entries)
        self._last_entry = entries[-1] if entries else None
        self._draw(session.at)

    def _cut(self, standing: int) -> None:
        assert self._session is not None
        for group in self._groups:
            group.told = [told for told in group.told if told.entry < standing]
        self._groups = [group for group in self._groups if group.told or group.first < standing]
        self._entries = standing

    def _tell(self, number: int, side: str, events: Sequence[Event]) -> None:
        """Put the events of an entry under headings; phases may begin and end among them."""
        assert self._session is not None
        session = self._session
        title, state = session.title, session.game.states[max(0, number)]
        words = trail_of(state)
        said = [beside.told.get(number) for beside in (session.notes, session.standing, session.players)]
        seen = [*filter(None, said), *session.seen(events)]
        goes_on = _battle_that_goes_on(seen)
        for told in taken_in(seen, number, state, self._called):
            event = told.event
            if begun := title.part(event, words):
                words = [*begun]
                self._groups.append(Group(self._trail(words, side), event.data.get("side", KERNEL), number, event))
                continue
            if event is goes_on:
                words = self._where_fought(number) or words
            trail = self._trail(words, side)
            if not self._groups or self._groups[-1].trail != trail:
                self._groups.append(Group(trail, side, number))
            self._groups[-1].told.append(told)

    def _where_fought(self, number: int) -> list[str]:
        """The words of the phase in which a battle goes on after the entry that began it; none if none is in hand."""
        assert self._session is not None
        after = trail_of(self._session.game.states[number + 1])
        return after if len(after) > self._session.title.phase_depth else []

    def _trail(self, words: Sequence[str], side: str) -> tuple[str, ...]:
        assert self._session is not None
        title = self._session.title
        return tuple(map(title.spoken, words[: title.phase_depth])) or (side_words(side),)

    def _draw(self, at: int) -> None:
        self._rows = []
        options: list[Option] = []
        sides = sides_of(self._session.title) if self._session else Sides()
        reached = [group for group in self._groups if group.first < at]
        # Of the phases in which nothing happened only that in hand has a heading.
        begun = [group for group in reached if group is reached[-1] or group.says_something(at)]
        earlier = max(0, len(begun) - self._listed)
        if earlier:
            options.append(Option(Content.styled(f"▴ {plural(earlier, 'earlier phase')}", DIM)))
            self._rows.append(Row(None))
        before: Group | None = None
        for place, group in enumerate(begun[earlier:], earlier):
            lines = composed((told for told in group.told if told.entry < at), self._called)
            # What the last command brought is open, whatever phases it came by.
            old = place < len(begun) - UNFOLDED and not any(line.last == at - 1 for line in lines)
            folded = self._touched.get(group.key, old)
            mark, count = (" ", "") if not lines else ("▸", f"  {len(lines)}") if folded else ("▾", "")
            color = side_color(sides, group.side)
            options.append(Option(Content.assemble((f"{mark} {group.heading(before)}", f"bold {color}"), (count, DIM))))
            self._rows.append(Row(group))
            before = group
            if not folded:
                for line in lines:
                    options += self._rows_of(group, line, at)
        self.set_options(options)
        if options:
            self.highlighted = len(options) - 1
            self.call_after_refresh(self.scroll_end, animate=False)

    def _rows_of(self, group: Group, line: Line, at: int) -> Iterator[Option]:
        """The line of a move or event; that of a battle, and what happened in it unless that is folded."""
        if line.inside is None:
            self._rows.append(Row(group, line))
            yield Option(_indented(line, "  "))
            return
        folded = self._touched.get(_fold(group, line), line.is_minor or line.last != at - 1)
        self._rows.append(Row(group, line, line))
        yield Option(_indented(line, "▸ " if folded else "▾ "))
        for part in () if folded else line.inside:
            self._rows.append(Row(group, part, line))
            yield Option(_indented(part, "    "))

    def _row(self, number: int | None) -> Row | None:
        return self._rows[number] if number is not None and 0 <= number < len(self._rows) else None

    def event_at(self, number: int) -> Event | None:
        """The event in a line; in a heading, the one with which the phase began, if there is one."""
        row = self._row(number)
        if row is None or row.group is None:
            return None
        return row.group.opener if row.line is None else row.line.told.event

    @property
    def lit(self) -> Event | None:
        """The highlighted event."""
        return None if self.highlighted is None else self.event_at(self.highlighted)

    @property
    def lit_moment(self) -> tuple[int, Event] | None:
        """The highlighted event with the number of its journal entry, OPENING before the first."""
        row = self._row(self.highlighted)
        return None if row is None or row.line is None else (row.line.told.entry, row.line.told.event)

    def action_fold(self, folded: bool | None = None) -> None:
        """Fold or open the battle of the highlighted line, or else its group."""
        row = self._row(self.highlighted)
        if row is None or self._session is None:
            return
        if row.group is None:
            self._list_more()
            return
        group, battle = row.group, row.battle
        key = group.key if battle is None else _fold(group, battle)
        others = [other for other in self._rows if other.group is group and other.battle is battle]
        is_open = len(others) > 1 if battle is not None else any(other.line is not None for other in others)
        self._touched[key] = is_open if folded is None else folded
        self._draw(self._session.at)
        heads = (number for number, other in enumerate(self._rows) if other.group is group and _heads(other, battle))
        self.highlighted = next(heads)

    def _list_more(self) -> None:
        """List every group; the highlight stays at the end of those that are new."""
        assert self._session is not None
        below, self._listed = len(self._rows), len(self._groups)
        self._draw(self._session.at)
        self.highlighted = max(0, len(self._rows) - below)

    @on(OptionList.OptionHighlighted)
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self.post_message(self.Moment(self.event_at(event.option_index)))

    @on(OptionList.OptionSelected)
    def _selected(self, message: OptionList.OptionSelected) -> None:
        message.stop()
        row = self._row(message.option_index)
        space = self._session.title.event_place(row.line.told.event) if row and row.line and self._session else None
        if space:
            self.post_message(self.Led(space))
        elif row is not None and row.line is None:
            self.action_fold()


def _indented(line: Line, indent: str) -> Hung:
    rule = line.told.event.rule
    rule = "" if line.is_minor else rule
    style = HEAD if line.is_headline else DIM if line.is_minor else ""
    words = Content.assemble(indent, (line.words, style), (f" {rule}" if rule else "", RULE_COLOR))
    return Hung(words, deeper=True)


def _fold(group: Group, line: Line) -> tuple[object, ...]:
    """What tells a line with others inside from the others of its group."""
    return group.key, line.told.entry, line.is_minor, line.told.words


def _heads(row: Row, battle: Line | None) -> bool:
    """Whether a row is the heading of the group, or of the battle."""
    if battle is None:
        return row.line is None
    return row.battle is not None and row.line is row.battle and row.line.told is battle.told


def _battle_that_goes_on(events: Sequence[Event]) -> Event | None:
    """The event that began a battle which the events, those of an entry, leave in hand."""
    begun: Event | None = None
    for event in events:
        if event.block in ("opens", "ends", "apart"):
            begun = event if event.block == "opens" else None
    return begun
