"""Chapter 27: units with rules of their own."""

from collections.abc import Sequence

import pytest

from tests.titles.ardennes_44.fights import WIDE, ahead, alive, around, assault, combat, distance, shifts, strike
from tests.titles.ardennes_44.kit import (
    ALLIED,
    BOARD,
    BOOK,
    GERMAN,
    GRID,
    at,
    do,
    legal,
    place,
    position,
    refused,
    told,
    unit,
)
from wargame_tui.board.hexes import members
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.core.step import Refusal
from wargame_tui.titles.ardennes_44.rules import sequence, special
from wargame_tui.titles.ardennes_44.rules.night_turn import NightTurn
from wargame_tui.titles.ardennes_44.state import ELIMINATED, OFF_MAP, Unit

BRIGADE, HEYDTE, JPZ = "150PzBde", "Heydte", "653HvJpz"
NEXT, SOUTH = ahead(WIDE, 0), ahead(WIDE, 3)
ENTRIES, MAP = BOARD.map.entries, BOARD.map
PEIPER = [name for name, entry in BOOK.units.units.items() if entry.peiper]
QUIET = {"jpz653": "never"}
"""Nobody rolls for the 653rd battalion."""


def germans(*units: Unit, turn: int = 3, phase: str = "movement", dice: Sequence[int] = (), **more) -> Game:
    """A German phase."""
    more.setdefault("specials", QUIET)
    return position(*units, turn=turn, phase=phase, dice=dice, **more)


def allied(*units: Unit, turn: int = 2, **more) -> Game:
    """An Allied movement phase."""
    return position(*units, side=ALLIED, turn=turn, **more)


def reach(game: Game) -> set[str]:
    return {text.split()[1] for text in legal(game, "to")}


def finish(game: Game, until: str, most: int = 80) -> list[Event]:
    """End decisions until a step of a kind comes."""
    events: list[Event] = []
    for _ in range(most):
        if at(game, until):
            return events
        events += do(game, "end" if "end" in legal(game) else min(legal(game)))
    raise AssertionError(f"no {until}")


# 27.1: 150th Panzer Brigade


def infiltrating(die: int, turn: int = 3, **more) -> Game:
    """The brigade has entered the zone of an American regiment north of WIDE and may try to ignore it."""
    game = germans(unit(BRIGADE, SOUTH), unit("2-9", NEXT), turn=turn, dice=[die], **more)
    do(game, f"move {BRIGADE}", f"to {WIDE}")
    return game


@pytest.mark.rule("27.1", "27.1d")
@pytest.mark.parametrize("die", [1, 2, 3])
def test_e27_1_with_3_or_less_it_ignores_the_zone_and_goes_on(die: int):
    game = infiltrating(die)
    assert legal(game) == {"ignore", "end"}
    (event,) = told(do(game, "ignore"), "disguise")
    assert (event.data["die"], event.data["success"]) == (die, True)
    assert reach(game), "it moves on"
    assert game.state.specials.brigade == "used"


@pytest.mark.rule("27.1d")
@pytest.mark.parametrize("die", [4, 5, 6])
def test_with_4_or_more_it_is_exposed_and_stops(die: int):
    game = infiltrating(die)
    do(game, "ignore")
    assert game.state.specials.brigade == "exposed"
    assert not at(game, "moving")
    assert place(game, BRIGADE) == WIDE


@pytest.mark.rule("27.1d")
def test_leaving_the_ignored_zone_costs_no_extra_point():
    """MA 8: two clear hexes and nothing for the zone, in mud 2 points each: two more hexes of 2."""
    game = infiltrating(1)
    do(game, "ignore")
    (event,) = told(do(game, f"to {ahead(WIDE, 4)}"), "moved")
    costs = {"clear": 2, "light_woods": 3}
    wanted = sum(costs[BOARD.terrain[BOARD.index[hex_]]] for hex_ in (WIDE, ahead(WIDE, 4)))
    assert event.data["points"] == wanted


@pytest.mark.rule("27.1d")
def test_it_may_try_to_ignore_further_zones():
    side = ahead(WIDE, 1)
    game = germans(unit(BRIGADE, SOUTH), unit("2-9", NEXT), turn=3, dice=[3, 3])
    do(game, f"move {BRIGADE}", f"to {WIDE}", "ignore", f"to {side}")
    assert "ignore" in legal(game)
    do(game, "ignore")
    assert game.state.specials.brigade == "used"


@pytest.mark.rule("27.1d", "10.2")
def test_bonds_are_never_ignored():
    """Two regiments in line with WIDE between them."""
    side = ahead(WIDE, 2)
    game = germans(unit(BRIGADE, ahead(side, 2)), unit("2-9", NEXT), unit("2-38", SOUTH), turn=3, dice=[1])
    do(game, f"move {BRIGADE}", f"to {side}", "ignore")
    assert WIDE not in reach(game)
    assert refused(game, f"to {WIDE}").rule == "10.2"


