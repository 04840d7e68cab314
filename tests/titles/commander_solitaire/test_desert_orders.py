"""Desert Commander: enemy orders (4.5)."""

from typing import Any

import pytest

from tests.titles.commander_solitaire.desert_kit import (
    AFRICA,
    FRANCE,
    NORMANDY,
    NOTHING,
    book,
    fighting,
    here,
    history,
    owner,
    position,
    reduced,
    replaced,
    told,
    where,
)
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.desert_commander.state import OrderLine

TABLE = """
1 HOLD RETREAT HOLD HOLD
2 HOLD HOLD SHIFT REFIT
3 DIG_IN DIG_IN SHIFT ATTACK
4 REFIT REFIT SHIFT ATTACK
5 SHIFT ATTACK SHIFT ATTACK
6 SHIFT ATTACK SHIFT OFFENSIVE
"""


def ordered(axis: dict[str, str], enemy: dict[str, str], die: int, *dice: int, **changes: Any) -> Game:
    """A game after enemy orders, with the first order die and what is rolled after it; in a turn without modifiers."""
    given: dict[str, Any] = {"turn": 8, "stage": "enemy_orders", "stop": "axis_resupply", **changes}
    return position(axis, enemy, dice=(die, *dice), **given)


def line(game: Game, area: str) -> OrderLine:
    """The line of an Area on the activity track."""
    return next(each for each in game.state.orders if each.area == area)


def order(game: Game, area: str) -> dict[str, Any]:
    """What was told of an Area's order."""
    found: Event = next(event for event in told(history(game), "order") if event.data["area"] == area)
    return {**found.data, "rule": found.rule}


@pytest.mark.rule("4.5.1", "2.7")
def test_areas_in_index_order_one_roll_each() -> None:
    enemy = {"CHE": "FRT A", "ROU": "GAR B", "HAV": "GAR C", "DUN": "IN2 D; FRT E"}
    game = ordered({"EIF": "PZ A"}, enemy, 1, 1, 1, 1)
    assert [each.area for each in game.state.orders] == ["DUN", "ROU", "HAV", "CHE"]
    assert [event.data["area"] for event in told(history(game), "table_roll")] == ["DUN", "ROU", "HAV", "CHE"]


@pytest.mark.rule("4.5.1")
def test_a_used_force_is_in_no_later_roll() -> None:
    # A and B shift from Maubeuge to Le Cateau, whose index is higher: Le Cateau has no roll of its own.
    game = ordered({"CAM": "PZ X"}, {"MAU": "INF A, B"}, 5)
    assert where(game, "en-inf-b") == "LEC"
    assert [each.area for each in game.state.orders] == ["MAU"]
    # With a garrison there it rolls, but those who came are not among its forces.
    joined = ordered({"CAM": "PZ X, Y"}, {"MAU": "INF A, B", "LEC": "GAR C"}, 5, 6)
    assert line(joined, "LEC").carried_out == "DIG_IN"


@pytest.mark.rule("4.5.1")
@pytest.mark.parametrize(("die", "turn", "row"), [(1, 3, 1), (6, 3, 5), (6, 11, 6), (1, 7, 1)])
def test_the_table_has_limits(die: int, turn: int, row: int) -> None:
    game = ordered({"EIF": "PZ A"}, {"CHE": "FRT B"}, die, turn=turn)
    assert (line(game, "CHE").die, line(game, "CHE").row) == (die, row)


@pytest.mark.rule("4.5.2")
@pytest.mark.parametrize("row", TABLE.strip().splitlines())
def test_the_order_table(row: str) -> None:
    die, *orders = row.split()
    for (campaign, contact), expected in zip(
        [(FRANCE, False), (FRANCE, True), (NORMANDY, False), (NORMANDY, True)], orders, strict=True
    ):
        if campaign == FRANCE:
            axis, enemy = ({"CAM": "PZ A, B, C"} if contact else {"EIF": "PZ A"}), {"ARR": "GAR E"}
            game = ordered(axis, enemy, int(die))
            area = "ARR"
        else:
            enemy = {"SWO": "INF E"}
            lost = "" if contact else "CAE TRO"
            axis = {"CAE": "PZ A, B, C"} if contact else {}
            game = ordered(axis, enemy, int(die), campaign=NORMANDY, turn=5, lost=lost)
            area = "SWO"
        assert line(game, area).rolled == expected, (campaign, contact)


