"""`wargame-tui pack`: a pack begun, its sheets changed and read back, what is confirmed, a thing renamed everywhere."""

import csv
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml

from wargame_tui.board import packs
from wargame_tui.cli import main
from wargame_tui.core.game import Game
from wargame_tui.core.title import find_scenario
from wargame_tui.packing import tables
from wargame_tui.packing.pack import Work

TITLE, NAME = "tigers_in_the_mist", "mine"
UNIT = "112/28"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the pack lies."""
    monkeypatch.setenv(packs.FOLDER_VARIABLE, str(tmp_path))
    yield tmp_path / TITLE / NAME
    Work(TITLE, NAME).data.forget()


def pack(*words: str) -> int:
    """The command."""
    return main(["pack", *words])


def changed(path: Path, change: Callable[[list[dict[str, str]]], None]) -> None:
    """A CSV file with its rows changed."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    columns = list(rows[0])
    change(rows)
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, columns)
        writer.writeheader()
        writer.writerows(rows)


def content(folder: Path, name: str) -> object:
    """What a file of the pack holds."""
    return yaml.safe_load((folder / f"{name}.yaml").read_text())


def stronger(rows: list[dict[str, str]]) -> None:
    """Make a regiment stronger, and confirm it."""
    row = next(row for row in rows if row["id"] == UNIT)
    row |= {"strength": "4", "confirmed": "x"}


