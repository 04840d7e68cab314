"""Desert Commander: a battle as it is followed on the screen."""

import pytest

from tests.titles.commander_solitaire.desert_kit import NORMANDY, NOTHING, do, history, operate, position
from wargame_tui.board.title import Battle, BattleRow
from wargame_tui.core.game import Game
from wargame_tui.titles.desert_commander import TITLE
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.session import Session
from wargame_tui.tui.widgets.battle_panel import head_text
from wargame_tui.tui.widgets.pages import losses

rule = pytest.mark.rule


def shown(game: Game) -> Battle:
    found = TITLE.battle(game.state, history(game))
    assert found is not None
    return found


def row(view: Battle, force: str) -> BattleRow:
    return next(row for row in (*view.attackers, *view.defenders) if row.counter.unit == force)


def shots(view: Battle) -> list[tuple[str, str, str, int, tuple[int, ...] | None, int]]:
    return [(shot.firer, shot.verb, shot.target, shot.needed, shot.dice, shot.hits) for shot in view.shots]


def facts(view: Battle) -> dict[str, str]:
    return {fact.label: fact.value for fact in view.modifiers}


@rule("2.2")
def test_the_dice_of_the_tray_have_six_faces_though_plans_are_drawn_as_one_of_18() -> None:
    assert TITLE.die_faces == 6


@rule("4.4.1", "4.4.2", "4.4.5", "4.4.6")
def test_both_sides_with_speed_and_number() -> None:
    game = position({"MCH": "PZ A; INF B [reduced]"}, {"NAM": "FRT C; IN2 D, E"}, dig="NAM", owned="HOU", sp=9,
                    hand=["feint"])  # fmt: skip
    operate(game, "MCH", "NAM", "ax-pz-a", "ax-inf-b")
    do(game, "air_support yes")
    view = shown(game)
    assert (view.heading, view.space, view.attacker, view.finished) == ("Assault on Namur", "NAM", "Axis", False)
    assert view.stage == "round 1 of 3: Battle Plans"
    marks = {row.counter.unit: row.marks for row in (*view.attackers, *view.defenders)}
    assert marks == {
        "ax-pz-a": "hits at 1, Speed 5",
        "ax-inf-b": "hits at 1, Speed 2",
        "en-in2-d": "hits at 2, Speed 2",
        "en-in2-e": "hits at 2, Speed 2",
        "en-frt-c": "hits at 3, Speed 1",
    }
    assert [(row.start_strength, row.strength) for row in view.attackers] == [(2, 2), (1, 1)]
    assert facts(view) == {
        "terrain: fort": "attackers -2",
        "dig marker": "attackers -1",
        "air support": "called",
        "left to the Allies": "2 plans",
    }


def test_before_and_after_there_is_no_battle() -> None:
    game = position({"EIF": "PZ A"})
    assert TITLE.battle(game.state, game.opening) is None


@rule("4.4.12", "4.4.13", "4.4.14")
def test_plans_in_force() -> None:
    game = position({"EIF": "PZ A; INF B"}, {"HOU": "INF E, F"}, sp=1, hand=["flank_march", "feint"])
    operate(game, "EIF", "HOU", "ax-pz-a", "ax-inf-b", dice=[3, *[6] * 4])
    do(game, "play_plan flank_march")
    view = shown(game)
    assert view.stage == "round 2 of 3: Battle Plans"
    assert facts(view) == {
        "terrain: forest": "does not count",
        "Flank march: attacking: terrain counts 1 less for the battle": "Axis",
    }


# The worked example R1, shown


@rule("4.4.5", "4.4.7", "4.4.8", "4.4.9")
def test_r1_the_dice_of_an_assault() -> None:
    game = position(
        {"MCH": "PZ I/25 Pz, II/25 Pz; MOT 6 Schutzen; ART 78 Art"},
        {"DIN": "IN2 1 DLC, 18 DI; INF 5 DIM"},
        owned="HOU",
        sp=9,
    )
    operate(game, "MCH", "DIN", "i-25", "ii-25", "6-sch", "78-art")
    do(game, "air_support no", dice=(NOTHING, 2, 5, 2, 4, 3, 1, 6, 3))
    assert shown(game).stage == "round 1 of 3, Speed 2: losses"
    do(game, "lose ax-art-78-art", "lose ax-mot-6-schutzen")
    view = shown(game)
    assert shots(view) == [
        ("1. PZ I/25 Pz", "fires at", "en-in2-1-dlc", 3, (2,), 1),
        ("1. PZ II/25 Pz", "fires at", "the Allied forces", 3, (5,), 0),
        ("1. MOT 6 Schutzen", "fires at", "en-in2-18-di", 2, (2,), 1),
        ("1. ART 78 Art", "fires at", "the Allied forces", 2, (4,), 0),
        ("1. INF 5 DIM", "fires at", "ax-art-78-art", 3, (3,), 1),
        ("1. IN2 1 DLC", "fires at", "ax-mot-6-schutzen", 1, (1,), 1),
        ("1. IN2 18 DI", "fires at", "the Axis forces", 1, (6,), 0),
        ("The defenders", "test for", "retreat", 4, (3,), 1),
    ]
    assert view.result == (
        "Dinant is yours. Axis losses: ART 78 Art and MOT 6 Schutzen reduced; "
        "Allied losses: IN2 1 DLC and IN2 18 DI reduced"
    )
    assert row(view, "en-in2-1-dlc").marks == "→ Philippeville"
    assert (row(view, "en-in2-1-dlc").start_strength, row(view, "en-in2-1-dlc").strength) == (2, 1)


