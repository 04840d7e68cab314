"""What a player can lay over the map beside moves and control: zones, supply, threats, odds, the front, the sky."""

from collections.abc import Mapping

from wargame_tui.board import ahead
from wargame_tui.board.ahead import Offer
from wargame_tui.board.hexes import bits, members, spread
from wargame_tui.board.layers import front, nearest_side, of_both
from wargame_tui.board.positions import NOWHERE
from wargame_tui.board.scene import Highlight, MapLine, Overlay, Tint
from wargame_tui.board.title import Entering, OverlayInfo
from wargame_tui.engine.ways import nearest, way
from wargame_tui.titles.first_command.printed import AMERICAN, DATA, GERMAN, SIDES, Side, enemy
from wargame_tui.titles.first_command.rules.combat import Battle
from wargame_tui.titles.first_command.rules.movement import fits, hold, in_supply, is_ready, price, supplied, ways
from wargame_tui.titles.first_command.state import State, Unit

OVERLAYS = (
    *of_both("zoc", "z", "{} zones of control", SIDES, "5.1", (("zoc", "in a zone of control"),)),
    *of_both(
        "supply",
        "u",
        "{} supply and its routes",
        SIDES,
        "9.1",
        (("supplied", "in reach of supply"), ("path", "supply routes"), ("unsupplied", "a unit out of supply")),
    ),
    *of_both(
        "threat",
        "t",
        "Reach of {} units in a turn",
        SIDES,
        "4.1",
        (("battle", "can be entered"), ("unsupplied", "can be attacked then")),
    ),
    *of_both("odds", "o", "Best odds of {} attacks", SIDES, "7.4", (("battle", "before terrain shifts"),)),
    OverlayInfo("front", "The front", (("front", "between the sides"),), "C"),
    OverlayInfo("places", "Victory places", (("objective", "American"), ("supplied", "German")), "v", "11.1"),
    OverlayInfo("sky", "Darkness and fog", (), "w", "3.1"),
)
NEAR = 2
"""Hexes from a side's units that are held to be behind its front."""
_SKY: Mapping[str, Tint] = {"dark": "night", "fog": "mist"}


def overlay(state: State, wanted: str) -> Overlay:
    """One of the overlays of OVERLAYS."""
    what, _, who = wanted.partition(" ")
    side: Side = GERMAN if who == GERMAN else AMERICAN
    board = DATA.board
    match what:
        case "zoc":
            return Overlay(board.marked(hold(state, side)[1], "zoc"))
        case "supply":
            return _supply(state, side)
        case "threat":
            return _threat(state, side)
        case "odds":
            return _odds(state, side)
        case "front":
            held = {unit.location: each for each in SIDES for unit in state.on_map(each)}
            return Overlay(hexsides=front(board.around, nearest_side(board.around, held, NEAR).get))
        case "places":
            places = DATA.scenario(state.scenario).places
            marked: dict[str, Highlight] = {
                place: "supplied" if state.control.get(place) == GERMAN else "objective" for place in places
            }
            return Overlay(marked, {place: str(points) for place, points in places.items()})
        case "sky":
            tint = _SKY.get(state.weather)
            return Overlay(tints=dict.fromkeys(board.names, tint) if tint else {})
    return Overlay()


def _supply(state: State, side: Side) -> Overlay:
    """Where supply comes, the way to each unit that has it, units without (9.1, 9.2)."""
    board, inside = DATA.board, supplied(state, side)
    sources = [hex_ for hex_ in board.numbers(DATA.scenario(state.scenario).supply[side]) if inside >> hex_ & 1]
    found = nearest(sources, lambda hex_: (near for near in board.grid.near[hex_] if inside >> near & 1))
    marked, lines = board.marked(inside, "supplied"), []
    for unit in state.on_map(side):
        if in_supply(state, unit):
            route = way(found, board.index[unit.location])[::-1]
            lines.append(MapLine(tuple(board.names[hex_] for hex_ in route), "supply", side))
        else:
            marked[unit.location] = "unsupplied"
    return Overlay(marked, lines=tuple(line for line in lines if len(line.spaces) > 1))


def _threat(state: State, side: Side) -> Overlay:
    """Where units get in a move under the sky of the turn, and whom they could attack then (4, 5, 7.1)."""
    board, reached = DATA.board, 0
    for unit in state.on_map(side):
        reached |= _reached(state, unit) if is_ready(state, unit) else 0
    exposed = spread(board.steps, reached) & hold(state, enemy(side))[0]
    return ahead.threat(board.marked(reached, "battle"), board.marked(exposed, "unsupplied"))


def _reached(state: State, unit: Unit) -> int:
    return bits(ways(state, unit))


def _odds(state: State, side: Side) -> Overlay:
    """The best odds against each enemy hex, with all units that can get next to it, two in each hex (6.1, 7.4, 9.3).

    After the shifts of terrain and river (7.5, 7.6); in the side's combat phase with those that stand there.
    """
    board = DATA.board
    still = any(getattr(step, "side", None) == side and getattr(step, "stage", "") == "combat" for step in state.stack)
    able = [unit for unit in state.on_map(side) if is_ready(state, unit) and unit.location not in NOWHERE]
    places = {unit: 1 << board.index[unit.location] if still or unit.moved else _reached(state, unit) for unit in able}
    found = {}
    for target in members(hold(state, enemy(side))[0]):
        near, name = board.grid.around[target], board.names[target]
        offers = (
            Offer(unit.strength if in_supply(state, unit) else (unit.strength + 1) // 2, unit.id, board.names[hex_])
            for unit, reached in places.items()
            for hex_ in members(reached & near)
        )
        best = ahead.strongest(offers, lambda units: fits(len(units)))
        if best:
            there, fight = ahead.arrayed(state, best), Battle(side, name, tuple(offer.unit for offer in best))
            poor = fight.odds(there) is None
            words = ahead.odds_words(fight.attack(there), fight.defence(there)) if poor else fight.told(there).column
            found[name] = words
    return ahead.odds_overlay(found)


def entering(state: State, space: str) -> Entering:
    """What it costs infantry and vehicles to enter a hex, off the road and from each neighbour (4.2 to 4.4)."""
    board, hex_ = DATA.board, DATA.board.index[space]
    units = DATA.units.units.items()
    foot = next(name for name, unit in units if unit.side == AMERICAN and unit.type == "infantry")
    wheels = next(name for name, unit in units if unit.side == AMERICAN and unit.type != "infantry")
    costs = [[price(unit, near, hex_, clear=False) for unit in (foot, wheels)] for near in board.grid.near[hex_]]
    return Entering(
        ("foot", "vehicles"),
        tuple(str(cost) for cost in DATA.charts.ground[board.terrain[hex_]][:2]),
        tuple(tuple("-" if cost is None else str(cost) for cost in each) for each in costs),
        "4.2",
    )
