"""What front ends show: words for everything, counters, time, picking on the map, sheets and overlays."""

import random
from collections.abc import Sequence

import pytest

from tests.titles.montys_gamble.kit import ALLIED, TITLE, do, position, unit
from wargame_tui.board.title import Target
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.montys_gamble import commands
from wargame_tui.titles.montys_gamble.events import battles, days, moves, nights
from wargame_tui.titles.montys_gamble.printed import names
from wargame_tui.titles.montys_gamble.shown import daylight


def test_every_command_has_a_printed_rule() -> None:
    rules = TITLE.rulebook().rules
    for kind in commands.ALL:
        assert kind.rule in rules


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (battles.FriendlyFire(space="13", points=4, target="2Para"),
         "Friendly fire at 13 Arnhem: 4 attrition points on 2 Para"),
        (days.Shuffled(side="German"), "The German combat cards are shuffled"),
        (days.Breakout(space="A"), "Breakout: a supplied Fresh Allied unit is in Zone A (Apeldoorn)"),
        (days.BidTie(die=3), "The bids are equal; the die shows 3"),
        (moves.Held(border="13-17", side="Allied"), "The Arnhem bridge is now Allied-held"),
        (moves.Held(border="20-22", side="Allied"), "The Waal at 20-22 is now Allied-held"),
        (moves.SeizureAttempt(unit="1-504", border="13-17", needs=4,
                              modifiers=[("no enemy beyond", 1, "9.22"), ("river", -1, "9.22")]),
         "1/504 tries to seize the Arnhem bridge: needs 4+ (4, no enemy beyond -1, river +1)"),
        (moves.DemolitionAttempt(side="German", border="13-17", needs=3, modifiers=[("2 Free", 4, "19.5")]),
         "The German player tries to blow the Arnhem bridge: needs 3+ (7, 2 Free -4)"),
        (moves.SeizureResult(border="13-17", success=False, die=3, needs=4), "The Arnhem bridge is not seized"),
        (moves.DemolitionResult(border="13-17", success=True, die=5), "The Arnhem bridge is blown"),
        (days.Rolled(purpose="attack", subject="13", faces=(1, 2, 3, 4), totals=(3, 7)),
         "Attack at 13 Arnhem: attacker 1 + 2 = 3, defender 3 + 4 = 7"),
        (nights.DepotMoved(depot="1", origin="5", to="7"), "1st Airborne depot moves from 5 Renkum to 7 Oosterbeek"),
    ],
)  # fmt: skip
def test_words_of_rare_events(event: Event, text: str) -> None:
    assert TITLE.event_text(event) == text


@pytest.mark.parametrize(("seed", "option"), [(3, None), (4, "cards"), (5, "drop_choice")])
def test_everything_can_be_shown_at_every_moment(seed: int, option: str | None) -> None:
    rnd = random.Random(seed)
    game = Game(TITLE, "montys_gamble/basic", seed, {option: "on"} if option else {})
    shown: Sequence[Event] = game.opening
    for _ in range(350):
        if game.side is None:
            break
        state, legal = game.state, list(game.iter_legal())
        _look(game, rnd)
        for event in shown:
            assert TITLE.event_text(event)
            place = TITLE.event_place(event)
            assert place is None or place in TITLE.scene(state).spaces
        command = rnd.choice(legal)
        target = TITLE.target(state, command)
        if target.unit or target.space:
            assert TITLE.why_not(state, target) is None, command.notation()
        shown = game.apply(command)


def _look(game: Game, rnd: random.Random) -> None:
    state = game.state
    scene, bar = TITLE.scene(state), TITLE.phase_bar(state)
    assert bar.turns
    assert TITLE.help(state).lines
    TITLE.battle(state, [event for entry in game.entries[-40:] for event in entry.events])
    for command in rnd.sample(legal := list(game.iter_legal()), min(5, len(legal))):
        assert TITLE.command_text(state, command)
        assert TITLE.rule_of(state, command)
        target = TITLE.target(state, command)
        assert {target.space, target.to} <= {None, *scene.spaces}
        if target.unit is not None:
            TITLE.reach(state, target.unit)
            TITLE.routes_of(state, target.unit)
    space = rnd.choice(list(scene.spaces))
    sheets = TITLE.unit_sheets(state, space)
    assert [sheet.counter.unit for sheet in sheets] == [counter.unit for counter in scene.spaces[space].counters]
    assert TITLE.space_sheet(state, space).heading
    TITLE.overlay(state, rnd.choice([info.id for info in TITLE.overlays()]))


# Counters and spaces


def test_condition_at_a_glance() -> None:
    game = position(
        unit("1Para", "13"), unit("2Para", "13", "spent"), unit("3Para", "13", "dis1"), unit("7KOSB", "13", "dis2")
    )
    shown = TITLE.scene(game.state).spaces["13"]
    assert [(c.label, c.strength, c.numbers) for c in shown.counters] == [
        ("1 Para", "4", "4-6-4"), ("2 Para", "S", "(3)"), ("3 Para", "D1", "(2)"), ("7 KOSB", "D2", "(1)"),
    ]  # fmt: skip
    assert (shown.control, shown.badges[0], shown.markers[0]) == (ALLIED, "VP 4", "abn")


