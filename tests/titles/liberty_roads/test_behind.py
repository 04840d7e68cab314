"""What is proposed behind the front, and together after a roll: reinforcements, replacements, ships, the reaction."""

import pytest

from tests.titles.liberty_roads.kit import ALLIED, BOOK, GERMAN, at, do, legal, place, position, unit
from tests.titles.liberty_roads.test_combat import ELSEWHERE, NORTH, PLAIN, americans, attack, plain, rig
from tests.titles.liberty_roads.test_gestures import GESTURES, accept, answer
from tests.titles.liberty_roads.test_landing import landed
from tests.titles.liberty_roads.test_replacements import ASHORE, HOME, allied, dead, german, reduced
from tests.titles.liberty_roads.test_sea import sailing
from wargame_tui.core.game import Game
from wargame_tui.titles.liberty_roads import TITLE
from wargame_tui.titles.liberty_roads.commands import Play, Return, Ship
from wargame_tui.titles.liberty_roads.printed.names import unit_name
from wargame_tui.titles.liberty_roads.rules.stacking import excess
from wargame_tui.titles.liberty_roads.shown import answers, attacks


@pytest.mark.rule("10.2.2", "10.2.3", "6.3.2")
def test_german_reinforcements_are_placed_in_one_gesture_the_strongest_by_rail() -> None:
    foe = unit("US-30", "1508")
    waiting = (unit("G-59", "off", due=8), unit("G-9SS", "off", due=8))
    game = german(*waiting, foe, now={"rail": 2}, campaign={"counteroffensive": True})
    found = answer(game)
    assert found.words.startswith("Reinforcements: ")
    assert "9 SS" in found.words
    assert "59 Inf" in found.words
    accept(game)
    assert not at(game, "arrivals")
    assert "off" not in {place(game, "G-59"), place(game, "G-9SS")}


@pytest.mark.rule("10.2.3")
def test_who_was_placed_by_hand_goes_on_as_proposed_with_the_others() -> None:
    foe = unit("US-30", "1508")
    game = german(unit("G-59", "off", due=8), unit("G-9SS", "off", due=8), foe, campaign={"counteroffensive": True})
    do(game, "place G-59 2904")
    assert at(game, "arrivals")
    accept(game)
    assert not at(game, "arrivals")
    assert place(game, "G-9SS") != "off"


@pytest.mark.rule("10.1")
def test_allied_reinforcements_wait_in_england_but_those_of_the_south() -> None:
    waiting = (unit("US-80", "off", due=4), unit("US-45", "off", due=5))
    game = allied(*waiting, reduced("US-30"), turn=8, campaign={"invasions": 1})
    assert answer(game).words == "Reinforcements: US 80 in England; US 45 in the Mediterranean Front"
    accept(game)
    assert (place(game, "US-80"), place(game, "US-45")) == ("England", "Mediterranean")


@pytest.mark.rule("10.3.4", "10.3.5")
def test_replacements_bring_most_strength_for_a_point_and_spend_no_marker() -> None:
    game = allied(reduced("US-30"), reduced("US-2A"), dead("UK-3"), american=2, british=1, hand=("air_support-1",))
    assert "spend air_support-1" in legal(game)
    found = answer(game)
    assert [each.verb for each in found.commands] == ["replace"], "armour takes a marker, the British have no HQ"
    assert found.words == "Replacements: US 30 at full strength"
    accept(game)
    assert not game.state.units["US-30"].reduced
    assert game.state.support["air_support-1"].where == "available"


@pytest.mark.rule("10.3.4", "10.3.6", "10.3.7")
def test_who_is_rebuilt_comes_to_the_hq_before_the_reserve() -> None:
    game = german(dead("G-352"), unit("US-30", "1109"), points=2)
    accept(game)
    assert place(game, "G-352") == HOME
    assert not game.state.units["G-352"].reduced, "both points"


@pytest.mark.rule("10.3.5")
def test_with_nothing_but_markers_to_spend_nothing_is_proposed() -> None:
    game = allied(reduced("US-2A", ASHORE), american=2, british=0, hand=("air_support-1",))
    assert legal(game) == {"spend air_support-1", "end"}
    assert GESTURES.answer(game.state) is None


@pytest.mark.rule("13.8.3", "13.8.4")
def test_divisions_react_to_a_landing_in_one_gesture() -> None:
    game = landed(unit("G-12SS", "1510"), unit("G-21Pz", "1411"), unit("G-352", "1410"), die=2)
    assert at(game, "reaction")
    found = answer(game)
    assert found.words.startswith("React: ")
    before = {name: place(game, name) for name in ("G-12SS", "G-21Pz", "G-352")}
    accept(game)
    moved = [name for name, where in before.items() if place(game, name) != where]
    assert 1 <= len(moved) <= 3
    if at(game, "reaction"):
        assert [each.notation() for each in answer(game).commands] == ["end"], "then it is over"


@pytest.mark.rule("7.10.2")
def test_a_retreat_names_everybody_who_goes_with_where_he_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, losses=(0, 0), defender="DR")
    germans = ("G-352", "G-77", "G-353", "G-84")
    game = plain(*(unit(each, PLAIN) for each in germans), *americans("US-30", "US-29"), *ELSEWHERE)
    attack(game, PLAIN, "US-30", "US-29")
    words = answer(game).words
    assert "US" not in words, "nobody of those who follow"
    accept(game)
    assert {place(game, each) for each in germans}.isdisjoint({PLAIN})
    assert all(unit_name(each) in words for each in germans), words
    assert all(place(game, each) in words for each in germans), words


