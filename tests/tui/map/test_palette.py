"""Colours keep apart under the three colour deficiencies, and no meaning rests on colour alone."""

from collections.abc import Sequence
from itertools import combinations
from math import dist
from typing import get_args

import pytest

from tests.tui.map.looks import LOOK
from wargame_tui.board.look import Coat, Paint, Pattern, Sign, Symbol, Tint, Tone
from wargame_tui.board.scene import Counter, Flag, Highlight
from wargame_tui.tui.map.glyphs import GLYPH_SETS, GlyphSet
from wargame_tui.tui.map.palette import COATS, MONO, PALETTES, TINTS, TRUECOLOR, Palette, Sides

Matrix = tuple[tuple[float, float, float], ...]

SIGHT: dict[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Machado, Oliveira and Fernandes 2009, full severity, on linear RGB."""

LANDS = ["land.earth.0", "land.blue.0", "land.none.0"]
CONTROLLED = ["land.earth.0", "land.blue.0", "land.violet.0"]
HIGHLIGHTS = [f"highlight.{kind}" for kind in get_args(Highlight) if kind not in ("choice", "front")]
"""A choice is a mark only, a front lies along hexsides."""
WATERS = ["river.minor", "river.major"]
BRIDGES = ["bridge", "bridge.down"]
HEXES = [f"hex.{tone}" for tone in get_args(Tone)]
HOLDERS = ["chart.earth", "chart.blue", "chart.violet", "chart.none"]
COUNTERS = ["black", "grey", "sky", "green", "khaki", "teal", "rose"]


def _lab(color: str, sight: Matrix) -> tuple[float, float, float]:
    """CIE Lab of a colour as seen by somebody."""
    parts = [int(color[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    r, g, b = (min(1.0, max(0.0, sum(m * c for m, c in zip(row, linear, strict=True)))) for row in sight)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _distance(one: str | None, other: str | None, sight: Matrix) -> float:
    assert one is not None
    assert other is not None
    pairs = zip(_lab(one, sight), _lab(other, sight), strict=True)
    return dist([a - b for a, b in pairs], [0.0] * 3)


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize(
    ("roles", "least"),
    [
        (HIGHLIGHTS + LANDS[:2] + WATERS, 12.0),
        (LANDS, 9.0),
        (CONTROLLED, 9.0),
        *(([f"{land}.{tint}" for land in CONTROLLED], 7.5) for tint in TINTS),
        *(([land, f"{land}.{tint}"], 4.0) for land in CONTROLLED for tint in TINTS),
        ([*LANDS, *WATERS], 9.0),
        (BRIDGES + WATERS, 20.0),
        (["chart.sea", "chart.land"], 12.0),
        ([*HOLDERS, "chart.plate"], 12.0),
        *(([holder, "chart.sea", "chart.land"], 9.0) for holder in HOLDERS),
        *((["chart.plate", ground], 9.0) for ground in ("chart.sea", "chart.land")),
        *((["chart.body", role], 12.0) for role in COUNTERS[1:]),
        (["ferry", "bridge.down", *WATERS], 20.0),
        *(([f"bridge.{side}", "bridge.down", "ferry", *WATERS], 20.0) for side in COATS),
        (COUNTERS, 12.0),
        (["land.earth.0", "zone.earth", "outside"], 6.0),
        (["land.blue.0", "zone.blue"], 9.0),
        ([*HEXES, "void"], 4.0),
        *(([ground, *WATERS], 9.0) for ground in HEXES),
        *(([ground, *COUNTERS[:6]], 9.0) for ground in HEXES),  # rose, of other armies, is met on area maps only
        *(([f"{ground}.{kind}" for kind in ("reach", "battle", "zoc", "bond")], 5.5) for ground in HEXES),
        *(([f"{role}.low", role], 2.0) for role in COUNTERS),
    ],
)
def test_grounds_keep_apart(sight: str, roles: Sequence[str], least: float) -> None:
    for one, other in combinations(roles, 2):
        if one in WATERS and other in WATERS:
            continue  # Major and minor rivers mean the same: water.
        if {one, other} == {"hex.sand", "hex.brick"}:
            continue  # So do these: houses. Their signs differ.
        distance = _distance(TRUECOLOR.grounds[one], TRUECOLOR.grounds[other], SIGHT[sight])
        assert distance >= least, (one, other, round(distance, 1))


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        *((name, land) for name in ("name", "contested", "badge") for land in LANDS),
        *(("name", ground) for ground in HIGHLIGHTS),
        *((road, land) for road in ("road.primary", "road.secondary") for land in LANDS),
        *((role, role) for role in [*COUNTERS, *BRIDGES, "cursor", "jump", "ferry"]),
        *((f"bridge.{side}", f"bridge.{side}") for side in COATS),
        *((f"held.{side}", "river.major") for side in COATS),
        *((ink, ground) for ink in ("name", "badge", "hex.village", "hex.cursor") for ground in HEXES),
        *((road, ground) for road in ("road.primary", "road.secondary") for ground in HEXES),
        *((role, f"{role}.low") for role in COUNTERS),
        *((holder, holder) for holder in HOLDERS),
        *((ink, "chart.plate") for ink in ("name", "badge", "contested", "note")),
        *((f"held.{side}", "chart.body") for side in COATS),
        *(
            (ink, ground)
            for ink in ("chart.lane", "chart.spot", "road.primary", "road.secondary")
            for ground in ("chart.sea", "chart.land")
        ),
        *(
            (ink, f"{land}.{tint}")
            for ink in ("name", "badge", "contested", "road.primary", "road.secondary")
            for land in CONTROLLED
            for tint in TINTS
        ),
    ],
)
def test_inks_stand_out_from_their_ground(sight: str, ink: str, ground: str) -> None:
    assert _distance(TRUECOLOR.inks[ink].color, TRUECOLOR.grounds[ground], SIGHT[sight]) >= 38


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_palettes_have_the_same_roles(palette: Palette) -> None:
    assert palette.grounds.keys() == TRUECOLOR.grounds.keys()
    assert palette.inks.keys() == TRUECOLOR.inks.keys()
    for ground in palette.grounds:
        for ink in palette.inks:
            palette.style(ground, ink)


@pytest.mark.parametrize("glyphs", GLYPH_SETS.values(), ids=GLYPH_SETS)
def test_no_meaning_rests_on_colour_alone(glyphs: GlyphSet) -> None:
    """What a ground tells, a glyph or an attribute tells too."""
    assert set(get_args(Highlight)) == glyphs.highlights.keys()
    assert len(set(glyphs.highlights.values())) == len(glyphs.highlights)
    assert set(get_args(Flag)) == glyphs.flags.keys()
    axis, allied = MONO.inks["grey"], MONO.inks["green"]
    assert (axis.reverse, axis.underline) != (allied.reverse, allied.underline)
    assert MONO.inks["cursor"].reverse
    assert not MONO.inks["name"].reverse


def test_sides_have_the_coats_of_their_title_or_those_that_are_free() -> None:
    assert Sides(["Allied", "German"], LOOK) == {"Allied": "blue", "German": "earth"}
    assert Sides(["Red", "Blue"]) == {"Blue": "earth", "Red": "blue"}
    assert Sides(["Allied", "Red"], LOOK) == {"Allied": "blue", "Red": "earth"}
    assert Sides(["c", "a", "b", "d"]) == {"a": "earth", "b": "blue", "c": "violet", "d": "violet"}
    assert list(Sides(["b", "a"])) == ["b", "a"], "in the order in which they are named"


def test_branches_fall_back_on_their_side() -> None:
    sides = Sides(["German", "Allied"], LOOK)

    def paint(side: str, branch: str) -> str:
        return sides.paint(Counter("1", side, "1", "infantry", branch, "1", "1-1-1"))

    assert paint("German", "SS") == "black"
    assert paint("German", "Navy") == "grey"
    assert paint("Allied", "Navy") == "green"


def test_there_is_everything_that_a_look_can_name() -> None:
    grounds, inks = TRUECOLOR.grounds, TRUECOLOR.inks
    assert {f"{name}.{coat}" for name in ("chart", "zone", "bridge") for coat in get_args(Coat)} <= grounds.keys()
    assert {f"hex.{tone}" for tone in get_args(Tone)} <= grounds.keys()
    assert {f"land.{coat}.0.{tint}" for coat in get_args(Coat) for tint in get_args(Tint)} <= grounds.keys()
    assert {*get_args(Paint)} <= grounds.keys() & inks.keys()
    assert {f"strewn.{pattern}" for pattern in get_args(Pattern)} <= inks.keys()


@pytest.mark.parametrize("glyphs", GLYPH_SETS.values(), ids=GLYPH_SETS)
def test_there_are_glyphs_for_everything_that_a_look_can_name(glyphs: GlyphSet) -> None:
    assert {*get_args(Pattern)} == glyphs.strewn.keys()
    assert {*get_args(Sign)} == glyphs.signs.keys()
    assert {*get_args(Symbol)} == glyphs.symbols.keys()
