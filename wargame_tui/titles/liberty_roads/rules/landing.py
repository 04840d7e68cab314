"""The invasion landing phase (rule 13): plans, what follows a landing, the German reaction."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, Step, refused
from wargame_tui.core.wording import plural
from wargame_tui.titles.liberty_roads import commands
from wargame_tui.titles.liberty_roads.events import combat
from wargame_tui.titles.liberty_roads.events.course import PlutoLaid
from wargame_tui.titles.liberty_roads.events.moves import Moved
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, GERMAN, enemy
from wargame_tui.titles.liberty_roads.printed.data import InvasionZone, Side
from wargame_tui.titles.liberty_roads.rules import control, drops, movement, reich, stacking
from wargame_tui.titles.liberty_roads.rules.asked import Asking
from wargame_tui.titles.liberty_roads.rules.assault import Defending, go_ashore
from wargame_tui.titles.liberty_roads.rules.ending import Endable, Paragraphs
from wargame_tui.titles.liberty_roads.rules.sea import box_of
from wargame_tui.titles.liberty_roads.rules.weather import weather_row
from wargame_tui.titles.liberty_roads.state import DIE, Draft, Table, Unit

Totals = Literal["assault", "follow_up", "dday"]


def zone_of(table: Table, hex_: str) -> InvasionZone | None:
    """The invasion zone before a coastal hex (13.3.1)."""
    return next((zone for zone in table.book.map.zones.values() if hex_ in zone.coast), None)


def total(table: Table, hexes: Sequence[str], what: Totals) -> int:
    """The most units or markers for landings: of several zones the lower figure (13.3.2 to 13.3.4, A57)."""
    zones = [zone for hex_ in hexes if (zone := zone_of(table, hex_)) is not None]
    return min((int(getattr(zone, what)) for zone in zones), default=0)


def _promise(table: Table, hex_: str) -> int:
    """How many assault units there may be before a beach, less its coast defence: the best beaches are listed first."""
    return total(table, (hex_,), "assault") - table.book.map.beaches[hex_].level


def may_invade(table: Table) -> Refusal | None:
    """Why there is no invasion in this turn (13, 13.1.2, 13.1.5, A58)."""
    chart = table.book.charts.landing
    left = chart.markers - table.campaign.landings
    if not weather_row(table).landings:
        return refused("no landings in bad weather or storm", "3.2")
    if table.campaign.invasions == 0:
        return None
    if table.campaign.invasions > 1 or left < least_landings(table):
        return refused("there are two invasions in a game", "13.1.5")
    if not chart.second_from <= table.turn <= chart.second_until:
        return refused("the second invasion is made in August or on turn 10 at the latest", "13.1.5")
    return None


def least_landings(table: Table) -> int:
    """Markers with which an invasion is made at least (13.1.5, A58)."""
    first = table.campaign.invasions == 0 or "single" in table.optional
    return 1 if first else table.book.charts.landing.second_least


def is_opposed(table: Table, hex_: str) -> bool:
    """Whether a landing is fought: not on an open beach without Germans (13.7.1, A37)."""
    return control.is_active(table, hex_) or bool(table.units_in(hex_, GERMAN))


def begin_phase(g: Draft, side: Side) -> None:
    """Plans, if an invasion may be made; paratroopers left on the beaches are lost all the same (A56)."""
    g.note(landed=(), new_beachheads=0)
    g.push(AfterLandings())
    if may_invade(g) is None:
        g.push(Planning())


@dataclass(frozen=True, slots=True)
class Planning(Endable):
    """The Allied player declares landings, units, D-Day markers (13.6 steps 1 to 3)."""

    assault: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    dday: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    kind: Literal["planning"] = "planning"
    heading: ClassVar[str] = "Invasion"

    def ending(self, table: Table) -> str:
        """The invasion is made, or not."""
        if self._manned():
            return "Land"
        return "No invasion in this turn" + (": no landing has assault units" if self.assault else "")

    def decider(self, table: Table) -> Side | None:
        return ALLIED

    def prompt(self, table: Table) -> Prompt:
        """What there is to plan."""
        if not self.assault:
            return Prompt("Declare a landing on a beach, or decide on no invasion in this turn", "13.6")
        if (no := self.end_refusal(table)) is not None:
            return Prompt(f"Declare landings, assault units and D-Day markers: {no.reason}", no.rule)
        return Prompt("Declare landings, assault units and D-Day markers, then land", "13.6")

    def choices(self, table: Table) -> Iterator[Command]:
        book = table.book
        yield from map(commands.Land, sorted(book.map.beaches, key=lambda hex_: _promise(table, hex_), reverse=True))
        yield from map(commands.CallOff, self.assault)
        for hex_ in self.assault:
            yield from (commands.Assault(unit.id, hex_) for unit in _waiting(table, hex_))
            yield from (commands.Assign(name, hex_) for name in book.charts.landing.dday)

    def choice_refusal(self, table: Table, command: Command) -> Refusal | None:
        """Within the limits of the zones, the hexes, the sea (13.1 to 13.4)."""
        match command:
            case commands.Land(hex_):
                return self._land_refusal(table, hex_)
            case commands.Assault(name, hex_):
                return self._assault_refusal(table, name, hex_)
            case commands.Assign(name, hex_):
                return self._marker_refusal(table, name, hex_)
            case commands.CallOff(hex_):
                return self._call_off_refusal(table, hex_)
        return self.not_now(table)

    def _call_off_refusal(self, table: Table, hex_: str) -> Refusal | None:
        """Only while the invasion cannot be made as planned: before, the landings declared stand."""
        if hex_ not in self.assault:
            return refused("no landing is declared there", "13.6")
        if self.end_refusal(table) is None:
            return refused("the invasion can be made as planned: a landing without assault units is not made", "13.6")
        return None

    def _land_refusal(self, table: Table, hex_: str) -> Refusal | None:
        chart = table.book.charts.landing
        if hex_ not in table.book.map.beaches or zone_of(table, hex_) is None:
            return refused("no landing is possible there", "13.2.1")
        if hex_ in self.assault:
            return refused("one landing a hex", "13.1.4")
        if hex_ in table.campaign.beachheads:
            return refused("there already is a Beachhead", "13.1.4")
        if len(self.assault) >= min(chart.at_once, chart.markers - table.campaign.landings):
            return refused("no more landings in this turn", "13.1.2")
        if any(not drop.drop for drop in table.units_in(hex_, ALLIED)):
            return refused("it is in Allied hands", "13.2.5")
        return None

    def _assault_refusal(self, table: Table, name: str, hex_: str) -> Refusal | None:
        chart, unit = table.book.charts.landing, table.units.get(name)
        if hex_ not in self.assault or unit is None or unit not in _waiting(table, hex_):
            return refused("a unit of the box on that sea, for a landing that is declared", "13.6")
        printed = table.piece(unit)
        if not printed.division or printed.armour:
            return refused("only infantry may assault", "13.3.2")
        if any(name in units for units in self.assault.values()):
            return refused("it is already assigned", "13.6")
        if len(self.assault[hex_]) >= chart.assault_hex:
            return refused(f"{chart.assault_hex} assault units a hex", "13.3.4")
        if sum(map(len, self.assault.values())) >= total(table, [*self.assault], "assault"):
            return refused("no more assault units in these zones", "13.3.2")
        common = printed.nationalities
        for other in (*self.assault[hex_], *(each.id for each in table.units_in(hex_, ALLIED))):
            common &= table.piece(other).nationalities
        return None if common else refused("different nationalities may not attack together", "7.1.12")

    def _marker_refusal(self, table: Table, name: str, hex_: str) -> Refusal | None:
        chart = table.book.charts.landing
        if hex_ not in self.assault or name not in chart.dday:
            return refused("a D-Day marker, for a landing that is declared", "13.6")
        if not is_opposed(table, hex_):
            return refused("an unopposed landing has no markers", "13.7.2")
        used = [each for names in self.dday.values() for each in names]
        if used.count(name) >= chart.dday[name].count:
            return refused("no marker of that kind is left", "13.4.2")
        if len(self.dday.get(hex_, ())) >= chart.dday_hex:
            return refused(f"{chart.dday_hex} D-Day markers a hex", "13.3.4")
        if len(used) >= total(table, [*self.assault], "dday"):
            return refused("no more D-Day markers in these zones", "13.3.2")
        zone = zone_of(table, hex_)
        if chart.dday[name].aircraft and not (zone and zone.aircraft):
            return refused("fighters do not reach this zone", "13.4.2")
        nationality = chart.dday[name].nationality
        own = all(nationality in table.piece(unit).nationalities for unit in self.assault[hex_])
        return None if nationality is None or own else refused(f"for {nationality} landings", "13.4.3")

    def end_refusal(self, table: Table) -> Refusal | None:
        """Why the invasion cannot be made as planned."""
        landings = self._manned()
        if landings and len(landings) < least_landings(table):
            return refused(f"this invasion is made with {least_landings(table)} landings or more", "13.1.5")
        if sum(len(self.dday.get(hex_, ())) for hex_ in landings) > total(table, [*landings], "dday"):
            return refused("too many D-Day markers for these zones", "13.3.3")
        for hex_, names in self.dday.items():
            for name in names:
                nationality = table.book.charts.landing.dday[name].nationality
                if nationality and any(nationality not in table.piece(u).nationalities for u in self.assault[hex_]):
                    return refused(f"{name} are not for the landing in {hex_}", "13.4.3")
        return None

    def _manned(self) -> dict[str, tuple[str, ...]]:
        """The landings with assault units: the others are called off."""
        return {hex_: units for hex_, units in self.assault.items() if units}

    def choose(self, g: Draft, command: Command) -> None:
        match command:
            case commands.Land(hex_):
                g.swap(assault={**self.assault, hex_: ()})
                g.tell(combat.LandingDeclared(hex=hex_))
            case commands.CallOff(hex_):
                g.swap(
                    assault={each: units for each, units in self.assault.items() if each != hex_},
                    dday={each: names for each, names in self.dday.items() if each != hex_},
                )
                g.tell(combat.LandingCalledOff(hex=hex_))
            case commands.Assault(name, hex_):
                g.swap(assault={**self.assault, hex_: (*self.assault[hex_], name)})
                g.tell(combat.AssaultUnitNamed(unit=name, hex=hex_))
            case commands.Assign(name, hex_):
                g.swap(dday={**self.dday, hex_: (*self.dday.get(hex_, ()), name)})

    def proceed(self, g: Draft) -> None:
        g.finish()
        landings = self._manned()
        if not landings:
            return
        g.swap(hexes=tuple(landings))
        g.record(landings=g.campaign.landings + len(landings), invasions=g.campaign.invasions + 1)
        fought = tuple(hex_ for hex_ in landings if is_opposed(g, hex_))
        for hex_, units in landings.items():
            if hex_ not in fought:
                go_ashore(g, hex_, units, "13.7.3")
        if fought:
            g.push(Defending(fought, self.dday, landings))


def _waiting(table: Table, hex_: str) -> list[Unit]:
    """Units in the box of the sea before a hex (11.1.4)."""
    zone = zone_of(table, hex_)
    return [] if zone is None else [*table.units_in(box_of(zone.sea), ALLIED)]


# What follows (13.6 steps 7 to 10)


@dataclass(frozen=True, slots=True)
class AfterLandings(Step[Table, Draft]):
    """Moves inland, follow-up units, the fate of paratroopers, PLUTO, the reaction."""

    hexes: tuple[str, ...] = ()
    """Where landings were made, successful or not."""
    stage: Literal["moves", "follow_up", "paratroopers", "pluto", "reaction", "done"] = "moves"
    kind: Literal["after_landings"] = "after_landings"

    def proceed(self, g: Draft) -> None:
        new = g.campaign.beachheads[len(g.campaign.beachheads) - g.now.new_beachheads :] if g.now.new_beachheads else ()
        match self.stage:
            case "moves":
                g.swap(stage="follow_up")
                if g.now.landed:
                    g.push(Inland(g.now.landed))
            case "follow_up":
                g.swap(stage="paratroopers")
                if new:
                    g.push(FollowingUp(new, total(g, self.hexes, "follow_up")))
            case "paratroopers":
                g.swap(stage="pluto")
                drops.end_combat(g)
                drops.after_landings(g)
            case "pluto":
                g.swap(stage="reaction")
                if new:
                    g.push(NewPluto())
            case "reaction":
                g.swap(stage="done")
                if new:
                    react(g)
            case "done":
                g.finish()
                reich.interrupt(g)


@dataclass(frozen=True, slots=True)
class Inland(Endable):
    """Units just landed may each move one hex (13.6 steps 7 and 8)."""

    units: tuple[str, ...]
    kind: Literal["inland"] = "inland"
    paragraphs: ClassVar[Paragraphs] = {commands.Place: "13.6"}
    ends: ClassVar[str] = "Stay on the beaches"
    keys: ClassVar[Mapping[type[Command], str]] = {commands.End: "X"}
    heading: ClassVar[str] = "Inland"
    question: ClassVar[Prompt] = Prompt("Move landed units one hex inland, or stay on the beaches", "13.6")

    def decider(self, table: Table) -> Side | None:
        """The Allied player, while a unit can move."""
        return ALLIED if self.busy(table) else None

    def choices(self, table: Table) -> Iterator[Command]:
        """Every unit to every hex next to it."""
        board = table.board
        for name in self.units:
            where = table.hex_of(name)
            if where is not None:
                yield from (commands.Place(name, board.names[there]) for there in board.land[where])

    def choice_refusal(self, table: Table, command: Command) -> Refusal | None:
        """One hex, free of enemies, with room."""
        if not isinstance(command, commands.Place):
            return self.not_now(table)
        where, there = None, table.board.index.get(command.place)
        if command.unit in self.units:
            where = table.hex_of(command.unit)
        if where is None or there is None or there not in table.board.land[where]:
            return refused("a unit that has landed, to a hex next to it", "13.6")
        if table.units_in(command.place, enemy(ALLIED)):
            return refused("enemies are there", "6.1.6")
        fits = stacking.fits(table, command.place, [table.units[command.unit]])
        return None if fits else refused("there is no room for it", "1.10.3")

    def choose(self, g: Draft, command: Command) -> None:
        assert isinstance(command, commands.Place)
        origin = g.units[command.unit].location
        g.swap(units=tuple(name for name in self.units if name != command.unit))
        g.change(command.unit, location=command.place)
        g.tell(Moved(unit=command.unit, origin=origin, path=[command.place], mode="normal", rule="13.6"))
        control.passed(g, ALLIED, [command.place])


@dataclass(frozen=True, slots=True)
class FollowingUp(Endable):
    """Follow-up units go ashore on new Beachheads (13.6 step 8)."""

    hexes: tuple[str, ...]
    total: int
    """The most units, by the zones of all landings (13.3.3)."""
    landed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    kind: Literal["following_up"] = "following_up"
    ends: ClassVar[str] = "End follow-up: no more units go ashore"
    heading: ClassVar[str] = "Follow-up units"
    question: ClassVar[Prompt] = Prompt("Land follow-up units on the new Beachheads, or end the follow-up", "13.6")

    def decider(self, table: Table) -> Side | None:
        """The Allied player, while a unit can go."""
        return ALLIED if self.busy(table) else None

    def choices(self, table: Table) -> Iterator[Command]:
        """Every unit of the box to every Beachhead."""
        return (commands.FollowUp(unit.id, hex_) for hex_ in self.hexes for unit in _waiting(table, hex_))

    def choice_refusal(self, table: Table, command: Command) -> Refusal | None:
        """Within the zone's figure, four a hex, one of them armoured (13.3.2, 13.3.4)."""
        if not isinstance(command, commands.FollowUp):
            return self.not_now(table)
        chart, unit = table.book.charts.landing, table.units.get(command.unit)
        if command.hex not in self.hexes or unit is None or unit not in _waiting(table, command.hex):
            return refused("a unit of the box on that sea, to a new Beachhead", "13.6")
        here = self.landed.get(command.hex, ())
        if len(here) >= chart.follow_up_hex:
            return refused(f"{chart.follow_up_hex} follow-up units a Beachhead", "13.3.4")
        if sum(map(len, self.landed.values())) >= self.total:
            return refused("no more follow-up units in these zones", "13.3.2")
        tanks = sum(table.piece(name).armour for name in here)
        if table.piece(unit).armour and tanks >= chart.follow_up_armour:
            return refused("one armoured follow-up unit a hex", "13.3.2")
        fits = stacking.fits(table, command.hex, [unit])
        return None if fits else refused("there is no room for it", "1.10.3")

    def choose(self, g: Draft, command: Command) -> None:
        """Put it ashore; it may then move one hex."""
        assert isinstance(command, commands.FollowUp)
        g.change(command.unit, location=command.hex)
        g.note(landed=(*g.now.landed, command.unit))
        g.tell(combat.FollowedUp(unit=command.unit, hex=command.hex))
        g.swap(landed={**self.landed, command.hex: (*self.landed.get(command.hex, ()), command.unit)})
        g.push(Inland((command.unit,)))


