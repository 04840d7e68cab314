"""The combat phase (rule 7)."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.titles.liberty_roads.kit import (
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
from wargame_tui.core.event import Modifier
from wargame_tui.core.game import Game
from wargame_tui.titles.liberty_roads import TITLE
from wargame_tui.titles.liberty_roads.printed.charts import Result
from wargame_tui.titles.liberty_roads.rules import strengths
from wargame_tui.titles.liberty_roads.rules.battle import Battle
from wargame_tui.titles.liberty_roads.rules.fight import after_terrain, different
from wargame_tui.titles.liberty_roads.rules.supply import hq_supplied, supplied
from wargame_tui.titles.liberty_roads.state import ELIMINATED, REMOVED, Unit, changed

CRT = BOOK.charts.combat
PLAIN, NORTH, NORTH_WEST, SOUTH_WEST, SOUTH = "1612", "1611", "1512", "1513", "1613"
"""Clear country without rivers around Châteaudun, and four hexes beside it."""
ARMY = unit("HQ-7G", "1814")
"""A German HQ that keeps the units at Châteaudun in supply."""
DIEPPE = "1607"
"""A minor port in the clear: Allied units in it are in supply."""


ELSEWHERE = (unit("G-719", "2125"), unit("US-90", "2124"))
"""Another attack that could be made, which keeps the phase going."""


def attack(game: Game, hex_: str, *names: str) -> list[Any]:
    """Attack a hex with units, up to the first decision after that."""
    return do(game, f"attack {hex_}", *(f"with {name}" for name in names), "go")


def rig(patch: pytest.MonkeyPatch, **cell: Any) -> None:
    """Let every roll give one result, whatever the table says."""
    found = Result(**({"losses": (0, 0), "attacker": "-", "defender": "-"} | cell))
    patch.setattr(strengths, "result", lambda *_: found)


def ladder(codes: Sequence[str], *, defender: bool = False) -> tuple[int, int]:
    """The colours of a result that an elite bonus turns into those that follow it."""
    mine = CRT.defender_ladders if defender else CRT.attacker_ladders
    number = mine.index(tuple(codes))
    return (0, number) if defender else (number, 0)


def americans(*names: str, hex_: str = NORTH_WEST) -> list[Unit]:
    """American units in a hex."""
    return [unit(name, hex_) for name in names]


def plain(*units: Unit, **changes: Any) -> Game:
    """The Allied combat phase near Châteaudun, with a German HQ behind."""
    return position(ARMY, *units, phase="combat", **changes)


def dieppe(*units: Unit, **changes: Any) -> Game:
    """The German combat phase, with Dieppe in Allied hands."""
    return position(*units, side=GERMAN, phase="combat", allied=(DIEPPE,), **changes)


def column(events: Sequence[Any]) -> str:
    """The column of the combat that was told."""
    return str(told(events, "odds")[-1].data["column"])


def ends(game: Game, name: str) -> set[str]:
    """Where a unit may retreat to."""
    return {text.split()[2] for text in legal(game, "retreat") if text.split()[1] == name}


# General (7.1)


@pytest.mark.rule("7.1.1", "7.3.1")
def test_units_attack_hexes_beside_them_only() -> None:
    game = plain(unit("G-352", PLAIN), unit("G-77", "1813"), *americans("US-30"), unit("US-29", "1511"))
    assert legal(game, "attack") == {f"attack {PLAIN}"}
    assert refused(game, "attack 1813").rule == refused(game, "attack 1413").rule == "7.1.1"
    do(game, f"attack {PLAIN}")
    assert legal(game, "with") == {"with US-30"}
    assert refused(game, "with US-29").rule == "7.1.1"
    assert refused(game, "go").rule == "7.3.1"
    do(game, "with US-30")
    assert refused(game, "with US-30").rule == "7.3.1", "it attacks already"
    wide = position(unit("G-352", "0915"), unit("US-30", "0814"), phase="combat")
    assert GRID.distance(BOARD.index["0915"], BOARD.index["0814"]) == 1
    assert not legal(wide, "attack")


@pytest.mark.rule("7.1.2")
@pytest.mark.parametrize(("side", "foe"), [(ALLIED, PLAIN), (GERMAN, NORTH_WEST)])
def test_the_active_player_attacks(side: Any, foe: str) -> None:
    game = position(ARMY, unit("G-352", PLAIN), *americans("US-30"), phase="combat", side=side)
    assert (game.side, legal(game, "attack")) == (side, {f"attack {foe}"})


@pytest.mark.rule("7.1.3", "7.1.4", "7.1.7")
@pytest.mark.parametrize("order", [(), (PLAIN,), (PLAIN, SOUTH), (SOUTH, PLAIN)])
def test_attacks_are_voluntary_and_made_in_any_order_without_declaration(order: Sequence[str]) -> None:
    game = plain(
        unit("G-352", PLAIN), unit("G-77", SOUTH), *americans("US-30"), *americans("US-4", "US-29", hex_=SOUTH_WEST)
    )
    for hex_, name in zip(order, ("US-30", "US-4") if order[:1] == (PLAIN,) else ("US-4", "US-30"), strict=False):
        do(game, f"attack {hex_}", f"with {name}", "pass")
    assert at(game, "combat")
    do(game, "end")
    assert not at(game, "combat")
    assert place(game, "G-352") == PLAIN


@pytest.mark.rule("7.1.5", "7.1.6", "7.3.2", "7.10.3")
def test_all_units_of_a_hex_defend_together_and_suffer_the_results(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, defender="DR")
    game = plain(unit("G-352", PLAIN), unit("G-77", PLAIN), unit("HQ-5Pz", PLAIN), *americans("US-30", "US-29"))
    events = attack(game, PLAIN, "US-30", "US-29")
    assert set(told(events, "odds")[0].data["defenders"]) == {"G-352", "G-77", "HQ-5Pz"}
    assert told(events, "odds")[0].data["defence"] == sum(_defence(n) for n in ("G-352", "G-77", "HQ-5Pz"))
    assert {text.split()[1] for text in legal(game, "retreat")} == {"G-352", "G-77", "HQ-5Pz"}
    assert refused(game, "retreat US-30 1511").rule == "7.10.3"
    while legal(game, "retreat"):
        do(game, min(legal(game, "retreat")))
    assert PLAIN not in {place(game, name) for name in ("G-352", "G-77", "HQ-5Pz")}


def _defence(name: str) -> int:
    return BOOK.pieces[name].defence[0]


@pytest.mark.rule("7.1.8", "7.1.9", "7.1.10")
def test_each_hex_is_attacked_once_and_each_unit_attacks_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch)
    game = plain(unit("G-352", PLAIN), unit("G-77", SOUTH), *americans("US-30", "US-29", "US-4", hex_=SOUTH_WEST))
    attack(game, PLAIN, "US-30")
    assert legal(game, "attack") == {f"attack {SOUTH}"}
    assert refused(game, f"attack {PLAIN}").rule == "7.1.8"
    do(game, f"attack {SOUTH}")
    assert legal(game, "with") == {"with US-29", "with US-4"}
    assert refused(game, "with US-30").rule == "7.1.9"


@pytest.mark.rule("7.1.11")
def test_units_of_a_stack_and_of_several_hexes_attack_a_hex_together() -> None:
    game = plain(unit("G-352", PLAIN), *americans("US-30", "US-29"), *americans("US-4", hex_=SOUTH_WEST))
    events = attack(game, PLAIN, "US-30", "US-29", "US-4")
    assert told(events, "odds")[0].data["attack"] == sum(BOOK.pieces[n].attack[0] for n in ("US-30", "US-29", "US-4"))


@pytest.mark.rule("7.1.12", "1.6.2")
def test_nationalities_do_not_attack_together_but_airborne_divisions_go_with_either() -> None:
    game = plain(unit("G-352", PLAIN), *americans("US-30", "US-82AB"), unit("UK-3", SOUTH_WEST))
    do(game, f"attack {PLAIN}", "with US-30", "with US-82AB")
    assert refused(game, "with UK-3").rule == "7.1.12"
    do(game, "pass", f"attack {PLAIN}", "with US-82AB", "with UK-3")
    assert refused(game, "with US-30").rule == "7.1.12"


@pytest.mark.rule("6.5.5", "7.3.1")
def test_a_division_under_a_festung_does_not_attack() -> None:
    game = dieppe(unit("G-719", "1608", festung=True), unit("G-712", "1608"), unit("US-30", DIEPPE))
    do(game, f"attack {DIEPPE}")
    assert legal(game, "with") == {"with G-712"}
    assert refused(game, "with G-719").rule == "6.5.5"


# The sequence (7.2), attackers (7.3), the defenders' supply (7.4)


@pytest.mark.rule("7.2.1", "7.7.8", "7.6.2", "7.9.1")
def test_a_combat_goes_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, losses=(1, 1), attacker="D1", defender="S", ladders=ladder(["D1", "E", "E2"]))
    game = position(unit("G-3FJ", PLAIN), *americans("US-1", "US-30"), *ELSEWHERE, phase="combat")
    events = attack(game, PLAIN, "US-1", "US-30")
    events += do(game, "elite")
    assert game.side == GERMAN
    events += do(game, "elite", "result D1", "lose US-30", "pass")
    events += do(game, min(legal(game, "retreat")), f"advance US-1 {PLAIN}", "end")
    shown = [event.kind for event in events if event.kind not in ("control", "terrain")]
    assert shown == [
        "attack", "oos", "odds", "elite", "elite", "combat", "step", "step", "step", "retreat", "advance",
    ]  # fmt: skip
    assert at(game, "combat")


@pytest.mark.rule("7.2.1", "7.12.1")
def test_exploitation_comes_after_the_defenders_result(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, attacker="E", defender="DR")
    game = plain(unit("G-352", PLAIN), *americans("US-30"))
    attack(game, PLAIN, "US-30")
    assert at(game, "retreating")
    do(game, min(legal(game, "retreat")), "end")
    assert legal(game) == {"mark US-30", "end"}


@pytest.mark.rule("7.2.2", "7.2.3", "7.7.1", "7.7.2", "7.7.3", "7.7.5", "7.7.6")
@pytest.mark.parametrize("dice", [(1, 1), (2, 1), (3, 4), (5, 3), (6, 6)])
@pytest.mark.parametrize(("attackers", "number"), [(("US-30",), 1), (("US-30", "US-29"), 2), (("US-90",), 0)])
def test_two_dice_in_the_column_of_the_odds_give_losses_and_a_tactical_result_for_each_side(
    attackers: Sequence[str], number: int, dice: tuple[int, int]
) -> None:
    game = plain(unit("G-352", PLAIN), *americans(*attackers), dice=dice)
    events = attack(game, PLAIN, *attackers)
    cell = CRT.results[sum(dice)][number]
    shown = told(events, "combat")[0].data
    assert shown["column"] == CRT.columns[number]
    assert (tuple(shown["losses"]), shown["attacker"], shown["defender"]) == (cell.losses, cell.attacker, cell.defender)


@pytest.mark.rule("7.3.3")
def test_hqs_and_engineers_never_attack() -> None:
    game = plain(unit("G-352", PLAIN), *americans("US-30", "HQ-1US", "ENG-1056"))
    do(game, f"attack {PLAIN}")
    assert legal(game, "with") == {"with US-30"}
    assert refused(game, "with HQ-1US").rule == refused(game, "with ENG-1056").rule == "7.3.3"


@pytest.mark.rule("7.4.1", "7.4.3")
@pytest.mark.parametrize("hqs", [(), (ARMY,)])
def test_defenders_are_checked_for_supply_and_stay_marked(hqs: Sequence[Unit], monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch)
    game = position(unit("G-352", PLAIN), unit("G-77", PLAIN), *hqs, *americans("US-30", "US-29"), phase="combat")
    events = attack(game, PLAIN, "US-30", "US-29")
    cut = not hqs
    assert [event.data["unit"] for event in told(events, "oos")] == (["G-352", "G-77"] if cut else [])
    whole = _defence("G-352") + _defence("G-77")
    assert told(events, "odds")[0].data["defence"] == ((whole + 1) // 2 if cut else whole)
    do(game, "end")
    assert game.state.units["G-352"].oos == cut


@pytest.mark.rule("7.4.2")
def test_units_that_are_marked_already_are_not_checked_again() -> None:
    game = plain(unit("G-352", PLAIN, oos=True), unit("G-77", PLAIN), *americans("US-30", "US-29"))
    events = attack(game, PLAIN, "US-30", "US-29")
    assert not told(events, "oos")
    assert game.state.units["G-352"].oos
    assert not game.state.units["G-77"].oos


@pytest.mark.rule("7.4.1")
def test_attackers_are_not_checked() -> None:
    game = plain(unit("G-352", PLAIN), *americans("US-30"), unit("US-29", "1912"))
    events = attack(game, PLAIN, "US-30")
    assert told(events, "odds")[0].data["attack"] == BOOK.pieces["US-30"].attack[0]
    assert not game.state.units["US-30"].oos


@pytest.mark.rule("7.4.4")
def test_an_unsupplied_hq_is_neither_removed_nor_marked_but_supplies_nobody_in_this_phase(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is surrounded at Châteaudun; what supply it would have later in the phase does not count."""
    rig(monkeypatch)
    ring = [unit(name, BOARD.names[there]) for name, there in zip(RING, _around(PLAIN, 1)[:6], strict=True)]
    game = position(unit("HQ-5Pz", PLAIN), unit("G-352", PLAIN), *ring, *ELSEWHERE, phase="combat")
    events = attack(game, PLAIN, "US-30")
    assert [event.data["unit"] for event in told(events, "oos")] == ["G-352"]
    hq = game.state.units["HQ-5Pz"]
    assert (hq.location, hq.oos, game.state.now.idle) == (PLAIN, False, ("HQ-5Pz",))
    gone = {name: unit(name, ELIMINATED) for name in RING}
    free = changed(game.state, units={**game.state.units, **gone, "G-77": unit("G-77", SOUTH)})
    assert hq_supplied(free, hq)
    assert not supplied(free, free.units["G-77"])


