"""Game terms: units, steps, support markers, nationality, mixed hexes, rounding, control, stacking (rule 1)."""

from typing import Any

import pytest

from tests.titles.liberty_roads.kit import (
    ALLIED,
    BOARD,
    BOOK,
    GERMAN,
    at,
    do,
    legal,
    place,
    position,
    refused,
    told,
    unit,
)
from wargame_tui.core.game import Game
from wargame_tui.titles.liberty_roads.printed.book import AIRBORNE
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules import sequence
from wargame_tui.titles.liberty_roads.rules.losses import Losing
from wargame_tui.titles.liberty_roads.rules.retreat import Retreating
from wargame_tui.titles.liberty_roads.rules.strengths import attack_strength, column, defence_strength
from wargame_tui.titles.liberty_roads.rules.support import draws, ports_held
from wargame_tui.titles.liberty_roads.state import Unit

PIECES = BOOK.pieces


def amid(step: Any, *units: Unit, side: Side = ALLIED, **changes: Any) -> Game:
    """A game in a step of the combat phase of a side."""
    combat = sequence.ORDER.index("combat") + 1
    turn = sequence.Turn(8, "German" if side == ALLIED else "end")
    return position(*units, side=side, stack=(turn, sequence.PlayerTurn(side, combat), step), **changes)


def struck(name: str, count: int, *units: Unit) -> Game:
    """A game after a unit has lost steps in combat."""
    return amid(Losing(PIECES[name].side, (name,), count), *units)


# Units (1.1)


@pytest.mark.rule("1.1.2")
def test_there_are_divisions_hqs_kampfgruppen_engineers_and_fixed_units_and_each_is_one_of_them() -> None:
    for piece in PIECES.values():
        kinds = [piece.division and not piece.kg, piece.hq, piece.kg, piece.engineer, piece.fixed]
        assert sum(kinds) == 1, piece.id
    assert {piece.side for piece in PIECES.values() if piece.kg or piece.fixed} == {GERMAN}


@pytest.mark.rule("1.1.3", "1.3.1")
def test_a_division_has_a_full_and_a_reduced_side() -> None:
    piece = PIECES["US-1"]
    assert piece.elite
    assert piece.attack == (6, 3)
    assert piece.defence == (5, 3)
    assert piece.movement == 3
    assert piece.steps == 2
    game = position(unit("US-1", "1109"), unit("US-9", "1109", reduced=True))
    units = game.state.units
    assert game.state.strength_of(units["US-1"], "attack") == 6
    assert game.state.strength_of(units["US-9"], "attack") == 3


@pytest.mark.rule("1.1.4")
def test_a_division_is_armoured_or_infantry_and_its_symbol_says_nothing_more() -> None:
    armour = {piece.type for piece in PIECES.values() if piece.armour}
    assert armour == {"armour"}
    assert not PIECES["G-17SS"].armour  # motorised: infantry
    allied = {piece.id for piece in PIECES.values() if piece.airborne}
    assert allied == {piece.id for piece in PIECES.values() if piece.side == ALLIED and piece.type in AIRBORNE}


@pytest.mark.rule("1.1.5")
def test_an_hq_has_a_command_range_and_a_defence_and_its_pontoon_side_changes_neither() -> None:
    for piece in PIECES.values():
        assert (piece.command > 0) is piece.hq
    game = position(
        unit("HQ-1US", "1109", pontoon=3), unit("US-30", "1111"), phase="supply", campaign={"beachheads": ("1109",)}
    )
    do(game, "end")
    assert not game.state.units["US-30"].oos
    units = [game.state.units["HQ-1US"]]
    assert defence_strength(game.state, "1109", units, "clear") == PIECES["HQ-1US"].defence[0]


@pytest.mark.rule("1.1.6")
def test_a_kampfgruppe_has_no_name_and_follows_the_rules_of_what_it_replaced() -> None:
    groups = [piece for piece in PIECES.values() if piece.kg]
    assert {piece.short for piece in groups} <= {"KG", "Hiwis"}
    assert all(piece.armour == (piece.type == "armour") and piece.division for piece in groups)


