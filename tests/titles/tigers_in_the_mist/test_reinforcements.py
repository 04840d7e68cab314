"""Rule 11: where and when reinforcements enter, from which other zones, and what releases the German reserves."""

import pytest

from tests.titles.tigers_in_the_mist.kit import ALLIED, GERMAN, TITLE, do, legal, position, rolls, unit
from tests.titles.tigers_in_the_mist.referee import BOOK, barred, go, markers, moving, of, play_on, spent, where
from wargame_tui.core.game import Game
from wargame_tui.titles.tigers_in_the_mist.state import Unit

ALLIED_ZONES = "DEFGHIJKLMNP"


def due(name: str, words: str, box: str, *zones: str) -> Unit:
    """A unit that is still off the map, due in a box of the turn track at one of the zones on its card."""
    return unit(name, words + " @off", scheduled=box, entry_zones=zones)


def waiting(name: str, words: str, box: str, *zones: str, **changes: str) -> Unit:
    """A reinforcement that has been placed in the first of its zones and has not entered yet."""
    return unit(name, f"{words} @{zones[0]}", scheduled=box, entry_zones=zones, **changes)


def next_impulse(*units: Unit, box: str = "17-1") -> Game:
    """The Allied impulse of a box is just over, with nobody else on the map but one unit a side."""
    game = position(unit("G0", "German infantry 1 @9"), unit("A0", "Allied infantry 1 @5"), *units, at=box, side=ALLIED)
    do(game, "end")
    return game


# 11.1 Placement


@pytest.mark.rule("11.11")
def test_a_unit_with_one_zone_on_its_card_is_placed_there() -> None:
    game = next_impulse(due("G", "German armour 3", "17-2", "A"), due("A", "Allied armour 3", "17-2", "P"))
    assert (where(game, "G"), where(game, "A")) == ("A", "P")
    assert game.side == GERMAN


@pytest.mark.rule("11.11")
def test_nobody_comes_before_its_time() -> None:
    game = next_impulse(due("G", "German armour 3", "17-3", "A"), due("A", "Allied armour 3", "18-1", "D", "E"))
    assert (where(game, "G"), where(game, "A")) == ("off", "off")
    barred(game, "move G", "11.11", "not yet on the map")
    play_on(game, moving(GERMAN, "17-3"))
    assert (where(game, "G"), where(game, "A")) == ("A", "off")
    play_on(game, lambda game: TITLE.turn(game.state) == "18-1")
    assert {"place A D", "place A E"} <= legal(game)


@pytest.mark.rule("11.11")
def test_the_owner_chooses_among_the_zones_of_the_card() -> None:
    """Each unit for itself; nothing else can be done before all are placed."""
    game = next_impulse(
        due("A", "Allied armour 3", "17-2", "D", "E", "F"), due("B", "Allied armour 3", "17-2", "D", "E", "F")
    )
    assert game.side == ALLIED
    assert legal(game) == {f"place {name} {zone}" for name in "AB" for zone in "DEF"}
    barred(game, "place A G", "11.11", "A", "D, E, F")
    barred(game, "place A0 D", "11.11", "not due")
    barred(game, "done", "11.11", "place")
    do(game, "place A D")
    barred(game, "place A E", "11.11")
    do(game, "place B F")
    assert (where(game, "A"), where(game, "B")) == ("D", "F")
    assert game.side == GERMAN


@pytest.mark.parametrize(("box", "side"), [("16-2", GERMAN), ("17-1", ALLIED), ("19-3", ALLIED), ("20-1", GERMAN)])
@pytest.mark.rule("11.11")
def test_the_cards_of_the_campaign(box: str, side: str) -> None:
    game = Game(TITLE, "tigers_in_the_mist/campaign", 1)
    play_on(game, moving(GERMAN, box))
    expected = {name: arrival.zones for arrival in BOOK.arrivals if arrival.due == box for name in arrival.units}
    expected = {name: zones for name, zones in expected.items() if BOOK.roster[name].side == side}
    assert expected
    for name, zones in expected.items():
        assert where(game, name) in zones


