"""Counters as pictures and in characters: everything on them is told, and told apart."""

from functools import cache
from itertools import combinations
from types import SimpleNamespace
from typing import Any, get_args

import numpy as np
import pytest
from PIL import Image

from tests.tui.counters import odd, piece
from tests.tui.paint.blindness import EYES, apart
from wargame_tui.board.look import Paint, Symbol
from wargame_tui.board.scene import Counter, Flag
from wargame_tui.core.game import Game
from wargame_tui.core.title import find_title, title_ids
from wargame_tui.tui.coats import sides_of
from wargame_tui.tui.map.glyphs import ASCII, FULL, GLYPH_SETS
from wargame_tui.tui.paint import counters
from wargame_tui.tui.paint.counter_cells import Run, counter_cells
from wargame_tui.tui.paint.counter_face import (
    CARDS,
    HUES,
    CounterStyle,
    Stripes,
    face_of,
    roster,
    strength_apart,
    style_of,
)
from wargame_tui.tui.paint.counters import KEPT, Size, draw_counter, draw_fan, draw_stack, planned
from wargame_tui.tui.paint.symbols import BADGES, SIGNS, SIZES
from wargame_tui.tui.screens.table.bands import Bands

SIGN_SIZES: tuple[Size, ...] = ((24, 24), (28, 28), (60, 40), (96, 96))
AT_A_GLANCE = 15.0
"""CIELAB distance of colours that nobody takes for one another."""


def mono(image: Image.Image) -> np.ndarray[Any, Any]:
    """A picture in greys, on white."""
    white = Image.new("RGBA", image.size, "#ffffff")
    white.alpha_composite(image)
    return np.asarray(white.convert("L"), float)


def changed(one: Image.Image, other: Image.Image, by: float = 60) -> int:
    """Pixels that differ plainly between two pictures without colours."""
    return int((np.abs(mono(one) - mono(other)) > by).sum())


@cache
def opening(title_id: str) -> tuple[Any, list[Any]]:
    """A title, and the states in which its scenarios begin."""
    title = find_title(title_id)
    return title, [Game(title, scenario.id, 1).state for scenario in title.scenarios()]


@cache
def printed(title_id: str) -> frozenset[tuple[Counter, CounterStyle]]:
    """The counters of a title's openings, on the map and waiting, as they are printed."""
    title, states = opening(title_id)
    sides, look, found = sides_of(title), title.look(), set()
    for state in states:
        shown = [each for space in title.scene(state, None).spaces.values() for each in space.counters]
        stripes, own = Stripes(roster(title, state)), strength_apart(shown)
        for each in [*shown, *roster(title, state)]:
            found.add((each, style_of(each, sides, look, stripes.of(each, "division"), apart=own)))
    return frozenset(found)


# -- signs and letters ---------------------------------------------------------------------------------


def test_every_word_of_the_look_is_drawn() -> None:
    assert set(SIGNS) == set(get_args(Symbol))
    assert set(CARDS) == set(get_args(Paint))
    assert set(BADGES) | {"selected", "choice", "reduced"} == set(get_args(Flag))
    assert set(SIZES) >= set(FULL.sizes)


@pytest.mark.parametrize("px", SIGN_SIZES)
def test_every_sign_differs_from_every_other(px: Size) -> None:
    drawn = {sign: draw_counter(piece(), px, CounterStyle("grey", sign)) for sign in get_args(Symbol)}
    for one, other in combinations(drawn, 2):
        assert changed(drawn[one], drawn[other], 40) >= 4, f"{one} and {other} at {px}"


@pytest.mark.parametrize("px", SIGN_SIZES)
def test_every_size_differs_from_every_other(px: Size) -> None:
    drawn = {size: draw_counter(piece(size=size), px, CounterStyle("grey", "infantry")) for size in SIZES}
    for one, other in combinations(drawn, 2):
        assert changed(drawn[one], drawn[other], 25) >= 2, f"{one} and {other} at {px}"


@pytest.mark.parametrize("title_id", title_ids())
def test_no_letter_of_any_title_leaves_its_counter(title_id: str) -> None:
    looks = {face_of(counter, style) for counter, style in printed(title_id)}
    longest = sorted(looks, key=lambda face: -len(face.numbers))[:40] + sorted(looks, key=lambda f: -len(f.label))[:40]
    for face in longest:
        for px in ((14, 14), (20, 20), (40, 18), (28, 28), (48, 48), (60, 40), (80, 64), (120, 120)):
            plan = planned(face, px)
            left, top, right, bottom = plan.inner
            for text in plan.texts:
                x, y, to_x, to_y = text.box
                assert left - 1 <= x, f"{text.text} at {px}"
                assert to_x <= right + 1, f"{text.text} at {px}"
                assert top <= y, f"{text.text} at {px}"
                assert to_y <= bottom + 1, f"{text.text} at {px}"


@pytest.mark.parametrize("title_id", title_ids())
@pytest.mark.parametrize("px", [(60, 40), (80, 64)])
def test_every_number_of_every_title_is_printed(title_id: str, px: Size) -> None:
    for face in {face_of(counter, style) for counter, style in printed(title_id)}:
        words = " ".join(text.text for text in planned(face, px).texts)
        assert all(number in words for number in face.numbers.split(" ")), f"{face.numbers} in {words}"
        assert face.strength in words


