"""A greedy player of Desert Commander: the operation that promises most, as long as the Supply Points last.

An assault promises its prize as often as trial battles win it; a march promises to come nearer to the next prize. One
force stays behind where the enemy could take something of value. Everything follows from the state alone: the trial
battles have dice of their own, cast from what lies on the table. In battles it plays the chits that fit and leaves
every other decision to `auto` (5.3).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.core.remembered import Remembered
from wargame_tui.titles.desert_commander import commands as c
from wargame_tui.titles.desert_commander.battle import Battle, PlanChoice, battle_in_hand, forces_of
from wargame_tui.titles.desert_commander.book import AXIS, ENEMY
from wargame_tui.titles.desert_commander.operations import Forming, Operations, cost, ready
from wargame_tui.titles.desert_commander.plans import finds_work
from wargame_tui.titles.desert_commander.state import State
from wargame_tui.titles.desert_commander.supply_points import Resupply
from wargame_tui.titles.desert_commander.table import (
    Force,
    book_of,
    class_of,
    cv,
    cv_at,
    cv_total,
    havens,
    mobile,
    owned_by,
    present,
    room,
)

REFIT_ABOVE, PLAN_ABOVE = 5, 8
"""Supply Points above which a force is refitted, and a chit bought."""
TRIALS, LEAST_CHANCE = 14, 0.5
"""Battles fought on trial before an assault, and how many of them must be won."""
TRIAL_ROUNDS = 4
"""Rounds of a trial battle."""
MARCH, WALK_IN, GUARD, ASSAULT = 0.6, 1.2, 0.3, 1.0
"""What an operation promises besides its prize."""
GAIN, COST = 0.5, 0.1
"""What a step is worth that the enemy loses more than the player, and a Supply Point."""
FAR = 99


class Choice(NamedTuple):
    """An operation and what it promises."""

    value: float
    origin: str
    area: str
    forces: tuple[str, ...]
    blitz: bool


def choose(game: Game) -> Command:
    """The command of the player, who must have a decision to make."""
    state: State = game.state
    step: Any = state.stack[-1]
    return _HANDLERS.get(type(step), _plain)(state, step)


def _plain(state: State, step: Any) -> Command:
    """What needs no thought: `auto`, else the start or the end, else the first that comes."""
    legal: list[Command] = list(step.legal(state))
    for kind in (c.Auto, c.Go, c.End):
        for command in legal:
            if isinstance(command, kind):
                return command
    return legal[0]


def _resupply(state: State, step: Any) -> Command:
    """Refits, the strongest force first, then a chit, as long as there are SP to spare."""
    if state.sp > REFIT_ABOVE:
        worn = [force for force in state.forces.values() if force.side == AXIS and force.reduced]
        for force in sorted(worn, key=lambda force: -cv_at(state, force, reduced=False)):
            if step.refusal(state, c.Refit(force.id)) is None:
                return c.Refit(force.id)
    if state.sp > PLAN_ABOVE and step.refusal(state, c.BuyPlan()) is None:
        return c.BuyPlan()
    return c.End()


def _operate(state: State, step: Any) -> Command:
    """The best operation; when none is left, dig markers for places in danger."""
    best = next(iter(_choices(state)), None)
    if best is not None and best.value > 0:
        kind = c.Blitz if best.blitz else c.Operation
        return kind(best.origin, best.area)
    for area in book_of(state).areas:
        dig = c.DigIn(area)
        if _endangered(state, area) and step.refusal(state, dig) is None:
            return dig
    return c.End()


def _form(state: State, step: Any) -> Command:
    """The forces of the operation in hand, one by one, then the start."""
    operation = (step.origin, step.area, step.blitz)
    going = [choice.forces for choice in _choices(state) if (choice.origin, choice.area, choice.blitz) == operation]
    for name in going[0] if going else ():
        if name not in step.forces and step.refusal(state, c.Add(name)) is None:
            return c.Add(name)
    return _plain(state, step) if step.forces else next(iter(step.legal(state)))


def _plan(state: State, step: Any) -> Command:
    """The first chit in the hand that fits the battle."""
    battle = battle_in_hand(state)
    for chit in state.hand:
        if _fits(state, battle, chit) and step.refusal(state, c.PlayPlan(chit)) is None:
            return c.PlayPlan(chit)
    return c.PassPlan()


def _fits(state: State, battle: Battle, chit: str) -> bool:
    """Whether a chit finds something to work on: what lasts for the battle is played in its first round."""
    entry = book_of(state).plans(AXIS)[chit]
    mine = forces_of(state, battle, AXIS)
    place, first = state.areas[battle.area], battle.round == 1
    if not finds_work(entry, battle.role(AXIS), mine):
        return False
    if entry.ignores_dig:
        return place.dig and first
    if entry.terrain_less:
        return first and book_of(state).malus(battle.area) < 0
    if entry.ignores_terrain:
        return first and book_of(state).areas[battle.area].terrain in entry.ignores_terrain
    if entry.fewer_chits:
        return battle.chits > 0
    if entry.dice_of:
        return any(force.cls == entry.dice_of for force in mine)
    if entry.armour_hit:
        return sum(class_of(state, force).armour for force in mine) > 1
    return True


# ------------------------------------------------------------------ operations


def _find_choices(state: State) -> list[Choice]:
    """What can be done, the best first."""
    return sorted(_all_choices(state), reverse=True)


_choices = Remembered(_find_choices, "forces", "areas", "sp")
"""What can be done, as long as nothing has been: while an operation is formed it stays the same."""


def _all_choices(state: State) -> Iterator[Choice]:
    distances = _to_focus(state)
    step = Operations()
    for origin in book_of(state).areas:
        for blitz, kind in ((False, c.Operation), (True, c.Blitz)):
            forces = _free(state, origin, blitz)
            if not forces:
                continue
            for area in book_of(state).links[origin]:
                if step.refusal(state, kind(origin, area)) is None:
                    choice = _weighed(state, origin, area, forces, blitz, distances)
                    if choice:
                        yield choice


def _free(state: State, origin: str, blitz: bool) -> list[Force]:
    """Forces that may go: not the weakest one of a place that the enemy could take."""
    forces = sorted(ready(state, origin, blitz), key=lambda force: -cv(state, force))
    staying = len(present(state, origin, AXIS)) - len(forces)
    return forces[:-1] if _endangered(state, origin) and not staying else forces


def _endangered(state: State, area: str) -> bool:
    book = book_of(state)
    return (
        book.areas[area].vp > 0
        and owned_by(state, area, AXIS)
        and any(present(state, there, ENEMY) for there in book.links[area])
    )


def _weighed(
    state: State, origin: str, area: str, forces: Sequence[Force], blitz: bool, distances: dict[str, int]
) -> Choice | None:
    """What an operation of these forces promises; None if nothing."""
    book = book_of(state)
    most = book.charts.economy.most_forces
    vp = book.areas[area].vp
    defenders = present(state, area, ENEMY)
    if defenders:
        going = list(forces[:most])
        chance, gain = _trials(state, area, going, defenders)
        if chance < LEAST_CHANCE:
            return None
        value = ASSAULT + vp + chance + GAIN * gain
    elif vp and not owned_by(state, area, AXIS):
        going = _walkers(state, area, forces)
        value = WALK_IN + vp
    elif _endangered(state, area) and not present(state, area, AXIS):
        going, value = [forces[-1]], GUARD + vp
    elif distances[area] < distances[origin]:
        going, value = list(forces[: min(most, room(state, area, AXIS))]), MARCH + 1 / (2 + distances[area])
    else:
        return None
    price = COST * cost(state, origin, len(going), blitz)
    return Choice(value - price, origin, area, tuple(force.id for force in going), blitz) if going else None


def _walkers(state: State, area: str, forces: Sequence[Force]) -> list[Force]:
    """The fewest forces that the enemy next door will leave alone, the weakest first; if there are none such, one."""
    going = list(forces[::-1][: min(book_of(state).charts.economy.most_forces, room(state, area, AXIS))])
    theirs, own = book_of(state).charts.orders.attack_ratio
    danger = max(cv_total(state, present(state, there, ENEMY)) for there in book_of(state).links[area])
    for count in range(1, len(going) + 1):
        if theirs * cv_total(state, going[:count]) > own * danger:
            return going[:count]
    return going[:1]


# ------------------------------------------------------------------ trial battles

Side = list[tuple[int, tuple[int, ...]]]
"""The forces of a side in a trial battle: the Speed of each and the CV that its steps have, the present one first."""


def _trials(state: State, area: str, going: Sequence[Force], defenders: Sequence[Force]) -> tuple[float, float]:
    """How often an assault is won on trial, and how many steps more the enemy loses in it."""
    book = book_of(state)
    random = Random(f"{state.turn} {state.sp} {area} {[(force.id, force.reduced) for force in (*going, *defenders)]}")
    terrain = book.malus(area) + (book.charts.areas.dig if state.areas[area].dig else 0)
    flee = any(mobile(state, force) for force in defenders) and bool(havens(state, area, ENEMY))
    test = book.charts.battle.retreat_test / book.charts.die if flee else 0.0
    own, theirs = _side(state, going), _side(state, defenders)
    trials = [_trial(random, own, theirs, terrain, book.charts.die, test) for _ in range(TRIALS)]
    return sum(won for won, _ in trials) / TRIALS, sum(gain for _, gain in trials) / TRIALS


def _side(state: State, forces: Iterable[Force]) -> Side:
    return [
        (
            class_of(state, force).speed,
            tuple(cv_at(state, force, reduced=each) for each in (False, True)[force.reduced :]),
        )
        for force in forces
    ]


def _trial(random: Random, own: Side, theirs: Side, terrain: int, die: int, test: float) -> tuple[bool, int]:
    """Whether a battle is won: the enemy destroyed, or outnumbered and so minded; and how many steps more he lost."""
    before = _steps(theirs) - _steps(own)
    won = False
    speeds = sorted({speed for speed, _ in (*own, *theirs)}, reverse=True)
    for _ in range(TRIAL_ROUNDS):
        for speed in speeds:
            hits, losses = _hits(random, own, speed, terrain, die), _hits(random, theirs, speed, 0, die)
            own, theirs = _after(own, losses), _after(theirs, hits)
        won = bool(own) and (not theirs or (2 * _strength(theirs) < _strength(own) and random.random() < test))
        if won or not own:
            break
    return won, before - _steps(theirs) + _steps(own)


def _steps(side: Side) -> int:
    return sum(len(steps) for _, steps in side)


def _hits(random: Random, side: Side, speed: int, terrain: int, die: int) -> int:
    """Hits of all forces of a Speed; the face 1 always hits."""
    return sum(random.random() * die < max(1, steps[0] + terrain) for each, steps in side if each == speed)


def _after(side: Side, hits: int) -> Side:
    """A side after so many hits: full forces take them first, of these the weakest (4.4.7)."""
    left = list(side)
    for _ in range(min(hits, sum(len(steps) for _, steps in left))):
        struck = min(left, key=lambda force: (-len(force[1]), force[1][0]))
        left.remove(struck)
        left += [(struck[0], struck[1][1:])] if struck[1][1:] else []
    return left


def _strength(side: Side) -> int:
    return sum(steps[0] for _, steps in side)


# ------------------------------------------------------------------ where to


def _to_focus(state: State) -> dict[str, int]:
    """Links from each Area to the prize that promises most for the forces about it."""
    book = book_of(state)
    prizes = [area for area, entry in book.areas.items() if entry.vp and not owned_by(state, area, AXIS)]
    focus = max(prizes, key=lambda area: _promise(state, area), default=None)
    return _links_to(state, [focus] if focus else [])


def _promise(state: State, prize: str) -> float:
    """The VP of a prize by how far the forces about it go against its defenders."""
    about = 0.0
    for area, steps in _links_to(state, [prize]).items():
        about += cv_total(state, present(state, area, AXIS)) / (1 + steps) ** 2
    strength = about / (3 + cv_total(state, present(state, prize, ENEMY)))
    return book_of(state).areas[prize].vp * strength


def _links_to(state: State, goals: list[str]) -> dict[str, int]:
    links = book_of(state).links
    found, edge, steps = dict.fromkeys(links, FAR), {*goals}, 0
    while edge:
        found |= dict.fromkeys(edge, steps)
        edge = {there for area in edge for there in links[area] if found[there] == FAR}
        steps += 1
    return found


_HANDLERS: dict[type, Callable[[State, Any], Command]] = {
    Resupply: _resupply,
    Operations: _operate,
    Forming: _form,
    PlanChoice: _plan,
}
