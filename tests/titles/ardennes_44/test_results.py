"""Rules 16.1 to 16.7: combat results, firefight, losses, engaged, advantage, last stand (tables TA2, TA6, TA13)."""

from typing import Any

import pytest

from tests.titles.ardennes_44.fights import (
    COLUMNS,
    CRT,
    WIDE,
    alive,
    around,
    assault,
    combat,
    distance,
    flee,
    is_bare,
    is_dry,
    lost,
    pair,
    reduced,
    roll,
    settled,
    shifts,
    spot,
    strike,
)
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
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.commands import End
from wargame_tui.titles.ardennes_44.state import Advantage, Position, Works

N, NE, SE, S, SW, NW = around(WIDE)
GI, LANDSER = "28-110-1", "12VG-27"
VILLAGE, TOWN = settled("village"), settled("town")
CITY = BOARD.names[min(hex_ for hex_, kind in BOARD.built.items() if kind == "city")]
CLERVAUX = "2416"


# The combat results table (TA2)

SIDES = {
    "1-3": (("FBB-928",), "106-424"),
    "1-2": (("FBB-928",), "99-395"),
    "1-1": (("FBB-928",), "28-112-2"),
    "2-1": (("62VG-164",), "28-112-2"),
    "3-1": (("3PG-8",), "28-112-2"),
    "4-1": (("62VG-164", "62VG-183"), "28-112-2"),
    "5-1": ((LANDSER, "12VG-48"), "28-112-2"),
    "6-1": (("3PG-8", "3PG-29"), "28-112-2"),
    "7-1": (("12SS-25", "12SS-26"), "28-112-2"),
}
"""Attackers and a defender for every column."""


@pytest.mark.rule("16.1", "14.4")
@pytest.mark.parametrize("die", CRT)
@pytest.mark.parametrize("column", COLUMNS)
def test_every_cell_of_the_combat_results_table(column, die):
    attackers, defender = SIDES[column]
    mine = [unit(name, hex_) for name, hex_ in zip(attackers, (N, S), strict=False)]
    found = combat(assault(*mine, unit(defender, WIDE), target=WIDE, dice=[die]))
    assert (found["column"], found["die"]) == (column, die)
    assert found["result"] == CRT[die][COLUMNS.index(column)]


def even(*defenders: Any, **changes: Any) -> Game:
    """A German attack at low odds, 7 against what is there."""
    return assault(unit("3FJ-5", N), unit("167VG-Fus", NW), *defenders, target=WIDE, **changes)


def crushing(*defenders: Any, **changes: Any) -> Game:
    """A German attack by 24 points, in two hexes."""
    units = unit("12SS-25", N), unit("12SS-26", N), unit("3FJ-5", NW), unit("3FJ-8", NW)
    return assault(*units, *defenders, target=WIDE, **changes)


def end_advance(game: Game) -> None:
    assert at(game, "advancing")
    do(game, "end")


def extent(game: Game) -> str:
    """The kind of the advance that is under way."""
    step = game.state.stack[-1]
    assert step.kind == "advancing"
    return str(step.extent)


STAR_FOES = unit("28-110-2", around(N)[0])
"""A US battalion beside the German units in N, to be attacked next."""


@pytest.mark.rule("16.1")
def test_attacker_and_defender_are_roles_of_the_combat_in_hand():
    # The Allies attack: their unit takes the attacker's loss
    events = strike(assault(unit("99-395", N), unit(LANDSER, WIDE), target=WIDE, side=ALLIED), "A1")
    assert reduced(events) == ["99-395"]


@pytest.mark.rule("16.1a", "16.1k")
def test_d1_star():
    game = crushing(unit("99-395", WIDE), STAR_FOES)
    events = strike(game, "D1*")
    assert reduced(events) == ["99-395"]
    assert not legal(game, "stand")
    flee(game)
    assert distance(place(game, "99-395"), WIDE) == 4
    assert game.state.units["99-395"].status == "routed"
    assert extent(game) == "bonus"
    end_advance(game)
    assert any(command.startswith("breakthrough") for command in legal(game))


@pytest.mark.rule("16.1b", "16.1k")
def test_dr4_star():
    game = crushing(unit("28-112", WIDE), STAR_FOES)
    events = strike(game, "DR4*")
    assert not reduced(events)
    flee(game)
    assert not game.state.units["28-112"].reduced
    assert distance(place(game, "28-112"), WIDE) == 4
    assert game.state.units["28-112"].status == "routed"
    assert extent(game) == "bonus"
    end_advance(game)
    assert legal(game, "breakthrough")


@pytest.mark.rule("16.1c")
def test_dr3():
    game = crushing(unit("28-112", WIDE), STAR_FOES)
    strike(game, "DR3")
    flee(game)
    assert distance(place(game, "28-112"), WIDE) == 3
    # Routed, by 18.1 (Ambiguity 2)
    assert game.state.units["28-112"].status == "routed"
    assert extent(game) == "bonus"
    end_advance(game)
    assert not legal(game, "breakthrough")


@pytest.mark.rule("16.1d")
def test_dr2():
    game = crushing(unit("28-112", WIDE), unit("4-12-1", WIDE), STAR_FOES)
    strike(game, "DR2")
    flee(game)
    for name in ("28-112", "4-12-1"):
        assert distance(place(game, name), WIDE) == 2
        assert game.state.units[name].status == "disrupted"
        assert not game.state.units[name].reduced
    assert extent(game) == "normal"
    end_advance(game)
    assert not legal(game, "breakthrough")


@pytest.mark.rule("16.1e")
def test_ff_may_be_taken_as_engaged():
    game = even(unit(GI, WIDE))
    strike(game, "FF")
    assert (game.side, legal(game)) == (GERMAN, {"engage", "duel 3FJ-5", "duel 167VG-Fus"})
    events = do(game, "engage")
    assert told(events, "engaged")
    assert game.state.units[GI].eng
    assert not told(events, "firefight")


@pytest.mark.rule("16.1e", "16.1f")
@pytest.mark.parametrize(("result", "more"), [("FF", []), ("FF(+1)", [1])])
def test_or_rolled_for(result, more):
    game = even(unit(GI, WIDE))
    strike(game, result)
    (event,) = told(do(game, "duel 3FJ-5"), "firefight")
    assert [value for _, value, _ in event.data["modifiers"]] == more


@pytest.mark.rule("16.1g")
def test_ex():
    game = even(unit("99-395", WIDE), unit(GI, WIDE))
    strike(game, "EX")
    # Each owner picks
    assert (game.side, legal(game)) == (GERMAN, {"lose 3FJ-5", "lose 167VG-Fus"})
    do(game, "lose 3FJ-5")
    assert (game.side, legal(game)) == (ALLIED, {"lose 99-395", f"lose {GI}"})
    events = do(game, f"lose {GI}")
    assert game.state.units["3FJ-5"].reduced
    assert lost(events) == [GI]
    left = game.state.units["99-395"]
    assert (left.eng, left.status, left.location) == (True, "fresh", WIDE)
    # No advance
    assert not at(game, "advancing")


