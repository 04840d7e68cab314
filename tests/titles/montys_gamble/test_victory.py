"""Rules 21 and 22: breakout, victory points, the checks of the basic and the extended game, Deelen airfield."""

from collections.abc import Iterable
from typing import Any

import pytest

from tests.titles.montys_gamble.kit import ALLIED, BOOK, GERMAN, condition, place, play_on, position, told, unit
from wargame_tui.core.game import Game
from wargame_tui.titles.montys_gamble.rules import impulses, sequence, victory

CORRIDOR = ("F", "64", "63", "54", "53", "51", "46", "41", "42", "36", "32", "30", "33", "30", "28", "23", "21")
"""From Zone F to Elst: 9 victory points (54, 53, 46, 36, 28, 23 and 21 with 1 each, 26 with 2)."""
TO_ARNHEM = (*CORRIDOR, "17", "13")
EVERYWHERE = tuple(BOOK.ground)
"""26 points: Arnhem for XXX Corps, Eindhoven for nothing."""
OUTER = ("14", "1", "9", "39")
"""5 of these 26 points, on no other's way."""
OURS = dict.fromkeys(BOOK.waters, ALLIED)


def xxx(spaces: Iterable[str], **others: Any) -> dict[str, Any]:
    """XXX Corps controls some spaces, all crossings open to it."""
    return {"control": dict.fromkeys(spaces, "XXX"), "holders": OURS, "holder": GERMAN} | others


def evening(date: int, *units, **changes: Any) -> Game:
    """The end of a date."""
    here = (*units, unit("Harder", "B"), unit("2Irish", "64"))
    return position(*here, at=f"{date}-5", **({"stack": (sequence.Day(date, "end"),)} | changes))


def dusk(*units, date: int = 19, **changes: Any) -> Game:
    """The end of a Daylight Phase."""
    stack = (sequence.Day(date, "refit"), impulses.Daylight(over=True))
    here = (*units, unit("Harder", "B"), unit("2Irish", "64"))
    return position(*here, at=f"{date}-5", **(xxx((*TO_ARNHEM, "10", "A"), stack=stack) | changes))


def winner(game: Game) -> str | None:
    return game.over.winner if game.over else None


def points(*units, **changes: Any) -> int:
    """Victory points of a position."""
    here = (*units, unit("Harder", "B"), unit("2Irish", "64"))
    return victory.points(position(*here, **changes).state)


# 21.1 Breakout


@pytest.mark.rule("21.1")
@pytest.mark.parametrize("date", [17, 18, 19, 20])
def test_a_supplied_fresh_unit_in_zone_a_at_the_end_of_any_daylight_phase_wins_at_once(date: int) -> None:
    game = dusk(unit("1Gren", "A"), date=date)
    assert winner(game) == ALLIED
    assert [event.rule for event in told(game.opening, "breakout")] == ["21.1"]


@pytest.mark.rule("21.1")
@pytest.mark.parametrize("state", ["spent", "dis1", "dis2"])
def test_no_breakout_by_a_unit_that_is_not_fresh(state: str) -> None:
    assert winner(dusk(unit("1Gren", "A", state))) is None


@pytest.mark.rule("21.1", "13.8")
def test_no_breakout_without_supply() -> None:
    assert winner(dusk(unit("1Gren", "A"), control=dict.fromkeys((*CORRIDOR, "10", "A"), "XXX"))) is None
    assert winner(dusk(unit("1Gren", "A"), blown=("13-17",))) is None


@pytest.mark.rule("21.1", "13.8")
def test_a_contested_zone_a_will_do() -> None:
    """A supply line may enter an enemy-controlled space."""
    control = dict.fromkeys((*TO_ARNHEM, "10"), "XXX") | {"A": "German"}
    assert winner(dusk(unit("1Gren", "A"), unit("Allword", "A"), control=control)) == ALLIED


@pytest.mark.rule("21.1")
def test_no_breakout_elsewhere_or_by_germans() -> None:
    assert winner(dusk(unit("1Gren", "10"))) is None
    assert winner(dusk(unit("Allword", "A"), control=dict.fromkeys(TO_ARNHEM, "XXX"))) is None


@pytest.mark.rule("21.1", "6.3")
def test_no_breakout_in_the_middle_of_a_day() -> None:
    game = position(unit("1Gren", "A"), unit("Harder", "B"), **xxx((*TO_ARNHEM, "10", "A")), dice=(6, 6))
    assert game.over is None
    game.apply("pass")
    play_on(game, lambda game: game.state.impulse == 4)
    assert game.over is None


