"""Styles: what has to be told apart on the painted map is told apart, by every eye, in every title.

Distances are those of `blindness`. What is small needs more of it than what is large.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import combinations, product
from typing import get_args

import numpy as np
import pytest

from tests.tui.paint.blindness import EYES, apart
from tests.tui.paint.lettered import SCENARIOS, lettering, opening, texts
from wargame_tui.board.hexes import HexMapEntry
from wargame_tui.board.scene import Highlight, Overlay
from wargame_tui.tui.map.glyphs import GLYPH_SETS
from wargame_tui.tui.paint.canvas import mixed
from wargame_tui.tui.paint.hex_painter import grid_on
from wargame_tui.tui.paint.style import STYLES, MapStyle, StyleName, map_style, style_of
from wargame_tui.tui.paint.tiles import Tints

TOLD = 2.3
"""Just to be told apart, one beside the other: where a sign says the same."""
FLATS = 9.0
"""Terrains of a title: as large as hexes, side by side, and each with a texture of its own."""
OTHER_FLATS = 5.0
"""Terrains that no title has beside each other."""
LANDS = 9.0
"""Lands of the sides, with a front drawn between them."""
HELD = 7.0
"""Land of a side and land of nobody."""
GRID_SEEN = 9.0
"""The grid on the ground of its hex: seen, and never louder than what is drawn."""
LINES = 15.0
"""Lines, a pixel or two wide, on what they cross and against each other; by fill or edge, whichever shows."""
LAID = 10.0
"""A highlight on a ground and the same ground without it; two highlights that are shown together."""
ANY_TWO = 5.0
"""Two highlights of different overlays."""
SHOWN = 6.5
"""For eyes that see all colours: a highlight on one ground and another ground without it."""
TOGETHER: tuple[tuple[Highlight, Highlight], ...] = (
    ("reach", "path"), ("reach", "battle"), ("path", "battle"), ("reach", "zoc"), ("supplied", "unsupplied"),
    ("battle", "bond"), ("battle", "objective"),
)  # fmt: skip
HIGHLIGHTS: tuple[Highlight, ...] = tuple(kind for kind in get_args(Highlight) if kind != "choice")
"""Those that tint; what can be chosen has its sign."""
TITLES = {scenario.partition("/")[0]: scenario for scenario in SCENARIOS}
BLIND = ("sea", "ash")
"""Nothing happens at sea and abroad: no highlight is laid there."""
COUNTRY = ("sea", "equator", "north", "desert")
"""What no side holds: the country of charts, whose spaces are panels on it."""
Grounds = Mapping[str, str]
distance = cache(apart)

every_style = pytest.mark.parametrize("name", STYLES)
every_title = pytest.mark.parametrize("title", TITLES)
every_eye = pytest.mark.parametrize("eye", EYES)


@cache
def looked(title: str, name: StyleName) -> tuple[MapStyle, Grounds, tuple[tuple[str, float], ...]]:
    """The style of a title, the grounds of its map by name, and the tinges of its sides if they tint land."""
    entry, view = opening(TITLES[title])
    style = style_of(view.look, name)
    coats = dict.fromkeys(view.look.sides.values())
    sides = tuple(held for coat in coats if (held := style.held(coat)) is not None)
    if isinstance(entry, HexMapEntry):
        tones = {view.look.terrain(word).tone for word in view.look.terrains}
        grounds: dict[str, str] = {tone: style.tones[tone].fill or style.ground for tone in tones if tone != "ocean"}
        return style, {**grounds, **({"sea": style.sea} if "ocean" in tones else {})}, ()
    if entry.chart:
        lands = {"equator": style.chart.land[0][1], "north": style.chart.land[-1][1], "desert": style.chart.desert}
        more = {"sea": style.sea, "plate": style.chart.plate, "head": style.chart.head}
        return style, {**lands, **more}, sides
    tints = {look.tint for look in view.look.terrains.values() if look.tint}
    painted: dict[str, str] = {tint: mixed(style.ground, style.tints[tint], 0.6) for tint in tints}
    return style, {"olive": style.ground, **painted}, sides


@cache
def glazed(ground: str, color: str, share: float, open_ground: str) -> str:
    """A ground with a colour laid over it, as tiles show it."""
    tints = Tints(1, open_ground)
    tints.glaze(0, color, share)
    pixel = np.asarray([[[int(ground[n : n + 2], 16) for n in (1, 3, 5)]]], np.uint8)
    red, green, blue = tints.over(pixel, np.zeros((1, 1), np.int16))[0, 0].tolist()
    return f"#{red:02x}{green:02x}{blue:02x}"


def bare(title: str, name: StyleName) -> Grounds:
    """The grounds of a title, also those tinted with the colour of a side."""
    style, grounds, sides = looked(title, name)
    held = {
        f"{ground} held by {n}": glazed(color, *side, style.ground)
        for (ground, color), (n, side) in product(grounds.items(), enumerate(sides))
        if ground not in COUNTRY
    }
    return {**grounds, **held}


def laid(title: str, name: StyleName, kind: Highlight) -> Grounds:
    """The grounds of a title under a highlight."""
    style, tinge = looked(title, name)[0], looked(title, name)[0].highlights[kind]
    return {
        ground: glazed(color, tinge.color, tinge.share, style.ground)
        for ground, color in bare(title, name).items()
        if ground not in BLIND and ground not in COUNTRY
    }


def nearest(pairs: Iterable[tuple[tuple[str, str], tuple[str, str]]], eye: str) -> tuple[float, str]:
    """The smallest distance of pairs of names with colours, and whose it is."""
    found = [(distance(color, other, eye), f"{one} and {another}") for (one, color), (another, other) in pairs]
    return min(found, default=(np.inf, ""))


def assert_apart(pairs: Iterable[tuple[tuple[str, str], tuple[str, str]]], eye: str, least: float) -> None:
    """All pairs are so far apart."""
    found, which = nearest(pairs, eye)
    assert found >= least, f"{which}: {found:.1f}, for {eye}"


# -- what is printed -----------------------------------------------------------------------------------


@every_eye
@every_title
@every_style
def test_terrains_are_told_apart(name: StyleName, title: str, eye: str) -> None:
    """Climates of charts are no terrain, and what is laid on paper there has a rim."""
    style, grounds, _ = looked(title, name)
    rules = {tone: color for tone, color in grounds.items() if tone in style.tones or tone in (*style.tints, "sea")}
    assert_apart(combinations(rules.items(), 2), eye, FLATS)


@every_eye
@every_style
def test_terrains_of_titles_to_come_are_told_apart(name: StyleName, eye: str) -> None:
    style = looked("first_command", name)[0]
    tones = {tone: look.fill or style.ground for tone, look in style.tones.items() if tone not in ("ocean", "ash")}
    assert_apart(combinations(tones.items(), 2), eye, OTHER_FLATS)


def lines_of(style: MapStyle) -> Mapping[str, tuple[str, ...]]:
    """What is drawn as lines or small blocks, with the colours in which it is."""
    roads: dict[str, tuple[str, ...]] = {kind: (road.fill, road.edge) for kind, road in style.roads.items()}
    shown = {"water": style.water, "bridge": style.bridge, "bridge down": style.blown, "town": style.town}
    strokes = {"border": style.border, "cursor": style.cursor, "hover": style.hover}
    return {
        **roads,
        **{word: (look.fill, look.edge) for word, look in shown.items()},
        **{word: (color,) for word, color in strokes.items()},
        "front": (style.front, style.halo),
    }


@every_eye
@every_title
@every_style
def test_lines_stand_out_from_what_they_cross(name: StyleName, title: str, eye: str) -> None:
    style = looked(title, name)[0]
    for ground, color in bare(title, name).items():
        for line, colors in lines_of(style).items():
            assert max(distance(color, each, eye) for each in colors) >= LINES, f"{line} on {ground}"


@every_eye
@every_title
@every_style
def test_lines_are_told_from_each_other(name: StyleName, title: str, eye: str) -> None:
    """Roads of either class, railways, water and the front; borders of areas are broken lines."""
    lines = lines_of(looked(title, name)[0])
    for one, other in combinations(("primary", "secondary", "railway", "water", "border", "front"), 2):
        far = max(distance(color, another, eye) for color, another in product(lines[one], lines[other]))
        assert far >= LINES, f"{one} and {other}"


# -- who holds what ------------------------------------------------------------------------------------


@every_eye
@every_title
@every_style
def test_lands_of_sides_are_told_apart(name: StyleName, title: str, eye: str) -> None:
    style, grounds, sides = looked(title, name)
    for ground, color in ((ground, color) for ground, color in grounds.items() if ground not in COUNTRY):
        lands = [(f"{ground} of {n}", glazed(color, *side, style.ground)) for n, side in enumerate(sides)]
        assert_apart(combinations(lands, 2), eye, LANDS)
        # What one side holds at first shows the ground; nobody's land is nowhere there.
        tinged = [land for land, (_, share) in zip(lands, sides, strict=True) if share >= style.share / 2]
        assert_apart(product(tinged, [(ground, color)]), eye, HELD)


def test_what_one_side_holds_at_first_shows_the_ground() -> None:
    style, grounds, ((german, light), (allied, share), _) = looked("montys_gamble", "paper")
    assert light < style.share < share
    ground = grounds["olive"]
    assert distance(glazed(ground, german, light, ground), ground, "normal") < HELD
    assert distance(glazed(ground, allied, share, ground), ground, "normal") >= HELD


@every_eye
@every_style
def test_the_grid_is_seen_on_every_terrain(name: StyleName, eye: str) -> None:
    style = map_style(name)
    for tone, look in style.tones.items():
        assert distance(grid_on(style, tone), look.fill or style.ground, eye) >= GRID_SEEN, f"{tone}, for {eye}"


# -- highlights ----------------------------------------------------------------------------------------


@every_eye
@every_title
@every_style
def test_highlights_show_on_every_ground(name: StyleName, title: str, eye: str) -> None:
    grounds = bare(title, name)
    for kind in HIGHLIGHTS:
        over = laid(title, name, kind)
        assert_apart([((f"{kind} on {each}", over[each]), (each, grounds[each])) for each in over], eye, LAID)


@every_eye
@every_title
@every_style
def test_highlights_are_told_from_each_other(name: StyleName, title: str, eye: str) -> None:
    together = {frozenset(pair) for pair in TOGETHER}
    for one, other in combinations(HIGHLIGHTS, 2):
        over, another = laid(title, name, one), laid(title, name, other)
        least = LAID if frozenset((one, other)) in together else ANY_TWO
        assert_apart([((f"{one} on {each}", over[each]), (other, another[each])) for each in over], eye, least)


@every_eye
@every_title
@every_style
def test_ground_with_a_highlight_looks_like_no_other_ground(name: StyleName, title: str, eye: str) -> None:
    """Nobody takes what can be reached for woods. To the colour-blind some of it is near: there a sign tells it.

    Spaces of charts are panels with a band: a panel is compared with panels.
    """
    grounds = bare(title, name)
    for kind in HIGHLIGHTS:
        over = laid(title, name, kind)
        pairs = [
            ((f"{kind} on {one}", over[one]), (other, grounds[other]))
            for one, other in product(over, grounds)
            if one != other and ("plate" not in grounds or one.split()[0] == other.split()[0])
        ]
        assert_apart(pairs, eye, SHOWN if eye == "normal" else TOLD)


@pytest.mark.parametrize("glyphs", GLYPH_SETS)
def test_every_highlight_has_a_sign_of_its_own(glyphs: str) -> None:
    signs = GLYPH_SETS[glyphs].highlights
    assert {*signs} == {*get_args(Highlight)}
    assert len({*signs.values()}) == len(signs)


@every_title
def test_the_sign_stands_in_the_space(title: str) -> None:
    """Nearer than the near zoom there is always room for it; where counters and names leave none, sheets tell it."""
    entry, view = opening(TITLES[title])
    spaces = [*lettering(entry, view, "close").layout.boxes]
    for kind, space in zip(HIGHLIGHTS, spaces[:: max(1, len(spaces) // len(HIGHLIGHTS))], strict=False):
        view.overlay = Overlay(highlights={space: kind})
        sign = GLYPH_SETS["full"].highlights[kind]
        assert any(sign in text.words for _, text in texts(lettering(entry, view, "close"))), (space, kind)
