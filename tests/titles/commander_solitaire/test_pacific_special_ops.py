"""Pacific Commander: US Special Operations (3.5)."""

from typing import Any

import pytest

from tests.titles.commander_solitaire.pacific_kit import book, do, legal, position, refused, replaced, told, where
from wargame_tui.core.game import Game


def ready(us: dict[str, str] | None = None, japan: dict[str, str] | None = None, **about: Any) -> Game:
    """A position in step 2 with plenty of SP."""
    return position(us={"HAW": "DD 9", **(us or {})}, japan=japan, stage="us_special_ops", **{"sp": 20, **about})


def verbs(game: Game) -> set[str]:
    return {command.split()[0] for command in legal(game)}


@pytest.mark.rule("3.5.1")
@pytest.mark.parametrize(
    ("operation", "sp", "success"),
    [
        ("code_break", 3, 7),
        ("commerce_raid", 2, 0),
        ("carrier_raid", 3, 0),
        ("seabees", 3, 8),
        ("dig_in", 2, 0),
        ("coastwatchers", 1, 0),
        ("air_lift", 1, 0),
        ("bomber_offensive", 3, 6),
    ],
)
def test_the_table_of_operations(operation: str, sp: int, success: int) -> None:
    entry = book().charts.operations[operation]
    assert (entry.sp, entry.success) == (sp, success)


@pytest.mark.rule("3.5.1")
def test_each_operation_is_done_once_a_turn_in_any_order_while_sp_last() -> None:
    game = ready({"MID": "GAR A", "ALA": "GAR B"}, sp=4)
    events = do(game, "coastwatchers", "dig_in MID")
    assert game.state.sp == 1
    paid = [(event.data["operation"], event.data["sp"]) for event in told(events, "operation")]
    assert paid == [("coastwatchers", 3), ("dig_in", 1)]
    assert refused(game, "coastwatchers").rule == refused(game, "dig_in MID").rule == "3.5.1"
    assert refused(game, "seabees MID").rule == "3.5.1", "too dear"
    assert game.state.operations_done == ("coastwatchers", "dig_in")


@pytest.mark.rule("3.5.1")
def test_operations_can_be_done_again_next_turn() -> None:
    game = position(us={"MID": "GAR A"}, turn=2, whole=True, operations_done=("dig_in",), coastwatchers=True, air_cut=4)
    assert game.state.operations_done == ()
    assert not game.state.coastwatchers
    assert game.state.air_cut == 0


@pytest.mark.rule("3.5.1", "3.5.2")
@pytest.mark.parametrize(("face", "area"), [(7, "CAR"), (8, None)])
def test_a_failed_operation_costs_sp_without_effect(face: int, area: str | None) -> None:
    game = ready()
    do(game, "code_break CAR", dice=[face])
    assert game.state.sp == 17
    assert game.state.code_break == area
    assert game.state.reroll_left == (area is not None)


@pytest.mark.rule("3.5.2")
def test_any_area_can_be_named_for_code_break() -> None:
    assert len(legal(ready(), "code_break")) == 27


def _orders_at_car(dice: list[int], **about: Any) -> Game:
    japan = {"CAR": "CVL A; CRU B; BB C, D, E; INF I", "PHI": "CRU F; INF J"}
    return position(
        us={"HAW": "DD 9"}, japan=japan, stage="jp_orders", code_break="CAR", reroll_left=True, dice=dice, turn=4,
        **about,
    )  # fmt: skip


@pytest.mark.rule("3.5.2")
def test_once_a_turn_the_order_die_of_a_fleet_there_is_rolled_again_and_the_second_roll_stands() -> None:
    game = _orders_at_car([10, 8])
    assert legal(game) == {"reroll_order", "keep_order"}
    do(game, "reroll_order", dice=[10, 10, 10, 10])
    first, second, *_ = game.state.orders
    assert (first.group, first.die, first.carried_out) == ("carrier fleet", 8, "FORTIFY")
    assert (second.group, second.die) == ("surface fleet", 10), "it is not offered twice"


@pytest.mark.rule("3.5.2")
def test_a_roll_that_is_kept_leaves_the_second_roll_for_another_fleet_there() -> None:
    game = _orders_at_car([10])
    do(game, "keep_order", dice=[10])
    assert game.state.stack[-1].kind == "order_again"
    assert game.state.stack[-1].group.kind == "surface fleet"


