"""A campaign's fixed data in the form that rules use: map, classes, schedule (3.2, 3.3, 3.14)."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from wargame_tui.board.library import DataFolder
from wargame_tui.board.plain import DataError
from wargame_tui.titles.commander.links import all_distances, neighbours
from wargame_tui.titles.pacific_commander.printed.data import (
    Campaign,
    CampaignFile,
    ChartsFile,
    ClassEntry,
    ForceClass,
    MapFile,
    Row,
    Side,
    Space,
    UnitsFile,
    YearValues,
)

TITLE_ID = "pacific_commander"
US: Side = "US"
JAPAN: Side = "Japan"
SIDES: tuple[Side, Side] = (US, JAPAN)
SHORT: Mapping[Side, str] = {US: "us", JAPAN: "jp"}

CARRIERS: frozenset[ForceClass] = frozenset(("CV", "CVL", "CVE"))
WARSHIPS: frozenset[ForceClass] = CARRIERS | {"YBB", "FBB", "BB", "CRU", "DD"}
SHIPS: frozenset[ForceClass] = WARSHIPS | {"TRN"}
GROUND: frozenset[ForceClass] = frozenset(("MAR", "INF", "GAR", "BTN"))
ASHORE: frozenset[ForceClass] = GROUND | {"LBA"}
REAL: frozenset[ForceClass] = SHIPS | ASHORE
"""Ships, ground and LBA; not submarines (3.3.1)."""
LEVELLED: frozenset[ForceClass] = GROUND | CARRIERS | {"LBA"}
"""Classes with a level of experience, of the US only (3.13.1)."""

DATA = DataFolder(TITLE_ID, MapFile, UnitsFile, ChartsFile, CampaignFile, medals=True)


def enemy(side: Side) -> Side:
    """The other side."""
    return JAPAN if side == US else US


def force_id(side: Side, cls: ForceClass, name: str) -> str:
    """The id of a Force: side, class and name in lower case, `us-cv-enterprise`."""
    return f"{SHORT[side]}-{cls.lower()}-{re.sub('[^a-z0-9]+', '-', name.lower()).strip('-')}"


@dataclass(frozen=True, slots=True)
class Counter:
    """A Force of the order of battle (3.14)."""

    id: str
    side: Side
    cls: ForceClass
    name: str
    area: str

    @property
    def names(self) -> frozenset[str]:
        """The single names on the counter: a slash parts two (3.15.7)."""
        return frozenset(self.name.split("/"))


@dataclass(frozen=True)
class Book:
    """Everything about a campaign of a game that no command can change."""

    scenario: CampaignFile
    campaigns: tuple[Campaign, ...]
    """Of a career all of them, else the one."""
    index: int
    """Which of them this is."""
    map: MapFile
    units: UnitsFile
    charts: ChartsFile

    @property
    def campaign(self) -> Campaign:
        """The campaign being played."""
        return self.campaigns[self.index]

    @cached_property
    def areas(self) -> Mapping[str, Space]:
        """Every Area, in the order of the Area index (2.7)."""
        return self.map.spaces

    @cached_property
    def area_index(self) -> Mapping[str, int]:
        """The place of each Area in the order."""
        return {area: number for number, area in enumerate(self.areas)}

    @cached_property
    def links(self) -> Mapping[str, tuple[str, ...]]:
        """The Areas linked with each (3.2.3), in index order."""
        return neighbours(self.areas, (link.between for link in self.map.links))

    @cached_property
    def distances(self) -> Mapping[str, Mapping[str, int]]:
        """The least number of links between any two Areas (3.2.3)."""
        return all_distances(self.links)

    @cached_property
    def bases(self) -> tuple[str, ...]:
        """The US bases (3.2.9)."""
        return tuple(area for area, entry in self.areas.items() if entry.base)

    @cached_property
    def closed(self) -> frozenset[str]:
        """Areas closed to the US (3.2.5)."""
        return frozenset(area for area, entry in self.areas.items() if entry.closed)

    @cached_property
    def repair_ports(self) -> frozenset[str]:
        """Areas whose port can repair ships (3.2.2)."""
        least = self.charts.economy.repair_port
        return frozenset(area for area, entry in self.areas.items() if entry.port >= least)

    @cached_property
    def objectives(self) -> Mapping[str, int]:
        """The Objectives of this campaign with what each is worth (3.14.1, 3.15.1), in index order."""
        campaign = self.campaign
        return {
            area: campaign.worth.get(area, 1)
            for area, entry in self.areas.items()
            if campaign.year in entry.objective_in
        }

    @cached_property
    def class_order(self) -> Mapping[ForceClass, int]:
        """The place of each class in the class order (3.3.1)."""
        return {cls: number for number, cls in enumerate(self.units.order)}

    @cached_property
    def flying(self) -> frozenset[ForceClass]:
        """The classes with air points (3.3.6)."""
        return frozenset(cls for classes in self.units.classes.values() for cls, entry in classes.items() if entry.air)

    def ratings(self, side: Side, cls: ForceClass) -> ClassEntry:
        """The ratings of a class (3.3.2, 3.3.3)."""
        return self.units.classes[side][cls]

    def values(self, side: Side) -> YearValues:
        """A side's numbers of the year (3.3.9)."""
        return self.charts.years[self.campaign.year][side]

    @cached_property
    def setup(self) -> tuple[Counter, ...]:
        """Forces at start in set-up order; in a later campaign of a career only those whose names are new (3.15.7)."""
        return self._new(self.campaign.setup)

    @cached_property
    def arrivals(self) -> Mapping[int, tuple[Counter, ...]]:
        """Arrivals by turn in table order, names of earlier campaigns left out (3.15.7)."""
        return {turn: self._new(rows) for turn, rows in self.campaign.arrivals.items()}

    def _new(self, rows: tuple[Row, ...]) -> tuple[Counter, ...]:
        return tuple(
            counter
            for counter in _counters(rows)
            if not any((counter.side, counter.cls, name) in self._used for name in self._all_names(counter))
        )

    def _all_names(self, counter: Counter) -> frozenset[str]:
        formerly = self.campaign.formerly.get(counter.name)
        return counter.names | {formerly} if formerly else counter.names

    @cached_property
    def _used(self) -> frozenset[tuple[Side, ForceClass, str]]:
        """Names that stood in the data of earlier campaigns of this career."""
        rows = [
            row
            for campaign in self.campaigns[: self.index]
            for row in (*campaign.setup, *(row for arrived in campaign.arrivals.values() for row in arrived))
        ]
        return frozenset((each.side, each.cls, name) for each in _counters(tuple(rows)) for name in each.names)


