"""What happens in the course of a turn: phases, weather, fuel, supply, recovery, nights, victory (3 to 6, 23, 25)."""

from collections.abc import Mapping

from wargame_tui.board.phrases import plural
from wargame_tui.board.positions import ELIMINATED
from wargame_tui.core.event import event
from wargame_tui.core.wording import Name
from wargame_tui.titles.ardennes_44.events.kinds import Added, Happening, InHex, OfUnit, OfUnits, on_table, rolls
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.printed.names import (
    ARMIES,
    PHASES,
    at,
    division_name,
    doing,
    names,
    turn_name,
    unit_name,
)


@event("placed", "3.4", "{unit} set up in {hex}", short="{unit} in {hex}", weight="quiet")
class Placed(OfUnit):
    """The German placed a unit at start."""


@event("placed_all", "3.7")
class PlacedAll(Happening):
    """All units that were left went where history had them."""

    hexes: Mapping[str, str]

    def words(self, name: Name) -> str:
        return f"{plural(len(self.hexes), 'unit')} set up historically"


@event("turn", "4.0c")
class TurnBegan(Happening):
    """A day turn began."""

    turn: int

    def words(self, name: Name) -> str:
        return f"Turn {self.turn}, {turn_name(self.turn)}"


@event("night", "25.1")
class NightFell(Happening):
    """A night turn began."""

    turn: int

    def words(self, name: Name) -> str:
        return f"Night after {turn_name(self.turn)}"


@event("phase", "4", weight="quiet")
class PhaseBegan(Happening):
    """A side's phase began."""

    side: Side
    phase: str

    def words(self, name: Name) -> str:
        words = "Bridge" if self.phase == "bridges" else PHASES[self.phase]
        return f"{self.side} {words.lower()} phase"


@event("weather", "28.1", weight="headline")
class WeatherChanged(Happening):
    """The weather changed by the calendar."""

    turn: int
    ground: str
    sky: str

    def words(self, name: Name) -> str:
        ground = "frozen ground" if self.ground == "frozen" else "mud"
        return f"Weather: {ground}, {self.sky} sky"


@event("boundary_lifted", "11.10", "The Germans may now cross the army boundary")
class BoundaryLifted(Happening):
    """The army boundary no longer counts."""

    turn: int


# Artillery supply and fuel (5, 6)


@event("readied", "5.2", "{side} artillery ready: {units}", weight="quiet")
class Readied(Happening):
    """Artillery was turned to its ready side."""

    side: Side
    units: list[str]


@event("prime_movers", "22.3", "Prime movers removed: {units}", weight="quiet")
class PrimeMoversOff(Happening):
    """Prime movers came off before artillery supply."""

    units: list[str]


@event("fuel_roll", "6.1")
class FuelRolled(Happening):
    """A die on a fuel table."""

    table: int
    die: int
    modifiers: Added
    result: int
    named: list[str]
    """Divisions, or `west` and an army."""

    def words(self, name: Name) -> str:
        return f"Fuel table {self.table}, {rolls(self.die, self.modifiers)}: {self._named()}"

    def _named(self) -> str:
        if not self.named:
            return "no shortage"
        if self.named[0].startswith("west "):
            army = self.named[0].removeprefix("west ")
            return f"a division of {ARMIES.get(army, army)} west of the Ourthe"
        return ", ".join(map(division_name, self.named))


@event("fuel_spared", "6.4", "Fuel table {table}: no unit affected, no shortage", weight="quiet")
class FuelSpared(Happening):
    """A fuel shortage struck nobody."""

    table: int


@event("fuel_short", "6.1", "{division} is short of fuel: {units}")
class FuelShort(Happening):
    """A division is short of fuel."""

    division: str
    units: list[str]


# Supply and surrender (23)


@event("supply", "23.1", weight="quiet")
class SupplyChecked(Happening):
    """A side's supply was traced."""

    side: Side
    cut_off: list[str]
    supplied: list[str]

    def words(self, name: Name) -> str:
        parts = []
        if self.cut_off:
            parts.append(f"out of supply {names(self.cut_off)}")
        if self.supplied:
            parts.append(f"back in supply {names(self.supplied)}")
        return f"{self.side} supply: {'; '.join(parts) or 'no change'}"


