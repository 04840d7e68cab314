"""Step 7 of a turn: experience, cargo, and Forces for which there is no room (3.11.9 to 3.11.11, 3.13.2)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.core.step import Step
from wargame_tui.titles.pacific_commander.events.turn import Excess, ExperienceGained
from wargame_tui.titles.pacific_commander.printed.book import CARRIERS, SIDES, US
from wargame_tui.titles.pacific_commander.printed.data import Side
from wargame_tui.titles.pacific_commander.state import (
    EXPERIENCE,
    Draft,
    Force,
    Presence,
    Table,
    Victory,
    book_of,
    has_level,
    in_force_order,
    owner_of,
    present,
    room_for_air,
    room_for_ground,
)


@dataclass(frozen=True, slots=True)
class PostBattle(Step[Table, Draft]):
    """Experience of one battle each time it works, then cargo and excess."""

    battles: int = 0
    """Victories dealt with."""
    kind: Literal["post_battle"] = "post_battle"
    heading: ClassVar[str] = "After the battles"

    def proceed(self, g: Draft) -> None:
        """The next battle that the US won, or the rest."""
        if self.battles < len(g.victories):
            _gain_experience(g, g.victories[self.battles])
            g.swap(battles=self.battles + 1)
            return
        g.settle(book_of(g).areas)  # 3.11.10
        _clear_excess(g)
        g.finish()


def _gain_experience(g: Draft, won: Victory) -> None:
    """Each Force of the US that fought rolls for a level, unless it is Veteran (3.13.2)."""
    best, chart = EXPERIENCE[-1], book_of(g).charts
    forces = [force for force in _learners(g, won) if force.level != best]
    rolled = []
    for force, die in zip(forces, g.roll(chart.die, len(forces)), strict=True):
        gained = die >= chart.experience.gain_from
        if gained:
            g.change(force.id, level=EXPERIENCE[EXPERIENCE.index(force.level) + 1])
        rolled.append([force.id, force.name, force.cls, die, g.forces[force.id].level])
    if rolled:
        g.tell(ExperienceGained(area=won.area, needed=chart.experience.gain_from, rolled=rolled))


def _learners(g: Draft, won: Victory) -> list[Force]:
    """Ground Forces Ashore, LBA and carriers in the Area, and LBA that supported, in Force order."""
    there = present(g, won.area, US)
    forces = [*there.ashore, *(ship for ship in there.ships if ship.cls in CARRIERS)]
    forces += [g.forces[name] for name in won.support if name in g.forces]
    return in_force_order(g, [force for force in forces if has_level(force)])


def _clear_excess(g: Draft) -> None:
    """Areas in index order, the US before Japan, ground before LBA (3.11.11)."""
    for area in book_of(g).areas:
        for side in SIDES:
            _spread(g, area, side, room_for_ground, lambda there: there.ground)
            _spread(g, area, side, room_for_air, lambda there: there.aircraft)


def _spread(
    g: Draft,
    area: str,
    side: Side,
    room: Callable[[Table, str, Side], int],
    kind: Callable[[Presence], tuple[Force, ...]],
) -> None:
    """The last Force goes to the nearest own Area with room, or is destroyed, while there are too many (3.11.11)."""
    while room(g, area, side) < 0 and (forces := kind(present(g, area, side))):
        last = forces[-1]
        target = _nearest_with_room(g, area, side, room)
        g.tell(Excess(force=last.id, name=last.name, cls=last.cls, side=side, area=area, target=target))
        if target is None:
            g.remove(last.id)
        else:
            g.place([last.id], target)


def _nearest_with_room(g: Draft, area: str, side: Side, room: Callable[[Table, str, Side], int]) -> str | None:
    distances, index = book_of(g).distances[area], book_of(g).area_index
    fit = [there for there in distances if owner_of(g, there) == side and room(g, there, side) > 0]
    return min(fit, key=lambda there: (distances[there], index[there]), default=None)
