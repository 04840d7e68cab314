"""Reinforcements (rule 18): arrivals by date, conditional ones in Zone F, the UK box, drops and their interdiction."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, Step
from wargame_tui.titles.montys_gamble.commands import Drop, End
from wargame_tui.titles.montys_gamble.events import days
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, GERMAN, UK
from wargame_tui.titles.montys_gamble.printed.charts import landing
from wargame_tui.titles.montys_gamble.printed.data import Arrival, Side
from wargame_tui.titles.montys_gamble.rules import areas
from wargame_tui.titles.montys_gamble.rules.advantage import ask
from wargame_tui.titles.montys_gamble.rules.movement import entry_cost
from wargame_tui.titles.montys_gamble.state import FRESH, OFF_MAP, Draft, Table, Unit, book_of, traits

FREE_DROPS_SINCE = 20
"""From this date on any drop area of the division's colour will do (18.5)."""


def arrive(g: Draft) -> None:
    """Place what is due today, Germans first (6.2, 18.1)."""
    for side in (GERMAN, ALLIED):
        for arrival in book_of(g).arrivals:
            if arrival.date == g.date and not arrival.after and _side_of(g, arrival) == side:
                _place(g, arrival)
    release(g)


def _waiting(table: Table, arrival: Arrival) -> list[str]:
    """The units of an arrival that have not come."""
    units = table.units
    return [name for name in arrival.units if name in units and units[name].location == OFF_MAP]


def _place(g: Draft, arrival: Arrival) -> None:
    waiting = _waiting(g, arrival)
    if not waiting or not _may_arrive(g, arrival):
        return
    g.change_all(waiting, location=arrival.space, due=None)
    g.tell(days.Arrived(units=waiting, space=arrival.space))
    if arrival.space in book_of(g).areas:
        for unit in waiting:
            areas.settle_control(g, arrival.space)
            if g.units[unit].side == ALLIED and interdiction_value(g, g.units[unit], arrival.space):
                g.push(Interdicted(unit, arrival.space))  # Q32
    elif arrival.space != UK:
        areas.settle_control(g, arrival.space)


def _may_arrive(table: Table, arrival: Arrival) -> bool:
    """The special arrivals at Deelen need the airfield (22.2)."""
    book, space = book_of(table), arrival.space
    if space not in book.areas:
        return True
    side = _side_of(table, arrival)
    if not areas.controls(table, space, side) or areas.is_contested(table, space):
        return False
    return side == GERMAN or any(unit.condition == FRESH for unit in areas.units_in(table, space, ALLIED))


def _side_of(table: Table, arrival: Arrival) -> Side:
    return book_of(table).roster[arrival.units[0]].side


def release(g: Draft) -> None:
    """Conditional reinforcements come the moment that their condition is met (18.3)."""
    for arrival in book_of(g).arrivals:
        due = arrival.after and arrival.date <= g.date and _waiting(g, arrival)
        if due and all(
            areas.controls(g, space, ALLIED) and not areas.holds(g, space, GERMAN) for space in arrival.after
        ):
            _place(g, arrival)


def send_next_lift(g: Draft) -> None:
    """Better air transport: tomorrow's airborne units come to the UK box at impulse 7 (23.3)."""
    for arrival in book_of(g).arrivals:
        if arrival.space == UK and arrival.date == g.date + 1:
            _place(g, arrival)


# Interdiction (18.44)


def interdiction_value(table: Table, unit: Unit | None, space: str) -> int:
    """Fresh FLAK and towers and interdiction markers in the area and beside it, more over polder by choice (23.2)."""
    book = book_of(table)
    near = (space, *book.edges[space])
    guns = sum(
        1
        for other in near
        for foe in areas.units_in(table, other, GERMAN)
        if foe.type in ("flak", "tower") and foe.condition == FRESH
    )
    return guns + sum(other in table.interdiction for other in near) + _mud(table, unit, space)


def _mud(table: Table, unit: Unit | None, space: str) -> int:
    """Drop choice: polder is worse, for gliders, glider pilots and artillery doubly so (23.2, Q31)."""
    if unit is None or "drop_choice" not in table.optional or not book_of(table).spaces[space].polder:
        return 0
    heavy = unit.type == "artillery" or {"glider", "glider_pilot"} & set(traits(table, unit))
    return 2 if heavy else 1


@dataclass(frozen=True, slots=True)
class Interdicted(Step[Table, Draft]):
    """One roll against a unit that has come by air (18.44)."""

    unit: str
    space: str
    rolled: bool = False
    kind: Literal["interdicted"] = "interdicted"

    def proceed(self, g: Draft) -> None:
        """Roll once, with the numbers beyond which neither side could wish for more."""
        if self.rolled:
            g.finish()
            return
        g.swap(rolled=True)
        value = interdiction_value(g, g.units[self.unit], self.space)
        g.tell(days.InterdictionRoll(unit=self.unit, space=self.space, value=value))
        ask(g, "interdiction", self.unit, goods={ALLIED: value + 1, GERMAN: -max(1, value - 1)})

    def resumed(self, g: Draft, result: Any) -> None:
        """The die has spoken; who is hit does nothing more today."""
        if not self.rolled:
            return
        value, die = interdiction_value(g, g.units[self.unit], self.space), result[1][0]
        g.tell(days.Interdiction(unit=self.unit, space=self.space, die=die, value=value))
        if worse := landing(die, value):
            g.worsen(self.unit, "18.44", worse)
            g.note(ready=tuple(name for name in g.now.ready if name != self.unit))


