"""Desert Commander: Normandy 1944 (4.9)."""

import pytest

from tests.titles.commander_solitaire.desert_kit import (
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
from tests.titles.commander_solitaire.desert_tables import (
    all_rows,
    areas,
    links,
    printed_areas,
    printed_links,
    printed_row,
    rows,
)
from wargame_tui.core.dice import Dice
from wargame_tui.core.game import Game
from wargame_tui.titles.desert_commander import TITLE
from wargame_tui.titles.desert_commander.printed.book import TITLE_ID
from wargame_tui.titles.desert_commander.rules.battle import hit_number
from wargame_tui.titles.desert_commander.rules.normandy import in_radius, targets
from wargame_tui.titles.desert_commander.state import OrderLine

CAMPAIGN = NORMANDY
AREAS = """
UTA Utah Beach (2, beach); OMA Omaha Beach (2, beach); GOL Gold Beach (2, beach); SWO Juno-Sword Beaches (2, beach);
STM Ste-Mere-Eglise (0, bocage); CHB Cherbourg (3, fort); VAL Valognes (0, bocage); CRT Carentan (1, river); ISI
Isigny (0, open); BAY Bayeux (1, open); CAE Caen (3, city); TRO Troarn-Orne (1, river); VIL Villers-Bocage (1,
bocage); STL St-Lo (2, bocage); COU Coutances (1, bocage); AVR Avranches (3, river); MOR Mortain (1, bocage); FAL
Falaise (2, open); ARG Argentan (1, open); LIS Lisieux (1, open); LHV Le Havre (1, fort); ROU Rouen (1, city); PDC
Pas de Calais (0, open); PAR Paris (0, city)
"""
LINKS = """
UTA-STM STM-VAL STM-CRT VAL-CHB CRT-ISI CRT-COU CRT-STL OMA-ISI OMA-BAY ISI-STL ISI-BAY GOL-BAY BAY-VIL BAY-CAE
SWO-CAE SWO-TRO TRO-CAE TRO-LIS CAE-FAL CAE-VIL VIL-FAL VIL-STL STL-COU STL-MOR COU-AVR AVR-MOR MOR-ARG MOR-VIL
FAL-ARG LIS-FAL LIS-ROU LHV-ROU ROU-PDC ROU-PAR ARG-PAR
"""
FORCES = """
Axis start: UTA STA 919 Gr (709) / CHB STA 729 Gr (709), Cherbourg fortress / VAL STA 243 ID / STM INF 91 LL / CRT
  PAR 6 FJR / OMA INF 914/916 (352); STA 726 (716) / GOL STA 441 Ost (716) / SWO STA 736 (716) / BAY INF 915 (352)
  / TRO MOT 125 PzG (21) / FAL PZ 22 Pz Rgt (21) / CAE ART 155 PzA (21) / LIS STA 711 ID / LHV STA Havre fortress
  / ROU INF 84 ID / PDC INF 85 ID, 326 ID
Axis T1: LIS PZA 12 SS Pz; MOT 25 PzG (12 SS); INF 346 ID / ARG PZA Pz Lehr; MOT 901 PzG (Lehr)
Axis T2: MOR MOT 17 SS PzG / AVR INF 77 ID; PAR 3 FJ / ARG PZA 101 SS Tiger
Axis T3: ARG PZ 2 Pz / AVR INF 275 kg
Axis T4: PAR FLK III Flak / AVR INF 353 ID
Axis T5: MOR PZA 2 SS Pz / PAR ART 7 Nebel
Axis T6: PAR PZA 1 SS Pz; INF 16 LwF / ARG PZA 9 SS Pz, 10 SS Pz
Axis T7: PAR INF 276 ID
Axis T8: PAR INF 277 ID
Axis T10: PAR INF 272 ID / AVR INF 5 FJ
Axis T11: PAR INF 271 ID; FLK Flak kg
Axis T12: PDC PZ 116 Pz
Axis T13: PDC INF 363 ID
Enemy start: UTA INF 4 US; ARM 70 Tk Bn / STM PAR 82 AB, 101 AB / OMA INF 1 US, 29 US / GOL INF 50 UK; ARM 8 Armd
  Bde / SWO INF 3 Cdn, 3 UK; ARM 27 Armd Bde / TRO PAR 6 AB UK
Enemy T2: OMA INF 2 US; ARM 2 Armd US / GOL ARM 7 Armd UK / UTA INF 90 US / SWO INF 51 UK
Enemy T3: UTA INF 9 US, 79 US / OMA INF 30 US / GOL INF 49 UK / SWO ARM 11 Armd UK
Enemy T4: SWO INF 15 UK / GOL INF 43 UK / OMA INF 83 US
Enemy T5: OMA ARM 3 Armd US / UTA ART VII Corps art
Enemy T6: GOL INF 53 UK / SWO ARM Gds Armd
Enemy T7: SWO INF 59 UK
Enemy T8: UTA INF 8 US / GOL ART AGRA / SWO INF 2 Cdn / OMA INF 35 US
Enemy T9: OMA INF 5 US
Enemy T10: UTA ARM 4 Armd US
Enemy T11: UTA ARM 6 Armd US
Enemy T12: OMA INF 28 US
Enemy T13: SWO ARM 4 Cdn Armd / UTA ARM 5 Armd US
"""


@pytest.mark.rule("4.9.1")
def test_areas_in_index_order() -> None:
    assert printed_areas(CAMPAIGN) == areas(AREAS)


@pytest.mark.rule("4.9.1")
def test_links() -> None:
    assert printed_links(CAMPAIGN) == links(LINKS)
    assert len(book(CAMPAIGN).map.links) == len(links(LINKS))


@pytest.mark.rule("4.9.2", "2.7")
@pytest.mark.parametrize(("side", "when", "forces"), list(rows(FORCES)), ids=lambda value: str(value)[:8])
def test_set_up_and_arrivals(side: str, when: str, forces: list[tuple[str, str]]) -> None:
    assert printed_row(CAMPAIGN, side, when) == forces


@pytest.mark.rule("4.9.2")
def test_there_are_no_other_rows() -> None:
    assert all_rows(CAMPAIGN) == {(side, when) for side, when, _ in rows(FORCES)}


SEA = ["STM", "TRO", "UTA", "OMA", "GOL", "SWO"]


def landing(axis: dict[str, str], sea: dict[str, str], *dice: int, **changes: object) -> Game:
    """Turn 1 from the landings on, with these forces at sea."""
    given = {"campaign": CAMPAIGN, "turn": 1, "stage": "landings", "stop": "axis_resupply", **changes}
    return position(axis, {f"sea {area}": forces for area, forces in sea.items()}, dice=dice, **given)  # type: ignore[arg-type]


@pytest.mark.rule("4.9.2", "4.9.3", "4.2.6")
def test_enemy_start_forces_are_at_sea_and_the_axis_owns_all() -> None:
    state = TITLE.start(f"{TITLE_ID}/{CAMPAIGN}", {}, Dice(1))
    at_sea = {(force.id, force.bound) for force in state.forces.values() if force.area == "sea"}
    assert at_sea == {
        pair for side, when, forces in rows(FORCES) if (side, when) == ("Enemy", "start") for pair in forces
    }
    ashore = {(force.id, force.area) for force in state.forces.values() if force.area != "sea"}
    assert ashore == {
        pair for side, when, forces in rows(FORCES) if (side, when) == ("Axis", "start") for pair in forces
    }


@pytest.mark.rule("4.9.2", "4.9.8", "4.3.1")
@pytest.mark.parametrize("turn", [2, 3, *range(5, 15)])
def test_arrivals_come_on_their_turn(turn: int) -> None:
    beaches = {area: f"FRT {area}" for area in ("UTA", "OMA", "GOL", "SWO")}
    game = position(
        {}, beaches, campaign=CAMPAIGN, turn=turn, stage="enemy_reinforce", stop="axis_operations",
        lost="STM ISI BAY CAE TRO",
    )  # fmt: skip
    come = {(event.data["forces"][0], event.data["area"]) for event in told(history(game), "arrived")}
    expected = {pair for _, when, forces in rows(FORCES) if when == f"T{turn}" for pair in forces}
    assert come == expected


@pytest.mark.rule("4.9.3")
def test_the_landings_in_their_order() -> None:
    game = landing({}, {area: "INF " + area for area in ("UTA", "OMA", "GOL", "SWO", "STM", "TRO")})
    assert [event.data["area"] for event in told(history(game), "landing")] == SEA
    assert all(owner(game, area) == "Enemy" and len(here(game, area)) == 1 for area in SEA)
    assert not told(history(game), "battle_begins")
    assert all(force.used for force in game.state.forces.values())
    assert [line.area for line in game.state.orders] == SEA


@pytest.mark.rule("4.9.3", "4.9.11", "4.2.5")
def test_a_landing_is_an_attack_with_3_support_dice_against_beach_and_dig() -> None:
    game = landing({"UTA": "STA A"}, {"UTA": "INF E"}, 6, 6, 6, NOTHING, dig="UTA", hand=["feint"])
    assert told(history(game), "check")[0].data["dice"] == [6, 6, 6]
    battle = fighting(game)
    assert (battle.form, battle.origin, battle.support) == ("landing", "sea", 3)
    assert hit_number(game.state, battle, game.state.forces["en-inf-e"]) == 1
    do(game, "pass_plan", dice=(6, 6))
    assert fighting(game).round == 2


@pytest.mark.rule("4.9.3", "4.4.11")
def test_a_landing_that_wins_owns_the_area() -> None:
    game = landing({"UTA": "STA A [reduced]"}, {"UTA": "INF E"}, 2, 6, 6, dig="UTA")
    assert (owner(game, "UTA"), here(game, "UTA")) == ("Enemy", {"en-inf-e"})
    (end,) = told(history(game), "battle_ends")
    assert (end.data["won"], end.data["contested"]) == (True, False)
    assert not game.state.areas["UTA"].dig


@pytest.mark.rule("4.9.3", "4.4.11")
def test_a_landing_that_is_destroyed_leaves_the_area_to_the_axis() -> None:
    game = landing({"UTA": "STA A, B"}, {"UTA": "INF E [reduced]"}, 6, 6, 6, NOTHING, 6, 1, 6)
    assert (owner(game, "UTA"), here(game, "UTA")) == ("Axis", {"ax-sta-a", "ax-sta-b"})


@pytest.mark.rule("4.9.4")
def test_a_landing_undecided_after_the_last_round_makes_the_area_contested() -> None:
    game = landing({"UTA": "STA A, B"}, {"UTA": "INF E"}, 6, 6, 6, NOTHING, *(6, 6, 6) * 3, dig="UTA")
    assert owner(game, "UTA") == "contested"
    assert here(game, "UTA") == {"ax-sta-a", "ax-sta-b", "en-inf-e"}
    assert game.state.areas["UTA"].dig
    assert game.state.stack[-1].stage == "axis_resupply"


def contested(axis: str, enemy: str, *dice: int, turn: int = 5, **changes: object) -> Game:
    """Enemy orders with a contested Utah Beach."""
    given = {"campaign": CAMPAIGN, "turn": turn, "stage": "enemy_orders", "contested": "UTA", **changes}
    return position({"UTA": axis}, {"UTA": enemy}, dice=dice, **given)  # type: ignore[arg-type]


@pytest.mark.rule("4.9.4", "4.9.7")
def test_in_a_contested_area_the_enemy_attacks_in_place_of_an_order() -> None:
    game = contested("STA A, B", "INF E, F", 6, 6, dig="UTA", hand=["feint"])
    assert not told(history(game), "table_roll")
    battle = fighting(game)
    assert (battle.side, battle.support, battle.origin, battle.area) == ("Enemy", 2, "UTA", "UTA")
    assert hit_number(game.state, battle, game.state.forces["en-inf-e"]) == 1  # beach and dig count
    assert game.state.orders[0] == OrderLine("UTA", 0, 0, "ATTACK", "ATTACK", "UTA", ("en-inf-e", "en-inf-f"))


@pytest.mark.rule("4.9.4", "4.9.7")
def test_no_support_dice_in_the_storm() -> None:
    game = contested("STA A, B", "INF E, F", turn=4, hand=["feint"])
    assert fighting(game).support == 0
    assert not told(history(game), "check")


@pytest.mark.rule("4.9.4")
def test_a_contested_fight_without_decision_stays_contested() -> None:
    game = contested("STA A, B", "INF E, F", 6, 6, NOTHING, *(6,) * 12, stop="axis_resupply")
    assert owner(game, "UTA") == "contested"


@pytest.mark.rule("4.9.4", "4.2.5")
def test_when_one_side_is_gone_the_other_owns_the_area() -> None:
    game = contested("STA A [reduced]", "INF E, F", 2, 6, stop="axis_resupply", dig="UTA")
    assert (owner(game, "UTA"), game.state.areas["UTA"].dig) == ("Enemy", False)
    held = contested("STA A, B, C", "INF E [reduced]", 6, 6, NOTHING, 6, 1, 6, 6, stop="axis_resupply", dig="UTA")
    assert (owner(held, "UTA"), held.state.areas["UTA"].dig) == ("Axis", True)


@pytest.mark.rule("4.9.5", "4.9.4")
def test_axis_forces_leave_a_contested_area_by_operation() -> None:
    game = position({"UTA": "PZ A"}, {"UTA": "INF E"}, campaign=CAMPAIGN, turn=4, contested="UTA", sp=9)
    operate(game, "UTA", "STM")
    assert where(game, "ax-pz-a") == "STM"
    assert owner(game, "UTA") == "Enemy"


@pytest.mark.rule("4.9.5", "4.9.4", "4.2.6")
def test_who_dies_in_an_assault_from_a_contested_area_leaves_it_to_the_enemy() -> None:
    game = position(
        {"CAE": "MOT A [reduced]", "LIS": "PZ Z"}, {"CAE": "FRT E", "BAY": "PAR F"}, campaign=CAMPAIGN, turn=4,
        contested="CAE", sp=9,
    )  # fmt: skip
    operate(game, "CAE", "BAY", dice=(NOTHING, 6, 1))
    assert where(game, "ax-mot-a") is None
    assert owner(game, "CAE") == owner(game, "BAY") == "Enemy"


@pytest.mark.rule("4.9.5")
def test_who_comes_to_a_contested_area_attacks_with_all_there_without_terrain_and_dig() -> None:
    game = position(
        {"UTA": "STA A", "STM": "PZ B, C", "LIS": "PZ Z"}, {"UTA": "INF E, F"}, campaign=CAMPAIGN, turn=4,
        contested="UTA", sp=9, dig="UTA", hand=["feint"],
    )  # fmt: skip
    operate(game, "STM", "UTA", "pz-b", "pz-c")
    battle = fighting(game)
    assert set(battle.attackers) == {"ax-sta-a", "ax-pz-b", "ax-pz-c"}
    assert hit_number(game.state, battle, game.state.forces["ax-pz-b"]) == 4
    assert hit_number(game.state, battle, game.state.forces["ax-sta-a"]) == 2
    do(game, "pass_plan", dice=(NOTHING, *(6,) * 5))
    do(game, "pass_plan", dice=(6,) * 5)
    do(game, "pass_plan", dice=(6,) * 5)
    assert legal(game) == {"press_on", "break_off", "auto"}
    do(game, "break_off")
    assert owner(game, "UTA") == "contested"
    assert here(game, "UTA") == {"ax-sta-a", "ax-pz-b", "ax-pz-c", "en-inf-e", "en-inf-f"}
    assert all(game.state.forces[name].spent for name in ("ax-sta-a", "ax-pz-b", "ax-pz-c"))


@pytest.mark.rule("4.9.5", "4.3.9")
def test_a_win_in_a_contested_area_is_an_assault_won() -> None:
    game = position(
        {"UTA": "STA A", "STM": "PZ B"}, {"UTA": "INF E [reduced]"}, campaign=CAMPAIGN, turn=4, contested="UTA", sp=9
    )  # fmt: skip
    operate(game, "STM", "UTA", dice=(NOTHING, 1))
    assert owner(game, "UTA") == "Axis"
    assert game.state.forces["ax-pz-b"].won
    assert not game.state.forces["ax-pz-b"].spent


@pytest.mark.rule("4.9.5", "4.2.7")
def test_the_limit_of_8_counts_in_a_contested_area() -> None:
    crowd = {"UTA": "STA 1, 2, 3, 4, 5, 6, 7", "STM": "PZ A, B"}
    game = position(crowd, {"UTA": "INF E"}, campaign=CAMPAIGN, turn=4, contested="UTA", sp=9, hand=["feint"])
    do(game, "operation STM UTA", "add ax-pz-a")
    assert where(game, "ax-pz-b") == "STM"
    assert len(fighting(game).attackers) == 8


@pytest.mark.rule("4.9.6")
@pytest.mark.parametrize(("area", "inside"), [("FAL", True), ("STL", True), ("COU", False)])
def test_r6_the_radius_of_turn_4(area: str, inside: bool) -> None:
    game = position(campaign=CAMPAIGN, turn=4, lost="UTA OMA GOL SWO")
    assert in_radius(game.state, area) == inside


@pytest.mark.rule("4.9.6")
@pytest.mark.parametrize("turn", range(1, 15))
def test_the_radius_of_every_turn(turn: int) -> None:
    radius = 1 if turn <= 3 else 2 if turn <= 5 else 3 if turn <= 12 else 99
    game = position(campaign=CAMPAIGN, turn=turn, lost="SWO")
    # From Sword: CAE 1, FAL 2, ARG 3, PAR 4
    for area, distance in (("CAE", 1), ("FAL", 2), ("ARG", 3), ("PAR", 4)):
        assert in_radius(game.state, area) == (distance <= radius)
    without = position(campaign=CAMPAIGN, turn=turn)
    assert in_radius(without.state, "CAE") == (turn >= 13)


@pytest.mark.rule("4.9.6", "4.5.2")
def test_an_axis_area_beyond_the_radius_is_no_target() -> None:
    # Turn 2, radius 1: Caen from Bayeux is inside, Villers-Bocage (2 from Gold) is not.
    game = position(campaign=CAMPAIGN, turn=2, lost="GOL BAY SWO")
    assert targets(game.state, "BAY") == ["CAE"]


@pytest.mark.rule("4.9.7")
@pytest.mark.parametrize(("turn", "die", "dice"), [(3, 3, 2), (5, 6, 4), (4, 4, 0)])
def test_support_dice_of_orders(turn: int, die: int, dice: int) -> None:
    game = position(
        {"CAE": "INF A"}, {"SWO": "INF E, F"}, campaign=CAMPAIGN, turn=turn, stage="enemy_orders",
        dice=(die, 6, 6, 6, 6), lost="TRO", hand=["feint"],
    )  # fmt: skip
    assert fighting(game).support == dice


@pytest.mark.rule("4.9.8")
@pytest.mark.parametrize(
    ("lost", "contested", "place"),
    [
        ("UTA OMA", "", "OMA"),  # its own
        ("GOL", "OMA", "OMA"),  # its own, contested
        ("GOL SWO", "UTA", "GOL"),  # the first other enemy-owned one
        ("", "SWO GOL", "GOL"),  # the first contested one
        ("", "", "sea"),  # none
    ],
)
def test_arrivals_look_for_a_beach(lost: str, contested: str, place: str) -> None:
    both = {area: "STA X" + area for area in contested.split()}
    foes = {area: "FRT Y" + area for area in contested.split()}
    game = position(
        both, foes, campaign=CAMPAIGN, turn=12, stage="enemy_reinforce", stop="enemy_orders", lost=lost,
        contested=contested,
    )  # fmt: skip
    assert where(game, "en-inf-28-us") == place  # due at Omaha


@pytest.mark.rule("4.9.8", "2.7")
def test_who_waits_comes_first() -> None:
    game = position(
        {}, {"sea OMA": "ARM W", "UTA": "FRT X"}, campaign=CAMPAIGN, turn=5, stage="enemy_reinforce",
        stop="enemy_orders",
    )  # fmt: skip
    assert [event.data["labels"] for event in told(history(game), "arrived")] == [
        ["ARM W"],
        ["ARM 3 Armd US"],
        ["ART VII Corps art"],
    ]
    assert here(game, "UTA") == {"en-frt-x", "en-arm-w", "en-arm-3-armd-us", "en-art-vii-corps-art"}


@pytest.mark.rule("4.9.9")
def test_in_the_storm_arrivals_wait_for_turn_5() -> None:
    beaches = {area: f"FRT {area}" for area in ("UTA", "OMA", "GOL", "SWO")}
    game = position({}, beaches, campaign=CAMPAIGN, turn=4, stage="enemy_reinforce", stop="enemy_orders")
    assert here(game, "sea") == {"en-inf-15-uk", "en-inf-43-uk", "en-inf-83-us"}
    assert [event.data["label"] for event in told(history(game), "waiting")] == ["INF 15 UK", "INF 43 UK", "INF 83 US"]
    game = position({}, beaches, campaign=CAMPAIGN, turn=4, stage="enemy_reinforce", sp=0, lost="STM ISI BAY CAE TRO")
    while game.state.turn < 5:
        do(game, "end")
    assert here(game, "sea") == set()
    came = [event.data["labels"][0] for event in told(history(game), "arrived") if event.data["side"] == "Enemy"]
    assert came == ["INF 15 UK", "INF 43 UK", "INF 83 US", "ARM 3 Armd US", "ART VII Corps art"]


@pytest.mark.rule("4.9.10")
def test_r5_interdiction() -> None:
    game = position({"FAL": "PZ A, B; MOT C"}, campaign=CAMPAIGN, turn=5, sp=3)
    operate(game, "FAL", "CAE", "pz-a", "pz-b", "mot-c", dice=(2,))
    assert here(game, "FAL") == {"ax-pz-a", "ax-pz-b", "ax-mot-c"}
    assert game.state.sp == 2
    assert {force.operations for force in game.state.forces.values()} == {1}
    operate(game, "FAL", "CAE", "pz-a", "pz-b", "mot-c", dice=(3,))
    assert here(game, "CAE") == {"ax-pz-a", "ax-pz-b", "ax-mot-c"}


@pytest.mark.rule("4.9.10")
def test_no_interdiction_in_the_storm_nor_in_france() -> None:
    storm = position({"FAL": "PZ A"}, campaign=CAMPAIGN, turn=4, sp=3)
    operate(storm, "FAL", "CAE", dice=(1,))
    assert where(storm, "ax-pz-a") == "CAE"
    assert not told(history(storm), "check")


@pytest.mark.rule("4.9.10", "4.3.9")
def test_an_interdicted_blitz_is_done() -> None:
    game = position({"FAL": "PZ A [won operations=2]"}, campaign=CAMPAIGN, turn=5, sp=9)
    operate(game, "FAL", "CAE", blitz=True, dice=(1,))
    assert (where(game, "ax-pz-a"), game.state.forces["ax-pz-a"].blitzed, game.state.sp) == ("FAL", True, 7)


@pytest.mark.rule("4.9.10", "10.2")
def test_interdiction_is_data() -> None:
    with replaced(CAMPAIGN, campaign={"interdiction": 4}):
        game = position({"FAL": "PZ A"}, campaign=CAMPAIGN, turn=5, sp=3)
        operate(game, "FAL", "CAE", dice=(4,))
        assert where(game, "ax-pz-a") == "FAL"


@pytest.mark.rule("4.9.11")
def test_start_dig_markers() -> None:
    state = TITLE.start(f"{TITLE_ID}/{CAMPAIGN}", {}, Dice(1))
    assert {area for area, there in state.areas.items() if there.dig} == {"UTA", "OMA", "GOL", "SWO", "CHB", "LHV"}


@pytest.mark.rule("4.9.12")
def test_no_operation_starts_in_pas_de_calais_before_turn_8() -> None:
    early = position({"PDC": "PZ A", "ROU": "PZ B"}, campaign=CAMPAIGN, turn=7, sp=9)
    assert refused(early, "operation PDC ROU").rule == "4.9.12"
    assert "operation ROU PDC" in legal(early)
    assert "operation PDC ROU" in legal(position({"PDC": "PZ A"}, campaign=CAMPAIGN, turn=8, sp=9))


@pytest.mark.rule("4.9.13")
def test_leader_forward_leaves_for_good_on_turn_11() -> None:
    chits = {"hand": ["leader_forward", "feint"], "cup": ["blitzkrieg", "leader_forward"], "discard": ("feint",)}
    game = position(
        {"PAR": "INF A"},
        campaign=CAMPAIGN,
        turn=11,
        stage="axis_resupply",
        whole=True,
        **chits,  # type: ignore[arg-type]
    )
    assert (game.state.hand, game.state.cup, game.state.discard) == (("feint",), ("blitzkrieg",), ("feint",))
    assert told(list(game.opening), "chits_withdrawn")[0].data["count"] == 2
    kept = position(
        {"PAR": "INF A"},
        campaign=CAMPAIGN,
        turn=10,
        stage="axis_resupply",
        whole=True,
        **chits,  # type: ignore[arg-type]
    )
    assert kept.state.hand == ("leader_forward", "feint")


@pytest.mark.rule("4.9.6", "4.9.7", "10.2")
def test_radius_and_support_are_data() -> None:
    with replaced(CAMPAIGN, campaign={"invasion": {"radius": (0,) * 14, "support": {"landing": 5}}}):
        game = position(campaign=CAMPAIGN, turn=9, lost="SWO")
        assert not in_radius(game.state, "CAE")
        assault = landing({"UTA": "STA A"}, {"UTA": "INF E"}, 6, 6, 6, 6, 6, NOTHING, hand=["feint"])
        assert len(told(history(assault), "check")[0].data["dice"]) == 5
