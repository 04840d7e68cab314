"""Victory (rules 21, 22): breakout, victory points, the checks at the end of a date."""

from collections.abc import Iterator, Mapping

from wargame_tui.core.event import Modifier
from wargame_tui.core.state import Outcome
from wargame_tui.titles.montys_gamble.events import days
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, GERMAN
from wargame_tui.titles.montys_gamble.rules import supply
from wargame_tui.titles.montys_gamble.rules.areas import is_contested, units_in
from wargame_tui.titles.montys_gamble.state import FIRST_DATE, FRESH, Draft, Table, book_of


def breakout(g: Draft) -> None:
    """A supplied Fresh Allied unit in Zone A at the end of a Daylight Phase wins at once (21.1)."""
    zone = book_of(g).named["breakout"]
    if supply.traced(g, zone, ALLIED) and any(unit.condition == FRESH for unit in units_in(g, zone, ALLIED)):
        g.tell(days.Breakout(space=zone))
        g.over = Outcome(ALLIED, "Allied victory", "breakout to Apeldoorn (21.1)", points(g))


def scored(table: Table) -> Mapping[str, int]:
    """Victory points of every area that scores now, Eindhoven's for 17 September included (21.3 to 21.32)."""
    book, chart = book_of(table), book_of(table).charts.victory
    found = {}
    for area in book.areas:
        value = book.spaces[area].vp
        if area == book.named["eindhoven"]:
            value = chart.eindhoven if table.eindhoven else 0
        elif area == book.named["arnhem"] and table.control[area] == "airborne":
            value = chart.arnhem_airborne
        elif table.control[area] != "XXX" or not supply.traced(table, area, ALLIED):
            value = 0
        if value:
            found[area] = value
    return found


def terms(table: Table) -> Iterator[Modifier]:
    """The account of victory points, line by line (21.3, 21.4)."""
    book, chart = book_of(table), book_of(table).charts.victory
    if table.advantage.holder == ALLIED:
        yield Modifier("Advantage", chart.advantage, "21.3")
    for area, value in scored(table).items():
        named = {book.named["eindhoven"]: "21.31", book.named["arnhem"]: "21.32"}
        yield Modifier(book.name(area), value, named.get(area, "21.3"))
    if contested_sum(table) >= chart.penalty_sum:
        yield Modifier("contested areas", -chart.penalty, "21.4")


def contested_sum(table: Table) -> int:
    """Victory points of supplied Allied areas in which Germans are present; Arnhem counts 4 (21.4, Q13)."""
    book, chart = book_of(table), book_of(table).charts.victory
    total = 0
    for area, value in scored(table).items():
        if not is_contested(table, area) or not supply.traced(table, area, ALLIED):
            continue
        if area != book.named["eindhoven"]:
            total += chart.arnhem if area == book.named["arnhem"] else value
    return total


def points(table: Table) -> int:
    """Allied victory points now."""
    return sum(term.value for term in terms(table))


def end_of_turn(g: Draft) -> None:
    """Eindhoven on 17 September (21.31); the check of the date, if it has one (21.2, 22.1)."""
    book = book_of(g)
    if g.date == FIRST_DATE:
        area = book.named["eindhoven"]
        present = any(unit.range is None for unit in units_in(g, area, ALLIED))
        g.eindhoven = g.control[area] == "XXX" or present
        g.tell(days.Eindhoven(reached=g.eindhoven))
    needed = book.scenario.checks.get(g.date)
    if needed is None:
        return
    have = points(g)
    g.tell(days.VictoryCheck(points=have, needed=needed, rule="22.1" if book.scenario.extended else "21.2"))
    last = g.date == book.scenario.last
    won = have > needed if book.scenario.extended else have >= needed
    if not won and have == needed and not last:
        return  # equal: play goes on (22.1)
    winner = ALLIED if won else GERMAN
    words = f"{have} victory points at the end of {g.date} September, {needed} needed"
    rule = "22.1" if book.scenario.extended else "21.2"
    g.over = Outcome(winner, f"{winner} victory", f"{words} ({rule})", have)
