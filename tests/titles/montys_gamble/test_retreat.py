"""Rules 10.741, 10.742 and 10.9 to 10.93: retreats of attackers and defenders (table R1)."""

import pytest

from tests.titles.montys_gamble.battles import (
    ALL_HELD,
    ALL_XXX,
    CORPS,
    LANDSER,
    attack,
    declare,
    holder,
    impulse,
    outcome,
    rolls,
    settle,
    stage,
)
from tests.titles.montys_gamble.kit import ALLIED, BOOK, GERMAN, condition, do, legal, place, refused, told, unit
from tests.titles.montys_gamble.terrain import (
    ENTRY,
    EXIT,
    beside,
    crossing,
    edges,
    is_open,
    path,
    zone_entrance,
)
from wargame_tui.core.game import Game
from wargame_tui.titles.montys_gamble.state import Unit

A, B, C, D = path(4)
"""Open country, joined in a row by roads over plain boundaries."""
CANAL, OVER_CANAL, CANAL_BRIDGE = crossing("canal", bridge=True, road=True)
RIVER, OVER_RIVER, RIVER_BRIDGE = crossing("river", bridge=True, road=True)
BANK, OTHER_BANK, BARE_CANAL = crossing("canal", bridge=False)
SHORE, OTHER_SHORE, BARE_RIVER = crossing("river", bridge=False)
FERRY = "15-16"
FOES = LANDSER[:12]
FAIL, EVEN = rolls(2, 12), rolls(7, 7)


def xxx(*spaces: str) -> dict[str, str]:
    """Spaces controlled by XXX Corps."""
    return dict.fromkeys(spaces, "XXX")


def tem(space: str) -> int:
    """Its terrain effect modifier."""
    return BOOK.spaces[space].tem


def plain_neighbours(space: str) -> list[str]:
    """The areas beside an area over plain boundaries."""
    return [edge.to for edge in BOOK.edges[space].values() if edge.water == "plain" and edge.to in BOOK.areas]


def find_hub() -> tuple[str, list[str], str]:
    """An open area with three areas and a zone beside it over plain boundaries, and others over water."""
    for space in filter(is_open, BOOK.areas):
        zones = [to for to in BOOK.edges[space] if to in BOOK.zones - {ENTRY}]
        if len(plain_neighbours(space)) == 3 and len(zones) == 1:
            return space, plain_neighbours(space), zones[0]
    raise LookupError


HUB, NEAR, ZONE = find_hub()
ALL_GERMAN = dict.fromkeys(BOOK.ground, "German")


def beaten_off(
    *defenders: Unit, space: str, attacker: str = "4Wilts", others: tuple[Unit, ...] = (), **changes
) -> Game:
    """An attack from inside an area has failed; the defenders may retreat of their own accord."""
    given = {"dice": FAIL} | changes
    side = BOOK.roster[attacker].side
    units = unit(attacker, space), *defenders, *others
    game = impulse(*units, space=space, side=side, **given)
    declare(game, space, attacker)
    if stage(game) == "attack":
        do(game, min(legal(game, "forward")))
    return game


def offered(game: Game, name: str) -> set[str]:
    """Where a unit may retreat."""
    return {text.split()[2] for text in legal(game, "retreat") if text.split()[1] == name}


def failed(*units: Unit, target: str, route: list[str], attackers: list[str], **changes) -> Game:
    """Units go by a route and attack at its end, and fail; the game stands at the first choice afterwards."""
    game = impulse(*units, space=route[0], **({"dice": FAIL} | changes))
    for space in [*route[1:], target]:
        do(game, *(f"move {name} {space}" for name in attackers))
    attack(game, target, *attackers)
    return game


# 10.741 and 10.742: the attackers


@pytest.mark.rule("10.741", "10.2", "R1")
def test_all_attackers_of_a_failed_mandatory_attack_must_retreat() -> None:
    """Unasked, as each has one place to go."""
    units = unit("4Wilts", A), unit("5Wilts", A), unit("Rink", B)
    game = failed(*units, target=B, route=[A], attackers=["4Wilts", "5Wilts"])
    assert [place(game, name) for name in ("4Wilts", "5Wilts")] == [A, A]
    assert [condition(game, name) for name in ("4Wilts", "5Wilts")] == ["dis1", "dis1"]
    assert game.state.control[B] == "German"


