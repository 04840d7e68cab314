"""The rules in words: every number that a title shows opens its rule."""

import re
from pathlib import Path

import pytest

from wargame_tui.board.rulebook import Rulebook, numbered

SCENARIOS = Path(__file__).parents[2] / "scenarios"

TEXT = """
## Rules
### 9.0 Combat
- Battles are resolved after movement.

#### 9.1 Principles
- **9.11** A unit may attack once (see 9.13 and QA-2).
- **9.12** Who entered must attack. **9.13** Others may. **QA-2**: yes, they may.
- **(9.14, number missing in print) Stay out**: it is marked.
- **9.15 Refusal**: none.

1. 9.31 Artillery first (TA4).
2. 9.32 Then the guns fire.

### TA4 Terrain
| Clear | 1 |

## Ambiguities
| Id | Rule | Problem | Reading |
|---|---|---|---|
| A1 | 9.11 | Once a what? | A turn. |
"""


@pytest.fixture
def book():
    return Rulebook(TEXT)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        ("9.11", "A unit may attack once"),
        ("9.12", "Who entered must attack."),
        ("9.13", "Others may."),
        ("QA-2", "yes, they may."),
        ("9.14", "it is marked."),
        ("9.15", "**Refusal.** none."),
        ("9.31", "Artillery first (TA4)."),
        ("9.32", "Then the guns fire."),
        ("A1", "A turn."),
        ("TA4", "| Clear | 1 |"),
        ("9.0", "Battles are resolved"),
    ],
)
def test_every_form_in_which_a_rule_is_printed(book, number, words):
    assert words in book.rules[number].text


def test_a_rule_cites_rules_and_tables(book):
    assert book.cited("9.31") == ["TA4"]
    assert book.cited("9.11") == ["9.13", "QA-2"]


def test_a_rule_without_text_of_its_own_falls_back_to_the_one_around_it(book):
    assert book.find("9.155").number == "9.15"
    assert book.find("9.9").number == "9.0"
    assert book.find("7.1") is None


def test_a_rule_shows_those_under_it_but_no_stranger(book):
    longer = Rulebook(TEXT + "\n- **9.1** In general. **9.111** A note.\n- **QA-20** other")
    assert longer.find("9.11").text.endswith("**9.111** A note.")
    assert "other" not in longer.find("QA-2").text


def test_a_chapter_without_text_shows_its_rules(book):
    assert "**9.12** Who entered must attack." in book.find("9.1").text


def test_cited_rules_that_the_book_has(book):
    assert book.cited("9.11") == ["9.13", "QA-2"]


def test_search_by_number_and_by_words(book):
    assert [rule.number for rule in book.search("9.1")][:2] == ["9.1", "9.11"]
    assert [rule.number for rule in book.search("guns fire")] == ["9.32"]


def test_a_search_for_several_finds_what_is_headed_by_one() -> None:
    book = Rulebook("### 3.1 Steps\n\nReinforcements arrive.\n\n### T1 Reinforcement schedule\n\nWhen and where.\n")
    assert [rule.number for rule in book.search("reinforcements")] == ["T1", "3.1"]


def test_chapter_of_a_rule(book):
    assert book.rules["9.12"].chapter == "9.1 Principles"


THREE = """
### 3.1 Steps

- **3.1.1** First, as 3.10.2 says.

### 3.10 Guns

- **3.10.1** One.
- **3.10.2** Two (3.10.1, 3.1).
"""


def test_rules_of_three_numbers() -> None:
    book = Rulebook(THREE)
    assert list(book.rules) == ["3.1", "3.1.1", "3.10", "3.10.1", "3.10.2"]
    assert book.rules["3.1"].text == "**3.1.1** First, as 3.10.2 says."
    assert "**3.10.2** Two" in book.rules["3.10"].text
    assert book.cited("3.10.2") == ["3.10.1", "3.1"]
    assert book.cited("3.1.1") == ["3.10.2"]
    for asked, given in (("3.10.7", "3.10"), ("3.1.10", "3.1"), ("3.10.2", "3.10.2")):
        rule = book.find(asked)
        assert rule is not None
        assert rule.number == given


@pytest.fixture
def charts():
    return Rulebook("""
## 16 Combat results
- **16.1** The CRT gives a result. **(16.2) Losses**: a step.

Then they retreat.
## Tables
### TA2 Combat results table
| Die | 1-1 |
|---|---|
| 1 | D1 |

See 16.1.
### C2 Attack result
| AV | result |
""")


@pytest.mark.parametrize(
    ("number", "heading"),
    [("16", "Combat results"), ("16.1", "Combat results"), ("16.2", "Losses"), ("TA2", "Combat results table")],
)
def test_a_rule_has_a_heading(charts, number, heading):
    assert charts.rules[number].heading == heading


def test_abbreviations_find_what_they_stand_for_tables_first(charts):
    assert [rule.number for rule in charts.search("CRT")] == ["TA2", "C2", "16", "16.1"]
    assert "tec" not in charts.markdown.lower()
    assert charts.search("TEC") == []


def test_what_a_book_does_not_name_is_found_by_what_plays_its_part(book, charts):
    assert [rule.number for rule in charts.search("CRTs")] == ["TA2", "C2", "16", "16.1"]
    assert "16.1" not in [rule.number for rule in charts.search("guns")]
    areas = Rulebook(
        "## 8 Movement\n\n**8.1** A unit stops in an enemy-occupied area.\n\n**8.2** Terrain costs points.\n"
    )
    assert [rule.number for rule in areas.search("ZOC")] == ["8.1"]
    assert [rule.number for rule in areas.search("TEC")] == ["8.2"]
    assert [rule.number for rule in areas.search("stops unit")] == ["8.1"]
    assert areas.search("paratroops") == []


def test_a_table_is_known_by_what_players_call_it(charts):
    assert charts.rules["TA2"].also == "crt table chart"
    assert charts.rules["16.2"].also == ""


def test_paragraphs_and_tables_stay_apart(charts):
    assert charts.rules["16.2"].text.endswith("a step.\n\nThen they retreat.")
    assert charts.rules["TA2"].text.endswith("| 1 | D1 |\n\nSee 16.1.")


def test_nothing_stands_before_a_table_in_its_line():
    assert numbered("T3", "| Action | MP |") == "**T3**\n\n| Action | MP |"
    assert numbered("1.1", "A unit moves.") == "**1.1** A unit moves."


@pytest.mark.parametrize("title", ["ardennes_44", "liberty_roads", "first_command"])
def test_rules_do_not_quote_where_they_were_read(title: str) -> None:
    rules = Rulebook.read(SCENARIOS / title / "rules.md").rules
    quoted = {
        n for n, rule in rules.items() if re.search(r"so the source|source literally|in the source\*", rule.text, re.I)
    }
    assert not quoted


@pytest.mark.parametrize("title", ["ardennes_44", "liberty_roads", "first_command"])
def test_rules_have_no_holes_to_be_filled(title: str) -> None:
    """What no rulebook told is reconstructed and played: players read that, marked as an estimate."""
    rules = Rulebook.read(SCENARIOS / title / "rules.md").rules
    holes = re.compile(r"\(\?\)|\bn\.s\.|\blost\)|number lost|\| lost \||to this text|per player aid|page \d")
    assert {number: found[0] for number, rule in rules.items() if (found := holes.search(rule.text))} == {}