def test_what_is_printed_is_in_the_order_of_the_printed_game() -> None:
    faces = {face.label: face for face in (face_of(counter, style) for counter, style in odd())}
    assert faces["402"].numbers == "S-(2)-1"
    assert (faces["316/212V"].strength, faces["316/212V"].numbers) == ("3", "3-4-5")
    assert (faces["7 Schutzen"].strength, faces["7 Schutzen"].numbers) == ("", "3-4M")
    assert (faces["3 hidden"].strength, faces["3 hidden"].numbers) == ("", "3")
    assert (faces["1057 Eng"].word, faces["1057 Eng"].numbers) == ("D1", "(3)")


# -- states and colours --------------------------------------------------------------------------------


@pytest.mark.parametrize("paint", get_args(Paint))
@pytest.mark.parametrize("px", SIGN_SIZES)
def test_no_state_goes_unseen_without_colours(px: Size, paint: Paint) -> None:
    style = CounterStyle(paint, "infantry", (HUES[1],))
    bare = draw_counter(piece(), px, style)
    drawn = {flag: draw_counter(piece(flags=(flag,)), px, style) for flag in get_args(Flag)}
    for flag, image in drawn.items():
        assert changed(image, bare, 20) >= 10, f"{flag} on {paint} at {px}"
    for one, other in combinations(drawn, 2):
        assert changed(drawn[one], drawn[other], 20) >= 3, f"{one} and {other} on {paint} at {px}"


@pytest.mark.parametrize("flag", get_args(Flag))
def test_a_sign_tells_that_something_is_the_matter(flag: Flag) -> None:
    style = CounterStyle("grey", "infantry")
    assert changed(draw_counter(piece(flags=(flag,)), (20, 20), style), draw_counter(piece(), (20, 20), style), 20) >= 3


@pytest.mark.parametrize("eye", EYES)
def test_paints_and_bands_are_told_apart_by_every_eye(eye: str) -> None:
    for one, other in combinations(CARDS.values(), 2):
        assert apart(one.ground, other.ground, eye) >= AT_A_GLANCE
    for hue, another in combinations(HUES, 2):
        assert apart(hue, another, eye) >= AT_A_GLANCE


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("title_id", title_ids())
def test_sides_are_told_apart_by_every_eye(title_id: str, eye: str) -> None:
    title, _ = opening(title_id)
    sides = sides_of(title)
    paints = {(each.side, style.paint) for each, style in printed(title_id)}
    for one, other in combinations(paints, 2):
        if one[0] != other[0] and one[1] != other[1] and sides[one[0]] != sides[other[0]]:
            assert apart(CARDS[one[1]].ground, CARDS[other[1]].ground, eye) >= AT_A_GLANCE


@pytest.mark.parametrize("card", CARDS.values())
def test_numbers_stand_out_from_the_cardboard(card: counters.Card) -> None:
    assert all(apart(card.ground, card.ink, eye) >= 45 for eye in EYES)


# -- bands ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("title_id", ["ardennes_44", "montys_gamble", "tigers_in_the_mist"])
def test_every_division_of_a_side_has_a_band_of_its_own(title_id: str) -> None:
    title, states = opening(title_id)
    for state in states:
        counters_ = roster(title, state)
        stripes = Stripes(counters_)
        bands = {(each.side, each.formation): stripes.of(each, "division") for each in counters_ if each.formation}
        assert len(bands) > 5
        assert all(bands.values())
        assert len({(side, band) for (side, _), band in bands.items()}) == len(bands)
        on_map = [each for space in title.scene(state, None).spaces.values() for each in space.counters]
        assert all(stripes.of(each, "division") for each in on_map if each.formation)


def test_bands_tell_what_they_are_asked() -> None:
    stripes = Stripes([piece(formation="9SS", army="5Pz"), piece(formation="", army="6Pz")])
    assert stripes.of(piece(formation="9SS"), "division") == (HUES[0],)
    assert stripes.of(piece(formation=""), "division") == ()
    assert stripes.of(piece(army="6Pz"), "army") == (HUES[1],)
    assert stripes.of(piece(), "none") == ()
    for by, flag in (("supply", "unsupplied"), ("moved", "moved")):
        assert stripes.of(piece(), by) != stripes.of(piece(flags=(flag,)), by)  # type: ignore[arg-type]
    assert stripes.of(piece(numbers="1-1"), "strength") != stripes.of(piece(numbers="8-1"), "strength")


@pytest.mark.parametrize(
    ("title_id", "known"),
    [("ardennes_44", ["army"]), ("montys_gamble", []), ("liberty_roads", ["army"]), ("pacific_commander", [])],
)
def test_bands_go_through_what_there_is_in_a_game(title_id: str, known: list[str]) -> None:
    """No key press that changes nothing: without divisions or armies none are offered."""
    title, (state, *_) = opening(title_id)
    bands = Bands(SimpleNamespace(title=title, state=state))  # type: ignore[arg-type]
    told = [bands.next() for _ in range(len(known) + 4)]
    assert told == [*known, "supply", "strength", "moved", "none"]
    assert bands.next() == ("division" if title_id in ("ardennes_44", "montys_gamble") else told[0])


