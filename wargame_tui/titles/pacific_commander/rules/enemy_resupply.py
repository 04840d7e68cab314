"""Step 4 of a turn, Japanese Resupply: arrivals, repairs, carrier air, the pool of battalions (3.4.14 to 3.4.17)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.core.step import Step
from wargame_tui.titles.pacific_commander.events.turn import EnemyAir, EnemyArrived, EnemyRepair
from wargame_tui.titles.pacific_commander.printed.book import CARRIERS, JAPAN, SHIPS
from wargame_tui.titles.pacific_commander.rules import fog
from wargame_tui.titles.pacific_commander.rules.resupply import enter_arrivals
from wargame_tui.titles.pacific_commander.state import Draft, Force, Table, all_forces, book_of, japanese_base, present

Piece = Literal["arrivals", "repairs", "air"]


@dataclass(frozen=True, slots=True)
class EnemyResupply(Step[Table, Draft]):
    """Arrivals, then repairs, then air points: one of them each time it works."""

    piece: Piece = "arrivals"
    kind: Literal["enemy_resupply"] = "enemy_resupply"
    heading: ClassVar[str] = "Japanese Resupply"

    def proceed(self, g: Draft) -> None:
        """Do the piece in hand."""
        match self.piece:
            case "arrivals":
                _arrive(g)
                g.swap(piece="repairs")
            case "repairs":
                _repair(g)
                g.swap(piece="air")
            case "air":
                _restore_air(g)
                g.finish()


def _arrive(g: Draft) -> None:
    """The arrivals of the turn, in table order (3.4.14)."""
    enter_arrivals(g, JAPAN, arrival_area, EnemyArrived)


def arrival_area(table: Table, area: str) -> str:
    """Where a Japanese arrival appears: in its Area, or at home if that is not safe (3.4.14)."""
    book = book_of(table)
    safe = present(table, area, JAPAN).ashore and not present(table, area, "US").ships
    return area if safe or area in book.closed else book.charts.orders.home[0]


def repairs_due(table: Table) -> int:
    """Hits that Japan repairs this turn (3.4.1), less what Special Operations take (3.5.3, 3.5.9)."""
    return 0 if table.no_repairs else max(book_of(table).campaign.repairs - table.repair_cut, 0)


def air_due(table: Table) -> int:
    """Air points that Japan restores this turn (3.4.1), less what Special Operations take (3.5.3, 3.5.9)."""
    return max(book_of(table).campaign.air - table.air_cut, 0)


def _repair(g: Draft) -> None:
    """A hit of each damaged ship in a Japanese base, over and over again (3.4.15)."""
    left = repairs_due(g)
    while left and (ships := [*_damaged_in_base(g)]):
        for ship in ships[:left]:
            g.change(ship.id, hits=ship.hits - 1)
            _tell_repair(g, ship)
        left -= len(ships[:left])


def _damaged_in_base(g: Draft) -> Iterator[Force]:
    for ship in all_forces(g, JAPAN):
        if ship.hits and ship.cls in SHIPS and japanese_base(g, ship.area):
            yield ship


def _tell_repair(g: Draft, ship: Force) -> None:
    hits = g.forces[ship.id].hits
    g.tell(EnemyRepair(**fog.about(g, ship), area=ship.area, hits=hits))


def _restore_air(g: Draft) -> None:
    """Carriers get their air points back, one carrier after the other (3.4.16)."""
    left = air_due(g)
    for carrier in all_forces(g, JAPAN):
        points = min(carrier.airloss, left) if carrier.cls in CARRIERS else 0
        if points:
            left -= points
            g.change(carrier.id, airloss=carrier.airloss - points)
            g.tell(
                EnemyAir(**fog.about(g, carrier), area=carrier.area, points=points, airloss=carrier.airloss - points)
            )


def raise_battalions(g: Draft, area: str, count: int) -> list[Force]:
    """Battalions of the pool, as many as it has, new Forces Ashore in an Area (3.4.17)."""
    raised = []
    for _ in range(min(count, g.pool)):
        g.pool -= 1
        force = g.enter_new(JAPAN, "BTN", area)
        g.change(force.id, moved=True)
        raised.append(g.forces[force.id])
    return raised
