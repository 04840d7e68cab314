"""Pacific Commander: the map, who owns, Holds and supplies what (3.2, 3.4.11 to 3.4.13)."""

import pytest

from tests.titles.commander_solitaire.pacific_kit import JAPAN, US, book, do, legal, position, refused, replaced, told
from wargame_tui.core.game import Game
from wargame_tui.titles.pacific_commander import TITLE
from wargame_tui.titles.pacific_commander.state import (
    airfield,
    blocked,
    friendly,
    held,
    japanese_base,
    owner_of,
    room_for_air,
    room_for_ground,
    score,
    supplied,
)

AREAS = """
USA 4 3 9 0 HAW ALA | -
HAW 4 3 4 0 USA MID FIJ MSH | 42
AUS 4 3 6 0 NGN NCA MOL | -
ALA 2 1 2 0 USA ALE | 42
ALE 1 1 2 -1 ALA KUR MID | 42,43,44
MID 2 1 2 0 HAW WAK ALE | 42,43
WAK 1 0 2 0 MID MSH MAR | 43,44
FIJ 2 1 2 0 HAW NHB GIL NCA | 42
NCA 2 2 2 0 AUS NHB FIJ | 42
NHB 2 1 2 0 NCA FIJ SOL | 42,43
SOL 2 1 3 -1 NHB NBR GIL | 42,43,44
NBR 3 2 4 -1 SOL NGN CAR | 43,44
NGN 3 1 4 -1 NBR AUS MOL | 42,43,44,45
GIL 1 0 2 0 FIJ SOL MSH | 42,43
MSH 2 1 2 0 GIL WAK CAR HAW | 43,44
CAR 3 3 3 0 MSH NBR MAR PAL | 43,44
MAR 3 1 3 -1 CAR WAK IWO PAL | 44,45
PAL 2 1 2 -1 CAR MAR PHI MOL | 44,45
IWO 2 0 3 -1 MAR JPN OKI | 44,45
OKI 3 1 4 -1 IWO JPN FOR | 45
FOR 4 2 4 -1 OKI EAS PHI | 45
PHI 4 3 8 0 FOR PAL BOR MOL | 44,45
MOL 2 1 3 -1 PAL PHI BOR NGN AUS | 44,45
BOR 3 2 4 -1 PHI MOL EAS | 45
KUR 1 1 2 -1 JPN ALE | 45
EAS 4 3 9 0 FOR BOR JPN | -
JPN 5 3 9 0 EAS OKI IWO KUR | -
""".strip().splitlines()


def _whole(campaign: str) -> Game:
    """A campaign at its set-up, before any command."""
    return Game(TITLE, f"pacific_commander/{campaign}", 1)


@pytest.mark.rule("3.2.1")
def test_the_table_of_areas_in_index_order() -> None:
    assert [row.split()[0] for row in AREAS] == [*book().areas]


@pytest.mark.rule("3.2.1", "3.14.1")
@pytest.mark.parametrize("row", AREAS, ids=lambda row: row[:3])
def test_a_row_of_the_table_of_areas(row: str) -> None:
    values, _, years = row.partition(" | ")
    name, air, port, cap, defence, *links = values.split()
    area = book().areas[name]
    assert (area.airfield, area.port, area.ground_cap, area.def_) == (int(air), int(port), int(cap), int(defence))
    assert {*book().links[name]} == {*links}
    assert area.objective_in == (() if years == "-" else tuple(1900 + int(year) for year in years.split(",")))


@pytest.mark.rule("3.2.1", "3.15.1")
@pytest.mark.parametrize(("campaign", "number"), [("1942", 10), ("1943", 10), ("1944", 12), ("1945", 10)])
def test_each_campaign_has_its_number_of_objectives(campaign: str, number: int) -> None:
    assert len(book(campaign).objectives) == number


@pytest.mark.rule("3.2.2", "2.20")
def test_airfield_and_ground_cap_limit_what_a_side_bases_by_choice() -> None:
    game = position(us={"MID": "GAR A, B; LBA C, D", "HAW": "TRN 1; INF E; LBA F"}, stage="us_move")
    assert room_for_ground(game.state, "MID", US) == 0
    assert room_for_air(game.state, "MID", US) == 0
    assert refused(game, "fly us-lba-f MID").rule == "3.2.2"
    do(game, "task_force HAW", "load us-trn-1 us-inf-e")
    assert refused(game, "sail MID").rule == "3.2.2"
    do(game, "sail ALA")
    assert game.state.forces["us-inf-e"].area == "ALA"


