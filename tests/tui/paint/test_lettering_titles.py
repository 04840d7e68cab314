"""The maps of all titles at all zooms: no name over a counter, every unit to be found, letters that read."""

import re
from functools import cache

import pytest

from tests.tui.paint.lettered import SCENARIOS, AnyLettering, lettering, lines, opening, texts, with_words, zooms_of
from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.lettering.charts import ChartLettering
from wargame_tui.tui.paint.lettering.inks import LEAST, Inks, best, contrast
from wargame_tui.tui.paint.lettering.sheet import COUNTERS, NAMES
from wargame_tui.tui.paint.painted import SOFT
from wargame_tui.tui.paint.style import STYLES, StyleName, map_style

MAPS = [(scenario, zoom) for scenario in SCENARIOS for zoom in zooms_of(opening(scenario)[0])]
NEAR = [(scenario, zoom) for scenario, zoom in MAPS if zoom in ("near", "close", "closest")]


@cache
def made(scenario: str, zoom: str) -> AnyLettering:
    entry, view = opening(scenario)
    return lettering(entry, view, zoom)


@pytest.mark.parametrize(("scenario", "zoom"), MAPS)
def test_no_name_is_under_a_counter_or_another_name_or_left_out_for_nothing(scenario: str, zoom: str) -> None:
    letters = made(scenario, zoom)
    assert letters.placement.overlaps() == []
    names, counters = letters.cells(NAMES), letters.cells(COUNTERS)
    assert not [y for y, cells in names.rows.items() if cells & counters.rows.get(y, 0)]


def test_hardly_a_name_touches_what_stands_beside_it() -> None:
    names = touching = 0
    for scenario, zoom in MAPS:
        placed, obstacles, _ = made(scenario, zoom).placement
        names += len(placed)
        for box in (position.box for position in placed.values()):
            beside = (Box(x, box.y, 1, box.height) for x in (box.x - 1, box.x + box.width))
            touching += any(map(obstacles.covered, beside))
    assert touching <= names / 100


@pytest.mark.parametrize(("scenario", "zoom"), MAPS)
def test_no_text_covers_another(scenario: str, zoom: str) -> None:
    letters = made(scenario, zoom)
    for y in range(letters.layout.height):
        before: list[tuple[int, int, str]] = []
        for text in letters.row(y):
            end = text.x + len(text.words)
            over = [words for left, right, words in before if left < end and text.x < right]
            leader = letters.glyphs.lanes[-1]
            assert not [words for words in over if words != leader], (y, text)
            before.append((text.x, end, text.words))


@pytest.mark.parametrize(("scenario", "zoom"), MAPS)
def test_texts_lie_on_the_map_and_colours_are_colours(scenario: str, zoom: str) -> None:
    letters = made(scenario, zoom)
    for _, text in texts(letters):
        assert text.words
        assert text.x >= 0
        assert text.x + len(text.words) <= letters.layout.width
        assert all(re.fullmatch("#[0-9a-f]{6}", color) for color in (text.ink, text.ground) if color)


@pytest.mark.parametrize(("scenario", "zoom"), NEAR)
def test_every_name_is_whole(scenario: str, zoom: str) -> None:
    letters = made(scenario, zoom)
    read = lines(letters)
    for key, position in letters.placement.names.items():
        wish = next(wish for wish in letters.placement.wishes if wish.key == key)
        assert "".join(position.lines).replace(" ", "") == next(iter(wish.positions)).lines[0].replace(" ", "")
        for n, words in enumerate(position.lines):
            assert words in read[position.box.y + n]
    if not isinstance(letters, ChartLettering):  # a chart's panels may leave an island no place
        assert {wish.key for wish in letters.placement.wishes} == {*letters.placement.names}