@pytest.mark.rule("27.1a", "27.1")
@pytest.mark.parametrize(("turn", "may"), [(2, True), (3, True), (4, True), (5, False), (6, False)])
def test_the_abilities_end_with_17pm(turn: int, may: bool):
    game = germans(unit(BRIGADE, SOUTH), unit("2-9", NEXT), turn=turn)
    do(game, f"move {BRIGADE}", f"to {WIDE}")
    assert ("ignore" in legal(game)) == may


@pytest.mark.rule("27.1a", "27.1b")
def test_nor_after_it_was_exposed():
    game = germans(unit(BRIGADE, SOUTH), unit("2-9", NEXT), specials={"brigade": "exposed"} | QUIET)
    do(game, f"move {BRIGADE}", f"to {WIDE}")
    assert refused(game, "ignore").rule in ("27.1", "11.1")
    assert "ignore" not in legal(game)


@pytest.mark.rule("27.1b")
def test_it_is_exposed_at_the_end_of_the_turn_in_which_it_used_an_ability():
    game = infiltrating(2, turn=3)
    do(game, "ignore", "end")
    while game.state.turn == 3:
        assert game.state.specials.brigade == "used"
        do(game, "end" if "end" in legal(game) else min(legal(game)))
    assert game.state.specials.brigade == "exposed"


@pytest.mark.rule("27.1b", "27.1c")
def test_unused_it_stays_hidden_even_next_to_an_allied_unit():
    game = allied(unit("2-23", SOUTH), unit(BRIGADE, NEXT), turn=3)
    events = do(game, "move 2-23", f"to {WIDE}")
    assert not told(events, "disguise")
    assert not told(events, "exposed")
    while game.state.turn == 3:
        do(game, "end" if "end" in legal(game) else min(legal(game)))
    assert game.state.specials.brigade == "hidden"


@pytest.mark.rule("27.1")
def test_other_units_ignore_nothing():
    game = germans(unit("2Pz-2", SOUTH), unit("2-9", NEXT))
    do(game, "move 2Pz-2", f"to {WIDE}")
    assert at(game, "movement"), "it stopped"


@pytest.mark.rule("27.1e")
@pytest.mark.parametrize(("die", "success"), [(1, True), (3, True), (4, False), (6, False)])
def test_surprise_is_worth_a_column_and_exposes_in_any_case(die: int, success: bool):
    game = assault(unit(BRIGADE, WIDE), unit("2-9", NEXT), target=NEXT, turn=3, dice=[die], specials=QUIET)
    do(game, "roll")
    assert "surprise" in legal(game)
    (event,) = told(do(game, "surprise"), "surprise")
    assert event.data["success"] == success
    assert game.state.specials.brigade == "exposed"


@pytest.mark.rule("27.1e", "15.9")
@pytest.mark.parametrize(("die", "shift"), [(3, 1), (4, None)])
def test_the_shift_of_surprise(die: int, shift: int | None):
    game = assault(unit(BRIGADE, WIDE), unit("2-9", NEXT), target=NEXT, turn=3, dice=[die, 1], specials=QUIET)
    assert shifts(game, "surprise").get("150th Panzer Brigade surprises") == shift


@pytest.mark.rule("27.1e", "27.1a")
@pytest.mark.parametrize(("turn", "state"), [(5, "hidden"), (3, "exposed")])
def test_no_surprise_after_17pm_nor_once_exposed(turn: int, state: str):
    specials = {"brigade": state} | QUIET
    game = assault(unit(BRIGADE, WIDE), unit("2-9", NEXT), target=NEXT, turn=turn, specials=specials)
    trial = game.branch()
    do(trial, "roll")
    assert "surprise" not in legal(trial)


@pytest.mark.rule("27.1", "27.1e", "27.1d")
def test_both_abilities_in_one_turn():
    """After infiltration on the same turn it may still surprise: it is not yet exposed."""
    game = infiltrating(1)
    do(game, "ignore", "end")
    finish(game, "combat")
    game.script([2])
    do(game, f"attack {NEXT}", f"with {BRIGADE}", "roll")
    assert "surprise" in legal(game)


@pytest.mark.rule("27.1f", "21.1e")
@pytest.mark.parametrize(("reduced", "shift"), [(False, -1), (True, None)])
def test_at_full_strength_it_is_infantry_and_tank_in_defence(reduced: bool, shift: int | None):
    units = (unit(BRIGADE, WIDE, reduced=reduced), unit("101-501", NEXT))
    game = assault(*units, target=WIDE, side=ALLIED)
    assert shifts(game).get("defender's armour") == shift


@pytest.mark.rule("27.1f", "14.3")
def test_it_is_a_division_for_command():
    units = (unit(BRIGADE, SOUTH), unit("1SS-1PzG", ahead(WIDE, 1)), unit("12VG-27", ahead(WIDE, 5)))
    game = position(*units, unit("2-9", WIDE), phase="combat", turn=5)
    do(game, f"attack {WIDE}", f"with {BRIGADE}", "with 1SS-1PzG")
    assert refused(game, "with 12VG-27").rule == "14.3"


