"""Why not: commands that no list offers, but a player may type, are refused by the rule that bars them."""

from typing import Any

import pytest

from tests.titles.ardennes_44.fights import WIDE, ahead, around
from tests.titles.ardennes_44.kit import ALLIED, BOARD, GERMAN, do, legal, position, refused, unit
from tests.titles.ardennes_44.test_advance import BEHIND, SS, broken, finish, go
from tests.titles.ardennes_44.test_reinforcements import allied, due, staged
from tests.titles.ardennes_44.test_results import TRIO, VILLAGE, beset, countered, fought
from tests.titles.ardennes_44.test_withdrawal import withdrawing
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.rules.advance import Advancing
from wargame_tui.titles.ardennes_44.rules.battle import Battle
from wargame_tui.titles.ardennes_44.rules.sequence import Turn

N, NE, SE, S, SW, NW = around(WIDE)


def why(game: Game, command: str) -> tuple[str, str | None]:
    """The reason and its rule."""
    no = refused(game, command)
    return no.reason, no.rule


# Moving (11, 12, 13, 15.8)


@pytest.mark.rule("11.1")
def test_ways_of_moving_and_stacks_on_their_way() -> None:
    game = position(unit("12SS-25", WIDE), unit("12SS-26", N), turn=5)
    do(game, "move 12SS-25", f"to {N}")
    assert why(game, "with 12SS-26") == ("the move has begun", "11.1")


@pytest.mark.rule("27.1")
def test_nobody_else_ignores_a_zone_of_control() -> None:
    game = position(unit("12SS-25", WIDE), turn=5)
    do(game, "move 12SS-25")
    assert why(game, "ignore") == ("no EZOC to ignore", "27.1")


@pytest.mark.rule("12.7")
def test_only_a_marker_that_is_there_comes_off() -> None:
    units = unit("12SS-25", WIDE, marker="SM"), unit("12SS-26", N), unit("405VAK", ahead(S, 3, 2), fired=True)
    game = position(*units, phase="supply")
    assert why(game, "take_off 12SS-26") == ("it has no strategic movement marker", "12.7")


@pytest.mark.rule("13.1")
def test_who_comes_in_and_how() -> None:
    game = allied(due("7Arm-CCA", 5), unit("12SS-25", WIDE))
    assert why(game, "enter 12SS-25 H normal") == ("not one of your units", "13.1")
    assert refused(game, "enter 7Arm-CCA H gallop").rule == "13.1"


@pytest.mark.rule("16.5", "25.25")
@pytest.mark.parametrize(("state", "rule"), [({"eng": True}, "16.5"), ({"replaced": True}, "25.25")])
def test_who_does_not_leave_a_box(state: dict[str, bool], rule: str) -> None:
    game = allied(unit("26-101", "SE", **state), unit("26-104", "SE"))
    assert refused(game, "enter 26-101 A normal").rule == rule
    assert "enter 26-104 A normal" in legal(game)


@pytest.mark.rule("15.8")
def test_nobody_digs_in_for_the_enemy() -> None:
    game = position(unit("28-112-2", WIDE), unit("12SS-25", ahead(N, 0, 2)), side=ALLIED, turn=5)
    assert why(game, "dig 12SS-25") == ("not one of your units", "15.8")


# Combat (14, 16, 22.6)


@pytest.mark.rule("22.6")
def test_only_ones_own_guns_on_the_map_fire() -> None:
    guns = unit("388VAK", ahead(N, 0)), unit("VIII-402", ahead(S, 3))
    game = position(unit("12SS-25", N), unit("12SS-26", N), unit("28-112-2", WIDE), *guns, turn=5, phase="combat")
    do(game, f"attack {WIDE}", "with 12SS-25", "roll")
    assert why(game, "fire VIII-402") == ("not one of your units", "22.6")
    assert why(game, "fire 401VAK") == ("it is not on the map", "22.6")
    assert "fire 388VAK" in legal(game)


@pytest.mark.rule("13.5a", "22.6")
def test_a_gun_in_a_box_fires_once() -> None:
    game = staged(unit("26-101", "SE"), unit("VIII-174", "SE"), unit("III-193", "SE", fired=True))
    do(game, "stage A", "with 26-101", "roll")
    assert why(game, "fire III-193") == ("it has fired", "22.6")