@pytest.mark.rule("1.1.7", "1.3.2", "1.10.4")
def test_an_engineer_has_one_step_and_does_not_count_for_stacking() -> None:
    engineers = [piece for piece in PIECES.values() if piece.engineer]
    assert engineers
    assert all(piece.steps == 1 and not piece.division for piece in engineers)
    game = ended(*(unit(name, "1109") for name in ("US-30", "US-35", "US-4", "ENG-1056", "HQ-1US")))
    assert not at(game, "too_many")


@pytest.mark.rule("1.1.8")
def test_ex_1_the_fixed_unit_of_0410_is_a_0_5_0() -> None:
    piece = PIECES["fixed-0410"]
    assert (piece.attack[0], piece.defence[0], piece.movement) == (0, 5, 0)
    for hex_, beach in BOOK.map.beaches.items():
        assert PIECES[f"fixed-{hex_}"].defence == (beach.level, beach.level)
    game = position(unit("US-1", "England"), unit("US-4", "England"), phase="landing", turn=1)
    do(game, "land 0410", "assault US-1 0410", "assault US-4 0410", "end")
    while at(game, "defending"):
        do(game, min(legal(game)))
    assert at(game, "landing")
    assert place(game, "fixed-0410") == "0410"


@pytest.mark.rule("1.1.9")
def test_a_fixed_unit_that_must_retreat_is_eliminated() -> None:
    game = amid(Retreating(GERMAN, ("fixed-1208", "G-352"), 1), unit("fixed-1208", "1208"), unit("G-352", "1208"))
    assert place(game, "fixed-1208") == "off"
    assert place(game, "G-352") not in ("1208", "eliminated"), "the division can"


@pytest.mark.rule("1.1.10")
def test_fixed_units_are_gone_when_the_combat_phase_ends() -> None:
    game = position(unit("US-82AB", "1008", drop=True), phase="combat", dice=[6] * 8)
    odds = told(do(game, "attack 1008", "with US-82AB", "go"), "odds")[0]
    assert odds.data["defenders"] == ["fixed-1008"]
    assert not at(game, "combat")
    assert place(game, "fixed-1008") == "off"


# Steps (1.3)


@pytest.mark.rule("1.3.1")
def test_the_first_loss_flips_a_unit_of_two_steps_and_the_next_eliminates_it() -> None:
    once = struck("US-30", 1, unit("US-30", "1109"))
    assert once.state.units["US-30"].reduced
    assert place(once, "US-30") == "1109"
    twice = struck("US-30", 2, unit("US-30", "1109"))
    assert place(twice, "US-30") == "eliminated"


@pytest.mark.rule("1.3.2")
@pytest.mark.parametrize("name", ["HQ-1US", "ENG-1056", "PL-1P", "KM-Lor"])
def test_a_unit_of_one_step_is_eliminated_by_its_first_loss(name: str) -> None:
    functional = name.startswith("ENG")
    game = struck(name, 1, unit(name, "1109", pontoon=3 if name.startswith("HQ") else None, functional=functional))
    assert place(game, name) == "eliminated"


@pytest.mark.rule("1.3.3")
def test_eliminated_units_lie_in_the_box_and_may_be_rebuilt() -> None:
    game = struck("US-30", 2, unit("US-30", "1109", exploiting=True))
    gone = game.state.units["US-30"]
    assert gone == Unit("US-30", ALLIED, "eliminated")
    back = position(gone, unit("HQ-1US", "1109"), phase="replacements", campaign={"beachheads": ("1109",)})
    assert "rebuild US-30 1 1109" in legal(back)


@pytest.mark.rule("1.3.4", "7.13.5")
def test_kampfgruppen_and_units_in_a_festung_are_removed_from_play() -> None:
    group = struck("KG-I1", 1, unit("KG-I1", "1110"))
    assert place(group, "KG-I1") == "removed"
    walled = struck("KM-Lor", 1, unit("KM-Lor", "0513", festung=True))
    assert place(walled, "KM-Lor") == "removed"
    for box in ("removed",):
        back = position(unit("KM-Lor", box), unit("HQ-7G", "2904"), side=GERMAN, phase="replacements", approval=8)
        assert not [text for text in legal(back) if "KM-Lor" in text]


# Support markers (1.5)


