"""The legend: the signs that are on the screen, what they are called, and which rule is behind them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from wargame_tui.board.area import AreaMapEntry
from wargame_tui.board.hexes import HexMapEntry
from wargame_tui.board.look import Look
from wargame_tui.board.phrases import side_words
from wargame_tui.board.scene import Counter, Overlay, Scene
from wargame_tui.board.title import OverlayInfo
from wargame_tui.tui.map.glyphs import LOST, PRIMARY, SECONDARY, GlyphSet
from wargame_tui.tui.map.hex_terrain import HexTerrain
from wargame_tui.tui.map.labels import FLAG_ORDER
from wargame_tui.tui.map.palette import LIKE, TRUECOLOR, Sides, strewn_ink

FLAG_WORDS: Mapping[str, str] = {
    "moved": "has moved",
    "unsupplied": "out of supply",
    "on_foot": "on foot",
    "must_fight": "must fight",
    "selected": "selected",
    "choice": "can be chosen",
    "locked": "may not act now",
    "fired": "has fired",
    "strategic": "in strategic movement",
    "exploiting": "in exploitation",
    "dropped": "just dropped",
    "bridging": "building or holding a bridge",
    "working": "building or digging",
    "supported": "supported",
}
"""What marks of counters mean; of others the word itself."""
LAID_WORDS: Mapping[str, str] = {
    "choice": "something to decide",
    "reach": "can be reached",
    "battle": "battle, or next to the enemy",
    "path": "where it happened",
}
"""What highlights mean while no layer is on."""
BESIDE = {"primary": PRIMARY, "secondary": SECONDARY, "railway": SECONDARY}
WEATHER = "w"
"""The letter of the layer that tints the map."""
LOST_WORDS = "losses this turn"
PLACE_WORDS = ("city", "town", "village", "fort", "hamlet")


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign as it stands on the map, what it is called, its rule if one is known."""

    sign: str
    style: str
    """Its colours: `bold #f4f4f4 on #0c0c0c`."""
    words: str
    rule: str = ""


Section = tuple[str, Sequence[Sign]]
"""Signs of a kind, under a heading."""


Colours = Callable[[str | None, str], str]
"""The colours of a ground and an ink by their roles, as Rich writes them."""


def in_characters(ground: str | None, ink: str) -> str:
    """The colours of a ground and an ink of the map drawn in characters."""
    written = TRUECOLOR.grounds[ink.removeprefix(LIKE)] if ink.startswith(LIKE) else TRUECOLOR.inks[ink].color
    paper = TRUECOLOR.grounds.get(ground) if ground else None
    return f"bold {written or '#f4efdf'}" + (f" on {paper}" if paper else "")


@dataclass(frozen=True, slots=True)
class OnView:
    """What can be seen of the map."""

    entry: AreaMapEntry | HexMapEntry
    scene: Scene
    overlay: Overlay
    spaces: Sequence[str]
    """Those whose label is in view."""
    layers: Sequence[OverlayInfo]
    """Those that are on."""
    sides: Sides
    glyphs: GlyphSet
    """Those of the title (`GlyphSet.of_title`)."""
    look: Look
    colours: Colours = in_characters
    called: Callable[[str], str] = side_words
    """What a side is called."""


def legend(view: OnView) -> list[Section]:
    """The signs on view by kind; kinds of which nothing is to be seen are left out."""
    counters = [each for space in view.spaces if (here := view.scene.spaces.get(space)) for each in here.counters]
    sections = (
        ("Ground", tuple(_grounds(view))),
        ("Roads and water", tuple(_ways(view))),
        ("Badges and markers", tuple(_badges(view))),
        ("Laid over the map", tuple(_laid(view))),
        ("Sides", tuple(_sides(view, counters))),
        ("Types", tuple(_types(view, counters))),
        ("Sizes", tuple(_sizes(view, counters))),
        ("Marks of counters", tuple(_flags(view, counters))),
        ("Numbers of counters", tuple(_numbers(view, counters))),
    )
    return [(heading, signs) for heading, signs in sections if signs]


def _sign(view: OnView, sign: str, style: str, word: str, words: str = "") -> Sign:
    return Sign(
        sign, style, view.look.words.get(word) or words or view.look.called(word), view.look.rules.get(word, "")
    )


# The ground


