"""Everything about a hex or box and about a unit, fact by fact with the rule behind it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wargame_tui.board.fact import Fact
from wargame_tui.board.hexes import DIRECTIONS
from wargame_tui.board.phrases import halves
from wargame_tui.board.steps import top
from wargame_tui.board.title import Entering, SpaceSheet, UnitSheet
from wargame_tui.core.command import Command
from wargame_tui.core.wording import plural
from wargame_tui.titles.ardennes_44.printed.book import GERMAN, SIDES, Board, Piece, enemy
from wargame_tui.titles.ardennes_44.printed.charts import Mover
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.printed.names import ARMIES, turn_name
from wargame_tui.titles.ardennes_44.rules import (
    attackers,
    fuel,
    modes,
    modifiers,
    movement_phase,
    off_map,
    replacements,
    special,
    stacking,
    supply,
    surrender,
    traffic,
    weather,
)
from wargame_tui.titles.ardennes_44.rules.reach import is_boundary_closed, open_steps
from wargame_tui.titles.ardennes_44.rules.zones import bonds, in_enemy_zone
from wargame_tui.titles.ardennes_44.shown.picking import commands_of, entries_at, mover, why_nothing
from wargame_tui.titles.ardennes_44.shown.pieces import markers_in, sees_dump, shown_in, stack_of
from wargame_tui.titles.ardennes_44.state import EDGE, OFF_MAP, Table, Unit

TERRAIN: Mapping[str, str] = {
    "clear": "clear", "light_woods": "light woods", "forest": "forest", "forest_ravine": "forest-ravine",
    "westwall": "Westwall",
}  # fmt: skip
TYPES: Mapping[str, str] = {
    "tank": "tanks", "tank_destroyer": "tank destroyers", "assault_gun": "assault guns",
    "heavy_assault": "heavy assault guns", "armour": "armour", "recon": "reconnaissance", "flak": "flak",
    "nebelwerfer": "Nebelwerfer", "mech_infantry": "mechanized infantry", "motor_infantry": "motorized infantry",
    "parachute": "parachute infantry", "glider": "glider infantry", "mountain": "mountain infantry",
    "engineer": "engineers", "fortress": "fortress troops",
}  # fmt: skip
_MOVERS: Mapping[Mover, str] = {"foot": "foot", "mech": "mechanized", "vehicle": "vehicles"}


# Hexes and boxes


def space_sheet(state: Table, space: str, viewer: str | None = None) -> SpaceSheet:
    """Everything about a hex or box that a side may know; without one, the side that decides."""
    board = state.board
    if space not in board.index:
        return _box_sheet(state, space)
    where = board.index[space]
    if not state.book.is_inside(where):
        return SpaceSheet(space, board.name(space), (Fact("not in play", "outside this scenario's map", "31"),), ())
    around = enumerate(board.grid.neighbours[where])
    links = tuple(_link(state, where, turn) for turn, other in around if other is not None)
    return SpaceSheet(space, board.name(space), tuple(_hex_facts(state, space, where, viewer)), links)


def _box_sheet(state: Table, space: str) -> SpaceSheet:
    """An off-map box with its entry hexes and its neighbours (11.9)."""
    book = state.book
    entry = book.map.boxes.get(space)  # type: ignore[call-overload]
    if entry is None:
        return SpaceSheet(space, space, (), ())
    facts = [Fact("off-map box", "Allied units only; its entry hexes lead onto the map", "11.9")]
    for letter in entries_at(book, space):
        facts.append(_entry_fact(state, letter))
    near = [book.map.boxes[other].name for other in entry.adjacent if other in book.boxes]
    if near:
        facts.append(Fact("next to", ", ".join(near), "11.9"))
    return SpaceSheet(space, entry.name, tuple(facts), ())


def _hex_facts(state: Table, space: str, where: int, viewer: str | None) -> Iterator[Fact]:
    yield from _terrain_facts(state, space, where)
    yield from _victory_facts(state, space, where)
    for letter in entries_at(state.book, space):
        yield _entry_fact(state, letter)
    yield from _stack_facts(state, space)
    yield from _zone_facts(state, where)
    holding = special.controller(state, space) if space in state.board.tracked else None
    for side in SIDES:
        if side == holding or state.units_in(space, side):
            yield _supply_fact(state, side, where)
    yield from _marker_facts(state, space, where, viewer)


def _terrain_facts(state: Table, space: str, where: int) -> Iterator[Fact]:
    """Terrain, what it costs off the road, what it is worth to a defender (11, 15.1)."""
    board = state.board
    kinds = [TERRAIN[board.terrain[where]]]
    if where in board.built:
        kinds.append(board.built[where])
    yield Fact("terrain", ", ".join(kinds), "11.1")
    costs = zip(_MOVERS.values(), _off_road(state, where), strict=True)
    words = (f"{word} {'road only' if value is None else f'{value:g}'}" for word, value in costs)
    yield Fact("off the road", ", ".join(words), "11.5")
    side = state.holder(space) or enemy(state.now.side)
    bonus = modifiers.dcb if state.units_in(space, side) else modifiers.terrain_dcb
    value = bonus(state, space, side)
    if value:
        yield Fact("DCB", f"+{value} for {side} defenders", "15.1")
    if modifiers.no_armour(state, space):
        yield Fact("no armour shift", "in this terrain", "21.3")


def _off_road(state: Table, where: int) -> list[float | None]:
    """Points to enter a hex off the road, by kinds of movers; None: by road only (11.5)."""
    board, season, found = state.board, weather.ground(state), list[float | None]()
    for kind in _MOVERS:
        cost = getattr(board.ground(where), kind) or getattr(board.charts.ground[board.terrain[where]], kind)
        found.append(getattr(cost, season) if cost is not None else None)
    return found


def entering(state: Table, space: str) -> Entering | None:
    """What it costs to enter a hex, off the road and from each neighbour as bridges stand now (TA4, 11.1)."""
    board = state.board
    where = board.index.get(space)
    if where is None:
        return None
    near = [other for other in board.grid.neighbours[where] if other is not None]
    steps = [[open_steps(state, kind)[board.key(other, where)] for kind in _MOVERS] for other in near]
    return Entering(
        ("foot", "mech", "veh."),
        tuple("-" if value is None else halves(int(2 * value)) for value in _off_road(state, where)),
        tuple(tuple("-" if cost is None else halves(cost) for cost in each) for each in steps),
        "11.1",
    )


def _victory_facts(state: Table, space: str, where: int) -> Iterator[Fact]:
    """What the hex counts for, and whose it is."""
    book, board = state.book, state.board
    entry = next((entry for entry in book.map.victory if entry.hex == space), None)
    if space in board.tracked:
        yield Fact("control", special.controller(state, space), "30.2")
    if entry is not None:
        yield Fact("victory hex", "East map" if space.isdigit() else "West map", "30.2")
    if space in book.map.liege:
        yield Fact("Liege", "goal B: all four hexes, in supply", "30.2")
    towns = [town for town, hex_ in book.map.meuse_towns.items() if hex_ == space]
    if towns:
        yield Fact("Meuse town", f"{towns[0]}, goal C: {book.charts.victory.meuse_towns} of them, in supply", "30.2")
    for name, hexes in book.areas.items():
        if where in hexes:
            area = book.map.start_areas[name]
            yield Fact("start area", f"{name}, {area.corps} Corps, {ARMIES[area.army]}", "3.4")
    if board.is_west_of_ourthe[where] and fuel.is_short(state):
        yield Fact("west of the Ourthe", "fuel shortage", "6.5")


def _entry_fact(state: Table, letter: str) -> Fact:
    """An entry hex: whose, whether open, who is still to come by it (13.1, 13.4)."""
    book = state.book
    entry = book.map.entries[letter]
    parts = [f"{entry.side}, {book.board.name(entry.hex)}"]
    closed = off_map.closed(state, letter)
    if closed is not None:
        parts.append(closed.reason)
    coming: dict[int, int] = {}
    for unit in state.units.values():
        arrival = state.piece(unit).entry.arrival
        if unit.location == OFF_MAP and unit.due is not None and arrival is not None and letter in arrival.entry:
            coming[unit.due] = coming.get(unit.due, 0) + 1
    due = [f"{turn_name(turn)} {count}" for turn, count in sorted(coming.items()) if turn <= state.turn + 2]
    if due:
        parts.append(f"units due: {', '.join(due)}")
    return Fact(f"entry hex {letter}", "; ".join(parts), "13.1")


def _stack_facts(state: Table, space: str) -> Iterator[Fact]:
    """How full the hex is (8.1, 8.2)."""
    limits = state.book.charts.combat
    for side in SIDES:
        here = state.units_in(space, side)
        if not here:
            continue
        no = stacking.overstacked(state.book, here)
        if no is None:
            full = f"{stacking.points(state.book, here)} of {limits.stacking} points, "
            yield Fact(f"{side} stack", f"{full}{stacking.count(state.book, here)} of {limits.units} units", "8.1")
        else:
            yield Fact(f"{side} stack", f"OVERSTACKED: {stacking.excess(state.book, here)}", no.rule)
        strength = sum(state.attack(unit) for unit in here), sum(state.defence(unit) for unit in here)
        yield Fact("strength", f"AF {strength[0]}, DF {strength[1]}", "14.4")


def _zone_facts(state: Table, where: int) -> Iterator[Fact]:
    """Zones of control and bonds that reach the hex (9, 10)."""
    zoned = [side for side in SIDES if in_enemy_zone(state, enemy(side), where)]
    if zoned:
        yield Fact("ZOC", " and ".join(zoned), "9.1")
    bonded = [side for side in SIDES if bonds(state, side).hexes >> where & 1]
    if bonded:
        yield Fact("ZOC bond", " and ".join(bonded), "10.1")


def _supply_fact(state: Table, side: Side, where: int) -> Fact:
    """Whether a line of supply reaches the hex (23.3)."""
    if where in state.book.sources(side):
        return Fact(f"{side} supply", "source", "23.2")
    if supply.road_supplied(state, side) >> where & 1:
        return Fact(f"{side} supply", "by road", "23.3")
    if supply.in_supply(state, side) >> where & 1:
        most = state.book.charts.supply.overland
        return Fact(f"{side} supply", f"overland, {most} hexes at most to a road", "23.3")
    return Fact(f"{side} supply", "none", "23.3")


def _marker_facts(state: Table, space: str, where: int, viewer: str | None) -> Iterator[Fact]:
    """Markers, and what they do."""
    costs = state.book.charts.movement
    position = state.ips.get(space)
    if position is not None:
        done = "improved position" if position.built else "improved position, under construction"
        yield Fact(done, position.side, "15.8")
    for markers, what, rule in ((state.traffic, "traffic marker", "24.2"), (state.roadblocks, "roadblock", "24.8")):
        for name, place in markers.items():
            if place == space:
                side = GERMAN if name.startswith(GERMAN) else enemy(GERMAN)
                yield Fact(f"{side} {what}", f"+{costs.traffic:g} for the enemy", rule)
    if where in state.board.congestion:
        held = traffic.holds_st_vith(state)
        yield Fact("congestion", f"+{costs.congestion_held if held else costs.congestion:g} for Germans", "24.7")
    for mark in state.advantages:
        if mark.hex == space:
            yield Fact("attacker advantage", f"{mark.side}, against {state.board.name(mark.target)}", "16.6")
    if "dump" in markers_in(state, space, viewer):
        seen = "" if state.specials.dump_seen else ", unknown to the German"
        yield Fact("fuel dump", f"{state.specials.dump_state}{seen}", "32.1")
    elif _may_hold_dump(state, space, viewer):
        yield Fact("fuel dump", "may be here", "32.1")
    if space in attackers.spent(state, state.now.side):
        yield Fact("attacked", "in this phase", "14.1")


def _may_hold_dump(state: Table, space: str, viewer: str | None) -> bool:
    """Whether the German must reckon with the dump in a hex (32.1)."""
    specials = state.specials
    if sees_dump(state, viewer) or specials.dump_state == "none":
        return False
    return space not in specials.dump_told and any(dump.hex == space for dump in state.book.map.dumps)


# Neighbours


def _link(state: Table, where: int, turn: int) -> Fact:
    """A neighbour: road, water, bridge, dark-green edge, bonds and boundaries on the hexside, costs (7, 10, 11)."""
    board = state.board
    other = board.grid.neighbours[where][turn]
    assert other is not None
    key = 6 * where + turn
    parts = [f"{board.road[key]} road"] if board.road[key] else []
    parts += _water(state, board, key, where, other)
    if board.ravine[key]:
        parts.append("forest-ravine edge")
    parts += [f"{side} bond" for side in SIDES if key in bonds(state, side).sides]
    if key in board.boundary and is_boundary_closed(state):
        parts.append("army boundary")
    parts.append(_costs(state, key))
    return Fact(f"{DIRECTIONS[turn]} {board.name(other)}", ", ".join(parts), "7.6" if board.bridge[key] else "11.1")


def _water(state: Table, board: Board, key: int, where: int, other: int) -> list[str]:
    kind, bridge = board.water[key], board.bridge[key]
    if kind is None:
        return []
    name = board.river_names.get(board.grid.hexside(where, other), "")
    found = [f"{name} ({'major river' if kind == 'meuse' else kind})"]
    if bridge is not None:
        found.append(_bridge_state(state, bridge))
    return found


def _bridge_state(state: Table, bridge: str) -> str:
    works = state.bridges.get(bridge)
    if works is None:
        return "bridge, demolition tried" if bridge in state.now.tried else "bridge"
    return "bridge BLOWN" if works.builder is None else f"bridge BLOWN, {works.builder} at work"


def _costs(state: Table, key: int) -> str:
    """Points to go there in normal movement, on foot, mechanized, vehicles."""
    found = (open_steps(state, kind)[key] for kind in _MOVERS)
    return "cost " + "/".join("-" if cost is None else halves(cost) for cost in found)


# Units


def unit_sheets(state: Table, space: str, viewer: str | None = None) -> Sequence[UnitSheet]:
    """Everything about the units in a hex or box, in the order of the scene's counters."""
    stack = stack_of(state, space)
    legal = _legal_by_unit(state, stack)
    shown = shown_in(state, space)
    return [_sheet(state, unit, shown[place], space, legal) for place, unit in enumerate(stack)]


