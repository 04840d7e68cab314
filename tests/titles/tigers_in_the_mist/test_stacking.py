"""Rule 7: how many units and how much strength a side may have in an area, and what happens to those over it."""

import pytest

from tests.titles.tigers_in_the_mist.kit import ALLIED, GERMAN, TITLE, do, legal, position, rolls, unit
from tests.titles.tigers_in_the_mist.referee import barred, go, moving, of, play_on, where
from wargame_tui.core.game import Game
from wargame_tui.titles.tigers_in_the_mist.state import Unit

BLEIALF, AUW, LOSHEIM = "48", "47", "44"


def stack(side: str, area: str, *strengths: int, **changes: bool) -> list[Unit]:
    """Infantry of one side in an area, named I1, I2 ... or A1, A2 ..."""
    letter = "I" if side == GERMAN else "A"
    return [unit(f"{letter}{k}", f"{side} infantry {n} @{area}", **changes) for k, n in enumerate(strengths, 1)]


def start_of(scenario: str = "campaign") -> Game:
    """A scenario from its beginning."""
    return Game(TITLE, f"tigers_in_the_mist/{scenario}", 1)


# 7.1 The limit


@pytest.mark.parametrize(
    ("there", "coming", "fits"),
    [
        ((3, 3, 3), 1, True),  # 4 units, 10 points
        ((3, 3, 3), 2, False),  # 11 points
        ((1, 1, 1), 1, True),
        ((1, 1, 1, 1), 1, False),  # 5 units
        ((4, 4), 2, True),
        ((4, 4), 3, False),
        ((2, 2, 2, 2), 1, False),
    ],
)
@pytest.mark.parametrize(("side", "start", "area"), [(GERMAN, "46", "53"), (ALLIED, "65", "66")])
@pytest.mark.rule("7.1")
def test_4_units_and_10_strength_points(
    side: str, start: str, area: str, there: tuple[int, ...], coming: int, fits: bool
) -> None:
    game = position(
        *stack(side, area, *there, marked=True), unit("New", f"{side} motorized {coming} @{start}"), side=side
    )
    do(game, "move New", f"to {area}")
    if fits:
        do(game, "stop")
        assert where(game, "New") == area
    else:
        barred(game, "stop", "7.1", "4 units and 10 strength points")


@pytest.mark.parametrize(("there", "fits"), [((3, 3, 3), True), ((3, 3, 4), False), ((1, 1, 1, 1), False)])
@pytest.mark.rule("7.1")
def test_the_limit_holds_among_enemies_too(there: tuple[int, ...], fits: bool) -> None:
    game = position(
        *stack(GERMAN, BLEIALF, *there, marked=True),
        unit("US", f"Allied infantry 3 @{BLEIALF}"),
        unit("New", "German motorized 1 @46"),
    )
    do(game, "move New")
    if fits:
        assert f"to {BLEIALF}" in legal(game)
    else:
        barred(game, f"to {BLEIALF}", "7.1", "Bleialf", "4 units and 10 strength points")


@pytest.mark.rule("7.1")
def test_the_limit_is_each_sides_own() -> None:
    game = position(*stack(GERMAN, "68", 4, 3, 3), *stack(ALLIED, "67", 4, 3, 3), side=ALLIED)
    do(game, "move A1", "with A2", "with A3", "to 68")
    assert {where(game, name) for name in ("A1", "A2", "A3", "I1", "I2", "I3")} == {"68"}
    assert "remove" not in " ".join(legal(game))


@pytest.mark.rule("7.1")
def test_the_limit_is_checked_at_the_end_of_movement_only() -> None:
    """A full area may be passed through, and a fifth unit may come before one of the four leaves."""
    game = position(*stack(GERMAN, "46", 2, 2, 2, 2, marked=True), unit("New", "German motorized 3 @45"))
    go(game, "New", "46", "53")
    assert where(game, "New") == "53"
    game = position(*stack(GERMAN, "46", 2, 2, 2, 2), unit("New", "German motorized 3 @45"))
    go(game, "New", "46")
    do(game, "stop")
    barred(game, "end", "7.1", "Prüm", "4 units and 10 strength points", "move units on")
    go(game, "I1", "53")
    do(game, "stop")
    assert "end" in legal(game)


