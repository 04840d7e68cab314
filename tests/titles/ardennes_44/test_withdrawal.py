"""Rules 20.1 to 20.5: withdrawal and the removal of engaged markers (tables TA10, T2)."""

from typing import Any

import pytest

from tests.titles.ardennes_44.fights import WIDE, ahead, alive, around, distance, lost, strike
from tests.titles.ardennes_44.kit import ALLIED, BOOK, GERMAN, at, do, legal, place, position, refused, told, unit
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.rules.night_turn import NightTurn
from wargame_tui.titles.ardennes_44.rules.sequence import Turn
from wargame_tui.titles.ardennes_44.state import Position, Unit

N, NE, SE, S, SW, NW = around(WIDE)
GI, LANDSER = "28-112-2", "12VG-27"
US_FOES, GERMAN_FOES = (GI, "4-12-1", "4-12-2"), (LANDSER, "12VG-48", "12VG-89")
TABLE = {1: "yes", 2: "yes", 3: "yes+D", 4: "yes+D", 5: "no", 6: "no+D"}


def withdrawing(*units: Unit, foes: Any = None, dice: Any = (), **changes: Any) -> Game:
    """The withdrawal phase of the units' side, with an enemy in N."""
    side = units[0].side
    near = (unit(GI if side == GERMAN else LANDSER, N),) if foes is None else foes
    given: dict[str, Any] = {"turn": 5, "phase": "withdrawal", "side": side, "dice": dice}
    return position(*units, *near, **given | changes)


def tried(name: str, die: int, *others: Unit, eng: bool = True, **changes: Any) -> tuple[Game, list[Event]]:
    """A unit in WIDE rolls."""
    game = withdrawing(unit(name, WIDE, eng=eng, **changes.pop("mark", {})), *others, dice=[die], **changes)
    events = do(game, f"withdraw {name}")
    if at(game, "withdrawing"):
        events += do(game, "roll")
    return game, events


def ways(game: Game) -> set[str]:
    """The hexes that may come next."""
    return {command.split()[2] for command in legal(game, "retreat")}


# Who and when (20.1)


@pytest.mark.rule("20.1")
@pytest.mark.parametrize("name", [GI, LANDSER])
def test_an_engaged_unit_may_not_move_but_may_try_to_withdraw(name):
    side = BOOK.pieces[name].side
    game = position(unit(name, WIDE, eng=True), side=side, turn=5)
    assert refused(game, f"move {name}").rule == "16.5"
    game = withdrawing(unit(name, WIDE, eng=True))
    assert legal(game) >= {f"withdraw {name}", "end"}


@pytest.mark.rule("20.1")
def test_even_if_no_enemy_is_near():
    assert "withdraw 28-112-2" in legal(withdrawing(unit(GI, WIDE, eng=True), foes=()))


@pytest.mark.rule("20.1a")
def test_withdrawals_come_before_any_combat():
    game = withdrawing(unit("3FJ-5", WIDE, eng=True))
    assert not legal(game, "attack")
    do(game, "end")
    assert legal(game, "attack")
    assert not legal(game, "withdraw")


@pytest.mark.rule("20.1b")
def test_a_unit_withdraws_or_attacks():
    # The Americans in N and two hexes south: it withdraws to the side and stands beside the second one
    foes = unit(GI, N), unit("4-12-1", ahead(S, 3))
    game = withdrawing(unit("3FJ-5", WIDE, eng=True), unit("3FJ-8", ahead(SE, 3)), foes=foes, dice=[1])
    do(game, "withdraw 3FJ-5", f"retreat 3FJ-5 {S}", "end", "end")
    assert at(game, "combat")
    do(game, f"attack {ahead(S, 3)}")
    assert refused(game, "with 3FJ-5").rule == "20.1"
    assert "with 3FJ-8" in legal(game)


@pytest.mark.rule("20.1c")
def test_one_hex_or_two():
    game, _ = tried("3FJ-5", 1)
    do(game, f"retreat 3FJ-5 {S}")
    assert "end" in legal(game)
    two = game.branch()
    do(game, "end")
    assert (place(game, "3FJ-5"), at(game, "fall_back")) == (S, False)
    do(two, f"retreat 3FJ-5 {ahead(S, 3)}")
    assert (place(two, "3FJ-5"), at(two, "fall_back")) == (ahead(S, 3), False)


