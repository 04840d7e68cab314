"""Pacific Commander: Battle Plans, chit by chit (3.9.2, 3.12)."""

from typing import Any

import pytest

from tests.titles.commander_solitaire.pacific_battles import battle, left, needed, now, rolled
from tests.titles.commander_solitaire.pacific_kit import (
    JAPAN,
    US,
    book,
    do,
    here,
    legal,
    position,
    refused,
    replaced,
    told,
    where,
)
from wargame_tui.core.game import Game
from wargame_tui.titles.pacific_commander.rules.engagement import Chit, in_hand

US_CHITS = [
    "scout_line",
    "deck_load",
    "cap_high",
    "flak_wall",
    "dive_bombers",
    "skip_bombing",
    "radar_guns",
    "torpedo_run",
    "smoke",
    "naval_gunfire",
    "beach_teams",
    "damage_control",
]
JAPANESE_CHITS = [
    "kido_butai",
    "night_fight",
    "long_lance",
    "banzai",
    "dug_in",
    "ace_pilots",
    "decoy",
    "i_boats",
    "barges",
    "aa_guns",
    "picket_boats",
    "confusion",
]


def kind(game: Game) -> str:
    """The kind of the decision in hand."""
    return str(game.state.stack[-1].kind)


def flying(us: int, japan: int, cap: tuple[int, int] = (0, 0)) -> dict[str, Any]:
    """CAP and STRIKE dice at the beginning of strikes at once."""
    return {"at_once": True, "cap": {US: cap[0], JAPAN: cap[1]}, "strike": {US: us, JAPAN: japan}}


# Cups and hands


@pytest.mark.rule("3.12.1")
def test_the_cups() -> None:
    plans = book().charts.plans
    assert {chit: plan.copies for chit, plan in plans[US].items()} == dict.fromkeys(US_CHITS, 2)
    assert list(plans[US]) == US_CHITS
    assert list(plans[JAPAN]) == JAPANESE_CHITS
    assert {chit: plan.copies for chit, plan in plans[JAPAN].items()} == {
        **dict.fromkeys(JAPANESE_CHITS, 2),
        "confusion": 4,
    }


@pytest.mark.rule("3.9.2", "3.12.1", "2.6")
@pytest.mark.parametrize(
    ("face", "chit"), [(1, "kido_butai"), (2, "kido_butai"), (3, "night_fight"), (26, "confusion")]
)
def test_japan_draws_from_its_full_cup(face: int, chit: str) -> None:
    game = battle("GAR G", "BTN B", stage="Japanese plan", until="search", plans_left=2, dice=[face])
    assert now(game).chits == (Chit(JAPAN, chit),)
    assert in_hand(game.state).plans_left == 1
    assert in_hand(game.state).drawn == (chit,)
    assert told(game.opening, "draw")[0].data == {"faces": 26, "dice": [face], "chit": chit}
    assert told(game.opening, "plan_shown")[0].data["chit"] == chit


@pytest.mark.rule("3.9.2")
def test_chits_drawn_in_this_battle_are_out_of_the_cup() -> None:
    drawn = ["kido_butai", "kido_butai", "night_fight"]
    game = battle("GAR G", "BTN B", stage="Japanese plan", until="search", plans_left=1, drawn=drawn, dice=[1])
    assert in_hand(game.state).drawn == (*drawn, "night_fight")
    assert told(game.opening, "draw")[0].data["faces"] == 23


@pytest.mark.rule("3.9.2")
def test_without_a_plan_left_none_is_drawn() -> None:
    game = battle("GAR G", "BTN B", stage="Japanese plan", until="search", plans_left=0)
    assert not told(game.opening, "draw")


@pytest.mark.rule("3.12.1")
def test_the_japanese_cup_is_full_again_in_every_battle() -> None:
    game = position(
        {"HAW": "GAR G", "MID": "GAR H"}, {"HAW": "BTN B", "MID": "BTN C"}, stage="battles", stop="post_battle"
    )
    first: dict[str, int] = {}
    area = ""
    for event in game.opening:
        if event.kind == "battle":
            area = event.data["area"]
        elif event.kind == "draw":
            first.setdefault(area, event.data["faces"])
    assert first == {"HAW": 26, "MID": 26}