@pytest.mark.rule("27.1f")
def test_it_arrives_on_16pm_at_k():
    game = position(unit(BRIGADE, OFF_MAP, due=2), turn=2)
    assert {text.split()[2] for text in legal(game, "enter")} == {"K"}


# 27.2: von der Heydte


def dropping(die: int = 1, *units: Unit, turn: int = 3) -> Game:
    return germans(unit(HEYDTE, OFF_MAP, due=3), *units, turn=turn, dice=[die])


@pytest.mark.rule("27.2")
def test_he_drops_into_clear_and_light_woods_without_places():
    found = {text.split()[1] for text in legal(dropping(), "drop")}
    open_ = {name for hex_, name in enumerate(BOARD.names) if BOARD.terrain[hex_] in ("clear", "light_woods")}
    assert found == open_ - {BOARD.names[hex_] for hex_ in BOARD.built}


@pytest.mark.rule("27.2")
def test_where_he_might_drop_is_offered_until_he_is_down():
    game = dropping()
    offered = {command.notation() for command in special.candidates(game.state, GERMAN)}
    assert offered >= legal(game, "drop") != set()
    do(game, f"drop {WIDE}")
    assert not [*special.candidates(game.state, GERMAN)]


@pytest.mark.rule("27.2")
def test_not_off_the_map():
    assert refused(dropping(), "drop 9999") == Refusal("no such hex in play", "27.2")


@pytest.mark.rule("27.2")
@pytest.mark.parametrize("kind", ["village", "town", "city"])
def test_not_into_places(kind: str):
    hex_ = next(BOARD.names[hex_] for hex_, built in BOARD.built.items() if built == kind)
    assert refused(dropping(), f"drop {hex_}").rule == "27.2"


@pytest.mark.rule("27.2")
@pytest.mark.parametrize("ground", ["forest", "forest_ravine", "westwall"])
def test_not_into_forest_ravines_and_bunkers(ground: str):
    hex_ = next(n for h, n in enumerate(BOARD.names) if BOARD.terrain[h] == ground and h not in BOARD.built)
    assert refused(dropping(), f"drop {hex_}").rule == "27.2"


@pytest.mark.rule("27.2")
def test_not_where_enemies_are_nor_in_their_zones():
    game = dropping(1, unit("2-9", WIDE))
    for hex_ in (WIDE, *around(WIDE)):
        assert refused(game, f"drop {hex_}").rule == "27.2"
    assert any(distance(text.split()[1], WIDE) == 2 for text in legal(game, "drop"))


@pytest.mark.rule("27.2a")
@pytest.mark.parametrize(
    ("die", "location", "reduced"),
    [(1, WIDE, False), (2, WIDE, True), (3, WIDE, True), *((die, ELIMINATED, None) for die in (4, 5, 6))],
)
def test_the_table_of_the_drop(die: int, location: str, reduced: bool | None):
    game = dropping(die)
    (event,) = told(do(game, f"drop {WIDE}"), "drop")
    assert event.data["die"] == die
    assert place(game, HEYDTE) == location
    if reduced is not None:
        assert game.state.units[HEYDTE].reduced == reduced


@pytest.mark.rule("27.2")
@pytest.mark.parametrize("turn", [2, 4])
def test_only_on_17am(turn: int):
    game = dropping(turn=turn)
    assert not legal(game, "drop")
    assert refused(game, f"drop {WIDE}").rule == "27.2"


@pytest.mark.rule("27.2b")
def test_he_does_not_move_in_that_turn_but_later():
    game = dropping(1)
    do(game, f"drop {WIDE}")
    assert refused(game, f"move {HEYDTE}").rule == "11.1"
    later = germans(unit(HEYDTE, WIDE), turn=4)
    do(later, f"move {HEYDTE}")
    assert reach(later)


@pytest.mark.rule("27.2b", "23.4")
def test_he_needs_supply_like_others():
    ring = [
        unit(name, ahead(WIDE, turn, 2)) for turn, name in enumerate(("2-9", "2-38", "2-23", "1-26", "1-16", "1-18"))
    ]
    game = germans(unit(HEYDTE, WIDE), *ring, turn=3, phase="status")
    assert game.state.units[HEYDTE].oos
    assert not germans(unit(HEYDTE, WIDE), turn=3, phase="status").state.units[HEYDTE].oos


# 27.3: British units


BRITISH, BATTERY = "29Arm-23H", "XXX-4AGRA"
EAST_BANK = "W2022"
"""A hex east of the Meuse."""


