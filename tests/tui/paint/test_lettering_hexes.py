"""What stands in the hexes of a painted map at each zoom: counters, stacks, numbers, names, marks."""

from dataclasses import replace

import pytest

from tests.tui.map.hex_sample import counter, hex_map, hex_scene
from tests.tui.map.looks import LOOK
from tests.tui.paint.lettered import lettering, opening, texts, with_words
from wargame_tui.board.look import TerrainLook
from wargame_tui.board.scene import Counter, Overlay, Scene, SpaceScene
from wargame_tui.tui.map.glyphs import FULL
from wargame_tui.tui.map.hex_layout import SCALES
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.map.view import Box, View
from wargame_tui.tui.paint.lettering.cards import Press, chip, one_row, sign
from wargame_tui.tui.paint.lettering.hexes import HexLettering
from wargame_tui.tui.paint.lettering.inks import luminance
from wargame_tui.tui.paint.lettering.sheet import COUNTERS, CURSOR, FAN, NAMES
from wargame_tui.tui.paint.painter import Text
from wargame_tui.tui.paint.style import map_style

ENTRY = hex_map()
PAPER = map_style("paper")


def made(zoom: str = "near", scene: Scene | None = None, **view: object) -> HexLettering:
    found = lettering(ENTRY, View(scene=scene or Scene(spaces={}), look=LOOK, **view), zoom)  # type: ignore[arg-type]
    assert isinstance(found, HexLettering)
    return found


def stack(count: int) -> Scene:
    return Scene(spaces={"0304": SpaceScene(counters=tuple(counter(str(n)) for n in range(count)))})


# -- counters --------------------------------------------------------------------------------------------


def press(stripe: tuple[str, ...] = ()) -> Press:
    view = View(look=LOOK, stripe=(lambda _: stripe) if stripe else None)
    return Press(FULL.of_title(LOOK), view, Sides({"German", "Allied"}, LOOK))


def words(found: list[tuple[int, Text]]) -> dict[int, str]:
    """Row by row, what is written."""
    rows: dict[int, str] = {}
    for y, text in sorted(found, key=lambda line: (line[0], line[1].x)):
        rows[y] = rows.get(y, "") + text.words
    return rows


def test_a_counter_has_two_rows_box_size_and_name_over_the_factors() -> None:
    one = replace(counter("424"), numbers="6-6-4", quality="")
    assert words(press().whole(one, 8, 3, 7)) == {7: "⊠III 424", 8: "6-6-4   "}
    assert {text.x for _, text in press().whole(one, 8, 3, 7)} == {3}


def test_a_band_stands_at_the_left_edge_of_both_rows() -> None:
    found = press(("#ff0000", "#0000ff")).whole(counter("424"), 10, 3, 7)
    assert [(y, text.ink) for y, text in found if text.words == "▌"] == [(7, "#ff0000"), (8, "#0000ff")]
    assert {*map(len, words(found).values())} == {10}
    (_, band), (_, rest) = press(("#ff0000",)).row(counter("424"), 14, 3, 7)
    assert (band.words, band.ink, rest.x, len(rest.words)) == ("▌", "#ff0000", 4, 13)


def test_factors_outlast_marks_in_one_row() -> None:
    one = replace(counter("401"), numbers="S-(2)-0", flags=frozenset({"locked"}))
    assert one_row(one, 8, FULL, "S-(2)-0") == "⊠S-(2)-0"
    assert one_row(one, 9, FULL, "S-(2)-0") == "⊠S-(2)-0◦"
    assert one_row(one, 6, FULL, "10-10-10").startswith("⊠5")


def test_letters_and_numbers_do_not_run_together() -> None:
    assert one_row(Counter("1", "US", "", "CV", "US", "4", "4"), 8, FULL, "4").startswith("CV 4")


@pytest.mark.parametrize(("rows", "count", "tops"), [
    (4, 1, [1]), (4, 2, [1, 3]), (4, 5, [1, 3]), (6, 1, [2]), (6, 2, [1, 3]), (6, 4, [1, 3, 5]),
    (8, 1, [3]), (8, 3, [1, 3, 5]), (8, 5, [1, 3, 5, 7]),
])  # fmt: skip
def test_a_stack_fills_its_hex_and_no_more(rows: int, count: int, tops: list[int]) -> None:
    found = press().stack([counter(str(n)) for n in range(count)], 11, rows, 0, 0)
    first = {unit: min(y for y, text in found if text.unit == unit) for _, text in found if (unit := text.unit)}
    assert [*first.values()] == tops
    read = words(found)
    assert max(read) < rows
    assert {*map(len, read.values())} == {11}
    assert read[max(read)].endswith(f"×{count}") == (count > len(tops))


