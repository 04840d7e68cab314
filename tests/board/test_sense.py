"""`check TITLE`: what in a title's data is against the sense of the rules, each mistake with its place and remedy."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from wargame_tui.board import packs
from wargame_tui.board.plain import scenarios_folder
from wargame_tui.board.title import FolderTitle
from wargame_tui.cli import main
from wargame_tui.core.title import find_title, title_ids

TIGERS, MONTYS, ARDENNES, LIBERTY = "tigers_in_the_mist", "montys_gamble", "ardennes_44", "liberty_roads"


@pytest.fixture(autouse=True)
def _shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(packs.FOLDER_VARIABLE, str(tmp_path))
    monkeypatch.setattr(packs, "_ELSEWHERE", {})
    yield
    for name in title_ids():
        title = find_title(name)
        if isinstance(title, FolderTitle):
            title.data.forget()


def pack(folder: Path, title: str, **contents: Any) -> str:
    """A pack of a title with these partial files."""
    about = {"title": title, "edition": "somebody's, 2020", "author": "an owner", "base": "1.0"}
    (folder / title / "mine").mkdir(parents=True)
    for name, content in ({"pack": about} | contents).items():
        (folder / title / "mine" / f"{name}.yaml").write_text(yaml.safe_dump(content, allow_unicode=True))
    return "mine"


def checked(capsys: pytest.CaptureFixture[str], title: str, *names: str) -> tuple[int, list[str]]:
    """The exit status of `check` and its lines."""
    status = main(["check", title, *(word for name in names for word in ("--pack", name))])
    return status, capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("title", [name for name in title_ids() if isinstance(find_title(name), FolderTitle)])
def test_what_is_shipped_makes_sense(title: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, lines = checked(capsys, title)
    assert (status, len(lines)) == (0, 1), "\n".join(lines)
    assert lines[0].startswith(f"{title}: good: ")
    assert " files, " in lines[0]


def plain(title: str, name: str) -> Any:
    """A shipped file."""
    return yaml.safe_load((scenarios_folder() / title / f"{name}.yaml").read_text("utf-8"))


def rows_with(change: Any) -> dict[str, Any]:
    """The raster of Monty's Gamble with some change."""
    rows = list(plain(MONTYS, "map")["shapes"]["rows"])
    change(rows)
    return {"shapes": {"rows": rows}}


def _cut_a_row(rows: list[str]) -> None:
    rows[40] = rows[40][:-6]


def _dig_a_hole(rows: list[str]) -> None:
    """Blank a square that has its own space all round."""
    for y in range(1, len(rows) - 1):
        for x in range(2, len(rows[y]) - 2, 2):
            around = {rows[y][x + 2 : x + 4], rows[y][x - 2 : x], rows[y - 1][x : x + 2], rows[y + 1][x : x + 2]}
            if around == {rows[y][x : x + 2]} != {".."}:
                rows[y] = f"{rows[y][:x]}..{rows[y][x + 2 :]}"
                return


def _draw_99(rows: list[str]) -> None:
    rows[30] = f"{rows[30][:60]}99{rows[30][62:]}"


def start_area(division: str) -> str:
    """A hex where a German division begins and no artillery has its place."""
    hexes: list[str] = plain(ARDENNES, "map")["start_areas"][division]["hexes"]
    return hexes[0]


def of_side(side: str) -> dict[str, str]:
    """The units of a side that begin on the map of Ardennes '44, with their hexes."""
    units = plain(ARDENNES, "units")["units"]
    return {
        name: entry["setup"]["hex"]
        for name, entry in units.items()
        if entry["side"] == side and entry.get("setup") and entry["setup"].get("area", True)
    }


def crowd() -> tuple[str, str]:
    """An Allied regiment, and the hex of a stack of two."""
    places = list(of_side("Allied").items())
    hexes = [hex_ for _, hex_ in places]
    full = next(hex_ for hex_ in hexes if hexes.count(hex_) == 2)
    return next(name for name, hex_ in places if hex_ != full and name.count("-") == 1), full


