"""Pacific Commander: the table as front ends show it: counters, badges, bar, sheets, overlays, picking on the map."""

import random
from collections.abc import Sequence

import pytest

from tests.titles.commander_solitaire.pacific_battles import battle
from tests.titles.commander_solitaire.pacific_kit import JAPAN, TITLE, US, do, position
from tests.titles.telling import event_of
from wargame_tui.board.scene import Counter
from wargame_tui.board.title import Target
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.pacific_commander import events
from wargame_tui.titles.pacific_commander.rules.sequence import Stage
from wargame_tui.titles.pacific_commander.shown import pieces, turn_bar
from wargame_tui.titles.pacific_commander.state import Grade

rule = pytest.mark.rule


def counters(game: Game, area: str) -> dict[str, Counter]:
    return {counter.unit: counter for counter in TITLE.scene(game.state).spaces[area].counters}


# Everything at every moment


@pytest.mark.parametrize(
    ("scenario", "seed", "option"),
    [("1942", 3, None), ("1943", 4, "fog"), ("1944", 5, "single_ships"), ("war_from_1944", 6, "easy")],
)
def test_everything_can_be_shown_at_every_moment(scenario: str, seed: int, option: str | None) -> None:
    rnd = random.Random(seed)
    game = Game(TITLE, f"pacific_commander/{scenario}", seed, {option: "on"} if option else {})
    shown: Sequence[Event] = game.opening
    for _ in range(120):
        if game.side is None:
            break
        _look(game, rnd)
        for event in shown:
            assert TITLE.event_text(event)
            assert TITLE.event_place(event) in {None, *game.state.areas}
        legal = list(game.iter_legal())
        verb = rnd.choice(sorted({command.verb for command in legal}))
        command = rnd.choice([command for command in legal if command.verb == verb])
        target = TITLE.target(game.state, command)
        if target.unit or target.space:
            assert TITLE.why_not(game.state, target) is None, command.notation()
        shown = game.apply(command)


def _look(game: Game, rnd: random.Random) -> None:
    state, legal = game.state, list(game.iter_legal())
    scene, bar = TITLE.scene(state), TITLE.phase_bar(state)
    assert [box.status for box in bar.impulses].count("now") == 1
    assert TITLE.help(state).lines
    fighting = any(step.kind == "battle" for step in state.stack)
    told = [*game.opening, *(event for entry in game.entries[-80:] for event in entry.events)]
    assert (TITLE.battle(state, told) is not None) or not fighting
    for command in rnd.sample(legal, min(3, len(legal))):
        assert TITLE.command_text(state, command)
        assert TITLE.rule_of(state, command) in TITLE.rulebook().rules
        target = TITLE.target(state, command)
        assert {target.space, target.to} <= {None, *scene.spaces}
        if target.unit is not None:
            TITLE.reach(state, target.unit)
    area = rnd.choice(list(scene.spaces))
    sheets = TITLE.unit_sheets(state, area)
    assert [sheet.counter.unit for sheet in sheets] == [counter.unit for counter in scene.spaces[area].counters]
    assert TITLE.space_sheet(state, area).heading
    TITLE.overlay(state, rnd.choice([info.id for info in TITLE.overlays()]))


# Counters


@pytest.mark.parametrize(
    ("cls", "name", "label"),
    [
        ("CV", "Enterprise", "Enterprise"),
        ("FBB", "Massachusetts", "Massachuse"),
        ("FBB", "North Carolina", "N Carolina"),
        ("CRU", "Salt Lake City/Pensacola", "Salt Lake+"),
        ("CV", "Lexington (II)", "Lexington2"),
        ("DD", "1", "DD 1"),
        ("SS", "Pearl 1", "Pearl 1"),
        ("INF", "South Seas Det", "S Seas Det"),
        ("INF", "Australian militia", "Australian"),
        ("MAR", "MAR N1", "MAR N1"),
        ("FBB", "King George V (RN)", "King Georg"),
    ],
)
def test_names_fit_a_counter(cls: str, name: str, label: str) -> None:
    assert pieces.label(cls, name) == label


@rule("3.3.2", "3.3.5", "3.3.6")
def test_numbers_as_they_stand() -> None:
    game = position(
        {"HAW": "CV A, B [hits=1]; BB C, D [hits=2]; DD 1; SS E; TRN 2; MAR F [hits=1]; LBA G [hits=1]"},
        {"CAR": "CRU H; DD 3; YBB I"},
    )
    shown = {counter.unit: (counter.strength, counter.numbers) for counter in counters(game, "HAW").values()}
    assert shown == {
        "us-cv-a": ("2", "a4"),
        "us-cv-b": ("1", "a2"),
        "us-bb-c": ("3", "g2x4 b2x4"),
        "us-bb-d": ("1", "g2x3 b2x3"),
        "us-dd-1": ("1", "g1x2 t1x3 b1x2"),
        "us-ss-e": ("1", "t1x2"),
        "us-trn-2": ("1", "load 2"),
        "us-mar-f": ("2", "2x4"),
        "us-lba-g": ("1", "a1"),
    }
    assert [counter.numbers for counter in counters(game, "CAR").values()] == [
        "g2x6 b2x5",
        "g1x5 t1x4 b1x3",
        "g1x2 t1x4",
    ]


