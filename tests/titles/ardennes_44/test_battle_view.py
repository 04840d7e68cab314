"""The combat as a player follows it: strengths unit by unit, shifts, dice, what they mean."""

import pytest

from tests.titles.ardennes_44.fights import OPEN, around, assault, is_bare, pair, roll
from tests.titles.ardennes_44.kit import ALLIED, BOARD, GERMAN, TITLE, do, position, unit
from wargame_tui.board.title import Battle
from wargame_tui.core.game import Game

N, NE, SE, S, SW, NW = around(OPEN)
US = "28-112-2"
"""A US battalion: 2-2-4."""
GUNS = "VIII-333"


def view(game: Game) -> Battle | None:
    """The combat on the screen after everything that has happened."""
    return TITLE.battle(game.state, [event for entry in game.entries for event in entry.events])


def seen(game: Game) -> Battle:
    battle = view(game)
    assert battle is not None
    return battle


def terms(battle: Battle, which: int) -> list[tuple[str, int, str]]:
    return [(term.name, term.value, term.rule) for term in battle.tallies[which].terms]


def test_there_is_no_battle_before_the_first() -> None:
    assert view(position(unit("12VG-27", N), unit(US, OPEN), phase="combat")) is None


def test_strengths_grow_as_units_are_named() -> None:
    game = position(unit("12VG-27", N), unit("12VG-48", NE), unit(US, OPEN), phase="combat")
    do(game, f"attack {OPEN}")
    battle = seen(game)
    assert (battle.attacker, battle.defender, battle.space, battle.finished) == (GERMAN, ALLIED, OPEN, False)
    assert battle.tallies[0].note == "no attackers yet"
    assert terms(battle, 1) == [("28/2/112", 2, "14.4")]
    assert battle.result == ""
    do(game, "with 12VG-27", "with 12VG-48")
    battle = seen(game)
    strength = [row.strength for row in battle.attackers]
    assert [value for _, value, _ in terms(battle, 0)] == strength
    assert battle.tallies[0].value == sum(strength)
    assert all(tally.dice is None for tally in battle.tallies)
    assert battle.result.startswith(f"odds {sum(strength)} to 2, ")
    assert [row.counter.unit for row in battle.attackers] == ["12VG-27", "12VG-48"]


def test_shifts_stand_with_name_and_rule() -> None:
    game = assault(unit("12VG-27", N, oos=True), unit(US, OPEN, status="routed"), target=OPEN)
    assert [(fact.label, fact.value, fact.rule) for fact in seen(game).modifiers] == [
        ("attacker out of supply", "-1", "23.4"),
        ("defender routed", "+2", "18.2"),
    ]


def test_halved_strengths_say_why() -> None:
    target, from_ = pair(
        lambda target, from_, key: (
            is_bare(target) and is_bare(from_) and BOARD.water[key] == "river" and not BOARD.ravine[key]
        )
    )
    game = assault(unit("12VG-27", from_), unit(US, target), target=target)
    row = seen(game).attackers[0]
    assert row.strength == (row.start_strength + 1) // 2
    assert row.marks == f"halved to {row.strength} (15.3)"
    ((name, value, rule),) = terms(seen(game), 0)
    assert (name.endswith(", halved"), value, rule) == (True, row.strength, "15.3")


def test_the_dcb_is_a_term_of_the_defence() -> None:
    target, from_ = pair(
        lambda target, from_, key: BOARD.built.get(target) == "village" and is_bare(from_) and not BOARD.water[key]
    )
    game = assault(unit("12VG-27", from_), unit(US, target), target=target)
    assert terms(seen(game), 1) == [("28/2/112", 2, "14.4"), ("DCB", 2, "15.1")]


