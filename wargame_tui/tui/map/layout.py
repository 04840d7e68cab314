"""The layout of an area map at one zoom: what every cell of the drawing belongs to. No colours, no Textual.

A layout is a grid of squares, each two columns by one row. It is computed from the map's data alone, so it is
the same on every machine, and it can be kept in a cache folder.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from wargame_tui.board.area import AreaMapEntry, Point, SpaceEntry
from wargame_tui.tui.map.placement import Placement, place
from wargame_tui.tui.map.regions import FREE, RIM, Grid, draw_river, empty_grid, grow, join, set_boxes, settle
from wargame_tui.tui.map.roads import Wish, lay_roads

LAYOUT_VERSION = 2
ZOOMS = ("far", "middle", "near")


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
}


class Box(NamedTuple):
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int


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


@dataclass(frozen=True, slots=True)
class Layout:
    """An area map laid out at one zoom."""

    zoom: str
    columns: int
    rows: int
    ids: tuple[str, ...]
    owner: list[int]
    """For every square the index in `ids` of the space to whose region it belongs."""
    boxes: dict[str, Box]
    rivers: dict[int, bool]
    """River squares, and whether the river is a major one."""
    roads: tuple[Road, ...]
    places: tuple[tuple[int, int, str], ...]
    """Small towns: cell and name."""

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
            return self.ids[self.owner[y * self.columns + x // 2]]
        return None


def spaces_of(entry: AreaMapEntry) -> Mapping[str, SpaceEntry]:
    """The spaces of a map file; every title's subclass of AreaMapEntry has them."""
    spaces: Mapping[str, SpaceEntry] = entry.spaces  # type: ignore[attr-defined]
    return spaces


def bridge_id(a: str, b: str) -> str:
    """Name of the bridge between two spaces: lower number first, letters last."""
    first, second = sorted((a, b), key=lambda s: (not s.isdigit(), int(s) if s.isdigit() else 0, s))
    return f"{first}-{second}"


def compute_layout(entry: AreaMapEntry, zoom: str) -> Layout:
    """Lay a map out at a zoom."""
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
    )


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
    return Road(number, *between, primary, squares, wet, bridge_id(*between) if bridged else None)


def layout_for(entry: AreaMapEntry, zoom: str, cache_dir: Path | None = None) -> Layout:
    """The layout of a map at a zoom, from the cache folder if it is there, else computed and put there."""
    if cache_dir is None:
        return compute_layout(entry, zoom)
    path = cache_dir / f"layout-{_digest(entry)[:24]}-{zoom}.json"
    try:
        return _unpack(json.loads(path.read_bytes()))
    except (OSError, ValueError, TypeError, KeyError, IndexError):
        layout = compute_layout(entry, zoom)
        _keep(path, layout)
        return layout


def _digest(entry: AreaMapEntry) -> str:
    data = entry.model_dump(
        mode="json",
        include={"spaces": {"__all__": {"name", "kind", "at"}}, "links": True, "rivers": True, "places": True},
    )
    text = json.dumps([LAYOUT_VERSION, data], sort_keys=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _keep(path: Path, layout: Layout) -> None:
    """Write a layout to the cache; a folder that cannot be written only costs time."""
    data = asdict(layout)
    data["owner"] = [[owner, len(list(run))] for owner, run in groupby(layout.owner)]
    data["rivers"] = list(layout.rivers.items())
    data["check"] = _checksum(data)
    aside = path.with_suffix(f".{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        aside.write_text(json.dumps(data, separators=(",", ":")), "utf-8")
        os.replace(aside, path)
    except OSError:
        with suppress(OSError):
            aside.unlink()


def _checksum(data: dict[str, Any]) -> str:
    body = {key: value for key, value in data.items() if key != "check"}
    return hashlib.sha256(json.dumps(body, separators=(",", ":")).encode()).hexdigest()


def _unpack(data: Any) -> Layout:
    """A layout from its cached form; raises ValueError or the like if it is damaged."""
    if not isinstance(data, dict) or _checksum(data) != data["check"]:
        raise ValueError("damaged cache")
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
    )
