"""Desert Commander: forces, terrain, owners, room (4.2)."""

from typing import Any

import pytest

from tests.titles.commander_solitaire.desert_kit import (
    AFRICA,
    FRANCE,
    NORMANDY,
    NOTHING,
    book,
    do,
    fighting,
    here,
    history,
    legal,
    operate,
    owner,
    position,
    refused,
    replaced,
    told,
    where,
)
from wargame_tui.core.dice import Dice
from wargame_tui.titles.desert_commander import TITLE
from wargame_tui.titles.desert_commander.printed.book import TITLE_ID
from wargame_tui.titles.desert_commander.rules.battle import hit_number
from wargame_tui.titles.desert_commander.state import cv, cv_total, in_force_order, room

CLASSES = """
Axis PZ 4/2 5 M
Axis PZA 4/3 5 M
Axis MOT 3/2 4 M
Axis REC 2/1 6 M
Axis INF 3/2 2 L
Axis ART 3/2 3 M
Axis FLK 4/2 4 M
Axis ENG 2/1 3 M
Axis PAR 4/2 3 L
Axis IIN 2/1 1 L
Axis IAR 3/1 4 M
Axis IMO 2/1 3 M
Axis STA 2/1 1 S
Enemy TNK 4/2 2 M
Enemy CRU 3/2 5 M
Enemy CAV 2/1 5 M
Enemy INF 3/2 2 L
Enemy IN2 2/1 2 L
Enemy MOT 3/2 3 M
Enemy ART 3/2 3 M
Enemy FRT 3/2 1 S
Enemy GAR 2/1 1 S
Enemy PAR 4/2 3 L
Enemy ARM 4/3 4 M
"""
ARMOUR = {"PZ", "PZA", "IAR", "TNK", "CRU", "ARM"}


@pytest.mark.rule("4.2.1", "2.7")
@pytest.mark.parametrize("side", ["Axis", "Enemy"])
def test_classes_in_their_order(side: Any) -> None:
    rows = [line.split() for line in CLASSES.strip().splitlines()]
    expected = [row[1:] for row in rows if row[0] == side]
    found = [
        [cls, f"{entry.cv[0]}/{entry.cv[1]}", str(entry.speed), entry.move]
        for cls, entry in book().units.classes[side].items()
    ]
    assert found == expected
    assert {cls for cls, entry in book().units.classes[side].items() if entry.armour} == {
        row[0] for row in expected if row[0] in ARMOUR
    }


@pytest.mark.rule("2.10", "4.2.1")
def test_a_hit_reduces_a_full_force_and_destroys_a_reduced_one() -> None:
    game = position({"EIF": "INF A; PZ B"}, {"HOU": "IN2 E, F [reduced]"}, sp=9)
    operate(game, "EIF", "HOU", "ax-pz-b", "ax-inf-a")
    # Speed 5: PZ 4-1 = 3; 1 hits E. Speed 2: INF 2: 1 hits (both reduced: lowest CV, Force order).
    do(game, "air_support no", dice=(NOTHING, 1, 1, 6, 6, 6))
    hits = [(event.data["force"], event.data["destroyed"]) for event in told(history(game), "hit")]
    assert hits[:2] == [("en-in2-e", False), ("en-in2-e", True)]
    assert where(game, "en-in2-e") is None


@pytest.mark.rule("2.7")
def test_force_order_is_class_order_then_order_of_entry() -> None:
    game = position({"EIF": "INF B; PZ C", "HOU": "PZ A; REC D"})
    ordered = in_force_order(game.state, game.state.forces.values())
    assert [force.name for force in ordered] == ["C", "A", "D", "B"]


@pytest.mark.rule("2.7")
def test_set_up_rows_give_the_order_of_entry_then_arrivals() -> None:
    state = TITLE.start(f"{TITLE_ID}/{NORMANDY}", {}, Dice(1))
    forces = sorted(state.forces.values(), key=lambda force: force.serial)
    assert forces[0].id == "ax-sta-919-gr-709"
    at_sea = [force.id for force in forces if force.side == "Enemy"]
    assert at_sea[:3] == ["en-inf-4-us", "en-arm-70-tk-bn", "en-par-82-ab"]


