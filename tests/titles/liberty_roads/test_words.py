"""Words and help: everything that happens and everything that can be done has them, and every rule cited opens."""

import ast
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.titles.liberty_roads.kit import do, position, unit
from wargame_tui.board.rulebook import Rulebook
from wargame_tui.core.command import Command
from wargame_tui.core.event import Event, events_of
from wargame_tui.core.game import Game
from wargame_tui.core.step import steps_of
from wargame_tui.titles import liberty_roads
from wargame_tui.titles.liberty_roads import TITLE, commands
from wargame_tui.titles.liberty_roads.events import combat, course, moves
from wargame_tui.titles.liberty_roads.events.combat import MarkerCancelled
from wargame_tui.titles.liberty_roads.events.course import WeatherRolled
from wargame_tui.titles.liberty_roads.events.moves import CounteroffensiveDeclared, ReplacementPoints
from wargame_tui.titles.liberty_roads.printed import names
from wargame_tui.titles.liberty_roads.printed.book import DATA
from wargame_tui.titles.liberty_roads.rules import sequence
from wargame_tui.titles.liberty_roads.shown import help, words
from wargame_tui.titles.liberty_roads.state import RESERVE

PACKAGE = Path(liberty_roads.__path__[0])
SOURCES = sorted(PACKAGE.rglob("*.py"))
CITED = re.compile(r"(?<![\d./])\d{1,2}\.\d{1,2}(?:\.\d{1,2})?(?![\d.]*\d)")
"""A rule's number in a text."""
SAMPLE: Mapping[str, Any] = {
    "after": 5, "assault": [], "attack": 12, "attacker": "D1", "attackers": ["US-1"], "beachheads": 2, "before": 6,
    "by": "flak", "cancelled": False, "cause": "1309", "column": "2/1", "columns": 1, "count": 3, "dday": ["naval"],
    "defence": 5, "defender": "S", "defenders": ["G-352"], "dice": [3, 4], "die": 4, "divisions": 5, "gone": False,
    "ground": "forest", "hex": "1309", "hexes": ["1309", "1208"], "into": "G-70", "kg": "KG-A1", "losses": [1, 2],
    "lost": True, "marker": "air_support-1", "markers": 2, "mode": "normal", "modifier": 1,
    "modifiers": [["terrain", -1, "12.2.7"]], "name": "172nd Division", "none": False, "number": 1, "of": "elite",
    "origin": "1208", "origins": ["1208"], "over": False, "path": ["1208", "1309"], "phase": "movement",
    "place": "1309", "points": 3, "ports": 1.5, "reset": 9, "result": 2, "shifts": [["Air Support", 1, "7.5.4"]],
    "side": "German", "spent": 1, "steps": 1, "toward": "1310", "turn": 3, "unit": "G-352", "units": ["US-1", "US-29"],
    "wall": ["flak"], "weather": 1, "where": "pool", "winner": "Allied", "works": True, "zone": "England-Air",
}  # fmt: skip
"""A value for every field of an event."""
OTHERWISE: Mapping[type[Event], Mapping[str, Any]] = {
    WeatherRolled: {"weather": "Clear"},
    ReplacementPoints: {"points": {"German": 3}},
    CounteroffensiveDeclared: {"units": 4},
    MarkerCancelled: {"marker": "air"},
}
"""Fields that mean something else in some kinds."""


# Static analysis: what is told, with which fields


@cache
def tree(source: Path) -> ast.Module:
    """A module of the package."""
    return ast.parse(source.read_text("utf-8"))


def calls(name: str) -> Iterator[ast.Call]:
    """Every call of a function or method of that name in the package."""
    for source in SOURCES:
        for node in ast.walk(tree(source)):
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if called == name:
                    yield node