def test_states_of_counters() -> None:
    game = position(
        {"HAW": "CV A [moved]; BB C [hits=2]; LBA G [air_used]; MAR F [level=Veteran]; INF H [level=Green]; TRN 2",
         "MID": "TRN 1; INF I [on=trn-1]"},
        {"MID": "DD 1"},
    )  # fmt: skip
    shown = counters(game, "HAW")
    assert shown["us-cv-a"].flags == {"moved"}
    assert shown["us-bb-c"].flags == {"reduced"}
    assert shown["us-lba-g"].flags == {"fired"}
    assert (shown["us-mar-f"].quality, shown["us-inf-h"].quality, shown["us-trn-2"].quality) == ("V", "G", "")
    assert counters(game, "MID")["us-inf-i"].quality == "aboard"


def test_both_sides_lie_there_the_us_first_cargo_with_its_ship() -> None:
    game = position({"MID": "CV A; TRN 1; INF I [on=trn-1]; LBA B"}, {"MID": "DD 1; BTN C"})
    assert list(counters(game, "MID")) == ["us-cv-a", "us-trn-1", "us-inf-i", "us-lba-b", "jp-dd-1", "jp-btn-c"]


def test_forces_among_which_the_player_chooses_are_marked() -> None:
    game = battle("CV A", "CV B; DD 1", stage="strikes", now={"located": (US,), "cap": {US: 0, JAPAN: 0},
                                                              "strike": {US: 4, JAPAN: 0}})  # fmt: skip
    shown = counters(game, "MID")
    assert "choice" in shown["jp-cv-b"].flags
    assert "choice" not in shown["us-cv-a"].flags


def test_the_task_force_is_marked() -> None:
    game = position({"HAW": "CV A; DD 1"}, stage="us_move")
    do(game, "task_force HAW", "add us-cv-a")
    assert "selected" in counters(game, "HAW")["us-cv-a"].flags


# Areas


@rule("3.2.6", "3.2.8")
def test_badges_and_markers() -> None:
    game = position(
        {"MID": "GAR A", "FIJ": "GAR B", "OKI": "GAR C", "HAW": "CV X"},
        {"FIJ": "BTN D", "CAR": "BTN E"},
        forts={"CAR": 2},
        enlarged=["MID"],
        code_break="CAR",
    )
    spaces = TITLE.scene(game.state).spaces
    assert spaces["MID"].badges == ("objective", "airfield 3", "port 1")
    assert spaces["FIJ"].badges[0] == "goal", "an Objective that is not Held"
    assert "Held" not in spaces["HAW"].badges, "bases need not say so"
    assert (spaces["MID"].control, spaces["CAR"].control, spaces["FIJ"].control) == (US, JAPAN, None)
    assert "fort 2" in spaces["CAR"].badges
    assert spaces["CAR"].markers == ("code break",)
    assert spaces["FIJ"].markers == ("contested",)
    assert spaces["OKI"].markers == ("no supply",)
    assert spaces["JPN"].markers == ("closed",)
    assert (spaces["USA"].control, spaces["USA"].markers) == (US, ("US base",))
    assert spaces["PHI"].control is None


# The bar


def test_time_score_and_level() -> None:
    game = position({"HAW": "INF A", "MID": "GAR B", "ALA": "GAR C", "ALE": "GAR D"}, sp=14, turn=3, hand=["smoke"])
    bar = TITLE.phase_bar(game.state)
    assert bar.date == "May and June 1942"
    assert [(box.label, box.status) for box in bar.turns[1:4]] == [("T2", "past"), ("T3", "now"), ("T4", "ahead")]
    assert [box.label for box in bar.impulses if box.status == "now"] == ["US supply"]
    assert bar.score == "4 of 10 Objectives, SP 14"
    assert bar.notes == ("Poor now, Adequate at 6", "Japan: Offensive", "plans 1")


@rule("3.15.1")
@pytest.mark.parametrize(
    ("held", "words"),
    [
        ("HAW", "Dismal now, Poor at 4"),
        ("HAW ALA ALE MID FIJ NCA NHB", "Good now, Great at 9"),
        ("HAW ALA ALE MID FIJ NCA NHB SOL NGN GIL", "Great now"),
    ],
)
def test_the_level_and_the_next_one(held: str, words: str) -> None:
    game = position({area: f"GAR {area}" for area in held.split()})
    assert turn_bar.level_words(game.state) == words


