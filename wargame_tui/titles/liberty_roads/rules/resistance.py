"""The Free French of the interior (rule 16.1); FFL units and insurrections are support markers (16.2, support.py)."""

from collections.abc import Iterable

from wargame_tui.titles.liberty_roads.events.course import FfiMoved, FflRaised
from wargame_tui.titles.liberty_roads.state import Draft, Table


def points_of(table: Table, hex_: str) -> int:
    """FFI points for the liberation of a hex: a French city or port (16.1.1)."""
    board, chart = table.board, table.book.charts.resistance
    where = board.index[hex_]
    if not board.country["F"] >> where & 1:
        return 0
    if where in board.major_cities:
        return chart.city_major
    if where in board.cities:
        return chart.city_minor
    port = board.ports.get(hex_)
    return 0 if port is None else chart.port_major if port.size == "major" else chart.port_minor


def liberate(g: Draft, hexes: Iterable[str]) -> None:
    """Count FFI points, once for each hex (16.1.2, A34)."""
    if g.book.scenario.basic:
        return
    for hex_ in hexes:
        points = points_of(g, hex_)
        if points and hex_ not in g.campaign.liberated:
            g.record(liberated=(*g.campaign.liberated, hex_))
            advance(g, points, hex_)


def advance(g: Draft, points: int, cause: str) -> None:
    """Move the FFI marker; at the top an FFL unit joins the Allied pool (16.1.3, 16.1.4)."""
    waiting = [marker for marker, each in g.support.items() if marker in g.units and each.where == "later"]
    if not waiting:
        return
    top, total = g.book.charts.resistance.top, g.campaign.ffi + points
    g.record(ffi=total % top)
    g.tell(FfiMoved(points=points, cause=cause, marker=total % top))
    if total >= top:
        chosen = waiting[g.roll(len(waiting))[0] - 1] if len(waiting) > 1 else waiting[0]
        g.put(chosen, "pool")
        g.tell(FflRaised(unit=chosen))
