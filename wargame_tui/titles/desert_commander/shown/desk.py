"""The commander's desk: points, who is where, what the enemy did this turn, what comes, what counts (4.1 to 4.6).

It shows what is on the table, nothing that the player could not find there; with the option `fog` (9.1) no more either.
"""

from collections.abc import Iterator, Sequence

from wargame_tui.board.desk import Activity, Arrival, Counts, Desk, ForceRow, Objective, counted
from wargame_tui.board.fact import Fact
from wargame_tui.board.phrases import plural
from wargame_tui.titles.desert_commander.printed.book import AT_SEA, AXIS, ENEMY, SIDES
from wargame_tui.titles.desert_commander.printed.data import Side
from wargame_tui.titles.desert_commander.printed.names import order_name, plan_name, share
from wargame_tui.titles.desert_commander.rules import fog, orders
from wargame_tui.titles.desert_commander.rules.supply_points import overstretch, supplied
from wargame_tui.titles.desert_commander.shown.turn_bar import level_words
from wargame_tui.titles.desert_commander.shown.words import foe, force_name, place
from wargame_tui.titles.desert_commander.state import OrderLine, Table, book_of, cv_total, owned_by, present, score


def desk(state: Table) -> Desk:
    """Everything the commander keeps an eye on."""
    book = book_of(state)
    return Desk(
        heading=f"{book.name}: {book.campaign.turns[state.turn - 1]}, turn {state.turn} of {book.last_turn}",
        resources=tuple(_resources(state)),
        forces=tuple(_forces(state)),
        activity=tuple(_activity(state, line) for line in state.orders),
        arrivals=tuple(_arrivals(state)),
        objectives=tuple(_objective(state, area) for area, entry in book.areas.items() if entry.vp),
        sides=(AXIS, foe(state).adjective),
    )


def _resources(state: Table) -> Iterator[Fact]:
    book = book_of(state)
    economy, campaign = book.charts.economy, book.campaign
    yield Fact("Score", f"{score(state)} of {sum(entry.vp for entry in book.areas.values())} VP", "4.6.2")
    yield Fact("Level", level_words(state), "4.6.1")
    if campaign.best_total_divisor:
        counts = share(campaign.best_total_divisor)
        yield Fact("High tide so far", f"{state.best} VP, {counts} of it counts at the end", "4.6.2")
    coming = f"{campaign.sp[state.turn]} next turn, " if state.turn < book.last_turn else ""
    yield Fact("SP", f"{state.sp}; {coming}{economy.carried} at most are kept", "4.3.16")
    plans = f": {', '.join(plan_name(chit) for chit in state.hand)}" if state.hand else ""
    yield Fact("Battle Plans", f"{len(state.hand)} of {economy.hand}{plans}", "4.3.13")
    if campaign.invasion is not None:
        reach = campaign.invasion.radius[state.turn - 1]
        words = "at any distance" if reach is None else f"up to {reach} from a beach"
        yield Fact(f"{foe(state).adjective} attacks", words, "4.9.6")
        if campaign.storm(state.turn):
            yield Fact("Weather", "storm", "4.9.9")
    if len(book.campaigns) > 1:
        ends = ", ".join(f"{grade.campaign} {grade.level}" for grade in state.grades) or "the first campaign"
        yield Fact("Career", ends, "4.6.3")


# Forces


def _forces(state: Table) -> Iterator[ForceRow]:
    for area, entry in book_of(state).areas.items():
        own, enemy = present(state, area, AXIS), _enemy(state, area)
        if own or enemy or entry.vp:
            yield ForceRow(
                area,
                entry.name,
                state.areas[area].owner,
                counted([force.cls for force in own]),
                enemy,
                tuple(_notes(state, area)),
                objective=owned_by(state, area, AXIS) if entry.vp else None,
                alarm=bool(own) and area not in supplied(state),
            )


