"""Bridges: demolition, building, Ouren; demolition of the fuel dump (rules 7, 32.3)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.event import Modifier
from wargame_tui.core.remembered import Remembered
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.titles.ardennes_44.commands import Blow, BlowDump, End, Rebuild
from wargame_tui.titles.ardennes_44.events.kinds import told
from wargame_tui.titles.ardennes_44.events.moves import (
    BridgeBegun,
    BridgeBuilt,
    BridgeGivenUp,
    DemolitionTried,
    OurenRolled,
)
from wargame_tui.titles.ardennes_44.events.specials import DumpDemolitionTried
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN, Board, enemy
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import supply
from wargame_tui.titles.ardennes_44.rules.steps import Task
from wargame_tui.titles.ardennes_44.rules.zones import in_enemy_zone, is_barred
from wargame_tui.titles.ardennes_44.state import DIE, Draft, Table, Unit, Works, positions

COMPLETED = 2
"""16PM: Dasburg and Gemuend are complete (7.10)."""
DUMP = "dump"
"""Stands for the fuel dump among what it was tried to blow up (32.3)."""
HAMPERED = frozenset({"SM", "truck"})
"""Markers that make demolition harder; a truck marker is the back of the other (7.5, 12.6b)."""


def is_down(table: Table, bridge: str) -> bool:
    """Whether a bridge is blown or under construction: the river is unbridged there (7.6)."""
    return bridge in table.bridges


@cache
def _near(board: Board) -> Mapping[str, int]:
    """For each bridge the hexes within 1 hex of it (7.3, Ambiguity 6)."""
    around = board.grid.around
    return {name: around[one] | around[other] for name, (one, other) in board.bridges.items()}


# Demolition (7.2 to 7.7)


def is_too_early(table: Table) -> bool:
    """Whether nothing is blown yet: before 17AM (7.7)."""
    return table.turn < table.book.charts.bridges.first


def blow_refusal(table: Table, side: Side, bridge: str, unit: str, in_combat: bool) -> Refusal | None:
    """Why a unit may not try to blow a bridge: in its own bridge phase, or defending beside the bridge (7.3, 7.4).

    That the attack comes over the bridge, and that the unit is in the hex attacked, is known to the combat.
    """
    board = table.board
    if bridge not in board.bridges:
        return refused("no bridge there", "7.1")
    if is_too_early(table):
        return refused("no demolition before 17AM", "7.7")
    if bridge in table.bridges:
        return refused("the bridge is already blown", "7.6")
    if bridge in table.now.tried:
        return refused("already tried this player turn", "7.2")
    doer = table.units.get(unit)
    where = table.hex_of(doer) if doer is not None and doer.side == side else None
    if where is None:
        return refused("not one of your units on the map", "7.3")
    if in_combat:
        return None if where in board.bridges[bridge] else refused("the unit is not at the bridge", "7.4")
    if not table.occupied(enemy(side)) & _near(board)[bridge]:
        return refused("no enemy within one hex of the bridge", "7.3")
    return None if _reaches(table, side, where, bridge) else refused("the unit cannot reach the bridge", "7.3")


def _reaches(table: Table, side: Side, where: int, bridge: str) -> bool:
    """Whether a unit is at a bridge, or one step away that meets neither an enemy nor a bond (7.3)."""
    board = table.board
    ends = board.bridges[bridge]
    if where in ends:
        return True
    return any(
        board.grid.around[where] >> end & 1
        and not table.occupied(enemy(side)) >> end & 1
        and not is_barred(table, side, board.key(where, end), end)
        for end in ends
    )


def modifiers(table: Table, unit: Unit, in_combat: bool) -> Sequence[Modifier]:
    """What is added to the die of a demolition (7.5)."""
    chart, found = table.book.charts.bridges, []
    if in_combat:
        found.append(Modifier("enemy combat phase", chart.enemy_turn, "7.5"))
    if unit.status != "fresh" or unit.eng or unit.marker in HAMPERED:
        found.append(Modifier("hampered unit", chart.hampered, "7.5"))
    return found


def limit(table: Table, unit: Unit, in_combat: bool) -> int:
    """The highest die with which a unit blows a bridge (TA5)."""
    return table.book.charts.bridges.blown - sum(each.value for each in modifiers(table, unit, in_combat))


def blow(g: Draft, side: Side, bridge: str, unit: str, in_combat: bool) -> bool:
    """Roll for a demolition; whether the bridge is blown (TA5)."""
    added = modifiers(g, g.units[unit], in_combat)
    highest, die = limit(g, g.units[unit], in_combat), g.roll(DIE)[0]
    result, success = die + sum(modifier.value for modifier in added), die <= highest
    g.note(tried=(*g.now.tried, bridge))
    g.tell(
        DemolitionTried(
            side=side,
            bridge=bridge,
            unit=unit,
            die=die,
            modifiers=told(added),
            result=result,
            blown=success,
            rule="7.4" if in_combat else "7.3",
        )
    )
    if success:
        g.bridges = {**g.bridges, bridge: Works()}
        if bridge == _ouren(g.board) and g.specials.ouren == "untried":
            g.mark(ouren="blown")
    return success


# Ouren (7.8)


@cache
def _ouren(board: Board) -> str:
    return board.grid.hexside(*board.grid.pair(board.map.ouren))


def ouren_due(table: Table, key: int) -> bool:
    """Whether a German unit that crosses this hexside would be the first to use the bridge of Ouren (7.8)."""
    board = table.board
    bridge = _ouren(board)
    return board.bridge[key] == bridge and table.specials.ouren == "untried" and bridge not in table.bridges


def ouren_roll(g: Draft) -> bool:
    """The Allied player's roll for the bridge of Ouren, once in the game; whether it stands (7.8)."""
    bridge, die = _ouren(g.board), g.roll(DIE)[0]
    blown = die <= g.book.charts.bridges.ouren
    g.mark(ouren="blown" if blown else "intact")
    if blown:
        g.bridges = {**g.bridges, bridge: Works()}
    g.tell(OurenRolled(bridge=bridge, die=die, blown=blown))
    return not blown


