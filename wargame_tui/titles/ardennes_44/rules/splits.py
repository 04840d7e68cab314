"""Split units (rule 26)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Literal

from wargame_tui.core.command import Command
from wargame_tui.core.step import Refusal, refused
from wargame_tui.titles.ardennes_44.commands import Absorb, Split
from wargame_tui.titles.ardennes_44.events.fights import RemnantLeft
from wargame_tui.titles.ardennes_44.events.moves import Absorbed, SplitOff
from wargame_tui.titles.ardennes_44.printed.book import Book, Piece
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import special
from wargame_tui.titles.ardennes_44.state import (
    ELIMINATED,
    OFF_MAP,
    Draft,
    Mover,
    OfUnit,
    Status,
    Table,
    Unit,
    changed,
    unmoved,
)

Phase = Literal["movement", "combat"]
KINDS: Mapping[str, str] = {
    "infantry": "infantry",
    "mountain": "infantry",
    "parachute": "airborne",
    "glider": "airborne",
    "mech_infantry": "panzergrenadier",
    "motor_infantry": "panzergrenadier",
    "armour": "combat command",
}
"""Types of units that split to the kind of counter that they form (26.1)."""
SIZES: Mapping[str, str] = {"armour": "CC"}
"""Sizes that split, regiments if nothing else is said (26.1)."""
REGIMENT = "III"
TWICE = "armour"
"""The type of units that give two split units (26.1b)."""
WORST: tuple[Status, ...] = ("fresh", "disrupted", "routed")
_split, _absorb = cache(Split), cache(Absorb)


def _kind(printed: Piece) -> str | None:
    """What a unit of this sort forms; None if it does not split."""
    if printed.split or printed.remnant or printed.steps == 1:
        return None
    return KINDS.get(printed.type) if printed.entry.size == SIZES.get(printed.type, REGIMENT) else None


@cache
def _counters(book: Book) -> Mapping[tuple[str, str, bool], tuple[str, ...]]:
    """The counters for split units by side, kind and whether they are British."""
    found: dict[tuple[str, str, bool], tuple[str, ...]] = {}
    for name in book.units.splits:
        printed = book.pieces[name]
        key = (printed.side, KINDS.get(printed.type, ""), printed.nation == "British")
        found[key] = (*found.get(key, ()), name)
    return found


@cache
def _counters_for(book: Book, unit: str) -> Sequence[str]:
    """The counters for split units of a unit."""
    printed = book.pieces[unit]
    return _counters(book).get((printed.side, _kind(printed) or "", printed.nation == "British"), ())


def free_counter(table: Table, unit: str) -> str | None:
    """A counter for a split unit of a unit, if one is left (26.2)."""
    names = _counters_for(table.book, unit)
    return next((name for name in names if table.units[name].location in (OFF_MAP, ELIMINATED)), None)


def _free_remnant(table: Table, unit: Unit) -> str | None:
    """The remnant that is left when a combat command has split twice (26.1b)."""
    printed = table.piece(unit)
    for name in table.book.units.remnants:
        other = table.piece(name)
        alike = (other.side, other.nation, other.type) == (printed.side, printed.nation, printed.type)
        if alike and table.units[name].location == OFF_MAP:
            return name
    return None


def _splits_again(table: Table, unit: Unit) -> bool:
    """Whether a combat command has just given one split unit and may give another, leaving a remnant (26.1b)."""
    if table.piece(unit).type != TWICE or not unit.reduced:
        return False
    first = [name for name, parent in table.parents.items() if parent == unit.id]
    if len(first) != 1 or not _is_fresh_from(table, first[0], unit):
        return False
    return _free_remnant(table, unit) is not None


def _is_fresh_from(table: Table, split_: str, unit: Unit) -> bool:
    """Whether a split unit stands with its parent and has not moved."""
    return table.units[split_].location == unit.location and split_ not in table.now.movers


def split_refusal(table: Table, unit: Unit, phase: Phase) -> Refusal | None:
    """Why a unit cannot split now (26.1, 26.2); in combat the caller knows whether it has advanced."""
    if _kind(table.piece(unit)) is None:
        return refused("only full-strength regiments and combat commands may split", "26.1")
    if unit.side != table.now.side:
        return refused("units split only in their own movement or combat phase", "26.2")
    if unit.location not in table.board.index:
        return refused("it is not on the map", "26.1")
    if unit.status != "fresh":
        return refused("disrupted and routed units cannot split", "26.2")
    if phase == "movement" and unit.id in table.now.movers:
        return refused("a unit must split before it moves", "26.2")
    if phase == "combat" and (unit.id in table.now.withdrawn or unit.id in table.now.retreated):
        return refused("a unit must split before it withdraws", "26.2")
    if unit.reduced and not _splits_again(table, unit):
        return refused("it has no step to detach", "26.1")
    if free_counter(table, unit.id) is None:
        return refused("no split unit counter is left", "26.2")
    return None


def split(g: Draft, name: str) -> tuple[str, ...]:
    """Take a step off a unit and put a split unit beside it (26.1): the counters that are new in the hex."""
    unit, new = g.units[name], free_counter(g, name)
    assert new is not None
    made = changed(unit, id=new, reduced=False, marker="none", fired=False, due=None)
    g.units = {**g.units, new: made}
    g.parents = {**g.parents, new: name}
    if name in g.now.fought:
        g.note(fought=(*g.now.fought, new))
    g.tell(SplitOff(unit=new, of=name, hex=unit.location))
    if not unit.reduced:
        g.change(name, reduced=True)
        return (new,)
    return (new, _leave_remnant(g, unit))


def _leave_remnant(g: Draft, unit: Unit) -> str:
    """The last step of a combat command becomes a remnant; its counter may be rebuilt from one (25.24, 26.1b)."""
    left = _free_remnant(g, unit)
    assert left is not None
    g.units = {
        **g.units,
        left: changed(unit, id=left, reduced=False, marker="none"),
        unit.id: Unit(unit.id, unit.side, ELIMINATED, reduced=True),
    }
    if unit.id in g.now.fought:
        g.note(fought=(*g.now.fought, left))
    special.leave_remnant(g, unit.id, left)
    g.tell(RemnantLeft(unit=left, of=unit.id, hex=unit.location, rule="26.1"))
    return left


def absorb_refusal(table: Table, side: Side, name: str) -> Refusal | None:
    """Why a split unit cannot go back into the unit from which it came (26.4)."""
    unit = table.units.get(name)
    parent = table.units.get(table.parents.get(name, ""))
    if unit is None or unit.side != side or parent is None:
        return refused("not one of your split units", "26.4")
    if unit.location not in table.board.index or unit.location != parent.location:
        return refused("it must be stacked with its parent", "26.4")
    if not parent.reduced:
        return refused("its parent is at full strength", "26.4")
    return None


def absorb(g: Draft, name: str) -> None:
    """A split unit goes back into its parent; both have finished their movement (26.4)."""
    unit, parent = g.units[name], g.parents[name]
    old = g.units[parent]
    status = max(unit.status, old.status, key=WORST.index)
    eng, replaced = old.eng or unit.eng, old.replaced or unit.replaced
    g.units = {
        **g.units,
        name: Unit(name, unit.side, OFF_MAP),
        parent: changed(old, reduced=False, status=status, eng=eng, replaced=replaced),
    }
    g.parents = {split_: whole for split_, whole in g.parents.items() if split_ != name}
    moved = {key: mover for key, mover in g.now.movers.items() if key != name}
    g.note(movers={parent: Mover(), **moved})
    g.tell(Absorbed(unit=name, by=parent, hex=old.location))


# Actions of the movement phase


def candidates(table: Table, side: Side) -> Iterator[Command]:
    """Every unit that might split, every split unit beside its parent."""
    yield from (_split(unit.id) for unit in table.on_map(side) if _kind(table.piece(unit)) is not None)
    yield from (_absorb(name) for name in table.parents if table.units[name].side == side)


def _splitter(table: Table, unit: Unit) -> Unit | None:
    able = unit.status == "fresh" and unit.location in table.board.index
    return unit if able and _kind(table.piece(unit)) is not None else None


_splittable = OfUnit(_splitter)


def legal(table: Table, side: Side) -> Iterator[Command]:
    """The same, but for units for which no counter is left, or that have no step to give."""
    book = table.book
    left = {names: free_counter(table, name) for names, name in _samples(book, side).items()}
    if side == table.now.side and any(left.values()):
        able = _splittable(table, side, unmoved(table, side))
        able = (unit for unit in able if left[_counters_for(book, unit.id)])
        yield from (_split(unit.id) for unit in able if not unit.reduced or _splits_again(table, unit))
    absorbed = (name for name in table.parents if absorb_refusal(table, side, name) is None)
    yield from (_absorb(name) for name in absorbed)


@cache
def _samples(book: Book, side: Side) -> Mapping[Sequence[str], str]:
    """A unit of each sort that splits, by the counters for its split units."""
    able = (name for name, printed in book.pieces.items() if printed.side == side and _kind(printed) is not None)
    return {_counters_for(book, name): name for name in able}


def refusal(table: Table, side: Side, command: Command) -> Refusal | None:
    """Why a unit cannot split or be absorbed."""
    if isinstance(command, Absorb):
        return absorb_refusal(table, side, command.unit)
    assert isinstance(command, Split)
    unit = table.units.get(command.unit)
    if unit is None or unit.side != side:
        return refused("not one of your units", "26.1")
    return split_refusal(table, unit, "movement")


def do(g: Draft, side: Side, command: Command) -> None:
    """Split, or absorb."""
    if isinstance(command, Split):
        split(g, command.unit)
    elif isinstance(command, Absorb):
        absorb(g, command.unit)
