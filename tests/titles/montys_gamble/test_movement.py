"""Rule 9: movement, its costs (table M1), boundaries (table M2), bridge seizure (table B1), boats and ferries."""

import pytest

from tests.titles.montys_gamble.battles import (
    ALL_HELD,
    ALL_XXX,
    CORPS,
    LANDSER,
    attack,
    holder,
    impulse,
    rolls,
    settle,
)
from tests.titles.montys_gamble.kit import (
    ALLIED,
    BOOK,
    GERMAN,
    TITLE,
    condition,
    do,
    legal,
    place,
    position,
    refused,
    told,
    unit,
)
from tests.titles.montys_gamble.terrain import (
    ARNHEM,
    ELDEN,
    ENTRY,
    EXIT,
    beside,
    crossing,
    edges,
    far_from,
    is_open,
    path,
    polder_entrance,
    zone_entrance,
)
from wargame_tui.core.game import Game
from wargame_tui.titles.montys_gamble.rules import movement
from wargame_tui.titles.montys_gamble.state import Draft

A, B, C, D, E, F = path(6)
"""Open country, joined in a row by roads over plain boundaries."""
CANAL, OVER_CANAL, CANAL_BRIDGE = crossing("canal", bridge=True, road=True)
RIVER, OVER_RIVER, RIVER_BRIDGE = crossing("river", bridge=True, road=True)
BANK, OTHER_BANK, BARE_CANAL = crossing("canal", bridge=False)
SHORE, OTHER_SHORE, BARE_RIVER = crossing("river", bridge=False)
FERRY = "15-16"
ASIDE = next(
    edge.to for edge in BOOK.edges[A].values() if edge.to != B and edge.water == "plain" and edge.to in BOOK.areas
)
"""Another neighbour of A."""


def xxx(*spaces: str) -> dict[str, str]:
    """Spaces controlled by XXX Corps."""
    return dict.fromkeys(spaces, "XXX")


def foot(place: str = A, mf: int = 6, name: str = "4Wilts", **changes):
    """British infantry on foot."""
    return unit(name, place, mf=mf, **changes)


def tank(place: str = A, mf: int = 8, name: str = "2Irish", **changes):
    """A British tank battalion."""
    return unit(name, place, mf=mf, **changes)


def gun(place: str = A, mf: int = 7, name: str = "55Fd", **changes):
    """A British field regiment."""
    return unit(name, place, mf=mf, **changes)


# 9.1 Basics


@pytest.mark.rule("9.1", "8.21")
def test_only_own_fresh_units_of_the_activated_area_move() -> None:
    units = foot(), foot(name="5Wilts", condition="spent"), foot(F, name="4SLI"), unit("Rink", E)
    game = impulse(*units, space=A, control=xxx(A, B, E))
    assert {text.split()[1] for text in legal(game, "move")} == {"4Wilts"}
    for name in ("5Wilts", "4SLI", "Rink"):
        assert refused(game, f"move {name} {B}").rule == "8.21"


@pytest.mark.rule("9.1", "8.3")
def test_any_number_of_units_move_one_at_a_time_and_become_spent() -> None:
    game = impulse(*(foot(name=name) for name in CORPS[:3]), space=A, control=xxx(B))
    do(game, f"move {CORPS[0]} {B}", f"move {CORPS[1]} {B}")
    assert [condition(game, name) for name in CORPS[:3]] == ["fresh"] * 3  # until their activity ends
    do(game, "end")
    assert [condition(game, name) for name in CORPS[:3]] == ["spent", "spent", "fresh"]


@pytest.mark.rule("9.1", "3.2")
def test_units_move_between_adjacent_areas_only() -> None:
    game = impulse(foot(), foot("53", name="5Wilts"), foot("54", name="4SLI"), space=A, control=ALL_XXX)
    assert refused(game, f"move 4Wilts {far_from(A)}").rule == "9.1"
    assert refused(game, f"move 4Wilts {C}").rule == "9.1"
    do(game, f"move 4Wilts {B}", f"move 4Wilts {C}")
    assert place(game, "4Wilts") == C
    assert refused(impulse(foot("53"), space="53", control=ALL_XXX), "move 4Wilts 57").rule == "9.1"
    assert refused(impulse(foot("54"), space="54", control=ALL_XXX), "move 4Wilts 58").rule == "9.1"


@pytest.mark.rule("9.1", "14.2")
def test_w8_zone_f_has_one_arrow() -> None:
    game = impulse(foot(ENTRY), space=ENTRY, control=ALL_XXX)
    assert legal(game, "move") == {f"move 4Wilts {EXIT}"}
    for space in ("56", "63"):
        assert refused(game, f"move 4Wilts {space}").rule == "9.1"


@pytest.mark.rule("9.1")
def test_zones_are_joined_by_arrows() -> None:
    one, other = next((one, to) for one in sorted(BOOK.zones - {ENTRY}) for to in BOOK.edges[one] if to in BOOK.zones)
    game = impulse(unit("Rink", one), space=one, side=GERMAN)
    apart = next(zone for zone in BOOK.zones - {one} if zone not in BOOK.edges[one])
    assert refused(game, f"move Rink {apart}").rule == "9.1"
    do(game, f"move Rink {other}")
    assert place(game, "Rink") == other


@pytest.mark.rule("9.1")
def test_movement_and_attack_alternate_as_the_attacker_likes() -> None:
    """A unit attacks where others have only moved, and others move after its attack."""
    units = foot(), foot(name="5Wilts"), foot(name="4SLI"), unit("Rink", B)
    game = impulse(*units, space=A, control=xxx(ASIDE), dice=rolls(12, 2))
    do(game, f"move 5Wilts {ASIDE}", f"move 4Wilts {B}")
    attack(game, B, "4Wilts")
    do(game, f"move 4SLI {ASIDE}", "end")
    assert (place(game, "5Wilts"), place(game, "4SLI")) == (ASIDE, ASIDE)


@pytest.mark.rule("9.1", "8.22")
def test_units_attack_at_will_in_an_assault_impulse_only() -> None:
    """In an infiltration impulse only those fight whose infiltration has failed."""
    target = next(to for to in (B, D) if BOOK.spaces[to].tem > 1)
    start = {B: A, D: C}[target]
    game = position(unit("Rink", start), unit("Eindh", start), foot(target), side=GERMAN, dice=[1])
    do(game, f"infiltration {start}", f"infiltrate Rink {target}")
    assert refused(game, f"attack {target}").rule == "10.3"


# 9.2 Costs (M1)


@pytest.mark.rule("9.2", "M1")
@pytest.mark.parametrize(
    ("cost", "enemies", "control"),
    [
        (1, (), "XXX"),
        (2, (), "German"),
        (3, ("spent",), "German"),
        (3, ("dis1", "dis2"), "German"),
        (3, ("spent",), "XXX"),
        (4, ("fresh",), "German"),
        (4, ("fresh", "spent"), "German"),
        (4, ("fresh",), "XXX"),
    ],
)
def test_entering_an_area_costs_the_highest_price_that_applies(cost, enemies, control) -> None:
    """Not cumulative: an enemy-controlled area with a Fresh enemy costs 4, not 6."""
    units = [unit(name, C, state) for name, state in zip(LANDSER, enemies, strict=False)]
    units += [foot(C, name="5Wilts")] if enemies and control == "XXX" else []
    given = {"control": xxx(B) | {C: control}}
    able, unable = foot(mf=1 + cost), foot(mf=cost)
    game = impulse(able, *units, space=A, **given)
    do(game, f"move 4Wilts {B}", f"move 4Wilts {C}")
    assert place(game, "4Wilts") == C
    game = impulse(unable, *units, space=A, **given)
    do(game, f"move 4Wilts {B}")
    assert refused(game, f"move 4Wilts {C}").rule == "9.2"


@pytest.mark.rule("9.2", "7.2")
def test_w17_a_vacant_enemy_area_costs_two_points_throughout_the_impulse() -> None:
    """Also once a first unit has taken control of it."""
    game = impulse(foot(mf=2, name="5Wilts"), foot(mf=2), foot(mf=3, name="4SLI"), space=A)
    do(game, f"move 5Wilts {B}")
    assert game.state.control[B] == "XXX"
    do(game, f"move 4Wilts {B}", f"move 4SLI {B}")
    assert refused(game, f"move 4Wilts {C}").rule == "9.2"
    assert refused(game, f"move 4SLI {C}").rule == "9.2"  # 2 of 3 spent: C costs 2
    game = impulse(foot(mf=3), space=A)
    do(game, f"move 4Wilts {B}", "end")
    follower = impulse(foot(mf=3), space=A, control=xxx(B))
    do(follower, f"move 4Wilts {B}", f"move 4Wilts {C}")
    assert place(follower, "4Wilts") == C