@pytest.mark.rule("3.9.2", "3.4.9")
def test_the_player_plays_one_chit_or_passes_before_japan_draws() -> None:
    game = battle("GAR G", "BTN B", stage="US plan", hand=["smoke", "radar_guns", "smoke"], plans_left=1, rounds=2)
    assert legal(game) == {"play_plan smoke", "play_plan radar_guns", "pass_plan", "auto"}
    assert refused(game, "play_plan flak_wall").rule == "3.9.2"
    events = do(game, "play_plan smoke", dice=[26, 9, 9, 9])
    assert [event.kind for event in events][:2] == ["plan_played", "draw"]
    assert game.state.hand == ("radar_guns", "smoke")
    assert game.state.discard[-1:] == ("smoke",)


@pytest.mark.rule("3.9.2", "2.11")
def test_an_empty_hand_is_not_asked() -> None:
    game = battle("GAR G", "BTN B", stage="US plan", until="search")
    assert kind(game) == "battle"


@pytest.mark.rule("3.12.2")
def test_a_chit_works_in_its_round_only() -> None:
    game = battle("CRU A", "CRU B", stage="US plan", hand=["radar_guns"], rounds=3)
    do(game, "play_plan radar_guns", "accept_surface yes", dice=[9, 9, 9])
    assert kind(game) == "withdrawal_choice"
    assert now(game).chits == (Chit(US, "radar_guns"),)
    do(game, "stay")
    assert now(game).number == 2
    assert now(game).chits == ()


@pytest.mark.rule("3.12.2")
def test_a_chit_that_finds_nothing_is_wasted() -> None:
    game = battle("GAR G", "BTN B", stage="US plan", hand=["radar_guns"])
    do(game, "play_plan radar_guns", dice=[9, 9])
    assert "radar_guns" not in game.state.hand
    assert "radar_guns" in game.state.discard


# US chits


@pytest.mark.rule("3.12.3")
def test_scout_line() -> None:
    game = battle("CV A", "CV B", stage="search", until="split", chits=["scout_line"], dice=[8, 8])
    assert needed(game.opening, "search") == [8, 5]


@pytest.mark.rule("3.12.3")
def test_deck_load() -> None:
    for us, dice in (("CVL A", 4), ("LBA L", 2), ("CVE A [airloss=1]; LBA L", 2)):
        events = do(battle(us, "CV B; CRU C, D", stage="split", chits=["deck_load"]), "split_air 0")
        assert told(events, "split")[0].data["strike"][US] == dice


@pytest.mark.rule("3.12.3")
def test_cap_high() -> None:
    now_flying = flying(2, 2, (1, 1))
    game = battle(
        "CV A; CRU K", "CV B; CRU C", stage="strikes", chits=["cap_high"], now=now_flying, dice=[10] * 20, until="hits"
    )
    assert needed(game.opening, "escort") == [6, 5]
    assert needed(game.opening, "cap") == [5, 6]


@pytest.mark.rule("3.12.3")
def test_flak_wall() -> None:
    game = battle(
        "CV A; CRU K",
        "CV B; CRU C",
        stage="strikes",
        chits=["flak_wall"],
        now=flying(1, 1),
        dice=[10] * 9,
        until="hits",
    )
    assert needed(game.opening, "flak") == [1, 4]


@pytest.mark.rule("3.12.3")
def test_dive_bombers() -> None:
    for target, number in (("CRU C", 4), ("LBA L", 3), ("INF I", 3)):
        game = battle(
            "CV A", target, stage="strikes", chits=["dive_bombers"], now=flying(1, 0), dice=[10] * 9, until="hits"
        )
        assert needed(game.opening, "strike") == [number]


@pytest.mark.rule("3.12.3")
@pytest.mark.parametrize(
    ("target", "number"),
    [("TRN 1", 5), ("DD 1", 5), ("CRU C", 5), ("BB D", 3), ("CV E", 3), ("LBA L", 3), ("INF I", 3)],
)
def test_skip_bombing(target: str, number: int) -> None:
    fields = {**flying(1, 0), "located": (US,), "at_once": False}
    for us, wanted in (("LBA A", number), ("CV A", 3)):
        game = battle(us, target, stage="strikes", chits=["skip_bombing"], now=fields, dice=[10] * 9, until="hits")
        assert needed(game.opening, "strike") == [wanted]
    game = battle(
        {"MID": "CV A", "HAW": "LBA S"}, target, stage="strikes", chits=["skip_bombing"], now=fields,
        support=["us-lba-s"], dice=[10] * 9, until="hits",
    )  # fmt: skip
    assert needed(game.opening, "strike") == [number]