# 21.2 The end of 20 September


@pytest.mark.rule("21.2", "21.3")
@pytest.mark.parametrize(("holder", "have", "who"), [(ALLIED, 10, ALLIED), (GERMAN, 9, GERMAN)])
def test_v39_ten_points_win_at_the_end_of_20_september(holder: str, have: int, who: str) -> None:
    """9 points of areas, and the Advantage."""
    game = evening(20, **xxx(CORRIDOR, holder=holder))
    assert game.over is not None
    assert (game.over.points, game.over.winner) == (have, who)


@pytest.mark.rule("21.2")
@pytest.mark.parametrize("date", [17, 18, 19])
def test_no_check_before(date: int) -> None:
    assert winner(evening(date, **xxx(EVERYWHERE))) is None


@pytest.mark.rule("21.2")
def test_more_than_ten_win_too() -> None:
    assert winner(evening(20, **xxx(EVERYWHERE))) == ALLIED


# 21.3 Points (V1)


@pytest.mark.rule("21.3")
def test_v1_victory_areas_of_xxx_corps_with_a_supply_line_score() -> None:
    assert points(**xxx(CORRIDOR)) == 9
    assert points(**xxx(CORRIDOR[:-1])) == 8


@pytest.mark.rule("21.3", "7.21")
def test_v1_airborne_control_scores_nothing() -> None:
    assert points(**xxx((), control=dict.fromkeys(CORRIDOR, "XXX") | {"33": "airborne", "28": "airborne"})) == 9 - 3


@pytest.mark.rule("21.3", "13.8")
def test_v1_nor_does_an_area_that_supply_cannot_reach() -> None:
    assert points(**xxx(CORRIDOR, blown=("23-28",))) == 9 - 2  # Lent and Elst beyond the Waal
    assert points(**xxx((), control=dict.fromkeys(CORRIDOR, "XXX") | {"64": "German"})) == 0


@pytest.mark.rule("21.3", "12.1")
@pytest.mark.parametrize(("holder", "more"), [(ALLIED, 1), (GERMAN, 0)])
def test_v1_the_advantage(holder: str, more: int) -> None:
    assert points(**xxx(CORRIDOR, holder=holder)) == 9 + more


@pytest.mark.rule("21.3", "21.4")
def test_v1_germans_in_it_do_not_matter() -> None:
    there = unit("1Gren", "28"), unit("Rink", "28")
    assert points(*there, **xxx(CORRIDOR)) == 9


@pytest.mark.rule("21.3")
def test_v1_german_control_scores_nothing() -> None:
    """The Germans have no points."""
    assert points(holder=GERMAN, control={"64": "XXX"}) == 0


# 21.31 Eindhoven


@pytest.mark.rule("21.31")
@pytest.mark.parametrize(
    ("there", "control", "reached"),
    [
        ((), "XXX", True),
        (("1Gren",), "XXX", True),
        (("1Gren", "Eindh"), "German", True),
        (("1Gren", "Eindh"), "airborne", True),
        (("1-506",), "airborne", False),
        (("1-506", "Eindh"), "airborne", False),
        (("Eindh",), "German", False),
    ],
)
def test_eindhoven_scores_if_xxx_corps_reaches_it_on_17_september(there, control, reached) -> None:
    units = [unit(name, "63") for name in there]
    game = evening(17, *units, control={"63": control}, holder=GERMAN)
    assert [event.data["reached"] for event in told(game.opening, "eindhoven")] == [reached]
    assert game.state.eindhoven == reached
    assert ("63" in victory.scored(game.state)) == reached


@pytest.mark.rule("21.31")
@pytest.mark.parametrize(("reached", "more"), [(True, 1), (False, 0)])
@pytest.mark.parametrize("control", ["XXX", "German"])
def test_later_control_of_eindhoven_does_not_matter(reached: bool, more: int, control: str) -> None:
    held = dict.fromkeys(CORRIDOR, "XXX") | {"63": control}
    base = 9 if control == "XXX" else 0  # the road runs through it
    assert points(**xxx((), control=held, eindhoven=reached)) == base + more