@pytest.mark.rule("3.2.2")
def test_embarked_us_forces_count_under_the_ground_cap() -> None:
    game = position(
        us={"WAK": "TRN 1; INF A [on=trn-1]; INF B [on=trn-1]", "HAW": "TRN 2; INF C; DD 1"},
        japan={"WAK": "BTN X"},
        stage="us_move",
        sp=9,
    )
    assert room_for_ground(game.state, "WAK", US) == 0
    do(game, "task_force HAW", "add us-trn-2", "load us-trn-2 us-inf-c")
    assert refused(game, "sail WAK").rule == "3.2.2"


@pytest.mark.rule("3.2.2", "3.4.5")
def test_ports_2_and_3_are_repair_ports() -> None:
    ships = {"HAW": "DD 1; CRU A [hits=1]", "NCA": "CRU B [hits=1]; GAR G", "FIJ": "CRU C [hits=1]; GAR H"}
    game = position(us=ships, sp=10)
    assert legal(game, "repair_ship") == {"repair_ship us-cru-a", "repair_ship us-cru-b"}


@pytest.mark.rule("3.2.3")
def test_links_are_two_way_and_distance_counts_links_through_any_area() -> None:
    there = book()
    assert all(here in there.links[other] for here, others in there.links.items() for other in others)
    assert there.distances["USA"]["JPN"] == 4  # ALA, ALE, KUR
    assert there.distances["CAR"]["SOL"] == 2
    assert there.distances["MAR"]["JPN"] == 2  # IWO


@pytest.mark.rule("3.2.3", "3.6.1")
def test_us_ships_ignore_links() -> None:
    game = position(us={"USA": "DD 1, 2"}, stage="us_move")
    do(game, "task_force USA", "add us-dd-1", "sail BOR")
    assert game.state.forces["us-dd-1"].area == "BOR"


@pytest.mark.rule("3.2.4", "3.2.6")
def test_ground_and_lba_are_ashore_ships_submarines_and_cargo_afloat() -> None:
    game = position(us={"WAK": "TRN 1; INF A [on=trn-1]; SS S"}, japan={"WAK": "DD 1", "CAR": "LBA X", "PAL": "BTN Y"})
    assert owner_of(game.state, "WAK") == "empty"
    assert owner_of(game.state, "CAR") == owner_of(game.state, "PAL") == JAPAN


@pytest.mark.rule("3.2.5")
@pytest.mark.parametrize("closed", ["JPN", "EAS"])
def test_japan_and_east_asia_are_closed(closed: str) -> None:
    game = position(us={"HAW": "CV A; TRN 1; INF B"}, japan={closed: "LBA X"}, stage="us_move")
    do(game, "task_force HAW", "add us-cv-a")
    assert refused(game, f"sail {closed}").rule == "3.2.5"
    raid = position(us={"HAW": "CV A"}, japan={closed: "LBA X"}, stage="us_special_ops", sp=9)
    assert refused(raid, f"carrier_raid HAW {closed} HAW").rule == "3.2.5"


@pytest.mark.rule("3.2.6")
def test_owners() -> None:
    game = position(
        us={"HAW": "DD 1", "MID": "LBA A", "SOL": "INF B"}, japan={"SOL": "LBA X", "GIL": "BTN Y", "FIJ": "SS S"}
    )
    owners = {area: owner_of(game.state, area) for area in ("HAW", "MID", "SOL", "GIL", "FIJ", "JPN", "EAS")}
    assert owners == {
        "HAW": "empty",
        "MID": US,
        "SOL": "contested",
        "GIL": JAPAN,
        "FIJ": "empty",
        "JPN": JAPAN,
        "EAS": JAPAN,
    }