@pytest.mark.rule("3.12.3")
def test_radar_guns() -> None:
    game = battle("CRU A; DD 1", "CRU B", stage="surface", chits=["radar_guns"], number=2)
    events = do(game, "accept_surface yes", dice=[9] * 5)
    assert needed(events, "gun") == [5, 2, 5]
    assert needed(events, "torp") == [3, 5]
    events = do(battle("CRU A", "CV B", stage="surface", chits=["radar_guns"]), "pursue yes", dice=[1, 9])
    assert needed(events, "gun") == [5]


@pytest.mark.rule("3.12.3")
def test_torpedo_run() -> None:
    game = battle("DD 1", "DD 1", stage="surface", chits=["torpedo_run"])
    events = do(game, "accept_surface yes", dice=[9] * 6)
    assert needed(events, "torp") == [5, 4]
    assert needed(events, "gun") == [2, 2]
    game = battle("SS 1", "TRN 1", stage="submarines", chits=["torpedo_run"])
    assert needed(do(game, "torpedo jp-trn-1", dice=[9]), "torpedo") == [2]


@pytest.mark.rule("3.12.3", "3.10.7")
def test_smoke() -> None:
    game = battle("CRU A; GAR G", "BB B; INF I", stage="surface", chits=["smoke"])
    assert kind(game) == "bombardment_choice"
    assert not told(game.opening, "consent")
    game = battle("CV A; GAR G, H", "BB B", stage="surface", chits=["smoke"], until="landing", dice=[9, 9])
    assert not rolled(game.opening, "pursuit")
    assert len(needed(game.opening, "bombard")) == 2


@pytest.mark.rule("3.12.3", "3.10.8")
@pytest.mark.parametrize(
    ("dice", "fort", "counted", "through"),
    [([9, 9], 0, 2, 2), ([1, 9], 1, 3, 3), ([1, 1], 2, 4, 3), ([1, 1, 1, 9], 2, 4, 3)],
)
def test_naval_gunfire(dice: list[int], fort: int, counted: int, through: int) -> None:
    us = "BB A" if len(dice) == 2 else "BB A, B"
    game = battle(us, "INF I; LBA L, K", stage="bombardment", chits=["naval_gunfire"], forts={"MID": fort}, number=2)
    data = told(do(game, "bombard yes", dice=dice), "bombarded")[0].data
    assert (data["counted"], data["left"]) == (counted, through)


@pytest.mark.rule("3.12.3")
def test_naval_gunfire_needs_a_ship_that_bombards() -> None:
    game = battle("BB A", "INF I", stage="bombardment", chits=["naval_gunfire"], number=2)
    assert not told(do(game, "bombard no"), "hit")


@pytest.mark.rule("3.12.3")
def test_beach_teams() -> None:
    game = battle("TRN 1; MAR M [on=trn-1]", "BTN A", stage="landing", chits=["beach_teams"])
    assert needed(do(game, "auto", dice=[9] * 9), "landing_fire") == [1]
    game = battle("GAR G", "TRN 1; BTN B [on=trn-1]", stage="landing", chits=["beach_teams"], until="barges", dice=[9])
    assert needed(game.opening, "landing_fire") == [3]


@pytest.mark.rule("3.12.3")
def test_damage_control() -> None:
    us = "BB A [hits=2]; BB B [hits=1]; CRU C [hits=1]; CRU E [hits=1]; GAR G"
    before = {"us-bb-a": 1, "us-bb-b": 1}
    game = battle(us, "CRU D", stage="damage control", chits=["damage_control"], now={"hits_before": before})
    assert legal(game) == {"repair_hit us-bb-a", "repair_hit us-cru-c", "repair_hit us-cru-e", "auto"}
    assert refused(game, "repair_hit us-bb-b").rule == "3.12.3"  # an older hit
    assert refused(game, "repair_hit us-gar-g").rule == "3.12.3"
    do(game, "repair_hit us-cru-c")
    assert left(game, "us-cru-c") == 2
    assert left(game, "us-bb-a") == 1
    assert kind(game) == "withdrawal_choice"


@pytest.mark.rule("3.12.3", "2.11")
def test_damage_control_of_a_single_ship_or_none_is_not_asked_for() -> None:
    game = battle(
        "BB A [hits=1]; BB B [hits=1]",
        "CRU D",
        stage="damage control",
        chits=["damage_control"],
        now={"hits_before": {"us-bb-b": 1}},
    )
    assert kind(game) == "withdrawal_choice"
    assert left(game, "us-bb-a") == 3
    game = battle("BB A", "CRU D", stage="damage control", chits=["damage_control"])
    assert kind(game) == "withdrawal_choice"
    game = battle("BB A [hits=1]", "CRU D", stage="damage control")
    assert left(game, "us-bb-a") == 2