@pytest.mark.rule("27.3")
def test_british_units_stay_west_of_the_meuse():
    """On the bank opposite Dinant with its bridge intact: no way over."""
    one, other = next(
        (name.split("-")) for name in BOARD.bridges if BOARD.water[BOARD.key(*GRID.pair(name))] == "meuse"
    )
    for near, far in ((one, other), (other, one)):
        for name in (BRITISH, "43-129", "84-334"):
            game = allied(unit(name, near), turn=13)
            do(game, f"move {name}")
            found = reach(game)
            crossed = {hex_ for hex_ in found if not is_west(hex_)}
            if name == "84-334":
                assert crossed, "an American crosses"
            elif is_west(near):
                assert found
                assert not crossed
                assert refused(game, f"to {far}").rule == "27.3"
            assert far in BOARD.index


def is_west(hex_: str) -> bool:
    """Whether a hex lies beyond the Meuse."""
    return bool(special.beyond_meuse(BOARD) >> BOARD.index[hex_] & 1)


@pytest.mark.rule("27.3")
@pytest.mark.parametrize("letter", ["A", "C", "E", "H"])
def test_nor_do_they_come_in_elsewhere(letter: str):
    box = ENTRIES[letter].box
    assert box is not None
    game = allied(unit(BRITISH, box), turn=13)
    assert refused(game, f"enter {BRITISH} {letter} normal").rule == "27.3"
    game = allied(unit(BRITISH, "NW"), turn=13)
    assert {text.split()[2] for text in legal(game, "enter")} == {"F", "G"}


@pytest.mark.rule("27.3")
def test_none_enters_the_east_map():
    """Not even at its north-west corner, beyond the Meuse."""
    east_west = [name for name in BOARD.names if name.isdigit() and is_west(name)]
    game = allied(unit(BRITISH, "NW"), turn=13)
    do(game, f"enter {BRITISH} G strategic")
    assert not any(hex_.isdigit() for hex_ in reach(game))
    assert not {*east_west} & reach(game)


@pytest.mark.rule("27.3a")
def test_british_and_us_units_do_not_attack_together():
    units = (unit(BRITISH, SOUTH), unit("84-334", ahead(WIDE, 1)), unit("29Arm-8RB", ahead(WIDE, 5)))
    game = position(*units, unit("26VG-39", WIDE), side=ALLIED, turn=13, phase="combat")
    do(game, f"attack {WIDE}", f"with {BRITISH}")
    assert refused(game, "with 84-334").rule == "27.3"
    do(game, "with 29Arm-8RB")
    game = position(*units, unit("26VG-39", WIDE), side=ALLIED, turn=13, phase="combat")
    do(game, f"attack {WIDE}", "with 84-334")
    assert refused(game, f"with {BRITISH}").rule == "27.3"


@pytest.mark.rule("27.3a")
def test_stacked_together_they_defend_with_their_whole_strength():
    units = (unit("29Arm-8RB", WIDE), unit("84-334", WIDE, reduced=True), unit("2Pz-2", NEXT))
    found = combat(assault(*units, target=WIDE, turn=13))
    strengths = BOOK.units.units["29Arm-8RB"].defence[0] + BOOK.units.units["84-334"].defence[1]
    bonus = 1 if BOARD.terrain[BOARD.index[WIDE]] == "light_woods" else 0
    assert found["defence"] == strengths + bonus


@pytest.mark.rule("27.3b")
@pytest.mark.parametrize(("attacker", "guns"), [(BRITISH, {f"fire {BATTERY}"}), ("84-334", {"fire VII-142"})])
def test_artillery_supports_its_own_nation(attacker: str, guns: set[str]):
    units = (unit(attacker, SOUTH), unit(BATTERY, ahead(SOUTH, 3)), unit("VII-142", ahead(SOUTH, 2)))
    game = assault(*units, unit("26VG-39", WIDE), target=WIDE, side=ALLIED, turn=13)
    do(game, "roll")
    assert legal(game, "fire") == guns
    other = "VII-142" if attacker == BRITISH else BATTERY
    assert refused(game, f"fire {other}").rule == "27.3"


@pytest.mark.rule("27.3b")
def test_one_unit_of_its_nation_in_the_defence_is_enough():
    units = (unit("29Arm-8RB", WIDE), unit("84-334", WIDE, reduced=True), unit("2Pz-2", NEXT))
    guns = (unit(BATTERY, ahead(SOUTH, 3)), unit("VII-142", ahead(SOUTH, 2)))
    game = assault(*units, *guns, target=WIDE, turn=13)
    do(game, "roll")
    assert legal(game, "fire") == {f"fire {BATTERY}", "fire VII-142"}


# 27.4: Sturmtiger and Brummbaer


@pytest.mark.rule("27.4")
@pytest.mark.parametrize("name", ["1001", "217StrmPz"])
@pytest.mark.parametrize("kind", ["village", "town", "city", "open"])
def test_double_strength_against_places(name: str, kind: str):
    printed = BOOK.units.units[name].attack[0]
    for hex_, terrain in enumerate(BOARD.terrain):
        target = BOARD.names[hex_]
        if terrain != "clear" or BOARD.built.get(hex_, "open") != kind:
            continue
        for one in GRID.near[hex_]:
            key = BOARD.key(one, hex_)
            plain = BOARD.terrain[one] == "clear" and not BOARD.water[key] and not BOARD.ravine[key]
            if plain and one not in BOARD.built:
                game = assault(unit(name, BOARD.names[one]), unit("28-110-1", target), target=target)
                assert combat(game)["attack"] == printed * (1 if kind == "open" else 2)
                return
    raise AssertionError(kind)


