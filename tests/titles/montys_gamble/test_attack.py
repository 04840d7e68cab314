"""Rule 10 but for retreats: who attacks, mandatory and optional attacks, values (C1), results (C2), casualties (C3)."""

import pytest

from tests.titles.montys_gamble.battles import (
    ALL_HELD,
    ALL_XXX,
    LANDSER,
    attack,
    declare,
    holder,
    impulse,
    outcome,
    rolls,
    settle,
    stage,
    values,
)
from tests.titles.montys_gamble.kit import (
    ALLIED,
    BOOK,
    GERMAN,
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
    ENTRY,
    EXIT,
    beside,
    crossing,
    edges,
    is_open,
    path,
)
from wargame_tui.core.game import Game
from wargame_tui.titles.montys_gamble.rules.attack import can_overrun

A, B, C, D = path(4)
"""Open country, joined in a row by roads over plain boundaries."""
CANAL, OVER_CANAL, CANAL_BRIDGE = crossing("canal", bridge=True, road=True)
RIVER, OVER_RIVER, RIVER_BRIDGE = crossing("river", bridge=True, road=True)
BANK, OTHER_BANK, BARE_CANAL = crossing("canal", bridge=False)
SHORE, OTHER_SHORE, BARE_RIVER = crossing("river", bridge=False)
FERRY = "15-16"
FOES = LANDSER[:10]
DIS = {"dis1": 1, "dis2": 2}


def xxx(*spaces: str) -> dict[str, str]:
    """Spaces controlled by XXX Corps."""
    return dict.fromkeys(spaces, "XXX")


def tem(space: str) -> int:
    """Its terrain effect modifier."""
    return BOOK.spaces[space].tem


def foes(space: str, *states: str):
    """German infantry with defence factor 3, Fresh and Spent."""
    return [unit(name, space, state, defence=3, spent=3) for name, state in zip(FOES, states, strict=False)]


def clash(margin: int, *states: str, start: str = A, target: str = B, others=(), more: int = 0, **changes):
    """4Wilts goes from one area to the next and attacks there, the first enemy being forward unit.

    The totals differ by the margin: the attack factor is the defence value but for the crossing (`more`), dice are
    equal. Returns the game and the events of the attack.
    """
    fresh = sum(state == "fresh" for state in states[1:])
    factor = 3 - DIS.get(states[0], 0) + tem(target) + fresh + more + margin
    units = unit("4Wilts", start, attack=factor, mf=12), *others, *foes(target, *states)
    game = impulse(*units, space=start, dice=rolls(7, 7), **changes)
    do(game, f"move 4Wilts {target}")
    return game, attack(game, target, "4Wilts", forward=FOES[0])


# 10.1 Who attacks, where and when


@pytest.mark.rule("10.1")
def test_only_fresh_units_that_began_in_the_activated_area_attack() -> None:
    units = unit("4Wilts", A), unit("5Wilts", A, "spent"), unit("4SLI", A), unit("7SLI", B), unit("8DLI", B, "spent")
    game = impulse(*units, *foes(B, "fresh"), space=A)
    do(game, f"move 4Wilts {B}", f"attack {B}")
    for name in ("5Wilts", "4SLI", "7SLI", "8DLI"):
        assert refused(game, f"join {name}").rule == "10.1"
    assert refused(game, f"join {FOES[0]}").rule == "10.1"
    assert {"join 4Wilts", "point 4Wilts"} & legal(game)


@pytest.mark.rule("10.1")
def test_an_attack_needs_enemies_there() -> None:
    game = impulse(unit("4Wilts", A), *foes(C, "fresh"), space=A)
    assert refused(game, f"attack {B}").rule == "10.1"
    assert refused(game, f"attack {A}").rule == "10.1"
    assert refused(game, f"attack {C}").rule == "10.3"  # enemies, but nobody to attack them
    do(game, f"move 4Wilts {B}", f"move 4Wilts {C}")
    assert f"attack {C}" in legal(game)


@pytest.mark.rule("10.1")
def test_an_attack_into_another_area_costs_nothing_beyond_the_entry() -> None:
    game = impulse(unit("4Wilts", A, mf=4), *foes(B, "fresh"), space=A)
    do(game, f"move 4Wilts {B}")
    assert f"attack {B}" in legal(game)


@pytest.mark.rule("10.1", "10.6")
@pytest.mark.parametrize(("state", "price"), [("fresh", 2), ("spent", 1), ("dis2", 1)])
def test_an_attack_inside_the_area_costs_one_or_two_points(state, price) -> None:
    for mf, allowed in ((price, True), (price - 1, False)):
        game = impulse(unit("4Wilts", A, mf=mf), *foes(A, state), space=A)
        assert (f"attack {A}" in legal(game)) is allowed


@pytest.mark.rule("10.1")
def test_all_defenders_may_be_affected_and_nobody_else() -> None:
    bystander = unit("5Wilts", B)
    game, _ = clash(2, "fresh", "fresh", others=[bystander])
    assert condition(game, FOES[0]) == "spent"  # the forward unit, unasked
    assert {f"take {FOES[0]}", f"take {FOES[1]}"} <= legal(game)
    assert refused(game, "take 5Wilts").rule == "10.8"


@pytest.mark.rule("10.1", "9.1")
def test_an_area_is_attacked_once_in_an_impulse() -> None:
    units = unit("4Wilts", A), unit("5Wilts", A), *foes(B, "fresh")
    game = impulse(*units, space=A, dice=rolls(2, 12))
    do(game, f"move 4Wilts {B}", f"move 5Wilts {B}")
    declare(game, B, "4Wilts", "5Wilts")
    settle(game)
    assert refused(game, f"attack {B}").rule in ("9.1", "10.1")
    game = impulse(*units, unit("7SLI", B), space=A, control=xxx(B), dice=rolls(2, 12))
    do(game, f"move 4Wilts {B}", f"move 5Wilts {B}")
    declare(game, B, "4Wilts")  # the area was contested: 5Wilts need not take part
    settle(game)
    assert refused(game, f"attack {B}").rule == "9.1"


@pytest.mark.rule("10.1")
def test_movement_into_the_area_ends_when_the_attack_is_declared() -> None:
    game = impulse(unit("4Wilts", A), unit("5Wilts", A), *foes(B, "fresh"), space=A)
    do(game, f"move 4Wilts {B}", f"attack {B}")
    assert not legal(game, "move")
    refused(game, f"move 5Wilts {B}")


# 10.2 Mandatory attacks


@pytest.mark.rule("10.2")
def test_who_enters_an_uncontested_area_with_enemies_must_attack() -> None:
    game = impulse(unit("4Wilts", A), unit("5Wilts", A), *foes(B, "dis2"), space=A)
    do(game, f"move 4Wilts {B}", f"move 5Wilts {B}")
    assert refused(game, "end").rule == "10.2"
    do(game, f"attack {B}")
    assert game.state.stack[-1].attackers == ("4Wilts", "5Wilts")  # all of them


@pytest.mark.rule("10.2", "10.3")
def test_who_enters_a_contested_area_over_a_plain_boundary_need_not() -> None:
    game = impulse(unit("4Wilts", A), unit("5Wilts", B), *foes(B, "fresh"), space=A, control=xxx(B))
    do(game, f"move 4Wilts {B}")
    assert {"end", f"attack {B}"} <= legal(game)


@pytest.mark.rule("10.2", "M2")
@pytest.mark.parametrize(("water", "how"), [("canal", "move"), ("canal", "cross"), ("river", "move")])
def test_over_water_into_a_contested_area_it_depends_on_who_holds_the_water(water, how) -> None:
    here, there, border = (CANAL, OVER_CANAL, CANAL_BRIDGE) if water == "canal" else (RIVER, OVER_RIVER, RIVER_BRIDGE)
    for side, must in ((GERMAN, True), (ALLIED, False)):
        units = unit("4Wilts", here), unit("5Wilts", there), *foes(there, "fresh")
        game = impulse(*units, space=here, control=xxx(there), holders={border: side})
        do(game, f"{how} 4Wilts {there}")
        assert ("end" not in legal(game)) is must