def test_small_ones_tell_arm_size_strength_and_how_many() -> None:
    two = [counter("1"), counter("2")]
    assert chip(two, 4, 2, FULL) == ["⊠III", "10×2"]
    assert chip(two[:1], 4, 2, FULL) == ["⊠III", "5   "]
    assert sign(two[:1], FULL) == "⊠5"
    assert sign(two, FULL) == "⊠+", "ten have no room"
    assert sign([replace(counter("1"), strength="")], FULL) == "⊠ "


@pytest.mark.parametrize("zoom", ["near", "close"])
def test_counters_stand_on_their_ground_those_below_in_the_shade(zoom: str) -> None:
    letters = made(zoom, stack(2))
    grounds = [{text.ground for _, text in texts(letters) if text.unit == unit} for unit in "01"]
    assert grounds[0]
    assert not grounds[0] & grounds[1]
    card, low = (press().colors(counter("0"), low=low)[0] for low in (False, True))
    assert luminance(low) < luminance(card)
    box = letters.layout.boxes["0304"]
    for y, text in texts(letters):
        if text.unit:
            assert letters.layout.space_at(text.x, y) == letters.layout.space_at(text.x + 7, y) == "0304"
            assert box.y <= y < box.y + box.height


# -- names and numbers -----------------------------------------------------------------------------------


def test_a_name_stands_whole_beside_its_sign_and_not_under_the_counter() -> None:
    scene = Scene(spaces={"0208": SpaceScene(counters=(counter("14"), counter("15")))})
    letters = made("near", scene)
    ((y, text),) = with_words(letters, "Losheimergraben")
    counters = letters.cells(COUNTERS)
    assert not counters.covered(Box(text.x, y, len(text.words), 1))
    assert with_words(made("close", scene), "Losheimergraben")


@pytest.mark.parametrize("zoom", ["near", "close"])
def test_the_row_below_a_counter_is_left_to_its_cardboard(zoom: str) -> None:
    letters = made(zoom, Scene(spaces={"0304": SpaceScene(counters=(counter("14"),))}))
    bottom = max(y for y, text in texts(letters) if text.unit) + 1
    left = min(text.x for _, text in texts(letters) if text.unit)
    ((y, name),) = with_words(letters, "Dasburg")
    assert y < bottom - 2 or name.x + 7 <= left or name.x >= left + 8
    assert not letters.cells(NAMES).covered(Box(left, bottom, 8, 1))


def test_great_towns_are_bold_and_hamlets_step_back() -> None:
    letters = made()
    ((_, town),), ((_, hamlet),) = with_words(letters, "Bastogne"), with_words(letters, "Ourthe")
    assert town.bold
    assert not hamlet.bold
    assert town.ink != hamlet.ink
    assert town.ground is hamlet.ground is None


def test_victory_points_stand_beside_the_name_in_an_ink_of_their_own() -> None:
    letters = made("near", Scene(spaces={"0707": SpaceScene(badges=("VP 2",))}))
    ((y, name),) = with_words(letters, "Bastogne")
    ((row, points),) = with_words(letters, "★2")
    assert (row, points.x) == (y, name.x + 9)
    assert points.ink != name.ink


def test_who_holds_a_town_shows_in_the_ink_of_its_name() -> None:
    inks = set()
    for control in (None, "German", "Allied"):
        counters = (counter("1"), counter("2", "Allied"))
        spaces = {"0707": SpaceScene(control=control), "0101": SpaceScene(counters=counters)}
        inks |= {text.ink for _, text in with_words(made("near", Scene(spaces=spaces)), "Bastogne")}
    assert len(inks) == 3


def test_numbers_are_faint_and_stand_where_nothing_else_does() -> None:
    letters = made("near", hex_scene())
    ((_, number),) = with_words(letters, "0101")
    assert number.ink == PAPER.faint
    assert not number.bold
    for y in range(letters.layout.height):
        row = letters.row(y)
        cells = [cell for text in row if text.words[:1].strip() and text.ink == PAPER.faint
                 for cell in range(text.x, text.x + len(text.words))]  # fmt: skip
        others = {cell for text in row if text.ink != PAPER.faint for cell in range(text.x, text.x + len(text.words))}
        assert not others & {*cells}
    assert not with_words(made("middle"), "0101")