@pytest.mark.rule("16.1g", "19.1a")
def test_ex_that_eliminates_all_defenders_gives_a_limited_advance():
    game = even(unit(GI, WIDE))
    strike(game, "EX")
    events = do(game, "lose 3FJ-5")
    assert lost(events) == [GI]
    assert extent(game) == "limited"
    assert legal(game, "advance") == {f"advance 3FJ-5 {WIDE}", f"advance 167VG-Fus {WIDE}"}
    do(game, f"advance 3FJ-5 {WIDE}")
    assert legal(game, "advance") == {f"advance 167VG-Fus {WIDE}"}


@pytest.mark.rule("16.1g", "16.4a")
def test_a_remnant_left_by_ex_advances_too():
    game = assault(unit("3FJ-5", N, reduced=True), unit("28-112-2", WIDE), target=WIDE)
    events = strike(game, "EX")
    (left,) = told(events, "remnant")
    assert legal(game, "advance") == {f"advance {left.data['unit']} {WIDE}"}


@pytest.mark.rule("16.1g")
def test_an_attacker_eliminated_by_ex_does_not_advance():
    game = even(unit(GI, WIDE))
    strike(game, "EX")
    do(game, "lose 167VG-Fus")
    assert legal(game, "advance") == {f"advance 3FJ-5 {WIDE}"}


@pytest.mark.rule("16.1h")
def test_eng():
    game = even(unit("99-395", WIDE), unit(GI, WIDE))
    events = strike(game, "Eng")
    assert told(events, "engaged")[0].data == {"hex": WIDE, "units": ["99-395", GI]}
    for name in ("99-395", GI):
        held = game.state.units[name]
        assert (held.eng, held.status, held.location, held.reduced) == (True, "fresh", WIDE, False)
    assert not at(game, "advancing")
    assert not reduced(events)


@pytest.mark.rule("16.1i")
def test_a1_eng():
    game = even(unit("99-395", WIDE), unit(GI, WIDE))
    strike(game, "A1/Eng")
    assert legal(game) == {"lose 3FJ-5", "lose 167VG-Fus"}
    events = do(game, "lose 167VG-Fus")
    assert lost(events) == ["167VG-Fus"]
    assert game.state.units[GI].eng
    assert game.state.units["99-395"].eng


@pytest.mark.rule("16.1j")
def test_a1():
    game = even(unit("99-394", WIDE))
    strike(game, "A1")
    events = do(game, "lose 3FJ-5")
    assert reduced(events) == ["3FJ-5"]
    left = game.state.units["99-394"]
    assert (left.eng, left.status, left.location, left.reduced) == (False, "fresh", WIDE, False)


@pytest.mark.rule("16.1k")
@pytest.mark.parametrize(("result", "again"), [("D1*", True), ("DR4*", True), ("DR3", False)])
def test_only_an_asterisk_gives_breakthrough_combat(result, again):
    game = crushing(unit("28-112-2", WIDE), unit("4-12-1", WIDE), STAR_FOES)
    strike(game, result)
    while not at(game, "advancing"):
        do(game, sorted(legal(game))[0])
    end_advance(game)
    assert bool(legal(game, "breakthrough")) == again


# Firefight (16.2, TA6)

FIREFIGHT = {1: "D1", 2: "DR2", 3: "A1/D1", 4: "A1/DR2", 5: "Eng+", 6: "A1/Eng"}


def duel(lead: str, *defenders: Any, die: int = 1, ff: str = "FF", hex_: str = WIDE, **changes: Any) -> dict[str, Any]:
    """A firefight under a lead unit that attacks alone; what the table was asked and answered."""
    given = {"side": BOOK.pieces[lead].side} | changes
    here = given.pop("here", around(hex_)[0])
    game = assault(unit(lead, here), *defenders, target=hex_, **given)
    strike(game, ff)
    game.script([die])
    return dict(told(do(game, f"duel {lead}"), "firefight")[0].data)


def drm(*given: Any, **more: Any) -> int:
    """The modifier of a firefight."""
    return sum(value for _, value, _ in duel(*given, **more)["modifiers"])


@pytest.mark.rule("16.2")
@pytest.mark.parametrize("die", FIREFIGHT)
def test_every_line_of_the_firefight_table(die):
    assert duel(LANDSER, unit(GI, WIDE), die=die)["result"] == FIREFIGHT[die]


@pytest.mark.rule("16.2", "16.2c")
def test_below_one_is_one_and_above_six_is_six():
    # An elite tank: -2
    assert duel("FBB-GD-2", unit(GI, WIDE), die=1)["result"] == "D1"
    assert duel("FBB-GD-2", unit(GI, WIDE), die=4)["result"] == "DR2"
    # A recruit after FF(+1): +2
    assert duel("62VG-164", unit("99-395", WIDE), die=6, ff="FF(+1)")["result"] == "A1/Eng"
    assert duel("62VG-164", unit("99-395", WIDE), die=3, ff="FF(+1)")["result"] == "Eng+"


@pytest.mark.rule("16.2")
def test_there_is_no_firefight_after_another_result():
    for result in ("EX", "Eng", "A1/Eng", "A1"):
        game = even(unit("99-394", WIDE), unit(GI, around(N)[0]))
        strike(game, result)
        assert not legal(game, "duel")


@pytest.mark.rule("16.2a")
def test_the_attacker_names_the_lead_unit():
    for lead in ("3FJ-5", "167VG-Fus"):
        game = even(unit(GI, WIDE), unit("28-110-2", S))
        strike(game, "FF")
        assert refused(game, f"duel {GI}").rule == "16.2"
        game.script([6])
        events = do(game, f"duel {lead}")
        assert told(events, "firefight")[0].data["unit"] == lead
        # It takes the loss of A1/Eng
        assert reduced(events) + lost(events) == [lead]


def river_pair() -> tuple[str, str]:
    return pair(
        lambda one, other, key: (
            is_bare(one) and is_bare(other) and BOARD.water[key] == "river" and BOARD.bridge[key] is None
        )
    )


@pytest.mark.rule("16.2", "16.7")
def test_the_best_leader_is_offered_first():
    game = assault(unit("62VG-164", N), unit(LANDSER, NE), unit(GI, WIDE), target=WIDE)
    strike(game, "FF")
    assert [each.notation() for each in game.legal()] == ["engage", f"duel {LANDSER}", "duel 62VG-164"]
    game = beset(unit("USInf-1", VILLAGE), unit("28-112-2", VILLAGE), result="FF")
    game.script([4])
    do(game, "duel 12SS-25")
    assert [each.notation() for each in game.legal()] == ["stand 28-112-2", "stand USInf-1", "end"]


@pytest.mark.rule("16.2b")
def test_tanks_and_recon_do_not_lead_over_an_unbridged_river():
    here, hex_ = river_pair()
    units = unit("2Pz-3-2", here), unit("2Pz-2Rec", here), unit("2Pz-304", here)
    game = assault(*units, unit("28-112-2", hex_), target=hex_)
    strike(game, "FF")
    assert refused(game, "duel 2Pz-3-2").rule == "16.2"
    assert refused(game, "duel 2Pz-2Rec").rule == "16.2"
    assert legal(game) == {"engage", "duel 2Pz-304"}