def _legal_by_unit(state: Table, stack: Sequence[Unit]) -> Mapping[str, Sequence[Command]]:
    """The legal commands about each of these units."""
    step = top(state)
    if step is None or step.decider(state) is None:
        return {}
    found: dict[str, list[Command]] = {}
    decider = step.decider(state)
    for unit in stack:
        if unit.side == decider:
            legal = (command for command in commands_of(state, step, unit.id) if step.refusal(state, command) is None)
            found[unit.id] = [*legal]
    return found


def _sheet(state: Table, unit: Unit, shown: Any, space: str, legal: Mapping[str, Sequence[Command]]) -> UnitSheet:
    printed = state.piece(unit)
    may = tuple(dict.fromkeys(command.may or command.verb for command in legal.get(unit.id, ())))
    marks = tuple(_state_facts(state, unit, printed))
    return UnitSheet(
        shown,
        printed.entry.name,
        _formation(printed),
        space,
        (*_unit_facts(state, unit, printed), *(fact for fact in marks if not fact.label)),
        may,
        None if may else why_nothing(state, unit.id),
        steps_of(state, unit),
        _both_sides(printed),
        tuple(fact for fact in marks if fact.label),
    )


def steps_of(state: Table, unit: Unit) -> tuple[int, int]:
    """Steps left, and those of a fresh counter (16.4)."""
    return 1 if state.is_last_step(unit) else 2, state.piece(unit).steps


