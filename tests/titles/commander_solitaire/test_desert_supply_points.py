"""Desert Commander: supply points, supply, overstretch, step 3 (4.3.1 to 4.3.4, 4.3.8, 4.3.12, 4.3.13, 4.3.16)."""

import pytest

from tests.titles.commander_solitaire.desert_kit import (
    AFRICA,
    FRANCE,
    NORMANDY,
    NOTHING,
    book,
    do,
    fighting,
    legal,
    operate,
    position,
    refused,
    replaced,
    told,
    where,
)
from wargame_tui.titles.desert_commander.rules.battle import hit_number
from wargame_tui.titles.desert_commander.rules.operations import cost
from wargame_tui.titles.desert_commander.rules.supply_points import chain, lengths, overstretch, supplied

COAST = "SIR AGH AGE BEN DER MEC GAZ BIR TOB SID BAR SOL BRA MAT FUK"


@pytest.mark.rule("4.3.1", "4.6.1")
def test_step_3_begins_with_sp_then_arrivals_at_the_base() -> None:
    game = position({"HOU": "PZ A"}, turn=3, stage="axis_resupply", whole=True, sp=2)
    assert game.state.sp == 12
    assert where(game, "ax-inf-12-id") == "EIF"
    assert [event.kind for event in game.opening] == ["stage", "sp_gained", "arrived", "arrived"]


@pytest.mark.rule("4.3.1", "4.6.1")
@pytest.mark.parametrize(("owned", "sp"), [("", 7), ("TOB", 9), ("BEN", 8), ("BEN TOB", 10)])
def test_tobruk_and_benghazi_bring_sp_in_africa(owned: str, sp: int) -> None:
    game = position({"TRI": "PZ A"}, campaign=AFRICA, turn=3, stage="axis_resupply", whole=True, owned=owned)
    assert game.state.sp == sp


@pytest.mark.rule("4.3.1")
@pytest.mark.parametrize(
    ("enemy", "contested", "lost", "place"),
    [
        ({}, "", "", "MOR"),
        ({"MOR": "INF E"}, "", "MOR", "PAR"),
        ({}, "", "MOR PAR", "PDC"),
        ({}, "", "MOR PAR PDC", None),
    ],
)
def test_arrivals_in_normandy(enemy: dict[str, str], contested: str, lost: str, place: str | None) -> None:
    game = position(
        {"CAE": "INF A"}, enemy, campaign=NORMANDY, turn=5, stage="axis_resupply", whole=True, lost=lost
    )  # fmt: skip
    assert where(game, "ax-pza-2-ss-pz") == place
    assert bool(told(list(game.opening), "arrival_lost")) == (place is None)


@pytest.mark.rule("4.3.2")
@pytest.mark.parametrize(("forces", "price"), [(1, 1), (3, 1), (4, 2), (6, 2)])
def test_an_operation_costs_a_third_of_its_forces_up(forces: int, price: int) -> None:
    game = position({"EIF": "PZ A"})
    assert cost(game.state, "EIF", forces, False) == price
    assert cost(game.state, "EIF", forces, True) == price + 1


@pytest.mark.rule("4.3.2")
def test_actions_are_legal_only_with_the_sp_for_them() -> None:
    poor = position({"EIF": "PZ A [reduced]"}, stage="axis_resupply")
    assert refused(poor, "refit ax-pz-a").rule == "4.3.2"
    assert refused(poor, "buy_plan").rule == "4.3.2"
    stuck = position({"EIF": "PZ A, B, C, D"})
    assert refused(stuck, "operation EIF HOU").rule == "4.3.2"
    assert refused(stuck, "dig_in EIF").rule == "4.3.2"
    one = position({"EIF": "PZ A, B, C, D"}, sp=1)
    do(one, "operation EIF HOU", "add ax-pz-a", "add ax-pz-b", "add ax-pz-c")
    assert where(one, "ax-pz-c") == "HOU"  # a fourth would cost 2 SP
    assert where(one, "ax-pz-d") == "EIF"


@pytest.mark.rule("4.3.3")
def test_supply_needs_a_chain_of_clear_areas_to_a_clear_base() -> None:
    game = position({"DIN": "PZ A", "AVE": "PZ B"}, {"PHI": "INF E"}, owned="HOU MCH")
    assert {"EIF", "HOU", "MCH", "DIN"} <= supplied(game.state)
    assert "NAM" in supplied(game.state)  # its own excepted: NAM itself need not be clear
    assert "AVE" not in supplied(game.state)


