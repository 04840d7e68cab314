"""Where names stand: the most important choose first, then whoever found no place has others move aside.

Positions are cells of a grid, columns by rows, whatever a cell is; each has a price, and the cheapest free one is taken
(Imhof 1975 on what is good; Christensen, Marks, Shieber 1995 on how it is searched). Cells of a row are the bits of a
whole number, so that a map of some hundred names is placed anew in a few milliseconds whenever a counter moves.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.canvas import Spot

MOVED = 2
"""How many names at most move aside for another."""
HIDDEN = 2
"""Cells of a leader that may be hidden: the rows of a counter."""
APART = 1.6
"""What a blank between a name and what stands beside it is worth."""


class Position(NamedTuple):
    """Where a name stands."""

    box: Box
    lines: tuple[str, ...]
    price: float
    leader: tuple[tuple[int, int], ...] = ()
    """Cells of the line that leads from what is named to its name: column and row."""


class Offer(NamedTuple):
    """A place that a name might take. There are tens of thousands on a map, so it holds as little as will do."""

    price: float
    x: int
    y: int
    lines: tuple[str, ...]
    led: bool = False
    """With a leader."""

    def rows(self) -> Iterator[tuple[int, int, int]]:
        """Row, column and length of each line."""
        lines = self.lines
        if len(lines) == 1:
            yield self.y, self.x, len(lines[0])
            return
        width = max(map(len, lines))
        for n, words in enumerate(lines):
            yield self.y + n, self.x + (width - len(words)) // 2, len(words)


class Cheapest:
    """Offers that are worked out when they are first asked for: most names take one of the first."""

    def __init__(self, offers: Iterator[Offer]) -> None:
        """The cheapest first."""
        self._found: list[Offer] = []
        self._rest = offers

    def __iter__(self) -> Iterator[Offer]:
        """All of them, from the first."""
        known = 0
        while True:
            if known == len(self._found):
                offer = next(self._rest, None)
                if offer is None:
                    return
                self._found.append(offer)
            yield self._found[known]
            known += 1


Leader = Callable[[Box], tuple[tuple[int, int], ...]]
"""The line to a name in a rectangle."""


class Wish(NamedTuple):
    """A name that wants a place."""

    key: str
    positions: Iterable[Offer]
    """The cheapest first; asked for again and again."""
    further: Callable[[], Iterable[Offer]] = tuple
    """Those further away, for which it is asked only where none of the others is to be had."""
    leader: Leader = lambda box: ()

    def at(self, offer: Offer) -> Position:
        """Its place, if it takes an offer."""
        box = Box(offer.x, offer.y, max(map(len, offer.lines)), len(offer.lines))
        return Position(box, offer.lines, offer.price, self.leader(box) if offer.led else ())


class Cells:
    """A set of cells: a whole number for each row."""

    def __init__(self, rows: Mapping[int, int] | None = None) -> None:
        self.rows: dict[int, int] = dict(rows or {})

    def add(self, box: Box) -> None:
        """All cells of a rectangle."""
        mask = stretch(box.x, box.width)
        for y in range(box.y, box.y + box.height):
            self.rows[y] = self.rows.get(y, 0) | mask

    def dot(self, x: int, y: int) -> None:
        """One cell."""
        if x >= 0:
            self.rows[y] = self.rows.get(y, 0) | 1 << x

    def covered(self, box: Box) -> int:
        """How many of them a rectangle covers."""
        rows, x, width, found = self.rows, box.x, box.width, 0
        for y in range(box.y, box.y + box.height):
            row = rows.get(y)
            if row:
                found += part(row, x, width).bit_count()
        return found


def stretch(x: int, width: int) -> int:
    """Cells of a row, as bits; what would lie left of the map is left out."""
    if x < 0:
        width, x = width + x, 0
    return ((1 << width) - 1) << x if width > 0 else 0


def dotted(lines: Iterable[tuple[Spot, Spot]]) -> Cells:
    """The cells that lines touch, a dot every half of a cell."""
    ends = np.asarray([(*one, *other) for one, other in lines], np.float64).reshape(-1, 4)
    start, way = ends[:, :2], ends[:, 2:] - ends[:, :2]
    steps = np.maximum(1, np.ceil(2 * np.abs(way).max(1, initial=0))).astype(np.int64)
    spots = [
        np.floor(start[steps == count, None] + way[steps == count, None] * at[:, None] / count).reshape(-1, 2)
        for count in np.unique(steps)
        for at in [np.arange(count + 1)]
    ]
    cells = np.concatenate([np.empty((0, 2)), *spots]).astype(np.int64)
    cells = cells[(cells >= 0).all(1)]
    if not len(cells):
        return Cells()
    found = np.zeros((cells[:, 1].max() + 1, cells[:, 0].max() + 1), np.bool_)
    found[cells[:, 1], cells[:, 0]] = True
    return chosen(found)


def chosen(cells: npt.NDArray[np.bool_], top: int = 0) -> Cells:
    """The cells that are true, row by row from one on."""
    bits = np.packbits(cells, axis=1, bitorder="little")
    return Cells({top + int(y): int.from_bytes(bits[y].tobytes(), "little") for y in np.flatnonzero(cells.any(1))})


def part(row: int, x: int, width: int) -> int:
    """The cells of a stretch of a row, as bits from its left end on."""
    return (row >> x if x >= 0 else row << -x) & (1 << width) - 1


class Placement(NamedTuple):
    """Names in their places."""

    names: Mapping[str, Position]
    obstacles: Cells
    wishes: Sequence[Wish] = ()

    def overlaps(self) -> list[str]:
        """The names that lie over an obstacle or another name, and those left out though a place is free."""
        placed = {key: Offer(at.price, at.box.x, at.box.y, at.lines) for key, at in self.names.items()}
        taken, bad = dict(self.obstacles.rows), []
        for key, chosen in placed.items():
            for y, x, width in chosen.rows():
                if part(taken.get(y, 0), x, width):
                    bad.append(key)
                taken[y] = taken.get(y, 0) | stretch(x, width)
        for chosen in placed.values():
            for y, x, width in chosen.rows():
                taken[y] |= stretch(x - 1, width + 2)
        left_out = [wish for wish in self.wishes if wish.key not in self.names]
        offers = ((wish.key, offer) for wish in left_out for offer in (*wish.positions, *wish.further()))
        return [*bad, *dict.fromkeys(key for key, offer in offers if _is_free(offer, taken))]


@dataclass(slots=True)
class Placer:
    """Places the names of a map, the most important of them first in `wishes`."""

    wishes: Sequence[Wish]
    _taken: dict[int, int] = field(default_factory=dict)
    _found: dict[str, Offer] = field(default_factory=dict)

    def place(self, obstacles: Cells, spared: Iterable[str] = ()) -> Placement:
        """Where every name stands that finds a place, clear of the obstacles and of each other; some are `spared`."""
        self._taken, self._found = dict(obstacles.rows), {}
        without = frozenset(spared)
        missing = []
        for wish in self.wishes:
            if wish.key in without:
                continue
            free = self._best(wish)
            if free:
                self._take(wish.key, free)
            else:
                missing.append(wish)
        if missing:
            self._repair(missing, obstacles)
        wishes = {wish.key: wish for wish in self.wishes}
        names = {key: wishes[key].at(chosen) for key, chosen in self._found.items()}
        return Placement(names, obstacles, [wish for wish in self.wishes if wish.key not in without])

    def _best(self, wish: Wish) -> Offer | None:
        """The best free position of a name, further away if it must be."""
        return self._free(wish, wish.positions) or self._free(wish, wish.further())

    def _is_led(self, wish: Wish, offer: Offer) -> bool:
        """Whether one sees where a name belongs: hardly anything of its leader is hidden."""
        leader = wish.at(offer).leader if offer.led else ()
        return sum(part(self._taken.get(y, 0), x, 1) for x, y in leader) <= HIDDEN

    def _free(self, wish: Wish, positions: Iterable[Offer]) -> Offer | None:
        """The cheapest free position, or one hardly dearer that touches nothing."""
        taken, found = self._taken, None
        for offer in positions:
            if found and offer.price > found.price + APART:
                break
            near = False
            for y, x, width in offer.rows():
                row = taken.get(y)
                if row:
                    wide = part(row, x - 1, width + 2)
                    if wide & ~(1 | 1 << width + 1):
                        break
                    near = near or wide != 0
            else:
                if (near and found) or not self._is_led(wish, offer):
                    continue
                if not near:
                    return offer
                found = offer
        return found

    def _take(self, key: str, chosen: Offer) -> None:
        self._found[key] = chosen
        taken = self._taken
        for y, x, width in chosen.rows():
            taken[y] = taken.get(y, 0) | stretch(x - 1, width + 2)

    def _repair(self, missing: Sequence[Wish], obstacles: Cells) -> None:
        """Names without a place take one from a few others that find another."""
        wishes = {wish.key: wish for wish in self.wishes}
        by_row: dict[int, set[str]] = {}
        for key, chosen in self._found.items():
            for y, _, _ in chosen.rows():
                by_row.setdefault(y, set()).add(key)
        for wish in missing:
            for key in self._moved_for(wish, obstacles, wishes, by_row):
                for y, _, _ in self._found[key].rows():
                    by_row.setdefault(y, set()).add(key)

    def _moved_for(
        self,
        wish: Wish,
        obstacles: Cells,
        wishes: Mapping[str, Wish],
        by_row: Mapping[int, Collection[str]],
    ) -> set[str]:
        """The names that have found places, another one as others moved aside; none if they could not."""
        for offer in wish.positions:
            if not _is_free(offer, obstacles.rows):
                continue
            near = {key for y, _, _ in offer.rows() for key in by_row.get(y, ())}
            others = sorted(key for key in near if touch(self._found[key], offer))
            if len(others) <= MOVED and self._give_way(wish.key, offer, [wishes[key] for key in others]):
                return {wish.key, *others}
        return set()

    def _give_way(self, key: str, offer: Offer, others: Sequence[Wish]) -> bool:
        """Whether those that stand there find another place; then they have moved."""
        found, taken = self._found.copy(), self._taken.copy()
        for wish in others:
            for y, x, width in self._found.pop(wish.key).rows():
                self._taken[y] &= ~stretch(x, width)
        self._take(key, offer)
        for wish in others:
            free = self._best(wish)
            if free is None:
                self._found, self._taken = found, taken
                return False
            self._take(wish.key, free)
        return True


def touch(one: Offer, other: Offer) -> bool:
    """Whether the letters of one cover those of another, or stand right beside them."""
    rows = {y: stretch(x - 1, width + 2) for y, x, width in one.rows()}
    return not _is_free(other, rows)


def _is_free(offer: Offer, taken: Mapping[int, int]) -> bool:
    return not any(part(taken.get(y, 0), x, width) for y, x, width in offer.rows())
