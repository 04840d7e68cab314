"""Rules 18.1 to 18.4: disruption, rout and recovery."""

import pytest

from tests.titles.ardennes_44.fights import WIDE, ahead, around, assault, distance, flee, settled, shifts, spot, strike
from tests.titles.ardennes_44.kit import ALLIED, BOOK, GERMAN, at, do, legal, place, position, refused, told, unit
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.rules.zones import bonds, zone

N, NE, SE, S, SW, NW = around(WIDE)
GI, LANDSER = "28-112-2", "12VG-27"
STRONG = ("12SS-25", "12SS-26", "3FJ-9")


def after(result: str, status: str, name: str = GI) -> Game:
    """A unit has retreated; what has become of it."""
    units = [unit(each, N) for each in STRONG]
    game = assault(*units, unit(name, WIDE, status=status), target=WIDE)
    strike(game, result)
    flee(game)
    return game


@pytest.mark.rule("18.1")
@pytest.mark.parametrize(
    ("result", "before", "then"),
    [
        ("DR2", "fresh", "disrupted"),
        ("DR3", "fresh", "routed"),
        ("DR4*", "fresh", "routed"),
        ("DR2", "disrupted", "routed"),
        ("DR3", "disrupted", "routed"),
        ("DR4*", "disrupted", "routed"),
    ],
)
def test_retreats_disrupt_and_rout(result, before, then):
    game = after(result, before)
    assert game.state.units[GI].status == then


@pytest.mark.rule("18.1")
@pytest.mark.parametrize("result", ["DR2", "DR3", "DR4*"])
def test_a_routed_unit_that_retreats_again_is_eliminated(result):
    game = after(result, "routed", "28-112")
    assert place(game, "28-112") == "eliminated"


@pytest.mark.rule("18.1")
def test_only_the_routed_unit_of_a_stack():
    units = [unit(each, N) for each in STRONG]
    game = assault(*units, unit(GI, WIDE, status="routed"), unit("4-12-1", WIDE), target=WIDE)
    strike(game, "DR2")
    assert place(game, GI) == "eliminated"
    flee(game)
    assert game.state.units["4-12-1"].status == "disrupted"


@pytest.mark.rule("18.1")
def test_germans_likewise():
    units = [unit(each, N) for each in ("30-117", "30-119", "1-26")]
    game = assault(*units, unit(LANDSER, WIDE), target=WIDE, side=ALLIED)
    strike(game, "DR2")
    flee(game)
    assert game.state.units[LANDSER].status == "disrupted"


# What they may not do (18.2)


@pytest.mark.rule("18.2")
@pytest.mark.parametrize("status", ["disrupted", "routed"])
def test_only_tactical_movement(status):
    game = position(unit(LANDSER, WIDE, status=status), unit("2Pz-2", N, status=status), turn=5)
    for name in (LANDSER, "2Pz-2"):
        do(game, f"move {name}")
        assert not legal(game, "mode")
        for mode in ("normal", "extended", "strategic"):
            assert refused(game, f"mode {mode}").rule == "18.2"
        reached = {command.split()[1] for command in legal(game, "to")}
        start = place(game, name)
        # Two hexes (Ambiguity 1)
        assert {distance(start, hex_) for hex_ in reached} == {1, 2}
        do(game, "end")


@pytest.mark.rule("18.2")
@pytest.mark.parametrize("status", ["disrupted", "routed"])
def test_never_into_an_enemy_zone(status):
    foe = ahead(S, 3)
    for given, into in ((status, False), ("fresh", True)):
        game = position(unit(LANDSER, WIDE, status=given), unit(GI, foe), turn=5)
        do(game, f"move {LANDSER}")
        if given == "fresh":
            do(game, "mode tactical")
        reached = {command.split()[1] for command in legal(game, "to")}
        assert bool(reached & {*around(foe)}) == into
        assert reached


