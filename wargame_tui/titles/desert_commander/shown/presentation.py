"""What front ends ask for beside the table: rules in words, where things happened, the map as the protocol gives it."""

from functools import cache
from typing import Any

from wargame_tui.board.rulebook import Rulebook
from wargame_tui.core.event import Event
from wargame_tui.titles.desert_commander.printed.book import DATA, Book


@cache
def rulebook() -> Rulebook:
    """The rules in words."""
    return Rulebook.read(DATA.path / "rules.md")


def event_place(event: Event) -> str | None:
    """The Area where something happened; of an order or a move where it led to, of SP the base."""
    entry = DATA.map.maps.get(event.data.get("map", ""))
    for key in ("target", "area", "origin"):
        place = event.data.get(key)
        if entry is not None and place in entry.spaces:
            return str(place)
    return _base(event.data["map"]) if event.kind == "sp_gained" else None


def _base(map_: str) -> str:
    """The first base of a campaign, by its map."""
    campaigns = (file.campaign for file in DATA.scenarios.values() if file.campaign)
    return next(each.bases[0] for each in campaigns if each.map == map_)


# The engine protocol


def map_json(book: Book) -> dict[str, Any]:
    """The map as the engine protocol gives it: Areas in index order with what is printed in them, and their links."""
    return {"kind": "area", "spaces": {area: _area_json(book, area) for area in book.areas}}


def _area_json(book: Book, area: str) -> dict[str, Any]:
    entry, roads = book.areas[area], {frozenset(link.between): link.road for link in book.map.links}
    shown: dict[str, Any] = {"name": entry.name, "kind": entry.kind, "at": list(entry.at), "vp": entry.vp}
    shown["terrain"] = entry.terrain
    neighbours = {to: {"road": roads[frozenset((area, to))]} for to in book.links[area]}
    return {**shown, "neighbours": neighbours}
