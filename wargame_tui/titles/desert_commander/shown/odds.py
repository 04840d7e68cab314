"""Odds of everything that a command decides by dice: draws, interdiction, and how a battle would end."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from wargame_tui.board.phrases import plural
from wargame_tui.board.steps import top
from wargame_tui.core.command import Command
from wargame_tui.core.state import changed
from wargame_tui.core.title import Chance, Figures, Odds
from wargame_tui.engine.spread import Spread, chances, mean, two, weighed
from wargame_tui.titles.commander.checks import chance_of
from wargame_tui.titles.desert_commander.commands import Auto, Order, Sortie
from wargame_tui.titles.desert_commander.printed.book import AXIS, ENEMY
from wargame_tui.titles.desert_commander.printed.names import plan_text
from wargame_tui.titles.desert_commander.rules import fog
from wargame_tui.titles.desert_commander.rules.battle import (
    Battle,
    Losses,
    RetreatChoice,
    attackers,
    battle_in_hand,
    defenders,
    hit_modifiers,
    may_be_pressed,
)
from wargame_tui.titles.desert_commander.rules.normandy import interdiction
from wargame_tui.titles.desert_commander.rules.operations import Forming, Operations, cost, ready
from wargame_tui.titles.desert_commander.rules.supply_points import Resupply
from wargame_tui.titles.desert_commander.shown.battle_odds import Forecast, forecast, steps_of
from wargame_tui.titles.desert_commander.shown.pieces import forces_in
from wargame_tui.titles.desert_commander.shown.words import foe, place
from wargame_tui.titles.desert_commander.state import ARMOUR, Draft, State, Table, book_of, cv, ids, present

ASSUMED = ("you lose the lowest CV each time", "you play no more plans")


def odds(state: State, command: Command) -> Odds | None:
    """The distribution of what a command decides; None where it rolls nothing."""
    step: Any = top(state)
    if step is None or not (isinstance(command, Order) and command.foretold):
        return None
    match step:
        case Resupply():
            return _draw(state)
        case Operations():
            return _begun(state, command) if isinstance(command, Sortie) else None
        case Forming():
            return _operation(state, changed(step, forces=(*step.forces, *forces_in(command))), ())
    return _after(state, step, command)


# Resupply


def _draw(table: Table) -> Odds:
    """What may be drawn from the cup (2.6, 4.3.13)."""
    cup = Counter(table.cup)
    return Odds(tuple(Chance(count / len(table.cup), plan_text(AXIS, chit)) for chit, count in cup.items()))


# Operations


def _begun(table: Table, command: Sortie) -> Odds | None:
    """An operation with all that can take part, the strongest first, as far as the SP last (4.3.5)."""
    blitz, most = command.blitz, book_of(table).charts.economy.most_forces
    going = sorted(ready(table, command.origin, blitz), key=lambda force: -cv(table, force))[:most]
    while going and (price := cost(table, command.origin, len(going), blitz)) > table.sp:
        going.pop()
    if not going:
        return None
    who = f"{plural(len(going), 'force')} for {price} SP: as many as can go, the strongest first"
    step = Forming(command.origin, command.area, ids(going), blitz)
    return _operation(table, step, (who, f"{foe(table).people} show no plan"), chits=False)


def chance_to_take(table: Table, step: Forming) -> float | None:
    """How likely an operation takes an Area of the enemy, if he shows no plan; None where nobody is seen there."""
    if not present(table, step.area, ENEMY) or not fog.seen(table, step.area):
        return None
    trial = Draft(table)
    trial.stack = (*trial.stack, step)
    step.arrive(trial)
    trial.swap(chits=0)
    battle = trial.stack[-1]
    number = interdiction(table)
    through = 1 - chance_of(number, book_of(table).charts.die) if number else 1.0
    return forecast(trial, battle).chance("won", "retreat") * through if isinstance(battle, Battle) else None


def _operation(table: Table, step: Forming, assumed: Sequence[str], chits: bool = True) -> Odds | None:
    """How an operation ends: stopped from the air, or as its battle ends (4.3.6, 4.3.7, 4.9.10).

    Without the enemy's chits it is counted out at once, so that a player can run through all operations.
    """
    number = interdiction(table)
    stopped = chance_of(number, book_of(table).charts.die) if number else 0.0
    fights = bool(present(table, step.area, ENEMY))
    if not fights or not fog.seen(table, step.area):
        unseen = (f"the {foe(table).adjective} forces are not seen",) if fights else ()
        return Odds(two(stopped, "aircraft stop it", "it gets through"), assumptions=unseen) if stopped else None
    trial = Draft(table)
    trial.stack = (*trial.stack, step)
    step.arrive(trial)
    if not chits:
        trial.swap(chits=0)
    found = _battle(trial, assumed)
    return _perhaps_stopped(found, stopped) if found is not None and stopped else found


def _perhaps_stopped(odds: Odds, stopped: float) -> Odds:
    ends = tuple(Chance(chance.p * (1 - stopped), chance.text) for chance in odds.outcomes)
    details = tuple((f"{heading}, if there is a fight", found) for heading, found in odds.details)
    figures = weighed([(stopped, Figures(0.0, 0.0, 0.0)), (1 - stopped, odds.figures)])
    return Odds((Chance(stopped, "aircraft stop it"), *ends), odds.modifiers, details, odds.assumptions, figures)


# Battles


def _after(table: Table, step: Any, command: Command) -> Odds | None:
    """The battle in hand once a decision has been taken."""
    if isinstance(step, RetreatChoice) and isinstance(command, Auto):
        return None
    return _battle(_answered(table, step, command), (), _steps_before(table))  # hits in hand are losses too


def _answered(table: Table, step: Any, command: Command) -> Draft:
    """After an answer; hits that are left given out as `auto` does (5.3)."""
    trial = Draft(table)
    step.do(trial, command)
    while isinstance(trial.stack[-1], Losses):
        trial.stack[-1].do(trial, Auto())
    return trial


def _steps_before(table: Table) -> tuple[int, int]:
    battle = battle_in_hand(table)
    return steps_of(attackers(table, battle)), steps_of(defenders(table, battle))


class Prospect(NamedTuple):
    """What an answer in a battle comes to."""

    success: float
    """How likely the player takes the Area, or holds it."""
    enemy_loses: float
    you_lose: float
    """Steps on average."""


def prospect(table: Table, command: Command) -> Prospect | None:
    """How the battle in hand ends after an answer of the player; None where that is not foretold."""
    step = top(table)
    told = isinstance(command, Order) and command.foretold and any(isinstance(each, Battle) for each in table.stack)
    if step is None or not told or (isinstance(step, RetreatChoice) and isinstance(command, Auto)):
        return None
    trial = _answered(table, step, command)
    battle = trial.stack[-1]
    if not isinstance(battle, Battle):
        return None
    found, mine = forecast(trial, battle), battle.side == AXIS
    first, second = _steps_before(table)
    lost = {True: mean(found.lost(first, True)), False: mean(found.lost(second, False))}
    return Prospect(found.chance(*(("won", "retreat") if mine else ("held", "lost"))), lost[not mine], lost[mine])


def _battle(trial: Draft, assumed: Sequence[str], before: tuple[int, int] | None = None) -> Odds | None:
    """How the battle on top ends, and what it costs both sides of the steps that attackers and defenders had."""
    battle = trial.stack[-1]
    if not isinstance(battle, Battle):
        return None
    found, mine = forecast(trial, battle), battle.side == AXIS
    first, second = attackers(trial, battle), defenders(trial, battle)
    had = before or (steps_of(first), steps_of(second))
    lost = {attack: _steps(found.lost(steps, attack)) for attack, steps in zip((True, False), had, strict=True)}
    details = (("Your step losses", lost[mine]), (f"{foe(trial).adjective} step losses", lost[not mine]))
    modifiers = tuple(hit_modifiers(trial, battle, first[0])) if first else ()
    taken = found.chance("won", "retreat")
    losses = (mean(found.lost(steps, attack)) for attack, steps in zip((True, False), had, strict=True))
    return Odds(
        _ends(trial, battle, found),
        modifiers,
        details,
        (*assumed, *ASSUMED, *_assumed(trial, battle)),
        Figures(taken, *losses),
    )


def _assumed(table: Table, battle: Battle) -> Iterator[str]:
    """What else is taken for granted."""
    if battle.side == ENEMY:
        yield "you stand"
    elif may_be_pressed(table, battle):
        yield "you do not press on"
    if ARMOUR in table.options:
        yield "armour takes all hits"


def _ends(table: Table, battle: Battle, found: Forecast) -> tuple[Chance, ...]:
    name = place(table, battle.area)
    held = f"{name} stays contested" if battle.contested else f"{name} holds out"
    if battle.side == AXIS:
        told = {
            f"you take {name}": found.chance("won"),
            f"{foe(table).people} retreat, you take {name}": found.chance("retreat"),
            held: found.chance("held"),
            "your attackers are destroyed": found.chance("lost"),
        }
    else:
        if not battle.contested:
            held = f"{name} is contested" if battle.form == "landing" else f"you hold {name}"
        told = {
            held: found.chance("held"),
            f"you hold {name}, the attackers are destroyed": found.chance("lost"),
            f"{name} is lost": found.chance("won", "retreat"),
        }
    return tuple(Chance(p, text) for text, p in told.items() if p)


def _steps(lost: Spread) -> tuple[Chance, ...]:
    return chances(lost, lambda count: plural(count, "step") if count else "nothing")
