"""What is shown of First Command: names, chances, the combat in hand, the bar, why not."""

import pytest

from tests.titles.first_command.kit import SCENARIO, do, position
from wargame_tui.board.views import Target
from wargame_tui.core.game import Game
from wargame_tui.titles.first_command import TITLE
from wargame_tui.titles.first_command.printed import AMERICAN, DATA, GERMAN

MORNING = {"304": "0702", "3Pz": "0802", "1-117": "0703", "823": "0703"}


def test_units_and_places_have_names() -> None:
    game = position(MORNING, weather="fog")
    assert TITLE.command_text(game.state, game.parse("move 3Pz 0803")) == "3 Pz to 0803"
    events = do(game, "move 304 0602")
    assert [TITLE.event_text(event) for event in events] == [
        "304 moves to 0602 Le Mesnil-Tôve",
        "0602 Le Mesnil-Tôve is now German",
    ]


def test_a_move_has_the_rule_of_its_phase() -> None:
    game = position({"304": "0504", "3Pz": "0505", "119": "0404"}, phase="combat", dice=[6])
    do(game, "attack 0404", "roll")
    assert TITLE.rule_of(game.state, game.parse("move 119 0304")) == "8.3"
    assert TITLE.rule_of(game.state, game.parse("stand")) == "8.5"


def test_the_end_tells_what_ends() -> None:
    for phase, told in (("movement", "End the movement phase"), ("combat", "End the combat phase")):
        game = position(MORNING, phase=phase)
        assert TITLE.command_text(game.state, game.parse("end")) == told
    beaten = position(MORNING, phase="combat", dice=[6])
    do(beaten, "attack 0703", "roll", "move 1-117 0603", "move 823 0603")
    assert TITLE.command_text(beaten.state, beaten.parse("end")) == "End the advance"


def test_a_unit_that_has_moved_says_so() -> None:
    game = position({"304": "0702", "119": "0304"}, weather="fog")
    do(game, "move 304 0701")
    (sheet,) = TITLE.unit_sheets(game.state, "0701")
    assert sheet.why_not is not None
    assert (sheet.why_not.reason, sheet.why_not.rule) == ("it has already moved", "4.1")


def test_the_end_of_combat_reminds_of_a_good_attack_if_there_was_none() -> None:
    good = position({**MORNING, "DF": "0803"}, phase="combat", dice=[1])
    assert TITLE.gestures.warnings(good.state) == (
        "No attack yet: 0703 Saint-Barthélemy could be attacked at 2-1 (7.1)",
    )
    assert not TITLE.gestures.warnings(position(MORNING, phase="combat").state), "1-1 is nobody's duty"
    assert not TITLE.gestures.warnings(position({**MORNING, "DF": "0803"}).state), "not in movement"
    do(good, "attack 0703", "roll")
    assert not TITLE.gestures.warnings(good.state)


@pytest.mark.rule("7.8")
def test_chances_by_doing_it() -> None:
    game = position(MORNING, phase="combat", support=(1, 1))
    odds = game.odds(game.parse("attack 0703"))
    assert odds is not None
    assert {chance.text[:2]: round(chance.p * 6) for chance in odds.outcomes} == {
        "A1": 2,
        "-:": 1,
        "EX": 1,
        "DR": 1,
        "D1": 1,
    }
    assert [(drm.name, drm.value) for drm in odds.modifiers] == [("terrain", -1)]
    assert odds.compared == "10 to 5, column 1-1"
    do(game, "attack 0703")
    supported = game.odds(game.parse("support"))
    assert supported is not None
    assert supported.compared == "10 to 5, column 2-1"
    assert game.odds(game.parse("hold 304")) is not None
    assert position(MORNING).odds(position(MORNING).parse("move 304 0602")) is None


