"""Rules 14.1 to 14.5: who may attack what, command control, odds (table TA2's columns)."""

import pytest

from tests.titles.ardennes_44.fights import (
    CRT,
    OPEN,
    ahead,
    around,
    assault,
    combat,
    distance,
    is_bare,
    is_plain,
    pair,
    pairs,
    roll,
    settled,
    shifts,
    spot,
    strike,
)
from tests.titles.ardennes_44.kit import (
    ALLIED,
    BOARD,
    GERMAN,
    GRID,
    TITLE,
    at,
    do,
    legal,
    position,
    refused,
    told,
    unit,
)
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.commands import Fire, Roll
from wargame_tui.titles.ardennes_44.rules.battle import Battle
from wargame_tui.titles.ardennes_44.rules.combat import CombatPhase
from wargame_tui.titles.ardennes_44.rules.sequence import Turn
from wargame_tui.titles.ardennes_44.rules.special import dump_places
from wargame_tui.titles.ardennes_44.state import Unit

N, NE, SE, S, SW, NW = around(OPEN)
US = "28-112-2"
"""A US battalion of defence strength 2."""


def column(game: Game) -> str:
    return str(combat(game)["column"])


def bridge() -> tuple[str, str, str]:
    """Two clear hexes with a river between them and a bridge over it: from, to, its name."""
    one, other = pair(
        lambda one, other, key: (
            is_bare(one) and is_bare(other) and BOARD.water[key] == "river" and BOARD.bridge[key] is not None
        )
    )
    return one, other, GRID.hexside(spot(one), spot(other))


# Who, what, how often (14.1, 14.2)


@pytest.mark.rule("14.1")
def test_attacking_is_voluntary():
    game = position(unit("12VG-27", N), unit(US, OPEN), phase="combat")
    assert legal(game) == {f"attack {OPEN}", "end"}
    do(game, "end")
    assert not at(game, "combat")
    assert game.state.now.attacked == ()


@pytest.mark.rule("14.1")
@pytest.mark.parametrize(("side", "mine", "theirs"), [(GERMAN, "12VG-27", US), (ALLIED, "106-424", "12VG-27")])
def test_only_adjacent_enemies_are_attacked(side, mine, theirs):
    far = next(BOARD.names[hex_] for hex_ in GRID.within(spot(OPEN), 2) if distance(BOARD.names[hex_], OPEN) == 2)
    game = position(unit(mine, OPEN), unit(theirs, far), side=side, phase="combat")
    assert not at(game, "combat")
    game = position(unit(mine, OPEN), unit(theirs, N), side=side, phase="combat")
    assert refused(game, f"attack {far}").rule == "14.1"
    assert refused(game, f"attack {OPEN}").rule == "14.1"
    assert f"attack {N}" in legal(game)


@pytest.mark.rule("14.1")
def test_units_join_from_adjacent_hexes_only():
    game = position(unit("12VG-27", N), unit("12VG-48", around(N)[0]), unit(US, OPEN), phase="combat")
    do(game, f"attack {OPEN}")
    assert refused(game, "with 12VG-48").rule == "14.1"
    assert refused(game, f"with {US}").rule == "14.1"
    assert refused(game, "roll").rule == "14.1"
    do(game, "with 12VG-27")
    assert refused(game, "with 12VG-27").rule == "14.1"


@pytest.mark.rule("14.1")
def test_no_unit_attacks_twice_and_no_hex_is_attacked_twice():
    units = unit("106-424", N), unit("4-12-1", S), unit("4-12-2", S), unit("12VG-27", OPEN), unit("12VG-48", NE)
    game = position(*units, unit("12VG-89", SW), side=ALLIED, phase="combat")
    do(game, f"attack {OPEN}", "with 106-424", "with 4-12-1")
    strike(game, "Eng")
    assert refused(game, f"attack {OPEN}").rule == "14.1"
    # 106-424 stands next to the second German hex, 4-12-1 to the third one, but they have attacked
    assert legal(game) == {f"attack {SW}", "end"}
    assert refused(game, f"attack {NE}").rule == "14.1"
    do(game, f"attack {SW}")
    assert refused(game, "with 4-12-1").rule == "14.1"
    assert legal(game, "with") == {"with 4-12-2"}