@pytest.mark.rule("4.5.2")
def test_axis_next_door_may_be_empty_but_not_the_sheltered_base() -> None:
    empty = ordered({"EIF": "PZ A"}, {"LEC": "GAR E"}, 1, owned="CAM")
    assert line(empty, "LEC").rolled == "RETREAT"
    base = ordered({"EIF": "PZ A"}, {"HOU": "GAR E"}, 1)
    assert line(base, "HOU").rolled == "HOLD"
    tripoli = ordered({"TRI": "PZ A"}, {"SIR": "IN2 E"}, 1, campaign=AFRICA)
    assert line(tripoli, "SIR").rolled == "HOLD"


MODIFIERS = [
    *((FRANCE, turn, -1 if 2 <= turn <= 6 else 0) for turn in range(1, 15)),
    *((AFRICA, turn, 2 if turn in (5, 6, 11, 12) else 0) for turn in range(1, 13)),
    *((NORMANDY, turn, -1 if turn == 4 else 1 if turn in (7, 8) or turn >= 11 else 0) for turn in range(2, 15)),
]


@pytest.mark.rule("4.5.3")
@pytest.mark.parametrize(("campaign", "turn", "value"), MODIFIERS)
def test_modifiers_of_the_turn(campaign: str, turn: int, value: int) -> None:
    area = {FRANCE: "CHE", AFRICA: "ALX", NORMANDY: "LHV"}[campaign]
    game = ordered({}, {area: "FRT E"}, 3, campaign=campaign, turn=turn)
    roll = told(history(game), "table_roll")[0].data
    assert sum(modifier[1] for modifier in roll["modifiers"]) == value
    assert roll["row"] == 3 + value


@pytest.mark.rule("4.5.4")
def test_hold_does_nothing_but_in_normandy_refits() -> None:
    game = ordered({"EIF": "PZ A"}, {"CHE": "INF E [reduced]"}, 1)
    assert reduced(game) == {"en-inf-e"}
    normandy = ordered({}, {"UTA": "INF E [reduced]"}, 1, campaign=NORMANDY, turn=5)
    assert reduced(normandy) == set()
    assert (line(normandy, "UTA").rolled, line(normandy, "UTA").carried_out) == ("HOLD", "REFIT")


@pytest.mark.rule("4.5.5")
def test_dig_in() -> None:
    game = ordered({"EIF": "PZ A"}, {"CHE": "INF E"}, 3)
    assert game.state.areas["CHE"].dig
    again = ordered({"EIF": "PZ A"}, {"CHE": "INF E"}, 3, dig="CHE")
    assert again.state.areas["CHE"].dig
    assert not told(history(again), "dug_in")


@pytest.mark.rule("4.5.6")
def test_refit_takes_the_highest_full_cv_first() -> None:
    enemy = "IN2 A [reduced]; INF B [reduced], C [reduced]; TNK D"
    game = ordered({"EIF": "PZ A"}, {"CHE": enemy}, 4)
    assert reduced(game) == {"en-in2-a", "en-inf-c"}
    normandy = ordered({"STM": "INF X, Y, Z"}, {"UTA": "INF B [reduced], C [reduced]; ARM D [reduced]"}, 2,
                       campaign=NORMANDY, turn=5)  # fmt: skip
    assert reduced(normandy) == {"en-inf-c"}
    assert line(normandy, "UTA").forces == ("en-arm-d", "en-inf-b")
    # Full both have CV 4, reduced the second one has more: Force order.
    africa = ordered({"TRI": "PZ A"}, {"TOB": "TNK B [reduced]; ARM C [reduced]"}, 4, campaign=AFRICA)
    assert reduced(africa) == {"en-arm-c"}


@pytest.mark.rule("4.5.7")
def test_retreat_before_a_stronger_enemy() -> None:
    # 10 x 5 is below 6 x 9; Philippeville is linked with Dinant, Namur, Avesnes, Maubeuge.
    game = ordered({"DIN": "PZ A, B, C"}, {"PHI": "IN2 D; INF E"}, 1)
    # All three others are 2 links from Dinant: the lowest index.
    assert where(game, "en-in2-d") == where(game, "en-inf-e") == "NAM"
    assert line(game, "PHI").target == "NAM"


@pytest.mark.rule("4.5.7")
def test_an_area_worth_1_vp_is_given_up_too() -> None:
    game = ordered({"MCH": "PZ A, B, C"}, {"DIN": "IN2 D"}, 1)
    assert where(game, "en-in2-d") == "PHI"