@pytest.mark.rule("10.741", "10.9", "R1")
def test_attackers_retreat_to_where_they_were_just_before_and_no_farther() -> None:
    units = unit("4Wilts", A, mf=12), unit("Rink", C)
    game = failed(*units, target=C, route=[A, B], attackers=["4Wilts"])
    assert place(game, "4Wilts") == B


@pytest.mark.rule("10.741", "10.9", "R1")
def test_attackers_retreat_into_the_zone_they_came_from() -> None:
    area, zone = zone_entrance()
    units = unit("Rink", zone), unit("4Wilts", area)
    game = failed(*units, target=area, route=[zone], attackers=["Rink"], side=GERMAN)
    assert place(game, "Rink") == zone


@pytest.mark.rule("10.741", "R1")
@pytest.mark.parametrize("how", ["cross", "ferry", "boat"])
def test_attackers_go_back_over_water_as_they_came(how) -> None:
    """The limits of 10.9 are those of defenders."""
    here, there = {"cross": (BANK, OTHER_BANK), "ferry": FERRY.split("-"), "boat": (SHORE, OTHER_SHORE)}[how]
    border = next(edge.id for edge in BOOK.edges[here].values() if edge.to == there)
    control, holders = ALL_XXX | {there: "German"}, ALL_HELD | {border: GERMAN}
    game = impulse(unit("4Wilts", here), unit("Rink", there), space=here, control=control, holders=holders, dice=FAIL)
    do(game, f"{how} 4Wilts {there}")
    attack(game, there, "4Wilts")
    assert place(game, "4Wilts") == here
    assert holder(game, border) == GERMAN


@pytest.mark.rule("10.741", "R1")
def test_optional_attackers_choose_one_by_one_and_only_the_way_back() -> None:
    units = unit("4Wilts", A), unit("5Wilts", A), unit("7SLI", B), unit("Rink", B)
    game = failed(*units, target=B, route=[A], attackers=["4Wilts", "5Wilts"], control=xxx(B, C))
    assert game.side == ALLIED
    assert legal(game) == {"stay", f"retreat 4Wilts {A}", f"retreat 5Wilts {A}"}
    assert refused(game, f"retreat 4Wilts {C}").rule == "10.92"
    assert refused(game, f"retreat 7SLI {A}").rule == "10.741"
    do(game, f"retreat 5Wilts {A}", "stay")
    assert [place(game, name) for name in ("4Wilts", "5Wilts", "7SLI")] == [B, A, B]


@pytest.mark.rule("10.741", "10.2")
def test_a_forced_retreat_cannot_be_declined() -> None:
    """Also where there is a choice: the way back is full, and two areas lie behind it."""
    game = _full_way_back()
    assert refused(game, "stay").rule == "10.741"
    assert legal(game, "retreat")


@pytest.mark.rule("10.741")
def test_q7_units_that_attack_from_zone_f_do_not_retreat() -> None:
    """They stay, disrupted, in the attacked area."""
    units = unit("4Wilts", ENTRY), unit("Rink", EXIT)
    game = failed(*units, target=EXIT, route=[ENTRY], attackers=["4Wilts"])
    assert stage(game) == "withdraw"
    assert (place(game, "4Wilts"), condition(game, "4Wilts")) == (EXIT, "dis1")


@pytest.mark.rule("10.741", "18.43")
@pytest.mark.parametrize("totals", [(2, 12), (7, 7)])
def test_units_that_attack_out_of_the_uk_box_stay(totals) -> None:
    """After a failure and, Q47, after a stalemate."""
    drop = next(area for area in BOOK.drop_areas["1"] if is_open(area))
    units = unit("1Para", "UK", drop=drop, attack=3 + tem(drop)), unit("Rink", drop, defence=3)
    game = impulse(*units, space="UK", dice=rolls(*totals))
    do(game, f"drop 1Para {drop}", "end")
    attack(game, drop, "1Para")
    assert stage(game) == "withdraw"
    assert (place(game, "1Para"), condition(game, "1Para")) == (drop, "dis1")