@pytest.mark.rule("16.2b")
@pytest.mark.parametrize("kind", ["forest", "forest_ravine"])
def test_nor_into_woods_without_a_road(kind):
    place_ = pair(
        lambda one, other, key: is_bare(one) and is_bare(other, kind) and not BOARD.road[key] and not BOARD.water[key]
    )
    here, hex_ = place_
    game = assault(unit("2Pz-3-2", here), unit("2Pz-3-1", here), unit("28-112-2", hex_), target=hex_)
    strike(game, "FF")
    # Without any such unit there is no firefight
    assert legal(game) == {"engage"}


@pytest.mark.rule("16.2b")
def test_but_along_a_road():
    here, hex_ = pair(
        lambda one, other, key: BOARD.terrain[one] == "clear" and is_bare(other, "forest") and bool(BOARD.road[key])
    )
    game = assault(unit("2Pz-3-2", here), unit("28-112-2", hex_), target=hex_)
    strike(game, "FF")
    assert "duel 2Pz-3-2" in legal(game)


@pytest.mark.rule("16.2b")
def test_over_a_blown_bridge_a_tank_does_not_lead():
    here, hex_ = pair(lambda one, other, key: is_bare(one) and is_bare(other) and BOARD.bridge[key] is not None)
    name = GRID.hexside(spot(here), spot(hex_))
    for bridges, led in (({}, True), ({name: Works()}, False)):
        units = unit("2Pz-3-2", here), unit("2Pz-3-1", here), unit("28-112-2", hex_)
        game = assault(*units, target=hex_, bridges=bridges, now={"tried": (name,)})
        strike(game, "FF")
        assert ("duel 2Pz-3-2" in legal(game)) == led


@pytest.mark.rule("16.2b")
@pytest.mark.parametrize(("turn", "led"), [(4, False), (5, True)])
def test_nor_across_the_army_boundary(turn, led):
    here, hex_ = pair(lambda one, other, key: key in BOARD.boundary and is_bare(one) and is_bare(other) and is_dry(key))
    game = assault(unit(LANDSER, here), unit("12VG-48", here), unit("99-395", hex_), target=hex_, turn=turn)
    strike(game, "FF")
    assert (legal(game) == {"engage"}) != led


@pytest.mark.rule("16.2b")
@pytest.mark.parametrize(("turn", "led"), [(1, False), (2, True)])
def test_nor_with_a_red_set_up_box_on_the_first_turn(turn, led):
    # Near their start hexes
    game = assault(unit("272VG-980", N), unit("28-112-2", WIDE), target=WIDE, turn=turn)
    strike(game, "FF")
    assert ("duel 272VG-980" in legal(game)) == led


@pytest.mark.rule("16.2c")
@pytest.mark.parametrize(
    ("lead", "value"),
    [
        (LANDSER, 0),
        ("62VG-164", 1),
        ("1SS-2PzG3", -1),
        ("2Pz-3-2", -1),
        ("1SS-1Pz", -2),
        # Red: never here
        ("2Pz-38Jpz", 0),
        # No tank quality
        ("2Pz-2Rec", 0),
        ("217StrmPz", 0),
    ],
)
def test_the_lead_units_modifiers(lead, value):
    defender = unit("4-12-1" if BOOK.pieces[lead].attack[0] < 6 else "28-112", WIDE)
    assert drm(lead, defender) == value


@pytest.mark.rule("16.2c")
def test_ff_with_one_more():
    assert drm(LANDSER, unit("99-395", WIDE), ff="FF(+1)") == 1
    assert drm("62VG-164", unit("99-395", WIDE), ff="FF(+1)") == 2


@pytest.mark.rule("16.2c", "16.2d")
@pytest.mark.parametrize(
    ("lead", "foe", "mark", "value"),
    [
        # Equal is enough; 3 against 3, 3 against 4, 4 against 3, 4 against a red 4
        ("2Pz-3-2", "707Tnk", {}, -1),
        ("2Pz-3-2", "814TD", {}, 0),
        ("2Pz-3-1", "707Tnk", {}, -1),
        ("2Pz-3-1", "814TD", {}, -1),
        ("2Pz-3-2", "14Cav-18", {}, -1),
        # Out of supply: 2 against 3 (21.1g)
        ("2Pz-3-2", "707Tnk", {"oos": True}, 0),
    ],
)
def test_the_leads_quality_is_compared_with_the_highest_there(lead, foe, mark, value):
    game = assault(unit(lead, N, **mark), unit("2Pz-2", N), unit(foe, WIDE), target=WIDE)
    strike(game, "FF")
    (event,) = told(do(game, f"duel {lead}"), "firefight")
    assert sum(number for _, number, _ in event.data["modifiers"]) == value


@pytest.mark.rule("16.2c")
@pytest.mark.parametrize("kind", ["forest", "forest_ravine"])
def test_no_tank_modifier_in_woods(kind):
    here, hex_ = pair(
        lambda one, other, key: BOARD.terrain[one] == "clear" and is_bare(other, kind) and bool(BOARD.road[key])
    )
    game = assault(unit("2Pz-3-2", here), unit("2Pz-3-1", here), unit("28-112-2", hex_), target=hex_)
    strike(game, "FF")
    (event,) = told(do(game, "duel 2Pz-3-2"), "firefight")
    assert event.data["modifiers"] == []


@pytest.mark.rule("16.2c")
def test_nor_in_a_city_but_in_a_town():
    here = next(to for to in around(CITY) if not BOARD.water[BOARD.key(spot(to), spot(CITY))])
    attackers = unit("1SS-1Pz", here), unit("1SS-501", here), unit("1SS-1PzG", here)
    game = assault(*attackers, unit("28-112-2", CITY), target=CITY)
    strike(game, "FF")
    (event,) = told(do(game, "duel 1SS-1Pz"), "firefight")
    assert [value for _, value, _ in event.data["modifiers"]] == [-1]
    game = assault(unit("2Pz-3-1", around(TOWN)[0]), unit("2Pz-3-2", around(TOWN)[0]), unit(GI, TOWN), target=TOWN)
    strike(game, "FF")
    (event,) = told(do(game, "duel 2Pz-3-1"), "firefight")
    assert [value for _, value, _ in event.data["modifiers"]] == [-1]


def fought(die: int, *defenders: Any, **changes: Any) -> tuple[Game, list[Event]]:
    """A firefight led by 3FJ-5, beside 167VG-Fus, with a die."""
    game = even(*defenders, **changes)
    strike(game, "FF")
    game.script([die])
    return game, do(game, "duel 3FJ-5")


TRIO = unit(GI, WIDE)


@pytest.mark.rule("16.2e")
def test_firefight_d1():
    game, events = fought(1, unit("709Tnk", WIDE))
    assert reduced(events) == ["709Tnk"]
    flee(game)
    left = game.state.units["709Tnk"]
    assert (left.status, distance(left.location, WIDE)) == ("disrupted", 2)
    assert extent(game) == "normal"
    assert not game.state.units["3FJ-5"].reduced


