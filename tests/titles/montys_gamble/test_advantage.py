"""Rule 12: the Advantage: rerolls, double impulses, forced loss, and the sunset DRM marker."""

from typing import Any

import pytest

from tests.titles.montys_gamble.kit import (
    ALLIED,
    BOOK,
    GERMAN,
    TITLE,
    condition,
    do,
    legal,
    play_on,
    position,
    quietly,
    refused,
    told,
    unit,
)
from wargame_tui.core.game import Game
from wargame_tui.titles.montys_gamble.rules import dday, sequence, victory

ALLIES = ("1Gren", "4Wilts", "5Wilts", "4SLI", "7SLI", "1Worcs", "5DCLI")
GERMANS = ("Rink", "Henke", "Melitz", "Eindh", "Kerutt", "LdsMW")
CHOICES = {"keep", "reroll", "quiet"}


def slaughter(loser: str, number: int, holder: str, dice: tuple[int, ...] = (6, 6, 1, 1), **changes: Any) -> Game:
    """An impulse in which an attack that cannot fail wipes out units that can take no more, up to its end.

    It is over but for the sunset DRM marker, if that may be moved, and perhaps the reroll of the attack.
    """
    winner, doomed = (("1Cold", 40), GERMANS) if loser == GERMAN else (("2107PG", 40), ALLIES)
    victims = [unit(name, "61", "dis2") for name in doomed[:number]]
    space = "64" if loser == GERMAN else "57"
    strong = unit(winner[0], space, attack=winner[1], type="infantry")
    others = (unit("2Irish", "45"), unit("Harder", "12"))
    side = ALLIED if loser == GERMAN else GERMAN
    game = position(strong, *victims, *others, side=side, holder=holder, dice=dice, **changes)
    do(game, f"assault {space}", f"move {winner[0]} 61", "attack 61", f"point {winner[0]}", "fight")
    if number > 1:
        do(game, f"forward {doomed[0]}")
    return game


def finish(game: Game) -> None:
    """Let everything stand, and end the impulse."""
    while game.state.stack[-1].kind != "aftermath" and game.state.now.kind:
        do(game, "keep" if "keep" in legal(game) else "end")


def spaces(game: Game) -> int:
    """How far the sunset DRM marker may be moved."""
    return max((int(text.split()[1]) for text in legal(game, "sunset")), default=0)


# 12.1


@pytest.mark.rule("12.1")
def test_one_side_holds_it_at_the_start_of_every_impulse() -> None:
    game = position(unit("1Gren", "64"), unit("Rink", "55"), holder=ALLIED, dice=[6] * 20)
    do(game, "assault 64", "end", "keep", "double")
    assert game.state.advantage.holder is None
    do(game, "assault 64", "end")
    assert (game.side, game.state.advantage.holder) == (GERMAN, GERMAN)
    do(game, "assault 55", "end", "double")
    assert game.state.advantage.holder is None
    do(game, "assault 55", "end")
    assert (game.side, game.state.advantage.holder) == (ALLIED, ALLIED)


@pytest.mark.rule("12.1", "21.3", "3.8")
@pytest.mark.parametrize(("holder", "points"), [(ALLIED, 1), (GERMAN, 0)])
def test_it_is_worth_a_victory_point_to_the_allies(holder: str, points: int) -> None:
    game = position(unit("1Gren", "64"), unit("Rink", "55"), holder=holder)
    assert victory.points(game.state) == points


@pytest.mark.rule("12.1", "12.5")
def test_in_limbo_it_is_worth_nothing() -> None:
    """Q38: shown live; it always has a holder when it counts."""
    game = position(unit("1Gren", "64"), unit("Rink", "55"), holder=ALLIED, dice=(6, 6, 6, 6))
    do(game, "pass")
    assert TITLE.points(game.state) == "1 VP"
    do(game, "reroll")
    assert game.state.advantage.holder == GERMAN


# 12.2 Reroll


