"""Exact odds of every roll that a command leads to: combat, landings, drops, ports, Fortitude, support, weather."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from wargame_tui.core.command import Command
from wargame_tui.core.event import Event, Modifier
from wargame_tui.core.state import changed
from wargame_tui.core.title import Chance, Figures, Odds
from wargame_tui.core.wording import plural
from wargame_tui.engine.odds import outcomes
from wargame_tui.engine.spread import FACES, TWO_DICE, chances, evenly, span
from wargame_tui.titles.liberty_roads import commands
from wargame_tui.titles.liberty_roads.events.combat import ReactionRolled
from wargame_tui.titles.liberty_roads.events.moves import Dropped, FortitudeRolled, RepairRolled
from wargame_tui.titles.liberty_roads.printed import names
from wargame_tui.titles.liberty_roads.printed.book import GERMAN
from wargame_tui.titles.liberty_roads.printed.charts import Result
from wargame_tui.titles.liberty_roads.rules import (
    combat,
    drops,
    fortitude,
    landing,
    movement,
    ports,
    replacements,
    strengths,
    support,
)
from wargame_tui.titles.liberty_roads.rules.assault import Landing
from wargame_tui.titles.liberty_roads.rules.battle import Battle
from wargame_tui.titles.liberty_roads.rules.festung import rolls
from wargame_tui.titles.liberty_roads.rules.fight import after_terrain
from wargame_tui.titles.liberty_roads.rules.weather import weather_row
from wargame_tui.titles.liberty_roads.shown import attacks, words
from wargame_tui.titles.liberty_roads.state import Draft, State, Table

E = TypeVar("E", bound=Event)
Detail = tuple[str, tuple[Chance, ...]]
_OPEN = ("no further support markers and no elite bonus",)
"""What is still open before the dice."""


def odds(state: State, command: Command) -> Odds | None:
    """What a legal command would decide by dice, and how likely each result is; None where nothing is rolled."""
    step = state.stack[-1] if state.stack else None
    match step:
        case combat.CombatPhase() if isinstance(command, commands.Attack):
            return _with_everybody(state, step, command.hex)
        case combat.Gathering():
            return _gathering(state, step, command)
        case Battle():
            return _in_battle(state, step, command)
        case Landing() if step.stage in ("attacker", "defender"):
            return _round(state, step)
        case drops.DropPhase() if isinstance(command, commands.Drop):
            return _drop(state, command.unit, command.hex, on_friends=command.hex in step.friends)
        case ports.PortPhase() if isinstance(command, commands.Repair):
            return _repair(state, command.port, 0)
        case ports.Repairing():
            return _repair(state, step.hex, step.spent + isinstance(command, commands.Spend))
    return _further(state, step, command)


def _further(state: State, step: Any, command: Command) -> Odds | None:
    """Rolls outside combat, and those that follow the end of a phase."""
    match step, command:
        case movement.MovementPhase(), commands.Festung() if rolls(state, command):
            return _festung(state)
        case support.SupportPhase(), commands.Play(marker, _) if state.marker_of(marker).effect == "montgomery":
            return _montgomery(state)
        case support.SupportPhase(), commands.End() | commands.TakeAir():
            return _after_support(state, step, command)
        case landing.NewPluto(), _:
            return _reaction(state)
        case replacements.ReplacementPhase(), commands.End() if step.side == GERMAN:
            return _weather(state, state.turn + 1)
    return None


# Combat (7)


def forecast(table: Table, fight: Battle, *, notes: Sequence[str] = ()) -> Odds | None:
    """A combat fought by the units named in it, with the terrain that the defender has chosen, or the best for him."""
    if not fight.attackers:
        return None
    found = fight.odds(table)
    if found.number is None:
        cancelled = (Chance(1.0, "odds too low: the attack is cancelled", {}),)
        return Odds(cancelled, found.shifts, (), tuple(notes), Figures(0.0, 0.0, 0.0))
    grounds = strengths.choices(table, fight.hex, fight.attacking(table))
    ground = fight.modifier or fight.ground or strengths.best(table, fight.hex, fight.attacking(table))
    taken = [] if fight.ground or len(grounds) < 2 else [f"{names.ground_name(ground)} protects the defenders"]
    fought = changed(fight, column=found.number)
    cells = [fought.result(table, roll) for roll in sorted(TWO_DICE, reverse=True)]
    return _of_cells(table, cells, found, ground, (*taken, *notes))


def _of_cells(
    table: Table, cells: Sequence[Result], found: strengths.Column, ground: str, notes: Sequence[str]
) -> Odds:
    """The odds of equally likely cells of the CRT."""

    def after(cell: Result) -> str:
        return after_terrain(table, cell.defender, ground)

    whole = evenly([(cell.losses, cell.attacker, after(cell)) for cell in cells])
    details = (
        (f"Odds {words.odds_text(found)}", ()),
        _losses("Attacker loses", [cell.losses[0] for cell in cells]),
        _losses("Defender loses", [cell.losses[1] for cell in cells]),
        ("Attacker's result", _results([cell.attacker for cell in cells], names.ATTACKER_RESULTS)),
        ("Defender's result", _results([after(cell) for cell in cells], names.DEFENDER_RESULTS)),
    )
    return Odds(chances(whole, _cell_words), found.shifts, details, tuple(notes), _figures(cells, after))


def _figures(cells: Sequence[Result], after: Callable[[Result], str]) -> Figures:
    """How likely the defenders go back, and the steps that both lose, without those that they may choose."""
    mine = sum(cell.losses[0] + (cell.attacker == "D1") for cell in cells)
    theirs = sum(cell.losses[1] for cell in cells)
    return Figures(sum(after(cell) == "DR" for cell in cells) / len(cells), mine / len(cells), theirs / len(cells))


def _cell_words(key: tuple[tuple[int, int], str, str]) -> tuple[str, Mapping[str, Any]]:
    (mine, theirs), attacker, defender = key
    parts = [names.losses(mine, theirs), *(code for code in (attacker, defender) if code != "-")]
    return ", ".join(parts), {"losses": [mine, theirs], "attacker": attacker, "defender": defender}


def _losses(heading: str, steps: Sequence[int]) -> Detail:
    average = sum(steps) / len(steps)
    spread = dict(sorted(evenly(steps).items()))
    shown = chances(spread, lambda n: (plural(n, "step"), {"steps": n}))
    return f"{heading} {average:.1f} steps on average", shown


def _results(codes: Sequence[str], meaning: Mapping[str, str]) -> tuple[Chance, ...]:
    return chances(evenly(codes), lambda code: (f"{code}: {meaning[code]}", {"result": code}))


def _gathering(state: State, step: combat.Gathering, command: Command) -> Odds | None:
    match command:
        case commands.Go():
            return forecast(state, step.fight(state), notes=_OPEN)
        case commands.With(unit):
            with_it = changed(step, units=(*step.units, unit))
            return forecast(state, with_it.fight(state), notes=_OPEN)
    return None


def _with_everybody(state: State, phase: combat.CombatPhase, hex_: str) -> Odds | None:
    """An attack about to be declared: everybody of one nationality who may takes part (7.1.12)."""
    group = attacks.everybody(state, phase.side, hex_, exploitation=phase.exploitation)
    if group is None or not strengths.defenders_of(state, phase.side, hex_):
        return None
    return forecast(
        state, group.fight(state), notes=(f"all able units of one group take part: {', '.join(group.units)}", *_OPEN)
    )


def _in_battle(state: State, step: Battle, command: Command) -> Odds | None:
    """The combat with everything declared so far."""
    match step.stage, command:
        case "terrain", commands.Terrain(ground):
            return forecast(state, changed(step, ground=ground))
        case (("markers" | "attacker" | "defender"), _) if not isinstance(command, commands.Play):
            notes = [f"{each} elite bonus in use" for each in step.elite]
            if isinstance(command, commands.Elite):
                notes.append("with the elite bonus results may be replaced by better ones (7.9.3)")
            return forecast(state, step, notes=notes)
    return None


# Landings (13.6)


def _round(state: State, step: Landing) -> Odds:
    """A round of a landing assault: dice with their modifiers, losses spared in the first round."""
    found = step.odds(state)
    by = step.die_modifier(state)
    fought = changed(step, column=found.number or 0)
    cells = [fought.result(state, roll + by) for roll in sorted(TWO_DICE, reverse=True)]
    notes = [f"round {step.round}"] + ([f"{by:+d} on the dice"] if by else [])
    return _of_cells(state, cells, found, step.cover(state), notes)


# Single dice


def _on_die(values: Mapping[int, Any], text: Callable[[Any], str], modifiers: Sequence[Modifier] = ()) -> Odds:
    """What one die decides, the faces with the same result together."""
    faces: dict[Any, list[int]] = {}
    for face, value in sorted(values.items()):
        faces.setdefault(value, []).append(face)
    shown = (
        Chance(len(found) / len(values), f"{text(result)} ({span(found)})", {"result": result})
        for result, found in faces.items()
    )
    return Odds(tuple(shown), tuple(each for each in modifiers if each.value))


def _by_doing(state: Table, play: Callable[[Draft], None], told: type[E]) -> dict[int, E]:
    """What the rules tell for each face of a die; nothing if they do not roll it."""
    found = ((each, branch.dice[:1]) for branch in outcomes(lambda: Draft(state), play) for each in branch.events)
    return {face: each for each, dice in found for face in dice if isinstance(each, told)}


def _drop(state: State, unit: str, hex_: str, *, on_friends: bool) -> Odds:
    """A drop (12.2.7)."""
    told = _by_doing(state, lambda g: drops.drop(g, unit, hex_, on_friends=on_friends), Dropped)
    fates = {face: state.book.charts.drops.fate(each.result) for face, each in told.items()}
    shown = {face: "eliminated" if fate == "destroyed" else fate for face, fate in fates.items()}
    return _on_die(shown, str, drops.modifiers(state, hex_, on_friends=on_friends))


def _repair(state: State, hex_: str, spent: int) -> Odds:
    """A port repair (15.1.4)."""
    told = _by_doing(state, lambda g: ports.repair(g, hex_, spent), RepairRolled)
    works = {face: each.works for face, each in told.items()}
    by = ports.modifiers(state, hex_, spent)
    return _on_die(works, lambda works: "port repaired" if works else "not yet", by)


def _festung(state: State) -> Odds:
    """What a Festung stirs up (6.5.4)."""
    chart, basic = state.book.charts.festung, state.book.scenario.basic

    def text(result: tuple[int, int]) -> str:
        ffl, approval = result
        parts = [f"FFL track {ffl:+d}"] if ffl and not basic else []
        parts += [f"approval {approval:+d}"] if approval else []
        return ", ".join(parts) or "nothing"

    return _on_die({face: (chart.ffl[face], chart.approval[face]) for face in FACES}, text)


def _montgomery(state: State) -> Odds:
    """The Montgomery die (5.5.2)."""
    columns = state.book.charts.support.montgomery
    return _on_die(columns, lambda n: f"{plural(n, 'column')} for British attacks" if n else "not ready")


def _reaction(state: State) -> Odds:
    """The German reaction to landings (13.8.1)."""
    told = _by_doing(state, landing.react, ReactionRolled)
    by = (Modifier("new Beachheads", state.now.new_beachheads, "13.8.2"),)
    able = {face: each.divisions for face, each in told.items()}
    return _on_die(able, lambda n: f"{plural(n, 'German division')} may react", by)


def _after_support(state: State, step: support.SupportPhase, command: Command) -> Odds | None:
    """The draw that follows the choice of the free marker; the Fortitude roll after the German's support phase."""
    if step.stage == "free":
        by = weather_row(state).support
        spread = evenly([support.draws(state, roll + by) for roll in TWO_DICE])
        shown = chances(dict(sorted(spread.items())), lambda n: (plural(n, "support marker"), {"count": n}))
        return Odds(shown, (Modifier("weather", by, "3.2"),) if by else ())
    if step.stage == "use" and step.side == GERMAN:
        return fortitude_odds(state)
    return None


def fortitude_odds(table: Table) -> Odds | None:
    """The roll of Operation Fortitude in this turn (14.1.3 to 14.1.5); None without one."""
    told = _by_doing(table, fortitude.begin_phase, FortitudeRolled)
    if not told:
        return None
    chart = table.book.charts.fortitude
    released = {face: chart.ends_at if each.over else each.result for face, each in told.items()}

    def text(result: int) -> str:
        return "Fortitude is over" if result == chart.ends_at else f"{plural(result, 'armoured division')} released"

    return _on_die(released, text, (Modifier("turn", chart.modifiers[table.turn], "14.1.3"),))


def _weather(state: State, turn: int) -> Odds | None:
    """The weather of the next turn (3.1.1)."""
    if turn > state.book.scenario.last:
        return None
    row = state.book.row(turn)
    spread = evenly([row.weather[roll] for roll in sorted(TWO_DICE)])
    return Odds(chances(spread, lambda weather: (f"{weather} on turn {turn}", {"weather": weather})))