@pytest.mark.rule("11.2", "11.2.2")
def test_ships_are_loaded_in_one_gesture_and_the_end_stays_the_players() -> None:
    game = sailing(unit("US-30", "England"), unit("US-35", "England"), unit("G-77", "2404"), allied=("1007",))
    found = answer(game)
    assert found.words.startswith("By sea: ")
    assert "end" not in [each.notation() for each in found.commands]
    accept(game)
    assert place(game, "US-30") == "1007" or place(game, "US-35") == "1007"


@pytest.mark.rule("17.2.1")
def test_the_weakest_is_withdrawn() -> None:
    units = (unit("G-16LF", "2404"), unit("G-17LF", "2503"))
    game = position(unit("HQ-7G", HOME), *units, unit("US-30", "1109"), side=GERMAN, phase="replacements", turn=3)
    assert at(game, "withdrawals")
    assert answer(game).words == "Withdraw 16 LwF"


@pytest.mark.rule("7.8", "7.9.1", "7.10.2")
def test_losses_and_the_retreat_after_them_are_answered_together(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, losses=(0, 1), defender="DR")
    game = plain(unit("G-352", PLAIN), unit("G-77", PLAIN), *americans("US-30", "US-29"), *ELSEWHERE)
    attack(game, PLAIN, "US-30", "US-29")
    assert game.side == GERMAN
    verbs = [each.verb for each in answer(game).commands]
    assert verbs[0] == "lose"
    assert verbs[1:]
    assert {*verbs[1:]} == {"retreat"}
    assert "; retreat to " in answer(game).words
    accept(game)
    assert game.side == ALLIED
    assert not game.state.units_in(PLAIN, GERMAN)


@pytest.mark.rule("7.11.1", "7.12.1")
def test_the_advance_and_the_exploitation_after_it_are_answered_together(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, losses=(0, 4), attacker="E")
    game = plain(unit("G-352", PLAIN), *americans("US-2A", "US-30"), unit("US-4", NORTH), *ELSEWHERE)
    attack(game, PLAIN, "US-2A", "US-30", "US-4")
    do(game, "go")
    assert game.side == ALLIED
    verbs = [each.verb for each in answer(game).commands]
    assert "advance" in verbs
    assert verbs[-1] == "mark"
    accept(game)
    assert not at(game, "marking")
    assert any(each.exploiting for each in game.state.on_map(ALLIED))


@pytest.mark.rule("5.3.1", "5.3.2", "7.5.3")
def test_the_free_air_support_is_played_where_the_odds_are_best() -> None:
    game = Game(TITLE, "liberty_roads/cobra", 1, {"undo": "free"})
    do(game, "take_air")
    found = answer(game)
    (play,) = found.commands
    assert isinstance(play, Play)
    assert game.state.support[play.marker].free
    columns = BOOK.charts.combat.columns

    def number(hex_: str) -> int:
        party = attacks.everybody(game.state, ALLIED, hex_, exploitation=False)
        column = None if party is None else party.fight(game.state).odds(game.state).number
        return -1 if column is None or column + 1 == len(columns) else column

    places = {text.split()[2] for text in legal(game, "play") if text.split()[1] == play.marker}
    assert number(play.place) == max(map(number, places))
    assert f"odds now {columns[number(play.place)]}, then " in found.words
    accept(game)
    assert game.state.support[play.marker].where == "played"


@pytest.mark.rule("11.4.1")
def test_no_key_on_a_harbour_sends_its_troops_home_unasked() -> None:
    game = sailing(unit("UK-6AB", "1007"), unit("US-30", "1007"), unit("US-35", "England"), allied=("1007",))
    assert "ship US-30 England" in legal(game)
    assert TITLE.target(game.state, Ship("US-30", "England")).aside
    assert TITLE.target(game.state, Return("UK-6AB")).aside
    assert not TITLE.target(game.state, Ship("US-35", "1007")).aside


@pytest.mark.rule("11.2", "1.10.2")
def test_nobody_is_shipped_where_there_is_no_room() -> None:
    game = Game(TITLE, "liberty_roads/cobra", 5, {"undo": "free"})
    while not at(game, "sea"):
        found = GESTURES.answer(game.state)
        game.apply(found.commands[0] if found is not None else "end")
    accept(game)
    ashore = {each.location for each in game.state.on_map(ALLIED)}
    assert not any(excess(game.state, hex_, game.state.units_in(hex_, ALLIED)) for hex_ in ashore)


@pytest.mark.rule("5.5.1", "5.6.5")
def test_markers_and_pluto_are_proposed_with_what_they_add(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(TITLE, "liberty_roads/cobra", 3)
    do(game, "take_air", "give_back carpet_bombing-1")
    monkeypatch.setattr(answers, "PLUTO_NEAR", 0)
    monkeypatch.setattr(answers, "MARKERS_KEPT", 0)
    found = GESTURES.considered(game.state)
    assert found is not None
    assert [each.verb for each in found.commands] == ["spend", "move_pluto"]
    assert found.words.startswith("Spend ")
    assert GESTURES.after(game.state, found.commands) is not None
    do(game, "play air_support-1 1709")
    found = GESTURES.considered(game.state)
    assert found is not None
    assert "odds now 5/1" not in found.words, "good enough without one"
    (play,) = found.commands
    assert isinstance(play, Play)
    assert GESTURES.after(game.state, found.commands) is not None
