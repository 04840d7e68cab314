"""What most players would do about a decision of a combat, as a whole: guns, losses, retreats, advances (16 to 22)."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import islice, pairwise
from typing import Any

from wargame_tui.board.gestures import Gesture
from wargame_tui.board.steps import top
from wargame_tui.core.command import Command
from wargame_tui.core.state import changed
from wargame_tui.titles.ardennes_44 import commands
from wargame_tui.titles.ardennes_44.printed.book import GERMAN, enemy
from wargame_tui.titles.ardennes_44.printed.names import called
from wargame_tui.titles.ardennes_44.rules import (
    advance,
    excess,
    modifiers,
    results,
    retreat,
    stacking,
    supply,
)
from wargame_tui.titles.ardennes_44.rules.battle import Battle
from wargame_tui.titles.ardennes_44.rules.zones import in_enemy_zone
from wargame_tui.titles.ardennes_44.shown import assault, odds, words
from wargame_tui.titles.ardennes_44.shown.assault import After
from wargame_tui.titles.ardennes_44.shown.cautions import price, surplus, worth
from wargame_tui.titles.ardennes_44.state import State

BREAKTHROUGH = "3-1"
"""The column that a breakthrough combat must beat to be proposed."""


def answer(state: State, after: After) -> Gesture | None:
    """The proposal for the decision in hand; None where there is none."""
    step = top(state)
    match step:
        case results.TakeLoss():
            return _one(state, commands.Lose(min(step.units, key=lambda name: price(state, state.units[name]))))
        case excess.TooMany():
            return _one(state, commands.Remove(surplus(state, state.units_in(step.hex, step.side))[0].id))
        case retreat.Retreating():
            return _retreat(state, step, after)
        case advance.Advancing():
            return _advance(state, step, after)
        case Battle():
            return _in_battle(state, step, after)
    return None


def _one(state: State, command: Command) -> Gesture:
    return Gesture(words.command_text(state, command), (command,))


# Stages of a combat


def _in_battle(state: State, battle: Battle, after: After) -> Gesture | None:
    match battle.stage:
        case "declare":
            return _attack(state, battle, after)
        case "support":
            return _support(state, battle, after)
        case "defence":
            return _defence(state, battle, after)
        case "firefight":
            return _one(state, _firefight(state, battle))
        case "slip":
            return _one(state, commands.SlipAway())
        case "stand":
            return _one(state, _stand(state, battle))
        case "hold":
            return _one(state, _hold(state, battle))
        case "counter":
            return _one(state, _counter(state, battle))
        case "breakthrough":
            return _one(state, _breakthrough(state, battle))
    return None


def _attack(state: State, battle: Battle, after: After) -> Gesture | None:
    """Whom to attack with, where nobody is named yet but the first of a counterattack (16.7, 19.4)."""
    begun = len(battle.attackers) > (battle.sort == "counter")
    named = assault.attack(state, battle.target, after) if not begun else None
    units = [called(command.unit) for command in named or () if isinstance(command, commands.With | commands.Fire)]
    return Gesture(f"Attack with {', '.join(units)}", tuple(named or ())) if units else None


def _support(state: State, battle: Battle, after: After) -> Gesture | None:
    """The aircraft and guns that are still to be named, and the roll: this commits to the attack (15.6, 22.6)."""
    guns, air = assault.support(state, battle), assault.air(state, battle)
    if not guns and not air:
        return None
    column = assault.column_of(state, changed(battle, support=(*battle.support, *guns), air=battle.air or air))
    named = [_fire_words(guns) + (" too" if battle.support else "")] if guns else []
    words_ = " and ".join([*named, *(["air support"] if air else [])])
    flown = (commands.Air(),) if air else ()
    return Gesture(f"Attack, {words_}: column {column}", _given(state, (*flown, *map(commands.Fire, guns)), after))


def _defence(state: State, battle: Battle, after: After) -> Gesture | None:
    """The artillery that spoils most; the Allies only, whose guns are all readied in their next turn (5.1, 22.8)."""
    best, worst = battle, assault.value(state, battle)
    for command in battle.legal(state) if battle.side == GERMAN else ():
        if isinstance(command, commands.Fire) and best.refusal(state, command) is None:
            more = changed(best, defence=(*best.defence, command.unit))
            if (left := assault.value(state, more)) < worst:
                best, worst = more, left
    guns = best.defence[len(battle.defence) :]
    if not guns:
        return _one(state, commands.Roll())
    return Gesture(f"Defend, {_fire_words(guns)}; then the dice", _given(state, (*map(commands.Fire, guns),), after))


def _fire_words(guns: Sequence[str]) -> str:
    return f"{' and '.join(map(called, guns))} firing"


def _given(state: State, given: tuple[Command, ...], after: After) -> tuple[Command, ...]:
    """Guns fire, aircraft fly, and the dice roll: by themselves once the last that may take part is named."""
    now = after(state, given)
    asks = now is not None and isinstance(top(now), Battle) and top(now).stage == top(state).stage
    return (*given, commands.Roll()) if asks else given


def _firefight(state: State, battle: Battle) -> Command:
    """Under the leader with the best DRM, if that is worth more than to be engaged (16.2)."""
    able = odds.leaders(state, battle)
    fights = able and assault.duel_worth(state, battle, able[0]) > assault.WORTH["Eng"]
    return commands.Duel(able[0]) if fights else commands.Engage()


def _stand(state: State, battle: Battle) -> Command:
    """Under the leader with the best DRM, if he holds the hex as likely as not; else the retreat (16.7)."""
    able = [unit for unit in modifiers.defenders(state, battle) if results.stand_refusal(state, battle, unit) is None]
    if not able:
        return commands.End()
    lead = min(
        able, key=lambda unit: (sum(each.value for each in results.stand_drm(state, battle, unit)), worth(state, unit))
    )
    spread, _ = odds.stand(state, battle, lead)
    holds = sum((p for result, p in spread.items() if result.startswith("Yes")), Fraction(0))
    return commands.Stand(lead.id) if 2 * holds >= 1 else commands.End()


def _hold(state: State, battle: Battle) -> Command:
    """The marker where most strength attacked from: it holds for all who stand there (16.6)."""
    able = [c.unit for c in battle.legal(state) if isinstance(c, commands.Hold)]

    def strength(name: str) -> int:
        place = state.units[name].location
        return sum(state.attack(state.units[each]) for each in battle.attackers if state.units[each].location == place)

    return commands.Hold(max(able, key=strength)) if able else commands.End()


def _counter(state: State, battle: Battle) -> Command:
    """Back into the hex if it is empty, the strongest; a counterattack if it is worth more than none (16.7g)."""
    able = [c.unit for c in battle.legal(state) if isinstance(c, commands.Counter)]
    if not able:
        return commands.End()
    if not state.units_in(battle.target, battle.side):
        return commands.Counter(max(able, key=lambda name: worth(state, state.units[name])))
    group = tuple(unit.id for unit in results.survivors(state, battle))
    made = assault.best(state, Battle(battle.target, enemy(battle.side), "counter", group))
    gains = made is not None and assault.value(state, made) > 0
    return commands.Counter(made.attackers[0]) if made is not None and gains else commands.End()


def _breakthrough(state: State, battle: Battle) -> Command:
    """The best one, if its odds are better than 3-1 (19.4)."""
    columns = state.book.charts.combat.columns
    found: list[tuple[int, str, Command]] = []
    for command in battle.legal(state):
        if isinstance(command, commands.Breakthrough):
            group = results.group_in(state, battle, command.hex)
            made = Battle(command.target, battle.side, "breakthrough", group)
            found.append((assault.column(state, made), command.notation(), command))
    best = max(found, default=None)
    better = best is not None and best[0] > columns.index(BREAKTHROUGH)
    return best[2] if best is not None and better else commands.End()


# Retreats (17)


def _retreat(state: State, step: retreat.Retreating, after: After) -> Gesture | None:
    """All units that retreat, each by the best of the ways that the priorities leave, as long as their side decides."""
    taken: list[Command] = []
    told: list[str] = []
    shown: tuple[str, ...] = ()
    now: Any = state
    while now is not None and isinstance(top(now), retreat.Retreating) and top(now).decider(now) == step.side:
        legs = _leg(now, top(now))
        if not legs:
            break
        name, path = legs
        given = tuple(commands.Retreat(name, hex_) for hex_ in path)
        told.append(f"{called(name)} {'-'.join(path)}")
        shown = shown or (now.units[name].location, *(hex_ for hex_ in path if hex_ != "off"))
        taken += given
        now = after(now, given)
    return Gesture(f"Retreat {'; '.join(told)}", tuple(taken), shown) if taken else None


def only_way(state: State) -> Command | None:
    """The step of a retreat to which there is no other; None if there is one, or nobody retreats."""
    step = top(state)
    legal = [*islice(step.legal(state), 2)] if isinstance(step, retreat.Retreating) else []
    return legal[0] if len(legal) == 1 else None


def _leg(state: State, step: retreat.Retreating) -> tuple[str, tuple[str, ...]] | None:
    """The next unit with its way, in the units' order."""
    for name in step.units[:1] if step.visited else step.units:
        found = retreat.ways(state, step, name)
        if found:
            way = min(found, key=lambda path: _drawbacks(state, step, name, path))
            fresh = way[len(step.visited) if name == step.units[0] else 0 :]
            return name, tuple("off" if to == retreat.OUT else state.board.names[to] for to in fresh)
    return None


