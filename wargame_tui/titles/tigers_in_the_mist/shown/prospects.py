"""What battles promise: those in hand, and those that a side could fight where its units get to."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from wargame_tui.board.phrases import percent
from wargame_tui.core.state import changed
from wargame_tui.titles.tigers_in_the_mist.printed.book import enemy
from wargame_tui.titles.tigers_in_the_mist.printed.data import Side
from wargame_tui.titles.tigers_in_the_mist.rules import combat, movement, stacking, supply
from wargame_tui.titles.tigers_in_the_mist.shown import odds
from wargame_tui.titles.tigers_in_the_mist.state import Stack, State, Unit, book_of, positions, units_in


def prospect_words(found: odds.Prospect) -> str:
    """`taken 62%, losses 0.9 for 2.3`."""
    return f"taken {percent(found.takes)}, losses {found.attacker_loses:.1f} for {found.defender_loses:.1f}"


_known: dict[Any, odds.Prospect] = {}
"""Prospects of battles by all on which they rest."""
MOST_KNOWN = 500


def promise(state: State, area: str, side: Side) -> odds.Prospect:
    """The battle as all who can attack would fight it."""
    return prospect(state, area, side, [*combat.must_attack(state, area, side), *combat.may_attack(state, area, side)])


def prospect(state: State, area: str, side: Side, attackers: Sequence[Unit]) -> odds.Prospect:
    """The battle of units there against all enemies there, worked out once."""
    defenders = tuple(units_in(state, area, enemy(side)))
    out = frozenset(state.unsupplied_for_combat) & {unit.id for unit in (*attackers, *defenders)}
    key = state.scenario, area, state.active, tuple(attackers), defenders, out, area in state.contested_at_start
    if key not in _known:
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        names = tuple(unit.id for unit in attackers), tuple(unit.id for unit in defenders)
        _known[key] = odds.prospect(state, combat.Battle(area, side, *names))
    return _known[key]


def within_reach(state: State, side: Side, able: Iterable[Unit]) -> Mapping[str, odds.Prospect]:
    """Every area with enemies in which a side can fight a battle in an impulse, and what it promises.

    `able`: its units that can move in it.
    """
    return {area: imagined(state, side, area, here) for area, here in parties(state, side, able)}


def parties(state: State, side: Side, able: Iterable[Unit]) -> Iterator[tuple[str, list[Unit]]]:
    """Who could attack each area with enemies in an impulse: those who are there or get there, as they would stand.

    Who gets there is counted singly: each by its cheapest road, the strongest attack first, up to the limit (7.1).
    """
    book, comers = book_of(state), _comers(state, side, able)
    for area in positions(state).occupied[enemy(side)]:
        if area in book.zone_set:
            continue
        here = [*combat.must_attack(state, area, side), *combat.may_attack(state, area, side)]
        staying = [unit for unit in units_in(state, area, side) if unit not in here]
        for unit in sorted(comers.get(area, ()), key=lambda one: (-one.strength * one.attack, one.id)):
            if stacking.within_limit(state, [*staying, *here, unit]):
                here.append(unit)
        if here:
            yield area, here


def _comers(state: State, side: Side, able: Iterable[Unit]) -> Mapping[str, list[Unit]]:
    """The units that can get to each area with enemies, as they would stand there."""
    book, foes = book_of(state), positions(state).occupied[enemy(side)]
    found: dict[str, list[Unit]] = {}
    known: dict[Any, Mapping[str, movement.Way]] = {}
    for unit in able:
        out = () if supply.in_supply(state, unit) else (unit.id,)
        alike = (unit.location, unit.type, unit.on_foot, unit.strength, bool(out), unit.entry_zones)
        if alike not in known:
            known[alike] = movement.ways(state, Stack([unit]), 0, 0, out)
        for to, way in known[alike].items():
            if to in foes:
                last = book.road_to[(unit.location, *way.path)[-2], to]
                arrived = {"location": to, "entered_enemy": True, "entered_from": last.here, "entrenched": False}
                river = last.bridge is not None
                found.setdefault(to, []).append(changed(unit, crossed_river=river, **arrived))
    return found


def imagined(state: State, side: Side, area: str, attackers: Sequence[Unit]) -> odds.Prospect:
    """The battle of units that would have got there."""
    there: State = changed(state, units={**state.units, **{unit.id: unit for unit in attackers}})
    return prospect(there, area, side, attackers)
