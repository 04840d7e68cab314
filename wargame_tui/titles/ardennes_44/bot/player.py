"""A greedy player of Ardennes '44: for either side, what promises most at once.

Nothing is remembered between commands. The plan of a movement phase follows from the position in which it began
(`moves`), everything else from the position in hand. Attacks, losses, retreats are those that gestures propose
(`shown.assault`, `shown.answers`); staff work between battles is in `rear`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from typing import Any

from wargame_tui.core.command import Command
from wargame_tui.core.dice import SealedDice
from wargame_tui.core.game import Game, tried
from wargame_tui.core.state import changed
from wargame_tui.core.step import IllegalCommand
from wargame_tui.titles.ardennes_44 import commands as c
from wargame_tui.titles.ardennes_44.bot import rear
from wargame_tui.titles.ardennes_44.bot.line import line_of
from wargame_tui.titles.ardennes_44.bot.moves import Order, least, plan_for, score
from wargame_tui.titles.ardennes_44.bot.sight import View, view_of
from wargame_tui.titles.ardennes_44.bot.stance import Stance
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN
from wargame_tui.titles.ardennes_44.rules import modes, moving, stacking, supply
from wargame_tui.titles.ardennes_44.rules.advance import Advancing
from wargame_tui.titles.ardennes_44.rules.battle import Battle
from wargame_tui.titles.ardennes_44.rules.combat import CombatPhase
from wargame_tui.titles.ardennes_44.rules.movement_phase import MovementPhase
from wargame_tui.titles.ardennes_44.rules.moving import Moving
from wargame_tui.titles.ardennes_44.shown import answers, assault
from wargame_tui.titles.ardennes_44.state import Draft, State, Unit

IDLE = (c.Roll, c.End)
"""What is done where nothing better is known: go on."""
HOPE = 1
"""Place on the CRT, without guns, from which on an attack is weighed at all: 1-2."""
ONWARD = 4
"""Half points nearer to a goal that are worth going on beyond the vacated hex."""


def choose(game: Game) -> Command:
    """The command of the side that decides now, of which there must be one."""
    return advise(game)


def advise(game: Game, stance: Stance | None = None) -> Command:
    """The same with other likings than the recruit's."""
    state: State = game.state
    step: Any = state.stack[-1]
    view = view_of(state, step.decider(state), stance)
    for command in _wanted(game, step, view):
        if command is not None and step.refusal(state, command) is None:
            return command
    legal = [*step.legal(state)]
    return next((each for kind in IDLE for each in legal if isinstance(each, kind)), legal[0])


def _wanted(game: Game, step: Any, view: View) -> Iterator[Command | None]:
    """What the player would do, the best first, whether it is legal or not."""
    if isinstance(step, MovementPhase):
        yield from _move(game, step, view)
    elif isinstance(step, Moving):
        yield from _go(game, step, view)
    elif type(step) in _HANDLERS:
        yield from _HANDLERS[type(step)](view.state, step, view)
    found = answers.answer(view.state, _after)
    yield from found.commands[:1] if found is not None else ()


def _after(state: State, commands: Sequence[Command]) -> Any:
    """The state after commands of one side without dice; None if one is illegal or wants dice."""
    try:
        return tried(Draft(state), commands) if commands else state
    except (IllegalCommand, SealedDice):
        return None


# ------------------------------------------------------------------ movement (11)


def _move(game: Game, step: MovementPhase, view: View) -> Iterator[Command | None]:
    """The orders of the plan, then what comes from off the map, guns, digging, night markers; the end."""
    state = view.state
    for order in plan_for(game, step.side, view.stance).orders.values():
        yield _follow(view, order)
    yield from rear.in_movement(state, step, view)
    yield c.End()
    for command in step.legal(state):
        if isinstance(command, c.Move) and _must(state, command.unit):
            yield command


def _must(state: State, name: str) -> bool:
    """Whether a unit has to move, and can: the phase does not end before (18.2, 27.8)."""
    unit = state.units[name]
    held = unit.status != "fresh" or state.piece(unit).entry.role == "ccb9"
    return held and bool(moving.ways(state, Moving((name,), next(modes.modes(state, unit)), unit.location)).spent)


def _follow(view: View, order: Order) -> Command | None:
    """The first command for an order; None if it is carried out or cannot be."""
    state = view.state
    unit = state.units[order.unit]
    name = state.board.names[order.hex]
    if unit.id in state.now.movers or unit.location == name or modes.move_refusal(state, unit) is not None:
        return None
    if stacking.no_room(state, name, unit.side, [unit]) is not None:
        return None
    fed = supply.in_supply(state, unit.side)
    if not view.is_last and fed >> state.board.index[unit.location] & 1 and not fed >> order.hex & 1:
        return None
    group = Moving((unit.id,), order.mode, unit.location)
    able = modes.mode_refusal(state, unit, order.mode) is None
    return c.Move(unit.id) if able and group.refusal(state, c.To(name)) is None else None


