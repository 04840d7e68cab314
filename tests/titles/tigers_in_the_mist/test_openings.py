"""What a sensible player does, and does not do, in situations that everybody who knows the campaign has met."""

from collections.abc import Callable

import pytest

from tests.titles.tigers_in_the_mist.kit import ALLIED, GERMAN, do, position, unit
from wargame_tui.board.staff import Choose
from wargame_tui.bots.search import Searcher
from wargame_tui.core.game import Game
from wargame_tui.titles.tigers_in_the_mist.bot import STAFF, choose
from wargame_tui.titles.tigers_in_the_mist.commands import Blow
from wargame_tui.titles.tigers_in_the_mist.rules import supply
from wargame_tui.titles.tigers_in_the_mist.state import State, stamp, units_in

BASTOGNE, ST_VITH, VIELSALM, SCHONBERG = "61", "73", "84", "74"
GAP = {"75", "76", "77", "78", "79", "80", "81"}
"""Lanzerath and Losheimergraben, and the roads behind them to Malmedy and Stavelot."""
SAUER = {"10", "11", "12", "13", "17"}
"""Irrel, Echternach and what lies beyond the river before them."""
LUXEMBOURG, MERSCH = "5", "4"
MOST = 400
"""Commands of an impulse."""
WORK = 250

LEVELS: dict[str, Callable[[], Choose]] = {
    "recruit": lambda: choose,
    "veteran": lambda: Searcher(STAFF, "veteran", WORK),
}
levels = pytest.mark.parametrize("level", LEVELS)


def play(game: Game, side: str, player: Choose) -> Game:
    """The impulse in hand, battles and all: one side by a player, the other by a recruit."""
    here, active = stamp(game.state), game.state.active
    for _ in range(MOST):
        if game.over or (stamp(game.state), game.state.active) != (here, active):
            return game
        game.apply(player(game) if game.side == side else choose(game))
    raise AssertionError("an impulse without end")


def until(game: Game, box: str, side: str, players: dict[str, Choose]) -> Game:
    """Both sides by players, until it is a side's impulse."""
    while not game.over and (stamp(game.state), game.state.active) != (box, side):
        game.apply(players[game.side or ""](game))
    return game


def places(state: State, side: str) -> set[str]:
    return {each.location for each in state.units.values() if each.side == side and each.strength}


@levels
def test_somebody_covers_the_losheim_gap(level: str) -> None:
    game = until(Game.new("tigers_in_the_mist/campaign", 4), "16-2", ALLIED, {GERMAN: choose, ALLIED: choose})
    play(game, ALLIED, LEVELS[level]())
    assert places(game.state, ALLIED) & GAP, "the road to Malmedy lies open"


@levels
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_212th_crosses_the_sauer_at_echternach_and_not_where_others_have_opened_the_road(
    level: str, seed: int
) -> None:
    game = play(Game.new("tigers_in_the_mist/seventh_army", seed), GERMAN, LEVELS[level]())
    division = [each for each in game.state.units.values() if each.id in ("320/212V", "423/212V") and each.strength]
    assert division
    assert {each.location for each in division} <= SAUER, "the division marches away from the enemy before it"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_echternach_is_not_left_without_anybody_before_it(seed: int) -> None:
    game = until(Game.new("tigers_in_the_mist/seventh_army", seed), "16-2", ALLIED, {GERMAN: choose, ALLIED: choose})
    foe = sum(each.strength for each in units_in(game.state, "11", ALLIED))
    assert foe, "the battalion is still there"
    assert sum(each.strength for each in units_in(game.state, "10", GERMAN)) >= foe, "he may cross the river"


@levels
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_gun_goes_alone_to_a_town_behind_the_enemy(level: str, seed: int) -> None:
    game = play(Game.new("tigers_in_the_mist/seventh_army", seed), GERMAN, LEVELS[level]())
    guns = game.state.units["11StuG"]
    company = [each for each in units_in(game.state, guns.location, GERMAN) if each.id != guns.id]
    assert company or guns.location not in (MERSCH, LUXEMBOURG), "it is lost there before anybody comes"


