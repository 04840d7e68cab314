"""Words and help: everything that happens and everything that can be done has them, and every rule cited opens."""

import ast
import random
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from wargame_tui.board import phrases
from wargame_tui.board.rulebook import Rulebook
from wargame_tui.core.command import Command, field_names
from wargame_tui.core.dice import Dice
from wargame_tui.core.game import Game
from wargame_tui.core.wording import fields_in
from wargame_tui.titles import ardennes_44
from wargame_tui.titles.ardennes_44 import TITLE, commands
from wargame_tui.titles.ardennes_44.events.fights import CombatRolled, Eliminated, JabosCame, Shelled
from wargame_tui.titles.ardennes_44.events.kinds import Happening
from wargame_tui.titles.ardennes_44.events.moves import BackInBox, Boxed, TrafficRolled
from wargame_tui.titles.ardennes_44.events.turns import (
    FuelRolled,
    NightFell,
    PhaseBegan,
    Rebuilt,
    RecoveryTried,
    SurrenderRolled,
    TurnBegan,
    WeatherChanged,
)
from wargame_tui.titles.ardennes_44.printed import names
from wargame_tui.titles.ardennes_44.printed.book import DATA
from wargame_tui.titles.ardennes_44.rules import battle
from wargame_tui.titles.ardennes_44.shown import help, words
from wargame_tui.titles.ardennes_44.start import OPTION_NAMES, start
from wargame_tui.titles.ardennes_44.state import Draft

PACKAGE = Path(ardennes_44.__path__[0])
SOURCES = sorted(path for path in PACKAGE.rglob("*.py") if "bot" not in path.parts)  # a bot has weights
CITED = re.compile(r"(?<![\d.])\d{1,2}\.\d{1,2}[a-z]?(?![\d.])")
NO_RULE = frozenset({"0.5"})
"""A number of movement points."""
TABLE = re.compile(r"TA?\d+")


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


def kinds(base: type[Happening] = Happening) -> Iterator[type[Happening]]:
    """Every kind of event."""
    for one in base.__subclasses__():
        if "kind" in vars(one):
            yield one
        yield from kinds(one)


def names_in(node: ast.AST) -> set[str]:
    """The names in an expression."""
    named = (inner for inner in ast.walk(node) if isinstance(inner, ast.Name | ast.Attribute))
    return {inner.id if isinstance(inner, ast.Name) else inner.attr for inner in named}


def test_every_event_is_told_somewhere() -> None:
    told = set[str]().union(*(names_in(call.args[0]) for call in calls("tell")))
    assert {kind.__name__ for kind in kinds()} - told == set()
    assert len({kind.kind for kind in kinds()}) == len({*kinds()})


@pytest.mark.parametrize("kind", sorted(kinds(), key=lambda kind: kind.kind), ids=lambda kind: kind.kind)
def test_an_event_has_a_form_or_words_of_its_own(kind: type[Happening]) -> None:
    assert bool(kind.template) != ("words" in vars(kind))


def test_every_phase_that_is_told_has_a_name() -> None:
    for phase in names.PHASES:
        assert TITLE.event_text(PhaseBegan(side="German", phase=phase)).endswith(" phase")


def test_what_begins_a_part_of_the_sequence_of_play_says_where_it_leads() -> None:
    """As the steps that then stand on the stack do."""
    phase = PhaseBegan(side="Allied", phase="status")
    assert words.part(phase, ["17PM", "German player turn"]) == ("17PM", "Allied player turn", "Supply and surrender")
    assert words.part(phase, ["17PM", "Night", "Movement"]) == ("17PM", "Night", "Supply and surrender")
    assert words.part(TurnBegan(turn=5), ["17PM", "Night"]) == ("18AM",)
    assert words.part(NightFell(turn=4), ["17PM", "Allied player turn"]) == ("17PM", "Night")
    assert words.part(WeatherChanged(turn=15, ground="frozen", sky="clear"), ["17PM"]) == ()


# Commands and steps


def test_every_command_has_words_and_a_rule_that_opens() -> None:
    parts = set[str]()
    for kind in commands.ALL:
        assert kind.template
        parts |= fields_in(kind.template) - {*field_names(kind)}
        assert kind.rule in rulebook().rules
    assert parts == words.PARTS.keys()


