"""What players mean as one thing: a stack goes there, this battle with everybody, all guns, the best fire."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, ClassVar

from wargame_tui.board.gestures import Beginning, Gesture, Gestures, Tally, Way
from wargame_tui.board.phrases import percent, plural
from wargame_tui.board.steps import top
from wargame_tui.core.command import Command
from wargame_tui.core.state import changed
from wargame_tui.titles.tigers_in_the_mist import commands
from wargame_tui.titles.tigers_in_the_mist.events import bridge_name
from wargame_tui.titles.tigers_in_the_mist.printed.book import GERMAN, company, enemy
from wargame_tui.titles.tigers_in_the_mist.rules import (
    activation,
    artillery,
    bridges,
    combat,
    fire,
    movement,
    reinforcements,
    special,
    stacking,
    supply,
)
from wargame_tui.titles.tigers_in_the_mist.shown import odds
from wargame_tui.titles.tigers_in_the_mist.shown.presentation import counter, stack_of
from wargame_tui.titles.tigers_in_the_mist.shown.prospects import (
    imagined,
    parties,
    promise,
    prospect,
    prospect_words,
    within_reach,
)
from wargame_tui.titles.tigers_in_the_mist.shown.words import command_text
from wargame_tui.titles.tigers_in_the_mist.state import (
    State,
    Unit,
    book_of,
    chart_of,
    positions,
    strength,
    units_in,
)

ON_FOOT = "on foot, vehicles left behind"
"""The way of moving of units that abandon their vehicles to wade (8.35)."""
MOST_PLANS = 3_000
"""Ways of giving every unit its target that are weighed; there are 576 where four fire at four."""
WORTH_IT = 0.0
"""Strength points that a battle nobody has to fight must gain to be proposed."""


class TigersGestures(Gestures):
    """Gestures of Tigers in the Mist."""

    takes: ClassVar[tuple[type[Command], ...]] = (commands.Move,)

    # Moving (8)

    def movable(self, state: State, space: str) -> Sequence[str]:
        """The units there that may be activated to move; those on the move, if it is they."""
        step = top(state)
        if isinstance(step, activation.Moving):
            here = state.units[step.units[0]].location == space and not step.halted
            return list(step.units) if here else self._after_stop(state, space)
        if not isinstance(step, activation.Movement):
            return []
        outlook = activation.outlooks(state, step).of_space.get(space)
        able = {command.unit for command in outlook.commands if isinstance(command, commands.Move)} if outlook else ()
        return [unit.id for unit in stack_of(state, space) if unit.id in able]

    def _after_stop(self, state: State, space: str) -> Sequence[str]:
        after = self.after(state, (commands.Stop(),))
        return self.movable(after, space) if after is not None and _may_move(after) else []

    def beginnings(self, state: State, units: Sequence[str]) -> Iterator[Beginning]:
        """Units of a space together (8.21): on wheels, on foot over a blown bridge (8.35), by another zone (11.14)."""
        step = top(state)
        first: tuple[Command, ...] = ()
        if isinstance(step, activation.Moving):
            if set(units) == set(step.units):
                yield from self._modes(state, ())
                return
            first = (commands.Stop(),)
        together = (*first, commands.Move(units[0]), *map(commands.With, units[1:]))
        after = self.after(state, together)
        if after is not None:
            yield from self._modes(after, together)

    def _modes(self, state: State, so_far: tuple[Command, ...]) -> Iterator[Beginning]:
        step = top(state)
        if not isinstance(step, activation.Moving) or step.halted:
            return
        yield Beginning(so_far)
        group = step.group(state)
        for zone in movement.own_zones(state, group[0]):
            shift = commands.Shift(zone)
            if step.refusal(state, shift) is None:
                yield Beginning((*so_far, shift), f"by {book_of(state).name(zone)}")
        riding = [unit.id for unit in group if chart_of(state, unit).has_vehicles and not unit.on_foot]
        if riding and all(chart_of(state, unit).infantry_type for unit in group):
            yield Beginning((*so_far, *map(commands.Abandon, riding)), ON_FOOT)

    def ways(self, state: State, units: Sequence[str]) -> Mapping[str, Sequence[Way]]:
        """All ways of units of a space; one stack after the other where the rules do not let them go together."""
        if not units:
            return {}
        stacks = self._stacks(state, units)
        return self._together(state, units) if len(stacks) < 2 else self._in_turn(state, stacks)

    def _together(self, state: State, units: Sequence[str], to: str | None = None) -> dict[str, list[Way]]:
        """All ways of units that move as one stack, or those to one space, the one that leaves most first."""
        found: dict[str, list[Way]] = {}
        for beginning in self.beginnings(state, units):
            after = self.after(state, beginning.commands)
            for way in self._goals(after, units[0], beginning, to) if after is not None else ():
                found.setdefault(way.to, []).append(way)
        return found

    def _stacks(self, state: State, units: Sequence[str]) -> list[list[str]]:
        """Units of a space, parted into stacks that can move together (7.1, 8.21)."""
        step = top(state)
        if not isinstance(step, activation.Movement) or len(units) < 2:
            return [list(units)]
        left, stacks = list(units), []
        while left:
            after, stack = self.after(state, (commands.Move(left[0]),)), left[:1]
            for name in left[1:]:
                joined = after and self.after(after, (commands.With(name),))
                if joined is not None:
                    after, stack = joined, [*stack, name]
            stacks.append(stack)
            left = [name for name in left if name not in stack]
        return stacks

    def _in_turn(self, state: State, stacks: Sequence[Sequence[str]]) -> Mapping[str, Sequence[Way]]:
        """Ways of stacks that go to the same place one after the other, as far as there is room and nobody is asked."""
        found = {to: [each[0]] for to, each in self._together(state, stacks[0]).items()}
        for to, ways in found.items():
            after, left = self.after(state, ways[0].commands), list(stacks[1:])
            while left and after is not None and _may_move(after):
                more = self._together(after, left[0], to).get(to)
                if not more:
                    break
                least = min(ways[0].left, more[0].left, key=int)
                ways[0] = replace(more[0], commands=(*ways[0].commands, *more[0].commands), left=least)
                after = self.after(after, more[0].commands)
                del left[0]
            if left:
                ways[0] = replace(ways[0], mode=f"without {company(name for stack in left for name in stack)}")
        return found

    def goals(self, state: State, unit: str, begun: Beginning) -> Iterator[Way]:
        """Where the group in hand can end its move: the cheapest road to each space, tried step by step."""
        return self._goals(state, unit, begun, None)

    def _goals(self, state: State, unit: str, begun: Beginning, wanted: str | None) -> Iterator[Way]:
        step = top(state)
        if not isinstance(step, activation.Moving):
            return
        group, lie = step.group(state), movement.ground(state, state.units[unit].side)
        start, most = group[0].location, min(movement.allowance(state, each) for each in group)
        at: dict[tuple[str, ...], State] = {(): state}
        found = movement.ways(state, group, step.spent, step.steps, step.unsupplied)
        goals = [to for to in found if wanted in (None, to)]
        if begun.mode == ON_FOOT:
            goals = [
                to for to in goals if any(road.bridge in lie.blown for road in _roads(state, start, found[to].path))
            ]
        for to in _with_stations(found, goals):
            way = found[to]
            before = at.get(way.path[:-1])
            after = before and self.after(before, (commands.To(to),))
            if after is None:
                continue
            if _on_the_move(after, step.units):
                at[way.path] = after
            stop = _stop(after, step.units) if to in goals else None
            if stop is not None:
                yield Way(
                    to,
                    (*begun.commands, *map(commands.To, way.path), *stop),
                    str(most - way.spent),
                    begun.mode,
                    way.path,
                    tuple(_cost(lie, road) for road in _roads(state, start, way.path)),
                    fights=to in lie.foes and not lie.book.is_zone(to),
                    warning=_bridge_at_risk(after),
                )

    def tally(self, state: State) -> Tally | None:
        """Units that have moved in this impulse, of those that have or can (8.1)."""
        step = top(state)
        if not isinstance(step, activation.Movement):
            return None
        able = len(_able(state, step))
        own = positions(state).of_side[step.side]
        done = sum(unit.marked and unit.entered_from is not None for units in own.values() for unit in units)
        return Tally(done, done + able)

    # Battles (9)

    def attack(self, state: State, space: str) -> Sequence[Command] | None:
        """The battle there with all who can attack too, up to the command that commits them (9.3, 9.13)."""
        step = top(state)
        if not isinstance(step, combat.Battles) or step.refusal(state, commands.Fight(space)):
            return None
        after = self.after(state, (commands.Fight(space),))
        if after is None or not _declaring(after):
            return ()
        more = self._series(after, _joining)
        return (commands.Fight(space), *more[:-1])

    def odds_at(self, state: State) -> Mapping[str, str]:
        """How likely each battle takes its area; before movement ends, with the best stack that can still get there."""
        step = top(state)
        if isinstance(step, combat.Battles):
            fought = (command.area for command in step.legal(state) if isinstance(command, commands.Fight))
            return {area: percent(promise(state, area, step.side).takes) for area in fought}
        if isinstance(step, activation.Movement):
            return {
                area: percent(found.takes)
                for area, found in within_reach(state, step.side, _ready(state, step)).items()
            }
        return {}

    def answer(self, state: State) -> Gesture | None:
        """What most players would do: every call made, the guns and the fire where they tell most, bridges blown."""
        step = top(state)
        match step:
            case combat.Battles():
                return self._next_battle(state, step)
            case combat.Battle():
                return self._in_battle(state, step)
            case bridges.Demolition():
                return _best_blow(state, step)
            case bridges.Bridging():
                return _best_bridge(state, step)
            case stacking.Reduce():
                return _fewest_lost(state, step)
            case reinforcements.Reinforcement():
                return _release(state, step)
        return None

    def idle(self, state: State) -> Command | None:
        """Of targets that are all alike one is as good as another for a counter (9.46), if no dice follow at once."""
        step = top(state)
        if not isinstance(step, combat.Battle) or not isinstance(step.now, combat.Lays):
            return None
        units = step.now.targets(step, state)
        aim = _best_aim(state) if len({_as_target(state, unit) for unit in units}) == 1 else None
        return aim if aim is not None and self.after(state, (aim,)) is not None else None

    def considered(self, state: State) -> Gesture | None:
        """The move by which an attack promises most: all who still can get there."""
        step = top(state)
        return self._best_move(state, step) if isinstance(step, activation.Movement) else None

    def _best_move(self, state: State, step: activation.Movement) -> Gesture | None:
        best, comers = WORTH_IT, list[Unit]()
        for area, here in parties(state, step.side, _ready(state, step)):
            there = [unit for unit in here if state.units[unit.id].location == area]
            before = imagined(state, step.side, area, there).gain if there else WORTH_IT
            found = imagined(state, step.side, area, here).gain
            if len(there) < len(here) and found > max(best, before):
                best, comers = found, [unit for unit in here if unit not in there]
        return self._move_of(state, step, comers) if comers else None

    def _move_of(self, state: State, step: activation.Movement, comers: Sequence[Unit]) -> Gesture | None:
        """Units from anywhere to one area, stack by stack, as far as nobody else is asked on the way."""
        area, stacks = comers[0].location, dict[str, list[str]]()
        for unit in comers:
            stacks.setdefault(state.units[unit.id].location, []).append(unit.id)
        given, gone, path, now = list[Command](), list[str](), tuple[str, ...](), state
        for start, names in stacks.items():
            way = next(iter(self._in_turn(now, self._stacks(now, names)).get(area, ())), None)
            after = self.after(now, way.commands) if way is not None else None
            if way is None or after is None or not _may_move(after):
                continue
            given, gone, now = [*given, *way.commands], [*gone, *names], after
            path = (start, *way.path)
        if not given:
            return None
        party = [*combat.must_attack(now, area, step.side), *combat.may_attack(now, area, step.side)]
        promise = prospect_words(prospect(now, area, step.side, party))
        words = f"{company(gone)} to {book_of(state).name(area)}, to attack: {promise}"
        return Gesture(words, tuple(given), path if len(stacks) == 1 else ())

    def _next_battle(self, state: State, step: combat.Battles) -> Gesture:
        """The likeliest of those that must be fought; else the best one that gains anything; else no more (9.12)."""
        fights = [command.area for command in step.legal(state) if isinstance(command, commands.Fight)]
        must = [area for area in fights if combat.must_attack(state, area, step.side)]
        promises = {area: promise(state, area, step.side) for area in must or fights}
        area = max(promises, key=lambda one: promises[one].gain, default=None)
        if area is None or (not must and promises[area].gain <= WORTH_IT):
            return Gesture(command_text(state, commands.Done()), (commands.Done(),))
        words = f"Attack {book_of(state).name(area)}: {prospect_words(promises[area])}"
        return Gesture(words, (*(self.attack(state, area) or ()),) or (commands.Fight(area),))

    def _in_battle(self, state: State, step: combat.Battle) -> Gesture | None:
        stage = step.now
        match stage:
            case combat.Attackers():
                series = self._series(state, _joining)
                names = [command.unit for command in series if isinstance(command, commands.Attack)]
                return Gesture(f"{company(names)} join{'s' * (len(names) == 1)}" if names else JOINED, series)
            case combat.Supporting():
                return Gesture("Special forces support this battle: Allied fire at -1", (commands.Support("yes"),))
            case combat.Calls():
                return _all_calls(state, step)
            case combat.Lays():
                series = self._series(state, _best_aim)
                aims = ", ".join(command.unit for command in series if isinstance(command, commands.Lay))
                return Gesture(f"Artillery at {aims}", series)
            case combat.Aims():
                return self._volley(state, step, stage)
        return None

    def _volley(self, state: State, step: combat.Battle, stage: combat.Aims) -> Gesture:
        """The targets by which the fire tells most, of all that the rules leave open (9.52 to 9.57)."""
        plan, (hits, clears) = best_fire(state, step, stage)
        targets = dict(plan)

        def next_shot(now: State) -> Command | None:
            battle = top(now)
            ready = stage.open_to(battle, now)
            order = [firer for firer, _ in plan]
            name = min((unit.id for unit, _ in ready), key=order.index)
            return commands.Fire(name, targets[name])

        by_target: dict[str, list[str]] = {}
        for firer, target in plan:
            by_target.setdefault(target, []).append(firer)
        shots = "; ".join(f"{company(firers)} at {target}" for target, firers in by_target.items())
        sure = f", {percent(clears)} clears the area" if clears else ""
        return Gesture(f"Fire: {shots} ({hits:.1f} hits{sure})", self._series(state, next_shot))

    def _series(self, state: State, choose: Callable[[State], Command | None]) -> tuple[Command, ...]:
        """Commands of one stage, each chosen as the one before has left the table, to its end or to the dice."""
        step, found = top(state), []
        now: Any = state
        while now is not None and _same_stage(top(now), step):
            command = choose(now)
            if command is None:
                break
            found.append(command)
            now = self.after(now, (command,))
        return tuple(found)

    # What would hurt

    def warnings(self, state: State) -> Sequence[str]:
        """What the end of this phase would cost."""
        step = top(state)
        match step:
            case activation.Movement():
                return tuple(_movement_warnings(state, step))
            case combat.Battles():
                return tuple(_battle_warnings(state, step))
            case bridges.Bridging():
                able = dict.fromkeys(c.bridge for c in step.legal(state) if isinstance(c, commands.Build))
                return tuple(f"Engineers can still try the {bridge_name(bridge)} bridge (10.11)" for bridge in able)
        return ()


JOINED = "No one else joins"


# Moving


def _with_stations(found: Mapping[str, movement.Way], goals: Sequence[str]) -> list[str]:
    """Goals and all spaces on the ways to them, each behind those that lead to it."""
    through = {to for goal in goals for to in found[goal].path}
    return sorted(through, key=lambda to: (len(found[to].path), found[to].spent))


def _may_move(state: State) -> bool:
    return isinstance(top(state), activation.Movement)


def _on_the_move(state: State, units: Sequence[str]) -> bool:
    step = top(state)
    return isinstance(step, activation.Moving) and step.units == tuple(units)


def _stop(state: State, units: Sequence[str]) -> tuple[Command, ...] | None:
    """What still ends a move that has got there: nothing, or `stop`; None if it may not end there (7.1)."""
    if not _on_the_move(state, units):
        return ()
    stop = commands.Stop()
    return (stop,) if top(state).refusal(state, stop) is None else None


def _roads(state: State, start: str, path: Sequence[str]) -> list[Any]:
    road_to = book_of(state).road_to
    return [road_to[here, to] for here, to in zip((start, *path), path, strict=False)]


def _bridge_at_risk(state: State) -> str:
    """What the other player may do about the bridge that a group is about to cross (10.29)."""
    step = top(state)
    if not isinstance(step, bridges.Demolition):
        return ""
    able = [command for command in step.legal(state) if isinstance(command, commands.Blow)]
    needs = max(bridges.demolition_target(state, blow.bridge, state.units[blow.unit])[0] for blow in able)
    return f"the {bridge_name(step.bridge)} bridge may be blown: on {needs}- (10.29)"


def _wades(state: State, lie: movement.Ground, start: str, path: Sequence[str]) -> bool:
    """Whether a way crosses a river where the bridge is destroyed (8.33)."""
    return any(road.bridge in lie.blown for road in _roads(state, start, path))


def _cost(lie: movement.Ground, road: Any) -> str:
    return f"{movement.step_cost(lie, road)}{' over the river' if road.bridge in lie.blown else ''}"


def _able(state: State, step: activation.Movement) -> list[str]:
    """The units that may move now."""
    stacks = activation.outlooks(state, step).of_space.values()
    return [one.unit for outlook in stacks for one in outlook.commands if isinstance(one, commands.Move)]


def _ready(state: State, step: activation.Movement) -> list[Unit]:
    """The same, as they stand."""
    return [state.units[name] for name in _able(state, step)]


# Battles


def _declaring(state: State) -> bool:
    step = top(state)
    return isinstance(step, combat.Battle) and step.stage == "attackers"


def _same_stage(step: Any, before: Any) -> bool:
    return type(step) is type(before) and getattr(step, "stage", "") == getattr(before, "stage", "")


def _joining(state: State) -> Command | None:
    """The next unit that attacks too; then the battle begins (9.13)."""
    more = [command for command in top(state).legal(state) if isinstance(command, commands.Attack)]
    return more[0] if more else commands.Ready()


def _all_calls(state: State, step: combat.Battle) -> Gesture:
    """Calls cost nothing (9.42)."""
    calls = max(command.calls for command in step.legal(state) if isinstance(command, commands.Call))
    needed, _ = artillery.call_target(state, step.acting(), step.area)
    return Gesture(f"Call all artillery: {artillery.requests(calls, needed)}", (commands.Call(calls),))


def _best_aim(state: State) -> Command | None:
    """The next counter where it hits likeliest, on the strongest unit (9.46); of equals the last, fired at last."""
    step = top(state)
    stage, side = step.now, step.acting()
    if not isinstance(stage, combat.Lays) or not step.successes:
        return None

    def worth(unit: Unit) -> tuple[int, int]:
        return -sum(modifier.value for modifier in combat.fire_modifiers(state, step, None, side, unit)), unit.strength

    return commands.Lay(max(sorted(stage.targets(step, state), key=lambda unit: unit.id, reverse=True), key=worth).id)


def _as_target(state: State, unit: Unit) -> tuple[Unit, str, bool]:
    """All that any rule asks of a unit that may be hit: units alike in it are told apart by their names alone."""
    out = unit.id in state.unsupplied_for_combat
    return changed(unit, id=""), counter(state, unit).formation, out


def best_fire(state: State, step: combat.Battle, stage: combat.Aims) -> tuple[fire.Assignments, tuple[float, float]]:
    """Targets for all units that have none, by which most strength is hit; with what that promises."""
    side = step.acting()
    worth: dict[frozenset[tuple[str, str]], tuple[float, float]] = {}
    best: tuple[fire.Assignments, tuple[float, float]] = ((), (-1.0, 0.0))
    for made in _plans(state, step, stage):
        pairs = frozenset(made)
        if pairs not in worth:
            worth[pairs] = odds.hits_expected(state, step, side, made)
            if _clearly(worth[pairs], best[1]):
                best = made, worth[pairs]
    return best[0][len(step.assigned) :], best[1]


def _clearly(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Whether a promise is better, beyond what adding in another order changes."""
    more, sure = one[0] - other[0], one[1] - other[1]
    return more > 1e-9 or (abs(more) <= 1e-9 and sure > 1e-9)


