"""What is lettered on an area map: names and counters in the areas, names of small places, the stack at the cursor."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from wargame_tui.board.area import AreaMapEntry
from wargame_tui.board.scene import Counter, Scene, SpaceScene
from wargame_tui.tui.map.glyphs import GlyphSet
from wargame_tui.tui.map.labels import marks_of_sides, short_badge, stacks_of
from wargame_tui.tui.map.layout import NEAR, Layout, spaces_of
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.map.view import Box, View, holders_on, sides_on
from wargame_tui.tui.paint.lettering.cards import Press
from wargame_tui.tui.paint.lettering.fan import fanned
from wargame_tui.tui.paint.lettering.inks import best
from wargame_tui.tui.paint.lettering.lettered import Lettered
from wargame_tui.tui.paint.lettering.placer import Cells, Offer, Placement, Placer, Wish, chosen
from wargame_tui.tui.paint.lettering.places import around
from wargame_tui.tui.paint.lettering.sheet import COUNTERS, FAN, JUMPS, NAMES, Line, cells_of
from wargame_tui.tui.paint.painter import Text
from wargame_tui.tui.paint.style import MapStyle

HEAD_LINES = 3
"""Rows that name and badges of an area may take."""
CHIP = 5
"""Columns of a chip."""
SMALL = " "
"""Before the name of a small place: as a key it must not be that of a space."""
_EMPTY = SpaceScene()


class Head(NamedTuple):
    """A piece of the first rows of a label."""

    words: str
    role: str
    ground: str | None


class AreaLettering(Lettered):
    """The texts of one area layout under a view."""

    def __init__(self, entry: AreaMapEntry, layout: Layout, glyphs: GlyphSet, view: View, style: MapStyle) -> None:
        super().__init__(glyphs, view, style)
        self.layout = layout
        self._items = spaces_of(entry)
        self._far = layout.zoom == "far"
        self._near = layout.zoom in NEAR
        self.placement = Placement({}, Cells())
        self._offers: dict[str, list[Offer]] = {}
        self._basis: object = None
        self._named: Scene | None = None
        """The scene for which names were placed."""

    # -- what changed ---------------------------------------------------------------------------------

    def forget_all(self) -> None:
        """Letter everything anew."""
        scene = self.view.scene
        self.sides = Sides({*sides_on(scene), *holders_on(scene), *scene.holders.values()}, self.view.look)
        self._press = Press(self.glyphs, self.view, self.sides)
        self.clear()
        self._basis = self._named = None
        self._pointed.clear()
        self.forget(self.layout.ids)

    def forget(self, spaces: Iterable[str]) -> list[Box]:
        """Letter these areas anew; returns the rectangles in which anything may have changed."""
        pointed = {space for space in (self.view.cursor, self.view.hover, *self.view.jumps) if space}
        changed, self._pointed = ({*spaces} | self._pointed | pointed) & self._items.keys(), pointed
        dirty: list[Box] = []
        moved = self._named is not self.view.scene
        for space in changed:
            label = list(self._label(space))
            moved = moved or cells_of(label) != cells_of(self.sheet.piece((COUNTERS, space)))
            dirty += self.sheet.write((COUNTERS, space), label)
            dirty += self.sheet.write((JUMPS, space), list(self._jump(space)))
        everywhere = moved and self._set_names()
        for key in {*self.placement.names, *self.sheet.keys(NAMES)} if everywhere else changed:
            dirty += self.sheet.write((NAMES, key), list(self._name(key)))
        dirty += self.sheet.write((FAN, ""), self._fan())
        return self.redrawn(dirty)

    # -- names by the placer --------------------------------------------------------------------------

    def _set_names(self) -> bool:
        """Place what is named outside of labels anew if they have changed; whether they have."""
        self._named = self.view.scene
        standing = self.standing(self.layout.boxes, blank=1)
        basis = standing.rows, frozenset(self._valued())
        if basis == self._basis:
            return False
        self._basis = basis
        spared = [space for space in self.view.scene.outside if self._far]
        self.placement = Placer(list(self._wishes())).place(standing, spared)
        return True

    def _valued(self) -> Iterator[str]:
        """The areas with victory points or another badge."""
        for space, here in self.view.scene.spaces.items():
            if here.badges:
                yield space

    def _wishes(self) -> Iterator[Wish]:
        """At the far zoom the areas, those with badges first, then those where most roads meet; then small places."""
        if self._far:
            valued = {*self._valued()}

            def rank(space: str) -> tuple[bool, bool, int, str]:
                return self._items[space].kind != "area", space not in valued, -self._roads.get(space, 0), space

            for space in sorted(self._items, key=rank):
                if self._items[space].name != space:
                    yield Wish(space, self._offered(space))
        if not self._far:
            for x, y, name in self.layout.places:
                key = SMALL + name
                if key not in self._offers:
                    size = self.layout.width, self.layout.height
                    self._offers[key] = around(x, y, name, size, self._soft(self.layout.space_at(x, y)), 1)
                yield Wish(key, self._offers[key])

    @cached_property
    def _roads(self) -> dict[str, int]:
        """How many roads lead to each area, those of the better class twice."""
        found: dict[str, int] = {}
        for road in self.layout.roads:
            for space in (road.a, road.b):
                found[space] = found.get(space, 0) + 1 + road.primary
        return found

    def _offered(self, space: str) -> list[Offer]:
        """The positions of an area's name around its label."""
        if space not in self._offers:
            box = self.layout.boxes[space]
            size = self.layout.width, self.layout.height
            number = box.x + (box.width + len(space)) // 2
            self._offers[space] = around(number, box.y, self._items[space].name, size, self._soft(space), 4)
        return self._offers[space]

    def _soft(self, space: str | None) -> Cells:
        """What a name would rather not cover: other areas than its own."""
        if space is None:
            return chosen(np.ones((self.layout.height, self.layout.width), np.bool_))
        own = self.layout.ids.index(space)
        rows = self._rows_of[own]
        return chosen(np.repeat(self._owners[rows.start : rows.stop] != own, 2, axis=1), rows.start)

    @cached_property
    def _owners(self) -> npt.NDArray[np.int16]:
        """The number of the space of every square."""
        layout = self.layout
        return np.asarray(layout.owner, np.int16).reshape(layout.rows, layout.columns)

    @cached_property
    def _rows_of(self) -> dict[int, range]:
        """The rows of each area, and some around them."""
        rows = self.layout.rows
        found: dict[int, range] = {}
        for y, row in enumerate(self._owners):
            for owner in np.unique(row).tolist():
                first = found[owner].start if owner in found else max(0, y - 5)
                found[owner] = range(first, min(rows, y + 6))
        return found

    def _name(self, key: str) -> Iterator[Line]:
        """A name that stands by itself."""
        position = self.placement.names.get(key)
        if position is None:
            return
        small = key.startswith(SMALL)
        ground = self.inks.style.cursor if key == self.view.cursor else None
        ink = best(ground) if ground else self.inks.ink("place" if small else self._name_role(key))
        for n, words in enumerate(position.lines):
            x = position.box.x + (position.box.width - len(words)) // 2
            yield position.box.y + n, Text(x, words, ink, ground, not small)

    # -- labels ---------------------------------------------------------------------------------------

    def _here(self, space: str) -> SpaceScene:
        return self.view.scene.spaces.get(space, _EMPTY)

    def _name_role(self, space: str) -> str:
        """How an area's name is written: what is pointed at, out of play, contested or held shows in it."""
        here = self._here(space)
        if space in self.view.scene.outside:
            return "name.outside"
        if space == self.view.hover:
            return "hover"
        if len({counter.side for counter in here.counters}) > 1:
            return "contested"
        return "name.zone" if self._items[space].kind == "zone" else "name"

    def _label(self, space: str) -> Iterator[Line]:
        """Number and name in the middle of the first rows, what there is to tell, then the counters."""
        box, counters = self.layout.boxes[space], self._here(space).counters
        stacks = stacks_of(counters, self.sides)
        rows = self._head(space, box)
        if self._far:
            yield from self._small(space, box, rows, counters)
            return
        rows = rows[: max(1, box.height - len(stacks))]
        for n, row in enumerate(rows):
            width = sum(len(piece.words) for piece in row) + len(row) - 1
            yield from self._written(row, box.x + (box.width - width) // 2, box.y + n)
        room = Box(box.x, box.y + len(rows), box.width, box.height - len(rows))
        if stacks and (self._near or self._press.card_width(counters, room)):
            yield from self._press.grid(counters, room, self.inks)
        elif stacks:
            yield from self._chips(stacks, room)

    def _written(self, row: Sequence[Head], x: int, y: int) -> Iterator[Line]:
        for piece in row:
            ink = best(piece.ground) if piece.ground else self.inks.ink(piece.role)
            yield y, Text(x, piece.words, ink, piece.ground, True)
            x += len(piece.words) + 1

    def _head(self, space: str, box: Box) -> list[list[Head]]:
        """The first rows: number and name, then as much as fits of highlight with note, badges, markers."""
        view, here = self.view, self._here(space)
        ground = self.inks.style.cursor if space == view.cursor else None
        name = "" if self._far or self._items[space].name == space else self._items[space].name
        contested = self.glyphs.contested if len({counter.side for counter in here.counters}) > 1 else ""
        role = self._name_role(space)
        rows = [[Head(words, role, ground)] for words in _wrapped(f"{contested}{space} {name}".strip(), box.width)]
        highlight, note = view.overlay.highlights.get(space), view.overlay.notes.get(space, "")
        extras = []
        if highlight or note:
            mark = self.glyphs.highlights[highlight] if highlight else ""
            extras.append(Head(mark + note, "choice" if highlight == "choice" else "note", None))
        if not self._far:
            extras += [Head(short_badge(badge, self.glyphs), "badge", None) for badge in (*here.badges, *here.markers)]
        for extra in extras:
            used = sum(len(piece.words) + 1 for piece in rows[-1])
            if used + len(extra.words) <= box.width:
                rows[-1].append(extra)
            elif len(rows) < HEAD_LINES and len(extra.words) <= box.width:
                rows.append([extra])
        return rows

    def _small(self, space: str, box: Box, rows: list[list[Head]], counters: Sequence[Counter]) -> Iterator[Line]:
        """The far zoom: the number, and how many counters each side has."""
        marks = marks_of_sides(counters, self.glyphs, self.sides)
        width = sum(len(span.text) for span in marks) + sum(len(piece.words) + 1 for piece in rows[0]) - (not marks)
        x = box.x + (box.width - width) // 2
        yield from self._written(rows[0], x, box.y)
        x += sum(len(piece.words) + 1 for piece in rows[0])
        for span in marks:
            yield box.y, self.inks.text(x, span)
            x += len(span.text)

    def _chips(self, stacks: list[list[Counter]], room: Box) -> Iterator[Line]:
        """One chip a side: unit box, strength, how many; in rows of their own if there is room."""
        apart = room.height >= len(stacks) * 2 or room.width < 8 * len(stacks)
        if apart:
            high = 2 if room.height >= 2 * len(stacks) else 1
            width = min(room.width, CHIP)
            for n, stack in enumerate(stacks[: max(1, room.height // high)]):
                x = room.x + (room.width - width) // 2
                yield from self._press.chip(stack, width, high, x, room.y + n * high)
            return
        high = 2 if room.height >= 2 else 1
        width = min(CHIP, (room.width + 1) // len(stacks) - 1)
        x = room.x + (room.width - len(stacks) * (width + 1) + 1) // 2
        for n, stack in enumerate(stacks):
            yield from self._press.chip(stack, width, high, x + n * (width + 1), room.y)

    def _jump(self, space: str) -> Iterator[Line]:
        jump = self.view.jumps.get(space)
        if jump:
            box, ground = self.layout.boxes[space], self.inks.ground("jump")
            x = min((text.x for y, text in self.sheet.piece((COUNTERS, space)) if y == box.y), default=box.x)
            yield box.y, Text(max(0, x - len(jump)), jump, best(ground or "#ffffff"), ground, True)

    def _fan(self) -> list[Line]:
        """The counters at the cursor, where not all of them are whole in its label."""
        space = self.view.cursor
        if space is None or self.view.jumps or space not in self._items:
            return []
        counters = self._here(space).counters
        if len(counters) <= int(self._far) or self._press.are_whole(self.sheet.piece((COUNTERS, space)), counters):
            return []
        heading = "" if not self._far else f"{space} {self._items[space].name}"
        box, names = self.layout.boxes[space], self.cells(NAMES)
        area = self.view.room(box, self.layout.width, self.layout.height)
        return fanned(counters, box, area, self.placement.obstacles, names, self._press, self.inks, heading)


def _wrapped(words: str, width: int) -> list[str]:
    """Words in lines of a width, broken after blanks and hyphens; a longer word stands whole all the same."""
    lines = [""]
    for word in words.replace("-", "- ").split(" "):
        gap = "" if not lines[-1] or lines[-1].endswith("-") else " "
        if lines[-1] and len(lines[-1]) + len(gap) + len(word) > width:
            lines.append(word)
        else:
            lines[-1] += gap + word
    return lines