def step_kinds() -> Iterator[str]:
    """The kinds of step in the package: `kind: Literal["moving"] = "moving"`."""
    for source in SOURCES:
        for node in ast.walk(tree(source)):
            if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") == "kind" and node.value is not None:
                yield from constants(node.value)


def test_every_kind_of_step_has_help() -> None:
    by_themselves = {"turn", "player_turn", "night"}
    assert set(step_kinds()) - by_themselves - {"battle"} <= DATA.helps.keys()


def test_every_stage_of_a_combat_that_asks_has_help() -> None:
    asking = {f"battle {name}" for name, stage in battle.STAGES.items() if isinstance(stage, battle.Asking)}
    assert asking == {name for name in DATA.helps if name.startswith("battle ")}


# Rules in words


@cache
def rulebook() -> Rulebook:
    """The reference shipped with the title."""
    return Rulebook.read(DATA.path / "rules.md")


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_every_rule_cited_in_the_code_opens(source: Path) -> None:
    text = source.read_text("utf-8")
    cited = {number for number in CITED.findall(text) if number not in NO_RULE}
    cited |= {f"QA-{number}" for number in re.findall(r"QA-(\d+)", text)}
    cited |= {f"QA-{number}" for pair in re.findall(r"Ambiguit(?:y|ies) (\d+)(?: and (\d+))?", text) for number in pair}
    cited |= {f"QA-{100 + int(number)}" for number in re.findall(r"(?<!Q)A-(\d+)", text)}
    assert sorted(cited - {"QA-"} - rulebook().rules.keys()) == []


def rules_given() -> Iterator[str]:
    """The rules handed to refusals, prompts, events and modifiers."""
    for name, place in (("refused", 1), ("Refusal", 1), ("Prompt", 1), ("event", 1), ("Modifier", 2)):
        for call in calls(name):
            yield from constants(call.args[place]) if len(call.args) > place else ()
    for call in calls("tell"):
        yield from (
            rule
            for inner in ast.walk(call)
            if isinstance(inner, ast.keyword) and inner.arg == "rule"
            for rule in constants(inner.value)
        )


def test_every_rule_shown_opens_and_is_not_empty() -> None:
    given = {number for number in rules_given() if re.fullmatch(r"\d[\d.]*[a-z]?", number)}
    assert {"34", "31", "4"} <= given
    for number in given:
        assert number in rulebook().rules, number
        assert rulebook().rules[number].text, number


def test_help_cites_rules_that_open() -> None:
    for entry in DATA.helps.values():
        cited = {*entry.rules, *(number for line in entry.lines for number in CITED.findall(line))}
        assert cited - rulebook().rules.keys() == set(), entry.heading


def test_the_reference_is_whole() -> None:
    numbers = rulebook().rules
    assert [str(chapter) for chapter in range(1, 35) if not numbers[str(chapter)].text] == []
    assert all(f"QA-{number}" in numbers for number in (*range(1, 56), *range(101, 137)))
    headings = set(re.findall(r"^### (TA?\d+) ", rulebook().markdown, re.MULTILINE))
    assert headings == {f"TA{n}" for n in range(1, 18)} | {f"T{n}" for n in range(1, 14)}
    assert not re.search(r"[Pp]art [12]\b|\bAmbiguities \d|(?<![\"Q])A-\d", rulebook().markdown)
    assert "A1" not in numbers, "a result on the CRT, no rule"


def test_tables_that_the_reference_names_are_there() -> None:
    text = rulebook().markdown
    named = {*re.findall(r"\bTA\d+\b", text), *re.findall(r"(?<![\w-])T\d{1,2}\b", text)}
    headings = set(re.findall(r"^### (TA?\d+) ", text, re.MULTILINE))
    assert named <= headings


# Names


def test_units_of_a_side_have_names_of_their_own() -> None:
    files = DATA.units
    for side in ("German", "Allied"):
        entries = {**files.units, **files.splits, **files.remnants}
        shown = [names.unit_name(name) for name, entry in entries.items() if entry.side == side]
        assert len(set(shown)) == len(shown)


