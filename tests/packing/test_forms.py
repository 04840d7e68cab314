"""The data files as tables, and back; and the partial file that makes one of another."""

import random
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from wargame_tui.board.packs import merged
from wargame_tui.board.plain import read_plain, scenarios_folder
from wargame_tui.packing.difference import SAME, difference
from wargame_tui.packing.forms import BadSheet, Row, Sheet, laid_over, sheets

SHIPPED = sorted(
    path for path in scenarios_folder().glob("*/*.yaml") if path.stem not in ("look", "guide", "medals", "sources")
)


def rows_of(found: list[Sheet]) -> dict[str, list[Row]]:
    """What the sheets say, to be changed."""
    return {sheet.name: [dict(row) for row in sheet.rows] for sheet in found}


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_value_of_every_file_is_on_a_sheet_and_comes_back(path: Path) -> None:
    plain = read_plain(path)
    found = list(sheets(path.stem, plain))
    assert len({sheet.name for sheet in found}) == len(found)
    assert all(len(sheet.rows) == len(sheet.keys) for sheet in found)
    assert laid_over(plain, found, rows_of(found)) == plain


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_what_is_changed_by_chance_is_laid_over_again(path: Path) -> None:
    plain, chance = read_plain(path), random.Random(path.stem)
    for _ in range(5):
        wanted = deepcopy(plain)
        for _ in range(4):
            _change(wanted, chance)
        over = difference(plain, wanted)
        assert over is SAME or merged(plain, over) == wanted


def _change(here: Any, chance: random.Random) -> None:
    """Change, take away or add something somewhere below."""
    steps = list(here) if isinstance(here, dict) else list(range(len(here)))
    steps = [step for step in steps if step not in ("grid", "terrain", "countries", "armies", "title")]
    if not steps:
        return
    step = chance.choice(steps)
    if isinstance(here[step], (dict, list)) and here[step] and chance.random() < 0.8:
        _change(here[step], chance)
    elif chance.random() < 0.3:
        del here[step]
    elif isinstance(here, list) and chance.random() < 0.5:
        here.append("new")
    else:
        here[step] = chance.choice([7, "else", ["a", "b"]])


def test_a_hex_changes_alone() -> None:
    plain = read_plain(scenarios_folder() / "ardennes_44" / "map.yaml")
    found = list(sheets("map", plain))
    said = rows_of(found)
    row = next(row for row in said["map.hexes"] if row["hex"] == "2116")
    row["terrain"] = "f" if row["terrain"] != "f" else "l"
    wanted = laid_over(plain, found, said)
    over = difference(plain, wanted)
    assert over == {"terrain": {"2116": row["terrain"]}}
    assert merged(plain, over, plain["grid"]) == wanted
    row["terrain"] = {v: k for k, v in {w: s for s, w in plain["legend"].items()}.items()}[row["terrain"]]
    assert laid_over(plain, found, said) == wanted, "the word of the legend stands for its character"


PLAIN: dict[str, Any] = {
    "title": "Sample",
    "units": {
        "1/28": {"steps": 3, "attack": [5, 3], "green": True, "source": "rulebook 3"},
        "2/28": {"steps": 3, "note": "old"},
    },
    "links": [{"between": ["1", "2"], "road": "primary"}, {"between": ["2", "3"]}],
    "setup": {"1/28": "02", "2/28": "01", "3/28": "02", "4/28": "03"},
    "arrivals": {2: [{"unit": "5/28", "at": "A"}], 3: [{"unit": "6/28", "at": "B"}]},
    "crt": {1: ["A1", "EX", None], 2: ["EX", "DR", "DE"]},
    "last": "16-1",
    "rules": {"stacking": {"units": 4}},
}


def said_of(changes: dict[str, Any]) -> Any:
    """What comes of the sample when rows of its sheets are changed: sheet, row, cells."""
    found = list(sheets("it", PLAIN))
    said = rows_of(found)
    for name, rows in changes.items():
        for number, cells in rows.items():
            if number == len(said[name]):
                said[name].append({})
            said[name][number] = {**said[name][number], **cells} if cells else {}
    return difference(PLAIN, laid_over(PLAIN, found, said))


@pytest.mark.parametrize(
    ("changes", "over"),
    [
        (
            {"it.units": {0: {"steps": "4", "attack": "6, 4", "green": "no"}}},
            {"units": {"1/28": {"steps": 4, "attack": [6, 4], "green": False}}},
        ),
        ({"it.units": {0: None}}, {"units": {"1/28": None}}),
        ({"it.units": {2: {"id": "9/28", "steps": "2"}}}, {"units": {"9/28": {"steps": 2}}}),
        ({"it.units": {1: {"note": ""}}}, {"units": {"2/28": {"note": None}}}),
        ({"it.links": {0: {"road": "secondary"}}}, {"links": {"1-2": {"road": "secondary"}}}),
        ({"it.links": {1: None, 2: {"between": "3, 4"}}}, {"links": {"2-3": None, "3-4": {"between": ["3", "4"]}}}),
        ({"it.setup": {0: {"value": "07"}}}, {"setup": {"2/28": "07"}}),
        ({"it.arrivals": {1: {"id": "4"}}}, {"arrivals": {3: None, "4": [{"unit": "6/28", "at": "B"}]}}),
        ({"it.crt": {1: {"3": "D1"}}}, {"crt": {2: ["EX", "DR", "D1"]}}),
        (
            {"it.values": {0: {"value": "17-2"}, 1: {"value": "5"}}},
            {"last": "17-2", "rules": {"stacking": {"units": 5}}},
        ),
        ({"it.setup": {0: {"confirmed": "x"}}}, SAME),
    ],
)
def test_rows_that_are_changed(changes: Any, over: Any) -> None:
    found = said_of(changes)
    assert found == over
    if over is not SAME:
        merged(PLAIN, found)


def test_a_set_up_card_lies_there_by_place() -> None:
    card = next(sheet for sheet in sheets("it", PLAIN) if sheet.name == "it.setup")
    assert [row["value"] for row in card.rows] == ["01", "02", "02", "03"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"it.units": {0: {"id": ""}}}, r"it\.units, row 2: `id` is empty"),
        ({"it.units": {1: {"id": "1/28"}}}, r"it\.units, row 3: `1/28` appears there twice"),
        ({"it.setup": {1: {"id": "2/28"}}}, r"it\.setup, row 3: `2/28` appears there twice"),
        ({"it.values": {0: {"field": "first"}}}, r"it\.values, row 2: there is no field `first`"),
    ],
)
def test_a_row_that_cannot_be_read_is_named(changes: Any, words: str) -> None:
    with pytest.raises(BadSheet, match=words):
        said_of(changes)