RING = ("US-30", "US-29", "US-4", "US-5", "US-8", "US-28")


def _around(hex_: str, distance: int) -> list[int]:
    where = BOARD.index[hex_]
    return [
        each for each in range(GRID.size) if GRID.distance(where, each) == distance and not BOARD.closed >> each & 1
    ]


# Odds (7.5)


@pytest.mark.rule("7.5.3")
@pytest.mark.parametrize(
    ("attack_", "defence", "name"),
    [(35, 10, "3/1"), (10, 35, "1/4"), (5, 5, "1/1"), (9, 5, "1/1"), (4, 5, "1/2"), (60, 10, "6/1")],
    ids=["EX-6a", "EX-6b", "equal", "less than double", "less than equal", "six"],
)
def test_ex_6_odds_are_whole_ratios_in_the_defenders_favour(attack_: int, defence: int, name: str) -> None:
    assert strengths.level_name(strengths.level(attack_, defence)) == name


@pytest.mark.rule("7.5.1", "7.5.2")
def test_strengths_are_added_and_then_modified() -> None:
    """Two divisions out of supply attack a forest with 4 and 5: halves are added before they are rounded."""
    forest = "1311"
    game = position(
        unit("G-352", forest),
        unit("HQ-7G", "1412"),
        unit("US-30", "1410", oos=True),
        unit("US-29", "1410", oos=True),
        phase="combat",
    )
    shown = told(attack(game, forest, "US-30", "US-29"), "odds")[0].data
    assert shown["attack"] == 5
    assert shown["defence"] == -(-_defence("G-352") * BOOK.charts.ground["forest"].defence // 1)


@pytest.mark.rule("7.5.4")
def test_markers_shift_columns_to_the_right_for_the_attacker_and_to_the_left_for_the_defender() -> None:
    there = [unit("G-352", PLAIN), unit("G-77", PLAIN), *americans("US-30", "US-29")]
    assert column(attack(plain(*there), PLAIN, "US-30", "US-29")) == "1/1"
    right = BOOK.charts.markers["air_support"].attack
    helped = attack(plain(*there, played={"air_support-1": PLAIN}), PLAIN, "US-30", "US-29")
    assert column(helped) == strengths.level_name(right)
    left = BOOK.charts.markers["bunkers"].defence
    hindered = attack(plain(*there, played={"air_support-1": PLAIN, "bunkers-1": PLAIN}), PLAIN, "US-30", "US-29")
    assert column(hindered) == strengths.level_name(right - left)


@pytest.mark.rule("7.5.4")
def test_ex_7_two_shifts_bring_one_to_four_back_to_one_to_two() -> None:
    shift = Modifier("two", 2, "7.5.4")
    found = strengths.column(position().state, 10, 35, [shift])
    assert (found.name, found.number) == ("1/2", 0)
    back = strengths.column(position().state, 80, 10, [Modifier("left", -3, "7.5.4")])
    assert back.name == "5/1"


@pytest.mark.rule("7.5.5")
def test_dv_1_below_one_to_two_the_combat_is_cancelled_and_hex_and_units_are_used_up() -> None:
    """A18."""
    game = plain(unit("G-1SS", PLAIN), unit("G-352", PLAIN), *americans("US-90", "US-30"), unit("G-77", SOUTH_WEST))
    events = attack(game, PLAIN, "US-90")
    shown = told(events, "odds")[0].data
    assert (shown["column"], shown["cancelled"]) == ("1/3", True)
    assert not told(events, "combat")
    assert at(game, "combat")
    assert refused(game, f"attack {PLAIN}").rule == "7.1.8"
    do(game, f"attack {SOUTH_WEST}")
    assert legal(game, "with") == {"with US-30"}


@pytest.mark.rule("7.5.5")
def test_above_six_to_one_the_last_column_is_used() -> None:
    found = strengths.column(position().state, 90, 10, ())
    assert (found.name, found.number) == ("6/1", len(CRT.columns) - 1)


# Elite units and armour (7.6)


@pytest.mark.rule("7.6.1", "7.6.2")
def test_after_the_odds_the_attacker_and_then_the_defender_may_use_an_elite_bonus() -> None:
    game = plain(unit("G-3FJ", PLAIN), *americans("US-1", "US-30"))
    attack(game, PLAIN, "US-1", "US-30")
    assert (game.side, legal(game)) == (ALLIED, {"elite", "go"})
    do(game, "elite")
    assert game.side == GERMAN
    assert legal(game) == {"elite", "pass"}
    do(game, "elite")
    assert refused(game, "elite")
    assert not at(game, "combat")


@pytest.mark.rule("7.6.1")
def test_without_an_elite_unit_there_is_no_bonus() -> None:
    game = plain(unit("G-352", PLAIN), *americans("US-30", "US-3A", "US-5A"))
    attack(game, PLAIN, "US-30", "US-3A", "US-5A")
    assert legal(game) == {"armour", "go"}
    assert refused(game, "elite").rule == "7.6.1"


@pytest.mark.rule("7.6.3")
@pytest.mark.parametrize(
    ("weather", "fuel", "able"),
    [
        ("Clear", {}, False),
        ("Overcast", {}, False),
        ("Bad", {}, True),
        ("Storm", {}, True),
        ("Clear", {"fuel_ammo-1": "G-12SS"}, True),
        ("Clear", {"fuel_ammo-1": "G-352"}, False),
    ],
)
def test_germans_attack_as_elite_in_bad_weather_or_with_fuel(weather: str, fuel: dict[str, str], able: bool) -> None:
    game = dieppe(
        unit("G-12SS", "1608"), unit("G-352", "1608"), unit("US-1", DIEPPE), weather=weather, played=fuel, dice=(1, 1)
    )
    attack(game, DIEPPE, "G-12SS", "G-352")
    assert ("elite" in legal(game) and game.side == GERMAN) == able


@pytest.mark.rule("7.6.3")
def test_germans_always_defend_as_elite() -> None:
    game = plain(unit("G-3FJ", PLAIN), *americans("US-30", "US-29"), weather="Clear")
    attack(game, PLAIN, "US-30", "US-29")
    assert (game.side, legal(game)) == (GERMAN, {"elite", "pass"})


@pytest.mark.rule("7.6.4")
@pytest.mark.parametrize(("names", "able"), [(("US-3A", "US-30"), False), (("US-3A", "US-5A"), True)])
def test_armour_exploitation_takes_two_armoured_attackers(names: Sequence[str], able: bool) -> None:
    game = plain(unit("G-3FJ", PLAIN), *americans(*names))
    attack(game, PLAIN, *names)
    assert ("armour" in legal(game)) == able
    if able:
        assert [event.kind for event in do(game, "armour")] == ["armour_exploitation"]
    else:
        assert game.side == GERMAN


@pytest.mark.rule("7.6.1", "7.6.4")
def test_each_bonus_is_declared_once() -> None:
    game = plain(unit("G-3FJ", PLAIN), *americans("US-2A", "US-4A"))
    attack(game, PLAIN, "US-2A", "US-4A")
    for bonus, rule in (("armour", "7.6.4"), ("elite", "7.6.1")):
        once = game.branch()
        do(once, bonus)
        assert refused(once, bonus).rule == rule


@pytest.mark.rule("7.6.4", "9.2.2")
def test_dv_19_a_kampfgruppe_counts_for_the_declaration_but_not_for_the_approval() -> None:
    here = [unit("US-30", DIEPPE), unit("G-21Pz", "1608")]
    game = dieppe(*here, unit("KG-A1", "1608"), approval=5)
    attack(game, DIEPPE, "G-21Pz", "KG-A1")
    do(game, "armour")
    assert game.state.approval.value == 5
    game = dieppe(*here, unit("G-116Pz", "1608"), approval=5)
    attack(game, DIEPPE, "G-21Pz", "G-116Pz")
    do(game, "armour")
    assert game.state.approval.value == 6


# Losses (7.7, 7.8)


@pytest.mark.rule("7.7.4")
def test_ex_8_losses_of_1_to_2_cost_the_attacker_a_step_and_the_defender_two(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, losses=(1, 2))
    game = plain(unit("G-352", PLAIN), unit("G-77", PLAIN), *americans("US-30"))
    events = attack(game, PLAIN, "US-30")
    assert [event.data["unit"] for event in told(events, "step")] == ["US-30", "G-352", "G-77"]


@pytest.mark.rule("7.8.1")
def test_who_used_his_elite_bonus_takes_his_first_loss_from_an_elite_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, losses=(2, 2))
    game = plain(unit("G-3FJ", PLAIN), unit("G-352", PLAIN), unit("G-77", PLAIN), *americans("US-1", "US-2", "US-30"))
    attack(game, PLAIN, "US-1", "US-2", "US-30")
    do(game, "elite", "elite")
    assert legal(game) == {"lose US-1", "lose US-2"}
    assert refused(game, "lose US-30").rule == "7.8.1"
    do(game, "lose US-1")
    assert legal(game) == {"lose US-2", "lose US-30"}
    do(game, "lose US-30")
    assert game.state.units["G-3FJ"].reduced
    assert legal(game) == {"lose G-352", "lose G-77"}


