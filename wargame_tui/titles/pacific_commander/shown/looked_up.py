"""What is looked up beside the map: order of battle, calendar, victory, the charts in use, Battle Plans."""

from collections.abc import Iterator, Mapping, Sequence

from wargame_tui.board import pages
from wargame_tui.board.desk import Objective
from wargame_tui.board.fact import Fact
from wargame_tui.board.pages import Calendar, Dated, Hand, Lit, Prize, Victory
from wargame_tui.board.phrases import plural
from wargame_tui.titles.commander import looked_up
from wargame_tui.titles.pacific_commander.printed import names
from wargame_tui.titles.pacific_commander.printed.book import JAPAN, US
from wargame_tui.titles.pacific_commander.printed.names import place, plan_name
from wargame_tui.titles.pacific_commander.rules import fog, victory
from wargame_tui.titles.pacific_commander.shown import desk, words
from wargame_tui.titles.pacific_commander.shown.turn_bar import level_words
from wargame_tui.titles.pacific_commander.state import Force, Table, book_of, posture, ratings, score, steps_left

YEARS, POSTURES = "3.3.9", "3.7.4"
"""Tables of the reference: values by year, orders by posture."""


def steps(state: Table, force: Force) -> tuple[int, int]:
    """Steps left and at full strength (2.10)."""
    return steps_left(state, force), ratings(state, force).steps


def enrolled(state: Table, force: Force) -> tuple[str, str]:
    """A Force by its name, under its class."""
    return words.name_of(force), ratings(state, force).name


def whereabouts(state: Table, force: Force) -> tuple[str, pages.Where] | None:
    """Cargo is where its ship is; what is out of sight is not told (3.3.8, 9.1)."""
    if force.carried_by is None or (force.side == JAPAN and not fog.seen(state, force.area)):
        return None
    return f"{place(force.area)}, on {names.force_name(force.carried_by)}", "map"


def calendar(state: Table, side: str | None = None) -> Calendar:
    """The turns of the campaign with posture and SP, purchases, arrivals of both sides (3.4, 3.7.4, 3.14)."""
    book = book_of(state)
    campaign = book.campaign
    days = {turn: campaign.turn_words(turn) for turn in range(1, len(campaign.turns) + 1)}
    coming = looked_up.arrivals(
        book.arrivals, state.turn, place, lambda counter: f"{counter.cls} {counter.name}", "3.4.14"
    )
    return Calendar(state.turn, days, (*_events(state), *_bought(state), *coming))


def _events(state: Table) -> Iterator[Dated]:
    campaign = book_of(state).campaign
    for turn, stance in enumerate(campaign.postures, 1):
        yield Dated(turn, "event", "", f"Japan: {stance}; {campaign.sp} SP", rule=POSTURES)


def _bought(state: Table) -> Iterator[Dated]:
    for purchase in state.due:
        home = book_of(state).charts.economy.fallback[-1]
        yield Dated(state.turn + 1, "arrival", US, f"bought: {purchase.cls}", place(home), home, "3.4.3")


def forecast(state: Table) -> Victory:
    """Objectives Held, and the level that they reach now (3.15)."""
    book, level = book_of(state), victory.level_now(state)
    worth = sum(book.objectives.values())
    facts = [
        Fact("Objectives held", f"{score(state)} of {worth}", "3.15.1"),
        Fact("level", level_words(state), "3.15.1"),
    ]
    if (blockade := book.campaign.blockade) is not None:
        facts.append(Fact("blockade", f"{state.track} of {blockade.needed}, worth {blockade.points}", "3.15.5"))
    if len(book.campaigns) > 1:
        facts.append(Fact("career", f"{plural(state.points, 'point')}, {victory.rank_of(state)}", "3.13.4"))
    prizes = tuple(_prize(row) for row in desk.desk(state).objectives)
    levels = looked_up.levels(book.campaign.levels, level, "Objectives")
    return Victory(
        f"{level}, {victory.final_score(state)} of {worth} Objectives", tuple(facts), prizes, levels, "3.15.1"
    )


def _prize(row: Objective) -> Prize:
    """An Objective: who has it, and what is missing if it is not Held."""
    holder, _, missing = row.status.partition(", ")
    return Prize(row.place, str(row.worth), US if row.held else holder, row.space, missing, "3.2.8", US * row.held)


def lit(state: Table) -> Mapping[str, Lit]:
    """The row of the year, that of the Japanese posture, the column of the year's SP."""
    return {POSTURES: Lit(row=posture(state)), "3.4.1": Lit(column=str(book_of(state).campaign.year))}


def markers(state: Table, side: str | None = None) -> Sequence[Hand]:
    """The US Battle Plans in hand and those that are out of the cup (3.12)."""
    chart = book_of(state).charts
    entries = chart.plans[US]
    facts = (
        Fact("SP", str(state.sp), "3.4.2"),
        Fact("in hand", f"{len(state.hand)} of {chart.economy.hand}", "3.4.9"),
        Fact("in the cup", str(len(state.cup)), "3.12.1"),
    )
    held = [*looked_up.plans(state.hand, entries, plan_name, "in hand", "3.12.3")]
    held += looked_up.plans(state.discard, entries, plan_name, "discarded", "3.12.3")
    return [Hand(US, facts, tuple(held))]
