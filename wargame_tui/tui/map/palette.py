"""The colours of the map, by role: grounds lie behind a cell, inks write on it.

Control is in the ground, the owner of a counter in its own ground, state in glyphs and attributes; so the map
also reads in the `mono` palette, which has attributes only.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import get_args

from rich.style import Style

from wargame_tui.board.look import PLAIN, Coat, Look, Paint, Tone
from wargame_tui.board.scene import Counter

SHADES = 3
"""Lands of one side come in shades, so that neighbouring regions differ a little."""

TINTS: Mapping[str, str] = {"grass": "#2f8a3a", "ochre": "#a06a2b"}
"""A little of them is mixed into the ground of an area, which tells who holds it."""

TINT = 0.15
"""How much of it."""

LIKE = "like "
"""Before the name of a ground: an ink of its colour."""

COUNTERS: tuple[str, ...] = get_args(Paint)
"""Grounds of counters."""

SHADOW = 0.16
"""How much darker a counter below another is drawn, or the lower half of a small one; a black one is lighter."""

LAID = 0.62
"""How much of a highlight is mixed into the ground of a hex: its terrain still shows."""

COATS: tuple[str, ...] = get_args(Coat)
"""Of sides, in the order in which their stacks stand."""

PAINT_OF_COAT: dict[str, Paint] = {"earth": "grey", "blue": "green", "violet": "khaki"}
"""What counters are painted in for want of anything better."""


@dataclass(frozen=True, slots=True)
class Ink:
    """How something is written."""

    color: str | None = None
    bold: bool = False
    dim: bool = False
    underline: bool = False
    reverse: bool = False


@dataclass(frozen=True)
class Palette:
    """Grounds and inks by role."""

    name: str
    grounds: Mapping[str, str | None]
    inks: Mapping[str, Ink]

    @cached_property
    def styles(self) -> "Styles":
        """The Rich styles, by ground and ink."""
        return Styles(self)

    def style(self, ground: str, ink: str) -> Style:
        """The Rich style of an ink on a ground."""
        return self.styles[ground, ink]


class Styles(dict[tuple[str, str], Style]):
    """The Rich styles of a palette, by ground and ink, each made when first asked for; colours mean themselves."""

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self._palette = palette

    def __missing__(self, roles: tuple[str, str]) -> Style:
        (ground, ink), palette = roles, self._palette
        like = ink.removeprefix(LIKE)
        other = like if like.startswith("#") else palette.grounds[like] if ink.startswith(LIKE) else None
        written = Ink(other) if ink.startswith(LIKE) else Ink(ink) if ink.startswith("#") else palette.inks[ink]
        style = self[roles] = _style(ground if ground.startswith("#") else palette.grounds[ground], written)
        return style


@cache
def _style(ground: str | None, ink: Ink) -> Style:
    """One style for all roles that look alike: what a terminal is sent for it is then found at once."""
    return Style(
        color=ink.color,
        bgcolor=ground,
        bold=ink.bold or None,
        dim=ink.dim or None,
        underline=ink.underline or None,
        reverse=ink.reverse or None,
    )


class Sides(dict[str, str]):
    """The coat of every side, as its title has it; for want of that the free ones in alphabetical order."""

    def __init__(self, names: Iterable[str] = (), look: Look = PLAIN) -> None:
        names = dict.fromkeys(names)
        free = [coat for coat in COATS if coat not in {look.sides.get(side) for side in names}]
        others = {side: free.pop(0) if free else COATS[-1] for side in sorted(names) if side not in look.sides}
        super().__init__({side: others.get(side) or look.sides[side] for side in names})
        self._branches = look.branches

    def paint(self, counter: Counter) -> Paint:
        """What a counter is painted in: that of its branch, else that of its side."""
        return self._branches.get(counter.branch) or PAINT_OF_COAT[self.get(counter.side, COATS[-1])]

    def rank(self, side: str) -> int:
        """The number of a side's coat among all."""
        return COATS.index(self[side])


