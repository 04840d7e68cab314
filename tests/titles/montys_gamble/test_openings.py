"""What a sensible player does and does not do in situations that everybody knows, at two levels."""

from functools import cache

import pytest

from tests.titles.montys_gamble.kit import ALLIED, GERMAN, do, position, unit
from wargame_tui.board.staff import Choose
from wargame_tui.bots.opponent import RECRUIT, VETERAN
from wargame_tui.bots.search import Searcher
from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.titles.montys_gamble import commands as c
from wargame_tui.titles.montys_gamble.bot import STAFF, choose
from wargame_tui.titles.montys_gamble.bot.player import ROAD
from wargame_tui.titles.montys_gamble.rules.areas import controls, units_in
from wargame_tui.titles.montys_gamble.rules.impulses import Impulse

WORK = 500
"""Commands for a thought of the veteran: less than he has in a game, so that the tests are quick."""
LEVELS = (RECRUIT, VETERAN)
UP_TO = {"F": "XXX", "64": "XXX"}


def player_of(level: str) -> Choose:
    """A player of a level."""
    return choose if level == RECRUIT else Searcher(STAFF, VETERAN, WORK)


def impulse(game: Game, level: str) -> list[Command]:
    """Play the impulse that begins now; what its side has done in it."""
    side, play, done = game.state.now.side, player_of(level), list[Command]()
    while not game.over:
        command = play(game) if game.side == side else choose(game)
        done += [command] if game.side == side else []
        game.apply(command)
        step = game.state.stack[-1]
        if game.state.now.side != side or (isinstance(step, Impulse) and not game.state.now.kind):
            break
    return done


@cache
def first_day(level: str) -> Game:
    """17 September with the Allies at a level, against the greedy Germans."""
    game, play = Game.new("montys_gamble/basic", 2), player_of(level)
    while game.state.date == 17:
        game.apply(play(game) if game.side == ALLIED else choose(game))
    return game


# ------------------------------------------------------------------ XXX Corps on the first day


@pytest.mark.parametrize("level", LEVELS)
def test_thirty_corps_goes_up_the_road(level: str) -> None:
    guards = [unit(name, "64") for name in ("2Irish", "3Irish", "2Gren", "1Gren")]
    game = position(*guards, unit("Penal6", "65", "dis1"), unit("1-FJR6", "62"), side=ALLIED, control=UP_TO, at="17-2")
    impulse(game, level)
    where = {each.location for each in game.state.units.values() if each.side == ALLIED}
    assert max(map(ROAD.index, where & {*ROAD})) >= ROAD.index("63")
    assert controls(game.state, "63", ALLIED)
    assert where <= {*ROAD}, "nobody goes off to a flank"


# ------------------------------------------------------------------ 1st Airborne, 82nd


@pytest.mark.parametrize("level", LEVELS)
def test_first_airborne_makes_for_arnhem_and_keeps_its_drop_zone(level: str) -> None:
    state = first_day(level).state
    assert controls(state, "13", ALLIED)
    assert units_in(state, "13", ALLIED), "somebody holds it"
    landing = [*units_in(state, "5", ALLIED), *units_in(state, "2", ALLIED)]
    assert landing, "the second lift is met by friends"


@pytest.mark.parametrize("level", LEVELS)
def test_the_82nd_takes_the_heights_and_grave(level: str) -> None:
    state = first_day(level).state
    assert controls(state, "33", ALLIED), "its drop zone"
    assert controls(state, "34", ALLIED), "the Groesbeek heights"
    grave, canal = state.crossings["32-36"], state.crossings["30-32"]
    assert any(each.holder == ALLIED and not each.blown for each in (grave, canal)), "a bridge towards Nijmegen"


# ------------------------------------------------------------------ bridges on the only road


@pytest.mark.parametrize("level", LEVELS)
def test_the_germans_blow_the_bridge_before_thirty_corps(level: str) -> None:
    game = position(
        unit("2Irish", "63"),
        unit("3Irish", "63"),
        unit("2Gren", "63"),
        unit("Eindh", "54"),
        side=GERMAN,
        control={**UP_TO, "63": "XXX"},
        holders={"63-64": ALLIED},
        at="18-2",
    )
    assert c.Blow("54-63") in impulse(game, level)


@pytest.mark.parametrize("level", LEVELS)
def test_the_germans_keep_the_bridge_that_nobody_threatens(level: str) -> None:
    game = position(unit("2Irish", "F"), unit("Euling", "23"), side=GERMAN, control={"F": "XXX"}, at="18-2")
    assert not any(isinstance(command, c.Blow) for command in impulse(game, level))


# ------------------------------------------------------------------ no attack that loses more than it gains


@pytest.mark.parametrize("level", LEVELS)
def test_a_weak_battalion_does_not_attack_a_strong_garrison(level: str) -> None:
    game = position(
        unit("Penal6", "65"),
        *(unit(name, "64") for name in ("2Irish", "3Irish", "2Gren", "1Gren", "55Fd")),
        side=GERMAN,
        control=UP_TO,
        at="19-3",
    )
    assert not any(isinstance(command, c.Attack) for command in impulse(game, level))


@pytest.mark.parametrize("level", LEVELS)
def test_paratroopers_do_not_storm_a_town_full_of_panzers(level: str) -> None:
    game = position(
        *(unit(name, "7") for name in ("1Para", "2Para")),
        *(unit(name, "13") for name in ("Brinkmann", "Allword", "Spindler", "Euling", "Harder")),
        side=ALLIED,
        at="19-3",
    )
    assert not any(isinstance(command, c.Attack) for command in impulse(game, level))


def test_paratroopers_do_not_stand_idle_beside_a_weak_garrison() -> None:
    game = position(
        *(unit(name, "33") for name in ("1-505", "2-505")), unit("LdsMW", "30"), side=ALLIED,
        control={"F": "XXX", "33": "airborne", "34": "airborne"}, at="18-3",
        air=dict.fromkeys(("RAF2", "RAF83", "8AF"), "used"),
    )  # fmt: skip
    assert c.Attack("30") in impulse(game, RECRUIT)


# ------------------------------------------------------------------ reserves


@pytest.mark.parametrize("level", LEVELS)
def test_the_second_lift_drops(level: str) -> None:
    lift = [unit(name, "UK", drop="2") for name in ("10Para", "11Para", "156Para")]
    tired = [unit(name, "7", "spent") for name in ("1Para", "2Para", "3Para")]
    game = position(
        *lift, *tired, unit("7KOSB", "2", "spent"), unit("2Irish", "F", "spent"), unit("Krafft", "4", "spent"),
        unit("Spindler", "13"), side=ALLIED, control={"F": "XXX", "5": "airborne"}, at="18-3",
        air=dict.fromkeys(("RAF2", "RAF83", "8AF"), "used"),
    )  # fmt: skip
    impulse(game, level)
    assert any(game.state.units[each.id].location != "UK" for each in lift)


@pytest.mark.parametrize("level", LEVELS)
def test_the_guns_are_used(level: str) -> None:
    fired = {entry.text.split()[0] for entry in first_day(level).entries if entry.side == ALLIED}
    assert fired & {"support", "bombard"}


def test_friendly_fire_hits_a_fresh_unit() -> None:
    allies = unit("1Para", "8", "spent"), unit("2Para", "8")
    game = position(
        *allies, unit("Rink", "8"), air={"RAF2": "ready"}, control={"8": "airborne"}, side=ALLIED, dice=(3, 4, 3, 4)
    )
    do(game, "air RAF2 8", "fight")
    assert game.side == GERMAN
    assert choose(game) == c.Aim("2Para")