def test_the_combat_is_followed_from_its_declaration_to_its_end() -> None:
    game = position(MORNING, phase="combat", dice=[5])
    assert TITLE.battle(game.state, ()) is None
    do(game, "attack 0703")
    declared = TITLE.battle(game.state, ())
    assert declared is not None
    assert (declared.attacker, declared.defender, declared.finished) == (GERMAN, AMERICAN, False)
    assert [tally.value for tally in declared.tallies] == [10, 5, 0]
    assert (declared.result, declared.rolls) == ("Column 1-1", 0)
    events = do(game, "roll")
    rolled = TITLE.battle(game.state, events)
    assert rolled is not None
    assert rolled.tallies[2].dice == (5,)
    assert rolled.result == "Column 1-1: DR, the defenders retreat"
    told = (*events, *do(game, "stand"))
    ended = TITLE.battle(game.state, told)
    assert ended is not None
    assert (ended.finished, ended.stage) == (True, "over")


def test_a_combat_is_shown_as_it_stands_when_units_have_advanced() -> None:
    """Whoever opens a game in the middle of an advance has not seen the die."""
    game = position({"304": "0504", "3Pz": "0505", "2PG": "0505", "119": "0404"}, phase="combat", dice=[6])
    do(game, "attack 0404", "roll", "move 119 0304", "move 304 0404")
    shown = TITLE.battle(game.state, ())
    assert shown is not None
    assert (shown.stage, shown.defenders, len(shown.attackers)) == ("advance", (), 3)
    do(game, "move 2PG 0404")
    assert game.state.stack[-1].kind == "player_turn"


def test_the_roll_is_suggested() -> None:
    game = position(MORNING, phase="combat")
    assert TITLE.suggested(game.state) is None
    do(game, "attack 0703")
    assert TITLE.suggested(game.state) == game.parse("roll")


def test_the_bar_tells_the_sky_and_the_score() -> None:
    game = Game(TITLE, SCENARIO, 1)
    bar = TITLE.phase_bar(game.state)
    assert bar.date == "7 August, before dawn"
    assert bar.notes == ("dark", "support: German 2, American 1")
    assert bar.score == "0 VP"
    assert len(bar.turns) == 6


def test_places_and_supply_lie_on_the_map() -> None:
    wall = {"304": "0603", "3Pz": "0705", "2PG": "0504", "DF": "0506", "D": "0606"}
    scene = TITLE.scene(position({"1-120": "0605", **wall}).state)
    assert scene.spaces["0605"].badges == ("VP 1",)
    assert "unsupplied" in scene.spaces["0605"].counters[0].flags
    assert scene.spaces["0605"].counters[0].label == "1/120"


@pytest.mark.rule("4.6")
def test_why_not() -> None:
    game = position({"116": "0701"})
    refusal = TITLE.why_not(game.state, Target(space="0701", unit="116", to="0801"))
    assert refusal is not None
    assert refusal.rule == "4.6"


@pytest.mark.rule("5.1", "7.4", "7.5", "9.1")
def test_layers_tell_zones_odds_and_routes() -> None:
    state = position(MORNING, phase="combat").state
    odds = TITLE.overlay(state, "odds German").notes
    assert odds == {"0703": "1-1"}, "10 to 5 by those that stand there, a column less for the terrain"
    assert TITLE.overlay(state, "zoc American").highlights.keys() == {*DATA.board.near("0703")}
    routes = {line.spaces[0]: line.spaces[-1] for line in TITLE.overlay(state, "supply German").lines}
    assert routes.keys() == {"0702", "0802"}
    assert {end[:2] for end in routes.values()} == {"09"}, "the east edge"
    moving = TITLE.overlay(position(MORNING).state, "threat German").highlights
    assert moving["0703"] == "unsupplied"
    assert moving["0702"] == "battle"


@pytest.mark.rule("3.1", "11.1")
def test_layers_tell_the_sky_and_the_places() -> None:
    assert set(TITLE.overlay(position(MORNING, weather="fog").state, "sky").tints.values()) == {"mist"}
    assert not TITLE.overlay(position(MORNING).state, "sky").tints
    assert TITLE.overlay(position(MORNING).state, "places").notes["0705"] == "2"
    assert TITLE.overlay(position(MORNING).state, "front").hexsides


@pytest.mark.rule("4.2", "4.3")
def test_what_it_costs_to_enter_a_hex() -> None:
    found = TITLE.entering(position(MORNING).state, "0604")
    assert found is not None
    assert (found.modes, found.ground) == (("foot", "vehicles"), ("2", "3"))
    assert ("1", "1") in found.sides, "along the road from Mortain"
