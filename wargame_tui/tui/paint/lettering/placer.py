"""Where names stand: the most important choose first, then whoever found no place has others move aside.

Positions are cells of a grid, columns by rows, whatever a cell is; each has a price, and the cheapest free one is taken
(Imhof 1975 on what is good; Christensen, Marks, Shieber 1995 on how it is searched). Cells of a row are the bits of a
whole number, so that a map of some hundred names is placed anew in a few milliseconds whenever a counter moves.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from wargame_tui.tui.map.view import Box

MOVED = 2
"""How many names at most move aside for another."""
APART = 0.8
"""What a blank between a name and what stands beside it is worth."""


class Position(NamedTuple):
    """A place for a name."""

    box: Box
    lines: tuple[str, ...]
    price: float
    leader: tuple[tuple[int, int], ...] = ()
    """Cells of the line that leads from what is named to its name: column and row."""


class Wish(NamedTuple):
    """A name that wants a place."""

    key: str
    positions: Sequence["Priced"]
    """The cheapest first."""
    further: Callable[[], Sequence["Priced"]] = tuple
    """Those further away, for which it is asked only where none of the others is to be had."""


class Priced(NamedTuple):
    """A position with what it covers, by row: the cells of its letters, and those with a blank around them."""

    position: Position
    rows: tuple[tuple[int, int, int], ...]
    """Row, letters, letters with the blanks on either side."""


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
        mask, rows = stretch(box.x, box.width), self.rows
        if box.height == 1:
            return (rows.get(box.y, 0) & mask).bit_count()
        return sum((rows.get(y, 0) & mask).bit_count() for y in range(box.y, box.y + box.height))


def stretch(x: int, width: int) -> int:
    """Cells of a row, as bits; what would lie left of the map is left out."""
    if x < 0:
        width, x = width + x, 0
    return ((1 << width) - 1) << x if width > 0 else 0


def priced(position: Position) -> Priced:
    """A position, ready to be compared with what is taken."""
    box, rows = position.box, []
    for n, words in enumerate(position.lines):
        x = box.x + (box.width - len(words)) // 2
        rows.append((box.y + n, stretch(x, len(words)), stretch(x - 1, len(words) + 2)))
    return Priced(position, tuple(rows))


class Placement(NamedTuple):
    """Names in their places."""

    names: Mapping[str, Position]
    obstacles: Cells
    wishes: Sequence[Wish] = ()

    def overlaps(self) -> list[str]:
        """The names that lie over an obstacle or another name, and those left out though a place is free."""
        placed = {key: priced(position) for key, position in self.names.items()}
        taken, bad = dict(self.obstacles.rows), []
        for key, chosen in placed.items():
            for y, letters, _ in chosen.rows:
                if taken.get(y, 0) & letters:
                    bad.append(key)
                taken[y] = taken.get(y, 0) | letters
        for chosen in placed.values():
            for y, _, wide in chosen.rows:
                taken[y] |= wide
        left_out = [wish for wish in self.wishes if wish.key not in self.names]
        offers = ((wish.key, offer) for wish in left_out for offer in (*wish.positions, *wish.further()))
        return [*bad, *dict.fromkeys(key for key, offer in offers if _is_free(offer, taken))]


@dataclass(slots=True)
class Placer:
    """Places the names of a map, the most important of them first in `wishes`."""

    wishes: Sequence[Wish]
    _taken: dict[int, int] = field(default_factory=dict)
    _found: dict[str, Priced] = field(default_factory=dict)

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
        names = {key: chosen.position for key, chosen in self._found.items()}
        return Placement(names, obstacles, [wish for wish in self.wishes if wish.key not in without])

    def _best(self, wish: Wish) -> Priced | None:
        """The best free position of a name, further away if it must be."""
        return self._free(wish.positions) or self._free(wish.further())

    def _free(self, positions: Sequence[Priced]) -> Priced | None:
        """The cheapest free position, or one hardly dearer that touches nothing."""
        taken, found = self._taken, None
        for offer in positions:
            if found and offer.position.price > found.position.price + APART:
                break
            near = False
            for y, letters, wide in offer.rows:
                if y in taken:
                    if taken[y] & letters:
                        break
                    near = near or taken[y] & wide != 0
            else:
                if not near:
                    return offer
                found = found or offer
        return found

    def _take(self, key: str, chosen: Priced) -> None:
        self._found[key] = chosen
        taken = self._taken
        for y, _, wide in chosen.rows:
            taken[y] = taken.get(y, 0) | wide

    def _repair(self, missing: Sequence[Wish], obstacles: Cells) -> None:
        """Names without a place take one from a few others that find another."""
        wishes = {wish.key: wish for wish in self.wishes}
        by_row: dict[int, set[str]] = {}
        for key, chosen in self._found.items():
            for y, _, _ in chosen.rows:
                by_row.setdefault(y, set()).add(key)
        for wish in missing:
            for key in self._moved_for(wish, obstacles, wishes, by_row):
                for y, _, _ in self._found[key].rows:
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
            if any(obstacles.rows.get(y, 0) & letters for y, letters, _ in offer.rows):
                continue
            near = {key for y, _, _ in offer.rows for key in by_row.get(y, ())}
            others = sorted(key for key in near if touch(self._found[key], offer))
            if len(others) <= MOVED and self._give_way(wish.key, offer, [wishes[key] for key in others]):
                return {wish.key, *others}
        return set()

    def _give_way(self, key: str, offer: Priced, others: Sequence[Wish]) -> bool:
        """Whether those that stand there find another place; then they have moved."""
        found, taken = self._found.copy(), self._taken.copy()
        for wish in others:
            for y, letters, _ in self._found.pop(wish.key).rows:
                self._taken[y] &= ~letters
        self._take(key, offer)
        for wish in others:
            free = self._best(wish)
            if free is None:
                self._found, self._taken = found, taken
                return False
            self._take(wish.key, free)
        return True


def touch(one: Priced, other: Priced) -> bool:
    """Whether the letters of one cover those of another, or stand right beside them."""
    rows = {y: wide for y, _, wide in one.rows}
    return any(rows.get(y, 0) & letters for y, letters, _ in other.rows)


def _is_free(offer: Priced, taken: Mapping[int, int]) -> bool:
    return not any(taken.get(y, 0) & letters for y, letters, _ in offer.rows)
