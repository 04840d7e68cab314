"""Staff work for Monty's Gamble: what to do with an impulse, and what the airborne do when they have landed."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from wargame_tui.board.phrases import listed
from wargame_tui.board.staff import Choose, Plan, Staff, each
from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.titles.montys_gamble import commands as c
from wargame_tui.titles.montys_gamble.bot.player import (
    PLAIN,
    Bias,
    Route,
    View,
    advise,
    all_routes,
    attacks,
    choose,
    openings,
    ruin,
)
from wargame_tui.titles.montys_gamble.bot.values import RESULT, night, terms
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, GERMAN, UK
from wargame_tui.titles.montys_gamble.printed.names import bridge_name, unit_name
from wargame_tui.titles.montys_gamble.rules import bridges
from wargame_tui.titles.montys_gamble.rules.areas import controls, holds, is_vacant
from wargame_tui.titles.montys_gamble.rules.assault import is_demolition_only, startable
from wargame_tui.titles.montys_gamble.rules.dday import AirbornePhase, DropAreaActs
from wargame_tui.titles.montys_gamble.rules.impulses import Impulse
from wargame_tui.titles.montys_gamble.state import State, Unit, book_of

AHEAD = 1
"""Impulses after the one in hand up to the end of which plans are played through, if the day lasts so long."""
LANDED = 2
"""Impulses of the first day up to the end of which actions of drop areas are played through."""
WEIGHED = 24
"""Plans of an impulse that are weighed, those that promise most: of more, each would be tried with too few dice."""
FORCES = 5
"""Spaces of which each may be activated as the greedy player likes."""
TARGETS = 4
"""Attacks that are weighed beside those that the greedy player would make."""
MARCHES = 6
"""Marches to spaces other than the greedy player's."""
FIRE = 2
"""Bombardments that are weighed, from the air and by guns."""
SHARE = 0.35
"""How much less a second plan of the same kind for the same force is worth weighing."""
LONGING = 6.0
"""The need for units where a plan sends them."""
DROP_AREA = 0.5
"""How much thought a drop area's action is worth, beside an impulse."""


class MontysStaff(Staff):
    """For either side."""

    choose: ClassVar[Choose] = staticmethod(choose)
    work: ClassVar[Mapping[str, int]] = {"veteran": 5_000, "staff": 20_000}

    def fork(self, state: State, side: str) -> str | None:
        """An impulse before anything is activated; a drop area that acts on D-Day."""
        step: Any = state.stack[-1]
        if isinstance(step, Impulse) and step.stage == "choose" and not state.now.kind:
            return f"{state.date} September {side} impulse {state.impulse} {_flown(state)}"
        if isinstance(step, AirbornePhase) and step.stage == "act":
            return f"D-Day, after {len(step.acted)} drop areas"
        return None

    def weight(self, state: State, side: str) -> float:
        """An impulse before all."""
        return 1.0 if isinstance(state.stack[-1], Impulse) else DROP_AREA

    def plans(self, game: Game, side: str) -> Sequence[Plan]:
        """Of an impulse: forces to activate, attacks, marches, fire, demolitions, a pass; of D-Day, actions."""
        state: State = game.state
        step: Any = state.stack[-1]
        if isinstance(step, AirbornePhase):
            return _landings(game)
        found = sorted(_impulse_plans(state, step), key=lambda one: -one[0])
        return [plan for _, plan in found[:WEIGHED]]

    def value(self, state: State, side: str) -> Mapping[str, float]:
        """Points held and within reach, bridges, strength, supply, the Advantage; the result."""
        sign = 1 if side == ALLIED else -1
        if state.over is not None:
            won = (state.over.winner == ALLIED) - (state.over.winner == GERMAN)
            found = {"result": RESULT * won, "points": float(state.over.points or 0)}
        else:
            found = terms(state)
        return {name: sign * value for name, value in found.items()}

    def horizon(self, state: State, side: str) -> Callable[[Any], bool]:
        """The end of a later impulse of the other side, or of the day."""
        ahead = AHEAD if isinstance(state.stack[-1], Impulse) else LANDED
        return partial(_is_later, state.date, _moment(state) + ahead)


STAFF = MontysStaff()


def _flown(state: State) -> int:
    """Air bombardments of the day: they take no time, so that the impulse's number stays the same (16.2)."""
    return sum(marker == "used" for marker in state.air.values())


def _moment(state: State) -> int:
    """Impulses of the day so far."""
    return 2 * (state.impulse + _flown(state)) + (state.now.side == ALLIED)


def _is_later(date: int, moment: int, state: State) -> bool:
    """Whether another impulse has begun by then, or the day is over."""
    if state.date != date or night(state):
        return True
    step = state.stack[-1]
    return isinstance(step, Impulse) and step.stage == "choose" and not state.now.kind and _moment(state) > moment


# ------------------------------------------------------------------ an impulse