@pytest.mark.rule("12.2")
@pytest.mark.parametrize("holder", [ALLIED, GERMAN])
def test_the_holder_has_his_own_or_the_enemys_dr_rolled_again_all_four_dice(holder: str) -> None:
    units = unit("1Gren", "64"), unit("Rink", "61", "dis2")
    game = position(*units, holder=holder, dice=(1, 2, 3, 4, 6, 5, 1, 2))
    do(game, "assault 64", "move 1Gren 61", "attack 61", "point 1Gren", "fight")
    assert (game.side, legal(game)) == (holder, CHOICES)
    events = do(game, "reroll")
    assert [event.data["faces"] for event in told(events, "roll")] == [(6, 5, 1, 2)]
    assert told(events, "attack_result")[0].data["dice"] == (11, 3)


@pytest.mark.rule("12.2")
def test_or_lets_it_stand() -> None:
    units = unit("1Gren", "64"), unit("Rink", "61", "dis2")
    game = position(*units, holder=GERMAN, dice=(6, 4, 1, 1))
    do(game, "assault 64", "move 1Gren 61", "attack 61", "point 1Gren", "fight")
    assert told(do(game, "keep"), "attack_result")[0].data["dice"] == (10, 2)
    assert game.state.advantage.holder == GERMAN


@pytest.mark.rule("12.2", "9.22")
def test_any_single_die_too() -> None:
    game = position(unit("1Gren", "64"), unit("Rink", "55"), holder=GERMAN, dice=(6, 1, 6, 6))
    do(game, "assault 64", "seize 1Gren 63-64")
    assert (game.side, legal(game)) == (GERMAN, CHOICES)
    do(game, "reroll")
    assert game.state.crossings["63-64"].holder == GERMAN


@pytest.mark.rule("12.2")
def test_at_the_end_of_the_impulse_it_passes_to_the_other_side() -> None:
    game = position(unit("1Gren", "64"), unit("Rink", "55"), holder=GERMAN, dice=(6, 1, 6, 6))
    do(game, "assault 64", "seize 1Gren 63-64", "reroll")
    assert (game.state.advantage.holder, game.state.advantage.heir) == (None, ALLIED)
    events = do(game, "end")
    assert game.state.advantage.holder == ALLIED
    assert [event.rule for event in told(events, "advantage")] == ["12.2"]


@pytest.mark.rule("12.2", "6.31")
@pytest.mark.parametrize("answer", ["keep", "reroll"])
def test_a_sunset_dr_rolled_again_is_the_sunset_dr(answer: str) -> None:
    game = position(unit("1Gren", "64"), unit("Rink", "55"), at="19-6", holder=GERMAN, dice=(6, 6, 1, 1))
    events = do(game, "pass", answer)
    assert told(events, "sunset")[0].data["roll"] == (12 if answer == "keep" else 2)


@pytest.mark.rule("12.2", "6.31")
def test_also_when_it_was_an_attack() -> None:
    units = unit("1Gren", "64"), unit("Rink", "61", "dis2")
    game = position(*units, at="19-6", holder=ALLIED, dice=(1, 1, 1, 1, 5, 6, 1, 1))
    events = do(game, "assault 64", "move 1Gren 61", "attack 61", "point 1Gren", "fight", "reroll", "end")
    assert told(events, "sunset")[0].data["roll"] == 11


@pytest.mark.rule("12.2", "20.1", "12.4")
def test_in_a_d_day_phase_it_passes_at_the_end_of_the_phase() -> None:
    game = Game(TITLE, "montys_gamble/basic", 1)
    do(game, min(legal(game, "bomb")))
    play_on(game, lambda game: "reroll" in legal(game))
    do(game, "reroll")
    holders = set()
    while any(step.kind == "air_phase" for step in game.state.stack):
        holders.add(game.state.advantage.holder)
        assert "reroll" not in legal(game)
        play_on(game, lambda game, before=game.state: game.state is not before)
    assert holders <= {None}
    assert game.state.advantage.holder == GERMAN


