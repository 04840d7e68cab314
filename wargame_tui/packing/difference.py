"""The partial file that makes one file of another when it is laid over it: merging (`board.packs`) turned round."""

from typing import Any

from wargame_tui.board.hexes import GridEntry, HexGrid
from wargame_tui.board.packs import ADD, REMOVE, apart, merged

SAME = object()
"""Nothing has to be laid over it."""


def difference(base: Any, wanted: Any, grid: Any = None) -> Any:
    """What makes `wanted` of `base` when it is merged over it, or SAME. `grid`: of the map to which they belong."""
    if base == wanted:
        return SAME
    if isinstance(base, dict) and isinstance(wanted, dict):
        return _of_mappings(base, wanted, base.get("grid", grid))
    if isinstance(base, list) and isinstance(wanted, list) and base:
        for way in (_of_rows, _of_entries, _of_names):
            over = way(base, wanted, grid)
            if over is not None and merged(base, over, grid) == wanted:
                return over
    return wanted


def _of_mappings(base: dict[Any, Any], wanted: dict[Any, Any], grid: Any) -> dict[Any, Any]:
    over: dict[Any, Any] = {name: None for name in base if name not in wanted}
    for name, value in wanted.items():
        found = difference(base[name], value, grid) if name in base else value
        if found is not SAME:
            over[name] = found
    return over


def _of_rows(base: list[Any], wanted: list[Any], grid: Any) -> Any:
    known = HexGrid(GridEntry.model_validate(grid)) if grid is not None else None
    if known is None or not known.is_drawn(base) or not known.is_drawn(wanted):
        return None
    over: dict[str, str] = {}
    for hex_, name in enumerate(known.names):
        column, row = known.square(hex_)
        if base[row][column] != wanted[row][column]:
            over[name] = wanted[row][column]
    return over


def _of_entries(base: list[Any], wanted: list[Any], grid: Any) -> Any:
    if not all(isinstance(one, dict) for one in (*base, *wanted)):
        return None
    before, after = {apart(one): one for one in base}, {apart(one): one for one in wanted}
    if len(before) < len(base) or len(after) < len(wanted) or "" in before:
        return None
    over: dict[str, Any] = {name: None for name in before if name not in after}
    for name, one in after.items():
        found = difference(before[name], one) if name in before else one
        if found is not SAME:
            over[name] = found
    return over


def _of_names(base: list[Any], wanted: list[Any], grid: Any) -> Any:
    if not all(isinstance(one, str) for one in (*base, *wanted)):
        return None
    over = {ADD: [one for one in wanted if one not in base], REMOVE: [one for one in base if one not in wanted]}
    if sum(map(len, over.values())) > len(base) / 2:
        return None
    return {name: ones for name, ones in over.items() if ones}
