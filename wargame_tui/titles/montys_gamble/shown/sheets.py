"""Everything about a space and about a unit, fact by fact with the rule behind it."""

from collections.abc import Iterator, Mapping, Sequence

from wargame_tui.board.fact import Fact
from wargame_tui.board.phrases import halves, percent
from wargame_tui.board.steps import top
from wargame_tui.board.title import Entering, SpaceSheet, UnitSheet
from wargame_tui.core.wording import plural
from wargame_tui.titles.montys_gamble.commands import Assault, DropArea, Order
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, GERMAN, SIDES, UK, Edge, enemy
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.printed.names import CONDITIONS, CONTROL, DEPOTS, bridge_name, depot_name
from wargame_tui.titles.montys_gamble.rules import dday, impulses, movement, reinforcements, supply, victory
from wargame_tui.titles.montys_gamble.rules.areas import allowance, controls, units_in
from wargame_tui.titles.montys_gamble.rules.assault import startable
from wargame_tui.titles.montys_gamble.shown import words
from wargame_tui.titles.montys_gamble.shown.overlays import chance, trials
from wargame_tui.titles.montys_gamble.shown.picking import why_nothing
from wargame_tui.titles.montys_gamble.shown.pieces import choices_of, chosen_of, counter, piece_of, stack_of
from wargame_tui.titles.montys_gamble.state import FRESH, NOWHERE, WORSE, State, Unit, book_of


def space_sheet(state: State, space: str, side: str | None = None) -> SpaceSheet:
    """Everything about a space (3.2, 3.3)."""
    book = book_of(state)
    if space == UK:
        return SpaceSheet(space, "UK box", (Fact("airborne units", "wait here to be dropped", "18.4"),), ())
    links = tuple(_link(state, space, edge) for edge in book.edges[space].values())
    return SpaceSheet(space, book.name(space), tuple(_space_facts(state, space)), links)


def _space_facts(state: State, space: str) -> Iterator[Fact]:
    book, chart = book_of(state), book_of(state).charts
    entry = book.spaces[space]
    yield Fact("control", CONTROL[state.control[space]], "7.2")
    ground = "polder" if entry.polder else "high ground" if entry.high else ""
    yield Fact("TEM", f"+{entry.tem}{', ' if ground else ''}{ground}", "3.23a" if not ground else "3.22")
    if entry.vp:
        now = victory.scored(state).get(space, 0)
        yield Fact("victory area", f"{entry.vp} VP, {now} now", "21.3")
    if space == book.named["breakout"]:
        yield Fact("breakout", "a supplied Fresh Allied unit here at the end of the day wins", "21.1")
    counts = [(side, len(units_in(state, space, side))) for side in SIDES]
    full = "" if space in book.zones else f" of {chart.limits.stacking}"
    yield from (Fact(f"{side} units", f"{count}{full}", "7.1") for side, count in counts if count)
    for side in SIDES:
        yield from _supply_facts(state, space, side)
    if entry.ranges:
        yield Fact("range of", ", ".join(DEPOTS[division].removesuffix(" depot") for division in entry.ranges))
    if entry.drop or entry.airhead:
        what = " and ".join(word for word, holds in (("drop", entry.drop), ("airhead", entry.airhead)) if holds)
        value = reinforcements.interdiction_value(state, None, space)
        yield Fact(f"{what} area", f"interdiction {value}", "18.44")
    for name, depot in state.depots.items():
        if depot.location == space:
            yield Fact(depot_name(name), plural(depot.points, "point"), "13.6")
    if space in state.interdiction:
        yield Fact("air interdiction", "marker here", "16.4")