def _grounds(view: OnView) -> Iterator[Sign]:
    """The terrains of the spaces on view, then the places in them."""
    if isinstance(view.entry, HexMapEntry):
        terrain = HexTerrain(view.entry, view.look)
        kinds = _terrain_words(terrain)
        index = terrain.grid.index
        seen = [index[space] for space in view.spaces if space in index and space not in view.scene.outside]
        for word in dict.fromkeys(kinds[hex_] for hex_ in seen):
            look = view.look.terrain(word)
            pattern = (view.glyphs.strewn.get(look.strewn, look.strewn) if look.strewn else " ").ljust(2)
            ink = strewn_ink(look.strewn) if look.strewn else "plain"
            yield _sign(view, f" {pattern}", view.colours(f"hex.{look.tone}", ink), word)
        found = {terrain.places[hex_].kind for hex_ in seen if hex_ in terrain.places}
        for kind in PLACE_WORDS:
            if kind in found:
                glyph = view.glyphs.places.get(kind, view.glyphs.place)
                ground = {"city": "hex.brick", "town": "hex.sand", "fort": "hex.sand"}.get(kind)
                yield _sign(view, f" {glyph} ", view.colours(ground, "town"), kind)
        return
    here = (view.scene.spaces.get(space) for space in view.spaces)
    for word in dict.fromkeys(each.terrain for each in here if each is not None and each.terrain):
        look = view.look.terrain(word)
        pattern = (view.glyphs.strewn.get(look.strewn, look.strewn) if look.strewn else " ").ljust(2)
        ground = f"land.none.0.{look.tint}" if look.tint else "land.none.0"
        yield _sign(
            view, f" {pattern}", view.colours(ground, strewn_ink(look.strewn) if look.strewn else "plain"), word
        )


def _terrain_words(terrain: HexTerrain) -> list[str]:
    """The terrain of every hex by its number."""
    words = [""] * terrain.grid.size
    for row, line in enumerate(terrain.entry.terrain):
        for column, char in enumerate(line):
            words[terrain.squares[column][row]] = terrain.entry.legend[char]
    return words


def _ways(view: OnView) -> Iterator[Sign]:
    """Roads, water and bridges of which some part is on view."""
    glyphs, entry, seen = view.glyphs, view.entry, frozenset(view.spaces)
    for kind in _roads_on(entry, seen):
        arm = BESIDE.get(kind, SECONDARY)
        ink = "road.primary" if arm == PRIMARY else "road.secondary"
        yield _sign(view, glyphs.roads[0, arm, 0, arm] * 3, view.colours(None, ink), kind, _road_words(kind))
    if isinstance(entry, HexMapEntry):
        waters = {river.kind: None for river in entry.rivers.values() if _touches(river.hexsides, seen)}
        if _touches(entry.sea_hexsides, seen):
            waters["strait"] = None
        for kind in waters:
            drawn = "lake" if kind in ("lake", "strait") else "river" if kind == "river" else "major"
            words = kind if "river" in kind or kind in ("lake", "strait") else f"{kind} river"
            yield _sign(view, glyphs.waters[drawn][2] * 3, view.colours(None, f"hex.water.{drawn}"), kind, words)
    else:
        borders = [link.river for link in entry.links if link.river and not seen.isdisjoint(link.between)]
        kinds = {(river.kind, river.width): None for name in borders if (river := entry.rivers.get(name))}
        for kind, width in kinds:
            ink = "canal" if kind == "canal" else "water" if width == "major" else "river"
            yield _sign(
                view, glyphs.river * 3, view.colours(None, ink), kind, kind if width == "minor" else f"major {kind}"
            )
    yield from _bridges(view, seen)


def _road_words(kind: str) -> str:
    return kind if kind == "railway" else f"{kind} road"


def _roads_on(entry: AreaMapEntry | HexMapEntry, seen: frozenset[str]) -> list[str]:
    if isinstance(entry, HexMapEntry):
        roads = ((road.kind, any(step <= seen for step in map(set, pairwise(road.path)))) for road in entry.roads)
        found: Iterable[str] = (kind for kind, is_on in roads if is_on)
    else:
        found = (link.road for link in entry.links if link.road and seen.issuperset(link.between))
    return sorted(dict.fromkeys(found))