@pytest.mark.rule("12.2", "12.3", "20.5")
def test_no_double_impulse_in_the_d_day_phases() -> None:
    game = ground_assault(1, dice=(6, 6, 1, 1))
    do(game, "point 1Cold", "fight", "keep")
    assert game.state.stack[-1].kind == "operations"  # an overrun
    assert "double" not in legal(game)
    assert refused(game, "double").rule == "12.2"


@pytest.mark.rule("12.2", "6.21")
def test_q57_the_weather_die_may_be_rolled_again_and_the_advantage_passes_at_dawn() -> None:
    units = unit("1Gren", "64"), unit("Rink", "55")
    game = position(*units, at="18-5", holder=ALLIED, dice=(2, 5), stack=(sequence.Day(19),))
    assert (game.side, legal(game)) == (ALLIED, CHOICES)
    do(game, "reroll")
    assert game.state.weather == "clear"
    assert game.state.advantage.holder == GERMAN
    assert any(step.kind == "daylight" for step in game.state.stack)


# 12.3 Double impulse


def two(*units, **changes: Any) -> Game:
    """An Allied impulse with the Advantage: units of 64 and 65, the enemy in 61 between them."""
    here = units or (unit("1Gren", "64"), unit("4Wilts", "65"), unit("Rink", "61"))
    return position(*here, **({"holder": ALLIED, "dice": (6, 6)} | changes))


@pytest.mark.rule("12.3")
def test_two_areas_in_one_impulse() -> None:
    game = two(unit("1Gren", "64"), unit("4Wilts", "65"), unit("Rink", "55"))
    events = do(game, "assault 64", "move 1Gren 61", "end", "keep", "double", "assault 65", "move 4Wilts 60")
    assert [event.data["space"] for event in events if event.kind == "activated"] == ["64", "65"]
    assert [event.kind for event in events if event.kind == "advantage_used"]
    assert refused(game, "assault 64").rule == "12.3"
    do(game, "end")
    assert (game.side, game.state.impulse) == (GERMAN, 4)  # one impulse on the track
    assert game.state.advantage.holder == GERMAN


@pytest.mark.rule("12.3")
def test_the_same_area_twice() -> None:
    game = two(unit("1Gren", "64"), unit("4Wilts", "64"), unit("Rink", "55"))
    do(game, "assault 64", "move 1Gren 65", "end", "keep", "double", "assault 64", "move 4Wilts 65")
    assert refused(game, "move 1Gren 61").rule == "8.21"


@pytest.mark.rule("12.3")
def test_only_who_holds_the_advantage() -> None:
    game = two(holder=GERMAN)
    do(game, "assault 64")
    assert refused(game, "double").rule == "12.3"
    game = position(unit("Rink", "61"), unit("Henke", "55"), unit("1Gren", "64"), side=GERMAN, holder=GERMAN)
    do(game, "assault 61", "end", "double", "infiltration 61")


@pytest.mark.rule("12.3")
def test_it_may_be_declared_having_seen_the_first_half_or_for_both_at_once() -> None:
    game = two(dice=(6, 6, 6, 6))
    do(game, "assault 64", "double", "assault 65", "move 1Gren 61", "move 4Wilts 61")
    do(game, "attack 61", "point 1Gren", "fight")
    quietly(game)
    attackers = [event.data["attackers"] for entry in game.entries for event in told(entry.events, "attack")]
    assert attackers == [("1Gren", "4Wilts")]


@pytest.mark.rule("12.3", "9.3")
def test_an_area_attacked_in_the_first_half_is_closed_in_the_second() -> None:
    game = two(dice=(1, 1, 6, 6))
    do(game, "assault 64", "move 1Gren 61", "attack 61", "point 1Gren", "fight", "keep")
    quietly(game)
    do(game, *(["end"] if game.state.stack[-1].kind == "operations" else []), "double", "assault 65")
    assert refused(game, "move 4Wilts 61").rule == "9.3"
    assert "move 4Wilts 60" in legal(game)