def _enemy(state: Table, area: str) -> Counts:
    """Enemy forces by class; with `fog` where they are not seen only how many (9.1)."""
    forces = present(state, area, ENEMY)
    if forces and not fog.seen(state, area):
        return (("forces", len(forces)),)
    return counted([force.cls for force in forces])


def _notes(state: Table, area: str) -> Iterator[str]:
    entry, there, own = book_of(state).areas[area], state.areas[area], present(state, area, AXIS)
    if entry.vp:
        yield f"{entry.vp} VP"
    if there.owner == "contested":
        yield "contested"
    if there.dig:
        yield "dig marker"
    if own:
        yield from _state_of(state, area)
    if own or owned_by(state, area, AXIS):
        yield from _threat(state, area)


def _state_of(state: Table, area: str) -> Iterator[str]:
    """How the forces of the player in an Area are."""
    own = present(state, area, AXIS)
    yield f"CV {cv_total(state, own)}"
    if reduced := sum(force.reduced for force in own):
        yield f"{reduced} reduced"
    if area not in supplied(state):
        yield "out of supply"
    elif more := overstretch(state, area):
        yield f"overstretch {more} SP"


def _threat(state: Table, area: str) -> Iterator[str]:
    """Enemy forces next door, as far as they are seen (4.5.9)."""
    near = [there for there in book_of(state).links[area] if fog.seen(state, there)]
    strength = cv_total(state, [force for there in near for force in present(state, there, ENEMY)])
    if strength:
        yield f"{foe(state).adjective} CV {strength} next door"


# The enemy


def _activity(state: Table, line: OrderLine) -> Activity:
    """What an Area rolled this turn and what came of it (4.5)."""
    moved = fog.told(state, (line.area, line.target), line.forces)
    labels = [force_name(state, name) for name in moved]
    return Activity(
        space=line.area,
        place=place(state, line.area),
        group="",
        die=line.die or None,
        row=line.row or None,
        rolled=order_name(line.rolled),
        done=order_name(line.carried_out),
        target=line.target,
        target_place=place(state, line.target) if line.target else "",
        moved=", ".join(labels) or ("forces not seen" if line.forces and not moved else ""),
        rule=orders.RULES[line.carried_out] if line.die else _attack_rule(state),
    )


def _attack_rule(state: Table) -> str:
    """Why forces attack without an order: they land, or they stand in a contested Area (4.9.3, 4.9.4)."""
    landing = book_of(state).campaign.first_stage == "landings" and state.turn == 1
    return "4.9.3" if landing else "4.9.4"


# What comes and what counts


def _arrivals(state: Table) -> Iterator[Arrival]:
    """Forces at sea, then the arrivals of both sides turn by turn (4.3.1, 4.5.12, 4.9.8)."""
    at_sea = [(force.bound, force.label) for force in present(state, AT_SEA, ENEMY) if force.bound]
    yield from _rows(state, "sea", ENEMY, at_sea)
    for turn, counters in book_of(state).arrivals.items():
        for side in SIDES if turn > state.turn else ():
            coming = [(counter.area, counter.label) for counter in counters if counter.side == side]
            yield from _rows(state, f"T{turn}", side, coming)


def _rows(state: Table, when: str, side: Side, coming: Sequence[tuple[str, str]]) -> Iterator[Arrival]:
    for area in dict.fromkeys(area for area, _ in coming):
        pieces = ", ".join(label for there, label in coming if there == area)
        yield Arrival(when, side, area, place(state, area), pieces)


def _objective(state: Table, area: str) -> Objective:
    """An Area with VP (4.6.2)."""
    entry, owner = book_of(state).areas[area], state.areas[area].owner
    forces = present(state, area, ENEMY)
    whose = foe(state).adjective if owner == ENEMY else owner
    status = whose if owner == AXIS or not forces else f"{whose}, {plural(len(forces), 'force')}"
    return Objective(area, entry.name, entry.vp, owner == AXIS, status)
