"""A title's rules in words: a Markdown reference cut into its numbered rules."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from pathlib import Path

_HEADING = re.compile(r"^#{2,5} (?P<text>.+)$")
_HEADED = re.compile(r"^(?P<number>\d+(?:\.\d+)*|[A-Z]{1,2}\d{1,2})\s+")
_BOLD = re.compile(r"\*\*\(?(?P<number>QA-\d+|\d+\.\d+(?:\.\d+)?[a-z]?)\b(?P<title>[^*]*)\*\*:?\s*")
_LISTED = re.compile(r"^\d+\. (?P<number>\d+\.\d+) ")
_AMBIGUITY = re.compile(r"^\| (?P<number>A\d+) \| (?P<rule>[^|]*) \| (?P<text>.*) \|$")
_CITED = re.compile(r"(?<![\d./-])(?:QA-\d+|\b[A-Z]{1,2}\d{1,2}\b|\d{1,2}(?:\.\d{1,2}){1,2}[a-z]?)(?![\d./])")
_TITLED = re.compile(r"\*\*(?!(?:QA-)?\d)(?P<title>[^*]+?)\.?\*\*|\*(?P<slanted>[^*]+?)\.?\*")
_REFERENCE = re.compile(r" \([^)]*\)")
BEFORE, AFTER = 6, 14
"""Rules of a chapter that are shown around one."""
_RULED = re.compile(r"\|[\s:|-]+\|\s*")
_BETWEEN_CELLS = re.compile(r"(?<!\\)\|")
Row = Sequence[str]
"""The cells of a row of a table."""
_BLOCK = ("|", "```", "- ", "  - ")
"""How lines begin that are no running text: nothing may stand before them."""
SYNONYMS: Mapping[str, Sequence[str]] = {
    "crt": ("combat results", "combat table", "fire table", "attack result"),
    "tec": ("terrain effects", "movement cost"),
    "zoc": ("zone of control", "zones of control"),
    "ezoc": ("enemy zone of control", "enemy zones of control", "enemy zoc"),
    "drm": ("die roll modifier",),
    "mp": ("movement point",),
    "sp": ("supply point",),
    "vp": ("victory point",),
    "oos": ("out of supply",),
    "aar": ("advance after combat",),
    "ooa": ("order of appearance", "reinforcement"),
    "stacking": ("occupation limit",),
    "retreat": ("rout",),
}
"""What players call things by the words in which books print them."""
RELATED: Mapping[str, Sequence[str]] = {
    "crt": ("battle round", "fire", "battle"),
    "zoc": ("enemy-occupied", "enemy-held", "enemy area", "enemy-controlled", "enemy units"),
    "ezoc": ("zoc", "enemy-occupied", "enemy-held", "enemy area", "enemy-controlled", "enemy units"),
    "drm": ("modifier", "die roll", "added to"),
    "tec": ("terrain",),
    "terrain effect": ("terrain", "movement cost"),
    "oos": ("unsupplied", "supply"),
    "out of supply": ("oos", "unsupplied", "supply"),
    "odds": ("chance", "attack value", "hit number", "hits on", "combat", "battle"),
    "column shift": ("shift", "drm", "modifier", "added to"),
    "step loss": ("lose a step", "loses a step", "lose one step", "steps lost", "hit"),
    "overstack": ("stacking", "occupation limit", "capacity"),
    "stacking limit": ("stacking", "occupation limit", "capacity"),
    "stacking": ("capacity",),
    "victory condition": ("victory",),
    "how to win": ("victory",),
    "set up": ("set-up", "setup"),
    "setup": ("set-up", "set up"),
    "bombard": ("bombardment", "artillery"),
    "retreat": ("withdraw", "disengage"),
    "asw": ("submarine",),
    "recon": ("search", "reconnaissance"),
    "first strike": ("strikes first", "strike first"),
}
"""By what players may look for: what plays its part, or says more, where a book has none of the words above."""
_SIGNIFICANT = 3
"""Letters of the shortest word that counts where all words of a search are looked for."""


@dataclass(frozen=True, slots=True)
class RuleText:
    """One numbered rule."""

    number: str
    chapter: str
    text: str

    @property
    def heading(self) -> str:
        """What the rule is about: its own title; without one, that of the chapter in which it stands."""
        headed = _HEADED.match(self.chapter)
        if (headed is None or headed["number"] != self.number) and (titled := _TITLED.match(self.text)):
            return titled["title"] or titled["slanted"]
        return self.chapter[headed.end() :] if headed else self.chapter

    @property
    def also(self) -> str:
        """What players call it by: `table` for a table, and the abbreviations of its heading."""
        heading = _REFERENCE.sub("", self.heading.lower()) + " table" * self.is_table
        short = [name for name, words in SYNONYMS.items() if any(term in heading for term in words)]
        return " ".join([*short, *["table chart"] * self.is_table])

    @property
    def is_table(self) -> bool:
        """Whether it is one of the book's tables, which have letters in their numbers."""
        return self.number[0].isalpha() and self.chapter.startswith(f"{self.number} ")


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
        """Every rule by number with those under it, in the order of the reference."""
        texts = {number: rule.text for number, rule in self.own.items()}
        deep = any(number.count(".") > 1 for number in texts)
        return {
            number: RuleText(number, rule.chapter, _with_contents(number, texts, deep=deep))
            for number, rule in self.own.items()
        }

    @cached_property
    def own(self) -> dict[str, RuleText]:
        """The same, each with its own text alone; a number printed twice keeps both texts."""
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
            if not line.strip():
                if current is not None:
                    rule = found[current]
                    found[current] = RuleText(current, rule.chapter, rule.text + "\n")
                continue
            for number, text in _pieces(line, current):
                current = number
                if number is not None:
                    before = found[number].text + "\n" if number in found else ""
                    found[number] = RuleText(number, chapter, before + text)
        return {number: RuleText(number, rule.chapter, rule.text.strip()) for number, rule in found.items()}

    def section(self, number: str) -> tuple[list[RuleText], RuleText, list[RuleText]] | None:
        """A rule with what stands before it and after it under the same heading; None for a rule that is not printed.

        Each with its own text alone; of a long chapter the rules around it.
        """
        rule = self.find(number)
        if rule is None:
            return None
        numbers = [other for other, text in self.own.items() if text.chapter == rule.chapter]
        at = numbers.index(rule.number)
        before, after = numbers[max(0, at - BEFORE) : at], numbers[at + 1 : at + 1 + AFTER]
        return [self.own[each] for each in before], self.own[rule.number], [self.own[each] for each in after]

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
        """The rule of this number, those whose number begins so, those about it, tables first, those that speak of it.

        What players abbreviate is found by the words of the book as well: CRT finds the combat results table. Where
        the book has neither: what is related, or the rules in which all the words stand.
        """
        wanted = words.lower().strip()
        found = self._ranked(wanted, meant(words))
        if not found and (related := RELATED.get(_one(wanted))):
            found = self._ranked(wanted, related)
        each = {_one(word) for word in wanted.split() if len(word) >= _SIGNIFICANT}
        if not found and each:
            found = [rule for rule in self.rules.values() if all(word in rule.text.lower() for word in each)]
        return found

    def _ranked(self, wanted: str, terms: Sequence[str]) -> list[RuleText]:
        """The rules about the terms, then those that speak of them."""

        def rank(rule: RuleText) -> int:
            number = rule.number.lower()
            heading = _REFERENCE.sub("", rule.heading.lower()) + " table" * rule.is_table
            if number == wanted:
                return 0
            if number.startswith(wanted):
                return 1
            if rule.is_table and any(term in heading for term in terms[1:]):
                return 2  # What is abbreviated itself, before what only speaks of it.
            if any(term in heading for term in terms):
                return 3 if rule.is_table else 4
            return 5 if any(term in rule.text.lower() for term in terms) else 6

        ranked = [(rank(rule), rule) for rule in self.rules.values()]
        return [rule for _, rule in sorted((item for item in ranked if item[0] < 6), key=lambda item: item[0])]


