"""What can be laid over the map: supply, overstretch, objectives, threats, odds, control, orders, sight."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from wargame_tui.board.layers import Legend, front
from wargame_tui.board.scene import Highlight, MapLine, Overlay
from wargame_tui.board.title import OverlayInfo
from wargame_tui.titles.desert_commander.printed.book import AXIS, ENEMY
from wargame_tui.titles.desert_commander.rules import fog, normandy
from wargame_tui.titles.desert_commander.rules.supply_points import chain, overstretch, supplied
from wargame_tui.titles.desert_commander.state import Table, book_of, clear, cv_total, mobile, owned_by, present


def _supply(state: Table) -> Overlay:
    """Where Axis forces are supplied, the chains of the forces; `x` where a chain does not pass (4.3.3)."""
    inside = supplied(state)
    marked: dict[str, Highlight] = {area: "supplied" if area in inside else "unsupplied" for area in state.areas}
    chains = (chain(state, area) for area in state.areas if present(state, area, AXIS))
    lines = tuple(MapLine(tuple(found), "supply", AXIS) for found in chains if len(found) > 1)
    return Overlay(marked, {area: "x" for area in state.areas if not clear(state, area)}, lines=lines)


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
    lines = []
    for line in state.orders:
        marked.setdefault(line.area, "path")
        notes[line.area] = line.carried_out.replace("_", " ").capitalize()
        if line.target is not None and line.target != line.area:
            marked[line.target] = "battle"
            lines.append(MapLine((line.area, line.target), "arrow", ENEMY))
    return Overlay(marked, notes, lines=tuple(lines))


def _sight(state: Table) -> Overlay:
    """Where enemy forces are seen (9.1)."""
    return Overlay({area: "supplied" if fog.seen(state, area) else "unsupplied" for area in state.areas})


def _odds(state: Table) -> Overlay:
    """Enemy Areas that are seen: the CV of your forces next door that move, against theirs (4.6)."""
    notes = {}
    for area in state.areas:
        if not owned_by(state, area, ENEMY) or not fog.seen(state, area):
            continue
        near = [force for there in book_of(state).links[area] for force in present(state, there, AXIS)]
        if strength := cv_total(state, [force for force in near if mobile(state, force)]):
            notes[area] = f"{strength}:{cv_total(state, present(state, area, ENEMY))}"
    return Overlay(dict.fromkeys(notes, "battle"), notes)


def _front(state: Table) -> Overlay:
    """Whose each Area is, and the links over which the sides face each other (4.2)."""
    held = {area: side for area in state.areas for side in (AXIS, ENEMY) if owned_by(state, area, side)}
    marked: dict[str, Highlight] = {area: "supplied" if side == AXIS else "battle" for area, side in held.items()}
    return Overlay(marked, hexsides=front({area: book_of(state).links[area] for area in state.areas}, held.get))


class _Layer(NamedTuple):
    name: str
    laid: Callable[[Table], Overlay]
    key: str
    rule: str
    legend: Legend = ()


_HELD: Legend = (("supplied", "yours"), ("battle", "the enemy's"))
_LAID: Mapping[str, _Layer] = {
    "supply": _Layer(
        "Supply and its routes",
        _supply,
        "u",
        "4.3.3",
        (("supplied", "supplied"), ("path", "chains of forces"), ("unsupplied", "not supplied; x: no chain passes")),
    ),
    "overstretch": _Layer(
        "Overstretch: extra SP by starting Area",
        _overstretch,
        "k",
        "4.3.4",
        (("supplied", "no extra SP"), ("unsupplied", "extra SP")),
    ),
    "objectives": _Layer(
        "Areas with victory points", _objectives, "v", "4.6.2", (("supplied", "yours"), ("objective", "to be taken"))
    ),
    "reach": _Layer(
        "Where the enemy may attack (radius)",
        _reach,
        "t",
        "4.5.2",
        (("battle", "next to enemy forces"), ("zoc", "inside the radius")),
    ),
    "threats": _Layer(
        "Threats: enemy CV next door to yours",
        _threats,
        "T",
        "4.5.9",
        (("battle", "stronger than you"), ("path", "not stronger")),
    ),
    "odds": _Layer("Your CV next door to the enemy's", _odds, "o", "4.6", (("battle", "yours:his"),)),
    "control": _Layer("Control and front", _front, "c", "4.2", _HELD),
    "orders": _Layer(
        "Enemy orders of this turn", _orders, "e", "4.5", (("path", "what it did"), ("battle", "whom it attacked"))
    ),
    "sight": _Layer(
        "Where the enemy is seen (fog)", _sight, "g", "9.1", (("supplied", "seen"), ("unsupplied", "unseen"))
    ),
}
OVERLAYS = tuple(OverlayInfo(id_, one.name, one.legend, one.key, one.rule) for id_, one in _LAID.items())


def overlay(state: Table, wanted: str) -> Overlay:
    """One of the overlays of OVERLAYS."""
    return _LAID[wanted].laid(state)
