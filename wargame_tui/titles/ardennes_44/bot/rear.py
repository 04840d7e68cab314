"""Staff work: fuel, guns, bridges, entries, traffic, withdrawals, replacements, the night."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from wargame_tui.core.command import Command
from wargame_tui.core.state import changed
from wargame_tui.titles.ardennes_44 import commands as c
from wargame_tui.titles.ardennes_44.bot.moves import BEHIND, score
from wargame_tui.titles.ardennes_44.bot.sight import View
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN
from wargame_tui.titles.ardennes_44.rules import modes, moving, stacking, supply
from wargame_tui.titles.ardennes_44.rules.artillery import ArtillerySupply
from wargame_tui.titles.ardennes_44.rules.bridges import BridgePhase
from wargame_tui.titles.ardennes_44.rules.fuel import FuelChoice, FuelPhase, division_of
from wargame_tui.titles.ardennes_44.rules.movement_phase import MovementPhase
from wargame_tui.titles.ardennes_44.rules.moving import Moving
from wargame_tui.titles.ardennes_44.rules.off_map import WEST
from wargame_tui.titles.ardennes_44.rules.replacements import Replacements
from wargame_tui.titles.ardennes_44.rules.setup import SetUp
from wargame_tui.titles.ardennes_44.rules.traffic import TrafficPhase
from wargame_tui.titles.ardennes_44.rules.withdrawal import FallBack, WithdrawalPhase, Withdrawing
from wargame_tui.titles.ardennes_44.state import State, Unit, Works, unmoved

CLOSE = 4
"""Hexes from the enemy at which a bridge is blown, or a stack digs in."""
SAFE = 8
"""Hexes from the enemy at which the Allies rebuild one."""
BEYOND = 8.0
"""What a stack that withdraws gives up, in half points of its way, to be out of contact."""
ENTRY = ("strategic", "normal", "extended", "tactical")
"""Ways of coming onto the map, the farthest first."""
ROAD: Mapping[str | None, int] = {"primary": 3, "secondary": 1, "forest": 1}


# ------------------------------------------------------------------ the movement phase


def in_movement(state: State, step: MovementPhase, view: View) -> Iterator[Command | None]:
    """What is done beside the orders: reinforcements, prime movers, drops, improved positions, night markers."""
    legal = [*step.legal(state)]
    yield from _reinforce(state, legal, view)
    yield from _guns(state, legal, view)
    drops = [each for each in legal if isinstance(each, c.Drop)]
    heydte = next((unit for unit in state.units.values() if state.piece(unit).entry.role == "heydte"), None)
    if drops and heydte is not None:
        yield min(drops, key=lambda each: (view.field(heydte)[view.board.index[each.hex]], each.hex))
    if view.side == ALLIED:
        yield from (each for each in legal if isinstance(each, c.Dig) and _digs(state, each.unit, view))
    yield from _by_night(state, legal, view)


def _reinforce(state: State, legal: list[Command], view: View) -> Iterator[Command | None]:
    """Units off the map come where they are wanted most, as far as there is room."""
    index = view.board.index
    found = list[tuple[float, Command]]()
    for command in legal:
        if isinstance(command, c.Enter | c.Arrive):
            unit = state.units[command.unit]
            place = command.hex if isinstance(command, c.Arrive) else state.book.map.entries[command.letter].hex
            if stacking.no_room(state, place, view.side, [unit]) is not None:
                continue
            worth = score(view, unit, index[place], state.units_in(place, view.side))
            worth -= ENTRY.index(command.mode) if isinstance(command, c.Enter) else 0
            found.append((worth, command))
    yield max(found, key=lambda one: (one[0], one[1].notation()), default=(0.0, None))[1]
    yield from (each for each in legal if isinstance(each, c.Seal))


def _guns(state: State, legal: list[Command], view: View) -> Iterator[Command | None]:
    """Guns that reach nothing are drawn forward, those with a prime mover first."""
    index = view.board.index
    for unit in unmoved(state, view.side):
        if unit.marker == "PM" and unit.location in index and modes.move_refusal(state, unit) is None:
            group = Moving((unit.id,), next(modes.modes(state, unit)), unit.location)
            here = score(view, unit, index[unit.location], ())
            names = view.board.names
            if any(
                score(view, unit, to, state.units_in(names[to], view.side)) > here
                and stacking.no_room(state, names[to], view.side, [unit]) is None
                for to in moving.ways(state, group).spent
            ):
                yield c.Move(unit.id)
    for command in legal:
        if isinstance(command, c.Prime):
            where = index.get(state.units[command.unit].location)
            if where is not None and view.near[where] > (state.piece(command.unit).entry.range or BEHIND):
                yield command


def _digs(state: State, name: str, view: View) -> bool:
    """Whether a unit digs in: near the enemy, and not in a town or position already."""
    unit = state.units[name]
    where = view.board.index[unit.location]
    bare = where not in view.board.built and unit.location not in state.ips
    return bare and 1 < view.near[where] <= CLOSE and not state.piece(unit).tank


def _by_night(state: State, legal: list[Command], view: View) -> Iterator[Command | None]:
    """Night markers on the strongest stacks beside the enemy; infiltration toward the goals (25.3, 34)."""
    index = view.board.index
    if view.side == GERMAN:
        marks = [each for each in legal if isinstance(each, c.Night) and view.near[index[each.hex]] == 1]

        def strength(each: c.Night) -> tuple[int, str]:
            return sum(map(state.attack, state.units_in(each.hex, view.side))), each.hex

        yield max(marks, key=strength, default=None)
        for each in legal:
            if isinstance(each, c.Infiltrate):
                field, to = view.field(state.units_in(each.hex, view.side)[0]), index[each.to]
                if view.supplied >> to & 1 and field[to] < field[index[each.hex]]:
                    yield each


def leaving(state: State, step: Moving) -> Command | None:
    """Off the map for victory: by the great roads, or by the west edge at the end of a short scenario (30.2, 31)."""
    if state.units[step.units[0]].side != GERMAN:
        return None
    if state.book.scenario.points is not None:
        return c.Leave(WEST) if state.turn >= state.book.scenario.last else None
    place = state.units[step.units[0]].location
    letter = next((each for each in ("F", "G") if state.book.map.entries[each].hex == place), None)
    return c.Leave(letter) if letter is not None else None


# ------------------------------------------------------------------ phases between


def _set_up(state: State, step: SetUp, view: View) -> Iterator[Command | None]:
    yield c.Historical()
    yield c.End()


def _fuel(state: State, step: FuelPhase, view: View) -> Iterator[Command | None]:
    yield c.Ship()


def _short(state: State, step: FuelChoice, view: View) -> Iterator[Command | None]:
    """The German spares his strongest division, the Allied player strikes it."""

    def strength(division: str) -> int:
        own = (unit for unit in state.on_map(GERMAN) if division_of(state, unit) == division)
        return sum(map(state.attack, own))

    order = sorted(step.options, key=lambda division: (strength(division), division), reverse=step.west)
    yield from map(c.Short, order)


def _supply_guns(state: State, step: ArtillerySupply, view: View) -> Iterator[Command | None]:
    """The guns nearest to the enemy are readied; all markers come off."""
    index = view.board.index
    guns = [each for each in step.legal(state) if isinstance(each, c.Ready)]

    def far(each: c.Ready) -> tuple[int, str]:
        where = index.get(state.units[each.unit].location)
        return (view.near[where] if where is not None else len(view.near)), each.unit

    yield min(guns, key=far, default=None)
    yield from (each for each in step.legal(state) if isinstance(each, c.TakeOff))


def _bridges(state: State, step: BridgePhase, view: View) -> Iterator[Command | None]:
    """The Allies blow what the enemy is about to cross, if none of theirs is cut off by it; both rebuild their own."""
    for command in step.legal(state):
        if isinstance(command, c.Blow) and step.side == ALLIED:
            ends = view.board.bridges[command.bridge]
            if min(view.near[end] for end in ends) <= CLOSE and _keeps_supply(state, command.bridge):
                yield command
        elif isinstance(command, c.BlowDump):
            yield command if view.side == ALLIED and _dump_in_danger(state, view) else None
        elif isinstance(command, c.Rebuild):
            ends = view.board.bridges[command.bridge]
            if step.side == GERMAN or min(view.near[end] for end in ends) > SAFE:
                yield command
    yield c.End()


def _keeps_supply(state: State, bridge: str) -> bool:
    """Whether nobody is out of supply once a bridge is down."""
    works = {**state.bridges, bridge: Works()}
    then: State = changed(state, bridges=works)
    lost = supply.in_supply(state, ALLIED) & ~supply.in_supply(then, ALLIED)
    return not lost & state.occupied(ALLIED)


def _dump_in_danger(state: State, view: View) -> bool:
    dump = state.specials.dump
    return dump is not None and view.near[view.board.index[dump]] <= 1


def _withdraw(state: State, step: WithdrawalPhase, view: View) -> Iterator[Command | None]:
    """Stacks that the enemy can overwhelm leave, but for towns that are to be held."""
    index = view.board.index
    for command in step.legal(state):
        if isinstance(command, c.Withdraw):
            place = state.units[command.unit].location
            bare = view.exposure(index[place], state.units_in(place, step.side)) > view.stance.bare
            if bare and index[place] not in view.towns and view.supplied >> index[place] & 1:
                yield command
    yield c.End()


def _together(state: State, step: Withdrawing, view: View) -> Iterator[Command | None]:
    """All of a stack try."""
    yield from (each for each in step.legal(state) if isinstance(each, c.With))
    yield c.Roll()


def _fall_back(state: State, step: FallBack, view: View) -> Iterator[Command | None]:
    """Where it is fed, out of contact, on the way to what is to be held."""
    unit = state.units[step.unit]

    def worth(each: c.Retreat) -> float:
        to = view.board.index.get(each.hex)
        if to is None:
            return -1000.0
        there = state.units_in(each.hex, unit.side)
        crowded = stacking.no_room(state, each.hex, unit.side, [unit]) is not None
        return score(view, unit, to, there) - BEYOND * (view.zoned >> to & 1) - 100 * crowded

    ways = [each for each in step.legal(state) if isinstance(each, c.Retreat)]
    if step.may_stay:
        yield c.End()
    yield max(ways, key=lambda each: (worth(each), each.hex), default=None)


def _traffic(state: State, step: TrafficPhase, view: View) -> Iterator[Command | None]:
    """Markers on the enemy's good roads just behind his front; roadblocks on the roads by which he comes."""
    index, board = view.board.index, view.board

    def worth(each: c.Traffic | c.Block) -> tuple[float, str]:
        where = index[each.hex]
        roads = sum(ROAD.get(kind, 0) for kind in board.road[6 * where : 6 * where + 6])
        block = isinstance(each, c.Block)
        return roads - 1.0 * abs(view.near[where] - (2 if block else 1)), each.hex

    found = [each for each in step.legal(state) if isinstance(each, c.Traffic | c.Block)]
    if step.side == GERMAN:
        found = [each for each in found if isinstance(each, c.Traffic)]
    best = max(found, key=worth, default=None)
    yield best if best is not None and worth(best)[0] > 0 else None
    yield c.End()


def _replace(state: State, step: Replacements, view: View) -> Iterator[Command | None]:
    """The best units first, where they are nearest to what they are for."""
    yield c.First(view.side)

    def worth(each: c.Replace) -> tuple[float, str]:
        unit = state.units[each.unit]
        return _gain(state, unit) - 0.01 * view.field(unit)[view.board.index[each.hex]], each.notation()

    found = [each for each in step.legal(state) if isinstance(each, c.Replace) and each.hex in view.board.index]
    yield max(found, key=worth, default=None)
    yield c.End()


def _gain(state: State, unit: Unit) -> float:
    printed = state.piece(unit)
    return max(printed.attack) + max(printed.defence) + printed.tq


HANDLERS: Mapping[type[Any], Callable[[State, Any, View], Iterator[Command | None]]] = {
    SetUp: _set_up,
    FuelPhase: _fuel,
    FuelChoice: _short,
    ArtillerySupply: _supply_guns,
    BridgePhase: _bridges,
    WithdrawalPhase: _withdraw,
    Withdrawing: _together,
    FallBack: _fall_back,
    TrafficPhase: _traffic,
    Replacements: _replace,
}
