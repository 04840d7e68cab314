"""Bridges (rule 10): demolition during the enemy's movement, and building."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.event import Modifier
from wargame_tui.core.step import Decision, Prompt, Refusal
from wargame_tui.titles.tigers_in_the_mist import events
from wargame_tui.titles.tigers_in_the_mist.commands import Blow, Build, Done, PassBlow
from wargame_tui.titles.tigers_in_the_mist.printed.book import ALLIED, company, enemy
from wargame_tui.titles.tigers_in_the_mist.printed.data import Side
from wargame_tui.titles.tigers_in_the_mist.rules import special, supply
from wargame_tui.titles.tigers_in_the_mist.state import (
    Draft,
    Table,
    Unit,
    book_of,
    chart_of,
    holds,
    in_enemy_company,
    positions,
    units_in,
)


def bridge_words(table: Table, bridge: str) -> str:
    """A bridge in words: `the Dasburg-Marnach bridge`."""
    book = book_of(table)
    return f"the {'-'.join(book.spaces[bank].name for bank in book.bridges[bridge])} bridge"


def demolition_possible(table: Table, bridge: str, mover: str) -> bool:
    """Whether the other side has anybody who may try to blow a bridge that a unit is about to cross."""
    side = enemy(table.units[mover].side)
    return any(_blow_refusal(table, bridge, unit, side) is None for unit in _near(table, bridge, side))


def _near(table: Table, bridge: str, side: Side) -> Iterator[Unit]:
    for bank in book_of(table).bridges[bridge]:
        yield from units_in(table, bank, side)


def _blow_refusal(table: Table, bridge: str, unit: Unit, side: Side) -> Refusal | None:
    """Why a unit may not try to blow a bridge now (10.2, 13.24)."""
    book = book_of(table)
    limits, state = book.charts.demolition, table.bridges[bridge]
    if side == ALLIED and table.date < limits.allied_from:
        return Refusal("Allied units may not blow bridges on 16 December", "10.26")
    if not state.intact:
        return Refusal(f"{bridge_words(table, bridge)} is destroyed already", "10.21")
    if state.checked:
        return Refusal(f"{bridge_words(table, bridge)} has been tried in this impulse", "10.25")
    if unit.side != side or unit.location not in book.bridges[bridge]:
        return Refusal(f"{unit.id} is no {side} unit next to {bridge_words(table, bridge)}", "10.22")
    if chart_of(table, unit).demolition is None:
        return Refusal(f"{unit.id} is armour and cannot blow bridges", "10.22")
    if unit.location in table.contested_at_start:
        return Refusal(f"enemy units were with {unit.id} when the impulse began", "10.24")
    if unit.demolition_checks >= limits.bridges_per_unit:
        return Refusal(f"{unit.id} has tried {limits.bridges_per_unit} bridges in this impulse", "10.23")
    if unit.id in table.unsupplied_at_start:
        return Refusal(f"{unit.id} is out of supply", "13.24")
    return None


def demolition_target(table: Table, bridge: str, unit: Unit) -> tuple[int, str]:
    """Number to blow the bridge on, or less, and the rule behind it (10.29, 14.23)."""
    book, targets = book_of(table), chart_of(table, unit).demolition
    assert targets is not None
    if unit.side == ALLIED and any(special.in_force(table, "prevent", bank) for bank in book.bridges[bridge]):
        return book.charts.demolition.prevented, "14.23"
    return (targets.moved if unit.moved else targets.unmoved), "10.29"


@dataclass(frozen=True, slots=True)
class Demolition(Decision[Table, Draft]):
    """The reaction of the player who does not move: blow the bridge or not (8.4, 10.2)."""

    bridge: str
    side: Side
    kind: Literal["demolition"] = "demolition"

    def title(self, table: Table) -> str:
        return f"Demolition of {bridge_words(table, self.bridge)}"

    def prompt(self, table: Table) -> Prompt:
        movers = self._movers(table)
        cross = "is" if len(movers) == 1 else "are"
        return Prompt(f"{company(movers)} {cross} about to cross {bridge_words(table, self.bridge)}: blow it?", "10.21")

    def particulars(self, table: Table) -> Mapping[str, Sequence[str]]:
        """Who is about to cross: units, and the formations to which they belong."""
        roster, movers = book_of(table).roster, self._movers(table)
        formations = dict.fromkeys(roster[name].formation for name in movers if name in roster)
        return {"mover": movers, "formation": tuple(formations)}

    @staticmethod
    def _movers(table: Table) -> tuple[str, ...]:
        return getattr(table.stack[-2], "units", ())

    def candidates(self, table: Table) -> Iterator[Command]:
        """Every unit next to the bridge, and letting it stand."""
        for unit in _near(table, self.bridge, self.side):
            yield Blow(self.bridge, unit.id)
        yield PassBlow()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """Rules 10.21 to 10.29."""
        match command:
            case PassBlow():
                return None
            case Blow(bridge, name):
                if bridge != self.bridge:
                    return Refusal(f"nobody is crossing `{bridge}`: decide on {self.bridge}", "10.21")
                if name not in table.units:
                    return Refusal(f"there is no unit {name} in this game")
                return _blow_refusal(table, bridge, table.units[name], self.side)
        return self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        if not isinstance(command, Blow):
            g.tell(events.BridgeLeft(bridge=self.bridge, side=self.side))
            g.finish("passed")
            return
        unit = g.units[command.unit]
        target, rule = demolition_target(g, self.bridge, unit)
        g.change(unit.id, demolition_checks=unit.demolition_checks + 1)
        g.change_bridge(self.bridge, checked=True)
        blown = g.test(events.DemolitionTried, target, rule=rule, unit=unit.id, bridge=self.bridge, space=unit.location)
        if blown:
            g.change_bridge(self.bridge, intact=False, failures=0)
            g.tell(events.BridgeBlown(bridge=self.bridge))
        g.finish("blown" if blown else "failed")


def building_modifier(table: Table, bridge: str) -> tuple[Modifier, ...]:
    """What earlier failures are worth (10.16)."""
    drm = table.bridges[bridge].failures * book_of(table).charts.bridging.drm_per_failure
    return (Modifier("earlier attempts", drm, "10.16"),) if drm else ()


def building_needs(table: Table, bridge: str) -> int:
    """Number to build a bridge on, or less, modifiers included (10.15, 10.16)."""
    return book_of(table).charts.bridging.target - sum(m.value for m in building_modifier(table, bridge))


@dataclass(frozen=True, slots=True)
class Bridging(Decision[Table, Draft]):
    """The bridging step of a player impulse (6.0 II.4, 10.1)."""

    side: Side
    engineers: tuple[str, ...] = ()
    """Those that have tried in this impulse (10.16)."""
    kind: Literal["bridging"] = "bridging"
    heading: ClassVar[str] = "Bridging"
    asks: ClassVar[Prompt] = Prompt("Rebuild bridges with engineers?", "10.11")
    passes_alone: ClassVar[bool] = True

    def candidates(self, table: Table) -> Iterator[Command]:
        """Every engineer with every destroyed bridge beside it."""
        book = book_of(table)
        for units in positions(table).of_side[self.side].values():
            for unit in units:
                if chart_of(table, unit).builds_bridges:
                    for road in book.roads[unit.location]:
                        if road.bridge is not None:
                            yield Build(unit.id, road.bridge)
        yield Done()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """Rules 10.11 to 10.17, 13.24."""
        match command:
            case Done():
                return None
            case Build(name, bridge):
                if name not in table.units:
                    return Refusal(f"there is no unit {name} in this game")
                return self._build_refusal(table, table.units[name], bridge)
        return self.not_now(table)

    def _build_refusal(self, table: Table, unit: Unit, bridge: str) -> Refusal | None:
        banks = book_of(table).bridges.get(bridge)
        if unit.side != self.side or not chart_of(table, unit).builds_bridges:
            return Refusal(f"{unit.id} is no {self.side} engineer", "10.11")
        if banks is None or unit.location not in banks or unit.area_at_turn_start not in banks:
            return Refusal(f"{unit.id} was not next to {bridge} at the start of the turn", "10.12")
        if table.bridges[bridge].intact:
            return Refusal(f"{bridge_words(table, bridge)} is intact", "10.11")
        if unit.moved or unit.attacked or unit.mp_spent:
            return Refusal(f"{unit.id} has moved, attacked or entrenched this turn", "10.14")
        if in_enemy_company(table, unit):
            return Refusal(f"enemy units are in the area of {unit.id}", "10.13")
        if unit.location in table.battles_fought:
            return Refusal(f"there was combat in the area of {unit.id} in this impulse", "10.14")
        far = banks[0] if banks[1] == unit.location else banks[1]
        if not holds(table, far, self.side):
            return Refusal(f"no {self.side} unit is on the other bank, in {book_of(table).name(far)}", "10.12")
        if table.bridges[bridge].tried:
            return Refusal(f"{bridge_words(table, bridge)} has been tried in this impulse", "10.17")
        if unit.id in self.engineers:
            return Refusal(f"{unit.id} has already tried to build a bridge this impulse", "10.16")
        if not supply.in_supply(table, unit):
            return Refusal(f"{unit.id} is out of supply", "13.24")
        return None

    def do(self, g: Draft, command: Command) -> None:
        """Roll for a bridge (10.15, 10.16), or end the step."""
        if not isinstance(command, Build):
            g.finish()
            return
        bridge, target = command.bridge, book_of(g).charts.bridging.target
        g.change(command.unit, bridging_attempted=True)
        g.swap(engineers=(*self.engineers, command.unit))
        space = g.units[command.unit].location
        modifiers = building_modifier(g, bridge)
        if g.test(events.BridgingTried, target, modifiers, unit=command.unit, bridge=bridge, space=space):
            g.change_bridge(bridge, intact=True, failures=0, tried=True)
            g.tell(events.BridgeBuilt(bridge=bridge))
        else:
            g.change_bridge(bridge, failures=g.bridges[bridge].failures + 1, tried=True)
