"""What is lettered on a hex map: names of places, numbers of hexes, counters, marks, the stack at the cursor."""

from collections.abc import Iterable, Iterator

from wargame_tui.board.phrases import plural
from wargame_tui.board.scene import Scene, SpaceScene
from wargame_tui.tui.map.glyphs import GlyphSet
from wargame_tui.tui.map.hex_asides import Asides
from wargame_tui.tui.map.hex_layout import HexLayout
from wargame_tui.tui.map.labels import Span, short_badge
from wargame_tui.tui.map.palette import Sides, held_ink
from wargame_tui.tui.map.view import Box, View, sides_on
from wargame_tui.tui.paint.lettering.cards import Press
from wargame_tui.tui.paint.lettering.fan import MOST_FAR, fanned
from wargame_tui.tui.paint.lettering.hex_places import GREAT, HexPlaces
from wargame_tui.tui.paint.lettering.inks import best
from wargame_tui.tui.paint.lettering.lettered import Lettered
from wargame_tui.tui.paint.lettering.placer import Cells, Placement, Placer, stretch
from wargame_tui.tui.paint.lettering.sheet import COUNTERS, CURSOR, EXTRAS, FAN, JUMPS, LEADERS, NAMES, Line
from wargame_tui.tui.paint.painter import Text
from wargame_tui.tui.paint.style import MapStyle

CARD = 4
"""Rows of a hex from which on counters are printed whole."""
NUMBER = 5
"""Columns of a hex's number."""
_EMPTY = SpaceScene()


