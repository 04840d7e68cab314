"""The log: every event with its rule, folded by phase; a line leads to its place."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from textual import on
from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from wargame_tui.board.moments import PHASE, trail_of
from wargame_tui.board.phrases import plural, side_words
from wargame_tui.core.event import Event
from wargame_tui.core.journal import KERNEL
from wargame_tui.tui.coats import side_color, sides_of
from wargame_tui.tui.hint import Hint
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.session import Session
from wargame_tui.tui.words import DIM, RULE_COLOR

UNFOLDED = 2
"""Groups at the end that are open unless the player folds them."""
LISTED = 60
"""Groups that are listed at first: to lay out those of a long campaign takes a second."""


@dataclass(slots=True)
class Group:
    """What happened in one phase."""

    heading: str
    side: str
    first: int
    """The journal entry with which it begins."""
    opener: Event | None = None
    """The event that began the phase: it stands in the heading."""
    lines: list[tuple[int, Event, str]] = field(default_factory=list)
    """Journal entry, event, its words."""

    @property
    def key(self) -> tuple[int, str]:
        """What tells it from the others: a single entry may come by several phases."""
        return self.first, self.heading


class LogPane(OptionList):
    """The history of the game, newest at the bottom."""

    BINDINGS = [Binding("space", "fold", "fold"), Binding("left", "fold(True)"), Binding("right", "fold(False)")]

    DEFAULT_CSS = """
    LogPane {
        border: none;
        padding: 0;
        background: $surface-darken-1;
        scrollbar-size-vertical: 1;
        &:focus { border: none; background-tint: 0%; }
        & > .option-list--option { padding: 0 1; }
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
        self._groups: list[Group] = []
        self._entries = -1
        self._last_entry: object = None
        self._touched: dict[tuple[int, str], bool] = {}
        """Groups that the player folded or opened."""
        self._listed = LISTED
        """Groups that are listed; a line above them brings more."""
        self._rows: list[tuple[Group | None, int | None]] = []

    @property
    def hints(self) -> tuple[Hint, ...]:
        """What the useful keys do here."""
        film = (Hint("t", "film from here", "screen.film"),) if self._session and self._session.has_films else ()
        place, fold = Hint("Enter", "to its place"), Hint("Space", "fold")
        return (place, fold, *film, Hint("r", "rule", "screen.rule_here"), Hint("Esc", "to the map", "screen.back"))

    def show(self, session: Session) -> None:
        """Bring the log up to date with the table on view."""
        entries = session.game.entries
        if session is not self._session:
            self._session, self._groups, self._entries, self._touched = session, [], 0, {}
            self._tell(-1, "*", session.game.opening, session.game.states[0])
        elif self._entries > len(entries) or (self._entries and entries[self._entries - 1] is not self._last_entry):
            # Something was taken back: the log is cut to what still stands.
            standing = min(self._entries, len(entries))
            self._cut(standing)
        for number in range(self._entries, len(entries)):
            entry = entries[number]
            self._tell(number, entry.side, entry.events, session.game.states[number])
        self._entries = len(entries)
        self._last_entry = entries[-1] if entries else None
        self._draw(session.at)

    def _cut(self, standing: int) -> None:
        assert self._session is not None
        entries = self._session.game.entries
        while standing and standing > len(entries):
            standing -= 1
        for group in self._groups:
            group.lines = [line for line in group.lines if line[0] < standing]
        self._groups = [group for group in self._groups if group.lines or group.first < standing]
        self._entries = standing

    def _tell(self, number: int, side: str, events: Sequence[Event], state: object) -> None:
        """Put the events of an entry, given in a state, under headings; phases may begin and end among them."""
        assert self._session is not None
        title, words = self._session.title, trail_of(state)
        for event in self._session.seen(events):
            if begun := title.part(event, words):
                words = [*begun]
                self._groups.append(Group(self._heading(words, side), event.data.get("side", KERNEL), number, event))
                continue
            heading = self._heading(words, side)
            if not self._groups or self._groups[-1].heading != heading:
                self._groups.append(Group(heading, side, number))
            self._groups[-1].lines.append((number, event, title.event_text(event)))

    def _heading(self, words: Sequence[str], side: str) -> str:
        assert self._session is not None
        return self._session.title.spoken(" · ".join(words[:PHASE])) if words else side_words(side)

    def _draw(self, at: int) -> None:
        self._rows = []
        options: list[Option] = []
        sides = sides_of(self._session.title) if self._session else Sides()
        begun = [group for group in self._groups if group.first < at]
        earlier = max(0, len(begun) - self._listed)
        if earlier:
            options.append(Option(Content.styled(f"▴ {plural(earlier, 'earlier phase')}", DIM)))
            self._rows.append((None, None))
        for place, group in enumerate(begun[earlier:], earlier):
            past = [line for line in group.lines if line[0] < at]
            # What the last command brought is open, whatever phases it came by.
            old = place < len(self._groups) - UNFOLDED and not any(line[0] == at - 1 for line in past)
            folded = self._touched.get(group.key, old)
            mark, count = (" ", "") if not past else ("▸", f"  {len(past)}") if folded else ("▾", "")
            color = side_color(sides, group.side)
            options.append(Option(Content.assemble((f"{mark} {group.heading}", f"bold {color}"), (count, DIM))))
            self._rows.append((group, None))
            if folded:
                continue
            for line, (_, event, words) in enumerate(past):
                rule = f" {event.rule}" if event.rule else ""
                options.append(Option(Content.assemble(f"  {words}", (rule, RULE_COLOR))))
                self._rows.append((group, line))
        self.set_options(options)
        if options:
            self.highlighted = len(options) - 1
            self.call_after_refresh(self.scroll_end, animate=False)

    def event_at(self, row: int) -> Event | None:
        """The event in a line; in a heading, the one with which the phase began, if there is one."""
        if not 0 <= row < len(self._rows):
            return None
        group, line = self._rows[row]
        if group is None:
            return None
        return group.opener if line is None else group.lines[line][1]

    @property
    def lit(self) -> Event | None:
        """The highlighted event."""
        return None if self.highlighted is None else self.event_at(self.highlighted)

    @property
    def lit_moment(self) -> tuple[int, Event] | None:
        """The highlighted event with the number of its journal entry, OPENING before the first."""
        if self.highlighted is None or not 0 <= self.highlighted < len(self._rows):
            return None
        group, line = self._rows[self.highlighted]
        return None if group is None or line is None else group.lines[line][:2]

    def action_fold(self, folded: bool | None = None) -> None:
        """Fold or open the group of the highlighted line."""
        if self.highlighted is None or self._session is None:
            return
        group = self._rows[self.highlighted][0]
        if group is None:
            self._list_more()
            return
        is_open = any(row is group and line is not None for row, line in self._rows)
        self._touched[group.key] = is_open if folded is None else folded
        self._draw(self._session.at)
        self.highlighted = next(n for n, (row, _) in enumerate(self._rows) if row is group)

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
        event = self.event_at(message.option_index)
        if event is None or self._rows[message.option_index][1] is None:
            self.action_fold()
        elif self._session is not None and (space := self._session.title.event_place(event)):
            self.post_message(self.Led(space))
