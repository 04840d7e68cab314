"""Who controls what (1.9), and what follows: approval, Resistance, lost Beachheads, the Reich (9, 15, 16, 20)."""

from collections.abc import Iterable

from wargame_tui.titles.liberty_roads.events.course import BeachheadLost, ControlPassed, VaterlandCalled
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, GERMAN, enemy
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules import approval, resistance
from wargame_tui.titles.liberty_roads.state import Draft, Table


def is_active(table: Table, hex_: str) -> bool:
    """Whether the coast defence of a beach hex is intact (13.2.5, 19.1.3)."""
    if hex_ not in table.book.map.beaches or hex_ in table.campaign.deactivated:
        return False
    board = table.board
    return not (table.campaign.open_coast and board.country["F"] >> board.index[hex_] & 1)


def _is_disputed(table: Table, side: Side, hex_: str) -> bool:
    """Whether enemies are in a hex, or paratroopers alone on an active coast (12.2.9, 13.2.5): no control is gained."""
    own = table.units_in(hex_, side)
    merely_dropped = bool(own) and all(unit.drop for unit in own) and is_active(table, hex_)
    return merely_dropped or bool(table.units_in(hex_, enemy(side)))


def passed(g: Draft, side: Side, hexes: Iterable[str]) -> None:
    """A side's units have entered or passed hexes, or occupy them at the end of a phase (1.9.1)."""
    through = [*hexes]
    if side == GERMAN:
        _overrun(g, through)
    else:
        _enter_reich(g, through)
    theirs = (hex_ for hex_ in through if g.control.get(hex_, side) != side)
    gained = g.set_control(side, [hex_ for hex_ in theirs if not _is_disputed(g, side, hex_)])
    for hex_ in gained:
        g.tell(ControlPassed(hex=hex_, side=side))
        _strategic(g, side, hex_)
    if side == ALLIED:
        resistance.liberate(g, gained)


def _strategic(g: Draft, side: Side, hex_: str) -> None:
    """A strategic hex changes hands (9.2.1, 9.2.2)."""
    entry = g.book.map.strategic.get(hex_)
    if entry is not None:
        value = strategic_value(g, hex_)
        approval.change(g, -value if side == ALLIED else value, "9.2", entry.name)


def strategic_value(table: Table, hex_: str) -> int:
    """What a strategic hex is worth, less after the Withdrawal from France (9.2.1, T34)."""
    entry = table.book.map.strategic[hex_]
    return entry.withdrawn if table.campaign.withdrawn else entry.value


def _overrun(g: Draft, hexes: Iterable[str]) -> None:
    """A German unit on a Beachhead eliminates it for good (15.2.3)."""
    for hex_ in hexes:
        if hex_ in g.campaign.beachheads:
            g.record(beachheads=tuple(each for each in g.campaign.beachheads if each != hex_))
            g.tell(BeachheadLost(hex=hex_))


def _enter_reich(g: Draft, hexes: Iterable[str]) -> None:
    """The first Allied unit in Germany or the Netherlands calls up the Vaterland divisions (20.2)."""
    board = g.board
    if g.campaign.vaterland != "waiting" or g.book.scenario.basic:
        return
    home = board.country["G"] | board.country["N"]
    for hex_ in hexes:
        if home >> board.index[hex_] & 1:
            g.record(vaterland="due")
            g.tell(VaterlandCalled(hex=hex_))
            return