@pytest.mark.rule("16.2e")
def test_the_defender_picks_his_unit():
    game = assault(unit("3FJ-5", N), unit("3FJ-9", NW), unit("28-112-2", WIDE), unit("4-12-1", WIDE), target=WIDE)
    strike(game, "FF")
    game.script([1])
    do(game, "duel 3FJ-5")
    assert (game.side, legal(game)) == (ALLIED, {"lose 28-112-2", "lose 4-12-1"})


@pytest.mark.rule("16.2f")
def test_firefight_dr2():
    game, events = fought(2, TRIO)
    assert not reduced(events)
    assert not lost(events)
    flee(game)
    assert game.state.units[GI].status == "disrupted"
    assert extent(game) == "normal"


@pytest.mark.rule("16.2g", "16.3a")
def test_firefight_a1_d1():
    game, events = fought(3, unit("709Tnk", WIDE))
    assert sorted(reduced(events)) == ["3FJ-5", "709Tnk"]
    flee(game)
    left = game.state.units["709Tnk"]
    assert (left.status, distance(left.location, WIDE)) == ("disrupted", 2)
    assert extent(game) == "normal"


@pytest.mark.rule("16.2h")
def test_firefight_a1_dr2():
    game, events = fought(4, TRIO)
    assert reduced(events) == ["3FJ-5"]
    flee(game)
    assert (game.state.units[GI].status, game.state.units[GI].reduced) == ("disrupted", False)
    assert extent(game) == "normal"


@pytest.mark.rule("16.2i")
def test_firefight_eng_plus():
    game, events = fought(5, TRIO)
    assert told(events, "engaged")
    assert not reduced(events)
    assert legal(game) == {"hold 3FJ-5", "hold 167VG-Fus", "end"}
    events = do(game, "hold 167VG-Fus")
    assert told(events, "advantage")[0].data == {"hex": NW, "target": WIDE, "units": ["167VG-Fus"]}
    (mark,) = game.state.advantages
    assert (mark.side, mark.hex, mark.target, mark.units) == (GERMAN, NW, WIDE, ("167VG-Fus",))


@pytest.mark.rule("16.2i")
def test_the_attacker_need_not_place_the_marker():
    game, _ = fought(5, TRIO)
    do(game, "end")
    assert game.state.advantages == ()


@pytest.mark.rule("16.2j", "16.3a")
def test_firefight_a1_eng():
    game, events = fought(6, TRIO)
    assert reduced(events) == ["3FJ-5"]
    assert game.state.units[GI].eng
    assert not legal(game, "hold")
    assert not at(game, "advancing")


@pytest.mark.rule("16.2k")
def test_all_units_of_the_attack_may_advance():
    game, _ = fought(2, TRIO)
    flee(game)
    assert {f"advance 3FJ-5 {WIDE}", f"advance 167VG-Fus {WIDE}"} <= legal(game)


# Step losses (16.3, 16.4)


@pytest.mark.rule("16.3", "21.1i")
def test_after_ex_the_tank_that_earned_the_shift_takes_the_loss():
    game = assault(unit("2Pz-3-1", N), unit("2Pz-2", N), unit("99-394", WIDE), target=WIDE)
    assert shifts(game.branch()) == {"armour": 1}
    events = strike(game, "EX")
    assert reduced(events) == ["2Pz-3-1", "99-394"]


@pytest.mark.rule("16.3")
def test_of_several_that_qualify_the_owner_chooses():
    # Ambiguity 16: 3 does not beat 3, 4 and 5 do
    units = unit("2Pz-3-1", N), unit("2Pz-3-2", N), unit("506Tiger", NW), unit("2Pz-2", NW)
    game = assault(*units, unit("28-112", WIDE), unit("99-394", WIDE), unit("707Tnk", WIDE), target=WIDE)
    strike(game, "EX")
    assert legal(game) == {"lose 2Pz-3-1", "lose 506Tiger"}
    assert refused(game, "lose 2Pz-2").rule == "16.3"


@pytest.mark.rule("16.3", "21.1i")
def test_the_defenders_tank_too():
    game = assault(unit("12SS-25", N), unit("12SS-26", NW), unit("99-395", WIDE), unit("707Tnk", WIDE), target=WIDE)
    assert shifts(game.branch()) == {"defender's armour": -1}
    strike(game, "EX")
    # The attacker chooses, the defender does not
    assert (game.side, legal(game)) == (GERMAN, {"lose 12SS-25", "lose 12SS-26"})
    assert reduced(do(game, "lose 12SS-25")) == ["12SS-25", "707Tnk"]


@pytest.mark.rule("16.3")
def test_without_a_shift_the_owner_chooses_after_ex():
    game = assault(unit("2Pz-3-2", N), unit("2Pz-2", N), unit("28-112", WIDE), unit("707Tnk", WIDE), target=WIDE)
    assert shifts(game.branch()) == {}
    strike(game, "EX")
    assert legal(game) == {"lose 2Pz-3-2", "lose 2Pz-2"}
    do(game, "lose 2Pz-2")
    assert legal(game) == {"lose 28-112", "lose 707Tnk"}


@pytest.mark.rule("16.3")
@pytest.mark.parametrize("result", ["A1/Eng", "A1"])
def test_on_other_results_the_owner_chooses(result):
    foes = unit("99-394", WIDE), unit("106-424", WIDE), unit("30-117", WIDE)
    game = assault(unit("2Pz-3-1", N), unit("2Pz-2", N), *foes, target=WIDE)
    assert shifts(game.branch()) == {"armour": 1}
    strike(game, result)
    assert legal(game) == {"lose 2Pz-3-1", "lose 2Pz-2"}


@pytest.mark.rule("16.3")
def test_the_defender_chooses_after_d1():
    game = crushing(unit("28-112-2", WIDE), unit("707Tnk", WIDE, reduced=True))
    strike(game, "D1*")
    assert legal(game) == {"lose 28-112-2", "lose 707Tnk"}


@pytest.mark.rule("16.3a")
def test_firefight_losses_fall_on_the_lead_unit_even_if_a_tank_earned_a_shift():
    game = assault(unit("2Pz-3-1", N), unit("2Pz-2", N), unit("99-395", WIDE), target=WIDE)
    strike(game, "FF")
    game.script([6])
    assert reduced(do(game, "duel 2Pz-2")) == ["2Pz-2"]


@pytest.mark.rule("16.4")
@pytest.mark.parametrize(
    ("name", "mark", "dead"),
    [("3FJ-5", {}, False), ("12VG-27", {}, False), ("12VG-27", {"reduced": True}, True), ("FBB-928", {}, True)],
)
def test_a_step_loss_flips_or_eliminates(name, mark, dead):
    game = assault(unit(name, N, **mark), unit("106-424", WIDE), target=WIDE)
    events = strike(game, "A1")
    assert (lost(events), reduced(events)) == (([name], []) if dead else ([], [name]))
    assert alive(game, name) != dead
    assert not dead or place(game, name) == "eliminated"