@pytest.mark.rule("12.3", "10.5")
def test_at_an_overrun_units_of_a_second_area_join_the_next_attack() -> None:
    units = unit("1Gren", "64", attack=20), unit("Rink", "65", "dis2"), unit("Henke", "60"), unit("2Irish", "58")
    game = two(*units, dice=(6, 6, 1, 1, 6, 6, 1, 1), control={"58": "XXX"})
    do(game, "assault 64", "move 1Gren 65", "attack 65", "point 1Gren", "fight", "keep")
    assert condition(game, "1Gren") == "fresh"  # an overrun
    do(game, "double", "assault 58", "move 2Irish 60")
    do(game, "move 1Gren 60", "attack 60", "point 1Gren", "fight")
    assert condition(game, "Henke") == "eliminated"
    attackers = [event.data["attackers"] for entry in game.entries for event in told(entry.events, "attack")]
    assert [set(names) for names in attackers] == [{"1Gren"}, {"1Gren", "2Irish"}]


@pytest.mark.rule("12.3", "11.1")
def test_an_attacked_area_may_be_bombarded_and_the_other_way_round() -> None:
    units = unit("1Gren", "64"), unit("55Fd", "65"), unit("Rink", "61"), unit("Henke", "61")
    game = two(*units, dice=(1, 1, 6, 6, 6, 6, 1, 1))
    do(game, "assault 64", "move 1Gren 61", "attack 61", "point 1Gren", "fight", "forward Rink", "keep")
    quietly(game)
    do(game, "end", "double", "bombard 61")
    game = two(*units, dice=(1, 1, 6, 6, 1, 1, 6, 6))
    do(
        game,
        "bombard 61",
        "lead 55Fd",
        "aim Rink",
        "fight",
        "keep",
        "double",
        "assault 64",
        "move 1Gren 61",
        "attack 61",
    )


@pytest.mark.rule("12.3")
def test_fresh_units_in_an_attacked_area_attack_it_again_from_inside() -> None:
    units = unit("1Gren", "64"), unit("4Wilts", "61"), unit("Rink", "61"), unit("5Wilts", "65")
    game = two(*units, dice=(1, 1, 6, 6, 6, 6, 1, 1))
    do(game, "assault 64", "move 1Gren 61", "attack 61", "point 1Gren", "fight", "keep", "stay")
    quietly(game)
    do(game, "end", "double", "assault 61")
    assert refused(game, "move 5Wilts 61").rule == "8.21"
    do(game, "attack 61")
    assert legal(game, "point") == {"point 4Wilts"}
    assert refused(game, "point 1Gren").rule == "10.1"


@pytest.mark.rule("12.3", "9.1")
def test_but_not_without_its_activation() -> None:
    units = unit("1Gren", "64"), unit("4Wilts", "61"), unit("Rink", "61"), unit("5Wilts", "65")
    game = two(*units, dice=(1, 1, 6, 6))
    do(game, "assault 64", "move 1Gren 61", "attack 61", "point 1Gren", "fight", "keep", "stay")
    quietly(game)
    assert refused(game, "attack 61").rule == "9.1"


@pytest.mark.rule("12.3", "6.31")
def test_there_is_no_sunset_dr_in_the_second_half() -> None:
    """Without a DR in the first half one is rolled at its end, before the second is declared."""
    game = two(dice=(3, 4, 6, 6, 1, 1))
    do(game, "assault 64", "move 1Gren 65", "end", "keep", "double", "assault 65", "move 4Wilts 61")
    do(game, "attack 61", "point 4Wilts", "fight")
    events = play_until_sunset(game)
    assert told(events, "sunset")[0].data["roll"] == 7


def play_until_sunset(game: Game) -> list:
    """Everything up to the end of the Allied impulse."""
    return play_on(game, lambda game: not game.state.now.kind or game.state.now.side == GERMAN)