def test_the_sea_has_no_numbers() -> None:
    terrains = {**LOOK.terrains, "clear": TerrainLook(tone="ocean", blind=True)}
    view = View(look=LOOK.model_copy(update={"terrains": terrains}))
    sea = lettering(ENTRY, view)
    assert isinstance(sea, HexLettering)
    wet = set(sea.layout.terrain.blind)
    names = sea.layout.terrain.grid.names
    numbers = {text.words for _, text in texts(sea)}
    assert wet
    assert not {names[hex_] for hex_ in wet} & numbers
    assert {name for hex_, name in enumerate(names) if hex_ not in wet} & numbers


def test_what_is_out_of_play_has_neither_name_nor_number() -> None:
    letters = made("near", Scene(spaces={}, outside=frozenset({"0707", "0101"})))
    assert not with_words(letters, "Bastogne")
    assert not with_words(letters, "0101")
    assert with_words(letters, "W0101")


# -- what is told of a hex ---------------------------------------------------------------------------------


def test_highlights_notes_and_markers_are_told_and_cover_no_name() -> None:
    overlay = Overlay(highlights={"0707": "reach", "0505": "choice"}, notes={"0707": "4"})
    scene = Scene(spaces={"0304": SpaceScene(markers=("IP",))})
    letters = made("near", scene, overlay=overlay)
    (((y, text),)) = with_words(letters, "▸4")
    assert not letters.cells(NAMES).covered(Box(text.x, y, 2, 1))
    assert with_words(letters, "◆")[0][1].ink != text.ink
    assert with_words(letters, FULL.of_title(LOOK).signs["IP"])
    assert with_words(made("middle", scene, overlay=overlay), "▸4")
    assert with_words(made("far", scene, overlay=overlay), "▸4")


def test_notes_cover_neither_names_that_fill_their_row_nor_the_number_at_the_cursor() -> None:
    """`Hill 314` with a counter below it and 3-1 against it must not read `Hill 3⚔3-13`."""
    entry, view = opening("first_command/mortain")
    taken = [space for space, here in view.scene.spaces.items() if here.counters]
    overlay = Overlay(highlights=dict.fromkeys(taken, "battle"), notes=dict.fromkeys(taken, "3-1"))
    for cursor in taken:
        letters = lettering(entry, replace(view, overlay=overlay, cursor=cursor), "near")
        notes = with_words(letters, "⚔3-1")
        assert len(notes) == len(taken)
        for y, told in notes:
            place = Box(told.x, y, len(told.words), 1)
            for layer in (NAMES, COUNTERS, CURSOR):
                assert not letters.cells(layer).covered(place), (cursor, place)


def test_in_a_full_hex_a_note_stands_beside_the_name() -> None:
    overlay = Overlay(highlights={"0304": "reach"}, notes={"0304": "2½"})
    letters = made("near", stack(7), overlay=overlay)
    (((y, note),)) = with_words(letters, "▸2½")
    ((row, name),) = with_words(letters, "Dasburg")
    if row == y:
        assert note.x in (name.x + len("Dasburg"), name.x - len("▸2½"))
    assert not letters.cells(NAMES).covered(Box(note.x, y, len("▸2½"), 1)), "no letter of a name is covered"
    assert not letters.cells(COUNTERS).covered(Box(note.x, y, len("▸2½"), 1))


def test_jump_letters_stand_above_all() -> None:
    letters = made("near", hex_scene(), jumps={"0707": "ab"})
    y, text = with_words(letters, "ab")[0]
    assert letters.row(y)[-1] == text
    assert text.ground == PAPER.highlights["choice"].color


# -- the cursor --------------------------------------------------------------------------------------------


def test_the_cursor_reverses_number_and_name() -> None:
    letters = made("near", cursor="0707")
    assert with_words(letters, "0707")[0][1].ground == PAPER.cursor
    assert with_words(letters, "Bastogne")[0][1].ground == PAPER.cursor
    assert len(with_words(letters, "0707")) == 1
    assert with_words(made("far", cursor="0707"), "0707 Bastogne")