def _supply_facts(state: State, space: str, side: Side) -> Iterator[Fact]:
    """Supply of a side that is or could be here: from where, or not at all."""
    if not units_in(state, space, side) and not controls(state, space, side):
        return
    line = supply.line(state, space, side)
    if not line:
        spared = side == ALLIED and state.date <= supply.LAST_DATE_NEVER_ISOLATED
        yield Fact(f"{side} supply", "no line, isolated from the 19th on" if spared else "ISOLATED", "13.8")
    elif len(line) == 1:
        yield Fact(f"{side} supply", "source", "13.81" if side == GERMAN else "13.82")
    else:
        yield Fact(f"{side} supply", f"from {book_of(state).name(line[0])}", "13.8")


def entering(state: State, space: str) -> Entering | None:
    """What it costs units of either side to enter a space, by who is there and who held it (9.2)."""
    if space not in state.now.control:
        return None
    costs = []
    for side in SIDES:
        some = next(unit for unit in state.units.values() if unit.side == side)
        costs.append(halves(movement.entry_cost(state, some, space, units_in(state, space, enemy(side)))))
    return Entering(SIDES, tuple(costs), (), "9.2")


def _link(state: State, space: str, edge: Edge) -> Fact:
    """A neighbour: road, water, bridge or ferry with its state, and the chances of those who could work on it."""
    book = book_of(state)
    parts = ["road"] if edge.road else []
    if edge.water == "plain":
        return Fact(book.name(edge.to), ", ".join(parts) or "no road", "9.2")
    link, crossing = book.waters[edge.id], state.crossings[edge.id]
    parts.append(f"{link.river} ({edge.water})")
    bridge = f"{bridge_name(edge.id).removeprefix('the ')} " if edge.bridge else ""
    parts.append(bridge + ("BLOWN" if crossing.blown else f"{crossing.holder}-held"))
    if edge.ferry:
        parts.append(f"ferry {state.ferries[edge.id]}")
    parts += [f"{side} works +{level}" for side, level in crossing.works.items()]
    parts += [f"{who} {what} {percent(chance(needs))}" for who, what, needs, _ in trials(state, space, edge.id)]
    return Fact(book.name(edge.to), ", ".join(parts), "19.1" if edge.bridge else "10.4")


def unit_sheets(state: State, space: str, side: str | None = None) -> Sequence[UnitSheet]:
    """Everything about the units in a space, in the order of the scene's counters."""
    choices, chosen = choices_of(state), chosen_of(state)
    stack = stack_of(state, space)
    legal = _legal_by_unit(state, frozenset(unit.id for unit in stack))
    return [_sheet(state, unit, choices, chosen, legal) for unit in stack]


def _legal_by_unit(state: State, units: frozenset[str]) -> Mapping[str, Sequence[Order]]:
    """The legal commands about each of these units."""
    step, found = top(state), dict[str, list[Order]]()
    if step is None or step.decider(state) is None:
        return {}
    if isinstance(step, impulses.Impulse):
        return {name: [Assault(state.units[name].location)] for name in units if _may_act(state, step, name)}
    if area := _drop_area(state, step, units):
        return {unit.id: [DropArea(area)] for unit in dday.fresh_airborne(state, area)}
    for command in step.candidates(state):
        name = piece_of(command)
        if name in units and step.refusal(state, command) is None:
            found.setdefault(name, []).append(command)
    return found


def _drop_area(state: State, step: object, units: frozenset[str]) -> str | None:
    """The drop area of these units, if it may act now as a whole (20.4)."""
    area = next((state.units[name].location for name in units), None)
    match step:
        case dday.DropAreaActs(action=None) if step.area == area:
            return area
        case dday.AirbornePhase() if area is not None and step.refusal(state, DropArea(area)) is None:
            return area
    return None


def _may_act(state: State, step: impulses.Impulse, name: str) -> bool:
    """Whether a unit could act in an assault from where it stands."""
    unit = state.units[name]
    if unit.side != step.side or unit not in startable(state, unit.location):
        return False
    return step.refusal(state, Assault(unit.location)) is None