@pytest.mark.parametrize(("side", "zone", "area"), [(GERMAN, "A", "45"), (ALLIED, "E", "36")])
@pytest.mark.rule("11.12")
def test_they_enter_in_the_impulse_of_their_arrival(side: str, zone: str, area: str) -> None:
    game = next_impulse(due("New", f"{side} infantry 3", "17-2", zone))
    play_on(game, moving(side, "17-2"))
    go(game, "New", area)
    assert where(game, "New") == area


@pytest.mark.rule("11.12", "8.21")
def test_they_may_enter_as_a_stack() -> None:
    """A4: what counts is that they were in the same zone at the start of the impulse."""
    game = next_impulse(
        due("P", "German armour 3", "17-2", "B"),
        due("Q", "German motorized 3", "17-2", "B"),
        waiting("R", "German motorized 3", "17-1", "B"),
    )
    do(game, "move P", "with Q", "with R", "to 46", "stop")
    assert {where(game, name) for name in "PQR"} == {"46"}


@pytest.mark.parametrize("zone", BOOK.zones)
@pytest.mark.rule("11.13")
def test_zones_are_joined_to_their_areas_by_primary_roads(zone: str) -> None:
    side = GERMAN if zone in "ABC" else ALLIED
    for road in BOOK.roads[zone]:
        game = position(waiting("New", f"{side} infantry 3", "17-1", zone), at="17-1", side=side)
        go(game, "New", road.to)
        assert spent(game, "New") == 1


# 11.14 Entry from another zone


@pytest.mark.rule("11.14", "QA-17")
def test_x25_a_unit_due_in_17_1_at_zone_e() -> None:
    """X25: in 17-2 from E without penalty, from D or F for 2 points; nobody has to say so in 17-1."""
    for zone, area, extra in (("E", "35", 0), ("D", "41", 2), ("F", "34", 2)):
        game = position(waiting("U", "Allied motorized 3", "17-1", "E"), at="17-1", side=ALLIED)
        assert not any(command.startswith("shift") for command in legal(game))
        do(game, "end")
        play_on(game, moving(ALLIED, "17-2"))
        do(game, "move U", *([f"shift {zone}"] if zone != "E" else []), f"to {area}")
        assert where(game, "U") == area
        assert spent(game, "U") == extra + 1


@pytest.mark.rule("11.14", "QA-17")
def test_x25_not_yet_in_17_1() -> None:
    """X25: in the impulse for which it is scheduled, only the zone on the card is open."""
    game = position(waiting("U", "Allied motorized 3", "17-1", "E"), at="17-1", side=ALLIED)
    do(game, "move U")
    for zone in "DF":
        barred(game, f"shift {zone}", "11.14", "U", "1 impulse")


@pytest.mark.parametrize(
    ("box", "open_to"),
    [("17-1", ""), ("17-2", "DF"), ("17-3", "DFG"), ("18-1", "DFGH"), ("21-3", "DFGH")],
)
@pytest.mark.rule("11.14")
def test_each_zone_further_costs_an_impulse_and_2_points(box: str, open_to: str) -> None:
    """With 8 points three zones are the limit: 6 for them, 1 for the road. The edge ends at D on the Allied side."""
    game = position(waiting("U", "Allied motorized 3", "17-1", "E"), at=box, side=ALLIED)
    do(game, "move U")
    assert {command.split()[1] for command in legal(game) if command.startswith("shift")} == set(open_to)
    for zone in open_to:
        game = position(waiting("U", "Allied motorized 3", "17-1", "E"), at=box, side=ALLIED)
        [shift] = rolls(do(game, "move U", f"shift {zone}"), "zone_shifted")
        assert shift.data["cost"] == spent(game, "U") == 2 * abs("DEFGH".index(zone) - 1)


@pytest.mark.parametrize(("zone", "legal_for_infantry"), [("F", True), ("G", True), ("H", False)])
@pytest.mark.rule("11.14", "8.38")
def test_infantry_shifts_two_zones_at_most(zone: str, legal_for_infantry: bool) -> None:
    """4 points of 5 leave one for a primary road into an empty area; 6 are too many."""
    game = position(waiting("U", "Allied infantry 3", "17-1", "E"), at="21-1", side=ALLIED)
    do(game, "move U")
    if legal_for_infantry:
        assert f"shift {zone}" in legal(game)
    else:
        barred(game, f"shift {zone}", "11.14", zone)


