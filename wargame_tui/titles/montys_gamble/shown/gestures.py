"""What players mean as one thing: units go there, an attack with everybody, losses as a whole, a roll that stands."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from wargame_tui.board.gestures import Gesture, Gestures, Tally, Way
from wargame_tui.board.phrases import listed, percent, plural
from wargame_tui.board.steps import top
from wargame_tui.core.command import Command
from wargame_tui.titles.montys_gamble import commands
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, GERMAN, enemy
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.printed.names import called
from wargame_tui.titles.montys_gamble.rules import (
    advantage,
    areas,
    assault,
    attack,
    bombardment,
    casualties,
    dday,
    impulses,
    movement,
    refit_phase,
    regroup,
    reinforcements,
    supply,
)
from wargame_tui.titles.montys_gamble.shown import odds, reach, words
from wargame_tui.titles.montys_gamble.state import Draft, State, Unit, book_of

if TYPE_CHECKING:
    from wargame_tui.board.title import BoardTitle

CROSSINGS: Mapping[type[Command], str] = {
    commands.Cross: "across the canal",
    commands.Ferry: "by ferry",
    commands.Boat: "by assault boat",
}
"""Ways of moving that take more than a road (9.2, 9.5, 9.63)."""
ADVISED = (
    casualties.Absorb,
    casualties.Withdraw,
    casualties.FallBack,
    bombardment.Attrition,
    bombardment.Bombardment,
    advantage.Roll,
    advantage.Aftermath,
    dday.AirPhase,
    dday.DropAreaActs,
    reinforcements.Dropping,
)
"""Decisions that are proposed as the greedy player makes them."""
MANY, AT_ONCE = 4, 8
"""Units that are named one by one; refits that are proposed together, as many as are found before a key waits."""
LONGEST = 40
"""More commands than any of them takes."""


class MontysGestures(Gestures):
    """Gestures of Monty's Gamble."""

    figures = ("succeeds", "att. loses", "CP, AP on the defender")

    def __init__(self, title: "BoardTitle[Any]", advise: Callable[[State], Command]) -> None:
        """`advise` gives the command that a sensible player would give in a state."""
        super().__init__(title)
        self._advise = advise

    # Moving (9)

    def movable(self, state: State, space: str) -> Sequence[str]:
        """The units there that can move in the assault in hand, or would in one from there: who leads, first."""
        step = top(state)
        if not isinstance(step, assault.Operations | impulses.Impulse):
            return super().movable(state, space)
        return [unit.id for unit in _leading(_marchers(state, step, space)) if _can_step(state, unit)]

    def unmoved(self, state: State) -> Mapping[str, Sequence[str]]:
        """The Fresh units that can still act in the assault in hand, or in one that could be chosen (8.21)."""
        step = top(state)
        if not isinstance(step, assault.Operations | impulses.Impulse) or step.decider(state) is None:
            return {}
        spaces = areas.actors(state, state.now.side)
        return {space: units for space in spaces if (units := self.movable(state, space))}

    def ways(self, state: State, units: Sequence[str]) -> Mapping[str, Sequence[Way]]:
        """All ways of units of a space, one behind the other; an assault from there is begun for it (8.21)."""
        step = top(state)
        if not units or not isinstance(step, assault.Operations | impulses.Impulse):
            return self._each(state, units)
        first = (commands.Assault(state.units[units[0]].location),) if isinstance(step, impulses.Impulse) else ()
        after = self.after(state, first)
        if after is None or not isinstance(top(after), assault.Operations):
            return {}
        column = _leading([after.units[name] for name in units])
        found = reach.goals(after, column[0].id)
        ways = (self._march(after, column, to, first) for to in found)
        return {way.to: [way] for way in ways if way is not None}

    def _march(self, state: State, column: Sequence[Unit], to: str, first: tuple[Command, ...] = ()) -> Way | None:
        """The way of units to a space, each behind the one before, as far as there is room."""
        goal = reach.goals(state, column[0].id).get(to)
        now = self.after(state, goal.path) if goal else None
        if goal is None or now is None:
            return None
        series, left, behind = [*first, *goal.path], goal.left, []
        for unit in column[1:]:
            if not areas.has_room(now, to, unit.side):
                behind.append(unit.id)
                continue
            for path in _paths_behind(state, unit, to, goal.path):
                further = self.after(now, path)
                if further is not None:
                    now, series, left = further, [*series, *path], min(left, _left(further, unit.id))
                    break
            else:
                behind.append(unit.id)
        mode = next((CROSSINGS[type(step)] for step in goal.path if type(step) in CROSSINGS), "")
        if behind:
            mode = ", ".join(filter(None, (mode, f"without {', '.join(map(called, behind))}")))
        spaces = tuple(_goal_of(step) for step in goal.path)
        costs = tuple(f"{words.points(cost)} MF" for cost in goal.costs)
        return Way(to, tuple(series), words.points(left), mode, spaces, costs, goal.fights)

    def _each(self, state: State, units: Sequence[str]) -> Mapping[str, Sequence[Way]]:
        """Where units go that each take one command: drops, retreats, regroup."""
        if len(units) < 2:
            return super().ways(state, units) if units else {}
        found = dict(super().ways(state, units[:1]))
        for name in units[1:]:
            for to, (way, *_) in list(found.items()):
                after = self.after(state, way.commands)
                more = super().ways(after, [name]).get(to) if after is not None and top(after) is not None else None
                if more:
                    found[to] = [replace(way, commands=(*way.commands, *more[0].commands))]
                else:
                    del found[to]
        return found

    def tally(self, state: State) -> Tally | None:
        """Units that have moved, seized or fought, of those activated (8.21)."""
        step = top(state)
        if not isinstance(step, assault.Operations):
            return None
        now = state.now
        done = [name for name, mover in now.movers.items() if mover.halves or mover.stopped or mover.origin is not None]
        waiting = [name for name in now.ready if name not in done]
        return Tally(len(done), len(done) + len(waiting), "acted") if done or waiting else None

    # Attacking (10)

    def attack(self, state: State, space: str) -> Sequence[Command] | None:
        """The attack there with all who can take part; before an assault, from where most can come (8.21, 10.7)."""
        step = top(state)
        if isinstance(step, impulses.Impulse):
            options = [option for option in self._assaults(state, step, space) if option is not None]
            return max(options, key=lambda option: option[0])[1] if options else None
        declare = commands.Attack(space)
        if not isinstance(step, assault.Operations | assault.Infiltrating) or step.refusal(state, declare):
            return None
        after = self.after(state, (declare,))
        return (declare, *self._parts(after)) if after is not None else None

    def _parts(self, state: State) -> tuple[Command, ...]:
        """Who takes part in the attack in hand, and as what: all who help (10.72)."""
        step = top(state)
        whole = odds.everybody(state, step) if isinstance(step, attack.Assailing) and step.stage == "declare" else None
        if whole is None or whole.point is None:
            return ()
        point = (commands.Point(whole.point),) if step.point is None else ()
        joining = (name for name in whole.attackers if name not in (*step.attackers, whole.point))
        guns = (gun for gun in whole.support if gun not in step.support)
        return (*point, *map(commands.Join, joining), *map(commands.Support, guns))

    def _assaults(
        self, state: State, step: impulses.Impulse, space: str
    ) -> Iterator[tuple[int, tuple[Command, ...]] | None]:
        """Every assault that could attack a space, with the difference of the values (10.72, 10.73)."""
        if areas.is_vacant(state, space, step.side) or space not in book_of(state).edges:
            return
        for order in step.legal(state):
            if isinstance(order, commands.Assault) and (order.space == space or _gets_there(state, order.space, space)):
                yield self._assault(state, order, space)

    def _assault(self, state: State, order: commands.Assault, space: str) -> tuple[int, tuple[Command, ...]] | None:
        series: tuple[Command, ...] = (order,)
        after = self.after(state, series)
        if after is None or not isinstance(top(after), assault.Operations):
            return None
        if order.space != space:
            column = [unit for unit in _leading(_marchers(after, top(after), order.space)) if unit.type != "artillery"]
            column = [unit for unit in column if space in reach.goals(after, unit.id)]
            way = self._march(after, column, space, (order,)) if column and areas.may_lead(column[0]) else None
            if way is None:
                return None
            series, after = way.commands, self.after(state, way.commands)
        declared = self.attack(after, space) if after is not None else None
        fought = self.after(after, declared) if declared else None
        if declared is None or fought is None or top(fought).point is None:
            return None
        return odds.edge(fought, top(fought)), (*series, *declared)

    def odds_at(self, state: State) -> Mapping[str, str]:
        """The best attack on each space that can be attacked now: AV less DV, and how likely it succeeds."""
        step = top(state)
        found: dict[str, int] = {}
        if isinstance(step, assault.Operations | assault.Infiltrating):
            spaces = (order.space for order in step.legal(state) if isinstance(order, commands.Attack))
            found = {space: lead for space in spaces if (lead := _lead(state, space)) is not None}
        elif isinstance(step, impulses.Impulse):
            found = dict(leads(state, step))
        return {space: odds_words(state, lead) for space, lead in found.items()}

    # Answers

    def answer(self, state: State) -> Gesture | None:
        """What most players would do about the decision in hand, as a whole."""
        step = top(state)
        match step:
            case attack.Assailing(stage="declare"):
                return self._whole_attack(state)
            case attack.Assailing():
                return self._advised(state)
            case advantage.Roll():
                return self._about_a_roll(state, step)
            case assault.Operations() if step.stage == "blow" or _only_blows(step.legal(state)):
                return self._advised(state)
            case assault.Operations() | impulses.Impulse(stage="more"):
                return self._end(state)
            case refit_phase.Refitting(stage="refit"):
                return self._refit(state)
            case dday.AirbornePhase(stage="act") | refit_phase.Refitting():
                return self._advised(state)
            case _ if isinstance(step, ADVISED):
                return self._advised(state)
        return None

    def considered(self, state: State) -> Gesture | None:
        """The impulse that promises most, up to the declaration of its attack; the regroup as a whole (8.2, 6.5)."""
        step = top(state)
        if isinstance(step, impulses.Impulse) and step.decider(state) is not None:
            return self._impulse(state)
        return self._regroup(state) if isinstance(step, regroup.Regrouping) else None

    def _impulse(self, state: State) -> Gesture | None:
        order = self._advise(state)
        told, given = self._told(state, (order,))
        if not isinstance(order, commands.Assault) or not given:
            nothing = isinstance(order, commands.Pass)
            return Gesture(f"{told}: no impulse promises anything" if nothing else told, given) if given else None
        series, now = self._carried_on(state, order)
        there = _moved(state, now)
        goes = [f"{plural(count, 'unit')} to {called(space)}" for space, count in there.items()]
        step = top(now)
        if isinstance(step, attack.Assailing) and step.point is not None:
            goes.append(f"attack {called(step.space)}, {odds_words(now, odds.edge(now, step))}")
        words = f"{told}: {', '.join(goes)}" if goes else told
        return Gesture(words, series, (order.space, *there) if len(there) == 1 else ())

    def _carried_on(self, state: State, order: Command) -> tuple[tuple[Command, ...], State]:
        """An assault up to dice, its end, or the commitment of its attack; and how the table lies then."""
        series: tuple[Command, ...] = (order,)
        now = self.after(state, series)
        while len(series) < LONGEST and isinstance(top(now), assault.Operations):
            command = self._advise(now)
            after = None if isinstance(command, commands.End) else self.after(now, (command,))
            if after is None or top(after) is None or top(after).decider(after) != state.now.side:
                break
            series, now = (*series, command), after
            if isinstance(command, commands.Attack):
                parts = self._parts(now)
                series, now = (*series, *parts), self.after(now, parts)
        return series, now

    def _regroup(self, state: State) -> Gesture | None:
        """All who stand better elsewhere, told in short; then the end."""
        found = self._advised(state)
        moves = [each for each in found.commands if isinstance(each, commands.Regroup)] if found is not None else []
        if found is None or not moves:
            return None if found is None else replace(found, words=f"{found.words}: all stand where they are of use")
        named = ", ".join(f"{called(move.unit)} to {called(move.space)}" for move in moves[:MANY])
        more = f" and {len(moves) - MANY} more" if len(moves) > MANY else ""
        return Gesture(f"Regroup to where they are of use: {named}{more}", found.commands)

    def idle(self, state: State) -> Command | None:
        """A roll stands that could not come out better, if that rolls no other dice (12.2)."""
        if not isinstance(top(state), advantage.Roll) or top(state).decider(state) is None or odds.better(state) != 0:
            return None
        return commands.Keep() if self.after(state, (commands.Keep(),)) is not None else None

    def better(self, state: State) -> float | None:
        """Of a reroll."""
        return odds.better(state)

    def _told(self, state: State, series: Sequence[Command]) -> tuple[str, tuple[Command, ...]]:
        """What commands do, in words, and those of them that are legal one after the other."""
        texts, now, given = [], state, []
        for command in series:
            if now is None or top(now) is None or top(now).refusal(now, command):
                break
            texts.append(words.plainly(now, command))
            given.append(command)
            now = self.after(now, (command,))
        return "; ".join(texts), tuple(given)

    def _whole_attack(self, state: State) -> Gesture:
        """All who help in the attack in hand, and that it is fought; many units are named by what they do."""
        told, given = self._told(state, (*self._parts(state), commands.Fight()))
        fought = self.after(state, given[:-1])
        if len(given) <= MANY or fought is None:
            return Gesture(told, given)
        parts, roles = [], commands.Point | commands.Join | commands.Support
        for verb, does in (("point", "lead{}"), ("join", "join{}"), ("support", "support{} with guns")):
            names = [called(each.unit) for each in given if isinstance(each, roles) and each.verb == verb]
            if names:
                parts.append(f"{listed(names)} {does.format('s' if len(names) == 1 else '')}")
        return Gesture("; ".join([*parts, words.plainly(fought, given[-1])]), given)

    def _advised(self, state: State, most: int = LONGEST) -> Gesture | None:
        """One decision as a whole: all commands up to the dice, the end of its step, or somebody else."""
        step, series = top(state), list[Command]()
        side, now = step.decider(state), state
        while len(series) < most and now is not None and _same(top(now), step) and top(now).decider(now) == side:
            command = self._advise(now)
            if series and getattr(command, "closes", False) and not isinstance(command, commands.Fight):
                break
            series.append(command)
            now = self.after(now, (command,))
        told, given = self._told(state, series)
        return Gesture(told, given, _retreat_path(state, given)) if given else None

    def _refit(self, state: State) -> Gesture | None:
        """What supply points are best spent on, told in short; the end once nothing is left (13.6)."""
        found = self._advised(state, AT_ONCE)
        units = [str(each.unit) for each in found.commands if hasattr(each, "unit")] if found is not None else []
        if found is None or len(units) < MANY:
            return found
        named = ", ".join(map(called, units[:MANY])) + (f" and {len(units) - MANY} more" if len(units) > MANY else "")
        return replace(found, words=f"Refit {named}")

    def _about_a_roll(self, state: State, roll: advantage.Roll) -> Gesture:
        """Keep it or not, with what a new roll could bring."""
        command = self._advise(state)
        better = odds.better(state)
        figures = "" if better is None else f": a reroll is better in {percent(better)}"
        if better == 0:
            command, figures = commands.Keep(), ": a reroll cannot help"
        kept = "Keep the Advantage" if better else "Keep"
        verb = "Reroll" if isinstance(command, commands.Reroll) else kept
        return Gesture(f"{verb}{figures}", (command,), _where_rolled(state, roll))

    def _end(self, state: State) -> Gesture | None:
        """The impulse is over when nobody in it can do anything more (8.21, 12.3)."""
        step, end = top(state), commands.End()
        if step.refusal(state, end) or any(_acts(command) for command in step.legal(state)):
            return None
        after = self.after(state, (end,))
        more = after is not None and isinstance(top(after), impulses.Impulse) and top(after).stage == "more"
        same = more and after is not None and after.now.side == state.now.side
        return Gesture("End the impulse", (end, end) if same else (end,))

    # What would hurt

    def warnings(self, state: State) -> Sequence[str]:
        """What the end of this phase would cost."""
        step = top(state)
        match step:
            case refit_phase.Refitting(stage="depots"):
                return _unplaced(state, step.side)
            case refit_phase.Refitting(stage="refit"):
                kinds = commands.Refit | commands.Share
                able = {command.unit for command in step.legal(state) if isinstance(command, kinds)}
                return (f"{plural(len(able), 'unit')} can still be refitted (13.6)",) if able else ()
            case assault.Operations():
                return tuple(_open_roads(state, state.now.side))
            case impulses.Impulse() if state.passes:
                return ("A second pass in a row ends the day (8.24)",)
            case reinforcements.Dropping(declared=declared):
                able = {command.unit for command in step.legal(state) if isinstance(command, commands.Drop)}
                return (f"{plural(len(able), 'more unit')} could drop (18.41)",) if declared and able else ()
            case regroup.Regrouping():
                return tuple(_open_roads(state, step.side))
        return ()