@rule("2.10")
def test_who_is_reduced_and_then_destroyed_is_lost_once() -> None:
    game = position({"EIF": "PZ A, B"}, {"HOU": "GAR E"}, sp=1)
    operate(game, "EIF", "HOU", "ax-pz-a", "ax-pz-b", dice=[NOTHING, 1, 1])
    assert shown(game).result == "Houffalize is yours. Axis losses: none; Allied losses: GAR E destroyed"


@rule("4.4.7", "2.10")
def test_who_is_destroyed_stays_on_the_panel() -> None:
    game = position({"EIF": "PZ A, B"}, {"HOU": "GAR E [reduced]"}, sp=1)
    operate(game, "EIF", "HOU", "ax-pz-a", "ax-pz-b", dice=[NOTHING, 1, 6])
    view = shown(game)
    assert (view.finished, view.stage) == (True, "over")
    assert (row(view, "en-gar-e").start_strength, row(view, "en-gar-e").strength) == (1, 0)
    assert view.result == "Houffalize is yours. Axis losses: none; Allied losses: GAR E destroyed"


@rule("4.4.13")
def test_a_miss_rolled_again_stands_before_the_die_that_counts() -> None:
    game = position({"EIF": "PZ A"}, {"HOU": "GAR E [reduced]"}, sp=1, hand=["leader_forward"])
    operate(game, "EIF", "HOU")
    do(game, "play_plan leader_forward", dice=[NOTHING, 6, 2])
    assert ("1. PZ A", "fires at", "en-gar-e", 3, (6, 2), 1) in shots(shown(game))


@rule("4.4.2", "4.9.3", "4.9.4")
def test_a_landing() -> None:
    game = position({"UTA": "STA A"}, {"sea UTA": "INF B; ARM C"}, campaign=NORMANDY, turn=1, stage="landings",
                    dig="UTA", dice=[6, 6, 6, NOTHING, *[6] * 30], stop="axis_resupply")  # fmt: skip
    view = shown(game)
    assert view.heading == "Landing at Utah Beach"
    assert shots(view)[0] == ("Allied support fire", "hits", "the Axis forces", 2, (6, 6, 6), 0)
    assert view.result == "Utah Beach is contested. Axis losses: none; Allied losses: none"


@rule("4.4.14")
def test_a_reserve_has_a_row() -> None:
    game = position({"EIF": "PZ A, B"}, {"HOU": "INF E"}, sp=1, hand=["feint"])
    operate(game, "EIF", "HOU", "ax-pz-a", "ax-pz-b")
    do(game, "pass_plan", dice=[9, *[6] * 8])
    assert row(shown(game), "en-in2-local-reserve-1").start_strength == 1


def test_a_battle_whose_beginning_is_too_long_ago_is_shown_as_it_stands() -> None:
    game = position({"EIF": "PZ A"}, {"HOU": "INF E"}, sp=1, hand=["feint"])
    operate(game, "EIF", "HOU")
    view = TITLE.battle(game.state, [])
    assert view is not None
    assert [row.counter.unit for row in (*view.attackers, *view.defenders)] == ["ax-pz-a", "en-inf-e"]


@rule("4.4.1")
def test_the_enemy_is_called_by_its_nation() -> None:
    game = position({"EIF": "PZ A, B"}, {"HOU": "INF C"}, sp=9)
    operate(game, "EIF", "HOU", "ax-pz-a", "ax-pz-b")
    panel = shown(game)
    assert panel.called == {"Enemy": "the Allies"}
    assert "The Allies defend" in head_text(panel, Sides(("Axis", "Enemy")), 0, 100, 12).plain
    assert [TITLE.side_called(game.state, side) for side in ("Enemy", "Axis")] == ["Allied", "Axis"]


def test_losses_name_forces_as_players_do_though_they_are_refitted_since() -> None:
    game = Game.new("desert_commander/france_1940", 3)
    session = Session(game)
    forces = "pz-i-25-pz", "pz-ii-25-pz", "pz-66-pz-bn", "mot-6-schutzen"
    orders = ["end", "operation EIF HOU", *(f"add ax-{force}" for force in forces), "go", "air_support no"]
    do(game, *orders, "lose ax-pz-i-25-pz")
    (line,) = (line for section in losses(session).sections for line in section.lines if not line.head)
    assert str(line.cells[0]).strip() == "PZ I/25 Pz"
