"""Names over several hexes of the character map: what else is printed there stays clear of them."""

import re
from dataclasses import replace

import pytest

from tests.tui.paint.lettered import opening
from wargame_tui.board.hexes import HexMapEntry
from wargame_tui.tui.map.glyphs import GLYPH_SETS
from wargame_tui.tui.map.maps import composer_for
from wargame_tui.tui.map.palette import PALETTES


def picture(scenario: str, zoom: str) -> str:
    """A map in characters."""
    entry, view = opening(scenario)
    made = composer_for(entry, zoom, GLYPH_SETS["full"], view)
    made.forget_all()
    width, height = made.layout.width, made.layout.height
    rows = (made.segments(y, 0, width, PALETTES["mono"]) for y in range(height))
    return "\n".join("".join(segment.text for segment in row) for row in rows)


@pytest.mark.parametrize("scenario", ["ardennes_44/campaign", "liberty_roads/campaign"])
def test_no_badge_stands_in_a_name(scenario: str) -> None:
    assert re.findall(r"\w[★♅♆]\w*[a-z]", picture(scenario, "middle")) == []


@pytest.mark.parametrize(
    ("scenario", "name"), [("ardennes_44/campaign", "Bastogne"), ("liberty_roads/campaign", "Paris")]
)
@pytest.mark.parametrize("zoom", ["far", "middle"])
def test_great_towns_are_named_on_small_maps(scenario: str, name: str, zoom: str) -> None:
    assert name in picture(scenario, zoom)


@pytest.mark.parametrize("scenario", ["ardennes_44/campaign", "liberty_roads/campaign", "first_command/mortain"])
@pytest.mark.parametrize("zoom", ["near", "close", "closest"])
def test_names_are_whole_where_hexes_are_large(scenario: str, zoom: str) -> None:
    """Where they do not fit into their hexes they go on beside them; a few are hemmed in by water and numbers."""
    entry, view = opening(scenario)
    assert isinstance(entry, HexMapEntry)
    drawn = picture(scenario, zoom)
    names = {place.name for place in entry.places if place.name and place.hexes[0] not in view.scene.outside}
    missing = sorted(name for name in names if name not in drawn)
    assert len(missing) <= max(4, len(names) // 30), missing


def test_a_name_gives_way_to_units_and_comes_back() -> None:
    """As composed anew, whatever came and went."""
    entry, view = opening("ardennes_44/campaign")
    made = composer_for(entry, "near", GLYPH_SETS["full"], view)
    made.forget_all()
    full, rows = view.scene, range(made.layout.height)
    for scene in (replace(full, spaces={}), full):
        view.scene = scene
        made.forget(sorted(full.spaces))
        fresh = composer_for(entry, "near", GLYPH_SETS["full"], view)
        fresh.forget_all()
        assert [made.segments(y, 0, 700, PALETTES["mono"]) for y in rows] == [
            fresh.segments(y, 0, 700, PALETTES["mono"]) for y in rows
        ]
