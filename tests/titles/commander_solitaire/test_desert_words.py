"""Desert Commander: words for every command and event, help for every step, the rules in words (5.2)."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest

from tests.titles.commander_solitaire.desert_kit import AFRICA, FRANCE, NORMANDY, NOTHING, do, legal, position
from tests.titles.telling import event_of
from wargame_tui.core.command import field_names
from wargame_tui.core.game import Game
from wargame_tui.core.step import steps_of
from wargame_tui.core.wording import fields_in
from wargame_tui.titles import commander, desert_commander
from wargame_tui.titles.desert_commander import TITLE, commands, events, state
from wargame_tui.titles.desert_commander.shown import help, words

SOURCES = [
    source
    for package in (commander, desert_commander)
    for source in sorted(Path(str(package.__file__)).parent.rglob("*.py"))
]


def purposes_told() -> Iterator[str]:
    """What the sources roll checks for."""
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            called = getattr(node.func, "attr", "") if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and called in ("check", "checks") and len(node.args) > 1:
                purpose = node.args[1]
                if isinstance(purpose, ast.Constant):
                    yield str(purpose.value)


def text_of(game: Game, command: str) -> str:
    return TITLE.command_text(game.state, TITLE.grammar.parse(command))


def rule_of(game: Game, command: str) -> str | None:
    return TITLE.rule_of(game.state, TITLE.grammar.parse(command))


# All of them


def test_every_roll_has_words() -> None:
    assert set(purposes_told()) == set(events.CHECKS)


def test_every_command_has_words_and_a_printed_rule() -> None:
    rules, parts = TITLE.rulebook().rules, set[str]()
    for kind in commands.ALL:
        assert kind.template
        assert kind.rule in rules
        parts |= fields_in(kind.template) - {*field_names(kind)}
    assert parts == words.PARTS.keys()


def test_every_decision_has_help() -> None:
    steps = steps_of(state.__name__)
    kinds = {step.__dataclass_fields__["kind"].default for step in steps}
    assert set(help.HELP) <= kinds
    asking = {step.__dataclass_fields__["kind"].default for step in steps if "prompt" in vars(step)}
    assert asking - set(help.HELP) == set()


# Commands


@pytest.mark.parametrize(
    ("command", "text", "rule"),
    [
        ("refit ax-pz-a", "Refit PZ A at Eifel: CV 2 to 4 (1 SP), then spent", "4.3.12"),
        ("buy_plan", "Draw 1 of the 16 Battle Plans in the cup (1 SP)", "4.3.13"),
        ("end", "End resupply: operations begin", "2.11"),
    ],
)
def test_commands_of_resupply(command: str, text: str, rule: str) -> None:
    game = position({"EIF": "PZ A [reduced]"}, sp=9, stage="axis_resupply")
    assert command in legal(game)
    assert (text_of(game, command), rule_of(game, command)) == (text, rule)


@pytest.mark.parametrize(
    ("command", "text", "rule"),
    [
        (
            "operation EIF HOU",
            "Operation Eifel to Houffalize: assault on 2 forces, CV 5; only PZ A can go, at once (1 SP)",
            "4.3.5",
        ),
        ("operation MCH NAM", "Operation Marche to Namur: nobody is there; only INF B can go, at once (3 SP)", "4.3.5"),
        ("blitz MCH DIN", "Blitz Marche to Dinant: a march; only PZ C can go, at once (4 SP)", "4.3.9"),
        ("dig_in DIN", "Dig in at Dinant: attackers -1 in rounds 1 to 2 (1 SP)", "4.3.14"),
        ("end", "End operations: the turn is over", "2.11"),
    ],
)
def test_commands_of_operations(command: str, text: str, rule: str) -> None:
    game = position(
        {"EIF": "PZ A", "MCH": "INF B; PZ C [operations=2 won]", "DIN": "INF D"}, {"HOU": "INF E; IN2 F"}, sp=9
    )
    assert command in legal(game)
    assert (text_of(game, command), rule_of(game, command)) == (text, rule)


def test_with_fog_an_assault_does_not_say_on_whom() -> None:
    game = position({"EIF": "REC A; PZ B"}, {"HOU": "INF E; IN2 F"}, sp=9, options=["fog"])
    assert text_of(game, "operation EIF HOU").endswith("assault on 2 forces, not seen (from 1 SP)")
    assert text_of(game, "recon HOU") == "Reconnoitre Houffalize (1 SP)"


def test_an_operation_being_formed_says_what_it_costs() -> None:
    game = position({"EIF": "PZ A, B, C, D"}, {"HOU": "INF E"}, sp=9)
    do(game, "operation EIF HOU", "add ax-pz-a", "add ax-pz-b", "add ax-pz-c")
    assert text_of(game, "add ax-pz-d") == "PZ D joins, the last that can: the assault begins (CV 4; 2 SP)"
    assert text_of(game, "go") == "Assault Houffalize with 3 forces (1 SP)"
    march = position({"EIF": "PZ A, B"}, sp=9)
    do(march, "operation EIF HOU", "add ax-pz-a")
    assert text_of(march, "go") == "Go to Houffalize with 1 force (1 SP)"


@pytest.mark.rule("2.11", "4.3.5")
@pytest.mark.parametrize(
    ("axis", "sp", "command", "text", "starts"),
    [
        ("PZ A, B, C", 9, "add ax-pz-b", "PZ B takes part (CV 4; 1 SP in all)", False),
        ("PZ A, B", 9, "add ax-pz-b", "PZ B joins, the last that can: the assault begins (CV 4; 1 SP)", True),
        ("PZ A, B, C, D", 1, "add ax-pz-b", "PZ B takes part (CV 4; 1 SP in all)", False),
    ],
)
def test_a_force_that_sets_the_operation_off_says_so(axis: str, sp: int, command: str, text: str, starts: bool) -> None:
    game = position({"EIF": axis}, {"HOU": "INF E"}, sp=sp)
    do(game, "operation EIF HOU", "add ax-pz-a")
    assert text_of(game, command) == text
    do(game, command, dice=[NOTHING] if starts and sp < 3 else [])
    assert any(step.kind == "battle" for step in game.state.stack) == starts


@pytest.mark.rule("2.11", "4.3.5")
def test_an_operation_for_one_force_says_that_it_begins_at_once() -> None:
    game = position({"EIF": "PZ A"}, {"HOU": "INF E"}, sp=9)
    words = "Operation Eifel to Houffalize: assault on 1 force, CV 3; only PZ A can go, at once (1 SP)"
    assert text_of(game, "operation EIF HOU") == words
    march = position({"EIF": "PZ A, B"}, sp=9)
    do(march, "operation EIF HOU", "add ax-pz-a")
    assert text_of(march, "add ax-pz-b") == "PZ B joins, the last that can: the march begins (CV 4; 1 SP)"


@pytest.mark.rule("2.11", "4.3.14")
def test_digging_in_with_the_last_sp_says_that_the_turn_ends() -> None:
    game = position({"EIF": "PZ A"}, sp=1)
    assert not text_of(position({"EIF": "PZ A"}, sp=9), "dig_in EIF").endswith("the turn ends)")
    assert text_of(game, "dig_in EIF").endswith("(1 SP; nothing else is left, the turn ends)")
    do(game, "dig_in EIF")
    assert game.state.turn == 3


def test_commands_of_an_assault() -> None:
    game = position({"EIF": "PZ A"}, {"HOU": "INF E, F"}, sp=9, hand=["feint"])
    do(game, "operation EIF HOU", dice=[NOTHING])
    assert text_of(game, "air_support yes") == "Call air support (2 SP): 2 dice at 3"
    assert text_of(game, "air_support no") == "Call no air support"
    assert text_of(game, "auto") == "Auto: call air support (2 SP): 2 dice at 3 (called against CV 6 or more)"
    do(game, "air_support no")
    assert text_of(game, "play_plan feint") == "Play Feint: the enemy has one chit fewer"
    assert text_of(game, "pass_plan") == "Play no Battle Plan"
    assert text_of(game, "auto") == "Auto: play no Battle Plan"


def attacked(axis: str, *dice: int) -> Game:
    """Three INF attack Cambrai."""
    return position({"CAM": axis, "ARR": "INF Z"}, {"LEC": "INF E, F, G"}, turn=8, stage="enemy_orders",
                    dice=(6, NOTHING, *dice))  # fmt: skip


def test_commands_of_a_defence() -> None:
    game = attacked("PZ A; MOT B", 6, 6, 1, 6, 6)
    assert text_of(game, "lose ax-pz-a") == "PZ A takes the hit: reduced to CV 2"
    assert text_of(game, "auto") == "Auto: MOT B takes the hit: reduced to CV 2 (the lowest CV each time)"
    weak = attacked("IIN A", 6, 6, 6, 6)
    assert text_of(weak, "retreat ARR") == "Retreat to Arras"
    assert text_of(weak, "stand") == "Stand and fight on"
    assert rule_of(weak, "retreat ARR") == "4.4.8"


def test_press_on_and_break_off() -> None:
    game = position({"EIF": "PZ A"}, {"HOU": "INF E"}, sp=2)  # too few SP for aircraft once 1 is paid
    do(game, "operation EIF HOU", dice=[NOTHING, *[6] * 6])
    assert text_of(game, "press_on") == "Press on for one more round (1 SP)"
    assert text_of(game, "break_off") == "Break off: back to where they started, spent"


def test_the_veteran() -> None:
    game = position({"TRI": "PZ A; REC B"}, campaign="career", index=1, stage="promotion")
    assert text_of(game, "veteran ax-pz-a") == "PZ A becomes the Veteran: CV 4 to 5"


# Events


@pytest.mark.parametrize(
    ("kind", "data", "text"),
    [
        ("check", {"purpose": "support", "side": "Enemy", "area": "DIN", "faces": 6, "needed": [2, 2], "dice": [1, 5],
                   "hits": 1}, "Support fire at Dinant: rolled 1, 5 (2 or less): 1 hit"),
        ("check", {"purpose": "retreat", "side": "Enemy", "area": "DIN", "faces": 6, "needed": [4], "dice": [3],
                   "hits": 1}, "Retreat test at Dinant: rolled 3 (4 or less): the defenders retreat"),
        ("check", {"purpose": "interdiction", "side": "Enemy", "area": "DIN", "faces": 6, "needed": [2], "dice": [3],
                   "hits": 0}, "Interdiction at Dinant: rolled 3 (2 or less): it gets through"),
        ("check", {"purpose": "guns", "side": "Enemy", "area": "DIN", "faces": 6, "needed": [3, 3], "dice": [4, 4],
                   "hits": 0}, "Allied guns at Dinant: rolled 4, 4 (3 or less): no hit"),
        ("fire", {"area": "DIN", "side": "Axis", "speed": 5, "round": 1, "labels": ["PZ A", "PZ B"], "faces": 6,
                  "needed": [3, 3], "dice": [2, 5], "missed": [[1, 6]], "hits": 1},
         "Speed 5, Axis: PZ A and PZ B: rolled 2, 5 (3 or less) (after rerolling 6): 1 hit"),
        ("total_noted", {"map": "africa", "total": 9, "best": 19},
         "9 VP held; high tide so far 19 (half of it counts at the end)"),
        ("owner", {"map": "africa", "area": "TOB", "owner": "Enemy"}, "The British own Tobruk now"),
        ("dug_in", {"area": "DIN", "side": "Enemy", "sp": 0}, "The Allies dig in at Dinant"),
        ("order", {"area": "ARR", "order": "DIG_IN", "carried_out": "DIG_IN", "target": "ARR", "count": 0,
                   "labels": [], "scores": []}, "Arras digs in"),
        ("table_roll", {"purpose": "order", "area": "ARR", "column": "contact", "dice": [6],
                        "modifiers": [["surprise", -1, "4.5.3"]], "row": 5},
         "Order die at Arras (in contact): 6 (-1 surprise), read as 5"),
        ("order", {"area": "ARR", "order": "ATTACK", "carried_out": "ATTACK", "target": "CAM", "count": 2,
                   "labels": ["TNK A", "INF B"],
                   "scores": [{"area": "CAM", "vp": 1, "cv": 5, "fit": True, "ratio": None, "score": None},
                              {"area": "AMI", "vp": 2, "cv": 30, "fit": False, "ratio": None, "score": None}]},
         "Arras: TNK A and INF B attack Cambrai; weighed: Cambrai (1 VP, CV 5), Amiens (2 VP, CV 30, too "
         "strong)"),
        ("order", {"area": "ARR", "order": "ATTACK", "carried_out": "DIG_IN", "target": "ARR", "count": 0,
                   "labels": [], "scores": []},
         "Arras digs in (rolled Attack: no target weak enough, and the Axis is next door)"),
        ("order", {"area": "ARR", "order": "RETREAT", "carried_out": "HOLD", "target": None, "count": 0, "labels": [],
                   "scores": []}, "Arras stays put (rolled Retreat: no need, or nowhere to go)"),
        ("order", {"area": "ARR", "order": "SHIFT", "carried_out": "SHIFT", "target": "LIL", "count": 2, "labels": [],
                   "scores": []}, "Arras: 2 Allied forces move to Lille"),
        ("order", {"area": "ARR", "order": "SHIFT", "carried_out": "SHIFT", "target": None, "count": 0, "labels": [],
                   "scores": []}, "Arras looks for a better place and stays"),
        ("order", {"area": "ARR", "order": "REFIT", "carried_out": "REFIT", "target": None, "count": 1,
                   "labels": ["INF B"], "scores": []}, "Arras: INF B refits"),
        ("sp_gained", {"sources": [["turn", 8], ["TOB", 2]], "sp": 12},
         "10 SP received (8 for the turn and 2 for TOB): now 12 SP"),
        ("owner", {"area": "DIN", "owner": "Axis", "before": "Enemy"}, "Dinant is yours now"),
        ("hit", {"force": "x", "label": "INF B", "side": "Axis", "area": "DIN", "destroyed": False},
         "INF B is reduced"),
        ("battle_begins", {"area": "DIN", "side": "Axis", "form": "assault", "origin": "MCH", "chits": 2,
                           "attacker_labels": ["PZ A"], "defender_labels": ["INF B", "CAV C"]},
         "Assault on Dinant: PZ A against INF B and CAV C; 2 Allied plans"),
        ("battle_ends", {"area": "DIN", "side": "Enemy", "form": "attack", "won": False, "contested": False},
         "Battle of Dinant: the Allied attack is repulsed"),
        ("enemy_plan", {"area": "DIN", "chit": "minefield", "faces": 18, "works": False},
         "The Allies show Minefield: defending: attackers' hit numbers -1; no effect here"),
    ],
)  # fmt: skip
def test_words_of_events(kind: str, data: dict[str, Any], text: str) -> None:
    assert TITLE.event_text(event_of(events, kind, **{"map": "france", **data})) == text


def test_an_enemy_order_is_told_step_by_step() -> None:
    game = position({"CAM": "PZ A"}, {"LEC": "INF E, F, G"}, turn=8, stage="enemy_orders",
                    dice=(6, NOTHING, *[6] * 12))  # fmt: skip
    told = [TITLE.event_text(event) for event in game.opening]
    assert told[1:4] == [
        "Order die at Le Cateau (in contact): 6",
        "Le Cateau: INF E, INF F and INF G attack Cambrai",
        "The Allies attack Cambrai: INF E, INF F and INF G against PZ A; 2 Allied plans",
    ]


def test_normandy_tells_ratio_and_worth() -> None:
    game = position({"CAE": "INF A", "FAL": "INF B"}, {"SWO": "INF C, D; ARM E"}, campaign=NORMANDY, turn=2,
                    stage="enemy_orders", dice=(3, 6, 6, *[6] * 30), lost="SWO")  # fmt: skip
    order = next(event for event in game.opening if event.kind == "order")
    text = TITLE.event_text(order)
    assert "weighed: Caen (3 VP, CV 3, ratio 266, worth 386), Troarn-Orne (1 VP, CV 0, ratio 300, worth 340)" in text


# The rules in words


def test_the_rulebook() -> None:
    book = TITLE.rulebook()
    assert book.rules["4.3.5"].text.startswith("`operation`:")
    assert "4.3.10" in book.rules["4.3"].text
    assert "| `minefield` |" in book.rules["4.4.14"].text
    assert "R1" in book.markdown


def test_the_rules_in_words_are_of_this_game_alone() -> None:
    text = TITLE.rulebook().markdown
    assert "System N" not in text
    assert "Balance check" not in text
    assert all(f"`{kind.verb}`" in text for kind in commands.ALL)


@pytest.mark.parametrize("campaign", [FRANCE, AFRICA, NORMANDY])
@pytest.mark.parametrize("stage", ["axis_resupply", "axis_operations"])
def test_every_rule_named_in_help_can_be_read(
    campaign: str, stage: Literal["axis_resupply", "axis_operations"]
) -> None:
    rules = TITLE.rulebook().rules
    base = {FRANCE: "EIF", AFRICA: "TRI", NORMANDY: "PAR"}[campaign]
    game = position({base: "PZ A [reduced]"}, campaign=campaign, sp=9, stage=stage, options=["fog"])
    lines = TITLE.help(game.state).lines
    assert all(lines)
    assert {rule for advice in help.HELP.values() for rule in advice.rules} <= set(rules)
    if stage == "axis_operations":
        assert any("4.9.10" in line for line in lines) == (campaign == NORMANDY)
        assert any("4.3.15" in line for line in lines)


def test_help_of_what_needs_a_battle_or_an_operation() -> None:
    rules = set(TITLE.rulebook().rules)
    game = position({"EIF": "PZ A, B"}, {"HOU": "INF E"}, sp=9)
    do(game, "operation EIF HOU")
    assert set(TITLE.help(game.state).rules) <= rules
    weak = attacked("IIN A", 6, 6, 6, 6)
    shown = TITLE.help(weak.state)
    assert (shown.heading, set(shown.rules) <= rules) == ("Retreat?", True)
    assert shown.lines[0].startswith("Your forces at Cambrai (CV 2)")


def test_the_introduction_can_be_read() -> None:
    assert TITLE.introduction().startswith("# Desert Commander")