def test_nothing_is_called_by_what_nobody_knows() -> None:
    assert names.unit_name("nonsense") == "nonsense"
    assert names.place("nowhere") == "nowhere"
    assert names.bridge_name("nowhere") == "the bridge nowhere"
    assert names.division_name("nothing") == "nothing"


@pytest.mark.parametrize(
    ("unit", "name"),
    [("28-112", "28/112(-)"), ("9Arm-CCB", "9Arm/CCB"), ("V-187", "V/187"), ("741Tnk", "741 Tnk"),
     ("291Eng", "291 Eng"), ("2SS-2Jpz", "2SS/2 Jpz"), ("402VAK", "402 VAK"), ("667Stg", "667 Stg"),
     ("150PzBde", "150 Pz Bde"), ("USInf-3", "Inf 3"), ("BrInfR-1", "Br. Inf remnant 1")],
)  # fmt: skip
def test_units_are_called_as_on_their_counters(unit: str, name: str) -> None:
    assert names.unit_name(unit) == name


def test_texts_are_spoken_with_names() -> None:
    assert words.spoken("28-112 moves to 3413.") == "28/112(-) moves to 3413 Bastogne."
    assert words.spoken("odds 3-1, needs 2 or less") == "odds 3-1, needs 2 or less"


@pytest.mark.parametrize(("halves", "text"), [(0, "0"), (1, "½"), (2, "1"), (5, "2½")])
def test_movement_points_are_no_rule_numbers(halves: int, text: str) -> None:
    assert phrases.halves(halves) == text


# Warnings


ROLLS = ("rolls the dice", "rolls for removal")
LEAD_ON = frozenset({"fire", "air", "with", "withdraw", "duel", "stand", "traffic"})
"""Commands that name something, and let the dice roll if nothing else can be named."""


@pytest.mark.parametrize("seed", [1, 8])
def test_whoever_names_the_last_of_something_is_told_that_the_dice_roll(seed: int) -> None:
    rnd, game, said = random.Random(seed), Game.new("ardennes_44/campaign", seed), set()
    while not game.over:
        legal, step = game.legal(), game.state.stack[-1]
        kinds = {command.verb for command in legal}
        if step.kind == "combat" and "attack" in kinds:
            legal = [command for command in legal if command.verb == "attack"]
        elif step.kind == "movement" and "end" in kinds and rnd.random() < 0.5:
            legal = [commands.End()]
        command, before = pick(rnd, legal), game.state
        text = words.command_text(before, command)
        game.apply(command)
        rolled, says = game.state.dice.count > before.dice.count, text.endswith(ROLLS)
        assert rolled or not says, text
        if command.verb in LEAD_ON:
            assert says == rolled, text
        if says:
            said.add(command.verb)
    assert {"fire", "duel", "withdraw"} <= said


