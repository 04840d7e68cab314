"""Rule 20: the four phases of D-Day, and the German limits of 17 September."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from tests.titles.montys_gamble.battles import holder, rolls, settle, stage
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
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.montys_gamble.rules import advantage, dday, sequence
from wargame_tui.titles.montys_gamble.state import Unit

TOWERS = tuple(name for name, space in BOOK.setup.items() if BOOK.roster[name].type == "tower")
CORPS_GUNS = {"7Med", "64Med", "84Med"}
PHASES = ["air_phase", "artillery_phase", "airborne_phase", "ground_phase", "daylight"]


def new_game() -> Game:
    return Game(TITLE, "montys_gamble/basic", 1, {"undo": "free"})


def step(game: Game) -> list[Event]:
    """One decision of a D-Day in which the Allies do no more than they must."""
    match stage(game):
        case "roll":
            return do(game, "keep")
        case "bombardment":
            wanted = ("fight", "aim", "lead")
        case "drop_area":
            wanted = ("act pass",)
        case "attack":
            wanted = ("fight", "forward", "point 1Gren")
        case "fall_back" | "withdraw":
            wanted = ("stay",)
        case _:
            wanted = ("bomb", "take", "area", "sunset 0", "end")
    commands = sorted(legal(game))
    return do(game, next(text for verb in wanted for text in commands if text.startswith(verb)))


@cache
def _reached(phase: str) -> Game:
    game = new_game()
    while not any(each.kind == phase for each in game.state.stack):
        step(game)
    return game


def reached(phase: str) -> Game:
    """A real game at the beginning of a phase: `barrage_phase`, `airborne_phase`, `ground_phase`, `impulse`."""
    return _reached(phase).branch()


def in_phase(phase: Any, *units: Unit, **more: Any) -> Game:
    """Any position in one of the four phases; the Germans have the Advantage, so that nobody asks the Allies."""
    stack = (sequence.Day(17, "weather"), dday.DDay("end"), advantage.Aftermath(), phase)
    return position(*units, at="17-0", stack=stack, **more)


# The order (20.1, 20.6, 20.7)


@pytest.mark.rule("20.1", "6.22", "5.3", "20.6")
def test_four_phases_replace_the_dawn_of_17_september():
    game = new_game()
    events = list(game.opening)
    while game.side == ALLIED or stage(game) != "impulse":
        events += step(game)
    assert [event.kind for event in events if event.kind in PHASES] == PHASES
    assert (game.side, game.state.impulse) == (GERMAN, 0)
    assert not told(events, "arrived")
    assert game.state.weather == game.state.start_weather == "clear"


@pytest.mark.rule("20.7")
def test_refit_and_regroup_follow_as_on_other_days():
    game = reached("impulse")
    do(game, "pass")
    settle(game)
    do(game, "pass")
    settle(game)
    assert (stage(game), game.side, game.state.date) == ("refit", GERMAN, 17)


# 1.1 Air bombardment (20.2)


@pytest.mark.rule("20.2")
def test_every_area_with_a_tower_is_bombed_once():
    game = new_game()
    assert len(TOWERS) > 1
    assert game.side == ALLIED
    assert legal(game) == {f"bomb {name}" for name in TOWERS}
    assert refused(game, "bomb Kussin").rule == "20.2"  # no tower
    bombed = []
    while stage(game) != "bombardment":
        bombed += [event.data["space"] for event in told(step(game), "bombardment_result")]
    assert sorted(bombed) == sorted(BOOK.setup[name] for name in TOWERS)


@pytest.mark.rule("20.2")
def test_an_area_with_two_towers_is_bombed_once_and_the_allies_choose_which():
    towers = [unit("TwrArnhem", "13"), unit("TwrNijm", "13"), unit("TwrDeelen", "9"), unit("TwrGrave", "36")]
    game = in_phase(dday.AirPhase(), *towers)
    assert legal(game) == {f"bomb {tower.id}" for tower in towers}
    do(game, "bomb TwrNijm")
    settle(game)
    assert legal(game) == {"bomb TwrDeelen", "bomb TwrGrave"}
    assert refused(game, "bomb TwrArnhem").rule == "20.2"


@pytest.mark.rule("20.2", "16.2", "11.3")
def test_eight_against_terrain_and_flak_with_the_tower_as_primary_target():
    garrison = [unit("TwrNijm", "28"), unit("FlakNij", "28"), unit("Henke", "28", "spent")]
    game = in_phase(dday.AirPhase(), *garrison, unit("TwrDeelen", "9"))
    game.script([*rolls(9, 6), *rolls(7, 7)])
    events = do(game, "bomb TwrNijm") + settle(game)
    [result] = [event for event in told(events, "bombardment_result") if event.data["space"] == "28"]
    assert [value for _, value, _ in result.data["av"]] == [8]
    assert [value for _, value, _ in result.data["dv"]] == [2 * 3, 2]
    assert result.data["points"] == 3  # two for the tower, one for whom it harms
    assert [condition(game, each.id) for each in garrison] == ["spent", "fresh", "dis1"]


@pytest.mark.rule("20.2", "11.41")
def test_the_germans_distribute_what_the_tower_does_not_take():
    garrison = [unit("TwrNijm", "28"), unit("FlakNij", "28"), unit("Henke", "28")]
    game = in_phase(dday.AirPhase(), *garrison, unit("TwrDeelen", "9"))
    game.script(rolls(10, 6))
    do(game, "bomb TwrNijm")
    settle(game)
    assert game.side == GERMAN
    assert legal(game) == {"take FlakNij", "take Henke"}


@pytest.mark.rule("20.2", "16.3", "5.1")
def test_afterwards_the_eighth_air_force_is_the_air_supply_marker():
    game = new_game()
    assert game.state.air == {"RAF2": "ready", "RAF83": "ready", "8AF": "bomb"}
    after = reached("barrage_phase")
    assert after.state.air == {"RAF2": "ready", "RAF83": "ready", "8AF": "supply"}


# 1.2 Artillery bombardment (20.3)


@pytest.mark.rule("20.3", "11.112")
def test_the_corps_artillery_fires_a_barrage_in_zone_f():
    game = reached("barrage_phase")
    assert game.side == ALLIED
    assert legal(game) == {f"lead {gun}" for gun in CORPS_GUNS}
    game.script(rolls(7, 7))
    events = do(game, "lead 7Med", "aim Kerutt", "fight") + settle(game)
    assert set(told(events, "bombardment")[0].data["support"]) == CORPS_GUNS - {"7Med"}
    result = told(events, "bombardment_result")[0]
    assert result.data["space"] == "F"
    assert [value for _, value, _ in result.data["av"]] == [2 * BOOK.roster["7Med"].attack, 2]
    assert [value for _, value, _ in result.data["dv"]] == [2 * BOOK.spaces["F"].tem]
    while stage(game) in ("roll", "attrition"):
        step(game)
    assert {condition(game, gun) for gun in CORPS_GUNS} == {"spent"}


@pytest.mark.rule("20.3")
def test_the_artillery_of_the_guards_does_not_support_the_barrage():
    game = reached("barrage_phase")
    assert refused(game, "lead 55Fd").rule == "20.3"
    do(game, "lead 7Med")
    assert not legal(game, "support")  # all corps artillery fires already
    assert refused(game, "support 64Med").rule == "11.2"
    for gun in ("55Fd", "153Fd"):
        assert refused(game, f"support {gun}").rule == "20.3"
    refused(game, "barrage")  # it is one already
    do(game, "aim Kerutt", "fight")
    while stage(game) in ("roll", "attrition"):
        step(game)
    assert [condition(game, gun) for gun in ("55Fd", "153Fd")] == ["fresh", "fresh"]


@pytest.mark.rule("20.3")
def test_there_is_one_barrage():
    game = reached("barrage_phase")
    results = []
    while not any(each.kind == "airborne_phase" for each in game.state.stack):
        results += told(step(game), "bombardment_result")
    assert len(results) == 1


# 1.3 The airborne landings (20.4)


@pytest.mark.rule("20.4", "18.44")
def test_all_d_day_units_land_in_their_drop_areas():
    game = reached("airborne_phase")
    for name, area in BOOK.drops.items():
        assert place(game, name) == area
        assert game.state.units[name].drop is None  # it has dropped (18.5)
        assert condition(game, name) in ("fresh", "spent", "dis1")
    assert {place(game, name) for name in ("1GP", "2GP")} == {"5"}
    assert not any(each.location == "UK" for each in game.state.units.values())


def landing(drops: Mapping[str, str], *others: Unit, dice: tuple[int, ...] = (), **more: Any) -> Game:
    """The Airborne Phase with a few units, `name: area`, landed and interdicted."""
    units = [unit(name, "off", **more.pop(name, {})) for name in drops]
    game = in_phase(dday.AirbornePhase(drops=tuple(drops.items())), *units, *others, dice=dice, **more)
    settle(game)
    return game


@pytest.mark.rule("20.4", "18.44")
def test_they_land_fresh_where_nobody_interdicts():
    game = landing({"1Para": "4", "2Para": "4"}, unit("FlakEin", "28"))
    assert [condition(game, name) for name in ("1Para", "2Para")] == ["fresh", "fresh"]
    assert not told(game.opening, "roll")
    assert game.side == ALLIED


@pytest.mark.rule("20.4", "18.44")
@pytest.mark.parametrize(("die", "expected"), [(1, "dis1"), (2, "spent"), (3, "fresh")])
def test_then_the_germans_interdict_each_unit(die, expected):
    game = landing({"1Para": "4", "2Para": "5"}, unit("TwrDeelen", "9"), unit("FlakEin", "8"), dice=(die,))
    assert [condition(game, name) for name in ("1Para", "2Para")] == [expected, "fresh"]


@pytest.mark.rule("20.4")
def test_all_are_placed_before_anybody_is_interdicted():
    game = landing({"1Para": "4", "2Para": "5"}, unit("FlakEin", "4"), dice=(6, 6))
    kinds = [event.kind for event in game.opening if event.kind in ("dropped", "roll")]
    assert kinds[:3] == ["dropped", "dropped", "roll"]


@pytest.mark.rule("20.4")
def test_each_drop_area_with_a_fresh_unit_acts_once():
    game = landing({"1Para": "4", "2Para": "5", "1-502": "54"}, unit("FlakEin", "57"), unit("Swoboda", "63"), dice=(2,))
    assert condition(game, "1-502") == "spent"
    assert legal(game) == {"area 4", "area 5"}
    assert refused(game, "area 54").rule == "20.4"
    do(game, "area 4", "act pass")
    assert legal(game) == {"area 5"}
    assert refused(game, "area 4").rule == "20.4"
    events = do(game, "area 5", "act pass")
    assert told(events, "daylight")


@pytest.mark.rule("20.4")
def test_d_who_passes_stays_fresh():
    game = landing({"1Para": "4", "2Para": "5"}, unit("Rink", "4"))
    do(game, "area 4", "act pass")
    assert condition(game, "1Para") == "fresh"


@pytest.mark.rule("20.4")
def test_a_contested_area_attacks_or_passes():
    game = landing({"1-502": "54", "1Para": "5"}, unit("Rink", "54"))
    do(game, "area 54")
    assert legal(game) == {"act attack", "act pass"}
    for action in ("seize", "move"):
        assert refused(game, f"act {action}").rule == "20.4"


@pytest.mark.rule("20.4")
def test_an_uncontested_area_does_not_attack():
    game = landing({"1-502": "54", "1Para": "5"})
    do(game, "area 54")
    assert legal(game) == {"act seize", "act move", "act pass"}
    assert refused(game, "act attack").rule == "20.4"


@pytest.mark.rule("20.4")
def test_a_one_or_more_attack_together_and_become_spent():
    trio = {"1-502": "54", "2-502": "54", "3-502": "54"}
    game = landing(trio, unit("Rink", "54", defence=9))
    do(game, "area 54", "act attack", "point 1-502", "join 2-502")
    game.script(rolls(12, 4))  # 6 + 12 against 10 + 4
    do(game, "fight")
    while stage(game) != "impulse":
        step(game)
    assert [condition(game, name) for name in trio] == ["spent", "spent", "fresh"]


@pytest.mark.rule("20.4", "10.741")
def test_a_who_fails_is_disrupted_and_does_not_retreat():
    game = landing({"1-502": "54"}, unit("Rink", "54"))
    do(game, "area 54", "act attack", "point 1-502")
    game.script(rolls(2, 12))
    do(game, "fight")
    while stage(game) != "impulse":
        assert stage(game) != "fall_back"
        step(game)
    assert (place(game, "1-502"), condition(game, "1-502")) == ("54", "dis1")


@pytest.mark.rule("20.4", "10.5")
def test_a_there_is_no_overrun():
    game = landing({"1-502": "54"}, unit("Rink", "54"), **{"1-502": {"attack": 30}})
    do(game, "area 54", "act attack", "point 1-502")
    events = do(game, "fight") + settle(game)
    assert place(game, "Rink") == "eliminated"
    assert not told(events, "overrun")
    assert condition(game, "1-502") == "spent"
    assert (stage(game), game.side) == ("impulse", GERMAN)


@pytest.mark.rule("20.4", "15.12")
def test_q44_airborne_artillery_that_has_landed_supports():
    game = landing({"1-505": "33", "376PFA": "33"}, unit("Melitz", "33"))
    do(game, "area 33", "act attack", "point 1-505")
    assert legal(game, "support") == {"support 376PFA"}
    do(game, "support 376PFA", "fight")
    while stage(game) != "impulse":
        step(game)
    assert condition(game, "376PFA") == "fresh"


@pytest.mark.rule("20.4", "10.3")
def test_a_an_attack_needs_a_point_unit():
    game = landing({"1-505": "33", "376PFA": "33"}, unit("Melitz", "33"), unit("Gropp", "30"), dice=(1, 6))
    assert [condition(game, name) for name in ("1-505", "376PFA")] == ["spent", "fresh"]
    do(game, "area 33")
    assert refused(game, "act attack").rule == "10.3"
    assert legal(game) == {"act pass"}


@pytest.mark.rule("20.4", "19.3", "9.22")
@pytest.mark.parametrize(("die", "expected"), [(2, GERMAN), (3, ALLIED)])
def test_b_one_unit_tries_to_seize_a_bridge_and_becomes_spent(die, expected):
    game = landing({"1-502": "54", "2-502": "54", "1Para": "5"})
    do(game, "area 54", "act seize")
    assert "seize 1-502 53-54" in legal(game)
    game.script([die])
    do(game, "seize 1-502 54-63")
    settle(game)
    assert holder(game, "54-63") == expected
    assert [condition(game, name) for name in ("1-502", "2-502")] == ["spent", "fresh"]
    assert legal(game) == {"area 5"}  # nobody else in 54 does anything


@pytest.mark.rule("20.4", "10.4", "9.22")
def test_b_a_bridge_between_two_drop_areas_needs_no_seizing():
    game = landing({"1-504": "32", "2-504": "36"})
    assert holder(game, "32-36") == ALLIED
    do(game, "area 32", "act seize")
    assert refused(game, "seize 1-504 32-36").rule == "9.22"
    assert "seize 1-504 30-32" in legal(game)


@pytest.mark.rule("20.4", "9.22")
def test_b_artillery_seizes_nothing():
    game = landing({"1-505": "32", "376PFA": "32"})
    do(game, "area 32", "act seize")
    assert {text.split()[1] for text in legal(game, "seize")} == {"1-505"}
    assert refused(game, "seize 376PFA 30-32").rule == "9.22"


@pytest.mark.rule("20.4")
def test_c_any_units_move_one_area_and_become_spent():
    game = landing({"1Para": "4", "2Para": "4", "3Para": "4"}, unit("Krafft", "8"))
    do(game, "area 4", "act move")
    assert refused(game, "move 1Para 8").rule == "20.4"  # not Vacant
    assert refused(game, "end").rule == "20.4"
    do(game, "move 1Para 7", "move 2Para 9")
    assert refused(game, "move 1Para 13").rule == "20.4"
    do(game, "end")
    assert [place(game, name) for name in ("1Para", "2Para", "3Para")] == ["7", "9", "4"]
    assert [condition(game, name) for name in ("1Para", "2Para", "3Para")] == ["spent", "spent", "fresh"]
    assert game.state.control["7"] == "airborne"


@pytest.mark.rule("20.4", "9.1")
def test_c_only_adjacent_areas_are_entered():
    game = landing({"1Para": "4"})
    do(game, "area 4", "act move")
    assert {text.split()[2] for text in legal(game, "move")} == {"2", "5", "7", "8", "9"}
    assert refused(game, "move 1Para 13").rule == "9.1"


@pytest.mark.rule("20.4", "9.66")
def test_c_the_operational_range_holds():
    game = landing({"1-505": "33"})
    do(game, "area 33", "act move")
    assert refused(game, "move 1-505 D").rule == "20.4"
    do(game, "move 1-505 29")
    game = landing({"1-504": "36"})  # 37 and 42 are in the range of both American divisions
    do(game, "area 36", "act move")
    assert "move 1-504 42" in legal(game)
    eagles = landing({"1-501": "36"})
    do(eagles, "area 36", "act move")
    assert refused(eagles, "move 1-501 35").rule == "9.66"


@pytest.mark.rule("20.4", "19.1", "9.221")
def test_c_a_move_over_an_enemy_held_bridge_takes_it_without_a_die():
    game = landing({"1-502": "54"})
    do(game, "area 54", "act move")
    events = do(game, "move 1-502 63")
    assert not told(events, "roll")
    assert holder(game, "54-63") == ALLIED


@pytest.mark.rule("20.4", "9.65")
def test_c_artillery_follows_a_point_unit():
    game = landing({"1Para": "4", "1ALtRA": "4"})
    do(game, "area 4", "act move")
    assert refused(game, "move 1ALtRA 8").rule == "9.65"
    do(game, "move 1Para 8", "move 1ALtRA 8")


@pytest.mark.rule("20.4", "9.2")
def test_c_infantry_crosses_a_canal_but_no_river_without_a_bridge():
    game = landing({"1-501": "45"})
    do(game, "area 45", "act move")
    assert "cross 1-501 51" in legal(game)
    assert refused(game, "move 1-501 51").rule == "9.62"
    do(game, "cross 1-501 51")
    assert place(game, "1-501") == "51"
    rhine = landing({"1Border": "5"})
    do(rhine, "area 5", "act move")
    assert refused(rhine, "move 1Border 18").rule == "9.62"
    assert refused(rhine, "cross 1Border 18").rule == "9.2"


# 1.4 The ground assault (20.5)


def ground(*units: Unit, **more: Any) -> Game:
    """The Ground Assault Phase against one battalion in Zone F."""
    return in_phase(dday.GroundPhase(), *units, **{"control": {"F": "German"}, **more})


GUARDS = (unit("1Gren", "F"), unit("2HCR", "F"), unit("55Fd", "F"), unit("7Med", "F", "spent"))


@pytest.mark.rule("20.5")
def test_a_unit_of_the_guards_must_attack_in_zone_f():
    game = ground(*GUARDS, unit("Kerutt", "F"))
    assert (stage(game), game.side) == ("attack", ALLIED)
    for command in ("end", "pass"):
        refused(game, command)
    do(game, "point 2HCR")
    assert refused(game, "fight").rule == "20.5"
    assert "fight" not in legal(game)
    do(game, "join 1Gren")
    assert "fight" in legal(game)


@pytest.mark.rule("20.5")
def test_the_real_game_has_that_attack():
    game = reached("ground_phase")
    assert (stage(game), game.side) == ("attack", ALLIED)
    assert game.state.stack[-1].space == "F"
    assert {condition(game, gun) for gun in CORPS_GUNS} <= {"spent", "fresh"}


@pytest.mark.rule("20.5", "15.12", "20.3")
def test_the_artillery_of_the_guards_supports_the_assault():
    game = ground(*GUARDS, unit("Kerutt", "F"))
    do(game, "point 1Gren", "support 55Fd")
    assert refused(game, "support 7Med").rule == "10.72C"  # it has fired its barrage


@pytest.mark.rule("20.5", "10.741", "14.5")
def test_q7_who_fails_stays_in_zone_f():
    game = ground(*GUARDS, unit("Kerutt", "F"))
    do(game, "point 1Gren")
    game.script(rolls(2, 12))
    do(game, "fight")
    settle(game)
    assert (place(game, "1Gren"), condition(game, "1Gren")) == ("F", "dis1")
    assert (place(game, "2HCR"), condition(game, "2HCR")) == ("F", "fresh")
    assert (stage(game), game.side) == ("impulse", GERMAN)


@pytest.mark.rule("20.5", "10.5", "14.1")
def test_an_overrun_goes_on_to_valkenswaard():
    game = ground(unit("1Gren", "F", attack=30), unit("2HCR", "F"), unit("Kerutt", "F"))
    do(game, "point 1Gren")
    do(game, "fight")
    settle(game)
    assert game.state.control["F"] == "XXX"
    do(game, "move 1Gren 64", "end")
    settle(game)
    assert (place(game, "1Gren"), condition(game, "1Gren")) == ("64", "spent")
    assert condition(game, "2HCR") == "fresh"


# The Advantage in the phases (12.2, 12.4, 12.41)


@pytest.mark.rule("20.1", "12.2", "12.5")
def test_q34_a_reroll_costs_the_advantage_at_the_end_of_the_phase():
    game = new_game()
    assert game.state.advantage.holder == ALLIED
    do(game, f"bomb {TOWERS[0]}", "reroll")
    while any(each.kind == "air_phase" for each in game.state.stack):
        assert game.state.advantage.holder is None
        assert stage(game) != "roll"
        step(game)
    assert game.state.advantage.holder == GERMAN


@pytest.mark.rule("20.1", "12.41")
def test_q34_losses_in_a_phase_move_the_sunset_marker():
    foes = [unit(name, "F") for name in ("Kerutt", "Hoff2", "Penal6")]
    game = ground(unit("1Gren", "F", attack=40), *foes, holder=ALLIED)
    do(game, "point 1Gren", "fight", "forward Kerutt")
    settle(game)
    do(game, "end")
    assert legal(game) == {"sunset -1", "sunset 0", "sunset 1"}  # three lost, not holding the Advantage
    fewer = ground(unit("1Gren", "F", attack=40), *foes[:2], holder=ALLIED)
    do(fewer, "point 1Gren", "fight", "forward Kerutt")
    settle(fewer)
    do(fewer, "end")
    assert stage(fewer) == "impulse"


@pytest.mark.rule("20.1", "12.4")
def test_q34_losses_in_a_phase_cost_the_advantage():
    foes = [unit(name, "F") for name in ("Kerutt", "Hoff2", "Penal6")]
    game = ground(unit("1Gren", "F", attack=40), *foes, holder=GERMAN)
    do(game, "point 1Gren", "fight")
    do(game, "forward Kerutt")
    settle(game)
    do(game, "end")
    assert game.state.advantage.holder == ALLIED


# German limits (20.61)


def seventeenth(*units: Unit, impulse: int = 0, **more: Any) -> Game:
    """A German impulse of 17 September, the first of the day at impulse 0."""
    return position(*units, at=f"17-{impulse}", side=GERMAN, **{"first_impulse": impulse == 0, **more})


@pytest.mark.rule("20.61", "20.6")
def test_q22_in_impulse_0_the_germans_blow_bridges_or_pass():
    units = (unit("Rink", "63"), unit("SSArt10", "63"), unit("1-502", "54"), unit("Krafft", "8"), unit("1Para", "4"))
    game = seventeenth(*units, holder=GERMAN)
    assert "assault 63" in legal(game)
    assert {text.split()[0] for text in legal(game)} == {"assault", "pass"}
    for command in ("bombard 54", "infiltration 8", "interdict 4", "assault 8"):
        assert refused(game, command).rule == "20.61"
    do(game, "assault 63")
    assert legal(game) == {"blow 54-63", "end", "double"}
    assert refused(game, "move Rink 64").rule == "8.21"
    assert refused(game, "seize Rink 54-63").rule == "8.21"
    do(game, "blow 54-63")


@pytest.mark.rule("20.61")
def test_q22_a_pass_in_impulse_0_is_allowed():
    game = seventeenth(unit("Rink", "63"), unit("1-502", "54"))
    do(game, "pass")
    assert game.side == ALLIED


@pytest.mark.rule("20.61")
def test_repairs_are_not_among_the_things_of_impulse_0():
    game = seventeenth(unit("Rink", "63"), unit("1-502", "54"), blown=("55-63",))
    do(game, "assault 63")
    assert refused(game, "repair 55-63").rule == "20.61"
    later = seventeenth(unit("Rink", "63"), unit("1-502", "54"), blown=("55-63",), impulse=1)
    do(later, "assault 63")
    assert legal(later, "repair") == {"repair 55-63"}


@pytest.mark.rule("20.61", "12.3")
def test_a_double_impulse_does_not_lift_the_limit_of_impulse_0():
    units = (unit("Rink", "63"), unit("1-502", "54"), unit("Krafft", "8"), unit("1Para", "4"), unit("HGErs", "55"))
    game = seventeenth(*units, holder=GERMAN, control={"54": "airborne", "56": "XXX"})
    do(game, "assault 63", "end")
    do(game, "double")
    assert refused(game, "infiltration 8").rule == "20.61"
    assert refused(game, "interdict 4").rule == "20.61"


@pytest.mark.rule("20.61", "23.51")
def test_the_limit_is_that_of_the_first_impulse_wherever_the_day_begins():
    game = position(unit("Krafft", "8"), unit("1Para", "4"), at="17-2", side=GERMAN, first_impulse=True)
    assert refused(game, "assault 8").rule == "20.61"
    assert legal(game) == {"pass"}


@pytest.mark.rule("20.61")
def test_after_impulse_0_german_units_have_one_movement_point_in_clear_weather():
    game = seventeenth(unit("Rink", "62"), unit("1Para", "4"), impulse=1)
    do(game, "assault 62", "move Rink 56")
    assert refused(game, "move Rink 63").rule == "9.2"
    other_day = position(unit("Rink", "62"), unit("1Para", "4"), at="18-1", side=GERMAN)
    do(other_day, "assault 62", "move Rink 56", "move Rink 63")


@pytest.mark.rule("20.61", "9.21")
def test_one_point_is_still_enough_for_one_move():
    game = seventeenth(unit("Krafft", "8"), unit("1Para", "4"), impulse=1)
    do(game, "assault 8", "move Krafft 4")
    assert place(game, "Krafft") == "4"
    seizing = seventeenth(unit("Rink", "63"), unit("1-502", "54"), impulse=1, holders={"54-63": ALLIED})
    do(seizing, "assault 63", "seize Rink 54-63")
    assert refused(seizing, "move Rink 62").rule == "9.2"


@pytest.mark.rule("20.61", "17.3")
def test_in_overcast_weather_they_have_the_printed_factor_and_one():
    game = seventeenth(unit("Rink", "62", mf=2), unit("1Para", "4"), impulse=1, weather="overcast")
    do(game, "assault 62", "move Rink 56", "move Rink 63", "move Rink 62")
    assert refused(game, "move Rink 56").rule == "9.2"


@pytest.mark.rule("20.61", "17.4")
def test_w6_when_overcast_turns_clear_again_the_limit_is_back():
    game = position(
        unit("Rink", "62"), unit("1Para", "4"), at="17-6", weather="overcast", dice=rolls(6), first_impulse=False
    )
    do(game, "pass")
    assert (game.side, game.state.weather) == (GERMAN, "clear")
    do(game, "assault 62", "move Rink 56")
    assert refused(game, "move Rink 63").rule == "9.2"


@pytest.mark.rule("20.61", "8.22")
def test_infiltration_may_be_tried_after_impulse_0():
    game = seventeenth(unit("Rink", "62"), unit("1Gren", "56"), impulse=1)
    assert "infiltration 62" in legal(game)
    game = seventeenth(unit("Rink", "62"), unit("1Gren", "56"))
    assert refused(game, "infiltration 62").rule == "20.61"


@pytest.mark.rule("20.61")
def test_the_allies_move_as_always_on_17_september():
    game = position(unit("1Para", "4"), unit("Rink", "13"), at="17-0", first_impulse=False)
    do(game, "assault 4", "move 1Para 8", "move 1Para 9")
