"""Charts: land and sea, boxes, lines, and what stands in the boxes."""

from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from types import ModuleType

import pytest
from pydantic import ValidationError

from tests.tui.map.looks import LOOK
from wargame_tui.board.area import AreaMapEntry, ChartEntry, LinkEntry, SpaceEntry
from wargame_tui.board.scene import Overlay, Scene, SpaceScene
from wargame_tui.tui.map.chart_compose import ChartComposer
from wargame_tui.tui.map.chart_ground import LAND, SEA
from wargame_tui.tui.map.chart_labels import shortened
from wargame_tui.tui.map.chart_layout import CHART_SCALES, ChartLayout, head_of, lay_out_chart, link_path
from wargame_tui.tui.map.chart_lines import LANE, PRIMARY, crosses, path_past
from wargame_tui.tui.map.glyphs import ASCII, FULL, GLYPH_SETS, NARROW
from wargame_tui.tui.map.layout import spaces_of
from wargame_tui.tui.map.projection import Projection
from wargame_tui.tui.map.text import grid_text
from wargame_tui.tui.map.view import Box, View

ISLANDS = {
    "Midway": (28.2, 182.6), "Wake": (19.3, 166.6), "Guam": (13.4, 144.8), "Saipan": (15.2, 145.7),
    "Iwo Jima": (24.8, 141.3), "Okinawa": (26.5, 127.9), "Palau": (7.2, 134.4), "Truk": (7.4, 151.8),
    "Kwajalein": (8.9, 167.6), "Tarawa": (1.4, 173.0), "Guadalcanal": (-9.6, 160.1), "Bougainville": (-6.2, 155.2),
    "New Britain": (-4.3, 152.1), "Espiritu Santo": (-15.4, 166.9), "New Caledonia": (-21.8, 165.8),
    "Fiji": (-17.8, 178.0), "Samoa": (-13.8, 188.2), "Attu": (52.9, 173.0), "Oahu": (21.4, 202.0),
}  # fmt: skip


class SampleChart(AreaMapEntry):
    """A chart of a few places."""

    spaces: dict[str, SpaceEntry]


@pytest.fixture(scope="session")
def kit(chart_kit: ModuleType) -> ModuleType:
    return chart_kit


@cache
def _laid(kit: ModuleType, name: str, zoom: str) -> ChartLayout:
    return lay_out_chart(kit.chart_entry(name), zoom)


@pytest.fixture(scope="session", params=[f"{name} {zoom}" for name in ("pacific", "france", "africa", "normandy")
                                         for zoom in CHART_SCALES])  # fmt: skip
def laid(request: pytest.FixtureRequest, kit: ModuleType) -> tuple[AreaMapEntry, ChartLayout]:
    """Every chart at every zoom."""
    name, zoom = request.param.split()
    return kit.chart_entry(name), _laid(kit, name, zoom)


Laid = tuple[AreaMapEntry, ChartLayout]


def _composer(entry: AreaMapEntry, layout: ChartLayout, scene: Scene, **view: object) -> ChartComposer:
    composer = ChartComposer(entry, layout, FULL, View(look=LOOK, scene=scene, **view))  # type: ignore[arg-type]
    composer.forget_all()
    return composer


def _text(composer: ChartComposer, y: int) -> str:
    return "".join(text for text, _, _ in composer.row(y))


def _cell(entry: AreaMapEntry, layout: ChartLayout, latitude: float, longitude: float) -> int:
    """The quarters of land in the cell of a point."""
    assert entry.chart
    project = Projection(entry.chart, entry.chart.columns, entry.chart.rows, layout.factors)
    x, y = project((latitude, longitude))
    return layout.land[int(y)][int(x)]


# -- boxes ------------------------------------------------------------------------------------------------


def test_no_two_boxes_overlap_and_all_are_on_the_chart(laid: Laid) -> None:
    entry, layout = laid
    assert layout.boxes.keys() == spaces_of(entry).keys()
    for box in layout.boxes.values():
        assert box.x >= 1
        assert box.x + box.width < layout.width
        assert 0 <= box.y <= layout.height - box.height
    for (one, a), (other, b) in combinations(layout.boxes.items(), 2):
        apart = a.x + a.width <= b.x or b.x + b.width <= a.x or a.y + a.height <= b.y or b.y + b.height <= a.y
        assert apart, (one, other)


