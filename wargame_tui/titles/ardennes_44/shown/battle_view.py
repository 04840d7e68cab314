"""A combat as it is followed on the screen: strengths unit by unit, column shifts, dice, what they do (14 to 19)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from wargame_tui.board.fact import Fact
from wargame_tui.board.scene import Counter
from wargame_tui.board.steps import step_of
from wargame_tui.board.title import Battle, BattleRow, Chart, Tally
from wargame_tui.core.event import Event, Modifier
from wargame_tui.titles.ardennes_44.events.fights import (
    TIME_ON_TARGET,
    AttackOpened,
    CombatRolled,
    FirefightRolled,
    JabosCame,
    LastStandRolled,
    Retreated,
    Returned,
    Shelled,
)
from wargame_tui.titles.ardennes_44.events.kinds import Aftermath, CombatDie, OfUnit
from wargame_tui.titles.ardennes_44.printed.book import enemy
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.printed.names import STANDS, called, unit_name
from wargame_tui.titles.ardennes_44.rules import advance, modifiers, results, retreat, special
from wargame_tui.titles.ardennes_44.rules import battle as battles
from wargame_tui.titles.ardennes_44.shown import odds, pieces
from wargame_tui.titles.ardennes_44.state import Table, Unit, on_six

E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True)
class _Told:
    """A combat as the events tell it, from its opening."""

    opening: AttackOpened
    story: tuple[Aftermath, ...]

    @property
    def hex(self) -> str:
        """The hex attacked."""
        return self.opening.hex

    def last(self, kind: type[E]) -> E | None:
        """The last event of a kind."""
        return next((event for event in reversed(self.story) if isinstance(event, kind)), None)

    @property
    def dice(self) -> Iterator[CombatDie]:
        """The dice that have fallen."""
        return (event for event in self.story if isinstance(event, CombatDie))

    @property
    def is_resolved(self) -> bool:
        """Whether the die has fallen, or time on target has cancelled the attack."""
        shelled = self.last(Shelled)
        return self.last(CombatRolled) is not None or (shelled is not None and shelled.result == TIME_ON_TARGET)


def battle(state: Table, events: Sequence[Event]) -> Battle | None:
    """The combat in hand, or the last one among the events if it has just ended."""
    told = _last(events)
    step = step_of(state, battles.Battle)
    if step is not None:
        return _in_hand(state, step, told if told is not None and step.struck and told.hex == step.target else None)
    return ended(state, events)


def ended(state: Table, events: Sequence[Event]) -> Battle | None:
    """The last combat among the events, if it is resolved, whatever is being fought since."""
    told = _last(events)
    if told is None or not told.is_resolved:
        return None
    return _finished(state, told)


def _last(events: Sequence[Event]) -> _Told | None:
    """The last combat among the events, up to whatever else has begun since."""
    start = next((n for n in range(len(events) - 1, -1, -1) if isinstance(events[n], AttackOpened)), None)
    if start is None:
        return None
    opening, *following = events[start:]
    assert isinstance(opening, AttackOpened)
    story: list[Aftermath] = []
    for event in following:
        if not isinstance(event, Aftermath):
            break
        story.append(event)
    return _Told(opening, tuple(story))


# What became of whom


def _fates(state: Table, told: _Told | None) -> Mapping[str, str]:
    """What became of each unit, in the order in which it happened."""
    found: dict[str, dict[str, None]] = {}
    for event in told.story if told is not None else ():
        for name, word in event.fates(called):
            found.setdefault(name, {})[word] = None
    return {name: ", ".join(fates) for name, fates in found.items()}


def _defenders(state: Table, told: _Told | None, target: str, side: Side) -> list[str]:
    """Who defends, and who did until the combat drove him out."""
    here = [unit.id for unit in state.units_in(target, side)]
    gone: dict[str, None] = {}
    for event in told.story if told is not None else ():
        match event:
            case Returned():
                continue
            case Retreated(unit=name, from_=origin) | OfUnit(unit=name, hex=origin):
                if origin == target and name in state.units and state.units[name].side == side:
                    gone[name] = None
    return list(dict.fromkeys((*gone, *here)))


# The combat in hand


def _in_hand(state: Table, step: battles.Battle, told: _Told | None) -> Battle:
    foe = enemy(step.side)
    fates = _fates(state, told)
    found = odds.forecast(state, step) if told is None and step.attackers else None
    return Battle(
        space=step.target,
        heading=step.title(state),
        attacker=step.side,
        defender=foe,
        attackers=(*_attackers(state, step, fates), *_fallen(state, step, told, fates)),
        defenders=tuple(_row(state, name, step.target, fates) for name in _defending(state, step, told, foe)),
        stage=_stage(state, step),
        modifiers=_shifts(state, step, told),
        shots=(),
        finished=False,
        tallies=_tallies(state, step, told),
        throws=_throws(told),
        singly=True,
        result=_result(told) if told is not None else _as_it_stands(state, found),
        chart=_chart(state, told, found),
    )


def _stage(state: Table, step: battles.Battle) -> str:
    for above in reversed(state.stack):
        match above:
            case results.TakeLoss():
                return f"the {above.side} player takes a step loss"
            case retreat.Retreating():
                return "retreat"
            case advance.Advancing():
                return "advance"
    return str(step.now.told)


def _defending(state: Table, step: battles.Battle, told: _Told | None, foe: Side) -> list[str]:
    gone = [name for name in step.fled if name in state.units]
    guns = [name for name in step.defence if name in state.units]
    return list(dict.fromkeys((*_defenders(state, told, step.target, foe), *gone, *guns)))


def _attackers(state: Table, step: battles.Battle, fates: Mapping[str, str]) -> Iterator[BattleRow]:
    for name in step.attackers:
        unit = state.units[name]
        value = modifiers.attack_value(state, unit, step.target) if _stands(state, unit, step) else state.attack(unit)
        parts = [worth(state, unit, step.target)] if _stands(state, unit, step) else []
        parts += ["lead unit"] if name == step.lead else []
        yield BattleRow(_counter(state, unit), state.attack(unit), value, _joined(*parts, fates.get(name, "")))
    for name in step.support:
        yield BattleRow(_counter(state, state.units[name]), 0, 0, _joined("supports", fates.get(name, "")))


def _fallen(state: Table, step: battles.Battle, told: _Told | None, fates: Mapping[str, str]) -> Iterator[BattleRow]:
    """Who attacked, too, and was eliminated."""
    for name in told.opening.units if told is not None else ():
        if name in state.units and name not in step.attackers:
            yield _over_row(state, name, state.attack(state.units[name]), fates)


def _stands(state: Table, unit: Unit, step: battles.Battle) -> bool:
    """Whether a unit is still where it attacks from: beside the hex, or off the map."""
    board = state.board
    here = board.index.get(unit.location)
    return here is None or board.grid.direction(here, board.index[step.target]) is not None


def worth(state: Table, unit: Unit, target: str) -> str:
    """Why a unit attacks with other than its strength: halved or doubled (15.2, 27.4)."""
    value, rule = modifiers.attack_value(state, unit, target), modifiers.halving(state, unit, target)
    if rule is not None:
        return f"halved to {value} ({rule})"
    return f"doubled to {value} (27.4)" if value > state.attack(unit) else ""


def _row(state: Table, name: str, target: str, fates: Mapping[str, str]) -> BattleRow:
    unit = state.units[name]
    marks = []
    if unit.location == target and name in state.now.retreated:
        marks.append("adds nothing (17.5)")
    if unit.location != target and state.piece(unit).artillery and name not in fates:
        marks.append("supports")
    return BattleRow(
        _counter(state, unit), state.defence(unit), state.defence(unit), _joined(*marks, fates.get(name, ""))
    )


def _counter(state: Table, unit: Unit) -> Counter:
    """The counter under the whole name of its unit: in a combat there is room for it."""
    return replace(pieces.counter(state, unit), label=called(unit.id))


def _joined(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


def _shifts(state: Table, step: battles.Battle, told: _Told | None) -> tuple[Fact, ...]:
    """Column shifts as they stand, or as they counted (15.9)."""
    combat = told.last(CombatRolled) if told is not None else None
    found = [Modifier(*shift) for shift in combat.shifts] if combat is not None else modifiers.shifts(state, step)
    return tuple(map(Fact.of, found if step.attackers or combat is not None else ()))


def _tallies(state: Table, step: battles.Battle, told: _Told | None) -> tuple[Tally, ...]:
    """Both strengths term by term, then every die."""
    if told is not None:
        return _told_tallies(told, step.side)
    mine = tuple(_attack_term(state, state.units[name], step.target) for name in step.attackers)
    note = "" if step.attackers else "no attackers yet"
    return (
        Tally(step.side, "attack", mine, None, note),
        Tally(enemy(step.side), "defence", tuple(_defence_terms(state, step)), None),
    )


def _attack_term(state: Table, unit: Unit, target: str) -> Modifier:
    rule = modifiers.halving(state, unit, target)
    value = modifiers.attack_value(state, unit, target)
    return Modifier(f"{unit_name(unit.id)}{', halved' if rule else ''}", value, rule or "14.4")


def _defence_terms(state: Table, step: battles.Battle) -> Iterator[Modifier]:
    side = enemy(step.side)
    for unit in state.units_in(step.target, side):
        counts = unit.id not in state.now.retreated
        yield Modifier(unit_name(unit.id), state.defence(unit) if counts else 0, "14.4" if counts else "17.5")
    dump = special.dump_strength(state, step.target, step.side)
    if dump:
        yield Modifier("guard of the fuel dump", dump, "32.2")
    bonus = modifiers.dcb(state, step.target, side)
    if bonus:
        yield Modifier("DCB", bonus, "15.1")
    if bonus + dump + sum(state.defence(unit) for unit in modifiers.defenders(state, step)) < 1:
        yield Modifier("at least", 1, "14.4")


def _throws(told: _Told | None) -> int:
    return sum(1 for _ in told.dice) if told is not None else 0


def _told_tallies(told: _Told, side: Side) -> tuple[Tally, ...]:
    """Both strengths and every die with its modifiers."""
    found: list[Tally] = []
    combat = told.last(CombatRolled)
    if combat is not None:
        found.append(Tally(side, "attack", (Modifier("strength", combat.attack, "14.4"),), None))
        found.append(Tally(enemy(side), "defence", (Modifier("strength with DCB", combat.defence, "14.4"),), None))
    for die in told.dice:
        whose = enemy(side) if die.by_defender else side
        found.append(Tally(whose, die.purpose, tuple(die.terms), (die.die,)))
    return tuple(found)


def _chart(state: Table, told: _Told | None, found: odds.Forecast | None) -> Chart | None:
    """The table in which the last die is read; the CRT until a firefight or a last stand is rolled."""
    chart = state.book.charts.combat
    dice = [*told.dice] if told is not None else []
    last = dice[-1] if dice else None
    match last:
        case FirefightRolled(die=die):
            return _of_six("Firefight", chart.firefight, on_six(die, [*last.terms]))
        case LastStandRolled(die=die):
            return _of_six("Last stand", chart.stand, on_six(die, [*last.terms]))
    return _crt(state, told, found)


def _of_six(name: str, cells: Sequence[str], row: int) -> Chart:
    """A table of one column (TA6)."""
    rows = tuple((str(die), (cell,)) for die, cell in enumerate(cells, 1))
    return Chart(name, ("result",), rows, 0, row - 1, "TA6")


def _crt(state: Table, told: _Told | None, found: odds.Forecast | None) -> Chart | None:
    """The combat results table (TA2) with the column that counts, as far as only one can, and the row of the die."""
    chart = state.book.charts.combat
    combat = told.last(CombatRolled) if told is not None else None
    rows = tuple((str(die), results_) for die, results_ in sorted(chart.crt.items()))
    if combat is not None:
        return Chart("CRT", chart.columns, rows, chart.columns.index(combat.column), combat.die - 1, "TA2")
    columns = [*found.columns] if found is not None else []
    return Chart("CRT", chart.columns, rows, columns[0], None, "TA2") if len(columns) == 1 else None


def _as_it_stands(state: Table, found: odds.Forecast | None) -> str:
    """The column as far as all is declared, with its chances."""
    if found is None:
        return ""
    columns = state.book.charts.combat.columns
    names = [columns[place] for place in sorted(found.columns, reverse=True)]
    words_ = f"odds {odds.odds_words(state, found)}"
    return f"{words_}: column {' or '.join(names)}" if names else words_


def _result(told: _Told) -> str:
    """What the dice mean so far, the last one last."""
    parts = []
    shelled, jabo, combat = told.last(Shelled), told.last(JabosCame), told.last(CombatRolled)
    if shelled is not None and shelled.result == TIME_ON_TARGET:
        parts.append(odds.MEANING[TIME_ON_TARGET])
    elif shelled is not None and shelled.result:
        parts.append(f"defensive artillery {-int(shelled.result):+d}")
    if jabo is not None and jabo.shifts:
        parts.append(f"Jabos {-jabo.shifts:+d}")
    if combat is not None:
        parts.append(f"{combat.result} on {combat.column}: {odds.MEANING[combat.result]}")
    duel, stand = told.last(FirefightRolled), told.last(LastStandRolled)
    if duel is not None:
        parts.append(f"firefight {duel.result}: {odds.MEANING[duel.result]}")
    if stand is not None:
        parts.append(f"last stand {stand.result}: {STANDS[stand.result]}")
    return "; ".join(parts)


# What is over


def _finished(state: Table, told: _Told) -> Battle:
    """A combat from its events alone."""
    opening = told.opening
    side = opening.side
    fates = _fates(state, told)
    combat = told.last(CombatRolled)
    names = [name for name in opening.units if name in state.units]
    return Battle(
        space=told.hex,
        heading=battles.heading(state, opening.sort, told.hex),
        attacker=side,
        defender=enemy(side),
        attackers=tuple(_over_row(state, name, state.attack(state.units[name]), fates) for name in names),
        defenders=tuple(
            _over_row(state, name, state.defence(state.units[name]), fates)
            for name in _defenders(state, told, told.hex, enemy(side))
        ),
        stage="over",
        modifiers=tuple(Fact.of(Modifier(*shift)) for shift in combat.shifts) if combat is not None else (),
        shots=(),
        finished=True,
        tallies=_told_tallies(told, side),
        throws=_throws(told),
        singly=True,
        result=_result(told),
        chart=_chart(state, told, None),
    )


def _over_row(state: Table, name: str, strength: int, fates: Mapping[str, str]) -> BattleRow:
    return BattleRow(_counter(state, state.units[name]), strength, strength, fates.get(name, ""))


# Losses
