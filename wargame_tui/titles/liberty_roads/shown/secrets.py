"""What a side does not see: the other's markers, plans for landings, the Strategic Reserve (5.1.3, 13.6, 18)."""

from typing import Any

from wargame_tui.titles.liberty_roads.printed.book import ALLIED, GERMAN
from wargame_tui.titles.liberty_roads.state import OFF_MAP, RESERVE, State

HIDDEN = "hidden"


def veiled(state: State, shown: dict[str, Any], side: str | None) -> dict[str, Any]:
    """A dumped state as a side sees it; the whole without a side."""
    if side is None:
        return shown
    shown["support"] = {name: _marker(state, name, each, side) for name, each in shown["support"].items()}
    shown["stack"] = [_step(each, side) for each in shown["stack"]]
    if side == ALLIED:
        shown["units"] = {
            name: {**each, "location": OFF_MAP} if each["location"] == RESERVE else each
            for name, each in shown["units"].items()
        }
    return shown


def _marker(state: State, name: str, shown: dict[str, Any], side: str) -> dict[str, Any]:
    """A marker: the enemy's ones are seen where they are played, and the free one."""
    markers = state.book.markers
    owner = markers[name].side if name in markers else ALLIED
    if owner == side or shown["where"] in ("played", "removed") or shown["free"]:
        return shown
    return {**shown, "where": HIDDEN, "place": None, "fresh": False}


def _step(shown: dict[str, Any], side: str) -> dict[str, Any]:
    """A step: D-Day and Atlantic Wall markers lie face down until they are revealed (13.6)."""
    if shown["kind"] == "planning" and side == GERMAN:
        return {**shown, "dday": {}}
    if shown["kind"] == "defending":
        return {**shown, "dday" if side == GERMAN else "wall": {}}
    return shown


def supposed(seen: dict[str, Any]) -> dict[str, Any]:
    """What a side sees, with every hidden marker in its pool: there nobody can play it."""
    support = {
        name: {**each, "where": "pool"} if each["where"] == HIDDEN else each for name, each in seen["support"].items()
    }
    return {**seen, "support": support}
