"""Withdrawal and the removal of engaged markers (rule 20)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.event import Modifier
from wargame_tui.core.remembered import Remembered
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.titles.ardennes_44.commands import End, Retreat, Roll, Split, With, Withdraw
from wargame_tui.titles.ardennes_44.events.fights import Disengaged, WithdrawalTried, Withdrew
from wargame_tui.titles.ardennes_44.events.kinds import told
from wargame_tui.titles.ardennes_44.printed.book import GERMAN
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import improved, night, off_map, retreat, special, splits
from wargame_tui.titles.ardennes_44.rules.steps import Task
from wargame_tui.titles.ardennes_44.rules.zones import next_to_enemy
from wargame_tui.titles.ardennes_44.state import DIE, Draft, Table, Unit, on_six


def begin_phase(g: Draft, side: Side) -> None:
    """Withdrawals come before any combat; then all engaged markers are off (20.1a, 20.5)."""
    g.push(WithdrawalPhase(side))


def try_refusal(table: Table, unit: Unit) -> Refusal | None:
    """Why a unit may not try to withdraw (20.1)."""
    where = table.hex_of(unit)
    if where is None:
        return refused("it is not on the map", "20.1")
    if unit.id in table.now.asked:
        return refused("already decided", "20.5")
    if unit.status != "fresh":
        return refused("disrupted and routed units cannot withdraw", "20.1")
    if special.is_bound(table, unit):
        return refused("units with a red set-up box may not withdraw on turn 1", "29.1")
    if table.night and not night.may_fight(table, unit):
        return refused("only units that may act at night", "25.3")
    if not unit.eng and not next_to_enemy(table, unit.side, where):
        return refused("it is neither engaged nor next to the enemy", "20.1")
    return None


def _find_able(table: Table, side: Side) -> tuple[str, ...]:
    return tuple(unit.id for unit in table.on_map(side) if try_refusal(table, unit) is None)


able = Remembered(_find_able, "units", "parents", "now", "night", "turn", "specials")
"""Units that may try to withdraw."""


@dataclass(frozen=True, slots=True)
class WithdrawalPhase(Task):
    """The phasing player's units try to withdraw, hex by hex (20.1)."""

    side: Side
    kind: Literal["withdrawals"] = "withdrawals"
    meant: ClassVar[type[Command]] = Withdraw
    name: ClassVar[str] = "Withdrawal"
    question: ClassVar[Prompt] = Prompt(
        "Withdraw engaged units and units next to the enemy, or end withdrawals", "20.1"
    )
    ending: ClassVar[str] = "End withdrawals: remove all engaged markers"

    def decider(self, table: Table) -> Side | None:
        return self.side if able(table, self.side) else None

    def candidates(self, table: Table) -> Iterator[Command]:
        for name in able(table, self.side):
            yield Withdraw(name)
            yield Split(name)
        yield End()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        match command:
            case End():
                return None
            case Withdraw(name) | Split(name):
                unit = table.units.get(name)
                if unit is None or unit.side != self.side:
                    return refused("not one of your units", "20.1")
                no = try_refusal(table, unit)
                return no if no or isinstance(command, Withdraw) else splits.split_refusal(table, unit, "combat")
        return self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        match command:
            case Withdraw(name):
                g.push(Withdrawing(g.units[name].location, (name,), self.side))
            case Split(name):
                splits.split(g, name)
            case End():
                self.proceed(g)

    def proceed(self, g: Draft) -> None:
        """All engaged markers of units that may act come off."""
        off = [unit.id for unit in g.on_map(self.side) if unit.eng and (not g.night or night.may_fight(g, unit))]
        if off:
            g.change_all(off, eng=False)
            g.tell(Disengaged(units=off))
        g.finish()