@pytest.mark.rule("10.742", "R1")
def test_after_a_stalemate_any_attacker_may_retreat_or_stay() -> None:
    """Even of a mandatory attack."""
    units = unit("4Wilts", A, attack=2 + tem(B)), unit("5Wilts", A), unit("Rink", B, defence=3)
    for answers in (["stay"], [f"retreat 4Wilts {A}", f"retreat 5Wilts {A}"], [f"retreat 5Wilts {A}", "stay"]):
        game = failed(*units, target=B, route=[A], attackers=["4Wilts", "5Wilts"], dice=EVEN)
        assert legal(game) == {"stay", f"retreat 4Wilts {A}", f"retreat 5Wilts {A}"}
        do(game, *answers)
        gone = {answer.split()[1] for answer in answers if answer != "stay"}
        assert [place(game, name) for name in ("4Wilts", "5Wilts")] == [
            A if name in gone else B for name in ("4Wilts", "5Wilts")
        ]
        assert [condition(game, name) for name in ("4Wilts", "5Wilts")] == ["dis1", "spent"]


@pytest.mark.rule("10.742")
def test_w18_after_a_stalemate_the_bridge_is_taken_even_if_the_attackers_retreat() -> None:
    units = unit("4Wilts", CANAL, attack=5 + tem(OVER_CANAL)), unit("Rink", OVER_CANAL, defence=3)
    game = failed(*units, target=OVER_CANAL, route=[CANAL], attackers=["4Wilts"], dice=EVEN)
    do(game, f"retreat 4Wilts {CANAL}")
    settle(game)
    assert place(game, "4Wilts") == CANAL
    assert holder(game, CANAL_BRIDGE) == ALLIED
    assert game.state.control[OVER_CANAL] == "German"


@pytest.mark.rule("10.743", "10.9", "R1")
def test_attackers_do_not_retreat_after_a_success() -> None:
    units = unit("4Wilts", A, attack=4 + tem(B)), unit("Rink", B, defence=3)
    game = failed(*units, target=B, route=[A], attackers=["4Wilts"], dice=EVEN)
    settle(game)
    assert (place(game, "4Wilts"), condition(game, "4Wilts")) == (B, "spent")
    assert refused(game, f"retreat 4Wilts {A}").rule == "8.21"


@pytest.mark.rule("10.9")
def test_the_attackers_retreat_before_the_defenders() -> None:
    units = unit("4Wilts", A), unit("7SLI", B), unit("Rink", B)
    game = failed(*units, target=B, route=[A], attackers=["4Wilts"], control=xxx(B))
    assert (game.side, stage(game)) == (ALLIED, "fall_back")
    do(game, f"retreat 4Wilts {A}")
    assert (game.side, stage(game)) == (GERMAN, "withdraw")


@pytest.mark.rule("10.9")
def test_a_retreat_does_not_lessen_the_attackers_losses() -> None:
    units = unit("4Wilts", A), unit("7SLI", B), unit("Rink", B)
    for answer in ("stay", f"retreat 4Wilts {A}"):
        game = failed(*units, target=B, route=[A], attackers=["4Wilts"], control=xxx(B))
        do(game, answer)
        assert condition(game, "4Wilts") == "dis1"


# 10.9 Limits of the defenders


@pytest.mark.rule("10.9", "R1")
@pytest.mark.parametrize(
    ("name", "goes"),
    [("Rink", True), ("22PG", True), ("SSPz10", False), ("Art159", False), ("FlakEin", False)],
)
def test_a_only_infantry_retreats_through_an_own_canal_without_using_a_bridge(name, goes) -> None:
    """Mechanized infantry too; where no bridge is, and where it is blown."""
    for here, there, blown in ((BANK, OTHER_BANK, []), (CANAL, OVER_CANAL, [CANAL_BRIDGE])):
        game = beaten_off(
            unit(name, here), space=here, control=ALL_XXX | {here: "German", there: "German"}, blown=blown
        )
        assert offered(game, name) == ({there} if goes else set())


@pytest.mark.rule("10.9", "R1")
@pytest.mark.parametrize("name", ["Rink", "SSPz10", "Art159"])
def test_anybody_retreats_over_an_own_held_bridge(name) -> None:
    for here, there in ((CANAL, OVER_CANAL), (RIVER, OVER_RIVER)):
        game = beaten_off(unit(name, here), space=here, control=ALL_XXX | {here: "German", there: "German"})
        assert offered(game, name) == {there}


@pytest.mark.rule("10.9", "R1")
def test_b_nobody_retreats_over_a_river_without_a_bridge_nor_by_ferry() -> None:
    near, far = FERRY.split("-")
    for here, there, blown in (
        (SHORE, OTHER_SHORE, []),
        (RIVER, OVER_RIVER, [RIVER_BRIDGE]),
        (near, far, []),
    ):
        game = beaten_off(unit("Rink", here), space=here, control=ALL_XXX | {there: "German"}, blown=blown)
        assert there not in offered(game, "Rink")


