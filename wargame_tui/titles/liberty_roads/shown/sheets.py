"""Everything about a hex or box and about a unit, fact by fact with the rule behind it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wargame_tui.board.fact import Fact
from wargame_tui.board.hexes import DIRECTIONS
from wargame_tui.board.phrases import halves, plural
from wargame_tui.board.steps import top
from wargame_tui.board.title import Entering, SpaceSheet, UnitSheet
from wargame_tui.titles.liberty_roads.printed import names
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, GERMAN, SIDES, Piece, marker_kind, step_costs
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules import markers, movement, resistance, sea, stacking, strengths, supply
from wargame_tui.titles.liberty_roads.rules.control import is_active, strategic_value
from wargame_tui.titles.liberty_roads.rules.fortitude import is_held
from wargame_tui.titles.liberty_roads.rules.landing import Planning, zone_of
from wargame_tui.titles.liberty_roads.rules.landing import total as landing_total
from wargame_tui.titles.liberty_roads.rules.reach import allowance
from wargame_tui.titles.liberty_roads.rules.support import near_pluto, pluto_distance
from wargame_tui.titles.liberty_roads.shown.picking import commands_of, why_nothing
from wargame_tui.titles.liberty_roads.shown.pieces import SUPPORT, knows, seen_in, shown_in
from wargame_tui.titles.liberty_roads.state import AIRBORNE_ZONE, HOLDING, OFF_MAP, RESERVE, Table, Unit

TYPES: Mapping[str, str] = {
    "armour": "armoured division", "infantry": "infantry division", "motorised": "motorised infantry division",
    "volksgrenadier": "Volksgrenadier division", "static": "static infantry", "ersatz": "Ersatz division",
    "security": "security division", "mountain": "mountain division", "ersatz_mountain": "Ersatz mountain division",
    "glider": "glider infantry", "paratroop": "paratroops", "motorised_paratroop": "motorised paratroops",
    "flak": "Flak", "hq": "headquarters", "engineer": "engineers",
}  # fmt: skip
COUNTRIES: Mapping[str, str] = {
    "F": "France", "B": "Belgium", "N": "the Netherlands", "G": "Germany", "L": "Luxembourg",
}  # fmt: skip
ARMIES: Mapping[str, str] = {
    "7": "Seventh Army", "5": "Fifteenth Army", "1": "First Army", "9": "Nineteenth Army", "N": "Netherlands",
}  # fmt: skip
SEAS: Mapping[str, str] = {
    "channel": "English Channel", "north_sea": "North Sea", "atlantic": "Atlantic", "mediterranean": "Mediterranean",
}  # fmt: skip


# Hexes


def space_sheet(state: Table, space: str, viewer: str | None = None) -> SpaceSheet:
    """Everything about a hex or box that a side may know; without one, the side that decides."""
    board = state.board
    if space not in board.index:
        return _box_sheet(state, space, viewer)
    where = board.index[space]
    around = enumerate(board.grid.neighbours[where])
    links = tuple(_link(state, where, turn) for turn, other in around if other is not None)
    return SpaceSheet(space, board.name(space), tuple(_hex_facts(state, space, where, viewer)), links)


def _hex_facts(state: Table, space: str, where: int, viewer: str | None) -> Iterator[Fact]:
    yield from _terrain_facts(state, where)
    if space in state.book.tracked:
        yield Fact("control", state.control[space], "1.9.1")
    yield from _worth_facts(state, space, where)
    yield from _port_facts(state, space)
    yield from _coast_facts(state, space, viewer)
    yield from _marker_facts(state, space)
    yield from _stack_facts(state, space)
    for side in SIDES:
        if state.units_in(space, side) or state.control.get(space) == side:
            yield _supply_fact(state, side, where)
    if space in state.now.attacked:
        yield Fact("attacked", "in this phase", "7.1.8")


def _terrain_facts(state: Table, where: int) -> Iterator[Fact]:
    """Terrain, what it costs off the road, what it is worth to a defender."""
    board = state.board
    grounds = board.grounds[where]
    kinds = [names.ground_name(board.terrain[where])]
    kinds += [names.ground_name(ground).removeprefix("the ") for ground in grounds if ground != board.terrain[where]]
    country = next((name for letter, name in COUNTRIES.items() if board.country[letter] >> where & 1), None)
    yield Fact("terrain", ", ".join(kinds) + (f"; {country}" if country else ""), "1.7.1")
    rows = [*board.rows(where)]
    if rows:
        most = max(row.infantry for row in rows), max(row.armour for row in rows)
        yield Fact("off the road", f"infantry {most[0]:g}, armour {most[1]:g}", "6.1.4")
        choices = strengths.hex_grounds(state, board.names[where])
        worth = [f"{names.ground_name(ground)} ×{strengths.factor(state, ground):g}" for ground in choices]
        yield Fact("defence", " or ".join(worth), "7.5.1")
    army = next((name for letter, name in ARMIES.items() if board.army_zones[letter] >> where & 1), None)
    if army and state.campaign.fortitude:
        yield Fact("army zone", army, "14.1.2")


def entering(state: Table, space: str) -> Entering | None:
    """What it costs to enter a hex, off the road and from each neighbour (6.1.4, 6.1.8, 6.4)."""
    board = state.board
    where = board.index.get(space)
    rows = [] if where is None else [*board.rows(where)]
    if where is None or not rows:
        return None
    near = [other for other in board.grid.neighbours[where] if other is not None]
    tables = step_costs(board, "infantry"), step_costs(board, "armour")
    steps = [[costs[board.key(other, where)] for costs in tables] for other in near]
    return Entering(
        ("inf.", "arm."),
        (f"{max(row.infantry for row in rows):g}", f"{max(row.armour for row in rows):g}"),
        tuple(tuple("-" if cost is None else halves(cost) for cost in each) for each in steps),
        "6.1.4",
    )


def _worth_facts(state: Table, space: str, where: int) -> Iterator[Fact]:
    """What the hex counts for."""
    entry = state.book.map.strategic.get(space)
    if entry is not None:
        yield Fact("strategic hex", f"{entry.name}, {strategic_value(state, space)} of approval", "9.2.1")
    goals = [goal.name for goal in _victory_goals(state) if space in goal.hexes]
    if goals:
        yield Fact("counts for victory", ", ".join(goals), "T41")
    points = 0 if state.book.scenario.basic else resistance.points_of(state, space)
    if points and space not in state.campaign.liberated:
        yield Fact("FFI", f"{points} when liberated", "16.1.1")
    if where in state.board.german_sources:
        yield Fact("German supply source", "while it is German", "4.4.1")


def _victory_goals(state: Table) -> Sequence[Any]:
    entry = state.book.scenario.victory
    return entry.goals if entry is not None else ()


def _port_facts(state: Table, space: str) -> Iterator[Fact]:
    port = state.board.ports.get(space)
    if port is None:
        return
    works = "works" if supply.port_works(state, space) else "does not work"
    held = works if state.controls(ALLIED, space) else "German"
    yield Fact(f"{port.size} port", f"{SEAS[port.sea]}, {held}", "15.1")
    if port.estuary:
        hexes = state.book.map.estuaries[port.estuary]
        free = sum(state.controls(ALLIED, hex_) for hex_ in hexes)
        yield Fact("estuary", f"{port.estuary}: {free} of {plural(len(hexes), 'hex')} Allied", "15.1.5")
    if port.fortress:
        able = "no more, the Allies have been there" if space in state.ever else "may become a Festung"
        yield Fact("fortress", able, "6.5.2")
    if port.size == "major" and state.controls(ALLIED, space) and state.campaign.pluto:
        yield Fact("PLUTO", f"{plural(pluto_distance(state, space), 'hex')} away", "15.1.4")


def _coast_facts(state: Table, space: str, viewer: str | None) -> Iterator[Fact]:
    beach, zone = state.book.map.beaches.get(space), zone_of(state, space)
    if beach is not None:
        state_of = f"coast defence {beach.level}" if is_active(state, space) else "no coast defence any more"
        yield Fact("beach", f"{beach.name}, {state_of}", "13.2")
    if zone is not None:
        figures = f"{zone.assault} assault, {zone.follow_up} follow-up, {zone.dday} D-Day"
        yield Fact("invasion zone", f"{zone.name}: {figures}{', aircraft' if zone.aircraft else ''}", "13.3.2")
    yield from _landing_facts(state, space, viewer)


def _landing_facts(state: Table, space: str, viewer: str | None) -> Iterator[Fact]:
    """What lands here; the Allies' D-Day markers are their own affair until they are revealed (13.6)."""
    step = top(state)
    if not isinstance(step, Planning) or space not in step.assault:
        return
    yield Fact("landing", names.names(step.assault[space]) or "no assault unit yet", "13.6")
    if knows(state, viewer, ALLIED):
        yield Fact("D-Day markers", names.kinds(step.dday.get(space, ())), "13.4.1")
    totals = sum(map(len, step.assault.values())), sum(map(len, step.dday.values()))
    most = landing_total(state, [*step.assault], "assault"), landing_total(state, [*step.assault], "dday")
    yield Fact("in all", f"{totals[0]} of {most[0]} assault units, {totals[1]} of {most[1]} D-Day markers", "13.3.4")


