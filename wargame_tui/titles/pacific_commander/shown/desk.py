"""The commander's desk: points and level, who is where, what Japan did this turn, what comes, Objectives (3.1 to 3.15).

It shows what is on the table, nothing that the player could not find there; with the option `fog` (9.1) no more either.
"""

from collections.abc import Iterator

from wargame_tui.board.desk import Activity, Arrival, Counts, Desk, ForceRow, Objective, counted
from wargame_tui.board.fact import Fact
from wargame_tui.board.phrases import listed, plural
from wargame_tui.titles.pacific_commander.printed.book import CARRIERS, JAPAN, US, Counter
from wargame_tui.titles.pacific_commander.printed.data import Side
from wargame_tui.titles.pacific_commander.printed.names import by_class, class_and_name, place, plan_name
from wargame_tui.titles.pacific_commander.rules import fog
from wargame_tui.titles.pacific_commander.rules.orders import RULES
from wargame_tui.titles.pacific_commander.shown.turn_bar import date_words, level_words
from wargame_tui.titles.pacific_commander.state import (
    OrderLine,
    Table,
    book_of,
    held,
    owner_of,
    posture,
    present,
    score,
    supplied,
)

OWNERS = {US: "US", JAPAN: "Japan", "contested": "contested", "empty": "empty"}


def desk(state: Table) -> Desk:
    """Everything the Commander in Chief keeps an eye on."""
    return Desk(
        heading=f"{date_words(state)}, turn {state.turn} of {len(book_of(state).campaign.turns)}",
        resources=tuple(_resources(state)),
        forces=tuple(_forces(state)),
        activity=tuple(_activity(state, line) for line in state.orders),
        arrivals=tuple(_arrivals(state)),
        objectives=tuple(_objective(state, area, worth) for area, worth in book_of(state).objectives.items()),
        sides=(US, JAPAN),
    )


def _resources(state: Table) -> Iterator[Fact]:
    book = book_of(state)
    economy, campaign = book.charts.economy, book.campaign
    yield Fact("Objectives held", f"{score(state)} of {sum(book.objectives.values())}", "3.15.1")
    yield Fact("Level", level_words(state), "3.15.1")
    yield Fact("SP", f"{state.sp}; {campaign.sp} a turn, {economy.carried} at most are kept", "3.4.2")
    plans = f": {listed([plan_name(chit) for chit in state.hand])}" if state.hand else ""
    yield Fact("Battle Plans", f"{len(state.hand)} of {economy.hand}{plans}", "3.4.9")
    yield Fact("Japan", posture(state), "3.7.4")
    yield Fact("Battalions", f"{state.pool} left in the pool", "3.4.17")
    if state.code_break:
        yield Fact("Signals", f"{place(state.code_break)}{', one second roll' if state.reroll_left else ''}", "3.5.2")
    if campaign.blockade is not None:
        yield Fact("Blockade", f"{state.track} of {campaign.blockade.needed}", "3.15.5")
    if len(book.campaigns) > 1:
        yield Fact("Career", f"{plural(state.points, 'point')} after {plural(len(state.grades), 'campaign')}", "3.13.4")


# Forces


def _forces(state: Table) -> Iterator[ForceRow]:
    for area in book_of(state).areas:
        own = counted([force.cls for force in present(state, area, US).forces])
        enemy = _enemy(state, area)
        if own or enemy or area in book_of(state).objectives:
            yield ForceRow(
                area,
                place(area),
                OWNERS[owner_of(state, area)],
                own,
                enemy,
                tuple(_notes(state, area, bool(own))),
                objective=held(state, area) if area in book_of(state).objectives else None,
                alarm=bool(own) and area not in supplied(state),
            )


def _enemy(state: Table, area: str) -> Counts:
    """Japanese Forces by class; with `fog` where they are not seen only how many (9.1)."""
    forces = present(state, area, JAPAN).forces
    if forces and not fog.seen(state, area):
        return (("Forces", len(forces)),)
    return counted([force.cls for force in forces])


def _notes(state: Table, area: str, ours: bool) -> Iterator[str]:
    if (ours or owner_of(state, area) == US) and area not in supplied(state):
        yield "out of supply"
    if fort := state.areas[area].fort:
        yield f"fort {fort} {OWNERS.get(state.areas[area].holder or '', '')}".strip()
    if (ours or owner_of(state, area) == US) and (fleets := _in_reach(state, area)):
        yield f"threatened from {', '.join(fleets)}"
    hurt = sum(force.hits > 0 for force in present(state, area, US).forces)
    if hurt:
        yield f"{hurt} damaged"


def _in_reach(state: Table, area: str) -> list[str]:
    """The Areas from which Japanese warships that are seen reach this one (3.7.9), if they may go there at all."""
    book = book_of(state)
    chart, found = book.charts.orders, list[str]()
    if area in chart.no_sortie:
        return found
    for origin in book.areas:
        ships = [ship for ship in present(state, origin, JAPAN).ships if ship.cls != "TRN"]
        if ships and fog.seen(state, origin):
            carriers = any(ship.cls in CARRIERS for ship in ships)
            if 0 < book.distances[origin][area] <= (chart.range_carriers if carriers else chart.range_others):
                found.append(origin)
    return found


# The enemy


def _activity(state: Table, line: OrderLine) -> Activity:
    """What a fleet, garrison or submarine rolled this turn and did (3.7)."""
    submarine = line.group == "submarine"
    moved = fog.told(state, (line.area, line.target), line.forces)
    hidden = "Forces not seen" if line.forces and not moved else ""
    return Activity(
        space=line.area,
        place=place(line.area),
        group=line.group,
        die=None if submarine else line.die,
        row=None if submarine else line.row,
        rolled="" if submarine else line.rolled,
        done="" if submarine else line.carried_out,
        target=line.target,
        target_place=place(line.target) if line.target else "",
        moved=by_class(map(class_and_name, moved)) or hidden,
        rule="3.7.1" if submarine else RULES[line.carried_out],
    )


# What comes


def _arrivals(state: Table) -> Iterator[Arrival]:
    """Forces bought, then the arrivals of both sides turn by turn (3.4.3, 3.4.14)."""
    book = book_of(state)
    home = book.charts.economy.fallback[-1]
    if state.due:
        pieces = " ".join(f"{cls} {count}" for cls, count in counted([purchase.cls for purchase in state.due]))
        yield Arrival(f"T{state.turn + 1}", US, home, place(home), f"bought: {pieces}")
    for turn, counters in book.arrivals.items():
        if turn > state.turn:
            for side in (US, JAPAN):
                yield from _rows(turn, side, [counter for counter in counters if counter.side == side])


def _rows(turn: int, side: Side, counters: list[Counter]) -> Iterator[Arrival]:
    for area in dict.fromkeys(counter.area for counter in counters):
        pieces = [f"{counter.cls} {counter.name}" for counter in counters if counter.area == area]
        yield Arrival(f"T{turn}", side, area, place(area), ", ".join(pieces))


def _objective(state: Table, area: str, worth: int) -> Objective:
    """Whether an Objective is Held, and what is missing (3.2.8)."""
    is_held, owner = held(state, area), owner_of(state, area)
    status = "Held" if is_held else "US, out of supply" if owner == US else OWNERS[owner]
    if not is_held and (steps := sum(1 for force in present(state, area, JAPAN).ashore)) and fog.seen(state, area):
        status += f", {plural(steps, 'Force')} ashore"
    return Objective(area, place(area), worth, is_held, status)
