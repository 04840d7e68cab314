"""A title's rules in words: a Markdown reference cut into its numbered rules."""

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

_RULE = re.compile(r"^\s*- \*\*(?P<number>QA-\d+|\d[\d.]*[A-Za-z]?)\*\*\s*(?P<text>.*)$")
_HEADING = re.compile(r"^(?P<marks>#{2,5}) (?P<text>.+)$")
_NUMBERED = re.compile(r"^(?P<number>\d+(?:\.\d+)*)\s")
_CITED = re.compile(r"(?<![\d.-])(?:QA-\d+|A\d{1,2}|\d{1,2}\.\d{1,2}[a-z]?)(?![\d.])")
_AMBIGUITY = re.compile(r"^\| (?P<number>A\d+) \|")


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
        chapter, number = "", None
        for line in self.markdown.splitlines():
            heading, rule, ambiguity = _HEADING.match(line), _RULE.match(line), _AMBIGUITY.match(line)
            if heading:
                chapter = heading["text"]
                numbered = _NUMBERED.match(chapter)
                number = numbered["number"] if numbered else None
                text = ""
            elif rule:
                number, text = rule["number"].rstrip("."), rule["text"]
            elif ambiguity:
                number, text = ambiguity["number"], line
            else:
                text = line
            if number is not None:
                before = found[number].text + "\n" if number in found else ""
                found[number] = RuleText(number, chapter, before + text)
        return {number: RuleText(number, rule.chapter, rule.text.strip()) for number, rule in found.items()}

    def find(self, number: str) -> RuleText | None:
        """A rule, or the nearest enclosing one that is printed: 9.535 falls back to 9.53, 9.5, 9."""
        while number:
            for known in (number, f"{number}.0"):
                if known in self.rules:
                    return self.rules[known]
            number = number[:-1].rstrip(".")
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
