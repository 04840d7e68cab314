"""The table as front ends show it. Words and pictures, no rules; the parts are in the modules named below."""

from functools import cache
from typing import Any

from wargame_tui.board.rulebook import Rulebook
from wargame_tui.core.event import Event
from wargame_tui.titles.pacific_commander.book import DATA, Book
from wargame_tui.titles.pacific_commander.overlays import OVERLAYS as OVERLAYS
from wargame_tui.titles.pacific_commander.overlays import overlay as overlay
from wargame_tui.titles.pacific_commander.picking import reach as reach
from wargame_tui.titles.pacific_commander.picking import suggested as suggested
from wargame_tui.titles.pacific_commander.picking import target as target
from wargame_tui.titles.pacific_commander.picking import why_not as why_not
from wargame_tui.titles.pacific_commander.pieces import counter as counter
from wargame_tui.titles.pacific_commander.pieces import scene as scene
from wargame_tui.titles.pacific_commander.sheets import space_sheet as space_sheet
from wargame_tui.titles.pacific_commander.sheets import unit_sheets as unit_sheets
from wargame_tui.titles.pacific_commander.turn_bar import phase_bar as phase_bar


@cache
def rulebook() -> Rulebook:
    """The rules in words."""
    return Rulebook.read(DATA.path / "rules.md")


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