@pytest.mark.rule("16.4a")
@pytest.mark.parametrize(
    ("name", "nation", "arm"),
    [
        ("106-424", "US", "infantry"),
        ("9Arm-CCB", "US", "armour"),
        ("43-129", "British", "infantry"),
        ("Gds-5", "British", "armour"),
        ("3FJ-5", "Luftwaffe", "parachute"),
        ("12SS-25", "Army", "mech_infantry"),
    ],
)
def test_a_large_unit_leaves_a_remnant_of_its_arm(name, nation, arm):
    side = BOOK.pieces[name].side
    foe = "30-117" if side == GERMAN else "15PG-104"
    dice = [1, 6] if side == GERMAN else [6]
    game = assault(unit(name, N, reduced=True), unit(foe, WIDE), target=WIDE, side=side, turn=15, dice=dice)
    events = roll(game)
    (left,) = told(events, "remnant")
    new = BOOK.pieces[left.data["unit"]]
    assert (new.nation, new.type, new.remnant) == (nation, arm, True)
    assert place(game, new.id) == N
    assert place(game, name) == "eliminated"


@pytest.mark.rule("16.4a")
def test_units_that_are_not_large_leave_none():
    events = strike(assault(unit(LANDSER, N, reduced=True), unit("106-424", WIDE), target=WIDE), "A1")
    assert not told(events, "remnant")


@pytest.mark.rule("16.4a")
def test_the_remnant_retreats_and_is_routed():
    game = crushing(unit("99-394", WIDE, reduced=True))
    events = strike(game, "D1*")
    (left,) = told(events, "remnant")
    flee(game)
    remnant = game.state.units[left.data["unit"]]
    assert (remnant.status, distance(remnant.location, WIDE)) == ("routed", 4)


@pytest.mark.rule("16.4a")
def test_without_a_counter_there_is_no_remnant():
    names = [name for name in BOOK.units.remnants if BOOK.pieces[name].nation == "Luftwaffe"]
    used = [unit(name, around(S)[3]) for name in names]
    game = assault(unit("3FJ-5", N, reduced=True), *used, unit("106-424", WIDE), target=WIDE)
    events = strike(game, "A1")
    assert lost(events) == ["3FJ-5"]
    assert not told(events, "remnant")


# Engaged (16.5)


@pytest.mark.rule("16.5")
def test_engaged_units_do_not_move_in_their_next_movement_phase():
    game = position(unit(GI, WIDE, eng=True), unit("28-110-2", S), side=ALLIED, turn=5)
    assert refused(game, f"move {GI}").rule == "16.5"
    assert "move 28-110-2" in legal(game)


@pytest.mark.rule("16.5")
def test_eng_affects_defenders_only_and_the_attacker_need_not_renew():
    game = even(unit("99-395", WIDE))
    strike(game, "Eng")
    assert not game.state.units["3FJ-5"].eng
    assert not at(game, "combat")
    game = position(unit("3FJ-5", N), unit("99-395", WIDE, eng=True), turn=6, phase="combat")
    assert "end" in legal(game)


@pytest.mark.rule("16.5")
def test_eng_markers_come_off_in_the_owners_combat_phase():
    units = unit("3FJ-5", N), unit(GI, WIDE, eng=True)
    game = position(*units, side=ALLIED, turn=5, phase="withdrawal")
    events = do(game, "end")
    assert told(events, "disengaged")[0].data["units"] == [GI]
    assert not game.state.units[GI].eng
    # Not in the enemy's
    game = position(*units, side=GERMAN, turn=5, phase="withdrawal")
    do(game, "end")
    assert game.state.units[GI].eng


@pytest.mark.rule("16.5")
def test_eng_makes_demolition_harder():
    here, hex_ = pair(lambda one, other, key: is_bare(one) and is_bare(other) and BOARD.bridge[key] is not None)
    name = GRID.hexside(spot(here), spot(hex_))
    game = position(unit(GI, here, eng=True), unit(LANDSER, hex_), side=ALLIED, turn=5, phase="bridges")
    (event,) = told(do(game, f"blow {name} {GI}"), "demolition")
    assert sum(value for _, value, _ in event.data["modifiers"]) == 2


# Attacker advantage (16.6)

LAST, NOW = 20, 24
"""The German player turns of 18AM and 18PM."""


def mark(*names: str, hex_: str = N, begun: int = LAST) -> dict[str, Any]:
    return {"advantages": (Advantage(GERMAN, hex_, WIDE, names, begun),), "turn": 6}


@pytest.mark.rule("16.6")
def test_the_marker_gives_a_shift_in_the_next_turn():
    game = assault(unit(LANDSER, N), unit(GI, WIDE), target=WIDE, **mark(LANDSER))
    assert shifts(game) == {"attacker advantage": 1}


@pytest.mark.rule("16.6")
def test_alone_or_with_others():
    units = unit(LANDSER, N), unit("12VG-48", N), unit("12VG-89", NE)
    assert shifts(assault(*units, unit(GI, WIDE), target=WIDE, **mark(LANDSER))) == {"attacker advantage": 1}
    # But it must take part
    game = position(*units, unit(GI, WIDE), phase="combat", **mark(LANDSER))
    do(game, f"attack {WIDE}", "with 12VG-48")
    assert shifts(game) == {}


@pytest.mark.rule("16.6")
def test_against_the_same_hex_only():
    game = assault(unit(LANDSER, N), unit(GI, NE), unit("28-110-2", WIDE), target=NE, **mark(LANDSER))
    assert shifts(game) == {}


@pytest.mark.rule("16.6")
def test_not_in_the_turn_in_which_it_was_placed():
    game = assault(unit(LANDSER, N), unit(GI, WIDE), target=WIDE, **mark(LANDSER, begun=NOW))
    assert shifts(game) == {}


@pytest.mark.rule("16.6")
def test_a_unit_that_has_left_the_marker_has_no_shift():
    units = unit(LANDSER, NE), unit("12VG-48", N), unit(GI, WIDE)
    game = position(*units, phase="combat", **mark(LANDSER, "12VG-48"))
    do(game, f"attack {WIDE}", f"with {LANDSER}")
    assert shifts(game) == {}


@pytest.mark.rule("16.6")
def test_from_a_firefight_to_the_next_turn():
    game, _ = fought(5, TRIO)
    do(game, "hold 3FJ-5")
    marks = game.state.advantages
    assert len(marks) == 1
    game = assault(unit("3FJ-5", N), TRIO, target=WIDE, turn=6, advantages=marks)
    assert shifts(game.branch()) == {"attacker advantage": 1}
    strike(game, "Eng")
    assert game.state.advantages == ()


@pytest.mark.rule("16.6")
def test_a_marker_that_is_not_used_in_the_next_turn_comes_off():
    # Ambiguity 18
    game = position(unit(LANDSER, N), unit(GI, WIDE), phase="combat", **mark(LANDSER))
    assert game.state.advantages
    do(game, "end")
    assert game.state.advantages == ()


@pytest.mark.rule("16.6")
def test_the_enemys_combat_phase_does_not_count():
    game = position(unit(LANDSER, N), unit(GI, WIDE), side=ALLIED, phase="combat", **mark(LANDSER, begun=NOW))
    do(game, "end")
    assert game.state.advantages