@pytest.mark.rule("11.14", "8.37")
def test_a_shift_that_leaves_too_few_points_is_no_entry() -> None:
    """Both areas behind Huy are occupied, which makes 4 + 2 points."""
    others = [unit("P", "Allied armour 1 @29"), unit("Q", "Allied armour 1 @30")]
    game = position(waiting("U", "Allied infantry 3", "17-1", "E"), *others, at="19-1", side=ALLIED)
    do(game, "move U")
    barred(game, "shift G", "11.14", "G")
    assert "shift F" in legal(game)


@pytest.mark.parametrize(
    ("start", "zone", "area", "cost"),
    [("A", "B", "46", 3), ("B", "A", "42", 3), ("B", "C", "8", 3), ("A", "C", "9", 5)],
)
@pytest.mark.rule("11.14")
def test_german_units_shift_along_their_own_edge(start: str, zone: str, area: str, cost: int) -> None:
    game = position(waiting("U", "German motorized 3", "17-1", start), at="17-3")
    do(game, "move U", f"shift {zone}", f"to {area}")
    assert spent(game, "U") == cost


@pytest.mark.rule("11.14")
def test_nobody_enters_from_a_zone_of_the_other_side() -> None:
    """A19: C and P, A and D lie side by side, but on different sides of the front."""
    for side, zone, wrong in ((ALLIED, "D", "A"), (ALLIED, "P", "C"), (GERMAN, "A", "D"), (GERMAN, "C", "P")):
        game = position(waiting("U", f"{side} motorized 3", "17-1", zone), at="21-1", side=side)
        do(game, "move U")
        barred(game, f"shift {wrong}", "11.14", wrong)


@pytest.mark.rule("11.14")
def test_n_and_p_are_neighbours() -> None:
    """A22: there is no zone O."""
    game = position(waiting("U", "Allied motorized 3", "20-2", "P"), at="20-3", side=ALLIED)
    do(game, "move U", "shift N", "to 2")
    assert spent(game, "U") == 3


@pytest.mark.rule("11.14", "11.11", "QA-17")
def test_shifts_are_counted_from_the_nearest_zone_on_the_card() -> None:
    """A card with D and E: either is no shift at all, wherever the counter was laid down, and F is one from E."""
    game = position(waiting("U", "Allied motorized 3", "17-1", "D", "E"), at="17-2", side=ALLIED)
    do(game, "move U", "shift E", "to 35")
    assert spent(game, "U") == 1
    game = position(waiting("U", "Allied motorized 3", "17-1", "D", "E"), at="17-2", side=ALLIED)
    do(game, "move U", "shift F", "to 35")
    assert spent(game, "U") == 3
    game = position(waiting("U", "Allied motorized 3", "17-1", "D", "E"), at="17-2", side=ALLIED)
    do(game, "move U")
    barred(game, "shift G", "11.14", "2 impulse")


@pytest.mark.rule("11.14")
def test_a_stack_shifts_together() -> None:
    units = [waiting(name, "Allied motorized 3", "17-1", "E") for name in "PQ"]
    game = position(*units, waiting("R", "Allied motorized 3", "17-2", "E"), at="17-2", side=ALLIED)
    do(game, "move P", "with Q", "shift D", "to 36", "stop")
    assert (where(game, "P"), where(game, "Q"), spent(game, "P"), spent(game, "Q")) == ("36", "36", 3, 3)
    game = position(*units, waiting("R", "Allied motorized 3", "17-2", "E"), at="17-2", side=ALLIED)
    do(game, "move P", "with R")
    barred(game, "shift D", "11.14", "R")  # due in this very impulse


@pytest.mark.rule("11.14")
def test_who_has_shifted_enters_from_the_new_zone() -> None:
    game = position(
        waiting("U", "Allied motorized 3", "17-1", "E"), waiting("V", "Allied motorized 3", "17-1", "E"),
        waiting("W", "Allied motorized 3", "17-1", "D"), at="17-2", side=ALLIED,
    )  # fmt: skip
    do(game, "move U", "shift D")
    barred(game, "stop", "11.14", "zone D")
    barred(game, "with V", "8.21")
    barred(game, "with W", "8.21")
    barred(game, "shift E", "11.14")


