"""Odds of everything that a command decides by dice: draws, interdiction, and how a battle would end."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from wargame_tui.board.phrases import plural
from wargame_tui.board.steps import top
from wargame_tui.core.command import Command
from wargame_tui.core.state import changed
from wargame_tui.core.title import Chance, Odds
from wargame_tui.engine.spread import Spread, chances, two
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

ASSUMED = ("your losses are the lowest CV each time", "you play no further plan")


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
    return Odds((Chance(stopped, "aircraft stop it"), *ends), odds.modifiers, details, odds.assumptions)


# Battles


def _after(table: Table, step: Any, command: Command) -> Odds | None:
    """The battle in hand once a decision has been taken; hits that are left given out as `auto` does (5.3)."""
    if isinstance(step, RetreatChoice) and isinstance(command, Auto):
        return None
    trial = Draft(table)
    step.do(trial, command)
    while isinstance(trial.stack[-1], Losses):
        trial.stack[-1].do(trial, Auto())
    battle = battle_in_hand(table)
    before = steps_of(attackers(table, battle)), steps_of(defenders(table, battle))
    return _battle(trial, (), before)  # hits in hand are losses too


def _battle(trial: Draft, assumed: Sequence[str], before: tuple[int, int] | None = None) -> Odds | None:
    """How the battle on top ends, and what it costs both sides of the steps that attackers and defenders had."""
    battle = trial.stack[-1]
    if not isinstance(battle, Battle):
        return None
    found, mine = forecast(trial, battle), battle.side == AXIS
    first, second = attackers(trial, battle), defenders(trial, battle)
    had = before or (steps_of(first), steps_of(second))
    lost = {attack: _steps(found.lost(steps, attack)) for attack, steps in zip((True, False), had, strict=True)}
    details = (("Steps that you lose", lost[mine]), (f"Steps {foe(trial).people} lose", lost[not mine]))
    modifiers = tuple(hit_modifiers(trial, battle, first[0])) if first else ()
    return Odds(_ends(trial, battle, found), modifiers, details, (*assumed, *ASSUMED, *_assumed(trial, battle)))


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