@pytest.mark.parametrize(("zoom", "few", "many"), [("near", 1, 2), ("close", 2, 3), ("middle", 1, 2)])
def test_a_stack_fans_out_at_the_cursor_if_it_hides_anything(zoom: str, few: int, many: int) -> None:
    assert not [text for _, text in made(zoom, stack(few), cursor="0304").sheet.piece((FAN, "")) if text.unit]
    letters = made(zoom, stack(many), cursor="0304")
    assert {text.unit for _, text in letters.sheet.piece((FAN, ""))} >= {str(n) for n in range(many)}
    assert all(text.listed for _, text in letters.sheet.piece((FAN, "")))
    assert not any(text.listed for _, text in letters.sheet.piece((COUNTERS, "0304")))
    assert not made(zoom, stack(many)).sheet.piece((FAN, ""))
    assert not made(zoom, stack(many), cursor="0304", jumps={"0304": "a"}).sheet.piece((FAN, ""))


@pytest.mark.parametrize("zoom", ["far", "whole"])
def test_on_the_whole_map_in_small_a_large_stack_is_counted_instead(zoom: str) -> None:
    few, many = (made(zoom, stack(count), cursor="0304").sheet.piece((FAN, "")) for count in (4, 7))
    assert {text.unit for _, text in few} >= {"0", "1", "2", "3"}
    assert [text.words.strip() for _, text in many] == ["0304 Dasburg: 7 units"]


def test_the_fan_lies_beside_its_hex_in_two_columns_and_off_other_counters() -> None:
    other = SpaceScene(counters=(counter("x"),))
    scene = Scene(spaces={**stack(7).spaces, "0204": other, "0305": other, "0303": other})
    letters = made("near", scene, cursor="0304")
    fan = letters.sheet.piece((FAN, ""))
    assert len({text.unit for _, text in fan}) == 7
    assert len({text.x for _, text in fan}) == 2
    counters, hidden = letters.cells(COUNTERS), 0
    for y, text in fan:
        hidden += counters.covered(Box(text.x, y, len(text.words), 1))
        assert 0 <= text.x <= letters.layout.width - len(text.words)
    assert hidden == 0
    assert not letters.sheet.piece((CURSOR, "0303"))


def test_the_fan_stays_on_the_screen_where_its_hex_is() -> None:
    free = made("near", stack(7), cursor="0304")
    box, across = free.layout.boxes["0304"], free.layout.width
    lies = min(text.x for _, text in free.sheet.piece((FAN, "")))
    assert lies < box.x - 6, "to the left, where it covers least"
    window = Box(box.x - 6, 0, across, free.layout.height)
    framed = made("near", stack(7), cursor="0304", window=window).sheet.piece((FAN, ""))
    assert framed
    assert min(text.x for _, text in framed) >= window.x
    elsewhere = made("near", stack(7), cursor="0304", window=Box(0, 0, box.x, free.layout.height))
    assert min(text.x for _, text in elsewhere.sheet.piece((FAN, ""))) == lies, "scrolled away"


def test_a_small_screen_is_left_to_the_map_the_rest_of_a_large_stack_is_counted() -> None:
    box = made("near").layout.boxes["0304"]
    window = Box(box.x - 20, max(0, box.y - 4), 80, 10)
    fan = made("near", stack(14), cursor="0304", window=window).sheet.piece((FAN, ""))
    assert sum(len(text.words) for _, text in fan) <= 80 * 10 / 3
    shown = len({text.unit for _, text in fan if text.unit})
    assert 0 < shown < 14
    assert f"+{14 - shown} more" in {text.words.strip() for _, text in fan}
    assert len({text.unit for _, text in made("near", stack(14), cursor="0304").sheet.piece((FAN, ""))}) == 14


def test_the_name_at_the_cursor_is_not_told_twice_where_hexes_are_small() -> None:
    letters = made("middle", stack(2), cursor="0304")
    assert with_words(letters, "Dasburg")[0][1].ground == PAPER.cursor
    assert [text.words.strip() for _, text in letters.sheet.piece((FAN, "")) if not text.unit] == ["0304"]


def test_boxes_beside_the_map_tell_their_name_and_their_units() -> None:
    for zoom in SCALES:
        letters = made(zoom, hex_scene())
        box = letters.layout.asides["south_west"]
        inside = [text for y, text in texts(letters) if box.y <= y < box.y + box.height and text.x >= box.x]
        assert any("South-west"[:5] in text.words for text in inside)
        assert any(text.unit for text in inside)
        assert all(text.ground for text in inside if text.x < box.x + box.width)