def _formation(printed: Piece) -> str:
    """Division, corps and army."""
    entry = printed.entry
    parts = [f"division {entry.division}"] if entry.division else []
    parts += [f"{entry.corps} Corps"] if entry.corps else []
    parts += [ARMIES[entry.army]] if entry.army else [printed.nation]
    return ", ".join(parts)


def _unit_facts(state: Table, unit: Unit, printed: Piece) -> Iterator[Fact]:
    entry = printed.entry
    kind = TYPES.get(entry.type, entry.type)
    yield Fact("", f"{kind}{f', {entry.model}' if entry.model else ''}, {printed.morale}", "2.4")
    if entry.large:
        yield Fact("large", "leaves a remnant", "16.4")
    yield Fact("stacking", str(printed.stacking[unit.reduced]), "8.1")
    if printed.tq:
        worn = f" ({printed.tq} in supply)" if unit.oos else ""
        use = "attacks and defends" if printed.grey else "no shift when attacking"
        yield Fact("TQ", f"{state.tank_quality(unit)}{worn}, {use}", "21.2")
    if printed.artillery:
        yield Fact("range", f"{entry.range or 0}, {'fired' if unit.fired else 'ready'}", "22.4")
    if printed.silhouette:
        yield Fact("silhouette", "no ZOC over roadless ravine edges", "9.4")
    yield from _place_facts(state, unit)
    yield from _movement_facts(state, unit)


