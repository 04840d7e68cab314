"""The end of a game: who has won, and how it went."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content

from wargame_tui.board.phrases import first_up, plural
from wargame_tui.tui.coats import side_color, side_style, sides_of
from wargame_tui.tui.screens.over_table import OverTable
from wargame_tui.tui.session import Session
from wargame_tui.tui.table.story import Story, story_of
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import DIM, HEAD, keyed, linked

HIGH = 6
"""Rows of the chart of points."""
WIDEST = 7
"""Columns of a turn in it."""
INDENT = 10
"""Columns of the names of sides."""
MOST_NAMED = 12
"""Units of a side and places that are named; the others are counted."""
_EIGHTHS = " ▁▂▃▄▅▆▇█"


class StoryScreen(OverTable[str | None]):
    """Returns what the players want next: `report`, `replay`, `again`, `chooser`; None to look at the table."""

    BINDINGS = [
        Binding("escape,q,space,enter", "dismiss(None)", "the table"),
        Binding("e,ctrl+e", "dismiss('report')", "report and film"),
        Binding("p", "dismiss('replay')", "replay"),
        Binding("a", "again", "again"),
        Binding("c", "dismiss('chooser')", "other games"),
    ]

    DEFAULT_CSS = """
    StoryScreen {
        align: center middle;
        background: $background 40%;
        & > Vertical { width: 104; max-width: 96%; height: auto; max-height: 94%; background: $panel; padding: 1 2; }
        & VerticalScroll { height: auto; max-height: 64vh; margin: 1 0; scrollbar-size-vertical: 1; }
        & #story-text { height: auto; }
        & .head, & .keys { height: auto; }
    }
    """

    def __init__(self, session: Session, saves: Path, *, ascii_only: bool = False) -> None:
        """`saves` is the folder in which the player's record lies."""
        super().__init__()
        self._session, self._saves, self._ascii = session, saves, ascii_only
        self._story: Story | None = None
        self._record: Sequence[str] = ()

    def compose(self) -> ComposeResult:
        """Who has won, the story, the keys."""
        over = self._session.game.state.over
        side, sides = over.winner if over else None, sides_of(self._session.title)
        session = self._session
        who = f" {session.title.side_called(session.game.state, side)} " if side else ""
        level, reason = (f"{over.level}. ", over.reason) if over else ("", "")
        with Vertical():
            yield Words(
                Content.assemble((who, side_style(sides, side)), (f"  {level}", HEAD), reason),
                classes="head",
            )
            with VerticalScroll():
                yield Words(Content.styled("...", DIM), id="story-text")
            keys = [
                keyed("e", "report and film", "screen.dismiss('report')"),
                keyed("p", "replay", "screen.dismiss('replay')"),
                *([] if self._session.by_mail else [keyed("a", "play again", "screen.again")]),
                keyed("c", "other games", "screen.dismiss('chooser')"),
                keyed("Esc", "the table", "screen.dismiss(None)"),
            ]
            yield Words(Content("  ").join(keys), classes="keys")

    def on_mount(self) -> None:
        """Long games take a moment to be read through."""
        self.query_one(VerticalScroll).focus()
        self._read()

    @work(thread=True, exclusive=True, group="story")
    def _read(self) -> None:
        from wargame_tui.tui.export.folder import Copy
        from wargame_tui.tui.results import standing_after

        story = story_of(Copy(self._session))
        record = standing_after(self._session, self._saves)
        self.app.call_from_thread(self._show, story, record)

    def _show(self, story: Story, record: Sequence[str]) -> None:
        self._story, self._record = story, record
        self._draw()

    def on_resize(self) -> None:
        """The chart follows the width."""
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        if self._story is not None and self.is_mounted:
            width = max(40, self.query_one(VerticalScroll).scrollable_content_region.width)
            text = story_text(self._session, self._story, width, self._ascii, self._record)
            self.query_one("#story-text", Words).update(text)

    def action_again(self) -> None:
        """A new game of the same scenario; a game by mail begins with an invitation."""
        if not self._session.by_mail:
            self.dismiss("again")


def story_text(session: Session, story: Story, width: int, ascii_only: bool, record: Sequence[str] = ()) -> Content:
    """All parts of which there is something to tell; `record`: what the player's record says of the title."""
    parts = [
        ("Points by turn", [*_points(story, width, ascii_only)]),
        (f"{first_up(story.step_name)}s lost by turn", [*_lost(session, story, width, ascii_only)]),
        ("Losses", [*_losses(session, story, width)]),
        ("Decisive moments", [*_moments(story, width)]),
        ("The battles that cost most", [*_battles(session, story)]),
        ("Changed hands", [*_taken(session, story, width)]),
        (f"Your record in {session.title.name}", [*map(Content, record)]),
    ]
    rows: list[Content] = []
    for heading, lines in parts:
        if lines:
            rows += [*([Content("")] if rows else []), Content.styled(heading, HEAD), *lines]
    return Content("\n").join(rows)


