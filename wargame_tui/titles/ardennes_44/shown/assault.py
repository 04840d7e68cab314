"""Attacks as a whole: the best group with guns and aircraft, the best odds everywhere (14, 15.6, 22)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from wargame_tui.board.steps import top
from wargame_tui.core.command import Command
from wargame_tui.core.state import changed
from wargame_tui.engine.spread import FACES
from wargame_tui.titles.ardennes_44 import commands
from wargame_tui.titles.ardennes_44.events.fights import TIME_ON_TARGET
from wargame_tui.titles.ardennes_44.rules import attackers, combat, modifiers
from wargame_tui.titles.ardennes_44.rules.battle import Battle
from wargame_tui.titles.ardennes_44.rules.results import firefight_drm
from wargame_tui.titles.ardennes_44.shown import odds
from wargame_tui.titles.ardennes_44.shown.pieces import piece_of
from wargame_tui.titles.ardennes_44.state import DIE, State

WORTH: Mapping[str, Fraction] = {
    result: Fraction(worth)
    for result, worth in {
        "D1*": "8", "DR4*": "7", "DR3": "5", "DR2": "4", "EX": "1/2", "Eng": "0", "A1/Eng": "-2", "A1": "-3",
        TIME_ON_TARGET: "-3",
        "D1": "5", "A1/D1": "2", "A1/DR2": "1", "Eng+": "1/2",
    }.items()
}  # fmt: skip
"""What results of the CRT and of the firefight table are worth to the attacker: hexes and steps, a step about 3."""
After = Callable[[Any, Sequence[Command]], Any]
"""The state after commands; None if they are illegal or take dice."""


# The best group (14.1 to 14.3)


def _groups(state: State, battle: Battle) -> Iterator[tuple[str, ...]]:
    """The groups to which nobody can be added: all who may attack, or as many as command control lets together.

    Of units out of supply, who cost a column, also the group without them (23.4).
    """
    able = [piece_of(command) for command in battle.legal(state) if isinstance(command, commands.With)]
    able.sort(key=lambda name: -modifiers.attack_value(state, state.units[name], battle.target))
    found: dict[tuple[str, ...], None] = {}
    for seed in _seeds(state, battle, able):
        found[_filled(state, battle, seed)] = None
        found[_filled(state, battle, [name for name in seed if not state.units[name].oos])] = None
    yield from (group for group in found if group)


def _seeds(state: State, battle: Battle, able: Sequence[str]) -> Iterator[Sequence[str]]:
    """Orders in which units are asked: any two divisions first, if not everybody can take part."""
    yield able
    if len(_filled(state, battle, able)) == len(able) + len(battle.attackers):
        return
    kinds = list(dict.fromkeys(_formation(state, name) for name in able))
    for number, one in enumerate(kinds):
        for other in kinds[number:]:
            yield sorted(able, key=lambda name: _formation(state, name) not in (one, other))


def _formation(state: State, name: str) -> tuple[str, str]:
    """What command control counts a unit as: its division, else its stack; nations beside."""
    printed = state.piece(name)
    return printed.nation, printed.division or state.units[name].location


def _filled(state: State, battle: Battle, able: Sequence[str]) -> tuple[str, ...]:
    """The units named, with all others that may join them, asked in order."""
    for name in able:
        if battle.refusal(state, commands.With(name)) is None:
            battle = changed(battle, attackers=(*battle.attackers, name))
    return battle.attackers


def value(state: State, battle: Battle) -> Fraction:
    """What a combat is worth to the attacker as it is declared."""
    found = odds.forecast(state, battle).results
    lead = next(iter(odds.leaders(state, battle)), None) if found.keys() - WORTH.keys() else None
    return sum((p * _result_worth(state, battle, result, lead) for result, p in found.items()), Fraction(0))


def _result_worth(state: State, battle: Battle, result: str, lead: str | None) -> Fraction:
    """A firefight is worth what its best leader makes of it, if that is more than to be engaged (16.2)."""
    if result in WORTH:
        return WORTH[result]
    if lead is None:
        return WORTH["Eng"]
    return max(WORTH["Eng"], duel_worth(state, changed(battle, result=result), lead))


def duel_worth(state: State, battle: Battle, lead: str) -> Fraction:
    """What a firefight under a leader is worth to the attacker."""
    drm = sum(each.value for each in firefight_drm(state, battle, state.units[lead]))
    return _table_worth(state.book.charts.combat.firefight, drm)


@cache
def _table_worth(firefight: Sequence[str], drm: int) -> Fraction:
    """What the firefight table is worth with some DRM."""
    return sum((WORTH[firefight[min(max(die + drm, 1), DIE) - 1]] for die in FACES), Fraction(0)) / DIE


def best(state: State, battle: Battle) -> Battle | None:
    """A combat with the attackers and guns that make most of it, and nobody who adds nothing; None if there are none.

    Who is named already stays. Guns come in as long as they help, so none where the column is the last one; then the
    weakest go whom the result does not need: they may attack elsewhere.
    """
    tried = [_supported(state, changed(battle, attackers=group)) for group in _groups(state, battle)]
    tried = [each for each in tried if _may_go(state, battle, each)]
    if not tried:
        return None
    whole = max(tried, key=lambda each: (value(state, each), -len(each.attackers)))
    most = value(state, whole)
    weakest = [name for name in whole.attackers if name not in battle.attackers]
    weakest.sort(key=lambda name: modifiers.attack_value(state, state.units[name], battle.target))
    for name in weakest:
        fewer = changed(whole, attackers=tuple(other for other in whole.attackers if other != name))
        if fewer.attackers and _may_go(state, battle, fewer) and value(state, fewer) >= most:
            whole = fewer
    return whole


def _may_go(state: State, battle: Battle, declared: Battle) -> bool:
    """Whether the combat may be carried out with these attackers."""
    return battle.stage != "declare" or changed(declared, stage="declare").refusal(state, commands.Roll()) is None


def _supported(state: State, battle: Battle) -> Battle:
    """With artillery, and an air support marker if it still helps (15.6)."""
    battle = _with_guns(state, battle)
    flown = changed(battle, air=True)
    helps = battle.refusal(state, commands.Air()) is None and value(state, flown) > value(state, battle)
    return flown if helps else battle


def _with_guns(state: State, battle: Battle) -> Battle:
    """With artillery as long as it helps: those that reach least first, since the others can serve elsewhere (22.6)."""
    battle = changed(battle, stage="support")
    worth = value(state, battle)
    guns = [piece_of(command) for command in battle.legal(state) if isinstance(command, commands.Fire)]
    guns.sort(key=lambda name: (state.piece(name).entry.range or 0, name))
    for name in guns:
        if battle.refusal(state, commands.Fire(name)) is None:
            more = changed(battle, support=(*battle.support, name))
            if (with_it := value(state, more)) > worth:
                battle, worth = more, with_it
    return battle


# Declared, up to the commitment


def _opening(state: State, space: str) -> tuple[tuple[Command, ...], Battle] | None:
    """What begins an attack on a hex, and the combat as it then is; None if it cannot be attacked (14.1, 13.5)."""
    step = top(state)
    if isinstance(step, Battle) and step.target == space and step.stage in ("declare", "support"):
        return (), step
    if not isinstance(step, combat.CombatPhase):
        return None
    if step.refusal(state, commands.Attack(space)) is None:
        return (commands.Attack(space),), Battle(space, step.side)
    for letter in state.book.letters:
        if state.book.map.entries[letter].hex == space and step.refusal(state, commands.Stage(letter)) is None:
            return (commands.Stage(letter),), Battle(space, step.side, letter=letter)
    return None


def attack(state: State, space: str, after: After) -> Sequence[Command] | None:
    """The best attack on a hex, declared as far as its player decides and nothing is rolled.

    The rules ask nobody once two guns are named, or no other is left: so the last one is left to the commitment.
    """
    opening = _opening(state, space)
    wanted = best(state, opening[1]) if opening is not None else None
    if opening is None or wanted is None:
        return None
    begun, battle = opening
    named = [*begun, *(commands.With(name) for name in wanted.attackers if name not in battle.attackers)]
    follow: list[Command] = [commands.Roll()] if battle.stage == "declare" else []
    follow += [commands.Air()] if wanted.air and not battle.air else []
    follow += [commands.Fire(name) for name in wanted.support if name not in battle.support]
    now = after(state, named)
    if now is None:
        return None
    for command in follow:
        now = after(now, (command,))
        if not _is_open(now, battle):
            break
        named.append(command)
    return named


def _is_open(state: State | None, battle: Battle) -> bool:
    """Whether the attacker can still think better of it: nothing rolled, nobody else asked."""
    step = top(state) if state is not None else None
    if state is None or not isinstance(step, Battle) or step.target != battle.target or step.struck:
        return False
    return step.stage in ("declare", "support") and step.decider(state) == battle.side


def support(state: State, battle: Battle) -> tuple[str, ...]:
    """The guns that are still worth naming in a combat, at most as many as may be (22.6)."""
    return _with_guns(state, battle).support[len(battle.support) :]


def air(state: State, battle: Battle) -> bool:
    """Whether an air support marker is still worth naming (15.6)."""
    return _supported(state, battle).air and not battle.air


# The best odds everywhere


def odds_at(state: State) -> dict[str, str]:
    """The best odds with shifts, guns and aircraft aside, against each hex that can be attacked now (14.4, 15.9)."""
    step = top(state)
    if not isinstance(step, combat.CombatPhase):
        return {}
    found = {}
    for space in sorted(attackers.targets(state, step.side)):
        if step.refusal(state, commands.Attack(space)) is None:
            found[space] = state.book.charts.combat.columns[column(state, Battle(space, step.side))]
    return found


def column(state: State, battle: Battle) -> int:
    """The best place on the CRT that a group gets to."""
    return max((_place(state, changed(battle, attackers=group)) for group in _groups(state, battle)), default=0)


def column_of(state: State, battle: Battle) -> str:
    """The column in which a combat is fought as it is declared, as far as that is known before its dice."""
    return state.book.charts.combat.columns[_place(state, battle)]


def _place(state: State, battle: Battle) -> int:
    strengths = modifiers.attack_strength(state, battle), modifiers.defence_strength(state, battle)
    shifted = sum(shift.value for shift in modifiers.shifts(state, battle))
    return modifiers.on_crt(state, modifiers.odds_column(*strengths) + shifted)
