"""Pacific Commander: words for every command and event, help for every step, the rules in words (5.2)."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.titles.commander_solitaire.pacific_battles import battle
from tests.titles.commander_solitaire.pacific_kit import TITLE, do, legal, position, refused
from tests.titles.telling import event_of
from wargame_tui.board.helps import filled
from wargame_tui.core.command import field_names
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.core.step import steps_of
from wargame_tui.core.wording import fields_in
from wargame_tui.titles import pacific_commander
from wargame_tui.titles.pacific_commander import commands, events, state
from wargame_tui.titles.pacific_commander.events.battles import RoundBegun
from wargame_tui.titles.pacific_commander.events.dice import CHECKS, LengthRoll, OrderRoll, TorpedoFired
from wargame_tui.titles.pacific_commander.events.turn import StageBegun
from wargame_tui.titles.pacific_commander.printed.book import DATA
from wargame_tui.titles.pacific_commander.printed.names import force_name
from wargame_tui.titles.pacific_commander.rules.choice import called
from wargame_tui.titles.pacific_commander.shown import words

SOURCES = sorted(Path(str(pacific_commander.__file__)).parent.rglob("*.py"))


def purposes_told() -> Iterator[str]:
    """What the sources roll checks for; operations and weapons are named where they are declared."""
    yield from ("gun", "torp", commands.CommerceRaid.verb)
    yield from (operation for operation, entry in DATA.charts.operations.items() if entry.success)
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
    assert set(purposes_told()) == set(CHECKS)


def test_every_command_has_words_and_a_printed_rule() -> None:
    rules = TITLE.rulebook().rules
    named: set[str] = set()
    for kind in commands.ALL:
        named |= (fields_in(kind.template) | fields_in(kind.heading)) - {*field_names(kind)}
        assert kind.template
        assert kind.rule in rules
    assert named == words.PARTS.keys()


def test_every_decision_has_help() -> None:
    steps = steps_of(state.__name__)
    kinds = {step.__dataclass_fields__["kind"].default for step in steps}
    told = TITLE.data.helps
    assert set(told) <= kinds
    asking = {step.__dataclass_fields__["kind"].default for step in steps if {"prompt", "asks"} & vars(step).keys()}
    assert asking - set(told) == set()
    facts = TITLE.help_facts(position().state)
    for entry in told.values():
        assert "{" not in str(filled(entry, facts))


# Commands


@pytest.mark.parametrize(
    ("command", "text", "rule"),
    [
        (
            "repair_ship us-cv-saratoga",
            "Repair CV Saratoga at Hawaii: 1 to 2 of 2 steps (2 SP; it stays in port)",
            "3.4.5",
        ),
        ("restore_step us-inf-24th-inf", "Restore 24th Inf at Hawaii: 2 to 3 of 3 steps (2 SP)", "3.4.6"),
        ("restore_air us-cv-saratoga 3", "Restore 3 air points of CV Saratoga (2 SP)", "3.4.7"),
        ("buy_force MAR", "Buy MAR, marine division (6 SP)", "3.4.4"),
        ("draw_plan", "Draw a Battle Plan (1 SP)", "3.4.9"),
        ("choose_plan smoke", "Choose Smoke: no surface fight this round; nobody has fired (2 SP)", "3.4.9"),
        ("end", "End US Resupply", "2.11"),
    ],
)
def test_commands_of_resupply(command: str, text: str, rule: str) -> None:
    game = position({"HAW": "CV Saratoga [hits=1 airloss=3]; INF 24th Inf [hits=1]"}, sp=20, turn=3)
    assert command in legal(game)
    assert (text_of(game, command), rule_of(game, command)) == (text, rule)


@pytest.mark.parametrize(
    ("command", "text"),
    [
        ("code_break CAR", "Code break at Caroline Islands (3 SP, 7 or less)"),
        ("commerce_raid", "Commerce raid: name submarines (2 SP each, 2 or less)"),
        ("carrier_raid HAW MSH HAW", "Carrier raid HAW-MSH, home to HAW (3 SP)"),
        ("seabees HAW", "Seabees at Hawaii: airfield 4 to 5 (3 SP, 8 or less)"),
        ("dig_in HAW", "Dig in at Hawaii: fort 0 to 1 (2 SP)"),
        ("coastwatchers", "Coastwatchers: US search +2 at Solomon Islands, New Britain and New Guinea (1 SP)"),
        ("air_lift us-gar-gar-n1 HAW", "Air lift GAR N1 to Hawaii (1 SP)"),
        ("end", "End Special Operations"),
    ],
)
def test_special_operations(command: str, text: str) -> None:
    game = position(
        {"HAW": "CV Hornet, Wasp; SS Pearl 1, Pearl 2; INF 24th Inf", "MID": "GAR GAR N1"},
        {"MSH": "BTN SNLF 2"},
        stage="us_special_ops",
        sp=20,
    )
    assert command in legal(game)
    assert text_of(game, command) == text


def test_bombers_against_japan() -> None:
    game = position({"MAR": "LBA XXI BC"}, campaign="1945", stage="us_special_ops", sp=5, holders={"MAR": "US"})
    assert text_of(game, "bomber_offensive") == "Bomber offensive against Japan (3 SP, 6 or less)"


def test_what_is_formed_is_told_with_what_it_is_for() -> None:
    three = "CV Hornet; SS Pearl 1, Pearl 2, Pearl 3"
    game = position({"HAW": three}, {"MSH": "BTN SNLF 2"}, stage="us_special_ops", sp=9)
    do(game, "commerce_raid")
    assert text_of(game, "add us-ss-pearl-1") == "SS Pearl 1 raids commerce (2 SP, 2 or less)"
    assert rule_of(game, "add us-ss-pearl-1") == "3.5.3"
    raid = position({"HAW": "CV Hornet, Wasp"}, {"MSH": "BTN SNLF 2"}, stage="us_special_ops", sp=9)
    do(raid, "carrier_raid HAW MSH HAW", "add us-cv-hornet")
    assert text_of(raid, "go") == "Raid Marshall Islands with 1 ship, home to Hawaii"
    assert rule_of(raid, "go") == "3.5.4"


@pytest.mark.rule("2.11", "3.5.3", "3.5.4")
def test_what_sets_a_raid_off_says_so() -> None:
    game = position({"HAW": "CV Hornet; SS Pearl 1, Pearl 2"}, {"MSH": "BTN SNLF 2"}, stage="us_special_ops", sp=9)
    assert text_of(game, "carrier_raid HAW MSH HAW").endswith("(3 SP; only one carrier can go: it begins at once)")
    do(game, "commerce_raid", "add us-ss-pearl-1")
    assert text_of(game, "add us-ss-pearl-2") == (
        "SS Pearl 2 raids commerce, the last that can: rolls at once (2 SP, 2 or less)"
    )
    do(game, "add us-ss-pearl-2")
    assert game.state.stack[-1].kind == "special_ops", "they have gone"
    one = position({"HAW": "CV Hornet, Wasp; SS Pearl 1"}, {"MSH": "BTN SNLF 2"}, stage="us_special_ops", sp=9)
    assert text_of(one, "commerce_raid") == (
        "Commerce raid with the only submarines that can go: rolls at once (2 SP, 2 or less)"
    )
    do(one, "carrier_raid HAW MSH HAW", "add us-cv-hornet")
    assert text_of(one, "add us-cv-wasp") == "Add CV Wasp, the last that can go: the raid begins"
    do(one, "add us-cv-wasp")
    assert any(step.kind == "battle" for step in one.state.stack) or one.state.forces["us-cv-wasp"].moved


def test_a_task_force_says_what_a_landing_costs() -> None:
    game = position({"HAW": "TRN 1; DD 1; INF 24th Inf; MAR 2nd Marine"}, {"MSH": "BTN SNLF 2"}, stage="us_move", sp=9)
    assert text_of(game, "task_force HAW") == "Form a task force at Hawaii"
    do(game, "task_force HAW", "add us-trn-1")
    assert text_of(game, "load us-trn-1 us-mar-2nd-marine") == "TRN 1 loads 2nd Marine"
    do(game, "load us-trn-1 us-mar-2nd-marine", "load us-trn-1 us-inf-24th-inf")
    assert text_of(game, "sail MSH") == "Sail to Marshall Islands (2 Forces to land, 6 SP; 1 Japanese there)"
    assert text_of(game, "sail MID") == "Sail to Midway"


@pytest.mark.parametrize(
    ("given", "command", "text", "rule"),
    [
        ({"us": "CRU A [hits=1]; DD 1", "japan": "DD 2"}, "rear us-cru-a", "CRU A to REAR", "3.8.4"),
        ({"us": "CRU A [hits=1]; DD 1", "japan": "DD 2"}, "done", "No more ships to REAR", "3.8.4"),
        ({"us": "CRU A [hits=1]; DD 1", "japan": "DD 2"}, "auto", "Auto: CRU A to REAR", "5.3"),
        ({"us": "DD 1", "japan": "DD 2", "stage": "US plan", "hand": ["smoke"]}, "play_plan smoke",
         "Play Smoke: no surface fight this round; nobody has fired", "3.9.2"),
        ({"us": "DD 1", "japan": "DD 2", "stage": "US plan", "hand": ["smoke"]}, "pass_plan", "Play no Battle Plan",
         "3.9.2"),
        ({"us": "CV A", "japan": "CV B", "stage": "split"}, "split_air 3", "CAP 3, strike 1", "3.9.6"),
        ({"us": "SS A; DD 1", "japan": "CV B", "stage": "submarines"}, "torpedo jp-cv-b", "Torpedo CV B (2 steps)",
         "3.10.1"),
        ({"us": "SS A; DD 1", "japan": "CV B", "stage": "submarines"}, "hold_back", "Hold the submarine back",
         "3.10.1"),
        ({"us": "DD 1", "japan": "DD 2", "stage": "surface"}, "accept_surface yes", "Seek the surface fight", "3.10.2"),
        ({"us": "DD 1", "japan": "TRN 2", "stage": "surface"}, "pursue no", "Let them go", "3.10.6"),
        ({"us": "DD 1", "japan": "BTN A", "stage": "bombardment"}, "bombard yes", "Bombard the shore", "3.10.7"),
        ({"us": "TRN 1; MAR A [on=trn-1]", "japan": "BTN B", "stage": "landing"}, "land us-mar-a", "Land A", "3.11.1"),
        ({"us": "DD 1, 3", "japan": "DD 2", "stage": "withdrawal"}, "withdraw HAW", "Withdraw to Hawaii", "3.11.7"),
        ({"us": "DD 1, 3", "japan": "DD 2", "stage": "withdrawal"}, "stay", "Withdraw nobody", "3.11.7"),
    ],
)  # fmt: skip
def test_commands_of_battle(given: dict[str, Any], command: str, text: str, rule: str) -> None:
    game = battle(**given)
    assert command in legal(game)
    assert (text_of(game, command), rule_of(game, command)) == (text, rule)


def test_each_gun_is_aimed_with_its_number() -> None:
    game = battle("DD 1", "CRU C; DD 2", stage="surface")
    do(game, "accept_surface yes")
    assert text_of(game, "aim jp-cru-c") == "At CRU C (2 steps), 2 or less"
    do(game, "aim jp-cru-c")
    assert text_of(game, "aim jp-dd-2") == "At Japanese DD 2 (1 step), 3 or less"


def test_a_strike_tells_box_and_number_of_its_targets() -> None:
    game = battle("CV A, B", "CV C; CRU D; INF G", stage="search", dice=[4, 9])
    assert game.state.stack[-1].prompt(game.state).text == (
        "Only you found the enemy's REAR: you strike first. 8 air points: how many fly CAP? The others strike; "
        "Japan has 4."
    )
    do(game, "split_air 4", dice=[9] * 4)
    assert text_of(game, "target jp-cv-c") == "Strike CV C (2 steps), REAR, 3 or less"
    assert text_of(game, "target jp-cru-d") == "Strike CRU D (2 steps), LINE, 3 or less"
    assert text_of(game, "target jp-inf-g") == "Strike G (4 steps), 3 or less"


@pytest.mark.rule("3.1.1")
def test_a_stage_begins_a_part_of_the_turn() -> None:
    begun = StageBegun(stage="us_resupply", turn=2, year=1942)
    assert TITLE.part(begun, ["Turn 1, January and February 1942", "Battles"]) == (
        "Turn 2, March and April 1942",
        "US Resupply",
    )
    assert not TITLE.part(RoundBegun(number=1, of=3, day=True), [])


def test_losses_say_what_is_left() -> None:
    game = battle("MAR A; GAR B", "INF C", stage="ground combat", dice=[10, 10, 10, 10, 1, 10, 10, 10])
    assert text_of(game, "lose us-mar-a") == "A takes the hit: 2 steps left"
    assert text_of(game, "lose us-gar-b") == "B takes the hit: destroyed"
    assert rule_of(game, "lose us-gar-b") == "3.11.5"


# Names and events


@pytest.mark.parametrize(
    ("force", "name"),
    [
        ("us-cv-enterprise", "CV Enterprise"),
        ("us-cru-northampton-chester", "CRU Northampton/Chester"),
        ("us-dd-1", "DD 1"),
        ("jp-dd-1", "Japanese DD 1"),
        ("us-mar-2nd-marine", "2nd Marine"),
        ("us-lba-7th-af", "LBA 7th AF"),
        ("us-mar-mar-n1", "MAR N1"),
        ("jp-btn-btn-n3", "Japanese BTN N3"),
        ("nobody", "nobody"),
    ],
)
def test_forces_by_name(force: str, name: str) -> None:
    assert force_name(force) == name


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (TorpedoFired(purpose="torpedo", side="Japan", force=None, targets=["us-cv-hornet"], faces=10, needed=[3],
                      dice=[9], hits=0),
         "A submarine attacks CV Hornet: rolled 9 (3 or less): no hit"),
        (OrderRoll(purpose="order", area="WAK", dice=[3], modifiers=[["garrison", 2, "3.7.4"]], row=5),
         "Order die at Wake Island: 3 (+2 garrison), read as 5"),
        (LengthRoll(purpose="rounds", area="NGN", dice=[5], modifiers=[], row=5),
         "Length of the battle at New Guinea: 5, so 3 rounds"),
    ],
)  # fmt: skip
def test_words_of_events_that_share_a_kind(event: Event, text: str) -> None:
    assert TITLE.event_text(event) == text


@pytest.mark.parametrize(
    ("kind", "data", "text"),
    [
        ("check", {"purpose": "search", "side": "US", "faces": 10, "needed": [5], "dice": [4], "hits": 1},
         "US search: rolled 4 (5 or less): success"),
        ("check", {"purpose": "flak", "faces": 10, "side": "Japan", "box": "REAR", "needed": [2, 2, 1],
                   "dice": [1, 7, 9], "hits": 1},
         "Japanese REAR flak: rolled 1, 7 (2 or less), 9 (a 1): 1 hit"),
        ("hit", {"force": "jp-cv-kaga", "name": "Kaga", "cls": "CV", "side": "Japan", "lost": 2, "left": 0,
                 "area": "MID", "cargo": []},
         "CV Kaga sinks"),
        ("hit", {"force": "us-trn-1", "name": "1", "cls": "TRN", "side": "US", "lost": 1, "left": 0, "area": "MID",
                 "cargo": ["2nd Marine", "MAR N1"],
                 "aboard": [["us-mar-2nd-marine", "MAR", "2nd Marine", 3], ["us-mar-mar-n1", "MAR", "MAR N1", 1]]},
         "TRN 1 sinks with 2nd Marine (3 steps) and MAR N1 (1 step) aboard"),
        ("order", {"group": "garrison", "area": "WAK", "die": 3, "row": 5, "rolled": "EXPRESS", "skipped":
                   [["EXPRESS", "garrison"]], "carried_out": "REINFORCE", "target": "WAK",
                   "forces": [["jp-inf-16-div", "INF", "16 Div"]], "unseen": 0},
         "Garrison at Wake Island: reinforcements for Wake Island: INF 16 Div (row 5: Reinforce instead of Express,"
         " not for a garrison)"),
        ("order", {"group": "carrier fleet", "area": "JPN", "die": 1, "row": 1, "rolled": "INVADE", "skipped": [],
                   "carried_out": "INVADE", "target": "MID", "unseen": 0,
                   "forces": [["jp-cv-a", "CV", "Akagi"], ["jp-cv-k", "CV", "Kaga"], ["jp-dd-5", "DD", "5"],
                              ["jp-dd-6", "DD", "6"], ["jp-btn-n1", "BTN", "BTN N1"]]},
         "Carrier fleet at Japan invades Midway: CV Akagi, Kaga; DD 5, 6; BTN N1 (row 1: Invade)"),
        ("order", {"group": "fleet", "area": "JPN", "die": 9, "row": 9, "rolled": "SORTIE", "skipped": [],
                   "carried_out": "SORTIE", "target": "MID", "forces": [], "unseen": 4},
         "Fleet at Japan sorties to Midway: 4 hidden Forces (row 9: Sortie)"),
        ("located", {"sides": ["Japan"]}, "Only Japan finds your REAR: it strikes first"),
        ("located", {"sides": ["US"]}, "Only you find the enemy's REAR: you strike first"),
        ("bombarded", {"side": "Japan", "counted": 4, "left": 3},
         "Bombardment: 4 hits, 1 stopped by the fort; at most one ground step is lost, and never the last"),
        ("bombarded", {"side": "Japan", "counted": 1, "left": 0}, "Bombardment: 1 hit, 1 stopped by the fort"),
        ("battle_ended", {"area": "MID", "sort": "battle", "won": True},
         "Battle of Midway over: the US has won"),
        ("battle_ended", {"area": "USA", "sort": "submarines", "won": False}, "West Coast is quiet again"),
    ],
)  # fmt: skip
def test_words_of_events(kind: str, data: dict[str, Any], text: str) -> None:
    assert TITLE.event_text(event_of(events, kind, **data)) == text


# The rules in words


def test_the_rulebook_finds_rules_of_three_numbers() -> None:
    book = TITLE.rulebook()
    assert book.rules["3.9.10"].text.startswith("Targets and flak:")
    assert "3.9.10" in book.rules["3.9"].text
    assert "3.10.1" not in book.rules["3.1"].text
    found = book.find("3.9.77")
    assert found is not None
    assert found.number == "3.9"
    assert book.cited("3.7.15") == ["3.7.12"]
    assert "| MAR |" in book.rules["3.2.1"].text


def test_the_rules_in_words_are_of_this_game_alone() -> None:
    text = TITLE.rulebook().markdown
    assert "System R" not in text
    assert "Balance check" not in text
    assert all(f"`{kind.verb}`" in text for kind in commands.ALL)


def test_every_rule_named_in_help_can_be_read() -> None:
    rules = TITLE.rulebook().rules
    for kind, entry in TITLE.data.helps.items():
        assert entry.lines, kind
        assert set(entry.rules) <= set(rules)


@pytest.mark.rule("3.4.4", "3.4.7")
def test_air_points_that_cost_as_much_as_more_come_last_and_say_so() -> None:
    game = position({"HAW": "CV A [airloss=3]"}, stage="us_resupply", sp=9)
    offered = [each.notation() for each in game.legal() if each.verb == "restore_air"]
    assert offered == [f"restore_air us-cv-a {points}" for points in (3, 2, 1)]
    assert [text_of(game, each) for each in offered] == [
        "Restore 3 air points of CV A (2 SP)",
        "Restore 2 air points of CV A (1 SP)",
        "Restore 1 air point of CV A (1 SP, same price as 2)",
    ]


@pytest.mark.rule("3.4.5", "3.3.1", "3.15.4")
def test_why_a_ship_is_not_repaired() -> None:
    game = position(
        {"HAW": "CV Saratoga [hits=1]; SS Pearl 1; GAR G"}, stage="us_resupply", sp=9, turn=2
    )  # fmt: skip
    reasons = {name: refused(game, f"repair_ship us-{name}") for name in ("cv-saratoga", "ss-pearl-1", "gar-g", "dd-9")}
    assert {name: (refusal.reason, refusal.rule) for name, refusal in reasons.items()} == {
        "cv-saratoga": ("this damage cannot be repaired before turn 3, May and June 1942", "3.15.4"),
        "ss-pearl-1": ("submarines have one step: nothing to repair", "3.3.1"),
        "gar-g": ("only ships are repaired; ground Forces and LBA regain steps", "3.4.5"),
        "dd-9": ("the US has no such ship in play", "3.4.5"),
    }


@pytest.mark.rule("3.9.6")
def test_a_single_air_point_is_cover_or_strike() -> None:
    game = battle("CVE A; DD 1", "CV B; DD 2", stage="split")
    assert "Your only air point: CAP or strike?" in game.prompt.text


def test_ships_boats_and_air_are_asked_for_with_their_class() -> None:
    us = {"HAW": "CV Hornet; DD 1; SS Pearl 1; LBA 7th AF; INF 24th Inf; GAR Midway Def Bn"}
    names = [called(force) for force in position(us).state.forces.values()]
    assert names == ["CV Hornet", "DD 1", "SS Pearl 1", "LBA 7th AF", "24th Inf", "Midway Def Bn"]