@pytest.mark.rule("20.1d")
def test_units_next_to_the_enemy_may_try_without_a_marker():
    game = withdrawing(unit("3FJ-5", WIDE), unit("3FJ-8", S))
    assert legal(game, "withdraw") == {"withdraw 3FJ-5"}
    assert refused(game, "withdraw 3FJ-8").rule == "20.1"


@pytest.mark.rule("20.1e")
@pytest.mark.parametrize("status", ["disrupted", "routed"])
@pytest.mark.parametrize("eng", [True, False])
def test_disrupted_and_routed_units_may_not(status, eng):
    game = withdrawing(unit("3FJ-5", WIDE, eng=eng, status=status), unit("3FJ-8", WIDE))
    assert refused(game, "withdraw 3FJ-5").rule == "20.1"


@pytest.mark.rule("20.1f")
@pytest.mark.parametrize(("turn", "able"), [(1, False), (2, True)])
def test_red_set_up_boxes_bind_on_the_first_turn(turn, able):
    game = withdrawing(unit("106-422", WIDE, eng=True), unit("28-110-1", WIDE, eng=True), turn=turn)
    assert ("withdraw 106-422" in legal(game)) == able
    if not able:
        assert refused(game, "withdraw 106-422").rule == "29.1"


# The roll (20.2)


@pytest.mark.rule("20.2")
def test_every_unit_rolls_for_itself():
    units = unit("28-110-1", WIDE, eng=True), unit("28-110-2", WIDE, eng=True), unit("28-110-3", WIDE, eng=True)
    game = withdrawing(*units, dice=[5, 1])
    do(game, "withdraw 28-110-1", "with 28-110-2")
    events = do(game, "roll")
    assert [(event.data["unit"], event.data["die"]) for event in told(events, "withdrawal")] == [
        ("28-110-1", 5),
        ("28-110-2", 1),
    ]
    assert ways(game)
    assert {command.split()[1] for command in legal(game, "retreat")} == {"28-110-2"}


@pytest.mark.rule("20.2a")
def test_who_stays_is_declared_before_the_first_roll():
    units = unit("28-110-1", WIDE, eng=True), unit("28-110-2", WIDE, eng=True), unit("28-110-3", WIDE, eng=True)
    game = withdrawing(*units, dice=[5])
    do(game, "withdraw 28-110-1")
    assert legal(game) == {"with 28-110-2", "with 28-110-3", "roll", "end"}
    do(game, "roll")
    # Having seen the die nobody of the stack joins; nor does the unit try again
    assert not at(game, "withdrawals")
    game = withdrawing(*units, unit("4-12-1", S), unit("4-12-2", S, eng=True), dice=[5])
    do(game, "withdraw 28-110-1", "roll")
    for name in ("28-110-1", "28-110-2", "28-110-3"):
        assert refused(game, f"withdraw {name}").rule == "20.5"
    assert legal(game, "withdraw") == {"withdraw 4-12-2"}


@pytest.mark.rule("20.2b")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        (GI, 0),
        ("106-424", 1),
        ("1-26", -1),
        ("707Tnk", -1),
        ("630TD", -1),
        ("9Arm-CCB", -1),
        ("14Cav-18", -1),
        # Cumulative
        ("704TD", -2),
        ("4Arm-CCR", -2),
        ("9Arm-CCR", 0),
        (LANDSER, 0),
        ("62VG-164", 1),
        ("1SS-1PzG", -1),
        ("2Pz-2Rec", -1),
        ("1SS-1Pz", -2),
        ("1SS-84Flak", -1),
    ],
)
def test_modifiers(name, value):
    _, events = tried(name, 3)
    (event,) = told(events, "withdrawal")
    assert sum(number for _, number, _ in event.data["modifiers"]) == value


@pytest.mark.rule("20.2c")
@pytest.mark.parametrize("die", TABLE)
def test_every_line_of_the_table(die):
    for name in (GI, LANDSER):
        _, events = tried(name, die)
        assert told(events, "withdrawal")[0].data["result"] == TABLE[die]