@pytest.mark.parametrize("strengths", [(3, 3, 3, 2), (2, 2, 2, 2, 2)])
@pytest.mark.parametrize(("start", "there"), [("B", "46"), ("44", "47")])
@pytest.mark.rule("7.1", "QA-1")
def test_no_group_that_no_area_can_hold(strengths: tuple[int, ...], start: str, there: str) -> None:
    """Out of a zone, or out of a crowded area of the set-up; the rest follows as a group of its own."""
    game = position(
        *stack(GERMAN, start, *strengths), unit("US", f"Allied infantry 1 @{there}"), unit("G", "German infantry 1 @9"),
        at="16-2",
    )  # fmt: skip
    last = len(strengths)
    do(game, "move I1", *(f"with I{k}" for k in range(2, last)))
    barred(game, f"with I{last}", "7.1", "4 units and 10 strength points")
    do(game, f"to {there}", f"move I{last}")
    barred(game, f"to {there}", "7.1")


# QA-1 Not on purpose


@pytest.mark.rule("QA-1", "7.2")
def test_x8_no_fresh_unit_in_place_of_a_worn_one() -> None:
    """X8: a contested area with four worn German units that cannot leave any more in this turn."""
    fought = stack(GERMAN, BLEIALF, 1, 1, 1, 1, marked=True, attacked=True)
    game = position(*fought, unit("US", f"Allied infantry 3 @{BLEIALF}"), unit("New", "German motorized 4 @46"))
    do(game, "move New")
    barred(game, f"to {BLEIALF}", "7.1")


@pytest.mark.rule("QA-1")
def test_x8_if_a_worn_unit_can_leave_it_has_to() -> None:
    """X8: with units that have not been activated yet, the fresh one may come in, but one of them must go."""
    game = position(
        *stack(GERMAN, BLEIALF, 1, 1, 1, 1),
        unit("US", f"Allied infantry 3 @{BLEIALF}"),
        unit("New", "German motorized 4 @46"),
    )
    go(game, "New", BLEIALF)
    barred(game, "end", "7.1")
    assert not any(command.startswith("remove") for command in legal(game))
    go(game, "I1", "46")
    do(game, "stop", "end")
    assert not rolls([event for entry in game.entries for event in entry.events], "removed")


@pytest.mark.rule("QA-1", "7.1")
def test_nobody_marches_into_a_full_area_to_stay() -> None:
    """Infantry reaches Auw with 1 point left, too few for any road out of it."""
    game = position(*stack(GERMAN, AUW, 1, 1, 1, 1, marked=True), unit("New", "German infantry 4 @45"))
    do(game, "move New", f"to {LOSHEIM}")
    barred(game, f"to {AUW}", "7.1", "Auw")
    game = position(*stack(GERMAN, AUW, 1, 1, 1, 1, marked=True), unit("New", "German motorized 4 @45"))
    go(game, "New", LOSHEIM, AUW)  # with vehicles it can go on, and must
    barred(game, "stop", "7.1")
    do(game, "to 48")
    assert where(game, "New") == "48"


@pytest.mark.rule("QA-1", "7.1")
def test_nobody_leaves_his_vehicles_in_a_full_area_to_stay() -> None:
    """On foot it would have 1 point left in Auw, too few for any road; with room in Auw it may."""
    game = position(*stack(GERMAN, AUW, 1, 1, 1, 1, marked=True), unit("New", "German motorized 4 @45"))
    go(game, "New", LOSHEIM, AUW)
    barred(game, "abandon New", "7.1", "Auw")
    game = position(*stack(GERMAN, AUW, 1, 1, 1, marked=True), unit("New", "German motorized 4 @45"))
    go(game, "New", LOSHEIM, AUW)
    assert "abandon New" in legal(game)