@pytest.mark.rule("1.5.2", "10.3.5")
def test_ex_3_air_support_in_bad_weather_is_no_event_but_may_be_spent_for_armour() -> None:
    army = (unit("HQ-1US", "1109"), unit("US-2A", "1109", reduced=True), unit("G-352", "1211"))
    where = {"beachheads": ("1109",), "pluto": ("1109",)}
    game = position(*army, phase="support", weather="Bad", hand=["air_support-1"], campaign=where)
    assert not [text for text in legal(game, "play") if "air_support" in text]
    assert refused(game, "play air_support-1 1211").rule == "5.5.5"
    later = position(*army, phase="replacements", weather="Bad", hand=["air_support-1"], campaign=where)
    assert refused(later, "replace US-2A 1").rule == "10.3.5"
    do(later, "spend air_support-1", "replace US-2A 1")
    assert not later.state.units["US-2A"].reduced
    assert later.state.support["air_support-1"].where == "pool"


@pytest.mark.rule("1.5.2")
def test_in_good_weather_the_same_marker_is_an_event() -> None:
    army = (unit("HQ-1US", "1109"), unit("US-2A", "1109"), unit("G-352", "1110"))
    game = position(*army, phase="support", hand=["air_support-1"], campaign={"beachheads": ("1109",)})
    while not legal(game, "play"):
        do(game, "end")
    do(game, "play air_support-1 1110")
    assert game.state.support["air_support-1"].place == "1110"


# Nationality (1.6)


@pytest.mark.rule("1.6.1")
def test_the_allies_play_as_british_and_americans() -> None:
    by_service = {
        "British": "British", "Canadian": "British", "Polish": "British", "US": "American", "French": "American",
        "Wehrmacht": "German", "Waffen-SS": "German", "Luftwaffe": "German", "Kriegsmarine": "German",
    }  # fmt: skip
    for piece in PIECES.values():
        if len(piece.nationalities) == 1:
            assert piece.nationalities == {by_service[piece.service]}
    assert {piece.service for piece in PIECES.values()} == {*by_service}
    free = [name for name, marker in BOOK.markers.items() if marker.side == ALLIED and marker.nationality is None]
    assert "air_support-1" in free


@pytest.mark.rule("1.6.1", "1.6.3")
def test_a_two_coloured_marker_serves_all_and_a_british_one_no_americans() -> None:
    army = (unit("US-30", "1109"), unit("UK-3", "1208"), unit("US-82AB", "1008"), unit("G-352", "1110"))
    game = position(
        *army, phase="support", hand=["british_artillery-1", "naval_gunfire-1"], campaign={"pluto": ("1109",)}
    )
    while not legal(game, "play"):
        do(game, "end")
    assert refused(game, "play british_artillery-1 US-30").rule == "1.6.3"
    assert {"play british_artillery-1 UK-3", "play british_artillery-1 US-82AB"} <= legal(game)


@pytest.mark.rule("1.6.2")
def test_airborne_divisions_and_shaef_are_british_and_american_at_once() -> None:
    both = {piece.id for piece in PIECES.values() if len(piece.nationalities) == 2}
    assert both == {piece.id for piece in PIECES.values() if piece.airborne} | {"HQ-SHAEF"}


@pytest.mark.rule("1.6.3")
def test_nationalities_do_not_attack_together() -> None:
    game = position(
        unit("US-30", "1109"), unit("UK-3", "1209"), unit("UK-6AB", "1209"), unit("G-352", "1110"), phase="combat"
    )
    do(game, "attack 1110", "with US-30")
    assert refused(game, "with UK-3").rule == "7.1.12"
    assert "with UK-6AB" in legal(game)


# Mixed hexes, rounding (1.7, 1.8)


