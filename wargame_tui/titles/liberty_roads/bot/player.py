"""A greedy player of Liberty Roads: for either side, what promises most at once.

Nothing is remembered between commands. The plan of a movement phase follows from the position in which it began
(`moves`), everything else from the position in hand (`sight`); markers, HQs and replacements are in `rear`, transport,
drops and landings in `sea`.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.titles.liberty_roads import commands as c
from wargame_tui.titles.liberty_roads.bot import rear, sea
from wargame_tui.titles.liberty_roads.bot.moves import LEAST, Order, plan_for
from wargame_tui.titles.liberty_roads.bot.sight import PLAIN, Bias, Option, View, best_of, parties, plain, view_of
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, GERMAN
from wargame_tui.titles.liberty_roads.rules import combat, stacking, strengths
from wargame_tui.titles.liberty_roads.rules.advance import Advancing, Marking
from wargame_tui.titles.liberty_roads.rules.battle import Battle
from wargame_tui.titles.liberty_roads.rules.combat import CombatPhase, Gathering
from wargame_tui.titles.liberty_roads.rules.exploitation import ExploitationMovement
from wargame_tui.titles.liberty_roads.rules.fight import Shaken, after_terrain
from wargame_tui.titles.liberty_roads.rules.losses import FormKampfgruppe, Losing
from wargame_tui.titles.liberty_roads.rules.movement import MovementPhase, Moving
from wargame_tui.titles.liberty_roads.rules.retreat import Retreating, destinations
from wargame_tui.titles.liberty_roads.rules.support import SupportPhase
from wargame_tui.titles.liberty_roads.state import State, Unit

GROUND: Mapping[str, float] = {ALLIED: 0.5, GERMAN: 0.7}
"""What it costs to leave any hex to the enemy."""
LAST_STEP = 1.5
"""How much dearer the last step of a unit is."""
STRONG_ODDS = 3
"""Column of the combat table from which on exploitation is to be hoped for."""
RESULTS = ("AR", "D1", "-", "E", "E2", "E3")
"""The attacker's results, the worst first."""


def choose(game: Game) -> Command:
    """The command of the side that decides now, of which there must be one."""
    return follow(game, PLAIN)


def follow(game: Game, bias: Bias) -> Command:
    """The same with other likings."""
    state: State = game.state
    step: Any = state.stack[-1]
    view = view_of(state, step.decider(state), bias)
    if isinstance(step, MovementPhase):
        return _move(game, step, view)
    if isinstance(step, Moving):
        return _go(game, step, view)
    if isinstance(step, SupportPhase):
        return rear.support_phase(game, step, view)
    return _HANDLERS.get(type(step), plain)(state, step, view)


def advise(state: State) -> Command:
    """The same where it follows from the position alone: not in movement phases, nor where support is played."""
    step: Any = state.stack[-1]
    view = view_of(state, step.decider(state))
    if isinstance(step, Moving):
        return _turned(state, step, view, step.units[0])
    return _HANDLERS.get(type(step), plain)(state, step, view)


def _turned(state: State, step: Moving, view: View, name: str) -> Command:
    """A division reacts to a landing, and stops."""
    where = None if step.moved else rear.react_to(view, step, state.units[name])
    to = None if where is None else c.To(_name(state, where))
    return to if to is not None and step.refusal(state, to) is None else c.End()


# ------------------------------------------------------------------ movement (6)


def _move(game: Game, step: MovementPhase, view: View) -> Command:
    """What is declared before, the orders of the plan, then HQs and engineers; the end."""
    state: State = game.state
    if (first := rear.declare(state, step, view)) is not None:
        return first
    for order in plan_for(game, step.side, view.bias).orders.values():
        if (command := _follow(state, step, order)) is not None:
            return command
    for unit in state.on_map(step.side):
        able = not state.piece(unit).division and step.refusal(state, c.Move(unit.id)) is None
        if able and rear.place_for(view, unit) not in (None, state.hex_of(unit)):
            return c.Move(unit.id)
    if step.refusal(state, c.End()) is None:
        return c.End()
    stuck = [
        each for each in step.legal(state) if isinstance(each, c.Move) and _is_crowded(view, state.units[each.unit])
    ]
    ways = [each for each in stuck if Moving(step.side, (each.unit,)).hexes(state)]
    return next((each for each in ways if rear.refuge(view, state.units[each.unit]) is not None), ways[0])


def _is_crowded(view: View, unit: Unit) -> bool:
    """Whether a unit stands where there are too many, or with another nationality."""
    stack = view.state.units_in(unit.location, view.side)
    return bool(stacking.excess(view.state, unit.location, stack)) or stacking.is_mixed(view.state, stack)


def _follow(state: State, step: MovementPhase, order: Order) -> Command | None:
    """The next command for an order; None if it is carried out, cannot be, or must wait for room."""
    unit, name = state.units[order.unit], _name(state, order.hex)
    if unit.location == name or step.refusal(state, c.Move(unit.id)) is not None:
        return None
    if not stacking.fits(state, name, [unit]):
        return None
    if order.mode == "strategic" and step.side == GERMAN and not state.now.paid:
        spare = rear.least_useful(state, GERMAN)
        return None if spare is None or step.refusal(state, c.Spend(spare)) else c.Spend(spare)
    moving = Moving(step.side, (unit.id,), mode=order.mode)
    return c.Move(unit.id) if moving.refusal(state, c.To(name)) is None else None