def _marker_facts(state: Table, space: str) -> Iterator[Fact]:
    """Markers, and what they do."""
    if space in state.campaign.beachheads:
        most = stacking.most_divisions(state, space)
        yield Fact("Beachhead", f"minor port, supply, {most} divisions", "15.1.2")
    for number, hex_ in enumerate(state.campaign.pluto, 1):
        if hex_ == space:
            yield Fact(f"PLUTO {number}", "markers with P within three hexes", "5.6.7")
    for each, printed in markers.played(state):
        if each.place == space:
            yield Fact(names.marker_name(each.id), printed.words, "5.5")
    if any(unit.festung for unit in state.units_in(space, GERMAN)):
        yield Fact("Festung", "in supply, no attack, no replacements", "6.5.5")


def _stack_facts(state: Table, space: str) -> Iterator[Fact]:
    """How full the hex is (1.10)."""
    for side in SIDES:
        here = state.units_in(space, side)
        if not here:
            continue
        divisions = sum(state.piece(unit).division for unit in here)
        full = f"{divisions} of {stacking.most_divisions(state, space)} divisions"
        if crowd := stacking.excess(state, space, here):
            printed = state.piece(crowd[0])
            full += ", too many" if printed.division else f"; too many {'HQs' if printed.hq else 'engineers'}"
        elif stacking.is_mixed(state, here):
            full += "; nationalities mixed"
        yield Fact(f"{side} stack", full, "1.10.3")
        attack = sum(state.piece(unit).attack[unit.reduced] for unit in here)
        defence = sum(state.piece(unit).defence[unit.reduced] for unit in here)
        yield Fact("strength", f"attack {attack}, defence {defence}", "7.5.1")