@pytest.mark.rule("14.1")
def test_a_unit_that_has_attacked_does_not_join_another_attack():
    game = position(
        unit("106-424", N), unit("4-12-1", NE), unit("12VG-27", OPEN), unit("12VG-48", around(N)[1]), side=ALLIED,
        phase="combat",
    )  # fmt: skip
    do(game, f"attack {OPEN}", "with 106-424")
    strike(game, "A1")
    do(game, f"attack {around(N)[1]}")
    assert refused(game, "with 106-424").rule == "14.1"
    assert "with 4-12-1" in legal(game)


@pytest.mark.rule("14.1", "16.4a")
def test_the_remnant_of_a_unit_that_has_attacked_does_not_attack_again():
    game = position(
        unit("106-424", N, reduced=True), unit("12VG-27", OPEN), unit("12VG-48", NE), side=ALLIED, phase="combat"
    )
    do(game, f"attack {OPEN}", "with 106-424")
    events = strike(game, "A1")
    (left,) = told(events, "remnant")
    assert left.data["hex"] == N
    assert not at(game, "combat")


def slipped(*more: Unit) -> Game:
    """A recon unit has slipped away from an attack to the south, next to another German; all ways led into zones."""
    germans = unit("12VG-27", N), unit("12VG-48", ahead(S, 2)), unit("12VG-89", ahead(SW, 4))
    game = position(*germans, unit("14Cav-18", OPEN), *more, phase="combat")
    do(game, f"attack {OPEN}", "with 12VG-27")
    strike(game, "Eng")
    do(game, "slip_away", f"retreat 14Cav-18 {S}", "end")
    return game


@pytest.mark.rule("14.1", "21.4")
def test_a_unit_that_slipped_away_is_not_attacked_again():
    game = slipped()
    assert game.state.units["14Cav-18"].location == S
    assert not at(game, "combat")
    game = slipped(unit(US, ahead(SE, 2)))
    assert legal(game) == {f"attack {ahead(SE, 2)}", "end"}
    assert refused(game, f"attack {S}").rule == "14.1"
    assert any(fact.label == "attacked" for fact in TITLE.space_sheet(game.state, S).facts)


@pytest.mark.rule("14.1", "17.5")
def test_unless_it_has_come_to_friends_that_have_not_been_attacked():
    game = slipped(unit("99-395", S))
    assert f"attack {S}" in legal(game)
    do(game, f"attack {S}", "with 12VG-48")
    assert combat(game)["defence"] == 4


@pytest.mark.rule("14.1", "17.5", "32.2")
def test_the_guard_of_the_dump_is_a_friend_too():
    hex_ = dump_places(BOARD)[0]
    beside = next(to for to in around(hex_) if BOARD.water[BOARD.key(spot(to), spot(hex_))] is None)
    units = unit("12VG-27", beside), unit(US, hex_)
    for state, able in (("guarded", True), ("gone", False)):
        specials = {"dump": hex_, "dump_state": state, "dump_seen": True}
        game = position(*units, phase="combat", specials=specials, now={"defended": (US,)})
        assert (at(game, "combat") and f"attack {hex_}" in legal(game)) == able


@pytest.mark.rule("14.1", "16.7")
def test_a_unit_that_may_counterattack_is_not_attacked_again():
    village = settled("village")
    near = around(village)
    # Wherever it goes there is a zone of control: the way south is as good as any
    fresh = ahead(near[3], 2)
    units = unit("12SS-25", near[0]), unit("12SS-26", near[5]), unit("12VG-48", fresh)
    game = position(*units, unit("99-395", village), phase="combat", turn=5)
    do(game, f"attack {village}", "with 12SS-25", "with 12SS-26")
    strike(game, "DR2", 4)
    do(game, "stand 99-395")
    goal = next(hex_ for hex_ in near[2:4] if f"retreat 99-395 {hex_}" in legal(game))
    assert distance(goal, fresh) == 1
    do(game, f"retreat 99-395 {goal}", "end", "end")
    assert game.state.units["99-395"].location == goal
    assert not at(game, "combat")


