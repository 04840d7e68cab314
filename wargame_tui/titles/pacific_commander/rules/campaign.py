"""How a campaign begins: over an empty map, or over what the one before left (3.14, 3.15.6 to 3.15.8)."""

from wargame_tui.core.state import changed
from wargame_tui.titles.commander.checks import full_cup
from wargame_tui.titles.pacific_commander.events.turn import CampaignBegun
from wargame_tui.titles.pacific_commander.printed.book import JAPAN, US, Counter
from wargame_tui.titles.pacific_commander.rules import enemy_resupply, resupply
from wargame_tui.titles.pacific_commander.state import Draft, book_of, owner_of


def set_up(g: Draft) -> None:
    """The first campaign of a game: Forces, Holders, forts and a full cup (3.14)."""
    book = book_of(g)
    g.cup = full_cup({chit: plan.copies for chit, plan in book.charts.plans[US].items()})
    _enter(g, *book.setup)
    g.areas = {area: changed(state, fort=book.campaign.forts.get(area, 0)) for area, state in g.areas.items()}
    for area in book.areas:  # 3.2.7: of those contested at set-up Japan is the Holder
        if owner_of(g, area) == "contested":
            g.change_area(area, holder=JAPAN)
    _begin_counting(g)


def link(g: Draft) -> None:
    """The next campaign of a career, over what is left (3.15.6)."""
    g.index, g.turn = g.index + 1, 1
    book = book_of(g)
    g.sp = min(g.sp, book.charts.economy.carried)
    g.tell(CampaignBegun(year=book.campaign.year))
    for counter in book.setup:  # 3.15.7
        where = resupply.arrival_area if counter.side == US else enemy_resupply.arrival_area
        _enter(g, changed(counter, area=where(g, counter.area)))
    for area, fort in book.campaign.forts.items():  # 3.15.8
        if g.areas[area].holder == JAPAN:
            g.change_area(area, fort=max(g.areas[area].fort, fort))
    _begin_counting(g)


def _enter(g: Draft, *counters: Counter) -> None:
    """Forces of the set-up, with the hits with which they start (3.15.4)."""
    come = {force.id for force in g.enter(*counters)}
    for damage in book_of(g).campaign.damage:
        if damage.force in come:
            g.change(damage.force, hits=damage.hits)


def _begin_counting(g: Draft) -> None:
    """What belongs to a campaign alone begins anew."""
    g.pool, g.track, g.bomber_successes = book_of(g).campaign.pool, 0, 0