def test_from_the_first_sheet_to_a_game(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert pack("new", TITLE, NAME, "--edition", "somebody's, 1999") == 0
    changed(folder / "sheets" / "units.units.csv", stronger)
    changed(folder / "sheets" / "campaign.setup.csv", lambda rows: rows[0].update(confirmed="yes"))
    assert pack("import", TITLE, NAME) == 0
    assert content(folder, "units") == {"units": {UNIT: {"strength": 4, "source": "print"}}}
    assert not (folder / "campaign.yaml").exists()
    title, _ = find_scenario(f"{TITLE}/campaign+{NAME}")
    game = Game(title, f"{TITLE}/campaign+{NAME}", 1)
    assert game.title.printed(game.scenario)["units"][UNIT]["strength"] == 4
    capsys.readouterr()
    assert pack("status", TITLE, NAME) == 0
    shares = {words[0]: words[1:] for line in capsys.readouterr().out.splitlines() if (words := line.split())}
    assert (shares["units.units"][1], shares["campaign.setup"][1], shares["map.links"][1]) == ("1", "1", "0")
    assert pack("list", TITLE) == 0
    assert "mine: somebody's, 1999" in capsys.readouterr().out


def test_importing_again_keeps_what_stands_and_takes_back_what_does_not(folder: Path) -> None:
    pack("new", TITLE, NAME)
    changed(folder / "sheets" / "units.units.csv", stronger)
    pack("import", TITLE, NAME)
    assert pack("import", TITLE, NAME) == 0
    assert content(folder, "units") == {"units": {UNIT: {"strength": 4, "source": "print"}}}
    pack("sheets", TITLE, NAME)
    changed(folder / "sheets" / "units.units.csv", lambda rows: [row.update(confirmed="") for row in rows] and None)
    assert pack("import", TITLE, NAME) == 0
    assert content(folder, "units") == {"units": {UNIT: {"strength": 4}}}


def test_a_workbook_does_the_same(folder: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    pack("new", TITLE, NAME, "--xlsx")
    path = folder / tables.WORKBOOK
    book = openpyxl.load_workbook(path)
    page = book["units.units"]
    heading = [cell.value for cell in page[1]]
    row = next(row for row in page.iter_rows(min_row=2) if row[0].value == UNIT)
    row[heading.index("strength")].value = 4.0
    row[heading.index("confirmed")].value = True
    book.save(path)
    assert pack("import", TITLE, NAME) == 0
    assert content(folder, "units") == {"units": {UNIT: {"strength": 4, "source": "print"}}}


@pytest.mark.parametrize(
    ("sheet", "change", "words"),
    [
        ("units.units", lambda rows: rows[0].update(strength="many"), "units.751/326V.strength"),
        ("campaign.setup", lambda rows: rows[0].update(value="99"), "no space `99` in map.yaml"),
        ("map.links", lambda rows: rows[0].update(between="1, 99"), "no space `99`"),
        ("units.units", lambda rows: rows[1].update(id=rows[0]["id"]), "units.units, row 3"),
    ],
)
def test_sheets_that_make_no_sense_change_nothing(
    sheet: str,
    change: Callable[[list[dict[str, str]]], None],
    words: str,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pack("new", TITLE, NAME)
    before = {path.name for path in folder.glob("*.yaml")}
    changed(folder / "sheets" / f"{sheet}.csv", change)
    assert pack("import", TITLE, NAME) == 1
    assert words in capsys.readouterr().err
    assert {path.name for path in folder.glob("*.yaml")} == before


def test_what_is_no_sheet(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, said in (
        (["import", TITLE, NAME], "there is no pack `mine`"),
        (["new", TITLE, "My Pack"], "no name of a pack"),
        (["new", "nobody", NAME], "no title `nobody`"),
    ):
        assert pack(*words) in (1, 2)
        assert said in capsys.readouterr().err
    pack("new", TITLE, NAME)
    assert pack("new", TITLE, NAME) == 1
    assert "already" in capsys.readouterr().err
    (folder / "sheets" / "units.units.csv").write_bytes(b"id,name\n\xff\xfe,x\n")
    assert pack("import", TITLE, NAME) == 1
    assert "UTF-8" in capsys.readouterr().err
    (folder / "sheets" / "units.units.csv").write_text("id,name\na,b,c,d\n")
    assert pack("import", TITLE, NAME) == 1
    assert "more cells than the heading" in capsys.readouterr().err
    (folder / "sheets" / "units.units.csv").unlink()
    (folder / "sheets" / "mine.csv").write_text("id,name\na,b\n")
    assert pack("import", TITLE, NAME) == 1
    assert "has no sheet mine" in capsys.readouterr().err
    (folder / tables.WORKBOOK).write_bytes(b"PK\3\4 no archive")
    assert pack("import", TITLE, NAME) == 1
    assert "cannot be read as a workbook" in capsys.readouterr().err


def test_an_area_changes_its_number_everywhere(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pack("new", TITLE, NAME)
    shipped = Work(TITLE, NAME).title.printed(f"{TITLE}/campaign")
    assert pack("rename", TITLE, "33", "61", "--pack", NAME) == 0
    assert "33 is now 61" in capsys.readouterr().out
    title, _ = find_scenario(f"{TITLE}/campaign+{NAME}")
    printed = title.printed(f"{TITLE}/campaign+{NAME}")
    for one, other in (("33", "61"), ("61", "33")):
        assert printed["sheet"]["spaces"][one] == shipped["sheet"]["spaces"][other]
    game = Game(title, f"{TITLE}/campaign+{NAME}", 1)
    assert game.legal(), "it is played as before"
    assert pack("rename", TITLE, "33", "61", "--pack", NAME) == 0
    assert {path.name for path in folder.glob("*.yaml")} == {"pack.yaml"}, "and back again"
    assert pack("rename", TITLE, "Nowhere", "61", "--pack", NAME) == 1
    assert "no space, hex or unit" in capsys.readouterr().err


def test_a_counter_changes_its_name_everywhere(folder: Path) -> None:
    pack("new", TITLE, NAME)
    assert pack("rename", TITLE, UNIT, "112RCT", "--pack", NAME) == 0
    title, _ = find_scenario(f"{TITLE}/campaign+{NAME}")
    printed = title.printed(f"{TITLE}/campaign+{NAME}")
    assert "112RCT" in printed["units"]
    assert UNIT not in str(printed["setup"])