@pytest.mark.rule("7.8.1")
def test_who_declared_armour_exploitation_takes_his_first_loss_from_armour(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, losses=(1, 0))
    game = plain(unit("G-352", PLAIN), *americans("US-3A", "US-5A", "US-30"))
    attack(game, PLAIN, "US-3A", "US-5A", "US-30")
    do(game, "armour")
    assert legal(game) == {"lose US-3A", "lose US-5A"}


@pytest.mark.rule("7.8.1")
@pytest.mark.parametrize(
    ("of", "able"), [("elite", {"lose US-1", "lose US-2"}), ("armour", {"lose US-3A", "lose US-5A"})]
)
def test_the_defender_chooses_the_first_loss_if_both_were_declared(
    of: str, able: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rig(monkeypatch, losses=(1, 0))
    there = [*americans("US-1", "US-2"), *americans("US-3A", "US-5A", hex_=SOUTH_WEST)]
    game = plain(unit("G-352", PLAIN), *there)
    attack(game, PLAIN, "US-1", "US-2", "US-3A", "US-5A")
    do(game, "elite", "armour")
    assert (game.side, legal(game)) == (GERMAN, {"first_loss elite", "first_loss armour"})
    do(game, f"first_loss {of}")
    assert (game.side, legal(game)) == (ALLIED, able)


@pytest.mark.rule("7.8.2")
def test_every_unit_loses_a_step_before_any_loses_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, losses=(3, 0))
    game = plain(unit("G-352", PLAIN), *americans("US-30", "US-29"))
    attack(game, PLAIN, "US-30", "US-29")
    assert [game.state.units[name].reduced for name in ("US-29", "US-30")] == [True, True]  # nobody is asked
    assert legal(game) == {"lose US-29", "lose US-30"}
    refusal_ = refused(game, "lose G-352")
    assert refusal_.rule == "7.8.2"
    do(game, "lose US-29")
    assert place(game, "US-29") == ELIMINATED