def test_boxes_stand_by_their_places(laid: Laid) -> None:
    """Farther off than twice their size they would mean another place."""
    _, layout = laid
    for space, box in layout.boxes.items():
        x, y = layout.spots[space]
        assert box.x - 2 * box.width <= x <= box.x + 3 * box.width, space
        assert box.y - 2 * box.height - 2 <= y <= box.y + 3 * box.height + 2, space


def test_places_far_apart_keep_their_order(laid: Laid) -> None:
    _, layout = laid
    for one, other in combinations(layout.boxes, 2):
        a, b = layout.boxes[one], layout.boxes[other]
        (ax, ay), (bx, by) = layout.spots[one], layout.spots[other]
        if abs(ax - bx) > 2 * max(a.width, b.width):
            assert (ax < bx) == (a.x + a.width / 2 < b.x + b.width / 2), (one, other)
        if abs(ay - by) > 2 * max(a.height, b.height) + 4:
            assert (ay < by) == (a.y < b.y), (one, other)


def test_a_layout_is_the_same_every_time(kit: ModuleType) -> None:
    assert lay_out_chart(kit.chart_entry("normandy"), "middle") == _laid(kit, "normandy", "middle")


def test_every_place_is_drawn_with_its_id(laid: Laid, kit: ModuleType) -> None:
    entry, layout = laid
    composer = _composer(entry, layout, kit.chart_scene(entry))
    for space, box in layout.boxes.items():
        head = _text(composer, box.y)[box.x - 1 : box.x + box.width + 1]
        assert space in head
        if layout.zoom != "far":
            assert spaces_of(entry)[space].name[:6] in head


def test_picking_returns_the_place(laid: Laid) -> None:
    _, layout = laid
    for space, box in layout.boxes.items():
        for x in (box.x, box.x + box.width - 1):
            for y in (box.y, box.y + box.height - 1):
                assert layout.space_at(x, y) == space
        x, y = layout.spots[space]
        assert layout.nearest_space(x, y) == space or layout.spots[layout.nearest_space(x, y)] == (x, y)
    assert layout.space_at(-1, 0) is None
    assert layout.space_at(0, layout.height) is None


# -- lines ------------------------------------------------------------------------------------------------