def _plans(state: State, step: combat.Battle, stage: combat.Aims) -> Iterator[fire.Assignments]:
    """Every order of targets that the rules leave open."""
    waiting, count = [step.assigned], 0
    while waiting and count < MOST_PLANS:
        made = waiting.pop()
        open_to = stage.open_to(replace(step, assigned=made), state)
        count += not open_to
        if not open_to:
            yield made
        waiting += [(*made, (unit.id, target.id)) for unit, targets in open_to for target in targets[::-1]]


# Bridges, stacks, reserves


def _best_blow(state: State, step: bridges.Demolition) -> Gesture | None:
    """The unit that blows it likeliest (10.29)."""
    able = [command for command in step.legal(state) if isinstance(command, commands.Blow)]
    if not able:
        return None
    needs = {blow: bridges.demolition_target(state, blow.bridge, state.units[blow.unit])[0] for blow in able}
    best = max(able, key=lambda command: needs[command])
    words = f"{best.unit} tries to blow the {bridge_name(best.bridge)} bridge: on {needs[best]}-"
    return Gesture(words, (best,))


def _best_bridge(state: State, step: bridges.Bridging) -> Gesture:
    """The likeliest bridge (10.15, 10.16); then no more."""
    able = [command for command in step.legal(state) if isinstance(command, commands.Build)]
    if not able:
        return Gesture(command_text(state, commands.Done()), (commands.Done(),))
    best = max(able, key=lambda command: bridges.building_needs(state, command.bridge))
    needs = bridges.building_needs(state, best.bridge)
    return Gesture(f"{best.unit} builds the {bridge_name(best.bridge)} bridge: on {needs}-", (best,))


