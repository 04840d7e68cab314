"""What follows an attack: casualty points (10.8), retreats of attackers (10.741) and defenders (10.93)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from wargame_tui.board.phrases import plural
from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, Step
from wargame_tui.titles.montys_gamble.commands import Retreat, Stay, Take
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.rules import retreat
from wargame_tui.titles.montys_gamble.rules.areas import has_room, settle_control, units_in
from wargame_tui.titles.montys_gamble.rules.retreat import Refuge
from wargame_tui.titles.montys_gamble.state import FRESH, SPENT, Draft, Table, Unit, book_of


def _retreat_refusal(table: Table, unit: Unit, space: str, open_to: Mapping[str, Refuge]) -> Refusal | None:
    if space in open_to:
        return None
    if unit.type == "tower":
        return Refusal("FLAK towers never retreat", "9.64")
    if not open_to:
        return Refusal("it has nowhere to retreat", "10.92")
    names = ", ".join(book_of(table).name(other) for other in open_to)
    return Refusal(f"it retreats to {names}", "10.92")


@dataclass(frozen=True, slots=True)
class Absorb(Step[Table, Draft]):
    """The defender absorbs casualty points: the first with the forward unit, the rest as he likes (10.8)."""

    space: str
    side: Side
    points: int
    forward: str | None
    """Until it has absorbed the first."""
    kind: Literal["absorb"] = "absorb"
    passes_alone = True

    def decider(self, table: Table) -> Side | None:
        """The defender, until all is absorbed."""
        return self.side if self.points else None

    def title(self, table: Table) -> str:
        return plural(self.points, "casualty point")

    def prompt(self, table: Table) -> Prompt:
        first = ", forward unit first" if self.forward else ""
        return Prompt(f"Absorb {plural(self.points, 'casualty point')}{first}", "10.8")

    def candidates(self, table: Table) -> Iterator[Command]:
        """A step or a retreat of each unit."""
        for unit in units_in(table, self.space, self.side):
            if self.forward in (None, unit.id):
                yield Take(unit.id)
                if self._may_retreat(table, unit):
                    yield from (Retreat(unit.id, space) for space in retreat.refuges(table, unit))

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """First the forward unit; a retreat only if the others can absorb what is left."""
        match command:
            case Take(name) | Retreat(name):
                unit = table.units.get(name)
                if unit is None or unit.side != self.side or unit.location != self.space:
                    return Refusal("it does not defend there", "10.8")
                if self.forward not in (None, name):
                    return Refusal("the forward unit absorbs the first point", "10.8")
                if isinstance(command, Take):
                    return None
                return self._retreat_refusal(table, unit, command.space)
        return self.not_now(table)

    def _may_retreat(self, table: Table, unit: Unit) -> bool:
        """Spent or Dis, and the others able to absorb the rest (10.8)."""
        return unit.condition != FRESH and self.points - 1 <= self._others(table, unit)

    def _others(self, table: Table, unit: Unit) -> int:
        chart = book_of(table).charts.capacity
        others = (other for other in units_in(table, self.space, self.side) if other.id != unit.id)
        return sum(chart[other.condition] for other in others)

    def _retreat_refusal(self, table: Table, unit: Unit, space: str) -> Refusal | None:
        if unit.condition == FRESH:
            return Refusal("only a Spent or Dis unit absorbs a point by retreating", "10.8")
        if not self._may_retreat(table, unit):
            return Refusal("the others could not absorb the rest", "10.8")
        return _retreat_refusal(table, unit, space, retreat.refuges(table, unit))

    def do(self, g: Draft, command: Command) -> None:
        match command:
            case Take(name):
                g.worsen(name, "10.8")
            case Retreat(name, space):
                unit = g.units[name]
                retreat.withdraw(g, unit, retreat.refuges(g, unit)[space], "10.8")
        g.swap(points=self.points - 1, forward=None)

    def proceed(self, g: Draft) -> None:
        settle_control(g, self.space)
        g.finish()


@dataclass(frozen=True, slots=True)
class Withdraw(Step[Table, Draft]):
    """Every defending unit may retreat of its own accord (10.93)."""

    space: str
    side: Side
    kind: Literal["withdraw"] = "withdraw"
    heading = "Voluntary retreat"
    passes_alone = True

    def decider(self, table: Table) -> Side | None:
        """The defender, while anybody is left to go."""
        return self.side if units_in(table, self.space, self.side) else None

    def prompt(self, table: Table) -> Prompt:
        return Prompt(f"Retreat units from {book_of(table).name(self.space)}, or stay", "10.93")

    def candidates(self, table: Table) -> Iterator[Command]:
        """Each unit to each refuge; nobody."""
        for unit in units_in(table, self.space, self.side):
            yield from (Retreat(unit.id, space) for space in retreat.refuges(table, unit))
        yield Stay()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        match command:
            case Stay():
                return None
            case Retreat(name, space):
                unit = table.units.get(name)
                if unit is None or unit.side != self.side or unit.location != self.space:
                    return Refusal("it does not defend there", "10.93")
                return _retreat_refusal(table, unit, space, retreat.refuges(table, unit))
        return self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        """Go, a Fresh unit becoming Spent; or stay."""
        match command:
            case Retreat(name, space):
                unit = g.units[name]
                if unit.condition == FRESH:
                    g.worsen(name, "10.93", SPENT)
                retreat.withdraw(g, g.units[name], retreat.refuges(g, unit)[space], "10.93")
            case _:
                g.finish()

    def proceed(self, g: Draft) -> None:
        g.finish()


@dataclass(frozen=True, slots=True)
class FallBack(Step[Table, Draft]):
    """Attackers retreat: those whose mandatory attack failed must, others may (10.741, 10.742)."""

    forced: tuple[str, ...]
    free: tuple[str, ...]
    kind: Literal["fall_back"] = "fall_back"
    heading = "Attackers retreat"
    passes_alone = True

    def goes_without_saying(self, command: Command) -> bool:
        """A forced retreat to the only place there is."""
        return True

    def decider(self, table: Table) -> Side | None:
        """The attacker, while anybody must or may go."""
        return None if not (self.forced or self.free) or self._stuck(table) else table.now.side

    def _stuck(self, table: Table) -> str | None:
        """A unit that must go and has nowhere to go."""
        return next((name for name in self.forced if not self._refuges(table, name)), None)

    def _in_turn(self, table: Table) -> tuple[str, ...]:
        """The units that may go next: their order is the owner's where there is not room for all that must (10.91)."""
        origins = Counter(table.now.movers[name].origin or "" for name in self.forced)
        if all(has_room(table, origin, table.now.side, count) for origin, count in origins.items()):
            return self.forced[:1] or self.free
        return self.forced

    def prompt(self, table: Table) -> Prompt:
        if self.forced:
            return Prompt("Retreat the units whose mandatory attack failed", "10.741")
        return Prompt("Retreat attackers to where they came from, or stay", "10.741")

    def _refuges(self, table: Table, name: str) -> Mapping[str, Refuge]:
        origin = table.now.movers[name].origin
        assert origin
        return retreat.way_back(table, table.units[name], origin)

    def candidates(self, table: Table) -> Iterator[Command]:
        """The forced first; then the others, or nobody."""
        for name in self._in_turn(table):
            yield from (Retreat(name, space) for space in self._refuges(table, name))
        if not self.forced:
            yield Stay()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """Only attackers, only back where they came from."""
        match command:
            case Stay():
                return Refusal("units whose mandatory attack failed must retreat", "10.741") if self.forced else None
            case Retreat(name, space):
                if name not in self._in_turn(table):
                    return Refusal("it may not retreat now", "10.741")
                return _retreat_refusal(table, table.units[name], space, self._refuges(table, name))
        return self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        match command:
            case Retreat(name, space):
                retreat.withdraw(g, g.units[name], self._refuges(g, name)[space], "10.741")
                self._strike(g, name)
            case _:
                g.swap(free=())

    def _strike(self, g: Draft, name: str) -> None:
        forced, free = (tuple(other for other in names if other != name) for names in (self.forced, self.free))
        g.swap(forced=forced, free=free)

    def proceed(self, g: Draft) -> None:
        """All is done, or a unit that must go and cannot is eliminated (10.91)."""
        stuck = self._stuck(g)
        if stuck:
            g.lose(stuck, "10.91")
            self._strike(g, stuck)
        else:
            g.finish()