@pytest.mark.rule("21.31")
@pytest.mark.parametrize("date", [18, 19])
def test_eindhoven_is_judged_on_17_september_only(date: int) -> None:
    game = evening(date, unit("1Gren", "63"), control={"63": "XXX"}, holder=GERMAN)
    assert not told(game.opening, "eindhoven")
    assert not game.state.eindhoven


# 21.32 Arnhem


@pytest.mark.rule("21.32", "7.21")
@pytest.mark.parametrize(
    ("spaces", "who", "worth"),
    [
        (("13",), "airborne", 2),  # supplied or not
        (TO_ARNHEM, "airborne", 2),
        (TO_ARNHEM, "XXX", 4),
        (("13",), "XXX", 0),  # Q12
        ((), "German", 0),
    ],
)
def test_arnhem(spaces: tuple[str, ...], who: str, worth: int) -> None:
    control = dict.fromkeys(spaces, "XXX") | {"13": who}
    base = 9 if "21" in spaces else 0
    assert points(**xxx((), control=control)) == base + worth


# 21.4 The penalty


def contested(*areas: str) -> list:
    """One unit of each side in areas."""
    pairs = zip(
        ("4Wilts", "5Wilts", "4SLI", "7SLI", "1Worcs"),
        ("Rink", "Henke", "Melitz", "Eindh", "Kerutt"),
        areas,
        strict=False,
    )
    return [unit(name, area) for ally, german, area in pairs for name in (ally, german)]


@pytest.mark.rule("21.4")
@pytest.mark.parametrize(
    ("areas", "lost"),
    [
        (("28", "23", "21", "36"), 0),  # 5
        (("28", "23", "21", "36", "33"), 1),  # 6
        (("13",), 0),
        (("13", "28"), 1),
    ],
)
def test_six_points_of_contested_areas_cost_one(areas: tuple[str, ...], lost: int) -> None:
    assert points(*contested(*areas), **xxx(TO_ARNHEM)) == 13 - lost


@pytest.mark.rule("21.4", "21.32")
def test_w16_arnhem_counts_4_whatever_it_scored() -> None:
    control = dict.fromkeys(TO_ARNHEM, "XXX") | {"13": "airborne"}
    there = unit("1Para", "13"), unit("Krafft", "13"), *contested("28")
    assert points(*there, **xxx((), control=control)) == 9 + 2 - 1
    assert points(*there[:3], **xxx((), control=control)) == 9 + 2
    # not supplied it does not count
    assert points(*there, **xxx((), control=control | {"17": "German"})) == 9 + 2


@pytest.mark.rule("21.4")
def test_only_what_scores_is_counted() -> None:
    """Q13: neither Eindhoven nor what supply does not reach or the Germans control."""
    areas = ("28", "23", "21", "36")
    more = unit("1Gren", "63"), unit("FlakEin", "63")
    assert points(*contested(*areas), *more, **xxx(CORRIDOR, eindhoven=True)) == 10
    cut = contested("28", "23", "21", "36", "33")
    assert points(*cut, **xxx(CORRIDOR, blown=("23-28",))) == 7
    german = dict.fromkeys(CORRIDOR, "XXX") | {"21": "German"}
    assert points(*cut, **xxx((), control=german)) == 8


@pytest.mark.rule("21.4", "22.1", "21.2")
@pytest.mark.parametrize("scenario", ["basic", "extended"])
def test_the_penalty_counts_at_every_check(scenario: str) -> None:
    """Q13."""
    areas = contested("28", "23", "21", "36", "33")
    game = evening(20, *areas, scenario=scenario, **xxx(CORRIDOR, holder=ALLIED))
    [check] = told(game.opening, "victory_check")
    assert check.data["points"] == 9
    assert winner(game) == GERMAN


# 22 The extended game


@pytest.mark.rule("22.0", "5.2")
def test_the_extended_game_lasts_until_26_september() -> None:
    game = evening(20, scenario="extended", **xxx(CORRIDOR, holder=ALLIED))
    assert (winner(game), game.state.date) == (None, 21)
    game = evening(20, **xxx(CORRIDOR, holder=ALLIED))
    assert winner(game) == ALLIED  # without its rules ten are enough


FIFTEEN = (*TO_ARNHEM, "12", "10", "9")
TWENTY_ONE = tuple(space for space in EVERYWHERE if space not in OUTER)