def _fewest_lost(state: State, step: stacking.Reduce) -> Gesture | None:
    """Of each stack over the limit the units that cost least strength (7.2)."""
    found: list[str] = []
    spaces = {state.units[one.unit].location for one in step.legal(state) if isinstance(one, commands.Remove)}
    for space in sorted(spaces):
        units = units_in(state, space, step.side)
        for kept in _best_kept(units):
            if stacking.within_limit(state, kept):
                found += [unit.id for unit in units if unit not in kept]
                break
    return Gesture(f"Eliminate {', '.join(found)}", tuple(map(commands.Remove, found))) if found else None


def _best_kept(units: Sequence[Unit]) -> Sequence[tuple[Unit, ...]]:
    """Everything that may be left of a stack, the strongest first."""
    parts = [part for size in range(len(units)) for part in combinations(units, size)]
    return sorted(parts, key=lambda part: (-strength(part), -len(part), -sum(unit.attack for unit in part)))


def _release(state: State, step: reinforcements.Reinforcement) -> Gesture | None:
    """Reserves that have been earned are released (11.3)."""
    legal = list(step.legal(state))
    groups = [command for command in legal if isinstance(command, commands.Release)]
    if groups:
        return Gesture(f"Release {book_of(state).reserves[groups[0].group].name}", (groups[0],))
    return Gesture("Done", (commands.Done(),)) if commands.Done() in legal else None


