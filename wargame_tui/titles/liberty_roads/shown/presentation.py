"""What front ends ask for beside the table: rules in words, the map as the protocol gives it."""

from functools import cache
from typing import Any

from wargame_tui.board.rulebook import Rulebook
from wargame_tui.titles.liberty_roads.printed.book import DATA, Book


@cache
def rulebook() -> Rulebook:
    """The rules in words."""
    return Rulebook.read(DATA.path / "rules.md")


# The engine protocol


def map_json(book: Book) -> dict[str, Any]:
    """The map as the engine protocol gives it: hexes with their neighbours, and the boxes beside the map."""
    spaces = {name: _hex_json(book, hex_) for name, hex_ in book.board.index.items()}
    boxes = {
        box: {"name": entry.name, "kind": "box", "neighbours": {other: {"border": "plain"} for other in entry.adjacent}}
        for box, entry in book.map.boxes.items()
    }
    return {"kind": "hex", "spaces": {**spaces, **boxes}}


def _hex_json(book: Book, hex_: int) -> dict[str, Any]:
    board = book.board
    name = board.names[hex_]
    column, row = board.grid.column_row(hex_)
    shown: dict[str, Any] = {
        "name": board.place_names.get(hex_, name),
        "kind": "hex",
        "terrain": board.terrain[hex_],
        "col": column,
        "row": row,
    }
    if hex_ in board.built:
        shown["built"] = board.built[hex_]
    if name in board.ports:
        shown["port"] = board.ports[name].size
    if name in book.map.beaches:
        shown["beach"] = book.map.beaches[name].level
    around = enumerate(board.grid.neighbours[hex_])
    return {
        **shown,
        "neighbours": {
            board.names[other]: _side_json(book, 6 * hex_ + turn, hex_, other)
            for turn, other in around
            if other is not None
        },
    }


def _side_json(book: Book, key: int, hex_: int, other: int) -> dict[str, Any]:
    board = book.board
    water = board.water[key]
    shown: dict[str, Any] = {"border": "barred" if board.barred[key] else water or "plain"}
    if water:
        shown["river"] = board.river_names.get(board.grid.hexside(hex_, other), "")
    if board.road[key]:
        shown["road"] = board.road[key]
    if board.bridge[key]:
        shown["bridge"] = board.bridge[key]
    return shown