@pytest.mark.rule("4.5.7")
def test_a_retreat_goes_as_far_away_as_it_can() -> None:
    # From Le Cateau: Avesnes and Maubeuge are 1 from Axis-owned Philippeville, Cambrai 3.
    game = ordered({"AVE": "PZ A, B, C"}, {"LEC": "IN2 D"}, 1, owned="PHI")
    assert where(game, "en-in2-d") == "CAM"


@pytest.mark.rule("4.5.7")
def test_s_forces_stay_behind() -> None:
    game = ordered({"DIN": "PZ A, B, C"}, {"PHI": "IN2 D; GAR E"}, 1)
    assert (where(game, "en-in2-d"), where(game, "en-gar-e")) == ("NAM", "PHI")


@pytest.mark.rule("4.5.7")
@pytest.mark.parametrize(
    ("axis", "enemy"),
    [
        ({"CAM": "PZ A, B, C"}, {"ARR": "INF D"}),  # worth 2 VP
        ({"DIN": "MOT A; IIN B"}, {"PHI": "INF D"}),  # 30 is not below 30
        ({"DIN": "PZ A", "NAM": "PZ B", "AVE": "PZ C", "MAU": "PZ X"}, {"PHI": "IN2 D"}),  # nowhere to go
        ({"DIN": "PZ A, B"}, {"PHI": "GAR D"}),  # nobody who goes
    ],
)
def test_otherwise_a_retreat_is_hold(axis: dict[str, str], enemy: dict[str, str]) -> None:
    game = ordered(axis, enemy, 1)
    area = next(iter(enemy))
    assert (line(game, area).rolled, line(game, area).carried_out) == ("RETREAT", "HOLD")
    assert len(here(game, area)) == 1


@pytest.mark.rule("4.5.7", "4.2.7")
def test_a_retreat_takes_as_many_as_find_room() -> None:
    game = ordered(
        {"CAM": "PZ A, B, C, D"}, {"LEC": "IN2 D, E", "AVE": "FRT 1, 2, 3, 4, 5, 6, 7"}, 1, 1, owned="MAU"
    )  # fmt: skip
    assert (where(game, "en-in2-d"), where(game, "en-in2-e")) == ("AVE", "LEC")


@pytest.mark.rule("4.5.8")
def test_shift_goes_nearer_to_the_front_but_leaves_one() -> None:
    game = ordered({"CAM": "PZ A"}, {"ROU": "GAR G; INF B; IN2 C, D"}, 5)
    # The first of the M and L forces in Force order, the INF, stays, and so does the garrison.
    assert here(game, "ROU") == {"en-gar-g", "en-inf-b"}
    assert here(game, "FOR") == {"en-in2-c", "en-in2-d"}
    assert (line(game, "ROU").carried_out, line(game, "ROU").target) == ("SHIFT", "FOR")


@pytest.mark.rule("4.5.8")
def test_in_normandy_all_shift() -> None:
    game = ordered({}, {"UTA": "INF A, B"}, 3, campaign=NORMANDY, turn=5, lost="STM")
    assert here(game, "STM") == {"en-inf-a", "en-inf-b"}


@pytest.mark.rule("4.5.8")
def test_a_shift_beside_the_axis_digs_in() -> None:
    # A lone garrison cannot attack: ATTACK becomes SHIFT, and that DIG_IN.
    game = ordered({"CAM": "PZ A"}, {"ARR": "GAR B"}, 5)
    assert (line(game, "ARR").rolled, line(game, "ARR").carried_out) == ("ATTACK", "DIG_IN")
    assert game.state.areas["ARR"].dig
    beside_base = ordered({"EIF": "PZ A"}, {"HOU": "INF A, B"}, 5)
    assert line(beside_base, "HOU").carried_out == "SHIFT"
    # The contested Area fights first: two support dice, a chit, three rounds without a hit.
    fight = (6, NOTHING, *(6, 6) * 3)
    contested = ordered(
        {"STM": "INF X"}, {"STM": "INF Y", "VAL": "INF A"}, 6, *fight, 3, campaign=NORMANDY, turn=5, contested="STM"
    )
    assert (line(contested, "VAL").rolled, line(contested, "VAL").carried_out) == ("SHIFT", "DIG_IN")