class HexLettering(Lettered):
    """The texts of one hex layout under a view."""

    margin = NUMBER

    def __init__(self, layout: HexLayout, glyphs: GlyphSet, view: View, style: MapStyle) -> None:
        super().__init__(glyphs, view, style)
        self.layout = layout
        self._terrain = layout.terrain
        self._grid = layout.terrain.grid
        self._index = layout.terrain.grid.index
        self._asides = Asides(layout, self.glyphs, view)
        self._places = HexPlaces(layout)
        self._flat = int(layout.scale.pitch) - layout.scale.slant
        self.placement = Placement({}, Cells())
        self._tails: dict[str, str] = {}
        self._lettered = self._printed = Cells()
        """The letters of names, and those of counters."""
        self._basis: object = None
        """What the places of names follow from."""
        self._named: Scene | None = None
        """The scene for which they were placed."""

    def rest(self) -> None:
        """Keep neither rows nor places for names that were not taken."""
        super().rest()
        self._places.rest()
        self.placement = self.placement._replace(wishes=())

    # -- what changed ---------------------------------------------------------------------------------

    def forget_all(self) -> None:
        """Letter everything anew."""
        scene = self.view.scene
        self.sides = Sides(sides_on(scene), self.view.look)
        self._press = Press(self.glyphs, self.view, self.sides)
        self._asides.forget_all(self.sides)
        self.clear()
        self._basis = self._named = None
        self._pointed.clear()
        self.forget({*scene.spaces, *self.layout.asides, *self.view.overlay.highlights, *self.view.overlay.notes})

    def forget(self, spaces: Iterable[str]) -> list[Box]:
        """Letter these hexes and boxes anew; returns the rectangles in which anything may have changed."""
        pointed = {space for space in (self.view.cursor, self.view.hover, *self.view.jumps) if space}
        changed, self._pointed = {*spaces} | self._pointed | pointed, pointed
        hexes = {space for space in changed if space in self._index}
        dirty: list[Box] = []
        for space in changed & self.layout.asides.keys():
            self._asides.forget(space)
            dirty += self.sheet.write((COUNTERS, space), list(self._aside(space)))
        for space in hexes:
            dirty += self.sheet.write((COUNTERS, space), self._counters(space))
        everywhere = bool(dirty or self._named is not self.view.scene) and self._set_names()
        laden = {*self.placement.names, *self.sheet.keys(NAMES)} if everywhere else hexes
        for space in laden:
            dirty += self.sheet.write((LEADERS, space), list(self._leader(space)))
            dirty += self.sheet.write((NAMES, space), list(self._name(space)))
        if everywhere:
            self._lettered = self.cells(NAMES)
        for space in hexes | {*self.sheet.keys(EXTRAS)} if everywhere else hexes:
            dirty += self.sheet.write((EXTRAS, space), list(self._extras(space)))
        for space in hexes:
            dirty += self.sheet.write((CURSOR, space), list(self._cursor(space)))
            dirty += self.sheet.write((JUMPS, space), list(self._jump(space)))
        if self.layout.scale.rows >= CARD:
            dirty += [Box(*self._corner(space), self._flat, 1) for space in hexes]  # their numbers
        dirty += self.sheet.write((FAN, ""), self._fan())
        return self.redrawn(dirty)

    # -- names ----------------------------------------------------------------------------------------

    def _set_names(self) -> bool:
        """Place the names anew if anything that stands in their way has changed; whether it has."""
        self._named = scene = self.view.scene
        standing, self._printed = self.standing(self.layout.boxes), self.cells(COUNTERS)
        if self.layout.scale.rows < 1:  # counters have no letters there
            for space, here in scene.spaces.items():
                if here.counters and space in self._index:
                    standing.add(self.layout.boxes[space])
        valued = frozenset(space for space, here in scene.spaces.items() if here.badges)
        tails = dict(self._tails_of(scene))
        basis = standing.rows, valued, tails, scene.outside
        if basis == self._basis:
            return False
        self._basis, self._tails = basis, tails
        self.placement = Placer(self._places.wishes(valued, tails)).place(standing, scene.outside)
        return True

    def _tails_of(self, scene: Scene) -> Iterator[tuple[str, str]]:
        """What is told beside names: victory points and the like."""
        rows = self.layout.scale.rows
        most = None if rows >= CARD else 1 if rows >= 2 else 0
        for number, space in scene.spaces.items():
            if space.badges[:most] and number in self._places.named:
                yield number, "".join(f" {short_badge(badge, self.glyphs)}" for badge in space.badges[:most])

    def _name(self, space: str) -> Iterator[Line]:
        """A name with its badges."""
        position = self.placement.names.get(space)
        if position is None:
            return
        _, place = self._places.named[space]
        view, tail = self.view, self._tails.get(space, "").strip()
        held = held_ink(view.scene.spaces.get(space, _EMPTY).control, self.sides)
        ink = self.inks.ink(
            "hover" if space == view.hover else held or ("hamlet" if place.kind == "hamlet" else "name")
        )
        bold = place.kind in GREAT or space == view.hover
        ground = self.inks.style.cursor if space == view.cursor else None
        box = position.box
        for n, words in enumerate(position.lines):
            x = box.x + (box.width - len(words)) // 2
            if tail and n == len(position.lines) - 1:
                words = words[: -len(tail)]
                yield box.y + n, Text(x + len(words), tail, self.inks.ink("badge"), None, True)
            if words:
                yield box.y + n, Text(x, words, best(ground) if ground else ink, ground, bold or ground is not None)

    def _leader(self, space: str) -> Iterator[Line]:
        """The line to a name that stands apart."""
        if space in self.placement.names:
            for x, y in self.placement.names[space].leader:
                if not self.placement.obstacles.covered(Box(x, y, 1, 1)):
                    yield y, Text(x, self.glyphs.lanes[-1], self.inks.ink("leader"))

    # -- hexes ----------------------------------------------------------------------------------------

    def _corner(self, space: str) -> tuple[int, int]:
        return self.layout.corner(*self._grid.square(self._index[space]))

    def _here(self, space: str) -> SpaceScene:
        return self.view.scene.spaces.get(space, _EMPTY)

    def _counters(self, space: str) -> list[Line]:
        """The stack of a hex."""
        counters, scale = self._here(space).counters, self.layout.scale
        if not counters or (space in self.view.scene.outside and scale.rows < CARD):
            return []
        left, top = self._corner(space)
        x = left + scale.slant
        if scale.rows >= CARD:
            return self._press.stack(counters, self._flat, scale.rows, x, top)
        if scale.rows >= 2:
            return self._press.chip(counters, self._flat, 2, x, top)
        if scale.rows < 1 or scale.pitch < 2:
            return []
        lines = self._press.sign(counters, left, top)
        if space != self.view.cursor:
            return lines
        reverse = self.inks.style.cursor
        return [(y, text._replace(ink=best(reverse), ground=reverse)) for y, text in lines]

    def _extras(self, space: str) -> Iterator[Line]:
        """Highlight with its note, markers, badges without a name: where nothing else stands, if there is room."""
        view, scale, here = self.view, self.layout.scale, self._here(space)
        highlight, note = view.overlay.highlights.get(space), view.overlay.notes.get(space, "")
        words: list[tuple[str, str]] = []
        if highlight or note:
            mark = self.glyphs.highlights[highlight] if highlight else ""
            words.append((mark + note, "choice" if highlight == "choice" else "note"))
        badges = () if space in self.placement.names and space in self._tails else here.badges
        markers = here.markers if scale.rows > 1 else ()
        words += [(short_badge(badge, self.glyphs), "badge") for badge in (*markers, *badges)]
        if not words or scale.pitch < 2 or (here.counters and scale.rows < CARD):
            return
        if scale.rows < CARD:
            text, ink = words[0]
            if note and len(text) > self._flat:
                text = note if len(note) <= self._flat else text
            words = [(text[: self._flat], ink)]
        kept: list[tuple[str, str]] = []
        room = self._flat
        for text, ink in words:
            if len(text) + bool(kept) <= room:
                kept.append((text, ink))
                room -= len(text) + bool(kept[1:])
        whole = " ".join(text for text, _ in kept)
        spot = self._free_spot(space, len(whole)) if kept else None
        if spot is None:
            if note and highlight and scale.rows >= CARD:
                yield self._over_name(space, words[0][0][: self._flat], f"highlight.{highlight}")
            return
        x, y = spot
        for text, ink in kept:
            yield y, Text(x, text, self.inks.ink(ink), None, True)
            x += len(text) + 1

    def _over_name(self, space: str, words: str, role: str) -> Line:
        """A note that is needed now where no room is left: beside the name, at a counter's foot, or over either."""
        left, top = self._corner(space)
        foot = left + self.layout.scale.slant + self._flat - len(words), top + self.layout.scale.rows - 1
        box = Box(*foot, len(words), 1)
        spot = self._beside_name(space, len(words))
        if spot is None and (self._printed.covered(box) or self._lettered.covered(box)):
            spot = self._free_spot(space, len(words), over_names=True)
        x, y = spot or foot
        ground = self.inks.ground(role)
        return y, Text(x, words, best(ground or "#ffffff"), ground, True)

    def _beside_name(self, space: str, width: int) -> tuple[int, int] | None:
        """Right behind the name, or right before it, if it stands in its hex and nothing else there."""
        position, (_, top) = self.placement.names.get(space), self._corner(space)
        if position is None or position.leader or position.box.height > 1:
            return None
        x, y, across, _ = position.box
        if not top <= y < top + self.layout.scale.rows:
            return None
        for blank in (1, 0):  # If there is room, `2` does not run into the `2-3-3` of the next hex.
            for at, box in (
                (x + across, Box(x + across, y, width + blank, 1)),
                (x - width, Box(x - width - blank, y, width + blank, 1)),
            ):
                inside = self.layout.left <= at and at + width <= self.layout.right
                if inside and not self._lettered.covered(box) and not self.placement.obstacles.covered(box):
                    return at, y
        return None

    def _free_spot(self, space: str, width: int, *, over_names: bool = False) -> tuple[int, int] | None:
        """Where in a hex some cells stand clear of names and counters; None if there is no such place."""
        scale = self.layout.scale
        left, top = self._corner(space)
        last = max(0, int(scale.rows) - 1)
        right, first = left + max(int(scale.pitch), scale.slant + self._flat) - width, left + scale.slant
        rows = (0, last, *range(1, last)) if last else (0,)
        for row in rows:
            for x in (right, first):
                box = Box(x, top + row, width, 1)
                named = not over_names and self._lettered.covered(box)
                if not named and not self.placement.obstacles.covered(box):
                    return x, top + row
        return None

    def _beneath(self, y: int, texts: list[Text]) -> Iterator[Text]:
        """The numbers of the hexes that begin in a row, faint, where nothing else stands."""
        layout, scale, terrain = self.layout, self.layout.scale, self._terrain
        if scale.rows < CARD or not layout.top <= y < layout.bottom:
            return
        taken = 0
        for text in texts:
            taken |= stretch(text.x - 1, len(text.words) + 2)
        ink = self.inks.ink("hex.number")
        for high in (True, False):
            row, inner = divmod(y - layout.top - (0 if high else scale.slant), scale.rows)
            if inner or not 0 <= row < self._grid.rows:
                continue
            for column in range(self._grid.columns):
                if terrain.is_high(column) != high:
                    continue
                hex_ = terrain.squares[column][row]
                number = self._grid.names[hex_]
                if hex_ in terrain.blind or number in self.view.scene.outside or number == self.view.cursor:
                    continue
                left = layout.left + column * scale.pitch + scale.slant
                for x in (left + (self._flat - len(number)) // 2, left):
                    if not taken & stretch(x, len(number)):
                        hover = number == self.view.hover
                        color = self.inks.ink("hover") if hover else ink
                        yield Text(x, number, color, None, hover, printed=not hover)
                        break

    # -- the cursor -----------------------------------------------------------------------------------

    def _cursor(self, space: str) -> Iterator[Line]:
        """The number of the cursor's hex, reversed."""
        scale = self.layout.scale
        if space != self.view.cursor or scale.rows < 2 or (scale.rows < CARD and self._here(space).counters):
            return
        left, top = self._corner(space)
        first = left + scale.slant
        reverse = self.inks.style.cursor
        told = Cells()
        for y, text in self.sheet.piece((EXTRAS, space)):
            told.add(Box(text.x, y, len(text.words), 1))
        columns = (first + max(0, (self._flat - len(space)) // 2), first)
        boxes = [Box(x, top + row, len(space), 1) for x in columns for row in (0, scale.rows - 1)]
        free = [box for box in boxes if not told.covered(box)] or boxes
        clear = [box for box in free if not self.placement.obstacles.covered(box)] or free
        empty = [box for box in clear if not self._lettered.covered(box)]
        if empty or space not in self.placement.names:
            box = (empty or clear)[0]
            yield box.y, Text(box.x, space, best(reverse), reverse, True)

    def _jump(self, space: str) -> Iterator[Line]:
        """The letters that lead to a hex."""
        jump = self.view.jumps.get(space)
        if jump:
            left, top = self._corner(space)
            ground = self.inks.ground("jump")
            yield top, Text(left + self.layout.scale.slant, jump, best(ground or "#ffffff"), ground, True)

    def _fan(self) -> list[Line]:
        """The stack at the cursor; where hexes are small, under its number and name."""
        view, layout, scale = self.view, self.layout, self.layout.scale
        space = view.cursor
        if space is None or view.jumps or space not in self._index:
            return []
        counters = self._here(space).counters
        small = scale.rows < CARD
        if len(counters) > (1 if small else (scale.rows - 2) // 2):
            shown = counters
        elif small and (counters or scale.rows < 2):
            shown = ()
        else:
            return []
        named = scale.rows >= 2 and space in self.placement.names  # Its name is reversed where it stands.
        name = "" if named else self._terrain.names.get(self._index[space], "")
        heading = f"{space} {name}".strip() if small else ""
        if scale.rows < 2 and len(shown) > MOST_FAR:
            heading, shown = f"{heading}: {plural(len(shown), 'unit')}", ()
        box = layout.boxes[space]
        area = view.room(box, layout.width, layout.height)
        return fanned(shown, box, area, self.placement.obstacles, self._lettered, self._press, self.inks, heading)

    # -- boxes beside the map -------------------------------------------------------------------------

    def _aside(self, space: str) -> Iterator[Line]:
        """The lines of a box, each as wide as the box."""
        box = self.layout.asides[space]
        style, highlight = self.inks.style, self.view.overlay.highlights.get(space)
        beneath = style.zone.fill
        if highlight and highlight != "choice":
            beneath = self.inks.ground(f"highlight.{highlight}", beneath) or beneath
        for n, line in enumerate(self._asides.lines(space)):
            x = box.x
            for span in line:
                yield box.y + n, self.inks.text(x, Span(*span), beneath)
                x += len(span.text)