@pytest.mark.rule("10.2", "9.22")
def test_a_bridge_seized_before_makes_the_attack_optional() -> None:
    units = unit("4Wilts", CANAL), unit("5Wilts", OVER_CANAL), *foes(OVER_CANAL, "spent")
    game = impulse(*units, space=CANAL, control=xxx(OVER_CANAL), dice=[6])
    do(game, f"seize 4Wilts {CANAL_BRIDGE}", f"move 4Wilts {OVER_CANAL}")
    assert "end" in legal(game)


@pytest.mark.rule("10.2", "M2")
@pytest.mark.parametrize("holds", [GERMAN, ALLIED])
def test_by_ferry_into_a_contested_area_it_is_mandatory_whoever_holds_the_river(holds) -> None:
    near, far = FERRY.split("-")
    units = unit("4Wilts", near), unit("5Wilts", far), *foes(far, "fresh")
    game = impulse(*units, space=near, control=xxx(near, far), holders={FERRY: holds})
    do(game, f"ferry 4Wilts {far}")
    assert refused(game, "end").rule == "10.2"


@pytest.mark.rule("10.2", "8.222")
def test_an_infiltrator_who_succeeds_need_not_attack_and_one_who_fails_must() -> None:
    """Q27: and may not be supported by the one who succeeded."""
    target, start = next((to, here) for here, to in ((A, B), (B, A), (B, C), (C, B)) if tem(to) in (2, 3))
    game = position(unit("Rink", start), unit("Eindh", start), unit("4Wilts", target), side=GERMAN, dice=[1, 6])
    do(game, f"infiltration {start}", f"infiltrate Rink {target}")
    assert "end" in legal(game)
    do(game, f"infiltrate Eindh {target}")
    assert refused(game, "end").rule == "10.2"
    do(game, f"attack {target}")
    assert game.state.stack[-1].attackers == ("Eindh",)
    assert refused(game, "join Rink").rule == "8.222"


@pytest.mark.rule("10.2", "8.22")
def test_q27_failed_infiltrators_attack_once_in_each_target_area() -> None:
    middle = next(
        space
        for space in filter(is_open, BOOK.areas)
        if sum(e.water == "plain" and is_open(e.to) and e.road for e in BOOK.edges[space].values()) > 1
    )
    one, other = [e.to for e in BOOK.edges[middle].values() if e.water == "plain" and is_open(e.to) and e.road][:2]
    units = [unit(name, middle) for name in ("Rink", "Eindh", "MG37")]
    enemies = unit("4Wilts", one), unit("5Wilts", other)
    game = position(*units, *enemies, side=GERMAN, dice=[6, 6, 6, *rolls(2, 12), *rolls(2, 12)])
    do(game, f"infiltration {middle}", f"infiltrate Rink {one}", f"infiltrate Eindh {one}", f"infiltrate MG37 {other}")
    do(game, f"attack {one}")
    assert game.state.stack[-1].attackers == ("Rink", "Eindh")
    do(game, "point Rink", "fight")
    settle(game)
    assert refused(game, "end").rule == "10.2"
    attack(game, other, "MG37")
    settle(game)
    assert "end" in legal(game)


def _infiltration(*units, dice) -> tuple[Game, str, str]:
    """Germans in one open area infiltrate the next, where a die of 1 succeeds and a 6 fails."""
    target, start = next((to, here) for here, to in ((A, B), (B, A), (B, C), (C, B)) if tem(to) in (2, 3))
    placed = [unit(name, start if BOOK.roster[name].side == GERMAN else target, **given) for name, given in units]
    game = position(*placed, side=GERMAN, dice=dice)
    do(game, f"infiltration {start}")
    return game, start, target


@pytest.mark.rule("10.2", "8.22", "15.12")
def test_q27_failed_infiltrators_are_supported_by_artillery() -> None:
    game, _, target = _infiltration(("22PG", {}), ("SSArt10", {}), ("4Wilts", {}), dice=[6, *rolls(2, 12)])
    assert refused(game, f"infiltrate SSArt10 {target}").rule == "8.22"
    do(game, f"infiltrate 22PG {target}")
    events = attack(game, target, "22PG", support=["SSArt10"])
    assert values(events, "av")["10.72C"] == 1


@pytest.mark.rule("10.2", "10.5", "8.22")
def test_q27_failed_infiltrators_do_not_move_on_after_an_overrun() -> None:
    """The attempt took their whole movement factor."""
    units = ("Rink", {"attack": 12, "mf": 20}), ("4Wilts", {"condition": "dis2", "spent": 1})
    game, start, target = _infiltration(*units, dice=[6, *rolls(12, 2)])
    do(game, f"infiltrate Rink {target}")
    attack(game, target, "Rink")
    assert place(game, "4Wilts") == "eliminated"
    assert not legal(game, "move")
    assert refused(game, f"move Rink {start}")
    do(game, "end")
    assert condition(game, "Rink") == "spent"


@pytest.mark.rule("10.2", "9.65", "10.741")
def test_artillery_shares_the_fate_of_a_mandatory_attack() -> None:
    units = unit("4Wilts", A), unit("55Fd", A), *foes(B, "fresh")
    game = impulse(*units, space=A, dice=rolls(2, 12))
    do(game, f"move 4Wilts {B}", f"move 55Fd {B}", f"attack {B}")
    assert game.state.stack[-1].attackers == ("4Wilts", "55Fd")
    do(game, "point 4Wilts", "fight")
    assert [condition(game, name) for name in ("4Wilts", "55Fd")] == ["dis1", "dis1"]
    assert [place(game, name) for name in ("4Wilts", "55Fd")] == [A, A]


@pytest.mark.rule("10.2", "10.4")
def test_q29_a_blown_bridge_leaves_the_water_to_its_last_holder() -> None:
    for side, must in ((GERMAN, True), (ALLIED, False)):
        units = unit("4Wilts", CANAL), unit("5Wilts", OVER_CANAL), *foes(OVER_CANAL, "fresh")
        given = {"holders": {CANAL_BRIDGE: side}, "blown": [CANAL_BRIDGE]}
        game = impulse(*units, space=CANAL, **given)
        do(game, f"cross 4Wilts {OVER_CANAL}")
        assert ("end" not in legal(game)) is must


@pytest.mark.rule("10.2", "10.743")
def test_after_a_successful_mandatory_attack_all_attackers_are_spent() -> None:
    game, _ = clash(1, "fresh")
    settle(game)
    assert (place(game, "4Wilts"), condition(game, "4Wilts")) == (B, "spent")


@pytest.mark.rule("10.2", "10.742", "10.743", "C2")
@pytest.mark.parametrize(("margin", "taken"), [(1, True), (0, True), (-1, False)])
@pytest.mark.parametrize("how", ["move", "cross"])
def test_water_crossed_in_a_mandatory_attack_falls_by_success_or_stalemate(how, margin, taken) -> None:
    """Over the enemy-held bridge the defender gets 2 more, through the canal as well."""
    factor = 3 + tem(OVER_CANAL) + 2 + margin
    units = unit("4Wilts", CANAL, attack=factor), *foes(OVER_CANAL, "fresh")
    game = impulse(*units, space=CANAL, dice=rolls(7, 7))
    do(game, f"{how} 4Wilts {OVER_CANAL}")
    attack(game, OVER_CANAL, "4Wilts")
    assert holder(game, CANAL_BRIDGE) == (ALLIED if taken else GERMAN)


@pytest.mark.rule("10.2", "10.741")
def test_of_mixed_attackers_only_the_mandatory_ones_must_retreat() -> None:
    other = beside(OVER_CANAL, besides=(CANAL,))
    units = unit("4Wilts", CANAL), unit("5Wilts", other), unit("7SLI", OVER_CANAL), *foes(OVER_CANAL, "fresh")
    game = impulse(*units, space=CANAL, control=xxx(OVER_CANAL), holder=ALLIED, dice=rolls(2, 12))
    do(game, f"move 4Wilts {OVER_CANAL}", "double", f"assault {other}", f"move 5Wilts {OVER_CANAL}")
    attack(game, OVER_CANAL, "4Wilts", "5Wilts")
    assert legal(game, "retreat") == {f"retreat 5Wilts {other}"}
    assert place(game, "4Wilts") == CANAL  # gone already: it had to
    do(game, "stay")
    assert [condition(game, name) for name in ("4Wilts", "5Wilts")] == ["dis1", "dis1"]
    assert place(game, "5Wilts") == OVER_CANAL


