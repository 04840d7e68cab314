"""Opening situations: what a sensible player does and does not do in them, recruit and veteran alike."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tests.titles.liberty_roads.kit import ALLIED, BOARD, GERMAN, place, position, unit
from wargame_tui.bots.search import Searcher
from wargame_tui.core.command import Command
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.liberty_roads import commands as c
from wargame_tui.titles.liberty_roads.bot import STAFF, choose
from wargame_tui.titles.liberty_roads.bot.sight import distance, nearest, view_of
from wargame_tui.titles.liberty_roads.rules import supply

Choose = Callable[[Game], Command]
THRIFT = 1_200
"""Commands that the veteran of these tests plays in thinking: enough to weigh some plans, little enough for a test."""

players = pytest.mark.parametrize("level", ["recruit", "veteran"])


def player(level: str) -> Choose:
    """The player of a level."""
    return choose if level == "recruit" else Searcher(STAFF, "veteran", THRIFT)


def play_turn(game: Game, level: str, most: int = 600) -> list[Event]:
    """Play until the other side's player turn has begun, both sides by the same player; what happened."""
    turn, side, told, who = game.state.turn, game.state.now.side, list[Event](), player(level)
    while not game.over and (game.state.turn, game.state.now.side) == (turn, side) and most:
        told += game.apply(who(game) if game.side == side else choose(game))
        most -= 1
    return told


def play_phase(game: Game, level: str) -> list[Event]:
    """Play until another phase has begun."""
    kind, told, who = game.state.stack[1:2], list[Event](), player(level)
    while not game.over and game.state.stack[1:2] == kind:
        told += game.apply(who(game))
    return told


def attacks(told: Sequence[Event]) -> dict[str, str]:
    """The column of each attack by its hex."""
    return {event.data["hex"]: event.data["column"] for event in told if event.kind == "odds"}


# ------------------------------------------------------------------ Cobra


@players
def test_the_americans_break_out_south_of_saint_lo(level: str) -> None:
    """All that stands between Lessay and Saint-Lô is hit at good odds, and the tanks are beyond it in the evening."""
    game = Game.new("liberty_roads/cobra", 4)
    found = attacks(play_turn(game, level))
    assert {"1009", "1010", "1110"} & {*found}
    assert all(column[0] != "1" or column == "1/1" for column in found.values()), found
    tanks = [each for each in game.state.on_map(ALLIED) if game.state.piece(each).armour]
    south = [each.id for each in tanks if each.id.startswith("US") and int(each.location[2:]) >= 9]
    assert len(south) >= 2


@players
def test_caen_is_not_left_to_the_armour_before_it(level: str) -> None:
    """However much is to be had elsewhere, somebody stays between five Panzer divisions and the beaches."""
    game = Game.new("liberty_roads/cobra", 4)
    play_turn(game, level)
    view = view_of(game.state, ALLIED)
    for harbour in ("1208", "1309"):
        hex_ = BOARD.index[harbour]
        near = [each for each in view.divisions if distance(BOARD.index[each.location], hex_) <= 1]
        assert near, harbour
        assert view.exposure(hex_, view.own_stacks.get(hex_, ())) < 1 or not view.danger(hex_)


# ------------------------------------------------------------------ Operation Fortitude


def _before_fortitude_ends(**changes: Any) -> Game:
    landed = [unit(name, "1309") for name in ("UK-3", "UK-50", "UK-15")]
    coast = [unit("G-326", "1806"), unit("G-331", "1905"), unit("G-1SS", "2104"), unit("G-116Pz", "1709")]
    hqs = [unit("HQ-5Pz", "1510"), unit("HQ-15G", "1907"), unit("HQ-2UK", "1208")]
    line = [unit("G-21Pz", "1410"), unit("G-352", "1310")]
    return position(
        *landed, *coast, *hqs, *line, turn=3, side=GERMAN, phase="movement", allied=("1309",), dice=[1], **changes
    )


@players
def test_fortitude_lets_go_the_armour_that_is_near(level: str) -> None:
    """What may be released is released, the nearest first; the infantry on the Channel coast has to wait."""
    held = {"fortitude": True, "south_held": True}
    game = _before_fortitude_ends(campaign=held, now={"releases": 1})
    told = play_phase(game, level)
    assert "released" in {event.kind for event in told}
    assert place(game, "G-116Pz") != "1709" or "G-116Pz" in game.state.now.released
    assert (place(game, "G-326"), place(game, "G-331")) == ("1806", "1905")


@players
def test_when_fortitude_is_over_the_coast_sends_its_divisions(level: str) -> None:
    game = _before_fortitude_ends()
    front = [BOARD.index["1309"]]
    before = {name: nearest(BOARD.index[place(game, name)], front) for name in ("G-1SS", "G-326", "G-331")}
    play_phase(game, level)
    after = {name: nearest(BOARD.index[place(game, name)], front) for name in before}
    assert after["G-1SS"] < before["G-1SS"]
    assert sum(after.values()) < sum(before.values())