def _name(state: State, hex_: int) -> str:
    return view_of(state, ALLIED).board.names[hex_]


def _go(game: Game, step: Moving, view: View) -> Command:
    """A unit in hand goes where the plan wants it, or where it is best."""
    state: State = game.state
    if step.moved:
        return c.End()
    unit = state.units[step.units[0]]
    where: int | None
    if step.exploiting:
        where = _exploit_to(view, step, unit)
    elif step.reaction:
        where = rear.react_to(view, step, unit)
    elif not state.piece(unit).division:
        where = rear.place_for(view, unit)
    else:
        order = plan_for(game, step.side, view.bias).orders.get(unit.id)
        if order is not None and order.mode != step.mode and step.refusal(state, c.How(order.mode)) is None:
            return c.How(order.mode)
        where = None if order is None else order.hex
    if _is_crowded(view, unit) and (where is None or where == state.hex_of(unit)):
        where = rear.refuge(view, unit)
    to = None if where is None else c.To(_name(state, where))
    if to is not None and step.refusal(state, to) is None:
        return to
    if step.exploiting or step.reaction:
        return c.End()
    return next((command for command in step.legal(state) if isinstance(command, c.To)), c.End())


# ------------------------------------------------------------------ exploitation (8)


def _exploit(state: State, step: ExploitationMovement, view: View) -> Command:
    for command in step.legal(state):
        if isinstance(command, c.Move):
            unit = state.units[command.unit]
            moving = Moving(step.side, (unit.id,), exploiting=True)
            if _exploit_to(view, moving, unit) not in (None, state.hex_of(unit)):
                return command
    return c.End()


def _exploit_to(view: View, step: Moving, unit: Unit) -> int | None:
    """The hex that promises most to a unit that exploits: prizes, weak enemies to attack."""
    here = view.state.hex_of(unit)
    if view.side == GERMAN or here is None:
        return None
    names = view.board.names
    able = [hex_ for hex_ in step.hexes(view.state) if stacking.fits(view.state, names[hex_], [unit])]
    found = {hex_: rear.outlook(view, unit, hex_) for hex_ in (here, *able)}
    return max(found, key=lambda hex_: (found[hex_], hex_ == here))


# ------------------------------------------------------------------ combat (7)


def _fight(state: State, step: CombatPhase, view: View) -> Command:
    """The attack that promises most, if it promises enough."""
    found = [
        (_party(state, view, each.hex, exploitation=step.exploitation)[0], each)
        for each in step.legal(state)
        if isinstance(each, c.Attack)
    ]
    least = LEAST[view.side] * (0.7 if view.side == ALLIED else 0.5) + view.bias.least
    best = best_of(found, least)
    if best is not None:
        return best
    if step.refusal(state, c.End()) is None:
        return c.End()
    return max(found, key=lambda option: option[0])[1]


def _party(state: State, view: View, hex_: str, *, exploitation: bool) -> tuple[float, list[str]]:
    able = combat.able(state, view.side, hex_, exploitation=exploitation)
    drops = [unit for unit in able if unit.location == hex_]
    index = view.board.index
    value, party = parties(
        view, index[hex_], [(unit, index[unit.location]) for unit in drops or able], exploitation=exploitation
    )
    return value, [unit.id for unit, _ in party]


def _gather(state: State, step: Gathering, view: View) -> Command:
    """The units of the party, one after the other."""
    _, party = _party(state, view, step.hex, exploitation=step.exploitation)
    for name in party:
        if name not in step.units and step.refusal(state, c.With(name)) is None:
            return c.With(name)
    if step.refusal(state, c.Go()) is None:
        return c.Go()
    return next((each for each in step.legal(state) if isinstance(each, c.With)), c.Pass())


def _decide(state: State, step: Battle, view: View) -> Command:
    """The decisions of a battle."""
    legal = list(step.legal(state))
    match step.stage:
        case "markers":
            return _defensive_marker(state, step, legal)
        case "terrain":
            return max(legal, key=lambda each: strengths.factor(state, each.ground))  # type: ignore[attr-defined]
        case "modifier":
            codes = ("-", "S", "SS", "DR")
            return min(legal, key=lambda each: codes.index(after_terrain(state, step.defence_result, each.ground)))  # type: ignore[attr-defined]
        case "attacker":
            return _declare_attack(state, step, legal)
        case "defender":
            fresh = any(state.piece(unit).elite and state.steps_of(unit) > 1 for unit in step.defending(state))
            return c.Elite() if fresh and c.Elite() in legal else c.Pass()
        case "first_loss":
            return c.FirstLoss("armour")
        case "attacker_choice":
            return max(legal, key=lambda each: RESULTS.index(each.code))  # type: ignore[attr-defined]
    return legal[-1]


