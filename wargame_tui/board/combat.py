"""Combats by odds: what every one of them tells, and how it is followed on the screen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Self, TypeVar

from pydantic import ValidationInfo, field_validator

from wargame_tui.board.fact import Fact
from wargame_tui.board.files import Entry, every
from wargame_tui.board.positions import NOWHERE
from wargame_tui.board.scene import Counter
from wargame_tui.board.views import Battle, BattleRow, Chart, Tally
from wargame_tui.core.command import Command
from wargame_tui.core.event import Event, Modifier
from wargame_tui.core.state import Draft
from wargame_tui.core.title import Chance, Figures, Odds
from wargame_tui.core.wording import Name
from wargame_tui.engine.odds import leads_to
from wargame_tui.engine.spread import weighed
from wargame_tui.engine.staged import Staged

C = TypeVar("C", bound="OddsCombat")
DIE = range(1, 7)
"""The faces of a die."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsCombat(Event):
    """A combat in which strengths are compared and a die is read in a column. Titles declare theirs upon it.

    A title's step of a combat is an `OddsBattle`, or at least has its method `told(table)`, which gives the event as it
    stands, without a die: then the panel comes by default.
    """

    space: str
    side: str
    """Of the attackers."""
    units: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: int
    defence: int
    shifts: tuple[tuple[str, int, str], ...]
    """What shifts the column, by how much, by which rule."""
    column: str
    die: int | None
    """None before it is rolled."""
    result: str
    assumed: ClassVar[tuple[str, ...]] = ()
    """What its chances take for granted, in words."""

    @property
    def meaning(self) -> str:
        """The result in words."""
        return self.result

    @property
    def figures(self) -> Figures | None:
        """What the result comes to in figures; None where that is not told."""
        return None

    def chart(self) -> "OddsChart | None":
        """The printed table in which the die is read, if it is to be shown beside it."""
        return None

    def words(self, name: Name, /) -> str:
        """Column, die, result."""
        return f"{name(self.space)}: {self.column}, die {self.die}: {self.result}, {self.meaning}"


