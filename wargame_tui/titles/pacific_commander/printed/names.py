"""What things are called: sides, Special Operations, steps of the turn, Forces, Areas, Battle Plans."""

from collections.abc import Iterable, Mapping

from wargame_tui.board.phrases import listed
from wargame_tui.titles.pacific_commander.printed.book import DATA, JAPAN, SHIPS, SHORT, US, force_id
from wargame_tui.titles.pacific_commander.printed.data import ForceClass, PlanEntry, Side

PEOPLE: Mapping[str, str] = {US: "US", JAPAN: "Japanese"}
"""Sides as adjectives."""
OPERATIONS: Mapping[str, str] = {
    "code_break": "Code break",
    "commerce_raid": "Commerce raid",
    "carrier_raid": "Carrier raid",
    "seabees": "Seabees",
    "dig_in": "Dig in",
    "coastwatchers": "Coastwatchers",
    "air_lift": "Air lift",
    "bomber_offensive": "Bomber offensive",
}
"""Special Operations by id (3.5.1)."""
STEPS: Mapping[str, str] = {
    "us_resupply": "US Resupply",
    "us_special_ops": "US Special Operations",
    "us_move": "US movement",
    "jp_resupply": "Japanese Resupply",
    "jp_orders": "Japanese Orders",
    "battles": "Battles",
    "post_battle": "After the battles",
    "next_turn": "End of the turn",
}
"""The eight steps of a turn (3.1.1)."""


@DATA.cached
def _counters() -> Mapping[str, tuple[Side, ForceClass, str]]:
    """Every Force of the campaigns' files: id to side, class and name."""
    found: dict[str, tuple[Side, ForceClass, str]] = {}
    for file in DATA.scenarios.values():
        if file.campaign is not None:
            for row in (*file.campaign.setup, *(row for rows in file.campaign.arrivals.values() for row in rows)):
                for cls, named in row.forces.items():
                    found |= {force_id(row.side, cls, name): (row.side, cls, name) for name in named}
    return found


def known(force: str) -> tuple[Side, ForceClass, str] | None:
    """Side, class and name of a Force by its id, as long as there can be one: of the files, bought or of the pool."""
    found = _counters().get(force)
    if found is not None:
        return found
    side = next((side for side, word in SHORT.items() if force.startswith(f"{word}-")), None)
    cls, _, name = force.partition("-")[2].partition("-")
    for each in DATA.units.order:
        if side is not None and name and each.lower() == cls:
            return side, each, name.replace("-", " ").upper()
    return None


def force_name(force: str) -> str:
    """A Force by its id: ships and aircraft with their class, ground Forces by their name alone."""
    found = known(force)
    return named(*found) if found else force


def class_and_name(force: str) -> tuple[str, str]:
    """A Force's class and name by its id; one that was bought or came from the pool has a name like `N3`."""
    known = _counters().get(force)
    if known is not None:
        return known[1], known[2]
    _, cls, name = [*force.split("-", 2), "", ""][:3]
    return cls.upper(), name.partition("-")[2].upper() or name


def named(side: str, cls: str, name: str) -> str:
    """A Force in a sentence: `CV Enterprise`, `2nd Marine`, `Japanese DD 3`."""
    is_classed = (cls in SHIPS or cls in ("SS", "LBA")) and not name.startswith(f"{cls} ")
    words = f"{cls} {name}" if is_classed else name
    return f"Japanese {words}" if side == JAPAN and name.split()[-1].lstrip("N").isdigit() else words


def force_names(forces: Iterable[str]) -> str:
    """Several Forces by their ids."""
    return listed([force_name(force) for force in forces])


def by_class(forces: Iterable[tuple[str, str]]) -> str:
    """Forces under the head of their class, from classes and names: `BB Kongo, Haruna; DD 2, 4`."""
    groups: dict[str, list[str]] = {}
    for cls, name in forces:
        groups.setdefault(cls, []).append(name.removeprefix(f"{cls} "))
    return "; ".join(f"{cls} {', '.join(together)}" for cls, together in groups.items())


def place(area: str) -> str:
    """An Area by its name."""
    entry = DATA.map.spaces.get(area)
    return entry.name if entry else area


def plan_name(chit: str) -> str:
    """A Battle Plan by its name: `Scout line`."""
    return chit.replace("_", " ").capitalize()


def plan(chit: str) -> PlanEntry | None:
    """A Battle Plan of either side."""
    return next((chits[chit] for chits in DATA.charts.plans.values() if chit in chits), None)


def plan_text(chit: str) -> str:
    """A Battle Plan and what it does."""
    entry = plan(chit)
    return f"{plan_name(chit)}: {entry.words}" if entry else plan_name(chit)


def called(id_: str) -> str:
    """An Area, a Battle Plan or a Force by its id; anything else by itself."""
    return place(id_) if id_ in DATA.map.spaces else plan_text(id_) if plan(id_) else force_name(id_)
