"""Chapter 32, optional: the fuel dump. Ambiguity A-13."""

from collections.abc import Sequence

import pytest

from tests.titles.ardennes_44.fights import around, combat, distance, shifts, strike
from tests.titles.ardennes_44.kit import (
    ALLIED,
    BOARD,
    GERMAN,
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
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.state import Unit

PLACES = tuple(entry.hex for entry in BOARD.map.dumps)
DUMP = next(hex_ for hex_ in PLACES if BOARD.terrain[BOARD.index[hex_]] == "clear")
"""A place in the open, so that everybody can come there."""
OTHER = next(hex_ for hex_ in PLACES if hex_ != DUMP)
BESIDE = [hex_ for hex_ in around(DUMP) if BOARD.terrain[BOARD.index[hex_]] in ("clear", "light_woods")]


def dump(state: str = "guarded", *, seen: bool = True, hex_: str = DUMP, **more) -> dict:
    """The dump in a state, the other places told about if it is known."""
    told_ = PLACES if seen else ()
    return {"dump": hex_, "dump_state": state, "dump_seen": seen, "dump_told": told_, "jpz653": "never"} | more


def table(*units: Unit, side=GERMAN, turn: int = 5, specials: dict | None = None, **more) -> Game:
    specials = dump() if specials is None else specials
    return position(*units, side=side, turn=turn, options=("dump",), specials=specials, **more)


def attack(*units: Unit, dice: Sequence[int] = (), specials: dict | None = None, **more) -> Game:
    """German units have been named for an attack on the dump."""
    game = table(*units, phase="combat", dice=dice, specials=specials, **more)
    do(game, f"attack {DUMP}")
    for each in units:
        if each.side == GERMAN:
            do(game, f"with {each.id}")
    return game


def reach(game: Game) -> set[str]:
    return {text.split()[1] for text in legal(game, "to")}


def state(game: Game) -> str:
    return str(game.state.specials.dump_state)


def pass_on(game: Game, kind: str, most: int = 100) -> list[Event]:
    """End decisions until a step of a kind comes."""
    events: list[Event] = []
    for _ in range(most):
        if at(game, kind):
            return events
        events += do(game, "end" if "end" in legal(game) else min(legal(game)))
    raise AssertionError(f"no {kind}")


STRONG = (unit("2Pz-2", BESIDE[0]), unit("2Pz-304", BESIDE[1]))


# 32.1


@pytest.mark.rule("32.1")
def test_one_of_the_three_places_is_drawn_at_the_start():
    found = set()
    for seed in range(1, 30):
        specials = Game(TITLE, "ardennes_44/campaign", seed, {"undo": "free", "dump": "on"}).state.specials
        assert specials.dump in PLACES
        assert (specials.dump_state, specials.dump_seen) == ("guarded", False)
        found.add(specials.dump)
    assert found == {*PLACES}


@pytest.mark.rule("32.1")
def test_without_the_option_there_is_none():
    specials = Game(TITLE, "ardennes_44/campaign", 1, {"undo": "free"}).state.specials
    assert (specials.dump, specials.dump_state) == (None, "none")


@pytest.mark.rule("32.1")
def test_the_german_does_not_see_where_it_is_the_allied_player_does():
    game = table(unit("2-9", "3413"), specials=dump(seen=False))
    assert TITLE.dump(game.state, GERMAN)["specials"]["dump"] is None
    assert TITLE.dump(game.state, ALLIED)["specials"]["dump"] == DUMP
    known = table(unit("2-9", "3413"), specials=dump())
    assert TITLE.dump(known.state, GERMAN)["specials"]["dump"] == DUMP


@pytest.mark.rule("32.1a")
@pytest.mark.parametrize(("hex_", "kind"), [(DUMP, "dump_found"), (OTHER, "no_dump")])
def test_a_german_next_to_a_place_is_told_at_once_whether_it_is_there(hex_: str, kind: str):
    game = table(unit("2Pz-2", around(BESIDE[0])[0]), unit("2-9", "3413"), specials=dump(seen=False, hex_=hex_))
    do(game, "move 2Pz-2")
    goal = next(to for to in sorted(reach(game)) if distance(to, DUMP) == 1)
    (event,) = told(do(game, f"to {goal}"), kind)
    assert event.data["hex"] == DUMP
    assert game.state.specials.dump_seen == (kind == "dump_found")


@pytest.mark.rule("32.1a")
def test_an_allied_unit_tells_nothing():
    game = table(unit("2-23", around(BESIDE[0])[0]), side=ALLIED, specials=dump(seen=False))
    do(game, "move 2-23")
    goal = next(to for to in sorted(reach(game)) if distance(to, DUMP) == 1)
    events = do(game, f"to {goal}")
    assert not told(events, "dump_found")


@pytest.mark.rule("32.1a", "17.1")
def test_a_german_who_retreats_next_to_it_is_told_too():
    """As soon as the German puts a unit adjacent: it flees eastward, toward its supply."""
    west = int(DUMP[:2]) + 3
    start = next(name for name in BOARD.names if distance(name, DUMP) == 3 and _open(name) and int(name[:2]) == west)
    ring = [to for to in around(start) if distance(to, DUMP) == 4][:2]
    americans = [unit(name, to) for name, to in zip(("101-501", "101-502"), ring, strict=True)]
    weak = unit("276VG-986", start, reduced=True)
    game = table(weak, *americans, side=ALLIED, phase="combat", specials=dump(seen=False))
    do(game, f"attack {start}", "with 101-501", "with 101-502")
    events = strike(game, "DR2")
    while not at(game, "retreating"):
        events += do(game, "end")
    while at(game, "retreating"):
        choices = sorted(legal(game, "retreat"), key=lambda text: distance(text.split()[2], DUMP))
        events += do(game, choices[0])
    assert distance(place(game, "276VG-986"), DUMP) == 1
    assert told(events, "dump_found")


def _open(hex_: str) -> bool:
    return BOARD.terrain[BOARD.index[hex_]] in ("clear", "light_woods")


@pytest.mark.rule("32.1", "32.1b")
@pytest.mark.parametrize("hex_", [DUMP, OTHER])
def test_no_german_moves_where_it_is_or_may_be(hex_: str):
    beside = next(to for to in around(hex_) if _open(to))
    game = table(unit("2Pz-2", beside), unit("2-9", "3413"), specials=dump(seen=False))
    do(game, "move 2Pz-2")
    assert refused(game, f"to {hex_}").rule == "32.1"


@pytest.mark.rule("32.1b")
def test_it_has_no_zone_of_control():
    """A German goes from hex to hex past it without stopping."""
    game = table(unit("2Pz-2", BESIDE[0]), unit("2-9", "3413"))
    do(game, "move 2Pz-2")
    near = [to for to in reach(game) if distance(to, DUMP) == 1]
    beyond = [to for to in reach(game) if distance(to, BESIDE[0]) >= 3]
    assert near
    assert beyond
    assert not told(do(game, f"to {near[0]}"), "stopped")
    assert at(game, "moving"), "it may go on"


@pytest.mark.rule("32.1b")
def test_it_has_no_stacking_value_and_cannot_move():
    game = table(unit("2-9", DUMP), unit("741Tnk", DUMP), side=ALLIED)
    assert legal(game, "move") == {"move 2-9", "move 741Tnk"}
    do(game, "end")
    assert not at(game, "too_many")


@pytest.mark.rule("32.1b", "32.2")
def test_germans_do_not_walk_into_it_while_it_is_guarded():
    game = table(unit("2Pz-2", BESIDE[0]), unit("2-9", "3413"))
    do(game, "move 2Pz-2")
    assert DUMP not in reach(game)


# 32.2: its defence


@pytest.mark.rule("32.2")
def test_it_defends_with_2_and_no_dcb():
    """Büllingen is a village: no bonus for the dump."""
    assert combat(attack(*STRONG))["defence"] == 2


@pytest.mark.rule("32.2")
def test_with_units_it_adds_its_2():
    alone = combat(attack(*STRONG, unit("2-9", DUMP), specials=dump("none") | {"dump": None}))["defence"]
    assert combat(attack(*STRONG, unit("2-9", DUMP)))["defence"] == alone + 2


@pytest.mark.rule("32.2")
def test_it_has_no_last_stand():
    game = attack(STRONG[0])
    strike(game, "DR2")
    assert at(game, "advancing")


@pytest.mark.rule("32.2", "32.2a")
@pytest.mark.parametrize("result", ["DR2", "DR3", "D1*"])
def test_eliminated_or_forced_to_retreat_it_is_open_and_the_german_may_advance_and_capture_it(result: str):
    units = STRONG if result != "DR2" else STRONG[:1]
    game = attack(*units)
    events = strike(game, result)
    assert told(events, "dump_open")
    assert state(game) == "open"
    assert at(game, "advancing")
    do(game, f"advance 2Pz-2 {DUMP}")
    assert state(game) == "captured"


@pytest.mark.rule("32.2a")
def test_he_need_not_advance():
    game = attack(*STRONG)
    strike(game, "D1*")
    do(game, "end")
    assert state(game) == "open"


@pytest.mark.rule("32.2")
def test_without_a_loss_or_retreat_it_stays_guarded():
    game = attack(unit("276VG-986", BESIDE[0], reduced=True))
    strike(game, "Eng")
    assert state(game) == "guarded"


@pytest.mark.rule("32.2")
def test_it_loses_its_step_only_if_it_is_alone():
    """With a regiment in the hex the regiment takes the loss, and the dump is still guarded."""
    game = attack(*STRONG, unit("2-9", DUMP))
    strike(game, "EX")
    while not game.state.units["2-9"].reduced:
        do(game, min(legal(game, "lose")))
    assert state(game) == "guarded"


@pytest.mark.rule("32.2a")
def test_units_that_retreat_leave_it_open():
    game = attack(*STRONG, unit("254Eng", DUMP))
    events = strike(game, "DR2")
    while not told(events, "dump_open"):
        events = do(game, "end" if "end" in legal(game) else min(legal(game)))
    assert state(game) == "open"


@pytest.mark.rule("32.2b")
@pytest.mark.parametrize(("marker", "shift"), [("SM", -1), ("none", None)])
def test_a_unit_in_strategic_movement_attacks_it_a_column_to_the_left(marker: str, shift: int | None):
    game = attack(unit("2Pz-2", BESIDE[0], marker=marker))
    assert shifts(game).get("strategic movement against the dump") == shift


@pytest.mark.rule("32.2b")
def test_only_the_dump_not_other_defenders():
    units = (unit("2Pz-2", BESIDE[0], marker="SM"), unit("2-9", DUMP))
    game = attack(*units, specials={"jpz653": "never"})
    assert "strategic movement against the dump" not in shifts(game)


@pytest.mark.rule("32.2a", "32.2")
def test_an_open_dump_is_captured_by_walking_in():
    game = table(unit("2Pz-2", BESIDE[0]), unit("2-9", "3413"), specials=dump("open"))
    do(game, "move 2Pz-2")
    (event,) = told(do(game, f"to {DUMP}"), "dump_captured")
    assert event.data["hex"] == DUMP
    assert state(game) == "captured"


# 32.2c to 32.2e: shipping, retaking


def fuel(*units: Unit, turn: int = 7, specials: dict | None = None, dice: Sequence[int] = (1, 1)) -> Game:
    found = dump("captured") if specials is None else specials
    return table(*units, turn=turn, phase="fuel", specials=found, dice=dice)


@pytest.mark.rule("32.2c")
def test_a_captured_dump_is_shipped_in_the_fuel_shortage_phase():
    game = fuel(unit("2Pz-2", DUMP))
    assert legal(game) == {"ship", "end"}
    do(game, "ship")
    assert state(game) == "shipped"


@pytest.mark.rule("32.2c")
@pytest.mark.parametrize("before", ["guarded", "open", "gone"])
def test_only_a_captured_one(before: str):
    game = fuel(unit("2Pz-2", "2013"), specials=dump(before))
    assert not at(game, "fuel") or "ship" not in legal(game)


@pytest.mark.rule("32.2c")
def test_only_with_a_road_supply_line_to_the_east_edge():
    """Americans on all sides, two hexes away."""
    names = ("2-9", "2-38", "2-23", "1-26", "1-16", "1-18", "9-39", "9-47", "9-60", "101-501", "101-502", "101-506")
    ring = [hex_ for hex_ in BOARD.names if distance(hex_, DUMP) == 2]
    blockers = [unit(name, hex_) for name, hex_ in zip([n for n in names if n != "9-60"], ring, strict=False)]
    game = fuel(unit("2Pz-2", DUMP), *blockers)
    assert not at(game, "fuel") or "ship" not in legal(game)
    assert state(game) == "captured"


@pytest.mark.rule("32.2c")
@pytest.mark.parametrize("turn", [4, 5, 6])
def test_before_19am_too(turn: int):
    """A-13: the phase is carried out for this purpose."""
    game = fuel(unit("2Pz-2", DUMP), turn=turn)
    events = do(game, "ship")
    assert state(game) == "shipped"
    assert not told(events, "fuel_roll")


@pytest.mark.rule("32.2d", "6.3")
@pytest.mark.parametrize(("turn", "total"), [(7, -2), (15, -1)])
def test_after_shipping_2_less_on_the_fuel_tables_beside_clear_weather(turn: int, total: int):
    game = fuel(unit("2Pz-2", "2013"), turn=turn, specials=dump("shipped"), dice=(5, 5))
    rolls = told(game.opening, "fuel_roll")
    assert len(rolls) == 2
    for roll in rolls:
        assert sum(value for _, value, _ in roll.data["modifiers"]) == total
        assert roll.data["result"] == 5 + total


@pytest.mark.rule("32.2d")
def test_shipped_at_once_it_counts_for_the_rolls_of_the_same_phase():
    events = do(fuel(unit("2Pz-2", DUMP), dice=(5, 5)), "ship")
    assert [roll.data["result"] for roll in told(events, "fuel_roll")] == [3, 3]


@pytest.mark.rule("32.2e")
def test_the_allied_player_retakes_it():
    game = table(unit("2-23", BESIDE[0]), side=ALLIED, specials=dump("captured"))
    do(game, "move 2-23")
    (event,) = told(do(game, f"to {DUMP}"), "dump_retaken")
    assert event.data["hex"] == DUMP
    assert state(game) == "open"


@pytest.mark.rule("32.2e")
def test_retaken_it_has_no_strength_of_its_own():
    found = combat(attack(*STRONG, unit("2-9", DUMP), specials=dump("open")))["defence"]
    bare = combat(attack(*STRONG, unit("2-9", DUMP), specials={"jpz653": "never"}))["defence"]
    assert found == bare
    game = table(*STRONG, unit("2-38", "3413"), phase="combat", specials=dump("open"))
    assert not at(game, "combat"), "there is nothing to attack"


@pytest.mark.rule("32.2e")
def test_a_shipped_dump_is_not_retaken():
    game = table(unit("2-23", BESIDE[0]), side=ALLIED, specials=dump("shipped"))
    do(game, "move 2-23", f"to {DUMP}")
    assert state(game) == "shipped"


# 32.3: demolition


def bridges(*units: Unit, die: int = 1, specials: dict | None = None, turn: int = 5) -> Game:
    return table(*units, side=ALLIED, phase="bridges", dice=[die], specials=specials, turn=turn)


@pytest.mark.rule("32.3", "32.3a")
@pytest.mark.parametrize(("die", "gone"), [(1, True), (2, True), (3, True), (4, True), (5, False), (6, False)])
def test_in_the_allied_bridge_phase_it_is_destroyed_on_1_to_4(die: int, gone: bool):
    """No Allied unit is needed."""
    game = bridges(unit("2Pz-2", BESIDE[0]), die=die)
    (event,) = told(do(game, "blow_dump"), "dump_demolition")
    assert (event.data["die"], event.data["destroyed"]) == (die, gone)
    assert state(game) == ("gone" if gone else "guarded")


@pytest.mark.rule("32.3a")
def test_only_with_a_german_next_to_it():
    game = bridges(unit("2Pz-2", next(hex_ for hex_ in BOARD.names if distance(hex_, DUMP) == 2)))
    assert not at(game, "bridges") or "blow_dump" not in legal(game)


@pytest.mark.rule("32.3")
def test_once_a_player_turn():
    game = bridges(unit("2Pz-2", BESIDE[0]), die=6)
    do(game, "blow_dump")
    assert "blow_dump" not in legal(game)


@pytest.mark.rule("32.3")
def test_not_after_it_was_captured():
    game = bridges(unit("2Pz-2", BESIDE[0]), specials=dump("captured"))
    assert not at(game, "bridges") or "blow_dump" not in legal(game)


@pytest.mark.rule("32.3")
def test_the_german_does_not_destroy_it():
    game = table(unit("2Pz-2", BESIDE[0]), phase="bridges")
    assert not at(game, "bridges") or "blow_dump" not in legal(game)


@pytest.mark.rule("32.3", "32.3a")
@pytest.mark.parametrize(("die", "gone"), [(1, True), (2, True), (3, False), (4, False), (6, False)])
def test_when_it_is_attacked_on_1_or_2(die: int, gone: bool):
    game = attack(STRONG[0], unit("2-9", DUMP), dice=[die])
    do(game, "roll")
    assert "blow_dump" in legal(game)
    (event,) = told(do(game, "blow_dump"), "dump_demolition")
    assert event.data["destroyed"] == gone
    assert state(game) == ("gone" if gone else "guarded")


@pytest.mark.rule("32.3", "14.4")
def test_destroyed_with_nobody_else_in_the_hex_nothing_is_left_to_fight():
    """[deduced]"""
    game = attack(STRONG[0], dice=[1])
    do(game, "roll")
    events = do(game, "blow_dump")
    if at(game, "battle"):
        events += do(game, "end" if "end" in legal(game) else "roll")
    assert not told(events, "combat")
    assert not at(game, "battle")


@pytest.mark.rule("32.3")
def test_not_in_an_attack_on_another_hex():
    game = table(STRONG[0], unit("2-9", next(hex_ for hex_ in around(BESIDE[0]) if hex_ != DUMP)), phase="combat")
    target = place(game, "2-9")
    do(game, f"attack {target}", "with 2Pz-2", "roll")
    assert "blow_dump" not in legal(game)


@pytest.mark.rule("32.3", "7.7")
def test_no_demolition_before_17am():
    """Like bridges."""
    game = bridges(unit("2Pz-2", BESIDE[0]), turn=2)
    assert not at(game, "bridges") or "blow_dump" not in legal(game)


@pytest.mark.rule("32.3b")
@pytest.mark.parametrize(
    ("before", "after"),
    [("guarded", "gone"), ("open", "gone"), ("captured", "captured"), ("shipped", "shipped")],
)
def test_at_the_end_of_18pm_it_is_removed_unless_it_was_captured(before: str, after: str):
    game = table(unit("2-9", "3413"), side=ALLIED, turn=6, phase="done", specials=dump(before))
    for _ in range(40):
        if game.state.night or game.state.turn == 7:
            break
        do(game, "end" if "end" in legal(game) else min(legal(game)))
    assert state(game) == after


@pytest.mark.rule("32.3b")
def test_not_before():
    game = table(unit("2-9", "3413"), side=ALLIED, turn=5, phase="done")
    assert game.state.turn == 6
    assert state(game) == "guarded"
    assert refused(game, "blow_dump").rule
