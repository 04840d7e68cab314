"""Area maps: spaces with places on the globe, links between them, rivers, and the map file that holds them."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from wargame_tui.board.files import Entry

SpaceId = Annotated[str, Field(pattern=r"^[A-Za-z0-9]+$", max_length=8)]
Latitude = Annotated[float, Field(ge=-90, le=90)]
Longitude = Annotated[float, Field(ge=-180, le=360)]
"""East of Greenwich; a map of the Pacific counts on past 180, so that the ocean is in one piece."""
Point = tuple[Latitude, Longitude]
Road = Literal["primary", "secondary"]


class SpaceEntry(Entry):
    """A space of an area map: an area proper, a zone at the edge of the map, or a box beside it."""

    name: str = Field(min_length=1)
    kind: Literal["area", "zone", "box"] = "area"
    at: Point
    """Where the space's town or crossroads lies, WGS84 latitude and longitude in degrees."""
    source: str = Field(min_length=1)
    """What the entry rests on: `rulebook 5.1`, `history`, `geography`, `estimate`."""


class LinkEntry(Entry):
    """Two adjacent spaces, with the road between them, if any, and what lies on their border."""

    between: tuple[SpaceId, SpaceId]
    road: Road | None = None
    via: tuple[Point, ...] = ()
    """Points through which the road is drawn between the two spaces."""
    river: str | None = None
    """Name of the river or canal on the border; a road over it crosses a bridge."""
    bridge: Literal["intact", "destroyed"] | None = None
    source: str = Field(min_length=1)


class RiverEntry(Entry):
    """A river or canal as one line or several, from source to mouth; decoration, except where links name it.

    A map with shapes draws it along the borders whose links name it and needs no lines.
    """

    kind: Literal["river", "canal"] = "river"
    lines: tuple[tuple[Point, ...], ...] = ()
    width: Literal["major", "minor"] = "minor"
    source: str = Field(min_length=1)


class PlaceEntry(Entry):
    """A small town drawn for orientation only."""

    at: Point
    source: str = Field(min_length=1)


class FrameEntry(Entry):
    """The part of the globe that a grid of rows and columns shows."""

    north: Latitude
    south: Latitude
    west: Longitude
    east: Longitude
    """The edges of the grid. Between them rows and columns need not be evenly spaced: see `parallels`, `meridians`."""
    parallels: tuple[tuple[Latitude, float], ...] = ()
    """Latitudes with the row (0 at the north edge) on which they lie, where the scale changes."""
    meridians: tuple[tuple[Longitude, float], ...] = ()
    """Longitudes with the column (0 at the west edge) on which they lie, where the scale changes."""

    @model_validator(mode="after")
    def _right_way_up(self) -> Self:
        if self.north <= self.south or self.east <= self.west:
            raise ValueError("`north` must lie above `south`, and `east` beyond `west` (count on past 180 degrees)")
        return self


class ShapesEntry(FrameEntry):
    """The areas of a map as shapes on a grid of squares, each of which a terminal shows as two cells side by side."""

    rows: tuple[str, ...]
    """Row by row from the north two characters a square: the number or letter of the space, right-justified; `..`
    where there is none. Two areas are neighbours if and only if they share a side of squares."""


class ChartEntry(FrameEntry):
    """Land and sea behind the places of a map whose links are drawn as lines between them (point to point)."""

    columns: int = Field(ge=20, le=400)
    rows: int = Field(ge=8, le=200)
    """Cells of the whole chart at the far zoom; nearer zooms enlarge it. A cell is twice as tall as wide."""
    land: tuple[Annotated[tuple[Point, ...], Field(min_length=3)], ...]
    """Outlines of the land, each closed by itself; they may reach beyond the edges."""
    islands: dict[str, Point] = {}
    """Islands too small for an outline: land of one cell at every zoom."""
    source: str = Field(min_length=1)


class AreaMapEntry(Entry):
    """A map file; titles subclass it to give `spaces` their own entry type."""

    title: str
    credits: tuple[str, ...]
    links: tuple[LinkEntry, ...]
    rivers: dict[str, RiverEntry]
    places: dict[str, PlaceEntry] = {}
    shapes: ShapesEntry | None = None
    """The areas' shapes; without them areas are drawn around their towns as the roads between them demand."""
    chart: ChartEntry | None = None
    """Land and sea: the map is drawn point to point, with a box for every space and a line for every link."""


def border_id(a: str, b: str) -> str:
    """The id of the border of two spaces, and of a bridge on it: areas by number, then zones, `7-A`."""
    return "-".join(sorted((a, b), key=lambda space: (not space.isdigit(), space.zfill(4))))
