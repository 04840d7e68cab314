"""Pacific Commander: a battle as it is followed on the screen."""

from typing import Any

import pytest

from tests.titles.commander_solitaire.pacific_battles import battle
from tests.titles.commander_solitaire.pacific_kit import JAPAN, TITLE, US, do, played_on, position
from wargame_tui.board.title import Battle, BattleRow
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.pacific_commander.events.battles import BattleBegun, RoundBegun
from wargame_tui.titles.pacific_commander.state import OrderLine
from wargame_tui.tui.export.report import report
from wargame_tui.tui.session import Session
from wargame_tui.tui.table.story import Costs, story_of

rule = pytest.mark.rule


def fought(us: dict[str, str] | str, japan: dict[str, str] | str, **given: Any) -> Game:
    """A game in which a battle at Midway begins."""
    places = [where if isinstance(where, dict) else {"MID": where} for where in (us, japan)]
    return position(*places, stage="battles", **given)


def shown(game: Game, more: list[Event] | None = None) -> Battle:
    events = [*game.opening, *(event for entry in game.entries for event in entry.events), *(more or [])]
    found = TITLE.battle(game.state, events)
    assert found is not None
    return found


def row(view: Battle, force: str) -> BattleRow:
    return next(row for row in (*view.attackers, *view.defenders) if row.counter.unit == force)


def shots(view: Battle) -> list[tuple[str, str, str, int, tuple[int, ...] | None, int]]:
    return [(shot.firer, shot.verb, shot.target, shot.needed, shot.dice, shot.hits) for shot in view.shots]


# Who is there


@rule("2.2")
def test_the_dice_of_the_tray_have_ten_faces_though_plans_are_drawn_as_one_of_26() -> None:
    assert TITLE.die_faces == 10


@rule("3.8.4", "3.8.5")
def test_both_sides_in_their_boxes() -> None:
    game = fought(
        {"MID": "CV A; CRU B [hits=1]; SS C; GAR D; LBA E", "HAW": "LBA F"},
        {"MID": "TRN 1; DD 2; INF G [on=trn-1]", "WAK": "LBA H"},
        dice=[5],
    )
    do(game, "rear us-cru-b", "support us-lba-f")
    view = shown(game)
    marks = {row.counter.unit: row.marks for row in (*view.attackers, *view.defenders)}
    assert marks == {
        "us-cv-a": "REAR",
        "us-cru-b": "REAR",
        "us-ss-c": "SUB",
        "us-gar-d": "ASHORE",
        "us-lba-e": "ASHORE",
        "us-lba-f": "from Hawaii",
        "jp-trn-1": "REAR",
        "jp-dd-2": "LINE",
        "jp-inf-g": "aboard",
        "jp-lba-h": "from Wake Island",
    }
    assert (view.heading, view.space, view.finished) == ("Battle of Midway", "MID", False)
    assert {row.counter.side for row in view.attackers} == {JAPAN}  # the US is the Holder


@rule("3.2.7")
def test_who_attacks_is_the_same_when_the_holder_has_changed() -> None:
    game = fought("GAR D", "TRN 1; DD 2; INF G [on=trn-1]; INF H [on=trn-1]", dice=[5, *[1] * 40])
    assert shown(game).attacker == JAPAN
    while game.state.areas["MID"].holder == US:
        do(game, "auto")
    assert shown(game).attacker == JAPAN


def test_before_and_after_there_is_no_battle() -> None:
    game = position({"HAW": "CV A"})
    assert TITLE.battle(game.state, game.opening) is None


# The round