def _counters(rows: tuple[Row, ...]) -> Iterator[Counter]:
    for row in rows:
        for cls, names in row.forces.items():
            for name in names:
                yield Counter(force_id(row.side, cls, name), row.side, cls, name, row.at)


@DATA.opened
def open_book(scenario: str, index: int = 0) -> Book:
    """The data of a campaign of a scenario (`pacific_commander/SCENARIO`). Raises DataError if they contradict."""
    name = DATA.take_up(scenario)
    entry = DATA.scenarios[name]
    files = [DATA.scenarios[name] for name in entry.career] or [entry]
    campaigns = tuple(file.campaign for file in files if file.campaign is not None)
    book = Book(entry, campaigns, index, DATA.map, DATA.units, DATA.charts)
    _insist_on_sense(name, book)
    return book


def _insist_on_sense(name: str, book: Book) -> None:
    """Refuse files that contradict each other. Raises DataError."""
    problems = [(DATA.place(name, ("campaign", *place)), words) for place, words in _problems(book)]
    problems += [(DATA.place("charts", place), words) for place, words in _chart_problems(book)]
    if problems:
        raise DataError(problems)


def _chart_problems(book: Book) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Areas that the charts name and the map has not."""
    charts = book.charts
    named: list[tuple[tuple[str | int, ...], tuple[str, ...]]] = [
        (("citadel",), (charts.citadel,)),
        (("economy", "fallback"), charts.economy.fallback),
        (("economy", "bomber_from"), charts.economy.bomber_from),
        (("economy", "coastwatchers"), charts.economy.coastwatchers),
        (("orders", "home"), charts.orders.home),
        (("orders", "never_invaded"), charts.orders.never_invaded),
        (("orders", "no_sortie"), charts.orders.no_sortie),
    ]
    for place, areas in named:
        yield from ((place, f"no Area `{area}` on the map") for area in areas if area not in book.areas)


def _problems(book: Book) -> Iterator[tuple[tuple[str | int, ...], str]]:
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
    for area in (*campaign.forts, *campaign.worth):
        if area not in book.areas:
            yield ("forts",), f"no Area `{area}` on the map"
    for damage in campaign.damage:
        if damage.force not in seen:
            yield ("damage",), f"no Force `{damage.force}` in this campaign"