@pytest.mark.rule("10.9", "R1")
@pytest.mark.parametrize(
    ("here", "there", "border"),
    [(CANAL, OVER_CANAL, CANAL_BRIDGE), (RIVER, OVER_RIVER, RIVER_BRIDGE), (BANK, OTHER_BANK, BARE_CANAL)],
)
def test_b_nobody_retreats_over_a_bridge_or_canal_of_the_enemy(here, there, border) -> None:
    control = ALL_XXX | {here: "German", there: "German"}
    for holds, free in ((GERMAN, True), (ALLIED, False)):
        game = beaten_off(unit("Rink", here), space=here, control=control, holders={border: holds})
        assert (there in offered(game, "Rink")) is free


@pytest.mark.rule("10.9", "R1")
def test_c_nobody_retreats_into_an_enemy_area_that_is_not_contested() -> None:
    one, other = NEAR[:2]
    control = ALL_XXX | {HUB: "German", ZONE: "XXX"}
    game = beaten_off(unit("Rink", HUB), space=HUB, control=control, holders=ALL_HELD)
    assert offered(game, "Rink") == set()
    there = unit(FOES[1], one), unit("5Wilts", one), unit("7SLI", other)
    game = beaten_off(unit("Rink", HUB), space=HUB, control=control, holders=ALL_HELD, others=there)
    assert offered(game, "Rink") == {one}
    assert refused(game, f"retreat Rink {other}").rule == "10.92"


@pytest.mark.rule("10.9", "9.66", "R1")
def test_d_airborne_units_retreat_inside_their_range_only() -> None:
    """XXX Corps goes where the airborne unit may not."""
    inside, outside = next(
        (here, edge.to)
        for here, edge in edges("plain")
        if "82" in BOOK.spaces[here].ranges and "82" not in BOOK.spaces[edge.to].ranges
    )
    control = ALL_GERMAN | xxx(inside, outside)
    units = unit("1-504", inside), unit("4Wilts", inside)
    game = beaten_off(*units, space=inside, attacker="Rink", control=control)
    assert offered(game, "1-504") == set()
    assert offered(game, "4Wilts") == {outside}


@pytest.mark.rule("10.9", "9.64")
def test_towers_never_retreat() -> None:
    game = beaten_off(unit("TwrArnhem", A), unit("Rink", A), space=A)
    assert offered(game, "TwrArnhem") == set()
    somewhere = min(offered(game, "Rink"))
    assert refused(game, f"retreat TwrArnhem {somewhere}").rule == "9.64"


@pytest.mark.rule("10.9", "9.4")
def test_q26_armour_and_guns_retreat_without_roads() -> None:
    here, there = next((h, e.to) for h, e in edges("plain", road=False))
    units = unit("SSPz10", here), unit("Art159", here)
    control = ALL_XXX | {here: "German", there: "German"}
    game = beaten_off(*units, space=here, control=control, holders=ALL_HELD)
    assert offered(game, "SSPz10") == offered(game, "Art159") == {there}


# 10.91 Procedure


def _crossroads() -> list[str]:
    """An area and three areas beside it over plain boundaries, not on the boundary of a zone."""
    return next(
        [area, *plain_neighbours(area)[:3]]
        for area in BOOK.areas
        if len(plain_neighbours(area)) >= 3 and not BOOK.edges[area].keys() & BOOK.zones
    )


def _full_way_back(**control: str) -> Game:
    """4Wilts went from the crossroads to attack; 5Wilts filled them behind it; the attack failed.

    The other two areas are own-controlled and contested, but for changes of control.
    """
    origin, target, one, other = _crossroads()
    stack = [unit(name, origin) for name in CORPS if name not in ("4Wilts", "5Wilts", "7SLI", "8DLI")][:9]
    guards = unit("7SLI", one), unit(FOES[0], one), unit("8DLI", other), unit(FOES[1], other)
    units = unit("4Wilts", origin), *stack, unit("5Wilts", one), *guards, unit("Rink", target)
    given = ALL_GERMAN | xxx(origin, one, other) | control
    game = impulse(*units, space=origin, control=given, holder=ALLIED, dice=FAIL)
    do(game, f"move 4Wilts {target}", "double", f"assault {one}", f"move 5Wilts {origin}")
    attack(game, target, "4Wilts")
    return game


