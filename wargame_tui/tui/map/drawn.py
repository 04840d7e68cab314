"""What of an area map cannot be drawn, as only the drawing can tell."""

from collections.abc import Iterator
from typing import Any

from wargame_tui.board.area import AreaMapEntry
from wargame_tui.board.hex_board import Contradiction
from wargame_tui.board.title import FolderTitle
from wargame_tui.tui.map.layout import compute_layout


def contradictions(title: FolderTitle[Any], scenario: str) -> Iterator[Contradiction]:
    """Roads for which the drawing has no room.

    On a map without shapes areas that roads join need not touch: the road shows the way. Charts draw straight lines,
    for which there always is room.
    """
    entry = title.map_entry(scenario)
    if not isinstance(entry, AreaMapEntry) or entry.chart is not None:
        return
    laid = {road.link for road in compute_layout(entry, "far").roads if road.squares}
    for number, link in enumerate(entry.links):
        if link.road and number not in laid:
            words = f"the road from {link.between[0]} to {link.between[1]} finds no way in the drawing"
            yield "map", ("links", number), f"{words}: move one of the two, or lead the road by `via`"