# 10.3 Optional attacks


def _optional(*names: str, dice=(), **changes) -> Game:
    """Some units have entered contested B from A over a plain boundary."""
    units = [unit(name, A) for name in names] + [unit("7SLI", B), *foes(B, "fresh")]
    game = impulse(*units, space=A, control=xxx(B), dice=dice, **changes)
    do(game, *(f"move {name} {B}" for name in names))
    return game


@pytest.mark.rule("10.3")
def test_any_or_all_of_the_entered_units_attack() -> None:
    game = _optional("4Wilts", "5Wilts", dice=rolls(2, 12))
    do(game, f"attack {B}")
    assert game.state.stack[-1].attackers == ()
    do(game, "point 5Wilts", "fight")
    settle(game)
    assert (condition(game, "5Wilts"), condition(game, "4Wilts")) == ("dis1", "fresh")
    do(game, "end")
    assert condition(game, "4Wilts") == "spent"  # it has moved


@pytest.mark.rule("10.3")
def test_units_that_enter_without_attacking_are_spent_afterwards() -> None:
    game = _optional("4Wilts")
    do(game, "end")
    assert (place(game, "4Wilts"), condition(game, "4Wilts")) == (B, "spent")


@pytest.mark.rule("10.3")
def test_q28_at_least_one_point_unit_attacks() -> None:
    """Infantry or armour: guns alone do not attack."""
    game = _optional("55Fd")
    assert refused(game, f"attack {B}").rule == "10.3"
    assert f"attack {B}" in legal(_optional("2Irish"))


@pytest.mark.rule("10.3")
def test_own_units_that_are_not_activated_take_no_part_and_no_harm() -> None:
    game = _optional("4Wilts", dice=rolls(2, 12))
    do(game, f"attack {B}")
    assert refused(game, "join 7SLI").rule == "10.1"
    do(game, "point 4Wilts", "fight")
    settle(game)
    assert (place(game, "7SLI"), condition(game, "7SLI")) == (B, "fresh")


@pytest.mark.rule("10.3", "10.741")
@pytest.mark.parametrize("answer", ["stay", f"retreat 4Wilts {A}"])
def test_after_a_failed_optional_attack_the_attackers_stay_or_retreat(answer) -> None:
    game = _optional("4Wilts", dice=rolls(2, 12))
    attack(game, B, "4Wilts")
    assert legal(game) == {"stay", f"retreat 4Wilts {A}"}
    do(game, answer)
    assert place(game, "4Wilts") == (B if answer == "stay" else A)
    assert condition(game, "4Wilts") == "dis1"


# 10.4 River attacks


@pytest.mark.rule("10.4", "10.2", "C2")
@pytest.mark.parametrize(("margin", "taken"), [(1, True), (0, True), (-1, False)])
@pytest.mark.parametrize("how", ["ferry", "boat"])
def test_a_river_attack_takes_the_river_by_success_or_stalemate(how, margin, taken) -> None:
    here, there = FERRY.split("-") if how == "ferry" else (SHORE, OTHER_SHORE)
    border = FERRY if how == "ferry" else BARE_RIVER
    factor = 3 + tem(there) + 2 + margin
    control = ALL_XXX | {there: "German"}
    units = unit("4Wilts", here, attack=factor), *foes(there, "fresh")
    game = impulse(*units, space=here, control=control, holders=ALL_HELD | {border: GERMAN}, dice=rolls(7, 7))
    do(game, f"{how} 4Wilts {there}")
    assert refused(game, "end").rule == "10.2"
    attack(game, there, "4Wilts")
    assert holder(game, border) == (ALLIED if taken else GERMAN)


@pytest.mark.rule("10.4", "9.62")
def test_nobody_attacks_across_a_river_without_bridge_ferry_or_boat() -> None:
    game = impulse(unit("4Wilts", SHORE), *foes(OTHER_SHORE, "fresh"), space=SHORE, boat=False)
    assert not [text for text in legal(game) if text.endswith(f"4Wilts {OTHER_SHORE}")]


# 10.5 Overrun, C3


@pytest.mark.rule("10.5", "10.8", "C3")
@pytest.mark.parametrize(
    ("states", "capacity"),
    [(["fresh"], 4), (["spent"], 3), (["dis1"], 2), (["dis2"], 1), (["fresh", "dis1"], 6), (["spent", "dis2"], 4)],
)
def test_v9_an_attack_is_an_overrun_if_the_defenders_cannot_absorb_it(states, capacity) -> None:
    """One point more than their capacity, as high ground and polder are not in play."""
    game, events = clash(capacity + 1, *states, control=xxx(C))
    assert told(events, "overrun")
    assert {place(game, name) for name in FOES[: len(states)]} == {"eliminated"}
    do(game, f"move 4Wilts {C}")
    game, events = clash(capacity, *states, control=xxx(C))
    assert not told(events, "overrun")
    assert stage(game) == "absorb"


@pytest.mark.rule("10.5")
@pytest.mark.parametrize(("mf", "allowed"), [(5, True), (4, False)])
def test_overrunning_units_go_on_with_what_they_have_left(mf, allowed) -> None:
    """3 points against a Spent enemy, 2 for the Vacant area behind."""
    units = unit("4Wilts", A, attack=12, mf=mf), *foes(B, "spent")
    game = impulse(*units, space=A, dice=rolls(12, 2))
    do(game, f"move 4Wilts {B}")
    attack(game, B, "4Wilts")
    assert (f"move 4Wilts {C}" in legal(game)) is allowed
    if not allowed:
        assert refused(game, f"move 4Wilts {C}").rule == "9.2"


@pytest.mark.rule("10.5")
def test_an_overrun_may_be_followed_by_another_attack() -> None:
    units = unit("4Wilts", A, attack=12, mf=7), *foes(B, "dis2"), unit("MG37", C)
    game = impulse(*units, space=A, dice=rolls(12, 2) + rolls(12, 2))
    do(game, f"move 4Wilts {B}")
    attack(game, B, "4Wilts")
    assert condition(game, "4Wilts") == "fresh"
    do(game, f"move 4Wilts {C}")
    events = attack(game, C, "4Wilts")
    assert outcome(events)["result"] == "success"
    settle(game)
    assert legal(game, "move") == set()


@pytest.mark.rule("10.5", "9.22")
@pytest.mark.parametrize("overrun", [True, False])
def test_left_over_points_serve_for_a_seizure_only_after_an_overrun(overrun) -> None:
    before = beside(CANAL, besides=(OVER_CANAL,))
    units = unit("4Wilts", before, attack=1 + 1 + tem(CANAL) + overrun, mf=9), *foes(CANAL, "dis2")
    game = impulse(*units, space=before, dice=[*rolls(7, 7), 6])
    do(game, f"move 4Wilts {CANAL}")
    attack(game, CANAL, "4Wilts")
    if not overrun:
        do(game, f"take {FOES[0]}")
        assert place(game, FOES[0]) == "eliminated"
        assert refused(game, f"seize 4Wilts {CANAL_BRIDGE}").rule == "8.21"
        assert condition(game, "4Wilts") == "spent"
    else:
        do(game, f"seize 4Wilts {CANAL_BRIDGE}")
        assert holder(game, CANAL_BRIDGE) == ALLIED


@pytest.mark.rule("10.5", "M3")
@pytest.mark.parametrize("kind", ["high", "polder"])
def test_no_overrun_in_high_ground_and_polder(kind) -> None:
    here, there = next((h, e.to) for h, e in edges("plain", road=True) if getattr(BOOK.spaces[e.to], kind))
    units = unit("4Wilts", here, attack=12, mf=20), *foes(there, "dis2")
    game = impulse(*units, space=here, dice=rolls(12, 2))
    do(game, f"move 4Wilts {there}")
    events = attack(game, there, "4Wilts")
    assert not told(events, "overrun")
    assert place(game, FOES[0]) == "eliminated"
    assert condition(game, "4Wilts") == "spent"
    assert not legal(game, "move")