def _with_tints(grounds: Mapping[str, str | None]) -> dict[str, str | None]:
    """The grounds and, of every land, the tinted ones: `land.earth.0.grass`."""
    lands = {role: color for role, color in grounds.items() if role.startswith("land.")}
    mixed = {f"{role}.{name}": _mix(color, tint) for role, color in lands.items() for name, tint in TINTS.items()}
    return {**grounds, **mixed}


def _with_hexes(grounds: Mapping[str, str | None], tones: Mapping[str, str]) -> dict[str, str | None]:
    """The grounds and those of hexes: under every highlight, `hex.pine.reach`; of lower counters, `grey.low`."""
    laid = {role.partition(".")[2]: color for role, color in grounds.items() if role.startswith("highlight.")}
    hexes: dict[str, str | None] = {f"hex.{name}": color for name, color in tones.items()}
    hexes |= {
        f"hex.{name}.{kind}": _mix(color, tint, LAID) if tint and tint.startswith("#") else tint
        for name, color in tones.items()
        for kind, tint in laid.items()
    }
    low = {f"{role}.low": _mix(grounds[role], "#ffffff" if role == "black" else "#000000", SHADOW) for role in COUNTERS}
    return {**grounds, **hexes, **low}


def _mix(color: str | None, tint: str, share: float = TINT) -> str | None:
    """A colour with a share of another; named colours stay as they are."""
    if color is None or not color.startswith("#"):
        return color
    parts = [(int(color[n : n + 2], 16), int(tint[n : n + 2], 16)) for n in (1, 3, 5)]
    return "#" + "".join(f"{round((1 - share) * one + share * other):02x}" for one, other in parts)


def held_ink(control: str | None, sides: Sides) -> str | None:
    """The ink of what a side holds, by the coats of the sides; None if nobody does, or nobody cares."""
    coat = sides.get(control) if control else None
    return f"held.{coat}" if coat else None


def strewn_ink(pattern: str) -> str:
    """The ink of what a ground is strewn with: of a pattern, or of a letter."""
    return "strewn.letter" if len(pattern) == 1 else f"strewn.{pattern}"


