"""The support phase and PLUTO (rule 5)."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.titles.liberty_roads.kit import (
    ALLIED,
    BOARD,
    BOOK,
    GERMAN,
    GRID,
    do,
    legal,
    place,
    position,
    refused,
    told,
    unit,
)
from tests.titles.liberty_roads.test_combat import ARMY, NORTH_WEST, PLAIN, attack, column, rig
from wargame_tui.core.game import Game
from wargame_tui.core.step import Refusal
from wargame_tui.titles.liberty_roads import TITLE
from wargame_tui.titles.liberty_roads.rules.support import draw, draws, ports_held
from wargame_tui.titles.liberty_roads.state import Support, Unit

CHART = BOOK.charts.support
COAST = "1208"
OCTOBER = 13
"""A turn without free Air Support."""
HAND = ("us_artillery-1", "us_artillery-2", "us_artillery-3", "naval_gunfire-1", "naval_gunfire-2", "surprise-1")
FEWEST = next(iter(CHART.beachheads.values()))
"""Markers drawn for the lowest roll without a port."""


def hand(game: Game, side: Any = ALLIED) -> set[str]:
    """The markers in an Available Support box."""
    return {each.id for each in game.state.available(side)}


def where(game: Game, name: str) -> str:
    """Where a marker is."""
    return str(game.state.support[name].where)


def pools(*names: str, **others: str) -> dict[str, Support]:
    """All markers out of play but those named: in their pools, or as `others` say."""
    known = [*BOOK.markers, *(name for name, piece in BOOK.pieces.items() if piece.ffl)]
    found = {name: Support(name, "pool" if name in names else "removed") for name in known}
    named = {name.replace("__", "-"): each for name, each in others.items()}
    return found | {name: Support(name, each) for name, each in named.items()}  # type: ignore[arg-type]


def support(*units: Unit, **changes: Any) -> Game:
    """The support phase of the Allies."""
    there: dict[str, Any] = {"turn": OCTOBER, "dice": (1, 1, 1, 1)} | changes
    return position(*units, phase="support", **there)


def german(*units: Unit, **changes: Any) -> Game:
    """The support phase of the Germans."""
    return position(*units, phase="support", side=GERMAN, **changes)


# Obtaining and returning (5.1, 5.2)


@pytest.mark.rule("5.1.1", "5.1.2")
def test_markers_are_drawn_at_random_from_the_sides_pool_into_available_support() -> None:
    seen = set()
    for die in (1, 5, 9):
        drawn = hand(support(dice=(1, 1, die, die)))
        assert len(drawn) == FEWEST
        assert all(BOOK.markers[name].side == ALLIED for name in drawn)
        seen |= drawn
    assert len(seen) > 1
    assert all(BOOK.markers[name].side == GERMAN for name in hand(german(), GERMAN))


@pytest.mark.rule("5.1.1")
def test_at_the_start_of_the_game_all_markers_are_in_their_pools() -> None:
    game = Game(TITLE, "liberty_roads/campaign", 1, {})
    counts = {kind: marker.count for kind, marker in BOOK.charts.markers.items()}
    found = dict.fromkeys(counts, 0)
    for name in BOOK.markers:
        found[name.rpartition("-")[0]] += where(game, name) in ("pool", "available")
    assert found == counts


@pytest.mark.rule("5.1.2", "5.1.3")
def test_a_player_sees_his_own_markers_and_not_the_opponents() -> None:
    state = support(hand=HAND[:2]).state
    assert TITLE.dump(state, ALLIED)["support"][HAND[0]]["where"] == "available"
    shown = TITLE.dump(state, GERMAN)["support"]
    pool = next(
        name for name, each in state.support.items() if each.where == "pool" and BOOK.markers[name].side == ALLIED
    )
    assert {**shown[HAND[0]], "id": ""} == {**shown[pool], "id": ""}


@pytest.mark.rule("5.1.4")
def test_after_the_phase_six_markers_at_most_are_kept() -> None:
    game = support(unit("G-352", PLAIN), hand=HAND)
    over = len(hand(game)) - CHART.most
    assert over == FEWEST
    assert refused(game, "end").rule == "5.1.4"
    for number in range(over):
        do(game, f"give_back {HAND[number]}")
        assert where(game, HAND[number]) == "pool"
    assert refused(game, f"give_back {HAND[5]}").rule == "5.1.4"
    before = hand(game)
    do(game, "end")
    assert hand(game) == before
    assert len(before) == CHART.most


@pytest.mark.rule("5.1.4", "5.5.1")
def test_of_markers_that_are_alike_one_is_listed() -> None:
    game = support(unit("US-30", NORTH_WEST), unit("G-352", PLAIN), hand=HAND, campaign={"pluto": (NORTH_WEST,)})
    assert {text.split()[1] for text in legal(game, "play") | legal(game, "spend")} >= {"us_artillery-1"}
    assert not any("us_artillery-2" in text or "naval_gunfire-2" in text for text in legal(game))
    assert refused(game, "play us_artillery-2 US-30").reason == "an identical marker comes first"
    assert refused(game, "play flak-1 G-352").reason == "not in your Available Support"
    do(game, "play us_artillery-1 US-30")
    assert "play us_artillery-2 US-30" in legal(game)


@pytest.mark.rule("5.3.2")
def test_the_free_air_support_is_played_before_another_one_which_may_be_spent() -> None:
    where_ = {"pluto": (NORTH_WEST,), "beachheads": ("1109",)}
    game = support(
        unit("US-30", NORTH_WEST),
        unit("G-352", PLAIN),
        hand=("air_support-1",),
        campaign=where_,
        turn=4,
        weather="Clear",
    )
    do(game, "take_air")
    free = next(each.id for each in game.state.available(ALLIED) if each.free)
    played = {text.split()[1] for text in legal(game, "play") if text.split()[1].startswith("air_support")}
    assert (played, "spend air_support-1" in legal(game)) == ({free}, True)
    assert refused(game, f"spend {free}").rule == "5.3.2"


@pytest.mark.rule("5.2.1")
def test_played_markers_return_to_the_pool_and_available_ones_stay() -> None:
    game = support(unit("US-30", NORTH_WEST), hand=("surprise-1",), played={"us_artillery-1": "US-30"}, turn=OCTOBER)
    assert where(game, "surprise-1") == "available"
    assert where(game, "us_artillery-1") in ("pool", "available"), "it may have been drawn again"
    theirs = support(ARMY, played={"model-1": "HQ-7G", "bunkers-1": PLAIN})
    assert where(theirs, "bunkers-1") == "played"


NEAR = {"pluto": ("1412",)}
"""A PLUTO marker within range of the American at 1512."""


@pytest.mark.rule("5.2.2", "5.2.3")
def test_the_allies_keep_a_marker_for_two_others() -> None:
    game = support(unit("US-30", NORTH_WEST), hand=HAND[3:], played={"us_artillery-1": "US-30"}, campaign=NEAR)
    assert refused(game, f"keep {HAND[3]}").rule == "5.2.2", "it does not lie on the map"
    do(game, "keep us_artillery-1")
    assert refused(game, "end").rule == "5.2.3"
    do(game, f"give_back {HAND[3]}", f"give_back {HAND[4]}")
    assert refused(game, f"give_back {HAND[5]}")
    do(game, "end")
    assert game.state.support["us_artillery-1"].place == "US-30"
    assert where(game, "us_artillery-1") == "played"
    assert where(game, HAND[5]) == "available"


@pytest.mark.rule("5.2.2")
@pytest.mark.parametrize(
    ("marker", "hex_", "changes"),
    [
        ("us_artillery-1", "US-30", {"hand": HAND[3:4], "campaign": NEAR}),
        ("us_artillery-1", "US-30", {"hand": HAND[3:], "campaign": {"pluto": ("2404",)}}),
        ("air_support-1", PLAIN, {"hand": HAND[3:], "weather": "Bad"}),
        ("air_support-1", "1416", {"hand": HAND[3:]}),
        ("montgomery-1", None, {"hand": HAND[3:]}),
    ],
    ids=["one marker only", "out of PLUTO range", "bad weather", "the enemy has gone", "for the turn"],
)
def test_a_marker_is_kept_only_with_two_others_and_where_it_could_be_placed(
    marker: str, hex_: str | None, changes: dict[str, Any]
) -> None:
    game = support(unit("US-30", NORTH_WEST), unit("G-352", PLAIN), played={marker: hex_}, **changes)
    assert not legal(game, "keep")
    assert where(game, marker) != "played"


@pytest.mark.rule("5.2.2")
def test_the_germans_keep_nothing_but_model() -> None:
    """Model is the exception of 5.2.3."""
    game = german(
        ARMY, played={"model-1": "HQ-7G", "bunkers-1": PLAIN}, hand=("flak-1", "flak-2"), dice=(1,) * 8, approval=1
    )
    assert not legal(game, "keep")
    assert (where(game, "model-1"), game.state.support["model-1"].place) == ("played", "HQ-7G")
    assert where(game, "bunkers-1") != "played"


# The Allied draw (5.3)


def august(**changes: Any) -> Game:
    """The Allied support phase of the eighth turn, with a city, in fair weather."""
    return support(unit("US-30", NORTH_WEST), unit("G-352", PLAIN), **({"turn": 8, "allied": ("2105",)} | changes))


@pytest.mark.rule("5.3.1")
@pytest.mark.parametrize(
    ("changes", "able"),
    [
        ({}, True),
        ({"weather": "Clear"}, True),
        ({"weather": "Bad"}, False),
        ({"weather": "Storm"}, False),
        ({"turn": 2}, True),
        ({"turn": 10}, False),
        ({"allied": ()}, False),
        ({"allied": (), "campaign": {"beachheads": ("1109",)}}, True),
        ({"allied": (), "campaign": {"beachheads": ("0410",)}}, False),
    ],
    ids=["overcast", "clear", "bad", "storm", "June", "September", "nothing", "fighters reach", "fighters do not"],
)
def test_air_support_is_free_in_summer_in_fair_weather_with_a_city_or_a_beachhead_in_reach(
    changes: dict[str, Any], able: bool
) -> None:
    assert BOOK.map.zones["normandy"].aircraft
    assert not BOOK.map.zones["north_brittany"].aircraft
    game = august(**changes)
    assert ("take_air" in legal(game)) == able


@pytest.mark.rule("5.3.1", "5.3.2")
def test_the_free_marker_is_air_support_one_a_turn_and_must_be_played() -> None:
    game = august(campaign=NEAR)
    do(game, "take_air")
    free = next(name for name, each in game.state.support.items() if each.free)
    assert BOOK.markers[free].name == "Air Support"
    assert where(game, free) == "available"
    assert refused(game, "take_air")
    assert refused(game, "end").rule == refused(game, f"spend {free}").rule == "5.3.2"
    do(game, f"play {free} {PLAIN}")
    assert not game.state.support[free].free
    do(game, "end")


@pytest.mark.rule("5.3.1")
def test_no_free_air_support_without_a_marker_in_the_pool() -> None:
    names = [name for name, printed in BOOK.markers.items() if printed.name == "Air Support"]
    assert "take_air" in legal(august(campaign=NEAR, hand=names[1:]))
    assert "take_air" not in legal(august(campaign=NEAR, hand=names))


@pytest.mark.rule("5.3.2")
def test_the_free_marker_is_not_given_back_either() -> None:
    game = august(hand=HAND)
    do(game, "take_air")
    free = next(name for name, each in game.state.support.items() if each.free)
    assert refused(game, f"give_back {free}").rule == "5.3.2"


ENGINEERS = ("ENG-1056", "ENG-1055", "ENG-1RE", "ENG-2RE", "ENG-1057", "ENG-1051")
ESTUARIES = tuple(hex_ for hexes in BOOK.map.estuaries.values() for hex_ in hexes)


def harbours(*ports: str, working: bool = True) -> Any:
    """A state with ports in Allied hands, which engineers have repaired."""
    there = [unit(name, hex_, functional=working) for name, hex_ in zip(ENGINEERS, ports, strict=False)]
    return position(*there, allied=(*ports, *ESTUARIES)).state


@pytest.mark.rule("5.3.3")
@pytest.mark.parametrize(
    ("ports", "weight"),
    [
        (("2403",), 2),
        (("1007",), 1),
        (("1904",), 1),
        (("0311",), 1),
        (("0814",), 0.5),
        (("2626",), 0.5),
        (("0814", "2626", "2727"), 1.5),
        (("2403", "1007", "1221"), 3.5),
        (("1010", "1607"), 0),
    ],
    ids=["Antwerp", "Channel", "North Sea", "Brest", "Atlantic", "Mediterranean", "three halves", "sum", "minor"],
)
def test_functional_major_ports_count_by_their_sea(ports: Sequence[str], weight: float) -> None:
    state = harbours(*ports)
    assert ports_held(state) == weight
    assert ports_held(harbours(*ports, working=False)) == 0
    row = [row.draws for row in CHART.rows if row.ports <= int(weight)]
    expected = row[-1] if row else CHART.beachheads
    for roll in range(14):
        reached = [count for least, count in expected.items() if least <= roll]
        assert draws(state, roll) == (reached[-1] if reached else next(iter(expected.values())))


@pytest.mark.rule("5.3.3", "3.2")
@pytest.mark.parametrize(("weather", "by"), [("Clear", 1), ("Overcast", 0), ("Bad", -2), ("Storm", -2)])
def test_two_dice_and_the_weather_give_the_number_of_markers(weather: str, by: int) -> None:
    game = support(weather=weather, dice=(4, 3, *(1,) * 6))
    shown = told(game.opening, "support")[0].data
    assert (shown["dice"], shown["weather"]) == ([4, 3], by)
    assert shown["count"] == draws(game.state, 7 + by) == len(hand(game))


@pytest.mark.rule("5.3.4", "16.2.1")
def test_an_ffl_unit_counts_as_a_draw_though_it_cannot_be_placed() -> None:
    game = support(support=pools("FFL-10"), dice=(1, 1, 1, 1))
    assert len(told(game.opening, "ffl_wasted")) >= 1
    assert not hand(game)
    assert where(game, "FFL-10") == "pool"
    assert place(game, "FFL-10") == "off"


@pytest.mark.rule("5.3.4", "16.2.2")
def test_an_insurrection_counts_as_a_draw_though_it_cannot_be_played() -> None:
    game = support(support=pools("insurrection-1"), dice=(1, 1, 1, 1))
    assert hand(game) == {"insurrection-1"}
    assert not legal(game, "play")


# The German draw (5.4)


@pytest.mark.rule("5.4.1")
@pytest.mark.parametrize("box", range(1, 11))
def test_the_approval_track_says_how_many_the_german_draws(box: int) -> None:
    game = german(approval=box, dice=(1,) * 8)
    assert len(hand(game, GERMAN)) == BOOK.charts.approval.draws[box]


@pytest.mark.rule("5.4.1", "9.2.3")
def test_on_the_first_turn_and_after_a_dismissal_he_draws_one() -> None:
    """A14."""
    assert len(hand(german(approval=10, turn=1, dice=(1,) * 8), GERMAN)) == 1
    draft = TITLE.draft(position(unit("G-352", PLAIN), side=GERMAN, approval=10).state)
    draft.esteem(one_marker=True)
    draw(draft, GERMAN)
    assert len(draft.available(GERMAN)) == 1
    assert not draft.approval.one_marker
    draw(draft, GERMAN)
    assert len(draft.available(GERMAN)) == 1 + BOOK.charts.approval.draws[10]


# Playing (5.5)


@pytest.mark.rule("5.5.1", "5.5.3")
def test_a_marker_is_played_in_the_owners_support_phase_where_its_rules_allow() -> None:
    game = support(
        unit("US-30", NORTH_WEST),
        unit("G-352", PLAIN),
        hand=("us_artillery-1", "air_support-1", "montgomery-1"),
        campaign=NEAR,
    )
    assert "play us_artillery-1 US-30" in legal(game, "play")
    assert refused(game, f"play us_artillery-1 {NORTH_WEST}").rule == "5.5.6"
    assert refused(game, f"play air_support-1 {NORTH_WEST}").rule == "5.5.3"
    assert refused(game, "play air_support-1 US-30") == Refusal("name a hex of the map", "5.5.3")
    assert refused(game, f"play montgomery-1 {PLAIN}").rule == "5.5.3"
    events = do(game, f"play air_support-1 {PLAIN}")
    assert told(events, "played")[0].data["place"] == PLAIN
    do(game, "end")
    assert refused(game, "play us_artillery-1 US-30")


@pytest.mark.rule("5.5.3")
def test_ships_fire_on_coastal_hexes_alone() -> None:
    game = support(unit("G-352", COAST), unit("G-353", PLAIN), unit("US-30", NORTH_WEST), hand=("naval_gunfire-1",))
    assert {text for text in legal(game, "play") if "naval" in text} == {f"play naval_gunfire-1 {COAST}"}
    assert refused(game, f"play naval_gunfire-1 {PLAIN}").rule == "5.5.3"


@pytest.mark.rule("1.6.3", "5.5.3")
def test_markers_of_a_nationality_help_its_units_only() -> None:
    game = support(
        unit("US-30", NORTH_WEST),
        unit("UK-3", "1511"),
        unit("US-82AB", "1510"),
        hand=("us_artillery-1",),
        campaign=NEAR,
    )
    assert {text for text in legal(game, "play") if "artillery" in text} == {
        "play us_artillery-1 US-30",
        "play us_artillery-1 US-82AB",
    }
    assert refused(game, "play us_artillery-1 UK-3").rule == "1.6.3"


@pytest.mark.rule("5.5.1")
def test_some_markers_may_be_used_in_the_enemy_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch)
    names = ("flak-1", "flak-2", "fuel_ammo-1", "repair_gangs-1")
    game = position(ARMY, unit("G-352", PLAIN), unit("US-30", NORTH_WEST), phase="combat", hand=names)
    attack(game, PLAIN, "US-30")
    assert (game.side, legal(game)) == (GERMAN, {"play flak-1 G-352", "pass"})
    assert refused(game, "play fuel_ammo-1 G-352").rule == "5.5.1"
    assert refused(game, "play flak-1 HQ-7G").rule == "5.5.1"
    assert refused(game, "play flak-2 G-352").rule == refused(game, "play nebelwerfer-1 G-352").rule == "5.1.2"
    before = game.branch()
    shift = BOOK.charts.markers["flak"].defence
    assert column(do(before, "pass")) == "1/1"
    assert shift == 1
    assert column(do(game, "play flak-1 G-352")) == "1/2"


@pytest.mark.rule("5.5.2")
def test_the_allies_use_markers_in_the_order_pluto_surprise_montgomery_others() -> None:
    names = ("surprise-1", "montgomery-1", "naval_gunfire-1", "air_support-1", "red_ball-1")
    there = (unit("US-30", NORTH_WEST), unit("G-352", PLAIN))
    drawn = CHART.beachheads[2]
    game = support(*there, hand=names, campaign=NEAR, dice=(1, 1, *[1] * drawn, 6))
    do(game, "spend red_ball-1", "move_pluto 1 1411", f"play surprise-1 {PLAIN}")
    assert refused(game, "spend naval_gunfire-1").rule == "5.5.2"
    do(game, "play montgomery-1 turn")
    assert game.state.now.british_columns == CHART.montgomery[6]
    do(game, f"play air_support-1 {PLAIN}")
    late = support(*there, hand=names, campaign=NEAR)
    do(late, f"play air_support-1 {PLAIN}")
    assert {
        refused(late, text).rule for text in (f"play surprise-1 {PLAIN}", "play montgomery-1 turn", "spend red_ball-1")
    } == {"5.5.2"}


@pytest.mark.rule("5.5.5", "1.5.2")
@pytest.mark.parametrize(("weather", "able"), [("Overcast", True), ("Clear", True), ("Bad", False), ("Storm", False)])
def test_no_air_support_or_carpet_bombing_in_bad_weather(weather: str, able: bool) -> None:
    game = support(
        unit("G-352", PLAIN), hand=("air_support-1", "carpet_bombing-1"), weather=weather, campaign={"pluto": (PLAIN,)}
    )
    for name in ("air_support-1", "carpet_bombing-1"):
        assert (f"play {name} {PLAIN}" in legal(game)) == able
        assert f"spend {name}" in legal(game), "as spent markers they are good in any weather"
    if not able:
        assert refused(game, f"play air_support-1 {PLAIN}").rule == "5.5.5"


@pytest.mark.rule("5.5.6")
def test_an_attached_marker_goes_where_its_unit_goes_and_back_to_the_pool_with_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rig(monkeypatch, losses=(1, 0))
    here = unit("US-30", NORTH_WEST, reduced=True)
    game = position(
        ARMY, unit("G-352", PLAIN), here, unit("US-29", "1513"), phase="combat", played={"us_artillery-1": "US-30"}
    )
    events = attack(game, PLAIN, "US-30")
    assert told(events, "detached")[0].data["marker"] == "us_artillery-1"
    assert where(game, "us_artillery-1") == "pool"


@pytest.mark.rule("5.5.7")
def test_two_identical_markers_do_not_count_in_the_same_combat() -> None:
    there = (ARMY, unit("G-352", PLAIN), unit("US-30", NORTH_WEST), unit("US-29", NORTH_WEST))
    two = {"us_artillery-1": "US-30", "us_artillery-2": "US-29"}
    game = position(*there, phase="combat", played=two)
    assert column(attack(game, PLAIN, "US-30", "US-29")) == "3/1"
    game = position(*there, phase="combat", played={**two, "naval_gunfire-1": PLAIN, "air_support-1": PLAIN})
    assert column(attack(game, PLAIN, "US-30", "US-29")) == "5/1"
    own = position(*there, phase="combat", played={"flak-1": "G-352"}, hand=("flak-2", "nebelwerfer-1"))
    attack(own, PLAIN, "US-30", "US-29")
    assert legal(own) == {"play nebelwerfer-1 G-352", "pass"}
    assert refused(own, "play flak-2 G-352").rule == "5.5.7"


@pytest.mark.rule("5.5.7")
def test_any_number_of_markers_may_be_attached_to_a_unit() -> None:
    game = support(unit("US-30", NORTH_WEST), hand=HAND[:3], campaign=NEAR)
    do(game, *(f"play {name} US-30" for name in HAND[:3]))
    assert [each.place for each in game.state.support.values() if each.id in HAND[:3]] == ["US-30"] * 3


@pytest.mark.rule("5.5.3")
def test_model_counts_once_though_his_own_hex_is_attacked() -> None:
    there = (unit("HQ-7G", PLAIN), unit("G-352", PLAIN), unit("US-30", NORTH_WEST), unit("US-29", NORTH_WEST))
    game = position(*there, phase="combat", played={"model-1": "HQ-7G"})
    shifts = told(attack(game, PLAIN, "US-30", "US-29"), "odds")[0].data["shifts"]
    assert [shift[:2] for shift in shifts] == [["Model", -BOOK.charts.markers["model"].defence]]


# PLUTO (5.6)


@pytest.mark.rule("5.6.4", "5.6.5", "5.6.6")
def test_pluto_moves_for_markers_spent_as_far_as_the_table_says_through_anything() -> None:
    table = BOOK.charts.pluto.moves
    game = support(unit("G-352", PLAIN), hand=(*HAND[:4], "montgomery-1"), campaign={"pluto": ("1412", "1007")})
    assert refused(game, "move_pluto 1 1512").rule == "5.6.6"
    assert refused(game, "spend montgomery-1").rule == "5.6.5"
    assert refused(support(hand=HAND), f"spend {HAND[0]}").rule == "5.6.4", "no PLUTO"
    do(game, f"spend {HAND[0]}", f"spend {HAND[1]}")
    assert where(game, HAND[0]) == "pool"
    assert refused(game, "end").rule == "5.6.6"
    far = {hex_ for hex_ in BOARD.names if 0 < GRID.distance(BOARD.index["1412"], BOARD.index[hex_]) <= table[2]}
    assert {text.split()[2] for text in legal(game, "move_pluto") if text.split()[1] == "1"} == far
    assert PLAIN in far
    assert refused(game, "move_pluto 3 1512").rule == "5.6.5"
    assert {refused(game, f"move_pluto 1 {hex_}").rule for hex_ in ("1412", *{*BOARD.names} - {*far, "1412"})} == {
        "5.6.6"
    }
    do(game, f"move_pluto 1 {PLAIN}", f"spend {HAND[2]}", "move_pluto 2 1008")
    assert game.state.campaign.pluto == (PLAIN, "1008")


@pytest.mark.rule("5.6.5")
def test_no_more_markers_are_spent_than_the_table_has() -> None:
    most = max(BOOK.charts.pluto.moves)
    game = support(unit("G-352", PLAIN), hand=HAND, campaign=NEAR)
    do(game, *(f"spend {name}" for name in HAND[:most]))
    assert refused(game, f"spend {HAND[most]}") == Refusal("more markers carry it no farther", "5.6.5")


@pytest.mark.rule("5.6.3")
def test_no_german_ever_removes_pluto() -> None:
    game = position(unit("G-352", "1511"), unit("HQ-7G", "1413"), side=GERMAN, campaign={"pluto": (NORTH_WEST,)})
    do(game, "move G-352", f"to {NORTH_WEST}", "end", "end")
    assert place(game, "G-352") == NORTH_WEST
    assert game.state.campaign.pluto == (NORTH_WEST,)


@pytest.mark.rule("5.6.7", "5.5.4", "5.2.2")
@pytest.mark.parametrize(("pluto", "able"), [("1512", True), ("1212", True), ("1112", False), (None, False)])
def test_markers_with_p_are_played_within_three_hexes_of_pluto_others_anywhere(pluto: str | None, able: bool) -> None:
    """Terrain and enemies do not matter."""
    if pluto:
        assert (GRID.distance(BOARD.index[pluto], BOARD.index[NORTH_WEST]) <= 3) == able
    there = (unit("US-30", NORTH_WEST), unit("G-352", PLAIN))
    names = ("us_artillery-1", "carpet_bombing-1", "air_support-1")
    game = support(*there, hand=names, campaign={"pluto": (pluto,) if pluto else ()})
    assert ("play us_artillery-1 US-30" in legal(game)) == able
    assert f"play air_support-1 {PLAIN}" in legal(game)
    if not able:
        assert refused(game, "play us_artillery-1 US-30").rule == "5.6.7"