@pytest.mark.rule("9.2", "7.2", "12.3")
def test_w17_also_in_the_second_half_of_a_double_impulse() -> None:
    game = impulse(foot(mf=2), foot(C, mf=2, name="5Wilts"), space=A, holder=ALLIED, control=xxx(D))
    do(game, f"move 4Wilts {B}", "double", f"assault {C}", f"move 5Wilts {B}")
    assert place(game, "5Wilts") == B
    assert refused(game, f"move 5Wilts {A}").rule == "9.2"


@pytest.mark.rule("9.2")
def test_a_unit_that_meets_enemies_stops() -> None:
    """Even armour, which might leave the contested area at normal cost in a later impulse."""
    game = impulse(tank(mf=20), unit("Rink", B), space=A, control=xxx(C))
    do(game, f"move 2Irish {B}")
    assert refused(game, f"move 2Irish {C}").rule == "9.2"
    game = impulse(tank(mf=20), space=A, control=xxx(C))
    do(game, f"move 2Irish {B}", f"move 2Irish {C}")
    assert place(game, "2Irish") == C


@pytest.mark.rule("9.2", "7.2")
def test_an_area_left_to_the_enemy_alone_is_the_enemys() -> None:
    game = impulse(foot(), foot(name="5Wilts"), unit("Rink", A), space=A, control=xxx(A, B))
    do(game, f"move 4Wilts {B}")
    assert game.state.control[A] == "XXX"
    do(game, f"move 5Wilts {B}")
    assert game.state.control[A] == "German"


@pytest.mark.rule("9.2", "M1", "M2")
def test_infantry_crosses_a_canal_without_a_bridge_for_its_whole_movement_factor() -> None:
    behind = beside(OTHER_BANK)
    game = impulse(foot(BANK, mf=20), space=BANK, control=xxx(OTHER_BANK, behind))
    assert refused(game, f"move 4Wilts {OTHER_BANK}").rule == "9.62"
    do(game, f"cross 4Wilts {OTHER_BANK}")
    assert place(game, "4Wilts") == OTHER_BANK
    assert refused(game, f"move 4Wilts {behind}").rule == "9.2"


@pytest.mark.rule("9.2", "M1")
def test_nothing_may_be_spent_before_a_canal_is_crossed_without_a_bridge() -> None:
    before = beside(BANK)
    game = impulse(foot(before, mf=20), space=before, control=xxx(BANK, OTHER_BANK))
    do(game, f"move 4Wilts {BANK}")
    assert refused(game, f"cross 4Wilts {OTHER_BANK}").rule == "9.2"


@pytest.mark.rule("9.2", "M2")
def test_only_infantry_crosses_a_canal_without_a_bridge() -> None:
    mech = unit("3Irish", BANK)
    game = impulse(mech, tank(BANK), gun(BANK), space=BANK, control=xxx(OTHER_BANK))
    assert f"cross 3Irish {OTHER_BANK}" in legal(game)
    assert refused(game, f"cross 2Irish {OTHER_BANK}").rule == "9.2"
    assert refused(game, f"cross 55Fd {OTHER_BANK}").rule == "9.2"
    assert refused(impulse(foot(), space=A, control=xxx(B)), f"cross 4Wilts {B}").rule == "9.2"  # a plain boundary
    assert refused(impulse(foot(SHORE), space=SHORE, control=ALL_XXX), f"cross 4Wilts {OTHER_SHORE}").rule == "9.2"


@pytest.mark.rule("9.2", "M2")
def test_infantry_wades_a_canal_beside_a_blown_bridge_and_beside_a_standing_one() -> None:
    game = impulse(foot(CANAL), tank(CANAL), space=CANAL, control=xxx(OVER_CANAL), blown=[CANAL_BRIDGE])
    assert refused(game, f"move 4Wilts {OVER_CANAL}").rule == "9.62"
    assert refused(game, f"move 2Irish {OVER_CANAL}").rule == "9.62"
    do(game, f"cross 4Wilts {OVER_CANAL}")
    game = impulse(foot(CANAL), space=CANAL, control=xxx(OVER_CANAL))
    assert {f"cross 4Wilts {OVER_CANAL}", f"move 4Wilts {OVER_CANAL}"} <= legal(game)


@pytest.mark.rule("9.2", "14.2", "M1")
def test_a_zone_takes_the_whole_movement_factor_and_ends_the_move() -> None:
    area, zone = zone_entrance()
    before = beside(area)
    game = impulse(unit("Rink", area, mf=9), unit("Eindh", before, mf=9), space=area, side=GERMAN)
    do(game, f"move Rink {zone}")
    assert refused(game, f"move Rink {area}").rule == "9.2"
    game = impulse(unit("Eindh", before, mf=9), space=before, side=GERMAN)
    do(game, f"move Eindh {area}")
    assert refused(game, f"move Eindh {zone}").rule == "14.2"


@pytest.mark.rule("9.2", "14.2")
def test_a_bridge_seizure_too_leaves_too_little_for_a_zone() -> None:
    """Any point spent before is one too many, as the zone takes all of them."""
    area = next(area for area in BOOK.areas if BOOK.bridges_of[area] and set(BOOK.edges[area]) & (BOOK.zones - {ENTRY}))
    zone = next(iter(set(BOOK.edges[area]) & (BOOK.zones - {ENTRY})))
    border = BOOK.bridges_of[area][0]
    game = impulse(unit("Rink", area), space=area, side=GERMAN, holders={border: ALLIED}, dice=[1])
    do(game, f"seize Rink {border}")
    assert refused(game, f"move Rink {zone}").rule == "9.2"


@pytest.mark.rule("9.2", "14.2", "M1")
def test_a_zone_is_left_at_normal_cost() -> None:
    game = impulse(foot(ENTRY, mf=3), foot(ENTRY, mf=1, name="5Wilts"), space=ENTRY, control=xxx(EXIT))
    onward = beside(EXIT)
    do(game, f"move 4Wilts {EXIT}", f"move 4Wilts {onward}", f"move 5Wilts {EXIT}")
    assert place(game, "4Wilts") == onward
    assert refused(game, f"move 5Wilts {onward}").rule == "9.2"


@pytest.mark.rule("9.2", "M1")
def test_v37_infantry_leaves_a_contested_area_for_a_free_one_only_and_for_all_its_points() -> None:
    side_door = beside(A, besides=(B,))
    enemies = unit("Rink", A, "spent"), unit("Eindh", side_door), foot(side_door, name="5Wilts")
    game = impulse(foot(mf=20), *enemies, space=A, control=xxx(A, side_door, C))
    assert refused(game, f"move 4Wilts {B}").rule == "9.2"  # Vacant, but the enemy's
    assert refused(game, f"move 4Wilts {side_door}").rule == "9.2"  # its own, but contested
    game = impulse(foot(mf=20), *enemies, space=A, control=xxx(A, B, C))
    do(game, f"move 4Wilts {B}")
    assert place(game, "4Wilts") == B
    assert refused(game, f"move 4Wilts {C}").rule == "9.2"


@pytest.mark.rule("9.2", "M1")
@pytest.mark.parametrize("mover", ["55Fd", "1ALtRA", "FlakEin"])
def test_q5_guns_leave_a_contested_area_like_infantry(mover) -> None:
    german = mover == "FlakEin"
    spaces = ("13", "8", "4")  # in range of the 1st Airborne Division
    here, free, beyond = spaces if mover == "1ALtRA" else (A, B, C)
    foe = unit("4Wilts" if german else "Rink", here, "spent")
    control = {} if german else xxx(here, free, beyond)
    side = GERMAN if german else ALLIED
    game = impulse(unit(mover, here, mf=20), foe, space=here, side=side, control={here: "German"} | control)
    do(game, f"move {mover} {free}")
    assert refused(game, f"move {mover} {beyond}").rule == "9.2"
    elsewhere = {free: "XXX"} if german else {free: "German"}
    game = impulse(unit(mover, here, mf=20), foe, space=here, side=side, control=control | elsewhere)
    assert refused(game, f"move {mover} {free}").rule == "9.2"


