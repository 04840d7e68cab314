"""Normandy (4.9): landings, contested Areas, the radius, the storm, interdiction, arrivals from the sea."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from wargame_tui.core.step import Step
from wargame_tui.titles.desert_commander import events
from wargame_tui.titles.desert_commander.printed.book import AT_SEA, AXIS, ENEMY, Counter
from wargame_tui.titles.desert_commander.printed.data import Support
from wargame_tui.titles.desert_commander.rules.battle import begin_battle
from wargame_tui.titles.desert_commander.state import (
    Draft,
    Force,
    OrderLine,
    Table,
    book_of,
    ids,
    labels,
    owned_by,
    present,
)


def support(table: Table, kind: Support) -> int:
    """Support dice of an attack of this kind; none in a storm (4.9.3, 4.9.4, 4.9.7)."""
    campaign = book_of(table).campaign
    return 0 if campaign.storm(table.turn) else campaign.support.get(kind, 0)


# Landings


@dataclass(frozen=True, slots=True)
class Landings(Step[Table, Draft]):
    """The landings, Area by Area (4.9.3)."""

    next: int = 0
    """The place of the next one in their order."""
    kind: Literal["landings"] = "landings"

    def title(self, table: Table) -> str:
        """Its name."""
        return "Landings"

    def proceed(self, g: Draft) -> None:
        """One landing, or the end."""
        invasion = book_of(g).campaign.invasion
        if invasion is None or self.next >= len(invasion.order):
            g.finish()
            return
        g.swap(next=self.next + 1)
        area = invasion.order[self.next]
        if landing := [force for force in at_sea(g) if force.bound == area]:
            _land(g, area, landing)


def at_sea(table: Table) -> list[Force]:
    """Enemy forces that have still to come ashore, in the order of their coming."""
    return sorted(present(table, AT_SEA, ENEMY), key=lambda force: force.serial)


def _land(g: Draft, area: str, landing: list[Force]) -> None:
    """Forces attack an Area from the sea; an empty one is theirs at once (4.9.3)."""
    names = ids(landing)
    g.change_all(names, used=True)
    g.orders = (*g.orders, OrderLine(area, 0, 0, "ATTACK", "ATTACK", area, names))
    g.tell(events.Landing(area=area, forces=list(names), labels=labels(landing)))
    if present(g, area, AXIS):
        begin_battle(g, area, names, AT_SEA, "landing", support(g, "landing"))
    else:
        g.move(names, area, "4.9.3")


# Contested Areas


def attack_from_within(g: Draft, area: str, units: list[Force]) -> None:
    """Enemy forces in a contested Area attack, in place of an order (4.9.4)."""
    names = ids(units)
    g.change_all(names, used=True)
    g.orders = (*g.orders, OrderLine(area, 0, 0, "ATTACK", "ATTACK", area, names))
    g.tell(
        events.OrderGiven(
            rule="4.9.4",
            area=area,
            order="ATTACK",
            carried_out="ATTACK",
            target=area,
            count=len(names),
            forces=list(names),
            labels=labels(units),
            scores=[],
        )
    )
    begin_battle(g, area, names, area, "attack", support(g, "contested"))


# The radius


def in_radius(table: Table, area: str) -> bool:
    """Whether an Area lies inside the radius of this turn around the enemy-owned beaches (4.9.6)."""
    book = book_of(table)
    if book.campaign.invasion is None:
        return True
    radius = book.campaign.invasion.radius[table.turn - 1]
    if radius is None:
        return True
    beaches = [beach for beach in book.campaign.invasion.beaches if owned_by(table, beach, ENEMY)]
    return any(book.distances[beach].get(area, radius + 1) <= radius for beach in beaches)


def targets(table: Table, area: str) -> list[str]:
    """Linked Areas that are not enemy-owned, inside the radius, in index order (4.5.2)."""
    return [
        there for there in book_of(table).links[area] if not owned_by(table, there, ENEMY) and in_radius(table, there)
    ]


# Arrivals


def arrive(g: Draft, due: Iterable[Counter]) -> None:
    """Forces that wait and those of the turn come to the beaches; in a storm all wait (4.9.8, 4.9.9)."""
    for counter in due:
        g.enter(ENEMY, counter.cls, counter.name, AT_SEA, bound=counter.area)
    for force in at_sea(g):
        area = None if book_of(g).campaign.storm(g.turn) else _beach_for(g, force)
        if area is None:
            g.tell(events.Waiting(area=force.bound, label=force.label))
        else:
            g.tell(
                events.Arrived(
                    rule="4.9.8", side=ENEMY, area=area, forces=[force.id], labels=[force.label], due=force.bound
                )
            )
            g.move([force.id], area, "4.9.8")


def _beach_for(table: Table, force: Force) -> str | None:
    """A force's own beach, else another enemy-owned one, else a contested one (4.9.8)."""
    own = force.bound or ""
    if own in table.areas and not owned_by(table, own, AXIS):
        return own
    invasion = book_of(table).campaign.invasion
    beaches = invasion.beaches if invasion else ()
    owned = [beach for beach in beaches if owned_by(table, beach, ENEMY)]
    contested = [beach for beach in beaches if owned_by(table, beach, "contested")]
    return next(iter((*owned, *contested)), None)


# Interdiction and closed Areas


def interdiction(table: Table) -> int:
    """The face up to which aircraft stop an operation; 0 where there are none, as in a storm (4.9.10)."""
    campaign = book_of(table).campaign
    return 0 if campaign.storm(table.turn) else campaign.interdiction


def interdicted(g: Draft, area: str) -> bool:
    """Whether an operation from an Area is stopped from the air (4.9.10)."""
    number = interdiction(g)
    return bool(number) and g.check(number, "interdiction", "4.9.10", area=area, side=ENEMY)