@pytest.mark.rule("10.5", "M2")
@pytest.mark.parametrize("how", ["cross", "ferry", "boat"])
def test_no_overrun_across_a_canal_without_bridge_by_ferry_or_by_boat(how) -> None:
    here, there = {"cross": (BANK, OTHER_BANK), "ferry": FERRY.split("-"), "boat": (SHORE, OTHER_SHORE)}[how]
    units = unit("4Wilts", here, attack=12), *foes(there, "dis2")
    game = impulse(*units, space=here, control=ALL_XXX | {there: "German"}, holders=ALL_HELD, dice=rolls(12, 2))
    do(game, f"{how} 4Wilts {there}")
    assert not told(attack(game, there, "4Wilts"), "overrun")
    assert place(game, FOES[0]) == "eliminated"
    assert condition(game, "4Wilts") == "spent"


@pytest.mark.rule("10.5")
def test_overrun_over_a_bridge_is_possible() -> None:
    game, events = clash(2, "dis2", start=CANAL, target=OVER_CANAL, more=2)
    assert told(events, "overrun")
    assert legal(game, "move")


@pytest.mark.rule("10.5")
def test_overruns_occur_in_zones() -> None:
    units = unit("4Wilts", ENTRY, attack=12, mf=6), *foes(ENTRY, "dis2")
    game = impulse(*units, space=ENTRY, control={ENTRY: "German"}, dice=rolls(12, 2))
    assert told(attack(game, ENTRY, "4Wilts"), "overrun")
    do(game, f"move 4Wilts {EXIT}")
    assert place(game, "4Wilts") == EXIT


@pytest.mark.rule("10.5", "18.42")
def test_units_that_drop_and_overrun_move_on() -> None:
    drop, onward = next(
        (area, edge.to)
        for area in BOOK.drop_areas["1"]
        if is_open(area)
        for edge in BOOK.edges[area].values()
        if edge.water == "plain" and "1" in BOOK.spaces[edge.to].ranges
    )
    units = unit("1Para", "UK", drop=drop, attack=12, mf=9), *foes(drop, "dis2")
    game = impulse(*units, space="UK", dice=rolls(12, 2))
    do(game, f"drop 1Para {drop}", "end")
    assert refused(game, "end").rule == "10.2"
    assert told(attack(game, drop, "1Para"), "overrun")
    do(game, f"move 1Para {onward}")
    assert place(game, "1Para") == onward


@pytest.mark.rule("10.5", "20.4")
def test_no_overrun_in_the_airborne_phase_of_d_day() -> None:
    game = impulse(unit("1Para", "13"), *foes("13", "dis2"), space="13")
    assert not can_overrun(game.state, "13", ("1Para",), "airborne")
    assert can_overrun(game.state, "13", ("1Para",), "impulse")


@pytest.mark.rule("10.5", "15.12")
@pytest.mark.parametrize("first", [True, False])
def test_the_follow_up_may_be_supported_whether_or_not_the_first_attack_was(first) -> None:
    gun = unit("7Med", A)
    units = unit("4Wilts", A, attack=12, mf=9), gun, *foes(B, "dis2"), unit("MG37", C)
    game = impulse(*units, space=A, dice=rolls(12, 2) + rolls(2, 12))
    do(game, f"move 4Wilts {B}")
    attack(game, B, "4Wilts", support=["7Med"] if first else [])
    do(game, f"move 4Wilts {C}")
    events = attack(game, C, "4Wilts", support=["7Med"])
    assert values(events, "av")["10.72C"] == 1
    assert condition(game, "7Med") == "fresh"


@pytest.mark.rule("10.5", "10.1")
def test_units_that_took_no_part_join_the_follow_up_but_never_enter_the_first_area() -> None:
    units = unit("4Wilts", A, attack=12, mf=9), unit("5Wilts", A, mf=9), *foes(B, "dis2"), unit("MG37", C)
    game = impulse(*units, space=A, dice=rolls(12, 2))
    do(game, f"move 4Wilts {B}")
    attack(game, B, "4Wilts")
    assert refused(game, f"move 5Wilts {B}").rule == "9.3"
    do(game, f"move 4Wilts {C}")
    assert refused(game, f"move 5Wilts {B}").rule == "9.3"
    assert refused(game, f"move 4Wilts {B}").rule in ("9.2", "9.3")


# 10.6 The activated area is contested


def _inside(*states: str, dice, others=(), mf: int = 6, attack_factor: int = 12, **changes) -> Game:
    units = unit("4Wilts", A, attack=attack_factor, mf=mf), *others, *foes(A, *states)
    return impulse(*units, space=A, dice=dice, **({"control": xxx(A, B, C)} | changes))


@pytest.mark.rule("10.6")
@pytest.mark.parametrize(("state", "price"), [("dis2", 1), ("fresh", 2)])
def test_after_an_overrun_inside_the_attackers_move_on_less_the_price_of_the_attack(state, price) -> None:
    for mf, allowed in ((price + 1, True), (price, False)):
        game = _inside(state, dice=rolls(12, 2), mf=mf)
        assert told(attack(game, A, "4Wilts"), "overrun")
        assert (f"move 4Wilts {B}" in legal(game)) is allowed
        if not allowed:
            assert refused(game, f"move 4Wilts {B}").rule == "9.2"


@pytest.mark.rule("10.6")
@pytest.mark.parametrize(("states", "price"), [(["dis2", "spent"], 1), (["dis2", "fresh"], 2)])
def test_the_price_is_due_for_units_that_took_no_part_too(states, price) -> None:
    """By the condition of the defenders before the attack."""
    for mf, allowed in ((price + 1, True), (price, False)):
        game = _inside(*states, dice=rolls(12, 2), attack_factor=12, others=[unit("5Wilts", A, mf=mf)])
        events = attack(game, A, "4Wilts", forward=FOES[0])
        assert told(events, "overrun")
        assert (f"move 5Wilts {B}" in legal(game)) is allowed
        if not allowed:
            assert refused(game, f"move 5Wilts {B}").rule == "9.2"


@pytest.mark.rule("10.6")
def test_who_leaves_before_the_attack_pays_no_price_but_suffers_the_exit_limits() -> None:
    game = _inside("dis2", dice=rolls(12, 2), others=[unit("5Wilts", A, mf=3), unit("7SLI", A, mf=3)])
    assert refused(game, f"move 5Wilts {D}").rule == "9.1"
    do(game, f"move 5Wilts {B}")  # the whole movement factor
    assert refused(game, f"move 5Wilts {C}").rule == "9.2"
    attack(game, A, "4Wilts")
    do(game, f"move 7SLI {B}", f"move 7SLI {C}")  # 1 + 1 + 1
    assert place(game, "7SLI") == C


@pytest.mark.rule("10.6")
def test_without_enemy_and_without_overrun_only_the_others_leave_and_without_limits() -> None:
    """Also into an enemy-controlled area."""
    game = _inside(
        "dis2", dice=rolls(7, 7), attack_factor=1 + tem(A) + 1, others=[unit("5Wilts", A, mf=3)], control=xxx(A)
    )
    events = attack(game, A, "4Wilts")
    assert not told(events, "overrun")
    do(game, f"take {FOES[0]}")
    assert condition(game, "4Wilts") == "spent"
    assert refused(game, f"move 4Wilts {B}").rule == "8.21"
    do(game, f"move 5Wilts {B}")  # 1 + 2
    assert place(game, "5Wilts") == B


@pytest.mark.rule("10.6", "9.4")
def test_the_price_comes_on_top_of_the_road_bonus() -> None:
    """1 point for the attack and twice 0.5 by road."""
    game = _inside("dis2", dice=rolls(12, 2), others=[unit("2Irish", A, mf=2)], control=xxx(A, B, C, D))
    attack(game, A, "4Wilts")
    do(game, f"move 2Irish {B}", f"move 2Irish {C}")
    assert refused(game, f"move 2Irish {D}").rule == "9.2"


@pytest.mark.rule("10.6")
def test_with_a_defender_left_infantry_cannot_leave_in_this_impulse() -> None:
    game = _inside("fresh", dice=rolls(7, 7), attack_factor=4 + tem(A), others=[unit("5Wilts", A, mf=20)])
    attack(game, A, "4Wilts")
    settle(game)
    assert condition(game, "4Wilts") == "spent"
    assert refused(game, f"move 5Wilts {B}").rule == "9.2"
    assert refused(game, f"move 4Wilts {B}").rule == "8.21"


