"""The colours of the map, by role: grounds lie behind a cell, inks write on it.

Control is in the ground, the owner of a counter in its own ground, state in glyphs and attributes; so the map
also reads in the `mono` palette, which has attributes only.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from rich.style import Style

SHADES = 3
"""Lands of one side come in shades, so that neighbouring regions differ a little."""

SIDES = {
    "German": "axis", "Axis": "axis", "Japan": "axis", "Allied": "allied", "Allies": "allied", "US": "allied",
    "XXX": "allied", "airborne": "other",
}  # fmt: skip
"""Role of a side; others take the roles in alphabetical order."""

TERRAINS = {"polder": "#2f8a3a", "high": "#a06a2b"}
"""Grounds of a look of their own: a little of this colour is mixed into that of the control."""

TINT = 0.15
"""How much of it."""

HEX_TERRAINS = (
    "clear", "light_woods", "forest", "forest_ravine", "westwall", "town", "city",
    "bocage", "marsh", "rough", "mountain", "high_mountain", "sea", "abroad",
)  # fmt: skip
"""Grounds of hexes."""

BLIND = ("sea", "abroad")
"""Those of them in which nothing happens: without outlines and numbers."""

LIKE = "like "
"""Before the name of a ground: an ink of its colour."""

COUNTERS = ("black", "grey", "sky", "green", "khaki", "teal", "rose")
"""Grounds of counters."""

SHADOW = 0.16
"""How much darker a counter below another is drawn, or the lower half of a small one; a black one is lighter."""

LAID = 0.62
"""How much of a highlight is mixed into the ground of a hex: its terrain still shows."""

SIDE_ROLES = ("axis", "allied", "other")

BRANCHES = {
    "SS": "black", "Army": "grey", "Heer": "grey", "Luftwaffe": "sky", "US": "green", "British": "khaki",
    "Norwegian": "teal", "Belgian": "rose", "Polish": "rose", "Canadian": "khaki",
    "Dutch": "teal", "Japan": "rose", "Italian": "teal", "French": "sky", "Free French": "teal", "Kriegsmarine": "rose",
}  # fmt: skip
"""Role of a counter's branch; others take that of their side."""

BRANCH_OF_SIDE = {"axis": "grey", "allied": "green", "other": "khaki"}


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
    """The Rich styles of a palette, by ground and ink, each made when it is first asked for."""

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self._palette = palette

    def __missing__(self, roles: tuple[str, str]) -> Style:
        (ground, ink), palette = roles, self._palette
        other = palette.grounds[ink.removeprefix(LIKE)] if ink.startswith(LIKE) else None
        written = Ink(other) if ink.startswith(LIKE) else palette.inks[ink]
        style = self[roles] = _style(palette.grounds[ground], written)
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


def side_roles(sides: Iterable[str]) -> dict[str, str]:
    """A role for every side, by name where it is known, else in alphabetical order; axis first, then allied."""
    names = sorted(set(sides))
    roles = {side: SIDES[side] for side in names if side in SIDES}
    free = [role for role in SIDE_ROLES if role not in roles.values()]
    for side in names:
        if side not in roles:
            roles[side] = free.pop(0) if free else "other"
    return dict(sorted(roles.items(), key=lambda item: SIDE_ROLES.index(item[1])))


def _with_terrains(grounds: Mapping[str, str | None]) -> dict[str, str | None]:
    """The grounds and, of every land, those of its terrains: `land.axis.0.polder`."""
    lands = {role: color for role, color in grounds.items() if role.startswith("land.")}
    mixed = {f"{role}.{name}": _mix(color, tint) for role, color in lands.items() for name, tint in TERRAINS.items()}
    return {**grounds, **mixed}


