"""Combat and its results (7, 8)."""

import pytest

from tests.titles.first_command.kit import battle, do, kinds, legal, position, refused, unit, where
from wargame_tui.core.game import Game
from wargame_tui.core.title import BadState
from wargame_tui.titles.first_command import TITLE
from wargame_tui.titles.first_command.printed import AMERICAN, DATA, GERMAN
from wargame_tui.titles.first_command.rules.combat import Battle

MORNING = {"304": "0702", "3Pz": "0802", "1-117": "0703", "823": "0703"}


def column(game: Game) -> str:
    """The column of the battle in hand."""
    return str(battle(game).told(game.state).column)


@pytest.mark.rule("7.1", "7.2")
def test_all_units_next_to_a_hex_attack_it() -> None:
    game = position({**MORNING, "2SS": "0905"}, phase="combat")
    assert legal(game) == {"attack 0703", "end"}
    assert refused(game, "attack 0603").rule == "7.1"
    do(game, "attack 0703")
    assert battle(game).units == ("304", "3Pz")
    far = position({"304": "0702", "39": "0401"}, phase="combat")
    assert refused(far, "attack 0401").rule == "7.2"


@pytest.mark.rule("7.2")
def test_units_may_be_held_back_but_not_all() -> None:
    game = position(MORNING, phase="combat")
    do(game, "attack 0703")
    do(game, "hold 304")
    assert battle(game).units == ("3Pz",)
    assert not legal(game, "hold")
    assert refused(game, "hold 3Pz").rule == "7.7"


@pytest.mark.rule("7.3")
def test_once_a_phase() -> None:
    game = position({**MORNING, "39": "0601"}, phase="combat", dice=[2])
    do(game, "attack 0703", "hold 304", "roll")
    assert refused(game, "attack 0703").rule == "7.3"
    assert legal(game, "attack") == {"attack 0601"}
    do(game, "attack 0601")
    assert battle(game).units == ("304",), "held back, it may still attack"
    both = position({"304": "0702", "1-117": "0703", "39": "0601"}, phase="combat", dice=[3])
    do(both, "attack 0703", "roll")
    assert refused(both, "attack 0601").rule == "7.2"


@pytest.mark.rule("7.4")
@pytest.mark.parametrize(
    ("attackers", "defenders", "odds"),
    [
        (("17SS",), ("39",), 0),
        (("304",), ("39",), 1),
        (("304", "2SS"), ("39",), 1),
        (("304", "3Pz"), ("39",), 2),
        (("304", "3Pz"), ("1-117",), 3),
        (("304", "3Pz", "LAH"), ("1-117",), 5),
        (("304", "3Pz", "LAH", "2PG"), ("1-117",), 5),
        (("304", "3Pz"), ("823",), 5),
    ],
)
def test_odds(attackers: tuple[str, ...], defenders: tuple[str, ...], odds: int) -> None:
    around = ("0501", "0502", "0301", "0302")
    places = dict(zip(attackers, around, strict=False)) | dict.fromkeys(defenders, "0401")
    game = position(places, phase="combat")
    do(game, "attack 0401")
    assert battle(game).odds(game.state) == odds


@pytest.mark.rule("7.4")
def test_too_poor() -> None:
    game = position({"17SS": "0501", "39": "0401", "12": "0401"}, phase="combat")
    assert refused(game, "attack 0401").rule == "7.4"


@pytest.mark.rule("7.5")
@pytest.mark.parametrize(
    ("hex_", "beside", "shift"),
    [
        ("0103", "0104", -1),
        ("0102", "0103", 0),
        ("0405", "0305", -1),
        ("0804", "0803", -2),
        ("0705", "0706", -2),
        ("0703", "0803", -1),
    ],
)
def test_terrain(hex_: str, beside: str, shift: int) -> None:
    game = position({"304": beside, "823": hex_}, phase="combat")
    do(game, "attack " + hex_)
    assert sum(value for _, value, rule in battle(game).shifts(game.state) if rule == "7.5") == shift


@pytest.mark.rule("7.6")
def test_across_a_river() -> None:
    game = position({"304": "0402", "3Pz": "0502", "823": "0401"}, phase="combat")
    do(game, "attack 0401")
    assert [value for _, value, _ in battle(game).shifts(game.state)] == [-1, -1]
    some = position({"304": "0402", "3Pz": "0301", "823": "0401"}, phase="combat")
    do(some, "attack 0401")
    assert [name for name, _, _ in battle(some).shifts(some.state)] == ["terrain"]
    bridge = position({"304": "0801", "823": "0802"}, phase="combat")
    do(bridge, "attack 0802")
    assert len(battle(bridge).shifts(bridge.state)) == 2


