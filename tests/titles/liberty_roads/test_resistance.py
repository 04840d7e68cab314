"""The Free French of the interior, FFL units, insurrections (rule 16)."""

from typing import Any

import pytest

from tests.titles.liberty_roads.kit import ALLIED, BOARD, BOOK, at, do, legal, place, position, refused, told, unit
from tests.titles.liberty_roads.test_combat import attack
from tests.titles.liberty_roads.test_support import pools, support
from wargame_tui.core.game import Game
from wargame_tui.titles.liberty_roads import TITLE
from wargame_tui.titles.liberty_roads.rules import resistance, sequence
from wargame_tui.titles.liberty_roads.rules.strengths import defence_strength, hex_grounds
from wargame_tui.titles.liberty_roads.state import Draft

CHART = BOOK.charts.resistance
LILLE, CAEN, GRANVILLE, CHERBOURG, BRUSSELS = "2105", "1309", "1010", "1007", "2404"
PARIS = ("1910", "1810", "1911")
FFL = [name for name, piece in BOOK.pieces.items() if piece.ffl]


def liberating(hex_: str, ffi: int = 0, **changes: Any) -> Game:
    """An American who has just moved into a hex."""
    there = BOARD.names[BOARD.land[BOARD.index[hex_]][0]]
    game = position(unit("US-3A", there), **({"campaign": {"ffi": ffi}} | changes))
    do(game, "move US-3A", f"to {hex_}", "end")
    return game


def later() -> dict[str, Any]:
    """All FFL units still in their own pool."""
    return {"support": pools(**{name.replace("-", "__"): "later" for name in FFL})}


@pytest.mark.rule("16.1.1", "16.1.2")
@pytest.mark.parametrize(
    ("hex_", "points"),
    [
        (LILLE, CHART.city_major),
        ("1412", CHART.city_minor),
        (GRANVILLE, CHART.port_minor),
        (BRUSSELS, 0),
        ("1208", 0),
    ],
    ids=["major city", "minor city", "minor port", "Belgium", "a beach"],
)
def test_french_cities_and_ports_give_ffi_points_when_they_are_liberated(hex_: str, points: int) -> None:
    """A60: at the moment of Allied control."""
    assert CHART.city_major == 4
    campaign = liberating(hex_).state.campaign
    assert campaign.ffi == points
    assert campaign.liberated == (hex_,) * bool(points)


@pytest.mark.rule("16.1.1")
def test_a_hex_counts_once() -> None:
    """A34."""
    game = liberating(LILLE, campaign={"liberated": (LILLE,)})
    assert game.state.control[LILLE] == ALLIED
    assert game.state.campaign.ffi == 0


@pytest.mark.rule("16.1.3", "16.1.4")
@pytest.mark.parametrize(("before", "after", "drawn"), [(8, 2, 1), (6, 0, 1), (5, 9, 0)], ids=["EX-13", "10", "9"])
def test_ex_13_at_the_top_an_ffl_unit_joins_the_pool_and_the_marker_starts_anew(
    before: int, after: int, drawn: int
) -> None:
    """A53: the pool from which markers are drawn."""
    assert CHART.top == 10
    game = liberating(LILLE, before, **later())
    assert game.state.campaign.ffi == after
    assert sum(game.state.support[name].where == "pool" for name in FFL) == drawn
    assert all(game.state.support[name].where != "available" for name in FFL)


@pytest.mark.rule("16.1.3")
@pytest.mark.parametrize("die", [1, 3, 6])
def test_the_unit_is_drawn_at_random(die: int) -> None:
    draft: Draft = TITLE.draft(position(dice=(die,), **later()).state)
    resistance.advance(draft, 10, LILLE)
    assert [name for name in FFL if draft.support[name].where == "pool"] == [FFL[die - 1]]


@pytest.mark.rule("16.1.5")
def test_when_all_are_drawn_the_track_is_no_longer_used() -> None:
    game = liberating(LILLE, 8, support=pools(*FFL))
    assert game.state.campaign.ffi == 8


@pytest.mark.rule("16.2.1", "5.3.4")
def test_a_drawn_ffl_unit_is_placed_at_once_in_a_liberated_french_city_or_port() -> None:
    held = (LILLE, GRANVILLE, BRUSSELS, "1208")
    game = support(support=pools("FFL-10"), allied=held, dice=(1, 1, 1, 1))
    assert at(game, "place_ffl")
    assert game.side == ALLIED
    assert legal(game) == {f"place FFL-10 {LILLE}", f"place FFL-10 {GRANVILLE}"}
    assert refused(game, f"place FFL-10 {BRUSSELS}").rule == "16.2.1"
    do(game, f"place FFL-10 {LILLE}")
    assert place(game, "FFL-10") == LILLE
    assert game.state.support["FFL-10"].where == "removed"