def blocks(text: str) -> Iterator[str | list[Row]]:
    """The prose and the tables of a text in Markdown, in order; the first row of a table is its head."""
    prose: list[str] = []
    table: list[str] = []
    for line, code in _with_code(text.split("\n")):
        if not code and line.startswith("|"):
            table.append(line)
            continue
        if table:
            yield from _closed(prose, table)
            prose, table = [], []
        prose.append(line)
    yield from _closed(prose, table)


def tables(text: str) -> list[list[Row]]:
    """The tables of a text in Markdown, each row by row with its head."""
    return [part for part in blocks(text) if not isinstance(part, str)]


def _with_code(lines: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Each line, and whether it is code."""
    code = False
    for line in lines:
        fence = line.startswith("```")
        yield line, code or fence
        code ^= fence


def _closed(prose: list[str], table: list[str]) -> Iterator[str | list[Row]]:
    if len(table) < 2 or not _RULED.fullmatch(table[1]):
        prose, table = prose + table, []  # Not a table after all.
    if any(line.strip() for line in prose):
        yield "\n".join(prose)
    if table:
        yield [_cells(line) for line in (table[0], *table[2:])]


def _cells(line: str) -> Row:
    return [cell.replace("\\|", "|").strip() for cell in _BETWEEN_CELLS.split(line.strip().strip("|"))]


def meant(words: str) -> tuple[str, ...]:
    """What to look for when these words are typed: they themselves, of one, then what the book says instead."""
    wanted = _one(words.lower().strip())
    return wanted, *SYNONYMS.get(wanted, ())


def _one(word: str) -> str:
    """A word without the s of several: ZOCs are ZOC."""
    return word.removesuffix("s") if not word.endswith("ss") and len(word) > _SIGNIFICANT else word


def numbered(number: str, text: str) -> str:
    """A rule's text with its number before it, as Markdown; tables, lists and code begin on a line of their own."""
    gap = "\n\n" if text.startswith(_BLOCK) else " "
    return f"**{number}**{gap}{text}"


def _with_contents(number: str, texts: Mapping[str, str], *, deep: bool) -> str:
    """A rule's text with the rules under it, 8.21 to 8.29 under 8.2; under 8.0 only if that has no text of its own.

    In a book that counts `deep`, 3.2.1, 3.2.2, only those are under 3.2, not 3.21.
    """
    own, chapter = texts[number], number.endswith(".0")
    if "." not in number or (chapter and own):
        return own
    stem = number.removesuffix("0") if chapter else number
    if deep:
        stem += "."
    inside = [other for other in texts if other.startswith(stem) and other != number and texts[other]]
    return "\n\n".join([*([own] if own else []), *(numbered(other, texts[other]) for other in inside)])


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