# Events


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (TurnBegan(turn=1), "Turn 1, 16AM"),
        (
            RecoveryTried(
                unit="28-112", hex="3413", die=3, modifiers=[["elite", -1, "18.4"]], status="fresh", better=True
            ),
            "28/112(-) at 3413 Bastogne, next to the enemy, rolls 3 -1 elite = 2: recovers",
        ),
        (
            RecoveryTried(unit="28-112", hex="3413", die=None, modifiers=[], status="disrupted", better=True),
            "28/112(-) at 3413 Bastogne rallies: routed → disrupted",
        ),
        (
            CombatRolled(
                hex="3413", die=2, attack=15, defence=4, shifts=[["armour", 1, "21.1"]], column="4-1", result="DR3"
            ),
            "At 3413 Bastogne: 15 to 4, shifts +1 armour, column 4-1, rolls 2: DR3, "
            "the defender retreats 3 hexes, routed",
        ),
        (
            FuelRolled(table=1, die=1, modifiers=[["clear weather", 1, "6.3"]], result=2, named=["west 5Pz"]),
            "Fuel table 1, rolls 1 +1 clear weather = 2: a division of Fifth Panzer Army west of the Ourthe",
        ),
        (
            FuelRolled(table=2, die=4, modifiers=[], result=4, named=["2SS", "9SS"]),
            "Fuel table 2, rolls 4: 2nd SS Panzer Division, 9th SS Panzer Division",
        ),
        (Eliminated(unit="741Tnk", hex="off", surrendered=False), "741 Tnk is eliminated off the map"),
        (Boxed(unit="101-501", box="SW", from_="off"), "101/501 moves to the South-West Box"),
        (
            TrafficRolled(side="German", dice=[2, 4], removed=["German2"]),
            "German traffic removal, rolls 2 and 4: Greif marker 2 removed",
        ),
        (
            Rebuilt(unit="26-101", hex="3413", remnant="USInfR-1", from_="eliminated"),
            "26/101 is rebuilt in 3413 Bastogne in place of Inf remnant 1",
        ),
        (
            Shelled(die=1, modifiers=[], result="ToT", units=["V-187"], side="Allied"),
            "Defensive artillery, V/187, rolls 1: time on target, the attack is cancelled",
        ),
        (
            SurrenderRolled(
                side="German",
                units=["Heydte"],
                die=6,
                modifiers=[],
                result=6,
                added=2,
                points=5,
                level=5,
                surrendered=True,
            ),
            "Isolated: Heydte, rolls 6: +2, 5 of 5 surrender points: it surrenders",
        ),
        (BackInBox(units=["101-501", "V-187"], box="SE"), "101/501, V/187 return to the South-East Box"),
        (JabosCame(die=1, shifts=0), "Jabos over the battlefield, die 1: no effect"),
    ],
)
def test_words_of_events(event: Happening, text: str) -> None:
    assert TITLE.event_text(event) == text


def test_results_of_every_table_have_words() -> None:
    chart = DATA.charts.combat
    assert {result for row in chart.crt.values() for result in row} <= names.RESULTS.keys()
    assert {*chart.firefight} <= names.RESULTS.keys()
    assert {*chart.stand} <= names.STANDS.keys()
    assert {*chart.withdrawal} <= names.WITHDRAWALS.keys()
    assert {army.army for army in DATA.map.start_areas.values()} <= names.ARMIES.keys()


# Everything that random games come to


def settle(draft: Draft) -> None:
    """Let steps work by themselves until somebody must decide."""
    while draft.over is None and draft.stack[-1].decider(draft) is None:
        draft.stack[-1].proceed(draft)


def pick(rnd: random.Random, legal: list[Command]) -> Command:
    """A command, of each verb with the same chance, so that rare things happen as well."""
    verb = rnd.choice(sorted({command.verb for command in legal}))
    return rnd.choice([command for command in legal if command.verb == verb])


def no_ids(text: str) -> bool:
    """Whether a sentence names units as their counters do."""
    known = {name for name in names.units() if names.unit_name(name) != name} - {"1001"}
    return not {word.rstrip(".:") for word in re.split(r"[^\w.:-]+", text)} & known


@pytest.mark.parametrize(
    ("scenario", "seed", "options"),
    [
        ("three_days", 1, {}),
        ("four_days", 2, {"dump": "on"}),
        ("campaign", 3, dict.fromkeys(OPTION_NAMES, "on")),
    ],
)
def test_there_are_words_at_every_moment(scenario: str, seed: int, options: Mapping[str, str]) -> None:
    rnd = random.Random(seed)
    state = start(f"ardennes_44/{scenario}", options, Dice(seed))
    for number in range(300):
        draft = Draft(state)
        settle(draft)
        state = draft.freeze()
        _check_events(draft)
        if state.over is not None:
            break
        step = state.stack[-1]
        legal = list(step.legal(state))
        assert help.help_for(state).lines
        for command in rnd.sample(legal, min(8, len(legal))):
            text = words.command_text(state, command)
            assert text
            assert no_ids(text), text
            assert command.rule
        draft = Draft(state)
        command = commands.Historical() if not number and step.kind == "set_up" else pick(rnd, legal)
        step.do(draft, command)
        state = draft.freeze()
        _check_events(draft)
    assert help.help_for(state).heading


def _check_events(draft: Draft) -> None:
    for event in draft.events:
        text = TITLE.event_text(event)
        assert text
        assert no_ids(text), text
