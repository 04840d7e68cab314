"""How the greedy player of Liberty Roads comes over the sea and through the air: transport, drops, landings."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wargame_tui.core.command import Command
from wargame_tui.titles.liberty_roads import commands as c
from wargame_tui.titles.liberty_roads.bot.moves import PACE
from wargame_tui.titles.liberty_roads.bot.rear import hq_worth
from wargame_tui.titles.liberty_roads.bot.sight import FAR, Option, View, best_of, distance, nearest, ways_to
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, AMERICAN, BRITISH, GERMAN
from wargame_tui.titles.liberty_roads.rules import control, drops, landing, sea, stacking, supply
from wargame_tui.titles.liberty_roads.rules.drops import DropPhase
from wargame_tui.titles.liberty_roads.rules.landing import FollowingUp, Inland, NewPluto, Planning
from wargame_tui.titles.liberty_roads.rules.sea import SeaPhase
from wargame_tui.titles.liberty_roads.state import State, Unit

IDLE = 6.0
"""What it is worth to land in the south: who waits in the Mediterranean has no other way."""
ROOMY = 2
"""Divisions in a beachhead beside which others find room."""
CROWDED = 1.5
"""What it costs to land where others must make room in the movement phase."""
CARRIED = 0.8
"""What it is worth that an invasion zone carries a unit more."""

# ------------------------------------------------------------------ the sea (11)


def _ship(state: State, step: SeaPhase, view: View) -> Command:
    """HQs, engineers for ports that do not work, then the strongest, to the harbour nearest to the prizes."""
    options: list[Option] = []
    places: dict[str, float] = {}
    for each in step.legal(state):
        if isinstance(each, c.LandHq):
            hex_ = view.board.index[each.hex]
            options.append((9.0 + 0.1 * hq_worth(view, state.units[each.unit], hex_), each))
        elif isinstance(each, c.Ship) and each.place in view.board.index:
            if each.place not in places:
                places[each.place] = _harbour_worth(view, view.board.index[each.place])
            options.append((_ship_worth(view, each, places[each.place]), each))
    return best_of(options, 0.0) or c.End()


def _harbour_worth(view: View, hex_: int) -> float:
    """What a harbour leads to."""
    goals = [value * PACE ** ways_to(goal, view.foes)[hex_] for goal, value in view.prizes.items()]
    return max(goals, default=0.0) + 0.1


def _ship_worth(view: View, ship: c.Ship, place: float) -> float:
    """What it is worth to carry a unit to a harbour of some worth."""
    state, hex_ = view.state, view.board.index[ship.place]
    unit = state.units[ship.unit]
    printed = state.piece(unit)
    if printed.division and not _has_room_ashore(view, unit, hex_):
        return -1.0
    if printed.hq:
        return 5.0 + place
    if printed.engineer:
        port = view.board.ports.get(ship.place)
        broken = port is not None and port.size == "major" and not supply.port_works(state, ship.place)
        there = any(state.piece(each).engineer for each in state.units_in(ship.place, ALLIED))
        return 8.0 if broken and not there else -1.0
    crowded = CROWDED * sea.is_full(state, unit, ship.place)
    return view.step_worth(unit) + place - 1.0 * printed.airborne - crowded


def _has_room_ashore(view: View, unit: Unit, hex_: int) -> bool:
    """Whether a division finds a place in a harbour or in the hexes next to it, with all who are there."""
    board, room = view.board, 0
    for there in (hex_, *board.land[hex_]):
        if not view.foes >> there & 1:
            stack = [each for each in view.own_stacks.get(there, ()) if view.state.piece(each).division]
            alike = not stacking.is_mixed(view.state, [unit, *stack])
            room += (stacking.most_divisions(view.state, board.names[there]) - len(stack)) * alike
    return room > 0


# ------------------------------------------------------------------ drops and landings (12, 13)


def _drop(state: State, step: DropPhase, view: View) -> Command:
    """On the beaches of an invasion and behind them, later on prizes that the others are about to reach."""
    beaches = _beaches(state, view) if state.campaign.invasions == 0 else ()
    options: list[Option] = []
    for each in step.legal(state):
        if isinstance(each, c.Drop):
            hex_ = view.board.index[each.hex]
            if each.hex in beaches:
                value = _beach_drop_worth(view, each, beaches)
            else:
                value = _drop_worth(view, hex_, beaches) - view.exposure(hex_, [state.units[each.unit]])
            options.append((value, each))
    return best_of(options, 0.5) or c.End()


def _beach_drop_worth(view: View, drop: c.Drop, beaches: Sequence[str]) -> float:
    """On a beach to be landed upon: less of the Wall, more to attack it. There is room for one of its nation."""
    state = view.state
    if state.units_in(drop.hex, ALLIED) or not _fits_sector(view, drop.unit, drop.hex, beaches):
        return -1.0
    by = sum(each.value for each in drops.modifiers(state, drop.hex, on_friends=False))
    guard = sum(state.piece(unit).defence[unit.reduced] for unit in state.units_in(drop.hex, GERMAN))
    return 2.0 + 0.1 * guard + 0.3 * by


def _drop_worth(view: View, hex_: int, beaches: Sequence[str]) -> float:
    state, name = view.state, view.board.names[hex_]
    if view.foes >> hex_ & 1 or control.is_active(state, name) or view.own >> hex_ & 1:
        return -1.0
    by = sum(each.value for each in drops.modifiers(state, name, on_friends=False))
    price = 0.25 * max(0, -by)
    if beaches:
        near = min(distance(hex_, view.board.index[each]) for each in beaches)
        return (1.5 if near == 1 else -1.0) - price
    if not view.own_stacks or nearest(hex_, view.own_stacks) > 2:
        return -1.0
    return view.prizes.get(hex_, 0.0) - price - 0.3


def _beach_worth(state: State, view: View, hex_: str) -> float:
    """How good a beach is for a landing: what defends it, what it leads to, who has dropped on it."""
    zone = landing.zone_of(state, hex_)
    if zone is None or view.book.map.beaches.get(hex_) is None:
        return -FAR
    where, level = view.board.index[hex_], view.book.map.beaches[hex_].level
    guard = sum(state.piece(unit).defence[unit.reduced] for unit in state.units_in(hex_, GERMAN))
    goals = [value * PACE ** ways_to(goal, 0)[where] for goal, value in view.prizes.items()]
    dropped = len(state.units_in(hex_, ALLIED))
    return 3.0 * dropped + sum(sorted(goals)[-6:]) / 4 + 1.5 * zone.aircraft - 0.5 * level - 0.35 * guard


def _beaches(state: State, view: View) -> Sequence[str]:
    """The beaches of the best zone, as many as may be landed on at once."""
    chart = view.book.charts.landing
    most = min(chart.at_once, chart.markers - state.campaign.landings)
    best: tuple[float, Sequence[str]] = (-FAR * 1.0, ())
    for zone in view.book.map.zones.values():
        waiting = [
            unit
            for unit in state.units_in(sea.box_of(zone.sea), ALLIED)
            if state.piece(unit).division and not state.piece(unit).armour
        ]
        planner = Planning()
        able = [hex_ for hex_ in zone.coast if planner.refusal(state, c.Land(hex_)) is None]
        able = sorted(able, key=lambda hex_: -_beach_worth(state, view, hex_))[:most]
        if len(able) < most or len(waiting) < 2 * most:
            continue
        value = sum(_beach_worth(state, view, hex_) for hex_ in able) + CARRIED * (zone.assault + zone.follow_up)
        value += IDLE * (zone.sea == "mediterranean")
        best = max(best, (value, able), key=lambda each: each[0])
    return best[1]


def _plan_landing(state: State, step: Planning, view: View) -> Command:
    """Landings on the best beaches, assault units by nationality, D-Day markers in turn."""
    beaches = [*step.assault] if step.assault else _beaches(state, view)
    wanted = _beaches(state, view)
    for hex_ in wanted:
        if hex_ not in step.assault and step.refusal(state, c.Land(hex_)) is None:
            return c.Land(hex_)
    assaults = [each for each in step.legal(state) if isinstance(each, c.Assault)]
    if assaults:
        fewest = min(len(step.assault[each.hex]) for each in assaults)
        first = [each for each in assaults if len(step.assault[each.hex]) == fewest]
        return max(first, key=lambda each: (_assault_worth(view, each, beaches), each.unit))
    order = ("naval", "funnies", "air", "rangers", "commandos", "amphibious", "partisans")
    assigns = [each for each in step.legal(state) if isinstance(each, c.Assign)]
    return min(
        assigns,
        key=lambda each: (len(step.dday.get(each.hex, ())), order.index(each.marker) if each.marker in order else 9),
        default=c.End(),
    )


def _assault_worth(view: View, assault: c.Assault, beaches: Sequence[str]) -> float:
    """The strongest; the British in the east, the Americans in the west."""
    printed = view.state.piece(assault.unit)
    fits = _fits_sector(view, assault.unit, assault.hex, beaches)
    return view.step_worth(view.state.units[assault.unit]) + 0.5 * fits - 2.0 * printed.airborne


def _fits_sector(view: View, unit: str, hex_: str, beaches: Sequence[str]) -> bool:
    """Whether a unit's nation lands there: the British in the easternmost hex, the Americans west of it."""
    nation = BRITISH if sorted(beaches)[-1] == hex_ else AMERICAN
    return nation in view.state.piece(unit).nationalities