# Moving


def _marchers(state: State, step: Any, space: str) -> Sequence[Unit]:
    """The units of a space that may act in the assault in hand, or in one from there (8.21)."""
    if isinstance(step, assault.Operations):
        names = () if step.stage == "blow" else step.only or state.now.ready
        return [state.units[name] for name in names if state.units[name].location == space]
    if step.decider(state) is None or step.refusal(state, commands.Assault(space)):
        return []
    return assault.startable(state, space) if space in book_of(state).edges else []


def _leading(units: Iterable[Unit]) -> list[Unit]:
    """Units in the order in which they go: who may lead the way before others, the strongest first (9.65)."""
    return sorted(units, key=lambda unit: (not areas.may_lead(unit), -unit.attack, unit.id))


def _paths_behind(state: State, unit: Unit, to: str, led: Sequence[Command]) -> Iterator[Sequence[Command]]:
    """How a unit might get where others lead: by its own way, else in their steps (9.65)."""
    own = reach.goals(state, unit.id).get(to)
    if own is not None:
        yield own.path
    yield [type(step)(unit.id, _goal_of(step)) for step in led]  # type: ignore[call-arg]


def _goal_of(step: Command) -> str:
    """Where a step leads."""
    return str(getattr(step, "space", ""))


def _left(state: State, name: str) -> int:
    """Half points that a unit has left after its steps."""
    unit = state.units[name]
    return max(0, areas.allowance(state, unit) - movement.halves_spent(state, unit))