def _with_hexes(grounds: Mapping[str, str | None], terrains: Mapping[str, str]) -> dict[str, str | None]:
    """The grounds and those of hexes: under every highlight, `hex.forest.reach`; of lower counters, `grey.low`."""
    laid = {role.partition(".")[2]: color for role, color in grounds.items() if role.startswith("highlight.")}
    hexes: dict[str, str | None] = {f"hex.{name}": color for name, color in terrains.items()}
    hexes |= {
        f"hex.{name}.{kind}": _mix(color, tint, LAID) if tint and tint.startswith("#") else tint
        for name, color in terrains.items()
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


def held_ink(control: str | None, sides: Mapping[str, str]) -> str | None:
    """The ink of what a side holds, by the roles of the sides; None if nobody does, or nobody cares."""
    role = sides.get(control) if control else None
    return f"held.{role}" if role else None


def branch_role(branch: str, side_role: str) -> str:
    """The role of a counter's colours."""
    return BRANCHES.get(branch, BRANCH_OF_SIDE[side_role])


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
    "terrain.polder": Ink("#6da35c"),
    "terrain.high": Ink("#b8925a"),
    "outline": Ink("#8f9288"),
    "town": Ink("#f4efdf", bold=True),
    "ferry": Ink("#ffffff", bold=True),
    "bridge.axis": Ink("#101010", bold=True),
    "bridge.allied": Ink("#101010", bold=True),
    "bridge.other": Ink("#101010", bold=True),
    "held.axis": Ink("#e4e6e0", bold=True),
    "held.allied": Ink("#ffd75f", bold=True),
    "held.other": Ink("#ff9ec4", bold=True),
    "bridge": Ink("#141414", bold=True),
    "bridge.down": Ink("#ffffff", bold=True),
    "jump": Ink("#101010", bold=True),
    "hex.side": Ink("#7d7f66"),
    "hex.ravine": Ink("#5fae8b"),
    "hex.cursor": Ink("#ffffff", bold=True),
    "hex.hover": Ink("#d8d6c4"),
    "hex.number": Ink("#b0b098"),
    "hex.light_woods": Ink("#6f9a5c"),
    "hex.forest": Ink("#5f9a5a"),
    "hex.forest_ravine": Ink("#6fb89a"),
    "hex.westwall": Ink("#c9b49a"),
    "hex.bocage": Ink("#86ab5e"),
    "hex.marsh": Ink("#7fb3ae"),
    "hex.rough": Ink("#b58f62"),
    "hex.mountain": Ink("#b49c92"),
    "hex.high_mountain": Ink("#e8e8ea"),
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
    "chart.axis": Ink("#fff1e4", bold=True),
    "chart.allied": Ink("#ffffff", bold=True),
    "chart.other": Ink("#101010", bold=True),
    "chart.none": Ink("#ffffff", bold=True),
}

TRUECOLOR = Palette(
    "truecolor",
    grounds=_with_hexes(_with_terrains({
        "land.axis.0": "#44403b", "land.axis.1": "#4a463f", "land.axis.2": "#3e3b37",
        "land.allied.0": "#263440", "land.allied.1": "#2b3a47", "land.allied.2": "#212e39",
        "land.other.0": "#5e4464", "land.other.1": "#644a6a", "land.other.2": "#583e5e",
        "land.none.0": "#2b2c2b", "land.none.1": "#303130", "land.none.2": "#262726",
        "zone.axis": "#2c2824", "zone.allied": "#141c24", "zone.other": "#2b1b2e", "zone.none": "#1a1a1a",
        "outside": "#161616", "void": "#161616",
        "river.minor": "#1f4a73", "river.major": "#1f63b0",
        "bridge": "#d9b97a", "bridge.down": "#c22f1f", "ferry": "#5fa8e8",
        "bridge.axis": "#a3a79f", "bridge.allied": "#ffd75f", "bridge.other": "#ff9ec4",
        "cursor": "#f2ead0", "jump": "#ffd75f",
        "highlight.reach": "#536c4b", "highlight.battle": "#572a1b",
        "highlight.supplied": "#3a816d", "highlight.unsupplied": "#a957a1",
        "highlight.objective": "#5d328b", "highlight.path": "#757826",
        "hex.box": "#2a2e35", "highlight.zoc": "#8b321d", "highlight.bond": "#b57f1d",
        "chart.sea": "#173552", "chart.land": "#555a38",
        "chart.plate": "#22282d", "chart.body": "#14181b",
        "chart.axis": "#7c2a20", "chart.allied": "#3a72b4", "chart.other": "#d070a0", "chart.none": "#6d7276",
        "black": "#0c0c0c", "grey": "#a3a79f", "sky": "#8fb8e0", "green": "#5f7f3f", "khaki": "#c8a86a",
        "teal": "#1f6f6c", "rose": "#7a1f3a",
    }), {
        "clear": "#4d4a33", "light_woods": "#354229", "forest": "#1c3820", "forest_ravine": "#123b37",
        "westwall": "#58463f", "town": "#6a5a4b", "city": "#7d5852",
        "bocage": "#475831", "marsh": "#394f54", "rough": "#594226", "mountain": "#352b25",
        "high_mountain": "#545253", "sea": "#173552", "abroad": "#232422",
    }),
    inks=_PLAIN_INKS
    | {
        "black": Ink("#f4f4f4", bold=True), "grey": Ink("#101010", bold=True), "sky": Ink("#0b1520", bold=True),
        "green": Ink("#ffffff", bold=True), "khaki": Ink("#1b1408", bold=True),
        "teal": Ink("#ffffff", bold=True), "rose": Ink("#ffffff", bold=True),
    },
)  # fmt: skip

_SIXTEEN_GROUNDS = {
    "axis": "black", "allied": "blue", "other": "green", "none": "bright_black",
}  # fmt: skip

