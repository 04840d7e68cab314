"""Rules 6.0 and 8.1: the order of the steps of a turn, who decides in each, and what begins anew when."""

import pytest

from tests.titles.tigers_in_the_mist.kit import ALLIED, GERMAN, TITLE, do, legal, position, rolls, unit
from tests.titles.tigers_in_the_mist.referee import markers, moving, of, passing, play_on
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game

ROADMARKS = {
    "turn": "turn",
    "impulse": "I",
    "half": "II/III",
    "movement_ended": ".1",
    "battle": ".3",
    "bridging": ".4",
    "impulse_ended": "end",
    "attrition_phase": "VIII",
    "victory_phase": "IX",
}
"""The events that mark the printed steps."""


def start_of(scenario: str = "campaign") -> Game:
    """A scenario from its beginning."""
    return Game(TITLE, f"tigers_in_the_mist/{scenario}", 1)


def events_of(game: Game) -> list[Event]:
    """Everything that happened since the position was set up."""
    return [event for entry in game.entries for event in entry.events]


def player_impulses(game: Game) -> list[tuple[str, str]]:
    """Box and side of every player impulse of a whole game, in the order of play."""
    happened = [*game.opening, *events_of(game)]
    return [(event.data["box"], event.data["side"]) for event in happened if event.kind == "half"]


def two_alone(at: str, side: str = GERMAN, scenario: str = "campaign") -> Game:
    """A German and an Allied unit in supply and far apart."""
    units = (unit("G", "German infantry 3 @9"), unit("A", "Allied infantry 3 @5"))
    return position(*units, at=at, side=side, scenario=scenario)


@pytest.mark.rule("6.0")
def test_the_steps_of_a_whole_turn() -> None:
    """Steps I to III three times, then VIII and IX, and the next date."""
    game = two_alone("17-1")
    play_on(game, moving(GERMAN, "18-1"))
    marks = [ROADMARKS[event.kind] for event in events_of(game) if event.kind in ROADMARKS]
    player_impulse = [".1", "end"]
    game_impulse = ["I", "II/III", *player_impulse, "II/III", *player_impulse]
    begun = marks[: marks.index("VIII")]
    # the position was set up in the German movement step of 17-1: nothing is recorded of what came before
    assert begun == [*player_impulse, "II/III", *player_impulse, *game_impulse, *game_impulse]
    assert marks[marks.index("VIII") :] == ["VIII", "IX", "turn", "I", "II/III"]


@pytest.mark.rule("6.0", "8.1")
def test_players_alternate_and_the_german_is_first() -> None:
    game = start_of()
    play_on(game, lambda game: game.over is not None)
    boxes = [f"{date}-{impulse}" for date in range(16, 22) for impulse in (1, 2, 3)] + ["22-1"]  # T10
    assert len(boxes) == 19
    assert player_impulses(game) == [(box, side) for box in boxes for side in (GERMAN, ALLIED)]


@pytest.mark.rule("6.0")
def test_reinforcements_of_both_sides_come_before_the_german_moves() -> None:
    game = position(
        unit("G", "German infantry 3 @9"),
        unit("A", "Allied infantry 3 @5"),
        unit("NewG", "German armour 3 @off", scheduled="17-2", entry_zones=("B",)),
        unit("NewA", "Allied armour 3 @off", scheduled="17-2", entry_zones=("D",)),
        unit("Choice", "Allied armour 3 @off", scheduled="17-2", entry_zones=("D", "E")),
    )
    play_on(game, lambda game: TITLE.turn(game.state) == "17-2")
    assert game.side == ALLIED
    assert game.trail[-1] == "Reinforcements"
    assert of(game, "NewG").location == "B"
    assert of(game, "NewA").location == "D"
    do(game, "place Choice E")
    assert (game.side, game.trail[-1]) == (GERMAN, "Movement")


@pytest.mark.parametrize(("side", "foe"), [(GERMAN, ALLIED), (ALLIED, GERMAN)])
@pytest.mark.rule("6.0")
def test_movement_then_combat_then_bridging(side: str, foe: str) -> None:
    game = position(
        unit("Arm", f"{side} armour 4 @67"),
        unit("Foe", f"{foe} infantry 3 @68"),
        unit("Eng", f"{side} engineer 2 @51"),
        unit("Far", f"{side} infantry 2 @70"),
        side=side,
        dice=[10] * 99,
    )
    seen = []
    do(game, "move Arm", "to 68")
    while game.state.active == side:
        step = game.trail[-1] if "Battle" not in game.trail[-1] else "Battle"
        seen.append((step, game.side))
        if "build Eng 51-70" in legal(game):
            do(game, "build Eng 51-70")
        else:
            do(game, passing(game))
    kinds = [step for step, _ in seen]
    assert kinds == sorted(kinds, key=["Movement", "Combat", "Battle", "Bridging"].index)
    assert {"Movement", "Battle", "Bridging"} <= set(kinds)
    deciders = {step: {who for each, who in seen if each == step} for step in kinds}
    assert deciders["Movement"] == deciders["Bridging"] == {side}
    assert deciders["Battle"] == {side, foe}  # each for his own guns and targets
    order = [ROADMARKS[event.kind] for event in events_of(game) if event.kind in ROADMARKS]
    assert order[:4] == [".1", ".3", ".4", "end"]


