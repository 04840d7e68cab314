"""The table as front ends show it: counters, bars, sheets. Words and pictures, no rules."""

from collections.abc import Mapping, Sequence

from wargame_tui.board.fact import Fact
from wargame_tui.board.marks import flags_of
from wargame_tui.board.scene import Counter, Flag, Highlight, Overlay, Scene, SpaceScene
from wargame_tui.board.steps import top
from wargame_tui.board.title import Box, Entering, PhaseBar, SpaceSheet, Target, UnitSheet
from wargame_tui.core.command import Command
from wargame_tui.core.step import Refusal
from wargame_tui.titles.tigers_in_the_mist import commands
from wargame_tui.titles.tigers_in_the_mist.printed.book import SIDES, Road
from wargame_tui.titles.tigers_in_the_mist.rules import activation, bridges, combat, movement, stacking, supply, victory
from wargame_tui.titles.tigers_in_the_mist.rules.sequence import impulses_of, last_stamp
from wargame_tui.titles.tigers_in_the_mist.state import Stack, State, Unit, book_of, chart_of, units_in


def scene(state: State, side: str | None = None) -> Scene:
    """What lies on the table."""
    book = book_of(state)
    choices = frozenset(_unit_of(c) for c in state.stack[-1].candidates(state)) if _offers_units(state) else frozenset()
    return Scene(
        spaces={space: _space_scene(state, space, choices) for space in book.spaces},
        bridges={name: bridge.intact for name, bridge in state.bridges.items()},
        outside=frozenset(book.spaces.keys() - book.section),
    )


def _offers_units(state: State) -> bool:
    return state.over is None and state.stack[-1].decider(state) is not None


def _unit_of(command: Command) -> str | None:
    return getattr(command, "unit", None) or getattr(command, "firer", None)


def _space_scene(state: State, space: str, choices: frozenset[str | None]) -> SpaceScene:
    book = book_of(state)
    entry = book.spaces[space]
    badges = [f"{entry.vp}VP"] if entry.vp else []
    if entry.kind == "zone" and entry.multiplier:
        badges.append(f"x{entry.multiplier}")
    if space in book.scenario.towns:
        badges.append("town")
    if entry.tank:
        badges.append("tank")
    markers = [f"special: {state.special.effect}"] if state.special.area == space else []
    control = entry.owner or state.control.get(space)
    counters = tuple(counter(state, unit, choices) for unit in stack_of(state, space))
    return SpaceScene(control, counters, tuple(badges), tuple(markers))


def stack_of(state: State, space: str) -> list[Unit]:
    """The units in a space in the order in which they are shown: by side, then the strongest first."""
    return sorted(units_in(state, space), key=lambda unit: (SIDES.index(unit.side), -unit.strength, unit.id))


def counter(state: State, unit: Unit, choices: frozenset[str | None] = frozenset()) -> Counter:
    """A counter as printed (4.13 to 4.17), with its markers."""
    numbers = f"{unit.attack}-{unit.defence}-{movement.allowance(state, unit)}"
    entry = book_of(state).roster.get(unit.id)
    return Counter(
        unit.id,
        unit.side,
        unit.id,
        unit.type,
        unit.branch,
        str(unit.strength),
        numbers,
        _flags(state, unit, choices),
        formation=entry.formation if entry else "",
    )


def _flags(state: State, unit: Unit, choices: frozenset[str | None]) -> frozenset[Flag]:
    moving = top(state)
    conditions: tuple[tuple[Flag, bool], ...] = (
        ("moved", unit.marked),
        ("entrenched", unit.entrenched),
        ("unsupplied", not supply.in_supply(state, unit)),
        ("on_foot", unit.on_foot),
        ("must_fight", unit.entered_enemy and not unit.attacked),
        ("selected", isinstance(moving, activation.Moving) and unit.id in moving.units),
        ("choice", unit.id in choices and not unit.marked),
        ("locked", unit.side == state.active and movement.barred(state, unit) is not None),
    )
    return flags_of(conditions)


def phase_bar(state: State) -> PhaseBar:
    """Time and score (6.0, T10)."""
    first, (last, _) = book_of(state).first_date, last_stamp(state)
    dates = tuple(Box(str(date), _status(date, state.date)) for date in range(first, last + 1))
    count = impulses_of(state, state.date)
    impulses = tuple(Box(f"{state.date}-{k}", _status(k, state.impulse)) for k in range(1, count + 1))
    step = top(state)
    phase = step.title(state) if step is not None else ""
    notes = []
    if state.special.area is not None:
        notes.append(f"special forces at {book_of(state).name(state.special.area)}: {state.special.effect}")
    earned = [book_of(state).reserves[name].name for name, kind in state.reserves.items() if kind == "earned"]
    if earned:
        notes.append(f"reserves earned: {', '.join(earned)}")
    return PhaseBar(f"{state.date} December 1944", dates, impulses, phase, _score(state), tuple(notes))