@rule("3.15.5")
@pytest.mark.parametrize(("track", "words"), [(7, "Dismal now, Poor at 4"), (8, "Poor now, Adequate at 6")])
def test_the_blockade_counts_for_the_level(track: int, words: str) -> None:
    game = position({area: f"GAR {area}" for area in ("NGN", "PHI", "MOL")}, campaign="1945", track=track)
    assert turn_bar.level_words(game.state) == words


@rule("3.15.5", "3.3.10")
def test_notes_of_a_late_war() -> None:
    game = position({"MAR": "INF A"}, campaign="war_from_1944", index=1, track=5, points=3,
                    grades=(Grade(1944, 8, "Good"),), options=["fog", "hard"])  # fmt: skip
    notes = TITLE.phase_bar(game.state).notes
    assert {"Japan: Last stand", "blockade 5 of 8", "career points 3", "hard", "fog"} <= set(notes)


# Sheets


def test_sheet_of_an_area() -> None:
    game = position({"MID": "GAR A; LBA B", "HAW": "CV X"}, {"WAK": "BTN C"}, forts={"MID": 1})
    sheet = TITLE.space_sheet(game.state, "MID")
    facts = {fact.label: fact.value for fact in sheet.facts}
    assert sheet.heading == "Midway"
    assert facts[""] == "US-owned"
    assert facts["supply"] == "In-Supply"
    assert facts["Objective"] == "Held"
    assert facts["fort"] == "level 1, for US"
    assert facts["US"] == "ground 1 of 2, LBA 1 of 2"
    assert facts["distances"] == "Hawaii 1, Japan 3, East Asia 4"
    assert facts["history"] == "Battle of 4-7 June 1942"
    assert [(link.label, link.value) for link in sheet.links] == [
        ("Hawaii", "nobody Ashore, 1 US"),
        ("Aleutian Islands", "nobody Ashore"),
        ("Wake Island", "Japanese-held, 1 Japanese"),
    ]


def test_sheet_of_a_force() -> None:
    game = position({"HAW": "CV A [hits=1]; MAR B [level=Veteran moved]"})
    carrier, marines = TITLE.unit_sheets(game.state, "HAW")
    assert (carrier.name, carrier.formation) == ("CV A", "fleet carrier")
    facts = {fact.label: fact.value for fact in carrier.facts}
    assert carrier.steps == (1, 2)
    assert facts["air points"] == "2 of 4"
    assert facts["air hits on"] == "CAP 4, ships 3, ashore 3"
    assert "damaged" in facts
    facts = {fact.label: fact.value for fact in marines.facts}
    assert (facts["experience"], facts["ground combat"]) == ("Veteran", "3 dice at 4")


def test_what_a_force_may_do_or_why_not() -> None:
    game = position({"HAW": "LBA A; DD 1"}, {"MSH": "DD 2"}, stage="us_move", holders={"HAW": US})
    destroyer, aircraft = TITLE.unit_sheets(game.state, "HAW")
    assert aircraft.may == ("fly to another airfield",)
    (enemy,) = TITLE.unit_sheets(game.state, "MSH")
    assert enemy.why_not is not None
    assert enemy.why_not.rule == "3.7.4"
    assert destroyer.may == ()


# Picking and overlays


@rule("3.6.6")
def test_where_aircraft_can_fly() -> None:
    game = position({"HAW": "LBA A; INF B", "MID": "GAR C"}, {"WAK": "BTN D"}, stage="us_move")
    marked = TITLE.reach(game.state, "us-lba-a").highlights
    assert set(marked) == {"USA", "AUS", "MID"}


@rule("3.6.1")
def test_where_a_task_force_can_sail() -> None:
    game = position({"HAW": "DD 1, 2"}, {"WAK": "DD 3"}, stage="us_move")
    do(game, "task_force HAW", "add us-dd-1")
    marked = TITLE.reach(game.state, "us-dd-1").highlights
    assert marked["WAK"] == "battle"
    assert marked["MID"] == "reach"
    assert not {"JPN", "EAS", "HAW"} & set(marked)


def test_why_something_cannot_be_picked() -> None:
    game = position({"HAW": "DD 1 [moved]; DD 2"}, stage="us_move")
    do(game, "task_force HAW")
    refusal = TITLE.why_not(game.state, Target(unit="us-dd-1"))
    assert refusal is not None
    assert refusal.rule == "3.6.2"
    assert TITLE.why_not(game.state, Target(space="JPN")) is not None