@pytest.mark.rule("4.2.2")
def test_m_forces_take_part_in_two_operations_l_in_one_s_in_none() -> None:
    game = position({"CHB": "PZ A; INF B; STA C"}, campaign=NORMANDY, turn=4, sp=20)
    do(game, "operation CHB VAL")
    assert legal(game) == {"add ax-pz-a", "add ax-inf-b"}
    do(game, "add ax-pz-a", "add ax-inf-b")
    assert here(game, "VAL") == {"ax-pz-a", "ax-inf-b"}
    operate(game, "VAL", "STM")
    assert here(game, "STM") == {"ax-pz-a"}
    assert legal(game, "operation") == set()
    assert refused(game, "operation CHB VAL").rule == "4.2.2"
    assert refused(game, "operation STM VAL").rule == "4.2.2"


@pytest.mark.rule("4.2.2", "10.2")
def test_operations_of_a_move_class_are_data() -> None:
    with replaced("charts", areas={"operations": {"L": 2}}):
        game = position({"CHB": "INF A"}, campaign=NORMANDY, turn=4, sp=20)
        operate(game, "CHB", "VAL")
        operate(game, "VAL", "STM")
        assert here(game, "STM") == {"ax-inf-a"}


@pytest.mark.rule("4.2.3")
def test_cv_total_is_the_sum_of_present_cv() -> None:
    game = position({"EIF": "PZ A; PZA B [reduced]; IIN C [reduced]"})
    assert cv_total(game.state, game.state.forces.values()) == 4 + 3 + 1


TERRAIN = [
    (FRANCE, "MCH", "open", 0), (FRANCE, "HOU", "forest", -1), (FRANCE, "DIN", "river", -1),
    (FRANCE, "ARR", "city", -1), (FRANCE, "COU", "bocage", -1), (AFRICA, "AGH", "pass", -1),
    (AFRICA, "ALA", "box", -1), (NORMANDY, "UTA", "beach", -1), (FRANCE, "NAM", "fort", -2),
]  # fmt: skip


@pytest.mark.rule("4.2.4", "4.4.6")
@pytest.mark.parametrize(("campaign", "area", "terrain", "malus"), TERRAIN)
def test_terrain_lowers_the_attackers_hit_number(campaign: str, area: str, terrain: str, malus: int) -> None:
    entry = book(campaign).areas[area]
    assert entry.terrain == terrain
    start = book(campaign).links[area][0]
    with replaced(campaign, campaign={"bases": (start,), "plan_limit": 0, "interdiction": 0}):
        game = position(
            {start: "PZ A"}, {area: "INF E"}, campaign=campaign, turn=4, sp=9, hand=["feint"]
        )  # fmt: skip
        operate(game, start, area)
        if "air_support no" in legal(game):
            do(game, "air_support no")
        state, battle = game.state, fighting(game)
        assert hit_number(state, battle, state.forces["ax-pz-a"]) == 4 + malus
        assert hit_number(state, battle, state.forces["en-inf-e"]) == 3


@pytest.mark.rule("4.2.5", "4.4.6")
def test_a_dig_marker_counts_in_rounds_1_and_2_only() -> None:
    game = position({"HOU": "PZ A"}, {"MCH": "INF E"}, sp=9, dig="MCH", hand=["feint"], owned="HOU EIF")
    operate(game, "HOU", "MCH")
    do(game, "air_support no")
    numbers = []
    for _ in range(3):
        numbers.append(hit_number(game.state, fighting(game), game.state.forces["ax-pz-a"]))
        do(game, "pass_plan", dice=(*((NOTHING,) if len(numbers) < 2 else ()), 6, 6))
    assert numbers == [3, 3, 4]


