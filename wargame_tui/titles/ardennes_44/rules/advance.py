"""Advance after combat (rules 19, 27.5)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from wargame_tui.core.codec import STRICT
from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.titles.ardennes_44.commands import Advance, End, Split
from wargame_tui.titles.ardennes_44.events.fights import Advanced
from wargame_tui.titles.ardennes_44.printed.book import GERMAN, LAKE, enemy
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import bridges, excess, splits
from wargame_tui.titles.ardennes_44.rules.moving import note_presence
from wargame_tui.titles.ardennes_44.rules.reach import closed_ground, is_over_boundary, open_steps
from wargame_tui.titles.ardennes_44.rules.special import closed_hexes as closed_to
from wargame_tui.titles.ardennes_44.rules.special import is_bound
from wargame_tui.titles.ardennes_44.rules.steps import Task
from wargame_tui.titles.ardennes_44.rules.zones import bonds, exerts
from wargame_tui.titles.ardennes_44.state import EDGE, Draft, Table, Unit, positions

Extent = Literal["limited", "normal", "bonus"]
HEXES: Mapping[Extent, int] = {"limited": 1, "normal": 1, "bonus": 2}


@dataclass(frozen=True, slots=True)
class Stride:
    """How far a unit has advanced."""

    __pydantic_config__: ClassVar[dict[str, object]] = STRICT

    hexes: int = 0
    on_road: bool = True
    """All of it along roads that give the road bonus (19.1d)."""


NONE = Stride()


@dataclass(frozen=True, slots=True)
class Advancing(Task):
    """The attacker's units advance, hex by hex and in any order (19.1)."""

    side: Side
    units: tuple[str, ...]
    extent: Extent
    vacated: str
    """The hex that the defender left."""
    group: tuple[str, ...] = ()
    """A breakthrough group, whose advance is normal where the others' is bonus (19.4f)."""
    strides: Mapping[str, Stride] = field(default_factory=dict)
    kind: Literal["advancing"] = "advancing"
    meant: ClassVar[type[Command]] = Advance
    name: ClassVar[str] = "Advance"
    ending: ClassVar[str] = "End the advance"

    def decider(self, table: Table) -> Side | None:
        return self.side if any(isinstance(command, Advance) for command in self.legal(table)) else None

    def prompt(self, table: Table) -> Prompt:
        words = {"limited": "into the vacated hex only", "normal": "1 hex", "bonus": "2 hexes"}[self.extent]
        return Prompt(f"Advance after combat ({words}; mechanized by good roads 1 more), or end the advance", "19.1")

    def candidates(self, table: Table) -> Iterator[Command]:
        board = table.board
        for name in self.units:
            unit = table.units[name]
            for to in _next_hexes(table, self, unit):
                yield Advance(name, board.names[to])
            if name not in self.strides and splits.split_refusal(table, unit, "combat") is None:
                yield Split(name)
        yield End()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        match command:
            case End():
                return None
            case Advance(name, hex_):
                if name not in self.units:
                    return refused("it did not take part in the attack", "19.1")
                index = table.board.index
                if hex_ not in index:
                    return refused("no such hex", "19.1")
                return advance_refusal(table, self, table.units[name], index[hex_])
            case Split(name):
                if name not in self.units or name in self.strides:
                    return refused("a unit must split before it advances", "26.2")
                return splits.split_refusal(table, table.units[name], "combat")
        return self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        match command:
            case Advance(name, hex_):
                self._step(g, name, hex_)
            case Split(name):
                new = splits.split(g, name)
                g.swap(units=(*self.units, *new))
            case End():
                self._finish(g)

    def _step(self, g: Draft, name: str, hex_: str) -> None:
        board, unit = g.board, g.units[name]
        stride = self.strides.get(name, NONE)
        here = board.index.get(unit.location)
        key = None if here is None else board.key(here, board.index[hex_])
        if key is not None and self.side == GERMAN and bridges.ouren_due(g, key):
            bridges.ouren_roll(g)
            if g.specials.ouren == "blown":
                return
        road = key is not None and gives_bonus(g, key)
        g.swap(strides={**self.strides, name: Stride(stride.hexes + 1, stride.on_road and road)})
        g.change(name, location=hex_)
        g.tell(Advanced(unit=name, hex=hex_, from_=unit.location))
        note_presence(g, (name,), self.side, hex_)

    def proceed(self, g: Draft) -> None:
        self._finish(g)

    def _finish(self, g: Draft) -> None:
        moved = tuple(dict.fromkeys(g.units[name].location for name in self.strides if name in g.units))
        far = tuple(name for name, stride in self.strides.items() if stride.hexes > 1)
        g.finish(("advanced", tuple(self.strides), far))
        excess.check(g, self.side, moved)