@pytest.mark.rule("3.12.3")
def test_damage_control_repairs_a_hit_of_this_round() -> None:
    game = battle(
        "BB A; GAR G", {"MID": "CRU D", "CAR": "BTN T"}, stage="round", number=1, rounds=2, hand=["damage_control"]
    )
    do(game, "play_plan damage_control", "accept_surface yes", dice=[9, 9, 1, 1])
    assert left(game, "us-bb-a") == 2  # two hits, one taken back


# Japanese chits


@pytest.mark.rule("3.12.4")
def test_kido_butai() -> None:
    for japan, dice in (("CV B", 4), ("CVL B", 1), ("CV B [airloss=4]; CVL C", 1)):
        events = do(battle("CV A; CRU K", japan, stage="split", chits=["kido_butai"]), "split_air 0", dice=[10] * 9)
        assert told(events, "split")[0].data["strike"][JAPAN] == dice


@pytest.mark.rule("3.12.4", "3.10.2", "3.10.4")
def test_night_fight() -> None:
    game = battle("FBB A", "DD 1", stage="surface", chits=["night_fight"])
    events = do(game, "accept_surface yes", dice=[9] * 5)
    assert told(events, "consent")[0].data["wishes"][JAPAN] is True
    assert needed(events, "gun") == [4, 4, 2]
    assert needed(events, "torp") == [5]


@pytest.mark.rule("3.12.4")
def test_long_lance() -> None:
    game = battle("CRU A", "CRU B", stage="surface", chits=["long_lance"])
    events = do(game, "accept_surface yes", dice=[9] * 5)
    assert needed(events, "torp") == [5]
    assert needed(events, "gun") == [5, 5]
    game = battle("TRN 1", "SS 1", stage="submarines", chits=["long_lance"], until="surface", dice=[9])
    assert needed(game.opening, "torpedo") == [4]


@pytest.mark.rule("3.12.4", "3.11.5")
def test_banzai() -> None:
    game = battle(
        "GAR G, H", "INF I; BTN B", stage="ground combat", chits=["banzai"], until="aftermath", dice=[1, 9, *[9] * 5]
    )
    assert needed(game.opening, "ground") == [3, 3, 5, 5, 5, 5, 6]
    assert left(game, "jp-inf-i") == 2  # a hit and one more
    game = battle("LBA L", "INF I", stage="ground combat", chits=["banzai"], until="aftermath")
    assert left(game, "jp-inf-i") == 4


@pytest.mark.rule("3.12.4")
def test_dug_in() -> None:
    fields: dict[str, Any] = {"forts": {"MID": 2}, "chits": ["dug_in"]}
    game = battle(
        "GAR G", "BTN B", stage="ground combat", until="aftermath", dice=[9, 9], forts={"MID": 1}, chits=["dug_in"]
    )
    assert needed(game.opening, "ground") == [1, 4]
    game = battle("BB A, B; GAR G", "INF I; LBA L", stage="bombardment", number=2, **fields)
    assert told(do(game, "bombard yes", dice=[1] * 4), "bombarded")[0].data["left"] == 1  # a level of 3
    game = battle("CV A", "INF I", stage="strikes", now=flying(1, 0), campaign="1945", dice=[9], until="hits", **fields)
    assert needed(game.opening, "strike") == [2]
    game = battle(
        "GAR G", "BTN B", stage="ground combat", until="aftermath", dice=[9, 9], holders={"MID": US}, **fields
    )
    assert needed(game.opening, "ground") == [3, 2]
    game = battle(
        "CV A; GAR G", "INF I", stage="strikes", now=flying(1, 0), campaign="1945", dice=[9], until="hits",
        holders={"MID": US}, **fields,
    )  # fmt: skip
    assert needed(game.opening, "strike") == [5]  # Japan is not the Holder


@pytest.mark.rule("3.12.4")
def test_ace_pilots() -> None:
    game = battle(
        "CV A; CRU K", "CV B; CRU C", stage="strikes", chits=["ace_pilots"], now=flying(2, 2, (1, 1)), dice=[10] * 20,
        until="hits",
    )  # fmt: skip
    assert needed(game.opening, "escort") == [4, 6]
    assert needed(game.opening, "cap") == [6, 4]


@pytest.mark.rule("3.12.4")
def test_decoy() -> None:
    game = battle("CV A", "CV B", stage="search", until="split", chits=["decoy"], dice=[8, 8])
    assert needed(game.opening, "search") == [2, 5]