@pytest.mark.rule("9.2", "M1")
def test_armour_leaves_a_contested_area_at_normal_cost_unless_enemy_armour_is_there() -> None:
    control = xxx(A, B, C, D)
    game = impulse(tank(), unit("Rink", A), space=A, control=control)
    do(game, f"move 2Irish {B}", f"move 2Irish {C}")
    assert place(game, "2Irish") == C
    game = impulse(tank(), unit("Rink", A), unit("SSPz10", A, "spent"), space=A, control=control)
    do(game, f"move 2Irish {B}")
    assert refused(game, f"move 2Irish {C}").rule == "9.2"


@pytest.mark.rule("9.2", "M1")
@pytest.mark.parametrize("foe", ["Rink", "SSPz10"])
def test_armour_leaves_a_contested_area_for_a_free_one_only(foe) -> None:
    game = impulse(tank(), unit(foe, A), space=A, control=xxx(A))
    assert refused(game, f"move 2Irish {B}").rule == "9.2"
    assert f"move 2Irish {B}" in legal(impulse(tank(), unit(foe, A), space=A, control=xxx(A, B)))


@pytest.mark.rule("9.2", "M1")
def test_a_contested_area_is_left_for_a_free_zone_too() -> None:
    area, zone = zone_entrance()
    units = unit("Rink", area), foot(area)
    do(game := impulse(*units, space=area, side=GERMAN), f"move Rink {zone}")
    assert place(game, "Rink") == zone
    game = impulse(*units, foot(zone, name="5Wilts"), space=area, side=GERMAN)
    assert refused(game, f"move Rink {zone}").rule == "9.2"


@pytest.mark.rule("9.2", "14.2", "M1")
def test_a_contested_zone_has_no_exit_limits() -> None:
    game = impulse(foot(ENTRY, mf=4), unit("Rink", ENTRY), space=ENTRY, control={ENTRY: "German"})
    do(game, f"move 4Wilts {EXIT}", f"move 4Wilts {beside(EXIT)}")
    assert place(game, "4Wilts") == beside(EXIT)
    game = impulse(foot(ENTRY), unit("Rink", ENTRY), unit("Eindh", EXIT), space=ENTRY, control={ENTRY: "German"})
    assert f"move 4Wilts {EXIT}" in legal(game)


@pytest.mark.rule("9.2", "14.2")
def test_nobody_moves_into_zone_f() -> None:
    """It is entered by retreat only; another zone may be entered."""
    game = impulse(foot(EXIT), space=EXIT, control=ALL_XXX)
    assert refused(game, f"move 4Wilts {ENTRY}").rule == "14.5"
    area, zone = zone_entrance()
    assert f"move 4Wilts {zone}" in legal(impulse(foot(area), space=area, control=ALL_XXX))


# 9.21 Minimum move


@pytest.mark.rule("9.21")
def test_who_has_spent_nothing_may_always_make_one_move() -> None:
    game = impulse(foot(mf=1), foot(mf=2, name="5Wilts"), unit("Rink", C), space=A, control=xxx(B))
    do(game, f"move 5Wilts {B}")
    assert refused(game, f"move 5Wilts {C}").rule == "9.2"
    game = impulse(foot(mf=1), unit("Rink", B), space=A)
    do(game, f"move 4Wilts {B}")
    assert place(game, "4Wilts") == B


@pytest.mark.rule("9.21")
def test_the_minimum_move_takes_the_whole_movement_factor() -> None:
    game = impulse(foot(mf=1), space=A, control=xxx(C), dice=rolls(12, 2))
    do(game, f"move 4Wilts {B}")  # Vacant: 2 points of 1
    assert refused(game, f"move 4Wilts {C}").rule == "9.2"


@pytest.mark.rule("9.21")
def test_the_minimum_move_breaks_no_other_rule() -> None:
    game = impulse(foot(mf=1), *(unit(name, B) for name in CORPS[1:11]), space=A)
    assert refused(game, f"move 4Wilts {B}").rule == "9.61"
    game = impulse(tank(SHORE, mf=1), space=SHORE)
    assert refused(game, f"move 2Irish {OTHER_SHORE}").rule == "9.62"


@pytest.mark.rule("9.21", "9.22")
def test_a_seizure_attempt_spends_the_minimum_move() -> None:
    game = impulse(foot(CANAL, mf=1), space=CANAL, dice=[6])
    do(game, f"seize 4Wilts {CANAL_BRIDGE}")
    assert refused(game, f"move 4Wilts {OVER_CANAL}").rule == "9.2"


@pytest.mark.rule("9.21", "8.22", "M1")
def test_an_infiltration_attempt_takes_everything_whatever_the_movement_factor() -> None:
    target = next(to for to in (B, D) if BOOK.spaces[to].tem > 1)
    start = {B: A, D: C}[target]
    game = position(unit("Rink", start, mf=1), foot(target), side=GERMAN, dice=[1])
    do(game, f"infiltration {start}", f"infiltrate Rink {target}")
    assert (place(game, "Rink"), condition(game, "Rink")) == (target, "spent")


# 9.22 Bridge seizure (B1)


def _seizing(water: str, beyond: list[str], die: int, *, control: str = "German") -> tuple[Game, str]:
    here, there, border = (CANAL, OVER_CANAL, CANAL_BRIDGE) if water == "canal" else (RIVER, OVER_RIVER, RIVER_BRIDGE)
    enemies = [unit(name, there, state) for name, state in zip(LANDSER, beyond, strict=False)]
    given = {there: control} if not enemies else {}
    return impulse(foot(here), *enemies, space=here, control=given, dice=[die]), border


@pytest.mark.rule("9.22", "B1")
@pytest.mark.parametrize(
    ("water", "beyond", "needs"),
    [
        ("canal", [], 3),  # V17
        ("canal", ["spent"], 4),
        ("canal", ["fresh"], 5),
        ("canal", ["fresh", "fresh"], 6),
        ("river", [], 4),
        ("river", ["dis2", "spent"], 5),
        ("river", ["fresh", "spent"], 6),
    ],
)
def test_a_seizure_needs_a_four_after_modifiers(water, beyond, needs) -> None:
    game, border = _seizing(water, beyond, needs)
    do(game, f"seize 4Wilts {border}")
    assert holder(game, border) == ALLIED
    game, border = _seizing(water, beyond, needs - 1)
    do(game, f"seize 4Wilts {border}")
    assert holder(game, border) == GERMAN


@pytest.mark.rule("9.22")
def test_units_that_tried_to_seize_different_bridges_are_not_alike() -> None:
    game = position(unit("4Wilts", ARNHEM), unit("5Wilts", ARNHEM))
    draft = Draft(game.state)
    one, other = draft.units["4Wilts"], draft.units["5Wilts"]
    assert movement.alike(draft, one) == movement.alike(draft, other)
    draft.note(seizers=("4Wilts 1-2", "5Wilts 1-2"))
    assert movement.alike(draft, one) == movement.alike(draft, other)
    draft.note(seizers=("4Wilts 1-2", "5Wilts 2-3"))
    assert movement.alike(draft, one) != movement.alike(draft, other)


@pytest.mark.rule("9.22", "B1")
@pytest.mark.parametrize(("water", "fresh"), [("river", 2), ("canal", 3)])
def test_v19_too_many_fresh_enemies_make_a_seizure_impossible(water, fresh) -> None:
    game, border = _seizing(water, ["fresh"] * fresh, 6)
    assert refused(game, f"seize 4Wilts {border}").rule == "9.22"
    game, border = _seizing(water, ["fresh"] * (fresh - 1), 6)
    assert f"seize 4Wilts {border}" in legal(game)


@pytest.mark.rule("9.22")
def test_the_far_area_is_vacant_for_the_die_whoever_controls_it() -> None:
    for control in ("German", "XXX"):
        game, border = _seizing("canal", [], 3, control=control)
        do(game, f"seize 4Wilts {border}")
        assert holder(game, border) == ALLIED


@pytest.mark.rule("9.22", "19.3")
def test_a_seizure_costs_one_movement_point_at_any_time_of_the_move() -> None:
    before = beside(CANAL, besides=(OVER_CANAL,))
    game = impulse(foot(before, mf=2), space=before, control=xxx(CANAL), dice=[6])
    do(game, f"move 4Wilts {CANAL}", f"seize 4Wilts {CANAL_BRIDGE}")
    assert refused(game, f"move 4Wilts {before}").rule == "9.2"
    game = impulse(foot(before, mf=1), space=before, control=xxx(CANAL), dice=[6])
    do(game, f"move 4Wilts {CANAL}")
    assert refused(game, f"seize 4Wilts {CANAL_BRIDGE}").rule == "9.22"