def test_links_are_drawn_from_box_to_box(laid: Laid) -> None:
    """Dots along the whole line; a link without road leaves gaps of a cell."""
    entry, layout = laid
    assert entry.chart
    project = Projection(entry.chart, entry.chart.columns, entry.chart.rows, layout.factors)
    for link in entry.links:
        path = link_path(link, project, layout.boxes)
        ends = [head_of(layout.boxes[space]) for space in link.between]
        assert [path[0], path[-1]] == ends
        for (ax, ay), (bx, by) in pairwise(path):
            for share in (0.1, 0.25, 0.5, 0.75, 0.9):
                x, y = int(ax + (bx - ax) * share), int(ay + (by - ay) * share)
                near = [layout.lines.get((y + dy, x + dx)) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
                assert any(stroke and stroke.kind >= LANE for stroke in near), link.between


def test_lines_are_seen_beside_the_boxes(kit: ModuleType) -> None:
    entry = kit.chart_entry("africa")
    layout = _laid(kit, "africa", "middle")
    composer = _composer(entry, layout, kit.chart_scene(entry))
    inks = {ink for y in range(layout.height) for _, _, ink in composer.row(y)}
    assert {"road.primary", "chart.lane"} <= inks
    pacific = _composer(kit.chart_entry("pacific"), _laid(kit, "pacific", "middle"), Scene({}))
    assert "chart.lane" in {ink for y in range(pacific.layout.height) for _, _, ink in pacific.row(y)}


def test_a_link_passes_other_boxes() -> None:
    box = Box(20, 4, 10, 3)
    assert path_past((0, 2), (50, 2), [box]) == [(0, 2), (50, 2)]
    path = path_past((0, 5), (50, 5), [box])
    assert len(path) == 4
    assert len(path_past((0, 3.9), (50, 8), [box])) == 3
    assert not any(crosses(a, b, box) for a, b in pairwise(path))


@pytest.mark.parametrize(
    ("start", "end", "crossed"),
    [((0, 5), (50, 5), True), ((0, 0), (50, 0), False), ((25, 0), (25, 20), True), ((0, 0), (50, 11), True),
     ((0, 5), (19, 5), False), ((35, 0), (35, 20), False)],
)  # fmt: skip
def test_what_a_line_crosses(start: tuple[int, int], end: tuple[int, int], crossed: bool) -> None:
    assert crosses(start, end, Box(20, 4, 10, 3)) is crossed


def test_roads_are_solid_and_other_links_dotted() -> None:
    places = {"A": SpaceEntry(name="A", at=(5, 5), source="x"), "B": SpaceEntry(name="B", at=(5, 35), source="x")}
    chart = ChartEntry(north=10, south=0, west=0, east=40, columns=80, rows=20, land=(), source="x")

    def dots(road: str | None) -> int:
        link = LinkEntry(between=("A", "B"), road=road, source="x")  # type: ignore[arg-type]
        entry = SampleChart(title="x", credits=(), links=(link,), rivers={}, spaces=places, chart=chart)
        strokes = lay_out_chart(entry, "far").lines.values()
        assert {stroke.kind for stroke in strokes} == {PRIMARY if road else LANE}
        return sum(stroke.dots.bit_count() for stroke in strokes)

    assert 1.4 * dots(None) < dots("primary")


# -- land and sea -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("zoom", CHART_SCALES)
def test_land_and_sea_of_the_pacific(kit: ModuleType, zoom: str) -> None:
    entry, layout = kit.chart_entry("pacific"), _laid(kit, "pacific", zoom)
    assert _cell(entry, layout, 35.9, 139.4) != SEA, "Tokyo"
    assert _cell(entry, layout, -25.0, 140.0) == LAND, "Australia"
    assert _cell(entry, layout, 38.0, 241.0) == LAND, "California, beyond 180 degrees"
    for name, point in ISLANDS.items():
        assert _cell(entry, layout, *point) != SEA, name
    for latitude in (24.0, 33.0):
        for longitude in (176.0, 182.6, 189.0):
            assert _cell(entry, layout, latitude, longitude) == SEA, "the sea around Midway"
    for longitude in (175.0, 180.0, 185.0):
        assert _cell(entry, layout, 40.0, longitude) == SEA


@pytest.mark.parametrize(
    ("name", "land", "sea"),
    [
        ("france", (50.3, 4.0), (50.3, 0.2)),
        ("africa", (30.8, 24.0), (33.0, 26.0)),
        ("normandy", (48.9, -0.6), (49.6, -0.6)),
        ("normandy", (49.5, -1.5), (49.5, -1.95)),
    ],
)
def test_land_and_sea_of_the_desert_commander(
    kit: ModuleType, name: str, land: tuple[float, float], sea: tuple[float, float]
) -> None:
    for zoom in CHART_SCALES:
        assert _cell(kit.chart_entry(name), _laid(kit, name, zoom), *land) == LAND
        assert _cell(kit.chart_entry(name), _laid(kit, name, zoom), *sea) == SEA


def test_coasts_are_drawn_in_quarters(kit: ModuleType) -> None:
    layout = _laid(kit, "pacific", "middle")
    lines = grid_text(kit.chart_entry("pacific"), Scene({}), "middle", look=LOOK)
    assert {cell for row in layout.land for cell in row} == set(range(16))
    assert set(FULL.coast[1:15]) <= set("".join(lines))


@pytest.mark.parametrize("glyphs", GLYPH_SETS.values(), ids=GLYPH_SETS)
def test_coast_has_a_glyph_for_every_pattern(glyphs: object) -> None:
    for known in (FULL, NARROW, ASCII):
        assert len(known.coast) == 16
        assert known.coast[SEA] == " " != known.coast[LAND]
        assert len(known.lanes) == 5
    assert len(set(FULL.coast)) == len(set(NARROW.coast)) == 16


@pytest.mark.parametrize("zoom", CHART_SCALES)
@pytest.mark.parametrize("name", ["pacific", "normandy"])
def test_the_ascii_set_draws_ascii_alone(kit: ModuleType, name: str, zoom: str) -> None:
    entry = kit.chart_entry(name)
    spaces = list(spaces_of(entry))
    overlay = Overlay({spaces[0]: "reach", spaces[1]: "choice"}, {spaces[0]: "3"})
    lines = grid_text(entry, kit.chart_scene(entry), zoom, overlay=overlay, cursor=spaces[2], glyphs="ascii", look=LOOK)
    assert "".join(lines).isascii()
    assert ASCII.coast[LAND] * 3 in "".join(lines)


def test_longitudes_count_on_past_180(kit: ModuleType) -> None:
    entry = kit.chart_entry("pacific")
    assert spaces_of(entry)["USA"].at[1] > 180
    for zoom in CHART_SCALES:
        spots = _laid(kit, "pacific", zoom).spots
        assert spots["JPN"][0] < spots["WAK"][0] < spots["MID"][0] < spots["HAW"][0] < spots["USA"][0]
    SpaceEntry(name="Greenwich", at=(51.5, 360), source="x")
    with pytest.raises(ValidationError):
        SpaceEntry(name="Nowhere", at=(51.5, 361), source="x")


def test_a_chart_upside_down_is_refused() -> None:
    with pytest.raises(ValidationError, match="`north` must lie above `south`"):
        ChartEntry(north=0, south=10, west=0, east=40, columns=80, rows=20, land=(), source="x")
    with pytest.raises(ValidationError, match="count on past 180"):
        ChartEntry(north=10, south=0, west=170, east=-170, columns=80, rows=20, land=(), source="x")


# -- what stands in the boxes -----------------------------------------------------------------------------


def _box_text(composer: ChartComposer, space: str) -> list[str]:
    box = composer.layout.boxes[space]
    return [_text(composer, y)[box.x : box.x + box.width] for y in range(box.y, box.y + box.height)]


def _forces(kit: ModuleType, side: str, *classes: tuple[str, int]) -> list[object]:
    return [kit.force(f"{side}{kind}{n}", side, kind) for kind, count in classes for n in range(count)]


def _with(kit: ModuleType, zoom: str, counters: list[object], **other: object) -> ChartComposer:
    entry = kit.chart_entry("pacific")
    here = SpaceScene("US", tuple(counters), **other)  # type: ignore[arg-type]
    return _composer(entry, _laid(kit, "pacific", zoom), Scene({"CAR": here}))


def test_many_counters_stand_by_class(kit: ModuleType) -> None:
    us = _forces(kit, "US", ("CV", 4), ("BB", 3), ("TRN", 12), ("INF", 5))
    japan = _forces(kit, "Japan", ("CV", 6), ("CVL", 3), ("LBA", 9))
    lines = _box_text(_with(kit, "near", us + japan), "CAR")
    body = [line for line in lines if any(mark in line for mark in FULL.sides[:2])]
    assert any("▲ " in line and "CV 6 " in line and "CVL 3 " in line for line in body)
    assert any("▼ " in line and "CV 4 " in line and "BB 3 " in line for line in body)
    assert "TRN 12" in "".join(lines)


def test_few_counters_stand_one_by_one(kit: ModuleType) -> None:
    lines = _box_text(_with(kit, "near", _forces(kit, "US", ("CV", 2)) + _forces(kit, "Japan", ("BB", 1))), "CAR")
    assert "▲BB2 LJapanBB0" in lines[1]
    assert "▼CV2 LUSCV0" in lines[2]
    assert "CV2 LUSCV1" in lines[2]


def test_the_middle_zoom_counts_by_class_and_side(kit: ModuleType) -> None:
    us = _forces(kit, "US", *((kind, 2) for kind in ("CV", "BB", "CRU", "DD", "TRN", "SS", "MAR")))
    lines = _box_text(_with(kit, "middle", us + _forces(kit, "Japan", ("CV", 1))), "CAR")
    assert "▲ CV1" in lines[1]
    assert "▼ CV2 BB2" in lines[2]
    assert "+" in lines[2], "what does not fit is counted"
    rest = int(lines[2].split("+")[1].split()[0])
    assert rest + sum(int(chip[-1]) for chip in lines[2].split("+")[0].split()[1:]) == len(us)


def test_the_far_zoom_tells_holder_and_numbers(kit: ModuleType) -> None:
    assert "▼CAR 7" in _box_text(_with(kit, "far", _forces(kit, "US", ("CV", 7))), "CAR")[0]
    both = _forces(kit, "US", ("CV", 7)) + _forces(kit, "Japan", ("CV", 3))
    assert "CAR▼7▲3" in _box_text(_with(kit, "far", both), "CAR")[0]
    assert "▼CAR▲3" in _box_text(_with(kit, "far", _forces(kit, "Japan", ("CV", 3))), "CAR")[0]
    assert f"{FULL.place}PAL" in _box_text(_with(kit, "far", []), "PAL")[0]


def test_flags_of_some_are_counted(kit: ModuleType) -> None:
    some = [kit.force("a", "US", "CV", "selected"), *_forces(kit, "US", ("CV", 20))]
    assert f"CV 21{FULL.flags['selected']}1" in "".join(_box_text(_with(kit, "near", some), "CAR"))
    every = [replace(counter, flags=frozenset(["moved"])) for counter in _forces(kit, "US", ("CV", 20))]  # type: ignore[type-var]
    assert f"CV 20{FULL.flags['moved']} " in "".join(_box_text(_with(kit, "near", every), "CAR"))


def test_a_click_on_a_class_means_one_that_can_be_chosen(kit: ModuleType) -> None:
    counters = [*_forces(kit, "US", ("CV", 20)), kit.force("chosen", "US", "CV", "choice")]
    composer = _with(kit, "near", counters)
    box = composer.layout.boxes["CAR"]
    at = _text(composer, box.y + 1).index("CV 21", box.x)
    assert composer.unit_at(at, box.y + 1) == "chosen"
    assert composer.unit_at(at, box.y) is None
    assert composer.unit_at(at, -1) is None


@pytest.mark.parametrize("zoom", CHART_SCALES)
@pytest.mark.parametrize("name", ["pacific", "normandy"])
def test_forty_counters_stay_in_their_box(kit: ModuleType, name: str, zoom: str) -> None:
    entry = kit.chart_entry(name)
    layout, scene = _laid(kit, name, zoom), kit.chart_scene(entry)
    bare = _composer(entry, layout, Scene({}))
    composer = _composer(entry, layout, scene)
    for y in range(layout.height):
        before, after = _text(bare, y), _text(composer, y)
        assert len(before) == len(after) == layout.width
        inside = {x for box in layout.boxes.values() if box.y <= y < box.y + box.height
                  for x in range(box.x, box.x + box.width)}  # fmt: skip
        assert all(before[x] == after[x] for x in range(layout.width) if x not in inside)


@pytest.mark.parametrize("zoom", CHART_SCALES)
def test_highlights_notes_and_badges(kit: ModuleType, zoom: str) -> None:
    entry, layout = kit.chart_entry("pacific"), _laid(kit, "pacific", zoom)
    scene = Scene({"SOL": SpaceScene("US", badges=("objective",), markers=("fort 2",))})
    overlay = Overlay({"SOL": "reach", "PAL": "choice"}, {"SOL": "4"})
    composer = _composer(entry, layout, scene, overlay=overlay)
    head = _box_text(composer, "SOL")[0]
    assert FULL.highlights["reach"] in head
    assert FULL.highlights["choice"] in _box_text(composer, "PAL")[0]
    grounds = {ground for _, ground, _ in composer.row(layout.boxes["SOL"].y)}
    assert "highlight.reach" in grounds
    if zoom != "far":
        assert f"{FULL.highlights['reach']}4" in head
        assert FULL.of_title(LOOK).signs["objective"] in head


def test_control_shows_in_ground_and_glyph(kit: ModuleType) -> None:
    entry, layout = kit.chart_entry("pacific"), _laid(kit, "pacific", "middle")
    composer = _composer(entry, layout, Scene({"SOL": SpaceScene("US"), "PAL": SpaceScene("Japan")}))
    for space, role, mark in (("SOL", "blue", "▼"), ("PAL", "earth", "▲"), ("YAP", "none", FULL.place)):
        space = "CAR" if space == "YAP" else space
        box = layout.boxes[space]
        assert f"chart.{role}" in {ground for text, ground, _ in composer.row(box.y) if space in text}
        assert f"{mark}{space}" in _box_text(composer, space)[0]
        assert composer.ground_of(space) == f"chart.{role}"


@pytest.mark.parametrize(
    ("name", "room", "told"),
    [
        ("Fiji and Samoa", 14, "Fiji and Samoa"),
        ("Fiji and Samoa", 12, "Fiji & Samoa"),
        ("Solomon Islands", 12, "Solomon Is."),
        ("New Caledonia", 12, "N. Caledonia"),
        ("Bonin and Iwo Jima", 12, "Bonin & Iwo"),
        ("Borneo and Java", 12, "Borneo"),
        ("Juno-Sword Beaches", 12, "Juno-Sword"),
        ("Philippeville", 12, "Philippevil."),
    ],
)
def test_a_long_name_loses_words_before_letters(name: str, room: int, told: str) -> None:
    assert shortened(name, room) == told


def test_a_cursor_has_brackets_and_changes_the_head_alone(kit: ModuleType) -> None:
    entry, layout = kit.chart_entry("pacific"), _laid(kit, "pacific", "near")
    composer = _composer(entry, layout, kit.chart_scene(entry), cursor="SOL")
    box = layout.boxes["SOL"]
    left, right = FULL.cursor
    line = _text(composer, box.y)[box.x - 1 : box.x + box.width + 1]
    assert left in line
    assert right in line
    assert composer.forget(["SOL"], labels_only=True) == [Box(box.x - 1, box.y, box.width + 2, 1)]
    assert composer.forget(["SOL"]) == [Box(box.x - 1, box.y, box.width + 2, box.height)]
