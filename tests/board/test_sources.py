"""A bibliography, the sources that cite it, and the values that have none."""

from pathlib import Path

import pytest

from wargame_tui.board.plain import DataError
from wargame_tui.board.sources import Citation, Sources, Work, citations

COLE = Work(kind="book", by="Hugh M. Cole", title="The Ardennes", published="Washington, 1965")
NAMES = Work(kind="data", by="GeoNames", title="Places", url="https://www.geonames.org")
WORKS = {"cole": COLE, "geonames": NAMES}


def test_parts_of_a_source() -> None:
    found = citations("cole ch. VIII (place); geonames; rulebook 5.1, S3; print; estimate: as its sisters (two)", WORKS)
    assert found == (
        Citation("cole", "ch. VIII", "place"),
        Citation("geonames", ""),
        Citation("rulebook", "5.1, S3"),
        Citation("print", ""),
        Citation("estimate", "as its sisters (two)"),
    )
    assert [each.words(WORKS) for each in found] == [
        "place: Hugh M. Cole, The Ardennes, Washington, 1965, ch. VIII",
        "GeoNames, Places, https://www.geonames.org",
        "the printed rulebook, 5.1, S3",
        "read off a printed copy",
        "estimate, as its sisters (two)",
    ]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("history", "not in the works"),
        ("geography; cole p. 3", "not in the works"),
        ("cole", "name page, chapter"),
        ("cole the Schnee Eifel", "name page, chapter"),
        ("rulebook", "name the rule"),
        ("rulebook somewhere", "name the rule"),
        ("estimate", "not in the works"),
        ("estimate: so", "say why"),
        ("print p. 3", "stands alone"),
        ("macdonald p. 12", "`macdonald` is not in the works"),
        ("", "not in the works"),
    ],
)
def test_what_cannot_be_looked_up(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        citations(text, WORKS)


UNITS = """\
title: Sample
source: rulebook 3
units:
  1/28: {steps: 3, source: cole ch. VIII}
  2/28: {steps: 3}
  3/28: {steps: 3, source: history}
setup: {1/28: "70", 2/28: "71"}
levels: [1, 2]
"""
SOURCES = """\
title: Sample
works:
  cole: {kind: book, by: Hugh M. Cole, title: The Ardennes}
covers:
  units:
    setup: {_: cole p. 193, 2/28: "estimate: by its sector"}
    levels: nobody
"""


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    (tmp_path / "units.yaml").write_text(UNITS)
    (tmp_path / "sources.yaml").write_text(SOURCES)
    return Sources(tmp_path, ["units"])


def test_the_nearest_entry_then_what_covers_it(sources: Sources) -> None:
    assert sources.at("units", ["units", "1/28", "steps"]) == "cole ch. VIII"
    assert sources.at("units", ["setup", "1/28"]) == "cole p. 193"
    assert sources.at("units", ["setup", "2/28"]) == "estimate: by its sector"
    assert sources.at("units", ["units", "2/28", "steps"]) is None
    assert sources.told(sources.at("units", ["setup", "2/28"]) or "") == ("estimate, by its sector",)
    assert sources.told(sources.at("units", ["units", "2/28"]) or "") == ()


def test_every_value_needs_one_that_can_be_looked_up(sources: Sources, tmp_path: Path) -> None:
    found = [(place.removeprefix(f"{tmp_path}/"), words) for place, words in sources.problems()]
    assert [place for place, _ in found] == [
        "units.yaml:6: units.3/28.source",
        "units.yaml:5: units.2/28",
        "sources.yaml:7: covers.units.levels",
    ]
    assert "no source" in found[1][1]
    texts = [text or "" for _, text in sources.values("units")]
    assert (len(texts), sum("estimate:" in text for text in texts)) == (7, 1)


def test_without_a_bibliography_nothing_is_covered(tmp_path: Path) -> None:
    (tmp_path / "units.yaml").write_text(UNITS)
    found = dict(Sources(tmp_path, ["units"]).problems())
    assert len(found) == 7, "two sources that cite nothing known, five values without any"


def test_a_broken_bibliography_names_the_place(tmp_path: Path) -> None:
    (tmp_path / "sources.yaml").write_text("title: Sample\nworks: {cole: {kind: legend, by: x, title: y}}\n")
    with pytest.raises(DataError, match=r"sources\.yaml:2: works\.cole\.kind"):
        _ = Sources(tmp_path, []).file