def _both_sides(printed: Piece) -> tuple[str, ...]:
    """The numbers of both sides of the counter."""
    sides = [0, 1] if printed.steps > 1 else [0]
    shown = []
    for side in sides:
        strength = "S" if printed.artillery else str(printed.attack[side])
        shield = f"({printed.defence[side]})" if printed.entry.parenthesised else str(printed.defence[side])
        shown.append(f"{strength}-{shield}-{printed.entry.movement}")
    return tuple(shown)


def _state_facts(state: Table, unit: Unit, printed: Piece) -> Iterator[Fact]:
    """Every marker on a unit with what it means."""
    if unit.status != "fresh":
        yield Fact(unit.status, "at most two hexes, no attack", "18.2")
    if unit.eng:
        yield Fact("engaged", "may not move", "16.5")
    if unit.oos:
        yield Fact("out of supply", "tactical movement only", "23.4")
    if not unit.oos and state.hex_of(unit) is not None and not supply.traceable(state, unit):
        yield Fact("supply", "no supply line now: out of supply in the status phase", "23.1")
    if unit.points:
        group = next((each for each in supply.isolated_groups(state, unit.side) if unit.id in each), (unit.id,))
        yield Fact("surrender points", f"{unit.points}, surrenders at {surrender.level(state, group)}", "23.7")
    markers = {"SM": "strategic movement", "truck": "in trucks", "PM": "prime mover"}
    if unit.marker in markers:
        yield Fact("marker", markers[unit.marker], "22.3" if unit.marker == "PM" else "12.4")
    for holds, word, rule in (
        (unit.night, "night marker", "25.3"),
        (unit.replaced, "refitted: may not move in the AM turn", "25.25"),
        (special.is_bound(state, unit), "red set-up box: may not move on turn 1", "29.1"),
        (unit.cut_off, "beyond the army boundary", "11.10"),
    ):
        if holds:
            yield Fact("", word, rule)
    lost = replacements.lost_for_good(state, printed)
    if unit.reduced and lost is not None:
        yield Fact("no replacements", lost.reason, lost.rule)
    parent = state.parents.get(unit.id)
    if parent is not None:
        yield Fact("split from", state.book.pieces[parent].entry.name, "26.4")