@pytest.mark.rule("QA-1", "7.1")
def test_nobody_leaves_a_full_area_only_to_come_back() -> None:
    game = position(
        *stack(GERMAN, AUW, 1, 1, 1, marked=True),
        unit("Old", f"German infantry 1 @{AUW}"),
        unit("New", "German infantry 4 @45"),
    )
    go(game, "New", LOSHEIM, AUW)
    barred(game, "end", "7.1")
    do(game, "move Old", f"to {LOSHEIM}")
    barred(game, f"to {AUW}", "7.1")


@pytest.mark.rule("QA-1", "7.1")
def test_nobody_digs_in_who_has_to_leave() -> None:
    game = position(
        *stack(GERMAN, AUW, 1, 1, 1, marked=True),
        unit("Old", f"German infantry 1 @{AUW}"),
        unit("New", "German infantry 4 @45"),
    )
    assert "entrench Old" in legal(game)
    go(game, "New", LOSHEIM, AUW)
    barred(game, "entrench Old", "7.1")
    assert "move Old" in legal(game)


@pytest.mark.rule("QA-1", "7.1")
def test_two_full_areas_side_by_side_are_no_way_out() -> None:
    game = position(
        *stack(GERMAN, AUW, 1, 1, 1, 1, marked=True),
        *(unit(f"B{k}", "German infantry 1 @48", marked=True) for k in range(4)),
        *(unit(f"L{k}", "Allied infantry 1 @74") for k in range(1)),
        *(unit(f"N{k}", "German infantry 1 @75", marked=True) for k in range(4)),
        unit("New", f"German motorized 4 @{LOSHEIM}"),
    )
    do(game, "move New", f"to {AUW}")  # 3 points, and it may still fight at Schönberg
    barred(game, "stop", "7.1")
    do(game, "to 48")
    barred(game, "stop", "7.1")
    assert not any(command.startswith("remove") for command in legal(game))


@pytest.mark.rule("7.2", "8.42")
def test_whom_a_blown_bridge_keeps_in_a_full_area_made_no_overstack_on_purpose() -> None:
    """Infantry on its way through Vielsalm, 3 of 5 points spent: 1 is left when the bridge is gone, every road costs 2.

    It stops there, nobody can move on, and the fifth unit goes at the end of movement.
    """
    game = position(
        *stack(GERMAN, "84", 1, 1, 1, 1, marked=True),
        unit("New", "German infantry 1 @79"),
        *(unit(f"US{area}", f"Allied infantry 1 @{area}") for area in ("73", "83", "86")),
        dice=[1],
    )
    do(game, "move New", "to 84", "to 83", "blow 83-84 US83")
    assert where(game, "New") == "84"
    assert not any(command.startswith(("to", "stop")) for command in legal(game))
    do(game, "end")
    assert legal(game) == {"remove New", *(f"remove I{k}" for k in range(1, 5))}


# 7.2 Excess units


@pytest.mark.parametrize(("side", "area"), [(GERMAN, "46"), (ALLIED, "61")])
@pytest.mark.parametrize("strengths", [(2, 2, 2, 2, 1), (4, 4, 3), (1, 1, 1, 1, 1)])
@pytest.mark.rule("7.2")
def test_whole_units_of_the_owners_choice_are_eliminated(side: str, area: str, strengths: tuple[int, ...]) -> None:
    """An overstack that nobody made on purpose: here the position is set up with it."""
    foe = ALLIED if side == GERMAN else GERMAN
    units = stack(side, area, *strengths, marked=True)
    other = unit("Other", f"{side} infantry 4 @{'9' if side == GERMAN else '1'}")
    enemy = unit("Enemy", f"{foe} infantry 4 @{'1' if side == GERMAN else '9'}")
    game = position(*units, other, enemy, side=side)
    do(game, "end")
    assert game.side == side
    assert legal(game) == {f"remove {each.id}" for each in units}
    barred(game, "remove Other", "7.2", "4 units and 10 strength points")
    barred(game, "remove Enemy", "7.2")
    do(game, f"remove {units[0].id}")
    assert of(game, units[0].id).location == "eliminated"
    assert of(game, units[0].id).strength == 0
    assert [of(game, each.id).strength for each in units[1:]] == list(strengths[1:])
    assert game.side == foe


