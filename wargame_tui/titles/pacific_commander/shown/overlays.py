"""What can be laid over the map: supply, Objectives, airfields, ports, landings, the enemy's orders, sight."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from wargame_tui.board import ahead
from wargame_tui.board.layers import Legend
from wargame_tui.board.scene import Highlight, MapLine, Overlay
from wargame_tui.board.title import OverlayInfo
from wargame_tui.core.state import changed
from wargame_tui.titles.pacific_commander.printed.book import JAPAN, SIDES, US
from wargame_tui.titles.pacific_commander.printed.data import Order
from wargame_tui.titles.pacific_commander.rules import fog, orders
from wargame_tui.titles.pacific_commander.rules.resupply import repair_port
from wargame_tui.titles.pacific_commander.state import (
    Table,
    airfield,
    blocked,
    book_of,
    friendly,
    held,
    japanese_base,
    owner_of,
    present,
    room_for_air,
    room_for_ground,
    supplied,
    supply_routes,
)


def _supply(state: Table) -> Overlay:
    """In-Supply, the ways to Forces; `x` where supply does not pass (3.4.11, 3.4.13)."""
    inside, before = supplied(state), supply_routes(state)
    marked: dict[str, Highlight] = {area: "supplied" if area in inside else "unsupplied" for area in state.areas}
    lines = []
    for area in state.areas:
        passed = [area]
        while present(state, area, US).forces and passed[-1] in before:
            passed.append(before[passed[-1]])
        if len(passed) > 1:
            lines.append(MapLine(tuple(passed), "supply", US))
    return Overlay(marked, {area: "x" for area in state.areas if blocked(state, area)}, lines=tuple(lines))


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
    lines = []
    for line in state.orders:
        marked.setdefault(line.area, "path")
        notes[line.area] = line.carried_out.capitalize()
        if line.target is not None and line.target != line.area:
            marked[line.target] = "battle"
            lines.append(MapLine((line.area, line.target), "arrow", JAPAN))
    return Overlay(marked, notes, lines=tuple(lines))


def _threat(state: Table) -> Overlay:
    """Where Japanese fleets that are seen could go next turn to fight, and what they could invade (3.7.9 to 3.7.13).

    As all stand now, and whatever the dice order.
    """
    ready: Table = changed(state, forces={name: changed(force, moved=False) for name, force in state.forces.items()})
    fleets = [
        group
        for area in state.areas
        if fog.seen(state, area)
        for group in orders.form_groups(ready, area)
        if group.ships
    ]

    def targets(order: Order) -> list[str]:
        plans = (orders.plan_of(ready, group, order) for group in fleets)
        return [area for plan in plans if isinstance(plan, orders.Plan) for area, _ in plan.scores]

    return ahead.threat(dict.fromkeys(targets("SORTIE"), "battle"), targets("INVADE"))


def _contacts(state: Table) -> Overlay:
    """Areas with Forces of both sides: battles, if it stays so (3.8.1)."""
    both = [area for area in state.areas if all(present(state, area, side).forces for side in SIDES)]
    return Overlay(dict.fromkeys(both, "battle"))


def _sight(state: Table) -> Overlay:
    """Where enemy Forces are seen (9.1)."""
    return Overlay({area: "supplied" if fog.seen(state, area) else "unsupplied" for area in state.areas})


def _control(state: Table) -> Overlay:
    """The friendly Areas, and those of the enemy (3.2.7 to 3.2.9)."""
    marked: dict[str, Highlight] = {}
    for area in state.areas:
        if friendly(state, area):
            marked[area] = "supplied"
        elif owner_of(state, area) == JAPAN:
            marked[area] = "battle"
    return Overlay(marked)


class _Layer(NamedTuple):
    name: str
    laid: Callable[[Table], Overlay]
    key: str
    rule: str
    legend: Legend = ()


_LAID: Mapping[str, _Layer] = {
    "supply": _Layer(
        "Supply and its routes",
        _supply,
        "u",
        "3.4.12",
        (
            ("supplied", "In-Supply"),
            ("path", "on the way to Forces"),
            ("unsupplied", "not In-Supply; x: supply blocked"),
        ),
    ),
    "objectives": _Layer("Objectives", _objectives, "v", "3.14.1", (("objective", "Held, or its worth"),)),
    "airfields": _Layer(
        "Airfields and their LBA", _airfields, "h", "3.2.2", (("reach", "room left"), ("battle", "full"))
    ),
    "ports": _Layer(
        "Repair ports of both sides", _ports, "p", "3.2.10", (("supplied", "yours"), ("battle", "Japanese"))
    ),
    "landings": _Layer(
        "Enemy shores, room for landings", _landings, "l", "3.6.5", (("battle", "enemy Ashore, room for so many"),)
    ),
    "control": _Layer("Control", _control, "c", "3.2.9", (("supplied", "friendly to you"), ("battle", "Japanese"))),
    "orders": _Layer(
        "Japanese orders of this turn", _orders, "e", "3.7", (("path", "what it did"), ("battle", "where it went"))
    ),
    "threat": _Layer(
        "Threat of the Japanese fleets that are seen",
        _threat,
        "t",
        "3.7.9",
        (("battle", "a fleet may come to fight"), ("unsupplied", "may be invaded")),
    ),
    "contacts": _Layer("Areas with both sides: battles", _contacts, "x", "3.8.1", (("battle", "both sides"),)),
    "sight": _Layer(
        "Where the enemy is seen (fog)", _sight, "g", "9.1", (("supplied", "seen"), ("unsupplied", "unseen"))
    ),
}
OVERLAYS = tuple(OverlayInfo(id_, one.name, one.legend, one.key, one.rule) for id_, one in _LAID.items())


def overlay(state: Table, wanted: str) -> Overlay:
    """One of the overlays of OVERLAYS."""
    return _LAID[wanted].laid(state)