@pytest.mark.rule("12.3", "14.5", "6.31")
def test_nor_in_that_of_zone_f() -> None:
    units = unit("1Gren", "64"), unit("2Irish", "F", attack=30), unit("Rink", "F", "dis2")
    game = position(*units, dice=(3, 4, 6, 6, 1, 1))
    do(game, "assault 64", "move 1Gren 65", "end", "assault F", "attack F", "point 2Irish", "fight")
    assert told(play_until_sunset(game), "sunset")[0].data["roll"] == 7


@pytest.mark.rule("12.3", "16.21")
def test_an_air_bombardment_is_no_part_of_a_double_impulse() -> None:
    units = unit("1Gren", "64"), unit("Rink", "61"), unit("2Irish", "F")
    game = two(*units, dice=(1, 1, 6, 6))
    do(game, "air RAF2 61", "fight", "keep")
    assert game.side == GERMAN  # there was nothing more to declare
    game = two(*units)
    do(game, "assault 64", "end", "keep", "double")
    assert refused(game, "air RAF2 61").rule == "16.21"


@pytest.mark.rule("12.3", "14.5", "16.21")
def test_nothing_follows_an_air_bombardment_of_zone_f() -> None:
    units = unit("1Gren", "64"), unit("2Irish", "F"), unit("Rink", "F")
    game = two(*units, dice=(1, 1, 6, 6), control={"64": "XXX"})
    do(game, "air RAF2 F", "fight", "keep")
    assert game.side == GERMAN
    game = two(*units, unit("55Fd", "F"), dice=(1, 1, 6, 6), control={"64": "XXX"})
    do(game, "bombard F", "lead 55Fd", "fight", "keep")
    assert "assault 64" in legal(game)  # artillery leaves room for more (Q61)


@pytest.mark.rule("12.3", "14.5")
def test_no_third_activation_with_zone_f() -> None:
    units = unit("1Gren", "64"), unit("4Wilts", "65"), unit("2Irish", "F"), unit("Rink", "55")
    game = two(*units)
    do(game, "assault 64", "end", "keep", "assault F")
    assert refused(game, "double").rule == "14.5"
    assert refused(game, "assault 65").rule == "14.5"
    game = two(*units)
    do(game, "assault 64", "end", "keep", "double", "assault 65")
    assert refused(game, "assault F").rule == "12.3"
    game = two(*units)
    do(game, "assault 64", "end", "keep", "double", "assault F")  # as one of the two


# Q17: both halves are one impulse


@pytest.mark.rule("12.3", "9.62")
def test_q17_five_units_over_a_bridge_in_both_halves_together() -> None:
    units = [unit(name, "32") for name in ALLIES[:6]]
    game = two(*units, unit("Rink", "55"), control={"36": "XXX"}, holders={"32-36": ALLIED})
    do(game, "assault 32", *(f"move {name} 36" for name in ALLIES[:3]), "end", "keep", "double", "assault 32")
    do(game, *(f"move {name} 36" for name in ALLIES[3:5]))
    assert refused(game, f"move {ALLIES[5]} 36").rule == "9.62"


@pytest.mark.rule("12.3", "9.22")
def test_q17_a_bridge_is_tried_once_in_both_halves_together() -> None:
    units = unit("1Gren", "64"), unit("4Wilts", "64"), unit("Rink", "55")
    game = two(*units, dice=(1, 6, 6))
    do(game, "assault 64", "seize 1Gren 63-64", "keep", "end", "keep", "double", "assault 64")
    assert refused(game, "seize 4Wilts 63-64").rule == "9.22"
    assert "seize 4Wilts 62-64" in legal(game)


@pytest.mark.rule("12.3", "19.4")
def test_q17_a_demolition_is_tried_once_in_both_halves_together() -> None:
    units = unit("Rink", "45"), unit("1Gren", "64")
    game = position(*units, side=GERMAN, holder=GERMAN, control={"54": "XXX"}, dice=(1,))
    do(game, "assault 54", "blow 53-54", "keep", "end", "double", "assault 54")
    assert refused(game, "blow 53-54").rule == "19.4"
    assert "blow 54-63" in legal(game)