@pytest.mark.rule("7.2")
def test_an_enemy_in_the_overstacked_area_is_not_removed() -> None:
    units = stack(GERMAN, "46", 4, 4, 4, marked=True)
    enemy = unit("Enemy", "Allied infantry 4 @46")
    game = position(*units, enemy)
    play_on(game, lambda game: any(each.startswith("remove") for each in legal(game)))
    assert legal(game) == {f"remove {each.id}" for each in units}
    barred(game, "remove Enemy", "7.2")


@pytest.mark.rule("7.2")
def test_units_go_until_the_limit_is_kept_everywhere() -> None:
    game = position(
        *stack(GERMAN, "46", 4, 4, 4, 1, marked=True),
        *(unit(f"Z{k}", "German infantry 1 @9", marked=True) for k in range(5)),
        unit("A", "Allied armour 1 @61"),
    )
    play_on(game, lambda game: any(command.startswith("remove") for command in legal(game)))
    assert {f"remove I{k}" for k in (1, 2, 3, 4)} | {f"remove Z{k}" for k in range(5)} == legal(game)
    do(game, "remove I4")
    assert "remove I1" in legal(game)  # 12 points are left
    do(game, "remove I1")
    assert not any(command.startswith("remove I") for command in legal(game))
    do(game, "remove Z3")
    assert game.side == ALLIED


@pytest.mark.rule("7.1", "7.2")
def test_excess_units_go_before_combat() -> None:
    """A3."""
    game = position(
        *stack(GERMAN, BLEIALF, 4, 4, 4), unit("US", f"Allied infantry 3 @{BLEIALF}"), unit("G", "German infantry 1 @9")
    )
    events = do(game, "end")
    assert legal(game) == {"remove I1", "remove I2", "remove I3"}
    assert not rolls(events, "battle")
    do(game, "remove I2")
    assert f"battle {BLEIALF}" in legal(game)


# 7.1 The set-up


@pytest.mark.rule("7.1", "7.2")
def test_the_two_crowded_areas_of_the_set_up_may_stay_so_until_the_evening() -> None:
    """7.2 is applied to them at the end of the German impulse 16-3, after its combat and bridging (A3)."""
    game = start_of()
    crowded = {"44", "51"}
    for box in ("16-1", "16-2", "16-3"):
        assert (TITLE.turn(game.state), game.side) == (box, GERMAN)
        events = do(game, "end")
        if box != "16-3":
            assert game.side == ALLIED
            play_on(game, moving(GERMAN))
            assert not rolls([event for entry in game.entries for event in entry.events], "removed")
    assert not rolls(events, "impulse_ended")
    assert game.side == GERMAN
    choices = {command.split()[1] for command in legal(game)}
    assert {where(game, name) for name in choices} == crowded
    while game.side == GERMAN:
        do(game, min(legal(game)))
    assert (TITLE.turn(game.state), game.side) == ("16-3", ALLIED)
    for area in crowded:
        left = [each for each in game.state.units.values() if each.location == area]
        assert len(left) <= 4
        assert sum(each.strength for each in left) <= 10