def _go(game: Game, step: Moving, view: View) -> Iterator[Command | None]:
    """A unit in hand goes where the plan wants it; one that has come onto the map goes where it is best."""
    state, unit = view.state, view.state.units[step.units[0]]
    orders = plan_for(game, view.side, view.stance).orders
    order = orders.get(unit.id)
    yield rear.leaving(state, step)
    if not step.hexes and order is not None:
        if order.mode != step.mode:
            yield c.How(order.mode)
        yield c.To(state.board.names[order.hex])
    elif not step.hexes or order is None:
        yield _onward(state, step, view)
    if view.is_last:
        yield _through(state, step, view, {each.hex for each in orders.values()})
    yield c.End()


def _through(state: State, step: Moving, view: View, ordered: Set[int]) -> Command | None:
    """On the last turn: on into the next town that the enemy has left empty, and to which nobody is sent."""
    spent = moving.ways(state, step).spent
    able = [hex_ for hex_ in view.theirs - ordered if hex_ in spent and not view.foes >> hex_ & 1]
    best = min(able, key=lambda hex_: (spent[hex_], hex_), default=None)
    return c.To(view.board.names[best]) if best is not None else None


def _onward(state: State, step: Moving, view: View) -> Command | None:
    """The best hex in reach; to stay is as good, unless it has to go."""
    unit, names = state.units[step.units[0]], view.board.names
    here = view.board.index[unit.location]

    def worth(hex_: int) -> float:
        there = [other for other in state.units_in(names[hex_], unit.side) if other.id != unit.id]
        return score(view, unit, hex_, there)

    able = [
        hex_
        for hex_ in moving.ways(state, step).spent
        if stacking.no_room(state, names[hex_], unit.side, [unit]) is None
    ] or [*moving.ways(state, step).spent]
    best = max(able, key=lambda hex_: (worth(hex_), -hex_), default=None)
    if best is None:
        return None
    return c.To(names[best]) if not step.hexes or worth(best) > worth(here) else None


# ------------------------------------------------------------------ combat (14)


def _fight(state: State, step: CombatPhase, view: View) -> Iterator[Command | None]:
    """The attack that promises most, if it promises enough."""
    found: list[tuple[float, str]] = []
    for command in step.legal(state):
        if isinstance(command, c.Attack) and command.hex not in view.stance.spared:
            battle = Battle(command.hex, step.side)
            hopeless = assault.column(state, battle) < HOPE
            made = None if hopeless else assault.best(state, battle)
            if made is not None:
                found.append((_worth(view, made), command.hex))
    value, hex_ = max(found, default=(0.0, ""))
    yield c.Attack(hex_) if found and value >= least(view) else c.End()


def _worth(view: View, battle: Battle) -> float:
    """What a combat is worth as it is declared."""
    return float(assault.value(view.state, battle)) + view.prize(view.board.index[battle.target])


def _in_battle(state: State, battle: Battle, view: View) -> Iterator[Command | None]:
    """Units and guns of the best attack one after the other; what else a battle asks."""
    match battle.stage:
        case "declare":
            made = assault.best(state, battle)
            if made is not None and _worth(view, made) > assault.WORTH["Eng"]:
                yield from (c.With(name) for name in made.attackers if name not in battle.attackers)
                yield c.Roll()
            yield c.End()
            yield from (c.With(name) for name in (made.attackers if made is not None else ()))
        case "support":
            yield from (c.Fire(name) for name in assault.support(state, battle))
            yield c.Surprise()
            if not battle.air and assault.value(state, changed(battle, air=True)) > assault.value(state, battle):
                yield c.Air()
            yield c.Roll()
        case "bridges":
            yield from (each for each in battle.legal(state) if isinstance(each, c.Blow))
        case "call_off":
            yield c.CallOff() if _worth(view, battle) <= 0 else c.Roll()


def _advance(state: State, step: Advancing, view: View) -> Iterator[Command | None]:
    """Into the vacated hex, on the last turn into any town; the Germans also on, if it brings them nearer to goals."""
    index = view.board.index
    found = list[tuple[float, c.Advance]]()
    for command in step.legal(state):
        if isinstance(command, c.Advance):
            unit = state.units[command.unit]
            here = index.get(unit.location)
            if here is None or stacking.no_room(state, command.hex, step.side, [unit]) is not None:
                continue
            field, to = view.field(unit), index[command.hex]
            gain = float(field[here] - field[to]) if step.side == GERMAN else 0.0
            first = command.hex == step.vacated and not state.units_in(step.vacated, step.side)
            first |= view.is_last and to in view.theirs
            if step.side == ALLIED and not view.is_last and not _betters(view, unit, to):
                continue
            if (first or gain >= ONWARD) and (first or view.supplied >> to & 1):
                found.append((gain + 100 * first + state.defence(unit), command))
    yield max(found, key=lambda one: (one[0], one[1].unit), default=(0.0, None))[1]
    yield c.End()


def _betters(view: View, unit: Unit, to: int) -> bool:
    """Whether the line is no worse with an Allied unit that has advanced (`line`)."""
    line = line_of(view)
    return line.moved(unit, view.board.index[unit.location], to).cost <= line.outlook.cost


_HANDLERS: Mapping[type[Any], Callable[[State, Any, View], Iterator[Command | None]]] = {
    CombatPhase: _fight,
    Battle: _in_battle,
    Advancing: _advance,
    **rear.HANDLERS,
}
