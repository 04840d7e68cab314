"""Words on the table: rule numbers that open their rule, keys."""

import re
from functools import cache

from textual.content import Content
from textual.style import Style

RULE_COLOR = "#7fb0c4"
DIM = "#8b8f94"
WORDS = "#c9c5b8"
"""Colour of explanations: lighter than what is only noted, since they are to be read."""
KEY = "bold #e3b652"
HEAD = "bold #f0e6c8"
GOOD = "#8fbf7a"
BAD = "bold #e0705a"

_NUMBER = re.compile(r"(?<![\d.\-/])(?:QA-\d+|TA\d{1,2}|\d{1,2}(?:\.\d{1,3}){1,2}[a-z]?)(?![\d.]*\d)")


@cache
def rule_style(number: str) -> Style:
    """The style of a rule number; a click on it opens the rule."""
    return Style.parse(f"underline {RULE_COLOR}") + Style.from_meta({"@click": f"app.rule({number!r})"})


def rule_link(number: str | None) -> Content:
    """A rule number that opens its rule; nothing where there is none."""
    return Content.assemble((number, rule_style(number))) if number else Content("")


def linked(text: str, style: str = "") -> Content:
    """A sentence whose rule numbers open their rules."""
    parts: list[tuple[str, str | Style]] = []
    done = 0
    for match in _NUMBER.finditer(text):
        parts += [(text[done : match.start()], style), (match.group(), rule_style(match.group()))]
        done = match.end()
    parts.append((text[done:], style))
    return Content.assemble(*parts)


def cited(text: str, rule: str | None, style: str = "") -> Content:
    """A sentence with the rule behind it at the end, unless it already names it."""
    sentence = linked(text, style)
    if not rule or rule in text:
        return sentence
    return Content.assemble(sentence, " ", (f"({rule})", rule_style(rule)))


def action(words: str, action_name: str, style: str = "") -> Content:
    """Words that run an action when clicked."""
    return Content.assemble((words, Style.parse(style) + Style.from_meta({"@click": action_name})))


def keyed(key: str, words: str, action_name: str = "") -> Content:
    """A key and what it does."""
    content = Content.assemble((key, KEY), (f" {words}", DIM))
    if not action_name:
        return content
    return Content.assemble(action(key, action_name, KEY), action(f" {words}", action_name, DIM))


def term(value: str, name: str) -> tuple[str, str]:
    """A term of a sum in two parts; a number does not run into a name that begins with one: `+1 for 2 guns`."""
    return value, f" for {name}" if name[:1].isdigit() else f" {name}"


_KEY_NAMES = {
    "question_mark": "?",
    "colon": ":",
    "semicolon": ";",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "left_curly_bracket": "{",
    "right_curly_bracket": "}",
    "left_parenthesis": "(",
    "right_parenthesis": ")",
    "plus": "+",
    "minus": "-",
    "equals_sign": "=",
    "full_stop": ".",
    "comma": ",",
    "slash": "/",
    "asterisk": "*",
    "ampersand": "&",
    "escape": "Esc",
}


def key_name(key: str) -> str:
    """A key as it stands on the keyboard, by the app's name for it: `?`, `Ctrl+S`, `F3`."""
    if len(key) == 1:
        return key
    *held, last = key.split("+")
    last = _KEY_NAMES.get(last, last if len(last) == 1 else last.capitalize())
    return "+".join([*(each.capitalize() for each in held), last.upper() if held and len(last) == 1 else last])


def bar(share: float, width: int) -> str:
    """A probability as a bar of blocks, in eighths of a cell."""
    eighths = round(max(0.0, min(1.0, share)) * width * 8)
    full, rest = divmod(eighths, 8)
    return "█" * full + (" ▏▎▍▌▋▊▉"[rest] if rest else "")