def test_every_die_is_shown_with_what_it_means() -> None:
    game = assault(
        unit("12VG-27", N), unit("12VG-48", NE), unit(US, OPEN), unit(GUNS, S), target=OPEN, dice=(4, 6), turn=3
    )
    do(game, "roll", f"fire {GUNS}")
    battle = seen(game)
    dice = {tally.name: tally.dice for tally in battle.tallies if tally.dice is not None}
    assert dice == {"defensive artillery": (4,), "CRT": (6,)}
    assert battle.throws == 2
    assert battle.result.startswith("defensive artillery -1; ")
    assert ("defensive artillery", "-1") in [(fact.label, fact.value) for fact in battle.modifiers]


def test_time_on_target() -> None:
    game = assault(unit("12VG-27", N), unit(US, OPEN), unit(GUNS, S), target=OPEN, dice=(1,))
    do(game, "roll", f"fire {GUNS}")
    battle = seen(game)
    assert battle.finished
    assert battle.result.startswith("time on target")
    assert battle.attackers[0].marks == "loses a step"


def test_a_combat_that_is_over_is_told_from_its_events() -> None:
    game = assault(unit("12VG-27", N), unit("12VG-48", N), unit("12VG-89", NE), unit(US, OPEN), target=OPEN, dice=(1,))
    roll(game)
    while game.state.stack[-1].kind in ("battle", "loss", "retreating", "advancing"):
        command = TITLE.suggested(game.state) or game.legal()[0]
        game.apply(command)
        if game.state.stack and not any(step.kind == "battle" for step in game.state.stack):
            break
    battle = seen(game)
    assert battle.finished
    assert battle.stage == "over"
    assert [tally.name for tally in battle.tallies] == ["attack", "defence", "CRT"]
    assert US in [row.counter.unit for row in battle.defenders]
    assert next(row for row in battle.defenders if row.counter.unit == US).marks


def test_stages_in_words() -> None:
    game = assault(unit("12VG-27", N), unit(US, OPEN), unit(GUNS, S), target=OPEN)
    assert seen(game).stage == "attacker chooses units"
    do(game, "roll")
    assert seen(game).stage == "defensive artillery"


def test_units_have_their_whole_names() -> None:
    battle = seen(assault(unit("12VG-27", N), unit(US, OPEN), target=OPEN))
    assert [row.counter.label for row in (*battle.attackers, *battle.defenders)] == ["12VG/27", "28/2/112"]


@pytest.mark.rule("16.7e")
def test_the_table_is_that_of_the_last_die() -> None:
    village, _ = pair(
        lambda target, from_, key: BOARD.built.get(target) == "village" and is_bare(from_) and not BOARD.water[key]
    )
    beside = around(village)
    own = [unit(name, hex_) for name, hex_ in zip(("12VG-27", "12VG-48", "12VG-89"), beside, strict=False)]
    game = assault(*own, unit(US, village), target=village, dice=(2, 3))
    do(game, "roll")
    chart = seen(game).chart
    assert chart is not None
    assert (chart.name, chart.rule, chart.row) == ("CRT", "TA2", 1)
    assert game.state.stack[-1].stage == "stand"
    do(game, f"stand {US}")
    chart = seen(game).chart
    assert chart is not None
    assert (chart.name, chart.rule) == ("Last stand", "TA6")
    (tally,) = (each for each in seen(game).tallies if each.name == "last stand")
    assert chart.row == min(max(tally.total, 1), 6) - 1


def test_who_fell_in_the_attack_is_still_among_those_who_attacked() -> None:
    """Reports and summaries count losses by the units of a battle: an attacker who is gone counts, too."""
    game = assault(
        unit("28-110-3", N), unit(US, NE), unit("326VG-752", OPEN), side=ALLIED, target=OPEN, turn=16, dice=[2]
    )
    roll(game)
    assert "EX" in seen(game).result
    do(game, f"lose {US}")
    while view(game) is not None and not seen(game).finished:
        battle = seen(game)
        assert {row.counter.unit for row in battle.attackers} == {"28-110-3", US}
        (fallen,) = (row for row in battle.attackers if row.counter.unit == US)
        assert "eliminated" in fallen.marks
        do(game, game.legal()[-1].notation())
    assert {row.counter.unit for row in seen(game).attackers} == {"28-110-3", US}