def _points(story: Story, width: int, ascii_only: bool) -> Iterator[Content]:
    """Columns, a turn each, with their numbers below; where there are too many turns, of the last of them."""
    numbers = [number for _, number in story.points]
    if not any(numbers) and not any(letter.isdigit() for letter in story.score):
        return  # Here it is not points that decide.
    low, high = min(0, *numbers), max(1, *numbers)
    room = width - len(str(high)) - 2
    across = max(3, min(WIDEST, room // len(numbers)))
    shown = numbers[-(room // across) :]
    label = max(len(str(high)), len(str(low)))
    for row in range(HIGH, 0, -1) if any(numbers) else ():
        at = high if row == HIGH else low if row == 1 and low < 0 else None
        cells = "".join(_bar((number - low) / (high - low), row, ascii_only) * (across - 1) + " " for number in shown)
        yield Content.assemble((f"{'' if at is None else at:>{label}} ", DIM), (cells, "#e3b652"))
    yield Content.assemble(" " * (label + 1), "".join(f"{number:^{across - 1}} " for number in shown))
    dates = story.points[-len(shown) :]
    yield Content.styled(f"{' ' * (label + 1)}{dates[0][0]} to {dates[-1][0]}; at the end {story.score}", DIM)


def _lost(session: Session, story: Story, width: int, ascii_only: bool) -> Iterator[Content]:
    """A row a side, a column a turn: a block as high as what it lost there, with the number if there is room."""
    most = max((max(lost.values()) for _, lost in story.lost), default=0)
    if len(story.lost) < 2 or not most:
        return
    sides, across = sides_of(session.title), len(str(most)) + 2
    numbered = len(story.lost) * across <= width - INDENT
    across = across if numbered else 2
    shown = story.lost[-max(1, (width - INDENT) // across) :]
    for side in session.title.sides:
        row = [(_called(session, side).ljust(INDENT), f"bold {side_color(sides, side)}")]
        for _, lost in shown:
            block = "#" if ascii_only else _EIGHTHS[max(1, round(lost[side] / most * 8))]
            row.append((f"{block}{lost[side] if numbered else ''}" if lost[side] else "·", ""))
            row.append((" " * (across - len(row[-1][0])), ""))
        yield Content.assemble(*row)
    yield Content.styled(f"{' ' * INDENT}{shown[0][0]} to {shown[-1][0]}", DIM)


def _called(session: Session, side: str) -> str:
    return session.title.side_called(session.game.state, side)


def _moments(story: Story, width: int) -> Iterator[Content]:
    """Each with its date; what needs more room goes on below."""
    date = max((len(moment.date) for moment in story.moments), default=0) + 2
    for moment in story.moments:
        first, *rest = linked(moment.words).wrap(max(20, width - date - 1))
        yield Content.assemble((f"{moment.date:<{date}}", DIM), first)
        yield from (row.pad_left(date) for row in rest)


def _bar(share: float, row: int, ascii_only: bool) -> str:
    """What of a column lies in a row of the chart, counted from below."""
    eighths = max(0, min(8, round(share * HIGH * 8) - (row - 1) * 8))
    return ("#" if eighths >= 4 else " ") if ascii_only else _EIGHTHS[eighths]


def _losses(session: Session, story: Story, width: int) -> Iterator[Content]:
    sides = sides_of(session.title)
    for side, costs in story.costs.items():
        if not costs.steps:
            told = "nothing"
        else:
            named = _listed(costs.units)
            gone = f"; {plural(len(costs.units), 'unit')} destroyed: {named}" if costs.units else ""
            told = f"{plural(costs.steps, story.step_name)}{gone}"
        yield from _labelled(_called(session, side), side_color(sides, side), told, width)


def _battles(session: Session, story: Story) -> Iterator[Content]:
    for battle in story.battles:
        hurt = [side for side in session.title.sides if battle.steps.get(side)]
        parts = [f"{_called(session, side)} {battle.steps[side]}" for side in hurt]
        yield Content.assemble(
            (f"{battle.whole:>3}  ", "bold"), battle.heading, (f"  {battle.date}  {', '.join(parts)}", DIM)
        )


def _taken(session: Session, story: Story, width: int) -> Iterator[Content]:
    by_side: dict[str, list[str]] = {}
    for taken in story.taken:
        worth = f" ({taken.worth})" if taken.worth else ""
        by_side.setdefault(taken.after or "", []).append(f"{taken.place}{worth}")
    sides = sides_of(session.title)
    for side, places in by_side.items():
        holder = _called(session, side) if side else "nobody"
        yield from _labelled(holder, side_color(sides, side), _listed(places), width)


def _labelled(label: str, color: str, words: str, width: int) -> Iterator[Content]:
    first, *rest = Content(words).wrap(max(20, width - INDENT - 1))
    yield Content.assemble((f"{label:<{INDENT}}", f"bold {color}"), first)
    yield from (row.pad_left(INDENT) for row in rest)


def _listed(names: Sequence[str]) -> str:
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
