"""What front ends ask for beside the table: where things happened, the map as the protocol gives it."""

from typing import Any

from wargame_tui.titles.desert_commander.printed.book import Book

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
