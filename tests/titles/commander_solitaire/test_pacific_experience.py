"""Pacific Commander: levels of experience in battle (3.13.3, 3.11.4)."""

import pytest

from tests.titles.commander_solitaire.pacific_battles import battle, needed, now
from tests.titles.commander_solitaire.pacific_kit import do, replaced


@pytest.mark.rule("3.13.3")
@pytest.mark.parametrize(
    ("us", "worth"),
    [
        ("CV A [level=Veteran], B", 0),  # half is not more than half
        ("CV A [level=Veteran]; CVL B", 1),
        ("CV A [level=Green]; CVL B", -1),
        ("CV A [level=Green], B", 0),
        ("CV A [level=Veteran], B [level=Green]; CVL C [level=Veteran]", 1),
        ("CV A [level=Veteran airloss=3], B", 0),
        ("LBA A [level=Veteran]", 1),
        ("CVE A [level=Green]; GAR G [level=Veteran]", -1),
        ("CV A", 0),
    ],
)
def test_the_levels_of_most_us_air_points(us: str, worth: int) -> None:
    game = battle(us, "CV Z; CRU Y", stage="split")
    assert now(game).experience == worth


@pytest.mark.rule("3.13.3")
def test_supporting_lba_count() -> None:
    game = battle({"MID": "CVE A", "HAW": "LBA S [level=Veteran]"}, "CV Z; CRU Y", stage="split", support=["us-lba-s"])
    assert now(game).experience == 1


@pytest.mark.rule("3.13.3")
@pytest.mark.parametrize(("level", "worth"), [("Veteran", 1), ("Regular", 0), ("Green", -1)])
def test_cap_escort_and_strike_numbers_of_the_us(level: str, worth: int) -> None:
    game = battle(
        f"CV A [level={level}], B [level={level}]; CRU K; LBA L [level={level}]", "CV Y, Z; CRU X; INF I", stage="split"
    )
    events = do(game, "split_air 4", "target jp-cru-x", "dice 2", dice=[10] * 60)
    assert needed(events, "escort")[:3] == [4 + worth] * 3
    assert needed(events, "cap")[-4:] == [4 + worth] * 4
    assert needed(events, "strike")[:6] == [3 + worth] * 6  # two at the CRU, the others at the INF


@pytest.mark.rule("3.13.3")
def test_japanese_numbers_do_not_change() -> None:
    game = battle("CV A [level=Veteran]; CRU K", "CV Z; CRU X", stage="split")
    events = do(game, "split_air 1", dice=[10] * 60)
    assert needed(events, "cap")[:2] == [5, 5]
    assert needed(events, "strike")[-2:] == [4, 4]


@pytest.mark.rule("3.13.3")
def test_it_is_found_at_the_split_of_a_round() -> None:
    game = battle("CV A [level=Veteran]; CRU K", "CRU X, Y", stage="split", dice=[])
    assert now(game).experience == 1  # without a decision too, against an enemy without air points
    do(game, "auto", "accept_surface no", dice=[10] * 9)


@pytest.mark.rule("3.13.3", "10.2")
def test_its_worth_is_data() -> None:
    with replaced("charts", experience={"air": 2, "ground": 3}):
        assert now(battle("CV A [level=Green]", "CV Z; CRU Y", stage="split")).experience == -2
        game = battle("GAR G [level=Veteran]", "BTN B", stage="ground combat", until="aftermath", dice=[9, 9])
        assert needed(game.opening, "ground") == [6, 4]