# Building (7.9, 7.10)


def rebuild_refusal(table: Table, side: Side, bridge: str) -> Refusal | None:
    """Why a side may not begin to rebuild a bridge (7.9)."""
    if bridge not in table.board.bridges:
        return refused("no bridge there", "7.9")
    works = table.bridges.get(bridge)
    if works is None:
        return refused("the bridge is intact", "7.9")
    if works.builder is not None:
        return refused("already being rebuilt", "7.9")
    return _site_refusal(table, side, bridge)


def _site_refusal(table: Table, side: Side, bridge: str) -> Refusal | None:
    """Why the conditions of building are not fulfilled (7.9)."""
    ends = table.board.bridges[bridge]
    mine, theirs = table.occupied(side), table.occupied(enemy(side))
    for end in ends:
        if theirs >> end & 1:
            return refused("enemy units are at the bridge", "7.9")
        if not mine >> end & 1 and in_enemy_zone(table, side, end):
            return refused("a hex at the bridge is vacant and in an EZOC", "7.9")
    if not any(supply.road_supplied(table, side) >> end & 1 for end in ends):
        return refused("no road supply line leads to the bridge", "7.9")
    return None


def _complete(g: Draft, side: Side) -> None:
    """Bridges that a side has under construction are ready, or blown again (7.9a, 7.10, Ambiguities 8, 9)."""
    board = g.board
    if side == GERMAN and g.turn == COMPLETED:
        for hexside in g.book.map.completed:
            bridge = board.grid.hexside(*board.grid.pair(hexside))
            if bridge in g.bridges:
                _open(g, bridge, "7.10")
    for bridge, works in g.bridges.items():
        if works.builder == side and _site_refusal(g, side, bridge) is None:
            _open(g, bridge, "7.9")
        elif works.builder == side:
            g.bridges = {**g.bridges, bridge: Works()}
            g.tell(BridgeGivenUp(bridge=bridge, side=side))


def _open(g: Draft, bridge: str, rule: str) -> None:
    g.bridges = {name: works for name, works in g.bridges.items() if name != bridge}
    g.note(built=(*g.now.built, bridge))
    g.tell(BridgeBuilt(bridge=bridge, side=g.now.side, rule=rule))


# The fuel dump (32.3)