@pytest.mark.rule("20.2c")
@pytest.mark.parametrize(
    ("name", "die", "result"),
    [
        # E20-2 and E20-4
        ("1SS-1Pz", 3, "yes"),
        (GI, 3, "yes+D"),
        # Below 1 and above 6
        ("1SS-1Pz", 1, "yes"),
        ("1SS-1Pz", 2, "yes"),
        ("106-424", 6, "no+D"),
        ("106-424", 5, "no+D"),
        ("106-424", 2, "yes+D"),
        ("14Cav-18", 6, "no"),
    ],
)
def test_the_modified_die_is_read(name, die, result):
    _, events = tried(name, die)
    assert told(events, "withdrawal")[0].data["result"] == result


# Results (20.3)


@pytest.mark.rule("20.3")
def test_no_means_stay():
    game, events = tried("3FJ-5", 5)
    left = game.state.units["3FJ-5"]
    assert (left.location, left.status, left.eng) == (WIDE, "fresh", False)
    assert not told(events, "withdrew")


@pytest.mark.rule("20.3a")
@pytest.mark.parametrize("die", [1, 3])
def test_yes_means_go(die):
    game, _ = tried("3FJ-5", die)
    assert at(game, "fall_back")
    assert refused(game, "end").rule == "20.3"


@pytest.mark.rule("20.3a")
def test_not_into_enemies_bonds_or_prohibited_ground():
    game, _ = tried("3FJ-5", 1, foes=(unit(GI, N), unit("4-12-1", SE)))
    # Between N and SE lies a bond, over the hexside to NE
    assert ways(game) == {S, SW, NW}
    assert refused(game, f"retreat 3FJ-5 {N}").rule == "20.3"


@pytest.mark.rule("20.3a", "17.7")
@pytest.mark.parametrize(("marker", "most"), [("none", 1), ("PM", 2)])
def test_german_artillery_goes_one_hex_and_is_turned_to_its_fired_side(marker, most):
    game, _ = tried("388VAK", 1, mark={"marker": marker})
    do(game, f"retreat 388VAK {S}")
    assert game.state.units["388VAK"].fired
    assert at(game, "fall_back") == (most == 2)
    assert game.state.units["388VAK"].marker == marker


@pytest.mark.rule("20.3a", "17.7")
def test_allied_artillery_too():
    game, _ = tried("VIII-402", 1)
    do(game, f"retreat VIII-402 {S}", f"retreat VIII-402 {ahead(S, 3)}")
    assert game.state.units["VIII-402"].fired


@pytest.mark.rule("20.3b")
def test_without_d_it_may_stop_in_the_first_hex_even_in_a_zone():
    game, _ = tried("3FJ-5", 1)
    assert NE in ways(game)
    do(game, f"retreat 3FJ-5 {NE}")
    assert "end" in legal(game)
    do(game, "end")
    assert place(game, "3FJ-5") == NE


@pytest.mark.rule("20.3b")
def test_but_never_goes_on_into_another_zone_or_over_a_bond():
    foes = unit(GI, N), unit("4-12-1", ahead(NE, 2, 2))
    game, _ = tried("3FJ-5", 1, foes=foes)
    do(game, f"retreat 3FJ-5 {NE}")
    zoned = {hex_ for foe in foes for hex_ in around(foe.location)}
    assert not ways(game) & zoned


@pytest.mark.rule("20.3c")
def test_yes_d_disrupts_at_the_end():
    game, _ = tried("3FJ-5", 3)
    do(game, f"retreat 3FJ-5 {S}")
    assert game.state.units["3FJ-5"].status == "fresh"
    do(game, "end")
    assert game.state.units["3FJ-5"].status == "disrupted"


@pytest.mark.rule("20.3c")
def test_no_d_disrupts_in_place():
    game, _ = tried("3FJ-5", 6)
    left = game.state.units["3FJ-5"]
    assert (left.location, left.status, left.eng) == (WIDE, "disrupted", False)


@pytest.mark.rule("20.3d")
def test_with_d_it_may_not_stop_in_a_zone():
    game, _ = tried("3FJ-5", 3)
    do(game, f"retreat 3FJ-5 {NE}")
    assert refused(game, "end").rule == "20.3"
    assert ways(game)
    out = sorted(ways(game))[0]
    do(game, f"retreat 3FJ-5 {out}")
    assert (place(game, "3FJ-5"), game.state.units["3FJ-5"].status) == (out, "disrupted")
    # In a free hex it may
    game, _ = tried("3FJ-5", 3)
    do(game, f"retreat 3FJ-5 {S}")
    assert "end" in legal(game)