@pytest.mark.rule("9.22")
def test_who_seized_need_not_cross_and_is_spent_afterwards() -> None:
    game, border = _seizing("canal", ["fresh"], 6)
    do(game, f"seize 4Wilts {border}", "end")
    assert condition(game, "4Wilts") == "spent"
    assert place(game, "4Wilts") == CANAL
    assert game.state.control[OVER_CANAL] == "German"


@pytest.mark.rule("9.22")
def test_only_infantry_and_armour_seize() -> None:
    game = impulse(tank(CANAL), gun(CANAL), space=CANAL)
    assert refused(game, f"seize 55Fd {CANAL_BRIDGE}").rule == "9.22"
    assert f"seize 2Irish {CANAL_BRIDGE}" in legal(game)
    game = impulse(unit("FlakEin", CANAL), space=CANAL, side=GERMAN, holders={CANAL_BRIDGE: ALLIED})
    assert refused(game, f"seize FlakEin {CANAL_BRIDGE}").rule == "9.22"


@pytest.mark.rule("9.22")
def test_only_from_a_free_area() -> None:
    game = impulse(foot(CANAL), unit("Rink", CANAL, "dis2"), space=CANAL, control=xxx(CANAL))
    assert refused(game, f"seize 4Wilts {CANAL_BRIDGE}").rule == "9.22"


@pytest.mark.rule("9.22")
def test_only_a_standing_bridge_of_the_enemy_on_a_boundary_of_the_area() -> None:
    assert refused(impulse(foot(CANAL), space=CANAL), f"seize 4Wilts {RIVER_BRIDGE}").rule == "9.22"
    game = impulse(foot(CANAL), space=CANAL, blown=[CANAL_BRIDGE])
    assert refused(game, f"seize 4Wilts {CANAL_BRIDGE}").rule == "9.22"
    game = impulse(foot(CANAL), space=CANAL, holders={CANAL_BRIDGE: ALLIED})
    assert refused(game, f"seize 4Wilts {CANAL_BRIDGE}").rule == "9.22"


@pytest.mark.rule("9.22")
def test_rivers_and_canals_are_not_seized_by_a_die() -> None:
    assert refused(impulse(foot(BANK), space=BANK), f"seize 4Wilts {BARE_CANAL}").rule == "9.22"
    assert refused(impulse(foot(SHORE), space=SHORE), f"seize 4Wilts {BARE_RIVER}").rule == "9.22"


@pytest.mark.rule("9.22", "10.4")
def test_water_between_two_own_areas_is_own_held() -> None:
    """Whether it has a bridge or not, as soon as both areas are own-controlled."""
    door = beside(OTHER_BANK, besides=(BANK,))
    game = impulse(foot(door), space=door, control=xxx(BANK))
    assert holder(game, BARE_CANAL) == GERMAN
    do(game, f"move 4Wilts {OTHER_BANK}")
    assert holder(game, BARE_CANAL) == ALLIED
    game = impulse(foot(door), space=door)
    do(game, f"move 4Wilts {OTHER_BANK}")
    assert holder(game, BARE_CANAL) == GERMAN


@pytest.mark.rule("9.22")
def test_canals_are_taken_by_crossing_them() -> None:
    game = impulse(foot(BANK), space=BANK, control=xxx(OTHER_BANK))
    do(game, f"cross 4Wilts {OTHER_BANK}")
    assert holder(game, BARE_CANAL) == ALLIED


@pytest.mark.rule("9.22", "19.3")
def test_each_bridge_is_tried_once_in_an_impulse() -> None:
    game = impulse(foot(CANAL), foot(CANAL, name="5Wilts"), space=CANAL, dice=[1, 6])
    do(game, f"seize 4Wilts {CANAL_BRIDGE}")
    assert refused(game, f"seize 5Wilts {CANAL_BRIDGE}").rule == "9.22"
    assert refused(game, f"seize 4Wilts {CANAL_BRIDGE}").rule == "9.22"


@pytest.mark.rule("9.22", "12.3")
def test_q17_once_in_both_halves_of_a_double_impulse_together() -> None:
    game = impulse(foot(CANAL), foot(CANAL, name="5Wilts"), space=CANAL, holder=ALLIED, dice=[1, 6])
    do(game, f"seize 4Wilts {CANAL_BRIDGE}", "keep")
    do(game, "double", f"assault {CANAL}")
    assert refused(game, f"seize 5Wilts {CANAL_BRIDGE}").rule == "9.22"


@pytest.mark.rule("9.22", "19.3", "M1")
def test_others_pay_one_point_more_over_a_seized_bridge() -> None:
    """The unit that seized it does not: 1 + 2 against 1 + 2 for the others."""
    units = (
        foot(CANAL, mf=3),
        foot(CANAL, mf=3, name="5Wilts"),
        foot(CANAL, mf=2, name="4SLI"),
        foot(CANAL, name="7SLI"),
    )
    onward = beside(OVER_CANAL, besides=(CANAL,))
    game = impulse(*units, space=CANAL, control=xxx(onward), dice=[6])
    do(game, f"seize 4Wilts {CANAL_BRIDGE}", f"move 4Wilts {OVER_CANAL}", f"move 5Wilts {OVER_CANAL}")
    assert refused(game, f"move 5Wilts {onward}").rule == "9.2"
    do(game, f"move 4SLI {OVER_CANAL}")  # its minimum move
    do(game, f"move 7SLI {OVER_CANAL}")
    assert f"move 7SLI {onward}" in legal(game)


@pytest.mark.rule("9.22", "19.3", "M1")
def test_the_price_of_a_seized_bridge_is_one_point_exactly() -> None:
    before, onward = beside(CANAL, besides=(OVER_CANAL,)), beside(OVER_CANAL, besides=(CANAL,))
    for mf, allowed in ((3, True), (2, False)):
        units = foot(CANAL), foot(before, mf=mf, name="5Wilts")
        given = {"control": xxx(CANAL, OVER_CANAL, onward), "holder": ALLIED, "dice": [6]}
        game = impulse(*units, space=CANAL, **given)
        do(game, f"seize 4Wilts {CANAL_BRIDGE}", "double", f"assault {before}", f"move 5Wilts {CANAL}")
        assert (f"move 5Wilts {OVER_CANAL}" in legal(game)) is allowed


@pytest.mark.rule("9.22", "19.3")
def test_trying_another_bridge_spares_nobody_the_price_of_a_seized_one() -> None:
    """Only the unit that seized this bridge crosses it without paying more."""
    here = next(area for area in BOOK.areas if is_open(area) and len(BOOK.bridges_of[area]) > 1)
    first, second = BOOK.bridges_of[here][:2]
    over = next(bank for bank in BOOK.banks[second] if bank != here)
    units = foot(here, mf=3, name="4Wilts"), foot(here, mf=3, name="5Wilts")
    game = impulse(*units, space=here, control=xxx(over), dice=[1, 6])
    do(game, f"seize 4Wilts {first}", f"seize 5Wilts {second}")
    assert (holder(game, first), holder(game, second)) == (GERMAN, ALLIED)
    do(game, f"move 4Wilts {over}", f"move 5Wilts {over}")  # 1 + 1 + 1, and 1 + 1
    assert refused(game, f"move 4Wilts {here}").rule == "9.2"
    assert f"move 5Wilts {here}" in legal(game)


@pytest.mark.rule("9.22", "19.3")
def test_what_is_offered_tells_the_seizers_of_two_bridges_apart() -> None:
    """With 2 points each only the one that seized this bridge can cross it."""
    here = next(area for area in BOOK.areas if is_open(area) and len(BOOK.bridges_of[area]) > 1)
    first, second = BOOK.bridges_of[here][:2]
    over = next(bank for bank in BOOK.banks[second] if bank != here)
    units = foot(here, mf=2, name="4Wilts"), foot(here, mf=2, name="5Wilts")
    game = impulse(*units, space=here, control=xxx(over), dice=[1, 6])
    do(game, f"seize 4Wilts {first}", f"seize 5Wilts {second}")
    assert f"move 5Wilts {over}" in legal(game)
    assert f"move 4Wilts {over}" not in legal(game)
    assert refused(game, f"move 4Wilts {over}").rule == "9.2"


