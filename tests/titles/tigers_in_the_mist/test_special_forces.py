"""Chapter 14 of Tigers in the Mist: the German special forces."""

from collections.abc import Sequence

import pytest

from tests.titles.tigers_in_the_mist.kit import ALLIED, GERMAN, do, legal, position, refused, rolls, unit
from wargame_tui.board.files import load
from wargame_tui.board.plain import scenarios_folder
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.tigers_in_the_mist.printed.data import MapFile
from wargame_tui.titles.tigers_in_the_mist.state import SpecialForces, Unit

MAP = load(scenarios_folder() / "tigers_in_the_mist" / "map.yaml", MapFile)

EFFECTS = {"special impede", "special prevent", "special support"}
WORDS = {"impede": "impede movement", "prevent": "prevent demolition", "support": "battlefield support"}


def offered(game: Game) -> set[str]:
    """The effects that the German may choose now."""
    return {command for command in legal(game) if command.startswith("special")}


def on_the_map(effect: str, area: str) -> SpecialForces:
    """The special forces unit in an area since the German impulse."""
    return SpecialForces((17,), (WORDS[effect],), area, WORDS[effect])


def stage(at: str, *, special: SpecialForces | None = None) -> Game:
    """German tanks in Burg-Reuland (72), an American regiment in Trois Ponts (83)."""
    units = unit("G", "German armour 3 @72"), unit("US", "Allied infantry 3 @83")
    return position(*units, at=at, **({"special": special} if special else {}))


def play_to(game: Game, box: str, side: str = GERMAN) -> None:
    """Pass to the movement step of a later impulse."""
    while (f"{game.state.date}-{game.state.impulse}", game.state.active) != (box, side):
        do(game, "end" if "end" in legal(game) else "done")


# 14.1 When and where


@pytest.mark.rule("14.11")
@pytest.mark.parametrize("box", [f"{date}-{impulse}" for date in (17, 18, 19) for impulse in (1, 2, 3)])
def test_one_unit_in_any_impulse_of_17_18_and_19_december(box: str) -> None:
    game = stage(box)
    assert offered(game) == (EFFECTS if box[-1] != "3" else EFFECTS - {"special impede"})
    do(game, "special support", "at 74")
    assert game.state.special.area == "74"
    assert offered(game) == set()
    refusal = refused(game, "special prevent")
    assert refusal.rule == "14.11"
    assert "of this date have been used" in refusal.reason


@pytest.mark.rule("14.11")
@pytest.mark.parametrize("box", ["16-1", "16-3", "20-1", "21-2", "22-1"])
def test_none_on_other_dates(box: str) -> None:
    game = stage(box)
    assert offered(game) == set()
    refusal = refused(game, "special support")
    assert refusal.rule == "14.11"
    assert "17, 18 and 19 December" in refusal.reason


@pytest.mark.rule("14.11")
def test_one_in_a_turn_not_one_in_an_impulse() -> None:
    game = stage("17-1")
    do(game, "special support", "at 74")
    play_to(game, "17-2")
    assert offered(game) == set()


@pytest.mark.rule("14.11", "14.21")
def test_d39_an_effect_is_used_up_and_a_unit_not_used_is_lost() -> None:
    """D39: used on the 17th with one effect; none on the 18th; the 19th still allows one only."""
    game = stage("17-1")
    do(game, "special support", "at 74")
    play_to(game, "18-1")
    assert offered(game) == {"special impede", "special prevent"}
    refusal = refused(game, "special support")
    assert refusal.rule == "14.21"
    assert "battlefield support" in refusal.reason
    play_to(game, "19-1")
    do(game, "special impede", "at 74")
    assert offered(game) == set()
    play_to(game, "19-2")
    assert offered(game) == set()
    play_to(game, "20-1")
    assert offered(game) == set()


@pytest.mark.rule("14.12")
def test_the_german_places_it_during_his_movement() -> None:
    game = stage("17-1")
    do(game, "special impede")
    assert game.side == GERMAN
    do(game, "at 74", "end")
    assert game.side == ALLIED
    assert refused(game, "special prevent").rule == "14.11"  # nor in the Allied impulse
    assert "German" in refused(game, "special prevent").reason


