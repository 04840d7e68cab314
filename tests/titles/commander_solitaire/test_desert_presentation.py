"""Desert Commander: the table as front ends show it: counters, badges, bar, sheets, overlays, picking on the map."""

import random
from collections.abc import Sequence

import pytest

from tests.titles.commander_solitaire.desert_kit import AFRICA, NORMANDY, do, legal, position
from tests.titles.telling import event_of
from wargame_tui.board.scene import Counter
from wargame_tui.board.title import Target
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.desert_commander import TITLE, events
from wargame_tui.titles.desert_commander.printed.book import AXIS, DATA, ENEMY
from wargame_tui.titles.desert_commander.shown import pieces, turn_bar
from wargame_tui.titles.desert_commander.state import OrderLine

rule = pytest.mark.rule
PLACES = {None, *(area for entry in DATA.map.maps.values() for area in entry.spaces)}
"""Areas of all campaigns: with a new one in a career the last events of the old one are still told."""


def counters(game: Game, area: str) -> dict[str, Counter]:
    return {counter.unit: counter for counter in TITLE.scene(game.state).spaces[area].counters}


# Everything at every moment


@pytest.mark.parametrize(
    ("scenario", "seed", "option"),
    [("france_1940", 3, None), ("north_africa", 4, "fog"), ("normandy_1944", 5, "armour"), ("career", 6, "easy")],
)
def test_everything_can_be_shown_at_every_moment(scenario: str, seed: int, option: str | None) -> None:
    rnd = random.Random(seed)
    game = Game(TITLE, f"desert_commander/{scenario}", seed, {option: "on"} if option else {})
    shown: Sequence[Event] = game.opening
    for _ in range(120):
        if game.side is None:
            break
        _look(game, rnd)
        for event in shown:
            assert TITLE.event_text(event)
            assert TITLE.event_place(event) in PLACES
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
    ("name", "label"),
    [
        ("I/25 Pz", "I/25 Pz"),
        ("919 Gr (709)", "919 Gr"),
        ("6 Schutzen", "6 Schutzen"),
        ("Tobruk perimeter", "Tobruk per"),
        ("Cherbourg fortress", "Cherbourg"),
    ],
)
def test_names_fit_a_counter(name: str, label: str) -> None:
    assert pieces.label(name) == label


@rule("4.2.1", "2.10", "4.6.3")
def test_numbers_as_they_stand() -> None:
    game = position({"EIF": "PZ A, B [reduced]; INF C [veteran]; REC D"}, {"DIN": "FRT E; CAV F"})
    shown = {unit: (counter.symbol, counter.strength) for unit, counter in counters(game, "EIF").items()}
    assert shown == {
        "ax-pz-a": ("PZ", "4"),
        "ax-pz-b": ("PZ", "2"),
        "ax-rec-d": ("REC", "2"),
        "ax-inf-c": ("INF", "4"),
    }
    assert counters(game, "EIF")["ax-inf-c"].quality == "Veteran"
    assert counters(game, "EIF")["ax-pz-a"].numbers == "PZ 4-5M"
    assert counters(game, "DIN")["en-frt-e"].numbers == "FRT 3-1S"


@rule("4.2.2", "4.3.3", "4.3.7", "4.3.9", "4.5.1")
def test_states_of_counters() -> None:
    game = position(
        {"EIF": "PZ A [operations=2], B [operations=2 won], C [operations=1], D [spent]; INF E [operations=1]",
         "CAM": "MOT F [reduced]"},
        {"DIN": "INF G [used], H"},
    )  # fmt: skip
    flags = {unit: set(counter.flags) for unit, counter in counters(game, "EIF").items()}
    assert flags == {
        "ax-pz-a": {"moved"},
        "ax-pz-b": set(),  # it may blitz
        "ax-pz-c": set(),
        "ax-pz-d": {"moved"},
        "ax-inf-e": {"moved"},
    }
    assert counters(game, "CAM")["ax-mot-f"].flags == {"reduced", "unsupplied"}
    assert [counter.flags for counter in counters(game, "DIN").values()] == [{"moved"}, frozenset()]


def test_static_forces_are_never_marked_as_done() -> None:
    game = position({"CHB": "STA A"}, campaign=NORMANDY)
    assert counters(game, "CHB")["ax-sta-a"].flags == frozenset()