def blow_dump_refusal(table: Table, side: Side, target: str | None = None) -> Refusal | None:
    """Why a side may not try to destroy the fuel dump: in its bridge phase, or when a hex is attacked (32.3)."""
    specials, board = table.specials, table.board
    if side != ALLIED or specials.dump is None or specials.dump_state not in ("guarded", "open"):
        return refused("no fuel dump to destroy", "32.3")
    if DUMP in table.now.tried:
        return refused("already tried this player turn", "7.2")
    if is_too_early(table):
        return refused("no demolition before 17AM", "7.7")
    if target is not None:
        return None if target == specials.dump else refused("the dump is not under attack", "32.3")
    if not table.occupied(GERMAN) & board.grid.around[board.index[specials.dump]]:
        return refused("no German unit is next to the dump", "32.3")
    return None


def dump_limit(table: Table, in_combat: bool) -> int:
    """The highest die that destroys the fuel dump (32.3)."""
    events = table.book.charts.events
    return events.dump_combat if in_combat else events.dump_bridge_phase


def blow_dump(g: Draft, in_combat: bool) -> bool:
    """Roll to destroy the fuel dump; whether it is gone (32.3)."""
    dump, die = g.specials.dump, g.roll(DIE)[0]
    assert dump is not None
    success = die <= dump_limit(g, in_combat)
    g.note(tried=(*g.now.tried, DUMP))
    if success:
        g.mark(dump_state="gone")
    g.tell(DumpDemolitionTried(hex=dump, die=die, destroyed=success))
    return success


# The phase


def begin_phase(g: Draft, side: Side) -> None:
    """Construction ends; then the side may blow and rebuild (7.1)."""
    _complete(g, side)
    g.push(BridgePhase(side))


def _find_options(table: Table, side: Side) -> tuple[Command, ...]:
    """What a side may do in its bridge phase."""
    found: list[Command] = [*_blows(table, side)]
    found += (Rebuild(bridge) for bridge in table.bridges if rebuild_refusal(table, side, bridge) is None)
    if blow_dump_refusal(table, side) is None:
        found.append(BlowDump())
    return tuple(found)


def _blows(table: Table, side: Side) -> Iterator[Command]:
    if is_too_early(table):
        return
    board, mine, theirs = table.board, table.occupied(side), table.occupied(enemy(side))
    stacks = positions(table).of_side[side]
    for bridge, near in _near(board).items():
        if near & theirs and near & mine and bridge not in table.bridges and bridge not in table.now.tried:
            one, other = board.bridges[bridge]
            for hex_ in dict.fromkeys((one, other, *board.grid.near[one], *board.grid.near[other])):
                if mine >> hex_ & 1 and _reaches(table, side, hex_, bridge):
                    yield from (Blow(bridge, unit.id) for unit in stacks[board.names[hex_]])


_options = Remembered(_find_options, "units", "bridges", "roadblocks", "turn", "now", "specials")


@dataclass(frozen=True, slots=True)
class BridgePhase(Task):
    """A side blows and rebuilds bridges (7.1)."""

    side: Side
    kind: Literal["bridges"] = "bridges"
    name: ClassVar[str] = "Bridges"
    question: ClassVar[Prompt] = Prompt("Blow and rebuild bridges, or end the phase", "7.1")
    ending: ClassVar[str] = "End the bridge phase"

    def decider(self, table: Table) -> Side | None:
        return self.side if _options(table, self.side) else None

    def candidates(self, table: Table) -> Iterator[Command]:
        yield from _options(table, self.side)
        yield End()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        match command:
            case End():
                return None
            case Blow(bridge, unit):
                return blow_refusal(table, self.side, bridge, unit, False)
            case Rebuild(bridge):
                return rebuild_refusal(table, self.side, bridge)
            case BlowDump():
                return blow_dump_refusal(table, self.side)
        return self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        match command:
            case Blow(bridge, unit):
                blow(g, self.side, bridge, unit, False)
            case Rebuild(bridge):
                g.bridges = {**g.bridges, bridge: Works(self.side, g.turn)}
                g.note(built=(*g.now.built, bridge))
                g.tell(BridgeBegun(bridge=bridge, side=self.side))
            case BlowDump():
                blow_dump(g, False)
            case _:
                g.finish()