@pytest.mark.rule("14.12")
@pytest.mark.parametrize("effect", ["impede", "support"])
def test_in_any_area_that_is_no_vp_area_and_not_in_a_zone(effect: str) -> None:
    game = stage("17-1")
    do(game, f"special {effect}")
    areas = {command.split()[1] for command in legal(game)}
    assert areas == {space for space, entry in MAP.spaces.items() if entry.kind == "area" and not entry.vp}
    assert {"83", "72", "66"} <= areas  # with Americans, with Germans, empty
    for place, word in (("73", "victory point area"), ("I", "no area"), ("A", "no area"), ("999", "no area")):
        refusal = refused(game, f"at {place}")
        assert refusal.rule == "14.12"
        assert word in refusal.reason


@pytest.mark.rule("14.12")
def test_the_towns_of_the_first_three_days_are_no_vp_areas_for_this() -> None:
    """S3: Noville (66) is a scenario town only; Bastogne (61) is a VP area of the map as well."""
    game = position(unit("G", "German armour 3 @73"), at="17-1", scenario="first_three_days")
    do(game, "special support")
    assert "at 66" in legal(game)
    assert refused(game, "at 61").rule == "14.12"


def test_a40_in_a_scenario_on_a_part_of_the_map_the_area_is_inside_it() -> None:
    game = position(unit("G", "German armour 3 @9"), at="17-1", scenario="seventh_army")
    do(game, "special support")
    assert "at 14" in legal(game)
    assert refused(game, "at 83").rule == "14.12"


def test_a33_the_marker_is_no_unit() -> None:
    """No cost to enter its area, no place in a stack, no halt, no cut of supply, no control."""
    full = [unit(f"V{number}", "German infantry 2 @74") for number in range(3)]
    game = position(unit("G", "German armour 3 @73"), *full, special=on_the_map("support", "74"))
    do(game, "move G", "to 74")
    assert game.state.units["G"].mp_spent == 2  # a primary road, and the friends there
    do(game, "stop", "end")  # four units, nine points: the marker does not count
    game = position(unit("US", "Allied armour 2 @84"), side=ALLIED, special=on_the_map("support", "85"))
    do(game, "move US", "to 85")
    assert game.state.units["US"].mp_spent == 2  # a secondary road and nothing else
    assert "to 65" in legal(game)
    do(game, "stop")
    assert game.state.control["85"] == ALLIED


# 14.2 What it does


@pytest.mark.rule("14.21")
def test_only_the_three_effects_exist() -> None:
    game = stage("17-1")
    refusal = refused(game, "special rain")
    assert refusal.rule == "14.21"
    assert "impede, prevent, support" in refusal.reason


@pytest.mark.rule("14.21")
def test_over_three_dates_all_three_effects_can_be_had() -> None:
    game = stage("17-1")
    for box, effect, area in (("17-1", "impede", "74"), ("18-1", "prevent", "83"), ("19-1", "support", "83")):
        play_to(game, box)
        do(game, f"special {effect}", f"at {area}")
    assert game.state.special.used_effects == tuple(WORDS[effect] for effect in ("impede", "prevent", "support"))


def allied_march(*path: str, special: SpecialForces | None) -> int:
    """Points that an Allied unit spends from the first area of a path to the last."""
    game = position(unit("US", f"Allied armour 3 @{path[0]}"), side=ALLIED, **({"special": special} if special else {}))
    do(game, "move US", *[f"to {area}" for area in path[1:]])
    spent: int = game.state.units["US"].mp_spent
    return spent