@pytest.mark.rule("10.6")
def test_with_a_defender_left_armour_leaves_unless_enemy_armour_is_there() -> None:
    tank = unit("2Irish", A)
    game = _inside("fresh", dice=rolls(7, 7), attack_factor=4 + tem(A), others=[tank])
    attack(game, A, "4Wilts")
    settle(game)
    assert f"move 2Irish {B}" in legal(game)
    others = [tank, unit("SSPz10", A, "dis1")]
    game = _inside("fresh", dice=rolls(7, 7), attack_factor=4 + tem(A), others=others)
    attack(game, A, "4Wilts", forward=FOES[0])
    settle(game)
    assert refused(game, f"move 2Irish {B}").rule == "9.2"


@pytest.mark.rule("10.6", "10.741", "10.742")
@pytest.mark.parametrize(("totals", "state"), [((2, 12), "dis1"), ((7, 7), "dis1")])
def test_who_attacks_inside_never_retreats(totals, state) -> None:
    """Neither after a failure nor, Q47, after a stalemate."""
    game = _inside("fresh", dice=rolls(*totals), attack_factor=3 + tem(A))
    attack(game, A, "4Wilts")
    assert stage(game) == "withdraw"  # the defender's turn at once
    settle(game)
    assert (place(game, "4Wilts"), condition(game, "4Wilts")) == (A, state)


@pytest.mark.rule("10.6")
def test_several_units_attack_inside_and_the_others_are_not_affected() -> None:
    others = [unit("5Wilts", A), unit("7SLI", A)]
    game = _inside("fresh", dice=rolls(2, 12), attack_factor=5, others=others)
    attack(game, A, "4Wilts", "5Wilts")
    settle(game)
    assert [condition(game, name) for name in ("4Wilts", "5Wilts", "7SLI")] == ["dis1", "dis1", "fresh"]


@pytest.mark.rule("10.6", "12.3", "9.1")
def test_q17_an_area_that_was_entered_and_attacked_may_be_attacked_again_from_inside() -> None:
    """By activating it in the second half: once more, and only by units that began there."""
    units = unit("4Wilts", A), unit("5Wilts", A), unit("7SLI", B), *foes(B, "fresh")
    game = impulse(*units, space=A, holder=ALLIED, control=xxx(B), dice=rolls(2, 12) + rolls(2, 12))
    do(game, f"move 4Wilts {B}", f"move 5Wilts {B}")
    attack(game, B, "4Wilts")
    settle(game)
    assert refused(game, f"attack {B}").rule == "9.1"
    do(game, "double", f"assault {B}", f"attack {B}")
    assert refused(game, "join 5Wilts").rule == "12.3"
    do(game, "point 7SLI", "fight")
    settle(game)
    assert refused(game, f"attack {B}").rule == "9.1"


@pytest.mark.rule("10.6", "9.3", "12.3")
def test_q17_an_area_attacked_from_inside_is_closed_for_the_second_half() -> None:
    units = unit("4Wilts", A), unit("7SLI", B), *foes(B, "fresh")
    game = impulse(*units, space=B, holder=ALLIED, control=xxx(B), dice=rolls(2, 12))
    attack(game, B, "7SLI")
    settle(game)
    do(game, "double", f"assault {A}")
    assert refused(game, f"move 4Wilts {B}").rule == "9.3"


@pytest.mark.rule("10.6", "12.3")
def test_both_halves_attack_together_from_outside_and_inside() -> None:
    units = unit("4Wilts", A), unit("7SLI", B), *foes(B, "fresh")
    game = impulse(*units, space=A, holder=ALLIED, control=xxx(B), dice=rolls(7, 7))
    do(game, f"move 4Wilts {B}", "double", f"assault {B}")
    events = attack(game, B, "4Wilts", "7SLI")
    assert told(events, "attack")[0].data["attackers"] == ("4Wilts", "7SLI")


# 10.7 Order, 10.71 dice


@pytest.mark.rule("10.7", "10.73")
def test_the_attacker_names_everybody_first_then_the_defender_his_forward_unit() -> None:
    game = impulse(unit("4Wilts", A), *foes(B, "fresh", "spent"), space=A)
    do(game, f"move 4Wilts {B}", f"attack {B}")
    assert game.side == ALLIED
    assert not legal(game, "forward")
    do(game, "point 4Wilts", "fight")
    assert game.side == GERMAN
    assert legal(game) == {f"forward {name}" for name in FOES[:2]}
    assert refused(game, "forward 4Wilts").rule == "10.73A"


@pytest.mark.rule("10.7", "10.72")
def test_no_fight_without_a_point_unit() -> None:
    game = impulse(unit("4Wilts", A), unit("5Wilts", A), *foes(B, "fresh"), space=A)
    do(game, f"move 4Wilts {B}", f"move 5Wilts {B}", f"attack {B}")
    assert refused(game, "fight").rule == "10.72A"
    do(game, "point 5Wilts")
    assert "fight" in legal(game)


@pytest.mark.rule("10.71", "10.7")
def test_both_sides_roll_two_dice() -> None:
    """AT is AV plus the attacker's roll, DT is DV plus the defender's."""
    units = unit("4Wilts", A, attack=5), *foes(B, "fresh")
    game = impulse(*units, space=A, dice=[6, 4, 1, 2])
    do(game, f"move 4Wilts {B}")
    events = attack(game, B, "4Wilts")
    (roll,) = told(events, "roll")
    assert roll.data["totals"] == (10, 3)
    assert outcome(events)["dice"] == (10, 3)
    assert outcome(events)["margin"] == 5 + 10 - (3 + tem(B)) - 3


@pytest.mark.rule("10.7", "10.743")
def test_v7_casualty_points_are_the_difference_of_the_totals() -> None:
    """AV 11 and DR 8 against DV 10 and DR 5: 4 casualty points."""
    units = unit("4Wilts", A, attack=11), unit("Rink", B, defence=10 - tem(B))
    game = impulse(*units, space=A, dice=rolls(8, 5))
    do(game, f"move 4Wilts {B}")
    events = attack(game, B, "4Wilts")
    assert (outcome(events)["result"], outcome(events)["margin"]) == ("success", 4)
    assert condition(game, "Rink") == "dis2"  # three steps it had to take; the fourth, or a retreat, is its choice
    assert game.state.stack[-1].points == 1


# 10.72 Attack value


def _av(names, support=(), *, point=None, **changes) -> dict[str, int]:
    """The attack value of units that enter B from A, with support from A."""
    side = BOOK.roster[names[0]].side
    foe = unit("Rink" if side == ALLIED else "4Wilts", B)
    units = [unit(name, A, **changes.pop(name, {})) for name in (*names, *support)]
    game = impulse(*units, foe, space=A, side=side, control={B: "German" if side == ALLIED else "XXX"})
    do(game, *(f"move {name} {B}" for name in names))
    return values(attack(game, B, point or names[0], *names, support=support), "av")


@pytest.mark.rule("10.72", "C1")
def test_v1_attack_value() -> None:
    """Point unit 6, two more of its division, its divisional artillery and one corps artillery: 6 + 2 + 2 + 1 = 11."""
    found = _av(["1Gren", "3Irish", "5Cold"], ["55Fd", "7Med"])
    assert found == {"10.72A": 6, "10.72B": 2, "10.72C": 2, "10.72D": 1}
    assert sum(found.values()) == 11


@pytest.mark.rule("10.72", "C1")
def test_the_attacker_chooses_the_point_unit() -> None:
    assert _av(["4Wilts", "2Irish"], point="4Wilts") == {"10.72A": 5, "10.72B": 1}
    assert _av(["4Wilts", "2Irish"], point="2Irish") == {"10.72A": 8, "10.72B": 1}


@pytest.mark.rule("10.72", "4.123", "4.124")
def test_guns_are_no_point_unit() -> None:
    for name, leader, side in (("55Fd", "4Wilts", ALLIED), ("FlakEin", "Rink", GERMAN)):
        foe = unit("Rink" if side == ALLIED else "4Wilts", A)
        game = impulse(unit(name, A), unit(leader, A), foe, space=A, side=side, control=xxx(A))
        do(game, f"attack {A}")
        assert refused(game, f"point {name}").rule == "10.72A"
        assert f"point {leader}" in legal(game)