@pytest.mark.parametrize(("side", "box"), [(GERMAN, "17-1"), (ALLIED, "16-2"), (ALLIED, "17-1")])
@pytest.mark.rule("7.1", "7.2")
def test_on_no_other_day_and_for_nobody_else(side: str, box: str) -> None:
    """Losheim is one of the two areas: crowded on the 17th, or by Allied units."""
    foe = unit("Foe", f"{ALLIED if side == GERMAN else GERMAN} infantry 1 @{'1' if side == GERMAN else '9'}")
    game = position(*stack(side, LOSHEIM, 2, 2, 2, 2, 2, marked=True), foe, at=box, side=side)
    if "end" in legal(game):  # if nobody can move, movement ends unasked
        do(game, "end")
    assert legal(game) == {f"remove {'I' if side == GERMAN else 'A'}{k}" for k in range(1, 6)}


@pytest.mark.rule("7.1", "7.2")
def test_who_has_left_the_crowded_areas_by_then_loses_nothing() -> None:
    game = position(*stack(GERMAN, LOSHEIM, 2, 2, 2, 2, 2), unit("A", "Allied infantry 1 @61"), at="16-3")
    do(game, "move I5", "to 45", "stop", "end")
    assert game.side == ALLIED


@pytest.mark.rule("7.1", "7.2")
def test_no_other_area_may_stay_crowded_on_16_december() -> None:
    game = position(*stack(GERMAN, "46", 2, 2, 2, 2, 2), unit("A", "Allied infantry 1 @61"), at="16-1")
    do(game, "end")
    assert legal(game) == {f"remove I{k}" for k in range(1, 6)}


@pytest.mark.rule("7.1")
def test_on_16_december_the_german_moves_no_stack_together_that_is_too_large() -> None:
    """Not even if others could still move away; on the 17th he may, as the limit is checked at the end of movement."""
    for box, allowed in (("16-1", False), ("16-2", False), ("16-3", False), ("17-1", True)):
        game = position(*stack(GERMAN, "46", 3, 3, 3), unit("New", "German motorized 2 @45"), at=box)
        do(game, "move New", "to 46")
        if allowed:
            do(game, "stop")
        else:
            barred(game, "stop", "7.1", "Prüm")
            do(game, "to 53", "stop")  # passing through forms no stack
            assert where(game, "New") == "53"


@pytest.mark.rule("7.1")
def test_on_16_december_no_attack_with_too_many_either() -> None:
    game = position(
        *stack(GERMAN, BLEIALF, 3, 3, 3),
        unit("US", f"Allied infantry 3 @{BLEIALF}"),
        unit("New", "German motorized 2 @46"),
        at="16-2",
    )
    do(game, "move New")
    barred(game, f"to {BLEIALF}", "7.1")


@pytest.mark.rule("7.1")
def test_nobody_joins_the_crowded_areas_of_the_set_up() -> None:
    game = start_of()
    do(game, "move 294/18V", "to 44")
    barred(game, "stop", "7.1", "Losheim")


@pytest.mark.rule("7.1")
def test_the_special_rule_of_16_december_is_not_for_the_allied_side() -> None:
    game = position(*stack(ALLIED, "66", 3, 3, 3), unit("New", "Allied motorized 2 @65"), side=ALLIED, at="16-2")
    do(game, "move New", "to 66", "stop")
    barred(game, "end", "7.1", "Noville")


# 7.3 Zones


@pytest.mark.parametrize(("side", "zone", "area"), [(GERMAN, "B", "46"), (ALLIED, "D", "36"), (GERMAN, "I", "28")])
@pytest.mark.rule("7.3")
def test_zones_have_no_limit(side: str, zone: str, area: str) -> None:
    game = position(
        *stack(side, zone, *[4] * 6), *(unit(f"New{k}", f"{side} armour 4 @{area}") for k in (1, 2)), side=side
    )
    do(game, "move New1", "with New2", f"to {zone}")
    play_on(game, lambda game: game.side != side)
    assert where(game, "New1") == zone
    assert len([each for each in game.state.units.values() if each.location == zone]) == 8