@pytest.mark.rule("14.22")
def test_impeded_movement_costs_one_to_enter_and_one_to_leave() -> None:
    """Werbomont (33), Trois Ponts (83), Vielsalm (84): primary roads."""
    impede = on_the_map("impede", "83")
    assert allied_march("32", "83", special=None) == 1
    assert allied_march("32", "83", special=impede) == 2
    assert allied_march("83", "84", special=impede) == 2
    assert allied_march("32", "83", "84", special=impede) == 4  # passing through costs both
    assert allied_march("84", "73", special=impede) == 1  # elsewhere nothing
    assert allied_march("32", "83", special=on_the_map("support", "83")) == 1
    assert allied_march("32", "83", special=on_the_map("prevent", "83")) == 1


@pytest.mark.rule("14.22")
def test_impeded_movement_is_added_to_the_other_costs() -> None:
    game = position(
        unit("US", "Allied armour 3 @32"),
        unit("G", "German armour 1 @83"),
        side=ALLIED,
        special=on_the_map("impede", "83"),
    )
    do(game, "move US", "to 83")
    assert game.state.units["US"].mp_spent == 3  # road 1, units in the area 1, impeded 1


@pytest.mark.rule("14.22")
def test_a_unit_without_the_additional_point_stays_out() -> None:
    """Infantry from Aywaille (34): 1 to Werbomont (33), 2 to Stoumont (82), 2 to Trois Ponts (83), and no more."""
    for special, allowed in ((None, True), (on_the_map("impede", "83"), False)):
        given = {"special": special} if special else {}
        game = position(unit("US", "Allied infantry 3 @34"), side=ALLIED, **given)
        do(game, "move US", "to 32", "to 82")
        assert ("to 83" in legal(game)) == allowed
        if not allowed:
            assert refused(game, "to 83").rule == "8.38"


@pytest.mark.rule("14.22")
def test_german_movement_is_not_impeded() -> None:
    game = position(unit("G", "German armour 3 @84"), special=on_the_map("impede", "83"))
    do(game, "move G", "to 83", "to 32")
    assert game.state.units["G"].mp_spent == 2


@pytest.mark.rule("14.22")
@pytest.mark.parametrize("date", [17, 18, 19])
def test_movement_cannot_be_impeded_in_the_third_impulse(date: int) -> None:
    for impulse in (1, 2):
        assert "special impede" in offered(stage(f"{date}-{impulse}"))
    game = stage(f"{date}-3")
    refusal = refused(game, "special impede")
    assert refusal.rule == "14.22"
    assert "third impulse" in refusal.reason


def crossing(*units: Unit, special: SpecialForces, dice: Sequence[int]) -> Game:
    """A German unit in Vielsalm (84), another in Stavelot (81), engineers in Trois Ponts (83)."""
    return position(
        unit("G", "German armour 3 @84"), unit("G2", "German armour 2 @81"), *units,
        unit("US", "Allied engineer 2 @83"), special=special, dice=dice,
    )  # fmt: skip


def check(events: Sequence[Event]) -> tuple[int, bool, str | None]:
    """Number needed, success and rule of the one demolition check."""
    (roll,) = rolls(events, "demolition")
    return roll.data["needed"], bool(roll.data["successes"]), roll.rule


@pytest.mark.rule("14.23")
@pytest.mark.parametrize(("die", "blown"), [(1, True), (2, False), (8, False)])
def test_d21_while_demolition_is_prevented_only_a_1_succeeds(die: int, blown: bool) -> None:
    """D21."""
    game = crossing(special=on_the_map("prevent", "83"), dice=[die])
    events = do(game, "move G", "to 83", "blow 83-84 US")
    assert check(events) == (1, blown, "14.23")
    assert game.state.bridges["83-84"].intact == (not blown)


@pytest.mark.rule("14.23")
def test_every_bridge_to_the_area_has_its_own_check() -> None:
    game = crossing(special=on_the_map("prevent", "83"), dice=[2, 1])
    assert check(do(game, "move G", "to 83", "blow 83-84 US")) == (1, False, "14.23")
    assert check(do(game, "move G2", "to 83", "blow 81-83 US")) == (1, True, "14.23")


