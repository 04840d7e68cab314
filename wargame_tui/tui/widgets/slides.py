"""Counters on their way over the map."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from time import monotonic

from textual.content import Content
from textual.timer import Timer

from wargame_tui.tui.coats import chip_style
from wargame_tui.tui.map.map_widget import MapWidget
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.table.staging import Journey, spots
from wargame_tui.tui.widgets.text import Words

A_SPACE, LONGEST = 0.15, 0.6
"""Seconds that a space of the way takes, and the whole way at most."""
TICK = 0.04
SPACE = 10, 4
"""Columns and rows of a space, about."""
MOST = 6
"""Ways that are shown at once."""


class Ghost(Words):
    """A counter between two spaces."""

    DEFAULT_CSS = """
    Ghost { position: absolute; layer: above; width: auto; height: 1; display: none; }
    """


class Slides:
    """Moves ghosts along ways until they have arrived; whatever else happens ends it."""

    def __init__(self) -> None:
        self.ghosts = [Ghost() for _ in range(MOST)]
        self._timer: Timer | None = None
        self._journeys: Sequence[Journey] = ()
        self._arrived: Callable[[], None] = lambda: None
        self._begun = self._whole = 0.0

    @property
    def moving(self) -> bool:
        """Whether anything is on its way."""
        return self._timer is not None

    def seen(self, journeys: Sequence[Journey], map_: MapWidget) -> list[Journey]:
        """Those of the ways that can be seen on the map as it is scrolled."""
        view = set(map_.spaces_in_view)
        found = [journey for journey in journeys if not view.isdisjoint((journey.path[0], journey.path[-1]))]
        return found if len(found) <= MOST else []

    def begin(self, journeys: Sequence[Journey], map_: MapWidget, sides: Sides, arrived: Callable[[], None]) -> None:
        """Let counters go their ways; `arrived` is called when all are there, or it is ended."""
        self.end()
        self._journeys, self._arrived, self._begun = journeys, arrived, monotonic()
        self._whole = min(LONGEST, A_SPACE * max(_spaces(journey, map_) for journey in journeys))
        for ghost, journey in zip(self.ghosts, journeys, strict=False):
            first, count = journey.counters[0], len(journey.counters)
            label = f" {first.label}{f' ×{count}' if count > 1 else ''} "
            ghost.update(Content.styled(label, chip_style(first, sides)))
        self._timer = map_.set_interval(TICK, lambda: self._tick(map_))
        self._tick(map_)

    def end(self) -> None:
        """Everything has arrived."""
        if self._timer is None:
            return
        self._timer.stop()
        self._timer = None
        for ghost in self.ghosts:
            ghost.display = False
        self._arrived()

    def _tick(self, map_: MapWidget) -> None:
        share = (monotonic() - self._begun) / self._whole
        if share >= 1:
            self.end()
            return
        for ghost, journey in zip(self.ghosts, self._journeys, strict=False):
            middles = {space: map_.spot_of(space) for space in journey.path}
            x, y = spots(journey.path, middles, share)
            ghost.display = 0 <= x < map_.size.width - 2 and 0 <= y < map_.size.height
            ghost.styles.offset = (max(0, x - 3), y)


def _spaces(journey: Journey, map_: MapWidget) -> float:
    """How long a way is, in spaces; of one that is told only by its ends, by the cells between them."""
    ends = [map_.spot_of(space) for space in journey.path]
    far = sum(max(abs(x - to_x) / SPACE[0], abs(y - to_y) / SPACE[1]) for (x, y), (to_x, to_y) in pairwise(ends))
    return max(len(journey.path) - 1, far)