@dataclass(frozen=True)
class _Order:
    """What is activated, and with what bias; then the greedy player again."""

    first: Command
    date: int
    impulse: int
    side: str
    bias: Bias = PLAIN
    second: str = ""
    """The space that is activated with the Advantage after the first (12.3)."""

    def __call__(self, game: Game) -> Command | None:
        """The next command."""
        state: State = game.state
        if (state.date, state.impulse, state.now.side) != (self.date, self.impulse, self.side):
            return None
        step: Any = state.stack[-1]
        if isinstance(step, Impulse):
            if not state.now.kind:
                return self.first
            if self.second and self.second not in state.now.activated:
                return c.Assault(self.second) if state.now.double else c.Double()
            return None
        if self.bias is PLAIN or step.decider(state) != self.side:
            return None
        return advise(state, self.bias)


def _name(state: State, space: str) -> str:
    return book_of(state).name(space)


def _impulse_plans(state: State, step: Impulse) -> Iterator[tuple[float, Plan]]:
    """Every plan with what it promises: the best are weighed first."""
    view = View(state, step.side)
    options = sorted(openings(state, step, view), key=lambda option: -option[0])
    order = partial(_Order, date=state.date, impulse=state.impulse, side=step.side)
    uses, number, known = frozenset({"impulse"}), Counter[str](), {_opening_words(state, advise(state))}
    for value, command in options:
        kind, words = command.verb, _opening_words(state, command)
        if words in known:
            continue
        known.add(words)
        number[kind] += 1
        most = {"assault": FORCES, "bombard": FIRE, "air": FIRE, "interdict": 1}[kind]
        if value > -1 and number[kind] <= most:
            space = getattr(command, "space", "") or getattr(command, "area", "")
            yield value, Plan(command.notation(), words, order(command), uses, (space,))
    yield 0.0, Plan("pass", "pass", order(c.Pass()), uses)
    forces = [command.space for value, command in options if isinstance(command, c.Assault) and value > 0.3]
    if not is_demolition_only(state):
        for space in forces[: 2 * FORCES]:
            yield from _operations(view, space, order)
    if state.advantage.holder == step.side:
        yield from _doubles(state, forces, order)
    if step.side == GERMAN:
        yield from _demolitions(view, order)


def _opening_words(state: State, command: Command) -> str:
    match command:
        case c.Assault(space):
            return "drop from the UK box" if space == UK else f"act from {_name(state, space)}"
        case c.Bombard(space):
            return f"bombard {_name(state, space)}"
        case c.AirBombard(_, space):
            return f"bomb {_name(state, space)} from the air"
        case c.Interdict(area):
            return f"put air interdiction over {_name(state, area)}"
    return command.verb


def _operations(view: View, space: str, order: Callable[..., _Order]) -> Iterator[tuple[float, Plan]]:
    """What the units of a space could do: attack somebody, attack nobody, march somewhere."""
    state, units = view.state, startable(view.state, space)
    if not units or space == UK:
        return
    routes, here, uses = all_routes(state, units), _name(state, space), frozenset({"impulse"})
    found = sorted(attacks(view, units, routes), key=lambda one: -one[0].value)
    for number, (party, target) in enumerate(found[:TARGETS]):
        if number == 0 and party.value > 0:
            continue  # the greedy player's own
        words = f"attack {_name(state, target)} from {here}" if target != space else f"attack in {here}"
        hope, came = f"to take {_name(state, target)}", partial(_cleared, target, view.side)
        bias = Bias(target=target)
        spaces, named = tuple(dict.fromkeys((target, space))), party.members
        plan = Plan(
            f"{space} attacks {target}", words, order(c.Assault(space), bias=bias), uses, spaces, named, hope, came
        )
        yield party.value - SHARE * number, plan
    if found and found[0][0].value > 0:
        plan = Plan(
            f"{space} spares", f"act from {here} without an attack",
            order(c.Assault(space), bias=Bias(peaceful=True)), uses, (space,),
        )  # fmt: skip
        yield 0.5, plan
    yield from _marches(view, space, units, routes, order)


def _cleared(space: str, side: str, state: State) -> bool:
    return controls(state, space, GERMAN if side == GERMAN else ALLIED) and not holds(
        state, space, ALLIED if side == GERMAN else GERMAN
    )


def _marches(
    view: View,
    space: str,
    units: Sequence[Unit],
    routes: Mapping[str, Mapping[str, Route]],
    order: Callable[..., _Order],
) -> Iterator[tuple[float, Plan]]:
    """To send the units of a space where none of them would go."""
    state, worth = view.state, dict[str, float]()
    for unit in units:
        for goal in routes[unit.id]:
            if unit.type in ("infantry", "armour") and is_vacant(state, goal, view.side):
                gain = view.stand(unit, goal) - view.stand(unit, space) + view.enters(unit, goal)
                worth[goal] = max(worth.get(goal, -9.0), gain)
    best = sorted(worth, key=lambda goal: -worth[goal])[:MARCHES]
    for number, goal in enumerate(best):
        words = f"march from {_name(state, space)} to {_name(state, goal)}"
        bias = Bias(wanted={goal: LONGING}, peaceful=True)
        hope, came = f"to hold {_name(state, goal)}", partial(_cleared, goal, view.side)
        plan = Plan(
            f"{space} to {goal}", words, order(c.Assault(space), bias=bias), frozenset({"impulse"}), (goal, space), (),
            hope, came,
        )  # fmt: skip
        yield worth[goal] - SHARE * number, plan


