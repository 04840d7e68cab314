"""Letters are counted as the invitation tells it."""

import json

from tests.mail.kit import two_player_scenarios
from tests.mail.letters import DATA, RECORDS, WAYS, figures
from wargame_tui.mail.letters import MODES

KEPT = json.loads(DATA.read_text("utf-8"))
BY_LETTERS = {"sealed": 3, "batch": 3, "trust": 2}
"""As a rule, with conduct."""
MOST = 6
"""Of any impulse or player turn so played."""


def test_every_title_has_been_counted() -> None:
    assert KEPT.keys() == RECORDS.keys() == {name.partition("/")[0] for name in two_player_scenarios()}
    assert all(found.keys() == {*MODES} for found in KEPT.values())
    assert all(ways.keys() == {*WAYS} for found in KEPT.values() for ways in found.values())


def test_the_figures_are_those_of_the_program_as_it_is() -> None:
    """Of the shortest title; the others take minutes: python -m tests.mail.letters."""
    for mode in MODES:
        assert figures("first_command", mode) == KEPT["first_command"][mode], "python -m tests.mail.letters --write"


def test_few_letters_are_the_rule() -> None:
    for title, found in KEPT.items():
        for mode, ways in found.items():
            assert ways["conduct"]["median"] <= BY_LETTERS[mode], (title, mode)
            assert ways["conduct"]["most"] <= MOST, (title, mode)
            assert ways["conduct"]["median"] <= ways["asked"]["median"], (title, mode)
