"""Search: who finds the enemy REAR, and who strikes first (3.9.3 to 3.9.5)."""

from wargame_tui.titles.pacific_commander.events.battles import Located
from wargame_tui.titles.pacific_commander.printed.book import JAPAN, SIDES, US, enemy
from wargame_tui.titles.pacific_commander.printed.data import Side
from wargame_tui.titles.pacific_commander.rules import plans
from wargame_tui.titles.pacific_commander.rules.engagement import (
    air_in_battle,
    by_groups,
    day,
    in_battle,
    in_hand,
    line,
    note_round,
    rear,
)
from wargame_tui.titles.pacific_commander.state import Draft, Force, Table, book_of, present


def flying(table: Table) -> bool:
    """Whether search and air step are played: by Day, if a side has an air point in the battle (3.9.1, 3.9.3)."""
    return day(table) and any(air_in_battle(table, side) for side in SIDES)


def search(g: Draft) -> None:
    """A die for each side; a success locates the enemy REAR for this round (3.9.4)."""
    if not flying(g):
        return
    found = tuple(side for side in SIDES if g.check(search_number(g, side), "search", "3.9.4", side=side))
    note_round(g, located=found, at_once=len(found) != 1)
    g.tell(Located(sides=list(found)))


def search_number(table: Table, side: Side) -> int:
    """The number that a side's search has to reach (3.9.4)."""
    book, chart = book_of(table), book_of(table).charts.battle
    number = book.values(side).search + plans.search(table, side)
    number += chart.search_lba if any(force.cls == "LBA" for force in in_battle(table, side)) else 0
    number += 0 if air_in_battle(table, side) else chart.search_no_air
    return number + (_operations(table) if side == US else 0)


def _operations(table: Table) -> int:
    """What Special Operations add to the US search in an Area (3.5.2, 3.5.7)."""
    economy, area = book_of(table).charts.economy, in_hand(table).area
    watched = table.coastwatchers and area in economy.coastwatchers
    broken = table.code_break == area
    return (economy.coastwatchers_search if watched else 0) + (economy.code_break_search if broken else 0)


def order_of_strikes(table: Table) -> tuple[Side, Side]:
    """The side that alone found the other strikes first; else the US strike is resolved first (3.9.5)."""
    return (JAPAN, US) if in_hand(table).now.located == (JAPAN,) else SIDES


def located_targets(table: Table, side: Side) -> list[Force]:
    """Enemy Forces at which a side can strike, in the order of 3.9.14; LINE and ASHORE are always located (3.9.4)."""
    now, other = in_hand(table).now, enemy(side)
    found = [*line(table, other), *present(table, in_hand(table).area, other).ashore]
    found += rear(table, other) if side in now.located else []
    return by_groups(table, found, book_of(table).charts.battle.strike_order)