@pytest.mark.rule("18.2")
def test_a_unit_that_starts_in_an_enemy_zone_must_leave_it_if_it_can():
    game = position(unit(LANDSER, WIDE, status="disrupted"), unit(GI, N), turn=5)
    assert refused(game, "end").rule == "18.2"
    do(game, f"move {LANDSER}", f"to {S}")
    while at(game, "moving"):
        do(game, "end")
    assert "end" in legal(game)
    # One that cannot stays: the Americans' bonds close every way
    foes = [unit(each, hex_) for each, hex_ in zip((GI, "4-12-1", "4-12-2"), (N, SE, SW), strict=True)]
    game = position(unit(LANDSER, WIDE, status="disrupted"), *foes, turn=5)
    assert "end" in legal(game)


@pytest.mark.rule("18.2a")
@pytest.mark.parametrize("status", ["disrupted", "routed"])
def test_no_attack_and_no_support(status):
    far = ahead(N, 0)
    units = unit(LANDSER, N, status=status), unit("12VG-48", N), unit("388VAK", far, status=status), unit(GI, WIDE)
    game = position(*units, unit("405VAK", far), phase="combat", turn=5)
    do(game, f"attack {WIDE}")
    assert refused(game, f"with {LANDSER}").rule == "18.2"
    do(game, "with 12VG-48", "roll")
    assert legal(game) == {"fire 405VAK", "roll"}
    assert refused(game, "fire 388VAK").rule == "22.6"


@pytest.mark.rule("18.2b")
@pytest.mark.parametrize("status", ["disrupted", "routed"])
def test_no_building_no_splitting_no_withdrawal_no_stand(status):
    game = position(unit("3FJ-5", WIDE, status=status), turn=5)
    assert refused(game, "dig 3FJ-5").rule == "15.8"
    assert refused(game, "split 3FJ-5").rule == "26.2"
    units = unit("3FJ-5", WIDE, status=status, eng=True), unit("3FJ-9", WIDE), unit(GI, N)
    game = position(*units, phase="withdrawal", turn=5)
    assert refused(game, "withdraw 3FJ-5").rule == "20.1"
    assert legal(game, "withdraw") == {"withdraw 3FJ-9"}
    village = settled("village")
    units = [unit(each, around(village)[0]) for each in STRONG]
    game = assault(*units, unit("28-112", village, status=status), target=village)
    strike(game, "DR2")
    assert not legal(game, "stand")


@pytest.mark.rule("18.2c")
def test_a_truck_marker_comes_off_as_the_unit_retreats():
    units = [unit(each, N) for each in STRONG]
    game = assault(*units, unit(GI, WIDE, marker="truck"), target=WIDE)
    strike(game, "DR2")
    flee(game)
    assert game.state.units[GI].marker == "none"


@pytest.mark.rule("18.2c")
def test_a_prime_mover_stays_on_a_disrupted_unit():
    units = [unit(each, N) for each in ("30-117", "30-119", "1-26")]
    game = assault(*units, unit("388VAK", WIDE, marker="PM"), target=WIDE, side=ALLIED)
    strike(game, "DR2")
    flee(game)
    gun = game.state.units["388VAK"]
    assert (gun.marker, gun.status) == ("PM", "disrupted")


@pytest.mark.rule("18.2d")
@pytest.mark.parametrize(
    ("states", "found"),
    [
        (("fresh", "fresh"), {}),
        (("disrupted", "fresh"), {"defender disrupted": 1}),
        (("disrupted", "disrupted"), {"defender disrupted": 1}),
        (("routed", "fresh"), {"defender routed": 2}),
        (("routed", "disrupted"), {"defender routed": 2}),
    ],
)
def test_disorder_among_the_defenders_shifts_the_column(states, found):
    units = [unit(name, WIDE, status=status) for name, status in zip((GI, "4-12-1"), states, strict=True)]
    assert shifts(assault(unit(LANDSER, N), *units, target=WIDE)) == found