@pytest.mark.rule("10.91", "10.9", "R1")
def test_an_attacker_passes_on_through_a_full_area_by_the_priorities() -> None:
    """Of two contested areas behind it either will do if own-controlled; an own one comes before the enemy's."""
    origin, _, one, other = _crossroads()
    game = _full_way_back()
    assert len([each for each in game.state.units.values() if each.location == origin]) == 10
    assert offered(game, "4Wilts") == {one, other}
    do(game, f"retreat 4Wilts {other}")
    assert place(game, "4Wilts") == other
    assert place(_full_way_back(**{other: "German"}), "4Wilts") == one


@pytest.mark.rule("10.91", "10.92", "12.4")
def test_q46_an_attacker_with_nowhere_to_go_on_to_is_eliminated() -> None:
    """The way back is full, and behind it are the enemy's areas and a ferry; it is a loss like any other."""
    near, far = FERRY.split("-")
    target = plain_neighbours(far)[0]
    stack = [unit(name, far) for name in CORPS if name not in ("4Wilts", "5Wilts")][:9]
    units = unit("4Wilts", far), *stack, unit("5Wilts", near), unit("Rink", target)
    game = impulse(*units, space=far, holder=ALLIED, dice=FAIL)
    do(game, f"move 4Wilts {target}", "double", f"assault {near}", f"ferry 5Wilts {far}")
    events = attack(game, target, "4Wilts")
    assert place(game, "4Wilts") == "eliminated"
    assert told(events, "eliminated")[0].rule == "10.91"
    assert game.state.now.losses == {ALLIED: 1}


@pytest.mark.rule("10.91", "10.92", "12.4")
def test_q46_an_airborne_attacker_forced_outside_its_range_is_eliminated() -> None:
    """Its way back is full, and of the areas behind it none is in range."""
    origin, target = _edge_of_range()
    outside = next(
        to
        for to, edge in BOOK.edges[origin].items()
        if to in BOOK.areas and "82" not in BOOK.spaces[to].ranges and edge.water == "plain"
    )
    stack = [unit(name, origin) for name in CORPS if name != "5Wilts"][:9]
    units = unit("1-504", origin), *stack, unit("5Wilts", outside), unit("Rink", target)
    game = impulse(*units, space=origin, control=xxx(origin, outside), holder=ALLIED, dice=FAIL)
    do(game, f"move 1-504 {target}", "double", f"assault {outside}", f"move 5Wilts {origin}")
    events = attack(game, target, "1-504")
    assert place(game, "1-504") == "eliminated"
    assert told(events, "eliminated")[0].rule == "10.91"
    assert game.state.now.losses == {ALLIED: 1}


def _edge_of_range() -> tuple[str, str]:
    """A stackable area on the edge of the 82nd's range, and an area inside the range next to it."""
    return next(
        (origin, edge.to)
        for origin, edge in edges("plain", road=True)
        if {origin, edge.to} <= {s for s in BOOK.areas if "82" in BOOK.spaces[s].ranges}
        and any(
            other.water == "plain" and other.road and to in BOOK.areas and "82" not in BOOK.spaces[to].ranges
            for to, other in BOOK.edges[origin].items()
        )
    )


@pytest.mark.rule("10.91", "10.92", "R1")
def test_e_a_defender_passes_through_a_full_area_however_far() -> None:
    """The only area beside it that it may enter is full; so it goes on to the next."""
    stack = [unit(name, B) for name in FOES[1:11]]
    control = ALL_XXX | dict.fromkeys((A, B, C), "German")
    game = beaten_off(unit(FOES[0], A), space=A, control=control, holders=ALL_HELD, others=tuple(stack))
    assert offered(game, FOES[0]) == {C}
    do(game, f"retreat {FOES[0]} {C}")
    assert place(game, FOES[0]) == C


@pytest.mark.rule("10.91", "7.1")
def test_units_retreat_one_at_a_time_as_long_as_there_is_room() -> None:
    """Nine stand behind; of two units one finds room, the other goes on to the area after."""
    stack = [unit(name, B) for name in FOES[2:11]]
    control = ALL_XXX | dict.fromkeys((A, B, C), "German")
    pair = unit(FOES[0], A), unit(FOES[1], A)
    game = beaten_off(*pair, space=A, control=control, holders=ALL_HELD, others=tuple(stack))
    assert offered(game, FOES[0]) == offered(game, FOES[1]) == {B}
    do(game, f"retreat {FOES[1]} {B}")
    assert offered(game, FOES[0]) == {C}