@pytest.mark.rule("14.23")
def test_the_limits_of_who_may_try_stay() -> None:
    third = unit("G3", "German armour 1 @82")
    game = crossing(third, special=on_the_map("prevent", "83"), dice=[1, 1])
    do(
        game,
        "move G",
        "to 83",
        "blow 83-84 US",
        "stop",
        "move G2",
        "to 83",
        "blow 81-83 US",
        "stop",
        "move G3",
        "to 83",
    )
    assert game.state.units["G3"].location == "83"  # not asked: two bridges tried (10.23)


@pytest.mark.rule("14.23")
def test_a46_the_limit_binds_units_on_the_other_bank_too() -> None:
    """The special forces in Trois Ponts (83); the Americans who would blow the bridge in Vielsalm (84)."""
    game = position(
        unit("G", "German armour 3 @83"),
        unit("US", "Allied engineer 2 @84"),
        special=on_the_map("prevent", "83"),
        dice=[2],
    )
    assert check(do(game, "move G", "to 84", "blow 83-84 US")) == (1, False, "14.23")


@pytest.mark.rule("14.23")
def test_bridges_elsewhere_and_other_effects_are_not_concerned() -> None:
    game = crossing(special=on_the_map("prevent", "32"), dice=[8])
    assert check(do(game, "move G", "to 83", "blow 83-84 US")) == (8, True, "10.29")
    game = crossing(special=on_the_map("impede", "83"), dice=[8])
    assert check(do(game, "move G", "to 83", "blow 83-84 US")) == (8, True, "10.29")


@pytest.mark.rule("14.23")
def test_german_demolition_is_not_prevented() -> None:
    game = position(
        unit("US", "Allied armour 3 @84"), unit("G", "German engineer 2 @83"), side=ALLIED,
        special=on_the_map("prevent", "83"), dice=[8],
    )  # fmt: skip
    assert check(do(game, "move US", "to 83", "blow 83-84 G")) == (8, True, "10.29")


@pytest.mark.rule("14.23")
def test_a32_it_goes_where_allied_units_could_blow_bridges() -> None:
    """A32: any Allied unit that could; armour cannot (10.22). Vielsalm and the like are VP areas."""
    game = position(
        unit("G", "German armour 3 @73"), unit("US", "Allied infantry 3 @83"), unit("tanks", "Allied armour 3 @32"),
        unit("GB", "Allied motorized 1 @31", branch="British"),
    )  # fmt: skip
    do(game, "special prevent")
    assert legal(game) == {"at 83", "at 31"}
    for area in ("32", "74"):
        refusal = refused(game, f"at {area}")
        assert refusal.rule == "14.23"
        assert "could blow a bridge" in refusal.reason


@pytest.mark.rule("14.23")
def test_without_such_an_area_the_effect_cannot_be_chosen() -> None:
    game = position(unit("G", "German armour 3 @73"), unit("tanks", "Allied armour 3 @32"))
    assert offered(game) == {"special impede", "special support"}
    assert refused(game, "special prevent").rule == "14.23"


def battle(game: Game, support: str, *first: str) -> list[Event]:
    """Fight a battle in Trois Ponts (83) with all the artillery there is."""
    events = do(game, *first)
    wanted = ("end", "battle 83", "ready", f"support {support}", "call 1")
    while not rolls(events, "battle_ended"):
        commands = sorted(legal(game))
        events += do(game, next((command for command in wanted if command in commands), commands[0]))
    return events


def supported_rolls(events: Sequence[Event]) -> set[tuple[str, str]]:
    """Which fire in these events had the modifier of battlefield support: kind of roll and side or unit."""
    return {
        (roll.kind, roll.data.get("side", roll.data["unit"]))
        for roll in events
        if roll.kind in ("fire", "artillery") and ["German battlefield support", 1, "14.24"] in roll.data["modifiers"]
    }


def fighters(at: str, side: str, dice: Sequence[int] = (8, 1, *[10] * 40)) -> Game:
    """German infantry from Vielsalm against Americans in Trois Ponts, the special forces among them."""
    return position(
        unit("G", "German infantry 3 @84" if side == GERMAN else "German infantry 3 @83"),
        unit("US", "Allied infantry 3 @83" if side == GERMAN else "Allied infantry 3 @32", defence=4),
        at=at, side=side, special=on_the_map("support", "83"), dice=dice,
    )  # fmt: skip