@pytest.mark.rule("18.3")
@pytest.mark.parametrize("status", ["disrupted", "routed"])
def test_zone_and_bonds_stay(status):
    one, other = unit(GI, WIDE, status=status), unit("4-12-1", ahead(S, 3), status=status)
    state = position(one, other, turn=5).state
    for hex_ in around(WIDE):
        assert zone(state, ALLIED) >> spot(hex_) & 1
    assert bonds(state, ALLIED).hexes >> spot(S) & 1


@pytest.mark.rule("18.3")
@pytest.mark.parametrize("status", ["disrupted", "routed"])
def test_so_do_strength_and_bonus(status):
    village = settled("village")
    game = assault(unit(LANDSER, around(village)[0]), unit(GI, village, status=status), target=village)
    events = do(game, "roll")
    assert told(events, "combat")[0].data["defence"] == 2 + 2


# Recovery (18.4)


def recovered(name: str, status: str, *dice: int, near: bool = True, side=None) -> Game:
    """A recovery phase, beside an enemy or not."""
    mine = side or BOOK.pieces[name].side
    foe = GI if BOOK.pieces[name].side == GERMAN else LANDSER
    # An enemy bond keeps it where it is
    others = {GERMAN: (LANDSER, "12VG-48", "12VG-89"), ALLIED: (GI, "4-12-1", "4-12-2")}
    foes = others[ALLIED if foe == GI else GERMAN]
    near_hexes = zip(foes, (N, SE, SW), strict=True) if near else ((foe, ahead(N, 0)),)
    units = [unit(each, hex_) for each, hex_ in near_hexes]
    # No die is rolled for the 653rd Battalion
    game = position(unit(name, WIDE, status=status), *units, side=mine, turn=5, dice=dice, specials={"jpz653": "never"})
    do(game, "end")
    return game


@pytest.mark.rule("18.4")
@pytest.mark.parametrize("name", [GI, LANDSER])
@pytest.mark.parametrize(("before", "then"), [("disrupted", "fresh"), ("routed", "disrupted")])
def test_away_from_the_enemy_units_recover_by_themselves(name, before, then):
    game = recovered(name, before, 6, near=False)
    assert game.state.units[name].status == then
    (event,) = told([event for entry in game.entries for event in entry.events], "recovery")
    assert event.data["die"] is None


@pytest.mark.rule("18.4")
@pytest.mark.parametrize("name", [GI, "30-117"])
@pytest.mark.parametrize(("before", "then"), [("disrupted", "fresh"), ("routed", "disrupted")])
@pytest.mark.parametrize("die", range(1, 7))
def test_next_to_the_enemy_they_roll(name, before, then, die):
    game = recovered(name, before, die)
    assert game.state.units[name].status == (then if die <= 2 else before)


@pytest.mark.rule("18.4")
@pytest.mark.parametrize(
    ("name", "highest"), [("106-424", 1), ("1-26", 3), (LANDSER, 2), ("62VG-164", 1), ("1SS-1PzG", 3)]
)
def test_recruits_and_elite_units(name, highest):
    for die in range(1, 7):
        game = recovered(name, "disrupted", die)
        assert (game.state.units[name].status == "fresh") == (die <= highest)


@pytest.mark.rule("18.4")
def test_only_the_phasing_side_recovers():
    game = recovered(GI, "disrupted", near=False, side=GERMAN)
    assert game.state.units[GI].status == "disrupted"


@pytest.mark.rule("18.4")
def test_every_unit_rolls_for_itself():
    foes = [unit(each, hex_) for each, hex_ in zip((LANDSER, "12VG-48", "12VG-89"), (N, SE, SW), strict=True)]
    units = unit(GI, WIDE, status="disrupted"), unit("28-110-1", WIDE, status="routed")
    game = position(*units, *foes, side=ALLIED, turn=5, dice=[6, 1])
    events = do(game, "end")
    assert [event.data["die"] for event in told(events, "recovery")] == [6, 1]
    assert game.state.units[GI].status == "disrupted"
    assert game.state.units["28-110-1"].status == "disrupted"