def _touches(hexsides: Iterable[str], seen: frozenset[str]) -> bool:
    return any(not seen.isdisjoint(hexside.split("-")) for hexside in hexsides)


def _bridges(view: OnView, seen: frozenset[str]) -> Iterator[Sign]:
    bridges = {stands for bridge, stands in view.scene.bridges.items() if not seen.isdisjoint(bridge.split("-"))}
    if True in bridges or (isinstance(view.entry, HexMapEntry) and view.scene.bridges):
        yield _sign(view, f" {view.glyphs.bridges[0]} ", view.colours("bridge", "bridge"), "bridge")
    if False in bridges:
        yield _sign(view, f" {view.glyphs.bridges[2]} ", view.colours("bridge.down", "bridge.down"), "bridge down")
    if any(not seen.isdisjoint(border.split("-")) for border in view.scene.ferries):
        yield _sign(view, f" {view.glyphs.ferry[1]} ", view.colours("ferry", "ferry"), "ferry")


def _badges(view: OnView) -> Iterator[Sign]:
    here = (view.scene.spaces.get(space) for space in view.spaces)
    words = (badge.partition(" ")[0] for each in here if each is not None for badge in (*each.markers, *each.badges))
    for word in dict.fromkeys(words):
        if word in view.glyphs.signs:
            told = LOST_WORDS if word == LOST else ""
            yield _sign(view, f" {view.glyphs.signs[word]} ", view.colours(None, "badge"), word, told)


def _laid(view: OnView) -> Iterator[Sign]:
    """Highlights with what they mean in each layer that is on, or as decisions."""
    seen = frozenset(view.spaces)
    kinds = dict.fromkeys(kind for space, kind in view.overlay.highlights.items() if space in seen)
    sides = (kind for border, kind in view.overlay.hexsides.items() if not seen.isdisjoint(border.split("-")))
    kinds.update(dict.fromkeys(sides))
    told = {kind: (words, info.rule) for info in view.layers for kind, words in info.legend}
    for kind in kinds:
        words, rule = told.get(kind, (LAID_WORDS.get(kind, kind), ""))
        style = view.colours(f"highlight.{kind}" if kind != "choice" else None, "badge" if kind == "choice" else "note")
        yield Sign(f" {view.glyphs.highlights[kind]} ", style, words, rule)
    for tint in dict.fromkeys(tint for space, tint in view.overlay.tints.items() if space in seen):
        rule = next((info.rule for info in view.layers if info.key == WEATHER), "")
        yield Sign("   ", view.colours(f"highlight.{tint}", "note"), tint, rule)


# Counters


def _sides(view: OnView, counters: Sequence[Counter]) -> Iterator[Sign]:
    """Counters by the colours that they are painted in: side, or branch."""
    for side, branch in dict.fromkeys((each.side, each.branch) for each in counters):
        one = next(each for each in counters if (each.side, each.branch) == (side, branch))
        paint = view.sides.paint(one)
        called = view.called(side)
        words = f"{called}: {branch}" if branch and branch != side else called
        yield Sign("   ", view.colours(paint, paint), words, view.look.rules.get(branch, ""))


def _types(view: OnView, counters: Sequence[Counter]) -> Iterator[Sign]:
    for kind in sorted({each.symbol for each in counters}):
        glyph = view.glyphs.symbol(kind)
        if len(glyph) == 1:
            yield _sign(view, f" {glyph} ", view.colours("grey", "grey"), kind)


def _sizes(view: OnView, counters: Sequence[Counter]) -> Iterator[Sign]:
    sizes = {each.size for each in counters}
    for size, glyph in view.glyphs.sizes.items():
        if size in sizes:
            yield _sign(view, glyph.center(3), view.colours("grey", "grey"), size)


def _numbers(view: OnView, counters: Sequence[Counter]) -> Iterator[Sign]:
    for like, words in view.look.numbers_told(each.numbers for each in counters):
        yield Sign(f" {like} ", view.colours("grey", "grey"), words)


def _flags(view: OnView, counters: Sequence[Counter]) -> Iterator[Sign]:
    flags: set[Any] = {flag for each in counters for flag in each.flags}
    for flag in FLAG_ORDER:
        if flag in flags:
            yield _sign(
                view, f" {view.glyphs.flags[flag]} ", view.colours("grey", "grey"), flag, FLAG_WORDS.get(flag, "")
            )
