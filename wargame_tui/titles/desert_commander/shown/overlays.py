"""What can be laid over the map: supply, overstretch, objectives, threats, the enemy's reach and orders, sight."""

from collections.abc import Callable, Mapping

from wargame_tui.board.scene import Highlight, Overlay
from wargame_tui.board.title import OverlayInfo
from wargame_tui.titles.desert_commander.printed.book import AXIS, ENEMY
from wargame_tui.titles.desert_commander.rules import fog, normandy
from wargame_tui.titles.desert_commander.rules.supply_points import overstretch, supplied
from wargame_tui.titles.desert_commander.state import Table, book_of, clear, cv_total, mobile, owned_by, present


def _supply(state: Table) -> Overlay:
    """Where Axis forces are supplied; `x` where a chain does not pass (4.3.3)."""
    inside = supplied(state)
    marked: dict[str, Highlight] = {area: "supplied" if area in inside else "unsupplied" for area in state.areas}
    return Overlay(marked, {area: "x" for area in state.areas if not clear(state, area)})


def _overstretch(state: Table) -> Overlay:
    """SP that an operation costs more by where it starts (4.3.4)."""
    costs = {area: overstretch(state, area) for area in state.areas if owned_by(state, area, AXIS)}
    marked: dict[str, Highlight] = {area: "unsupplied" if more else "supplied" for area, more in costs.items()}
    return Overlay(marked, {area: f"+{more}" for area, more in costs.items() if more})


def _objectives(state: Table) -> Overlay:
    """The Areas with VP: yours, and those still to be taken (4.6.2)."""
    goals = {area: entry.vp for area, entry in book_of(state).areas.items() if entry.vp}
    marked: dict[str, Highlight] = {area: "supplied" if owned_by(state, area, AXIS) else "objective" for area in goals}
    return Overlay(marked, {area: f"{vp} VP" for area, vp in goals.items()})


def threat(state: Table, area: str) -> int:
    """The CV total of the enemy forces seen next door that could attack an Area (4.5.9, 4.5.10)."""
    near = [there for there in book_of(state).links[area] if fog.seen(state, there)]
    return cv_total(state, [f for there in near for f in present(state, there, ENEMY) if mobile(state, f)])


def _threats(state: Table) -> Overlay:
    """Own Areas next to enemy forces that move: their CV against what defends it (4.5.9)."""
    marked: dict[str, Highlight] = {}
    notes: dict[str, str] = {}
    for area in state.areas:
        strength = threat(state, area)
        if strength and not owned_by(state, area, ENEMY):
            own = cv_total(state, present(state, area, AXIS))
            marked[area] = "battle" if strength > own else "path"
            notes[area] = f"{strength}:{own}"
    return Overlay(marked, notes)


def _reach(state: Table) -> Overlay:
    """The Areas that the enemy may attack this turn: in Normandy those inside the radius (4.5.2, 4.9.6)."""
    sheltered = book_of(state).campaign.sheltered
    marked: dict[str, Highlight] = {}
    for area in state.areas:
        if owned_by(state, area, ENEMY) or area in sheltered:
            continue
        near = any(present(state, there, ENEMY) for there in book_of(state).links[area])
        if normandy.in_radius(state, area):
            marked[area] = "battle" if near else "zoc"
    return Overlay(marked)


def _orders(state: Table) -> Overlay:
    """What the enemy's Areas did this turn (4.5)."""
    marked: dict[str, Highlight] = {}
    notes: dict[str, str] = {}
    for line in state.orders:
        marked.setdefault(line.area, "path")
        notes[line.area] = line.carried_out.replace("_", " ").capitalize()
        if line.target is not None and line.target != line.area:
            marked[line.target] = "battle"
    return Overlay(marked, notes)


def _sight(state: Table) -> Overlay:
    """Where enemy forces are seen (9.1)."""
    return Overlay({area: "supplied" if fog.seen(state, area) else "unsupplied" for area in state.areas})


_LAID: Mapping[str, tuple[str, Callable[[Table], Overlay]]] = {
    "supply": ("Supply", _supply),
    "overstretch": ("Overstretch: SP more by start", _overstretch),
    "objectives": ("Areas with victory points", _objectives),
    "threats": ("Threats: enemy CV next door to yours", _threats),
    "reach": ("Where the enemy may attack (radius)", _reach),
    "orders": ("Enemy orders of this turn", _orders),
    "sight": ("Where the enemy is seen (fog)", _sight),
}
OVERLAYS = tuple(OverlayInfo(name, words) for name, (words, _) in _LAID.items())


def overlay(state: Table, wanted: str) -> Overlay:
    """One of the overlays of OVERLAYS."""
    return _LAID[wanted][1](state)