@pytest.mark.rule("14.1", "16.4a")
def test_nor_is_the_remnant_of_a_unit_that_was_attacked():
    game = assault(unit("12VG-27", N), unit("106-424", OPEN, reduced=True), target=OPEN)
    events = strike(game, "EX")
    (left,) = told(events, "remnant")
    assert left.data["unit"] in game.state.now.defended


@pytest.mark.rule("14.1", "19.4")
def test_breakthrough_combat_alone_meets_a_unit_that_was_attacked():
    battle = Battle(SE, GERMAN, "breakthrough", ("12VG-27",))
    units = unit("12VG-27", OPEN), unit("14Cav-18", SE), unit("12VG-48", NE)
    for defended, joins in (((), True), (("14Cav-18",), False)):
        game = position(*units, stack=[Turn(5, "Allied"), CombatPhase(GERMAN), battle], now={"defended": defended})
        assert ("with 12VG-48" in legal(game)) == joins
        assert "with 12VG-27" in legal(game)
        if not joins:
            assert refused(game, "with 12VG-48").rule == "14.1"


@pytest.mark.rule("14.1a")
def test_all_defenders_of_a_hex_count_together():
    game = assault(unit("12VG-27", N), unit(US, OPEN), unit("28-110-1", OPEN), unit("4-12-1", NE), target=OPEN)
    assert combat(game)["defence"] == 2 + 3


@pytest.mark.rule("14.1a", "14.2")
def test_attacks_are_made_one_after_the_other_in_any_order():
    units = unit("12VG-27", N), unit("12VG-48", N), unit(US, OPEN), unit("28-110-1", NE)
    for first, second in ((OPEN, NE), (NE, OPEN)):
        game = position(*units, phase="combat")
        do(game, f"attack {first}", "with 12VG-27")
        strike(game, "Eng")
        assert legal(game) == {f"attack {second}", "end"}
        # Units of one hex attack different hexes, each with its whole strength
        do(game, f"attack {second}", "with 12VG-48")
        assert combat(game)["attack"] == 5


@pytest.mark.rule("14.1")
def test_a_declaration_can_be_taken_back():
    game = position(unit("12VG-27", N), unit(US, OPEN), phase="combat")
    do(game, f"attack {OPEN}", "with 12VG-27", "end")
    assert legal(game) == {f"attack {OPEN}", "end"}


@pytest.mark.rule("14.2")
def test_one_hex_is_attacked_at_a_time():
    game = position(unit("12VG-27", N), unit(US, OPEN), unit("28-110-1", NE), phase="combat")
    do(game, f"attack {OPEN}")
    assert refused(game, f"attack {NE}").rule == "14.1"
    do(game, "with 12VG-27")
    assert combat(game)["defence"] == 2


@pytest.mark.rule("14.2a")
def test_adjacent_enemies_may_be_left_alone():
    game = position(unit("12VG-27", N), unit(US, OPEN), unit("28-110-1", NE), phase="combat")
    do(game, f"attack {OPEN}", "with 12VG-27")
    strike(game, "Eng")
    assert not at(game, "combat")
    assert not game.state.units["28-110-1"].eng


@pytest.mark.rule("14.1")
def test_no_combat_across_a_lake():
    one, other = pair(lambda one, other, key: BOARD.water[key] == "lake")
    game = position(unit("12VG-27", one), unit(US, other), phase="combat")
    assert not at(game, "combat")


@pytest.mark.rule("14.1")
def test_disrupted_and_routed_units_and_artillery_do_not_attack():
    units = unit("12VG-27", N), unit("12VG-48", N, status="disrupted"), unit("12VG-89", NE, status="routed")
    game = position(*units, unit("388VAK", NW, fired=True), unit(US, OPEN), phase="combat")
    do(game, f"attack {OPEN}")
    assert refused(game, "with 12VG-48").rule == "18.2"
    assert refused(game, "with 12VG-89").rule == "18.2"
    assert refused(game, "with 388VAK").rule == "22.9"
    assert legal(game, "with") == {"with 12VG-27"}


