"""The battle in hand: its record, and who fights in it in which box (3.8.4 to 3.8.6, 5.4)."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from wargame_tui.core.state import changed, record
from wargame_tui.titles.pacific_commander.events.battles import AirLost, NoEffect, Sort
from wargame_tui.titles.pacific_commander.printed.book import GROUND
from wargame_tui.titles.pacific_commander.printed.data import ForceClass, Side
from wargame_tui.titles.pacific_commander.state import (
    Draft,
    Force,
    Table,
    air_points,
    book_of,
    fort_for,
    in_force_order,
    present,
    steps_left,
)


@record
class Chit:
    """A Battle Plan in force (3.12.2)."""

    side: Side
    id: str


@record
class Aimed:
    """Strike dice at a target (3.9.10), or hits on it that do not count yet (3.9.5)."""

    force: str
    count: int


@record
class Round:
    """What belongs to a round (3.9.1)."""

    number: int = 0
    hits_before: Mapping[str, int] = field(default_factory=dict)
    """Hits of the US ships when it began (3.12.3, `damage_control`)."""
    chits: tuple[Chit, ...] = ()
    """Battle Plans in force."""
    located: tuple[Side, ...] = ()
    """Sides whose search found the enemy REAR (3.9.4)."""
    at_once: bool = False
    """Both sides strike before the hits of either count (3.9.5)."""
    experience: int = 0
    """What the level of its airmen adds to the US CAP and strike numbers (3.13.3)."""
    cap: Mapping[Side, int] = field(default_factory=dict)
    strike: Mapping[Side, int] = field(default_factory=dict)
    """CAP and STRIKE dice left (3.9.6)."""
    targets: tuple[Aimed, ...] = ()
    """Of the strike in hand, in the order named (3.9.10)."""
    pending: tuple[Aimed, ...] = ()
    """Hits of strikes at once that do not count yet (3.9.5)."""
    bombed: Mapping[Side, int] = field(default_factory=dict)
    """Ground steps that a side lost to bombs and shells (3.9.15)."""
    firing: tuple[Side, ...] = ()
    """Sides that fire in step 5: both, or the one that pursues (3.10.3, 3.10.6)."""
    aims: tuple[str, ...] = ()
    """The target of each US gun and torpedo die (3.10.3)."""
    fired: bool = False
    """Whether anybody fired in step 5 (3.10.7)."""
    bombarding: tuple[Side, ...] = ()
    landing: tuple[str, ...] = ()
    """US cargo that shall land (3.11.1)."""
    landed: tuple[str, ...] = ()
    """Forces of both sides that landed."""


@record
class Record:
    """Everything about a battle that the table does not show (5.4)."""

    area: str
    sort: Sort
    port: str | None = None
    """Where the ships of a raid go afterwards (3.5.4)."""
    real_japanese: bool = False
    """Whether real Japanese Forces were there at the start (3.13.2)."""
    rear: tuple[str, ...] = ()
    """Ships of both sides in REAR (3.8.4)."""
    support: tuple[str, ...] = ()
    """LBA of both sides that joined from linked Areas (3.8.5)."""
    start_steps: Mapping[Side, int] = field(default_factory=dict)
    """Ship steps of each side when it began (3.8.6)."""
    plans_left: int = 0
    """Plans that Japan may still draw (3.8.8)."""
    drawn: tuple[str, ...] = ()
    """Chits drawn from the Japanese cup in this battle (3.9.2)."""
    rounds: int = 0
    """Rounds of the battle (3.8.7)."""
    now: Round = Round()


# Reading and writing it


def in_hand(table: Table) -> Record:
    """The record of the battle being fought, which its step on the stack keeps."""
    for step in reversed(table.stack):
        if step.kind == "battle":
            record: Record = step.record
            return record
    raise LookupError("no battle is being fought")


def note(g: Draft, **changes: Any) -> None:
    """Change fields of the record."""
    record = changed(in_hand(g), **changes)
    g.stack = tuple([changed(step, record=record) if step.kind == "battle" else step for step in g.stack])


def note_round(g: Draft, **changes: Any) -> None:
    """Change fields of the record of the round."""
    note(g, now=changed(in_hand(g).now, **changes))


def day(table: Table) -> bool:
    """Whether the round is played by Day: the odd ones are (3.8.7)."""
    return in_hand(table).now.number % 2 == 1


# Who fights


def there(table: Table, side: Side) -> tuple[Force, ...]:
    """A side's Forces in the Area, in Force order."""
    return present(table, in_hand(table).area, side).forces