@pytest.mark.rule("10.91", "10.92")
def test_a_full_area_with_nothing_behind_it_is_no_refuge() -> None:
    stack = [unit(name, B) for name in FOES[1:11]]
    control = ALL_XXX | dict.fromkeys((A, B), "German")
    game = beaten_off(unit(FOES[0], A), space=A, control=control, holders=ALL_HELD, others=tuple(stack))
    assert stage(game) == "operations"  # nobody can retreat


@pytest.mark.rule("10.91")
def test_infantry_goes_on_through_canals_without_bridges() -> None:
    """Over a full bank and the canal beyond it; armour stays where it is."""
    before = beside(BANK)
    stack = [unit(name, BANK) for name in FOES[1:11]]
    control = ALL_XXX | dict.fromkeys((before, BANK, OTHER_BANK), "German")
    holders = ALL_HELD | {BARE_CANAL: GERMAN}
    units = unit(FOES[0], before), unit("SSPz10", before)
    game = beaten_off(*units, space=before, control=control, holders=holders, others=tuple(stack))
    assert offered(game, FOES[0]) == {OTHER_BANK}
    assert offered(game, "SSPz10") == set()


@pytest.mark.rule("10.91", "9.62", "R1")
def test_q8_five_units_retreat_over_a_bridge() -> None:
    control = ALL_XXX | dict.fromkeys((RIVER, OVER_RIVER), "German")
    holders = ALL_HELD | {RIVER_BRIDGE: GERMAN}
    game = beaten_off(*(unit(name, RIVER) for name in FOES[:6]), space=RIVER, control=control, holders=holders)
    do(game, *(f"retreat {name} {OVER_RIVER}" for name in FOES[:5]))
    assert place(game, FOES[5]) == RIVER
    assert not legal(game, "retreat")


@pytest.mark.rule("10.91", "9.62")
def test_q8_infantry_that_finds_the_canal_bridge_crowded_wades() -> None:
    control = ALL_XXX | dict.fromkeys((CANAL, OVER_CANAL), "German")
    holders = ALL_HELD | {CANAL_BRIDGE: GERMAN}
    units = [unit(name, CANAL) for name in (*FOES[:6], "Art159")]
    game = beaten_off(*units, space=CANAL, control=control, holders=holders)
    do(game, *(f"retreat {name} {OVER_CANAL}" for name in FOES[:5]))
    assert offered(game, "Art159") == set()
    assert offered(game, FOES[5]) == {OVER_CANAL}


@pytest.mark.rule("10.91", "9.62", "19.1")
def test_q8_movement_and_retreat_over_a_bridge_are_counted_apart() -> None:
    """Five cross it, and five are thrown back over it."""
    names = list(CORPS[:5])
    units = [unit(name, RIVER) for name in names] + [unit("Rink", OVER_RIVER, defence=12)]
    game = failed(*units, target=OVER_RIVER, route=[RIVER], attackers=names)
    assert {place(game, name) for name in names} == {RIVER}
    assert game.state.now.crossed == game.state.now.retreated == {RIVER_BRIDGE: 5}


# 10.92 Priorities of the defenders


def _lonely(space: str) -> list[str]:
    """Areas beside one of the hub's neighbours and beside none of the others, nor the hub."""
    rest = [HUB, *(other for other in NEAR if other != space)]
    return [
        edge.to
        for edge in BOOK.edges[space].values()
        if edge.to in BOOK.areas and edge.to not in rest and not any(edge.to in BOOK.edges[other] for other in rest)
    ]


@pytest.mark.rule("10.92", "R1")
def test_first_the_free_area_with_the_fewest_enemy_neighbours() -> None:
    """Equals are the owner's choice; one enemy-controlled neighbour more rules an area out."""
    given = {"space": HUB, "holders": ALL_HELD}
    assert offered(beaten_off(unit("Rink", HUB), **given), "Rink") == {*NEAR}
    watched = [(space, _lonely(space)[0]) for space in NEAR if _lonely(space)]
    assert watched
    for space, spy in watched:
        game = beaten_off(unit("Rink", HUB), control=xxx(spy), **given)
        assert offered(game, "Rink") == {*NEAR} - {space}
        assert refused(game, f"retreat Rink {space}").rule == "10.92"


@pytest.mark.rule("10.92", "R1")
def test_different_units_go_to_different_areas() -> None:
    game = beaten_off(unit("Rink", HUB), unit(FOES[0], HUB), space=HUB, holders=ALL_HELD)
    first, second = NEAR[:2]
    do(game, f"retreat Rink {first}", f"retreat {FOES[0]} {second}")
    assert (place(game, "Rink"), place(game, FOES[0])) == (first, second)