def test_the_operation_being_formed_is_marked() -> None:
    game = position({"EIF": "PZ A, B"}, {"HOU": "INF C"}, sp=9)
    do(game, "operation EIF HOU", "add ax-pz-a")
    assert counters(game, "EIF")["ax-pz-a"].flags == {"selected"}
    assert counters(game, "EIF")["ax-pz-b"].flags == {"choice"}


def test_both_sides_lie_there_the_axis_first() -> None:
    game = position({"UTA": "STA A"}, {"UTA": "ARM B; INF C"}, campaign=NORMANDY, contested="UTA")
    assert list(counters(game, "UTA")) == ["ax-sta-a", "en-inf-c", "en-arm-b"]


# Areas


@rule("4.2.4", "4.2.5", "4.2.6", "4.3.3", "4.6.2", "4.9.12")
def test_badges_and_markers() -> None:
    game = position(
        {"UTA": "STA A", "AVR": "INF B"},
        {"UTA": "INF C", "MOR": "INF D", "COU": "INF E"},
        campaign=NORMANDY,
        contested="UTA",
        dig="CHB",
    )
    spaces = TITLE.scene(game.state).spaces
    assert spaces["UTA"].badges == ("VP 2", "beach")
    assert spaces["PAR"].badges == ("city",)
    assert spaces["ISI"].badges == ()
    assert (spaces["UTA"].control, spaces["CHB"].control, spaces["MOR"].control) == (None, AXIS, ENEMY)
    assert spaces["UTA"].markers == ("contested",)
    assert spaces["CHB"].markers == ("dig",)
    assert spaces["PDC"].markers == ("base", "closed until turn 8")
    assert spaces["AVR"].markers == ("no supply",)


@rule("4.3.4")
def test_ports_of_africa() -> None:
    game = position({"BEN": "INF A"}, campaign=AFRICA)
    spaces = TITLE.scene(game.state).spaces
    assert "port" in spaces["BEN"].markers
    assert "port" not in spaces["TOB"].markers


# The bar


@rule("4.1.1", "4.5.3")
def test_time_score_and_level() -> None:
    game = position({"EIF": "INF A", "DIN": "INF B", "NAM": "INF C"}, sp=7, turn=4, hand=["feint"])
    bar = TITLE.phase_bar(game.state)
    assert bar.date
    assert [(box.label, box.status) for box in bar.turns[2:5]] == [("T3", "past"), ("T4", "now"), ("T5", "ahead")]
    assert [box.label for box in bar.impulses if box.status == "now"] == ["Operations"]
    assert bar.score.startswith("2 of ")
    assert bar.score.endswith(" VP, SP 7")
    assert bar.notes == ("Dismal now, Poor at 4", "plans 1 of 4", "Allied order die -1 surprise")


@rule("4.6.1", "4.6.2")
@pytest.mark.parametrize(
    ("owned", "words"),
    [
        ("", "Dismal now, Poor at 6"),
        ("BEN DER MEC GAZ TOB", "Poor now, Adequate at 10"),
    ],
)
def test_the_level_and_the_next_one(owned: str, words: str) -> None:
    assert turn_bar.level_words(position(campaign=AFRICA, owned=owned).state) == words


@rule("4.6.2", "4.6.3", "9.1")
def test_notes_of_a_career() -> None:
    game = position({"TRI": "PZ A"}, campaign="career", index=1, best=9, options=["fog"])
    assert {"high tide 9", "campaign 2 of 3", "fog"} <= set(TITLE.phase_bar(game.state).notes)


# Sheets


def facts_of(game: Game, area: str) -> dict[str, str]:
    return {fact.label: fact.value for fact in TITLE.space_sheet(game.state, area).facts}


