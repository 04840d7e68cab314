"""Pacific Commander: the shipped data pack with printed numbers, beside the title's own design (10.1, 10.2)."""

from collections.abc import Iterator

import pytest

from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core.game import Game
from wargame_tui.titles.pacific_commander import TITLE
from wargame_tui.titles.pacific_commander.printed.book import Book, open_book

PACK = "printed_like"
AIRFIELDS = [
    "ALA",
    "5",
    "BOR",
    "4",
    "CAR",
    "5",
    "GIL",
    "4",
    "IWO",
    "5",
    "MAR",
    "6",
    "MID",
    "2",
    "MSH",
    "4",
    "NCA",
    "3",
    "NGN",
    "8",
    "OKI",
    "4",
    "PHI",
    "9",
    "FIJ",
    "2",
    "SOL",
    "6",
    "WAK",
    "3",
]
LINES = [
    "ALA-HAW",
    "ALA-MID",
    "HAW-MID",
    "HAW-GIL",
    "HAW-FIJ",
    "FIJ-NCA",
    "FIJ-GIL",
    "NCA-SOL",
    "SOL-GIL",
    "SOL-NGN",
    "SOL-CAR",
    "SOL-MSH",
    "GIL-MSH",
    "MSH-CAR",
    "CAR-NGN",
    "CAR-MAR",
    "NGN-BOR",
    "BOR-PHI",
    "PHI-MAR",
    "PHI-OKI",
    "PHI-EAS",
    "MID-WAK",
    "WAK-MSH",
    "WAK-MAR",
    "MAR-IWO",
    "IWO-JPN",
    "OKI-JPN",
    "EAS-JPN",
]
YEARS = {
    "1942": (21, "ALA HAW MID GIL FIJ SOL NGN NCA", (4, 5, 7, 8)),
    "1943": (23, "ALA HAW MID GIL FIJ SOL NGN NCA MSH WAK", (5, 6, 8, 10)),
    "1944": (27, "ALA HAW MID GIL FIJ SOL NGN NCA MSH WAK MAR PHI BOR IWO", (7, 9, 12, 14)),
    "1945": (36, "ALA HAW MID GIL FIJ SOL NGN NCA MSH WAK MAR PHI BOR IWO CAR OKI", (7, 15, 18, 19)),
}
"""Supply Points a turn, Objectives, and the least for Poor, Adequate, Good and Great."""


def packed(year: str) -> Book:
    """A year under the pack."""
    return open_book(f"pacific_commander/{year}+{PACK}")


@pytest.fixture(autouse=True)
def _own_design_again() -> Iterator[None]:
    yield
    TITLE.take_up("pacific_commander/1942")


@pytest.mark.rule("10.2", "3.2.1")
def test_the_printed_map_has_20_areas_with_their_airfields_and_lines() -> None:
    book = packed("1942")
    assert len(book.areas) == 20
    assert book.areas["FIJ"].name == "Samoa"
    for area, size in zip(AIRFIELDS[::2], AIRFIELDS[1::2], strict=True):
        assert book.areas[area].airfield == int(size)
    own = {frozenset(pair) for pair in (("USA", "HAW"), ("USA", "ALA"), ("AUS", "NGN"), ("AUS", "NCA"))}
    printed = {frozenset(line.split("-")) for line in LINES}
    assert {frozenset(link.between) for link in book.map.links} == printed | own


@pytest.mark.rule("10.2", "3.15.1", "3.4.1")
@pytest.mark.parametrize("year", YEARS)
def test_supply_objectives_and_levels_of_a_printed_year(year: str) -> None:
    sp, objectives, levels = YEARS[year]
    book = packed(year)
    assert book.campaign.sp == sp
    assert {*book.objectives} == {*objectives.split()}
    assert tuple(book.campaign.levels[level] for level in ("Poor", "Adequate", "Good", "Great")) == levels
    most = len(book.objectives) + (book.campaign.blockade.points if book.campaign.blockade else 0)
    assert most >= levels[-1], "Great can be reached"


@pytest.mark.rule("10.2", "3.8.7", "3.8.8")
def test_length_of_battles_and_japanese_plans_as_printed() -> None:
    battle = packed("1942").charts.battle
    assert [battle.rounds_of(face) for face in range(1, 11)] == [1, 1, 2, 2, 2, 3, 3, 3, 4, 4]
    plans = [battle.plans_base + forces // battle.plans_forces for forces in (4, 5, 9, 10, 14, 17)]
    assert battle.plans_most == 4
    assert plans == [1, 2, 2, 3, 3, 4]


def test_every_value_of_the_pack_can_be_looked_up() -> None:
    assert not [*TITLE.data.under((PACK,)).sources.problems()]


@pytest.mark.parametrize("year", YEARS)
def test_a_year_under_the_pack_is_played_to_its_end(year: str) -> None:
    game, player = Game.new(f"pacific_commander/{year}+{PACK}", 7), RandomPlayer(7, 3.0)
    while not game.over:
        game.apply(player.choose(game.legal()))
    assert {*game.state.areas} == {*packed(year).areas}


def test_the_title_s_own_design_is_untouched() -> None:
    packed("1942")
    assert len(open_book("pacific_commander/1942").areas) == 27