@pytest.mark.rule("14.24")
def test_all_allied_fire_in_the_battle_is_worse_artillery_too() -> None:
    """The defender's call succeeds on an 8, the attacker's on a 1; then everybody misses."""
    events = battle(fighters("17-1", GERMAN), "yes", "move G", "to 83", "pass")
    assert {roll.kind for roll in rolls(events, "fire") + rolls(events, "artillery")} == {"fire", "artillery"}
    assert len(rolls(events, "artillery")) == 2
    assert supported_rolls(events) == {("artillery", ALLIED), ("fire", "US")}


@pytest.mark.rule("14.24")
def test_the_modifier_decides() -> None:
    """Defence 4, attackers over a river without combined arms: a hit on 6 or less, with the support on 5 or less."""
    for answer, lost in (("yes", 0), ("no", 3)):
        game = fighters("17-1", GERMAN, dice=[10, 10, 6, 6, 6, *[10] * 20])  # both calls fail
        battle(game, answer, "move G", "to 83", "pass")
        assert 3 - game.state.units["G"].strength == lost


@pytest.mark.rule("14.24")
def test_a31_support_is_given_in_the_german_or_the_following_allied_impulse() -> None:
    """And it is the German who declares it, before any roll."""
    game = fighters("17-1", ALLIED)
    events = battle(game.branch(), "yes", "move US", "to 83")
    assert supported_rolls(events) == {("artillery", ALLIED), ("fire", "US")}
    do(game, "move US", "to 83")
    while not legal(game) & {"support yes"}:
        do(game, *sorted(legal(game))[:1])
    assert game.side == GERMAN
    assert legal(game) == {"support yes", "support no"}


@pytest.mark.rule("14.24")
def test_a31_no_support_for_a_battle_elsewhere() -> None:
    units = unit("G", "German infantry 3 @84"), unit("US", "Allied infantry 3 @83")
    game = position(*units, special=on_the_map("support", "32"), dice=[10] * 40)
    assert supported_rolls(battle(game, "yes", "move G", "to 83", "pass")) == set()


@pytest.mark.rule("14.24")
def test_one_battle_only() -> None:
    """Given in the German impulse, it is not there for the Allied counter-attack."""
    for answer, offered_again in (("yes", False), ("no", True)):
        game = position(
            unit("G", "German infantry 3 @84"), unit("US", "Allied infantry 3 @83"),
            unit("US2", "Allied infantry 3 @32"), special=on_the_map("support", "83"), dice=[10] * 60,
        )  # fmt: skip
        battle(game, answer, "move G", "to 83", "pass")
        events = battle(game, "yes", "move US2", "to 83")
        assert bool(supported_rolls(events)) == offered_again


@pytest.mark.rule("14.24")
def test_the_other_effects_are_no_support() -> None:
    for effect in ("impede", "prevent"):
        units = unit("G", "German infantry 3 @84"), unit("US", "Allied infantry 3 @83")
        game = position(*units, special=on_the_map(effect, "83"), dice=[10] * 40)
        assert supported_rolls(battle(game, "yes", "move G", "to 83", "pass")) == set()


# 14.3 The end of it


@pytest.mark.rule("14.3")
@pytest.mark.parametrize("box", ["17-1", "18-3"])
def test_the_unit_is_removed_at_the_end_of_the_next_allied_impulse(box: str) -> None:
    game = stage(box)
    do(game, "special support", "at 74", "end")
    assert game.side == ALLIED
    assert game.state.special.area == "74"
    (removed,) = (event for event in do(game, "end") if event.kind == "special_removed")
    assert removed.data["space"] == "74"
    assert game.state.active == GERMAN
    assert game.state.special.area is None
    assert game.state.special.effect is None
    assert game.state.special.used_effects == (WORDS["support"],)
