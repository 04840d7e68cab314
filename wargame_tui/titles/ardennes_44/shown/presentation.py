"""The map as the engine protocol gives it."""

from collections.abc import Mapping
from typing import Any

from wargame_tui.titles.ardennes_44.printed.book import Book


def map_json(book: Book) -> dict[str, Any]:
    """The map as the engine protocol gives it: hexes in play with their neighbours, and the off-map boxes."""
    names = book.board.names
    spaces = {names[hex_]: _hex_json(book, hex_) for hex_ in range(book.board.grid.size) if book.is_inside(hex_)}
    return {"kind": "hex", "spaces": {**spaces, **{box: _box_json(book, box) for box in book.boxes}}}


def _hex_json(book: Book, hex_: int) -> dict[str, Any]:
    board = book.board
    column, row = board.grid.column_row(hex_)
    shown: dict[str, Any] = {
        "name": board.place_names.get(hex_, board.names[hex_]),
        "kind": "hex",
        "terrain": board.terrain[hex_],
        "col": column,
        "row": row,
    }
    if hex_ in board.built:
        shown["built"] = board.built[hex_]
    if letters := book.entry_of.get(board.names[hex_]):
        shown["entries"] = list(letters)
    around = {
        board.names[other]: _side_json(book, 6 * hex_ + turn, hex_, other)
        for turn, other in enumerate(board.grid.neighbours[hex_])
        if other is not None and book.is_inside(other)
    }
    return {**shown, "neighbours": {**around, **_doors(book, board.names[hex_])}}


def _doors(book: Book, hex_: str) -> dict[str, dict[str, Any]]:
    """The boxes joined to an entry hex (11.9)."""
    letters = {letter: book.map.entries[letter].box for letter in book.entry_of.get(hex_, ())}
    return {box: {"border": "plain", "entry": letter} for letter, box in letters.items() if box is not None}


def _side_json(book: Book, key: int, hex_: int, other: int) -> dict[str, Any]:
    board = book.board
    water = board.water[key]
    shown: dict[str, Any] = {"border": water or ("forest_ravine" if board.ravine[key] else "plain")}
    if water:
        shown["river"] = board.river_names.get(board.grid.hexside(hex_, other), "")
    if board.road[key]:
        shown["road"] = board.road[key]
    if board.bridge[key]:
        shown["bridge"] = board.bridge[key]
    return shown


def _box_json(book: Book, box: str) -> dict[str, Any]:
    entry = book.map.boxes[box]  # type: ignore[index]
    letters = [letter for letter in book.letters if book.map.entries[letter].box == box]
    near: Mapping[str, dict[str, Any]] = {
        **{other: {"border": "plain"} for other in entry.adjacent if other in book.boxes},
        **{book.map.entries[letter].hex: {"border": "plain", "entry": letter} for letter in letters},
    }
    return {"name": entry.name, "kind": "box", "neighbours": dict(near)}