def _can_step(state: State, unit: Unit) -> bool:
    return next(movement.steps(state, unit, movement.alike(state, unit)), None) is not None


def _moved(before: State, after: State) -> Mapping[str, int]:
    """How many units stand in each space that were elsewhere."""
    moved = (unit.location for name, unit in after.units.items() if unit.location != before.units[name].location)
    return Counter(moved)


# Attacks


def odds_words(state: State, lead: int) -> str:
    """`+2 66%`: AV less DV, and how likely a success is."""
    return f"{f'{lead:+d}' if lead else '0'} {percent(odds.success(state, lead))}"


def _lead(state: State, space: str) -> int | None:
    """AV less DV of an attack with all who are there."""
    g = Draft(state)
    attack.open_attack(g, space)
    whole = odds.everybody(g, g.stack[-1])
    return None if whole is None else odds.edge(g, whole)


def leads(state: State, step: impulses.Impulse) -> Iterator[tuple[str, int]]:
    """The same for every space with enemies, from the area from which an assault would do best."""
    best: dict[str, int] = {}
    for order in step.legal(state):
        if isinstance(order, commands.Assault) and order.space in book_of(state).edges:
            for space, lead in _leads_from(state, order.space):
                best[space] = max(lead, best.get(space, lead))
    yield from best.items()


