"""Styles of the painted map: which colour every kind of thing has. They are data; a title's look names the kinds."""

from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import Field

from wargame_tui.board.files import Entry, fit
from wargame_tui.board.look import Coat, Look, Pattern, Tint, Tone
from wargame_tui.board.packs import merged
from wargame_tui.board.plain import read_plain
from wargame_tui.board.scene import Highlight
from wargame_tui.board.scene import Tint as Sky

Color = Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$")]
StyleName = Literal["paper", "night"]
RoadKind = Literal["primary", "secondary", "railway"]
STYLES: tuple[StyleName, ...] = get_args(StyleName)


class Fill(Entry):
    """A shape: what it is filled with and what its edge is drawn in."""

    fill: Color
    edge: Color


class ToneStyle(Entry):
    """A terrain: nothing for open ground."""

    fill: Color | None = None
    edge: Color | None = None
    """The rim of a wood."""
    texture: Pattern | None = None


class RoadStyle(Fill):
    """A class of road or railway."""

    width: float = Field(gt=0)
    """In rows of the near zoom, the casing included."""


class Tinge(Entry):
    """A colour laid over the ground."""

    color: Color
    share: float = Field(ge=0, le=1)


class ChartStyle(Entry):
    """What only charts have."""

    land: tuple[tuple[float, Color], ...] = Field(min_length=2)
    """The land by latitude, north or south, from the equator on."""
    desert: Color
    woods: Color
    """Here and there on green land."""
    dunes: Color
    """Here and there in a desert."""
    heights: Color
    """The hachures of escarpments."""
    hollow: Color
    """Depressions and salt marshes."""
    graticule: Color
    lane: Color
    """Links over sea."""
    track: Color
    """Links over land without a road."""
    place: Color
    plate: Color
    """The panel behind counters."""
    head: Color
    """The band behind the name."""
    rim: Color
    shadow: Color


class Relief(Entry):
    """The sunny and the shady side of a slope."""

    light: Color
    dark: Color
    steep: Color
    """The shady side where it is steepest."""


class MapStyle(Entry):
    """A file of styles/: the colours of everything that is painted."""

    name: StyleName
    dark: bool
    """Light letters on a dark ground."""
    ground: Color
    beyond: Color
    """What lies beside the map."""
    grid: Color
    tones: dict[Tone, ToneStyle]
    tints: dict[Tint, Color]
    relief: Relief
    water: Fill
    sea: Color
    shallow: Color
    """The sea along its coast."""
    deep: Color
    """The sea far from it."""
    coast: Color
    roads: dict[RoadKind, RoadStyle]
    border: Color
    """Between countries."""
    area: Color
    """Between areas."""
    bridge: Fill
    blown: Fill
    """A bridge that is down."""
    town: Fill
    ink: Color
    faint: Color
    """Of numbers of hexes."""
    halo: Color
    """Around letters, so that they read on any ground."""
    zone: Fill
    chart: ChartStyle
    sides: dict[Coat | Literal["none"], Color]
    """What the ground of an area is tinted with, by who holds it."""
    share: float
    """How much of it."""
    shares: dict[Coat | Literal["none"], float] = {}
    """Of which side it is more or less: of one that holds nearly everything, so that the ground is seen."""
    highlights: dict[Highlight, Tinge]
    skies: dict[Sky, Tinge]
    """What the weather and the night tint the map with."""
    front: Color
    """Between what either side's units hold."""
    cursor: Color
    hover: Color
    few: dict[str, Any] = {}
    """What of it is another in terminals of 256 colours."""

    def held(self, coat: str | None) -> tuple[Color, float] | None:
        """With which colour the ground is tinted that a side in a coat holds, and how much; None of nobody."""
        found = next(((name, color) for name, color in self.sides.items() if name == coat), None)
        return found and (found[1], self.shares.get(found[0], self.share))


def style_of(look: Look, name: StyleName, *, few: bool = False) -> MapStyle:
    """A style as a title wants it, with `few` for 256 colours. Raises DataError if the title's look fits no style."""
    over, usual = look.paint.get(name), map_style(name)
    if not over and not few:
        return usual
    plain = merged(_plain(name), over) if over else _plain(name)
    return fit(merged(plain, usual.few) if few else plain, MapStyle, (_path(name),))


@cache
def map_style(name: StyleName) -> MapStyle:
    """A style by name. Raises DataError if its file is damaged."""
    return fit(_plain(name), MapStyle, (_path(name),))


def _plain(name: StyleName) -> Any:
    return read_plain(_path(name))


def _path(name: StyleName) -> Path:
    return Path(__file__).parent / "styles" / f"{name}.yaml"