@pytest.mark.rule("27.4")
def test_other_tanks_attack_places_with_single_strength():
    hex_ = next(h for h, kind in BOARD.built.items() if kind == "town" and BOARD.terrain[h] == "clear")
    for one in GRID.near[hex_]:
        key = BOARD.key(one, hex_)
        if BOARD.terrain[one] == "clear" and not BOARD.water[key] and not BOARD.ravine[key]:
            target = BOARD.names[hex_]
            game = assault(unit("2Pz-3-1", BOARD.names[one]), unit("28-110-1", target), target=target)
            assert combat(game)["attack"] == 6
            return


# 27.5: Kampfgruppe Peiper


def first_night(*units: Unit, stage: str = "German movement", turn: int = 2, **more) -> Game:
    steps = (sequence.Turn(turn, "end"), NightTurn(stage))  # type: ignore[arg-type]
    return position(*units, turn=turn, night=True, stack=steps, **more)


@pytest.mark.rule("27.5", "25.3i")
def test_the_four_peiper_units_move_in_the_first_night_without_a_marker():
    units = [unit(name, hex_) for name, hex_ in zip(PEIPER, ("1330", "1331", "1230", "1229"), strict=True)]
    game = first_night(*units, unit("1SS-1PzG", "1130"))
    assert legal(game, "move") == {f"move {name}" for name in PEIPER}
    assert refused(game, "move 1SS-1PzG").rule == "25.3"


@pytest.mark.rule("27.5")
@pytest.mark.parametrize("turn", [4, 6])
def test_in_later_nights_they_need_markers(turn: int):
    game = first_night(unit(PEIPER[0], "1330"), unit("1SS-1PzG", "1130", night=True), turn=turn)
    assert legal(game, "move") == {"move 1SS-1PzG"}


@pytest.mark.rule("27.5")
def test_even_if_they_moved_in_the_pm_turn():
    game = germans(unit("1SS-1Pz", "1330"), turn=2)
    do(game, "move 1SS-1Pz", f"to {min(reach_of(game, '1SS-1Pz'))}")
    while not (game.state.night and at(game, "movement")):
        do(game, "end" if "end" in legal(game) else min(legal(game)))
    assert "move 1SS-1Pz" in legal(game)


def reach_of(game: Game, name: str) -> set[str]:
    trial = game.branch()
    do(trial, f"move {name}")
    return reach(trial)


@pytest.mark.rule("27.5", "27.5c")
def test_e27_3_peiper_and_three_marked_stacks_all_move_and_fight():
    others = ("1SS-1PzG", "12SS-25", "2Pz-2")
    units = [unit(name, hex_) for name, hex_ in zip(PEIPER, ("1330", "1331", "1230", "1229"), strict=True)]
    marked = [unit(name, hex_, night=True) for name, hex_ in zip(others, (WIDE, "1133", "2116"), strict=True)]
    game = first_night(*units, *marked, unit("2-9", NEXT))
    assert legal(game, "move") == {f"move {name}" for name in (*PEIPER, *others)}
    finish(game, "combat")
    do(game, f"attack {NEXT}")
    assert legal(game, "with") == {"with 1SS-1PzG"}


@pytest.mark.rule("27.5")
def test_without_any_marker_they_fight():
    game = first_night(unit("1SS-1Pz", WIDE), unit("2-9", NEXT), stage="German withdrawal")
    finish(game, "combat")
    do(game, f"attack {NEXT}", "with 1SS-1Pz")


@pytest.mark.rule("27.5a")
def test_units_stacked_with_them_at_the_end_of_night_movement_support_them():
    units = (unit("1SS-1Pz", WIDE), unit("12VG-27", WIDE), unit("12VG-48", ahead(WIDE, 1)), unit("2-9", NEXT))
    game = first_night(*units)
    assert legal(game, "move") == {"move 1SS-1Pz"}, "they do not move at night"
    finish(game, "combat")
    do(game, f"attack {NEXT}")
    assert legal(game, "with") == {"with 1SS-1Pz", "with 12VG-27"}
    do(game, "with 12VG-27")
    assert refused(game, "roll").rule == "27.5", "not without Peiper's unit"
    do(game, "with 1SS-1Pz")
    assert "roll" in legal(game)


@pytest.mark.rule("27.5a")
def test_a_unit_that_peiper_joined_in_the_night_supports_too():
    units = (unit("1SS-1Pz", SOUTH), unit("12VG-27", WIDE), unit("2-9", NEXT))
    game = first_night(*units)
    do(game, "move 1SS-1Pz", f"to {WIDE}")
    finish(game, "combat")
    do(game, f"attack {NEXT}")
    assert legal(game, "with") == {"with 1SS-1Pz", "with 12VG-27"}