@dataclass(frozen=True, slots=True)
class Withdrawing(Task):
    """Units of one hex try: declared first, then rolled for one by one (20.2)."""

    hex: str
    units: tuple[str, ...]
    side: Side
    rolling: bool = False
    kind: Literal["withdrawing"] = "withdrawing"
    ending: ClassVar[str] = "Cancel: no withdrawal from here"
    keys: ClassVar[Mapping[type[Command], str]] = {End: "X"}
    rules: ClassVar[Mapping[type[Command], str]] = {With: "20.2", Roll: "20.2"}

    def title(self, table: Table) -> str:
        return f"Withdrawal from {self.hex}"

    def decider(self, table: Table) -> Side | None:
        """The owner, while others of the hex could try too."""
        return None if self.rolling or not self._others(table) else self.side

    def _others(self, table: Table) -> list[str]:
        here = table.units_in(self.hex, self.side)
        return [unit.id for unit in here if unit.id not in self.units and try_refusal(table, unit) is None]

    def prompt(self, table: Table) -> Prompt:
        return Prompt(f"Withdrawal from {self.hex}: who else tries? Then roll", "20.2")

    def candidates(self, table: Table) -> Iterator[Command]:
        yield from (With(name) for name in self._others(table))
        yield Roll()
        yield End()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        match command:
            case Roll() | End():
                return None
            case With(name):
                return None if name in self._others(table) else refused("it may not try, or already does", "20.2")
        return self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        match command:
            case With(name):
                g.swap(units=(*self.units, name))
            case Roll():
                self._declare(g)
            case End():
                g.finish()

    def _declare(self, g: Draft) -> None:
        """Who does not try stays (20.2a)."""
        everyone = [unit.id for unit in g.units_in(self.hex, self.side)]
        g.note(asked=tuple(dict.fromkeys((*g.now.asked, *everyone))))
        g.swap(rolling=True)

    def proceed(self, g: Draft) -> None:
        if not self.rolling:
            self._declare(g)
            return
        if not self.units:
            g.finish()
            return
        g.swap(units=self.units[1:])
        if g.units[self.units[0]].location == self.hex:
            roll(g, self.units[0])


def drm(table: Table, unit: Unit) -> list[Modifier]:
    """Modifiers of the withdrawal die (20.2b)."""
    printed, found = table.piece(unit), []
    if printed.morale != "veteran":
        found.append(Modifier(printed.morale, 1 if printed.morale == "recruit" else -1, "20.2"))
    if printed.tank or printed.recon:
        found.append(Modifier("tank or recon unit", -1, "20.2"))
    return found


def result_of(table: Table, unit: Unit, die: int) -> str:
    """What the withdrawal table says of a unit (20.2c)."""
    return table.book.charts.combat.withdrawal[on_six(die, drm(table, unit)) - 1]


def roll(g: Draft, name: str) -> None:
    """The withdrawal table (20.2c, 20.3)."""
    unit, die = g.units[name], g.roll(DIE)[0]
    result = result_of(g, unit, die)
    g.tell(WithdrawalTried(unit=name, hex=unit.location, die=die, modifiers=told(drm(g, unit)), result=result))
    was_eng = unit.eng
    g.change(name, eng=False)
    if result.startswith("yes"):
        g.push(FallBack(name, unit.location, was_eng, result.endswith("D")))
    elif result.endswith("D"):
        g.disrupt(name, "20.3")