@pytest.mark.rule("9.22", "19.3")
def test_w9_a_failed_seizure_makes_nobody_pay_more() -> None:
    onward = beside(OVER_CANAL, besides=(CANAL,))
    units = foot(CANAL), foot(CANAL, mf=3, name="5Wilts")
    game = impulse(*units, space=CANAL, control=xxx(onward), dice=[1])
    do(game, f"seize 4Wilts {CANAL_BRIDGE}", f"move 5Wilts {OVER_CANAL}", f"move 5Wilts {onward}")
    assert place(game, "5Wilts") == onward


# 9.221 Uncontested crossing


@pytest.mark.rule("9.221", "19.1")
def test_w10_an_enemy_bridge_into_a_vacant_area_falls_for_two_points_and_no_die() -> None:
    game = impulse(foot(CANAL, mf=2), space=CANAL)
    events = do(game, f"move 4Wilts {OVER_CANAL}")
    assert not told(events, "roll")
    assert holder(game, CANAL_BRIDGE) == ALLIED
    assert game.state.control[OVER_CANAL] == "XXX"
    before = beside(CANAL, besides=(OVER_CANAL,))
    game = impulse(foot(before, mf=2), space=before, control=xxx(CANAL))
    do(game, f"move 4Wilts {CANAL}")
    assert refused(game, f"move 4Wilts {OVER_CANAL}").rule == "9.2"


@pytest.mark.rule("9.221")
def test_q40_an_enemy_bridge_into_an_own_vacant_area_costs_one_point() -> None:
    before = beside(RIVER, besides=(OVER_RIVER,))
    game = impulse(foot(before, mf=2), space=before, control=xxx(RIVER, OVER_RIVER))
    do(game, f"move 4Wilts {RIVER}", f"move 4Wilts {OVER_RIVER}")
    assert holder(game, RIVER_BRIDGE) == ALLIED


@pytest.mark.rule("9.221", "10.2")
def test_a_bridge_into_an_area_with_enemies_does_not_fall_by_crossing_it() -> None:
    game = impulse(foot(CANAL), unit("Rink", OVER_CANAL), space=CANAL)
    do(game, f"move 4Wilts {OVER_CANAL}")
    assert holder(game, CANAL_BRIDGE) == GERMAN


# 9.3 Several destinations


@pytest.mark.rule("9.3")
def test_units_of_one_area_go_and_attack_where_they_like_and_see_results_first() -> None:
    other = beside(A, besides=(B,))
    units = foot(), foot(name="5Wilts"), unit("Rink", B), unit("Eindh", other)
    game = impulse(*units, space=A, dice=rolls(12, 2) + rolls(12, 2))
    do(game, f"move 4Wilts {B}")
    attack(game, B, "4Wilts")
    do(game, f"move 5Wilts {other}")
    attack(game, other, "5Wilts")
    assert {place(game, "Rink"), place(game, "Eindh")} == {"eliminated"}


@pytest.mark.rule("9.3", "10.1")
def test_nobody_enters_an_area_that_has_been_attacked() -> None:
    units = foot(), foot(name="5Wilts"), unit("Rink", B)
    game = impulse(*units, space=A, dice=rolls(12, 2))
    do(game, f"move 4Wilts {B}")
    attack(game, B, "4Wilts")
    assert refused(game, f"move 5Wilts {B}").rule == "9.3"
    game = impulse(*units, space=A)
    do(game, f"move 4Wilts {B}", f"move 5Wilts {B}")
    assert place(game, "5Wilts") == B


@pytest.mark.rule("9.3", "12.3")
def test_q17_not_in_the_second_half_either() -> None:
    units = foot(), foot(C, name="5Wilts"), unit("Rink", B), foot(D, name="4SLI")
    game = impulse(*units, space=A, holder=ALLIED, dice=rolls(12, 2))
    do(game, f"move 4Wilts {B}")
    attack(game, B, "4Wilts")
    settle(game)
    do(game, "double", f"assault {C}")
    assert refused(game, f"move 5Wilts {B}").rule == "9.3"
    assert f"move 5Wilts {D}" in legal(game)


@pytest.mark.rule("9.3", "10.5")
def test_others_join_an_overrunning_unit_but_not_through_the_area_attacked_first() -> None:
    """A triangle of areas: the second target can be reached from the start as well."""
    start, first, second = _triangle()
    units = foot(start, mf=20, attack=12), foot(start, mf=20, name="5Wilts"), foot(start, mf=20, name="4SLI")
    enemies = unit("Rink", first, "dis2"), unit("Eindh", second)
    game = impulse(*units, *enemies, space=start, dice=rolls(12, 2) + rolls(12, 2))
    do(game, f"move 4Wilts {first}")
    attack(game, first, "4Wilts")
    do(game, f"move 4Wilts {second}")
    assert refused(game, f"move 5Wilts {first}").rule == "9.3"
    do(game, f"move 5Wilts {second}")
    events = attack(game, second, "4Wilts", "5Wilts")
    assert told(events, "attack")[0].data["attackers"] == ("4Wilts", "5Wilts")


def _triangle() -> tuple[str, str, str]:
    for one in filter(is_open, BOOK.areas):
        near = [edge.to for edge in BOOK.edges[one].values() if edge.water == "plain" and is_open(edge.to)]
        for first in near:
            for second in near:
                edge = BOOK.edges[first].get(second)
                if edge and edge.water == "plain":
                    return one, first, second
    raise LookupError


# 9.4 Roads


def _roadless() -> tuple[str, str]:
    return next((here, edge.to) for here, edge in edges("plain", road=False) if is_open(here) and is_open(edge.to))


@pytest.mark.rule("9.4", "M2")
def test_armour_enters_and_leaves_every_area_by_road_only() -> None:
    here, there = _roadless()
    game = impulse(tank(here), gun(here), foot(here), unit("3Irish", here), space=here, control=xxx(there))
    assert refused(game, f"move 2Irish {there}").rule == "9.4"
    assert {f"move {name} {there}" for name in ("55Fd", "4Wilts", "3Irish")} <= legal(game)
    assert f"move 2Irish {B}" in legal(impulse(tank(), space=A, control=xxx(B)))


@pytest.mark.rule("9.4", "M2")
def test_armour_crosses_a_road_bridge_only() -> None:
    here, there, _ = crossing("river", bridge=True, road=False)
    game = impulse(tank(here), foot(here), space=here, control=ALL_XXX, holders=ALL_HELD)
    assert refused(game, f"move 2Irish {there}").rule == "9.4"
    assert f"move 4Wilts {there}" in legal(game)
    game = impulse(tank(RIVER), space=RIVER, control=ALL_XXX, holders=ALL_HELD)
    assert f"move 2Irish {OVER_RIVER}" in legal(game)


@pytest.mark.rule("9.4", "M2")
@pytest.mark.parametrize("name", ["55Fd", "FlakEin"])
def test_guns_enter_and_leave_polder_by_road_only(name) -> None:
    for road in (True, False):
        here, polder = polder_entrance(road=road)
        for start, to in ((here, polder), (polder, here)):
            german = name == "FlakEin"
            control = {} if german else xxx(here, polder)
            game = impulse(unit(name, start), space=start, side=GERMAN if german else ALLIED, control=control)
            if road:
                assert f"move {name} {to}" in legal(game)
            else:
                assert refused(game, f"move {name} {to}").rule == "9.4"


@pytest.mark.rule("9.4", "M1")
@pytest.mark.parametrize("name", ["2Irish", "3Irish", "55Fd", "PrIrene"])
def test_half_a_point_an_area_along_the_road_net(name) -> None:
    """Allied armour, mechanized infantry and artillery: four areas with two points, and not five."""
    game = impulse(unit(name, A, mf=2), space=A, control=xxx(*path(6)))
    do(game, *(f"move {name} {space}" for space in (B, C, D, E)))
    assert place(game, name) == E
    assert refused(game, f"move {name} {F}").rule == "9.2"


@pytest.mark.rule("9.4", "M1")
def test_no_road_bonus_for_infantry_on_foot() -> None:
    game = impulse(foot(mf=2), space=A, control=xxx(*path(6)))
    do(game, f"move 4Wilts {B}", f"move 4Wilts {C}")
    assert refused(game, f"move 4Wilts {D}").rule == "9.2"