@pytest.mark.rule("12.3", "18.41")
def test_q17_three_units_leave_the_uk_box_in_both_halves_together() -> None:
    units = [unit(name, "UK", drop="54") for name in ("2-327", "3-327", "326Eng", "1-327")]
    game = two(*units, unit("1-506", "54"), unit("Rink", "45"))
    do(game, "assault UK", *(f"drop {each.id} 54" for each in units[:2]), "end")
    play_on(game, lambda game: game.state.stack[-1].kind == "operations")
    do(game, "end", "keep", "double")
    assert refused(game, "assault UK").rule == "18.41"


@pytest.mark.rule("12.3", "12.4", "12.41")
def test_q17_losses_of_both_halves_are_counted_together() -> None:
    units = unit("1Cold", "64", attack=40), unit("2Gren", "65", attack=40), unit("2Irish", "45")
    doomed = [unit(name, "61", "dis2") for name in GERMANS[:2]] + [unit("Eindh", "60", "dis2")]
    game = position(*units, *doomed, unit("Harder", "12"), holder=ALLIED, dice=(6, 6, 1, 1) * 2, control={"64": "XXX"})
    do(game, "assault 65", "move 2Gren 61", "attack 61", "point 2Gren", "fight", "forward Rink", "keep")
    do(game, "double", "assault 64", "move 1Cold 65", "move 1Cold 60", "attack 60", "point 1Cold", "fight", "end")
    assert spaces(game) == 1  # three Germans; they did not hold the Advantage


# 12.4, 12.41 Forced loss (AD1)


AD1 = [
    *[(GERMAN, GERMAN, n, n >= 3, max(0, n - 3)) for n in range(1, 6)],
    *[(GERMAN, ALLIED, n, False, max(0, n - 2)) for n in range(1, 6)],
    *[(ALLIED, ALLIED, n, True, n - 1) for n in range(1, 5)],
    *[(ALLIED, GERMAN, n, False, n) for n in range(1, 4)],
]


@pytest.mark.rule("12.4", "12.41")
@pytest.mark.parametrize(("loser", "holder", "number", "lost", "most"), AD1)
def test_ad1_units_lost_in_an_impulse(loser: str, holder: str, number: int, lost: bool, most: int) -> None:
    """Three German units or one Allied cost the Advantage; more move the sunset DRM marker."""
    game = slaughter(loser, number, holder)
    finish(game)
    winner = ALLIED if loser == GERMAN else GERMAN
    assert spaces(game) == most
    if most:
        assert game.side == winner
        assert game.state.advantage.holder == holder  # only at the end of the impulse
        assert legal(game) == {f"sunset {n}" for n in range(-most, most + 1)}
        assert refused(game, f"sunset {most + 1}").rule == "12.41"
        do(game, f"sunset {most}")
    assert game.state.sunset_drm == most
    assert game.state.advantage.holder == (winner if lost else holder)


@pytest.mark.rule("12.4", "12.41")
def test_v29_five_germans_lost_with_the_advantage() -> None:
    game = slaughter(GERMAN, 5, GERMAN)
    finish(game)
    assert spaces(game) == 2
    events = do(game, "sunset 2")
    assert game.state.advantage.holder == ALLIED
    assert [event.rule for event in told(events, "advantage")] == ["12.4"]


@pytest.mark.rule("12.4")
def test_losses_of_different_impulses_are_not_added() -> None:
    game = slaughter(GERMAN, 2, GERMAN)
    finish(game)
    assert game.state.advantage.holder == GERMAN
    assert game.state.now.losses == {}


@pytest.mark.rule("12.4")
def test_the_germans_may_use_it_at_once_and_lose_it_either_way() -> None:
    game = slaughter(GERMAN, 3, GERMAN, dice=(6, 6, 1, 1, 6, 5, 1, 1))
    assert (game.side, legal(game)) == (GERMAN, CHOICES)
    do(game, "reroll")
    do(game, "end")
    assert spaces(game) == 1  # as not holding it (12.5)
    do(game, "sunset 0")
    assert game.state.advantage.holder == ALLIED