# Warnings


def _movement_warnings(state: State, step: activation.Movement) -> Iterator[str]:
    book, own = book_of(state), positions(state).of_side[step.side]
    for area in stacking.to_reduce(state, step.side):
        stack = own[area]
        holds = f"{plural(len(stack), 'unit')}, {stack.strength} strength"
        yield f"{book.name(area)} holds {holds}: units over the limit are eliminated (7.2)"
    yield from _open_roads(state, step)
    yield from _unsupplied(state, step)
    if step.side == GERMAN and state.impulse == 3 and _special_unused(state):
        yield "Today's special forces are unused and will be lost (14.11)"


def _open_roads(state: State, step: activation.Movement) -> Iterator[str]:
    """Empty areas beside the enemy through which alone units draw supply (13.12)."""
    book, side = book_of(state), step.side
    at, lines = positions(state), supply.lines(state, step.side)
    foes, blown = at.occupied[enemy(side)], movement.ground(state, side).blown
    near = {road.to for foe in foes for road in book.roads[foe] if road.bridge not in blown}
    for area in sorted(near - foes - at.occupied[side] - book.zone_set):
        without = supply.trace(state.scenario, side, foes | {area}, blown)
        cut = [len(units) for space, units in at.of_side[side].items() if space not in without and space in lines]
        if cut:
            yield f"{book.name(area)} is empty: a raid there puts {plural(sum(cut), 'unit')} out of supply (13.12)"


def _unsupplied(state: State, step: activation.Movement) -> Iterator[str]:
    out = [name for name in supply.unsupplied(state) if state.units[name].side == step.side]
    if out and state.impulse == 3:
        yield f"{company(out)} out of supply: each loses a step tonight (13.21)"


def _special_unused(state: State) -> bool:
    return any(special.use_refusal(state, commands.UseSpecial(effect)) is None for effect in special.EFFECTS)


def _battle_warnings(state: State, step: combat.Battles) -> Iterator[str]:
    """Battles that promise something and would not be fought (9.13)."""
    for command in step.legal(state):
        if isinstance(command, commands.Fight):
            found = promise(state, command.area, step.side)
            if found.gain > WORTH_IT:
                yield f"{book_of(state).name(command.area)} is not attacked: {prospect_words(found)}"