# Command control (14.3)


def named(*units: tuple[str, str], others: tuple[tuple[str, str], ...] = (), side=GERMAN, foe: str = US) -> Game:
    """An attack for which all units but the last have been named."""
    everyone = [unit(name, place) for name, place in (*units, *others)]
    game = position(*everyone, unit(foe, OPEN), side=side, phase="combat", turn=15)
    do(game, f"attack {OPEN}", *(f"with {name}" for name, _ in units[:-1]))
    return game


def joins(*units: tuple[str, str], others: tuple[tuple[str, str], ...] = (), side=GERMAN, foe: str = US) -> bool:
    """Whether the last of the units may join the attack; if not, by 14.3."""
    game = named(*units, others=others, side=side, foe=foe)
    if f"with {units[-1][0]}" in legal(game, "with"):
        return True
    assert refused(game, f"with {units[-1][0]}").rule == "14.3"
    return False


@pytest.mark.rule("14.3")
def test_two_divisions_at_most():
    assert joins(("12VG-27", N), ("12VG-48", NE), ("26VG-39", SE), ("26VG-77", S))
    assert not joins(("12VG-27", N), ("26VG-39", NE), ("18VG-293", SE))


@pytest.mark.rule("14.3")
def test_two_divisions_at_most_for_the_allies_too():
    foe = "12VG-27"
    assert joins(("4-12-1", N), ("28-110-1", NE), ("4-12-2", SE), side=ALLIED, foe=foe)
    assert not joins(("4-12-1", N), ("28-110-1", NE), ("106-424", SE), side=ALLIED, foe=foe)


@pytest.mark.rule("14.3")
def test_armies_and_corps_play_no_part():
    # 6th and 7th Army
    assert joins(("12VG-27", N), ("5FJ-13", NE))


@pytest.mark.rule("14.3")
def test_artillery_is_not_limited():
    units = unit("12VG-27", N), unit("26VG-39", NE), unit("766VAK", around(N)[0]), unit(US, OPEN)
    game = assault(*units, target=OPEN)
    assert shifts(game, "fire 766VAK")["artillery"] == 1


@pytest.mark.rule("14.3a")
def test_a_non_divisional_unit_alone_is_a_division():
    assert not joins(("12VG-27", N), ("26VG-39", NE), ("243Stg", SE))
    assert joins(("12VG-27", N), ("243Stg", SE))
    assert not joins(("12VG-27", N), ("243Stg", SE), ("244Stg", S))


@pytest.mark.rule("14.3a")
def test_a_non_divisional_unit_belongs_to_the_division_with_which_it_is_stacked():
    assert joins(("12VG-27", N), ("26VG-39", NE), ("243Stg", NE))
    # With units of the division that take no part, too
    assert joins(("12VG-27", N), ("26VG-39", NE), ("243Stg", SE), others=(("26VG-77", SE),))
    # But with one of a third division it is one more
    assert not joins(("12VG-27", N), ("26VG-39", NE), ("243Stg", SE), others=(("18VG-293", SE),))


@pytest.mark.rule("14.3a")
def test_beside_two_divisions_it_may_count_as_either():
    others = (("26VG-77", SE), ("12VG-27", SE))
    assert joins(("26VG-39", N), ("18VG-293", NE), ("243Stg", SE), others=others)


@pytest.mark.rule("14.3a")
def test_two_non_divisional_units_stacked_together_are_one_division():
    assert joins(("12VG-27", N), ("243Stg", SE), ("244Stg", SE))
    assert not joins(("243Stg", SE), ("244Stg", SE), ("12VG-27", N), ("26VG-39", NE))


@pytest.mark.rule("14.3b")
@pytest.mark.parametrize("name", ["150PzBde", "FBB-928", "FGB-99"])
def test_brigades_that_count_as_divisions(name):
    # Even stacked with a division they are one of their own
    assert joins(("12VG-27", N), (name, N))
    assert not joins(("12VG-27", N), ("26VG-39", NE), (name, NE))