@pytest.mark.rule("27.5b")
def test_supporting_units_may_advance():
    units = (unit("1SS-1Pz", WIDE), unit("12VG-27", WIDE), unit("28-110-1", NEXT))
    game = first_night(*units)
    finish(game, "combat")
    do(game, f"attack {NEXT}", "with 12VG-27", "with 1SS-1Pz")
    strike(game, "DR2")
    while not at(game, "advancing"):
        do(game, "end" if "end" in legal(game) else min(legal(game)))
    assert f"advance 12VG-27 {NEXT}" in legal(game)


# 27.6: the regiments at the Roer dams


def dams(turn: int, *, released: bool = False, name: str = "2-38") -> Game:
    return allied(unit(name, "1636"), turn=turn, specials={"rrd_released": released})


@pytest.mark.rule("27.6", "27.6a")
@pytest.mark.parametrize("mode", ["normal", "extended", "tactical"])
@pytest.mark.parametrize(("turn", "released", "hexes"), [(2, False, 1), (1, True, 1), (2, True, 2)])
def test_hexes_that_they_may_move(turn: int, released: bool, hexes: int, mode: str):
    game = dams(turn, released=released)
    do(game, "move 2-38")
    if game.state.stack[-1].mode != mode:
        do(game, f"mode {mode}")
    assert max(distance("1636", to) for to in reach(game)) == hexes


@pytest.mark.rule("27.6")
@pytest.mark.parametrize("name", ["2-9", "2-38"])
def test_not_at_all_on_turn_1(name: str):
    game = dams(1, name=name)
    assert refused(game, f"move {name}").rule == "27.6"
    assert not legal(game, "move")


@pytest.mark.rule("27.6", "26.1a")
def test_a_battalion_split_off_is_bound_as_they_are():
    """A-36."""
    game = dams(1)
    (event,) = told(do(game, "split 2-38"), "split")
    assert refused(game, f"move {event.data['unit']}").rule == "27.6"


@pytest.mark.rule("27.6")
def test_from_17am_on_they_move_as_others():
    game = dams(3)
    do(game, "move 2-38")
    assert max(distance("1636", to) for to in reach(game)) > 2


@pytest.mark.rule("27.6")
def test_the_third_regiment_is_free_on_turn_2():
    game = dams(2, name="2-23")
    do(game, "move 2-23")
    assert max(distance("1636", to) for to in reach(game)) > 1


@pytest.mark.rule("27.6")
def test_one_hex_in_all_not_one_at_a_time():
    game = dams(2)
    do(game, "move 2-38", f"to {min(reach_of(game, '2-38'))}")
    assert at(game, "movement")


@pytest.mark.rule("27.6", "12.6")
def test_trucks_do_not_carry_them_further():
    game = allied(unit("2-38", "1934", marker="truck"), turn=2)
    do(game, "move 2-38")
    assert max(distance("1934", to) for to in reach(game)) == 1


@pytest.mark.rule("27.6a")
@pytest.mark.parametrize("hex_", ["1837", "1839"])
def test_a_german_in_hofen_or_monschau_releases_them(hex_: str):
    start = next(to for to in around(hex_) if BOARD.terrain[BOARD.index[to]] != "forest_ravine")
    game = position(unit("326VG-751", start), turn=2)
    do(game, "move 326VG-751")
    if hex_ not in reach(game):
        do(game, "mode tactical")
    do(game, f"to {hex_}")
    assert game.state.specials.rrd_released


@pytest.mark.rule("27.6a")
def test_one_who_passes_through_too():
    """On the way from one side of Monschau to the other."""
    game = position(unit("2Pz-2Rec", "1840"), turn=2)
    do(game, "move 2Pz-2Rec")
    path = next(
        trial
        for to in sorted(reach(game))
        if "1839" in (trial := told(do(game.branch(), f"to {to}"), "moved")[0].data["path"])[:-1]
    )
    do(game, f"to {path[-1]}")
    assert place(game, "2Pz-2Rec") != "1839"
    assert game.state.specials.rrd_released


@pytest.mark.rule("27.6a")
def test_a_german_beside_monschau_does_not():
    game = position(unit("326VG-751", "1739"), turn=2)
    do(game, "move 326VG-751", f"to {min(reach_of(game, '326VG-751') - {'1837', '1839'})}")
    assert not game.state.specials.rrd_released or place(game, "326VG-751") in ("1837", "1839")


# 27.7: the sector of 106th Division


AREA = MAP.start_areas["18VG"].hexes


def sector() -> tuple[str, str]:
    """A hex beside the area from which infantry could enter it, and the hex that it would enter."""
    for inside in AREA:
        for near in around(inside):
            held = any(near in (*area.hexes, *area.rear, *area.west) for area in MAP.start_areas.values())
            key = BOARD.key(BOARD.index[near], BOARD.index[inside])
            if not held and not BOARD.water[key] and not BOARD.ravine[key]:
                return near, inside
    raise AssertionError