@dataclass(frozen=True, slots=True)
class FallBack(Task):
    """A unit that withdraws goes one or two hexes (20.3)."""

    unit: str
    origin: str
    was_eng: bool
    """Only an engaged unit may enter an enemy zone of control (20.4)."""
    disrupted: bool
    """The result has a D."""
    gone: tuple[str, ...] = ()
    may_stay: bool = False
    """Where it has come it may stop (20.3b, 20.3d)."""
    kind: Literal["fall_back"] = "fall_back"
    meant: ClassVar[type[Command]] = Retreat
    rules: ClassVar[Mapping[type[Command], str]] = {Retreat: "20.3"}

    def title(self, table: Table) -> str:
        return f"{self.unit} withdraws"

    def decider(self, table: Table) -> Side | None:
        return table.units[self.unit].side if _ways(table, self) else None

    def prompt(self, table: Table) -> Prompt:
        return Prompt(f"{self.unit} withdraws 1 or 2 hexes: where to?", "20.3")

    def find_ways(self, table: Table) -> dict[int, bool]:
        """Hexes that may come next, each with whether the unit may stay there."""
        board = table.board
        unit = table.units[self.unit]
        most = 1 if table.piece(unit).artillery and unit.side == GERMAN and unit.marker != "PM" else 2
        if len(self.gone) >= most:
            return {}
        index = board.index
        visited = tuple(index[hex_] for hex_ in self.gone)
        flight = retreat.Flight(
            self.unit, most, index[self.origin], forced=False, into_zone=self.was_eng, visited=visited
        )
        found = {}
        for to, exposed in retreat.steps(table, flight, index[unit.location], first=not self.gone):
            if to == flight.combat or to in visited:
                continue
            stay = not exposed or not self.disrupted
            if stay or (len(self.gone) + 1 < most and self._goes_on(table, flight, to)):
                found[to] = stay
        return found

    def _goes_on(self, table: Table, flight: retreat.Flight, to: int) -> bool:
        following = retreat.steps(table, flight, to, first=False)
        return any(further != flight.combat for further, _ in following)

    def candidates(self, table: Table) -> Iterator[Command]:
        names = table.board.names
        yield from (Retreat(self.unit, "off" if to == retreat.OUT else names[to]) for to in _ways(table, self))
        if self.gone:
            yield End()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        match command:
            case End():
                return None if self.may_stay else refused("it may not stay in that EZOC", "20.3")
            case Retreat(name, _) if name == self.unit:
                legal = command in tuple(self.candidates(table))
                return None if legal else refused("it cannot withdraw there", "20.3")
        return self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        if isinstance(command, End):
            self._arrive(g)
            return
        assert isinstance(command, Retreat)
        unit = g.units[self.unit]
        if command.hex == "off":
            edge = unit.location
            g.finish()
            g.note(withdrawn=(*g.now.withdrawn, self.unit))
            off_map.retreat_off_map(g, self.unit, edge)
            _emptied(g, self.origin, unit.side)
            return
        fired = unit.fired or g.piece(unit).artillery
        may_stay = _ways(g, self)[g.board.index[command.hex]]
        g.change(self.unit, location=command.hex, marker="PM" if unit.marker == "PM" else "none", fired=fired)
        g.swap(gone=(*self.gone, command.hex), may_stay=may_stay)
        special.note_driven(g, self.unit, command.hex)

    def proceed(self, g: Draft) -> None:
        """There, or nowhere to go (20.4a, A-3)."""
        if self.gone:
            self._arrive(g)
            return
        g.finish()
        g.lose(self.unit, "20.4")
        _emptied(g, self.origin, g.units[self.unit].side)

    def _arrive(self, g: Draft) -> None:
        unit = g.units[self.unit]
        g.finish()
        g.note(withdrawn=(*g.now.withdrawn, self.unit))
        g.tell(Withdrew(unit=self.unit, path=list(self.gone), from_=self.origin))
        g.pass_through(unit.side, unit.location)
        if self.disrupted:
            g.disrupt(self.unit, "20.3")
        _emptied(g, self.origin, unit.side)


_ways = Remembered(
    lambda table, step: step.find_ways(table), "units", "bridges", "turn", "night", "specials", "parents", "now"
)
"""Hexes that may come next on a withdrawal: asked for several times a command."""


def _emptied(g: Draft, hex_: str, side: Side) -> None:
    """A hex without units loses its improved position (15.8h)."""
    if not g.units_in(hex_, side):
        improved.vacated(g, hex_)