@pytest.mark.rule("12.41")
@pytest.mark.parametrize(("before", "moved", "after"), [(0, -2, -2), (1, -2, -1), (-1, 2, 1), (2, -1, 1), (0, 0, 0)])
def test_q16_either_direction_any_distance_up_to_the_limit(before: int, moved: int, after: int) -> None:
    """The sign changes at 0."""
    game = slaughter(GERMAN, 4, ALLIED, sunset_drm=before)
    finish(game)
    do(game, f"sunset {moved}")
    assert game.state.sunset_drm == after


@pytest.mark.rule("12.41")
@pytest.mark.parametrize(("loser", "first"), [(GERMAN, 2), (ALLIED, -2)])
def test_the_first_choice_is_never_the_harmful_one(loser: str, first: int) -> None:
    """The Allies want a long day, the Germans a short one; the marker left where it is stands between."""
    game = slaughter(loser, 4 if loser == GERMAN else 2, ALLIED if loser == GERMAN else GERMAN)
    finish(game)
    offered = [command.notation() for command in game.iter_legal()]
    assert offered == [f"sunset {first * n // 2}" for n in (2, 1, 0, -1, -2)]


@pytest.mark.rule("12.41")
@pytest.mark.parametrize("end", ["first", "last"])
def test_the_marker_stays_on_the_track(end: str) -> None:
    edge = getattr(BOOK.charts.track, end)
    game = slaughter(GERMAN, 4, ALLIED, sunset_drm=edge)
    finish(game)
    out = -1 if end == "first" else 1
    assert refused(game, f"sunset {out}").rule == "12.41"
    assert legal(game) == {"sunset 0", f"sunset {-out}", f"sunset {-2 * out}"}


@pytest.mark.rule("12.41", "6.31")
def test_q33_losses_of_an_impulse_move_the_marker_for_later_sunsets_only() -> None:
    game = slaughter(GERMAN, 3, ALLIED, dice=(3, 4, 1, 1), at="19-8")
    finish(game)
    events = do(game, "sunset 1")
    [sunset] = told(events, "sunset")
    assert (sunset.data["drm"], sunset.data["over"]) == (0, True)  # 7 < 8, although 7 + 1 is not
    game = slaughter(ALLIED, 1, GERMAN, at="19-8")
    finish(game)
    do(game, "sunset -1")
    game.script((4, 4))
    events = do(game, "pass")
    events += quietly(game)
    [sunset] = told(events, "sunset")
    assert (sunset.data["drm"], sunset.data["over"]) == (-1, True)


@pytest.mark.rule("12.41", "6.31")
@pytest.mark.parametrize(("drm", "over"), [(-1, True), (0, False), (1, False)])
def test_w5_with_a_negative_drm_a_weather_change_can_end_the_phase_too(drm: int, over: bool) -> None:
    game = position(unit("1Gren", "64"), unit("Rink", "55"), at="19-7", sunset_drm=drm, dice=(3, 4))
    events = do(game, "pass")
    assert told(events, "weather_change")
    assert told(events, "sunset")[0].data["over"] == over


@pytest.mark.rule("12.4", "12.41", "20.5", "20.1")
@pytest.mark.parametrize(("holder", "number", "most", "after"), [(GERMAN, 3, 0, ALLIED), (ALLIED, 3, 1, ALLIED)])
def test_q34_each_d_day_phase_counts_as_an_impulse(holder: str, number: int, most: int, after: str) -> None:
    game = ground_assault(number, holder=holder, dice=(6, 6, 1, 1))
    do(game, "point 1Cold", "fight", "forward Rink", "keep")
    play_on(game, lambda game: "end" in legal(game) or game.state.stack[-1].kind != "operations")
    if game.state.stack[-1].kind == "operations":
        do(game, "end")
    assert spaces(game) == most
    if most:
        do(game, "sunset 1")
    assert (game.state.advantage.holder, game.state.sunset_drm) == (after, most)


