"""What lies on the table, as front ends draw it: counters in spaces, control, bridges, overlays. No drawing here."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Flag = Literal[
    "moved", "entrenched", "unsupplied", "on_foot", "must_fight", "selected", "choice", "locked",
    "reduced", "disrupted", "routed", "engaged", "fired", "strategic",
    "elite", "fortress", "exploiting", "dropped", "bridging", "working", "supported",
]  # fmt: skip
Highlight = Literal["choice", "reach", "battle", "supplied", "unsupplied", "objective", "path", "zoc", "bond", "front"]
LineKind = Literal["bond", "supply", "arrow", "path"]
"""A bond between two units, a supply line from a unit to its source, where something goes, a way."""
Tint = Literal["night", "mist", "overcast", "rain", "storm", "mud", "snow"]
"""What the sky and the ground are like, where the map is coloured by it."""


@dataclass(frozen=True, slots=True)
class Counter:
    """One counter: the unit's id, the words and numbers printed on it, and its states."""

    unit: str
    side: str
    label: str
    symbol: str
    """Unit type in the title's words (`infantry`, `armour`, ...); `board.look` knows those that are drawn."""
    branch: str
    strength: str
    numbers: str
    """The other printed numbers, `4-3-8`."""
    flags: frozenset[Flag] = frozenset()
    size: str = ""
    """Size in the title's words (`battalion`, `regiment`, ...); the renderer knows its symbol."""
    quality: str = ""
    """What is printed beside the other numbers, `TQ4`; empty for most."""
    formation: str = ""
    """The division or the like to which it belongs, the same word for all its units; empty if it has none."""
    army: str = ""
    """The army to which it belongs or, where a side has only one, the corps; where counters are divisions of no certain
    army, whose they are."""


@dataclass(frozen=True, slots=True)
class SpaceScene:
    """One space: who controls it, what stands in it (top of the stack first), badges such as `VP 2`."""

    control: str | None = None
    counters: tuple[Counter, ...] = ()
    badges: tuple[str, ...] = ()
    markers: tuple[str, ...] = ()
    terrain: str | None = None
    """Terrain of the whole space, in the title's words, where it is worth a look of its own (look.yaml)."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole table as one side sees it."""

    spaces: Mapping[str, SpaceScene]
    bridges: Mapping[str, bool] = field(default_factory=dict)
    """Bridge id `a-b` to whether it stands."""
    holders: Mapping[str, str] = field(default_factory=dict)
    """Bridge or border `a-b` to the side that holds it, where a title knows such a thing."""
    ferries: Mapping[str, str] = field(default_factory=dict)
    """Border `a-b` with a ferry to its state: `ready`, `used` or `destroyed`."""
    outside: frozenset[str] = frozenset()
    """Spaces out of play in this scenario."""


@dataclass(frozen=True, slots=True)
class MapLine:
    """A line over the map, from space to space; two neighbours in it need not be next to each other."""

    spaces: tuple[str, ...]
    kind: LineKind
    side: str = ""
    """Whose line it is, if that matters."""


@dataclass(frozen=True, slots=True)
class Overlay:
    """Something laid over the map for the moment: spaces with a kind of highlight and, perhaps, a short note."""

    highlights: Mapping[str, Highlight] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    """A few characters shown in a space: movement points left, hits expected."""
    hexsides: Mapping[str, Highlight] = field(default_factory=dict)
    """Hexside or border `a-b` to its highlight: a bond that runs along it, the front."""
    lines: tuple[MapLine, ...] = ()
    tints: Mapping[str, Tint] = field(default_factory=dict)
    """Spaces coloured as a whole by the weather or the night; a highlight of the space hides it."""


WORTH = ("VP", "victory", "objective")
"""Words in badges of spaces that count for victory."""


def worth(here: SpaceScene) -> str:
    """The badge by which a space counts for victory, such as `VP 2`; empty if it has none."""
    return next((badge for badge in here.badges if any(word in badge for word in WORTH)), "")
