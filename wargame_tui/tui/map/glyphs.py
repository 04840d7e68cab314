"""The characters of the map, in three sets: all of Unicode, free of ambiguous widths, and ASCII."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

SECONDARY, PRIMARY = 1, 2
"""What runs from a road cell towards one of its sides; 0: nothing."""

Arms = tuple[int, int, int, int]
"""Road classes towards up, right, down, left."""


@dataclass(frozen=True, slots=True)
class GlyphSet:
    """Every character that the map draws, by role. Borders and bridges are two characters: a square."""

    name: str
    roads: Mapping[Arms, str]
    border_right: str
    border_below: str
    border_both: str
    river: str
    bridge_across: str
    """A standing bridge whose road runs across the screen."""
    bridge_along: str
    """A standing bridge whose road runs up and down the screen."""
    bridge_down: str
    symbols: Mapping[str, str]
    flags: Mapping[str, str]
    highlights: Mapping[str, str]
    sides: tuple[str, str, str]
    """Marks of the stacks of the first, the second and any further side."""
    badges: Mapping[str, str]
    """Short forms of the first word of a badge."""
    contested: str
    times: str
    cursor: tuple[str, str]
    place: str
    outside: str
    zone: str
    viewport: str
    """Corners and lines of the viewport's rectangle: top left, across, top right, along, bottom left and right."""

    def symbol(self, kind: str) -> str:
        """Glyph of a unit type; its first letter if the type is unknown."""
        return self.symbols.get(kind) or kind[:1].upper() or "?"


_ALL_ARMS: list[Arms] = [(u, r, d, left) for u, r, d, left in product(range(3), repeat=4)]
_LINES = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""Light and heavy lines for every combination of arms, in the order of _ALL_ARMS."""

_DOTS = ((0, 0x38, 0x3F), (0, 0x20, 0x30), (0, 0xA0, 0xE4), (0, 0x24, 0x36))
"""Braille dots of an arm (up, right, down, left) by class: one line of dots or two."""


def _dotted(arms: Arms) -> str:
    dots = 0
    for classes, arm in zip(_DOTS, arms, strict=True):
        dots |= classes[arm]
    return chr(0x2800 + dots)


def _plain(arms: Arms) -> str:
    up, right, down, left = arms
    major = PRIMARY in arms
    if not up and not down:
        return "=" if major else "-"
    if not left and not right:
        return "#" if major else "|"
    return "#" if major else "+"


FULL = GlyphSet(
    name="full",
    roads=dict(zip(_ALL_ARMS, _LINES, strict=True)),
    border_right=" ┊",
    border_below="┈┈",
    border_both="┈┊",
    river="~",
    bridge_across="══",
    bridge_along="][",
    bridge_down="✕✕",
    symbols={"infantry": "⊠", "armour": "●", "mechanized": "⊗", "motorized": "⊞", "engineer": "⊓"},
    flags={
        "must_fight": "✶", "unsupplied": "!", "on_foot": "⇣", "entrenched": "⌂", "moved": "»",
        "locked": "◦", "choice": "•", "selected": "◂",
    },
    highlights={
        "choice": "◆", "reach": "▸", "battle": "⚔", "supplied": "✓", "unsupplied": "!",
        "objective": "★", "path": "•",
    },
    sides=("▲", "▼", "◆"),
    badges={"VP": "★"},
    contested="⚔",
    times="×",
    cursor=("▐", "▌"),
    place="∘",
    outside="░",
    zone="╱",
    viewport="┏━┓┃┗┛",
)  # fmt: skip

NARROW = GlyphSet(
    name="narrow",
    roads={arms: _dotted(arms) for arms in _ALL_ARMS},
    border_right=" ⋅",
    border_below="⋅ ",
    border_both="⋅⋅",
    river="~",
    bridge_across="==",
    bridge_along="][",
    bridge_down="✕✕",
    symbols={"infantry": "⊠", "armour": "◉", "mechanized": "⊗", "motorized": "⊞", "engineer": "⊓"},
    flags={
        "must_fight": "✶", "unsupplied": "!", "on_foot": "⇣", "entrenched": "⌂", "moved": "»",
        "locked": "◦", "choice": "?", "selected": "◂",
    },
    highlights={
        "choice": "⬥", "reach": "▸", "battle": "✶", "supplied": "✓", "unsupplied": "!",
        "objective": "✪", "path": "◦",
    },
    sides=("▴", "▾", "◦"),
    badges={"VP": "✪"},
    contested="✶",
    times="x",
    cursor=("❱", "❰"),
    place="∘",
    outside="⠂",
    zone="/",
    viewport="⢎⠉⡱⡇⢇⡸",
)  # fmt: skip

ASCII = GlyphSet(
    name="ascii",
    roads={arms: _plain(arms) for arms in _ALL_ARMS},
    border_right=" :",
    border_below="..",
    border_both=".:",
    river="~",
    bridge_across="==",
    bridge_along="][",
    bridge_down="XX",
    symbols={"infantry": "I", "armour": "A", "mechanized": "M", "motorized": "T", "engineer": "E"},
    flags={
        "must_fight": "*", "unsupplied": "!", "on_foot": "v", "entrenched": "^", "moved": ">",
        "locked": "-", "choice": "?", "selected": "<",
    },
    highlights={
        "choice": "?", "reach": ">", "battle": "*", "supplied": "+", "unsupplied": "!",
        "objective": "$", "path": "o",
    },
    sides=("^", "v", "o"),
    badges={"VP": "$"},
    contested="*",
    times="x",
    cursor=("[", "]"),
    place="o",
    outside=".",
    zone="/",
    viewport="+-+|++",
)  # fmt: skip

GLYPH_SETS = {glyphs.name: glyphs for glyphs in (FULL, NARROW, ASCII)}