@pytest.mark.rule("3.5.2", "2.11")
def test_a_second_roll_is_not_offered_where_every_face_leads_to_the_same() -> None:
    """Destroyers under the eyes of US ships, without ground Forces, a pool or aircraft at home: all faces mean HOLD."""
    game = position(
        us={"CAR": "CV A"}, japan={"CAR": "DD 1"}, stage="jp_orders", stop="battles", code_break="CAR",
        reroll_left=True, pool=0, dice=[1],
    )  # fmt: skip
    assert [(line.die, line.carried_out) for line in game.state.orders] == [(1, "HOLD")]
    assert game.state.reroll_left, "it is left for another fleet there"


@pytest.mark.rule("3.5.2", "3.7.4")
def test_a_second_roll_is_offered_where_the_highest_face_alone_leads_elsewhere() -> None:
    """The same in the last stand, whose tenth row is WITHDRAW: a ten, and a nine beside US ships."""
    game = position(
        us={"CAR": "CV A"}, japan={"CAR": "DD 1"}, campaign="1945", turn=1, stage="jp_orders", code_break="CAR",
        reroll_left=True, pool=0, dice=[1],
    )  # fmt: skip
    assert legal(game) == {"reroll_order", "keep_order"}
    do(game, "reroll_order", dice=[9])
    assert [(line.die, line.carried_out) for line in game.state.orders] == [(9, "WITHDRAW")]


@pytest.mark.rule("3.5.2")
def test_only_fleets_of_the_area_are_rolled_again() -> None:
    game = position(
        us={"HAW": "DD 9"}, japan={"CAR": "INF I", "PHI": "CRU F; INF J"}, stage="jp_orders", stop="battles",
        code_break="CAR", reroll_left=True, turn=4,
    )  # fmt: skip
    assert len(game.state.orders) == 2


@pytest.mark.rule("3.5.3", "2.3")
def test_a_commerce_raid_rolls_a_die_for_each_submarine_at_the_torpedo_number_of_the_year() -> None:
    game = ready({"HAW": "SS A", "AUS": "SS B", "CAR": "SS C", "USA": "SS D [moved]"}, campaign="1944", pool=2)
    do(game, "commerce_raid")
    assert refused(game, "add us-ss-d").rule == "3.5.3"
    assert refused(game, "add us-dd-9").rule == "3.5.3"
    assert refused(game, "go").rule == "3.5.3"
    do(game, "add us-ss-a", "add us-ss-c")
    assert game.state.sp == 16, "2 SP each"
    do(game, "add us-ss-b", dice=[4, 5, 1])  # nobody is left to add: they go unasked
    assert (game.state.repair_cut, game.state.air_cut, game.state.pool) == (2, 4, 0)
    assert all(game.state.forces[f"us-ss-{name}"].moved for name in "abc")
    assert refused(game, "commerce_raid").rule == "3.5.1"


@pytest.mark.rule("3.5.3", "2.4")
def test_more_successes_than_there_is_to_take() -> None:
    game = ready({"HAW": "SS A, B, C"}, campaign="1944", pool=1)
    before = game.state.dice.count
    do(game, "commerce_raid", "add us-ss-a", "add us-ss-b", "add us-ss-c", dice=[1, 1, 1])
    assert game.state.pool == 0
    assert game.state.dice.count == before + 3, "every die is rolled"
    after = position(
        japan={"JPN": "BB A [hits=1]; CV B [airloss=3]"}, stage="jp_resupply", stop="jp_orders", campaign="1944",
        repair_cut=3, air_cut=4,
    )  # fmt: skip
    assert after.state.forces["jp-bb-a"].hits == 1, "2 - 3 is no repair"
    assert after.state.forces["jp-cv-b"].airloss == 2, "5 - 4 = 1"
    none = position(
        japan={"JPN": "CV B [airloss=3]"}, stage="jp_resupply", stop="jp_orders", campaign="1944", air_cut=6
    )
    assert none.state.forces["jp-cv-b"].airloss == 3, "not below 0"


@pytest.mark.rule("3.5.3", "2.14")
def test_a_commerce_raid_begins_only_if_it_can_be_finished() -> None:
    assert refused(ready(), "commerce_raid").rule == "3.5.3"
    game = ready({"HAW": "SS A, B"}, sp=2)
    do(game, "commerce_raid", "add us-ss-b", dice=[10])  # SP for one only: it goes unasked
    assert game.state.forces["us-ss-b"].moved
    assert not game.state.forces["us-ss-a"].moved


RAIDERS = "CV A, B, C; CVL D, E; BB F, G, H, I, J; TRN 1; SS S"


