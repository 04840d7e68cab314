"""A title's rules in words: a Markdown reference cut into its numbered rules."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from pathlib import Path

_HEADING = re.compile(r"^#{2,5} (?P<text>.+)$")
_HEADED = re.compile(r"^(?P<number>\d+(?:\.\d+)*|TA?\d+)\s")
_BOLD = re.compile(r"\*\*\(?(?P<number>QA-\d+|\d+\.\d+(?:\.\d+)?[a-z]?)\b(?P<title>[^*]*)\*\*:?\s*")
_LISTED = re.compile(r"^\d+\. (?P<number>\d+\.\d+) ")
_AMBIGUITY = re.compile(r"^\| (?P<number>A\d+) \| (?P<rule>[^|]*) \| (?P<text>.*) \|$")
_CITED = re.compile(r"(?<![\d.-])(?:QA-\d+|\bTA?\d{1,2}\b|A\d{1,2}|\d{1,2}(?:\.\d{1,2}){1,2}[a-z]?)(?![\d.])")


@dataclass(frozen=True, slots=True)
class RuleText:
    """One numbered rule."""

    number: str
    chapter: str
    text: str


class Rulebook:
    """The rules of a title by number."""

    def __init__(self, markdown: str) -> None:
        self.markdown = markdown

    @classmethod
    def read(cls, path: Path) -> "Rulebook":
        """The rulebook in a Markdown file."""
        return cls(path.read_text("utf-8"))

    @cached_property
    def rules(self) -> dict[str, RuleText]:
        """Every rule by number, in the order of the reference; a number printed twice keeps both texts."""
        found: dict[str, RuleText] = {}
        chapter, current = "", None
        for line in self.markdown.splitlines():
            if heading := _HEADING.match(line):
                chapter = heading["text"]
                headed = _HEADED.match(chapter)
                current = headed["number"] if headed else None
                if current is not None:
                    found.setdefault(current, RuleText(current, chapter, ""))
                continue
            for number, text in _pieces(line, current):
                current = number
                if number is not None:
                    before = found[number].text + "\n" if number in found else ""
                    found[number] = RuleText(number, chapter, before + text)
        texts = {number: rule.text.strip() for number, rule in found.items()}
        return {number: RuleText(number, rule.chapter, _with_contents(number, texts)) for number, rule in found.items()}

    def find(self, number: str) -> RuleText | None:
        """A rule, or the nearest enclosing one that is printed: 9.535 falls back to 9.53, 9.5, 9; 3.9.16 to 3.9."""
        while number:
            for known in (number, f"{number}.0"):
                if known in self.rules:
                    return self.rules[known]
            number = number.rpartition(".")[0] if number.count(".") > 1 else number[:-1].rstrip(".")
        return None

    def cited(self, number: str) -> list[str]:
        """The rules that a rule cites and that this book has."""
        rule = self.find(number)
        if rule is None:
            return []
        return [cited for cited in dict.fromkeys(_CITED.findall(rule.text)) if cited in self.rules and cited != number]

    def search(self, words: str) -> list[RuleText]:
        """Rules whose number begins with the words or whose text holds them."""
        wanted = words.lower().strip()
        return [r for r in self.rules.values() if r.number.lower().startswith(wanted) or wanted in r.text.lower()]


def _with_contents(number: str, texts: Mapping[str, str]) -> str:
    """A rule's text with the rules under it, 8.21 to 8.29 under 8.2; under 8.0 only if that has no text of its own.

    In a book that counts 3.2.1, 3.2.2 only those are under 3.2, not 3.21.
    """
    own, chapter = texts[number], number.endswith(".0")
    if "." not in number or (chapter and own):
        return own
    stem = number.removesuffix("0") if chapter else number
    if any(other.count(".") > 1 for other in texts):
        stem += "."
    inside = [other for other in texts if other.startswith(stem) and other != number and texts[other]]
    return "\n\n".join([*([own] if own else []), *(f"**{other}** {texts[other]}" for other in inside)])


def _pieces(line: str, current: str | None) -> Iterator[tuple[str | None, str]]:
    """A line cut where a rule begins: the number in bold or at the head of a list item, and its text."""
    if ambiguity := _AMBIGUITY.match(line):
        yield ambiguity["number"], f"({ambiguity['rule']}) " + ambiguity["text"].replace(" | ", "\n\n", 1)
        return
    if listed := _LISTED.match(line):
        yield listed["number"], line[listed.end() :]
        return
    starts = list(_BOLD.finditer(line))
    head = line[: starts[0].start()] if starts else line
    if head.strip(" -"):
        yield current, head
    for start, following in zip_longest(starts, starts[1:]):
        title = start["title"].strip(" :,)")
        text = line[start.end() : following.start() if following else None]
        yield start["number"], f"**{title}.** {text}" if title else text