_PLAIN_INKS = {
    "plain": Ink("#c9c5b8"),
    "name": Ink("#f4efdf", bold=True),
    "name.zone": Ink("#f4efdf", bold=True, underline=True),
    "name.outside": Ink("#77766f", dim=True),
    "cursor": Ink("#101010", bold=True, reverse=False),
    "hover": Ink("#ffffff", bold=True, underline=True),
    "badge": Ink("#ffd75f", bold=True),
    "note": Ink("#ffffff", bold=True),
    "contested": Ink("#ffb066", bold=True),
    "place": Ink("#8d8b80"),
    "border": Ink("#6b6d69"),
    "zone": Ink("#55564f"),
    "outside": Ink("#3a3a38"),
    "road.primary": Ink("#e8c54a", bold=True),
    "road.secondary": Ink("#cdc7b6"),
    "river": Ink("#5a92cc"),
    "water": Ink("#1f63b0"),
    "canal": Ink("#4f9be6", bold=True),
    "frame": Ink("#a8a595"),
    "strewn.furrows": Ink("#6da35c"),
    "strewn.heights": Ink("#b8925a"),
    "outline": Ink("#8f9288"),
    "town": Ink("#f4efdf", bold=True),
    "ferry": Ink("#ffffff", bold=True),
    "bridge.earth": Ink("#101010", bold=True),
    "bridge.blue": Ink("#101010", bold=True),
    "bridge.violet": Ink("#101010", bold=True),
    "held.earth": Ink("#e4e6e0", bold=True),
    "held.blue": Ink("#ffd75f", bold=True),
    "held.violet": Ink("#ff9ec4", bold=True),
    "bridge": Ink("#141414", bold=True),
    "bridge.down": Ink("#ffffff", bold=True),
    "jump": Ink("#101010", bold=True),
    "hex.side": Ink("#7d7f66"),
    "hex.ravine": Ink("#5fae8b"),
    "hex.cursor": Ink("#ffffff", bold=True),
    "hex.hover": Ink("#d8d6c4"),
    "hex.number": Ink("#b0b098"),
    "strewn.copse": Ink("#6f9a5c"),
    "strewn.trees": Ink("#5f9a5a"),
    "strewn.ravines": Ink("#6fb89a"),
    "strewn.bunkers": Ink("#c9b49a"),
    "strewn.hedges": Ink("#86ab5e"),
    "strewn.reeds": Ink("#7fb3ae"),
    "strewn.hills": Ink("#b58f62"),
    "strewn.peaks": Ink("#b49c92"),
    "strewn.summits": Ink("#e8e8ea"),
    "strewn.letter": Ink("#b0b098"),
    "hex.coast": Ink("#cdbf8d"),
    "hex.village": Ink("#e2d3ae"),
    "hex.water.river": Ink("#58a9f5", bold=True),
    "hex.water.major": Ink("#9fd0ff", bold=True),
    "hex.water.lake": Ink("#7fdcf0", bold=True),
    "hex.laid": Ink("#ffd75f", bold=True),
    "hex.bond": Ink("#ffb52e", bold=True),
    "chart.land": Ink("#555a38"),
    "chart.river": Ink("#4f8fc9"),
    "chart.lane": Ink("#e9e4d2"),
    "chart.leader": Ink("#8f9a94"),
    "chart.spot": Ink("#f4efdf", bold=True),
    "chart.place": Ink("#b3b39f"),
    "chart.earth": Ink("#fff1e4", bold=True),
    "chart.blue": Ink("#ffffff", bold=True),
    "chart.violet": Ink("#101010", bold=True),
    "chart.none": Ink("#ffffff", bold=True),
}

TRUECOLOR = Palette(
    "truecolor",
    grounds=_with_hexes(_with_tints({
        "land.earth.0": "#44403b", "land.earth.1": "#4a463f", "land.earth.2": "#3e3b37",
        "land.blue.0": "#263440", "land.blue.1": "#2b3a47", "land.blue.2": "#212e39",
        "land.violet.0": "#5e4464", "land.violet.1": "#644a6a", "land.violet.2": "#583e5e",
        "land.none.0": "#2b2c2b", "land.none.1": "#303130", "land.none.2": "#262726",
        "zone.earth": "#2c2824", "zone.blue": "#141c24", "zone.violet": "#2b1b2e", "zone.none": "#1a1a1a",
        "outside": "#161616", "void": "#161616",
        "river.minor": "#1f4a73", "river.major": "#1f63b0",
        "bridge": "#d9b97a", "bridge.down": "#c22f1f", "ferry": "#5fa8e8",
        "bridge.earth": "#a3a79f", "bridge.blue": "#ffd75f", "bridge.violet": "#ff9ec4",
        "cursor": "#f2ead0", "jump": "#ffd75f",
        "highlight.reach": "#536c4b", "highlight.battle": "#572a1b",
        "highlight.supplied": "#3a816d", "highlight.unsupplied": "#a957a1",
        "highlight.objective": "#5d328b", "highlight.path": "#757826",
        "hex.box": "#2a2e35", "highlight.zoc": "#8b321d", "highlight.bond": "#b57f1d", "highlight.front": "#8a2a5a",
        "highlight.night": "#0c1030", "highlight.mist": "#767d80", "highlight.overcast": "#4c5459",
        "highlight.rain": "#3d5670", "highlight.storm": "#2a3550", "highlight.mud": "#4a3620",
        "highlight.snow": "#8e9aa6",
        "chart.sea": "#173552", "chart.land": "#555a38",
        "chart.plate": "#22282d", "chart.body": "#14181b",
        "chart.earth": "#7c2a20", "chart.blue": "#3a72b4", "chart.violet": "#d070a0", "chart.none": "#6d7276",
        "black": "#0c0c0c", "grey": "#a3a79f", "sky": "#8fb8e0", "green": "#5f7f3f", "khaki": "#c8a86a",
        "teal": "#1f6f6c", "rose": "#7a1f3a",
    }), {
        "olive": "#4d4a33", "moss": "#354229", "pine": "#1c3820", "spruce": "#123b37",
        "clay": "#58463f", "sand": "#6a5a4b", "brick": "#7d5852",
        "meadow": "#475831", "reed": "#394f54", "umber": "#594226", "peat": "#352b25",
        "granite": "#545253", "ocean": "#173552", "ash": "#232422",
    }),
    inks=_PLAIN_INKS
    | {
        "black": Ink("#f4f4f4", bold=True), "grey": Ink("#101010", bold=True), "sky": Ink("#0b1520", bold=True),
        "green": Ink("#ffffff", bold=True), "khaki": Ink("#1b1408", bold=True),
        "teal": Ink("#ffffff", bold=True), "rose": Ink("#ffffff", bold=True),
    },
)  # fmt: skip