@pytest.mark.rule("3.5.4")
def test_a_carrier_raid_takes_up_to_4_carriers_and_4_other_warships() -> None:
    game = ready({"HAW": RAIDERS}, {"CAR": "CV X"})
    do(game, "carrier_raid HAW CAR AUS")
    assert game.state.sp == 17
    assert refused(game, "go").rule == "3.5.4", "no carrier yet"
    assert refused(game, "add us-trn-1").rule == refused(game, "add us-ss-s").rule == "3.5.4"
    do(game, "add us-cv-a")
    assert refused(game, "add us-cv-a").rule == "3.5.4", "named already"
    do(game, *(f"add us-{ship}" for ship in ("cv-b", "cv-c", "cvl-d")))
    assert refused(game, "add us-cvl-e").rule == "3.5.4"
    do(game, *(f"add us-bb-{ship}" for ship in "fgh"))
    do(game, "add us-bb-i")
    assert game.state.stack[-1].kind != "carrier_raiding", "complete: it goes unasked"


@pytest.mark.rule("3.5.4")
def test_survivors_of_a_raid_go_to_the_port_and_are_marked() -> None:
    game = ready({"HAW": "CV A; BB B"}, {"WAK": "BTN X"})
    do(game, "carrier_raid HAW WAK AUS", "add us-cv-a", "go")
    while game.state.stack[-1].kind != "special_ops":
        do(game, "auto" if "auto" in legal(game) else min(legal(game)))
    carrier = game.state.forces["us-cv-a"]
    assert (carrier.area, carrier.moved) == ("AUS", True)
    assert not game.state.forces["us-bb-b"].moved
    assert game.state.victories == (), "no experience"


@pytest.mark.rule("3.5.4")
def test_where_a_raid_can_go() -> None:
    game = ready(
        {"HAW": "CV A", "AUS": "CV B [moved]; BB C", "FIJ": "GAR G", "SOL": "SS S", "NCA": "INF I"},
        {"CAR": "DD 1", "WAK": "SS T", "SOL": "BTN X", "JPN": "CV Y", "PHI": "INF J"},
    )
    commands = legal(game, "carrier_raid")
    assert commands == {
        f"carrier_raid HAW {area} {port}" for area in ("CAR", "PHI") for port in ("USA", "HAW", "AUS", "NCA")
    }
    rule = "3.5.4"
    assert refused(game, "carrier_raid AUS CAR HAW").rule == rule, "moved"
    assert refused(game, "carrier_raid HAW WAK HAW").rule == rule, "no real Forces"
    assert refused(game, "carrier_raid HAW SOL HAW").rule == rule, "a US Force is there"
    assert refused(game, "carrier_raid HAW CAR FIJ").rule == rule, "port 1"
    assert refused(game, "carrier_raid HAW CAR PHI").rule == rule, "not friendly"
    assert refused(game, "carrier_raid HAW JPN HAW").rule == "3.2.5"


@pytest.mark.rule("3.5.5")
@pytest.mark.parametrize(("face", "larger"), [(8, True), (9, False)])
def test_seabees_enlarge_the_airfield_of_a_held_area_once(face: int, larger: bool) -> None:
    game = ready({"MID": "GAR A", "FIJ": "GAR B"}, enlarged=["FIJ"])
    assert refused(game, "seabees FIJ").rule == refused(game, "seabees CAR").rule == "3.5.5"
    do(game, "seabees MID", dice=[face])
    assert game.state.areas["MID"].enlarged == larger
    assert game.state.sp == 17


@pytest.mark.rule("3.5.6")
@pytest.mark.parametrize("level", [0, 1])
def test_dig_in_raises_the_fort_of_a_held_area(level: int) -> None:
    game = ready({"MID": "GAR A", "FIJ": "GAR B"}, {"WAK": "BTN X"}, forts={"MID": level, "FIJ": 2})
    assert refused(game, "dig_in FIJ").rule == refused(game, "dig_in WAK").rule == "3.5.6"
    do(game, "dig_in MID")
    assert (game.state.areas["MID"].fort, game.state.sp) == (level + 1, 18)


@pytest.mark.rule("3.5.7")
def test_coastwatchers_watch_in_the_south() -> None:
    game = ready()
    do(game, "coastwatchers")
    assert game.state.coastwatchers
    chart = book().charts.economy
    assert (chart.coastwatchers, chart.coastwatchers_search) == (("SOL", "NBR", "NGN"), 2)