@rule("4.2.4", "4.2.5", "4.2.7", "4.3.3", "4.3.4", "4.5.9")
def test_sheet_of_an_area() -> None:
    game = position({"DIN": "PZ A; INF B", "EIF": "INF C"}, {"NAM": "FRT D", "PHI": "INF E, F"}, dig="DIN",
                    owned="HOU MCH")  # fmt: skip
    facts = facts_of(game, "DIN")
    assert facts == {
        "": "yours",
        "victory points": "1",
        "terrain": "river, attackers -1",
        "dig marker": "attackers -1 in rounds 1 to 2",
        "supply": "forces here are supplied",
        "overstretch": "none, 3 links to a base",
        "yours": "2 of 8 forces, CV 7",
        "threat": "Allied CV 6 that can attack is next door",
    }
    links = {link.label: link.value for link in TITLE.space_sheet(game.state, "DIN").links}
    assert links["Philippeville"] == "Allied, 2 forces"
    assert links["Marche"] == "yours"
    assert facts_of(game, "EIF")["sheltered"] == "the Allies never attack here"


@rule("4.3.4", "4.9.6", "4.9.12")
def test_sheets_of_normandy() -> None:
    game = position({"PDC": "INF A", "CAE": "INF B"}, campaign=NORMANDY, lost="SWO", turn=2)
    facts = facts_of(game, "PDC")
    assert facts["closed"] == "no operation may start before turn 8"
    assert facts["radius"].startswith("outside")
    assert "radius" not in facts_of(game, "CAE")


@rule("4.2.1", "4.2.2")
def test_sheet_of_a_force() -> None:
    game = position({"DIN": "PZ A [reduced operations=1 won]; REC B", "EIF": "INF C"})
    panzer, scouts = TITLE.unit_sheets(game.state, "DIN")
    assert (panzer.name, panzer.formation) == ("PZ A", "panzer")
    facts = {fact.label: fact.value for fact in panzer.facts}
    assert (panzer.faces, panzer.steps) == (("CV 4", "CV 2"), (1, 2))
    assert facts["operations left"] == "1 of 2"
    assert next((mark.label, mark.value) for mark in panzer.condition) == ("out of supply", "-1 in assaults, no refit")
    assert "recon" in {fact.label for fact in scouts.facts}


@rule("4.2.2", "4.5.1", "4.3.7")
def test_what_a_force_may_do_or_why_not() -> None:
    game = position({"EIF": "PZ A; INF B [operations=1]; MOT C [spent]"}, {"HOU": "INF D"}, sp=9)
    sheets = {sheet.counter.unit: sheet for sheet in TITLE.unit_sheets(game.state, "EIF")}
    assert sheets["ax-pz-a"].may == ("take part in an operation",)
    reasons = {unit: sheet.why_not.rule for unit, sheet in sheets.items() if sheet.why_not}
    assert reasons == {"ax-inf-b": "4.2.2", "ax-mot-c": "4.3.7"}
    (enemy,) = TITLE.unit_sheets(game.state, "HOU")
    assert enemy.why_not is not None
    assert enemy.why_not.rule == "4.5.1"


# Picking


@rule("4.3.5")
def test_an_operation_is_picked_by_its_start_and_its_goal() -> None:
    game = position({"EIF": "INF Z [operations=1]; PZ A"}, {"HOU": "INF C"}, sp=9)
    target = TITLE.target(game.state, game.parse("operation EIF HOU"))
    assert target == Target(space="EIF", unit="ax-pz-a", to="HOU")
    marked = TITLE.reach(game.state, "ax-pz-a").highlights
    assert marked == {"HOU": "battle"}
    assert TITLE.reach(game.state, "ax-inf-z").highlights == {}
    assert TITLE.target(game.state, game.parse("dig_in EIF")).aside


def test_what_carries_out_an_operation_stands_first() -> None:
    game = position({"EIF": "PZ A, B"}, {"HOU": "INF C"}, sp=9)
    assert TITLE.suggested(game.state) is None
    do(game, "operation EIF HOU")
    assert TITLE.suggested(game.state) is None
    do(game, "add ax-pz-a")
    command = TITLE.suggested(game.state)
    assert command is not None
    assert command.notation() == "go"
    assert "go" in legal(game)


