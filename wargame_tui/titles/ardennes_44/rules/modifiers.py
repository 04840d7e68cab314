"""Strengths, odds and column shifts of a combat (rules 14.3, 14.4, 15, 21, 27.4)."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from wargame_tui.core.event import Modifier
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN, LAKE, enemy
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import special
from wargame_tui.titles.ardennes_44.rules.reach import open_steps
from wargame_tui.titles.ardennes_44.state import Table, Unit


class Fight(Protocol):
    """What of a combat its numbers depend on."""

    @property
    def target(self) -> str:
        """The hex attacked."""

    @property
    def side(self) -> Side:
        """The attacker."""

    @property
    def attackers(self) -> tuple[str, ...]:
        """His units."""

    @property
    def support(self) -> tuple[str, ...]:
        """His artillery."""

    @property
    def air(self) -> bool:
        """Whether he has air support."""

    @property
    def surprise(self) -> bool:
        """Whether the 150th Panzer Brigade surprises."""

    @property
    def shelled(self) -> int:
        """Shifts by the defender's artillery."""

    @property
    def jabo(self) -> int:
        """Shifts by Allied aircraft over the defence."""


def defenders(table: Table, fight: Fight) -> Sequence[Unit]:
    """The units in the hex attacked."""
    return table.units_in(fight.target, enemy(fight.side))


def key_of(table: Table, unit: Unit, target: str) -> int | None:
    """The hexside over which a unit attacks; None from off the map (13.5)."""
    board = table.board
    here = board.index.get(unit.location)
    return None if here is None else board.key(here, board.index[target])


def may_drive(table: Table, key: int | None) -> bool:
    """Whether a vehicle could cross a hexside in normal movement (15.4, 21.3)."""
    return key is None or open_steps(table, "vehicle")[key] is not None


# Strengths (14.4, 15.1 to 15.8)