def _doubles(state: State, forces: Sequence[str], order: Callable[..., _Order]) -> Iterator[tuple[float, Plan]]:
    """Two forces at once, with the Advantage."""
    pairs = [(one, other) for n, one in enumerate(forces[:3]) for other in forces[n + 1 : 4]]
    for number, (one, other) in enumerate(pairs[:3]):
        names = listed([_name(state, space) for space in (one, other)])
        words = f"use the Advantage for a double impulse: {names}"
        plan = Plan(
            f"{one} and {other}", words, order(c.Assault(one), second=other), frozenset({"impulse"}), (one, other)
        )
        yield 1.5 - SHARE * number, plan


def _demolitions(view: View, order: Callable[..., _Order]) -> Iterator[tuple[float, Plan]]:
    """To blow a bridge before all."""
    found: dict[str, tuple[float, str]] = {}
    for space in view.book.ground:
        for border in bridges.blowable(view.state, space, GERMAN):
            found.setdefault(border, (ruin(view, border), space))
    for border, (value, space) in found.items():
        bias = Bias(ruin=border)
        plan = Plan(
            f"blow {border}", f"blow {bridge_name(border)}", order(c.Assault(space), bias=bias),
            frozenset({"impulse"}), view.book.banks[border], (), "to blow it", partial(_is_blown, border),
        )  # fmt: skip
        yield value + 0.2, plan


def _is_blown(border: str, state: State) -> bool:
    return state.crossings[border].blown


# ------------------------------------------------------------------ D-Day


def _landings(game: Game) -> list[Plan]:
    """What the drop area that is next can do: each action, each bridge, each neighbour."""
    state: State = game.state
    first = choose(game)
    if not isinstance(first, c.DropArea):
        return each(game, game.legal())
    trial, area = game.branch(), first.area
    trial.apply(first)
    step: Any = trial.state.stack[-1]
    if not isinstance(step, DropAreaActs):
        return []
    here, uses, found = _name(state, area), frozenset({"landing"}), list[Plan]()
    make = partial(_Landing, first, area)
    for command in trial.legal():
        if isinstance(command, c.DropAction) and command.action in ("attack", "pass"):
            words = f"attack in {here}" if command.action == "attack" else f"keep the units in {here} Fresh"
            found.append(Plan(command.notation(), words, make(command.action), uses, (area,)))
    for border in {command.border for command in _after(trial, "seize") if isinstance(command, c.Seize)}:
        name, came = bridge_name(border), partial(_is_ours, border)
        words = f"seize {name}"
        found.append(Plan(f"seize {border}", words, make("seize", border), uses, (area,), (), "to hold it", came))
    for goal in {command.space for command in _after(trial, "move") if isinstance(command, c.Move | c.Cross)}:
        words = f"send units from {here} to {_name(state, goal)}"
        for most in (1, 3):
            name, many = f"move {goal} {most}", words.replace("units", "one unit") if most == 1 else words
            found.append(Plan(name, many, make("move", goal, most), uses, (goal, area)))
    return sorted(found, key=lambda plan: plan.name)


def _after(game: Game, action: str) -> list[Command]:
    """What could be done after choosing an action."""
    command, trial = c.DropAction(action), game.branch()
    if trial.refusal(command) is not None:
        return []
    trial.apply(command)
    return list(trial.legal())


def _is_ours(border: str, state: State) -> bool:
    return state.crossings[border].holder == ALLIED and not state.crossings[border].blown


@dataclass(frozen=True)
class _Landing:
    """A drop area's action."""

    first: Command
    area: str
    action: str
    target: str = ""
    """The bridge, or the neighbour."""
    most: int = 1
    """Units that go there."""

    def __call__(self, game: Game) -> Command | None:
        """The next command."""
        state: State = game.state
        step: Any = state.stack[-1]
        if isinstance(step, AirbornePhase):
            return self.first if self.area not in step.acted else None
        if not isinstance(step, DropAreaActs) or step.area != self.area:
            return None
        if step.action is None:
            return c.DropAction(self.action)
        if step.action == "move" and len(step.moved) >= self.most:
            return c.End()
        able = (command for command in step.legal(state) if self._is_meant(command))
        return min(able, key=lambda command: _rank(state, command), default=c.End() if step.moved else None)

    def _is_meant(self, command: Command) -> bool:
        if isinstance(command, c.Seize):
            return command.border == self.target
        return isinstance(command, c.Move | c.Cross) and command.space == self.target


def _rank(state: State, command: Any) -> tuple[bool, int, str]:
    """Infantry before guns; the strongest goes to hold a place."""
    unit = state.units[command.unit]
    return unit.type == "artillery", -unit.defence, unit_name(unit.id)