@pytest.mark.rule("27.7")
@pytest.mark.parametrize(("turn", "may"), [(1, False), (2, False), (3, True)])
def test_no_allied_unit_enters_the_area_of_the_18th_while_germans_are_in_it(turn: int, may: bool):
    near, goal = sector()
    german = next(hex_ for hex_ in AREA if distance(hex_, goal) >= 3)
    game = allied(unit("106-424", near), unit("18VG-293", german), turn=turn)
    do(game, "move 106-424")
    assert (goal in reach(game)) == may
    if not may:
        assert not {*AREA} & reach(game)


@pytest.mark.rule("27.7")
def test_an_empty_area_is_open():
    near, goal = sector()
    game = allied(unit("106-424", near), turn=2)
    do(game, "move 106-424")
    assert goal in reach(game)


@pytest.mark.rule("27.7")
@pytest.mark.parametrize(("turn", "may"), [(1, False), (2, False), (3, True)])
def test_nor_attacks_into_it(turn: int, may: bool):
    near, goal = sector()
    units = (unit("106-424", near), unit("18VG-293", goal))
    game = position(*units, side=ALLIED, turn=turn, phase="combat")
    if may:
        assert f"attack {goal}" in legal(game)
    else:
        assert not at(game, "combat"), "there is nothing else to attack"


@pytest.mark.rule("27.7")
def test_germans_of_any_division_close_it():
    near, goal = sector()
    german = next(hex_ for hex_ in AREA if distance(hex_, goal) >= 3)
    game = allied(unit("106-424", near), unit("62VG-164", german), turn=2)
    do(game, "move 106-424")
    assert goal not in reach(game)


# 27.8: 9th Armored CCB


CCB = "9Arm-CCB"
ST_VITH = MAP.st_vith[0]


def ccb(die: int, hex_: str = "2131", turn: int = 2, on: bool = True, **more) -> Game:
    return allied(unit(CCB, hex_), turn=turn, dice=[die], options=("ccb",) if on else (), **more)


@pytest.mark.rule("27.8")
@pytest.mark.parametrize(("die", "bound"), [(1, True), (2, True), (3, True), (4, False), (5, False), (6, False)])
def test_the_roll_of_16pm(die: int, bound: bool):
    game = ccb(die)
    (event,) = told(game.opening, "ccb")
    assert (event.data["die"], event.data["bound"]) == (die, bound)
    assert (game.state.specials.ccb == "bound") == bound


@pytest.mark.rule("27.8")
@pytest.mark.parametrize(("turn", "on"), [(1, True), (3, True), (2, False)])
def test_only_on_turn_2_and_with_the_option(turn: int, on: bool):
    game = ccb(1, turn=turn, on=on)
    assert not told(game.opening, "ccb")
    assert game.state.specials.ccb == "free"


@pytest.mark.rule("27.8", "27.8a")
def test_bound_it_goes_to_the_st_vith_area():
    """Within 4 hexes of St. Vith and south of the boundary between 5th and 6th Panzer Army."""
    game = ccb(1)
    assert refused(game, "end").rule == "27.8"
    do(game, f"move {CCB}")
    area = [name for name in BOARD.names if distance(name, ST_VITH) <= 4 and int(name[-2:]) < 28]
    start = min(distance("2131", hex_) for hex_ in area)
    for to in reach(game):
        assert min(distance(to, hex_) for hex_ in area) <= start, "never away from it"
    away = next(to for to in around("2131") if min(distance(to, hex_) for hex_ in area) > start)
    assert refused(game, f"to {away}").rule == "27.8"
    goal = min(reach(game), key=lambda to: distance(to, ST_VITH))
    do(game, f"to {goal}")
    if at(game, "moving"):
        do(game, "end")
    do(game, "end")


@pytest.mark.rule("27.8")
def test_nobody_else_is_bound():
    game = allied(unit(CCB, "2131"), unit("7Arm-CCA", "2231"), turn=2, dice=[1], options=("ccb",))
    assert game.state.specials.ccb == "bound"
    do(game, "move 7Arm-CCA")
    assert max(distance(to, ST_VITH) for to in reach(game)) > 2 * distance("2231", ST_VITH)


@pytest.mark.rule("27.8a")
def test_what_the_st_vith_area_is():
    found = {BOARD.names[hex_] for hex_ in members(special.st_vith_area(BOARD, 4))}
    assert ST_VITH in found
    assert max(distance(hex_, ST_VITH) for hex_ in found) == 4
    sides = [GRID.pair(side) for name, sides in MAP.army_boundary.items() if "6Pz" in name for side in sides]
    north = {BOARD.names[one] for one, _ in sides}
    assert not north & found, "they lie north of the boundary"
    south = {BOARD.names[other] for _, other in sides if distance(BOARD.names[other], ST_VITH) <= 4}
    assert south <= found
    within = {name for name in BOARD.names if distance(name, ST_VITH) <= 4}
    assert {name for name in within if int(name[-2:]) < 28} == found, "all the boundary's northern hexes are in row 28"


