"""What players read: standard terms, no word-for-word translations, no abbreviation that nobody explains."""

import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests.texts import ROOT, SCENARIOS, Text, all_texts

GLOSSARY = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("\n## Words\n")[2].partition("\n## ")[0]
SHOUTED = frozenset({"BLOWN", "DESTROYED", "DROP", "OF", "OUT", "OVERSTACKED", "PLAYER", "SUPPLY"})
"""Words of a state of danger, or of a heading."""
BLANKS = frozenset(
    {"ANSWER", "CHOICE", "FIELD", "FILE", "FROM", "NAME", "PLACE", "STEP", "TITLE", "TOPIC", "TURN", "UNIT", "VALUE"}
)
"""What stands for something in the form of a command line."""
ROMAN = re.compile(r"[IVXL]+")
CAPITALS = re.compile(r"(?<![\w`{/.-])[A-Z]{2,6}(?![\w`}/-])")


def rows() -> Iterator[tuple[str, list[str]]]:
    """What is said, and the phrases for which it is said."""
    for line in GLOSSARY.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and not line.startswith(("| say", "| ---")):
            yield cells[0], [phrase.strip() for phrase in cells[1].split(",")]


RECORDED = re.compile(r"/(charts|map|units)\.yaml$")
"""Files whose every word is in the digest of games: they stay as they are."""


def said(phrase: str, text: Text) -> bool:
    """Whether a sentence has the phrase, names of fields aside."""
    bare = re.sub(r"\{[^}]*\}", "{}", text.words)
    found = re.search(rf"(?<![\w-]){re.escape(phrase)}(?!\w)", bare, re.IGNORECASE)
    return found is not None and not RECORDED.search(text.file)


@pytest.mark.parametrize(("better", "phrases"), list(rows()), ids=[better for better, _ in rows()])
def test_nobody_says_what_the_glossary_advises_against(better: str, phrases: list[str]) -> None:
    found = [f"{text.file}:{text.line}: {text.words}" for text in all_texts() for one in phrases if said(one, text)]
    assert not found, f"say: {better}"


@cache
def abbreviations() -> frozenset[str]:
    """Those that the glossary allows."""
    listed = GLOSSARY.partition("Abbreviations: ")[2].partition("\n\n")[0].partition(". ")[0]
    return frozenset(re.findall(r"\b[A-Z]{2,6}\b", listed))


@cache
def own(title: str) -> frozenset[str]:
    """Those of a title: in its rules, on its counters and charts, on its map."""
    files = [path for path in (SCENARIOS / title).glob("*") if path.suffix in (".yaml", ".md")]
    return frozenset(word for path in files for word in CAPITALS.findall(path.read_text("utf-8")))


def test_abbreviations_are_in_the_glossary_or_the_titles_own() -> None:
    unknown = [
        f"{text.file}:{text.line}: {word}: {text.words}"
        for text in all_texts()
        if text.file.endswith(".py")
        for word in CAPITALS.findall(re.sub(r"\{[^}]*\}", "{}", text.words))
        if word not in abbreviations() | SHOUTED | BLANKS and not ROMAN.fullmatch(word) and word not in own(text.title)
    ]
    assert not unknown


def test_percents_are_printed_in_one_way() -> None:
    """`62%`: nobody is to wonder whether `62 %` beside it is another kind of figure."""
    found = [
        f"{text.file}:{text.line}: {text.words}" for text in all_texts() if re.search(r"[\d}] %(?![\w(])", text.words)
    ]
    assert not found


def test_the_listing_has_all_kinds_of_sentences() -> None:
    listed = {text.words for text in all_texts()}
    files = {text.file for text in all_texts()}
    assert "Move {unit}" in listed, "a command's form"
    assert "An artillery unit supports the combat." in listed, "a line of help"
    assert any(file.endswith("help.yaml") for file in files)
    assert any(file.endswith("rules.md") for file in files)