@pytest.mark.rule("11.14", "11.11")
def test_nobody_joins_a_group_that_has_changed_its_zone() -> None:
    """Not even where the change was free."""
    units = [waiting(name, "Allied motorized 3", "17-1", "D", "E") for name in "PQ"]
    game = position(*units, at="17-2", side=ALLIED)
    do(game, "move P", "shift E")
    barred(game, "with Q", "8.21")


@pytest.mark.rule("11.14")
def test_only_reinforcements_shift() -> None:
    """Neither a unit that was set up on the map nor one that has entered it and come back."""
    game = position(unit("Old", "Allied motorized 3 @E"), unit("Map", "Allied motorized 3 @36"), at="19-1", side=ALLIED)
    do(game, "move Old")
    barred(game, "shift D", "11.14")
    game = position(
        waiting("U", "Allied motorized 3", "17-1", "E"), unit("A", "Allied infantry 1 @5"),
        unit("G", "German infantry 1 @9"), at="17-3", side=ALLIED,
    )  # fmt: skip
    do(game, "move U", "to 36", "to E", "stop")
    play_on(game, moving(ALLIED, "18-1"))
    do(game, "move U")
    barred(game, "shift D", "11.14")
    barred(game, "shift F", "11.14")


@pytest.mark.rule("11.14", "8.42")
def test_a_blown_bridge_may_keep_who_has_shifted_in_the_new_zone() -> None:
    game = position(
        waiting("U", "Allied infantry 3", "17-1", "E"), unit("G", "German infantry 3 @34"),
        unit("H", "German infantry 3 @35"), at="17-2", side=ALLIED, dice=[1],
    )  # fmt: skip
    do(game, "move U", "shift F", "to 34", "blow 34-F G")
    assert spent(game, "U") == 3
    assert where(game, "U") == "F"


@pytest.mark.parametrize(("side", "zone"), [(GERMAN, "B"), (ALLIED, "H")])
@pytest.mark.rule("11.15")
def test_entry_may_wait_as_long_as_the_owner_likes(side: str, zone: str) -> None:
    game = next_impulse(due("U", f"{side} motorized 3", "17-2", zone))
    play_on(game, moving(side, "20-2"))
    assert where(game, "U") == zone
    assert of(game, "U").strength == 3  # zones of its own side are in supply
    go(game, "U", "29" if zone == "H" else "46")
    assert spent(game, "U") == 1


# 11.2 Limits


@pytest.mark.rule("11.21")
def test_no_allied_entry_from_a_zone_with_german_units() -> None:
    units = [waiting("U", "Allied motorized 3", "17-1", "G"), unit("A", "Allied armour 1 @1")]
    game = position(*units, unit("G", "German armour 1 @G"), at="17-1", side=ALLIED)
    barred(game, "move U", "11.21", "German units", "Zone G")


@pytest.mark.rule("11.21", "11.14")
def test_but_from_the_zone_beside_it() -> None:
    enemy = unit("G", "German armour 1 @G")
    game = position(waiting("U", "Allied motorized 3", "17-1", "G"), enemy, at="17-2", side=ALLIED)
    do(game, "move U", "shift H", "to 29")
    assert where(game, "U") == "29"
    game = position(waiting("U", "Allied motorized 3", "17-1", "H"), enemy, at="17-2", side=ALLIED)
    do(game, "move U")
    barred(game, "shift G", "11.21", "German units", "G")


@pytest.mark.parametrize(("area", "zone"), [("29", "G"), ("28", "I"), ("36", "D"), ("26", "K")])
@pytest.mark.rule("11.21")
def test_german_units_enter_zones_that_hold_allied_units(area: str, zone: str) -> None:
    """For the road alone, and without a fight."""
    game = position(
        unit("U", f"German armour 4 @{area}"), unit("A", f"Allied armour 3 @{zone}"), unit("H", "German armour 1 @9")
    )
    go(game, "U", zone)
    assert where(game, "U") == zone
    assert spent(game, "U") == 1
    play_on(game, lambda game: game.state.active == ALLIED)
    assert not rolls([event for entry in game.entries for event in entry.events], "battle")


@pytest.mark.parametrize(
    ("area", "zone"), [("1", "L"), ("1", "M"), ("2", "M"), ("2", "N"), ("5", "N"), ("5", "P"), ("6", "P")]
)
@pytest.mark.rule("11.22")
def test_german_units_stay_out_of_l_m_n_p(area: str, zone: str) -> None:
    game = position(unit("U", f"German armour 4 @{area}"))
    do(game, "move U")
    barred(game, f"to {zone}", "11.22", "German", f"Zone {zone}")


