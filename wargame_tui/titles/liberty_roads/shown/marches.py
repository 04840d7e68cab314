"""Where units can go over all ways of moving at once, and the commands that take them there (6.1 to 6.3, 8.2, 13.8)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wargame_tui.board.gestures import Way
from wargame_tui.board.phrases import halves
from wargame_tui.board.steps import top
from wargame_tui.core.command import Command
from wargame_tui.core.wording import plural
from wargame_tui.titles.liberty_roads.commands import End, How, Move, Spend, To, With
from wargame_tui.titles.liberty_roads.printed.book import GERMAN, enemy
from wargame_tui.titles.liberty_roads.printed.names import marker_name
from wargame_tui.titles.liberty_roads.rules import landing, markers, movement, rail, reich, stacking
from wargame_tui.titles.liberty_roads.rules.exploitation import ExploitationMovement
from wargame_tui.titles.liberty_roads.rules.movement import Moving
from wargame_tui.titles.liberty_roads.rules.reach import allowance, reach
from wargame_tui.titles.liberty_roads.state import Mode, State, occupied

MOVERS = (movement.MovementPhase, ExploitationMovement, landing.Reaction)
"""Steps in which a unit is taken up to move."""
After = Callable[[State, Sequence[Command]], Any]
"""The state after commands, or None."""


@dataclass(frozen=True, slots=True)
class March:
    """Units on the move in one way of moving, and how it comes to that."""

    state: State
    """In which they could set out."""
    moving: Moving
    begun: tuple[Command, ...]
    """What is given before the hex; of units that go one by one before the hex of the first."""
    mode: str
    again: tuple[tuple[Command, ...], ...] = ()
    """What is given before the hex of each further unit, where they go one by one."""

    def commands(self, to: str) -> tuple[Command, ...]:
        """All of them, for a hex."""
        go = To(to)
        return (*self.begun, go, *(each for before in self.again for each in (*before, go)))


def movable(state: State, space: str) -> Sequence[str]:
    """Units of a hex that can be taken up now; those on the move first, while they can go on."""
    step = top(state)
    found = list[str]()
    if isinstance(step, Moving):
        if state.units[step.units[0]].location == space and step.hexes(state):
            found += step.units
        if _keeps_others(step):
            step = state.stack[-2]
    if isinstance(step, (*MOVERS, Moving)):
        near = (unit.id for unit in state.units_in(space, step.decider(state)))
        found += [name for name in near if name not in found and step.refusal(state, Move(name)) is None]
    return found


def _keeps_others(step: Moving) -> bool:
    """Whether what is in hand has to be put down before another unit is taken up (6.1.3)."""
    return not step.moved or step.exploiting or step.reaction


def ways(state: State, units: Sequence[str], after: After) -> Mapping[str, Sequence[Way]]:
    """All ways of units of one hex by goal: normal, then strategic, by rail, strategic for a marker to be spent."""
    found: dict[str, list[Way]] = {}
    for march in marches(state, tuple(units), after):
        for way in _ways_of(march):
            found.setdefault(way.to, []).append(way)
    return found


def marches(state: State, units: tuple[str, ...], after: After) -> Iterator[March]:
    """Every way of moving in which units of one hex could set out together, the one that costs least first."""
    step = top(state)
    down: tuple[Command, ...] = (End(),) if isinstance(step, Moving) else ()
    if isinstance(step, Moving) and {*units} == {*step.units}:
        yield March(state, step, (), _word(step))
        if not step.moved and not step.exploiting and not step.reaction:
            yield from _faster(state, step, (), down, after)
        return
    lead = down if isinstance(step, Moving) and _keeps_others(step) else ()
    origin, state = state, after(state, lead)
    step = top(state) if state is not None else None
    phase = state.stack[-2] if isinstance(step, Moving) else step
    if not isinstance(phase, MOVERS) or any(step.refusal(state, Move(name)) is not None for name in units):
        return
    side, marked = state.units[units[0]].side, isinstance(phase, ExploitationMovement)
    group = Moving(
        side, units, spent=(0,) * len(units), exploiting=marked, reaction=isinstance(phase, landing.Reaction)
    )
    if isinstance(phase, landing.Reaction):
        if len(units) <= phase.count:
            yield _one_by_one(state, group, lead, (), down or (End(),))
        return
    taken = (*lead, Move(units[0]), *map(With, units[1:]))
    yield March(state, group, taken, _word(group))
    if not group.exploiting:
        yield from _faster(origin, group, taken, down, after)


def _faster(
    state: State, group: Moving, taken: tuple[Command, ...], down: tuple[Command, ...], after: After
) -> Iterator[March]:
    """Other ways than that in which they are in hand: strategic, by rail; last what a marker is spent for (6.2.4).

    `taken` has them in hand, `down` puts down whatever is.
    """
    modes: tuple[Mode, ...] = ("normal", "strategic", "rail")
    for mode in modes:
        if mode == group.mode or not _may(state, group, mode):
            continue
        if mode != "rail" or len(group.units) == 1:
            yield March(state, _as(group, mode), (*taken, How(mode)), mode)
        elif sum(rail.cost(state, state.units[name]) for name in group.units) <= state.now.rail:
            yield _one_by_one(state, _as(group, mode), down, (How(mode),), ())
    if (marker := _cheapest(state, group)) is None:
        return
    pay = (*down, Spend(marker))
    paid = after(state, pay)
    if paid is not None and _may(paid, group, "strategic"):
        begun = (*pay, Move(group.units[0]), *map(With, group.units[1:]), How("strategic"))
        yield March(paid, _as(group, "strategic"), begun, f"strategic, for {marker_name(marker)}")


def _one_by_one(
    state: State, group: Moving, lead: tuple[Command, ...], how: tuple[Command, ...], between: tuple[Command, ...]
) -> March:
    """A march of units that may not go as a stack, each by the same way (6.3.2, 13.8)."""
    first, *others = group.units
    again = tuple((*between, Move(name), *how) for name in others)
    return March(state, group, (*lead, Move(first), *how), _word(group), again)


def _as(group: Moving, mode: Mode) -> Moving:
    return Moving(group.side, group.units, mode, group.spent)


def _word(group: Moving) -> str:
    return "" if group.exploiting or group.reaction else group.mode


def _may(state: State, group: Moving, mode: Mode) -> bool:
    return all(movement.mode_refusal(state, state.units[name], mode) is None for name in group.units)


def _cheapest(state: State, group: Moving) -> str | None:
    """The marker that is missed least when one has to be spent: the one with the fewest columns."""
    if group.side != GERMAN or state.now.paid or state.now.halved:
        return None
    if any(state.piece(name).hq for name in group.units):
        return None
    hand = [each.id for each in markers.choice(state, GERMAN, "spend")]

    def columns(name: str) -> tuple[int, str]:
        printed = state.marker_of(name)
        return printed.attack + printed.defence, name

    return min(hand, key=columns, default=None)


def _ways_of(march: March) -> Iterator[Way]:
    """The ways of a march, but for those that the first step into the Reich would cut short (20.2.1)."""
    state, moving = march.state, march.moving
    board, foes = state.board, occupied(state, enemy(moving.side))
    names = board.names
    tracks = _trains(march) if moving.mode == "rail" else _tracks(march)
    for hex_, (path, costs, left) in tracks.items():
        stop = reich.first_step(state, moving.side, path) if path else None
        if stop is None or stop == hex_:
            yield Way(
                names[hex_],
                march.commands(names[hex_]),
                left,
                march.mode,
                tuple(names[each] for each in path),
                costs,
                any(foes >> there & 1 for there in board.land[hex_]),
                crowd(state, names[hex_], moving.units),
            )


def crowd(state: State, space: str, coming: Sequence[str]) -> str:
    """What is wrong with a stack once units have come to it, as a warning; empty if nothing is (1.10)."""
    units = [state.units[name] for name in coming]
    here = [unit for unit in state.units_in(space, units[0].side) if unit.id not in coming]
    many = stacking.excess(state, space, [*here, *units])
    if not many:
        return ""
    printed, limits = state.piece(many[0].id), state.book.charts.stacking
    kind, most = ("HQ", limits["hq"]) if printed.hq else ("engineer", limits["engineer"])
    if printed.division:
        kind, most = "division", stacking.most_divisions(state, space)
    return f"OVERSTACKED: {plural(len(many), kind)} (max. {most})"


Track = tuple[tuple[int, ...], tuple[str, ...], str]
"""Hexes entered, what each costs, what is left."""


def _tracks(march: March) -> Mapping[int, Track]:
    """By goal the way of the unit that has least left there."""
    state, moving = march.state, march.moving
    limits, tracks = list[int](), list[Mapping[int, tuple[tuple[int, ...], tuple[str, ...]]]]()
    for name, spent in zip(moving.units, moving.spent, strict=True):
        unit = state.units[name]
        limits.append(allowance(state, unit, moving.mode, exploiting=moving.exploiting))
        found = reach(state, unit, moving.mode, spent, exploiting=moving.exploiting)
        known: dict[int, tuple[tuple[int, ...], tuple[str, ...]]] = {}
        for hex_, cost in found.spent.items():
            before = found.came[hex_]
            path, costs = known.get(before, ((), ()))
            known[hex_] = (*path, hex_), (*costs, halves(cost - found.spent.get(before, spent)))
        tracks.append(known)
    goals: dict[int, Track] = {}
    for hex_, spents in moving.hexes(state).items():
        left, slowest = min(
            (limit - spent, each) for each, (limit, spent) in enumerate(zip(limits, spents, strict=True))
        )
        goals[hex_] = (*tracks[slowest][hex_], halves(max(0, left)))
    return goals


def _trains(march: March) -> Mapping[int, Track]:
    """The ways by rail, of which each costs the same (6.3.3)."""
    state, known = march.state, dict[int, tuple[int, ...]]()
    for hex_, before in rail.came(state, state.units[march.moving.units[0]]).items():
        known[hex_] = (*known.get(before, ()), hex_)
    return {hex_: (known[hex_], (), "") for hex_ in march.moving.hexes(state)}
