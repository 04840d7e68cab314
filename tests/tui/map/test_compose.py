"""What the composed map shows, read from its text."""

from dataclasses import replace

import pytest

from tests.tui.map.looks import LOOK
from wargame_tui.board.area import AreaMapEntry
from wargame_tui.board.scene import Counter, Overlay, Scene, SpaceScene
from wargame_tui.tui.map.compose import Composer
from wargame_tui.tui.map.glyphs import FULL
from wargame_tui.tui.map.layout import ZOOMS, Layout, compute_layout, layout_for, spaces_of
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.map.text import grid_text
from wargame_tui.tui.map.view import View

EMPTY = Scene(spaces={})


def _counter(unit: str, side: str = "German", **changes: object) -> Counter:
    counter = Counter(unit=unit, side=side, label=unit, symbol="infantry", branch="Army", strength="3", numbers="4-4-5")
    return replace(counter, **changes)  # type: ignore[arg-type]


def _composer(entry: AreaMapEntry, zoom: str, view: View) -> Composer:
    composer = Composer(entry, layout_for(entry, zoom), FULL, view)
    composer.forget_all()
    return composer


def _in_box(lines: list[str], layout: Layout, space: str) -> list[str]:
    box = layout.boxes[space]
    return [line.ljust(layout.width)[box.x - 1 : box.x + box.width + 1] for line in lines[box.y : box.y + box.height]]


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("glyphs", ["full", "narrow", "ascii"])
def test_every_label_can_be_read_whole(entry: AreaMapEntry, scene: Scene, zoom: str, glyphs: str) -> None:
    layout = compute_layout(entry, zoom)
    lines = grid_text(entry, scene, zoom, glyphs=glyphs, look=LOOK)
    for space, item in spaces_of(entry).items():
        words = space if zoom == "far" else f"{space} {item.name}"
        assert words in _in_box(lines, layout, space)[0]


@pytest.mark.parametrize("zoom", ZOOMS)
def test_roads_lead_up_to_the_names(entry: AreaMapEntry, zoom: str) -> None:
    """On an empty map every road cell's arm meets an arm of the next cell, or a label with its blank."""
    composer = _composer(entry, zoom, View(look=LOOK, scene=EMPTY))
    layout = composer.layout
    arms = {glyph: arms for arms, glyph in FULL.roads.items() if any(arms)}
    lines = ["".join(text for text, _, _ in composer.row(y)) for y in range(layout.height)]
    bridges = set(FULL.bridge_along + FULL.bridge_across + FULL.bridge_down)
    labels = {
        (x, y)
        for box in layout.boxes.values()
        for y in range(box.y, box.y + box.height)
        for x in range(box.x - 1, box.x + box.width + 1)
    }
    for y, line in enumerate(lines):
        for x, char in enumerate(line):
            for side, arm in enumerate(arms.get(char, ())):
                if arm:
                    dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[side]
                    there = lines[y + dy][x + dx]
                    meets = there in bridges or arms.get(there, (0, 0, 0, 0))[(side + 2) % 4]
                    assert meets or (x + dx, y + dy) in labels, (x, y, char, there)


@pytest.mark.parametrize("zoom", ZOOMS)
def test_bridges_show_whether_they_stand(entry: AreaMapEntry, zoom: str) -> None:
    standing = "\n".join(grid_text(entry, replace(EMPTY, bridges=_bridges(entry, stand=True)), zoom))
    fallen = "\n".join(grid_text(entry, replace(EMPTY, bridges=_bridges(entry, stand=False)), zoom))
    assert FULL.bridge_down not in standing
    assert FULL.bridge_along in standing
    assert FULL.bridge_down in fallen
    assert FULL.bridge_along not in fallen
    assert FULL.bridge_down in "\n".join(grid_text(entry, EMPTY, zoom, look=LOOK)), "as the map file says"


def _bridges(entry: AreaMapEntry, *, stand: bool) -> dict[str, bool]:
    return {f"{link.between[0]}-{link.between[1]}": stand for link in entry.links if link.river}


