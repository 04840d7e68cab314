"""The characters of the map, in three sets: all of Unicode, free of ambiguous widths, and ASCII."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import product

from wargame_tui.board.look import Look

SECONDARY, PRIMARY = 1, 2
"""What runs from a road cell towards one of its sides; 0: nothing."""

Arms = tuple[int, int, int, int]
"""Road classes towards up, right, down, left."""


LOST = "lost"
"""The sign of a space where units lost steps, in every title."""


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
    signs: Mapping[str, str]
    """What stands for badges and markers."""
    lost: str
    """Where units lost steps this turn."""
    contested: str
    times: str
    cursor: tuple[str, str]
    place: str
    outside: str
    zone: str
    borders: Mapping[Arms, str]
    """Borders of shapes in a corner of squares: arms of class 1 are plain, of class 2 canals."""
    water: str
    """A river in the upper half of a cell, in the lower half, in both; a blank upper half: the lower stands for it."""
    ferry: str
    """A ferry's way: up, right, down, left."""
    ferry_used: str
    arrows: str
    """Heads of the roads to zones: up, right, down, left."""
    town: str
    sizes: Mapping[str, str]
    """Symbols of unit sizes."""
    edges: str
    """Hexsides: rising, falling, flat; then the same heavy: the cursor's, or with a highlight."""
    waters: Mapping[str, str]
    """Rivers, major rivers and lakes along hexsides: rising, falling, flat."""
    strewn: Mapping[str, str]
    """What grounds are strewn with."""
    places: Mapping[str, str]
    """Villages, towns and cities."""
    bridges: str
    """A bridge that stands, its road running across or along; a blown one."""
    halves: str
    """Lower half of a cell; blank where the set has none."""
    dots: str
    """Every pattern of eight dots in the order of braille, or one glyph for all of them: rivers of the far zoom."""
    coast: str
    """Every pattern of quarters that are land (upper left 1, upper right 2, lower left 4, lower right 8)."""
    lanes: str
    """Lines of a chart where there are no dots: across, upright, rising, falling; a link without road."""
    viewport: str
    """Corners and lines of the viewport's rectangle: top left, across, top right, along, bottom left and right."""

    def of_title(self, look: Look) -> "GlyphSet":
        """The set with the words that a title has for signs and symbols."""
        return replace(
            self,
            signs={LOST: self.lost, **{word: self.signs[sign] for word, sign in look.badges.items()}},
            symbols={**self.symbols, **{word: self.symbols[symbol] for word, symbol in look.symbols.items()}},
        )

    def symbol(self, kind: str) -> str:
        """Glyph of a unit type; of an unknown one its first letter, or all of it if it is an abbreviation: `CVL`."""
        return self.symbols.get(kind) or (kind if kind.isupper() else kind[:1].upper()) or "?"