@pytest.mark.rule("20.3e")
def test_two_hexes_do_not_disrupt_by_themselves():
    game, _ = tried("3FJ-5", 1)
    do(game, f"retreat 3FJ-5 {S}", f"retreat 3FJ-5 {ahead(S, 3)}")
    assert game.state.units["3FJ-5"].status == "fresh"


@pytest.mark.rule("20.3f")
@pytest.mark.parametrize("marker", ["SM", "truck"])
def test_the_strategic_movement_marker_comes_off(marker):
    game, _ = tried("30-526Mech", 1, mark={"marker": marker})
    do(game, f"retreat 30-526Mech {S}", "end")
    assert game.state.units["30-526Mech"].marker == "none"


@pytest.mark.rule("20.3g")
def test_a_withdrawal_may_overstack():
    full = unit("106-424", S), unit("106-423", ahead(S, 3))
    game, _ = tried("28-112", 1, *full)
    do(game, f"retreat 28-112 {S}", "end")
    assert {place(game, name) for name in ("28-112", "106-424")} == {S}
    assert not at(game, "too_many")
    game = position(unit("28-112", S), unit("106-424", S), side=ALLIED, turn=6)
    do(game, "end")
    assert at(game, "too_many")


@pytest.mark.rule("20.3h")
def test_the_path_is_the_owners():
    # Ambiguity A-32: not toward supply, not away from the enemy
    game, _ = tried("3FJ-5", 1)
    assert ways(game) == {NE, SE, S, SW, NW}
    do(game, f"retreat 3FJ-5 {SE}")
    assert S in ways(game)
    assert distance(S, WIDE) == 1


@pytest.mark.rule("20.3d", "20.3c")
def test_yes_d_may_stop_with_friends_in_a_zone():
    #
    game, _ = tried("3FJ-5", 3, unit("3FJ-8", NE))
    events = do(game, f"retreat 3FJ-5 {NE}", "end")
    left = game.state.units["3FJ-5"]
    assert (left.location, left.status) == (NE, "disrupted")
    assert told(events, "withdrew")
    game, _ = tried("3FJ-5", 3)
    do(game, f"retreat 3FJ-5 {NE}")
    assert "end" not in legal(game)


# Without a marker (20.4)


@pytest.mark.rule("20.4")
@pytest.mark.parametrize("die", [1, 3])
def test_a_unit_without_a_marker_does_not_enter_zones(die):
    game, _ = tried("3FJ-5", die, eng=False)
    assert ways(game) == {SE, S, SW}


@pytest.mark.rule("20.4")
def test_but_hexes_held_by_friends():
    #
    game, _ = tried("3FJ-5", 1, unit("3FJ-8", NE), eng=False)
    assert ways(game) == {NE, SE, S, SW}


ZONED = unit(GI, N), unit("4-12-1", ahead(SE, 2)), unit("4-12-2", ahead(SW, 4)), unit("28-110-1", ahead(S, 3))


@pytest.mark.rule("20.4a")
@pytest.mark.parametrize("die", [1, 3])
def test_if_it_can_only_enter_zones_it_is_eliminated(die):
    game, events = tried("3FJ-5", die, eng=False, foes=ZONED)
    assert lost(events) == ["3FJ-5"]
    assert not alive(game, "3FJ-5")
    # An engaged one may
    game, events = tried("3FJ-5", 1, eng=True, foes=ZONED)
    assert ways(game)


@pytest.mark.rule("20.4a")
def test_not_after_a_no():
    game, _ = tried("3FJ-5", 5, eng=False, foes=ZONED)
    assert place(game, "3FJ-5") == WIDE


@pytest.mark.rule("20.3a")
def test_without_any_way_it_is_eliminated():
    # bonds between N, SE and SW
    foes = unit(GI, N), unit("4-12-1", SE), unit("4-12-2", SW)
    for die in (1, 3):
        game, events = tried("3FJ-5", die, foes=foes)
        assert lost(events) == ["3FJ-5"]
        assert not alive(game, "3FJ-5")


@pytest.mark.rule("20.4", "20.3b")
def test_e20_1():
    # A has no marker and has come into a zone, B has: A may go 1 hex or 2 that are free, B may stop in a zone
    game, _ = tried("3FJ-8", 1, eng=False)
    do(game, f"retreat 3FJ-8 {S}", "end")
    assert place(game, "3FJ-8") == S
    game, _ = tried("3FJ-5", 1)
    do(game, f"retreat 3FJ-5 {S}", f"retreat 3FJ-5 {ahead(S, 3)}")
    assert distance(place(game, "3FJ-5"), WIDE) == 2