@pytest.mark.rule("10.92", "R1")
def test_a_neighbour_over_a_river_without_a_bridge_counts_too() -> None:
    """Adjacent is who has a common boundary, whether anybody could cross it or not."""
    hub, shore, far_shore = next(
        (hub, shore, edge.to)
        for shore, edge in edges("river", bridge=False)
        for hub in plain_neighbours(shore)
        if edge.to not in BOOK.edges[hub]
        and len(plain_neighbours(hub)) > 1
        and all(edge.to not in BOOK.edges[other] for other in plain_neighbours(hub) if other != shore)
    )
    given = {"space": hub, "holders": ALL_HELD}
    assert offered(beaten_off(unit("Rink", hub), **given), "Rink") == {*plain_neighbours(hub)}
    game = beaten_off(unit("Rink", hub), control=xxx(far_shore), **given)
    assert offered(game, "Rink") == {*plain_neighbours(hub)} - {shore}


@pytest.mark.rule("10.92", "R1")
def test_then_own_contested_then_enemy_contested_then_full_then_a_zone() -> None:
    """The five priorities, each in turn taken away."""
    one, other, third = NEAR
    defender = unit("Rink", HUB)
    bare = dict.fromkeys(BOOK.ground, "XXX") | {HUB: "German"}
    own = unit(FOES[0], one), unit("5Wilts", one)
    enemies = unit(FOES[1], other), unit("7SLI", other)
    given = {"space": HUB, "holders": ALL_HELD}

    control = bare | {one: "German", third: "German", ZONE: "German"}
    assert offered(beaten_off(defender, others=(*own, *enemies), control=control, **given), "Rink") == {third}
    control = bare | {one: "German", ZONE: "German"}
    assert offered(beaten_off(defender, others=(*own, *enemies), control=control, **given), "Rink") == {one}
    control = bare | {ZONE: "German"}
    assert offered(beaten_off(defender, others=enemies, control=control, **given), "Rink") == {other}
    assert offered(beaten_off(defender, control=control, **given), "Rink") == {ZONE}


@pytest.mark.rule("10.92", "10.91", "R1")
def test_a_full_area_comes_before_a_zone_and_after_a_contested_area() -> None:
    full = NEAR[0]
    behind = next(to for to in plain_neighbours(full) if to not in (HUB, *NEAR))
    stack = tuple(unit(name, full) for name in FOES[1:11])
    control = dict.fromkeys(BOOK.ground, "XXX") | {HUB: "German", full: "German", behind: "German", ZONE: "German"}
    given = {"space": HUB, "holders": ALL_HELD, "control": control}
    game = beaten_off(unit(FOES[0], HUB), others=stack, **given)
    assert offered(game, FOES[0]) == {behind}
    there = unit("Goebel", NEAR[1]), unit("7SLI", NEAR[1])
    game = beaten_off(unit(FOES[0], HUB), others=(*stack, *there), **given)
    assert offered(game, FOES[0]) == {NEAR[1]}


@pytest.mark.rule("10.92", "10.8")
def test_a_unit_that_cannot_retreat_absorbs_by_steps_only() -> None:
    """Surrounded and out of steps it is eliminated."""
    units = unit("4Wilts", HUB, attack=1 + 1 + tem(HUB)), unit("Rink", HUB, "dis2", spent=3)
    for control, way_out in ((ALL_XXX | {HUB: "German"}, False), ({}, True)):
        game = impulse(*units, space=HUB, control=control, holders=ALL_HELD, dice=EVEN)
        events = attack(game, HUB, "4Wilts")
        assert (outcome(events)["result"], outcome(events)["margin"]) == ("success", 1)
        assert bool(legal(game, "retreat")) is way_out
        assert (place(game, "Rink") == "eliminated") is not way_out