@pytest.mark.rule("4.2.5")
def test_a_dig_marker_goes_when_the_area_changes_its_owner() -> None:
    game = position({"MCH": "PZ A"}, sp=9, owned="HOU", dig="DIN MCH")
    operate(game, "MCH", "DIN")
    assert owner(game, "DIN") == "Axis"
    assert not game.state.areas["DIN"].dig
    assert game.state.areas["MCH"].dig


@pytest.mark.rule("4.2.5", "4.3.14")
def test_an_area_has_one_dig_marker_or_none() -> None:
    game = position({"EIF": "PZ A"}, sp=9)
    do(game, "dig_in EIF")
    assert refused(game, "dig_in EIF").rule == "4.2.5"


@pytest.mark.rule("4.2.6")
@pytest.mark.parametrize(
    ("campaign", "axis"),
    [(FRANCE, {"EIF"}), (AFRICA, {"TRI", "SIR"}), (NORMANDY, set(book(NORMANDY).areas))],
)
def test_owners_at_start(campaign: str, axis: set[str]) -> None:
    state = TITLE.start(f"{TITLE_ID}/{campaign}", {}, Dice(1))
    assert {area for area, there in state.areas.items() if there.owner == "Axis"} == axis
    assert {there.owner for area, there in state.areas.items() if area not in axis} <= {"Enemy"}


@pytest.mark.rule("4.2.6", "4.3.6")
def test_an_area_becomes_the_property_of_who_enters_it() -> None:
    game = position({"EIF": "PZ A"}, sp=9)
    assert owner(game, "HOU") == "Enemy"
    operate(game, "EIF", "HOU")
    assert owner(game, "HOU") == "Axis"
    operate(game, "HOU", "EIF")
    assert owner(game, "HOU") == "Axis"  # also when nobody is left there


@pytest.mark.rule("4.2.7", "4.3.6")
def test_at_most_8_forces_of_a_side_in_an_area_but_not_in_a_base() -> None:
    seven = "PZ " + ", ".join("ABCDEFG")
    game = position({"EIF": "PZ X, Y", "HOU": seven}, sp=9)
    do(game, "operation EIF HOU")
    do(game, "add ax-pz-x")  # the ninth cannot be added, so it goes
    assert len(here(game, "HOU")) == 8
    assert refused(game, "operation EIF HOU").rule == "4.3.6"
    crowd = position({"HOU": "PZ X", "EIF": seven + ", H, I, J"}, sp=9)
    operate(crowd, "HOU", "EIF")
    assert where(crowd, "ax-pz-x") == "EIF"
    assert room(crowd.state, "HOU", "Enemy") == 8


@pytest.mark.rule("4.2.7", "2.20")
def test_arrivals_do_not_mind_the_limit() -> None:
    crowd = {"PHI": "INF " + ", ".join("ABCDEFGH")}
    game = position({"EIF": "PZ A"}, crowd, turn=2, stage="enemy_reinforce", stop="enemy_orders")
    assert where(game, "en-tnk-1-dcr") == "PHI"
    assert len(here(game, "PHI")) == 9


@pytest.mark.rule("4.2.7", "10.2")
def test_the_limit_is_data() -> None:
    with replaced("charts", areas={"stack": 2}):
        game = position({"EIF": "PZ A, B, C"}, sp=9)
        do(game, "operation EIF HOU", "add ax-pz-a")
        do(game, "add ax-pz-b")
        assert len(here(game, "HOU")) == 2


@pytest.mark.rule("4.2.1", "10.2")
def test_values_of_a_class_are_data() -> None:
    panzer = book().units.classes["Axis"]["PZ"].model_copy(update={"cv": (5, 1)})
    with replaced("units", classes={"Axis": {"PZ": panzer}}):
        game = position({"EIF": "PZ A, B [reduced]"})
        assert [cv(game.state, force) for force in game.state.forces.values()] == [5, 1]
