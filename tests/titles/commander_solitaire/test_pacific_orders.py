"""Pacific Commander: Japanese orders (3.7), single ships (9.2), difficulty (9.4)."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.titles.commander_solitaire.pacific_kit import (
    TITLE,
    book,
    here,
    position,
    replaced,
    told,
    where,
)
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.pacific_commander.rules import sequence
from wargame_tui.titles.pacific_commander.rules.orders import (
    Group,
    Orders,
    Rolled,
    fleet_range,
    form_groups,
    holds,
    order_of,
    plan_of,
    roll_order,
    strength,
    value,
)
from wargame_tui.titles.pacific_commander.state import Draft, OrderLine, present

Places = Mapping[str, str]
OFFENSIVE, CONTEST, SHIELD, LAST_STAND = ("1942", 1), ("1942", 4), ("1944", 1), ("1945", 1)
POSTURES = {
    "Offensive": "INVADE INVADE INVADE INVADE SORTIE SORTIE PATROL REINFORCE AIR HOLD",
    "Contest": "INVADE INVADE SORTIE SORTIE EXPRESS PATROL REINFORCE FORTIFY AIR HOLD",
    "Shield": "SORTIE SORTIE SORTIE EXPRESS REINFORCE REINFORCE FORTIFY AIR HOLD HOLD",
    "Last stand": "SORTIE SORTIE REINFORCE REINFORCE FORTIFY FORTIFY FORTIFY AIR HOLD WITHDRAW",
}


def ordered(
    japan: Places, us: Places | None = None, dice: Sequence[int] = (), when: tuple[str, int] = OFFENSIVE, **about: Any
) -> Game:
    """The position after step 5."""
    campaign, turn = when
    return position(
        us=us, japan=japan, campaign=campaign, turn=turn, stage="jp_orders", stop="battles", dice=dice, **about
    )


def before(japan: Places, us: Places | None = None, when: tuple[str, int] = OFFENSIVE, **about: Any) -> Any:
    """The state as step 5 begins."""
    campaign, turn = when
    stage: sequence.Stage = "jp_orders"
    return position(us=us, japan=japan, campaign=campaign, turn=turn, stage=stage, stop=stage, **about).state


def fleet(state: Any, area: str) -> Group:
    """The first fleet of an Area."""
    return form_groups(state, area)[0]


def order(state: Any, area: str, name: Any) -> Any:
    """How the first fleet or the garrison of an Area would carry out an order."""
    return plan_of(state, fleet(state, area), name)


def scores(state: Any, area: str, name: Any) -> dict[str, int]:
    """The targets of an order, and what each is worth."""
    return dict(order(state, area, name).scores)


def line_of(game: Game, area: str) -> OrderLine:
    """What the first group of an Area did."""
    found: OrderLine = next(line for line in game.state.orders if line.area == area and line.group != "submarine")
    return found


def _whole(area: str, die: int, us: Places | None = None) -> tuple[Draft, Event]:
    """The set-up of 1942 after the first fleet of an Area has rolled, and what was told of its order."""
    game = Game.new("pacific_commander/1942", 1)
    draft: Draft = TITLE.draft(game.state)
    for where_to, force in (us or {}).items():
        draft.place([force], where_to)
    number = [*book().areas].index(area)
    draft.dice = draft.dice.script((die,))
    draft.stack = (sequence.Turn("jp_orders"), Orders(begun=True, areas_done=number))
    draft.stack[-1].proceed(draft)
    draft.stack[-1].proceed(draft)
    return draft, told(draft.events, "order")[0]


# Worked examples


@pytest.mark.rule("3.7.11", "3.7.12", "3.6.7", "3.7.6", "2.8")
def test_n3_an_invasion_of_the_solomons() -> None:
    after, told_ = _whole("CAR", 3)
    assert (told_.data["group"], told_.data["row"], told_.data["carried_out"]) == ("carrier fleet", 3, "INVADE")
    found = dict(told_.data["scores"])
    assert {area: found[area] for area in ("SOL", "NHB", "NGN", "NCA", "NBR", "MID", "MOL", "FIJ")} == {
        "SOL": 80,
        "NHB": 60,
        "NGN": 60,
        "NCA": 20,
        "NBR": 20,
        "MID": 28,
        "MOL": 0,
        "FIJ": 20,
    }
    assert told_.data["target"] == "SOL"
    assert {force.name for force in present(after, "SOL", "Japan").ground} == {"South Seas Det", "BTN N1"}
    assert after.pool == 9
    assert [force.name for force in present(after, "CAR", "Japan").ground] == ["SNLF 1"]
    assert not present(after, "CAR", "Japan").ships, "the whole fleet goes"
    assert all(after.forces[name].moved for name, *_ in told_.data["forces"])


@pytest.mark.rule("3.7.13", "3.7.7", "3.7.8")
def test_n4_a_sortie_to_new_guinea() -> None:
    start = Game.new("pacific_commander/1942", 1).state
    group = fleet(start, "PHI")
    assert strength(start, [start.forces[ship] for ship in group.ships]) == 35
    after, told_ = _whole("PHI", 5)
    assert dict(told_.data["scores"]) == {"NGN": 80, "BOR": 52, "MOL": 40, "NCA": 40, "AUS": 19, "NBR": -40}
    assert {force.cls for force in present(after, "NGN", "Japan").ships} == {"BB", "CRU", "DD"}
    assert [force.cls for force in present(after, "PHI", "Japan").ships] == ["TRN"]


@pytest.mark.rule("3.7.4", "3.7.19")
def test_n5_a_submarine_in_the_carolines_makes_a_9_a_10() -> None:
    after, told_ = _whole("CAR", 9, us={"CAR": "us-ss-pearl-1"})
    assert (told_.data["die"], told_.data["row"], told_.data["carried_out"]) == (9, 10, "HOLD")
    assert (told_.data["target"], told_.data["forces"]) == (None, [])
    assert len(present(after, "CAR", "Japan").ships) == 7


# Submarines


@pytest.mark.rule("3.7.1")
def test_submarines_go_where_most_us_ships_are_within_two_links() -> None:
    game = ordered(
        {"CAR": "SS 1"}, {"SOL": "DD 1, 2; SS 9", "MAR": "DD 3; TRN 1; INF Z [on=trn-1]", "FIJ": "DD 4, 5, 6"}
    )
    assert where(game, "jp-ss-1") == "SOL", "two ships each, the lower index; FIJ is too far"
    assert game.state.forces["jp-ss-1"].moved
    assert game.state.dice.count == 0, "SS never roll"
    line = game.state.orders[0]
    assert (line.group, line.die, line.row) == ("submarine", 0, 0)
    assert (line.rolled, line.carried_out, line.target) == ("PATROL", "PATROL", "SOL")


@pytest.mark.rule("3.7.1")
def test_a_submarine_stays_with_no_us_ship_in_reach_or_the_most_where_it_is() -> None:
    game = ordered({"CAR": "SS 1", "PHI": "SS 2"}, {"FIJ": "DD 1", "PHI": "DD 2", "MOL": "DD 3", "MAR": "SS 4"})
    assert where(game, "jp-ss-2") == "PHI"
    assert not game.state.forces["jp-ss-2"].moved
    alone = ordered({"CAR": "SS 1"}, {"FIJ": "DD 1"})
    assert where(alone, "jp-ss-1") == "CAR"
    assert alone.state.orders[0].carried_out == "HOLD"


@pytest.mark.rule("3.7.1", "2.7")
def test_submarines_go_first_in_force_order() -> None:
    game = ordered({"CAR": "SS 1; DD 1", "USA": "SS 2", "HAW": "SS 3"}, dice=[10])
    groups = [(line.group, line.area) for line in game.state.orders]
    assert groups == [("submarine", "CAR"), ("submarine", "USA"), ("submarine", "HAW"), ("surface fleet", "CAR")]


# Fleets and garrisons


@pytest.mark.rule("3.7.2")
def test_the_carrier_fleet_takes_two_each_of_bb_cru_and_dd() -> None:
    state = before({"JPN": "BB A, B, C; CV D; CVL E; YBB F; CRU G, H, I; DD J, K, L; TRN M; SS N; INF O"})
    first, second = form_groups(state, "JPN")
    assert (first.kind, second.kind) == ("carrier fleet", "surface fleet")
    assert [ship[-1] for ship in first.ships] == [*"deabghjk"]
    assert [ship[-1] for ship in second.ships] == [*"fcilm"]


@pytest.mark.rule("3.7.2")
def test_transports_alone_join_the_carriers() -> None:
    (group,) = form_groups(before({"JPN": "CV A; BB B; TRN C"}), "JPN")
    assert (group.kind, len(group.ships)) == ("carrier fleet", 3)


@pytest.mark.rule("3.7.2")
def test_without_carriers_all_ships_are_one_fleet() -> None:
    (group,) = form_groups(before({"JPN": "BB A, B, C; CRU D; TRN E"}), "JPN")
    assert (group.kind, len(group.ships)) == ("surface fleet", 5)


@pytest.mark.rule("3.7.2", "2.7")
def test_areas_roll_in_index_order_the_carrier_fleet_first() -> None:
    game = ordered(
        {"JPN": "CV A; YBB B; INF C", "WAK": "BTN D", "KUR": "DD E; BTN F"}, {"SOL": "GAR Z"}, dice=[10, 10, 10, 10]
    )
    rolled = [(event.data["area"], event.data["group"]) for event in told(game.opening, "table_roll")]
    assert rolled == [
        ("WAK", "garrison"),
        ("KUR", "surface fleet"),
        ("JPN", "carrier fleet"),
        ("JPN", "surface fleet"),
    ]


@pytest.mark.rule("3.7.3")
def test_an_area_without_unmoved_ships_rolls_once_as_a_garrison() -> None:
    state = before({"CAR": "INF A, B; LBA C", "WAK": "LBA D", "MAR": "SS E", "PAL": "BTN F; DD G"})
    assert form_groups(state, "CAR") == (Group("garrison", "CAR"),)
    assert form_groups(state, "WAK") == (Group("garrison", "WAK"),)
    assert form_groups(state, "MAR") == ()
    assert fleet(state, "PAL").kind == "surface fleet"


@pytest.mark.rule("3.7.6", "3.7.2")
def test_a_force_that_an_order_moved_rolls_no_more() -> None:
    game = ordered({"MSH": "DD A", "JPN": "DD B; INF C", "NHB": "BTN D"}, {"SOL": "GAR X"}, dice=[10] * 9)
    assert where(game, "jp-dd-a") == "JPN", "HOLD: to the nearest base"
    assert [line.area for line in game.state.orders] == ["NHB", "MSH", "JPN"]
    assert fleet(game.state, "JPN").ships == ("jp-dd-b",)


@pytest.mark.rule("3.1.3", "3.7.6")
def test_japanese_marks_are_cleared_as_orders_begin() -> None:
    game = ordered({"CAR": "INF A [moved]; DD B [moved]; LBA C [air_used]"}, {"HAW": "DD Z [moved]"}, dice=[10])
    assert [line.group for line in game.state.orders] == ["surface fleet"]
    assert not game.state.forces["jp-lba-c"].air_used
    assert game.state.forces["us-dd-z"].moved, "US marks stay until the next turn"


# The roll


@pytest.mark.rule("3.7.4", "10.1")
@pytest.mark.parametrize(
    ("campaign", "turns"),
    [
        ("1942", ["Offensive"] * 3 + ["Contest"] * 3),
        ("1943", ["Contest"] * 3 + ["Shield"] * 3),
        ("1944", ["Shield"] * 6),
        ("1945", ["Last stand"] * 4),
    ],
)
def test_postures_of_the_turns(campaign: str, turns: list[str]) -> None:
    assert [*book(campaign).campaign.postures] == turns


@pytest.mark.rule("3.7.4")
@pytest.mark.parametrize(
    ("posture", "when"),
    [("Offensive", OFFENSIVE), ("Contest", CONTEST), ("Shield", SHIELD), ("Last stand", LAST_STAND)],
)
def test_the_order_table(posture: str, when: tuple[str, int]) -> None:
    state = before({"JPN": "DD A"}, when=when)
    assert [order_of(state, Rolled(row, row)) for row in range(1, 11)] == POSTURES[posture].split()


def _row(state: Any, area: str, die: int) -> tuple[int, list[Any]]:
    draft: Draft = TITLE.draft(state)
    draft.dice = draft.dice.script((die,))
    draft.events = []
    row = roll_order(draft, fleet(draft, area)).row
    return row, [modifier[1] for modifier in draft.events[-1].data["modifiers"]]


@pytest.mark.rule("3.7.4", "2.2")
@pytest.mark.parametrize(
    ("japan", "us", "die", "row", "modifiers"),
    [
        ("DD A", "", 4, 4, []),
        ("DD A", "SS X", 4, 5, [1]),
        ("BTN A", "", 4, 6, [2]),
        ("BTN A", "INF X", 4, 7, [1, 2]),
        ("BTN A", "INF X", 9, 10, [1, 2]),
    ],
)
def test_modifiers_of_the_order_die(japan: str, us: str, die: int, row: int, modifiers: list[int]) -> None:
    state = before({"SOL": japan}, {"SOL": us} if us else {})
    assert _row(state, "SOL", die) == (row, modifiers)


@pytest.mark.rule("2.19", "9.4", "3.7.4", "2.2")
@pytest.mark.parametrize(
    ("difficulty", "die", "row"), [("easy", 4, 5), ("normal", 4, 4), ("hard", 4, 3), ("hard", 1, 1), ("easy", 10, 10)]
)
def test_difficulty_is_one_more_modifier(difficulty: str, die: int, row: int) -> None:
    state = before({"SOL": "DD A"}, difficulty=difficulty)
    assert _row(state, "SOL", die)[0] == row


@pytest.mark.rule("3.7.5")
def test_an_order_that_cannot_be_carried_out_is_replaced_by_the_next_in_its_chain() -> None:
    chain = book().charts.orders.chain
    assert chain == {
        "INVADE": "SORTIE",
        "SORTIE": "PATROL",
        "PATROL": "REINFORCE",
        "REINFORCE": "FORTIFY",
        "FORTIFY": "HOLD",
        "EXPRESS": "REINFORCE",
        "AIR": "FORTIFY",
        "WITHDRAW": "HOLD",
    }
    game = ordered({"CAR": "TRN A; INF B"}, dice=[1], pool=0)
    event = told(game.opening, "order")[0]
    assert [name for name, _ in event.data["skipped"]] == ["INVADE", "SORTIE", "PATROL", "REINFORCE"]
    assert event.data["carried_out"] == "FORTIFY"
    assert game.state.dice.count == 1, "without a new roll"


@pytest.mark.rule("3.7.5")
@pytest.mark.parametrize("name", ["INVADE", "SORTIE", "PATROL", "EXPRESS", "WITHDRAW"])
def test_what_a_garrison_cannot_do(name: str) -> None:
    assert order(before({"CAR": "INF A"}, {"SOL": "INF Z"}), "CAR", name) == "garrison"


@pytest.mark.rule("3.7.7")
def test_strength_counts_air_points_and_printed_guns() -> None:
    state = before(
        {"CAR": "CV A [hits=1 airloss=1]; YBB B [hits=2]; CRU C; DD D; TRN E; LBA F [hits=1]; INF G"},
        {"SOL": "FBB H; CVE I; SS J; INF K; LBA L"},
    )
    assert strength(state, present(state, "CAR", "Japan").forces) == 6 * 1 + 12 + 5 + 2 + 6
    assert strength(state, present(state, "SOL", "US").forces) == 10 + 6 + 12


@pytest.mark.rule("3.7.8")
def test_objectives_of_the_campaign_are_worth_2() -> None:
    assert [value(before({}, when=("1942", 1)), area) for area in ("MID", "WAK", "CAR")] == [2, 1, 1]
    assert [value(before({}, when=("1943", 1)), area) for area in ("MID", "WAK", "CAR")] == [2, 2, 2]


@pytest.mark.rule("3.7.9")
@pytest.mark.parametrize(("ships", "most"), [("CV A", 4), ("CVL A; TRN B", 4), ("YBB A; BB B", 3), ("TRN A", 3)])
def test_the_range_of_a_fleet(ships: str, most: int) -> None:
    state = before({"CAR": ships})
    assert fleet_range(state, fleet(state, "CAR")) == most


@pytest.mark.rule("3.7.10")
@pytest.mark.parametrize("name", ["INVADE", "SORTIE", "PATROL", "EXPRESS"])
def test_a_fleet_that_faces_us_ships_stays(name: str) -> None:
    japan = {"CAR": "CV A; BB B; DD C; TRN D; INF E, F", "NBR": "INF G"}
    us = {"NBR": "INF X", "MAR": "INF Y"}
    assert not isinstance(order(before(japan, us), "CAR", name), str)
    assert order(before(japan, {**us, "CAR": "DD Z"}), "CAR", name) == "us_ships"
    assert not isinstance(order(before(japan, {**us, "CAR": "SS Z"}), "CAR", name), str), "submarines are no ships"


# INVADE


@pytest.mark.rule("3.7.11")
@pytest.mark.parametrize(
    ("ships", "capacity"),
    [("TRN A; BB B", 2), ("DD A, B", 2), ("CRU A, B", 1), ("TRN A, B; DD C; CRU D", 6), ("CV A; BB B", 0)],
)
def test_the_capacity_of_an_invasion(ships: str, capacity: int) -> None:
    state = before({"CAR": f"{ships}; INF M, N, O, P, Q, R, S, T", "PHI": "INF Z"}, {})
    plan = order(state, "CAR", "INVADE")
    if not capacity:
        assert plan == "no_capacity"
        return
    draft: Draft = TITLE.draft(state)
    cargo = [name for name in plan.act(draft) if "-inf-" in name]
    room = min(capacity, book().areas[plan.target].ground_cap)
    assert len(cargo) == room


@pytest.mark.rule("3.7.11")
def test_an_invasion_needs_a_warship() -> None:
    assert order(before({"CAR": "TRN A; INF B, C"}), "CAR", "INVADE") == "no_warship"


@pytest.mark.rule("3.7.11")
def test_targets_of_an_invasion_are_in_range_not_japanese_held_and_have_room() -> None:
    japan = {
        "CAR": "DD A; INF B, C",
        "NBR": "INF D",
        "SOL": "BTN E, F, G",
        "PAL": "BTN H; TRN T; BTN I [on=trn-t]",
        "MSH": "BTN J",
    }
    us = {"SOL": "INF X", "PAL": "INF Y", "MSH": "INF Z"}
    found = scores(before(japan, us), "CAR", "INVADE")
    assert "SOL" not in found, "contested, but full"
    assert "PAL" not in found, "cargo counts"
    assert "NBR" not in found, "Japanese-held"
    assert "MSH" in found, "contested, with room"
    assert "ALE" not in found, "distance 4"
    assert "NHB" in found


@pytest.mark.rule("3.7.11")
def test_the_score_of_an_invasion() -> None:
    us = {"NGN": "CRU A; INF B [hits=1]; GAR C; LBA D [hits=1]; TRN T", "NHB": "DD Z; SS Y"}
    found = scores(before({"CAR": "DD A; INF B, C"}, us), "CAR", "INVADE")
    assert found["NGN"] == 120 - 40 - (5 + 6) - 20 * 3
    assert found["NHB"] == 120 - 60 - 2
    assert found["NBR"] == 60 - 20


@pytest.mark.rule("3.2.12")
def test_hawaii_is_invaded_only_without_us_ground_and_the_other_bases_never() -> None:
    japan = {"MID": "CV A; TRN B; INF C, D", "MOL": "CV E; TRN F; INF G, H"}
    bare = before(japan, {"HAW": "CV X; LBA Y"})
    assert "HAW" in scores(bare, "MID", "INVADE")
    assert "USA" not in scores(bare, "MID", "INVADE")
    assert "AUS" not in scores(bare, "MOL", "INVADE")
    assert "HAW" not in scores(before(japan, {"HAW": "GAR X"}), "MID", "INVADE")


def _invaded(ground: str, ships: str = "BB A; TRN B", **about: Any) -> Game:
    """An invasion of SOL, which needs cargo at CAR; everything else in range is full of US Forces."""
    return ordered({"CAR": f"{ships}; {ground}"}, {"HAW": "INF X"}, dice=[1], **about)


@pytest.mark.rule("3.7.12")
def test_the_weakest_ground_force_stays_and_the_others_go_in_force_order() -> None:
    game = _invaded("INF C [hits=1]; INF D; INF E; BTN F", ships="BB A; TRN B, G")
    assert {force for force in here(game, "SOL") if "-inf-" in force} == {"jp-inf-c", "jp-inf-d", "jp-inf-e"}
    assert where(game, "jp-btn-f") == "CAR"
    even = _invaded("INF C; INF D")
    assert (where(even, "jp-inf-c"), where(even, "jp-inf-d")) == ("SOL", "CAR"), "tie: the last stays"


@pytest.mark.rule("3.7.12")
def test_the_limit_is_the_capacity_or_the_room() -> None:
    game = _invaded("INF C, D, E, F, G, H", ships="BB A; TRN B, I, J")
    assert len([force for force in here(game, "SOL") if "-inf-" in force]) == 3


@pytest.mark.rule("3.7.12", "3.4.17")
@pytest.mark.parametrize(
    ("ground", "ships", "pool", "landed"),
    [
        ("BTN C", "BB A; TRN B", 9, 2),
        ("BTN C", "BB A; TRN B", 1, 1),
        ("INF C; BTN D", "BB A; TRN B", 9, 2),
        ("INF C; BTN D", "BB A; TRN B", 0, 1),
        ("INF C, D; BTN E", "BB A; TRN B", 9, 2),
        ("BTN C", "CRU A", 9, 1),
    ],
)
def test_battalions_of_the_pool_fill_up_to_two(ground: str, ships: str, pool: int, landed: int) -> None:
    game = _invaded(ground, ships, pool=pool)
    assert len(present(game.state, "SOL", "Japan").ground) == landed
    raised = [force for force in game.state.forces.values() if force.name.startswith("BTN N")]
    assert game.state.pool == pool - len(raised)


@pytest.mark.rule("3.7.12")
def test_nothing_to_load_is_no_invasion() -> None:
    game = _invaded("BTN C", pool=0)
    assert line_of(game, "CAR").carried_out != "INVADE"


@pytest.mark.rule("3.7.12", "3.7.6")
def test_ground_forces_that_have_moved_are_not_loaded() -> None:
    japan = {"CAR": "BB A; TRN B; INF C [moved]; INF D, E"}
    draft: Draft = TITLE.draft(before(japan, pool=0))
    assert [name for name in order(draft, "CAR", "INVADE").act(draft) if "-inf-" in name] == ["jp-inf-d"]


@pytest.mark.rule("3.7.12", "3.6.7")
def test_cargo_goes_on_transports_then_destroyers_then_the_first_cruiser() -> None:
    ships = "CV A; CRU B, C; DD D; TRN E"
    us = {"SOL": "DD Z", **{area: "INF " + area for area in ("NGN", "NHB", "HAW", "GIL", "MID")}}
    game = ordered({"CAR": f"{ships}; INF M, N, O, P, Q, R"}, us, dice=[1])
    there = present(game.state, "SOL", "Japan").cargo
    by = {force.name: force.carried_by for force in there}
    assert by == {"M": "jp-trn-e", "N": "jp-trn-e", "O": "jp-dd-d"}, "room for three"
    far = before({"CAR": f"{ships}; INF M, N, O, P, Q, R"}, {"PHI": "INF Z"})
    draft: Draft = TITLE.draft(far)
    group = fleet(draft, "CAR")
    assert holds(draft, group) == ["jp-trn-e", "jp-trn-e", "jp-dd-d", "jp-cru-b"]


# SORTIE and PATROL


@pytest.mark.rule("3.7.13")
@pytest.mark.parametrize(
    ("ships", "can"),
    [
        ("BB A; DD B", True),
        ("CV A; DD B", True),
        ("CRU A, B", True),
        ("YBB A; TRN B", False),
        ("DD A, B, C", False),
        ("CRU A", False),
    ],
)
def test_what_a_sortie_needs(ships: str, can: bool) -> None:
    plan = order(before({"CAR": ships}, {"SOL": "GAR X"}), "CAR", "SORTIE")
    assert (plan != "no_warship") == can


@pytest.mark.rule("3.7.13")
def test_targets_of_a_sortie() -> None:
    us = {"USA": "DD 1", "HAW": "GAR A", "MID": "CV B", "WAK": "SS C", "MAR": "GAR D", "CAR": "GAR E", "SOL": "GAR F"}
    found = scores(before({"CAR": "BB A, B; INF I"}, us), "CAR", "SORTIE")
    assert found == {"HAW": 160 - 80, "MID": 160 + 24 - 120, "MAR": 80 - 40, "SOL": 160 - 80}
    near_usa = scores(before({"ALA": "BB A, B"}, us), "ALA", "SORTIE")
    assert near_usa.keys() == {"HAW", "MID"}, "never USA"


@pytest.mark.rule("3.7.13")
@pytest.mark.parametrize(("us", "dares"), [("BB A, B, C", True), ("BB A, B, C; DD D", False)])
def test_the_limit_of_strength(us: str, dares: bool) -> None:
    plan = order(before({"CAR": "BB X, Y"}, {"MAR": us}), "CAR", "SORTIE")
    assert (plan != "no_target") == dares, "2 x 24 is at most 3 x 16; 2 x 26 is not"


@pytest.mark.rule("3.7.13")
def test_warships_sortie_transports_stay() -> None:
    game = ordered({"CAR": "CV A; DD B; TRN C; INF D"}, {"SOL": "GAR X"}, dice=[5])
    assert (where(game, "jp-cv-a"), where(game, "jp-dd-b"), where(game, "jp-trn-c")) == ("SOL", "SOL", "CAR")


@pytest.mark.rule("3.7.14")
def test_a_patrol_goes_to_the_linked_area_nearest_to_us_forces() -> None:
    game = ordered({"CAR": "DD A; TRN B"}, {"GIL": "GAR X", "HAW": "SS Y"}, dice=[7])
    assert (where(game, "jp-dd-a"), where(game, "jp-trn-b")) == ("MSH", "CAR"), "MSH is linked with GIL"
    found = scores(before({"CAR": "DD A"}, {"GIL": "GAR X", "PAL": "GAR Z"}), "CAR", "PATROL")
    assert found == {"NBR": -2, "MSH": -1, "MAR": -1, "PAL": 0}


@pytest.mark.rule("3.7.14")
def test_a_patrol_keeps_away_from_bases_and_superior_forces() -> None:
    found = scores(before({"MSH": "DD A"}, {"HAW": "GAR X", "GIL": "BB Y", "WAK": "GAR Z"}), "MSH", "PATROL")
    assert found.keys() == {"WAK", "CAR"}
    assert order(before({"MSH": "TRN A"}), "MSH", "PATROL") == "no_warship"


@pytest.mark.rule("3.7.14", "2.8")
def test_a_patrol_with_no_us_force_anywhere_takes_the_first_area() -> None:
    assert order(before({"CAR": "DD A"}), "CAR", "PATROL").target == "NBR"


# EXPRESS


@pytest.mark.rule("3.7.15")
def test_the_express_brings_one_ground_force_to_the_first_area_that_is_fighting() -> None:
    japan = {"NBR": "CRU A; DD B, C; INF D, E; BTN F", "SOL": "BTN G", "NGN": "BTN H"}
    game = ordered(japan, {"SOL": "GAR X", "NGN": "GAR Y"}, dice=[10, 5], when=CONTEST)
    line = line_of(game, "NBR")
    assert (line.carried_out, line.target) == ("EXPRESS", "SOL")
    assert (where(game, "jp-dd-b"), where(game, "jp-inf-d")) == ("SOL", "SOL")
    assert game.state.forces["jp-inf-d"].carried_by == "jp-dd-b"
    assert (where(game, "jp-dd-c"), where(game, "jp-cru-a"), where(game, "jp-inf-e")) == ("NBR", "NBR", "NBR")


@pytest.mark.rule("3.7.15")
@pytest.mark.parametrize(
    ("japan", "us", "pool", "why"),
    [
        ({"NBR": "CRU A; INF D, E", "SOL": "BTN G"}, {"SOL": "GAR X"}, 9, "no_destroyer"),
        ({"NBR": "DD B; INF D, E", "SOL": "DD G"}, {"SOL": "GAR X"}, 9, "no_target"),
        ({"NBR": "DD B; INF D, E", "SOL": "BTN G"}, {"SOL": "SS X"}, 9, "no_target"),
        ({"NBR": "DD B; INF D, E", "SOL": "BTN F, G, H"}, {"SOL": "GAR X"}, 9, "no_target"),
        ({"NBR": "DD B; INF D, E", "FIJ": "BTN G"}, {"FIJ": "GAR X"}, 9, "no_target"),
        ({"NBR": "DD B; INF D", "SOL": "BTN G"}, {"SOL": "GAR X"}, 0, "no_cargo"),
    ],
)
def test_what_the_express_needs(japan: Places, us: Places, pool: int, why: str) -> None:
    assert order(before(japan, us, pool=pool), "NBR", "EXPRESS") == why


@pytest.mark.rule("3.7.15", "3.4.17")
def test_the_express_takes_a_battalion_of_the_pool_if_nobody_can_be_spared() -> None:
    japan = {"NBR": "DD B; INF D", "SOL": "BTN G"}
    game = ordered(japan, {"SOL": "GAR X"}, dice=[10, 5], when=CONTEST, pool=3)
    assert game.state.forces["jp-btn-btn-n1"].carried_by == "jp-dd-b"
    assert (where(game, "jp-inf-d"), game.state.pool) == ("NBR", 2)


# REINFORCE, FORTIFY, AIR


@pytest.mark.rule("3.7.16", "3.7.6")
def test_reinforcements_come_from_japan_else_from_the_pool() -> None:
    game = ordered({"MAR": "BTN A", "IWO": "BTN B", "JPN": "INF C; BTN D"}, dice=[5, 5, 10], when=CONTEST)
    assert where(game, "jp-inf-c") == "MAR"
    assert game.state.forces["jp-inf-c"].moved
    assert where(game, "jp-btn-btn-n1") == "IWO"
    assert game.state.forces["jp-btn-btn-n1"].moved
    assert line_of(game, "MAR").forces == ("jp-inf-c",)


@pytest.mark.rule("3.7.16")
@pytest.mark.parametrize(
    ("japan", "us", "why"),
    [
        ({"JPN": "DD A; INF C"}, {}, "not_japanese"),
        ({"MAR": "DD A"}, {}, "not_japanese"),
        ({"MAR": "DD A; BTN B, D, E", "IWO": "BTN F"}, {}, "no_room"),
        ({"MAR": "BTN B"}, {}, "no_chain"),
        ({"MAR": "BTN B", "IWO": "BTN F"}, {"IWO": "DD X"}, "no_chain"),
        ({"MAR": "BTN B", "IWO": "BTN F"}, {"IWO": "GAR X"}, "no_chain"),
        ({"MAR": "BTN B", "IWO": "BTN F"}, {}, "no_force"),
    ],
)
def test_what_reinforcements_need(japan: Places, us: Places, why: str) -> None:
    area = next(iter(japan))
    assert order(before(japan, us, pool=0), area, "REINFORCE") == why


@pytest.mark.rule("3.7.16")
def test_contested_areas_with_us_ships_can_be_reinforced() -> None:
    state = before({"MAR": "BTN B", "IWO": "BTN F; SS S"}, {"MAR": "GAR X; DD Y", "IWO": "SS Z"})
    assert order(state, "MAR", "REINFORCE").target == "MAR"


@pytest.mark.rule("3.7.17")
@pytest.mark.parametrize(
    ("japan", "us", "about", "why"),
    [
        ({"JPN": "INF A"}, {}, {}, "no_ground"),
        ({"CAR": "LBA A"}, {}, {}, "no_ground"),
        ({"CAR": "INF A"}, {"CAR": "GAR X"}, {"holders": {"CAR": "US"}}, "not_holder"),
        ({"CAR": "INF A"}, {}, {"forts": {"CAR": 2}}, "fort_full"),
    ],
)
def test_what_fortify_needs(japan: Places, us: Places, about: dict[str, Any], why: str) -> None:
    assert order(before(japan, us, **about), next(iter(japan)), "FORTIFY") == why


@pytest.mark.rule("3.7.17")
def test_fortify_raises_the_fort_by_1() -> None:
    game = ordered({"CAR": "INF A"}, {"CAR": "GAR X"}, dice=[5], when=CONTEST, forts={"CAR": 1})
    assert line_of(game, "CAR").carried_out == "FORTIFY"
    assert game.state.areas["CAR"].fort == 2


@pytest.mark.rule("3.7.18", "3.7.6")
def test_aircraft_come_from_japan_then_from_east_asia() -> None:
    game = ordered(
        {"CAR": "INF A", "MAR": "INF B", "PAL": "INF C", "JPN": "LBA D", "EAS": "LBA E"}, dice=[7] * 3 + [10] * 2
    )
    assert (where(game, "jp-lba-d"), where(game, "jp-lba-e")) == ("CAR", "MAR")
    assert line_of(game, "PAL").carried_out == "FORTIFY", "none is left"
    assert game.state.forces["jp-lba-d"].moved


@pytest.mark.rule("3.7.18")
@pytest.mark.parametrize(
    ("japan", "us", "why"),
    [
        ({"JPN": "INF A; LBA D"}, {}, "not_japanese"),
        ({"CAR": "INF A", "JPN": "LBA D"}, {"CAR": "GAR X"}, "not_japanese"),
        ({"WAK": "LBA A", "JPN": "LBA D"}, {}, "no_room"),
        ({"CAR": "INF A"}, {}, "no_force"),
        ({"CAR": "INF A", "JPN": "LBA D [moved]"}, {}, "no_force"),
    ],
)
def test_what_air_needs(japan: Places, us: Places, why: str) -> None:
    assert order(before(japan, us), next(iter(japan)), "AIR") == why


# HOLD and WITHDRAW


@pytest.mark.rule("3.7.19")
@pytest.mark.parametrize(
    ("area", "ashore", "us", "goes_to"),
    [
        ("CAR", "INF B", "", None),
        ("MAR", "", "", "CAR"),
        ("MAR", "BTN B", "", None),
        ("WAK", "BTN B", "", "CAR"),
        ("MAR", "", "DD X", None),
        ("MAR", "", "SS X", "CAR"),
        ("MAR", "BTN B", "GAR X", "CAR"),
    ],
)
def test_holding_ships_seek_a_base_unless_they_lie_in_a_port(
    area: str, ashore: str, us: str, goes_to: str | None
) -> None:
    japan = {"CAR": "INF Z", area: "BB A; TRN C" + (f"; {ashore}" if ashore else "")}
    game = ordered(japan, {area: us} if us else {}, dice=[10])
    assert line_of(game, area).carried_out == "HOLD"
    assert where(game, "jp-bb-a") == where(game, "jp-trn-c") == (goes_to or area)


@pytest.mark.rule("3.7.19")
def test_of_bases_as_near_the_larger_port_then_the_lower_index() -> None:
    two = {"MOL": "BB A", "PHI": "INF B", "BOR": "INF C"}
    assert order(before(two), "MOL", "HOLD").target == "PHI", "port 3, not 2"
    same = {"PAL": "BB A", "PHI": "INF B", "CAR": "INF C"}
    assert order(before(same), "PAL", "HOLD").target == "CAR", "both port 3"


@pytest.mark.rule("3.7.20")
def test_withdrawing_ships_go_to_japan() -> None:
    game = ordered({"PHI": "BB A; TRN B; INF C; SS D"}, {"PHI": "DD X"}, dice=[9], when=LAST_STAND)
    assert line_of(game, "PHI").carried_out == "WITHDRAW"
    assert where(game, "jp-bb-a") == where(game, "jp-trn-b") == "JPN"
    assert where(game, "jp-ss-d") == where(game, "jp-inf-c") == "PHI"
    assert order(before({"JPN": "BB A"}), "JPN", "WITHDRAW") == "at_home"


# The record


@pytest.mark.rule("3.7.5", "2.5")
def test_the_choice_can_be_followed_from_what_is_told() -> None:
    game = ordered({"CAR": "BB A, B; INF I"}, {"SOL": "GAR X", "MAR": "DD Y"}, dice=[6])
    roll = told(game.opening, "table_roll")[0]
    assert (roll.data["dice"], roll.data["row"], roll.data["posture"]) == ([6], 6, "Offensive")
    event = told(game.opening, "order")[0]
    assert event.rule == "3.7.13"
    assert (event.data["rolled"], event.data["scores"], event.data["target"]) == (
        "SORTIE",
        [["SOL", 80], ["MAR", 42]],
        "SOL",
    )
    assert line_of(game, "CAR") == OrderLine(
        "CAR", "surface fleet", 6, 6, "SORTIE", "SORTIE", "SOL", ("jp-bb-a", "jp-bb-b")
    )


# Options and data


@pytest.mark.rule("9.2")
def test_single_ships_each_with_the_next_cruiser_and_destroyer() -> None:
    state = before(
        {"JPN": "BB A, B; YBB C; CVL D; CV E; CRU F, G; DD H, I, J, K, L, M; TRN N"}, options=("single_ships",)
    )
    groups = ["".join(ship[-1] for ship in group.ships) for group in form_groups(state, "JPN")]
    assert groups == ["efh", "dgi", "cj", "ak", "bl", "mn"]


@pytest.mark.rule("9.2")
def test_single_ships_without_a_rest() -> None:
    state = before({"JPN": "CV A; CRU B"}, options=("single_ships",))
    assert [group.ships for group in form_groups(state, "JPN")] == [("jp-cv-a", "jp-cru-b")]


@pytest.mark.rule("10.1", "10.2")
def test_the_orders_chart_is_data() -> None:
    us = {"SOL": "GAR X", "MAR": "GAR Y"}
    with replaced("charts", orders={"sortie_value": 0, "range_others": 1, "garrison_modifier": 0}):
        assert scores(before({"CAR": "BB A, B"}, us), "CAR", "SORTIE") == {"MAR": -40}
        assert _row(before({"CAR": "INF A"}), "CAR", 4) == (4, [0])
    always = {"Offensive": {"orders": ("HOLD",) * 10}}
    with replaced("charts", orders={"postures": always}):
        assert line_of(ordered({"CAR": "BB A, B; INF I"}, us, dice=[1]), "CAR").rolled == "HOLD"
