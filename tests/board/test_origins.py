"""Where the numbers on the table come from: entries of data files about a space, a unit, a chart, with sources."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from wargame_tui.board.origins import UNSAID, Origins, Printed
from wargame_tui.board.sources import Sources

COLE: Any = {"kind": "book", "by": "Cole", "title": "The Ardennes"}
LINKS = [
    {"between": ["1", "2"], "road": "primary", "source": "estimate: by the lie of the land"},
    {"between": ["2", "A"], "source": "rulebook 5.1"},
]
AREAS = {
    "spaces": {
        "1": {"name": "Spa", "at": [50.5, 5.9], "vp": 1, "lanes": ["2"], "source": "cole ch. II"},
        "2": {"name": "Malmedy", "vp": 2, "source": "cole ch. III; estimate: points as for its size"},
        "A": {"name": "Liège", "source": "rulebook 5.1"},
    },
    "links": LINKS,
}
GRID = {
    "sheets": [{"columns": 2}],
    "columns_from": "west",
    "rows": 2,
    "rows_from": "north",
    "latitude": 50.0,
    "longitude": 6.0,
    "parallel": 50.0,
    "scale": 2.0,
}
HEXES = {
    "grid": GRID,
    "legend": {".": "clear", "f": "forest"},
    "terrain": [".f", ".."],
    "places": [{"name": "Spa", "kind": "town", "hexes": ["0201"], "source": "cole map III"}],
    "roads": [{"name": "N 23", "path": ["0101", "0201"], "source": "estimate: the shortest way"}],
    "rivers": {"Our": {"hexsides": ["0101-0102"], "source": "cole map III"}},
    "held": {"German": ["0102", "0202"]},
}
UNITS = {"units": {"u1": {"name": "First", "strength": 3, "fast": True, "source": "estimate: of its type"}}}
SETUP = {
    "name": "Campaign",
    "source": "rulebook S4",
    "setup": {"0201": ["u1*", "u2"]},
    "late": [{"units": ["u1"], "turn": 2}],
}
CHARTS = {"die": 10, "table": {"columns": [1, 2], "odds": 3}, "rows": [{"name": "rain", "mud": 1}]}


def origins(folder: Path, at: tuple[str, ...] = (), **contents: Any) -> Origins:
    """The origins of a folder with these files."""
    usual = {"map": AREAS, "units": UNITS, "charts": CHARTS, "campaign": SETUP}
    for name, content in (usual | contents).items():
        (folder / f"{name}.yaml").write_text(yaml.safe_dump(content, sort_keys=False))
    return Origins(Sources(folder, ("map", "units", "charts", "campaign")), ("campaign",), at)


def lines(found: Printed) -> list[str]:
    """An entry as text, `~` before what rests on an estimate."""
    return [found.heading, *(f"{'~' * o.estimated}{o.words} <- {' | '.join(o.sources)}" for o in found.origins)]


WORKS = {"sources": {"title": "T", "works": {"cole": COLE}, "covers": {"map": {"terrain": "cole map III"}}}}


def test_an_area_has_its_own_entry_and_those_of_its_links(tmp_path: Path) -> None:
    found = [*map(lines, origins(tmp_path, **WORKS).of_space("2"))]
    assert found == [
        ["space: Malmedy", "~VP 2 <- Cole, The Ardennes, ch. III | estimate, points as for its size"],
        ["link: 1 - 2", "~road primary <- estimate, by the lie of the land"],
        ["link: 2 - A", "name 2 - A <- the printed rulebook, 5.1"],
    ]


def test_one_map_of_several_in_a_file(tmp_path: Path) -> None:
    found = origins(tmp_path, ("maps", "west"), **WORKS, map={"maps": {"east": HEXES, "west": AREAS}})
    assert lines(found.of_space("A")[0]) == ["space: Liège", "name Liège <- the printed rulebook, 5.1"]
    assert lines(found.of_space("1")[0])[1] == "position 50.5/5.9, VP 1, lanes 2 <- Cole, The Ardennes, ch. II"


def test_a_hex_has_its_terrain_and_what_lies_in_and_along_it(tmp_path: Path) -> None:
    found = origins(tmp_path, **WORKS, map=HEXES)
    assert [*map(lines, found.of_space("0201"))] == [
        ["terrain", "forest <- Cole, The Ardennes, map III"],
        ["place: Spa", "kind town, hexes 0201 <- Cole, The Ardennes, map III"],
        ["road: N 23", "~runs through 0101/0201 <- estimate, the shortest way"],
    ]
    assert [each.heading for each in found.of_space("0102")] == ["terrain", "river: Our", "held: German"]
    assert found.of_space("9999") == ()


def test_a_unit_has_its_counter_and_where_it_is_set_up(tmp_path: Path) -> None:
    found = origins(tmp_path, **WORKS).of_unit("u1")
    assert [*map(lines, found)] == [
        ["unit: First", "~strength 3, fast yes <- estimate, of its type"],
        ["Campaign, setup: 0201", "u1*/u2 <- the printed rulebook, S4"],
        ["Campaign, late: 1", "units u1, turn 2 <- the printed rulebook, S4"],
    ]


def test_a_unit_of_a_class_has_that_of_its_class(tmp_path: Path) -> None:
    units = {"classes": {"Axis": {"PZ": {"name": "panzer", "cv": 4, "source": "rulebook 4.2"}}}}
    found = origins(tmp_path, **WORKS, units=units).of_unit("pz 1", [("classes", "Axis", "PZ")])
    assert lines(found[0]) == ["class: panzer", "CV 4 <- the printed rulebook, 4.2"]


def test_charts_by_what_they_rest_on(tmp_path: Path) -> None:
    covers = {"charts": {"table": {"odds": "estimate: lost from the copy", "_": "rulebook T4"}, "rows": "cole p. 5"}}
    sources = {"title": "T", "works": {"cole": COLE}, "covers": covers}
    assert [*map(lines, origins(tmp_path, sources=sources).charts)] == [
        ["die", f"10 <- {UNSAID}"],
        ["table", "columns <- the printed rulebook, T4", "~odds <- estimate, lost from the copy"],
        ["rows", "rain <- Cole, The Ardennes, p. 5"],
    ]


def test_without_a_bibliography_sources_stand_as_they_are(tmp_path: Path) -> None:
    found = origins(
        tmp_path, map=AREAS | {"spaces": {"1": {"name": "Spa", "vp": 1, "source": "history; vp: estimate"}}}
    )
    assert lines(found.of_space("1")[0])[1] == "~VP 1 <- history | vp: estimate"
    assert found.works == ()


@pytest.mark.parametrize(("space", "doubts"), [("1", {"2"}), ("2", {"1", "vp"}), ("A", set())])
def test_what_of_a_space_is_in_doubt(space: str, doubts: set[str], tmp_path: Path) -> None:
    found = origins(tmp_path, **WORKS)
    assert found.doubts_of_space(space) == doubts
    assert found.doubtful_spaces == {"2"}


def test_roads_and_rivers_do_not_make_all_their_hexes_doubtful(tmp_path: Path) -> None:
    assert origins(tmp_path, **WORKS, map=HEXES).doubtful_spaces == frozenset()


def test_what_of_a_counter_is_in_doubt_and_how_much_of_each_file(tmp_path: Path) -> None:
    found = origins(tmp_path, **WORKS)
    assert found.doubts_of_unit("u1") == {"strength", "fast"}
    assert found.shares["units"] == (3, 3)
    assert found.shares["campaign"] == (4, 0)


def test_a_hex_that_its_owner_has_compared_is_read_off_his_copy(tmp_path: Path) -> None:
    covers = {"map": {"terrain": "estimate: by the lie of the land", "hexes": {"0201": "print"}}}
    found = origins(tmp_path, map=HEXES, sources={"title": "Sample", "works": {"cole": COLE}, "covers": covers})
    ground = {space: found.of_space(space)[0].origins[0] for space in ("0201", "0101")}
    assert ground["0201"].sources == ("read off a printed copy",)
    assert not ground["0201"].estimated
    assert ground["0101"].sources == ("estimate, by the lie of the land",)


def test_fields_and_values_are_told_as_players_say_them(tmp_path: Path) -> None:
    spaces = {"1": {"at": [50.5, 5.9], "ground_cap": 5, "kind": "light_woods", "source": "cole ch. II"}}
    told = lines(origins(tmp_path, **WORKS, map={"spaces": spaces}).of_space("1")[0])[1]
    assert told.startswith("position 50.5/5.9, ground capacity 5, kind light woods <-")
    beaches = HEXES | {"beaches": [{"name": "Utah", "hexes": ["0102"], "source": "cole ch. II"}]}
    assert "beach: Utah" in [each.heading for each in origins(tmp_path, **WORKS, map=beaches).of_space("0102")]