def _defensive_marker(state: State, step: Battle, legal: Iterable[Command]) -> Command:
    """A marker for the defence, as long as the odds are bad enough and it tells."""
    found = step.odds(state)
    if found.number is None or found.number < 1:
        return c.Pass()
    level = strengths.level(found.attack, found.defence) + sum(int(each.value) for each in found.shifts)
    beyond = level - found.number + 1
    plays = [each for each in legal if isinstance(each, c.Play)]
    plays = [each for each in plays if state.marker_of(each.marker).defence > max(0, beyond)]
    return max(plays, key=lambda each: state.marker_of(each.marker).defence, default=c.Pass())


def _declare_attack(state: State, step: Battle, legal: Iterable[Command]) -> Command:
    """Elite units better the result; armour exploits where there is something to hope for."""
    units = step.attacking(state)
    if c.Elite() in legal and any(state.piece(unit).elite and state.steps_of(unit) > 1 for unit in units):
        return c.Elite()
    tanks = any(state.piece(unit).armour and state.steps_of(unit) > 1 for unit in units)
    pleased = step.side == GERMAN and state.approval.value < state.approval.maximum
    if c.Armour() in legal and (pleased or (tanks and not step.exploitation and step.column >= STRONG_ODDS)):
        return c.Armour()
    return c.Go()


def _price(state: State, view: View, unit: Unit) -> float:
    """What it costs to lose a step of a unit."""
    return view.step_worth(unit) * (LAST_STEP if state.steps_of(unit) == 1 else 1.0)


def _lose(state: State, step: Losing, view: View) -> Command:
    able = [each for each in step.legal(state) if isinstance(each, c.Lose)]
    return min(able, key=lambda each: (_price(state, view, state.units[each.unit]), each.unit))


def _shaken(state: State, step: Shaken, view: View) -> Command:
    """Lose a step, or leave the hex, whichever is cheaper."""
    units = [state.units[name] for name in step.units if state.hex_of(name) is not None]
    here = state.hex_of(units[0]) or 0
    stand = sum(sorted(_price(state, view, unit) for unit in units)[: step.count])
    leave = GROUND[view.side] + 1.2 * view.worth.get(here, 0.0)
    leave += sum(2 * view.step_worth(unit) for unit in units if not destinations(state, unit, step.count))
    if leave < stand and not any(unit.festung for unit in units):
        return c.Pass()
    worst = min(units, key=lambda unit: (_price(state, view, unit), unit.id))
    return c.Lose(worst.id)


def _retreat(state: State, step: Retreating, view: View) -> Command:
    """Where enemies are not near, HQs feed, and the ground is good."""
    board = view.board

    def safety(each: c.Retreat) -> float:
        unit, where = state.units[each.unit], board.index[each.hex]
        ground = max((strengths.factor(state, kind) for kind in strengths.hex_grounds(state, each.hex)), default=1)
        value = ground - 1.5 * (view.beside_foes >> where & 1) + 1.5 * (view.commanded(unit) >> where & 1)
        return value + 0.3 * bool(state.units_in(each.hex, view.side)) - 2 * (each.hex in state.now.attacked)

    return max((each for each in step.legal(state) if isinstance(each, c.Retreat)), key=safety)


def _advance(state: State, step: Advancing, view: View) -> Command:
    """The Allies go on where they can hold, the Germans only where there is a prize; harbours are not left open."""
    advances = [
        each
        for each in step.legal(state)
        if isinstance(each, c.Advance) and state.units[each.unit].location not in step.hexes
    ]
    able = sorted({each.unit for each in advances}, key=lambda name: (-view.step_worth(state.units[name]), name))
    options: list[Option] = []
    for each in advances:
        unit, to = state.units[each.unit], view.board.index[each.hex]
        there = view.own_stacks.get(to, [])
        value = -0.5
        if view.side == ALLIED:
            stack = [*there, *(state.units[name] for name in able)]
            value = 1.0 - 1.3 * view.exposure(to, stack[:3])
        value += view.prizes.get(to, 0.0) * (not there) - rear.guarding(view, unit)
        options.append((value + 0.2 * view.step_worth(unit), each))
    return best_of(options, 0.0) or c.End()


def _mark(state: State, step: Marking, view: View) -> Command:
    """Fast and strong units."""
    marks = [each for each in step.legal(state) if isinstance(each, c.Mark)]
    return max(
        marks,
        key=lambda each: (state.piece(each.unit).movement, view.step_worth(state.units[each.unit]), each.unit),
        default=c.End(),
    )


def _form(state: State, step: FormKampfgruppe, view: View) -> Command:
    return c.Kampfgruppe(step.unit)


_HANDLERS: Mapping[type[Any], Callable[[State, Any, View], Command]] = {
    ExploitationMovement: _exploit,
    CombatPhase: _fight,
    Gathering: _gather,
    Battle: _decide,
    Losing: _lose,
    Shaken: _shaken,
    Retreating: _retreat,
    Advancing: _advance,
    Marking: _mark,
    FormKampfgruppe: _form,
    **rear.HANDLERS,
    **sea.HANDLERS,
}