def test_canadians_are_told_from_british_whose_cardboard_they_share() -> None:
    title, (state, *_) = opening("liberty_roads")
    counters_ = roster(title, state)
    stripes = Stripes(counters_)
    khaki = {each.army: stripes.of(each, "army") for each in counters_ if each.branch in ("British", "Canadian")}
    assert len(khaki) == len({*khaki.values()}) == 2


# -- what is kept, stacks ------------------------------------------------------------------------------


def test_units_that_look_alike_share_a_picture_and_few_are_kept() -> None:
    style = CounterStyle()
    assert draw_counter(piece(), (60, 40), style) is draw_counter(piece(side="Allied"), (60, 40), style)
    for n in range(KEPT + 20):
        draw_counter(piece(label=str(n)), (14, 14), style)
    kept = counters._picture.cache_info()
    assert (kept.maxsize, kept.currsize) == (KEPT, KEPT)


def test_pictures_have_the_size_that_was_asked() -> None:
    five = [piece(label=str(n)) for n in range(5)]
    for px in ((14, 14), (15, 31), (40, 18), (60, 40), (120, 120)):
        assert draw_counter(five[0], px, CounterStyle()).size == px
        assert draw_stack(five, px, lambda _: CounterStyle()).size == px


@pytest.mark.parametrize("width", [4, 7, 11, 12, 14, 23, 24, 40, 130])
def test_a_counter_of_any_size_can_be_drawn(width: int) -> None:
    for height in (4, 7, 11, 12, 14, 23, 24, 40, 130):
        for counter, style in odd():
            assert draw_counter(counter, (width, height), style).size == (width, height)
        assert draw_stack([piece()] * 6, (width, height), lambda _: CounterStyle()).size == (width, height)


def test_a_deeper_stack_looks_deeper() -> None:
    stacks = [draw_stack([piece()] * n, (60, 40), lambda _: CounterStyle()) for n in (1, 2, 3, 4, 5, 6)]
    for one, other in combinations(stacks, 2):
        assert changed(one, other, 20) >= 5


def test_a_fan_shows_all_counters() -> None:
    tray = draw_fan([piece(label=str(n)) for n in range(7)], (60, 40), lambda _: CounterStyle(), columns=3)
    assert tray.width > 3 * 60
    assert 3 * 40 < tray.height < 4 * 40


# -- in characters -------------------------------------------------------------------------------------

CELLS = ((12, 2), (8, 2), (10, 3), (8, 1), (5, 1), (3, 1), (2, 1))


def words(rows: list[list[Run]]) -> list[str]:
    return ["".join(run.text for run in row) for row in rows]


@pytest.mark.parametrize("glyphs", GLYPH_SETS.values(), ids=GLYPH_SETS)
@pytest.mark.parametrize(("width", "height"), CELLS)
def test_cells_fill_their_room(width: int, height: int, glyphs: Any) -> None:
    for counter, style in odd():
        for below in ((), (piece(), piece())):
            rows = counter_cells(counter, width, height, glyphs, style, below)
            assert [len(row) for row in words(rows)] == [width] * height
            assert all(len(color) == 7 for row in rows for run in row for color in run[1:])


def test_cells_say_what_is_printed() -> None:
    style = CounterStyle("grey", "", (HUES[0], HUES[4]))
    near = counter_cells(piece(flags=("unsupplied",)), 12, 2, FULL, style)
    assert words(near) == ["▌⊠III 424   ", "▌6-6-4     !"]
    assert [row[0].ink for row in near] == [HUES[0], HUES[4]]
    assert words(counter_cells(piece(label="112(-)"), 8, 2, FULL, CounterStyle())) == ["⊠ 112(-)", "6-6-4   "]
    assert words(counter_cells(piece(flags=("moved",)), 5, 1, FULL, style)) == ["▌⊠6 »"]
    assert words(counter_cells(piece(), 2, 1, FULL, style)) == ["⊠6"]
    assert words(counter_cells(piece(), 8, 1, FULL, style, [piece(), piece()])) == ["▌⊠18×3  "]
    assert words(counter_cells(piece("armour", "II/130"), 12, 2, ASCII, CounterStyle())) == [
        "A III II/130",
        "6-6-4       ",
    ]


def test_a_number_is_whole_or_not_there() -> None:
    destroyers = piece("DD", "DD 1", "g1x2 t1x3 b1x2", strength="1", size="")
    assert words(counter_cells(destroyers, 8, 2, FULL, CounterStyle(apart=True)))[1] == "1 g1x2  "


@pytest.mark.parametrize("flag", get_args(Flag))
def test_every_state_has_its_mark_in_cells(flag: Flag) -> None:
    for width, height in ((12, 2), (8, 2), (5, 1)):
        rows = words(counter_cells(piece(flags=(flag,)), width, height, FULL, CounterStyle()))
        assert FULL.flags[flag] in rows[-1]