@pytest.mark.rule("6.0")
def test_any_or_none_of_the_units_may_move() -> None:
    game = position(unit("P", "German armour 2 @45"), unit("Q", "German armour 2 @9"), unit("A", "Allied armour 1 @5"))
    assert "end" in legal(game)
    do(game, "end")
    assert game.side == ALLIED
    game = position(unit("P", "German armour 2 @45"), unit("Q", "German armour 2 @9"), unit("R", "German armour 2 @B"))
    for name, there in (("R", "46"), ("P", "44"), ("Q", "10")):  # in any order, reinforcements included
        do(game, f"move {name}", f"to {there}", "stop")


def about_to_cross(side: str, at: str) -> Game:
    """A unit before the bridge of Ouren with enemy infantry on the far side."""
    here, there = ("50", "71") if side == GERMAN else ("71", "50")
    foe = ALLIED if side == GERMAN else GERMAN
    game = position(
        unit("U", f"{side} armour 4 @{here}", yellow=True), unit("X", f"{foe} infantry 2 @{there}"), side=side, at=at
    )
    do(game, "move U", f"to {there}")
    return game


@pytest.mark.parametrize("box", ["16-1", "16-2", "16-3"])
@pytest.mark.rule("6.0", "10.26")
def test_no_allied_demolition_on_16_december(box: str) -> None:
    game = about_to_cross(GERMAN, box)
    assert of(game, "U").location == "71"
    assert "pass" not in legal(game)


@pytest.mark.parametrize("box", ["17-1", "18-2", "22-1"])
@pytest.mark.rule("6.0", "10.26")
def test_allied_demolition_from_17_december_on(box: str) -> None:
    game = about_to_cross(GERMAN, box)
    assert game.side == ALLIED
    assert legal(game) == {"blow 50-71 X", "pass"}


@pytest.mark.parametrize("box", ["16-1", "16-3", "17-1"])
@pytest.mark.rule("6.0", "10.26")
def test_german_demolition_from_the_first_impulse_on(box: str) -> None:
    game = about_to_cross(ALLIED, box)
    assert game.side == GERMAN
    assert legal(game) == {"blow 50-71 X", "pass"}


# VIII, IX


@pytest.mark.rule("6.0", "13.21")
def test_attrition_strikes_both_sides_once_a_turn() -> None:
    """13.21: both at once; neither impulse nor side matters."""
    german = [
        unit("G", "German armour 3 @61"),
        *(unit(f"R{a}", f"Allied armour 1 @{a}") for a in ("24", "25", "60", "62", "66", "67")),
    ]
    allied = [
        unit("A", "Allied armour 3 @46"),
        *(unit(f"S{a}", f"German armour 1 @{a}") for a in ("9", "45", "48", "53")),
    ]
    zone = unit("Z", "German armour 1 @B")  # Prüm's own zone, which is no Allied source anyway
    game = position(*german, *allied, zone, at="17-1")
    assert "unsupplied" in markers(game, "G")
    assert "unsupplied" in markers(game, "A")
    play_on(game, lambda game: TITLE.turn(game.state) == "17-3" and game.side == ALLIED)
    assert (of(game, "G").strength, of(game, "A").strength) == (3, 3)
    play_on(game, moving(GERMAN, "18-1"))
    assert (of(game, "G").strength, of(game, "A").strength) == (2, 2)
    losses = [event.data["unit"] for event in rolls(events_of(game), "loss")]
    assert sorted(losses) == ["A", "G"]


@pytest.mark.rule("6.0", "12.26")
def test_no_attrition_on_22_december() -> None:
    """A27: the date counts as ended for victory points only."""
    ring = (unit(f"R{a}", f"Allied armour 1 @{a}") for a in ("24", "25", "60", "62", "66", "67"))
    game = position(unit("G", "German armour 3 @61"), *ring, at="22-1")
    play_on(game, lambda game: game.over is not None)
    assert of(game, "G").strength == 3
    assert not rolls(events_of(game), "attrition_phase")


@pytest.mark.rule("6.0", "12.11")
def test_points_are_counted_at_the_end_of_each_turn_before_the_marker_moves() -> None:
    game = position(unit("G", "German infantry 3 @60"), unit("A", "Allied infantry 3 @5"), at="17-3")
    play_on(game, moving(GERMAN, "18-1"))
    kinds = [event.kind for event in events_of(game)]
    assert kinds.count("points") == 1
    assert kinds.index("attrition_phase") < kinds.index("victory_phase") < kinds.index("points") < kinds.index("turn")
    [points] = rolls(events_of(game), "points")
    assert (points.data["source"], points.data["points"]) == ("60", 1)
    assert game.state.vp_log[0].turn == "17-3"
    assert TITLE.turn(game.state) == "18-1"