def _supply_fact(state: Table, side: Side, where: int) -> Fact:
    """Whether a unit would be in supply here (4)."""
    if supply.sources(state, side) >> where & 1:
        return Fact(f"{side} supply", "source", "4.3" if side == ALLIED else "4.4")
    nationalities = [
        each
        for each in (("American", "British") if side == ALLIED else ("German",))
        if supply.commanded(state, side, each) >> where & 1
    ]
    if nationalities:
        return Fact(f"{side} supply", f"in command range ({', '.join(nationalities)})", "4.2.1")
    if supply.connected(state, side) >> where & 1:
        return Fact(f"{side} supply", "for HQs only: connected by road", "4.1.1")
    if any(unit.drop for unit in state.units_in(state.board.names[where], side)):
        return Fact(f"{side} supply", "only for who has just dropped", "12.3.1")
    return Fact(f"{side} supply", "none", "4.2.2")


def _link(state: Table, where: int, turn: int) -> Fact:
    """A neighbour: road, railway, water, bridge, costs for infantry and armour."""
    board = state.board
    other = board.grid.neighbours[where][turn]
    assert other is not None
    key = 6 * where + turn
    parts = ["railway" if board.rail[key] else f"{board.road[key]} road"] if board.road[key] else []
    if board.water[key]:
        name = board.river_names.get(board.grid.hexside(where, other), "")
        rank = "major river" if board.water[key] == "major" else "river"
        parts.append(f"{name} ({rank}{', bridge' if board.road[key] else ''})")
    if any({where, other} == {*pair} for side in SIDES for pair in supply.pontoons(state, side)):
        parts.append("pontoon bridge")
    costs = [step_costs(board, "infantry")[key], step_costs(board, "armour")[key]]
    parts.append("no way" if costs[0] is None else f"cost {'/'.join(halves(cost or 0) for cost in costs)}")
    return Fact(f"{DIRECTIONS[turn]} {board.name(other)}", ", ".join(parts), "6.1.4")


# Boxes


