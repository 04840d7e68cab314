"""Dice that belong to no battle: found in what happened, those of one kind together."""

from random import Random

from wargame_tui.core.game import Game
from wargame_tui.tui.session import Session
from wargame_tui.tui.table.covered import READ, CoveredDice
from wargame_tui.tui.table.rolls import Roll, Rolls, dice_in


def session_of(scenario: str, seed: int = 3) -> Session:
    return Session(Game.new(scenario, seed))


def test_the_weather_is_rolled_for_all_to_see() -> None:
    session = session_of("first_command/mortain")
    found: list[Rolls] = []
    while not found:
        before = session.newest
        session.apply("end")
        found = [act for act in session.acts_gone(before) if isinstance(act, Rolls)]
    (rolls,) = found
    (roll,) = rolls.rolls
    assert rolls.heading == "The weather roll"
    assert (rolls.rule, rolls.fresh) == ("3.1", True)
    assert f"(rolled {roll.dice[0]})" in roll.words


def test_the_die_of_a_combat_is_the_battles_own() -> None:
    session = session_of("first_command/mortain")
    fought = 0
    for _ in range(400):
        commands = {command.notation(): command for command in session.game.iter_legal()}
        attack = next((name for name in commands if name.startswith("attack")), None)
        before = session.newest
        session.apply("roll" if "roll" in commands else attack or next(iter(commands)))
        if session.game.over is not None:
            break
        if any(event.kind == "fought" for event in session.events()):
            fought += 1
            dice = [act for act in session.acts_gone(before) if isinstance(act, Rolls)]
            assert not [rolls for rolls in dice if "combat" in rolls.heading.lower()]
    assert fought


def test_dice_told_of_twice_are_one_roll_with_its_result() -> None:
    """Monty's Gamble puts dice on the table before anybody may roll again, and tells of them again when they stand."""
    session, random = session_of("montys_gamble/basic"), Random(3)
    once = 0
    for _ in range(400):
        before = session.newest
        session.apply(random.choice(list(session.game.iter_legal())))
        dice = [event for event in session.events() if dice_in(event)]
        for rolls in session.acts_gone(before):
            if isinstance(rolls, Rolls) and rolls.fresh:
                thrown = session.state.dice.count - session.game.states[before].dice.count
                assert sum(len(roll.dice) for roll in rolls.rolls) <= thrown
                once += len(dice) > len(rolls.rolls)
    assert once, "something was told twice"


def test_dice_of_no_battle_stay_until_they_are_read() -> None:
    roll = Roll((4,), 6, "the bridge", "4 or less", (), "the bridge is blown", None)
    dice = CoveredDice()
    dice.lay_rolls(Rolls("Demolition", "7.3", (roll,), fresh=True))
    assert (dice.hidden, dice.dice, dice.is_read, dice.is_laid) == (2, 1, False, True)
    dice.next()
    assert (dice.hidden, dice.is_read, dice.words) == (1, True, READ)
    dice.next()
    assert dice.hidden == 0
    dice.lay(None)
    assert not dice.is_laid
    dice.lay_rolls(Rolls("Demolition", "7.3", (roll,), fresh=False))
    assert dice.is_read, "what lay there already is not covered again"


def test_dice_are_headed_by_what_they_are_for_where_their_rule_has_no_heading_of_its_own() -> None:
    session = session_of("pacific_commander/1942", 7)
    session.apply_series(["end", "code_break HAW"])
    (rolls,) = session.acts_gone(1)
    assert isinstance(rolls, Rolls)
    assert rolls.heading == "Code break"


CALLED = ("move 914/352V", "with 915/352V", "with 916/352V", "to 20", "end", "call 1")
"""Up to the Allied call for artillery at Beaufort."""


def test_calls_for_artillery_lie_beside_the_battle_until_its_own_dice_fall() -> None:
    session = session_of("tigers_in_the_mist/seventh_army")
    session.game.script([3, 9, 2, 8, 1, 1, 1])
    for command in CALLED:
        session.apply(command)
    rolls = session.dice_beside()
    assert rolls is not None
    (roll,) = rolls.rolls
    assert (roll.dice, roll.needed, rolls.rule) == ((3,), "8 or less", "9.43")
    assert not [act for act in session.acts_gone(0) if isinstance(act, Rolls)], "they are not asked for twice"
    session.apply("lay 915/352V")
    assert session.dice_beside() == rolls, "to be read by whoever decides next"
    session.apply("call 2")
    rolls = session.dice_beside()
    assert rolls is not None
    assert [roll.dice for roll in rolls.rolls] == [(9, 2)]
    while session.battle() is not None and not session.battle().finished:  # type: ignore[union-attr]
        session.apply(next(iter(session.game.iter_legal())))
        own = session.battle()
    assert own is None or own.finished
    assert session.dice_beside() is None
