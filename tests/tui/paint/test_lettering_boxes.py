"""What stands in the areas and on the charts of a painted map: names whole, counters, chips, small places."""

from dataclasses import replace

import pytest

from tests.tui.map.chart_sample import chart_entry, chart_scene
from tests.tui.map.looks import LOOK
from tests.tui.map.shaped_sample import shaped_map, units
from tests.tui.paint.lettered import lettering, lines, opening, texts, with_words, zooms_of
from wargame_tui.board.scene import Overlay, Scene, SpaceScene
from wargame_tui.tui.map.chart_labels import forces
from wargame_tui.tui.map.glyphs import FULL
from wargame_tui.tui.map.layout import NEAR, spaces_of
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.map.view import Box, View
from wargame_tui.tui.paint.lettering.areas import AreaLettering
from wargame_tui.tui.paint.lettering.charts import ChartLettering
from wargame_tui.tui.paint.lettering.sheet import COUNTERS, FAN
from wargame_tui.tui.paint.style import map_style

AREAS, CHART = shaped_map(), chart_entry("france")
AREA = next(space for space, item in spaces_of(AREAS).items() if item.kind == "area")
PLACE = next(iter(spaces_of(CHART)))
PAPER = map_style("paper")


def areas(zoom: str = "near", scene: Scene | None = None, **view: object) -> AreaLettering:
    found = lettering(AREAS, View(scene=scene or Scene(spaces={}), look=LOOK, **view), zoom)  # type: ignore[arg-type]
    assert isinstance(found, AreaLettering)
    return found


def chart(zoom: str = "near", scene: Scene | None = None, **view: object) -> ChartLettering:
    found = lettering(CHART, View(scene=scene or Scene(spaces={}), look=LOOK, **view), zoom)  # type: ignore[arg-type]
    assert isinstance(found, ChartLettering)
    return found


def in_area(count: int) -> Scene:
    return Scene(spaces={AREA: SpaceScene(counters=units("German", count))})


@pytest.mark.parametrize("zoom", zooms_of(AREAS))
def test_every_area_has_its_number_and_its_whole_name(zoom: str) -> None:
    read = " ".join(" ".join(lines(areas(zoom))).split())
    for space, item in spaces_of(AREAS).items():
        assert space in read
        if zoom in NEAR:
            assert all(word in read for word in item.name.split()), item.name


def test_few_counters_are_cards_and_many_are_rows_none_is_lost() -> None:
    few, many = areas("near", in_area(2)), areas("near", in_area(40))
    rows = {n: [text.unit for _, text in made.sheet.piece((COUNTERS, AREA)) if text.unit]
            for n, made in ((2, few), (40, many))}  # fmt: skip
    assert len(rows[2]) == 2 * len({*rows[2]}), "two rows each"
    assert len(rows[40]) == len({*rows[40]})
    left = [text.words for _, text in many.sheet.piece((COUNTERS, AREA)) if text.words.startswith("+")]
    assert len(rows[40]) + sum(int(words.split()[0]) for words in left) == 40


@pytest.mark.parametrize("zoom", ["far", "middle"])
def test_small_zooms_count_the_counters_of_a_side_and_fan_them_out_at_the_cursor(zoom: str) -> None:
    made = areas(zoom, in_area(6), cursor=AREA)
    label = [text.words.strip() for _, text in made.sheet.piece((COUNTERS, AREA))]
    assert any(words.endswith("6") for words in label)
    assert len({text.unit for _, text in made.sheet.piece((FAN, "")) if text.unit}) == 6
    assert not areas(zoom, in_area(6)).sheet.piece((FAN, ""))


@pytest.mark.parametrize("zoom", zooms_of(CHART))
@pytest.mark.parametrize("badges", [(), ("objective", "fort 1", "airfield 4", "port 3", "US base")])
def test_a_box_tells_both_sides_however_many_badges_it_has(zoom: str, badges: tuple[str, ...]) -> None:
    counters = (*units("German", 1), *units("Allied", 9))
    made = chart(zoom, Scene(spaces={PLACE: SpaceScene(counters=counters, badges=badges)}))
    told = {text.unit for _, text in made.sheet.piece((COUNTERS, PLACE))}
    assert {each.side for each in counters if each.unit in told} == {"German", "Allied"}