@pytest.mark.rule("10.72", "C1")
@pytest.mark.parametrize(
    ("names", "support", "bonus"),
    [
        (["1Gren", "3Irish"], [], 0),
        (["1Gren", "3Irish", "5Cold"], [], 1),
        (["1Gren", "3Irish", "5Cold", "2Irish"], [], 1),
        (["1Gren", "3Irish"], ["55Fd"], 1),
        (["1Gren", "3Irish", "4Wilts"], [], 0),
        (["1Gren", "3Irish", "5Cold", "4Wilts", "5Wilts", "4SLI"], [], 2),
    ],
)
def test_one_point_for_each_division_with_three_units(names, support, bonus) -> None:
    assert _av(names, support).get("10.72D", 0) == bonus


@pytest.mark.rule("10.72", "C1")
def test_independent_units_belong_to_no_division() -> None:
    """Three tank regiments, the 44th among them, are no division, nor do they bring the Guards to three."""
    assert "10.72D" not in _av(["44RTR", "4-7RDG", "13-18H"])
    assert "10.72D" not in _av(["44RTR", "1Gren", "3Irish"])


@pytest.mark.rule("10.72", "C1")
@pytest.mark.parametrize(
    ("names", "support", "penalty"),
    [
        (["Spindler", "Rink"], [], -1),
        (["Spindler", "Kerutt"], [], -1),  # Q59: the Luftwaffe counts as Wehrmacht
        (["Spindler", "Krafft"], [], 0),
        (["Rink", "Kerutt"], [], 0),
        (["22PG", "Rink"], ["SSArt10"], -1),
        (["1034-59", "1035-59"], ["Art159"], 0),
        (["1034-59", "Spindler"], ["Art159"], -1),
    ],
)
def test_ss_and_wehrmacht_together_lose_a_point(names, support, penalty) -> None:
    assert _av(names, support).get("10.72E", 0) == penalty


@pytest.mark.rule("10.72", "15.12")
def test_artillery_that_moved_into_the_area_adds_nothing() -> None:
    """In a mandatory attack it goes along without a point; in an optional one it takes no part."""
    assert _av(["4Wilts", "55Fd"]) == {"10.72A": 5}
    assert _av(["1Gren", "3Irish", "55Fd"]) == {"10.72A": 6, "10.72B": 1}  # nor towards the divisional bonus
    game = _optional("4Wilts", "55Fd")
    do(game, f"attack {B}")
    assert refused(game, "join 55Fd").rule == "15.12"
    assert refused(game, "support 55Fd").rule == "15.12"


@pytest.mark.rule("10.72", "4.124")
def test_flak_that_moved_into_the_area_adds_a_point() -> None:
    assert _av(["Rink", "FlakEin"]) == {"10.72A": 3, "10.72B": 1}


def _supporting(*units, target: str = B, side=ALLIED, control=None) -> Game:
    """4Wilts, or Rink, has come from A to attack in B."""
    leader, foe = ("4Wilts", "Rink") if side == ALLIED else ("Rink", "4Wilts")
    given = {target: "German" if side == ALLIED else "XXX"} | (control or {})
    game = impulse(unit(leader, A), *units, unit(foe, target), space=A, side=side, control=given)
    do(game, f"move {leader} {target}", f"attack {target}", f"point {leader}")
    return game


@pytest.mark.rule("10.72", "15.12")
def test_each_own_fresh_artillery_unit_supports_once() -> None:
    units = unit("94Fd", A), unit("112Fd", A, "spent"), unit("5Wilts", A), unit("7Med", C, "fresh")
    game = _supporting(*units, control=xxx(C))
    assert legal(game, "support") == {"support 94Fd", "support 7Med"}
    for name in ("112Fd", "5Wilts", "Rink"):
        assert refused(game, f"support {name}").rule == "10.72C"
    do(game, "support 94Fd")
    assert refused(game, "support 94Fd").rule == "10.72C"


@pytest.mark.rule("10.72", "15.12")
def test_divisional_artillery_supports_its_own_division_and_corps_artillery_anybody() -> None:
    """The Guards' guns do not support Wessex infantry; the guns of that infantry's division do, and the corps' do."""
    game = _supporting(unit("55Fd", A), unit("94Fd", A), unit("7Med", A))
    assert refused(game, "support 55Fd").rule == "15.12"
    assert legal(game, "support") == {"support 94Fd", "support 7Med"}


@pytest.mark.rule("10.72", "15.12")
@pytest.mark.parametrize("name", ["Schwapp", "ArtFeldt", "Art191", "Werf102"])
def test_the_independent_german_artillery_supports_no_attacks(name) -> None:
    game = _supporting(unit(name, A), side=GERMAN)
    assert refused(game, f"support {name}").rule == "15.12"


@pytest.mark.rule("10.72", "15.12")
def test_artillery_supports_next_door_and_corps_artillery_two_areas_away() -> None:
    units = unit("94Fd", C), unit("112Fd", D), unit("7Med", D)
    game = _supporting(*units, control=xxx(C, D))
    assert refused(game, "support 112Fd").rule == "15.12"
    assert legal(game, "support") == {"support 94Fd", "support 7Med"}


@pytest.mark.rule("10.72", "15.12")
def test_artillery_in_a_contested_area_supports_there_only() -> None:
    game = _supporting(unit("94Fd", C), unit("7Med", C), unit("Eindh", C), control=xxx(C))
    for name in ("94Fd", "7Med"):
        assert refused(game, f"support {name}").rule == "15.12"
    units = unit("4Wilts", A), unit("94Fd", A), unit("7Med", A), unit("Rink", A)
    game = impulse(*units, space=A, control=xxx(A))
    do(game, f"attack {A}", "point 4Wilts")
    assert legal(game, "support") == {"support 94Fd", "support 7Med"}


@pytest.mark.rule("10.72", "10.3")
def test_nobody_is_named_twice() -> None:
    game = impulse(unit("4Wilts", A), unit("94Fd", A), *foes(A, "fresh"), space=A, control=xxx(A))
    do(game, f"attack {A}", "point 4Wilts")
    assert refused(game, "join 4Wilts").rule == "10.3"
    assert refused(game, "point 4Wilts").rule == "10.72A"
    do(game, "support 94Fd")
    assert refused(game, "join 94Fd").rule == "10.3"


@pytest.mark.rule("10.72", "15.12")
def test_artillery_that_supported_stays_fresh_and_may_move_afterwards() -> None:
    """Q37."""
    units = unit("1Gren", A), unit("55Fd", A), *foes(B, "fresh")
    aside = next(edge.to for edge in BOOK.edges[A].values() if edge.to != B and edge.road and edge.water == "plain")
    game = impulse(*units, space=A, control=xxx(aside), dice=rolls(2, 12))
    do(game, f"move 1Gren {B}")
    attack(game, B, "1Gren", support=["55Fd"])
    settle(game)
    assert condition(game, "55Fd") == "fresh"
    do(game, f"move 55Fd {aside}", "end")
    assert condition(game, "55Fd") == "spent"


# 10.73 Defence value


def _dv(
    states, *, target=B, start=A, how="move", forward=0, holds=GERMAN, contested=False, boat=True
) -> dict[str, int]:
    """The defence value of German infantry 3 / 3 attacked over a boundary."""
    border = next((edge.id for edge in BOOK.edges[start].values() if edge.to == target), "")
    control = ALL_XXX | {target: "XXX" if contested else "German"}
    holders = ALL_HELD | ({border: holds} if border in BOOK.waters else {})
    own = [unit("7SLI", target)] if contested else []
    units = unit("4Wilts", start), *own, *foes(target, *states)
    game = impulse(*units, space=start, control=control, holders=holders, boat=boat)
    do(game, f"{how} 4Wilts {target}")
    return values(attack(game, target, "4Wilts", forward=FOES[forward]), "dv")


@pytest.mark.rule("10.73", "C1")
def test_v3_defence_value() -> None:
    """Spent forward unit 3, terrain, two Fresh others, over a river bridge the defender holds: 3 + TEM + 3 + 2."""
    found = _dv(["spent", "fresh", "fresh"], start=RIVER, target=OVER_RIVER)
    assert found == {"10.73A": 3, "10.73B": tem(OVER_RIVER), "10.73C": 3, "10.73E": 2}
    assert sum(found.values()) == 8 + tem(OVER_RIVER)