@event("escaped", "23.9", "No longer isolated: {units}")
class Escaped(Happening):
    """Units are no longer isolated."""

    side: Side
    units: list[str]


@event("surrender_roll", "23.7", weight="headline")
class SurrenderRolled(Happening):
    """An isolated group rolled for surrender points."""

    side: Side
    units: list[str]
    die: int
    modifiers: Added
    result: int
    added: int
    points: int
    level: int
    """Points at which it surrenders."""
    surrendered: bool

    def words(self, name: Name) -> str:
        words = f"Isolated: {names(self.units)}, {rolls(self.die, self.modifiers)}: {self.added:+d}, {self.points}"
        verb = "it surrenders" if len(self.units) == 1 else "they surrender"
        return f"{words} of {self.level} surrender points" + (f": {verb}" if self.surrendered else "")


# Recovery (18.4)


@event("recovery", "18.4")
class RecoveryTried(OfUnit):
    """A disrupted or routed unit recovered, or failed to."""

    die: int | None
    """None away from the enemy."""
    modifiers: Added
    status: str
    better: bool

    def words(self, name: Name) -> str:
        words = f"{unit_name(self.unit)} {at(self.hex)}"
        if self.die is not None:
            words += f", next to the enemy, {rolls(self.die, self.modifiers)}:"
        if not self.better:
            return f"{words} stays {self.status}"
        return f"{words} recovers" if self.status == "fresh" else f"{words} rallies: routed → disrupted"


# Night: markers, infiltration, replacements (25, 34)


@event("night_marker", "25.3", "Night marker in {hex}: {units}", weight="quiet")
class NightMarked(OfUnits):
    """A stack got a night marker."""


@event("infiltrated", "34")
class Infiltrated(OfUnits):
    """A stack moved a hex in the night."""

    to: str

    def words(self, name: Name) -> str:
        return f"{doing(self.units, 'infiltrates', 'infiltrate')} from {name(self.hex)} to {name(self.to)}"


@event("refit_over", "25.25", "Replacement markers removed: {units}", weight="quiet")
class RefitOver(Happening):
    """Replacement markers came off."""

    side: Side
    units: list[str]


@event("replacements", "25.21")
class ReplacementsCame(Happening):
    """The replacement points of a night."""

    turn: int
    points: Mapping[Side, int]

    def words(self, name: Name) -> str:
        return f"Replacement points for the night: {', '.join(f'{side} {n}' for side, n in self.points.items())}"


@event("rebuilt", "25.22")
class Rebuilt(Happening):
    """A replacement point was used for a unit."""

    unit: str
    hex: str
    remnant: str | None
    """The remnant whose place it takes."""
    from_: str

    def words(self, name: Name) -> str:
        words = f"{unit_name(self.unit)} is rebuilt in {name(self.hex)}"
        if self.remnant:
            return f"{words} in place of {unit_name(self.remnant)}"
        stays = self.from_ in (self.hex, ELIMINATED)
        return words if stays else f"{words}, after a retreat from {name(self.from_)}"

    def place(self) -> str | None:
        return on_table(self.hex)


# Victory (30, 31)


@event("control", "30.2", "{hex} is now {side}", short="{hex} {side}", weight="headline")
class ControlPassed(InHex):
    """A side was in a hex where that matters."""

    side: Side


@event("victory_check", "30.1", weight="headline")
class VictoryChecked(Happening):
    """What the German goals have come to."""

    east: int
    west: int
    exited: int
    goals: list[str]
    areas: list[str]
    """Start areas with Allied units in them."""
    held: int
    """Victory phases in a row in which these were enough."""

    def words(self, name: Name) -> str:
        goals = f"goals {', '.join(self.goals)}" if self.goals else "no goal reached"
        words = f"Victory check: {plural(self.east, 'victory hex')} in the east, {self.west} in the west"
        words += f", {plural(self.exited, 'strength point')} exited, {goals}"
        return f"{words}; Allied units in {plural(len(self.areas), 'start area')}" if self.areas else words


@event("final_points", "31", "End of the game: {points:German victory point}, {needed} needed", weight="headline")
class PointsCounted(Happening):
    """The German victory points at the end of a short scenario."""

    points: int
    needed: int