@pytest.mark.rule("3.12.4", "3.10.1")
def test_i_boats() -> None:
    game = battle("CV A; DD 1", "SS 1; BTN B", stage="submarines", chits=["i_boats"], until="surface", dice=[9, 9, 3])
    assert rolled(game.opening, "torpedo") == [([3], [9]), ([3], [3])]
    assert len(rolled(game.opening, "asw")) == 1
    assert left(game, "us-cv-a") == 1
    game = battle("GAR G", "BTN B", stage="submarines", chits=["i_boats"], until="surface")
    assert not told(game.opening, "check")
    game = battle("CV A", "BTN B", stage="submarines", chits=["i_boats"], until="surface", campaign="1945", dice=[1])
    assert rolled(game.opening, "torpedo") == [([3], [1])]
    assert where(game, "us-cv-a") is None


@pytest.mark.rule("3.12.4", "3.4.17")
def test_barges() -> None:
    fields: dict[str, Any] = {"stage": "barges", "until": "ground combat", "chits": ["barges"]}
    game = battle("DD 1", "BTN B", pool=3, **fields)
    assert here(game, "MID") == {"us-dd-1", "jp-btn-b", "jp-btn-btn-n1"}
    assert game.state.pool == 2
    for us, japan, more in (
        ("DD 1", "DD 1; LBA L", {}),  # no ground Ashore
        ("DD 1", "INF I, J", {}),  # the cap of MID is 2
        ("DD 1", "BTN B; TRN 1; BTN C [on=trn-1]", {}),  # cargo counts
        ("DD 1", "BTN B", {"number": 2}),  # Night
        ("DD 1", "BTN B", {"pool": 0}),
        ("DD 1", "BTN B", {"chits": ["confusion"]}),
    ):
        wanted: dict[str, Any] = {**fields, "pool": 3, **more}
        game = battle(us, japan, **wanted)
        assert "jp-btn-btn-n1" not in here(game, "MID")


@pytest.mark.rule("3.12.4")
def test_aa_guns() -> None:
    game = battle(
        "CV A; CRU K", "CV B; CRU C", stage="strikes", chits=["aa_guns"], now=flying(1, 1), dice=[10] * 9, until="hits"
    )
    assert needed(game.opening, "flak") == [3, 2]


@pytest.mark.rule("3.12.4")
def test_picket_boats() -> None:
    game = battle("CV A", "CV B", stage="search", until="split", chits=["picket_boats"], dice=[8, 8])
    assert needed(game.opening, "search") == [5, 7]


@pytest.mark.rule("3.12.4")
def test_confusion() -> None:
    entry = book().charts.plans[JAPAN]["confusion"]
    plain = type(entry)(copies=entry.copies, words=entry.words, source=entry.source)
    assert entry == plain


@pytest.mark.rule("10.2", "3.12.3", "3.12.4")
def test_effects_are_looked_up_by_number_not_by_name() -> None:
    with replaced("charts", plans={US: {"scout_line": {"gun": 3, "search": 0}}, JAPAN: {"confusion": {"torp": 2}}}):
        game = battle("CRU A", "CRU B", stage="surface", chits=["scout_line", "confusion"])
        events = do(game, "accept_surface yes", dice=[9] * 3)
    assert needed(events, "gun") == [8, 5]
    assert needed(events, "torp") == [6]
    with replaced("charts", plans={JAPAN: {"confusion": {"no_surface": True}}, US: {"smoke": {"no_surface": False}}}):
        game = battle("CRU A", "CRU B", stage="surface", chits=["confusion"], until="bombardment")
        assert kind(game) == "battle"
        game = battle("CRU A", "CRU B", stage="surface", chits=["smoke"], until="bombardment")
        assert kind(game) == "surface_consent"
    with replaced("charts", plans={US: {"smoke": {"fort": 1, "submarine_at": 5, "ground": 2, "extra_loss": 1}}}):
        game = battle(
            "GAR G",
            "BTN B",
            stage="ground combat",
            chits=["smoke"],
            holders={"MID": US},
            until="aftermath",
            dice=[9, 9],
        )
        assert needed(game.opening, "ground") == [5, 3]
        assert where(game, "us-gar-g") is None
        game = battle("GAR G", "TRN 1", stage="submarines", chits=["smoke"], until="surface", dice=[5])
        assert rolled(game.opening, "torpedo") == [([5], [5])]
        assert where(game, "jp-trn-1") is None