@pytest.mark.rule("16.6a")
@pytest.mark.parametrize("result", ["Eng", "A1/Eng", "EX"])
def test_it_is_removed_after_the_second_attack(result):
    game = assault(unit(LANDSER, N), unit("99-394", WIDE), target=WIDE, **mark(LANDSER))
    strike(game, result)
    assert game.state.advantages == ()


@pytest.mark.rule("16.6a")
def test_unless_that_again_gives_eng_plus():
    game = assault(unit(LANDSER, N), unit("99-395", WIDE), target=WIDE, **mark(LANDSER))
    strike(game, "FF", 5)
    do(game, f"duel {LANDSER}", f"hold {LANDSER}")
    (left,) = game.state.advantages
    assert left.begun == NOW
    assert left.target == WIDE


@pytest.mark.rule("16.6a")
def test_it_is_removed_if_the_enemy_has_left_by_the_start_of_the_combat_phase():
    game = position(unit(LANDSER, N), unit(GI, NE), phase="combat", **mark(LANDSER))
    assert game.state.advantages == ()


@pytest.mark.rule("16.6a")
def test_it_is_removed_if_all_its_first_units_have_left():
    units = unit(LANDSER, NE), unit("12VG-48", N), unit("12VG-89", N), unit(GI, WIDE)
    assert position(*units, phase="combat", **mark(LANDSER)).state.advantages == ()
    # One of them is enough
    assert position(*units, phase="combat", **mark(LANDSER, "12VG-48")).state.advantages


@pytest.mark.rule("16.6a")
def test_it_is_removed_if_a_unit_under_it_must_retreat():
    units = unit(LANDSER, WIDE), unit("12VG-48", WIDE), unit("106-424", N), unit("106-423", N), unit("99-394", NW)
    marks = (Advantage(GERMAN, WIDE, N, (LANDSER,), LAST + 1),)
    game = assault(*units, target=WIDE, side=ALLIED, advantages=marks)
    strike(game, "Eng")
    assert game.state.advantages == marks
    units = unit(LANDSER, WIDE), unit("106-424", N), unit("106-423", N), unit("99-394", NW)
    game = assault(*units, target=WIDE, side=ALLIED, advantages=marks)
    strike(game, "DR2")
    flee(game)
    assert game.state.advantages == ()


# Last stand (16.7, TA6)

STAND = {1: "Yes (EX)", 2: "Yes (-1)", 3: "Yes (-1)", 4: "No (CA)", 5: "No", 6: "No (-1)"}
VN, VNE, VSE, VS, VSW, VNW = around(VILLAGE)


def beset(*defenders: Any, result: str = "DR2", hex_: str = VILLAGE, **changes: Any) -> Game:
    """Defenders of a village, attacked by 14 from its north, have a result to carry out or to cancel."""
    near = around(hex_)
    more = changes.pop("more", ())
    attackers = unit("12SS-25", near[0]), unit("12SS-26", near[5]), *more
    game = assault(*attackers, *defenders, target=hex_, **changes)
    strike(game, result)
    return game


def stood(die: int, *defenders: Any, lead: str, **changes: Any) -> tuple[Game, list[Event]]:
    game = beset(*defenders, **changes)
    game.script([die])
    return game, do(game, f"stand {lead}")


@pytest.mark.rule("16.7", "16.7e")
@pytest.mark.parametrize("die", STAND)
def test_every_line_of_the_last_stand_table(die):
    _, events = stood(die, unit("99-395", VILLAGE), lead="99-395")
    (event,) = told(events, "stand")
    assert (event.data["die"], event.data["modifiers"], event.data["result"]) == (die, [], STAND[die])


@pytest.mark.rule("16.7")
def test_only_results_with_a_normal_advance_can_be_cancelled():
    game = beset(unit("28-112-2", VILLAGE), result="DR2")
    assert (game.side, legal(game)) == (ALLIED, {"stand 28-112-2", "end"})
    game = beset(unit("28-112-2", VILLAGE), result="DR3")
    assert at(game, "retreating")
    for result in ("EX", "Eng", "FF(+1)"):
        game = beset(unit("99-394", VILLAGE), result=result)
        assert not legal(game, "stand")
    game = crushing(unit("28-112-2", WIDE), unit("4-12-1", WIDE, status="fresh"), ips={WIDE: Position(ALLIED)})
    strike(game, "DR4*")
    assert at(game, "retreating")


@pytest.mark.rule("16.7")
@pytest.mark.parametrize("die", [2, 4])
def test_of_the_firefight_table_too(die):
    game = beset(unit("99-395", VILLAGE), result="FF")
    game.script([die])
    do(game, "duel 12SS-25")
    assert legal(game) == {"stand 99-395", "end"}


@pytest.mark.rule("16.7")
def test_it_is_voluntary():
    game = beset(unit("99-395", VILLAGE))
    events = do(game, "end")
    assert not told(events, "stand")
    assert at(game, "retreating")


@pytest.mark.rule("16.7a")
def test_where_a_last_stand_is_possible():
    assert at(beset(unit("28-112-2", WIDE), hex_=WIDE), "retreating")
    assert legal(beset(unit("28-112-2", TOWN), hex_=TOWN), "stand")
    assert legal(beset(unit(GI, WIDE), hex_=WIDE, ips={WIDE: Position(ALLIED)}), "stand")
    assert not legal(beset(unit(GI, WIDE), hex_=WIDE, ips={WIDE: Position(GERMAN)}), "stand")


@pytest.mark.rule("16.7a")
def test_in_a_city():
    here = next(to for to in around(CITY) if not BOARD.water[BOARD.key(spot(to), spot(CITY))])
    attackers = [unit(name, here) for name in ("12SS-25", "12SS-26", "3FJ-5", "3FJ-8")]
    game = assault(*attackers, unit(GI, CITY), target=CITY)
    strike(game, "DR2")
    assert f"stand {GI}" in legal(game)


@pytest.mark.rule("16.7a")
@pytest.mark.parametrize(("side", "lead"), [(GERMAN, LANDSER), (ALLIED, "28-112-2")])
def test_in_the_westwall_both_sides(side, lead):
    # Ambiguity 46
    here, wall = pair(lambda one, other, key: is_bare(one) and is_bare(other, "westwall") and is_dry(key))
    names = ("30-117", "30-119", "1-26") if side == GERMAN else ("12SS-25", "12SS-26")
    other = ALLIED if side == GERMAN else GERMAN
    game = assault(*(unit(name, here) for name in names), unit(lead, wall), target=wall, side=other, turn=14)
    strike(game, "DR2")
    assert legal(game, "stand") == {f"stand {lead}"}


@pytest.mark.rule("16.7b", "16.7e")
def test_success_cancels_the_retreat_its_disruption_and_the_advance():
    game, events = stood(2, unit("28-110-3", VILLAGE), unit("28-112-2", VILLAGE), lead="28-112-2")
    assert lost(events) == ["28-112-2"]
    left = game.state.units["28-110-3"]
    assert (left.location, left.status, left.eng) == (VILLAGE, "fresh", False)
    # Others stay: no advance (Ambiguity 53)
    assert not at(game, "advancing")
    assert not at(game, "retreating")