@pytest.mark.rule("4.3.3")
def test_a_base_in_axis_hands_is_supplied_and_a_lost_one_supplies_nobody() -> None:
    game = position({"PAR": "PZ A", "MOR": "PZ B"}, campaign=NORMANDY, lost="ROU PDC ARG")
    assert "PAR" in supplied(game.state)
    assert "MOR" not in supplied(game.state)
    lost = position({"CAE": "PZ A"}, campaign=NORMANDY, lost="ROU PAR ARG")
    assert "PAR" not in supplied(lost.state)
    held = position({"PAR": "PZ A"}, {"ROU": "INF E", "ARG": "INF F"}, campaign=NORMANDY)
    assert "PAR" in supplied(held.state)


@pytest.mark.rule("4.3.3")
def test_the_chain_that_is_shown_passes_clear_areas() -> None:
    way = position({"PHI": "PZ A"}, {"DIN": "INF E"}, owned="HOU MCH NAM")
    assert chain(way.state, "PHI") == ["PHI", "NAM", "MCH", "HOU", "EIF"]
    assert chain(way.state, "DIN") == ["DIN", "MCH", "HOU", "EIF"], "its own Area need not be clear"
    assert chain(position({"PHI": "PZ A"}, owned="HOU").state, "PHI") == []
    assert chain(way.state, "EIF") == ["EIF"]


@pytest.mark.rule("4.3.3", "4.3.4")
def test_forces_in_a_contested_area_are_supplied_from_beside() -> None:
    game = position({"UTA": "STA A"}, {"UTA": "INF E"}, campaign=NORMANDY, contested="UTA")
    assert "UTA" in supplied(game.state)
    assert "UTA" not in supplied(position({"UTA": "STA A"}, campaign=NORMANDY, contested="UTA", lost="STM").state)


@pytest.mark.rule("4.3.4")
def test_r2_overstretch_from_amiens() -> None:
    chain = "HOU MCH DIN PHI AVE LEC CAM"
    game = position({"AMI": "PZ A, B, C, D, E"}, owned=chain)
    assert cost(game.state, "AMI", 5, False) == 3


@pytest.mark.rule("4.3.4")
def test_r9_benghazi_and_tobruk_shorten_the_way() -> None:
    # The coast road and, around Tobruk, the inland way; over Sidi Omar it would be a link shorter.
    with_ports = position({"FUK": "PZ A"}, campaign=AFRICA, owned=COAST)
    assert (lengths(with_ports.state)["FUK"], overstretch(with_ports.state, "FUK")) == (5, 0)
    ways = " ".join(area for area in COAST.split() if area not in ("TOB", "BEN"))
    without = position({"FUK": "PZ A"}, campaign=AFRICA, owned=ways)
    assert (lengths(without.state)["FUK"], overstretch(without.state, "FUK")) == (11, 2)
    inland = position({"FUK": "PZ A"}, campaign=AFRICA, owned=f"{ways} OMA")
    assert (lengths(inland.state)["FUK"], overstretch(inland.state, "FUK")) == (10, 1)


@pytest.mark.rule("4.3.4")
def test_overstretch_without_a_chain() -> None:
    assert overstretch(position({"CHE": "PZ A"}).state, "CHE") == 2
    assert overstretch(position({"EIF": "PZ A"}).state, "EIF") == 0


@pytest.mark.rule("4.3.4", "10.2")
def test_overstretch_is_data() -> None:
    with replaced("charts", economy={"overstretch_free": 1, "overstretch_links": 1, "overstretch_cut_off": 5}):
        game = position({"DIN": "PZ A", "CHE": "PZ B"}, owned="HOU MCH")
        assert overstretch(game.state, "DIN") == 2
        assert overstretch(game.state, "CHE") == 5


@pytest.mark.rule("4.3.8")
def test_unsupplied_forces_hit_worse_in_assaults_and_cannot_refit() -> None:
    game = position({"CAM": "PZ A"}, {"LEC": "INF E"}, sp=9, hand=["feint"])
    operate(game, "CAM", "LEC")
    do(game, "air_support no")
    assert hit_number(game.state, fighting(game), game.state.forces["ax-pz-a"]) == 3
    assert hit_number(game.state, fighting(game), game.state.forces["en-inf-e"]) == 3
    cut_off = position({"CAM": "PZ A [reduced]"}, stage="axis_resupply", sp=9)
    assert refused(cut_off, "refit ax-pz-a").rule == "4.3.8"


