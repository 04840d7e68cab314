"""What happens where units move: bridges, movement, arrivals, split units, markers (7 to 13, 15.8, 24, 26)."""

from collections.abc import Mapping
from typing import Any

from wargame_tui.board.phrases import first_up, halves, plural
from wargame_tui.board.positions import OFF_MAP
from wargame_tui.core.event import Leg, event
from wargame_tui.core.wording import Name
from wargame_tui.titles.ardennes_44.events.kinds import (
    Added,
    Aftermath,
    Happening,
    InHex,
    Modified,
    OfBridge,
    OfUnit,
    OfUnits,
    on_table,
)
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.printed.names import (
    MODES,
    at,
    doing,
    entry_name,
    marker_name,
    names,
    roadblock_name,
    unit_name,
)

_SHORT_MODES = {"extended": "ext", "tactical": "tac", "strategic": "strat", "shift": "shift"}
"""Ways of moving in the log."""


def _how(mode: str) -> str:
    return "" if mode == "normal" else f", {MODES[mode]}"


# Bridges (7)


@event(
    "demolition",
    "7.3",
    "{unit} tries to blow {bridge}, {rolls}: {blown:blown|intact}",
    short="{unit} blows {bridge}, {rolls}: {blown:blown|intact}",
    weight="headline",
)
class DemolitionTried(OfBridge, Modified):
    """A unit tried to blow a bridge."""

    side: Side
    unit: str
    die: int
    modifiers: Added
    result: int
    blown: bool


@event("ouren", "7.8", "The Allied player rolls {die} for {bridge}: {blown:blown|intact}", weight="headline")
class OurenRolled(OfBridge, Aftermath):
    """The Allied player rolled for the bridge of Ouren."""

    die: int
    blown: bool


@event("bridge_begun", "7.9", "The {side} player begins to rebuild {bridge}", weight="quiet")
class BridgeBegun(OfBridge):
    """Work on a bridge began."""

    side: Side


@event("bridge_built", "7.9", "{bridge} is rebuilt ({side})", weight="headline")
class BridgeBuilt(OfBridge):
    """A bridge was rebuilt."""

    side: Side


@event("bridge_given_up", "7.9", "The {side} player abandons work on {bridge}", weight="quiet")
class BridgeGivenUp(OfBridge):
    """Work on a bridge could not be ended."""

    side: Side


# Movement (11, 12, 22.3)


@event("moved", "11.1", block="apart", weight="quiet")
class Moved(Happening):
    """Units moved."""

    units: list[str]
    path: list[str]
    mode: str
    points: float
    """Movement points spent."""

    def words(self, name: Name) -> str:
        if not self.path:
            return f"{names(self.units)} cannot cross: the bridge is blown"
        spent = f", {halves(2 * self.points)} MP" if self.points else ""
        way = f"({plural(len(self.path), 'hex')}{spent}{_how(self.mode)})"
        return f"{names(self.units)} to {name(self.path[-1])} {way}"

    def place(self) -> str | None:
        return on_table(self.path[-1]) if self.path else None

    def leg(self) -> Leg | None:
        return (
            Leg(tuple(self.units), self.path[-1], "" if self.mode == "normal" else _SHORT_MODES[self.mode])
            if self.path
            else None
        )


@event("prime_mover", "22.3", "{unit} {at} limbers", short="{unit} limbered", weight="quiet")
class PrimeMoverGiven(OfUnit):
    """Artillery got a prime mover."""


@event("boarded", "12.6", "{unit} boards trucks {at}", short="{unit} on trucks", weight="quiet")
class Boarded(OfUnit):
    """A unit boarded trucks."""


@event("marker_off", "12.7", weight="quiet")
class MarkerOff(Happening):
    """A strategic movement marker, or trucks, came off a unit."""

    unit: str
    marker: str | None = None
    hex: str | None = None

    def words(self, name: Name) -> str:
        kind = "Strategic movement" if self.marker is not None else "Truck"
        return f"{kind} marker removed from {unit_name(self.unit)}"

    def place(self) -> str | None:
        return on_table(self.hex)


# Onto the map and off it (11.9, 13)


@event("entered", "13.1", block="apart", weight="quiet")
class Entered(OfUnit):
    """A unit came onto the map by an entry hex."""

    letter: str
    mode: str
    points: float

    def words(self, name: Name) -> str:
        cost = f"({halves(2 * self.points)} MP{_how(self.mode)})"
        return f"{unit_name(self.unit)} enters at {entry_name(self.letter)} {cost}"

    def leg(self) -> Leg:
        return Leg((self.unit,), self.hex, f"enters at {self.letter}")


@event("arrived", "13.2", "{unit} arrives at {hex}", block="apart", weight="quiet")
class Arrived(OfUnit):
    """A unit arrived in a hex of the map."""

    def leg(self) -> Leg:
        return Leg((self.unit,), self.hex, "arrives")


