"""What is shown of a title that declares its sides, map, units, commands and steps, and no more."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from wargame_tui.board.plain import DataError
from wargame_tui.board.title import FolderTitle, Target
from wargame_tui.core.game import Game
from wargame_tui.core.step import Step
from wargame_tui.core.title import BadOption, BadState, find_title

SEED = 11
START = {"new_hex": "0102", "new_areas": "1", "new_chart": "1"}
"""Where R1 begins."""


@pytest.fixture
def title(new_title: str) -> Any:
    return find_title(new_title)


@pytest.fixture
def game(title: Any) -> Game:
    return Game.new(f"{title.id}/crossroads", SEED)


def test_a_title_has_to_say_how_a_game_starts_and_no_more() -> None:
    assert FolderTitle.__abstractmethods__ == {"start"}


def test_the_map_is_that_of_the_file(title: Any) -> None:
    shown = json.loads(json.dumps(title.map(f"{title.id}/crossroads")))
    assert shown["kind"] == ("hex" if title.id == "new_hex" else "area")
    spaces = shown["spaces"]
    assert len(spaces) == (40 if title.id == "new_hex" else 6)
    for name, space in spaces.items():
        assert space["neighbours"]
        assert all(name in spaces[other]["neighbours"] for other in space["neighbours"])
    here, there = ("0503", "0602") if title.id == "new_hex" else ("4", "3")
    assert spaces[here]["name"] == "Hannover"
    assert spaces[here]["neighbours"][there] == {"border": "plain", "road": "primary"}


def test_units_lie_where_they_stand(title: Any, game: Game) -> None:
    start = title.scene(game.state)
    assert start.spaces.keys() == title.spaces(game.state).keys()
    here = start.spaces[START[title.id]]
    (counter,) = here.counters
    assert (counter.unit, counter.side, counter.label, counter.symbol) == ("R1", "Red", "R1", "infantry")
    assert (counter.strength, counter.numbers, counter.flags) == ("1", "1", frozenset())
    assert here.control == "Red"
    game.apply(next(command for command in game.legal() if command.as_json().get("unit") == "R1"))
    moved = title.scene(game.state).spaces
    assert not moved[START[title.id]].counters
    (counter,) = (each for space in moved.values() for each in space.counters if each.unit == "R1")
    assert counter.flags == {"moved"}


def test_the_bar_shows_the_turns_and_the_step(title: Any, game: Game) -> None:
    bar = title.phase_bar(game.state)
    assert (bar.date, bar.phase, bar.score) == ("Turn 1", "Red movement", "")
    assert [box.status for box in bar.turns] == ["now", *["ahead"] * 5]
    assert title.turn(game.state) == "1"


def test_turns_have_dates_if_the_scenario_has(title: Any, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    class Dated:
        dates = ("7 August", "evening of 7 August")

    assert title.turn_words(game.scenario, "2") == "turn 2"
    monkeypatch.setattr(title.data.under(()), "scenarios", {**title.data.scenarios, "dated": Dated()})
    assert title.turn_words(f"{title.id}/dated", "2") == "evening of 7 August"


def test_a_command_is_about_its_unit_on_the_way_to_its_space(title: Any, game: Game) -> None:
    here = START[title.id]
    there = next(iter(title.spaces(game.state)[here]["neighbours"]))
    assert title.target(game.state, game.parse(f"move R1 {there}")) == Target(here, "R1", to=there)
    enemy = game.state.units["B1"].location
    assert title.target(game.state, game.parse("attack R1 B1")) == Target(here, "R1", to=enemy)
    assert title.target(game.state, game.parse("end")) == Target()


def test_sentences_name_spaces_and_say_when_dice_are_rolled(title: Any, game: Game) -> None:
    here = game.state.units["B1"].location
    near = list(title.spaces(game.state)[here]["neighbours"])
    town = title.called("0503" if title.id == "new_hex" else "4")
    assert town.endswith(" Hannover")
    assert title.called("R1") == "R1"
    game.edit([{"op": "replace", "path": "/units/R1/location", "value": near[0]}])
    assert title.command_text(game.state, game.parse(f"move R1 {near[1]}")) == f"R1 moves to {title.called(near[1])}"
    game.apply("end")
    assert title.command_text(game.state, game.parse("attack R1 B1")) == "R1 attacks B1; rolls the dice"
    game.script([6])
    (event,) = game.apply("attack R1 B1")
    assert title.event_text(event) == "R1 attacks B1: 6, it is eliminated"
    assert title.event_place(event) == here


def test_a_unit_reaches_what_its_commands_name(title: Any, game: Game) -> None:
    reached = title.reach(game.state, "R1").highlights
    assert reached.keys() == {command.space for command in game.legal() if getattr(command, "unit", "") == "R1"}
    assert not title.reach(game.state, "B1").highlights
    everybody = title.overlay(game.state, "reach").highlights
    assert reached.keys() < everybody.keys()


def test_why_not_has_the_rule_of_what_was_meant(title: Any, game: Game) -> None:
    own, far = START[title.id], game.state.units["B2"].location
    assert title.why_not(game.state, Target(unit="R1")) is None
    assert title.why_not(game.state, Target(space=own)) is None
    assert title.why_not(game.state, Target(unit="B1")).rule == "1.1"
    assert title.why_not(game.state, Target(unit="R1", to=far)).rule == "2.1"
    assert title.why_not(game.state, Target(space=far)).rule == "1.1"
    game.apply(next(command for command in game.legal() if getattr(command, "unit", "") == "R1"))
    assert title.why_not(game.state, Target(unit="R1")).rule == "2.3"


def test_sheets_tell_what_is_printed_and_what_may_be_done(title: Any, game: Game) -> None:
    here = START[title.id]
    (sheet,) = title.unit_sheets(game.state, here)
    assert (sheet.name, sheet.formation, sheet.may, sheet.why_not) == ("1st Red Infantry", "Red", ("move",), None)
    assert [(fact.label, fact.value) for fact in sheet.facts] == [("strength", "1")]
    (idle,) = title.unit_sheets(game.state, game.state.units["B2"].location)
    assert idle.may == ()
    assert idle.why_not.reason == "the Red player decides"
    space = title.space_sheet(game.state, here)
    assert ("control", "Red") in [(fact.label, fact.value) for fact in space.facts]
    assert len(space.links) == len(title.spaces(game.state)[here]["neighbours"])
    town = title.space_sheet(game.state, "0503" if title.id == "new_hex" else "4")
    assert town.heading.endswith("Hannover")
    assert "primary road" in {link.value for link in town.links}


def test_help_is_the_rule_of_the_question_and_what_may_be_done(title: Any, game: Game) -> None:
    told = title.help(game.state)
    assert told.heading == "Red movement"
    assert told.lines[0].startswith("A turn: Red moves units")
    assert "Move a unit to a space next to its own (2.1)." in told.lines
    assert told.rules[:2] == ("1.1", "2.1")


def test_who_controls_what_can_be_laid_over_the_map(title: Any, game: Game) -> None:
    assert [info.id for info in title.overlays()] == ["reach", "control"]
    held = title.overlay(game.state, "control").highlights
    assert held[START[title.id]] == "supplied"
    assert set(held.values()) == {"supplied", "unsupplied"}


def test_a_game_that_is_over_is_shown_as_well(title: Any, game: Game) -> None:
    while not game.over:
        game.apply("end")
    state = game.state
    assert title.help(state).heading == "The game is over"
    assert title.why_not(state, Target(unit="R1")).reason == "the game is over"
    assert title.phase_bar(state).phase == ""
    assert all(sheet.why_not is not None for sheet in title.unit_sheets(state, START[title.id]))
    assert title.overlay(state, "reach").highlights == title.reach(state, "R1").highlights == {}
    assert title.battle(state, ()) is None


def test_points_are_told_as_a_number_or_by_side(title: Any, game: Game) -> None:
    class Counted:
        def __init__(self, points: Any) -> None:
            self.points = points

    assert title.points(Counted(3)) == "3 VP"
    assert title.points(Counted({"Red": 2, "Blue": 0})) == "Red 2, Blue 0"
    assert title.points(game.state) == ""


@pytest.mark.parametrize(
    ("unit", "changes"), [("R1", {"location": "nowhere"}), ("R1", {"id": "R9"}), ("R1", {"side": "Green"})]
)
def test_a_state_that_no_game_could_be_in_is_refused(
    title: Any, game: Game, unit: str, changes: dict[str, Any]
) -> None:
    broken = title.dump(game.state)
    broken["units"][unit] |= changes
    with pytest.raises(BadState, match=r"^/units/R1/"):
        title.restore(broken)


@pytest.mark.parametrize(("unit", "place"), [("R9", r"/stack/1/unit"), ("R1", None)])
def test_a_step_about_a_unit_that_is_not_there_is_refused(title: Any, game: Game, unit: str, place: str | None) -> None:
    """A title of its own steps, as the rules made it."""

    class Holding(Step[Any, Any]):
        def __init__(self) -> None:
            self.unit = unit

    state = replace(game.state, stack=(game.state.stack[0], Holding()))
    if place is None:
        title.insist_on_sense(state)
        assert title.scene(state).spaces[START[title.id]].counters[0].flags == {"selected"}
    else:
        with pytest.raises(BadState, match=place):
            title.insist_on_sense(state)


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"units": ("R1", "R9")}, r"/stack/1/units: no unit `R9`"),
        ({"units": ("R1", "R2"), "space": "none"}, r"/stack/1/space: no space `none`"),
        ({"side": "Green"}, r"/stack/1/side: no side `Green`"),
        ({"upon": ""}, r"/stack/1: `holding` lies upon nothing"),
        ({"upon": "player_turn"}, r"/stack/1: `holding` lies upon `player_turn`"),
        ({"wrong": ": too many"}, r"/stack/1: too many"),
        ({"units": ("R1", "R2"), "space": None, "upon": "turn"}, None),
    ],
)
def test_a_step_that_cannot_be_is_refused(title: Any, game: Game, fields: dict[str, Any], place: str | None) -> None:
    class Holding(Step[Any, Any]):
        wrong: str | None = None

        def problem(self, table: Any) -> str | None:
            return self.wrong

    step = Holding()
    step.kind = "holding"
    for name, value in fields.items():
        setattr(step, name, value)
    problems = [*title.problems(replace(game.state, stack=(game.state.stack[0], step)))]
    assert problems == [] if place is None else re.match(place, problems[0])


def test_turns_and_counters_are_those_of_the_files(title: Any, game: Game) -> None:
    assert [*title.problems(replace(game.state, turn=7))] == ["/turn: 1 to 6"]
    units = {**game.state.units, "R9": replace(game.state.units["R1"], id="R9")}
    assert [*title.problems(replace(game.state, units=units))] == ["/units/R9: no such counter"]


def test_what_a_step_calls_its_way_on_comes_first(title: Any, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    assert title.suggested(game.state) is None
    for words, found in (("end", game.parse("end")), ("move R1 nowhere", None)):
        monkeypatch.setattr(type(game.state.stack[-1]), "goes_on", game.parse(words), raising=False)
        assert title.suggested(game.state) == found, "as long as it is legal"


def test_a_command_without_a_rule_has_that_of_the_question(title: Any, game: Game) -> None:
    class Asks:
        rule = None

    assert title.rule_of(game.state, Asks()) == "1.1"
    assert title.rule_of(game.state, next(iter(game.legal()))) == "2.1"


def test_options_are_those_declared(title: Any) -> None:
    with pytest.raises(BadOption):
        Game.new(f"{title.id}/crossroads", SEED, {"fog": "on"})


def test_a_map_that_contradicts_itself_is_refused_with_file_and_line(title: Any, monkeypatch: Any) -> None:
    entry = title.data.map
    bad = (
        {"roads": (entry.roads[0].model_copy(update={"path": ("0101", "0105")}),)}
        if title.id == "new_hex"
        else {"links": (*entry.links, entry.links[0].model_copy(update={"between": ("1", "99")}))}
    )
    monkeypatch.setattr(title.data.under(()), "map", entry.model_copy(update=bad))
    with pytest.raises(DataError, match=r"map.yaml:\d+: (roads|links)"):
        title.open_scenario(f"{title.id}/crossroads")


def test_a_hex_that_is_not_on_the_map_is_refused_with_file_and_line(
    new_titles: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(new_titles["hex"]))
    title: Any = find_title("new_hex")
    files = title.data.under(())
    file = files.scenarios["crossroads"]
    changed = file.model_copy(update={"setup": {**file.setup, "R1": "0795"}, "objective": "9901"})
    monkeypatch.setattr(files, "scenarios", {"crossroads": changed})
    place = files.map.places[0].model_copy(update={"hexes": ("0503", "0606")})
    monkeypatch.setattr(files, "map", files.map.model_copy(update={"places": (place,)}))
    with pytest.raises(DataError) as found:
        Game.new("new_hex/crossroads", SEED)
    assert [(re.sub(r".*/|:\d+", "", place), words) for place, words in found.value.problems] == [
        ("map.yaml: places.0.hexes.1", "no hex 0606 on the map"),
        ("crossroads.yaml: setup.R1", "no hex 0795 on the map"),
        ("crossroads.yaml: objective", "no hex 9901 on the map"),
    ]


def test_a_file_of_the_title_is_checked(title: Any, new_titles: dict[str, Path]) -> None:
    folder = new_titles[title.id.removeprefix("new_")] / title.id / "data"
    for path in folder.glob("*.yaml"):
        assert title.check_file(path) == []


def test_rules_and_introduction_are_those_of_the_folder(title: Any) -> None:
    assert title.rulebook().find("3.2").text.startswith("Roll a die")
    assert title.introduction().startswith("# New")
