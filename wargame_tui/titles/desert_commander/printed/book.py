"""A campaign's fixed data in the form that rules use: map, classes, schedule (4.2, 4.6 to 4.9)."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from wargame_tui.board.library import DataFolder
from wargame_tui.board.plain import DataError
from wargame_tui.engine.sides import opponents
from wargame_tui.titles.commander.links import all_distances, neighbours
from wargame_tui.titles.desert_commander.printed.data import (
    Campaign,
    CampaignFile,
    CampaignMap,
    ChartsFile,
    ForceClass,
    MapFile,
    PlanEntry,
    ProcedureEntry,
    Row,
    Side,
    Space,
    UnitsFile,
)

TITLE_ID = "desert_commander"
AXIS: Side = "Axis"
ENEMY: Side = "Enemy"
SIDES: tuple[Side, Side] = (AXIS, ENEMY)
SHORT: Mapping[Side, str] = {AXIS: "ax", ENEMY: "en"}
AT_SEA = "sea"
"""Where forces are that wait for their landing (4.9.3, 4.9.8): no Area."""

DATA = DataFolder(TITLE_ID, MapFile, UnitsFile, ChartsFile, CampaignFile, medals=True)


enemy = opponents(AXIS, ENEMY)


def force_id(side: Side, cls: ForceClass, name: str) -> str:
    """The id of a force: side, class and name in lower case, `ax-pz-i-25-pz`."""
    return f"{SHORT[side]}-{cls.lower()}-{re.sub('[^a-z0-9]+', '-', name.lower()).strip('-')}"


@dataclass(frozen=True, slots=True)
class Counter:
    """A force of the order of battle (4.7.2, 4.8.2, 4.9.2)."""

    id: str
    side: Side
    cls: ForceClass
    name: str
    area: str

    @property
    def label(self) -> str:
        """Class and name."""
        return f"{self.cls} {self.name}"


@dataclass(frozen=True)
class Book:
    """Everything about a campaign of a game that no command can change."""

    scenario: CampaignFile
    campaigns: tuple[Campaign, ...]
    """Of a career all of them, else the one."""
    names: tuple[str, ...]
    """The names of these campaigns."""
    index: int
    """Which of them this is."""
    maps: MapFile
    units: UnitsFile
    charts: ChartsFile

    @property
    def campaign(self) -> Campaign:
        """The campaign being played."""
        return self.campaigns[self.index]

    @property
    def name(self) -> str:
        """Its name."""
        return self.names[self.index]

    @property
    def map(self) -> CampaignMap:
        """Its map."""
        return self.maps.maps[self.campaign.map]

    @property
    def procedure(self) -> ProcedureEntry:
        """How the enemy gives orders in it (4.5.2)."""
        return self.charts.orders.procedures[self.campaign.procedure]

    @property
    def last_turn(self) -> int:
        """The number of its last turn."""
        return len(self.campaign.turns)

    @cached_property
    def areas(self) -> Mapping[str, Space]:
        """Every Area, in the order of the Area index (2.7)."""
        return self.map.spaces

    @cached_property
    def links(self) -> Mapping[str, tuple[str, ...]]:
        """The Areas linked with each, in index order."""
        return neighbours(self.areas, (link.between for link in self.map.links))

    @cached_property
    def distances(self) -> Mapping[str, Mapping[str, int]]:
        """The least number of links between any two Areas, through any Areas (4.9.6)."""
        return all_distances(self.links)

    @cached_property
    def class_order(self) -> Mapping[tuple[Side, ForceClass], int]:
        """The place of each class in the class order of its side (4.2.1)."""
        return {(side, cls): number for side, rows in self.units.classes.items() for number, cls in enumerate(rows)}

    def malus(self, area: str) -> int:
        """What the terrain of an Area adds to an attacker's hit number (4.2.4)."""
        return self.charts.areas.terrain[self.areas[area].terrain]

    def plans(self, side: Side) -> Mapping[str, PlanEntry]:
        """A side's chits in the order of the table (4.4.12)."""
        return self.charts.plans[side]

    @cached_property
    def setup(self) -> tuple[Counter, ...]:
        """Forces at start in set-up order."""
        return tuple(_counters(self.campaign.setup))

    @cached_property
    def arrivals(self) -> Mapping[int, tuple[Counter, ...]]:
        """Arrivals by turn in table order."""
        return {turn: tuple(_counters(rows)) for turn, rows in self.campaign.arrivals.items()}

    def as_json(self) -> dict[str, Any]:
        """The map as the engine protocol gives it: Areas in index order, what is printed in them, their links."""
        roads = {frozenset(link.between): link.road for link in self.map.links}
        spaces = {
            area: {
                "name": entry.name,
                "kind": entry.kind,
                "at": list(entry.at),
                "vp": entry.vp,
                "terrain": entry.terrain,
                "neighbours": {to: {"road": roads[frozenset((area, to))]} for to in self.links[area]},
            }
            for area, entry in self.areas.items()
        }
        return {"kind": "area", "spaces": spaces}