@pytest.mark.rule("4.3.8")
def test_unsupplied_defenders_hit_as_ever() -> None:
    game = position({"CAM": "PZ A"}, {"LEC": "INF E, F, G"}, stage="enemy_orders", turn=8, dice=(6,), hand=["feint"])
    assert hit_number(game.state, fighting(game), game.state.forces["ax-pz-a"]) == 4


@pytest.mark.rule("4.3.12")
def test_refit() -> None:
    game = position({"EIF": "PZ A [reduced], B; INF C [reduced]"}, stage="axis_resupply", sp=3)
    assert refused(game, "refit ax-pz-b").rule == refused(game, "refit ax-pz-x").rule == "4.3.12"
    do(game, "refit ax-pz-a")
    force = game.state.forces["ax-pz-a"]
    assert (force.reduced, force.spent, game.state.sp) == (False, True, 2)
    do(game, "end", "operation EIF HOU")
    assert legal(game) == {"add ax-pz-b", "add ax-inf-c"}


@pytest.mark.rule("4.3.13", "2.6")
def test_buy_plan_draws_from_the_cup() -> None:
    game = position({"EIF": "PZ A [reduced]"}, stage="axis_resupply", sp=9)
    do(game, "buy_plan", dice=(5,))  # blitzkrieg, blitzkrieg, flank_march, flank_march, feint
    assert game.state.hand == ("feint",)
    assert len(game.state.cup) == 15
    do(game, "buy_plan", "buy_plan", "buy_plan", dice=(1, 1, 13))
    assert game.state.hand == ("feint", "blitzkrieg", "blitzkrieg", "pursuit")
    assert game.state.sp == 5
    assert refused(game, "buy_plan").rule == "4.3.13"


@pytest.mark.rule("4.3.13")
def test_played_chits_go_to_the_discard_which_becomes_the_cup() -> None:
    game = position(
        {"EIF": "PZ A"}, {"HOU": "IN2 E"}, sp=9, hand=["pursuit"], cup=[], discard=("night_assault", "feint")
    )  # fmt: skip
    operate(game, "EIF", "HOU")
    do(game, "air_support no", "play_plan pursuit", dice=(NOTHING, 1, 1))
    assert game.state.cup == ("feint", "night_assault", "pursuit")  # in the order of the table
    assert (game.state.hand, game.state.discard) == ((), ())
    last = position({"EIF": "PZ A"}, stage="axis_resupply", sp=9, cup=["feint"], discard=("pursuit", "blitzkrieg"))
    do(last, "buy_plan", dice=(1,))
    assert last.state.cup == ("blitzkrieg", "pursuit")


@pytest.mark.rule("4.3.13")
def test_with_cup_and_discard_empty_nothing_can_be_bought() -> None:
    game = position({"EIF": "PZ A [reduced]"}, stage="axis_resupply", sp=9, cup=[])
    assert refused(game, "buy_plan").rule == "4.3.13"


@pytest.mark.rule("4.3.16")
def test_sp_up_to_6_carry() -> None:
    game = position({"EIF": "INF 12 ID"}, turn=3, stage="axis_operations", sp=8)
    do(game, "end")
    assert game.state.sp == 6 + 10


@pytest.mark.rule("4.6.1", "10.2")
def test_sp_of_a_turn_are_data() -> None:
    with replaced(FRANCE, campaign={"sp": (3,) * 14}):
        assert position({"HOU": "PZ A"}, stage="axis_resupply", whole=True).state.sp == 3
    assert book(FRANCE).campaign.sp == (10,) * 14


@pytest.mark.rule("4.3.12", "4.3.13", "10.2")
def test_costs_are_data() -> None:
    with replaced("charts", economy={"refit": 3, "buy_plan": 2, "hand": 1}):
        game = position({"EIF": "PZ A [reduced], B [reduced]"}, stage="axis_resupply", sp=9)
        do(game, "refit ax-pz-a", "buy_plan")
        assert game.state.sp == 4
        assert refused(game, "buy_plan").rule == "4.3.13"


@pytest.mark.rule("4.3.16")
def test_points_that_would_be_lost_are_warned_of_before_operations_end() -> None:
    game = position({"EIF": "INF 12 ID"}, turn=3, stage="axis_operations", sp=8)
    assert [*game.title.gestures.warnings(game.state)] == [
        "2 Supply Points will be lost: 6 of 8 carry over to the next turn"
    ]
    game = position({"EIF": "INF 12 ID"}, turn=3, stage="axis_operations", sp=6)
    assert not game.title.gestures.warnings(game.state)