def test_held_water_and_bridges() -> None:
    game = position(unit("4Wilts", "20"), blown=["13-17"], holders={"20-22": ALLIED, "23-28": ALLIED})
    scene = TITLE.scene(game.state)
    assert not scene.bridges["13-17"]
    assert "13-17" not in scene.holders
    assert (scene.holders["20-22"], scene.holders["23-28"]) == (ALLIED, ALLIED)
    assert "22-23" not in scene.holders
    assert "19-20" not in scene.holders  # German-held without a marker


# Time (6.31)


@pytest.mark.rule("6.31")
def test_chance_of_sunset() -> None:
    assert daylight.sunset_chance(2, 0) == 0
    assert daylight.sunset_chance(5, 0) == 6 / 36
    assert daylight.sunset_chance(5, -1) == 10 / 36
    assert daylight.sunset_chance(13, 0) == 1


def test_track_and_notes() -> None:
    game = position(unit("4Wilts", "64"), unit("Rink", "55"), at="19-5", sunset_drm=1, weather_turns=True)
    bar = TITLE.phase_bar(game.state)
    assert [(box.label, box.status) for box in bar.impulses[:3]] == [("4", "past"), ("5:8%", "now"), ("6:17%", "ahead")]
    assert bar.notes[0] == "Clear, changing next impulse"
    assert "sunset 8% now, 68% by impulse 8" in bar.notes  # 1 - 33 x 30 x 26 x 21 / 36^4
    assert "sunset DRM +1" in bar.notes
    assert bar.score.endswith("of 10 VP")


# Picking


def test_reach_with_movement_points_left() -> None:
    """Armour along the road net through Free areas pays half points (9.4)."""
    game = position(unit("2Irish", "64"), at="19-3", control={"63": "XXX", "64": "XXX"}, holders={"63-64": ALLIED})
    do(game, "assault 64")
    reach = TITLE.reach(game.state, "2Irish")
    assert (reach.highlights["63"], reach.notes["63"]) == ("reach", "7.5")
    far = TITLE.routes_of(game.state, "2Irish")["54"]
    assert [command.notation() for command in far] == ["move 2Irish 63", "move 2Irish 54"]
    for command in far:
        game.apply(command)
    assert game.state.units["2Irish"].location == "54"


def test_moves_are_about_the_unit_where_it_stands_and_where_it_goes() -> None:
    game = position(unit("4Wilts", "64"), at="19-3")
    do(game, "assault 64")
    assert TITLE.target(game.state, commands.Move("4Wilts", "63")) == Target("64", "4Wilts", to="63")
    assert TITLE.target(game.state, commands.Seize("4Wilts", "63-64")) == Target("64", "4Wilts", "63-64", "63")
    refusal = TITLE.why_not(game.state, Target(unit="4Wilts", to="13"))
    assert refusal is not None
    assert refusal.reason == "13 Arnhem is not adjacent to 64 Valkenswaard"


def test_command_says_what_a_step_leads_to() -> None:
    game = position(unit("4Wilts", "64", mf=6), unit("Rink", "63", "spent"), at="19-3")
    do(game, "assault 64")
    words = TITLE.command_text(game.state, commands.Move("4Wilts", "63"))
    assert words == "4 Wilts to 63 Eindhoven (3 MF left, over the enemy-held Eindhoven bridge, must attack)"


# Sheets and overlays


def test_sheet_of_a_space_tells_the_chances_at_its_bridges() -> None:
    game = position(unit("4Wilts", "64"), unit("Rink", "63"), at="19-3")
    sheet = TITLE.space_sheet(game.state, "64")
    (link,) = (fact for fact in sheet.links if fact.label == "63 Eindhoven")
    assert link.value == "road, Dommel (canal), Eindhoven bridge German-held, Allied seize 33%, German blow 50%"
    assert any(fact.value == "ISOLATED" for fact in TITLE.space_sheet(game.state, "65").facts) is False
    assert ("Allied supply", "from Zone F (Neerpelt)") in [(fact.label, fact.value) for fact in sheet.facts]


def test_overlays() -> None:
    game = position(unit("4Wilts", "64"), unit("1Para", "7"), unit("Rink", "63"), at="19-3")
    state = game.state
    assert TITLE.overlay(state, "supply Allied").highlights["7"] == "unsupplied"
    assert TITLE.overlay(state, "supply Allied").notes["F"] == "source"
    assert TITLE.overlay(state, "bridges").notes["64"] == "S67% B50%"
    assert TITLE.overlay(state, "points").notes["13"] == "0/4VP"
    assert "4" in TITLE.overlay(state, "drops").highlights