@pytest.mark.rule("16.2.1", "1.10.3")
def test_where_it_would_be_one_too_many_comes_last_and_is_said() -> None:
    stack = [unit(name, GRANVILLE) for name in ("US-1", "US-2", "US-4")]
    game = support(*stack, support=pools("FFL-10"), allied=(GRANVILLE, LILLE), dice=(1, 1, 1, 1))
    first, last = game.legal()
    assert (first.notation(), last.notation()) == (f"place FFL-10 {LILLE}", f"place FFL-10 {GRANVILLE}")
    assert [TITLE.target(game.state, each).aside for each in (first, last)] == [False, True]
    assert "one too many there" in TITLE.command_text(game.state, last)
    assert "too many" not in TITLE.command_text(game.state, first)


@pytest.mark.rule("16.2.1")
def test_a_city_with_germans_in_it_is_not_liberated() -> None:
    game = support(unit("G-352", LILLE), support=pools("FFL-10"), dice=(1, 1, 1, 1))
    assert told(game.opening, "ffl_wasted")
    assert game.state.support["FFL-10"].where == "pool"


# Insurrections (16.2)


@pytest.mark.rule("16.2.2")
def test_an_insurrection_is_played_in_a_french_city_with_germans_or_kept() -> None:
    there = (unit("G-352", LILLE), unit("G-77", BRUSSELS), unit("G-331", GRANVILLE), unit("US-30", "1412"))
    game = support(*there, hand=("insurrection-1",), support=pools(insurrection__1="available"))
    assert legal(game) == {f"play insurrection-1 {LILLE}", "end"}
    assert refused(game, f"play insurrection-1 {BRUSSELS}").rule == "16.2.2"
    kept = game.branch()
    do(kept, "end")
    assert kept.state.support["insurrection-1"].where == "available"
    do(game, f"play insurrection-1 {LILLE}")
    assert game.state.support["insurrection-1"].place == LILLE


@pytest.mark.rule("16.2.2")
def test_it_stays_until_the_end_of_the_game_turn_and_leaves_the_game() -> None:
    """A67."""
    played = {"insurrection-1": LILLE}
    during = position(unit("G-352", LILLE), side="German", phase="support", played=played, dice=(1,) * 8)
    assert during.state.support["insurrection-1"].place == LILLE
    over = position(unit("G-352", LILLE), stack=(sequence.Turn(8, "end"),), played=played)
    assert over.state.support["insurrection-1"].where == "removed"


@pytest.mark.rule("16.2.3")
@pytest.mark.parametrize("risen", [True, False])
def test_it_halves_the_defence_and_makes_the_city_clear(risen: bool) -> None:
    there = (unit("G-352", LILLE, oos=True), unit("G-77", LILLE, oos=True), unit("US-1", "2106"), unit("US-2", "2106"))
    game = position(*there, phase="combat", played={"insurrection-1": LILLE} if risen else {})
    events = attack(game, LILLE, "US-1", "US-2")
    if not risen and legal(game, "terrain"):
        events += do(game, "terrain major_city")
    total = (BOOK.pieces["G-352"].defence[0] + BOOK.pieces["G-77"].defence[0]) / 2
    by = 0.5 if risen else BOOK.charts.ground["major_city"].defence
    shown = [event.data["defence"] for event in told(events, "odds")]
    assert shown == [-(-total * by // 1)]


@pytest.mark.rule("16.2.3")
def test_in_paris_it_goes_on_in_all_three_hexes() -> None:
    state = position(unit("G-352", PARIS[2]), played={"insurrection-1": PARIS[0]}).state
    assert [hex_grounds(state, hex_) for hex_ in PARIS] == [["clear"]] * 3
    assert hex_grounds(state, LILLE) == ["clear", "major_city"]
    whole = BOOK.pieces["G-352"].defence[0]
    assert defence_strength(state, PARIS[2], [state.units["G-352"]], "clear") == (whole + 1) // 2


@pytest.mark.rule("16.2.3")
def test_units_under_a_festung_are_not_affected() -> None:
    city = CHERBOURG
    there = (unit("G-352", city, festung=True), unit("G-77", city))
    state = position(*there, played={"insurrection-1": city}).state
    assert hex_grounds(state, city) == ["festung"]
    whole = BOOK.pieces["G-352"].defence[0] * BOOK.charts.ground["festung"].defence
    alone = defence_strength(state, city, [state.units["G-352"]], "festung")
    both = defence_strength(state, city, [state.units[name] for name in ("G-352", "G-77")], "festung")
    natural = BOOK.charts.ground["bocage"].defence
    assert alone == whole
    assert both == -(-(whole + BOOK.pieces["G-77"].defence[0] / 2 * natural) // 1)