def _place_facts(state: Table, unit: Unit) -> Iterator[Fact]:
    """Where a unit off the map waits, and for what."""
    if unit.location == OFF_MAP and unit.due is not None:
        letters = off_map.letters_of(state, unit)
        by = f" at entry hex {' or '.join(letters)}" if letters else ""
        yield Fact("reinforcement", f"due {turn_name(unit.due)}{by}", "13.1")
    elif unit.location == OFF_MAP:
        yield Fact("", "still to be set up", "3.4")
    elif unit.location.startswith(EDGE):
        yield Fact("", f"just off the map, seals entry hex {unit.location.removeprefix(EDGE)}", "13.4")


def _movement_facts(state: Table, unit: Unit) -> Iterator[Fact]:
    """What it has moved, or the ways in which it may move with their points."""
    done = state.now.movers.get(unit.id)
    if done is not None:
        spent = [f"{halves(done.halves)} MP"] if done.halves else []
        gone = [plural(done.hexes, "hex")] if done.hexes else []
        yield Fact("this phase", ", ".join([done.mode, *spent, *gone]), "11.1")
        return
    step = top(state)
    if not isinstance(step, movement_phase.MovementPhase) or step.side != unit.side or mover(state, unit) is None:
        return
    ways = []
    for mode in modes.modes(state, unit):
        points, hexes = modes.allowance(state, unit, mode)
        ways.append(f"{mode} {halves(points) if points else plural(hexes or 0, 'hex')}")
    yield Fact("may move", ", ".join(ways), "11.1")