# Eng markers (20.5)


@pytest.mark.rule("20.5")
def test_all_eng_markers_of_the_active_side_come_off():
    units = unit("3FJ-5", WIDE, eng=True), unit("3FJ-8", WIDE, eng=True), unit("12VG-48", S, eng=True)
    game = withdrawing(*units, foes=(unit(GI, N, eng=True),), dice=[5])
    do(game, "withdraw 3FJ-5", "roll")
    assert not game.state.units["3FJ-5"].eng
    events = do(game, "end")
    assert "12VG-48" in told(events, "disengaged")[0].data["units"]
    assert not any(game.state.units[each.id].eng for each in units)
    # The enemy's stay
    assert game.state.units[GI].eng


@pytest.mark.rule("20.5a")
@pytest.mark.parametrize(("die", "able"), [(5, True), (6, False)])
def test_who_did_not_withdraw_may_attack(die, able):
    # a failed roll is no withdrawal, but D disrupts (E20)
    game = withdrawing(unit("3FJ-5", WIDE, eng=True), unit("3FJ-8", WIDE, eng=True), dice=[die])
    do(game, "withdraw 3FJ-5", "roll")
    while not at(game, "combat"):
        do(game, "end")
    do(game, f"attack {N}")
    assert ("with 3FJ-5" in legal(game)) == able
    assert "with 3FJ-8" in legal(game)


@pytest.mark.rule("20.5b")
def test_an_engaged_unit_may_split_and_leave_a_part():
    game = withdrawing(unit("3FJ-5", WIDE, eng=True), dice=[1])
    events = do(game, "split 3FJ-5")
    (event,) = told(events, "split")
    part = event.data["unit"]
    assert game.state.units["3FJ-5"].reduced
    do(game, "withdraw 3FJ-5", "roll", f"retreat 3FJ-5 {S}", "end")
    assert (place(game, "3FJ-5"), place(game, part)) == (S, WIDE)
    assert at(game, "combat")
    do(game, f"attack {N}")
    assert f"with {part}" in legal(game)


@pytest.mark.rule("20.5c")
def test_at_night_only_units_that_act_at_night():
    # the others keep their markers
    stack = (Turn(6, "end"), NightTurn("German withdrawal"))
    units = unit("3FJ-5", WIDE, eng=True, night=True), unit("3FJ-8", S, eng=True)
    game = withdrawing(*units, stack=stack, turn=6, night=True)
    assert legal(game, "withdraw") == {"withdraw 3FJ-5"}
    assert refused(game, "withdraw 3FJ-8").rule == "25.3"
    do(game, "end")
    assert not game.state.units["3FJ-5"].eng
    assert game.state.units["3FJ-8"].eng


@pytest.mark.rule("20.5c")
def test_a_side_that_marked_nobody_keeps_all_markers():
    stack = (Turn(6, "end"), NightTurn("German withdrawal"))
    game = withdrawing(unit("3FJ-5", WIDE, eng=True), stack=stack, turn=6, night=True)
    assert game.state.units["3FJ-5"].eng
    assert not at(game, "withdrawals")


@pytest.mark.rule("20.3a", "15.8h")
def test_an_empty_position_goes():
    game, _ = tried("3FJ-5", 1, ips={WIDE: Position(GERMAN)})
    do(game, f"retreat 3FJ-5 {S}", "end")
    assert WIDE not in game.state.ips


@pytest.mark.rule("20.2")
def test_a_declaration_can_be_taken_back():
    game = withdrawing(unit("3FJ-5", WIDE, eng=True), unit("3FJ-8", WIDE, eng=True))
    do(game, "withdraw 3FJ-5", "end")
    assert legal(game, "withdraw") == {"withdraw 3FJ-5", "withdraw 3FJ-8"}
    assert game.state.units["3FJ-5"].eng


@pytest.mark.rule("20.1b")
def test_units_that_did_not_try_may_attack():
    game = withdrawing(unit("12SS-25", WIDE), unit("12SS-26", WIDE), dice=[])
    do(game, "end", f"attack {N}", "with 12SS-25", "with 12SS-26")
    assert strike(game, "DR2")