@rule("3.8.7", "3.8.8", "3.9.1")
def test_round_and_plans() -> None:
    game = fought("DD 1; FBB A", "DD 2, 3, 4; CV B", hand=["smoke"], dice=[4])
    view = shown(game)
    assert view.stage == "round 1 of 3, Day: Battle Plans"
    facts = {fact.label: fact.value for fact in view.modifiers}
    assert facts["plans left to Japan"] == "2"
    do(game, "play_plan smoke", dice=[1, 5, 5])
    facts = {fact.label: fact.value for fact in shown(game).modifiers}
    assert facts["Smoke: no surface fight this round; nobody has fired"] == "US"
    assert facts["plan left to Japan"] == "1"
    divided = [value for label, value in facts.items() if label.startswith("CAP")]
    assert [value.partition(" ")[0] for value in divided] == ["Japanese"], "the US has no aircraft to divide"


@rule("3.9.4", "3.9.6")
def test_search_cap_and_strike() -> None:
    game = battle("CV A, B; CRU X", "CV C, D; DD 2", stage="search", dice=[4, 7])
    opening = BattleBegun(area="MID", sort="battle", forces={
        US: ["us-cv-a", "us-cv-b", "us-cru-x"], JAPAN: ["jp-cv-c", "jp-cv-d", "jp-dd-2"]})  # fmt: skip
    told = [opening, RoundBegun(number=1, of=1, day=True), *game.opening]
    view = TITLE.battle(game.state, told)
    assert view is not None
    assert view.stage == "round 1 of 1, Day: CAP and strike"
    assert [shot.outcome for shot in view.shots] == ["found", "not found"]
    assert shots(view) == [
        ("1. US", "searches for", "the Japanese REAR", 5, (4,), 1),
        ("1. Japan", "searches for", "the US REAR", 5, (7,), 0),
    ]


# The dice: the worked example N7, shown


@rule("3.9.8", "3.9.9", "3.9.10", "3.9.11")
def test_the_dice_of_an_air_battle() -> None:
    """N7: the US alone locates; escort 3, 8; CAP 2, 6; flak 5, 1, 9; strike 1, 5, 3."""
    game = battle("CV Enterprise, Yorktown; CRU X", "CV Shokaku, Zuikaku; DD 2", stage="search", dice=[4, 7])
    forces = {side: [force.id for force in game.state.forces.values() if force.side == side] for side in (US, JAPAN)}
    told = [
        BattleBegun(area="MID", sort="battle", forces=forces),
        RoundBegun(number=1, of=1, day=True),
        *game.opening,
    ]
    told += do(game, "split_air 3", dice=[3, 8, 2, 6])
    told += do(game, "target jp-cv-shokaku")
    view = TITLE.battle(game.state, told)
    assert view is not None
    assert view.stage == "round 1 of 1, Day: targets of the strike"
    facts = [(fact.value, fact.label) for fact in view.modifiers]
    assert facts == [("US 3", "CAP, 5 strike"), ("Japanese 3", "CAP, 5 strike")]
    told += do(game, "dice 2", "auto", dice=[5, 1, 9, 1, 5, 3])
    view = TITLE.battle(game.state, told)
    assert view is not None
    assert shots(view)[2:] == [
        ("1. US escort", "fights", "Japanese CAP", 4, (3, 8), 1),
        ("1. Japanese CAP", "fights", "US strike", 5, (2, 6), 1),
        ("1. Japanese flak", "fires at", "the strike on REAR", 1, (5, 1, 9), 1),
        ("1. US strike", "attacks", "jp-cv-shokaku", 3, (1, 5), 2),
        ("1. US strike", "attacks", "jp-cv-zuikaku", 3, (3,), 1),
    ]
    assert (row(view, "jp-cv-shokaku").start_strength, row(view, "jp-cv-shokaku").strength) == (2, 0)
    assert (row(view, "jp-cv-zuikaku").start_strength, row(view, "jp-cv-zuikaku").strength) == (2, 1)
    assert row(view, "us-cv-enterprise").strength == 2


# Surface fire: the worked example N8, shown


