"""A map file as the engine protocol gives it: the spaces by id, each with its name and its neighbours."""

from collections.abc import Callable, Iterator
from typing import Any

from wargame_tui.board.area import AreaMapEntry, LinkEntry, border_id
from wargame_tui.board.fact import Fact
from wargame_tui.board.hex_board import Contradiction, HexBoard, map_contradictions
from wargame_tui.board.hexes import HexMapEntry

MapEntry = AreaMapEntry | HexMapEntry
Json = dict[str, Any]
ONLY_DRAWN = {"name", "at", "source", "history"}
"""What a map file says of an area that is not shown as a fact."""
NO_FACTS = {"name", "kind", "col", "row", "neighbours"}


def map_json(entry: MapEntry) -> Json:
    """The map: `kind`, and `spaces` with what is printed in each and on the way to each neighbour."""
    if isinstance(entry, HexMapEntry):
        return {"kind": "hex", "spaces": _hexes(entry)}
    return {"kind": "area", "spaces": _areas(entry)}


def _areas(entry: AreaMapEntry) -> Json:
    printed: Any = entry
    spaces: Json = {
        space: {"name": area.name, **area.model_dump(mode="json", exclude=ONLY_DRAWN), "neighbours": {}}
        for space, area in printed.spaces.items()
    }
    for link in entry.links:
        for here, there in (link.between, link.between[::-1]):
            spaces[here]["neighbours"][there] = _link(link)
    return spaces


def _link(link: LinkEntry) -> Json:
    shown: Json = {"border": "river" if link.river else "plain"}
    shown |= {name: value for name in ("river", "road") if (value := getattr(link, name))}
    return shown | ({"bridge": border_id(*link.between), "bridge_at_start": link.bridge} if link.bridge else {})


def _hexes(entry: HexMapEntry) -> Json:
    board = HexBoard(entry)
    spaces = {name: _hex(board, hex_) for name, hex_ in board.index.items()}
    for box, printed in entry.boxes.items():
        near = {other: {"border": "plain"} for other in printed.adjacent}
        spaces[box] = {"name": printed.name, "kind": "box", "neighbours": near}
    return spaces


def _hex(board: HexBoard, hex_: int) -> Json:
    name = board.names[hex_]
    column, row = board.grid.column_row(hex_)
    place = board.place_names.get(hex_, name)
    shown: Json = {"name": place, "kind": "hex", "terrain": board.terrain[hex_], "col": column, "row": row}
    shown |= {"built": board.built[hex_]} if hex_ in board.built else {}
    near = {
        board.names[other]: _hexside(board, hex_, turn, other)
        for turn, other in enumerate(board.grid.neighbours[hex_])
        if other is not None
    }
    return {**shown, "neighbours": near}


def _hexside(board: HexBoard, hex_: int, turn: int, other: int) -> Json:
    water, road, bridge = (each[6 * hex_ + turn] for each in (board.water, board.road, board.bridge))
    shown: Json = {"border": water or "plain"}
    shown |= {"river": board.river_names.get(board.grid.hexside(hex_, other), "")} if water else {}
    return shown | {name: value for name, value in (("road", road), ("bridge", bridge)) if value}


def called(space: str, name: str) -> str:
    """A space in a sentence: its id, and its name if it has one."""
    return space if name == space else f"{space} {name}"


def facts(space: Json) -> Iterator[Fact]:
    """What is printed in a space: `terrain forest`, `VP 2`."""
    for what, value in space.items():
        if what not in NO_FACTS and value not in (None, False, 0, "", [], {}):
            yield Fact("VP" if what == "vp" else what.replace("_", " "), "yes" if value is True else str(value))


def links(space: Json, named: Callable[[str], str]) -> Iterator[Fact]:
    """The neighbours of a space, each with what lies on the way: `Spa: primary road, Amblève, bridge`."""
    for other, way in space["neighbours"].items():
        road = "railway" if way.get("road") == "railway" else f"{way['road']} road" if way.get("road") else ""
        border = way.get("river") or ("" if way.get("border", "plain") == "plain" else way["border"])
        between = filter(None, (road, border, "bridge" if way.get("bridge") else ""))
        yield Fact(named(other), ", ".join(between) or "adjacent")


def contradictions(entry: MapEntry) -> Iterator[Contradiction]:
    """Where a map file contradicts itself."""
    if isinstance(entry, HexMapEntry):
        yield from map_contradictions(HexBoard(entry).grid, entry)
        return
    printed: Any = entry
    for number, link in enumerate(entry.links):
        for space in dict.fromkeys(link.between):
            if space not in printed.spaces:
                yield "map", ("links", number, "between"), f"no space `{space}`"
        if len(set(link.between)) == 1:
            yield "map", ("links", number, "between"), f"{link.between[0]} is linked with itself: name two spaces"
    yield from _shape_contradictions(entry)


def _shape_contradictions(entry: AreaMapEntry) -> Iterator[Contradiction]:
    """Shapes of spaces that there are not, spaces without a shape, rows of different lengths."""
    if entry.shapes is None:
        return
    printed: Any = entry
    rows = [[row[x : x + 2].strip(" .") for x in range(0, len(row), 2)] for row in entry.shapes.rows]
    longest = max(map(len, entry.shapes.rows), default=0)
    for number, row in enumerate(rows):
        if len(entry.shapes.rows[number]) != longest:
            short = f"{len(entry.shapes.rows[number])} characters, where the longest row has {longest}"
            yield "map", ("shapes", "rows", number), f"{short}: two a square, `..` for none"
        for name in sorted(set(row) - printed.spaces.keys() - {""}):
            yield "map", ("shapes", "rows", number), f"there is no space {name}: draw one of the map's"
    for space in printed.spaces.keys() - {name for row in rows for name in row}:
        yield "map", ("spaces", space), f"{space} has no square in `shapes`: draw it there"