@pytest.mark.rule("14.3b")
def test_units_of_the_fuehrer_escort_brigade_are_one_division():
    assert joins(("12VG-27", N), ("FBB-928", NE), ("FBB-FFB", SE))


@pytest.mark.rule("14.3b")
def test_a_cavalry_group_is_a_division():
    foe = "12VG-27"
    assert joins(("14Cav-18", N), ("14Cav-32", SE), ("4-12-1", S), side=ALLIED, foe=foe)
    assert not joins(("14Cav-18", N), ("4-12-1", S), ("28-110-1", S), side=ALLIED, foe=foe)
    assert not joins(("4-12-1", S), ("28-110-1", S), ("14Cav-18", S), side=ALLIED, foe=foe)


# Odds (14.4, 14.5)


@pytest.mark.rule("14.4")
@pytest.mark.parametrize(
    ("attackers", "defenders", "strengths", "odds"),
    [
        # E1: 15 to 4
        (("3PG-8", "3PG-29", "3FJ-9"), ("99-395",), (17, 4), "4-1"),
        (("12VG-27", "26VG-39", "26VG-77"), ("99-395",), (15, 4), "3-1"),
        (("62VG-164", "62VG-183"), ("99-395",), (8, 4), "2-1"),
        (("12SS-25",), ("99-395",), (7, 4), "1-1"),
        (("62VG-164",), ("99-395",), (4, 4), "1-1"),
        # Below 1-1 fractions favour the defender (Ambiguity 27)
        (("12VG-27",), ("106-424", "28-112-2"), (5, 8), "1-2"),
        (("12VG-27",), ("106-424",), (5, 6), "1-2"),
        (("FBB-928",), ("28-110-1", "28-112-2"), (2, 5), "1-3"),
        (("FBB-928",), ("99-395",), (2, 4), "1-2"),
    ],
)
def test_odds_drop_fractions(attackers, defenders, strengths, odds):
    mine = [unit(name, place) for name, place in zip(attackers, (N, S, NE), strict=False)]
    game = assault(*mine, *(unit(name, OPEN) for name in defenders), target=OPEN)
    found = combat(game)
    assert (found["attack"], found["defence"]) == strengths
    assert found["column"] == odds


@pytest.mark.rule("14.5")
def test_odds_below_the_table_use_its_first_column():
    # E3: 2 to 8 is 1-4
    game = assault(unit("FBB-928", N), unit("106-424", OPEN), unit(US, OPEN), target=OPEN)
    found = combat(game)
    assert (found["attack"], found["defence"], found["column"]) == (2, 8, "1-3")


@pytest.mark.rule("14.5")
def test_odds_above_the_table_use_its_last_column():
    game = assault(unit("12SS-25", N), unit("12SS-26", S), unit("12SS-12Rec", NE), unit(US, OPEN), target=OPEN)
    found = combat(game)
    assert (found["attack"], found["defence"], found["column"]) == (17, 2, "7-1")


@pytest.mark.rule("14.5")
def test_shifts_come_before_the_limits():
    # 18 to 2 with one shift to the left is 8-1
    units = unit("12SS-25", N, oos=True), unit("12SS-26", S), unit("3FJ-9", NE)
    found = combat(assault(*units, unit(US, OPEN), target=OPEN))
    assert (found["attack"], found["defence"]) == (19, 2)
    assert [value for _, value, _ in found["shifts"]] == [-1]
    assert found["column"] == "7-1"
    # 2 to 8 with a shift to the right is 1-3, not 1-2
    found = combat(assault(unit("FBB-928", N), unit("106-424", OPEN, status="disrupted"), unit(US, OPEN), target=OPEN))
    assert [value for _, value, _ in found["shifts"]] == [1]
    assert found["column"] == "1-3"
    # 2 to 6 with two is 1-1
    found = combat(assault(unit("FBB-928", N), unit("106-424", OPEN, status="routed"), target=OPEN))
    assert found["column"] == "1-1"


