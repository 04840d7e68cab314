"""Text with which somebody might try to write on another's terminal, and what must not be left of it."""

import unicodedata

HOSTILE = {
    "controls": "\x1b]0;owned\x07\x1b[2J\x1b[31m\x00\x08\r\x0b\x7f",
    "controls of eight bits": "\x9b31mred\x9d0;owned\x9c",
    "lines": "one\nYou have won.\u2028\u2029\x85",
    "turned round": "\u202egnorw\u202c \u2066\u2067\u2069 \u200f\u061c",
    "not seen": "an\u200bna\u200d\u2060\ufeff\u3164\u115f\u034f\U000e0041\ufe0f\u00ad",
    "half a character": "\ud800 \udfff",
    "endless": "x" * 50_000,
    "marks": "e" + "\u0336" * 300,
    "markup": "[/] [@click=app.quit]x[/] [red",
}
"""What each does with a terminal that is shown it, or with the app."""
LONGEST_LINE = 4_500
_HARMFUL = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
_UNSEEN = "\u034f\u115f\u1160\u3164\uffa0\ufe0f"


def assert_harmless(shown: str) -> None:
    """Nothing in some lines that are shown obeys, hides, or has no end."""
    for line in shown.split("\n"):
        assert len(line) <= LONGEST_LINE
        for letter in line:
            assert unicodedata.category(letter) not in _HARMFUL, ascii(line)
            assert letter not in _UNSEEN, ascii(line)
        assert "\u0336" * 3 not in line