@pytest.mark.rule("10.73", "C1")
@pytest.mark.parametrize(("state", "value"), [("fresh", 5), ("spent", 1), ("dis1", 0), ("dis2", -1)])
def test_the_forward_unit_counts_by_its_condition(state, value) -> None:
    """The Fresh factor, or the Spent one less the level of disruption: it may be negative."""
    game = impulse(unit("4Wilts", A), unit("Rink", B, state, defence=5, spent=1), space=A)
    do(game, f"move 4Wilts {B}")
    assert values(attack(game, B, "4Wilts"), "dv")["10.73A"] == value


@pytest.mark.rule("10.73")
def test_the_defender_chooses_the_forward_unit() -> None:
    assert _dv(["fresh", "dis1"], forward=0) == {"10.73A": 3, "10.73B": tem(B)}
    assert _dv(["fresh", "dis1"], forward=1) == {"10.73A": 2, "10.73B": tem(B), "10.73E": 1}


@pytest.mark.rule("10.73", "15.1")
def test_artillery_is_no_forward_unit_while_another_type_is_there() -> None:
    game = impulse(unit("4Wilts", A), unit("Art159", B), unit("FlakEin", B, "dis2"), space=A)
    do(game, f"move 4Wilts {B}")
    attack(game, B, "4Wilts")
    assert "forward Art159" not in legal(game)
    game = impulse(unit("4Wilts", A), unit("Art159", B), unit("SSArt10", B), space=A)
    do(game, f"move 4Wilts {B}")
    declare(game, B, "4Wilts")
    assert legal(game) == {"forward Art159", "forward SSArt10"}
    units = unit("4Wilts", A), unit("Art159", B), *foes(B, "fresh", "fresh")
    game = impulse(*units, space=A)
    do(game, f"move 4Wilts {B}")
    declare(game, B, "4Wilts")
    assert refused(game, "forward Art159").rule == "15.1"


@pytest.mark.rule("10.73", "C1", "M2")
@pytest.mark.parametrize(
    ("water", "how", "holds", "contested", "extra"),
    [
        ("plain", "move", GERMAN, False, {}),
        ("canal", "move", GERMAN, False, {"10.73C": 2}),
        ("canal", "move", ALLIED, False, {"10.73C": 1}),  # Q36: mandatory, though over an own bridge
        ("canal", "move", GERMAN, True, {"10.73C": 2}),
        ("canal", "move", ALLIED, True, {}),  # optional
        ("canal", "cross", GERMAN, False, {"10.73D": 2}),
        ("canal", "cross", ALLIED, False, {"10.73D": 2}),
        ("canal", "cross", ALLIED, True, {"10.73D": 2}),  # Q35: also across an own-held canal
        ("river", "move", GERMAN, False, {"10.73C": 3}),
        ("river", "move", ALLIED, False, {"10.73C": 2}),
        ("river", "move", GERMAN, True, {"10.73C": 3}),
        ("river", "move", ALLIED, True, {}),
        ("bare river", "boat", GERMAN, False, {"10.73D": 2}),
        ("bare river", "boat", ALLIED, True, {"10.73D": 2}),
        ("ferry", "ferry", GERMAN, False, {"10.73D": 2}),
        ("ferry", "ferry", ALLIED, True, {"10.73D": 2}),
    ],
)
def test_what_the_crossing_adds(water, how, holds, contested, extra) -> None:
    start, target = {
        "plain": (A, B),
        "canal": (CANAL, OVER_CANAL),
        "river": (RIVER, OVER_RIVER),
        "bare river": (SHORE, OTHER_SHORE),
        "ferry": FERRY.split("-"),
    }[water]
    found = _dv(["fresh"], start=start, target=target, how=how, holds=holds, contested=contested)
    assert found == {"10.73A": 3, "10.73B": tem(target)} | extra


@pytest.mark.rule("10.73", "C1")
@pytest.mark.parametrize(("holds", "term"), [(GERMAN, {2}), (ALLIED, {2})])
def test_v5_bridge_and_canal_do_not_add_up(holds, term) -> None:
    """Some over the bridge (2, or 1 over an own one), some through the canal (2): 2, not 4 or 3."""
    units = unit("4Wilts", CANAL), unit("5Wilts", CANAL), *foes(OVER_CANAL, "fresh")
    game = impulse(*units, space=CANAL, holders={CANAL_BRIDGE: holds})
    do(game, f"move 4Wilts {OVER_CANAL}", f"cross 5Wilts {OVER_CANAL}")
    found = values(attack(game, OVER_CANAL, "4Wilts", "5Wilts"), "dv")
    assert {found.get("10.73C", 0) + found.get("10.73D", 0)} == term


@pytest.mark.rule("10.73", "C1")
def test_q35_one_attacker_over_the_water_is_enough() -> None:
    other = beside(OVER_CANAL, besides=(CANAL,))
    units = unit("4Wilts", CANAL), unit("5Wilts", other), *foes(OVER_CANAL, "fresh")
    game = impulse(*units, space=CANAL, holder=ALLIED)
    do(game, f"move 4Wilts {OVER_CANAL}", "double", f"assault {other}", f"move 5Wilts {OVER_CANAL}")
    assert values(attack(game, OVER_CANAL, "5Wilts", "4Wilts"), "dv")["10.73C"] == 2


@pytest.mark.rule("10.73", "C1")
def test_every_fresh_defender_but_the_forward_unit_adds_a_point() -> None:
    """Of any type."""
    others = unit("Art159", B), unit("FlakEin", B), unit("TwrArnhem", B), unit("SSPz10", B, "spent")
    game = impulse(unit("4Wilts", A), *foes(B, "fresh"), *others, space=A)
    do(game, f"move 4Wilts {B}")
    assert values(attack(game, B, "4Wilts", forward=FOES[0]), "dv")["10.73E"] == 3


def _airborne(control: dict[str, str], at: str, **changes) -> dict[str, int]:
    """Germans attack two airborne battalions and a XXX Corps battalion at Wolfheze."""
    target = "4"
    start = beside(target)
    units = unit("1Para", target), unit("2Para", target), unit("4Wilts", target), unit("Rink", start)
    game = impulse(*units, space=start, side=GERMAN, at=at, control=control | {start: "German"}, **changes)
    do(game, f"move Rink {target}")
    return values(attack(game, target, "Rink", forward="1Para"), "dv")


@pytest.mark.rule("10.73", "13.82")
@pytest.mark.parametrize("at", ["18-3", "19-3"])
def test_q6_cut_off_airborne_units_add_nothing(at) -> None:
    """Literally traced, on 17 and 18 September too; units of XXX Corps count all the same."""
    assert _airborne({"4": "XXX"}, at)["10.73E"] == 1
    assert _airborne(dict(ALL_XXX), at, holders=ALL_HELD)["10.73E"] == 2


@pytest.mark.rule("10.73")
def test_a_cut_off_airborne_unit_may_be_forward_unit_at_full_value() -> None:
    assert _airborne({"4": "XXX"}, "19-3")["10.73A"] == BOOK.roster["1Para"].defence


# 10.74 Results (C2)


def _result(margin: int) -> tuple[Game, str]:
    """Three units of the Guards with artillery attack a lone defender of even value but for the margin."""
    factor = 3 + tem(B) - 2 - 1 - 1 + 2 + margin
    names = ["1Gren", "3Irish", "5Cold"]
    units = [unit("1Gren", A, attack=factor), unit("3Irish", A), unit("5Cold", A), unit("55Fd", A), *foes(B, "fresh")]
    game = impulse(*units, space=A, dice=rolls(6, 8))
    do(game, *(f"move {name} {B}" for name in names))
    events = attack(game, B, *names, support=["55Fd"])
    assert outcome(events)["margin"] == margin
    return game, outcome(events)["result"]


def _conditions(game: Game) -> list[str]:
    return [condition(game, name) for name in ("1Gren", "3Irish", "5Cold", "55Fd", FOES[0])]