def _gets_there(state: State, start: str, space: str) -> bool:
    """Whether an assault from a space could reach another with more than guns."""
    able = (unit.id for unit in assault.startable(state, start) if unit.type != "artillery")
    return any(space in reach.goals(state, name) for name in able)


def _leads_from(state: State, start: str) -> Iterator[tuple[str, int]]:
    """The spaces with enemies that an assault from a space can attack, with all who get there."""
    column = [unit for unit in _leading(assault.startable(state, start)) if unit.type != "artillery"]
    goals = {unit.id: reach.goals(state, unit.id) for unit in column}
    fought = dict.fromkeys(space for found in goals.values() for space, goal in found.items() if goal.fights)
    if not areas.is_vacant(state, start, state.now.side):
        fought = {start: None}
    for space in fought:
        g = Draft(state)
        assault.activate(g, start)
        for unit in column if space != start else ():
            _follow(g, unit, goals[unit.id].get(space))
        if attack.attack_refusal(g, space) is None and (lead := _lead(g.freeze(), space)) is not None:
            yield space, lead


def _follow(g: Draft, unit: Unit, goal: reach.Goal | None) -> None:
    """Let a unit go where it can, if there is still room for it."""
    for step in goal.path if goal else ():
        how, there = assault.STEPS[type(step)], g.units[unit.id]
        space = _goal_of(step)
        if movement.step_refusal(g, there, space, how):
            return
        movement.go(g, there, space, how)