def level(attack: int, defence: int) -> int:
    """The odds, fractions in the defender's favour: 0 for 1-1, 2 for 3-1, -1 for 1-2; no table bounds them."""
    if attack >= defence:
        return attack // defence - 1 if defence else 10 * attack
    return 1 - -(-defence // attack) if attack else -10 * defence


class OddsChart(Entry):
    """Part of charts.yaml: a table of results. A title with another die than one of six faces says so of `results`."""

    columns: tuple[str, ...]
    """Whole odds step by step, from the worst for the attacker to the best, with 1-1 among them."""
    results: Annotated[dict[int, tuple[str, ...]], every(DIE)]
    """In each column, by the die."""

    @field_validator("columns")
    @classmethod
    def _step_by_step(cls, columns: tuple[str, ...]) -> tuple[str, ...]:
        if "1-1" not in columns:
            raise ValueError("there is no column 1-1, from which the others are counted")
        least = -columns.index("1-1")
        for at, column in enumerate(columns, least):
            due = f"{at + 1}-1" if at >= 0 else f"1-{1 - at}"
            if column != due:
                raise ValueError(f"{column} stands where {due} belongs: odds rise step by step, as in 1-2, 1-1, 2-1")
        return columns

    @field_validator("results")
    @classmethod
    def _in_every_column(cls, rows: dict[int, tuple[str, ...]], read: ValidationInfo) -> dict[int, tuple[str, ...]]:
        columns = len(read.data.get("columns", ()))
        for die, row in rows.items():
            if columns and len(row) != columns:
                raise ValueError(f"row {die} has {len(row)} results, but there are {columns} columns")
        return rows

    def column(self, attack: int, defence: int) -> int | None:
        """The column of some strengths, from 0; None if the odds are less than those of the first one."""
        at = self.columns.index("1-1") + level(attack, defence)
        return min(at, len(self.columns) - 1) if at >= 0 else None

    def shown(self, column: str, die: int | None, rule: str) -> Chart:
        """The table with the column that counts, and the row of the die once it is rolled."""
        faces = sorted(self.results)
        rows = tuple((str(face), self.results[face]) for face in faces)
        row = None if die is None else faces.index(die)
        return Chart("CRT", self.columns, rows, self.columns.index(column), row, rule)


@dataclass(frozen=True, slots=True)
class OddsBattle(Staged[Any, Any]):
    """A step of a combat by odds: strengths are compared, and the die is read in a column.

    A title declares its own upon it, with stages and a `kind`; then the panel and the chances of this module come by
    default. Its states are a `board.drafts.UnitTable`, whose units have a `strength`.
    """

    side: Any
    """Of the attackers."""
    space: str
    units: tuple[str, ...]
    """The attackers, in the order in which they were named."""

    def chart(self) -> OddsChart:
        """The table in which the die is read."""
        raise NotImplementedError

    def attackers(self, table: Any) -> list[Any]:
        """Those that are left."""
        return [unit for name in self.units if (unit := table.units[name]).location not in NOWHERE]

    def defenders(self, table: Any) -> list[Any]:
        """The enemy units in the space."""
        here = (unit for unit in table.units.values() if unit.location == self.space)
        return [unit for unit in here if unit.side != self.side]

    def without(self, unit: str) -> Self:
        """The same with an attacker less."""
        return replace(self, units=tuple(name for name in self.units if name != unit))

    def attack(self, table: Any) -> int:
        """The strength of the attackers."""
        return sum(unit.strength for unit in self.attackers(table))

    def defence(self, table: Any) -> int:
        """The strength of the defenders."""
        return sum(unit.strength for unit in self.defenders(table))

    def odds(self, table: Any) -> int | None:
        """The column before it is shifted, from 0; None if the odds are too poor."""
        return self.chart().column(self.attack(table), self.defence(table))

    def shifts(self, table: Any) -> tuple[tuple[str, int, str], ...]:
        """What shifts the column, by how much, by which rule."""
        return ()

    def told_as(self, kind: type[C], table: Any, die: int | None, result: str) -> C:
        """The combat as it stands, as an event of the title; its `result` is read off the table once there is a die."""
        shifts, chart = self.shifts(table), self.chart()
        shifted = (self.odds(table) or 0) + sum(by for _, by, _ in shifts)
        at = min(max(shifted, 0), len(chart.columns) - 1)
        return kind(
            space=self.space,
            side=self.side,
            units=self.units,
            defenders=tuple(unit.id for unit in self.defenders(table)),
            attack=self.attack(table),
            defence=self.defence(table),
            shifts=shifts,
            column=chart.columns[at],
            die=die,
            result=chart.results[die][at] if die else result,
        )


def battle(
    state: Any, events: Sequence[Event], counter: Callable[[Any, Any], Counter], called: Callable[[str], str]
) -> Battle | None:
    """The combat in hand, or the last one among the events; None if there is none."""
    step = next((step for step in reversed(state.stack) if hasattr(step, "told")), None)
    rolled = next((event for event in reversed(events) if isinstance(event, OddsCombat)), None)
    told: OddsCombat | None = rolled if rolled is not None or step is None else step.told(state)
    if told is None:
        return None
    if step is not None and rolled is not None and step.space != rolled.space:
        told = step.told(state)

    def rows(units: Sequence[str]) -> tuple[BattleRow, ...]:
        found = (counter(state, state.units[unit]) for unit in units)
        return tuple(
            BattleRow(each, int(each.strength), int(each.strength), "", state.units[each.unit].location)
            for each in found
        )

    other = next((state.units[unit].side for unit in told.defenders), "")
    chart = told.chart()
    dice = None if told.die is None else (told.die,)
    return Battle(
        space=told.space,
        heading=f"Attack on {called(told.space)}",
        attacker=told.side,
        defender=other,
        attackers=rows(told.units),
        defenders=rows(told.defenders),
        stage=getattr(step, "stage", "in hand") if step is not None else "over",
        modifiers=tuple(Fact.of(Modifier(*shift)) for shift in told.shifts),
        shots=(),
        finished=step is None,
        tallies=(
            Tally(told.side, "attack", (Modifier("strength", told.attack, told.rule or ""),), None),
            Tally(other, "defence", (Modifier("strength", told.defence, told.rule or ""),), None),
            Tally(told.side, "die", (), dice),
        ),
        throws=int(dice is not None),
        result=f"Column {told.column}" + (f": {told.result}, {told.meaning}" if dice else ""),
        chart=chart.shown(told.column, told.die, told.rule or "") if chart is not None else None,
    )


def odds(draft: Callable[[], Draft[Any]], command: Command) -> Odds | None:
    """What the die may come to in a combat to which a legal command leads; None if it leads to none."""
    parts: dict[str, tuple[float, str]] = {}
    effects = list[tuple[float, Figures | None]]()
    told = None
    for p, told in leads_to(draft, command, OddsCombat, OddsBattle):
        parts[told.result] = parts.get(told.result, (0.0, ""))[0] + float(p), told.meaning
        effects.append((float(p), told.figures))
    if told is None:
        return None
    outcomes = tuple(Chance(min(p, 1.0), f"{result}: {words}") for result, (p, words) in parts.items())
    compared = f"{told.attack} to {told.defence}, column {told.column}"
    shifts = tuple(Modifier(*shift) for shift in told.shifts)
    return Odds(outcomes, shifts, assumptions=told.assumed, figures=weighed(effects), compared=compared)