def test_near_zoom_shows_both_sides_counters(entry: AreaMapEntry) -> None:
    german = tuple(_counter(f"{n}/26V") for n in range(1, 5))
    allied = tuple(_counter(f"{n}/28", "Allied", branch="US") for n in range(1, 5))
    scene = Scene(spaces={"9": SpaceScene(control="Allied", counters=german + allied)})
    text = "\n".join(_in_box(grid_text(entry, scene, "near", look=LOOK), compute_layout(entry, "near"), "9"))
    for counter in german + allied:
        assert counter.label in text
    assert FULL.contested in text


def test_crowded_zone_counts_what_it_cannot_show(entry: AreaMapEntry) -> None:
    scene = Scene(spaces={"A": SpaceScene(counters=tuple(_counter(f"{n}/12V") for n in range(18)))})
    text = "\n".join(_in_box(grid_text(entry, scene, "near", look=LOOK), compute_layout(entry, "near"), "A"))
    assert text.count("/12V") == 11
    assert "+7 more" in text


def test_middle_zoom_sums_up_a_stack(entry: AreaMapEntry) -> None:
    scene = Scene(spaces={"9": SpaceScene(counters=(_counter("a"), _counter("b", strength="2")))})
    lines = _in_box(grid_text(entry, scene, "middle", look=LOOK), compute_layout(entry, "middle"), "9")
    assert f"{FULL.symbols['infantry']}5{FULL.times}2" in lines[1]


def test_middle_zoom_shows_the_state_that_a_stack_shares(entry: AreaMapEntry) -> None:
    dug_in = _counter("a", flags=frozenset({"entrenched", "moved"}))
    scene = Scene(spaces={"9": SpaceScene(counters=(dug_in, _counter("b", flags=frozenset({"entrenched"}))))})
    line = _in_box(grid_text(entry, scene, "middle", look=LOOK), compute_layout(entry, "middle"), "9")[1]
    assert FULL.flags["entrenched"] in line
    assert FULL.flags["moved"] not in line


@pytest.mark.parametrize("zoom", ["middle", "near"])
def test_badges_highlights_and_notes_stand_beside_the_name(entry: AreaMapEntry, zoom: str) -> None:
    scene = Scene(spaces={"9": SpaceScene(badges=("VP 2",))})
    overlay = Overlay({"9": "reach"}, {"9": "4"})
    line = _in_box(grid_text(entry, scene, zoom, overlay=overlay, look=LOOK), compute_layout(entry, zoom), "9")[0]
    assert f"9 Bastogne {FULL.highlights['reach']}4 {FULL.of_title(LOOK).signs['VP']}2" in line


@pytest.mark.parametrize("zoom", ZOOMS)
def test_cursor_is_bracketed(entry: AreaMapEntry, zoom: str) -> None:
    line = _in_box(grid_text(entry, EMPTY, zoom, cursor="9", look=LOOK), compute_layout(entry, zoom), "9")[0]
    assert f"{FULL.cursor[0]}9" in line
    assert FULL.cursor[1] in line


def test_neighbouring_regions_differ_in_shade_mostly(entry: AreaMapEntry) -> None:
    composer = _composer(entry, "middle", View(look=LOOK, scene=EMPTY))
    grounds = {ground for text, ground, _ in composer.row(composer.layout.height // 2) if text}
    assert len([ground for ground in grounds if ground.startswith("land.none")]) >= 2


def test_spaces_out_of_play_look_so(entry: AreaMapEntry) -> None:
    composer = _composer(entry, "middle", View(look=LOOK, scene=replace(EMPTY, outside=frozenset({"9"}))))
    box = composer.layout.boxes["9"]
    assert any(ground == "outside" for _, ground, _ in composer.row(box.y))


def test_changing_a_space_composes_only_its_rows(entry: AreaMapEntry) -> None:
    view = View(look=LOOK, scene=EMPTY)
    composer = _composer(entry, "middle", view)
    before = [composer.row(y) for y in range(composer.layout.height)]
    view.scene = Scene(spaces={"9": SpaceScene(control="German")})
    composer.sides = Sides(["German"], LOOK)
    (dirty,) = composer.forget(["9"])
    after = [composer.row(y) for y in range(composer.layout.height)]
    assert dirty == composer.extent("9")
    for y, (one, other) in enumerate(zip(before, after, strict=True)):
        inside = dirty.y <= y < dirty.y + dirty.height
        assert (one is other) != inside
        assert (one == other) != inside