@levels
def test_bastogne_is_held_although_it_is_encircled(level: str) -> None:
    game = position(
        unit("501/101", f"Allied infantry 3 @{BASTOGNE}"),
        unit("506/101", f"Allied infantry 3 @{BASTOGNE}"),
        unit("Pz1/2P", "German armour 3 @66"),
        unit("901/Lehr", "German motorized 4 @60"),
        unit("77/26V", "German infantry 4 @67"),
        at="20-1",
        side=ALLIED,
    )
    play(game, ALLIED, LEVELS[level]())
    assert units_in(game.state, BASTOGNE, ALLIED), "three points are given away"


@levels
def test_the_last_unit_in_a_town_that_counts_does_not_leave_it_to_the_enemy(level: str) -> None:
    game = position(
        unit("Pi/5FJ", "German engineer 1 @5"),
        unit("14/5FJ", "German infantry 3 @4"),
        unit("3Tk/10A", "Allied armour 3 @5"),
        scenario="seventh_army",
        control={"5": GERMAN, "4": GERMAN},
        at="18-3",
        side=GERMAN,
    )
    play(game, GERMAN, LEVELS[level]())
    assert units_in(game.state, "5", GERMAN), "Luxembourg is given away, and with it the game"


@levels
def test_bridges_over_the_our_are_blown_in_the_face_of_the_enemy(level: str) -> None:
    game = position(
        unit("Pz/Lehr", "German armour 4 @48"), unit("424/106", f"Allied infantry 3 @{SCHONBERG}"), at="17-1"
    )
    do(game, "move Pz/Lehr", f"to {SCHONBERG}")
    assert game.side == ALLIED, [entry.events for entry in game.entries]
    assert isinstance(LEVELS[level]()(game), Blow)


@levels
def test_the_crossroads_of_st_vith_are_not_left_to_a_weaker_enemy(level: str) -> None:
    game = position(
        unit("CCB/7A", f"Allied armour 4 @{ST_VITH}"),
        unit("424/106", f"Allied infantry 3 @{ST_VITH}"),
        unit("CCR/7A", f"Allied armour 3 @{VIELSALM}"),
        unit("293/18V", f"German infantry 3 @{SCHONBERG}"),
        unit("183/62V", "German infantry 3 @49"),
        at="18-1",
        side=ALLIED,
    )
    play(game, ALLIED, LEVELS[level]())
    assert sum(each.strength for each in units_in(game.state, ST_VITH, ALLIED)) >= 3


@levels
def test_the_airborne_reserves_march_to_the_front(level: str) -> None:
    game = position(
        *(unit(name, "Allied motorized 3 @24") for name in ("501/101", "502/101")),
        unit("504/82", "Allied motorized 3 @32"),
        unit("Pz1/2P", "German armour 4 @68"),
        unit("60/116P", "German motorized 4 @85"),
        at="18-2",
        side=ALLIED,
    )
    play(game, ALLIED, LEVELS[level]())
    assert units_in(game.state, BASTOGNE, ALLIED), "nobody goes to Bastogne"


@levels
@pytest.mark.parametrize(("attackers", "defenders", "attacked"), [((4, 4), 2, True), ((2,), 8, False)])
def test_attacks_gain_more_than_they_lose(
    level: str, attackers: tuple[int, ...], defenders: int, attacked: bool
) -> None:
    game = position(
        *(unit(f"9{number}/26V", f"German infantry {strength} @67") for number, strength in enumerate(attackers)),
        unit("501/101", f"Allied infantry {defenders} @{BASTOGNE}", entrenched=not attacked),
        at="17-2",
        side=GERMAN,
    )
    play(game, GERMAN, LEVELS[level]())
    assert any(event.kind == "fire" for entry in game.entries for event in entry.events) == attacked


@levels
def test_nobody_leaves_supply_for_a_point(level: str) -> None:
    game = position(
        unit("2/2P", "German motorized 3 @65"),
        unit("304/2P", "German motorized 3 @85"),
        unit("1/CCR", "Allied armour 3 @66"),
        unit("2/CCR", "Allied armour 3 @62"),
        at="19-1",
        side=GERMAN,
    )
    before = supply.unsupplied(game.state)
    play(game, GERMAN, LEVELS[level]())
    assert set(supply.unsupplied(game.state)) <= {*before, "1/CCR", "2/CCR"}