@pytest.mark.rule("4.5.8")
def test_a_shift_that_gets_nobody_nearer_does_nothing() -> None:
    game = ordered({"EIF": "PZ A"}, {"HOU": "INF A, B"}, 5)
    assert here(game, "HOU") == {"en-inf-a", "en-inf-b"}
    full = ordered(
        {"CAM": "PZ A"}, {"ROU": "INF A, B", "FOR": "FRT 1, 2, 3, 4, 5, 6, 7, 8"}, 5, 5
    )  # fmt: skip
    assert {"en-inf-a", "en-inf-b"} <= here(full, "ROU")
    alone = ordered({"CAM": "PZ A"}, {"ROU": "GAR G; INF B"}, 5)
    assert (line(alone, "ROU").carried_out, line(alone, "ROU").target) == ("SHIFT", None)
    assert not told(history(alone), "moved"), "the first stays, and nobody else may go"


@pytest.mark.rule("4.5.3", "4.5.9")
def test_r3_attack_from_arras() -> None:
    game = position(
        {"CAM": "PZ A [reduced]; MOT B"},
        {"ARR": "TNK 4/7 RTR; INF 5 Div, 50 Div; GAR Arras gar"},
        turn=4,
        stage="enemy_orders",
        dice=(6,),
        hand=["feint"],
    )
    roll = told(history(game), "table_roll")[0].data
    assert (roll["dice"], roll["row"]) == ([6], 5)
    assert fighting(game).area == "CAM"
    assert set(fighting(game).attackers) == {"en-tnk-4-7-rtr", "en-inf-5-div", "en-inf-50-div"}
    assert order(game, "ARR")["rule"] == "4.5.9"
    scored = order(game, "ARR")["scores"]
    assert [(each["area"], each["cv"], each["fit"]) for each in scored] == [("CAM", 5, True)]


@pytest.mark.rule("4.5.9")
def test_r7_attack_from_tobruk() -> None:
    game = ordered(
        {"BIR": "PZ A, B, C, D; MOT E"},
        {"TOB": "INF 9 Australian; FRT Tobruk perimeter"},
        5,
        campaign=AFRICA,
        turn=3,
        owned="GAZ",
    )
    scores = {each["area"]: (each["cv"], each["fit"]) for each in order(game, "TOB")["scores"]}
    assert scores == {"GAZ": (0, True), "BIR": (19, False)}
    assert where(game, "en-inf-9-australian") == "GAZ"
    assert owner(game, "GAZ") == "Enemy"
    assert where(game, "en-frt-tobruk-perimeter") == "TOB"


@pytest.mark.rule("4.5.9")
@pytest.mark.parametrize(
    ("axis", "owned", "target"),
    [
        ({"CAM": "PZ A", "AMI": "IIN B"}, "LIL", "LIL"),  # most VP
        ({"CAM": "PZ A", "AMI": "IIN B"}, "", "AMI"),  # the lowest CV total
        ({"CAM": "IIN A", "AMI": "IIN B"}, "", "CAM"),  # the index
    ],
)
def test_the_target_of_an_attack(axis: dict[str, str], owned: str, target: str) -> None:
    game = ordered(axis, {"ARR": "INF A, B"}, 6, owned=owned)
    assert line(game, "ARR").target == target


@pytest.mark.rule("4.5.9")
def test_an_empty_target_is_entered_by_the_weakest_force() -> None:
    game = ordered(
        {"EIF": "PZ A"}, {"ARR": "TNK A; INF B, C [reduced]; IN2 D [reduced], E [reduced]; GAR F"}, 6, owned="CAM"
    )
    assert here(game, "CAM") == {"en-in2-d"}
    assert owner(game, "CAM") == "Enemy"
    assert line(game, "ARR").forces == ("en-in2-d",)


@pytest.mark.rule("4.5.9")
def test_at_most_8_attack() -> None:
    crowd = "TNK A; INF B, C, D, E, F, G, H; IN2 I; GAR J"
    game = position({"CAM": "PZ A"}, {"ARR": crowd}, turn=8, stage="enemy_orders", dice=(6,), hand=["feint"])
    assert len(fighting(game).attackers) == 8
    assert "en-in2-i" not in fighting(game).attackers


@pytest.mark.rule("4.5.9")
def test_without_a_weak_enough_target_the_attack_is_a_shift() -> None:
    # 4 x 8 is more than 5 x 6.
    game = ordered({"CAM": "PZ A, B"}, {"ARR": "INF B, C"}, 6)
    assert line(game, "ARR").carried_out == "DIG_IN"