# Answers


def _same(step: Any, before: Any) -> bool:
    """Whether a decision still is the one that it was."""
    return type(step) is type(before) and getattr(step, "stage", "") == getattr(before, "stage", "")


def _only_blows(legal: Iterable[Command]) -> bool:
    """Whether there is nothing else to do than to blow bridges, as in the impulses of D-Day (20.61)."""
    kinds = {type(command) for command in legal}
    return commands.Blow in kinds and kinds <= {commands.Blow, commands.Double, commands.End}


def _acts(command: Command) -> bool:
    """Whether a command is worth being asked for before an impulse ends: units, bridges, another area."""
    return not isinstance(command, commands.End | commands.Double)


def _where_rolled(state: State, roll: advantage.Roll) -> tuple[str, ...]:
    """The area that a roll of no battle is about, by its unit, if it has one."""
    unit = state.units.get(roll.subject)
    return (unit.location,) if unit is not None and unit.location in book_of(state).spaces else ()


def _retreat_path(state: State, series: Sequence[Command]) -> tuple[str, ...]:
    """Where a retreat leads, if all go to the same place."""
    goals = {(state.units[go.unit].location, go.space) for go in series if isinstance(go, commands.Retreat)}
    return next(iter(goals)) if len(goals) == 1 else ()


# Warnings


