"""The bar above the map: date, turns, impulses, where in the sequence of play, score, and who decides."""

from collections.abc import Sequence

from textual.content import Content

from wargame_tui.board.phrases import side_words
from wargame_tui.board.title import Box, PhaseBar
from wargame_tui.core.state import Outcome
from wargame_tui.tui.coats import side_style
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import DIM

FILM = "Film"
"""What is on view between two commands, where nobody decides."""
_BOX_STYLES = {"past": "#565c63", "now": "bold #14171a on #e3b652", "ahead": DIM}


class PhaseStrip(Words):
    """Two lines that always say when it is and whose decision it is."""

    DEFAULT_CSS = """
    PhaseStrip {
        height: 2;
        background: $panel;
        padding: 0 1;
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[PhaseBar, list[str], Sides, str | None, Outcome | None] | None = None
        self._nobody = FILM

    def show(self, bar: PhaseBar, trail: list[str], sides: Sides, side: str | None, over: Outcome | None) -> None:
        """Show another moment."""
        self._shown, self._nobody = (bar, trail, sides, side, over), FILM
        self._draw()

    def show_dice(self, about: str, depth: int) -> None:
        """Dice are read that belong to this, whatever has begun since; `depth` is that of phases."""
        if self._shown is not None and about not in self._shown[1]:
            bar, trail, sides, side, over = self._shown
            self._shown = bar, [*trail[: depth - 1], about], sides, side, over
            self._draw()

    def leave_film(self) -> None:
        """The film is over, but dice are covered: what is now is not shown before they have been seen."""
        if self._shown is not None and self._shown[3] is None:
            self._nobody = "Dice"
            self._draw()

    def on_resize(self) -> None:
        """Lay the two lines out for the new width."""
        self._draw()

    def _draw(self) -> None:
        if self._shown is not None:
            width = self.content_size.width or self.app.size.width - 2
            self.update(Content("\n").join(phase_lines(*self._shown, width, self._nobody)), layout=False)


def phase_lines(
    bar: PhaseBar,
    trail: list[str],
    sides: Sides,
    side: str | None,
    over: Outcome | None,
    width: int,
    nobody: str = FILM,
) -> list[Content]:
    """The two lines of the bar at a width; `nobody` is what they say when nobody decides."""
    who = f" {over.level} " if over else f" {side_words(side)} decides " if side else f" {nobody} "
    decider = Content.assemble((who, side_style(sides, over.winner if over else side)))
    score = Content.assemble((bar.score, "bold"))
    words = trail if trail else [bar.phase]
    first = _fit(
        [Content.assemble((bar.date, "bold")), _track(bar.turns), *(Content.styled(n, DIM) for n in bar.notes)],
        decider,
        width,
    )
    impulses = _track(_fitting(bar.impulses, width - score.cell_length - 3))
    room = width - impulses.cell_length - score.cell_length - 4
    return [first, _fit([impulses, _steps(words, room)], score, width)]


def _track(boxes: Sequence[Box]) -> Content:
    return Content("").join(Content.styled(f" {box.label} ", _BOX_STYLES.get(box.status, DIM)) for box in boxes)


def _fitting(boxes: Sequence[Box], room: int) -> Sequence[Box]:
    """The boxes without the first ones, so many as it takes to show the present one and that more are to come."""
    now = next((n for n, box in enumerate(boxes) if box.status == "now"), 0)
    start = 0
    while start < now and sum(len(box.label) + 2 for box in boxes[start : now + 1]) > room:
        start += 1
    return boxes[start:]


def _steps(words: list[str], room: int) -> Content:
    """The trail, the decision in hand brightest; where room is short its beginning goes first."""
    kept = words
    while len(kept) > 1 and sum(map(len, kept)) + 3 * len(kept) + 1 > room:
        kept = kept[1:]
    parts = [Content.styled(word, DIM) for word in kept[:-1]]
    if len(kept) < len(words):
        parts.insert(0, Content.styled("…", DIM))
    return Content.styled(" › ", DIM).join([*parts, Content.styled(kept[-1], "bold")])


def _fit(parts: list[Content], right: Content, width: int) -> Content:
    """As many parts as fit left of what must be seen on the right."""
    room = width - right.cell_length - 1
    left = Content("")
    for part in parts:
        longer = part if not left else Content.assemble(left, "  ", part)
        if longer.cell_length > room:
            if not left or room - left.cell_length > 16:
                left = longer.truncate(room, ellipsis=True)
            break
        left = longer
    return Content.assemble(left, " " * (width - left.cell_length - right.cell_length), right)