@pytest.mark.rule("10.74", "10.741", "C2")
@pytest.mark.parametrize("margin", [-1, -3])
def test_a_failed_attack_disrupts_all_attackers_but_the_supporting_artillery(margin) -> None:
    game, result = _result(margin)
    assert result == "failed"
    settle(game)
    assert _conditions(game) == ["dis1", "dis1", "dis1", "fresh", "fresh"]


@pytest.mark.rule("10.74", "10.742", "C2")
def test_v13_a_stalemate_disrupts_the_point_unit_and_spends_the_others() -> None:
    game, result = _result(0)
    assert result == "stalemate"
    settle(game)
    assert _conditions(game) == ["dis1", "spent", "spent", "fresh", "fresh"]
    assert {place(game, name) for name in ("1Gren", "3Irish", "5Cold")} == {B}


@pytest.mark.rule("10.74", "10.743", "C2")
def test_a_success_spends_the_attackers_and_ends_their_impulse() -> None:
    game, result = _result(1)
    assert result == "success"
    settle(game)
    assert _conditions(game) == ["spent", "spent", "spent", "fresh", "spent"]
    assert not [text for text in legal(game, "move") if text.split()[1] != "55Fd"]


# 10.8 Casualty points (C3)


@pytest.mark.rule("10.8", "C3")
@pytest.mark.parametrize(
    ("state", "worse"), [("fresh", "spent"), ("spent", "dis1"), ("dis1", "dis2"), ("dis2", "eliminated")]
)
def test_a_casualty_point_is_a_step(state, worse) -> None:
    game, _ = clash(1, state)
    if state != "fresh":  # a Fresh unit has no choice
        do(game, f"take {FOES[0]}")
    assert condition(game, FOES[0]) == worse


@pytest.mark.rule("10.8", "C3")
@pytest.mark.parametrize("state", ["spent", "dis1", "dis2"])
def test_a_spent_or_disrupted_unit_absorbs_a_point_by_retreating(state) -> None:
    game, _ = clash(1, state)
    way = min(legal(game, "retreat"))
    do(game, way)
    assert stage(game) == "operations"
    assert (condition(game, FOES[0]), place(game, FOES[0])) == (state, way.split()[2])


@pytest.mark.rule("10.8", "C3")
def test_a_fresh_unit_does_not() -> None:
    """The forward unit takes its step unasked; of the others only the Spent one may retreat."""
    game, _ = clash(2, "fresh", "fresh", "spent")
    assert condition(game, FOES[0]) == "spent"
    assert {text.split()[1] for text in legal(game, "retreat")} == {FOES[0], FOES[2]}
    way = min(legal(game, "retreat")).split()[2]
    assert refused(game, f"retreat {FOES[1]} {way}").rule == "10.8"


@pytest.mark.rule("10.8", "C3")
def test_v11_the_forward_unit_absorbs_the_first_point() -> None:
    """By a step or by its retreat, though another could."""
    game, _ = clash(1, "spent", "fresh")
    assert game.side == GERMAN
    assert refused(game, f"take {FOES[1]}").rule == "10.8"
    assert f"take {FOES[0]}" in legal(game)
    assert any(text.split()[1] == FOES[0] for text in legal(game, "retreat"))
    do(game, f"take {FOES[0]}")
    settle(game)
    assert [condition(game, name) for name in FOES[:2]] == ["dis1", "fresh"]


@pytest.mark.rule("10.8", "C3")
def test_the_rest_is_absorbed_in_any_combination() -> None:
    game, _ = clash(3, "fresh", "fresh", "fresh")
    do(game, f"take {FOES[2]}", f"take {FOES[2]}")
    settle(game)
    assert [condition(game, name) for name in FOES[:3]] == ["spent", "fresh", "dis1"]


@pytest.mark.rule("10.8", "C3")
def test_a_unit_may_absorb_several_points_up_to_its_elimination() -> None:
    game, _ = clash(3, "spent", "fresh")
    do(game, *[f"take {FOES[0]}"] * 3)
    settle(game)
    assert [condition(game, name) for name in FOES[:2]] == ["eliminated", "fresh"]


@pytest.mark.rule("10.8", "C3")
def test_steps_and_a_retreat_of_the_same_unit() -> None:
    game, _ = clash(2, "spent", "fresh")
    do(game, f"take {FOES[0]}")
    ways = sorted(text for text in legal(game, "retreat") if text.split()[1] == FOES[0])
    do(game, ways[0])
    assert condition(game, FOES[0]) == "dis1"
    assert place(game, FOES[0]) != B


@pytest.mark.rule("10.8", "C3")
def test_a_unit_that_could_not_absorb_enough_by_retreating_does_not_retreat() -> None:
    """A Spent and a Dis2 unit against 4 points, all they can: each goes with its own last point only."""
    game, _ = clash(4, "spent", "dis2")
    way = min(edge for edge in BOOK.edges[B] if edge != A)
    assert condition(game, FOES[0]) == "dis1"  # it could not retreat
    assert {text.split()[1] for text in legal(game, "retreat")} == {FOES[1]}
    assert refused(game, f"retreat {FOES[0]} {way}").rule == "10.8"
    do(game, f"take {FOES[1]}")
    assert condition(game, FOES[1]) == "eliminated"
    assert condition(game, FOES[0]) == "dis2"  # unasked
    assert legal(game, "take") == {f"take {FOES[0]}"}
    do(game, min(legal(game, "retreat")))
    assert condition(game, FOES[0]) == "dis2"
    assert legal(clash(2, "spent", "dis2")[0], "retreat")  # with less to absorb the forward unit retreats at once


@pytest.mark.rule("10.8", "C3")
def test_a_unit_that_is_gone_absorbs_nothing_more() -> None:
    game, _ = clash(3, "spent", "fresh", "fresh")
    do(game, sorted(legal(game, "retreat"))[0])
    assert refused(game, f"take {FOES[0]}").rule == "10.8"
    assert {text.split()[1] for text in legal(game)} == {FOES[1], FOES[2]}


@pytest.mark.rule("10.8")
@pytest.mark.parametrize("margin", [1, 2, 3, 4, 5])
def test_exactly_the_casualty_points_are_absorbed(margin) -> None:
    game, _ = clash(margin, "fresh", "fresh")
    while stage(game) == "absorb":
        do(game, min(legal(game, "take")))
    steps = ["fresh", "spent", "dis1", "dis2", "eliminated"]
    assert sum(steps.index(condition(game, name)) for name in FOES[:2]) == margin


@pytest.mark.rule("10.8", "10.5")
def test_points_beyond_the_elimination_of_all_are_ignored() -> None:
    game, _ = clash(9, "fresh", "dis2")
    assert {condition(game, name) for name in FOES[:2]} == {"eliminated"}
    assert game.state.control[B] == "XXX"


@pytest.mark.rule("10.8", "7.2")
def test_the_area_passes_to_the_attacker_when_no_defender_is_left() -> None:
    game, _ = clash(1, "dis2")
    do(game, f"take {FOES[0]}")
    assert game.state.control[B] == "XXX"
    game, _ = clash(1, "dis1", "dis1")
    do(game, f"take {FOES[0]}")
    assert game.state.control[B] == "German"


@pytest.mark.rule("10.81", "M3")
@pytest.mark.parametrize("kind", ["high", "polder"])
def test_high_ground_and_polder_save_a_casualty_point(kind) -> None:
    here, there = next(
        (h, e.to) for h, e in edges("plain", road=True) if is_open(h) and getattr(BOOK.spaces[e.to], kind)
    )
    game, _ = clash(2, "fresh", "fresh", start=here, target=there)
    settle(game)
    assert [condition(game, name) for name in FOES[:2]] == ["spent", "fresh"]
    game, events = clash(1, "fresh", "fresh", start=here, target=there)
    assert outcome(events)["result"] == "success"
    settle(game)
    assert [condition(game, name) for name in ("4Wilts", *FOES[:2])] == ["spent", "fresh", "fresh"]


@pytest.mark.rule("10.81")
def test_elsewhere_every_point_counts() -> None:
    game, _ = clash(2, "fresh", "fresh")
    do(game, f"take {FOES[1]}")
    settle(game)
    assert [condition(game, name) for name in FOES[:2]] == ["spent", "spent"]
