"""Letters and signs as pictures: each character in the first font that has it."""

from functools import cache
from io import BytesIO

import pymupdf_fonts
from PIL import ImageFont

from wargame_tui.tui.paint.symbols import letters

SIGNS = ("symbol2", "math", "symbol1", "cascadia")
"""Fonts for what the letters' font has not: Noto Sans Symbols 2, Math, Symbols, and Cascadia Mono (all OFL 1.1)."""
REGULAR, BOLD = 500, 700
NOT_THERE = "\U0010fffd"
"""A character that no font has."""


def set_in_fonts(words: str, size: int, *, bold: bool) -> list[tuple[str, ImageFont.FreeTypeFont]]:
    """A text in parts, each with the font that it is written in, letters so many pixels high."""
    parts: list[tuple[str, str]] = []
    for char in words:
        name = _font_of(char)
        if parts and parts[-1][1] == name:
            parts[-1] = parts[-1][0] + char, name
        else:
            parts.append((char, name))
    return [(part, _font(name, size, bold=bold)) for part, name in parts]


@cache
def _font_of(char: str) -> str:
    """The name of the first font with a character; empty: that of the letters, also for what is nowhere."""
    for name in ("", *SIGNS):
        font = _font(name, 20, bold=False)
        if char == " " or bytes(font.getmask(char)) != bytes(font.getmask(NOT_THERE)):
            return name
    return ""


@cache
def _font(name: str, size: int, *, bold: bool) -> ImageFont.FreeTypeFont:
    if not name:
        return letters(size, BOLD if bold else REGULAR)
    return ImageFont.truetype(BytesIO(pymupdf_fonts.myfont(name)), round(0.92 * size))