@pytest.mark.parametrize(
    ("stage", "wanted", "rule_"),
    [
        ("us_resupply", Target(unit="us-dd-2"), "3.4.5"),
        ("us_resupply", Target(unit="us-inf-a"), "3.4.6"),
        ("us_move", Target(unit="us-dd-1"), "3.6.2"),
        ("us_move", Target(unit="us-inf-a"), "3.6.4"),
        ("us_move", Target(unit="us-lba-c"), "3.6.2"),
        ("us_move", Target(space="WAK"), "3.6.2"),
    ],
)
def test_why_not_names_the_rule_of_what_was_meant(stage: Stage, wanted: Target, rule_: str) -> None:
    game = position(
        {"MID": "DD 1 [moved]; INF A; LBA C [moved]", "HAW": "DD 2"},
        {"WAK": "BTN B"},
        stage=stage,
        sp=9,
    )
    refusal = TITLE.why_not(game.state, wanted)
    assert refusal is not None
    assert refusal.rule == rule_


def test_what_carries_out_a_raid_stands_first() -> None:
    game = position({"HAW": "CV A, B"}, {"MSH": "BTN C"}, stage="us_special_ops", sp=9)
    do(game, "carrier_raid HAW MSH HAW")
    assert TITLE.suggested(game.state) is None
    do(game, "add us-cv-a")
    command = TITLE.suggested(game.state)
    assert command is not None
    assert command.notation() == "go"


@rule("3.7.9", "3.7.11", "3.7.13")
def test_the_threat_is_what_the_fleets_weigh() -> None:
    """The targets of the worked examples N3 and N4 of the reference, and no base of the US but Hawaii."""
    marked = TITLE.overlay(Game(TITLE, "pacific_commander/1942", 1).state, "threat").highlights
    invaded = {area for area, kind in marked.items() if kind == "unsupplied"}
    assert {"SOL", "NHB", "NGN", "NCA", "NBR", "MID", "MOL", "FIJ"} <= invaded
    assert marked["AUS"] == marked["HAW"] == "battle"
    assert "USA" not in marked
    assert "JPN" not in marked


@rule("9.1")
def test_the_threat_knows_only_fleets_that_are_seen() -> None:
    state = Game(TITLE, "pacific_commander/1942", 1, {"fog": "on"}).state
    veiled = TITLE.overlay(state, "threat").highlights
    assert veiled.keys() < TITLE.overlay(Game(TITLE, "pacific_commander/1942", 1).state, "threat").highlights.keys()


@rule("3.4.13", "3.4.11")
def test_overlays() -> None:
    game = position({"HAW": "INF A; LBA B", "MID": "GAR C"}, {"WAK": "LBA D; BTN E", "CAR": "BTN F"})
    laid = {info.id: TITLE.overlay(game.state, info.id) for info in TITLE.overlays()}
    assert laid["supply"].highlights["MID"] == "supplied"
    assert laid["supply"].notes["WAK"] == "x"
    assert laid["objectives"].notes["HAW"] == "Held"
    assert laid["objectives"].notes["SOL"] == "1"
    assert laid["airfields"].notes["HAW"] == "1/4"
    assert laid["ports"].highlights["HAW"] == "supplied"
    assert laid["ports"].highlights["CAR"] == "battle"
    assert laid["landings"].notes == {"WAK": "2", "CAR": "3"}
    assert laid["contacts"].highlights == {}
    assert [line.spaces for line in laid["supply"].lines] == [("MID", "HAW")]
    assert laid["control"].highlights["HAW"] == "supplied"
    assert laid["control"].highlights["WAK"] == "battle"


def test_the_map_for_programs() -> None:
    shown = TITLE.map("pacific_commander/1942")
    assert list(shown["spaces"])[:3] == ["USA", "HAW", "AUS"]
    assert set(shown["spaces"]["USA"]["neighbours"]) == {"HAW", "ALA"}
    midway = shown["spaces"]["MID"]
    assert (midway["airfield"], midway["port"], midway["ground_cap"], midway["objective"]) == (2, 1, 2, 1)


@pytest.mark.parametrize(
    ("kind", "data", "place"),
    [("hit", {"area": "MID"}, "MID"), ("order", {"area": "CAR", "target": "SOL"}, "SOL"),
     ("withdrew", {"origin": "HAW", "to": "MID"}, "MID"), ("no_strike", {"side": "US"}, None),
     ("order", {"target": None, "area": "WAK"}, "WAK"), ("supply", {}, "HAW")],
)  # fmt: skip
def test_where_something_happened(kind: str, data: dict[str, object], place: str | None) -> None:
    assert TITLE.event_place(event_of(events, kind, **data)) == place
