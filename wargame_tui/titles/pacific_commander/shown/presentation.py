"""The map as the engine protocol gives it."""

from typing import Any

from wargame_tui.titles.pacific_commander.printed.book import Book


def map_json(book: Book) -> dict[str, Any]:
    """The map as the engine protocol gives it: Areas in index order with what is printed in them, and their links."""
    return {"kind": "area", "spaces": {area: _area_json(book, area) for area in book.areas}}


def _area_json(book: Book, area: str) -> dict[str, Any]:
    entry = book.areas[area]
    shown: dict[str, Any] = {"name": entry.name, "kind": entry.kind, "at": list(entry.at)}
    shown |= entry.model_dump(include={"airfield", "port", "ground_cap", "base", "closed"})
    shown |= {"def": entry.def_, "objective": book.objectives.get(area, 0)}
    return {**shown, "neighbours": {to: {"border": "sea"} for to in book.links[area]}}