def _drawbacks(state: State, step: retreat.Retreating, name: str, path: retreat.Path) -> tuple[Any, ...]:
    """What speaks against the end of a retreat, the worst first.

    Too many units there, of whom one has to go (8.3); out of supply (23); in an enemy zone of control; beside friends,
    where it adds nothing to the defence and dies if it has to go on (17.5); off the map; over hexes without roads.
    """
    board, side, end = state.board, step.side, path[-1]
    if end == retreat.OUT:
        return (False, False, False, True, True, 0)
    unit, place = state.units[name], board.names[end]
    here = [other for other in state.units_in(place, side) if other.id != name]
    crowded = stacking.overstacked(state.book, [*here, unit]) is not None
    starved = not supply.in_supply(state, side) >> end & 1
    way = [hex_ for hex_ in path if hex_ != retreat.OUT]
    offroad = sum(board.road[board.key(one, to)] is None for one, to in pairwise(way))
    friends = any(other.id not in step.company for other in here)
    return (crowded, starved, in_enemy_zone(state, side, end), friends, False, offroad)


# Advances (19)


def _advance(state: State, step: advance.Advancing, after: After) -> Gesture | None:
    """The strongest unit that can into the vacated hex, unless that would be too many; no farther, and nobody else."""
    able = [c.unit for c in step.legal(state) if isinstance(c, commands.Advance) and c.hex == step.vacated]
    able.sort(key=lambda name: worth(state, state.units[name]), reverse=True)
    if step.strides or not able:
        return Gesture("End the advance", (commands.End(),))
    for name in able:
        here = [*state.units_in(step.vacated, step.side), state.units[name]]
        if stacking.overstacked(state.book, here) is None:
            return _advanced(state, step, name, after)
    return Gesture("No advance", (commands.End(),))


def _advanced(state: State, step: advance.Advancing, name: str, after: After) -> Gesture:
    """One unit advances; the advance is ended unless it ends by itself, or a die comes between (7.8)."""
    going = commands.Advance(name, step.vacated)
    given: tuple[Command, ...] = (going,)
    said = words.command_text(state, going)
    now = after(state, given)
    if now is not None and isinstance(top(now), advance.Advancing) and top(now).decider(now) == step.side:
        given, said = (going, commands.End()), f"{said}; no other unit"
    return Gesture(said, given, (state.units[name].location, step.vacated))
