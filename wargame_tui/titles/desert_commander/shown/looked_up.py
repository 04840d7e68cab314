"""What is looked up beside the map: order of battle, calendar, victory, the charts in use, Battle Plans."""

from collections.abc import Iterator, Mapping, Sequence

from wargame_tui.board import pages
from wargame_tui.board.desk import Objective
from wargame_tui.board.fact import Fact
from wargame_tui.board.pages import Calendar, Dated, Hand, Lit, Prize, Victory
from wargame_tui.board.steps import step_of
from wargame_tui.titles.commander import looked_up
from wargame_tui.titles.desert_commander.printed.book import AT_SEA, AXIS, ENEMY
from wargame_tui.titles.desert_commander.printed.names import plan_name, share
from wargame_tui.titles.desert_commander.rules import victory
from wargame_tui.titles.desert_commander.rules.battle import Battle
from wargame_tui.titles.desert_commander.shown import desk
from wargame_tui.titles.desert_commander.shown.turn_bar import level_words
from wargame_tui.titles.desert_commander.shown.words import place
from wargame_tui.titles.desert_commander.state import Force, Table, book_of, class_of, present, score


def steps(state: Table, force: Force) -> tuple[int, int]:
    """Steps left and at full strength (2.10)."""
    return force.steps, 2


def enrolled(state: Table, force: Force) -> tuple[str, str]:
    """A force by its name, under its class."""
    return force.label, class_of(state, force).name


def whereabouts(state: Table, force: Force) -> tuple[str, pages.Where] | None:
    """Of a force at sea where it is to land; what is out of sight is not told (4.9.3, 9.1)."""
    if force.area != AT_SEA:
        return None
    return (f"at sea, for {place(state, force.bound)}" if force.bound else "at sea"), "coming"


def calendar(state: Table, side: str | None = None) -> Calendar:
    """The turns of the campaign with SP, storms, chits that leave, arrivals of both sides (4.3, 4.6 to 4.9)."""
    book = book_of(state)
    days = dict(enumerate(book.campaign.turns, 1))
    coming = looked_up.arrivals(
        book.arrivals, state.turn, lambda area: place(state, area), lambda counter: counter.label, "4.3.1"
    )
    return Calendar(state.turn, days, (*_events(state), *_at_sea(state), *coming))


def _events(state: Table) -> Iterator[Dated]:
    campaign = book_of(state).campaign
    for turn, points in enumerate(campaign.sp, 1):
        storm = "; storm" if campaign.invasion is not None and campaign.storm(turn) else ""
        yield Dated(turn, "event", "", f"{points} SP for the Axis{storm}", rule="4.9.9" if storm else "4.6.1")
    for turn, chits in campaign.withdrawn_chits.items():
        names = ", ".join(plan_name(chit) for chit in chits)
        yield Dated(turn, "withdrawal", AXIS, f"Battle Plans leave the game: {names}", rule="4.9.13")


def _at_sea(state: Table) -> Iterator[Dated]:
    for force in present(state, AT_SEA, ENEMY):
        if force.bound:
            yield Dated(0, "arrival", ENEMY, f"at sea: {force.label}", place(state, force.bound), force.bound, "4.9.8")


def forecast(state: Table) -> Victory:
    """Areas with VP, and the level that they reach now (4.6)."""
    book, level, have = book_of(state), victory.level_now(state), score(state)
    facts = [Fact("level", level_words(state), "4.6.1")]
    if (divisor := book.campaign.best_total_divisor) is not None:
        facts.append(Fact("high tide so far", f"{state.best} VP, {share(divisor)} of it counts", "4.6.2"))
    prizes = tuple(_prize(row) for row in desk.desk(state).objectives)
    levels = looked_up.levels(book.campaign.levels, level, "VP")
    return Victory(f"{level} with {have} VP", tuple(facts), prizes, levels, "4.6.1")


def _prize(row: Objective) -> Prize:
    """An Area with VP: who owns it, and who is in it."""
    owner, _, forces = row.status.partition(", ")
    return Prize(row.place, str(row.worth), AXIS if row.held else owner, row.space, forces, "4.6.2", AXIS * row.held)


def lit(state: Table) -> Mapping[str, Lit]:
    """The row of the campaign, which the table calls by its theatre, before the year; of a battle its terrain."""
    book = book_of(state)
    found = {"4.6.1": Lit(row=book.name.rstrip("0123456789- "))}
    battle = step_of(state, Battle)
    if battle is not None:
        found["4.2.4"] = Lit(row=book.areas[battle.area].terrain)
    return found


def markers(state: Table, side: str | None = None) -> Sequence[Hand]:
    """The Axis Battle Plans in hand and those that are out of the cup (4.4.12)."""
    chart = book_of(state).charts
    entries = chart.plans[AXIS]
    facts = (
        Fact("SP", str(state.sp), "4.3.16"),
        Fact("in hand", f"{len(state.hand)} of {chart.economy.hand}", "4.3.13"),
        Fact("in the cup", str(len(state.cup)), "4.4.12"),
    )
    held = [*looked_up.plans(state.hand, entries, plan_name, "in hand", "4.4.13")]
    held += looked_up.plans(state.discard, entries, plan_name, "discarded", "4.4.13")
    return [Hand(AXIS, facts, tuple(held))]