def test_where_a_box_has_one_row_for_two_sides_each_has_its_number() -> None:
    stacks, sides = [[*units("German", 1)], [*units("Allied", 9)]], Sides(("German", "Allied"), LOOK)
    (line,) = forces("middle", stacks, 20, 1, FULL, sides)
    assert "".join(span.text for span in line).split() == [
        f"{FULL.sides[sides.rank('German')]}1", f"{FULL.sides[sides.rank('Allied')]}9"
    ]  # fmt: skip
    assert forces("middle", stacks, 20, 0, FULL, sides) == []


def test_a_fan_stands_in_one_column_where_two_would_cover_other_boxes() -> None:
    entry, view = opening("pacific_commander/1942")
    for space, here in view.scene.spaces.items():
        made = lettering(entry, replace(view, cursor=space), "middle")
        fan, others = made.sheet.piece((FAN, "")), made.cells(COUNTERS)
        assert len({text.unit for _, text in fan if text.unit}) in (0, len(here.counters))
        assert sum(others.covered(Box(text.x, y, len(text.words), 1)) for y, text in fan) == 0, space


def test_contested_areas_say_so() -> None:
    both = Scene(spaces={AREA: SpaceScene(counters=(*units("German", 1), *units("Allied", 1)))})
    sign = areas().glyphs.contested
    assert [text for _, text in texts(areas("near", both)) if text.words.startswith(sign)]
    assert not [text for _, text in texts(areas("near", in_area(2))) if text.words.startswith(sign)]


def test_highlights_notes_and_badges_stand_beside_the_name() -> None:
    scene = Scene(spaces={AREA: SpaceScene(badges=("VP 3",), markers=("drop",))})
    made = areas("near", scene, overlay=Overlay(highlights={AREA: "battle"}, notes={AREA: "2"}), cursor=AREA)
    words = {text.words for _, text in made.sheet.piece((COUNTERS, AREA))}
    assert {"⚔2", "★3", "☂"} <= words
    name = next(text for _, text in made.sheet.piece((COUNTERS, AREA)) if text.ground)
    assert name.ground == PAPER.cursor


@pytest.mark.parametrize("zoom", zooms_of(CHART))
def test_every_place_of_a_chart_has_its_id_and_near_its_whole_name(zoom: str) -> None:
    read = "\n".join(lines(chart(zoom)))
    for space, item in spaces_of(CHART).items():
        assert space in read
        if zoom in NEAR:
            assert item.name in read


def test_a_chart_tells_the_holder_and_what_stands_there() -> None:
    scene = chart_scene(CHART)
    space, here = next((space, here) for space, here in scene.spaces.items() if here.counters)
    held = replace(scene, spaces={**scene.spaces, space: replace(here, control=here.counters[0].side)})
    grounds = [
        next(text.ground for _, text in chart("near", table).sheet.piece((COUNTERS, space)) if space in text.words)
        for table in (held, Scene(spaces={}))
    ]
    assert grounds[0] != grounds[1]
    units_ = {text.unit for _, text in chart("near", held).sheet.piece((COUNTERS, space))}
    assert units_ & {counter.unit for counter in here.counters}


def test_the_cursor_and_jumps_show_on_a_chart() -> None:
    made = chart("near", chart_scene(CHART), cursor=PLACE)
    assert {text.ground for _, text in made.sheet.piece((COUNTERS, PLACE))} >= {PAPER.cursor}
    jumped = chart("far", jumps={PLACE: "b"})
    assert with_words(jumped, "b")[0][1].ground == PAPER.highlights["choice"].color


def test_the_far_zoom_of_a_chart_has_the_stars_and_no_fan_that_hides_it() -> None:
    few = chart("far", Scene(spaces={PLACE: SpaceScene(counters=units("German", 4), badges=("VP 2",))}), cursor=PLACE)
    assert few.sheet.piece((FAN, "")), "some counters are fanned out"
    many = chart("far", Scene(spaces={PLACE: SpaceScene(counters=units("German", 12), badges=("goal",))}), cursor=PLACE)
    assert not many.sheet.piece((FAN, ""))
    stars = [text.words for _, text in many.sheet.piece((COUNTERS, PLACE))]
    assert any("☆" in words or "*" in words for words in stars), stars