# The order of a combat (14.4)


@pytest.mark.rule("14.4")
def test_artillery_is_declared_by_the_attacker_first_and_then_by_the_defender():
    far, back = around(N)[0], around(S)[3]
    units = unit("12VG-27", N), unit("388VAK", far), unit(US, OPEN), unit("VIII-422", back)
    game = assault(*units, target=OPEN, turn=3)
    do(game, "roll")
    assert (game.side, legal(game)) == (GERMAN, {"fire 388VAK", "roll"})
    assert TITLE.command_text(game.state, Fire("388VAK")).endswith("(1 shift right) - last gun: the defender replies")
    # He has nothing else to declare: the defender is asked
    do(game, "fire 388VAK")
    assert (game.side, legal(game)) == (ALLIED, {"fire VIII-422", "roll"})
    assert TITLE.command_text(game.state, Fire("VIII-422")) == "VIII/422 fires in defence - last gun: rolls the dice"
    assert TITLE.command_text(game.state, Roll()) == "No defensive artillery - rolls the dice"


@pytest.mark.rule("14.4")
def test_the_result_is_read_under_the_shifted_column():
    game = assault(unit("62VG-164", N), unit(US, OPEN, status="disrupted"), target=OPEN, dice=[6])
    found = combat(game)
    assert found["column"] == "3-1"
    assert found["result"] == CRT[6][4]


def defended_bridge(*dice: int, turn: int = 3) -> tuple[Game, str, str]:
    one, other, name = bridge()
    game = assault(unit("12VG-27", one), unit(US, other), target=other, dice=dice, turn=turn)
    do(game, "roll")
    return game, other, name


@pytest.mark.rule("14.4")
def test_the_attacker_may_call_off_when_a_bridge_is_blown():
    game, hex_, name = defended_bridge(1)
    assert game.side == ALLIED
    do(game, f"blow {name} {US}")
    assert (game.side, legal(game)) == (GERMAN, {"call_off", "roll"})
    events = do(game, "call_off")
    assert told(events, "called_off")
    assert not told(events, "combat")
    # It counts as no attack: the unit may attack again, even this hex; the bridge is down (Ambiguity 38)
    assert legal(game) == {f"attack {hex_}", "end"}
    do(game, f"attack {hex_}", "with 12VG-27")
    assert combat(game)["result"]


@pytest.mark.rule("14.4")
def test_or_go_on():
    game, _, name = defended_bridge(1)
    do(game, f"blow {name} {US}")
    assert told(roll(game), "combat")


@pytest.mark.rule("14.4")
def test_no_calling_off_if_the_bridge_stands():
    # 4 + 1 for the enemy's combat phase
    game, _, name = defended_bridge(4)
    assert refused(game, "call_off")
    events = do(game, f"blow {name} {US}")
    assert not told(events, "called_off")
    assert told(events, "combat")
    assert not at(game, "battle") or game.state.stack[-1].stage != "call_off"


@pytest.mark.rule("14.4")
def test_a_bridge_is_not_tried_again_after_calling_off():
    one, other = next(
        (one, other)
        for one, other in pairs(
            lambda one, other, key: is_bare(one) and is_bare(other) and bool(BOARD.water[key] and BOARD.bridge[key])
        )
    )
    name = GRID.hexside(spot(one), spot(other))
    game = assault(unit("12VG-27", one), unit(US, other), target=other, now={"tried": (name,)})
    # The defender is not asked
    assert told(do(game, "roll"), "combat")


@pytest.mark.rule("14.4")
def test_what_follows_from_the_result_follows_at_once():
    units = unit("12SS-25", N), unit("12SS-26", N), unit(US, OPEN), unit("28-110-1", around(N)[0])
    game = assault(*units, target=OPEN)
    strike(game, "DR2")
    assert at(game, "retreating")
    assert game.side == ALLIED


def test_the_open_hex_is_open():
    assert all(is_plain(spot(hex_)) for hex_ in (OPEN, *around(OPEN)))
