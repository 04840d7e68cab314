"""The layout of an area map at one zoom: what every cell of the drawing belongs to. No colours, no Textual.

A layout is a grid of squares, each two columns by one row. It is computed from the map's data alone, so it is
the same on every machine, and it can be kept in a cache folder. Areas grow around their towns, as the roads between
them demand; where the map file gives their shapes, those are enlarged.
"""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from itertools import groupby, pairwise
from pathlib import Path
from typing import NamedTuple

from wargame_tui.board.area import AreaMapEntry, LinkEntry, Point, ShapesEntry, SpaceEntry, border_id
from wargame_tui.core.disk import make_folder, replace_file
from wargame_tui.tui.map.boxes import find_boxes, wanted_sizes
from wargame_tui.tui.map.outlines import CANAL, RIVER, Outlines
from wargame_tui.tui.map.placement import Placement, place
from wargame_tui.tui.map.regions import FREE, RIM, Grid, draw_river, empty_grid, grow, join, set_boxes, settle
from wargame_tui.tui.map.roads import Wish, lay_roads
from wargame_tui.tui.map.shapes import VOID, Squares, enlarge, enlarge_path, find_towns, place_of, read_squares
from wargame_tui.tui.map.view import Box
from wargame_tui.tui.map.ways import Passage, find_ways

LAYOUT_VERSION = 5
ZOOMS = ("far", "middle", "near", "close")
NEAR = ZOOMS[2:]
"""The zooms with a label for every counter."""


@dataclass(frozen=True, slots=True)
class _Zoom:
    """Room for a label at a zoom, in cells, and how much of the map labels may fill."""

    rows: int
    zone_rows: int
    narrowest: int
    beside_name: int
    """Columns kept beside number and name for marks and badges; zero: no name at this zoom."""
    fill: float


_ZOOMS = {
    "far": _Zoom(rows=1, zone_rows=1, narrowest=8, beside_name=0, fill=0.6),
    "middle": _Zoom(rows=2, zone_rows=2, narrowest=14, beside_name=8, fill=0.72),
    "near": _Zoom(rows=5, zone_rows=7, narrowest=24, beside_name=8, fill=0.85),
    "close": _Zoom(rows=8, zone_rows=11, narrowest=32, beside_name=12, fill=0.85),
}

SCALES = {"far": 1, "middle": 2, "near": 4, "close": 6}
"""How far the squares of a map with shapes are enlarged."""


class Road(NamedTuple):
    """A road: the link's number, its spaces, and its squares as indices `y * columns + x`."""

    link: int
    a: str
    b: str
    primary: bool
    squares: tuple[int, ...]
    wet: tuple[int, ...]
    """The squares where it lies over a river."""
    bridge: str | None
    """`a-b` if the road has a bridge of consequence."""