def _unplaced(state: State, side: Side) -> tuple[str, ...]:
    """Depots that have not been placed are lost (13.4)."""
    waiting = [depot for depot in state.depots.values() if depot.side == side and depot.location is None]
    if not waiting:
        return ()
    lost = sum(depot.points for depot in waiting)
    return (f"{plural(len(waiting), 'depot')} not placed: {lost} SP lost (13.4)",)


def _open_roads(state: State, side: Side) -> Iterator[str]:
    """Empty areas beside the enemy through which alone units trace supply (13.2)."""
    if side == ALLIED and state.date <= supply.LAST_DATE_NEVER_ISOLATED:
        return
    book, at = book_of(state), areas.positions(state)
    foes = at.occupied[enemy(side)]
    near = {edge.to for foe in foes if foe in book.edges for edge in book.edges[foe].values()}
    empty = [space for space in book.areas if space in near and areas.is_free(state, space, side)]
    own = {space: units for space, units in at.of_side[side].items() if space in book.edges}
    traced = [space for space in own if supply.traced(state, space, side)]
    for space in empty:
        if space not in own:
            g = Draft(state)
            g.control = {**g.control, space: "German" if side != GERMAN else "XXX"}
            cut = sum(len(own[other]) for other in traced if not supply.traced(g, other, side))
            if cut:
                yield f"{book.name(space)} is empty: a raid there cuts the supply of {plural(cut, 'unit')} (13.2)"
