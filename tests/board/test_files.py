"""Data files: errors name file, line and field; the compiled twin is used only while it is up to date."""

import json
import sys

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
