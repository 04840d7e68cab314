"""The tables of the reference as texts: Areas, links, set-up and arrivals of a campaign (4.7 to 4.9)."""

from collections.abc import Iterator

from tests.titles.commander_solitaire.desert_kit import book, forces_of
from wargame_tui.titles.desert_commander.printed.book import AXIS, ENEMY, Counter


def areas(text: str) -> list[tuple[str, str, int, str]]:
    """Id, name, VP and terrain of each Area: `EIF Eifel (0, open); ...`."""
    found = []
    for part in " ".join(text.split()).split("; "):
        words, _, values = part.rstrip(")").rpartition(" (")
        vp, terrain = values.split(", ")
        found.append((words[:3], words[4:], int(vp), terrain))
    return found


def printed_areas(campaign: str) -> list[tuple[str, str, int, str]]:
    """The same of the data file."""
    return [(area, entry.name, entry.vp, entry.terrain) for area, entry in book(campaign).areas.items()]


def links(text: str) -> set[frozenset[str]]:
    """`EIF-HOU HOU-MCH`."""
    return {frozenset(pair.split("-")) for pair in text.split()}


def printed_links(campaign: str) -> set[frozenset[str]]:
    """The same of the data file."""
    return {frozenset(link.between) for link in book(campaign).map.links}


def rows(text: str) -> Iterator[tuple[str, str, list[tuple[str, str]]]]:
    """Side, turn (or `start`) and forces, as (id, Area) in their order, of each row of the order of battle."""
    for line in text.replace("\n  ", " ").strip().splitlines():
        head, _, groups = line.partition(": ")
        side, when = head.split()
        entries = dict(group.split(" ", 1) for group in groups.split(" / ") if group[3:4] == " ")
        forces = forces_of(AXIS if side == "Axis" else ENEMY, entries)
        yield side, when, [(force.id, force.area) for force in forces]


def printed_row(campaign: str, side: str, when: str) -> list[tuple[str, str]]:
    """A row of the data file."""
    data = book(campaign)
    counters: tuple[Counter, ...] = data.setup if when == "start" else data.arrivals.get(int(when[1:]), ())
    return [(counter.id, counter.area) for counter in counters if counter.side == side]


def all_rows(campaign: str) -> set[tuple[str, str]]:
    """Side and turn of every row that the data file has."""
    data = book(campaign)
    found = {(counter.side, "start") for counter in data.setup}
    return found | {(each.side, f"T{turn}") for turn, counters in data.arrivals.items() for each in counters}
