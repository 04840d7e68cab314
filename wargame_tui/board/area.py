"""Area maps: spaces with places on the globe, links between them, rivers, and the map file that holds them."""

from typing import Annotated, Literal

from pydantic import Field

from wargame_tui.board.files import Entry

SpaceId = Annotated[str, Field(pattern=r"^[A-Za-z0-9]+$", max_length=8)]
Latitude = Annotated[float, Field(ge=-90, le=90)]
Longitude = Annotated[float, Field(ge=-180, le=180)]
Point = tuple[Latitude, Longitude]
Road = Literal["primary", "secondary"]


class SpaceEntry(Entry):
    """A space of an area map: an area proper, or a zone at the edge of the map."""

    name: str = Field(min_length=1)
    kind: Literal["area", "zone"] = "area"
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
    """Name of the river on the border; a road over it crosses a bridge."""
    bridge: Literal["intact", "destroyed"] | None = None
    source: str = Field(min_length=1)


class RiverEntry(Entry):
    """A river as one line or several, from source to mouth; decoration, except where links name it."""

    lines: tuple[tuple[Point, ...], ...]
    width: Literal["major", "minor"] = "minor"
    source: str = Field(min_length=1)


class PlaceEntry(Entry):
    """A small town drawn for orientation only."""

    at: Point
    source: str = Field(min_length=1)


class AreaMapEntry(Entry):
    """A map file; titles subclass it to give `spaces` their own entry type."""

    title: str
    credits: tuple[str, ...]
    links: tuple[LinkEntry, ...]
    rivers: dict[str, RiverEntry]
    places: dict[str, PlaceEntry] = {}