@pytest.mark.rule("9.1", "13.8", "7.2", "17.3")
def test_layers_tell_routes_threats_control_and_weather() -> None:
    state = position(unit("4Wilts", "64"), unit("Rink", "63"), unit("1Para", "7"), at="19-3", weather="overcast").state
    routes = [line.spaces for line in TITLE.overlay(state, "supply Allied").lines]
    assert ("64", "F") in routes
    assert all(route[-1] == "F" for route in routes)
    threat = TITLE.overlay(state, "threat German").highlights
    assert threat["64"] == "unsupplied", "Rink may attack there"
    assert TITLE.overlay(state, "control").highlights["64"] == "supplied"
    assert TITLE.overlay(state, "control").highlights["13"] == "battle"
    assert "63-64" in TITLE.overlay(state, "control").hexsides or "64-63" in TITLE.overlay(state, "control").hexsides
    assert set(TITLE.overlay(state, "weather").tints.values()) == {"overcast"}


@pytest.mark.rule("10.7", "9.1")
def test_best_attacks_of_either_side_whoever_decides() -> None:
    game = position(unit("4Wilts", "64"), unit("Rink", "63"), at="19-3")
    both = {side: dict(TITLE.overlay(game.state, f"odds {side}").notes) for side in ("German", "Allied")}
    assert both["German"].keys() == {"64"}
    assert both["Allied"].keys() == {"63"}
    assert game.side is not None
    own = "German" if game.side == "German" else "Allied"
    assert both[own] == TITLE.gestures.odds_at(game.state), "those of the list, before anybody has moved"


@pytest.mark.rule("9.2")
def test_what_it_costs_to_enter_a_space() -> None:
    state = position(unit("4Wilts", "64"), unit("Rink", "63"), at="19-3").state
    found = TITLE.entering(state, "63")
    assert found is not None
    assert found.modes == ("German", "Allied")
    assert found.ground[0] < found.ground[1], "one's own area is cheaper than one with Fresh enemies"
    assert TITLE.entering(state, "UK") is None


def test_isolated_unit_says_so() -> None:
    game = position(unit("1Para", "7"), unit("Rink", "63"), at="19-3")
    (sheet,) = TITLE.unit_sheets(game.state, "7")
    assert "unsupplied" in sheet.counter.flags
    assert "ISOLATED" in {mark.label for mark in sheet.condition}
    assert sheet.name == "1st Battalion, The Parachute Regiment"
    assert sheet.formation == "British 1st Airborne"


def test_introduction() -> None:
    assert TITLE.introduction().startswith("# Monty's Gamble")


def test_sheet_says_who_may_act_and_why_others_may_not() -> None:
    game = position(unit("4Wilts", "64"), unit("5Wilts", "64", "spent"), unit("Rink", "64"), at="19-3")
    may = {sheet.counter.unit: sheet.may for sheet in TITLE.unit_sheets(game.state, "64")}
    assert may == {"Rink": (), "4Wilts": ("act in an assault from here",), "5Wilts": ()}
    why = {sheet.counter.unit: sheet.why_not for sheet in TITLE.unit_sheets(game.state, "64")}
    assert [refusal and refusal.rule for refusal in why.values()] == ["8.1", None, "8.3"]


def test_what_has_been_declared_is_suggested() -> None:
    game = position(unit("4Wilts", "63", attack=4), unit("Rink", "63", defence=3))
    do(game, "assault 63")
    assert TITLE.suggested(game.state) is None
    do(game, "attack 63")
    assert TITLE.suggested(game.state) is None, "no point unit yet"
    do(game, "point 4Wilts")
    fight = TITLE.suggested(game.state)
    assert fight == commands.Fight()
    assert TITLE.command_text(game.state, fight) == "Attack with 1 unit: AV 4 against DV 6; rolls the dice"
    assert names.term_name("1 more units") == "1 more unit"


def test_towers_have_no_movement_points() -> None:
    game = position(unit("TwrArnhem", "13"))
    (sheet,) = TITLE.unit_sheets(game.state, "13")
    assert sheet.counter.numbers.endswith("-0")
    assert not [fact for fact in sheet.facts if fact.label.startswith("MF")]


def test_second_pass_says_that_it_ends_the_day() -> None:
    game = position(side="German")
    assert TITLE.command_text(game.state, commands.Pass()) == "Pass"
    do(game, "pass")
    assert (
        TITLE.command_text(game.state, commands.Pass()) == "Pass: the second pass in a row ends the day; rolls the dice"
    )


def test_unit_of_the_other_side_says_whose_decision_it_is() -> None:
    game = Game.new("montys_gamble/basic", 3)
    (tower,) = TITLE.unit_sheets(game.state, "46")
    assert tower.may == ("be bombed",)
    refusals = [sheet.why_not for sheet in TITLE.unit_sheets(game.state, "55")]
    assert {refusal.reason for refusal in refusals if refusal} == {"the Allied player decides"}