@pytest.mark.rule("9.4", "M1")
@pytest.mark.parametrize("name", ["SSPz10", "22PG", "SSArt10"])
def test_no_road_bonus_for_germans(name) -> None:
    game = impulse(unit(name, A, mf=2), space=A, side=GERMAN)
    do(game, f"move {name} {B}", f"move {name} {C}")
    assert refused(game, f"move {name} {D}").rule == "9.2"


@pytest.mark.rule("9.4", "M1")
def test_q39_the_whole_move_goes_through_free_areas_or_pays_normally_throughout() -> None:
    """Three Free areas (3 x 1), then a Vacant enemy one (2): 5 points, although the road bonus had cost 1.5."""
    for mf, allowed in ((5, True), (4, False)):
        game = impulse(tank(mf=mf), space=A, control=xxx(B, C, D))
        do(game, *(f"move 2Irish {space}" for space in (B, C, D)))
        assert (f"move 2Irish {E}" in legal(game)) is allowed
    assert refused(game, f"move 2Irish {E}").rule == "9.2"


@pytest.mark.rule("9.4", "M1")
def test_q39_after_an_enemy_area_the_bonus_is_gone() -> None:
    game = impulse(tank(mf=3), space=A, control=xxx(C, D))
    do(game, f"move 2Irish {B}", f"move 2Irish {C}")
    assert refused(game, f"move 2Irish {D}").rule == "9.2"


@pytest.mark.rule("9.4", "M1")
def test_q39_the_starting_area_need_not_be_free() -> None:
    game = impulse(tank(mf=2), unit("Rink", A), space=A, control=xxx(*path(6)))
    do(game, *(f"move 2Irish {space}" for space in (B, C, D, E)))
    assert place(game, "2Irish") == E


@pytest.mark.rule("9.4")
def test_mechanized_infantry_off_the_road_pays_normally() -> None:
    here, there = _roadless()
    onward = [edge.to for edge in BOOK.edges[there].values() if edge.water == "plain" and edge.to != here]
    game = impulse(unit("3Irish", here, mf=1), space=here, control=xxx(there, *onward))
    do(game, f"move 3Irish {there}")
    for space in onward:
        assert refused(game, f"move 3Irish {space}").rule == "9.2"


@pytest.mark.rule("9.4")
def test_w1_no_change_between_unconnected_roads_in_one_impulse() -> None:
    """Into 34 from 33 and out to 28 takes two impulses, whether with the road bonus or, armour, at all."""
    control = xxx("33", "34", "28")
    game = impulse(tank("33"), unit("3Irish", "33"), space="33", control=control)
    do(game, "move 2Irish 34", "move 3Irish 34")
    assert refused(game, "move 2Irish 28").rule == "9.4"
    assert "move 2Irish 33" in legal(game)
    assert "move 3Irish 28" in legal(game)  # infantry needs no road
    do(game := impulse(tank("34"), space="34", control=control), "move 2Irish 28")
    assert place(game, "2Irish") == "28"


@pytest.mark.rule("9.4")
def test_w1_changing_roads_costs_mechanized_infantry_its_bonus() -> None:
    control = xxx("33", "34", "28", "30", "27")
    game = impulse(unit("3Irish", "33", mf=1), space="33", control=control)
    do(game, "move 3Irish 34")
    assert refused(game, "move 3Irish 28").rule == "9.2"
    assert "move 3Irish 33" in legal(game)


# 9.5 Boat assault


def _boating(*units, **changes) -> Game:
    """Everything is XXX Corps' and supplied, but for the river boundary, which the Germans hold."""
    given = {
        "control": ALL_XXX | changes.pop("control", {}),
        "holders": ALL_HELD | {BARE_RIVER: GERMAN} | changes.pop("holders", {}),
    }
    return impulse(foot(SHORE, mf=20), *units, space=SHORE, **given, **changes)


@pytest.mark.rule("9.5", "M1", "M2")
def test_one_infantry_unit_crosses_a_river_by_boat_for_its_whole_movement_factor() -> None:
    game = _boating(foot(SHORE, name="5Wilts"))
    do(game, f"boat 4Wilts {OTHER_SHORE}")
    assert place(game, "4Wilts") == OTHER_SHORE
    assert game.state.boat is False
    assert refused(game, f"move 4Wilts {beside_any(OTHER_SHORE)}").rule == "9.2"
    assert refused(game, f"boat 5Wilts {OTHER_SHORE}").rule == "9.5"


@pytest.mark.rule("9.5")
def test_a_boat_needs_all_points_and_the_marker() -> None:
    assert refused(_boating(boat=False), f"boat 4Wilts {OTHER_SHORE}").rule == "9.5"
    door = beside(SHORE)
    game = impulse(foot(door, mf=20), space=door, control=ALL_XXX, holders=ALL_HELD)
    do(game, f"move 4Wilts {SHORE}")
    assert refused(game, f"boat 4Wilts {OTHER_SHORE}").rule == "9.2"


@pytest.mark.rule("9.5", "4.1211")
@pytest.mark.parametrize("name", ["3Irish", "2Irish", "55Fd"])
def test_boats_carry_no_vehicles_and_no_guns(name) -> None:
    game = _boating(unit(name, SHORE))
    assert refused(game, f"boat {name} {OTHER_SHORE}").rule == "9.5"
    assert f"boat 4Wilts {OTHER_SHORE}" in legal(game)


@pytest.mark.rule("9.5")
def test_germans_have_no_boats() -> None:
    game = impulse(unit("Rink", SHORE), space=SHORE, side=GERMAN)
    assert refused(game, f"boat Rink {OTHER_SHORE}").rule == "9.5"


@pytest.mark.rule("9.5", "M2")
def test_boats_cross_a_river_only_where_no_bridge_stands() -> None:
    given = {"control": ALL_XXX, "holders": ALL_HELD}
    game = impulse(foot(RIVER), space=RIVER, **given)
    assert refused(game, f"boat 4Wilts {OVER_RIVER}").rule == "9.5"
    game = impulse(foot(RIVER), space=RIVER, blown=[RIVER_BRIDGE], **given)
    assert f"boat 4Wilts {OVER_RIVER}" in legal(game)
    game = impulse(foot(BANK), space=BANK, **given)
    assert refused(game, f"boat 4Wilts {OTHER_BANK}").rule == "9.5"


@pytest.mark.rule("9.5", "13.82")
def test_boats_need_supply_from_zone_f() -> None:
    """Q6: literally traced, on 17 and 18 September as well."""
    for at in ("18-3", "19-3"):
        assert refused(_boating(control={EXIT: "German"}, at=at), f"boat 4Wilts {OTHER_SHORE}").rule == "9.5"
        assert f"boat 4Wilts {OTHER_SHORE}" in legal(_boating(at=at))


@pytest.mark.rule("9.5", "10.2", "M2")
@pytest.mark.parametrize("holds", [GERMAN, ALLIED])
@pytest.mark.parametrize("own", [True, False])
def test_a_boat_into_enemies_must_attack(own, holds) -> None:
    """Contested or the enemy's, and whoever holds the river."""
    there = (foot(OTHER_SHORE, name="5Wilts"),) if own else ()
    control = {} if own else {OTHER_SHORE: "German"}
    game = _boating(unit("Rink", OTHER_SHORE), *there, control=control, holders={BARE_RIVER: holds})
    do(game, f"boat 4Wilts {OTHER_SHORE}")
    assert refused(game, "end").rule == "10.2"


@pytest.mark.rule("9.5", "10.4")
def test_q43_a_boat_into_a_vacant_enemy_area_takes_it_with_the_river() -> None:
    game = _boating(control={OTHER_SHORE: "German"})
    do(game, f"boat 4Wilts {OTHER_SHORE}")
    assert game.state.control[OTHER_SHORE] == "XXX"
    assert holder(game, BARE_RIVER) == ALLIED
    assert "end" in legal(game)
    assert refused(game, f"attack {OTHER_SHORE}").rule == "10.1"


# 9.61 Stacking


@pytest.mark.rule("9.61", "7.1")
@pytest.mark.parametrize(("side", "names"), [(ALLIED, CORPS), (GERMAN, LANDSER)])
def test_nobody_enters_an_area_with_ten_own_units(side, names) -> None:
    control = xxx(A, B) if side == ALLIED else {}
    for there, allowed in ((10, False), (9, True)):
        stack = [unit(name, B) for name in names[1 : there + 1]]
        game = impulse(unit(names[0], A), *stack, space=A, side=side, control=control)
        assert (f"move {names[0]} {B}" in legal(game)) is allowed
        if not allowed:
            assert refused(game, f"move {names[0]} {B}").rule == "9.61"