@dataclass(frozen=True, slots=True)
class NewPluto(Asking):
    """A PLUTO marker, in any hex of the map (5.6.1, 5.6.2)."""

    kind: Literal["new_pluto"] = "new_pluto"
    heading: ClassVar[str] = "PLUTO"
    question: ClassVar[Prompt] = Prompt("Choose any hex for the PLUTO marker", "5.6.2")

    def decider(self, table: Table) -> Side | None:
        return ALLIED

    def candidates(self, table: Table) -> Iterator[Command]:
        return map(commands.PlacePluto, table.board.names)

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """A hex of the map."""
        if not isinstance(command, commands.PlacePluto):
            return self.not_now(table)
        return None if command.hex in table.board.index else refused("name a hex of the map", "5.6.2")

    def do(self, g: Draft, command: Command) -> None:
        assert isinstance(command, commands.PlacePluto)
        g.finish()
        g.record(pluto=(*g.campaign.pluto, command.hex))
        g.tell(PlutoLaid(number=len(g.campaign.pluto), origin="", hex=command.hex, rule="5.6.2"))


# The German reaction (13.8)


def react(g: Draft) -> None:
    """The roll (13.8.1, 13.8.2)."""
    die = g.roll(DIE)[0]
    count = die + g.now.new_beachheads
    g.tell(combat.ReactionRolled(die=die, beachheads=g.now.new_beachheads, divisions=count))
    g.push(Reaction(count))