def test_both_sides_in_one_area(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    setup = plain(TIGERS, "campaign")["setup"]
    units = plain(TIGERS, "units")["units"]
    german = next(str(area) for unit, area in setup.items() if units[unit]["side"] == "German")
    name = pack(tmp_path, TIGERS, campaign={"setup": {"112/28": german}})
    status, lines = checked(capsys, TIGERS, name)
    assert status == 1
    found = [line for line in lines if "112/28 of Allied" in line]
    assert found[0].startswith(f"{tmp_path}/{TIGERS}/mine/campaign.yaml:2: setup.112/28: ")
    assert found[0].endswith("at start: set one of them up elsewhere")


def test_an_area_without_links(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    oneux = {"name": "Oneux", "at": [50.52, 5.9], "source": "print"}
    name = pack(tmp_path, TIGERS, map={"spaces": {"99": oneux}})
    status, lines = checked(capsys, TIGERS, name)
    assert status == 1
    [line] = [line for line in lines if "nothing leads to" in line]
    assert "/mine/map.yaml:" in line
    assert line.endswith("spaces.99: nothing leads to 99 Oneux: link it with its neighbours, or take it away")


MISTAKES = {
    "a link that is not drawn": (
        MONTYS,
        {"map": {"links": {"53-57": {"between": ["53", "57"], "source": "print"}}}},
        "53-57 is a link, but the two do not touch in `shapes`",
    ),
    "a border that is no link": (
        MONTYS,
        {"map": {"links": {"53-54": None}}},
        "53-54 touch here, but there is no such link: add it, or part them",
    ),
    "a row of the raster cut short": (
        MONTYS,
        {"map": rows_with(_cut_a_row)},
        "characters, where the longest row has",
    ),
    "a square of the raster deleted": (MONTYS, {"map": rows_with(_dig_a_hole)}, "is a hole between"),
    "an area in the raster that there is not": (
        MONTYS,
        {"map": rows_with(_draw_99)},
        "shapes.rows.30: there is no space 99: draw one of the map's",
    ),
    "five values of a table instead of six": (
        ARDENNES,
        {"charts": {"jabo": {"results": [1, 2, 3, 4, 5]}}},
        "charts.yaml:",
    ),
    "an entry hex without a road": (
        ARDENNES,
        {"map": {"entries": {"C": {"hex": "0201"}}}},
        "where no road runs (13): lead one there",
    ),
    "an entry hex in the middle of the map": (
        ARDENNES,
        {"map": {"entries": {"C": {"hex": "3110"}}}},
        "which is not at the map's edge (13): name a hex there",
    ),
    "a regiment in an enemy start hex": (
        ARDENNES,
        {"units": {"units": {next(iter(of_side("Allied"))): {"setup": {"hex": start_area("26VG")}}}}},
        "in the start area of 26VG (3.4): set it up elsewhere",
    ),
    "a third unit in a hex": (
        ARDENNES,
        {"units": {"units": {crowd()[0]: {"setup": {"hex": crowd()[1]}}}}},
        "(8): move some",
    ),
    "a division in a sea hex": (
        LIBERTY,
        {"campaign": {"setup": {"0101": ["G-77"], "0911": {"remove": ["G-77"]}}}},
        "which is sea (7.10.7): set it up elsewhere",
    ),
    "a division forgotten in the set-up": (
        LIBERTY,
        {"campaign": {"setup": {"0911": {"remove": ["G-77"]}}}},
        "G-77 is neither set up in campaign.yaml nor due later",
    ),
    "a paratroop battalion over another division's fields": (
        MONTYS,
        {"basic": {"drops": {"2Para": "33"}}},
        "is no drop area of the division of 2Para (3.261)",
    ),
    "a typing error in a unit's id": (
        TIGERS,
        {"campaign": {"setup": {"112/82": "70"}}},
        "setup.112/82: no unit `112/82` in units.yaml",
    ),
    "a typing error in a type": (
        TIGERS,
        {"units": {"units": {"112/28": {"type": "infantrie"}}}},
        "units.112/28.type: ",
    ),
    "a hexside that is none": (
        ARDENNES,
        {"map": {"rivers": {"Our": {"hexsides": {"add": ["2020-2222"]}}}}},
        "2020-2222 is no hexside",
    ),
    "a sign that is no terrain": (ARDENNES, {"map": {"terrain": {"2116": "?"}}}, "terrain."),
    "a bridge written without quotation marks": (
        TIGERS,
        {"seventh_army": {"destroyed": ["21-92"]}},
        "destroyed: no bridge `21-92` in map.yaml",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_found(mistake: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    title, contents, words = MISTAKES[mistake]
    status, lines = checked(capsys, title, pack(tmp_path, title, **contents))
    assert status == 1
    found = [line for line in lines if words in line]
    assert found, "\n".join(lines)
    assert all(line.split(":")[0].endswith(".yaml") and line.split(":")[1].isdecimal() for line in lines), lines


def test_a_unit_in_two_places(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arrival = plain(TIGERS, "campaign")["arrivals"][0]["units"][0]
    name = pack(tmp_path, TIGERS, campaign={"setup": {arrival: "82"}})
    _, lines = checked(capsys, TIGERS, name)
    assert any(f"{arrival} is set up or comes more than once" in line for line in lines)


def test_a_space_without_a_way_to_the_enemy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    links = ["-".join(map(str, link["between"])) for link in plain(TIGERS, "map")["links"] if "56" in link["between"]]
    name = pack(tmp_path, TIGERS, map={"links": {border: {"road": None} for border in links}})
    _, lines = checked(capsys, TIGERS, name)
    assert any("begins in 56 " in line and "from where no way leads to the enemy" in line for line in lines), lines
    assert any(" begins out of supply in 56 " in line and "no line of roads" in line for line in lines), lines


@pytest.mark.parametrize(
    ("title", "contents", "words"),
    [
        (TIGERS, {"map": {"links": {"40-41": {"bridge": "intact"}}}}, "start destroyed, and no others"),
        (MONTYS, {"map": {"spaces": {"34": {"high": False}}}}, "against rule 3.22 and 9.4 and W1: 34 is high ground"),
        (ARDENNES, {"map": {"monschau_pair": ["1837"], "liege": ["W0140"]}}, "Liège is a city of four hexes"),
        (LIBERTY, {"map": {"beaches": {"0410": {"level": 4}}}}, "against rule 1.1.8 and 13.2.2: 0410 is a beach"),
    ],
)
def test_a_pack_against_the_rulebook(
    title: str, contents: Any, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, lines = checked(capsys, title, pack(tmp_path, title, **contents))
    assert status == 1
    assert any(words in line and "/mine/map.yaml:" in line for line in lines), lines


def test_an_unknown_pack_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", TIGERS, "--pack", "nobody"]) == 2
    assert "no data pack `nobody`" in capsys.readouterr().err


def test_a_title_and_a_file_in_one_call(capsys: pytest.CaptureFixture[str]) -> None:
    look = scenarios_folder() / TIGERS / "look.yaml"
    assert main(["check", "first_command", str(look)]) == 0
    assert capsys.readouterr().out.splitlines()[1] == f"{look}: good"