def _box_sheet(state: Table, space: str, viewer: str | None) -> SpaceSheet:
    """A box beside the map."""
    entry = state.book.map.boxes.get(space)
    if entry is None:
        return SpaceSheet(space, space, (), ())
    return SpaceSheet(space, entry.name, tuple(_box_facts(state, space, viewer)), ())


def _box_facts(state: Table, space: str, viewer: str | None) -> Iterator[Fact]:
    if space.startswith(SUPPORT):
        yield from _hand_facts(state, ALLIED if space.endswith(ALLIED) else GERMAN, viewer)
    elif space == RESERVE:
        yield from _reserve_facts(state, viewer)
    elif space in AIRBORNE_ZONE.values():
        count = sum(each.zone == space for each in state.drops.values())
        half = "north" if space.startswith("England") else "south"
        yield Fact("Airborne zone", f"drops in the {half} of the map", "12.2.4")
        yield Fact("drop markers", str(count), "12.1.3")
        for each in state.drops.values():
            if each.back is not None:
                yield Fact("a drop marker", f"comes back on turn {each.back}", "12.3.4")
    else:
        seas = "the Mediterranean" if space == "Mediterranean" else "all seas but the Mediterranean"
        yield Fact("holding box", f"Allied units, sea transport over {seas}", "11.1")
        yield Fact("sea transport", f"{sea.points(state):g} points a turn, {state.now.sea:g} left now", "11.2.1")


def _hand_facts(state: Table, side: Side, viewer: str | None) -> Iterator[Fact]:
    """Available Support: the owner's own markers with what they do (5.1.3)."""
    hand = state.available(side)
    most = state.book.charts.support.most
    yield Fact("Available Support", f"{plural(len(hand), 'marker')}, {most} may be kept", "5.1.4")
    pool = sum(each.where == "pool" and _owner(state, each.id) == side for each in state.support.values())
    yield Fact("pool", plural(pool, "marker"), "5.1.1")
    if not knows(state, viewer, side):
        return
    for kind in dict.fromkeys(marker_kind(each.id) for each in hand):
        own = [each.id for each in hand if marker_kind(each.id) == kind]
        printed = state.marker_of(own[0])
        count = f"{len(own)} × " if len(own) > 1 else ""
        letter = " (P)" if printed.pluto else ""
        yield Fact(f"{count}{names.marker_name(own[0])}{letter}", printed.words, "5.5")


def hand(state: Table, side: str) -> Sequence[Fact]:
    """A side's support markers as it sees them itself: how many, then each kind, its count, what it does (5.1)."""
    return [*_hand_facts(state, ALLIED if side == ALLIED else GERMAN, side)]


def _owner(state: Table, marker: str) -> Side:
    known = state.book.markers
    return known[marker].side if marker in known else ALLIED


def _reserve_facts(state: Table, viewer: str | None) -> Iterator[Fact]:
    limits = state.book.charts.reserve
    yield Fact("room", f"up to {limits.divisions} divisions, {limits.markers} markers", "18.1.3")
    if state.campaign.counteroffensive:
        yield Fact("used", "the counter-offensive has begun", "18.2.5")
    stored = [each.id for each in state.support.values() if each.where == "reserve"]
    if knows(state, viewer, GERMAN):
        yield from (Fact(names.marker_name(name), state.marker_of(name).words, "18.1.1") for name in stored)
    else:
        units = plural(len(state.units_in(RESERVE, GERMAN)), "unit")
        yield Fact("in it", f"{units}, {plural(len(stored), 'marker')}", "18.1.1")


# Units


def unit_sheets(state: Table, space: str, viewer: str | None = None) -> Sequence[UnitSheet]:
    """Everything about the units in a hex or box that a side may know, in the order of the scene's counters."""
    stack = seen_in(state, space, viewer)
    shown = shown_in(state, space, viewer)
    return [_sheet(state, unit, shown[number], space) for number, unit in enumerate(stack)]


def _legal(state: Table, unit: Unit) -> list[Any]:
    """The legal commands about a unit."""
    step = top(state)
    if step is None or step.decider(state) != unit.side:
        return []
    return [command for command in commands_of(state, step, unit.id) if step.refusal(state, command) is None]