@pytest.mark.parametrize(("scenario", "zoom"), NEAR)
def test_every_unit_can_be_found(scenario: str, zoom: str) -> None:
    """By its counter, or by the number of its stack, of its class, or of those left out."""
    letters = made(scenario, zoom)
    for space, here in letters.view.scene.spaces.items():
        if not here.counters:
            continue
        piece = [text for _, text in letters.sheet.piece((COUNTERS, space))]
        if space in letters.view.scene.outside or space not in letters.layout.boxes:
            continue
        shown = {text.unit for text in piece if text.unit}
        units = {counter.unit: letters.glyphs.symbol(counter.symbol) for counter in here.counters}
        assert shown <= units.keys()
        count = len(units)
        words = [text.words.strip() for text in piece]
        stacked = any(text.endswith(f"{letters.glyphs.times}{count}") for text in words)
        left = sum(int(found[1]) for text in words if (found := re.fullmatch(r"\+(\d+)( more)?", text)))
        classes = sum(_of_class(text.words, units[text.unit]) for text in piece if text.unit)
        assert stacked or count in (len(shown), len(shown) + left, classes + left), (space, words)


def _of_class(words: str, symbol: str) -> int:
    """How many a chip of a class stands for."""
    found = re.match(r"[×x]?(\d+)", words.strip().removeprefix(symbol))
    return int(found[1]) if found else 0


@pytest.mark.parametrize(
    ("scenario", "zoom", "names"),
    [
        ("ardennes_44/campaign", "far", ("Bastogne", "St. Vith", "Liège", "Clervaux", "Malmedy")),
        ("ardennes_44/campaign", "middle", ("Bastogne", "St. Vith", "Liège", "Bütgenbach")),
        ("liberty_roads/campaign", "far", ("Paris", "Caen", "Antwerp", "Lyon", "Brussels")),
        ("liberty_roads/campaign", "middle", ("Paris", "Caen", "Saint-Lô", "Cherbourg")),
        ("montys_gamble/basic", "far", ("Arnhem", "Nijmegen", "Eindhoven", "Grave")),
        ("tigers_in_the_mist/campaign", "far", ("Bastogne", "St. Vith", "Liège")),
    ],
)
def test_no_map_is_without_its_great_towns(scenario: str, zoom: str, names: tuple[str, ...]) -> None:
    read = "\n".join(lines(made(scenario, zoom)))
    assert [name for name in names if name not in read] == []


def test_hamlets_are_named_near_only() -> None:
    assert with_words(made("ardennes_44/campaign", "near"), "Oudler")
    assert not with_words(made("ardennes_44/campaign", "middle"), "Oudler")
    assert not with_words(made("ardennes_44/campaign", "far"), "Heckhuscheid")


@pytest.mark.parametrize("style", STYLES)
def test_letters_read_on_every_softened_ground(style: StyleName) -> None:
    inks = Inks(map_style(style))
    roles = (
        "name", "hamlet", "place", "held.earth", "held.blue", "held.violet", "badge", "note", "choice", "contested",
        "hover", "name.zone", "chart.place", "plain",
    )  # fmt: skip
    for role in roles:
        assert min(contrast(inks.ink(role), ground) for ground in inks.softened) >= LEAST, role
    faint = min(contrast(inks.ink("hex.number"), ground) for ground in inks.softened)
    assert faint < LEAST, "numbers step back"
    assert contrast(best(map_style(style).cursor), map_style(style).cursor) > 7


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("scenario", ["first_command/mortain", "montys_gamble/basic", "pacific_commander/1942"])
def test_what_has_a_ground_of_its_own_reads_on_it(scenario: str, style: StyleName) -> None:
    entry, view = opening(scenario)
    for _, text in texts(lettering(entry, view, "near", style)):
        if text.ground and text.words.strip():
            assert contrast(text.ink, text.ground) >= 3.9, text


def test_grounds_are_softened_as_the_surface_does() -> None:
    from wargame_tui.tui.paint.lettering import inks

    assert inks.SOFT == SOFT