@dataclass(frozen=True, slots=True)
class Reaction(Endable):
    """German divisions near the landings move at once (13.8.3 to 13.8.5)."""

    count: int
    moved: tuple[str, ...] = ()
    kind: Literal["reaction"] = "reaction"
    paragraphs: ClassVar[Paragraphs] = {commands.Move: "13.8.3"}
    ends: ClassVar[str] = "End the reaction"
    heading: ClassVar[str] = "German reaction"

    def decider(self, table: Table) -> Side | None:
        """The German, while a division can react."""
        return GERMAN if self.count and self._able(table) else None

    def prompt(self, table: Table) -> Prompt:
        return Prompt(
            f"React to the landings: {plural(self.count, 'division')} may move, or end the reaction", "13.8.3"
        )

    def _able(self, table: Table) -> list[str]:
        """Divisions within reach of a unit that landed."""
        grid, most = table.board.grid, table.book.charts.landing.reaction_range
        beaches = [where for name in table.now.landed if (where := table.hex_of(name)) is not None]
        found = []
        for unit in table.on_map(GERMAN):
            at = table.hex_of(unit)
            able = table.piece(unit).division and unit.id not in self.moved and not table.piece(unit).fixed
            if at is not None and able and any(grid.distance(at, beach) <= most for beach in beaches):
                found.append(unit.id)
        return found

    def choices(self, table: Table) -> Iterator[Command]:
        return map(commands.Move, self._able(table))

    def open(self, table: Table) -> Iterator[Command]:
        """The same: none is refused."""
        return self.choices(table)

    def choice_refusal(self, table: Table, command: Command) -> Refusal | None:
        """A division near the landings that has not reacted."""
        if not isinstance(command, commands.Move):
            return self.not_now(table)
        if command.unit not in self._able(table):
            return refused("a division within six hexes of a unit that landed", "13.8.3")
        return None

    def choose(self, g: Draft, command: Command) -> None:
        assert isinstance(command, commands.Move)
        g.push(movement.Moving(GERMAN, (command.unit,), reaction=True))

    def resumed(self, g: Draft, result: Sequence[str]) -> None:
        """Who has moved counts; who was put down where he stood may still react."""
        g.swap(count=self.count - len(result), moved=(*self.moved, *result))