@rule("3.10.3", "3.10.4")
def test_the_dice_of_a_surface_fight() -> None:
    """N8: at Night US guns -1, Japanese torpedoes +1; each target of a weapon is a line of its own."""
    game = battle("CRU A; DD 1", "CRU C; DD 2", stage="surface", number=2)
    forces = {side: [force.id for force in game.state.forces.values() if force.side == side] for side in (US, JAPAN)}
    told = [
        BattleBegun(area="MID", sort="battle", forces=forces),
        RoundBegun(number=2, of=2, day=False),
    ]
    told += do(game, "accept_surface yes", "aim jp-cru-c", "aim jp-dd-2")
    told += do(game, "aim jp-cru-c", dice=[4, 2, 3, 6, 5, 2, 9])
    view = TITLE.battle(game.state, told)
    assert view is not None
    assert shots(view) == [
        ("2. CRU A", "fires at", "jp-cru-c", 4, (4,), 1),
        ("2. DD 1", "fires at", "jp-dd-2", 1, (2,), 0),
        ("2. DD 1", "fires torpedoes at", "jp-cru-c", 3, (3,), 1),
        ("2. CRU C", "fires at", "us-cru-a", 5, (6,), 0),
        ("2. CRU C", "fires torpedoes at", "us-dd-1", 5, (5,), 1),
        ("2. Japanese DD 2", "fires at", "us-cru-a", 2, (2,), 1),
        ("2. Japanese DD 2", "fires torpedoes at", "us-dd-1", 5, (9,), 0),
    ]
    assert row(view, "jp-cru-c").strength == 0
    assert row(view, "us-cru-a").strength == 1


# The end


@rule("3.8.2", "3.10.1")
def test_a_meeting_of_submarines() -> None:
    game = fought("SS A", "DD 2; CV B")
    assert shown(game).heading == "Submarines at Midway"
    do(game, "torpedo jp-cv-b", dice=[1, 9])
    view = shown(game)
    assert (view.finished, view.stage) == (True, "over")
    assert view.result == "US losses: none. Japanese losses: 2 steps, with CV B destroyed"
    assert shots(view)[0] == ("SS A", "torpedoes", "jp-cv-b", 2, (1,), 2)
    assert (row(view, "jp-cv-b").start_strength, row(view, "jp-cv-b").strength) == (2, 0)


@rule("3.11.7")
def test_a_battle_that_is_over_says_who_went_where() -> None:
    game = fought("DD 1, 3", "BB X", dice=[1])
    while any(step.kind == "battle" for step in game.state.stack):
        legal = {command.notation() for command in game.iter_legal()}
        choice = next(text for text in ("accept_surface no", "withdraw HAW", "add_all", "auto") if text in legal)
        do(game, choice, dice=[2])
    view = shown(game)
    assert view.finished
    assert row(view, "us-dd-1").marks == "→ Hawaii"
    assert row(view, "us-dd-1").strength == 1


def test_a_raid() -> None:
    game = position({"HAW": "CV A"}, {"MSH": "DD 1"}, stage="us_special_ops", sp=3)
    told = do(game, "carrier_raid HAW MSH HAW", dice=[5, 5, 5])
    view = TITLE.battle(game.state, told)
    assert view is not None
    assert view.heading == "Carrier raid on Marshall Islands"
    assert view.attacker == US


def test_a_battle_whose_beginning_is_too_long_ago_is_shown_as_it_stands() -> None:
    game = battle("CV A; DD 1", "CV B; DD 2", stage="split")
    view = TITLE.battle(game.state, [])
    assert view is not None
    assert {row.counter.unit for row in view.attackers} == {"us-cv-a", "us-dd-1"}
    assert {row.counter.unit for row in view.defenders} == {"jp-cv-b", "jp-dd-2"}


# Losses with all that went down