@pytest.mark.parametrize(
    ("stage", "wanted", "rule_"),
    [
        ("axis_resupply", Target(unit="ax-pz-a"), "4.3.12"),
        ("axis_resupply", Target(unit="ax-inf-b"), "4.3.8"),
        ("axis_operations", Target(space="EIF", to="CAM"), "4.3.5"),
        ("axis_operations", Target(space="DIN"), "4.3.7"),
    ],
)
def test_why_not_names_the_rule_of_what_was_meant(stage: str, wanted: Target, rule_: str) -> None:
    game = position({"EIF": "PZ A", "CAM": "INF B [reduced]", "DIN": "PZ C [spent]"}, stage=stage, sp=9, dig="DIN")  # type: ignore[arg-type]
    refusal = TITLE.why_not(game.state, wanted)
    assert refusal is not None
    assert refusal.rule == rule_


# Overlays


@rule("4.3.3", "4.3.4", "4.6.2", "4.5.9")
def test_overlays() -> None:
    game = position({"EIF": "INF A", "DIN": "PZ B"}, {"PHI": "INF C, D; FRT E"}, owned="HOU MCH",
                    orders=(OrderLine("PHI", 5, 5, "ATTACK", "ATTACK", "DIN", ("en-inf-c",)),))  # fmt: skip
    laid = {info.id: TITLE.overlay(game.state, info.id) for info in TITLE.overlays()}
    assert laid["supply"].highlights["MCH"] == "supplied"
    assert laid["supply"].highlights["CAM"] == "unsupplied"
    assert laid["supply"].notes["PHI"] == "x"
    assert laid["overstretch"].highlights == dict.fromkeys(("EIF", "HOU", "MCH", "DIN"), "supplied")
    assert laid["objectives"].highlights["DIN"] == "supplied"
    assert laid["objectives"].notes["ARR"] == "2 VP"
    assert laid["threats"].notes == {"DIN": "6:4"}  # the fortress does not move
    assert laid["threats"].highlights == {"DIN": "battle"}
    assert laid["orders"].notes == {"PHI": "Attack"}
    assert laid["orders"].highlights == {"PHI": "path", "DIN": "battle"}
    assert laid["sight"].highlights["PHI"] == "supplied"
    assert laid["reach"].highlights == {"DIN": "battle", "HOU": "zoc", "MCH": "zoc"}
    assert laid["odds"].notes == {"PHI": "4:9"}, "the fortress defends"
    assert [line.spaces for line in laid["orders"].lines] == [("PHI", "DIN")]
    assert ("DIN", "MCH") in {line.spaces[:2] for line in laid["supply"].lines}
    assert laid["control"].highlights["MCH"] == "supplied"
    assert laid["control"].highlights["PHI"] == "battle"
    assert any({*side.split("-")} == {"DIN", "PHI"} for side in laid["control"].hexsides)


@rule("4.3.4")
def test_overstretch_far_from_the_base() -> None:
    game = position({"ALA": "PZ A"}, campaign=AFRICA, lost="TRI")
    overlay = TITLE.overlay(game.state, "overstretch")
    assert overlay.notes == {"ALA": "+2"}
    assert overlay.highlights == {"ALA": "unsupplied"}


@rule("4.9.6")
def test_the_radius() -> None:
    game = position({"FAL": "INF A"}, campaign=NORMANDY, lost="UTA OMA GOL SWO", turn=2)
    marked = TITLE.overlay(game.state, "reach").highlights
    assert {"STM", "CAE", "BAY"} <= set(marked)
    assert "FAL" not in marked


# For programs


def test_the_map_for_programs() -> None:
    shown = TITLE.map("desert_commander/france_1940")
    assert list(shown["spaces"])[:3] == ["EIF", "HOU", "MCH"]
    assert (shown["spaces"]["DIN"]["vp"], shown["spaces"]["DIN"]["terrain"]) == (1, "river")


@pytest.mark.parametrize(
    ("kind", "data", "place"),
    [("hit", {"area": "DIN"}, "DIN"), ("order", {"area": "ARR", "target": "CAM"}, "CAM"),
     ("moved", {"origin": "EIF", "area": "HOU"}, "HOU"), ("cup_renewed", {}, None), ("sp_gained", {}, "EIF"),
     ("order", {"target": None, "area": "NAM"}, "NAM"), ("hit", {"area": "sea"}, None)],
)  # fmt: skip
def test_where_something_happened(kind: str, data: dict[str, object], place: str | None) -> None:
    assert TITLE.event_place(event_of(events, kind, map="france", **data)) == place