_SIXTEEN_GROUNDS = {
    "earth": "black", "blue": "blue", "violet": "green", "none": "bright_black",
}  # fmt: skip

SIXTEEN = Palette(
    "16",
    grounds=_with_hexes(_with_tints({
        f"land.{side}.{n}": color for side, color in _SIXTEEN_GROUNDS.items() for n in range(SHADES)
    } | {f"zone.{side}": "black" for side in _SIXTEEN_GROUNDS} | {
        "outside": "black", "void": "black", "river.minor": "cyan", "river.major": "cyan", "ferry": "bright_blue",
        "bridge": "yellow", "bridge.down": "red", "bridge.earth": "white", "bridge.blue": "bright_yellow",
        "bridge.violet": "bright_magenta", "cursor": "bright_white", "jump": "bright_yellow",
        "highlight.reach": "green", "highlight.battle": "red",
        "highlight.supplied": "cyan", "highlight.unsupplied": "magenta", "highlight.objective": "yellow",
        "highlight.path": "green", "hex.box": "bright_black", "highlight.zoc": "red", "highlight.bond": "yellow",
        "highlight.front": "magenta", "highlight.night": "blue", "highlight.mist": "bright_black",
        "highlight.overcast": "bright_black", "highlight.rain": "blue", "highlight.storm": "blue",
        "highlight.mud": "yellow", "highlight.snow": "bright_black",
        "chart.sea": "blue", "chart.land": "green", "chart.plate": "black", "chart.body": "black",
        "chart.earth": "red", "chart.blue": "cyan", "chart.violet": "magenta", "chart.none": "bright_black",
        "black": "black", "grey": "white", "sky": "bright_cyan", "green": "green", "khaki": "yellow",
        "teal": "bright_green", "rose": "magenta",
    }), dict.fromkeys(get_args(Tone), "black")
    | dict.fromkeys(("clay", "sand", "brick", "granite"), "bright_black") | {"ocean": "blue"}),
    inks={
        "plain": Ink("white"), "name": Ink("bright_white", bold=True),
        "name.zone": Ink("bright_white", bold=True, underline=True), "name.outside": Ink("bright_black"),
        "cursor": Ink("black", bold=True), "hover": Ink("bright_white", bold=True, underline=True),
        "badge": Ink("bright_yellow", bold=True), "note": Ink("bright_white", bold=True),
        "contested": Ink("bright_red", bold=True), "place": Ink("white"), "border": Ink("bright_black"),
        "zone": Ink("bright_black"), "outside": Ink("bright_black"),
        "road.primary": Ink("bright_yellow", bold=True), "road.secondary": Ink("white"),
        "river": Ink("blue"), "water": Ink("cyan"), "canal": Ink("bright_cyan", bold=True), "frame": Ink("white"),
        "strewn.furrows": Ink("bright_green"), "strewn.heights": Ink("bright_yellow"), "outline": Ink("white"),
        "town": Ink("bright_white", bold=True),
        "ferry": Ink("bright_white", bold=True), "bridge.earth": Ink("black", bold=True),
        "bridge.blue": Ink("black", bold=True), "bridge.violet": Ink("black", bold=True),
        "held.earth": Ink("bright_white", bold=True), "held.blue": Ink("bright_yellow", bold=True),
        "held.violet": Ink("bright_magenta", bold=True), "bridge": Ink("black", bold=True),
        "bridge.down": Ink("bright_white", bold=True), "jump": Ink("black", bold=True),
        "black": Ink("bright_white", bold=True, underline=True), "grey": Ink("black", bold=True),
        "sky": Ink("black", bold=True), "green": Ink("bright_white", bold=True),
        "khaki": Ink("black", bold=True), "teal": Ink("black", bold=True), "rose": Ink("bright_white", bold=True),
        "hex.side": Ink("bright_black"), "hex.ravine": Ink("green", bold=True),
        "hex.cursor": Ink("bright_white", bold=True),
        "hex.hover": Ink("white", bold=True), "hex.number": Ink("white", dim=True), "strewn.copse": Ink("green"),
        "strewn.trees": Ink("green", bold=True), "strewn.ravines": Ink("cyan"), "strewn.bunkers": Ink("white"),
        "strewn.hedges": Ink("green"), "strewn.reeds": Ink("cyan"), "strewn.hills": Ink("yellow"),
        "strewn.peaks": Ink("white"), "strewn.summits": Ink("bright_white", bold=True), "strewn.letter": Ink("white"),
        "hex.coast": Ink("yellow"),
        "hex.village": Ink("white", bold=True), "hex.water.river": Ink("bright_blue", bold=True),
        "hex.water.major": Ink("blue"), "hex.water.lake": Ink("blue"), "hex.laid": Ink("bright_yellow", bold=True),
        "hex.bond": Ink("bright_red", bold=True),
        "chart.land": Ink("green"), "chart.river": Ink("bright_cyan"), "chart.lane": Ink("white"),
        "chart.leader": Ink("white"), "chart.spot": Ink("bright_white", bold=True), "chart.place": Ink("white"),
        "chart.earth": Ink("bright_white", bold=True), "chart.blue": Ink("black", bold=True),
        "chart.violet": Ink("bright_white", bold=True), "chart.none": Ink("bright_white", bold=True),
    },
)  # fmt: skip

MUTED = (
    "border", "outline", "zone", "outside", "place", "river", "strewn.furrows", "strewn.heights",
    "hex.side", "hex.number", "strewn.letter", "strewn.copse", "strewn.trees", "strewn.ravines", "strewn.bunkers",
    "strewn.hedges", "strewn.reeds", "strewn.hills", "strewn.peaks", "hex.coast",
    "chart.land", "chart.river", "chart.leader", "chart.place",
)  # fmt: skip
"""Inks that step back where there are no colours."""

MONO = Palette(
    "mono",
    grounds=dict.fromkeys(TRUECOLOR.grounds),
    inks={
        role: Ink(
            None, bold=ink.bold, dim=role in MUTED,
            underline=ink.underline or role in ("green", "khaki", "teal", "rose"),
            reverse=role in ("cursor", "jump", "bridge.down", "black", "grey", "sky", "ferry"),
        )
        for role, ink in TRUECOLOR.inks.items()
    },
)  # fmt: skip

EIGHT_BIT = replace(TRUECOLOR, name="256")
"""The same; painted maps choose with care (`tui.paint.few_colors`)."""

PALETTES = {palette.name: palette for palette in (TRUECOLOR, EIGHT_BIT, SIXTEEN, MONO)}