@pytest.mark.rule("7.7")
def test_support_of_both_sides() -> None:
    game = position(MORNING, phase="combat", support=(1, 1), dice=[5])
    do(game, "attack 0703")
    assert column(game) == "1-1"
    do(game, "support")
    assert (game.side, column(game)) == (AMERICAN, "2-1")
    assert game.state.support == {GERMAN: 0, AMERICAN: 1}
    events = do(game, "support")
    fought = next(event for event in events if event.kind == "fought")
    assert (fought.data["column"], fought.data["result"]) == ("1-1", "DR")
    assert game.state.support == {GERMAN: 0, AMERICAN: 0}


@pytest.mark.rule("7.7")
def test_without_points_nobody_is_asked() -> None:
    game = position(MORNING, phase="combat", dice=[5])
    do(game, "attack 0703")
    assert refused(game, "support").rule == "7.7"
    assert "fought" in kinds(do(game, "roll"))


@pytest.mark.rule("7.7")
def test_the_column_stays_on_the_table() -> None:
    game = position({"17SS": "0803", "2-120": "0804"}, phase="combat")
    do(game, "attack 0804")
    assert column(game) == "1-2"


@pytest.mark.rule("7.8")
def test_the_table_and_the_book_are_the_same() -> None:
    text = TITLE.rulebook().rules["7.8"].text
    for die, results in DATA.charts.results.items():
        assert f"| {die} | {' | '.join(results)} |" in text


@pytest.mark.rule("8.1")
def test_losses_of_each_result() -> None:
    assert {result for row in DATA.charts.results.values() for result in row} == {"A1", "EX", "-", "DR", "D1", "D2"}
    assert [DATA.charts.effects[result][:2] for result in ("A1", "EX", "-", "DR", "D1", "D2")] == [
        (1, 0), (1, 1), (0, 0), (0, 0), (0, 1), (0, 2),
    ]  # fmt: skip
    game = position({"304": "0803", "3Pz": "0802", "2PG": "0802", "1-117": "0703"}, phase="combat", dice=[2])
    do(game, "attack 0703", "roll")
    assert unit(game, "304").reduced
    assert unit(game, "1-117").reduced
    assert where(game, "1-117") == "0703"


@pytest.mark.rule("8.2")
def test_the_strongest_loses() -> None:
    game = position({**MORNING, "LAH": "0803"}, phase="combat", dice=[6])
    do(game, "attack 0703", "roll")
    assert unit(game, "1-117").reduced
    assert not unit(game, "823").reduced
    equal = position({"304": "0702", "17SS": "0803", "39": "0703"}, phase="combat", dice=[1], reduced=["304"])
    do(equal, "attack 0703", "roll")
    assert unit(equal, "17SS").reduced, "of two with strength 3 the one with both steps"


@pytest.mark.rule("8.3")
def test_retreat() -> None:
    edge = position({"304": "0301", "3Pz": "0501", "12": "0401", "2SS": "0402"}, phase="combat", dice=[5])
    do(edge, "attack 0401", "roll")
    assert where(edge, "12") == "0401", "nowhere to go: north is the edge of the map"
    game = position({"304": "0504", "3Pz": "0505", "119": "0404", "12": "0303"}, phase="combat", dice=[5])
    do(game, "attack 0404", "roll")
    assert game.side == AMERICAN
    assert legal(game, "move") == {"move 119 0304", "move 119 0305"}
    assert refused(game, "move 119 0403").rule == "8.3"
    do(game, "move 119 0304")
    assert where(game, "119") == "0304"


@pytest.mark.rule("8.3")
def test_no_retreat_over_a_river_or_into_a_full_hex() -> None:
    game = position(
        {"304": "0501", "3Pz": "0502", "119": "0401", "12": "0301", "134": "0301"}, phase="combat", dice=[5]
    )
    do(game, "attack 0401", "roll")
    assert where(game, "119") == "0401"
    assert unit(game, "119").reduced, "8.4"


@pytest.mark.rule("8.4")
def test_no_way_out_costs_a_step() -> None:
    around = {"304": "0802", "3Pz": "0903", "2PG": "0905", "DF": "0805", "D": "0704"}
    game = position({**around, "17SS": "0803", "2-120": "0804"}, phase="combat", dice=[5], reduced=["2-120"])
    do(game, "attack 0804", "roll")
    assert where(game, "2-120") == "eliminated"


