"""Exact odds of every roll: combat with its firefight and last stand (14 to 16, 22), and single dice (6 to 32)."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from wargame_tui.core.command import Command
from wargame_tui.core.event import Event, Modifier
from wargame_tui.core.state import changed
from wargame_tui.core.title import Chance, Figures, Odds
from wargame_tui.engine.odds import branches
from wargame_tui.engine.spread import FACES, chances, evenly, merged, mixed, span, successes
from wargame_tui.titles.ardennes_44.commands import End
from wargame_tui.titles.ardennes_44.events.fights import TIME_ON_TARGET
from wargame_tui.titles.ardennes_44.events.kinds import Added
from wargame_tui.titles.ardennes_44.events.moves import DemolitionTried, OurenRolled
from wargame_tui.titles.ardennes_44.events.specials import DisguiseTried, Dropped, DumpDemolitionTried, SurpriseTried
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.printed.names import RESULTS, STANDS, WITHDRAWALS
from wargame_tui.titles.ardennes_44.rules import (
    advance,
    artillery,
    bridges,
    combat,
    excess,
    fuel,
    modifiers,
    movement_phase,
    moving,
    recovery,
    results,
    supply,
    surrender,
    traffic,
    weather,
    withdrawal,
)
from wargame_tui.titles.ardennes_44.rules import battle as battles
from wargame_tui.titles.ardennes_44.rules.battle import Battle
from wargame_tui.titles.ardennes_44.shown import words
from wargame_tui.titles.ardennes_44.shown.pieces import piece_of
from wargame_tui.titles.ardennes_44.state import DIE, Draft, State, Table, Unit

ORDER = ("D1*", "DR4*", "DR3", "DR2", "FF", "FF(+1)", "EX", "Eng", "A1/Eng", "A1", TIME_ON_TARGET)
"""Results of the CRT, the best for the attacker first (16.1, 22.8)."""
LOST = "lost"
"""The fate of a unit that may withdraw but has no way (20.4)."""
MEANING = {**RESULTS, TIME_ON_TARGET: "time on target: no attack, the attacker loses a step"}
"""Results of the CRT and the firefight table in words."""
FATES = {**WITHDRAWALS, LOST: "withdraws, but has no path: eliminated"}
"""Results of a withdrawal in words."""

Spread = Mapping[Any, Fraction]
"""How likely each thing is."""
Detail = tuple[str, tuple[Chance, ...]]


def odds(state: State, command: Command) -> Odds | None:
    """What a legal command would decide by dice, and how likely each result is; None where nothing is rolled."""
    step = state.stack[-1] if state.stack else None
    match step:
        case Battle():
            return _in_battle(state, step, command)
        case combat.CombatPhase() if not isinstance(command, End):
            return _with_everybody(state, command)
        case withdrawal.WithdrawalPhase() | withdrawal.Withdrawing() if not isinstance(command, End):
            return _withdrawals(state, _after(state, command).stack[-1])
        case bridges.BridgePhase() | movement_phase.MovementPhase() if not isinstance(command, End):
            return _single(state, command)
        case moving.Moving() | advance.Advancing():
            return _single(state, command)
        case fuel.FuelPhase():
            return _shortage(state, _after(state, command))
    return _closing(state, step, command)


# Numbers


def _in_words(
    spread: Mapping[str, Fraction], meaning: Mapping[str, str], order: Sequence[str] | None = None
) -> tuple[Chance, ...]:
    """Printed results with what they mean, in their order on the die or another."""
    ordered = spread if order is None else {result: spread[result] for result in order if result in spread}
    return chances(ordered, lambda result: (f"{result}: {meaning[result]}", {"result": result}))


# Combat (14.4, 15.9, 22.8)


class Forecast(NamedTuple):
    """A combat as it stands: its numbers, and how likely each column and result is."""

    attack: int
    defence: int
    shifts: tuple[Modifier, ...]
    """Those known before defensive artillery and aircraft have rolled."""
    columns: Mapping[int, Fraction]
    """Places on the CRT."""
    results: Mapping[str, Fraction]


def forecast(table: Table, battle: Battle) -> Forecast:
    """The combat fought at once by the units named in it, whatever is still to be rolled."""
    charts = table.book.charts.combat
    strengths = modifiers.attack_strength(table, battle), modifiers.defence_strength(table, battle)
    shifts = modifiers.shifts(table, battle)
    column = modifiers.odds_column(*strengths) + sum(shift.value for shift in shifts)
    left = _left_shifts(table, battle)
    columns = merged((modifiers.on_crt(table, column - n), p) for n, p in left.items() if n is not None)
    dice = mixed((p, evenly([charts.crt[die][place] for die in FACES])) for place, p in columns.items())
    found = merged([(TIME_ON_TARGET, left.get(None, Fraction(0))), *dice.items()])
    return Forecast(*strengths, tuple(shifts), columns, found)


def _left_shifts(table: Table, battle: Battle) -> Mapping[int | None, Fraction]:
    """Columns to the left by the dice of guns and aircraft that are still to come; None: time on target."""
    if battle.struck:
        return {0: Fraction(1)}
    air = evenly(table.book.charts.combat.jabo) if battles.jabos_come(table, battle) else {0: Fraction(1)}
    return merged(
        (None if isinstance(guns, str) else guns + jabo, p * q)
        for guns, p in _guns(table, battle).items()
        for jabo, q in air.items()
    )


def _guns(table: Table, battle: Battle) -> Mapping[str | int, Fraction]:
    """Results of the defensive artillery (22.8)."""
    return evenly([battles.shelling(table, battle, die) for die in FACES]) if battle.defence else {0: Fraction(1)}


def _fought(table: Table, battle: Battle, notes: Sequence[str] = ()) -> Odds | None:
    """The odds of a combat that is fought at once."""
    if not battle.attackers:
        return None
    found = forecast(table, battle)
    further = (*_duel_details(table, battle, found), *_stand_details(table, battle, found))
    details = (_column_detail(table, found), *further)
    shown = _in_words(found.results, MEANING, ORDER)
    return Odds(shown, found.shifts, details, tuple(notes), figures(table, battle, found))


def figures(table: Table, battle: Battle, found: Forecast) -> Figures:
    """How likely the defenders go back, and the steps that both lose, before any last stand (16.1, 16.2)."""
    parts = list[tuple[Fraction, str]]()
    for result, p in found.results.items():
        case = changed(battle, result=result)
        able = leaders(table, case) if result.startswith("FF") else ()
        fought = duel(table, case, able[0])[0] if able else {result: Fraction(1)}
        parts += [(p * q, each) for each, q in fought.items()]
    backwards = sum(p for p, result in parts if "D1" in result or "DR" in result)
    mine = sum(p for p, result in parts if result.startswith(("A1", "EX")) or result == TIME_ON_TARGET)
    theirs = sum(p for p, result in parts if "D1" in result or result == "EX")
    return Figures(float(backwards), float(mine), float(theirs))


def odds_words(table: Table, found: Forecast) -> str:
    """Strengths and odds with all shifts known, `14 to 6, 2-1, shifted +1`."""
    columns = table.book.charts.combat.columns
    plain = columns[modifiers.on_crt(table, modifiers.odds_column(found.attack, found.defence))]
    moved = sum(shift.value for shift in found.shifts)
    return f"{found.attack} to {found.defence}, {plain}" + (f", shifted {moved:+d}" if moved else "")


def _column_detail(table: Table, found: Forecast) -> Detail:
    names = table.book.charts.combat.columns
    ordered = dict(sorted(found.columns.items(), reverse=True))
    whole = sum(ordered.values())
    shares = {place: p / whole for place, p in ordered.items()} if whole else {}
    shown = chances(shares, lambda place: (f"column {names[place]}", {"column": names[place]}))
    return f"Odds {odds_words(table, found)}", shown


def leaders(table: Table, battle: Battle) -> list[str]:
    """Attackers that could lead a firefight, the best first (16.2b)."""
    able = [
        name
        for name in battle.attackers
        if advance.may_lead_into(table, table.units[name], battle.target, battle.side) is None
    ]
    return sorted(able, key=lambda name: _sum(results.firefight_drm(table, battle, table.units[name])))


def _duel_details(table: Table, battle: Battle, found: Forecast) -> Iterator[Detail]:
    """What a firefight would come to, under the best lead unit."""
    for result in ("FF", "FF(+1)"):
        if result in found.results:
            case = changed(battle, result=result)
            able = leaders(table, case)
            if able:
                spread, drm = duel(table, case, able[0])
                yield f"{result} led by {able[0]}{_drm_words(drm)}", _in_words(spread, MEANING)


def duel(table: Table, battle: Battle, lead: str) -> tuple[Mapping[str, Fraction], Sequence[Modifier]]:
    """The results of a firefight under a lead unit, and what is added to its die (16.2)."""
    drm = results.firefight_drm(table, battle, table.units[lead])
    return evenly([results.duel_result(table, die, drm) for die in FACES]), drm


def _stand_details(table: Table, battle: Battle, found: Forecast) -> Iterator[Detail]:
    """What a last stand would come to, under the best lead unit, where a result may ask for one (16.7)."""
    if not {"DR2", "FF", "FF(+1)"} & found.results.keys():
        return
    able = [unit for unit in modifiers.defenders(table, battle) if results.stand_refusal(table, battle, unit) is None]
    if able:
        lead = min(able, key=lambda unit: _sum(results.stand_drm(table, battle, unit)))
        spread, drm = stand(table, battle, lead)
        yield f"Last stand led by {lead.id}{_drm_words(drm)}", _in_words(spread, STANDS)


def stand(table: Table, battle: Battle, lead: Unit) -> tuple[Mapping[str, Fraction], Sequence[Modifier]]:
    """The results of a last stand under a lead unit, and what is added to its die (16.7)."""
    drm = results.stand_drm(table, battle, lead)
    return evenly([results.stand_result(table, die, drm) for die in FACES]), drm


def _sum(drm: Sequence[Modifier]) -> int:
    return sum(each.value for each in drm)


def _drm_words(drm: Sequence[Modifier]) -> str:
    return f", DRM {_sum(drm):+d}" if drm else ""


# A combat by its stage


def _in_battle(state: State, step: Battle, command: Command) -> Odds | None:
    if not step.begun("shell"):
        if command == step.now.closing:
            return _fought(state, step, tuple(_assumed(state, step)))
        return _single(state, command) or _as_declared(state, step, command)
    match step.stage:
        case "firefight" if lead := piece_of(command):
            spread, drm = duel(state, step, lead)
            return Odds(_in_words(spread, MEANING), tuple(drm))
        case "stand" if lead := piece_of(command):
            spread, drm = stand(state, step, state.units[lead])
            return Odds(_in_words(spread, STANDS), tuple(drm))
        case "breakthrough" if command != step.now.closing:
            return _with_everybody(state, command)
    return None


def _as_declared(state: State, step: Battle, command: Command) -> Odds | None:
    """The combat with everything named so far, and with this command."""
    named = _after(state, command).stack[-1]
    if not isinstance(named, Battle) or named.stage != step.stage:
        return None
    return _fought(state, named, tuple(_assumed(state, step)))


def _assumed(state: State, step: Battle) -> Iterator[str]:
    """What is taken for granted of decisions still to be made."""
    if step.stage in ("declare", "bridges") and _crosses_bridge(state, step):
        yield "no bridge is blown before the attack"
    if step.stage in ("declare", "bridges") and step.side == GERMAN and _crosses_ouren(state, step):
        yield f"the Ouren bridge is intact; it is blown {words.up_to(state.book.charts.bridges.ouren)}"
    if step.stage in ("declare", "bridges", "call_off", "support") and step.sort != "counter":
        yield "no further support, and no defensive artillery"


def _keys(table: Table, step: Battle) -> Iterator[int]:
    """The hexsides over which a combat is fought."""
    keys = (modifiers.key_of(table, table.units[name], step.target) for name in step.attackers)
    return (key for key in keys if key is not None)


def _crosses_bridge(table: Table, step: Battle) -> bool:
    bridge = table.board.bridge
    return any(bridge[key] is not None and bridge[key] not in table.bridges for key in _keys(table, step))


def _crosses_ouren(table: Table, step: Battle) -> bool:
    return any(bridges.ouren_due(table, key) for key in _keys(table, step))


def _with_everybody(state: State, command: Command) -> Odds | None:
    """An attack about to be declared: everybody who may takes part (14.1, 14.3)."""
    g = _after(state, command)
    step = g.stack[-1]
    if not isinstance(step, Battle):
        return None
    while (name := _next_attacker(g, step)) is not None:
        step = changed(step, attackers=(*step.attackers, name))
    names = ", ".join(step.attackers)
    return _fought(g, step, (f"all able units take part: {names}", *_assumed(state, step)))


def _next_attacker(g: Draft, step: Battle) -> str | None:
    able = (
        piece_of(command) for command in step.candidates(g) if piece_of(command) and step.refusal(g, command) is None
    )
    return next(able, None)


def _after(state: State, command: Command) -> Draft:
    """The table once the command is carried out, before anything else happens."""
    g = Draft(state)
    g.stack[-1].do(g, command)
    return g


# Withdrawal (20.2)


def withdrawal_spread(table: Table, name: str) -> tuple[dict[str, Fraction], Sequence[Modifier]]:
    """The results of a unit that tries to withdraw; `lost` where it may but cannot (20.2, 20.4)."""
    unit = table.units[name]
    faces = [_fate(table, unit, withdrawal.result_of(table, unit, die)) for die in FACES]
    return evenly(faces), withdrawal.drm(table, unit)


def _fate(table: Table, unit: Unit, result: str) -> str:
    if not result.startswith("yes"):
        return result
    way = withdrawal.FallBack(unit.id, unit.location, unit.eng, result.endswith("D"))
    return result if way.decider(table) is not None else LOST


def _withdrawals(table: Table, step: Any) -> Odds | None:
    """How those fare who are named."""
    if not isinstance(step, withdrawal.Withdrawing):
        return None
    each = [(name, *withdrawal_spread(table, name)) for name in step.units]
    if len(each) == 1:
        _, spread, drm = each[0]
        return Odds(_in_words(spread, FATES), tuple(drm))
    gone = successes([_goes(spread) for _, spread, _ in each])
    details = tuple((f"{name}{_drm_words(drm)}", _in_words(spread, FATES)) for name, spread, drm in each)
    return Odds(chances(gone, lambda n: (f"{n} of {len(each)} withdraw", {"withdrawn": n})), details=details)


def _goes(spread: Mapping[str, Fraction]) -> Fraction:
    return sum((p for result, p in spread.items() if result.startswith("yes")), Fraction(0))


# One die: what it decides is read off what the rules then tell

_BRIDGE: Mapping[Any, str] = {True: "the bridge is blown", False: "the bridge holds"}
_OUREN: Mapping[Any, str] = {True: "the bridge at Ouren is blown", False: "the bridge at Ouren holds"}
_DUMP: Mapping[Any, str] = {True: "the dump is destroyed", False: "the dump survives"}
_DISGUISE: Mapping[Any, str] = {True: "not stopped", False: "recognised, must stop"}
_SURPRISE: Mapping[Any, str] = {True: "surprise, 1 shift right", False: "no surprise"}
_DROP: Mapping[Any, str] = {"full": "all come down", "reduced": "reduced", "eliminated": "scattered: eliminated"}


def _decided(event: Event) -> tuple[Any, Mapping[Any, str], Added] | None:
    """What came of a single die, the words for all that might have, what was added to it."""
    match event:
        case DemolitionTried():
            return event.blown, _BRIDGE, event.modifiers
        case OurenRolled():
            return event.blown, _OUREN, ()
        case DumpDemolitionTried():
            return event.destroyed, _DUMP, ()
        case DisguiseTried():
            return event.success, _DISGUISE, event.modifiers
        case SurpriseTried():
            return event.success, _SURPRISE, event.modifiers
        case Dropped():
            return event.result, _DROP, event.modifiers
    return None


def _single(state: State, command: Command) -> Odds | None:
    """The one die that a command rolls at once."""
    faces: dict[Any, list[int]] = {}
    decided: tuple[Any, Mapping[Any, str], Added] | None = None
    for branch in branches(lambda: Draft(state), command):
        decided = next(filter(None, map(_decided, branch.events)), None)
        if decided is None:
            return None
        faces.setdefault(decided[0], []).append(branch.dice[0])
    assert decided is not None
    _, meaning, added = decided
    outcomes = tuple(
        Chance(len(faces[value]) / DIE, f"{word} ({span(faces[value])})", {"result": value})
        for value, word in meaning.items()
        if value in faces
    )
    return Odds(outcomes, tuple(Modifier(*each) for each in added))


# What is rolled when a phase ends


def _closing(state: State, step: Any, command: Command) -> Odds | None:
    """The rolls that follow the end of a phase before anybody decides again."""
    if not isinstance(command, End):
        return None
    match step:
        case movement_phase.MovementPhase():
            return _recoveries(state, step.side)
        case combat.CombatPhase() if not state.night and not _will_place(state, step):
            return _close_of_traffic(state, step.side)
        case traffic.TrafficPhase():
            return _close_of_traffic(state, step.side)
        case artillery.ArtillerySupply() if fuel.ship_refusal(state) is not None:
            return _shortage(state, state)
        case bridges.BridgePhase() if step.side == ALLIED and weather.is_clear(state):
            return _air_support()
    return None


def _will_place(state: State, step: combat.CombatPhase) -> bool:
    """Whether the side decides on traffic markers next (24.3, 24.5)."""
    return traffic.has_markers(state, step.side) and traffic.TrafficPhase(step.side).decider(state) is not None


def _recoveries(state: State, side: Side) -> Odds | None:
    """Disrupted and routed units next to the enemy (18.4); not while stacks have to be reduced first."""
    if state.night or excess.crowded(state, side):
        return None
    each = []
    for unit in recovery.shaken(state, side):
        if recovery.must_roll(state, unit):
            drm = recovery.modifiers(state, unit)
            each.append((unit.id, Fraction(sum(recovery.recovers(state, die, drm) for die in FACES), DIE), drm))
    return _trials(each, "recovers", "does not recover", "recover")


def _trials(each: Sequence[tuple[str, Fraction, Sequence[Modifier]]], good: str, bad: str, many: str) -> Odds | None:
    """Several independent trials: how many succeed, with each as a detail; of one its own odds."""
    if not each:
        return None
    shown = {True: good, False: bad}
    details = []
    for name, p, drm in each:
        spread = {True: p, False: 1 - p}
        each_shown = chances(spread, lambda success: (shown[success], {"success": success}))
        details.append((f"{name}{_drm_words(drm)}", each_shown))
    if len(each) == 1:
        name, _, drm = each[0]
        found = tuple(Chance(chance.p, f"{name} {chance.text}", chance.data) for chance in details[0][1])
        return Odds(found, tuple(drm))
    counts = successes([p for _, p, _ in each])
    return Odds(chances(counts, lambda n: (f"{n} of {len(each)} {many}", {"count": n})), details=tuple(details))


def _close_of_traffic(state: State, side: Side) -> Odds | None:
    """Traffic markers that the dice take off, then surrender of isolated groups (23.7, 24.3)."""
    laid = [name for name, place in state.traffic.items() if place is not None and name.startswith(side)]
    groups = supply.isolated_groups(state, side)
    details = tuple(_surrender_detail(state, side, group) for group in groups)
    if laid:
        removed = evenly([len(traffic.taken_off(state, side, dice)) for dice in product(FACES, repeat=2)])
        outcomes = chances(
            dict(sorted(removed.items())), lambda n: (f"{n} of {len(laid)} traffic markers come off", {"removed": n})
        )
        return Odds(outcomes, details=details)
    if not groups:
        return None
    falls = successes([_falls(state, side, group) for group in groups])
    outcomes = chances(falls, lambda n: (f"{n} of {len(groups)} isolated groups surrender", {"surrendered": n}))
    return Odds(outcomes, surrender.modifiers(state, side), details)


def surrender_spread(table: Table, side: Side, group: Sequence[str]) -> dict[tuple[int, bool], Fraction]:
    """The points of an isolated group after its roll, and whether it surrenders (23.7)."""
    fates = [surrender.fate(table, side, group, die) for die in FACES]
    return dict(sorted(evenly([(fate.points, fate.surrenders) for fate in fates]).items()))


def _falls(table: Table, side: Side, group: Sequence[str]) -> Fraction:
    return sum((p for (_, gone), p in surrender_spread(table, side, group).items() if gone), Fraction(0))


def _surrender_detail(table: Table, side: Side, group: Sequence[str]) -> Detail:
    def show(fate: tuple[int, bool]) -> tuple[str, Mapping[str, Any]]:
        total, gone = fate
        return (f"surrenders ({total} points)" if gone else f"{total} points"), {"points": total, "surrendered": gone}

    drm = surrender.modifiers(table, side)
    return f"{', '.join(group)}{_drm_words(drm)}", chances(surrender_spread(table, side, group), show)


def _shortage(state: State, table: Table) -> Odds | None:
    """The fuel tables: the first result, the second as a detail (6.1, 6.3)."""
    if not fuel.is_short(state):
        return None
    shown = []
    for number in range(len(state.book.charts.fuel.tables)):
        named = evenly([tuple(fuel.struck(table, number, die)[1]) for die in FACES])
        shown.append(chances(named, lambda names: (_named(names), {"named": [*names]})))
    first, *others = shown
    return Odds(first, tuple(fuel.modifiers(table)), tuple((f"Table {n}", found) for n, found in enumerate(others, 2)))


def _named(names: Sequence[str]) -> str:
    """The divisions of a result of the fuel tables."""
    if not names:
        return "no shortage"
    if names[0].startswith(fuel.WEST):
        return f"a division of {names[0].removeprefix(fuel.WEST)} Army west of the Ourthe"
    return " or ".join(names)


def _air_support() -> Odds:
    """Air support markers of the Allied turn (15.6)."""
    spread = evenly([movement_phase.air_markers(die) for die in FACES])
    return Odds(chances(spread, lambda n: (f"{n} air support marker{'s' if n > 1 else ''}", {"markers": n})))