@pytest.mark.parametrize("zone", "DEFGHIJK")
@pytest.mark.rule("11.22")
def test_german_units_enter_every_other_allied_zone(zone: str) -> None:
    for road in BOOK.roads[zone]:
        game = position(unit("U", f"German armour 4 @{road.to}"))
        do(game, "move U")
        assert f"to {zone}" in legal(game)


@pytest.mark.parametrize(("area", "zone"), [("42", "A"), ("45", "A"), ("45", "B"), ("46", "B"), ("8", "C"), ("9", "C")])
@pytest.mark.rule("11.23")
def test_allied_units_stay_out_of_the_german_zones(area: str, zone: str) -> None:
    game = position(unit("U", f"Allied armour 4 @{area}"), side=ALLIED)
    do(game, "move U")
    barred(game, f"to {zone}", "11.23", "Allied", f"Zone {zone}")
    game = position(unit("U", f"German armour 4 @{area}"))
    do(game, "move U")
    assert f"to {zone}" in legal(game)


# 11.3 German reserves

FBB = ("Pz/FBB", "Gr/FBB")
"""The Führer-Begleit-Brigade: Clervaux (68) or St. Vith (73), from 17-3 on, at zone B."""


def reserve_of(group: str) -> list[Unit]:
    """The units of a reserve, off the map."""
    entry = BOOK.reserves[group]
    return [unit(name, "German armour 3 @off", group=group, entry_zones=entry.zones) for name in entry.units]


def end_of_allied_impulse(*units: Unit, box: str = "17-3", group: str = "FBB", **changes: object) -> Game:
    """The last words of an Allied impulse, with one reserve still locked."""
    others = [unit("G0", "German infantry 1 @9"), unit("A0", "Allied infantry 1 @5")]
    game = position(*units, *others, *reserve_of(group), at=box, side=ALLIED, **changes)  # type: ignore[arg-type]
    do(game, "end")
    while game.state.active == ALLIED and "done" in legal(game) and game.trail[-1] == "Combat":
        do(game, "done")
    return game


def offered(game: Game, group: str = "FBB") -> bool:
    """Whether the German is asked about the release of a reserve."""
    return game.side == GERMAN and f"release {group}" in legal(game)


@pytest.mark.parametrize(
    ("german", "allied", "superior"),
    [
        ((1,), (), True),
        ((4,), (3,), True),
        ((3,), (3,), False),
        ((3,), (4,), False),
        ((2, 2), (3,), True),
        ((4,), (2, 2), False),
        ((), (), False),
    ],
)
@pytest.mark.rule("11.3")
def test_d41_superiority_is_more_strength_than_the_enemy(
    german: tuple[int, ...], allied: tuple[int, ...], superior: bool
) -> None:
    """D41: 3 against 3 is none."""
    game = end_of_allied_impulse(
        *(unit(f"G{k}", f"German infantry {n} @68") for k, n in enumerate(german, 1)),
        *(unit(f"A{k}", f"Allied infantry {n} @68") for k, n in enumerate(allied, 1)),
    )
    assert offered(game) == superior


@pytest.mark.rule("11.3")
def test_the_german_releases_the_whole_reserve_or_leaves_it() -> None:
    game = end_of_allied_impulse(unit("G", "German infantry 3 @68"))
    assert TITLE.turn(game.state) == "18-1"
    assert game.side == GERMAN
    assert legal(game) == {"release FBB", "done"}
    assert all(where(game, name) == "off" for name in FBB)
    do(game, "release FBB")
    assert all(where(game, name) == "B" for name in FBB)
    play_on(game, moving(GERMAN))
    go(game, FBB[0], "46")  # 11.12
    assert where(game, FBB[0]) == "46"


@pytest.mark.rule("11.3")
def test_a_reserve_that_has_been_left_is_not_announced_again() -> None:
    game = end_of_allied_impulse(unit("G", "German infantry 3 @68"))
    do(game, "done")
    play_on(game, moving(GERMAN, "18-2"))
    told = rolls([event for entry in game.entries for event in entry.events], "reserve_earned")
    assert [event.data["group"] for event in told] == ["FBB"]