def halving(table: Table, unit: Unit, target: str) -> str | None:
    """The rule that halves an attacking unit, if any does (15.2)."""
    board, key, printed = table.board, key_of(table, unit, target), table.piece(unit)
    to = board.index[target]
    if printed.side == ALLIED and (printed.tank or printed.recon) and board.terrain[to] == "westwall":
        return "15.7"
    if key is None:
        return None
    if board.terrain[key // 6] == "forest_ravine":
        return "15.5"
    if board.ravine[key]:
        if board.bridge[key]:
            return "15.5a"
    elif board.water[key] not in (None, LAKE):
        return "15.3"
    closed = board.is_closed(to) or board.is_closed(key // 6)
    return "15.4" if printed.vehicle and closed and not board.road[key] else None


def attack_value(table: Table, unit: Unit, target: str) -> int:
    """What a unit adds to the attack (15.2, 27.4)."""
    value = table.attack(unit)
    if table.piece(unit).type == "heavy_assault" and table.board.index[target] in table.board.built:
        value *= 2
    return (value + 1) // 2 if halving(table, unit, target) else value


def terrain_dcb(table: Table, target: str, side: Side) -> int:
    """The best DCB that the hex itself gives a side's defence (15.1, 15.7)."""
    board = table.board
    hex_ = board.index[target]
    ground = board.charts.ground
    kinds = [board.built.get(hex_), board.terrain[hex_]]
    found = [ground[kind].dcb for kind in kinds if kind and not (kind == "westwall" and side != GERMAN)]
    ip = table.ips.get(target)
    if ip is not None and ip.built and ip.side == side:
        found.append(board.charts.combat.ip_dcb)
    return max(found, default=0)


def dcb(table: Table, target: str, side: Side) -> int:
    """The defensive combat bonus, once for the hex (15.1, Ambiguities 12 and 13)."""
    able = [unit for unit in table.units_in(target, side) if not table.piece(unit).entry.parenthesised]
    in_order = [unit for unit in able if unit.marker not in ("SM", "truck")]
    if not in_order:
        return 0
    best = terrain_dcb(table, target, side)
    if all(table.piece(unit).silhouette for unit in in_order):
        return min(best, table.book.charts.combat.silhouette_dcb)
    return best


def attack_strength(table: Table, fight: Fight) -> int:
    """The attackers' sum."""
    return sum(attack_value(table, table.units[name], fight.target) for name in fight.attackers)


def defence_strength(table: Table, fight: Fight) -> int:
    """The defenders' sum with the DCB; units that retreated to friends in this phase add nothing (17.5)."""
    units = [unit for unit in defenders(table, fight) if unit.id not in table.now.retreated]
    strength = sum(table.defence(unit) for unit in units) + special.dump_strength(table, fight.target, fight.side)
    return max(strength + dcb(table, fight.target, enemy(fight.side)), 1)


def odds_column(attack_: int, defence_: int) -> int:
    """The column of the odds, 0 for 1-1, negative below it, without limits; fractions favour the defender (14.4)."""
    return attack_ // defence_ - 1 if attack_ >= defence_ else 1 - -(-defence_ // max(attack_, 1))


def on_crt(table: Table, column: int) -> int:
    """The place of a column on the CRT, within its limits (14.5)."""
    columns = table.book.charts.combat.columns
    even = columns.index("1-1")
    return min(max(column + even, 0), len(columns) - 1)


# Shifts (15.9, TA3)


def no_armour(table: Table, target: str) -> bool:
    """Whether the defender's hex rules out the armour shift (21.3)."""
    board = table.board
    hex_ = board.index[target]
    return board.is_city(hex_) or not board.charts.ground[board.terrain[hex_]].armour_shift


def earners(table: Table, fight: Fight) -> tuple[str, ...]:
    """Attacking units whose tank quality earns the armour shift (21.1, 21.2, 21.3)."""
    if no_armour(table, fight.target):
        return ()
    best = max((table.tank_quality(unit) for unit in defenders(table, fight)), default=0)
    return tuple(
        name
        for name in fight.attackers
        if table.piece(name).grey
        and table.tank_quality(table.units[name]) > best
        and may_drive(table, key_of(table, table.units[name], fight.target))
    )


def counts_as_tank(table: Table, unit: Unit) -> bool:
    """A tank unit, or recon with a tank quality, which denies the defender's shift (A-26)."""
    printed = table.piece(unit)
    return printed.tank or (printed.recon and printed.tq > 0)


def _is_both(table: Table, unit: Unit) -> bool:
    """Infantry and tank at once (21.1e)."""
    printed = table.piece(unit)
    if printed.entry.role == "brigade150":
        return not unit.reduced
    return printed.entry.size == "CC" or (printed.recon and printed.tq > 0)


def guards(table: Table, fight: Fight) -> tuple[str, ...]:
    """Defending units that earn the defender's armour shift (21.1d, 21.1e, A-4)."""
    if no_armour(table, fight.target) or any(counts_as_tank(table, table.units[name]) for name in fight.attackers):
        return ()
    units = defenders(table, fight)
    both = tuple(unit.id for unit in units if _is_both(table, unit))
    tanks = tuple(unit.id for unit in units if table.piece(unit).tank and table.piece(unit).tq)
    infantry = any(table.piece(unit).infantry for unit in units)
    return tuple(dict.fromkeys((*both, *tanks))) if both or (tanks and infantry) else ()


def has_advantage(table: Table, fight: Fight) -> bool:
    """Whether an attacker advantage marker holds for this attack (16.6)."""
    return any(
        mark.side == fight.side
        and mark.target == fight.target
        and mark.begun < table.moment
        and any(name in mark.units and table.units[name].location == mark.hex for name in fight.attackers)
        for mark in table.advantages
    )


def shifts(table: Table, fight: Fight) -> list[Modifier]:
    """All column shifts of both sides; right is positive (TA3)."""
    return [*_attackers_shifts(table, fight), *_defenders_state(table, fight), *_defenders_shifts(table, fight)]


def _attackers_shifts(table: Table, fight: Fight) -> Iterable[Modifier]:
    if earners(table, fight):
        yield Modifier("armour", 1, "21.1")
    if fight.support:
        yield Modifier("artillery", len(fight.support), "22.7")
    if has_advantage(table, fight):
        yield Modifier("attacker advantage", 1, "16.6")
    if fight.air:
        yield Modifier("air support", 1, "15.6")
    if fight.surprise:
        yield Modifier("150th Panzer Brigade surprises", 1, "27.1")
    if any(table.units[name].oos for name in fight.attackers):
        yield Modifier("attacker out of supply", -1, "23.4")


def _defenders_state(table: Table, fight: Fight) -> Iterable[Modifier]:
    units = defenders(table, fight)
    if not units:
        return
    if all(unit.oos for unit in units):
        yield Modifier("defenders out of supply", 1, "23.4")
    if any(unit.marker in ("SM", "truck") for unit in units):
        yield Modifier("defender in strategic movement", 1, "12.5")
    if any(unit.status == "routed" for unit in units):
        yield Modifier("defender routed", 2, "18.2")
    elif any(unit.status == "disrupted" for unit in units):
        yield Modifier("defender disrupted", 1, "18.2")


def _defenders_shifts(table: Table, fight: Fight) -> Iterable[Modifier]:
    if guards(table, fight):
        yield Modifier("defender's armour", -1, "21.1")
    if fight.shelled:
        yield Modifier("defensive artillery", -fight.shelled, "22.8")
    if fight.jabo:
        yield Modifier("Jabos", -fight.jabo, "15.6")
    if special.dump_strength(table, fight.target, fight.side) and any(
        table.units[name].marker == "SM" for name in fight.attackers
    ):
        yield Modifier("strategic movement against the dump", -1, "32.2")


# Command control (14.3)


def divisions(table: Table, attackers: Iterable[str]) -> int:
    """Divisions that take part in an attack (14.3)."""
    found: set[str] = set()
    loose: set[str] = set()
    for name in attackers:
        unit, division = table.units[name], table.piece(name).division
        if division is not None:
            found.add(f"{unit.side} {division}")
        else:
            loose.add(unit.location)
    for place in loose:
        side = next(table.units[name].side for name in attackers if table.units[name].location == place)
        here = {table.piece(unit).division for unit in table.units_in(place, side)} - {None}
        joined = {f"{side} {division}" for division in here}
        if not joined & found:
            found.add(min(joined) if joined else f"hex {place}")
    return len(found)