def constants(node: ast.AST) -> Iterator[str]:
    """The strings in an expression."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            yield inner.value


EVENTS = sorted(events_of(liberty_roads.__name__), key=lambda kind: kind.kind)
"""Every kind of event."""


def test_every_event_is_told_somewhere() -> None:
    rules = [tree(source) for source in SOURCES if "rules" in source.parts]
    nodes = [node for each in rules for node in ast.walk(each) if isinstance(node, ast.Name | ast.Attribute)]
    named = {node.id if isinstance(node, ast.Name) else node.attr for node in nodes}
    assert {kind.__name__ for kind in EVENTS} - named == set()


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.kind)
def test_every_event_has_words(kind: type[Event]) -> None:
    for optional in (False, True):
        told = [each for each in fields(kind) if each.name != "rule" and (optional or each.default is MISSING)]
        sample = {**SAMPLE, **OTHERWISE.get(kind, {})}
        text = TITLE.event_text(kind(**{each.name: sample[each.name.rstrip("_")] for each in told}))
        assert text[:1].isupper() or text[:1].isdigit()
        assert no_ids(text), text


def no_ids(text: str) -> bool:
    """Whether a sentence names units and markers as their counters do."""
    known = {name for name in (*names._names(), *names.printed_markers()) if not name.isdigit()}
    known -= {names.unit_name(name) for name in known}
    return not {word.rstrip(".:,") for word in re.split(r"[^\w.:-]+", text)} & known


def test_what_begins_a_part_of_the_sequence_of_play_says_where_it_leads() -> None:
    phase = course.PhaseBegun(side="Allied", phase="ports")
    assert words.part(phase, ["6-10 June", "Allied player turn"]) == ("6-10 June", "Allied player turn", "Port repair")
    assert words.part(course.TurnBegun(turn=2), ["6-10 June"]) == ("11-20 June",)
    assert words.part(course.FreeAirTaken(), ["6-10 June"]) == ()
    for name in names.PHASES:
        assert TITLE.event_text(course.PhaseBegun(side="German", phase=name)).startswith("German ")
    assert tuple(names.PHASES) == sequence.ORDER


# Commands and steps


def test_every_command_has_words_and_a_rule_that_opens() -> None:
    for kind in commands.ALL:
        assert kind.template or kind.words is not Command.words or kind in words._TEXTS, kind.verb
        assert kind.rule is not None
        assert rulebook().rules[kind.rule].text
    for step in steps_of(f"{liberty_roads.__name__}.state"):
        for kind, rule in getattr(step, "paragraphs", {}).items():
            assert kind in commands.ALL
            assert rulebook().rules[rule].text, rule


def step_kinds() -> Iterator[str]:
    """The kinds of step in the package: `kind: Literal["moving"] = "moving"`."""
    for source in SOURCES:
        for node in ast.walk(tree(source)):
            is_kind = isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") == "kind"
            if is_kind and isinstance(node.annotation, ast.Subscript) and isinstance(node.value, ast.Constant):
                yield str(node.value.value)


def test_every_kind_of_step_has_help() -> None:
    assert set(step_kinds()) == {step.partition(" ")[0] for step in DATA.helps} - {"over"}


# Rules in words


def rulebook() -> Rulebook:
    """The reference shipped with the title."""
    return TITLE.rulebook()


def rules_given() -> Iterator[str]:
    """The rules handed to refusals, prompts, events, facts and modifiers."""
    places = (("refused", 1), ("Refusal", 1), ("Prompt", 1), ("event", 1), ("Modifier", 2), ("Fact", 2))
    for name, place in places:
        for call in calls(name):
            yield from constants(call.args[place]) if len(call.args) > place else ()
            yield from (rule for word in call.keywords if word.arg == "rule" for rule in constants(word.value))


def test_every_rule_shown_opens_and_is_not_empty() -> None:
    given = {number for number in rules_given() if re.fullmatch(r"[TA]?\d[\d.]*", number)}
    assert {"7.5.4", "13.6", "T41"} <= given
    for number in given:
        assert number in rulebook().rules, number
        assert rulebook().rules[number].text, number


def test_help_cites_rules_that_open() -> None:
    for entry in DATA.helps.values():
        cited = {*entry.rules, *(number for line in entry.lines for number in CITED.findall(line))}
        cited |= {number for line in entry.lines for number in re.findall(r"\b[TA]\d{1,2}\b", line)}
        assert cited - rulebook().rules.keys() == set(), entry.heading


def test_the_reference_is_whole() -> None:
    numbers = rulebook().rules
    assert all(f"A{n}" in numbers for n in range(1, 71))
    assert all(numbers[f"T{n}"].text for n in range(1, 42))
    assert [str(chapter) for chapter in range(1, 21) if str(chapter) not in numbers] == []


def test_the_reconstructed_tables_are_those_of_the_charts() -> None:
    chart, numbers = DATA.charts, rulebook().rules
    for roll, row in chart.combat.results.items():
        cells = [f"{cell.losses[0]}/{cell.losses[1]} {cell.attacker} {cell.defender}" for cell in row]
        assert f"| {roll} | {' | '.join(cells)} |" in numbers["T28"].text
    for box, (draws, points) in enumerate(zip(chart.approval.draws, chart.approval.replacements, strict=True)):
        assert f"| {box} | {draws} | {points} |" in numbers["T33"].text
    for hex_, entry in DATA.map.strategic.items():
        assert f"| {hex_} | {entry.name} | {entry.value} | {entry.withdrawn} |" in numbers["T34"].text
    for marker in chart.markers.values():
        assert marker.words in numbers["T31"].text
    for number, turn in enumerate(chart.turns, 1):
        assert f"| {number} | {turn.name} |" in numbers["T26"].text


# Names


def test_units_of_a_side_have_names_of_their_own() -> None:
    for side in ("German", "Allied"):
        shown = [names.unit_name(name) for name, entry in DATA.units.units.items() if entry.side == side]
        assert len(set(shown)) == len(shown)


@pytest.mark.parametrize(
    ("unit", "name"),
    [("US-30", "US 30"), ("UK-50", "Br 50"), ("G-352", "352 Inf"), ("G-12SS", "12 SS"), ("HQ-SHAEF", "SHAEF"),
     ("HQ-1US", "HQ US 1st"), ("KG-A1", "KG A1"), ("fixed-1309", "the coast defence of 1309 Caen"),
     ("nonsense", "nonsense")],
)  # fmt: skip
def test_units_are_called_by_name(unit: str, name: str) -> None:
    assert names.unit_name(unit) == name


def test_texts_are_spoken_with_names() -> None:
    assert names.spoken("G-352 can still move in 1309.") == "352 Inf can still move in 1309 Caen."
    assert names.spoken("1309 Caen is overstacked") == "1309 Caen is overstacked"
    assert names.spoken("us_artillery-2 lies there") == "American Artillery lies there"


def test_the_log_does_not_name_what_goes_into_the_strategic_reserve() -> None:
    for event in (
        moves.WentToReserve(unit="G-9SS", hex="1309"),
        moves.Arrived(unit="G-9SS", place_=RESERVE),
        moves.Replaced(unit="G-9SS", hex=RESERVE),
    ):
        assert "9 SS" not in TITLE.event_text(event)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (course.ApprovalChanged(cause="turn", before=6, after=5), "The Führer's approval falls to 5: another turn"),
        (course.ApprovalChanged(cause="Paris", before=6, after=3), "The Führer's approval falls to 3: Paris is lost"),
        (
            course.ApprovalChanged(cause="1309", before=6, after=7),
            "The Führer's approval rises to 7: armour attacks 1309 Caen",
        ),
        (
            moves.Dropped(unit="US-82AB", hex="1008", die=2, modifiers=[["marsh", -1, "12.2.7"]], result=1),
            "US 82 AB drops on 1008 Carentan, rolls 2 -1 marsh = 1: loses a step",
        ),
        (
            moves.RepairRolled(hex="1007", die=4, modifiers=[["hexes to PLUTO", -2, "15.1.4"]], result=2, works=True),
            "Port repair at 1007 Cherbourg, rolls 4 -2 hexes to PLUTO = 2: repaired",
        ),
        (
            moves.Moved(unit="G-12SS", origin="1609", path=["1309"], mode="rail"),
            "12 SS from 1609 Évreux to 1309 Caen (by rail)",
        ),
        (
            combat.CombatRolled(
                hex="1309", side="Allied", dice=[3, 5], column="3/1", losses=[1, 1], attacker="-", defender="SS"
            ),
            "1309 Caen: 3 and 5 = 8 on 3/1, attacker loses 1 step, defender 1;"
            " SS: the defenders lose two steps or retreat as many hexes",
        ),
        (combat.Softened(hex="1309", ground="forest", before="SS", after="S"), "Forest at 1309 Caen turns SS into S"),
        (combat.Softened(hex="1309", ground="forest", before="S", after="-"), "Forest at 1309 Caen cancels S"),
        (
            course.SupportRolled(dice=[4, 6], weather=0, ports=1, count=4),
            "Allied support: rolls 4 and 6 with 1 port: 4 markers",
        ),
        (moves.SeaPoints(points=1.5), "Sea transport: 1.5 points"),
    ],
)
def test_words_of_events(event: Event, text: str) -> None:
    assert TITLE.event_text(event) == text


def test_results_of_the_table_have_words() -> None:
    cells = [cell for row in DATA.charts.combat.results.values() for cell in row]
    assert {cell.attacker for cell in cells} <= names.ATTACKER_RESULTS.keys()
    assert {cell.defender for cell in cells} <= names.DEFENDER_RESULTS.keys()


# Everything that random games come to


@pytest.mark.parametrize(("scenario", "seed"), [("campaign", 1), ("cobra", 2), ("to_the_rhine", 3)])
def test_there_are_words_at_every_moment(scenario: str, seed: int) -> None:
    rnd = random.Random(seed)
    game = Game(TITLE, f"liberty_roads/{scenario}", seed, {})
    events = game.opening
    for _ in range(120):
        if game.side is None:
            break
        for event in events:
            assert no_ids(TITLE.event_text(event)), event
        legal = game.legal()
        for command in rnd.sample(legal, min(6, len(legal))):
            text = words.command_text(game.state, command)
            assert text[:1].isupper() or text[:1].isdigit(), text
            assert no_ids(text), text
            assert words.rule_of(game.state, command) in rulebook().rules
        assert help.help_for(game.state).heading
        verb = rnd.choice(sorted({command.verb for command in legal}))
        events = game.apply(rnd.choice([command for command in legal if command.verb == verb]))


def test_a_command_that_leads_straight_to_dice_says_so() -> None:
    game = position(unit("US-30", "1109"), unit("G-352", "1209"), phase="combat")
    do(game, "attack 1209")
    assert "dice" not in TITLE.command_text(game.state, game.parse("with US-30"))
    do(game, "with US-30")
    assert TITLE.command_text(game.state, game.parse("go")).endswith("; rolls the dice")