# Drops from the UK box (18.42)


def drop_refusal(table: Table, unit: Unit, area: str, declared: tuple[tuple[str, str], ...]) -> Refusal | None:
    """Why a unit may not drop in an area (18.41, 18.5)."""
    book = book_of(table)
    if unit.location != UK:
        return Refusal("it is not in the UK box", "18.4")
    if any(name == unit.id for name, _ in declared):
        return Refusal("its drop has been declared", "18.42")
    if table.now.dropped + len(declared) >= book.charts.limits.drops:
        return Refusal("only three units leave the UK box in an impulse", "18.41")
    if area in table.now.attacked:
        return Refusal("no more units may enter an area attacked in this impulse", "9.3")
    if area not in drops_open(table, unit):
        return Refusal("it drops in the area on its counter, after the 19th in any drop area of its division", "18.5")
    going = [table.units[name] for name, where in declared if where == area]
    if not areas.has_room(table, area, ALLIED, len(going) + 1):
        return Refusal(f"{book.name(area)} holds {book.charts.limits.stacking} units", "18.41")
    bare = table.control[area] == GERMAN and not areas.is_contested(table, area)
    if unit.type == "artillery" and bare and not any(areas.may_lead(other) for other in going):
        return Refusal("artillery drops behind a point unit into a German-controlled area", "18.41")
    return None


def drops_open(table: Table, unit: Unit) -> tuple[str, ...]:
    """Where a unit in the UK box may drop (18.5)."""
    if unit.range is None:
        return ()
    if table.date < FREE_DROPS_SINCE and unit.drop is not None:
        return (unit.drop,)
    return book_of(table).drop_areas[unit.range]


def can_drop(table: Table) -> bool:
    """Whether any unit may leave the UK box now (17.2)."""
    return table.weather == "clear" and any(
        drop_refusal(table, unit, area, ()) is None
        for unit in areas.units_in(table, UK, ALLIED)
        for area in drops_open(table, unit)
    )


@dataclass(frozen=True, slots=True)
class Dropping(Step[Table, Draft]):
    """The drop of an impulse that activates the UK box: declare all, then interdiction, then land (18.42)."""

    declared: tuple[tuple[str, str], ...] = ()
    landing: int | None = None
    """Number of the unit that lands next."""
    kind: Literal["dropping"] = "dropping"
    heading = "Air drop"
    asks = Prompt("Declare up to three units and their drop areas", "18.42")
    keys: ClassVar[Mapping[type[Command], str]] = {End: "0"}

    def decider(self, table: Table) -> Side | None:
        return ALLIED if self.landing is None else None

    def candidates(self, table: Table) -> Iterator[Command]:
        """Every unit in the box, everywhere it may go."""
        for unit in areas.units_in(table, UK, ALLIED):
            yield from (Drop(unit.id, area) for area in drops_open(table, unit))
        yield End()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """The limits; at least one unit."""
        match command:
            case Drop(name, area):
                if name not in table.units:
                    return Refusal(f"no unit `{name}`")
                return drop_refusal(table, table.units[name], area, self.declared)
            case End():
                return None if self.declared else Refusal("declare a drop", "18.42")
        return self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        """Take note; land when all is declared."""
        match command:
            case Drop(name, area):
                g.swap(declared=(*self.declared, (name, area)))
            case _:
                g.swap(landing=0)

    def proceed(self, g: Draft) -> None:
        """Land the units one after the other; who finds the area full stays behind (18.44)."""
        assert self.landing is not None
        if self.landing == len(self.declared):
            g.finish()
            return
        name, area = self.declared[self.landing]
        g.swap(landing=self.landing + 1)
        if not areas.is_full(g, area, ALLIED):
            land(g, name, area)


def land(g: Draft, name: str, area: str) -> None:
    """Put a unit down; it may act at once for the price of the area, and must attack enemies it falls among (18.42)."""
    cost = entry_cost(g, g.units[name], area, areas.units_in(g, area, GERMAN))
    fought = area not in g.now.contested and not areas.is_vacant(g, area, ALLIED)
    bare = g.now.control[area] == GERMAN
    g.tell(days.Dropped(unit=name, space=area, rule="18.42"))
    g.moves(name, by="drop", drop_halves=cost, mandatory=fought and bare)
    g.note(dropped=g.now.dropped + 1, ready=(*g.now.ready, name))
    g.change(name, drop=None)
    areas.put(g, name, area)
    if interdiction_value(g, g.units[name], area):
        g.push(Interdicted(name, area))