@pytest.mark.rule("10.92", "9.66")
def test_airborne_units_stay_in_range_even_against_the_priorities() -> None:
    """A Free area outside the range, a contested one inside: the airborne unit goes to the second."""
    here, inside, outside = next(
        (hub, one, two)
        for hub in BOOK.areas
        for one, first in BOOK.edges[hub].items()
        for two, second in BOOK.edges[hub].items()
        if {"82"} <= {*BOOK.spaces[hub].ranges} & {*BOOK.spaces[one].ranges}
        and two in BOOK.areas
        and "82" not in BOOK.spaces[two].ranges
        and first.water == second.water == "plain"
    )
    there = unit("5Wilts", inside), unit(FOES[1], inside)
    units = unit("1-504", here), unit("4Wilts", here)
    control = ALL_GERMAN | xxx(here, inside, outside)
    game = beaten_off(*units, space=here, attacker="Rink", control=control, others=there)
    assert offered(game, "1-504") == {inside}
    assert offered(game, "4Wilts") == {outside}


@pytest.mark.rule("10.92", "7.21")
def test_airborne_and_ground_units_retreat_into_each_others_areas() -> None:
    """XXX Corps makes an airborne-controlled area its own by retreating into it; airborne units change nothing."""
    here = next(area for area in BOOK.drop_areas["82"] if is_open(area))
    to = next(to for to, edge in BOOK.edges[here].items() if edge.water == "plain" and "82" in BOOK.spaces[to].ranges)
    for control, name, after in (
        ("airborne", "4Wilts", "XXX"),
        ("airborne", "1-504", "airborne"),
        ("XXX", "1-504", "XXX"),
    ):
        given = ALL_GERMAN | {here: "XXX", to: control}
        game = beaten_off(unit(name, here), space=here, attacker="Rink", control=given)
        do(game, f"retreat {name} {to}")
        assert game.state.control[to] == after


# 10.93 Voluntary retreat


@pytest.mark.rule("10.93", "R1")
@pytest.mark.parametrize(
    ("before", "after"), [("fresh", "spent"), ("spent", "spent"), ("dis1", "dis1"), ("dis2", "dis2")]
)
def test_a_defender_may_retreat_even_after_a_failed_attack(before, after) -> None:
    """A Fresh unit becomes Spent; others suffer nothing more."""
    game = beaten_off(unit("Rink", A, before), space=A)
    assert (game.side, stage(game)) == (GERMAN, "withdraw")
    do(game, f"retreat Rink {min(offered(game, 'Rink'))}")
    assert condition(game, "Rink") == after
    assert place(game, "Rink") != A
    assert game.state.control[A] == "XXX"


@pytest.mark.rule("10.93")
def test_nobody_has_to_retreat() -> None:
    game = beaten_off(unit("Rink", A), space=A)
    do(game, "stay")
    assert (place(game, "Rink"), condition(game, "Rink")) == (A, "fresh")


@pytest.mark.rule("10.93")
def test_the_forward_unit_has_no_priority() -> None:
    units = unit("4Wilts", A), unit(FOES[0], A), unit(FOES[1], A)
    game = impulse(*units, space=A, dice=FAIL)
    attack(game, A, "4Wilts", forward=FOES[0])
    do(game, f"retreat {FOES[1]} {min(offered(game, FOES[1]))}", "stay")
    assert place(game, FOES[0]) == A
    assert place(game, FOES[1]) != A


@pytest.mark.rule("10.93", "10.8")
def test_after_the_casualty_points_the_others_may_leave_too() -> None:
    units = unit("4Wilts", A, attack=5 + tem(A)), unit(FOES[0], A, defence=3), unit(FOES[1], A)
    game = impulse(*units, space=A, dice=EVEN)
    attack(game, A, "4Wilts", forward=FOES[0])
    assert stage(game) == "withdraw"  # the forward unit took the only point
    do(game, *(f"retreat {name} {min(offered(game, name))}" for name in FOES[:2]))
    assert [condition(game, name) for name in FOES[:2]] == ["spent", "spent"]
    assert game.state.control[A] == "XXX"


@pytest.mark.rule("10.93")
def test_only_defenders_of_the_attacked_area_retreat() -> None:
    game = beaten_off(unit("Rink", A), space=A, others=(unit(FOES[0], C),))
    assert refused(game, f"retreat {FOES[0]} {D}").rule == "10.93"
    assert refused(game, f"retreat 4Wilts {B}").rule == "10.93"
    assert {text.split()[1] for text in legal(game, "retreat")} == {"Rink"}


@pytest.mark.rule("10.93")
def test_voluntary_retreats_follow_the_priorities_too() -> None:
    game = beaten_off(unit("Rink", HUB), space=HUB, control=xxx(*NEAR), holders=ALL_HELD)
    assert offered(game, "Rink") == {ZONE}
    assert refused(game, f"retreat Rink {NEAR[0]}").rule == "10.92"