@players
def test_the_allies_do_not_wake_the_fifteenth_army_for_a_weak_division(level: str) -> None:
    """As long as Fortitude lasts, nobody crosses into the army zone that it keeps asleep."""
    ashore = [unit(name, "1309") for name in ("UK-3", "UK-50", "UK-15")]
    weak, far = unit("G-711", "1409", reduced=True), [unit("G-326", "1806"), unit("G-331", "1905")]
    hqs = (unit("HQ-2UK", "1208"), unit("HQ-15G", "1907"))
    held = {"fortitude": True, "south_held": True}
    game = position(*ashore, weak, *far, *hqs, turn=3, phase="movement", allied=("1309",), campaign=held)
    play_turn(game, level)
    zone = BOARD.army_zones["5"]
    assert not any(zone >> BOARD.index[place(game, each.id)] & 1 for each in ashore)


# ------------------------------------------------------------------ ports, odds, supply, exploitation


@players
def test_a_port_left_with_a_weak_garrison_is_taken(level: str) -> None:
    """Saint-Malo with a reduced division, three Americans beside it: it falls, or it is attacked at good odds."""
    force = [unit(name, "1011") for name in ("US-8", "US-83", "US-6A")]
    game = position(
        *force, unit("HQ-3US", "1010"), unit("G-77", "0911", reduced=True), unit("HQ-7G", "1312"),
        scenario="cobra", turn=7, phase="movement", allied=("1007", "1010"), dice=[6, 6, 3, 3],
    )  # fmt: skip
    found = attacks(play_turn(game, level))
    assert found.get("0911", "")[:1] in ("2", "3", "4", "5", "6") or game.state.controls(ALLIED, "0911"), found


@players
@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_nobody_attacks_where_he_loses_more_than_he_gains(level: str, side: str) -> None:
    """A weary division does not storm three fresh ones."""
    if side == ALLIED:
        weary, fresh = unit("US-90", "1512", reduced=True), ["G-1SS", "G-2SS", "G-12SS"]
        game = position(weary, unit("HQ-1US", "1510"), *(unit(name, "1612") for name in fresh), phase="combat")
    else:
        weary, fresh = unit("G-346", "1512", reduced=True), ["US-2A", "US-3A", "US-1"]
        strong = [unit(name, "1612") for name in fresh]
        game = position(weary, unit("HQ-7G", "1313"), *strong, unit("HQ-1US", "1613"), side=GERMAN, phase="combat")
    assert "attack" not in {event.kind for event in play_phase(game, level)}


@players
def test_no_stack_is_left_out_of_supply_for_a_point(level: str) -> None:
    """Brest is empty and worth two points, but nothing feeds a division there, and two Panzer divisions wait for it."""
    force = [unit(name, "1109") for name in ("US-8", "US-83", "US-6A")]
    panzers = [unit(name, "0812") for name in ("G-2SS", "G-1SS")]
    game = position(
        *force, unit("HQ-1US", "1008"), *panzers, unit("HQ-7G", "0813"),
        scenario="cobra", turn=7, phase="movement", allied=("1007", "1008", "1109"),
    )  # fmt: skip
    play_turn(game, level)
    assert all(supply.supplied(game.state, game.state.units[each.id]) for each in force)


@players
def test_armour_goes_through_the_gap(level: str) -> None:
    """Two armoured divisions that have burst through exploit, toward what is worth having."""
    force = [unit(name, "1010", exploiting=True) for name in ("US-4A", "US-6A")]
    game = position(
        *force, unit("HQ-3US", "1010"), unit("US-8", "1010"), unit("G-353", "1410"), unit("HQ-7G", "1412"),
        scenario="cobra", turn=7, phase="exploitation", allied=("1007", "1010"),
    )  # fmt: skip
    view = view_of(game.state, ALLIED)
    goals = [*view.prizes]
    before = nearest(BOARD.index["1010"], goals)
    play_phase(game, level)
    moved = [each.id for each in force if place(game, each.id) != "1010"]
    assert moved
    assert any(place(game, name) == "0911" or nearest(BOARD.index[place(game, name)], goals) < before for name in moved)


@players
def test_armour_exploits_where_there_is_hope(level: str) -> None:
    """At good odds the attacker declares armour exploitation."""
    tanks = [unit(name, "1512") for name in ("US-2A", "US-3A")]
    game = position(*tanks, unit("HQ-1US", "1510"), unit("G-182R", "1612"), unit("HQ-7G", "1814"), phase="combat")
    who, given = player(level), list[Command]()
    while not game.over and game.state.stack[-1].kind != "losing" and len(given) < 12:
        given.append(who(game))
        game.apply(given[-1])
    assert c.Attack("1612") in given
    assert c.Armour() in given