def beachhead(axis: dict[str, str], enemy: dict[str, str], die: int, *dice: int, **changes: Any) -> Game:
    """Enemy orders in Normandy on turn 9, when the radius is 3 and there is no modifier; stops at a decision."""
    given: dict[str, Any] = {"campaign": NORMANDY, "turn": 9, "stage": "enemy_orders", "hand": ["feint"], **changes}
    return position(axis, enemy, dice=(die, *dice), **given)


@pytest.mark.rule("4.5.10")
def test_the_6_strongest_attack_the_best_ratio_and_worth() -> None:
    enemy = {"BAY": "INF A, B, C, D, E [reduced]; ARM F, G; ART H", "GOL": "GAR X"}
    game = beachhead({"CAE": "INF P, Q", "VIL": "INF R"}, enemy, 1, 3, 6, 6, lost="OMA ISI")
    # ARM 4 + 4, INF 3 x 4 = 20. CAE: 8000 / (6 x 5) = 266 + 120; VIL: 8000 / (3 x 5) = 533, so 300 + 40.
    scores = {each["area"]: (each["ratio"], each["score"]) for each in order(game, "BAY")["scores"]}
    assert scores == {"CAE": (266, 386), "VIL": (300, 340)}
    assert fighting(game).area == "CAE"
    assert set(fighting(game).attackers) == {"en-arm-f", "en-arm-g", "en-inf-a", "en-inf-b", "en-inf-c", "en-inf-d"}


@pytest.mark.rule("4.5.10")
def test_an_empty_target_counts_300_and_is_entered_by_all_six() -> None:
    game = beachhead(
        {"CAE": "PZ P, Q, R"}, {"BAY": "INF A, B, C, D, E, F, G"}, 3, lost="OMA ISI GOL SWO TRO", stop="axis_resupply"
    )  # fmt: skip
    scores = {each["area"]: each["ratio"] for each in order(game, "BAY")["scores"]}
    assert scores == {"CAE": 120, "VIL": 300}
    assert order(game, "BAY")["rule"] == "4.5.10"
    assert len(here(game, "VIL")) == 6
    assert here(game, "BAY") == {"en-inf-g"}


@pytest.mark.rule("4.5.10")
@pytest.mark.parametrize(("cv", "attacks"), [("INF A, B; ARM C", True), ("INF A, B, C", False)])
def test_the_ratio_must_be_100(cv: str, attacks: bool) -> None:
    # Caen with CV 8: 400 x 10 / (8 x 5) = 100; with 9 it is 90.
    game = beachhead({"CAE": "PZ P, Q"}, {"SWO": cv}, 3, 6, 6, lost="TRO", stop="axis_resupply")
    assert line(game, "SWO").carried_out == ("ATTACK" if attacks else "DIG_IN")


@pytest.mark.rule("4.5.10", "4.2.4")
def test_the_terrain_malus_of_a_fort_is_2() -> None:
    game = beachhead({"CHB": "STA P, Q"}, {"VAL": "INF A, B"}, 3, 6, 6, lost="UTA STM")
    # 400 x 6 / (4 x 6) = 100
    assert order(game, "VAL")["scores"][0]["ratio"] == 100


@pytest.mark.rule("4.5.1", "4.5.10", "4.9.4")
def test_a_contested_target_is_joined_by_as_many_as_find_room() -> None:
    enemy = {"UTA": "INF A, B; ARM C", "STM": "INF D, E, F, G, H; PAR I"}
    game = beachhead({"STM": "PZ P"}, enemy, 3, 6, 6, contested="STM", lost="")
    # Two find room: the strongest. They attack with the six unused ones there.
    assert here(game, "STM") >= {"en-arm-c", "en-inf-a"}
    assert where(game, "en-inf-b") == "UTA"
    assert len(fighting(game).attackers) == 8
    assert fighting(game).origin == fighting(game).area == "STM"
    assert line(game, "UTA").target == "STM"
    unused = {name for name, force in game.state.forces.items() if force.side == "Enemy" and not force.used}
    assert not unused, "who joined attacks no second time (4.5.1)"


@pytest.mark.rule("4.5.10", "4.2.7")
def test_a_contested_area_without_room_is_no_target() -> None:
    enemy = {"UTA": "INF A", "STM": "INF 1, 2, 3, 4, 5, 6, 7, 8"}
    game = beachhead({"STM": "PZ P"}, enemy, 3, contested="STM")
    assert line(game, "UTA").carried_out == "DIG_IN"