def _score(state: State) -> str:
    scenario = book_of(state).scenario
    if scenario.victory == "seventh_army":
        towns = (f"{book_of(state).spaces[town].name} {victory.town_state(state, town)}" for town in scenario.towns)
        return ", ".join(towns)
    return f"German VP {state.vp} ({victory.level_for(state, state.vp).level})"


def _status(box: int, now: int) -> str:
    return "past" if box < now else "now" if box == now else "ahead"


def target(state: State, command: Command) -> Target:
    """What on the table a command is about: a space that it names, else where its unit or its target stands."""
    named = command.as_json()
    space = named.get("space") or named.get("area") or named.get("zone")
    # The zone from which a group enters is about the zone alone: it is picked there, with nobody taken along.
    unit = _unit_of(command) or (_on_the_move(state) if "zone" not in named else None)
    if space is None and (about := state.units.get(named.get("target") or unit or "")):
        space = about.location
    return Target(space=space, unit=unit if space else None, bridge=named.get("bridge"), aside=command.aside)


def _on_the_move(state: State) -> str | None:
    """The unit that stands for the moving group."""
    step = top(state)
    return step.units[0] if isinstance(step, activation.Moving) else None


def _moving(state: State, unit: str | None = None) -> dict[str, movement.Way]:
    """The ways open to the moving group, or to a unit that might be taken up."""
    step = top(state)
    if isinstance(step, activation.Moving) and (unit is None or unit in step.units):
        if step.halted:
            return {}
        return movement.ways(state, step.group(state), step.spent, step.steps, step.unsupplied)
    if unit is None or not isinstance(step, activation.Movement) or step.refusal(state, commands.Move(unit)):
        return {}
    mover = state.units[unit]
    out = () if supply.in_supply(state, mover) else (unit,)
    return movement.ways(state, Stack([mover]), 0, 0, out)


def routes(state: State) -> Mapping[str, Sequence[Command]]:
    """The moving group's cheapest way to every space further than one step."""
    return {
        space: [commands.To(step) for step in way.path] for space, way in _moving(state).items() if len(way.path) > 1
    }


def reach(state: State, unit: str) -> Overlay:
    """Where a unit can go, and the movement points left there; once units are on the move, where they can go.

    The latter also for a unit that might go along.
    """
    step = top(state)
    mover = state.units.get(unit)
    if mover is None:
        return Overlay()
    moving = isinstance(step, activation.Moving)
    group = step.group(state) if isinstance(step, activation.Moving) else Stack([mover])
    most = min(movement.allowance(state, each) for each in group)
    found = _moving(state, None if moving else unit)
    highlights: dict[str, Highlight] = {}
    for space in found:
        enemies = any(other.side != mover.side for other in units_in(state, space))
        highlights[space] = "battle" if enemies and not book_of(state).is_zone(space) else "reach"
    return Overlay(highlights, {space: str(most - way.spent) for space, way in found.items()})


def space_sheet(state: State, space: str, side: str | None = None) -> SpaceSheet:
    """Everything about a space (3.2)."""
    book = book_of(state)
    entry = book.spaces[space]
    facts: list[Fact] = []
    if space not in book.section:
        facts.append(Fact("not in play", "outside this scenario's map section"))
    if entry.kind == "zone":
        facts.append(Fact("held at start by", str(entry.owner), "3.21"))
        if entry.multiplier:
            facts.append(Fact("at game end", f"{entry.multiplier} VP for each German strength point", "3.28"))
        for side in SIDES:
            if space in book.scenario.sources[side]:
                facts.append(Fact("supply source", side, "13.11"))
    else:
        facts.append(Fact("control", state.control.get(space, "nobody"), "12.22"))
        if entry.vp:
            facts.append(Fact("victory points", f"{entry.vp} a turn", "3.26"))
        if entry.start_line:
            facts.append(Fact("Allied start line", "German artillery available on 1-6", "3.25"))
        if entry.tank:
            groups = [group.name for group in book.reserves.values() if space in group.areas]
            facts.append(Fact("releases", ", ".join(groups) or "reserves", "3.27"))
    if space in book.scenario.towns:
        facts.append(Fact("scenario town", victory.town_state(state, space), "12.21"))
    for side in SIDES:
        line, here = supply.lines(state, side).get(space), units_in(state, space, side)
        if here:
            most, strongest = book.limits
            full = f"{len(here)} of {most} units, {sum(unit.strength for unit in here)} of {strongest} strength points"
            over = "; OVERSTACKED" if entry.kind == "area" and not stacking.within_limit(state, here) else ""
            facts.append(Fact(f"{side} stack", f"{full}{over}", "7.1"))
        if here or line:
            words = "NONE" if line is None else "over a destroyed bridge only" if line else "by road"
            facts.append(Fact(f"{side} supply", words, "13.14" if line else "13.11"))
    if state.special.area == space:
        facts.append(Fact("special forces", str(state.special.effect), "14.21"))
    return SpaceSheet(space, book.name(space), tuple(facts), tuple(_link(state, r) for r in book.roads[space]))