@pytest.mark.rule("3.5.8")
def test_an_air_lift_takes_a_garrison_to_a_held_area_one_or_two_links_away() -> None:
    game = ready(
        {"HAW": "GAR A; INF I", "MID": "GAR B", "WAK": "GAR C, D", "ALE": "GAR E [moved]", "SOL": "GAR F"},
        {"SOL": "BTN X"},
    )
    assert legal(game, "air_lift") == {
        "air_lift us-gar-a MID",
        "air_lift us-gar-a ALE",
        "air_lift us-gar-b ALE",
        "air_lift us-gar-b HAW",
        "air_lift us-gar-c HAW",
        "air_lift us-gar-c MID",
        "air_lift us-gar-c ALE",
        "air_lift us-gar-d HAW",
        "air_lift us-gar-d MID",
        "air_lift us-gar-d ALE",
    }
    assert refused(game, "air_lift us-gar-b WAK").rule == "3.2.2", "full"
    for command in ("us-gar-a FIJ", "us-gar-e MID", "us-gar-f NHB", "us-inf-i MID", "us-gar-a CAR"):
        assert refused(game, f"air_lift {command}").rule == "3.5.8"
    do(game, "air_lift us-gar-a ALE")
    assert (where(game, "us-gar-a"), game.state.forces["us-gar-a"].moved, game.state.sp) == ("ALE", True, 19)


@pytest.mark.rule("3.5.9")
def test_a_bomber_offensive_needs_the_year_and_lba_near_japan() -> None:
    bombers = {"MAR": "LBA B"}
    assert refused(ready(bombers, campaign="1943"), "bomber_offensive").rule == "3.5.9"
    assert refused(ready({"PAL": "LBA B"}, campaign="1944"), "bomber_offensive").rule == "3.5.9"
    assert refused(ready(bombers, {"MAR": "BTN X"}, campaign="1944"), "bomber_offensive").rule == "3.5.9"
    assert refused(ready({"OKI": "LBA B"}, campaign="1945"), "bomber_offensive").rule == "3.5.9", "out of supply"
    for area in ("MAR", "IWO", "OKI"):
        near = {"MAR": "GAR G", area: "GAR H; LBA B"}
        assert "bomber_offensive" in verbs(ready(near, campaign="1945"))


@pytest.mark.rule("3.5.9")
@pytest.mark.parametrize(
    ("face", "before", "after", "aircraft"),
    [(7, 0, 0, ["A", "B"]), (6, 0, 1, ["A", "B"]), (6, 1, 2, ["B"]), (1, 2, 3, ["B"]), (7, 1, 1, ["A", "B"])],
)
def test_bombers_stop_repairs_and_later_destroy_aircraft_in_japan(
    face: int, before: int, after: int, aircraft: list[str]
) -> None:
    game = ready({"MAR": "LBA Z"}, {"JPN": "LBA A, B"}, campaign="1944", bomber_successes=before)
    do(game, "bomber_offensive", dice=[face])
    success = after > before
    assert (game.state.no_repairs, game.state.air_cut) == (success, 3 if success else 0)
    assert game.state.bomber_successes == after
    assert [force.name for force in game.state.forces.values() if force.area == "JPN"] == aircraft


@pytest.mark.rule("3.5.9")
def test_bombed_yards_repair_nothing() -> None:
    game = position(
        japan={"JPN": "BB A [hits=1]; CV B [airloss=4]"}, stage="jp_resupply", stop="jp_orders", campaign="1944",
        no_repairs=True, air_cut=3,
    )  # fmt: skip
    assert game.state.forces["jp-bb-a"].hits == 1
    assert game.state.forces["jp-cv-b"].airloss == 2


@pytest.mark.rule("10.1", "10.2")
def test_operations_are_data() -> None:
    with replaced("charts", operations={"seabees": {"sp": 1, "success": 2}}, economy={"raid_carriers": 1}):
        game = ready({"MID": "GAR A", "HAW": "CV A, B; DD 1"}, {"CAR": "DD 1"}, sp=5)
        do(game, "seabees MID", dice=[3])
        assert not game.state.areas["MID"].enlarged
        do(game, "carrier_raid HAW CAR HAW", "add us-cv-a")
        assert refused(game, "add us-cv-b").rule == "3.5.4"


@pytest.mark.rule("2.5")
def test_the_die_of_an_operation_is_logged_with_purpose_and_number() -> None:
    check = told(do(ready({"MID": "GAR A"}), "seabees MID", dice=[3]), "check")[0]
    assert (check.data["purpose"], check.data["needed"], check.data["dice"], check.rule) == (
        "seabees",
        [8],
        [3],
        "3.5.5",
    )