@pytest.mark.parametrize("box", ["17-1", "17-2"])
@pytest.mark.rule("6.0", "12.11")
def test_no_points_within_a_turn(box: str) -> None:
    game = position(unit("G", "German infantry 3 @60"), unit("A", "Allied infantry 3 @5"), at=box)
    play_on(game, lambda game: TITLE.turn(game.state) != box)
    assert game.state.vp == 0


@pytest.mark.rule("6.0", "12.26")
def test_22_december_is_one_impulse_each_and_counts() -> None:
    game = position(unit("G", "German infantry 3 @60"), unit("A", "Allied infantry 3 @5"), at="22-1")
    do(game, "end")
    assert game.side == ALLIED
    assert game.state.vp == 0
    do(game, "end")
    assert game.over is not None
    assert game.state.vp == 1
    assert TITLE.turn(game.state) == "22-1"


@pytest.mark.parametrize(
    ("scenario", "last", "last_side"),
    [
        ("campaign", "22-1", ALLIED),
        ("fifth_panzer_army", "22-1", GERMAN),
        ("first_three_days", "18-3", ALLIED),
        ("seventh_army", "18-3", ALLIED),
    ],
)
@pytest.mark.rule("6.0", "8.1")
def test_the_last_player_impulse_of_each_scenario(scenario: str, last: str, last_side: str) -> None:
    game = start_of(scenario)
    play_on(game, lambda game: game.over is not None)
    assert player_impulses(game)[-1] == (last, last_side)


# What begins anew


@pytest.mark.rule("8.1", "6.0")
def test_a_new_turn_frees_every_unit() -> None:
    game = position(
        unit("G", "German armour 3 @9", marked=True, moved=True, attacked=True, mp_spent=8, area_at_turn_start="8"),
        unit("E", "German engineer 2 @9", bridging_attempted=True, marked=False),
        unit("A", "Allied infantry 3 @5", marked=True, mp_spent=5),
        at="17-3",
    )
    play_on(game, lambda game: TITLE.turn(game.state) == "18-1")
    for name in ("G", "E", "A"):
        each = of(game, name)
        assert not any((each.marked, each.moved, each.attacked, each.bridging_attempted, each.mp_spent))
    assert of(game, "G").area_at_turn_start == "9"
    assert {"move G", "move E"} <= legal(game)


@pytest.mark.rule("8.1", "6.0")
def test_a_new_impulse_frees_nobody() -> None:
    units = (
        unit("G", "German armour 3 @9", marked=True, moved=True, area_at_turn_start="8"),
        unit("E", "German engineer 2 @9", bridging_attempted=True),
        unit("H", "German armour 1 @46"),
        unit("A", "Allied infantry 3 @5"),
    )
    game = position(*units, at="17-1", side=ALLIED)
    play_on(game, moving(GERMAN, "17-2"))
    assert of(game, "G").marked
    assert of(game, "G").area_at_turn_start == "8"
    assert {command for command in legal(game) if command.startswith("move")} == {"move H"}


@pytest.mark.rule("6.0", "10.23", "10.25")
def test_a_new_impulse_opens_every_bridge_to_new_attempts() -> None:
    game = position(
        unit("P", "German armour 4 @50"), unit("Q", "German armour 4 @50"), unit("X", "Allied infantry 4 @71"),
        unit("H", "German armour 1 @9"), dice=[10] * 99,
    )  # fmt: skip
    do(game, "move P", "to 71", "blow 50-71 X")
    assert game.state.bridges["50-71"].checked
    assert of(game, "X").demolition_checks == 1
    assert of(game, "P").entered_enemy
    assert of(game, "P").crossed_river
    play_on(game, lambda game: game.state.active == ALLIED)
    assert not game.state.bridges["50-71"].checked
    assert of(game, "X").demolition_checks == 0
    assert not of(game, "P").entered_enemy
    assert not of(game, "P").crossed_river


@pytest.mark.rule("6.0", "10.16", "8.58")
def test_what_time_does_not_undo() -> None:
    """Entrenchments, destroyed bridges and failed attempts stay from turn to turn."""
    game = position(
        unit("Dug", "German infantry 2 @9", entrenched=True),
        unit("Eng", "German engineer 2 @51"),
        unit("Far", "German infantry 2 @70"),
        unit("A", "Allied infantry 3 @5"),
        at="17-3",
    )
    game.script([10])
    play_on(game, lambda game: "build Eng 51-70" in legal(game))
    do(game, "build Eng 51-70")
    play_on(game, moving(GERMAN, "19-1"))
    assert of(game, "Dug").entrenched
    assert not game.state.bridges["51-70"].intact
    assert game.state.bridges["51-70"].failures == 1