@event("boxed", "11.9", block="apart", weight="quiet")
class Boxed(Happening):
    """A unit went into an off-map box."""

    unit: str
    box: str
    from_: str

    def words(self, name: Name) -> str:
        before = "" if self.from_ == OFF_MAP else f" from {name(self.from_)}"
        return f"{unit_name(self.unit)} moves{before} to {name(self.box)}"

    def place(self) -> str | None:
        return on_table(self.box)

    def leg(self) -> Leg:
        return Leg((self.unit,), self.box)


@event("sealing", "13.4", "{unit} seals entry hex {letter}", weight="quiet")
class Sealing(OfUnit):
    """A unit went just off the map beside an entry hex that the enemy holds."""

    letter: str


@event("seals", "13.5", weight="quiet")
class Sealed(OfUnits, Aftermath):
    """Units that attacked an entry hex in vain stay beside it."""

    letter: str

    def words(self, name: Name) -> str:
        return f"{doing(self.units, 'seals', 'seal')} entry hex {entry_name(self.letter)}"


@event("back_in_box", "13.5", weight="quiet")
class BackInBox(Aftermath):
    """Units that attacked an entry hex went back into their box."""

    units: list[str]
    box: str

    def words(self, name: Name) -> str:
        return f"{doing(self.units, 'returns', 'return')} to {name(self.box)}"

    def place(self) -> str | None:
        return on_table(self.box)


@event("left", "11.9")
class LeftMap(OfUnits):
    """Units left the map for a box."""

    box: str

    def words(self, name: Name) -> str:
        return f"{doing(self.units, 'leaves', 'leave')} the map {at(self.hex)} for {name(self.box)}"


@event("exited", "11.9", weight="headline")
class Exited(OfUnits):
    """Units left the map for victory."""

    strength: int
    """Attack strength that counts."""

    def words(self, name: Name) -> str:
        return (
            f"{doing(self.units, 'leaves', 'leave')} the map {at(self.hex)}: {plural(self.strength, 'strength point')}"
        )


# Split units and remnants (16.4, 26)


@event("split", "26.1", "{of} in {hex} detaches {unit}", short="{of} detaches {unit}", weight="quiet")
class SplitOff(OfUnit, Aftermath):
    """A unit gave a step as a split unit."""

    of: str


@event("absorbed", "26.4", "{unit} rejoins {by} in {hex}", short="{unit} rejoins {by}", weight="quiet")
class Absorbed(OfUnit):
    """A split unit went back into the unit from which it came."""

    by: str


# Markers: improved positions, traffic, roadblocks (15.8, 24)


@event("ip_begun", "15.8", "{unit} starts an improved position in {hex}", short="{unit} digs in, {hex}", weight="quiet")
class PositionBegun(OfUnit):
    """A unit began an improved position."""

    side: Side


@event("ip_built", "15.8", "{side} improved position in {hex} complete", short="{side} IP in {hex} complete")
class PositionBuilt(InHex):
    """An improved position was completed."""

    side: Side


@event(
    "ip_removed",
    "15.8",
    "{side} improved position in {hex} removed",
    short="{side} IP in {hex} removed",
    weight="quiet",
)
class PositionRemoved(InHex, Aftermath):
    """An improved position was removed."""

    side: Side
    built: bool


@event("traffic_placed", "24.3", "{marker} in {hex}", short="{marker} to {hex}", weight="quiet")
class TrafficPlaced(InHex):
    """A traffic marker was placed."""

    marker: str
    side: Side


@event("traffic_roll", "24.3")
class TrafficRolled(Happening):
    """Two dice took traffic markers off."""

    side: Side
    dice: list[int]
    removed: list[str]

    def words(self, name: Name) -> str:
        gone = ", ".join(map(marker_name, self.removed)) or "no marker"
        return f"{self.side} traffic removal, rolls {' and '.join(map(str, self.dice))}: {gone} removed"


@event("traffic_retired", "24.6", weight="quiet")
class TrafficRetired(Happening):
    """A traffic marker left the game."""

    marker: str
    hex: str | None
    """None in the holding box."""

    def words(self, name: Name) -> str:
        where = f" from {name(self.hex)}" if self.hex else ""
        return f"{first_up(marker_name(self.marker))} leaves the game{where}"

    def place(self) -> str | None:
        return on_table(self.hex)


@event("roadblock_placed", "24.8", weight="quiet")
class RoadblockPlaced(InHex):
    """A roadblock was placed, or moved."""

    marker: str
    side: Side
    origin: str | None

    @property
    def data(self) -> Mapping[str, Any]:
        """The fields by name; where it was has stood in journals as `from_` from the first."""
        return {"side": self.side, "marker": self.marker, "hex": self.hex, "from_": self.origin}

    def words(self, name: Name) -> str:
        before = f" from {name(self.origin)}" if self.origin else ""
        return f"{first_up(roadblock_name(self.marker))}{before} to {name(self.hex)}"


@event("roadblock_removed", "24.8", weight="quiet")
class RoadblockRemoved(InHex, Aftermath):
    """A roadblock was removed."""

    marker: str

    def words(self, name: Name) -> str:
        return f"{first_up(roadblock_name(self.marker))} in {name(self.hex)} is removed"