@pytest.mark.rule("16.7c")
def test_a_unit_that_is_not_disrupted_leads():
    units = unit(GI, VILLAGE), unit("28-110-2", VILLAGE, status="disrupted"), unit("28-110-3", VILLAGE, status="routed")
    game = beset(*units)
    assert legal(game, "stand") == {f"stand {GI}"}
    assert refused(game, "stand 28-110-2").rule == "16.7"
    assert refused(game, "stand 28-110-3").rule == "16.7"


@pytest.mark.rule("16.7c")
@pytest.mark.parametrize("status", ["disrupted", "routed"])
def test_if_all_are_disrupted_there_is_no_attempt(status):
    game = beset(unit("28-112", VILLAGE, status=status))
    assert not legal(game, "stand")


@pytest.mark.rule("16.7c")
def test_the_lead_unit_supplies_the_modifier_and_takes_the_loss():
    for lead, value in (("106-424", 1), ("99-395", 0)):
        units = unit("106-424", VILLAGE), unit("99-395", VILLAGE)
        game = assault(
            unit("12SS-25", VN), unit("12SS-26", VNW), unit("3FJ-5", VNE), unit("3FJ-8", VNE), *units, target=VILLAGE
        )
        strike(game, "DR2")
        game.script([2])
        events = do(game, f"stand {lead}")
        assert sum(number for _, number, _ in told(events, "stand")[0].data["modifiers"]) == value
        assert reduced(events) == [lead]


@pytest.mark.rule("16.7d")
def test_success_does_not_undo_the_loss_of_a_firefight():
    game = beset(unit("99-395", VILLAGE), result="FF")
    game.script([1])
    events = do(game, "duel 12SS-25")
    assert reduced(events) == ["99-395"]
    game.script([2])
    events = do(game, "stand 99-395")
    # Its second step goes too
    assert lost(events) == ["99-395"]


@pytest.mark.rule("16.7e", "16.7f")
def test_yes_ex():
    game, events = stood(1, unit("99-395", VILLAGE), lead="99-395")
    # The attacker picks his unit freely (Ambiguity 19)
    assert (game.side, legal(game)) == (GERMAN, {"lose 12SS-25", "lose 12SS-26"})
    events += do(game, "lose 12SS-26")
    assert reduced(events) == ["12SS-26", "99-395"]
    left = game.state.units["99-395"]
    assert (left.location, left.status, left.eng) == (VILLAGE, "fresh", False)
    assert not at(game, "advancing")


@pytest.mark.rule("16.7", "16.7f")
def test_e9_the_stand_at_clervaux():
    near = around(CLERVAUX)
    tanks = unit("2Pz-3-2", near[1]), unit("2Pz-304", near[1]), unit("2Pz-2", near[2]), unit("26VG-39", near[0])
    more = unit("26VG-77", near[0]), unit("26VG-78", near[3])
    game = assault(*tanks, *more, unit(GI, CLERVAUX), unit("707Tnk", CLERVAUX), target=CLERVAUX)
    strike(game, "DR2")
    game.script([2])
    events = do(game, "stand 707Tnk")
    (event,) = told(events, "stand")
    assert event.data["modifiers"] == [["lead tank", -1, "16.2"]]
    assert event.data["result"] == "Yes (EX)"
    events += do(game, "lose 26VG-39")
    assert sorted(reduced(events)) == ["26VG-39", "707Tnk"]
    for name in (GI, "707Tnk"):
        assert place(game, name) == CLERVAUX
        assert game.state.units[name].status == "fresh"


@pytest.mark.rule("16.7e")
def test_no():
    game, events = stood(5, unit("99-395", VILLAGE), lead="99-395")
    assert not reduced(events)
    flee(game)
    left = game.state.units["99-395"]
    assert (left.status, distance(left.location, VILLAGE)) == ("disrupted", 2)
    assert extent(game) == "normal"


@pytest.mark.rule("16.7f")
def test_no_with_a_loss():
    game, events = stood(6, unit("99-395", VILLAGE), lead="99-395")
    assert reduced(events) == ["99-395"]
    flee(game)
    left = game.state.units["99-395"]
    assert (left.status, distance(left.location, VILLAGE)) == ("disrupted", 2)
    assert extent(game) == "normal"


@pytest.mark.rule("16.7f")
def test_the_survivors_retreat():
    game, events = stood(6, unit(GI, VILLAGE), unit("28-112-2", VILLAGE), lead=GI)
    assert lost(events) == [GI]
    flee(game)
    assert distance(place(game, "28-112-2"), VILLAGE) == 2


def countered(*defenders: Any, **changes: Any) -> Game:
    """The defenders have got away a hex and may come back."""
    lead = defenders[0].id
    game, _ = stood(4, *defenders, lead=lead, **changes)
    return game


@pytest.mark.rule("16.7g")
def test_ca_is_a_retreat_of_a_hex_without_disruption():
    game = countered(unit("99-395", VILLAGE))
    flee(game)
    left = game.state.units["99-395"]
    assert (left.status, left.reduced, distance(left.location, VILLAGE)) == ("fresh", False, 1)
    assert extent(game) == "limited"
    assert legal(game, "advance") == {f"advance 12SS-25 {VILLAGE}", f"advance 12SS-26 {VILLAGE}"}


@pytest.mark.rule("16.7g")
def test_after_the_advance_the_defender_may_counterattack():
    game = countered(unit("99-395", VILLAGE))
    flee(game)
    do(game, f"advance 12SS-25 {VILLAGE}", "end")
    assert (game.side, legal(game)) == (ALLIED, {"counter 99-395", "end"})
    assert game.prompt.text == f"Counterattack {VILLAGE}, or decline"
    do(game, "counter 99-395")
    found = combat(game)
    # 4 to 6, with the village's 2
    assert (found["hex"], found["attack"], found["defence"]) == (VILLAGE, 4, 8)


@pytest.mark.rule("16.7g")
def test_a_counterattack_is_voluntary_and_no_attack_of_the_phase():
    game = countered(unit("99-395", VILLAGE))
    flee(game)
    do(game, f"advance 12SS-25 {VILLAGE}", "end", "end")
    assert not at(game, "battle")
    game = countered(unit("99-395", VILLAGE))
    flee(game)
    do(game, f"advance 12SS-25 {VILLAGE}", "end", "counter 99-395")
    strike(game, "Eng")
    assert game.state.units["12SS-25"].eng
    assert "99-395" not in game.state.now.fought
    assert not at(game, "battle")  # once


@pytest.mark.rule("16.7g")
def test_several_may_counterattack_together():
    game = countered(unit("28-112-2", VILLAGE), unit("28-110-3", VILLAGE))
    flee(game)
    do(game, f"advance 12SS-25 {VILLAGE}", "end", "counter 28-112-2")
    assert legal(game) == {"with 28-110-3", "roll", "end"}
    do(game, "with 28-110-3")
    assert combat(game)["attack"] == 4


