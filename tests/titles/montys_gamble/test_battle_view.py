"""The attack as a player follows it: both values term by term, the dice, what they mean."""

import pytest

from tests.titles.montys_gamble.battles import declare, rolls
from tests.titles.montys_gamble.kit import ALLIED, GERMAN, TITLE, do, position, unit
from wargame_tui.board.title import Battle
from wargame_tui.core.game import Game
from wargame_tui.titles.montys_gamble.rules import bombardment, casualties
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.session import Session
from wargame_tui.tui.table.outcome import outcome_of
from wargame_tui.tui.widgets.battle_panel import dice_text


def view(game: Game) -> Battle | None:
    """The battle on the screen after everything that has happened."""
    return TITLE.battle(game.state, [event for entry in game.entries for event in entry.events])


def seen(game: Game) -> Battle:
    battle = view(game)
    assert battle is not None
    return battle


def fight(*dice: int, **changes: object) -> Game:
    """Two British battalions inside Eindhoven with two German ones."""
    game = position(
        unit("4Wilts", "63", attack=4), unit("5Wilts", "63", attack=4),
        unit("Rink", "63", defence=3), unit("HGErs", "63", "dis1", spent=2),
        dice=dice, **changes,
    )  # fmt: skip
    do(game, "assault 63")
    return game


def terms(battle: Battle, which: int) -> list[tuple[str, int, str]]:
    return [(term.name, term.value, term.rule) for term in battle.tallies[which].terms]


def test_there_is_no_battle_before_the_first() -> None:
    assert view(fight()) is None


def test_values_grow_as_units_are_named() -> None:
    game = fight()
    do(game, "attack 63")
    battle = seen(game)
    assert (battle.attacker, battle.defender, battle.finished) == (ALLIED, GERMAN, False)
    assert [tally.note for tally in battle.tallies] == ["no point unit yet", "if Rink is the forward unit"]
    assert terms(battle, 1) == [("Rink", 3, "10.73A"), ("terrain", 3, "10.73B")]
    do(game, "point 4Wilts", "join 5Wilts")
    battle = seen(game)
    assert terms(battle, 0) == [("4 Wilts", 4, "10.72A"), ("1 more unit", 1, "10.72B")]
    assert battle.tallies[0].dice is None
    assert {row.counter.label: row.marks for row in battle.attackers} == {"4 Wilts": "point unit", "5 Wilts": ""}


def test_dice_may_be_thrown_again_before_they_count() -> None:
    game = fight(*rolls(8, 5), *rolls(3, 9), holder=GERMAN)
    declare(game, "63", "4Wilts", "5Wilts")
    do(game, "forward HGErs")
    battle = seen(game)
    assert [tally.dice for tally in battle.tallies] == [(4, 4), (2, 3)]
    assert terms(battle, 1) == [
        ("HG Ers", 2, "10.73A"), ("Dis1", -1, "10.73A"), ("terrain", 3, "10.73B"), ("1 more Fresh", 1, "10.73E"),
    ]  # fmt: skip
    assert battle.result == "if kept: success by 3: 3 casualty points"
    assert (battle.rolls, battle.stage) == (1, "the dice have been rolled")
    do(game, "reroll")
    battle = seen(game)
    assert [tally.total for tally in battle.tallies] == [8, 14]
    assert (battle.rolls, battle.result) == (2, "attack repulsed, all attackers Disrupted (Dis1)")
    assert {row.marks for row in battle.attackers} == {"point unit, → Dis1", "→ Dis1"}


def test_losses_are_followed_to_the_end() -> None:
    game = fight(*rolls(8, 5))
    declare(game, "63", "4Wilts", "5Wilts")
    do(game, "forward HGErs")
    assert seen(game).stage == "3 casualty points to absorb"
    do(game, "take HGErs", "take Rink", "take Rink")
    do(game, *(["stay"] if "stay" in {c.notation() for c in game.iter_legal()} else []))
    battle = seen(game)
    assert (battle.finished, battle.stage) == (True, "over")
    marks = {row.counter.label: row.marks for row in battle.defenders}
    assert marks == {"HG Ers": "forward unit, → Dis2", "Rink": "→ Spent, Dis1"}
    assert battle.result == "success by 3: 3 casualty points"


def test_bombardment() -> None:
    game = position(unit("7Med", "64"), unit("84Med", "64"), unit("Rink", "63"), dice=rolls(9, 4))
    do(game, "bombard 63")
    assert seen(game).tallies[0].note == "no lead unit yet"
    do(game, "lead 7Med", "support 84Med", "aim Rink")
    battle = seen(game)
    assert battle.heading == "Bombardment of 63 Eindhoven"
    assert [row.marks for row in battle.defenders] == ["primary target"]
    assert terms(battle, 0)[1:] == [("1 more artillery", 1, "11.2")]
    do(game, "fight")
    battle = seen(game)
    assert battle.finished
    assert [tally.dice for tally in battle.tallies] == [(4, 5), (2, 2)]
    assert battle.result.endswith("attrition points")


@pytest.mark.parametrize(("points", "number"), [(1, "1 {} point"), (2, "2 {} points")])
def test_one_point_is_told_as_one(points: int, number: str) -> None:
    state = position(unit("1Para", "13")).state
    assert bombardment.Attrition("13", ALLIED, points).title(state) == number.format("attrition")
    assert casualties.Absorb("13", ALLIED, points, None).title(state) == number.format("casualty")


def test_a_command_that_leads_straight_to_dice_says_so() -> None:
    game = fight(6, 6, 1, 1)
    do(game, "attack 63")

    def words(command: str) -> str:
        return TITLE.command_text(game.state, game.parse(command))

    assert "dice" not in words("point 4Wilts")
    do(game, "point 4Wilts")
    assert "dice" not in words("fight"), "the Germans choose their forward unit first"
    do(game, "fight")
    assert words("forward Rink").endswith("; rolls the dice")


@pytest.mark.rule("11.5")
def test_a_bombardment_takes_no_place() -> None:
    """Once its end read: Veghel holds, one casualty point lost."""
    game = position(unit("7Med", "64"), unit("Rink", "63"), dice=rolls(9, 4))
    do(game, "bombard 63", "lead 7Med", "aim Rink", "fight")
    battle = seen(game)
    assert not battle.may_take
    words = outcome_of(Session(game, None), battle)
    assert words.startswith("63 Eindhoven: ")
    assert "step" in words


def test_the_totals_stand_beside_what_their_difference_means() -> None:
    game = fight(*rolls(8, 5), *rolls(3, 9), holder=GERMAN)
    declare(game, "63", "4Wilts", "5Wilts")
    before = seen(game).chart
    assert before is not None
    assert before.row is None
    do(game, "forward HGErs")
    chart = seen(game).chart
    assert chart is not None
    assert chart.row is not None
    assert chart.rows[chart.row] == ("AT > DT", ("Spent", "Spent", "CP"))
    text = dice_text(seen(game), Sides((ALLIED, GERMAN)), 0, 90, roomy=True).plain.split("\n")
    assert text[0].split() == ["AV", "Allied", "DV", "German"]
    assert "4  4 Wilts" in text[1]
    assert "2  HG Ers" in text[1]
    assert text[5].split() == ["=", "5", "+", "[4]", "[4]", "=", "13", "=", "5", "+", "[2]", "[3]", "=", "10"]
