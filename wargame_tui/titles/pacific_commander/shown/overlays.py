"""What can be laid over the map: supply, Objectives, airfields, ports, landings, the enemy's orders, sight."""

from collections.abc import Callable, Mapping

from wargame_tui.board.scene import Highlight, Overlay
from wargame_tui.board.title import OverlayInfo
from wargame_tui.titles.pacific_commander.printed.book import JAPAN, SIDES, US
from wargame_tui.titles.pacific_commander.rules import fog
from wargame_tui.titles.pacific_commander.rules.resupply import repair_port
from wargame_tui.titles.pacific_commander.state import (
    Table,
    airfield,
    blocked,
    book_of,
    friendly,
    held,
    japanese_base,
    present,
    room_for_air,
    room_for_ground,
    supplied,
)


def _supply(state: Table) -> Overlay:
    """In-Supply; `x` where supply does not pass (3.4.11, 3.4.13)."""
    inside = supplied(state)
    marked: dict[str, Highlight] = {area: "supplied" if area in inside else "unsupplied" for area in state.areas}
    return Overlay(marked, {area: "x" for area in state.areas if blocked(state, area)})


def _objectives(state: Table) -> Overlay:
    """The Objectives of the campaign: those Held, and what the others are worth (3.14.1, 3.15.1)."""
    goals = book_of(state).objectives
    notes = {area: "Held" if held(state, area) else str(worth) for area, worth in goals.items()}
    return Overlay(dict.fromkeys(goals, "objective"), notes)


def _airfields(state: Table) -> Overlay:
    """Friendly Areas with LBA and airfield (3.2.2, 3.6.6)."""
    notes = {
        area: f"{len(present(state, area, US).aircraft)}/{airfield(state, area, US)}"
        for area in state.areas
        if friendly(state, area)
    }
    return Overlay({area: "reach" if room_for_air(state, area, US) > 0 else "battle" for area in notes}, notes)


def _ports(state: Table) -> Overlay:
    """Ports in which ships are repaired and to which they withdraw: friendly ones, Japanese bases (3.2.10, 3.4.5)."""
    marked: dict[str, Highlight] = {}
    for area in book_of(state).areas:
        if repair_port(state, area):
            marked[area] = "supplied"
        elif japanese_base(state, area):
            marked[area] = "battle"
    return Overlay(marked, {area: f"port {book_of(state).areas[area].port}" for area in marked})


def _landings(state: Table) -> Overlay:
    """Where the enemy is Ashore and US ground Forces find room (3.2.2, 3.6.5)."""
    targets = [area for area in state.areas if area not in book_of(state).closed and present(state, area, JAPAN).ashore]
    return Overlay(dict.fromkeys(targets, "battle"), {area: str(room_for_ground(state, area, US)) for area in targets})


def _orders(state: Table) -> Overlay:
    """What Japan's fleets and garrisons did this turn (3.7)."""
    marked: dict[str, Highlight] = {}
    notes: dict[str, str] = {}
    for line in state.orders:
        marked.setdefault(line.area, "path")
        notes[line.area] = line.carried_out.capitalize()
        if line.target is not None and line.target != line.area:
            marked[line.target] = "battle"
    return Overlay(marked, notes)


def _contacts(state: Table) -> Overlay:
    """Areas with Forces of both sides: battles, if it stays so (3.8.1)."""
    both = [area for area in state.areas if all(present(state, area, side).forces for side in SIDES)]
    return Overlay(dict.fromkeys(both, "battle"))


def _sight(state: Table) -> Overlay:
    """Where enemy Forces are seen (9.1)."""
    return Overlay({area: "supplied" if fog.seen(state, area) else "unsupplied" for area in state.areas})


_LAID: Mapping[str, tuple[str, Callable[[Table], Overlay]]] = {
    "supply": ("Supply", _supply),
    "objectives": ("Objectives", _objectives),
    "airfields": ("Airfields and their LBA", _airfields),
    "ports": ("Repair ports of both sides", _ports),
    "landings": ("Enemy shores, room for landings", _landings),
    "orders": ("Japanese orders of this turn", _orders),
    "contacts": ("Areas with both sides: battles", _contacts),
    "sight": ("Where the enemy is seen (fog)", _sight),
}
OVERLAYS = tuple(OverlayInfo(name, words) for name, (words, _) in _LAID.items())


def overlay(state: Table, wanted: str) -> Overlay:
    """One of the overlays of OVERLAYS."""
    return _LAID[wanted][1](state)