_ALL_ARMS: list[Arms] = [(u, r, d, left) for u, r, d, left in product(range(3), repeat=4)]
_LINES = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""Light and heavy lines for every combination of arms, in the order of _ALL_ARMS."""

_DOTS = ((0, 0x38, 0x3F), (0, 0x20, 0x30), (0, 0xA0, 0xE4), (0, 0x24, 0x36))
"""Braille dots of an arm (up, right, down, left) by class: one line of dots or two."""


_BRAILLE = "".join(chr(0x2800 + pattern) for pattern in range(256))


def _dotted(arms: Arms) -> str:
    dots = 0
    for classes, arm in zip(_DOTS, arms, strict=True):
        dots |= classes[arm]
    return chr(0x2800 + dots)


_DOUBLE = " ║═╚║║╔╠═╝═╩╗╣╦╬"
"""Double lines by the sum of 1 for up, 2 for right, 4 for down and 8 for left."""
_ROUND = " ┊┈╰┊┊╭├┈╯┈┴╮┤┬┼"
_MIXED = {
    (1, 2, 1, 0): "╞", (1, 0, 1, 2): "╡", (2, 1, 2, 0): "╟", (2, 0, 2, 1): "╢",
    (0, 1, 2, 1): "╥", (2, 1, 0, 1): "╨", (0, 2, 1, 2): "╤", (1, 2, 0, 2): "╧",
    (1, 2, 1, 2): "╪", (2, 1, 2, 1): "╫",
}  # fmt: skip


def _bits(arms: Arms, least: int) -> int:
    return sum(1 << side for side, arm in enumerate(arms) if arm >= least)


def _lined(arms: Arms) -> str:
    """A border of dotted lines with rounded corners; a canal of double lines."""
    if PRIMARY in arms:
        return _MIXED.get(arms) or _DOUBLE[_bits(arms, 2)]
    return _ROUND[_bits(arms, 1)]


def _waved(arms: Arms, dots: str) -> str:
    """A border without box drawing: `dots` for what runs across and what is upright; a canal as waves."""
    up, right, down, left = arms
    if PRIMARY in arms:
        return "~" if PRIMARY in (right, left) else "}"
    return dots[1] if (up or down) and not (right or left) else dots[0] if any(arms) else " "


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
    symbols={
        "infantry": "⊠", "armour": "●", "mechanized": "⊗", "motorized": "⊞", "engineer": "⊓",
        "artillery": "⊡", "flak": "↟", "tower": "♜", "reconnaissance": "◪", "airborne": "☂", "rocket": "⇈",
        "tank": "◉", "assault_gun": "◐", "tank_destroyer": "◒", "headquarters": "⚑",
    },
    flags={
        "must_fight": "✶", "unsupplied": "!", "on_foot": "⇣", "entrenched": "⌂", "moved": "»",
        "locked": "◦", "choice": "•", "selected": "◂", "reduced": "▾", "disrupted": "≈", "routed": "↯",
        "engaged": "⚔", "fired": "∅", "strategic": "⇒",
        "elite": "✠", "fortress": "◘", "exploiting": "➤", "dropped": "☂", "bridging": "∩", "working": "⚙",
        "supported": "+",
    },
    highlights={
        "choice": "◆", "reach": "▸", "battle": "⚔", "supplied": "✓", "unsupplied": "!",
        "objective": "★", "path": "•", "zoc": "∙", "bond": "✚", "front": "⋈",
    },
    sizes={"platoon": "•••", "company": "I", "battalion": "II", "regiment": "III", "brigade": "X", "division": "XX"},
    edges="╱╲▁╱╲▂",
    waters={"river": "▞▚▄", "major": "▞▚~", "lake": "▞▚≈"},
    strewn={
        "copse": "♧", "trees": "♣", "ravines": "⌄", "hedges": "∷", "reeds": "‚", "furrows": "‚",
        "hills": "⌃", "heights": "⌃", "peaks": "△", "summits": "▲", "bunkers": "▵",
    },
    places={"village": "▪", "town": "■", "city": "▣", "fort": "◘"},
    bridges="═║✕",
    halves="▄",
    dots=_BRAILLE,
    sides=("▲", "▼", "◆"),
    signs={
        "star": "★", "open_star": "☆", "aim": "★", "plus": "+", "cross": "✚", "moon": "☾", "flag": "⚐", "lead": "↥",
        "bang": "❢", "trench": "⌂", "bastion": "◘", "pillbox": "◙", "bunkers": "▵", "works": "⊡", "barrier": "╫",
        "jam": "∞", "tangle": "⋕", "span": "∩", "barrel": "◓", "crate": "✜", "pipe": "⊚", "anchor": "♆", "quay": "♅",
        "shore": "∿", "ashore": "⇩", "foothold": "⊔", "parachute": "☂", "airfield": "✈", "wings": "✈", "bombs": "✹",
        "guns": "⌁", "water": "≈", "trees": "♣", "hedges": "♧", "houses": "▣", "saddle": "∧",
    },
    lost="✗",
    contested="⚔",
    times="×",
    cursor=("▐", "▌"),
    place="∘",
    outside="░",
    zone="╱",
    borders={arms: _lined(arms) for arms in _ALL_ARMS},
    water="▀▄█",
    ferry="↑→↓←",
    ferry_used="×",
    arrows="↑→↓←",
    town="■",
    coast=" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟░",
    lanes="─│╱╲·",
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
    symbols={
        "infantry": "⊠", "armour": "◉", "mechanized": "⊗", "motorized": "⊞", "engineer": "⊓",
        "artillery": "⊡", "flak": "↟", "tower": "♜", "reconnaissance": "◪", "airborne": "☂", "rocket": "⇈",
        "tank": "◍", "assault_gun": "◖", "tank_destroyer": "◗", "headquarters": "⚑",
    },
    flags={
        "must_fight": "✶", "unsupplied": "!", "on_foot": "⇣", "entrenched": "⌂", "moved": "»",
        "locked": "◦", "choice": "?", "selected": "◂", "reduced": "▾", "disrupted": "≋", "routed": "↯",
        "engaged": "⚔", "fired": "∅", "strategic": "⇉",
        "elite": "✠", "fortress": "◘", "exploiting": "➤", "dropped": "☂", "bridging": "n", "working": "⚙",
        "supported": "+",
    },
    highlights={
        "choice": "◊", "reach": "▸", "battle": "✶", "supplied": "✓", "unsupplied": "!",
        "objective": "✪", "path": "◦", "zoc": "∙", "bond": "✚", "front": "⋈",
    },
    sizes={"platoon": "...", "company": "I", "battalion": "II", "regiment": "III", "brigade": "X", "division": "XX"},
    edges="/\\_⡜⢣⣀",
    waters={"river": "▞▚⣤", "major": "▞▚~", "lake": "▞▚≋"},
    strewn={
        "copse": "'", "trees": "⇞", "ravines": "⌄", "hedges": "✿", "reeds": ",", "furrows": ",",
        "hills": "⌃", "heights": "⌃", "peaks": "▵", "summits": "▴", "bunkers": "▵",
    },
    places={"village": "▪", "town": "▮", "city": "#", "fort": "◘"},
    bridges="=H✕",
    halves=" ",
    dots=_BRAILLE,
    sides=("▴", "▾", "◦"),
    signs={
        "star": "✪", "open_star": "✩", "aim": "✪", "plus": "+", "cross": "✚", "moon": "☾", "flag": "⚐", "lead": "↥",
        "bang": "❢", "trench": "⌂", "bastion": "◘", "pillbox": "◙", "bunkers": "▵", "works": "⊡", "barrier": "#",
        "jam": "⇶", "tangle": "⋕", "span": "n", "barrel": "◓", "crate": "✜", "pipe": "⊚", "anchor": "♆", "quay": "♅",
        "shore": "∿", "ashore": "⇣", "foothold": "⊔", "parachute": "☂", "airfield": "✈", "wings": "✈", "bombs": "✹",
        "guns": "⌁", "water": "⌇", "trees": "⍋", "hedges": "✿", "houses": "⌸", "saddle": "⌃",
    },
    lost="x",
    contested="✶",
    times="x",
    cursor=("❱", "❰"),
    place="∘",
    outside="⠂",
    zone="/",
    borders={arms: _waved(arms, "⋅⋅") for arms in _ALL_ARMS},
    water=" ⣿⣿",
    ferry="⇡⇢⇣⇠",
    ferry_used="x",
    arrows="⇡⇢⇣⇠",
    town="▪",
    coast=" ▘▝⠛▖⡇▞▛▗▚▐▜⣤▙▟░",
    lanes="-|/\\⋅",
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
    symbols={
        "infantry": "I", "armour": "A", "mechanized": "M", "motorized": "T", "engineer": "E",
        "artillery": "G", "flak": "F", "tower": "Y", "reconnaissance": "R", "airborne": "P", "rocket": "N",
        "tank": "K", "assault_gun": "S", "tank_destroyer": "D", "headquarters": "H",
    },
    flags={
        "must_fight": "*", "unsupplied": "!", "on_foot": "v", "entrenched": "^", "moved": ">",
        "locked": "-", "choice": "?", "selected": "<", "reduced": "r", "disrupted": "d", "routed": "R",
        "engaged": "e", "fired": "f", "strategic": "s",
        "elite": "m", "fortress": "F", "exploiting": "E", "dropped": "P", "bridging": "=", "working": "w",
        "supported": "+",
    },
    highlights={
        "choice": "?", "reach": ">", "battle": "*", "supplied": "+", "unsupplied": "!",
        "objective": "$", "path": "o", "zoc": "z", "bond": "&", "front": "%",
    },
    sizes={"platoon": "...", "company": "I", "battalion": "II", "regiment": "III", "brigade": "X", "division": "XX"},
    edges="/\\_%%#",
    waters={"river": "}{~", "major": ")(=", "lake": "))-"},
    strewn={
        "copse": "'", "trees": "^", "ravines": "V", "hedges": "%", "reeds": ",", "furrows": ",",
        "hills": "n", "heights": "n", "peaks": "M", "summits": "W", "bunkers": "A",
    },
    places={"village": "o", "town": "@", "city": "#", "fort": "F"},
    bridges="=HX",
    halves=" ",
    dots="~",
    sides=("^", "v", "o"),
    signs={
        "star": "$", "open_star": "o", "aim": "*", "plus": "+", "cross": "S", "moon": "N", "flag": "r", "lead": "!",
        "bang": "s", "trench": "^", "bastion": "F", "pillbox": "b", "bunkers": "^", "works": "=", "barrier": "#",
        "jam": "%", "tangle": "~", "span": "n", "barrel": "U", "crate": "+", "pipe": "O", "anchor": "P", "quay": "p",
        "shore": ",", "ashore": "L", "foothold": "B", "parachute": "D", "airfield": "A", "wings": "a", "bombs": "c",
        "guns": "g", "water": "~", "trees": "&", "hedges": "%", "houses": "#", "saddle": "/",
    },
    lost="x",
    contested="*",
    times="x",
    cursor=("[", "]"),
    place="o",
    outside=".",
    zone="/",
    borders={arms: _waved(arms, ".:") for arms in _ALL_ARMS},
    water=" ~~",
    ferry="^>v<",
    ferry_used="x",
    arrows="^>v<",
    town="@",
    coast="   : ::: :::::::",
    lanes="-|/\\.",
    viewport="+-+|++",
)  # fmt: skip

GLYPH_SETS = {glyphs.name: glyphs for glyphs in (FULL, NARROW, ASCII)}