@pytest.mark.rule("4.5.10", "4.5.8")
def test_without_a_target_for_an_attack_they_shift() -> None:
    game = beachhead({"CAE": "PZ P, Q, R; INF S"}, {"SWO": "INF A"}, 5, lost="TRO", stop="axis_resupply")
    assert (line(game, "SWO").rolled, line(game, "SWO").carried_out) == ("ATTACK", "DIG_IN")


@pytest.mark.rule("4.5.11", "4.9.7")
def test_an_offensive_needs_70_and_has_two_more_support_dice() -> None:
    # 400 x 9 / (10 x 5) = 72
    game = beachhead({"CAE": "PZ P, Q; ENG R"}, {"SWO": "INF A, B, C"}, 6, 6, 6, 6, 6, lost="TRO")
    assert (line(game, "SWO").carried_out, fighting(game).support) == ("OFFENSIVE", 4)
    assert order(game, "SWO")["scores"][0]["ratio"] == 72
    plain = beachhead({"CAE": "PZ P, Q"}, {"SWO": "INF A, B; ARM C"}, 4, 6, 6, lost="TRO")
    assert fighting(plain).support == 2
    weak = beachhead({"CAE": "PZ P, Q; INF R"}, {"SWO": "INF A, B; IN2 C [reduced]"}, 6, lost="TRO")
    assert line(weak, "SWO").carried_out == "DIG_IN"  # 2800 / 55 = 50


@pytest.mark.rule("4.5.12")
def test_arrivals_come_to_their_area_or_the_nearest_enemy_owned_one() -> None:
    plain = position({"EIF": "PZ A"}, turn=3, stage="enemy_reinforce", stop="enemy_orders")
    assert here(plain, "CAM") == {"en-cav-1-dlm"}
    assert here(plain, "AVE") == {"en-in2-84-rif"}
    # Cambrai and Le Cateau are Axis-owned: Arras and Amiens are next to Cambrai, Arras has the lower index.
    moved = position({"CAM": "PZ A", "LEC": "PZ B"}, turn=3, stage="enemy_reinforce", stop="enemy_orders")
    assert here(moved, "ARR") == {"en-cav-1-dlm"}
    assert [event.data["due"] for event in told(list(moved.opening), "arrived")] == ["CAM", "AVE"]


@pytest.mark.rule("4.5.12", "2.7")
def test_arrivals_come_in_table_order() -> None:
    game = position({"EIF": "PZ A"}, turn=4, stage="enemy_reinforce", stop="enemy_orders")
    labels = [label for event in told(list(game.opening), "arrived") for label in event.data["labels"]]
    assert labels == ["TNK 4/7 RTR", "INF 5 Div", "INF 50 Div"]


@pytest.mark.rule("4.5.2", "4.5.6", "4.5.8", "10.2")
def test_orders_are_data() -> None:
    quiet = ("REFIT",) * 6
    with replaced("charts", orders={"procedures": {"overland": {"quiet": quiet, "refits": 3}}}):
        game = ordered({"EIF": "PZ A"}, {"CHE": "INF B [reduced], C [reduced], D [reduced]"}, 6)
        assert reduced(game) == set()
    with replaced("charts", orders={"procedures": {"overland": {"shift_leaves": 0}}}):
        game = ordered({"CAM": "PZ A"}, {"ROU": "INF B, C"}, 5)
        assert here(game, "FOR") == {"en-inf-b", "en-inf-c"}
    with replaced("charts", orders={"attack_ratio": (1, 1)}):
        game = position(
            {"CAM": "PZ A, B"}, {"ARR": "INF B, C; IN2 D"}, turn=8, stage="enemy_orders", dice=(6,), hand=["feint"]
        )
        assert fighting(game).area == "CAM"


@pytest.mark.rule("4.5.1")
def test_one_line_of_the_activity_track_for_every_area() -> None:
    game = ordered({"EIF": "PZ A"}, {"ROU": "INF B, C", "CHE": "FRT D"}, 5, 2)
    assert game.state.orders == (
        OrderLine("ROU", 5, 5, "SHIFT", "SHIFT", "FOR", ("en-inf-c",)),
        OrderLine("CHE", 2, 2, "HOLD", "HOLD", None, ()),
    )
    assert book().procedure.attackers == 8