def ground_assault(number: int, holder: str = ALLIED, **changes: Any) -> Game:
    """The XXX Corps Ground Assault Phase against Germans that can take no more."""
    doomed = [unit(name, "F", "dis2") for name in GERMANS[:number]]
    stack = (sequence.Day(17, "weather"), dday.DDay(stage="ground"))
    units = unit("1Cold", "F", attack=40), *doomed, unit("Harder", "12")
    return position(*units, at="17-0", holder=holder, stack=stack, control={"F": "German"}, **changes)


# 12.5 In limbo


@pytest.mark.rule("12.5", "12.2")
def test_no_reroll_of_a_reroll() -> None:
    game = position(unit("1Gren", "64"), unit("Rink", "55"), at="19-6", holder=ALLIED, dice=(1, 1, 1, 2, 6, 6))
    do(game, "pass")
    events = do(game, "reroll")
    assert told(events, "sunset")[0].data["roll"] == 3
    assert len(told(events, "roll")) == 1


@pytest.mark.rule("12.5")
@pytest.mark.parametrize("use", ["reroll", "double"])
def test_until_the_end_of_the_impulse_nobody_can_use_it(use: str) -> None:
    units = unit("1Gren", "64"), unit("4Wilts", "64"), unit("Rink", "55")
    game = position(*units, holder=ALLIED, dice=(1, 6, 1, 6, 6))
    do(game, "assault 64")
    if use == "reroll":
        do(game, "seize 1Gren 63-64", "reroll", "seize 4Wilts 62-64")
    else:
        do(game, "double", "seize 1Gren 63-64", "seize 4Wilts 62-64")
    assert game.state.advantage.holder is None
    assert game.state.stack[-1].kind == "operations"  # nobody was asked
    do(game, "end")
    if use == "double":
        do(game, "end")
    assert game.state.advantage.holder == GERMAN


@pytest.mark.rule("12.5", "12.3")
def test_reroll_and_double_impulse_cannot_be_combined() -> None:
    units = unit("1Gren", "64"), unit("4Wilts", "65"), unit("Rink", "55")
    game = position(*units, holder=ALLIED, dice=(1, 1, 6, 6))
    do(game, "assault 64", "seize 1Gren 63-64", "reroll")
    assert refused(game, "double").rule == "12.3"
    do(game, "end")
    assert game.side == GERMAN
    game = position(*units, holder=ALLIED, dice=(1, 6, 6))
    do(game, "assault 64", "double", "seize 1Gren 63-64")
    assert not legal(game, "reroll")


@pytest.mark.rule("12.5", "12.41", "12.4")
@pytest.mark.parametrize(("loser", "number", "most"), [(GERMAN, 3, 1), (ALLIED, 1, 1)])
def test_w19_who_used_it_does_not_win_it_back_by_eliminations(loser: str, number: int, most: int) -> None:
    """It goes to the enemy; but the marker moves as for an enemy who does not hold it."""
    user = ALLIED if loser == GERMAN else GERMAN
    game = slaughter(loser, number, user, dice=(1, 1, 1, 1, 6, 6, 1, 1))
    do(game, "reroll")
    finish(game)
    assert spaces(game) == most
    do(game, f"sunset {most}")
    assert game.state.advantage.holder == loser


@pytest.mark.rule("12.5", "12.41")
def test_who_rerolled_because_of_a_forced_loss_counts_as_not_holding_it() -> None:
    game = slaughter(GERMAN, 4, GERMAN, dice=(6, 6, 1, 1, 6, 5, 1, 1))
    do(game, "reroll")
    finish(game)
    assert spaces(game) == 2  # and not 1
    game = slaughter(ALLIED, 2, ALLIED, dice=(6, 6, 1, 1, 6, 5, 1, 1))
    do(game, "reroll")
    finish(game)
    assert spaces(game) == 2
