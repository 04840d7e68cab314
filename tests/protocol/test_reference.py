"""docs/protocol.md: its tables are those that the code makes, and nothing that the engine answers is missing."""

import re
from typing import Any

import pytest

from tests.protocol import reference
from tests.protocol.client import PLUGIN, Client, Local
from wargame_tui.protocol.server import METHODS

TEXT = reference.PATH.read_text("utf-8")


def test_the_tables_are_up_to_date() -> None:
    assert reference.written(TEXT) == TEXT, "write them anew: python -m tests.protocol.reference"


def test_methods_and_errors_are_there() -> None:
    assert set(re.findall(r"<!-- made: (\w+) -->", TEXT)) == {"methods", "errors", "titles"}
    assert set(_results()) == set(METHODS)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "null"),
        (True, "true or false"),
        (0.5, "number"),
        ([], "[]"),
        ((1, "a"), "[number or text]"),
        ([[1], []], "[[number]]"),
        ({"a": [1], "b": None}, "{[number] or null}"),
    ],
)
def test_types_in_words(value: Any, words: str) -> None:
    assert reference._type(value) == words


def _results() -> dict[str, str]:
    """What is written of the result of each method."""
    part = TEXT.partition("### Results")[2].partition("## Errors")[0]
    found = {}
    for item in re.split(r"^- ", part, flags=re.MULTILINE)[1:]:
        names, _, said = item.partition(":")
        found |= dict.fromkeys(re.findall(r"`(\w+)`", names), said)
    return found


def test_what_the_engine_answers_is_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PLUGIN))
    client, known = Client(Local()), _results()
    game = client.call("new", scenario="montys_gamble/basic", seed=1, options={"undo": "free"})["game"]
    command = client.call("legal", game=game)["commands"][0]["notation"]
    calls: dict[str, dict[str, Any]] = {
        "initialize": {},
        "new": {"scenario": "skirmish/duel"},
        "load": {"save": client.call("save", game=game)["save"]},
        "map": {"game": game},
        "odds": {"game": game, "command": command},
        "explain": {"game": game, "command": "pass pass"},
        "edit": {"game": game, "patch": []},
        "dice": {"game": game, "values": [1]},
        "apply": {"game": game, "command": command},
        "undo": {"game": game},
        **{method: {"game": game} for method in ("save", "status", "state", "legal", "log", "close")},
    }
    for method, given in calls.items():
        for name in _names(method, client.call(method, **given)):
            assert re.search(rf"`{name}\??`", known[method]), f"`{name}` of `{method}`"


def _names(method: str, result: dict[str, Any]) -> set[str]:
    """The fields of a result, and those of the things in its lists; a status is told under its own method."""
    names = set(result)
    for part in ("entries", "interventions", "titles", "commands", "outcomes", "modifiers", "details"):
        names |= {name for one in result.get(part, ()) for name in one if part != "outcomes" or name in ("p", "text")}
    return names | set(result.get("table", ())) | set(result.get("opening", ()))
