"""What front ends ask for beside the table: where things happened, the map as the protocol gives it."""

from typing import Any

from wargame_tui.core.event import Event
from wargame_tui.titles.pacific_commander.printed.book import DATA, Book


def event_place(event: Event) -> str | None:
    """The Area where something happened; Supply Points come to the fleet base."""
    for key in ("to", "target", "area", "origin"):
        place = event.data.get(key)
        if place in DATA.map.spaces:
            return str(place)
    return DATA.charts.economy.fallback[0] if event.kind == "supply" else None


# The engine protocol


def map_json(book: Book) -> dict[str, Any]:
    """The map as the engine protocol gives it: Areas in index order with what is printed in them, and their links."""
    return {"kind": "area", "spaces": {area: _area_json(book, area) for area in book.areas}}


def _area_json(book: Book, area: str) -> dict[str, Any]:
    entry = book.areas[area]
    shown: dict[str, Any] = {"name": entry.name, "kind": entry.kind, "at": list(entry.at)}
    shown |= entry.model_dump(include={"airfield", "port", "ground_cap", "base", "closed"})
    shown |= {"def": entry.def_, "objective": book.objectives.get(area, 0)}
    return {**shown, "neighbours": {to: {"border": "sea"} for to in book.links[area]}}