def in_battle(table: Table, side: Side) -> list[Force]:
    """A side's Forces in the Area and its supporting LBA, in Force order (3.8.6)."""
    record, forces = in_hand(table), table.forces
    here = present(table, record.area, side).forces
    joined = [forces[name] for name in record.support if name in forces and forces[name].side == side]
    return in_force_order(table, [*here, *joined]) if joined else [*here]


def ships(table: Table, side: Side) -> list[Force]:
    """A side's ships in the Area, in Force order."""
    return [*present(table, in_hand(table).area, side).ships]


def line(table: Table, side: Side) -> list[Force]:
    """Its ships in LINE (3.8.4)."""
    record = in_hand(table)
    return [force for force in present(table, record.area, side).ships if force.id not in record.rear]


def rear(table: Table, side: Side) -> list[Force]:
    """Its ships in REAR (3.8.4)."""
    record = in_hand(table)
    return [force for force in present(table, record.area, side).ships if force.id in record.rear]


def ground(table: Table, side: Side) -> tuple[Force, ...]:
    """Its ground Forces Ashore in the Area."""
    return present(table, in_hand(table).area, side).ground


def ship_steps(table: Table, side: Side) -> int:
    """Remaining steps of its ships in the Area (3.8.6)."""
    return total_steps(table, ships(table, side))


def total_steps(table: Table, forces: Sequence[Force]) -> int:
    """Remaining steps of some Forces."""
    return sum(steps_left(table, force) for force in forces)


def strongest(table: Table, forces: Sequence[Force]) -> Force:
    """The Force with most steps left, of several the first (3.10.8, 3.11.5)."""
    return max(forces, key=lambda force: steps_left(table, force))


def by_groups(table: Table, forces: Sequence[Force], groups: Sequence[Sequence[ForceClass]]) -> list[Force]:
    """Forces in the order of groups of classes, inside a group in Force order."""
    places = {cls: place for place, group in enumerate(groups) for cls in group}
    return sorted(in_force_order(table, forces), key=lambda force: places.get(force.cls, len(groups)))


# Air points


def air_in_battle(table: Table, side: Side) -> int:
    """Air points that a side has in the battle (3.3.6)."""
    flying = book_of(table).flying
    return sum(air_points(table, force) for force in in_battle(table, side) if force.cls in flying)


def lose_air_points(g: Draft, side: Side, count: int, rule: str) -> None:
    """Air points lost one by one: by the Force with most of them, a carrier's loss or a step of an LBA (3.3.7)."""
    for _ in range(count):
        force = max(in_battle(g, side), key=lambda force: air_points(g, force), default=None)
        if force is None or not air_points(g, force):
            return
        if force.cls == "LBA":
            g.hit(force.id, 1, rule)
        else:
            g.change(force.id, airloss=force.airloss + 1)
            g.tell(
                AirLost(rule=rule, force=force.id, name=force.name, side=side, left=air_points(g, g.forces[force.id]))
            )


# Steps and forts Ashore


def hit_ashore(g: Draft, force: Force, rule: str) -> None:
    """A bomb or shell on a Force Ashore takes a step, of ground Forces only as long as they can lose one (3.9.15)."""
    if force.cls in GROUND:
        if not ground_can_be_hit(g, force.side):
            g.tell(NoEffect(force=force.id, name=force.name, side=force.side))
            return
        bombed = in_hand(g).now.bombed
        note_round(g, bombed={**bombed, force.side: bombed.get(force.side, 0) + 1})
    g.hit(force.id, 1, rule)


def ground_can_be_hit(table: Table, side: Side) -> bool:
    """Whether bombs and shells can still take a ground step of a side in this round: never its last (3.9.15)."""
    most = book_of(table).charts.battle.bomb_ground_most
    return in_hand(table).now.bombed.get(side, 0) < most and total_steps(table, ground(table, side)) > 1


def holder(table: Table) -> Side | None:
    """The Holder of the Area (3.2.7)."""
    return table.areas[in_hand(table).area].holder


def fort_level(table: Table, side: Side) -> int:
    """The fort level that helps a side, without what chits add (3.2.11)."""
    return fort_for(table, in_hand(table).area, side)