@pytest.mark.rule("7.8.2", "7.13.1")
@pytest.mark.parametrize("weakened", [False, True])
def test_a_step_of_each_is_asked_for_only_if_a_kampfgruppe_may_come_in_between(
    weakened: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig(monkeypatch, losses=(0, 2))
    tanks = unit("G-12SS", PLAIN, reduced=weakened)
    game = plain(tanks, unit("G-352", PLAIN), *americans("US-30", "US-29", "US-1"))
    attack(game, PLAIN, "US-30", "US-29", "US-1")
    do(game, "go", "pass")
    assert legal(game, "lose") == ({"lose G-12SS", "lose G-352"} if weakened else set())


@pytest.mark.rule("7.8.2")
def test_nobody_who_declared_nothing_has_a_first_loss_of_a_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Armour among others takes the first loss only if its owner likes; engineers come last from the beginning."""
    rig(monkeypatch, losses=(0, 1))
    there = [unit("US-30", DIEPPE), unit("US-3A", DIEPPE), unit("ENG-1056", DIEPPE)]
    game = dieppe(*there, unit("G-12SS", "1608"))
    attack(game, DIEPPE, "G-12SS")
    while not legal(game, "lose"):
        do(game, "end" if "end" in legal(game) else min(legal(game)))
    assert legal(game) == {"lose US-3A", "lose US-30"}
    assert refused(game, "lose ENG-1056").rule == "7.8.2"


@pytest.mark.rule("7.8.2", "1.3.2")
def test_hqs_and_engineers_lose_only_when_everybody_else_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, losses=(0, 3))
    there = [unit("US-30", DIEPPE), unit("ENG-1056", DIEPPE), unit("HQ-1US", DIEPPE)]
    game = dieppe(*there, unit("G-12SS", "1608"))
    events = attack(game, DIEPPE, "G-12SS")
    assert [event.data["unit"] for event in told(events, "step") + told(events, "eliminated")] == ["US-30", "US-30"]
    assert (game.side, legal(game)) == (ALLIED, {"lose ENG-1056", "lose HQ-1US"})


@pytest.mark.rule("7.8.3", "7.11.2", "7.9.1")
@pytest.mark.parametrize("limit", [3])
def test_a_hex_whose_defenders_are_eliminated_can_be_entered_up_to_the_limit(
    limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig(monkeypatch, losses=(0, 1), attacker="E")
    names = ("US-30", "US-29", "US-4", "US-5")
    game = plain(unit("G-3Flak", PLAIN), *americans(*names[:3]), *americans(names[3], hex_=SOUTH_WEST))
    attack(game, PLAIN, *names)
    assert legal(game, "advance") == {f"advance {name} {PLAIN}" for name in names}
    for name in names[:limit]:
        do(game, f"advance {name} {PLAIN}")
    assert at(game, "marking")
    assert [place(game, name) for name in names] == [PLAIN] * 3 + [SOUTH_WEST]


# Tactical results (7.9)


@pytest.mark.rule("7.9.1")
def test_tactical_results_are_carried_out_though_a_side_is_wiped_out(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, losses=(1, 0), defender="DR")
    game = plain(unit("G-712", PLAIN), *americans("PL-1P"))
    attack(game, PLAIN, "PL-1P")
    assert place(game, "PL-1P") == ELIMINATED
    assert at(game, "retreating")
    rig(monkeypatch, losses=(0, 1), attacker="D1")
    game = plain(unit("G-3Flak", PLAIN), *americans("US-30"))
    attack(game, PLAIN, "US-30")
    assert place(game, "G-3Flak") == ELIMINATED
    assert game.state.units["US-30"].reduced


@pytest.mark.rule("7.9.1", "7.9.2", "7.7.7")
@pytest.mark.parametrize(
    ("code", "after"), [("S", "-"), ("SS", "S"), ("DR", "S"), ("-", "-")], ids=["EX-9a", "two", "EX-9b", "none"]
)
def test_ex_9_in_forest_the_first_s_is_ignored_and_dr_becomes_s(code: Any, after: str) -> None:
    assert after_terrain(position().state, code, "forest") == after


@pytest.mark.rule("7.9.1", "7.9.2")
def test_ex_9_defenders_in_forest_do_not_retreat_for_dr(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, defender="DR")
    game = position(unit("G-352", "1311"), unit("HQ-7G", "1412"), unit("US-30", "1410"), phase="combat")
    events = attack(game, "1311", "US-30")
    assert told(events, "softened")[0].data["after"] == "S"
    assert at(game, "shaken")


@pytest.mark.rule("7.9.1", "6.5.6")
def test_a_festung_modifies_the_results_of_everybody_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, defender="DR")
    names = ("US-30", "US-29", "US-4")
    walled = (unit("G-719", DIEPPE, festung=True), unit("G-712", DIEPPE))
    game = position(*walled, *americans(*names, hex_="1608"), phase="combat")
    attack(game, DIEPPE, *names)
    assert BOOK.charts.ground["festung"].holds
    assert at(game, "shaken")
    assert set(game.state.stack[-1].units) == {"G-719", "G-712"}


@pytest.mark.rule("7.9.3", "7.7.7")
def test_ex_10_at_6_to_1_a_roll_of_3_gives_d1_and_the_elite_bonus_e_or_e2() -> None:
    there = [*americans("US-1", "US-2", "US-9"), *americans("US-30", hex_=SOUTH_WEST)]
    game = plain(unit("G-3Flak", PLAIN), *there, dice=(1, 2))
    attack(game, PLAIN, "US-1", "US-2", "US-9", "US-30")
    assert game.state.stack[-1].odds(game.state).name == "6/1"
    do(game, "elite")
    while at(game, "losing"):
        do(game, min(legal(game, "lose")))
    assert (game.side, legal(game)) == (ALLIED, {"result D1", "result E", "result E2"})
    do(game, "result E2", "end")
    assert at(game, "marking")
    assert game.state.stack[-1].halves == 2 * CRT.exploiting["E2"]


@pytest.mark.rule("7.9.3")
@pytest.mark.parametrize("elite", [True, False])
def test_the_defender_chooses_his_result_with_the_elite_bonus_only(
    elite: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = next(each for each in CRT.defender_ladders if each[0] == "DR")
    rig(monkeypatch, defender="DR", ladders=ladder(codes, defender=True))
    game = plain(unit("G-3FJ", PLAIN), *americans("US-30", "US-29"))
    attack(game, PLAIN, "US-30", "US-29")
    do(game, "elite" if elite else "pass")
    if elite:
        assert (game.side, legal(game)) == (GERMAN, {f"result {code}" for code in codes})
        assert refused(game, "result -")
    else:
        assert at(game, "retreating")


MAJOR, BANK, FAR_BANK = "1115", "1114", "1014"
"""Bocage behind the Loire, and two hexes from which an attack crosses it."""


@pytest.mark.rule("7.9.2", "7.9.3")
def test_results_of_which_terrain_makes_the_same_are_no_choice() -> None:
    """In forest, as EX-9 has it, an S is ignored and DR becomes S."""
    table = position(unit("G-352", PLAIN)).state
    assert different(table, ("DR", "SS", "S", "-"), "forest") == ["DR", "S"]
    assert different(table, ("DR", "SS", "S", "-"), "clear") == ["DR", "SS", "S", "-"]


def let_bocage_do(patch: pytest.MonkeyPatch, **effects: Any) -> None:
    """Give bocage other effects than those of the chart."""
    row = BOARD.effects["bocage"].model_copy(update=effects)
    patch.setitem(vars(BOARD), "effects", {**BOARD.effects, "bocage": row})


def over_the_loire() -> Game:
    """An attack over a major river on a hex of bocage may be declared, in the Allied combat phase."""
    return position(
        unit("G-719", MAJOR),
        unit("HQ-7G", "1214"),
        unit("US-30", BANK, reduced=True),
        unit("G-77", "1215"),
        phase="combat",
    )


@pytest.mark.rule("7.9.4", "1.7.1")
@pytest.mark.parametrize("ground", ["bocage", "major"])
def test_across_a_major_river_the_defender_chooses_terrain_or_river_for_the_results(
    ground: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The choice is made anew, though all attackers are lost: they all attacked across the river."""
    rig(monkeypatch, losses=(1, 0), defender="SS")
    let_bocage_do(monkeypatch, ignores=BOARD.effects["major"].ignores + 1)
    game = over_the_loire()
    attack(game, MAJOR, "US-30")
    assert (game.side, legal(game)) == (GERMAN, {"terrain bocage", "terrain major"})
    assert refused(game, "terrain forest")
    do(game, f"terrain {ground}")
    assert place(game, "US-30") == ELIMINATED
    assert (game.side, legal(game)) == (GERMAN, {"terrain bocage", "terrain major"})


@pytest.mark.rule("7.9.4")
@pytest.mark.parametrize("result", ["-", "S"])
def test_nobody_is_asked_what_modifies_the_result_of_a_defender_who_stands(
    result: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig(monkeypatch, defender=result)
    let_bocage_do(monkeypatch, ignores=BOARD.effects["major"].ignores + 1)
    game = over_the_loire()
    attack(game, MAJOR, "US-30")
    do(game, "terrain bocage")
    assert (legal(game, "terrain") != set()) == (result == "S")
    if result == "S":
        assert game.prompt.rule == TITLE.rule_of(game.state, game.legal()[0]) == "7.9.4"


@pytest.mark.rule("7.9.4", "1.7.1")
@pytest.mark.parametrize("ground", ["bocage", "major"])
def test_among_terrain_that_does_the_same_nobody_is_asked(ground: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bocage and a major river do the same to results, not to odds."""
    rig(monkeypatch, losses=(1, 0), defender="SS")
    major = BOARD.effects["major"]
    let_bocage_do(monkeypatch, defence=1, ignores=major.ignores, holds=major.holds)
    game = over_the_loire()
    attack(game, MAJOR, "US-30")
    do(game, f"terrain {ground}")
    assert at(game, "shaken")
    let_bocage_do(monkeypatch, defence=major.defence, ignores=major.ignores, holds=major.holds)
    same = over_the_loire()
    attack(same, MAJOR, "US-30")
    assert at(same, "shaken")


@pytest.mark.rule("7.9.4", "1.7.1")
def test_ex_15_river_and_terrain_do_not_add_and_the_defender_picks_one() -> None:
    """Saint-Lô is bocage; an attack from Carentan crosses the Vire."""
    game = position(
        unit("G-352", "1109"), unit("HQ-7G", "1209"), unit("US-30", "1008"), unit("US-29", "1008"), phase="combat"
    )
    attack(game, "1109", "US-30", "US-29")
    assert (game.side, legal(game)) == (GERMAN, {"terrain bocage", "terrain river"})
    for ground in ("bocage", "river"):
        branch = game.branch()
        shown = told(do(branch, f"terrain {ground}"), "odds")[0].data
        assert shown["defence"] == -(-_defence("G-352") * strengths.factor(game.state, ground) // 1)


@pytest.mark.rule("7.9.4", "1.7.1")
def test_a_small_river_chosen_for_the_odds_leaves_no_terrain_for_the_results(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, defender="DR")
    game = position(
        unit("G-352", "1109"), unit("HQ-7G", "1209"), unit("US-30", "1008"), unit("US-29", "1008"), phase="combat"
    )
    attack(game, "1109", "US-30", "US-29")
    do(game, "terrain river")
    assert at(game, "retreating") != BOOK.charts.water["river"].holds


@pytest.mark.rule("7.9.4")
def test_one_attacker_on_the_near_bank_takes_the_river_away() -> None:
    game = position(
        unit("G-352", MAJOR), unit("HQ-7G", "1216"), unit("US-30", FAR_BANK), unit("US-29", "1116"), phase="combat"
    )
    attack(game, MAJOR, "US-30", "US-29")
    assert not legal(game, "terrain")


@pytest.mark.rule("6.4")
def test_a_pontoon_does_not_help_an_attack() -> None:
    """Bridges cancel penalties of movement and supply (4.1.3, 6.4)."""
    turn = GRID.direction(BOARD.index[BANK], BOARD.index[MAJOR])
    game = position(
        unit("G-352", MAJOR),
        unit("HQ-7G", "1216"),
        unit("US-30", BANK),
        unit("HQ-1US", BANK, pontoon=turn),
        phase="combat",
    )
    attack(game, MAJOR, "US-30")
    assert "terrain major" in legal(game)


@pytest.mark.rule("7.9.5")
@pytest.mark.parametrize("beachhead", [True, False])
def test_germans_at_a_beachhead_let_the_allies_choose_it_for_the_results(
    beachhead: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A4: the terrain or the Beachhead marker."""
    rig(monkeypatch, defender="DR")
    ashore = {"beachheads": (DIEPPE,) if beachhead else ()}
    game = dieppe(unit("G-12SS", "1608"), unit("US-30", DIEPPE), campaign=ashore)
    attack(game, DIEPPE, "G-12SS")
    assert legal(game, "terrain") == ({"terrain clear", "terrain beachhead"} if beachhead else set())
    if beachhead:
        assert game.side == ALLIED
        do(game, "terrain beachhead")
        assert BOOK.charts.water["beachhead"].holds
        assert at(game, "shaken")


@pytest.mark.rule("7.9.6")
def test_losses_of_tactical_results_are_not_bound_by_the_order_of_attrition(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, attacker="D1")
    game = plain(unit("G-352", PLAIN), unit("US-30", NORTH_WEST, reduced=True), unit("US-1", NORTH_WEST))
    attack(game, PLAIN, "US-30", "US-1")
    do(game, "elite", "lose US-30")
    assert place(game, "US-30") == ELIMINATED
    rig(monkeypatch, defender="S")
    game = plain(unit("G-352", PLAIN), unit("HQ-5Pz", PLAIN), *americans("US-30"))
    attack(game, PLAIN, "US-30")
    assert legal(game) == {"lose G-352", "lose HQ-5Pz", "pass"}


# Retreats (7.10)


def expected(start: str, count: int, closed: set[str], aims: set[str], full: set[str] = frozenset()) -> set[str]:  # type: ignore[assignment]
    """Where a retreat may end, by the words of 7.10: so many steps, each away from the start, nearer to an aim."""
    edge = {BOARD.index[start]}
    for length in range(1, count + 1):
        edge = {
            there
            for hex_ in edge
            for there in BOARD.land[hex_]
            if BOARD.names[there] not in closed and GRID.distance(BOARD.index[start], there) == length
        }

    def away(hex_: int) -> int:
        return min(GRID.distance(hex_, BOARD.index[aim]) for aim in aims)

    found = {hex_ for hex_ in edge if BOARD.names[hex_] not in full}
    nearer = {hex_ for hex_ in found if away(hex_) < away(BOARD.index[start])}
    return {BOARD.names[hex_] for hex_ in nearer or found}


GERMANY = {BOARD.names[hex_] for hex_ in BOARD.german_sources}


@pytest.mark.rule("7.10.1", "7.10.2", "7.10.5", "7.10.6", "7.10.8")
@pytest.mark.parametrize(
    ("hex_", "army", "from_"),
    [(PLAIN, "1814", NORTH_WEST), ("1510", "1512", "1409"), ("2020", "2118", "1920"), ("1808", "2008", "1708")],
)
def test_a_retreat_goes_as_many_hexes_as_the_result_says_toward_an_hq_or_source(
    hex_: str, army: str, from_: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Terrain costs nothing: forest, rivers and mountains count as hexes."""
    rig(monkeypatch, defender="DR")
    monkeypatch.setattr("wargame_tui.titles.liberty_roads.rules.fight.after_terrain", lambda t, code, ground: code)
    game = position(
        unit("G-352", hex_), unit("HQ-7G", army), unit("US-30", from_), unit("US-29", from_), phase="combat"
    )
    attack(game, hex_, "US-30", "US-29")
    while legal(game, "terrain"):
        do(game, min(legal(game, "terrain")))
    count = CRT.retreat["DR"]
    assert ends(game, "G-352") == expected(hex_, count, {from_}, {army, *GERMANY}) != set()
    short = min(BOARD.names[there] for there in BOARD.land[BOARD.index[hex_]])
    assert refused(game, f"retreat G-352 {short}").rule == "7.10.5"


@pytest.mark.rule("7.10.2", "7.10.4")
def test_units_retreat_together_or_apart_as_the_owner_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, defender="DR")
    game = plain(unit("G-352", PLAIN), unit("G-77", PLAIN), *americans("US-30"))
    attack(game, PLAIN, "US-30")
    assert game.side == GERMAN
    one, *_, other = sorted(ends(game, "G-352"))
    together = game.branch()
    do(together, f"retreat G-352 {one}", f"retreat G-77 {one}")
    assert place(together, "G-77") == place(together, "G-352") == one
    do(game, f"retreat G-352 {one}", f"retreat G-77 {other}")
    assert (place(game, "G-352"), place(game, "G-77")) == (one, other)


@pytest.mark.rule("7.10.5")
def test_an_hq_that_retreats_along_is_no_goal(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, defender="DR")
    game = plain(unit("G-352", PLAIN), unit("HQ-5Pz", PLAIN), *americans("US-30"))
    attack(game, PLAIN, "US-30")
    toward = expected(PLAIN, CRT.retreat["DR"], {NORTH_WEST}, {"1814", *GERMANY})
    assert ends(game, "G-352") == ends(game, "HQ-5Pz") == toward
    assert len(toward) < len(_around(PLAIN, CRT.retreat["DR"]))


@pytest.mark.rule("7.10.5")
def test_who_cannot_come_nearer_retreats_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, defender="DR")
    foes = {"US-29": NORTH, "US-4": "1712", "US-5": "1713", "US-8": SOUTH}
    game = plain(unit("G-352", PLAIN), *americans("US-30", hex_=NORTH_WEST), *(unit(n, h) for n, h in foes.items()))
    attack(game, PLAIN, "US-30")
    aims = {"1814", *GERMANY}
    found = ends(game, "G-352")
    assert found == expected(PLAIN, CRT.retreat["DR"], {NORTH_WEST, *foes.values()}, aims)
    assert all(min(_far(hex_, aim) for aim in aims) >= _far(PLAIN, "1814") for hex_ in found)
    assert found


def _far(one: str, other: str) -> int:
    return GRID.distance(BOARD.index[one], BOARD.index[other])


@pytest.mark.rule("7.10.7", "7.10.10")
def test_a_unit_with_its_back_to_the_sea_cannot_retreat_and_is_eliminated(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, defender="DR")
    monkeypatch.setattr("wargame_tui.titles.liberty_roads.rules.fight.after_terrain", lambda t, code, ground: code)
    game = position(unit("G-352", "1007"), unit("US-30", "1008"), unit("US-29", "0908"), phase="combat")
    attack(game, "1007", "US-30", "US-29")
    while legal(game, "terrain"):
        do(game, min(legal(game, "terrain")))
    assert place(game, "G-352") == ELIMINATED


@pytest.mark.rule("7.10.7")
def test_wide_water_bars_a_retreat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Saint-Nazaire and Pornic lie beside each other across the mouth of the Loire."""
    rig(monkeypatch, defender="DR")
    monkeypatch.setattr("wargame_tui.titles.liberty_roads.rules.fight.after_terrain", lambda t, code, ground: code)
    game = position(unit("G-352", "0814"), unit("HQ-7G", "0916"), unit("US-30", "0813"), phase="combat")
    attack(game, "0814", "US-30")
    while legal(game, "terrain"):
        do(game, min(legal(game, "terrain")))
    assert "0915" not in ends(game, "G-352")
    assert all(_far("0814", hex_) == CRT.retreat["DR"] for hex_ in ends(game, "G-352"))


@pytest.mark.rule("7.10.9")
def test_where_there_is_no_room_a_retreat_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, defender="DR")
    count = CRT.retreat["DR"]
    near = expected(PLAIN, count, {NORTH_WEST}, {"1814", *GERMANY}) | {
        BOARD.names[hex_] for hex_ in _around(PLAIN, count)
    }
    crowd = iter(
        name for name, each in BOOK.pieces.items() if each.side == GERMAN and each.division and name != "G-352"
    )
    stacks = [unit(next(crowd), hex_) for hex_ in sorted(near) for _ in range(3)]
    game = position(unit("G-352", PLAIN), unit("HQ-7G", "2015"), *americans("US-30"), *stacks, phase="combat")
    attack(game, PLAIN, "US-30")
    found = ends(game, "G-352")
    assert found
    assert {_far(PLAIN, hex_) for hex_ in found} == {count + 1}


@pytest.mark.rule("7.10.10")
def test_a_surrounded_unit_is_eliminated_if_it_must_retreat(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, defender="DR")
    ring = [unit(name, BOARD.names[there]) for name, there in zip(RING, _around(PLAIN, 1), strict=True)]
    game = plain(unit("G-352", PLAIN), *ring)
    events = attack(game, PLAIN, *RING)
    assert told(events, "eliminated")[0].data["unit"] == "G-352"
    assert told(events, "eliminated")[0].rule == "7.10.10"


@pytest.mark.rule("7.10.11")
def test_a_unit_that_has_retreated_into_a_hex_adds_one_to_its_defence(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, defender="DR")
    game = plain(unit("G-352", PLAIN), unit("G-77", "1813"), *americans("US-30"), *americans("US-29", hex_="1712"))
    attack(game, PLAIN, "US-30")
    refuge = min(ends(game, "G-352") & {BOARD.names[each] for each in BOARD.land[BOARD.index["1712"]]} - {"1813"})
    do(game, f"retreat G-352 {refuge}", "end")
    draft = changed(game.state, units={**game.state.units, "G-77": unit("G-77", refuge)})
    game.states[-1] = draft
    shown = told(attack(game, refuge, "US-29"), "odds")[0].data
    assert set(shown["defenders"]) == {"G-352", "G-77"}
    assert shown["defence"] == _defence("G-77") + 1


@pytest.mark.rule("7.10.12", "1.1.9")
def test_units_that_cannot_move_are_eliminated_by_a_retreat(monkeypatch: pytest.MonkeyPatch) -> None:
    """An HQ on its pontoon side counts so (A68)."""
    rig(monkeypatch, defender="DR")
    game = plain(unit("G-352", PLAIN), unit("HQ-5Pz", PLAIN, pontoon=0), *americans("US-30"))
    events = attack(game, PLAIN, "US-30")
    assert [event.data["unit"] for event in told(events, "eliminated")] == ["HQ-5Pz"]
    assert ends(game, "G-352")


@pytest.mark.rule("7.10.3", "7.10.1")
def test_an_attackers_retreat_takes_all_attacking_units_and_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """A5."""
    rig(monkeypatch, attacker="AR")
    game = plain(
        unit("G-352", PLAIN),
        *americans("US-30", "US-29", "US-4"),
        unit("HQ-1US", "1410"),
        campaign={"beachheads": ("1208",)},
    )
    attack(game, PLAIN, "US-30", "US-29")
    assert {text.split()[1] for text in legal(game, "retreat")} == {"US-30", "US-29"}
    assert {_far(NORTH_WEST, hex_) for hex_ in ends(game, "US-30")} == {CRT.retreat["AR"]}


# Advances (7.11)


@pytest.mark.rule("7.11.1")
@pytest.mark.parametrize("stays", [(), ("US-4",)])
def test_the_defender_advances_where_all_attacking_hexes_are_empty(
    stays: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rig(monkeypatch, attacker="AR")
    game = plain(unit("G-352", PLAIN), unit("G-77", PLAIN), *americans("US-30", *stays), *ELSEWHERE)
    attack(game, PLAIN, "US-30")
    do(game, min(legal(game, "retreat")))
    if stays:
        assert at(game, "combat")
        return
    assert (game.side, legal(game)) == (GERMAN, {f"advance G-352 {NORTH_WEST}", f"advance G-77 {NORTH_WEST}", "end"})
    do(game, f"advance G-352 {NORTH_WEST}", "end")
    assert (place(game, "G-352"), place(game, "G-77")) == (NORTH_WEST, PLAIN)


@pytest.mark.rule("7.11.1")
def test_a_defender_advances_once_into_one_of_the_attacking_hexes(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, attacker="AR")
    game = plain(
        unit("G-352", PLAIN), unit("G-77", PLAIN), *americans("US-30"), *americans("US-4", hex_=NORTH), *ELSEWHERE
    )
    attack(game, PLAIN, "US-30", "US-4")
    while legal(game, "retreat"):
        do(game, min(legal(game, "retreat")))
    assert legal(game, "advance") == {
        f"advance {name} {to}" for name in ("G-352", "G-77") for to in (NORTH_WEST, NORTH)
    }
    do(game, f"advance G-352 {NORTH_WEST}")
    assert legal(game, "advance") == {f"advance G-77 {to}" for to in (NORTH_WEST, NORTH)}
    assert refused(game, f"advance G-352 {NORTH}").rule == "7.11.1"


@pytest.mark.rule("7.11.2")
def test_only_attackers_advance_and_only_into_an_empty_hex(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, defender="DR")
    game = plain(unit("G-352", PLAIN), *americans("US-30", "US-4"))
    attack(game, PLAIN, "US-30")
    do(game, min(legal(game, "retreat")))
    assert legal(game) == {f"advance US-30 {PLAIN}", "end"}
    assert refused(game, f"advance US-4 {PLAIN}").rule == refused(game, f"advance US-30 {NORTH}").rule == "7.11.2"
    do(game, f"advance US-30 {PLAIN}")
    assert place(game, "US-30") == PLAIN
    rig(monkeypatch, losses=(0, 1))
    game = plain(unit("G-352", PLAIN), *americans("US-30"), *ELSEWHERE)
    attack(game, PLAIN, "US-30")
    assert at(game, "combat")


@pytest.mark.rule("7.11.3")
def test_units_without_movement_do_not_advance(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, attacker="AR")
    game = plain(unit("G-352", PLAIN), unit("HQ-5Pz", PLAIN, pontoon=0), *americans("US-30"))
    attack(game, PLAIN, "US-30")
    do(game, min(legal(game, "retreat")))
    assert legal(game, "advance") == {f"advance G-352 {NORTH_WEST}"}
    assert refused(game, f"advance HQ-5Pz {NORTH_WEST}").rule == "7.11.3"


@pytest.mark.rule("7.11.1", "6.5.9")
def test_a_division_that_advances_out_of_a_festung_leaves_the_marker(monkeypatch: pytest.MonkeyPatch) -> None:
    """A7: a Festung does not hold its division."""
    rig(monkeypatch, attacker="AR")
    names = ("US-30", "US-29", "US-4")
    game = position(unit("G-16LF", DIEPPE, festung=True), *americans(*names, hex_="1608"), *ELSEWHERE, phase="combat")
    attack(game, DIEPPE, *names)
    while legal(game, "retreat"):
        do(game, min(legal(game, "retreat")))
    do(game, "advance G-16LF 1608")
    assert not game.state.units["G-16LF"].festung


# Exploitation markers (7.12)


def marked(game: Game) -> set[str]:
    """The units with an Exploitation marker."""
    return {name for name, each in game.state.units.items() if each.exploiting}


@pytest.mark.rule("7.12.1", "7.12.2")
@pytest.mark.parametrize(("code", "count"), [("E", 1), ("E2", 2), ("E3", 3)])
def test_e_e2_and_e3_mark_one_two_and_three_units(code: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, attacker=code)
    names = ("US-30", "US-29", "US-3A", "US-5A")
    game = plain(
        unit("G-352", PLAIN), unit("US-8", NORTH), *americans(*names[:2]), *americans(*names[2:], hex_=SOUTH_WEST)
    )
    attack(game, PLAIN, *names)
    do(game, "go")
    assert legal(game, "mark") == {f"mark {name}" for name in names}
    assert refused(game, "mark US-8").rule == "7.12.2"
    fewer = game.branch()
    do(fewer, "mark US-30", *(("end",) if count > 1 else ()))
    assert marked(fewer) == {"US-30"}
    do(game, *(f"mark {name}" for name in names[:count]))
    assert marked(game) == {*names[:count]}
    assert at(game, "exploitation")


@pytest.mark.rule("7.12.3", "7.6.4")
@pytest.mark.parametrize("infantry", [0, 1])
def test_ex_11_e3_with_armour_exploitation_marks_six_armoured_or_four_and_an_infantry(
    infantry: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig(monkeypatch, attacker="E3")
    tanks = ("US-2A", "US-3A", "US-4A", "US-5A", "US-6A", "US-7A")
    there = [*americans(*tanks[:3]), *americans(*tanks[3:], hex_=SOUTH_WEST), *americans("US-30", "US-29", hex_=NORTH)]
    game = plain(unit("G-1SS", PLAIN), unit("G-352", PLAIN), *there)
    attack(game, PLAIN, *tanks, "US-30", "US-29")
    do(game, "armour", "go", "pass")
    chosen = [*tanks[: 4 if infantry else 6], *("US-30",)[:infantry]]
    for name in chosen:
        do(game, f"mark {name}")
    assert marked(game) == {*chosen}
    assert at(game, "exploitation")


@pytest.mark.rule("7.12.3")
def test_a_single_half_left_marks_no_infantry(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, attacker="E")
    game = plain(unit("G-352", PLAIN), *americans("US-3A", "US-5A", "US-30"))
    attack(game, PLAIN, "US-3A", "US-5A", "US-30")
    do(game, "armour", "mark US-3A")
    assert legal(game, "mark") == {"mark US-5A"}
    assert refused(game, "mark US-30").rule == "7.12.2"


@pytest.mark.rule("7.12.3", "1.1.6")
def test_an_armoured_kampfgruppe_counts_half_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A64."""
    rig(monkeypatch, attacker="E")
    game = dieppe(unit("US-30", DIEPPE), unit("G-21Pz", "1608"), unit("KG-A1", "1608"))
    attack(game, DIEPPE, "G-21Pz", "KG-A1")
    do(game, "armour", "mark KG-A1", "mark G-21Pz")
    assert marked(game) == {"KG-A1", "G-21Pz"}


# Kampfgruppen (7.13)


def destroyed(monkeypatch: pytest.MonkeyPatch, *units: Unit, losses: int = 1, **changes: Any) -> Game:
    """A German stack at Châteaudun that has just lost steps."""
    rig(monkeypatch, losses=(0, losses))
    game = plain(*units, *americans("US-1", "US-2", "US-9"), **changes)
    attack(game, PLAIN, "US-1", "US-2", "US-9")
    do(game, "go")
    if legal(game) == {"elite", "pass"}:
        do(game, "pass")
    return game


@pytest.mark.rule("7.13.1", "7.13.2", "7.13.4", "1.1.6")
def test_an_elite_infantry_division_that_is_eliminated_may_leave_a_kampfgruppe(monkeypatch: pytest.MonkeyPatch) -> None:
    """A23: in its hex, at once, with all its steps; the division can be rebuilt."""
    game = destroyed(monkeypatch, unit("G-3FJ", PLAIN, reduced=True))
    assert (game.side, legal(game)) == (GERMAN, {"kampfgruppe G-3FJ", "pass"})
    none = game.branch()
    do(none, "pass")
    assert not [n for n, u in none.state.units.items() if n.startswith("KG") and u.location == PLAIN]
    before = game.state.dice.count
    do(game, "kampfgruppe G-3FJ")
    formed = [game.state.units[n] for n, u in game.state.units.items() if n.startswith("KG") and u.location == PLAIN]
    assert [(BOOK.pieces[each.id].type, each.reduced) for each in formed] == [("infantry", False)]
    assert place(game, "G-3FJ") == ELIMINATED
    assert game.state.dice.count == before, "infantry KGs are all alike: none is drawn"


@pytest.mark.rule("7.13.1", "7.13.3")
@pytest.mark.parametrize(("die", "kg"), [(1, "KG-A1"), (4, "KG-A4"), (7, "")])
def test_an_armoured_kampfgruppe_is_drawn_and_may_be_none(die: int, kg: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A49: a counter that means none is used up."""
    game = destroyed(monkeypatch, unit("G-1SS", PLAIN, reduced=True), dice=(1, 1, die))
    do(game, "kampfgruppe G-1SS")
    drawn = f"KG-{'A' if die < 7 else 'H'}{die if die < 7 else die - 6}"
    assert place(game, drawn) == (PLAIN if kg else REMOVED)
    assert place(game, "G-1SS") == ELIMINATED
    if kg:
        assert BOOK.pieces[drawn].armour
        assert BOOK.pieces[drawn].steps == (2 if die < 4 else 1)


@pytest.mark.rule("7.13.1")
def test_divisions_that_are_not_elite_leave_none(monkeypatch: pytest.MonkeyPatch) -> None:
    game = destroyed(monkeypatch, unit("G-352", PLAIN, reduced=True), unit("G-77", PLAIN, reduced=True), losses=2)
    assert not legal(game, "kampfgruppe")
    assert place(game, "G-352") == place(game, "G-77") == ELIMINATED


@pytest.mark.rule("7.13.1")
def test_a_kampfgruppe_takes_further_losses_and_retreats_with_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """A23."""
    game = destroyed(monkeypatch, unit("G-3FJ", PLAIN, reduced=True), losses=2)
    do(game, "kampfgruppe G-3FJ")
    kg = next(name for name, each in game.state.units.items() if name.startswith("KG") and each.location == REMOVED)
    assert BOOK.pieces[kg].steps == 1
    rig(monkeypatch, losses=(0, 1), defender="DR")
    game = plain(unit("G-3FJ", PLAIN, reduced=True), *americans("US-30"))
    attack(game, PLAIN, "US-30")
    do(game, "pass", "kampfgruppe G-3FJ")
    assert legal(game, "retreat")
    assert all("KG-I" in text for text in legal(game, "retreat"))


@pytest.mark.rule("7.13.5")
def test_an_eliminated_kampfgruppe_leaves_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    game = destroyed(monkeypatch, unit("KG-I1", PLAIN), unit("G-352", PLAIN), losses=3)
    assert place(game, "KG-I1") == REMOVED


@pytest.mark.rule("7.13.6")
def test_no_kampfgruppe_when_none_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    used = [unit(name, REMOVED) for name, each in BOOK.pieces.items() if each.kg and not each.armour]
    game = destroyed(monkeypatch, unit("G-3FJ", PLAIN, reduced=True), *used)
    assert not legal(game, "kampfgruppe")
    assert place(game, "G-3FJ") == ELIMINATED
    tanks = destroyed(monkeypatch, unit("G-1SS", PLAIN, reduced=True), *used)
    assert legal(tanks, "kampfgruppe")


@pytest.mark.rule("7.13.1", "7.1.9")
def test_a_kampfgruppe_of_an_attacker_has_attacked(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, losses=(1, 0))
    game = dieppe(unit("G-3FJ", "1608", reduced=True), unit("US-30", DIEPPE), unit("US-29", "1609"))
    attack(game, DIEPPE, "G-3FJ")
    do(game, "kampfgruppe G-3FJ")
    assert not legal(game, "attack")


def test_a_battle_names_its_hex() -> None:
    game = plain(unit("G-352", PLAIN), *americans("US-1"))
    attack(game, PLAIN, "US-1")
    step = game.state.stack[-1]
    assert isinstance(step, Battle)
    assert "Châteaudun" in step.title(game.state)
