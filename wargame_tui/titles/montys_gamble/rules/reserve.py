"""The Reserve (rule 13.7): saving supply points, buying impulses, raising the airborne depots (23.4)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from wargame_tui.core.command import Command
from wargame_tui.core.step import Refusal
from wargame_tui.titles.montys_gamble.commands import Buy, End
from wargame_tui.titles.montys_gamble.events import nights
from wargame_tui.titles.montys_gamble.printed.book import ALLIED
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.rules.areas import is_free
from wargame_tui.titles.montys_gamble.rules.depots import DIVISIONS, capacity
from wargame_tui.titles.montys_gamble.state import Draft, Table, book_of


def gains(table: Table, points: int) -> Mapping[str, int]:
    """What each airborne depot gains if all are raised by some points, none above a full depot (23.4, Q30)."""
    most = book_of(table).charts.depots.airborne_clear
    landed = {name: depot for name, depot in table.depots.items() if depot.kind in DIVISIONS and depot.location}
    return {name: max(0, min(points, most - capacity(table, depot))) for name, depot in landed.items()}


def raise_refusal(table: Table, side: Side, points: int, *, raised: bool) -> Refusal | None:
    """Why the airborne depots cannot be raised by some points each."""
    most = book_of(table).charts.depots.airborne_clear
    if "use_of_reserve" not in table.optional or side != ALLIED:
        return Refusal("the Reserve adds nothing to depots", "13.7")
    room = list(gains(table, most).values())
    if not room:
        return Refusal("no airborne depot has landed", "23.4")
    if raised:
        return Refusal("the depots have already been raised", "23.4")
    if not all(room):
        return Refusal(f"only if all airborne depots have less than {most} points", "23.4")
    if not 1 <= points <= max(room):
        return Refusal(f"by 1 to {max(room)} points", "23.4")
    price = sum(gains(table, points).values())
    if price > table.reserve[side]:
        return Refusal(f"that takes {price} points and the Reserve has {table.reserve[side]}", "23.4")
    return None


def raise_depots(g: Draft, points: int) -> None:
    """Raise every airborne depot from the Reserve."""
    added = gains(g, points)
    raised = {name: replace(g.depots[name], points=g.depots[name].points + gain) for name, gain in added.items()}
    g.depots = {**g.depots, **raised}
    g.reserve = {**g.reserve, ALLIED: g.reserve[ALLIED] - sum(added.values())}
    g.tell(nights.DepotsRaised(depots=tuple(added.items()), points=sum(added.values())))


def save_points(g: Draft, side: Side) -> None:
    """Unused supply points of depots in Free areas go to the Reserve, others are lost; the depots go (13.7, 13.61)."""
    unused = [depot for depot in g.depots.values() if depot.location]
    saved = sum(depot.points for depot in unused if is_free(g, depot.location or "", side))
    lost = sum(depot.points for depot in unused) - saved
    g.depots = {}
    if saved or lost:
        g.reserve = {**g.reserve, side: g.reserve[side] + saved}
        g.tell(nights.ReserveSaved(side=side, points=saved, lost=lost, reserve=g.reserve[side]))


def purchases(table: Table) -> Iterator[Command]:
    """What could be bought, and the end."""
    most = book_of(table).charts.limits.bought
    yield from (Buy(number) for number in range(-most, most + 1) if number)
    yield End()


def buy_refusal(table: Table, side: Side, impulses: int) -> Refusal | None:
    """Why a side cannot move the start of the next day by some impulses (13.7)."""
    limits = book_of(table).charts.limits
    if not 1 <= abs(impulses) <= limits.bought:
        return Refusal(f"1 to {limits.bought} impulses, forward or backward", "13.7")
    price = abs(impulses) * limits.impulse_price
    if price > table.reserve[side]:
        return Refusal(f"that costs {price} points and the Reserve has {table.reserve[side]}", "13.7")
    return None


def spend_on_impulses(g: Draft, side: Side, impulses: int) -> None:
    """Pay for moving the start of the next day (13.7)."""
    price = abs(impulses) * book_of(g).charts.limits.impulse_price
    g.reserve = {**g.reserve, side: g.reserve[side] - price}
    g.shift = {**g.shift, side: impulses}
    g.tell(nights.ImpulsesBought(side=side, impulses=impulses, price=price, reserve=g.reserve[side]))