@pytest.mark.rule("16.2", "16.6")
def test_an_advantage_is_for_who_took_part() -> None:
    game, _ = fought(5, TRIO)
    assert why(game, "hold 12SS-25") == ("only on a unit that took part", "16.2")


@pytest.mark.rule("16.7c")
def test_the_lead_unit_of_a_stand_defends_there() -> None:
    game = beset(unit("28-110-1", VILLAGE))
    assert why(game, "stand 28-110-2") == ("it is not defending there", "16.7")


@pytest.mark.rule("16.7g")
def test_only_who_was_driven_out_counterattacks() -> None:
    game = countered(unit("99-395", VILLAGE), more=(unit("99-394", around(around(VILLAGE)[3])[3]),))
    while "counter 99-395" not in legal(game):
        do(game, next(text for text in sorted(legal(game)) if not text.startswith("split")))
    assert why(game, "counter 99-394") == ("only units that just retreated from that hex", "16.7")


@pytest.mark.rule("16.7g")
def test_in_a_counterattack_nobody_joins_who_cannot_attack() -> None:
    others = unit("277VG-990", N), unit("277VG-991", N, status="disrupted")
    fight = Battle(WIDE, GERMAN, "counter", ("277VG-989",), attackers=("277VG-989",))
    game = position(unit("277VG-989", N), *others, unit("28-112-2", WIDE), stack=[Turn(5, "Allied"), fight])
    assert why(game, "with 277VG-991") == ("it cannot attack", "16.7")


# Advance and breakthrough (19)


def advancing(*units: Any, vacated: str = N, side: Any = GERMAN) -> Game:
    """Units may advance after a normal result."""
    step = Advancing(side, tuple(each.id for each in units), "normal", vacated)
    return position(*units, side=side, turn=5, stack=[Turn(5, "Allied"), step])


@pytest.mark.rule("19.1", "18.2")
def test_who_advances_and_where() -> None:
    game = advancing(unit("12SS-25", WIDE), unit("12SS-26", WIDE, status="disrupted"))
    assert why(game, "advance 12SS-25 9999") == ("no such hex", "19.1")
    assert why(game, f"advance 12SS-25 {ahead(N, 0)}") == ("it advances one hex at a time", "19.1")
    assert why(game, f"advance 12SS-26 {N}") == ("it is disrupted", "18.2")
    assert f"advance 12SS-25 {N}" in legal(game)


@pytest.mark.rule("13.5", "19.1")
def test_from_off_the_map_the_advance_leads_into_the_hex_attacked() -> None:
    entry = BOARD.map.entries["A"].hex
    game = advancing(unit("26-101", "edgeA"), vacated=entry, side=ALLIED)
    beside = next(BOARD.names[to] for to in BOARD.grid.near[BOARD.index[entry]])
    reason = "from off the map it must first enter the attacked hex"
    assert why(game, f"advance 26-101 {beside}") == (reason, "13.5")
    assert f"advance 26-101 {entry}" in legal(game)


@pytest.mark.rule("19.4")
def test_breakthrough_combat_is_of_those_who_advanced_against_the_enemy_and_must_be_rolled() -> None:
    game = broken(*SS, foes=[BEHIND])
    go(game, "12SS-25", WIDE, S)
    go(game, "12SS-12Pz", WIDE, S)
    finish(game)
    next_ = next(text for text in legal(game) if text.startswith("breakthrough")).split()[2]
    assert why(game, f"breakthrough {N} {next_}") == ("no unit there may attack again", "19.4")
    assert why(game, f"breakthrough {S} {WIDE}") == ("no enemy units there", "19.4")
    do(game, f"breakthrough {S} {next_}")
    assert why(game, "end") == ("breakthrough combat must be rolled", "19.4")


# Withdrawal (20)


@pytest.mark.rule("20.1", "20.2")
def test_who_may_try_to_withdraw() -> None:
    game = withdrawing(*(unit(name, WIDE, eng=True) for name in ("3FJ-5", "3FJ-8", "3FJ-9")))
    assert why(game, "withdraw 28-112-2") == ("not one of your units", "20.1")
    assert why(game, "withdraw 12SS-25") == ("it is not on the map", "20.1")
    do(game, "withdraw 3FJ-5", "with 3FJ-8")
    assert why(game, "with 3FJ-8") == ("it may not try, or already does", "20.2")
