"""What a player can lay over the map: supply, threats, odds, points, battles, reserves, the front, the start line."""

from collections.abc import Mapping

from wargame_tui.board import ahead
from wargame_tui.board.layers import Legend, front, of_both
from wargame_tui.board.phrases import percent
from wargame_tui.board.scene import Highlight, MapLine, Overlay
from wargame_tui.board.title import OverlayInfo
from wargame_tui.core.state import changed
from wargame_tui.titles.tigers_in_the_mist.printed.book import ALLIED, GERMAN, SIDES, enemy
from wargame_tui.titles.tigers_in_the_mist.printed.data import Side
from wargame_tui.titles.tigers_in_the_mist.rules import movement, supply
from wargame_tui.titles.tigers_in_the_mist.rules.combat import Battle, Battles
from wargame_tui.titles.tigers_in_the_mist.shown import prospects
from wargame_tui.titles.tigers_in_the_mist.state import Stack, State, book_of, contested, positions, units_in

_SUPPLY: Legend = (
    ("supplied", "in supply; ! only over a destroyed bridge"),
    ("path", "supply lines of units"),
    ("unsupplied", "out of supply"),
)
_THREAT: Legend = (("battle", "can be entered"), ("unsupplied", "can be attacked then"))
_ODDS: Legend = (("battle", "chance to take it with all units in reach"),)
_HELD: Legend = (("supplied", "Allied"), ("battle", "German"), ("objective", "both sides are there"))
OVERLAYS = (
    *of_both("supply", "u", "{} supply and its routes", SIDES, "13.1", _SUPPLY),
    *of_both("threat", "t", "Reach of {} units in a turn", SIDES, "8.3", _THREAT, slow=True),
    *of_both("odds", "o", "Best attacks of {} units", SIDES, "9.1", _ODDS, slow=True),
    OverlayInfo("points", "Victory points and zones", (("objective", "VP, or a multiple of strength"),), "v", "3.26"),
    OverlayInfo("battles", "Contested areas", (("battle", "both sides"),), "x", "9.1"),
    OverlayInfo("reserves", "Areas that release German reserves", (("objective", "group"),), "y", "3.27"),
    OverlayInfo("start line", "The Allied start line", (("path", "on the line"),), "a", "3.25"),
    OverlayInfo("front", "Control and front", _HELD, "c", "12.2"),
)


def overlay(state: State, wanted: str) -> Overlay:
    """One of the overlays of OVERLAYS."""
    what, _, who = wanted.partition(" ")
    side: Side = GERMAN if who == GERMAN else ALLIED
    match what:
        case "supply":
            return _supply(state, side)
        case "threat":
            return _threat(state, side)
        case "odds":
            return _odds(state, side)
        case "front":
            return _front(state)
    book = book_of(state)
    highlights: dict[str, Highlight] = {}
    notes: dict[str, str] = {}
    for space, entry in book.spaces.items():
        if wanted == "points" and (entry.vp or entry.multiplier or space in book.scenario.towns):
            highlights[space] = "objective"
            notes[space] = f"x{entry.multiplier}" if entry.multiplier else f"{entry.vp}VP" if entry.vp else "town"
        elif wanted == "reserves" and entry.tank:
            highlights[space] = "objective"
            notes[space] = "/".join(name for name, group in book.reserves.items() if space in group.areas)
        elif wanted == "start line" and entry.start_line:
            highlights[space] = "path"
    if wanted == "battles":
        highlights = dict.fromkeys((space for space in contested(state) if not book.is_zone(space)), "battle")
    return Overlay(highlights, notes)


def _supply(state: State, side: Side) -> Overlay:
    """The spaces from which a line can be traced, and the lines of units that have one (13.11 to 13.14)."""
    lines = supply.lines(state, side)
    highlights: dict[str, Highlight] = {}
    for space in sorted(book_of(state).section):
        highlights[space] = "supplied" if space in lines else "unsupplied"
    routes = (supply.route(state, side, space) for space in positions(state).of_side[side] if space in lines)
    drawn = tuple(MapLine(tuple(route[::-1]), "supply", side) for route in routes if len(route) > 1)
    return Overlay(highlights, {space: "!" for space, blown in lines.items() if blown}, lines=drawn)


def _threat(state: State, side: Side) -> Overlay:
    """The spaces that each unit of a side can enter by itself with all its points, as the enemy stands now (8.3).

    As if it had not been activated and might move in this impulse.
    """
    foes, reached = positions(state).occupied[enemy(side)], dict[str, Highlight]()
    for space, units in positions(state).of_side[side].items():
        if space not in book_of(state).roads:
            continue
        for unit in units:
            out = () if supply.in_supply(state, unit) else (unit.id,)
            reached.update(dict.fromkeys(movement.ways(state, Stack([unit]), 0, 0, out), "battle"))
    exposed = [space for space in reached if space in foes and not book_of(state).is_zone(space)]
    return ahead.threat(reached, exposed)


def _odds(state: State, side: Side) -> Overlay:
    """How likely each area with enemies is taken by all who could get there in an impulse of the side (8.3, 9.1).

    Each by itself and up to the limit, as if no other attack needed them, and as if none had moved yet; in the side's
    combat step with those who are there.
    """
    now: State = changed(state, active=side)
    fighting = any(isinstance(step, Battles | Battle) and step.side == side for step in state.stack)
    spaces = positions(now).of_side[side].items()
    able = [unit for space, units in spaces if space in book_of(now).roads for unit in units]
    found = prospects.within_reach(now, side, () if fighting else able)
    return ahead.odds_overlay({area: percent(each.takes) for area, each in found.items()})


def _front(state: State) -> Overlay:
    """Who controls what, and the borders between (12.22)."""
    book = book_of(state)
    held: Mapping[str, str] = {space: side for space, side in state.control.items() if space in book.section}
    near = {space: [road.to for road in book.roads[space]] for space in held}
    marked: dict[str, Highlight] = {space: "supplied" if side == ALLIED else "battle" for space, side in held.items()}
    for space in held:
        if units_in(state, space) and len({unit.side for unit in units_in(state, space)}) > 1:
            marked[space] = "objective"
    return Overlay(marked, hexsides=front(near, held.get))
