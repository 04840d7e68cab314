"""The rulebooks' facts about maps, counters and set-ups, as each title lists them for all copies of its game."""

from collections.abc import Iterator
from typing import Any

import pytest

from wargame_tui.board.sense import RulebookFact
from wargame_tui.board.title import FolderTitle
from wargame_tui.core.title import find_title, title_ids


def facts() -> Iterator[Any]:
    """Every fact of every title, under the rules that say so."""
    for name in title_ids():
        title = find_title(name)
        for fact in title.rulebook_facts if isinstance(title, FolderTitle) else ():
            yield pytest.param(title, fact, marks=pytest.mark.rule(*fact.rules), id=f"{name}: {fact.words[:60]}")


@pytest.mark.parametrize(("title", "fact"), [*facts()])
def test_a_fact_of_the_rulebook(title: FolderTitle[Any], fact: RulebookFact) -> None:
    book = title.open_scenario(title.scenarios()[0].id)
    assert fact.holds(book)


@pytest.mark.parametrize(("title", "fact"), [*facts()])
def test_a_fact_names_rules_of_the_title_and_a_place_in_its_files(title: FolderTitle[Any], fact: RulebookFact) -> None:
    title.take_up(title.scenarios()[0].id)
    here = title.data.plain(fact.file)
    for step in fact.at:
        here = here[step]
    assert here is not None