@pytest.mark.rule("8.5")
def test_standing_fast() -> None:
    game = position(MORNING, phase="combat", dice=[5])
    do(game, "attack 0703", "roll")
    assert legal(game, "stand")
    assert kinds(do(game, "stand")) == ["stood", "lost"]
    assert where(game, "1-117") == "0703"
    assert unit(game, "1-117").reduced
    bocage = position({"304": "0504", "3Pz": "0505", "119": "0404"}, phase="combat", dice=[5])
    do(bocage, "attack 0404", "roll")
    assert not legal(bocage, "stand")
    hill = position({"304": "0504", "3Pz": "0505", "119": "0604"}, phase="combat", dice=[6])
    do(hill, "attack 0604", "roll")
    assert legal(hill, "stand"), "Hill 285"
    weak = position({"304": "0702", "3Pz": "0802", "1-117": "0703"}, phase="combat", dice=[3], reduced=["1-117"])
    do(weak, "attack 0703", "roll")
    assert not legal(weak, "stand"), "a single reduced unit may not"


@pytest.mark.rule("8.6")
def test_advance() -> None:
    game = position({"304": "0504", "3Pz": "0505", "2PG": "0505", "119": "0404"}, phase="combat", dice=[6])
    do(game, "attack 0404", "roll", "move 119 0304")
    assert game.side == GERMAN
    assert legal(game) == {"move 304 0404", "move 3Pz 0404", "move 2PG 0404", "end"}
    do(game, "move 304 0404", "move 3Pz 0404")
    assert game.state.stack[-1].kind == "player_turn", "two units fill the hex"
    assert refused(game, "attack 0304").rule == "7.2", "they do not attack again"
    stay = position({"304": "0504", "3Pz": "0505", "119": "0404"}, phase="combat", dice=[6])
    do(stay, "attack 0404", "roll", "move 119 0304", "end")
    assert where(stay, "304") == "0504"
    assert stay.state.stack[-1].kind == "player_turn"


@pytest.mark.rule("9.3")
def test_half_strength_out_of_supply() -> None:
    wall = {"304": "0603", "3Pz": "0705", "2PG": "0504", "DF": "0506", "D": "0606"}
    game = position({"39": "0605", "17SS": "0505", **wall}, side=AMERICAN, phase="combat")
    do(game, "attack 0505")
    assert battle(game).odds(game.state) == 1, "3 to 3"
    assert battle(game).attack(game.state) == 3, "5 halved, rounded up"
    tired = position({"743": "0605", "17SS": "0505", **wall}, reduced=["743"], side=AMERICAN, phase="combat").state
    assert (tired.units["743"].strength, Battle.on("0505", AMERICAN, tired).attack(tired)) == (2, 1)
    defending = position({"39": "0605", "17SS": "0505", **wall}, phase="combat")
    do(defending, "attack 0605")
    assert battle(defending).odds(defending.state) == 3, "18 to 5"


@pytest.mark.rule("7.2")
def test_an_attack_needs_an_enemy() -> None:
    assert refused(position(MORNING, phase="combat"), "attack nowhere").rule == "7.1"


def at_battle(path: str, value: object) -> dict[str, object]:
    """An edit of the battle in hand."""
    return {"op": "replace", "path": f"/stack/2/{path}", "value": value}


@pytest.mark.rule("7.1", "7.2")
@pytest.mark.parametrize(
    "edit",
    [
        at_battle("units", []),
        at_battle("units", ["304", "1-117"]),
        at_battle("units", ["304", "2SS"]),
        at_battle("units", ["304", "119"]),
        at_battle("space", "0802"),
        at_battle("space", "0603"),
        at_battle("result", "D9"),
        {"op": "replace", "path": "/units/304/location", "value": "0703"},
        {"op": "replace", "path": "/units/304/location", "value": "eliminated"},
    ],
)
def test_no_battle_by_hand_without_attackers_next_to_defenders(edit: dict[str, object]) -> None:
    game = position({**MORNING, "2SS": "0905", "119": "0602"}, phase="combat", support=(1, 0))
    do(game, "attack 0703")
    assert battle(game).stage == "attack"
    with pytest.raises(BadState, match="attackers next to defenders"):
        game.edit([edit])
    game.edit([at_battle("units", ["3Pz"])])
    do(game, "roll")
    assert [unit(game, name).fought for name in ("304", "3Pz")] == [False, True]


@pytest.mark.rule("8.2", "8.3", "8.6")
def test_a_battle_that_is_rolled_goes_on_by_hand_without_defenders_and_with_lost_attackers() -> None:
    game = position({"304": "0702", "3Pz": "0802", "1-117": "0703"}, phase="combat", support=(0, 0), dice=[6])
    do(game, "attack 0703", "roll")
    assert battle(game).stage == "retreat"
    game.edit(
        [
            {"op": "replace", "path": "/units/1-117/location", "value": "eliminated"},
            {"op": "replace", "path": "/units/304/location", "value": "eliminated"},
            at_battle("stage", "advance"),
        ]
    )
    assert legal(game) == {"move 3Pz 0703", "end"}
    do(game, "move 3Pz 0703")
    game.edit([])
    assert where(game, "3Pz") == "0703"