@pytest.mark.rule("1.7.1")
def test_ex_15_river_and_bocage_do_not_add_and_the_defender_picks_one() -> None:
    assert "bocage" in BOARD.grounds[BOARD.index["1110"]]
    units = (unit("US-30", "1109"), unit("US-35", "1109"), unit("G-352", "1110"), unit("HQ-7G", "1111"))
    game = position(*units, phase="combat")
    do(game, "attack 1110", "with US-30", "with US-35", "go")
    assert game.side == GERMAN
    assert legal(game) == {"terrain bocage", "terrain river"}
    for ground in ("bocage", "river"):
        other = game.branch()
        odds = told(do(other, f"terrain {ground}"), "odds")[0]
        chart = BOARD.charts.ground["bocage"] if ground == "bocage" else BOARD.charts.water["river"]
        assert odds.data["defence"] == -(-5 * chart.defence // 1)


@pytest.mark.rule("1.8.1")
def test_halves_are_rounded_up_after_they_are_added() -> None:
    game = position(*(unit(name, "2113", oos=True) for name in ("US-30", "US-35", "US-4")))
    units = [game.state.units[name] for name in ("US-30", "US-35", "US-4")]
    assert attack_strength(game.state, units[:1]) == 3
    assert attack_strength(game.state, units) == 8  # 15 halved, not 3 and 3 and 3
    assert defence_strength(game.state, "2113", units, "clear") == 8


@pytest.mark.rule("1.8.1")
def test_what_is_halved_and_doubled_stays_as_it_is() -> None:
    game = position(unit("US-30", "2113", oos=True))
    assert BOARD.charts.ground["major_city"].defence == 2
    assert defence_strength(game.state, "2113", [game.state.units["US-30"]], "major_city") == 5


@pytest.mark.rule("1.8.1")
def test_odds_and_ports_are_rounded_down() -> None:
    game = position()
    assert column(game.state, 19, 10, ()).name == "1/1"
    assert column(game.state, 10, 11, ()).name == "1/2"
    south = position(
        unit("ENG-1056", "2626", functional=True),
        unit("ENG-1055", "2727", functional=True),
        unit("ENG-1RE", "0513", functional=True),
        allied=("2626", "2727", "0513"),
    )
    rows = {row.ports: row.draws for row in BOOK.charts.support.rows}
    assert ports_held(south.state) == 1.5
    assert [draws(south.state, roll) for roll in (2, 6, 10)] == [
        [count for least, count in rows[1].items() if least <= roll][-1] for roll in (2, 6, 10)
    ]


# Control (1.9)


@pytest.mark.rule("1.9.1")
def test_a_unit_controls_what_it_enters_and_passes_in_the_movement_phase() -> None:
    game = position(unit("US-30", "1208"))
    do(game, "move US-30", "to 1310")
    assert game.state.control["1309"] == ALLIED
    assert "1309" in game.state.ever
    assert game.state.control["1408"] == GERMAN
    back = position(unit("G-2Pz", "1208"), side=GERMAN, allied=("1309",))
    do(back, "move G-2Pz", "to 1310")
    assert back.state.control["1309"] == GERMAN
    assert "1309" in back.state.ever


@pytest.mark.rule("1.9.1")
def test_a_unit_controls_where_it_stands_at_the_end_of_any_phase() -> None:
    game = position(unit("US-30", "1309"), phase="supply")
    assert game.state.control["1309"] == ALLIED
    other = position(unit("G-352", "1309"), phase="supply", allied=("1309",))  # the other side's phase
    assert other.state.control["1309"] == GERMAN


# Stacking (1.10)


def ended(*units: Unit, phase: str = "supply", **changes: Any) -> Game:
    """A game after the end of a phase in which nothing moves, with its stacking check."""
    game = position(*units, phase=phase, **changes)
    if at(game, phase):
        do(game, "end")
    return game


FOUR = ("US-30", "US-35", "US-4", "US-8")


@pytest.mark.rule("1.10.1", "1.10.2", "1.10.3")
def test_the_owner_eliminates_units_down_to_the_limit_at_the_end_of_a_phase() -> None:
    game = ended(*(unit(name, "2113") for name in (*FOUR, "HQ-1US", "US-5")), campaign={"beachheads": ("2113",)})
    assert at(game, "too_many")
    assert game.side == ALLIED
    game = ended(*(unit(name, "2113") for name in (*FOUR, "US-5")))
    assert legal(game) == {f"remove {name}" for name in (*FOUR, "US-5")}
    do(game, "remove US-30")
    assert at(game, "too_many")
    assert refused(game, "remove US-30").rule == "1.10.2"
    do(game, "remove US-4")
    assert place(game, "US-4") == "eliminated"
    assert not at(game, "too_many")


@pytest.mark.rule("1.10.3")
def test_ex_4_two_divisions_and_a_kampfgruppe_fit_and_a_fourth_does_not() -> None:
    three = [unit(name, "2113") for name in ("G-352", "G-77", "KG-A1")]
    assert not at(ended(*three, side=GERMAN), "too_many")
    assert at(ended(*three, unit("G-84", "2113"), side=GERMAN), "too_many")


@pytest.mark.rule("1.10.4")
@pytest.mark.parametrize("names", [("HQ-1US", "HQ-3US"), ("ENG-1056", "ENG-1055")])
def test_one_hq_and_one_engineer_a_hex(names: tuple[str, str]) -> None:
    game = ended(*(unit(name, "1109") for name in names), campaign={"beachheads": ("1109",)})
    assert legal(game) == {f"remove {name}" for name in names}


@pytest.mark.rule("1.10.5", "1.10.2")
def test_there_is_no_check_at_the_end_of_the_sea_transport_phase() -> None:
    game = ended(*(unit(name, "1109") for name in FOUR), phase="sea")
    assert at(game, "movement")
    assert refused(game, "end").rule == "1.10.2"  # somebody can still go
    assert "can still move" in game.prompt.text


@pytest.mark.rule("1.10.2", "1.10.4")
@pytest.mark.parametrize("left", [0, 1])
def test_only_who_is_one_too_many_must_move_on_not_the_hq_beside_him(left: int) -> None:
    moved = dict.fromkeys(FOUR[left:], "normal")
    there = [unit(name, "2113") for name in (*FOUR, "HQ-3US")]
    game = position(*there, now={"moved": moved}, campaign={"beachheads": ("1109",)})
    assert ("end" in legal(game)) == (left == 0)
    if left:
        assert f"{FOUR[0]} can still move" in refused(game, "end").reason


@pytest.mark.rule("1.10.5")
def test_nationalities_do_not_stay_together_at_the_end_of_a_movement_phase() -> None:
    moved = {"moved": {"UK-3": "normal"}}
    game = position(unit("US-30", "2113"), unit("UK-3", "2114"), now=moved)
    do(game, "move US-30")
    assert refused(game, "to 2114").rule == "1.10.5"
    do(game, "to 2115", "end")  # through it, on along the road
    waits = position(unit("US-30", "2113"), unit("UK-3", "2114"))
    do(waits, "move US-30", "to 2114", "end")
    assert refused(waits, "end").rule == "1.10.5"
    do(waits, "move UK-3", "to 2015", "end", "end")
    assert not at(waits, "movement")


@pytest.mark.rule("1.10.5", "8.2.3")
def test_nor_at_the_end_of_exploitation() -> None:
    game = position(unit("US-30", "2113", exploiting=True), unit("UK-3", "2114"), phase="exploitation")
    do(game, "move US-30")
    assert refused(game, "to 2114").rule == "1.10.5"
    assert "to 2112" in legal(game)


@pytest.mark.rule("1.10.5")
def test_airborne_units_stack_with_every_nationality() -> None:
    game = position(unit("US-82AB", "2113"), unit("UK-3", "2114"), now={"moved": {"UK-3": "normal"}})
    do(game, "move US-82AB", "to 2114", "end", "end")
    assert place(game, "US-82AB") == "2114"


@pytest.mark.rule("1.10.5")
def test_units_brought_together_by_a_retreat_stay_until_they_can_part() -> None:
    game = ended(unit("US-30", "2113"), unit("UK-3", "2113"), phase="supply")
    assert not at(game, "too_many")
    moving = position(unit("US-30", "2113"), unit("UK-3", "2113"))
    assert refused(moving, "end").rule == "1.10.5"
    do(moving, "move UK-3", "to 2114", "end", "end")
    assert not at(moving, "movement")


@pytest.mark.rule("1.10.5")
def test_four_divisions_fit_on_a_beachhead_and_by_the_switch_on_every_beach() -> None:
    units = [unit(name, "1208") for name in FOUR]
    assert at(ended(*units), "too_many")
    assert not at(ended(*units, campaign={"beachheads": ("1208",)}), "too_many")
    assert not at(ended(*units, options=("beach4",)), "too_many")
    assert at(ended(*units, unit("US-5", "1208"), campaign={"beachheads": ("1208",)}), "too_many")
