"""Pictures say the same as the rows of cells that they are made of."""

import re
from xml.etree import ElementTree

import pytest
from rich.segment import Segment
from rich.style import Style

from wargame_tui.core.game import Game
from wargame_tui.tui.export.sheet import Sheet
from wargame_tui.tui.export.svg import ACROSS, DOWN, NO_BREAK, PAPER, Row, picture

SVG = "{http://www.w3.org/2000/svg}"
SCENARIOS = [
    "tigers_in_the_mist/campaign",
    "montys_gamble/basic",
    "ardennes_44/three_days",
    "pacific_commander/1942",
    "desert_commander/france_1940",
]


def _written(svg: str, width: int, height: int) -> list[str]:
    """The characters of a picture, row by row."""
    grid = [[" "] * width for _ in range(height)]
    for text in ElementTree.fromstring(svg).iter(f"{SVG}text"):
        words = text.text or ""
        x, y = int(text.attrib["x"]) // ACROSS, int(text.attrib["y"]) // DOWN
        assert len(words) == 1 or int(text.attrib["textLength"]) == len(words) * ACROSS
        grid[y][x : x + len(words)] = words.replace(NO_BREAK, " ")
    return ["".join(row) for row in grid]


def _grounds(svg: str, width: int, height: int) -> list[list[str]]:
    """The colours behind the characters."""
    root = ElementTree.fromstring(svg)
    paper = next(root.iter(f"{SVG}rect")).attrib["fill"]
    grid = [[paper] * width for _ in range(height)]
    for path in root.iter(f"{SVG}path"):
        for found in re.finditer(r"M(\d+) (\d+)h(\d+)v(\d+)h-(\d+)z", path.attrib["d"]):
            x, y, wide, high, back = map(int, found.groups())
            assert wide == back
            for row in range(y // DOWN, (y + high) // DOWN):
                grid[row][x // ACROSS : (x + wide) // ACROSS] = [path.attrib["fill"]] * (wide // ACROSS)
    return grid


def _ground_of(segment: Segment) -> str:
    style = segment.style or Style.null()
    return style.bgcolor.get_truecolor().hex if style.bgcolor else PAPER


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_cell_of_a_map_is_in_the_picture(scenario: str) -> None:
    game = Game.new(scenario, 1)
    sheet = Sheet(game.title.map_of(game.state), "middle")  # type: ignore[attr-defined]
    sheet.lay(game.title.scene(game.state))  # type: ignore[attr-defined]
    width, height = sheet.layout.width, sheet.layout.height
    rows: list[Row] = [list(sheet.row(y, 0, width)) for y in range(height)]
    svg = picture(rows, scenario)
    assert _written(svg, width, height) == ["".join(segment.text for segment in row) for row in rows]
    wanted = [[_ground_of(segment) for segment in row for _ in segment.text] for row in rows]
    assert _grounds(svg, width, height) == wanted
    assert len(svg) < 300_000
    assert not re.search(r"<script|<style|<image|href|@font-face|url\(", svg)


def test_signs_that_mean_something_in_svg_and_inks_are_kept() -> None:
    bold = Style(color="#ff0000", bgcolor="#000010", bold=True)
    row = [
        Segment("a < b & c", bold),
        Segment("  d", bold),
        Segment("    e", bold),
        Segment("f", Style(color="#00ff00")),
    ]
    svg = picture([row], "<1>")
    assert _written(svg, 18, 1) == ["a < b & c  d    ef"]
    root = ElementTree.fromstring(svg)
    groups = [group for group in root.iter(f"{SVG}g") if "fill" in group.attrib]
    assert {group.attrib["fill"]: group.get("font-weight") for group in groups} == {"#ff0000": "bold", "#00ff00": None}
    assert next(root.iter(f"{SVG}title")).text == "<1>"


def test_rows_of_one_ground_are_one_rectangle() -> None:
    ground, other = Style(bgcolor="#101010"), Style(bgcolor="#202020")
    rows = [[Segment("    ", ground), Segment("  ", other)], [Segment("    ", ground), Segment("  ", other)]]
    svg = picture(rows, "")
    assert f'd="M{4 * ACROSS} 0h{2 * ACROSS}v{2 * DOWN}h-{2 * ACROSS}z"' in svg
    assert svg.count("<path") == 1