@pytest.mark.rule("9.61", "7.1")
def test_the_enemy_does_not_count_for_stacking() -> None:
    game = impulse(foot(), *(unit(name, B) for name in LANDSER[:10]), space=A)
    assert f"move 4Wilts {B}" in legal(game)


@pytest.mark.rule("9.61", "14.3")
def test_zones_are_never_full() -> None:
    area, zone = zone_entrance()
    game = impulse(*(unit(name, zone) for name in LANDSER[1:13]), unit(LANDSER[0], area), space=area, side=GERMAN)
    assert f"move {LANDSER[0]} {zone}" in legal(game)


# 9.62 Boundaries


@pytest.mark.rule("9.62", "19.1")
def test_all_water_and_bridges_are_german_at_the_start() -> None:
    crossings = Game(TITLE, "montys_gamble/basic", 1).state.crossings
    assert crossings.keys() == BOOK.waters.keys()
    assert {each.holder for each in crossings.values()} == {GERMAN}
    assert not any(each.blown for each in crossings.values())


@pytest.mark.rule("9.62")
def test_five_units_cross_a_bridge_in_an_impulse() -> None:
    game = impulse(*(foot(CANAL, name=name) for name in CORPS[:6]), space=CANAL, control=xxx(OVER_CANAL))
    do(game, *(f"move {name} {OVER_CANAL}" for name in CORPS[:5]))
    assert refused(game, f"move {CORPS[5]} {OVER_CANAL}").rule == "9.62"
    assert f"cross {CORPS[5]} {OVER_CANAL}" in legal(game)  # but through the canal


@pytest.mark.rule("9.62")
def test_w11_there_and_back_counts_twice() -> None:
    game = impulse(*(foot(CANAL, name=name) for name in CORPS[:5]), space=CANAL, control=xxx(OVER_CANAL))
    do(game, f"move {CORPS[0]} {OVER_CANAL}", f"move {CORPS[0]} {CANAL}")
    do(game, *(f"move {name} {OVER_CANAL}" for name in CORPS[1:4]))
    assert refused(game, f"move {CORPS[4]} {OVER_CANAL}").rule == "9.62"


@pytest.mark.rule("9.62", "10.91")
def test_w11_q8_a_forced_retreat_does_not_count() -> None:
    """Two units cross and are thrown back; three others may still cross the other way, the fourth may not."""
    attackers, others = CORPS[:2], CORPS[2:6]
    units = [foot(CANAL, name=name) for name in attackers] + [foot(OVER_CANAL, name=name) for name in others]
    given = {"control": xxx(CANAL, OVER_CANAL), "holder": ALLIED, "dice": rolls(2, 12)}
    game = impulse(*units, unit("Rink", OVER_CANAL, defence=9), space=CANAL, **given)
    do(game, *(f"move {name} {OVER_CANAL}" for name in attackers))
    attack(game, OVER_CANAL, *attackers)
    settle(game)
    assert {place(game, name) for name in attackers} == {CANAL}
    do(game, "double", f"assault {OVER_CANAL}", *(f"move {name} {CANAL}" for name in others[:3]))
    assert refused(game, f"move {others[3]} {CANAL}").rule == "9.62"


@pytest.mark.rule("9.62", "12.3")
def test_q17_five_units_in_both_halves_of_a_double_impulse_together() -> None:
    units = [foot(CANAL, name=name) for name in CORPS[:4]] + [foot(OVER_CANAL, name=name) for name in CORPS[4:6]]
    game = impulse(*units, space=CANAL, holder=ALLIED, control=xxx(OVER_CANAL))
    do(game, *(f"move {name} {OVER_CANAL}" for name in CORPS[:4]))
    do(game, "double", f"assault {OVER_CANAL}", f"move {CORPS[4]} {CANAL}")
    assert refused(game, f"move {CORPS[5]} {CANAL}").rule == "9.62"


@pytest.mark.rule("9.62", "M2", "3.2")
def test_a_river_is_crossed_by_bridge_ferry_or_boat_only() -> None:
    game = impulse(foot(SHORE), tank(SHORE), space=SHORE, control=ALL_XXX)
    for name in ("4Wilts", "2Irish"):
        assert refused(game, f"move {name} {OTHER_SHORE}").rule == "9.62"
    game = impulse(foot(RIVER), space=RIVER, control=ALL_XXX)
    assert f"move 4Wilts {OVER_RIVER}" in legal(game)
    game = impulse(foot(RIVER), space=RIVER, control=ALL_XXX, blown=[RIVER_BRIDGE])
    assert refused(game, f"move 4Wilts {OVER_RIVER}").rule == "9.62"


# 9.63 Ferries


@pytest.mark.rule("9.63", "4.7", "M1")
def test_a_ferry_carries_one_unit_a_day_for_its_whole_movement_factor() -> None:
    near, far = FERRY.split("-")
    units = foot(near, mf=20), foot(near, name="5Wilts"), foot(far, name="4SLI")
    game = impulse(*units, space=near, control=ALL_XXX, holder=ALLIED)
    do(game, f"ferry 4Wilts {far}")
    assert place(game, "4Wilts") == far
    assert game.state.ferries[FERRY] == "used"
    assert refused(game, f"move 4Wilts {beside_any(far)}").rule == "9.2"
    assert refused(game, f"ferry 5Wilts {far}").rule == "9.63"
    do(game, "double", f"assault {far}")
    assert refused(game, f"ferry 4SLI {near}").rule == "9.63"  # whatever the direction


def beside_any(space: str) -> str:
    """A neighbour over a plain boundary."""
    return next(edge.to for edge in BOOK.edges[space].values() if edge.water == "plain")


@pytest.mark.rule("9.63")
def test_both_sides_use_ferries_and_nobody_holds_them() -> None:
    near, far = FERRY.split("-")
    for side, name in ((ALLIED, "4Wilts"), (GERMAN, "Rink")):
        for boss in (ALLIED, GERMAN):
            game = impulse(unit(name, near), space=near, side=side, control=ALL_XXX, holders={FERRY: boss})
            assert f"ferry {name} {far}" in legal(game)


@pytest.mark.rule("9.63")
def test_no_other_movement_before_a_ferry() -> None:
    near, far = FERRY.split("-")
    before = beside_any(near)
    game = impulse(foot(before, mf=20), space=before, control=ALL_XXX)
    do(game, f"move 4Wilts {near}")
    assert refused(game, f"ferry 4Wilts {far}").rule in ("9.2", "9.67")
    game = impulse(unit("3Irish", before, mf=20), space=before, control=ALL_XXX)
    do(game, f"move 3Irish {near}")
    assert refused(game, f"ferry 3Irish {far}").rule == "9.2"


@pytest.mark.rule("9.63", "4.7")
def test_a_ferry_that_is_used_or_destroyed_or_not_there() -> None:
    near, far = FERRY.split("-")
    ready = dict.fromkeys(BOOK.ferries, "ready")
    for state in ("used", "destroyed"):
        game = impulse(foot(near), space=near, control=ALL_XXX, ferries=ready | {FERRY: state})
        assert refused(game, f"ferry 4Wilts {far}").rule == "9.63"
    assert refused(impulse(foot(SHORE), space=SHORE, control=ALL_XXX), f"ferry 4Wilts {OTHER_SHORE}").rule == "9.63"


@pytest.mark.rule("9.63", "3.21", "M2")
@pytest.mark.parametrize(("at", "allowed"), [("17-3", False), ("18-3", False), ("19-3", True), ("20-3", True)])
def test_german_armour_takes_ferries_from_19_september_on(at, allowed) -> None:
    near, far = FERRY.split("-")
    game = impulse(unit("Pz224", near), unit("Rink", near), unit("SSArt10", near), space=near, side=GERMAN, at=at)
    assert (f"ferry Pz224 {far}" in legal(game)) is allowed
    assert {f"ferry Rink {far}", f"ferry SSArt10 {far}"} <= legal(game)
    if not allowed:
        assert refused(game, f"ferry Pz224 {far}").rule == "9.63"
    assert f"ferry 2Irish {far}" in legal(impulse(tank(near), space=near, at=at, control=ALL_XXX))