@pytest.mark.rule("3.2.7", "3.2.11")
def test_the_holder_is_who_was_alone_ashore_last_and_its_fort_goes_with_it() -> None:
    game = position(us={"HAW": "TRN 1; INF A; CV C"}, japan={"WAK": "BTN X"}, forts={"WAK": 2}, stage="us_move", sp=3)
    draft = TITLE.draft(game.state)
    draft.place(["us-inf-a"], "WAK")
    assert (draft.areas["WAK"].holder, draft.areas["WAK"].fort) == (JAPAN, 2), "contested: who was there before"
    draft.remove("jp-btn-x")
    assert (draft.areas["WAK"].holder, draft.areas["WAK"].fort) == (US, 0)
    draft.remove("us-inf-a")
    assert draft.areas["WAK"].holder is None, "an empty Area has none"


@pytest.mark.rule("3.2.11")
def test_a_fort_falls_when_the_area_is_left() -> None:
    game = position(us={"MID": "GAR A; TRN 1", "HAW": "DD 1"}, forts={"MID": 1}, stage="us_move")
    do(game, "task_force MID", "load us-trn-1 us-gar-a", "sail HAW")
    assert (game.state.areas["MID"].holder, game.state.areas["MID"].fort) == (None, 0)


@pytest.mark.rule("3.2.7")
@pytest.mark.parametrize(("campaign", "area"), [("1943", "SOL"), ("1943", "NGN"), ("1944", "SOL"), ("1945", "PHI")])
def test_japan_is_the_holder_of_areas_contested_at_set_up(campaign: str, area: str) -> None:
    game = _whole(campaign)
    assert owner_of(game.state, area) == "contested"
    assert game.state.areas[area].holder == JAPAN


@pytest.mark.rule("3.2.8")
def test_held_is_us_owned_and_in_supply() -> None:
    game = position(us={"MID": "GAR A", "OKI": "INF B", "FIJ": "DD 1"})
    assert held(game.state, "MID")
    assert not held(game.state, "OKI"), "out of supply"
    assert not held(game.state, "FIJ"), "ships own nothing"
    assert score(game.state) == 1


@pytest.mark.rule("3.2.9")
def test_bases_are_friendly_unless_japanese_are_ashore() -> None:
    game = position(us={"MID": "GAR A", "OKI": "INF B"}, japan={"HAW": "BTN X", "AUS": "DD 1"})
    assert friendly(game.state, "USA")
    assert friendly(game.state, "AUS"), "ships off the coast do not matter"
    assert not friendly(game.state, "HAW")
    assert friendly(game.state, "MID")
    assert not friendly(game.state, "OKI"), "not Held"
    assert {"USA", "HAW", "AUS"} <= supplied(game.state)


@pytest.mark.rule("3.2.10")
def test_a_japanese_base_is_held_has_a_repair_port_and_no_us_ships() -> None:
    game = position(
        us={"NBR": "DD 1", "FOR": "SS S"}, japan={"NBR": "INF A", "CAR": "INF B", "WAK": "BTN C", "FOR": "LBA D"}
    )
    bases = [area for area in book().areas if japanese_base(game.state, area)]
    assert bases == ["CAR", "FOR", "EAS", "JPN"]


@pytest.mark.rule("3.2.11")
def test_forts_go_up_to_level_2() -> None:
    game = position(us={"MID": "GAR A"}, forts={"MID": 2}, stage="us_special_ops", sp=9)
    assert refused(game, "dig_in MID").rule == "3.5.6"


@pytest.mark.rule("3.2.2", "3.5.5")
def test_an_enlarged_airfield_is_one_larger_for_the_us_only() -> None:
    game = position(us={"MID": "GAR A"}, enlarged=["MID"])
    assert (airfield(game.state, "MID", US), airfield(game.state, "MID", JAPAN)) == (3, 2)


# Supply


@pytest.mark.rule("3.4.11")
def test_what_blocks_an_area() -> None:
    game = position(
        us={"FIJ": "DD 1", "NHB": "SS S", "SOL": "GAR A", "NGN": "GAR B", "GIL": "GAR G", "WAK": "CRU C"},
        japan={
            "FIJ": "DD 1; LBA P",
            "NHB": "TRN 1",
            "SOL": "LBA Q",
            "NGN": "DD 2",
            "MSH": "LBA R",
            "GIL": "SS T",
            "MID": "INF I",
            "WAK": "LBA S",
        },
    )
    found = {area for area in book().areas if blocked(game.state, area)}
    assert found == {"NHB", "NGN", "MSH", "JPN", "EAS"}