@pytest.mark.rule("22.1")
@pytest.mark.parametrize(
    ("date", "spaces", "holder", "have", "who"),
    [
        (20, CORRIDOR, GERMAN, 9, GERMAN),
        (20, CORRIDOR, ALLIED, 10, None),
        (20, TO_ARNHEM, GERMAN, 13, ALLIED),
        (24, (*TO_ARNHEM, "12"), GERMAN, 14, GERMAN),
        (24, (*TO_ARNHEM, "12"), ALLIED, 15, None),
        (24, FIFTEEN, ALLIED, 16, ALLIED),
        (26, FIFTEEN, ALLIED, 16, GERMAN),
        (26, TWENTY_ONE, GERMAN, 21, GERMAN),  # Q14
        (26, TWENTY_ONE, ALLIED, 22, ALLIED),
    ],
)
def test_more_wins_less_loses_equal_plays_on(date: int, spaces, holder: str, have: int, who: str | None) -> None:
    game = evening(date, scenario="extended", **xxx(spaces, holder=holder))
    [check] = told(game.opening, "victory_check")
    assert check.data["points"] == have
    assert winner(game) == who
    if who is None:
        assert game.state.date == date + 1


@pytest.mark.rule("22.1")
@pytest.mark.parametrize("date", [21, 22, 23, 25])
def test_no_check_on_other_dates(date: int) -> None:
    assert winner(evening(date, scenario="extended", **xxx(EVERYWHERE))) is None


@pytest.mark.rule("22.1", "21.1")
def test_breakout_still_wins_at_once() -> None:
    assert winner(dusk(unit("1Gren", "A"), date=23, scenario="extended")) == ALLIED


# 22.2 Deelen

DIVISION = ("5HLI", "6HLI", "1GlasH")


def deelen(date: int, *there, control: str, arrivals: tuple[str, ...], dice: tuple[int, ...] = ()) -> Game:
    """A dawn with units waiting for the airfield."""
    waiting = [unit(name, "off", due=date) for name in arrivals]
    return position(
        *(*there, *waiting, unit("Harder", "B"), unit("2Irish", "64")),
        at=f"{date - 1}-5",
        scenario="extended",
        control={"9": control},
        dice=(*dice, 6),
        stack=(sequence.Day(date),),
    )


@pytest.mark.rule("22.2")
@pytest.mark.parametrize(
    ("there", "control", "comes"),
    [
        ((("1Gren", "fresh"),), "XXX", True),
        ((("1Para", "fresh"),), "airborne", True),
        ((("1Gren", "spent"),), "XXX", False),
        ((), "XXX", False),
        ((("1Gren", "fresh"), ("Weber", "dis2")), "XXX", False),
        ((("1Gren", "fresh"), ("Weber", "dis2")), "German", False),
        ((), "German", False),
    ],
)
def test_52nd_division_comes_to_an_airfield_that_a_fresh_allied_unit_holds(there, control, comes) -> None:
    game = deelen(21, *(unit(name, "9", state) for name, state in there), control=control, arrivals=DIVISION)
    assert {place(game, name) for name in DIVISION} == ({"9"} if comes else {"off"})
    if comes:
        assert {condition(game, name) for name in DIVISION} == {"fresh"}


@pytest.mark.rule("22.2")
def test_what_does_not_come_on_its_day_never_comes() -> None:
    game = deelen(22, unit("1Gren", "9"), control="XXX", arrivals=DIVISION)
    assert {place(game, name) for name in DIVISION} == {"off"}


@pytest.mark.rule("22.2", "18.44")
def test_52nd_division_is_interdicted_like_other_drops() -> None:
    """Q32: one Fresh FLAK beside the airfield."""
    there = unit("1Gren", "9"), unit("Gropp", "10")
    game = deelen(21, *there, control="XXX", arrivals=DIVISION, dice=(1, 2, 6))
    play_on(game, lambda game: any(step.kind == "daylight" for step in game.state.stack))
    assert sorted(condition(game, name) for name in DIVISION) == ["fresh", "fresh", "spent"]


@pytest.mark.rule("22.2")
@pytest.mark.parametrize(
    ("there", "control", "comes"),
    [
        ((), "German", True),
        (("Weber",), "German", True),
        (("1Gren", "Weber"), "German", False),
        ((), "XXX", False),
    ],
)
def test_the_lehr_battalion_comes_to_a_german_airfield(there, control, comes) -> None:
    game = deelen(22, *(unit(name, "9") for name in there), control=control, arrivals=("PiLehr",))
    assert place(game, "PiLehr") == ("9" if comes else "off")