@pytest.mark.rule("9.63", "3.21", "9.4")
def test_armour_takes_only_the_ferries_that_count_as_roads() -> None:
    """15-16 and 15-25; at the third one there is no road."""
    (third,) = set(BOOK.ferries) - {"15-16", "15-25"}
    for ferry, allowed in (("15-16", True), ("15-25", True), (third, False)):
        near, far = ferry.split("-")
        game = impulse(tank(near), foot(near), space=near, control=ALL_XXX)
        assert (f"ferry 2Irish {far}" in legal(game)) is allowed
        assert f"ferry 4Wilts {far}" in legal(game)
        if not allowed:
            assert refused(game, f"ferry 2Irish {far}").rule == "3.21"


# 9.64 FLAK towers


@pytest.mark.rule("9.64", "4.125")
def test_towers_never_move() -> None:
    game = impulse(unit("TwrArnhem", ARNHEM, mf=5), unit("Rink", ARNHEM), space=ARNHEM, side=GERMAN)
    assert {text.split()[1] for text in legal(game, "move")} == {"Rink"}
    assert refused(game, f"move TwrArnhem {beside(ARNHEM)}").rule == "9.64"


@pytest.mark.rule("9.64", "8.22")
def test_towers_never_infiltrate() -> None:
    target = next(to for to in (B, D) if BOOK.spaces[to].tem > 1)
    start = {B: A, D: C}[target]
    game = position(unit("TwrArnhem", start), foot(target), side=GERMAN)
    assert refused(game, f"infiltration {start}").rule == "8.22"
    game = position(unit("TwrArnhem", start), unit("Rink", start), foot(target), side=GERMAN)
    do(game, f"infiltration {start}")
    assert {text.split()[1] for text in legal(game, "infiltrate")} == {"Rink"}


# 9.65 Point units


@pytest.mark.rule("9.65", "M1")
@pytest.mark.parametrize("occupied", [True, False])
@pytest.mark.parametrize("name", ["55Fd", "FlakEin", "SSArt10"])
def test_guns_enter_an_uncontested_enemy_area_behind_a_point_unit_only(name, occupied) -> None:
    side = BOOK.roster[name].side
    leader, foe = ("4Wilts", "Rink") if side == ALLIED else ("Rink", "4Wilts")
    enemies = (unit(foe, B),) if occupied else ()
    control = {B: "German" if side == ALLIED else "XXX"}
    game = impulse(unit(name, A), unit(leader, A), *enemies, space=A, side=side, control=control)
    assert refused(game, f"move {name} {B}").rule == "9.65"
    do(game, f"move {leader} {B}", f"move {name} {B}")
    assert place(game, name) == B


@pytest.mark.rule("9.65")
@pytest.mark.parametrize("name", ["4Wilts", "2Irish", "3Irish", "1GlasH"])
def test_infantry_and_armour_are_point_units(name) -> None:
    game = impulse(unit(name, A), unit("Rink", B), space=A)
    assert f"move {name} {B}" in legal(game)


@pytest.mark.rule("9.65")
def test_guns_enter_own_and_contested_areas_by_themselves() -> None:
    game = impulse(gun(), space=A, control=xxx(B))
    assert f"move 55Fd {B}" in legal(game)
    for control in ("XXX", "German"):
        game = impulse(gun(), foot(B), unit("Rink", B), space=A, control={B: control})
        assert f"move 55Fd {B}" in legal(game)


@pytest.mark.rule("9.65", "10.2", "M2")
def test_guns_are_led_into_a_contested_area_over_an_enemy_held_bridge() -> None:
    units = gun(CANAL), foot(CANAL), foot(OVER_CANAL, name="5Wilts"), unit("Rink", OVER_CANAL)
    game = impulse(*units, space=CANAL, control=xxx(OVER_CANAL))
    assert refused(game, f"move 55Fd {OVER_CANAL}").rule == "9.65"
    do(game, f"move 4Wilts {OVER_CANAL}", f"move 55Fd {OVER_CANAL}")
    game = impulse(*units, space=CANAL, control=xxx(OVER_CANAL), holders={CANAL_BRIDGE: ALLIED})
    assert f"move 55Fd {OVER_CANAL}" in legal(game)  # no attack is due over an own bridge


# 9.66 Operational range


@pytest.mark.rule("9.66", "3.26")
@pytest.mark.parametrize(("name", "division"), [("1Para", "1"), ("1ALtRA", "1"), ("1-504", "82"), ("907GFA", "101")])
def test_airborne_units_enter_areas_of_their_range_only(name, division) -> None:
    """Infantry and, Q4, artillery."""
    inside, outside = next(
        (here, edge.to)
        for here, edge in edges("plain", road=True)
        if division in BOOK.spaces[here].ranges and division not in BOOK.spaces[edge.to].ranges
    )
    game = impulse(unit(name, inside), foot(inside), space=inside, control=ALL_XXX)
    assert refused(game, f"move {name} {outside}").rule == "9.66"
    assert f"move 4Wilts {outside}" in legal(game)
    home = [to for to in BOOK.edges[inside] if division in BOOK.spaces[to].ranges]
    assert any(f"move {name} {to}" in legal(game) for to in home)


@pytest.mark.rule("9.66", "3.26")
def test_zones_are_outside_every_range() -> None:
    area, zone = next((a, z) for z in sorted(BOOK.zones) for a in BOOK.edges[z] if "1" in BOOK.spaces[a].ranges)
    game = impulse(unit("1Para", area), foot(area), space=area, control=ALL_XXX)
    assert refused(game, f"move 1Para {zone}").rule == "9.66"
    assert f"move 4Wilts {zone}" in legal(game)


@pytest.mark.rule("9.66", "11.111")
def test_airborne_artillery_bombards_outside_its_range() -> None:
    inside, outside = next(
        (here, edge.to)
        for here, edge in edges("plain")
        if "82" in BOOK.spaces[here].ranges and "82" not in BOOK.spaces[edge.to].ranges
    )
    game = position(unit("319GFA", inside), unit("Rink", outside), control=xxx(inside))
    assert f"bombard {outside}" in legal(game)


# 9.67 Polder


@pytest.mark.rule("9.67", "M2")
def test_infantry_stops_where_it_enters_polder_without_a_road() -> None:
    here, polder = polder_entrance(road=False)
    onward = [edge.to for edge in BOOK.edges[polder].values() if edge.water == "plain" and edge.to != here]
    game = impulse(foot(here, mf=20), unit("3Irish", here, mf=20), space=here, control=ALL_XXX)
    do(game, f"move 4Wilts {polder}", f"move 3Irish {polder}")
    assert onward
    for name in ("4Wilts", "3Irish"):
        for space in onward:
            assert refused(game, f"move {name} {space}").rule in ("9.2", "9.67")


@pytest.mark.rule("9.67", "M2")
def test_infantry_goes_on_through_polder_by_road() -> None:
    here, polder = polder_entrance(road=True)
    onward = beside_any(polder) if beside_any(polder) != here else here
    game = impulse(foot(here, mf=20), space=here, control=ALL_XXX)
    do(game, f"move 4Wilts {polder}")
    assert f"move 4Wilts {onward}" in legal(game)


@pytest.mark.rule("9.67", "M2")
def test_infantry_goes_on_in_open_country_without_a_road() -> None:
    here, there = _roadless()
    game = impulse(foot(here, mf=20), space=here, control=ALL_XXX)
    do(game, f"move 4Wilts {there}")
    assert any(text.startswith("move 4Wilts") for text in legal(game, "move"))


@pytest.mark.rule("9.67")
def test_a_railway_bridge_is_no_road_into_the_polder() -> None:
    """Over the road bridge of Arnhem infantry goes on, over the railway bridge of Oosterbeek it stops."""
    given = {"control": ALL_XXX, "holders": ALL_HELD}
    assert BOOK.spaces[ELDEN].polder
    game = impulse(unit("1Para", ARNHEM), space=ARNHEM, **given)
    do(game, f"move 1Para {ELDEN}")
    assert legal(game, "move")
    (here, polder) = next(
        (here, edge.to) for here, edge in edges("river", bridge=True, road=False) if BOOK.spaces[edge.to].polder
    )
    game = impulse(foot(here), space=here, **given)
    do(game, f"move 4Wilts {polder}")
    assert not legal(game, "move")