@pytest.mark.rule("16.7g")
def test_a_counterattack_has_no_artillery():
    guns = unit("VIII-402", around(VS)[3]), unit("388VAK", around(VN)[0])
    attackers = unit("12SS-25", VN), unit("12SS-26", VNW)
    game = assault(*attackers, unit("99-395", VILLAGE), *guns, target=VILLAGE)
    do(game, "roll")
    # Nobody fires in the first combat: 14 to 6
    game.script([1, 4])
    events = do(game, "roll", "roll")
    assert told(events, "combat")[0].data["result"] == "DR2"
    do(game, "stand 99-395")
    flee(game)
    do(game, f"advance 12SS-25 {VILLAGE}", "end", "counter 99-395")
    # Neither side is asked for support in the second one
    (found,) = told(do(game, "roll"), "combat")
    assert found.data["shifts"] == []
    assert not any(game.state.units[gun.id].fired for gun in guns)


@pytest.mark.rule("16.7g")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_a_counterattack_has_no_air_support(side):
    if side == ALLIED:
        # The Allies fight back in a German turn
        mine, foe, dice = ("12SS-25", "12SS-26"), "99-395", (6, 1)
    else:
        # The Germans fight back in an Allied turn, under a clear sky
        mine, foe, dice = ("30-117", "30-119"), LANDSER, (1,)
    other = GERMAN if side == ALLIED else ALLIED
    attackers = unit(mine[0], VN), unit(mine[1], VNW)
    given: dict[str, Any] = {"now": {"air": 0}}
    game = assault(*attackers, unit(foe, VILLAGE), target=VILLAGE, side=other, turn=15, dice=(*dice, 4), **given)
    roll(game)
    do(game, f"stand {foe}")
    flee(game)
    do(game, f"advance {mine[0]} {VILLAGE}", "end", f"counter {foe}")
    events = do(game, "roll")
    assert not told(events, "jabo")
    assert told(events, "combat")[0].data["shifts"] == []


@pytest.mark.rule("16.7g")
def test_if_nobody_advanced_the_defender_may_go_back():
    game = countered(unit("99-395", VILLAGE))
    flee(game)
    do(game, "end")
    assert (game.side, legal(game)) == (ALLIED, {"counter 99-395", "end"})
    assert game.prompt.text == f"Return to {VILLAGE}, now empty, or decline"
    assert TITLE.command_text(game.state, End()) == "No unit returns"
    events = do(game, "counter 99-395")
    assert told(events, "returned")
    assert place(game, "99-395") == VILLAGE
    assert not told(events, "combat")
    assert not at(game, "battle")


@pytest.mark.rule("16.7g")
def test_a_disrupted_unit_goes_back_but_does_not_counterattack():
    units = unit(GI, VILLAGE), unit("28-110-2", VILLAGE, status="disrupted")
    game = countered(*units)
    flee(game)
    assert game.state.units["28-110-2"].status == "disrupted"
    do(game, "end")
    assert legal(game, "counter") == {f"counter {GI}", "counter 28-110-2"}
    game = countered(*units)
    flee(game)
    do(game, f"advance 12SS-25 {VILLAGE}", "end")
    assert legal(game, "counter") == {f"counter {GI}"}


@pytest.mark.rule("16.7h")
@pytest.mark.parametrize(
    ("lead", "value"),
    [
        ("28-110-1", 0),
        ("USInf-1", 1),
        ("551Para", -1),
        ("707Tnk", -1),
        # Red counts here
        ("630TD", -1),
        ("704TD", -2),
        # No tank unit
        ("14Cav-18", 0),
    ],
)
def test_modifiers_of_the_last_stand(lead, value):
    game = beset(unit(lead, VILLAGE))
    (event,) = told(do(game, f"stand {lead}"), "stand")
    assert sum(number for _, number, _ in event.data["modifiers"]) == value


@pytest.mark.rule("16.7h")
@pytest.mark.parametrize(("tank", "value"), [("2Pz-3-2", -1), ("2Pz-3-1", 0), ("2Pz-38Jpz", 0)])
def test_the_quality_is_compared_with_the_highest_attacking_one(tank, value):
    game = beset(unit("630TD", VILLAGE), unit("4-12-1", VILLAGE), more=(unit(tank, VNE),))
    (event,) = told(do(game, "stand 630TD"), "stand")
    assert sum(number for _, number, _ in event.data["modifiers"]) == value


@pytest.mark.rule("16.7h")
@pytest.mark.parametrize(("lead", "value"), [(GI, -1), ("551Para", -2), ("707Tnk", -1)])
def test_a_city_helps_but_its_tanks_do_not(lead, value):
    # Ambiguity 15
    here = next(to for to in around(CITY) if not BOARD.water[BOARD.key(spot(to), spot(CITY))])
    attackers = [unit(name, here) for name in ("12SS-25", "12SS-26", "3FJ-5", "3FJ-8")]
    game = assault(*attackers, unit(lead, CITY), target=CITY)
    strike(game, "DR2")
    (event,) = told(do(game, f"stand {lead}"), "stand")
    assert sum(number for _, number, _ in event.data["modifiers"]) == value


@pytest.mark.rule("16.7h")
def test_the_one_more_of_ff_is_not_for_the_stand():
    game = beset(unit("99-395", VILLAGE), unit("28-112-2", VILLAGE), result="FF(+1)")
    game.script([1])
    do(game, "duel 12SS-25")
    (event,) = told(do(game, "stand 99-395"), "stand")
    assert event.data["modifiers"] == []


@pytest.mark.rule("16.7i")
@pytest.mark.parametrize("die", [1, 2, 3])
def test_a_one_step_defender_is_lost_and_the_attacker_may_enter_the_hex_only(die):
    game, events = stood(die, unit("28-112-2", VILLAGE), lead="28-112-2")
    if die == 1:
        events += do(game, "lose 12SS-25")
    assert lost(events) == ["28-112-2"]
    assert extent(game) == "limited"
    assert legal(game, "advance") == {f"advance 12SS-25 {VILLAGE}", f"advance 12SS-26 {VILLAGE}"}
    do(game, f"advance 12SS-25 {VILLAGE}", f"advance 12SS-26 {VILLAGE}")
    assert not at(game, "advancing")


@pytest.mark.rule("16.7")
def test_a_recon_unit_that_slips_away_makes_no_stand():
    # DR1 is no result of the tables (21.4)
    game = assault(unit("12VG-27", VN), unit("14Cav-18", VILLAGE), target=VILLAGE)
    strike(game, "Eng")
    do(game, "slip_away")
    assert not legal(game, "stand")


# Markers of units, collected (TA13)


@pytest.mark.rule("16.5")
@pytest.mark.parametrize(("marker", "left"), [("SM", "none"), ("truck", "none")])
def test_an_engaged_unit_loses_its_marker(marker, left):
    game = even(unit("30-526Mech", WIDE, marker=marker), unit("106-424", WIDE))
    strike(game, "Eng")
    assert game.state.units["30-526Mech"].marker == left
