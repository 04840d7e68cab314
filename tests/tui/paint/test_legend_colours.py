"""A legend over a painted map has the colours of the map: what is red there is red here."""

import pytest

from wargame_tui.tui.paint.counter_face import CARDS
from wargame_tui.tui.paint.legend_colours import painted_colours
from wargame_tui.tui.paint.style import STYLES, StyleName, map_style


@pytest.mark.parametrize("name", STYLES)
def test_signs_have_the_colours_of_the_style(name: StyleName) -> None:
    style = map_style(name)
    colours = painted_colours(style)
    assert colours(None, "road.primary") == f"bold {style.roads['primary'].fill} on {style.ground}"
    assert colours(None, "hex.water.river") == f"bold {style.water.fill} on {style.ground}"
    assert colours("hex.pine", "strewn.trees") == f"bold {style.ink} on {style.tones['pine'].fill}"
    assert colours("hex.olive", "plain") == f"bold {style.ink} on {style.ground}"
    assert colours("bridge.down", "bridge.down").endswith(style.blown.fill)
    assert colours("grey", "grey") == f"bold {CARDS['grey'].ink} on {CARDS['grey'].ground}"


@pytest.mark.parametrize("name", STYLES)
def test_every_highlight_and_weather_has_its_own(name: StyleName) -> None:
    style = map_style(name)
    colours = painted_colours(style)
    laid = [kind for kind, tinge in style.highlights.items() if tinge.share]
    found = {colours(f"highlight.{kind}", "note") for kind in (*laid, *style.skies)}
    assert len(found) == len(laid) + len(style.skies)