def _sheet(state: Table, unit: Unit, shown: Any, space: str) -> UnitSheet:
    printed = state.piece(unit)
    may = tuple(dict.fromkeys(command.may or command.verb for command in _legal(state, unit)))
    facts = tuple(_unit_facts(state, unit, printed))
    why = None if may else why_nothing(state, unit.id)
    steps, marks = (printed.steps - unit.reduced, printed.steps), tuple(_state_facts(state, unit, printed))
    return UnitSheet(
        shown, printed.name, _formation(printed), space, facts, may, why, steps, _both_sides(printed), marks
    )


def _formation(printed: Piece) -> str:
    """Service and nationality."""
    played = " and ".join(sorted(printed.nationalities))
    return printed.service if played in (printed.service, GERMAN) else f"{printed.service}, plays as {played}"


def _unit_facts(state: Table, unit: Unit, printed: Piece) -> Iterator[Fact]:
    kind = "Kampfgruppe" if printed.kg else "fixed defence" if printed.fixed else TYPES.get(printed.type, printed.type)
    yield Fact("", f"{kind}{', elite' if printed.elite else ''}", "1.1.4")
    if printed.hq:
        longer = markers.longer_range(state, unit)
        yield Fact("command range", f"{printed.command}{f' +{longer}' if longer else ''}", "1.2.1")
        if state.hex_of(unit) is not None:
            yield Fact("HQ supply", "in supply" if supply.hq_supplied(state, unit) else "none", "4.1.1")
    yield from _movement_facts(state, unit)


def _both_sides(printed: Piece) -> tuple[str, ...]:
    """The numbers of both sides of the counter."""
    faces = range(2 if printed.steps > 1 else 1)
    return tuple(f"{printed.attack[n]}-{printed.defence[n]}-{printed.movement}" for n in faces)


def _state_facts(state: Table, unit: Unit, printed: Piece) -> Iterator[Fact]:
    """Every marker on a unit with what it means."""
    if unit.oos:
        yield Fact("out of supply", "attack, defence and movement halved", "4.5.2")
    elif state.hex_of(unit) is not None and not printed.fixed and not supply.supplied(state, unit):
        yield Fact("supply", "none now: out of supply in the next check", "4.2.2")
    if unit.festung:
        yield Fact("Festung", "in supply; no attack, no replacements, lost for good", "6.5.5")
    if unit.exploiting:
        yield Fact("exploitation", "moves half and attacks in the exploitation phase", "8.1.1")
    if unit.drop:
        yield Fact("paratroop drop", "in supply until the end of the turn", "12.3.1")
    if unit.pontoon is not None:
        yield Fact("pontoon", f"bridges the river to the {DIRECTIONS[unit.pontoon]}; does not move", "4.1.3")
    if printed.engineer:
        yield Fact(
            "engineer", "the port works while it stays" if unit.functional else "may repair a major port", "15.1.4"
        )
    if unit.side == GERMAN and is_held(state, unit):
        released = unit.id in state.now.released
        yield Fact("Fortitude", "released in this turn" if released else "held where it is", "14.1.2")
    if unit.location == OFF_MAP and unit.due is not None:
        yield Fact("reinforcement", f"due on turn {unit.due}", "10.1")
    for each, marker in markers.played(state):
        if each.place == unit.id:
            yield Fact(names.marker_name(each.id), marker.words, "5.5.6")
    if printed.armour or printed.airborne:
        near = unit.side == GERMAN or (state.hex_of(unit) is not None and near_pluto(state, unit.location))
        if unit.reduced and unit.location not in HOLDING:
            yield Fact("replacement", "takes a support marker" + ("" if near else ", within PLUTO range"), "10.3.5")


def _movement_facts(state: Table, unit: Unit) -> Iterator[Fact]:
    """How it has moved, or the ways in which it may move with their points."""
    done = state.now.moved.get(unit.id)
    if done is not None:
        yield Fact("this phase", f"moved, {names.MODES[done]}", "6.1.3")
        return
    step = top(state)
    if not isinstance(step, movement.MovementPhase) or step.side != unit.side:
        return
    if movement.move_refusal(state, unit) is not None:
        return
    ways = [f"normal {halves(allowance(state, unit, 'normal'))}"]
    if movement.mode_refusal(state, unit, "strategic") is None:
        ways.append(f"strategic {halves(allowance(state, unit, 'strategic'))}")
    if movement.mode_refusal(state, unit, "rail") is None:
        ways.append("rail")
    yield Fact("may move", ", ".join(ways), "6.1.2")