@pytest.mark.rule("27.8a")
def test_in_the_area_it_stays_in_it():
    game = ccb(1, hex_=ST_VITH)
    do(game, f"move {CCB}")
    assert reach(game)
    assert all(distance(to, ST_VITH) <= 4 for to in reach(game))
    do(game, "end", "end")


@pytest.mark.rule("27.8b")
def test_if_the_move_is_impossible_it_is_freed():
    """Engaged, it cannot move: the phase may end."""
    game = allied(unit(CCB, "2131", eng=True), turn=2, dice=[1], options=("ccb",))
    assert game.state.specials.ccb == "bound"
    do(game, "end")


@pytest.mark.rule("27.8c")
def test_all_limits_end_on_17pm():
    game = allied(unit(CCB, ST_VITH), turn=3, specials={"ccb": "bound"})
    while game.state.turn == 3:
        do(game, "end" if "end" in legal(game) else min(legal(game)))
    assert game.state.turn == 4
    assert game.state.specials.ccb == "free"


@pytest.mark.rule("27.8")
def test_with_4_to_6_it_moves_as_the_player_likes():
    game = ccb(4)
    do(game, f"move {CCB}")
    assert any(distance(to, ST_VITH) > distance("2131", ST_VITH) for to in reach(game))


# 27.9: the 653rd battalion


def heavy(die: int, turn: int = 4, **more) -> Game:
    return position(unit(JPZ, OFF_MAP), unit("26VG-39", "2113"), turn=turn, dice=[die], **more)


@pytest.mark.rule("27.9")
@pytest.mark.parametrize(
    ("die", "result"),
    [(1, "arrives"), (2, "arrives"), (3, "delayed"), (4, "delayed"), (5, "never"), (6, "never")],
)
def test_the_roll_for_its_arrival(die: int, result: str):
    game = heavy(die)
    (event,) = told(game.opening, "jpz653")
    assert (event.data["die"], event.data["result"]) == (die, result)
    ways = {text.split()[2] for text in legal(game, "enter")}
    assert ways == ({"K"} if result == "arrives" else set())


@pytest.mark.rule("27.9")
@pytest.mark.parametrize("turn", [2, 3])
def test_not_before_17pm(turn: int):
    game = heavy(1, turn=turn)
    assert not told(game.opening, "jpz653")
    assert refused(game, f"enter {JPZ} K normal").rule == "13.1"


@pytest.mark.rule("27.9")
def test_a_delay_is_followed_by_another_roll_again_and_again():
    for turn in (5, 6, 9):
        (event,) = told(heavy(3, turn=turn).opening, "jpz653")
        assert event.data["result"] == "delayed"
    game = heavy(4)
    game.script([1] * 40)
    while not (at(game, "movement") and game.state.now.side == GERMAN and game.state.turn == 5):
        do(game, "end" if "end" in legal(game) else min(legal(game)))
    assert game.state.specials.jpz653 == "arriving"


@pytest.mark.rule("27.9")
def test_never_is_for_good():
    game = heavy(6, turn=5)
    later = position(unit(JPZ, OFF_MAP), unit("26VG-39", "2113"), turn=6, specials={"jpz653": "never"})
    assert game.state.specials.jpz653 == "never"
    assert not told(later.opening, "jpz653")
    assert not legal(later, "enter")


@pytest.mark.rule("27.9", "13.1")
def test_once_arrived_it_is_not_rolled_for_again():
    game = heavy(1)
    do(game, f"enter {JPZ} K normal")
    assert place(game, JPZ) != OFF_MAP
    assert game.state.specials.jpz653 == "in play"


# 27.10: engineers


@pytest.mark.rule("27.10")
@pytest.mark.parametrize(("result", "survives"), [("DR2", True), ("DR3", False), ("DR4*", False)])
def test_an_engineer_that_must_retreat_3_or_4_hexes_is_eliminated(result: str, survives: bool):
    hexes = (NEXT, ahead(WIDE, 1), ahead(WIDE, 5))[: 2 if survives else 3]
    attackers = [
        unit(name, hex_, reduced=True) for name, hex_ in zip(("2Pz-2", "2Pz-304", "116Pz-60"), hexes, strict=False)
    ]
    game = assault(unit("254Eng", WIDE), *attackers, target=WIDE)
    strike(game, result)
    while at(game, "retreating"):
        do(game, min(legal(game, "retreat")))
    assert alive(game, "254Eng") == survives


@pytest.mark.rule("27.10", "15.1")
def test_an_engineer_in_a_town_defends_with_5():
    """2 and the town's 3."""
    hex_ = next(BOARD.names[h] for h, kind in BOARD.built.items() if kind == "town" and BOARD.terrain[h] == "clear")
    near = next(to for to in around(hex_) if BOARD.terrain[BOARD.index[to]] == "clear")
    assert combat(assault(unit("254Eng", hex_), unit("2Pz-2", near), target=hex_))["defence"] == 5
