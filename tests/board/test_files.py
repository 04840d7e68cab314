"""Data files: errors name file, line and field; the compiled twin is used only while it is up to date."""

import json
import sys
from time import perf_counter

import pytest

from wargame_tui.board import files, plain
from wargame_tui.board.files import Entry
from wargame_tui.board.plain import DataError


class Town(Entry):
    name: str
    people: int


class Country(Entry):
    towns: dict[str, Town]


GOOD = "towns:\n  a: {name: Arnhem, people: 3}\n  b:\n    name: Beek\n    people: 4\n"


def written(tmp_path, text):
    path = tmp_path / "country.yaml"
    path.write_text(text, "utf-8")
    return path


def test_good_file(tmp_path):
    assert files.load(written(tmp_path, GOOD), Country).towns["b"].people == 4


@pytest.mark.parametrize(
    ("old", "new", "line", "field", "message"),
    [
        ("people: 4", "people: many", 5, "towns.b.people", "valid integer"),
        ("    people: 4\n", "", 3, "towns.b.people", "Field required"),
        ("people: 3}", "people: 3, river: Rhine}", 2, "towns.a.river", "Extra inputs"),
    ],
)
def test_error_names_file_line_and_field(tmp_path, old, new, line, field, message):
    path = written(tmp_path, GOOD.replace(old, new))
    with pytest.raises(DataError) as caught:
        files.load(path, Country)
    [(place, words)] = caught.value.problems
    assert place == f"{path}:{line}: {field}"
    assert message in words


@pytest.mark.parametrize("text", ["towns: [", "towns: {a: b: c}", "\tx: 1", "a: &x [*x]", "\x00", "- *nobody"])
def test_what_is_no_yaml_is_refused_in_words(tmp_path, text):
    with pytest.raises(DataError):
        files.load(written(tmp_path, text), Country)


def test_missing_file_is_refused_in_words(tmp_path):
    with pytest.raises(DataError, match="cannot be read"):
        files.load(tmp_path / "none.yaml", Country)


def test_compiled_twin_is_used_while_it_is_up_to_date(tmp_path):
    path = written(tmp_path, GOOD)
    twin = plain.compiled_path(path)
    stored = json.loads(plain.compiled(path))
    stored["data"]["towns"]["a"]["people"] = 99
    twin.write_text(json.dumps(stored), "utf-8")
    assert files.load(path, Country).towns["a"].people == 99
    path.write_text(GOOD + "\n", "utf-8")
    assert files.load(path, Country).towns["a"].people == 3


def test_checkout_keeps_compiled_twins_among_pythons_own(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    path = written(tmp_path, GOOD)
    assert files.load(path, Country).towns["a"].people == 3
    twin = plain.kept_path(path)
    twin.write_text(twin.read_text("utf-8").replace('"people":3', '"people":99'), "utf-8")
    assert files.load(path, Country).towns["a"].people == 99
    path.write_text(GOOD + "\n", "utf-8")
    assert files.load(path, Country).towns["a"].people == 3
    twin.write_text("{", "utf-8")
    assert files.load(path, Country).towns["a"].people == 3


def test_no_twin_is_kept_where_python_keeps_none_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    path = written(tmp_path, GOOD)
    files.load(path, Country)
    assert not plain.kept_path(path).exists()


DEEP_FLOW, DEEP_BLOCK = "[" * 100_000, "- " * 50_000
GROWING = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12)
)
BOMBS = {
    "aliases that grow": (GROWING, ":2", "aliases"),
    "lists in lists": (DEEP_FLOW, ":1", "nested too deeply"),
    "mappings in mappings": ("{a: " * 50_000, ":1", "nested too deeply"),
    "deep lines": (DEEP_BLOCK, ":1", "nested too deeply"),
    "a name twice": ("a: 1\nb: 2\na: 3", ":3", "`a` appears twice"),
    "a name twice inside": ("c:\n  a: 1\n  b: [x]\n  a: 3", ":4", "`a` appears twice"),
    "a million digits": ("a: " + "9" * 1_000_000, ":1", "too long"),
    "a million sixtieths": ("a: " + "1:" * 500_000 + "1", ":1", "too long"),
    "not a number": ("a: .nan", ":1", "no number"),
    "infinity": ("a: [-.INF]", ":1", "no number"),
    "half a character": ('a: "\\ud800"', ":1", "invalid Unicode"),
    "no date": ("a: 2024-13-45", "", "month must be"),
    "an object": ("a: !!python/object/apply:os.system [true]", ":1", "constructor"),
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_refused_at_once_with_their_place(tmp_path, name):
    text, line, message = BOMBS[name]
    path = written(tmp_path, text)
    began = perf_counter()
    with pytest.raises(DataError) as caught:
        plain.read_plain(path)
    [(place, words)] = caught.value.problems
    assert place == f"{path}{line}"
    assert message in words
    assert perf_counter() - began < 5


def test_text_that_only_looks_like_a_number_may_be_long():
    assert (
        plain.read_yaml(b'a: "' + b"9" * 500 + b'"\nb: 1944 and so on\na2: {a: 1, b: {a: 2}}')["b"] == "1944 and so on"
    )


def test_too_large_a_file(monkeypatch):
    monkeypatch.setattr(plain, "MOST_BYTES", 10)
    with pytest.raises(ValueError, match="larger than"):
        plain.read_yaml(b"a: 1234567890")