def _inland(state: State, step: Inland, view: View) -> Command:
    """Onto prizes next door, and to make room for those who follow."""

    def value(each: c.Place) -> float:
        unit, where = state.units[each.unit], view.board.index[each.place]
        here = view.own_stacks.get(view.board.index[unit.location], ())
        crowded = sum(state.piece(other).division for other in here) > ROOMY
        there = [*view.own_stacks.get(where, ()), unit]
        return view.prizes.get(where, 0.0) + crowded - 0.8 * view.exposure(where, there)

    return best_of([(value(each), each) for each in step.legal(state) if isinstance(each, c.Place)], 0.4) or c.End()


def _follow_up(state: State, step: FollowingUp, view: View) -> Command:
    """An HQ for each nationality, then the strongest."""
    hqs = {name for unit in state.on_map(ALLIED) if state.piece(unit).hq for name in state.piece(unit).nationalities}

    def value(each: c.FollowUp) -> float:
        unit = state.units[each.unit]
        printed = state.piece(unit)
        if printed.engineer or (printed.hq and printed.nationalities & hqs):
            return -1.0
        there = {name for one in state.units_in(each.hex, ALLIED) for name in state.piece(one).nationalities}
        fits = bool(printed.nationalities & there)
        return 3.0 * printed.hq + fits + view.step_worth(unit) - printed.airborne

    return best_of([(value(each), each) for each in step.legal(state) if isinstance(each, c.FollowUp)], 0.0) or c.End()


def _new_pluto(state: State, step: NewPluto, view: View) -> Command:
    """Where the landing is, a little inland."""
    return c.PlacePluto(state.campaign.beachheads[-1])


HANDLERS: Mapping[type[Any], Callable[[State, Any, View], Command]] = {
    SeaPhase: _ship,
    DropPhase: _drop,
    Planning: _plan_landing,
    Inland: _inland,
    FollowingUp: _follow_up,
    NewPluto: _new_pluto,
}