def gives_bonus(table: Table, key: int) -> bool:
    """Whether a road gives the road bonus: primary, or secondary out of the woods; with its bridge (19.1d)."""
    board = table.board
    kind, bridge = board.road[key], board.bridge[key]
    if kind is None or (bridge is not None and bridge in table.bridges):
        return False
    to = board.grid.neighbours[key // 6][key % 6]
    woods = ("forest", "forest_ravine")
    return kind == "primary" or (
        to is not None and board.terrain[to] not in woods and board.terrain[key // 6] not in woods
    )


def may_advance(table: Table, unit: Unit) -> Refusal | None:
    """Why a unit does not advance at all (19.1, 29.1)."""
    if table.piece(unit).artillery:
        return refused("artillery may not advance", "19.1")
    if unit.status != "fresh":
        return refused(f"it is {unit.status}", "18.2")
    if is_bound(table, unit):
        return refused("units with a red set-up box may not advance on turn 1", "29.1")
    return None


def _hexes(table: Table, step: Advancing, unit: Unit, key: int | None) -> int:
    """How many hexes a unit may advance, if its next one lies over this hexside (19.1, 19.6)."""
    if unit.oos:
        return 1
    extent: Extent = "normal" if step.extent == "bonus" and unit.id in step.group else step.extent
    stride = step.strides.get(unit.id, NONE)
    on_road = stride.on_road and key is not None and gives_bonus(table, key)
    bonus = extent != "limited" and table.piece(unit).mechanized and on_road
    return HEXES[extent] + bonus


def _next_hexes(table: Table, step: Advancing, unit: Unit) -> Iterator[int]:
    board = table.board
    if may_advance(table, unit) is not None:
        return
    if unit.location.startswith(EDGE):
        near: tuple[int, ...] = (board.index[step.vacated],)
    elif unit.location in board.index:
        near = board.grid.near[board.index[unit.location]]
    else:
        near = ()
    vacated = board.index[step.vacated]
    forward = sorted(near, key=lambda to: board.grid.distance(to, vacated))
    yield from (to for to in forward if advance_refusal(table, step, unit, to) is None)


def advance_refusal(table: Table, step: Advancing, unit: Unit, to: int) -> Refusal | None:
    """Why a unit cannot advance into a hex (19.1 to 19.3, 19.6)."""
    board = table.board
    if (no := may_advance(table, unit)) is not None:
        return no
    vacated = board.index[step.vacated]
    stride = step.strides.get(unit.id, NONE)
    if unit.location.startswith(EDGE):
        entered = to == vacated
        return None if entered else refused("from off the map it must first enter the attacked hex", "13.5")
    here = board.index[unit.location]
    if board.grid.direction(here, to) is None:
        return refused("it advances one hex at a time", "19.1")
    key = board.key(here, to)
    if step.extent == "limited" and to != vacated:
        return refused("limited advance: into the vacated hex only", "19.1")
    if stride.hexes >= _hexes(table, step, unit, key):
        return refused("it has advanced as far as it may", "19.1")
    return _ground_refusal(table, unit, key, to, vacated, first=stride.hexes == 0)


def _ground_refusal(table: Table, unit: Unit, key: int, to: int, vacated: int, *, first: bool) -> Refusal | None:
    """What stands in the way: enemies, terrain, bonds, zones (19.2, 19.3)."""
    barrier = bonds(table, enemy(unit.side))
    if closed_ground(table, unit.side, (unit.id,)) >> to & 1:
        return refused("enemy-occupied, or closed to it", "19.2")
    if is_over_boundary(table, unit.side, unit.id, key):
        return refused("no advance across the army boundary", "11.10")
    if to != vacated and (barrier.hexes >> to & 1 or key in barrier.sides):
        return refused("an enemy ZOC bond blocks the way", "19.3")
    if not passable(table, unit, key, first):
        return refused("it may not advance into or across that terrain", "19.2")
    if not first and _slides(table, unit, key // 6, to):
        return refused("not from one hex next to an enemy unit to another next to the same unit", "19.3")
    return None


def passable(table: Table, unit: Unit, key: int, first: bool) -> bool:
    """Whether a unit can advance over a hexside (19.2)."""
    board = table.board
    if open_steps(table, "vehicle")[key] is not None:
        return True
    if table.piece(unit).vehicle or board.water[key] == LAKE:
        return False
    # Infantry: into forest, over unbridged rivers and forest-ravine edges with the first hex only
    to = board.grid.neighbours[key // 6][key % 6]
    closed = open_steps(table, "foot")[key] is None or to is None or board.terrain[to] == "forest"
    return first or not closed


def _slides(table: Table, unit: Unit, here: int, to: int) -> bool:
    """Whether an enemy unit has both hexes in its zone of control (19.3a)."""
    board, foe = table.board, enemy(unit.side)
    stacks = positions(table).of_side[foe]
    both = set(board.grid.near[here]) & set(board.grid.near[to])
    return any(
        board.names[hex_] in stacks
        and exerts(table, board.names[hex_], foe, here)
        and exerts(table, board.names[hex_], foe, to)
        for hex_ in both
    )


def may_lead_into(table: Table, unit: Unit, target: str, side: Side) -> Refusal | None:
    """Why a unit could not advance into the defender's hex, and so cannot lead a firefight (16.2b)."""
    board = table.board
    if (no := may_advance(table, unit)) is not None:
        return no
    if unit.location not in board.index:
        return None  # from off the map it enters the hex attacked (13.5)
    to = board.index[target]
    key = board.key(board.index[unit.location], to)
    if closed_to(table, unit) >> to & 1:
        return refused("it may not enter that hex", "16.2")
    if is_over_boundary(table, side, unit.id, key):
        return refused("it cannot advance across the army boundary", "16.2")
    return None if passable(table, unit, key, True) else refused("it could not advance across that hexside", "16.2")