def _sheet(
    state: State,
    unit: Unit,
    choices: frozenset[str],
    chosen: frozenset[str],
    legal: Mapping[str, Sequence[Order]],
) -> UnitSheet:
    entry = book_of(state).roster[unit.id]
    may = tuple(dict.fromkeys(command.may or command.verb for command in legal.get(unit.id, ())))
    refusal = None if may else why_nothing(state, unit.id)
    formation = f"division {entry.division}" if entry.division else entry.branch
    if airborne := DEPOTS.get(entry.division or ""):
        formation = f"{entry.branch} {airborne.removesuffix(' depot')}"
    return UnitSheet(
        counter(state, unit, choices, chosen),
        entry.name,
        formation,
        unit.location,
        tuple(_unit_facts(state, unit)),
        may,
        refusal,
        steps_of(state, unit),
        _faces(state, unit),
        tuple(_marks(state, unit)),
    )


def steps_of(state: State, unit: Unit) -> tuple[int, int]:
    """Losses that eliminate a unit as it is, and as a fresh one (10.8)."""
    left, condition = 0, str(unit.condition)
    while condition in WORSE:
        left, condition = left + 1, WORSE[condition]
    return left, len(WORSE)


def _faces(state: State, unit: Unit) -> tuple[str, ...]:
    """Both sides of the counter: attack, defence and movement; the defence when Spent, Disrupted as it is (4.22)."""
    worn = book_of(state).charts.disruption.get(unit.condition, 0)
    return f"{unit.attack}-{unit.defence}-{unit.mf}", f"(0)-{unit.spent - worn}-(0)"


def _marks(state: State, unit: Unit) -> Iterator[Fact]:
    """Its condition, and whether it is isolated."""
    if unit.condition != FRESH:
        yield Fact(CONDITIONS[unit.condition].upper(), "", "4.22")
    if supply.isolated(state, unit):
        level = book_of(state).charts.surrender[unit.condition]
        yield Fact("ISOLATED", f"surrenders on a roll below {level} tonight", "13.9")


_SIZES = {"II": "battalion", "III": "regiment", "X": "brigade", "XX": "division"}


def _called(kind: str, size: str) -> str:
    """What a unit is, in words: `infantry battalion`, `FLAK tower`."""
    return "FLAK tower" if kind == "tower" else f"{kind.replace('flak', 'FLAK')} {_SIZES[size]}"


def _unit_facts(state: State, unit: Unit) -> Iterator[Fact]:
    book = book_of(state)
    entry = book.roster[unit.id]
    yield Fact("", ", ".join((_called(unit.type, entry.size), *_traits(entry.traits))), "4.12")
    if unit.condition == FRESH:
        yield from _movement_facts(state, unit)
    if unit.range is not None:
        yield Fact("range", f"areas of the {DEPOTS[unit.range].removesuffix(' depot')}", "9.66")
    if unit.due is not None and unit.location in NOWHERE:
        yield Fact("due", f"{unit.due} September", "4.23")
    if unit.drop is not None:
        yield Fact("drop area", book.name(unit.drop), "18.5")
    if unit.id in state.refitted:
        yield Fact("refitted", "this turn", "13.6")


def _traits(traits: Sequence[str]) -> Iterator[str]:
    return (trait.replace("_", " ") if trait != "corps" else "corps artillery" for trait in traits)


def _movement_facts(state: State, unit: Unit) -> Iterator[Fact]:
    """Movement points in this impulse, where they are not those printed, and what is left of them."""
    most = allowance(state, unit)
    mover = state.now.movers.get(unit.id)
    if unit.type == "tower":
        return
    if unit.id in state.now.ready and mover is not None:
        left = 0 if mover.stopped else max(0, most - movement.halves_spent(state, unit))
        yield Fact("MF left", words.points(left), "9.2")
    elif most != movement.HALF * unit.mf:
        rule = "20.61" if state.weather == "clear" else "17.3"
        yield Fact("MF now", words.points(most), rule)