@pytest.mark.rule("3.4.12", "3.4.13")
def test_supply_goes_three_links_from_each_source_and_on_from_us_owned_areas() -> None:
    bare = position()
    assert "WAK" in supplied(bare.state), "HAW MID WAK"
    assert "IWO" not in supplied(bare.state), "HAW MID WAK MAR IWO are four links"
    game = position(us={"MAR": "GAR A"})
    assert "IWO" in supplied(game.state), "MAR is a source itself"


@pytest.mark.rule("3.4.12")
def test_a_blocked_base_is_a_source_nevertheless() -> None:
    game = position(us={"MID": "GAR A"}, japan={"HAW": "CV X", "ALA": "DD 1"})
    assert held(game.state, "MID")


@pytest.mark.rule("3.4.13")
def test_supply_does_not_pass_through_blocked_areas() -> None:
    game = position(us={"WAK": "GAR A"}, japan={"MID": "DD 1", "MSH": "DD 2", "ALE": "DD 3", "GIL": "DD 4"})
    assert not held(game.state, "WAK")
    assert "MID" not in supplied(game.state), "nor into them"


@pytest.mark.rule("3.4.13")
def test_supply_is_computed_whenever_it_is_asked_for() -> None:
    game = position(us={"WAK": "GAR A", "HAW": "DD 1"}, japan={"MID": "DD 1", "MSH": "DD 2"}, stage="us_move")
    assert not held(game.state, "WAK")
    do(game, "task_force HAW", "sail MID")
    assert held(game.state, "WAK"), "a US ship reopens the way at once"


@pytest.mark.rule("3.2.8", "3.4.13")
def test_n1_supply_and_control_of_the_set_up_of_1942() -> None:
    game = _whole("1942")
    objectives = book("1942").objectives
    assert {area for area in objectives if held(game.state, area)} == {"ALA", "MID", "HAW", "FIJ", "NCA", "NGN"}
    assert score(game.state) == 6
    for area in ("ALE", "NHB", "SOL"):
        assert area in supplied(game.state)
        assert owner_of(game.state, area) == "empty"
    assert "GIL" in supplied(game.state)
    assert owner_of(game.state, "GIL") == JAPAN


@pytest.mark.rule("3.4.11")
def test_n2_a_cruiser_off_midway() -> None:
    game = _whole("1942")
    cruiser = game.state.forces["jp-cru-tone-chikuma"]
    draft = TITLE.draft(game.state)
    draft.place([cruiser.id], "MID")
    assert blocked(draft, "MID")
    assert not held(draft, "MID")
    assert held(draft, "ALA")
    assert score(draft) == 5


@pytest.mark.rule("10.1", "10.2")
def test_the_range_of_supply_and_the_map_are_data() -> None:
    with replaced("charts", economy={"supply_range": 4}):
        assert "IWO" in supplied(position().state)
    spaces = {**book().map.spaces}
    with replaced("map", spaces={"MID": spaces["MID"].model_copy(update={"ground_cap": 3})}):
        assert room_for_ground(position().state, "MID", US) == 3


# Edits


@pytest.mark.rule("3.2.7", "3.6.7")
def test_an_edit_that_puts_forces_elsewhere_changes_holders_and_lands_cargo() -> None:
    game = position(
        us={"WAK": "TRN 1; INF A [on=trn-1]", "HAW": "GAR G"}, japan={"WAK": "BTN X"}, forts={"WAK": 2}, sp=9
    )
    game.edit([{"op": "replace", "path": "/forces/jp-btn-x/area", "value": "GIL"}])
    assert game.state.forces["us-inf-a"].carried_by is None
    assert (game.state.areas["WAK"].holder, game.state.areas["WAK"].fort) == (US, 0)
    assert game.state.areas["GIL"].holder == JAPAN


@pytest.mark.rule("3.2.11")
def test_an_edit_may_say_itself_what_an_area_is_like() -> None:
    game = position(us={"MID": "GAR A", "HAW": "GAR G"}, sp=9)
    game.edit([{"op": "replace", "path": "/areas/MID/fort", "value": 2}])
    assert game.state.areas["MID"].fort == 2
    assert not told(game.opening, "fort")