def entering(state: State, space: str) -> Entering | None:
    """What a step into a space costs from each neighbour, for either side as units stand now (8.33, 8.36, 14.22)."""
    book = book_of(state)
    lies = [movement.ground(state, side) for side in SIDES]
    back = [next((road for road in book.roads[out.to] if road.to == space), None) for out in book.roads[space]]
    costs = [["-" if road is None else str(movement.step_cost(lie, road)) for lie in lies] for road in back]
    return Entering(SIDES, (), tuple(map(tuple, costs)), "8.33")


def _link(state: State, road: Road) -> Fact:
    words = f"{road.road_class} road, {road.cost} MP"
    if road.bridge is not None:
        bridge = state.bridges[road.bridge]
        words += ", bridge" if bridge.intact else ", bridge DESTROYED"
        if bridge.failures:
            words += f" ({bridge.failures} failed attempts)"
    return Fact(book_of(state).name(road.to), words, "8.33" if road.bridge is None else "10.29")


def unit_sheets(state: State, space: str, side: str | None = None) -> Sequence[UnitSheet]:
    """Everything about the units in a space, in the order of the scene's counters."""
    return [_sheet(state, unit) for unit in stack_of(state, space)]


def _sheet(state: State, unit: Unit) -> UnitSheet:
    book, chart = book_of(state), chart_of(state, unit)
    entry = book.roster.get(unit.id)
    numbers = f"{unit.attack}-{unit.defence}-{movement.allowance(state, unit)}"
    facts = [Fact(unit.type, f"quality {chart.quality}", "9.51")]
    if chart.demolition is not None:
        needed = chart.demolition.moved if unit.moved else chart.demolition.unmoved
        facts.append(Fact("blows a bridge on", f"1-{needed}", "10.29"))
    states = (
        (unit.entrenched, "entrenched", "8.56"),
        (unit.on_foot, "on foot, vehicles abandoned", "8.35"),
        (unit.marked and not unit.attacked, "activated this turn", "8.25"),
        (unit.attacked, "activated this turn, has attacked", "9.11"),
        (unit.bridging_attempted, "has tried to build a bridge", "10.14"),
        (not supply.in_supply(state, unit), "OUT OF SUPPLY", "13.2"),
    )
    marks = tuple(Fact(words, "", rule) for holds, words, rule in states if holds)
    name, formation = (entry.name, entry.formation) if entry else (unit.id, unit.branch)
    may, refusal = _options(state, unit)
    steps = (unit.strength, unit.start_strength)
    return UnitSheet(
        counter(state, unit), name, formation, unit.location, tuple(facts), may, refusal, steps, (numbers,), marks
    )


def _options(state: State, unit: Unit) -> tuple[tuple[str, ...], Refusal | None]:
    """What a unit may do now, and why not if it may do nothing."""
    if state.over is not None:
        return (), Refusal("the game is over")
    step = state.stack[-1]
    legal = [c for c in step.candidates(state) if _unit_of(c) == unit.id and step.refusal(state, c) is None]
    may = tuple(dict.fromkeys(command.may or command.verb for command in legal))
    return may, None if may else why_not(state, Target(unit=unit.id))


def why_not(state: State, wanted: Target) -> Refusal | None:
    """Why a space or unit cannot be picked now; None if it can."""
    if state.over is not None:
        return Refusal("the game is over")
    step = state.stack[-1]
    tried = _wish(state, wanted)
    if tried is None:
        return Refusal("nothing to do here now")
    if any(step.refusal(state, command) is None for command in tried):
        return None
    refusal: Refusal | None = step.refusal(state, tried[0])
    return refusal


def _wish(state: State, wanted: Target) -> list[Command] | None:
    """The commands that a player who picks a unit or a space has in mind, the likeliest first."""
    step, unit, space = state.stack[-1], wanted.unit, wanted.space
    offered: list[Command] = []
    if isinstance(step, activation.Movement):
        if unit is not None:
            return [commands.Move(unit), commands.Entrench(unit)]
        own = [u.id for u in units_in(state, space or "", step.side)] if space else []
        return [commands.Move(name) for name in own] or None
    if isinstance(step, activation.Moving):
        if wanted.to is not None:
            return [commands.To(wanted.to)]
        if unit is not None:
            return [commands.With(unit)] if unit not in step.units else [commands.Entrench(unit)]
        return [commands.To(space)] if space else None
    if isinstance(step, combat.Battles) and space is not None:
        return [commands.Fight(space)]
    if isinstance(step, bridges.Demolition) and unit is not None:
        return [commands.Blow(step.bridge, unit)]
    if isinstance(step, combat.Battle) and unit is not None:
        match step.now:
            case combat.Attackers():
                return [commands.Attack(unit)]
            case combat.Lays():
                return [commands.Lay(unit)]
            case combat.Aims() as aiming:
                return [commands.Fire(firer.id, unit) for firer, _ in aiming.open_to(step, state)] or None
        return None
    for command in step.candidates(state):
        about = target(state, command)
        if (unit and about.unit == unit) or (space and about.space == space):
            offered.append(command)
    return offered or None