def _counters(rows: tuple[Row, ...]) -> Iterator[Counter]:
    for row in rows:
        for cls, names in row.forces.items():
            for name in names:
                yield Counter(force_id(row.side, cls, name), row.side, cls, name, row.at)


@DATA.opened
def open_book(scenario: str, index: int = 0) -> Book:
    """The data of a campaign of a scenario (`desert_commander/SCENARIO`). Raises DataError if they contradict."""
    name = DATA.take_up(scenario)
    entry = DATA.scenarios[name]
    files = [DATA.scenarios[each] for each in entry.career] or [entry]
    campaigns = tuple(file.campaign for file in files if file.campaign is not None)
    book = Book(entry, campaigns, tuple(file.name for file in files), index, DATA.map, DATA.units, DATA.charts)
    problems = [*_problems(book)]
    if problems:
        name = (entry.career or (name,))[index]
        raise DataError([(DATA.place(name, ("campaign", *place)), words) for place, words in problems])
    return book


Problem = tuple[tuple[str | int, ...], str]


def _problems(book: Book) -> Iterator[Problem]:
    """Where the files contradict each other."""
    if book.campaign.map not in book.maps.maps:
        yield ("map",), f"no map `{book.campaign.map}`"
        return
    yield from _row_problems(book)
    for key, areas in _named_areas(book.campaign):
        for area in areas:
            if area not in book.areas:
                yield (key,), f"no Area `{area}` on the map"
    for turn, chits in book.campaign.withdrawn_chits.items():
        for chit in chits:
            if chit not in book.plans(AXIS):
                yield ("withdrawn_chits", turn), f"no chit `{chit}`"


def _row_problems(book: Book) -> Iterator[Problem]:
    campaign = book.campaign
    tables: list[tuple[tuple[str | int, ...], tuple[Row, ...]]] = [(("setup",), campaign.setup)]
    tables += [(("arrivals", turn), rows) for turn, rows in campaign.arrivals.items()]
    seen: set[str] = set()
    for place, rows in tables:
        for number, row in enumerate(rows):
            if row.at not in book.areas:
                yield (*place, number, "at"), f"no Area `{row.at}` on the map"
            for cls in row.forces.keys() - book.units.classes[row.side].keys():
                yield (*place, number, "forces", cls), f"{row.side} has no class {cls}"
        for counter in _counters(rows):
            if counter.id in seen:
                yield place, f"{counter.cls} {counter.name} of {counter.side} is there twice"
            seen.add(counter.id)


def _named_areas(campaign: Campaign) -> Iterator[tuple[str, tuple[str, ...]]]:
    yield "sp_for", tuple(campaign.sp_for)
    yield "closed_until", tuple(campaign.closed_until)
    for key in ("bases", "ports", "sheltered", "fallback", "dig"):
        yield key, getattr(campaign, key)
    if campaign.invasion:
        yield "invasion", (*campaign.invasion.order, *campaign.invasion.beaches)