MONSCHAU, ELSENBORN, ROCHERATH = "41", "38", "39"
NORTHERN_SHOULDER = (
    unit("393/99", f"Allied infantry 2 @{ROCHERATH}"),
    unit("395/99", f"Allied infantry 2 @{ROCHERATH}"),
    unit("9/2", f"Allied infantry 3 @{ROCHERATH}"),
    unit("38/2", f"Allied infantry 3 @{ROCHERATH}"),
    unit("146Eng", f"Allied engineer 1 @{ELSENBORN}"),
    unit("3/395", f"Allied infantry 2 @{MONSCHAU}"),
    unit("751/326V", "German infantry 2 @40"),
    unit("560PzJ", "German armour 2 @42"),
    unit("25/12SS", "German motorized 3 @77"),
    unit("26/12SS", "German motorized 3 @77"),
    unit("48/12V", "German infantry 1 @76"),
)


@levels
def test_the_twin_villages_are_not_left_for_a_raid_into_germany(level: str) -> None:
    game = play(position(*NORTHERN_SHOULDER, at="17-1", side=ALLIED), ALLIED, LEVELS[level]())
    stayed = sum(each.strength for each in units_in(game.state, ROCHERATH, ALLIED))
    assert stayed >= 3, "all of them went, and the ridge lies open"


@levels
def test_monschau_is_held_although_the_front_is_broken_elsewhere(level: str) -> None:
    game = play(position(*NORTHERN_SHOULDER, at="16-2", side=ALLIED), ALLIED, LEVELS[level]())
    assert units_in(game.state, MONSCHAU, ALLIED), "the road to Eupen is given away, and the guns behind it"


@levels
def test_engineers_do_not_go_before_everybody_else(level: str) -> None:
    game = position(
        unit("Pi/276V", "German engineer 1 @15"),
        unit("986/276V", "German infantry 3 @16"),
        unit("902/Lehr", "German motorized 3 @46"),
        unit("11Tk/10A", "Allied armour 2 @5"),
        unit("61AI/10A", "Allied motorized 2 @2"),
        at="17-1",
        side=GERMAN,
    )
    play(game, GERMAN, LEVELS[level]())
    engineers = game.state.units["Pi/276V"]
    company = [each for each in units_in(game.state, engineers.location, GERMAN) if each.id != engineers.id]
    assert engineers.location == "15" or company, "alone in front of the army"


@levels
def test_remnants_in_the_rear_are_left_to_the_infantry(level: str) -> None:
    game = position(
        unit("25/12SS", "German motorized 3 @77"),
        unit("26/12SS", "German motorized 3 @77"),
        unit("295/18V", "German infantry 3 @45"),
        unit("183/62V", "German infantry 3 @45"),
        unit("1/1SS", "German motorized 3 @B"),
        unit("2/1SS", "German motorized 3 @B"),
        unit("423/106", "Allied infantry 2 @46"),
        unit("3/395", "Allied infantry 3 @80"),
        at="17-1",
        side=GERMAN,
    )
    play(game, GERMAN, LEVELS[level]())
    motorized = {game.state.units[name].location for name in ("25/12SS", "26/12SS")}
    assert "46" not in motorized, "the spearhead of Sixth Panzer Army marches back to Prüm"


@levels
def test_the_road_on_which_the_spearhead_lives_is_not_left_open(level: str) -> None:
    game = position(
        unit("Pz2/2P", "German armour 3 @67"),
        unit("2/2P", "German motorized 3 @67"),
        unit("77/26V", "German infantry 3 @68"),
        unit("304/2P", "German motorized 3 @70"),
        unit("901/Lehr", "German motorized 3 @70"),
        unit("117/30", "Allied infantry 3 @71"),
        unit("119/30", "Allied infantry 3 @71"),
        unit("3/110", "Allied infantry 3 @69", entrenched=True),
        unit("1/109", "Allied infantry 3 @58"),
        unit("2/109", "Allied infantry 3 @60"),
        unit("501/101", f"Allied infantry 3 @{BASTOGNE}", entrenched=True),
        unit("506/101", f"Allied infantry 3 @{BASTOGNE}", entrenched=True),
        unit("327/101", "Allied infantry 3 @66"),
        at="18-3",
        side=GERMAN,
        intact=("51-70",),
    )
    play(game, GERMAN, LEVELS[level]())
    assert units_in(game.state, "70", GERMAN), "whoever enters Marnach cuts off everybody west of it"
