"""The record: best results, medals and history of the titles for one player; of those for two who won how often."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content

from wargame_tui.board.phrases import plural, side_words
from wargame_tui.board.record import Best, Earned, Medal, Run, bests, decorations
from wargame_tui.board.results import Ended, tallies
from wargame_tui.tui.screens.over_table import OverTable
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import BAD, DIM, GOOD, HEAD, KEY, keyed

WIDEST = 150
SIDE_BY_SIDE = 110
"""Columns from which bests and medals stand beside each other."""


@dataclass(frozen=True, slots=True)
class TitleRecord:
    """What the record has of a title."""

    id: str
    name: str
    runs: tuple[Run, ...]
    medals: tuple[Medal, ...]
    results: tuple[Ended, ...] = ()
    """Of a title for two."""

    @property
    def ends(self) -> Sequence[datetime]:
        """When its games ended."""
        return [*(run.when for run in self.runs), *(each.when for each in self.results)]


class RecordScreen(OverTable[None]):
    """One title at a time."""

    BINDINGS = [
        Binding("escape,q,enter", "dismiss(None)", "back"),
        Binding("tab,right", "next(1)", "next title", priority=True),
        Binding("shift+tab,left", "next(-1)", "previous title", priority=True),
    ]

    DEFAULT_CSS = """
    RecordScreen {
        align: center middle;
        background: $background 40%;
        & > Vertical { width: 100%; height: 100%; background: $panel; padding: 1 2; }
        & VerticalScroll { height: 1fr; margin: 1 0; }
        & #record-text { height: auto; }
        & #record-problems { height: auto; }
    }
    """

    def __init__(self, titles: Sequence[TitleRecord], problems: Sequence[str], first: str | None = None) -> None:
        super().__init__()
        self._titles, self._problems = titles, problems
        self._at = next((n for n, title in enumerate(titles) if title.id == first), played_last(titles))

    def compose(self) -> ComposeResult:
        """Titles, text, keys."""
        with Vertical():
            yield Words(id="record-titles")
            with VerticalScroll():
                yield Words(id="record-text")
            yield Words(id="record-problems")
            keys = [keyed("↑↓", "scroll"), keyed("Tab", "next title"), keyed("Esc", "back", "screen.dismiss(None)")]
            yield Words(Content("  ").join(keys))

    def on_mount(self) -> None:
        """The first title."""
        self.query_one(VerticalScroll).focus()
        self.query_one("#record-problems").display = bool(self._problems)
        self.query_one("#record-problems", Words).update(Content.styled("\n".join(self._problems), BAD))
        self._show()

    def on_resize(self) -> None:
        """Columns follow the width."""
        self._show()

    def action_next(self, by: int) -> None:
        """To the next title, or the one before."""
        if self._titles:
            self._at = (self._at + by) % len(self._titles)
            self._show()

    def _show(self) -> None:
        if not self._titles:
            self.query_one("#record-text", Words).update("No game has ended yet.")
            return
        names = [
            Content.styled(f" {title.name} ", "bold #101418 on #e3b652" if n == self._at else DIM)
            for n, title in enumerate(self._titles)
        ]
        self.query_one("#record-titles", Words).update(Content.assemble(("Record  ", HEAD), *names))
        width = min(WIDEST, self.app.size.width - 6)
        self.query_one("#record-text", Words).update(_text(self._titles[self._at], width))
        self.query_one(VerticalScroll).scroll_home(animate=False)


def played_last(titles: Sequence[TitleRecord]) -> int:
    """The place of the title of which a game ended last; the first if none has."""
    ended = ((when, n) for n, title in enumerate(titles) for when in title.ends)
    return max(ended, default=(None, 0))[1]


def _text(title: TitleRecord, width: int) -> Content:
    if title.results:
        return Content("\n").join([*_tally_lines(title.results), Content(""), *result_lines(title.results)])
    beside = width >= SIDE_BY_SIDE
    earned = decorations(title.medals, title.runs)
    best, medals = [*_best_lines(title.runs)], [*_medal_lines(earned, width // 2 if beside else width)]
    above = [*_beside(best, medals, width // 2)] if beside else [*best, Content(""), *medals]
    return Content("\n").join([*above, Content(""), *_history(title.runs)])


def _tally_lines(results: Sequence[Ended]) -> Iterator[Content]:
    yield Content.styled("Won and lost", HEAD)
    for tally in tallies(results):
        seats, _, counts = tally.words.rpartition(": ")
        yield Content.assemble((f"{seats:<34}  ", "bold"), (counts, GOOD if tally.won > tally.lost else ""))


def result_lines(results: Sequence[Ended]) -> Iterator[Content]:
    """Games between two, the newest first, each with the help that the program gave."""
    yield Content.styled(f"History: {plural(len(results), 'game')}", HEAD)
    for each in reversed(results):
        won = ("won", f"bold {GOOD}") if each.won else ("drawn" if each.winner is None else "lost", "bold")
        scenario = each.scenario.partition("/")[2].replace("_", " ")
        yield Content.assemble(
            (f"{each.when:%Y-%m-%d}  ", DIM),
            (f"{scenario}  ", "bold"),
            f"{side_words(each.side)}, {each.against}  ",
            won,
            (f"  {each.level}", DIM),
            (f"  with {each.help}" if each.help else "", DIM),
        )


def _beside(left: Sequence[Content], right: Sequence[Content], width: int) -> Iterator[Content]:
    for number in range(max(len(left), len(right))):
        first = left[number] if number < len(left) else Content("")
        second = right[number] if number < len(right) else Content("")
        yield Content.assemble(first.pad_right(max(1, width - first.cell_length)), second)


def _best_lines(runs: Sequence[Run]) -> Iterator[Content]:
    yield Content.styled("Best results", HEAD)
    found = bests(runs)
    if not found:
        yield Content.styled("No game that counts has ended yet.", DIM)
        return
    wide, levels = max(len(best.name) for best in found) + 2, max(len(best.level) for best in found) + 2
    for best in found:
        yield _best_line(best, wide, levels)


def _best_line(best: Best, wide: int, levels: int) -> Content:
    return Content.assemble(
        (f"{best.name:<{wide}}", "bold"),
        (f"{best.difficulty:<8}", DIM),
        (f"{best.score:>3}  ", KEY),
        (f"{best.level:<{levels}}", GOOD if best.won else ""),
        (f"won {best.won} of {best.games}", DIM),
    )


def _medal_lines(earned: Sequence[Earned], width: int) -> Iterator[Content]:
    if not earned:
        return
    yield Content.styled(f"Medals: {sum(one.when is not None for one in earned)} of {len(earned)}", HEAD)
    for one in earned:
        mark = ("★ ", KEY) if one.when else ("· ", DIM)
        when = f"  {one.when:%Y-%m-%d}" if one.when else ""
        style = "bold" if one.when else DIM
        words = Content.assemble((one.medal.name, style), (f"  {one.medal.words}", DIM), (when, DIM))
        first, *more = words.wrap(width - 4)
        yield Content.assemble(mark, first)
        yield from (Content.assemble("    ", line) for line in more)


def _history(runs: Sequence[Run]) -> Iterator[Content]:
    yield Content.styled(f"History: {plural(len(runs), 'game')}", HEAD)
    for run in reversed(runs):
        yield from _run_lines(run)


def _run_lines(run: Run) -> Iterator[Content]:
    yield Content.assemble(
        (f"{run.when:%Y-%m-%d}  ", DIM),
        (run.name, "bold"),
        (f"  {run.difficulty}  ", DIM),
        (f"{run.level} {run.score}", f"bold {GOOD}" if run.won else "bold"),
        (f"  {plural(run.turns, 'turn')}, seed {run.seed}", DIM),
        (f"  {run.further}", DIM),
    )
    for stage in run.stages:
        yield Content.assemble(("            ", DIM), stage.name, (f"  {stage.level} {stage.score}", DIM))
    if run.losses:
        yield Content.styled(f"            lost {', '.join(run.losses)}", DIM)
    if run.why_not:
        yield Content.styled(f"            does not count: {run.why_not}", BAD)
