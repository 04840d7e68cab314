"""Chapter 33, optional: further divisions on both sides. Ambiguity A-18."""

from collections.abc import Sequence

import pytest

from tests.titles.ardennes_44.fights import around, distance
from tests.titles.ardennes_44.kit import (
    ALLIED,
    BOARD,
    BOOK,
    GERMAN,
    GRID,
    TITLE,
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
from wargame_tui.core.game import Game
from wargame_tui.core.title import BadOption
from wargame_tui.titles.ardennes_44.rules import special
from wargame_tui.titles.ardennes_44.state import OFF_MAP, Unit

UNITS = BOOK.units.units
FORMATIONS = ("11Arm", "90", "5Arm", "11Pz", "10SS", "Nordwind")
WEST_BANK = {BOARD.names[hex_] for hex_ in members(special.beyond_meuse(BOARD))}
MECHANIZED = {"11Pz", "10SS", "21Pz", "25PG", "17SS"}
"""Divisions of optional German units."""


def those(formation: str) -> list[str]:
    return [name for name, entry in UNITS.items() if entry.optional == formation]


def begun(*formations: str) -> Game:
    return Game(TITLE, "ardennes_44/campaign", 1, {"undo": "free"} | dict.fromkeys(formations, "on"))


def waiting(formation: str, due: int | None) -> list[Unit]:
    return [unit(name, OFF_MAP, due=due) for name in those(formation)]


def phase(formation: str, turn: int, *units: Unit, due: int | None = None, side=None, **more) -> Game:
    """A movement phase of the formation's side with the formation off the map."""
    side = side or UNITS[those(formation)[0]].side
    specials = {"jpz653": "never"} | more.pop("specials", {})
    return position(
        *waiting(formation, due), *units, side=side, turn=turn, options=(formation,), specials=specials, **more
    )


def entering(game: Game, formation: str) -> set[str]:
    """Units of a formation that may come in."""
    return {text.split()[1] for text in legal(game, "enter")} & {*those(formation)}


def reach(game: Game) -> set[str]:
    return {text.split()[1] for text in legal(game, "to")}


# 33.1


@pytest.mark.rule("33.1")
def test_without_options_no_optional_unit_is_in_the_game():
    state = begun().state
    assert not {name for name in UNITS if UNITS[name].optional} & state.units.keys()


@pytest.mark.rule("33.1")
@pytest.mark.parametrize("formation", FORMATIONS)
def test_each_formation_can_be_used_by_itself(formation: str):
    found = {name for name in begun(formation).state.units if name in UNITS and UNITS[name].optional}
    assert found == {*those(formation)}


@pytest.mark.rule("33.1")
def test_or_all_of_them():
    found = {name for name in begun(*FORMATIONS).state.units if name in UNITS and UNITS[name].optional}
    assert found == {name for name in UNITS if UNITS[name].optional}


@pytest.mark.rule("33.1")
def test_there_are_no_others():
    with pytest.raises(BadOption):
        begun("12Pz")


# 33.2: Allied


def crossed(names: Sequence[str]) -> set[str]:
    """The hexes on the far side of the Semois from the south-west corner, near it."""
    sides = {frozenset(side.split("-")) for side in BOARD.map.rivers["Semois"].hexsides}
    found, ring = {*names}, [*names]
    while ring:
        here = ring.pop()
        for to in around(here):
            if to not in found and frozenset((here, to)) not in sides and distance(to, names[0]) <= 12:
                found.add(to)
                ring.append(to)
    return found


@pytest.mark.rule("33.2")
def test_11th_armored_keeps_to_the_south_west_corner():
    """A-18: from Sedan as far as the hexes on the near side of the Semois, over none of its bridges."""
    south = crossed(["W2301"])
    sides = [side.split("-") for side in BOARD.map.rivers["Semois"].hexsides]
    banks = {name for pair in sides for name in pair}
    near = BOARD.map.entries["E"].hex
    game = phase("11Arm", 18, unit("11Arm-CCA", near))
    do(game, "move 11Arm-CCA")
    found = reach(game)
    assert found
    assert found <= south, "south of the Semois"
    assert banks & found, "it may stand beside it"
    free = position(unit("4Arm-CCA", near), side=ALLIED, turn=18)
    do(free, "move 4Arm-CCA")
    others = reach(free)
    assert {refused(game, f"to {hex_}").rule for hex_ in others - south} == {"33.2"}
    assert not others <= south, "others cross it"


@pytest.mark.rule("33.2")
def test_it_comes_in_where_that_corner_is():
    game = phase("11Arm", 17, due=17)
    letters = {text.split()[2] for text in legal(game, "enter")}
    assert letters <= {"D", "E"}
    for letter in ("C", "F", "G"):
        assert refused(game, f"enter 11Arm-CCA {letter} normal").rule in ("27.3", "13.1")


@pytest.mark.rule("33.2")
@pytest.mark.parametrize(("turn", "crossed_on", "may"), [(22, 20, True), (22, None, False), (21, 18, False)])
def test_90th_division_comes_on_turn_22_if_a_german_has_crossed_the_meuse(turn: int, crossed_on, may: bool):
    game = phase("90", turn, specials={"meuse_crossed": crossed_on})
    assert entering(game, "90") == ({*those("90")} if may else set())


@pytest.mark.rule("33.2")
def test_5th_armored_is_put_in_the_north_west_box_on_turn_17():
    game = phase("5Arm", 17, unit("2-9", "3413"), due=17)
    assert {place(game, name) for name in those("5Arm")} == {"NW"}
    assert {event.data["box"] for event in told(game.opening, "boxed")} == {"NW"}


@pytest.mark.rule("33.2")
@pytest.mark.parametrize("turn", [15, 16])
def test_not_before(turn: int):
    game = phase("5Arm", turn, unit("2-9", "3413"), due=17)
    assert {place(game, name) for name in those("5Arm")} == {OFF_MAP}
    assert not entering(game, "5Arm")


EAST_OF_DINANT = next(
    name
    for name in sorted(BOARD.names)
    if name not in WEST_BANK
    and any(BOARD.water[6 * BOARD.index[name] + turn] == "meuse" for turn in range(6))
    and distance(name, BOARD.map.meuse_towns["Dinant"]) <= 2
)
"""A hex on the east bank."""


@pytest.mark.rule("33.2")
@pytest.mark.parametrize(
    ("german", "may"), [("3413", False), (EAST_OF_DINANT, True), ("W2731", True), (min(WEST_BANK), True)]
)
def test_there_it_stays_until_a_german_is_next_to_the_meuse_or_across(german: str, may: bool):
    game = position(unit("5Arm-CCA", "NW"), unit("2Pz-2", german), side=ALLIED, turn=19, options=("5Arm",))
    assert bool(entering(game, "5Arm")) == may
    if not may:
        assert refused(game, "enter 5Arm-CCA G normal").rule == "33.2"
        assert refused(game, "box 5Arm-CCA SW").rule == "33.2"


# 33.3: German


def crossing() -> tuple[str, str]:
    """A bridge of the Meuse between Givet and Liège: its east and its west hex."""
    for name in BOARD.bridges:
        one, other = name.split("-")
        middle = min(distance(one, hex_) for hex_ in BOARD.map.meuse_towns.values()) <= 3
        if (
            BOARD.water[BOARD.key(*GRID.pair(name))] == "meuse"
            and middle
            and (one in WEST_BANK) != (other in WEST_BANK)
        ):
            return (other, one) if one in WEST_BANK else (one, other)
    raise AssertionError


@pytest.mark.rule("33.3", "33.2")
def test_the_first_crossing_of_the_meuse_is_noted():
    east, west = crossing()
    game = position(unit("2Pz-2", east), turn=12, specials={"jpz653": "never"})
    do(game, "move 2Pz-2")
    (event,) = told(do(game, f"to {west}"), "meuse_crossed")
    assert event.data["turn"] == game.state.specials.meuse_crossed == 12


@pytest.mark.rule("33.3")
def test_allied_units_cross_it_without_effect():
    east, west = crossing()
    game = position(unit("84-334", east), side=ALLIED, turn=12)
    do(game, "move 84-334", f"to {west}")
    assert game.state.specials.meuse_crossed is None


@pytest.mark.rule("33.3")
@pytest.mark.parametrize("formation", ["11Pz", "10SS"])
@pytest.mark.parametrize(
    ("turn", "crossed_on", "may"),
    [(13, 12, True), (12, 12, False), (13, None, False), (10, 8, False), (11, 8, True), (15, 12, True)],
)
def test_they_arrive_on_the_turn_after_a_crossing_never_before_turn_11(
    formation: str, turn: int, crossed_on, may: bool
):
    game = phase(formation, turn, unit("26VG-39", "2113"), specials={"meuse_crossed": crossed_on})
    assert entering(game, formation) == ({*those(formation)} if may else set())


@pytest.mark.rule("33.3")
@pytest.mark.parametrize("turn", [20, 21, 22])
def test_nordwind_units_arrive_on_turn_21_without_condition(turn: int):
    game = phase("Nordwind", turn, unit("26VG-39", "2113"), due=21)
    assert len(those("Nordwind")) == 9
    assert entering(game, "Nordwind") == ({*those("Nordwind")} if turn >= 21 else set())


@pytest.mark.rule("33.3")
def test_in_a_new_game_they_wait_for_their_turns():
    state = begun(*FORMATIONS).state
    assert {state.units[name].due for name in those("Nordwind")} == {21}
    assert {state.units[name].due for name in those("5Arm")} == {17}
    for formation in ("11Pz", "10SS", "90"):
        assert {state.units[name].due for name in those(formation)} == {None}, formation


@pytest.mark.rule("33.3a")
@pytest.mark.parametrize("division", sorted(MECHANIZED))
def test_mechanized_optional_divisions_have_a_place_on_the_fuel_tables(division: str):
    """Some result of the two tables strikes each of them."""
    formation = division if division in FORMATIONS else "Nordwind"
    members_ = [name for name in those(formation) if UNITS[name].division == division]
    hit = set()
    for die in range(1, 7):
        for other in range(1, 7):
            units = [unit(name, "0712") for name in members_]
            game = position(
                *units, turn=21, phase="fuel", dice=[die, other], options=(formation,), specials={"jpz653": "never"}
            )
            if at(game, "fuel_choice") and f"short {division}" in legal(game):
                do(game, f"short {division}")
            if all(game.state.units[name].oos for name in members_):
                hit.add((die, other))
    assert hit


@pytest.mark.rule("33.3a", "6.5")
@pytest.mark.parametrize("division", sorted(MECHANIZED))
def test_and_a_panzer_army_for_the_result_west_of_the_ourthe(division: str):
    formation = division if division in FORMATIONS else "Nordwind"
    name = next(name for name in those(formation) if UNITS[name].division == division)
    west = BOARD.map.meuse_towns["Huy"]
    struck = []
    for dice in ([1, 2], [2, 1]):
        # clear weather adds 1: a 1 is the result west of the Ourthe
        game = position(unit(name, west), turn=21, phase="fuel", dice=[d - 1 or 6 for d in dice], options=(formation,))
        struck.append(game.state.units[name].oos or at(game, "fuel_choice"))
    assert any(struck)


@pytest.mark.rule("33.1", "33.3")
def test_the_optional_german_units_belong_to_the_german():
    assert {UNITS[name].side for name in (*those("11Pz"), *those("10SS"), *those("Nordwind"))} == {GERMAN}
