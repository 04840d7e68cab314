"""Names over several hexes of the character map: what else is printed there stays clear of them."""

import re

import pytest

from tests.tui.paint.lettered import opening
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