@pytest.mark.rule("11.3")
def test_a_reserve_that_was_not_earned_is_not_released() -> None:
    game = end_of_allied_impulse(unit("G", "German infantry 3 @68"), *reserve_of("9P"))
    barred(game, "release 9P", "11.3", "9P")
    barred(game, "release Nobody", "11.3")
    game = end_of_allied_impulse(unit("G", "German infantry 3 @67"))
    assert not offered(game)
    assert all(where(game, name) == "off" for name in FBB)


@pytest.mark.rule("11.3")
def test_a_release_brings_up_no_other_reserve() -> None:
    game = end_of_allied_impulse(unit("G", "German infantry 3 @68"), *reserve_of("9P"))
    do(game, "release FBB")
    play_on(game, moving(GERMAN))
    assert all(where(game, name) == "off" for name in BOOK.reserves["9P"].units)


@pytest.mark.rule("11.3")
def test_superiority_counts_at_the_end_of_the_allied_impulse() -> None:
    """A German unit holds Clervaux after its own impulse; the Allied player brings up as much in his."""
    units = [unit("G", "German infantry 3 @68"), unit("A", "Allied infantry 3 @67")]
    others = [unit("G0", "German infantry 1 @9"), unit("A0", "Allied infantry 1 @5")]
    game = position(*units, *others, *reserve_of("FBB"), at="17-3", side=ALLIED, dice=[10] * 99)
    go(game, "A", "68")
    play_on(game, lambda game: TITLE.turn(game.state) == "18-1")
    assert not offered(game)


@pytest.mark.rule("11.3", "11.31")
def test_not_before_the_box_on_the_card() -> None:
    """A20: the Führer-Begleit-Brigade's box is 17-3; from then on every Allied impulse counts."""
    held = unit("G", "German infantry 3 @68")
    for box, earned in (
        ("16-3", False),
        ("17-1", False),
        ("17-2", False),
        ("17-3", True),
        ("18-1", True),
        ("20-2", True),
    ):
        assert offered(end_of_allied_impulse(held, box=box)) == earned, box


@pytest.mark.rule("11.3")
def test_what_is_not_released_is_offered_again_while_superiority_lasts() -> None:
    """A20."""
    game = end_of_allied_impulse(unit("G", "German armour 3 @68"))
    do(game, "done")
    play_on(game, lambda game: TITLE.turn(game.state) == "18-2")
    assert offered(game)
    do(game, "done", "move G", "to 70", "stop")
    play_on(game, lambda game: TITLE.turn(game.state) == "18-3")
    assert not offered(game)


@pytest.mark.parametrize(
    ("group", "area", "box"),
    [(name, area, entry.since) for name, entry in BOOK.reserves.items() for area in entry.areas],
)
@pytest.mark.rule("11.33", "11.31", "11.32")
def test_x27_superiority_in_one_of_the_areas_is_enough(group: str, area: str, box: str) -> None:
    """X27: for every reserve of the card and each of its areas, all of which show a tank on the map (11.32)."""
    assert BOOK.spaces[area].tank
    game = end_of_allied_impulse(unit("G", f"German infantry 3 @{area}"), box=box, group=group)
    assert offered(game, group)
    do(game, f"release {group}")
    assert {where(game, name) for name in BOOK.reserves[group].units} == set(BOOK.reserves[group].zones)


@pytest.mark.rule("11.33")
def test_no_release_for_units_out_of_supply() -> None:
    ring = [unit(f"R{area}", f"Allied infantry 1 @{area}") for area in ("67", "69", "70", "71")]
    game = end_of_allied_impulse(unit("G", "German infantry 3 @68"), *ring)
    assert not offered(game)
    game = end_of_allied_impulse(unit("G", "German infantry 3 @68"), *ring[:-1])
    assert "unsupplied" not in markers(game, "G")
    assert offered(game)


@pytest.mark.rule("11.3", "11.33")
def test_releasing_is_the_germans_decision() -> None:
    game = end_of_allied_impulse(unit("G", "German infantry 3 @68"), due("A", "Allied armour 3", "18-1", "D", "E"))
    assert game.side == GERMAN
    barred(game, "place A D", "11.11")  # the Allied player's turn comes after
    do(game, "done")
    assert game.side == ALLIED
    assert legal(game) == {"place A D", "place A E"}