SIXTEEN = Palette(
    "16",
    grounds=_with_hexes(_with_terrains({
        f"land.{side}.{n}": color for side, color in _SIXTEEN_GROUNDS.items() for n in range(SHADES)
    } | {f"zone.{side}": "black" for side in _SIXTEEN_GROUNDS} | {
        "outside": "black", "void": "black", "river.minor": "cyan", "river.major": "cyan", "ferry": "bright_blue",
        "bridge": "yellow", "bridge.down": "red", "bridge.axis": "white", "bridge.allied": "bright_yellow",
        "bridge.other": "bright_magenta", "cursor": "bright_white", "jump": "bright_yellow",
        "highlight.reach": "green", "highlight.battle": "red",
        "highlight.supplied": "cyan", "highlight.unsupplied": "magenta", "highlight.objective": "yellow",
        "highlight.path": "green", "hex.box": "bright_black", "highlight.zoc": "red", "highlight.bond": "yellow",
        "chart.sea": "blue", "chart.land": "green", "chart.plate": "black", "chart.body": "black",
        "chart.axis": "red", "chart.allied": "cyan", "chart.other": "magenta", "chart.none": "bright_black",
        "black": "black", "grey": "white", "sky": "bright_cyan", "green": "green", "khaki": "yellow",
        "teal": "bright_green", "rose": "magenta",
    }), dict.fromkeys(HEX_TERRAINS, "black") | dict.fromkeys(("westwall", "town", "city"), "bright_black")
    | {"sea": "blue", "high_mountain": "bright_black"}),
    inks={
        "plain": Ink("white"), "name": Ink("bright_white", bold=True),
        "name.zone": Ink("bright_white", bold=True, underline=True), "name.outside": Ink("bright_black"),
        "cursor": Ink("black", bold=True), "hover": Ink("bright_white", bold=True, underline=True),
        "badge": Ink("bright_yellow", bold=True), "note": Ink("bright_white", bold=True),
        "contested": Ink("bright_red", bold=True), "place": Ink("white"), "border": Ink("bright_black"),
        "zone": Ink("bright_black"), "outside": Ink("bright_black"),
        "road.primary": Ink("bright_yellow", bold=True), "road.secondary": Ink("white"),
        "river": Ink("blue"), "water": Ink("cyan"), "canal": Ink("bright_cyan", bold=True), "frame": Ink("white"),
        "terrain.polder": Ink("bright_green"), "terrain.high": Ink("bright_yellow"), "outline": Ink("white"),
        "town": Ink("bright_white", bold=True),
        "ferry": Ink("bright_white", bold=True), "bridge.axis": Ink("black", bold=True),
        "bridge.allied": Ink("black", bold=True), "bridge.other": Ink("black", bold=True),
        "held.axis": Ink("bright_white", bold=True), "held.allied": Ink("bright_yellow", bold=True),
        "held.other": Ink("bright_magenta", bold=True), "bridge": Ink("black", bold=True),
        "bridge.down": Ink("bright_white", bold=True), "jump": Ink("black", bold=True),
        "black": Ink("bright_white", bold=True, underline=True), "grey": Ink("black", bold=True),
        "sky": Ink("black", bold=True), "green": Ink("bright_white", bold=True),
        "khaki": Ink("black", bold=True), "teal": Ink("black", bold=True), "rose": Ink("bright_white", bold=True),
        "hex.side": Ink("bright_black"), "hex.ravine": Ink("green", bold=True),
        "hex.cursor": Ink("bright_white", bold=True),
        "hex.hover": Ink("white", bold=True), "hex.number": Ink("white", dim=True), "hex.light_woods": Ink("green"),
        "hex.forest": Ink("green", bold=True), "hex.forest_ravine": Ink("cyan"), "hex.westwall": Ink("white"),
        "hex.bocage": Ink("green"), "hex.marsh": Ink("cyan"), "hex.rough": Ink("yellow"), "hex.mountain": Ink("white"),
        "hex.high_mountain": Ink("bright_white", bold=True), "hex.coast": Ink("yellow"),
        "hex.village": Ink("white", bold=True), "hex.water.river": Ink("bright_blue", bold=True),
        "hex.water.major": Ink("blue"), "hex.water.lake": Ink("blue"), "hex.laid": Ink("bright_yellow", bold=True),
        "hex.bond": Ink("bright_red", bold=True),
        "chart.land": Ink("green"), "chart.river": Ink("bright_cyan"), "chart.lane": Ink("white"),
        "chart.leader": Ink("white"), "chart.spot": Ink("bright_white", bold=True), "chart.place": Ink("white"),
        "chart.axis": Ink("bright_white", bold=True), "chart.allied": Ink("black", bold=True),
        "chart.other": Ink("bright_white", bold=True), "chart.none": Ink("bright_white", bold=True),
    },
)  # fmt: skip

MUTED = (
    "border", "outline", "zone", "outside", "place", "river", "terrain.polder", "terrain.high",
    "hex.side", "hex.number", "hex.light_woods", "hex.forest", "hex.forest_ravine", "hex.westwall",
    "hex.bocage", "hex.marsh", "hex.rough", "hex.mountain", "hex.coast",
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

PALETTES = {palette.name: palette for palette in (TRUECOLOR, SIXTEEN, MONO)}