def sunk_with_two_divisions() -> Game:
    """A transport with a worn and a full division, which a Japanese submarine sinks off Midway."""
    there = "TRN 4; MAR 1st Marine [hits=1 on=trn-4]; INF 7th Inf [on=trn-4]"
    game = played_on(position({"MID": there, "HAW": "GAR X"}, {"MID": "SS 1"}, stage="us_move"))
    do(game, "end", dice=[1])
    return game


@rule("3.3.8")
def test_cargo_that_goes_down_is_counted_and_named() -> None:
    game = sunk_with_two_divisions()
    view = shown(game)
    assert view.result == "US losses: 6 steps, with TRN 4; MAR 1st Marine; INF 7th Inf destroyed. Japanese losses: none"
    divisions = [row(view, "us-mar-1st-marine"), row(view, "us-inf-7th-inf")]
    assert [(each.start_strength, each.strength) for each in divisions] == [(2, 0), (3, 0)]


@rule("3.3.8")
def test_the_report_lists_cargo_among_the_losses() -> None:
    text = report(Session(sunk_with_two_divisions(), replayed=True)).text
    assert "US losses: 6 steps, with TRN 4; MAR 1st Marine; INF 7th Inf destroyed" in text
    lost = text.partition("## Losses")[2]
    assert "**US: 3**" in lost
    assert all(name in lost for name in ("TRN 4", "1st Marine", "7th Inf"))


@rule("3.3.8")
def test_the_story_counts_divisions_that_sink_with_their_transport() -> None:
    story = story_of(Session(sunk_with_two_divisions()))
    assert story.costs["US"] == Costs(6, ["TRN 4", "1st Marine", "7th Inf"])
    assert story.lost[0][1] == {"US": 6, "Japan": 0}
    assert story.battles[0].steps == {"US": 6}


# Who attacks


@rule("3.8.2", "3.10.1")
@pytest.mark.parametrize(
    ("us", "japan", "attacker"),
    [
        ("TRN 1; GAR X", "SS 1", JAPAN),
        ("TRN 1; SS 2", "SS 1", JAPAN),
        ("SS 1", "TRN 1; BTN X", US),
        ("SS 1", "DD 1; SS 2", US),
        ("SS 1; GAR X", "SS 2", JAPAN),
    ],
)
def test_submarines_attack_those_who_have_more_than_submarines(us: str, japan: str, attacker: str) -> None:
    game = fought({"USA": us}, {"USA": japan}, dice=[9] * 4, stop="post_battle")
    view = shown(game)
    assert (view.attacker, view.heading) == (attacker, "Submarines at West Coast")
    titles = [step.title(game.state) for step in game.state.stack if step.kind == "battle"]
    assert titles in ([], [view.heading])


@rule("3.8.1")
@pytest.mark.parametrize("came", [True, False])
def test_where_nobody_is_the_holder_who_came_last_attacks(came: bool) -> None:
    """On the high sea off an empty Area: Japan after an order that led there, else the US."""
    line = OrderLine("WAK", "surface fleet", 5, 5, "SORTIE", "SORTIE", "MID", ("jp-dd-2",))
    game = fought("DD 1", "DD 2", dice=[5], orders=(line,) if came else ())
    assert shown(game).attacker == (JAPAN if came else US)


@rule("3.10.7")
def test_the_shells_of_a_side_are_one_roll_for_each_number() -> None:
    opening = BattleBegun(area="MID", sort="battle", forces={
        US: ["us-fbb-a", "us-fbb-b", "us-dd-1"], JAPAN: ["jp-btn-c", "jp-dd-2"]})  # fmt: skip
    game = battle("FBB A, B; DD 1", "BTN C", stage="bombardment", until="landing")
    events = do(game, "bombard yes", dice=[1, 6, 7, 5, 2])
    view = TITLE.battle(game.state, [opening, *events])
    assert view is not None
    assert shots(view)[:2] == [
        ("US LINE", "bombards", "the shore", 5, (1, 6, 7, 5), 2),
        ("US LINE", "bombards", "the shore", 2, (2,), 1),
    ]