class Crossing(NamedTuple):
    """Where a bridge or ferry of a shaped map is drawn, or the mark of who holds the water: two squares."""

    link: int
    a: int
    """The square up or left of the border, as an index."""
    b: int
    """The square below it or right of it."""
    river: bool
    """Over a river; else a canal."""
    ferry: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """An area map laid out at one zoom."""

    zoom: str
    columns: int
    rows: int
    ids: tuple[str, ...]
    owner: list[int]
    """For every square the index in `ids` of the space to whose region it belongs, or VOID."""
    boxes: dict[str, Box]
    rivers: dict[int, bool]
    """River squares, and whether the river is a major one."""
    roads: tuple[Road, ...]
    places: tuple[tuple[int, int, str], ...]
    """Small towns: cell and name."""
    shaped: bool = False
    """Whether the areas have the shapes that the map file gives: rivers run along borders."""
    crossings: tuple[Crossing, ...] = ()
    towns: tuple[int, ...] = ()
    """Of a shaped map: the square of every space's town."""
    courses: tuple[tuple[str, tuple[tuple[float, float], ...]], ...] = ()
    """Of a map without shapes: the lines of its rivers, each with its name; columns and rows of squares."""

    @property
    def width(self) -> int:
        """Width in cells."""
        return self.columns * 2

    @property
    def height(self) -> int:
        """Height in cells."""
        return self.rows

    def space_at(self, x: int, y: int) -> str | None:
        """The space whose region holds a cell."""
        if 0 <= x < self.width and 0 <= y < self.rows:
            owner = self.owner[y * self.columns + x // 2]
            return None if owner == VOID else self.ids[owner]
        return None


def spaces_of(entry: AreaMapEntry) -> Mapping[str, SpaceEntry]:
    """The spaces of a map file; every title's subclass of AreaMapEntry has them."""
    spaces: Mapping[str, SpaceEntry] = entry.spaces  # type: ignore[attr-defined]
    return spaces


def touching(layout: Layout) -> set[frozenset[str]]:
    """The pairs of spaces whose regions share a side in the drawing."""
    owner, columns = layout.owner, layout.columns
    pairs = {(a, b) for a, b in zip(owner, owner[columns:], strict=False) if a != b}
    for start in range(0, len(owner), columns):
        row = owner[start : start + columns]
        pairs |= {(a, b) for a, b in pairwise(row) if a != b}
    return {frozenset((layout.ids[a], layout.ids[b])) for a, b in pairs if VOID not in (a, b)}


def compute_layout(entry: AreaMapEntry, zoom: str) -> Layout:
    """Lay a map out at a zoom."""
    return _grown(entry, zoom) if entry.shapes is None else _shaped(entry, entry.shapes, zoom)


def _grown(entry: AreaMapEntry, zoom: str) -> Layout:
    """Lay out a map whose areas grow around their towns."""
    spaces = spaces_of(entry)
    numbers = {space: n for n, space in enumerate(spaces)}
    sizes = [_size(space, item, _ZOOMS[zoom]) for space, item in spaces.items()]
    zones = [item.kind == "zone" for item in spaces.values()]
    rivers = list(entry.rivers)
    river_lines = [(rivers.index(n), line) for n, river in entry.rivers.items() for line in river.lines]
    roads = [(n, link) for n, link in enumerate(entry.links) if link.road]
    lines: list[tuple[Point, ...]] = [line for _, line in river_lines]
    lines += [link.via for _, link in roads if link.via]
    lines += [(item.at,) for item in entry.places.values()]
    placed = place([item.at for item in spaces.values()], sizes, zones, lines, _ZOOMS[zoom].fill)

    grid = empty_grid(placed.width, placed.height)
    set_boxes(grid, placed.corners, sizes)
    for (river, _), line in zip(river_lines, placed.lines, strict=False):
        draw_river(grid, river, line)
    settle(grid, zones)
    reach = [(numbers[link.between[0]], numbers[link.between[1]], link.river is not None) for _, link in roads]
    for a, b, over_river in sorted(reach, key=lambda pair: _apart(placed, pair[0], pair[1])):
        join(grid, a, b, zones, over_river=over_river)
    grow(grid, zones)
    vias = iter(placed.lines[len(river_lines) :])
    wishes = [
        Wish(
            numbers[link.between[0]],
            numbers[link.between[1]],
            FREE if link.river is None else rivers.index(link.river) if link.river in rivers else RIM,
            tuple(next(vias)) if link.via else (),
        )
        for _, link in roads
    ]
    paths = lay_roads(grid, wishes)
    drawn = tuple(
        _road(grid, n, link.between, link.road == "primary", link.river is not None, path)
        for (n, link), path in zip(roads, paths, strict=True)
    )
    return Layout(
        zoom=zoom,
        columns=grid.width,
        rows=grid.height,
        ids=tuple(spaces),
        owner=[owner for owner in grid.owner if owner != RIM],
        boxes=_boxes(spaces, placed, sizes),
        rivers={
            _flat(grid, square): entry.rivers[rivers[river]].width == "major" if rivers else False
            for square, river in enumerate(grid.river)
            if river != FREE
        },
        roads=drawn,
        places=_places(entry, placed),
        courses=tuple(
            (rivers[river], tuple((round(x, 2), round(y, 2)) for x, y in line))
            for (river, _), line in zip(river_lines, placed.lines, strict=False)
        ),
    )


def _shaped(entry: AreaMapEntry, shapes: ShapesEntry, zoom: str) -> Layout:
    """Lay out a map whose areas come as shapes: roads are laid on the small grid, which is then enlarged."""
    spaces = spaces_of(entry)
    small = read_squares(shapes, list(spaces))
    aside = {n for n, item in enumerate(spaces.values()) if item.kind != "area"}
    towns = find_towns(small, [place_of(shapes, item.at) for item in spaces.values()])
    ways = _ways(entry, small, towns, aside)

    factor = SCALES[zoom]
    ways = {n: enlarge_path(way, small.columns, factor) for n, way in ways.items()}
    towns = [enlarge_path([town], small.columns, factor)[0] for town in towns]
    squares = enlarge(small, factor, {square for way in ways.values() for square in way} | set(towns), aside)
    roads = tuple(
        _shaped_road(entry.links[n], n, way, squares, aside) for n, way in ways.items() if entry.links[n].road
    )
    crossings = _crossings(entry, squares, ways)
    boxes = find_boxes(
        squares,
        Outlines(squares, waters_of(entry), aside),
        [wanted_sizes(zoom, space, item) for space, item in spaces.items()],
        towns,
        {square for road in roads for square in road.squares},
        {square for crossing in crossings for square in (crossing.a, crossing.b)},
    )
    places = ((name, place_of(shapes, place.at)) for name, place in entry.places.items())
    return Layout(
        zoom=zoom,
        columns=squares.columns,
        rows=squares.rows,
        ids=tuple(spaces),
        owner=squares.owner,
        boxes={space: Box(*box) for space, box in zip(spaces, boxes, strict=True)},
        rivers={},
        roads=roads,
        places=tuple((int(x * factor) * 2, int(y * factor), name) for name, (x, y) in places),
        shaped=True,
        crossings=crossings,
        towns=tuple(towns),
    )


def _ways(entry: AreaMapEntry, squares: Squares, towns: Sequence[int], zones: Collection[int]) -> dict[int, list[int]]:
    """The paths of the links with a road or with water, in the order of the links; without those that have none.

    The bridges choose first: they are worth a good place. Last come roads that keep apart from all others.
    """
    numbers = {space: n for n, space in enumerate(spaces_of(entry))}
    passages: dict[int, Passage] = {}
    for n, link in enumerate(entry.links):
        if link.road or link.river:
            a, b = (numbers[space] for space in link.between)
            passages[n] = Passage(a, b, link.road is not None, _stub(entry, link, numbers))

    def turn(number: int) -> tuple[bool, bool, bool, int]:
        link = entry.links[number]
        return passages[number].stub is not None, link.bridge is None, link.river is None, number

    wanted = sorted(passages, key=turn)
    waters = waters_of(entry).keys()
    found = zip(wanted, find_ways(squares, towns, [passages[n] for n in wanted], waters, zones), strict=True)
    return {n: way for n, way in sorted(found) if way}


def _stub(entry: AreaMapEntry, link: LinkEntry, numbers: Mapping[str, int]) -> int | None:
    """The space, if any, in which the road of a link does not meet the others, nor lead to the town."""
    for space, other in (link.between, link.between[::-1]):
        groups = getattr(spaces_of(entry)[space], "roads_apart", ())
        if any(other in group for group in groups[1:]):
            return numbers[space]
    return None


def _shaped_road(link: LinkEntry, number: int, way: Sequence[int], squares: Squares, zones: Collection[int]) -> Road:
    """A road as the layout keeps it: it ends at the rim of a zone."""
    outside = tuple(square for square in way if squares.owner[square] not in zones)
    return Road(number, *link.between, link.road == "primary", outside, (), None)


def _crossings(entry: AreaMapEntry, squares: Squares, ways: Mapping[int, Sequence[int]]) -> tuple[Crossing, ...]:
    """Where the paths over water change from one shape to the other."""
    numbers, waters = {space: n for n, space in enumerate(spaces_of(entry))}, waters_of(entry)
    crossings = []
    for number, way in ways.items():
        link = entry.links[number]
        if link.river:
            gate = next((one, other) for one, other in pairwise(way) if squares.owner[one] != squares.owner[other])
            river = waters[_pair(link, numbers)] == RIVER
            crossings.append(Crossing(number, min(gate), max(gate), river, bool(getattr(link, "ferry", False))))
    return tuple(crossings)


def waters_of(entry: AreaMapEntry) -> dict[tuple[int, int], int]:
    """What water lies between two spaces, the lower number first: RIVER or CANAL."""
    numbers = {space: n for n, space in enumerate(spaces_of(entry))}
    canals = {name for name, river in entry.rivers.items() if river.kind == "canal"}
    return {_pair(link, numbers): CANAL if link.river in canals else RIVER for link in entry.links if link.river}


def _pair(link: LinkEntry, numbers: Mapping[str, int]) -> tuple[int, int]:
    a, b = (numbers[space] for space in link.between)
    return min(a, b), max(a, b)


def _apart(placed: Placement, a: int, b: int) -> int:
    (ax, ay), (bx, by) = placed.corners[a], placed.corners[b]
    return abs(ax - bx) + abs(ay - by)


def _size(space: str, item: SpaceEntry, zoom: _Zoom) -> tuple[int, int]:
    """Size of a label box in squares."""
    words = len(space) + 1 + len(item.name) + zoom.beside_name if zoom.beside_name else 0
    columns = max(words, zoom.narrowest)
    return (columns + 1) // 2, zoom.zone_rows if item.kind == "zone" else zoom.rows


def _boxes(spaces: Mapping[str, SpaceEntry], placed: Placement, sizes: list[tuple[int, int]]) -> dict[str, Box]:
    return {space: Box(x * 2, y, w * 2, h) for space, (x, y), (w, h) in zip(spaces, placed.corners, sizes, strict=True)}


def _places(entry: AreaMapEntry, placed: Placement) -> tuple[tuple[int, int, str], ...]:
    points = placed.lines[len(placed.lines) - len(entry.places) :]
    return tuple(
        (int(line[0][0]) * 2, int(line[0][1]), name)
        for name, line in zip(entry.places, points, strict=True)
        if 0 <= line[0][0] < placed.width and 0 <= line[0][1] < placed.height
    )


def _flat(grid: Grid, square: int) -> int:
    x, y = grid.place(square)
    return y * grid.width + x


def _road(grid: Grid, number: int, between: tuple[str, str], primary: bool, bridged: bool, path: list[int]) -> Road:
    """A road as the layout keeps it. Of several rivers in its way one has the bridge: that at the border."""
    squares = tuple(_flat(grid, square) for square in path)
    wet = tuple(_flat(grid, square) for square in path if grid.river[square] != FREE)
    return Road(number, *between, primary, squares, wet, border_id(*between) if bridged else None)


def layout_for(entry: AreaMapEntry, zoom: str, cache_dir: Path | None = None) -> Layout:
    """The layout of a map at a zoom, from the cache folder if it is there, else computed and put there."""
    if cache_dir is None:
        return compute_layout(entry, zoom)
    path = cache_dir / f"layout-{_digest(entry)[:24]}-{zoom}.json"
    try:
        return _unpack(path.read_bytes())
    except (OSError, ValueError, TypeError, KeyError, IndexError, RecursionError):
        layout = compute_layout(entry, zoom)
        _keep(path, layout)
        return layout


def _digest(entry: AreaMapEntry) -> str:
    data = entry.model_dump(
        mode="json",
        include={
            "spaces": {"__all__": {"name", "kind", "at"}},
            "links": True,
            "rivers": True,
            "places": True,
            "shapes": True,
        },
    )
    text = json.dumps([LAYOUT_VERSION, data], sort_keys=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _keep(path: Path, layout: Layout) -> None:
    """Write a layout to the cache, below its checksum; a folder that cannot be written only costs time."""
    data = {field.name: getattr(layout, field.name) for field in fields(layout)}
    data["owner"] = [[owner, len(list(run))] for owner, run in groupby(layout.owner)]
    data["rivers"] = list(layout.rivers.items())
    text = json.dumps(data, separators=(",", ":")).encode()
    with suppress(OSError):
        make_folder(path.parent)
        replace_file(path, _checksum(text) + b"\n" + text)


def _checksum(text: bytes) -> bytes:
    return hashlib.sha256(text).hexdigest().encode()


def _unpack(kept: bytes) -> Layout:
    """A layout from its cached form; raises ValueError or the like if it is damaged."""
    check, _, text = kept.partition(b"\n")
    if _checksum(text) != check:
        raise ValueError("damaged cache")
    data = json.loads(text)
    owner: list[int] = []
    for number, length in data["owner"]:
        owner += [number] * length
    return Layout(
        zoom=data["zoom"],
        columns=data["columns"],
        rows=data["rows"],
        ids=tuple(data["ids"]),
        owner=owner,
        boxes={space: Box(*box) for space, box in data["boxes"].items()},
        rivers=dict(data["rivers"]),
        roads=tuple(
            Road(link, a, b, primary, tuple(squares), tuple(wet), bridge)
            for link, a, b, primary, squares, wet, bridge in data["roads"]
        ),
        places=tuple((x, y, name) for x, y, name in data["places"]),
        shaped=data["shaped"],
        crossings=tuple(Crossing(*crossing) for crossing in data["crossings"]),
        towns=tuple(data["towns"]),
        courses=tuple((name, tuple((x, y) for x, y in line)) for name, line in data["courses"]),
    )
